"""What people at a table can do about somebody rude, on both databases."""

from __future__ import annotations

import asyncio

import httpx

from tests.server.client import OPEN, Body, Client, Run, person
from tests.server.test_host import PATIENCE, talking
from tests.server.test_tables import path_of
from tilery.server.tables.host import Host, TableFilter

FORM = {"x-tilery": "script"}


class Guest:
    """A browser at a table."""

    def __init__(self, client: Client) -> None:
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(client.app), base_url="http://table")

    async def open(self, table: str, secret: str) -> None:
        answer = await self.http.get(f"/t/{table}/with/{secret}", follow_redirects=True)
        assert answer.status_code == 200

    async def post(self, path: str, **fields: object) -> tuple[int, str]:
        answer = await self.http.post(path, data={name: str(value) for name, value in fields.items()}, headers=FORM)
        return answer.status_code, answer.json().get("error", "")


async def sitting(client: Client, made: Body, name: str) -> Guest:
    guest = Guest(client)
    await guest.open(made["id"], made["invite"])
    assert (await guest.post(f"/t/{made['id']}/sit", name=name))[0] == 200
    return guest


async def owner_of(client: Client, made: Body) -> Guest:
    owner = Guest(client)
    await owner.open(made["id"], made["owner"])
    await owner.open(made["id"], made["seats"][0])
    return owner


def test_an_owner_mutes_somebody_and_lets_them_speak_again(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        owner, guest = await owner_of(client, made), await sitting(client, made, "Bo")
        here = f"/t/{made['id']}"
        assert (await owner.post(f"{here}/mute", player=1, on="on"))[0] == 200
        assert await guest.post(f"{here}/chat", text="hello") == (403, "The owner of this table has muted you.")
        assert (await owner.post(f"{here}/chat", text="be kind"))[0] == 200
        assert (await owner.post(f"{here}/mute", player=1, on="off"))[0] == 200
        assert (await guest.post(f"{here}/chat", text="sorry"))[0] == 200
        assert (await guest.post(f"{here}/mute", player=0, on="on"))[0] == 403, "only owners"
        assert (await owner.post(f"{here}/mute", player=0, on="on"))[0] == 403, "not oneself"
        assert (await owner.post(f"{here}/mute", player=7, on="on"))[0] == 404

    run(play)


def test_who_was_removed_before_the_start_cannot_come_back_by_the_same_link(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN, public=True)
        owner, guest = await owner_of(client, made), await sitting(client, made, "Bo")
        here = f"/t/{made['id']}"
        stream = asyncio.create_task(guest.http.get(f"{here}/stream"))
        await asyncio.sleep(0.2)
        assert (await owner.post(f"{here}/remove", player=1))[0] == 200
        await asyncio.wait_for(stream, PATIENCE)
        assert (await guest.http.get(here)).status_code == 403
        again = await guest.http.get(f"{here}/with/{made['invite']}", follow_redirects=True)
        assert again.status_code == 403
        assert "You have been removed from this table." in again.text
        assert (await guest.post(f"{here}/sit", name="Bo"))[0] == 403
        assert here not in (await guest.http.get("/")).text.split('class="list mine"')[-1].split("</ul>")[0]
        other = await sitting(client, made, "Cleo")
        assert (await other.http.get(here)).status_code == 200, "the seat is free for others"
        assert "A player was removed from the table." in (await owner.http.get(here)).text

    run(play)


def test_who_was_removed_from_a_running_game_is_not_at_the_rematch(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN)
        owner, guest = await owner_of(client, made), await sitting(client, made, "Bo")
        here = f"/t/{made['id']}"
        assert (await owner.post(f"{here}/start"))[0] == 200
        assert (await owner.post(f"{here}/remove", player=1))[0] == 200
        assert (await owner.post(f"{here}/remove", player=1))[0] == 409, "once is enough"
        assert (await guest.post(f"{here}/back"))[0] == 403
        live = await client.tables.find(made["id"])
        assert live.table.players[1].is_played_by_bot
        assert "Bo was removed from the table. A bot is playing." in (await owner.http.get(here)).text
        async with asyncio.timeout(PATIENCE):
            while live.table.status != "over":
                if 0 in live.table.started_match.waiting:
                    await client.move(made, 0, str(live.table.started_match.view(0).legal_moves[0]))
                await asyncio.sleep(0.05)
        rematch = await client.done("POST", f"{path_of(made)}/rematch", made["owner"], {})
        players = (await client.tables.find(rematch["table"])).table.players
        assert sorted(player.kind for player in players) == ["open", "person"]

    run(play)


def test_a_message_is_reported_once_by_each_and_the_host_sees_it(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        number = (await client.tables.find(made["id"])).table.number
        owner, watcher = await owner_of(client, made), Guest(client)
        await watcher.open(made["id"], made["watch"])
        here = f"/t/{made['id']}"
        for _ in range(2):
            assert (await owner.post(f"{here}/report", message=number, note="rude"))[0] == 200
            assert (await watcher.post(f"{here}/report", message=number))[0] == 200
        rude = Guest(client)
        await rude.open(made["id"], made["seats"][1])
        assert (await rude.post(f"{here}/report", message=number))[0] == 403
        assert (await owner.post(f"{here}/report", message=1))[0] == 404, "that is no message"
        stranger = Guest(client)
        assert (await stranger.post(f"{here}/report", message=number))[0] == 404
        host = Host(client.tables, "test")
        assert {(report.by, report.note) for report in await host.reports(made["id"])} == {(0, "rude"), (None, "")}
        assert [listed.row.reports for listed in await host.tables(TableFilter(reported=True), 9)] == [2]
        await host.handle_reports(made["id"])
        assert await host.tables(TableFilter(reported=True), 9) == []

    run(play)


def test_a_program_removes_mutes_and_reports(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), OPEN, OPEN)
        bo = await client.sit(made, "Bo")
        owner, ann = made["owner"], made["seats"][0]

        async def post(name: str, secret: str, body: Body, key: str = "") -> tuple[int, Body]:
            headers = {"authorization": f"Bearer {secret}", **({"idempotency-key": key} if key else {})}
            answer = await client.http.post(f"{path_of(made)}/{name}", json=body, headers=headers)
            return answer.status_code, answer.json()

        said = (await post("chat", bo, {"text": "fools"}))[1]["number"]
        muted = await post("mute", owner, {"seat": 1, "on": True}, "once")
        assert muted[0] == 200
        assert await post("mute", owner, {"seat": 1, "on": True}, "once") == muted
        assert (await post("chat", bo, {"text": "more"}))[1]["error"]["code"] == "muted"
        assert (await post("mute", bo, {"seat": 1, "on": False}))[1]["error"]["code"] == "forbidden"
        assert await post("report", ann, {"number": said, "note": "rude"}) == (200, {})
        assert (await post("report", bo, {"number": said}))[1]["error"]["code"] == "forbidden"
        (report,) = await Host(client.tables, "ann").reports(made["id"])
        assert (report.number, report.seat, report.by, report.note) == (said, 1, 0, "rude")
        assert (await post("remove", ann, {"seat": 1}))[1]["error"]["code"] == "forbidden"
        removed = await post("remove", owner, {"seat": 1}, "for good")
        assert removed[0] == 200
        assert await post("remove", owner, {"seat": 1}, "for good") == removed
        assert (await post("chat", bo, {"text": "hello"}))[1]["error"]["code"] == "removed"
        assert (await client.done("GET", path_of(made), owner))["players"][1]["kind"] == "open"

    run(play)
