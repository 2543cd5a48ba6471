"""Redeals draw every deal that fits what a seat has seen equally often: small positions, counted out tile by tile.

Tiles that look alike are counted one by one here, as they lie in a real box. Topiary's draft, where more is known than
lies on the table, has its own count in `tests/games/topiary`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from tests.frequencies import assert_as_often
from tests.variants import VARIANTS
from tilery.games.terraflip.rules.geometry import NUMBER
from tilery.kernel import chance, runner
from tilery.kernel.contract import SPECTATOR
from tilery.match.match import Match

assert VARIANTS  # with them comes the game that lies outside


def redeals(match: Match, seat: int, count: int) -> Iterator[Any]:
    """The state after each of many redeals, always the same record."""
    rng = chance.generator(31)
    twin = match.copy()
    for _ in range(count):
        runner.redeal(twin._states, seat, rng)
        yield twin.state


def check(match: Match, seat: int, weights: Counter[Any], told: Callable[[Any], Any]) -> None:
    assert len(weights) > 1
    assert_as_often((told(state) for state in redeals(match, seat, 8 * len(weights) + 2000)), weights)


DUEL, WOLVES = {"two_player": "designer"}, {"wolves": "on"}
SIX = (0, 0, 1, 2, 3, 4)  # six white tiles that nobody has seen in full


@pytest.mark.parametrize("options", [{}, DUEL, WOLVES, DUEL | WOLVES], ids=str)
@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_triqueta_white_tiles(options: dict[str, str], seat: int) -> None:
    """Two in the stack, one in hand of seat 0, one or two kept by seat 1, the rest returned or in the stack."""
    match = Match("triqueta", 2, options=options, seed=1)
    match.play("draw")
    state = match.state
    state.white[:] = -1
    state.grey[:] = -1
    state.hand[:] = (SIX[0], 0)
    state.hand_size = 1
    state.kept_size[1] = 2
    state.kept[1] = (SIX[1], SIX[2])
    state.white[:2] = SIX[3], SIX[4]
    if state.designer:
        state.returned[1, SIX[5]] = 1
    else:
        state.white[2] = SIX[5]

    def told(state: Any) -> Any:
        return (
            int(state.hand[0]),
            tuple(state.kept[1].tolist()),
            tuple(state.white[:3].tolist()),
            tuple(state.returned[1].tolist()),
        )

    weights: Counter[Any] = Counter()
    unseen = SIX[1:] if seat == 0 else (SIX[0], *SIX[3:5], *(() if state.designer else SIX[5:])) if seat == 1 else SIX
    for order in permutations(unseen):
        tiles = iter(order)
        hand = SIX[0] if seat == 0 else next(tiles)
        kept = SIX[1:3] if seat == 1 else (next(tiles), next(tiles))
        white = [next(tiles), next(tiles)]
        last = SIX[5] if seat == 1 and state.designer else next(tiles)
        returned = [0] * 6
        if state.designer:
            returned[last] += 1
            white.append(-1)
        else:
            white.append(last)
        weights[hand, tuple(sorted(kept)), tuple(white), tuple(returned)] += 1
    check(match, seat, weights, told)


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_triqueta_grey_tiles(seat: int) -> None:
    match = Match("triqueta", 3, options=WOLVES, seed=1)
    state = match.state
    state.grey[:] = -1
    state.grey[:3] = 6, 6, 0
    state.grey_held[0, 6], state.grey_held[1, 1], state.grey_held[1, 2] = 1, 1, 1
    held = {0: (6,), 1: (1, 2)}
    weights: Counter[Any] = Counter()
    unseen = [6, 6, 0, *(tile for owner, tiles in held.items() if owner != seat for tile in tiles)]

    def counted(tiles: Any) -> tuple[int, ...]:
        return tuple(np.bincount(list(tiles), minlength=7).tolist())

    for order in permutations(unseen):
        rest = list(order[3:])
        hands = [held[owner] if owner == seat else [rest.pop() for _ in held[owner]] for owner in (0, 1)]
        weights[order[:3], counted(hands[0]), counted(hands[1])] += 1
    check(
        match,
        seat,
        weights,
        lambda state: (tuple(state.grey[:3].tolist()), *(tuple(state.grey_held[owner].tolist()) for owner in (0, 1))),
    )


@pytest.mark.parametrize("memory", ["aided", "pure"])
@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_terraflip_undersides(seat: int, memory: str) -> None:
    """Seats 0 and 1 have laid two tiles each; seat 2 has spied on one, and one was flipped for all to see."""
    match = Match("terraflip", 3, options={"memory": memory}, seed=0)
    for move in ("place river 0,1", "place mountain 0,-1", "end", "place camp 1,-1", "flip 0,-1", "spy 0,1"):
        match.play(move)
    for move in ("place forest 1,0", "place desert -1,1", "end"):
        match.play(move)
    two_faced = {0: ["forest", "mountain", "river"], 1: ["desert", "mountain", "river"]}
    names = ["desert", "forest", "mountain", "river"]
    laid = {0: {"0,1": "river", "1,0": "forest"}, 1: {"-1,1": "desert"}}
    weights: Counter[Any] = Counter()
    hidden = {owner: [at for at in laid[owner] if not (seat == owner or (seat == 2 and at == "0,1"))] for owner in laid}
    known = {at: under for owner in laid for at, under in laid[owner].items() if at not in hidden[owner]}
    pools = {}
    for owner, tiles in laid.items():
        pools[owner] = [name for name in two_faced[owner] for _ in range(3)]
        if owner == 1:
            pools[owner].remove("mountain")  # the one that was flipped
        for at, under in tiles.items():
            if at not in hidden[owner]:
                pools[owner].remove(under)
    ways = [list(permutations(pools[owner], len(hidden[owner]))) for owner in laid]
    for first, second in product(*ways):
        whole = known | dict(zip(hidden[0], first, strict=True)) | dict(zip(hidden[1], second, strict=True))
        weights[tuple(whole[at] for at in ("0,1", "1,0", "-1,1"))] += 1
    places = [NUMBER[0, 1], NUMBER[1, 0], NUMBER[-1, 1]]
    check(match, seat, weights, lambda state: tuple(names[state.under[place]] for place in places))


@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_tipperary_bag_bonus_tiles_and_spins(seat: int) -> None:
    match = Match("tipperary", 2, seed=1)
    state = match.state
    state.drawn = 57
    state.bonus_drawn = 10
    state.current_round = state.rounds - 2
    bag, bonus = state.bag[57:].tolist(), state.bonus_order[10:].tolist()
    weights = Counter(product(permutations(bag), permutations(bonus), range(5)))
    check(
        match,
        seat,
        weights,
        lambda state: (
            tuple(state.bag[57:].tolist()),
            tuple(state.bonus_order[10:].tolist()),
            int(state.spins[state.rounds - 1]),
        ),
    )


def test_a_game_from_outside() -> None:
    match = Match("pebbles", 3, seed=1)
    own = int(match.state.card[1])
    weights = Counter((first, own, last) for first, last in product(range(1, 7), repeat=2))
    check(match, 1, weights, lambda state: tuple(state.card.tolist()))
