"""Assertions, progress and local properties: every check gives a line with a verdict, in the text, in the JSON and for the shell."""
import json

import jsonschema

from harness import ACCEPTED, AS_EXPECTED, BAD_INPUT, REJECTED, SOURCE, UNEXPECTED, UNKNOWN, TestCase

SCHEMA = json.loads((SOURCE / "docs" / "formats" / "result.schema.json").read_text())

MODEL = """
LOCK = (acquire -> release -> LOCK).
USER = (acquire -> enter -> exit -> release -> USER).
||SAFE  = (a:USER || b:USER || {a,b}::LOCK).
||WRONG = (a:USER || b:USER).
property ONCE = (enter -> exit -> ONCE).
fluent IN[u:{a,b}] = <[u].enter, [u].exit>
assert MUTEX = [] !(IN['a] && IN['b])
assert LIVE = [](a.acquire -> <> a.enter)
progress GO = {a.enter}
"""
ALL = MODEL + """
check assert MUTEX on SAFE
check assert MUTEX on WRONG expect fail
check assert LIVE on SAFE expect unknown
check Going = progress GO on SAFE expect unknown
check local ONCE on SAFE at a expect unknown
check deadlock SAFE
"""


class Liveness(TestCase):
    def test_every_check_has_a_verdict(self):
        answer = self.expect(AS_EXPECTED, "parley", "check", self.write("all.fsp", ALL), "--json", "-")
        result = answer.json()
        jsonschema.validate(result, SCHEMA)
        self.assertEqual([(check["name"], check["kind"], check["verdict"]) for check in result["checks"]],
                         [("assert-1", "assert", "holds"), ("assert-2", "assert", "violated"), ("assert-3", "assert", "unknown"),
                          ("Going", "progress", "unknown"), ("local-1", "local", "unknown"), ("deadlock-1", "deadlock", "holds")])
        for check in result["checks"]:
            self.assertEqual(check["reason"] is None, check["verdict"] != "unknown", check)
            self.assertEqual(check["expected"], None if check["verdict"] == "unknown" else True, check)
        self.assertIn("liveness", result["checks"][2]["reason"])
        self.assertEqual([target["observer"] for target in result["model"]["targets"]], ["assert MUTEX", "assert MUTEX", None])

    def test_the_text_says_why(self):
        answer = self.expect(AS_EXPECTED, "parley", "check", self.write("all.fsp", ALL))
        lines = answer.stdout.splitlines()
        for name, word in [("assert-1", "holds"), ("assert-2", "violated"), ("assert-3", "unknown (a liveness assertion"),
                           ("Going", "unknown (progress needs"), ("local-1", "unknown (a local property")]:
            self.assertTrue(any(line.startswith(name) and word in line for line in lines), name + "\n" + answer.stdout)
        self.assertIn("MUTEX is broken by step", answer.stdout)

    def test_exit_codes(self):
        self.expect(UNKNOWN, "parley", "check", self.write("open.fsp", MODEL + "check progress GO on SAFE\n"))
        self.expect(UNKNOWN, "parley", "check", self.write("fail.fsp", MODEL + "check progress GO on SAFE expect fail\n"))
        self.expect(UNEXPECTED, "parley", "check", self.write("wrong.fsp", MODEL + "check assert MUTEX on WRONG\n"))
        self.expect(UNEXPECTED, "parley", "check", self.write("known.fsp", MODEL + "check assert MUTEX on SAFE expect unknown\n"))
        self.expect(BAD_INPUT, "parley", "check", self.write("none.fsp", MODEL + "check assert MUTTEX on SAFE\n"))
        self.expect(BAD_INPUT, "parley", "check", self.write("free.fsp", MODEL + "check assert MUTEX on LOCK\n"))

    def test_one_of_them(self):
        model = self.write("all.fsp", ALL)
        for name, verdict in [("assert-2", "violated"), ("Going", "unknown"), ("local-1", "unknown")]:
            result = self.expect(AS_EXPECTED, "parley", "check", model, "--check", name, "--json", "-").json()
            self.assertEqual([(check["name"], check["verdict"]) for check in result["checks"]], [(name, verdict)])

    def test_evidence(self):
        """What is known has a file, which the judge's own program accepts by building the automaton of the assertion again."""
        model = self.write("all.fsp", ALL)
        folder = self.folder / "evidence"
        result = self.expect(AS_EXPECTED, "parley", "check", model, "--evidence", folder, "--json", "-").json()
        files = {check["name"]: check["evidence"]["file"] for check in result["checks"]}
        self.assertEqual([name for name, file in files.items() if file], ["assert-1", "assert-2", "deadlock-1"])
        self.assertEqual(len(list(folder.iterdir())), 3)
        answer = self.expect(ACCEPTED, "parley-check", model, *filter(None, files.values()), "--show")
        self.assertIn("MUTEX", answer.stdout)
        with open(files["assert-2"], encoding="utf-8") as file:
            text = file.read()
        self.assertIn('observer "assert MUTEX"\n', text)
        other = self.write("other.evidence", text.replace("assert MUTEX", "assert LIVE"))
        self.expect(REJECTED, "parley-check", model, other)
