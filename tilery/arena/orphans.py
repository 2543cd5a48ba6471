"""Workers that are gone when the process that started them is, however that died, also in the middle of a search."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
LOOKS = 0.5  # seconds between two looks at the parent


def end_with_parent(parent: int) -> None:
    """End this process with its parent: by a signal on Linux, and by a thread everywhere.

    The thread also runs while compiled code does, which holds no interpreter lock.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has died already
        os._exit(1)
    threading.Thread(target=_watch, args=(parent,), daemon=True, name="tilery-parent").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKS)
    os._exit(1)
