"""Times what the package does in bulk, and the same gather in numpy.

    taskset -c 1 python benches/python/bulk.py [POSITIONS]

On one core as above, or on all without `taskset`. Each rate is the median of five runs. The answers of the first two rows are
compared.
"""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

import cubebatch as cb

ROUNDS = 5


def main(count: int = 200_000) -> None:
    """Prints what was measured."""
    cubes = cb.scramble(count, seed=1)
    texts, moves = cb.facelets(cubes), np.full(count, 3, np.uint8)
    few, ranks = cubes[: count // 10], cb.ranks(cubes)
    cross = cb.PatternDatabase("cross", progress=False)
    cb.lower_bounds(few), cb.phase2_distances(few)
    g1 = cb.random_walks(
        len(few),
        30,
        seed=1,
        moves=["U", "U2", "U'", "D", "D2", "D'", "R2", "L2", "F2", "B2"],
    ).cubes[:, -1]
    assert (cb.neighbours(cubes) == cubes[:, cb.PERMUTATIONS]).all()
    for name, rows, work in [
        ("neighbours", 18 * count, lambda: cb.neighbours(cubes)),
        (
            "the same by numpy: cubes[:, cb.PERMUTATIONS]",
            18 * count,
            lambda: cubes[:, cb.PERMUTATIONS],
        ),
        ("apply, a move each", count, lambda: cb.apply(cubes, moves)),
        ("scramble", count, lambda: cb.scramble(count, seed=2)),
        (
            "random_walks, positions of 20 moves",
            20 * len(few),
            lambda: cb.random_walks(len(few), 20, seed=2),
        ),
        ("facelets", count, lambda: cb.facelets(cubes)),
        ("parse texts", count, lambda: cb.parse(texts)),
        ("valid", count, lambda: cb.valid(cubes)),
        ("cubies", count, lambda: cb.cubies(cubes)),
        ("compose", count, lambda: cb.compose(cubes, cubes)),
        ("ranks", count, lambda: cb.ranks(cubes)),
        ("from_ranks", count, lambda: cb.from_ranks(ranks)),
        ("hashes", count, lambda: cb.hashes(cubes)),
        ("conjugates", 48 * len(few), lambda: cb.conjugates(few)),
        ("representatives", count, lambda: cb.representatives(cubes)),
        ("one_hot", count, lambda: cb.one_hot(cubes)),
        ("phase1_distances", len(few), lambda: cb.phase1_distances(few)),
        ("phase2_distances", len(few), lambda: cb.phase2_distances(g1)),
        ("lower_bounds", len(few), lambda: cb.lower_bounds(few)),
        ('PatternDatabase("cross")', count, lambda: cross.lower_bounds(cubes)),
    ]:
        print(f"| {name} | {rows / seconds(work):,.0f} |", flush=True)


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    took = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        work()
        took.append(time.perf_counter() - begin)
    return statistics.median(took)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
