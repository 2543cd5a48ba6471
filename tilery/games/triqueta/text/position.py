"""Final tables of Triqueta: each player's animals, rock and trees, and kept tiles whose use is left to the game."""

from __future__ import annotations

from typing import Any

from tilery.games.reading import Node, players_of
from tilery.games.triqueta.rules.components import (
    ANIMALS,
    KEEPS,
    ROUNDS,
    TILES_OF_EACH,
    TREES,
    WHITE_TILES,
    WOLF,
    WOLVES,
    animal_in_words,
)
from tilery.games.triqueta.rules.kept import add_to_kept, final_count
from tilery.games.triqueta.rules.state import NOBODY, OVER, TriquetaState
from tilery.words import Sentence, say, say_many


def read(document: Node, state: TriquetaState) -> list[Sentence]:
    document.only(("position", "game", "wolves", "players"))
    players = players_of(document, "Triqueta", 2, 5)
    wolves = document.get("wolves")
    state.seats = len(players)
    state.wolves = wolves is not None and wolves.flag()
    state.stage = OVER
    state.round_number = ROUNDS - 1
    state.rock = NOBODY
    box = _box(state)
    for seat, player in enumerate(players):
        player.only(("collection", "face_down", "rock", "trees"))
        _read_collection(player["collection"], state, seat, box)
        if (face_down := player.get("face_down")) is not None:
            _read_face_down(face_down, state, seat, box)
        if (rock := player.get("rock")) is not None:
            _read_rock(rock, state, seat)
        if (trees := player.get("trees")) is not None:
            _read_trees(trees, state, seat)
    notes = []
    if state.rock == NOBODY:
        notes.append(say('no player has the rock; give it to the player who took the last row ("rock": true)'))
    if state.trees.sum() < TREES:
        notes.append(
            say_many(
                "the players have {count} tree here, but {all} at the end of a complete game",
                "the players have {count} trees here, but {all} at the end of a complete game",
                int(state.trees.sum()),
                all=TREES,
            )
        )
    return notes


def _box(state: TriquetaState) -> dict[str, int]:
    """How many tiles of each animal there are; with wolves, one of each is grey."""
    if state.wolves:
        return dict.fromkeys(ANIMALS[:WOLF], TILES_OF_EACH + 1) | {ANIMALS[WOLF]: WOLVES}
    return dict.fromkeys(ANIMALS[:WOLF], TILES_OF_EACH)


def _read_collection(collection: Node, state: TriquetaState, seat: int, box: dict[str, int]) -> None:
    if not state.wolves and (wolf := collection.get(ANIMALS[WOLF])) is not None and wolf.value != 0:
        collection.fail(say('there are wolves only in a game with "wolves": true'))
    collection.only(ANIMALS)
    for name in collection.mapping():
        node = collection[name]
        if name not in box:
            continue
        count = node.integer(0, WHITE_TILES)
        _take(node, name, count, state, box)
        state.collection[seat, ANIMALS.index(name)] = count


def _read_face_down(face_down: Node, state: TriquetaState, seat: int, box: dict[str, int]) -> None:
    if len(face_down.items()) > KEEPS:
        face_down.fail(
            say("a player can keep at most two tiles face down in a game, not {count}", count=len(face_down.items()))
        )
    for node in face_down:
        if state.wolves and node.value == ANIMALS[WOLF]:
            node.fail(say("wolves are grey tiles, which are always counted: they belong to the collection"))
        name = node.choice(ANIMALS[:WOLF])
        _take(node, name, 1, state, box)
        add_to_kept(state, seat, ANIMALS.index(name))


def _take(node: Node, name: str, count: int, state: TriquetaState, box: dict[str, int]) -> None:
    """Take tiles out of the box, which must hold them."""
    if count > box[name]:
        node.fail(
            say(
                "there are only {most} tiles of the {animal} in the box, for all players together",
                most=_box(state)[name],
                animal=animal_in_words(name),
            )
        )
    box[name] -= count


def _read_rock(rock: Node, state: TriquetaState, seat: int) -> None:
    if rock.flag():
        if state.rock != NOBODY:
            rock.fail(say("there is only one rock, and player {player} already has it", player=int(state.rock) + 1))
        state.rock = seat


def _read_trees(trees: Node, state: TriquetaState, seat: int) -> None:
    state.trees[seat] = trees.integer(0, TREES)
    if state.trees.sum() > TREES:
        trees.fail(say("there are only {most} trees in the box, for all players together", most=TREES))


def write(state: TriquetaState) -> dict[str, Any]:
    """The table after the last round: added tiles lie with the others, tiles that were put back are not told."""
    names = ANIMALS if state.wolves else ANIMALS[:WOLF]
    players = [
        {
            "collection": {name: final_count(state, seat, animal) for animal, name in enumerate(names)},
            "rock": bool(state.rock == seat),
            "trees": int(state.trees[seat]),
        }
        for seat in range(state.seats)
    ]
    return {"wolves": bool(state.wolves), "players": players}
