"""The tree keeps the house rules of conventions.py; every header compiles alone; every unit test stands beside what it tests."""
import concurrent.futures
import os
import re
import subprocess

from conventions import crowded_folders, stands_alone, violations
from harness import BINARY, SOURCE, TestCase

# What belongs to the project. Other files in a checkout are not looked at.
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


def source_paths():
    return {str(path.relative_to(SOURCE)) for path in (SOURCE / "src").rglob("*") if path.is_file()}


def with_support(path):
    """The text of a unit test, and of the headers in tests/support that it includes."""
    text = path.read_text()
    shared = re.findall(r'^#include "(support/[^"]+)"', text, re.MULTILINE)
    return text + "".join((SOURCE / "tests" / name).read_text() for name in shared)


class Conventions(TestCase):
    def test_tree(self):
        self.assertEqual([finding for path, text in texts() for finding in violations(path, text)], [])

    def test_no_folder_is_crowded(self):
        self.assertEqual(crowded_folders(source_paths()), [])

    def test_unit_tests_stand_beside_what_they_test(self):
        paths = source_paths()
        self.assertEqual([path for path in sorted(paths) if path.endswith("_test.cc") and
                          stands_alone(path, with_support(SOURCE / path), paths)], [])


class ConventionsNotice(TestCase):
    """The test of the test: each rule finds what it is there for, and nothing in a clean file."""

    def test_planted(self):
        planted = {
            "src/net/lts.cc": "// TO" + "DO: later\n",
            "src/net/a.cc": "int x;   // a place" + "holder\n",
            "docs/a.md": "see /wor" + "k/main\n",
            "src/net/long.cc": "int x;\n" * 451,
            "tests/cross/long.cc": "int x;\n" * 601,
            "src/net/wide.cc": "int x = 0{};\n".format(" + 1" * 40),
            "tests/cross/wide_comment.cc": "  // {}\n".format("a" * 106),
            "docs/b.md": "One sentence. And another.\n",
            "docs/c.md": "- A *list*, too (it is one.) Another `x`.\n",
            "docs/d.md": "```\nA. B\n```\nIs it so? Yes\n",
            "src/net/string_utils.cc": "int x;\n",
            "src/net/bare.h": "int x;\n",
            "src/net/b.h": "#pragma once\nint ge" + "t_size();\n",
            "src/net/a_test.cc": "TEST(Lts, works_well) {}\n",
            "src/net/alike.cc": "int st\u0430te = 0;\n",
            "src/net/b_test.cc": "TEST(Lts, DISAB" + "LED_Works) {}\n",
        }
        for path, text in planted.items():
            self.assertNotEqual(violations(path, text), [], path)

    def test_planted_in_folders(self):
        self.assertEqual(crowded_folders("src/net/{}.cc".format(i) for i in range(40)), [])
        self.assertEqual(crowded_folders("tests/cross/{}.cc".format(i) for i in range(50)), [])
        self.assertEqual(len(crowded_folders("src/net/{}.cc".format(i) for i in range(41))), 1)
        self.assertTrue(stands_alone("src/net/b_test.cc", '#include "base/ids.h"\n', {"src/net/a.h", "src/base/b.h"}))
        self.assertFalse(stands_alone("src/net/b_test.cc", '#include "base/ids.h"\n', {"src/net/b.h"}))
        self.assertFalse(stands_alone("src/net/b_test.cc", '#include "net/a.h"\n', {"src/net/a.h"}))

    def test_clean(self):
        self.assertEqual(violations("src/net/lts.h", "#pragma once\nint size();\n"), [])
        self.assertEqual(violations("src/net/lts_test.cc", "TEST(Lts, EdgesAreSorted) {}\n"), [])
        self.assertEqual(violations("src/net/a.cc", 'const char* mark = "\u2026";   // \u22ee\n'), [])
        self.assertEqual(violations("STYLE.md", "no `TO" + "DO` in code\n"), [])
        self.assertEqual(violations("src/net/a.cc", "// {}\nint x;   // {}\n".format("a" * 107, "b" * 115)), [])
        self.assertEqual(violations("docs/a.md", "One, e.g. A.\n1. Two `a. B`, after E. W. Dijkstra et al. 1965.\n| A. B |\n"), [])


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
