"""What may happen next at a table: each function checks a request against the rules of the table and returns the
command for it, or raises a `Refusal` that says why not."""

from __future__ import annotations

from tilery.games.game import NotationError
from tilery.match.match import IllegalMoveError
from tilery.match.moves import Move
from tilery.server.tables.events import Command, Event
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.table import GOING_ON, Table
from tilery.server.tables.texts import LONGEST_CHAT, clean_name, duration, tidy
from tilery.words import all_of, reason, say, say_many, whole

# Before the game.


def sit(table: Table, name: str, seat: int | None) -> Command:
    """Take an open seat, by default the first."""
    if table.match is not None:
        raise Refusal("started", say("The game has already started. You can join only before it starts."))
    free = [index for index, player in enumerate(table.players) if player.kind == "open"]
    if seat is None:
        if not free:
            raise Refusal("full", say("All seats of this table are taken."))
        seat = free[0]
    _check_seat(table, seat)
    if seat not in free:
        raise Refusal("seat_taken", say("That seat is taken."))
    return Command("sit", seat, {"name": clean_name(name)})


def seat_bot(table: Table, seat: int, level: str) -> Command:
    """Put a bot on an open seat."""
    return Command("seat_bot", sit(table, "bot", seat).seat, {"level": level})


def start(table: Table, *, wait_for_answers: bool = False) -> Command:
    """Begin the game; with `wait_for_answers` only once everybody has agreed who was asked for a rematch."""
    if table.match is not None:
        raise Refusal("started", say("The game has already started."))
    missing = sum(player.kind == "open" for player in table.players)
    if missing:
        raise Refusal(
            "seats_open",
            say_many(
                "{count} of {seats} seats is still open.",
                "{count} of {seats} seats are still open.",
                missing,
                seats=table.seats,
            ),
        )
    asked = [player.name for player in table.players if player.asked]
    if wait_for_answers and asked:
        sentence = say("{players} must agree to the rematch first.", players=all_of(asked))
        raise Refusal("not_ready", sentence)
    return Command("start")


# Playing.


def play(table: Table, seat: int, text: str) -> Command:
    """Play a move that is given in notation."""
    game = table.started_match.game
    try:
        code = game.notation.code(text)
    except NotationError as error:
        raise Refusal("bad_move", whole(reason(error))) from None
    return play_move(table, Move(game, seat, code))


def play_move(table: Table, move: Move) -> Command:
    """Play a move on a copy of the match, which the command brings along."""
    before = table.started_match
    after = before.copy()
    try:
        after.play(move)
    except IllegalMoveError as error:
        why = reason(error).values["sentence"]  # without the move, which whoever asked knows
        code = "over" if before.is_over else "illegal_move" if move.seat in before.waiting else "not_your_turn"
        raise Refusal(code, whole(why)) from None
    return Command("move", move.seat, {"move": str(move)}, after)


def undo(table: Table, seat: int) -> Command:
    """Undo a move. Whether it has revealed something is checked separately, because that takes longer.

    Against bots alone any number of moves can be undone, each together with what the bots have played since.
    """
    match = table.started_match
    if match.is_over:
        raise Refusal("over", say("The game is over."))
    if table.is_against_bots(seat):
        later = next((count for count, move in enumerate(reversed(match.moves), 1) if move.seat == seat), 0)
        if not later:
            raise Refusal("nothing_to_undo", say("You have not made a move yet."))
        return Command("undo", seat, {"count": later})
    moves = [event for event in table.events if event.kind in ("move", "undo")]
    if not match.moves or moves[-1].kind != "move" or match.moves[-1].seat != seat:
        raise Refusal(
            "nothing_to_undo", say("You can undo only your own last move, and only until someone else moves.")
        )
    return Command("undo", seat)


def may_undo(table: Table, seat: int) -> bool:
    """Return whether a seat has a move to undo, unless that has revealed something."""
    try:
        undo(table, seat)
    except Refusal:
        return False
    return True


def rematch(table: Table, new: str, by: int | None = None) -> Command | None:
    """Link to the rematch at the table `new`, proposed by the seat `by`; None if there is a rematch already."""
    if not table.started_match.is_over:
        raise Refusal("running", say("The game is not over yet."))
    return Command("rematch", by, {"table": new}) if table.rematch is None else None


# Coming and going.


def leave(table: Table, seat: int) -> Command:
    """Leave the table; during a game a bot takes over."""
    if table.match is None:
        if table.players[seat].kind != "person":
            raise Refusal("not_seated", say("That seat is empty."))
        return Command("rise", seat)
    _check_running(table)
    _check_person(table, seat)
    return Command("away", seat, {"why": "left"})


def hand_over(table: Table, seat: int, now: float, by: int | None = None) -> Command:
    """Have a bot take over for somebody who has kept the table waiting for too long.

    Before the fair wait is over it takes more than half of the others, and at least two of them: a vote of `by`.
    """
    _check_running(table)
    _check_seat(table, seat)
    _check_person(table, seat)
    player, settings = table.players[seat], table.settings
    waited = player.waited(settings, now)
    if waited is None:
        raise Refusal("not_absent", say("It is not that player's turn."))
    if player.is_on_holiday(settings, now):
        raise Refusal("on_holiday", say("That player is on holiday; their clock has stopped."))
    if waited >= settings.fair_wait:
        return _away(seat, "absent", by)
    others = [
        other
        for other, them in enumerate(table.players)
        if other != seat and them.kind == "person" and not them.away
    ]  # fmt: skip
    if by in others and len(others) > 1 and waited >= settings.absent_after:
        votes = player.votes | {by}
        if 2 * len(votes) > len(others):
            return _away(seat, "voted", by)
        if by in player.votes:
            raise Refusal("voted", say("You have already asked for a bot; the others must agree."))
        return Command("vote", by, {"against": seat})
    left = duration(settings.fair_wait - waited)
    raise Refusal("not_absent", say("Please give that player {time} more before a bot takes over.", time=left))


def _away(seat: int, why: str, by: int | None) -> Command:
    return Command("away", seat, {"why": why} if by is None else {"why": why, "by": by})


def holiday(table: Table, seat: int, on: bool, now: float) -> Command:
    """Stop the clock of a seat for some days, or start it again."""
    if table.status == "over":
        raise Refusal("over", say("The game is over."))
    settings, player = table.settings, table.players[seat]
    if on and player.is_on_holiday(settings, now):
        raise Refusal("no_change", say("You are already on holiday."))
    if not on and player.holiday_since is None:
        raise Refusal("no_change", say("You are not on holiday."))
    if on and not settings.has_clock:
        raise Refusal("no_clock", say("This table has no clock that could be stopped."))
    if on and player.holiday_left(settings, now) <= 0:
        raise Refusal("no_holiday", say("You have no holiday left at this table."))
    return Command("holiday", seat, {"on": on})


def end_time(table: Table, now: float) -> Command | None:
    """Have a bot take over for the first person whose time is up; None if there is none."""
    for seat in range(table.seats):
        due = table.time_up(seat)
        if due is not None and due <= now:
            return Command("away", seat, {"why": "time"})
    return None


def come_back(table: Table, seat: int) -> Command:
    """Reclaim a seat from the bot that stands in."""
    if table.players[seat].kind != "person" or not table.players[seat].away:
        raise Refusal("not_away", say("No bot is playing for you."))
    return Command("back", seat)


# Talking.


def chat(table: Table, seat: int, text: str) -> Command:
    if not table.settings.chat:
        raise Refusal("chat_off", say("Chat is switched off at this table."))
    if table.players[seat].is_muted:
        raise Refusal("muted", say("The owner of this table has muted you."))
    said = tidy(text)
    if not said or len(text) > LONGEST_CHAT:
        raise Refusal("bad_text", say("A message must have 1 to {most} characters.", most=LONGEST_CHAT))
    return Command("chat", seat, {"text": said})


def erase(table: Table, seat: int) -> Command:
    """Forget a person's name."""
    if table.players[seat].kind != "person" or not table.players[seat].name:
        raise Refusal("no_name", say("That seat has no name."))
    return Command("erase", seat)


# Keeping order.


def remove(table: Table, seat: int, who: str) -> Command:
    """Take a person's seat away for good, by the owner or the host; in a running game a bot goes on."""
    _check_seat(table, seat)
    if table.players[seat].kind != "person" or table.players[seat].is_removed:
        raise Refusal("not_seated", say("No player sits there."))
    if table.match is None:
        return Command("rise", seat, {"who": who})
    _check_running(table)
    return Command("away", seat, {"why": "removed", "who": who})


def mute(table: Table, seat: int, on: bool) -> Command:
    """Mute a person in the chat of this table, or unmute them."""
    _check_seat(table, seat)
    player = table.players[seat]
    if player.kind != "person":
        raise Refusal("not_seated", say("No player sits there."))
    if player.is_muted == on:
        raise Refusal("no_change", say("That is so already."))
    return Command("mute", seat, {"on": on})


def find_message(table: Table, number: int) -> Event:
    """Return a message by the number of its event."""
    event = table.events[number - 1] if 0 < number <= table.number else None
    if event is None or event.kind != "chat" or not event.body["text"]:
        raise Refusal("no_message", say("That message does not exist."))
    return event


def unsay(table: Table, number: int) -> Command:
    """Take a message out of the chat."""
    return Command("unsay", find_message(table, number).seat, {"number": number})


def close(table: Table, who: str) -> Command:
    """End a table whose game is not over."""
    if table.status not in GOING_ON:
        raise Refusal("over", say("This table has already ended."))
    return Command("close", None, {"who": who})


def expiry(table: Table, at: float) -> Command | None:
    """Say when a table will be closed or deleted; None if it says so already."""
    return None if table.ends is not None else Command("expiry", None, {"at": at, "status": table.status})


def _check_running(table: Table) -> None:
    if table.started_match.is_over:
        raise Refusal("over", say("The game is over."))


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < table.seats:
        raise Refusal("no_seat", say("This table has seats 0 to {last}.", last=table.seats - 1))


def _check_person(table: Table, seat: int) -> None:
    if table.players[seat].is_played_by_bot:
        raise Refusal("away", say("A bot is already playing for that seat."))
