"""Solving."""

from __future__ import annotations

import functools
import itertools
import os
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cubes import Cubes, rows_of
from ._options import Limits, SolverOptions, described, whole, whole_or_none
from ._progress import Bar

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack

NONE = 255
"""The length where there is no solution."""
MOST_THREADS = 1024
"""As the program takes them."""


@dataclass(frozen=True)
class Others:
    """The solutions that positions have beside their first ones, in the order of the positions."""

    rows: npt.NDArray[np.uint32]
    """The row of the position of each: uint32 (M,)."""
    moves: npt.NDArray[np.uint8]
    """As in `Solutions`: uint8 (M, longest)."""
    lengths: npt.NDArray[np.uint8]
    """As in `Solutions`: uint8 (M,)."""

    def __len__(self) -> int:
        return len(self.lengths)


@dataclass(frozen=True)
class Solutions:
    """The solutions of many positions, in their order."""

    moves: npt.NDArray[np.uint8]
    """Rows of moves: uint8 (N, longest). Numbers of `cubebatch.MOVES`, and 255 behind the last move."""
    lengths: npt.NDArray[np.uint8]
    """How many moves each row has: uint8 (N,); 255 where it is proved that there is no solution of at most so many moves as
    were asked for."""
    phases: npt.NDArray[np.uint8] | None = None
    """How many of the moves belong to each phase, by methods whose phases have an order: uint8 (N, phases)."""
    at_least: npt.NDArray[np.uint8] | None = None
    """By the method "optimal": it is proved that no solution has fewer moves. uint8 (N,)."""
    nodes: npt.NDArray[np.uint64] | None = None
    """By the method "optimal": how many positions were looked at to prove that. uint64 (N,)."""
    others: Others | None = None
    """Other solutions, where several were asked for."""
    bound: int | None = None
    """The most moves that were asked for, by methods that have such a bound."""

    @property
    def proved(self) -> npt.NDArray[np.bool_]:
        """Whether it is proved that a solution is shortest: bool (N,)."""
        if self.at_least is None:
            return np.zeros(len(self), np.bool_)
        return np.equal(self.at_least, self.lengths)

    @property
    def bound_met(self) -> npt.NDArray[np.bool_]:
        """Whether there is a solution, and neither it nor another one of the position is longer than was asked for:
        bool (N,). The two-phase search gives a longer one where a budget ended it, or none is as short."""
        met = np.not_equal(self.lengths, NONE)
        if self.bound is None:
            return met
        met &= self.lengths <= self.bound
        if self.others is not None:
            met[self.others.rows[self.others.lengths > self.bound]] = False
        return met

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, row: int) -> str:
        """The text of a solution."""
        return _cubebatch.to_texts(self.moves[row][np.newaxis])[0]

    def to_strings(self) -> list[str]:
        """The text of each solution: "R U2 F'"."""
        return _cubebatch.to_texts(self.moves)

    @staticmethod
    def arrow_schema() -> pa.Schema:
        """The columns of `to_arrow` where positions are given: `cube`, `moves`, `length`."""
        import pyarrow as pa

        return pa.schema({"cube": pa.string(), "moves": pa.list_(pa.uint8()), "length": pa.uint8()})

    def to_arrow(self, cubes: Cubes | None = None) -> pa.Table:
        """A table of pyarrow: the columns `moves` (a list of uint8 each) and `length`, both null where there is no solution;
        before them, if positions are given, `cube` with their facelet strings; after them, where there are such, the length
        of each phase, `proved`, `at_least`, `nodes`, and the `others`, a list of lists. They are those that the program
        writes."""
        import pyarrow as pa

        is_none = self.lengths == NONE
        columns = {"moves": _lists(self.moves, self.lengths), "length": pa.array(self.lengths, mask=is_none)}
        if self.phases is not None:
            for phase, lengths in enumerate(self.phases.T, 1):
                columns[f"phase{phase}_length"] = pa.array(lengths, mask=is_none)
        if self.at_least is not None and self.nodes is not None:
            columns |= {
                "proved": pa.array(self.proved, mask=is_none),
                "at_least": pa.array(self.at_least),
                "nodes": pa.array(self.nodes),
            }
        if self.others is not None:
            counts = np.bincount(self.others.rows, minlength=len(self))
            others = _lists(self.others.moves, self.others.lengths)
            columns["others"] = pa.ListArray.from_arrays(pa.array(_offsets(counts)), others)
        if cubes is not None:
            columns = {"cube": pa.array(_cubebatch.facelets(rows_of(cubes)))} | columns
        return pa.table(columns)


def _lists(moves: npt.NDArray[np.uint8], lengths: npt.NDArray[np.uint8]) -> pa.ListArray:
    """Rows of moves as lists, null where there is no solution."""
    import pyarrow as pa

    is_none = lengths == NONE
    offsets = pa.array(_offsets(np.where(is_none, 0, lengths)))
    return pa.ListArray.from_arrays(offsets, pa.array(moves[moves != NONE]), mask=pa.array(is_none))


def _offsets(lengths: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Where lists of these lengths begin and end."""
    return np.concatenate([np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)])


@described(of_solver=True)
class Solver:
    """Opens tables once, and solves any number of positions with them. Threads may share it, and so may processes that are
    forked: each opens the tables again when it first solves. A driver of a GPU may refuse that: start such processes by "spawn".

    The first solver of a method builds its tables, in some seconds ("optimal": half a minute); they stay in a folder that all
    solvers of the user share.

    max_length
        A solution of at most so many moves is good enough (half turns count as one). Two-phase search: 21, if it is None; 20
        takes twice as long, 19 fifty times. Optimal: None for the shortest.
    method
        "two-phase" (Kociemba's, in six directions: short solutions), "descent" (two tables and no search: some 24 moves, fast),
        "modified" (Lin's), "thistlethwaite", or "optimal" (shortest solutions, proved).
    engine, gpu
        "cpu", "gpu", or "auto": a GPU if there is one. `gpu` is its number or a part of its name.
    threads
        1 to 1024; as many as there are cores, if it is None.
    tables
        Their folder; if it is None, that which CUBEBATCH_TABLES names, or `cubebatch` in the user's data folder.
    {options}
    expect
        About how many positions will be solved: for many, larger tables are built.
    progress
        Whether bars are shown on a terminal and in notebooks while work takes more than a second.

    Raises SolveError when a table cannot be built or read, or there is no such GPU; ValueError for what the method has no use
    for.
    """

    def __init__(
        self,
        max_length: int | None = None,
        *,
        method: str = "two-phase",
        engine: str = "cpu",
        gpu: str | int | None = None,
        threads: int | None = None,
        tables: str | os.PathLike[str] | None = None,
        expect: int | None = None,
        progress: bool = True,
        **options: Unpack[SolverOptions],
    ) -> None:
        self.max_length = max_length
        self.progress = progress
        self._open = functools.partial(
            _cubebatch.Solver,
            method=method,
            engine=engine,
            gpu=None if gpu is None else str(gpu),
            threads=whole_or_none("threads", threads, 1, MOST_THREADS),
            tables=tables or os.environ.get("CUBEBATCH_TABLES") or None,
            expect=whole_or_none("expect", expect, 0),
            max_length=max_length,
            **options,
        )
        self._process: int | None = None
        self._here()

    def _here(self) -> _cubebatch.Solver:
        """The solver of this process. A forked child has none of the threads of its parent, so that it opens its own."""
        if self._process != os.getpid():
            with _opening, Bar(self.progress) as bar:
                if self._process != os.getpid():
                    self._solver = self._open(progress=bar.show)
                    self._process = os.getpid()
        return self._solver

    @property
    def method(self) -> str:
        """How it solves."""
        return self._here().method

    @property
    def threads(self) -> int:
        """How many threads solve."""
        return self._here().threads

    @property
    def tables(self) -> list[str]:
        """The tables that are open."""
        return self._here().tables

    def __repr__(self) -> str:
        return f"Solver({self.max_length}, method={self.method!r}, threads={self.threads})"

    def solve(self, cube: Cubes, max_length: int | None = None) -> str:
        """The solution of one position: "R U2 F'".

        Raises InvalidCube, and SolveError where it is proved that there is no solution of at most `max_length` moves. Warns
        where the two-phase search finds only a longer one.
        """
        solutions = self.solve_batch(cube, max_length=max_length, progress=False)
        if len(solutions) != 1:
            raise ValueError(f"one position is needed, but {len(solutions)} are given; see solve_batch")
        if solutions.lengths[0] == NONE:
            raise _cubebatch.SolveError("there is no solution of so few moves: that is proved")
        if not solutions.bound_met[0]:
            warnings.warn(f"{solutions.lengths[0]} moves were found, not {solutions.bound} or fewer", stacklevel=2)
        return solutions[0]

    @described(of_solver=False)
    def solve_batch(self, cubes: Cubes, *, progress: bool | None = None, **limits: Unpack[Limits]) -> Solutions:
        """Solves many positions on all threads of the solver, without the interpreter's lock. Ctrl-C ends it.

        cubes
            A list of texts, a numpy array uint8 (N, 54), an array of pyarrow, or a table with the column `cube`.
        {options}

        `max_length` is that of the solver unless it is given. `Solutions.bound_met` marks solutions that have more moves than
        were asked for, and `Solutions.others` holds those of a position beside the first.

        Raises InvalidCube for the first row that is no position, before any is solved.
        """
        rows = rows_of(cubes)
        if limits.get("max_length") is None:
            limits["max_length"] = self.max_length
        with Bar(self.progress if progress is None else progress) as bar:
            found = self._here().solve(rows, progress=bar.show, **limits)
        others = found["others"]
        return Solutions(
            moves=found["moves"],
            lengths=found["lengths"],
            phases=found["phases"],
            at_least=found["at_least"],
            nodes=found["nodes"],
            others=None if others is None else Others(*others),
            bound=found["bound"],
        )

    def solve_iter(
        self, cubes: Iterable[Any], *, chunk: int = 100_000, progress: bool | None = None, **limits: Unpack[Limits]
    ) -> Iterator[Solutions]:
        """Solves positions as they come, `chunk` at a time: however many they are, only a chunk of them is in memory. `limits`
        are those of `solve_batch`.

        >>> solver = Solver(progress=False)
        >>> [len(solutions) for solutions in solver.solve_iter(iter(["R", "U", "F"]), chunk=2)]
        [2, 1]
        """
        chunk = whole("chunk", chunk, 1, sys.maxsize)
        if isinstance(cubes, np.ndarray):
            for begin in range(0, len(cubes), chunk):
                yield self.solve_batch(cubes[begin : begin + chunk], progress=progress, **limits)
            return
        rest = iter(cubes)
        while some := list(itertools.islice(rest, chunk)):
            is_rows = isinstance(some[0], np.ndarray)
            yield self.solve_batch(np.stack(some) if is_rows else some, progress=progress, **limits)


_shared: dict[str, Solver] = {}
_opening = threading.RLock()
"""Held while a solver is opened. A fork waits for it: a child has the locks of its parent, and not the threads that open them."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_opening.acquire, after_in_parent=_opening.release, after_in_child=_opening.release)


def shared(method: str = "two-phase") -> Solver:
    """A solver that is opened once, and kept."""
    with _opening:
        if method not in _shared:
            _shared[method] = Solver(method=method)
        return _shared[method]


def solve(cube: Cubes, max_length: int | None = None) -> str:
    """A solution of one position, of at most 21 moves unless another length is given. Solvers solve many positions faster.

    >>> solve("R U F")
    "F' U' R'"

    Raises InvalidCube with all faults.
    """
    return shared().solve(cube, max_length)
