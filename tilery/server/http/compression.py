"""Compression of what goes out: whole answers, and streams that are compressed piece by piece."""

from __future__ import annotations

import gzip
import zlib
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


class Encoder(Protocol):
    """Turns the pieces of a stream into bytes that can be sent at once."""

    headers: ClassVar[dict[str, str]]

    def encode(self, piece: bytes) -> bytes: ...

    def encode_apart(self, piece: bytes) -> bytes:
        """Encode text that others have chosen, so that its size tells nothing about what else is in the stream."""

    def end(self) -> bytes: ...


def encoder_for(request: Request) -> Encoder:
    """Choose what a client understands."""
    return GzipEncoder() if accepts_gzip(request) else PlainEncoder()


class PlainEncoder:
    """Leaves everything as it is."""

    headers: ClassVar = {"vary": "accept-encoding"}

    def encode(self, piece: bytes) -> bytes:
        return piece

    encode_apart = encode

    def end(self) -> bytes:
        return b""


class GzipEncoder:
    """One gzip stream, of which every piece can be read as soon as it has arrived.

    Pieces are compressed by compressors of their own, which know what was sent before as a dictionary: the result is
    what one long-lived compressor would give. That would keep 256 kB for each stream; this keeps the last 32 kB.
    """

    headers: ClassVar = {"vary": "accept-encoding", "content-encoding": "gzip"}

    def __init__(self) -> None:
        self._head = _HEAD
        self._sent = b""
        self._checksum = 0
        self._size = 0

    def encode(self, piece: bytes) -> bytes:
        if b"\0" in piece:  # which stands in the dictionary for what must not be referred to
            return self.encode_apart(piece)
        compressor = zlib.compressobj(level=6, wbits=-zlib.MAX_WBITS, zdict=self._sent)
        blocks = compressor.compress(piece) + compressor.flush(zlib.Z_SYNC_FLUSH)
        return self._add(piece, piece, blocks)

    def encode_apart(self, piece: bytes) -> bytes:
        """Store a piece as it is: it refers to nothing, and nothing that follows refers to it."""
        parts = [piece[start : start + LONGEST_STORED] for start in range(0, len(piece), LONGEST_STORED)]
        blocks = b"".join(_stored(part) for part in parts)
        return self._add(piece, b"\0" * len(piece), blocks)

    def _add(self, piece: bytes, remembered: bytes, blocks: bytes) -> bytes:
        self._sent = (self._sent + remembered)[-WINDOW:]
        self._checksum = zlib.crc32(piece, self._checksum)
        self._size += len(piece)
        head, self._head = self._head, b""
        return head + blocks

    def end(self) -> bytes:
        trailer = self._checksum.to_bytes(4, "little") + (self._size % 2**32).to_bytes(4, "little")
        head, self._head = self._head, b""
        return head + _LAST_BLOCK + trailer


def _stored(part: bytes) -> bytes:
    length = len(part)
    return b"\0" + length.to_bytes(2, "little") + (length ^ LONGEST_STORED).to_bytes(2, "little") + part
