"""A table is the fold of its log: who sits, who may do what, clocks, undo, and what each viewer reads."""

from __future__ import annotations

import json

import pytest

from tests.truths import other_truth
from tilery.server.tables import commands
from tilery.server.tables.events import Command, Event
from tilery.server.tables.players import Settings
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.reveal import reveals
from tilery.server.tables.table import Table
from tilery.server.tables.views import view, visible_event

SEED = 7


def table(game: str = "pebbles", seats: int = 2, settings: Settings | None = None, **options: str) -> Table:
    return Table("id", game, 1, seats, options, SEED, settings or Settings(), public=False)


def happen(at: Table, command: Command | None, now: float = 0.0) -> Table:
    assert command is not None
    return at.after(command.event(at.number + 1, now), command.match)


def started(game: str = "pebbles", seats: int = 2, settings: Settings | None = None, **options: str) -> Table:
    at = table(game, seats, settings, **options)
    for seat in range(seats):
        at = happen(at, commands.sit(at, f"guest {seat}", seat))
    return happen(at, commands.start(at))


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda error: error.code == code)


def test_sitting_down_takes_the_first_free_seat() -> None:
    at = table()
    at = happen(at, commands.sit(at, "  Ann  Marie ", None))
    at = happen(at, commands.sit(at, "Bo", None))
    assert [player.name for player in at.players] == ["Ann Marie", "Bo"]
    with refused("full"):
        commands.sit(at, "Cy", None)


def test_a_seat_is_taken_once_and_names_have_a_length() -> None:
    at = happen(table(), commands.sit(table(), "Ann", 1))
    with refused("seat_taken"):
        commands.sit(at, "Bo", 1)
    with refused("no_seat"):
        commands.sit(at, "Bo", 5)
    for name in ("", "   ", "x" * 41, "\x00"):
        with refused("bad_name"):
            commands.sit(at, name, 0)


def test_a_game_starts_when_all_seats_are_taken() -> None:
    at = table()
    with refused("seats_open"):
        commands.start(at)
    with refused("not_started"):
        commands.play(at, 0, "take 1")
    assert started().status == "running"
    with refused("started"):
        commands.start(started())


def test_a_move_is_refused_with_the_rule_and_changes_nothing() -> None:
    at = started()
    before = json.dumps(view(at, 0))
    with refused("illegal_move"):
        commands.play(at, 0, "take 7")
    with refused("not_your_turn"):
        commands.play(at, 1, "take 1")
    with refused("bad_move"):
        commands.play(at, 0, "jump")
    assert json.dumps(view(at, 0)) == before


def test_an_earlier_table_stays_as_it_is() -> None:
    at = started()
    before = json.dumps([view(at, seat) for seat in (None, 0, 1)])
    happen(at, commands.play(at, 0, "take 2"))
    assert json.dumps([view(at, seat) for seat in (None, 0, 1)]) == before


def test_undo_is_for_ones_own_last_step_while_nobody_else_has_moved() -> None:
    at = started()
    at = happen(at, commands.play(at, 0, "take 2"))
    with refused("nothing_to_undo"):
        commands.undo(at, 1)
    back = happen(at, commands.undo(at, 0))
    assert back.match is not None
    assert back.match.moves == ()
    at = happen(at, commands.play(at, 1, "take 1"))
    with refused("nothing_to_undo"):
        commands.undo(at, 0)


def test_what_was_revealed_cannot_be_taken_back() -> None:
    at = started("topiary", 2, diagonals="all", draft="off")
    assert at.match is not None
    assert not reveals(at.match, at.match.legal_moves(0)[0])
    at = happen(at, commands.play(at, 0, "visit c1S"))
    assert at.match is not None
    take = next(move for move in at.match.legal_moves(0) if str(move) == "take c1")
    assert reveals(at.match, take)


def test_secret_moves_are_read_in_full_by_their_player_alone() -> None:
    at = started("topiary", 2, diagonals="all", draft="on")
    assert at.match is not None
    move = str(at.match.legal_moves(1)[0])
    at = happen(at, commands.play(at, 1, move))
    assert visible_event(at, at.events[-1], 1)["move"] == move
    assert visible_event(at, at.events[-1], 0)["move"] == "keep ? ? ?"
    assert visible_event(at, at.events[-1], None)["move"] == "keep ? ? ?"


@pytest.mark.parametrize("game", ["pebbles", "topiary", "triqueta", "tipperary", "terraflip"])
def test_what_a_viewer_gets_is_the_same_for_tables_that_differ_only_in_what_it_may_not_know(game: str) -> None:
    at = started(game)
    assert at.match is not None
    for step in range(12):
        for viewer in (None, 0, 1):
            seen = json.dumps(view(at, viewer))
            twin = table(game)
            twin.players, twin.events = at.players, at.events
            twin.match = other_truth(at.match, viewer, seed=step)
            assert json.dumps(view(twin, viewer)) == seen
        if not at.match.waiting:
            break
        seat = at.match.waiting[0]
        at = happen(
            at, commands.play(at, seat, str(at.match.legal_moves(seat)[step % len(at.match.legal_moves(seat))]))
        )
        assert at.match is not None


def test_the_seed_is_told_only_after_the_end_and_fits_its_hash() -> None:
    import hashlib

    at = started()
    assert f"{SEED:032x}" not in json.dumps(view(at, 0))
    assert at.match is not None
    while not at.match.is_over:
        seat = at.match.waiting[0]
        at = happen(at, commands.play(at, seat, "take 1"))
        assert at.match is not None
    assert view(at, None)["seed"] == f"{SEED:032x}"
    assert hashlib.sha256(view(at, None)["seed"].encode()).hexdigest() == view(started(), None)["seed_hash"]
    assert at.match is not None
    assert at.match.record().replay().is_over


def test_a_bot_takes_over_when_time_is_up_and_the_person_can_come_back() -> None:
    at = started(settings=Settings(seconds_per_move=30))
    assert at.next_due() == 30
    assert commands.end_time(at, 29.9) is None
    away = happen(at, commands.end_time(at, 30), 30)
    assert away.players[0].away
    assert away.bots_due() == [0]
    back = happen(away, commands.come_back(away, 0), 40)
    assert back.bots_due() == []
    assert back.next_due() == 70


def test_time_for_the_whole_game_is_counted_over_all_moves() -> None:
    at = started(settings=Settings(seconds_per_game=100))
    at = happen(at, commands.play(at, 0, "take 1"), 60)
    at = happen(at, commands.play(at, 1, "take 1"), 65)
    assert at.players[0].used == 60
    assert at.next_due() == 65 + 40


def test_an_absent_seat_is_handed_over_only_after_a_fair_wait() -> None:
    at = started(settings=Settings(absent_after=120))
    with refused("not_absent"):
        commands.hand_over(at, 0, 119)
    with refused("not_absent"):
        commands.hand_over(at, 1, 999)
    assert happen(at, commands.hand_over(at, 0, 120), 120).players[0].away


def test_chat_is_plain_and_can_be_switched_off() -> None:
    at = started()
    assert commands.chat(at, 0, " hi \n there ").body == {"text": "hi there"}
    with refused("bad_text"):
        commands.chat(at, 0, "x" * 501)
    with refused("bad_text"):
        commands.chat(at, 0, "x" * 499 + "\x1b\x1b")  # counted as it is sent, as the description says
    with refused("chat_off"):
        commands.chat(started(settings=Settings(chat=False)), 0, "hi")


def test_events_have_no_gap() -> None:
    with pytest.raises(ValueError, match="event 5 cannot follow event 0"):
        table().apply(Event(5, "start", None, {}, 0.0))


# Against bots alone.


def against_a_bot() -> Table:
    """A person on seat 0 and a bot have made two moves each."""
    at = table()
    at = happen(at, commands.sit(at, "Ann", 0))
    at = happen(at, commands.seat_bot(at, 1, "novice"))
    at = happen(at, commands.start(at))
    for seat in (0, 1, 0, 1):
        at = happen(at, commands.play(at, seat, "take 1"))
    return at


def test_against_bots_alone_any_number_of_moves_can_be_undone() -> None:
    at = against_a_bot()
    back = happen(at, commands.undo(at, 0))
    assert back.started_match.waiting == (0,)
    assert [move.seat for move in back.started_match.moves] == [0, 1]
    back = happen(back, commands.undo(back, 0))
    assert back.started_match.moves == ()
    assert not commands.may_undo(back, 0)
    with refused("nothing_to_undo"):
        commands.undo(back, 0)
    assert (at.undone, back.undone) == (0, 2)


def test_a_log_with_undone_moves_is_folded_as_it_happened() -> None:
    at = against_a_bot()
    at = happen(at, commands.undo(at, 0))
    twin = table()
    for event in at.events:
        twin.apply(event)
    assert twin.started_match.moves == at.started_match.moves


def test_with_another_person_at_the_table_nobody_goes_back_past_their_move() -> None:
    at = started()
    at = happen(at, commands.play(at, 0, "take 1"))
    at = happen(at, commands.play(at, 1, "take 1"))
    at = happen(at, commands.leave(at, 1))  # a bot plays for them now, but they may come back
    with refused("nothing_to_undo"):
        commands.undo(at, 0)


DAY = 86_400.0


def test_a_fair_wait_follows_the_clock() -> None:
    assert Settings().fair_wait == 120
    assert Settings(seconds_per_move=60).fair_wait == 120
    assert Settings(seconds_per_move=1200).fair_wait == 600
    assert Settings(seconds_per_game=3600).fair_wait == 450
    assert Settings(seconds_per_move=DAY).fair_wait == DAY
    assert Settings(seconds_per_move=3 * DAY).fair_wait == DAY
    assert Settings(seconds_per_game=30 * DAY).fair_wait == DAY


def test_at_a_table_over_days_nobody_is_replaced_after_two_minutes() -> None:
    at = started(settings=Settings(seconds_per_move=3 * DAY))
    for now in (121, 3600, DAY - 1):
        with refused("not_absent"):
            commands.hand_over(at, 0, now, by=1)
    command = commands.hand_over(at, 0, DAY, by=1)
    assert (command.kind, command.body) == ("away", {"why": "absent", "by": 1})


def test_most_of_the_others_may_let_a_bot_play_earlier() -> None:
    at = started(seats=3, settings=Settings(seconds_per_move=3 * DAY))
    with refused("not_absent"):  # not before they could be called absent at all
        commands.hand_over(at, 0, 60, by=1)
    at = happen(at, commands.hand_over(at, 0, 600, by=1), 600)
    assert not at.players[0].away
    with refused("voted"):
        commands.hand_over(at, 0, 700, by=1)
    with refused("not_absent"):  # whoever only owns the table has no vote
        commands.hand_over(at, 0, 700)
    at = happen(at, commands.hand_over(at, 0, 800, by=2), 800)
    assert at.players[0].away
    assert at.events[-1].body == {"why": "voted", "by": 2}


def test_votes_end_with_the_decision_they_were_about() -> None:
    at = started(seats=3, settings=Settings(seconds_per_move=3 * DAY))
    at = happen(at, commands.hand_over(at, 0, 600, by=1), 600)
    for seat in range(3):
        at = happen(at, commands.play(at, seat, "take 1"), 700)
    assert at.players[0].waited_since == 700
    assert commands.hand_over(at, 0, 1500, by=2).kind == "vote"


def test_each_move_adds_the_increment() -> None:
    at = started(settings=Settings(seconds_per_game=100, increment=10))
    assert at.time_up(0) == 100
    at = happen(at, commands.play(at, 0, "take 1"), 60)
    at = happen(at, commands.play(at, 1, "take 1"), 60)
    assert at.time_up(0) == 60 + 100 + 10 - 60


def test_a_holiday_stops_the_clock_within_its_budget() -> None:
    at = started(settings=Settings(seconds_per_move=3 * DAY, holiday_seconds=5 * DAY))
    at = happen(at, commands.holiday(at, 0, True, DAY), DAY)
    assert at.time_up(0) == 8 * DAY  # if the whole budget is used up
    left = [at.players[0].time_left(at.settings, day * DAY) for day in (1, 4, 6, 7, 9)]
    assert left == [2 * DAY, 2 * DAY, 2 * DAY, DAY, 0], "the clock stands still, and goes on when the budget is used up"
    with refused("on_holiday"):
        commands.hand_over(at, 0, 3 * DAY, by=1)
    at = happen(at, commands.holiday(at, 0, False, 3 * DAY), 3 * DAY)
    assert at.time_up(0) == 5 * DAY
    at = happen(at, commands.play(at, 0, "take 1"), 4 * DAY)
    assert at.players[0].used == 2 * DAY
    assert at.players[0].holiday_left(at.settings, 4 * DAY) == 3 * DAY


def test_a_holiday_that_begins_before_ones_turn_stops_the_clock_then() -> None:
    at = started(settings=Settings(seconds_per_move=DAY, holiday_seconds=2 * DAY))
    at = happen(at, commands.holiday(at, 1, True, 0), 0)
    at = happen(at, commands.play(at, 0, "take 1"), DAY / 2)
    assert at.time_up(1) == 3 * DAY  # the budget ends after two days, then a day is left
    assert commands.end_time(at, 3 * DAY - 1) is None
    assert commands.end_time(at, 3 * DAY) == Command("away", 1, {"why": "time"})
    with refused("not_absent"):
        commands.hand_over(at, 1, 2.5 * DAY, by=0)
    with refused("no_holiday"):
        commands.holiday(at, 1, True, 2.5 * DAY)


def test_a_holiday_needs_a_clock_and_a_budget() -> None:
    with refused("no_clock"):
        commands.holiday(started(), 0, True, 0)
    with refused("no_holiday"):
        commands.holiday(started(settings=Settings(seconds_per_move=60)), 0, True, 0)
    with refused("no_change"):
        commands.holiday(started(settings=Settings(seconds_per_move=60)), 0, False, 0)
