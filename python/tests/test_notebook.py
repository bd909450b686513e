"""The notebooks run, and what they show is true."""

from pathlib import Path
from typing import Any

import nbclient
import nbformat

DOCS = Path(__file__).parents[2] / "docs"

TOY = """
WALKS, FAR = 5_000, 7
STEPS, BATCH = 600, 1_000
SEARCHED, FARTHER = [5, 6], [7]
TESTS = 8
WIDTH = 100
"""
"""Sizes of the value network for half a minute instead of five."""

BETTER = """
for distance in SEARCHED:
    assert blind[distance]["lengths"] == [distance] * TESTS
    assert guided[distance]["solved"] >= 0.75 * TESTS
    assert np.mean(guided[distance]["lengths"]) <= distance + 1
    assert guided[distance]["expanded"] < blind[distance]["expanded"] / 10
"""
"""What the last cell finds. Each cell that searches asserts that its solutions solve."""


def read(name: str) -> Any:
    return nbformat.read(DOCS / name, as_version=4)


def run(notebook: Any, folder: Path) -> None:
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(folder)}}).execute()


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def results(notebook: Any) -> list[str]:
    """What cells give, as text; pictures are not compared."""
    return [output.data["text/plain"] for output in outputs(notebook) if output.output_type == "execute_result"]


def pictures(notebook: Any) -> int:
    return sum("image/png" in output.get("data", {}) for output in outputs(notebook))


def test_it_says_what_it_shows(tmp_path: Path) -> None:
    shown, ran = read("training_set.ipynb"), read("training_set.ipynb")
    run(ran, tmp_path)
    assert results(ran) == results(shown)
    assert (tmp_path / "training_set.parquet").exists()
    assert pictures(ran) == 1


def test_the_value_network_expands_less_than_a_search_without(tmp_path: Path) -> None:
    shown, ran = read("value_network.ipynb"), read("value_network.ipynb")
    sizes, *_ = [cell for cell in ran.cells if cell.cell_type == "code"]
    sizes.source = TOY
    ran.cells.append(nbformat.v4.new_code_cell(BETTER))
    run(ran, tmp_path)
    assert pictures(ran) == pictures(shown) == 2
    assert not [output.text for output in outputs(shown) + outputs(ran) if output.get("name") == "stderr"]
