"""Who plays in an arena: a level, a level with changed settings, somebody's own class, or a program.

hard                            a level of `tilery.bots`
hard+iterations=200+playout=0   the same with other settings (see `tilery.games.thinking`)
my_module:MyBot                 a class without arguments that has `choose(match, seat, seed)`, in a process of its own
engine:node my_engine.mjs       a program that speaks the protocol of `docs/engines.md`
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Protocol

from tilery import bots
from tilery.arena.engine import Engine
from tilery.arena.faults import PlayerError
from tilery.arena.own_bot import OwnBot
from tilery.bots.levels import thinking_of
from tilery.bots.search import think
from tilery.games.thinking import Thinking
from tilery.kernel.arguments import shown
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import SpokenError, reason, say

ENGINE = "engine:"


class Player(Protocol):
    """Somebody on one seat, for one game after the other. Whatever goes wrong is a `PlayerFault`."""

    def begin(self, match: Match, seat: int, seed: int, seconds: float | None) -> None:
        """Begin a game; each decision in it may take that long."""

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None) -> object:
        """Return the move for a seat, as an object or in notation, by nothing but what the seat may know."""

    def end(self, match: Match) -> None:
        """End the game."""

    def close(self) -> None:
        """Nobody asks any more: end whatever was started."""


class Level:
    """A level of `tilery.bots`, with some settings changed; it stops thinking when its time is up."""

    def __init__(self, level: str, changes: dict[str, Any] | None = None) -> None:
        self._level, self._changes = level, changes or {}

    def begin(self, match: Match, seat: int, seed: int, seconds: float | None) -> None:
        """Nothing is remembered from game to game."""

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None) -> Move:
        if self._level not in bots.FOR_PEOPLE:
            return bots.choose(self._level, match, seat, seed)
        thinking = replace(thinking_of(match.game, self._level, match.seats), **self._changes)
        return think(match, seat, thinking, seed=seed, seconds=seconds, among=None).move

    def end(self, match: Match) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing was started."""


def split_names(text: str) -> list[str]:
    """Players that are written with commas between them; what stands in quotation marks stays together."""
    return re.findall(r"""(?:[^,'"]|'[^']*'|"[^"]*")+""", text)


def find_player(name: str) -> Player:
    """Return the player of that name, for one seat."""
    if not isinstance(name, str):
        raise PlayerError(say("the name of a bot must be a text, not {value}", value=shown(name)))
    if name.startswith(ENGINE):
        return Engine(name.removeprefix(ENGINE))
    if ":" in name:
        return OwnBot(name)
    return find_level(name)


def find_level(name: str) -> Level:
    """Return a level by its name, with changed settings behind it: `expert+iterations=500`."""
    level, *changes = name.split("+")
    if level not in bots.LEVELS:
        raise PlayerError(
            say(
                'there is no bot "{name}"; there are {levels}, your own as module:Class and programs as engine:COMMAND',
                name=name,
                levels=", ".join(bots.LEVELS),
            )
        )
    if changes and level not in bots.FOR_PEOPLE:
        raise PlayerError(say('the bot "{level}" has no settings', level=level))
    changed = dict(map(_change, changes))
    try:
        Thinking(**{"method": "tree", **changed})
    except SpokenError as error:
        raise PlayerError(say("{name}: {fault}", name=name, fault=reason(error))) from None
    return Level(level, changed)


def _change(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    kinds = {field.name: field.type for field in fields(Thinking)}
    if name not in kinds or not equals:
        raise PlayerError(
            say(
                'a setting is written NAME=VALUE, where NAME is one of {names}; "{text}" is not',
                names=", ".join(kinds),
                text=text,
            )
        )
    readers: dict[Any, Callable[[str], Any]] = {
        "int": int,
        "float": float,
        "bool": lambda word: word in ("1", "true", "yes"),
    }
    try:
        return name, readers.get(kinds[name], str)(value)
    except ValueError:
        raise PlayerError(say('the setting {name} cannot be "{value}"', name=name, value=value)) from None
