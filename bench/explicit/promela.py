"""The systems of the comparison as one Promela process each: the form that suits SPIN best.

The files in promela/ are what a Promela author would write: a process for each component, rendezvous between them. SPIN keeps a program counter for
each process and a record for each channel in every state. The form here has neither: a byte for each component, and one d_step for
each way in which a rule can fire. It is smaller and faster, so it is the fairer opponent."""

# A component: the edges of its automaton (state, action, state); it starts in the first state named.
PHIL = [("PHIL", "left.take", "HUNGRY"), ("HUNGRY", "right.take", "EATING"), ("EATING", "left.put", "LEAVING"), ("LEAVING", "right.put", "PHIL")]
FORK = [("FREE", "take", "TAKEN"), ("TAKEN", "put", "FREE")]

WAITING_CELL = [("WAITING", "turn", "READY"), ("READY", "start", "PASSING"), ("PASSING", "pass", "BUSY"), ("BUSY", "finish", "WAITING"),
                ("BUSY", "turn", "LATE"), ("LATE", "finish", "READY")]
READY_CELL = WAITING_CELL[1:] + WAITING_CELL[:1]

HOLDING_NODE = [("HOLDING", "request", "GRANTED"), ("HOLDING", "send", "IDLE"), ("GRANTED", "enter", "CRITICAL"), ("CRITICAL", "leave", "HOLDING"),
                ("IDLE", "request", "WAITING"), ("IDLE", "receive", "HOLDING"), ("WAITING", "receive", "GRANTED")]
IDLE_NODE = HOLDING_NODE[4:] + HOLDING_NODE[:4]


def philo(n):
    rules = []
    for i in range(n):
        left, right = n + i, n + (i + 1) % n
        rules += [[(i, f"left.{act}"), (left, act)] for act in ("take", "put")]
        rules += [[(i, f"right.{act}"), (right, act)] for act in ("take", "put")]
    return [PHIL] * n + [FORK] * n, rules


def milner(n):
    rules = []
    for i in range(n):
        rules += [[(i, "start")], [(i, "finish")], [(i, "pass"), ((i + 1) % n, "turn")]]
    return [READY_CELL] + [WAITING_CELL] * (n - 1), rules


def token_ring(n):
    rules = []
    for i in range(n):
        rules += [[(i, "request")], [(i, "enter")], [(i, "leave")], [(i, "send"), ((i + 1) % n, "receive")]]
    return [HOLDING_NODE] + [IDLE_NODE] * (n - 1), rules


SYSTEMS = {"philo": philo, "milner": milner, "token-ring": token_ring}


def numbers(edges):
    """The states of a component by number; the first is 0, as Promela's variables are in the beginning."""
    states = {}
    for source, _, target in edges:
        states.setdefault(source, len(states))
        states.setdefault(target, len(states))
    return states


def ways(components, rule):
    """Every choice of an edge for each participant."""
    chosen = [[]]
    for component, action in rule:
        edges = [edge for edge in components[component] if edge[1] == action]
        chosen = [way + [(component, edge)] for way in chosen for edge in edges]
    return chosen


def one_process(name, n):
    components, rules = SYSTEMS[name](n)
    lines = [f"byte s[{len(components)}];", "active proctype all() {", "  do"]
    for rule in rules:
        for way in ways(components, rule):
            guard = " && ".join(f"s[{c}] == {numbers(components[c])[source]}" for c, (source, _, _) in way)
            moves = "; ".join(f"s[{c}] = {numbers(components[c])[target]}" for c, (_, _, target) in way)
            lines.append(f"  :: d_step {{ {guard} -> {moves} }}")
    return "\n".join(lines + ["  od", "}", ""])
