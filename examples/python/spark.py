"""Solves the positions of a table with Spark: each task opens the tables of its machine once, and maps them.

pip install pyspark "./python[arrow]"; python examples/python/spark.py
"""

import os
import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession

import cubebatch as cb

SCHEMA = "id bigint, cube string, solution string, length int"


def solved(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows with two columns more; a row that is no position has no solution."""
    solver = cb.Solver(max_length=20, threads=1, progress=False)  # Spark starts a task for each core.
    for batch in batches:
        out = solver.solve_batch(batch, on_error="mark")
        added = [pa.array(out.to_strings()), pa.array(out.lengths, pa.int32(), mask=out.lengths == 255)]
        yield pa.record_batch([*batch.columns, *added], names=[*batch.schema.names, "solution", "length"])


if __name__ == "__main__":
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    texts = [*cb.facelets(cb.scramble(1000, seed=1)), "no position"]
    table = spark.createDataFrame(list(enumerate(texts)), "id bigint, cube string").repartition(4)
    rows = table.mapInArrow(solved, SCHEMA).orderBy("id").collect()
    assert [row.cube for row in rows] == texts and rows.pop().solution is None
    assert cb.check([row.cube for row in rows], [row.solution for row in rows]).all()
    print(f"{len(rows)} solutions, of at most {max(row.length for row in rows)} moves")
    spark.stop()
