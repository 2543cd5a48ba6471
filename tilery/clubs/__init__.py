"""Clubs: who plays whom in a tournament, how it stands, and how strong players are. Pure functions, without a database.

Players are whole numbers here; who they are is the business of whoever asks. `docs/clubs.md` describes the rules.
"""

from __future__ import annotations

from tilery.clubs.pairing import Round, most_rounds, next_round, round_robin
from tilery.clubs.ratings import Rating, rate
from tilery.clubs.standings import Game, Row, standings

__all__ = ["Game", "Rating", "Round", "Row", "most_rounds", "next_round", "rate", "round_robin", "standings"]
