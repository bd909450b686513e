"""Solves Rubik's cube positions in batches of millions.

>>> import cubebatch as cb
>>> cube = cb.Cube("R U2 F'")
>>> cube.facelets
'FUUFUULRRBLLDRRDRRBDDBFFUFFRLLDDBDDBRRULLULLFFFDUBBUBB'
>>> cb.Cube("R U R' U'").apply("U R U' R'") == cb.Cube()
True

Positions in bulk are numpy arrays of uint8 with a row of 54 for each: the faces U R F D L B by number, 0 to 5, in the order of
a facelet string. Every function also accepts positions in any other form that `parse` reads: texts in any notation, arrays of
other libraries, columns and tables of Arrow, pandas and polars. Moves are arrays of uint8 with a row for each position: numbers
of `MOVES`, and 255 after the last one.
"""

import importlib

try:
    importlib.import_module("._cubebatch", __name__)
except ModuleNotFoundError as error:
    raise ImportError(
        f"{__path__[0]} is the source of cubebatch without its compiled part: build that with `maturin develop` in the folder "
        "above, or start Python in another folder, where it finds an installed cubebatch"
    ) from error

from . import kociemba, pocket
from ._bulk import (
    INVERSES,
    QUARTER_TURNS,
    Walks,
    conjugate,
    conjugates,
    from_ranks,
    hashes,
    neighbours,
    one_hot,
    random_walks,
    ranks,
    representatives,
    states,
)
from ._cube import Cube
from ._cubebatch import (
    MOVES,
    PERMUTATIONS,
    SYMMETRY_FACELETS,
    SYMMETRY_FACES,
    SYMMETRY_MOVES,
    InvalidCube,
    SolveError,
    Stopped,
    __version__,
)
from ._cubes import Cubes, apply, check, compose, cubies, facelets, from_cubies, invert, parse, scramble, valid
from ._distances import PatternDatabase, distances, lower_bounds, phase1_distances, phase2_distances
from ._forms import Moves
from ._moves import parse_moves, write_moves
from ._solver import Others, Solutions, Solver, solve

__all__ = [
    "INVERSES",
    "MOVES",
    "PERMUTATIONS",
    "QUARTER_TURNS",
    "SYMMETRY_FACELETS",
    "SYMMETRY_FACES",
    "SYMMETRY_MOVES",
    "Cube",
    "Cubes",
    "InvalidCube",
    "Moves",
    "Others",
    "PatternDatabase",
    "Solutions",
    "SolveError",
    "Solver",
    "Stopped",
    "Walks",
    "__version__",
    "apply",
    "check",
    "compose",
    "conjugate",
    "conjugates",
    "cubies",
    "distances",
    "facelets",
    "from_cubies",
    "from_ranks",
    "hashes",
    "invert",
    "kociemba",
    "lower_bounds",
    "neighbours",
    "one_hot",
    "parse",
    "parse_moves",
    "phase1_distances",
    "phase2_distances",
    "pocket",
    "random_walks",
    "ranks",
    "representatives",
    "scramble",
    "solve",
    "states",
    "valid",
    "write_moves",
]
