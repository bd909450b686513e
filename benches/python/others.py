"""Times moves, walks, neighbours and solutions of this package beside others, on the same positions.

    pip install magiccube pycuber cayleypy; taskset -c 1 python benches/python/others.py [FOLDER]

`cayleypy` brings torch, several GB. FOLDER is a checkout of github.com/forestagostinelli/DeepCubeA, and adds its generator.

Each package makes the same 20 random moves on each of some solved cubes, and solves these positions. The positions are compared
and the solutions checked. Rates are medians of five runs in turn, on one core.
"""

import statistics
import sys
import time
from collections.abc import Callable

import magiccube
import numpy as np
import pycuber
import torch
from cayleypy import CayleyGraph, CayleyGraphDef

import cubebatch as cb

ROUNDS = 5
MOVES = 20
FEW = 20
"""Cubes for packages that have one at a time."""
MANY = 50_000
PARENTS = 5_000
"""Positions of which the neighbours are made."""

Work = tuple[int, Callable[[], object]]


def rates(works: dict[str, Work]) -> dict[str, float]:
    """How often a second each of them does one of its items. A run of each comes before the second run of any."""
    took: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, (_, work) in works.items():
            begin = time.perf_counter()
            work()
            took[name].append(time.perf_counter() - begin)
    return {name: count / statistics.median(took[name]) for name, (count, _) in works.items()}


def show(heading: str, works: dict[str, Work]) -> None:
    """A table of rates."""
    print(f"| {heading} | a second |\n|---|---:|")
    for name, found in rates(works).items():
        print(f"| {name} | {found:,.0f} |")
    print()


def cycles(permutation: np.ndarray) -> list[int]:
    """The lengths of its cycles, in order."""
    found, left = [], set(range(len(permutation)))
    while left:
        place, length = left.pop(), 1
        while (place := int(permutation[place])) in left:
            left.remove(place)
            length += 1
        found.append(length)
    return sorted(found)


def deepcubea(folder: str) -> tuple[dict[str, Work], dict[str, Work]]:
    """The walks and the neighbours of DeepCubeA. It has quarter turns alone, and other places for facelets."""
    np.float = float  # type: ignore[attr-defined] # It needs this name, which numpy has no longer.
    sys.path.insert(0, folder)
    from environments.cube3 import Cube3

    cube = Cube3()
    # The same words permute facelets in cycles of the same lengths, wherever the facelets have their places.
    generator = np.random.default_rng(1)
    for _ in range(20):
        ours, theirs = np.arange(54), cube.generate_goal_states(1)
        for face, turn in zip(generator.integers(6, size=5), generator.integers(2, size=5), strict=True):
            ours = ours[cb.PERMUTATIONS[cb.MOVES.index("URFDLB"[face] + ("'" if turn else ""))]]
            theirs, _ = cube.next_state(theirs, cube.moves.index("URFDLB"[face] + ("-1" if turn else "1")))
        assert cycles(ours) == cycles(theirs[0].colors)
    parents, _ = cube.generate_states(PARENTS, (MOVES, MOVES))
    return (
        {
            "DeepCubeA, `generate_states`, keeps the last position alone": (
                MANY * MOVES,
                lambda: cube.generate_states(MANY, (MOVES, MOVES)),
            )
        },
        {"DeepCubeA, `expand`, 12 of each": (PARENTS * 12, lambda: cube.expand(parents))},
    )


def facelets(cube: pycuber.Cube) -> str:
    """The 54 letters of a cube of pycuber, in the order of this package."""
    colours = {cube.get_face(face)[1][1].colour: face for face in "URFDLB"}
    return "".join(colours[square.colour] for face in "URFDLB" for row in cube.get_face(face) for square in row)


def main() -> None:
    """Prints what was measured."""
    moves = cb.random_walks(MANY, MOVES, seed=1).moves
    texts = cb.write_moves(moves)
    solved = np.repeat(cb.Cube().array[np.newaxis], MANY, axis=0)
    scrambled = cb.apply(solved, moves)

    def by_magiccube() -> list[magiccube.Cube]:
        cubes = [magiccube.Cube(3) for _ in range(FEW)]
        for cube, text in zip(cubes, texts, strict=False):
            cube.rotate(text)
        return cubes

    def by_pycuber() -> list[pycuber.Cube]:
        return [pycuber.Cube()(text) for text in texts[:FEW]]

    def one_by_one() -> list[cb.Cube]:
        return [cb.Cube().apply(text) for text in texts[:FEW]]

    def by_gather() -> np.ndarray:
        rows = solved
        for column in moves.T:
            rows = np.take_along_axis(rows, cb.PERMUTATIONS[column], axis=1)
        return rows

    torch.set_num_threads(1)
    centre = solved[0].tolist()
    definition = CayleyGraphDef.create(cb.PERMUTATIONS.tolist(), central_state=centre)
    packed, plain = (CayleyGraph(definition, device="cpu", bit_encoding_width=width) for width in ("auto", None))

    def by_cayleypy(graph: CayleyGraph) -> torch.Tensor:
        rows = graph.encode_states(torch.from_numpy(solved).long())
        for column in torch.from_numpy(moves.T):
            after = torch.empty_like(rows)
            for move in range(len(cb.MOVES)):
                chosen = (column == move).nonzero()[:, 0]
                moved = torch.zeros_like(rows[chosen])
                graph.apply_generator_batched(move, rows[chosen], moved)
                after[chosen] = moved
            rows = after
        return graph.decode_states(rows)

    assert [cube.facelets for cube in one_by_one()] == cb.facelets(scrambled[:FEW])
    assert [facelets(cube) for cube in by_pycuber()] == cb.facelets(scrambled[:FEW])
    assert (by_gather() == scrambled).all()
    assert all((by_cayleypy(graph).numpy() == scrambled).all() for graph in (packed, plain))
    for cube, text in zip(by_magiccube(), texts, strict=False):
        cube.rotate(cb.write_moves(cb.INVERSES[cb.parse_moves(text)][:, ::-1])[0])
        assert cube.is_done()
    show(
        "moves on cubes",
        {
            "`pycuber`": (FEW * MOVES, by_pycuber),
            "`magiccube`": (FEW * MOVES, by_magiccube),
            "`cb.Cube.apply`, a text at a time": (FEW * MOVES, one_by_one),
            "`cayleypy`, 54 numbers for each cube": (MANY * MOVES, lambda: by_cayleypy(plain)),
            "`cayleypy`, packed into three numbers": (MANY * MOVES, lambda: by_cayleypy(packed)),
            "`cb.PERMUTATIONS` by numpy": (MANY * MOVES, by_gather),
            "`cb.apply`": (MANY * MOVES, lambda: cb.apply(solved, moves)),
        },
    )

    theirs = deepcubea(sys.argv[1]) if len(sys.argv) > 1 else ({}, {})
    # They count the first position as well.
    walks = {
        "`cayleypy`, `random_walks`": (MANY * MOVES, lambda: plain.random_walks(width=MANY, length=MOVES + 1)),
        "`cb.random_walks`": (MANY * MOVES, lambda: cb.random_walks(MANY, MOVES, seed=1, canonical=False)),
    }
    show("moves of random walks", theirs[0] | walks)
    parents = scrambled[:PARENTS]
    numbers = torch.from_numpy(parents).long()
    encoded = packed.encode_states(numbers)
    children = cb.neighbours(parents)
    for by_move in plain.get_neighbors_decoded(numbers), packed.decode_states(packed.get_neighbors(encoded)):
        assert (by_move.numpy().reshape(len(cb.MOVES), PARENTS, 54).transpose(1, 0, 2) == children).all()
    size = children.size // 54
    neighbours = {
        "`cayleypy`, `get_neighbors`, 54 numbers for each": (size, lambda: plain.get_neighbors(numbers)),
        "`cayleypy`, `get_neighbors`, packed": (size, lambda: packed.get_neighbors(encoded)),
        "`cb.neighbours`": (size, lambda: cb.neighbours(parents)),
    }
    show("neighbours of positions", theirs[1] | neighbours)

    solver = cb.Solver(threads=1, progress=False)
    solver.solve_batch(scrambled)
    print("| solutions | a second | moves, mean |\n|---|---:|---:|")
    lengths: list[int] = []

    def solve_by_magiccube() -> None:
        lengths.clear()
        for text in texts[:FEW]:
            cube = magiccube.Cube(3)
            cube.rotate(text)
            lengths.append(len(magiccube.BasicSolver(cube).solve()))
            assert cube.is_done()

    out = solver.solve_batch(scrambled)
    found = rates({"theirs": (FEW, solve_by_magiccube), "ours": (MANY, lambda: solver.solve_batch(scrambled))})
    print(f"| `magiccube`, a method of beginners | {found['theirs']:,.1f} | {statistics.mean(lengths):.1f} |")
    print(f"| `cb.Solver`, at most 21 | {found['ours']:,.0f} | {out.lengths.mean():.1f} |")


if __name__ == "__main__":
    main()
