"""Metrics for Prometheus, none of which identifies a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from starlette.responses import Response

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # processor, memory, open files; on Linux
        self._requests = Counter(
            "tilery_requests", "Requests that were answered", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "tilery_request_seconds",
            "Time to an answer, streams excepted",
            ("route",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request and how long it took."""
        requests, durations = self._counters(method[:10], route, status)
        requests.inc()
        durations.observe(seconds)

    def _counters(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """Return the counters of a route, cached because looking them up takes longer than counting."""
        key = (method, route, status)
        if key not in self._known:
            self._known[key] = (self._requests.labels(method, route, str(status)), self._seconds.labels(route))
        return self._known[key]

    def watch(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a gauge that is read whenever metrics are scraped."""
        Gauge(name, meaning, registry=self._registry).set_function(read)

    def count(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a counter whose value is kept elsewhere."""
        self._registry.register(_Reading(name, meaning, read))

    def histogram(self, name: str, meaning: str) -> Callable[[float], None]:
        """Durations; returns what observes one."""
        return Histogram(name, meaning, buckets=SECONDS, registry=self._registry).observe

    def watch_all(self, name: str, meaning: str, label: str) -> Callable[[str, float], None]:
        """Numbers that go up and down, by a label; returns what sets one of them."""
        gauge = Gauge(name, meaning, (label,), registry=self._registry)
        return lambda value, number: gauge.labels(value).set(number)

    def answer(self) -> Response:
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)


class _Reading(Collector):
    """A counter whose value is kept elsewhere."""

    def __init__(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        self._name, self._meaning, self._read = name, meaning, read

    def collect(self) -> Iterable[Metric]:
        return [CounterMetricFamily(self._name, self._meaning, value=self._read())]
