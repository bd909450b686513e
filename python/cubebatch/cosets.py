"""Whole cosets of G1 = <U, D, R2, L2, F2, B2>: the 19,508,428,800 positions with the same twist, flip and slice.

A coset takes 3.4 GB of memory, or 4.9 GB of a GPU's with `engine="gpu"`; `engine` and `gpu` are those of `Solver`. Its table
has 317 MiB; it is opened in each call, and built in some seconds if it is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from typing import TYPE_CHECKING, TypedDict

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cube import Cube
from ._cubes import Cubes
from ._intake import Rows, rows_of
from ._options import whole
from ._progress import Bar
from ._solver import Solver

if TYPE_CHECKING:
    from typing_extensions import Unpack

POSITIONS = 19_508_428_800
"""The positions of a coset."""


class Opening(TypedDict, total=False):
    """What opens cosets: keywords of `Solver`."""

    engine: str
    gpu: str | int | None
    tables: str | PathLike[str] | None
    threads: int | None


@contextmanager
def _opening(progress: bool, keywords: Opening) -> Iterator[_cubebatch._Opening]:
    unknown = keywords.keys() - Opening.__annotations__.keys()
    if unknown:
        raise TypeError(f"{min(unknown)!r} is no keyword here: there are {', '.join(Opening.__annotations__)}")
    gpu = keywords.get("gpu")
    with Bar(progress) as bar:
        yield {
            "engine": keywords.get("engine", "cpu"),
            "gpu": None if gpu is None else str(gpu),
            "tables": keywords.get("tables"),
            "threads": keywords.get("threads"),
            "progress": bar.show,
        }


def levels(
    cube: str | Cube | Rows,
    depth: int,
    *,
    checkpoint: str | PathLike[str] | None = None,
    checkpoint_every: float = 600,
    progress: bool = True,
    **opening: Unpack[Opening],
) -> npt.NDArray[np.uint64]:
    """How many positions of the coset of a position are at each distance from solved, up to `depth` moves: uint64
    (depth + 1,), or fewer values once all positions are found.

    15 moves take seconds and 16 a minute; each more takes about thirteen times as long. `checkpoint` is a folder for a record,
    from which the same call goes on; it is written every `checkpoint_every` seconds, and has 2.4 GB until the levels are done.

    >>> levels("R", 4, progress=False)
    array([  0,   2,  18, 116, 828], dtype=uint64)
    """
    kept = None if checkpoint is None else (checkpoint, float(checkpoint_every))
    with _opening(progress, opening) as opened:
        return _cubebatch.coset_levels(Cube(cube)._row, whole("depth", depth, 0, 20), kept, opened)


def left(
    cube: str | Cube | Rows,
    at_most: int = 20,
    *,
    progress: bool = True,
    **opening: Unpack[Opening],
) -> Rows:
    """The positions of a coset that a quick search does not show to be at most `at_most` moves from solved, 20 or more: uint8
    (N, 54), some thousands or none. A solver can show it of each of them."""
    with _opening(progress, opening) as opened:
        return _cubebatch.coset_left(Cube(cube)._row, whole("at_most", at_most, 20, 30), opened)


def farther(
    cube: str | Cube | Rows,
    at_most: int = 20,
    *,
    progress: bool = True,
    **opening: Unpack[Opening],
) -> Rows:
    """The positions of a coset for which no solution of at most `at_most` moves was found: uint8 (N, 54). If there is none, all
    positions of the coset are at most this number of moves from solved. It takes about ten seconds on two cores."""
    rows = left(cube, at_most, progress=progress, **opening)
    if len(rows) == 0:
        return rows
    solver = Solver(max_length=at_most, progress=progress, **opening)
    return rows[solver.solve_batch(rows, progress=progress).lengths > at_most]


def numbers(cubes: Cubes, *, up_to_symmetry: bool = False) -> npt.NDArray[np.uint32]:
    """The number of the coset of each position, below 2,217,093,120: uint32 (N,).

    With `up_to_symmetry` cosets that one of the 16 symmetries of the U/D axis carries to each other have the same number, below
    140,908,410. Their levels are the same.

    >>> numbers(["U R2", "R"]).tolist()
    [0, 1253007590]
    """
    return _cubebatch.coset_numbers(rows_of(cubes), up_to_symmetry)
