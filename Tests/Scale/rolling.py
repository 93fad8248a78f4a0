"""Two instances behind HAProxy, which sends nothing twice, are restarted in turns while people read and write: so
often that --requests are made; without FOYER_DRAIN, to compare; while the schema changes; with clocks that differ by
10 minutes. And an instance whose database is a standby."""

import argparse
import contextlib
import http.client
import itertools
import subprocess
import sys
import time

from engines import Cluster, HAProxy, Instance, REPOSITORY, Standby
from engines import documented, expect, free_port, scratch, wait_until
from load import Listener, Load, Person


def balancer(folder, instances):
    """HAProxy as documented, in front of the instances a and b."""
    port = free_port()
    a, b = (f"127.0.0.1:{instance.port}" for instance in instances)
    return HAProxy(folder, "haproxy", documented("# haproxy.cfg", {
        "/run/haproxy/admin.sock": "@FOLDER@/control", "192.0.2.1:80": f"127.0.0.1:{port}",
        "10.0.0.11:8080": a, "10.0.0.12:8080": b}), port)


class House:
    """A database, the instances a and b, HAProxy in front of them, and a load."""

    def __init__(self, stack, folder, b_settings=None, **settings):
        self.folder = folder
        self.cluster = stack.enter_context(Cluster(self.folder))
        self.cluster.make_database()
        url = self.cluster.url()
        self.a = stack.enter_context(Instance(self.folder, "a", url, **settings))
        self.b = stack.enter_context(Instance(self.folder, "b", url, **settings | (b_settings or {})))
        self.proxy = stack.enter_context(balancer(self.folder, (self.a, self.b)))
        wait_until(lambda: set(self.proxy.servers().values()) == {"UP"}, "HAProxy sees both")
        self.load = stack.enter_context(Load(self.proxy.url))
        self.restarts = 0
        # On each instance the stream of a person who changes something on the other one.
        person = self.load.people[0]
        self.streams = [stack.enter_context(Listener(person, one.url)) for one in (self.a, self.b)]
        self.writers = [person.elsewhere(one.url) for one in (self.b, self.a)]
        self.heard = 0

    def restart(self, instance, home=REPOSITORY):
        """As systemd does, and waits until the balancer uses it again."""
        status = instance.stop()
        assert status == 0, f"{instance.name} ended with {status}:\n{instance.tail()}"
        wait_until(lambda: self.proxy.servers()[instance.name] == "DOWN", f"{instance.name} is down")
        instance.home = home
        instance.start()
        wait_until(lambda: self.proxy.servers()[instance.name] == "UP", f"{instance.name} is up")
        self.restarts += 1
        self.heard += all([self.hears(*pair) for pair in zip(self.streams, self.writers)])

    def hears(self, stream, writer):
        """Whether the stream hears within 1 s of what is written on the other instance."""
        wait_until(lambda: stream.is_open, "the stream is open")
        # The connection of before the restart.
        writer.close()
        moment = time.monotonic()
        status, _ = writer.post("/items/quick", text="Water the basil")
        assert status in (200, 303), status
        return stream.heard_after(moment, 1) is not None

    def counts(self):
        """What the load has found, once it is over."""
        self.load.__exit__()
        return {
            "restarts": self.restarts,
            "restarts after which both heard each other's changes": self.heard} | self.load.counts(self.cluster)


def promised(counts):
    return {
        "failed": 0, "own writes not seen": 0, "acknowledged writes lost": 0,
        "restarts after which both heard each other's changes": counts["restarts"]}


def roll(requests, **settings):
    """Restarts both in turns until so many requests were made."""
    with scratch() as folder, contextlib.ExitStack() as stack:
        house = House(stack, folder, **settings)
        for instance in itertools.cycle((house.a, house.b)):
            house.restart(instance)
            if house.load.requests >= requests and instance is house.b:
                return house.counts()


def home(folder, migrations):
    """What the program is installed with, and more migrations: texts by names."""
    (folder / "migrations").mkdir(parents=True)
    for part in ("Public", "Cookbook"):
        (folder / part).symlink_to(REPOSITORY / part)
    for file in (REPOSITORY / "migrations").iterdir():
        (folder / "migrations" / file.name).symlink_to(file)
    for name, text in migrations.items():
        (folder / "migrations" / name).write_text(text)
    return folder


def upgrade():
    """One after the other gets a newer schema; between the two the older program restarts beside it."""
    last = max(path.name for path in (REPOSITORY / "migrations").glob("*.sql"))[:4]
    addition = f"-- compatible with programs from {last} on\nALTER TABLE items ADD COLUMN motto text\n"
    with scratch() as folder, contextlib.ExitStack() as stack:
        house = House(stack, folder)
        newer = home(folder / "newer", {"9001_motto.sql": addition})
        house.restart(house.a, newer)
        house.restart(house.b)
        house.restart(house.b, newer)
        counts = house.counts()
        # The column goes: nothing that may read it runs on.
        removal = "ALTER TABLE items DROP COLUMN motto\n"
        house.a.home = home(folder / "newest", {"9001_motto.sql": addition, "9002_no_motto.sql": removal})
        status, said = house.a.run("migrate")
        assert status == 0, said
        house.a.home = newer
        status, said = house.a.run("migrate")
        is_refused = status == 1 and "9002_no_motto.sql" in said
        counts["an older program refuses a schema that does not suit it"] = int(is_refused)
        return counts


def differing_clocks():
    """b is 10 minutes ahead. What one instance has given out holds on the other one."""
    with scratch() as folder, contextlib.ExitStack() as stack:
        clock = folder / "clock.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", clock, REPOSITORY / "Tests/Scale/clock.c"], check=True)
        house = House(stack, folder, {"LD_PRELOAD": str(clock)})
        date = [answered_date(one.url) for one in (house.b, house.a)]
        held = 0
        for here, there in [(house.a, house.b), (house.b, house.a)]:
            person = Person(here.url).sign_up()
            for path in ("/items", "/settings/security", "/settings/sessions", "/household"):
                held += person.elsewhere(there.url).get(path)[0] == 200
            # A validator of one on the other: unchanged. A form of one, sent to the other: taken.
            held += not_modified(here.url, there.url)
            held += person.elsewhere(there.url).post("/items/quick", text="Wind the clock")[0] in (200, 303)
            # An 11th wrong password is refused, wherever the others were tried.
            tries = [person.elsewhere(one.url) for one in [here, there] * 6]
            answers = []
            for one in tries:
                one.address, one.cookies = person.address, {}
                answers.append(one.post("/login", email=person.email, password="not the password")[0])
            held += answers == [422] * 10 + [429] * 2
        house.restart(house.a)
        house.restart(house.b)
        house.load.wait(requests=1000)
        return {
            "seconds between the clocks": round(date[0] - date[1], -1),
            "of 14 things of one instance that the other one takes": held} | house.counts()


def answered_date(url):
    person = Person(url)
    connection = http.client.HTTPConnection(person.authority, timeout=10)
    connection.request("GET", "/healthz")
    text = connection.getresponse().headers["Date"]
    connection.close()
    return time.mktime(time.strptime(text, "%a, %d %b %Y %H:%M:%S GMT"))


def not_modified(first, second):
    """Whether what the one has answered need not be sent again by the other."""
    validators = {}
    for url in (first, second):
        connection = http.client.HTTPConnection(Person(url).authority, timeout=10)
        connection.request("GET", "/assets/app.js", headers=validators)
        answer = connection.getresponse()
        answer.read()
        validators = {"If-Modified-Since": answer.headers["Last-Modified"]}
        connection.close()
    return answer.status == 304


def on_a_standby():
    """An instance whose database is a hot standby starts and shows pages; /readyz keeps it out of the balancer."""
    with scratch() as folder, contextlib.ExitStack() as stack:
        primary = stack.enter_context(Cluster(folder, "primary"))
        primary.make_database()
        writing = stack.enter_context(Instance(folder, "a", primary.url()))
        person = Person(writing.url).sign_up()
        for number in range(10):
            assert person.post("/items/quick", text=f"Item {number}")[0] in (200, 303)
        standby = stack.enter_context(Standby(folder, "standby", primary))
        reading = stack.enter_context(Instance(folder, "b", standby.url(), ready=503))
        reader = person.elsewhere(reading.url)
        paths = [
            "/items", "/recipes", "/hosts", "/requests", "/hosting", "/household", "/settings", "/trash", "/favorites"]
        shown = sum(reader.get(path)[0] == 200 for path in paths)
        refused = reader.post("/items/quick", text="Lost")[0]
        return {"pages of 9 that a standby shows": shown, "a change on a standby": refused}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--requests", type=int, default=20_000)
    arguments.add_argument("--only", choices=["restarts", "comparison", "upgrade", "clocks", "standby"])
    options = arguments.parse_args()
    failures = 0

    def part(name, title):
        if options.only not in (None, name):
            return False
        print(f"\n{title}", flush=True)
        return True

    if part("restarts", "Restarted in turns, FOYER_DRAIN is 5:"):
        counts = roll(options.requests)
        failures += expect(counts, promised(counts))
    if part("comparison", "The same without it, FOYER_DRAIN is 0:"):
        expect(roll(options.requests // 10, FOYER_DRAIN="0"), {})
    if part("upgrade", "Upgraded in turns, with a compatible migration:"):
        counts = upgrade()
        failures += expect(counts, promised(counts) | {"an older program refuses a schema that does not suit it": 1})
    if part("clocks", "The clock of b is 10 minutes ahead:"):
        counts = differing_clocks()
        failures += expect(counts, promised(counts) | {
            "seconds between the clocks": 600, "of 14 things of one instance that the other one takes": 14})
    if part("standby", "An instance whose database is a standby:"):
        failures += expect(on_a_standby(), {"pages of 9 that a standby shows": 9, "a change on a standby": 503})
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
