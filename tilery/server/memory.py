"""Memory that is given back to the system: Python frees it, but the C library keeps it for later."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

ARENA_MAX = -8
"""The name of the setting in glibc's `malloc.h`."""
ARENAS = 2
"""glibc would give each thread a heap of its own, and what is free in one is of no use to the others."""


@cache
def _glibc() -> Any:
    """Return glibc, or None where there is another C library."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


def share_heaps() -> None:
    """Let threads that are started from now on share few heaps."""
    if (library := _glibc()) is not None:
        library.mallopt(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Return free memory to the system. It takes some milliseconds, during which other threads go on."""
    if (library := _glibc()) is not None:
        library.malloc_trim(0)
