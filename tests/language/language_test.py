"""One file per construct and per pitfall of the language, with the answer that docs/formats/fsp.md gives.

The checks in a file say what they expect. Comments of these forms say the rest:

// flags: --ltsa-compat              the options with which it is read
// diagnostic: CODE                  it is refused with this error
// warns: CODE                       it is read with this warning and no other
// states: 3 transitions: 4          of the default target
// verdicts: deadlock-1=violated     of a file without checks
"""
import re

from harness import ACCEPTED, AS_EXPECTED, BAD_INPUT, SOURCE, TestCase, run

FOLDER = SOURCE / "tests" / "language"
LEAST_FILES, LEAST_VIOLATED = 40, 20


def directive(text, name):
    found = re.search(r"^// {}: (.*)$".format(name), text, re.MULTILINE)
    return found[1].split() if found else []


class Language(TestCase):
    def setUp(self):
        super().setUp()
        self.texts = {path: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.fsp"))}

    def test_every_file_answers_as_it_says(self):
        violated = 0
        for path, text in self.texts.items():
            with self.subTest(file=path.name):
                flags = directive(text, "flags")
                refused = directive(text, "diagnostic")
                if refused:
                    self.refused(path, flags, refused[0])
                else:
                    verdicts = self.answered(path, flags, text)
                    self.counted(path, flags, text)
                    violated += "violated" in verdicts
        self.assertGreaterEqual(len(self.texts), LEAST_FILES)
        self.assertGreaterEqual(violated, LEAST_VIOLATED)

    def refused(self, path, flags, code):
        answer = self.expect(BAD_INPUT, "parley", "check", path, *flags)
        self.assertRegex(answer.stderr, r"{}:\d+:\d+: error: .* \[{}\]".format(re.escape(path.name), code))

    def answered(self, path, flags, text):
        """The verdicts are the expected ones, and parley-check accepts the evidence of each known verdict."""
        evidence = self.folder / path.stem
        answer = run("parley", "check", path, *flags, "--json", "-", "--evidence", evidence)
        self.assertEqual(sorted(set(re.findall(r"warning: .* \[([a-z-]+)\]", answer.stderr))), directive(text, "warns"), answer)
        checks = answer.json()["checks"]
        self.assertTrue(checks, answer)
        stated = dict(pair.split("=") for pair in directive(text, "verdicts"))
        if stated:
            self.assertEqual({check["name"] for check in checks}, set(stated), answer)
        unknown = {name for name in re.findall(r"check (\w+) .*expect unknown", text)}
        for check in checks:
            if stated:
                self.assertEqual(check["verdict"], stated[check["name"]], check)
            elif check["kind"] in unknown and check["verdict"] == "unknown":
                self.assertTrue(check["reason"], check)
                continue
            else:
                self.assertTrue(check["expected"], check)
            self.assertTrue(check["evidence"]["checked"], check)
        files = [check["evidence"]["file"] for check in checks if check["verdict"] != "unknown"]
        self.expect(ACCEPTED, "parley-check", path, *files)
        return [check["verdict"] for check in checks]

    def counted(self, path, flags, text):
        sizes = directive(text, "states")
        if not sizes:
            return
        answer = self.expect(AS_EXPECTED, "parley", "explore", path, *flags, "--json", "-")
        statistics = answer.json()["checks"][0]["statistics"]
        self.assertEqual([str(statistics["states"]), str(statistics["transitions"])], [sizes[0], sizes[2]])
