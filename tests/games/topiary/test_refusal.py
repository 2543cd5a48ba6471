"""Every move that is not legal is refused with the rule that forbids it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tests.games.topiary.naive import spots_around
from tests.games.topiary.tables import ALL_WAYS, WITH_DRAFT, Dealt, Table
from tilery.games.topiary import GAME
from tilery.games.topiary.rules.components import CELLS, SHORT_DIAGONAL, SPOTS, TILES
from tilery.games.topiary.rules.moves import (
    BEFORE_KEEP_MOVES,
    END_OF_MOVES,
    PASS,
    cell_of,
    is_keep_move,
    is_put_move,
    is_take_move,
    is_visit_move,
    keep_move,
    spot_of,
    tile_of,
)
from tilery.games.topiary.text import notation


def at_stage(stage: str, options: dict[str, str] = WITH_DRAFT) -> Table:
    table = Dealt(3, options)
    while table.stage != stage:
        table.play(table.moves()[0])
    return table


@pytest.mark.parametrize(
    ("stage", "move", "sentence"),
    [
        ("draft", "visit c1S", "first choose the three tiles to keep"),
        ("draft", "pass", "first choose the three tiles to keep"),
        ("draft", "take c1", "first choose the three tiles to keep"),
        ("draft", "put swan-1", "first choose the three tiles to keep"),
        (
            "visit",
            "keep swan-1 swan-2 swan-3",
            "you can keep tiles only in the draft, before the first visitor is placed",
        ),
        ("visit", "pass", "a turn begins with a visitor: place one first"),
        ("visit", "take c1", "a turn begins with a visitor: place one first"),
        ("visit", "put swan-1", "a turn begins with a visitor: place one first"),
        ("take", "visit c1S", "you have already placed your visitor this turn"),
        ("take", "take c5", "c5 is not in the line of your visitor at a1E"),
        ("take", "put swan-1", "you can plant a tile only where you took one: take a face-down tile first, or pass"),
        (
            "take",
            "keep swan-1 swan-2 swan-3",
            "you can keep tiles only in the draft, before the first visitor is placed",
        ),
        ("put", "visit c1S", "you have already placed your visitor this turn"),
        ("put", "pass", "you took a tile, so you must plant one of your four tiles in its cell"),
        ("put", "take b1", "you have taken a tile: now plant one of your four tiles in its cell"),
        (
            "put",
            "keep swan-1 swan-2 swan-3",
            "you can keep tiles only in the draft, before the first visitor is placed",
        ),
    ],
)
def test_a_move_of_another_stage_is_refused(stage: str, move: str, sentence: str) -> None:
    assert at_stage(stage).why_not(move) == sentence


def test_only_tiles_in_hand_are_kept_or_put() -> None:
    for stage, word in (("draft", "among the tiles you choose from"), ("put", "in your hand")):
        table = at_stage(stage)
        (seat,) = table.waiting
        strange = next(tile for tile in TILES if tile not in table.hand(seat))
        move = f"put {strange}" if stage == "put" else f"keep {strange} {' '.join(table.hand(seat)[:2])}"
        assert table.why_not(move) == f"{strange} is not {word}"


@pytest.mark.ruling("TOP-1")
def test_a_short_diagonal_is_refused_where_only_long_ones_are_allowed() -> None:
    table = Dealt(2, {"diagonals": "long", "draft": "off"})
    assert table.why_not("visit b1SE") == (
        "b1SE looks along a short diagonal, and this game allows only the two long ones"
    )


@dataclass
class Case:
    """A number that is not a legal move, and what is true when it is tried."""

    move: int
    stage: str
    hand: list[str]
    view: dict[str, Any]


LINES = spots_around("all")

# For each sentence, when it is true.
TRUE_WHEN: dict[str, Callable[[Case], bool]] = {
    "first choose": lambda case: case.stage == "draft" and not is_keep_move(case.move),
    "you can keep tiles only": lambda case: case.stage != "draft" and is_keep_move(case.move),
    ".* is not among the tiles you choose": lambda case: case.stage == "draft" and is_keep_move(case.move),
    "a turn begins": lambda case: case.stage == "visit" and not is_visit_move(case.move),
    "you have already placed": lambda case: case.stage in ("take", "put") and is_visit_move(case.move),
    "there is already a visitor": lambda case: (
        case.stage == "visit" and SPOTS[spot_of(case.move)] in case.view["visitors"]
    ),
    ".* looks along a short": lambda case: case.stage == "visit" and bool(SHORT_DIAGONAL[spot_of(case.move)]),
    "you took a tile": lambda case: case.stage == "put" and case.move == PASS,
    "you have taken a tile": lambda case: case.stage == "put" and is_take_move(case.move),
    ".* is not in the line": lambda case: CELLS[cell_of(case.move)] not in LINES[case.view["spot"]],
    "the tile on": lambda case: case.stage == "take" and case.view["garden"][cell_of(case.move)] in TILES,
    "you can plant a tile only": lambda case: case.stage == "take" and is_put_move(case.move),
    ".* is not in your hand": lambda case: case.stage == "put" and TILES[tile_of(case.move)] not in case.hand,
}


@pytest.mark.parametrize(("seats", "options"), ALL_WAYS)
def test_every_number_that_is_not_a_legal_move_gets_a_true_sentence(seats: int, options: dict[str, str]) -> None:
    draw = np.random.default_rng(4)
    told = set()
    for seed in range(2):
        table = Dealt(seats, options, seed)
        while moves := table.moves():
            (seat,) = table.waiting
            legal = {notation.code(move) for move in moves}
            view, hand = table.view(), table.hand(seat)
            kept = [
                number
                for number in draw.integers(keep_move(0, 0, 0), END_OF_MOVES, 30).tolist()
                if notation.is_move(number)
            ]
            for number in {*BEFORE_KEEP_MOVES, *kept} - legal:
                sentence = GAME.refusals.why_not(table.state, seat, number)
                (pattern,) = (pattern for pattern in TRUE_WHEN if re.match(pattern, sentence))
                assert TRUE_WHEN[pattern](Case(number, view["stage"], hand, view))
                told.add(pattern)
            table.play(moves[draw.integers(len(moves))])
    silent = {"first choose", ".* is not among the tiles you choose"} if options["draft"] == "off" else set()
    silent |= {".* looks along a short"} if options["diagonals"] == "all" else set()
    assert told == TRUE_WHEN.keys() - silent


@pytest.mark.parametrize("number", [-1, keep_move(0, 0, 0), keep_move(0, 1, 1), END_OF_MOVES, 10**9])
@pytest.mark.parametrize("stage", ["draft", "visit", "take", "put"])
def test_a_number_that_is_no_move_at_all_is_refused_too(stage: str, number: int) -> None:
    assert at_stage(stage).why_not(number) == f"{number} is not the number of a Topiary move"
