"""Judgement: chances that add up and come true, maps that fit their game or are refused, errors that are honest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tilery import bots, games
from tilery.bots import judgement, weights
from tilery.bots.findings import paired_errors, standard_errors
from tilery.bots.judgement import CalibrationMap, Judgement, SearchResults, corrected, hats
from tilery.bots.training import calibrate
from tilery.bots.training.calibrate import CalibrationSettings, Calibrator, Examples
from tilery.games.thinking import Thinking
from tilery.match.match import Match

PEBBLES = games.find("pebbles")
NOTHING = (0.0,) * len(judgement.KNOTS)
UNCHANGED = CalibrationMap((1.0,) * len(judgement.KNOTS), NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, 0.0)
SURE = 2.0  # searches of the examples are so much too sure
BIAS = 3.0  # and promise so many points too many
FILES = [
    (name, seats)
    for name in games.names()
    for seats in games.find(name).seats
    if judgement.file_of(games.find(name), seats).exists()
]


def found_of(wins: list[list[float]], phase: float = 0.5, looks: float = 1e6) -> SearchResults:
    count = len(wins)
    return SearchResults(
        np.array(wins),
        np.zeros_like(np.array(wins)),
        np.full(count, looks),
        np.zeros(count, np.int64),
        np.full(count, phase),
    )


def made_up(games_played: int, seed: int) -> Examples:
    """Games of three seats whose chances are known, and searches that are too sure of them."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(games_played, 3))
    true = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    winner = (true.cumsum(axis=1) > rng.random((games_played, 1))).argmax(axis=1)
    said = np.exp(SURE * scores) / np.exp(SURE * scores).sum(axis=1, keepdims=True)
    expected = 40 + 10 * rng.normal(size=(games_played, 3))
    scored = expected + 5 * rng.normal(size=(games_played, 3))
    found = SearchResults(said, expected + BIAS, np.full(games_played, 1e6), np.zeros(games_played, np.int64),
                  rng.random(games_played))  # fmt: skip
    return Examples(found, scored, np.eye(3)[winner], np.arange(games_played))


def of_pebbles(**changes: object) -> Judgement:
    given = Judgement(
        "pebbles", PEBBLES.version, 2, weights.fingerprint(PEBBLES, 2), judgement.weights_digest(PEBBLES, 2), 20.0,
        dict.fromkeys(judgement.AMONG, UNCHANGED),
    )  # fmt: skip
    return replace(given, **changes)  # type: ignore[arg-type]


@pytest.fixture
def own_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where pebbles' maps lie in a test."""
    path = tmp_path / "judgement-2.json"
    monkeypatch.setattr(judgement, "file_of", lambda *_: path)
    judgement.forget()
    yield path
    judgement.forget()


def test_a_map_is_fitted_to_how_games_end() -> None:
    """Too sure by a factor of two and three points too high: both are found, and held true on other games."""
    fitted = calibrate.fit(made_up(3000, 1))
    assert np.mean(fitted.sureness) == pytest.approx(1 / SURE, abs=0.08)
    assert np.mean(fitted.points) == pytest.approx(-BIAS, abs=0.5)
    others = made_up(6000, 2)
    raw = calibrate.truth(others.found.wins, others.found.points, others)
    true = calibrate.truth(fitted.chances(others.found), fitted.expected_points(others.found), others)
    assert raw.calibration_error > 0.1
    assert raw.points_bias == pytest.approx(BIAS, abs=0.2)
    assert true.calibration_error < 0.02
    assert true.brier < raw.brier
    assert abs(true.points_bias) < 0.2


def test_a_map_never_turns_a_search_round() -> None:
    """Searches that favour who is behind, in games that are won by points: what they say counts little, but counts."""
    given = made_up(1000, 4)
    leads = given.points - given.points.mean(axis=1, keepdims=True)
    said = np.exp(-leads / 10) / np.exp(-leads / 10).sum(axis=1, keepdims=True)
    found = replace(given.found, wins=said, points=given.points + BIAS)
    fitted = calibrate.fit(replace(given, found=found, shares=np.eye(3)[given.points.argmax(axis=1)]))
    assert min(fitted.sureness) == calibrate.LEAST
    assert min(fitted.lead) > 0
    better = fitted.chances(found_of([[0.3, 0.3, 0.4], [0.4, 0.3, 0.3]]))
    assert better[1, 0] > better[0, 0]


def test_what_is_held_out_is_not_fitted() -> None:
    """Maps of chance alone, in five games: held out, they cannot be better than no map by much."""
    noise = made_up(5, 3)
    assert calibrate.held_out(noise).brier > calibrate.truth(
        calibrate.fit(noise).chances(noise.found), noise.points, noise
    ).brier  # fmt: skip


def test_luck_is_what_true_chances_show() -> None:
    rng = np.random.default_rng(5)
    said = rng.random(4000)
    errors, lucks = [], []
    for _ in range(20):
        won = (rng.random(4000) < said).astype(float)
        error, luck = calibrate.calibration_error(said, won, np.arange(4000))
        errors.append(error)
        lucks.append(luck)
    assert np.mean(errors) == pytest.approx(np.mean(lucks), rel=0.25)


def test_chances_add_up_to_one_and_equal_seats_share() -> None:
    sure = replace(UNCHANGED, sureness=(0.5,) * len(judgement.KNOTS), lead=(0.1,) * len(judgement.KNOTS))
    chances = sure.chances(found_of([[0.5, 0.5, 0.0], [0.2, 0.2, 0.2], [0.0, 0.0, 0.0]]))
    assert chances.sum(axis=1) == pytest.approx(1)
    assert chances[0, 0] == pytest.approx(chances[0, 1])
    assert chances[1].tolist() == pytest.approx([1 / 3] * 3)
    assert chances[2].tolist() == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("method", ["tree", "flat"])
def test_a_game_without_maps_has_chances_that_add_up(method: str) -> None:
    match = Match(PEBBLES, 3, seed=2)
    thinking = Thinking(method, iterations=40, width=6)  # type: ignore[arg-type]
    for candidate in bots.analyse(match, match.waiting[0], thinking=thinking):
        assert sum(candidate.win_chances) == pytest.approx(1)
        assert candidate.win_chance == candidate.win_chances[match.waiting[0]]


def test_knots_share_a_phase() -> None:
    by_knot = hats(np.array([-0.5, 0.0, 1 / 6, 1.0, 2.0]), (0.0, 1 / 3, 1.0))
    assert by_knot.sum(axis=1) == pytest.approx(1)
    assert by_knot[2, :2] == pytest.approx([0.5, 0.5])
    assert by_knot[-1, -1] == 1


def test_an_analysis_tells_chances_among_the_players_that_are_asked_for(own_map: Path) -> None:
    timid = replace(UNCHANGED, sureness=(0.2,) * len(judgement.KNOTS), points=(5.0,) * len(judgement.KNOTS))
    judgement.write(own_map, of_pebbles(maps={"expert": UNCHANGED, "medium": timid}))
    match = Match(PEBBLES, 2, seed=2)
    match.state.taken[:2] = (9, 1)
    seat, thinking = match.waiting[0], Thinking("tree", iterations=60)
    expert, medium = (bots.analyse(match, seat, thinking=thinking, among=among)[0] for among in judgement.AMONG)
    assert expert.move == medium.move
    assert abs(medium.win_chance - 0.5) < abs(expert.win_chance - 0.5)
    assert medium.points == pytest.approx(expert.points + 5)
    assert medium.win_chance_error < expert.win_chance_error
    assert bots.analyse(match, seat, thinking=thinking)[0] == expert


def test_only_levels_with_maps_can_be_asked_for() -> None:
    with pytest.raises(ValueError, match="the level of the players must be expert or medium, not 'novice'"):
        bots.analyse(Match(PEBBLES, 2, seed=2), 0, thinking=Thinking("tree"), among="novice")  # type: ignore[arg-type]


def test_a_move_that_ends_the_game_is_told_as_it_is(own_map: Path) -> None:
    timid = replace(UNCHANGED, sureness=(0.1,) * len(judgement.KNOTS), points=(5.0,) * len(judgement.KNOTS))
    judgement.write(own_map, of_pebbles(maps={"expert": timid, "medium": timid}))
    errors = np.full((1, 3), 0.1)
    ended = corrected(PEBBLES, found_of([[1.0, 0.0]], phase=1.0), errors, "expert")
    assert ended.chances.tolist() == [[1.0, 0.0]]
    assert ended.points.tolist() == [[0.0, 0.0]]
    match = Match(PEBBLES, 2, seed=2)
    match.state.heap = 1
    assert judgement.phase_of(PEBBLES, 2, match.redeal(match.waiting[0], seed=1).states, 0) == 1.0


def test_maps_are_kept_as_they_were_written(own_map: Path) -> None:
    written = of_pebbles(honesty={"worth": 1.5})
    judgement.write(own_map, written)
    assert judgement.judgement_of(PEBBLES, 2) == written


@pytest.mark.parametrize(
    "change",
    [{"rules": 9}, {"seats": 3}, {"features": "other"}, {"weights": "other"}, {"game": "stones"}, {"maps": {}}],
)
def test_maps_of_another_game_are_refused(
    own_map: Path, change: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    """A hint goes without them, and the log says what to do."""
    judgement.write(own_map, of_pebbles(**change))
    with pytest.raises(weights.WeightsError, match="fit them again with: tilery calibrate pebbles --seats 2"):
        judgement.check(own_map, judgement.read(own_map), PEBBLES, 2)
    assert judgement.judgement_of(PEBBLES, 2) is None
    assert "fit them again with: tilery calibrate pebbles --seats 2" in caplog.text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"maps": {"expert": 3}}'])
def test_a_file_of_something_else_is_no_judgement(own_map: Path, text: str) -> None:
    own_map.write_text(text)
    with pytest.raises(weights.WeightsError, match="is not a calibration file"):
        judgement.read(own_map)
    assert judgement.judgement_of(PEBBLES, 2) is None


def test_a_map_tells_the_phases_of_its_numbers(own_map: Path) -> None:
    """Files of before do not: theirs are evenly spread. One with too few numbers is refused."""
    judgement.write(own_map, of_pebbles())
    members = json.loads(own_map.read_text())
    for given in members["maps"].values():
        given["knots"].pop()
    own_map.write_text(json.dumps(members))
    with pytest.raises(weights.WeightsError, match="is not a calibration file"):
        judgement.read(own_map)
    for given in members["maps"].values():
        del given["knots"]
        given |= {name: numbers[:4] for name, numbers in given.items() if isinstance(numbers, list)}
    own_map.write_text(json.dumps(members))
    assert {each.knots for each in judgement.read(own_map).maps.values()} == {judgement.EVEN}


@pytest.mark.parametrize(("name", "seats"), FILES)
def test_the_maps_that_are_there_fit_their_game(name: str, seats: int) -> None:
    game = games.find(name)
    path = judgement.file_of(game, seats)
    found = judgement.read(path)
    judgement.check(path, found, game, seats)
    assert all(min(each.sureness) > 0 for each in found.maps.values())


def test_a_game_is_calibrated_by_one_command() -> None:
    """Few games, so nothing is proven; the same seed finds the same maps."""
    settings = CalibrationSettings(seed=3, games=10, iterations=(20,), playing=10, repeated=4)
    once, again = (Calibrator(PEBBLES, 2, settings).run() for _ in range(2))
    assert once == again
    assert once.command == (
        "tilery calibrate pebbles --seats 2 --seed 3 --games 10 --iterations 20 --playing 10 --repeated 4"
    )
    assert once.results["expert"]["games"] == 10
    judgement.check(Path("pebbles.json"), once, PEBBLES, 2)


def test_errors_match_the_spread_of_repeated_searches() -> None:
    """Searches with other random numbers differ by about what each takes its error to be."""
    match = Match(PEBBLES, 2, seed=2)
    seat, thinking = match.waiting[0], Thinking("flat", iterations=120, playout=30, width=3)
    thoughts = [bots.think(match, seat, thinking, seed=seed) for seed in range(40)]
    by_seed = [{one.move: one for one in thought.candidates} for thought in thoughts]
    move, other = list(by_seed[0])[:2]
    worths = np.array([each[move].worth for each in by_seed])
    told_errors = np.array([each[move].worth_error for each in by_seed])
    assert worths.std(ddof=1) == pytest.approx(float(np.sqrt((told_errors**2).mean())), rel=0.35)
    margins = [each[move].margin(each[other]) for each in by_seed]
    spread = np.std([margin.worth for margin in margins], ddof=1)
    assert spread == pytest.approx(float(np.sqrt(np.mean([margin.worth_error**2 for margin in margins]))), rel=0.35)


def test_a_difference_within_shared_redeals_has_its_own_error() -> None:
    """Two moves that always differ by one point: their difference is certain, however much luck both share."""
    luck = np.random.default_rng(1).normal(size=(50, 1))
    one = np.repeat(luck, 3, axis=1)
    gaps = one + 1.0 - one
    assert paired_errors(50, gaps.sum(axis=0), (gaps**2).sum(axis=0)) == pytest.approx((0, 0, 0), abs=1e-6)
    alone = standard_errors(one.mean(axis=0)[None], (one**2).mean(axis=0)[None], np.array([50.0]))
    assert alone[0, 0] == pytest.approx(luck.std(ddof=1) / np.sqrt(50))
    assert paired_errors(2, gaps[:2].sum(axis=0), (gaps[:2] ** 2).sum(axis=0))[0] == np.inf


def test_moves_that_cannot_be_told_apart_say_so() -> None:
    """Pebbles of one heap: with hardly any iterations nothing is clear, with many the worst move is."""
    match = Match(PEBBLES, 2, seed=1)
    while match.state.heap > 3:
        match.play(match.legal_moves()[0])
    seat = match.waiting[0]
    few, many = (
        bots.think(match, seat, Thinking("tree", iterations=number), seed=1) for number in (12, 2000)
    )  # fmt: skip
    assert few.rivals
    assert not many.rivals
    ranked = bots.analyse(match, seat, thinking=Thinking("tree", iterations=12), seed=1)
    assert sum(one.rivals_best for one in ranked) == len(few.rivals)
