"""The rules of Topiary, compiled: what `tilery.kernel.contract.Rules` asks for."""

from tilery.games.topiary.rules.hidden import redeal, sight
from tilery.games.topiary.rules.scoring import score, standing
from tilery.games.topiary.rules.state import OPTIONS, STATE
from tilery.games.topiary.rules.turns import MAX_LENGTH, MAX_MOVES, legal_moves, play, setup, waiting

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
