"""The pocket cube, 2×2×2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _cubebatch
from ._cubes import Cubes
from ._intake import NO_MOVE, Fault, read_all, refuse, texts_of
from ._solver import NONE, OnError, Solutions, marks_errors


def solve(cube: Cubes, *, quarter_turns: bool = False) -> str:
    """A shortest solution in turns of U, R and F: at most 11 moves, or 14 quarter turns. The cube is 24 stickers or a
    sequence of moves, in the formats of `cubebatch pocket`; or a whole cube, whose corners count.

    >>> solve("R U2 F'")
    "F U2 R'"

    Raises InvalidCube.
    """
    moves, faults = _solved(cube, "cube", quarter_turns)
    if len(moves) != 1:
        raise ValueError(f"solve needs one position, but {len(moves)} are given; see solve_batch")
    refuse(faults, is_one=True)
    return _cubebatch.to_texts(moves)[0]


def solve_batch(cubes: Cubes, *, quarter_turns: bool = False, on_error: OnError = "raise", column: str = "cube") -> Solutions:
    """Shortest solutions of many positions, on all cores: rows of 11 moves, or of 14 in quarter turns.

    cubes
        Texts as in `solve`, as a list, an array or the `column` of a table; or whole cubes, as `Cube`s or rows of numbers.
    on_error
        As in `Solver.solve_batch`.

    >>> solve_batch(["R U2 F'", "R"]).to_strings()
    ["F U2 R'", "R'"]
    """
    marks = marks_errors(on_error)
    moves, faults = _solved(cubes, column, quarter_turns)
    if not marks:
        refuse(faults, is_one=isinstance(cubes, str))
    metric = "qtm" if quarter_turns else "htm"
    lengths = _cubebatch.lengths(moves, metric=metric)
    lengths[[row for row, *_ in faults]] = NONE
    errors = {row: sentence for row, sentence, _ in faults} if marks else None
    task = dict(_cubebatch.task(metric=metric))
    return Solutions(moves, lengths, bound=moves.shape[1], task=task, about=_cubebatch.ABOUT, errors=errors)


def _solved(cubes: Any, column: str, quarter_turns: bool) -> tuple[npt.NDArray[np.uint8], list[Fault]]:
    """Rows of moves, and the rows that are no positions."""
    if isinstance(cubes, Iterator):
        cubes = list(cubes)
    if (texts := texts_of(cubes, column)) is not None:
        return _cubebatch.solve_pockets(texts, quarter_turns)
    rows, faults = read_all(cubes, column=column)
    left_out = [row for row, *_ in faults]
    solved, _ = _cubebatch.solve_pockets(np.delete(rows, left_out, axis=0), quarter_turns)
    moves = np.full((len(rows), solved.shape[1]), NO_MOVE, np.uint8)
    moves[np.delete(np.arange(len(rows)), left_out)] = solved
    return moves, faults
