"""Somebody in front of a page, who plays by what can be seen there: with a mouse, with keys alone, or with a finger.

They know no rules: they choose among what glows and what the buttons say, and confirm.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, TimeoutError, expect  # noqa: A004

PATIENCE = 60_000.0
"""Milliseconds; far more than anything takes, because the machine may be busy."""

MINE = "#room[data-mine=yes], #room.over"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


class Person:
    """One who decides at random, always in the same way for the same seed."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.random = random.Random(seed)
        page.set_default_timeout(PATIENCE)

    def play_now(self, game: str) -> None:
        """One click to the first move."""
        self.page.goto("/")
        self.page.locator(f".lid.game-{game} form .primary").click()
        self.page.wait_for_selector("#room")

    @property
    def is_over(self) -> bool:
        return self.page.locator("#room.over").count() > 0

    @property
    def position(self) -> str:
        """Changes with every move at the table."""
        return str(self.page.evaluate("JSON.parse(document.getElementById('offers').dataset.offers).number"))

    def wait(self) -> None:
        """Wait until there is something to decide, or the game is over."""
        self.page.wait_for_selector(MINE)

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

    def wait_for_another_position(self, before: str) -> None:
        try:
            self.page.wait_for_function(
                "before => JSON.parse(document.getElementById('offers').dataset.offers).number != before", arg=before
            )
        except TimeoutError as error:
            raise AssertionError(f"nothing happened; {self.described()}") from error

    def described(self) -> str:
        """What the page says, for messages of tests that fail."""
        shown = self.page.locator("#todo h2, #error, #commit, #plain, #effect, #lost").all_inner_texts()
        chosen = self.page.eval_on_selector_all(".chosen", "all => all.map(one => one.id)")
        return f"the page says {shown}, chosen is {chosen}"

    # With a mouse.

    def click(self) -> None:
        """One decision by clicks, from the first thing that is taken to the button that confirms."""
        for _ in range(50):
            if self._commit.is_visible():
                self._try_turning(lambda button: button.click())
                self._commit.click()
                return
            choices = self._choices()
            buttons = self.page.locator("#plain button, #effect button").all()
            if not choices and not buttons:
                self.page.wait_for_timeout(50)
                continue
            if not choices or (buttons and self.random.random() < 0.25):
                self.random.choice(buttons).click()
                return
            self._press(self.random.choice(choices), self.page.mouse.click)
            self._try_place(self.page.mouse.click)
        raise AssertionError("nothing could be decided")

    def take_hint(self) -> None:
        """One decision as the best bot would make it."""
        self.page.locator("#hint").click()
        self._commit.click()

    # With a finger.

    def tap(self) -> None:
        """One decision by touch."""
        for _ in range(50):
            if self._commit.is_visible():
                self._try_turning(lambda button: button.tap())
                self._commit.tap()
                return
            choices = self._choices()
            buttons = self.page.locator("#plain button, #effect button").all()
            if not choices and not buttons:
                self.page.wait_for_timeout(50)
                continue
            if not choices or (buttons and self.random.random() < 0.25):
                self.random.choice(buttons).tap()
                return
            self._press(self.random.choice(choices), self.page.touchscreen.tap)
            self._try_place(self.page.touchscreen.tap)
        raise AssertionError("nothing could be decided")

    def _press(self, id_: str, act: Callable[[float, float], None]) -> None:
        element = self.page.locator(f"[id='{id_}']")
        element.scroll_into_view_if_needed()
        act(*self._middle(element))
        expect(element.or_(self._commit).first).to_be_attached()

    def _try_place(self, act: Callable[[float, float], None]) -> None:
        """With a piece in hand: put it somewhere, as its marks show."""
        marks = self.page.locator(".place-mark").all()
        if marks:
            act(*self._middle(self.random.choice(marks)))

    def _try_turning(self, act: Callable[[Locator], None]) -> None:
        for name in ("#turn", "#flip"):
            button = self.page.locator(name)
            if button.is_visible() and self.random.random() < 0.3:
                act(button)
        expect(self._commit).to_be_visible()

    # With keys alone.

    def type(self) -> None:
        """One decision by keys: arrows to walk, Enter to choose and to confirm, R and F to turn and to flip."""
        keyboard = self.page.keyboard
        before = self.position
        for _ in range(50):
            if self._commit.is_visible():
                keys = [key for key in (*ARROWS, "r", "f") if self._has_piece() and self.random.random() < 0.3]
                for key in keys:
                    keyboard.press(key)
                keyboard.press("Enter")
                return
            for _ in range(self.random.randint(1, 4)):
                keyboard.press(self.random.choice(ARROWS))
            if self._focused() is None:
                keyboard.press("Tab")
                continue
            on_button = self._focused() == ""
            keyboard.press("Enter")
            if on_button:
                return
            if self.position != before:
                return
        raise AssertionError("nothing could be decided")

    def _has_piece(self) -> bool:
        return self.page.locator(".ghost-layer").count() > 0

    def _focused(self) -> str | None:
        """What has the focus: the id of a choice, nothing in it for a button of a decision; None for anything else."""
        found = self.page.evaluate(
            """() => {
                const element = document.activeElement;
                if (element.classList.contains("offered")) return element.id;
                return element.closest("#buttons, #effect") ? "" : null;
            }"""
        )
        return None if found is None else str(found)

    # What can be seen.

    @property
    def _commit(self) -> Locator:
        return self.page.locator("#commit")

    def _choices(self) -> list[str]:
        """What glows and is not chosen yet; what was made possible by a first choice comes before all else."""
        taken = self.page.locator(".offered.chosen").count() > 0
        ids = self.page.eval_on_selector_all(".offered:not(.chosen)", "all => all.map(one => one.id)")
        onward = self.page.eval_on_selector_all(".board .offered:not(.chosen)", "all => all.map(one => one.id)")
        return [str(one) for one in (onward if taken and onward else ids)]

    def _middle(self, element: Locator) -> tuple[float, float]:
        box = element.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def number(text: str) -> int:
    """The first number in a text."""
    found = re.search(r"-?\d+", text.replace("\N{MINUS SIGN}", "-"))
    assert found, text
    return int(found[0])
