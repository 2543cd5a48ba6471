"""What a player of Terraflip has at hand: two-faced tiles, special tiles and spies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import at, button, place
from tilery.games.drawing import Choice, Picture, Seen
from tilery.games.terraflip.page.art import use
from tilery.games.terraflip.page.ids import SPY, held_id
from tilery.games.terraflip.rules.components import in_words
from tilery.words import all_of, say, say_many

SLOT, ROW = 200.0, 200.0  # from tile to tile


def hand(seen: Seen, choices: list[Choice]) -> list[Picture]:
    """The own tiles by kind and the spies, in three pictures that can stand side by side or one above the other."""
    if seen.seat is None or seen.table["stage"] == "over":
        return []  # all tiles are on the map then, and spies are worth nothing
    table, seat = seen.table, seen.seat
    held, colour = table["hands"][seat], table["families"][seat]
    first = {choice.taken for choice in choices}
    plain = [
        _shown(held_id(under), colour, use(colour) + use("ring") + use(f"fold-{under}") + _count(count), first, index)
        for index, (under, count) in enumerate((under, count) for under, count in held["undersides"].items() if count)
    ]
    special = [
        _shown(held_id(kind), colour, use(colour) + use(kind) + use("ring"), first, index)
        for index, kind in enumerate(held["specials"])
    ]
    spies = table["spies"][seat]
    body = f'{use("ring")}<circle class="terraflip-spies" r="76"/>{use("spy")}{_count(spies)}'
    spy = [_shown(SPY, colour, body, first, 0)] if spies else []
    caption = say_many("Your hand: {count} tile left", "Your hand: {count} tiles left", tiles_left(held))
    left = say_many("{count} double-sided tile", "{count} double-sided tiles", held["two_faced"])
    names = [in_words(kind) for kind in held["specials"]]
    specials = say("Special tiles: {tiles}", tiles=all_of(names)) if names else say("No special tiles left")
    pictures = [
        Picture("two-faced", "".join(plain), max(2, len(plain)) * SLOT, ROW, left, caption),
        Picture("specials", "".join(special), len(special) * SLOT, ROW, specials),
        Picture("spies", "".join(spy), SLOT, ROW, say_many("{count} spy left", "{count} spies left", spies)),
    ]
    return [picture for picture in pictures if picture.body]


def _shown(name: str, colour: str, body: str, first: set[str | None], column: int) -> str:
    """A thing of the hand; the look inside does not move with it."""
    state = button(name in first, f"piece terraflip-held terraflip-{colour}")
    where = place(SLOT * (column + 0.5), ROW / 2 - 4)
    look = f'<g id="{name}-look">{body}</g>'
    return f'<g id="{name}" {state} {where}>{look}</g>'


def _count(number: int) -> str:
    """How many of a kind there are, unless it is one."""
    if number == 1:
        return ""
    return (
        f'<g class="chip" {at(-56, 56)}><rect x="-34" y="-29" width="68" height="58" rx="29"/>'
        f'<text class="terraflip-times" y="13">\N{MULTIPLICATION SIGN}{number}</text></g>'
    )


def tiles_left(held: Mapping[str, Any]) -> int:
    """How many tiles a hand has, as far as everybody can count them."""
    return int(held["two_faced"]) + len(held["specials"])
