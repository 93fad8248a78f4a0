"""bin/scale-test failover: Patroni with etcd keeps a primary and two standbys, and the primary is killed, frozen and cut off
while people write through two instances. No acknowledged write may be lost.

etcd has one member here instead of three: all of it is on one machine. A network is cut by relays: each database is reached
through one, and reaches etcd through another. A cut relay keeps its connections and passes on no byte.
"""

import argparse
import contextlib
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from engines import (Cluster, Engine, Instance, answers, descendants, documented, expect, free_port, scratch,
                     status, wait_until)
from load import Listener, Load

FAULTS = ["kill", "freeze", "freeze-postgres", "cut", "stop-standby"]


class Relay:
    """Passes connections on to a port of this machine, unless it is cut."""

    def __init__(self, target):
        self.target = target
        self.is_cut = False
        self._sockets = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        # What reaches a cut network is lost.
        while self.is_cut:
            time.sleep(0.05)
        try:
            server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            return client.close()
        for end in client, server:
            end.settimeout(None)
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sockets.add(end)
        back = threading.Thread(target=self._pass, args=(server, client), daemon=True)
        back.start()
        self._pass(client, server)
        back.join()
        for end in client, server:
            self._sockets.discard(end)
            end.close()

    def _pass(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                while self.is_cut:
                    time.sleep(0.05)
                target.sendall(data)
        for end in source, target:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self._listener.close()
        for end in list(self._sockets):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Etcd(Engine):
    def __init__(self, folder):
        super().__init__(folder, "etcd")
        self.port, self.peer = free_port(), free_port()

    def command(self):
        client, peer = f"http://127.0.0.1:{self.port}", f"http://127.0.0.1:{self.peer}"
        return ["etcd", "--data-dir", self.folder / "data", "--listen-client-urls", client, "--advertise-client-urls", client,
                "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
                "--enable-v2", "--unsafe-no-fsync", "--log-level", "warn"]

    def is_ready(self):
        return status(f"http://127.0.0.1:{self.port}/health") == 200


class Node(Engine):
    """One machine of the cluster: Patroni and the PostgreSQL that it runs."""

    is_unprivileged = True

    def __init__(self, folder, name, etcd):
        super().__init__(folder, name)
        self.port, self.api = free_port(), free_port()
        self.data = self.folder / "data"
        self.relays = {"postgres": Relay(self.port), "api": Relay(self.api), "etcd": Relay(etcd.port)}

    def configure(self, nodes, ttl):
        script = self.folder / "has-every-commit"
        script.write_text(documented("#!/bin/sh", {}))
        script.chmod(0o755)
        own_first = sorted(nodes, key=lambda node: node is not self)
        addresses = " ".join(f"127.0.0.1:{node.relays['postgres'].port}" for node in own_first)
        self.file = self.folder / "patroni.yml"
        self.file.write_text(documented("scope: foyer", {
            "name: db1": f"name: {self.name}",
            "listen: 10.0.0.1:8008": f"listen: 127.0.0.1:{self.api}",
            "connect_address: 10.0.0.1:8008": f"connect_address: 127.0.0.1:{self.relays['api'].port}",
            # As a proxy, so that Patroni does not find out where etcd is, past the relay.
            "hosts: 10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379":
                f"use_proxies: true\n  hosts: 127.0.0.1:{self.relays['etcd'].port}",
            "listen: 10.0.0.1:5432": f"listen: 127.0.0.1:{self.port}",
            "connect_address: 10.0.0.1:5432": f"connect_address: 127.0.0.1:{self.relays['postgres'].port}",
            "/etc/patroni/has-every-commit 10.0.0.1:5432 10.0.0.2:5432 10.0.0.3:5432": f"{script} {addresses}",
            "/var/lib/postgresql/15/main": self.data, "/usr/lib/postgresql/15/bin": Cluster.programs(),
            "10.0.0.0/24 scram-sha-256": "127.0.0.1/32 trust", "peer": "trust", "/run/postgresql": self.folder,
            "ttl: 20": f"ttl: {ttl}", "loop_wait: 5": "loop_wait: 1", "retry_timeout: 5": "retry_timeout: 3"}))

    def command(self):
        return ["/usr/bin/patroni", self.file]

    def is_ready(self):
        return answers(self.port) and status(f"http://127.0.0.1:{self.api}/health") == 200

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, **self.options())
        return self

    @property
    def postgres(self):
        """The processes of PostgreSQL, its first one first."""
        try:
            first = int((self.data / "postmaster.pid").read_text().split("\n")[0])
        except (OSError, ValueError):
            return []
        return [first, *descendants(first)] if Path(f"/proc/{first}").exists() else []

    def signal_postgres(self, number):
        for pid in self.postgres:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self):
        """kill -9 of everything."""
        pids = [*self.postgres, self.process.pid]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def cut(self, is_cut):
        for relay in self.relays.values():
            relay.is_cut = is_cut

    def stop(self, seconds=30):
        self.cut(False)
        self.signal_postgres(signal.SIGCONT)
        try:
            return super().stop(seconds)
        finally:
            self.signal_postgres(signal.SIGKILL)
            for relay in self.relays.values():
                relay.close()

    def sql(self, statement, seconds=10, database="foyer", user="postgres"):
        """What psql prints; None when the server refuses or does not answer. Not through the relay."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            done = subprocess.run(
                ["psql", "-XqAt", "-c", statement,
                 f"postgresql://{user}@127.0.0.1:{self.port}/{database}?connect_timeout=2&application_name=harness"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=seconds)
            return done.stdout.strip() if done.returncode == 0 else None

    def state(self):
        """What Patroni says of itself."""
        with contextlib.suppress(OSError, ValueError):
            with urllib.request.urlopen(f"http://127.0.0.1:{self.api}/patroni", timeout=2) as answer:
                return json.load(answer)
        return {}


class Databases:
    """etcd and three nodes."""

    def __init__(self, folder, ttl):
        self._stack = contextlib.ExitStack()
        self.folder, self.ttl = folder, ttl

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.etcd = stack.enter_context(Etcd(self.folder))
            self.nodes = [Node(self.folder, name, self.etcd) for name in ("db1", "db2", "db3")]
            for node in self.nodes:
                node.configure(self.nodes, self.ttl)
                stack.enter_context(node)
            primary = self.wait_for_all()
            assert primary.sql("CREATE ROLE foyer LOGIN CREATEROLE", database="postgres") is not None
            assert primary.sql("GRANT pg_read_all_stats TO foyer", database="postgres") is not None
            assert primary.sql("CREATE DATABASE foyer OWNER foyer", database="postgres") is not None
            assert primary.sql("CREATE TABLE probe (at timestamptz)", database="postgres") is not None
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        return self._stack.__exit__(*error)

    def primary(self):
        """The node that is one and whose standbys follow it; None for the moment if there is none."""
        for node in self.nodes:
            if not node.postgres or node.state().get("role") not in ("master", "primary"):
                continue
            followers = node.sql(
                "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'", 3, "postgres")
            if followers == "2":
                return node
        return None

    def wait_for_all(self, seconds=120):
        return wait_until(self.primary, "a primary has two standbys", seconds)

    def url(self, attributes):
        hosts = ",".join("127.0.0.1" for _ in self.nodes)
        ports = ",".join(str(node.relays["postgres"].port) for node in self.nodes)
        return f"postgresql://foyer@{hosts}/foyer?port={ports}&target_session_attrs={attributes}"

    def sql(self, statements):
        """For `Load.lost`."""
        for node in self.nodes:
            if node.sql("SELECT pg_is_in_recovery()") == "f":
                done = subprocess.run(
                    ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-f", "-", f"postgresql://postgres@127.0.0.1:{node.port}/foyer"],
                    input=statements, check=True, stdout=subprocess.PIPE, text=True)
                return done.stdout.strip()
        raise RuntimeError("there is no primary")


class Watched(Load):
    """Load that knows when each request was answered."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.answers = []  # (start, end, method, whether it was good)

    def _note(self, method, id, result, is_good, start):
        self.answers.append((start, time.monotonic(), method, is_good))
        super()._note(method, id, result, is_good, start)

    def first(self, method, since):
        """When the first request begun since then was answered well; None so far."""
        return min((end for start, end, what, good in list(self.answers) if good and what == method and start >= since),
                   default=None)

    def longest_of(self, method, since, until):
        return max((end - start for start, end, what, _ in self.answers if what == method and since <= start < until), default=0)

    def failed(self, method, since=0):
        return sum(not good and what == method and start >= since for start, _, what, good in self.answers)


class Probe:
    """Finds out by itself when a write is possible again, and so when Patroni and PostgreSQL are done."""

    def __init__(self, nodes):
        self.found = None
        self._threads = [threading.Thread(target=self._try, args=(node,), daemon=True) for node in nodes]
        for thread in self._threads:
            thread.start()

    def _try(self, node):
        while self.found is None:
            if node.sql("INSERT INTO probe VALUES (now())", 60, "postgres") is not None:
                self.found = self.found or time.monotonic()
            time.sleep(0.05)


def clients(node):
    """Foyer's connections at a node that takes itself for a primary, with their beginnings; None if it is none."""
    found = node.sql(
        "SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE coalesce(string_agg(pid || ' ' || extract(epoch FROM backend_start), ','), '') END "
        "FROM pg_stat_activity WHERE usename = 'foyer'", 3, "postgres")
    return None if found in (None, "standby") else [tuple(map(float, one.split())) for one in found.split(",") if one]


def inflict(fault, primary, standby):
    {"kill": lambda: primary.kill(),
     "freeze": lambda: (primary.send(signal.SIGSTOP), primary.signal_postgres(signal.SIGSTOP)),
     "freeze-postgres": lambda: primary.signal_postgres(signal.SIGSTOP),
     "cut": lambda: primary.cut(True),
     "stop-standby": lambda: (standby.send(signal.SIGSTOP), standby.signal_postgres(signal.SIGSTOP))}[fault]()


def repair(fault, primary, standby):
    {"kill": lambda: primary.start(),
     "freeze": lambda: (primary.signal_postgres(signal.SIGCONT), primary.send(signal.SIGCONT)),
     "freeze-postgres": lambda: primary.signal_postgres(signal.SIGCONT),
     "cut": lambda: primary.cut(False),
     "stop-standby": lambda: (standby.signal_postgres(signal.SIGCONT), standby.send(signal.SIGCONT))}[fault]()


def events(instances, person):
    """The longest time in which a change through one instance was heard at each; None if it was not heard in 5 s."""
    longest = 0
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(Listener(person, instance.url)) for instance in instances]
        wait_until(lambda: all(listener.is_open for listener in listeners), "the streams are open", 20)
        for instance in instances:
            writer = person.elsewhere(instance.url)
            moment = time.monotonic()
            # A person's own change is told as well.
            assert writer.post("/items/quick", text="Water the basil")[0] in (200, 303)
            for listener in listeners:
                heard = listener.heard_after(moment)
                longest = None if heard is None or longest is None else max(longest, heard)
    return longest


def play(fault, databases, instances, seconds):
    """One fault under load; its counts."""
    primary = databases.wait_for_all()
    standby = next(node for node in databases.nodes if node is not primary)
    is_failover = fault != "stop-standby"
    urls = [instance.url for instance in instances]
    # Who changes something reads from the primary for some seconds: others only read.
    with Watched(urls, people=8, pause=0.02) as load, Watched(urls, people=4, writes=0, pause=0.02) as readers, \
            contextlib.ExitStack() as mending:
        load.wait(seconds=7)
        mending.callback(repair, fault, primary, standby)
        inflict(fault, primary, standby)
        start = time.monotonic()
        probe = Probe([node for node in databases.nodes if node is not (primary if is_failover else standby)])
        wait_until(lambda: probe.found, "a write is possible", 90)
        wait_until(lambda: load.first("POST", start if not is_failover else probe.found - 5), "somebody has written", 60)
        healed = min(end for begin, end, what, good in list(load.answers)
                     if good and what == "POST" and end > (probe.found - 3 if is_failover else start))
        time.sleep(1)
        heard = events(instances, load.people[0])
        load.wait(seconds=max(2, start + seconds - 12 - time.monotonic()))
        begun, strangers = time.time(), set()
        mending.close()
        end = time.monotonic() + 7
        while time.monotonic() < end:
            for pid, since in (clients(primary) or []) if is_failover else []:
                if since > begun:
                    strangers.add(pid)
            time.sleep(0.1)
    databases.wait_for_all()
    counts = load.counts(databases)
    return {
        "is fail-over": is_failover,
        "acknowledged writes": counts["acknowledged writes"], "lost": counts["acknowledged writes lost"],
        "own writes not seen": load.stale + readers.stale,
        "writes failed": load.failed("POST"), "reads failed": load.failed("GET") + readers.failed("GET"),
        "a write was possible after, s": round(probe.found - start, 1),
        "healed after, s": round(healed - start, 1),
        "healed later than possible, ms": max(0, round((healed - probe.found) * 1000)),
        "longest read, ms": round(max(one.longest_of("GET", start, healed + 5) for one in (load, readers)) * 1000),
        "clients of the thawed primary": len(strangers),
        "events heard within, ms": None if heard is None else round(heard * 1000),
        "answers": counts["answers"],
    }


def cost(databases, instances, turns=5):
    """How long a change takes that waits for a standby, beside one that does not, by turns."""
    ratios = []
    for _ in range(turns):
        medians = {}
        for setting in ("local", "on"):
            primary = databases.wait_for_all()
            primary.sql(f"ALTER SYSTEM SET synchronous_commit = '{setting}'", database="postgres")
            primary.sql("SELECT pg_reload_conf()")
            with Watched([instance.url for instance in instances], people=4, writes=1) as load:
                load.wait(seconds=4)
            medians[setting] = statistics.median(
                end - start for start, end, method, is_good in load.answers if is_good and method == "POST")
        ratios.append(medians["on"] / medians["local"])
    return round(statistics.median(ratios), 2)


def main():
    parser = argparse.ArgumentParser(prog="bin/scale-test failover", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault comes")
    parser.add_argument("--seconds", type=float, default=30, help="the load of each fault")
    parser.add_argument("--only", choices=FAULTS, action="append", help="only this fault")
    parser.add_argument("--cost", action="store_true", help="what waiting for a standby costs, and nothing else")
    parser.add_argument("--ttl", type=int, default=10, help="of the leader's key; Patroni wants 20 in earnest")
    options = parser.parse_args()
    with scratch() as folder, Databases(folder, options.ttl) as databases, contextlib.ExitStack() as stack:
        instances = [stack.enter_context(Instance(
            folder, name, databases.url("read-write"), DATABASE_READ_URL=databases.url("prefer-standby"))) for name in "ab"]
        if options.cost:
            return expect({"a change's time with a synchronous standby, as a ratio": cost(databases, instances)}, {})
        results, broken = [], 0
        for number in range(options.rounds):
            for fault in options.only or FAULTS:
                print(f"--- round {number + 1}: {fault}", flush=True)
                try:
                    result = play(fault, databases, instances, options.seconds)
                except (AssertionError, OSError, subprocess.SubprocessError) as error:
                    print(f"not played: {error}", flush=True)
                    broken += 1
                    continue
                for name, value in result.items():
                    print(f"{name}: {value}", flush=True)
                results.append(result)
    fail_overs = [result for result in results if result["is fail-over"]]
    late = [result for result in fail_overs if result["healed later than possible, ms"] > 1000]
    deaf = [result for result in results if (result["events heard within, ms"] or 9999) > 1000]
    print("=== all")
    counts = {
        "not played": broken, "fail-overs": len(fail_overs), "acknowledged writes": sum(result["acknowledged writes"] for result in results),
        "acknowledged writes lost": sum(result["lost"] for result in results),
        "healed more than 1 s after a write was possible": len(late),
        "clients of a thawed primary": sum(result["clients of the thawed primary"] for result in results),
        "events later than 1 s": len(deaf),
        "own writes not seen": sum(result["own writes not seen"] for result in results),
    }
    return expect(counts, {name: 0 for name in counts if name not in ("fail-overs", "acknowledged writes")})


if __name__ == "__main__":
    sys.exit(main())
