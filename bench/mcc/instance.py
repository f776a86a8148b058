"""The instances of the contest as they lie in a folder: a net, its formulas, and what the contest answers."""
import pathlib
import re
import xml.etree.ElementTree

# The name of an examination, and of the file with the expected answers.
EXPECTED = {"ReachabilityDeadlock": "RD.out", "ReachabilityFireability": "RF.out", "ReachabilityCardinality": "RC.out", "StateSpace": "SS.out"}
EXAMINATIONS = tuple(EXPECTED)

WITNESS, PROOF, COUNT = "witness", "proof", "count"   # what an answer needs


class Instance:
    def __init__(self, folder):
        self.folder, self.name = folder, folder.name

    def expected(self, examination):
        """Id -> answer, for the lines of the expected output; nothing where the contest does not know."""
        answers = {}
        path = self.folder / EXPECTED[examination]
        for line in path.read_text().splitlines() if path.is_file() else []:
            words = line.split()
            if len(words) >= 3 and words[0] in ("FORMULA", "STATE_SPACE") and words[2] != "CANNOT_COMPUTE":
                answers[words[1]] = words[2]
        return answers

    def needs(self, examination):
        """Id -> what an answer needs, as a function of the answer: E F is shown by a witness, A G refuted by one."""
        if examination == "StateSpace":
            return {}
        if examination == "ReachabilityDeadlock":
            return {examination: "exists-path"}
        tree = xml.etree.ElementTree.parse(self.folder / f"{examination}.xml")
        questions = {}
        for asked in tree.getroot():
            parts = {part.tag.split("}")[-1]: part for part in asked}
            questions[parts["id"].text.strip()] = parts["formula"][0].tag.split("}")[-1]
        return questions


def kind_of_need(question, answer):
    if question is None:
        return COUNT
    return WITNESS if (question == "exists-path") == (answer == "TRUE") else PROOF


def instances(folder):
    """In the order of the index, where there is one: the families together, small ones first."""
    there = {path.parent.name: Instance(path.parent) for path in sorted(folder.glob("*/model.pnml"))}
    index = folder / "INDEX.tsv"
    names = [line.split("\t")[0] for line in index.read_text().splitlines()[1:]] if index.is_file() else []
    return [there[name] for name in [*[name for name in names if name in there], *[name for name in there if name not in names]]]


def strip_units(source, target):
    """The same instance without the tool-specific sections of its net, which hold the units."""
    text = (source / "model.pnml").read_text(encoding="utf-8", errors="surrogateescape")
    stripped = re.sub(r"<toolspecific\b[^>]*?(/>|>.*?</toolspecific>)", "", text, flags=re.DOTALL)
    (target / "model.pnml").write_text(stripped, encoding="utf-8", errors="surrogateescape")
    for path in source.glob("*.xml"):
        (target / path.name).symlink_to(path.resolve())
