"""Somebody new to a game: things say what they are, refusals say what to do first, pictures fit the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import DESKTOP, PHONE, OpenPage
from tests.pages.person import Person, create_table, enter
from tests.pages.test_games import GAMES

PATIENCE = 10
EXPLAINED = {
    "terraflip": ("#hand-catapult", "Place it like any tile."),
    "tipperary": (".county use[href='#tipperary-town']", "whiskey track"),
    "topiary": (".garden use[href^='#topiary-hedge']", "face-down tile"),
    "triqueta": ("#stack", "stack"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_that_is_pointed_at_says_what_it_is(open_page: OpenPage, game: str) -> None:
    person = Person(open_page(), seed=1)
    person.open_table(game)
    thing, words = EXPLAINED[game]
    about = person.page.locator("#about")
    for _ in range(PATIENCE):  # a bot that moves meanwhile brings a new picture, in which nothing is pointed at yet
        person.page.mouse.move(0, 0)
        person.page.locator(thing).first.hover(force=True)
        person.page.wait_for_timeout(500)
        if words in about.inner_text():
            break
    expect(about).to_contain_text(words)


def test_a_spy_in_hand_says_how_many_are_left_beside_the_column(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=1)
    person.open_table("terraflip")
    person.wait()
    about = person.page.locator("#about")
    for _ in range(PATIENCE):
        person.page.mouse.move(0, 0)
        person.page.locator("#hand-spy").hover(force=True)
        person.page.wait_for_timeout(500)
        if about.is_visible():
            break
    expect(about.locator("header")).to_contain_text("3 spies left")
    card, column = about.bounding_box(), person.page.locator("#right").bounding_box()
    assert card is not None
    assert column is not None
    assert card["x"] + card["width"] <= column["x"], "it covers the hand"


def test_the_last_move_on_a_phone_tells_how_many_came_since_ones_own(open_page: OpenPage) -> None:
    page = open_page(phone=True)
    person = Person(page, seed=1)
    person.open_table("triqueta", seats=4)
    person.wait()
    person.tap()
    person.wait()
    for _ in range(PATIENCE):
        if page.locator("#log li.new").count() > 1:
            break
        person.tap()
        person.wait()
    assert page.locator("#log li.new").count() > 1
    # Bots may still be moving, so both are read at once; the log has only the latest of many.
    told, marked, shown = page.evaluate(
        """() => [document.querySelector("#last u").textContent,
            document.querySelectorAll("#log li.new").length, document.querySelectorAll("#log li").length]"""
    )
    assert told.strip().endswith(" new moves")
    assert marked == min(int(told.split()[0]), shown)


def test_a_number_of_a_player_says_what_it_is_below_the_button_that_opens_the_player(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=1)
    person.open_table("terraflip")
    box = person.page.locator("#bonus-1").bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + 2, box["y"] + 6)
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(person.page.locator("#about")).to_contain_text("Order of play: 3 points")


def test_who_taps_the_board_first_is_told_what_to_do_and_what_that_is(open_page: OpenPage) -> None:
    person = Person(open_page(phone=True), seed=1)
    person.open_table("terraflip")
    person.page.locator("#tower").tap(force=True)
    expect(person.page.locator("#bubble")).to_have_text("Choose a tile from your hand first")
    about = person.page.locator("#about")
    expect(about).to_contain_text("Tower.")
    expect(about.locator("strong")).to_have_text("Choose a tile from your hand first")


def test_on_a_phone_the_goal_and_the_next_step_are_told_and_holding_takes_nothing(open_page: OpenPage) -> None:
    person = Person(open_page(phone=True), seed=1)
    person.open_table("terraflip")
    page = person.page
    person.wait()
    step = page.locator("#next-step")
    expect(page.locator("#goal")).to_contain_text("You win if your colour has the most points")
    expect(step).to_have_text("Choose a tile from your hand first")
    box = page.locator("#hand-catapult").bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    about = page.locator("#about")
    expect(about).to_contain_text("Place it like any tile.")
    expect(about.locator("b")).to_have_text("Catapult")
    expect(about.locator("svg use[href='#terraflip-catapult']")).to_have_count(1)
    card, dock = about.bounding_box(), page.locator("#right").bounding_box()
    assert card is not None
    assert dock is not None
    assert card["y"] + card["height"] <= dock["y"], "it covers the hand"
    expect(page.locator("#hand-catapult")).to_have_class(re.compile("held-down"))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(step).to_have_text("Choose a tile from your hand first")
    expect(page.locator(".chosen")).to_have_count(0)
    expect(page.locator(".pointed")).to_have_count(0)
    page.locator("#hand-catapult").tap(force=True)
    expect(step).to_have_text("Choose one of the highlighted places")
    person.tap()
    expect(page.locator("#goal")).to_have_count(0)


def test_a_number_that_is_pressed_says_what_it_counts_and_is_no_refused_choice(open_page: OpenPage) -> None:
    person = Person(open_page(phone=True), seed=1)
    person.open_table("tipperary")
    person.wait()
    person.page.locator("#category-ring").tap(force=True)
    about = person.page.locator("#about")
    expect(about).to_have_text(re.compile(r"^\d+ of the 18 spaces around the town"))
    expect(about.locator("strong")).to_have_count(0)
    expect(person.page.locator(".wanted")).to_have_count(0)


def test_with_a_tile_in_hand_a_desk_says_what_comes_next_and_shows_the_guide_that_is_asked_for(
    open_page: OpenPage,
) -> None:
    """On a desk so low that the guide has no room in its column it stands over the board until something is pressed."""
    page = open_page(viewport={"width": 1280, "height": 600})
    person = Person(page, seed=1)
    person.open_table("terraflip")
    person.wait()
    page.locator("#hand-catapult").click(force=True)
    expect(page.locator("#next-step")).to_have_text("Choose one of the highlighted places")
    expect(page.locator("#next-step")).to_be_visible()
    page.locator("#guide summary").click()
    expect(page.locator(".guide-text")).to_be_visible()
    page.locator("#picture-map").click(position={"x": 5, "y": 5})
    expect(page.locator(".guide-text")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#next-step")).to_be_hidden()
    expect(page.locator(".guide-text")).to_be_hidden()
    page.keyboard.press("g")
    expect(page.locator(".guide-text")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".guide-text")).to_be_hidden()


def test_the_reason_of_a_hint_goes_when_something_else_is_chosen(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=1)
    page = person.page
    person.open_table("terraflip")
    person.wait()
    page.locator("#hint").click()
    expect(page.locator("#notice")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).to_be_empty()


def test_names_and_facts_of_players_do_not_run_into_each_other(open_page: OpenPage) -> None:
    """On a phone numbers of three figures leave names two lines, and no third one."""
    page = open_page(phone=True, viewport={"width": 390, "height": 664})
    enter(
        page,
        create_table(page, "tipperary", [{"kind": "person", "name": "Annabel"}, {"kind": "bot", "level": "medium"}]),
    )
    page.locator(".figure").evaluate_all("figures => figures.forEach(figure => (figure.textContent = 101))")
    page.evaluate("dispatchEvent(new Event('resize'))")
    lines = page.locator(".player-name").evaluate_all("names => names.map(name => Math.round(name.offsetHeight / 15))")
    assert max(lines) <= 2, lines


def test_names_of_five_players_stand_below_their_points_on_a_phone(open_page: OpenPage) -> None:
    """One's own is told by "you"; only where even small ones have no room are there none."""
    page = open_page(phone=True, viewport={"width": 360, "height": 640})
    people = ["Ann", "Benedikt", "Clara", "Maximilian", "Eve"]
    enter(page, create_table(page, "triqueta", [{"kind": "person", "name": name} for name in people]))
    names = page.locator(".player-name")
    for name, shown in zip(["you", *people[1:]], names.all(), strict=True):
        expect(shown).to_contain_text(name)
        expect(shown).to_be_visible()
    page.locator(".player-name span").evaluate_all(
        "all => all.forEach(one => (one.textContent = 'Maximiliane-Sophie'))"
    )
    page.evaluate("dispatchEvent(new Event('resize'))")
    expect(names.nth(1)).to_be_hidden()
    expect(names.first).to_be_visible()


def test_the_board_stays_where_it_is_when_an_effect_takes_the_place_of_two_lines(open_page: OpenPage) -> None:
    person = Person(open_page(phone=True), seed=1)
    page = person.page
    person.open_table("triqueta")
    person.wait()
    page.locator("#stack").tap(force=True)
    page.locator("#commit").tap()
    expect(page.locator("#todo h2")).to_contain_text("put it in a row, or keep it face down")
    before = page.locator("#board").bounding_box()
    page.locator("#row-1").tap(force=True)
    expect(page.locator("#brief")).not_to_be_empty()
    assert page.locator("#board").bounding_box() == before


def test_pictures_are_drawn_for_the_room_there_is(open_page: OpenPage) -> None:
    """Tipperary's river is for desks: on a phone the round is told in words, and the wheel is behind a button."""
    page = open_page(viewport=PHONE)
    person = Person(page, seed=1)
    person.open_table("tipperary")
    person.play(person.click, moves=1)
    river, wheel = page.locator("#picture-river"), page.locator("#picture-wheel")
    expect(river).to_have_count(0)
    expect(wheel).to_be_hidden()
    page.locator(".to-aside").click()
    expect(wheel).to_be_visible()
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
    expect(river).to_be_visible()


def test_moves_against_a_bot_can_be_undone_until_the_first(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=1)
    person.open_table("triqueta")
    undo = person.page.locator("#undo button")
    expect(undo).to_be_disabled()
    person.play(person.click, moves=3)
    person.wait()
    for _ in range(3):
        before = person.position
        undo.click()
        person.wait_for_another_position(before)
        person.wait()
    expect(undo).to_be_disabled()
