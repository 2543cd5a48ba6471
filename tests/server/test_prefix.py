"""A server below a path: every address that leaves it leads below that path."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.client import CONFIG, Client, run_on
from tests.server.test_moderation import FORM, Guest
from tilery.server.config import Config
from tilery.server.notices.notifier import NoticeText
from tilery.server.pages.static_files import WEB
from tilery.words import SpokenError, say

ROOT = "/tiles"
BELOW = replace(CONFIG, base_address="https://example.org/tiles/")
ADDRESS = re.compile(r'\s(?:href|src|action|formaction|data-(?!root)[a-z-]+)="(/[^"]*)"')
PAGES = (
    "/",
    "/new/pebbles",
    "/rules",
    "/rules/pebbles",
    "/replay",
    "/score",
    "/me",
    "/about",
    "/clubs",
    "/host",
    "/no-such-page",
)


async def seen(guest: Guest, path: str) -> str:
    answer = await guest.http.get(ROOT + path)
    for address in ADDRESS.findall(answer.text):
        assert address.startswith(f"{ROOT}/"), f"{path} leads to {address}"
    return answer.text


def test_every_address_on_every_page_is_below_the_path(file_database: str) -> None:
    async def play(client: Client) -> None:
        guest = Guest(client)
        for path in PAGES:
            await seen(guest, path)
        founded = await guest.http.post(f"{ROOT}/clubs", data={"name": "Hedge club", "person": "Ann"})
        assert "Hedge club" in await seen(guest, founded.headers["location"].removeprefix(ROOT))
        bare = await guest.http.get(ROOT)
        assert (bare.status_code, bare.headers["location"]) == (308, "/tiles/")
        dealt = await guest.http.post(f"{ROOT}/play/pebbles", data={"guide": ""})
        table = dealt.headers["location"].removeprefix(ROOT)
        assert dealt.headers["location"].startswith(f"{ROOT}/t/")
        assert all("; Path=/tiles/;" in cookie for cookie in dealt.headers.get_list("set-cookie"))
        shown = await seen(guest, table)
        await seen(guest, f"{table}/replay")
        style = re.search(r'href="([^"]+/style.css)"', shown)
        assert style is not None
        sheet = await guest.http.get(style[1])
        assert sheet.status_code == 200
        font = re.search(r'url\("(\.\./[^"]+)"\)', sheet.text)
        assert font is not None
        assert (await guest.http.get(f"{style[1].rpartition('/')[0]}/{font[1]}")).status_code == 200
        for script in re.findall(r'src="([^"]+\.js)"', shown):
            assert (await guest.http.get(script)).status_code == 200

    run_on(file_database, play, BELOW)


def test_links_that_people_send_have_the_whole_address(file_database: str) -> None:
    async def play(client: Client) -> None:
        guest = Guest(client)
        table = (await guest.http.post(f"{ROOT}/play/pebbles", data={"guide": ""})).headers["location"]
        made = await guest.http.post(f"{table}/link", data={"kind": "watch"}, headers=FORM)
        link = made.json()["link"]
        assert link.startswith(f"https://example.org{table}/with/")
        assert (
            (await guest.http.post(f"{ROOT}/me/link")).json()["link"].startswith("https://example.org/tiles/me/with/")
        )
        joined = await guest.http.post(f"{ROOT}/join", data={"link": link})
        assert joined.headers["location"] == link.removeprefix("https://example.org")
        back = await guest.http.post(
            f"{ROOT}/settings", data={"language": "fr"}, headers={"referer": f"http://table{ROOT}/rules"}
        )
        assert back.headers["location"] == f"{ROOT}/rules"
        manifest = (await guest.http.get(f"{ROOT}/manifest.webmanifest")).json()
        assert (manifest["start_url"], manifest["scope"], manifest["id"]) == ("/tiles/", "/tiles/", "/tiles/")
        assert (await guest.http.get(manifest["icons"][0]["src"])).status_code == 200

    run_on(file_database, play, BELOW)


def test_messages_lead_below_the_path() -> None:
    told = NoticeText(say("Your turn: {table}", table="x"), say("The bots are waiting for you."), "abc")
    assert '"url": "/tiles/t/abc"' in told.to_json("en", ROOT)


def test_health_answers_with_and_without_the_path(file_database: str) -> None:
    async def play(client: Client) -> None:
        assert (await client.http.get("/livez")).status_code == 200
        assert (await client.http.get(f"{ROOT}/livez")).status_code == 200

    run_on(file_database, play, BELOW)


@pytest.mark.parametrize("text", ["example.org", "ftp://example.org", "https://example.org/a b", "https://x/?q=1"])
def test_a_base_address_has_to_be_one(text: str) -> None:
    with pytest.raises(SpokenError, match="base-address"):
        Config(base_address=text)


@pytest.mark.parametrize("path", sorted((WEB / "scripts").rglob("*.js")), ids=lambda path: path.name)
def test_scripts_ask_for_nothing_at_the_root_of_the_host(path: Path) -> None:
    """What begins with a slash goes through `at`, which knows the path."""
    text = path.read_text("utf-8")
    found = re.findall(r"""(?<!\bat)\((["'`]/[a-z][^"'`]*)""", text)
    assert found == []


@pytest.mark.parametrize("path", sorted((WEB / "templates").glob("*.html")), ids=lambda path: path.name)
def test_templates_write_addresses_where_the_path_is_added(path: Path) -> None:
    """In attributes; in an expression, `root` comes first, or what has it already."""
    for expression in re.findall(r"{[{%].*?[%}]}", path.read_text("utf-8")):
        for before, address in re.findall(r"""(.{0,12})["'](/[a-z][^"']*)["']""", expression):
            assert "root" in before or before.rstrip().endswith("~"), f"{path.name}: {address}"
