"""What a seat of Triqueta may see, and the whole deal for records of finished games."""

from __future__ import annotations

import textwrap
from typing import Any

from tilery.games.triqueta.components import ANIMALS, LAYER, ROUNDS, STACK, WOLF
from tilery.games.triqueta.kept import is_added
from tilery.games.triqueta.stacks import grey_left, white_left
from tilery.games.triqueta.state import INTO_ROW, KEPT, NOBODY, OVER, RETURNED, TREAT
from tilery.kernel.contract import State

STAGES = ("turn", "treat", "over")
TREATMENTS = {INTO_ROW: "row", KEPT: "keep", RETURNED: "return"}


def view(state: State, seat: int) -> dict[str, Any]:
    over = state.stage == OVER
    seats = range(state.seats)
    collections, grey = state.collection.tolist(), state.grey_held.tolist()
    return {
        "stage": STAGES[state.stage],
        "turn": None if over else int(state.turn),
        "round": int(state.round_number) + 1,
        "stacks": [_stack(state, number) for number in range(ROUNDS)],
        "rows": [[ANIMALS[tile] for tile in state.rows[row, : state.row_length[row]]] for row in seats],
        "taken_by": [None if state.taken_by[row] == NOBODY else int(state.taken_by[row]) for row in seats],
        "rock": int(state.rock),
        "trees": state.trees[: state.seats].tolist(),
        "collections": [_counted(collections[other], state) for other in seats],
        "drawn_together": int(state.drawn_together),
        "hand_size": int(state.hand_size),
        "hand": _hand(state) if state.stage == TREAT and state.turn == seat else None,
        "first_treatment": TREATMENTS.get(int(state.treated)),
        "kept_sizes": state.kept_size[: state.seats].tolist(),
        "kept": [_kept(state, other) if other == seat else None for other in seats],
        "added": [_added(state, other) for other in seats] if over else None,
        "grey_sizes": [sum(grey[other]) for other in seats],
        "grey": [_counted(grey[other], state) if over or other == seat else None for other in seats],
        "returned_sizes": [_returned_size(state, other) for other in seats],
        "returned": [_returned(state, other) if other == seat else None for other in seats],
    }


def picture(state: State, seat: int) -> str:
    """The stack, the rows and what lies before each player. `#` is a tile that `seat` may not see."""
    seen = view(state, seat)
    stack = seen["stacks"][state.round_number]
    grey = f" and {stack['grey']} grey" if state.wolves else ""
    lines = [f"round {seen['round']} of {ROUNDS}, in the stack {stack['white']} white{grey} tiles"]
    for row, (tiles, owner) in enumerate(zip(seen["rows"], seen["taken_by"], strict=True), 1):
        lines.append(f"row {row}: " + (" ".join(tiles) or "empty" if owner is None else f"taken by player {owner + 1}"))
    for other in range(state.seats):
        lines.append(f"player {other + 1}: " + "; ".join(_before_player(seen, other)))
    if seen["hand_size"]:
        hand = seen["hand"] or ["#"] * seen["hand_size"]
        lines.append(f"player {seen['turn'] + 1} has drawn {' '.join(hand)}")
    return "\n".join(textwrap.fill(line, 100, subsequent_indent="    ") for line in lines)


def _before_player(seen: dict[str, Any], other: int) -> list[str]:
    """What lies before a player, as the parts of a line."""
    parts = [_in_words(seen["collections"][other]) or "no animals"]
    if seen["added"]:
        put_back = seen["kept_sizes"][other] - len(seen["added"][other])
        parts += [f"added {' '.join(seen['added'][other])}"] * bool(seen["added"][other])
        parts += [f"put back {put_back}"] * bool(put_back)
    elif seen["kept_sizes"][other]:
        parts.append(f"kept {' '.join(seen['kept'][other] or ['#'] * seen['kept_sizes'][other])}")
    if seen["grey_sizes"][other]:
        grey = seen["grey"][other]
        parts.append(f"grey {_in_words(grey) if grey else ' '.join(['#'] * seen['grey_sizes'][other])}")
    if seen["returned_sizes"][other]:
        returned = seen["returned"][other]
        parts.append(f"returned {_in_words(returned) if returned else seen['returned_sizes'][other]}")
    parts += ["rock"] * (seen["rock"] == other)
    parts += [f"trees {seen['trees'][other]}"] * bool(seen["trees"][other])
    return parts


def _in_words(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def deal(state: State) -> dict[str, Any]:
    stacks = [state.white[STACK * number : STACK * (number + 1)].tolist() for number in range(ROUNDS)]
    if state.wolves:
        for number in range(1, ROUNDS):
            stacks[number] += state.grey[LAYER * (number - 1) : LAYER * number].tolist()
    return {"stacks": [[ANIMALS[tile] for tile in stack] for stack in stacks]}


def _stack(state: State, number: int) -> dict[str, int]:
    return {"white": white_left(state, number), "grey": grey_left(state, number)}


def _counted(counts: list[int], state: State) -> dict[str, int]:
    """The number of tiles of each animal; of wolves only in a game with wolves."""
    shown = ANIMALS if state.wolves else ANIMALS[:WOLF]
    return dict(zip(shown, counts, strict=False))


def _hand(state: State) -> list[str]:
    return [ANIMALS[tile] for tile in state.hand[: state.hand_size]]


def _kept(state: State, seat: int) -> list[str]:
    return [ANIMALS[tile] for tile in state.kept[seat, : state.kept_size[seat]]]


def _added(state: State, seat: int) -> list[str]:
    """The kept tiles that were added to a collection at the end; the others stay face down (TRI-6)."""
    kept = enumerate(_kept(state, seat))
    return [name for index, name in kept if is_added(state, seat, index)]


def _returned_size(state: State, seat: int) -> int:
    return sum(state.returned[seat].tolist()) if state.designer else 0


def _returned(state: State, seat: int) -> dict[str, int]:
    """What a player returned to the box in the designer's duel; only that player knows."""
    counts = state.returned[seat].tolist() if state.designer else [0] * WOLF
    return dict(zip(ANIMALS[:WOLF], counts, strict=True))
