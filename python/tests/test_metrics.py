"""Lengths in each metric, against a count that shares nothing with the package."""

import os
import pickle
import subprocess
from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cubebatch as cb

ROBOT = "quarter 5, half 8, parallel"
METRICS = ["htm", "qtm", "atm", "stm", ROBOT]

# The first run of the two-phase search in a metric builds 0.4 to 1.1 GB of tables. The other tests have those of QTM.
OF_TWO_PHASE = METRICS if os.environ.get("CUBEBATCH_ALL_METRICS") else ["htm", "qtm"]

PROGRAM = os.environ.get("CUBEBATCH_PROGRAM")
with_program = pytest.mark.skipif(PROGRAM is None, reason="CUBEBATCH_PROGRAM names no program with Parquet")

NEAR = [*cb.facelets(cb.random_walks(30, 4, seed=5).cubes[:, -1]), "R2", "R2 L2 U2", "R L'", "U D2", "R U2 F", "R R'"]
"""Positions whose shortest solutions have other lengths in each metric."""


LITTLE = 51_000_000
"""Memory for small tables, which are made in a second or two."""


@cache
def solver_of(method: str, metric: str) -> cb.Solver:
    """A solver that proves shortest solutions of the whole cube."""
    goal = {"goal": "solved"} if method == "goal" else {}
    # In HTM "optimal" reads the filter that other tests have.
    memory = 900_000_000 if (method, metric) == ("optimal", "htm") else LITTLE
    return cb.Solver(method=method, metric=metric, memory=memory, progress=False, **goal)  # type: ignore[arg-type]


def counted(text: str, metric: str) -> int:
    """The length of moves: turns of one axis, one after the other, are one group."""
    length = 0
    for _, group in groupby(text.split(), lambda move: "UDRLFB".index(move[0]) // 2):
        quarters = [{"": 1, "2": 2, "'": 3}[move[1:]] for move in group]
        assert len(quarters) <= 2
        match metric:
            case "htm":
                length += len(quarters)
            case "qtm":
                length += sum(2 if turns == 2 else 1 for turns in quarters)
            case "atm":
                length += 1
            case "stm":
                length += 1 if sum(quarters) == 4 and len(quarters) == 2 else len(quarters)
            case _:
                length += max(8 if turns == 2 else 5 for turns in quarters)
    return length


def counts(texts: list[str | None], metric: str) -> list[int]:
    return [255 if text is None else counted(text, metric) for text in texts]


def assert_counted(out: cb.Solutions, metric: str) -> None:
    """All that depends on the length agrees with the count, in the solutions themselves and in all that is made of them."""
    texts = out.to_strings()
    own = np.array(counts(texts, metric))
    assert out.lengths.tolist() == own.tolist()
    assert out.bound_met.tolist() == (own <= (254 if out.bound is None else out.bound)).tolist()
    assert out.metric == metric and out.lengths.dtype == np.uint16
    left = out.remaining()
    assert left.shape == (len(out), out.moves.shape[1] + 1)
    for text, row in zip(texts, left.tolist(), strict=True):
        moves = [] if text is None else text.split()
        end = 255 if text is None else 0
        rest = [counted(" ".join(moves[done:]), metric) for done in range(len(moves))]
        assert row == rest + [end] * (len(row) - len(rest))
    if out.others is not None:
        assert out.others.lengths.tolist() == counts(cb.write_moves(out.others.moves), metric)
    for same in (
        out[:],
        out[np.ones(len(out), np.bool_)],
        cb.Solutions.concatenate([out[:7], out[7:]]),
        pickle.loads(pickle.dumps(out)),
        cb.Solutions.from_arrow(out.to_arrow(out.cubes)),
    ):
        assert same.metric == metric and same.bound == out.bound and same.lengths.dtype == np.uint16
        assert same.lengths.tolist() == own.tolist() and same.proved.tolist() == out.proved.tolist()
        assert same.arrow_schema().equals(out.arrow_schema(), check_metadata=True)


@pytest.mark.parametrize("method", ["goal", "optimal"])
@pytest.mark.parametrize("metric", METRICS)
def test_proved_lengths_are_counted_by_the_metric(method: str, metric: str) -> None:
    solver = solver_of(method, metric)
    out = solver.solve_batch(NEAR)
    assert_counted(out, metric)
    assert out.proved.all() and out.at_least is not None and out.at_least.tolist() == out.lengths.tolist()
    # Nothing is shorter than the moves that the walks made.
    walks = cb.random_walks(30, 4, seed=5).moves
    assert (out.lengths[:30] <= counts(cb.write_moves(walks), metric)).all()
    several = solver.solve_batch(NEAR, all_optimal=True)
    assert_counted(several, metric)
    assert several.others is not None and (several.others.lengths == out.lengths[several.others.rows]).all()
    bound = int(np.median(out.lengths))
    within = solver.solve_batch(NEAR, max_length=bound)
    assert_counted(within, metric)
    assert (within.lengths == 255).tolist() == (out.lengths > bound).tolist()


@pytest.mark.parametrize("metric", OF_TWO_PHASE)
def test_lengths_of_two_phases_are_counted_by_the_metric(metric: str) -> None:
    solver = cb.Solver(metric=metric, progress=False)
    cubes = cb.scramble(20, seed=6)
    out = solver.solve_batch(cubes)
    assert_counted(out, metric)
    assert out.bound_met.all() and not out.proved.any()
    assert_counted(solver.solve_batch(cubes[:5], solutions=3), metric)
    # A budget ends the search with longer solutions.
    assert out.bound is not None
    longer = solver.solve_batch(cubes, max_length=out.bound * 3 // 4, max_nodes=100)
    assert_counted(longer, metric)
    assert not longer.bound_met.all()


def test_a_call_has_another_metric_than_its_solver() -> None:
    solver = solver_of("goal", "qtm")
    assert_counted(solver.solve_batch(NEAR, metric="atm"), "atm")
    assert_counted(solver.solve_batch(NEAR), "qtm")


def test_rows_are_as_wide_as_moves_and_not_as_lengths() -> None:
    for metric, width in [("htm", 12), ("qtm", 12), ("atm", 24), ("stm", 24), (ROBOT, 4)]:
        for cubes in (NEAR, []):
            assert solver_of("goal", metric).solve_batch(cubes, max_length=12).moves.shape == (len(cubes), width), metric
    # Without a bound, God's number of the metric decides.
    assert solver_of("goal", "atm").solve_batch(["R"]).moves.shape == (1, 40)


def test_a_pocket_cube_is_counted_in_quarter_turns() -> None:
    cubes = cb.scramble(200, seed=7)
    for quarter_turns, metric in [(False, "htm"), (True, "qtm")]:
        out = cb.pocket.solve_batch(cubes, quarter_turns=quarter_turns)
        assert out.metric == metric and out.lengths.tolist() == counts(out.to_strings(), metric)
        assert out.bound_met.all()


def test_a_layer_turn_is_left_until_both_faces_have_turned() -> None:
    solver = cb.Solver(goal="solved", moves="U M", metric="stm", memory=LITTLE, progress=False)
    out = solver.solve_batch(["R L' U2"])
    assert out.lengths.tolist() == [2] and len(out.to_strings()[0] or "") == len("U2 R' L")
    assert out.remaining()[0, :4].tolist() == [2, 1, 1, 0]


def test_solutions_of_different_metrics_are_not_mixed() -> None:
    parts = [solver_of("goal", metric).solve_batch(NEAR, max_length=20) for metric in ("htm", "qtm")]
    with pytest.raises(ValueError, match="differ in metric: qtm, the default"):
        cb.Solutions.concatenate(parts)
    tables = [part.to_arrow().select(["moves", "length"]) for part in parts]
    named = [table.append_column("metric", pa.repeat(part.metric, len(part))) for table, part in zip(tables, parts, strict=True)]
    with pytest.raises(ValueError, match=r"rows differ in metric.*: htm, qtm"):
        cb.Solutions.from_arrow(pa.concat_tables(named))
    with pytest.raises(ValueError, match="differ in goal: eo, the default"):
        cb.Solutions.concatenate([parts[0], solver_of("goal", "htm").solve_batch(NEAR, max_length=20, goal="eo")])


def test_a_table_says_by_which_metric_it_counts() -> None:
    out = solver_of("goal", "qtm").solve_batch(["R2", "R U2"])
    table = out.to_arrow(["R2", "R U2"])
    assert table.column_names[:4] == ["cube", "metric", "moves", "length"]
    assert table["length"].to_pylist() == [2, 3] and table["metric"].to_pylist() == ["qtm", "qtm"]
    assert table["proved"].to_pylist() == [True, True] and table.schema.field("length").type == pa.uint8()
    # One of the two is enough: pandas and polars keep the column alone.
    for read in (pl.from_arrow(table), table.to_pandas(), table.drop_columns(["metric"])):
        assert cb.Solutions.from_arrow(read, max_length=20).lengths.tolist() == [2, 3], type(read)
    with pytest.raises(ValueError, match="row 0: its length is 2, but its moves count 1 in htm"):
        cb.Solutions.from_arrow(table.drop_columns(["metric"]).replace_schema_metadata(None))
    assert solver_of("goal", "htm").solve_batch(["R"]).to_arrow().column_names[0] == "moves"


def test_solutions_say_by_which_metric_they_count() -> None:
    solver = solver_of("goal", "qtm")
    assert repr(solver.solve_batch(["R2"], max_length=4)) == "Solutions(1 rows, at most 4 in qtm)"
    assert "<td>2</td><td>R2</td>" in solver.solve_batch(["R2"])._repr_html_()


def checked(path: Path, *options: str) -> str:
    assert PROGRAM is not None
    return subprocess.run([PROGRAM, "check", *options, path], capture_output=True, text=True, check=False).stdout


@with_program
@pytest.mark.parametrize("metric", METRICS)
def test_the_program_checks_what_this_package_writes(tmp_path: Path, metric: str) -> None:
    path = tmp_path / "solved.parquet"
    out = solver_of("goal", metric).solve_batch(NEAR, all_optimal=True)
    table = out.to_arrow(NEAR)
    pq.write_table(table, path)
    report = checked(path)
    assert out.others is not None
    solutions = len(NEAR) + len(out.others)
    assert report.startswith(f"{solutions} of {solutions} solutions hold\n"), report
    assert metric in report.lower()
    wrong = table.set_column(table.column_names.index("length"), "length", pa.array(out.lengths + 1, pa.uint8()))
    pq.write_table(wrong, path)
    assert checked(path).startswith(f"{len(out.others)} of {solutions} solutions hold\n"), "the others have no length"


@with_program
@pytest.mark.parametrize("goal", ["cross", "solved"])
def test_a_file_says_where_its_solutions_lead(tmp_path: Path, goal: str) -> None:
    path = tmp_path / "solved.parquet"
    solver = cb.Solver(goal=goal, moves="U R F D L", metric="qtm", memory=LITTLE, progress=False)
    cubes = cb.random_walks(20, 3, seed=8, moves=[0, 3, 6, 9, 12]).cubes[:, -1]
    out = solver.solve_batch(cubes)
    pq.write_table(out.to_arrow(cubes), path)
    assert checked(path).startswith("20 of 20 solutions hold\n")
    back = cb.Solutions.from_arrow(pq.read_table(path))
    assert back.task == out.task and list(out.task) == [*(["goal"] if goal == "cross" else []), "metric", "turns"]


@with_program
@pytest.mark.parametrize(("method", "metric"), [*(("goal", metric) for metric in METRICS), ("optimal", "qtm")])
def test_this_package_reads_what_the_program_writes(tmp_path: Path, method: str, metric: str) -> None:
    assert PROGRAM is not None
    (tmp_path / "in.txt").write_text("\n".join(NEAR) + "\n")
    path, bound = tmp_path / "solved.parquet", 20 if metric == ROBOT else 4
    options = ["--method", method, "--metric", metric, "--max-length", str(bound), "--memory", str(LITTLE)]
    goal = ["--goal", "solved"] if method == "goal" else []
    subprocess.run([PROGRAM, "solve", tmp_path / "in.txt", "-o", path, *options, *goal], capture_output=True, check=False)
    back = cb.Solutions.from_arrow(pq.read_table(path))
    out = solver_of(method, metric).solve_batch(NEAR, max_length=bound)
    assert_counted(out, metric)
    assert back.metric == metric and back.bound == bound
    assert back.lengths.tolist() == out.lengths.tolist() and back.to_strings() == out.to_strings()
    assert back.proved.tolist() == out.proved.tolist() and back.bound_met.tolist() == out.bound_met.tolist()
    # The program was asked for memory by name.
    assert {**back.about, **out.about} == back.about
