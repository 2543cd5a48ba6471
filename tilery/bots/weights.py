"""The weights of learned evaluations: data files beside a game's features, read once and checked against the game.

A file holds the weights of one number of seats, as NumPy writes them, and a header in JSON: which rules and which
features they were made for, how they were trained, and how the games went by which they were chosen. Features are
recognised by what they do: by their values in a few games that are always the same. So whoever reformats a source keeps
the weights, and whoever changes what a feature says is told to train anew.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from tilery.bots.net import BY_HAND, Net, write_inputs
from tilery.games.game import Game
from tilery.kernel import chance, contract, runner
from tilery.kernel.chance import Rng
from tilery.kernel.contract import POINTS_SHAPE, Moves, Values
from tilery.kernel.native import native
from tilery.kernel.runner import States, random_seat
from tilery.kernel.state import tag_of
from tilery.words import SpokenError, say

FORMAT = 1
SAMPLED_GAMES = 4  # random games by which features are recognised


class WeightsError(SpokenError):
    """A file of weights does not fit the game that it lies with."""


@dataclass(frozen=True)
class Header:
    """What a file of weights tells about itself."""

    game: str
    rules: int
    """The version of the rules."""
    seats: int
    features: str
    """What the features do, as `fingerprint` puts it."""
    seed: int
    command: str
    results: dict[str, Any] = field(default_factory=dict)
    """How well the network foresees games that it has not learnt from, and the matches that it was chosen by."""
    format: int = FORMAT


def feature_count(game: Game, seats: int) -> int:
    """Return how many features a game offers; 0 if it offers none."""
    learn = contract.learning_of(runner.new_states(game.rules.STATE)[0])
    return int(learn.feature_count(seats)) if hasattr(learn, "features") else 0


def path_of(game: Game, seats: int) -> Path:
    """Return where the weights for a number of seats lie: beside the features."""
    folder = game.folder / "learn"
    return (folder if folder.is_dir() else game.folder) / f"weights-{seats}.npz"


@native
def _walk(states: States, seats: int, options: States, rng: Rng, moves: Moves, guess: Values, inputs: Values) -> None:
    """Play a random game in states[0] and add up what the network is told on the way, each time with another weight."""
    contract.setup(states[0], seats, options[0], rng)
    owing = contract.waiting(states[0])
    number = 0
    total = inputs[1]
    while owing:
        seat = random_seat(owing, rng)
        contract.evaluate(states[0], guess)
        write_inputs(states[0], number % seats, seats, guess, inputs[0])
        number += 1
        for index in range(len(total)):
            total[index] += inputs[0, index] * (1.0 + number * 0.375)
        contract.play(states[0], seat, contract.random_move(states[0], seat, rng, moves))
        owing = contract.waiting(states[0])


def fingerprint(game: Game, seats: int) -> str:
    """A name for what a network is told by a game with so many seats; another one if a feature says something else."""
    count = feature_count(game, seats)
    inputs = np.zeros((2, count + BY_HAND))
    moves, guess = np.zeros(game.rules.MAX_MOVES, np.int32), np.zeros(POINTS_SHAPE[0])
    options = game.encode_options(game.read_options(seats, {}))
    for number in range(SAMPLED_GAMES):
        states = runner.new_states(game.rules.STATE)
        _walk(states, seats, options, chance.generator(number), moves, guess, inputs)
    return hashlib.sha256(f"{count} {inputs[1].tolist()}".encode()).hexdigest()[:16]


def write(path: Path, net: Net, header: Header) -> None:
    arrays = {name: values.astype(np.float32) for name, values in net._asdict().items()}
    text = json.dumps(asdict(header), sort_keys=True)
    with path.open("wb") as out:
        np.savez_compressed(out, header=np.array(text), **arrays)


def read(path: Path) -> tuple[Net, Header]:
    """Return the weights in a file and what it tells about them, whatever game it is for."""
    try:
        with np.load(path) as data:
            header = Header(**json.loads(str(data["header"])))
            arrays = [np.ascontiguousarray(data[name], np.float64) for name in Net._fields]
    except (BadZipFile, KeyError, TypeError, ValueError):
        raise WeightsError(say("{file} is not a file of weights", file=path)) from None
    return Net(*arrays), header


def check(path: Path, net: Net, header: Header, game: Game, seats: int) -> None:
    """Refuse weights that were not made for the game as it is."""
    shapes = (len(net.skip), len(net.first)) == (feature_count(game, seats) + BY_HAND,) * 2
    asked = (FORMAT, game.name, game.version, seats)
    if (
        (header.format, header.game, header.rules, header.seats) != asked
        or not shapes
        or header.features != fingerprint(game, seats)
    ):
        raise WeightsError(
            say(
                "the weights in {file} were trained for {game} as it was then; train them again with: {command}",
                file=path,
                game=game.title,
                command=f"tilery train {game.name} --seats {seats}",
            )
        )


_nets: dict[tuple[str, Path], Net | None] = {}  # by the sources of a game and the file


def net_of(game: Game, seats: int) -> Net | None:
    """Return the network of a game for a number of seats; none if nobody has trained one. Each file is read once."""
    path = path_of(game, seats)
    key = tag_of(game.rules.STATE), path
    if key not in _nets:
        _nets[key] = _loaded(path, game, seats) if path.exists() and feature_count(game, seats) else None
    return _nets[key]


def _loaded(path: Path, game: Game, seats: int) -> Net:
    net, header = read(path)
    check(path, net, header, game, seats)
    return net


def forget() -> None:
    """Read weights anew when they are asked for next, because files have changed."""
    _nets.clear()
