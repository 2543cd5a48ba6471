"""Terraflip for programs that play or learn: what `tilery.kernel.contract.Learning` asks for, and features."""

from tilery.games.terraflip.learn.actions import decode, encode
from tilery.games.terraflip.learn.evaluation import evaluate
from tilery.games.terraflip.learn.features import feature_count, features
from tilery.games.terraflip.learn.kinds import move_kind
from tilery.games.terraflip.learn.observation import observe

__all__ = ["decode", "encode", "evaluate", "feature_count", "features", "move_kind", "observe"]
