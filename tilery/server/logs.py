"""Structured logs: one JSON object a line, or one line of text, on standard error. No secret is ever logged."""

from __future__ import annotations

import json
import logging
import sys
import time

from tilery.words import SpokenError, say

_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class JsonFormatter(logging.Formatter):
    """A log record as a JSON object, with whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **extras(record),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """A log record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        told = " ".join(f"{name}={value}" for name, value in extras(record).items())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {record.getMessage()} {told}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def extras(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


def set_up(how: str, requests: bool = False) -> None:
    """Log what Tilery and uvicorn have to tell as `how` says: json, text or none. Of requests, all or those refused."""
    if how not in ("json", "text", "none"):
        raise SpokenError(say('log must be json, text or none, not "{how}"', how=how))
    handler: logging.Handler = logging.NullHandler() if how == "none" else logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if how == "json" else TextFormatter())
    for name in ("tilery", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO)
    logging.getLogger("tilery.server").setLevel(logging.DEBUG if requests else logging.INFO)
