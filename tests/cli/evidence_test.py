"""Ring 3: what parley writes, parley-check accepts; what somebody has touched, it rejects."""
import re

from harness import ACCEPTED, AS_EXPECTED, BAD_INPUT, MODELS, REJECTED, TestCase, run

PHILOSOPHERS = MODELS / "philosophers.fsp"


class EvidenceTestCase(TestCase):
    def evidence(self, model, *arguments):
        """Runs the checks and gives the evidence files, sorted by name."""
        folder = self.folder / "evidence"
        answer = run("parley", "check", model, *arguments, "--evidence", folder)
        self.assertIn(answer.code, (0, 1), answer)
        files = sorted(path for path in folder.iterdir() if path.is_file())
        self.assertTrue(files, answer)
        return files

    def rejected(self, model, path, text):
        path.write_text(text)
        answer = run("parley-check", model, path)
        self.assertEqual(answer.code, REJECTED, answer)
        self.assertRegex(answer.stdout + answer.stderr, "(?i)reject")


class Accepted(EvidenceTestCase):
    def test_every_model(self):
        for model in sorted(MODELS.glob("*.fsp")):
            with self.subTest(model=model.name):
                answer = run("parley-check", model, *self.evidence(model))
                self.assertEqual(answer.code, ACCEPTED, answer)
                for path in (self.folder / "evidence").iterdir():
                    path.unlink()

    def test_definitions_are_in_the_file(self):
        files = self.evidence(PHILOSOPHERS, "-D", "N=3", "--deadlock", "--local-deadlock", "--never", "phil[0]@EATING && phil[1]@EATING")
        self.assertEqual(len(files), 3)
        self.expect(ACCEPTED, "parley-check", PHILOSOPHERS, *files)

    def test_an_automaton_of_others(self):
        model = self.write("a.aut", 'des (0, 3, 3)\n(0, "a", 1)\n(1, i, 0)\n(1, "b", 2)\n')
        self.expect(ACCEPTED, "parley-check", model, *self.evidence(model, "--deadlock"))

    def test_show_replays_the_steps(self):
        files = self.evidence(PHILOSOPHERS, "-D", "N=2", "--deadlock")
        text = self.expect(ACCEPTED, "parley-check", PHILOSOPHERS, *files, "--show").stdout
        for label in ("phil.0.sit", "phil.1.sit", "phil.0.left.take", "phil.1.left.take"):
            self.assertIn(label, text)

    def test_a_copy_of_the_model_elsewhere_is_the_same_model(self):
        files = self.evidence(PHILOSOPHERS, "-D", "N=2", "--deadlock")
        self.expect(ACCEPTED, "parley-check", self.write("copy.fsp", PHILOSOPHERS.read_bytes()), *files)


class Rejected(EvidenceTestCase):
    def trace(self):
        (path,) = self.evidence(PHILOSOPHERS, "-D", "N=3", "--deadlock")
        return path, path.read_text()

    def closed_set(self):
        (path,) = self.evidence(MODELS / "token-ring.fsp", "-D", "N=3", "--deadlock")
        return path, path.read_text()

    def test_a_flipped_step(self):
        path, text = self.trace()
        lines = text.splitlines(keepends=True)
        steps = [i for i, line in enumerate(lines) if ".take" in line]
        self.assertGreaterEqual(len(steps), 3, text)
        flipped = list(lines)
        flipped[steps[0]] = flipped[steps[0]].replace("left.take", "right.take")
        self.rejected(PHILOSOPHERS, path, "".join(flipped))

    def test_two_steps_exchanged(self):
        path, text = self.trace()
        lines = text.splitlines(keepends=True)
        sit = next(i for i, line in enumerate(lines) if "phil.0.sit" in line)
        take = next(i for i, line in enumerate(lines) if "phil.0.left.take" in line)
        lines[sit], lines[take] = lines[take], lines[sit]
        self.rejected(PHILOSOPHERS, path, "".join(lines))

    def test_every_line_left_out(self):
        # A line that can go without anybody noticing proves nothing, and should not be there.
        for make in (self.trace, self.closed_set):
            path, text = make()
            model = PHILOSOPHERS if make == self.trace else MODELS / "token-ring.fsp"
            lines = text.splitlines(keepends=True)
            for i in range(len(lines)):
                if lines[i].startswith("target "):
                    continue   # means the model's default then, which is the same here
                answer = self.judged(model, path, "".join(lines[:i] + lines[i + 1:]))
                self.assertEqual(answer.code, REJECTED, "left out: {}\n{}".format(lines[i], answer))
            path.unlink()

    def test_cut_off_anywhere(self):
        path, text = self.trace()
        for length in range(0, len(text) - 1, 7):
            self.assertEqual(self.judged(PHILOSOPHERS, path, text[:length]).code, REJECTED, text[:length])

    def test_something_after_the_end(self):
        path, text = self.trace()
        self.rejected(PHILOSOPHERS, path, text + "and so on\n")

    def test_the_verdict_turned_round(self):
        for make, word, other in [(self.trace, "violated", "holds"), (self.closed_set, "holds", "violated")]:
            path, text = make()
            model = PHILOSOPHERS if make == self.trace else MODELS / "token-ring.fsp"
            self.assertIn(word, text)
            self.rejected(model, path, re.sub(r"\b{}\b".format(word), other, text))
            path.unlink()

    def test_another_model(self):
        path, text = self.trace()
        self.rejected(MODELS / "philosophers-safe.fsp", path, text)

    def test_a_model_with_one_more_blank(self):
        path, text = self.trace()
        self.rejected(self.write("copy.fsp", PHILOSOPHERS.read_text() + "\n"), path, text)

    def test_another_definition(self):
        path, text = self.trace()
        self.assertRegex(text, r"\bN\b.*\b3\b")
        self.rejected(PHILOSOPHERS, path, re.sub(r"^(.*\bN\b\W*)3\b", r"\g<1>4", text, count=1, flags=re.MULTILINE))

    def test_another_definition_on_the_command_line(self):
        path, _ = self.trace()
        self.expect(ACCEPTED, "parley-check", PHILOSOPHERS, path, "-D", "N=3")
        self.expect(REJECTED, "parley-check", PHILOSOPHERS, path, "-D", "N=4")

    def test_evidence_for_another_size(self):
        # Steps that are right for three philosophers do not stop five.
        path, text = self.trace()
        path.unlink()
        (five,) = self.evidence(PHILOSOPHERS, "--deadlock")
        self.rejected(PHILOSOPHERS, five, self.parted(five.read_text())[0] + self.parted(text)[1])

    def test_one_of_several(self):
        good, text = self.trace()
        bad = self.write("bad.evidence", text.replace("phil.0.sit", "phil.1.sit", 1))
        self.expect(REJECTED, "parley-check", PHILOSOPHERS, good, bad)

    def test_garbage(self):
        for text in ("", "\n", "hello\n", "\0\1\2", "parley-evidence 999\n"):
            self.expect(REJECTED, "parley-check", PHILOSOPHERS, self.write("garbage", text))

    def test_absent_files(self):
        path, _ = self.trace()
        self.assertIn("rejected", self.expect(REJECTED, "parley-check", PHILOSOPHERS, self.folder / "nowhere").stdout)
        self.expect(BAD_INPUT, "parley-check", self.folder / "nowhere.fsp", path)

    def judged(self, model, path, text):
        path.write_text(text)
        return run("parley-check", model, path)

    @staticmethod
    def parted(text):
        """Header and body of an evidence file."""
        at = text.index("\nevidence ") + 1
        return text[:at], text[at:]


def monitored(name):
    """A net that is 1-safe, which only a search shows: it is read under that assumption."""
    arcs = [("x", "go"), ("y", "go"), ("go", "y"), ("go", "z"), ("y", "back"), ("z", "back"), ("back", "x"), ("back", "z")]
    return "<net id='{}' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>{}<place id='z'/>{}{}</page></net>".format(
        name,
        "".join("<place id='{}'><initialMarking><text>1</text></initialMarking></place>".format(place) for place in "xy"),
        "".join("<transition id='{}'/>".format(transition) for transition in ("go", "back")),
        "".join("<arc source='{}' target='{}'/>".format(*arc) for arc in arcs))


class Assumed(EvidenceTestCase):
    """Evidence for the assumption of a network assures certificates about this network only."""

    def setUp(self):
        super().setUp()
        self.model = self.write("two.pnml", "<pnml>{}{}</pnml>".format(monitored("one"), monitored("two")))
        self.files = {}
        for target in ("one", "two"):
            out = self.folder / target
            self.expect(AS_EXPECTED, "parley", "check", self.model, "--target", target, "--never", "x@x && y@y && z@z", "--evidence", out)
            self.files[target] = (out / "never-1.evidence", out / "1-safe.evidence")

    def test_each_network_needs_its_own(self):
        (one, safe_one), (two, safe_two) = self.files["one"], self.files["two"]
        for files in ((one, safe_one), (safe_two, two), (one, two, safe_two, safe_one), (one, safe_one, safe_two, two)):
            self.expect(ACCEPTED, "parley-check", self.model, *files)
        for files in ((one, safe_two), (safe_two, one), (one, two, safe_one), (safe_one, one, two)):
            answer = self.expect(REJECTED, "parley-check", self.model, *files)
            self.assertEqual(answer.stdout.count("rejected:"), 1, answer)
            self.assertIn("only together with accepted evidence for '1-safe'", answer.stdout)

    def test_another_header_is_another_network(self):
        # The nets are alike but for their names, so what is under the header fits both.
        one, safe_two = self.files["one"][0], self.files["two"][1]
        safe_two.write_text(safe_two.read_text().replace("target two", "target one"))
        self.expect(ACCEPTED, "parley-check", self.model, one, safe_two)

    def test_another_network_in_between(self):
        # The networks are built again as they are needed; what was shown about them is kept.
        (one, safe_one), (two, safe_two) = self.files["one"], self.files["two"]
        self.expect(ACCEPTED, "parley-check", self.model, safe_one, safe_two, one, two)

    def test_other_definitions_observers_and_options_are_another_network(self):
        # PNML has neither definitions nor observers, and its reader takes no notice of the option.
        one, safe_one = self.files["one"]
        text = safe_one.read_text()
        for lines, rejected, why in (("define N=1\ntarget one", 2, "as the evidence says"), ("target one\nobserver ONCE", 2, "no property automaton"),
                                     ("target one\noption ltsa-compat on", 1, "only together")):
            safe_one.write_text(text.replace("target one", lines))
            answer = self.expect(REJECTED, "parley-check", self.model, safe_one, one)
            self.assertEqual(answer.stdout.count("rejected:"), rejected, answer)
            self.assertIn(why, answer.stdout)
