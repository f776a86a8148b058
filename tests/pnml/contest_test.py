"""Nets of the Model Checking Contest, if they are installed.

States, transitions and deadlocks must be those that the contest's tools found, with the units of the file and without.
"""
import csv
import re

from harness import ACCEPTED, AS_EXPECTED, SANITIZED, UNEXPECTED, TestCase, run, third_party_models

MOST_STATES = 20_000 if SANITIZED else 300_000
SECTION = re.compile(rb"<toolspecific.*?</toolspecific>", re.DOTALL)


class ContestTestCase(TestCase):
    def nets(self):
        """Each small net: its name, its file, its known counts, whether it has a deadlock."""
        models = third_party_models()
        if models is None or not (models / "mcc" / "INDEX.tsv").exists():
            self.skipTest("the third-party models are not here")
        with open(models / "mcc" / "INDEX.tsv", encoding="utf-8") as table:
            rows = [row for row in csv.DictReader(table, delimiter="\t") if row["states"].isdigit() and int(row["states"]) <= MOST_STATES]
        self.assertGreater(len(rows), 10)
        for row in rows:
            folder = models / "mcc" / row["instance"]
            counts = dict(re.findall(r"STATE_SPACE (\w+) (\d+)", (folder / "SS.out").read_text()))
            yield row["instance"], folder / "model.pnml", counts, row["deadlock_reachable"] == "TRUE"

    def agrees(self, model, counts, has_deadlock):
        statistics = self.expect(AS_EXPECTED, "parley", "explore", model, "--json", "-").json()["checks"][0]["statistics"]
        self.assertEqual(statistics["states"], int(counts["STATES"]))
        if "TRANSITIONS" in counts:
            self.assertEqual(statistics["transitions"], int(counts["TRANSITIONS"]))
        evidence = self.folder / "evidence"
        answer = run("parley", "check", model, "--deadlock", "--evidence", evidence, "--quiet")
        self.assertEqual(answer.code, UNEXPECTED if has_deadlock else AS_EXPECTED, answer)
        self.expect(ACCEPTED, "parley-check", model, *evidence.iterdir())
        for path in evidence.iterdir():
            path.unlink()


class ByUnits(ContestTestCase):
    def test_counts_and_deadlocks_are_those_of_the_contest(self):
        for name, model, counts, has_deadlock in self.nets():
            with self.subTest(net=name):
                self.agrees(model, counts, has_deadlock)


class ByStateMachines(ContestTestCase):
    def test_counts_and_deadlocks_are_those_of_the_contest(self):
        for name, model, counts, has_deadlock in self.nets():
            with self.subTest(net=name):
                text, sections = SECTION.subn(b"", model.read_bytes())
                self.assertGreater(sections, 0)
                self.agrees(self.write("plain.pnml", text), counts, has_deadlock)
