"""Times a job of Ray, with two workers of one thread on this machine, beside the program on two threads.

    python benches/python/cluster.py target/release/cubebatch [POSITIONS]

The job reads and writes Parquet, the program text; the time of the job includes that its workers start.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import ray

import cubebatch as cb
from cubebatch.ray import run


def main(program: str, count: int = 3_000_000) -> None:
    """Prints what was measured."""
    ray.init(num_cpus=3, log_to_driver=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = cb.facelets(cb.scramble(count, seed=12))
        pq.write_table(pa.table({"cube": texts}), folder / "in.parquet", row_group_size=100_000)
        (folder / "in.txt").write_text("\n".join(texts) + "\n")
        begin = time.perf_counter()
        command = [
            program,
            "solve",
            folder / "in.txt",
            "-o",
            folder / "out.txt",
            "--threads",
            "2",
        ]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        alone = time.perf_counter() - begin
        begin = time.perf_counter()
        assert run([str(folder / "in.parquet")], str(folder / "out"), concurrency=2) == count
        job = time.perf_counter() - begin
        rows = pa.concat_tables(pq.read_table(part) for part in sorted((folder / "out").iterdir()))
        assert rows["cube"].to_pylist() == texts
        with (folder / "out.txt").open() as solutions:
            for row, solution in zip(rows["moves"], solutions, strict=True):
                assert " ".join(cb.MOVES[move] for move in row.as_py()) == solution.rstrip()
    print(f"{count} positions: program {alone:.1f} s, job {job:.1f} s; {count / alone:,.0f} and {count / job:,.0f} a second")


if __name__ == "__main__":
    program, *numbers = sys.argv[1:]
    main(program, *map(int, numbers))
