"""Runs SPIN: Promela to C, C to `pan`, and what pan says about its search."""
import pathlib
import re
import subprocess
import sys

from measure import run
from promela import one_process

HERE = pathlib.Path(__file__).resolve().parent
FORMS = ("one process", "processes")
# Every state, safety only. -o3: SPIN would merge steps that concern one process only, and it would be another system.
GENERATE = ["spin", "-a", "-o3"]
COMPILE = ["gcc", "-O2", "-DNOREDUCE", "-DSAFETY", "-DNOFAIR", "-DMEMLIM=14000", "-w", "-o", "pan", "pan.c"]
MEBIBYTE = 2**20


class Pan:
    """One search by SPIN: its own figures, and what the kernel charged it for."""

    def __init__(self, done):
        text = done.stdout

        def number(pattern):
            found = re.search(pattern, text)
            if not found:
                sys.exit(f"SPIN did not say {pattern!r}:\n{text}{done.stderr}")
            return float(found[1])

        if "max search depth too small" in text or "errors: 0" not in text or "Search not completed" in text:
            sys.exit(f"SPIN's search was not complete:\n{text}")
        self.states = int(number(r"(\d+) states, stored"))
        self.transitions = int(number(r"(\d+) transitions")) - 1   # the first is the step into the initial state
        self.vector_bytes = number(r"State-vector (\d+) byte")
        if "memory usage for states" in text and self.states > 100_000:   # it says nothing about small searches
            state_bytes = number(r"([\d.]+)\s+actual memory usage for states") * MEBIBYTE
            table_bytes = number(r"([\d.]+)\s+memory used for hash table") * MEBIBYTE
            self.bytes_per_state = (state_bytes + table_bytes) / self.states
            self.rate = number(r"rate\s+([\d.e+]+) states/second")
        self.seconds, self.cpu_seconds, self.peak_bytes = done.seconds, done.cpu_seconds, done.peak_bytes


def build(folder, name, form, n):
    """Makes `pan` for one system, and gives the folder it is in."""
    folder = pathlib.Path(folder) / f"{name}-{n}-{form.replace(' ', '-')}"
    folder.mkdir(parents=True, exist_ok=True)
    if form == "processes":
        (folder / "model.pml").write_text((HERE / "promela" / f"{name}.pml").read_text())
        define = [f"-DN={n}"]
    else:
        (folder / "model.pml").write_text(one_process(name, n))
        define = []
    for command in ([*GENERATE, *define, "model.pml"], COMPILE):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return folder


def search(folder, states):
    """Searches depth first, as SPIN does best. The stack is deep enough for any path, the hash table has at least two slots for each state.
    -E, -c0: a deadlock is no error here, and the search goes on."""
    bits = max(16, (2 * states - 1).bit_length())
    return Pan(run(["./pan", "-E", "-c0", f"-m{states + 1000}", f"-w{bits}"], cwd=folder))
