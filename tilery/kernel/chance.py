"""Random numbers for deals and playouts: xoroshiro128++ over an array of two 64-bit words.

`docs/records.md` describes this generator so that anybody can check a shuffle; a change here changes every deal.
"""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tilery.kernel.arguments import index
from tilery.kernel.native import native, native_wrapping
from tilery.kernel.state import Row
from tilery.words import SpokenError, say

Rng = NDArray[np.uint64]

A_SEED = say("a seed")  # made once: every match reads one
_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_LOW_32 = np.uint64(0xFFFFFFFF)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_17, _15, _21, _28, _29, _32, _36, _47, _49 = (np.uint64(n) for n in (17, 15, 21, 28, 29, 32, 36, 47, 49))


def read_seed(seed: SupportsIndex) -> int:
    """Return a seed that was given as an argument."""
    number = index(seed, A_SEED)
    if not 0 <= number < 1 << 128:
        raise SpokenError(say("a seed must be a whole number from 0 to 2^128 - 1"))
    return number


def generator(seed: SupportsIndex) -> Rng:
    """Return a fresh generator for a seed of 128 bits."""
    seed = read_seed(seed)
    high = _scrambled((seed >> 64) + _GOLDEN)
    low = _scrambled((seed & _MASK) + 2 * _GOLDEN)
    return np.array([high, low if high or low else 1], dtype=np.uint64)


def _scrambled(word: int) -> int:
    """Return the finaliser of SplitMix64."""
    word &= _MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
    return word ^ word >> 31


@native_wrapping
def next_word(rng: Rng) -> np.uint64:
    """Return the next 64 random bits."""
    s0, s1 = rng[0], rng[1]
    total = s0 + s1
    result: np.uint64 = ((total << _17) | (total >> _47)) + s0
    s1 ^= s0
    rng[0] = ((s0 << _49) | (s0 >> _15)) ^ s1 ^ (s1 << _21)
    rng[1] = (s1 << _28) | (s1 >> _36)
    return result


@native
def below(rng: Rng, limit: int) -> int:
    """Return a fair random number from 0 to limit - 1."""
    wide = np.uint64(limit)
    product = (next_word(rng) >> _32) * wide
    if (product & _LOW_32) < wide:
        rejected = np.uint64((4294967296 - limit) % limit)
        while (product & _LOW_32) < rejected:
            product = (next_word(rng) >> _32) * wide
    return int(np.int64(product >> _32))  # compiled, `int` alone would leave it unsigned


@native_wrapping
def mix(key: np.uint64, number: int) -> np.uint64:
    """Return a hash of both values, for telling things apart; no deal depends on it."""
    key = (key ^ np.uint64(number)) * _MULTIPLIER
    mixed: np.uint64 = key ^ key >> _29
    return mixed


@native
def shuffle(rng: Rng, items: Row[int], start: int, stop: int) -> None:
    """Put items[start:stop] into a random order, from the last place down."""
    for last in range(stop - 1, start, -1):
        other = start + below(rng, last - start + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept
