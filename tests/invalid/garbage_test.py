"""A hundred megabytes of garbage of any kind are refused within 5 seconds, 1 GiB and 20 diagnostics."""
import random
import re

from harness import BAD_INPUT, SANITIZED, TestCase, run

SIZE = (5 if SANITIZED else 100) * 1000 * 1000
MOST_SECONDS, MOST_BYTES, MOST_DIAGNOSTICS = 5.0, 1 << 30, 20


# The piece that is repeated up to the size. For a reader, a repeated megabyte of random bytes is as good as
# 100 random megabytes, and it is made at once.
NOISE = random.Random(1).randbytes(1 << 20)
GARBAGE = {
    "noise": NOISE,
    "zeros": b"\0",
    "one line of names": b"abc ",
    "one word": b"a",
    "lines of names": b"FOO bar 17\n",
    "brackets": b"(",
    "prefix": b"(a -> ",
    "definitions": b"P = (a -> Q).\n",
    "digits": b"9",
}


class GarbageTestCase(TestCase):
    def refuses(self, name, piece, beginning=b""):
        path = self.folder / name
        # Written in blocks: a child process inherits its parent's peak of memory, so this process must stay
        # small.
        block = piece * ((1 << 20) // len(piece))
        with open(path, "wb") as file:
            file.write(beginning)
            for _ in range(SIZE // len(block)):
                file.write(block)
        answer = run("parley", "check", path, timeout=600)
        path.unlink()
        self.assertEqual(answer.code, BAD_INPUT, answer)
        diagnostics = len(re.findall(r": error: ", answer.stderr))
        self.assertTrue(1 <= diagnostics <= MOST_DIAGNOSTICS, answer)
        self.assertLess(len(answer.stderr), 100000)
        if not SANITIZED:
            self.assertLessEqual(answer.cpu_seconds, MOST_SECONDS, answer)
            self.assertLessEqual(answer.peak_bytes, MOST_BYTES, answer)


class GarbageFsp(GarbageTestCase):
    def test_every_kind_is_refused_in_time(self):
        for kind, piece in GARBAGE.items():
            with self.subTest(kind=kind):
                self.refuses("garbage.fsp", piece)

    def test_garbage_after_a_good_beginning_is_refused_in_time(self):
        for kind, beginning in [("definition", b"P = (a -> P).\n"), ("comment", b"/* and so on")]:
            with self.subTest(kind=kind):
                self.refuses("garbage.fsp", NOISE, beginning)


class GarbageAut(GarbageTestCase):
    def test_every_kind_is_refused_in_time(self):
        for kind, piece in GARBAGE.items():
            with self.subTest(kind=kind):
                self.refuses("garbage.aut", piece)

    def test_garbage_after_a_good_beginning_is_refused_in_time(self):
        for kind, piece, beginning in [("too many lines", b'(0, "a", 1)\n', b"des (0, 2, 2)\n"), ("noise", NOISE, b"des (0, 2, 2)\n"),
                                       ("an open label", b"a", b'des (0, 2, 2)\n(0, "a')]:
            with self.subTest(kind=kind):
                self.refuses("garbage.aut", piece, beginning)


class GarbagePnml(GarbageTestCase):
    def test_every_kind_is_refused_in_time(self):
        for kind, piece in {**GARBAGE, "tags": b"<a>", "open tags": b"<", "ampersands": b"&"}.items():
            with self.subTest(kind=kind):
                self.refuses("garbage.pnml", piece)

    def test_garbage_after_a_good_beginning_is_refused_in_time(self):
        net = b'<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">'
        for kind, piece, beginning in [("noise", NOISE, net), ("an open value", b"a", net + b'<place id="'), ("an open comment", b"- ", b"<!-"), ("an open text", b"1", net + b'<place id="p"><initialMarking><text>'),
                                       ("attributes", b'x="" ', net + b"<place "), ("places without an id", b"<place/>\n" * 4 + b" " * 60, net), ("references", b"&lt;", net)]:
            with self.subTest(kind=kind):
                self.refuses("garbage.pnml", piece, beginning)


class GarbageExp(GarbageTestCase):
    def test_every_kind_is_refused_in_time(self):
        for kind, piece in GARBAGE.items():
            with self.subTest(kind=kind):
                self.refuses("garbage.exp", piece)

    def test_garbage_after_a_good_beginning_is_refused_in_time(self):
        self.write("a.aut", b"des (0, 0, 1)\n")
        for kind, piece, beginning in [("noise", NOISE, b'"a" ||| '), ("a comment", b"a", b'"a" (* '), ("an open file", b"a", b'"a" ||| "'),
                                       ("hides", b"hide A in ", b""), ("vectors", b'"a" * _ -> "b", ', b"label par using ")]:
            with self.subTest(kind=kind):
                self.refuses("garbage.exp", piece, beginning)
