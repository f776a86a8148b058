"""Limits and signals end in `unknown` with a reason and exit code 2: never a crash, never an answer."""
import signal
import subprocess
import tempfile
import time

from harness import BINARY, MODELS, SANITIZED, UNKNOWN, TestCase, run

# Thirteen philosophers without a deadlock have several hundred million states: nobody waits for that.
LARGE = [MODELS / "philosophers-safe.fsp", "-D", "N=13", "--deadlock"]


class Limits(TestCase):
    def test_time(self):
        answer = self.expect(UNKNOWN, "parley", "check", *LARGE, "--time-limit", "1s", timeout=60)
        self.assertIn("unknown (time limit of 1 s", answer.stdout)
        if not SANITIZED:
            self.assertLess(answer.seconds, 4)

    def test_time_while_reading(self):
        answer = run("parley", "check", MODELS / "philosophers.fsp", "-D", "N=3000000", "--deadlock", "--time-limit", "1s", timeout=60)
        self.assertEqual(answer.code, UNKNOWN, answer)
        if not SANITIZED:
            self.assertLess(answer.seconds, 5)

    def test_memory(self):
        if SANITIZED:
            self.skipTest("a sanitizer's own memory would be counted")
        answer = self.expect(UNKNOWN, "parley", "check", *LARGE, "--memory-limit", "200M", timeout=120)
        self.assertIn("unknown (memory limit", answer.stdout)
        self.assertLess(answer.peak_bytes, 260 << 20)

    def test_explore(self):
        answer = self.expect(UNKNOWN, "parley", "explore", *LARGE[:-1], "--time-limit", "1s", timeout=60)
        self.assertIn("unknown (time limit", answer.stdout)


class Signals(TestCase):
    def stopped_by(self, number, *arguments):
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen([BINARY / "src" / "cli" / "parley", *map(str, arguments)], stdout=out, stderr=subprocess.STDOUT)
            time.sleep(1.0)
            start = time.monotonic()
            process.send_signal(number)
            code = process.wait(timeout=60)
            seconds = time.monotonic() - start
            out.seek(0)
            text = out.read().decode()
        self.assertEqual(code, UNKNOWN, text)
        if not SANITIZED:
            self.assertLess(seconds, 3, text)
        return text

    def test_interrupt(self):
        self.assertIn("unknown (interrupted", self.stopped_by(signal.SIGINT, "check", *LARGE))

    def test_terminate(self):
        self.assertIn("unknown (terminated", self.stopped_by(signal.SIGTERM, "check", *LARGE))

    def test_interrupt_while_exploring(self):
        self.assertIn("unknown (interrupted", self.stopped_by(signal.SIGINT, "explore", *LARGE[:-1]))

    def test_json_is_still_written(self):
        self.assertIn('"unknown"', self.stopped_by(signal.SIGTERM, "check", *LARGE, "--json", "-"))
