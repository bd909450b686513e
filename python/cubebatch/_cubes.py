"""Positions in bulk."""

from __future__ import annotations

import gzip
import secrets
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, BinaryIO, Literal, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cube import Cube
from ._forms import Handed, HasArray, Moves
from ._intake import FACELETS, Rows, as_bytes, missing_of, part_of, read_all, refuse, refuse_missing, rows_for, rows_of
from ._options import whole, whole_or_none

Position: TypeAlias = str | bytes | Cube | Sequence[int] | HasArray

Cubes: TypeAlias = Position | Handed | Sequence[Position | None] | Iterator[Position | None] | Mapping[str, Any]
"""One position or many: texts, `Cube`s, whole numbers (N, 54) in an array of any library, rows of them, a column or a table of
Arrow, pandas or polars, or a mapping of names to columns."""


def parse(cubes: Cubes, *, format: str | None = None, column: str = "cube") -> Rows:
    """Reads positions in any form: uint8 (N, 54), 0 to 5 for U R F D L B.

    format
        How texts are read: "facelets", "moves", "lin", "reid", a scanning order such as "net" or "FRBLUD", or "any-order". None
        recognises the format of each.
    column
        The column of a table that holds the positions.

    >>> parse(["R", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"]).shape
    (2, 54)

    Raises InvalidCube with all faults of the first invalid row, and the numbers of all of them.
    """
    rows, faults = read_all(cubes, column=column, format=format)
    refuse(faults, is_one=isinstance(cubes, str))
    return _cubebatch.numbers(rows)


def read_file(file: str | PathLike[str] | BinaryIO, *, format: str | None = None, column: str = "cube") -> Rows:
    """The positions in a file, as `cubebatch solve` reads it: uint8 (N, 54), without blank lines.

    Lines of text, numbered lists, nets, CSV, JSON Lines, and the exports of timers: docs/files.md has an example of each. gzip is
    unpacked. pyarrow and polars read Parquet, and `parse` takes their tables.

    file
        The name of a file, or a file that was opened to read bytes.
    format, column
        As `parse` has them. Instead of its name, a column of a table may be given by its number, from 1: "2".

    >>> import io
    >>> read_file(io.BytesIO(b"1. R U2 F'\\n2. F D2 L\\n")).shape
    (2, 54)

    Raises InvalidCube with the line of the first invalid row, and the rows of all of them.
    """
    if isinstance(file, (str, PathLike)):
        with open(file, "rb") as opened:
            contents, name = opened.read(), f"{file}:"
    else:
        contents, name = file.read(), "line "
    if contents.startswith(b"\x1f\x8b"):
        contents = gzip.decompress(contents)
    rows, lines, faults = _cubebatch.read(contents, column, format)
    if faults:
        row, sentence, all_faults = faults[0]
        more = f"; {len(faults) - 1} more rows are invalid" if len(faults) > 1 else ""
        error = _cubebatch.InvalidCube(f"{name}{lines[row]}: {sentence}{more}")
        error.faults, error.row, error.rows = all_faults, row, [row for row, *_ in faults]
        raise error
    return rows


class Cause(NamedTuple):
    """Why a position may be impossible or incomplete."""

    kind: str
    """ "order", "turned", "exchanged", "mirrored", "transposed", "stickers", "doubtful", "assembly", "missing", "surplus" or
    "unknown"."""
    text: str
    """One sentence with the remedy."""
    scan: str | None
    """The scanning order by which the same symbols are `cube`."""
    cube: str | None
    """The facelets without the mistake; None for a cube that was put together wrongly."""
    faces: list[str]
    """The faces that it is about."""
    stickers: list[str]
    """The stickers that it is about: "F3" is the third of F, row by row."""


def causes(text: str, *, format: str | None = None) -> list[Cause]:
    """Why facelets may be impossible or incomplete: at most five causes, the likeliest first. A possible position has none.

    format
        As `parse` has it.

    >>> causes("UUFUUFRRLLLBRRDRRDDDBFFBFFULLRBDDBDDURRULLFLLDFFBBUBBU")[0].text
    'this looks mirrored: possible if each row of each face is reversed'
    """
    return [Cause(*cause) for cause in _cubebatch.causes(text, format)]


class SortedColours(NamedTuple):
    """Positions of measured colours."""

    cubes: Rows
    """uint8 (N, 54), 0 to 5 for the face whose colour each facelet shows. `valid` says which of them are positions."""
    doubtful: npt.NDArray[np.bool_]
    """bool (N, 54): the stickers that may have another colour."""


def from_colours(colours: Any, *, space: Literal["rgb", "lab"] = "rgb") -> SortedColours:
    """Sorts the colours that a camera measured: nine stickers of each, and each centre has the colour of its face.

    colours
        Numbers (54, 3), (6, 9, 3) or (6, 3, 3, 3) in the order U R F D L B, each face row by row; or an array of many such cubes.
    space
        "rgb": red, green and blue from 0 to 255. "lab": CIE Lab of white D65, L from 0 to 100, a and b from -128 to 128.

    >>> seen = np.array([[231, 233, 229], [176, 31, 38], [27, 140, 63], [235, 208, 40], [236, 110, 28], [22, 63, 150]])
    >>> sorted_colours = from_colours(seen[parse("R U")[0]])
    >>> facelets(sorted_colours.cubes) == facelets("R U"), int(sorted_colours.doubtful.sum())
    (True, 0)

    Raises InvalidCube for numbers out of range, and for centres that look alike.
    """
    array = np.asarray(colours)
    shapes = ((FACELETS, 3), (6, 9, 3), (6, 3, 3, 3))
    is_shaped = any(array.shape[-len(shape) :] == shape and array.ndim - len(shape) <= 1 for shape in shapes)
    if array.dtype.kind not in "iuf" or not is_shaped:
        raise ValueError(
            f"colours are numbers (54, 3), (6, 9, 3) or (6, 3, 3, 3), or many of these, but are {array.dtype} {array.shape}"
        )
    if space not in ("rgb", "lab"):
        raise ValueError(f"the space of colours is 'rgb' or 'lab', but {space!r} is given")
    rows = _cubebatch.sort_colours(array.reshape(-1, 3 * FACELETS).astype(np.float64), space == "lab")
    return SortedColours(rows[:, :FACELETS].copy(), rows[:, FACELETS:].astype(np.bool_))


def valid(cubes: Cubes, *, format: str | None = None, column: str = "cube") -> npt.NDArray[np.bool_]:
    """Whether each row is a position: bool (N,).

    >>> valid(["R U", "R Q", "U" * 54])
    array([ True, False, False])
    """
    rows, faults = read_all(cubes, column=column, format=format)
    are_valid = np.ones(len(rows), np.bool_)
    for row, *_ in faults:
        are_valid[row] = False
    return are_valid


def facelets(cubes: Cubes) -> list[str]:
    """The facelet string of each position.

    >>> facelets(["U2"])
    ['UUUUUUUUULLLRRRRRRBBBFFFFFFDDDDDDDDDRRRLLLLLLFFFBBBBBB']
    """
    return _cubebatch.facelets(rows_of(cubes))


def cubies(cubes: Cubes) -> Rows:
    """The cubies of each position: uint8 (N, 40).

    Columns 0 to 7 have the corner at each corner position, and 8 to 15 its twist (0 to 2). Columns 16 to 27 have the edge at
    each edge position, and 28 to 39 its flip (0 or 1). Positions are URF URB UBL ULF DRF DRB DLB DFL, and UF UR UB UL DF DR DB
    DL FR BR BL FL.

    >>> cubies("R")[0, :8]
    array([4, 0, 2, 3, 5, 1, 6, 7], dtype=uint8)
    """
    return _cubebatch.cubies(rows_of(cubes))


def from_cubies(cubies: npt.NDArray[Any]) -> Rows:
    """The positions with these cubies: uint8 (N, 54), the inverse of `cubies`.

    >>> facelets(from_cubies(cubies("R U"))) == facelets("R U")
    True

    Raises InvalidCube for cubies that turns cannot reach.
    """
    array = np.asarray(cubies)
    if array.dtype.kind not in "iu" or array.ndim not in (1, 2):
        raise ValueError(f"cubies are whole numbers (N, 40), but these are {array.dtype} {array.shape}")
    return _cubebatch.from_cubies(np.atleast_2d(as_bytes(array, "cubie", "see `cubies`")))


Seed = SupportsIndex | np.random.Generator | None
"""A whole number from 0 to 2⁶⁴ - 1; a generator of numpy, which draws one; or None, for which the system draws one."""


def seed_of(seed: Seed) -> int:
    """The number of a seed."""
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**64, dtype=np.uint64))
    return whole("seed", seed, 0, 2**64 - 1)


def scramble(
    count: int,
    seed: Seed = None,
    *,
    part: tuple[int, int] | None = None,
    goal: str | None = None,
    distance: int | None = None,
    case: str | None = None,
    metric: str | None = None,
    moves: str | None = None,
) -> Rows:
    """Uniformly random positions, of all 43,252,003,274,489,856,000: uint8 (count, 54). A seed gives the same positions on
    every machine and in every version.

    part
        (i, n) gives the i-th of n parts of the `count` positions, from 0: the parts together are the positions that the seed
        gives without it. So the parts are as independent as those. Machines that share a seed draw each position once.
    goal, distance
        The positions at which a goal holds, or those at this number of moves from it. A goal that sees too much for one table has
        no distances.
    case
        The positions of a case alone, turned at random: "pll T", "oll 21", any of "pll" or "oll", or "last-slot".
    metric, moves
        The distance counts by this metric and these moves, as those of `Solver`.

    >>> scramble(1_000, seed=1).shape
    (1000, 54)
    >>> scramble(1_000_000_000, seed=1, part=(2, 1_000_000)).shape
    (1000, 54)
    >>> scramble(3, goal="cross", distance=8).shape
    (3, 54)
    >>> scramble(3, goal="cross", distance=9, metric="qtm").shape
    (3, 54)
    >>> scramble(3, case="pll T").shape
    (3, 54)
    """
    if distance is not None and goal is None:
        raise ValueError("a distance needs a goal")
    if case is not None and goal is not None:
        raise ValueError("positions are of a goal or of a case")
    if distance is None and (metric is not None or moves is not None):
        raise ValueError("a metric and a set of moves need a distance")
    if part is not None and (seed is None or isinstance(seed, np.random.Generator)):
        raise ValueError("parts of the same positions need the same seed: give a number")
    distance = whole_or_none("distance", distance, 0, 255)
    rows = part_of(whole("count", count, 0), part)
    return _cubebatch.scramble((rows.start, len(rows)), seed_of(seed), (goal, case), distance, metric, moves)


def apply(cubes: Cubes, moves: Moves) -> Rows:
    """Makes moves on the positions: each its own row of moves, or the same moves on all. uint8 (N, 54). An array (N,) has one
    move for each position; 255 is no move. Missing moves, such as None, are an error.

    >>> facelets(apply(["R", "L"], ["R'", "L'"]))[0]
    'UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB'
    """
    rows = rows_of(cubes)
    moves_of_rows = rows_for(moves, len(rows))
    refuse_missing(moves)
    return _cubebatch.apply(rows, moves_of_rows)


def check(cubes: Cubes, moves: Moves) -> npt.NDArray[np.bool_]:
    """Whether moves solve the positions: bool (N,). Moves are given as in `apply`; missing ones, as of a position without a
    solution, solve nothing.

    >>> check(["R U", "L"], ["U' R'", "L"])
    array([ True, False])
    """
    rows = rows_of(cubes)
    solved, missing = _cubebatch.check(rows, rows_for(moves, len(rows))), missing_of(moves)
    return solved if missing is None else solved & ~missing


def invert(cubes: Cubes) -> Rows:
    """The inverse of each position: uint8 (N, 54).

    >>> facelets(invert("R U")) == facelets("U' R'")
    True
    """
    return _cubebatch.invert(rows_of(cubes))


def compose(cubes: Cubes, others: Cubes) -> Rows:
    """The positions after the moves that lead to the first ones, then the moves that lead to the others: uint8 (N, 54). One
    position goes with all of the other side.

    >>> facelets(compose(["R U", "L"], "F")) == facelets(["R U F", "L F"])
    True
    """
    return _cubebatch.compose(rows_of(cubes), rows_of(others))
