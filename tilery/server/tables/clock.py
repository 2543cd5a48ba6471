"""The time of day as a server counts it: it starts from the wall clock and then runs by itself.

A wall clock may jump, because somebody sets it or a machine wakes up; bots and players' clocks must not. Across a
restart there is only the wall clock, but time never runs back behind what has already been written.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Seconds since 1970, never running backwards and never jumping."""

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._offset = wall() - monotonic()

    def __call__(self) -> float:
        return self._monotonic() + self._offset

    def start_after(self, moment: float | None) -> None:
        """Count on from a moment if the wall clock has fallen behind it since."""
        if moment is not None and moment > self():
            self._offset += moment - self()
