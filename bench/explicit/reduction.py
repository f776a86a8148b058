"""How many states stubborn sets save: every family in models/, with and without, for three questions."""
import json

from measure import MODELS, run

# Each at a size with 10^3 to 10^6 states.
FAMILIES = {
    "alternating-bit": {"D": 16}, "but": {"N": 7}, "client-server": {"N": 7}, "cyclic": {"N": 9}, "dac": {"N": 400}, "ddb": {"N": 10}, "hex-sys": {"N": 2},
    "m-vote": {"N": 8}, "mat": {"N": 3}, "milner": {"N": 12}, "msg-grid": {"N": 4}, "philo": {"N": 11}, "philo-dico": {"N": 9}, "philo-sync": {"N": 20},
    "philosophers": {"N": 7}, "philosophers-safe": {"N": 7}, "readers-writers": {"R": 10}, "ring": {"N": 6}, "ring-p": {"N": 9}, "ring2": {"N": 32},
    "ring2-hf": {"N": 7}, "ring2-s": {"N": 256}, "ring2-s-hf": {"N": 9}, "sched": {"N": 12}, "tk-fully": {"N": 24}, "tk-fully-hf": {"N": 12},
    "tk-grid": {"N": 24}, "tk-grid-hf": {"N": 12}, "tk-ring": {"N": 24}, "tk-ring-hf": {"N": 12}, "token-ring": {"N": 12}, "track": {"N": 600}, "track-hf": {"N": 12},
    "ts": {"N": 6},
}
LEAST_STATES, MOST_STATES = 10**3, 10**6


def own_question(parley, model):
    """The name of the first check in the file that asks neither for deadlocks nor for local ones."""
    done = run(parley.command("check", model, {}))
    for check in json.loads(done.stdout)["checks"]:
        if check["kind"] not in ("deadlock", "local_deadlock"):
            return check["name"]
    return None


def table(parley, quick, demand):
    families = {path.stem for path in MODELS.glob("*.fsp")}
    demand(families == set(FAMILIES), f"families without a row: {sorted(families ^ set(FAMILIES))}")
    print("| family | size | all states | deadlock | local deadlock | the file's own question |\n|---|---|---|---|---|---|")
    for family, size in FAMILIES.items():
        definitions = {} if quick else size
        model = f"{family}.fsp"
        total = parley.explore(model, definitions, 1)["statistics"]["states"]
        if not quick:
            demand(LEAST_STATES <= total <= MOST_STATES, f"{family}: {total:,} states")
        cells = [cell(parley, model, definitions, question, demand) for question in (["--deadlock"], ["--local-deadlock"])]
        name = own_question(parley, model)
        cells.append("" if name is None else f"{name}: " + cell(parley, model, definitions, ["--check", name], demand))
        text = ", ".join(f"{key} = {value}" for key, value in definitions.items()) or "as in the file"
        print(f"| {family} | {text} | {total:,} | {' | '.join(cells)} |", flush=True)


def cell(parley, model, definitions, question, demand):
    """States of the full search and of the reduced one; their verdicts must agree."""
    full = parley.ask("check", model, definitions, *question, "--threads", 1, *parley.full_search())
    reduced = parley.ask("check", model, definitions, *question, "--threads", 1, *parley.reduced_search())
    demand(full["verdict"] == reduced["verdict"], f"{model} {question}: {full['verdict']} in full, {reduced['verdict']} reduced")
    demand(full["evidence"]["checked"] and reduced["evidence"]["checked"], f"{model} {question}: not judged")
    before, after = full["statistics"]["states"], reduced["statistics"]["states"]
    return f"{full['verdict']}, {before:,} → {after:,} ({100 * after / before:.1f} %)"
