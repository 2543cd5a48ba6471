"""One person on several devices: a personal link brings all tables along, can be renewed, and can be forgotten."""

from __future__ import annotations

import html
import re

import httpx

from tests.server.client import Body, Client, Run, person
from tests.server.test_days import browser, linked, page
from tests.server.test_tables import path_of


async def press(client: Client, path: str, secret: str | None, **form: str) -> httpx.Response:
    cookie = {"cookie": f"tilery={secret}; name=Ann; language=fr"} if secret else {}
    return await client.http.post(path, data=form or {"x": ""}, headers=cookie)


def cookie_of(answer: httpx.Response) -> str:
    found = re.search(r"tilery=([^;]+)", ",".join(answer.headers.get_list("set-cookie")))
    assert found is not None
    return found[1]


async def personal_link(client: Client, secret: str) -> str:
    answer = (await press(client, "/me/link", secret)).json()
    assert answer["picture"].startswith("<svg")
    return str(answer["link"]).removeprefix("http://table")


async def table_of(client: Client, secret: str) -> Body:
    return await client.table(person("Ann"), person("Bo"), browser=secret, start=True)


def test_a_personal_link_opens_all_tables_on_another_device(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        made = [(await table_of(client, ann))["id"] for _ in range(3)]
        link = await personal_link(client, ann)
        asked = await client.http.get(link)
        assert asked.status_code == 200
        assert "Play as Ann on this device?" in asked.text
        assert ann not in asked.text.replace(f'name="back" value="{link.replace("&", "&amp;")}"', "")
        answer = await client.http.post(link, data={"name": "Ann", "language": "fr"})
        assert cookie_of(answer) == ann
        assert "language=fr" in ",".join(answer.headers.get_list("set-cookie"))
        assert set(linked(await page(client, "/", cookie_of(answer)))) == set(made)

    run(play)


def test_nothing_is_given_away_by_opening_a_link(run: Run) -> None:
    """Somebody sends their own link to take over another's tables: opening it must not bring those along."""

    async def play(client: Client) -> None:
        bad, victim = await browser(client), await browser(client)
        made = await table_of(client, victim)
        link = await personal_link(client, bad)
        await client.http.get(link, headers={"cookie": f"tilery={victim}"})
        await press(client, link, victim)  # pressed without the tick
        assert linked(await page(client, "/", bad)) == []
        await press(client, link, victim, along="on")
        assert linked(await page(client, "/", bad)) == [made["id"]]

    run(play)


def test_the_page_of_a_secret_link_does_not_tell_its_address(run: Run) -> None:
    """Browsers send the address of a page with all that it loads (`Referer`), and proxies log that."""

    async def play(client: Client) -> None:
        made, ann = await client.table(person("Ann"), person("Bo")), await browser(client)
        personal = await personal_link(client, ann)
        unknown = f"/t/{made['id']}/with/{'x' * 24}"
        for link, status in ((personal, 200), (unknown, 404)):
            answer = await client.http.get(link)
            assert answer.status_code == status
            assert answer.headers["referrer-policy"] == "strict-origin"
            told = re.search(r'name="back" value="([^"]+)"', answer.text)
            assert told is not None
            back = await client.http.post("/settings", data={"language": "de", "back": html.unescape(told[1])})
            assert back.headers["location"] == link, "who changes the language comes back"
        assert 'name="back"' not in (await client.http.get("/me")).text
        for elsewhere in ("https://example.org/t/x", "//example.org", "javascript:alert(1)", "t/x", "/\\example.org"):
            back = await client.http.post("/settings", data={"language": "de", "back": elsewhere})
            assert back.headers["location"] == "/"

    run(play)


def test_a_renewed_link_shuts_out_the_old_one(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        made = await table_of(client, ann)
        assert (await client.done("GET", path_of(made), ann))["seat"] == 0
        new = cookie_of(await press(client, "/me/renew", ann))
        assert new != ann
        assert (await client.ask("GET", path_of(made), ann))[0] == 404
        assert (await client.done("GET", path_of(made), new))["seat"] == 0
        assert linked(await page(client, "/", ann)) == []
        assert (await client.ask("DELETE", path_of(made), new))[0] == 200  # owner's rights come along

    run(play)


def test_erase_me_leaves_no_name_and_no_message(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        made = await client.table(person("Annabel"), person("Bo"), browser=ann, start=True)
        await client.done("POST", f"{path_of(made)}/chat", ann, {"text": "my phone number"})
        await client.done("POST", f"{path_of(made)}/chat", made["seats"][1], {"text": "mine"})
        await press(client, "/me/erase", ann)
        assert (await client.ask("GET", path_of(made), ann))[0] == 404
        stored = await client.tables.storage.read(
            lambda connection: connection.exec_driver_sql("SELECT body FROM events").scalars().all()
        )
        assert not any("Annabel" in body or "phone" in body for body in stored)
        assert any("mine" in body for body in stored)
        shown = await client.http.get(f"/t/{made['id']}", headers={"cookie": f"tilery={made['seats'][1]}"})
        assert "Annabel" not in shown.text
        assert "phone" not in shown.text

    run(play)


def test_a_wrong_link_is_refused(run: Run) -> None:
    async def play(client: Client) -> None:
        assert (await client.http.get("/me/with/short")).status_code == 404
        assert (await client.http.post("/me/with/short", data={"x": ""})).status_code == 404

    run(play)
