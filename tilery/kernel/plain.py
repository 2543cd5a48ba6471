"""Compiled functions as the plain Python that they were made from, for games whose machine code is not there yet.

The server lets people play a game that was never compiled on its machine while another process compiles it. A compiled
function calls other compiled functions by names in its module; here it gets a twin whose names mean their twins, so
that a whole call stays in plain Python. `NUMBA_DISABLE_JIT=1` does the same for good and for all games.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

games: set[str] = set()
"""Games that run as plain Python for now, by the last field of their states."""
_thread = threading.local()
_names: dict[str, dict[str, Any]] = {}


@contextmanager
def never_here() -> Iterator[None]:
    """Compile and load in this thread what others still run as plain Python."""
    _thread.compiles = True
    try:
        yield
    finally:
        _thread.compiles = False


def is_plain(game: str) -> bool:
    """Return whether a game runs as plain Python in this thread for now."""
    return game in games and not getattr(_thread, "compiles", False)


def is_plain_among(arguments: tuple[Any, ...]) -> bool:
    """Whether a call belongs to a game that runs as plain Python; calls without a state do while any game does."""
    if not games or getattr(_thread, "compiles", False):
        return False
    states = [argument for argument in arguments if _is_state(argument)]
    return not states or any(state.dtype.names[-1] in games or isinstance(state, np.record) for state in states)


def let_run_plain(dispatcher: Any, make: Callable[[Any], Any]) -> None:
    """Let Numba call plain Python where it has no machine code in memory and is not to make any; `make` is what the
    plain function needs around it."""
    compile_for = dispatcher._compile_for_args
    dispatcher.make_plain = make

    def code_for(*arguments: Any) -> Any:
        return partial(_call, dispatcher) if is_plain_among(arguments) else compile_for(*arguments)

    dispatcher._compile_for_args = code_for


def module_of(module: ModuleType) -> Any:
    """Return a module with twins in the place of its functions."""
    return _module(module.__name__)


@cache
def _module(name: str) -> SimpleNamespace:
    return SimpleNamespace(**_names_of(name))


def _call(dispatcher: Any, *arguments: Any) -> Any:
    """Take what machine code takes, and return what it returns."""
    result = _twin(dispatcher)(*map(_with_attributes, arguments))
    return result.item() if isinstance(result, np.signedinteger | np.bool) else result


def _names_of(module: str) -> dict[str, Any]:
    """Return what the names in a module mean for twins."""
    if module not in _names:
        found = vars(sys.modules[module])
        names = _names[module] = dict(found)  # known before it is whole: functions may call each other
        names.update({name: _twin(value) for name, value in found.items() if _has_twin(value)})
    return _names[module]


def _has_twin(value: Any) -> bool:
    """Return whether something is a compiled function, or one that may call some."""
    if isinstance(value, FunctionType):
        home = sys.modules.get(value.__module__)
        return home is not None and any(isinstance(other, Dispatcher) for other in vars(home).values())
    return isinstance(value, Dispatcher)


@cache
def _twin(function: Any) -> Any:
    source = function.py_func if isinstance(function, Dispatcher) else function
    twin = FunctionType(
        source.__code__, _names_of(source.__module__), source.__name__, source.__defaults__, source.__closure__
    )
    return getattr(function, "make_plain", _as_it_is)(twin)


def _as_it_is(function: Any) -> Any:
    return function


def _is_state(argument: Any) -> bool:
    return isinstance(argument, np.ndarray | np.void) and argument.dtype.names is not None


def _with_attributes(argument: Any) -> Any:
    """Let fields of states be read as attributes."""
    return argument.view(np.recarray) if isinstance(argument, np.ndarray) and _is_state(argument) else argument
