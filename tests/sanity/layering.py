"""Who may include whom: the tables of ARCHITECTURE.md, and the check of a source tree against them.

A layer may include itself, what its row names, and what those may include. Inside a layer the folders are rooms, with a
table of their own. The linker enforces less than this: a header alone can tie two layers together.
"""
import re

ARROWS = {
    "base": [],
    "net": ["base"],
    "property": ["net"],
    "evidence": ["property"],
    "check": ["evidence"],
    "automata": ["net"],
    "front": ["property", "automata"],
    "store": ["net"],
    "search": ["store", "evidence"],
    "solve": ["base"],
    "invariant": ["evidence", "automata", "solve"],
    "engine": ["search", "automata", "invariant", "solve"],
    "report": ["engine", "evidence"],
    "verify": ["report", "front", "check"],
    "cli": ["verify"],
}

# The main of parley-check is in src/cli, but it is no command: what it includes must be trusted. Engines, reports and
# src/verify are not among it.
JUDGE = re.compile(r"^cli/(parley_check|judge)[^/]*$")
JUDGE_ARROWS = ["front", "check"]

# Which room may include which of its siblings, directly or through them. A room may also include the folder that it is
# in, and a folder may include its rooms. Engines do not know one another, nor do front ends: their rows are empty, or
# name only what they share. A unit test may include any room of its layer.
ROOMS = {
    "check/trace": [],
    "check/set": [],
    "check/reduced": [],
    "check/cases": ["check/set"],
    "check/leap": [],
    "check/proof": [],
    "check/show": [],
    "evidence/text": [],
    "front/aut": [],
    "front/dot": [],
    "front/exp": [],
    "front/fsp": [],
    "front/pnml": [],
    "front/fsp/syntax": [],
    "front/fsp/names": ["front/fsp/syntax"],
    "front/fsp/ask": ["front/fsp/names"],
    "front/fsp/elaborate": ["front/fsp/ask"],
    "front/fsp/lint": ["front/fsp/elaborate"],
    "front/fsp/write": ["front/fsp/syntax"],
    "search/steps": [],
    "search/level": ["search/steps"],
    "search/stubborn": ["search/level"],
    "search/walk": ["search/steps"],
    "search/shorten": ["search/steps"],
    "engine/searching": [],
    "engine/explicit": ["engine/searching"],
    "engine/lazy": [],
    "engine/leap": ["engine/searching"],
    "engine/leap/covering": [],
    "engine/synchro": [],
    "engine/synchro/paper": [],
    "engine/synchro/prove": [],
    "report/explain": [],
}

# The files directly in these folders use the rooms below them; no room includes such a file.
ABOVE_THEIR_ROOMS = {"front/fsp"}

# What unit tests share is in tests/support; only unit tests may use it.
TEST_SUPPORT = "support"

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def reachable(start, arrows):
    """What 'start' may include by these arrows, itself first."""
    seen, waiting = [], [start]
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen.append(place)
            waiting.extend(arrows[place])
    return seen


def allowed_layers(path):
    layer = path.split("/")[0]
    if JUDGE.match(path):
        return {"cli"}.union(*(reachable(arrow, ARROWS) for arrow in JUDGE_ARROWS))
    return set(reachable(layer, ARROWS))


def folder_of(path):
    return path.rpartition("/")[0]


def rooms_on_the_way(folder):
    """'engine/leap/covering': the layer, then each room inside the one before, down to the folder itself."""
    parts = folder.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]


def may_include_room(source, target):
    """Whether files of one folder may include files of another one of the same layer."""
    ours, theirs = rooms_on_the_way(source), rooms_on_the_way(target)
    shared = sum(1 for a, b in zip(ours, theirs) if a == b)
    if shared == len(ours):   # the folder itself, or a room inside it
        return True
    if shared == len(theirs):   # a folder round this room
        return target not in ABOVE_THEIR_ROOMS
    return theirs[shared] in reachable(ours[shared], ROOMS)


def include_violation(path, include):
    layer, target_layer = path.split("/")[0], include.split("/")[0]
    if "/" not in include:
        return None if include == "parley_version.h" else '{}: "{}" is not named from src/ on'.format(path, include)
    if target_layer == TEST_SUPPORT and path.endswith("_test.cc"):
        return None
    if target_layer not in allowed_layers(path):
        return "{}: {} must not include {}".format(path, layer, include)
    if target_layer == layer and not set(rooms_on_the_way(folder_of(include))[1:]) <= set(ROOMS):
        return "{}: there is no room '{}' in the table".format(path, folder_of(include))
    if target_layer == layer and not path.endswith("_test.cc") and not may_include_room(folder_of(path), folder_of(include)):
        return "{}: {} must not include {}".format(path, folder_of(path), include)
    return None


def violations(files):
    """'files' maps a path below src/ to its text; answers one sentence for each include that the tables forbid."""
    found = []
    for path, text in sorted(files.items()):
        layer, *rooms = rooms_on_the_way(folder_of(path))
        unknown = [layer] if layer not in ARROWS else [room for room in rooms if room not in ROOMS]
        if unknown:
            found.append("{}: '{}' is not in the table".format(path, unknown[0]))
            continue
        found += filter(None, (include_violation(path, include) for include in INCLUDE.findall(text)))
    return found
