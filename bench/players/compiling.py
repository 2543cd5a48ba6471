"""Compiling for the players: plain functions that become machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def fast(function: Function) -> Function:
    """Compile `function` on its first call, and keep it beside its module.

    It must call compiled functions of its own file only: Numba notices no edits in others.
    """
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(Function, compiled)


def fresh(function: Function) -> Function:
    """Compile `function` on its first call in every run, so that it may call those of other files."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    return cast(Function, compiled)
