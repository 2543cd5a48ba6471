"""What stands beside the names of Triqueta's players: the points in sight, and what lies before the others, small."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import number
from tilery.games.drawing import Panel, Picture, Seen, main_seat
from tilery.games.triqueta.page.art import use
from tilery.games.triqueta.page.board import animals_of, collection_label
from tilery.games.triqueta.page.ids import animal_id
from tilery.games.triqueta.page.known_state import KnownState
from tilery.games.triqueta.page.phrases import ROMAN
from tilery.games.triqueta.rules.components import KEEPS
from tilery.words import Sentence, say, say_many


def panels(seen: Seen, known: KnownState) -> list[Panel]:
    totals = known.totals()
    if seen.table["stage"] == "over":
        return [Panel(str(total), say("points")) for total in totals]
    return [
        Panel(
            figure=str(totals[seat]),
            meaning=say_many("point", "points", totals[seat])
            if seat == seen.seat
            else say_many("point from face-up tiles", "points from face-up tiles", totals[seat]),
            note=_doing(seen, seat),
            picture=None if seat == main_seat(seen) else _small(seen, known, seat),
            facts=_facts(seen.table, seat),
        )
        for seat in range(seen.seats)
    ]


def _doing(seen: Seen, seat: int) -> Sentence | None:
    table = seen.table
    if seat in table["taken_by"]:
        return say("took row {row}", row=ROMAN[table["taken_by"].index(seat)])
    if table["turn"] == seat:
        return say("has drawn") if table["stage"] == "treat" else say("is to move")
    return None


def _facts(table: Mapping[str, Any], seat: int) -> list[tuple[str, Sentence]]:
    found = []
    if kept := table["kept_sizes"][seat]:
        found.append((str(kept), say("tiles kept face down, which are counted at the end")))
    if table["rock"] == seat:
        found.append(("1", say("point for the rock: whoever takes the last row of a round gets it, and begins")))
    if trees := table["trees"][seat]:
        found.append((str(trees), say("points for trees: one for the last row of each round but the fourth")))
    return found


def _small(seen: Seen, known: KnownState, seat: int) -> Picture:
    """The animals of another player, small, with the tiles face down."""
    table = seen.table
    animals, counted = animals_of(seen), known.counts(seat)
    step = 264 / len(animals)
    body = ""
    for index, animal in enumerate(animals):
        n, x = counted[animal], step * (index + 0.5)
        style = "triqueta-animal" if n else "triqueta-away"
        body += f'<g id="{animal_id(seat, animal)}" class="triqueta-animals" transform="translate({number(x)} 0)">'
        body += f'<g transform="translate(0 25)scale(.26)">{use(f"s-{animal}-{min(n, 4)}")}</g>'
        body += f'<g transform="translate(0 46)scale(.42)">{use(f"i-{animal}", 0, 0, style)}</g></g>'
    body += _small_tokens(table, seat)
    return Picture("animals", body, 264, 84, collection_label(known, seat))


def _small_tokens(table: Mapping[str, Any], seat: int) -> str:
    """Kept and grey tiles, the rock and the trees of another player."""
    kept = table["kept_sizes"][seat]
    names = ["back"] * kept + ["gap"] * (KEEPS - kept) + ["grey"] * table["grey_sizes"][seat]
    shown = "".join(use(name, 60 + 84 * index, 0) for index, name in enumerate(names))
    shown = f'<g transform="translate(0 67)scale(.24)">{shown}</g>'
    trees = table["trees"][seat]
    shown += "".join(use("tree", 252 - 20 * tree, 70, "triqueta-tree") for tree in range(trees))
    if table["rock"] == seat:
        shown += use("rock", 248 - 20 * trees, 71, "triqueta-rock")
    return shown
