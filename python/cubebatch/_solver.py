"""Solving."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cubes import Cubes, rows_of
from ._progress import Bar

if TYPE_CHECKING:
    import pyarrow as pa

NONE = 255
"""The length where there is no solution."""


@dataclass(frozen=True)
class Solutions:
    """The solutions of many positions, in their order."""

    moves: npt.NDArray[np.uint8]
    """Rows of moves: uint8 (N, longest). Numbers of `cubebatch.MOVES`, and 255 behind the last move."""
    lengths: npt.NDArray[np.uint8]
    """How many moves each row has: uint8 (N,); 255 where it is proved that there is no solution of at most so many moves as
    were asked for."""
    at_least: npt.NDArray[np.uint8] | None = None
    """By the method "optimal": it is proved that no solution has fewer moves. uint8 (N,)."""

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
        before them, if positions are given, `cube` with their facelet strings."""
        import pyarrow as pa

        is_none = self.lengths == NONE
        ends = np.cumsum(np.where(is_none, 0, self.lengths), dtype=np.int32)
        offsets = np.concatenate([np.zeros(1, np.int32), ends])
        values = self.moves[self.moves != NONE]
        moves = pa.ListArray.from_arrays(pa.array(offsets), pa.array(values), mask=pa.array(is_none))
        columns = {"moves": moves, "length": pa.array(self.lengths, mask=is_none)}
        if cubes is not None:
            columns = {"cube": pa.array(_cubebatch.facelets(rows_of(cubes)))} | columns
        return pa.table(columns)


class Solver:
    """Opens tables once, and solves any number of positions with them. Threads may share it.

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
        As many as there are cores, if it is None.
    tables
        Their folder; if it is None, that which CUBEBATCH_TABLES names, or `cubebatch` in the user's data folder.
    memory
        Bytes that tables may take. Optimal: the more, the less time a proof takes.
    phase1_depth, phase2_depth
        Of the modified method: how deep its tables are.
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
        memory: int | None = None,
        phase1_depth: int | None = None,
        phase2_depth: int | None = None,
        expect: int | None = None,
        progress: bool = True,
    ) -> None:
        self.max_length = max_length
        self.progress = progress
        with Bar(progress) as bar:
            self._solver = _cubebatch.Solver(
                method=method,
                engine=engine,
                gpu=None if gpu is None else str(gpu),
                threads=threads,
                tables=tables or os.environ.get("CUBEBATCH_TABLES") or None,
                memory=memory,
                phase1_depth=phase1_depth,
                phase2_depth=phase2_depth,
                expect=expect,
                max_length=max_length,
                progress=bar.show,
            )

    @property
    def method(self) -> str:
        """How it solves."""
        return self._solver.method

    @property
    def threads(self) -> int:
        """How many threads solve."""
        return self._solver.threads

    @property
    def tables(self) -> list[str]:
        """The tables that are open."""
        return self._solver.tables

    def __repr__(self) -> str:
        return f"Solver({self.max_length}, method={self.method!r}, threads={self.threads})"

    def solve(self, cube: Cubes, max_length: int | None = None) -> str:
        """The solution of one position: "R U2 F'".

        Raises InvalidCube, and SolveError where it is proved that there is no solution of at most `max_length` moves.
        """
        solutions = self.solve_batch(cube, max_length=max_length, progress=False)
        if len(solutions) != 1:
            raise ValueError(f"one position is needed, but {len(solutions)} are given; see solve_batch")
        if solutions.lengths[0] == NONE:
            raise _cubebatch.SolveError("there is no solution of so few moves: that is proved")
        return solutions[0]

    def solve_batch(
        self,
        cubes: Cubes,
        *,
        max_length: int | None = None,
        max_nodes: int | None = None,
        max_time: float | None = None,
        ends: int | None = None,
        progress: bool | None = None,
    ) -> Solutions:
        """Solves many positions on all threads of the solver, without the interpreter's lock. Ctrl-C ends it.

        cubes
            A list of texts, a numpy array uint8 (N, 54), an array of pyarrow, or a table with the column `cube`.
        max_length
            Instead of that of the solver.
        max_nodes, max_time
            Two-phase search: after so many nodes, or seconds for a position, the best solution so far is good enough, however
            long it is.
        ends
            Descent: how many ends of phase 1 are looked at.

        Raises InvalidCube for the first row that is no position, before any is solved.
        """
        rows = rows_of(cubes)
        with Bar(self.progress if progress is None else progress) as bar:
            found = self._solver.solve(
                rows,
                max_length=self.max_length if max_length is None else max_length,
                max_nodes=max_nodes,
                max_time=max_time,
                ends=ends,
                progress=bar.show,
            )
        return Solutions(*found)

    def solve_iter(self, cubes: Iterable[Any], *, chunk: int = 100_000, **limits: Any) -> Iterator[Solutions]:
        """Solves positions as they come, `chunk` at a time: however many they are, only a chunk of them is in memory. `limits`
        are those of `solve_batch`.

        >>> solver = Solver(progress=False)
        >>> [len(solutions) for solutions in solver.solve_iter(iter(["R", "U", "F"]), chunk=2)]
        [2, 1]
        """
        if isinstance(cubes, np.ndarray):
            for begin in range(0, len(cubes), chunk):
                yield self.solve_batch(cubes[begin : begin + chunk], **limits)
            return
        rest = iter(cubes)
        while some := list(itertools.islice(rest, chunk)):
            is_rows = isinstance(some[0], np.ndarray)
            yield self.solve_batch(np.stack(some) if is_rows else some, **limits)


_shared: dict[str, Solver] = {}
_opening = threading.Lock()


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
