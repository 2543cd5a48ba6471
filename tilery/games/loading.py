"""Loading a game from its folder, and what is wrong with the folder as one sentence for whoever writes the game."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from tilery.games import BrokenGameError
from tilery.games.game import Game, Notation, Positions, Refusals, Views
from tilery.games.learning import Actions, Observation
from tilery.kernel.contract import Learning, Rules
from tilery.words import Sentence, joined, say

PARTS: dict[str, type[Any]] = {
    "rules": Rules,
    "notation": Notation,
    "views": Views,
    "refusals": Refusals,
    "positions": Positions,
    "actions": Actions,
    "observation": Observation,
}
"""What a game is made of, and what each part offers."""


def is_traced() -> bool:
    """Whether whoever writes a game wants to see the errors behind our sentences, whole."""
    return bool(os.environ.get("TILERY_TRACEBACK"))


def load(package: str, folder: Path) -> Game:
    """The game that a package declares."""
    try:
        module = importlib.import_module(package)
    except Exception as error:
        raise BrokenGameError(
            say("the game in {folder} cannot be loaded: {fault}", folder=folder, fault=_fault(error, folder))
        ) from (error if is_traced() else None)
    fault = _missing(module, folder)
    if fault:
        raise BrokenGameError(say("the game in {folder} cannot be loaded: {fault}", folder=folder, fault=fault))
    game: Game = module.GAME
    return game


def _fault(error: Exception, folder: Path) -> Sentence:
    """What stopped an import, with the last line in the folder that it came through."""
    told: Sentence = joined([f"{type(error).__name__}: {error}"])
    if isinstance(error, SyntaxError) and error.filename:
        told = joined([f"{type(error).__name__}: {error.msg}"])
        return say("{file}, line {line}: {sentence}", file=error.filename, line=error.lineno, sentence=told)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).resolve().is_relative_to(folder.resolve()):
            return say("{file}, line {line}: {sentence}", file=frame.filename, line=frame.lineno, sentence=told)
    return told


def _missing(module: ModuleType, folder: Path) -> Sentence | None:
    """The first thing that a game has to have and this one has not."""
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        return say("its __init__.py declares no GAME = Game(…)")
    if game.name != folder.name:
        return say('it is called "{name}"; a game must be named after its folder', name=game.name)
    parts = {part: (getattr(game, part), asked) for part, asked in PARTS.items()}
    parts["learn"] = (sys.modules.get(f"{module.__name__}.learn"), Learning)  # where compiled code looks for it
    for part, (found, asked) in parts.items():
        for name in _members(asked):
            if not hasattr(found, name):
                return say('"{name}" is missing from its "{part}"', name=name, part=part)
    return None


def _members(protocol: type[Any]) -> Iterator[str]:
    """The names of what a protocol asks for."""
    for name in (*protocol.__annotations__, *vars(protocol)):
        if not name.startswith("_"):
            yield name
