"""One examination of one instance: `parley mcc` is run, and each of its lines held against the contest's."""
import dataclasses
import json
import pathlib
import sys
import tempfile
import threading

from instance import COUNT, kind_of_need
from measure import Running

RIGHT, WRONG, UNANSWERED = "right", "wrong", "unanswered"
GRACE_SECONDS = 5   # beyond the limit, before a run is ended from outside


@dataclasses.dataclass
class Outcome:
    instance: str
    examination: str
    id: str
    needs: str
    expected: str
    answer: str
    result: str
    engine: str = ""
    method: str = ""
    evidence: str = ""
    length: str = ""
    time_s: str = ""
    judge_time_s: str = ""
    seconds: float = 0
    reason: str = ""


def answers_of(text):
    """Id -> TRUE, FALSE or a number; what cannot be computed is not there."""
    lines = (line.split() for line in text.splitlines())
    return {words[1]: words[2] for words in lines if len(words) >= 3 and words[0] in ("FORMULA", "STATE_SPACE") and words[2] != "CANNOT_COMPUTE"}


def examine(arguments, instance, folder, examination):
    with tempfile.TemporaryDirectory(prefix="parley-mcc-") as scratch:
        result = pathlib.Path(scratch) / "result.json"
        threads = ["--threads", arguments.threads] if arguments.threads else []
        command = [pathlib.Path(arguments.binaries) / "parley", "mcc", folder, examination, "--time-limit", f"{arguments.limit:g}s", "--json", result,
                   "--progress", "never", *threads, *arguments.argument]
        running = Running(command)
        end = threading.Timer(arguments.limit + GRACE_SECONDS, running.process.kill)
        end.start()
        done = running.wait()
        end.cancel()
        if done.code not in (0, 2) and done.code >= 0:
            sys.exit(f"{' '.join(map(str, command))} ended with {done.code}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        checks = {check["name"]: check for check in json.loads(result.read_text())["checks"]} if result.is_file() else {}
    late = "" if done.code >= 0 else f"ended from outside by signal {-done.code}"
    answers, questions, expected = answers_of(done.stdout), instance.needs(examination), instance.expected(examination)
    return [outcome_of(instance, examination, name, wanted, answers.get(name, "?"), questions.get(name), checks, done.seconds, late) for name, wanted in expected.items()]


def outcome_of(instance, examination, name, wanted, answer, question, checks, seconds, late):
    result = UNANSWERED if answer == "?" else RIGHT if answer == wanted else WRONG
    outcome = Outcome(instance.name, examination, name, kind_of_need(question, wanted), wanted, answer, result, seconds=round(seconds, 3), reason=late)
    check = checks.get("explore" if outcome.needs == COUNT else name)
    if check:
        outcome.engine, outcome.method = check["engine"] or "", check.get("method") or ""
        outcome.evidence, outcome.length = check["evidence"]["kind"], check["evidence"]["length"]
        outcome.time_s, outcome.judge_time_s = round(check["time_s"], 3), round(check["judge_time_s"], 3)
        outcome.reason = outcome.reason or check["reason"] or ""
    return outcome
