"""Tipperary for programs that play or learn: what `tilery.kernel.contract.Learning` asks for."""

from tilery.games.tipperary.learn.actions import decode, encode
from tilery.games.tipperary.learn.evaluation import evaluate
from tilery.games.tipperary.learn.observation import observe
from tilery.games.tipperary.learn.shortlist import shortlist

__all__ = ["decode", "encode", "evaluate", "observe", "shortlist"]
