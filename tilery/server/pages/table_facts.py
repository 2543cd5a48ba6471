"""The settings of a table in words, for its waiting room."""

from __future__ import annotations

from typing import NamedTuple

from tilery import games
from tilery.games.game import ChoiceOption
from tilery.server.pages.table_page import LEVELS
from tilery.server.tables.players import DAY
from tilery.server.tables.table import Table
from tilery.words import Sentence, say, say_many, whole


class Fact(NamedTuple):
    """One setting in words."""

    about: Sentence
    value: Sentence | str


def facts_of(table: Table) -> list[Fact]:
    """Describe how a table is played."""
    settings = table.settings
    found = [Fact(say("Clock"), clock_of(table))]
    if settings.has_clock:
        found.append(Fact(say("When time is up"), LEVELS.get(settings.stand_in, say("bot"))))
    if settings.holiday_seconds:
        days = round(settings.holiday_seconds / DAY)
        found.append(Fact(say("Holiday"), say_many("{count} day", "{count} days", days)))
    found.append(Fact(say("Who can come"), say("Everyone") if table.public else say("Only with the link")))
    for option in games.find(table.game).options:
        if isinstance(option, ChoiceOption) and option.name in table.options:
            found.append(Fact(whole(option.meaning), option.word(table.options[option.name])))
    found.append(Fact(say("Chat"), say("On") if settings.chat else say("Off")))
    return found


def clock_of(table: Table) -> Sentence:
    """Describe the clock."""
    settings = table.settings
    a_move, a_game = settings.seconds_per_move, settings.seconds_per_game
    if a_move is not None and a_move >= DAY:
        return say_many("{count} day per move", "{count} days per move", round(a_move / DAY))
    if a_move is not None and a_game is not None:
        return say(
            "{move} min per move, {game} min in all", move=f"{a_move / 60:g}", game=f"{a_game / 60:g}"
        )  # fmt: skip
    if a_move is not None:
        return say("{minutes} min per move", minutes=f"{a_move / 60:g}")
    if a_game is not None and settings.increment:
        return say(
            "{minutes} min in all, {seconds} s more per move",
            minutes=f"{a_game / 60:g}",
            seconds=f"{settings.increment:g}",
        )
    if a_game is not None:
        return say("{minutes} min in all", minutes=f"{a_game / 60:g}")
    return say("None: take your time")
