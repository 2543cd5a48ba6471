"""The pace of what others do, for each person on their own: nobody who can act is kept waiting, one press shows all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tests.pages.test_games import GAMES

STILL = """
    let now = 0;
    performance.now = () => now;
    const later = window.setTimeout;
    window.setTimeout = (what, time, ...more) => later(what, time < 5000 ? Math.min(time, 20) : time, ...more);
    window.letTimePass = async () => {
        let waited = 0;
        while (document.querySelector("#room.running[data-mine=no]")) {
            if (document.querySelector("main[data-behind]")) now += 50, waited += 50;
            await new Promise(done => later(done, 30));
        }
        return waited;
    };
"""
"""A page whose clock stands still, and goes on only while something waits to be shown. Timers look at it often."""


def at_pace(open_page: OpenPage, speed: str) -> Page:
    page = open_page(speed=speed)
    page.add_init_script(STILL)
    return page


def play_until_others(person: Person) -> None:
    """Make one's first turn."""
    person.wait()
    while person.is_mine:
        before = person.position
        person.click()
        person.wait_for_another_position(before)


def moves(page: Page) -> int:
    return int(page.locator("#room").get_attribute("data-moves") or "0")


@pytest.mark.parametrize("key", ["", "Enter"], ids=["press", "key"])
def test_what_bots_do_waits_until_it_was_seen_and_one_press_shows_all(open_page: OpenPage, key: str) -> None:
    page = at_pace(open_page, "slow")
    person = Person(page, 1)
    person.open_table("topiary", "novice", 3)
    play_until_others(person)
    expect(page.locator("main[data-behind]")).to_be_attached()
    before = moves(page)
    expect(page.get_by_role("button", name="Skip ahead")).to_be_visible()
    if key:
        page.keyboard.press(key)
    else:
        page.locator("#board").click(position={"x": 200, "y": 200})
    expect(page.locator("#room[data-mine=yes]")).to_be_attached()
    expect(page.locator("main[data-behind]")).to_have_count(0)
    assert moves(page) > before + 1
    assert page.locator(".chosen").count() == 0  # the press has done nothing else


@pytest.mark.parametrize("game", GAMES)
def test_a_round_with_three_bots_is_over_in_less_than_ten_seconds(open_page: OpenPage, game: str) -> None:
    """At normal speed, besides the time that bots think: the clock runs only while their moves wait."""
    page = at_pace(open_page, "normal")
    person = Person(page, 1)
    person.open_table(game, "novice", 4)
    play_until_others(person)
    assert page.evaluate("letTimePass()") < 10_000


def test_the_longer_others_go_on_the_faster_they_are_shown(open_page: OpenPage) -> None:
    """In Triqueta whoever has taken a row waits until all others have: up to twenty steps of three bots."""
    page = at_pace(open_page, "normal")
    person = Person(page, 1)
    person.open_table("triqueta", "novice", 4)
    waited = []
    for _ in range(3):
        play_until_others(person)
        waited.append(page.evaluate("letTimePass()"))
    assert 1_000 < max(waited) < 8_000, waited


def test_who_wants_it_at_once_waits_for_nothing(open_page: OpenPage) -> None:
    page = at_pace(open_page, "instant")
    person = Person(page, 1)
    person.open_table("topiary", "novice", 3)
    play_until_others(person)
    expect(page.locator("#room[data-mine=yes]")).to_be_attached()


def test_the_speed_is_chosen_in_the_menu_and_kept(open_page: OpenPage) -> None:
    page = open_page()
    Person(page).open_table("topiary")
    page.locator("#menu summary").click()
    page.get_by_label("Speed of bots and animations").select_option("fast")
    assert page.evaluate("document.documentElement.dataset.speed") == "fast"
    assert page.evaluate("localStorage.speed") == "fast"


def test_the_speed_of_pieces_follows_unless_less_motion_is_wanted(open_page: OpenPage) -> None:
    travel = "getComputedStyle(document.documentElement).getPropertyValue('--travel')"
    times = []
    for speed in ("slow", "normal", "fast", "instant"):
        page = open_page(speed=speed, reduced_motion="no-preference")
        page.goto("/")
        times.append(float(page.evaluate(f"parseFloat({travel})")))
    assert times == sorted(times, reverse=True)
    assert times[-1] == 0
    page = open_page(speed="slow")
    page.goto("/")
    assert page.evaluate(f"parseFloat({travel})") == 0


def test_what_happened_is_stepped_through_again(open_page: OpenPage) -> None:
    page = open_page()
    person = Person(page, 1)
    person.open_table("topiary", "novice", 3)
    play_until_others(person)
    expect(page.locator("#room[data-mine=yes]")).to_be_attached()
    page.keyboard.press("w")
    told = page.locator(".looked h2")
    expect(told).to_contain_text("Novice bot 1")
    expect(page.locator(".looked")).to_contain_text("1 of 2")
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("Novice bot 2")
    page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text("Novice bot 1")
    page.keyboard.press("Escape")
    expect(page.locator(".looked")).to_be_hidden()


def test_on_a_phone_what_happened_is_in_the_log(open_page: OpenPage) -> None:
    page = open_page(phone=True)
    person = Person(page, 1)
    person.open_table("topiary", "novice", 3)
    play_until_others(person)
    expect(page.locator("#room[data-mine=yes]")).to_be_attached()
    page.locator("#last button").click()
    page.get_by_role("button", name="What happened?").click()
    expect(page.locator(".looked h2")).to_contain_text("Novice bot 1")
    page.get_by_role("button", name="Next move").click()
    expect(page.locator(".looked h2")).to_contain_text("Novice bot 2")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".looked")).to_be_hidden()


def test_what_another_player_did_is_shown_on_their_board(open_page: OpenPage) -> None:
    page = open_page()
    person = Person(page, 1)
    person.open_table("tipperary", "novice", 3)
    person.wait()
    person.click()
    expect(page.locator("#room[data-mine=yes]")).to_be_attached()
    page.keyboard.press("w")
    told = page.locator(".looked h2")
    expect(told).to_contain_text("Novice bot")
    name = told.inner_text().split(" places")[0]
    expect(page.locator(".looked .county")).to_have_attribute("aria-label", re.compile(f"{name}'s county"))
    expect(page.locator(".looked .categories")).to_have_count(0)


def test_words_in_a_picture_that_grows_out_of_its_place_have_their_usual_size(open_page: OpenPage) -> None:
    page = open_page(phone=True, speed="slow", reduced_motion="no-preference")
    person = Person(page, 1)
    person.open_table("tipperary")
    person.wait()
    page.locator(".player .look").last.tap()
    picture = page.locator(".looked .county")
    expect(picture).to_be_visible()
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
    unit = "svg => [parseFloat(svg.style.getPropertyValue('--unit')), 1 / svg.getScreenCTM().a]"
    measured, true = picture.evaluate(unit)
    assert measured == pytest.approx(true, rel=0.02)
