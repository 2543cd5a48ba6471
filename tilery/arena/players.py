"""Who plays in an arena: a level, a level with changed settings, somebody's own class, or a program.

hard                            a level of `tilery.bots`
hard+iterations=200+playout=0   the same with other settings (see `tilery.games.thinking`)
my_module:MyBot                 a class without arguments that has `choose(match, seat, seed)`
engine:node my_engine.mjs       a program that speaks the protocol of `docs/engines.md`
"""

from __future__ import annotations

import ctypes
import importlib
import inspect
import os
import re
import sys
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Protocol

from tilery import bots
from tilery.arena.engine import Engine
from tilery.arena.faults import GRACE, PlayerFault
from tilery.bots.levels import thinking_of
from tilery.bots.search import think
from tilery.games.thinking import Thinking
from tilery.kernel.arguments import shown
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import SpokenError, reason, say

ENGINE = "engine:"


class PlayerError(SpokenError):
    """There is no such player."""


class Player(Protocol):
    """Somebody on one seat, for one game after the other. Whatever goes wrong is a `PlayerFault`."""

    def begin(self, match: Match, seat: int, seed: int, seconds: float | None) -> None:
        """A game begins; each decision in it may take that long."""

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None) -> object:
        """The move for a seat, as an object or in notation, by nothing but what the seat may know."""

    def end(self, match: Match) -> None:
        """The game is over."""


class Level:
    """A level of `tilery.bots`, with some settings changed; it stops thinking when its time is up."""

    def __init__(self, level: str, changes: dict[str, Any] | None = None) -> None:
        self._level, self._changes = level, changes or {}

    def begin(self, match: Match, seat: int, seed: int, seconds: float | None) -> None:
        """Nothing is remembered from game to game."""

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None) -> Move:
        if self._level not in bots.FOR_PEOPLE:
            return bots.choose(self._level, match, seat, seed)
        thinking = replace(thinking_of(match.game, self._level), **self._changes)
        return think(match, seat, thinking, seed=seed, seconds=seconds, among=None).move

    def end(self, match: Match) -> None:
        """Nothing is kept."""


class Own:
    """Somebody's own bot, a new instance for every game.

    It is given a redealt match, which looks to its seat as the true one does.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._bot: Any = None

    def begin(self, match: Match, seat: int, seed: int, seconds: float | None) -> None:  # noqa: ARG002
        self._bot = _within(seconds, self._make)

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None) -> object:
        seen = match.redeal(seat, seed=seed)
        more = {"seconds": seconds} if _takes_seconds(self._bot.choose) else {}
        return _within(seconds, lambda: self._bot.choose(seen, seat, seed, **more))

    def end(self, match: Match) -> None:  # noqa: ARG002
        self._bot = None


def _takes_seconds(choose: Callable[..., Any]) -> bool:
    try:
        return "seconds" in inspect.signature(choose).parameters
    except (TypeError, ValueError):
        return False


def _within(seconds: float | None, act: Callable[[], Any]) -> Any:
    """What somebody's code returns, unless it takes too long or raises anything.

    With a limit it runs in a thread, which is told to end when its time is up.
    """
    if seconds is None:
        return _guarded(act)
    found: list[Any] = []
    faults: list[PlayerFault] = []

    def run() -> None:
        try:
            found.append(_guarded(act))
        except PlayerFault as fault:
            faults.append(fault)

    thread = threading.Thread(target=run, daemon=True, name="tilery-bot")
    thread.start()
    thread.join(seconds + GRACE)
    if thread.is_alive():
        _interrupt(thread)
        raise PlayerFault(say("thought for more than {seconds:g} s", seconds=seconds))
    if faults:
        raise faults[0]
    return found[0]


def _guarded(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PlayerFault(_raised(error)) from error


def _raised(error: BaseException) -> str:
    """What was raised, and where in somebody's code."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None and frame.tb_frame.f_code.co_filename == __file__:
        frame = frame.tb_next
    place = "" if frame is None else f" ({os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno})"
    return say("raised {kind}: {text}{place}", kind=type(error).__name__, text=str(error)[:300], place=place)


def _interrupt(thread: threading.Thread) -> None:
    """Raise an exception in a thread at its next step in Python; what hangs in compiled code cannot be stopped."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))


def split_names(text: str) -> list[str]:
    """Players that are written with commas between them; what stands in quotation marks stays together."""
    return re.findall(r"""(?:[^,'"]|'[^']*'|"[^"]*")+""", text)


def find_player(name: str) -> Player:
    """The player of that name, for one seat."""
    if not isinstance(name, str):
        raise PlayerError(say("the name of a bot must be a text, not {value}", value=shown(name)))
    if name.startswith(ENGINE):
        return Engine(name.removeprefix(ENGINE))
    if ":" in name:
        return _own(name)
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


def _own(name: str) -> Player:
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # a file beside which the command is run
    try:
        make = getattr(importlib.import_module(module), attribute)
        made = make()
    except Exception as error:
        raise PlayerError(say('the bot "{name}" cannot be loaded: {error}', name=name, error=reason(error))) from None
    if not callable(getattr(made, "choose", None)):
        raise PlayerError(say('the bot "{name}" has no method choose(match, seat, seed)', name=name))
    return Own(make)


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
