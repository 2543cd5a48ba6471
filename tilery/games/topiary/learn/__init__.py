"""Topiary for programs that play or learn: what `tilery.kernel.contract.Learning` asks for."""

from tilery.games.topiary.learn.actions import decode, encode
from tilery.games.topiary.learn.evaluation import evaluate
from tilery.games.topiary.learn.observation import observe

__all__ = ["decode", "encode", "evaluate", "observe"]
