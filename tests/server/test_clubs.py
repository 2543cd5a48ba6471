"""Clubs: members by their personal secrets, tournaments that go on by themselves, ratings, seasons, and who may see
what. On both databases."""

from __future__ import annotations

import asyncio
import csv
import io
from dataclasses import replace
from typing import Any

import httpx
import pytest

from tests.server.client import CONFIG, Body, Client, Run, run_on, server
from tests.server.test_people import cookie_of, press
from tilery.server.clubs.club import Club
from tilery.server.clubs.service import ClubService
from tilery.server.tables import commands
from tilery.server.tables.events import Command, Event
from tilery.server.tables.table import Table

LINE = {"system": "round_robin", "seconds_per_game": 600, "game": "pebbles"}


def clubs_of(client: Client) -> ClubService:
    """Clubs as another process would have them, which knows nothing but what is stored."""
    return ClubService(client.app.service, CONFIG)


async def person(client: Client) -> str:
    return str((await client.done("POST", "/api/browsers"))["browser"])


async def found(client: Client, *names: str) -> tuple[str, list[str]]:
    """Found a club with members; return its path in the API and their secrets, the owner's first."""
    secrets = [await person(client) for _ in names]
    made = await client.done("POST", "/api/clubs", secrets[0], {"name": "Thursdays", "person": names[0]})
    path = f"/api/clubs/{made['id']}"
    for secret, name in zip(secrets[1:], names[1:], strict=True):
        await client.done("POST", f"{path}/join", secret, {"name": name})
    return path, secrets


async def tournament(client: Client, path: str, secrets: list[str], **more: Any) -> str:
    """Plan a tournament that everybody enters, and begin it; return its path in the API."""
    made = await client.done("POST", f"{path}/tournaments", secrets[0], {**LINE, **more})
    here = f"{path}/tournaments/{made['tournament']}"
    for secret in secrets:
        await client.done("POST", f"{here}/enter", secret, {})
    await client.done("POST", f"{here}/begin", secrets[0])
    return here


async def play_all(client: Client, here: str, secrets: list[str]) -> Body:
    """Play all games of a tournament to their ends, by the first legal move; return how it ended."""
    for _ in range(200):
        state = await client.done("GET", here, secrets[0])
        if state["status"] != "running":
            return state
        for game in state["games"]:
            if game["ended"] is None:
                await play_out(client, game["table"])
        await clubs_of(client).rounds.settle_all()
    raise AssertionError("the tournament does not end")


async def play_out(client: Client, table_id: str) -> None:
    while not (await client.tables.find(table_id)).table.started_match.is_over:
        await client.tables.submit_if(table_id, first_move)


def first_move(table: Table) -> Command | None:
    """The first legal move of the table as it is now: a bot may have moved since it was looked at."""
    match = table.started_match
    if match.is_over:
        return None
    seat = match.waiting[0]
    return commands.play(table, seat, str(match.legal_moves(seat)[0]))


def test_members_join_by_the_link_and_play_a_round_robin_to_its_end(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben", "Cleo")
        here = await tournament(client, path, secrets)
        state = await client.done("GET", here)
        assert (state["status"], state["round"], state["rounds"], len(state["games"])) == ("running", 1, 3, 1)
        assert len(state["byes"][0]) == 1
        over = await play_all(client, here, secrets)
        assert (over["status"], over["round"], len(over["games"])) == ("over", 3, 3)
        assert {frozenset(game["players"]) for game in over["games"]} == {
            frozenset(p) for p in ((1, 2), (1, 3), (2, 3))
        }
        assert sum(row["points"] for row in over["standings"]) == 3
        assert [row["games"] for row in over["standings"]] == [2, 2, 2]
        ratings = await client.done("GET", f"{path}/standings", secrets[1])
        assert {row["name"] for row in ratings["games"]["pebbles"]} == {"Ann", "Ben", "Cleo"}
        assert all(
            row["low"] < row["rating"] < row["high"] and row["games"] == 2 for row in ratings["games"]["pebbles"]
        )

    run(play)


def test_each_has_their_own_seat_and_nobody_anothers(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben")
        here = await tournament(client, path, secrets)
        game = (await client.done("GET", here))["games"][0]
        table = f"/api/tables/{game['table']}"
        for member, secret in enumerate(secrets, 1):
            seen = await client.done("GET", table, secret)
            assert game["players"][seen["seat"]] == member
        outsider = await person(client)
        assert (await client.ask("GET", table, outsider))[0] == 404
        assert (await client.ask("DELETE", table, secrets[0]))[0] == 403  # not even the owner of the club
        assert (await client.ask("GET", path, outsider))[0] == 200  # who has the link sees the club
        assert (await client.ask("GET", "/api/clubs/AAAAAAAAAAAAAAAAAAAAAAAA", outsider))[0] == 404

    run(play)


def test_games_that_count_have_no_hints_and_no_free_undo(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann")
        await client.done("POST", f"{path}/bots", secrets[0], {"level": "novice"})
        made = await client.done("POST", f"{path}/tournaments", secrets[0], LINE)
        here = f"{path}/tournaments/{made['tournament']}"
        await client.done("POST", f"{here}/enter", secrets[0], {"members": [1, 2]})
        await client.done("POST", f"{here}/begin", secrets[0])
        game = (await client.done("GET", here))["games"][0]
        table = (await client.tables.find(game["table"])).table
        assert table.settings.rated
        assert not table.is_against_bots(game["players"].index(1))
        hint = await client.http.get(f"/t/{game['table']}/hint", headers={"cookie": f"tilery={secrets[0]}"})
        assert hint.status_code == 409

    run(play)


def test_a_rematch_after_a_game_of_a_tournament_does_not_count(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben")
        state = await play_all(client, await tournament(client, path, secrets), secrets)
        over = state["games"][0]["table"]
        assert (await client.tables.find(over)).table.settings.rated
        made = await client.done("POST", f"/api/tables/{over}/rematch", secrets[0])
        rematch = (await client.tables.find(made["table"])).table
        assert not rematch.settings.rated
        assert rematch.name == "", "it is not a game of the tournament whose name the first one had"

    run(play)


def test_members_find_back_from_a_table_to_its_club_and_others_do_not_learn_its_link(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben")
        here = await tournament(client, path, secrets)
        table = (await client.done("GET", here))["games"][0]["table"]

        async def back(secret: str) -> httpx.Response:
            return await client.http.get(f"/t/{table}/club", headers={"cookie": f"tilery={secret}"})

        found_back = await back(secrets[1])
        assert found_back.status_code == 303
        assert found_back.headers["location"] == f"/club/{path.rpartition('/')[2]}"
        stranger = await back(await person(client))
        assert stranger.status_code == 404
        assert path.rpartition("/")[2] not in stranger.text
        await client.done("POST", f"{path}/remove", secrets[0], {"member": 2})
        assert (await back(secrets[1])).status_code == 404
        page = await client.http.get(f"/t/{table}", headers={"cookie": f"tilery={secrets[0]}"})
        assert f'href="/t/{table}/club"' in page.text
        assert path.rpartition("/")[2] not in page.text, "spectators are sent the same picture"

    run(play)


def test_what_was_acknowledged_survives_and_repeating_it_is_harmless(run: Run, database: str) -> None:
    seen: list[Any] = []

    async def begin(client: Client) -> None:
        owner, key = await person(client), {"idempotency-key": "0123456789abcdef-club"}

        async def twice(path: str, body: Body, key: dict[str, str]) -> Body:
            headers = {"authorization": f"Bearer {owner}", **key}
            answers = [(await client.http.post(path, json=body, headers=headers)) for _ in range(2)]
            assert answers[0].status_code in (200, 201), answers[0].text
            assert answers[0].json() == answers[1].json()
            return dict(answers[0].json())

        made = await twice("/api/clubs", {"name": "Thursdays", "person": "Ann"}, key)
        path = f"/api/clubs/{made['id']}"
        await twice(f"{path}/bots", {"level": "novice"}, {"idempotency-key": "1"})
        await twice(f"{path}/bots", {"level": "novice"}, {"idempotency-key": "2"})
        await twice(f"{path}/tournaments", LINE, {"idempotency-key": "3"})
        await twice(f"{path}/tournaments/1/enter", {"members": [2, 3]}, {"idempotency-key": "4"})
        await twice(f"{path}/tournaments/1/begin", {}, {"idempotency-key": "5"})
        headers = {"authorization": f"Bearer {owner}", "idempotency-key": "5"}
        reused = await client.http.post(f"{path}/bots", json={"level": "easy"}, headers=headers)
        assert reused.json()["error"]["code"] == "id_reused"
        state = await client.done("GET", path, owner)
        assert (len(state["members"]), len(state["tournaments"]), len(state["games"])) == (3, 1, 1)
        seen.extend((path, owner, state))

    async def look(client: Client) -> None:
        path, owner, state = seen
        assert {**await client.done("GET", path, owner), "number": 0} == {**state, "number": 0}

    run(begin)
    run_on(database, look)


def test_two_processes_make_a_round_once(postgres_database: str) -> None:
    """Both see that a round is over, and both make the next one."""

    async def whole() -> None:
        async with server(postgres_database) as one, server(postgres_database) as other:
            path, secrets = await found(one, "Ann", "Ben", "Cleo", "Dan")
            here = await tournament(one, path, secrets)
            for _ in range(3):
                state = await other.done("GET", here)
                for game in state["games"]:
                    await play_out(one, game["table"])
                await asyncio.gather(clubs_of(one).rounds.settle_all(), clubs_of(other).rounds.settle_all())
            over = await other.done("GET", here)
            assert (over["status"], len(over["games"]), over["round"]) == ("over", 6, 3)

    asyncio.run(whole())


def test_a_swiss_with_a_bot_that_fills_the_odd_place(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben", "Cleo")
        here = await tournament(client, path, secrets, system="swiss", fill="novice", rounds=3)
        state = await client.done("GET", here)
        assert (len(state["players"]), state["byes"], len(state["games"])) == (4, [[]], 2)
        over = await play_all(client, here, secrets)
        met = [frozenset(game["players"]) for game in over["games"]]
        assert len(set(met)) == len(met) == 6

    run(play)


def test_tables_of_three_and_who_leaves_is_paired_no_more(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben", "Cleo", "Dan", "Eve")
        here = await tournament(client, path, secrets, system="swiss", seats=3, rounds=2)
        assert sorted(len(game["players"]) for game in (await client.done("GET", here))["games"]) == [2, 3]
        await client.done("POST", f"{path}/leave", secrets[4])
        over = await play_all(client, here, secrets)
        later = [player for game in over["games"] if game["round"] == 2 for player in game["players"]]
        assert sorted(later) == [1, 2, 3, 4] or sorted([*later, *over["byes"][1]]) == [1, 2, 3, 4]

    run(play)


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("bots", {"level": "novice"}),
        ("seasons", {"name": "Summer"}),
        ("tournaments", LINE),
        ("remove", {"member": 1}),
        ("tournaments/1/begin", {}),
        ("tournaments/1/close", {}),
    ],
)
def test_only_the_owner_runs_the_club(what: str, body: Body, file_database: str) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben")
        await client.done("POST", f"{path}/tournaments", secrets[0], LINE)
        before = await client.done("GET", path)
        for secret in (secrets[1], await person(client), None):
            status, answer = await client.ask("POST", f"{path}/{what}", secret, body)
            assert (status, answer["error"]["code"]) == (403, "forbidden")
        assert await client.done("GET", path) == before

    run_on(file_database, play)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({**LINE, "seconds_per_game": None}, "bad_table"),
        ({**LINE, "seats": 5}, "bad_table"),
        ({**LINE, "options": {"most": "nine"}}, "bad_table"),
        ({**LINE, "system": "knockout"}, "bad_request"),
        ({**LINE, "name": "x" * 41}, "bad_name"),
        ({**LINE, "rounds": 0}, "bad_request"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_not_planned(body: Body, code: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann")
        answer = (await client.ask("POST", f"{path}/tournaments", secrets[0], body))[1]
        assert answer["error"]["code"] == code
        assert (await client.done("GET", path))["tournaments"] == []

    run_on(file_database, play)


def test_a_removed_member_sees_the_club_no_more_and_a_new_link_shuts_others_out(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben", "Cleo")
        await client.done("POST", f"{path}/remove", secrets[0], {"member": 2})
        assert (await client.ask("GET", path, secrets[1]))[0] == 404
        assert (await client.ask("POST", f"{path}/join", secrets[1], {"name": "Ben"}))[0] == 404
        link = path.rpartition("/")[2]
        moved = await press(client, f"/club/{link}/link", secrets[0])
        new = moved.headers["location"].rpartition("/")[2]
        assert new != link
        assert (await client.ask("GET", path))[0] == 404
        mine = await client.done("GET", "/api/clubs", secrets[2])
        assert [club["id"] for club in mine["clubs"]] == [new]

    run(play)


def test_seasons_are_kept_and_ratings_begin_anew(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben")
        await play_all(client, await tournament(client, path, secrets), secrets)
        await client.done("POST", f"{path}/seasons", secrets[0], {"name": "Summer"})
        assert (await client.done("GET", f"{path}/standings"))["games"] == {}
        old = (await client.done("GET", f"{path}/standings?season=1"))["games"]["pebbles"]
        assert [row["games"] for row in old] == [1, 1]
        assert (await client.ask("GET", f"{path}/standings?season=3"))[0] == 422
        seasons = (await client.done("GET", path))["seasons"]
        assert [(season["name"], season["ended"] is None) for season in seasons] == [("1", False), ("Summer", True)]
        shown = await client.http.get(f"/club/{path.rpartition('/')[2]}?season=1")
        assert "Ann" in shown.text

    run(play)


def test_a_table_of_the_club_counts_if_two_members_play(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben")
        page = f"/club/{path.rpartition('/')[2]}"
        answer = await press(client, f"{page}/tables", secrets[0], game="pebbles", seats="3", pace="")
        table = answer.headers["location"].removeprefix("/t/")
        assert (await client.ask("GET", f"/api/tables/{table}", secrets[1]))[0] == 404
        await press(client, f"{page}/tables/{table}", secrets[1])
        await press(client, f"/t/{table}/sit", secrets[1], name="Ben")
        assert (await client.done("GET", f"/api/tables/{table}", secrets[1]))["seat"] == 1
        await client.done("POST", f"/api/tables/{table}/bot", secrets[0], {"seat": 2, "level": "random"})
        await client.done("POST", f"/api/tables/{table}/start", secrets[0])
        await play_out(client, table)
        await clubs_of(client).rounds.settle_all()
        rows = (await client.done("GET", f"{path}/standings"))["games"]["pebbles"]
        assert {row["name"]: row["games"] for row in rows} == {"Ann": 1, "Ben": 1}

    run(play)


def test_a_table_that_was_deleted_leaves_no_result_and_the_tournament_goes_on(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben", "Cleo")
        here = await tournament(client, path, secrets)
        await client.tables.delete((await client.done("GET", here))["games"][0]["table"])
        await clubs_of(client).rounds.settle_all()
        over = await play_all(client, here, secrets)
        assert over["status"] == "over"
        assert [bool(game["places"]) for game in over["games"]] == [False, True, True]

    run(play)


def test_a_personal_link_brings_the_membership_along_and_a_renewed_one_keeps_it(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann", "Ben")
        new = cookie_of(await press(client, "/me/renew", secrets[0]))
        assert (await client.done("GET", path, new))["you"] == 1
        assert (await client.done("GET", path, secrets[0]))["you"] is None
        here = await tournament(client, path, [new, secrets[1]])
        assert (await client.done("GET", here, new))["status"] == "running"

    run(play)


def test_erase_me_leaves_no_name_in_a_club_and_hands_it_on(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Annabel", "Ben")
        await play_all(client, await tournament(client, path, secrets), secrets)
        await press(client, "/me/erase", secrets[0])
        state = await client.done("GET", path, secrets[1])
        assert (state["owner"], state["you"]) == (2, 2)
        stored = await client.tables.storage.read(
            lambda link: link.exec_driver_sql("SELECT body FROM club_events").scalars().all()
        )
        assert not any("Annabel" in body for body in stored)
        page = await client.http.get(f"/club/{path.rpartition('/')[2]}", headers={"cookie": f"tilery={secrets[1]}"})
        assert "Annabel" not in page.text
        assert "Former member" in page.text

    run(play)


def test_results_can_be_exported_and_no_name_becomes_a_formula(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "=HYPERLINK(1)", "Ben")
        await play_all(client, await tournament(client, path, secrets), secrets)
        page = f"/club/{path.rpartition('/')[2]}"
        for address in (f"{page}/standings.csv", f"{page}/tournaments/1/results.csv"):
            answer: httpx.Response = await client.http.get(address)
            assert answer.headers["content-type"].startswith("text/csv")
            rows = list(csv.reader(io.StringIO(answer.text.lstrip("\ufeff"))))
            cells = [cell for row in rows for cell in row]
            assert "Ben" in cells
            assert "'=HYPERLINK(1)" in cells
            assert not any(cell.startswith("=") for cell in cells)

    run(play)


def test_a_live_page_answers_only_if_something_is_new(run: Run) -> None:
    async def play(client: Client) -> None:
        path, secrets = await found(client, "Ann")
        number = (await client.done("GET", path))["number"]
        live = f"/club/{path.rpartition('/')[2]}/live?after="
        assert (await client.http.get(f"{live}{number}")).status_code == 204
        await client.done("POST", f"{path}/bots", secrets[0], {"level": "easy"})
        assert (await client.http.get(f"{live}{number}")).status_code == 200

    run(play)


def test_looking_at_clubs_is_metered(file_database: str) -> None:
    async def play(client: Client) -> None:
        path, _ = await found(client, "Ann")
        codes = {(await client.ask("GET", path))[0] for _ in range(60)}
        assert codes == {200, 429}

    run_on(file_database, play, replace(CONFIG, work_a_minute=200))


def test_the_log_of_a_club_has_no_gap() -> None:
    club = Club("a", "b")
    with pytest.raises(ValueError, match="cannot follow"):
        club.apply(Event(2, "link", None, {}, 0.0))
