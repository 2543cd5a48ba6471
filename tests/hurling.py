"""Throws arguments of every kind at everything that is public, in a process of its own, because a fault may end it.

`python -m tests.hurling GAME` ends with 0 if every call returned or raised a sentence, and nothing was corrupted.
"""

# Types that do not fit are what is tried here.
# mypy: disable-error-code="arg-type"

from __future__ import annotations

import faulthandler
import gc
import inspect
import json
import pickle
import sys
import threading
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.conftest import HERE  # noqa: F401  (the fifth game)
from tilery import Match, Move, Record, bots, games, score_position
from tilery.arena import arena, dataset, ratings
from tilery.arena.players import find_player
from tilery.arena.schedule import Contest
from tilery.bots import search
from tilery.games.thinking import Thinking
from tilery.kernel.arguments import shown
from tilery.match.picture import to_svg
from tilery.match.record import read_records, seed_hash
from tilery.match.simulate import random_match
from tilery.research import pettingzoo
from tilery.research.batch import Batch
from tilery.research.episode import Episode, RecallingEpisode
from tilery.words import SpokenError

WIDTHS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)

small = st.integers(-3, 8)
numbers = st.one_of(
    small,
    st.sampled_from([10**6, 10**9, 2**31 - 1, 2**31, -(2**31) - 1, 2**63, 2**64, 2**127, 2**128, -(2**200), 10**5000]),
    st.builds(lambda kind, number: kind(number), st.sampled_from(WIDTHS), st.integers(0, 100)),
    st.sampled_from([kind(np.iinfo(kind).max) for kind in WIDTHS]),
)
oddities = st.sampled_from(
    [
        None,
        True,
        False,
        0.5,
        2.0,
        -1.5,
        float("nan"),
        float("inf"),
        1j,
        "",
        "1",
        "take 1",
        "draw",
        "\0",
        "é" * 300,
        b"take",
        [],
        [1, 2],
        (),
        (0, "draw"),
        {},
        {"x": 1},
        {1: 2},
        {"draft": "on"},
        {"tiles": 3},
        set(),
        object(),
        object,
        len,
        np.float32(1.5),
        np.float64("nan"),
        np.bool_(True),
        np.str_("draw"),
        np.array(1),
        np.array([1, 2]),
        np.zeros((2, 2)),
        np.array(["a"]),
        np.array(None),
        np.datetime64("2026-01-01"),
        range(3),
        iter(()),
        Path("x"),
        "novice",
        "tree",
        "module:Bot",
        "novice+iterations=0",
        "engine:false",
        {"arena": 1},
        '{"record": 1}',
    ]
)
likely: st.SearchStrategy[Any] = st.sampled_from(
    [0, 1, 2, None, {}, True, 0.01, "random", "greedy", ("random", "greedy"), Thinking("glance"), threading.Event()]
)
anything = st.one_of(likely, likely, numbers, oddities)
# Few enough iterations to end soon, or more than there can be.
iterations = st.one_of(small, oddities, st.sampled_from([10**9 + 1, 2**64, -(10**9), np.int8(3), np.uint64(2)]))


class Bench:
    """A match in the middle of its game, and all that can be made of it; made anew for every call."""

    def __init__(self, game: str) -> None:
        self.game = games.find(game)
        self.match = Match(game, seed=5)
        self.match.play_randomly(4, seed=5)
        self.seat = self.match.waiting[0]
        self.record = self.match.record()
        self.contest = Contest(game, self.match.seats, {}, ("random", "greedy"), 1)

    @cached_property
    def episode(self) -> Episode:
        return Episode(self.game, seed=5)

    @cached_property
    def fresh(self) -> Batch:
        return Batch(self.game, count=2, threads=1)

    @cached_property
    def batch(self) -> Batch:
        batch = Batch(self.game, count=2, threads=1)
        batch.reset(seed=5)
        return batch

    @cached_property
    def env(self) -> Any:
        env = pettingzoo.env(self.game.name)
        env.reset(seed=5)
        return env

    @cached_property
    def parallel(self) -> Any:
        env = pettingzoo.parallel_env(self.game.name)
        env.reset(seed=5)
        return env

    @cached_property
    def position(self) -> dict[str, Any]:
        return {} if self.game.states is None else json.loads(self.match.position())

    def scribbled(self, where: Any, value: Any) -> Any:
        """The state with another byte somewhere in it."""
        if self.game.states is None:  # cannot be checked
            return self.match.states
        content = bytearray(self.match.states.tobytes())
        numbers = [int(each) if isinstance(each, int | np.integer) else 7 for each in (where, value)]
        content[numbers[0] * 37 % len(content)] = numbers[1] % 256
        return np.frombuffer(content, self.match.states.dtype)

    def content(self) -> list[bytes]:
        """All states that must not change when a call is refused."""
        return [states.tobytes() for states in (self.match.states, self.episode.match.states, self.batch.states)]

    def calls(self) -> dict[str, Callable[..., Any]]:
        """Everything that is public, by a name, with parameters that are all thrown at."""
        match = self.match
        return {
            "games.find": games.find,
            "add_folder": lambda a: games.add_folder("." if isinstance(a, str | Path) else a),
            "read_options": lambda a, b: self.game.read_options(few(a), b),
            "in legal moves": lambda a: a in match.legal_moves(self.seat),
            "counted legal moves": lambda a: match.legal_moves(self.seat).count(a),
            "Match": lambda a, b, c: Match(self.game.name, a, options=b, seed=c),
            "Match of": lambda a, b: Match(a, seed=b),
            "Match dealt": lambda a, b: Match(self.game.name, deal=a, rules=b),
            "Match with a deal": lambda a, b: Match(self.game.name, seed=None, deal=damaged(match.deal, a, b)),
            "from_position": Match.from_position,
            "from_position damaged": lambda a, b: Match.from_position(damaged(self.position, a, b)).play_randomly(3),
            "from_position member": lambda a: Match.from_position({**self.position, "state": a}),
            "from_state": Match.from_state,
            "from_state of": lambda a, b: Match.from_state(self.game, self.match.seats, a, options=b),
            "from_state damaged": lambda a, b: Match.from_state(
                self.game, match.seats, self.scribbled(a, b), options=match.options
            ).play_randomly(3),
            "from_state seats": lambda a, b: Match.from_state(self.game, a, match.states, rules=b).play_randomly(3),
            "legal_moves": match.legal_moves,
            "play": match.play,
            "play by": lambda a: match.play(str(match.legal_moves(self.seat)[0]), a),
            "play Move": lambda a, b: match.play(Move(self.game, a, b)),
            "why_not": match.why_not,
            "why_not Move": lambda a: match.why_not(Move(self.game, self.seat, a)),
            "Move": lambda a, b, c: repr(Move(a, b, c)),
            "Move of": lambda a, b: repr(Move(self.game, a, b)),
            "play_randomly": lambda a, b: match.play_randomly(a, seed=b),
            "view": match.view,
            "log": match.log,
            "story": match.story,
            "undo": match.undo,
            "redeal": match.redeal,
            "to_svg of": to_svg,
            "to_svg": lambda a: to_svg(match.view(a)) if self.game.drawing else match.view(a),
            "Record": lambda a, b, c: Record(self.game.name, a, b, {}, c, (), None).replay(),
            "Record of": lambda a, b, c: Record(a, 1, 2, b, 3, c, None).replay(),
            "Record ending": lambda a: Record(self.game.name, self.game.version, 2, {}, 3, (), a).replay(),
            "parse": Record.parse,
            "read_records": lambda a: list(read_records([a] if isinstance(a, str) else [])),
            "replay": self.record.replay,
            "seed_hash": seed_hash,
            "score_position": score_position,
            "random_match": lambda a, b, c: random_match(self.game.name, a, seed=b, number=c),
            "choose": lambda a, b, c: bots.choose(a, match, b, c),
            "choose from": lambda a: bots.choose("novice", a, 0, 0),
            "choose for": lambda a, b: bots.choose("novice", match, a, b),
            "think": lambda a, b, c: bots.think(match, self.seat, a, seed=b, seconds=c),
            "think for": lambda a, b: bots.think(a, b, Thinking("glance"), seed=0),
            "think until": lambda a, b: bots.think(match, self.seat, Thinking("tree", 5), seed=0, seconds=a, stop=b),
            "analyse": lambda a, b: bots.analyse(match, a, thinking=Thinking("tree", 5), seed=b),
            "analyse with": lambda a, b: bots.analyse(
                match, self.seat, thinking=Thinking("flat", 5) if a is None else a, seconds=b
            ),
            "analyse until": lambda a: bots.analyse(match, self.seat, thinking=Thinking("tree", 5), stop=a),
            "Limit": search.Limit,
            "Episode": lambda a, b, c: Episode(self.game.name, a, options=b, seed=c),
            "act": self.episode.act,
            "action_text": self.episode.action_text,
            "actions_of": lambda a: self.episode.actions_of(Move(self.game, 0, a)),
            "observe one": self.episode.observe,
            "picture": self.episode.picture,
            "own_choice": self.episode.own_choice,
            "recall": lambda a: RecallingEpisode(self.game, seed=5).recall(a),
            "resample": self.episode.resample,
            "Batch": lambda a, b, c: Batch(self.game.name, a, options=b, threads=c, count=3).reset(),
            "Batch of": lambda a, b: Batch(self.game.name, count=few(a), observe=b).reset(),
            "reset": lambda a: self.batch.reset(seed=a),
            "step": self.batch.step,
            "step two": lambda a, b: self.batch.step([a, b]),
            "step first": self.fresh.step,
            "observe": self.batch.observe,
            "observe first": self.fresh.observe,
            "random_actions first": lambda _: self.fresh.random_actions(),
            "by_field": self.batch.by_field,
            "reset with": lambda a: self.batch.reset(options=a),
            "row": self.batch.match,
            "set_match": self.batch.set_match,
            "set_match at": lambda a: self.batch.set_match(a, match),
            "Batch against": lambda a, b, c: Batch(
                self.game, count=2, threads=1, opponents=a, seat=b, shaping=c
            ).reset(),
            "again": self.episode.again,
            "env": lambda a, b, c: pettingzoo.env(self.game.name, a, options=b, masks=c).reset(),
            "env render": lambda a: pettingzoo.env(self.game.name, render_mode=a).reset(),
            "env reset": self.env.reset,
            "env step": self.env.step,
            "env observe": self.env.observe,
            "env spaces": lambda a: (self.env.action_space(a), self.env.observation_space(a)),
            "parallel reset": self.parallel.reset,
            "parallel step": self.parallel.step,
            "parallel step of": lambda a, b: self.parallel.step({"player_0": a, "player_1": b}),
            "parallel step by": lambda a: self.parallel.step({a: 0} if a.__hash__ else a),
            "load": lambda a: Record.load("none.json" if isinstance(a, str | Path) else a),
            "save": lambda a: self.record.save("/dev/null" if isinstance(a, str | Path) else a),
            "dataset": lambda a, b, c: list(dataset.play(self.game.name, a, few(b, 10**1500), c)),
            "dataset of": lambda a, b, c: list(
                dataset.play(self.game.name, ["random"], 1, options=a, seed=b, workers=few(c, 1024, 1))
            ),
            "Contest": lambda a, b, c: arena.check(Contest(self.game.name, a, b, c, 1)),
            "Contest seed": lambda a, b: arena.run(
                Contest(a, self.match.seats, {}, ("random", "greedy"), b), 1, arena.here(1), quiet=True
            ),
            "run": lambda a, b: arena.run(self.contest, few(a, 10**1500), arena.here(1), until_decided=b, quiet=True),
            "here": arena.here,
            "find_player": find_player,
            "read": lambda a: arena.read(a if isinstance(a, str) else Path("none")),
            "rate": lambda a: ratings.rate(self.contest, a if isinstance(a, list) else []),
        }


def damaged(document: Any, where: Any, value: Any) -> Any:
    """A document with another value at some place in it, chosen by a number."""
    document = json.loads(json.dumps(document))
    place, steps = document, int(where) if isinstance(where, int | np.integer) else 3
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return document
        steps, turn = divmod(abs(steps) + 7, len(keys))
        inner = place[keys[turn]]
        if not isinstance(inner, dict | list) or not steps:
            place[keys[turn]] = value
            return document
        place = inner


def few(count: Any, most: int = 10**6, enough: int = 10) -> Any:
    """The same, but 1 for what is allowed and takes long."""
    return 1 if isinstance(count, int | np.integer) and enough < count <= most else count


METHODS = st.sampled_from(["glance", "flat", "tree", "foo", 3])
SETTINGS = [name for name in Thinking.__dataclass_fields__ if name not in ("method", "iterations")]


def main(game: str, examples: int) -> None:
    faulthandler.enable()
    faulthandler.dump_traceback_later(1500, exit=True)
    untouched = pickle.dumps(Match(game, seed=9).state.tobytes())
    slow = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )

    tried, taken = Counter[str](), Counter[str]()

    def hurl(name: str, call: Callable[..., Any], arguments: tuple[Any, ...], bench: Bench) -> None:
        before = bench.content()
        tried[name] += 1
        try:
            call(*arguments)
            taken[name] += 1
            return
        except (SpokenError, OSError):  # a file that is not there has a sentence of its own
            pass
        except BaseException as error:
            raise AssertionError(
                f"{name}({', '.join(map(shown, arguments))}) raised {type(error).__name__}: {error}"
            ) from error
        after = bench.content()
        assert before == after, f"{name}({', '.join(map(shown, arguments))}) was refused, and changed something"

    @slow
    @given(st.data())
    def try_everything(data: st.DataObject) -> None:
        bench = Bench(game)
        name, call = data.draw(st.sampled_from(sorted(bench.calls().items(), key=lambda pair: pair[0])))
        count = len(inspect.signature(call).parameters)
        most = min(count, 3)
        hurl(name, call, tuple(data.draw(anything) for _ in range(max(most, 1))), bench)
        bench.match.legal_moves(bench.match.waiting[0]) if bench.match.waiting else None

    @slow
    @given(METHODS, iterations, st.dictionaries(st.sampled_from(SETTINGS), anything, max_size=3))
    def try_thinking(method: Any, count: Any, more: dict[str, Any]) -> None:
        bench = Bench(game)
        hurl("Thinking", lambda: bots.think(
            bench.match, bench.seat, Thinking(method, count, **more), seed=1), (), bench)  # fmt: skip

    try_everything()
    try_thinking()
    assert pickle.dumps(Match(game, seed=9).state.tobytes()) == untouched
    gc.collect()  # what was written over is found here
    print(f"nothing broke in {tried.total()} calls of {len(tried)} functions; {taken.total()} were taken")
    print(", ".join(f"{name} {taken[name]}/{tried[name]}" for name in sorted(tried)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
