"""The coach: why a game was won. Reviews, which know games only by the contract; `docs/coach.md` tells more."""

from __future__ import annotations

from tilery.coach.review import Decision, Judged, Moment, NotReviewedError, Player, Review
from tilery.coach.reviewing import review

__all__ = ["Decision", "Judged", "Moment", "NotReviewedError", "Player", "Review", "review"]
