"""The console blocks of a document: what it types, and what it says that it sees.

A block

    ```console
    $ ./parley check models/philosophers.fsp --quiet
    deadlock-1: violated ...
    ...
    $ echo $?
    0
    ```

is a list of commands with the lines that follow each. In the expected lines `...` alone stands for any number of lines, and
`...` within a line for any text, so that a document may leave out what does not matter. Numbers with a unit of time or speed, and memory, are
taken as equal: no two runs have the same.
"""
import re

BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
MEASURE = re.compile(r"\b\d[\d.,]* (?:s|min \d\d s|[KMGT]?i?B|bytes per state|states per second)\b")


def commands(document):
    """Pairs of a command line and the expected lines, in the document's order."""
    found = []
    for block in BLOCK.findall(document):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def normal(line):
    return re.sub(r"\s+", " ", MEASURE.sub("<measure>", line)).strip()


def matches(expected, actual):
    """Whether the lines that were printed fit the lines of the document."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += r"[^\n]*".join(re.escape(normal(part)) if part.strip() else "" for part in line.split("...")) + r"\n"
    while actual and not actual[-1].strip():   # a block in a document does not end with blank lines
        actual = actual[:-1]
    text = "".join(normal(line) + "\n" for line in actual)
    return re.fullmatch(pattern, text) is not None
