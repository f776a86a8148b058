"""Some text provokes every diagnostic of docs/formats/fsp.md, with its place; and one run reports several mistakes."""
import re

from harness import BAD_INPUT, SOURCE, TestCase, run

# A text that is refused, and the line and column of the error: code -> (text, place).
ERRORS = {
    "fsp-syntax": ("P = (a -> ).\n", (1, 11)),
    "fsp-character": ("P = (a -> $ -> P).\n", (1, 11)),
    "fsp-comment": ("P = (a -> P).\n/* and so on\n", (2, 1)),
    "fsp-string": ("P = (\"a -> P).\n", (1, 6)),
    "fsp-number": ("const N = 99999999999999999999\nP = (a[N] -> P).\n", (1, 11)),
    "fsp-depth": ("const N = " + "(" * 2000 + "1" + ")" * 2000 + "\nP = (a -> P).\n", None),
    "fsp-too-large": ("P = (a[0..99999999999] -> P).\n", (1, 8)),
    "fsp-recursion": ("P = (a -> P).\n||S = (P || S).\n", None),
    "fsp-empty": ("// nothing here\n", (1, 1)),
    "fsp-automaton": ("automaton T = state A initial = (a -> B), state B initial = (b -> A).\n", None),
    "fsp-vector": ("P = (a -> P).\n||S = (p:P || q:P) sync { p.a * q.a }.\n", (2, 27)),
    "fsp-channel": ("channel c of 0..1\nP = (c! -> P).\n||S = (P || c).\n", (2, 6)),
    "fsp-unknown-name": ("P = (a -> Q).\n", (1, 11)),
    "fsp-duplicate": ("P = (a -> P).\nP = (b -> P).\n", (2, 1)),
    "fsp-reserved": ("P = (a -> STOP), STOP = (b -> P).\n", (1, 18)),
    "fsp-arguments": ("P(N=1) = (a[N] -> P).\n||S = P(1,2).\n", (2, 7)),
    "fsp-indices": ("P = P[0], P[i:0..2] = (a -> P[i][i]).\n", (1, 29)),
    "fsp-type": ("range R = 0..2\nP = (when (R > 1) a -> P).\n", (2, 12)),
    "fsp-range": ("set S = {a, b}\nP = (x[@(S, 5)] -> P).\n", (2, 8)),
    "fsp-overflow": ("const N = 9223372036854775807 + 1\nP = (a[N] -> P).\n", None),
    "fsp-division": ("P = (a[1/0] -> P).\n", (1, 9)),
    "fsp-tau": ("P = (tau -> P).\n", (1, 6)),
    "fsp-unguarded": ("P = Q, Q = P.\n", (1, 1)),
    "fsp-property-choice": ("property P = (a -> b -> P | a -> P).\nQ = (a -> b -> Q).\n", (1, 10)),
    "fsp-property-tau": ("property P = (a -> b -> P) \\ {b}.\nQ = (a -> b -> Q).\n", (1, 10)),
    "fsp-property-partial": ("P = (a -> b -> P).\nproperty automaton T = state A = (a -> B), state B = (b -> A).\n", None),
    "fsp-free-label": ("P = (start -> P).\nproperty Q = (strat -> Q).\n", (2, 10)),
    "fsp-fluent": ("fluent F = <{a}, {a}>\nassert A = [] F\nP = (a -> P).\n||S = P.\ncheck assert A on S\n", (1, 8)),
    "fsp-check-kind": ("P = (a -> P).\ncheck deadlok P\n", (2, 7)),
    "fsp-unknown-target": ("P = (a -> P).\ncheck deadlock Q\n", (2, 16)),
    "fsp-unknown-property": ("P = (a -> P).\n||S = P.\ncheck property Q on S\n", None),
    "fsp-unknown-component": ("P = (a -> P).\ncheck reach : Q@P\n", (2, 15)),
    "fsp-unknown-state": ("P = (a -> P).\ncheck reach : P@Q\n", None),
}
# A text that is read with exactly this warning.
WARNINGS = {
    "fsp-out-of-range": "P = P[0], P[i:0..2] = (up -> P[i+1]).\n",
    "fsp-same-name": "P = (a -> P).\n||S = (P || P).\n",
    "fsp-merged-labels": "P = (a -> x -> P).\nQ = (b -> y -> Q).\n||PAIR = (P || Q).\n||APART = PAIR / {c/a, c/b}.\n",
    "fsp-composed": "P = (a -> P | b -> P).\n||S = P << {a}.\n",
    "fsp-channel-absent": "channel c of 0..1\nP = (c!0 -> P).\n||S = P.\n",
    "fsp-never-ends": "P = (a -> P).\nQ = P;END.\n||S = Q.\n",
    "fsp-precedence": "fluent F = <a, b>\nfluent G = <b, a>\nassert A = (F || G -> F)\nP = (a -> b -> P).\n",
    "fsp-lone-label": "P = (acquire -> P).\nQ = (aquire -> Q).\n",
    "fsp-relabel-unused": "P = (a -> P) / {x/b}.\n",
    "fsp-hide-unused": "P = (a -> P) \\ {b}.\n",
    "fsp-unused": "P = (a -> P), Q = (b -> Q).\n",
    "fsp-unchecked": "P = (a -> P).\nproperty Q = (a -> Q).\n||S = P.\ncheck deadlock S\n",
}
# A text for which `parley info` reports this.
LINTS = {
    "fsp-dead-choice": "P = (when (0) a -> P | b -> P).\n",
    "fsp-unreached": "P = (a -> if 1 then P else Q), Q = (b -> P).\n",
    "fsp-blocked-label": "P = (a -> P) + {stop}.\nQ = (a -> stop -> Q).\n",
    "fsp-extension-alone": "P = (a -> P) + {stop}.\nQ = (a -> b -> Q).\n",
}
COMMAND_LINE = {"fsp-unknown-constant": "M=4", "fsp-definition": "N=many"}
BINARY = "fsp-binary"
UNIT_TESTED = {"fsp-include", "fsp-liveness"}   # no file on disk provokes these


class Codes(TestCase):
    def said(self, text):
        return [(match[3], (int(match[1]), int(match[2])))
                for match in re.finditer(r"^[^\n]*?:(\d+):(\d+): (?:error|warning): .+ \[([a-z0-9-]+)\]$", text, re.MULTILINE)]

    def test_each_error_is_reported_at_its_place(self):
        for code, (text, place) in ERRORS.items():
            with self.subTest(code=code):
                answer = self.expect(BAD_INPUT, "parley", "check", self.write("a.fsp", text))
                said = self.said(answer.stderr)
                self.assertIn(code, [each for each, _ in said], answer)
                if place:
                    self.assertIn((code, place), said, answer)

    def test_each_warning_is_reported_alone(self):
        for code, text in WARNINGS.items():
            with self.subTest(code=code):
                answer = run("parley", "check", self.write("a.fsp", text))
                self.assertIn(answer.code, (0, 1, 2), answer)
                self.assertEqual({each for each, _ in self.said(answer.stderr)}, {code}, answer)

    def test_lints_are_reported_by_info_only(self):
        for code, text in LINTS.items():
            with self.subTest(code=code):
                path = self.write("a.fsp", text)
                answer = self.expect(0, "parley", "info", path)
                self.assertRegex(answer.stdout, r"lint +[^\n]*a\.fsp:\d+:\d+: [^\n]*\[" + code + r"\]")
                self.assertNotIn(code, run("parley", "check", path).stderr)

    def test_wrong_definitions_are_refused(self):
        for code, definition in COMMAND_LINE.items():
            with self.subTest(code=code):
                path = self.write("a.fsp", "const N = 1\nP = (a[N] -> P).\n")
                self.assertIn("[" + code + "]", self.expect(BAD_INPUT, "parley", "check", path, "-D", definition).stderr)

    def test_a_binary_file_is_recognised(self):
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("a.lts", b"\x8b\xaf\x00\x01\x00\x00binary\x00\xff"))
        self.assertIn("[" + BINARY + "]", answer.stderr)

    def test_every_code_has_a_case(self):
        page = (SOURCE / "docs" / "formats" / "fsp.md").read_text()
        table = page[page.index("## Diagnostics"):].split("\n## ")[0]
        documented = {code for line in table.splitlines() if line.startswith("| `") for code in re.findall(r"`(fsp-[a-z-]+)`", line.split("|")[1])}
        self.assertGreater(len(documented), 30)
        self.assertEqual(documented, {*ERRORS, *WARNINGS, *LINTS, *COMMAND_LINE, BINARY, *UNIT_TESTED})
        tests = "".join(path.read_text() for path in (SOURCE / "src" / "front" / "fsp").rglob("*_test.cc"))
        self.assertEqual([code for code in sorted(UNIT_TESTED) if code not in tests], [])


class SeveralMistakes(TestCase):
    """Three independent mistakes are reported in one run, each at its place."""

    def three(self, text, *expected):
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("a.fsp", text))
        said = re.findall(r":(\d+):(\d+): error: .+ \[([a-z0-9-]+)\]$", answer.stderr, re.MULTILINE)
        self.assertEqual([(code, int(line), int(column)) for line, column, code in said], list(expected), answer)

    def test_mistakes_of_the_grammar_are_reported_together(self):
        self.three("P = (a -> ).\nQ = (b -> Q).\nR = (-> R).\n||S = (P |||| Q).\n",
                   ("fsp-syntax", 1, 11), ("fsp-syntax", 3, 6), ("fsp-syntax", 4, 12))

    def test_unknown_names_are_reported_together(self):
        self.three("P = (a -> PP).\nQ = (b[i] -> Q).\n||S = (P || QQ).\n",
                   ("fsp-unknown-name", 1, 11), ("fsp-unknown-name", 2, 8), ("fsp-unknown-name", 3, 13))

    def test_mistakes_in_processes_are_reported_together(self):
        self.three("P = (a[1/0] -> P).\nQ = (b[1 << 99] -> Q).\nR = R2, R2 = R.\n||S = (p:P || (Q || R)).\n",
                   ("fsp-division", 1, 9), ("fsp-overflow", 2, 10), ("fsp-unguarded", 3, 1))

    def test_they_are_without_a_composition_too(self):
        self.three("P = (a[1/0] -> P).\nQ = (b[1 << 99] -> Q).\nR = R2, R2 = R.\n",
                   ("fsp-division", 1, 9), ("fsp-overflow", 2, 10), ("fsp-unguarded", 3, 1))

    def test_a_mistake_of_many_instances_is_reported_once(self):
        self.three("P(N=0) = (a[1/(N-N)] -> P).\nQ = (b[1 << 99] -> Q).\nR = R2, R2 = R.\n||S = (forall [i:0..9999] p[i]:P(i) || Q || forall [i:0..9999] (q[i]:Q || r[i]:R)).\n",
                   ("fsp-division", 1, 14), ("fsp-overflow", 2, 10), ("fsp-unguarded", 3, 1))
