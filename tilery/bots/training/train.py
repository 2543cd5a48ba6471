"""`tilery train`: a learned evaluation from nothing but a game's rules, features and hand-written guess.

In each round a search plays against itself, and a network is fitted to what came of its positions; the next round
plays with that network. The last one is written beside the game's features if it does not lose to the one that is
there. Same command, same seed: same games and, on the same machine, same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from tilery.bots.judging import evaluator_with
from tilery.bots.net import BY_HAND, Net
from tilery.bots.training.fitting import Examples, Quality, fit, joined_examples, with_foresight
from tilery.bots.training.self_play import (
    QUICK,
    Samples,
    Side,
    new_game_memory,
    new_samples,
    play_games,
    play_match,
    write_examples,
)
from tilery.bots.tree import new_tree_settings
from tilery.bots.weights import Header, WeightsError, feature_count, fingerprint, forget, net_of, path_of, write
from tilery.games.game import ChoiceOption, Game, OptionError
from tilery.games.thinking import Thinking
from tilery.kernel import chance, contract
from tilery.kernel.contract import POINTS_SHAPE
from tilery.kernel.runner import States, new_states
from tilery.match import warmup
from tilery.words import Sentence, SpokenError, say

CHUNK = 20  # games that one thread plays before it looks up
STATES_A_GAME = 40  # that are kept at most, on average
USUAL = 2  # one of so many chunks has the usual options
LUCK = 1.0  # standard errors by which new weights may seem to lose

OPPONENTS = {
    "hand": say("the hand-written evaluation"),
    "round": say("the weights of the round before"),
    "present": say("the present weights"),
}
"""Whom new weights play against, by the name in the header."""

Item = TypeVar("Item")
Tick = Callable[[Sentence, int, int], object]


class TrainingError(SpokenError):
    """A game cannot be trained as asked."""


@dataclass(frozen=True)
class TrainingSettings:
    """How much is played and fitted."""

    seed: int = 0
    rounds: int = 2
    games: int = 4_000
    """Games of self-play in a round."""
    gate: int = 400
    """Games of each match by which weights are chosen."""
    keep_one_of: int = 3
    """Of so many states one is kept to learn from."""
    hidden: int = 32
    epochs: int = 12
    td_lambda: float = 0.3
    """How far positions learn from the results of their games rather than from what is foreseen after the next one;
    with 1 from results alone."""
    stepping: bool = False
    """Play one step ahead instead of growing trees: weaker, but hundreds of times as fast."""
    quick: bool = False
    """Play the first move of the game's shortlist instead, which is faster still."""
    workers: int = 1

    @property
    def command(self) -> str:
        numbers = {name: getattr(self, name) for name in ("seed", "rounds", "games", "gate", "hidden", "epochs")}
        numbers |= {"keep-one-of": self.keep_one_of, "td-lambda": self.td_lambda}
        flags = " ".join(f"--{name} {number}" for name, number in numbers.items())
        return flags + " --stepping" * self.stepping + " --quick" * self.quick


@dataclass(frozen=True)
class GateResult:
    """How a match went: the share of victories of new weights, its standard error, and what would be fair."""

    against: str
    games: int
    share: float
    error: float
    fair: float

    @property
    def is_lost(self) -> bool:
        return self.share < self.fair - LUCK * self.error

    def as_json(self) -> dict[str, Any]:
        return {name: round(value, 4) if isinstance(value, float) else value for name, value in vars(self).items()}

    def __str__(self) -> str:
        return f"{100 * self.share:.1f}% ± {100 * self.error:.1f}"


def variants(game: Game, seats: int) -> list[States]:
    """Return all ways to play a game with so many seats, as `setup` is told; the usual one first."""
    values = [option.values if isinstance(option, ChoiceOption) else (option.default,) for option in game.options]
    found = []
    for chosen in product(*values):
        options = dict(zip((option.name for option in game.options), chosen, strict=True))
        try:
            found.append(game.encode_options(game.read_options(seats, options)))
        except OptionError:
            continue
    return found


def thinking_for(game: Game) -> Thinking:
    """Return how a game is thought about in training; it may declare a level of its own for it."""
    usual = Thinking("tree", iterations=100, exploration=0.2, winning=0.7)
    return game.levels.get("training", usual)


def side_with(net: Net | None, game: Game, thinking: Thinking) -> Side:
    """A player with a network; without one it explores more, because the hand-written evaluation misleads it more."""
    if net is None:
        thinking = replace(thinking, exploration=Thinking.exploration)
    return Side(evaluator_with(net, game, thinking), new_tree_settings(thinking), thinking.iterations)


class Trainer:
    """Trains one game with one number of seats."""

    def __init__(self, game: Game, seats: int, settings: TrainingSettings, tick: Tick = lambda *_: None) -> None:
        game.check_seats(seats)
        if not feature_count(game, seats):
            raise TrainingError(say("{game} offers no features to learn from (docs/bots.md)", game=game.title))
        if settings.quick and not contract.has_shortlist(new_states(game.rules.STATE)[0]):
            raise TrainingError(say("{game} has no shortlist by which players could be quick", game=game.title))
        self.game, self.seats, self.settings, self.tick = game, seats, settings, tick
        self.thinking = thinking_for(game)
        self.variants = variants(game, seats)

    def _side(self, net: Net | None) -> Side:
        return side_with(net, self.game, self.thinking)

    def _each(self, what: Sentence, work: Callable[[int], Item], count: int) -> Iterator[Item]:
        """Do numbered pieces of work on all threads; what comes of them in their order."""
        with ThreadPoolExecutor(self.settings.workers) as pool:
            for number, found in enumerate(pool.map(work, range(count))):
                self.tick(what, number + 1, count)
                yield found

    def _rng(self, *place: int) -> Any:
        """Random numbers for a place in the training."""
        seed = self.settings.seed
        for number in (self.seats, *place):
            seed = (seed * 1_000_003 + number + 1) % (1 << 128)
        return chance.generator(seed)

    def examples(self, net: Net | None, number: int) -> Examples:
        """Return what a round of self-play found."""
        chunks = -(-self.settings.games // CHUNK)
        side = self._side(net)
        if self.settings.quick:
            side = side._replace(iterations=QUICK)
        elif self.settings.stepping:
            side = side._replace(iterations=0)
        parts = list(self._each(say("self-play"), partial(self._play_chunk, side, number), chunks))
        return joined_examples(parts)

    def _play_chunk(self, side: Side, number: int, chunk: int) -> Examples:
        others = len(self.variants) - 1
        variant = 0 if chunk % USUAL == 0 or not others else 1 + chunk // USUAL % others
        samples = new_samples(self.game, CHUNK, CHUNK * STATES_A_GAME)
        play_games(
            new_game_memory(self.game, side, side), self.seats, self.variants[variant], side,
            self._rng(1, number, chunk), CHUNK, self.settings.keep_one_of, samples,
        )  # fmt: skip
        return self._examples(samples)

    def _examples(self, samples: Samples) -> Examples:
        used = int(samples.used[0])
        width = feature_count(self.game, self.seats) + BY_HAND
        inputs = np.zeros((used, self.seats, width), np.float32)
        write_examples(samples.states[:used], self.seats, np.zeros(width), np.zeros(POINTS_SHAPE[0]), inputs)
        games = samples.game[:used].astype(np.int64)
        points = samples.points[games, : self.seats].astype(np.float32)
        shares = samples.shares[games, : self.seats].astype(np.float32)
        return Examples(inputs, points, shares, games)

    def fit(self, examples: Examples) -> tuple[Net, Quality]:
        """Fit to the results of games, then to those with what that fit foresees."""
        settings = self.settings
        fits = 1 if settings.td_lambda == 1 else 2
        done = 0

        def tick() -> None:
            nonlocal done
            done += 1
            self.tick(say("fitting"), done, fits * settings.epochs)

        net, quality = fit(examples, settings.hidden, settings.epochs, settings.seed, tick)
        if fits == 2:
            told = with_foresight(examples, net, settings.td_lambda)
            net, quality = fit(examples, settings.hidden, settings.epochs, settings.seed, tick, told)
        return net, quality

    def match(self, net: Net, other: Net | None, against: str) -> GateResult:
        """Let weights play against others, or against the hand-written evaluation, with as many iterations."""
        sides = self._side(net), self._side(other)
        deals = max(self.settings.gate // self.seats, 2)
        shares = np.array(list(self._each(say("gate match"), partial(self._play_deal, *sides), deals)))
        error = float(shares.std(ddof=1)) / sqrt(deals)
        return GateResult(against, deals * self.seats, float(shares.mean()), error, 1 / self.seats)

    def _play_deal(self, side: Side, other: Side, deal: int) -> float:
        """Return the share of victories of a side that takes every seat once."""
        others = len(self.variants) - 1
        options = self.variants[0 if deal % USUAL == 0 or not others else 1 + deal // USUAL % others]
        memory = new_game_memory(self.game, side, other)
        won = 0.0
        for seat in range(self.seats):
            samples = new_samples(self.game, 1, 1)
            play_match(memory, self.seats, options, side, other, 1 << seat, self._rng(2, deal), samples)
            won += float(samples.shares[0, seat])
        return won / self.seats

    def present_net(self) -> Net | None:
        """Return the network that is there, if it fits the game as it is."""
        try:
            return net_of(self.game, self.seats)
        except WeightsError:
            return None

    def run(self, path: Path | None = None) -> list[Sentence]:
        """Train, and write the weights unless they lose; what became of it, in sentences."""
        warmup.warm_up(self.game.name, "training")
        net: Net | None = None
        by_hand: GateResult | None = None  # how that network did against the hand-written evaluation, where it is known
        rounds: list[dict[str, Any]] = []
        lots: list[Examples] = []
        for number in range(self.settings.rounds):
            # What came of the play before is learnt from again, to know more of the game.
            lots = [*lots[-1:], self.examples(net, number)]
            found, quality = self.fit(joined_examples(lots))
            gate = self.match(found, net, "round" if net else "hand")
            rounds.append({"positions": sum(map(len, lots)), **quality.as_json(), "gate": gate.as_json()})
            if net is None or not gate.is_lost:
                by_hand = None if net else gate
                net = found
        assert net is not None
        old = self.present_net()
        gates = [by_hand or self.match(net, None, "hand")]
        if old:
            gates.append(self.match(net, old, "present"))
        header = Header(
            self.game.name,
            self.game.version,
            self.seats,
            fingerprint(self.game, self.seats),
            self.settings.seed,
            f"tilery train {self.game.name} --seats {self.seats} {self.settings.command}",
            {"rounds": rounds, "gates": [gate.as_json() for gate in gates]},
        )
        told = [
            say(
                "{game}, {seats} seats: won {share} against {opponent}",
                game=self.game.title,
                seats=self.seats,
                share=str(gate),
                opponent=OPPONENTS[gate.against],
            )
            for gate in gates
        ]
        target = path or path_of(self.game, self.seats)
        if any(gate.is_lost for gate in gates):
            told.append(say("The new weights lose, so nothing was written."))
        else:
            write(target, net, header)
            forget()
            told.append(say("Wrote {file}.", file=target))
        return told


@warmup.part("training")
def _work(game: Game) -> warmup.Work:
    """Self-play, features and a match, once."""
    seats = game.seats[0]
    side = side_with(None, game, replace(thinking_for(game), iterations=1))
    memory, options = new_game_memory(game, side, side), variants(game, seats)[0]
    samples = new_samples(game, 1, 1)
    width = feature_count(game, seats) + BY_HAND
    inputs, guess, out = np.zeros(width), np.zeros(POINTS_SHAPE[0]), np.zeros((1, seats, width), np.float32)
    return warmup.Work(
        say("training for {game}", game=game.title),
        [
            lambda: play_games(memory, seats, options, side, chance.generator(0), 1, 1, samples),
            lambda: play_match(memory, seats, options, side, side, 1, chance.generator(0), samples),
            lambda: write_examples(samples.states[:1], seats, inputs, guess, out),
        ],
    )
