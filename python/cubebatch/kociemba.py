"""What the package `kociemba` offers: change `import kociemba` to `from cubebatch import kociemba`.

>>> solve("DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD")
"D2 R' D' B' U R2 D2 R2 L F2 R2 U F2 D F2 D F2 D2 F2 L2 D"
"""

from __future__ import annotations

from . import _cubebatch
from ._cube import Cube
from ._solver import shared

MAX_LENGTH = 22
"""So many moves are found at once, and never needed."""

MAX_TIME = 10_000
"""Milliseconds for fewer than that: there may be no such solution, and nothing would tell."""


def solve(cubestring: str, patternstring: str | None = None, max_depth: int = 24) -> str:
    """The moves that make a solved cube of `cubestring`, or the pattern. Both are facelet strings of U, R, F, D, L, B.

    A solved cube is turned for a while there; here its solution is "".

    Raises ValueError for what is no cube, and where ten seconds find no solution of at most `max_depth` moves.
    """
    try:
        cube = Cube(_facelets(cubestring))
        if patternstring is not None:
            pattern = Cube(_facelets(patternstring))
            # What moves make the pattern of the cube make a solved one of the cube before which the pattern is undone.
            cube = pattern.inverse().then(cube)
    except _cubebatch.InvalidCube as error:
        raise ValueError("Error. Probably cubestring is invalid") from error
    found = shared().solve_batch(cube, max_length=min(max_depth, MAX_LENGTH), max_time=MAX_TIME, progress=False)
    if found.lengths[0] > max_depth:
        raise ValueError(f"Error. No solution of at most {max_depth} moves was found")
    return found[0]


def _facelets(text: str) -> str:
    if len(text) != 54 or set(text) - set("URFDLB"):
        raise ValueError("Error. Probably cubestring is invalid")
    return text
