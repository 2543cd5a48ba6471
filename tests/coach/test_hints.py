"""A hint is what the coach would play, and says why in one sentence."""

from __future__ import annotations

import pytest

from bench.hints import judged_hints
from tests.variants import VARIANTS
from tilery import Match, games
from tilery.bots import choose
from tilery.bots.useless import useless_moves
from tilery.coach import hints, verdicts
from tilery.coach.hints import Hint, give_hint
from tilery.coach.outlook import Difference, Outlook
from tilery.words import LANGUAGES, Sentence, translated

GAMES = [name for name in games.names() if games.find(name).drawing]
assert VARIANTS  # games outside the package are known from here on
HERE, INSTEAD = Outlook((0.6, 0.4), (40.0, 38.0)), Outlook((0.5, 0.5), (36.0, 38.0))


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_never_calls_its_own_hint_an_inaccuracy(game: str) -> None:
    """At decisions of a whole game, and with other random numbers; `python -m bench.hints` looks at many more."""
    judged = judged_hints(games.find(game), 2, seed=3, every=8)
    assert len(judged) >= 3
    assert not [(move, said) for move, said in judged if said.name in verdicts.MARKED]


def test_no_hint_spends_a_spy_on_a_tile_that_is_known() -> None:
    """A search likes to wait a move, whatever that costs: it took this spy for 2% better than the end of the turn."""
    match = Match("terraflip", seed=0)
    for text in ("place river 0,1", "place river 0,-1"):
        match.play(text)
    known = next(move for move in match.legal_moves(1) if str(move) == "spy 0,-1")
    assert useless_moves(match, 1) == {known}
    assert known not in {give_hint(match, 1, seed=seed).move for seed in range(3)}


@pytest.mark.parametrize("game", GAMES)
def test_no_hint_is_a_useless_move(game: str) -> None:
    match = Match(game, seed=0)
    useless = 0
    for number in range(60):
        if match.is_over:
            break
        seat = match.waiting[0]
        found = useless_moves(match, seat)
        useless += len(found)
        if found and number % 3 == 0:
            assert give_hint(match, seat, seconds=0.2, seed=number).move not in found
        match.play(choose("easy", match, seat, number))
    assert useless > 0


def test_a_move_that_a_closer_look_prefers_is_the_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("triqueta", seed=4)
    match.play_randomly(7, seed=4)
    seat = match.waiting[0]
    alone = give_hint(match, seat)

    def prefer_the_other(*_: object) -> tuple[Outlook, Outlook, Difference]:
        return INSTEAD, HERE, Difference(-0.1, 0.01, -4.0, 1.0, -0.1)

    monkeypatch.setattr(hints, "compare", prefer_the_other)
    assert give_hint(match, seat).move != alone.move


def reason_for(here: Outlook, instead: Outlook) -> Sentence:
    gained = Difference(here.chances[0] - instead.chances[0], 0.001, here.points[0] - instead.points[0], 1.0, 0.1)
    match = Match("triqueta", seed=4)
    move = match.legal_moves(match.waiting[0])[0]
    return hints.why(hints.Duel(move, here, instead, gained), 0)


def test_a_hint_says_what_the_move_brings() -> None:
    assert "4 points more" in str(reason_for(HERE, INSTEAD))
    assert "2 points less" in str(reason_for(Outlook((0.6, 0.4), (36.0, 36.0)), INSTEAD))
    assert "10% more" in str(reason_for(Outlook((0.6, 0.4), (36.0, 38.0)), INSTEAD))
    assert "about as good" in str(reason_for(Outlook((0.505, 0.495), (36.0, 38.0)), INSTEAD))


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_why_in_every_language(game: str) -> None:
    match = Match(game, seed=1)
    match.play_randomly(6, seed=1)
    found: Hint = give_hint(match, match.waiting[0], seconds=0.05)
    assert found.move in match.legal_moves(match.waiting[0])
    assert found.why is not None
    assert len({translated(found.why, language) for language in LANGUAGES}) == len(LANGUAGES)
