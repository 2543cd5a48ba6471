"""A state of Triqueta in the middle of a game, written down and read back."""

from __future__ import annotations

from typing import Any

from tilery.games.reading import Node
from tilery.games.state_text import Fields, Lists, Names, Numbers, check_turn, read_fields, write_fields
from tilery.games.triqueta.rules.components import (
    ANIMALS,
    LAYER,
    ROUNDS,
    STACK,
    TILES_OF_EACH,
    TREES,
    WOLF,
    WOLVES,
)
from tilery.games.triqueta.rules.state import EMPTY, NOBODY, OVER, TREAT, UNTREATED, TriquetaState
from tilery.games.triqueta.text.view import STAGES
from tilery.words import say

WHITE = ANIMALS[:WOLF]
TREATMENTS = ["row", "keep", "return"]
FIELDS: Fields = {
    "stage": Names(STAGES),
    "turn": Numbers(0, 4),
    "round_number": Numbers(0, ROUNDS - 1),
    "rock": Numbers(0, 4),
    "hand": Lists(Names(WHITE), "hand_size"),
    "drawn_together": Numbers(0, 2),
    "treated": Names(TREATMENTS, none=UNTREATED, first=1),
    "trees": Numbers(0, TREES),
    "taken_by": Numbers(NOBODY, 4),
    "rows": Lists(Names(WHITE), "row_length"),
    "collection": Numbers(0, TILES_OF_EACH),
    "kept": Lists(Names(WHITE), "kept_size"),
    "grey_held": Numbers(0, WOLVES),
}


def write(state: TriquetaState) -> dict[str, Any]:
    found = write_fields(state, FIELDS)
    found["stacks"] = [_stack(state, number) for number in range(ROUNDS)]
    if state.designer:
        found["returned"] = state.returned.tolist()
    return found


def _stack(state: TriquetaState, number: int) -> list[str]:
    """What is left of a stack, from its top."""
    tiles = state.white[STACK * number : STACK * (number + 1)].tolist()
    if state.wolves and number:
        tiles += state.grey[LAYER * (number - 1) : LAYER * number].tolist()
    return [ANIMALS[tile] for tile in tiles if tile != EMPTY]


def read(document: Node, state: TriquetaState) -> None:
    document.only([*FIELDS, "stacks", *(["returned"] if state.designer else [])])
    read_fields(document, state, FIELDS)
    check_turn(document, state)
    for number, node in enumerate(document["stacks"].items(ROUNDS)):
        _read_stack(node, state, number)
    if state.designer:
        for seat, node in enumerate(document["returned"].items(2)):
            for animal, each in enumerate(node.items(WOLF)):
                state.returned[seat, animal] = each.integer(0, TILES_OF_EACH)
    seats = int(state.seats)
    for seat in range(seats):
        state.has_left[seat] = seat in state.taken_by[:seats].tolist()
    state.players_in = 0 if state.stage == OVER else seats - sum(state.has_left[:seats].tolist())
    _check_tiles(document, state)
    _check_turn(document, state)


def _read_stack(node: Node, state: TriquetaState, number: int) -> None:
    grey = LAYER if state.wolves and number else 0
    found = node.items()
    if len(found) > STACK + grey:
        node.fail(say("this stack has at most {count} tiles", count=STACK + grey))
    state.drawn[number] = STACK + grey - len(found)
    for depth in range(STACK + grey):
        place = depth - int(state.drawn[number])
        if depth < STACK:
            tile = EMPTY if place < 0 else WHITE.index(found[place].choice(WHITE))
            state.white[STACK * number + depth] = tile
        else:
            tile = EMPTY if place < 0 else ANIMALS.index(found[place].choice(ANIMALS))
            state.grey[LAYER * (number - 1) + depth - STACK] = tile


def _check_tiles(document: Node, state: TriquetaState) -> None:
    seats = range(state.seats)
    for animal, name in enumerate(ANIMALS):
        white = state.white.tolist().count(animal) + state.hand[: state.hand_size].tolist().count(animal)
        white += sum(state.collection[seat, animal] for seat in seats)
        for seat in seats:
            white += state.rows[seat, : state.row_length[seat]].tolist().count(animal)
            white += state.kept[seat, : state.kept_size[seat]].tolist().count(animal)
            if state.designer and animal < WOLF:
                white += int(state.returned[seat, animal])
        grey = state.grey.tolist().count(animal) + sum(int(state.grey_held[seat, animal]) for seat in seats)
        expected = (0 if animal == WOLF else TILES_OF_EACH, 0 if not state.wolves else WOLVES if animal == WOLF else 1)
        if (white, grey) != expected:
            document.fail(
                say(
                    "there must be {white} white and {grey} grey tiles of {animal}, not {found_white} and {found_grey}",
                    white=expected[0],
                    grey=expected[1],
                    animal=name,
                    found_white=int(white),
                    found_grey=grey,
                )
            )


def _check_turn(document: Node, state: TriquetaState) -> None:
    seats = int(state.seats)
    takers = [owner for owner in state.taken_by[:seats].tolist() if owner != NOBODY]
    if len(takers) != len(set(takers)) or any(owner >= seats for owner in takers):
        document["taken_by"].fail(say("a row is taken by one player, and a player takes one row a round"))
    if (len(takers) == seats) != (state.stage == OVER):
        document["taken_by"].fail(say("a round ends with its last row, and the game with the last round"))
    if state.rock >= seats:
        document["rock"].fail(say("there is no player {player}", player=int(state.rock) + 1))
    if state.stage == OVER:
        if state.round_number != ROUNDS - 1:
            document["stage"].fail(say("a round ends with its last row, and the game with the last round"))
    elif state.turn in takers:
        document["turn"].fail(say("player {player} has left the round", player=int(state.turn) + 1))
    for row in range(seats):
        if state.taken_by[row] != NOBODY and state.row_length[row]:
            document["rows"].fail(say("a row that was taken is empty"))
    if sum(state.trees[:seats].tolist()) != int(state.round_number):
        document["trees"].fail(say("a tree is taken at the end of every round but the last"))
    treating = state.stage == TREAT
    most = 2 if state.designer else 1
    fits = (
        1 <= state.hand_size <= state.drawn_together <= most
        if treating
        else not (state.hand_size or state.drawn_together)
    )
    if not fits or (
        state.treated != UNTREATED and not (treating and state.hand_size == 1 and state.drawn_together == 2)
    ):
        document["hand"].fail(say("what was drawn, and what became of it, does not fit the stage"))
    if any(state.drawn[number] for number in range(int(state.round_number) + 1, ROUNDS)):
        document["stacks"].fail(say("nothing was drawn yet from the stacks of later rounds"))
    for seat in range(seats):
        if state.kept[seat, 0] > state.kept[seat, 1] and state.kept_size[seat] == 2:
            document["kept"].fail(say("kept tiles are written in the order of the animals"))


def read_deal(document: Node, state: TriquetaState) -> None:
    document.only(("stacks",))
    for number, stack in enumerate(document["stacks"].items(ROUNDS)):
        stack.items(STACK + (LAYER if state.wolves and number else 0))
    read(Node({**write(state), "stacks": document["stacks"].value}, "deal"), state)
