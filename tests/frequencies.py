"""Whether things come as often as they should: Pearson's chi-square test against weights that were counted out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from math import sqrt


def assert_as_often(drawn: Iterable[Hashable], weights: Mapping[Hashable, float]) -> None:
    """Fail if something was drawn that has no weight, or if the numbers are off by more than chance would do.

    The limit is five standard deviations and a little more: a fair draw fails about once in a million times. Seeds are
    fixed, so a test that has passed once passes always.
    """
    counts = Counter(drawn)
    assert set(counts) <= set(weights), f"impossible: {set(counts) - set(weights)}"
    total, number = sum(weights.values()), counts.total()
    expected = {thing: number * weight / total for thing, weight in weights.items()}
    assert min(expected.values()) > 2, "too few draws for so many things"
    distance = sum((counts[thing] - mean) ** 2 / mean for thing, mean in expected.items())
    freedom = len(expected) - 1
    assert distance < freedom + 5 * sqrt(2 * freedom) + 12, f"{distance:.1f} with {freedom} degrees of freedom"
