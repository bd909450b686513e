"""Solves the positions of a table with Dask: a solver goes to the workers like any other value, and opens the tables there.

pip install "dask[dataframe]" distributed "./python[arrow]"; python examples/python/dask_frame.py
"""

import dask.dataframe as dd
import pandas as pd
from dask.distributed import Client

import cubebatch as cb


def solved(frame: pd.DataFrame, solver: cb.Solver) -> pd.DataFrame:
    """The rows with two columns more; a row that is no position has no solution."""
    out = solver.solve_batch(frame, on_error="mark")
    lengths = pd.Series(out.lengths, frame.index, "Int64").mask(out.lengths == 255)
    return frame.assign(solution=pd.Series(out.to_strings(), frame.index, "string"), length=lengths)


if __name__ == "__main__":
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):
        solver = cb.Solver(max_length=20, threads=1, progress=False)
        texts = [*cb.facelets(cb.scramble(1000, seed=1)), "no position"]
        table = dd.from_pandas(pd.DataFrame({"cube": texts}), npartitions=4)
        columns = {"cube": "string", "solution": "string", "length": "Int64"}
        rows = table.map_partitions(solved, solver, meta=columns).compute()
    assert rows["cube"].tolist() == texts and rows["solution"].isna().tolist() == [False] * 1000 + [True]
    rows = rows.iloc[:-1]
    assert cb.check(rows["cube"], rows["solution"]).all()
    print(f"{len(rows)} solutions, of at most {rows['length'].max()} moves")
