"""What the package `kociemba` offers: change `import kociemba` to `from cubebatch import kociemba`.

>>> solve("DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD")
"D2 R' D' B' U R2 D2 R2 L F2 R2 U F2 D F2 D F2 D2 F2 L2 D"
"""

from __future__ import annotations

from . import _cubebatch
from ._cube import Cube
from ._solver import shared

MAX_LENGTH = 22
"""What that package allows, and is found at once."""


def solve(cubestring: str, patternstring: str | None = None, max_depth: int = 24) -> str:
    """The moves that make a solved cube of `cubestring`, or the pattern. Both are facelet strings of U, R, F, D, L, B.

    A solved cube has the solution "R L U2 R L F2 R2 U2 R2 F2 R2 U2 F2 L2" there; here it is "".

    Raises ValueError for what is no cube, and where `max_depth` moves do not do.
    """
    try:
        cube = Cube(_facelets(cubestring))
        if patternstring is not None:
            pattern = Cube(_facelets(patternstring))
            # What moves make the pattern of the cube make a solved one of the cube before which the pattern is undone.
            cube = pattern.inverse().then(cube)
    except _cubebatch.InvalidCube as error:
        raise ValueError("Error. Probably cubestring is invalid") from error
    return shared().solve(cube, min(max_depth, MAX_LENGTH))


def _facelets(text: str) -> str:
    if len(text) != 54 or set(text) - set("URFDLB"):
        raise ValueError("Error. Probably cubestring is invalid")
    return text
