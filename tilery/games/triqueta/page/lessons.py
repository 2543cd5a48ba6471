"""Triqueta in six small steps; the positions are in `lessons.json`."""

from __future__ import annotations

from pathlib import Path

from tilery.games.lessons import Lesson, Task, read_positions
from tilery.words import say

_POSITIONS = read_positions(Path(__file__).with_name("lessons.json"))

LESSONS = (
    Lesson(
        "goal",
        say("Three of a kind"),
        say(
            "You collect animals. Exactly three tiles of an animal form a Triqueta and score the number on them: "
            "owls 6, rams 9. One or two tiles score just 1 point each."
        ),
        (
            Task(
                say("Take row II"),
                say("The third owl and the third ram form two Triquetas: 6 and 9 points."),
                accepted=("take 2",),
                mistakes={
                    "take 1": say("Row I is empty. It would score nothing for you."),
                    "take 3": say(
                        "Row III has your third owl, but row II has an owl and two rams: that makes two Triquetas."
                    ),
                    "draw": say("You can draw later. Row II already has all that you need."),
                },
            ),
        ),
        _POSITIONS["goal"],
    ),
    Lesson(
        "draw",
        say("Draw, or take a row"),
        say(
            "On your turn you either draw a tile from the stack, or take a whole row. While the rows are short, it "
            "is better to draw: each tile you place makes a row longer."
        ),
        (
            Task(
                say("Draw a tile from the stack"),
                say("You have drawn an owl. Only you can see it."),
                accepted=("draw",),
                mistakes={
                    "take *": say(
                        "After taking a row you are out of the round. These rows are still short: draw first."
                    )
                },
            ),
            Task(
                say("Put the owl in the row with the other owl"),
                say("You have one owl yourself. If row I comes back to you, you will have three."),
                accepted=("row 1",),
                mistakes={
                    "row *": say("An owl is waiting in row I. Two together are worth more to you."),
                    "keep": say(
                        "You may keep only two tiles in the whole game. Save that for a tile that completes three."
                    ),
                },
            ),
        ),
        _POSITIONS["draw"],
    ),
    Lesson(
        "too-many",
        say("Four are too many"),
        say(
            "A fourth tile ruins a Triqueta: the first three then score nothing, and each tile beyond the third "
            "costs 1 point. You already have three owls."
        ),
        (
            Task(
                say("Take the row that does not break your owls"),
                say("Your owls stay safe, and the third rabbit forms a new Triqueta."),
                accepted=("take 2",),
                mistakes={
                    "take *": say("This row has an owl. Your three owls would lose a point instead of scoring 6."),
                    "draw": say("That would do no harm, but someone else might take row II. Take it now."),
                },
            ),
        ),
        _POSITIONS["too-many"],
    ),
    Lesson(
        "keep",
        say("Keep a tile face down"),
        say(
            "Twice in the whole game you may keep a tile you have drawn. It lies face down in front of you, and "
            "nobody can take it away. You have just drawn your third ram."
        ),
        (
            Task(
                say("Keep the ram"),
                say("Three rams are yours for certain, 9 points. The others see only the back of a tile."),
                accepted=("keep",),
                mistakes={"row *": say("In a row, anyone could take it before you. Keep the ram face down instead.")},
            ),
        ),
        _POSITIONS["keep"],
    ),
    Lesson(
        "spoil",
        say("Watch the others"),
        say(
            "Player 2 has three bears and one deer, and would love to take the two deer in row I. You have drawn a "
            "bear. A fourth bear would cost player 2 all 10 points."
        ),
        (
            Task(
                say("Put the bear where it spoils the row for player 2"),
                say("With the bear, row I would give player 2 three deer, 7 points, but ruin the bears, 10 points."),
                accepted=("row 1",),
                mistakes={
                    "row *": say("Player 2 does not want this row. The two deer are in row I."),
                    "keep": say("You have just one bear. Your two keeps are worth more than that."),
                },
            ),
        ),
        _POSITIONS["spoil"],
    ),
    Lesson(
        "last",
        say("The last one plays alone"),
        say(
            "The others have taken their rows. You are the last player of this round: you may draw as often as you "
            "like, and then take the last row. The last player also gets the rock and a tree, 1 point each."
        ),
        (
            Task(
                say("Draw once more"),
                say("A boar! Now it needs a place."),
                accepted=("draw",),
                mistakes={"take *": say("Nobody can take this row from you. Make it better first: draw a tile.")},
            ),
            Task(
                say("Put the boar in row III"),
                say("Two boars there and one of yours make three."),
                accepted=("row 3",),
                mistakes={"keep": say("There is no need to keep it: row III will be yours anyway.")},
            ),
            Task(
                say("Take row III"),
                say(
                    "Three boars score 8 points. The rock and a tree come to you as well, and you begin the next round."
                ),
                accepted=("take 3",),
                mistakes={"draw": say("You could go on, but a fourth boar would hurt. Take the row now.")},
            ),
        ),
        _POSITIONS["last"],
    ),
)
