"""The compiled rules and the naive ones play the same random games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.effort import examples
from tests.games.triqueta.naive import Naive
from tests.games.triqueta.tables import VARIANTS, legal, seen
from tilery.match.match import Match


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_both_list_the_same_moves_and_end_with_the_same_scores(seats: int, options: dict[str, str]) -> None:
    for seed in range(examples(10)):
        choose = random.Random(seed)
        patience = choose.choice([0.0, 0.5, 0.9, 0.97])
        match = Match("triqueta", seats, options=options, seed=seed)
        naive = Naive(seats, match.deal["stacks"], match.options["two_player"] == "designer")
        while not naive.over:
            moves = naive.legal()
            assert match.waiting == (naive.turn,)
            assert legal(match) == ", ".join(moves)
            _compare_tables(match, naive)
            move = moves[0] if moves[0] == "draw" and choose.random() < patience else choose.choice(moves)
            naive.play(move)
            match.play(move)
        assert match.is_over
        _compare_tables(match, naive)
        assert list(match.scores.totals) == naive.totals()
        assert list(match.scores.winners) == naive.winners()


def _compare_tables(match: Match, naive: Naive) -> None:
    table = seen(match, naive.turn)
    assert table["rock"] == naive.rock
    if not naive.over:
        stack = table["stacks"][table["round"] - 1]
        assert stack["white"] == sum(white for _, white in naive.stack)
        assert stack["grey"] == sum(not white for _, white in naive.stack)
        assert (table["hand"] or []) == naive.hand
        for number, tiles in enumerate(table["rows"], 1):
            assert tiles == naive.rows.get(number, [])
            assert (table["taken_by"][number - 1] is None) == (number in naive.rows)
    for seat, player in enumerate(naive.players):
        assert table["trees"][seat] == player.trees
        assert {name: count for name, count in table["collections"][seat].items() if count} == player.animals
        assert table["kept_sizes"][seat] == len(player.kept)
        assert table["grey_sizes"][seat] == len(player.grey)
        assert table["returned_sizes"][seat] == len(player.returned)
    own = naive.players[naive.turn]
    assert sorted(table["kept"][naive.turn]) == sorted(own.kept)
    assert Counter(own.grey) == {name: count for name, count in table["grey"][naive.turn].items() if count}
    assert Counter(own.returned) == {name: count for name, count in table["returned"][naive.turn].items() if count}
