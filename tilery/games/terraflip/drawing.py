"""How Terraflip is drawn: the map with its tiles, the hand, the lines, and what a choice would do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from tilery.games.art import Point, at, pair, place, seat_class, signed
from tilery.games.drawing import Choice, Illustration, Panel, Picture, Preview, Scene, Seen, Told, player
from tilery.games.terraflip import art, guide, phrases
from tilery.games.terraflip.art import use
from tilery.games.terraflip.components import BONUS, FAMILIES, SPECIALS, TILES
from tilery.games.terraflip.geometry import HEXAGONS, PLACES, distance
from tilery.games.terraflip.illustrations import ILLUSTRATIONS
from tilery.games.terraflip.known import Known
from tilery.words import Sentence, all_of, say, say_many

TARGET = ' tabindex="0" role="button"'
LATER = ' tabindex="-1"'
SLOT = 216.0  # from tile to tile in the hand
ROW = 200.0
SPY = "hand-spy"


def symbols() -> str:
    return art.symbols()


@cache
def cover() -> Picture:
    return Picture("cover", art.cover(), 285, 344, say("Six-sided tiles around a tower; one is being turned over"))


def illustrations() -> Sequence[Illustration]:
    return ILLUSTRATIONS


def scene(seen: Seen) -> Scene:
    known = _known(seen)
    choices = [_choice(move) for move in seen.legal_moves]
    over = seen.table["stage"] == "over"
    return Scene(
        todo=_todo(seen),
        board=[_map(seen, known, choices)],
        hand=[] if seen.seat is None else _hand(seen, seen.seat, choices),
        panels=[_panel(seen, known, seat) for seat in range(seen.seats)],
        heading=_heading(seen, known),
        notes=_notes(seen),
        choices=choices,
        names={choice.taken: phrases.taking(choice.move) for choice in choices if choice.taken},
        sources=_sources(seen, known) if over else {},
        rule=guide.rule(seen),
        advice=guide.advice(seen),
    )


def preview(seen: Seen, move: str) -> Preview:
    match move.split():
        case ["place", kind, where]:
            return _preview_place(seen, move, kind, where)
        case ["flip", where]:
            return _preview_flip(seen, move, where)
        case ["throw", start, goal]:
            return _preview_throw(seen, move, start, goal)
        case ["spy", where]:
            return _preview_spy(seen, where)
    return Preview(say("Your turn ends"))


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[Told]:
    return [
        Told(deed.seat, phrases.told(deed, players[deed.seat]), [tile_id(where) for where in deed.places])
        for deed in phrases.deeds(moves)
    ]


def tile_id(where: str) -> str:
    return "tile-" + _joined(where)


def field_id(where: str) -> str:
    return "field-" + _joined(where)


def _joined(where: str) -> str:
    return where.replace(",", "_")


def _known(seen: Seen) -> Known:
    return Known(seen.seats, seen.options, seen.table)


def _choice(move: str) -> Choice:
    name = phrases.choice_name(move)
    match move.split():
        case ["place", kind, where]:
            return Choice(move, name, field_id(where), f"hand-{kind}")
        case ["flip", where]:
            return Choice(move, name, tile_id(where))
        case ["throw", start, goal]:
            return Choice(move, name, field_id(goal), tile_id(start))
        case ["spy", where]:
            return Choice(move, name, tile_id(where), SPY)
    return Choice(move, name)


def _todo(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say("The game is over")
    if seen.seat not in seen.waiting:
        name = player(table["turn"])
        if table["stage"] == "place":
            return say("{player} places a tile", player=name)
        return say("{player} may flip tiles", player=name)
    if table["stage"] == "place":
        return say("Place a tile")
    if table["throws"]:
        return say("Throw or flip a tile, or end your turn")
    if table["flips"]:
        return say("Flip a tile, or end your turn")
    return say("Send a spy, or end your turn")


def _heading(seen: Seen, known: Known) -> Sentence | None:
    table = seen.table
    if table["stage"] == "over":
        return None
    number = known.placed(table["turn"]) + (table["stage"] == "place")
    return say("Tile {number} of {count}", number=number, count=TILES)


def _notes(seen: Seen) -> list[Sentence]:
    notes = [phrases.unclaimed(family) for family in FAMILIES if family not in seen.table["families"]]
    if seen.options["lines"] == "rows":
        notes.append(say("Lines run along the rows only"))
    if seen.options["memory"] == "pure":
        notes.append(say("What lies underneath is yours to remember"))
    return notes


# The map


def _steps(table: dict[str, Any]) -> int:
    """How far the map reaches: one step further once a rider is out there."""
    furthest = max((distance(*HEXAGONS[PLACES.index(tile["place"])]) for tile in table["tiles"]), default=0)
    return max(int(table["limit"]), furthest)


def _at(where: str) -> Point:
    """The middle of a place, from the tower."""
    x, y = art.centre(PLACES.index(where))
    return round(x, 1), round(y, 1)


def _centred(steps: int, body: str) -> str:
    """Elements drawn around the tower, moved into the box of the map."""
    return f"<g {at(*map(round, art.extent(steps)))}>{body}</g>"


def _map(seen: Seen, known: Known, choices: list[Choice]) -> Picture:
    table = seen.table
    steps = _steps(table)
    first = {choice.taken or choice.target for choice in choices}
    targets = first | {choice.target for choice in choices}
    parts = [use(f"map-{steps}")]
    parts += [_field(where, first) for where in _downwards(_goals(seen.legal_moves))]
    tiles = {tile["place"]: tile for tile in table["tiles"]}
    for where in _downwards([*tiles, table["tower"]]):
        tile = tiles.get(where)
        parts.append(_tile(tile, seen.seat, first, targets) if tile else f'<g id="tower">{use("tower")}</g>')
    parts.append(_last_moves(seen))
    if seen.seat in seen.waiting:
        parts.append(_candidates(known, table["turn"], known.flips()))
    width, height = art.extent(steps)
    label = say_many("{count} tile around the tower", "{count} tiles around the tower", len(tiles))
    return Picture("map", _centred(steps, "".join(parts)), 2 * round(width), 2 * round(height), label)


def _goals(moves: Sequence[str]) -> set[str]:
    """The free places to which a tile can go."""
    return {move.split()[-1] for move in moves if move.startswith(("place", "throw"))}


def _downwards(places: Iterable[str]) -> list[str]:
    """From the upper edge down, so that a tile covers the side of the one behind it."""
    return sorted(set(places), key=lambda where: (_at(where)[1], _at(where)[0]))


def _field(where: str, first: set[str | None]) -> str:
    name = field_id(where)
    state = f'class="terraflip-field legal"{TARGET}' if name in first else f'class="terraflip-field"{LATER}'
    return f'<g id="{name}" {state} {at(*_at(where))}>{use("place")}</g>'


def _tile(tile: dict[str, Any], seat: int | None, first: set[str | None], targets: set[str | None]) -> str:
    where, colour = tile["place"], tile["colour"]
    name = tile_id(where)
    style = f"piece terraflip-{colour}" + (" legal" if name in first else "")
    state = TARGET if name in first else LATER if name in targets else ""
    body = use(colour, f' id="face-{_joined(where)}-{colour}" class="terraflip-face"')
    if tile["special"]:
        body += use(tile["special"])
    if name in targets:
        body += use("ring")
    if tile["under"]:
        own = seat is not None and tile["owner"] == seat
        body += use(f"fold-{tile['under']}", ' class="terraflip-peek"' if own else "")
    return f'<g id="{name}" class="{style}"{state} {place(*_at(where))}>{body}</g>'


def _last_moves(seen: Seen) -> str:
    """Brackets around what others did since the seat's own last decision, and where a spy looks."""
    lying = {tile["place"] for tile in seen.table["tiles"]}
    parts = []
    for deed in phrases.deeds(seen.last_moves):
        done = [where for where in deed.places if where in lying and where != deed.spied]
        parts += [use("last", f' class="{seat_class(deed.seat)}" {at(*_at(where))}') for where in _downwards(done)]
    looked = seen.table["looked"]
    if looked:
        x, y = _at(looked["place"])
        parts.append(use("looked", f' class="{seat_class(looked["seat"])}" {at(x - 58, y + 42)}'))
    return "".join(parts)


def _candidates(known: Known, seat: int, flips: list[str]) -> str:
    """The lines along which tiles can be flipped."""
    lines = sorted({found for where in flips if (found := known.line(seat, where))})
    if not lines:
        return ""
    paths = "".join(f"M{pair(_at(start))}L{pair(_at(end))}" for start, end in lines)
    ends = "".join(f'<circle class="terraflip-end small" r="11" {at(*_at(end))}/>' for _, end in lines)
    return (
        f'<g class="terraflip-lines {seat_class(seat)}"><path class="terraflip-thin-ground" d="{paths}"/>'
        f'<path class="terraflip-thin" d="{paths}"/>{ends}</g>'
    )


# Hand and panels


def _hand(seen: Seen, seat: int, choices: list[Choice]) -> list[Picture]:
    """The own tiles by kind and the spies, in three pictures that can stand side by side or one above the other."""
    table = seen.table
    hand, colour = table["hands"][seat], table["families"][seat]
    first = {choice.taken for choice in choices}
    plain = [
        _held(f"hand-{under}", colour, use(colour) + use("ring") + use(f"fold-{under}") + _count(count), first, index)
        for index, (under, count) in enumerate((under, count) for under, count in hand["undersides"].items() if count)
    ]
    special = [
        _held(f"hand-{kind}", colour, use(colour) + use(kind) + use("ring"), first, index)
        for index, kind in enumerate(hand["specials"])
    ]
    spies = table["spies"][seat]
    body = f'{use("ring")}<circle class="terraflip-spies" r="76"/>{use("spy")}{_count(spies)}'
    spy = [_held(SPY, colour, body, first, 0)] if spies else []
    tiles = hand["two_faced"] + len(hand["specials"])
    caption = say_many("Your hand: {count} tile left", "Your hand: {count} tiles left", tiles)
    left = say_many("{count} two-faced tile", "{count} two-faced tiles", hand["two_faced"])
    names = [phrases.tile_name(kind) for kind in hand["specials"]]
    specials = say("Special tiles: {tiles}", tiles=all_of(names)) if names else say("No special tiles left")
    pictures = [
        Picture("two-faced", "".join(plain), 3 * SLOT, ROW, left, caption),
        Picture("specials", "".join(special), 3 * SLOT, ROW, specials),
        Picture("spies", "".join(spy), SLOT, ROW, say_many("{count} spy left", "{count} spies left", spies)),
    ]
    return [picture for picture in pictures if picture.body]


def _held(name: str, colour: str, body: str, first: set[str | None], column: int) -> str:
    state = f' legal"{TARGET}' if name in first else '"'
    where = place(SLOT * (column + 0.5), ROW / 2 - 4)
    look = f'<g id="{name}-look">{body}</g>'
    return f'<g id="{name}" class="piece terraflip-held terraflip-{colour}{state} {where}>{look}</g>'


def _count(number: int) -> str:
    """How many of a kind there are, unless it is one."""
    if number == 1:
        return ""
    return (
        f'<g class="chip" {at(-56, 56)}><rect x="-34" y="-29" width="68" height="58" rx="29"/>'
        f'<text class="terraflip-times" y="13">\N{MULTIPLICATION SIGN}{number}</text></g>'
    )


def _panel(seen: Seen, known: Known, seat: int) -> Panel:
    table = seen.table
    hand, family, spies = table["hands"][seat], table["families"][seat], table["spies"][seat]
    left = hand["two_faced"] + len(hand["specials"])
    bonus = int(BONUS[seen.seats, seat])
    parts = [
        use(family, ' transform="translate(11 11)scale(.1)"'),
        f'<text class="terraflip-count" x="26" y="16">{left}</text>',
        use("spy", ' transform="translate(64 11)scale(.2)"'),
        f'<text class="terraflip-count" x="78" y="16">{spies}</text>',
    ]
    if bonus:
        parts.append(f'<g id="bonus-{seat + 1}"><text class="terraflip-bonus" x="130" y="16">+{bonus}</text></g>')
    label = say(
        "{tiles} tiles and {spies} spies left, {bonus} points for the order of play",
        tiles=left,
        spies=spies,
        bonus=bonus,
    )
    doing = say("places a tile") if table["stage"] == "place" else say("may flip tiles")
    return Panel(
        figure=str(known.totals()[seat]),
        meaning=say("points") if table["stage"] == "over" else say("points now"),
        note=doing if seat in seen.waiting else None,
        picture=Picture("supply", "".join(parts), 130, 22, label),
        mark=Picture("family", use(f"mark-{family}", " " + at(13, 13)), 26, 26, phrases.family_name(family)),
    )


# Previews


def _preview_place(seen: Seen, move: str, kind: str, where: str) -> Preview:
    assert seen.seat is not None
    known = _known(seen)
    after = known.after(seen.seat, move)
    colour = seen.table["families"][seen.seat]
    gain = after.totals()[seen.seat] - known.totals()[seen.seat]
    flips = after.flips()
    looks = use(colour) + (use(kind) if kind in SPECIALS else use(f"fold-{kind}"))
    ghost = (
        f'<g class="lit terraflip-{colour}" {at(*_at(where))}><g class="terraflip-ghost">{looks}</g>{use("ring")}</g>'
    )
    overlay = ghost + _candidates(after, seen.seat, flips)
    reachable = sorted({*flips, *after.throws()})
    return Preview(
        effect=_placing(gain, flips, after.throws()),
        overlays={"map": _centred(_steps(seen.table), overlay)},
        lit=[tile_id(tile) for tile in reachable],
        card=_card(f'<g class="terraflip-{colour}">{looks}</g>', None, gain),
    )


def _placing(gain: int, flips: list[str], throws: list[str]) -> Sentence:
    points = say_many("{count} point more", "{count} points more", gain)
    if throws:
        return say_many(
            "{points}. The catapult can throw {count} tile then",
            "{points}. The catapult can throw one of {count} tiles then",
            len(throws),
            points=points,
        )
    if flips:
        return say_many(
            "{points}. You can flip {count} tile then",
            "{points}. You can flip one of {count} tiles then",
            len(flips),
            points=points,
        )
    return say("{points}. Nothing can be flipped then", points=points)


def _under(seen: Seen, where: str) -> str | None:
    """The underside of a tile on the table, if it is known."""
    return next((tile["under"] for tile in seen.table["tiles"] if tile["place"] == where), None)


def _colour(seen: Seen, where: str) -> str:
    return str(next(tile["colour"] for tile in seen.table["tiles"] if tile["place"] == where))


def _preview_flip(seen: Seen, move: str, where: str) -> Preview:
    assert seen.seat is not None
    known = _known(seen)
    line = known.line(seen.seat, where)
    under = _under(seen, where)
    parts = [f'<g class="lit" {at(*_at(where))}>{use("ring")}</g>']
    if line:
        parts.append(_line(seen.seat, *line))
    parts.append(use("flip" if under else "unknown", f" {at(*_at(where))}"))
    return Preview(
        effect=_turning(seen, known, move, under),
        overlays={"map": _centred(_steps(seen.table), "".join(parts))},
        lit=[tile_id(where)],
        card=_card(use(_colour(seen, where)), under, _gain(seen, known, move) if under else None),
    )


def _line(seat: int, start: str, end: str) -> str:
    path = f"M{pair(_at(start))}L{pair(_at(end))}"
    ends = "".join(f'<circle class="terraflip-end" r="18" {at(*_at(tip))}/>' for tip in (start, end))
    return (
        f'<g class="terraflip-lines {seat_class(seat)}"><path class="terraflip-line-ground" d="{path}"/>'
        f'<path class="terraflip-line" d="{path}"/>{ends}</g>'
    )


def _gain(seen: Seen, known: Known, move: str) -> int:
    assert seen.seat is not None
    return known.after(seen.seat, move).totals()[seen.seat] - known.totals()[seen.seat]


def _turning(seen: Seen, known: Known, move: str, under: str | None) -> Sentence:
    """What turning a tile over would bring, if its underside is known."""
    assert seen.seat is not None
    if under is None:
        return say("You do not know what is underneath")
    after = known.after(seen.seat, move)
    name = phrases.family_name(under)
    losses = [
        say("{player} loses {points}", player=player(seat), points=was - now)
        for seat, (was, now) in enumerate(zip(known.totals(), after.totals(), strict=True))
        if now < was and seat != seen.seat
    ]
    if under != seen.table["families"][seen.seat]:
        seen_there = say("There is {family} underneath, so your chain ends", family=name)
    elif after.flips():
        seen_there = say("There is {family} underneath, and your chain can go on", family=name)
    else:
        seen_there = say("There is {family} underneath", family=name)
    return say("{what}; {losses}", what=seen_there, losses=all_of(losses)) if losses else seen_there


def _preview_throw(seen: Seen, move: str, start: str, goal: str) -> Preview:
    known = _known(seen)
    under = _under(seen, start)
    (ax, ay), (bx, by) = _at(start), _at(goal)
    bow = f"M{pair((ax, ay))}Q{pair(((ax + bx) / 2, min(ay, by) - 120))} {pair((bx, by))}"
    landed = use(under) if under else use(_colour(seen, start))
    parts = [
        f'<g class="lit" {at(bx, by)}><g class="terraflip-ghost">{landed}</g>{use("ring")}</g>',
        f'<g class="terraflip-lines {seat_class(seen.seat or 0)}"><path class="terraflip-line-ground" d="{bow}"/>'
        f'<path class="terraflip-line" d="{bow}"/></g>',
        use("flip" if under else "unknown", f" {at(bx, by)}"),
    ]
    return Preview(
        effect=_turning(seen, known, move, under),
        overlays={"map": _centred(_steps(seen.table), "".join(parts))},
        lit=[tile_id(start), field_id(goal)],
        card=_card(use(_colour(seen, start)), under, _gain(seen, known, move) if under else None),
    )


def _preview_spy(seen: Seen, where: str) -> Preview:
    under = _under(seen, where)
    if under:
        effect = say("You know it already: {family}. A spy is used up", family=phrases.family_name(under))
    else:
        effect = say("Only you will see what is underneath. A spy is used up")
    overlay = f'<g class="lit" {at(*_at(where))}>{use("ring")}</g>' + use("looked", f" {at(*_at(where))}")
    return Preview(effect, {"map": _centred(_steps(seen.table), overlay)}, lit=[tile_id(where)])


def _card(tile: str, under: str | None, gain: int | None) -> Picture:
    """A tile, what it becomes, and what that brings; question marks for what is not known."""
    turned = use(under) if under else ""
    parts = [f'<g class="terraflip-carded" transform="translate(31 29)scale(.3)">{tile}</g>']
    if turned:
        parts.append(use("then", f" {at(76, 29)}") + f'<g transform="translate(121 29)scale(.3)">{turned}</g>')
    elif gain is None:
        parts.append(use("then", f" {at(76, 29)}") + use("unknown", ' transform="translate(121 29)scale(.7)"'))
    if gain is not None:
        parts.append(f'<text class="terraflip-gain" x="226" y="43">{signed(gain)}</text>')
        return Picture("sum", "".join(parts), 226, 60, say_many("{count} point", "{count} points", gain))
    return Picture("sum", "".join(parts), 226, 60, say("It is not known what this brings"))


# After the end


def _sources(seen: Seen, known: Known) -> dict[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for seat, family in enumerate(seen.table["families"]):
        own = [tile["place"] for tile in seen.table["tiles"] if tile["colour"] == family]
        found[seat, "connected"] = [tile_id(where) for where in own if known.is_connected(where)]
        found[seat, "isolated"] = [tile_id(where) for where in own if not known.is_connected(where)]
        found[seat, "seat_bonus"] = [f"bonus-{seat + 1}"] if BONUS[seen.seats, seat] else []
    return found
