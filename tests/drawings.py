"""What must hold for the drawing of any game, at any moment of a match, for anyone who looks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from xml.etree import ElementTree

from tests.variants import VARIANTS, Variant
from tilery import games
from tilery.games.drawing import Drawing, LogEntry, Picture, Piece, Preview, Scene, Selection
from tilery.match.match import Match
from tilery.match.view import View

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [variant for variant in VARIANTS if games.find(variant.game).drawing]


def drawing_of(match: Match) -> Drawing:
    assert match.game.drawing is not None
    return match.game.drawing


def moments(variant: Variant, seed: int, step: int = 1) -> Iterator[Match]:
    """One random game, seen before every move, or every few moves, and after the last one."""
    match = variant.match(seed)
    while not match.is_over:
        yield match
        match.play_randomly(step, seed=seed + len(match.moves))
    yield match


@dataclass(frozen=True)
class Drawn:
    """One moment of a match: what everybody sees, and the picture of it."""

    match: Match
    views: dict[int | None, View]
    scenes: dict[int | None, Scene]


def drawn_moments(variant: Variant, seed: int) -> list[Drawn]:
    """One random game, drawn for everybody before every second move and after the last one."""
    found = []
    for match in moments(variant, seed, step=2):
        views = {seat: match.view(seat) for seat in lookers(match)}
        scenes = {seat: drawing_of(match).scene(view) for seat, view in views.items()}
        found.append(Drawn(match.copy(), views, scenes))
    return found


def lookers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]


def pictures(scene: Scene) -> list[Picture]:
    return [*scene.board, *scene.hand, *scene.aside, *(panel.picture for panel in scene.panels if panel.picture)]


@lru_cache(maxsize=64)  # several checks look at the same picture
def parsed(body: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')


def ids(body: str) -> list[str]:
    return [element.attrib["id"] for element in parsed(body).iter() if "id" in element.attrib]


def scene_ids(scene: Scene) -> list[str]:
    return [name for picture in pictures(scene) for name in ids(picture.body)]


def offered(scene: Scene) -> list[str]:
    """Every move that the scene offers, as often as it does."""
    found = [choice.move for choice in scene.choices]
    for piece in scene.pieces:
        found += _laid(piece)
    for selection in scene.selections:
        found += _selected(selection)
    return found


def _laid(piece: Piece) -> list[str]:
    return [piece.move.format(orientation=way.name, x=x, y=y) for way in piece.orientations for x, y in way.places]


def _selected(selection: Selection) -> list[str]:
    words = combinations(selection.targets.values(), selection.count)
    return [selection.move.format(chosen=" ".join(chosen)) for chosen in words]


def as_json(value: Scene | Preview | Sequence[LogEntry]) -> str:
    if isinstance(value, Preview):
        return json.dumps(asdict(value), sort_keys=True)
    if isinstance(value, Scene):
        plain = asdict(value)
        plain["sources"] = [[*key, *names] for key, names in value.sources.items()]
        return json.dumps(plain, sort_keys=True)
    return json.dumps(value)


def check_scene(scene: Scene, symbols: set[str], view: View) -> None:
    names = scene_ids(scene)
    assert len(names) == len(set(names))
    for picture in pictures(scene):
        assert picture.width > 0
        assert picture.height > 0
        assert picture.label
        check_references(picture.body, symbols)
    pictured = [picture.name for picture in (*scene.board, *scene.hand, *scene.aside)]
    assert len(pictured) == len(set(pictured))
    assert len(scene.panels) == view.seats
    assert scene.todo
    check_choices(scene, set(names), view)


def check_choices(scene: Scene, names: set[str], view: View) -> None:
    """All targets can be focused; those that can be chosen at once say so, the others wait for what is taken first."""
    assert sorted(offered(scene)) == sorted(view.legal_moves)
    first = {choice.taken or choice.target for choice in scene.choices} - {None}
    first |= {piece.target for piece in scene.pieces}
    first |= {target for selection in scene.selections for target in selection.targets}
    targets = first | {choice.target for choice in scene.choices} - {None}
    assert targets <= names
    elements = {
        element.attrib["id"]: element
        for picture in pictures(scene)
        for element in parsed(picture.body).iter()
        if "id" in element.attrib
    }
    for target in targets:
        element = elements[str(target)]
        assert element.tag == f"{SVG}g"
        assert element.attrib["tabindex"] == ("0" if target in first else "-1")
        assert element.attrib.get("role") == ("button" if target in first else None)
    assert {name for name in names if "legal" in elements[name].attrib.get("class", "").split()} == first
    assert {name for name in names if "role" in elements[name].attrib} == first
    assert len({str(choice.name) for choice in scene.choices}) == len(scene.choices), "two choices have one name"
    together = [(choice.taken, choice.target) for choice in scene.choices if choice.target]
    assert len(together) == len(set(together)), "two choices cannot be told apart"


def check_references(body: str, symbols: set[str]) -> None:
    known = symbols | set(ids(body))
    for element in parsed(body).iter():
        assert element.attrib.get("href", "#")[1:] in known | {""}
    assert set(re.findall(r"url\(#([^)]+)\)", body)) <= known


def check_preview(preview: Preview, scene: Scene, symbols: set[str]) -> None:
    assert preview.effect
    names = set(scene_ids(scene))
    assert {*preview.lit, *preview.dimmed} <= names
    drawn = {picture.name for picture in (*scene.board, *scene.hand, *scene.aside)}
    assert set(preview.overlays) <= drawn
    for overlay in preview.overlays.values():
        check_references(overlay, symbols)
        assert not set(ids(overlay)) & names
    if preview.card:
        check_references(preview.card.body, symbols)
