"""The rules of Triqueta, compiled: what `tilery.kernel.contract.Rules` asks for."""

from tilery.games.triqueta.rules.hidden import redeal, sight
from tilery.games.triqueta.rules.scoring import score, standing
from tilery.games.triqueta.rules.state import OPTIONS, STATE
from tilery.games.triqueta.rules.turns import MAX_LENGTH, MAX_MOVES, legal_moves, play, setup, waiting

__all__ = [
    "MAX_LENGTH",
    "MAX_MOVES",
    "OPTIONS",
    "STATE",
    "legal_moves",
    "play",
    "redeal",
    "score",
    "setup",
    "sight",
    "standing",
    "waiting",
]
