"""Moves as numbers and as texts."""

from __future__ import annotations

from typing import Literal

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


def write_moves(moves: Moves, *, notation: Literal["letters", "digits", "wide", "slices"] = "letters") -> list[str]:
    """The text of each row of moves.

    notation
        "letters": R U2 F'. "digits": R1 U2 F3. "wide": wide moves instead of turns of L, D and B, where the cube turns with them.
        "slices": slices where two opposite faces turn side by side, where the cube turns with them.

    >>> write_moves(parse_moves(["R U2", "[R, U]"]))
    ['R U2', "R U R' U'"]
    >>> write_moves("R L' F", notation="slices")
    ['M D']
    """
    return _cubebatch.to_texts(moves_of(moves), notation)


def invert_moves(moves: Moves) -> npt.NDArray[np.uint8]:
    """The moves that undo each row: uint8 (N, longest), 255 after the last move of a row.

    >>> write_moves(invert_moves("R U2 F"))
    ["F' U2 R'"]
    """
    return _cubebatch.changed(moves_of(moves), "invert")


def simplify_moves(moves: Moves) -> npt.NDArray[np.uint8]:
    """The same with turns joined that follow one another on a face or on opposite faces: uint8 (N, longest).

    >>> write_moves(simplify_moves(["R L R", "U D U'"]))
    ['R2 L', 'D']
    """
    return _cubebatch.changed(moves_of(moves), "simplify")


def mirror_moves(moves: Moves, plane: Literal["M", "E", "S"] = "M") -> npt.NDArray[np.uint8]:
    """The mirror image of each row: uint8 (N, longest). M exchanges left and right, E up and down, S front and back.

    >>> write_moves(mirror_moves("R U R'"))
    ["L' U' L"]
    """
    return _cubebatch.changed(moves_of(moves), f"mirror {plane}")


def rotate_moves(moves: Moves, by: str) -> npt.NDArray[np.uint8]:
    """The moves for a cube that is held in another way: uint8 (N, longest).

    by
        Rotations that bring the cube there: "y", or "x y2".

    >>> write_moves(rotate_moves("R U R'", "y"))
    ["F U F'"]
    """
    return _cubebatch.changed(moves_of(moves), f"rotate {by}")
