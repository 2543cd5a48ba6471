"""A bot whose module lays hands on the library as soon as it is imported: from then on nothing is redealt."""

from __future__ import annotations

from tests.arena import spies
from tilery.match.match import Match


def unsealed(match: Match, _seat: int | None = None, _seed: int | None = None) -> Match:
    return match


class Saboteur(spies.First):
    pass


Match.redeal = unsealed  # type: ignore[assignment, method-assign]
