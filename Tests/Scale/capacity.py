"""What a household takes: bytes in PostgreSQL, and processor time for a page and for a change."""

import argparse
import base64
import hashlib
import random
import sys
from pathlib import Path

from engines import REPOSITORY, Cluster, Instance, expect, processor_time, scratch
from load import Person, uuid7


def seed(cluster):
    """2,001 households of a person, 66 to-dos (50 of them open), 5 categories and 8 tags each; returns the bytes that one takes."""
    size = "SELECT pg_database_size('foyer')"
    cluster.sql("VACUUM")
    before = int(cluster.sql(size))
    # Without the one large household that bin/bench has.
    statements = (REPOSITORY / "Benchmarks" / "seed.sql").read_text().replace("n = 2001", "n = 0")
    cluster.sql(statements)
    return (int(cluster.sql(size)) - before) / 2001


def visitor(url, number):
    """The browser of a seeded person."""
    token = hashlib.sha256(f"visitor {number}".encode()).digest()
    return Person(url, cookies={"foyer": base64.urlsafe_b64encode(token).rstrip(b"=").decode()})


def microseconds(instance, cluster, count, ask):
    """Processor time of the program and of PostgreSQL for each of so many requests of random people."""
    people = [visitor(instance.url, number) for number in random.sample(range(1, 2001), 50)]
    for person in people:
        ask(person)
    pids = [instance.process.pid, cluster.process.pid]
    before = [processor_time(pid) for pid in pids]
    for _ in range(count):
        ask(random.choice(people))
    return [round((processor_time(pid) - start) * 1e6 / count) for pid, start in zip(pids, before)]


def read(person):
    status, page = person.get("/items")
    assert status == 200 and len(page) > 10_000, (status, len(page))


def write(person):
    status, _ = person.post("/items", id=uuid7(), title="Buy milk and bread", description="", category="", tags="")
    assert status == 303, status


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--requests", type=int, default=3000, help="of each kind")
    options = arguments.parse_args()
    with scratch() as folder, Cluster(folder) as cluster:
        cluster.make_database()
        with Instance(folder, "a", cluster.url()) as instance:
            size = seed(cluster)
            page = microseconds(instance, cluster, options.requests, read)
            change = microseconds(instance, cluster, options.requests, write)
            resident = Path(f"/proc/{instance.process.pid}/status").read_text()
            [resident] = [int(line.split()[1]) for line in resident.splitlines() if line.startswith("VmRSS")]
            return expect({
                "KB in PostgreSQL for a household of 66 to-dos, dead rows of the seeding included": round(size / 1024, 1),
                "processor time of an items page, Foyer and PostgreSQL, µs": f"{page[0]} + {page[1]}",
                "processor time of a new to-do, Foyer and PostgreSQL, µs": f"{change[0]} + {change[1]}",
                "resident memory of the program, MB": round(resident / 1024, 1)}, {})


if __name__ == "__main__":
    sys.exit(main())
