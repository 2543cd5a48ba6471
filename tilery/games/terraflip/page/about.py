"""What special tiles, spies and the tower of Terraflip are, for somebody who points at one and does not know."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.games.terraflip.page.ids import SPY, held_id, tile_id
from tilery.games.terraflip.rules.components import RIDER_STEP
from tilery.words import Sentence, say


def about(seen: Seen) -> dict[str, Sentence]:
    specials = _specials(int(seen.table["limit"]))
    found = {tile_id(tile["place"]): specials[tile["special"]] for tile in seen.table["tiles"] if tile["special"]}
    found |= {held_id(kind): sentence for kind, sentence in specials.items()}
    found["tower"] = say("Tower. Lines may end at it, and tiles beside it score 2 points. It is never flipped.")
    found[SPY] = say(
        "Spy. At any moment of your turn, look secretly under one tile on the table. Others see which tile, only you "
        "see what is below. A spy is used up by looking and worth no points."
    )
    return found


def _specials(limit: int) -> dict[str, Sentence]:
    return {
        "catapult": say(
            "Catapult. Place it like any tile. Then, instead of its first flip, it may throw a tile of another colour "
            "that touches it to a free space, where it lands flipped. Worth 1 point, 2 beside your colour; never "
            "flipped or moved."
        ),
        "rider": say(
            "Rider. May go one step further from the tower than other tiles: {far} steps instead of {near}. It flips "
            "as usual. Worth 1 point, 2 beside your colour; never flipped or moved.",
            far=limit + RIDER_STEP,
            near=limit,
        ),
        "camp": say(
            "Camp. Its first flip may be any touching tile of another colour, without a line. Worth 1 point, 2 beside "
            "your colour; never flipped or moved."
        ),
    }
