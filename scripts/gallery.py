"""Plays games in a real browser on a real server and writes pictures of every page; `make gallery` runs it.

Every page is shown on a laptop and on a phone, light and dark, in all languages, and in one way each on a small phone,
a tablet and a large screen. The dice of the server are loaded and the moves are those of its hints, so that games are
alike each time. `docs/gallery/index.html` shows all pictures; of each way to look there is an overview, small enough to
be kept in the repository.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, StorageState, TimeoutError, sync_playwright  # noqa: A004

from tests.pages import chromium
from tests.pages.person import PATIENCE, Person
from tests.server.processes import ServerProcess, serving
from tilery import Match, Record, bots, games
from tilery.match.position import position_of
from tilery.match.warmup import warm_up
from tilery.words import LANGUAGES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "gallery"
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {
        "viewport": {"width": 390, "height": 664},  # with the bars of its browser
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 2,
    },
    "small": {
        "viewport": {"width": 360, "height": 640},
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 2,
    },
    "tablet": {"viewport": {"width": 768, "height": 1024}, "is_mobile": True, "has_touch": True},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
}
THEMES = ("light", "dark")
SEATS = 3
LOADED = (
    "import random, secrets; random.seed(7); secrets.randbits = lambda bits: 7; from tilery.cli import main; main()"
)
"""A server that deals the same tiles to every table, and whose bots decide the same way each time."""
TALLEST = 2600
"""Of a page that is longer, the beginning is shown."""
OVERVIEW = "overview"
PLAYED = ("begin", "guide", "middle", "hint", "player", "patterns", "late", "end", "end-pointed", "replay")
"""The moments of a game."""

Doing = Callable[[Page], object]


@dataclass(frozen=True)
class Variant:
    """A way to look at a page."""

    size: str
    theme: str
    language: str

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}-{self.language}"


ALL = [
    *(Variant(*one) for one in product(("desktop", "phone"), THEMES, LANGUAGES)),
    Variant("small", "light", "de"),
    Variant("tablet", "light", "fr"),
    Variant("wide", "dark", "en"),
]


class Visitor:
    """Somebody with a browser for each way to look at pages; the server takes them all for the same one."""

    def __init__(self, browser: Browser, address: str, variants: Sequence[Variant]) -> None:
        self._browser = browser
        self._address = address
        first = self._open(variants[0])
        first.goto("/")
        known = first.context.storage_state()
        self.pages = {variants[0]: first, **{variant: self._open(variant, known) for variant in variants[1:]}}

    def _open(self, variant: Variant, known: StorageState | None = None) -> Page:
        context = self._browser.new_context(
            base_url=self._address,
            locale=variant.language,
            color_scheme="dark" if variant.theme == "dark" else "light",
            reduced_motion="reduce",
            storage_state=known,
            **SIZES[variant.size],
        )
        context.add_init_script("try { localStorage.speed ??= 'instant' } catch {}")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    @property
    def page(self) -> Page:
        """The browser that plays."""
        return next(iter(self.pages.values()))

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()


class Gallery:
    """The pictures, and how they are taken."""

    def __init__(self, browser: Browser, address: str, variants: Sequence[Variant], only: str) -> None:
        self._browser = browser
        self._address = address
        self._variants = variants
        self._only = re.compile(only)

    @contextmanager
    def visitor(self) -> Iterator[Visitor]:
        visitor = Visitor(self._browser, self._address, self._variants)
        yield visitor
        visitor.close()

    def wants(self, *names: str) -> bool:
        return any(self._only.search(name) for name in names)

    def show(self, visitor: Visitor, name: str, path: str, first: Doing | None = None) -> None:
        """Take the pictures of a page, after something was done there first."""
        if not self.wants(name):
            return
        print(name, flush=True)
        for variant, page in visitor.pages.items():
            page.goto(path)
            if first is not None:
                first(page)
            (FOLDER / f"{name}-{variant}.webp").write_bytes(picture(page))
            if page is not visitor.page:
                page.goto("about:blank")  # who only looks would else follow every move

    def index(self) -> None:
        """A page to look through all pictures."""
        shown = sorted(
            {path.stem.removesuffix(f"-{variant}") for variant in ALL for path in FOLDER.glob(f"*-{variant}.webp")}
            - {OVERVIEW}
        )
        choices = "".join(
            f'<select id="{kind}">{"".join(f"<option>{value}</option>" for value in values)}</select> '
            for kind, values in (("size", SIZES), ("theme", THEMES), ("language", LANGUAGES))
        )
        figures = "".join(
            f'<figure><a><img data-name="{name}" alt="{name}"></a><figcaption>{name}</figcaption></figure>'
            for name in shown
        )
        (FOLDER / "index.html").write_text(INDEX.format(choices=choices, figures=figures), "utf-8")

    def overviews(self) -> None:
        """For each way to look, all pictures in one."""
        page = self._browser.new_page(viewport={"width": 1600, "height": 900})
        page.goto((FOLDER / "index.html").as_uri())
        for variant in self._variants:
            for kind, value in vars(variant).items():
                page.select_option(f"#{kind}", value)
            page.evaluate("Promise.allSettled([...document.images].map((image) => image.decode()))")
            taken = picture(page, tallest=2 * TALLEST, quality=55)
            (FOLDER / f"{OVERVIEW}-{variant}.webp").write_bytes(taken)


INDEX = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Tilery: gallery</title>
<style>
body {{ margin: 16px; background: #8882; font: 14px sans-serif; }}
main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); gap: 12px; margin-top: 12px; }}
.phone, .small {{ grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); }}
figure {{ margin: 0; }} img {{ width: 100%; aspect-ratio: 16 / 9; object-fit: cover; object-position: top; }}
.phone img, .small img {{ aspect-ratio: 390 / 664; }}
.tablet img {{ aspect-ratio: 3 / 4; }}
</style>
{choices}<main>{figures}</main>
<script>
function show() {{
  const chosen = [...document.querySelectorAll("select")].map((one) => one.value);
  document.querySelector("main").className = chosen[0];
  for (const image of document.images) {{
    image.src = `${{image.dataset.name}}-${{chosen.join("-")}}.webp`;
    image.parentNode.href = image.src;
  }}
}}
document.addEventListener("change", show);
show();
</script>
"""


def picture(page: Page, tallest: int = TALLEST, quality: int = 88) -> bytes:
    """What a page shows: a table as far as the screen goes, a page for reading as far as it is long."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(250)
    width, height, whole = page.evaluate(
        """[innerWidth, innerHeight, document.body.classList.contains("at-table") ? 0 : document.body.scrollHeight]"""
    )
    clip = {"x": 0, "y": 0, "width": width, "height": min(max(height, whole), tallest), "scale": 1}
    session = page.context.new_cdp_session(page)
    taken = session.send(
        "Page.captureScreenshot",
        {"format": "webp", "quality": quality, "clip": clip, "captureBeyondViewport": True},
    )
    session.detach()
    return base64.b64decode(taken["data"])


# What is there to see.


def show_everything(gallery: Gallery) -> None:
    with gallery.visitor() as host:
        wait_for_rules(host.page)
        for game in games.names():
            show_game(gallery, host, game)
        show_pages(gallery, host)
        if gallery.wants("waiting", "join"):
            show_meeting(gallery, host)


def wait_for_rules(page: Page) -> None:
    """Wait until the server has loaded the rules of all games."""
    for game in games.names():
        while (answer := page.goto(f"/score/{game}")) is not None and answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
            page.wait_for_timeout(500)


def show_game(gallery: Gallery, host: Visitor, game: str) -> None:
    """A game from its box to its end, and all pages that are about it."""
    gallery.show(host, f"{game}-new", f"/new/{game}")
    gallery.show(host, f"{game}-rules", f"/rules/{game}")
    gallery.show(host, f"{game}-score", f"/score/{game}?seats={SEATS}")
    gallery.show(host, f"{game}-score-entered", "/score", lambda page: enter(page, final_table(game)))
    parts = [f"{game}-{part}" for part in PLAYED]
    if gallery.wants(*parts):
        show_play(gallery, host, game)


def show_play(gallery: Gallery, host: Visitor, game: str) -> None:
    """One game against bots, at its beginning, in its middle, late and at its end."""
    page, person, decisions = host.page, Person(host.page), usual_decisions(game)
    open_table(page, game)
    page.wait_for_selector("#room.running")
    path = page.url
    gallery.show(host, f"{game}-begin", path, settled)
    gallery.show(host, f"{game}-guide", path, open_guide)
    person.play(lambda: follow_hint(person), moves=decisions * 2 // 5)
    gallery.show(host, f"{game}-middle", path, settled)
    gallery.show(host, f"{game}-hint", path, take_up)
    gallery.show(host, f"{game}-player", path, look_at_another)
    gallery.show(host, f"{game}-patterns", path, choose_patterns)
    person.play(lambda: follow_hint(person), moves=decisions * 2 // 5)
    gallery.show(host, f"{game}-late", path, take_up)
    person.play(lambda: follow_hint(person))
    gallery.show(host, f"{game}-end", path)
    gallery.show(host, f"{game}-end-pointed", path, point)
    page.goto(f"{path}/replay")
    moves = int(page.locator("#slider").get_attribute("max") or 0)
    gallery.show(host, f"{game}-replay", f"{path}/replay?move={moves // 2}&seat=0")


def follow_hint(person: Person) -> None:
    """Decide as the best bot would. Where all decide at once, what others do may empty the hand: then ask again."""
    for _ in range(20):
        try:
            person.page.locator("#hint").click()
            person.page.locator("#commit").click(timeout=3000)
            return
        except TimeoutError:
            continue
    raise RuntimeError(f"no hint could be followed; {person.described()}")


def usual_decisions(game: str) -> int:
    """About how often one player decides in a game: as often as bots do."""
    match = Match(game, SEATS, seed=7)
    while match.waiting:
        seat = match.waiting[0]
        match.play(bots.choose("medium", match, seat, 0), seat)
    return sum(seat == 0 for seat, _ in match.log())


def open_table(page: Page, game: str, *, friends: bool = False) -> None:
    """A new table with bots, or with an open seat for a friend."""
    page.goto(f"/new/{game}")
    page.locator("input[name=name]").fill("Ann")
    page.locator(f"input[name=seats][value='{SEATS}']").check()
    for seat in range(1, SEATS):
        page.locator(f"#seat{seat}").select_option("open" if friends and seat == 1 else "medium")
    page.locator("form.fields .primary").click()
    page.wait_for_selector("#room")


def settled(page: Page) -> None:
    """Wait until it is one's turn and what may be done is shown."""
    page.wait_for_selector("#room[data-mine=yes] .offered")


def open_guide(page: Page) -> None:
    settled(page)
    page.locator("#ask:visible, #guide summary:visible").first.click()


def take_up(page: Page) -> None:
    """Ask for a hint, and let its effect be shown."""
    settled(page)
    page.locator("#hint").click()
    page.wait_for_selector("#commit:visible")
    page.wait_for_selector("#effect > *", state="attached")


def look_at_another(page: Page) -> None:
    settled(page)
    page.locator(".look").nth(1).click()
    page.wait_for_selector("#looked h2")


def choose_patterns(page: Page) -> None:
    """Show patterns instead of hues, for this picture only."""
    settled(page)
    page.evaluate("document.documentElement.dataset.patterns = 'on'")


def point(page: Page) -> None:
    """Point at the largest number on the sheet."""
    page.locator(".number").evaluate_all(
        "all => all.reduce((best, one) => Number(one.textContent) > Number(best.textContent) ? one : best).focus()"
    )


def final_table(game: str) -> str:
    """How the table lies at the end of the game in the rules."""
    record = Record.parse((games.find(game).page_folder / "example.json").read_text("utf-8"))
    return json.dumps(position_of(record.replay()))


def enter(page: Page, document: str) -> None:
    """Go on with a table that was saved."""
    page.locator(".count-paste summary").click()
    page.locator("textarea").fill(document)
    page.locator(".count-paste form button").click()
    page.wait_for_selector("#count")


def show_pages(gallery: Gallery, host: Visitor) -> None:
    gallery.show(host, "home", "/")
    gallery.show(host, "rules", "/rules")
    gallery.show(host, "score", "/score")
    gallery.show(host, "replays", "/replay")
    gallery.show(host, "about", "/about")
    gallery.show(host, "error", "/t/nowhere")


def show_meeting(gallery: Gallery, host: Visitor) -> None:
    """A table that waits for friends, as its host and as a friend see it."""
    open_table(host.page, games.names()[0], friends=True)
    gallery.show(host, "waiting", host.page.url)
    host.page.locator(".primary[data-link=invite]").click()
    link = host.page.locator("#notice input").input_value()
    with gallery.visitor() as friend:
        gallery.show(friend, "join", link)


def show_preparing(browser: Browser, variants: Sequence[Variant], only: str) -> None:
    """A server on a machine where nothing was compiled yet."""
    with tempfile.TemporaryDirectory() as empty, server(empty, TILERY_CACHE=empty) as cold:
        gallery = Gallery(browser, cold.address, variants, only)
        with gallery.visitor() as visitor:
            gallery.show(visitor, "preparing", f"/score/{games.names()[-1]}?seats={SEATS}")


@contextmanager
def server(folder: str, **environment: str) -> Iterator[ServerProcess]:
    """A server with its tables in a folder, whose bots do not let anybody wait."""
    settings: dict[str, Any] = {
        "bot_seconds": 0,
        "new_tables_a_minute": 10_000,
        "links_a_minute": 10_000,
        "work_a_minute": 10**9,
    }
    database = f"sqlite:///{folder}/tables.db"
    with serving(database, program=("-c", LOADED), environment=environment, **settings) as process:
        yield process


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a pattern: only pictures with such names")
    parser.add_argument("--as", dest="way", default="", help="a pattern of ways to look, such as desktop-light-en")
    asked = parser.parse_args()
    variants = [variant for variant in ALL if re.search(asked.way, str(variant))]
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not asked.only and not asked.way:
        for old in FOLDER.glob("*.webp"):
            old.unlink()
    for game in games.names():  # compiled before anybody waits for it
        warm_up(game, "bots")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = chromium.launch(playwright)
        with server(folder) as process:
            gallery = Gallery(browser, process.address, variants, asked.only)
            show_everything(gallery)
        if gallery.wants("preparing"):
            show_preparing(browser, variants, asked.only)
        gallery.index()
        gallery.overviews()
        browser.close()


if __name__ == "__main__":
    main()
