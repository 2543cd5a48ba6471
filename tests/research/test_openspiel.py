"""OpenSpiel knows the games: its own tests pass, and what a player cannot know can be drawn anew."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from tests.variants import VARIANTS, Variant, each
from tilery import games
from tilery.kernel import chance, runner
from tilery.match.extras import MissingExtraError
from tilery.match.match import Match
from tilery.research import openspiel
from tilery.words import SpokenError

ROOT = Path(__file__).parent.parent.parent
BY_SEATS = list({(variant.game, variant.seats): variant for variant in VARIANTS}.values())
ENDS = {name: (games.find(name).seats[0], games.find(name).seats[-1]) for name in games.names()}
each_variant = each()
each_game = pytest.mark.parametrize("variant", list({v.game: v for v in VARIANTS}.values()), ids=str)


def loaded(variant: Variant) -> Any:
    return pyspiel.load_game(f"tilery_{variant.game}", {"players": variant.seats, **variant.options})


def dealt(game: Any, seed: int = 1) -> Any:
    """A state after its chance nodes."""
    state = game.new_initial_state()
    draw = np.random.RandomState(seed)
    while state.is_chance_node():
        state.apply_action(draw.choice([outcome for outcome, _ in state.chance_outcomes()]))
    return state


@pytest.mark.parametrize("variant", [v for v in BY_SEATS if v.seats in ENDS[v.game]], ids=str)
def test_openspiel_plays_at_random(variant: Variant) -> None:
    pyspiel.random_sim_test(loaded(variant), num_sims=1, serialize=True, verbose=False)


def test_the_tests_of_openspiel_pass() -> None:
    """All tests of `games_sim_test` in the wheel that are made for our games, in a process of their own."""
    script = """
import sys, unittest
from tilery.research import openspiel
from tilery.words import SpokenError
from open_spiel.python.tests import games_sim_test
names = [name for name in unittest.TestLoader().getTestCaseNames(games_sim_test.GamesSimTest) if "tilery_" in name]
suite = unittest.TestSuite(map(games_sim_test.GamesSimTest, names))
result = unittest.TextTestRunner().run(suite)
sys.exit(f"{result.testsRun} tests" if result.wasSuccessful() else "failed")
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    # For each game one, and one for each number of seats if there are several.
    expected = len({variant.game for variant in VARIANTS}) + len(BY_SEATS)
    assert done.stderr.splitlines()[-1] == f"{expected} tests", done.stderr


@each_variant
def test_drawn_anew_nothing_changes_that_a_player_knows(variant: Variant) -> None:
    game = loaded(variant)
    state = dealt(game, 3)
    draw = np.random.RandomState(3)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    step = 0
    while not state.is_terminal():
        step += 1
        if step % 9 == 1:
            player = state.current_player()
            other = state.resample_from_infostate(player, sampler)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.history() == []
        state.apply_action(draw.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)


def test_what_is_hidden_is_drawn_anew() -> None:
    state = dealt(pyspiel.load_game("tilery_topiary"))
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = [state.resample_from_infostate(0, sampler) for _ in range(5)]
    assert len({other.observation_string(1) for other in others}) > 1
    assert len({other.observation_string(0) for other in others}) == 1


def test_the_deal_is_that_of_the_seed() -> None:
    state = pyspiel.load_game("tilery_topiary(players=3)").new_initial_state()
    for byte in (1, 2, 3, 4):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 256
        state.apply_action(byte)
    assert state.episode.match.deal == Match("topiary", 3, seed=0x01020304).deal


@pytest.mark.parametrize("name", games.names())
def test_games_that_declare_no_chance_draw_no_random_numbers(name: str) -> None:
    found = games.find(name)
    options = found.encode_options(found.read_options(2, {}))
    rng = chance.generator(0)
    runner.setup(runner.new_states(found.rules.STATE), 2, options, rng)
    assert found.has_chance == (rng.tolist() != chance.generator(0).tolist())


def test_a_game_without_chance_has_no_chance_nodes() -> None:
    game = pyspiel.load_game("tilery_terraflip")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game.new_initial_state().current_player() == 0


@each_game
def test_openspiels_own_search_plays(variant: Variant) -> None:
    game = loaded(variant)
    state = dealt(game)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 1.4, 6)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_secret_actions_are_not_in_the_log_of_others() -> None:
    state = dealt(pyspiel.load_game("tilery_terraflip"))
    state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a).startswith("place forest")))
    observer = openspiel.Observer(state.get_game(), recalls=True)
    observer.set_from(state, 0)
    assert observer.dict["log"][0, 1] > 0
    observer.set_from(state, 1)
    assert observer.dict["log"][0].tolist() == [2, 0, 0]
    assert "forest" in state.information_state_string(0)
    assert "forest" not in state.information_state_string(1)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("tilery_topiary(players=2,draft=on)")
    assert dealt(game).current_player() == 1
    with pytest.raises(Exception, match="the option draft must be off or on"):
        pyspiel.load_game("tilery_topiary(draft=perhaps)")
    with pytest.raises(Exception, match="2 to 4 seats"):
        pyspiel.load_game("tilery_topiary(players=5)")


def test_what_is_asked_before_the_deal_does_not_change_it() -> None:
    """An early question once dealt the match by the outcomes of chance that were there."""
    asked, plain = (pyspiel.load_game("tilery_triqueta").new_initial_state() for _ in range(2))
    questions: list[Callable[[], object]] = [
        lambda: asked.resample_from_infostate(0, lambda: 0.5),
        lambda: asked.action_to_string(0, 0),
        lambda: asked.episode,
        lambda: asked.apply_action(256),
    ]
    for outcome in (1, 2, 3, 4):
        for early in questions:
            with pytest.raises(SpokenError):
                early()
        assert asked.legal_actions_mask(0) == [0] * asked.num_distinct_actions()  # OpenSpiel wrote beyond it
        assert asked.legal_actions_mask() == [1] * 256
        for state in (asked, plain):
            state.apply_action(outcome)
    assert asked.episode.match.states.tobytes() == plain.episode.match.states.tobytes()
    assert asked.legal_actions_mask(0) == plain.legal_actions_mask()
    for sampler in (None, 3, lambda: "x", lambda: float("nan"), lambda: 1.5, lambda: -0.5):
        with pytest.raises(SpokenError, match="sampler"):
            asked.resample_from_infostate(0, sampler)


def test_observations_that_make_no_sense_are_refused() -> None:
    game = pyspiel.load_game("tilery_topiary")
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"planes": 3})
    kinds = pyspiel.PrivateInfoType
    for public, recalls, private in (
        (False, False, kinds.NONE),
        (True, False, kinds.ALL_PLAYERS),
        (False, True, kinds.SINGLE_PLAYER),
    ):
        with pytest.raises(ValueError, match="one player"):
            game.make_py_observer(pyspiel.IIGObservationType(public, recalls, private))


@pytest.mark.parametrize("variant", list({v.game: v for v in reversed(VARIANTS)}.values()), ids=str)
def test_playthroughs_are_generated(variant: Variant) -> None:
    """With as few seats as there can be: OpenSpiel writes down everything for every seat, a minute of it with five."""
    text = generate_playthrough.playthrough(str(loaded(variant)), None, seed=3)
    assert f'GameType.short_name = "tilery_{variant.game}"' in text
    assert "PublicObservationString() = " in text
    assert "PrivateObservationString(1) = " in text
    assert "IsTerminal() = True" in text
    actions = [int(line.split(": ")[1]) for line in text.splitlines() if line.startswith("action: ")]
    assert generate_playthrough.playthrough(str(loaded(variant)), actions, seed=99).count("\n") == text.count("\n")


def test_what_is_public_is_the_same_for_all_and_the_rest_is_private() -> None:
    state = dealt(pyspiel.load_game("tilery_topiary"))
    kinds = pyspiel.PrivateInfoType
    public = state.get_game().make_py_observer(pyspiel.IIGObservationType(True, False, kinds.NONE))
    private = state.get_game().make_py_observer(pyspiel.IIGObservationType(False, False, kinds.SINGLE_PLAYER))
    hands = [state.episode.match.view(seat).table["hands"][seat] for seat in range(2)]
    assert public.string_from(state, 0) == public.string_from(state, 1)
    for player in range(2):
        assert all(tile not in public.string_from(state, 0) for tile in hands[player])
        assert all(tile in private.string_from(state, player) for tile in hands[player])
        assert all(tile not in private.string_from(state, 1 - player) for tile in hands[player])


def test_without_openspiel_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "tilery.research.openspiel")
    with pytest.raises(MissingExtraError, match=r"^pyspiel is not installed.*pip install 'tilery\[openspiel\]'$"):
        importlib.import_module("tilery.research.openspiel")


def test_the_example_runs() -> None:
    command = [sys.executable, "examples/openspiel_triqueta.py", "--games", "2", "--simulations", "4"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].startswith("The search won ")
