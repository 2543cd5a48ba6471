"""Terraflip in six small steps; the positions are in `lessons.json`."""

from __future__ import annotations

from pathlib import Path

from tilery.games.lessons import Lesson, Task, read_positions
from tilery.words import say

_POSITIONS = read_positions(Path(__file__).with_name("lessons.json"))
_FLIP = say("You could do that as well, but flipping the tile is worth more here.")

LESSONS = (
    Lesson(
        "goal",
        say("Show your colour"),
        say(
            "You are the desert. At the end each tile that shows your colour scores 1 point, or 2 points if it "
            "touches the tower or another tile of yours. Your only tile stands alone."
        ),
        (
            Task(
                say("Place a tile so that it touches your other one"),
                say("Now both tiles score 2 points each: you have 3 points more."),
                accepted=("place *",),
                gains={"connected": 4},
                mistakes={
                    "place *": say(
                        "A good place, but your other tile would still stand alone. Place it next to that one."
                    )
                },
            ),
        ),
        _POSITIONS["goal"],
    ),
    Lesson(
        "flank",
        say("Flank and flip"),
        say(
            "A tile of another colour between two of yours, in a straight line, may be flipped. Its underside may show "
            "your colour. One end of the line must be the tile you have just placed."
        ),
        (
            Task(
                say("Place a tile so that the forest lies between two of yours"),
                say("The forest is flanked."),
                accepted=("place forest 1,1", "place mountain 1,1", "place river 1,1", "place rider 1,1"),
                mistakes={
                    "place camp *": say("The camp is special, keep it for later. Take a double-sided tile."),
                    "place catapult *": say("The catapult is special, keep it for later. Take a double-sided tile."),
                    "place * 0,2": say(
                        "That works too, because the tower helps, but that is the next step. Use your own tile."
                    ),
                    "place *": say("The forest must lie exactly between your new tile and the other one."),
                },
            ),
            Task(
                say("Flip the forest"),
                say("There was desert underneath. One tile more for you, and one less for player 2."),
                accepted=("flip *",),
                otherwise=_FLIP,
            ),
        ),
        _POSITIONS["flank"],
    ),
    Lesson(
        "tower",
        say("The tower helps everyone"),
        say(
            "The tower counts as every colour. So a line from your new tile to the tower is enough to flip what lies "
            "between."
        ),
        (
            Task(
                say("Place a tile so that the forest lies between it and the tower"),
                say("The line ends at the tower, so the forest may be flipped."),
                accepted=("place forest *", "place mountain *", "place river *", "place rider *"),
                opens="flip *",
                mistakes={
                    "place camp *": say("The camp is special, keep it for later. Take a double-sided tile."),
                    "place catapult *": say("The catapult is special, keep it for later. Take a double-sided tile."),
                    "place *": say(
                        "Imagine a straight line from the tower through the forest, and go one step further."
                    ),
                },
            ),
            Task(
                say("Flip the forest"),
                say("It shows desert now and touches the tower: 2 points for you."),
                accepted=("flip *",),
                otherwise=_FLIP,
            ),
        ),
        _POSITIONS["tower"],
    ),
    Lesson(
        "chain",
        say("One flip leads to the next"),
        say(
            "If a flipped tile shows your colour, you may flip again, along a line from that tile to any other of "
            "yours. You have just placed the tile at the bottom."
        ),
        (
            Task(
                say("Flip the forest below the tower"),
                say("Desert! The chain goes on from here."),
                accepted=("flip 0,1",),
                otherwise=_FLIP,
            ),
            Task(
                say("Flip the second forest"),
                say("Two flips in one turn: you have all five tiles."),
                accepted=("flip *",),
                otherwise=say("Your turn is not over: the second forest is flanked as well. Flip it."),
            ),
        ),
        _POSITIONS["chain"],
    ),
    Lesson(
        "spy",
        say("Spies look underneath"),
        say(
            "You never know what is under the tiles of others. During your turn you may spend a spy to look under "
            "one. You have three spies for the whole game. Here you could flip either forest, but only one of them "
            "turns into desert."
        ),
        (
            Task(
                say("Send a spy to the forest on the lower right of the tower"),
                say("Only you can see it: desert. A folded corner reminds you."),
                accepted=("spy 1,0",),
                mistakes={
                    "spy *": say("Look under the forest to the lower right of the tower, not under this one."),
                    "flip *": say("That would be a guess. Look first: you have three spies."),
                },
            ),
            Task(
                say("Flip the tile that you know"),
                say("Desert, just as your spy told you."),
                accepted=("flip 1,0",),
                mistakes={
                    "flip *": say("Of this one you know nothing. Flip the one that your spy has seen."),
                    "spy *": say("You know enough. Save your spies and flip the tile that you know."),
                },
                otherwise=_FLIP,
            ),
        ),
        _POSITIONS["spy"],
    ),
    Lesson(
        "camp",
        say("Special tiles"),
        say(
            "Three of your tiles are special and never flipped. The camp may flip a neighbour without any line. The "
            "catapult throws a neighbour to another space and flips it there. The rider may go one step further out."
        ),
        (
            Task(
                say("Place the camp next to a forest"),
                say("Every forest that touches the camp may be flipped."),
                accepted=("place camp *",),
                opens="flip *",
                mistakes={
                    "place camp *": say("Here the camp touches no forest, so it has nothing to flip."),
                    "place *": say("That is another tile. Choose the camp, the tile with the tent."),
                },
            ),
            Task(
                say("Flip a forest next to the camp"),
                say("No line was needed. Remember your special tiles when a line is out of reach."),
                accepted=("flip *",),
                otherwise=_FLIP,
            ),
        ),
        _POSITIONS["camp"],
    ),
)
