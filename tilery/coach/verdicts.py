"""What decisions are called, and how accurate they are: every threshold of the coach is here.

A loss is the chance of winning that a move gave away against the best one, from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Literal

from tilery.words import Sentence, say

Name = Literal["only", "best", "good", "inaccuracy", "mistake", "blunder"]

SHOWN = 0.03  # a loss from which on a move is an inaccuracy
LARGE = 0.07  # … a mistake
DECISIVE = 0.20  # … a blunder
AS_GOOD = 0.01  # moves within this of the best one are as good
LUCKY = 0.05  # luck that is worth telling
CLEAR = 2.0  # standard errors that luck, or a loss, has to be above to be told

MARKED: tuple[Name, ...] = ("inaccuracy", "mistake", "blunder")
NAMES: tuple[Name, ...] = ("best", "good", *MARKED)
"""Of decisions with a choice, best first."""

STEEPNESS = 6.0  # a move that gives away a tenth of its worth has an accuracy of 55


def counted(loss: float, error: float) -> float:
    """The loss that counts: none if it is below its standard error, or if the move is as good as the best one."""
    return loss if loss > error and loss > AS_GOOD else 0.0


def name_of(loss: float, played_best: bool) -> Name:
    """Return what a decision with a choice is called by the loss that counts."""
    if loss >= DECISIVE:
        return "blunder"
    if loss >= LARGE:
        return "mistake"
    if loss >= SHOWN:
        return "inaccuracy"
    return "best" if played_best else "good"


def accuracy(losses: Sequence[float]) -> float:
    """How accurate decisions were, from 0 to 100, by what each lost of its worth; 100 where there was no choice."""
    if not losses:
        return 100.0
    return 100.0 * sum(exp(-STEEPNESS * max(loss, 0.0)) for loss in losses) / len(losses)


def words_of(name: Name) -> Sentence:
    """Return what a decision is called to people: nobody is told that they blundered."""
    match name:
        case "only":
            return say("no choice")
        case "best":
            return say("best")
        case "good":
            return say("good")
        case "inaccuracy":
            return say("slip")
        case "mistake":
            return say("missed chance")
        case "blunder":
            return say("turning point")
