"""Who is at a table by the pages of other processes, as far as these have told lately."""

from __future__ import annotations

import pytest

from tilery.server.tables.presence import (
    REPEAT_SECONDS,
    SILENCE_SECONDS,
    PresenceReport,
    PresenceReporter,
    RemotePresence,
)


@pytest.mark.parametrize(
    "told", [PresenceReport("a", True, frozenset()), PresenceReport("b", False, frozenset({0, 3}))]
)
def test_a_report_is_read_as_it_was_written(told: PresenceReport) -> None:
    assert PresenceReport.read(str(told)) == told


def test_a_process_that_is_silent_has_nobody_here() -> None:
    elsewhere = RemotePresence()
    elsewhere.hear(PresenceReport("a", False, frozenset({1})), now=100.0)
    assert elsewhere.seats(100.0 + SILENCE_SECONDS - 1) == {1}
    assert elsewhere.seats(100.0 + SILENCE_SECONDS) == frozenset()


def test_who_closes_one_of_two_pages_is_still_here() -> None:
    elsewhere = RemotePresence()
    for process in ("a", "b"):
        elsewhere.hear(PresenceReport(process, False, frozenset({1})), now=0.0)
    assert elsewhere.hear(PresenceReport("a", False, frozenset()), now=1.0) == frozenset()
    assert elsewhere.hear(PresenceReport("b", False, frozenset()), now=2.0) == {1}


def test_the_others_are_asked_once_and_told_again_and_again() -> None:
    reporter, elsewhere = PresenceReporter(), RemotePresence()
    assert reporter.next({0}, elsewhere, now=0.0) == (True, frozenset({0}))
    assert reporter.next({0}, elsewhere, now=1.0) is None
    assert reporter.next({0, 1}, elsewhere, now=2.0) == (False, frozenset({0, 1}))
    assert reporter.next({0, 1}, elsewhere, now=2.0 + REPEAT_SECONDS) == (False, frozenset({0, 1}))
    assert reporter.next(set(), elsewhere, now=13.0) == (False, frozenset())
    assert reporter.next(set(), elsewhere, now=99.0) is None, "nobody is here, and all know it"


def test_who_is_asked_tells_though_nothing_has_changed() -> None:
    reporter, elsewhere = PresenceReporter(), RemotePresence()
    reporter.next({0}, elsewhere, now=0.0)
    elsewhere.hear(PresenceReport("new", True, frozenset({1})), now=1.0)
    assert reporter.next({0}, elsewhere, now=1.0) == (False, frozenset({0}))
    assert reporter.next({0}, elsewhere, now=1.0) is None
