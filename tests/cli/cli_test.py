"""The command line keeps docs/commands.md and docs/json.md: exit codes, JSON, flags, output."""
import json
import os
import unittest

import jsonschema

from harness import AS_EXPECTED, BAD_INPUT, CANNOT_WRITE, MODELS, SOURCE, UNEXPECTED, UNKNOWN, USAGE, TestCase, run

PHILOSOPHERS = MODELS / "philosophers.fsp"
SAFE = MODELS / "philosophers-safe.fsp"
# Reduced, sixteen philosophers are soon done with.
FULL_SEARCH = ("--engine", "explicit", "--set", "explicit.stubborn=off")
SCHEMA = json.loads((SOURCE / "docs" / "formats" / "result.schema.json").read_text())

# Keys that a clock, a scheduler or an allocator decides; all else must be the same bytes in every run.
MEASURED = ("_s", "_bytes", "_per_second", "_per_state")


def without_measures(value):
    if isinstance(value, dict):
        return {key: without_measures(inner) for key, inner in value.items() if not key.endswith(MEASURED)}
    return [without_measures(inner) for inner in value] if isinstance(value, list) else value


class ExitCodes(TestCase):
    def test_as_expected(self):
        self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS)

    def test_a_flag_expects_holds(self):
        self.expect(UNEXPECTED, "parley", "check", PHILOSOPHERS, "--deadlock")
        self.expect(AS_EXPECTED, "parley", "check", SAFE, "--deadlock")

    def test_reach_and_never(self):
        self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS, "--reach", "phil[0]@EATING")
        self.expect(UNEXPECTED, "parley", "check", PHILOSOPHERS, "--never", "phil[0]@EATING")
        self.expect(UNEXPECTED, "parley", "check", PHILOSOPHERS, "--reach", "phil[0]@EATING && phil[1]@EATING")
        self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS, "--never", "phil.0@EATING && phil.1@EATING")

    def test_a_property_automaton(self):
        self.expect(AS_EXPECTED, "parley", "check", MODELS / "alternating-bit.fsp", "--target", "PROTOCOL", "--property", "IN_ORDER")
        self.expect(UNEXPECTED, "parley", "check", MODELS / "alternating-bit.fsp", "--target", "BROKEN", "--property", "IN_ORDER")

    def test_one_check_of_the_file(self):
        answer = self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS, "--check", "Neighbours", "--json", "-")
        self.assertEqual([check["name"] for check in answer.json()["checks"]], ["Neighbours"])
        self.assertIn("Nobody", self.expect(BAD_INPUT, "parley", "check", PHILOSOPHERS, "--check", "Nobody").stderr)

    def test_unknown(self):
        answer = self.expect(UNKNOWN, "parley", "check", SAFE, "-D", "N=16", "--deadlock", *FULL_SEARCH, "--time-limit", "0.3s", timeout=120)
        self.assertIn("unknown (time limit", answer.stdout + answer.stderr)

    def test_unknown_that_was_expected(self):
        model = self.write("patient.fsp", SAFE.read_text().split("// A table for one")[0] + "check deadlock DINERS expect unknown\n")
        self.expect(AS_EXPECTED, "parley", "check", model, "-D", "N=16", *FULL_SEARCH, "--time-limit", "0.3s", timeout=120)
        self.expect(UNEXPECTED, "parley", "check", model, "-D", "N=3")

    def test_usage(self):
        for arguments in ([], ["frobnicate"], ["check"], ["check", PHILOSOPHERS, "--engine", "quantum"], ["check", PHILOSOPHERS, "--set", "explicit.nothing=on"],
                          ["check", PHILOSOPHERS, "--set", "nonsense"], ["check", PHILOSOPHERS, "--time-limit", "soon"], ["check", PHILOSOPHERS, "--memory-limit", "much"],
                          ["check", PHILOSOPHERS, "--threads", "0"], ["check", PHILOSOPHERS, "--quiet", "--verbose"], ["check", PHILOSOPHERS, SAFE],
                          ["explore"], ["explore", PHILOSOPHERS, "--deadlock"], ["convert", PHILOSOPHERS], ["mcc"], ["mcc", "."], ["mcc", ".", "CTLFireability"]):
            with self.subTest(arguments=arguments):
                answer = self.expect(USAGE, "parley", *arguments)
                self.assertNotEqual(answer.stderr, "")
                self.assertEqual(answer.stdout, "")

    def test_an_engine_that_declines_says_why(self):
        answer = self.expect(UNKNOWN, "parley", "check", PHILOSOPHERS, "--engine", "lazy", "--deadlock")
        self.assertIn("unknown (a deadlock is about all components at once", answer.stdout)

    def test_an_engine_that_does_not_exist_is_named_in_the_message(self):
        self.assertIn("message-passing", self.expect(USAGE, "parley", "check", PHILOSOPHERS, "--engine", "message-passing").stderr)

    def test_judge_usage(self):
        for arguments in ([], [PHILOSOPHERS], ["--frobnicate"]):
            self.expect(USAGE, "parley-check", *arguments)

    def test_output_not_writable(self):
        self.expect(CANNOT_WRITE, "parley", "check", PHILOSOPHERS, "--json", self.folder / "no" / "such" / "folder.json")
        self.expect(CANNOT_WRITE, "parley", "check", PHILOSOPHERS, "--evidence", self.write("file", "in the way"))
        self.expect(CANNOT_WRITE, "parley", "convert", PHILOSOPHERS, "-o", self.folder / "no" / "out.aut")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_disk_full(self):
        self.expect(CANNOT_WRITE, "parley", "check", PHILOSOPHERS, "--json", "/dev/full")

    def test_version_and_help(self):
        libraries = [r"\{fmt\} \d+\.\d+\.\d+", r"CLI11 \d+\.\d+", r"pugixml \d+\.\d+"]
        more = [r"nlohmann-json \d+\.\d+\.\d+", r"CaDiCaL \w+", r"Z3 \d+\.\d+\.\d+", r"CLP \d+\.\d+"]   # Debian's CaDiCaL has a name instead of numbers
        for program, expected in (("parley", libraries + more), ("parley-check", libraries)):
            version = self.expect(0, program, "--version").stdout
            for part in [r"parley \d+\.\d+\.\d+"] + expected:
                self.assertRegex(version, part)
        self.assertIn("check", self.expect(0, "parley", "--help").stdout)
        self.assertIn("--deadlock", self.expect(0, "parley", "check", "--help").stdout)


class Json(TestCase):
    def valid(self, *arguments, code=AS_EXPECTED):
        answer = self.expect(code, "parley", *arguments, "--json", "-")
        result = answer.json()   # stdout carries nothing but JSON
        jsonschema.validate(result, SCHEMA)
        return result

    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_the_schema_can_refuse(self):
        result = self.valid("check", PHILOSOPHERS)
        for damage in ("schema", "checks", "model"):
            broken = dict(result)
            del broken[damage]
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(broken, SCHEMA)
        result["checks"][0]["verdict"] = "perhaps"
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(result, SCHEMA)

    def test_every_model_is_valid(self):
        for model in sorted(MODELS.glob("*.fsp")):
            self.valid("check", model)

    def test_explore(self):
        check = self.valid("explore", PHILOSOPHERS)["checks"][0]
        self.assertEqual(check["kind"], "explore")
        for key in ("states", "transitions", "deadlocks", "local_deadlocks", "depth", "bytes_per_state", "states_per_second"):
            self.assertIn(key, check["statistics"])

    def test_info(self):
        schema = json.loads((SOURCE / "docs" / "formats" / "info.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        info = self.expect(AS_EXPECTED, "parley", "info", PHILOSOPHERS, "--json", "-").json()
        jsonschema.validate(info, schema)
        self.assertEqual(info["model"]["components"], 10)

    def test_model(self):
        model = self.valid("check", PHILOSOPHERS, "-D", "N=3")["model"]
        self.assertEqual((model["components"], model["states"], model["target"], model["definitions"]), (6, 24, "DINERS", {"N": 3}))
        self.assertRegex(model["files"][0]["sha256"], "^[0-9a-f]{64}$")

    def test_unknown_is_valid(self):
        check = self.valid("check", SAFE, "-D", "N=16", "--deadlock", *FULL_SEARCH, "--time-limit", "0.3s", code=UNKNOWN)["checks"][0]
        self.assertEqual((check["verdict"], check["expected"]), ("unknown", None))
        self.assertIn("time limit", check["reason"])

    def test_trace_of_a_violation(self):
        check = self.valid("check", PHILOSOPHERS, "-D", "N=2", "--deadlock", code=UNEXPECTED)["checks"][0]
        self.assertEqual((check["kind"], check["verdict"], check["expected"]), ("deadlock", "violated", False))
        self.assertEqual(check["evidence"]["kind"], "trace")
        self.assertEqual(check["evidence"]["length"], 4)   # two sit down, two take the left fork: breadth first is shortest
        self.assertEqual(len(check["trace"]), 4)
        self.assertEqual(sorted(step["label"] for step in check["trace"]), ["phil.0.left.take", "phil.0.sit", "phil.1.left.take", "phil.1.sit"])
        self.assertEqual(check["trace"][-1]["moves"].keys() & {"phil.0", "phil.1"}, {check["trace"][-1]["label"][:6]})

    def test_names(self):
        names = [check["name"] for check in self.valid("check", PHILOSOPHERS)["checks"]]
        self.assertEqual(names, ["deadlock-1", "local_deadlock-1", "EverySecond", "Neighbours", "Half"])

    def test_names_without_a_language(self):
        model = self.write("a.aut", 'des (0, 1, 1)\n(0, "a", 0)\n')
        self.assertEqual([check["name"] for check in self.valid("check", model)["checks"]], ["deadlock-1"])
        flags = ("--never", "a@0 && !(a@0)", "--deadlock", "--never", "!(a@0)")
        self.assertEqual([check["name"] for check in self.valid("check", model, *flags)["checks"]], ["never-1", "deadlock-1", "never-2"])

    def test_to_a_file_beside_the_text(self):
        path = self.folder / "result.json"
        answer = self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS, "--json", path)
        jsonschema.validate(json.loads(path.read_text()), SCHEMA)
        # A refused model has no result, and leaves nobody else's in its place.
        self.expect(BAD_INPUT, "parley", "check", self.write("broken.fsp", "P = (a -> ."), "--json", path)
        self.assertFalse(path.exists())
        self.assertIn("violated", answer.stdout)

    def test_same_bytes_every_time_and_for_any_number_of_threads(self):
        first = None
        for threads in ("1", "2", "1"):
            now = without_measures(self.valid("check", PHILOSOPHERS, "--threads", threads, "--seed", "7"))
            first = first or now
            self.assertEqual(now, first)

    def test_a_candidate_keeps_what_it_survived_through_all_turns(self):
        # Nobody may do enough, and synchro has pairs alone: the first turn leaves a candidate, the later ones only look for a run to it.
        little = {"explicit.most-states": 10, "explicit.walk-steps": 0, "leap.most-states": 10, "leap.walk-steps": 0, "synchro.budget": 0, "synchro.groups": 0,
                  **{"synchro." + name: "off" for name in ("sums", "traps", "congruences", "order", "order-data", "ranking", "last-resort")}}
        settings = [word for name, value in little.items() for word in ("--set", f"{name}={value}")]
        check = self.expect(UNKNOWN, "parley", "check", SAFE, "-D", "N=12", "--deadlock", *settings, "--json", "-").json()["checks"][0]
        self.assertEqual(check["candidate"]["count"], 24)
        self.assertEqual(check["candidate"]["survived"], ["pair"])


class Text(TestCase):
    def test_quiet_is_one_line_a_check(self):
        answer = self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS, "--quiet")
        self.assertEqual(len(answer.stdout.splitlines()), 5, answer)

    def test_verbose_says_more(self):
        normal = self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS).stdout
        verbose = self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS, "--verbose").stdout
        self.assertGreater(len(verbose), len(normal))

    def test_the_circle_is_explained(self):
        text = self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS).stdout
        self.assertIn("phil.0", text)
        self.assertIn("fork.0", text)
        self.assertRegex(text, r"(?i)wait")
        self.assertRegex(text, r"(?i)c(ircle|ycle)")

    def test_nothing_on_stderr_in_a_pipe(self):
        self.assertEqual(self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS).stderr, "")

    def test_no_terminal_codes_in_a_pipe(self):
        self.assertNotIn("\x1b", self.expect(AS_EXPECTED, "parley", "check", PHILOSOPHERS).stdout)

    def test_info(self):
        text = self.expect(AS_EXPECTED, "parley", "info", PHILOSOPHERS).stdout
        self.assertIn("10", text)
        self.assertRegex(text, r"(?i)components")

    def test_engines(self):
        self.assertIn("explicit", self.expect(AS_EXPECTED, "parley", "engines").stdout)

    def test_paths_are_relative_to_the_caller(self):
        self.write("here.fsp", "P = (a -> P).\n")
        self.expect(AS_EXPECTED, "parley", "check", "here.fsp", cwd=self.folder)


class Convert(TestCase):
    def test_product_and_back(self):
        out = self.folder / "product.aut"
        self.expect(AS_EXPECTED, "parley", "convert", PHILOSOPHERS, "-D", "N=3", "-o", out)
        self.assertRegex(out.read_text(), r"^des ?\(0, ?240, ?99\)")
        answer = self.expect(AS_EXPECTED, "parley", "explore", out, "--json", "-")
        statistics = answer.json()["checks"][0]["statistics"]
        self.assertEqual((statistics["states"], statistics["transitions"], statistics["deadlocks"]), (99, 240, 1))

    def test_component(self):
        out = self.folder / "phil.aut"
        self.expect(AS_EXPECTED, "parley", "convert", PHILOSOPHERS, "--component", "phil.0", "-o", out)
        self.assertRegex(out.read_text(), r"^des ?\(0, ?6, ?6\)")

    def test_dot(self):
        out = self.folder / "product.dot"
        self.expect(AS_EXPECTED, "parley", "convert", PHILOSOPHERS, "-D", "N=2", "-o", out)
        self.assertRegex(out.read_text(), r"^digraph")

    def test_network_and_back(self):
        first, second = self.folder / "network.fsp", self.folder / "again.fsp"
        self.expect(AS_EXPECTED, "parley", "convert", PHILOSOPHERS, "-D", "N=3", "-o", first)
        self.assertIn("phil.0:left.take * fork.0:take -> phil.0.left.take", first.read_text())
        self.expect(AS_EXPECTED, "parley", "convert", first, "-o", second)
        self.assertEqual(first.read_bytes(), second.read_bytes())
        answer = self.expect(AS_EXPECTED, "parley", "explore", first, "--json", "-")
        statistics = answer.json()["checks"][0]["statistics"]
        self.assertEqual((statistics["states"], statistics["transitions"], statistics["deadlocks"]), (99, 240, 1))

    def test_checks_come_along(self):
        for model in sorted(MODELS.rglob("*.fsp")):
            out = self.folder / model.name
            self.expect(AS_EXPECTED, "parley", "convert", model, "-o", out)
            target = self.expect(AS_EXPECTED, "parley", "info", model, "--json", "-").json()["model"]["target"]
            asked = self.expect(AS_EXPECTED, "parley", "check", model, "--json", "-").json()["checks"]
            again = self.expect(AS_EXPECTED, "parley", "check", out, "--json", "-").json()
            self.assertEqual(again["model"]["target"], target)
            verdicts = {check["name"]: (check["kind"], check["verdict"]) for check in asked if check["target"] == target}
            self.assertEqual({check["name"] for check in again["checks"]}, set(verdicts), model.name)
            for check in again["checks"]:
                self.assertEqual((check["kind"], check["verdict"]), verdicts[check["name"]], (model.name, check["name"]))
            # Nothing is left out but what asks about another target.
            for line in out.read_text().splitlines():
                if "not written" in line:
                    self.assertIn("it asks about '", line)

    def test_a_property_added_for_a_check_comes_along(self):
        model = self.write("lock.fsp", """
            USER = (enter -> exit -> USER).
            property MUTEX = (a.enter -> a.exit -> MUTEX | b.enter -> b.exit -> MUTEX) + {c.enter}.
            ||WRONG = (a:USER || b:USER).
            check Broken = property MUTEX on WRONG expect fail
            check deadlock WRONG
            """)
        out, again = self.folder / "out.fsp", self.folder / "again.fsp"
        self.expect(AS_EXPECTED, "parley", "convert", model, "-o", out)
        self.assertIn("check Broken = property MUTEX on WRONG expect fail", out.read_text())
        self.expect(AS_EXPECTED, "parley", "check", out)
        self.expect(AS_EXPECTED, "parley", "convert", out, "-o", again)
        self.assertEqual(out.read_bytes(), again.read_bytes())

    def test_component_as_fsp(self):
        out = self.folder / "phil.fsp"
        self.expect(AS_EXPECTED, "parley", "convert", PHILOSOPHERS, "--component", "phil[0]", "-o", out)
        self.assertIn("||SYS = (\n     phil.0:PHIL\n) sync {\n  phil.0:sit -> sit,", out.read_text())
        answer = self.expect(AS_EXPECTED, "parley", "explore", out, "--json", "-")
        self.assertEqual(answer.json()["checks"][0]["statistics"]["states"], 6)

    def statistics(self, path, *arguments):
        found = self.expect(AS_EXPECTED, "parley", "explore", path, *arguments, "--json", "-").json()["checks"][0]["statistics"]
        return found["states"], found["transitions"], found["deadlocks"]

    def test_network_as_exp_and_back(self):
        first, second, fsp = self.folder / "network.exp", self.folder / "again.exp", self.folder / "again.fsp"
        self.expect(AS_EXPECTED, "parley", "convert", PHILOSOPHERS, "-D", "N=3", "-o", first)
        self.assertIn('"left.take" * "take" * _ * _ * _ * _ -> "phil.0.left.take"', first.read_text())
        self.assertEqual(sorted(path.name for path in self.folder.glob("*.aut")), ["network_fork.0.aut", "network_phil.0.aut"])
        self.assertEqual(self.statistics(first), (99, 240, 1))
        self.expect(AS_EXPECTED, "parley", "convert", first, "-o", second)
        self.assertEqual(first.read_text(), second.read_text().replace("again_", "network_"))
        self.expect(AS_EXPECTED, "parley", "convert", first, "-o", fsp)
        self.assertEqual(self.statistics(fsp), (99, 240, 1))
        # Components keep their names, and have the numbers of their states.
        self.expect(AS_EXPECTED, "parley", "check", first, "--reach", "phil.0@1 && fork.1@1")
        self.expect(UNEXPECTED, "parley", "check", first)

    def test_models_as_exp(self):
        refused = []
        for model in sorted(MODELS.rglob("*.fsp")):
            out = self.folder / (model.stem + ".exp")
            answer = run("parley", "convert", model, "-o", out)
            if answer.code == BAD_INPUT:
                self.assertRegex(answer.stderr, r"\[exp-write-(observer|error)\]")
                self.assertFalse(out.exists())
                refused.append(model.name)
                continue
            self.assertEqual(answer.code, AS_EXPECTED, answer)
            limits = ("--time-limit", "20s")
            if run("parley", "explore", model, "--time-limit", "1s").code == AS_EXPECTED:
                self.assertEqual(self.statistics(out, *limits), self.statistics(model, *limits), model.name)
        self.assertLess(len(refused), 10, refused)

    def test_what_exp_cannot_say_is_refused(self):
        for code, text in [("exp-write-error", "P = (a -> ERROR | b -> P).\n"), ("exp-write-observer", "P = (a -> P).\nproperty Q = (a -> Q).\n||S = (P || Q).\n")]:
            with self.subTest(code=code):
                out = self.folder / "out.exp"
                answer = self.expect(BAD_INPUT, "parley", "convert", self.write("m.fsp", text), "-o", out)
                self.assertIn("[" + code + "]", answer.stderr)
                self.assertFalse(out.exists())

    def test_ends_survive_exp(self):
        out = self.folder / "out.exp"
        model = self.write("m.fsp", "P = (a -> END).\n||S = (p[0..2]:P).\n")
        self.expect(AS_EXPECTED, "parley", "check", model, "--deadlock")
        self.expect(AS_EXPECTED, "parley", "convert", model, "-o", out)
        self.expect(AS_EXPECTED, "parley", "check", out, "--deadlock")

    def test_component_as_exp(self):
        out = self.folder / "phil.exp"
        self.expect(AS_EXPECTED, "parley", "convert", PHILOSOPHERS, "--component", "phil[0]", "-o", out)
        self.assertEqual(self.statistics(out), (6, 6, 0))
        self.expect(CANNOT_WRITE, "parley", "convert", PHILOSOPHERS, "-o", self.folder / "no" / "out.exp")

    def test_evidence_for_exp_records_every_file(self):
        self.write("a.aut", 'des (0, 1, 2)\n(0, "A", 1)\n')
        model = self.write("m.exp", '"a" |[A]| "a"')
        out = self.folder / "evidence"
        self.expect(UNEXPECTED, "parley", "check", model, "--evidence", out)
        evidence = next(out.iterdir())
        self.expect(0, "parley-check", model, evidence)
        self.assertIn("a.aut", evidence.read_text())
        self.write("a.aut", 'des (0, 1, 2)\n(0, "B", 1)\n')
        self.expect(1, "parley-check", model, evidence)

    def test_unknown_component(self):
        out = self.folder / "nobody.fsp"
        self.expect(BAD_INPUT, "parley", "convert", PHILOSOPHERS, "--component", "phil.99", "-o", out)
        self.assertFalse(out.exists())

    def test_unknown_ending(self):
        self.expect(USAGE, "parley", "convert", PHILOSOPHERS, "-o", self.folder / "product.xyz")
