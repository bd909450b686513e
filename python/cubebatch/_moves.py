"""Moves as numbers and as texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from . import _cubebatch

Moves = str | Sequence[str] | npt.NDArray[np.uint8]
"""A text for all positions; or a text for each, an array (N, longest), or an array (N,) of one move for each."""


def rows_of(moves: Moves) -> npt.NDArray[np.uint8]:
    """Rows of numbers; a single text gives one row."""
    if isinstance(moves, str):
        return _cubebatch.from_texts([moves])
    if isinstance(moves, np.ndarray):
        if moves.dtype != np.uint8 or moves.ndim not in (1, 2):
            raise ValueError(f"moves are uint8 (N, longest), but these are {moves.dtype} {moves.shape}")
        return np.atleast_2d(moves)
    return _cubebatch.from_texts(list(moves))


def rows_for(moves: Moves, positions: int) -> npt.NDArray[np.uint8]:
    """Rows of numbers for `positions` positions.

    An array with one dimension has one move for each position, or all moves of a single position.
    """
    rows = rows_of(moves)
    if not isinstance(moves, np.ndarray) or moves.ndim == 2 or positions == 1:
        return rows
    if len(moves) != positions:
        raise ValueError(
            f"an array of {len(moves)} moves does not have one for each of {positions} positions; "
            "moves[np.newaxis] makes all of them on each position"
        )
    return rows.T


def parse_moves(texts: str | Sequence[str]) -> npt.NDArray[np.uint8]:
    """Reads sequences of moves in any notation: uint8 (N, longest), 255 after the last move of a row.

    >>> parse_moves(["R U2", "[R, U]"])
    array([[  3,   1, 255, 255],
           [  3,   0,   5,   2]], dtype=uint8)
    """
    return rows_of(texts)


def write_moves(moves: npt.NDArray[np.uint8]) -> list[str]:
    """The text of each row of moves.

    >>> write_moves(parse_moves(["R U2", "[R, U]"]))
    ['R U2', "R U R' U'"]
    """
    return _cubebatch.to_texts(rows_of(moves))
