"""Topiary for programs that play or learn: what `tilery.kernel.contract.Learning` asks for, and features."""

from tilery.games.topiary.learn.actions import decode, encode
from tilery.games.topiary.learn.evaluation import evaluate
from tilery.games.topiary.learn.features import feature_count, features
from tilery.games.topiary.learn.kinds import move_kind
from tilery.games.topiary.learn.observation import observe
from tilery.games.topiary.learn.shortlist import shortlist

__all__ = ["decode", "encode", "evaluate", "feature_count", "features", "move_kind", "observe", "shortlist"]
