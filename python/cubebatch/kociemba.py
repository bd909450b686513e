"""A replacement for the package `kociemba`: change `import kociemba` to `from cubebatch import kociemba`.

>>> solve("DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD")
"D2 R' D' B' U R2 D2 R2 L F2 R2 U F2 D F2 D F2 D2 F2 L2 D"
"""

from __future__ import annotations

from . import _cubebatch
from ._cube import Cube
from ._solver import shared

MAX_LENGTH = 22
"""Solutions of this length are found at once, and no position needs more."""

MAX_TIME = 10_000
"""Milliseconds for fewer moves: there may be no such solution, and the search would not end."""


def solve(cubestring: str, patternstring: str | None = None, max_depth: int = 24) -> str:
    """The moves that lead from `cubestring` to the solved cube, or to the pattern. Both are facelet strings of U, R, F, D, L, B.

    For a solved cube it returns "", where the package `kociemba` returns moves.

    Raises ValueError for an invalid cube, and if ten seconds find no solution of at most `max_depth` moves.
    """
    try:
        cube = Cube(_facelets(cubestring))
        if patternstring is not None:
            pattern = Cube(_facelets(patternstring))
            # The moves from the cube to the pattern solve this position.
            cube = pattern.inverse().then(cube)
    except _cubebatch.InvalidCube as error:
        raise ValueError("Error. Probably cubestring is invalid") from error
    found = shared().solve_batch(cube, max_length=min(max_depth, MAX_LENGTH), max_time=MAX_TIME, progress=False)
    solution = found[0]
    if solution is None or found.lengths[0] > max_depth:
        raise ValueError(f"Error. No solution of at most {max_depth} moves was found")
    return solution


def _facelets(text: str) -> str:
    if len(text) != 54 or set(text) - set("URFDLB"):
        raise ValueError("Error. Probably cubestring is invalid")
    return text
