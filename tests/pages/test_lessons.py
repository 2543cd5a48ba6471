"""Whole lessons in a real browser, by mouse, keys and touch; nothing keeps anybody out, on desks and phones.

On desks every lesson is done, by mouse and by keys in turn, on phones every second one by touch; in English on both,
and each other language is looked at on one of them. `--all-combinations` does everything in every way.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages import axe
from tests.pages.conftest import OpenPage
from tests.pages.study import Player
from tilery import games
from tilery.coach.lessons import answers, does, follow

TAUGHT = [name for name in games.names() if games.find(name).lessons]
WAYS = (("mouse", "keys"), ("touch",), ("mouse",), ("keys",))
"""Ways to play, each of them in turn for a lesson."""


@pytest.mark.parametrize(
    "ways",
    [pytest.param(ways, id="-".join(ways), marks=pytest.mark.combination if ways in WAYS[2:] else ()) for ways in WAYS],
)
@pytest.mark.parametrize("game", TAUGHT)
def test_all_lessons_of_a_game(open_page: OpenPage, game: str, ways: tuple[str, ...], all_combinations: bool) -> None:
    page = open_page(phone="touch" in ways)
    lessons = games.find(game).lessons
    turn = TAUGHT.index(game)
    done = 0
    page.goto(f"/learn/{game}")
    for number, lesson in enumerate(lessons, 1):
        how = ways[(number + turn) % len(ways)]
        player = Player(page, how)
        expect(page.locator("#intro h2")).to_have_text(str(lesson.title))
        check_that_all_is_on_the_screen(page, number)
        if how == "touch" and (number + turn) % 2 and not all_combinations:
            page.goto(f"/learn/{game}/{number + 1}")
            continue
        done += 1
        if done == 1 or number == len(lessons):
            assert axe.violations(page) == [], lesson.name
        played: list[str] = []
        while (task := (progress := follow(lesson, played)).task) is not None:
            expect(page.locator("#todo h2")).to_have_text(str(task.ask))
            played.append(str(answers(progress)[0]))
            player.play(played[-1])
        expect(page.locator("#room")).to_have_attribute("data-state", "done")
        expect(page.locator("#todo p")).to_have_text(str(lesson.tasks[-1].done))
        if done == 1:
            assert axe.violations(page) == [], "done"
        if how == "keys":
            expect(page.locator("#next")).to_be_focused()
            page.keyboard.press("Enter")
        else:
            page.locator("#next").click()
    page.get_by_role("button", name="Play your first game").click()
    page.wait_for_selector("#room.running")
    expect(page.locator("#guide")).to_have_attribute("open", "")
    page.goto(f"/learn/{game}/1")
    expect(page.locator("#steps .learned")).to_have_count(done)


def test_a_wrong_try_is_explained_and_the_second_shows_the_way(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, "mouse")
    page.goto("/learn/triqueta/1")
    lesson = games.find("triqueta").lessons[0]
    wrong = [str(m) for m in follow(lesson, ()).match.legal_moves(0) if not does(follow(lesson, ()), m)]
    player.play(wrong[0])
    expect(page.locator("#todo .why")).to_have_text(str(lesson.tasks[0].advice(wrong[0])))
    expect(page.locator(".wanted-target")).to_have_count(0)
    assert axe.violations(page) == []
    player.play(wrong[1])
    expect(page.locator("#todo .why")).to_have_text(str(lesson.tasks[0].advice(wrong[1])))
    expect(page.locator(".wanted-target")).to_have_count(1)
    player.play("take 2")
    expect(page.locator("#room")).to_have_attribute("data-state", "done")


def test_lessons_go_on_where_somebody_left(open_page: OpenPage) -> None:
    page = open_page()
    room, player = page.locator("#room"), Player(page, "mouse")
    page.goto("/learn/triqueta")
    expect(room).to_have_attribute("data-keep", "triqueta 1")
    player.play("take 2")
    expect(room).to_have_attribute("data-state", "done")
    page.goto("/learn/triqueta")
    expect(room).to_have_attribute("data-keep", "triqueta 2")  # the first is done
    page.goto("/learn/triqueta/4")
    expect(room).to_have_attribute("data-keep", "triqueta 4")
    page.goto("/learn/triqueta")
    expect(room).to_have_attribute("data-keep", "triqueta 4")  # which is not done
    page.goto("/learn/topiary")
    expect(room).to_have_attribute("data-keep", "topiary 1")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("game", TAUGHT)
def test_the_card_and_the_hand_are_on_the_screen(
    open_page: OpenPage, game: str, language: str, phone: bool, all_combinations: bool
) -> None:
    page = open_page(phone=phone, locale=language)
    for number in range(1, len(games.find(game).lessons) + 1):
        if (number + (language == "de")) % 2 == phone or all_combinations:
            page.goto(f"/learn/{game}/{number}")
            check_that_all_is_on_the_screen(page, number)


def check_that_all_is_on_the_screen(page: Page, number: int) -> None:
    height = page.evaluate("innerHeight")
    for place in ("#todo", "#hand", "#acts"):
        if page.locator(place).count():
            box = page.locator(place).bounding_box()
            assert box is not None
            assert box["y"] >= 0, (number, place)
            assert box["y"] + box["height"] <= height + 1, (number, place, box)
