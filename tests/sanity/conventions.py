"""House rules that a program can check (STYLE.md). Each rule takes a path and a text and answers what is wrong, one
sentence per finding."""
import re

# Written in pieces, so that this file does not break its own rules.
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b|not (yet )?impl" r"emented|place" r"holder|\bst" r"ub\b", re.IGNORECASE)
MACHINE = re.compile(r"/(wor" r"k|roo" r"t|hom" r"e)/")
VAGUE = re.compile(r"(^|_)(utils?|misc|common|helpers?|manager)(_|\.|$)")
SWITCHED_OFF = re.compile(r"DISAB" r"LED_")
GETTER = re.compile(r"\bge" r"t_\w+\s*\(")
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)
CAMEL = re.compile(r"^[A-Z][A-Za-z0-9]*$")
MOST_LINES = {"src": 450}
MOST_LINES_ELSEWHERE = 600
MOST_COLUMNS = 130   # of code
MOST_COMMENT_COLUMNS = 110
MOST_FILES = 40   # directly in one folder of src
FENCE = re.compile(r"^\s*(```|~~~)")
SPAN = re.compile(r"`[^`]*`")
LINK_TARGET = re.compile(r"\]\([^)]*\)")
# A sentence ends before a capital letter; neither "e.g. A" nor an initial ("E. W. Dijkstra") nor the number of a list is an end.
TWO_SENTENCES = re.compile(r"(?<![A-Z])(?<!\d)(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)(?<!\bal)[.!?][)\]*_]*\s+[(*_]*[A-Z]")
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
    lines, most = text.count("\n"), MOST_LINES.get(path.split("/")[0], MOST_LINES_ELSEWHERE)
    return ["{} lines; split it by idea".format(lines)] if is_code(path) and lines > most else []


def too_wide(path, text):
    if not is_code(path):
        return []
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        what, most = ("comment", MOST_COMMENT_COLUMNS) if line.lstrip().startswith("//") else ("code", MOST_COLUMNS)
        if len(line) > most:
            found.append("line {}: {} of {} columns, at most {}".format(number, what, len(line), most))
    return found


def prose_lines(text):
    """The lines of a Markdown text, with their numbers, outside code blocks and tables."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.lstrip().startswith("|"):
            yield number, line


def one_sentence_per_line(path, text):
    if not path.endswith(".md"):
        return []
    return ["line {}: two sentences on one line".format(number) for number, line in prose_lines(text)
            if TWO_SENTENCES.search(LINK_TARGET.sub("]", SPAN.sub("`", line)))]


def crowded_folders(paths):
    """Folders of src with too many files directly in them; 'paths' are all files of the tree."""
    count = {}
    for path in paths:
        folder = path.rpartition("/")[0]
        if path.startswith("src/"):
            count[folder] = count.get(folder, 0) + 1
    return ["{}: {} files in one folder, at most {}".format(folder, number, MOST_FILES)
            for folder, number in sorted(count.items()) if number > MOST_FILES]


def stands_alone(path, text, paths):
    """Whether a unit test is neither beside the file of its name nor includes anything from its folder or a room of it."""
    folder = path.removeprefix("src/").rpartition("/")[0]
    tested = path.removesuffix("_test.cc")
    return not ({tested + ".cc", tested + ".h"} & set(paths)) and '#include "{}/'.format(folder) not in text


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
    """A letter of another alphabet that looks like one of ours. .clang-tidy has such a check, a thousand times slower."""
    if not is_code(path) or text.isascii():
        return []
    return ["'{}' outside strings and comments".format(letter) for letter in sorted(set(SPELLED.sub("", text))) if not letter.isascii()]


RULES = [unfinished, machine_paths, too_long, too_wide, one_sentence_per_line, vague_name, guarded_header, getters,
         test_names, ascii_names]


def violations(path, text):
    return ["{}: {}".format(path, finding) for rule in RULES for finding in rule(path, text)]
