"""Broken .exp files: some text provokes every diagnostic of docs/formats/exp.md, with its place.

One run reports several mistakes.
"""
import re

from harness import BAD_INPUT, SANITIZED, SOURCE, TestCase, run

A = 'des (0, 2, 2)\n(0, "A", 1)\n(1, "B !1", 0)\n'

# A text that is refused, and all its errors: code, line, column.
ERRORS = {
    "": [("exp-empty", 1, 1)],
    "(* only this *)\n": [("exp-empty", 1, 1)],
    '"a" |||': [("exp-syntax", 1, 8)],
    'hide A,\n  B "a"': [("exp-syntax", 2, 5)],
    "a": [("exp-syntax", 1, 1)],
    '("a"\n': [("exp-end", 1, 1)],
    'par A in "a" || "a"\n': [("exp-end", 1, 1)],
    '"a" ||| "a" end par': [("exp-end", 1, 13)],
    '"a" ||| $ "a"': [("exp-character", 1, 9)],
    '"a': [("exp-string", 1, 1)],
    '"a" (* and so on': [("exp-comment", 1, 5)],
    "(" * 150000: [("exp-depth", 1, 100001)],
    'prio A > B in "a" end prio': [("exp-prio", 1, 1)],
    '"a" \\ {A}': [("exp-unsupported", 1, 5)],
    '"a" [| {A} |] "a"': [("exp-unsupported", 1, 5)],
    'par using A * A -> A in "a" || "a" end par': [("exp-unsupported", 1, 1)],
    '"a.bcg"': [("exp-component", 1, 1)],
    '"nobody"\n||| "neither"': [("file-missing", 1, 1), ("file-missing", 2, 5)],
    '"a" (*@ called "x" *)': [("exp-note", 1, 5)],
    '"a" (*@ end 0 *)': [("exp-note", 1, 5)],
    'label par using "A" * _ -> x, "A" -> x, _ * _ -> y in "a" || "a" end par': [("exp-vector", 1, 31), ("exp-vector", 1, 41)],
    '"a" |[i]| "a"': [("exp-hidden", 1, 7)],
    'label par using "i" -> "x" in "a" end par': [("exp-hidden", 1, 17)],
    'par A#3 in "a" || "a" end par': [("exp-count", 1, 5)],
    'total hide "[A", "\\(", "B\\{2,1\\}" in "a"': [("exp-regexp", 1, 13), ("exp-regexp", 1, 19), ("exp-regexp", 1, 26)],
    'total rename "A" -> "\\1" in "a"': [("exp-regexp", 1, 22)],
    'total rename "A" -> "\\(" in "a"': [("exp-regexp", 1, 22)],
    'total rename "\\(x*\\)A" -> "\\1" in "a"': [("exp-empty-label", 1, 27)],
}
WARNINGS = {
    'hide C in "a"': ("exp-unused", 1, 6),
    'label par using "a" -> x, "A" -> y in "a" end par': ("exp-unused", 1, 17),
    '"a" |[C]| "a"': ("exp-unused", 1, 7),
}
COMMAND_LINE = {"exp-definition": ["-D", "N=1"], "exp-target": ["--target", "b"], "exp-property": ["--property", "P"]}
WRITING = {"exp-write-observer", "exp-write-error"}   # tests/cli
TOO_LARGE = {"exp-too-large"}                          # four gigabytes, or billions of rules


class BrokenExp(TestCase):
    def said(self, text, word="error"):
        found = re.findall(r"^[^\n]*?:(\d+):(\d+): " + word + r": .+ \[([a-z0-9-]+)\]$", text, re.MULTILINE)
        return [(code, int(line), int(column)) for line, column, code in found]

    def test_each_error_is_reported_at_its_place(self):
        self.write("a.aut", A)
        for text, expected in ERRORS.items():
            with self.subTest(text=text[:60]):
                answer = self.expect(BAD_INPUT, "parley", "check", self.write("t.exp", text))
                self.assertEqual(self.said(answer.stderr), expected, answer)
                self.assertEqual(answer.stdout, "", answer)

    def test_an_error_has_a_hint(self):
        self.write("a.aut", A)
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("t.exp", 'label par using "A" -> x in "a" || "a" end par'))
        self.assertIn("this vector has 1 places, but there are 2 behaviours [exp-vector]", answer.stderr)
        self.assertIn("'_' stands for a behaviour that takes no part", answer.stderr)

    def test_errors_in_automata_have_places_in_their_files(self):
        self.write("a.aut", A)
        self.write("b.aut", 'des (0, 1, 1)\n(0, "a", 3)\n')
        self.write("c.aut", "nothing\n")
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("t.exp", '"b" ||| "a" ||| "b" ||| "c"'))
        self.assertEqual(self.said(answer.stderr), [("aut-state", 2, 10), ("aut-header", 1, 1)], answer)
        self.assertIn("b.aut:2:10", answer.stderr)

    def test_each_warning_is_reported_at_its_place(self):
        self.write("a.aut", A)
        for text, expected in WARNINGS.items():
            with self.subTest(text=text):
                answer = run("parley", "check", self.write("t.exp", text))
                self.assertIn(answer.code, (0, 1), answer)
                self.assertEqual(self.said(answer.stderr, "warning"), [expected], answer)

    def test_wrong_options_are_refused(self):
        self.write("a.aut", A)
        path = self.write("t.exp", '"a"')
        for code, arguments in COMMAND_LINE.items():
            with self.subTest(code=code):
                self.assertIn("[" + code + "]", self.expect(BAD_INPUT, "parley", "check", path, *arguments).stderr)

    def test_a_text_cut_off_anywhere_does_not_crash(self):
        self.write("a.aut", A)
        text = '(* all *) hide all but "A.*" in\nlabel par using "A" * _ -> "A 1", _ * B -> i in\n ("a" |[A]| "a.aut") || rename "B" -> C in "a" (*@ name "x" *) end rename end par end hide\n'
        self.assertIn(run("parley", "check", self.write("t.exp", text)).code, (0, 1))
        rejected = 0
        for length in range(0, len(text), 3):
            answer = run("parley", "check", self.write("t.exp", text[:length]))
            self.assertIn(answer.code, (0, 1, BAD_INPUT), answer)
            rejected += answer.code == BAD_INPUT
        self.assertGreater(rejected, 30)

    def test_limits_hold_while_rules_are_made(self):
        # 60 operands that all have two rules for C: 2^60 rules together.
        self.write("two.aut", 'des (0, 2, 1)\n(0, "A", 0)\n(0, "B", 0)\n')
        text = " |[C]| ".join(['(rename A -> C, B -> C in "two" end rename)'] * 60)
        answer = run("parley", "check", self.write("t.exp", text), "--time-limit", "1s", "--memory-limit", "500M", timeout=120)
        self.assertEqual(answer.code, 2, answer)
        if not SANITIZED:
            self.assertLess(answer.cpu_seconds, 10, answer)

    def test_every_code_has_a_case(self):
        page = (SOURCE / "docs" / "formats" / "exp.md").read_text()
        table = page[page.index("## Diagnostics"):]
        documented = {code for line in table.splitlines() if line.startswith("| `") for code in re.findall(r"`(exp-[a-z-]+)`", line.split("|")[1])}
        said = {code for expected in ERRORS.values() for code, _, _ in expected if code.startswith("exp-")}
        self.assertEqual(documented, {*said, *(code for code, _, _ in WARNINGS.values()), *COMMAND_LINE, *WRITING, *TOO_LARGE})
        sources = "".join(path.read_text() for path in (SOURCE / "src" / "front" / "exp").glob("*.cc") if not path.name.endswith("_test.cc"))
        self.assertEqual(set(re.findall(r'"(exp-[a-z-]+)"', sources)), documented)
