"""Times the Python package beside the program and beside the package `kociemba`, on the same positions.

    python benches/python/rates.py target/release/cubebatch [POSITIONS [MAX_LENGTH]]

Both take what is usual for them: the package an array, the program a file. Runs are in turn, three of each; the answers are
checked.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cubebatch as cb
import cubebatch.kociemba

ROUNDS = 3
FEW = 200
"""Positions for `kociemba`, which solves one at a time."""


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
    print(
        f"{count} positions, at most {max_length} moves, {solver.threads} threads, {', '.join(solver.tables)}"
    )
    for name, seconds in [
        ("package, arrays", package),
        ("program, files, opening included", by_program),
    ]:
        median = statistics.median(seconds)
        print(
            f"{name}: {', '.join(f'{s:.2f}' for s in seconds)} s; {count / median:,.0f} a second"
        )
    arrays = (out.moves.nbytes + out.lengths.nbytes) / 1e6
    print(
        f"memory: {before:.0f} MB with tables and positions, {peak:.0f} MB at most, of which the answers are {arrays:.0f} MB"
    )
    try:
        import kociemba
    except ImportError:
        return
    few = cb.facelets(cubes[:FEW])
    kociemba.solve(few[0])
    begin = time.perf_counter()
    theirs = [kociemba.solve(text) for text in few]
    took = time.perf_counter() - begin
    assert cb.check(few, theirs).all()
    begin = time.perf_counter()
    ours = [cb.kociemba.solve(text) for text in few]
    alone = time.perf_counter() - begin
    assert cb.check(few, ours).all()
    mean = cb.parse_moves(theirs), cb.parse_moves(ours)
    lengths = [(moves != 255).sum() / FEW for moves in mean]
    print(
        f"kociemba: {FEW / took:.0f} a second, {lengths[0]:.2f} moves; one at a time here: {FEW / alone:.0f}, {lengths[1]:.2f}"
    )


if __name__ == "__main__":
    program, *numbers = sys.argv[1:]
    main(program, *map(int, numbers))
