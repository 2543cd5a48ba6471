"""Every game with every number of seats and every combination of its options, for the tests that hold for all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from tilery import games
from tilery.games.game import ChoiceOption, OptionError
from tilery.match.match import Match

games.add_folder(Path(__file__).parent / "outside")


@dataclass(frozen=True)
class Variant:
    game: str
    seats: int
    options: dict[str, Any] = field(hash=False)

    def match(self, seed: int) -> Match:
        return Match(self.game, self.seats, options=self.options, seed=seed)

    @property
    def pairs(self) -> set[tuple[object, ...]]:
        """Each two of its choices: the number of seats, and the value of each option."""
        chosen = [("seats", self.seats), *((name, repr(value)) for name, value in self.options.items())]
        return {(self.game, *two) for two in combinations([("", None), *chosen], 2)}

    def __str__(self) -> str:
        default = games.find(self.game).read_options(self.seats, {})
        changed = [f"-{name}-{value}" for name, value in self.options.items() if value != default[name]]
        return f"{self.game}-{self.seats}{''.join(changed)}"


def all_variants() -> list[Variant]:
    found = []
    for name in games.names():
        game = games.find(name)
        values = [option.values if isinstance(option, ChoiceOption) else (option.default,) for option in game.options]
        for seats, chosen in product(game.seats, product(*values)):
            options = dict(zip((option.name for option in game.options), chosen, strict=True))
            try:
                game.read_options(seats, options)
            except OptionError:
                continue
            found.append(Variant(name, seats, options))
    return found


VARIANTS = all_variants()


def with_each_pair(variants: Iterable[Variant]) -> list[Variant]:
    """Return few of the variants, among which each two choices that can be made together are."""
    left, chosen = list(variants), []
    missing = set().union(*(variant.pairs for variant in left))
    while missing:
        best = max(left, key=lambda variant: len(variant.pairs & missing))
        missing -= best.pairs
        chosen.append(best)
    return chosen


SOME_VARIANTS = set(map(str, with_each_pair(VARIANTS)))


def each(variants: Iterable[Variant] = VARIANTS) -> pytest.MarkDecorator:
    """Give a test each variant; those whose choices are all tested by twos in others only with all combinations."""
    return pytest.mark.parametrize("variant", list(map(marked, variants)))


def marked(variant: Variant) -> Any:
    """Return a parameter for tests."""
    marks = () if str(variant) in SOME_VARIANTS else pytest.mark.combination
    return pytest.param(variant, marks=marks, id=str(variant))
