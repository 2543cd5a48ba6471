"""What a browser remembers about its user: the name, and for each game the bots and seats chosen last time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from starlette.responses import Response

from tilery import bots
from tilery.games.game import Game
from tilery.server.pages.page_request import YEAR
from tilery.server.tables.texts import LONGEST_NAME, is_visible, tidy

NAME = "name"
USUAL_LEVEL = "medium"
"""The bot that plays when nobody has chosen one."""
FIRST_LEVEL = "novice"
"""The bot against which one learns a game."""


@dataclass(frozen=True)
class PlayChoice:
    """Against whom a game is played at once: a level of bots, and how many seats there are in all."""

    level: str
    seats: int


def play_choice(cookies: Mapping[str, str], game: Game) -> PlayChoice:
    """Return what was chosen the last time; the usual if nothing was, or nothing that is there any more."""
    level, _, seats = cookies.get(_cookie_of(game), "").partition("-")
    return read_choice({"level": level, "seats": seats}, game, PlayChoice(USUAL_LEVEL, min(game.seats)))


def read_choice(said: Mapping[str, str], game: Game, usual: PlayChoice) -> PlayChoice:
    """Read a choice; what is not said, or cannot be, is as usual."""
    level, seats = said.get("level", ""), said.get("seats", "")
    return PlayChoice(
        level if level in bots.FOR_PEOPLE else usual.level,
        int(seats) if seats in map(str, game.seats) else usual.seats,
    )


def remember_choice(response: Response, game: Game, choice: PlayChoice) -> None:
    _remember(response, _cookie_of(game), f"{choice.level}-{choice.seats}")


def known_name(cookies: Mapping[str, str]) -> str:
    """Return the name that was used last; empty if there is none that could be used."""
    name = tidy(unquote(cookies.get(NAME, "")))
    return name if len(name) <= LONGEST_NAME and is_visible(name) else ""


def remember_name(response: Response, name: str) -> None:
    _remember(response, NAME, quote(name))  # the page's script reads it, too


def _cookie_of(game: Game) -> str:
    return f"play-{game.name}"


def _remember(response: Response, cookie: str, value: str) -> None:
    response.set_cookie(cookie, value, max_age=YEAR, samesite="lax")
