"""What stands beside the names of Terraflip's players: points, the sign of the family, and what is left."""

from __future__ import annotations

from tilery.games.art import at
from tilery.games.drawing import Panel, Picture, Seen
from tilery.games.terraflip.page import phrases
from tilery.games.terraflip.page.art import use
from tilery.games.terraflip.page.hand import tiles_left
from tilery.games.terraflip.page.ids import bonus_id
from tilery.games.terraflip.page.known_state import KnownState
from tilery.games.terraflip.rules.components import BONUS
from tilery.words import Sentence, say, say_many


def panels(seen: Seen, known: KnownState) -> list[Panel]:
    totals = known.totals()
    doing, is_over = _doing(seen), seen.table["stage"] == "over"
    return [
        Panel(
            figure=str(totals[seat]),
            meaning=say("points") if is_over else say_many("point now", "points now", totals[seat]),
            note=doing if seat in seen.waiting else None,
            picture=_supply(seen, seat),
            facts=_facts(seen, seat),
            mark=Picture("family", use(f"mark-{family}", " " + at(13, 13)), 26, 26, phrases.family_name(family)),
        )
        for seat, family in enumerate(seen.table["families"])
    ]


def _facts(seen: Seen, seat: int) -> list[tuple[str, Sentence]]:
    table, bonus = seen.table, int(BONUS[seen.seats, seat])
    found = [
        (str(tiles_left(table["hands"][seat])), say("tiles still to place")),
        (str(table["spies"][seat]), say("spies left: each looks secretly under one tile, once")),
    ]
    order = say("for the order of play: whoever begins gets more. It is counted already, and nothing can change it.")
    return [*found, (f"+{bonus}", order)] if bonus else found


def _supply(seen: Seen, seat: int) -> Picture:
    """The tiles and the spies that are left, and the points for the order of play."""
    table = seen.table
    left, family, spies = tiles_left(table["hands"][seat]), table["families"][seat], table["spies"][seat]
    bonus = int(BONUS[seen.seats, seat])
    parts = [
        use(family, ' transform="translate(11 11)scale(.1)"'),
        f'<text class="terraflip-count" x="26" y="16">{left}</text>',
        use("spy", ' transform="translate(64 11)scale(.2)"'),
        f'<text class="terraflip-count" x="78" y="16">{spies}</text>',
    ]
    if bonus:
        parts.append(f'<g id="{bonus_id(seat)}"><text class="terraflip-bonus" x="130" y="16">+{bonus}</text></g>')
    label = say(
        "tiles left: {tiles}, spies left: {spies}, turn-order bonus: {bonus}",
        tiles=left,
        spies=spies,
        bonus=bonus,
    )
    return Picture("supply", "".join(parts), 130, 22, label)


def _doing(seen: Seen) -> Sentence:
    """What the player whose turn it is does now."""
    table = seen.table
    if table["stage"] == "place":
        return say("places a tile")
    if table["throws"]:
        return say("may throw or flip tiles") if table["flips"] else say("may throw a tile")
    return say("may flip tiles") if table["flips"] else say("may send a spy")
