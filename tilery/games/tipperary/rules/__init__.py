"""The rules of Tipperary, compiled: what `tilery.kernel.contract.Rules` asks for."""

from tilery.games.tipperary.rules.hidden import redeal, sight
from tilery.games.tipperary.rules.scoring import score, standing
from tilery.games.tipperary.rules.state import OPTIONS, STATE
from tilery.games.tipperary.rules.turns import MAX_LENGTH, MAX_MOVES, legal_moves, play, random_move, setup, waiting

__all__ = [
    "MAX_LENGTH",
    "MAX_MOVES",
    "OPTIONS",
    "STATE",
    "legal_moves",
    "play",
    "random_move",
    "redeal",
    "score",
    "setup",
    "sight",
    "standing",
    "waiting",
]
