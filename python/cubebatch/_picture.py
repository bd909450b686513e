"""Pictures of unfolded cubes for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Faces = npt.NDArray[np.uint8]

SIZE = 16
"""A facelet with its share of the lines, in pixels."""
GAP = 4
"""Pixels between faces."""
COLOURS = ["#ffffff", "#c41e3a", "#009b48", "#ffd500", "#ff5800", "#0046ad"]
"""The colours of the faces U R F D L B."""
PLACES = [(3, 0), (6, 3), (3, 3), (3, 6), (0, 3), (9, 3)]
"""The places of the faces, in facelets: columns and rows."""
WIDTH, HEIGHT = 12 * SIZE + 3 * GAP, 9 * SIZE + 2 * GAP
CAPTION = 24


def still(faces: Faces, title: str) -> str:
    """A picture of 54 faces."""
    squares = (_square(n, COLOURS[face], "") for n, face in enumerate(faces))
    return _svg(squares, title, HEIGHT)


class Animation:
    """An animation of positions with captions, which a notebook shows."""

    def __init__(self, frames: Sequence[Faces], captions: Sequence[str], seconds: float, title: str) -> None:
        self._svg = _moving(frames, captions, seconds, title)

    def __repr__(self) -> str:
        return "<an animation; save it as SVG by `save`>"

    def _repr_svg_(self) -> str:
        return self._svg

    def save(self, path: str) -> None:
        """Writes an SVG file, which browsers play."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._svg)


def _moving(frames: Sequence[Faces], captions: Sequence[str], seconds: float, title: str) -> str:
    # The last position stays longer.
    count = len(frames) + 2
    shown = [*range(len(frames)), len(frames) - 1, len(frames) - 1]

    def animate(attribute: str, values: Iterable[str]) -> str:
        return (
            f'<animate attributeName="{attribute}" calcMode="discrete" repeatCount="indefinite"'
            f' dur="{count * seconds:g}s" values="{";".join(values)}"/>'
        )

    def parts() -> Iterable[str]:
        for n in range(54):
            colours = [COLOURS[frames[index][n]] for index in shown]
            is_same = len(set(colours)) == 1
            yield _square(n, colours[0], "" if is_same else animate("fill", colours))
        for index, caption in enumerate(captions):
            states = ["inline" if other == index else "none" for other in shown]
            first = "inline" if index == 0 else "none"
            yield (
                f'<text x="0" y="{HEIGHT + 16}" font-family="sans-serif" font-size="14" fill="#888" stroke="none"'
                f' display="{first}">{html.escape(caption)}{animate("display", states)}</text>'
            )

    return _svg(parts(), title, HEIGHT + CAPTION)


def _square(n: int, colour: str, inside: str) -> str:
    left, top = PLACES[n // 9]
    x, y = SIZE * (left + n % 3) + GAP * (left // 3), SIZE * (top + n % 9 // 3) + GAP * (top // 3)
    square = f'<rect x="{x}" y="{y}" width="{SIZE - 1}" height="{SIZE - 1}" rx="2" fill="{colour}"'
    return f"{square}>{inside}</rect>" if inside else f"{square}/>"


def _svg(parts: Iterable[str], title: str, height: int) -> str:
    width, height = WIDTH + 3, height + 3
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width} {height}" width="{width}" height="{height}"'
        f' stroke="#333"><title>{html.escape(title)}</title>' + "".join(parts) + "</svg>"
    )
