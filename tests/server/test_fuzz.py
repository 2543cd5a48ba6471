"""Whatever is sent: never a fault, never a change by a refused request, every refusal in one format.

Real processes on both databases, with the secrets of real tables, so that requests get as deep as they can.
"""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sqlalchemy import Engine, create_engine, select

from tests.effort import examples
from tests.server.client import OPEN, Body, person
from tests.server.processes import PATIENCE, ServerProcess, serving
from tilery.server.api.club_openapi import CLUB_PATHS
from tilery.server.api.openapi import PATHS
from tilery.server.app import create_app
from tilery.server.config import Config
from tilery.server.storage import schema

LIMITS = {
    "new_tables_a_minute": 10**6,
    "links_a_minute": 10**6,
    "chats_a_minute": 10**6,
    "comings_a_minute": 10**6,
    "work_a_minute": 10**9,
    "public_seats": 10**6,
    "public_tables": 10**6,
    "record_bytes": 2**20,
    "log": "json",
}
FEW = settings(suppress_health_check=list(HealthCheck))
Snapshot = dict[str, list[tuple[Any, ...]]]


class FuzzedServer:
    """A server process, a client of it, and a look past it into its database."""

    def __init__(self, process: ServerProcess, database: str) -> None:
        self.process = process
        self.http = httpx.Client(base_url=process.address, timeout=PATIENCE)
        self.engine: Engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))

    @cached_property
    def described(self) -> schemathesis.BaseSchema:
        return schemathesis.openapi.from_url(f"{self.process.address}/api/openapi.json")

    def close(self) -> None:
        self.http.close()
        self.engine.dispose()

    def stored(self) -> Snapshot:
        """All that the database holds."""
        with self.engine.connect() as connection:
            return {
                table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
                for table in (schema.tables, schema.secrets, schema.events, schema.wakeups)
            }

    def tries(self, usual: int) -> int:
        """How many examples to try: on PostgreSQL few of the same ones, as what is read is read alike."""
        return examples(usual if self.engine.dialect.name == "sqlite" else usual // 3)

    def table(self, *players: Body, **more: Any) -> Body:
        made = self.http.post("/api/tables", json={"game": "pebbles", "players": list(players), **more})
        assert made.status_code == 201, made.text
        found: Body = made.json()
        return found

    def club(self) -> tuple[str, str]:
        """A club with a bot and a tournament, and the secret of its owner."""
        secret = self.http.post("/api/browsers").json()["browser"]
        headers = {"authorization": f"Bearer {secret}"}
        club = self.http.post("/api/clubs", json={"name": "Club", "person": "Ann"}, headers=headers).json()["id"]
        planned = {"game": "pebbles", "system": "swiss", "seconds_per_game": 600}
        for path, body in [("bots", {"level": "random"}), ("tournaments", planned)]:
            self.http.post(f"/api/clubs/{club}/{path}", json=body, headers=headers).raise_for_status()
        return club, secret

    def send(self, asked: Asked) -> tuple[int, Body]:
        """Send a request, check that a refusal has the format, and give the status and the answer."""
        request = self.http.build_request(asked.method, asked.url, headers=asked.headers, content=asked.content)
        told = self.http.send(request, stream=True)
        try:
            assert told.status_code < 500, (asked, told.read())
            if asked.method == "HEAD" or told.headers["content-type"] != "application/json":
                return told.status_code, {}
            told.read()
            if told.status_code >= 400:
                check_refusal(told)
            body: Body = told.json()
            return told.status_code, body
        finally:
            told.close()

    def status_of_page(self, asked: Asked) -> int:
        """The status of an answer that is a page, a stream or what a script reads."""
        request = self.http.build_request(asked.method, asked.url, headers=asked.headers, content=asked.content)
        told = self.http.send(request, stream=True, follow_redirects=False)
        told.close()
        assert told.status_code < 500, asked
        place = urllib.parse.urlsplit(told.headers.get("location", "/"))
        assert (place.netloc, place.path[:1]) == ("", "/"), "it leads to another site"
        return told.status_code

    def status(self, path: str, content: bytes, kind: bytes = b"application/json") -> int:
        """The status of the answer to a body."""
        return self.send(Asked("POST", path, [(b"content-type", kind)], content))[0]


def check_refusal(told: httpx.Response) -> None:
    assert told.headers["content-type"] == "application/json"
    error = told.json()["error"]
    assert set(told.json()) == {"error"}
    assert set(error) == {"code", "message"}
    assert error["code"].replace("_", "").isalpha()
    assert error["message"].strip()


@dataclass(frozen=True)
class Asked:
    """A request as it is sent."""

    method: str
    url: str
    headers: list[tuple[bytes, bytes]]
    content: bytes | None


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Makes a database with a name, and gives its URL."""

    def make(name: str) -> str:
        if request.param == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp(name) / 'tables.db'}"
        postgres = request.getfixturevalue("postgres")
        postgres.psql(f"CREATE DATABASE {name};")
        return str(postgres.get_uri(database=name))

    return make


@contextmanager
def server_on(database: str) -> Iterator[FuzzedServer]:
    with serving(database, **LIMITS) as process:
        found = FuzzedServer(process, database)
        yield found
        found.close()
    failed = [told["trace"] for told in process.log_of("a request has failed")]
    assert not failed, "\n".join(failed)


@pytest.fixture(scope="module")
def server(new_database: Callable[[str], str]) -> Iterator[FuzzedServer]:
    """A server where nothing happens by itself."""
    with server_on(new_database("quiet")) as found:
        yield found


@pytest.fixture(scope="module")
def server_with_bots(new_database: Callable[[str], str]) -> Iterator[FuzzedServer]:
    with server_on(new_database("lively")) as found:
        yield found


# By the description.

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
SENSIBLE = {"bad_table", "bad_name", "bad_text", "bad_move", "bad_number", "bad_record", "too_many"}
"""Why a request that fits the description may still be refused as such."""


@pytest.mark.parametrize("name", [name for name in PATHS if name != "events"])
def test_the_description_is_true(server_with_bots: FuzzedServer, name: str) -> None:
    server = server_with_bots
    method, path = PATHS[name]
    operation = server.described[path][method]
    made = server.table(person("Ann"), OPEN)
    secret = made["seats"][0] if name in ("move", "chat", "leave", "undo", "erase", "come_back") else made["owner"]
    headers = {"authorization": f"Bearer {secret}"}
    given_id = {"id": made["id"]} if "{id}" in path else None
    if name in CLUB_PATHS:
        club, secret = server.club()
        headers = {"authorization": f"Bearer {secret}"}
        given_id = {key: value for key, value in {"club": club, "tournament": 1}.items() if f"{{{key}}}" in path}
    tries = server.tries(12)

    @settings(FEW, max_examples=tries)
    @given(case=operation.as_strategy(headers=headers, path_parameters=given_id))
    def fits(case: Any) -> None:
        told = case.call_and_validate(checks=CHECKS)
        if told.status_code in (400, 415, 422):
            assert told.json()["error"]["code"] in SENSIBLE, (case.body, told.text)

    @settings(FEW, max_examples=tries)
    @given(
        case=operation.as_strategy(
            generation_mode=schemathesis.GenerationMode.NEGATIVE, headers=headers, path_parameters=given_id
        )
    )
    def does_not_fit(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    fits()
    if operation.body or "seat" in {parameter.name for parameter in operation.query}:
        does_not_fit()


# By chance.

texts = st.text(max_size=20) | st.sampled_from(["take 1", "Ann", "pebbles", "", "\x00", "\u202e", "x" * 600, "random"])
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**31, 2**63, -(2**64), 10**400, 63, 64, -1, 1.0, 1e308])
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
MEMBERS = [
    *("game", "players", "name", "seat", "level", "move", "id", "text", "browser", "options", "start", "public"),
    *("chat", "seconds_per_move", "absent_after", "stand_in", "kind", "record", "rules", "seed", "moves"),
]
documents = st.dictionaries(st.sampled_from(MEMBERS) | texts, values, max_size=5)


@st.composite
def written(draw: st.DrawFn) -> bytes:
    """A document as bytes, sometimes damaged."""
    body = json.dumps(draw(documents), ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    match draw(st.sampled_from(["whole", "whole", "cut", "byte", "utf-16", "twice", "none"])):
        case "cut":
            return body[: draw(st.integers(0, len(body)))]
        case "byte":
            place = draw(st.integers(0, len(body)))
            return body[:place] + draw(st.binary(min_size=1, max_size=2)) + body[place:]
        case "utf-16":
            return body.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass")
        case "twice":
            return body + body
        case "none":
            return b""
        case _:
            return body


GOOD: dict[str, st.SearchStrategy[Body]] = {
    "move": st.sampled_from([{"move": f"take {n}"} for n in (1, 1, 2, 3)] + [{"move": "take 1", "id": "same"}]),
    "sit": st.sampled_from([{"name": "Cy"}, {"name": "Di", "seat": 1}, {"name": "Ed", "seat": 0}]),
    "chat": st.sampled_from([{"text": "Hello"}, {"text": "\x00\N{EARTH GLOBE EUROPE-AFRICA}"}]),
    "hand_over": st.sampled_from([{"seat": 0}, {"seat": 1}, {"seat": 5}]),
}
KEYS = {"delete": "owner", "sit": "invite", "look": "watch", "record": "watch", "events": "watch"}
"""What opens a request that is good, if not a seat."""
AT_TABLES = [name for name, (_, path) in PATHS.items() if "{id}" in path and name != "seat_bot"]
ELSEWHERE = ["list_tables", "my_tables", "new_browser"]
OFTEN = ["move", "sit", "start", "chat", "undo", "leave", "come_back", "erase"]
NAMES = [*OFTEN, *OFTEN, *OFTEN, *AT_TABLES, *ELSEWHERE]
"""Nothing with bots: they change tables by themselves, and then who can say whether a refused request did?"""

contents = st.one_of(
    st.just(b"application/json"),
    st.sampled_from([b"application/json; charset=utf-16", b"text/plain", b"", b"application/x-www-form-urlencoded"]),
)
garbage = st.binary(max_size=30).map(lambda found: bytes(byte for byte in found if byte > 31 and byte != 127).strip())
queries = st.just("") | st.builds(
    lambda name, value: "?" + urllib.parse.urlencode({name: value}),
    st.sampled_from(["seat", "after", "x"]),
    st.sampled_from(["0", "1", "-1", "64", "1e3", "\u0663", "0x1", "9" * 30, ""]) | texts.filter(str.isascii),
)


def good_requests(name: str, made: Body) -> st.SearchStrategy[Asked]:
    """Requests that are all right, if only it is their time."""
    method, path = PATHS[name]
    secrets = [made[KEYS[name]]] if name in KEYS else [secret for secret in made["seats"] if secret]

    def build(secret: str, body: Body) -> Asked:
        headers = [(b"authorization", f"Bearer {secret}".encode()), (b"content-type", b"application/json")]
        content = None if method == "GET" else json.dumps(body).encode()
        return Asked(method, path.replace("{id}", made["id"]), headers, content)

    return st.builds(build, st.sampled_from(secrets), GOOD.get(name, st.just({})))


@st.composite
def odd_requests(draw: st.DrawFn, name: str, made: Body, other: Body) -> Asked:
    """Requests of which several things are wrong, or at least unusual."""
    method, path = PATHS[name]
    ids = [made["id"]] * 12 + [other["id"], "A" * 12, "%00", "..%2f", "%ff", "a" * 3000, "%F0%9F%8C%8D"]
    method = draw(st.sampled_from([method] * 12 + ["GET", "HEAD", "PUT", "OPTIONS"]))
    url = path.replace("{id}", draw(st.sampled_from(ids))) + draw(queries)
    headers = []
    secrets = [made["owner"], made["invite"], made["watch"], *[seat for seat in made["seats"] if seat] * 3]
    kind = draw(st.sampled_from(["secret"] * 8 + ["none", "garbage", "long", "wrong", "other"]))
    if kind == "secret":
        headers.append((b"authorization", f"Bearer {draw(st.sampled_from(secrets))}".encode()))
    elif kind != "none":
        bad = {
            "garbage": draw(garbage),
            "long": b"Bearer " + b"x" * 9000,
            "wrong": b"Basic x" + draw(garbage),
            "other": f"Bearer {other['owner']}".encode(),
        }[kind]
        headers.append((b"authorization", bad))
    content = None
    if method in ("POST", "PUT", "DELETE"):
        is_good = name in GOOD and draw(st.booleans())
        content = json.dumps(draw(GOOD[name])).encode() if is_good else draw(written())
        headers.append((b"content-type", b"application/json" if is_good else draw(contents)))
    if draw(st.integers(0, 9)) == 0:
        odd = st.sampled_from([b"last-event-id", b"accept", b"origin", b"x-forwarded-for"])
        headers.append((draw(odd), draw(garbage)))
    return Asked(method, url, headers, content)


def test_a_refused_request_changes_nothing(server: FuzzedServer) -> None:
    """Good and bad requests in any order, on tables that are open, running and over."""
    other = server.table(person("Ann"), OPEN)

    @settings(FEW, max_examples=server.tries(24))
    @given(data=st.data())
    def play(data: st.DataObject) -> None:
        people = (person("Ann"), data.draw(st.sampled_from([OPEN, person("Bo")])))
        made = server.table(*people, public=data.draw(st.booleans()), start=people[1] != OPEN)
        before = server.stored()
        for _ in range(data.draw(st.integers(5, 15))):
            name = data.draw(st.sampled_from(NAMES))
            asked = data.draw(good_requests(name, made) | odd_requests(name, made, other))
            status, told = server.send(asked)
            if name == "sit" and status == 201:
                made["seats"].append(told["secret"])
            if status < 400 and name == "leave":  # before a bot begins to think
                for secret in filter(None, made["seats"]):
                    server.http.post(f"/api/tables/{made['id']}/back", headers={"authorization": f"Bearer {secret}"})
            after = server.stored()
            if status >= 400 or asked.method in ("GET", "HEAD", "OPTIONS"):
                assert after == before, (asked, status)
            before = after

    play()


FIELDS = [
    *("name", "seat", "seats", "level", "move", "id", "text", "kind", "link", "back", "language", "theme", "title"),
    *("place", "public", "chat", "minutes_per_move", "minutes_per_game", "option-start"),
]
GOOD_FORMS: dict[str, list[Body]] = {
    "sit": [{"name": "Cy"}, {"name": "Di", "seat": "1"}],
    "move": [{"move": f"take {number}", "id": f"m{number}"} for number in (1, 2, 3)],
    "chat": [{"text": "Hello"}],
    "link": [{"kind": "seat"}, {"kind": "invite"}, {"kind": "watch"}],
    "hand-over": [{"seat": "1"}],
    "{game}": [{"seats": "2", "name": "Ann"}, {"seats": "2", "name": "Ann", "public": "on", "minutes_per_move": "9"}],
    "join": [{"link": "/t/x"}, {"link": "https://elsewhere.example/t/x"}, {"link": "/\\elsewhere.example"}],
    "settings": [{"language": "de", "back": "//elsewhere.example"}, {"theme": "dark", "back": "/\r\nx: y"}],
}
NO_PAGES = ("/api/", "/static/", "/score", "/healthz", "/metrics")
PAGES = [
    (method, route.path)
    for route in create_app(Config()).routes
    if not route.path.startswith(NO_PAGES)
    for method in sorted((route.methods or set()) - {"HEAD"})
    if route.path != "/play/{game}" and not route.path.endswith("/bot")  # bots change tables by themselves
]
forms = st.dictionaries(st.sampled_from(FIELDS), texts | st.integers().map(str), max_size=4)


@st.composite
def page_requests(draw: st.DrawFn, made: Body, browser: str, other: Body) -> tuple[str, Asked]:
    """Requests as browsers send them, good and odd."""
    method, path = draw(st.sampled_from(PAGES))
    name = path.rpartition("/")[2]
    method = draw(st.sampled_from([method] * 12 + ["GET", "POST", "HEAD"]))
    ids = [made["id"]] * 12 + [other["id"], "A" * 12, "%00", "%ff"]
    secrets = [made["invite"], made["owner"], other["owner"], "forged", "%00", "x" * 2000]
    path = path.replace("{game}", draw(st.sampled_from(["pebbles"] * 4 + ["none", "%00", "..%2f"])))
    url = path.replace("{id}", draw(st.sampled_from(ids))).replace("{secret}", draw(st.sampled_from(secrets)))
    asks = draw(
        st.just("") | texts.map(lambda text: "?" + urllib.parse.urlencode({"move": text.encode("utf-8", "replace")}))
    )
    cookie = draw(
        st.sampled_from([f"tilery={browser}".encode()] * 8 + [b"", b"tilery=", b"tilery=" + b"x" * 50]) | garbage
    )
    headers = [(b"cookie", cookie)] if cookie else []
    for header in (b"accept-language", b"origin", b"x-tilery"):
        if draw(st.integers(0, 9)) == 0:
            headers.append((header, draw(garbage)))
    content = None
    if method == "POST":
        fields = draw(st.sampled_from(GOOD_FORMS[name]) if name in GOOD_FORMS and draw(st.booleans()) else forms)
        content = urllib.parse.urlencode(fields, errors="surrogatepass").encode()
        kind = draw(st.sampled_from([b"application/x-www-form-urlencoded"] * 8 + [b"application/json", b""]))
        headers.append((b"content-type", kind))
        if draw(st.integers(0, 9)) == 0:
            content = draw(st.binary(max_size=50))
    return name, Asked(method, url + (asks if name == "preview" else ""), headers, content)


def test_pages_stand_whatever_browsers_send(server: FuzzedServer) -> None:
    other = server.table(person("Ann"), OPEN)

    @settings(FEW, max_examples=server.tries(24))
    @given(data=st.data())
    def visit(data: st.DataObject) -> None:
        people = (person("Ann"), data.draw(st.sampled_from([OPEN, person("Bo")])))
        browser = server.http.post("/api/browsers").json()["browser"]
        made = server.table(*people, public=data.draw(st.booleans()), start=people[1] != OPEN, browser=browser)
        before = server.stored()
        for _ in range(data.draw(st.integers(5, 15))):
            name, asked = data.draw(page_requests(made, browser, other))
            status = server.status_of_page(asked)
            if status < 400 and name == "leave":  # before a bot begins to think
                server.http.post(f"/api/tables/{made['id']}/back", headers={"authorization": f"Bearer {browser}"})
            after = server.stored()
            if status >= 400:
                assert after == before, (asked, status)
            before = after

    visit()


def test_no_body_makes_a_table_unless_it_is_right(server: FuzzedServer) -> None:
    @settings(FEW, max_examples=server.tries(30))
    @given(body=written(), content=contents, path=st.sampled_from(["/api/tables", "/api/records"]))
    def ask(body: bytes, content: bytes, path: str) -> None:
        before = server.stored()
        assert server.status(path, body, content) in (400, 415, 422)
        assert server.stored() == before

    ask()


NESTED = 15_000
MANY = 60_000


@pytest.mark.parametrize(
    "body",
    [
        b"[" * NESTED,
        b"[" * NESTED + b"]" * NESTED,
        b'{"a":' * (NESTED // 2) + b"1" + b"}" * (NESTED // 2),
        b'{"options":' + b"[" * 800 + b"]" * 800 + b',"game":"pebbles","players":[]}',
        b'{"game":"pebbles","game":"pebbles"}',
        b'{"game":"pebbles","players":[{"kind":"open","kind":"open"},{"kind":"open"}]}',
        b'{"seat":' + b"9" * 4300 + b"}",
        b'{"seat":' + b"9" * 40_000 + b"}",
        b'{"game":"pebbles","players":[],"absent_after":1e999}',
        b'{"game":"pebbles","players":[],"absent_after":NaN}',
        b'{"game":"pebbles","players":[],"options":{"x":-Infinity}}',
        b'{"name":"\\ud800","game":"pebbles","players":[]}',
        b'\xef\xbb\xbf{"game":"pebbles","players":[{"kind":"open"},{"kind":"open"}]}',
        b'{"game":"pebbles\xff","players":[]}',
        b'{"game":"\\u0000","players":[]}',
        b"null",
        b"[]",
        b'"{}"',
        b"\x00",
    ],
)
def test_documents_that_are_hard_to_read(server: FuzzedServer, body: bytes) -> None:
    before = server.stored()
    for path in ("/api/tables", "/api/records"):
        assert server.status(path, body) in (400, 422)
    assert server.stored() == before


def test_a_member_that_stands_twice_is_found_among_many(server: FuzzedServer) -> None:
    body = "{" + ",".join(f'"m{number}":0' for number in range(MANY)) + f',"m{MANY - 1}":0}}'
    assert server.status("/api/records", body.encode()) == 400


def test_damaged_records_are_refused(server: FuzzedServer) -> None:
    """Records that are almost right: one value of them is another."""
    made = server.table(person("Ann"), person("Bo"), start=True)
    path = f"/api/tables/{made['id']}"
    for turn in range(100):
        head = {"authorization": f"Bearer {made['seats'][turn % 2]}"}
        if server.http.post(f"{path}/moves", headers=head, json={"move": "take 1"}).status_code != 200:
            break
    record = server.http.get(f"{path}/record", headers=head).json()
    before = server.stored()

    @settings(FEW, max_examples=server.tries(30))
    @given(
        name=st.sampled_from(sorted(record)), value=values, move=st.none() | st.integers(0, len(record["moves"]) - 1)
    )
    def ask(name: str, value: Any, move: int | None) -> None:
        damaged = json.loads(json.dumps(record))
        if move is None:
            damaged[name] = value
        else:
            damaged["moves"][move] = value
        if damaged not in (record, {**record, "options": {}}):  # an option that is missing has its default
            assert server.status("/api/records", json.dumps(damaged).encode()) in (400, 422)

    ask()
    assert server.stored() == before
