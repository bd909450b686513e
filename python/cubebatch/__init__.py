"""Solves Rubik's cube positions in batches of millions.

>>> import cubebatch as cb
>>> cube = cb.Cube("R U2 F'")
>>> cube.facelets
'FUUFUULRRBLLDRRDRRBDDBFFUFFRLLDDBDDBRRULLULLFFFDUBBUBB'
>>> cb.Cube("R U R' U'").apply("U R U' R'") == cb.Cube()
True

Positions in bulk are numpy arrays of uint8 with a row of 54 for each: the faces U R F D L B by number, 0 to 5, in the order of
a facelet string. Instead of such an array, every function accepts a list of texts in any notation, an array of letters, or an
array of pyarrow. Moves are arrays of uint8 with a row for each position: numbers of `MOVES`, and 255 after the last one.
"""

from ._cube import Cube
from ._cubebatch import MOVES, InvalidCube, SolveError, __version__
from ._cubes import Cubes, apply, check, cubies, facelets, invert, parse, scramble
from ._moves import Moves, parse_moves, write_moves
from ._solver import Others, Solutions, Solver, solve

__all__ = [
    "MOVES",
    "Cube",
    "Cubes",
    "InvalidCube",
    "Moves",
    "Others",
    "Solutions",
    "SolveError",
    "Solver",
    "__version__",
    "apply",
    "check",
    "cubies",
    "facelets",
    "invert",
    "parse",
    "parse_moves",
    "scramble",
    "solve",
    "write_moves",
]
