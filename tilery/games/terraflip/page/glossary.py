"""What tiles, spies, the tower and the points for the order of play of Terraflip are, for somebody who points at one
and does not know."""

from __future__ import annotations

from tilery.games.drawing import Card, Seen
from tilery.games.terraflip.page.cards import cards
from tilery.games.terraflip.page.ids import bonus_id
from tilery.games.terraflip.page.phrases import family_name
from tilery.games.terraflip.rules.components import BONUS, FAMILIES, LIMIT
from tilery.words import Sentence, say, say_many


def about(seen: Seen) -> dict[str, Sentence]:
    return {
        bonus_id(seat): say_many(
            "Order of play: {count} point. The first player gets the most. It is counted already.",
            "Order of play: {count} points. The first player gets the most. They are counted already.",
            int(BONUS[seen.seats, seat]),
        )
        for seat in range(seen.seats)
        if BONUS[seen.seats, seat]
    }


def glossary(seats: int) -> dict[str, Sentence | Card]:
    found: dict[str, Sentence | Card] = {**cards(int(LIMIT[seats]))}
    found["tower"] = say("Tower. Lines may end at it, and tiles beside it score 2 points. It is never flipped.")
    found["looked"] = say("A spy has looked under this tile.")
    for family in FAMILIES:
        found[family] = say(
            "Tile showing {family}. It scores for whoever plays {family}: 2 points if it touches the tower or another "
            "such tile, otherwise 1.",
            family=family_name(family),
        )
        found[f"fold-{family}"] = say(
            "The folded corner shows what you know of the underside: {family} comes up when the tile is flipped.",
            family=family_name(family),
        )
    return found
