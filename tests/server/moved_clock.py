"""`tilery serve` with a clock that tests move: it is ahead by the seconds that a file says. Days pass in a moment."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from unittest.mock import patch

from tilery.cli import main
from tilery.server.tables.clock import Clock

PROGRAM = ("-m", "tests.server.moved_clock")
AHEAD = "TILERY_TEST_AHEAD"
"""The variable that names the file."""


class MovedClock(Clock):
    def __call__(self) -> float:
        return super().__call__() + float(Path(os.environ[AHEAD]).read_text("utf-8"))


class Calendar:
    """Moves the clock of a server."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._ahead = 0.0
        self.wait(0.0)

    def wait(self, seconds: float) -> None:
        self._ahead += seconds
        written = self.file.with_suffix(".new")
        written.write_text(str(self._ahead), "utf-8")
        written.replace(self.file)  # a reader finds one number or the other


if __name__ == "__main__":
    with patch("tilery.server.tables.registry.Clock", MovedClock):
        sys.exit(main())
