"""Distances of many positions, and lower bounds of them."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cubes import Cubes
from ._intake import Rows, numbers_of, rows_of
from ._options import whole
from ._progress import Bar


@functools.cache
def _table_of(phase: int, tables: str | None, process: int) -> _cubebatch.PhaseTable:
    with Bar(True) as bar:
        return _cubebatch.PhaseTable(phase, tables=tables, progress=bar.show)


def _table(phase: int) -> _cubebatch.PhaseTable:
    return _table_of(phase, os.environ.get("CUBEBATCH_TABLES") or None, os.getpid())


def phase1_distances(cubes: Cubes, axes: Sequence[int] = (0,)) -> Rows:
    """The exact number of moves that lead each position into G1 = <U, D, R2, L2, F2, B2>: uint8 (N, axes), 0 to 12.

    `axes` are 0 for G1 itself, 1 for the group of the axis of R and L, and 2 for that of F and B. Each distance is a lower
    bound of the moves that solve the position. The first call opens a table of 317 MiB, or builds it in some seconds.

    >>> phase1_distances(["R", "R2 U", "F R"])[:, 0]
    array([1, 0, 2], dtype=uint8)
    """
    return _table(1).distances(rows_of(cubes), numbers_of(axes, "axes", 2).tolist())


def phase2_distances(cubes: Cubes) -> npt.NDArray[np.uint8]:
    """The exact number of moves of phase 2 (U, D and half turns) that solve each position: uint8 (N,), 0 to 18; 255 for positions
    outside of G1. The first call opens a table of 639 MiB, or builds it in half a minute."""
    return _table(2).distances(rows_of(cubes), [0])[:, 0]


def lower_bounds(cubes: Cubes) -> npt.NDArray[np.uint8]:
    """A lower bound of the moves that solve each position: uint8 (N,), 0 to 12. It is the greatest distance of phase 1 of the
    position and its inverse, by each axis.

    >>> lower_bounds(["R U F", "R R'"])
    array([3, 0], dtype=uint8)
    """
    return _table(1).least(rows_of(cubes))[:, 0]


class PatternDatabase:
    """The distances of all that parts of a goal show: lower bounds of the moves to it, and the moves themselves where one
    table has room for all that the goal sees.

    goal
        A goal of `Solver(goal=...)`: a name such as "cross" or "corners", or cubies, such as "URF UFL DFR".
    memory
        Bytes for each table. A goal that sees too much for one is cut into parts.
    metric
        What counts as a move, as for a solver.

    >>> cross = PatternDatabase("cross")
    >>> cross.exact, cross.lower_bounds(["R U F", "R2"])
    (True, array([2, 1], dtype=uint8))
    """

    def __init__(self, goal: str, *, memory: int = 320 << 20, metric: str | None = None, progress: bool = True) -> None:
        self.goal, self.metric, self.memory = goal, metric, whole("memory", memory, 1)
        with Bar(progress) as bar:
            self._tables = _cubebatch.GoalTables(goal, memory=self.memory, metric=metric, progress=bar.show)

    @property
    def exact(self) -> bool:
        """Whether bounds are the distances themselves."""
        return self._tables.are_exact

    def lower_bounds(self, cubes: Cubes) -> npt.NDArray[np.uint8]:
        """The least number of moves from each position to the goal: uint8 (N,); 255 where none lead there."""
        return self._tables.least(rows_of(cubes))

    def __reduce__(self) -> tuple[functools.partial[PatternDatabase], tuple[()]]:
        return functools.partial(PatternDatabase, self.goal, memory=self.memory, metric=self.metric, progress=False), ()

    def __repr__(self) -> str:
        return f"PatternDatabase({self.goal!r})"


def distances(cubes: Cubes, *, at_most: int | None = None, goal: str | None = None) -> npt.NDArray[np.uint16]:
    """The least number of moves from each position to solved, or to a goal, proved: uint16 (N,). 255 where it is proved
    to be more than `at_most`.

    To solved, the first call builds a table of 1 GB, and a random position takes seconds; `lower_bounds` are quick.

    >>> distances(["R U F", "R2"], goal="cross")
    array([2, 1], dtype=uint16)
    """
    from ._solver import shared

    solver = shared("optimal" if goal is None else "goal")
    return solver.solve_batch(cubes, max_length=at_most, progress=False, goal=goal).lengths
