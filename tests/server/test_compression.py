"""Compression: what clients ask for, and streams whose pieces can be read as soon as they have come."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from tilery.server.http.compression import (
    LONGEST_STORED,
    WINDOW,
    GzipEncoder,
    Piece,
    PlainEncoder,
    accepts_gzip,
    compressed,
    encoder_for,
)


def request(*accepted: str) -> Request:
    headers = [(b"accept-encoding", one.encode()) for one in accepted]
    return Request({"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers})


@pytest.mark.parametrize(
    "accepted",
    ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "GZIP", "*", "gzip; q=0.001", "identity,gzip"],
)
def test_who_asks_for_gzip_gets_it(accepted: str) -> None:
    assert accepts_gzip(request(accepted))
    assert isinstance(encoder_for(request(accepted)), GzipEncoder)
    body, headers = compressed(b"tile " * 1000, request(accepted))
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == b"tile " * 1000


@pytest.mark.parametrize(
    "accepted", ["", "br", "identity", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "gzip;q=much", "x-gzipped"]
)
def test_others_get_what_they_can_read(accepted: str) -> None:
    assert not accepts_gzip(request(accepted))
    assert isinstance(encoder_for(request(accepted)), PlainEncoder)
    assert compressed(b"tile " * 1000, request(accepted)) == (b"tile " * 1000, {"vary": "accept-encoding"})


def test_who_asks_for_nothing_gets_it_plain() -> None:
    assert not accepts_gzip(request())


def test_a_header_may_come_in_parts() -> None:
    assert accepts_gzip(request("br", "gzip"))
    assert not accepts_gzip(request("*", "gzip;q=0"))


def test_what_fits_into_a_packet_is_not_compressed() -> None:
    assert compressed(b"tile", request("gzip")) == (b"tile", {"vary": "accept-encoding"})


PIECES = st.lists(st.tuples(st.booleans(), st.binary(max_size=300) | st.text("abc<>", max_size=300).map(str.encode)))


@given(PIECES)
def test_every_piece_can_be_read_when_it_comes(pieces: list[tuple[bool, bytes]]) -> None:
    encoder, reader = GzipEncoder(), zlib.decompressobj(zlib.MAX_WBITS | 16)
    sent = b""
    for is_apart, piece in pieces:
        sent += (coded := encoder.encode_apart(Piece(piece)) if is_apart else encoder.encode(Piece(piece)))
        assert reader.decompress(coded) == piece
    sent += (end := encoder.end())
    assert reader.decompress(end) == b""
    assert reader.eof
    assert gzip.decompress(sent) == b"".join(piece for _, piece in pieces)


@pytest.mark.parametrize("size", [WINDOW - 1, WINDOW, WINDOW + 1, LONGEST_STORED, LONGEST_STORED + 1, 200_000])
def test_large_pieces_go_through(size: int) -> None:
    encoder, reader = GzipEncoder(), zlib.decompressobj(zlib.MAX_WBITS | 16)
    piece = b"".join(b"%d " % (number * number) for number in range(size))[:size]
    whole = Piece(piece)
    for coded in (encoder.encode(whole), encoder.encode_apart(whole), encoder.encode(whole)):
        assert reader.decompress(coded) == piece
    reader.decompress(encoder.end())
    assert reader.eof


def test_what_was_sent_before_costs_little() -> None:
    encoder = GzipEncoder()
    piece = Piece(b"".join(b"<use href='#tile-%d'/>" % (number * 7919 % 10007) for number in range(1000)))
    assert len(encoder.encode(piece)) > 2500
    assert len(encoder.encode(piece)) < 500


def test_who_was_last_sent_the_same_is_sent_the_same_bytes_next() -> None:
    """However long each has listened: a piece is compressed once, and a stream keeps nothing that it does not share."""
    pictures = [Piece(b"<g>%d</g>" % number * 500) for number in range(4)]
    early, late = GzipEncoder(), GzipEncoder()
    for picture in pictures[:3]:
        early.encode(picture)
    late.encode(pictures[2])
    assert early.encode(pictures[3]) is late.encode(pictures[3])
    assert early._last is late._last is pictures[3].data


@given(st.text("abcdef0123456789", min_size=20, max_size=20), st.text("abcdef0123456789", min_size=20, max_size=20))
def test_what_others_write_does_not_show_in_any_size(secret: str, guess: str) -> None:
    """A right guess is as long on the way as a wrong one, and so is all that follows."""

    def sizes(written: str) -> list[int]:
        encoder = GzipEncoder()
        return [
            len(encoder.encode(Piece(f'<g id="{secret}"/>'.encode()))),
            len(encoder.encode_apart(Piece(written.encode()))),
            len(encoder.encode(Piece(f'<g id="{secret}"/><g id="{secret[::-1]}"/>'.encode()))),
        ]

    assert sizes(guess) == sizes(secret) == sizes(secret[::-1])
