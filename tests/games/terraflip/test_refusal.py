"""Every move that is not legal gets a sentence, and the sentence is true."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from tests.games.terraflip import naive
from tests.games.terraflip.tables import table
from tilery import games
from tilery.games.terraflip.rules.geometry import COUNT
from tilery.games.terraflip.rules.moves import END, throw_move
from tilery.match.match import Match
from tilery.match.moves import Move

P = r"(-?\d,-?\d)"
Claim = Callable[..., bool]


def claims(game: naive.Naive) -> dict[str, Claim]:
    """What each sentence claims, checked by the second implementation."""
    me, own = game.turn, game.colour
    placed = game.placed is not None

    def at(place: str) -> naive.Tile | None:
        return game.tiles.get(naive.read(place))

    def empty(place: str) -> bool:
        return at(place) is None and place != "0,0"

    def too_far(place: str, away: str, seats: str, what: str, limit: str) -> bool:
        allowed = game.limit + (what == "a rider")
        return naive.distance(naive.read(place)) == int(away) > allowed == int(limit) and int(seats) == game.seats

    def gap(start: str, goal: str, hole: str) -> bool:
        a, b = naive.read(start), naive.read(goal)
        lines = [naive.under_line(a, end) for end in naive.WORLD if _on_ray(a, b, end)]
        return empty(hole) and any(naive.read(hole) in line for line in lines)

    def ends(start: str, goal: str, end: str) -> bool:
        tile = at(end)
        mine = end == "0,0" or (tile is not None and tile.face == own)
        return mine and naive.strictly_between(naive.read(start), naive.read(end), naive.read(goal))

    def nothing_beyond(start: str, goal: str) -> bool:
        a, b = naive.read(start), naive.read(goal)
        return not any(naive.strictly_between(a, b, end) for end in naive.WORLD)

    def no_end(start: str, goal: str, colour: str) -> bool:
        a, b = naive.read(start), naive.read(goal)
        mine = {place for place, tile in game.tiles.items() if tile.face == own} | {naive.TOWER}
        return colour == own and not any(naive.strictly_between(a, b, end) for end in mine)

    def cut_off(lifted: str, lost: str) -> bool:
        rest = set(game.tiles) - {naive.read(lifted)}
        return naive.read(lost) in rest and not naive._hang_together(rest)

    def lonely(place: str) -> bool:
        return not any(near in game.tiles or near == naive.TOWER for near in naive.beside(naive.read(place)))

    def touches_at_most_one(place: str) -> bool:
        near = naive.beside(naive.read(place))
        return empty(place) and naive.TOWER not in near and len(near & set(game.tiles)) <= 1

    def special(place: str, _verb: str = "") -> bool:
        tile = at(place)
        return tile is not None and tile.special is not None

    def mine(place: str, _verb: str) -> bool:
        tile = at(place)
        return tile is not None and tile.face == own

    return {
        "place a tile first; until then you can use only spies": lambda: not placed,
        "you have already placed your tile this turn": lambda: placed,
        r"(\w+) is your own colour, and none of your tiles has it on both sides": lambda name: name == own,
        r"you have no tile left with (\w+) underneath": lambda name: game.hands[me][name] == 0,
        r"you have already placed your (\w+)": lambda name: game.hands[me][name] == 0,
        f"{P} touches neither a tile nor the tower": lonely,
        f"{P} touches neither another tile nor the tower": touches_at_most_one,
        rf"{P} is (\d) steps from the tower; with (\d) players (a rider|a tile|a thrown tile)"
        r" may be at most (\d) steps away": too_far,
        "the tower stands at 0,0": lambda: True,
        f"there is already a tile at {P}": lambda place: at(place) is not None,
        "the tower is never (flipped|thrown)": lambda _: True,
        f"there is no tile at {P}": empty,
        rf"the tile at {P} is special, and special tiles are never (flipped|thrown)": special,
        f"the tile at {P} shows your own colour; you can (flip|throw) only other colours": mine,
        "the last tile you flipped does not show your colour, so you cannot flip again this turn": lambda: (
            placed and game.from_here is None
        ),
        f"{P} is not in a row with {P}, and in this game lines follow the rows of the grid only": lambda a, b: (
            game.rows and not naive._in_row(naive.read(a), naive.read(b))
        ),
        f"the line from {P} through {P} has no space beyond it where it could end": nothing_beyond,
        f"the line from {P} through {P} crosses the empty space {P}": gap,
        f"the line from {P} towards {P} ends before it, at {P}": ends,
        rf"the line from {P} through {P} meets neither a (\w+) tile nor the tower beyond it": no_end,
        "a tile can be thrown only by a catapult placed this turn, instead of the first flip": lambda: (
            not (game.first_action and game.placed and game.tiles[game.placed].special == "catapult")
        ),
        f"the tile at {P} does not touch the catapult at {P}": lambda a, b: (
            naive.distance(naive.read(a), naive.read(b)) > 1 and naive.read(b) == game.placed
        ),
        f"without the tile at {P} the one at {P} would be cut off from the tower": cut_off,
        "a thrown tile must land on a different space": lambda: True,
        "you have no spy left": lambda: game.spies[me] == 0,
        "there is nothing to see under the tower": lambda: True,
        f"the tile at {P} is special: there is nothing to see underneath": special,
    }


def _on_ray(a: naive.Place, b: naive.Place, end: naive.Place) -> bool:
    return end == b or naive.strictly_between(a, b, end) or naive.strictly_between(a, end, b)


@pytest.mark.ruling("TER-4", "TER-5", "TER-7", "TER-9", "TER-16", "TER-18")
def test_every_refusal_is_true_in_random_games() -> None:
    game = games.find("terraflip")
    used: Counter[str] = Counter()
    for number in range(24):
        seats, lines = 2 + number % 3, ("any", "rows")[number // 3 % 2]
        choose = random.Random(number)
        match = Match(game, seats, options={"lines": lines}, seed=0)
        second = naive.Naive(seats, lines == "rows")
        while not match.is_over:
            legal = match.legal_moves()
            texts = [str(move) for move in legal]
            thrown = [divmod(choose.randrange(COUNT * COUNT), COUNT) for _ in range(100)]
            codes = [*range(END + 1), *(throw_move(start, goal) for start, goal in thrown)]
            if second.first_action and second.placed and second.tiles[second.placed].special == "catapult":
                codes += [throw_move(start, goal) for start in range(COUNT) for goal in range(0, COUNT, 5)]
                codes = choose.sample(codes, 500)
            else:
                codes = choose.sample(codes, 30)
            sentences = claims(second)
            for code in codes:
                move = Move(game, second.turn, code)
                if str(move) in texts:
                    assert match.why_not(move) is None
                    continue
                sentence = match.why_not(move)
                assert sentence is not None
                (form,) = [form for form in sentences if re.fullmatch(form, sentence)]
                found = re.fullmatch(form, sentence)
                assert found is not None
                assert sentences[form](*found.groups()), f"{move}: {sentence}"
                used[form] += 1
            weights = [{"flip": 5, "spy": 0.1}.get(text.split()[0], 1.0) for text in texts]
            text = choose.choices(texts, weights)[0]
            match.play(text)
            second.play(text)
    unused = set(claims(naive.Naive(2, False))) - set(used)
    assert not unused, "every sentence was needed"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("place river 2,0", "2,0 touches neither a tile nor the tower"),
        ("place river 0,0", "the tower stands at 0,0"),
        ("place river 0,-1", "there is already a tile at 0,-1"),
        ("place desert 1,0", "desert is your own colour, and none of your tiles has it on both sides"),
        ("place rider 0,-5", "0,-5 is 5 steps from the tower; with 2 players a rider may be at most 4 steps away"),
        ("place camp 0,-4", "0,-4 is 4 steps from the tower; with 2 players a tile may be at most 3 steps away"),
        ("flip 0,-1", "place a tile first; until then you can use only spies"),
        ("throw 0,-1 1,0", "place a tile first; until then you can use only spies"),
        ("end", "place a tile first; until then you can use only spies"),
        ("spy 0,-1", "you have no spy left"),
    ],
)
def test_sentences_before_placing(move: str, sentence: str) -> None:
    match, _ = table(
        """
             F^

             F

             TT
        """,
        seats=2,
    )
    code = match.game.notation.code(move)
    assert match.why_not(Move(match.game, 0, code)) == sentence
