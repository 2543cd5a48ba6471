"""Opponents in a batch decide as bots do at a table, and leave the learner its seat."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.variants import VARIANTS, Variant
from tilery import games
from tilery.bots.levels import NAMES, thinking_of
from tilery.bots.search import think
from tilery.games.thinking import Thinking
from tilery.kernel import chance
from tilery.match.match import Match
from tilery.research.batch import Batch
from tilery.research.opponents import glance_move, glancing_levels, new_glance_scratch, read_opponents

LAST = list({variant.game: variant for variant in VARIANTS}.values())
each_game = pytest.mark.parametrize("variant", LAST, ids=str)
OWN = [variant for variant in LAST if variant.game != "pebbles"]


@each_game
def test_an_opponent_decides_as_the_bot_at_a_table(variant: Variant) -> None:
    """With the same random numbers, and without errors, which each draws in its own way."""
    match = Match(variant.game, variant.seats, options=variant.options, seed=6)
    best_level = glancing_levels(match.game, variant.seats)[-1]
    thinking = replace(thinking_of(match.game, best_level, variant.seats), noise=0.0, oversight=0.0, blindness=0.0)
    (skill, *_) = read_opponents(match.game, variant.seats, thinking)
    glance_scratch = new_glance_scratch(match.game, skill)
    decisions = 0
    while not match.is_over and decisions < 12:
        seat, seed = match.waiting[0], decisions
        thought = think(match, seat, thinking, seed=seed)
        best = {each.move.code for each in thought.candidates if each.worth == thought.candidates[0].worth}
        assert glance_move(match.states, 0, seat, match.seats, skill, chance.generator(seed), glance_scratch) in best
        match.play(thought.move)
        match.play_randomly(2, seed=seed)
        decisions += 1


@each_game
def test_only_the_learner_is_asked(variant: Variant) -> None:
    batch = Batch(variant.game, variant.seats, options=variant.options, count=3, opponents="novice", seat=1)
    _, info = batch.reset(seed=1)
    ended = 0
    for _ in range(150):
        assert (info["seat"] == 1).all()
        assert info["action_mask"].any(axis=1).all()
        _, rewards, terminations, _, info = batch.step(batch.random_actions())
        assert (rewards == info["rewards"][:, 1]).all()
        ended += int(terminations.sum())
    assert ended


def test_the_learner_changes_its_seat_from_match_to_match() -> None:
    batch = Batch("triqueta", 4, count=200, opponents="novice")
    _, info = batch.reset(seed=1)
    assert np.bincount(info["seat"], minlength=4).min() > 25


def test_threads_make_no_difference() -> None:
    found = []
    for threads in (1, 3):
        batch = Batch("topiary", count=7, threads=threads, opponents="medium")
        batch.reset(seed=9)
        for _ in range(40):
            batch.step(batch.random_actions())
        found.append(batch.states.tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("variant", OWN, ids=str)
def test_levels_that_glance_can_be_opponents_and_others_are_refused(variant: Variant) -> None:
    glancing = glancing_levels(games.find(variant.game), variant.seats)
    assert glancing[:2] == ("novice", "easy")
    for level in NAMES:
        if level in glancing:
            Batch(variant.game, variant.seats, count=1, opponents=level).close()
        else:
            with pytest.raises(ValueError, match="cannot search"):
                Batch(variant.game, variant.seats, count=1, opponents=level)


def test_a_better_level_loses_less_to_a_player_at_random() -> None:
    lost = []
    for opponents in (Thinking("glance", oversight=1.0), "novice", "medium"):
        batch = Batch("topiary", count=100, opponents=opponents)
        batch.reset(seed=5)
        total = 0.0
        for _ in range(50):
            total -= batch.step(batch.random_actions())[1].sum()
        lost.append(total)
    assert abs(lost[0]) < 60
    assert 120 < lost[1] < lost[2]


def test_each_opponent_has_its_own_level() -> None:
    batch = Batch("triqueta", 3, count=200, opponents=["medium", Thinking("glance", oversight=1.0)], seat=0)
    batch.reset(seed=2)
    totals = np.zeros(3)
    for _ in range(30):
        totals += batch.step(batch.random_actions())[4]["points"].sum(axis=0)
    assert totals[1] > 1.5 * max(totals[0], totals[2])
