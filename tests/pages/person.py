"""Somebody in front of a page, who plays by what can be seen there: with a mouse, with keys alone, or with a finger.

They know no rules: they choose among what glows and what the buttons say, and confirm.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect  # noqa: A004

PATIENCE = 120_000.0
"""Milliseconds; far more than anything takes, because the machine may be busy."""

BUTTONS = "#plain button:visible"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
Point = tuple[float, float]
Act = Callable[[float, float], None]

expect.set_options(timeout=PATIENCE)

SETTLED = """() => {
    const room = document.getElementById("room");
    const settled = room && !document.getElementById("main").dataset.sending;
    const offered = document.querySelector(".offered, #plain button");
    return settled && (room.classList.contains("over") || (room.dataset.mine === "yes" && offered));
}"""
"""Something is offered and nothing on its way, or the game is over."""

READY = """() => {
    const room = document.querySelector("#room.running");
    return room && (room.dataset.mine === "no" || document.querySelector(".offered, #plain button"));
}"""
"""A game is running, and whoever can decide something is offered it."""

MOVED = """before => {
    const offers = document.getElementById("offers");
    return !document.getElementById("main").dataset.sending && JSON.parse(offers.dataset.offers).number !== before;
}"""

SEEN = """() => {
    const middle = one => {
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const all = query => [...document.querySelectorAll(query)].filter(one => one.getClientRects().length > 0);
    const focused = document.activeElement;
    const onward = all(".board .offered:not(.chosen)");
    const choices = onward.length && all(".offered.chosen").length ? onward : all(".offered:not(.chosen)");
    return {
        commit: all("#commit").length > 0,
        buttons: all("#plain button").length > 0,
        choices: choices.map(middle),
        marks: all(".place-mark").map(middle),
        piece: all(".ghost-layer").length > 0,
        focus: focused.classList.contains("offered") ? "choice"
            : focused.closest("#buttons button") ? "button" : "elsewhere",
    };
}"""


@dataclass(frozen=True)
class Seen:
    """What a page shows of a decision; what is in pictures by where its middle is on the screen."""

    commit: bool
    buttons: bool
    choices: list[Point]
    """What glows and is not chosen yet; once something is taken, only where it can go."""
    marks: list[Point]
    """Where a piece in hand can lie."""
    piece: bool
    focus: str


def create_table(page: Page, game: str, players: list[dict[str, str]]) -> dict[str, Any]:
    """A running table, made by the API: for tests of what comes after. Tests of forms and links are elsewhere."""
    made = page.request.post("/api/tables", data={"game": game, "players": players, "start": True})
    assert made.ok, made.text()
    table: dict[str, Any] = made.json()
    return table


def enter(page: Page, table: dict[str, Any], seat: int = 0) -> None:
    """Open a table in one of its seats; who sits in the first is its owner, as who makes a table by the form."""
    if seat == 0:
        page.request.get(f"/t/{table['id']}/with/{table['owner']}", max_redirects=0)
    page.goto(f"/t/{table['id']}/with/{table['seats'][seat]}")
    page.wait_for_function(READY)


class Person:
    """One who decides at random, always in the same way for the same seed."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.random = random.Random(seed)
        page.set_default_timeout(PATIENCE)
        page.on("dialog", lambda dialog: dialog.accept())  # asked whether a move is meant, they mean it

    def play_now(self, game: str) -> None:
        """One click to the first move."""
        self.page.goto("/")
        self.page.locator(f".lid.game-{game} form .primary").first.click()
        self.page.wait_for_selector("#room")

    def open_table(self, game: str, bots: str = "novice", seats: int = 2) -> None:
        """A table with bots of one level, made by the API."""
        others = [{"kind": "bot", "level": bots}] * (seats - 1)
        enter(self.page, create_table(self.page, game, [{"kind": "person", "name": "Ann"}, *others]))

    def make_table(self, game: str, bots: str = "novice", seats: int = 2) -> None:
        """The same as somebody makes it: by the form of a new table."""
        self.page.goto(f"/new/{game}")
        self.page.get_by_label("Your name").fill("Ann")
        self.page.locator(f"input[name=seats][value='{seats}']").check()
        for seat in range(1, seats):
            self.page.locator(f"#seat{seat}").select_option(bots)
        self.page.get_by_role("button", name="Create table").click()
        self.page.wait_for_selector("#room.running")

    @property
    def is_over(self) -> bool:
        return self.page.locator("#room.over").count() > 0

    @property
    def is_mine(self) -> bool:
        """Whether there is something to decide."""
        return self.page.locator("#room[data-mine=yes]").count() > 0

    @property
    def position(self) -> int:
        """Grows with every move at the table."""
        return int(self.page.evaluate("JSON.parse(document.getElementById('offers').dataset.offers).number"))

    def wait(self) -> None:
        """Wait until there is something to decide, or the game is over."""
        self._until(SETTLED)

    def wait_for_another_position(self, before: int) -> None:
        self._until(MOVED, before)

    def _until(self, condition: str, argument: Any = None) -> None:
        try:
            self.page.wait_for_function(condition, arg=argument)
        except TimeoutError as error:
            raise AssertionError(f"nothing happened; {self.described()}") from error

    def play(self, decide: Callable[[], None], moves: int = 1000) -> int:
        """Make decisions until the game is over, or so many; say how many were made."""
        for made in range(moves):
            self.wait()
            if self.is_over:
                return made
            before = self.position
            decide()
            self.wait_for_another_position(before)
        return moves

    def described(self) -> str:
        """What the page says, for messages of tests that fail."""
        shown = self.page.locator("#todo h2, #error, #commit, #plain, #effect, #lost").filter(visible=True)
        chosen = self.page.eval_on_selector_all(".chosen", "all => all.map(one => one.id)")
        return f"the page says {shown.all_inner_texts()}, chosen is {chosen}"

    def see(self) -> Seen:
        return Seen(**self.page.evaluate(SEEN))

    def take_hint(self) -> None:
        """One decision as the best bot would make it."""
        self.page.locator("#hint").click()
        self.page.locator("#commit").click()

    # With a mouse or a finger.

    def click(self) -> None:
        """One decision by clicks, from the first thing that is taken to the button that confirms."""
        self._point(self.page.mouse.click, Locator.click)

    def tap(self) -> None:
        """One decision by touch."""
        self._point(self.page.touchscreen.tap, Locator.tap)

    def _point(self, act: Act, press: Callable[[Locator], None]) -> None:
        """Act at points of the pictures, press buttons; those come to rest only when all that is told of a move is
        there."""
        for _ in range(50):
            seen = self.see()
            if seen.commit:
                for button in self.page.locator("#turn:visible, #flip:visible").all():
                    if self.random.random() < 0.3:
                        press(button)
                press(self.page.locator("#commit"))
                return
            if not (seen.marks or seen.choices or seen.buttons):
                raise AssertionError(f"nothing can be decided; {self.described()}")
            if seen.marks and self.random.random() < 0.7:
                act(*self.random.choice(seen.marks))
            elif seen.choices and (not seen.buttons or self.random.random() < 0.75):
                act(*self.random.choice(seen.choices))
            else:
                press(self.random.choice(self.page.locator(BUTTONS).all()))
                return
        raise AssertionError(f"nothing could be decided; {self.described()}")

    # With keys alone.

    def type(self) -> None:
        """One decision by keys: arrows to walk, Enter to choose and to confirm, R and F to turn and to flip."""
        press = self.page.keyboard.press
        for _ in range(50):
            seen = self.see()
            if seen.commit:
                for key in (*ARROWS, "r", "f"):
                    if seen.piece and self.random.random() < 0.3:
                        press(key)
                press("Enter")
                return
            for _ in range(self.random.randint(1, 4)):
                press(self.random.choice(ARROWS))
            focus = self.see().focus
            press("Tab" if focus == "elsewhere" else "Enter")
            if focus == "button":
                return
        raise AssertionError(f"nothing could be decided; {self.described()}")
