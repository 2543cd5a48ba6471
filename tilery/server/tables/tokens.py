"""Secrets as text: random or derived from a request, checked, and hashed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

TOKEN_BYTES = 18
TOKEN_LETTERS = 24
SHORTEST_SECRET, LONGEST_SECRET = 20, 100
"""Lengths of what is taken for the secret of a browser, which comes from outside."""


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def derived_token(key: str, purpose: str, *of: str) -> str:
    """Return a secret that is found again from the same request, by this server alone."""
    made = hmac.digest(key.encode(), "\0".join((purpose, *of)).encode(), "sha256")
    return base64.urlsafe_b64encode(made)[:TOKEN_LETTERS].decode()


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def is_browser_secret(text: str) -> bool:
    """Return whether a text can be the secret of a browser."""
    return SHORTEST_SECRET <= len(text) <= LONGEST_SECRET and text.isascii() and text.isprintable()
