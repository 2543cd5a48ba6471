"""Refusals in HTTP: the one place where codes become statuses and expected errors become refusals."""

from __future__ import annotations

from tilery.games.reading import DocumentError
from tilery.server.storage.database import ConflictError, OutcomeUnknownError, StorageDownError
from tilery.server.tables.refusal import Refusal
from tilery.words import reason, say

STATUSES: dict[int, tuple[str, ...]] = {
    400: ("gone", "not_a_form", "not_http", "not_json"),
    401: ("no_secret",),
    403: ("banned", "cross_site", "forbidden", "memory", "muted", "removed"),
    404: (
        "no_ban",
        "no_club",
        "no_editor",
        "no_game",
        "no_key",
        "no_lesson",
        "no_message",
        "no_puzzle",
        "no_seat",
        "no_table",
        "not_found",
    ),
    405: ("wrong_method",),
    408: ("too_slow",),
    409: (
        "away",
        "chat_off",
        "closed",
        "conflict",
        "full",
        "id_reused",
        "illegal_move",
        "no_change",
        "no_clock",
        "no_holiday",
        "no_name",
        "not_absent",
        "not_away",
        "not_ready",
        "not_seated",
        "not_started",
        "not_your_turn",
        "nothing_happened",
        "nothing_to_undo",
        "old_rules",
        "on_holiday",
        "over",
        "rated",
        "revealed",
        "running",
        "seat_taken",
        "seats_open",
        "started",
        "too_much",
        "voted",
    ),
    413: ("too_large",),
    415: ("wrong_type",),
    422: (
        "bad_level",
        "bad_link",
        "bad_move",
        "bad_name",
        "bad_number",
        "bad_record",
        "bad_request",
        "bad_table",
        "bad_text",
        "other_game",
        "too_many",
    ),
    429: ("too_many_seats", "too_many_tables", "too_often"),
    431: ("head_too_large",),
    500: ("fault",),
    503: (
        "busy",
        "closing",
        "outcome_unknown",
        "storage_down",
        "too_many_connections",
        "too_many_streams",
    ),
}
"""Every code that a refusal may have, by its status."""
STATUS = {code: status for status, codes in STATUSES.items() for code in codes}

EXPECTED = (Refusal, DocumentError, ConflictError, StorageDownError)
"""Errors that handlers need not catch: each of them is an answer."""


def refusal_of(error: Exception) -> Refusal:
    """Return the refusal for an expected error."""
    match error:
        case Refusal():
            return error
        case DocumentError():
            return Refusal("bad_request", reason(error))
        case ConflictError():
            return Refusal("conflict", say("Someone else got there first. Reload and try again."))
        case OutcomeUnknownError():
            sentence = say(
                "The database did not answer in time, so we do not know whether that was saved. Look again before you "
                "repeat it."
            )
            return Refusal("outcome_unknown", sentence)
        case StorageDownError():
            sentence = say("The database is unavailable right now. Nothing was changed. Please try again.")
            return Refusal("storage_down", sentence)
    raise TypeError(f"{error!r} is not expected")
