"""Solvers in other processes and threads."""

import asyncio
import multiprocessing
import os
import pickle
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import joblib
import numpy as np
import pytest
from interrupts import after_interrupt

import cubebatch as cb

PATIENCE = 120
TEXTS = cb.facelets(cb.scramble(8, seed=1))


@pytest.fixture(scope="module")
def solver() -> cb.Solver:
    return cb.Solver(20, method="two-phase", threads=1, progress=False)


def solved(solver: cb.Solver) -> list[str | None]:
    return solver.solve_batch(TEXTS).to_strings()


def process_of(solver: cb.Solver, text: str) -> tuple[int, str, int]:
    """The process, the solution, and how many solvers it has open."""
    from cubebatch import _solver

    solution = solver.solve(text)
    return os.getpid(), solution, len(_solver._unpickled)


def test_a_solver_is_pickled_with_its_options(solver: cb.Solver) -> None:
    copied = pickle.loads(pickle.dumps(solver))
    assert (copied.max_length, copied.method, copied.threads, copied.progress) == (20, "two-phase", 1, False)
    assert solved(copied) == solved(solver)
    assert pickle.loads(pickle.dumps(copied))._here() is copied._here()
    goal = pickle.loads(pickle.dumps(cb.Solver(goal="DF DR", progress=False)))
    assert goal.solve("R U F") == "F' R'"
    bounds = pickle.loads(pickle.dumps(cb.PatternDatabase("DF DR", progress=False)))
    assert bounds.lower_bounds("R U F").tolist() == [2]


@pytest.mark.skipif(os.name != "posix", reason="fork")
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_a_pool_gets_its_solver_with_each_task(solver: cb.Solver, start: str) -> None:
    wanted = solved(solver)
    with multiprocessing.get_context(start).Pool(2) as pool:
        answers = pool.starmap_async(process_of, [(solver, text) for text in TEXTS], chunksize=1).get(PATIENCE)
    assert [solution for _, solution, _ in answers] == wanted
    assert {opened for *_, opened in answers} == {1} and os.getpid() not in {process for process, *_ in answers}


def test_executors_and_joblib_get_a_solver(solver: cb.Solver) -> None:
    wanted = solved(solver)
    with ProcessPoolExecutor(2) as executor:
        assert list(executor.map(solver.solve, TEXTS, timeout=PATIENCE)) == wanted
    assert joblib.Parallel(n_jobs=2, timeout=PATIENCE)(joblib.delayed(solver.solve)(text) for text in TEXTS) == wanted
    out = joblib.Parallel(n_jobs=2, timeout=PATIENCE)(joblib.delayed(solver.solve_batch)(part) for part in (TEXTS[:4], TEXTS[4:]))
    assert cb.Solutions.concatenate(out).to_strings() == wanted


def in_bulk(count: int) -> list[str]:
    return cb.facelets(cb.scramble(count, seed=1))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_work_in_bulk_goes_on_in_a_forked_process() -> None:
    wanted = in_bulk(5000)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(in_bulk, [5000]).get(PATIENCE) == wanted


def test_another_thread_stops_a_call(solver: cb.Solver) -> None:
    cubes = cb.scramble(100_000, seed=1)
    stopper = threading.Timer(0.3, solver.stop)
    stopper.start()
    with pytest.raises(cb.Stopped):
        solver.solve_batch(cubes, max_length=18)
    stopper.join()
    assert issubclass(cb.Stopped, cb.SolveError) and len(solver.solve_batch(TEXTS)) == 8


def test_a_call_is_stopped_while_it_reads_its_positions(solver: cb.Solver) -> None:
    def texts() -> Iterator[str]:
        yield "R U"
        solver.stop()
        yield "R U2"

    with pytest.raises(cb.Stopped):
        solver.solve_batch(texts())
    chunks = solver.solve_iter(texts(), chunk=1)
    assert next(chunks)[0] == "U' R'"
    with pytest.raises(cb.Stopped):
        next(chunks)
    assert solver.solve("R U") == "U' R'"


def test_a_task_that_times_out_stops(solver: cb.Solver) -> None:
    async def within(seconds: float) -> str:
        work = asyncio.create_task(asyncio.to_thread(solver.solve_batch, cb.scramble(100_000, seed=1), max_length=18))
        if not (await asyncio.wait([work], timeout=seconds))[0]:
            solver.stop()
        try:
            await work
        except cb.Stopped:
            return "stopped"
        return "done"

    assert asyncio.run(within(0.3)) == "stopped"


INTERRUPTED = """
cubes = cb.scramble(50_000, seed=1)
print("works", flush=True)
try:
    while True:
        CALL
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("call", ["cb.scramble(10_000_000, seed=2)", "cb.representatives(cubes)"])
def test_an_interrupt_ends_work_in_bulk(call: str) -> None:
    assert after_interrupt(INTERRUPTED.replace("CALL", call), 0.3) == "interrupted\n"


def test_other_threads_run_beside_work_in_bulk() -> None:
    cubes = cb.scramble(50_000, seed=4)
    for work in (cb.facelets, cb.cubies, cb.neighbours, lambda cubes: cb.apply(cubes, "R U")):
        ticks, is_over = 0, threading.Event()

        def tick() -> None:
            nonlocal ticks
            while not is_over.wait(0.001):  # noqa: B023
                ticks += 1

        ticker = threading.Thread(target=tick)
        ticker.start()
        begin = time.monotonic()
        work(cubes)
        took = time.monotonic() - begin
        is_over.set()
        ticker.join()
        # With the lock held there were none but at the ends.
        assert ticks > took / 0.001 / 50, work
    assert np.array_equal(cb.parse(cb.facelets(cubes)), cubes)
