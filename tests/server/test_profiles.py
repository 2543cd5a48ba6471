"""Profiles: what somebody has played, for nobody else unless it is shared, and gone when they are erased."""

from __future__ import annotations

from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.server.client import BOT, Client, Run, person
from tests.server.test_clubs import play_out
from tests.server.test_people import cookie_of, press
from tilery.server.storage import review_queries
from tilery.server.tables import profiles
from tilery.server.tables.profiles import PlayedGame, Profile, Profiles, Streak, streak

DAY = 86_400.0


async def browser(client: Client) -> str:
    return str((await client.done("POST", "/api/browsers"))["browser"])


async def finished(client: Client, secret: str, *others: dict[str, Any]) -> str:
    """A finished game of the first seat; return its table."""
    made = await client.table(person("Ann"), *others, browser=secret, start=True)
    await play_out(client, made["id"])
    return str(made["id"])


async def look(client: Client, path: str, secret: str | None = None) -> tuple[int, str]:
    cookie = {"cookie": f"tilery={secret}; name=Ann"} if secret else {}
    answer = await client.http.get(path, headers=cookie)
    return answer.status_code, answer.text


def played(game: str, at: float, place: int) -> PlayedGame:
    return PlayedGame("t", game, at, place, 2, False, None)


def test_a_profile_counts_games_and_wins_and_knows_who_took_part(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        first = await finished(client, ann, person("Ben"))
        await finished(client, ann, BOT)
        await client.table(person("Ann"), BOT, browser=ann, start=True)  # this one goes on
        found = await Profiles(client.tables).of(ann)
        (row,) = found.rows
        assert (row.played, row.with_people) == (2, 1)
        outcome = (await client.tables.find(first)).table.started_match.outcome
        assert outcome is not None
        assert found.games[0].is_won == (0 in outcome.winners)
        assert row.won == sum(game.is_won for game in found.games)

    run(play)


def test_accuracy_comes_from_reviews_also_from_later_ones(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        table = await finished(client, ann, BOT)
        of = Profiles(client.tables).of
        assert (await of(ann)).reviewed == []
        review = {"players": [{"accuracy": 81.5}, {"accuracy": 12.0}]}
        await client.tables.storage.write(lambda link: review_queries.keep_review(link, table, review))
        assert [game.accuracy for game in (await of(ann)).reviewed] == [81.5]
        assert "82" in (await look(client, "/me/profile", ann))[1]

    run(play)


def test_how_a_game_ended_is_read_and_not_played_again(run: Run, monkeypatch: Any) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        for _ in range(3):
            await finished(client, ann, BOT)
        monkeypatch.setattr(profiles, "MOST_AT_ONCE", 2)
        first = await Profiles(client.tables).of(ann)
        assert (len(first.games), first.uncounted) == (2, 1)
        second = await Profiles(client.tables).of(ann)
        assert (len(second.games), second.uncounted) == (3, 0)
        monkeypatch.setattr(client.tables, "find", None)
        assert await Profiles(client.tables).of(ann) == second

    run(play)


def test_nobody_sees_a_profile_before_it_is_shared_and_after_that_is_over(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        await finished(client, ann, BOT)
        await press(client, "/me/profile", ann, shared="on")
        link = await Profiles(client.tables).shared_link(ann)
        assert link is not None
        status, text = await look(client, f"/profile/{link}")
        assert status == 200
        assert "Ann" in text
        assert ann not in text
        assert "/t/" not in text  # no way to the tables
        new = cookie_of(await press(client, "/me/renew", ann))
        assert (await look(client, f"/profile/{link}"))[0] == 200
        await press(client, "/me/profile", new)
        assert (await look(client, f"/profile/{link}"))[0] == 404
        await press(client, "/me/profile", new, shared="on")
        assert await Profiles(client.tables).shared_link(new) != link

    run(play)


def test_erase_me_removes_the_profile(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        await finished(client, ann, BOT)
        await press(client, "/me/profile", ann, shared="on")
        link = await Profiles(client.tables).shared_link(ann)
        await press(client, "/me/erase", ann)
        assert (await look(client, f"/profile/{link}"))[0] == 404
        assert (await Profiles(client.tables).of(ann)).games == ()
        stored = await client.tables.storage.read(lambda to: to.exec_driver_sql("SELECT * FROM profiles").all())
        assert stored == []

    run(play)


def test_who_plays_against_themselves_is_not_counted(run: Run) -> None:
    async def play(client: Client) -> None:
        ann = await browser(client)
        made = await client.table(person("Ann"), {"kind": "open"}, browser=ann)
        await client.done("POST", f"/api/tables/{made['id']}/sit", ann, {"name": "Ann too", "browser": ann})
        await client.done("POST", f"/api/tables/{made['id']}/start", ann)
        await play_out(client, made["id"])
        assert (await Profiles(client.tables).of(ann)).games == ()

    run(play)


@given(st.lists(st.booleans(), max_size=30))
def test_streaks_are_the_longest_runs(happened: list[bool]) -> None:
    runs = "".join("x" if each else " " for each in happened)
    found = streak(happened)
    assert found.best == max((len(run) for run in runs.split(" ")), default=0)
    assert found.now == len(runs) - len(runs.rstrip("x"))


def test_days_in_a_row_may_wait_for_today() -> None:
    start = 20_000 * DAY
    profile = Profile(tuple(played("pebbles", start + day * DAY, 1) for day in (0, 1, 2, 5, 6, 6.5)))
    today = date(2024, 10, 4)  # 20,000 days after 1970-01-01
    assert profile.days_in_a_row(today.replace(day=10)) == Streak(2, 3)
    assert profile.days_in_a_row(today.replace(day=11)) == Streak(2, 3)
    assert profile.days_in_a_row(today.replace(day=12)) == Streak(0, 3)
    assert Profile(()).days_in_a_row(today) == Streak(0, 0)
