"""Topiary in six small steps; the positions are in `lessons.json`."""

from __future__ import annotations

from pathlib import Path

from tilery.games.lessons import Lesson, Task, read_positions
from tilery.words import say

_POSITIONS = read_positions(Path(__file__).with_name("lessons.json"))

LESSONS = (
    Lesson(
        "goal",
        say("The best view wins"),
        say(
            "Your visitors stand around the garden and look along a line. A visitor sees the first topiary, and then "
            "each one that is taller than all before it. You score the heights of all that it sees."
        ),
        (
            Task(
                say("Place a visitor that sees 2, 3 and 5"),
                say("2 + 3 + 5 = 10 points: from the left, each topiary is taller than the one before."),
                accepted=("visit a3E",),
                mistakes={
                    "visit e3W": say(
                        "From the right the tall whale comes first and hides the others. Try the left side."
                    ),
                    "visit *": say("Three topiaries stand in the middle row. Look along it from the left."),
                },
            ),
        ),
        _POSITIONS["goal"],
    ),
    Lesson(
        "diagonal",
        say("Look along a diagonal"),
        say(
            "Visitors may also look along diagonals. Face-down tiles hide nothing: a visitor looks over them as if "
            "they were not there."
        ),
        (
            Task(
                say("Find the view that scores 14 points"),
                say("2 + 3 + 4 + 5 = 14: from the lower left corner to the upper right one."),
                accepted=("visit *",),
                gains={"visitors": 14},
                mistakes={
                    "visit e1SW": say("The right line, but from the wrong end: the 5 hides all others."),
                    "visit *": say("Four topiaries stand on the diagonal from the lower left to the upper right."),
                },
            ),
        ),
        _POSITIONS["diagonal"],
    ),
    Lesson(
        "bonus",
        say("Two of the same series"),
        say(
            "If one visitor sees two or more topiaries of the same series, each of them scores 1 bonus point. "
            "Two swans stand in the second row."
        ),
        (
            Task(
                say("Place a visitor that sees both swans"),
                say("2 + 4 points and 2 bonus points: 8. The 3 and 4 further down would have been 7."),
                accepted=("visit *",),
                gains={"bonus": 2},
                mistakes={
                    "visit e2W": say("From this side the swan of 4 hides the one of 2. Look from the left."),
                    "visit a4E": say("7 points are good, but the swans score 8 together with their bonus."),
                    "visit *": say("Look along the second row, from the side of the smaller swan."),
                },
            ),
        ),
        _POSITIONS["bonus"],
    ),
    Lesson(
        "plant",
        say("Take a tile and plant another"),
        say(
            "After placing a visitor you may take a face-down tile from its line and plant one of your tiles there. "
            "Your visitor looks along the second row and sees the T-Rex of 3."
        ),
        (
            Task(
                say("Take a tile behind the T-Rex"),
                say("The space is free. You now have four tiles in your hand."),
                accepted=("take c2", "take d2", "take e2"),
                mistakes={
                    "take a2": say("In front of the T-Rex a tall topiary would hide it. Take a tile behind it."),
                    "pass": say(
                        "You may do without, but here you would give points away. Take a tile behind the T-Rex."
                    ),
                },
            ),
            Task(
                say("Plant a topiary that your visitor will see"),
                say("5 is taller than 3, so your visitor now sees both: 8 points."),
                accepted=("put pyramid-5",),
                mistakes={"put *": say("It is not taller than the T-Rex of 3, so it would stay hidden behind it.")},
            ),
        ),
        _POSITIONS["plant"],
    ),
    Lesson(
        "hand",
        say("Your hand counts too"),
        say(
            "At the end each tile in your hand scores its height, if one of your visitors sees a taller topiary of the "
            "same series. Your visitors see the whale of 5, so a smaller whale in your hand is worth something."
        ),
        (
            Task(
                say("Plant a tile, but keep the one that scores"),
                say("The whale of 3 stays in your hand and scores 3 points at the end."),
                accepted=("put swan-4", "put elephant-2", "put pyramid-1"),
                mistakes={"put whale-3": say("That is the one to keep: your visitors see a taller whale.")},
            ),
        ),
        _POSITIONS["hand"],
    ),
    Lesson(
        "block",
        say("Spoil the view of others"),
        say(
            "Tall topiaries hide others, for everyone. Player 2 looks along the second row from the left and sees 3 "
            "and 4. Your visitor looks down the middle column, and both lines meet at the free space."
        ),
        (
            Task(
                say("Plant the topiary that hides the most"),
                say("You see 5, and player 2 sees nothing behind it any more: 5 points instead of 7."),
                accepted=("put spiral-5",),
                mistakes={
                    "put *": say("Player 2 would look over it, and score it as well. Plant the tallest you have.")
                },
            ),
        ),
        _POSITIONS["block"],
    ),
)
