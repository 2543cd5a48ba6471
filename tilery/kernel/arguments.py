"""Checking arguments from outside: whole numbers, of Python or of NumPy, with a sentence for whatever is not one.

Compiled code checks nothing, so nothing may reach it unchecked.
"""

from __future__ import annotations

import operator
from typing import SupportsIndex

from tilery.words import Sentence, SpokenError, say


def index(value: SupportsIndex, what: Sentence) -> int:
    """A whole number; a fraction is refused rather than cut."""
    try:
        return operator.index(value)
    except TypeError:
        raise SpokenError(say("{what} must be a whole number, not {value!r}", what=what, value=value)) from None


def whole(value: SupportsIndex, what: Sentence, low: int = 0, high: int | None = None) -> int:
    """A whole number from `low` to `high`."""
    number = index(value, what)
    if number < low:
        raise SpokenError(say("{what} must be at least {low}, not {number}", what=what, low=low, number=number))
    if high is not None and number > high:
        raise SpokenError(say("{what} must be at most {high}, not {number}", what=what, high=high, number=number))
    return number
