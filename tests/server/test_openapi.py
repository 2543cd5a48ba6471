"""The API is described as it is: every route, every code of a refusal, every kind of event."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.server.client import Client, run_on
from tests.server.test_replay_pages import first, table_of
from tests.variants import Variant
from tilery.server.api.handlers import Api
from tilery.server.api.openapi import PATHS, describe
from tilery.server.http.errors import STATUS
from tilery.server.tables.table import Table

ROOT = Path(__file__).parent.parent.parent
SERVER = ROOT / "tilery" / "server"
TEXT = (ROOT / "docs" / "api.md").read_text("utf-8")
MOVE_CODES = {"over", "illegal_move", "not_your_turn"}


def test_every_route_is_described() -> None:
    described = {(method.upper(), path) for path, operations in describe()["paths"].items() for method in operations}
    assert described == set(PATHS.values())
    assert all(hasattr(Api, name) for name in PATHS)


def codes_in(*folders: str) -> set[str]:
    """All codes of refusals in folders of the server."""
    codes = set()
    for path in (path for folder in folders for path in (SERVER / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                codes |= {word.value for word in ast.walk(node.args[0]) if isinstance(word, ast.Constant)}
                assert isinstance(node.args[0], ast.Constant | ast.IfExp | ast.Name), ast.unparse(node)
    return {str(code) for code in codes}


def test_every_code_of_a_refusal_has_a_status() -> None:
    assert codes_in(".") | MOVE_CODES == set(STATUS)


def test_every_code_of_a_refusal_of_the_api_is_told() -> None:
    """In the table of the documentation, with its status."""
    told = {
        code: set(map(int, statuses.split(", ")))
        for codes, statuses in re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \| ([\d, ]+) \|", TEXT, re.MULTILINE)
        for code in re.findall(r"`([a-z_]+)`", codes)
    }
    assert codes_in("api", "clubs", "http", "storage", "tables") | MOVE_CODES <= set(told)
    for code, statuses in told.items():
        assert statuses == {STATUS[code]}, code


def members_under(heading: str) -> list[str]:
    """The members in the table below a heading of the documentation."""
    section = re.split(rf"^### {heading}$", TEXT, flags=re.MULTILINE)[1].split("\n#")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


HEADINGS = {
    "Summary": "Summary",
    "Player": "Player",
    "Table": "Table",
    "View": "View",
    "Outcome": "Outcome",
    "MyTable": "MyTable",
    "Secrets": "Secrets of a new table",
    "Game": "Game",
    "Option": "Option",
    "Club": "Club",
    "Season": "Season",
    "Member": "Member",
    "ClubGame": "ClubGame",
    "TournamentSummary": "TournamentSummary",
    "Tournament": "Tournament",
    "Rating": "Rating",
}


@pytest.mark.parametrize("name", HEADINGS)
def test_every_member_of_an_answer_is_told_in_order(name: str) -> None:
    schemas = describe()["components"]["schemas"]
    members = list(schemas[name]["properties"])
    if name in ("Table", "MyTable"):
        members = members[len(schemas["Summary"]["properties"]) :]
    if name == "Tournament":
        members = members[len(schemas["TournamentSummary"]["properties"]) :]
    assert members_under(HEADINGS[name]) == members
    assert set(schemas) - {"Error", "Level", "NewPlayer", "NewTable", "NewTournament"} == set(HEADINGS)


def test_every_request_is_told_with_its_body_and_its_answer() -> None:
    rows = {}
    for line in TEXT.splitlines():
        if re.match(r"\| `[A-Z]+ /api/", line):
            request, _, body, answer = (cell.strip() for cell in line.strip("|").split("|"))
            method, path = request.strip("`").split()
            rows[method, path] = (body, answer)
    assert set(rows) == set(PATHS.values())
    described = describe()["paths"]
    for (method, path), (body, answer) in rows.items():
        operation = described[path][method.lower()]
        success = next(response for status, response in operation["responses"].items() if status.startswith("2"))
        schema = success["content"].get("application/json", {}).get("schema", {})
        for member in schema.get("properties", {}):
            assert f"`{member}`" in answer, (path, member)
        if "$ref" in schema:
            assert f"[{schema['$ref'].split('/')[-1]}]" in answer, path
        asked = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        for member in asked.get("properties", {}):
            assert f"`{member}`" in body, (path, member)


def test_what_a_new_table_may_be_given_is_told() -> None:
    section = TEXT.split("## From a table to a move")[1].split("\n## ")[0]
    for member in describe()["components"]["schemas"]["NewTable"]["properties"]:
        assert f"`{member}`" in section or f'"{member}"' in section, member
    section = TEXT.split("\n## Clubs")[1].split("\n## ")[0]
    for member in describe()["components"]["schemas"]["NewTournament"]["properties"]:
        assert f"`{member}`" in section, member


@pytest.mark.parametrize("variant", [first("pebbles"), first("topiary")], ids=str)
def test_real_answers_have_the_members_that_are_told(variant: Variant, file_database: str) -> None:
    async def look(client: Client) -> None:
        made = await table_of(client, variant, 10_000)
        assert set(made) == set(members_under("Secrets of a new table"))
        table = (await client.ask("GET", f"/api/tables/{made['id']}", made["seats"][0]))[1]
        assert set(table) == {*members_under("Summary"), *members_under("Table")}
        assert set(table["view"]) == set(members_under("View"))
        assert set(table["outcome"]) == set(members_under("Outcome"))
        assert all("total" in score for score in table["outcome"]["scores"])
        assert all(set(player) == set(members_under("Player")) for player in table["players"])
        found = (await client.ask("GET", "/api/games"))[1]
        assert set(found) == {"games", "levels"}
        for game in found["games"]:
            assert set(game) == set(members_under("Game"))
            assert all(set(option) == set(members_under("Option")) for option in game["options"])
        mine = (await client.ask("GET", "/api/mine", made["owner"]))[1]["tables"][0]
        assert set(mine) == {*members_under("Summary"), *members_under("MyTable")}

    run_on(file_database, look)


def test_every_kind_of_event_is_told() -> None:
    kinds = {name.removeprefix("_fold_") for name in vars(Table) if name.startswith("_fold_")} - {"match"}
    assert "move" in kinds
    assert kinds <= set(re.findall(r"`([a-z_]+)`", TEXT))
