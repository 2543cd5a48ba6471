"""What a person's screen shows at a table, measured: words too small to read, things cut off or off the screen.

`python -m tests.pages.screens` measures every game with every number of players, in every size and language, as the
page comes, with something in hand and with help open; `--games`, `--seats`, `--sizes` and `--languages` choose some of
it, `--shots DIR` keeps a picture of what falls short. `test_legible.py` measures a part of it.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.pages import chromium
from tests.pages.conftest import NOTED_PICTURE, ready
from tilery import games
from tilery.match.simulate import random_match
from tilery.words import LANGUAGES


@dataclass(frozen=True)
class Size:
    """A screen that people have."""

    width: int
    height: int
    is_touch: bool

    @property
    def least(self) -> float:
        """The smallest words in pixels."""
        return 11 if self.width < 700 else 12

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


SIZES = {
    str(size): size
    for size in (
        Size(360, 640, True),
        Size(390, 664, True),
        Size(390, 844, True),
        Size(768, 1024, True),
        Size(1024, 768, True),
        Size(1280, 720, False),
        Size(1440, 900, False),
        Size(1920, 1080, False),
    )
}
MOMENTS = ("as it comes", "in hand", "help")
SHARE = 0.6
"""How much of a game was played when its screens are looked at."""
NAMES = ("Ann", "Benedikt", "Clara", "Maximilian", "Eve")
SETTLE = 150
"""Milliseconds until what has come is laid out."""

# Everything that falls short on the page as it is now, in words. What can be scrolled to in a sheet is not cut off.
LOOK = r"""
least => {
  const found = [];
  const box = one => one.getBoundingClientRect();
  const isSeen = one => {
    const { width, height } = box(one);
    return width > 1 && height > 1 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const named = one => [one.tagName.toLowerCase(), one.id && `#${one.id}`, ...one.classList].filter(Boolean).join(" ");
  const room = document.getElementById("room");
  const drawer = document.getElementById(document.getElementById("main").dataset.drawer || "none");
  const isCovered = one => drawer && getComputedStyle(drawer).position === "fixed" && !drawer.contains(one);
  const walker = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !isSeen(one) || one.closest(".sr, .art, defs, title, [hidden]")) continue;
    const { left, right, top, bottom } = box(one);
    if (right - left <= 1 || right < 0 || left > innerWidth || bottom < 0 || top > innerHeight) continue;
    let size = parseFloat(getComputedStyle(one).fontSize);
    const matrix = one instanceof SVGElement && one.getScreenCTM();
    if (matrix) size *= Math.hypot(matrix.b, matrix.d);
    if (size > 1 && size < least - 0.05) found.push(`${size.toFixed(1)} px: "${text.slice(0, 40)}" in ${named(one)}`);
  }
  for (const one of room.querySelectorAll("*")) {
    if (!isSeen(one) || one instanceof SVGElement || isCovered(one) || !one.textContent.trim()) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    const scrolls = overflowY === "auto" && (one === drawer || one.closest(".chat, .menu-body"));
    if (overflowX === "visible" && overflowY === "visible") continue;
    if (one.scrollWidth > one.clientWidth + 2) found.push(`cut off sideways: ${named(one)}`);
    const isHigher = one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 8;
    if (isHigher && !scrolls) found.push(`cut off: ${named(one)}`);
  }
  for (const one of room.querySelectorAll("button, a, summary, h2, .player, #hand .picture, #board > .picture")) {
    if (!isSeen(one) || isCovered(one) || one.closest(".sr") || (drawer && drawer.contains(one))) continue;
    const { left, right, top, bottom } = box(one);
    const isOut = left < -2 || right > innerWidth + 2 || top < -2 || bottom > innerHeight + 2;
    if (isOut) found.push(`off the screen: ${named(one)}`);
  }
  const words = document.createRange(); // of an element: its own box may reach below something beside it
  for (const one of room.querySelectorAll(".icon-button")) {
    if (!isSeen(one) || isCovered(one) || (drawer && drawer.contains(one))) continue;
    const { left, right, top, bottom } = box(one);
    for (const other of room.querySelectorAll("#todo > *, #guide > summary, #buttons button")) {
      words.selectNodeContents(other);
      const its = box(words);
      const covers = left < its.right - 2 && its.left < right - 2 && top < its.bottom - 2 && its.top < bottom - 2;
      if (covers && isSeen(other) && !isCovered(other) && !other.contains(one))
        found.push(`${named(one)} stands over ${named(other)}`);
    }
  }
  const effect = document.getElementById("effect");
  if (effect.textContent && !drawer) {
    const its = box(effect);
    for (const one of room.querySelectorAll("#board .offered")) {
      const { left, right, top, bottom } = box(one);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (x > its.left && x < its.right && y > its.top && y < its.bottom) found.push(`the effect covers ${named(one)}`);
    }
  }
  const { scrollWidth, scrollHeight } = document.scrollingElement;
  if (scrollWidth > innerWidth + 1) found.push("the page is wider than the screen");
  if (scrollHeight > innerHeight + 1) found.push("the page is higher than the screen");
  return [...new Set(found)];
}
"""


def falls_short(page: Page, size: Size, moment: str) -> list[str]:
    """Bring a table's page into a moment, after those before it, and tell what falls short there."""
    if moment == "in hand":
        _take(page)
    elif moment == "help":
        _open_help(page)
    found: list[str] = page.evaluate(LOOK, size.least)
    return found


def _take(page: Page) -> None:
    """Press what glows until there is a move to confirm and its effect is told, or nothing more glows."""
    for _ in range(3):
        if page.locator("#commit:visible").count():
            page.wait_for_function("() => document.getElementById('effect').textContent !== ''")
            return
        onward = page.locator(".board .offered:not(.chosen)")
        if not page.locator(".offered.chosen").count() or not onward.count():
            onward = page.locator(".offered:not(.chosen)")
        if not onward.count():
            return
        onward.first.dispatch_event("click")


def _open_help(page: Page) -> None:
    if page.locator("#ask").is_visible():
        page.locator("#ask").click()
        expect(page.locator("#help")).to_be_visible()
    else:
        page.locator("#guide > summary").click()


def open_table(browser: Browser, address: str, link: str, size: Size, language: str) -> Page:
    """A page of a table on a screen, once its first picture has come over the stream."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": size.width, "height": size.height},
        has_touch=size.is_touch,
        is_mobile=size.is_touch,
        locale=language,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(NOTED_PICTURE)
    enter(page, link)
    return page


def enter(page: Page, link: str) -> None:
    """Open a table on a page that notes when pictures come."""
    page.goto(link)
    page.wait_for_function("() => window.pictures && document.fonts.status === 'loaded'")
    page.wait_for_timeout(SETTLE)


def halfway(address: str, game: str, seats: int, share: float = SHARE, seed: int = 0) -> str:
    """Play a share of a game by chance, and on until the first seat has to decide; return the link to that seat."""
    with httpx.Client(base_url=address, timeout=60) as http:
        players = [{"kind": "person", "name": name} for name in NAMES[:seats]]
        made = http.post("/api/tables", json={"game": game, "players": players, "start": True}).json()
        chance, path = random.Random(seats + 10 * seed), f"/api/tables/{made['id']}"
        left = share * len(random_match(game, seats, seed=1).moves)
        while True:
            seat = 0
            seen = _view(http, path, made["seats"][0])
            if left < 0 and 0 in seen["waiting"]:
                return f"/t/{made['id']}/with/{made['seats'][0]}"
            if seen["status"] == "over":  # games that end early are short by chance
                return halfway(address, game, seats, share, seed + 1)
            if 0 not in seen["waiting"] or chance.random() > 1 / len(seen["waiting"]):
                seat = chance.choice([other for other in seen["waiting"] if other])
                seen = _view(http, path, made["seats"][seat])
            move = {"move": chance.choice(seen["view"]["legal_moves"]), "id": str(left)}
            http.post(f"{path}/moves", json=move, headers=_secret(made["seats"][seat])).raise_for_status()
            left -= 1


def _view(http: httpx.Client, path: str, secret: str) -> dict[str, Any]:
    seen: dict[str, Any] = http.get(path, headers=_secret(secret)).json()
    return seen


def _secret(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.pages.screens", description=__doc__)
    parser.add_argument("--games", nargs="+", default=list(games.names()), choices=list(games.names()))
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES), choices=list(LANGUAGES))
    parser.add_argument("--shots", type=Path)
    asked = parser.parse_args()
    count = bad = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        ready(f"sqlite:///{folder}/tables.db") as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        for game, seats in itertools.product(asked.games, asked.seats):
            if seats not in games.find(game).seats:
                continue
            link = halfway(server.address, game, seats)
            for name, language in itertools.product(asked.sizes, asked.languages):
                page = open_table(browser, server.address, link, SIZES[name], language)
                for moment in MOMENTS:
                    count += 1
                    if found := falls_short(page, SIZES[name], moment):
                        bad += 1
                        print(f"{game}, {seats} seats, {name}, {language}, {moment}: {'; '.join(found)}", flush=True)
                        if asked.shots:
                            shot = f"{game}-{seats}-{name}-{language}-{moment.replace(' ', '-')}.png"
                            page.screenshot(path=asked.shots / shot)
                page.context.close()
        browser.close()
    print(f"{bad} of {count} screens fall short")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
