"""The pages of docs/formats/evidence: parley writes their examples, parley-check accepts them, and every obligation is named."""
import re
import shlex
import shutil

from harness import ACCEPTED, SOURCE, TestCase, run

PAGES = SOURCE / "docs" / "formats" / "evidence"
# The kinds, and what the judge calls the table of their obligations.
KINDS = {"trace": "kTraceObligations", "closed-set": "kClosedSetObligations", "reduced-set": "kReducedSetObligations",
         "case-split": "kCaseSplitObligations", "leap-set": "kLeapSetObligations", "invariants": "kInvariantObligations"}
EXAMPLE = re.compile(r"^```console\n\$ parley (check lock\.fsp [^\n]* --evidence out)\n```\n```evidence\n(.*?)^```$",
                     re.MULTILINE | re.DOTALL)
NAMES = re.compile(r"^- ((?:`[a-z-]+`(?:, )?)+): [A-Z]", re.MULTILINE)   # of obligations, at the beginning of what they demand


class EvidencePages(TestCase):
    def test_every_kind_has_a_page(self):
        readme = (PAGES / "README.md").read_text()
        self.assertEqual(re.findall(r"^\| `([a-z-]+)` \| \[[a-z ]+\]\(\1\.md\) \|", readme, re.MULTILINE),
                         list(KINDS))
        self.assertEqual({path.stem for path in PAGES.glob("*.md")}, {*KINDS, "README"})

    def test_examples_are_what_parley_writes(self):
        model = re.search(r"```fsp\n(.*?)```", (PAGES / "README.md").read_text(), re.DOTALL).group(1)
        (self.folder / "lock.fsp").write_text(model)
        for kind in KINDS:
            examples = EXAMPLE.findall((PAGES / (kind + ".md")).read_text())
            self.assertTrue(examples, kind)
            for command, expected in examples:
                with self.subTest(command=command):
                    shutil.rmtree(self.folder / "out", ignore_errors=True)
                    answer = run("parley", *shlex.split(command), cwd=self.folder)
                    (path,) = (self.folder / "out").iterdir()
                    self.assertEqual(path.read_text(), expected, answer)
                    self.assertIn("\nevidence {} ".format(kind), expected)
                    self.expect(ACCEPTED, "parley-check", "lock.fsp", path, cwd=self.folder)

    def test_obligations_are_those_of_the_judge(self):
        judge = "".join(path.read_text() for path in sorted((SOURCE / "src" / "check").rglob("*.cc")))
        for kind, table in KINDS.items():
            rows = re.search(table + r"\{\{\n(.*?)\}\};", judge, re.DOTALL).group(1)
            page = (PAGES / (kind + ".md")).read_text()
            sections = "".join(re.findall(r"^## Obligations.*?(?=^## )", page, re.MULTILINE | re.DOTALL))
            named = {name for names in NAMES.findall(sections) for name in re.findall("`([a-z-]+)`", names)}
            self.assertEqual(named, {"well-formed", *re.findall(r'\{"([a-z-]+)", ', rows)}, kind)
