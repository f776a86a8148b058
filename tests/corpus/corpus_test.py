"""Ring 2: known verdicts and exact counts, and ring 3 for each of them: the judge's own program accepts the evidence. Our own models
at several sizes, the examples of the language's page, and models of others where they are at hand."""
import csv
import re

from harness import ACCEPTED, AS_EXPECTED, BAD_INPUT, MODELS, SOURCE, TestCase, run, third_party_models

# Model, definitions, target, and what `parley explore` must count: states, transitions, deadlocks, local deadlocks, depth. The numbers
# come from a separate program of fifty lines that composes the same automata naively, and from formulas where there
# are some: milner and token-ring have 3N * 2^(N-1) states.
COUNTS = [
    ("philosophers", {"N": 1}, None, (3, 2, 1, 1, 2)),
    ("philosophers", {"N": 2}, None, (21, 34, 1, 1, 6)),
    ("philosophers", {"N": 3}, None, (99, 240, 1, 1, 11)),
    ("philosophers", {}, None, (2163, 8770, 1, 1, 21)),
    ("philosophers", {"N": 6}, None, (10053, 48918, 1, 1, 26)),
    ("philosophers-safe", {"N": 1}, None, (3, 2, 1, 1, 2)),
    ("philosophers-safe", {"N": 2}, None, (21, 34, 0, 0, 7)),
    ("philosophers-safe", {}, None, (2163, 8770, 0, 0, 22)),
    ("milner", {"N": 2}, None, (12, 18, 0, 0, 8)),
    ("milner", {}, None, (96, 240, 0, 0, 20)),
    ("milner", {"N": 6}, None, (576, 2016, 0, 0, 32)),
    ("token-ring", {"N": 2}, None, (12, 22, 0, 0, 4)),
    ("token-ring", {}, None, (96, 272, 0, 0, 8)),
    ("token-ring", {"N": 6}, None, (576, 2208, 0, 0, 12)),
    ("alternating-bit", {"D": 1}, "PROTOCOL", (68, 174, 0, 0, 20)),
    ("alternating-bit", {}, "PROTOCOL", (160, 438, 0, 0, 20)),
    ("alternating-bit", {"D": 3}, "PROTOCOL", (280, 794, 0, 0, 20)),
    ("alternating-bit", {}, "BROKEN", (204, 598, 0, 0, 21)),
    ("readers-writers", {"R": 1, "W": 1}, None, (5, 6, 0, 0, 2)),
    ("readers-writers", {}, None, (31, 87, 0, 0, 6)),
    ("readers-writers", {"R": 4, "W": 3}, None, (87, 333, 0, 0, 8)),
    ("client-server", {"N": 1, "K": 1}, "SHOP", (4, 3, 0, 0, 3)),
    ("client-server", {}, "SHOP", (160, 240, 0, 0, 15)),
    ("client-server", {"N": 2, "K": 4}, "SHOP", (84, 108, 0, 0, 18)),
    ("client-server", {}, "KIOSK", (160, 240, 0, 1, 15)),
]
COUNTED = ("states", "transitions", "deadlocks", "local_deadlocks", "depth")

# The sizes at which the checks in the files are answered; each file says itself what is to be expected where.
SIZES = {
    "philosophers": [{}, {"N": 1}, {"N": 2}, {"N": 3}, {"N": 4}, {"N": 6}, {"N": 7}],
    "philosophers-safe": [{}, {"N": 1}, {"N": 2}, {"N": 3}, {"N": 6}],
    "milner": [{}, {"N": 2}, {"N": 3}, {"N": 7}],
    "token-ring": [{}, {"N": 2}, {"N": 3}, {"N": 7}],
    "alternating-bit": [{}, {"D": 1}, {"D": 3}],
    "readers-writers": [{}, {"R": 1, "W": 1}, {"R": 4, "W": 1}, {"R": 2, "W": 3}],
    "client-server": [{}, {"N": 1, "K": 1}, {"N": 2, "K": 4}, {"N": 4, "K": 1}],
}


def flags(definitions, target=None):
    list_of_flags = [word for name, value in definitions.items() for word in ("-D", "{}={}".format(name, value))]
    return list_of_flags + (["--target", target] if target else [])


class JudgedTestCase(TestCase):
    def check_and_judge(self, model, *arguments):
        """Every verdict is the expected one, comes with evidence, and parley-check accepts the files."""
        evidence = self.folder / "evidence-{}".format(len(list(self.folder.iterdir())))
        answer = self.expect(AS_EXPECTED, "parley", "check", model, *arguments, "--json", "-", "--evidence", evidence)
        checks = answer.json()["checks"]
        self.assertTrue(checks, answer)
        for check in checks:
            self.assertTrue(check["expected"], check)
            self.assertTrue(check["evidence"]["checked"], check)
        files = [check["evidence"]["file"] for check in checks]
        self.assertEqual(len(set(files)), len(checks), "each verdict has a file of its own")
        self.expect(ACCEPTED, "parley-check", model, *files)


class Models(JudgedTestCase):
    def test_every_model_is_in_the_table(self):
        self.assertEqual(sorted(path.stem for path in MODELS.glob("*.fsp")), sorted(SIZES))

    def test_every_model_answers_as_it_expects(self):
        for name, sizes in SIZES.items():
            for definitions in sizes:
                with self.subTest(model=name, **definitions):
                    self.check_and_judge(MODELS / (name + ".fsp"), *flags(definitions))

    def test_every_model_reads_without_a_warning(self):
        for name in SIZES:
            self.assertNotIn("warning", self.expect(AS_EXPECTED, "parley", "info", MODELS / (name + ".fsp")).stderr)


class Counts(TestCase):
    def test_explored(self):
        for name, definitions, target, expected in COUNTS:
            with self.subTest(model=name, target=target, **definitions):
                answer = self.expect(AS_EXPECTED, "parley", "explore", MODELS / (name + ".fsp"), *flags(definitions, target), "--json", "-")
                statistics = answer.json()["checks"][0]["statistics"]
                self.assertEqual(tuple(statistics[key] for key in COUNTED), expected)


class LanguagePage(JudgedTestCase):
    """Each example of docs/formats/fsp.md says in its first line what it shows."""

    def test_examples(self):
        page = (SOURCE / "docs" / "formats" / "fsp.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```fsp\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 15)
        for number, block in enumerate(blocks):
            with self.subTest(block=block):
                model = self.write("block-{}.fsp".format(number), block)
                first = block.splitlines()[0]
                if first == "// checks":
                    self.check_and_judge(model)
                    continue
                code = re.fullmatch(r"// diagnostic: ([a-z-]+)", first)
                self.assertTrue(code, "the first line says neither 'checks' nor 'diagnostic: CODE'")
                answer = run("parley", "check", model, "--quiet")
                self.assertIn("[{}]".format(code[1]), answer.stderr, answer)
                is_error = re.search(r": error: .*\[{}\]".format(code[1]), answer.stderr)
                self.assertEqual(answer.code == BAD_INPUT, bool(is_error), answer)


class ThirdParty(JudgedTestCase):
    """Public FSP files with the sizes that LTSA 3.0 gives for them; its 'safety' is our deadlock and property together."""

    def test_ltsa_agrees(self):
        models = third_party_models()
        if models is None or not (models / "fsp" / "EXPECTED.tsv").exists():
            self.skipTest("the models of others are not here")
        with open(models / "fsp" / "EXPECTED.tsv", encoding="utf-8") as table:
            rows = list(csv.DictReader(table, delimiter="\t"))
        self.assertGreater(len(rows), 5)
        for row in rows:
            with self.subTest(file=row["file"], target=row["target"]):
                target = ["--target", row["target"]] if row["target"] != "DEFAULT" else []
                answer = self.expect(AS_EXPECTED, "parley", "explore", models / "fsp" / row["file"], *target, "--json", "-")
                statistics = answer.json()["checks"][0]["statistics"]
                self.assertEqual("{states}/{transitions}".format(**statistics), row["states/transitions"])
                self.assertTrue(row["safety (LTSA 3.0; trace len)"].startswith("safety=ok"), "only files without a violation are here")
                self.check_and_judge(models / "fsp" / row["file"], *target)
