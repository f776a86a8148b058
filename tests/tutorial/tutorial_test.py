"""The tutorial's own commands: each is run, in order, and prints what the tutorial says."""
import difflib
import shutil
import subprocess

from console import commands, matches
from harness import BINARY, SOURCE, TestCase


class Tutorial(TestCase):
    def setUp(self):
        super().setUp()
        # A folder that looks like the root of a checkout; the two programs are those of this build.
        (self.folder / "models").symlink_to(SOURCE / "models")
        for program in ("parley", "parley-check"):
            (self.folder / program).symlink_to(BINARY / "src" / "cli" / program)

    def test_documents(self):
        documents = [SOURCE / "README.md", *sorted((SOURCE / "docs" / "tutorial").glob("*.md"))]
        total = 0
        for document in documents:
            code = "0"
            for command, expected in commands(document.read_text()):
                total += 1
                done = subprocess.run(["bash", "-c", "(exit {}); {}".format(code, command)], cwd=self.folder, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
                code = done.returncode
                actual = done.stdout.splitlines()
                self.assertTrue(matches(expected, actual), "{}: $ {}\n{}".format(
                    document.name, command, "\n".join(difflib.unified_diff(expected, actual, "the document", "the program", lineterm=""))))
        self.assertGreater(total, 5)

    def tearDown(self):
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        super().tearDown()


class ConsoleBlocks(TestCase):
    """The test of the test."""

    def test_commands(self):
        text = "a\n```console\n$ one\nx\ny\n$ two\n```\nb\n```console\n$ three\n```\n"
        self.assertEqual(commands(text), [("one", ["x", "y"]), ("two", []), ("three", [])])

    def test_matches(self):
        self.assertTrue(matches(["a", "b"], ["a", "b"]))
        self.assertTrue(matches(["a", "...", "c"], ["a", "b", "b", "c"]))
        self.assertTrue(matches(["a ... c"], ["a b c"]))
        self.assertTrue(matches(["it took 3 min 05 s"], ["it took 1.25 s"]))
        self.assertTrue(matches([], []))
        self.assertTrue(matches(["a"], ["a", ""]))

    def test_does_not_match(self):
        self.assertFalse(matches(["a", "b"], ["a", "c"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches(["a", "...", "c"], ["a", "b"]))
        self.assertFalse(matches(["3 states"], ["4 states"]))
        self.assertFalse(matches([], ["a"]))
