"""Counting and finding bits gives the same compiled and not."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tilery.kernel import bits
from tilery.kernel.native import native


@native
def both(word: np.uint64) -> tuple[int, int]:
    return bits.lowest_bit(word), bits.count_bits(word)


@given(st.integers(1, 2**64 - 1))
def test_compiled_and_plain_agree_with_the_digits(number: int) -> None:
    digits = f"{number:b}"
    expected = (len(digits) - len(digits.rstrip("0")), digits.count("1"))
    word = np.uint64(number)
    assert both(word) == (bits.lowest_bit(word), bits.count_bits(word)) == expected
