"""Positions in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cube import FACELETS, Cube
from ._moves import Moves, rows_for
from ._options import whole, whole_or_none

Cubes = str | Cube | Sequence[str] | Sequence[Cube] | npt.NDArray[np.uint8] | Any
"""One position or many: texts, `Cube`s, a numpy array (N, 54) of uint8, an array, a column or a table of pyarrow."""


IS_FACE = np.isin(np.arange(256), list(b"URFDLB"))
"""For each byte, whether it is the letter of a face."""


def rows_of(cubes: Cubes) -> npt.NDArray[np.uint8]:
    """Positions as rows of numbers or symbols, without a copy where possible."""
    if isinstance(cubes, np.ndarray):
        if cubes.dtype.kind == "S" and cubes.dtype.itemsize == FACELETS:
            cubes = np.ascontiguousarray(cubes).view(np.uint8).reshape(-1, FACELETS)
        if cubes.dtype.kind in "UO":
            return _cubebatch.parse([str(text) for text in cubes.ravel()])
        if cubes.dtype != np.uint8 or cubes.ndim not in (1, 2):
            raise ValueError(f"positions are uint8 (N, 54), but these are {cubes.dtype} {cubes.shape}")
        return np.atleast_2d(cubes)
    if isinstance(cubes, str):
        return _cubebatch.parse([cubes])
    if isinstance(cubes, Cube):
        return cubes._row
    if type(cubes).__module__.partition(".")[0] == "pyarrow":
        return _of_arrow(cubes)
    several = list(cubes)
    if several and all(isinstance(cube, Cube) for cube in several):
        return np.concatenate([cube._row for cube in several])
    return _cubebatch.parse(several)


def _of_arrow(data: Any) -> npt.NDArray[np.uint8]:
    import pyarrow as pa

    if isinstance(data, (pa.Table, pa.RecordBatch)):
        data = data.column("cube")
    chunks = data.chunks if isinstance(data, pa.ChunkedArray) else [data]
    rows = [_of_arrow_array(chunk) for chunk in chunks]
    return np.concatenate(rows) if rows else np.empty((0, FACELETS), np.uint8)


def _of_arrow_array(array: Any) -> npt.NDArray[np.uint8]:
    import pyarrow as pa

    if array.null_count:
        raise ValueError(f"{array.null_count} positions are missing (null)")
    if array.type == pa.binary(FACELETS):
        data = np.frombuffer(array.buffers()[1], np.uint8)
        return data[array.offset * FACELETS :][: len(array) * FACELETS].reshape(-1, FACELETS)
    if pa.types.is_string(array.type) or pa.types.is_large_string(array.type):
        width = np.int32 if pa.types.is_string(array.type) else np.int64
        _, offsets, data = array.buffers()
        places = np.frombuffer(offsets, width)[array.offset :][: len(array) + 1]
        if len(array) and data is not None and (np.diff(places) == FACELETS).all():
            rows = np.frombuffer(data, np.uint8)[places[0] : places[-1]].reshape(-1, FACELETS)
            # A text of 54 bytes need not be a facelet string; the format of other texts is recognised for each.
            if IS_FACE[rows].all():
                return rows
    return _cubebatch.parse(array.to_pylist())


def parse(texts: str | Sequence[str]) -> npt.NDArray[np.uint8]:
    """Reads positions in any notation: uint8 (N, 54), 0 to 5 for U R F D L B.

    >>> parse(["R", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"]).shape
    (2, 54)

    Raises InvalidCube with all faults of the first invalid text.
    """
    return _cubebatch.parse([texts] if isinstance(texts, str) else list(texts))


def facelets(cubes: Cubes) -> list[str]:
    """The facelet string of each position.

    >>> facelets(["U2"])
    ['UUUUUUUUULLLRRRRRRBBBFFFFFFDDDDDDDDDRRRLLLLLLFFFBBBBBB']
    """
    return _cubebatch.facelets(rows_of(cubes))


def cubies(cubes: Cubes) -> npt.NDArray[np.uint8]:
    """The cubies of each position: uint8 (N, 40).

    Columns 0 to 7 have the corner at each corner position, and 8 to 15 its twist (0 to 2). Columns 16 to 27 have the edge at
    each edge position, and 28 to 39 its flip (0 or 1). Positions are URF URB UBL ULF DRF DRB DLB DFL, and UF UR UB UL DF DR DB
    DL FR BR BL FL.

    >>> cubies("R")[0, :8]
    array([4, 0, 2, 3, 5, 1, 6, 7], dtype=uint8)
    """
    return _cubebatch.cubies(rows_of(cubes))


def scramble(
    count: int,
    seed: int = 0,
    *,
    goal: str | None = None,
    distance: int | None = None,
    metric: str | None = None,
    moves: str | None = None,
) -> npt.NDArray[np.uint8]:
    """Uniformly random positions, of all 43,252,003,274,489,856,000: uint8 (count, 54). A seed gives the same positions on
    every machine and in every version.

    With a goal, the positions at which it holds; with a distance, the positions at this number of moves from it. A goal that sees
    too much for one table has no distances. The distance counts by the metric and by the set of moves, as those of `Solver`.

    >>> scramble(1_000_000, seed=1).shape
    (1000000, 54)
    >>> scramble(3, goal="cross", distance=8).shape
    (3, 54)
    >>> scramble(3, goal="cross", distance=9, metric="qtm").shape
    (3, 54)
    """
    if distance is not None and goal is None:
        raise ValueError("a distance needs a goal")
    if distance is None and (metric is not None or moves is not None):
        raise ValueError("a metric and a set of moves need a distance")
    seed, distance = whole("seed", seed, 0, 2**64 - 1), whole_or_none("distance", distance, 0, 255)
    return _cubebatch.scramble(whole("count", count, 0), seed, goal, distance, metric, moves)


def apply(cubes: Cubes, moves: Moves) -> npt.NDArray[np.uint8]:
    """Makes moves on the positions: each its own row of moves, or the same moves on all. uint8 (N, 54). An array (N,) has one
    move for each position; 255 is no move.

    >>> facelets(apply(["R", "L"], ["R'", "L'"]))[0]
    'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB'
    """
    rows = rows_of(cubes)
    return _cubebatch.apply(rows, rows_for(moves, len(rows)))


def check(cubes: Cubes, moves: Moves) -> npt.NDArray[np.bool_]:
    """Whether moves solve the positions: bool (N,). Moves are given as in `apply`.

    >>> check(["R U", "L"], ["U' R'", "L"])
    array([ True, False])
    """
    rows = rows_of(cubes)
    return _cubebatch.check(rows, rows_for(moves, len(rows)))


def invert(cubes: Cubes) -> npt.NDArray[np.uint8]:
    """The inverse of each position: uint8 (N, 54).

    >>> facelets(invert("R U")) == facelets("U' R'")
    True
    """
    return _cubebatch.invert(rows_of(cubes))
