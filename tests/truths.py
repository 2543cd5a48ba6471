"""Another truth that looks the same to a seat, for tests that nothing which is hidden gets out."""

from __future__ import annotations

from tilery.kernel import chance, runner
from tilery.kernel.contract import SPECTATOR
from tilery.match.match import Match


def other_truth(match: Match, seat: int | None, seed: int) -> Match:
    """A copy with all that `seat` cannot know drawn anew, but with the seed and the moves of the original.

    Unlike `Match.redeal`, which imagines a match and keeps nothing of the truth, this stands in for the true match
    where a server or a page has one. Whatever is sent to the seat must be the same for both.
    """
    twin = match.copy()
    runner.redeal(twin.states, SPECTATOR if seat is None else seat, chance.generator(seed))
    return twin
