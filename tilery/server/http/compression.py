"""Compression of what goes out: whole answers, and streams that are compressed piece by piece."""

from __future__ import annotations

import gzip
import zlib
from array import array
from functools import cached_property
from typing import ClassVar, Protocol

from starlette.requests import Request

WORTH_IT = 1000
"""Bytes below which an answer fits into one packet anyway."""
WINDOW = 1 << zlib.MAX_WBITS
"""How many bytes back a deflate stream can refer to."""
LONGEST_STORED = 0xFFFF
_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_LAST_BLOCK = b"\x03\0"


def accepts_gzip(request: Request) -> bool:
    """Return whether a client has asked for gzip (RFC 9110, 12.5.3)."""
    weights: dict[str, float] = {}
    for part in ",".join(request.headers.getlist("accept-encoding")).split(","):
        coding, _, parameter = part.partition(";")
        name, _, weight = parameter.partition("=")
        try:
            weights[coding.strip().lower()] = float(weight) if name.strip().lower() == "q" else 1.0
        except ValueError:
            continue
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def compressed(body: bytes, request: Request) -> tuple[bytes, dict[str, str]]:
    """Return a body as a client wants it, with the headers that say so."""
    headers = {"vary": "accept-encoding"}
    if len(body) < WORTH_IT or not accepts_gzip(request):
        return body, headers
    return gzip.compress(body, 5, mtime=0), {**headers, "content-encoding": "gzip"}


class Piece:
    """A piece of a stream for all who get the same, which is compressed once for all who were last sent the same."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.checksum = zlib.crc32(data)
        self._compressed: dict[tuple[bytes, int], bytes] = {}

    @cached_property
    def stored(self) -> bytes:
        """This as deflate blocks that are not compressed."""
        parts = (self.data[start : start + LONGEST_STORED] for start in range(0, len(self.data), LONGEST_STORED))
        return b"".join(map(_stored, parts))

    @cached_property
    def _shifts(self) -> list[array[int]]:
        return _multiples(_power_of_x(8 * len(self.data)))

    def checksum_after(self, checksum: int) -> int:
        """Return the checksum of something with this checksum and then this piece."""
        first, second, third, fourth = self._shifts
        return (
            first[checksum & 0xFF]
            ^ second[checksum >> 8 & 0xFF]
            ^ third[checksum >> 16 & 0xFF]
            ^ fourth[checksum >> 24]
            ^ self.checksum
        )

    def compressed_after(self, last: bytes, stored_since: int) -> bytes:
        """Return this as deflate blocks for clients that were sent `last`, then bytes that stay apart."""
        blocks = self._compressed.get((last, stored_since))
        if blocks is None:
            known = (last + b"\0" * min(stored_since, WINDOW))[-WINDOW:]
            compressor = zlib.compressobj(level=6, wbits=-zlib.MAX_WBITS, zdict=known)
            blocks = compressor.compress(self.data) + compressor.flush(zlib.Z_SYNC_FLUSH)
            self._compressed[last, stored_since] = blocks
        return blocks


class Encoder(Protocol):
    """Turns the pieces of a stream into bytes that can be sent at once."""

    headers: ClassVar[dict[str, str]]

    def encode(self, piece: Piece) -> bytes: ...

    def encode_apart(self, piece: Piece) -> bytes:
        """Encode text chosen by others so that its size reveals nothing about the rest of the stream."""

    def end(self) -> bytes: ...


def encoder_for(request: Request) -> Encoder:
    """Choose an encoder that a client accepts."""
    return GzipEncoder() if accepts_gzip(request) else PlainEncoder()


class PlainEncoder:
    """Leaves everything as it is."""

    headers: ClassVar = {"vary": "accept-encoding"}

    def encode(self, piece: Piece) -> bytes:
        return piece.data

    encode_apart = encode

    def end(self) -> bytes:
        return b""


class GzipEncoder:
    """A gzip stream in which every piece can be decoded as soon as it has arrived.

    A piece is compressed with the last compressed piece as its dictionary, and with nothing else: whoever was sent the
    same last gets the same bytes now, however long each has been listening. All that a stream keeps of its own is a
    checksum and a length.
    """

    headers: ClassVar = {"vary": "accept-encoding", "content-encoding": "gzip"}

    def __init__(self) -> None:
        self._head = _HEAD
        self._last = b""
        self._stored_since = 0
        self._checksum = 0
        self._size = 0

    def encode(self, piece: Piece) -> bytes:
        if b"\0" in piece.data:  # which stands in the dictionary for what must not be referred to
            return self.encode_apart(piece)
        blocks = piece.compressed_after(self._last, self._stored_since)
        self._last, self._stored_since = piece.data, 0
        return self._add(piece, blocks)

    def encode_apart(self, piece: Piece) -> bytes:
        """Store a piece as it is: it refers to nothing, and nothing that follows refers to it."""
        self._stored_since += len(piece.data)
        return self._add(piece, piece.stored)

    def _add(self, piece: Piece, blocks: bytes) -> bytes:
        self._checksum = piece.checksum_after(self._checksum)
        self._size += len(piece.data)
        head, self._head = self._head, b""
        return head + blocks

    def end(self) -> bytes:
        trailer = self._checksum.to_bytes(4, "little") + (self._size % 2**32).to_bytes(4, "little")
        head, self._head = self._head, b""
        return head + _LAST_BLOCK + trailer


def _stored(part: bytes) -> bytes:
    length = len(part)
    return b"\0" + length.to_bytes(2, "little") + (length ^ LONGEST_STORED).to_bytes(2, "little") + part


# Checksums of what is put together from parts, without reading the parts again: a CRC is a remainder of polynomials
# over two elements, and to append n bytes is to multiply by x to the power of 8 n. Bit 31 is the coefficient of 1.

_POLYNOMIAL = 0xEDB88320
_ONE = 1 << 31


def _multiply(one: int, other: int) -> int:
    """Multiply two polynomials modulo that of the CRC."""
    product = 0
    while one:
        if one & _ONE:
            product ^= other
        one = (one << 1) & 0xFFFFFFFF
        other = (other >> 1) ^ (_POLYNOMIAL if other & 1 else 0)
    return product


def _power_of_x(exponent: int) -> int:
    """Return x to a power, modulo the polynomial of the CRC."""
    result, square = _ONE, _ONE >> 1
    while exponent:
        if exponent & 1:
            result = _multiply(result, square)
        square = _multiply(square, square)
        exponent >>= 1
    return result


def _multiples(factor: int) -> list[array[int]]:
    """Return a factor times everything that one of the four bytes of a checksum can be.

    In arrays, which take a fraction of the memory of lists: every idle page keeps such tables.
    """
    of_bit = [0] * 32
    for bit in reversed(range(32)):
        of_bit[bit] = factor
        factor = (factor >> 1) ^ (_POLYNOMIAL if factor & 1 else 0)
    tables = []
    for start in range(0, 32, 8):
        multiples = array("I", bytes(256 * array("I").itemsize))
        for byte in range(1, 256):
            lowest = byte & -byte
            multiples[byte] = multiples[byte ^ lowest] ^ of_bit[start + lowest.bit_length() - 1]
        tables.append(multiples)
    return tables
