"""One position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._forms import HasArray, Moves
from ._intake import FACELETS, moves_of, read_all, refuse
from ._picture import Animation, still


class Cubies(NamedTuple):
    """The cubie at each position, and its orientation. Positions are in the order of `cubebatch.cubies`."""

    corners: tuple[int, ...]
    twists: tuple[int, ...]
    edges: tuple[int, ...]
    flips: tuple[int, ...]


class Cube:
    """A position of the cube: a value that never changes.

    Its argument is a text in any notation (moves, facelets, Reid's cubies, Lin's colours), or a row of 54 faces of any library.
    `format` is that of `parse`. Without an argument it is the solved cube.

    >>> Cube("R U F")
    Cube('UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB')
    >>> Cube("R2 L2").apply("L2 R2").is_solved
    True

    Raises InvalidCube with all faults.
    """

    __slots__ = ("__row",)

    def __init__(
        self, position: str | bytes | Cube | Sequence[int] | HasArray | None = None, *, format: str | None = None
    ) -> None:
        rows, faults = read_all(SOLVED if position is None else position, format=format)
        if len(rows) != 1:
            raise ValueError(f"a cube is one position, but {len(rows)} are given")
        refuse(faults, is_one=True)
        row = _cubebatch.numbers(rows)
        row.flags.writeable = False
        self.__row = row

    @property
    def _row(self) -> npt.NDArray[np.uint8]:
        return self.__row

    @property
    def array(self) -> npt.NDArray[np.uint8]:
        """The faces of its facelets: uint8 (54,), 0 to 5 for U R F D L B."""
        return self.__row.reshape(FACELETS)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self.array.astype(np.uint8 if dtype is None else dtype, copy=copy is not False)

    @property
    def facelets(self) -> str:
        """Its facelet string: U, R, F, D, L, B, each row by row."""
        return _cubebatch.facelets(self.__row)[0]

    @property
    def cubies(self) -> Cubies:
        """The cubie at each position, and its orientation.

        >>> Cube("U").cubies.edges
        (1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11)
        """
        row = [int(number) for number in _cubebatch.cubies(self.__row)[0]]
        return Cubies(tuple(row[:8]), tuple(row[8:16]), tuple(row[16:28]), tuple(row[28:]))

    @property
    def is_solved(self) -> bool:
        """Whether the cube is solved."""
        return self.facelets == SOLVED

    def apply(self, moves: Moves) -> Cube:
        """The position after moves."""
        return Cube(_cubebatch.apply(self.__row, moves_of(moves)))

    def then(self, other: Cube) -> Cube:
        """The position after the moves that lead to this one, followed by the moves that lead to the other one.

        >>> Cube("R U").then(Cube("F")) == Cube("R U F")
        True
        """
        return Cube(_cubebatch.compose(self.__row, other.__row))

    def inverse(self) -> Cube:
        """The inverse: this position then its inverse is the solved cube, and the other way round.

        >>> Cube("R U F").inverse() == Cube("F' U' R'")
        True
        """
        return Cube(_cubebatch.invert(self.__row))

    def animate(self, moves: Moves, seconds: float = 0.7) -> Animation:
        """An animation of the moves on this position, for a notebook.

        >>> Cube("R U").animate("U' R'")
        <an animation; save it as SVG by `save`>
        """
        row = moves_of(moves)[0]
        row = row[row != 255]
        names = _cubebatch.to_texts(row.reshape(-1, 1))
        steps = [_cubebatch.apply(self.__row, row[: n + 1].reshape(1, -1))[0] for n in range(len(row))]
        captions = ["", *(f"{n + 1} of {len(row)}: {name}" for n, name in enumerate(names))]
        return Animation([self.array, *steps], captions, seconds, " ".join(names))

    def distance(self, at_most: int | None = None) -> int | None:
        """The distance from solved in moves (half turns count as one), proved; None if it is more than `at_most`.

        The first call builds a table of 1 GB, in about 30 seconds. A random position takes a few seconds.
        """
        from ._solver import shared

        found = shared("optimal").solve_batch(self.__row, max_length=at_most)
        return None if found.lengths[0] == 255 else int(found.lengths[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cube) and bool((self.__row == other.__row).all())

    def __hash__(self) -> int:
        return hash(self.__row.tobytes())

    def __repr__(self) -> str:
        return f"Cube({self.facelets!r})"

    def __reduce__(self) -> tuple[type[Cube], tuple[str]]:
        return Cube, (self.facelets,)

    def _repr_svg_(self) -> str:
        """The unfolded cube, as a notebook shows it."""
        return still(self.array, self.facelets)


SOLVED = "".join(9 * face for face in "URFDLB")
