"""Progress: a line on a terminal that is written over, nothing in a pipe unless asked for. Runs alone (SERIAL): it appears by the clock."""
import os
import pty
import re
import subprocess
import time

from harness import BINARY, MODELS, UNKNOWN, TestCase

LONG = ["explore", MODELS / "philosophers-safe.fsp", "-D", "N=13", "--time-limit", "3s"]


class Progress(TestCase):
    def on_terminal(self, *arguments):
        """Exit code, stdout (a pipe) and what a terminal on stderr was sent."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([BINARY / "src" / "cli" / "parley", *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        shown = b""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                data = os.read(ours, 4096)
            except OSError:   # how Linux says that nobody has the terminal open any more
                break
            if not data:
                break
            shown += data
        os.close(ours)
        output = process.communicate(timeout=60)[0]
        return process.returncode, output.decode(), shown.decode(errors="replace")

    def test_a_terminal_shows_one_line_that_is_written_over(self):
        code, output, shown = self.on_terminal(*LONG)
        self.assertEqual(code, UNKNOWN, output + shown)
        self.assertNotIn("\n", shown)
        lines = [line.replace("\x1b[K", "") for line in shown.split("\r")]
        self.assertGreater(len([line for line in lines if line]), 5, shown)
        self.assertLess(len(lines), 60, "more often than a person can read")
        # Phase, states, rate, frontier, memory, time.
        full = re.compile(r"^[a-z][a-z ]*  [\d,]+ states  [\d,]+/s  frontier [\d,]+  memory [\d.]+ \w+( of [\d.]+ \w+)?  [\d.]+ s$")
        self.assertTrue([line for line in lines if full.match(line)], shown)
        self.assertEqual(lines[-1], "", "the line is taken away at the end")

    def test_the_memory_limit_is_shown_beside(self):
        shown = self.on_terminal(*LONG, "--memory-limit", "8G")[2]
        self.assertRegex(shown, r"memory [\d.]+ \w+ of [\d.]+ \w+")

    def test_short_work_shows_nothing(self):
        self.assertEqual(self.on_terminal("explore", MODELS / "philosophers.fsp")[2], "")

    def test_a_terminal_can_be_spared(self):
        self.assertEqual(self.on_terminal(*LONG, "--progress", "never")[2], "")

    def test_nothing_in_a_pipe(self):
        self.assertEqual(self.expect(UNKNOWN, "parley", *LONG).stderr, "")

    def test_lines_in_a_pipe_if_asked_for(self):
        answer = self.expect(UNKNOWN, "parley", *LONG, "--progress", "always", "--json", "-")
        answer.json()   # stdout carries nothing else
        self.assertNotIn("\r", answer.stderr)
        self.assertRegex(answer.stderr, r"(?m)^.* states .*frontier .*\n")
