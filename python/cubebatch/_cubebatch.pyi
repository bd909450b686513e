"""What is written in Rust. Use the package `cubebatch` instead."""

from collections.abc import Callable
from os import PathLike
from typing import SupportsIndex, TypedDict

import numpy as np
import numpy.typing as npt
from typing_extensions import Unpack

from ._options import Limits, SolverOptions

_Array = npt.NDArray[np.uint8]
_Progress = Callable[[str, int, int], object]

MOVES: list[str]
OPTIONS: list[tuple[str, bool, bool, str]]
MOST_THREADS: int
__version__: str

class InvalidCube(ValueError):
    faults: list[str]
    row: int | None

class SolveError(RuntimeError): ...

def parse(texts: list[str]) -> _Array: ...
def facelets(cubes: _Array) -> list[str]: ...
def cubies(cubes: _Array) -> _Array: ...
def scramble(
    count: int, seed: int, goal: str | None, distance: int | None, metric: str | None, moves: str | None
) -> _Array: ...
def apply(cubes: _Array, moves: _Array) -> _Array: ...
def check(cubes: _Array, moves: _Array) -> npt.NDArray[np.bool_]: ...
def compose(cubes: _Array, next: _Array) -> _Array: ...
def invert(cubes: _Array) -> _Array: ...
def from_texts(texts: list[str]) -> _Array: ...
def to_texts(moves: _Array) -> list[str]: ...
def solve_pocket(text: str, quarter_turns: bool) -> str: ...

class _Found(TypedDict):
    moves: _Array
    lengths: _Array
    phases: _Array | None
    at_least: _Array | None
    nodes: npt.NDArray[np.uint64] | None
    others: tuple[npt.NDArray[np.uint32], _Array, _Array] | None
    bound: int | None

class Solver:
    def __init__(
        self,
        *,
        method: str | None,
        engine: str,
        gpu: str | None,
        threads: int | None,
        tables: str | PathLike[str] | None,
        expect: int | None,
        progress: _Progress | None,
        max_length: SupportsIndex | None = None,
        **options: Unpack[SolverOptions],
    ) -> None: ...
    @property
    def method(self) -> str: ...
    @property
    def threads(self) -> int: ...
    @property
    def tables(self) -> list[str]: ...
    def solve(
        self,
        cubes: _Array,
        *,
        progress: _Progress | None,
        **limits: Unpack[Limits],
    ) -> _Found: ...
