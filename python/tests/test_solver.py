"""Solving."""

import itertools
import os
import threading
import time

import numpy as np
import pytest
from interrupts import after_interrupt

import cubebatch as cb
from cubebatch import kociemba, pocket
from cubebatch._cubebatch import OPTIONS
from cubebatch._options import Limits, SolverOptions


@pytest.fixture(scope="session")
def solver() -> cb.Solver:
    return cb.Solver(progress=False)


def test_a_batch_is_solved_in_order(solver: cb.Solver) -> None:
    cubes = cb.scramble(2000, seed=1)
    out = solver.solve_batch(cubes)
    assert solver.engine == "CPU"
    assert len(out) == 2000 and out.lengths.max() <= 21 and out.moves.shape == (2000, out.lengths.max())
    assert cb.check(cubes, out.moves).all()
    assert ((out.moves != 255).sum(axis=1) == out.lengths).all()
    texts = out.to_strings()
    assert texts[7] == out[7] and cb.check(cubes, texts).all()
    assert solver.solve_batch(cb.facelets(cubes)).to_strings() == texts
    assert (solver.solve_batch(cubes, max_length=20).lengths <= 20).all()
    # The bound decides the width.
    assert solver.solve_batch(cubes[:0]).moves.shape == (0, 21)
    parts = list(solver.solve_iter(cubes, chunk=700))
    assert [len(part) for part in parts] == [700, 700, 600]
    assert [text for part in parts for text in part.to_strings()] == texts
    assert [len(part) for part in solver.solve_iter(iter(cubes[:5]), chunk=3)] == [3, 2]


def test_one_cube_is_solved(solver: cb.Solver) -> None:
    for cube in ["R U F", cb.Cube("R U F"), cb.Cube("R U F").array]:
        assert solver.solve(cube) == "F' U' R'"
    assert solver.solve(cb.Cube()) == ""
    with pytest.raises(ValueError, match="one position"):
        solver.solve(["R", "U"])
    with pytest.raises(cb.InvalidCube):
        cb.solve("R Q")


def test_a_wrong_row_is_told_before_any_is_solved(solver: cb.Solver) -> None:
    cubes = cb.scramble(100, seed=2)
    cubes[60, 0] = 7
    with pytest.raises(cb.InvalidCube, match="row 60"):
        solver.solve_batch(cubes)


@pytest.mark.parametrize("method", ["descent", "modified", "thistlethwaite"])
def test_every_method_solves(method: str) -> None:
    cubes = cb.scramble(50, seed=3)
    solver = cb.Solver(method=method, progress=False)
    assert cb.check(cubes, solver.solve_batch(cubes).moves).all() and solver.method == method


def test_what_a_method_has_no_use_for_is_refused(solver: cb.Solver) -> None:
    with pytest.raises(ValueError, match="phase1_depth"):
        cb.Solver(phase1_depth=7)
    with pytest.raises(ValueError, match="ends"):
        solver.solve_batch("R", ends=3)
    with pytest.raises(ValueError, match="two-phase, descent"):
        cb.Solver(method="magic")


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_length", 300), ("max_length", -1), ("max_nodes", -1), ("max_time", -1), ("solutions", 10**12), ("ends", 2**70)],
)
def test_a_number_out_of_range_is_refused_by_name(solver: cb.Solver, name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"{name} is a whole number from"):
        solver.solve_batch("R", **{name: value})


def test_a_solver_shows_the_call_that_makes_it() -> None:
    for solver in (cb.Solver(threads=1, progress=False), cb.Solver(20, threads=1, progress=False)):
        again = eval(repr(solver), {"Solver": cb.Solver})
        assert (repr(again), again.max_length) == (repr(solver), solver.max_length)
        assert "None" not in repr(solver)


def test_keywords_are_the_options_of_the_table() -> None:
    for of_solver, keywords, documented in [(False, Limits, cb.Solver.solve_batch), (True, SolverOptions, cb.Solver)]:
        options = [name for name, *of, _ in OPTIONS if of[not of_solver]]
        assert sorted(keywords.__annotations__) == sorted(options)
        lines = [line.strip() for line in (documented.__doc__ or "").splitlines()]
        assert [line for line in lines if line in options and line != "max_length"] == options[not of_solver :]


def test_an_unknown_keyword_is_refused_by_name(solver: cb.Solver) -> None:
    for keyword in "memory", "most_length":
        with pytest.raises(TypeError, match=f"unexpected keyword argument .{keyword}"):
            solver.solve_batch("R", **{keyword: 1})
    with pytest.raises(TypeError, match=r"unexpected keyword argument .ends"):
        cb.Solver(ends=3)
    with pytest.raises(ValueError, match="phase1_depth is a whole number from 4 to 8, but 9 is given"):
        cb.Solver(method="modified", phase1_depth=9)


def test_sizes_are_refused_by_name(solver: cb.Solver) -> None:
    for threads in 0, 200_000:
        with pytest.raises(ValueError, match="threads is a whole number from 1 to 1024"):
            cb.Solver(threads=threads)
    with pytest.raises(ValueError, match="chunk is a whole number from 1"):
        next(solver.solve_iter(["R"], chunk=0))


def test_time_is_whole_milliseconds(solver: cb.Solver) -> None:
    with pytest.raises(TypeError, match=r"max_time is a whole number, but 0\.5"):
        solver.solve_batch("R", max_time=0.5)
    assert len(solver.solve_batch("R", max_time=500)) == 1


def test_a_missed_bound_is_marked(solver: cb.Solver) -> None:
    cubes = ["R U2", "R"]
    found = solver.solve_batch(cubes, max_length=1)
    assert found.bound == 1 and found.lengths[0] > 1 and found.bound_met.tolist() == [False, True]
    assert solver.solve_batch(cubes).bound == 21 and solver.solve_batch(cubes).bound_met.all()
    with pytest.warns(UserWarning, match="not 1 or fewer"):
        solver.solve("R U2", max_length=1)
    several = solver.solve_batch(["R"], max_length=1, solutions=2)
    assert several.others is not None and several.bound_met.tolist() == [several.others.lengths.max() <= 1]


def test_other_threads_run_meanwhile(solver: cb.Solver) -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.wait(0.005):
            ticks += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.monotonic()
    solver.solve_batch(cb.scramble(20_000, seed=4))
    took = time.monotonic() - begin
    is_over.set()
    ticker.join()
    # Far fewer than there could be, as the machine may be busy; with the lock held there were none.
    assert ticks > took / 0.005 / 20


INTERRUPTED = """
solver = cb.Solver(progress=False)
cubes = cb.scramble(100_000, seed=1)
print("works", flush=True)
try:
    solver.solve_batch(cubes, max_length=18)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    assert len(solver.solve_batch(cubes[:10])) == 10
    print("goes on", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_a_batch_and_the_solver_goes_on() -> None:
    assert after_interrupt(INTERRUPTED, 0.5) == "interrupted\ngoes on\n"


def test_a_missing_folder_of_tables_is_told(tmp_path: "os.PathLike[str]") -> None:
    file = os.path.join(tmp_path, "file")
    with open(file, "w"):
        pass
    with pytest.raises(cb.SolveError, match="file"):
        cb.Solver(tables=os.path.join(file, "tables"), progress=False)


def test_columns_of_arrow_are_read_and_made(solver: cb.Solver) -> None:
    pa = pytest.importorskip("pyarrow")
    cubes = cb.scramble(100, seed=5)
    texts = cb.facelets(cubes)
    solved = solver.solve_batch(cubes)
    wanted = solved.to_strings()
    column = pa.chunked_array([texts[:30], texts[30:]])
    for given in [
        pa.array(texts),
        pa.array(texts, pa.large_string()),
        pa.array([text.encode() for text in texts], pa.binary(54)),
        column,
        pa.table({"cube": column}),
    ]:
        assert solver.solve_batch(given).to_strings() == wanted
    assert solver.solve_batch(pa.array(texts)[10:20]).to_strings() == wanted[10:20]
    assert solver.solve_batch(pa.array([text.encode() for text in texts], pa.binary(54))[10:20]).to_strings() == wanted[10:20]
    # Moves that are as long as a facelet string are moves.
    for moves in [" ".join(["R", "U"] * 13 + ["R2"]), "R1U1" * 13 + "R2"]:
        assert len(moves) == 54
        assert solver.solve_batch(pa.array([moves])).to_strings() == solver.solve_batch([moves]).to_strings()
    table = solved.to_arrow(cubes)
    assert table.column_names == ["cube", "moves", "length"] and table["cube"].to_pylist() == texts
    assert [" ".join(cb.MOVES[move] for move in row) for row in table["moves"].to_pylist()] == wanted
    assert table["length"].to_pylist() == solved.lengths.tolist()
    with pytest.raises(ValueError, match="missing"):
        solver.solve_batch(pa.array([texts[0], None]))


def test_kociemba_takes_and_gives_what_that_package_does() -> None:
    texts = cb.facelets(cb.scramble(20, seed=6))
    for text, pattern in itertools.pairwise(texts):
        assert cb.Cube(text).apply(kociemba.solve(text)).is_solved
        assert cb.Cube(text).apply(kociemba.solve(text, pattern)) == cb.Cube(pattern)
    for wrong in ["", "R U", texts[0][:-1], texts[0].lower(), texts[0][:-1] + "U"]:
        with pytest.raises(ValueError, match="Probably cubestring is invalid"):
            kociemba.solve(wrong)


def test_kociemba_gives_up_where_there_is_nothing_so_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kociemba, "MAX_TIME", 50)
    with pytest.raises(ValueError, match="at most 15 moves"):
        kociemba.solve(cb.Cube("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2").facelets, max_depth=15)


def test_pocket_cubes_are_solved() -> None:
    assert pocket.solve("R U2 F'") == "F U2 R'"
    assert pocket.solve("R2", quarter_turns=True) == "R2"
    with pytest.raises(cb.InvalidCube):
        pocket.solve("U" * 24)
    assert pocket.solve(cb.Cube("R U2 F'")) == "F U2 R'"
    with pytest.raises(TypeError, match="int does not hold positions"):
        pocket.solve(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="solve needs one position, but 2 are given; see solve_batch"):
        pocket.solve(["R", "U"])


@pytest.mark.parametrize("quarter_turns", [False, True])
def test_pocket_cubes_are_solved_in_batches(quarter_turns: bool) -> None:
    cubes = cb.scramble(2000, seed=4)
    out = pocket.solve_batch(cubes, quarter_turns=quarter_turns)
    # Moves of the whole cube bring the corners home, but for a rotation of all of them.
    after = cb.parse(cb.apply(cubes, out.moves))
    corners = after.reshape(-1, 6, 9)[:, :, [0, 2, 6, 8]]
    assert (corners == corners[:, :, :1]).all()
    assert out.moves.shape == (2000, 14 if quarter_turns else 11) and out.bound_met.all()
    assert out.lengths.min() > 2 and set(out.moves.ravel().tolist()) == {*range(9), 255}
    texts = cb.facelets(cubes)
    one = [pocket.solve(cb.Cube(text), quarter_turns=quarter_turns) for text in texts[:20]]
    assert pocket.solve_batch(iter(map(cb.Cube, texts[:20])), quarter_turns=quarter_turns).to_strings() == one
    assert len(pocket.solve_batch({"cube": "R U F2", "id": 7}, quarter_turns=quarter_turns)) == 1
    scrambles = ["R U", "F2", "R U R'"]
    wanted = [pocket.solve(text, quarter_turns=quarter_turns) for text in scrambles]
    for form in (scrambles, np.array(scrambles), {"cube": scrambles}, iter(scrambles)):
        assert pocket.solve_batch(form, quarter_turns=quarter_turns).to_strings() == wanted


def test_pocket_cubes_can_be_marked() -> None:
    for wrong in (["R", "R Q", "U"], [cb.Cube("R"), None, cb.Cube("U")]):
        out = pocket.solve_batch(wrong, on_error="mark")
        assert out.to_strings() == ["R'", None, "U'"] and out.errors is not None and list(out.errors) == [1]
        with pytest.raises(cb.InvalidCube, match="row 1: ") as raised:
            pocket.solve_batch(wrong)
        assert raised.value.rows == [1]


@pytest.mark.parametrize("method", ["descent", "modified", "thistlethwaite"])
def test_a_bound_that_a_method_does_not_use_is_refused_at_once(method: str) -> None:
    with pytest.raises(ValueError, match=f"the method {method} has no use for max_length"):
        cb.Solver(15, method=method, progress=False)


def test_one_position_takes_the_limits_of_many() -> None:
    assert cb.Solver(progress=False).solve("R U", max_time=1000, to="U") == "U' R' U"


def test_phases_have_their_lengths() -> None:
    cubes = cb.scramble(50, seed=3)
    out = cb.Solver(method="thistlethwaite", progress=False).solve_batch(cubes)
    assert out.phases is not None and out.phases.shape == (50, 4)
    assert (out.phases.sum(axis=1) == out.lengths).all() and (out.phases <= [7, 10, 13, 15]).all()
    assert out.to_arrow().column_names[2:] == [f"phase{phase}_length" for phase in (1, 2, 3, 4)]


def test_several_solutions_are_different_ones(solver: cb.Solver) -> None:
    cubes = cb.scramble(20, seed=4)
    out = solver.solve_batch(cubes, solutions=3)
    others = out.others
    assert others is not None and len(others) == 40 and (others.rows == np.repeat(np.arange(20), 2)).all()
    assert cb.check(cubes[others.rows], others.moves).all()
    assert (others.lengths >= out.lengths[others.rows]).all() and others.lengths.max() <= 21
    for row, lists in enumerate(out.to_arrow(cubes)["others"].to_pylist()):
        texts = [out[row], *(" ".join(cb.MOVES[number] for number in moves) for moves in lists)]
        assert len(set(texts)) == 3 and cb.check(cubes[[row] * 3], texts).all()
    assert out.phases is None and out.nodes is None and not out.proved.any()
    assert not solver.solve_batch(["U U'"]).proved.any()


def test_shortest_solutions_are_proved() -> None:
    optimal = cb.Solver(method="optimal", memory=900_000_000, progress=False)
    cubes = ["R U F L2 D", "R2 L2 F2 B2", "U"]
    out = optimal.solve_batch(cubes, all_optimal=True)
    assert out.lengths.tolist() == [5, 4, 1] and out.proved.all() and out.nodes is not None and out.nodes[0] > 0
    assert out.others is not None and out.others.rows.tolist() == [1] and cb.check(cubes[1], out.others.moves).all()
    none = optimal.solve_batch(cubes, max_length=4)
    assert none.bound_met.tolist() == [False, True, True]
    assert none.lengths.tolist() == [255, 4, 1] and none.at_least is not None and none.at_least[0] == 5
    assert none.proved.tolist() == [False, False, False], "what is as short as was asked for need not be shortest"
    row = none.to_arrow(cubes).to_pylist()[0]
    assert (row["moves"], row["length"], row["proved"], row["at_least"]) == (None, None, None, 5)
    with pytest.raises(ValueError, match="no use for"):
        optimal.solve_batch(cubes, solutions=3)


def test_a_goal_is_reached_by_the_shortest_way() -> None:
    solver = cb.Solver(goal="cross", progress=False)
    assert solver.method == "goal"
    cubes = cb.scramble(500, seed=34)
    found = solver.solve_batch(cubes)
    assert found.lengths.max() <= 8 and found.proved.all()
    edges = [28, 30, 32, 34, 7 + 18, 7 + 9, 7 + 36, 7 + 45]
    for text in cb.facelets(cb.apply(cubes, found.moves)):
        assert "".join(text[facelet] for facelet in edges) == "DDDDFRLB"
    everything = cb.Solver(goal="DF DR DB DL", progress=False).solve_batch(cubes[:20], all_optimal=True)
    assert (everything.lengths == found.lengths[:20]).all()
    for text in ("eo", "DF DLB", "cross/any", "eo"):
        own = cb.Solver(goal=text, progress=False).solve_batch(cubes)
        asked = solver.solve_batch(cubes, goal=text)
        assert (asked.moves == own.moves).all() and asked.nodes is not None and (asked.nodes == own.nodes).all()
    assert solver.solve("R U F", goal="eo") == "F" and solver.solve("R U F") == "F' R'"
    to = cb.scramble(1, seed=7)
    ways = cb.Solver(method="thistlethwaite", progress=False).solve_batch(cubes, to=cb.facelets(to)[0])
    assert (cb.apply(cubes, ways.moves) == to).all()
    with pytest.raises(ValueError, match="is no goal"):
        cb.Solver(goal="crss", progress=False)
    with pytest.raises(ValueError, match="no use for goal"):
        cb.Solver(goal="cross", method="descent", progress=False)
    with pytest.raises(ValueError, match="no use for goal"):
        cb.Solver(method="thistlethwaite", progress=False).solve("R", goal="cross")


@pytest.mark.parametrize(("moves", "bound"), [(None, 28), ("U R F L B", 32)])
def test_the_bound_is_the_usual_one_of_the_metric_and_the_moves(moves: str | None, bound: int) -> None:
    found = cb.Solver(metric="qtm", moves=moves, progress=False).solve_batch(cb.scramble(20, seed=1))
    assert found.bound == bound and found.bound_met.all()
    assert found.lengths.max() > 21 or moves is None
