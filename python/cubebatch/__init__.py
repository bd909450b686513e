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

- `MOVES`: the names of the 18 moves, U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'; their numbers are those of all moves.
- `QUARTER_TURNS`, `INVERSES`: the names of the quarter turns; the number of the inverse of each move.
- `PERMUTATIONS`: uint8 (18, 54); `cubes[:, PERMUTATIONS[move]]` makes a move on anything with 54 facelets.
- `SYMMETRY_MOVES`: uint8 (48, 18), the image of each move under each symmetry of the cube. With `SYMMETRY_FACES` and
  `SYMMETRY_FACELETS` the image of positions is `SYMMETRY_FACES[s][cubes[:, SYMMETRY_FACELETS[s]]]`.
- `Cubes`, `Moves`: the types of what functions take.
- `cosets`, `kociemba`, `pocket`: modules; the first counts whole cosets, the second replaces the package `kociemba`, the third
  solves the pocket cube.
"""

import importlib as _importlib

try:
    _importlib.import_module("._cubebatch", __name__)
except ModuleNotFoundError as error:
    raise ImportError(
        f"{__path__[0]} is the source of cubebatch without its compiled part: build that with `maturin develop` in the folder "
        "above, or start Python in another folder, where it finds an installed cubebatch"
    ) from error

from . import cosets, kociemba, pocket
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
from ._cubes import (
    Cause,
    Cubes,
    SortedColours,
    apply,
    causes,
    check,
    compose,
    cubies,
    facelets,
    from_colours,
    from_cubies,
    invert,
    parse,
    read_file,
    scramble,
    valid,
)
from ._distances import PatternDatabase, distances, lower_bounds, phase1_distances, phase2_distances
from ._forms import Moves
from ._moves import invert_moves, mirror_moves, parse_moves, rotate_moves, simplify_moves, write_moves
from ._solver import Others, Solutions, Solver, solve

__all__ = [
    "INVERSES",
    "MOVES",
    "PERMUTATIONS",
    "QUARTER_TURNS",
    "SYMMETRY_FACELETS",
    "SYMMETRY_FACES",
    "SYMMETRY_MOVES",
    "Cause",
    "Cube",
    "Cubes",
    "InvalidCube",
    "Moves",
    "Others",
    "PatternDatabase",
    "Solutions",
    "SolveError",
    "Solver",
    "SortedColours",
    "Stopped",
    "Walks",
    "__version__",
    "apply",
    "causes",
    "check",
    "compose",
    "conjugate",
    "conjugates",
    "cosets",
    "cubies",
    "distances",
    "facelets",
    "from_colours",
    "from_cubies",
    "from_ranks",
    "hashes",
    "invert",
    "invert_moves",
    "kociemba",
    "lower_bounds",
    "mirror_moves",
    "neighbours",
    "one_hot",
    "parse",
    "parse_moves",
    "phase1_distances",
    "phase2_distances",
    "pocket",
    "random_walks",
    "ranks",
    "read_file",
    "representatives",
    "rotate_moves",
    "scramble",
    "simplify_moves",
    "solve",
    "states",
    "valid",
    "write_moves",
]
