"""The files that pages need: their addresses change with their content, also those of modules that import others."""

from __future__ import annotations

import re
import struct
from urllib.parse import urljoin

import pytest

from tests.server.client import Client, run_on
from tilery.server.pages import static_files
from tilery.server.pages.static_files import module_tags, static_url

PAGES = ["/", "/new/topiary", "/replay", "/score/topiary", "/rules/topiary", "/about"]
MODULES = ["table", "replay", "score", "new-table", "upload-record"]


def test_browsers_may_keep_whatever_a_page_asks_for(file_database: str) -> None:
    async def play(client: Client) -> None:
        await client.tables.warmup.prepare("topiary")
        found = set()
        for page in PAGES:
            answer = await client.http.get(page)
            assert answer.status_code == 200, page
            found |= set(re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.text))
        assert {name.rpartition("/")[2] for name in found} >= {"style.css", "theme.js", "score.js", "new-table.js"}
        for address in found:
            answer = await client.http.get(address)
            assert answer.status_code == 200, address
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["x-content-type-options"] == "nosniff"
            if address.endswith(".js"):
                assert answer.headers["content-type"].startswith("text/javascript")

    run_on(file_database, play)


@pytest.mark.parametrize("name", MODULES)
def test_a_page_asks_at_once_for_all_that_its_script_imports(name: str, file_database: str) -> None:
    """As a browser finds it: from the address of each script to those that it imports."""

    async def play(client: Client) -> None:
        tags = str(module_tags(f"scripts/{name}.js"))
        preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', tags)
        waiting = re.findall(r'<script src="([^"]+)" type="module">', tags)
        assert len(waiting) == 1
        imported: set[str] = set()
        while waiting:
            address = waiting.pop()
            answer = await client.http.get(address)
            assert answer.status_code == 200, address
            source = re.sub(r"/\*.*?\*/|//[^\n]*", "", answer.text, flags=re.DOTALL)
            for path in re.findall(r'\bfrom\s*"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"', source):
                found = urljoin(address, "".join(path))
                if found not in imported:
                    imported.add(found)
                    waiting.append(found)
        assert sorted(imported) == sorted(preloaded)

    run_on(file_database, play)


def test_scripts_change_their_addresses_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that has kept some of them never mixes old ones with new ones."""
    files = static_files._files()
    scripts = [name for name in files if name.startswith("scripts/")]
    before = {name: static_url(name) for name in scripts}
    changed = {**files, "scripts/shared/dom.js": (b"// changed", "text/javascript")}
    monkeypatch.setattr(static_files, "_files", lambda: changed)
    caches = (static_url, static_files._all_scripts)
    for cache in caches:
        cache.cache_clear()
    try:
        assert [name for name in scripts if static_url(name) == before[name]] == []
    finally:
        monkeypatch.undo()
        for cache in caches:
            cache.cache_clear()
    assert {name: static_url(name) for name in scripts} == before


def test_an_old_address_leads_nowhere(file_database: str) -> None:
    async def play(client: Client) -> None:
        for name in ("style.css", "scripts/table.js", "scripts/table/offers.js"):
            digest = static_url(name).split("/")[2]
            assert (await client.http.get(static_url(name))).status_code == 200
            assert (await client.http.get(static_url(name).replace(digest, "0" * 12))).status_code == 404
        for name in ("scripts/globals.d.ts", "package.json", "scripts/../package.json", "scripts"):
            assert (await client.http.get(f"/static/{digest}/{name}")).status_code == 404

    run_on(file_database, play)


def test_scripts_are_compressed_for_those_who_ask(file_database: str) -> None:
    async def play(client: Client) -> None:
        address = static_url("scripts/table.js")
        packed = await client.http.get(address, headers={"accept-encoding": "gzip"})
        plain = await client.http.get(address, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text

    run_on(file_database, play)


def test_the_app_has_icons_for_every_system(file_database: str) -> None:
    async def play(client: Client) -> None:
        manifest = (await client.http.get("/manifest.webmanifest")).json()
        sizes = {}
        for icon in manifest["icons"]:
            answer = await client.http.get(icon["src"])
            assert answer.status_code == 200
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", answer.content[16:24])
                sizes[icon["purpose"], icon["sizes"]] = f"{width}x{height}"
        assert sizes == {
            ("any", "192x192"): "192x192",
            ("any", "512x512"): "512x512",
            ("maskable", "512x512"): "512x512",
        }
        found = re.search(r'<link rel="apple-touch-icon" href="([^"]+)"', (await client.http.get("/")).text)
        assert found is not None
        assert (await client.http.get(found[1])).content[16:24] == struct.pack(">II", 180, 180)

    run_on(file_database, play)
