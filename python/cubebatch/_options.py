"""Checks of numbers that are options."""

from __future__ import annotations

import operator
from typing import SupportsIndex

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
