"""Every screen: no word too small, nothing cut off or off the screen, whatever the size, the game and the language.

Here each game is measured in every second size, the next game in the others, with a language and a number of players
that differ from size to size; `--all-combinations` measures each game in each size, and `python -m tests.pages.screens`
all of it.
"""

from __future__ import annotations

import pytest

from tests.pages.conftest import OpenPage
from tests.pages.screens import MOMENTS, SIZES, enter, falls_short, halfway
from tests.pages.test_games import GAMES
from tests.server.processes import ServerProcess
from tilery import games
from tilery.words import LANGUAGES


@pytest.mark.parametrize("game", GAMES)
def test_nothing_falls_short_on_any_screen(
    open_page: OpenPage, server: ServerProcess, game: str, all_combinations: bool
) -> None:
    shift, counts = GAMES.index(game), list(games.find(game).seats)
    sizes = [size for number, size in enumerate(SIZES.items()) if all_combinations or (number + shift) % 2 == 0]
    links = {seats: halfway(server.address, game, seats) for seats in (counts[0], counts[-1])}
    short = []
    for number, (name, size) in enumerate(sizes):
        language = LANGUAGES[(number + shift) % len(LANGUAGES)]
        seats = counts[0] if (number + shift // 2) % 2 else counts[-1]
        viewport = {"width": size.width, "height": size.height}
        page = open_page(phone=size.is_touch, viewport=viewport, locale=language)
        enter(page, links[seats])
        for moment in MOMENTS:
            short += [
                f"{name}, {seats} seats, {language}, {moment}: {fault}" for fault in falls_short(page, size, moment)
            ]
    assert short == []
