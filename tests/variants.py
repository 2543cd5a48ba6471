"""Every game with every number of seats and every combination of its options, for the tests that hold for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

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
