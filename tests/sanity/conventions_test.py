"""The tree keeps the house rules of conventions.py; every header compiles alone; every unit test stands beside what it tests."""
import concurrent.futures
import os
import re
import subprocess

from conventions import violations
from harness import BINARY, SOURCE, TestCase

# What belongs to the project; whatever else lies about in somebody's checkout is his own.
FOLDERS = ["src", "tests", "fuzz", "bench", "tools", "cmake", "models", "docs", ".ci"]
ROOT_FILES = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "STYLE.md", "CMakeLists.txt", "CMakePresets.json",
              ".clang-format", ".clang-tidy", ".gitignore", "parley", "parley-check", "test"]
SUFFIXES = (".h", ".cc", ".py", ".sh", ".cmake", ".txt", ".fsp", ".md", ".json")


def texts():
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.is_file() and (path.name.endswith(SUFFIXES) or os.access(path, os.X_OK)):
                yield str(path.relative_to(SOURCE)), path.read_text(errors="replace")
    for name in ROOT_FILES:
        yield name, (SOURCE / name).read_text(errors="replace")


class Conventions(TestCase):
    def test_tree(self):
        self.assertEqual([finding for path, text in texts() for finding in violations(path, text)], [])

    def test_unit_tests_stand_beside_what_they_test(self):
        # Beside the pair of the same name, or, where a test is about several, at least in the folder of what it includes.
        alone = []
        for path in (SOURCE / "src").rglob("*_test.cc"):
            if '#include "{}/'.format(path.parent.relative_to(SOURCE / "src")) not in path.read_text():
                alone.append(str(path.relative_to(SOURCE)))
        self.assertEqual(alone, [])


class ConventionsNotice(TestCase):
    """The test of the test: each rule finds what it is there for, and nothing in a clean file."""

    def test_planted(self):
        planted = {
            "src/net/lts.cc": "// TO" + "DO: later\n",
            "src/net/a.cc": "int x;   // a place" + "holder\n",
            "docs/a.md": "see /wor" + "k/main\n",
            "src/net/long.cc": "int x;\n" * 601,
            "src/net/string_utils.cc": "int x;\n",
            "src/net/bare.h": "int x;\n",
            "src/net/b.h": "#pragma once\nint ge" + "t_size();\n",
            "src/net/a_test.cc": "TEST(Lts, works_well) {}\n",
            "src/net/alike.cc": "int st\u0430te = 0;\n",
            "src/net/b_test.cc": "TEST(Lts, DISAB" + "LED_Works) {}\n",
        }
        for path, text in planted.items():
            self.assertNotEqual(violations(path, text), [], path)

    def test_clean(self):
        self.assertEqual(violations("src/net/lts.h", "#pragma once\nint size();\n"), [])
        self.assertEqual(violations("src/net/lts_test.cc", "TEST(Lts, EdgesAreSorted) {}\n"), [])
        self.assertEqual(violations("src/net/a.cc", 'const char* mark = "\u2026";   // \u22ee\n'), [])
        self.assertEqual(violations("STYLE.md", "no `TO" + "DO` in code\n"), [])


class HeadersCompileAlone(TestCase):
    """A source that includes its own header before anything else shows that by being compiled; the other headers are compiled here."""

    def test_each(self):
        headers = sorted(path for path in (SOURCE / "src").rglob("*.h") if not self.comes_first_in_its_source(path))
        self.assertGreater(len(headers), 3)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            failures = [failure for failure in pool.map(self.compile, headers) if failure]
        self.assertEqual(failures, [])

    def test_a_header_that_needs_another_is_noticed(self):
        (self.folder / "needy.h").write_text("#pragma once\nstd::string name();\n")
        self.assertIn("string", self.compile(self.folder / "needy.h") or "")

    @staticmethod
    def comes_first_in_its_source(header):
        source = header.with_suffix(".cc")
        first = re.search(r'^#include (.*)$', source.read_text(), re.MULTILINE) if source.exists() else None
        return first is not None and first.group(1) == '"{}"'.format(header.relative_to(SOURCE / "src"))

    def compile(self, header):
        # Through a file that includes it, as '#pragma once' in a main file is a warning of its own.
        command = ["g++", "-std=c++20", "-fsyntax-only", "-I", SOURCE / "src", "-I", BINARY / "generated", "-x", "c++", "-"]
        done = subprocess.run(command, input='#include "{}"\n'.format(header), text=True, capture_output=True)
        return "{}:\n{}".format(header, done.stderr[:2000]) if done.returncode else None
