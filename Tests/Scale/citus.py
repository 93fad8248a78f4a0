"""A Citus coordinator and two workers, later three: a database with households in it is distributed (`foyer distribute`), the
journeys are walked, the coordinator explains each statement, shards move while people write, and a worker is killed.

CITUS_SOURCE names the source folder of Citus 13.2.2, which is built for PostgreSQL 15: this takes autoconf and the headers of
PostgreSQL, zlib, lz4, zstd, OpenSSL and Kerberos (postgresql-server-dev-15, liblz4-dev, libzstd-dev, libssl-dev, libkrb5-dev …).
CITUS_BUILD names a folder that keeps what was built for the next time."""

import argparse
import collections
import contextlib
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import journeys
from engines import Instance as AnyInstance
from engines import REPOSITORY, UNPRIVILEGED, Cluster, documented, expect, processor_time, scratch, wait_until
from load import Load, Person, uuid7

PATCH = REPOSITORY / "Tests" / "Scale" / "citus-13.2.2.patch"
# One worker holds at most half of the groups of shards, and a third worker takes two of them.
SHARDS = 6

# Statements of tenants' tables that ask more than one shard, by how they begin, and why.
SEVERAL_SHARDS = {
    "WITH shards AS MATERIALIZED (": "the operator's numbers are of every household",
    "WITH stored AS MATERIALIZED (": "the operator's list is of every household",
    "WITH fired AS MATERIALIZED (SELECT * FROM take_reminders(": "what is due is of every household",
    "WITH due AS MATERIALIZED (SELECT household_id, request_id FROM stay_reminders": "it has the word, and no table of the workers",
}


@functools.cache
def programs():
    """The folder of the programs of a PostgreSQL 15 with Citus, which is nobody else's."""
    kept = Path(os.environ["CITUS_BUILD"]) if os.environ.get("CITUS_BUILD") else None
    root = kept or folder_of_build()
    found = root / "usr/lib/postgresql/15/bin"
    if not (root / "usr/lib/postgresql/15/lib/citus.so").exists():
        build(root)
    return found


def folder_of_build():
    return build.folder


def build(root):
    source = os.environ.get("CITUS_SOURCE")
    if not source:
        sys.exit("CITUS_SOURCE is not set: it names the source folder of Citus 13.2.2, which is built here.")
    print(f"building Citus from {source}, which takes some minutes", file=sys.stderr)
    work = root / "source"
    shutil.copytree(source, work, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    with PATCH.open() as patch:
        subprocess.run(["patch", "-p1", "-s"], cwd=work, stdin=patch, check=True)
    for name in ("lib", "share"):
        target = root / "usr" / name / "postgresql"
        target.mkdir(parents=True, exist_ok=True)
        shutil.copytree(f"/usr/{name}/postgresql/15", target / "15", symlinks=True, dirs_exist_ok=True)
    for command in ("./configure PG_CONFIG=/usr/bin/pg_config --without-libcurl", "make -s extension",
                    f"make -s install DESTDIR={root}"):
        subprocess.run(command.split(), cwd=work, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(work)
    subprocess.run(["chmod", "-R", "a+rX", root], check=True)


def seconds_of(cluster):
    """Of processor time, of all processes."""
    return processor_time(cluster.process.pid)


class Node(Cluster):
    """A PostgreSQL with the library of Citus; its sockets are found by their port."""

    @staticmethod
    def programs():
        return programs()

    def __init__(self, folder, name, **settings):
        text = documented("# postgresql.conf for Citus", {"citus.shard_count = 32": f"citus.shard_count = {SHARDS}"})
        lines = [line.split(" = ") for line in text.splitlines() if not line.startswith("#")]
        super().__init__(folder, name, **{key: value.strip("'") for key, value in lines}, shared_buffers="128MB", **settings)

    def add_extension(self):
        self.sql("CREATE EXTENSION citus")

    def make_empty(self):
        """What a worker has before it is added."""
        self.sql("CREATE ROLE foyer LOGIN CREATEROLE; CREATE DATABASE foyer OWNER foyer", database="postgres")
        self.add_extension()


class Coordinator(Node):
    def __init__(self, folder):
        super().__init__(folder, "coordinator", logging_collector="on", log_destination="jsonlog",
                         log_directory=str(folder / "statements"))
        (folder / "statements").mkdir()
        if UNPRIVILEGED:
            shutil.chown(folder / "statements", UNPRIVILEGED)
        self.statements = folder / "statements"

    def add(self, worker):
        self.sql(f"SELECT citus_add_node('127.0.0.1', {worker.port})")

    def entries(self):
        for file in sorted(self.statements.glob("*.json")):
            with file.open() as lines:
                for line in lines:
                    with contextlib.suppress(json.JSONDecodeError):
                        yield json.loads(line)

    def port_of(self, household):
        """The worker that has a household's rows."""
        return int(self.sql(
            "SELECT nodeport FROM citus_shards "
            f"WHERE shardid = get_shard_id_for_distribution_column('items', '{household}'::uuid)"))


class Instance(AnyInstance):
    """One that sends push messages: it knows its address."""

    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, FOYER_DRAIN="0", **settings)
        self.settings["FOYER_PUBLIC_URL"] = self.url


def foyer(cluster, *arguments, user="foyer"):
    """A command of the program; its exit status, and what it said."""
    done = subprocess.run(
        [Path(os.environ["PROGRAM"]).absolute(), *arguments], cwd=REPOSITORY, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={"PATH": os.environ["PATH"], "HOME": str(cluster.folder), "DATABASE_URL": cluster.url(user),
                                       "FOYER_DATA": str(cluster.folder.parent)})
    return done.returncode, done.stdout.strip()


class Written(Load):
    """Load whose writes are looked up in a distributed database; with `known`, of people who have signed up already."""

    def __init__(self, url, people=6, known=None):
        super().__init__(url, people=0 if known else people)
        self.people = known or self.people
        self.is_known = known is not None

    def __enter__(self):
        people = self.people
        if self.is_known:
            self.people = []
            super().__enter__()
            self.people = people
            self._threads = [threading.Thread(target=self._work, args=(person,)) for person in people]
            for thread in self._threads:
                thread.start()
            return self
        return super().__enter__()

    def lost(self, coordinator):
        return len(self.acknowledged - set(coordinator.sql("SELECT id FROM items").split()))


# Distributing


def distribute(coordinator, workers, folder):
    """Households write to the plain database, which is then distributed; what of theirs is lost."""
    with Instance(folder, "before", coordinator.url()) as instance:
        with Written(instance.url) as load:
            load.wait(requests=300)
        steps, wrong = journeys.walk(instance.url)
    refusals = [foyer(coordinator, "distribute", user="postgres")]  # no extension
    coordinator.add_extension()
    refusals.append(foyer(coordinator, "distribute"))  # not the superuser
    refusals.append(foyer(coordinator, "distribute", user="postgres"))  # no worker
    coordinator.sql(f"SELECT citus_set_coordinator_host('127.0.0.1', {coordinator.port})")
    for worker in workers:
        worker.make_empty()
        coordinator.add(worker)
    checksum = "SELECT count(*), sum(hashtext(household_id::text || id::text || title || coalesce(tag_ids::text, ''))) FROM items"
    before = coordinator.sql(checksum)
    start = time.monotonic()
    status, said = foyer(coordinator, "distribute", user="postgres")
    if status != 0:
        print(said, file=sys.stderr)
    seconds = time.monotonic() - start
    refusals.append(foyer(coordinator, "distribute", user="postgres"))  # already
    refusals.append(foyer(coordinator, "backup", str(folder / "backup")))
    for _, sentence in refusals:
        print(f"refused: {sentence}")
    return load, {
        "steps on the plain database": len(steps), "wrong on the plain database": len(wrong),
        "distributed": status == 0, "seconds to distribute": round(seconds, 1),
        "refusals": sum(status == 1 and "ERROR" not in said for status, said in refusals),
        "rows changed by distributing": int(before != coordinator.sql(checksum)),
        "acknowledged writes lost by distributing": load.lost(coordinator),
    }


# Every statement


def logged(coordinator):
    """Each statement of the program once, with the values of one of its runs, and the role that ran it."""
    found, roles = {}, {}
    for entry in coordinator.entries():
        text = entry.get("message", "")
        if not text.startswith("execute "):
            continue
        statement = text.split(": ", 1)[1]
        session = entry["session_id"]
        for name in ("open_session", "open_household", "foyer_identity"):
            if name in statement or name in entry.get("detail", ""):
                roles[session] = name
        values = dict(re.findall(r"\$(\d+) = (NULL|'(?:[^']|'')*')", entry.get("detail", "")))
        found.setdefault(statement, (roles.get(session), values))
    return found


def explained(coordinator, member, statement, role, values):
    """The lines of its plan, or of the error."""
    text = re.sub(r"\$(\d+)", lambda match: values.get(match[1], "NULL"), statement)
    opening = "SELECT set_config('role', 'foyer_identity', true)" if role == "foyer_identity" else (
        "SELECT open_household('{}', '{}')".format(*member))
    done = subprocess.run(
        ["psql", "-XqAt", "-f", "-", coordinator.url("foyer")],
        input=f"BEGIN;\n{opening};\nEXPLAIN (COSTS OFF) {text};\nROLLBACK;\n", text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.splitlines()


def explain(coordinator):
    """Which statements of tenants' tables are one task."""
    tables = set(coordinator.sql("SELECT name FROM distributed_tables").split())
    one, named, several, broken = 0, 0, [], []
    tenants = {statement: how for statement, how in logged(coordinator).items() if tables & set(re.findall(r"\w+", statement))
               and re.match(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b", statement)}
    met = set()
    member = coordinator.sql("SELECT household_id, person_id FROM accounts ORDER BY created_at DESC LIMIT 1").split("|")
    for statement, (role, values) in tenants.items():
        met |= tables & set(re.findall(r"\w+", statement))
        plan = explained(coordinator, member, statement, role, values)
        counts = [int(line.split(":")[1]) for line in plan if "Task Count:" in line]
        short = " ".join(statement.split())
        if any("ERROR" in line for line in plan):
            broken.append(f"{short[:150]}: {next(line for line in plan if 'ERROR' in line)}")
        elif all(count == 1 for count in counts) and (counts or "INSERT ... SELECT" in "".join(plan)):
            one += 1
        elif any(short.startswith(beginning) for beginning in SEVERAL_SHARDS):
            named += 1
        else:
            several.append(f"{counts} {short[:200]}")
    for line in several + broken:
        print(f"not one task: {line}")
    return {
        "statements of tenants' tables": len(tenants), "of these one task": one, "several tasks, as named here": named,
        "several tasks, and not named here": len(several),
        "not explained": len(broken),
        "distributed tables that no statement named": len(tables - met - {"mirrored_people", "mirrored_households", "mirrored_reminder_settings"}),
    }


def walls(coordinator):
    """What the pages' role sees on the workers: nothing without a household, and nothing of another one, whatever it asks for."""
    one, other = coordinator.sql(
        "SELECT household_id FROM items GROUP BY 1 ORDER BY count(*) DESC LIMIT 2").split()
    seen = 0
    for opening in ("SET LOCAL ROLE foyer_app", f"SELECT open_household('{other}')"):
        for table in coordinator.sql("SELECT name FROM distributed_tables").split():
            column = "id" if table == "mirrored_households" else "household_id"
            seen += int(coordinator.sql(
                f"BEGIN; {opening}; SELECT count(*) FROM {table} WHERE {column} = '{one}'; ROLLBACK;", user="foyer").split()[-1])
    return {"rows of another household that the pages' role sees": seen}


# Moving shards, and a worker that is away


def signed_up(url, coordinator, workers, each):
    """People by the port of the worker that has their household, so many of each."""
    people = {worker.port: [] for worker in workers}
    while any(len(found) < each for found in people.values()):
        person = Person(url).sign_up()
        household = coordinator.sql(f"SELECT household_id FROM accounts WHERE email = '{person.email}'")
        people[coordinator.port_of(household)].append(person)
    return {port: found[:each] for port, found in people.items()}


def places(coordinator):
    return coordinator.sql(
        "SELECT nodeport, count(*) FROM citus_shards WHERE table_name = 'items'::regclass GROUP BY 1 ORDER BY 1").split()


def move(coordinator, workers, third, instance):
    """A third worker takes a share of the shards while people write."""
    third.make_empty()
    with Written(instance.url) as load:
        load.wait(requests=100)
        coordinator.add(third)
        before = places(coordinator)
        # By logical replication, which loses writes here.
        with contextlib.suppress(subprocess.CalledProcessError):
            coordinator.sql("SELECT rebalance_table_shards()")
        is_refused = before == places(coordinator)
        start = time.monotonic()
        coordinator.sql("SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes')")
        seconds = time.monotonic() - start
        after = places(coordinator)
        load.wait(requests=200)
    print(f"groups of shards by port: {before} before, {after} after")
    counts = {f"while moving: {name}": value for name, value in load.counts(coordinator).items()}
    return load, counts | {
        "while moving: failed with another answer than 503": sum(result != 503 for _, _, result, _ in load.failures),
        "moving by logical replication is refused": is_refused,
        "workers with shards": len(after), "seconds to move": round(seconds, 1)}


def lose(coordinator, workers, instance, seconds):
    """kill -9 of a worker, which comes back after some time."""
    victim = workers[0]
    people = signed_up(instance.url, coordinator, workers, each=3)
    theirs = Written(instance.url, known=people.pop(victim.port))
    others = Written(instance.url, known=[person for found in people.values() for person in found])
    with theirs, others:
        others.wait(requests=100)
        victim.kill()
        others.wait(seconds=seconds)
        victim.start()
        wait_until(lambda: theirs.people[0].elsewhere(instance.url).get("/items")[0] == 200, "the worker answers again")
        healed = theirs.requests - len(theirs.failures)
        wait_until(lambda: theirs.requests - len(theirs.failures) > healed + 50, "its households write again")
    answers = collections.Counter(result for _, _, result, _ in theirs.failures)
    print(f"answers to households of the worker that was away: {dict(answers)}")
    return {
        "seconds without the worker": seconds,
        "its households: answers but 503 meanwhile": sum(count for result, count in answers.items() if result != 503),
        "its households: answered 503": answers[503],
        "its households: acknowledged writes": len(theirs.acknowledged),
        "its households: acknowledged writes lost": theirs.lost(coordinator),
        "other households: requests": others.requests, "other households: failed": len(others.failures),
        "other households: acknowledged writes lost": others.lost(coordinator),
    }


# What it costs


def prepared(instance):
    """Somebody with 50 to-dos."""
    person = Person(instance.url).sign_up()
    for number in range(50):
        person.post("/items", id=uuid7(), title=f"Title {number}", description="", category=["House", "Garden", ""][number % 3],
                    tags=["paint, ladder", "nails", ""][number % 3])
    person.post("/recipes/ingredients", name="tomato, onion, rice")
    return person


PAGES = {
    "the to-dos": lambda person: person.get("/items"),
    "the search for recipes": lambda person: person.get("/recipes/results"),
    "a page of one to-do": lambda person: person.get("/items/new"),
    "a new to-do": lambda person: person.post(
        "/items", id=uuid7(), title="One more", description="", category="House", tags="nails"),
}


def cost(plain, distributed, coordinator, workers, cluster, pages):
    """Processor time of PostgreSQL for a page, on the plain database and on the distributed one, in turns."""
    counts = {}
    people = prepared(plain), prepared(distributed)
    for name, page in PAGES.items():
        times = [0.0, 0.0, 0.0]
        for _ in range(4):
            for person, engines in ((people[0], [[cluster]]), (people[1], [[coordinator], workers])):
                before = [sum(map(seconds_of, group)) for group in engines]
                for _ in range(pages // 4):
                    status, _ = page(person)
                    assert status in (200, 303), status
                after = [sum(map(seconds_of, group)) for group in engines]
                for index, (start, end) in enumerate(zip(before, after)):
                    times[index + (person is people[1])] += end - start
        one, head, rest = (1000 * total / (pages // 4 * 4) for total in times)
        counts |= {
            f"{name}, plain, ms": round(one, 2), f"{name}, coordinator, ms": round(head, 2), f"{name}, workers, ms": round(rest, 2),
            f"{name}, times the plain one": round((head + rest) / one, 1),
        }
    return counts


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--away", type=int, default=60, help="seconds for which a worker is away")
    arguments.add_argument("--pages", type=int, default=200, help="pages of each kind whose cost is measured")
    options = arguments.parse_args()
    counts = {}

    def say(part):
        for name, value in part.items():
            print(f"{name}: {value}", flush=True)
        counts.update(part)

    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(scratch())
        build.folder = folder / "citus"
        coordinator = stack.enter_context(Coordinator(folder))
        workers = [stack.enter_context(Node(folder, name)) for name in ("worker-1", "worker-2", "worker-3")]
        third = workers.pop()
        coordinator.make_database()
        first, part = distribute(coordinator, workers, folder)
        say(part)
        coordinator.sql("ALTER ROLE foyer SET log_statement = 'all'")
        with Instance(folder, "walked", coordinator.url()) as instance:
            steps, wrong = journeys.walk(instance.url)
            print(foyer(coordinator, "household", "list")[1].count("\n") + 1, "households in the operator's list")
        coordinator.sql("ALTER ROLE foyer RESET log_statement")
        for line in wrong:
            print(f"wrong: {line}")
        say({"steps of the journeys": len(steps), "kinds of requests": len(set(steps)), "wrong steps": len(wrong)})
        say(explain(coordinator))
        say(walls(coordinator))
        instance = stack.enter_context(Instance(folder, "foyer", coordinator.url()))
        moving, part = move(coordinator, workers, third, instance)
        say(part)
        say(lose(coordinator, [*workers, third], instance, options.away))
        say({"acknowledged writes of before lost": first.lost(coordinator) + moving.lost(coordinator)})
        instance.stop()
        status, said = foyer(coordinator, "doctor")
        say({"counters and searches": "as they should be" if "counters and searches: as they should be" in said else said})
        instance.start()
        cluster = stack.enter_context(Cluster(folder, "plain"))
        cluster.make_database()
        plain = stack.enter_context(Instance(folder, "plain-foyer", cluster.url()))
        say(cost(plain, instance, coordinator, [*workers, third], cluster, options.pages))
    print("---")
    return expect(counts, {
        "wrong on the plain database": 0, "distributed": True, "refusals": 5, "rows changed by distributing": 0,
        "acknowledged writes lost by distributing": 0, "wrong steps": 0, "several tasks, and not named here": 0, "not explained": 0,
        "distributed tables that no statement named": 0, "rows of another household that the pages' role sees": 0,
        "moving by logical replication is refused": True, "workers with shards": 3,
        "while moving: failed with another answer than 503": 0, "while moving: own writes not seen": 0,
        "while moving: acknowledged writes lost": 0,
        "its households: answers but 503 meanwhile": 0, "its households: acknowledged writes lost": 0,
        "other households: failed": 0, "other households: acknowledged writes lost": 0, "acknowledged writes of before lost": 0,
        "counters and searches": "as they should be"})


if __name__ == "__main__":
    sys.exit(main())
