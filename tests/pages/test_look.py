"""What pages look like to everybody: on one screen, in three languages, without anything that keeps people out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from tests.pages import axe
from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tests.pages.test_games import GAMES
from tests.pages.test_together import new_table

SCREENS = {"desktop": False, "phone": True}
WORDS = {"en-US": "Pull up a chair.", "fr-FR": "Asseyez-vous.", "de-DE": "Setz dich dazu."}


def visible(page: Page, selector: str) -> bool:
    """Whether all of something is on the screen."""
    return bool(
        page.eval_on_selector_all(
            selector,
            """all => all.length > 0 && all.every(one => {
                const box = one.getBoundingClientRect();
                return box.top >= -1 && box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1
                    && box.width > 0;
            })""",
        )
    )


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_needed_to_play_is_on_one_screen(open_page: OpenPage, game: str, screen: str) -> None:
    person = Person(open_page(phone=SCREENS[screen]), seed=1)
    person.play_now(game)
    act = person.tap if SCREENS[screen] else person.click
    for _ in range(4):
        person.wait()
        for needed in ("#todo h2", "#board > .picture", "#hand .picture", "#players", "#tools"):
            assert visible(person.page, needed), needed
        person.page.locator(".offered").first.focus()
        person.page.keyboard.press("Enter")
        person.page.wait_for_timeout(200)
        assert visible(person.page, "#hand .picture")
        if person.page.locator("#commit").is_visible():
            assert visible(person.page, "#commit")
        person.page.keyboard.press("Escape")
        person.play(act, moves=2)
        if person.is_over:
            break


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_keeps_people_out_of_a_game(open_page: OpenPage, game: str, dark: bool) -> None:
    page = open_page(check=True, color_scheme="dark" if dark else "light")
    person = Person(page, seed=8)
    person.play_now(game)
    for _ in range(2):
        person.wait()
        assert axe.violations(page) == []
        page.locator(".offered").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        assert axe.violations(page) == []
        page.keyboard.press("Escape")
        person.play(person.click, moves=3)
    page.locator("#menu summary").click()
    page.locator("#chat summary").click()
    assert axe.violations(page) == []
    page.locator("#menu summary").click()
    person.play(person.click)
    assert axe.violations(page) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_keeps_people_out_of_other_pages(open_page: OpenPage, dark: bool, phone: bool) -> None:
    page = open_page(check=True, phone=phone, color_scheme="dark" if dark else "light")
    for address in ("/", "/about", *(f"/new/{game}" for game in GAMES)):
        page.goto(address)
        assert axe.violations(page) == [], address
    new_table(page)
    assert axe.violations(page) == []
    page.goto("/")
    assert axe.violations(page) == []


def test_a_refusal_is_a_page_too(open_page: OpenPage, watches: list[object]) -> None:
    page = open_page(check=True)
    watches[0].expected = ("404",)  # type: ignore[attr-defined]
    page.goto("/t/nowhere")
    expect(page.locator("h1")).to_have_text("That did not work")
    assert axe.violations(page) == []


@pytest.mark.parametrize("locale", WORDS)
def test_pages_speak_the_language_of_the_browser(open_page: OpenPage, locale: str) -> None:
    person = Person(open_page(locale=locale), seed=9)
    page = person.page
    page.goto("/")
    expect(page.locator("h1")).to_have_text(WORDS[locale])
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    for game in GAMES:
        person.play_now(game)
        person.play(person.click, moves=2)
        overflowing = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not overflowing


def test_another_language_can_be_chosen_at_the_table(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=9)
    person.play_now("topiary")
    person.page.locator("#menu summary").click()
    person.page.locator(".menu-body .languages button", has_text="DE").click()
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    person.play(person.click, moves=2)


def test_the_first_page_is_small(open_page: OpenPage) -> None:
    page = open_page()
    sizes: list[int] = []
    page.on("response", lambda response: sizes.append(_transferred(response)))
    page.goto("/", wait_until="networkidle")
    assert sum(sizes) < 150_000, sizes
    print(f"the first page takes {sum(sizes) / 1000:.0f} kB in {len(sizes)} answers")


def _transferred(response: Response) -> int:
    sizes = response.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


Measure = Callable[[Page], None]


@pytest.mark.parametrize("game", GAMES)
def test_an_update_of_a_view_is_small(open_page: OpenPage, game: str) -> None:
    """Before compression, in the largest positions of a usual table; the first picture has the same form."""
    person = Person(open_page(), seed=10)
    person.play_now(game)
    largest = 0
    while not person.is_over:
        person.play(person.click, moves=3)
        size = person.page.evaluate(
            """() => {
                const address = document.getElementById("main").getAttribute("hx-sse:connect");
                return fetch(address).then(async answer => {
                    const reader = answer.body.getReader();
                    let size = 0;
                    for (let text = ""; !text.endsWith("\\n\\n");) {
                        const {value} = await reader.read();
                        size += value.length;
                        text = new TextDecoder().decode(value);
                    }
                    reader.cancel();
                    return size;
                });
            }"""
        )
        largest = max(largest, int(size))
    print(f"the largest update of {game} takes {largest / 1000:.1f} kB")
    assert largest < 20_000
