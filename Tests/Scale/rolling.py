"""Two instances behind HAProxy, which sends nothing twice, are restarted in turns while people read and write."""

import argparse
import contextlib
import sys
import time

from engines import Cluster, HAProxy, Instance, documented, expect, free_port, scratch, wait_until
from load import Listener, Load


def balancer(folder, instances):
    """HAProxy as documented, in front of the instances a and b."""
    port = free_port()
    a, b = (f"127.0.0.1:{instance.port}" for instance in instances)
    return HAProxy(folder, "haproxy", documented("# haproxy.cfg", {
        "/run/haproxy/admin.sock": "@FOLDER@/control", "192.0.2.1:80": f"127.0.0.1:{port}",
        "10.0.0.11:8080": a, "10.0.0.12:8080": b}), port)


def restart(instance, proxy):
    """As systemd does, and waits until the balancer uses it again."""
    status = instance.stop()
    assert status == 0, f"{instance.name} ended with {status}:\n{instance.tail()}"
    wait_until(lambda: proxy.servers()[instance.name] == "DOWN", f"{instance.name} is down")
    instance.start()
    wait_until(lambda: proxy.servers()[instance.name] == "UP", f"{instance.name} is up")


def hears_the_other(listener, writer):
    """Whether the stream hears within 1 s of a to-do that another instance has written."""
    wait_until(lambda: listener.is_open, "the stream is open")
    # The connection of before the restart.
    writer.close()
    moment = time.monotonic()
    status, _ = writer.post("/items/quick", text="Water the basil")
    assert status in (200, 303), status
    return listener.heard_after(moment, 1) is not None


def roll(requests, **settings):
    """Restarts both in turns until so many requests were made; the counts."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(scratch())
        cluster = stack.enter_context(Cluster(folder))
        cluster.make_database()
        instances = [stack.enter_context(Instance(folder, name, cluster.url(), **settings)) for name in "ab"]
        proxy = stack.enter_context(balancer(folder, instances))
        wait_until(lambda: set(proxy.servers().values()) == {"UP"}, "HAProxy sees both")
        load = stack.enter_context(Load(proxy.url))
        person = load.people[0]
        streams = [stack.enter_context(Listener(person, one.url)) for one in instances]
        writers = [person.elsewhere(one.url) for one in reversed(instances)]
        restarts = heard = 0
        while load.requests < requests:
            for instance in instances:
                restart(instance, proxy)
                restarts += 1
                heard += all([hears_the_other(*pair) for pair in zip(streams, writers)])
        load.__exit__()
        counts = {"restarts": restarts, "restarts after which both heard each other's changes": heard}
        return counts | load.counts(cluster)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--requests", type=int, default=20_000)
    options = arguments.parse_args()
    counts = roll(options.requests)
    return expect(counts, {
        "failed": 0, "own writes not seen": 0, "acknowledged writes lost": 0,
        "restarts after which both heard each other's changes": counts["restarts"]})


if __name__ == "__main__":
    sys.exit(main())
