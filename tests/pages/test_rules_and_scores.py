"""Rules with their pictures, the guide of a first game, and real tables that are counted by clicking."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.clicks import CLICKS
from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tests.pages.test_games import GAMES
from tilery import games
from tilery.match.match import Match
from tilery.match.position import position_of
from tilery.server.pages.score_pages import MOST_CHANGES

# The guide, and the rules at the place that matters.


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_played_with_a_guide(open_page: OpenPage, game: str) -> None:
    person = Person(open_page(), seed=1)
    page = person.page
    page.goto(f"/learn/{game}/{1 + len(games.find(game).lessons)}")
    page.get_by_role("button", name="Play your first game").click()
    advice = page.locator("#guide p").last
    expect(advice).to_be_visible()
    told = set()
    for _ in range(3):
        person.wait()
        told.add(advice.inner_text())
        person.play(person.click, moves=1)
    person.wait()
    expect(advice).to_be_visible()
    with page.context.expect_page() as opened:
        advice.get_by_role("link", name="Rules").click()
    rules = opened.value
    rules.wait_for_load_state()
    anchor = rules.url.partition("#")[2]
    assert anchor
    expect(rules.locator(f"[id='{anchor}']")).to_be_in_viewport()
    expect(rules.locator("figure svg").first).to_be_attached()
    assert told


# Scoring.


def put(page: Page, place: str, thing: str) -> None:
    """Put one thing somewhere, as a person would, and wait until the server has drawn it."""
    before = page.locator("#count").get_attribute("data-document")
    setting = page.locator(f"[data-setting='{place}']")
    target = page.locator(f"[id='{place}']")
    if setting.count():
        if setting.input_value() == thing:
            return
        setting.select_option(thing)
    elif target.get_attribute("data-press"):
        target.click()
    elif target.get_attribute("data-now") == thing:
        return
    else:
        fill(page, target, thing)
    page.wait_for_function("before => document.getElementById('count').dataset.document !== before", arg=before)


def fill(page: Page, target: Locator, thing: str) -> None:
    """Choose a place and what goes there: a brush first, other things second."""
    kit = target.get_attribute("data-kit")
    palette = page.locator(f"[data-palette='{kit}']")
    is_brush = palette.get_attribute("data-brush") == "yes"
    if not is_brush:
        target.click()
    elif palette.is_hidden():
        page.locator(f"[data-show='{kit}']").click()
    page.locator(f"[id='thing-{kit}-{thing}']").click()
    if is_brush:
        target.click()


def there(page: Page) -> set[str]:
    """The places that can be filled now."""
    return set(
        page.eval_on_selector_all(
            "[data-kit], [data-press], [data-setting]", "all => all.map(one => one.dataset.setting ?? one.id)"
        )
    )


STANDING = {(f"whiskey-{seat}:0", "barrel") for seat in (1, 2)}
"""What stands there already on an empty table, so that a click on it changes nothing."""


CLICKED = 16
"""How many things are put by clicks; on tables with more, the first are put by what clicks would ask of the server."""


def begin(page: Page, game: str, clicks: list[tuple[str, str]]) -> None:
    """Put the first things on an empty table without the page, and go on with it as with a saved one."""
    page.goto(f"/score/{game}?seats=2")
    document = page.locator("#count").get_attribute("data-document") or ""
    for start in range(0, len(clicks), MOST_CHANGES):
        changes = "\n".join(f"{place} {thing}" for place, thing in clicks[start : start + MOST_CHANGES])
        form: dict[str, str | float | bool] = {"document": document, "changes": changes, "board": "0"}
        answer = page.request.post(f"/score/{game}", form=form, headers={"x-tilery": "script"})
        assert answer.ok, answer.text()
        document = unescape(re.findall(r'data-document="([^"]*)"', answer.text())[0])
    if clicks:
        page.goto("/score")
        page.locator("summary", has_text="Continue a saved table").click()
        page.get_by_label("Paste the saved table").fill(document)
        page.get_by_role("button", name="Continue", exact=True).click()


@pytest.mark.parametrize("game", GAMES)
def test_a_real_table_is_counted_by_clicking(open_page: OpenPage, game: str, all_combinations: bool) -> None:
    match = Match(game, seats=2, seed=11)
    match.play_randomly(seed=11)
    page = open_page()
    left = [one for one in CLICKS[game](position_of(match)) if one not in STANDING]
    first = 0 if all_combinations else max(len(left) - CLICKED, 0)
    begin(page, game, left[:first])
    del left[:first]
    expect(page.locator("[data-kit], [data-press]").first).to_be_visible()
    for part in range(max(page.locator("[data-go]").count(), 1)):
        if part:
            page.locator(f"[data-go='{part}']").click()
            expect(page.locator(f"[data-go='{part}']")).to_have_attribute("aria-current", "true")
        while now := next((one for one in left if one[0] in there(page)), None):
            put(page, *now)
            left.remove(now)
    assert left == []
    expect(page.locator("#verdict")).to_have_text(str(match.scores.verdict))
    expect(page.locator(".score tfoot td")).to_have_text([str(total) for total in match.scores.totals])
