"""Files of Parquet between the program, this package, pyarrow and DuckDB."""

import os
import subprocess
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cubebatch as cb

PROGRAM = os.environ.get("CUBEBATCH_PROGRAM")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="CUBEBATCH_PROGRAM names no program with Parquet")


def run(*args: str | Path) -> str:
    """What the program prints; it may say that lines are invalid."""
    assert PROGRAM is not None
    done = subprocess.run([PROGRAM, *args], capture_output=True, text=True)
    assert done.returncode <= 1, done.stderr
    return done.stdout


@pytest.fixture
def positions() -> np.ndarray:
    return cb.scramble(1000, seed=3)


def texts(positions: np.ndarray) -> list[str]:
    return cb.Solver(method="thistlethwaite", progress=False).solve_batch(positions).to_strings()


def str_of(moves: list[int]) -> str:
    return " ".join(cb.MOVES[number] for number in moves)


def test_others_read_what_the_program_writes(tmp_path: Path, positions: np.ndarray) -> None:
    facelets = [cb.Cube(row).facelets for row in positions]
    lines = [*facelets[:500], "none", *facelets[500:]]
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    out = tmp_path / "out.parquet"
    run("solve", "--method", "thistlethwaite", tmp_path / "in.txt", "-o", out)

    table = pq.read_table(out)
    assert table.schema.field("moves").type == pa.list_(pa.field("element", pa.uint8(), nullable=False))
    assert table.schema.field("length").type == pa.uint8()
    assert table["line"].to_pylist() == list(range(1, 1002))
    invalid = table.slice(500, 1).to_pylist()[0]
    assert invalid["moves"] is None and invalid["cube"] is None and "no move begins with" in invalid["error"]
    solved = table.filter(table["moves"].is_valid())
    assert solved["cube"].to_pylist() == facelets
    assert [str_of(moves) for moves in solved["moves"].to_pylist()] == texts(positions)
    assert set(table["method"].to_pylist()) == {"thistlethwaite"}

    found = duckdb.sql(f"SELECT cube, moves, length FROM '{out}' WHERE error IS NULL ORDER BY line").fetchall()
    assert [cube for cube, _, _ in found] == facelets
    assert [moves for _, moves, _ in found] == solved["moves"].to_pylist()
    assert all(len(moves) == length for _, moves, length in found)


def columns(positions: np.ndarray) -> dict[str, pa.Array]:
    facelets = [cb.Cube(row).facelets for row in positions]
    return {
        "string": pa.array(facelets),
        "large_string": pa.array(facelets, pa.large_string()),
        "dictionary": pa.array(facelets).dictionary_encode(),
        "binary(54), letters": pa.array([text.encode() for text in facelets], pa.binary(54)),
        "binary(54), faces": pa.array([row.tobytes() for row in positions], pa.binary(54)),
        "list of faces": pa.array(positions.tolist(), pa.list_(pa.uint8())),
        "list of 54 faces": pa.FixedSizeListArray.from_arrays(pa.array(positions.ravel()), 54),
    }


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd", "gzip", "lz4"])
def test_the_program_reads_what_pyarrow_writes(tmp_path: Path, positions: np.ndarray, compression: str) -> None:
    path = tmp_path / "in.parquet"
    for name, column in columns(positions).items():
        table = pa.table({"other": pa.array(range(len(positions))), "cube": column})
        pq.write_table(table, path, compression=compression, row_group_size=300)
        assert run("solve", "--method", "thistlethwaite", path).splitlines() == texts(positions), name


def test_the_program_reads_what_duckdb_writes(tmp_path: Path, positions: np.ndarray) -> None:
    path = tmp_path / "in.parquet"
    cubes = pa.table({"cube": columns(positions)["string"]})
    duckdb.sql("SELECT * FROM cubes").write_parquet(str(path))
    assert len(cubes) == 1000
    assert run("solve", "--method", "thistlethwaite", path).splitlines() == texts(positions)


def test_the_program_checks_what_this_package_solves(tmp_path: Path, positions: np.ndarray) -> None:
    path = tmp_path / "solved.parquet"
    out = cb.Solver(method="thistlethwaite", progress=False).solve_batch(positions)
    pq.write_table(out.to_arrow(positions), path)
    assert run("check", path).startswith("1000 of 1000 solutions hold\n")
    rows = pa.FixedSizeListArray.from_arrays(pa.array(out.moves.ravel()), out.moves.shape[1])
    pq.write_table(pa.table({"cube": columns(positions)["string"], "moves": rows}), path)
    assert run("check", path).startswith("1000 of 1000 solutions hold\n"), "there are 255s behind the moves"
    wrong = out.to_arrow(positions[::-1])
    pq.write_table(wrong, path)
    assert run("check", path).startswith("0 of 1000 solutions hold\n")


def test_the_program_keeps_columns_of_any_type(tmp_path: Path, positions: np.ndarray) -> None:
    """Lists, structures and gaps over the ends of pages and groups; parts begin within these."""
    count = len(positions)
    kept = pa.table(
        {
            "deep": [{"x": i, "y": [[1.5, None], [], None, [float(i)] * (i % 7)]} if i % 5 else None for i in range(count)],
            "map": pa.array([[(f"k{j}", j) for j in range(i % 4)] for i in range(count)], pa.map_(pa.string(), pa.int8())),
            "when": pa.array(range(count), pa.timestamp("us", "UTC")),
            "flag": [None if i % 3 else i % 2 == 0 for i in range(count)],
            "real": pa.array(range(count), pa.float32()),
            "raw": pa.array([bytes([i % 256] * 4) for i in range(count)], pa.binary(4)),
            "decimal": pa.array(range(count), pa.decimal128(30, 2)),
            "nothing": pa.array([None] * count, pa.int64()),
        }
    )
    given = tmp_path / "in.parquet"
    table = kept.append_column("Start", columns(positions)["binary(54), faces"])
    pq.write_table(table, given, row_group_size=300, data_page_size=500, write_batch_size=50)
    parts = [tmp_path / f"{part}.parquet" for part in range(4)]
    run("solve", "--method", "thistlethwaite", given, "--column", "start", "--cube-bytes", "-o", parts[0])
    for number, part in enumerate(parts[1:], 1):
        run("solve", "--method", "thistlethwaite", given, "--column", "start", "--part", f"{number}/3", "-o", part)
    run("join", *parts[1:], "-o", tmp_path / "joined.parquet")
    for out in (parts[0], tmp_path / "joined.parquet"):
        solved = pq.read_table(out)
        assert solved.select(kept.column_names).to_pylist() == kept.to_pylist()
        assert solved.column_names[-len(kept.column_names) :] == kept.column_names
        assert (cb.parse(solved) == positions).all() and cb.check(solved, solved).all()
    assert pq.read_schema(parts[0]).field("cube").type == pa.binary(54)


def test_the_program_names_a_compression_that_it_does_not_read(tmp_path: Path, positions: np.ndarray) -> None:
    assert PROGRAM is not None
    pq.write_table(pa.table({"cube": columns(positions)["string"]}), tmp_path / "in.parquet", compression="brotli")
    done = subprocess.run([PROGRAM, "solve", tmp_path / "in.parquet"], capture_output=True, text=True)
    problem = "its column `cube` is compressed with Brotli, which this program does not read"
    remedy = "Write the file with Zstandard, Snappy, gzip or LZ4."
    assert done.returncode == 2 and done.stderr == f"cubebatch: {tmp_path}/in.parquet: {problem}\n  {remedy}\n"


def test_parts_are_joined_with_what_they_say_of_themselves(tmp_path: Path, positions: np.ndarray) -> None:
    given, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"cube": columns(positions)["binary(54), faces"]}), given, row_group_size=150)
    parts = [tmp_path / f"{part}.parquet" for part in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        run("solve", "--method", "thistlethwaite", given, "--part", f"{number}/3", "-o", part)
    run("join", *parts, "-o", out)
    table = pq.read_table(out)
    assert table["line"].to_pylist() == list(range(1, 1001))
    back = cb.Solutions.from_arrow(table)
    assert back.to_strings() == texts(positions) and (back.cubes == positions).all() and back.phases is not None
    metadata = pq.read_metadata(out).metadata
    assert metadata[b"cubebatch.move_names"].decode().split() == cb.MOVES
    assert metadata[b"cubebatch.method"] == b"thistlethwaite" and metadata[b"cubebatch.version"].decode() == cb.__version__
