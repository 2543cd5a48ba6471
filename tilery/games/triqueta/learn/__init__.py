"""Triqueta for programs that play or learn: what `tilery.kernel.contract.Learning` asks for, and features."""

from tilery.games.triqueta.learn.actions import decode, encode
from tilery.games.triqueta.learn.beliefs import presume
from tilery.games.triqueta.learn.evaluation import evaluate
from tilery.games.triqueta.learn.features import feature_count, features
from tilery.games.triqueta.learn.kinds import move_kind
from tilery.games.triqueta.learn.observation import observe
from tilery.games.triqueta.learn.outcomes import arrange, outcome_count

__all__ = [
    "arrange",
    "decode",
    "encode",
    "evaluate",
    "feature_count",
    "features",
    "move_kind",
    "observe",
    "outcome_count",
    "presume",
]
