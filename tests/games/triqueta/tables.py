"""Tables of Triqueta for tests: stacks laid by hand, moves in a line, and rows and collections as small drawings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tilery.games.triqueta.rules.components import ANIMALS, LAYER, ROUNDS, STACK
from tilery.kernel.contract import SPECTATOR
from tilery.match.match import Match

DUEL = {"two_player": "designer"}
WOLVES = {"wolves": "on"}
VARIANTS: list[tuple[int, dict[str, str]]] = [
    *((seats, {}) for seats in (2, 3, 4, 5)),
    *((seats, WOLVES) for seats in (2, 3, 4, 5)),
    (2, DUEL),
    (2, DUEL | WOLVES),
]


def lay(seats: int, *stacks: str, grey: str = "", options: dict[str, str] | None = None) -> Match:
    """A match whose stacks begin with the given tiles, one text for each round; so does the first grey layer."""
    match = Match("triqueta", seats, options=options, seed=1)
    rest = Counter(dict.fromkeys(ANIMALS[:6], 10))
    wanted = [stack.split() for stack in stacks] + [[] for _ in range(ROUNDS - len(stacks))]
    rest.subtract(name for stack in wanted for name in stack)
    assert min(rest.values()) >= 0, "there are ten tiles of each animal"
    others = list(rest.elements())
    for number, stack in enumerate(wanted):
        while len(stack) < STACK:
            stack.append(others.pop())
        for depth, name in enumerate(stack):
            match.state.white[STACK * number + depth] = ANIMALS.index(name)
    if grey:
        layer = grey.split()
        assert len(layer) == LAYER
        rest = Counter({"wolf": 9, **dict.fromkeys(ANIMALS[:6], 1)})
        rest.subtract(layer)
        assert min(rest.values()) >= 0
        for place, name in enumerate([*layer, *rest.elements()]):
            match.state.grey[place] = ANIMALS.index(name)
    return match


def play(match: Match, moves: str) -> Match:
    """Play moves that are written in one line, with commas between them."""
    for move in moves.split(","):
        match.play(move.strip())
    return match


def legal(match: Match) -> str:
    return ", ".join(map(str, match.legal_moves()))


def seen(match: Match, seat: int | None = None) -> dict[str, Any]:
    """What a seat may see; without a seat, what everybody may see."""
    return match.game.views.view(match.state, number_of(seat))


def rows(match: Match) -> str:
    """The rows as `owl bear | - | x`: the second one is empty, the third one taken."""
    table = seen(match)
    drawn = [
        "x" if owner is not None else " ".join(tiles) or "-"
        for tiles, owner in zip(table["rows"], table["taken_by"], strict=True)
    ]
    return " | ".join(drawn)


def collection(match: Match, seat: int) -> str:
    """What lies face up before a player, as `2 owl, 1 bear`."""
    return words(seen(match)["collections"][seat])


def words(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def skip_round(match: Match) -> None:
    """All players take a row, so that the round ends with whoever is last."""
    number = match.state.round_number
    while not match.is_over and match.state.round_number == number:
        match.play(next(move for move in match.legal_moves() if str(move).startswith("take")))


def moments(seats: int, options: dict[str, str], seed: int, patience: float) -> Iterator[Match]:
    """One random game, seen before every move and after the last. A player rather draws than takes a row."""
    choose = random.Random(seed)
    match = Match("triqueta", seats, options=options, seed=seed)
    while not match.is_over:
        yield match
        moves = list(match.legal_moves())
        match.play(moves[0] if choose.random() < patience and str(moves[0]) == "draw" else choose.choice(moves))
    yield match


def viewers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]


def number_of(viewer: int | None) -> int:
    return SPECTATOR if viewer is None else viewer
