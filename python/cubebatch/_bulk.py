"""What learning needs of many positions: their neighbours, walks, numbers, symmetries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cubes import Cubes, Seed, seed_of
from ._forms import Moves
from ._intake import FACELETS, Rows, numbers_of, part_of, rows_for, rows_of
from ._options import whole

MOVE_NUMBERS = {name: number for number, name in enumerate(_cubebatch.MOVES)}

QUARTER_TURNS = [name for name in _cubebatch.MOVES if not name.endswith("2")]
"""The twelve moves of the quarter-turn metric."""

SYMMETRIES = 48

for _constant in (
    _cubebatch.PERMUTATIONS,
    _cubebatch.SYMMETRY_FACELETS,
    _cubebatch.SYMMETRY_FACES,
    _cubebatch.SYMMETRY_MOVES,
):
    _constant.flags.writeable = False


def _numbers(moves: Sequence[str | int] | None) -> list[int]:
    if moves is None:
        return list(range(len(_cubebatch.MOVES)))
    if isinstance(moves, str):
        moves = moves.split()
    unknown = [move for move in moves if isinstance(move, str) and move not in MOVE_NUMBERS]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no move: these are {', '.join(_cubebatch.MOVES)}")
    return [MOVE_NUMBERS[move] if isinstance(move, str) else whole("a move", move, 0, 17) for move in moves]


def neighbours(cubes: Cubes, moves: Sequence[str | int] | None = None) -> Rows:
    """What the facelets show after each of the 18 moves, or of some: uint8 (N, moves, 54), in the order of the moves.

    Rows are carried along whatever they show, numbered stickers as well as colours, and are not checked to be positions.

    >>> neighbours(["R", "U"]).shape
    (2, 18, 54)
    """
    rows, numbers = rows_of(cubes), _numbers(moves)
    return _cubebatch.neighbours(rows, numbers).reshape(len(rows), len(numbers), FACELETS)


def states(cubes: Cubes, moves: Moves) -> Rows:
    """The positions along moves: uint8 (N, longest + 1, 54). The first is the position itself; after the last move of a row its
    position stays.

    >>> states("R U", "U' R'").shape
    (1, 3, 54)
    """
    rows = rows_of(cubes)
    numbers = rows_for(moves, len(rows))
    return _cubebatch.states(rows, numbers).reshape(len(rows), numbers.shape[1] + 1, FACELETS)


@dataclass(frozen=True, eq=False)
class Walks:
    """Random walks, see `random_walks`."""

    cubes: Rows
    """The positions: uint8 (N, length + 1, 54). Position k is k moves from the start."""
    moves: Rows
    """The moves: uint8 (N, length)."""

    @property
    def back(self) -> Rows:
        """The move that leads from each position but the first to the one before: uint8 (N, length)."""
        return np.take(INVERSES, self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"Walks({len(self)} walks of {self.moves.shape[1]} moves)"


INVERSES = np.array([3 * (move // 3) + 2 - move % 3 for move in range(len(_cubebatch.MOVES))], np.uint8)
"""The move that undoes each move."""


def random_walks(
    count: int,
    length: int,
    seed: Seed = None,
    *,
    part: tuple[int, int] | None = None,
    start: Cubes | None = None,
    moves: Sequence[str | int] | None = None,
    canonical: bool = True,
) -> Walks:
    """Walks of `length` random moves from the solved cube, or from a position, or each from its own.

    seed, part
        As in `scramble`: the parts together are the walks that the seed gives without it.
    moves
        The moves to draw from: all 18, or some, such as `QUARTER_TURNS`.
    canonical
        Whether each move may follow the one before in a canonical sequence: it turns another face, and of two opposite faces in a
        row, U, R or F comes first. Otherwise all moves have the same chance each time.

    >>> walks = random_walks(1000, 26, seed=1)
    >>> walks.cubes.shape, walks.moves.shape
    ((1000, 27, 54), (1000, 26))
    """
    rows = part_of(whole("count", count, 0), part)
    length = whole("length", length, 0, 10_000)
    begin = None if start is None else rows_of(start)
    if begin is not None and len(begin) != 1:
        if len(begin) != count:
            raise ValueError(f"{count} walks have {len(begin)} starts")
        begin = begin[rows.start : rows.stop]
    drawn, cubes = _cubebatch.walks(rows.start, len(rows), length, seed_of(seed), _numbers(moves), canonical, begin)
    return Walks(cubes.reshape(len(rows), length + 1, FACELETS), drawn)


def one_hot(cubes: Cubes, dtype: npt.DTypeLike = np.uint8) -> npt.NDArray[Any]:
    """The positions as one-hot numbers: (N, 324), six for each facelet in order.

    >>> one_hot("R").sum()
    np.uint64(54)
    """
    return np.take(np.eye(6, dtype=dtype), _cubebatch.numbers(rows_of(cubes)), axis=0).reshape(-1, 6 * FACELETS)


def ranks(cubes: Cubes) -> npt.NDArray[np.uint64]:
    """The number of each position among all 43,252,003,274,489,856,000: uint64 (N, 2), the high and the low 64 bits.

    >>> ranks(["R R'"])
    array([[0, 0]], dtype=uint64)
    """
    return _cubebatch.ranks(rows_of(cubes))


def from_ranks(ranks: npt.ArrayLike) -> Rows:
    """The positions with these numbers: uint8 (N, 54), the inverse of `ranks`.

    >>> int(from_ranks([[0, 12_345]])[0, 0])
    0
    """
    array = np.atleast_2d(np.asarray(ranks))
    if array.dtype.kind not in "iu" or array.ndim != 2 or (array < 0).any():
        raise ValueError(f"ranks are whole numbers (N, 2) from 0 on, but these are {array.dtype} {array.shape}")
    return _cubebatch.from_ranks(array.astype(np.uint64))


def hashes(cubes: Cubes) -> npt.NDArray[np.uint64]:
    """A hash of each position: uint64 (N,), XXH3 of its number as 16 bytes, the lowest first. Among a billion positions, two
    have the same hash with a chance of 3 in 100; `ranks` are different for all.

    >>> bool(hashes("R")[0] == hashes("R2 R'")[0])
    True
    """
    return _cubebatch.hashes(rows_of(cubes))


def conjugates(cubes: Cubes) -> Rows:
    """The conjugates of each position by the 48 symmetries of the cube: uint8 (N, 48, 54). The first is the position itself.
    All have the same distance from solved; `SYMMETRY_MOVES` has the images of the moves that solve it.

    >>> conjugates(["R", "U"]).shape
    (2, 48, 54)
    """
    rows = rows_of(cubes)
    return _cubebatch.conjugates(rows).reshape(len(rows), SYMMETRIES, FACELETS)


def conjugate(cubes: Cubes, symmetries: npt.ArrayLike) -> Rows:
    """The conjugate of each position by its symmetry, 0 to 47, or by the only one: uint8 (N, 54).

    >>> conjugate(["R", "U"], [0, 5]).shape
    (2, 54)
    """
    return _cubebatch.conjugate(rows_of(cubes), numbers_of(symmetries, "symmetries", SYMMETRIES - 1).tolist())


def representatives(cubes: Cubes, *, inverses: bool = False) -> tuple[Rows, npt.NDArray[np.uint8]]:
    """The canonical form of each position: the least of its conjugates as a row of numbers, uint8 (N, 54); and the number of the
    symmetry that leads to it, uint8 (N,).

    With `inverses` it is the least of these and of the conjugates of the inverse, which has the same distance from solved.
    Numbers from 48 on say that symmetry `number - 48` leads to it from the inverse.

    >>> rows, _ = representatives(_cubebatch.MOVES, inverses=True)
    >>> len(np.unique(rows, axis=0))
    2
    """
    return _cubebatch.representatives(rows_of(cubes), inverses)
