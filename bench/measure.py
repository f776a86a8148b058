"""Runs a program to its end and says what it cost; and `parley` in particular."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODELS = ROOT / "models"
HOLDS, VIOLATED, UNKNOWN = 0, 1, 2   # exit codes of `parley check`


class Done:
    """A program that has ended: what it printed, wall and processor time, the most memory that was resident."""

    def __init__(self, code, stdout, stderr, seconds, usage):
        self.code, self.stdout, self.stderr, self.seconds = code, stdout, stderr, seconds
        self.cpu_seconds, self.peak_bytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


class Running:
    """A program that was started; its output goes to files, so it never waits for us."""

    def __init__(self, command, cwd=None):
        self.out, self.err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.start = time.monotonic()
        self.process = subprocess.Popen([str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err)

    def wait(self):
        _, status, usage = os.wait4(self.process.pid, 0)
        seconds = time.monotonic() - self.start
        self.process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (self.out, self.err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
            file.close()
        return Done(self.process.returncode, *texts, seconds, usage)


def run(command, cwd=None):
    return Running(command, cwd).wait()


class Parley:
    """The programs that are measured, and what the one of them answers."""

    def __init__(self, folder):
        self.program, self.judge = pathlib.Path(folder) / "parley", pathlib.Path(folder) / "parley-check"
        for program in (self.program, self.judge):
            if not program.is_file():
                sys.exit(f"{program} is missing: build it first, or name its folder with --binaries")
        self.options = run([self.program, "engines", "--options"]).stdout

    def full_search(self):
        """What switches reduction off; nothing for a program that has none."""
        return ["--set", "explicit.stubborn=off"] if "explicit.stubborn" in self.options else []

    def reduced_search(self):
        return ["--set", "explicit.stubborn=on", "--set", "explicit.full-first=0"] if "explicit.stubborn" in self.options else None

    def command(self, verb, model, definitions, *arguments):
        define = [part for name, value in definitions.items() for part in ("-D", f"{name}={value}")]
        return [self.program, verb, MODELS / model, *define, "--json", "-", "--progress", "never", *arguments]

    def finished(self, done, command, may_give_up=False):
        """The one check of a run, with what the kernel says about the process beside it."""
        if done.code not in (HOLDS, VIOLATED, UNKNOWN if may_give_up else HOLDS):
            sys.exit(f"{' '.join(map(str, command))} ended with {done.code}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        check = json.loads(done.stdout)["checks"][0]
        check["process_peak_bytes"] = done.peak_bytes
        check["wall_seconds"] = done.seconds
        check["cpu_seconds"] = done.cpu_seconds
        return check

    def ask(self, verb, model, definitions, *arguments):
        command = self.command(verb, model, definitions, *arguments)
        return self.finished(run(command), command)

    def ask_within(self, seconds, verb, model, definitions, *arguments):
        """As `ask`, but the answer may be that time or memory ran out. Who does not notice that is ended from outside."""
        command = self.command(verb, model, definitions, "--time-limit", f"{seconds}s", *arguments)
        running = Running(command)
        end = threading.Timer(2 * seconds, running.process.kill)
        end.start()
        done = running.wait()
        end.cancel()
        if done.code == -signal.SIGKILL:
            return {"verdict": "unknown", "reason": f"limit of {seconds} s not kept"}
        return self.finished(done, command, may_give_up=True)

    def explore(self, model, definitions, threads, *arguments):
        return self.ask("explore", model, definitions, "--threads", threads, *arguments)

    def explore_side_by_side(self, model, definitions, count):
        """As many searches as asked for, of one thread each, all at the same time."""
        command = self.command("explore", model, definitions, "--threads", 1)
        started = [Running(command) for _ in range(count)]
        return [self.finished(running.wait(), command) for running in started]
