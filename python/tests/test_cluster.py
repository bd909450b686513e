"""A cluster of two nodes on this machine."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import ray

import cubebatch as cb

POSITIONS = int(os.environ.get("CUBEBATCH_CLUSTER_POSITIONS", "60000"))
FILES = 4


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    from ray.cluster_utils import Cluster

    cb.Solver(progress=False)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    cluster.add_node(num_cpus=2)
    ray.init(address=cluster.address, log_to_driver=False)
    yield
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    cubes = cb.scramble(POSITIONS, seed=11)
    paths = []
    for number, some in enumerate(np.array_split(cubes, FILES)):
        table = pa.table({"cube": cb.facelets(some), "id": range(len(some))})
        path = str(tmp_path / f"in{number}.parquet")
        pq.write_table(table, path, row_group_size=5000)
        paths.append(path)
    return paths


def check(inputs: list[str], out: Path) -> None:
    """All rows of all inputs are there, in their order, and solved."""
    for path in inputs:
        given = pq.read_table(path)
        parts = sorted(out.glob(Path(path).stem + "-*.parquet"))
        solved = pa.concat_tables([pq.read_table(part) for part in parts])
        assert solved.select(["cube", "id"]) == given
        moves = np.full((len(solved), 22), 255, np.uint8)
        lengths = solved["length"].to_numpy()
        assert lengths.max() <= 21
        mask = np.arange(22) < lengths[:, np.newaxis]
        moves[mask] = solved["moves"].combine_chunks().flatten().to_numpy()
        assert cb.check(solved["cube"], moves).all()


def workers() -> list[int]:
    """Processes that solve."""
    names = [(process.pid, " ".join(process.info["cmdline"] or [])) for process in psutil.process_iter(["cmdline"])]
    return [pid for pid, name in names if name.startswith("ray::") and "PartSolver" in name]


@pytest.mark.usefixtures("cluster")
def test_a_job_loses_nothing_with_its_worker(inputs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cubebatch import ray as on_ray

    monkeypatch.setattr(on_ray, "PART_ROWS", 10_000)
    out, killed = tmp_path / "out", []

    def kill() -> None:
        while not killed:
            if out.exists() and len(list(out.glob("in*"))) >= 2 and workers():
                killed.append(workers()[0])
                os.kill(killed[0], signal.SIGKILL)
            time.sleep(0.01)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    assert on_ray.run(inputs, str(out), concurrency=2) == POSITIONS
    assert killed
    check(inputs, out)
    # Given again, it does what is missing and nothing else.
    assert on_ray.run(inputs, str(out)) == 0
    some = sorted(out.glob("in*"))[3]
    rows = pq.read_metadata(some).num_rows
    some.unlink()
    assert on_ray.run(inputs, str(out), concurrency=1) == rows
    check(inputs, out)
    assert {path.suffix for path in out.iterdir()} == {".parquet"}


@pytest.mark.usefixtures("cluster")
def test_a_row_that_is_no_position_ends_a_job(tmp_path: Path) -> None:
    from cubebatch import ray as on_ray

    texts = cb.facelets(cb.scramble(3000, seed=12))
    texts[2345] = texts[2345][:-1]
    path = str(tmp_path / "in.parquet")
    pq.write_table(pa.table({"cube": texts}), path, row_group_size=1000)
    with pytest.raises(ValueError, match=r"in\.parquet, row 2345: a cube has 54 facelets, but 53 are given"):
        on_ray.run([path], str(tmp_path / "out"), concurrency=1)
    assert not list((tmp_path / "out").iterdir())


@pytest.mark.usefixtures("cluster")
def test_rows_that_are_no_positions_are_marked_or_named(tmp_path: Path) -> None:
    from cubebatch import ray as on_ray

    path, out = str(tmp_path / "in.parquet"), tmp_path / "out"
    texts = [cb.facelets("R")[0], None, "R Q"]
    pq.write_table(pa.table({"cube": texts}), path)
    with pytest.raises(ValueError, match=r"in\.parquet, row 1: the position is missing$"):
        on_ray.run([path], str(out), concurrency=1, threads=1)
    assert on_ray.run([path], str(out), concurrency=1, threads=1, on_error="mark") == 3
    rows = pq.read_table(next(out.iterdir())).to_pylist()
    assert [row["length"] for row in rows] == [1, None, None]
    assert [row["error"] and row["error"][:23] for row in rows] == [None, "the position is missing", "column 3: no move begin"]
    with open(path, "r+b") as file:
        file.seek(8)
        file.write(b"\xff" * 16)
    with pytest.raises(ValueError, match=r"in\.parquet, rows 0 to 2: "):
        on_ray.run([path], str(tmp_path / "other"), concurrency=1, threads=1)
    assert not list((tmp_path / "other").iterdir())


@pytest.mark.usefixtures("cluster")
def test_columns_that_are_there_are_refused_or_replaced(tmp_path: Path) -> None:
    from cubebatch import ray as on_ray

    path, out = str(tmp_path / "in.parquet"), tmp_path / "out"
    table = pa.table({"length": ["x"], "cube": cb.facelets("R"), "id": [7]})
    pq.write_table(table, path)
    with pytest.raises(ValueError, match=r"in\.parquet has the column 'length' already.*--replace"):
        on_ray.run([path], str(out))
    with pytest.raises(ValueError, match=r"in\.parquet has no column 'state', but length, cube, id"):
        on_ray.run([path], str(out), "state")
    assert not out.exists()
    assert on_ray.run([path], str(out), concurrency=1, replace=True) == 1
    solved = pq.read_table(next(out.iterdir()))
    assert solved.column_names == ["cube", "id", "moves", "length"] and solved["length"].to_pylist() == [1]


@pytest.mark.usefixtures("cluster")
def test_cosets_are_a_job(tmp_path: Path) -> None:
    from cubebatch import ray as on_ray

    path, out = str(tmp_path / "in.parquet"), tmp_path / "out"
    cubes = ["R", "U R2", "R F"]
    pq.write_table(pa.table({"start": cubes, "id": [3, 1, 2]}), path, row_group_size=2)
    assert on_ray.cosets([path], str(out), "start", depth=5, concurrency=1) == 3
    # Each coset has a file of its own, and the job goes on with what is missing.
    files = sorted(out.iterdir())
    assert [file.name for file in files] == ["in-00000.parquet", "in-00001.parquet", "in-00002.parquet"]
    files[1].unlink()
    assert on_ray.cosets([path], str(out), "start", depth=5, concurrency=1) == 1
    table = pa.concat_tables([pq.read_table(file) for file in files])
    assert table.column_names == ["start", "id", "coset", "positions", "seconds"] and table["id"].to_pylist() == [3, 1, 2]
    assert table["coset"].to_pylist() == cb.cosets.numbers(cubes).tolist()
    for cube, positions in zip(cubes, table["positions"].to_pylist(), strict=True):
        assert positions == cb.cosets.levels(cube, 5, progress=False).tolist()
    mean = np.mean(table["seconds"].to_numpy())
    assert on_ray.years(str(out)) == pytest.approx(mean * 55_882_296 / (365.25 * 86_400))
    with pytest.raises(ValueError, match=r"in\.parquet has no column 'cube', but start, id"):
        on_ray.cosets([path], str(tmp_path / "other"))


@pytest.mark.usefixtures("cluster")
def test_a_dataset_gets_columns(inputs: list[str]) -> None:
    from cubebatch import ray as on_ray

    solved = on_ray.solve(ray.data.read_parquet(inputs[0]).limit(3000), max_length=21, concurrency=1)
    rows = solved.take_all()
    assert len(rows) == 3000
    texts = [" ".join(cb.MOVES[move] for move in row["moves"]) for row in rows]
    assert cb.check([row["cube"] for row in rows], texts).all()
    assert [len(row["moves"]) for row in rows] == [row["length"] for row in rows]


@pytest.mark.usefixtures("cluster")
def test_a_job_counts_by_the_metric_that_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cubebatch import ray as on_ray

    path, near = str(tmp_path / "in.parquet"), ["R2", "R U2 F", "R L'"]
    pq.write_table(pa.table({"cube": cb.facelets(near)}), path)
    monkeypatch.setattr(ray, "init", lambda **_: None)

    def job(name: str, *options: str) -> tuple[list[str], cb.Solutions]:
        out = tmp_path / name
        command = ["ray", "solve", path, "-o", str(out), "--workers", "1", "--threads", "1", *options]
        monkeypatch.setattr("sys.argv", command)
        on_ray.main()
        table = pq.read_table(next(out.iterdir()))
        return table.column_names, cb.Solutions.from_arrow(table)

    columns, solutions = job("qtm", "--goal", "solved", "--metric", "qtm", "--moves", "U R F L", "--max-length", "20")
    assert columns == ["cube", "metric", "turns", "moves", "length"]
    assert solutions.metric == "qtm" and solutions.lengths.tolist() == [2, 4, 2] and solutions.bound == 20
    columns, solutions = job("cost", "--solutions", "2", "--cost", "quarter 5, half 8")
    assert columns == ["cube", "cost", "moves", "length", "others"]
    assert solutions.lengths.tolist() == [1, 3, 2] and solutions.others is not None and len(solutions.others) == 3
    with pytest.raises(ValueError, match="`qmt` is no cost of turns"):
        on_ray.run([path], str(tmp_path / "none"), metric="qmt")


def test_secrets_of_addresses_are_not_in_messages() -> None:
    from cubebatch import ray as on_ray

    address = "gopher://key:SECRET@bucket/in.parquet?token=SECRET"
    with pytest.raises(ValueError, match="gopher") as raised:
        on_ray.run([address], "out")
    assert "SECRET" not in str(raised.value)
    found = on_ray._PartSolver(lambda: lambda table: table)({"part": [f'["{address}", [0, 1, 0, 1], 0, "out"]']})
    assert "gopher" in found["fault"][0] and "SECRET" not in found["fault"][0]
