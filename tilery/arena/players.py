"""Who plays in an arena: a level, a level with changed settings, or somebody's own class.

hard                            a level of `tilery.bots`
hard+iterations=200+playout=0   the same with other settings (see `tilery.games.thinking`)
my_module:MyBot                 a class without arguments that has `choose(match, seat, seed)`
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Protocol

from tilery import bots
from tilery.bots.levels import thinking_of
from tilery.bots.search import think
from tilery.games.thinking import Thinking
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import SpokenError, reason, say


class PlayerError(SpokenError):
    """There is no such player."""


class Player(Protocol):
    """Anything that chooses a move for a seat, by nothing but what the seat may know."""

    def choose(self, match: Match, seat: int, seed: int) -> Move: ...


class Level:
    """A level of `tilery.bots`."""

    def __init__(self, level: str) -> None:
        self._level = level

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        return bots.choose(self._level, match, seat, seed)


class Changed:
    """A level with some settings changed."""

    def __init__(self, level: str, changes: dict[str, Any]) -> None:
        self._level, self._changes = level, changes

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        thinking = replace(thinking_of(match.game, self._level), **self._changes)
        return think(match, seat, thinking, seed=seed).move


class Own:
    """Somebody's own bot. It is given a redealt match, which looks to its seat as the true one does."""

    def __init__(self, bot: Player) -> None:
        self._bot = bot

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        return self._bot.choose(match.redeal(seat, seed=seed), seat, seed)


def find_player(name: str) -> Player:
    """The player of that name, ready to play."""
    if ":" in name:
        return _own(name)
    level, *changes = name.split("+")
    if level not in bots.LEVELS:
        raise PlayerError(
            say(
                'there is no bot "{name}"; there are {levels}, or your own as module:Class',
                name=name,
                levels=", ".join(bots.LEVELS),
            )
        )
    return Changed(level, dict(map(_change, changes))) if changes else Level(level)


def _own(name: str) -> Player:
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # a file beside which the command is run
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, TypeError) as error:
        raise PlayerError(say('the bot "{name}" cannot be loaded: {error}', name=name, error=reason(error))) from None
    if not callable(getattr(made, "choose", None)):
        raise PlayerError(say('the bot "{name}" has no method choose(match, seat, seed)', name=name))
    return Own(made)


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
