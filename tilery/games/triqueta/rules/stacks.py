"""The stacks of the four rounds: how many tiles are left, and drawing the next one (TRI-2, TRI-10)."""

from __future__ import annotations

from tilery.games.triqueta.rules.components import LAYER, STACK
from tilery.games.triqueta.rules.state import EMPTY, TriquetaState
from tilery.kernel.native import native


@native
def white_left(state: TriquetaState, number: int) -> int:
    """White tiles in the stack of a round; they lie above the grey ones."""
    return max(STACK - int(state.drawn[number]), 0)


@native
def grey_left(state: TriquetaState, number: int) -> int:
    """Grey tiles in the stack of a round."""
    if not state.wolves or number == 0:
        return 0
    return min(STACK + LAYER - int(state.drawn[number]), LAYER)


@native
def tiles_left(state: TriquetaState) -> int:
    """Tiles in the stack in use."""
    number = int(state.round_number)
    return white_left(state, number) + grey_left(state, number)


@native
def draw_tile(state: TriquetaState, seat: int) -> None:
    """A white tile comes to the hand; a grey one is put face down at once."""
    number = int(state.round_number)
    depth = int(state.drawn[number])
    state.drawn[number] = depth + 1
    state.drawn_together += 1
    if depth < STACK:
        place = STACK * number + depth
        state.hand[state.hand_size] = state.white[place]
        state.hand_size += 1
        state.white[place] = EMPTY
    else:
        place = LAYER * (number - 1) + depth - STACK
        state.grey_held[seat, state.grey[place]] += 1
        state.grey[place] = EMPTY
