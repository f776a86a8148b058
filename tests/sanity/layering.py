"""Who may include whom: the table of ARCHITECTURE.md, and the check of a source tree against it.

A layer may include itself, what its row names, and what those may include: the arrows are closed under going further down. The
linker enforces less, since a header alone can already tie two layers together.
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
    "invariant": ["evidence", "solve"],
    "engine": ["search", "automata", "invariant", "solve"],
    "report": ["engine", "evidence"],
    "cli": ["report", "front", "check"],
}

# The judge's own main stands among the commands, but is not one of them: what it includes is what has to be trusted.
JUDGE = re.compile(r"^cli/(parley_check|judge)[^/]*$")
JUDGE_ARROWS = ["front", "check"]

# What unit tests share stands in tests/support; only they may use it.
TEST_SUPPORT = "support"

# Engines, and front ends, do not know one another: a folder within these layers includes no sibling.
APART = {"engine", "front"}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def reachable(layer):
    """The layers that 'layer' may include, itself first."""
    seen, waiting = [], [layer]
    while waiting:
        next_layer = waiting.pop()
        if next_layer not in seen:
            seen.append(next_layer)
            waiting.extend(ARROWS[next_layer])
    return seen


def allowed_layers(path):
    layer = path.split("/")[0]
    if JUDGE.match(path):
        return {"cli"}.union(*(reachable(arrow) for arrow in JUDGE_ARROWS))
    return set(reachable(layer))


def violations(files):
    """'files' maps a path below src/ to its text; answers one sentence for each include that the table forbids."""
    found = []
    for path, text in sorted(files.items()):
        parts = path.split("/")
        if parts[0] not in ARROWS:
            found.append("{}: there is no layer '{}' in the table".format(path, parts[0]))
            continue
        for include in INCLUDE.findall(text):
            to = include.split("/")
            if len(to) == 1:
                if include != "parley_version.h":
                    found.append("{}: \"{}\" is not named from src/ on".format(path, include))
            elif to[0] == TEST_SUPPORT and path.endswith("_test.cc"):
                continue
            elif to[0] not in allowed_layers(path):
                found.append("{}: {} must not include {}".format(path, parts[0], include))
            elif parts[0] in APART and to[0] == parts[0] and len(to) == 3 and (len(parts) == 3 and parts[1] != to[1]):
                found.append("{}: {}/{} must not know its sibling {}".format(path, parts[0], parts[1], include))
    return found
