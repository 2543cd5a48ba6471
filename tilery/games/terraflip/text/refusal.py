"""Why a move of Terraflip is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.terraflip.rules.components import FAMILIES, KINDS, LIMIT, RIDER_STEP, in_words
from tilery.games.terraflip.rules.geometry import HEXAGONS, PLACES, TOWER, distance, neighbours
from tilery.games.terraflip.rules.moves import flipped, is_flip_move, is_place_move, is_spy_move, placed, spied, thrown
from tilery.games.terraflip.rules.state import (
    CATAPULT,
    EMPTY,
    PLACE,
    PLAIN,
    RIDER,
    TerraflipState,
)
from tilery.games.terraflip.text.sight import in_row, joined, landing, line, occupied
from tilery.words import Sentence, say


def why_not(state: TerraflipState, seat: int, move: int) -> Sentence:
    if is_place_move(move):
        return _why_not_place(state, seat, *placed(move))
    if is_spy_move(move):
        return _why_not_spy(state, seat, spied(move))
    if state.stage == PLACE:
        return say("place a tile first; until then you can use only spies")
    if is_flip_move(move):
        return _why_not_flip(state, seat, flipped(move))
    return _why_not_throw(state, seat, *thrown(move))


def _why_not_place(state: TerraflipState, seat: int, kind: int, place: int) -> Sentence:
    if state.stage != PLACE:
        return say("you have already placed your tile this turn")
    if not state.hand[seat, kind]:
        if kind == state.family[seat]:
            colour = in_words(KINDS[kind])
            return say("{colour} is your own colour, and none of your tiles has it on both sides", colour=colour)
        if kind < CATAPULT:
            return say("you have no tile left with {colour} underneath", colour=in_words(KINDS[kind]))
        return say("you have already placed your {special}", special=in_words(KINDS[kind]))
    limit = int(LIMIT[state.seats]) + (RIDER_STEP if kind == RIDER else 0)
    if place in occupied(state):
        return _what_lies(place)
    away = distance(*HEXAGONS[place])
    if away > limit and kind == RIDER:
        return say(
            "{place} is {away} steps from the tower; with {seats} players a rider may be at most {limit} steps away",
            place=PLACES[place],
            away=away,
            seats=int(state.seats),
            limit=limit,
        )
    if away > limit:
        return say(
            "{place} is {away} steps from the tower; with {seats} players a tile may be at most {limit} steps away",
            place=PLACES[place],
            away=away,
            seats=int(state.seats),
            limit=limit,
        )
    return say("{place} touches neither a tile nor the tower", place=PLACES[place])


def _what_lies(place: int) -> Sentence:
    if place == TOWER:
        return say("the tower stands at 0,0")
    return say("there is already a tile at {place}", place=PLACES[place])


def _why_not_flip(state: TerraflipState, seat: int, place: int) -> Sentence:
    if place == TOWER:
        return say("the tower is never flipped")
    if place not in occupied(state):
        return say("there is no tile at {place}", place=PLACES[place])
    if state.special[place] != PLAIN:
        return say("the tile at {place} is special, and special tiles are never flipped", place=PLACES[place])
    if state.face[place] == state.family[seat]:
        return say("the tile at {place} shows your own colour; you can flip only other colours", place=PLACES[place])
    if state.origin == EMPTY:
        return say("the last tile you flipped does not show your colour, so you cannot flip again this turn")
    return _why_no_line(state, int(state.origin), place, int(state.family[seat]))


def _why_no_line(state: TerraflipState, origin: int, place: int, colour: int) -> Sentence:
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
            "the line from {start} through {goal} has no space beyond it where it could end", start=start, goal=goal
        )
    if found.gap is not None:
        return say(
            "the line from {start} through {goal} crosses the empty space {gap}",
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


def _why_not_throw(state: TerraflipState, seat: int, start: int, goal: int) -> Sentence:
    origin = int(state.origin)
    if origin == EMPTY or state.special[origin] != CATAPULT:
        return say("a tile can be thrown only by a catapult placed this turn, instead of the first flip")
    if start == TOWER:
        return say("the tower is never thrown")
    if start not in occupied(state):
        return say("there is no tile at {place}", place=PLACES[start])
    if state.special[start] != PLAIN:
        return say("the tile at {place} is special, and special tiles are never thrown", place=PLACES[start])
    if state.face[start] == state.family[seat]:
        return say("the tile at {place} shows your own colour; you can throw only other colours", place=PLACES[start])
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
        return say("a thrown tile must land on a different space")
    return _why_not_land(state, start, goal)


def _why_not_land(state: TerraflipState, start: int, goal: int) -> Sentence:
    if goal in occupied(state):
        return _what_lies(goal)
    away, limit = distance(*HEXAGONS[goal]), int(LIMIT[state.seats])
    if away > limit:
        return say(
            "{place} is {away} steps from the tower; with {seats} players a thrown tile may be at most "
            "{limit} steps away",
            place=PLACES[goal],
            away=away,
            seats=int(state.seats),
            limit=limit,
        )
    assert goal not in landing(state, start)
    return say("{place} touches neither another tile nor the tower", place=PLACES[goal])


def _why_not_spy(state: TerraflipState, seat: int, place: int) -> Sentence:
    if not state.spies[seat]:
        return say("you have no spy left")
    if place == TOWER:
        return say("there is nothing to see under the tower")
    if place not in occupied(state):
        return say("there is no tile at {place}", place=PLACES[place])
    return say("the tile at {place} is special: there is nothing to see underneath", place=PLACES[place])
