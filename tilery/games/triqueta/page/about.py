"""What knots, the rock and trees of Triqueta are worth, for somebody who points at one and does not know."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.games.triqueta.page.board import animals_of
from tilery.games.triqueta.page.ids import STACK, animal_id, rock_id, trees_id
from tilery.games.triqueta.page.phrases import NAMES
from tilery.games.triqueta.rules.components import ANIMALS, VALUE
from tilery.words import Sentence, say


def about(seen: Seen) -> dict[str, Sentence]:
    found: dict[str, Sentence] = {
        STACK: say("The stack of this round. When it is empty, everyone has to take a row."),
    }
    for seat in range(seen.seats):
        found[rock_id(seat)] = say("The rock: 1 point. Whoever takes the last row of a round gets it, and begins.")
        found[trees_id(seat)] = say("Trees: 1 point each. There is one for the last row of each round but the fourth.")
        for animal in animals_of(seen):
            found[animal_id(seat, animal)] = say(
                "{animal}: three of them make a Triqueta worth {points} points. One or two are worth 1 or 2 points; "
                "each one too many costs points.",
                animal=NAMES[animal],
                points=int(VALUE[ANIMALS.index(animal)]),
            )
    return found
