"""Times moves and solutions of this package beside the packages `magiccube` and `pycuber`, on the same positions.

    pip install magiccube pycuber; taskset -c 1 python benches/python/others.py

Each package makes the same 20 random moves on each of some solved cubes, and solves these positions. The positions are compared
and the solutions checked. Rates are medians of five runs, on one core.
"""

import statistics
import time
from collections.abc import Callable

import magiccube
import numpy as np
import pycuber

import cubebatch as cb

ROUNDS = 5
MOVES = 20
FEW = 20
"""Cubes for packages that have one at a time."""
MANY = 50_000


def rate(count: int, work: Callable[[], object]) -> float:
    """How often a second it is done."""
    took = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        work()
        took.append(time.perf_counter() - begin)
    return count / statistics.median(took)


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

    assert [cube.facelets for cube in one_by_one()] == cb.facelets(scrambled[:FEW])
    assert [facelets(cube) for cube in by_pycuber()] == cb.facelets(scrambled[:FEW])
    assert (by_gather() == scrambled).all()
    for cube, text in zip(by_magiccube(), texts, strict=False):
        cube.rotate(cb.write_moves(cb.INVERSES[cb.parse_moves(text)][:, ::-1])[0])
        assert cube.is_done()
    print("| moves on cubes, one core | moves a second |\n|---|---:|")
    for name, count, work in [
        ("`pycuber`", FEW, by_pycuber),
        ("`magiccube`", FEW, by_magiccube),
        ("`cb.Cube.apply`, a text at a time", FEW, one_by_one),
        ("`cb.PERMUTATIONS` by numpy", MANY, by_gather),
        ("`cb.apply`", MANY, lambda: cb.apply(solved, moves)),
    ]:
        print(f"| {name} | {rate(count * MOVES, work):,.0f} |")

    solver = cb.Solver(threads=1, progress=False)
    solver.solve_batch(scrambled)
    print("\n| solutions, one core | a second | moves, mean |\n|---|---:|---:|")
    lengths: list[int] = []

    def solve_by_magiccube() -> None:
        lengths.clear()
        for text in texts[:FEW]:
            cube = magiccube.Cube(3)
            cube.rotate(text)
            lengths.append(len(magiccube.BasicSolver(cube).solve()))
            assert cube.is_done()

    found = rate(FEW, solve_by_magiccube)
    print(f"| `magiccube`, a method of beginners | {found:,.1f} | {statistics.mean(lengths):.1f} |")
    out = solver.solve_batch(scrambled)
    found = rate(MANY, lambda: solver.solve_batch(scrambled))
    print(f"| `cb.Solver`, at most 21 | {found:,.0f} | {out.lengths.mean():.1f} |")


if __name__ == "__main__":
    main()
