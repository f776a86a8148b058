"""Limits and signals end in `unknown` with a reason and exit code 2: never a crash, never an answer.

By the clock on the wall, so these run alone (SERIAL)."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from harness import BINARY, MODELS, SANITIZED, UNEXPECTED, UNKNOWN, TestCase, run

# Sixteen philosophers without a deadlock have some ten thousand million states: nobody waits for that. Unless
# it is reduced: these tests are about searches that are long.
SYSTEM = [MODELS / "philosophers-safe.fsp", "-D", "N=16"]
LARGE = [*SYSTEM, "--deadlock", "--engine", "explicit", "--set", "explicit.stubborn=off"]
LARGE_FOR_LEAPS = [MODELS / "ring2-hf.fsp", "-D", "N=12", "--deadlock", "--engine", "leap", "--set", "leap.stubborn=off"]
THREADS = ("1", "2")

# One action of all, with two targets for each: the first state alone has 2^26 successors.
BARRIER = """
P = (go -> P | go -> Q), Q = (go -> Q).
||ALL = (forall [i:1..26] p[i]:P) / {forall [i:1..26] {go / p[i].go}}.
"""

# A trace of 1,500 steps, behind which there are 2^30 states.
COUNTER = """
COUNTER = COUNT[0],
COUNT[i:0..1500] = (when (i < 1500) tick -> COUNT[i+1] | when (i == 1500) start -> END).
BIT = (start -> OFF), OFF = (on -> ON), ON = (off -> OFF).
||SYSTEM = (COUNTER || forall [i:1..30] bit[i]:BIT) / {forall [i:1..30] {start / bit[i].start}}.
"""

# How much longer everything takes with a sanitizer.
SLOWER = 6 if SANITIZED else 1


class StopTestCase(TestCase):
    def within(self, seconds, bound, text):
        self.assertLess(seconds, bound * SLOWER, text)

    def let_it_work(self, process, seconds):
        """Waits until the process had the processor for so long: on a busy machine it may not even have read the model after a second."""
        ticks = seconds * os.sysconf("SC_CLK_TCK")
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            fields = pathlib.Path("/proc/{}/stat".format(process.pid)).read_text().rsplit(")", 1)[1].split()
            if int(fields[11]) + int(fields[12]) >= ticks:
                return
            time.sleep(0.02)
        self.fail("it ended, or did not work, before it was stopped")

    def stopped_by(self, number, *arguments):
        """Interrupts a run in the middle and gives what it printed until it ended, which must be soon and in good order."""
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen([BINARY / "src" / "cli" / "parley", *map(str, arguments)], stdout=out, stderr=subprocess.STDOUT)
            try:
                self.let_it_work(process, 0.5 * SLOWER)
                start = time.monotonic()
                process.send_signal(number)
                code = process.wait(timeout=60)
                seconds = time.monotonic() - start
            finally:
                process.kill()
                process.wait()
            out.seek(0)
            text = out.read().decode()
        self.assertEqual(code, UNKNOWN, text)
        self.within(seconds, 3, text)
        self.seconds = seconds
        return text

    def in_time(self, bound, attempt):
        """Of three attempts one must be within the bound: another program may have the processor just then."""
        late = []
        for _ in range(3):
            late.append(attempt())
            if late[-1] <= bound * SLOWER:
                return
        self.fail("each too late by more than {} s: {}".format(bound * SLOWER, late))

    def how_far(self, check):
        """What was explored until a limit ended it stands beside the reason."""
        self.assertEqual(check["verdict"], "unknown")
        self.assertGreater(check["statistics"]["states"], 1000)
        self.assertGreater(check["statistics"]["transitions"], 1000)
        self.assertGreater(check["statistics"]["depth"], 2)


class Limits(StopTestCase):
    def test_time(self):
        answer = self.expect(UNKNOWN, "parley", "check", *LARGE, "--time-limit", "1s", timeout=60)
        self.assertIn("unknown (time limit of 1 s", answer.stdout)
        self.within(answer.seconds, 4, answer)

    def test_time_while_reading(self):
        answer = self.expect(UNKNOWN, "parley", "check", MODELS / "philosophers.fsp", "-D", "N=3000000", "--deadlock", "--time-limit", "1s", timeout=60)
        self.within(answer.seconds, 5, answer)

    def test_time_with_many_components(self):
        # Each state is long here, and a state has a hundred thousand successors: the clock must be read more often than once a state.
        answer = self.expect(UNKNOWN, "parley", "check", MODELS / "philosophers.fsp", "-D", "N=50000", "--deadlock", "--time-limit", "3s", timeout=120)
        self.within(answer.seconds, 8, answer)

    def test_time_within_one_choice(self):
        # The first state has a ring of 20,000 components to choose from, which must be read a few times only, with an eye on the clock. Whether the
        # trace of two steps is found in time depends on the machine.
        answer = run("parley", "check", MODELS / "philo.fsp", "-D", "N=10001", "--never", "phil[0]@EATING", "--engine", "explicit", "--quiet",
                     "--time-limit", "2s", timeout=120)
        self.assertIn(answer.code, (UNEXPECTED, UNKNOWN), answer)
        self.assertRegex(answer.stdout, r"never-1: (violated|unknown \(time limit of 2 s)", answer)
        self.within(answer.seconds, 5, answer)

    def test_time_within_one_state(self):
        answer = self.expect(UNKNOWN, "parley", "check", self.write("barrier.fsp", BARRIER), "--deadlock", "--engine", "explicit", "--time-limit", "1s", timeout=60)
        self.assertIn("unknown (time limit of 1 s", answer.stdout)
        self.within(answer.seconds, 4, answer)

    def test_memory(self):
        if SANITIZED:
            self.skipTest("a sanitizer's own memory would be counted")
        answer = self.expect(UNKNOWN, "parley", "check", *LARGE, "--memory-limit", "100M", timeout=120)
        self.assertRegex(answer.stdout, r"unknown \(memory limit of 100\.0 MiB\)  \[explicit, .* states explored, to depth \d+\]")
        self.assertLess(answer.peak_bytes, 130 << 20)

    def test_memory_is_never_passed(self):
        if SANITIZED:
            self.skipTest("a sanitizer's own memory would be counted")
        for command in (["check", *LARGE], ["check", *LARGE_FOR_LEAPS], ["explore", *SYSTEM]):
            for threads in THREADS:
                with self.subTest(command=command[0], threads=threads):
                    answer = self.expect(UNKNOWN, "parley", *command, "--memory-limit", "200M", "--threads", threads, "--json", "-", timeout=120)
                    check = answer.json()["checks"][0]
                    self.assertEqual(check["reason"], "memory limit of 200.0 MiB")
                    self.how_far(check)
                    self.assertLessEqual(answer.peak_bytes, 200 << 20)
                    self.assertGreater(answer.peak_bytes, 50 << 20, "and it is made use of")

    def test_time_is_exact(self):
        for command in (["check", *LARGE], ["check", *LARGE_FOR_LEAPS], ["explore", *SYSTEM]):
            for threads in THREADS:
                with self.subTest(command=command[0], threads=threads):
                    def attempt():
                        answer = self.expect(UNKNOWN, "parley", *command, "--time-limit", "1.5s", "--threads", threads, "--json", "-", timeout=60)
                        check = answer.json()["checks"][0]
                        self.assertEqual(check["reason"], "time limit of 1.5 s")
                        self.how_far(check)
                        self.assertGreaterEqual(answer.seconds, 1.5)
                        return answer.seconds - 1.5
                    self.in_time(0.3, attempt)

    def test_explore(self):
        answer = self.expect(UNKNOWN, "parley", "explore", *SYSTEM, "--time-limit", "1s", timeout=60)
        self.assertRegex(answer.stdout, r"unknown \(time limit of 1 s\)  \[explicit, .* states explored, to depth \d+\]")
        self.assertRegex(answer.stdout, r"(?m)^    states +[\d,]+$")

    def test_definite_beats_unknown(self):
        answer = self.expect(UNEXPECTED, "parley", "check", *LARGE, "--never", "phil[0]@HUNGRY", "--time-limit", "2s", "--quiet", timeout=60)
        self.assertRegex(answer.stdout, "(?m)^deadlock-1: unknown")
        self.assertRegex(answer.stdout, "(?m)^never-1: violated")

    def test_a_long_trace_found_before_the_limit_counts(self):
        # Longer than the judge goes without looking at the clock: it must be judged when it is found, not when time is up.
        limit = "{}s".format(3 * SLOWER)
        answer = self.expect(UNEXPECTED, "parley", "check", self.write("counter.fsp", COUNTER), "--never", "COUNTER@COUNT[1500]", "--deadlock",
                             "--time-limit", limit, "--quiet", "--engine", "explicit", "--set", "explicit.stubborn=off", timeout=120)
        self.assertRegex(answer.stdout, "(?m)^never-1: violated")
        self.assertRegex(answer.stdout, "(?m)^deadlock-1: unknown")


class Signals(StopTestCase):
    def test_interrupt(self):
        self.assertIn("unknown (interrupted", self.stopped_by(signal.SIGINT, "check", *LARGE))

    def test_terminate(self):
        self.assertIn("unknown (terminated", self.stopped_by(signal.SIGTERM, "check", *LARGE))

    def test_terminate_within_one_state(self):
        model = self.write("barrier.fsp", BARRIER)
        self.assertIn("unknown (terminated", self.stopped_by(signal.SIGTERM, "check", model, "--deadlock", "--engine", "explicit"))

    def test_interrupt_while_exploring(self):
        self.assertIn("unknown (interrupted", self.stopped_by(signal.SIGINT, "explore", *SYSTEM))

    def test_within_a_second_and_with_what_was_explored(self):
        for command in (["check", *LARGE], ["check", *LARGE_FOR_LEAPS], ["explore", *SYSTEM]):
            for threads in THREADS:
                for number, reason in ((signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")):
                    with self.subTest(command=command[0], threads=threads, reason=reason):
                        def attempt():
                            text = self.stopped_by(number, *command, "--threads", threads, "--json", "-")
                            check = json.loads(text)["checks"][0]
                            self.assertEqual(check["reason"], reason)
                            self.how_far(check)
                            return self.seconds
                        self.in_time(1, attempt)
