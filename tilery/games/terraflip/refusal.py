"""Why a move of Terraflip is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.terraflip.components import FAMILIES, KINDS, LIMIT, RIDER_STEP, in_words
from tilery.games.terraflip.geometry import COUNT, HEXAGONS, PLACES, TOWER, distance, neighbours
from tilery.games.terraflip.sight import in_row, joined, landing, line, occupied
from tilery.games.terraflip.state import CATAPULT, EMPTY, END, FLIP_TILE, PLACE, PLAIN, RIDER, SPY, THROW
from tilery.kernel.contract import State
from tilery.words import Sentence, say


def why_not(state: State, seat: int, move: int) -> Sentence:
    if move < FLIP_TILE:
        return _why_not_place(state, seat, move // COUNT, move % COUNT)
    if SPY <= move < END:
        return _why_not_spy(state, seat, move - SPY)
    if state.stage == PLACE:
        return say("first place a tile; until then a turn allows only spies")
    if move < SPY:
        return _why_not_flip(state, seat, move - FLIP_TILE)
    return _why_not_throw(state, seat, (move - THROW) // COUNT, (move - THROW) % COUNT)


def _why_not_place(state: State, seat: int, kind: int, place: int) -> Sentence:
    if state.stage != PLACE:
        return say("you have placed your tile of this turn")
    if not state.hand[seat, kind]:
        if kind == state.family[seat]:
            colour = in_words(KINDS[kind])
            return say("{colour} is your own colour, and no tile of yours has it on both faces", colour=colour)
        if kind < CATAPULT:
            return say("you have no tile left with {colour} underneath", colour=in_words(KINDS[kind]))
        return say("you have placed your {special} already", special=in_words(KINDS[kind]))
    limit = int(LIMIT[state.seats]) + (RIDER_STEP if kind == RIDER else 0)
    if place in occupied(state):
        return _what_lies(place)
    away = distance(*HEXAGONS[place])
    if away > limit and kind == RIDER:
        return say(
            "{place} is {away} steps from the tower; with {seats} players a rider may be {limit} steps away at most",
            place=PLACES[place],
            away=away,
            seats=int(state.seats),
            limit=limit,
        )
    if away > limit:
        return say(
            "{place} is {away} steps from the tower; with {seats} players a tile may be {limit} steps away at most",
            place=PLACES[place],
            away=away,
            seats=int(state.seats),
            limit=limit,
        )
    return say("{place} touches neither a tile nor the tower", place=PLACES[place])


def _what_lies(place: int) -> Sentence:
    if place == TOWER:
        return say("the tower stands at 0,0")
    return say("a tile lies at {place} already", place=PLACES[place])


def _why_not_flip(state: State, seat: int, place: int) -> Sentence:
    if place == TOWER:
        return say("the tower is never flipped")
    if place not in occupied(state):
        return say("no tile lies at {place}", place=PLACES[place])
    if state.special[place] != PLAIN:
        return say("the tile at {place} is special, and special tiles are never flipped", place=PLACES[place])
    if state.face[place] == state.family[seat]:
        return say("the tile at {place} shows your own colour; only other colours are flipped", place=PLACES[place])
    if state.origin == EMPTY:
        return say("the last tile turned over does not show your colour, so the flipping is over for this turn")
    return _why_no_line(state, int(state.origin), place, int(state.family[seat]))


def _why_no_line(state: State, origin: int, place: int, colour: int) -> Sentence:
    start, goal = PLACES[origin], PLACES[place]
    found = line(state, origin, place, colour)
    if found is None and state.rows_only and not in_row(origin, place):
        return say(
            "{goal} is not in a row with {start}, and in this game lines follow the rows of the grid only",
            goal=goal,
            start=start,
        )
    if found is None:
        return say(
            "a line from {start} through {goal} has no place beyond it where it could end", start=start, goal=goal
        )
    if found.gap is not None:
        return say(
            "the line from {start} through {goal} crosses the empty place {gap}",
            start=start,
            goal=goal,
            gap=PLACES[found.gap],
        )
    if found.end is not None:
        return say(
            "the line from {start} towards {goal} ends before it, at {end}",
            start=start,
            goal=goal,
            end=PLACES[found.end],
        )
    return say(
        "the line from {start} through {goal} meets neither a {colour} tile nor the tower beyond it",
        start=start,
        goal=goal,
        colour=in_words(FAMILIES[colour]),
    )


def _why_not_throw(state: State, seat: int, start: int, goal: int) -> Sentence:
    origin = int(state.origin)
    if origin == EMPTY or state.special[origin] != CATAPULT:
        return say("a tile is thrown only by a catapult placed this turn, instead of its first flip")
    if start == TOWER:
        return say("the tower is never thrown")
    if start not in occupied(state):
        return say("no tile lies at {place}", place=PLACES[start])
    if state.special[start] != PLAIN:
        return say("the tile at {place} is special, and special tiles are never thrown", place=PLACES[start])
    if state.face[start] == state.family[seat]:
        return say("the tile at {place} shows your own colour; only other colours are thrown", place=PLACES[start])
    if start not in neighbours(origin):
        return say(
            "the tile at {place} does not touch the catapult at {catapult}",
            place=PLACES[start],
            catapult=PLACES[origin],
        )
    cut_off = occupied(state) - joined(state, lifted=start) - {start}
    if cut_off:
        return say(
            "without the tile at {place} the one at {other} would be cut off from the tower",
            place=PLACES[start],
            other=PLACES[min(cut_off)],
        )
    if start == goal:
        return say("a thrown tile lands on another place than it came from")
    return _why_not_land(state, start, goal)


def _why_not_land(state: State, start: int, goal: int) -> Sentence:
    if goal in occupied(state):
        return _what_lies(goal)
    away, limit = distance(*HEXAGONS[goal]), int(LIMIT[state.seats])
    if away > limit:
        return say(
            "{place} is {away} steps from the tower;"
            " with {seats} players a thrown tile may be {limit} steps away at most",
            place=PLACES[goal],
            away=away,
            seats=int(state.seats),
            limit=limit,
        )
    assert goal not in landing(state, start)
    return say("{place} touches neither another tile nor the tower", place=PLACES[goal])


def _why_not_spy(state: State, seat: int, place: int) -> Sentence:
    if not state.spies[seat]:
        return say("you have no spy left")
    if place == TOWER:
        return say("there is nothing to see under the tower")
    if place not in occupied(state):
        return say("no tile lies at {place}", place=PLACES[place])
    return say("the tile at {place} is special: there is nothing to see underneath", place=PLACES[place])
