"""A club evening in real browsers: two people and eight bots, from the link to the standings. Also by keys, in every
language, light and dark, on phones."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.axe import Checks
from tests.pages.conftest import OpenPage, Watch
from tests.pages.person import Person
from tests.server.processes import ServerProcess

GAME = "triqueta"
EVENING = 600_000.0
"""Milliseconds in which an evening has to end; it takes a minute on a machine that has nothing else to do."""


def start_club(page: Page, name: str = "Ann") -> None:
    page.goto("/")
    page.get_by_role("link", name="Clubs").first.click()
    page.get_by_label("Name of the club").fill("Thursdays")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Start the club").click()
    expect(page.get_by_role("heading", name="Thursdays")).to_be_visible()


def join_club(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the club").click()
    expect(page.get_by_text(name).first).to_be_visible()


def add_bots(page: Page, level: str, count: int) -> None:
    page.locator("summary", has_text="Add bots").click()
    form = page.locator("form.fields[action$='/bots']")
    form.get_by_label("Level").select_option(level)
    form.get_by_label("How many").fill(str(count))
    form.get_by_role("button", name="Add", exact=True).click()


def new_tournament(page: Page, name: str, rounds: int, game: str = GAME) -> None:
    page.locator("summary", has_text="New tournament").click()
    form = page.locator("form[action$='/tournaments']")
    form.get_by_label("Name").fill(name)
    form.locator("[name=game]").select_option(game)
    form.get_by_label("Rounds").fill(str(rounds))
    form.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_tournament_is_played_with_the_options_that_were_chosen(open_page: OpenPage) -> None:
    page = open_page(phone=True)
    start_club(page)
    add_bots(page, "novice", 1)
    page.locator("summary", has_text="New tournament").click()
    form = page.locator("form[action$='/tournaments']")
    form.get_by_label("Name").fill("Cup")
    form.locator("[name=game]").select_option("topiary")
    expect(form.locator("[name=option-lines]")).to_be_hidden()
    form.locator("[name=option-draft]").select_option("on")
    form.get_by_role("button", name="Create the tournament").click()
    shown = page.locator("#tournament-1 header")
    expect(shown).to_contain_text("drafted from tiles passed around the table")
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Enter all bots").click()
    page.get_by_role("button", name="Start the tournament").click()
    page.locator("#tournament-1 .game-row button").first.click()
    page.wait_for_selector("#room.running")
    table = page.url.rpartition("/")[2]
    mine = page.context.cookies()
    secret = next(str(one["value"]) for one in mine if one["name"] == "tilery")
    address = page.url.partition("/t/")[0]
    seen = httpx.get(f"{address}/api/tables/{table}", headers={"authorization": f"Bearer {secret}"}).json()
    assert seen["options"] == {"diagonals": "all", "draft": "on"}


def resign_to_a_bot(page: Page) -> None:
    """Let a bot play the rest: short games are enough for an evening."""
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("button", name="Take my seat back")).to_be_visible()


def test_an_evening_of_two_people_and_eight_bots_ends_with_standings(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page()
    start_club(ann)
    link = ann.url
    join_club(ben, link, "Ben")
    add_bots(ann, "novice", 8)
    new_tournament(ann, "Cup", 2)
    ben.reload()
    for page in (ann, ben):
        page.get_by_role("button", name="Take part").click()
    ann.get_by_role("button", name="Enter all bots").click()
    expect(ann.get_by_text("Open to join: 10 players so far")).to_be_visible()
    ann.get_by_role("button", name="Start the tournament").click()
    for number in (1, 2):
        for page in (ann, ben):
            page.goto(link)
            expect(page.locator("#tournament-1 .state")).to_have_text(f"Round {number} of 2", timeout=EVENING)
            rows = page.locator(f"#tournament-1-round-{number} .game-row")
            expect(rows).to_have_count(5)
            page.locator(f"#tournament-1-round-{number} .game-row.mine button").click()
            person = Person(page, seed=number)
            expect(page.locator("#hint")).to_have_count(0)
            if page.get_by_text("It is Ben's turn").or_(page.get_by_text("It is Ann's turn")).count() == 0:
                person.play(person.click, moves=1)  # two people who meet would wait for each other
            if not person.is_over:
                resign_to_a_bot(page)
            page.locator("#menu summary").click()
            page.locator("#menu").get_by_role("link", name="Back to the tournament").click()
            expect(page.locator("#tournament-1")).to_be_visible()
            assert page.url == link
    for page in (ann, ben):  # without reloading: results come by themselves
        expect(page.locator("#tournament-1 .state")).to_have_text("Over", timeout=EVENING)
        standings = page.get_by_role("table", name="Standings of Cup")
        expect(standings.locator("tbody tr")).to_have_count(10)
        points = [float(text) for text in standings.locator("tbody td:nth-child(3)").all_inner_texts()]
        assert sum(points) == 10
        assert points == sorted(points, reverse=True)
        ratings = page.locator(f"section.ratings.game-{GAME} tbody tr")
        expect(ratings).to_have_count(10)
        assert re.search(r"\d+\s+\d+\W\d+", ratings.first.inner_text())
    with ann.expect_download() as download:
        ann.locator("#tournament-1").get_by_role("link", name="Export as CSV").click()
    assert "Ben" in download.value.path().read_text("utf-8")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_keeps_people_out_of_a_club(open_page: OpenPage, check: Checks, phone: bool) -> None:
    page, visitor = open_page(phone=phone), open_page(phone=phone)
    start_club(page)
    check(page, "a new club")
    add_bots(page, "novice", 3)
    new_tournament(page, "Cup", 1)
    page.get_by_role("button", name="Enter all bots").click()
    for summary in page.locator(".club-forms summary").all():
        summary.click()
    check(page, "forms are open")
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_role("table", name="Standings of Cup")).to_be_visible()
    check(page, "a tournament")
    visitor.goto(page.url)
    expect(visitor.get_by_role("button", name="Join the club")).to_be_visible()
    check(visitor, "a visitor")
    for address in ("/clubs", "/me", "/me/profile"):
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        check(page, address)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_club_fits_a_small_phone_in_every_language(open_page: OpenPage, server: ServerProcess, language: str) -> None:
    """No wider than the screen, and no text below 11 pixels."""
    headers = {"authorization": f"Bearer {httpx.post(f'{server.address}/api/browsers').json()['browser']}"}
    with httpx.Client(base_url=server.address, headers=headers) as http:
        club = http.post(
            "/api/clubs", json={"name": "W" * 40, "person": "Maximiliane-Friederike von Hohenstein"}
        ).json()
        for level in ("novice", "medium"):
            http.post(f"/api/clubs/{club['id']}/bots", json={"level": level}).raise_for_status()
        plan = {"game": GAME, "system": "swiss", "seconds_per_game": 600}
        here = f"/api/clubs/{club['id']}/tournaments"
        http.post(here, json=plan).raise_for_status()
        http.post(f"{here}/1/enter", json={"members": [1, 2, 3]}).raise_for_status()
        http.post(f"{here}/1/begin", json={}).raise_for_status()
    page = open_page(viewport={"width": 360, "height": 640}, locale=language)
    page.goto(f"/club/{club['id']}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    smallest = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("#main *")]
            .filter(one => one.innerText?.trim() && one.getClientRects().length)
            .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
    )
    assert smallest >= 11


def test_a_club_is_run_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page()
    start_club(page)
    page.locator("summary", has_text="Add bots").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".members")).to_contain_text("Novice bot 1")


def test_a_club_is_joined_by_its_qr_code_or_by_pasting_its_link(open_page: OpenPage) -> None:
    ann, ben = open_page(phone=True), open_page(phone=True)
    start_club(ann)
    ann.locator("summary", has_text="QR code").click()
    expect(ann.get_by_role("img", name="QR code of the invite link")).to_be_in_viewport(ratio=1)
    ben.goto("/")
    ben.get_by_label("Join with a link").fill(ann.url)
    ben.get_by_role("button", name="Join", exact=True).click()
    expect(ben.get_by_role("button", name="Join the club")).to_be_visible()
    expect(ben.get_by_role("img", name="QR code of the invite link")).to_have_count(0)


def test_removing_someone_asks_first(open_page: OpenPage, watches: list[Watch]) -> None:
    ann, ben = open_page(), open_page()
    watches[1].expected = ("404",)  # the page of who was removed looks for news of the club
    start_club(ann)
    join_club(ben, ann.url, "Ben")
    ann.reload()
    ann.once("dialog", lambda dialog: dialog.dismiss())
    ann.get_by_role("button", name="Remove Ben").click()
    expect(ann.locator(".members")).to_contain_text("Ben")
    ann.once("dialog", lambda dialog: dialog.accept())
    ann.get_by_role("button", name="Remove Ben").click()
    expect(ann.locator(".members")).not_to_contain_text("Ben")
