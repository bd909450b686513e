"""Times a job of Ray, with one worker of two threads on this machine, beside the program on two threads.

    python benches/python/cluster.py target/release/cubebatch [POSITIONS]

Both read and write Parquet, and open their tables; the job starts its workers. Runs are in turn, three of each; the answers are
compared.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import ray

import cubebatch as cb
from cubebatch.ray import run

ROUNDS = 3


def main(program: str, count: int = 3_000_000) -> None:
    """Prints what was measured."""
    ray.init(num_cpus=2, log_to_driver=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = cb.facelets(cb.scramble(count, seed=12))
        given, out = folder / "in.parquet", folder / "out"
        pq.write_table(pa.table({"cube": texts}), given, row_group_size=100_000)
        command = [
            program,
            "solve",
            given,
            "-o",
            folder / "out.parquet",
            "--threads",
            "2",
        ]
        alone, job, first = [], [], []
        for _ in range(ROUNDS):
            alone.append(seconds(lambda: subprocess.run(command, check=True, stderr=subprocess.DEVNULL)))
            shutil.rmtree(out, ignore_errors=True)
            begin = time.time()
            job.append(seconds(lambda: run([str(given)], str(out))))
            first.append(min(part.stat().st_mtime for part in out.iterdir()) - begin)
        rows = pa.concat_tables(pq.read_table(part) for part in sorted(out.iterdir()))
        assert rows["cube"].to_pylist() == texts
        assert (
            rows["moves"]
            .combine_chunks()
            .equals(pq.read_table(folder / "out.parquet")["moves"].combine_chunks().cast(rows["moves"].type))
        )
    for what, took in [("program", alone), ("job", job)]:
        print(f"{what}: {', '.join(f'{s:.1f}' for s in took)} s; {count / statistics.median(took):,.0f} a second")
    print(f"the first part of the job was there after {', '.join(f'{s:.1f}' for s in first)} s")


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


if __name__ == "__main__":
    program, *numbers = sys.argv[1:]
    main(program, *map(int, numbers))
