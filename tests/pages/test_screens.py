"""What pages look like to everybody: on one screen of any shape, enlarged, in three languages, and light to fetch."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.pages.conftest import OpenPage, Watch
from tests.pages.person import Person, create_table
from tests.pages.screens import halfway
from tests.pages.test_games import GAMES
from tests.pages.test_together import finish
from tests.server.processes import ServerProcess

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"phone": True},
    "low": {"viewport": {"width": 1024, "height": 500}},
    "lying phone": {"phone": True, "viewport": {"width": 844, "height": 390}},
}
LOW = ("low", "lying phone")
NEEDED = ("#todo h2", "#board > .picture", "#hand .picture", "#players", "#menu")
WORDS = {"en-US": "Pull up a chair.", "fr-FR": "Prenez place.", "de-DE": "Setz dich dazu."}


def hidden(page: Page, selector: str) -> list[str]:
    """What is not wholly on the screen."""
    found: list[str] = page.eval_on_selector_all(
        selector,
        """all => {
            const drawn = all.filter(one => one.getClientRects().length > 0);
            return drawn.length === 0 ? ["nothing is there"] : drawn.filter(one => {
                const box = one.getBoundingClientRect();
                return box.top < -1 || box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
            }).map(one => one.id + JSON.stringify(one.getBoundingClientRect()));
        }""",
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_is_needed_to_play_is_on_one_screen(open_page: OpenPage, server: ServerProcess, game: str) -> None:
    """At the start, and later where the screen is low; `test_legible.py` looks at tables on which most of a game was
    played, on all other screens."""
    start, later = (halfway(server.address, game, seats=2, share=share) for share in (0.0, 0.3))
    for screen, settings in SCREENS.items():
        page = open_page(**settings)
        person = Person(page)
        for link in (start, later) if screen in LOW else (start,):
            page.goto(link)
            person.wait()
            for needed in NEEDED:
                assert hidden(page, needed) == [], (screen, needed)
            page.locator(".offered").first.focus()
            page.keyboard.press("Enter")
            for needed in ("#hand .picture", "#board > .picture", "#commit:not([hidden])"):
                if page.locator(needed).count():
                    assert hidden(page, needed) == [], (screen, needed)


def test_a_phone_has_one_action_bar(open_page: OpenPage) -> None:
    """Putting back, turning, flipping and placing stand side by side; the board has the rest of the height."""
    page = open_page(phone=True, viewport={"width": 360, "height": 640}, locale="de")
    Person(page, seed=1).open_table("tipperary")
    held: list[Route] = []
    page.route("**/hint*", lambda route: held.append(route))  # noqa: PLW0108  (Playwright looks into the function)
    page.locator("#hint").tap()
    expect(page.locator("#main")).to_have_attribute("data-asking", "yes")  # the button shows it: it may take seconds
    held[0].continue_()
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#main")).not_to_have_attribute("data-asking", "yes")
    tops = [page.locator(one).bounding_box() for one in ("#drop", "#turn", "#flip", "#commit")]
    assert len({round(box["y"]) for box in tops if box}) == 1, tops
    assert page.locator("#board").evaluate("board => board.clientHeight") >= 270  # a hint says in two lines why


def test_a_tile_on_its_way_does_not_change_what_a_board_shows(open_page: OpenPage) -> None:
    """It comes from beyond the edge, and what lies there is not what can be chosen."""
    person = Person(open_page(reduced_motion="no-preference"), seed=1)
    person.open_table("triqueta")
    for _ in range(4):
        person.play(person.take_hint, moves=1)
        person.wait()
        rows = person.page.locator("#picture-rows")
        expect(rows).to_have_attribute("viewBox", str(rows.get_attribute("data-box")))


def test_where_a_piece_is_seen_does_not_change_what_a_board_shows(open_page: OpenPage) -> None:
    """A busy browser can show a tile halfway for seconds, although nothing moves it any more."""
    person = Person(open_page(), seed=1)
    person.open_table("triqueta")
    rows = person.page.locator("#picture-rows")
    for _ in range(12):  # until a tile lies in a row that can be chosen
        person.play(person.take_hint, moves=1)
        person.wait()
        if rows.locator(".offered .piece").count():
            break
    rows.evaluate("rows => rows.querySelectorAll('.piece').forEach(piece => piece.style.translate = '0 -200px')")
    person.page.keyboard.press("Escape")
    expect(rows).to_have_attribute("viewBox", str(rows.get_attribute("data-box")))


def test_the_end_with_four_hands_and_long_words_fits_a_laptop(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(locale="de")
    people = [{"kind": "person", "name": name} for name in ("Player one", "Player two", "Player three", "Player four")]
    table = create_table(page, "topiary", people)
    finish(server, table)
    page.goto(f"/t/{table['id']}/with/{table['seats'][0]}")
    verdict = "Player one und Player three gewinnen mit je 24 Punkten"
    page.locator("#todo h2").evaluate("(one, verdict) => (one.textContent = verdict)", verdict)
    page.locator("#hand figcaption").evaluate_all(
        "all => all.forEach(one => (one.textContent = 'Maximiliane-Sophie: 10 Punkte auf der Hand'))"
    )
    page.evaluate("dispatchEvent(new Event('resize'))")
    right = page.locator("#right")
    assert right.evaluate("one => one.scrollHeight - one.clientHeight") <= 1


# Enlarging.


def test_the_wheel_and_keys_enlarge_a_board(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=1)
    person.open_table("topiary")
    garden = person.page.locator("#picture-garden")
    whole = str(garden.get_attribute("viewBox"))
    garden.hover()
    person.page.mouse.wheel(0, -600)
    expect(garden).to_have_attribute("viewBox", whole)  # a wheel alone does nothing
    person.page.keyboard.down("Control")
    person.page.mouse.wheel(0, -600)
    person.page.keyboard.up("Control")
    expect(garden).to_have_class("picture garden zoomed")
    assert garden.get_attribute("viewBox") != whole
    person.page.keyboard.press("Escape")
    expect(garden).to_have_attribute("viewBox", whole)
    person.page.keyboard.press("+")
    expect(garden).to_have_class("picture garden zoomed")
    person.page.keyboard.press("-")
    expect(garden).to_have_attribute("viewBox", whole)
    person.page.locator("#zoom-in").click()
    expect(garden).to_have_class("picture garden zoomed")
    person.page.locator("#zoom-whole").click()
    expect(garden).to_have_attribute("viewBox", whole)
    person.play(person.click, moves=1)


def test_two_fingers_enlarge_a_board(open_page: OpenPage) -> None:
    person = Person(open_page(phone=True), seed=1)
    person.open_table("tipperary")
    page = person.page
    board = page.locator("#board > .picture").first
    box = board.bounding_box()
    assert box is not None
    whole = str(board.get_attribute("viewBox"))
    touches = page.context.new_cdp_session(page)
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touches.send("Input.synthesizePinchGesture", {**middle, "scaleFactor": 2.5, "relativeSpeed": 3000})
    expect(board).to_have_class("picture county zoomed")
    assert page.evaluate("visualViewport.scale") == 1
    touches.send("Input.synthesizePinchGesture", {**middle, "scaleFactor": 0.2, "relativeSpeed": 3000})
    expect(board).to_have_attribute("viewBox", whole)
    person.play(person.tap, moves=1)


# Languages.


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("locale", WORDS)
def test_pages_speak_the_language_of_the_browser(
    open_page: OpenPage, locale: str, phone: bool, all_combinations: bool
) -> None:
    """Every game in every language and on both screens; one on phones, the next on desktops."""
    person = Person(open_page(locale=locale, phone=phone), seed=9)
    page = person.page
    page.goto("/")
    expect(page.locator("h1")).to_have_text(WORDS[locale])
    for number, game in enumerate(GAMES, list(WORDS).index(locale)):
        if number % 2 != phone and not all_combinations:
            continue
        for address in (f"/new/{game}", f"/rules/{game}", f"/score/{game}"):
            page.goto(address)
            _check_language(page, locale)
        person.open_table(game)
        person.play(person.tap if phone else person.click, moves=1)
        _check_language(page, locale)


def _check_language(page: Page, locale: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth"), page.url


def test_another_language_can_be_chosen_at_the_table(open_page: OpenPage) -> None:
    """After pictures have come, too, and the page stays the same."""
    person = Person(open_page(), seed=9)
    person.open_table("topiary")
    person.play(person.click, moves=1)
    here = person.page.url
    person.page.locator("#menu summary").click()
    person.page.locator(".menu-body .languages button", has_text="DE").click()
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    assert person.page.url == here
    person.play(person.click, moves=2)


# What pages weigh. Times are measured by bench/pages.py.


def test_the_first_page_is_small(open_page: OpenPage) -> None:
    page = open_page(fresh=True)
    sizes: list[int] = []
    page.on("response", lambda response: sizes.append(_transferred(response)))
    page.goto("/", wait_until="networkidle")
    assert 0 < sum(sizes) < 150_000, sizes


def _transferred(response: Response) -> int:
    sizes = response.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def test_pages_allow_no_script_but_their_own(open_page: OpenPage, watches: list[Watch]) -> None:
    page = open_page()
    watches[0].expected = ("inline event handler violates",)
    response = page.goto("/")
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button id=bad onclick=window.broken=1>x</button>')")
    page.locator("#bad").click()
    assert page.evaluate("window.broken") is None
    assert len(watches[0].faults) == 1
