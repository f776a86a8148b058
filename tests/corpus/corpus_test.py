"""Ring 2: known verdicts and exact counts. Ring 3 for each of them: parley-check accepts the evidence.

The inputs are our own models at several sizes, the examples in docs/formats/fsp.md, and third-party models if they
are installed.
"""
import csv
import re

from harness import ACCEPTED, AS_EXPECTED, BAD_INPUT, MODELS, SOURCE, TestCase, run, third_party_models

# Model, definitions, target, and what `parley explore` must count: states, transitions, deadlocks, local
# deadlocks, depth. The numbers come from a separate program of fifty lines that composes the same automata
# naively. All automata were written a second time for it, without FSP. Formulas confirm some numbers: milner,
# sched and token-ring have 3N * 2^(N-1) states, philo has 3^N - 1, philo-sync a Lucas number.
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
    ("lossy", {}, None, (5, 6, 1, 1, 3)),
    ("lossy-retry", {}, None, (16, 40, 0, 0, 9)),
    # The families of (Jezequel and Lime 2016) and (Antonino, Gibson-Robinson and Roscoe), one row per size.
    # The numbers come from automata that were written by hand a second time.
    ("philo", {"N": 2}, None, (8, 10, 1, 1, 3)),
    ("philo", {"N": 3}, None, (26, 51, 1, 1, 6)),
    ("philo", {"N": 5}, None, (242, 805, 1, 1, 12)),
    ("philo", {"N": 6}, None, (728, 2910, 1, 1, 15)),
    ("philo-dico", {"N": 2}, None, (8, 10, 0, 0, 4)),
    ("philo-dico", {"N": 3}, None, (36, 72, 0, 0, 8)),
    ("philo-dico", {"N": 5}, None, (540, 1800, 0, 0, 16)),
    ("philo-sync", {"N": 2}, None, (3, 4, 0, 0, 1)),
    ("philo-sync", {"N": 5}, None, (11, 30, 0, 0, 2)),
    ("philo-sync", {"N": 8}, None, (47, 208, 0, 0, 4)),
    ("cyclic", {"N": 2}, None, (24, 40, 0, 0, 12)),
    ("cyclic", {"N": 4}, None, (432, 1296, 0, 0, 30)),
    ("dac", {"N": 2}, None, (7, 8, 0, 0, 4)),
    ("dac", {"N": 4}, None, (13, 16, 0, 0, 6)),
    ("dac", {"N": 9}, None, (28, 36, 0, 0, 11)),
    ("but", {"N": 2}, None, (11, 12, 0, 0, 5)),
    ("but", {"N": 4}, None, (511, 1544, 0, 0, 15)),
    ("ddb", {"N": 2}, None, (22, 30, 0, 0, 8)),
    ("ddb", {"N": 3}, None, (69, 117, 0, 0, 12)),
    ("ddb", {"N": 5}, None, (475, 1215, 0, 0, 20)),
    ("hex-sys", {"N": 1}, None, (6, 6, 0, 0, 5)),
    ("hex-sys", {"N": 2}, None, (3008, 10720, 0, 0, 44)),
    ("mat", {"N": 1}, None, (6, 8, 0, 0, 3)),
    ("mat", {"N": 2}, None, (468, 1584, 0, 0, 21)),
    ("ring-p", {"N": 3}, None, (66, 123, 0, 0, 10)),
    ("ring-p", {"N": 5}, None, (560, 1560, 0, 0, 16)),
    ("ring", {"N": 3}, None, (316, 1074, 0, 0, 14)),
    ("ring", {"N": 4}, None, (2320, 10456, 0, 0, 20)),
    ("sched", {"N": 2}, None, (12, 18, 0, 0, 8)),
    ("sched", {"N": 5}, None, (240, 720, 0, 0, 26)),
    ("ts", {"N": 2}, None, (18, 28, 0, 0, 6)),
    ("ts", {"N": 4}, None, (516, 1008, 0, 0, 14)),
    ("m-vote", {"N": 2}, None, (39, 76, 0, 0, 9)),
    ("m-vote", {"N": 3}, None, (185, 464, 0, 0, 14)),
    ("m-vote", {"N": 6}, None, (8009, 32644, 0, 0, 26)),
    ("msg-grid", {"N": 2}, None, (160, 576, 0, 0, 9)),
    ("msg-grid", {"N": 3}, None, (4032, 23520, 0, 0, 15)),
    ("ring2", {"N": 3}, None, (12, 15, 0, 0, 6)),
    ("ring2", {"N": 6}, None, (42, 66, 0, 0, 9)),
    ("ring2-hf", {"N": 3}, None, (12, 15, 0, 0, 6)),
    ("ring2-hf", {"N": 5}, None, (360, 960, 0, 0, 11)),
    ("ring2-s", {"N": 3}, None, (12, 15, 0, 0, 8)),
    ("ring2-s", {"N": 5}, None, (20, 25, 0, 0, 14)),
    ("ring2-s-hf", {"N": 4}, None, (96, 208, 0, 0, 15)),
    ("ring2-s-hf", {"N": 7}, None, (2240, 7280, 0, 0, 37)),
    ("track", {"N": 3}, None, (6, 12, 0, 0, 2)),
    ("track", {"N": 6}, None, (12, 24, 0, 0, 4)),
    ("track-hf", {"N": 4}, None, (22, 60, 0, 0, 4)),
    ("track-hf", {"N": 7}, None, (280, 1120, 0, 0, 9)),
    ("tk-ring", {"N": 3}, None, (12, 30, 0, 0, 3)),
    ("tk-ring", {"N": 6}, None, (60, 204, 0, 0, 6)),
    ("tk-ring-hf", {"N": 4}, None, (24, 72, 0, 0, 4)),
    ("tk-ring-hf", {"N": 7}, None, (280, 1260, 0, 0, 7)),
    ("tk-grid", {"N": 4}, None, (24, 104, 0, 0, 4)),
    ("tk-grid", {"N": 6}, None, (60, 300, 0, 0, 5)),
    ("tk-grid-hf", {"N": 5}, None, (40, 190, 0, 0, 4)),
    ("tk-grid-hf", {"N": 7}, None, (280, 1820, 0, 0, 6)),
    ("tk-fully", {"N": 3}, None, (12, 30, 0, 0, 3)),
    ("tk-fully", {"N": 6}, None, (60, 348, 0, 0, 4)),
    ("tk-fully-hf", {"N": 4}, None, (24, 88, 0, 0, 4)),
    ("tk-fully-hf", {"N": 7}, None, (280, 2380, 0, 0, 6)),
    # The worked examples of (Antonino, Gibson-Robinson and Roscoe).
    ("examples/pairstatic-00", {}, "SYSTEM", (3, 2, 1, 1, 2)),
    ("examples/pairstatic-01", {}, "SYSTEM", (12, 18, 0, 0, 8)),
    ("examples/pairstatic-02", {}, "SYSTEM", (316, 1074, 0, 0, 14)),
    ("examples/pairstatic-03", {}, "SYSTEM", (4, 4, 0, 0, 3)),
    ("examples/pairstatic-04", {}, "SYSTEM", (6, 6, 0, 0, 5)),
    ("examples/pairstatic-05", {}, "SYSTEM", (4, 8, 0, 0, 3)),
    ("examples/pairstatic-06", {}, "SYSTEM", (4, 8, 0, 0, 2)),
    ("examples/pairstatic-07", {}, "SYSTEM", (9, 13, 0, 0, 5)),
    ("examples/pairstatic-08", {}, "SYSTEM", (665, 2157, 0, 0, 21)),
    ("examples/pairstatic-09", {}, "SYSTEM", (4997, 14040, 0, 0, 32)),
    ("examples/pairstatic-10", {}, "SYSTEM", (85, 160, 0, 0, 8)),
]
COUNTED = ("states", "transitions", "deadlocks", "local_deadlocks", "depth")

# The sizes at which the checks in the files are answered. Each file says what is expected at which size.
SIZES = {
    "philosophers": [{}, {"N": 1}, {"N": 2}, {"N": 3}, {"N": 4}, {"N": 6}, {"N": 7}],
    "philosophers-safe": [{}, {"N": 1}, {"N": 2}, {"N": 3}, {"N": 6}],
    "milner": [{}, {"N": 2}, {"N": 3}, {"N": 7}],
    "token-ring": [{}, {"N": 2}, {"N": 3}, {"N": 7}],
    "alternating-bit": [{}, {"D": 1}, {"D": 3}],
    "readers-writers": [{}, {"R": 1, "W": 1}, {"R": 4, "W": 1}, {"R": 2, "W": 3}],
    "client-server": [{}, {"N": 1, "K": 1}, {"N": 2, "K": 4}, {"N": 4, "K": 1}],
    "lossy": [{}],
    "lossy-retry": [{}],
    "philo": [{}, {"N": 1}, {"N": 2}, {"N": 3}, {"N": 4}, {"N": 7}, {"N": 8}],
    "philo-dico": [{}, {"N": 2}, {"N": 3}, {"N": 4}, {"N": 7}],
    "philo-sync": [{}, {"N": 2}, {"N": 3}, {"N": 4}, {"N": 7}, {"N": 10}],
    "cyclic": [{}, {"N": 1}, {"N": 2}, {"N": 3}, {"N": 5}],
    "dac": [{}, {"N": 6, "G": 5}, {"N": 2}, {"N": 3}, {"N": 8}],
    "but": [{}, {"N": 2}, {"N": 3}, {"N": 5}],
    "ddb": [{}, {"N": 2}, {"N": 4}, {"N": 5}],
    "hex-sys": [{}, {"N": 1}],
    "mat": [{}, {"N": 1}],
    "ring-p": [{}, {"N": 2}, {"N": 3}, {"N": 5}],
    "ring": [{}, {"N": 2}, {"N": 4}],
    "sched": [{}, {"N": 2}, {"N": 3}, {"N": 6}],
    "ts": [{}, {"N": 2}, {"N": 4}],
    "m-vote": [{}, {"N": 4, "C": 3}, {"N": 2}, {"N": 4}, {"N": 5}],
    "msg-grid": [{}, {"N": 3}],
    "ring2": [{}, {"N": 3}, {"N": 5}],
    "ring2-hf": [{}, {"N": 3}, {"N": 5}],
    "ring2-s": [{}, {"N": 3}, {"N": 8}],
    "ring2-s-hf": [{}, {"N": 3}, {"N": 5}],
    "track": [{}, {"N": 3}, {"N": 5}, {"N": 9}],
    "track-hf": [{}, {"N": 3}, {"N": 5}, {"N": 6}],
    "tk-ring": [{}, {"N": 3}, {"N": 7}],
    "tk-ring-hf": [{}, {"N": 3}, {"N": 6}],
    "tk-grid": [{}, {"N": 4}, {"N": 6}, {"N": 9}],
    "tk-grid-hf": [{}, {"N": 4}, {"N": 6}, {"N": 7}],
    "tk-fully": [{}, {"N": 3}, {"N": 6}],
    "tk-fully-hf": [{}, {"N": 3}, {"N": 5}],
    "examples/pairstatic-00": [{}],
    "examples/pairstatic-01": [{}],
    "examples/pairstatic-02": [{}],
    "examples/pairstatic-03": [{}],
    "examples/pairstatic-04": [{}],
    "examples/pairstatic-05": [{}],
    "examples/pairstatic-06": [{}],
    "examples/pairstatic-07": [{}],
    "examples/pairstatic-08": [{}],
    "examples/pairstatic-09": [{}],
    "examples/pairstatic-10": [{}],
}


def flags(definitions, target=None):
    list_of_flags = [word for name, value in definitions.items() for word in ("-D", "{}={}".format(name, value))]
    return list_of_flags + (["--target", target] if target else [])


class JudgedTestCase(TestCase):
    def check_and_judge(self, model, *arguments):
        """Every verdict is the expected one and comes with evidence, and parley-check accepts the files."""
        evidence = self.folder / "evidence-{}".format(len(list(self.folder.iterdir())))
        answer = self.expect(AS_EXPECTED, "parley", "check", model, *arguments, "--json", "-", "--evidence", evidence)
        checks = answer.json()["checks"]
        self.assertTrue(checks, answer)
        known = [check for check in checks if check["verdict"] != "unknown"]   # exit code 0: unknown only if expected
        for check in known:
            self.assertTrue(check["expected"], check)
            self.assertTrue(check["evidence"]["checked"], check)
        for check in checks:
            self.assertEqual(check["verdict"] == "unknown", bool(check["reason"]), check)
        files = [check["evidence"]["file"] for check in known]
        self.assertEqual(len(set(files)), len(known), "each verdict has a file of its own")
        if files:
            self.expect(ACCEPTED, "parley-check", model, *files)


class Models(JudgedTestCase):
    def test_every_model_is_in_the_table(self):
        names = sorted(path.relative_to(MODELS).with_suffix("").as_posix() for path in MODELS.rglob("*.fsp"))
        self.assertEqual(names, sorted(SIZES))
        self.assertEqual(names, sorted({name for name, *_ in COUNTS}))

    def test_every_model_answers_as_it_expects(self):
        for name, sizes in SIZES.items():
            for definitions in sizes:
                with self.subTest(model=name, **definitions):
                    self.check_and_judge(MODELS / (name + ".fsp"), *flags(definitions))

    def test_every_model_reads_without_a_warning(self):
        for name in SIZES:
            self.assertNotIn("warning", self.expect(AS_EXPECTED, "parley", "info", MODELS / (name + ".fsp")).stderr)


class Counts(TestCase):
    def test_every_count_is_exact(self):
        for name, definitions, target, expected in COUNTS:
            with self.subTest(model=name, target=target, **definitions):
                answer = self.expect(AS_EXPECTED, "parley", "explore", MODELS / (name + ".fsp"), *flags(definitions, target), "--json", "-")
                statistics = answer.json()["checks"][0]["statistics"]
                self.assertEqual(tuple(statistics[key] for key in COUNTED), expected)


class LanguagePage(JudgedTestCase):
    """The first line of each example in docs/formats/fsp.md says what it shows."""

    def test_every_example_answers_as_it_says(self):
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


# LTSA counts these before it minimises them.
COUNTED_BEFORE_MINIMISING = {("book_chapter13__bufferimpl.lts", "Eqivalent")}


class ThirdParty(JudgedTestCase):
    """Public FSP files with the sizes and verdicts of LTSA 3.0. Its 'safety' is our deadlock and property together. It does not count
    states with a component in error, and a step into one of them counts once per label."""

    def test_ltsa_agrees(self):
        models = third_party_models()
        if models is None or not (models / "fsp" / "EXPECTED.tsv").exists():
            self.skipTest("the third-party models are not here")
        with open(models / "fsp" / "EXPECTED.tsv", encoding="utf-8") as table:
            rows = list(csv.DictReader(table, delimiter="\t"))
        self.assertGreater(len(rows), 5)
        for row in rows:
            with self.subTest(file=row["file"], target=row["target"]):
                arguments = ["--ltsa-compat", *(["--target", row["target"]] if row["target"] != "DEFAULT" else [])]
                answer = self.expect(AS_EXPECTED, "parley", "explore", models / "fsp" / row["file"], *arguments, "--json", "-")
                self.agrees(row, answer.json()["checks"][0]["statistics"])
                if row["safety (LTSA 3.0; trace len)"].startswith("safety=ok"):
                    self.check_and_judge(models / "fsp" / row["file"], *arguments)

    def agrees(self, row, statistics):
        errors, deadlocks = statistics.get("errors", 0), statistics["deadlocks"]
        if (row["file"], row["target"]) not in COUNTED_BEFORE_MINIMISING:
            states, transitions = map(int, row["states/transitions"].split("/"))
            self.assertEqual(statistics["states"] - errors, states)
            if errors == 0:
                self.assertEqual(statistics["transitions"], transitions)
            else:
                self.assertGreaterEqual(statistics["transitions"], transitions)
        safety = row["safety (LTSA 3.0; trace len)"]
        self.assertEqual(errors > 0, "violation" in safety, safety)
        if errors == 0:
            self.assertEqual(deadlocks > 0, "deadlock" in safety, safety)
