"""What was dealt is not in the process of somebody's own bot, wherever in it the bot looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena import spies
from tilery import Match, cli
from tilery.arena import arena
from tilery.arena.players import find_player
from tilery.arena.schedule import Contest, Result
from tilery.match.record import Record

SECRET = 0x5A1E_D0C7_3B96_F284_1D7C_E03A_965B_42F8
SPIES = "tests.arena.spies:"


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(spies.FILE, str(tmp_path / "notes.jsonl"))


def contest(*players: str, game: str = "pebbles", seats: int = 2) -> Contest:
    return Contest(game, seats, {}, players, SECRET)


def true_states(result: Result) -> set[str]:
    """The states in the first half of a game as they were, in hexadecimal digits; later ones can be guessed."""
    record = Record.parse_document(result.record)
    return {record.replay(count).states.tobytes().hex() for count in range(len(record.moves) // 2)}


@pytest.mark.parametrize("game", ["pebbles", "triqueta", "topiary"])
def test_no_seed_and_no_true_state_is_in_the_process_of_a_bot(game: str) -> None:
    meeting = contest("random", f"{SPIES}Spy", game=game)
    results = arena.run(meeting, 1, arena.here(1), quiet=True)
    assert [result.fault for result in results] == [None, None]
    notes = spies.notes()
    assert notes
    for note in notes:
        numbers = set(map(int, note["numbers"]))
        assert int(note["seed"]) in numbers  # it was given that one, so it would have seen others
        assert not numbers & {SECRET, meeting.seed_of("deal", 0)}
        assert note["arrays"]  # those of the match that it was given
        assert str(SECRET) not in str(note["argv"])
    hidden = set.union(*map(true_states, results))
    seen = {array for note in notes for array in note["arrays"]}
    if game != "pebbles":  # few cards: the right ones may be guessed
        assert not hidden & seen


def test_in_the_process_of_the_arena_the_same_spy_finds_everything() -> None:
    """So the test before this one can fail."""
    truth = Match("triqueta", seed=SECRET)
    truth.play_randomly(6, seed=1)
    seat = truth.waiting[0]
    spies.Spy().choose(truth.redeal(seat, seed=1), seat, 2**70)
    (note,) = spies.notes()
    assert str(SECRET) in note["numbers"]
    assert truth.states.tobytes().hex() in note["arrays"]


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        pytest.param(("random", f"{SPIES}Rememberer"), 2, marks=pytest.mark.combination),
        ((f"{SPIES}Rememberer", "random", "greedy"), 2),  # two line-ups
        (("random", f"{SPIES}Rememberer"), 3),  # on two seats of each game
    ],
)
def test_nobody_sees_a_deal_twice(players: tuple[str, ...], seats: int) -> None:
    """Deals are played in all rotations, so what one remembers of one seat would tell what lies on another."""
    meeting = contest(*players, seats=seats)
    deals = 3
    asked = {
        str(meeting.seed_of("move", pairing.deal, *pairing.seated, count)): pairing
        for pairing in meeting.pairings(deals)
        for count in range(60)
    }
    arena.run(meeting, deals, arena.here(1), quiet=True)
    met: dict[int, dict[int, set[object]]] = {}
    for note in spies.notes():
        pairing = asked[note["seed"]]
        met.setdefault(note["process"], {}).setdefault(pairing.deal, set()).add((pairing, note["seat"]))
    assert len(met) > 1
    for by_deal in met.values():
        assert all(len(games) == 1 for games in by_deal.values())
        assert len(by_deal) == deals  # it is kept from deal to deal, because to start it takes a second


def test_a_module_that_changes_the_library_changes_it_for_itself_alone() -> None:
    arena.run(contest("random", "tests.arena.saboteur:Saboteur"), 1, arena.here(1), quiet=True)
    assert Match("pebbles", seed=1).redeal(0).is_imagined


def test_a_bot_that_takes_its_process_with_it_loses_that_game_alone() -> None:
    results = arena.run(contest("random", f"{SPIES}Crasher", "greedy"), 1, arena.here(1), quiet=True)
    assert len(results) == 6
    for result in results:
        if f"{SPIES}Crasher" in result.seated:
            assert result.fault is not None
            assert result.fault.reason == "ended with exit code 7"
        else:
            assert result.fault is None


def test_what_a_bot_prints_is_not_taken_for_its_answer() -> None:
    results = arena.run(contest("random", f"{SPIES}Talker"), 1, arena.here(1), quiet=True)
    assert [result.fault for result in results] == [None, None]


def test_the_processes_of_bots_end_with_the_contest() -> None:
    arena.run(contest("random", f"{SPIES}Rememberer"), 1, arena.here(1), quiet=True)
    for process in {note["process"] for note in spies.notes()}:
        assert not Path(f"/proc/{process}").exists()


def test_a_bot_is_sent_the_same_whatever_the_truth_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[object]] = []
    match = Match("topiary", 3, options={"draft": "on"}, seed=SECRET)
    match.play_randomly(5, seed=1)
    seat = match.waiting[0]
    player = find_player(f"{SPIES}First")
    ask = player._ask  # type: ignore[attr-defined]

    def listening(message: dict[str, object], *more: object) -> object:
        told[-1].append(message)
        return ask(message, *more)

    monkeypatch.setattr(player, "_ask", listening)
    try:
        for number in range(3):
            told.append([])
            truth = match.redeal(seat, seed=number) if number else match
            player.begin(truth, seat, 1, None)
            player.choose(truth, seat, 2, None)
    finally:
        player.close()
    assert [message for message in told[0] if message["type"] != "prepare"] == told[1] == told[2]  # type: ignore[index]


def test_without_a_seed_the_deals_of_a_contest_cannot_be_guessed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever knows the seed of a contest can deal its games, so it is drawn unless one is given."""
    asked = ["arena", "pebbles", "--bots", "random,greedy", "--games", "2", "--workers", "1", "--out"]
    seeds = set()
    for name in ("one.jsonl", "other.jsonl"):
        assert cli.main([*asked, str(tmp_path / name)]) == 0
        seed = arena.read(tmp_path / name)[0].seed
        assert seed > 1 << 64
        assert f"--seed {seed}" in capsys.readouterr().out  # so that it can be played again
        seeds.add(seed)
    assert len(seeds) == 2
    assert cli.main([*asked, str(tmp_path / "one.jsonl"), "--games", "6"]) == 0  # a file knows its own
    assert arena.read(tmp_path / "one.jsonl")[0].seed in seeds
    assert len(arena.read(tmp_path / "one.jsonl")[1]) == 6
    assert cli.main([*asked, str(tmp_path / "third.jsonl"), "--seed", "5"]) == 0
    assert arena.read(tmp_path / "third.jsonl")[0].seed == 5
