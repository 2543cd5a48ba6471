"""Triqueta for programs that play or learn: what `tilery.kernel.contract.Learning` asks for."""

from tilery.games.triqueta.learn.actions import decode, encode
from tilery.games.triqueta.learn.evaluation import evaluate
from tilery.games.triqueta.learn.observation import observe

__all__ = ["decode", "encode", "evaluate", "observe"]
