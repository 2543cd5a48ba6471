"""A position to be solved on a page, for lessons and puzzles. It belongs to no table, and nothing is stored."""

from __future__ import annotations

from typing import Any

from tilery.games.drawing import Room
from tilery.match.match import Match
from tilery.server.pages.table_page import TablePage
from tilery.server.tables.players import Player, Settings
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.table import Table
from tilery.words import say

MOST_NUMBER = 10**6


class StudyPage(TablePage):
    """A position as one seat sees it, where nothing has happened that could be undone."""

    def _may_undo(self) -> bool:
        return False


def study_page(match: Match, seat: int, language: str, room: Room, number: int = 0) -> StudyPage:
    """Return the page of a position as one seat sees it; `number` grows with everything that is done there."""
    settings = Settings(chat=False)
    table = Table("", match.game.name, match.rules, match.seats, match.options, 0, settings, public=False)
    table.players = [Player("person") for _ in range(match.seats)]
    table.match, table.match_event = match, number
    return StudyPage(table, seat, frozenset(), language, room)


def study_context(page: StudyPage, is_open: bool) -> dict[str, Any]:
    """Return what the frame of lessons and puzzles needs; nothing can be chosen unless it is open."""
    context = page.context()
    if context["scene"] is None:
        raise Refusal("no_lesson", say("There are no lessons and puzzles for this game."))
    if not is_open:
        context["offers"] = f'{{"number": {page.table.match_event}}}'
    return {**context, "open": is_open, "wanted": [], "played": "", "keep": ""}


def read_number(text: str) -> int:
    """Return the number of a picture, as the page's script counts them."""
    return int(text) if text.isascii() and text.isdecimal() and int(text[:7]) <= MOST_NUMBER else 0
