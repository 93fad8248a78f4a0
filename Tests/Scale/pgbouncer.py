"""Two instances behind PgBouncer in transaction mode: Debian's, which forgets prepared statements, and a newer one that
keeps track of them, built from the source folder (a release's, or a checkout with its submodules) that PGBOUNCER_SOURCE names."""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import time

from engines import (
    Cluster, Engine, Instance, answers, documented, expect, free_port, processor_time, scratch, status, wait_until)
from load import Listener, Load


class PgBouncer(Engine):
    """PgBouncer as documented, in front of a cluster."""

    # A safe shutdown waits for its clients; this one does not.
    is_unprivileged = True

    def __init__(self, folder, cluster, program, keeps_statements):
        super().__init__(folder, f"pgbouncer-{keeps_statements}")
        self.program = program
        self.port = free_port()
        configuration = documented("; pgbouncer.ini", {
            "10.0.0.21": "127.0.0.1", "port=5432": f"port={cluster.port}", "auth_type = scram-sha-256": "auth_type = trust",
            "/etc/pgbouncer": self.folder, "listen_addr = 10.0.0.20": "listen_addr = 127.0.0.1",
            "listen_port = 6432": f"listen_port = {self.port}\nunix_socket_dir ="})
        if not keeps_statements:
            configuration = "".join(line for line in configuration.splitlines(True) if "max_prepared" not in line)
        self.file = self.folder / "pgbouncer.ini"
        self.file.write_text(configuration)
        (self.folder / "userlist.txt").write_text('"foyer" ""\n')

    def url(self):
        return f"postgresql://foyer@127.0.0.1:{self.port}/foyer"

    def command(self):
        return [self.program, self.file]

    def is_ready(self):
        return answers(self.port)


def build(source, folder):
    """Builds PgBouncer; returns its program."""
    target = folder / "build"
    print(f"building PgBouncer from {source}", file=sys.stderr)
    shutil.copytree(source, target, symlinks=True)
    for command in ["./autogen.sh", "./configure --without-cares", "make pgbouncer"]:
        if command != "./autogen.sh" or not (target / "configure").exists():
            subprocess.run(command.split(), cwd=target, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return target / "pgbouncer"


def cost_of_page(instance, pids, pages):
    """Seconds of processor time of each of the processes per items page of 50 to-dos."""
    with Load(instance.url, people=1, writes=1, pause=0) as load:
        load.wait(requests=60)
    [person] = load.people
    person.get("/items")
    before = [processor_time(pid) for pid in pids]
    for _ in range(pages):
        code, _ = person.get("/items")
        assert code == 200, code
    return [(processor_time(pid) - start) / pages for pid, start in zip(pids, before)]


def through_pooler(folder, program, keeps_statements, is_told, seconds, pages):
    """The counts, and the cost of a page. Told of a pooler that forgets statements, Foyer prepares none; else it has to notice."""
    name = "kept" if keeps_statements else "not-kept" if is_told else "noticed"
    with contextlib.ExitStack() as stack:
        folder = folder / name
        folder.mkdir()
        folder.chmod(0o755)
        cluster = stack.enter_context(Cluster(folder, f"postgres-{keeps_statements}"))
        cluster.make_database()
        pooler = stack.enter_context(PgBouncer(folder, cluster, program, keeps_statements))
        settings = {"DATABASE_DIRECT_URL": cluster.url(), "FOYER_DRAIN": "0"}
        if not keeps_statements and is_told:
            settings["FOYER_PREPARE"] = "off"
        a, b = [stack.enter_context(Instance(folder, f"{name}-{one}", pooler.url(), **settings)) for one in "ab"]
        direct = stack.enter_context(Instance(folder, f"{name}-direct", cluster.url(), FOYER_DRAIN="0"))
        load = stack.enter_context(Load([a.url, b.url]))
        person = load.people[0]
        listener = stack.enter_context(Listener(person, b.url))
        writer = person.elsewhere(a.url)
        wait_until(lambda: listener.is_open, "the stream is open")
        heard = 0
        for number in range(20):
            moment = time.monotonic()
            code, _ = writer.post("/items/quick", text=f"Water plant {number}")
            assert code in (200, 303), code
            heard += listener.heard_after(moment, 1) is not None
        load.wait(seconds=seconds)
        load.__exit__()
        counts = {"events of 20 that the other instance passed on within 1 s": heard} | load.counts(cluster)
        [plain] = cost_of_page(direct, [cluster.process.pid], pages)
        pooled, bouncer = cost_of_page(a, [cluster.process.pid, pooler.process.pid], pages)
        counts |= {
            "PostgreSQL's processor time for a page ÷ that without a pooler": round(pooled / plain, 2),
            "PgBouncer's processor time for a page ÷ PostgreSQL's without it": round(bouncer / plain, 2)}

        # The pooler is away for two seconds, and comes back.
        load = stack.enter_context(Load([a.url, b.url]))
        load.wait(seconds=2)
        pooler.kill()
        time.sleep(2)
        pooler.start()
        moment = time.monotonic()
        wait_until(lambda: status(f"{a.url}/readyz") == status(f"{b.url}/readyz") == 200, "both are ready again")
        counts["seconds until both are ready again after the pooler was killed"] = round(time.monotonic() - moment, 1)
        load.wait(seconds=3)
        load.__exit__()
        counts["acknowledged writes around it"] = len(load.acknowledged)
        counts["of these lost"] = load.lost(cluster)

        # Without DATABASE_DIRECT_URL, LISTEN goes through the pooler and is lost without an error.
        settings.pop("DATABASE_DIRECT_URL")
        deaf = Instance(folder, f"{name}-deaf", pooler.url(), **settings)
        deaf.is_ready = lambda: answers(deaf.port)
        stack.enter_context(deaf)
        wait_until(lambda: status(f"{deaf.url}/readyz") == 503, "the instance that hears nothing is not ready", 15)
        counts["/readyz without DATABASE_DIRECT_URL"] = status(f"{deaf.url}/readyz")
        return {f"{name}: {count}": value for count, value in counts.items()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=int, default=10, help="of load through each pooler")
    arguments.add_argument("--pages", type=int, default=2000, help="to measure the cost of one")
    options = arguments.parse_args()
    outcome = 0
    with scratch() as folder:
        programs = [("/usr/sbin/pgbouncer", False, True), ("/usr/sbin/pgbouncer", False, False)]
        if source := os.environ.get("PGBOUNCER_SOURCE"):
            programs.append((build(source, folder), True, True))
        else:
            print("PGBOUNCER_SOURCE is not set: only Debian's PgBouncer is tried", file=sys.stderr)
        for program, keeps_statements, is_told in programs:
            counts = through_pooler(folder, program, keeps_statements, is_told, options.seconds, options.pages)
            promised = {
                "events of 20 that the other instance passed on within 1 s": 20, "failed": 0, "own writes not seen": 0,
                "acknowledged writes lost": 0, "of these lost": 0, "/readyz without DATABASE_DIRECT_URL": 503}
            name = "kept" if keeps_statements else "not-kept" if is_told else "noticed"
            outcome |= expect(counts, {f"{name}: {count}": value for count, value in promised.items()})
    return outcome


if __name__ == "__main__":
    sys.exit(main())
