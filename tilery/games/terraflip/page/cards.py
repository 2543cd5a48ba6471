"""What special tiles and spies of Terraflip do, each with a small drawing: the tiles are those of desert."""

from __future__ import annotations

from tilery.games.art import Point, at, number, pair
from tilery.games.drawing import Card, Picture
from tilery.games.lettering import Lettering
from tilery.games.terraflip.page.art import middle, use
from tilery.games.terraflip.rules.components import RIDER_STEP
from tilery.words import Sentence, say

WIDTH, HEIGHT = 268.0, 108.0
"""In pixels of the screen: cards are equally wide everywhere."""
SIZE = 0.23
HEAD = "M-9-7 0 0-9 7"
"""The head of an arrow to the right."""


def cards(limit: int) -> dict[str, Card]:
    """What each does where tiles may lie `limit` steps from the tower."""
    kind = say("special tile")
    worth = say("Worth 1 point, 2 beside your colour. Never flipped or moved.")
    return {
        "catapult": Card(
            say("Catapult"),
            _catapult(),
            say(
                "Place it like any tile. Then, instead of its first flip, it may throw a tile of another colour that "
                "touches it to a free space, where it lands flipped."
            ),
            worth,
            kind,
        ),
        "rider": Card(
            say("Rider"),
            _rider(limit + RIDER_STEP),
            say(
                "May go one step further from the tower than other tiles: {far} steps instead of {near}. It flips as "
                "usual.",
                far=limit + RIDER_STEP,
                near=limit,
            ),
            worth,
            kind,
        ),
        "camp": Card(
            say("Camp"),
            _camp(),
            say(
                "From the camp, your first flip may be any touching tile of another colour, without a line. A chain "
                "goes on from there as usual."
            ),
            worth,
            kind,
        ),
        "spy": Card(
            say("Spy"),
            _spy(),
            say(
                "At any moment of your turn, look secretly under one tile on the table. Others see which tile, only "
                "you see what is below."
            ),
            say("Used up by looking, and worth no points."),
        ),
    }


def _catapult() -> Picture:
    thrown, landed = _beside((88, 66)), _beside((164, 72))
    arc = f"M{pair((thrown[0] + 6, thrown[1] - 19))}C{pair((thrown[0] + 32, 2))} {pair((landed[0] - 14, 2))} "
    arc += pair((landed[0] - 1, landed[1] - 24))
    return _picture(
        _tile("catapult", (88, 66)),
        _tile("forest", thrown),
        _tile("mountain", (164, 72)),
        _tile("desert", landed),
        f'<path class="terraflip-thrown" d="{arc}"/>',
        f'<path class="terraflip-arrow" transform="translate({pair((landed[0] - 1, landed[1] - 22))})rotate(78)" '
        f'd="{HEAD}"/>',
    )


def _rider(far: int) -> Picture:
    """A way from the tower to as far as a rider may go, step by step."""
    lettering = Lettering()
    way = [(0, 0)]
    for step in range(far):
        right, down = (1, -1) if step % 2 == 0 else (1, 0)
        way.append((way[-1][0] + right, way[-1][1] + down))
    shown = ["tower", *("forest", "mountain", "river", "mountain")[: far - 1], "rider"]
    left = (WIDTH - SIZE * middle(far, 0)[0]) / 2
    parts = []
    for step, (tile, (q, r)) in enumerate(zip(shown, way, strict=True)):
        x, y = middle(q, r)
        spot = left + SIZE * x, 52 + SIZE * y
        words = say("tower") if step == 0 else step
        style = "terraflip-step" + (" far" if step == far else "")
        parts += [_tile(tile, spot), lettering.at(spot[0], spot[1] + 36, words, style)]
    return _picture(*parts, words=lettering.words)


def _camp() -> Picture:
    return _picture(
        _tile("camp", (48, 62)),
        _tile("forest", _beside((48, 62))),
        _arrow(120),
        _tile("camp", (184, 62)),
        _tile("desert", _beside((184, 62))),
    )


def _spy() -> Picture:
    seen = f'<g {at(88, 54)}><g transform="scale(.26)">{use("forest")}'
    seen += f'<circle class="terraflip-disc" r="66"/><g transform="scale(.95)">{use("spy")}</g></g></g>'
    below = f'<g {at(180, 54)}><g transform="scale(.26)">{use("forest")}{use("fold-river")}</g></g>'
    return _picture(seen, _arrow(122), below)


def _picture(*parts: str, words: list[Sentence] | None = None) -> Picture:
    return Picture("card", "".join(parts), WIDTH, HEIGHT, say("What it does"), words=words or ())


def _tile(name: str, where: Point) -> str:
    """A tile, the tower, or a special tile, which has a terrain below."""
    is_special = name in {"catapult", "rider", "camp"}
    body = use("desert") + use(name) if is_special else use(name)
    return f'<g {at(*where)}><g class="terraflip-desert" transform="scale({number(SIZE)})">{body}</g></g>'


def _beside(where: Point) -> Point:
    """The middle of the tile to the upper right of one."""
    x, y = middle(1, -1)
    return where[0] + SIZE * x, where[1] + SIZE * y


def _arrow(x: float) -> str:
    """From one state of things to the next."""
    return f'<path class="terraflip-arrow" {at(x + 24, 54)} d="M-24 0H0{HEAD}"/>'
