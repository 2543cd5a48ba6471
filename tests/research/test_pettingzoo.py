"""The environments of PettingZoo pass its own tests, and wrappers of SuperSuit go around them."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils import wrappers

from tests.variants import VARIANTS, Variant
from tilery.match.extras import MissingExtraError
from tilery.match.match import IllegalMoveError
from tilery.research import pettingzoo
from tilery.research.pettingzoo import Where, env

# For each game and number of seats the variant with the last options.
BY_SEATS = list({(variant.game, variant.seats): variant for variant in VARIANTS}.values())
each_number_of_seats = pytest.mark.parametrize("variant", BY_SEATS, ids=str)
each_game = pytest.mark.parametrize("variant", list({v.game: v for v in VARIANTS}.values()), ids=str)

# PettingZoo's test knows by their names which of its own games have masks in their observations, and warns of others.
EXPECTED = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@contextmanager
def no_warning_but(*expected: str) -> Iterator[None]:
    with warnings.catch_warnings():
        for text in expected:
            warnings.filterwarnings("ignore", text)
        yield


def made(variant: Variant, masks: Where = "observation", **settings: Any) -> Any:
    return env(variant.game, variant.seats, options=variant.options, masks=masks, **settings)


@each_number_of_seats
def test_the_interface_is_that_of_pettingzoo(variant: Variant) -> None:
    with no_warning_but(*EXPECTED):
        api_test(made(variant), num_cycles=60)
    api_test(made(variant, "info"), num_cycles=30)


@each_number_of_seats
def test_seeds_decide_everything(variant: Variant) -> None:
    seed_test(lambda: made(variant), num_cycles=30)
    seed_test(lambda: made(variant, "info"), num_cycles=10)


@each_game
def test_the_benchmark_runs(
    variant: Variant, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a clock on which every look takes a third of a second: it measures five."""
    looks = iter(range(1000))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", type("Clock", (), {"time": staticmethod(lambda: next(looks) / 3)}))
    performance_benchmark(made(variant))
    assert "turns per second" in capsys.readouterr().out


@each_game
def test_observations_belong_to_their_space(variant: Variant) -> None:
    environment = made(variant)
    environment.reset(seed=3)
    for agent in environment.agent_iter():
        observation, reward, termination, _, _ = environment.last()
        assert environment.observation_space(agent).contains(observation)
        if termination:
            assert -1 <= reward <= 1
            environment.step(None)
        else:
            environment.step(environment.action_space(agent).sample(observation["action_mask"]))
    assert environment.agents == []


def test_the_winner_gets_one_and_the_sum_is_nothing() -> None:
    environment = env("triqueta", 3)
    environment.reset(seed=5)
    while not any(environment.terminations.values()):
        mask = environment.last()[0]["action_mask"]
        environment.step(int(np.flatnonzero(mask)[-1]))
    rewards = [environment.rewards[agent] for agent in environment.possible_agents]
    assert max(rewards) in (1.0, 0.25)
    assert abs(sum(rewards)) < 1e-6


def test_masks_of_those_who_are_not_asked_are_empty() -> None:
    environment = env("triqueta", 2)
    environment.reset(seed=1)
    assert environment.observe("player_0")["action_mask"].sum() == 3
    assert environment.observe("player_1")["action_mask"].sum() == 0


WRAPPERS: dict[str, Callable[[Any, Any], Any]] = {
    "flatten": lambda suit, wrapped: suit.flatten_v0(wrapped),
    "dtype": lambda suit, wrapped: suit.dtype_v0(wrapped, np.dtype(np.float32)),
    "stack": lambda suit, wrapped: suit.frame_stack_v2(wrapped, 3),
    "indicator": lambda suit, wrapped: suit.agent_indicator_v0(WRAPPERS["normalize"](suit, wrapped)),  # equal limits
    "clip": lambda suit, wrapped: suit.clip_reward_v0(wrapped, -0.5, 0.5),
    "normalize": lambda suit, wrapped: suit.normalize_obs_v0(WRAPPERS["dtype"](suit, wrapped)),
    "pad": lambda suit, wrapped: suit.pad_observations_v0(suit.pad_action_space_v0(wrapped)),
}


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="SuperSuit needs tinyscaler, which has no wheels from 3.13 on")
@pytest.mark.parametrize("name", WRAPPERS)
def test_wrappers_of_supersuit_go_around(name: str) -> None:
    suit = importlib.import_module("supersuit")
    api_test(WRAPPERS[name](suit, env("triqueta", 3, masks="info")), num_cycles=40)


def test_an_illegal_action_ends_the_match_if_somebody_wants_that() -> None:
    environment = wrappers.TerminateIllegalWrapper(pettingzoo.Environment("triqueta", 2), illegal_reward=-1)
    environment.reset(seed=1)
    environment.observe("player_0")
    environment.step(1)
    assert environment.terminations == {"player_0": True, "player_1": True}
    plain = env("triqueta", 2)
    plain.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="action 1 cannot be taken now"):
        plain.step(1)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    shown = env("topiary", 2, render_mode="ansi")
    shown.reset(seed=1)
    assert "player 1: visitors none yet" in str(shown.render())
    drawn = env("topiary", 2, render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")
    printed = env("triqueta", 2, render_mode="human")
    printed.reset(seed=1)
    printed.step(0)
    assert "round 1 of 4" in capsys.readouterr().out


def test_without_pettingzoo_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tilery.research.pettingzoo")
    with pytest.raises(MissingExtraError, match=r"^pettingzoo is not installed.*pip install 'tilery\[research\]'$"):
        importlib.import_module("tilery.research.pettingzoo")
