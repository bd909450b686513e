"""Times the Python package beside the program and beside the packages `kociemba` and `RubikTwoPhase`, on the same positions.

    python benches/python/rates.py target/release/cubebatch [POSITIONS [MAX_LENGTH]]

Both take what is usual for them: the package an array, the program a file. Runs are in turn, three of each; the answers are
checked. The other packages solve one position at a time, a few of them; what is not installed is left out. RubikTwoPhase makes
its tables in the folder in which it runs, in an hour.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import cubebatch as cb
import cubebatch.kociemba

ROUNDS = 3
FEW = 200
"""Positions for `kociemba`."""
FEWER = 30
"""Positions for RubikTwoPhase."""


def megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(program: str, count: int = 1_000_000, max_length: int = 21) -> None:
    """Prints what was measured."""
    cubes = cb.scramble(count, seed=1)
    solver = cb.Solver(max_length, expect=count, progress=False)
    solver.solve_batch(cubes[:1000])
    before = megabytes()
    solver.solve_batch(cubes)
    peak = megabytes()
    package, by_program = [], []
    with tempfile.TemporaryDirectory() as folder:
        positions, solutions = Path(folder, "positions"), Path(folder, "solutions")
        positions.write_text("\n".join(cb.facelets(cubes)) + "\n")
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            out = solver.solve_batch(cubes)
            package.append(time.perf_counter() - begin)
            begin = time.perf_counter()
            command = [
                program,
                "solve",
                positions,
                "-o",
                solutions,
                "--max-length",
                str(max_length),
            ]
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
            by_program.append(time.perf_counter() - begin)
            assert cb.check(cubes, out.moves).all() and out.lengths.max() <= max_length
            assert solutions.read_text().splitlines() == out.to_strings()
            solutions.unlink()
    print(f"{count} positions, at most {max_length} moves, {solver.threads} threads, {', '.join(solver.tables)}")
    for name, seconds in [
        ("package, arrays", package),
        ("program, files, opening included", by_program),
    ]:
        median = statistics.median(seconds)
        print(f"{name}: {', '.join(f'{s:.2f}' for s in seconds)} s; {count / median:,.0f} a second")
    arrays = (out.moves.nbytes + out.lengths.nbytes) / 1e6
    print(f"memory: {before:.0f} MB with tables and positions, {peak:.0f} MB at most, of which the answers are {arrays:.0f} MB")
    texts = cb.facelets(cubes[:FEW])
    one_at_a_time("cubebatch.kociemba", texts, cb.kociemba.solve)
    one_at_a_time("solver.solve, at most 20", texts, lambda text: solver.solve(text, 20))
    if find_spec("kociemba"):
        import kociemba

        one_at_a_time("kociemba", texts, kociemba.solve)
    if find_spec("twophase"):
        from twophase.solver import solve

        # "R1 U3 (2f)"; it goes on for a minute where it has none as short.
        def theirs(text: str) -> str:
            return solve(text, 20, 60).split("(")[0]

        one_at_a_time("RubikTwoPhase, at most 20", texts[:FEWER], theirs)


def one_at_a_time(name: str, texts: list[str], solve: Callable[[str], str]) -> None:
    """Prints how many positions a second are solved, each by a call."""
    solve(texts[0])
    begin = time.perf_counter()
    solutions = [solve(text) for text in texts]
    took = time.perf_counter() - begin
    assert cb.check(texts, solutions).all()
    mean = (cb.parse_moves(solutions) != 255).sum() / len(texts)
    print(f"{name}: {len(texts) / took:,.1f} a second, one at a time, {len(texts)} positions, {mean:.2f} moves")


if __name__ == "__main__":
    program, *numbers = sys.argv[1:]
    main(program, *map(int, numbers))
