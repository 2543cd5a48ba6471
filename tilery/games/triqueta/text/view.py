"""What a seat of Triqueta may see, and the whole deal for records of finished games."""

from __future__ import annotations

from typing import Any

from tilery.games.triqueta.rules.components import ANIMALS, LAYER, ROUNDS, STACK, WOLF, animal_in_words
from tilery.games.triqueta.rules.kept import is_added
from tilery.games.triqueta.rules.moves import is_row_move, is_take_move, row_of
from tilery.games.triqueta.rules.stacks import grey_left, white_left
from tilery.games.triqueta.rules.state import INTO_ROW, KEPT, NOBODY, OVER, RETURNED, TREAT, TriquetaState
from tilery.games.wrapping import wrapped
from tilery.words import Sentence, arranged, joined, say

STAGES = ("turn", "treat", "over")
TREATMENTS = {INTO_ROW: "row", KEPT: "keep", RETURNED: "return"}


def view(state: TriquetaState, seat: int) -> dict[str, Any]:
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


def shown(state: TriquetaState, seat: int, move: int) -> str:
    """The tile that is put in a row, or the tiles of the row that is taken."""
    del seat  # only one is to move
    if is_row_move(move):
        return str(ANIMALS[state.hand[0]])
    if is_take_move(move):
        row = row_of(move)
        return " ".join(ANIMALS[tile] for tile in state.rows[row, : state.row_length[row]])
    return ""


def picture(seen: dict[str, Any]) -> Sentence:
    """The stack, the rows and what lies before each player. `#` is a tile that is not seen."""
    lines = [_stack_in_words(seen)]
    for row, (tiles, owner) in enumerate(zip(seen["rows"], seen["taken_by"], strict=True), 1):
        if owner is not None:
            lines.append(say("row {row}: taken by player {player}", row=row, player=owner + 1))
        elif tiles:
            lines.append(say("row {row}: {tiles}", row=row, tiles=_names(tiles)))
        else:
            lines.append(say("row {row}: empty", row=row))
    for other in range(len(seen["rows"])):
        parts = joined(_before_player(seen, other), "; ")
        lines.append(say("player {player}: {parts}", player=other + 1, parts=parts))
    if seen["hand_size"]:
        hand = _names(seen["hand"] or ["#"] * seen["hand_size"])
        lines.append(say("player {player} has drawn {tiles}", player=seen["turn"] + 1, tiles=hand))
    return joined([wrapped(line) for line in lines], "\n")


def _stack_in_words(seen: dict[str, Any]) -> Sentence:
    stack = seen["stacks"][seen["round"] - 1]
    if ANIMALS[WOLF] in seen["collections"][0]:
        return say(
            "round {round} of {rounds}, in the stack {white} white and {grey} grey tiles",
            round=seen["round"],
            rounds=ROUNDS,
            white=stack["white"],
            grey=stack["grey"],
        )
    return say(
        "round {round} of {rounds}, in the stack {white} white tiles",
        round=seen["round"],
        rounds=ROUNDS,
        white=stack["white"],
    )


def _before_player(seen: dict[str, Any], other: int) -> list[Sentence]:
    """What lies before a player, as the parts of a line."""
    parts = [_counts(seen["collections"][other]) or say("no animals")]
    kept, grey, returned = seen["kept_sizes"][other], seen["grey_sizes"][other], seen["returned_sizes"][other]
    if seen["added"]:
        added = seen["added"][other]
        if added:
            parts.append(say("added {tiles}", tiles=_names(added)))
        if kept > len(added):
            parts.append(say("put back {count}", count=kept - len(added)))
    elif kept:
        parts.append(say("kept {tiles}", tiles=_names(seen["kept"][other] or ["#"] * kept)))
    if grey:
        parts.append(say("grey {tiles}", tiles=_counts(seen["grey"][other]) or " ".join(["#"] * grey)))
    if returned:
        parts.append(say("returned {tiles}", tiles=_counts(seen["returned"][other]) or returned))
    if seen["rock"] == other:
        parts.append(say("rock"))
    if seen["trees"][other]:
        parts.append(say("trees {count}", count=seen["trees"][other]))
    return parts


def _names(tiles: list[str]) -> Sentence:
    return joined([animal_in_words(name) for name in tiles], " ")


def _counts(counts: dict[str, int] | None) -> Sentence | None:
    """How many tiles of which animals; None if there are none, or none are shown."""
    found = [(count, animal_in_words(name)) for name, count in (counts or {}).items() if count]
    return joined([arranged("{count} {animal}", count=count, animal=animal) for count, animal in found]) or None


def deal(state: TriquetaState) -> dict[str, Any]:
    stacks = [state.white[STACK * number : STACK * (number + 1)].tolist() for number in range(ROUNDS)]
    if state.wolves:
        for number in range(1, ROUNDS):
            stacks[number] += state.grey[LAYER * (number - 1) : LAYER * number].tolist()
    return {"stacks": [[ANIMALS[tile] for tile in stack] for stack in stacks]}


def _stack(state: TriquetaState, number: int) -> dict[str, int]:
    return {"white": white_left(state, number), "grey": grey_left(state, number)}


def _counted(counts: list[int], state: TriquetaState) -> dict[str, int]:
    """The number of tiles of each animal; of wolves only in a game with wolves."""
    shown = ANIMALS if state.wolves else ANIMALS[:WOLF]
    return dict(zip(shown, counts, strict=False))


def _hand(state: TriquetaState) -> list[str]:
    return [ANIMALS[tile] for tile in state.hand[: state.hand_size]]


def _kept(state: TriquetaState, seat: int) -> list[str]:
    return [ANIMALS[tile] for tile in state.kept[seat, : state.kept_size[seat]]]


def _added(state: TriquetaState, seat: int) -> list[str]:
    """The kept tiles that were added to a collection at the end; the others stay face down (TRI-6)."""
    kept = enumerate(_kept(state, seat))
    return [name for index, name in kept if is_added(state, seat, index)]


def _returned_size(state: TriquetaState, seat: int) -> int:
    return sum(state.returned[seat].tolist()) if state.designer else 0


def _returned(state: TriquetaState, seat: int) -> dict[str, int]:
    """What a player returned to the box in the designer's duel; only that player knows."""
    counts = state.returned[seat].tolist() if state.designer else [0] * WOLF
    return dict(zip(ANIMALS[:WOLF], counts, strict=True))
