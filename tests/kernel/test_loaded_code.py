"""Loaded machine code stays small, and can still be built into what is compiled later."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

CALLED = """
import numba

@numba.njit(cache=True)
def double(number):
    return 2 * number
"""
PROGRAM = """
import json
import numba
from called import double
from tilery.kernel.loaded_code import keep_packed

keep_packed()
answers = [double(3)]
library = next(iter(double.overloads.values())).library
def is_packed():
    return getattr(library, "_packed", None) is not None and library._shared_module is None

loaded, packed = bool(double.stats.cache_hits), is_packed()

@numba.njit
def more(number):
    return double(number) + 1

answers.append(more(3))
print(json.dumps({"loaded": loaded, "packed": [packed, is_packed()], "answers": answers}))
"""


def test_code_from_the_disk_is_packed_until_something_is_compiled_with_it(tmp_path: Path) -> None:
    (tmp_path / "called.py").write_text(CALLED, "utf-8")
    first, second = _run(tmp_path), _run(tmp_path)
    assert first["answers"] == second["answers"] == [6, 7]
    assert not first["loaded"]
    assert second == {"loaded": True, "packed": [True, False], "answers": [6, 7]}


def _run(folder: Path) -> Any:
    command = [sys.executable, "-c", PROGRAM]
    return json.loads(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)
