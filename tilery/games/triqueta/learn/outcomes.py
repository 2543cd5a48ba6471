"""What a drawn tile of Triqueta may turn out to be, for players who look one step ahead."""

from __future__ import annotations

from tilery.games.triqueta.learn.features import seen_count
from tilery.games.triqueta.rules.components import STACK, TILES_OF_EACH, WOLF
from tilery.games.triqueta.rules.moves import DRAW
from tilery.games.triqueta.rules.stacks import white_left
from tilery.games.triqueta.rules.state import TriquetaState
from tilery.kernel.native import native


@native
def outcome_count(state: TriquetaState, seat: int, move: int) -> int:
    """One way for each animal of a white tile; a grey one comes as it was redealt, and so does the duel's second."""
    return WOLF if move == DRAW and white_left(state, int(state.round_number)) else 0


@native
def arrange(state: TriquetaState, seat: int, move: int, number: int) -> float:
    """Put an animal on top of the stack; the weight is how many of it the seat has not seen."""
    stack = int(state.round_number)
    state.white[STACK * stack + int(state.drawn[stack])] = number
    unseen = TILES_OF_EACH - seen_count(state, seat, number)
    if state.designer:
        unseen -= int(state.returned[seat, number])
    return float(unseen)
