"""Bits of 64-bit words, for rows of fields."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.cpython.unsafe import numbers
from numba.extending import overload

trailing_zeros: Any = numbers.trailing_zeros  # an intrinsic, callable from compiled code only


def lowest_bit(word: np.uint64) -> int:
    """The place of the lowest bit that is set; the word is not 0."""
    number = int(word)
    return (number & -number).bit_length() - 1


@overload(lowest_bit)
def _compiled_lowest_bit(word: Any) -> Any:
    def lowest_bit(word: Any) -> Any:
        return int(trailing_zeros(word))

    return lowest_bit
