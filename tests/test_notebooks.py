"""The notebooks in examples/ run from their first cell to their last; what they claim, they assert."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs), "a notebook shows a picture"


def test_notebooks_are_kept_without_outputs() -> None:
    """So that a change shows what was changed."""
    assert NOTEBOOKS
    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            assert cell.cell_type != "code" or (not cell.outputs and cell.execution_count is None)
