"""`/metrics`, read by Prometheus' own parser: every sample belongs to a metric that is announced, histograms add up."""

import os
import sys
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families

from container import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "Tests" / "Browser"))

from server import Foyer  # noqa: E402


@pytest.fixture(scope="module")
def foyer():
    program = Foyer(os.environ["PROGRAM"], "http://127.0.0.1:9/")
    program.start()
    yield program
    program.stop()
    program.remove()


def scrape(foyer):
    with urllib.request.urlopen(f"{foyer.url}/metrics", timeout=60) as answer:
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        text = answer.read().decode()
    families = list(text_string_to_metric_families(text))
    assert len({family.name for family in families}) == len(families)
    return {family.name: family for family in families}


def test_prometheus_reads_every_metric(foyer):
    for path in ["/login", "/login", "/healthz", "/robots.txt"]:
        urllib.request.urlopen(f"{foyer.url}{path}", timeout=60).read()
    families = scrape(foyer)
    assert {family.type for family in families.values()} == {"counter", "gauge", "histogram"}
    for name, family in families.items():
        assert name.startswith("foyer_") and family.documentation and family.samples, name
    requests = {
        (sample.labels["route"], sample.labels["status"]): sample.value
        for sample in families["foyer_http_requests"].samples
    }
    assert requests["/login", "200"] == 2
    assert families["foyer_database_up"].samples[0].value == 1
    assert families["foyer_process_resident_memory_bytes"].samples[0].value > 1_000_000
    assert families["foyer_database_size_bytes"].samples[0].value > 1_000_000


def test_a_histogram_is_cumulative_and_its_buckets_end_with_its_count(foyer):
    urllib.request.urlopen(f"{foyer.url}/login", timeout=60).read()
    samples = scrape(foyer)["foyer_http_request_duration_seconds"].samples
    login = [sample for sample in samples if sample.labels["route"] == "/login"]
    buckets = [(float(sample.labels["le"]), sample.value) for sample in login if sample.name.endswith("_bucket")]
    assert [bound for bound, _ in buckets] == sorted(bound for bound, _ in buckets)
    counts = [value for _, value in buckets]
    assert counts == sorted(counts) and buckets[-1][0] == float("inf")
    assert [sample.value for sample in login if sample.name.endswith("_count")] == [counts[-1]]
    total, = [sample.value for sample in login if sample.name.endswith("_sum")]
    assert 0 < total


def test_counters_only_grow(foyer):
    def counters():
        return {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in scrape(foyer).values() if family.type == "counter" for sample in family.samples
        }

    before = counters()
    urllib.request.urlopen(f"{foyer.url}/login", timeout=60).read()
    after = counters()
    assert all(after[key] >= value for key, value in before.items())
    key = ("foyer_http_requests_total", (("method", "GET"), ("route", "/metrics"), ("status", "200")))
    assert after[key] == before[key] + 1
