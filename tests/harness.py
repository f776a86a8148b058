"""What the Python tests share: where the programs are, how to run them, what they answered.

As a program it runs one TestCase of one file, for ctest: harness.py FILE CLASS. To run a file by hand:
PARLEY_BINARY=build/release tests/harness.py tests/cli/cli_test.py ExitCodes
"""
import importlib.util
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ.get("PARLEY_SOURCE", pathlib.Path(__file__).resolve().parent.parent))
BINARY = pathlib.Path(os.environ.get("PARLEY_BINARY", SOURCE / "build" / "release")).resolve()
MODELS = SOURCE / "models"
SKIPPED = 77

# A sanitizer reserves terabytes of addresses and takes several times the time and memory: bounds on these say nothing then.
SANITIZED = bool(os.environ.get("PARLEY_SANITIZE"))

AS_EXPECTED, UNEXPECTED, UNKNOWN = 0, 1, 2
ACCEPTED, REJECTED = 0, 1
USAGE, BAD_INPUT, INTERNAL_ERROR, CANNOT_WRITE = 64, 65, 70, 73


def third_party_models():
    """The folder with models of others, or None: they are not part of this repository."""
    for place in (os.environ.get("PARLEY_MODELS"), SOURCE.parent / "shared" / "models"):
        if place and pathlib.Path(place).is_dir():
            return pathlib.Path(place)
    return None


class Answer:
    """What a program answered: its exit code, what it printed, and its cost. 'cpu_seconds' is what to hold bounds
    against: on an idle machine about the same as 'seconds', on a busy one the same as always."""

    def __init__(self, command, code, stdout, stderr, seconds, usage):
        self.command, self.code, self.stdout, self.stderr = command, code, stdout, stderr
        self.seconds, self.cpu_seconds, self.peak_bytes = seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024

    def json(self):
        return json.loads(self.stdout)

    def __str__(self):
        return "$ {}\nexit code {}\n--- stdout\n{}\n--- stderr\n{}".format(
            " ".join(map(str, self.command)), self.code, self.stdout[:6000], self.stderr[:6000])


def run(program, *arguments, cwd=None, timeout=120, stdin=""):
    """Runs 'parley' or 'parley-check' to its end."""
    command = [BINARY / "src" / "cli" / program, *map(str, arguments)]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.PIPE, stdout=out, stderr=err)
        process.stdin.write(stdin.encode())
        process.stdin.close()
        usage = wait(process, timeout)
        seconds = time.monotonic() - start
        out.seek(0)
        err.seek(0)
        return Answer(command, process.returncode, out.read().decode(errors="replace"), err.read().decode(errors="replace"), seconds, usage)


def wait(process, timeout):
    """Waits for the process and gives what it used itself; the resource module alone knows only all children together."""
    deadline = time.monotonic() + timeout
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid != 0:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage
        if time.monotonic() > deadline:
            process.kill()
            os.wait4(process.pid, 0)
            raise AssertionError("no answer within {} s: {}".format(timeout, process.args))
        time.sleep(0.002)


class TestCase(unittest.TestCase):
    """A test in a scratch folder of its own."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="parley-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def expect(self, code, program, *arguments, **settings):
        """Runs and insists on the exit code."""
        answer = run(program, *arguments, **settings)
        self.assertEqual(answer.code, code, answer)
        return answer


def main():
    path, name = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    sys.path.insert(0, str(path.parent))
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(getattr(module, name))
    result = unittest.TextTestRunner(verbosity=2, stream=sys.stdout).run(suite)
    if result.testsRun == 0 or not result.wasSuccessful():
        return 1
    return SKIPPED if len(result.skipped) == result.testsRun else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
