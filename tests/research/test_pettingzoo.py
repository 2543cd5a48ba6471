"""The environments of PettingZoo pass its own tests, and wrappers of SuperSuit go around them."""

from __future__ import annotations

import importlib
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test
from pettingzoo.utils import wrappers

from tests.variants import VARIANTS, Variant
from tilery.match.extras import MissingExtraError
from tilery.match.match import IllegalMoveError
from tilery.research import pettingzoo
from tilery.research.pettingzoo import Where, env, parallel_env
from tilery.words import SpokenError

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


def at_once(variant: Variant, masks: Where = "observation") -> Any:
    return parallel_env(variant.game, variant.seats, options=variant.options, masks=masks)


@each_number_of_seats
def test_the_parallel_interface_is_that_of_pettingzoo(variant: Variant) -> None:
    parallel_api_test(at_once(variant), num_cycles=60)


@each_game
def test_seeds_decide_everything_at_once(variant: Variant) -> None:
    """PettingZoo's own test of this knows no masks; so the same here with legal actions, and with masks in infos."""
    found = []
    for masks in ("observation", "observation", "info"):
        environment, draw = at_once(variant, masks), random.Random(2)
        told = []
        environment.reset(seed=5)
        for _ in range(2):  # the second match follows from the seed as well
            observations, infos = environment.reset()
            for _ in range(12):
                where = infos if masks == "info" else observations
                allowed = {agent: each["action_mask"] for agent, each in where.items()}
                taken = {agent: draw.choice(np.flatnonzero(mask)) for agent, mask in allowed.items() if mask.any()}
                observations, rewards, *_, infos = environment.step(taken)
                seen = observations if masks == "info" else {a: each["observation"] for a, each in observations.items()}
                told.append(([array.tobytes() for array in seen.values()], rewards))
                if not environment.agents:
                    break
        found.append(told)
    assert found[0] == found[1] == found[2]


def chosen_at_once(env: Any, observations: dict[str, Any], draw: random.Random) -> dict[str, int]:
    """A legal action for every agent that owes a decision."""
    masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
    assert all(env.observation_space(agent).contains(seen) for agent, seen in observations.items())
    return {agent: int(draw.choice(np.flatnonzero(mask))) for agent, mask in masks.items() if mask.any()}


@each_game
def test_all_at_once_a_match_goes_as_one_after_the_other(variant: Variant) -> None:
    """The same deal and the same actions lead to the same end, and nobody sees more in between."""
    environment = at_once(variant)
    observations, _ = environment.reset(seed=9)
    one = pettingzoo.Environment(variant.game, variant.seats, options=variant.options)
    one.reset(seed=9)
    draw = random.Random(4)
    queues: dict[str, list[int]] = {agent: [] for agent in one.possible_agents}
    steps = 0
    while environment.agents:
        taken = chosen_at_once(environment, observations, draw)
        assert taken
        for agent, action in taken.items():
            queues[agent].append(action)
        observations, rewards, terminations, _, _ = environment.step(taken)
        steps += 1
        if environment._owing == set(environment._match.waiting) and not any(
            order["part"][0] for order in environment._orders
        ):  # all have decided, or nobody has begun
            while queues[one.agent_selection] and not one.terminations[one.agent_selection]:
                one.step(queues[one.agent_selection].pop(0))
            for agent, seen in observations.items():
                assert (one.observe(agent)["observation"] == seen["observation"]).all()
    assert steps > 3
    assert all(terminations.values())
    assert rewards == one.rewards
    assert sum(rewards.values()) == pytest.approx(0)


def test_all_who_owe_a_decision_are_asked_at_once() -> None:
    environment = parallel_env("tipperary", 3)
    observations, _ = environment.reset(seed=1)
    assert all(seen["action_mask"].any() for seen in observations.values())
    draw = random.Random(1)
    observations, *_ = environment.step(chosen_at_once(environment, observations, draw))  # what to place …
    assert not environment.unwrapped._match.moves
    observations, *_ = environment.step(chosen_at_once(environment, observations, draw))  # … and where
    assert [move.seat for move in environment.unwrapped._match.moves] == [0, 1, 2]


def test_answers_that_make_no_sense_change_nothing() -> None:
    environment = parallel_env("tipperary", 2)
    observations, _ = environment.reset(seed=1)
    good = chosen_at_once(environment, observations, random.Random(1))
    for answers, sentence in (
        ({**good, "player_7": 0}, "there is no agent 'player_7'"),
        ({"player_0": good["player_0"]}, "player_1 has to decide, but its action is missing"),
        ({**good, "player_1": 1054}, "player_1 cannot take action 1054 now"),
        ({**good, "player_1": -1}, "player_1 cannot take action -1 now"),
        ({**good, "player_1": 0.5}, "an action must be a whole number"),
    ):
        with pytest.raises(SpokenError, match=sentence):
            environment.step(answers)
    environment.step(good)


@pytest.mark.parametrize("make", [env, parallel_env])
def test_unknown_arguments_are_refused(make: Any) -> None:
    with pytest.raises(TypeError, match="max_cycles"):
        make("triqueta", max_cycles=3)
    with pytest.raises(SpokenError, match="masks must be observation or info, not 'infos'"):
        make("triqueta", masks="infos")
    with pytest.raises(SpokenError, match="render_mode must be ansi, human or svg, not 'rgb_array'"):
        make("triqueta", render_mode="rgb_array")
    with pytest.raises(SpokenError, match="has no option wolfs"):
        make("triqueta", options={"wolfs": "on"})


def test_actions_of_one_agent_that_make_no_sense_are_refused() -> None:
    environment = env("triqueta", 2)
    environment.reset(seed=1)
    for action in (None, 0.0, "draw"):
        with pytest.raises(SpokenError, match="an action must be a whole number"):
            environment.step(action)
    environment.step(np.int64(0))


def test_nothing_can_be_asked_before_a_reset() -> None:
    environment = env("triqueta", 2)
    for name in ("agents", "agent_selection", "rewards"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(environment, name)
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        environment.last()


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
