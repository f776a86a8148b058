"""The layers and rooms of src/ keep to the tables in layering.py, in their includes and in what parley-check links."""
import subprocess

from harness import BINARY, SOURCE, TestCase
from layering import ARROWS, ROOMS, violations


def source_files():
    return {str(path.relative_to(SOURCE / "src")): path.read_text()
            for suffix in ("*.h", "*.cc") for path in (SOURCE / "src").rglob(suffix)}


def defined_symbols(path):
    """The functions and data that an object defines for others. Weak ones (templates, inline) are left out: each user has them."""
    command = ["nm", "--defined-only", "--format=posix", path]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    fields = [line.split() for line in lines]
    return {row[0] for row in fields if len(row) >= 2 and row[1] in "TDBR" and "parley" in row[0]}


class Layering(TestCase):
    def test_no_include_leaves_the_table(self):
        files = source_files()
        self.assertGreater(len(files), 20)
        self.assertEqual(violations(files), [])

    def test_the_tables_have_no_cycle(self):
        for arrows in (ARROWS, ROOMS):
            done = set()
            while len(done) < len(arrows):
                ready = {place for place, below in arrows.items() if place not in done and done.issuperset(below)}
                self.assertTrue(ready, "a cycle among {}".format(set(arrows) - done))
                done |= ready

    def test_the_tables_name_folders_that_exist(self):
        self.assertEqual([place for place in [*ARROWS, *ROOMS] if not (SOURCE / "src" / place).is_dir()], [])

    def test_every_arrow_of_a_room_is_used(self):
        texts = {}
        for path, text in source_files().items():
            if path.endswith("_test.cc"):
                continue
            folder = path.rpartition("/")[0]
            for room in (room for room in ROOMS if folder == room or folder.startswith(room + "/")):
                texts[room] = texts.get(room, "") + text
        unused = [(room, below) for room, belows in ROOMS.items() for below in belows
                  if '#include "{}/'.format(below) not in texts.get(room, "")]
        self.assertEqual(unused, [])

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
                              ("cli/check.cc", "verify/ask.h"), ("verify/ask.cc", "check/judge.h"), ("verify/ask.cc", "front/front.h"),
                              ("invariant/checks.cc", "automata/components.h"), ("net/lts_test.cc", "support/network_text.h")]:
            self.assertEqual(self.found(path, include), [], (path, include))

    def test_what_is_not(self):
        for path, include in [("base/ids.h", "net/lts.h"), ("net/lts.cc", "property/property.h"), ("check/judge.cc", "engine/engine.h"),
                              ("check/judge.cc", "store/packed.h"), ("check/judge.cc", "search/level/watch.h"),
                              ("check/judge.cc", "verify/ask.h"), ("report/text.cc", "verify/ask.h"), ("report/text.cc", "front/front.h"),
                              ("front/front.cc", "evidence/evidence.h"), ("engine/explicit/explicit.cc", "front/front.h"),
                              ("engine/explicit/explicit.cc", "check/judge.h"), ("cli/parley_check.cc", "engine/registry.h"),
                              ("cli/parley_check.cc", "verify/ask.h"), ("cli/judge_main.cc", "report/text.h"), ("net/lts.cc", "lts.h"),
                              ("helpers/thing.cc", "base/ids.h"), ("net/lts.cc", "support/network_text.h")]:
            self.assertEqual(len(self.found(path, include)), 1, (path, include))

    def test_which_rooms_are_allowed(self):
        for path, include in [("search/stubborn/a.cc", "search/steps/b.h"), ("search/level/a.cc", "search/steps/b.h"),
                              ("engine/leap/a.cc", "engine/searching/b.h"), ("engine/leap/covering/a.cc", "engine/searching/b.h"),
                              ("engine/leap/covering/a.cc", "engine/leap/b.h"), ("engine/leap/a.cc", "engine/leap/covering/b.h"),
                              ("front/fsp/lint/a.cc", "front/fsp/syntax/b.h"), ("front/fsp/lint/a.cc", "front/front.h"),
                              ("front/fsp/read.cc", "front/fsp/lint/b.h"), ("check/judge.cc", "check/leap/b.h"),
                              ("check/leap/a.cc", "check/truth.h"), ("check/cases/a.cc", "check/set/b.h"),
                              ("search/walk/a_test.cc", "search/shorten/b.h")]:
            self.assertEqual(self.found(path, include), [], (path, include))

    def test_which_rooms_are_not(self):
        for path, include in [("search/steps/a.cc", "search/level/b.h"), ("search/level/a.cc", "search/stubborn/b.h"),
                              ("search/walk/a.cc", "search/shorten/b.h"), ("search/walk/a.cc", "search/level/b.h"),
                              ("engine/explicit/a.cc", "engine/lazy/b.h"), ("engine/lazy/a.cc", "engine/leap/covering/b.h"),
                              ("engine/leap/covering/a.cc", "engine/synchro/prove/b.h"), ("engine/searching/a.cc", "engine/explicit/b.h"),
                              ("engine/synchro/prove/a.cc", "engine/synchro/paper/b.h"), ("front/fsp/syntax/a.cc", "front/aut/b.h"),
                              ("front/fsp/syntax/a.cc", "front/fsp/names/b.h"), ("front/fsp/elaborate/a.cc", "front/fsp/lint/b.h"),
                              ("front/fsp/names/a.cc", "front/fsp/model.h"), ("check/set/a.cc", "check/cases/b.h"),
                              ("check/trace/a.cc", "check/reduced/b.h"), ("search/graph/a.cc", "base/ids.h"),
                              ("engine/registry.cc", "engine/symbolic/b.h")]:
            self.assertEqual(len(self.found(path, include)), 1, (path, include))


class JudgeLinksNoEngine(TestCase):
    def test_symbols(self):
        judge = defined_symbols(BINARY / "src" / "cli" / "parley-check")
        parley = defined_symbols(BINARY / "src" / "cli" / "parley")
        self.assertTrue(judge, "parley-check has no symbols: it was stripped, and this test sees nothing")
        for layer in ("engine", "store", "search", "report", "verify"):
            library = BINARY / "src" / "libparley_{}.a".format(layer)
            if library.exists():   # a layer of headers alone has none
                symbols = defined_symbols(library)
                self.assertEqual(sorted(symbols & judge), [], layer)
                if layer == "engine":
                    self.assertTrue(symbols & parley, "the test would not notice an engine")
