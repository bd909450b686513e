"""Files of all kinds, as the command line reads them."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

import cubebatch as cb

FILE = Path(__file__).parents[2] / "tests" / "data" / "inputs.jsonl"

INPUTS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("given", INPUTS, ids=[given["name"] for given in INPUTS])
def test_inputs_of_all_kinds_are_read(given: dict[str, Any]) -> None:
    file = io.BytesIO(given["text"].encode())
    column = given.get("column", "cube")
    if "cubes" in given:
        assert cb.facelets(cb.read_file(file, column=column)) == given["cubes"]
    else:
        with pytest.raises(cb.InvalidCube) as raised:
            cb.read_file(file, column=column)
        assert given["error"] in str(raised.value)


def test_files_are_opened_and_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "cubes.txt"
    path.write_bytes(gzip.compress(b"R U\n\n# none\nF\n"))
    for name in (path, str(path)):
        assert cb.facelets(cb.read_file(name)) == cb.facelets(["R U", "F"])
    path.write_text("R\n\nR Q\nF\nU 7\n")
    with pytest.raises(cb.InvalidCube, match=r"cubes.txt:3: column 3: no move.*; 1 more rows are invalid") as raised:
        cb.read_file(path)
    assert (raised.value.row, raised.value.rows) == (1, [1, 3])
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="it has no column `cube`, but a, b"):
        cb.read_file(path)
    with pytest.raises(ValueError, match="is no format"):
        cb.read_file(path, format="kociembas")
    path.write_text("")
    assert cb.read_file(path).shape == (0, 54)
