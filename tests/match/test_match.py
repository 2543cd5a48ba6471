"""The Python surface, as a reader would guess it. Shown mostly with the smallest game."""

from __future__ import annotations

import json
import random

import pytest

from tilery import IllegalMoveError, Match, Move, NotationError, OptionError
from tilery.games import UnknownGameError


@pytest.fixture
def match() -> Match:
    return Match("pebbles", seats=2, seed=3)


def test_a_match_starts_with_the_fewest_seats_and_default_options() -> None:
    match = Match("pebbles")
    assert match.seats == 2
    assert match.options == {"most": "three"}
    assert match.waiting == (0,)
    assert not match.is_over
    assert match.moves == ()


def test_matches_without_a_seed_differ() -> None:
    assert len({Match("pebbles").seed for _ in range(10)}) == 10


def test_unknown_games_seats_and_options_get_a_sentence() -> None:
    with pytest.raises(UnknownGameError, match=r'there is no game "chess"; there are .*pebbles'):
        Match("chess")
    with pytest.raises(OptionError, match="Pebbles has 2 to 3 seats, not 4"):
        Match("pebbles", seats=4)
    with pytest.raises(OptionError, match="Pebbles has no option colour; its options are: most"):
        Match("pebbles", options={"colour": "red"})
    with pytest.raises(OptionError, match="the option most must be three or two, not 'four'"):
        Match("pebbles", options={"most": "four"})
    with pytest.raises(ValueError, match="a seed must be a whole number from 0"):
        Match("pebbles", seed=-1)
    with pytest.raises(ValueError, match="a seed must have 32 digits"):
        Match("pebbles", seed="7")


def test_a_seed_may_be_given_as_a_record_holds_it() -> None:
    assert Match("pebbles", seed="0" * 31 + "7").deal == Match("pebbles", seed=7).deal


def test_legal_moves_are_a_sequence_of_moves(match: Match) -> None:
    moves = match.legal_moves()
    assert [str(move) for move in moves] == ["take 1", "take 2", "take 3"]
    assert len(moves) == 3
    assert str(moves[-1]) == "take 3"
    assert [str(move) for move in moves[1:]] == ["take 2", "take 3"]
    assert moves[0] in moves
    assert "take 2" in moves
    assert "take 4" not in moves
    assert Move(match.game, 1, 1) not in moves
    assert repr(moves) == "<3 legal moves of seat 0: take 1, take 2, take 3>"
    assert random.Random(1).choice(moves) in moves


def test_legal_moves_of_a_seat_that_owes_nothing_are_none(match: Match) -> None:
    assert len(match.legal_moves(1)) == 0
    assert list(match.legal_moves(1)) == []


def test_a_move_is_played_by_object_or_by_notation(match: Match) -> None:
    heap = match.view().table["heap"]
    assert match.play(match.legal_moves()[0]) == match.moves[-1]
    assert match.waiting == (1,)
    match.play("take 2")
    assert match.view().table["heap"] == heap - 3
    assert [(move.seat, str(move)) for move in match.moves] == [(0, "take 1"), (1, "take 2")]
    assert repr(match.moves[1]) == "<Move take 2 by seat 1>"


def test_moves_are_equal_by_game_seat_and_decision(match: Match) -> None:
    assert Move(match.game, 0, 2) == match.legal_moves()[1]
    assert len({Move(match.game, 0, 2), match.legal_moves()[1]}) == 1
    assert Move(match.game, 1, 2) != match.legal_moves()[1]
    assert Move(match.game, 0, 2) != "take 2"


def test_an_illegal_move_names_the_rule_and_changes_nothing(match: Match) -> None:
    before = match.state.tobytes()
    with pytest.raises(IllegalMoveError, match="take 4: at most 3 pebbles may be taken at once"):
        match.play("take 4")
    with pytest.raises(IllegalMoveError, match=r"take 1: it is not player 2's turn; player 1 \(seat 0\) is to move"):
        match.play("take 1", seat=1)
    with pytest.raises(IllegalMoveError, match="take 1: there are seats 0 to 1, not 7"):
        match.play("take 1", seat=7)
    with pytest.raises(IllegalMoveError, match="take 1: there are seats 0 to 1, not -1"):
        match.play("take 1", seat=-1)
    with pytest.raises(NotationError, match='"grab" is not a move of Pebbles; moves are written "take 2"'):
        match.play("grab")
    with pytest.raises(IllegalMoveError, match="that is a move in Topiary, but this is Pebbles"):
        match.play(Match("topiary", seed=1).legal_moves()[1])
    assert match.state.tobytes() == before
    assert match.moves == ()


def test_why_not_is_none_for_a_legal_move(match: Match) -> None:
    assert match.why_not(match.legal_moves()[0]) is None


def test_nothing_can_be_played_after_the_end(match: Match) -> None:
    match.play_randomly(seed=1)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        match.play("take 1")
    with pytest.raises(IllegalMoveError, match="take 1: the game is over"):
        match.play("take 1", seat=0)
    assert match.waiting == ()


def test_where_several_seats_may_play_the_seat_must_be_said() -> None:
    match = Match("tipperary", seats=3, seed=1)
    assert match.waiting == (0, 1, 2)
    text = str(match.legal_moves(1)[0])
    with pytest.raises(
        IllegalMoveError,
        match=r"specify the seat, because several can move: player 1 \(seat 0\), .* and player 3 \(seat 2\)$",
    ):
        match.play(text)
    with pytest.raises(IllegalMoveError, match="specify the seat"):
        match.legal_moves()
    match.play(text, seat=1)
    assert 0 in match.waiting
    assert 2 in match.waiting


def test_a_view_holds_what_a_seat_may_see_and_no_more(match: Match) -> None:
    cards = [int(card) for card in match.state.card[:2]]
    assert match.view(0).table["cards"] == [cards[0], None]
    assert match.view(1).table["cards"] == [None, cards[1]]
    assert match.view().table["cards"] == [None, None]
    assert match.view().seat is None
    assert match.view(0).legal_moves == ("take 1", "take 2", "take 3")
    assert match.view(1).legal_moves == ()
    assert json.loads(match.view(0).to_json())["table"]["cards"] == [cards[0], None]
    with pytest.raises(ValueError, match="there are seats 0 to 1, not 2"):
        match.view(2)


def test_the_log_hides_what_was_played_in_secret() -> None:
    match = Match("topiary", seats=2, options={"draft": "on"}, seed=1)
    move = match.play(match.legal_moves()[0])
    assert match.log(1) == [(1, str(move))]
    assert match.log(0) == [(1, "keep ? ? ?")]
    assert match.log() == [(1, "keep ? ? ?")]


def test_scores_by_category_and_the_winner() -> None:
    match = Match("pebbles", seats=3, seed=5)
    assert match.outcome is None
    match.play_randomly(seed=5)
    sheet = match.outcome
    assert sheet is not None
    assert [set(row) for row in sheet.points] == [{"pebbles", "card"}] * 3
    assert sheet.totals == tuple(sum(row.values()) for row in sheet.points)
    assert str(sheet).splitlines()[0].split() == ["player", "1", "player", "2", "player", "3"]
    assert [line.split()[0] for line in str(sheet).splitlines()[1:]] == ["pebbles", "card", "total"]


def outcomes() -> dict[tuple[int, str | None], str]:
    """A verdict for each number of winners and each tie-breaker, out of many games."""
    found: dict[tuple[int, str | None], str] = {}
    for seed in range(300):
        match = Match("pebbles", seats=2, seed=seed)
        match.play_randomly(seed=seed)
        best = max(match.scores.totals)
        if match.scores.tiebreak or len(match.scores.winners) > 1:
            assert match.scores.totals.count(best) == 2
        else:
            assert match.scores.totals.count(best) == 1
        found.setdefault((len(match.scores.winners), match.scores.tiebreak), match.scores.verdict)
    return found


def test_how_a_tie_was_broken() -> None:
    found = outcomes()
    assert set(found) == {(1, None), (1, "a higher card"), (2, None)}
    assert found[1, "a higher card"].endswith("Tiebreaker: a higher card.")
    assert found[2, None].startswith("Player 1 and player 2 share the win")


def test_a_copy_goes_its_own_way(match: Match) -> None:
    twin = match.copy()
    twin.play("take 3")
    assert match.moves == ()
    assert match.state.tobytes() != twin.state.tobytes()
    match.play("take 1")
    assert [str(move) for move in twin.moves] == ["take 3"]


def test_undo(match: Match) -> None:
    before = match.state.tobytes()
    match.play("take 3")
    match.play("take 1")
    match.undo(2)
    assert match.state.tobytes() == before
    assert match.waiting == (0,)
    with pytest.raises(ValueError, match="0 moves were played, so 1 cannot be undone"):
        match.undo()


def test_redeal_draws_what_the_seat_cannot_know(match: Match) -> None:
    worlds = [match.redeal(0, seed=seed) for seed in range(100)]
    assert {int(world.state.card[0]) for world in worlds} == {int(match.state.card[0])}
    assert {int(world.state.card[1]) for world in worlds} == {1, 2, 3, 4, 5, 6}


def test_repr_and_str(match: Match) -> None:
    assert repr(match) == "<Match of Pebbles, 2 seats, 0 moves played, waiting for seat 0>"
    assert str(match).startswith("heap oooo")
    assert str(match.view(0)) != str(match.view(1))
    match.play_randomly(seed=1)
    assert repr(match).endswith("moves played, over>")
