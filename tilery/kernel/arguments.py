"""Checking arguments from outside: numbers, of Python or of NumPy, and texts, with a sentence for whatever is not one.

Compiled code checks nothing, so nothing may reach it unchecked.
"""

from __future__ import annotations

import math
import operator
import reprlib
from typing import Any, SupportsFloat, SupportsIndex, TypeVar

import numpy as np

from tilery.words import Sentence, SpokenError, any_of, say

Kind = TypeVar("Kind")

MOST_BITS = 4096


def shown(value: object) -> str:
    """Return a value as a sentence shows it: short, whatever it is."""
    try:
        return reprlib.repr(value)
    except Exception:  # somebody else's `__repr__`, or a number of more digits than Python writes
        return f"<{type(value).__name__}>"


def index(value: SupportsIndex, what: Sentence) -> int:
    """Return a whole number that can be written down; a fraction is refused rather than cut."""
    try:
        number = operator.index(value)
        if number.bit_length() > MOST_BITS:
            raise SpokenError(say("{what} must have at most {bits} bits", what=what, bits=MOST_BITS))
        return number
    except TypeError:
        raise SpokenError(say("{what} must be a whole number, not {value}", what=what, value=shown(value))) from None


def whole(value: SupportsIndex, what: Sentence, low: int = 0, high: int | None = None) -> int:
    """Return a whole number from `low` to `high`."""
    number = index(value, what)
    if number < low:
        raise SpokenError(say("{what} must be at least {low}, not {number}", what=what, low=low, number=shown(number)))
    if high is not None and number > high:
        raise SpokenError(
            say("{what} must be at most {high}, not {number}", what=what, high=high, number=shown(number))
        )
    return number


def real(value: SupportsFloat, what: Sentence, low: float = 0.0, high: float = math.inf) -> float:
    """Return a finite number from `low` to `high`."""
    if isinstance(value, str | bytes | bool) or not isinstance(value, SupportsFloat):
        raise SpokenError(say("{what} must be a number, not {value}", what=what, value=shown(value)))
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise SpokenError(say("{what} must be a number, not {value}", what=what, value=shown(value))) from None
    if not math.isfinite(number):
        raise SpokenError(say("{what} must be a finite number, not {value}", what=what, value=shown(value)))
    if number < low:
        raise SpokenError(say("{what} must be at least {low}, not {number}", what=what, low=low, number=shown(number)))
    if number > high:
        raise SpokenError(
            say("{what} must be at most {high}, not {number}", what=what, high=high, number=shown(number))
        )
    return number


def flag(value: Any, what: Sentence) -> bool:
    """True or False, of Python or of NumPy."""
    if not isinstance(value, bool | np.bool_):
        raise SpokenError(say("{what} must be True or False, not {value}", what=what, value=shown(value)))
    return bool(value)


def one_of(value: Any, what: Sentence, choices: tuple[str, ...]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in choices:
        raise SpokenError(
            say("{what} must be {choices}, not {value}", what=what, choices=any_of(choices), value=shown(value))
        )
    return str(value)


def instance(value: Any, kind: type[Kind], what: Sentence) -> Kind:
    """Return an object of a class."""
    if not isinstance(value, kind):
        raise SpokenError(
            say("{what} must be a {kind}, not {value}", what=what, kind=kind.__name__, value=shown(value))
        )
    return value
