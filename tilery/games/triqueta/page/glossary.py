"""What knots, the rock and trees of Triqueta are worth, for somebody who points at one and does not know."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.games.triqueta.page.board import animals_of
from tilery.games.triqueta.page.ids import STACK, animal_id
from tilery.games.triqueta.page.phrases import NAMES
from tilery.games.triqueta.rules.components import ANIMALS, VALUE
from tilery.words import Sentence, say


def about(seen: Seen) -> dict[str, Sentence]:
    found: dict[str, Sentence] = {
        STACK: say("The stack of this round. When it is empty, everyone has to take a row."),
    }
    for seat in range(seen.seats):
        for animal in animals_of(seen):
            found[animal_id(seat, animal)] = say(
                "{animal}: three of them make a Triqueta worth {points} points. One or two are worth 1 or 2 points; "
                "each one too many costs points.",
                animal=NAMES[animal],
                points=int(VALUE[ANIMALS.index(animal)]),
            )
    return found


def glossary(seats: int) -> dict[str, Sentence]:
    del seats  # it is the same for all
    return {
        "rock": say("The rock: 1 point. Whoever takes the last row of a round gets it, and begins."),
        "tree": say("Trees: 1 point each. There is one for the last row of each round but the fourth."),
        "back": say("A tile kept face down: it counts at the end, where it helps."),
        "gap": say("One more tile may be kept face down here."),
        "grey": say("A grey tile. It lies face down in front of whoever drew it, and must be counted at the end."),
    }
