"""Tipperary for programs that play or learn: what `tilery.kernel.contract.Learning` asks for, and features."""

from tilery.games.tipperary.learn.actions import decode, encode
from tilery.games.tipperary.learn.evaluation import evaluate
from tilery.games.tipperary.learn.features import feature_count, features
from tilery.games.tipperary.learn.kinds import move_kind
from tilery.games.tipperary.learn.observation import observe
from tilery.games.tipperary.learn.shortlist import shortlist
from tilery.games.tipperary.learn.stand_in import stand_in

__all__ = [
    "decode",
    "encode",
    "evaluate",
    "feature_count",
    "features",
    "move_kind",
    "observe",
    "shortlist",
    "stand_in",
]
