"""No bad argument reaches compiled code: whatever is given, the answer is a result or a sentence."""

# Types that do not fit are what is tried here.
# mypy: disable-error-code="arg-type"

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.hurling import WIDTHS
from tilery import IllegalMoveError, Match, Move, Record, RecordError, bots, games
from tilery.arena import dataset
from tilery.arena.schedule import Contest
from tilery.games.thinking import Thinking
from tilery.match.picture import to_svg
from tilery.match.record import seed_hash
from tilery.match.simulate import random_match
from tilery.research import pettingzoo
from tilery.research.batch import Batch
from tilery.research.episode import Episode
from tilery.words import SpokenError

ROOT = Path(__file__).parent.parent
GAMES = ["topiary", "triqueta", "tipperary", "terraflip", "pebbles"]


@pytest.mark.parametrize("game", GAMES)
def test_arguments_of_every_kind_neither_crash_nor_hang_nor_corrupt(game: str) -> None:
    """In another process, because a fault may end it: 800 calls of everything that is public."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hurling", game, "400"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith("nothing broke in 800 calls")


@pytest.mark.parametrize("kind", WIDTHS, ids=lambda kind: str(kind.__name__))
def test_numpy_scalars_of_every_width_are_taken_wherever_an_int_is(kind: type[np.integer[Any]]) -> None:
    zero, one, two = kind(0), kind(1), kind(2)
    match, plain = Match("triqueta", two, seed=two), Match("triqueta", 2, seed=2)
    assert match.record() == plain.record()
    seat = kind(match.waiting[0])
    assert list(match.legal_moves(seat)) == list(plain.legal_moves(int(seat)))
    assert match.view(seat) == plain.view(int(seat))
    assert match.redeal(seat, seed=one).state.tobytes() == plain.redeal(int(seat), seed=1).state.tobytes()
    for each, number in ((match, one), (plain, 1)):
        each.play(str(each.legal_moves()[0]), each.waiting[0] if each is plain else seat)
        each.play_randomly(number, seed=number)
        each.undo(number)
    assert match.record() == plain.record()
    assert match.record().replay(one).moves == plain.moves
    assert Record("triqueta", one, two, {}, two, ((zero, "draw"),), None).moves == ((0, "draw"),)
    assert seed_hash(two) == seed_hash(2)
    assert (
        random_match("triqueta", two, seed=one, number=two).record()
        == random_match("triqueta", seed=1, number=2).record()
    )
    seat = kind(match.waiting[0])
    assert bots.choose("medium", match, seat, two) == bots.choose("medium", plain, int(seat), 2)
    assert bots.analyse(match, seat, thinking=Thinking("tree", two), seed=one) == bots.analyse(
        plain, int(seat), thinking=Thinking("tree", 2), seed=1
    )
    assert Move(match.game, seat, one) == Move(plain.game, int(seat), 1)
    episode = Episode("triqueta", two, seed=two)
    episode.act(kind(episode.legal_actions()[0]))
    assert episode.observe(zero).shape == episode.resample(one, two).observe(zero).shape
    batch = Batch("triqueta", two, count=two, threads=one)
    batch.reset(seed=two)
    batch.step(batch.random_actions().astype(kind))
    assert batch.observe(one).shape[0] == 2
    assert Contest("triqueta", two, {}, ("random", "greedy"), one).deal(0) == Contest(
        "triqueta", 2, {}, ("random", "greedy"), 1
    ).deal(0)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"method": "foo"}, "the method of a search must be glance, flat or tree, not 'foo'"),
        ({"iterations": 0}, "the setting iterations must be at least 1, not 0"),
        ({"iterations": -5}, "the setting iterations must be at least 1, not -5"),
        ({"iterations": 1.5}, r"the setting iterations must be a whole number, not 1\.5"),
        ({"method": "glance", "iterations": 10**6}, "the setting iterations must be at most 10000"),
        ({"depth": 0}, "the setting depth must be at least 1, not 0"),
        ({"trust": 0}, "the setting trust must be at least 1e-06"),
        ({"spread": 0}, "the setting spread must be at least 1e-06"),
        ({"noise": math.nan}, "the setting noise must be a finite number, not nan"),
        ({"exploration": "much"}, "the setting exploration must be a number, not 'much'"),
        ({"winning": 2}, r"the setting winning must be at most 1, not 2\.0"),
        ({"present": 1}, "the setting present must be True or False, not 1"),
        ({"selfish": True}, "the setting selfish must be a number, not True"),
    ],
)
def test_a_search_that_would_not_end_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SpokenError, match=sentence):
        Thinking(**{"method": "tree", **changes})


def test_every_level_of_every_game_has_settings_that_are_allowed() -> None:
    for name in games.names():
        for thinking in games.find(name).levels.values():
            assert isinstance(thinking.spread, float)


MATCH = Match("pebbles", seed=1)
BATCH = Batch("pebbles", count=2, threads=1)
EPISODE = Episode("pebbles", seed=1)

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (BATCH.random_actions, "the batch is not dealt yet; call reset first"),
    (lambda: BATCH.observe(0), "the batch is not dealt yet; call reset first"),
    (lambda: dealt().observe(10**9), "a seat must be at most 1, not 1000000000"),
    (lambda: dealt().step(np.zeros(2)), "actions must be whole numbers, not float64"),
    (lambda: dealt().step([0]), r"there must be 2 actions in one row, not \(1,\)"),
    (lambda: Batch("pebbles", count=10**9), "a number of matches must be at most 1000000, not 1000000000"),
    (lambda: Batch("pebbles", threads=0), "a number of threads must be at least 1, not 0"),
    (lambda: EPISODE.observe(10**6), "a seat must be at most 1, not 1000000"),
    (lambda: EPISODE.act(0.7), r"an action must be a whole number, not 0\.7"),
    (lambda: EPISODE.action_text(10**6), "action 1000000 cannot be taken now"),
    (lambda: bots.choose("genius", MATCH, 0, 0), "a level must be novice, .*, not 'genius'"),
    (lambda: bots.choose("easy", MATCH, 9, 0), "it is not the turn of seat 9"),
    (lambda: bots.think(MATCH, 0, "hard", seed=0), "the settings of a search must be a Thinking, not 'hard'"),
    (lambda: bots.analyse(MATCH, 0, seconds=math.inf), "a number of seconds must be a finite number, not inf"),
    (lambda: bots.analyse(MATCH, 0, stop=3), "what stops a search must be an event, not 3"),
    (lambda: Match(3), "a game must be a Game, not 3"),
    (lambda: games.find(["topiary"]), r"the name of a game must be a text, not \['topiary'\]"),
    (lambda: games.add_folder(3), "the name of a folder must be a text, not 3"),
    (lambda: games.add_folder("a\0b"), r"the name of a folder must be a text, not 'a\\x00b'"),
    (lambda: to_svg(MATCH), "what is drawn must be a View, not <Match of"),
    (lambda: Match("pebbles", options=["most"]), r"options are given by their names, not as \['most'\]"),
    (lambda: Match("pebbles", options={"most": np.array(["two", "two"])}), "the option most must be"),
    (lambda: MATCH.play(3), "a move must be a Move or its notation, not 3"),
    (lambda: MATCH.undo(0), "a number of moves must be at least 1, not 0"),
    (lambda: Move(MATCH.game, 0, 2**40), "the code of a move must be at most 2147483647"),
    (lambda: Move("pebbles", 0, 1), "the game of a move must be a Game, not 'pebbles'"),
    (lambda: Record.parse(b"{}"), "the text of a record must be a str"),
    (lambda: dealt().reset(options=np.array([1, 2])), "the options of a reset must be a dict, not array"),
    (lambda: dealt().set_match(0, 3), "a match must be a Match, not 3"),
    (lambda: env().observe("nobody"), "there is no agent 'nobody'"),
    (lambda: env().action_space([]), r"there is no agent \[\]"),
    (lambda: env().reset(seed=-1), "a seed must be at least 0, not -1"),
    (lambda: parallel_env().step(3), "the actions of a step must be a dict, not 3"),
    (lambda: Record.load(3), "the name of a file must be a text, not 3"),
    (lambda: MATCH.record().save(None), "the name of a file must be a text, not None"),
    (lambda: next(dataset.play("pebbles", 3, 1)), "the players of a contest must be a list, not 3"),
    (lambda: next(dataset.play("pebbles", ["random"], 1, workers=0)), "a number of workers must be at least 1, not 0"),
    (lambda: Contest("pebbles", 2, {}, (), 0), "name at least one bot"),
    (lambda: list(dataset.play("pebbles", [], 1)), "name at least one bot"),
    (lambda: Contest("pebbles", 2, {}, ("random",), 0, seconds=0), r"a number of seconds must be at least 0\.001"),
]  # fmt: skip


def env() -> Any:
    found = pettingzoo.env("pebbles")
    found.reset(seed=1)
    return found


def parallel_env() -> Any:
    found = pettingzoo.parallel_env("pebbles")
    found.reset(seed=1)
    return found


def dealt() -> Batch:
    batch = Batch("pebbles", count=2, threads=1)
    batch.reset()
    return batch


@pytest.mark.parametrize(("ask", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_a_bad_argument_gets_a_sentence(ask: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(SpokenError, match=sentence):
        ask()


def test_a_legal_move_beyond_the_last_is_an_index_error_as_in_any_sequence() -> None:
    moves = Match("topiary", seed=1).legal_moves()
    for number in (len(moves), -len(moves) - 1, 10**9, 2**70, -(2**70)):
        with pytest.raises(IndexError):
            moves[number]
    for odd in ("a", 1.0, None, (0,), [0], np.array([0, 1])):  # NumPy alone would take the tuple
        with pytest.raises(TypeError):
            moves[odd]  # type: ignore[call-overload]


@pytest.mark.parametrize("game", GAMES)
def test_a_code_that_is_no_move_is_refused_before_any_rule_sees_it(game: str) -> None:
    match = Match(game, seed=1)
    for code in (2**31 - 1, 2**30, 10**6 + 7):
        with pytest.raises(IllegalMoveError):
            match.play(Move(match.game, match.waiting[0], code))
    assert match.moves == ()


def test_a_record_is_replayed_up_to_a_move_that_it_has() -> None:
    record = random_match("pebbles", seed=1).record()
    assert len(record.replay(2).moves) == 2
    with pytest.raises(RecordError, match="so there is no move 1000"):
        record.replay(1000)
