"""People at one table, each in a browser of their own: links, looking on, a lost device, a server that dies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.conftest import SETTINGS, OpenPage, Watch
from tests.pages.person import Person
from tests.server.processes import ServerProcess, serving

OFFLINE = ("net::ERR_", "htmx:sse:error: network error", "htmx:sse:error: Failed to fetch")


def new_table(page: Page, game: str = "topiary", name: str = "Ann") -> None:
    page.goto(f"/new/{game}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#room.open")


def link(page: Page, kind: str) -> str:
    """A link that the menu of a table makes."""
    page.locator("#menu summary").click()
    page.locator(f".menu-body [data-link={kind}]").click()
    return page.locator("#notice input").input_value()


def friends(open_page: OpenPage) -> tuple[Person, Person]:
    """Two at one table, the second by the link of the first."""
    ann, bob = open_page(), open_page()
    new_table(ann)
    bob.goto(link(ann, "invite"))
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(ann.locator("#players")).to_contain_text("Bob")
    ann.get_by_role("button", name="Begin").click()
    for page in (ann, bob):
        page.wait_for_selector("#room.running")
    return Person(ann, seed=1), Person(bob, seed=2)


def test_friends_meet_by_a_link_and_see_each_others_moves(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    taken = []
    for _ in range(4):
        for one, other in ((ann, bob), (bob, ann)):
            while one.page.locator("#room[data-mine=yes]").count():
                before = other.position
                one.click()
                start = time.monotonic()
                other.wait_for_another_position(before)
                taken.append(time.monotonic() - start)
                one.wait_for_another_position(before)
            other.wait()
    print(
        f"a move reached the other browser in {1000 * sum(taken) / len(taken):.0f} ms, at most {1000 * max(taken):.0f}"
    )


def test_a_spectator_sees_the_table_and_can_do_nothing(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    watching = open_page()
    watching.goto(link(ann.page, "watch"))
    expect(watching.locator("#players")).to_contain_text("Bob")
    assert watching.locator(".offered, #commit, #hint, #undo, #hand").count() == 0
    before = ann.position
    ann.click()
    Person(watching).wait_for_another_position(before)
    watching.locator("#board .picture").first.click()
    expect(watching.locator("#error")).to_have_text("You are looking on.")
    del bob


def test_a_seat_goes_on_in_another_browser(open_page: OpenPage) -> None:
    ann, _ = friends(open_page)
    elsewhere = open_page(phone=True)
    elsewhere.goto(link(ann.page, "seat"))
    person = Person(elsewhere, seed=5)
    person.wait()
    before = person.position
    person.tap()
    ann.wait_for_another_position(before)


def test_what_cannot_be_done_says_why(open_page: OpenPage, watches: list[Watch]) -> None:
    ann, bob = friends(open_page)
    watches[0].expected = ("409 (Conflict)",)
    bob.page.locator("[id^=spot-]").first.click()
    expect(bob.page.locator("#error")).to_have_text("It is not your turn.")
    ann.page.locator("[id^=hedge-]").first.click()
    expect(ann.page.locator("#error")).to_have_text("That cannot be chosen now.")
    ann.page.locator("#undo button").click()
    expect(ann.page.locator("#error")).not_to_be_empty()


def test_a_hand_goes_on_while_others_talk(open_page: OpenPage) -> None:
    """A picture that comes for a message changes nothing of what a person is about to do."""
    ann, bob = friends(open_page)
    spot = ann.page.locator("[id^=spot-].offered").nth(7)
    spot.focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#commit")).to_be_visible()
    ann.page.locator("#chat summary").click()
    spot.focus()
    bob.page.locator("#chat summary").click()
    bob.page.locator("#chat-text").fill("Take your time")
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator("#chat")).to_contain_text("Take your time")
    expect(ann.page.locator("#commit")).to_be_visible()
    expect(ann.page.locator("#chat[open]")).to_be_visible()
    expect(spot).to_be_focused()
    expect(spot).to_have_attribute("aria-pressed", "true")
    expect(ann.page.locator("#picture-garden > .overlay")).not_to_be_empty()
    before = ann.position
    ann.page.keyboard.press("Enter")
    bob.wait_for_another_position(before)


def test_escape_steps_back(open_page: OpenPage) -> None:
    ann, _ = friends(open_page)
    ann.page.locator("[id^=spot-].offered").first.click()
    expect(ann.page.locator("#commit")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#commit")).to_be_hidden()
    expect(ann.page.locator(".chosen")).to_have_count(0)


def test_a_board_can_be_enlarged_and_is_whole_again(open_page: OpenPage) -> None:
    ann, _ = friends(open_page)
    garden = ann.page.locator("#picture-garden")
    whole = garden.get_attribute("viewBox")
    garden.hover()
    ann.page.mouse.wheel(0, -600)
    expect(garden).to_have_class("picture garden zoomed")
    assert garden.get_attribute("viewBox") != whole
    ann.page.keyboard.press("Escape")
    expect(garden).to_have_attribute("viewBox", str(whole))


def test_a_hint_takes_up_a_move_that_can_be_made(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=1)
    person.play_now("tipperary")
    person.wait()
    person.page.locator("#hint").click()
    expect(person.page.locator("#commit")).to_be_visible()
    expect(person.page.locator(".ghost-layer")).to_be_visible()
    before = person.position
    person.page.locator("#commit").click()
    person.wait_for_another_position(before)


def test_a_rematch_brings_everybody_to_a_new_table(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=4)
    person.play_now("triqueta")
    person.play(person.click)
    person.page.locator(".number").first.hover()
    expect(person.page.locator(".source").first).to_be_attached()
    over = person.page.url
    person.page.get_by_role("button", name="Play again").click()
    person.page.wait_for_selector("#room.running")
    assert person.page.url != over


# A server that dies.


@pytest.fixture
def own_database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def fragile(own_database: str) -> Iterator[ServerProcess]:
    """A server that a test may kill."""
    with serving(own_database, **SETTINGS) as server:
        yield server


def test_play_goes_on_without_a_reload_when_the_server_was_killed(
    open_page: OpenPage, watches: list[Watch], fragile: ServerProcess, own_database: str
) -> None:
    person = Person(open_page(fragile.address), seed=6)
    watches[0].expected = OFFLINE
    person.play_now("topiary")
    person.play(person.click, moves=3)
    person.page.evaluate("window.stillHere = true")
    fragile.kill()
    expect(person.page.locator("#lost")).to_be_visible()
    with serving(own_database, **SETTINGS, port=fragile.port):
        expect(person.page.locator("#lost")).to_be_hidden()
        person.play(person.click, moves=3)
        assert person.page.evaluate("window.stillHere")


def test_a_move_that_was_made_but_not_answered_is_made_once(
    open_page: OpenPage, watches: list[Watch], fragile: ServerProcess, own_database: str
) -> None:
    """The server dies between a move and its answer: the page asks again with the same id."""
    person = Person(open_page(fragile.address), seed=7)
    watches[0].expected = OFFLINE
    person.play_now("topiary")
    person.wait()
    sent: list[str | None] = []

    def swallow(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) == 1:
            assert route.fetch().status == 200
            fragile.kill()
            route.abort("connectionrefused")
        else:
            route.continue_()

    person.page.route("**/move*", swallow)
    before = person.position
    person.click()
    expect(person.page.locator("#error")).to_contain_text("cannot be reached")
    with serving(own_database, **SETTINGS, port=fragile.port):
        person.wait_for_another_position(before)
        expect(person.page.locator("#error")).to_be_empty()
        assert len(sent) > 1
        assert set(sent) == {sent[0]}
        person.play(person.click, moves=2)
