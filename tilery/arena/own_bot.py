"""Somebody's own class as a player: it runs in a process of its own, in which the true match is not.

Within one process nothing can be hidden: whoever looks through `gc.get_objects()` or the frames of its callers finds
every match there is. So the arena sends each imagined match to where the bot is and reads its answer as plain
JSON. That also ends a bot that hangs in compiled code, and outlives one that takes its process with it.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys
from typing import Any

from tilery import games
from tilery.arena.engine import Conversation
from tilery.arena.faults import GRACE, LateFault, PlayerError, PlayerFault
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import SpokenError, reason, say

LOADING = 300.0
"""Seconds within which a bot's module is imported and the rules are loaded; a network may be large."""

# What the arena can import, the bot can, and what lies in the folder where the command is run.
_START = "import json, sys; sys.path[:] = json.loads(sys.argv[2]); from tilery.arena.bot_process import main; main()"


class OwnBot:
    """A bot by its name, module:Class; a new instance for every game.

    It is given a redealt match, which looks to its seat as the true one does.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._talk: Conversation | None = None
        self._prepared: object = None
        self._start()

    def begin(self, match: Match, seat: int, seed: int, seconds: float | None) -> None:  # noqa: ARG002
        if self._talk is None or not self._talk.is_alive:
            try:
                self._start()
            except PlayerError as error:  # it could be loaded before
                raise PlayerFault(reason(error)) from None
        wanted = {"game": match.game.name, "seats": match.seats, "options": match.options}
        if self._prepared != wanted:
            self._ask({"type": "prepare", **wanted}, LOADING)
            self._prepared = wanted
        self._ask({"type": "game"}, None if seconds is None else seconds + GRACE, seconds)

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None) -> Move | str:
        imagined = base64.b64encode(pickle.dumps(match.redeal(seat, seed=seed))).decode()
        turn = {"type": "turn", "match": imagined, "seat": seat, "seed": f"{seed:x}", "seconds": seconds}
        answer = self._ask(turn, None if seconds is None else seconds + GRACE, seconds)
        notation = answer.get("notation")
        if isinstance(notation, str):
            return notation
        try:
            return Move(games.find(answer["game"]), answer["seat"], answer["code"])
        except (KeyError, SpokenError, TypeError):  # only a process that its bot has taken over answers like this
            raise self._lost(PlayerFault(say("chose {value}, which is not a move", value="?"))) from None

    def end(self, match: Match) -> None:
        """Let the next game have an instance of its own."""

    def close(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    def _start(self) -> None:
        """Start a process and import the bot there."""
        self.close()
        self._prepared = None
        places = sys.path if "" in sys.path else ["", *sys.path]
        try:
            self._talk = Conversation([sys.executable, "-c", _START, str(os.getpid()), json.dumps(places)])
            answer = self._ask({"type": "load", "bot": self._name, "folders": list(games.added_folders())}, LOADING)
        except PlayerFault as fault:
            self.close()
            raise PlayerError(
                say('the bot "{name}" cannot be loaded: {error}', name=self._name, error=reason(fault))
            ) from None
        if not answer.get("is_bot"):
            self.close()
            raise PlayerError(say('the bot "{name}" has no method choose(match, seat, seed)', name=self._name))

    def _ask(self, message: dict[str, Any], within: float | None, seconds: float | None = None) -> dict[str, Any]:
        assert self._talk is not None
        try:
            answer = self._talk.ask(message, within)
        except LateFault:
            raise self._lost(
                PlayerFault(say("thought for more than {seconds:g} s", seconds=within if seconds is None else seconds))
            ) from None
        except PlayerFault as fault:
            raise self._lost(fault) from None
        if answer.get("type") == "fault":
            raise PlayerFault(str(answer.get("message"))[:1000])
        return answer

    def _lost(self, fault: PlayerFault) -> PlayerFault:
        """End the process: nobody knows what it is doing now."""
        if self._talk is not None:
            self._talk.kill()
            self._talk = None
        return fault
