"""Solvers in processes that are forked."""

import multiprocessing
import os
import subprocess
import sys

import pytest

import cubebatch as cb
from cubebatch import kociemba

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")

PATIENCE = 120
"""Seconds after which a child hangs."""

METHODS = ["two-phase", "modified", "thistlethwaite"]


@pytest.mark.parametrize("method", METHODS)
def test_a_solver_works_in_a_pool_that_is_forked(method: str) -> None:
    global shared
    shared = cb.Solver(method=method, threads=2, progress=False)
    texts = cb.facelets(cb.scramble(20, seed=1))
    wanted = shared.solve_batch(texts).to_strings()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(in_child, texts, chunksize=5).get(PATIENCE) == wanted
    assert shared.solve_batch(texts).to_strings() == wanted


def in_child(text: str) -> str:
    return shared.solve(text)


def test_what_the_package_shares_works_in_a_pool_that_is_forked() -> None:
    cube = cb.Cube("R U F").facelets
    wanted = [cb.solve("R U F"), kociemba.solve(cube)]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        given = [pool.apply_async(cb.solve, ["R U F"]), pool.apply_async(kociemba.solve, [cube])]
        assert [answer.get(PATIENCE) for answer in given] == wanted


WHILE_ANOTHER_THREAD_SOLVES = """
import os, signal, threading
import cubebatch as cb

solver = cb.Solver(progress=False)
is_over = threading.Event()

def work():
    while not is_over.is_set():
        solver.solve_batch(cb.scramble(500, seed=1))
        cb.Solver(progress=False)

worker = threading.Thread(target=work)
worker.start()
for _ in range(10):
    child = os.fork()
    if child == 0:
        break
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
if child == 0:
    # It is killed where it hangs.
    signal.alarm(60)
    assert solver.solve("R U F") == "F' U' R'" and cb.solve("R") == "R'"
    # The solver of its parent is dropped, too.
    del solver
    os._exit(0)
is_over.set()
worker.join()
print("done")
"""


def test_a_fork_while_another_thread_opens_and_solves() -> None:
    script = [sys.executable, "-c", WHILE_ANOTHER_THREAD_SOLVES]
    done = subprocess.run(script, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


FIRST_USE = """
import builtins
import cubebatch as cb

solver = cb.Solver(progress=False)
imported = []
real = builtins.__import__

def noted(name, *rest):
    imported.append(name)
    return real(name, *rest)

builtins.__import__ = noted
solver.solve_batch(cb.scramble(2, seed=1))
print([name for name in imported if name.endswith("multiarray")])
"""


def test_the_first_use_of_arrays_imports_nothing_in_whose_middle_a_process_could_be_forked() -> None:
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr
