"""Small Petri nets: pages, references, units, and nets that are not 1-safe or not known to be.

A verdict without a trace also needs evidence of 1-safety.
"""
import pathlib

from harness import ACCEPTED, AS_EXPECTED, BAD_INPUT, REJECTED, UNEXPECTED, UNKNOWN, TestCase

NETS = pathlib.Path(__file__).resolve().parent / "nets"
COUNTED = ("states", "transitions", "deadlocks")


class NetTestCase(TestCase):
    def check(self, code, net, *arguments):
        return self.expect(code, "parley", "check", NETS / (net + ".pnml"), *arguments, "--json", "-").json()["checks"]


class Counts(NetTestCase):
    """The numbers were counted by hand."""

    def explored(self, code, net):
        answer = self.expect(code, "parley", "explore", NETS / (net + ".pnml"), "--json", "-").json()
        statistics = answer["checks"][0]["statistics"]
        return answer["model"]["components"], tuple(statistics[key] for key in COUNTED), answer["checks"][0]["reason"]

    def test_one_safe_nets_are_counted_exactly(self):
        self.assertEqual(self.explored(AS_EXPECTED, "pages"), (3, (3, 4, 0), None))
        self.assertEqual(self.explored(AS_EXPECTED, "units"), (3, (5, 6, 0), None))
        self.assertEqual(self.explored(AS_EXPECTED, "monitored"), (3, (3, 2, 1), None))

    def test_a_second_token_makes_the_counts_unknown(self):
        for net, errors in (("unsafe", 3), ("source", 1)):
            _, _, reason = self.explored(UNKNOWN, net)
            self.assertTrue(reason.startswith("not 1-safe: in {} of the states".format(errors)), reason)

    def test_leaps_do_not_count_errors(self):
        answer = self.expect(UNKNOWN, "parley", "explore", NETS / "unsafe.pnml", "--engine", "leap", "--json", "-").json()
        self.assertIn("1-safe", answer["checks"][0]["reason"])


class Verdicts(NetTestCase):
    def test_units_are_components(self):
        self.assertEqual(self.check(AS_EXPECTED, "units")[0]["verdict"], "holds")
        self.check(AS_EXPECTED, "units", "--reach", "A@a2 && B@b2 && root@idle", "--never", "root@start && A@a1")

    def test_the_transition_that_never_fires_keeps_its_name(self):
        text = self.expect(AS_EXPECTED, "parley", "info", NETS / "units.pnml").stdout
        self.assertRegex(text, r"labels +5\n")
        self.assertIn("'both'", text)

    def test_state_machines_are_components(self):
        self.check(AS_EXPECTED, "pages", "--deadlock", "--never", "tool@{work1, work2} && rest1@rest1 && rest2@rest2", "--reach", "tool@work2")

    def test_a_trace_needs_no_evidence_of_one_safety(self):
        checks = self.check(AS_EXPECTED, "unsafe", "--reach", "q@q", "--reach", "r@r && q@q")
        self.assertEqual([check["evidence"]["kind"] for check in checks], ["trace", "trace"])
        self.assertNotIn("twice", str(checks))

    def test_without_a_trace_a_net_that_is_not_one_safe_stays_unknown(self):
        for question in (["--deadlock"], ["--local-deadlock"], ["--never", "p@p && q@idle && r@r && false"], ["--reach", "false"]):
            check, = self.check(UNKNOWN, "unsafe", *question)
            self.assertRegex(check["reason"], r"^not 1-safe: a second token can come to the place '[qr]'$")
            self.assertEqual((check["evidence"]["kind"], check["support"]), ("none", None))
        check, = self.check(UNKNOWN, "source")
        self.assertEqual(check["reason"], "not 1-safe: a second token can come to the place 'q'")

    def test_no_trace_leads_beyond_the_second_token(self):
        # q is in neither of its ordinary states only if it has two tokens.
        check, = self.check(UNKNOWN, "unsafe", "--reach", "!q@q && !q@idle")
        self.assertTrue(check["reason"].startswith("not 1-safe"))
        # A predicate that asks for the second token gets the trace.
        check, = self.check(AS_EXPECTED, "unsafe", "--reach", "q@twice")
        self.assertEqual([step["label"] for step in check["trace"]], ["make", "make"])

    def test_a_net_may_turn_out_to_be_one_safe(self):
        first, second = self.check(UNEXPECTED, "monitored", "--never", "x@x && y@y && z@z", "--deadlock")
        self.assertEqual((first["verdict"], first["evidence"]["checked"]), ("holds", True))
        self.assertEqual((second["verdict"], len(second["trace"])), ("violated", 2))

    def test_a_limit_leaves_one_safety_unknown(self):
        # One component alone answers the question, but it shows nothing about second tokens.
        check, = self.check(UNKNOWN, "monitored", "--never", "y@y && !y@y", "--engine", "lazy", "--set", "lazy.most-states=3")
        self.assertTrue(check["reason"].startswith("whether the net is 1-safe is not known: "), check)

    def test_a_place_in_a_predicate_gets_a_hint_with_its_component(self):
        for expression in ("work1@work1", "rest1@work1"):
            answer = self.expect(BAD_INPUT, "parley", "check", NETS / "pages.pnml", "--reach", expression)
            self.assertIn("the place 'work1' is asked for as tool@work1", answer.stderr)


class Evidence(NetTestCase):
    def written(self, code, net, *arguments):
        self.expect(code, "parley", "check", NETS / (net + ".pnml"), *arguments, "--evidence", self.folder / "out", "--quiet")
        return sorted(path.name for path in (self.folder / "out").iterdir())

    def judge(self, code, net, *names):
        return self.expect(code, "parley-check", NETS / (net + ".pnml"), *(self.folder / "out" / name for name in names)).stdout

    def test_a_certificate_needs_that_of_one_safety(self):
        self.assertEqual(self.written(AS_EXPECTED, "monitored", "--never", "x@x && y@y && z@z"), ["1-safe.evidence", "never-1.evidence"])
        self.judge(ACCEPTED, "monitored", "1-safe.evidence", "never-1.evidence")
        self.judge(ACCEPTED, "monitored", "never-1.evidence", "1-safe.evidence")   # in any order
        alone = self.judge(REJECTED, "monitored", "never-1.evidence")
        self.assertIn("only together with accepted evidence for '1-safe'", alone)

    def test_a_modified_certificate_of_one_safety_is_rejected(self):
        self.written(AS_EXPECTED, "monitored", "--never", "x@x && y@y && z@z")
        safe = self.folder / "out" / "1-safe.evidence"
        safe.write_text(safe.read_text().replace("verdict holds", "verdict violated"))
        text = self.judge(REJECTED, "monitored", "never-1.evidence", "1-safe.evidence")
        self.assertEqual(text.count("rejected:"), 2, text)

    def test_traces_are_accepted_alone(self):
        self.written(UNEXPECTED, "monitored", "--deadlock")
        self.judge(ACCEPTED, "monitored", "deadlock-1.evidence")

    def test_a_withdrawn_verdict_has_no_evidence_file(self):
        self.assertEqual(self.written(UNKNOWN, "unsafe", "--deadlock"), ["1-safe.evidence"])
        self.assertIn("property violated", self.judge(ACCEPTED, "unsafe", "1-safe.evidence"))

    def test_a_trace_to_a_second_token_proves_nothing_else(self):
        # Evidence as another tool might write it: the same trace, for a formula that is not restricted to
        # 1-safe states.
        self.written(AS_EXPECTED, "unsafe", "--reach", "q@twice")
        path = self.folder / "out" / "reach-1.evidence"
        text = path.read_text()
        self.assertIn("q@twice", text)
        for formula in ("!q@q && !q@idle", "!q@q || q@twice", "count(q@q, q@idle) <= 0", "!(q@q || q@idle || q@twice && q@idle)"):
            path.write_text(text.replace("q@twice", formula))
            self.assertIn("not 1-safe", self.judge(REJECTED, "unsafe", "reach-1.evidence"))
        path.write_text(text.replace("q@twice", "count(q@twice) >= 1"))
        self.judge(ACCEPTED, "unsafe", "reach-1.evidence")


class Conversions(NetTestCase):
    def test_a_format_that_would_lose_the_second_token_is_refused(self):
        for net, ending in (("unsafe", "aut"), ("unsafe", "dot"), ("unsafe", "fsp"), ("unsafe", "exp"), ("monitored", "fsp"), ("monitored", "exp")):
            out = self.folder / ("out." + ending)
            answer = self.expect(BAD_INPUT, "parley", "convert", NETS / (net + ".pnml"), "-o", out)
            self.assertIn("[cli-assumption]", answer.stderr)
            self.assertIn("1-safe", answer.stderr)
            self.assertFalse(out.exists(), answer)
        for net, ending in (("monitored", "aut"), ("monitored", "dot"), ("units", "fsp"), ("units", "exp")):
            self.expect(AS_EXPECTED, "parley", "convert", NETS / (net + ".pnml"), "-o", self.folder / (net + "." + ending))
        self.expect(AS_EXPECTED, "parley", "convert", NETS / "unsafe.pnml", "-o", self.folder / "q.aut", "--component", "q")


class Targets(TestCase):
    def test_one_of_several_nets_is_chosen(self):
        nets = [(NETS / (name + ".pnml")).read_text() for name in ("units", "unsafe")]
        inside = "".join(text[text.index("<net"):text.index("</pnml>")] for text in nets)
        path = self.write("two.pnml", "<pnml>" + inside + "</pnml>")
        self.assertIn("[pnml-several]", self.expect(BAD_INPUT, "parley", "check", path).stderr)
        self.assertIn("'units', 'unsafe'", self.expect(BAD_INPUT, "parley", "check", path, "--target", "x").stderr)
        self.expect(AS_EXPECTED, "parley", "check", path, "--target", "units", "--evidence", self.folder / "out")
        self.expect(UNKNOWN, "parley", "check", path, "--target", "unsafe")
        evidence = self.folder / "out" / "deadlock-1.evidence"
        self.expect(ACCEPTED, "parley-check", path, evidence)
        self.assertIn("rejected", self.expect(REJECTED, "parley-check", path, self.write("not.evidence", "no evidence")).stdout)
        aimless = self.write("aimless.evidence", evidence.read_text().replace("target units", "target nothing"))
        self.assertIn("rejected", self.expect(REJECTED, "parley-check", path, aimless).stdout)
