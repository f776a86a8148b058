"""`parley mcc` prints the contest's lines, for a net made by hand and, where they are there, for nets of the contest itself."""
import json
import random
import re
import unittest

import jsonschema

from harness import ACCEPTED, AS_EXPECTED, BAD_INPUT, MODELS, SANITIZED, SOURCE, UNKNOWN, USAGE, TestCase, run, third_party_models

TWO_LOCKS = MODELS / "contest" / "TwoLocks"
SCHEMA = json.loads((SOURCE / "docs" / "formats" / "result.schema.json").read_text())
EXAMINATIONS = {"ReachabilityDeadlock": "RD.out", "ReachabilityFireability": "RF.out", "ReachabilityCardinality": "RC.out", "StateSpace": "SS.out"}
# The words that the contest's manual knows.
TECHNIQUES = {"ABSTRACTIONS", "DECISION_DIAGRAMS", "EXPLICIT", "NET_UNFOLDING", "SAT_SMT", "STATE_COMPRESSION", "STRUCTURAL_REDUCTION", "STUBBORN_SETS", "SYMMETRIES", "TOPOLOGICAL", "USE_NUPN"}

ANSWERS = {
    "ReachabilityDeadlock": {"ReachabilityDeadlock": "TRUE"},
    "ReachabilityFireability": {"TwoLocks-ReachabilityFireability-00": "TRUE", "TwoLocks-ReachabilityFireability-01": "FALSE", "TwoLocks-ReachabilityFireability-02": "FALSE"},
    "ReachabilityCardinality": {"TwoLocks-ReachabilityCardinality-00": "FALSE", "TwoLocks-ReachabilityCardinality-01": "TRUE", "TwoLocks-ReachabilityCardinality-02": "FALSE"},
    "StateSpace": {"STATES": "6", "TRANSITIONS": "8", "MAX_TOKEN_IN_PLACE": "1", "MAX_TOKEN_PER_MARKING": "4"},
}


def answers(text):
    """Id -> answer; fails on a line that is none of the contest's, or said twice."""
    found = {}
    for line in text.splitlines():
        words = line.split(" ")
        form = r"(FORMULA \S+|STATE_SPACE [A-Z_]+) (TRUE|FALSE|\d+) TECHNIQUES( [A-Z_]+)+|(FORMULA \S+|STATE_SPACE [A-Z_]+) CANNOT_COMPUTE"
        assert re.fullmatch(form, line), line
        assert words[1] not in found, line
        assert set(words[4:]) <= TECHNIQUES, line
        found[words[1]] = words[2]
    return found


def net(places, transitions, units=()):
    """A PNML text: 'places' maps a name to its tokens, 'transitions' to (preset, postset)."""
    lines = ['<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="made" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p">']
    lines += [f'<place id="{name}"><initialMarking><text>{tokens}</text></initialMarking></place>' for name, tokens in places.items()]
    lines += [f'<transition id="{name}"/>' for name in transitions]
    arcs = [(place, name) for name, (preset, _) in transitions.items() for place in preset] + [(name, place) for name, (_, postset) in transitions.items() for place in postset]
    lines += [f'<arc id="a{i}" source="{source}" target="{target}"/>' for i, (source, target) in enumerate(arcs)]
    lines.append("</page>")
    if units:
        lines.append(f'<toolspecific tool="nupn" version="1.1"><size places="{len(places)}" transitions="{len(transitions)}" arcs="{len(arcs)}"/><structure units="{len(units) + 1}" root="r" safe="true">')
        lines.append(f'<unit id="r"><places/><subunits>{" ".join(f"u{i}" for i in range(len(units)))}</subunits></unit>')
        lines += [f'<unit id="u{i}"><places>{" ".join(unit)}</places><subunits/></unit>' for i, unit in enumerate(units)]
        lines.append("</structure></toolspecific>")
    return "\n".join(lines) + "</net></pnml>\n"


def formulas(**properties):
    """Of each the path operators and the formula inside."""
    text = "<property-set>\n"
    for name, (path, operation, inside) in properties.items():
        text += f"<property><id>{name}</id><formula><{path}><{operation}>\n{inside}\n</{operation}></{path}></formula></property>\n"
    return text + "</property-set>\n"


EF, AG = ("exists-path", "finally"), ("all-paths", "globally")


def at_least(number, *places):
    return "<integer-le><integer-constant>{}</integer-constant><tokens-count>{}</tokens-count></integer-le>".format(number, "".join(f"<place>{place}</place>" for place in places))


def instance(test, model, **texts):
    """A folder with a net and the formulas of examinations."""
    (test.folder / "x").mkdir(exist_ok=True)
    test.write("x/model.pnml", model)
    for examination, text in texts.items():
        test.write(f"x/{examination}.xml", text)
    return test.folder / "x"


def ask(test, code, folder, examination, *arguments):
    return answers(test.expect(code, "parley", "mcc", folder, examination, *arguments).stdout)


class RandomGame:
    """A net of a few places without units, questions about it, and its markings, which may have many tokens on a place."""

    def __init__(self, dice):
        self.dice = dice
        names = [f"p{i}" for i in range(dice.randint(2, 5))]
        self.places = {name: int(dice.random() < 0.7) for name in names}
        self.transitions = {}
        for i in range(dice.randint(2, 5)):
            moved = dice.randint(1, 2)
            self.transitions[f"t{i}"] = (dice.sample(names, moved), dice.sample(names, dice.choice((moved, moved, moved, 1))))

    def markings(self, most=2000):
        """All of them; None if there are more than 'most'."""
        at = {name: i for i, name in enumerate(self.places)}
        found = {tuple(self.places.values())}
        waiting = list(found)
        while waiting:
            marking = waiting.pop()
            for preset, postset in self.transitions.values():
                if any(marking[at[place]] == 0 for place in preset):
                    continue
                after = list(marking)
                for place in preset:
                    after[at[place]] -= 1
                for place in postset:
                    after[at[place]] += 1
                if tuple(after) not in found:
                    found.add(tuple(after))
                    waiting.append(tuple(after))
            if len(found) > most:
                return None
        return found

    def question(self):
        xml, holds = self.formula(2)
        return self.dice.choice((EF, AG)), xml, holds

    def formula(self, depth):
        kind = self.dice.randrange(5) if depth else 0
        if kind == 1:
            xml, holds = self.formula(depth - 1)
            return f"<negation>{xml}</negation>", lambda marking: not holds(marking)
        if kind >= 2:
            (left, first), (right, second) = self.formula(depth - 1), self.formula(depth - 1)
            if kind % 2:
                return f"<conjunction>{left}{right}</conjunction>", lambda marking: first(marking) and second(marking)
            return f"<disjunction>{left}{right}</disjunction>", lambda marking: first(marking) or second(marking)
        if self.dice.randrange(3) == 0:
            name = self.dice.choice(list(self.transitions))
            preset = [list(self.places).index(place) for place in self.transitions[name][0]]
            return f"<is-fireable><transition>{name}</transition></is-fireable>", lambda marking: all(marking[place] for place in preset)
        counted = self.dice.sample(list(self.places), self.dice.randint(1, min(3, len(self.places))))
        indices, number = [list(self.places).index(place) for place in counted], self.dice.randint(0, 2)
        tokens, constant = "<tokens-count>" + "".join(f"<place>{place}</place>" for place in counted) + "</tokens-count>", f"<integer-constant>{number}</integer-constant>"
        if self.dice.random() < 0.5:
            return f"<integer-le>{tokens}{constant}</integer-le>", lambda marking: sum(marking[i] for i in indices) <= number
        return f"<integer-le>{constant}{tokens}</integer-le>", lambda marking: sum(marking[i] for i in indices) >= number


class ContestLines(TestCase):
    def test_every_examination(self):
        for examination, expected in ANSWERS.items():
            self.assertEqual(ask(self, AS_EXPECTED, TWO_LOCKS, examination), expected)

    def test_every_engine(self):
        engines = re.findall(r"^  ([a-z][a-z0-9-]*) ", run("parley", "engines").stdout, re.MULTILINE)
        self.assertIn("explicit", engines)
        for engine in engines:
            for examination in ("ReachabilityDeadlock", "ReachabilityFireability", "ReachabilityCardinality"):
                found = answers(run("parley", "mcc", TWO_LOCKS, examination, "--engine", engine).stdout)
                said = {name: answer for name, answer in found.items() if answer != "CANNOT_COMPUTE"}
                self.assertEqual(found.keys(), ANSWERS[examination].keys(), engine)
                self.assertEqual(said, {name: ANSWERS[examination][name] for name in said}, engine)

    def test_the_same_lines_for_any_number_of_threads(self):
        texts = {self.expect(AS_EXPECTED, "parley", "mcc", TWO_LOCKS, "ReachabilityCardinality", "--threads", threads).stdout for threads in (1, 2, 5)}
        self.assertEqual(len(texts), 1)

    def test_without_units_the_net_is_the_same(self):
        text = re.sub(r"<toolspecific.*</toolspecific>", "", (TWO_LOCKS / "model.pnml").read_text(), flags=re.DOTALL)
        folder = instance(self, text, **{name: (TWO_LOCKS / f"{name}.xml").read_text() for name in ("ReachabilityFireability", "ReachabilityCardinality")})
        for examination, expected in ANSWERS.items():
            answer = self.expect(AS_EXPECTED, "parley", "mcc", folder, examination)
            self.assertEqual(answers(answer.stdout), expected)
            self.assertNotIn("USE_NUPN", answer.stdout)

    def test_a_place_may_count_twice(self):
        folder = instance(self, net({"a": 1, "b": 0}, {"t": (["a"], ["b"])}, [["a", "b"]]),
                               ReachabilityCardinality=formulas(two=(*EF, at_least(2, "a", "a")), three=(*EF, at_least(3, "a", "a", "b")), four=(*EF, at_least(2, "a", "b"))))
        self.assertEqual(ask(self, AS_EXPECTED, folder, "ReachabilityCardinality"), {"two": "TRUE", "three": "FALSE", "four": "FALSE"})

    def test_constants(self):
        folder = instance(self, net({"a": 1, "b": 0}, {"t": (["a"], ["b"])}, [["a", "b"]]),
                               ReachabilityFireability=formulas(a=(*EF, "<true/>"), b=(*EF, "<false/>"), c=(*AG, "<true/>"), d=(*AG, "<false/>"), e=(*EF, "<deadlock/>"), f=(*AG, "<deadlock/>")))
        for engine in ("auto", "explicit", "lazy", "synchro", "leap"):
            found = ask(self, AS_EXPECTED, folder, "ReachabilityFireability", "--engine", engine)
            self.assertEqual(found, {"a": "TRUE", "b": "FALSE", "c": "TRUE", "d": "FALSE", "e": "TRUE", "f": "FALSE"}, engine)

    def test_a_net_without_tokens(self):
        folder = instance(self, net({"a": 0}, {"t": (["a"], [])}))
        self.assertEqual(ask(self, AS_EXPECTED, folder, "StateSpace"), {"STATES": "1", "TRANSITIONS": "0", "MAX_TOKEN_IN_PLACE": "0", "MAX_TOKEN_PER_MARKING": "0"})
        self.assertEqual(ask(self, AS_EXPECTED, folder, "ReachabilityDeadlock"), {"ReachabilityDeadlock": "TRUE"})

    def test_a_net_without_places(self):
        folder = instance(self, net({}, {"t": ([], [])}))
        self.assertEqual(ask(self, AS_EXPECTED, folder, "StateSpace"), {"STATES": "1", "TRANSITIONS": "1", "MAX_TOKEN_IN_PLACE": "0", "MAX_TOKEN_PER_MARKING": "0"})


class ContestCannotCompute(TestCase):
    def test_another_logic_costs_only_its_own_line(self):
        folder = instance(self, net({"a": 1, "b": 0}, {"t": (["a"], ["b"])}),
                               ReachabilityCardinality=formulas(ltl=("all-paths", "finally", at_least(1, "b")), plain=(*EF, at_least(1, "b")),
                                                                nested=(*AG, "<exists-path><finally>" + at_least(1, "b") + "</finally></exists-path>")))
        self.assertEqual(ask(self, UNKNOWN, folder, "ReachabilityCardinality"), {"ltl": "CANNOT_COMPUTE", "plain": "TRUE", "nested": "CANNOT_COMPUTE"})
        checks = json.loads(self.expect(UNKNOWN, "parley", "mcc", folder, "ReachabilityCardinality", "--json", "-").stdout)["checks"]
        self.assertIn("<finally> within <all-paths>", {check["name"]: check["reason"] for check in checks}["ltl"])

    def test_states_that_nobody_can_count(self):
        many = 60
        places = {f"{side}{i}": int(side == "a") for i in range(many) for side in "ab"}
        steps = {f"{side}t{i}": ([f"{side}{i}"], [f"{other}{i}"]) for i in range(many) for side, other in ("ab", "ba")}
        folder = instance(self, net(places, steps, [[f"a{i}", f"b{i}"] for i in range(many)]), ReachabilityCardinality=formulas(some=(*EF, at_least(1, "b7"))))
        expected = dict.fromkeys(ANSWERS["StateSpace"], "CANNOT_COMPUTE")
        self.assertEqual(ask(self, UNKNOWN, folder, "StateSpace", "--time-limit", "0.5s"), expected)
        self.assertEqual(ask(self, AS_EXPECTED, folder, "ReachabilityCardinality", "--time-limit", "60s"), {"some": "TRUE"})

    def test_a_net_that_is_not_one_safe_has_traces_and_no_proofs(self):
        # Before the second token comes to c, b has one; d never has. Who counts states, or proves, would have to know what comes after it.
        model = net({"a": 1, "x": 1, "b": 0, "c": 0, "d": 0}, {"s": (["a"], ["b", "c"]), "t": (["b", "x"], ["c", "x"]), "u": (["d"], [])})
        folder = instance(self, model, ReachabilityCardinality=formulas(seen=(*EF, at_least(1, "b")), never=(*EF, at_least(1, "d"))))
        self.assertEqual(ask(self, UNKNOWN, folder, "ReachabilityCardinality"), {"seen": "TRUE", "never": "CANNOT_COMPUTE"})
        self.assertEqual(set(ask(self, UNKNOWN, folder, "StateSpace").values()), {"CANNOT_COMPUTE"})

    def test_a_marked_place_that_nobody_empties_is_never_empty(self):
        # q has the states q and twice. That it is not in the first is no question about the second.
        folder = instance(self, net({"p": 1, "q": 1}, {"t": (["p"], ["q"]), "u": (["q"], ["q"])}),
                          ReachabilityCardinality=formulas(empty=(*EF, "<negation>" + at_least(1, "q") + "</negation>"), marked=(*AG, at_least(1, "q")), moved=(*AG, at_least(1, "p"))),
                          ReachabilityFireability=formulas(u=(*AG, "<is-fireable><transition>u</transition></is-fireable>")))
        cannot = "CANNOT_COMPUTE"
        self.assertEqual(ask(self, UNKNOWN, folder, "ReachabilityCardinality"), {"empty": cannot, "marked": cannot, "moved": cannot})
        self.assertEqual(ask(self, UNKNOWN, folder, "ReachabilityFireability"), {"u": cannot})

    def test_random_nets_that_are_not_one_safe(self):
        # The token game with as many tokens as come. A net of which that does not end says nothing here.
        said, unsafe = 0, 0
        for seed in range(40 if SANITIZED else 120):
            dice = random.Random(seed)
            game = RandomGame(dice)
            markings = game.markings()
            if markings is None:
                continue
            unsafe += any(tokens > 1 for marking in markings for tokens in marking)
            asked = {f"q{i}": game.question() for i in range(8)}
            folder = instance(self, net(game.places, game.transitions), ReachabilityCardinality=formulas(**{name: (*path, xml) for name, (path, xml, _) in asked.items()}))
            answer = run("parley", "mcc", folder, "ReachabilityCardinality", "--threads", "1", "--evidence", folder / "out")
            self.assertIn(answer.code, (AS_EXPECTED, UNKNOWN), answer)
            for name, found in answers(answer.stdout).items():
                path, xml, holds = asked[name]
                truth = any(map(holds, markings)) if path == EF else all(map(holds, markings))
                if found != "CANNOT_COMPUTE":
                    said += 1
                    self.assertEqual(found, str(truth).upper(), f"seed {seed}: {xml} in {game.places} {game.transitions}")
        self.assertGreater(unsafe, 10)
        self.assertGreater(said, 100)   # or the test would show little

    def test_a_limit_while_reading(self):
        answer = self.expect(UNKNOWN, "parley", "mcc", TWO_LOCKS, "ReachabilityFireability", "--time-limit", "0.000001s")
        self.assertEqual(answer.stdout, "CANNOT_COMPUTE\n")


class ContestFiles(TestCase):
    def test_evidence_is_judged_by_the_net_alone(self):
        for examination in ("ReachabilityDeadlock", "ReachabilityFireability", "ReachabilityCardinality"):
            out = self.folder / examination
            ask(self, AS_EXPECTED, TWO_LOCKS, examination, "--evidence", out)
            files = sorted(out.iterdir())
            self.assertEqual([path.name.removesuffix(".evidence") for path in files], sorted(ANSWERS[examination]))
            judged = self.expect(ACCEPTED, "parley-check", TWO_LOCKS / "model.pnml", *files)
            self.assertEqual(judged.stdout.count("accepted: "), len(files), judged)

    def test_a_formula_may_be_called_like_what_is_taken_for_granted(self):
        monitored = (SOURCE / "tests/pnml/nets/monitored.pnml").read_text()
        folder = instance(self, monitored, ReachabilityCardinality=formulas(**{"1-safe": (*EF, at_least(3, "x", "y", "z"))}))
        out = self.folder / "out"
        self.assertEqual(ask(self, AS_EXPECTED, folder, "ReachabilityCardinality", "--evidence", out), {"1-safe": "FALSE"})
        files = sorted(out.iterdir())
        self.assertEqual(len(files), 2, files)
        self.expect(ACCEPTED, "parley-check", folder / "model.pnml", *files)

    def test_json(self):
        for examination in EXAMINATIONS:
            result = self.expect(AS_EXPECTED, "parley", "mcc", TWO_LOCKS, examination, "--json", "-").json()
            jsonschema.validate(result, SCHEMA)
            names = ["explore"] if examination == "StateSpace" else list(ANSWERS[examination])
            self.assertEqual([check["name"] for check in result["checks"]], names)
            if examination != "StateSpace":
                self.assertTrue(all(check["evidence"]["checked"] for check in result["checks"]), result)
        path = self.folder / "result.json"
        self.assertEqual(ask(self, AS_EXPECTED, TWO_LOCKS, "StateSpace", "--json", path), ANSWERS["StateSpace"])
        self.assertEqual(json.loads(path.read_text())["checks"][0]["statistics"]["most_tokens"], 4)

    def test_usage(self):
        self.assertIn("StateSpace", self.expect(USAGE, "parley", "mcc", TWO_LOCKS, "UpperBounds").stderr)
        self.expect(USAGE, "parley", "mcc", TWO_LOCKS)
        self.expect(USAGE, "parley", "mcc", TWO_LOCKS, "StateSpace", "--engine", "lazy")
        self.assertIn("cannot count", self.expect(USAGE, "parley", "mcc", TWO_LOCKS, "StateSpace", "--engine", "leap").stderr)

    def test_bad_input(self):
        missing = self.expect(BAD_INPUT, "parley", "mcc", self.folder, "StateSpace")
        self.assertIn("model.pnml: error: there is no such file [file-missing]", missing.stderr)
        folder = instance(self, net({"a": 1}, {"t": (["a"], [])}))
        self.assertIn("ReachabilityCardinality.xml: error: there is no such file", self.expect(BAD_INPUT, "parley", "mcc", folder, "ReachabilityCardinality").stderr)
        instance(self, net({"a": 1}, {"t": (["a"], [])}), ReachabilityCardinality=formulas(q=(*EF, at_least(1, "aa")), r=(*EF, at_least(1, "zebra"))), ReachabilityFireability="<property-set/>")
        wrong = self.expect(BAD_INPUT, "parley", "mcc", folder, "ReachabilityCardinality")
        self.assertRegex(wrong.stderr, r"x/ReachabilityCardinality\.xml:3:\d+: error: the net has no place 'aa' \[mcc-place\]")
        self.assertRegex(wrong.stderr, r":6:\d+: error: the net has no place 'zebra'")
        self.assertEqual(wrong.stdout, "")
        self.assertIn("[mcc-missing]", self.expect(BAD_INPUT, "parley", "mcc", folder, "ReachabilityFireability").stderr)


class ContestInstances(TestCase):
    SMALL = ("Philosophers-PT-000005", "ShieldRVt-PT-001A", "DatabaseWithMutex-PT-02", "StigmergyElection-PT-02a", "ResAllocation-PT-R003C002", "GPUForwardProgress-PT-04a", "IOTPpurchase-PT-C01M01P01D01")

    def test_all_answers_of_small_instances(self):
        models = third_party_models()
        if models is None or not (models / "mcc").is_dir():
            raise unittest.SkipTest("the contest's models are not here")
        for name in self.SMALL:
            for examination, file in EXAMINATIONS.items():
                lines = [line.split() for line in (models / "mcc" / name / file).read_text().splitlines()[1:]]
                self.assertEqual(ask(self, AS_EXPECTED, models / "mcc" / name, examination), {words[1]: words[2] for words in lines}, name)
