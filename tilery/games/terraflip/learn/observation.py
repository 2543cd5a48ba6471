"""What a seat of Terraflip sees, as numbers: what `view` tells, for programs that learn.

Colours are counted as seats are, from the observer's own; those that nobody plays come last, in their order.
"""

from __future__ import annotations

from tilery.games.learning import Field, Numbers
from tilery.games.terraflip.learn.actions import REACHED
from tilery.games.terraflip.rules.components import SPIES, TWO_FACED
from tilery.games.terraflip.rules.geometry import BIT, TOWER
from tilery.games.terraflip.rules.hidden import knows
from tilery.games.terraflip.rules.state import CATAPULT, COLOURS, EMPTY, KINDS, NOBODY, OVER, PLAIN, TerraflipState
from tilery.kernel.native import native

SPECIALS = KINDS - CATAPULT


def fields(seats: int) -> tuple[Field, ...]:
    places = int(REACHED[seats])
    return (
        Field("stage", (2,), "what is decided: placing a tile, or what follows; nothing at the end"),
        Field("seat", (seats,), "the observer's own seat"),
        Field("turn", (seats,), "whose turn it is; nobody's at the end"),
        Field("hand", (COLOURS,), "one's own two-faced tiles by the colour underneath", high=TWO_FACED),
        Field("two_faced", (seats,), "two-faced tiles in hand", high=3 * TWO_FACED),
        Field("specials", (seats, SPECIALS), "special tiles in hand: catapult, rider, camp"),
        Field("spies", (seats,), "spies left", high=max(SPIES, 1)),
        Field("looked_by", (seats,), "who has just spied"),
        Field("face", (places, COLOURS), "by place: the colour that shows"),
        Field("under", (places, COLOURS), "by place: the colour underneath, where it is shown to the observer"),
        Field("special", (places, SPECIALS), "by place: a catapult, rider or camp"),
        Field("owner", (places, seats), "by place: who placed the tile; not with pure memory"),
        Field("known_to", (places, seats), "by place: who has seen the underside; not with pure memory"),
        Field("origin", (places,), "the tile from which the next flip is made"),
        Field("flips", (places,), "tiles that can be flipped now"),
        Field("throws", (places,), "tiles that can be thrown now"),
        Field("looked_at", (places,), "the tile that was just spied on"),
    )


@native
def observe(state: TerraflipState, seat: int, part: int, out: Numbers) -> None:
    seats, places = int(state.seats), int(REACHED[state.seats])
    if state.stage != OVER:
        out[int(state.stage)] = 1
        out[2 + seats + (int(state.turn) - seat) % seats] = 1
    out[2 + seat] = 1
    start = _observe_hands(state, seat, out, 2 + 2 * seats)
    if state.looked_by != NOBODY:
        out[start + (int(state.looked_by) - seat) % seats] = 1
    start += seats
    for place in range(places):
        if place != TOWER and state.face[place] != EMPTY:
            _observe_tile(state, seat, place, out, start)
    start += (2 * COLOURS + SPECIALS + 2 * seats) * places
    if state.origin != EMPTY:
        out[start + int(state.origin)] = 1
    if state.looked_at != EMPTY:
        out[start + 3 * places + int(state.looked_at)] = 1
    for place in range(places):
        for word in range(2):
            if state.flips[word] & BIT[place, word]:
                out[start + places + place] = 1
            if state.throws[word] & BIT[place, word]:
                out[start + 2 * places + place] = 1


@native
def _colour(state: TerraflipState, seat: int, colour: int) -> int:
    """A colour, counted from that of the observer."""
    seats = int(state.seats)
    for other in range(seats):
        if state.family[other] == colour:
            return (other - seat) % seats
    return colour


@native
def _observe_hands(state: TerraflipState, seat: int, out: Numbers, start: int) -> int:
    seats = int(state.seats)
    for colour in range(COLOURS):
        out[start + _colour(state, seat, colour)] = state.hand[seat, colour]
    start += COLOURS
    for place in range(seats):
        other = (seat + place) % seats
        for colour in range(COLOURS):
            out[start + place] += state.hand[other, colour]
        for special in range(SPECIALS):
            out[start + seats + SPECIALS * place + special] = state.hand[other, CATAPULT + special]
        out[start + (1 + SPECIALS) * seats + place] = state.spies[other]
    return start + (2 + SPECIALS) * seats


@native
def _observe_tile(state: TerraflipState, seat: int, place: int, out: Numbers, start: int) -> None:
    seats, places = int(state.seats), int(REACHED[state.seats])
    aided = not state.pure_memory
    out[start + COLOURS * place + _colour(state, seat, int(state.face[place]))] = 1
    start += COLOURS * places
    just_seen = state.look_at[seat] == place and state.look_saw[seat] == state.under[place]
    if state.under[place] != EMPTY and (just_seen or (aided and knows(state, seat, place))):
        out[start + COLOURS * place + _colour(state, seat, int(state.under[place]))] = 1
    start += COLOURS * places
    if state.special[place] != PLAIN:
        out[start + SPECIALS * place + int(state.special[place]) - CATAPULT] = 1
    start += SPECIALS * places
    if aided:
        if state.owner[place] != NOBODY:
            out[start + seats * place + (int(state.owner[place]) - seat) % seats] = 1
        start += seats * places
        for other in range(seats):
            if int(state.known[place]) >> other & 1:
                out[start + seats * place + (other - seat) % seats] = 1
