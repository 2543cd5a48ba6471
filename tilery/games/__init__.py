"""The games: every folder here that declares a `GAME`, and those of folders that are added from outside.

Another game is another folder. Folders named in the environment variable `TILERY_GAMES` are searched too.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilery.words import SpokenError, say

if TYPE_CHECKING:
    from tilery.games.game import Game


class UnknownGameError(SpokenError):
    """No game has that name."""


def add_folder(folder: str | os.PathLike[str]) -> None:
    """Look for games in `folder` too: each is a package in it that declares a `GAME`."""
    place = str(Path(folder).resolve())
    if place not in __path__:
        __path__.append(place)


def added_folders() -> tuple[str, ...]:
    """The folders that were added, for another process that is to know the same games."""
    return tuple(__path__[1:])


for _folder in filter(None, os.environ.get("TILERY_GAMES", "").split(os.pathsep)):
    add_folder(_folder)


def names() -> list[str]:
    """The names of all games, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def find(name: str) -> Game:
    """The game of that name."""
    if name not in names():
        raise UnknownGameError(say('there is no game "{name}"; there are {names}', name=name, names=", ".join(names())))
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game
