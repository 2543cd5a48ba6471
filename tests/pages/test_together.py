"""People at one table, each in a browser of their own: links, looking on, another device, leaving, playing again."""

from __future__ import annotations

import random
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.conftest import PHONE, OpenPage, Watch
from tests.pages.person import Person, create_table, enter
from tests.pages.screens import LOOK
from tests.server.processes import PATIENCE, ServerProcess
from tilery.match.simulate import random_match


def new_table(page: Page, game: str = "topiary", name: str = "Ann") -> None:
    page.goto(f"/new/{game}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Create table").click()
    page.wait_for_selector("#room.open")
    page.wait_for_load_state()  # the scripts, which answer to clicks, have run then


def link(page: Page, kind: str) -> str:
    """A link that the menu of a table makes."""
    page.locator("#menu summary").click()
    page.locator(f".menu-body [data-link={kind}]").click()
    return page.locator("#notice input").input_value()


def friends(open_page: OpenPage, game: str = "topiary") -> tuple[Person, Person]:
    """Two at one table, the first of whom owns it."""
    ann, bob = open_page(), open_page()
    table = create_table(ann, game, [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}])
    for seat, page in enumerate((ann, bob)):
        enter(page, table, seat)
    return Person(ann, seed=1), Person(bob, seed=2)


def test_friends_meet_by_a_link_and_see_each_others_moves(open_page: OpenPage) -> None:
    ann, bob = met(open_page)
    for one, other in [(ann, bob), (bob, ann)] * 2:
        one.wait()
        while one.is_mine:
            before = other.position
            one.click()
            other.wait_for_another_position(before)
            one.wait_for_another_position(before)
            told = one.page.locator("#board svg.picture").first.get_attribute("aria-label")
            assert told is not None
            expect(other.page.locator("#board svg.picture").first).to_have_attribute("aria-label", told)


def met(open_page: OpenPage) -> tuple[Person, Person]:
    """Two at one table, the second by the link of the first."""
    ann, bob = open_page(), open_page()
    new_table(ann)
    bob.goto(link(ann, "invite"))
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join the table").click()
    expect(ann.locator("#players")).to_contain_text("Bob")
    ann.get_by_role("button", name="Start game").click()
    for page in (ann, bob):
        page.wait_for_selector("#room.running")
    return Person(ann, seed=1), Person(bob, seed=2)


def test_a_hand_goes_on_when_somebody_else_moves(open_page: OpenPage) -> None:
    """Where all decide at once: a piece that is being turned stays in hand, where it was."""
    ann, bob = friends(open_page, "tipperary")
    ann.page.locator(".hand .offered").first.click()
    ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("r")
    ghost = ann.page.locator(".ghost-layer")
    before, where = ann.position, ghost.get_attribute("style")
    bob.click()
    ann.wait_for_another_position(before)
    expect(ghost).to_have_attribute("style", str(where))
    expect(ann.page.locator("#commit")).to_be_visible()
    before = bob.position
    ann.page.locator("#commit").click()
    bob.wait_for_another_position(before)


def test_on_a_phone_the_menu_tells_of_new_messages_and_leads_to_them(open_page: OpenPage) -> None:
    ann, bob = open_page(viewport=PHONE), open_page()
    table = create_table(ann, "triqueta", [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}])
    for seat, page in enumerate((ann, bob)):
        enter(page, table, seat)
    mark = """() => getComputedStyle(document.querySelector("#menu > summary"), "::after").width"""
    assert ann.evaluate(mark) == "auto"
    bob.locator("#chat summary").click()
    bob.locator("#chat-text").fill("Take your time")
    bob.keyboard.press("Enter")
    ann.wait_for_function(f"() => ({mark})() === '12px'")
    ann.locator("#menu > summary").click()
    ann.get_by_role("button", name="Chat 1 new message").click()
    expect(ann.locator("#messages")).to_be_visible()
    expect(ann.locator("#messages")).to_contain_text("Take your time")
    ann.wait_for_function(f"() => ({mark})() === 'auto'")
    expect(ann.locator(".to-story .unread")).to_be_empty()


def test_things_that_are_chosen_together_stay_chosen(open_page: OpenPage) -> None:
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


def test_what_is_pointed_out_stays_lit(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    before = bob.position
    ann.click()
    bob.wait_for_another_position(before)
    bob.page.locator(".told").first.focus()
    expect(bob.page.locator(".source").first).to_be_visible()
    ann.page.locator("#chat summary").click()
    ann.page.locator("#chat-text").fill("Look there")
    ann.page.keyboard.press("Enter")
    expect(bob.page.locator("#chat")).to_contain_text("Look there")
    expect(bob.page.locator(".source").first).to_be_visible()


def test_a_message_that_is_being_written_stays(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    bob.page.locator("#chat summary").click()
    bob.page.locator("#chat-text").fill("I think")
    before = bob.position
    ann.click()
    bob.wait_for_another_position(before)
    expect(bob.page.locator("#chat-text")).to_have_value("I think")
    expect(bob.page.locator("#chat-text")).to_be_focused()


def test_a_spectator_sees_the_table_and_can_do_nothing(open_page: OpenPage) -> None:
    ann, _ = friends(open_page)
    watching = open_page()
    watching.goto(link(ann.page, "watch"))
    expect(watching.locator("#players")).to_contain_text("Bob")
    assert watching.locator(".offered, #commit, #hint, #undo, #hand").count() == 0
    before = ann.position
    ann.click()
    Person(watching).wait_for_another_position(before)
    watching.locator("#board .picture").first.click()
    expect(watching.locator("#bubble")).to_have_text("You are watching.")


def test_a_seat_goes_on_in_another_browser(open_page: OpenPage) -> None:
    ann, _ = friends(open_page)
    elsewhere = open_page(phone=True)
    elsewhere.goto(link(ann.page, "seat"))
    person = Person(elsewhere, seed=5)
    person.wait()
    before = person.position
    person.tap()
    ann.wait_for_another_position(before)


def test_a_link_can_be_pasted_at_home(open_page: OpenPage, watches: list[Watch]) -> None:
    ann, bob = open_page(), open_page()
    watches[1].expected = ("422",)
    new_table(ann)
    bob.goto("/")
    bob.get_by_label("Join with a link").fill("nowhere")
    bob.get_by_role("button", name="Join", exact=True).click()
    expect(bob.locator("main")).to_contain_text("That is not a link to a table or a club.")
    bob.goto("/")
    bob.get_by_label("Join with a link").fill(link(ann, "invite"))
    bob.get_by_role("button", name="Join", exact=True).click()
    expect(bob.get_by_role("button", name="Join the table")).to_be_visible()


def test_my_tables_say_whose_turn_it_is(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    bob.page.goto("/")
    expect(bob.page.locator(".table-row")).to_contain_text("In progress")
    while ann.is_mine:
        before = ann.position
        ann.click()
        ann.wait_for_another_position(before)
    bob.page.goto("/")
    expect(bob.page.get_by_role("heading", name="Your turn at a table")).to_be_visible()
    bob.page.locator(".due-card").click()
    bob.wait()
    assert bob.is_mine


def test_a_public_table_is_found_by_strangers(open_page: OpenPage) -> None:
    ann, stranger = open_page(), open_page()
    ann.goto("/new/triqueta")
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("details summary").click()
    ann.get_by_label("Table name").fill("Open to all")
    ann.get_by_label("Public").check()
    ann.get_by_role("button", name="Create table").click()
    ann.wait_for_selector("#room.open")
    stranger.goto("/")
    stranger.get_by_text("Open to all").click()
    stranger.get_by_label("Your name").fill("Bob")
    stranger.get_by_role("button", name="Join the table").click()
    expect(ann.locator("#players")).to_contain_text("Bob")


def test_what_cannot_be_done_says_what_to_do_first(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    bob.page.locator("[id^=spot-]").first.click()
    expect(bob.page.locator("#bubble")).to_have_text("Ann places a visitor")
    ann.page.locator("[id^=hedge-]").first.click()
    expect(ann.page.locator("#bubble")).to_have_text("Choose one of the arrows around the garden")
    expect(ann.page.locator("#undo button")).to_be_disabled()


def test_a_player_is_looked_at_large(open_page: OpenPage) -> None:
    """By a click, by a key and by a finger; Escape and the browser's way back close it."""
    ann, _ = friends(open_page)
    looked = ann.page.locator("#looked")
    ann.page.locator("#player-1 .look").click()
    expect(looked).to_contain_text("visitors still to place")
    expect(looked.locator("h2")).to_have_text("Bob")
    looked.get_by_role("button", name="Next player").click()
    expect(looked.locator("h2")).to_have_text("Ann")
    ann.page.keyboard.press("Escape")
    expect(looked).to_be_hidden()
    ann.page.keyboard.press("2")
    expect(looked.locator("h2")).to_have_text("Bob")
    ann.page.go_back()
    expect(looked).to_be_hidden()
    assert ann.page.locator("#room").count() == 1


def test_a_step_is_taken_back(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    board = ann.page.locator("#board .picture").first
    before, laid = ann.position, board.get_attribute("aria-label")
    ann.page.locator("[id^=spot-].offered").first.click()
    ann.page.locator("#commit").click()
    ann.wait_for_another_position(before)
    before = bob.position
    ann.page.locator("#undo button").click()
    bob.wait_for_another_position(before)
    expect(ann.page.locator("#todo h2")).to_have_text("Place a visitor")
    expect(ann.page.locator("[id^=spot-].offered").first).to_be_visible()
    assert board.get_attribute("aria-label") == laid


def test_escape_steps_back(open_page: OpenPage) -> None:
    ann, _ = friends(open_page)
    ann.page.locator("[id^=spot-].offered").first.click()
    expect(ann.page.locator("#commit")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#commit")).to_be_hidden()
    expect(ann.page.locator(".chosen")).to_have_count(0)


def test_a_bot_plays_for_who_leaves_until_they_come_back(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    ann.page.locator("#menu summary").click()
    ann.page.get_by_role("button", name="Leave the table").click()
    expect(bob.page.locator("#player-0")).to_contain_text("away (a bot is playing)")
    bob.wait()
    bob.play(bob.click, moves=2)
    ann.page.get_by_role("button", name="Take my seat back").click()
    expect(bob.page.locator("#player-0")).not_to_contain_text("away")
    while bob.is_mine:
        before = bob.position
        bob.click()
        bob.wait_for_another_position(before)
    ann.wait()
    assert ann.is_mine


def test_a_bot_plays_for_who_keeps_the_table_waiting(
    open_page: OpenPage, server: ServerProcess, watches: list[Watch]
) -> None:
    """Not at once: the page says how long they may still take. Only the API can make that shorter than two minutes."""
    page = open_page()
    watches[0].expected = ("409 (Conflict)",)
    bob = Person(page, seed=2)
    seated(page, server, "topiary", absent_after=10)
    absent = page.get_by_role("button", name="Away? Let a bot take over")
    page.locator("#player-0 .look").click()
    absent.click()
    expect(page.locator("#error")).to_contain_text("Please give that player")
    expect(page.locator("#player-0")).not_to_contain_text("away")
    page.wait_for_timeout(1000 * int(re.sub(r"\D", "", page.locator("#error").inner_text())))
    absent.click()
    expect(page.locator("#player-0")).to_contain_text("away (a bot is playing)")
    expect(absent).to_have_count(0)
    bob.wait()
    assert bob.is_mine
    expect(page.locator("#log")).to_contain_text("Ann looks along")
    before = bob.position
    bob.click()
    bob.wait_for_another_position(before)


CATAPULT = (
    (0, "place forest -1,1"),
    (1, "place river 0,1"),
    (1, "end"),
    (0, "place forest -1,2"),
    (0, "end"),
    (1, "place catapult -2,2"),
)
"""Leads to a tile of Terraflip that may be flipped, thrown and looked under."""

SHOWN = "number => JSON.parse(document.getElementById('offers').dataset.offers).number === number"
"""Whether the picture of an event is there."""


PRESSED = [
    (["tile--1_1"], "flips 1 tile"),
    (["tile--1_1", "field-0_-1"], "throws a tile"),
    (["tile--1_1", "field-0_-1", "tile--1_1"], "flips 1 tile"),
    (["hand-spy", "tile--1_1"], "looks under a tile"),
    (["hand-spy", "tile--1_1", "hand-spy", "tile--1_1"], "flips 1 tile"),
    (["hand-spy", "tile--1_1", "hand-spy", "tile--1_1", "field-0_-1"], "throws a tile"),
]


@pytest.mark.parametrize(
    ("way", "pressed", "told"),
    [
        pytest.param(way, *case, marks=() if number % 2 == turn else pytest.mark.combination)
        for turn, way in enumerate(("mouse", "keys"))
        for number, case in enumerate(PRESSED)
    ],
)
def test_a_tile_that_stands_for_several_moves_can_make_each(
    open_page: OpenPage, server: ServerProcess, way: str, pressed: list[str], told: str
) -> None:
    page = open_page()
    table = seated(page, server, "terraflip")
    for seat, move in CATAPULT:
        secret = table["seats"][seat]
        api = f"{server.address}/api/tables/{table['id']}/moves"
        answer = httpx.post(api, json={"move": move}, headers={"authorization": f"Bearer {secret}"})
        answer.raise_for_status()
    bob = Person(page)
    page.wait_for_function(SHOWN, arg=answer.json()["number"])  # a later picture would empty the hand
    bob.wait()
    for name in pressed:
        element = page.locator(f"#{name}.offered")
        if way == "mouse":
            element.click()
        else:
            element.focus()
            page.keyboard.press("Enter")
    expect(page.locator("#effect")).not_to_be_empty()
    assert page.evaluate(LOOK, 12) == []  # two buttons and an effect are the most that a turn shows
    before = bob.position
    if way == "mouse":
        page.locator("#commit").click()
    else:
        page.keyboard.press("Enter")
    bob.wait_for_another_position(before)
    expect(page.locator(".told").first).to_contain_text(told)


SHARE = 0.7
"""How much of a game is played before pages are opened to see its end: every move that they show costs them time."""


def seated(
    page: Page, server: ServerProcess, game: str, *, seat: int = 1, is_late: bool = False, **more: object
) -> dict[str, Any]:
    """A table of Ann and Bob, opened on the page as Bob or in another seat; the secrets of both."""
    table = created(server, game, **more)
    if is_late:
        finish(server, table, moves=int(SHARE * len(random_match(game, len(table["seats"]), seed=1).moves)))
    page.goto(f"/t/{table['id']}/with/{table['seats'][seat]}")
    return table


def created(server: ServerProcess, game: str, **more: object) -> dict[str, Any]:
    """A table of Ann and Bob that no page shows yet."""
    people = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
    asked = {"game": game, "players": people, "start": True, **more}
    table: dict[str, Any] = httpx.post(f"{server.address}/api/tables", json=asked).json()
    return table


def finish(server: ServerProcess, table: dict[str, Any], moves: int = 1000) -> None:
    """Play a game to its end by random moves, or so many of them, without the pages; for tests of what comes after."""
    chance = random.Random(1)
    address = f"{server.address}/api/tables/{table['id']}"
    with httpx.Client(timeout=PATIENCE) as http:
        while moves > 0:
            for secret in filter(None, table["seats"]):
                headers = {"authorization": f"Bearer {secret}"}
                seen = http.get(address, headers=headers).raise_for_status().json()
                if seen["status"] == "over":
                    return
                if seen["seat"] in seen["view"]["waiting"]:
                    moves -= 1
                    move = chance.choice(seen["view"]["legal_moves"])
                    http.post(f"{address}/moves", json={"move": move}, headers=headers).raise_for_status()


def test_title_and_sound_tell_of_a_turn_unless_they_are_switched_off(open_page: OpenPage) -> None:
    ann, bob = friends(open_page)
    bob.page.evaluate(
        """() => {
            window.rings = 0;
            const Real = AudioContext;
            window.AudioContext = function () { window.rings += 1; return new Real(); };
        }"""
    )
    for told in (True, False):
        if not told:
            bob.page.locator("#sound").click()
            expect(bob.page.locator("#sound")).to_have_attribute("aria-pressed", "false")
        _pass_the_turn(bob)
        expect(bob.page).to_have_title("Topiary")
        bob.page.evaluate("window.rings = 0")
        ann.wait()
        _pass_the_turn(ann)
        bob.wait()
        expect(bob.page).to_have_title("● Your turn \N{EN DASH} Topiary" if told else "Topiary")
        assert bob.page.evaluate("window.rings") == int(told)


def _pass_the_turn(person: Person) -> None:
    while person.is_mine:
        before = person.position
        person.click()
        person.wait_for_another_position(before)


@pytest.mark.parametrize("game", ["tipperary", "topiary"])
def test_a_hint_takes_up_a_move_and_shows_its_effect(open_page: OpenPage, game: str) -> None:
    person = Person(open_page(), seed=1)
    person.open_table(game)
    person.wait()
    person.page.locator("#hint").click()
    expect(person.page.locator("#commit")).to_be_visible()
    expect(person.page.locator("#effect")).not_to_be_empty()
    expect(person.page.locator(".ghost-layer, .overlay > *").first).to_be_visible()
    expect(person.page.locator("#notice")).not_to_be_empty()
    before = person.position
    person.page.locator("#commit").click()
    person.wait_for_another_position(before)
    expect(person.page.locator("#notice")).to_be_empty()


def test_a_hint_is_not_lost_when_somebody_else_moves_meanwhile(open_page: OpenPage) -> None:
    """Where all decide at once, and the best bot thinks for a while."""
    ann, bob = friends(open_page, "tipperary")
    held: list[Route] = []
    ann.page.route("**/hint*", lambda route: held.append(route))  # noqa: PLW0108  (no built-in)
    ann.page.locator("#hint").click()
    while not held:
        ann.page.wait_for_timeout(20)
    before = ann.position
    bob.click()
    ann.wait_for_another_position(before)
    expect(ann.page.locator("#commit")).to_be_hidden()
    held[0].continue_()
    expect(ann.page.locator("#commit")).to_be_visible()


def test_a_rematch_brings_everybody_to_a_new_table(open_page: OpenPage, server: ServerProcess) -> None:
    ann, bob = open_page(), open_page()
    table = seated(bob, server, "triqueta", is_late=True)
    ann.goto(f"/t/{table['id']}/with/{table['seats'][0]}")
    finish(server, table)
    over = ann.url
    ann.get_by_role("button", name="Rematch").click()
    ann.wait_for_selector("#room:not(.over)")
    assert ann.url != over
    bob.get_by_role("link", name="Go to rematch").click()
    expect(bob.locator("#players")).to_contain_text("Ann")
    expect(ann.locator("#players")).to_contain_text("invited to a rematch")
    bob.get_by_role("button", name="Play again").click()
    expect(ann.locator("#players")).not_to_contain_text("invited to a rematch")
    ann.get_by_role("button", name="Start game").click()
    bob.wait_for_selector("#room.running")


HOUR_FAST = "const right = Date.now; Date.now = () => right() + 3_600_000"


def test_a_device_whose_clock_is_wrong_shows_the_right_time_left(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(HOUR_FAST)
    players = [{"kind": "person", "name": name} for name in ("Ann", "Bob")]
    data = {"game": "topiary", "players": players, "start": True, "seconds_per_move": 3 * 86_400}
    enter(page, page.request.post("/api/tables", data=data).json())
    clock, left = page.locator("#player-0 .clock"), re.compile(r"^2\sd 23\sh$")
    expect(clock).to_have_text(left)
    page.evaluate("() => new Promise((done) => document.getElementById('main').addEventListener('beat', done))")
    clock.evaluate("one => (one.textContent = '')")
    expect(clock).to_have_text(left)


BLANKS = """() => {
  window.blanks = 0;
  const count = () => (window.blanks += document.querySelectorAll("#players .clock:empty").length);
  new MutationObserver(count).observe(document.getElementById("main"), { childList: true, subtree: true });
}"""


def test_a_clock_is_there_as_soon_as_a_turn_begins(open_page: OpenPage) -> None:
    page = open_page()
    players = [{"kind": "person", "name": name} for name in ("Ann", "Bob")]
    data = {"game": "topiary", "players": players, "start": True, "seconds_per_move": 3 * 86_400}
    enter(page, page.request.post("/api/tables", data=data).json())
    page.evaluate(BLANKS)
    ann = Person(page, seed=1)
    while ann.is_mine:
        before = ann.position
        ann.click()
        ann.wait_for_another_position(before)
    expect(page.locator("#player-1 .clock")).to_be_visible()
    assert page.evaluate("window.blanks") == 0
