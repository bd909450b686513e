"""The types of moves, and of what hands over its memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy.typing as npt


class HasArray(Protocol):
    """An array of numpy, or what gives one."""

    def __array__(self) -> npt.NDArray[Any]: ...


class HasDLPack(Protocol):
    """An array of torch, jax and other libraries."""

    def __dlpack__(self) -> Any: ...


class HasArrowStream(Protocol):
    """A column or table of pyarrow, polars, pandas, DuckDB."""

    def __arrow_c_stream__(self) -> object: ...


class HasArrowArray(Protocol):
    """A column or batch in one piece."""

    def __arrow_c_array__(self) -> object: ...


Handed: TypeAlias = HasArray | HasDLPack | HasArrowStream | HasArrowArray
"""What hands over its memory."""

Moves: TypeAlias = str | Handed | Sequence[str | None] | Sequence[Sequence[int]] | Sequence[HasArray]
"""A text for all positions; or a text for each, whole numbers (N, longest), a column of texts or lists, or an array (N,) of one
move for each."""
