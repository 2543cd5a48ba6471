"""A page as a screen reader tells it, from Chromium's accessibility tree: what is there, and what is announced.

`python -m tests.pages.reader GAME` prints one turn of a game; `test_reader.py` checks the essentials of it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.pages import chromium
from tests.pages.conftest import ready
from tests.pages.person import Person
from tilery import games

ANNOUNCED = """
    window.announced = [];
    const said = new WeakMap();
    const LIVE = "[aria-live=polite], [role=status], [role=alert]";
    const textOf = one => {
        const copy = one.cloneNode(true);
        for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
        return copy.textContent.replace(/\\s+/g, " ").trim();
    };
    const around = (node, selector) => (node instanceof Element ? node : node.parentElement)?.closest(selector);
    const tell = text => text && window.announced.push(text);
    const heard = changes => {
        const changed = new Set(changes.map(({ target }) => around(target, LIVE)));
        for (const one of changed) {
            if (one?.checkVisibility() && said.get(one) !== textOf(one)) tell(textOf(one));
            if (one) said.set(one, textOf(one));
        }
        for (const { target, addedNodes } of changes) {
            if (!around(target, "[role=log]")) continue;
            for (const one of addedNodes) if (one.matches?.("li") && one.checkVisibility()) tell(textOf(one));
        }
    };
    document.addEventListener("DOMContentLoaded", () => {
        for (const one of document.querySelectorAll(LIVE)) said.set(one, textOf(one));
        new MutationObserver(heard).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
"""
"""Keeps what live regions say, in `announced`."""

SILENT = {"generic", "none", "InlineTextBox", "RootWebArea", "LineBreak", "LayoutTable", "paragraph", "list"}
"""Roles that are not told by themselves; what is in them is."""
WHOLE = {
    "button",
    "link",
    "heading",
    "DisclosureTriangle",
    "image",
    "img",
    "columnheader",
    "rowheader",
    "cell",
    "tooltip",
}
"""Roles that are told by their name, which holds all that is in them."""


def read(page: Page) -> list[str]:
    """Tell everything on the page, from top to bottom, as a reader would."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    known = {node["nodeId"]: node for node in nodes}
    return list(_told(nodes[0], known))


def _told(node: dict[str, Any], known: dict[str, Any]) -> Iterator[str]:
    role = str(node.get("role", {}).get("value", ""))
    name = str(node.get("name", {}).get("value", "")).strip()
    inside = [known[child] for child in node.get("childIds", ()) if child in known]
    if not node.get("ignored") and name and role not in SILENT:
        states = [kept["name"] for kept in node.get("properties", ()) if _is_told(kept)]
        yield " ".join([f"{role}:" if role != "StaticText" else "text:", name, *(f"({state})" for state in states)])
        if role in WHOLE:
            return
    if role == "StaticText":
        return
    for child in inside:
        yield from _told(child, known)


def _is_told(kept: dict[str, Any]) -> bool:
    return kept["name"] in ("disabled", "pressed", "expanded") and kept["value"].get("value") in (True, "true")


def announced(page: Page) -> list[str]:
    """Tell what was announced since the last time."""
    said: list[str] = page.evaluate("window.announced.splice(0)")
    return said


def turn(page: Page, game: str) -> dict[str, list[str]]:
    """Take one turn of a game with keys alone; return what is told before it, of a choice, and after it."""
    person = Person(page, seed=1)
    person.open_table(game)
    person.wait()
    before = read(page)
    announced(page)
    page.keyboard.press("Escape")
    page.locator("#hint").press("Enter")
    page.wait_for_selector("#commit:visible")
    page.wait_for_function("() => document.getElementById('effect').textContent !== ''")
    choice = announced(page)
    number = person.position
    page.locator("#commit").press("Enter")
    person.wait_for_another_position(number)
    person.wait()
    return {
        "before": before,
        "choice": choice,
        "after": announced(page),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pages.reader", description=__doc__)
    parser.add_argument("game", choices=list(games.names()))
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        ready(f"sqlite:///{folder}/tables.db") as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        page = browser.new_page(base_url=server.address, locale="en-US", reduced_motion="reduce")
        page.add_init_script(ANNOUNCED)
        for moment, told in turn(page, asked.game).items():
            print(f"== {moment}", *told, sep="\n")
        browser.close()


if __name__ == "__main__":
    main()
