"""Reviews: what a decision gave away by what its seat could know, and luck as what is left over, to the last bit."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from tests.variants import Variant, each
from tilery.coach import NotReviewedError, Review, review, verdicts
from tilery.coach.outlook import passed_on, shared_out
from tilery.coach.report import key_moments, to_html, to_text
from tilery.coach.reviewing import begin, reviews_of
from tilery.coach.spectator_chances import SearchedPosition, flattered_by
from tilery.match.match import Match
from tilery.match.record import Record
from tilery.words import LANGUAGES

GOLDEN = Path(__file__).parent.parent / "golden"
QUICK = 0.01  # of the usual effort, the least there is


@cache
def golden(name: str) -> Record:
    return Record.load(GOLDEN / f"{name}.json")


@cache
def quick_review(name: str) -> Review:
    return review(golden(name), effort=QUICK, seed=1)


def is_exact(found: Review) -> bool:
    return all(p.final - p.initial == p.skill + p.others + p.luck for p in found.players)


ONE_OF_EACH = ["pebbles-3", "terraflip-2-memory-pure", "tipperary-2", "topiary-3-draft-on", "triqueta-5-wolves-on"]


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_results_are_own_decisions_others_decisions_and_luck(name: str) -> None:
    found = quick_review(name)
    assert found.is_whole
    assert is_exact(found)
    for player in found.players:
        own = [moment for moment in found.moments if moment.seat == player.seat]
        assert player.skill == -sum(moment.loss for moment in own) <= 0
    winners = golden(name).ending["winners"]  # type: ignore[index]
    assert [player.seat for player in found.players if player.final > 0] == winners
    assert all(sum(chances) == 1 for chances in found.chances)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_decision_with_a_choice_is_judged(name: str) -> None:
    record, found = golden(name), quick_review(name)
    assert [(moment.seat, moment.played.move) for moment in found.moments] == list(record.moves)
    for moment, match in zip(found.moments, record.steps(), strict=False):
        legal = match.legal_moves(moment.seat)
        assert moment.choices == len(legal)
        assert (moment.name == "only") == (len(legal) == 1)
        assert moment.best.move in legal
        assert moment.line[0] == (moment.seat, moment.best.move)
        assert all(move in legal for move in moment.as_good)
        assert moment.loss == 0 or moment.loss > moment.loss_error


@each()
def test_every_variant_can_be_reviewed(variant: Variant) -> None:
    """By its last moves, to be quick; where positions cannot be written, by all of them."""
    match = variant.match(3)
    match.play_randomly(seed=4)
    if match.game.states is not None:
        match.undo(6)
        match = Match.from_position(match.position())
        match.play_randomly(seed=4)
    assert is_exact(review(match.record(), effort=0.01))


def test_the_same_seed_gives_the_same_review() -> None:
    again = review(golden("triqueta-5-wolves-on"), effort=QUICK, seed=1)
    assert again == quick_review("triqueta-5-wolves-on")
    assert review(golden("triqueta-5-wolves-on"), effort=QUICK, seed=2) != again


def test_a_game_that_started_from_a_position_can_be_reviewed() -> None:
    match = Match.from_position(golden("triqueta-5-wolves-on").replay(25).position())
    match.play_randomly(seed=5)
    found = review(Record.parse(str(match.record())), effort=QUICK)
    assert found.is_whole
    assert is_exact(found)


def test_a_decision_is_judged_by_what_its_seat_could_know() -> None:
    """The same game with another truth behind what nobody has seen yet: the first decision is judged alike."""
    truth = golden("tipperary-3").replay(0)
    other = Match.from_position(truth.redeal(None, seed=8).start.position())
    assert other.position() != Match.from_position(truth.position()).position()
    first = []
    for start in (Match.from_position(truth.position()), other):
        seat, move = golden("tipperary-3").moves[0]
        start.play(move, seat)
        start.play_randomly(seed=1)
        moment = next(iter(reviews_of(start.record(), effort=QUICK, seed=3))).moments[0]
        # The chances of the graph are corrected by how the game went on, and are no judgement of the decision.
        first.append((moment.played, moment.best, moment.loss, moment.line))
    assert first[0] == first[1]


def test_a_running_game_cannot_be_reviewed() -> None:
    with pytest.raises(NotReviewedError, match="only a finished game can be reviewed"):
        review(golden("triqueta-2").replay(5).record())


def test_a_review_can_be_stopped_and_told_as_far_as_it_came() -> None:
    stop = Event()
    stop.set()
    found = review(golden("triqueta-2"), effort=QUICK, stop=stop)
    assert len(found.moments) == 1
    assert not found.is_whole
    assert is_exact(found)


def test_a_review_can_be_written_and_read() -> None:
    found = quick_review("terraflip-2-memory-pure")
    document = json.loads(json.dumps(found.to_json()))
    assert Review.from_json(document) == found
    assert document["decisions"][0].keys() >= {"number", "seat", "played", "best", "loss", "loss_error", "points_lost"}
    assert document["players"][0].keys() >= {"initial", "final", "skill", "others", "luck", "accuracy"}
    with pytest.raises(NotReviewedError):
        Review.from_json({**document, "review": 99})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_review_is_told_in_every_language(name: str, language: str) -> None:
    found = quick_review(name)
    text = to_text(found, language)
    assert len(text.splitlines()) >= found.seats + 4
    assert len(key_moments(found)) <= 9
    assert to_html(found, language).count("<polyline") == found.seats


def test_a_review_draws_itself_in_notebooks() -> None:
    assert quick_review("pebbles-3")._repr_html_().startswith("<style>")
    assert begin(golden("pebbles-3"))._repr_html_()


def test_names_follow_the_loss_and_a_loss_below_its_error_is_none() -> None:
    names = [verdicts.name_of(loss, played_best=False) for loss in (0.0, 0.029, 0.03, 0.07, 0.2, 0.9)]
    assert names == ["good", "good", "inaccuracy", "mistake", "blunder", "blunder"]
    assert verdicts.name_of(0.0, played_best=True) == "best"
    assert verdicts.counted(0.3, 0.31) == 0
    assert verdicts.counted(0.009, 0.0) == 0
    assert verdicts.counted(0.3, 0.1) == 0.3


def test_accuracy_is_100_without_losses_and_falls_with_them() -> None:
    assert verdicts.accuracy([]) == verdicts.accuracy([0.0, 0.0]) == 100
    assert 100 > verdicts.accuracy([0.0, 0.1]) > verdicts.accuracy([0.1, 0.1]) > verdicts.accuracy([0.9]) > 0


def test_what_one_gives_away_the_others_get_exactly() -> None:
    effect = passed_on(0.25, 1, (0.5, 0.3, 0.2))
    assert sum(effect) == 0
    assert effect[1] == -0.25
    assert effect[0] > effect[2] > 0
    assert passed_on(0.25, 0, (1.0, 0.0)) == (-0.25, 0.25)
    assert sum(shared_out((1.0, 1.0, 1.0))) == 1


def test_what_comes_and_goes_with_the_turn_is_flattery_and_no_luck() -> None:
    def look(number: int, flattered: float) -> SearchedPosition:
        turn = np.array([0.25, -0.25]) * (1 if number % 2 == 0 else -1)
        return SearchedPosition(
            np.array([0.5, 0.5]) + flattered * turn, 0.0, np.outer([1 - number / 80, number / 80], turn)
        )

    nothing_done = [(0.0, 0.0)] * 80
    found = flattered_by([look(number, 0.4) for number in range(81)], nothing_done)
    assert found == pytest.approx([0.4, 0.4], abs=0.01)
    assert look(7, 0.4).chances(found) == pytest.approx((0.5, 0.5), abs=0.002)
    assert flattered_by([look(number, 0.0) for number in range(81)], nothing_done).tolist() == [0, 0]
