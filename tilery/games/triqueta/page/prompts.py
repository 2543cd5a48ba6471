"""What to do now in Triqueta, in words: the task, where in the game we are, and what is special at this table."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import Seen, player
from tilery.games.triqueta.page import phrases
from tilery.games.triqueta.page.phrases import TILES
from tilery.games.triqueta.rules.components import ROUNDS
from tilery.words import Sentence, say


def todo(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say("The game is over")
    if seen.seat is None or seen.seat not in seen.waiting:
        return say("It is {player}'s turn", player=player(table["turn"]))
    if table["stage"] == "turn":
        if "draw" in seen.legal_moves:
            return say("Draw a tile, or take a row")
        return say("The stack is empty: take a row")
    tile = TILES[table["hand"][0]]
    row = any(move.startswith("row") for move in seen.legal_moves)
    return phrases.treat_first(tile, row, "keep" in seen.legal_moves, "return" in seen.legal_moves)


def refusal(seen: Seen) -> Sentence:
    if seen.table["stage"] == "turn":
        return say("Press the stack to draw, or a row to take it")
    return say("Choose a highlighted place for the tile that you have drawn")


def heading(seen: Seen) -> Sentence:
    if seen.table["stage"] == "over":
        return say("Game over")
    return say("Round {round} of {rounds}", round=seen.table["round"], rounds=ROUNDS)


def steps(seen: Seen) -> Sequence[Sentence]:
    if seen.seat is None or seen.seat not in seen.waiting:
        return ()
    if is_duel(seen):
        return say("Draw two tiles or take a row"), say("Choose a different action for each tile")
    return say("Draw a tile or take a row"), say("Put it in a row or keep it")


def step(seen: Seen) -> int:
    return int(seen.table["stage"] == "treat")


def notes(seen: Seen) -> list[Sentence]:
    found = []
    if is_duel(seen):
        found.append(say("Designer's duel: draw two tiles and choose a different action for each"))
    if seen.options.get("wolves") == "on":
        found.append(say("Hidden wolves: grey tiles are placed face down and count at the end"))
    return found


def is_duel(seen: Seen) -> bool:
    """Whether this is the designer's game for two."""
    return seen.options.get("two_player") == "designer"
