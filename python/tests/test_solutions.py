"""What a batch gives back."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cubebatch as cb

CUBES = cb.scramble(60, seed=9)


@pytest.fixture(scope="module")
def solver() -> cb.Solver:
    return cb.Solver(progress=False)


def test_rows_of_moves_are_as_wide_as_the_bound(solver: cb.Solver) -> None:
    for cubes in (CUBES, CUBES[:1], ["R"], [], CUBES[:0]):
        assert solver.solve_batch(cubes).moves.shape[1] == 21
        assert solver.solve_batch(cubes, max_length=23).moves.shape[1] == 23
        assert solver.solve_batch(cubes, width=30).moves.shape[1] == 30
    parts = list(solver.solve_iter(CUBES, chunk=7, width=24))
    assert np.concatenate([part.moves for part in parts]).shape == (60, 24)
    several = solver.solve_batch(["R"], solutions=2)
    assert several.others is not None and several.others.moves.shape == (1, 21)
    with pytest.raises(ValueError, match="width is a whole number from 0 to 254"):
        solver.solve_batch(CUBES, width=-1)


@pytest.mark.parametrize(
    ("method", "width"), [("descent", 30), ("modified", 32), ("thistlethwaite", 45), ("goal", 20), ("optimal", 20)]
)
def test_rows_without_a_bound_are_as_wide_as_the_longest_solution(method: str, width: int) -> None:
    solver = cb.Solver(method=method, progress=False)
    cubes = CUBES[:0] if method in ("goal", "optimal") else CUBES
    for some in (cubes, cubes[:1], ["R"], []):
        assert solver.solve_batch(some).moves.shape == (len(some), width)
    assert solver.solve_batch(["R"], width=50).moves.shape == (1, 50)


def test_a_bound_that_is_lost_is_not_taken_for_met(solver: cb.Solver) -> None:
    out = solver.solve_batch(CUBES, max_length=18, max_nodes=10)
    met = out.bound_met.sum()
    assert met < len(out)
    table = out.to_arrow(CUBES)
    assert cb.Solutions.from_arrow(table).bound_met.sum() == met
    for lost in (table.replace_schema_metadata(None), pl.from_arrow(table)):
        back = cb.Solutions.from_arrow(lost)
        for some in (back, back[:5], cb.Solutions.concatenate([back, back])):
            with pytest.raises(ValueError, match="the bound with it"):
                _ = some.bound_met
        assert cb.Solutions.from_arrow(lost, max_length=18).bound_met.sum() == met
    with pytest.raises(ValueError, match="different bounds"):
        cb.Solutions.concatenate([out, solver.solve_batch(CUBES)])
    with pytest.raises(TypeError, match="takes a list of Solutions"):
        cb.Solutions.concatenate(out)  # type: ignore[arg-type]


def test_tables_that_no_solver_wrote_are_refused() -> None:
    for columns, problem in [
        ({"moves": [[99]], "length": [1]}, "99 is no move"),
        ({"moves": [[9]], "length": [7]}, "row 0: its length is 7, but its moves count 1 in htm"),
        ({"length": [7]}, "no column 'moves', but length"),
    ]:
        with pytest.raises(ValueError, match=problem):
            cb.Solutions.from_arrow(pa.table(columns))


def test_rows_are_taken_and_put_together(solver: cb.Solver) -> None:
    out = solver.solve_batch(CUBES, solutions=2)
    texts = out.to_strings()
    assert list(out) == texts and out[3] == out[np.int64(3)] == texts[3] and out[-1] == texts[-1]
    mask = np.arange(60) % 3 == 0
    for rows in (slice(5, 20), slice(None, None, -7), mask, [4, 2, 2], np.array([59, 0])):
        some = out[rows]
        assert isinstance(some, cb.Solutions) and some.to_strings() == np.array(texts)[rows].tolist()
        assert some.others is not None and some.cubes is not None
        assert cb.check(some.cubes[some.others.rows], some.others.moves).all()
        assert np.bincount(some.others.rows, minlength=len(some)).tolist() == [1] * len(some)
    whole = cb.Solutions.concatenate([out[:10], out[10:11], out[11:11], out[11:]])
    assert whole.to_strings() == texts and whole.bound == 21 and whole.others is not None and out.others is not None
    assert (whole.others.rows == out.others.rows).all() and (whole.others.moves == out.others.moves).all()
    assert (whole.cubes == CUBES).all()
    with pytest.raises(ValueError, match="no solutions"):
        cb.Solutions.concatenate([])
    for wrong in (60, np.array([[1, 2]])):
        with pytest.raises(IndexError):
            out[wrong]
    assert len(out[[]]) == 0


def test_a_position_without_a_solution_has_none() -> None:
    crosses = cb.Solver(goal="cross", progress=False)
    out = crosses.solve_batch(["R U F", "R R'"], max_length=1)
    assert out.to_strings() == [None, ""] and out[0] is None and out[1] == "" and list(out[:1]) == [None]
    assert out.lengths.tolist() == [255, 0]
    with pytest.raises(cb.SolveError, match="no solution"):
        crosses.solve("R U F", 1)


def test_solutions_show_themselves_in_a_line(solver: cb.Solver) -> None:
    out = solver.solve_batch(CUBES)
    assert repr(out) == "Solutions(60 rows, at most 21 moves)"
    assert repr(cb.Solver(goal="cross", progress=False).solve_batch(["R U F", "R"], max_length=1)) == (
        "Solutions(2 rows, at most 1 moves, 1 without a solution)"
    )
    shown = solver.solve_batch(["R", "<b>"], on_error="mark")._repr_html_()
    assert "<td>R&#x27;</td>" in shown and "<b>" not in shown and out._repr_html_().count("<tr>") == 11
    assert out != solver.solve_batch(CUBES) and len({out, out}) == 1


@pytest.mark.parametrize("method", ["two-phase", "descent", "thistlethwaite", "goal"])
def test_columns_are_the_same_for_all_batches(method: str) -> None:
    solver = cb.Solver(method=method, progress=False)
    few = cb.parse(["R", "U", "F"])
    schema = solver.arrow_schema()
    for cubes in (few, few[:0], [], few[:1]):
        assert solver.solve_batch(cubes).to_arrow(cubes).schema.equals(schema)
    assert solver.solve_batch(few).arrow_schema(cubes=False).equals(solver.arrow_schema(cubes=False))
    names = ["cube", *solver.solve_batch(few).task, "moves", "length"]
    assert schema.names[: len(names)] == names and schema.field("cube").type == pa.string()


def test_what_was_written_is_read_back(tmp_path, solver: cb.Solver) -> None:  # type: ignore[no-untyped-def]
    for out in (
        solver.solve_batch(CUBES, solutions=2),
        cb.Solver(method="thistlethwaite", progress=False).solve_batch(CUBES),
        cb.Solver(goal="cross", progress=False).solve_batch(CUBES, max_length=6),
    ):
        path = tmp_path / "out.parquet"
        pq.write_table(out.to_arrow(CUBES), path)
        table = pq.read_table(path)
        assert table.schema.metadata[b"cubebatch.move_names"].split() == [name.encode() for name in cb.MOVES]
        back = cb.Solutions.from_arrow(table)
        assert (back.moves[:, : out.moves.shape[1]] == out.moves[:, : back.moves.shape[1]]).all()
        assert (back.lengths == out.lengths).all() and back.bound == out.bound and (back.cubes == CUBES).all()
        for name in ("phases", "at_least", "nodes"):
            assert np.array_equal(getattr(back, name), getattr(out, name)), name
        if out.others is not None:
            assert back.others is not None and (back.others.rows == out.others.rows).all()
            assert back.others.moves[:, :21].tolist() == out.others.moves[:, :21].tolist()
    table = solver.solve_batch(CUBES).to_arrow(CUBES)
    for form in (table, pl.from_arrow(table), table.to_pandas()):
        assert cb.check(form, form["moves"]).all() and cb.check(form, form).all(), type(form)
        assert cb.write_moves(form["moves"]) == solver.solve_batch(CUBES).to_strings()
    assert isinstance(table.to_pandas(), pd.DataFrame)
