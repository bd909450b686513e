#!/usr/bin/env python3
"""Replays solutions of goals with a model that shares nothing with cubebatch: stickers as points in space.

    benches/replay/goals.py PROGRAM [POSITIONS [SEED]]

Solves random positions for each goal that has a name, turns the stickers, and looks at their colours. Prints a row for each
goal: the positions, the rows that do not hold, the mean length, and the seconds of `solve`. The exit code is 1 if a row does not
hold. Goals whose search takes long get a part of the positions. Goals that take hours get a tenth, after the first moves of a
scramble alone. Needs Python 3.9 and nothing else.
"""

import itertools
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
SLOW = {"block-223": 10, "two-blocks": 100, "f2l": 100, "oll": 1000, "edges": 10, "solved": 10}
NEAR = {"edges": 8, "solved": 8}


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


CROSS = "DF DR DB DL"
F2L = CROSS + " FR BR BL FL DRF DBR DLB DFL"
TOP = [place for place in STICKERS if place[1] == FACES["U"]]
GOALS = {
    "cross": at_home(CROSS),
    "cross-U": at_home("UF UR UB UL"),
    "cross-R": at_home("UR FR DR BR"),
    "cross-F": at_home("UF FR DF FL"),
    "cross-L": at_home("UL FL DL BL"),
    "cross-B": at_home("UB BL DB BR"),
    "xcross": at_home(CROSS + " FR DRF"),
    "f2l": at_home(F2L),
    "oll": lambda at: at_home(F2L)(at) and all(at[place] == "U" for place in TOP),
    "block-222": at_home("DL DB BL DLB"),
    "block-123": at_home("DL FL BL DFL DLB"),
    "block-223": at_home("DL FL BL DF DB DFL DLB"),
    "two-blocks": at_home("DL FL BL DFL DLB DR FR BR DRF DBR"),
    "corners": at_home("UFR URB UBL ULF DRF DBR DLB DFL"),
    "edges": at_home("UF UR UB UL DF DR DB DL FR BR BL FL"),
    "solved": lambda at: all(at[place] == COLOURS[place[1]] for place in STICKERS),
    "eo": edges_oriented,
    "co": corners_oriented,
    "dr": domino,
}
CROSSES = ["cross"] + ["cross-" + face for face in "URFLB"]
GOALS["cross/any"] = lambda at: any(GOALS[cross](at) for cross in CROSSES)


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    scrambles = subprocess.run(
        [program, "scramble", "--count", str(count), "--seed", seed, "--format", "moves"],
        check=True, capture_output=True, text=True,
    ).stdout
    failed = False
    print("| goal | rows | do not hold | mean length | s |\n|---|---:|---:|---:|---:|")
    for goal, holds in GOALS.items():
        lines = scrambles.splitlines()[: max(1, count // SLOW.get(goal, 1))]
        if goal in NEAR:
            lines = [" ".join(line.split()[: NEAR[goal]]) for line in lines]
        begin = time.monotonic()
        rows = subprocess.run(
            [program, "solve", "--goal", goal], input="\n".join(lines) + "\n", check=True, capture_output=True, text=True
        ).stdout.splitlines()
        took = time.monotonic() - begin
        assert len(rows) == len(lines), goal
        wrong = sum(not holds(after(line.split() + row.split())) for line, row in zip(lines, rows))
        mean = sum(len(row.split()) for row in rows) / len(rows)
        print(f"| `{goal}` | {len(rows):,} | {wrong} | {mean:.3f} | {took:.1f} |", flush=True)
        failed |= wrong > 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
