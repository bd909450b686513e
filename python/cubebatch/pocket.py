"""The pocket cube, 2×2×2."""

from . import _cubebatch


def solve(cube: str, *, quarter_turns: bool = False) -> str:
    """A shortest solution in turns of U, R and F: at most 11 moves, or 14 quarter turns. The cube is 24 stickers or a
    sequence of moves, in the formats of `cubebatch pocket`.

    >>> solve("R U2 F'")
    "F U2 R'"

    Raises InvalidCube.
    """
    return _cubebatch.solve_pocket(cube, quarter_turns)
