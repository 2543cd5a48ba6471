"""Run the notebooks in examples/ and keep what they show: `python scripts/run_notebooks.py [NAME …]`.

Readers on a code host see tables and pictures without running anything. `tests/test_notebooks.py` compares the kinds
of outputs with those of a run.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SECONDS = 1800
"""For each cell, on a busy machine."""


def run(notebook: Any, folder: Path) -> None:
    """Run all cells in `folder`, where files are written; keep neither times nor what goes to standard error."""
    where = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=SECONDS, record_timing=False, resources=where).execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":  # what is compiled is said once on each machine
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    notebook.metadata["language_info"] = {"name": "python"}  # the version would change from machine to machine


def main(names: list[str]) -> None:
    for path in sorted(EXAMPLES.glob("*.ipynb")):
        if not names or path.stem in names:
            notebook = nbformat.read(path, as_version=4)
            with tempfile.TemporaryDirectory() as folder:
                run(notebook, Path(folder))
            nbformat.write(notebook, path)
            print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
