"""Positions and moves in every form that holds them."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import cubebatch as cb

CUBES = cb.scramble(20, seed=1)
TEXTS = cb.facelets(CUBES)
BYTES = [text.encode() for text in TEXTS]
LISTS = CUBES.tolist()


class OnlyArray:
    """What a library of arrays hands over."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return CUBES.astype(np.int32)


class OnlyDLPack:
    def __dlpack__(self, **_: Any) -> Any:
        return CUBES.__dlpack__()

    def __dlpack_device__(self) -> Any:
        return CUBES.__dlpack_device__()


FORMS: dict[str, Any] = {
    **{str(kind): CUBES.astype(kind) for kind in ("i1", "i2", "u2", "i4", "i8", "u8")},
    "faces": CUBES.reshape(-1, 6, 9),
    "squares": CUBES.reshape(-1, 6, 3, 3),
    "floats": CUBES.astype(np.float32),
    "one-hot": cb.one_hot(CUBES),
    "one-hot faces": cb.one_hot(CUBES, np.float32).reshape(-1, 54, 6),
    "one-hot bools": cb.one_hot(CUBES).reshape(-1, 54, 6) == 1,
    "squares of letters": np.array([list(text) for text in TEXTS]).reshape(-1, 6, 3, 3),
    "letters": np.array([list(text) for text in BYTES], np.uint8),
    "S54": np.array(BYTES),
    "U54": np.array(TEXTS),
    "objects": np.array(TEXTS, object),
    "masked": np.ma.masked_array(CUBES, np.zeros_like(CUBES)),
    "__array__": OnlyArray(),
    "dlpack": OnlyDLPack(),
    "texts": TEXTS,
    "lists": LISTS,
    "tuples": [tuple(row) for row in LISTS],
    "rows": list(CUBES),
    "bytes": BYTES,
    "cubes": [cb.Cube(row) for row in CUBES],
    "mixed": [TEXTS[0], cb.Cube(TEXTS[1]), LISTS[2], BYTES[3], *CUBES[4:]],
    "arrow string": pa.array(TEXTS),
    "arrow string_view": pa.array(TEXTS, pa.string_view()),
    "arrow large_string": pa.array(TEXTS, pa.large_string()),
    "arrow dictionary": pa.array(TEXTS).dictionary_encode(),
    "arrow binary": pa.array(BYTES),
    "arrow binary(54)": pa.array(BYTES, pa.binary(54)),
    "arrow faces": pa.array([row.tobytes() for row in CUBES], pa.binary(54)),
    "arrow list": pa.array(LISTS),
    "arrow list of 54": pa.array(LISTS, pa.list_(pa.uint8(), 54)),
    "arrow chunks": pa.chunked_array([TEXTS[:7], TEXTS[7:]]),
    "arrow table": pa.table({"id": range(20), "cube": TEXTS}),
    "arrow batch": pa.RecordBatch.from_pydict({"cube": TEXTS}),
    "arrow stream": pa.table({"cube": TEXTS}),
    "columns of facelets": pa.table({f"f{n}": column for n, column in enumerate(CUBES.T)}),
    "pandas column": pd.Series(TEXTS),
    "pandas objects": pd.Series(TEXTS, dtype=object),
    "pandas categories": pd.Series(TEXTS, dtype="category"),
    "pandas arrays": pd.Series(list(CUBES)),
    "pandas frame": pd.DataFrame({"id": range(20), "cube": TEXTS}),
    "pandas facelets": pd.DataFrame(CUBES.astype(np.int64)),
    "pandas letters": pd.DataFrame([list(text) for text in TEXTS]),
    "array of letters": np.array([list(text) for text in TEXTS]),
    "array of bytes": np.array([list(text) for text in TEXTS], "S1"),
    "polars column": pl.Series(TEXTS),
    "polars categories": pl.Series(TEXTS, dtype=pl.Categorical),
    "polars array": pl.Series(LISTS, dtype=pl.Array(pl.UInt8, 54)),
    "polars list": pl.Series(LISTS),
    "polars frame": pl.DataFrame({"cube": TEXTS, "id": range(20)}),
    "columns by name": {"id": range(20), "cube": TEXTS},
    "spaced": [" ".join(text) for text in TEXTS],
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_positions(form: str) -> None:
    assert (cb.parse(FORMS[form]) == CUBES).all()
    assert cb.facelets(FORMS[form]) == TEXTS
    assert cb.valid(FORMS[form]).all()
    assert (cb.apply(FORMS[form], "R") == cb.apply(CUBES, "R")).all()


def test_a_stream_is_read() -> None:
    assert (cb.parse(pa.table({"cube": TEXTS}).to_reader(max_chunksize=6)) == CUBES).all()


def test_solvers_read_every_form() -> None:
    solver = cb.Solver(method="thistlethwaite", progress=False)
    wanted = solver.solve_batch(CUBES).to_strings()
    for form, cubes in FORMS.items():
        assert solver.solve_batch(cubes).to_strings() == wanted, form
        if hasattr(cubes, "__iter__"):
            parts = list(solver.solve_iter(cubes, chunk=7))
            assert [len(part) for part in parts] == [7, 7, 6], form
            assert [text for part in parts for text in part] == wanted, form
            assert np.array_equal(cb.parse(np.concatenate([cb.parse(part.cubes) for part in parts])), CUBES), form
    reader = pa.table({"cube": TEXTS}).to_reader(max_chunksize=6)
    assert [text for part in solver.solve_iter(reader, chunk=4) for text in part] == wanted
    assert solver.solve(LISTS[3]) == solver.solve(TEXTS[3]) == solver.solve(pd.Series(TEXTS[3:4])) == wanted[3]
    frame = pl.DataFrame({"state": TEXTS, "cube": TEXTS[::-1]})
    for state in frame, frame.to_pandas():
        assert solver.solve_batch(state, column="state").to_strings() == wanted
    with pytest.raises(TypeError, match="not one text"):
        next(solver.solve_iter("R U"))


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (CUBES + 0.5, "whole numbers"),
        (np.zeros((20, 324), int), r"\(20, 324\)"),
        (np.ones((20, 54, 6), int), r"\(20, 54, 6\)"),
        (CUBES > 2, "whole numbers"),
        (CUBES[:, :53], r"\(20, 53\)"),
        (np.zeros((1, 1, 54), np.uint8), r"\(1, 1, 54\)"),
        (np.ma.masked_array(CUBES, CUBES == 2), "masked"),
        (pd.DataFrame({"R": TEXTS, "U": TEXTS}), "no column 'cube', but R, U"),
        (pl.DataFrame({"state": TEXTS}), "no column 'cube', but state"),
        ({"R": TEXTS, "U": TEXTS}, "no column 'cube', but R, U"),
        (np.array([TEXTS[:2], TEXTS[2:4]]), r"\(2, 2\)"),
        (pa.array([LISTS[0], LISTS[1][:53]]), "row 1: a position is a list of 54 numbers, but this one has 53"),
        (pa.array([LISTS[0], [*LISTS[1][:53], None]]), "row 1: .* missing"),
        (pa.array([1.5]), "texts, bytes or lists"),
        (pd.DataFrame({"cube": [10**53 + 1]}), "read them as texts"),
        (pd.DataFrame([[TEXTS[0], TEXTS[1]]], columns=["cube", "cube"]), "2 columns have the name 'cube'"),
        (pd.DataFrame(CUBES + 0.5), r"whole numbers \(N, 54\), but these are float64"),
        (pd.DataFrame(np.zeros((2, 55), int)), "no column 'cube', but 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 45 more"),
        (pd.DataFrame(), "no column 'cube', but none at all"),
    ],
)
def test_nothing_is_read_as_something_else(wrong: Any, problem: str) -> None:
    for read in (cb.parse, cb.facelets, cb.valid):
        with pytest.raises(ValueError, match=problem):
            read(wrong)


@pytest.mark.parametrize("wrong", [3, set(TEXTS), frozenset(TEXTS), pl.LazyFrame({"cube": TEXTS}), 1.5])
def test_what_has_no_order_is_refused(wrong: Any) -> None:
    for read in (cb.parse, cb.facelets, cb.valid):
        with pytest.raises(TypeError, match="does not hold positions in an order"):
            read(wrong)


def test_a_plan_of_polars_is_to_be_carried_out() -> None:
    with pytest.raises(TypeError, match=r"LazyFrame .*: call its collect\(\)"):
        cb.parse(pl.LazyFrame({"cube": TEXTS}))


@pytest.mark.parametrize(
    "empty",
    [[], (), np.array([]), pd.Series([]), pd.DataFrame({"cube": []}), pl.Series([]), pl.DataFrame({"cube": []}), pa.array([])],
)
def test_there_may_be_no_positions(empty: Any) -> None:
    assert cb.parse(empty).shape == (0, 54)


def test_a_number_that_is_no_face_is_an_invalid_row() -> None:
    for wrong in (300, -1):
        cubes = CUBES[:4].astype(int)
        cubes[[1, 3], 7] = wrong
        assert cb.valid(cubes).tolist() == [True, False, True, False]
        with pytest.raises(cb.InvalidCube, match=f"row 1: {wrong} is no face: .*; 1 more rows are invalid"):
            cb.parse(cubes)
        out = cb.Solver(method="thistlethwaite", progress=False).solve_batch(cubes, on_error="mark")
        assert out.valid.tolist() == [True, False, True, False]
        assert out.to_arrow(cubes).column("cube").is_null().to_pylist() == [False, True, False, True]


def test_rows_by_name_are_positions() -> None:
    assert cb.facelets({"cube": TEXTS[0], "id": 7}) == TEXTS[:1]
    assert cb.facelets([{"cube": text, "id": 7} for text in TEXTS]) == TEXTS
    assert cb.facelets(cb.parse([{"state": text} for text in TEXTS], column="state")) == TEXTS
    assert cb.valid([{"cube": TEXTS[0]}, {"cube": "R Q"}]).tolist() == [True, False]


def test_lines_of_one_cube_are_not_many_positions() -> None:
    text = cb.facelets(["R U2 F'"])[0]
    for each in (9, 3):
        lines = [text[at : at + each] for at in range(0, 54, each)]
        with pytest.raises(ValueError, match=f"rows 0-{len(lines) - 1} look like one unfolded cube.*{text}"):
            cb.parse(lines)
        assert len(cb.parse(lines, format="moves")) == len(lines)
        assert cb.facelets("\n".join(lines)) == [text]


def test_a_comment_ends_with_its_line() -> None:
    assert cb.facelets("R U // first\nF2 # second\nR D") == cb.facelets("R U F2 R D")


def test_one_position_has_many_shapes() -> None:
    faces = {name: LISTS[0][9 * at : 9 * at + 9] for at, name in enumerate("URFDLB")}
    words = dict(
        zip(("up", "right", "front", "down", "left", "back"), (TEXTS[0][at : at + 9] for at in range(0, 54, 9)), strict=True)
    )
    for one in (CUBES[0].reshape(6, 9), CUBES[0].reshape(6, 3, 3), cb.one_hot(CUBES[0])[0], faces, words, str(LISTS[0])):
        assert cb.facelets(one) == TEXTS[:1]
    assert cb.facelets(cb.parse(CUBES[0].reshape(6, 3, 3).tolist())) == TEXTS[:1]


def test_causes_are_sentences_and_data() -> None:
    mirrored = "".join(TEXTS[0][at : at + 3][::-1] for at in range(0, 54, 3))
    causes = cb.causes(mirrored)
    assert "mirrored" in {cause.kind for cause in causes[:3]}
    assert TEXTS[0] in {cause.cube for cause in causes}
    assert not cb.causes(TEXTS[0]) and not cb.causes("R U")


def test_letters_of_one_position_are_not_many_positions() -> None:
    for letters in (list(TEXTS[0]), np.array(list(TEXTS[0])), pd.Series(list(TEXTS[0]))):
        assert cb.facelets(letters) == TEXTS[:1]
        assert len(cb.parse(letters, format="moves")) == 54
    assert (cb.parse(pd.DataFrame(CUBES).iloc[3]) == CUBES[3]).all()
    assert cb.facelets([b"R U", b"F"]) == cb.facelets(["R U", "F"]) == cb.facelets(pa.array([b"R U", b"F"]))
    assert np.array(cb.Cube(TEXTS[2])).tolist() == LISTS[2]


def test_each_cell_is_a_facelet() -> None:
    cells = [list(text) for text in TEXTS[:3]]
    cells[1][10:12] = [cells[1][10] + cells[1][11], ""]
    numbers = pd.DataFrame(CUBES[:3]).astype("Int64")
    numbers.iloc[1, 10] = pd.NA
    nulls = pl.DataFrame({f"f{n}": column for n, column in enumerate(CUBES[:3].T.tolist())})
    nulls = nulls.with_columns(pl.when(pl.arange(3) == 1).then(None).otherwise(pl.col("f10")).alias("f10"))
    for wrong, shown in [(pd.DataFrame(cells), "10 is '..'"), (numbers, "10 is '<NA>'"), (nulls, "10 is 'None'")]:
        assert cb.valid(wrong).tolist() == [True, False, True]
        with pytest.raises(cb.InvalidCube, match=f"row 1: facelet {shown}, and not a letter or a digit"):
            cb.parse(wrong)


def test_a_text_that_no_file_can_hold_is_an_invalid_row() -> None:
    assert cb.valid(["R", "\ud800"]).tolist() == [True, False]


def test_a_byte_order_mark_is_seen() -> None:
    with pytest.raises(ValueError, match=r"no column 'cube', but '\\ufeffcube', id"):
        cb.parse({"\ufeffcube": TEXTS, "id": range(20)})


def test_files_come_batch_by_batch() -> None:
    solver = cb.Solver(method="thistlethwaite", progress=False)
    wanted = solver.solve_batch(CUBES).to_strings()
    table = pa.table({"cube": TEXTS})
    for batches in (table.to_batches(max_chunksize=6), [CUBES[:6], CUBES[6:]], [pl.DataFrame({"cube": TEXTS})]):
        assert [text for part in solver.solve_iter(iter(batches), chunk=4) for text in part] == wanted
    with pytest.raises(TypeError, match="a set does not hold"):
        next(solver.solve_iter({"R", "U"}))
    with pytest.raises(cb.InvalidCube, match="row 7: ") as raised:
        list(solver.solve_iter(["R"] * 7 + ["Q"], chunk=3))
    assert raised.value.row == 7


def test_a_format_rules_out_others() -> None:
    spaced = " ".join(TEXTS[0])
    assert cb.facelets(cb.parse(spaced, format="facelets")) == TEXTS[:1]
    assert cb.facelets(cb.parse(spaced, format="moves")) != TEXTS[:1]
    assert cb.facelets(cb.parse("DDDFFF", format="moves")) == cb.facelets("D D D F F F")
    net = "".join(TEXTS[0][9 * face : 9 * face + 9] for face in (0, 4, 2, 1, 5, 3))
    assert cb.facelets(cb.parse(net, format="net")) == TEXTS[:1]
    assert cb.facelets(cb.Cube(net, format="net").array) == TEXTS[:1]
    solver = cb.Solver(method="thistlethwaite", progress=False)
    assert solver.solve(net, format="net") == solver.solve(TEXTS[0])
    assert solver.solve_batch(pa.array([net]), format="net")[0] == solver.solve(TEXTS[0])
    with pytest.raises(cb.InvalidCube):
        cb.parse("R U", format="facelets")
    with pytest.raises(ValueError, match="facelets, any-order, lin, moves, reid"):
        cb.parse("R U", format="kociembas")


def test_letters_of_stickers_with_a_mistake_are_no_moves() -> None:
    letters = list(cb.facelets("R U2 F'")[0])
    assert cb.facelets(letters) == ["".join(letters)]
    letters[0] = "R" if letters[0] != "R" else "U"
    with pytest.raises(cb.InvalidCube, match="turns cannot reach this position"):
        cb.parse(letters)
    assert cb.parse(["R"] * 54).shape == (54, 54)


def test_all_invalid_rows_are_told() -> None:
    texts = ["R", "R Q", "U", "UUU Q", "F"]
    cubes = cb.scramble(5, seed=2)
    cubes[[1, 3], 0] = 77
    for wrong in (texts, pa.array(texts), cubes):
        assert cb.valid(wrong).tolist() == [True, False, True, False, True]
        with pytest.raises(cb.InvalidCube, match=r"row 1: .*; 1 more rows are invalid") as raised:
            cb.parse(wrong)
        assert (raised.value.row, raised.value.rows) == (1, [1, 3])
    with pytest.raises(cb.InvalidCube, match="7 is no face: faces are 0 to 5") as raised:
        cb.Cube(np.full(54, 7))
    assert raised.value.row is None


@pytest.mark.parametrize(
    "wrong",
    [[LISTS[0], LISTS[1][:53]], [TEXTS[0], 3], pd.Series([TEXTS[0], 3]), pd.DataFrame({"cube": [TEXTS[0], 3]}), [LISTS[0], {3}]],
)
def test_a_row_of_another_kind_is_an_invalid_row(wrong: Any) -> None:
    assert cb.valid(wrong).tolist() == [True, False]
    with pytest.raises(cb.InvalidCube, match=r"row 1: .*(\(53,\)|does not hold positions)"):
        cb.parse(wrong)


def test_a_missing_position_is_an_invalid_row() -> None:
    texts = [TEXTS[0], None, "R Q"]
    for wrong in (texts, np.array(texts), pa.array(texts), pd.Series(texts), pl.Series(texts), [TEXTS[0], float("nan"), "R Q"]):
        assert cb.valid(wrong).tolist() == [True, False, False]
        with pytest.raises(cb.InvalidCube, match="row 1: the position is missing; 1 more rows"):
            cb.facelets(wrong)
    letters = pa.array([TEXTS[0], None, TEXTS[1][::-1], TEXTS[2]])
    assert cb.valid(letters).tolist() == [True, False, False, True]
    out = cb.Solver(method="thistlethwaite", progress=False).solve_batch(letters, on_error="mark")
    assert out.valid.tolist() == [True, False, False, True] and [text is None for text in out] == [False, True, True, False]


def test_rows_can_be_marked() -> None:
    solver = cb.Solver(method="thistlethwaite", progress=False)
    texts = ["Q", "R", "R Q", "U", "V"]
    for cubes in (texts, pd.Series(texts)):
        out = solver.solve_batch(cubes, on_error="mark")
        assert out.to_strings() == [None, "R'", None, "U'", None] and out.valid.tolist() == [False, True] * 2 + [False]
        assert out.errors is not None and list(out.errors) == [0, 2, 4] and "Q" in out.errors[2]
    row = out.to_arrow().to_pylist()[2]
    assert row["moves"] is None and "Q" in row["error"]
    assert solver.solve_batch(["Q"], on_error="mark").to_strings() == [None]
    assert solver.solve_batch(["R"], on_error="mark").to_arrow().schema == out.to_arrow().schema
    parts = list(solver.solve_iter(iter(texts), chunk=2, on_error="mark"))
    assert cb.Solutions.concatenate(parts).errors == out.errors
    with pytest.raises(ValueError, match="on_error"):
        solver.solve_batch(texts, on_error="skip")  # type: ignore[arg-type]


def moves_forms() -> dict[str, Any]:
    moves = cb.parse_moves(["R U2", "", "F"])
    lists = [[3, 1], [], [6]]
    return {
        "array": moves,
        "int64": moves.astype(np.int64),
        "texts": ["R U2", "", "F"],
        "text array": np.array(["R U2", "", "F"]),
        "lists": lists,
        "arrow texts": pa.array(["R U2", "", "F"]),
        "arrow lists": pa.array([[3, 1], [], [6]], pa.list_(pa.uint8())),
        "arrow chunks": pa.chunked_array([pa.array(lists[:2], pa.list_(pa.int64())), pa.array(lists[2:], pa.list_(pa.int64()))]),
        "arrow padded": pa.FixedSizeListArray.from_arrays(pa.array(moves.ravel()), 2),
        "table": pa.table({"moves": lists}),
        "polars": pl.Series(lists),
        "pandas": pd.Series(lists),
        "frame": pl.DataFrame({"moves": lists}),
    }


@pytest.mark.parametrize("form", moves_forms())
def test_every_form_is_the_same_moves(form: str) -> None:
    moves = moves_forms()[form]
    assert cb.write_moves(moves) == ["R U2", "", "F"]
    assert (cb.apply(CUBES[:3], moves) == cb.apply(CUBES[:3], ["R U2", "", "F"])).all()
    solved = cb.check(["U2 R'", "F R'", "F'"], moves).tolist()
    assert solved == [True, False, True]


@pytest.mark.parametrize("wrong", [np.array([[256]]), np.array([[-1]]), np.array([[0.5]]), np.array([[True]]), np.array([[20]])])
def test_what_is_no_move_is_refused(wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match="move"):
        cb.apply("R", wrong)


def test_moves_are_named_where_they_are_none() -> None:
    with pytest.raises(TypeError, match="int does not hold moves in an order"):
        cb.apply("R", 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 solutions do not belong to 3 positions"):
        cb.Solver(method="thistlethwaite", progress=False).solve_batch(TEXTS[:2]).to_arrow(TEXTS[:3])


def test_a_missing_solution_solves_nothing() -> None:
    missing = pa.array([[], None], pa.list_(pa.uint8()))
    for moves in (missing, ["", None], pd.Series(["", None]), pl.Series(["", None]), np.array(["", None])):
        assert cb.check(["R R'", "R R'"], moves).tolist() == [True, False]
        for use in (lambda moves=moves: cb.apply(["R", "R"], moves), lambda moves=moves: cb.parse_moves(moves)):
            with pytest.raises(ValueError, match="row 1: the moves are missing"):
                use()
    with pytest.raises(ValueError, match="whole numbers, but these are double"):
        cb.apply(["R", "U"], pd.Series([5, np.nan]))


def test_one_text_for_all_and_one_move_for_each_stay_apart() -> None:
    moves = [3, 0, 6]
    for column in (
        moves,
        tuple(moves),
        np.array(moves),
        np.array(moves, np.int32),
        pa.array(moves),
        pd.Series(moves),
        pl.Series(moves),
    ):
        assert (cb.apply(CUBES[:3], column) == cb.apply(CUBES[:3], ["R", "U", "F"])).all()
        with pytest.raises(ValueError, match="does not have one for each of 4"):
            cb.apply(CUBES[:4], column)
