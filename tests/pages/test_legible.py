"""Every screen: no word too small, nothing cut off or off the screen, whatever the size, the game and the language.

Here each game is measured in each size, with a language and a number of players that differ from size to size;
`python -m tests.pages.screens` measures all of it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.pages.screens import MOMENTS, SIZES, falls_short, halfway, open_table
from tests.pages.test_games import GAMES
from tests.server.processes import ServerProcess
from tilery import games
from tilery.words import LANGUAGES


@pytest.mark.parametrize("game", GAMES)
def test_nothing_falls_short_on_any_screen(browser: Browser, server: ServerProcess, game: str) -> None:
    shift, counts = GAMES.index(game), list(games.find(game).seats)
    links = {seats: halfway(server.address, game, seats) for seats in (counts[0], counts[-1])}
    short = []
    for number, (name, size) in enumerate(SIZES.items()):
        language = LANGUAGES[(number + shift) % len(LANGUAGES)]
        seats = counts[-1] if (number + shift) % 2 else counts[0]
        page = open_table(browser, server.address, links[seats], size, language)
        for moment in MOMENTS:
            short += [
                f"{name}, {seats} seats, {language}, {moment}: {fault}" for fault in falls_short(page, size, moment)
            ]
        page.context.close()
    assert short == []
