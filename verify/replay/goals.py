#!/usr/bin/env python3
"""Replays solutions of goals with a model that shares nothing with cubebatch: stickers as points in space.

    verify/replay/goals.py PROGRAM [POSITIONS [SEED [metrics]]]

Solves random positions for each goal that has a name, and by other metrics and sets of moves; with `metrics`, by the usual method in each
metric alone. Turns the stickers, looks at their
colours, and counts the moves. Prints a row for each job: the positions, the rows that do not hold, the mean length, and the seconds of
`solve`. The exit code is 1 if a row does not hold. Goals whose search takes long get a part of the positions. Goals that take hours get a tenth, after the first moves of a
scramble alone. Needs Python 3.9 and nothing else.
"""

import itertools
import json
import subprocess
import sys
import time

FACES = {"U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1), "D": (0, -1, 0), "L": (-1, 0, 0), "B": (0, 0, -1)}
# The place of a sticker: its cubie, and the direction in which it looks.
STICKERS = [
    (cubie, look)
    for cubie in itertools.product((-1, 0, 1), repeat=3)
    for look in FACES.values()
    if sum(abs(c) for c in cubie) > 1 and sum(a * b for a, b in zip(cubie, look)) == 1
]
# By how much the positions are divided, and how many moves these are from solved where random ones take hours.
SLOW = {"block-223": 10, "xxcross": 10, "xxxcross": 50, "two-blocks": 100, "f2l": 100, "htr": 1000, "eoll": 1000, "ocll": 2000}
NEAR = dict.fromkeys(["edges", "solved", "oll", "cpll", "epll", "cll", "ell", "cmll"], 8)
SLOW.update(dict.fromkeys(NEAR, 10))


def quarter(point, axis):
    """Clockwise, as seen from outside along the axis."""
    along = sum(a * b for a, b in zip(point, axis))
    (x, y, z), (a, b, c) = point, axis
    # The cross product of the point and the axis turns clockwise; what lies along the axis stays.
    across = (y * c - z * b, z * a - x * c, x * b - y * a)
    return tuple(p + along * q for p, q in zip(across, axis))


def turned(move):
    """Where each sticker goes."""
    axis, times = FACES[move[0]], {"": 1, "2": 2, "'": 3}[move[1:]]
    places = {}
    for cubie, look in STICKERS:
        to = (cubie, look)
        if sum(a * b for a, b in zip(cubie, axis)) == 1:
            for _ in range(times):
                to = tuple(quarter(part, axis) for part in to)
        places[cubie, look] = to
    return places


MOVES = {face + turns: turned(face + turns) for face in FACES for turns in ("", "2", "'")}
COLOURS = {look: face for face, look in FACES.items()}


def after(moves):
    """The colour at each place, from the solved cube on."""
    at = {place: COLOURS[place[1]] for place in STICKERS}
    for move in moves:
        at = {to: at[place] for place, to in MOVES[move].items()}
    return at


def at_home(names):
    """Whether the stickers of these cubies are where they belong."""
    cubies = [tuple(sum(FACES[face][i] for face in name) for i in range(3)) for name in names.split()]
    places = [place for place in STICKERS if place[0] in cubies]
    return lambda at: all(at[place] == COLOURS[place[1]] for place in places)


def edges_oriented(at):
    """On each edge the sticker of U or D, else of F or B, looks along the U/D axis, else along F/B."""
    for cubie in {cubie for cubie, _ in STICKERS if sum(map(abs, cubie)) == 2}:
        shown = {look: at[cubie, look] for look in FACES.values() if (cubie, look) in at}
        main = next((c for c in shown.values() if c in "UD"), None) or next(c for c in shown.values() if c in "FB")
        look = next(look for look, colour in shown.items() if colour == main)
        if look[0] != 0 or (look[2] != 0 and cubie[1] != 0):
            return False
    return True


def corners_oriented(at):
    return all(at[place] in "UD" for place in STICKERS if sum(map(abs, place[0])) == 3 and place[1][1] != 0)


def domino(at):
    middle = [place for place in STICKERS if place[0][1] == 0]
    return edges_oriented(at) and corners_oriented(at) and all(at[place] not in "UD" for place in middle)


def half_turned(at):
    """Half turns keep each colour on its face or the opposite one, and bring the corners to 96 arrangements."""
    opposite = dict(zip("UDRLFB", "DULRBF"))
    return all(at[place] in (COLOURS[place[1]], opposite[COLOURS[place[1]]]) for place in STICKERS) and corners(at) in HALF_TURNED


def corners(at):
    return tuple(at[place] for place in STICKERS if sum(map(abs, place[0])) == 3)


def made_by_half_turns():
    """The colours of all corners after any half turns."""
    begin = after([])
    found, waiting = {corners(begin)}, [begin]
    for at in waiting:
        for face in FACES:
            turned_at = {to: at[place] for place, to in MOVES[face + "2"].items()}
            if corners(turned_at) not in found:
                found.add(corners(turned_at))
                waiting.append(turned_at)
    assert len(found) == 96
    return found


HALF_TURNED = made_by_half_turns()
CROSS = "DF DR DB DL"
F2L = CROSS + " FR BR BL FL DRF DBR DLB DFL"
TOP = [place for place in STICKERS if place[1] == FACES["U"]]
UP_EDGES, UP_CORNERS = ([place for place in TOP if sum(map(abs, place[0])) == count] for count in (2, 3))
CORNERS, EDGES = "UFR URB UBL ULF DRF DBR DLB DFL", "UF UR UB UL DF DR DB DL FR BR BL FL"


def up(places):
    return lambda at: at_home(F2L)(at) and all(at[place] == "U" for place in places)


GOALS = {
    "cross": at_home(CROSS),
    "cross-U": at_home("UF UR UB UL"),
    "cross-R": at_home("UR FR DR BR"),
    "cross-F": at_home("UF FR DF FL"),
    "cross-L": at_home("UL FL DL BL"),
    "cross-B": at_home("UB BL DB BR"),
    "xcross": at_home(CROSS + " FR DRF"),
    "f2l": at_home(F2L),
    "xxcross": at_home(CROSS + " FR DRF BR DBR"),
    "xxxcross": at_home(CROSS + " FR DRF BR DBR BL DLB"),
    "eoll": up(UP_EDGES),
    "ocll": up(UP_CORNERS),
    "oll": up(TOP),
    "cpll": lambda at: up(TOP)(at) and at_home(CORNERS)(at),
    "epll": lambda at: up(TOP)(at) and at_home(EDGES)(at),
    "cll": at_home(F2L + " " + CORNERS),
    "ell": at_home(F2L + " " + EDGES),
    "block-222": at_home("DL DB BL DLB"),
    "block-123": at_home("DL FL BL DFL DLB"),
    "block-223": at_home("DL FL BL DF DB DFL DLB"),
    "two-blocks": at_home("DL FL BL DFL DLB DR FR BR DRF DBR"),
    "cmll": at_home("DL FL BL DR FR BR " + CORNERS),
    "corners": at_home(CORNERS),
    "edges": at_home(EDGES),
    "solved": lambda at: all(at[place] == COLOURS[place[1]] for place in STICKERS),
    "eo": edges_oriented,
    "eoline": lambda at: edges_oriented(at) and at_home("DF DB")(at),
    "eocross": lambda at: edges_oriented(at) and at_home(CROSS)(at),
    "co": corners_oriented,
    "dr": domino,
    "htr": half_turned,
}
CROSSES = ["cross"] + ["cross-" + face for face in "URFLB"]
GOALS["cross/any"] = lambda at: any(GOALS[cross](at) for cross in CROSSES)


def by_axis(moves):
    """The quarters of U, R or F and those of the opposite face, for each run of turns of one axis."""
    runs = itertools.groupby(moves, lambda move: {"D": "U", "L": "R", "B": "F"}.get(move[0], move[0]))
    for first, run in runs:
        quarters = [0, 0]
        for move in run:
            quarters[move[0] != first] += {"": 1, "2": 2, "'": 3}[move[1:]]
        yield quarters


def turn(quarters, quarter, half):
    return {0: 0, 1: quarter, 2: half, 3: quarter}[quarters % 4]


METRICS = {
    "htm": lambda quarters: sum(turn(q, 1, 1) for q in quarters),
    "qtm": lambda quarters: sum(turn(q, 1, 2) for q in quarters),
    "atm": lambda quarters: 1,
    "stm": lambda quarters: 1 if sum(quarters) % 4 == 0 else sum(turn(q, 1, 1) for q in quarters),
    "quarter 5, half 8, parallel": lambda quarters: max(turn(q, 5, 8) for q in quarters),
}
# The goal, the metric, the turns that are allowed, and by how much the positions are divided.
JOBS = [
    *((goal, metric, None, slow) for metric in list(METRICS)[1:] for goal, slow in [("cross", 1), (None, 1), ("block-222", 1)]),
    ("cross", "htm", "U R F L B", 1),
    ("cross/any", "qtm", "U R F L B", 1),
    ("xcross", "atm", "U R F D L", 10),
    ("cross", "stm", "U M", 1),
    (None, "htm", "U R F L B", 1),
    (None, "qtm", "U R F D L", 1),
    (None, "atm", "U F D L B", 1),
]


def replay(program, lines, goal, metric="htm", turns=None):
    """Solves positions; the number of rows, the number of them that do not hold, the mean length, and the seconds."""
    options = ["--format", "jsonl", *(["--goal", goal] if goal else [])]
    options += ["--metric", metric] if metric != "htm" else []
    options += ["--moves", turns] if turns else []
    begin = time.monotonic()
    rows = subprocess.run(
        [program, "solve", *options], input="\n".join(lines) + "\n", check=True, capture_output=True, text=True
    ).stdout.splitlines()
    took = time.monotonic() - begin
    assert len(rows) == len(lines), goal
    wrong, total = 0, 0
    for line, row in zip(lines, map(json.loads, rows)):
        moves = row["solution"].split()
        length = sum(map(METRICS[metric], by_axis(moves)))
        has_turns = not turns or "M" in turns or {move[0] for move in moves} <= set(turns)
        holds = GOALS[goal or "solved"](after(line.split() + moves))
        wrong += not (holds and has_turns and length == row["length"])
        total += length
    return len(rows), wrong, total / len(rows), took


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    scrambles = subprocess.run(
        [program, "scramble", "--count", str(count), "--seed", seed, "--format", "moves"],
        check=True, capture_output=True, text=True,
    ).stdout.splitlines()
    jobs = [(goal, "htm", None, SLOW.get(goal, 1)) for goal in GOALS] + JOBS
    if sys.argv[4:] == ["metrics"]:
        jobs = [(None, metric, None, 1) for metric in METRICS]
    failed = False
    print("| goal | metric | moves | rows | do not hold | mean length | s |\n|---|---|---|---:|---:|---:|---:|")
    for goal, metric, turns, slow in jobs:
        lines = scrambles[: max(1, count // slow)]
        if goal in NEAR and metric == "htm":
            lines = [" ".join(line.split()[: NEAR[goal]]) for line in lines]
        if turns == "U M":
            # Only these lead back from where they lead.
            lines = ["".join({"R": "R L' ", "L": "L R' "}.get(move[0], "U ") for move in line.split()) for line in lines]
        rows, wrong, mean, took = replay(program, lines, goal, metric, turns)
        named = f"`{goal}`" if goal else "two phases"
        print(f"| {named} | {metric} | {turns or 'all'} | {rows:,} | {wrong} | {mean:.3f} | {took:.1f} |", flush=True)
        failed |= wrong > 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
