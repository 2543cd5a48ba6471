"""Looking back: every moment as the seat saw it, nothing more while the game runs, everything after it; records that
are brought along and taken away."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import httpx
import pytest

from tests.server.client import CONFIG, Body, Client, Run, person, run_on
from tests.server.test_leaks import _played_in_secret, exchange
from tests.truths import other_truth
from tests.variants import VARIANTS, Variant, each
from tilery import games
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.match.record import Record
from tilery.match.simulate import random_match
from tilery.server.pages import replay_pages
from tilery.server.tables.clock import Clock
from tilery.server.tables.players import Settings
from tilery.server.tables.table import Table

DRAWN = [name for name in games.names() if games.find(name).drawing]
REDEALS = 2
MOMENTS = 3


async def table_of(client: Client, variant: Variant, moves: int, seed: int = 3) -> Body:
    """A table at which people have played some random moves."""
    names = [person(f"guest {seat}") for seat in range(variant.seats)]
    made = await client.table(*names, game=variant.game, options=variant.options, start=True)
    await play_on(client, made, moves, random.Random(seed))
    return made


async def play_on(client: Client, made: Body, moves: int, rng: random.Random) -> None:
    live = await client.tables.find(made["id"])
    for _ in range(moves):
        assert live.table.match is not None
        if live.table.match.is_over:
            return
        seat = rng.choice(live.table.match.waiting)
        move = str(rng.choice(list(live.table.match.legal_moves(seat))))
        await client.move(made, seat, move)


async def look(client: Client, made: Body, query: str, secret: str | None, **headers: str) -> httpx.Response:
    cookie = {"cookie": f"tilery={secret}"} if secret else {}
    return await client.http.get(f"/t/{made['id']}/replay{query}", headers={**cookie, **headers})


async def bring(client: Client, text: str, **headers: str) -> httpx.Response:
    sent = {"content-type": "text/plain", "x-tilery": "script", **headers}
    return await client.http.post("/replay", content=text.encode(), headers=sent)


def first(game: str) -> Variant:
    return next(variant for variant in VARIANTS if variant.game == game)


def board(page: str) -> str:
    found = re.search(r'<section id="board".*?</section>', page, re.DOTALL)
    assert found
    return found[0]


# Nothing that the seat may not know.


def with_other_secrets(match: Match, viewer: int | None, hidden: dict[str, list[str]], rng: random.Random) -> Match:
    """The match, with other moves where somebody else moved in secret."""
    twin = match.copy()
    notation = match.game.notation
    twin._played = [
        Move(move.game, move.seat, notation.code(rng.choice(hidden[public])))
        if move.seat != viewer and (public := notation.public(move.code)) in hidden
        else move
        for move in match.moves
    ]
    return twin


@each()
def test_a_running_game_tells_its_past_only_as_the_seat_may_know_it(
    variant: Variant, file_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each moment is dealt anew, all but what the seat knew then, and so is what others did in secret."""
    rng = random.Random(str(variant))
    hidden = _played_in_secret(variant)
    length = len(random_match(variant.game, variant.seats, options=variant.options).moves)
    true_match = replay_pages.match_after

    async def play(client: Client) -> None:
        client.tables.now = Clock(lambda: 0.0, lambda: 0.0)
        made = await table_of(client, variant, length * 2 // 3)
        live = await client.tables.find(made["id"])
        true = live.table
        assert true.match is not None
        if true.match.is_over:
            return
        numbers = rng.sample(range(len(true.match.moves) + 1), min(MOMENTS, len(true.match.moves)))
        for viewer, secret in ((None, made["watch"]), *enumerate(made["seats"])):
            paths = [f"/t/{made['id']}/replay?move={number}" for number in numbers]
            expected = [await exchange(client, "GET", path, secret) for path in paths]
            for _ in range(REDEALS):

                def dealt_anew(_table: Table, number: int, viewer: int | None = viewer) -> Match:
                    return other_truth(true_match(true, number), viewer, seed=rng.getrandbits(64))

                live.table = replace(true)
                vars(live.table).update(vars(true))
                live.table.match = with_other_secrets(true.match, viewer, hidden, rng)
                monkeypatch.setattr(replay_pages, "match_after", dealt_anew)
                assert [await exchange(client, "GET", path, secret) for path in paths] == expected
                monkeypatch.setattr(replay_pages, "match_after", true_match)
            live.table = true

    run_on(file_database, play)


@pytest.mark.parametrize("game", games.names())
def test_nobody_looks_from_another_seat_while_the_game_runs(game: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first(game), 2)
        own, watch = made["seats"][0], made["watch"]
        for query in ("?seat=1", "?move=0&seat=1", "?seat=1&move=2"):
            assert (await look(client, made, query, own)).status_code == 403
            assert (await look(client, made, query, watch)).status_code == 403
            assert (await look(client, made, query, None)).status_code == 404
        assert (await look(client, made, "?seat=0", own)).status_code == 200
        assert (await look(client, made, "?seat=0", watch)).status_code == 403
        assert (await look(client, made, "?seat=all", watch)).status_code == 200
        await play_on(client, made, 10_000, random.Random(1))
        assert (await look(client, made, "?seat=1", own)).status_code == 200
        assert (await look(client, made, "?seat=1", watch)).status_code == 200
        assert (await look(client, made, "?seat=1", None)).status_code == 404

    run_on(file_database, play)


def test_the_seed_is_not_told_before_the_end(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first("topiary"), 9)
        seed = f"{(await client.tables.find(made['id'])).table.seed:032x}"
        for query in ("", "?move=0", "?seat=all"):
            assert seed not in (await look(client, made, query, made["seats"][0])).text
        await play_on(client, made, 10_000, random.Random(1))
        assert seed in (await look(client, made, "", made["seats"][0])).text

    run_on(file_database, play)


def test_a_game_that_asks_for_memory_is_not_looked_back_on_before_its_end(file_database: str) -> None:
    asking = [variant for variant in VARIANTS if games.find(variant.game).is_memory_asked(variant.options)]
    assert asking

    async def play(client: Client) -> None:
        for variant in asking[:1]:
            made = await table_of(client, variant, 6)
            assert (await look(client, made, "", made["seats"][0])).status_code == 403
            assert (await look(client, made, "?seat=all", made["watch"])).status_code == 403
            await play_on(client, made, 10_000, random.Random(1))
            assert (await look(client, made, "?move=3", made["seats"][0])).status_code == 200

    run_on(file_database, play)


# What happened since one's own last move.


def tables_of(variant: Variant, moves: int) -> Iterator[Table]:
    """A table after each of its first moves."""
    match = variant.match(8)
    while len(match.moves) < moves and not match.is_over:
        table = Table("AAAAAAAAAAAA", variant.game, 1, variant.seats, variant.options, 8, Settings(), public=False)
        table.match = match
        yield table
        match = match.copy()
        seat = match.waiting[0]
        legal = match.legal_moves(seat)
        match.play(legal[len(match.moves) % len(legal)])


@each()
def test_what_happened_begins_after_ones_own_last_move(variant: Variant) -> None:
    """Nothing earlier is shown while remembering is part of the game; otherwise, if that is nothing, the latest."""
    is_memory_asked = games.find(variant.game).is_memory_asked(variant.options)
    counts = set()
    for table in tables_of(variant, 30):
        match = table.started_match
        turns = replay_pages.latest_turns(table, 0)
        own = max((number for number, (seat, _) in enumerate(match.log(0), 1) if seat == 0), default=0)
        counts.add(len(turns))
        if is_memory_asked or (turns and turns[0] > own):
            assert all(own < turn <= len(match.moves) for turn in turns)
        else:
            assert bool(turns) == bool(match.moves)
        if is_memory_asked:
            assert len(replay_pages.latest_turns(table, None)) <= 1
    assert len(counts) > 1


@pytest.mark.parametrize("game", DRAWN)
def test_what_happened_is_shown_step_by_step(game: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first(game), 0)
        own, where = made["seats"][0], f"/t/{made['id']}/happened"
        asked = {"cookie": f"tilery={own}", "x-tilery": "script"}
        assert (await client.http.get(where, headers=asked)).status_code == 409
        await play_on(client, made, 8, random.Random(4))
        turns = replay_pages.latest_turns((await client.tables.find(made["id"])).table, 0)
        seen = [(await client.http.get(f"{where}?step={step}", headers=asked)).text for step in range(len(turns))]
        assert turns
        assert len(set(seen)) == len(turns)
        assert all(f"{step + 1} of {len(turns)}" in text for step, text in enumerate(seen))
        assert not re.search(r"\sid=\"(?!picture-)", "".join(seen))  # nothing is there twice
        assert (await client.http.get(where)).status_code == 404

    run_on(file_database, play)


# Every moment.


@pytest.mark.parametrize("game", DRAWN)
def test_what_was_shown_then_is_shown_again(game: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first(game), 0)
        own, rng = made["seats"][0], random.Random(4)
        shown = []
        for _ in range(12):
            shown.append(board((await look(client, made, "", own)).text))
            await play_on(client, made, 1, rng)
        for number, then in enumerate(shown):
            assert board((await look(client, made, f"?move={number}", own)).text) == then
        assert len(set(shown)) > 3

    run_on(file_database, play)


@each()
def test_every_entry_of_the_log_leads_to_the_move_that_completed_it(variant: Variant) -> None:
    match = variant.match(8)
    match.play_randomly(seed=8)
    for seat in (None, *range(variant.seats)):
        log = match.log(seat)
        ends = replay_pages.entry_ends(variant.game, log)
        assert list(ends) == sorted(set(ends))
        assert ends[-1] == len(log)
        drawing = match.game.drawing
        if drawing is not None:
            names = [f"guest {seat}" for seat in range(variant.seats)]
            slow = {len(drawing.tell(log[:number], names)): number for number in range(1, len(log) + 1)}
            assert list(ends) == [slow[entry] for entry in sorted(slow)]
            told = drawing.tell(log, names)
            assert len(told) == len(ends)
            for number, end in enumerate(ends, 1):
                assert drawing.tell(log[:end], names)[number - 1][0] == told[number - 1][0]
                assert len(drawing.tell(log[:end], names)) == number


def test_a_record_that_is_imported_is_replayed_once(file_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_match("pebbles", seed=4).record()
    played = 0
    play_once = Match.play

    def counted(self: Match, move: Move | str, seat: Any = None) -> Move:
        nonlocal played
        played += self.game.name == record.game  # other games are warmed up meanwhile
        return play_once(self, move, seat)

    async def bring(client: Client) -> None:
        await client.ask("POST", "/api/records", None, record.to_json())  # plays some moves to load the rules
        monkeypatch.setattr(Match, "play", counted)
        status, made = await client.ask("POST", "/api/records", None, record.to_json())
        assert status == 201
        assert played == len(record.moves)
        assert (await client.ask("GET", f"/api/tables/{made['id']}/record", made["watch"]))[1] == record.to_json()

    run_on(file_database, bring)


@pytest.mark.parametrize("game", games.names())
def test_all_moves_of_a_finished_game_can_be_looked_at_from_everywhere(game: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first(game), 10_000)
        match = (await client.tables.find(made["id"])).table.match
        assert match is not None
        for number in {0, 1, len(match.moves) // 2, len(match.moves) - 1, len(match.moves)}:
            for seat in ("all", *range(match.seats)):
                query = f"?move={number}&seat={seat}"
                part = await look(client, made, query, made["watch"], **{"hx-request": "true"})
                whole = await look(client, made, query, made["watch"])
                assert (part.status_code, whole.status_code) == (200, 200)
                assert part.text in whole.text
                assert f'data-move="{number}"' in part.text
                assert ('id="sheet"' in part.text) == (number == len(match.moves))

    run_on(file_database, play)


@pytest.mark.parametrize(
    ("query", "status"),
    [("?move=x", 422), ("?move=-1", 422), ("?seat=x", 422), ("?seat=9", 404), ("?move=99999", 200), ("?move=²", 422)],
)
def test_strange_questions_get_clear_answers(query: str, status: int, file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first("triqueta"), 3)
        assert (await look(client, made, query, made["seats"][0])).status_code == status

    run_on(file_database, play)


@pytest.mark.parametrize("game", DRAWN)
def test_who_steps_on_is_sent_only_what_differs_from_move_to_move(game: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first(game), 9)
        ask = partial(look, client, made, secret=made["seats"][0])
        for wanted in (4, 3, 9):
            page = await ask(f"?move={wanted}")
            part = await ask(f"?move={wanted}", **{"hx-request": "true"})
            assert part.text.strip() in page.text
            assert f'data-move="{wanted}"' in part.text
            assert "<html" not in part.text
            assert part.headers["content-encoding"] == "gzip"

    run_on(file_database, play)


def test_before_the_start_there_is_nothing_to_look_back_on(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), {"kind": "open"}, game="topiary")
        assert (await look(client, made, "", made["seats"][0])).status_code == 409

    run_on(file_database, play)


@pytest.mark.parametrize(("language", "words"), [("fr", "Tous les coups"), ("de", "Alle Züge"), ("en", "All moves")])
def test_the_page_speaks_the_languages_of_its_visitors(language: str, words: str, file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first("topiary"), 3)
        page = await look(client, made, "", made["seats"][0], **{"accept-language": language})
        assert words in page.text

    run_on(file_database, play)


# The seed check.


@pytest.mark.parametrize("game", games.names())
def test_the_check_of_the_deal_finds_another_seed(game: str) -> None:
    match = random_match(game)
    assert replay_pages._deal_fits(match)
    twin = match.copy()
    twin._seed = match.seed ^ 1
    if twin.deal != match.deal:
        assert not replay_pages._deal_fits(twin)


# Records.


@pytest.mark.parametrize("game", games.names())
def test_a_record_is_taken_away_and_brought_back(game: str, run: Run) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first(game), 10_000)
        headers = {"cookie": f"tilery={made['watch']}"}
        taken = await client.http.get(f"/t/{made['id']}/record", headers=headers)
        assert taken.headers["content-disposition"] == f'attachment; filename="{game}-{made["id"]}.json"'
        match = (await client.tables.find(made["id"])).table.match
        assert match is not None
        assert taken.text == f"{Record.of(match)}\n"
        brought = await bring(client, taken.text)
        assert brought.status_code == 200
        page = await client.http.get(brought.json()["replay"])
        assert page.status_code == 200
        table = brought.json()["replay"].split("/")[2]
        assert f"/t/{table}/replay" in (await client.http.get("/replay")).text
        again = await client.http.get(f"/t/{table}/record")
        assert again.text == taken.text

    run(play)


def test_a_running_game_has_no_record_yet(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await table_of(client, first("topiary"), 3)
        headers = {"cookie": f"tilery={made['seats'][0]}"}
        assert (await client.http.get(f"/t/{made['id']}/record", headers=headers)).status_code == 409
        assert (await client.http.get(f"/t/{made['id']}/record")).status_code == 404

    run_on(file_database, play)


def test_what_is_no_record_is_refused_with_a_sentence(file_database: str) -> None:
    good = json.loads(str(random_match("topiary").record()))
    unfinished = {name: good[name] for name in ("record", "game", "rules", "seats", "options", "seed")} | {"moves": []}
    wrong = {**good, "winners": [1 - good["winners"][0]]}
    cases = {
        "": "not JSON",
        "{": "not JSON",
        "[]": "damaged",
        json.dumps({**good, "more": 1}): "damaged",
        json.dumps({**good, "game": "chess"}): "chess",
        json.dumps(unfinished): "finished",
        json.dumps(wrong): "winners",
    }

    async def play(client: Client) -> None:
        for text, word in cases.items():
            answer = await bring(client, text)
            assert (answer.status_code, word in answer.json()["error"]) == (422, True), answer.text
        assert (await bring(client, "x" * 100_000)).status_code == 413
        assert (await bring(client, "{}", **{"content-type": "application/json"})).status_code == 415
        assert (await bring(client, "{}", **{"sec-fetch-site": "cross-site"})).status_code == 403
        answer = await client.http.post("/replay", content=b"\xff", headers={"content-type": "text/plain"})
        assert answer.status_code == 422
        assert (await client.http.get("/replay")).text.count("table-row") == 0

    run_on(file_database, play, replace(CONFIG, record_bytes=len(json.dumps(wrong)) + 600))
