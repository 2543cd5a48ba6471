"""Our own bots as an engine: `tilery engine` answers the messages of `docs/engines.md` for one seat."""

from __future__ import annotations

import base64
import binascii
import json
from typing import IO, Any

import numpy as np

import tilery
from tilery import games
from tilery.arena.engine import PROTOCOL
from tilery.arena.players import find_level
from tilery.games.reading import Node
from tilery.kernel import runner
from tilery.kernel.state import tag_of
from tilery.match.match import Match
from tilery.match.seeds import read_seed
from tilery.match.warmup import warm_up
from tilery.words import SpokenError, reason, say


def serve(level: str, messages: IO[bytes], answers: IO[bytes]) -> None:
    """Answer messages until told to quit, or until nobody sends any more."""
    engine = LevelEngine(level)
    for line in messages:
        try:
            answer = engine.answer(Node(json.loads(line)))
        except (SpokenError, ValueError, RecursionError) as error:
            answer = {"type": "error", "message": str(reason(error))}
        if answer is QUIT:
            return
        if answer is not None:
            answers.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            answers.flush()


QUIT: dict[str, Any] = {}


class LevelEngine:
    """A level of play that is told of games and asked for moves."""

    def __init__(self, level: str) -> None:
        self._name, self._level = level, find_level(level)
        self._match: Match | None = None
        self._seat = 0

    def answer(self, message: Node) -> dict[str, Any] | None:
        match message["type"].text():
            case "hello":
                name = f"tilery {tilery.__version__} {self._name}"
                return {"type": "hello", "protocol": PROTOCOL, "name": name, "wants": ["state"]}
            case "game":
                self._begin(message)
                return {"type": "ready"}
            case "turn":
                return {"type": "move", "move": self._choose(message)}
            case "over":
                self._match = None
                return None
            case "quit":
                return QUIT
        raise SpokenError(say("expected hello, game, turn, over or quit"))

    def _begin(self, message: Node) -> None:
        game = games.find(message["game"].text())
        if message["rules"].value != game.version:
            message["rules"].fail(say("only version {version} of the rules can be played", version=game.version))
        seats = message["seats"].integer(1, 64)
        self._match = Match(game, seats, options=message["options"].mapping(), seed=0)
        self._seat = message["seat"].integer(0, seats - 1)
        warm_up(game.name, "bots")

    def _choose(self, message: Node) -> str:
        """Think about the imagined state that comes with a turn, which looks to the seat as the true one does."""
        if self._match is None:
            message.fail(say("no game has begun"))
        match = self._match
        if message["layout"].text() != tag_of(match.game.rules.STATE):
            message["layout"].fail(say("the state was made by other rules than these"))
        seconds, seed = message["seconds"].value, read_seed(message["seed"].text())
        states = _read_state(message["state"], match)
        imagined = Match.from_state(match.game, match.seats, states, options=match.options)
        return str(self._level.choose(imagined, self._seat, seed, seconds))


def _read_state(node: Node, match: Match) -> runner.States:
    try:
        content = base64.b64decode(node.text(), validate=True)
    except binascii.Error:
        node.fail(say("this is not base64"))
    if len(content) != match.states.nbytes:
        node.fail(say("a state has {expected} bytes, not {found}", expected=match.states.nbytes, found=len(content)))
    return np.frombuffer(bytearray(content), match.states.dtype)
