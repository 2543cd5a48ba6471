"""Bits of 64-bit words, for rules that keep places as sets of bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.cpython.unsafe import numbers
from numba.extending import intrinsic, overload

trailing_zeros: Any = numbers.trailing_zeros  # an intrinsic, callable from compiled code only


def lowest_bit(word: np.uint64) -> int:
    """Return the place of the lowest bit that is set; anything for 0."""
    number = int(word)
    return (number & -number).bit_length() - 1


def count_bits(word: np.uint64) -> int:
    """Return how many bits are set."""
    return int(word).bit_count()


@overload(lowest_bit)
def _compiled_lowest_bit(word: Any) -> Any:  # noqa: ARG001  (Numba asks for it)
    def lowest_bit(word: Any) -> Any:
        return np.int64(trailing_zeros(word))

    return lowest_bit


@overload(count_bits)
def _compiled_count_bits(word: Any) -> Any:  # noqa: ARG001  (Numba asks for it)
    def count_bits(word: Any) -> Any:
        return np.int64(population(word))

    return count_bits


def _population(_context: Any, _word: Any) -> Any:
    def make(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), make


population: Any = intrinsic(_population)
