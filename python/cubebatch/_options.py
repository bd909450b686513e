"""Options: their types, their documentation, and checks of the numbers that they take."""

from __future__ import annotations

import operator
import textwrap
from collections.abc import Callable
from typing import Any, SupportsIndex, TypedDict, TypeVar

from ._cubebatch import OPTIONS


class OtherLimits(TypedDict, total=False):
    """What can be asked of each solution beside its length and its goal."""

    max_time: SupportsIndex | None
    max_nodes: SupportsIndex | None
    solutions: SupportsIndex | None
    all_optimal: bool
    ends: SupportsIndex | None
    to: str | None
    metric: str | None
    moves: str | None
    cost: str | None


class Limits(OtherLimits, total=False):
    """What can be asked of each solution."""

    max_length: SupportsIndex | None
    goal: str | None


class SolverOptions(TypedDict, total=False):
    """What a solver can be opened with."""

    memory: SupportsIndex | None
    phase1_depth: SupportsIndex | None
    phase2_depth: SupportsIndex | None
    goal: str | None
    metric: str | None
    moves: str | None


_Described = TypeVar("_Described", bound=Callable[..., Any])


def described(*, of_solver: bool) -> Callable[[_Described], _Described]:
    """Puts what is said of the options of solvers, or of those of solutions, into a docstring, in the place of `{options}`."""

    def put(to: _Described) -> _Described:
        lines = (to.__doc__ or "").splitlines()
        for at, line in reversed(list(enumerate(lines))):
            if line.strip() == "{options}":
                indent = line[: line.index("{")]
                said = (part for name, *of, text in OPTIONS if of[not of_solver] for part in _said(name, text))
                lines[at : at + 1] = [indent + part for part in said]
        to.__doc__ = "\n".join(lines)
        return to

    return put


def _said(name: str, text: str) -> list[str]:
    return [name, *textwrap.wrap(text, 110, initial_indent="    ", subsequent_indent="    ")]


MOST = 2**63 - 1
"""The bound of an option without another one."""


def whole(name: str, value: SupportsIndex, least: int, most: int = MOST) -> int:
    """The number, if it is a whole number from `least` to `most`.

    >>> whole("threads", 0, 1, 1024)
    Traceback (most recent call last):
      ...
    ValueError: threads is a whole number from 1 to 1024, but 0 is given
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, but {value!r} is given") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}, but {number} is given")
    return number


def whole_or_none(name: str, value: SupportsIndex | None, least: int, most: int = MOST) -> int | None:
    """As `whole`, for an option that may be None."""
    return None if value is None else whole(name, value, least, most)
