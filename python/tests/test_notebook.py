"""The notebook of the page about Python runs, and says what it shows."""

from pathlib import Path
from typing import Any

import nbclient
import nbformat

NOTEBOOK = Path(__file__).parents[2] / "docs" / "training_set.ipynb"


def results(notebook: Any) -> list[str]:
    """What cells give, as text; pictures are not compared."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.data["text/plain"] for output in outputs if output.output_type == "execute_result"]


def test_it_says_what_it_shows(tmp_path: Path) -> None:
    shown = nbformat.read(NOTEBOOK, as_version=4)
    ran = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(ran, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert results(ran) == results(shown)
    assert (tmp_path / "training_set.parquet").exists()
    pictures = [output for cell in ran.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    assert len(pictures) == 1
