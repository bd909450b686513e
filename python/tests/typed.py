"""What users' type checkers accept and refuse. `./ci` runs mypy on this file; nothing runs it.

mypy is strict about comments that it does not need: a line that it would not refuse without its comment is an error.
"""

import numpy as np
import polars as pl

import cubebatch as cb

ROWS = np.zeros((2, 54), np.uint8)

cb.parse("R U")
cb.parse(["R U", None, "F"])
cb.parse([cb.Cube(), "R", b"U" * 54, ROWS[0], [0] * 54])
cb.parse(ROWS.astype(np.int64))
cb.parse(text for text in ("R", "U"))
cb.parse({"cube": ["R"]})
cb.parse(pl.DataFrame({"cube": ["R"]}))
cb.parse(pl.Series(["R"]))
cb.apply(ROWS, ["R", "U"])
cb.apply(ROWS, [[0, 1], [2, 3]])
cb.apply(ROWS, np.zeros((2, 3), np.uint8))
cb.Solver(20, method="descent").solve_batch(ROWS, ends=2)
cb.Cube([0] * 54)

cb.parse(3)  # type: ignore[arg-type]
cb.facelets(None)  # type: ignore[arg-type]
cb.check(ROWS, 3)  # type: ignore[arg-type]
cb.solve(1.5)  # type: ignore[arg-type]
cb.Cube(3)  # type: ignore[arg-type]
cb.Solver().solve_batch(7)  # type: ignore[arg-type]
cb.Solver().solve_batch(ROWS, max_lenght=3)  # type: ignore[call-arg]
next(cb.Solver().solve_iter(["R"], max_lenght=3))  # type: ignore[call-arg]
next(cb.Solver().solve_iter(3))  # type: ignore[arg-type]
cb.Solver(max_lenght=20)  # type: ignore[call-arg]
