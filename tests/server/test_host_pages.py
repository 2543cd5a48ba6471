"""The host's page: only with a key, in three languages, with everything that `tilery admin` can do at a table."""

from __future__ import annotations

import httpx
import pytest

from tests.server.client import Body, Client, Run
from tests.server.test_host import talking
from tests.server.test_moderation import FORM, Guest, owner_of
from tests.server.test_tables import path_of
from tilery.server.tables.host import Host


async def entered(client: Client) -> httpx.AsyncClient:
    """The browser of a host who has entered a key."""
    key = await Host(client.tables, "test").add_key("Ann")
    http = Guest(client).http
    answer = await http.post("/host/enter", data={"key": key})
    assert (answer.status_code, answer.headers["location"]) == (303, "/host")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    return http


async def acted(http: httpx.AsyncClient, path: str, **fields: object) -> None:
    answer = await http.post(path, data={name: str(value) for name, value in fields.items()})
    assert answer.status_code == 303, answer.text


async def reported(client: Client) -> Body:
    made = await talking(client)
    owner = await owner_of(client, made)
    number = (await client.tables.find(made["id"])).table.number
    assert (await owner.post(f"/t/{made['id']}/report", message=number, note="not nice"))[0] == 200
    return {**made, "message": number}


ACTIONS = (
    "/host/ban", "/host/unban", "/host/announce",
    *(f"/host/t/{{id}}/{name}" for name in ("watch", "close", "delete", "handled")),
    *(f"/host/t/{{id}}/{name}" for name in ("remove-person", "ban-person", "remove-message")),
)  # fmt: skip


def test_nobody_gets_anywhere_without_a_key(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        guest = Guest(client)
        await Host(client.tables, "test").add_key("Ann")
        assert "tilery admin token" in (await guest.http.get("/host")).text
        assert (await guest.http.get(f"/host/t/{made['id']}")).status_code == 401
        for path in ACTIONS:
            answer = await guest.http.post(path.format(id=made["id"]), data={"seat": "0"}, headers=FORM)
            assert answer.status_code == 401, path
        wrong = await guest.http.post("/host/enter", data={"key": "a" * 24})
        assert wrong.status_code == 403
        tries = [(await guest.http.post("/host/enter", data={"key": "a" * 24})).status_code for _ in range(12)]
        assert tries[-1] == 429, "keys cannot be guessed one after the other"
        assert (await client.tables.find(made["id"])).table.status == "open"

    run(play)


def test_a_revoked_key_opens_nothing(run: Run) -> None:
    async def play(client: Client) -> None:
        http = await entered(client)
        assert "Limits in use" in (await http.get("/host")).text
        await Host(client.tables, "test").remove_key("Ann")
        assert "Limits in use" not in (await http.get("/host")).text

    run(play)


@pytest.mark.parametrize(("language", "word"), [("en", "Limits in use"), ("fr", "Limites"), ("de", "Auslastung")])
def test_reports_come_first_in_every_language(run: Run, language: str, word: str) -> None:
    async def play(client: Client) -> None:
        made = await reported(client)
        http = await entered(client)
        http.cookies.set("language", language)
        shown = (await http.get("/host")).text
        assert word in shown
        assert "Ann, Bo" in shown
        assert "state-reported" in shown
        for state in ("running", "still", "over", "closed"):
            assert made["id"] not in (await http.get(f"/host?state={state}")).text
        assert made["id"] in (await http.get("/host?state=reported&search=bo")).text
        detail = (await http.get(f"/host/t/{made['id']}")).text
        assert "you are all fools" in detail
        assert "not nice" in detail

    run(play)


def test_a_host_sees_to_a_report(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await reported(client)
        http, here = await entered(client), f"/host/t/{made['id']}"
        await acted(http, f"{here}/remove-message", message=made["message"])
        assert "fools" not in (await http.get(here)).text
        assert "state-reported" not in (await http.get("/host")).text, "its reports are handled with it"
        await acted(http, f"{here}/remove-person", player=1, hours=24)
        assert client.tables.host.has_bans
        assert (await client.ask("GET", f"/api/tables/{made['id']}", made["seats"][1]))[0] == 403
        await acted(http, f"{here}/handled")
        assert "state-reported" not in (await http.get("/host")).text
        await acted(http, f"{here}/watch")
        assert (await http.get(f"/t/{made['id']}")).status_code == 200
        await acted(http, f"{here}/close")
        assert (await client.tables.find(made["id"])).table.status == "closed"
        await acted(http, f"{here}/delete")
        assert (await http.get(here)).status_code == 404
        done = await Host(client.tables, "test").done_lately(99)
        assert {each.by for each in done if each.action != "add key"} == {"Ann"}
        assert len(done) == 7, "nothing was left to handle"

    run(play)


def test_a_host_bans_whom_the_owner_has_removed(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await reported(client)
        await client.done("POST", f"{path_of(made)}/start", made["owner"])
        await client.done("POST", f"{path_of(made)}/remove", made["owner"], {"seat": 1})
        http, here = await entered(client), f"/host/t/{made['id']}"
        assert f'action="{here}/ban-person"' in (await http.get(here)).text
        await acted(http, f"{here}/ban-person", player=1, hours=24)
        status, answer = await client.ask("GET", f"/api/tables/{made['id']}", made["seats"][1])
        assert (status, answer["error"]["code"]) == (403, "banned")
        assert (await client.ask("GET", f"/api/tables/{made['id']}", made["owner"]))[0] == 200

    run(play)


def test_removing_somebody_outlives_a_draw_by_lot(run: Run) -> None:
    """Lots move what secrets open; who was removed stays shut out."""

    async def play(client: Client) -> None:
        made = await reported(client)
        await client.done("POST", f"{path_of(made)}/remove", made["owner"], {"seat": 1})
        owner = await owner_of(client, made)
        assert (await owner.post(f"/t/{made['id']}/lots"))[0] in (200, 303)
        status, answer = await client.ask("GET", f"/api/tables/{made['id']}", made["seats"][1])
        assert (status, answer["error"]["code"]) == (403, "removed")

    run(play)


def test_a_host_bans_and_announces(run: Run) -> None:
    async def play(client: Client) -> None:
        http = await entered(client)
        await acted(http, "/host/announce", text="We restart at <eight>", hours=1)
        assert "We restart at &lt;eight&gt;" in (await http.get("/rules")).text
        await acted(http, "/host/announce", text="", hours=1)
        assert "We restart" not in (await http.get("/rules")).text
        await acted(http, "/host/ban", address="127.0.0.1", hours=24, reason="noise")
        assert (await http.get("/")).status_code == 403
        shown = (await http.get("/host")).text
        assert "127.0.0.1/32 · noise" in shown, "a host who has banned the own address can undo it"
        ban = shown.partition('name="ban" value="')[2].partition('"')[0]
        await acted(http, "/host/unban", ban=ban)
        assert (await http.get("/")).status_code == 200
        assert (await http.post("/host/ban", data={"address": "nowhere", "hours": "1"})).status_code == 422

    run(play)
