"""The layers of src/ keep to the table in layering.py, in their includes and in what parley-check links."""
import subprocess

from harness import BINARY, SOURCE, TestCase
from layering import ARROWS, violations


def source_files():
    return {str(path.relative_to(SOURCE / "src")): path.read_text()
            for suffix in ("*.h", "*.cc") for path in (SOURCE / "src").rglob(suffix)}


def defined_symbols(path):
    """The functions and data that an object defines for others, weak ones (templates, inline) left out: these have no home."""
    lines = subprocess.run(["nm", "--defined-only", "--format=posix", path], check=True, capture_output=True, text=True).stdout.splitlines()
    fields = [line.split() for line in lines]
    return {row[0] for row in fields if len(row) >= 2 and row[1] in "TDBR" and "parley" in row[0]}


class Layering(TestCase):
    def test_no_include_leaves_the_table(self):
        files = source_files()
        self.assertGreater(len(files), 20)
        self.assertEqual(violations(files), [])

    def test_the_table_has_no_cycle(self):
        done = set()
        while len(done) < len(ARROWS):
            ready = {layer for layer, below in ARROWS.items() if layer not in done and done.issuperset(below)}
            self.assertTrue(ready, "a cycle among {}".format(set(ARROWS) - done))
            done |= ready

    def test_cmake_links_along_the_table(self):
        for line in (SOURCE / "src" / "CMakeLists.txt").read_text().splitlines():
            if line.startswith("parley_layer("):
                words = line[len("parley_layer("):].rstrip(")").split()
                below = words[words.index("DEPENDS") + 1:] if "DEPENDS" in words else []
                if "LIBRARIES" in below:
                    below = below[:below.index("LIBRARIES")]
                self.assertTrue(set(below) <= set(ARROWS[words[0]]), line)


class LayeringNotices(TestCase):
    """The test of the test: each planted include must be found."""

    def found(self, path, include):
        return violations({path: '#include <vector>\n#include "{}"\n'.format(include)})

    def test_what_is_allowed(self):
        for path, include in [("net/lts.cc", "net/lts.h"), ("net/lts.cc", "base/ids.h"), ("check/judge.cc", "net/network.h"),
                              ("engine/explicit/explicit.cc", "engine/engine.h"), ("cli/check.cc", "engine/registry.h"),
                              ("engine/registry.cc", "engine/explicit/explicit.h"), ("cli/parley_check.cc", "check/judge.h"),
                              ("net/lts_test.cc", "support/network_text.h")]:
            self.assertEqual(self.found(path, include), [], (path, include))

    def test_what_is_not(self):
        for path, include in [("base/ids.h", "net/lts.h"), ("net/lts.cc", "property/property.h"), ("check/judge.cc", "engine/engine.h"),
                              ("check/trace.cc", "store/packed.h"), ("check/trace.cc", "search/search.h"), ("front/front.cc", "evidence/evidence.h"),
                              ("engine/explicit/explicit.cc", "front/front.h"), ("engine/explicit/explicit.cc", "check/judge.h"),
                              ("engine/explicit/explicit.cc", "engine/lazy/lazy.h"), ("front/fsp/syntax/parser.cc", "front/aut/reader.h"),
                              ("cli/parley_check.cc", "engine/registry.h"), ("cli/judge_main.cc", "report/text.h"), ("net/lts.cc", "lts.h"),
                              ("helpers/thing.cc", "base/ids.h"), ("net/lts.cc", "support/network_text.h")]:
            self.assertEqual(len(self.found(path, include)), 1, (path, include))


class JudgeLinksNoEngine(TestCase):
    def test_symbols(self):
        judge = defined_symbols(BINARY / "src" / "cli" / "parley-check")
        parley = defined_symbols(BINARY / "src" / "cli" / "parley")
        self.assertTrue(judge, "parley-check has no symbols: it was stripped, and this test sees nothing")
        for layer in ("engine", "store", "search", "report"):
            library = BINARY / "src" / "libparley_{}.a".format(layer)
            if library.exists():   # a layer of headers alone has none
                symbols = defined_symbols(library)
                self.assertEqual(sorted(symbols & judge), [], layer)
                if layer == "engine":
                    self.assertTrue(symbols & parley, "the test would not notice an engine")
