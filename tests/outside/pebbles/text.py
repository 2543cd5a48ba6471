"""What people see of Pebbles: its notation, views, refusals and final tables."""

from __future__ import annotations

from typing import Any

from tilery.games.game import NotationError
from tilery.games.reading import Node
from tilery.words import Sentence, say, say_many

from .rules import LARGEST_HEAP, SMALLEST_HEAP, PebblesState


def text(move: int) -> str:
    return f"take {move}"


def public(move: int) -> str:
    return text(move)


def code(text: str) -> int:
    match text.split():
        case ["take", number] if number.isdecimal() and 1 <= int(number) <= 9:
            return int(number)
    raise NotationError(say('"{text}" is not a move of Pebbles; moves are written "take 2"', text=text))


def view(state: PebblesState, seat: int) -> dict[str, Any]:
    return {
        "heap": int(state.heap),
        "taken": [int(count) for count in state.taken[: state.seats]],
        "cards": [
            int(card) if other == seat or not state.heap else None
            for other, card in enumerate(state.card[: state.seats])
        ],
    }


def picture(seen: dict[str, Any]) -> Sentence:
    heap = "o" * seen["heap"]
    return say("heap {heap}; taken {taken}; cards {cards}", heap=heap, taken=seen["taken"], cards=seen["cards"])


def deal(state: PebblesState) -> dict[str, Any]:
    return {"heap": int(state.heap), "cards": [int(card) for card in state.card[: state.seats]]}


def why_not(state: PebblesState, seat: int, move: int) -> Sentence:
    if move > state.most:
        return say("at most {most} pebbles may be taken at once", most=int(state.most))
    return say_many("only {count} pebble is left", "only {count} pebbles are left", int(state.heap))


def read(document: Node, state: PebblesState) -> list[Sentence]:
    document.only(("position", "game", "players"))
    players = document["players"].items()
    state.seats = len(players)
    for seat, player in enumerate(players):
        state.taken[seat] = player["pebbles"].integer(0, LARGEST_HEAP)
        state.card[seat] = player["card"].integer(1, 6)
    heap = int(state.taken.sum())
    if SMALLEST_HEAP <= heap <= LARGEST_HEAP:
        return []
    least, most = SMALLEST_HEAP, LARGEST_HEAP
    return [say("a heap has {least} to {most} pebbles, and here are {heap}", least=least, most=most, heap=heap)]


def write(state: PebblesState) -> dict[str, Any]:
    players = zip(state.taken[: state.seats], state.card[: state.seats], strict=True)
    return {"players": [{"pebbles": int(taken), "card": int(card)} for taken, card in players]}
