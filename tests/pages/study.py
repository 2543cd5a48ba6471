"""Somebody who knows the answer makes a given move on a page: with a mouse, with keys alone, or with a finger."""

from __future__ import annotations

import json
from collections import deque
from math import inf
from typing import Any

from playwright.sync_api import Page

Place = tuple[int, int]
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}

MIDDLE = """id => {
    const box = document.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
GHOST = r"""() => {
    const [x, y] = document.querySelector(".ghost-layer").style.transform.match(/-?[\d.]+/g).map(Number);
    return [x, y];
}"""
ON_BOARD = """([picture, x, y]) => {
    const point = new DOMPoint(x, y).matrixTransform(document.getElementById(`picture-${picture}`).getScreenCTM());
    return [point.x, point.y];
}"""


class Player:
    """Plays moves that are given in notation, by what the page offers."""

    def __init__(self, page: Page, how: str) -> None:
        self.page, self.how = page, how

    @property
    def offers(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.page.locator("#offers").get_attribute("data-offers") or "{}")
        return found

    def play(self, move: str) -> None:
        offers = self.offers
        choice = next((each for each in offers["choices"] if each["move"] == move), None)
        if choice is None:
            self._lay(move, offers)
        elif choice["target"] is None:
            self._press(f'#plain button[data-move="{move}"]')
            return
        else:
            for element in filter(None, (choice["taken"], choice["target"])):
                self._choose(element)
        self._commit()

    def _commit(self) -> None:
        self.page.wait_for_selector("#commit:visible")
        if self.how == "keys":
            self.page.keyboard.press("Enter")
        else:
            self._press("#commit")

    def _press(self, selector: str) -> None:
        locator = self.page.locator(selector)
        if self.how == "keys":
            locator.focus()
            self.page.keyboard.press("Enter")
        elif self.how == "touch":
            locator.tap()
        else:
            locator.click()

    def _choose(self, element: str) -> None:
        if self.how == "keys":
            self.page.locator(f"[id='{element}']").focus()
            self.page.keyboard.press("Enter")
        else:
            self._point(self.page.evaluate(MIDDLE, element))

    def _point(self, point: list[float]) -> None:
        if self.how == "touch":
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.move(*point)
            self.page.mouse.click(*point)

    def _lay(self, move: str, offers: dict[str, Any]) -> None:
        """Take a piece, turn it, and lay it in its place."""
        *head, at = move.split()
        piece = next(each for each in offers["pieces"] if each["move"].split()[:2] == head[:2] or len(head) == 1)
        self._choose(piece["target"])
        x, y = map(int, at.split(","))
        goal = next(
            index
            for index, each in enumerate(piece["orientations"])
            if each["name"] == (head[2] if head[0] == "place" else "") and (x, y) in _read(each["places"])
        )
        for how in turns(piece["orientations"], goal):
            if self.how == "keys":
                self.page.keyboard.press("r" if how == "turn" else "f")
            else:
                self._press(f"#{how}")
        if self.how == "keys":
            self._walk(piece, _read(piece["orientations"][goal]["places"]), (x, y))
        else:
            cells = piece["orientations"][goal]["cells"]
            width, height = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
            origin, unit = piece["origin"], piece["unit"]
            middle = [origin[0] + (x + width / 2) * unit, origin[1] + (y + height / 2) * unit]
            self._point(self.page.evaluate(ON_BOARD, [piece["picture"], *middle]))

    def _walk(self, piece: dict[str, Any], places: list[Place], goal: Place) -> None:
        """Let the piece go to a place by arrows."""
        self.page.keyboard.press("ArrowDown")
        for _ in range(40):
            left, top = self.page.evaluate(GHOST)
            here = (
                round((left - piece["origin"][0]) / piece["unit"]),
                round((top - piece["origin"][1]) / piece["unit"]),
            )
            if here == goal:
                return
            self.page.keyboard.press(first_key(places, here, goal))
        raise AssertionError(f"could not walk to {goal}")


def _read(places: str) -> list[Place]:
    """The places of a piece, as the page's scripts get them."""
    pairs = (place.split(",") for place in places.split())
    return [(int(x), int(y)) for x, y in pairs]


def first_key(places: list[Place], start: Place, goal: Place) -> str:
    """The first arrow on a way from one place to another; each leads to what lies nearest ahead."""
    ways: dict[Place, str] = {start: ""}
    waiting = deque([start])
    while waiting and goal not in ways:
        here = waiting.popleft()
        for key, (dx, dy) in ARROWS.items():
            there = _ahead(places, here, dx, dy)
            if there is not None and there not in ways:
                ways[there] = ways[here] or key
                waiting.append(there)
    return ways[goal]


def _ahead(places: list[Place], here: Place, dx: int, dy: int) -> Place | None:
    def cost(place: Place) -> float:
        right, down = place[0] - here[0], place[1] - here[1]
        ahead = right * dx + down * dy
        return ahead + 2 * (abs(right * dy) + abs(down * dx)) if ahead > 0 else inf

    best = min(places, key=cost)
    return best if cost(best) < inf else None


def turns(orientations: list[dict[str, Any]], goal: int) -> list[str]:
    """How to turn and flip a piece from its first orientation to another."""
    ways: dict[int, list[str]] = {0: []}
    waiting = deque([0])
    while goal not in ways:
        here = waiting.popleft()
        for how in ("turn", "flip"):
            there = orientations[here][how]
            if there not in ways:
                ways[there] = [*ways[here], how]
                waiting.append(there)
    return ways[goal]
