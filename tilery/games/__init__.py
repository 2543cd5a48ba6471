"""The games: every folder here that declares a `GAME`, and those of folders that are added from outside.

Another game is another folder. Folders named in the environment variable `TILERY_GAMES` are searched too.
"""

from __future__ import annotations

import os
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilery.words import Sentence, SpokenError, reason, say

if TYPE_CHECKING:
    from tilery.games.game import Game


class UnknownGameError(SpokenError):
    """No game has that name."""


class BrokenGameError(SpokenError):
    """A folder cannot be loaded as a game; the sentence says why."""


def add_folder(folder: str | os.PathLike[str]) -> None:
    """Look for games in `folder` too: each is a package in it that declares a `GAME`."""
    if not isinstance(folder, str | os.PathLike) or "\0" in str(folder):
        raise SpokenError(say("the name of a folder must be a text, not {value}", value=_shown(folder)))
    place = str(Path(folder).resolve())
    if place not in __path__:
        __path__.append(place)


def _shown(value: object) -> str:
    from tilery.kernel.arguments import shown  # noqa: PLC0415  (loads NumPy)

    return shown(value)


def added_folders() -> tuple[str, ...]:
    """The folders that were added, for another process that is to know the same games."""
    return tuple(__path__[1:])


for _folder in filter(None, os.environ.get("TILERY_GAMES", "").split(os.pathsep)):
    add_folder(_folder)


def names() -> list[str]:
    """The names of all games that can be played, sorted."""
    return [name for name in _folders() if not isinstance(_loaded(name), BrokenGameError)]


def faults() -> dict[str, Sentence]:
    """The folders that should be games and cannot be loaded, each with the reason."""
    found = {name: _loaded(name) for name in _folders()}
    return {name: reason(fault) for name, fault in found.items() if isinstance(fault, BrokenGameError)}


def find(name: str) -> Game:
    """The game of that name."""
    if not isinstance(name, str):
        raise UnknownGameError(say("the name of a game must be a text, not {value}", value=_shown(name)))
    return _found(name)


@cache
def _found(name: str) -> Game:
    if name not in _folders():
        raise UnknownGameError(say('there is no game "{name}"; there are {names}', name=name, names=", ".join(names())))
    found = _loaded(name)
    if isinstance(found, BrokenGameError):
        raise found.with_traceback(None)
    return found


def _folders() -> dict[str, Path]:
    """Every folder that may hold a game, by its name."""
    found = {
        module.name: Path(str(getattr(module.module_finder, "path", ""))) / module.name
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    }
    return dict(sorted(found.items()))


@cache
def _loaded(name: str) -> Game | BrokenGameError:
    """A game, or why its folder is none: one that is broken leaves the others alone."""
    from tilery.games.loading import load  # noqa: PLC0415  (loads the compiler)

    try:
        return load(f"{__name__}.{name}", _folders()[name])
    except BrokenGameError as error:
        return error
