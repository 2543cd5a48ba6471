"""Every move that is not legal is refused with the rule that forbids it."""

from __future__ import annotations

from tests.games.tipperary.tables import Drawn


def test_before_the_placement() -> None:
    table = Drawn(tile="m r m")
    assert table.why_not("place 40 0 3,1") == "tile 40 is not in the region of your crest; tiles 1 and 2 are"
    assert table.why_not("place 1 2 3,1") == "tile 1 looks the same in orientation 2 as in 0: write 0"
    assert table.why_not("place 1 3* 3,1") == "tile 1 looks the same in orientation 3* as in 1: write 1"
    assert table.why_not("place 1 0 2,1") == "tile 1 would overlap your display at 2,1"
    assert table.why_not("place 1 0 200,-200") == "tile 1 would not be edge to edge with your display"
    assert table.why_not("sheep 0,0") == "first place one of the two landscape tiles of your region"
    assert table.why_not("bonus 3 0,0") == "first place one of the two landscape tiles of your region"
    assert table.why_not("done") == '"done" ends the placing of towers, after the last round'
    assert table.why_not("tower 3,1") == "towers can be placed only after the last round"


def test_while_effects_wait() -> None:
    table = Drawn(tile="b+ b+", bonus=["g"]).play("place 1 0 3,1")
    assert table.why_not("place 2 0 5,1") == (
        "you have already placed your landscape tile this round; now place bonus tile 3 and 2 wooden sheep"
    )
    assert table.why_not("bonus 4 5,1") == "you have no bonus tile 4 to place; you have bonus tile 3 and 2 wooden sheep"
    assert table.why_not("sheep 200,200") == "200,200 is outside your display; wooden sheep can only stand on meadows"
    assert table.why_not("bonus 3 -200,100") == "-200,100 is not edge to edge with your display"
    table = Drawn(tile="b b", bonus=["g"]).play("place 1 0 3,1")
    assert table.why_not("sheep 0,0") == "you have no wooden sheep to place; you have bonus tile 3"
    table = Drawn(tile="m+").play("place 1 0 3,1")
    assert table.why_not("bonus 3 0,0") == "you have no bonus tile 3 to place; you have a wooden sheep"
