"""House rules that a program can check (STYLE.md). Each rule takes a path and a text and answers what is wrong, in one sentence a finding."""
import re

# Written in pieces, so that this file does not break its own rules.
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b|not (yet )?impl" r"emented|place" r"holder|\bst" r"ub\b", re.IGNORECASE)
MACHINE = re.compile(r"/(wor" r"k|roo" r"t|hom" r"e)/")
VAGUE = re.compile(r"(^|_)(utils?|misc|common|helpers?|manager)(_|\.|$)")
SWITCHED_OFF = re.compile(r"DISAB" r"LED_")
GETTER = re.compile(r"\bge" r"t_\w+\s*\(")
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
CAMEL = re.compile(r"^[A-Z][A-Za-z0-9]*$")
MOST_LINES = 600
# What may be other than ASCII in code: strings, characters and comments.
SPELLED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*')


def is_code(path):
    return path.endswith((".h", ".cc"))


def unfinished(path, text):
    if path.endswith(".md"):   # documents may quote the words
        return []
    return ["a mark of unfinished work: " + match.group(0) for match in UNFINISHED.finditer(text)]


def machine_paths(path, text):
    return ["a path of one machine: " + match.group(0) for match in MACHINE.finditer(text)]


def too_long(path, text):
    lines = text.count("\n")
    return ["{} lines; split it by idea".format(lines)] if is_code(path) and lines > MOST_LINES else []


def vague_name(path, text):
    name = path.split("/")[-1]
    return ["a name that says nothing"] if is_code(path) and VAGUE.search(name) else []


def guarded_header(path, text):
    return ["a header without #pragma once"] if path.endswith(".h") and "#pragma once" not in text else []


def getters(path, text):
    return ["'{}' is called by its noun here".format(match.group(0)) for match in GETTER.finditer(text)] if is_code(path) else []


def test_names(path, text):
    if not path.endswith(".cc"):
        return []
    found = ["a test that is switched off"] if SWITCHED_OFF.search(text) else []
    for suite, name in TEST.findall(text):
        if not CAMEL.match(suite) or not CAMEL.match(name):
            found.append("TEST({}, {}): both in CamelCase, the second a statement that can be true".format(suite, name))
    return found


def ascii_names(path, text):
    """A letter of another alphabet that looks like one of ours; .clang-tidy leaves looking for those to this rule, which is a thousand times quicker."""
    if not is_code(path) or text.isascii():
        return []
    return ["'{}' outside strings and comments".format(letter) for letter in sorted(set(SPELLED.sub("", text))) if not letter.isascii()]


RULES = [unfinished, machine_paths, too_long, vague_name, guarded_header, getters, test_names, ascii_names]


def violations(path, text):
    return ["{}: {}".format(path, finding) for rule in RULES for finding in rule(path, text)]
