"""The ways in which the lazy engine can go about it, on systems where the way matters."""
import concurrent.futures
import os

# The paper's own choices: whole products level by level, trimmed, one component of the cheapest path at a time.
PAPER = {"scheme": "levels", "product": "whole", "trim": "on", "add": "one", "path": "components"}
POLICIES = {
    "flat, as preset": {},
    "flat, path = length": {"path": "length"},
    "flat, add = one": {"add": "one"},
    "flat, share = off": {"share": "off"},
    "flat, partition = whole": {"partition": "whole"},
    "levels, else as preset": {"scheme": "levels"},
    "levels, path = length": {"scheme": "levels", "path": "length"},
    "levels, add = one": {"scheme": "levels", "add": "one"},
    "levels, product = path": {"scheme": "levels", "product": "path"},
    "levels, product = whole": {"scheme": "levels", "product": "whole"},
    "levels, trim = off": {"scheme": "levels", "trim": "off"},
    "levels, forget = everything": {"scheme": "levels", "forget": "everything"},
    "levels, merge = goals": {"scheme": "levels", "merge": "goals"},
    "levels, merge = first": {"scheme": "levels", "merge": "first"},
    "levels, merge = current": {"scheme": "levels", "merge": "current"},
    "the paper's": PAPER,
}
FULL = {"token-ring": (8, 9, 10, 11, 12), "dac": (10, 20, 50, 100, 200), "philo": (51,), "cyclic": (50,)}
QUICK = {"token-ring": (6, 7), "dac": (10, 20), "philo": (51,), "cyclic": (50,)}


def settings(policy):
    return [part for name, value in policy.items() for part in ("--set", f"lazy.{name}={value}")]


def question(family, n):
    """The size and what is asked: of dac the last process, which depends on all others."""
    if family == "dac":
        return {"N": n, "G": n - 1}, []
    return {"N": n}, ["--check", "TwoCritical"] if family == "token-ring" else []


def climb(sizes, attempt, limit):
    """A cell for each size, the larger ones left out after the first that did not answer in time."""
    cells = []
    for n in sizes:
        check = attempt(n)
        if check["verdict"] == "unknown":
            return cells + [f"> {limit} s" if check["reason"].startswith("time limit") else check["reason"]] + ["–"] * (len(sizes) - len(cells) - 1)
        cells.append(f"{check['statistics']['states']:,} · {check['time_s']:.3f} s")
    return cells


def side_by_side(works):
    """What the works return, in order; as many at a time as there are cores, for each is one process of one thread."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda work: work(), works))


def table(parley, sizes, limit, answers):
    for family, family_sizes in sizes.items():
        def row(policy, family=family, family_sizes=family_sizes):
            def attempt(n):
                definitions, asked = question(family, n)
                check = parley.ask_within(limit, "check", f"{family}.fsp", definitions, "--engine", "lazy", "--threads", 1, *asked, *settings(policy))
                if check["verdict"] != "unknown":
                    answers.take(check, family, n)
                return check
            return climb(family_sizes, attempt, limit)

        rows = side_by_side([lambda policy=policy: row(policy) for policy in POLICIES.values()])
        print(f"\n| {family}: states explored · time_s | " + " | ".join(f"N = {n}" for n in family_sizes) + " |")
        print("|---" * (len(family_sizes) + 1) + "|")
        for name, cells in zip(POLICIES, rows):
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
