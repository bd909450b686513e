"""Bars for long work, on terminals and in notebooks."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

DELAY = 1.0
"""Seconds before the bar appears."""


class Bar:
    """Shows the last reported step, if standard error is a terminal or a notebook runs."""

    def __init__(self, is_wanted: bool) -> None:
        is_seen = (sys.stderr is not None and sys.stderr.isatty()) or "ipykernel" in sys.modules
        self._is_wanted = is_wanted and is_seen
        self._bar: Any = None
        self._step = ""

    def show(self, step: str, done: int, total: int) -> None:
        """Shows progress; called about twenty times a second."""
        if not self._is_wanted:
            return
        from tqdm.auto import tqdm

        if self._bar is None or step != self._step:
            self._close()
            self._step = step
            self._bar = tqdm(total=total, desc=step, delay=DELAY, unit_scale=True, leave=False)
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._close()
