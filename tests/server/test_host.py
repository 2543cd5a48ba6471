"""What a host can do by `tilery admin`, beside a running server, on both databases."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import CONFIG, OPEN, Body, Client, Run, person, run_on
from tests.server.test_tables import path_of
from tilery.cli import admin as cli_admin
from tilery.cli import main
from tilery.server.storage import host_queries, queries
from tilery.server.tables.expiry import Expiry
from tilery.server.tables.host import Host
from tilery.server.tables.players import DAY

PATIENCE = 60.0


async def admin(database: str, *arguments: str, code: int = 0) -> None:
    """Run a command of the host beside the server, as another process would: nothing is shared but the database."""
    assert await asyncio.to_thread(main, ["admin", *arguments, "--database", database]) == code


async def soon(is_true: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < deadline, "the server has not noticed"
        await asyncio.sleep(0.05)


async def talking(client: Client) -> Body:
    """A table of Ann, its owner, and Bo, who is rude."""
    made = await client.table(person("Ann"), OPEN)
    made["seats"][1] = await client.sit(made, "Bo")
    await client.done("POST", f"{path_of(made)}/chat", made["seats"][1], {"text": "you are all fools"})
    return made


def test_tables_are_listed_and_shown(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        await client.table(person("Cleo"), OPEN, name="Evening")
        await admin(database, "list")
        listed = capsys.readouterr().out
        assert made["id"] in listed
        assert "Ann, Bo" in listed
        assert "2 tables" in listed
        await admin(database, "list", "--search", "bo", "--json")
        assert [each["id"] for each in json.loads(capsys.readouterr().out)] == [made["id"]]
        await admin(database, "list", "--state", "running")
        assert "0 tables" in capsys.readouterr().out
        await admin(database, "show", made["id"])
        assert "you are all fools" in capsys.readouterr().out
        await client.done("POST", f"{path_of(made)}/start", made["owner"])
        await admin(database, "remove-person", made["id"], "2")
        capsys.readouterr()
        await admin(database, "show", made["id"])
        assert "  2  Bo  removed from the table\n" in capsys.readouterr().out
        await admin(database, "show", "no-such-tabl", code=1)
        assert "There is no table with this id." in capsys.readouterr().err

    run_on(database, play)


def test_a_deleted_table_ends_its_streams_with_a_word(database: str) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        events = asyncio.create_task(client.http.get(f"{path_of(made)}/events", headers=_bearer(made["owner"])))
        await asyncio.sleep(0.1)
        await admin(database, "delete", made["id"])
        assert (await asyncio.wait_for(events, PATIENCE)).text.splitlines()[-1] == '{"kind":"deleted"}'
        assert (await client.ask("GET", path_of(made), made["owner"]))[0] == 404

    run_on(database, play)


def test_a_closed_table_can_be_seen_and_nothing_happens_there_any_more(database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        await admin(database, "close", made["id"])
        live = await client.tables.find(made["id"])
        await soon(lambda: live.table.status == "closed")
        seen = await client.done("GET", path_of(made), made["seats"][0])
        assert seen["status"] == "closed"
        assert live.table.events[-1].body == {"who": "host"}, "players need not know the name of a key, or of a program"
        assert seen["seed"] is None, "what was hidden stays hidden"
        status, answer = await client.ask("POST", f"{path_of(made)}/moves", made["seats"][0], {"move": "take 1"})
        assert (status, answer["error"]["code"]) == (409, "closed")
        await admin(database, "close", made["id"], code=1)

    run_on(database, play)


def test_a_person_is_removed_and_no_link_lets_them_in_again(database: str) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        await admin(database, "remove-person", made["id"], "2")
        live = await client.tables.find(made["id"])
        await soon(lambda: live.table.players[1].kind == "open")
        status, answer = await client.ask("GET", path_of(made), made["seats"][1])
        assert (status, answer["error"]["code"]) == (403, "removed")
        assert (await client.ask("GET", path_of(made), made["owner"]))[0] == 200

    run_on(database, play)


def test_in_a_running_game_a_bot_goes_on_for_who_was_removed(database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        await client.move(made, 0, "take 1")
        await admin(database, "remove-person", made["id"], "2")
        live = await client.tables.find(made["id"])
        await soon(lambda: live.table.started_match.moves[-1].seat == 1)
        assert (await client.ask("POST", f"{path_of(made)}/back", made["seats"][1], {}))[0] == 403

    run_on(database, play)


def test_a_message_is_removed_everywhere(database: str) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        live = await client.tables.find(made["id"])
        number = live.table.number
        await admin(database, "remove-message", made["id"], str(number))
        await soon(lambda: live.table.events[number - 1].body["text"] == "")
        stored = await client.tables.storage.read(lambda link: queries.read_events(link, made["id"], 0))
        assert stored is not None
        assert "fools" not in repr(stored)
        await admin(database, "remove-message", made["id"], str(number), code=1)

    run_on(database, play)


def test_an_address_is_banned_at_once_and_for_a_time(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        events = asyncio.create_task(client.http.get(f"{path_of(made)}/events", headers=_bearer(made["owner"])))
        await asyncio.sleep(0.1)
        await admin(database, "ban", "127.0.0.0/8", "--for", "3d", "--reason", "rude")
        await asyncio.wait_for(events, PATIENCE)  # the stream has ended
        assert (await client.ask("GET", "/api/tables"))[0] == 403
        assert (await client.http.get("/")).status_code == 403
        assert (await client.http.get("/livez")).status_code == 200
        capsys.readouterr()
        await admin(database, "bans")
        ban, network, *_ = capsys.readouterr().out.split()
        assert network == "127.0.0.0/8"
        await admin(database, "unban", ban)
        await soon(lambda: not client.tables.host.has_bans)
        assert (await client.ask("GET", "/api/tables"))[0] == 200
        await admin(database, "ban", "nowhere", code=1)
        await admin(database, "ban", "127.0.0.1", "--for", "1h")
        await soon(lambda: client.tables.host.has_bans)
        client.tables.now.start_after(client.tables.now() + 7200)
        assert (await client.ask("GET", "/api/tables"))[0] == 200, "an hour later"

    run_on(database, play)


@pytest.mark.parametrize("wide", [False, True])
def test_a_player_is_banned_without_anybody_knowing_an_address(wide: bool, database: str) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        await admin(database, "ban", made["id"], "2", *(["--address"] if wide else []))
        await soon(lambda: client.tables.host.has_bans)
        status, answer = await client.ask("GET", path_of(made), made["seats"][1])
        assert (status, answer["error"]["code"]) == (403, "banned")
        assert (await client.ask("GET", path_of(made), made["owner"]))[0] == (403 if wide else 200), (
            "all tests come from one address"
        )
        stored = await client.tables.storage.read(lambda link: host_queries.bans(link, 0))
        assert "127.0.0.1" not in repr(stored)

    run_on(database, play)


@pytest.mark.parametrize("begun", [True, False])
def test_who_was_removed_can_still_be_banned(begun: bool, database: str) -> None:
    """The guide says: remove the message, remove the person, ban them. A ban found nobody then."""

    async def play(client: Client) -> None:
        made = await talking(client)
        if begun:
            await client.done("POST", f"{path_of(made)}/start", made["owner"])
        await admin(database, "remove-person", made["id"], "2")
        await admin(database, "ban", made["id"], "2")
        await soon(lambda: client.tables.host.has_bans)
        status, answer = await client.ask(
            "POST", "/api/tables", made["seats"][1], {"game": "pebbles", "players": [OPEN]}
        )
        assert (status, answer["error"]["code"]) == (403, "banned")
        assert (await client.ask("GET", path_of(made), made["owner"]))[0] == 200

    run_on(database, play)


def test_a_report_is_shown_and_marked_as_handled(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        number = (await client.tables.find(made["id"])).table.number
        report = {"number": number, "note": "not nice"}

        async def told(*arguments: str) -> str:
            capsys.readouterr()
            await admin(database, *arguments)
            return capsys.readouterr().out

        await client.done("POST", f"{path_of(made)}/report", made["seats"][0], report)
        assert "Reported by Ann  not nice\n" in await told("show", made["id"])
        assert "1 report" in await told("list")
        await admin(database, "handled", made["id"])
        assert "report" not in await told("list")
        assert "Reported" not in await told("show", made["id"])
        await admin(database, "handled", "no-such-tabl", code=1)
        await client.done("POST", f"{path_of(made)}/report", made["owner"], report)
        await client.done("POST", f"{path_of(made)}/chat", made["seats"][1], {"text": "fools I said"})
        await client.done("POST", f"{path_of(made)}/report", made["owner"], {"number": number + 1, "note": ""})
        assert "2 reports" in await told("list")
        await admin(database, "remove-message", made["id"], str(number))
        assert "1 report" in await told("list"), "a message that is gone needs nobody any more"

    run_on(database, play)


def test_everything_is_written_down_without_names(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def play(client: Client) -> None:
        made = await talking(client)
        await admin(database, "announce", "We restart at eight", "--for", "2h")
        await soon(lambda: client.tables.host.announcement == "We restart at eight")
        await admin(database, "announce")
        await soon(lambda: client.tables.host.announcement == "")
        await admin(database, "remove-person", made["id"], "2")
        await admin(database, "ban", "192.0.2.7")
        await admin(database, "delete", made["id"])
        capsys.readouterr()
        await admin(database, "log")
        told = capsys.readouterr().out
        for action in ("announce", "end announcement", "remove person", "ban", "delete"):
            assert action in told
        assert "Bo" not in told
        assert "192.0.2.7" not in told
        await admin(database, "stats", "--json")
        counted = json.loads(capsys.readouterr().out)
        assert counted["bans"] == 1
        assert counted["bytes"] > 0
        assert sum(counted["tables"].values()) == 0

    run_on(database, play)


def test_keys_are_stored_as_digests_and_can_be_revoked(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def play(client: Client) -> None:
        await admin(database, "token", "--name", "Ann")
        key = capsys.readouterr().out.strip()
        assert len(key) == 24
        await admin(database, "token", "--name", "Ann", code=1)
        await admin(database, "token", "--list")
        listed = capsys.readouterr().out
        assert "Ann" in listed
        assert key not in listed
        await admin(database, "token", "--revoke", "Ann")
        await admin(database, "token", "--revoke", "Ann", code=1)
        del client

    run_on(database, play)


def test_old_tables_are_warned_closed_and_deleted(run: Run) -> None:
    async def play(client: Client) -> None:
        tables = client.tables
        made = await client.table(person("Ann"), person("Bo"), start=True)
        config = replace(CONFIG, close_abandoned_days=30, delete_finished_days=60, warn_days=7)
        expiry = Expiry(tables, config)
        live = await tables.find(made["id"])
        begun = tables.now()

        async def after(days: float) -> tuple[int, int, int]:
            tables.now.start_after(begun + days * DAY)
            done = await expiry.look()
            return done.warned, done.closed, done.deleted

        assert await after(22) == (0, 0, 0)
        assert await after(23.1) == (1, 0, 0)
        assert live.table.events[-1].kind == "expiry"
        assert live.table.ends == pytest.approx(begun + 30.1 * DAY, abs=DAY / 24)
        assert await after(25) == (0, 0, 0), "warned once"
        await client.move(made, 0, "take 1")
        assert live.table.ends is None, "somebody has played, so the time begins anew"
        assert await after(31) == (0, 0, 0)
        assert await after(25 + 24) == (1, 0, 0)
        assert await after(25 + 32) == (0, 1, 0)
        assert live.table.status == "closed"
        assert await after(25 + 32 + 54) == (1, 0, 0)
        assert await after(25 + 32 + 62) == (0, 0, 1)
        assert live.deleted
        noted = await Host(tables, "test").done_lately(9)
        assert [(done.by, done.action) for done in noted] == [("rules", "delete"), ("rules", "close")]

    run(play)


def test_tables_never_end_by_themselves_unless_the_host_wants_it(run: Run) -> None:
    async def play(client: Client) -> None:
        await client.table(person("Ann"), OPEN)
        client.tables.now.start_after(client.tables.now() + 4000 * DAY)
        done = await Expiry(client.tables, CONFIG).look()
        assert (done.warned, done.closed, done.deleted) == (0, 0, 0)

    run(play)


def test_the_command_wants_a_database_that_a_server_has_made(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    assert main(["admin", "list", "--database", f"sqlite:///{tmp_path}/none.db"]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


def test_ids_that_begin_with_a_dash_are_not_taken_for_flags(
    file_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(client: Client) -> None:
        for table in ("-abcdefghijk", "--abcdefghij", "https://tiles.example/t/-abcdefghijk"):
            await admin(file_database, "show", table, code=1)
            assert "There is no table with this id." in capsys.readouterr().err
        del client

    run_on(file_database, play)


def test_no_flag_looks_like_an_id() -> None:
    source = Path(cli_admin.__file__).read_text("utf-8")
    flags = [*re.findall(r'"(--[a-z-]+)"', source), "--database", "--language", "--help"]
    assert len(flags) > 10
    assert [flag for flag in flags if cli_admin.DASHED_ID.fullmatch(flag)] == []


def _bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}
