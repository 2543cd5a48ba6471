"""Running a test's module in a process without machine code, to compare what it prints."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def printed_by(module: str, *arguments: str, **environment: str) -> list[str]:
    """Run a module of the tests in another process, and return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.splitlines()


def printed_uncompiled(module: str, *arguments: str) -> list[str]:
    """The same with rules and searches as plain Python."""
    return printed_by(module, *arguments, NUMBA_DISABLE_JIT="1")
