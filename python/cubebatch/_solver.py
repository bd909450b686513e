"""Solving."""

from __future__ import annotations

import html
import itertools
import operator
import os
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._bulk import states
from ._cubes import Cubes
from ._intake import NO_MOVE, Fault, moves_of, of_frame, padded, read_all, refuse, rows_of
from ._options import Limits, OtherLimits, SolverOptions, described, whole, whole_or_none
from ._progress import Bar

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack

NONE = _cubebatch.NO_LENGTH
"""The length of a row without a solution."""


@dataclass(frozen=True, eq=False)
class Others:
    """The other solutions of positions, in the order of the positions."""

    rows: npt.NDArray[np.uint32]
    """The row of the position of each: uint32 (M,)."""
    moves: npt.NDArray[np.uint8]
    """As in `Solutions`: uint8 (M, columns)."""
    lengths: npt.NDArray[np.uint16]
    """As in `Solutions`: uint16 (M,)."""

    def __len__(self) -> int:
        return len(self.lengths)

    def __repr__(self) -> str:
        return f"Others({len(self)} solutions)"

    def _taken(self, rows: npt.NDArray[np.int64], of: int) -> Others:
        """The solutions of some of `of` positions, which have new numbers."""
        begins = np.searchsorted(self.rows, np.arange(of + 1))
        counts = np.diff(begins)[rows]
        taken = np.concatenate([np.arange(begins[row], begins[row + 1]) for row in rows] or [np.empty(0, np.int64)])
        return Others(np.repeat(np.arange(len(rows), dtype=np.uint32), counts), self.moves[taken], self.lengths[taken])


@dataclass(frozen=True, eq=False)
class Solutions:
    """The solutions of many positions, in their order. `solutions[7]` is the text of one, or None without a solution; a slice, a
    mask or an array of rows gives the solutions of these rows."""

    moves: npt.NDArray[np.uint8]
    """Rows of moves: uint8 (N, columns). Numbers of `cubebatch.MOVES`, and 255 after the last move. All batches have one
    width: as many columns as a solution within the bound can have moves or, without a bound, any solution of the method. A
    solution beyond the bound makes it wider, see `bound_met`. A goal with other costs or fewer turns has no known width: give
    `width=`."""
    lengths: npt.NDArray[np.uint16]
    """The length of each solution in the `metric`, which is the number of its moves in HTM: uint16 (N,). It is at most 254, and
    255 where it is proved that no solution is within the bound."""
    phases: npt.NDArray[np.uint8] | None = None
    """The number of moves in each phase, for methods whose phases have an order: uint8 (N, phases)."""
    at_least: npt.NDArray[np.uint16] | None = None
    """With the methods "optimal" and "goal": proved that no solution is shorter. uint16 (N,)."""
    nodes: npt.NDArray[np.uint64] | None = None
    """With the methods "optimal" and "goal": the number of positions that the proof expanded. uint64 (N,)."""
    others: Others | None = None
    """Other solutions, if several were requested."""
    bound: int | None = None
    """The bound of the length, for methods that have one."""
    task: dict[str, str] = field(default_factory=dict)
    """What the solutions do, as the columns `goal`, `to`, `metric`, `turns` and `cost` of files say it. A column is left out
    where its value is the default."""
    about: dict[str, str] = field(default_factory=dict)
    """The metadata of a file of these solutions, as the program writes them: `cubebatch.method` and others."""
    cubes: npt.NDArray[np.uint8] | None = None
    """The positions: uint8 (N, 54), zeros for rows that are none. If an array of such numbers was given, it is this array and no
    copy."""
    errors: dict[int, str] | None = None
    """With `on_error="mark"`: what is wrong with the rows that are no positions."""
    bound_is_lost: bool = False
    """Whether they were read from a table without the metadata, which has the bound."""

    @property
    def metric(self) -> str:
        """What `lengths`, `at_least` and `bound` count by: "htm", "qtm", "atm", "stm", or costs such as "quarter 5, half 8"."""
        return self.task.get("metric", "htm")

    @property
    def valid(self) -> npt.NDArray[np.bool_]:
        """Whether each row is a position: bool (N,)."""
        are_valid = np.ones(len(self), np.bool_)
        are_valid[list(self.errors or ())] = False
        return are_valid

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
        if self.bound_is_lost:
            raise ValueError("the metadata of this table is lost, and the bound with it: see `max_length` of from_arrow")
        met = np.not_equal(self.lengths, NONE)
        if self.bound is None:
            return met
        met &= self.lengths <= self.bound
        if self.others is not None:
            met[self.others.rows[self.others.lengths > self.bound]] = False
        return met

    def __len__(self) -> int:
        return len(self.lengths)

    @overload
    def __getitem__(self, rows: int | np.integer[Any]) -> str | None: ...
    @overload
    def __getitem__(self, rows: slice | Sequence[int] | npt.NDArray[Any]) -> Solutions: ...
    def __getitem__(self, rows: Any) -> str | Solutions | None:
        try:
            row = operator.index(rows)
        except TypeError:
            pass
        else:
            return None if self.lengths[row] == NONE else _cubebatch.to_texts(self.moves[row][np.newaxis])[0]
        if not isinstance(rows, slice):
            rows = np.asarray(rows)
            # An empty list has a type of its own.
            rows = rows if rows.size else rows.astype(np.int64)
        taken = np.arange(len(self))[rows]
        if taken.ndim != 1:
            raise IndexError(f"rows are numbers or a mask (N,), but their shape is {taken.shape}")

        def some(column: npt.NDArray[Any] | None) -> Any:
            return None if column is None else column[rows]

        return replace(
            self,
            moves=some(self.moves),
            lengths=some(self.lengths),
            phases=some(self.phases),
            at_least=some(self.at_least),
            nodes=some(self.nodes),
            others=None if self.others is None else self.others._taken(taken, len(self)),
            cubes=some(self.cubes),
            errors=None
            if self.errors is None
            else {new: self.errors[row] for new, row in enumerate(taken.tolist()) if row in self.errors},
        )

    def __iter__(self) -> Iterator[str | None]:
        return iter(self.to_strings())

    def __repr__(self) -> str:
        moves = "moves" if self.metric == "htm" else f"in {self.metric}"
        within = f", at most {self.bound} {moves}" if self.bound is not None else ""
        without = int(np.count_nonzero(self.lengths == NONE))
        return f"Solutions({len(self)} rows{within}{f', {without} without a solution' if without else ''})"

    def _repr_html_(self) -> str:
        """The first rows as a table, as a notebook shows them."""
        shown = self[:SHOWN]
        cells = (
            f"<tr><th>{row}</th><td>{'' if text is None else length}</td>"
            f"<td>{html.escape((shown.errors or {}).get(row, 'no solution') if text is None else text)}</td></tr>"
            for row, (length, text) in enumerate(zip(shown.lengths.tolist(), shown, strict=True))
        )
        head = "<tr><th></th><th>length</th><th>moves</th></tr>"
        return f"<table>{head}{''.join(cells)}</table><p>{html.escape(repr(self))}</p>"

    @staticmethod
    def concatenate(parts: Iterable[Solutions]) -> Solutions:
        """The solutions of several batches as one. They have the same options.

        >>> solver = Solver(progress=False)
        >>> Solutions.concatenate(solver.solve_iter(["R", "U", "F"], chunk=2)).to_strings()
        ["R'", "U'", "F'"]

        Raises ValueError if their bounds, goals, metrics or turns differ.
        """
        parts = list(parts)
        if not parts:
            raise ValueError("there are no solutions to concatenate")
        if not all(isinstance(part, Solutions) for part in parts):
            raise TypeError("concatenate takes a list of Solutions, one for each batch")
        for _, column in _cubebatch.ENDS:
            if len(texts := {part.task.get(column, "the default") for part in parts}) > 1:
                raise ValueError(f"these solutions differ in {column}: {', '.join(sorted(texts))}")
        if len({(part.bound, part.bound_is_lost) for part in parts}) > 1:
            raise ValueError("these solutions have different bounds")
        begins = np.cumsum([0, *map(len, parts)])

        def all_of(name: str) -> Any:
            columns = [getattr(part, name) for part in parts]
            return None if any(column is None for column in columns) else np.concatenate(columns)

        others = None
        if all(part.others is not None for part in parts):
            given = [(begin, part.others) for begin, part in zip(begins.tolist(), parts, strict=False) if part.others]
            others = Others(
                np.concatenate([np.empty(0, np.uint32), *(some.rows + np.uint32(begin) for begin, some in given)]),
                padded([some.moves for _, some in given]),
                np.concatenate([np.empty(0, np.uint16), *(some.lengths for _, some in given)]),
            )
        errors = {
            begin + row: text
            for begin, part in zip(begins.tolist(), parts, strict=False)
            for row, text in (part.errors or {}).items()
        }
        return replace(
            parts[0],
            moves=padded([part.moves for part in parts]),
            lengths=all_of("lengths"),
            phases=all_of("phases"),
            at_least=all_of("at_least"),
            nodes=all_of("nodes"),
            others=others,
            about={name: text for name, text in parts[0].about.items() if all(part.about.get(name) == text for part in parts)},
            cubes=all_of("cubes"),
            errors=None if all(part.errors is None for part in parts) else errors,
        )

    def states(self) -> npt.NDArray[np.uint8]:
        """The positions along each solution: uint8 (N, columns + 1, 54). `remaining` has the length that is left at each.

        >>> from cubebatch import parse
        >>> out = Solver(progress=False).solve_batch(["R U"])
        >>> [bool((out.states()[0, step] == parse(text)).all()) for step, text in enumerate(["R U", "R", "R R'"])]
        [True, True, True]
        """
        if self.cubes is None:
            raise ValueError("these solutions came without their positions: see `cubebatch.states`")
        if self.errors:
            raise ValueError(f"row {next(iter(self.errors))} is no position: take `solutions[solutions.valid]`")
        return states(self.cubes, self.moves)

    def remaining(self) -> npt.NDArray[np.uint16]:
        """The length that is left at each of the `states`, by the `metric`: uint16 (N, columns + 1); 255 in rows without any.

        >>> Solver(progress=False).solve_batch(["R2 U"], metric="qtm").remaining()[0, :3]
        array([3, 2, 0], dtype=uint16)
        """
        left = _cubebatch.remaining(self.moves, **_options_of(self.task))
        left[self.lengths == NONE] = NONE
        return left

    def to_strings(self) -> list[str | None]:
        """The text of each solution: "R U2 F'"; None for a position without one."""
        texts: list[str | None] = list(_cubebatch.to_texts(self.moves))
        for row in np.flatnonzero(self.lengths == NONE):
            texts[row] = None
        return texts

    def arrow_schema(self, *, cubes: bool = True) -> pa.Schema:
        """The columns of `to_arrow`, with or without `cube`: the same for all batches with the same options."""
        return self[:0].to_arrow(np.empty((0, 54), np.uint8) if cubes else None).schema

    def to_arrow(self, cubes: Cubes | None = None) -> pa.Table:
        """A pyarrow table with the columns that the program writes.

        The columns `moves` (a list of uint8 each) and `length` are null in rows without a solution. If you give positions,
        the column `cube` comes first, with their facelet strings. `goal`, `to`, `metric`, `turns` and `cost` are before `moves`,
        where they are not the default. The length of each phase, `proved`, `at_least`, `nodes`, and `others`, a list of lists,
        follow if the solutions have them. `error` comes last if rows were to be marked.

        `Solutions.from_arrow` reads it back; `check(table, table)` replays it.
        """
        import pyarrow as pa

        is_none = self.lengths == NONE
        columns: dict[str, Any] = {}
        if cubes is not None:
            rows, faults = read_all(cubes)
            if self.errors is None:
                refuse(faults)
            if len(rows) != len(self):
                raise ValueError(f"{len(self)} solutions do not belong to {len(rows)} positions")
            columns["cube"] = self._facelets(rows)
        columns |= {column: pa.repeat(text, len(self)) for column, text in self.task.items()}
        columns |= {"moves": _lists(self.moves, is_none), "length": pa.array(self.lengths, pa.uint8(), mask=is_none)}
        if self.phases is not None:
            for phase, lengths in enumerate(self.phases.T, 1):
                columns[f"phase{phase}_length"] = pa.array(lengths, mask=is_none)
        if self.at_least is not None and self.nodes is not None:
            columns |= {
                "proved": pa.array(self.proved, mask=is_none),
                "at_least": pa.array(self.at_least, pa.uint8()),
                "nodes": pa.array(self.nodes),
            }
        if self.others is not None:
            counts = np.bincount(self.others.rows, minlength=len(self))
            others = _lists(self.others.moves, self.others.lengths == NONE)
            columns["others"] = pa.ListArray.from_arrays(pa.array(_offsets(counts)), others)
        if self.errors is not None:
            columns["error"] = pa.array([self.errors.get(row) for row in range(len(self))], pa.string())
        return pa.table(columns).replace_schema_metadata(self._metadata())

    def _facelets(self, rows: npt.NDArray[np.uint8]) -> pa.Array:
        import pyarrow as pa

        if not self.errors:
            return pa.array(_cubebatch.facelets(rows), pa.string())
        texts: list[str | None] = [None] * len(rows)
        for row, text in zip(np.flatnonzero(self.valid).tolist(), _cubebatch.facelets(rows[self.valid]), strict=True):
            texts[row] = text
        return pa.array(texts, pa.string())

    def _metadata(self) -> dict[str, str]:
        return self.about if self.bound is None else {**self.about, BOUND: str(self.bound)}

    @staticmethod
    def from_arrow(table: Any, *, max_length: int | None = None) -> Solutions:
        """The solutions in a table that `to_arrow`, the program or `cubebatch.ray` wrote. pandas and polars lose the metadata of
        a table, in which the bound stands: `max_length` gives it. The metric is that of the column `metric` or of the metadata.

        Raises ValueError for moves or lengths that such a table does not have, and for rows of several goals or metrics.
        """
        import pyarrow as pa

        table = pa.table(table)
        if "moves" not in table.column_names:
            raise ValueError(f"there is no column 'moves', but {', '.join(table.column_names)}")
        moves, missing = moves_of(table), table.column("moves").is_null().to_numpy()
        if (wrong := moves[(moves >= len(_cubebatch.MOVES)) & (moves != NO_MOVE)]).size:
            raise ValueError(f"{wrong[0]} is no move: these are 0 to 17")
        about = _about_of(table)
        task = _task_of(table, about)
        lengths = _cubebatch.lengths(moves, **_options_of(task))
        lengths[missing] = NONE
        if "length" in table.column_names:
            told = table.column("length").fill_null(NONE).to_numpy()
            if (wrong := np.flatnonzero(told != lengths)).size:
                row, metric = wrong[0], task.get("metric", "htm")
                raise ValueError(f"row {row}: its length is {told[row]}, but its moves count {lengths[row]} in {metric}")

        def column(name: str, kind: Any, default: int) -> Any:
            return table.column(name).fill_null(default).to_numpy().astype(kind) if name in table.column_names else None

        phases = [name for name in table.column_names if name.startswith("phase") and name.endswith("_length")]
        at_least = column("at_least", np.uint16, 0)
        if (proved := column("proved", np.bool_, False)) is not None:
            # The program writes `at_least` only where there is no solution.
            at_least = np.where(proved, lengths, 0 if at_least is None else at_least)
        bound = about.get(BOUND) if max_length is None else max_length
        told = table.column("error").to_pylist() if "error" in table.column_names else None
        errors = None if told is None else {row: text for row, text in enumerate(told) if text is not None}
        return Solutions(
            moves=padded([moves], 0 if bound is None else int(bound)),
            lengths=lengths,
            phases=np.stack([column(name, np.uint8, NONE) for name in phases], axis=1) if phases else None,
            at_least=at_least,
            nodes=column("nodes", np.uint64, 0),
            others=_others_of(table, task),
            bound=None if bound is None else int(bound),
            task=task,
            about=about,
            bound_is_lost=bound is None and VERSION not in about,
            cubes=_numbered(rows_of(table), []) if "cube" in table.column_names and not errors else None,
            errors=errors,
        )


SHOWN = 10
"""Rows that a notebook shows."""


BOUND, VERSION = "cubebatch.max_length", "cubebatch.version"
"""Names in the metadata of a file."""


def _about_of(table: pa.Table) -> dict[str, str]:
    """What the metadata of a table say of its solutions."""
    metadata = {name.decode(): text.decode() for name, text in (table.schema.metadata or {}).items()}
    return {name: text for name, text in metadata.items() if name.startswith("cubebatch.")}


def _task_of(table: pa.Table, about: dict[str, str]) -> dict[str, str]:
    """What the solutions of a table do. A table without the column of an option has it in its metadata, perhaps."""
    options = {}
    for option, column in _cubebatch.ENDS:
        options[option] = about.get(f"cubebatch.{option}")
        if column in table.column_names:
            texts = table.column(column).unique().to_pylist() or [options[option]]
            if len(texts) > 1:
                raise ValueError(f"these rows differ in {column}, so read each part alone: {', '.join(map(str, texts))}")
            options[option] = texts[0]
    return dict(_cubebatch.task(**options))


def _options_of(task: dict[str, str]) -> dict[str, Any]:
    """The options that ask for solutions that do this."""
    return {option: task[column] for option, column in _cubebatch.ENDS if column in task}


def _others_of(table: pa.Table, task: dict[str, str]) -> Others | None:
    """The other solutions in a table."""
    if "others" not in table.column_names:
        return None
    lists = table.column("others").combine_chunks()
    counts = lists.value_lengths().fill_null(0).to_numpy()
    moves = moves_of(lists.flatten())
    rows = np.repeat(np.arange(len(table), dtype=np.uint32), counts)
    return Others(rows, moves, _cubebatch.lengths(moves, **_options_of(task)))


def _lists(moves: npt.NDArray[np.uint8], is_none: npt.NDArray[np.bool_]) -> pa.ListArray:
    """Rows of moves as lists, null for rows without a solution."""
    import pyarrow as pa

    is_move = moves != NO_MOVE
    return pa.ListArray.from_arrays(pa.array(_offsets(is_move.sum(axis=1))), pa.array(moves[is_move]), mask=pa.array(is_none))


def _offsets(lengths: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """The begins and ends of lists of these lengths."""
    return np.concatenate([np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)])


@described(of_solver=True)
class Solver:
    """Opens tables once, and solves any number of positions with them.

    Threads may share a solver. Forked processes may share it, too: each opens the tables again when it first solves. A GPU
    driver may refuse that; then start the processes with "spawn". A solver can be pickled: a process opens its tables at the
    first use, once for all equal solvers that it is given.

    The first solver of a method builds its tables, in a few seconds ("optimal": half a minute). They stay in a folder that all
    solvers of the user share.

    max_length
        The bound: accept a solution of at most this length, which counts by `metric`: as moves in HTM. Two-phase search: None
        means 21 in HTM; 20 takes twice as long, 19 fifty times. Optimal: None means the shortest.
    method
        "two-phase" (Kociemba's, in six directions: short solutions), "descent" (two tables and no search: about 24 moves, fast),
        "modified" (Lin's), "thistlethwaite", "optimal" (shortest solutions, proved), or "goal" (shortest moves to a cross,
        a block or another goal). None means "two-phase", and "goal" if `goal` is given.
    engine, gpu
        "cpu", "gpu", or "auto": a GPU if there is one. `gpu` is its number or a part of its name, or "all".
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
        if max_length is not None and isinstance(max_length, str):
            raise TypeError(f"max_length is a whole number, but {max_length!r} is given: Solver(method={max_length!r})?")
        self.max_length = max_length
        self.progress = progress
        self._keywords: dict[str, Any] = {
            "method": method,
            "engine": engine,
            "gpu": None if gpu is None else str(gpu),
            "threads": whole_or_none("threads", threads, 1, _cubebatch.MOST_THREADS),
            "tables": None if tables is None else os.fspath(tables),
            "expect": whole_or_none("expect", expect, 0),
            "max_length": max_length,
            **options,
        }
        self._was_pickled = False
        self._process: int | None = None
        self._here()

    def _here(self) -> _cubebatch.Solver:
        """The solver of this process. A forked child has none of the threads of its parent, so it opens its own."""
        if self._process != os.getpid():
            with _opening, Bar(self.progress) as bar:
                if self._process != os.getpid():
                    self._solver = self._opened(bar)
                    self._process = os.getpid()
        return self._solver

    def _opened(self, bar: Bar) -> _cubebatch.Solver:
        keywords = {**self._keywords, "tables": self._keywords["tables"] or os.environ.get("CUBEBATCH_TABLES") or None}
        key = repr(sorted(keywords.items()))
        if self._was_pickled and key in _unpickled:
            return _unpickled[key]
        opened = _cubebatch.Solver(progress=bar.show, **keywords)
        if self._was_pickled:
            _unpickled[key] = opened
        return opened

    def __getstate__(self) -> dict[str, Any]:
        return {"max_length": self.max_length, "progress": self.progress, "_keywords": self._keywords}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        self._was_pickled, self._process = True, None

    @property
    def method(self) -> str:
        """The method."""
        return self._here().method

    @property
    def engine(self) -> str:
        """What searches: "CPU", or the name of a GPU, or of a driver that acts as one."""
        return self._here().engine

    @property
    def threads(self) -> int:
        """The number of threads."""
        return self._here().threads

    @property
    def tables(self) -> list[str]:
        """The tables that are open."""
        return self._here().tables

    def __repr__(self) -> str:
        bound = "" if self.max_length is None else f"{self.max_length}, "
        return f"Solver({bound}method={self.method!r}, threads={self.threads})"

    def stop(self) -> None:
        """Ends the calls that other threads of this process have begun: they raise `Stopped`. Later calls are not stopped."""
        if self._process == os.getpid():
            self._solver.stop()

    def solve(
        self,
        cube: Cubes,
        max_length: int | None = None,
        *,
        goal: str | None = None,
        format: str | None = None,
        **limits: Unpack[OtherLimits],
    ) -> str:
        """The solution of one position: "R U2 F'". With the method "goal", a `goal` replaces that of the solver. `format` is
        that of `parse`, and other keywords are those of `solve_batch`.

        Raises InvalidCube. Raises SolveError if it is proved that no solution is of at most `max_length`. Warns if the
        two-phase search finds only a longer one.
        """
        rows = rows_of(cube, format=format)
        if len(rows) != 1:
            raise ValueError(f"solve needs one position, but {len(rows)} are given; see solve_batch")
        solutions = self.solve_batch(rows, max_length=max_length, goal=goal, progress=False, **limits)
        solution = solutions[0]
        if solution is None:
            raise _cubebatch.SolveError("no solution is within the bound, proved")
        if not solutions.bound_met[0]:
            counted = "" if solutions.metric == "htm" else f" ({solutions.metric})"
            warnings.warn(f"{solutions.lengths[0]} moves{counted} were found, not {solutions.bound} or fewer", stacklevel=2)
        return solution

    @described(of_solver=False)
    def solve_batch(
        self,
        cubes: Cubes,
        *,
        on_error: OnError = "raise",
        width: int | None = None,
        format: str | None = None,
        column: str = "cube",
        progress: bool | None = None,
        **limits: Unpack[Limits],
    ) -> Solutions:
        """Solves many positions on all threads of the solver, without the interpreter's lock. Ctrl-C ends it.

        cubes
            Positions in any form that `parse` reads, with its `format` and `column`.
        on_error
            "raise" raises InvalidCube for rows that are no positions, before any is solved; "mark" leaves these rows without a
            solution and says what is wrong in `Solutions.errors`.
        width
            The least number of columns of `Solutions.moves`. None means as many as the bound or the longest solution can have.
        {options}

        `max_length` and `goal` are those of the solver unless they are given. `Solutions.bound_met` marks solutions within
        the bound, and `Solutions.others` holds the other solutions of a position.
        """
        call = self._here().call()
        marks = marks_errors(on_error)
        width = whole_or_none("width", width, 0, 254)
        rows, faults = read_all(cubes, column=column, format=format)
        if not marks:
            refuse(faults, is_one=isinstance(cubes, str))
        return self._solved(call, rows, faults, marks, width, progress, limits)

    def _solved(
        self,
        call: _cubebatch.Call,
        rows: npt.NDArray[np.uint8],
        faults: list[Fault],
        marks: bool,
        width: int | None,
        progress: bool | None,
        limits: Limits,
    ) -> Solutions:
        """The solutions of all rows but those with a fault."""
        if limits.get("max_length") is None:
            limits["max_length"] = self.max_length
        left_out = [row for row, *_ in faults]
        with Bar(self.progress if progress is None else progress) as bar:
            found = self._here().solve(rows, call=call, left_out=left_out, width=width, progress=bar.show, **limits)
        others = found["others"]
        return Solutions(
            moves=found["moves"],
            lengths=found["lengths"],
            phases=found["phases"],
            at_least=found["at_least"],
            nodes=found["nodes"],
            others=None if others is None else Others(*others),
            bound=found["bound"],
            task=dict(found["task"]),
            about=dict(found["about"]),
            cubes=_numbered(rows, left_out),
            errors={row: sentence for row, sentence, _ in faults} if marks else None,
        )

    def solve_iter(
        self,
        cubes: Iterable[Any],
        *,
        chunk: int = 100_000,
        on_error: OnError = "raise",
        width: int | None = None,
        format: str | None = None,
        column: str = "cube",
        progress: bool | None = None,
        **limits: Unpack[Limits],
    ) -> Iterator[Solutions]:
        """Solves positions as they come, `chunk` at a time, with only one chunk in memory: texts, positions or rows of any
        iterable, or a table, column or array. The keywords are those of `solve_batch`.
        `Solutions.cubes` has the positions of each chunk, and `Solutions.errors` counts its rows. An iterable of tables or of
        arrays (N, 54), such as the batches of a file, is solved one by one.

        >>> solver = Solver(progress=False)
        >>> [len(solutions) for solutions in solver.solve_iter(iter(["R", "U", "F"]), chunk=2)]
        [2, 1]
        """
        if isinstance(cubes, str):
            raise TypeError("solve_iter takes positions, not one text; see solve")
        call = self._here().call()
        marks, width, begin = marks_errors(on_error), whole_or_none("width", width, 0, 254), 0
        for some in _chunks(cubes, whole("chunk", chunk, 1, sys.maxsize), column):
            rows, faults = read_all(some, column=column, format=format)
            if not marks:
                refuse([(begin + row, sentence, told) for row, sentence, told in faults])
            yield self._solved(call, rows, faults, marks, width, progress, {**limits})
            begin += len(rows)

    def arrow_schema(self, *, cubes: bool = True, **limits: Unpack[Limits]) -> pa.Schema:
        """The columns of `Solutions.to_arrow` for solutions of this solver, with or without `cube`: the schema of a file."""
        return self.solve_batch([], progress=False, **limits).arrow_schema(cubes=cubes)


OnError = Literal["raise", "mark"]
"""What is to happen with rows that are no positions."""


def marks_errors(on_error: OnError) -> bool:
    """Whether rows that are no positions are to be marked. Raises ValueError if that is neither asked for nor refused."""
    if on_error not in ("raise", "mark"):
        raise ValueError(f'on_error is "raise" or "mark", but {on_error!r} is given')
    return on_error == "mark"


def _numbered(rows: npt.NDArray[np.uint8], left_out: list[int]) -> npt.NDArray[np.uint8]:
    """The rows as numbers of faces, zeros for the rows that are left out."""
    if not left_out and (rows[:, 4::9] == np.arange(6)).all():
        return rows
    numbered = np.zeros(rows.shape, np.uint8)
    are_valid = np.ones(len(rows), np.bool_)
    are_valid[left_out] = False
    numbered[are_valid] = _cubebatch.numbers(rows[are_valid])
    return numbered


def _chunks(cubes: Any, chunk: int, column: str) -> Iterator[Any]:
    """Pieces of `chunk` positions."""
    cubes = of_frame(cubes, column)
    if hasattr(cubes, "__arrow_c_stream__") and not hasattr(cubes, "__len__"):
        # A stream of batches, which are read as they come.
        import pyarrow as pa

        for batch in pa.RecordBatchReader.from_stream(cubes):
            yield from _chunks(batch, chunk, column)
        return
    if hasattr(cubes, "shape") or hasattr(cubes, "__arrow_c_stream__") or hasattr(cubes, "__arrow_c_array__"):
        cut = cubes.slice if hasattr(cubes, "slice") else None
        for begin in range(0, len(cubes), chunk):
            if cut is not None:
                yield cut(begin, chunk)
            else:
                yield (cubes.iloc if hasattr(cubes, "iloc") else cubes)[begin : begin + chunk]
        return
    if isinstance(cubes, Set):
        raise TypeError("a set does not hold positions in an order")
    rest = iter(cubes)
    first = next(rest, None)
    rest = itertools.chain([] if first is None else [first], rest)
    if hasattr(first, "columns") or (isinstance(first, np.ndarray) and first.ndim == 2):
        for batch in rest:
            yield from _chunks(batch, chunk, column)
        return
    while some := list(itertools.islice(rest, chunk)):
        yield some


_unpickled: dict[str, _cubebatch.Solver] = {}
"""The solvers of this process that were pickled: each task of a pool brings one with it."""

_shared: dict[str, Solver] = {}
_opening = threading.RLock()
"""Held while a solver is opened. A fork waits for it, because a child has the locks of its parent without the threads that
release them."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_opening.acquire, after_in_parent=_opening.release, after_in_child=_opening.release)
    os.register_at_fork(after_in_child=_unpickled.clear)


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
