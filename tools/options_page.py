"""Writes docs/options.md: the engines and their options, from the tables of the program.

    python3 tools/options_page.py build/release/src/cli/parley > docs/options.md

Names, values, defaults and one-line descriptions are those that `parley engines --options` prints. Longer
explanations are in tools/options_notes.md, under the name of the engine or the option. A test in tests/sanity
compares the committed page with what this program writes.
"""
import pathlib
import re
import subprocess
import sys

NOTES = pathlib.Path(__file__).resolve().parent / "options_notes.md"
LARGEST = str(1 << 40)   # the largest value of an option that counts something
ENGINE = re.compile(r"  ([a-z][a-z0-9-]*) +(\S.*)")
DETAIL = re.compile(r" {4,}(\S.*)")
OPTION = re.compile(r"  ([a-z]+)\.([a-z-]+) +(\S.*); ([^;]+) \(default ([^()]+)\)")


class Engine:
    def __init__(self, name, summary):
        self.name, self.summary = name, summary
        self.answers, self.paper, self.is_complete, self.explores, self.options = "", "", False, False, []

    def add_detail(self, text):
        if text.startswith("answers "):
            self.answers, always, _ = text[len("answers "):].partition("; always")
            self.is_complete = bool(always)
        elif text.startswith("after "):
            self.paper = text[len("after "):]
        elif text.startswith("also for `parley explore`"):
            self.explores = True
        else:
            raise ValueError("not understood: " + text)


def parse(printed):
    """The engines with their options, in the order in which `parley engines --options` prints them."""
    engines = {}
    part = ""
    for line in printed.splitlines():
        if re.match(r"(engines|options|statistics)\b", line):
            part = line.split()[0].rstrip(",")
        elif line and part == "engines":
            if detail := DETAIL.fullmatch(line):
                list(engines.values())[-1].add_detail(detail[1])
            elif engine := ENGINE.fullmatch(line):
                engines[engine[1]] = Engine(*engine.groups())
            else:
                raise ValueError("not understood: " + line)
        elif line and part == "options":
            if not (option := OPTION.fullmatch(line)):
                raise ValueError("not understood: " + line)
            engines[option[1]].options.append(option.groups()[1:])
    return list(engines.values())


def notes(text):
    """A map from the name of an engine or an option, or "preface", to its paragraphs."""
    found = {}
    for part in text.split("\n## ")[1:]:
        name, paragraphs = part.split("\n", 1)
        if name in found:
            raise ValueError("two notes about " + name)
        found[name] = paragraphs.strip()
    return found


def values(text):
    """The values of an option in words, from the form that --options prints: on|off, 1..64."""
    if ".." not in text:
        return ", ".join("`{}`".format(value) for value in text.split("|"))
    least, most = text.split("..")
    return "{} or more".format(least) if most == LARGEST else "{} to {}".format(least, most)


def meaning(text, words):
    """The meaning column. A description that begins with `word:` is about one value of another option, or one command."""
    first, colon, rest = text.partition(": ")
    return "`{}`: {}".format(first, rest) if colon and first in words else text


def section(engine, about):
    lines = ["## " + engine.name, ""]
    lines.append(engine.summary[0].upper() + engine.summary[1:] + ".")
    lines.append("It answers {}.".format(engine.answers))
    if engine.paper:
        lines.append("It follows {}.".format(engine.paper))
    lines.append("The algorithm is explained in [algorithms/{0}.md](algorithms/{0}.md).".format(engine.name))
    if paragraphs := about.pop(engine.name, ""):
        lines += ["", paragraphs]
    lines += ["", "| option | values | default | meaning |", "|---|---|---|---|"]
    words = {"explore"} | {value for _, _, choices, _ in engine.options if ".." not in choices for value in choices.split("|")}
    for name, text, choices, preset in engine.options:
        lines.append("| `{}.{}` | {} | `{}` | {} |".format(engine.name, name, values(choices), preset, meaning(text, words)))
    for name, _, _, _ in engine.options:
        full = "{}.{}".format(engine.name, name)
        if paragraphs := about.pop(full, ""):
            lines += ["", "**`{}`.**".format(full), paragraphs]
    return lines


def page(printed, notes_text):
    """The whole page. A note about something that does not exist is an error, so that a rename does not lose it."""
    engines, about = parse(printed), notes(notes_text)
    lines = ["<!-- Written by tools/options_page.py from the tables of the engines and tools/options_notes.md; edit those. -->",
             "# Engines and their options", "", about.pop("preface"), "", "| engine | complete | for `explore` |", "|---|---|---|"]
    for engine in engines:
        lines.append("| `{}` | {} | {} |".format(engine.name, "yes" if engine.is_complete else "no", "yes" if engine.explores else "no"))
    for engine in engines:
        lines += ["", *section(engine, about)]
    if about:
        raise ValueError("notes about what does not exist: " + ", ".join(sorted(about)))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    answer = subprocess.run([sys.argv[1], "engines", "--options"], check=True, capture_output=True, text=True)
    sys.stdout.write(page(answer.stdout, NOTES.read_text(encoding="utf-8")))
