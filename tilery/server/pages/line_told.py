"""How a game may go on, in words: the line of a search, for puzzles and reviews."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.match.match import Match
from tilery.server.pages.table_page import TablePage


def line_told(match: Match, line: Sequence[tuple[int, str]], page: TablePage) -> list[tuple[int, str]]:
    """Tell a line that begins with a move of who is to move in a match, and no secrets of others.

    Where it takes more than the notation to tell a move, only the first is told: the others were imagined. Elsewhere
    only notation is told of any, or what the first brought would seem to be what all of them bring.
    """
    game = match.game
    if not line or game.drawing is None:
        return []
    seat, first = line[0]
    after = match.copy()
    after.play(first, seat)
    if game.is_told_by_notation:
        notation = game.notation
        moves = after.log(seat)[-1:] + [
            (who, move if who == seat else notation.public(notation.code(move))) for who, move in line[1:]
        ]
    else:
        moves = after.story(seat)[-1:]
    return [(entry.seat, page.words(entry.sentence)) for entry in game.drawing.tell(moves, page.names)]
