"""Moves of Triqueta as people write them: `draw`, `row 2`, `keep`, `return`, `take 2`. None of them tells a secret."""

from __future__ import annotations

from tilery.games.game import NotationError
from tilery.games.triqueta.rules.moves import DRAW, KEEP, RETURN, row_move, take_move
from tilery.words import say

WORDS = {"draw": DRAW, "keep": KEEP, "return": RETURN}
NUMBERED = {"row": row_move, "take": take_move}
ROW_NAMES = ["1", "2", "3", "4", "5"]


def _all_moves() -> dict[str, int]:
    moves = dict(WORDS)
    for word, move_of in NUMBERED.items():
        moves |= {f"{word} {name}": move_of(row) for row, name in enumerate(ROW_NAMES)}
    return moves


MOVES = _all_moves()
TEXTS = {move: text for text, move in MOVES.items()}


def text(move: int) -> str:
    return TEXTS[int(move)]


def public(move: int) -> str:
    return text(move)


def code(text: str) -> int:
    move = MOVES.get(" ".join(text.split()))
    if move is not None:
        return move
    match text.split():
        case [("row" | "take") as word]:
            raise NotationError(
                say('"{text}" does not say which row; write "{word} 1" for the first one', text=text, word=word)
            )
        case ["row" | "take", row]:
            raise NotationError(say('there is no row "{row}"; rows are numbered from 1 to 5', row=row))
    raise NotationError(
        say(
            '"{text}" is not a Triqueta move; moves are written "draw", "row 2", "keep", "take 2" and, '
            'in the designer\'s duel, "return"',
            text=text,
        )
    )
