"""Moves as numbers and as texts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._forms import Moves
from ._intake import moves_of, refuse_missing


def parse_moves(texts: Moves) -> npt.NDArray[np.uint8]:
    """Reads sequences of moves in any notation: uint8 (N, longest), 255 after the last move of a row.

    >>> parse_moves(["R U2", "[R, U]"])
    array([[  3,   1, 255, 255],
           [  3,   0,   5,   2]], dtype=uint8)
    """
    moves = moves_of(texts)
    refuse_missing(texts)
    return moves


def write_moves(moves: Moves) -> list[str]:
    """The text of each row of moves.

    >>> write_moves(parse_moves(["R U2", "[R, U]"]))
    ['R U2', "R U R' U'"]
    """
    return _cubebatch.to_texts(moves_of(moves))
