"""Sets of tiles from files and records: what is right, and a sentence with its place for everything wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.tipperary.sets import random_set
from tilery.games.game import OptionError
from tilery.games.tipperary.rules.tileset import TileSet, TileSetError, read_set, reconstructed, trimmed
from tilery.match.match import Match
from tilery.match.record import Record

SHIPPED = (Path(__file__).parents[3] / "tilery/games/tipperary/rules/tiles.txt").read_text("utf-8")


def file_of(drawings: list[list[str]]) -> str:
    return "\n".join(f"tile {number}\n" + "\n".join(rows) + "\n" for number, rows in enumerate(drawings, 1))


PLAIN = [["m m", ". p1"]] * 60


def test_a_file_of_drawings_is_read_as_drawn() -> None:
    assert read_set(file_of(PLAIN)) == PLAIN
    assert read_set("# a remark\n\n" + file_of(PLAIN).replace("m m", "  m   m   # here too")) == PLAIN


def test_the_shipped_file_says_that_it_is_reconstructed() -> None:
    assert "reconstruct" in SHIPPED.split("tile 1\n")[0]
    assert len(reconstructed()) == 60


def test_empty_rows_and_columns_around_a_drawing_do_not_matter() -> None:
    assert trimmed([". . .", ". m g", ". . d"]) == ["m g", ". d"]


@pytest.mark.parametrize(
    ("tile", "sentence"),
    [
        ("tile 7\nm .\n. m\n", "line 19: tile 7 is in two pieces; its spaces must be connected edge to edge"),
        ("tile 7\nm x\n", 'line 20: there is no space "x"; a landscape is m'),
        ("tile 7\nm c0\n", 'line 20: there is no space "c0"'),
        ("tile 7\nm +\n", 'line 20: there is no space "+"'),
        ("tile 7\nm m m m m\nm m m m\n", "line 19: tile 7 is too large: 9 spaces, but at most 8 are allowed"),
        ("tile 7\n. .\n", "line 19: tile 7 has no spaces"),
        ("tile 7\n", "line 19: tile 7 has no spaces"),
        ("tile 8\nm\n", 'line 19: expected "tile 7", found "tile 8"'),
        ("tile seven\nm\n", 'line 19: expected "tile 7", found "tile seven"'),
    ],
)
def test_a_wrong_tile_gets_a_sentence_with_its_line(tile: str, sentence: str) -> None:
    text = file_of(PLAIN[:6]).replace("\n\n", "\n") + tile
    lines_before = text[: text.rindex("tile")].count("\n")
    assert lines_before == 18
    with pytest.raises(TileSetError) as caught:
        read_set(text + "\n".join(f"tile {number}\nm" for number in range(8, 61)))
    assert str(caught.value).startswith(sentence)


def test_too_few_and_too_many_tiles_get_a_sentence() -> None:
    with pytest.raises(TileSetError, match="a set has 60 tiles, not 59"):
        read_set(file_of(PLAIN[:59]))
    with pytest.raises(TileSetError, match="line 241: a set has 60 tiles, but this would be one more"):
        read_set(file_of([*PLAIN, ["m"]]))
    with pytest.raises(TileSetError, match='line 1: a tile begins with a line "tile 1" before its drawing'):
        read_set("m m\n")
    with pytest.raises(TileSetError, match="a set has 60 tiles, not 0"):
        read_set("")


def test_the_option_reads_a_file_and_a_record_holds_the_drawings(tmp_path: Path) -> None:
    path = tmp_path / "my-tiles.txt"
    drawings = random_set(3)
    path.write_text(file_of(drawings), "utf-8")
    value = TileSet().from_command_line(str(path))
    match = Match("tipperary", 3, options={"tiles": value}, seed=1)
    match.play_randomly(seed=1)
    record = str(match.record())
    assert json.loads(record)["options"]["tiles"] == value
    path.unlink()
    assert str(Record.parse(record).replay().record()) == record


def test_the_default_is_the_reconstructed_set() -> None:
    option = TileSet()
    assert option.from_command_line("reconstructed") == option.read("reconstructed") == option.default
    assert option.encode(option.default) == option.encode(reconstructed())


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("mine", "the option tiles must be \"reconstructed\" or a list of 60 drawn tiles, not 'mine'"),
        (7, 'the option tiles must be "reconstructed" or a list of 60 drawn tiles, not 7'),
        (PLAIN[:59], "a set has 60 tiles, not 59"),
        ([*PLAIN[:59], "m"], 'tiles[59]: expected the rows of tile 60 as a list of strings, like ["m p1", ". m"]'),
        ([["m . m"], *PLAIN[1:]], "tiles[0]: tile 1 is in two pieces; its spaces must be connected edge to edge"),
        ([["q"], *PLAIN[1:]], 'tiles[0]: there is no space "q"'),
    ],
)
def test_a_wrong_value_in_a_record_gets_a_sentence(value: object, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        TileSet().read(value)
    assert str(caught.value).startswith(sentence)


def test_a_file_that_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r'tiles must be "reconstructed" or a file of tiles: .*nothing\.txt'):
        TileSet().from_command_line(str(tmp_path / "nothing.txt"))
    broken = tmp_path / "broken.txt"
    broken.write_text("tile 2\nm\n")
    with pytest.raises(OptionError, match=r'broken.txt: line 1: expected "tile 1", found "tile 2"'):
        TileSet().from_command_line(str(broken))


def test_of_orientations_that_lie_alike_only_the_lowest_is_legal() -> None:
    drawings = [["m"], ["m m"], ["m r m"], ["m r"], ["m g", "g m"], ["m g", ". d"]]
    expected = [["0"], ["0", "1"], ["0", "1"], ["0", "1", "2", "3"], ["0", "1"], None]
    for drawing, orientations in zip(drawings, expected, strict=True):
        match = Match("tipperary", 2, options={"tiles": [drawing] * 60}, seed=1)
        found = sorted({str(move).split()[2] for move in match.legal_moves(0)})
        assert found == sorted(orientations or ["0", "0*", "1", "1*", "2", "2*", "3", "3*"])
