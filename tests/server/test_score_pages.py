"""The pages on which a real table is counted: the sheet is the match's own, and nothing that is sent breaks them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clicks import CLICKS
from tests.effort import examples
from tests.server.client import CONFIG, Client, server
from tests.variants import VARIANTS, Variant, each
from tilery import games
from tilery.match.match import Match
from tilery.match.position import position_of, score_position
from tilery.server.pages.score_pages import MOST_CHANGES
from tilery.server.warmup import Warmup
from tilery.words import LANGUAGES, translated

Document = dict[str, Any]
SCRIPT = {"x-tilery": "script"}
CHECKED = settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=examples(60))


class ScoreServer:
    """A server on a loop of its own, for tests that are no coroutines."""

    def __init__(self, database: str) -> None:
        self.loop = asyncio.new_event_loop()
        self._context = server(database, CONFIG)
        self.client: Client = self.loop.run_until_complete(self._context.__aenter__())
        self.loop.run_until_complete(self.client.tables.warmup.prepare_all())

    def close(self) -> None:
        self.loop.run_until_complete(self._context.__aexit__(None, None, None))
        self.loop.close()

    def get(self, path: str, language: str = "en") -> httpx.Response:
        return self.loop.run_until_complete(self.client.http.get(path, headers={"accept-language": language}))

    def post(self, path: str, form: dict[str, str], **headers: str) -> httpx.Response:
        return self.loop.run_until_complete(self.client.http.post(path, data=form, headers=headers))

    def change(self, game: str, document: Document | str, changes: str = "", board: str = "0") -> httpx.Response:
        text = document if isinstance(document, str) else json.dumps(document)
        return self.post(f"/score/{game}", {"document": text, "changes": changes, "board": board}, **SCRIPT)


@pytest.fixture(scope="module")
def scoring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScoreServer]:
    scoring = ScoreServer(f"sqlite:///{tmp_path_factory.mktemp('counting') / 'tables.db'}")
    yield scoring
    scoring.close()


def document_in(page: str) -> Document:
    found = re.search(r'data-document="([^"]*)"', page)
    assert found
    document: Document = json.loads(unescape(found[1]))
    return document


def sheet_in(page: str) -> list[list[int]]:
    """The numbers of the score sheet, row by row, the totals last."""
    table = page[page.index("<tbody>") : page.index("</tfoot>")]
    return [
        [int(cell) for cell in re.findall(r"<td[^>]*>(-?\d+)</td>", row)]
        for row in table.split("</tr>")
        if "<td" in row
    ]


def expected(match: Match) -> list[list[int]]:
    scores = match.scores
    assert match.game.drawing is not None
    counted = match.game.categories.keys() - match.game.drawing.scene(match.view()).left_out
    rows = [[points[category] for points in scores.points] for category in match.game.categories if category in counted]
    return [*rows, list(scores.totals)]


def finished(variant: Variant, seed: int) -> Match:
    match = variant.match(seed)
    match.play_randomly(seed=seed)
    return match


def entered(scoring: ScoreServer, game: str, position: Document) -> httpx.Response:
    """A position, clicked together on the page from an empty table."""
    document = document_in(scoring.get(f"/score/{game}?seats={len(position['players'])}").text)
    clicks = [f"{place} {thing}" for place, thing in CLICKS[game](position)]
    answer = scoring.change(game, document)
    for start in range(0, len(clicks), 50):
        answer = scoring.change(game, document, "\n".join(clicks[start : start + 50]))
        assert answer.status_code == 200, answer.text
        document = document_in(answer.text)
    return answer


@each(one for one in VARIANTS if one.game in CLICKS)
def test_the_sheet_of_a_table_that_is_clicked_together_is_that_of_the_match(
    scoring: ScoreServer, variant: Variant
) -> None:
    match = finished(variant, seed=11)
    answer = entered(scoring, variant.game, position_of(match))
    assert sheet_in(answer.text) == expected(match)
    assert unescape(str(match.scores.verdict)) in unescape(answer.text)
    assert "unfinished" not in answer.text


def test_games_and_seats_can_be_chosen(scoring: ScoreServer) -> None:
    page = scoring.get("/score").text
    for name in CLICKS:
        game = games.find(name)
        for seats in game.seats:
            path = f"/score/{name}?seats={seats}"
            assert f'href="{path}"' in page
            opened = scoring.get(path)
            assert opened.status_code == 200
            assert len(document_in(opened.text)["players"]) == seats
    assert "pebbles" not in page
    assert scoring.get("/score/pebbles").status_code == 404
    assert scoring.get("/score/chess").status_code == 404
    assert scoring.get("/score/topiary?seats=9").status_code == 422


@pytest.mark.parametrize("game", CLICKS)
def test_a_saved_table_goes_on_from_both_pages(scoring: ScoreServer, game: str) -> None:
    position = position_of(finished(Variant(game, 2, games.find(game).read_options(2, {})), 5))
    scores = score_position(position)
    whole = scoring.post("/score", {"document": json.dumps(position)})
    assert whole.text.lstrip().startswith("<!doctype html>")
    piece = scoring.change(game, position)
    assert piece.text.startswith('<div id="count"')
    for answer in (whole, piece):
        assert answer.status_code == 200
        assert sheet_in(answer.text)[-1] == list(scores.totals)
        assert score_position(document_in(answer.text)).totals == scores.totals


def test_notes_and_what_is_missing_are_told(scoring: ScoreServer) -> None:
    unfinished = scoring.get("/score/topiary?seats=3").text
    assert "7 things to check" in unfinished
    assert "Player 1 has 0 visitors here, but 6 in a complete game." in unfinished
    apart = scoring.change("terraflip", games.find("terraflip").editor.empty(2), "at-2,0 desert").text  # type: ignore[union-attr]
    assert "No score yet" in apart
    assert "The tile at 2,0 is not connected to the tower by other tiles." in apart
    far = scoring.change("tipperary", games.find("tipperary").editor.empty(2), "field-2:9,9 m", "1").text  # type: ignore[union-attr]
    assert "Player 2: space 10 is not connected to the town edge to edge" in far


def test_one_board_at_a_time(scoring: ScoreServer) -> None:
    document = games.find("tipperary").editor.empty(3)  # type: ignore[union-attr]
    for board, seat in (("0", 1), ("1", 2), ("2", 3), ("4", 1), ("", 1), ("x", 1), ("-1", 1), ("9" * 99, 1)):
        page = scoring.change("tipperary", document, "", board).text
        assert f'id="field-{seat}:' in page
        assert page.count("aria-current=true") == 1


def test_refused_changes_have_a_sentence(scoring: ScoreServer) -> None:
    document = games.find("triqueta").editor.empty(2)  # type: ignore[union-attr]
    eleven = scoring.change("triqueta", document, "\n".join(["more-1-owl more"] * 11))
    assert eleven.status_code == 422
    assert "there are only 10 tiles of the owl in the box" in eleven.json()["error"]
    four = scoring.change("triqueta", document, "\n".join(["more-1-tree more"] * 4))
    assert four.status_code == 422
    other = scoring.change("topiary", document)
    assert other.json()["error"] == "That is a Triqueta table."
    assert scoring.change("triqueta", document, "\n".join(["less-1-owl less"] * (MOST_CHANGES + 1))).status_code == 422
    assert scoring.post("/score", {"document": "{"}).status_code == 422
    assert "not JSON" in scoring.post("/score", {"document": "{"}).text


def test_other_sites_and_large_bodies_are_refused(scoring: ScoreServer) -> None:
    document = json.dumps(games.find("triqueta").editor.empty(2))  # type: ignore[union-attr]
    foreign = scoring.post("/score/triqueta", {"document": document}, origin="http://elsewhere", **SCRIPT)
    assert foreign.status_code == 403
    large = scoring.post("/score/triqueta", {"document": document + " " * CONFIG.body_bytes}, **SCRIPT)
    assert large.status_code == 413
    assert large.json()["error"]
    many = scoring.post("/score", {f"field{number}": "" for number in range(200)})
    assert many.status_code == 400


def test_nothing_waits_for_rules_that_are_not_compiled(scoring: ScoreServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Warmup, "ready", [])
    assert scoring.get("/score/topiary").status_code == 200
    document = games.find("topiary").editor.empty(2)  # type: ignore[union-attr]
    assert scoring.change("topiary", document).status_code == 200


@pytest.mark.parametrize("game", CLICKS)
def test_the_page_is_told_in_three_languages(scoring: ScoreServer, game: str) -> None:
    """Every place, thing and category in the words of the language."""
    document = games.find(game).editor.empty(2)  # type: ignore[union-attr]
    pages = {language: unescape(scoring.get(f"/score/{game}", language).text) for language in LANGUAGES}
    editor = games.find(game).editor.editor(document, 0)  # type: ignore[union-attr]
    counted = [words for name, words in games.find(game).categories.items() if name not in editor.left_out]
    for language, page in pages.items():
        for place in editor.places.values():
            assert f'aria-label="{translated(place.words, language)}"' in page
        for words in (*counted, editor.todo, *(kit.title for kit in editor.kits)):
            assert translated(words, language) in page
    assert len({re.sub(r"\s+", "", page) for page in pages.values()}) == 3


def test_no_script_and_no_other_host_in_the_page(scoring: ScoreServer) -> None:
    page = scoring.get("/score/tipperary")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=|https?://(?!www\.w3\.org)", page.text)


# Whatever is sent.

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 70) | st.just(10**30) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
POSITIONS = {game: position_of(finished(Variant(game, 3, games.find(game).read_options(3, {})), 2)) for game in CLICKS}


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values in a document."""
    yield way
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from ways(inner, (*way, key))


def replaced(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    if not way:
        return new
    twin = value.copy()
    twin[way[0]] = replaced(value[way[0]], way[1:], new)
    return twin


def words_of(document: Document) -> list[str]:
    return sorted({word for text in re.findall(r'"([^"]*)"', json.dumps(document)) for word in text.split()})


def check_answer(answer: httpx.Response) -> None:
    assert answer.status_code in (200, 400, 404, 413, 422), answer.text
    if answer.status_code == 200:
        document_in(answer.text)
        assert "<tfoot>" in answer.text or "No score yet" in answer.text
    else:
        assert answer.json()["error"].endswith(".")


@CHECKED
@given(
    text=st.text() | JSON.map(json.dumps) | st.just("[" * 9000) | st.just("1" * 5000), game=st.sampled_from([*CLICKS])
)
def test_any_text_gets_a_sentence(scoring: ScoreServer, text: str, game: str) -> None:
    check_answer(scoring.change(game, text.encode("utf-8", "replace").decode()))


@CHECKED
@given(data=st.data(), game=st.sampled_from([*CLICKS]))
def test_any_damaged_position_gets_a_sentence_or_a_sheet(scoring: ScoreServer, data: st.DataObject, game: str) -> None:
    position = POSITIONS[game]
    for _ in range(data.draw(st.integers(1, 3))):
        way = data.draw(st.sampled_from([*ways(position)]))
        new = data.draw(JSON | st.sampled_from(words_of(POSITIONS[game])) | st.integers(0, 40))
        try:
            position = replaced(position, way, new)
        except (TypeError, KeyError, IndexError, AttributeError):
            break
    check_answer(scoring.change(game, position if isinstance(position, dict) else json.dumps(position)))


@CHECKED
@given(data=st.data(), game=st.sampled_from([*CLICKS]))
def test_any_changes_get_a_sentence_or_a_sheet(scoring: ScoreServer, data: st.DataObject, game: str) -> None:
    known = [*CLICKS[game](POSITIONS[game])]
    places = st.sampled_from([place for place, _ in known]) | st.text(max_size=12)
    things = st.sampled_from([thing for _, thing in known]) | st.text(max_size=6)
    changes = data.draw(st.lists(st.tuples(places, things).map(" ".join), max_size=4))
    text = "\n".join(changes).encode("utf-8", "replace").decode()
    check_answer(
        scoring.change(game, POSITIONS[game], text, data.draw(st.text(max_size=2)).encode("utf-8", "replace").decode())
    )
