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
"""The length of a row without a solution."""


@dataclass(frozen=True)
class Others:
    """The other solutions of positions, in the order of the positions."""

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
    """Rows of moves: uint8 (N, longest). Numbers of `cubebatch.MOVES`, and 255 after the last move."""
    lengths: npt.NDArray[np.uint8]
    """The number of moves in each row: uint8 (N,); 255 where it is proved that no solution is within the bound."""
    phases: npt.NDArray[np.uint8] | None = None
    """The number of moves in each phase, for methods whose phases have an order: uint8 (N, phases)."""
    at_least: npt.NDArray[np.uint8] | None = None
    """With the method "optimal": proved that no solution has fewer moves. uint8 (N,)."""
    nodes: npt.NDArray[np.uint64] | None = None
    """With the method "optimal": the number of positions that the proof expanded. uint64 (N,)."""
    others: Others | None = None
    """Other solutions, if several were requested."""
    bound: int | None = None
    """The bound of the length, for methods that have one."""

    @property
    def proved(self) -> npt.NDArray[np.bool_]:
        """Whether each solution is proved to be shortest: bool (N,)."""
        if self.at_least is None:
            return np.zeros(len(self), np.bool_)
        return np.equal(self.at_least, self.lengths)

    @property
    def bound_met(self) -> npt.NDArray[np.bool_]:
        """Whether there is a solution and every solution of the position is within the bound: bool (N,). The two-phase search
        gives a longer solution if a budget ended it, or if no solution is within the bound."""
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
        """The columns of `to_arrow` with positions: `cube`, `moves`, `length`."""
        import pyarrow as pa

        return pa.schema({"cube": pa.string(), "moves": pa.list_(pa.uint8()), "length": pa.uint8()})

    def to_arrow(self, cubes: Cubes | None = None) -> pa.Table:
        """A pyarrow table with the columns that the program writes.

        The columns `moves` (a list of uint8 each) and `length` are null in rows without a solution. If you give positions,
        the column `cube` comes first, with their facelet strings. The length of each phase, `proved`, `at_least`, `nodes`,
        and `others`, a list of lists, follow if the solutions have them.
        """
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
    """Rows of moves as lists, null for rows without a solution."""
    import pyarrow as pa

    is_none = lengths == NONE
    offsets = pa.array(_offsets(np.where(is_none, 0, lengths)))
    return pa.ListArray.from_arrays(offsets, pa.array(moves[moves != NONE]), mask=pa.array(is_none))


def _offsets(lengths: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """The begins and ends of lists of these lengths."""
    return np.concatenate([np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)])


@described(of_solver=True)
class Solver:
    """Opens tables once, and solves any number of positions with them.

    Threads may share a solver. Forked processes may share it, too: each opens the tables again when it first solves. A GPU
    driver may refuse that; then start the processes with "spawn".

    The first solver of a method builds its tables, in a few seconds ("optimal": half a minute). They stay in a folder that all
    solvers of the user share.

    max_length
        The bound: accept a solution of at most this many moves (half turns count as one). Two-phase search: None means 21; 20
        takes twice as long, 19 fifty times. Optimal: None means the shortest.
    method
        "two-phase" (Kociemba's, in six directions: short solutions), "descent" (two tables and no search: about 24 moves, fast),
        "modified" (Lin's), "thistlethwaite", "optimal" (shortest solutions, proved), or "goal" (shortest moves to a cross,
        a block or another goal). None means "two-phase", and "goal" if `goal` is given.
    engine, gpu
        "cpu", "gpu", or "auto": a GPU if there is one. `gpu` is its number or a part of its name.
    threads
        1 to 1024; None means one per core.
    tables
        The folder of the tables. None means the folder that CUBEBATCH_TABLES names, else `cubebatch` in the user's data folder.
    {options}
    expect
        Roughly how many positions you will solve. For many, the solver builds larger tables.
    progress
        Whether to show progress bars, on a terminal and in notebooks, for work that takes more than a second.

    Raises SolveError if a table cannot be built or read, or if there is no such GPU. Raises ValueError for an option that the
    method does not use.
    """

    def __init__(
        self,
        max_length: int | None = None,
        *,
        method: str | None = None,
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
            threads=whole_or_none("threads", threads, 1, _cubebatch.MOST_THREADS),
            tables=tables or os.environ.get("CUBEBATCH_TABLES") or None,
            expect=whole_or_none("expect", expect, 0),
            max_length=max_length,
            **options,
        )
        self._process: int | None = None
        self._here()

    def _here(self) -> _cubebatch.Solver:
        """The solver of this process. A forked child has none of the threads of its parent, so it opens its own."""
        if self._process != os.getpid():
            with _opening, Bar(self.progress) as bar:
                if self._process != os.getpid():
                    self._solver = self._open(progress=bar.show)
                    self._process = os.getpid()
        return self._solver

    @property
    def method(self) -> str:
        """The method."""
        return self._here().method

    @property
    def threads(self) -> int:
        """The number of threads."""
        return self._here().threads

    @property
    def tables(self) -> list[str]:
        """The tables that are open."""
        return self._here().tables

    def __repr__(self) -> str:
        return f"Solver({self.max_length}, method={self.method!r}, threads={self.threads})"

    def solve(self, cube: Cubes, max_length: int | None = None, *, goal: str | None = None) -> str:
        """The solution of one position: "R U2 F'". With the method "goal", a `goal` replaces that of the solver.

        Raises InvalidCube. Raises SolveError if it is proved that no solution has at most `max_length` moves. Warns if the
        two-phase search finds only a longer one.
        """
        solutions = self.solve_batch(cube, max_length=max_length, goal=goal, progress=False)
        if len(solutions) != 1:
            raise ValueError(f"solve needs one position, but {len(solutions)} are given; see solve_batch")
        if solutions.lengths[0] == NONE:
            raise _cubebatch.SolveError("no solution is within the bound, proved")
        if not solutions.bound_met[0]:
            warnings.warn(f"{solutions.lengths[0]} moves were found, not {solutions.bound} or fewer", stacklevel=2)
        return solutions[0]

    @described(of_solver=False)
    def solve_batch(self, cubes: Cubes, *, progress: bool | None = None, **limits: Unpack[Limits]) -> Solutions:
        """Solves many positions on all threads of the solver, without the interpreter's lock. Ctrl-C ends it.

        cubes
            A list of texts, a numpy array uint8 (N, 54), an array of pyarrow, or a table with the column `cube`.
        {options}

        `max_length` and `goal` are those of the solver unless they are given. `Solutions.bound_met` marks solutions with more
        moves than the bound, and `Solutions.others` holds the other solutions of a position.

        Raises InvalidCube for the first row that is not a position, before it solves any.
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
        """Solves positions as they come, `chunk` at a time, with only one chunk in memory. `limits` are the options of
        `solve_batch`.

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
"""Held while a solver is opened. A fork waits for it, because a child has the locks of its parent without the threads that
release them."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_opening.acquire, after_in_parent=_opening.release, after_in_child=_opening.release)


def shared(method: str = "two-phase") -> Solver:
    """A solver that is opened once and kept."""
    with _opening:
        if method not in _shared:
            _shared[method] = Solver(method=method)
        return _shared[method]


def solve(cube: Cubes, max_length: int | None = None) -> str:
    """A solution of one position, of at most 21 moves by default. A Solver solves many positions faster.

    >>> solve("R U F")
    "F' U' R'"

    Raises InvalidCube with all faults.
    """
    return shared().solve(cube, max_length)
