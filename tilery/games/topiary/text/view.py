"""What a seat of Topiary may see, and the whole deal for records of finished games."""

from __future__ import annotations

from typing import Any

from tilery.games.topiary.rules.components import CELLS, SERIES, SPOTS, TILES
from tilery.games.topiary.rules.hidden import has_chosen, has_received
from tilery.games.topiary.rules.state import EMPTY, NOBODY, OVER, TopiaryState
from tilery.words import Sentence, joined, say

STAGES = ("draft", "visit", "take", "put", "over")


def view(state: TopiaryState, seat: int) -> dict[str, Any]:
    over = state.stage == OVER
    return {
        "stage": STAGES[state.stage],
        "turn": None if over else int(state.turn),
        "removed_series": _removed_series(state),
        "garden": [_cell(state, cell) for cell in range(25)],
        "visitors": {SPOTS[spot]: int(owner) for spot, owner in enumerate(state.visitors) if owner >= 0},
        "visitors_left": [int(count) for count in state.visitors_left[: state.seats]],
        "spot": None if state.spot == EMPTY else SPOTS[state.spot],
        "cell": None if state.cell == EMPTY else CELLS[state.cell],
        "hand_sizes": [int(size) for size in state.hand_size[: state.seats]],
        "hands": [_hand(state, other) if over or other == seat else None for other in range(state.seats)],
        "put_by": {CELLS[cell]: int(other) for cell, other in enumerate(state.put_by) if other != NOBODY},
        "received": _passed_on(state, seat + 1) if has_received(state, seat) else None,
        "passed_on": _passed_on(state, seat) if has_chosen(state, seat) else None,
        "box_size": int(state.box_size),
    }


def picture(seen: dict[str, Any]) -> Sentence:
    """The garden with its visitors' spots, and the hands that are seen. `#` is a face-down tile."""
    lines: list[str] = ["    " + "".join(column.ljust(15) for column in "abcde").rstrip()]
    for row in range(5):
        tiles = [{"hidden": "#", None: "."}.get(tile, tile) for tile in seen["garden"][row * 5 : row * 5 + 5]]
        lines.append(f"{row + 1}   " + "".join(tile.ljust(15) for tile in tiles).rstrip())
    for other, size in enumerate(seen["hand_sizes"]):
        spots = [spot for spot, owner in seen["visitors"].items() if owner == other]
        hand = seen["hands"][other] or ["#"] * size
        if spots:
            lines.append(say("player {player}: visitors {spots}", player=other + 1, spots=" ".join(spots)))
        else:
            lines.append(say("player {player}: visitors none yet", player=other + 1))
        lines.append(say("  hand {tiles}", tiles=" ".join(hand)))
    return joined(lines, "\n")


def deal(state: TopiaryState) -> dict[str, Any]:
    return {
        "removed_series": _removed_series(state),
        "garden": [TILES[tile] for tile in state.garden],
        "hands": [_hand(state, seat) for seat in range(state.seats)],
        "box": [TILES[tile] for tile in state.box[: state.box_size]],
    }


def _removed_series(state: TopiaryState) -> str | None:
    return None if state.removed_series < 0 else SERIES[state.removed_series]


def _cell(state: TopiaryState, cell: int) -> str | None:
    """The tile that lies face up on a cell, "hidden" for one that lies face down, nothing for a freed cell."""
    if state.garden[cell] == EMPTY:
        return None
    return "hidden" if state.face_down >> cell & 1 else TILES[state.garden[cell]]


def _hand(state: TopiaryState, seat: int) -> list[str]:
    return [TILES[tile] for tile in state.hand[seat, : state.hand_size[seat]]]


def _passed_on(state: TopiaryState, seat: int) -> list[str]:
    return [TILES[tile] for tile in sorted(state.passed_on[seat, : state.leftovers])]
