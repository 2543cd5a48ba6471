"""Entering a final table of Triqueta: a counter for every animal of every player, rock, trees and kept tiles."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from tilery.games.art import at, mark
from tilery.games.drawing import Picture, player
from tilery.games.editing import Document, Editor, Kit, Place, Setting, Thing, no_place, spot
from tilery.games.lettering import Lettering
from tilery.games.reading import Node
from tilery.games.triqueta.page import phrases
from tilery.games.triqueta.page.art import use
from tilery.games.triqueta.page.phrases import NAMES
from tilery.games.triqueta.rules.components import ANIMALS, KEEPS, WOLF
from tilery.games.triqueta.rules.state import STATE
from tilery.games.triqueta.text import position
from tilery.words import Sentence, say, say_many

CELL, ROW, HEAD = 120, 156, 54
"""The width and the height of an animal's counter, and the height of what stands above them."""
COLUMNS = 4
SIGN = 15
"""The radius of the signs for more and less."""
NONE = "none"
MORE, LESS = "more", "less"


def empty(seats: int) -> Document:
    players: list[Document] = [{"collection": {}} for _ in range(seats)]
    return {"position": 1, "game": "triqueta", "wolves": False, "players": players}


def editor(document: Document, board: int) -> Editor:
    table = _read(document)
    places: dict[str, Place] = {}
    pictures = [_picture(table, seat, places) for seat in range(len(table["players"]))]
    return Editor(
        todo=say("Press plus for each tile in front of a player"),
        pictures=pictures,
        places=places,
        kits=[_kit()],
        settings=[
            Setting(
                "wolves",
                say("Hidden Wolves"),
                {"no": say("without wolves"), "yes": say("with wolves")},
                "yes" if table["wolves"] else "no",
            )
        ],
        left_out=[animal for animal in ANIMALS if animal not in _animals(table)],
    )


def changed(document: Document, place: str, thing: str) -> Document:
    table = _read(document)
    match [*place.split("-"), thing]:
        case ["wolves", "yes" | "no"]:
            table["wolves"] = thing == "yes"
            for one in table["players"]:
                one["collection"].pop(ANIMALS[WOLF], None)
        case [("more" | "less") as sign, seat, "tree", _] if sign == thing:
            one = _player(table, seat, place, thing)
            one["trees"] = max(0, one["trees"] + (1 if thing == MORE else -1))
        case [("more" | "less") as sign, seat, animal, _] if sign == thing and animal in _animals(table):
            held = _player(table, seat, place, thing)["collection"]
            held[animal] = max(0, held.get(animal, 0) + (1 if thing == MORE else -1))
        case ["rock", seat, "rock"]:
            one = _player(table, seat, place, thing)
            had = one["rock"]
            for other in table["players"]:
                other["rock"] = False
            one["rock"] = not had
        case ["kept", seat, ("1" | "2") as slot, _] if thing in (NONE, *ANIMALS[:WOLF]):
            kept = _player(table, seat, place, thing)["face_down"]
            kept[int(slot) - 1 : int(slot)] = [] if thing == NONE else [thing]
        case _:
            no_place(place, thing)
    return table


def _player(table: Document, seat: str, place: str, thing: str) -> Any:
    if seat not in [str(number + 1) for number in range(len(table["players"]))]:
        no_place(place, thing)
    return table["players"][int(seat) - 1]


def _read(document: Document) -> Document:
    """A copy of a document that can be read, with all members."""
    position.read(Node(document), np.zeros(1, STATE).view(np.recarray)[0])
    table = deepcopy(document)
    table.setdefault("wolves", False)
    for one in table["players"]:
        one.setdefault("face_down", [])
        one.setdefault("rock", False)
        one.setdefault("trees", 0)
    return table


def _animals(table: Document) -> list[str]:
    return ANIMALS if table["wolves"] else ANIMALS[:WOLF]


def _kit() -> Kit:
    gap = Thing(NONE, say("No kept tile"), use("gap"), (-44, -36, 88, 106))
    tiles = [Thing(name, NAMES[name], use(f"t-{name}"), (-44, -36, 88, 106)) for name in ANIMALS[:WOLF]]
    return Kit("kept", say("A tile kept face down"), [gap, *tiles], 6)


# The picture of a player's tiles.


def _picture(table: Document, seat: int, places: dict[str, Place]) -> Picture:
    lettering = Lettering()
    one = table["players"][seat]
    body = f'<g class="triqueta-head">{mark(seat, 12, 24, 28)}{lettering.at(46, 35, player(seat), "triqueta-number")}'
    body += f"</g>{_rock(one, seat, places)}{_trees(one, seat, places)}"
    for index, animal in enumerate(_animals(table)):
        held = one["collection"].get(animal, 0)
        body += f"<g {at(*_corner(index))}>{_counter(seat, animal, held, places, lettering)}</g>"
    body += _kept(table, seat, places, lettering)
    label = say("{player}'s tiles", player=player(seat))
    return Picture(f"player-{seat + 1}", body, CELL * COLUMNS, HEAD + 2 * ROW, label, words=lettering.words)


def _corner(index: int) -> tuple[float, float]:
    """The middle of the upper edge of a counter."""
    return CELL * (index % COLUMNS + 0.5), HEAD + ROW * (index // COLUMNS)


def _counter(seat: int, animal: str, held: int, places: dict[str, Place], lettering: Lettering) -> str:
    words = say("{player}: {tiles}", player=player(seat), tiles=phrases.counted(animal, held))
    more, less = f"more-{seat + 1}-{animal}", f"less-{seat + 1}-{animal}"
    places[more] = Place(say("{count}, one more", count=words), press=MORE)
    places[less] = Place(say("{count}, one less", count=words), press=LESS)
    field = f'<rect class="ring" x="{4 - CELL / 2:g}" y="2" width="{CELL - 8}" height="{ROW - 8}" rx="12"/>'
    reach = f'<path class="triqueta-reach" d="M{-CELL / 2:g} 0h{CELL}v{ROW - 4}h-{CELL}z"/>'
    knot = f'<g transform="translate(0 64)scale(.74)">{use(f"k-{animal}-{min(held, 4)}")}</g>'
    name = lettering.at(0, 112, NAMES[animal], "triqueta-name")
    figure = f'<text class="triqueta-points" y="140">{held}</text>'
    shown = spot(more, reach + field + knot + _sign(34, 134, MORE), "triqueta-counter")
    idle = "triqueta-counter" if held else "triqueta-counter triqueta-idle"
    return shown + spot(less, _sign(-34, 134, LESS), idle) + _through(name + figure)


def _sign(x: float, y: float, sign: str) -> str:
    line = "M-6 0h12M0-6v12" if sign == MORE else "M-6 0h12"
    return (
        f'<g {at(x, y)}><circle class="triqueta-reach" r="22"/><circle class="triqueta-sign-ground" r="{SIGN}"/>'
        f'<circle class="ring" r="{SIGN + 2}" stroke-width="3"/><path class="triqueta-sign-line" d="{line}"/></g>'
    )


def _rock(one: Document, seat: int, places: dict[str, Place]) -> str:
    name = f"rock-{seat + 1}"
    who = player(seat)
    places[name] = Place(
        say("{player} has the rock", player=who) if one["rock"] else say("{player} does not have the rock", player=who),
        press="rock",
    )
    ring = f'<circle class="ring" r="{SIGN + 7}" stroke-width="3"/><circle class="triqueta-reach" r="{SIGN + 8}"/>'
    style = "triqueta-rock" if one["rock"] else "triqueta-away"
    slot = "" if one["rock"] else '<circle class="triqueta-gap" r="19"/>'
    body = f'<g {at(248, 29)}>{ring}{slot}<g transform="scale(1.5)">{use("rock", style=style)}</g></g>'
    return spot(name, body, "triqueta-counter")


def _trees(one: Document, seat: int, places: dict[str, Place]) -> str:
    trees = one["trees"]
    words = say_many("{player}: {count} tree", "{player}: {count} trees", trees, player=player(seat))
    more, less = f"more-{seat + 1}-tree", f"less-{seat + 1}-tree"
    places[more] = Place(say("{count}, one more", count=words), press=MORE)
    places[less] = Place(say("{count}, one less", count=words), press=LESS)
    style = "triqueta-tree" if trees else "triqueta-away"
    tree = f'<g transform="translate(358 28)scale(1.5)">{use("tree", style=style)}</g>'
    figure = f'<text class="triqueta-points" x="392" y="36">{trees}</text>'
    reach = '<path class="triqueta-reach" d="M336 4h120v46h-120z"/>'
    shown = spot(more, reach + tree + _sign(436, 29, MORE), "triqueta-counter")
    idle = "triqueta-counter" if trees else "triqueta-counter triqueta-idle"
    return shown + spot(less, _sign(312, 29, LESS), idle) + _through(figure)


def _through(body: str) -> str:
    """Something that is seen on a place but does not belong to its name; what lies below is pressed."""
    return f'<g pointer-events="none">{body}</g>'


def _kept(table: Document, seat: int, places: dict[str, Place], lettering: Lettering) -> str:
    """Two places for tiles that still lie face down, in one field or two."""
    animals = len(_animals(table))
    narrow = animals > COLUMNS + 2
    shown = ""
    for slot in range(KEEPS):
        kept = table["players"][seat]["face_down"]
        now = kept[slot] if slot < len(kept) else NONE
        name = f"kept-{seat + 1}-{slot + 1}"
        places[name] = Place(_kept_words(seat, now), kit="kept", now=now)
        x, y = _corner(animals if narrow else animals + slot)
        x += (slot - 0.5) * 56 if narrow else 0
        tile = use("gap") if now == NONE else use("back") + use(f"i-{now}", 0, 7, "triqueta-burnt")
        ring = use("kite", style="triqueta-reach") + f'<g class="ring triqueta-tile-ring">{use("kite")}</g>'
        scale = 0.64 if narrow else 0.9
        body = f'<g transform="translate({x:g} {y + 56:g})scale({scale})">{ring}{tile}</g>'
        shown += spot(name, body, "triqueta-counter")
    x, y = _corner(animals)
    return shown + lettering.at(x if narrow else x + CELL / 2, y + 140, say("kept face down"), "triqueta-name")


def _kept_words(seat: int, now: str) -> Sentence:
    if now == NONE:
        return say("{player}: no tile kept face down here", player=player(seat))
    return say("{player}: kept face down {tile}", player=player(seat), tile=phrases.TILES[now])
