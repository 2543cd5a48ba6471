"""Reading the fields of forms."""

from __future__ import annotations

from collections.abc import Mapping

from tilery.server.tables.refusal import Refusal
from tilery.words import say

Form = dict[str, str]
LAST_PAGE = 10**6


def number(form: Form, name: str, low: int, high: int) -> int:
    """Read a number within bounds."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and low <= int(text) <= high):
        raise Refusal("bad_request", say("Choose a number from {low} to {high}.", low=low, high=high))
    return int(text)


def page_number(query: Mapping[str, str]) -> int:
    """Read which page of a list an address asks for; the first unless it says."""
    return number({"page": query.get("page", "1")}, "page", 1, LAST_PAGE)


def seconds(form: Form, name: str) -> float | None:
    """Read a field that holds minutes, or nothing."""
    return 60.0 * number(form, name, 1, 10**6) if form.get(name) else None
