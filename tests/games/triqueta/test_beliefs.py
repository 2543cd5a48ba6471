"""What others have probably kept: exchanged in redealt worlds, and seen by nobody."""

from __future__ import annotations

import numpy as np
import pytest

from tests.truths import other_truth
from tests.variants import VARIANTS, Variant
from tilery.bots.beliefs import imagine
from tilery.games.triqueta.learn.beliefs import COUNTS, FEWEST_SEATS, KEPT, presume
from tilery.games.triqueta.rules.components import TILES_OF_EACH, WOLF
from tilery.kernel import chance, contract
from tilery.kernel.native import native
from tilery.kernel.runner import States
from tilery.match.match import Match

TRIQUETA = [variant for variant in VARIANTS if variant.game == "triqueta"]
OTHERS = [variant for variant in VARIANTS if variant.game != "triqueta"]


def with_kept_tile(seed: int = 3) -> Match:
    """A match of two in which the second player has kept one tile and the first is to move."""
    for number in range(seed, seed + 200):
        match = Match("triqueta", 2, seed=number)
        while not match.is_over:
            if match.state.kept_size[1] == 1 and match.waiting == (0,) and not match.state.hand_size:
                return match
            match.play_randomly(1, seed=1000 * number + len(match.moves))
    raise AssertionError("no such match")


@native
def imagine_often(states: States, seat: int, believes: bool, rng: chance.Rng, times: int, found: States) -> None:
    for index in range(times):
        found[index] = states[0]
        imagine(found[index], seat, believes, rng)


def kept_by_second(match: Match, believes: bool, times: int = 20_000) -> np.ndarray:
    """How often each animal lies kept by the second player in worlds that the first imagines."""
    found = np.zeros(times, match.states.dtype)
    imagine_often(match.states, 0, believes, chance.generator(5), times, found)
    return np.bincount(found["kept"][:, 1, 0], minlength=WOLF) / times


@pytest.mark.parametrize("variant", TRIQUETA, ids=str)
def test_a_world_with_beliefs_looks_the_same_and_has_the_same_tiles(variant: Variant) -> None:
    exchanged = 0
    for number in range(8):
        match = variant.match(number)
        match.play_randomly(6 * number, seed=number)
        for seat in range(match.seats):
            world = match.redeal(seat, seed=number)
            before = world.states.copy()
            presume(world.states[0], seat, chance.generator(number))
            after = world.states
            exchanged += after.tobytes() != before.tobytes()
            assert world.view(seat) == match.view(seat)
            assert contract.sight(after[0], seat, np.uint64(0)) == contract.sight(before[0], seat, np.uint64(0))
            assert (after["kept"][0, seat] == before["kept"][0, seat]).all()
            tiles = [np.concatenate([each["white"][0], each["kept"][0].ravel()]) for each in (before, after)]
            assert sorted(tiles[0].tolist()) == sorted(tiles[1].tolist())
    assert exchanged


def test_who_keeps_a_tile_keeps_a_good_one() -> None:
    """Without beliefs by what is unseen; with them most of the way to how often players keep what."""
    match = with_kept_tile()
    state = match.state
    unseen = np.full(WOLF, float(TILES_OF_EACH))
    for seat in range(2):
        unseen -= state.collection[seat][:WOLF]
        for animal in state.rows[seat][: state.row_length[seat]]:
            unseen[animal] -= 1
    for animal in state.kept[0][: state.kept_size[0]]:
        unseen[animal] -= 1
    ratios = [
        KEPT[2 - FEWEST_SEATS, state.round_number, min(int(state.collection[1][animal]), COUNTS - 1), animal]
        for animal in range(WOLF)
    ]
    fair = unseen / unseen.sum()
    probable = fair * ratios / (fair * ratios).sum()
    assert np.abs(probable - fair).max() > 0.1
    assert np.abs(kept_by_second(match, believes=False) - fair).max() < 0.015
    found = kept_by_second(match, believes=True)
    assert np.abs(found - probable).sum() < 0.35 * np.abs(fair - probable).sum()


@pytest.mark.parametrize("variant", TRIQUETA, ids=str)
def test_what_is_imagined_is_the_same_for_every_truth(variant: Variant) -> None:
    for number in range(4):
        match = variant.match(number)
        match.play_randomly(20 + 5 * number, seed=number)
        for seat in range(match.seats):
            found = np.zeros(2, match.states.dtype)
            for index, truth in enumerate((match, other_truth(match, seat, number))):
                imagine_often(truth.states, seat, True, chance.generator(9), 1, found[index : index + 1])
            assert found[:1].tobytes() == found[1:].tobytes()


@pytest.mark.parametrize("variant", OTHERS, ids=str)
def test_games_without_beliefs_are_redealt_as_the_rules_say(variant: Variant) -> None:
    match = variant.match(3)
    match.play_randomly(9, seed=3)
    worlds = np.zeros(2, match.states.dtype)
    for index, believes in enumerate((True, False)):
        imagine_often(match.states, 0, believes, chance.generator(4), 1, worlds[index : index + 1])
    assert worlds[:1].tobytes() == worlds[1:].tobytes()
