"""Broken inputs: each gives exit code 65 and a message with file, line and column. None gives a crash or an answer."""
import re

from harness import BAD_INPUT, MODELS, USAGE, TestCase, run

PHILOSOPHERS = (MODELS / "philosophers.fsp").read_text()


class BrokenTestCase(TestCase):
    def rejects(self, path, *arguments, at=None, says=None, command="check"):
        """Exit code 65 and a message with a place. 'at' is its (line, column), 'says' a part of its text."""
        answer = self.expect(BAD_INPUT, "parley", command, path, *arguments)
        place = re.search(r"^(.*?):(\d+):(\d+): error: (.+) \[([a-z0-9-]+)\]$", answer.stderr, re.MULTILINE)
        self.assertTrue(place, answer)
        self.assertEqual(answer.stdout, "", answer)
        if at:
            self.assertEqual((int(place.group(2)), int(place.group(3))), at, answer)
        if says:
            self.assertIn(says, answer.stderr, answer)
        return answer


class BrokenFsp(BrokenTestCase):
    def test_a_text_cut_off_anywhere_does_not_crash(self):
        # Cut at every 40th byte. The result is an answer or a located error, never anything worse.
        rejected = 0
        for length in range(0, len(PHILOSOPHERS), 40):
            path = self.write("cut.fsp", PHILOSOPHERS[:length])
            answer = run("parley", "check", path)
            self.assertIn(answer.code, (0, 1, BAD_INPUT), answer)
            rejected += answer.code == BAD_INPUT
        self.assertGreater(rejected, 10)

    def test_a_text_cut_off_is_refused(self):
        self.rejects(self.write("cut.fsp", "FORK = (take -> put ->"), says="cut.fsp:1:")

    def test_an_unknown_process_is_refused(self):
        self.rejects(self.write("a.fsp", "P = (a -> b -> P).\n||S = (p:P || q:QQ).\n"), at=(2, 17), says="QQ")

    def test_an_unknown_local_process_is_refused(self):
        self.rejects(self.write("a.fsp", "FORK = (take -> put -> FROK).\n"), at=(1, 24), says="FORK")

    def test_an_unknown_component_in_a_check_is_refused(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check never DINERS : philo[0]@EATING\n"), says="philo")

    def test_an_unknown_state_in_a_check_is_refused(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check never DINERS : phil[0]@EATIN\n"), says="EATIN")

    def test_an_unknown_target_of_a_check_is_refused(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check deadlock DINNERS\n"), says="DINNERS")

    def test_an_unknown_property_automaton_is_refused(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check property MUTEX on DINERS\n"), says="MUTEX")

    def test_a_component_index_out_of_range_is_refused(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check never DINERS : phil[5]@EATING\n"), says="phil")

    def test_two_errors_are_reported_in_one_run(self):
        answer = self.rejects(self.write("a.fsp", "P = (a -> Q1).\nR = (b -> Q2).\n||S = (P || R).\n"))
        self.assertEqual(len(re.findall(r": error: ", answer.stderr)), 2, answer)

    def test_an_unexpected_character_is_refused(self):
        self.rejects(self.write("a.fsp", "P = (a -> $ -> P).\n"), at=(1, 11))

    def test_an_unclosed_comment_is_refused(self):
        self.rejects(self.write("a.fsp", "P = (a -> P).\n/* and so on\n"), says="a.fsp:2:1")

    def test_an_empty_file_is_refused(self):
        self.rejects(self.write("empty.fsp", ""), says="empty.fsp:1:1")

    def test_a_file_of_comments_is_refused(self):
        self.rejects(self.write("a.fsp", "// nothing here\n"))

    def test_deep_nesting_does_not_crash(self):
        self.rejects(self.write("a.fsp", "P = " + "(" * 200000 + "\n"))
        self.rejects(self.write("a.fsp", "const A = " + "-" * 200000 + "\n"))
        self.rejects(self.write("a.fsp", "P = " + "(a -> " * 100000 + "\n"))

    def test_mcrl2_binary_is_recognised(self):
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("a.lts", b"\x8b\xaf\x00\x01\x00\x00binary\x00\xff"))
        self.assertIn("a.lts", answer.stderr)


class BrokenFlags(BrokenTestCase):
    """Predicates and definitions on the command line are input, too."""

    def test_a_predicate_with_an_index_out_of_range_is_refused(self):
        self.rejects(MODELS / "philosophers.fsp", "--reach", "phil[7]@EATING", says="phil")

    def test_a_predicate_with_an_unknown_state_is_refused(self):
        self.rejects(MODELS / "philosophers.fsp", "--never", "phil[0]@SLEEPING", says="SLEEPING")

    def test_a_predicate_cut_off_is_refused(self):
        self.rejects(MODELS / "philosophers.fsp", "--reach", "phil[0]@EATING &&")

    def test_a_definition_of_an_unknown_constant_is_refused(self):
        answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "-D", "M=4")
        self.assertIn("M", answer.stderr)

    def test_a_definition_that_is_no_number_is_refused(self):
        answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "-D", "N=many")
        self.assertIn("many", answer.stderr)

    def test_a_definition_out_of_range_is_refused(self):
        for value in ("0", "-3", "99999999999999999999"):
            answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "-D", "N=" + value)
            self.assertIn("error", answer.stderr)

    def test_a_definition_without_a_value_is_a_usage_error(self):
        self.expect(USAGE, "parley", "check", MODELS / "philosophers.fsp", "-D", "N")

    def test_an_unknown_target_is_refused(self):
        answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "--target", "DINNERS")
        self.assertIn("DINERS", answer.stderr)


class BrokenAut(BrokenTestCase):
    GOOD = 'des (0, 2, 2)\n(0, "a", 1)\n(1, "b", 0)\n'

    def test_the_unbroken_file_is_read(self):
        self.expect(0, "parley", "check", self.write("a.aut", self.GOOD))

    def test_a_wrong_number_of_transitions_is_refused(self):
        self.rejects(self.write("a.aut", self.GOOD.replace("des (0, 2,", "des (0, 3,")), says="a.aut:")
        self.rejects(self.write("a.aut", self.GOOD.replace("des (0, 2,", "des (0, 1,")), says="a.aut:")

    def test_a_state_out_of_range_is_refused(self):
        self.rejects(self.write("a.aut", self.GOOD.replace('(1, "b", 0)', '(1, "b", 2)')), says="a.aut:3:")

    def test_an_initial_state_out_of_range_is_refused(self):
        self.rejects(self.write("a.aut", self.GOOD.replace("des (0,", "des (7,")), says="a.aut:1:")

    def test_an_enormous_header_is_refused(self):
        self.rejects(self.write("a.aut", "des (0, 4000000000, 4000000000)\n"), says="a.aut:")

    def test_an_unclosed_label_is_refused(self):
        self.rejects(self.write("a.aut", 'des (0, 1, 2)\n(0, "a, 1)\n'), says="a.aut:2:")

    def test_a_text_cut_off_is_refused(self):
        self.rejects(self.write("a.aut", 'des (0, 2, 2)\n(0, "a", 1)\n(1, "b'), says="a.aut:3:")

    def test_an_empty_file_is_refused(self):
        self.rejects(self.write("empty.aut", ""), says="empty.aut:1:1")


class BrokenFiles(TestCase):
    def test_an_absent_file_is_refused(self):
        answer = self.expect(BAD_INPUT, "parley", "check", self.folder / "nowhere.fsp")
        self.assertIn("nowhere.fsp", answer.stderr)

    def test_a_folder_is_refused(self):
        (self.folder / "folder.fsp").mkdir()
        answer = self.expect(BAD_INPUT, "parley", "check", self.folder / "folder.fsp")
        self.assertIn("folder.fsp", answer.stderr)

    def test_an_unknown_ending_is_refused(self):
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("model.xyz", "P = (a -> P).\n"))
        self.assertIn("model.xyz", answer.stderr)

    def test_other_commands_refuse_an_absent_file_too(self):
        for command in ("explore", "info"):
            self.expect(BAD_INPUT, "parley", command, self.folder / "nowhere.fsp")
        self.expect(BAD_INPUT, "parley", "convert", self.folder / "nowhere.fsp", "-o", self.folder / "out.aut")


class BrokenPnml(BrokenTestCase):
    HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">\n'
    NODES = '<place id="p"><initialMarking><text>1</text></initialMarking></place><place id="q"/><transition id="t"/>\n'
    TAIL = "</page></net></pnml>\n"
    GOOD = HEAD + NODES + '<arc id="a" source="p" target="t"/><arc id="b" source="t" target="q"/>\n' + TAIL

    def refuses(self, text, code, at=None):
        answer = self.rejects(self.write("a.pnml", text), at=at, says="a.pnml:")
        self.assertIn("[{}]".format(code), answer.stderr, answer)
        self.assertLess(len(answer.stderr), 20000)

    def inside(self, text, code, at=None):
        self.refuses(self.HEAD + self.NODES + text + self.TAIL, code, at)

    def test_the_unbroken_file_is_read(self):
        self.expect(1, "parley", "check", self.write("a.pnml", self.GOOD))   # the net ends in a deadlock

    def test_a_text_cut_off_anywhere_does_not_crash(self):
        for length in range(0, len(self.GOOD.strip()) - 1, 7):
            self.rejects(self.write("cut.pnml", self.GOOD[:length]), says="cut.pnml:")

    def test_weights_other_than_one_are_refused(self):
        self.inside('<arc id="a" source="p" target="t"><inscription><text>2</text></inscription></arc>', "pnml-weight", (4, 36))
        self.inside('<arc id="a" source="p" target="t"><inscription><text> 0 </text></inscription></arc>', "pnml-weight", (4, 36))
        self.inside('<arc id="a" source="p" target="t"/>\n<arc id="b" source="p" target="t"/>', "pnml-weight", (5, 2))

    def test_unsafe_markings_are_refused(self):
        self.refuses(self.HEAD + '<place id="p"><initialMarking><text>2</text></initialMarking></place>' + self.TAIL, "pnml-unsafe", (3, 16))

    def test_other_kinds_of_arcs_are_refused(self):
        for arc in ("inhibitor", "reset", "test"):
            self.inside('<arc id="a" source="p" target="t" type="{}"/>'.format(arc), "pnml-arc", (4, 41))
        self.inside('<arc id="a" source="p" target="q"/>', "pnml-arc", (4, 2))
        self.inside('<arc id="a" source="p" target="nowhere"/>', "pnml-arc", (4, 32))

    def test_coloured_nets_are_refused(self):
        self.refuses(self.GOOD.replace("grammar/ptnet", "grammar/symmetricnet"), "pnml-type", (2, 25))

    def test_entity_bombs_are_refused(self):
        laughs = "".join('<!ENTITY l{} "{}">'.format(i + 1, "&l{};".format(i) * 10) for i in range(1, 30))
        self.refuses('<?xml version="1.0"?>\n<!DOCTYPE pnml [<!ENTITY l1 "ha">' + laughs + "]>\n<pnml>&l30;</pnml>", "pnml-doctype", (2, 1))
        self.refuses('<!DOCTYPE pnml [<!ENTITY x SYSTEM "file:///dev/zero">]><pnml>&x;</pnml>', "pnml-doctype", (1, 1))
        self.inside('<place id="&l30;"/>', "pnml-entity", (4, 12))

    def test_enormous_names_and_deep_nesting_do_not_crash(self):
        name = "a" * 10_000_000
        self.expect(1, "parley", "check", self.write("a.pnml", self.GOOD.replace('"p"', '"{}"'.format(name))), "--quiet")
        self.inside('<arc id="a" source="{}" target="t"/>'.format(name), "pnml-arc", (4, 21))
        self.inside("<{}/>".format(name), "pnml-element", (4, 2))
        self.inside("<page>" * 300_000, "pnml-xml")
        self.inside("<x>" * 300_000 + "</x>" * 300_000, "pnml-element", (4, 2))

    def test_other_encodings_are_refused(self):
        self.rejects(self.write("a.pnml", self.GOOD.encode("utf-16")), says="pnml-encoding")
        self.rejects(self.write("a.pnml", self.GOOD.encode("utf-16-be")), says="pnml-encoding")
        self.rejects(self.write("a.pnml", self.GOOD.encode("utf-32")), says="pnml-encoding")
        self.rejects(self.write("a.pnml", self.GOOD.replace("UTF-8", "windows-1252")), at=(1, 31), says="pnml-encoding")
        self.rejects(self.write("a.pnml", self.GOOD.replace('"q"', '"\xe4"').encode("latin-1")), says="pnml-encoding")
        self.expect(0, "parley", "info", self.write("a.pnml", self.GOOD.replace('"q"', '"\xe4"').replace("UTF-8", "ISO-8859-1").encode("latin-1")))

    def test_several_mistakes_are_reported_in_one_run(self):
        answer = self.rejects(self.write("a.pnml", self.HEAD + self.NODES + '<place/>\n<place id="p"/>\n<arc id="a" source="x" target="t"/>' + self.TAIL))
        self.assertEqual(re.findall(r":(\d+):\d+: error: .+ \[([a-z-]+)\]", answer.stderr), [("4", "pnml-attribute"), ("5", "pnml-id"), ("6", "pnml-arc")])
