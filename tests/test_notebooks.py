"""The notebooks in examples/ run from their first cell to their last; what they claim, they assert."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

from scripts.run_notebooks import EXAMPLES, run

NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def kinds(notebook: Any) -> list[list[str]]:
    """What each cell shows: printed text, or values and pictures by their types."""
    return [
        sorted({output.get("name") or " ".join(sorted(output["data"])) for output in cell.outputs})
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore::pytest.PytestUnhandledThreadExceptionWarning",  # a kernel before may have left a thread at a closed socket
)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_keeps_what_it_shows(path: Path, tmp_path: Path) -> None:
    """Numbers may differ from machine to machine, where time decides or sums are rounded."""
    notebook = nbformat.read(path, as_version=4)
    kept = kinds(notebook)
    run(notebook, tmp_path)
    assert any("image/svg+xml" in shown for cell in kept for shown in cell), "a notebook shows a picture"
    assert kept == kinds(notebook), f"run python scripts/run_notebooks.py {path.stem}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_was_kept_after_one_run_from_its_first_cell(path: Path) -> None:
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]
