"""Broken inputs: each gives exit code 65 and a message with file, line and column; none gives a crash or an answer."""
import re

from harness import BAD_INPUT, MODELS, USAGE, TestCase, run

PHILOSOPHERS = (MODELS / "philosophers.fsp").read_text()


class BrokenTestCase(TestCase):
    def rejects(self, path, *arguments, at=None, says=None, command="check"):
        """Exit 65, and a located message. 'at' is (line, column) where the place is certain; says: a word of it."""
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
    def test_truncated_anywhere(self):
        # Cut at every 40th byte: wherever that is an error it is a located one, and it is never anything worse.
        rejected = 0
        for length in range(0, len(PHILOSOPHERS), 40):
            path = self.write("cut.fsp", PHILOSOPHERS[:length])
            answer = run("parley", "check", path)
            self.assertIn(answer.code, (0, 1, BAD_INPUT), answer)
            rejected += answer.code == BAD_INPUT
        self.assertGreater(rejected, 10)

    def test_truncated(self):
        self.rejects(self.write("cut.fsp", "FORK = (take -> put ->"), says="cut.fsp:1:")

    def test_unknown_process(self):
        self.rejects(self.write("a.fsp", "P = (a -> b -> P).\n||S = (p:P || q:QQ).\n"), at=(2, 17), says="QQ")

    def test_unknown_local_process(self):
        self.rejects(self.write("a.fsp", "FORK = (take -> put -> FROK).\n"), at=(1, 24), says="FORK")

    def test_unknown_component_in_a_check(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check never DINERS : philo[0]@EATING\n"), says="philo")

    def test_unknown_state_in_a_check(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check never DINERS : phil[0]@EATIN\n"), says="EATIN")

    def test_unknown_target_of_a_check(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check deadlock DINNERS\n"), says="DINNERS")

    def test_unknown_property_automaton(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check property MUTEX on DINERS\n"), says="MUTEX")

    def test_component_index_out_of_range(self):
        self.rejects(self.write("a.fsp", PHILOSOPHERS + "check never DINERS : phil[5]@EATING\n"), says="phil")

    def test_two_errors_in_one_run(self):
        answer = self.rejects(self.write("a.fsp", "P = (a -> Q1).\nR = (b -> Q2).\n||S = (P || R).\n"))
        self.assertEqual(len(re.findall(r": error: ", answer.stderr)), 2, answer)

    def test_unexpected_character(self):
        self.rejects(self.write("a.fsp", "P = (a -> $ -> P).\n"), at=(1, 11))

    def test_unclosed_comment(self):
        self.rejects(self.write("a.fsp", "P = (a -> P).\n/* and so on\n"), says="a.fsp:2:1")

    def test_empty_file(self):
        self.rejects(self.write("empty.fsp", ""), says="empty.fsp:1:1")

    def test_only_comments(self):
        self.rejects(self.write("a.fsp", "// nothing here\n"))

    def test_deep_nesting_is_no_crash(self):
        self.rejects(self.write("a.fsp", "P = " + "(" * 200000 + "\n"))
        self.rejects(self.write("a.fsp", "const A = " + "-" * 200000 + "\n"))
        self.rejects(self.write("a.fsp", "P = " + "(a -> " * 100000 + "\n"))

    def test_mcrl2_binary_is_recognised(self):
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("a.lts", b"\x8b\xaf\x00\x01\x00\x00binary\x00\xff"))
        self.assertIn("a.lts", answer.stderr)


class BrokenFlags(BrokenTestCase):
    """Questions and definitions on the command line are input too."""

    def test_predicate_index_out_of_range(self):
        self.rejects(MODELS / "philosophers.fsp", "--reach", "phil[7]@EATING", says="phil")

    def test_predicate_state_unknown(self):
        self.rejects(MODELS / "philosophers.fsp", "--never", "phil[0]@SLEEPING", says="SLEEPING")

    def test_predicate_cut_off(self):
        self.rejects(MODELS / "philosophers.fsp", "--reach", "phil[0]@EATING &&")

    def test_definition_of_an_unknown_constant(self):
        answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "-D", "M=4")
        self.assertIn("M", answer.stderr)

    def test_definition_that_is_no_number(self):
        answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "-D", "N=many")
        self.assertIn("many", answer.stderr)

    def test_definition_out_of_range(self):
        for value in ("0", "-3", "99999999999999999999"):
            answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "-D", "N=" + value)
            self.assertIn("error", answer.stderr)

    def test_definition_without_a_value(self):
        self.expect(USAGE, "parley", "check", MODELS / "philosophers.fsp", "-D", "N")

    def test_unknown_target(self):
        answer = self.expect(BAD_INPUT, "parley", "check", MODELS / "philosophers.fsp", "--target", "DINNERS")
        self.assertIn("DINERS", answer.stderr)


class BrokenAut(BrokenTestCase):
    GOOD = 'des (0, 2, 2)\n(0, "a", 1)\n(1, "b", 0)\n'

    def test_good(self):
        self.expect(0, "parley", "check", self.write("a.aut", self.GOOD))

    def test_wrong_number_of_transitions(self):
        self.rejects(self.write("a.aut", self.GOOD.replace("des (0, 2,", "des (0, 3,")), says="a.aut:")
        self.rejects(self.write("a.aut", self.GOOD.replace("des (0, 2,", "des (0, 1,")), says="a.aut:")

    def test_state_out_of_range(self):
        self.rejects(self.write("a.aut", self.GOOD.replace('(1, "b", 0)', '(1, "b", 2)')), says="a.aut:3:")

    def test_initial_state_out_of_range(self):
        self.rejects(self.write("a.aut", self.GOOD.replace("des (0,", "des (7,")), says="a.aut:1:")

    def test_enormous_header(self):
        self.rejects(self.write("a.aut", "des (0, 4000000000, 4000000000)\n"), says="a.aut:")

    def test_unclosed_label(self):
        self.rejects(self.write("a.aut", 'des (0, 1, 2)\n(0, "a, 1)\n'), says="a.aut:2:")

    def test_truncated(self):
        self.rejects(self.write("a.aut", 'des (0, 2, 2)\n(0, "a", 1)\n(1, "b'), says="a.aut:3:")

    def test_empty_file(self):
        self.rejects(self.write("empty.aut", ""), says="empty.aut:1:1")


class BrokenFiles(TestCase):
    def test_absent(self):
        answer = self.expect(BAD_INPUT, "parley", "check", self.folder / "nowhere.fsp")
        self.assertIn("nowhere.fsp", answer.stderr)

    def test_folder(self):
        (self.folder / "folder.fsp").mkdir()
        answer = self.expect(BAD_INPUT, "parley", "check", self.folder / "folder.fsp")
        self.assertIn("folder.fsp", answer.stderr)

    def test_unknown_ending(self):
        answer = self.expect(BAD_INPUT, "parley", "check", self.write("model.xyz", "P = (a -> P).\n"))
        self.assertIn("model.xyz", answer.stderr)

    def test_other_commands_too(self):
        for command in ("explore", "info"):
            self.expect(BAD_INPUT, "parley", command, self.folder / "nowhere.fsp")
        self.expect(BAD_INPUT, "parley", "convert", self.folder / "nowhere.fsp", "-o", self.folder / "out.aut")
