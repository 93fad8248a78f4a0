"""Counts the instructions of a page by callgrind: most virtual machines let no processor count them.

The program and the cluster's server each run under valgrind. A page is asked for until both are warm, the counters are set
to nought, and it is asked for some more times. User instructions alone: callgrind sees nothing of the kernel. How busy the
machine is changes nothing.
"""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
WARM, COUNTED = 12, 20
# counted.c has a handler for it.
TAKE = signal.SIGRTMIN + 7


def is_here():
    return shutil.which("valgrind") and shutil.which("cc")


class Counted:
    """Processes under callgrind, whose counters can be read and set to nought."""

    def __init__(self, folder, keeps=False):
        """With `keeps` the profiles stay in the folder, for callgrind_annotate."""
        self.keeps = keeps
        self.folder = folder / "callgrind"
        self.folder.mkdir(exist_ok=True)
        # The server's user writes here, too.
        self.folder.chmod(0o777)
        library = self.folder / "counted.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "counted.c"], check=True)
        self.environment = {"LD_PRELOAD": str(library)}

    def command(self, name, *options):
        return ["valgrind", "--tool=callgrind", "-q", "--vgdb=no", *options, f"--callgrind-out-file={self.folder}/{name}.%p"]

    def take(self, *pids):
        """The instructions of processes since the last call; their counters are nought then."""
        number = {pid: self._parts(pid) for pid in pids}
        for pid in pids:
            os.kill(pid, TAKE)
        return sum(self._part(pid, number[pid] + 1) for pid in pids)

    def _parts(self, pid):
        return len(list(self.folder.glob(f"*.{pid}.*")))

    def _part(self, pid, number):
        """The sum that ends a part of a profile, once it is written."""
        for _ in range(3000):
            for part in self.folder.glob(f"*.{pid}.{number}"):
                found = re.search(r"^totals: (\d+)\n", part.read_text(errors="replace")[-200:], re.MULTILINE)
                if found:
                    if not self.keeps:
                        part.write_text("")
                    return int(found[1])
            time.sleep(0.02)
        raise SystemExit(f"process {pid} did not write its counters")


class Server:
    """The server of a cluster that has been stopped, under callgrind, without what it does beside the pages."""

    def __init__(self, counted, data):
        program = f"/usr/lib/postgresql/{(data / 'PG_VERSION').read_text().strip()}/bin/postgres"
        owner = data.stat()
        as_owner = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        sockets = counted.folder
        self.process = subprocess.Popen(
            [*counted.command("postgres"), program, "-D", str(data), "-k", str(sockets), "-c", "autovacuum=off"],
            cwd=data, env={**os.environ, **counted.environment}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, **as_owner)
        self.options = ["-h", str(sockets), "-p", "5432", "-U", "foyer"]
        self.url = f"postgresql:///foyer?host={sockets}&port=5432&user=foyer_program"
        for _ in range(600):
            if subprocess.run(["pg_isready", "-q", *self.options]).returncode == 0:
                return
            if self.process.poll() is not None:
                raise SystemExit("PostgreSQL did not start under valgrind")
            time.sleep(0.2)
        raise SystemExit("PostgreSQL did not answer under valgrind")

    def backends(self):
        """The processes that work for the program."""
        return [int(pid) for pid in self.query("SELECT pid FROM pg_stat_activity WHERE usename = 'foyer_program' ORDER BY pid").split()]

    def query(self, sql):
        return subprocess.run(
            ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", *self.options, "-c", sql, "foyer"],
            check=True, text=True, stdout=subprocess.PIPE).stdout

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=120)


class Floor:
    """The same page in C (floor/floor.c), under callgrind."""

    def __init__(self, counted, server, port, page):
        program, frame = counted.folder / "floor", counted.folder / "frame.html"
        libraries = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "libpq", "libcrypto"], check=True, text=True, stdout=subprocess.PIPE)
        subprocess.run(["cc", "-O2", "-o", program, HERE / "floor" / "floor.c", *libraries.stdout.split()], check=True)
        frame.write_bytes(page)
        self.port = port
        self.process = subprocess.Popen(
            [*counted.command("floor"), program, str(port), server.url, HERE / "floor" / "items.sql", frame],
            env={**os.environ, **counted.environment}, stdin=subprocess.DEVNULL)
        self.pid = self.process.pid
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the page in C did not start")

    def check(self, path, cookie, page):
        """Stops unless its page is the program's, byte for byte, but for the seconds that have passed."""
        def still(page):
            return re.sub(rb"(\d+ h )?(\d+ min )?\d+ s</time>", b"</time>", page)

        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={"Cookie": cookie})
        found = connection.getresponse().read()
        connection.close()
        if still(found) != still(page):
            lines = zip(still(found).split(b"\n"), still(page).split(b"\n"))
            other = next(((a, b) for a, b in lines if a != b), (b"", b""))
            raise SystemExit(f"the page in C is another one:\n  {other[0].decode()}\nThe program's:\n  {other[1].decode()}")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)


def ask(connection, path, cookie, coding, times, patience=0):
    """Asks for a page so many times; while it is new, planning it may take longer than the program waits for PostgreSQL."""
    while times:
        connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": coding})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status == 200:
            times -= 1
        elif answer.status == 503 and patience:
            patience -= 1
        else:
            raise SystemExit(f"{path} answered {answer.status}")
    return len(body)


def of_page(counted, foyer, server, path, cookie, coding="identity"):
    """Thousands of instructions of the program and of PostgreSQL for a page, and its bytes."""
    connection = http.client.HTTPConnection("127.0.0.1", foyer.port, timeout=60)
    ask(connection, path, cookie, coding, WARM, patience=20)
    backends = server.backends()
    counted.take(foyer.pid, *backends)
    size = ask(connection, path, cookie, coding, COUNTED)
    connection.close()
    if server.backends() != backends:
        raise SystemExit(f"{path}: the program has lost a connection to PostgreSQL")
    return counted.take(foyer.pid) / COUNTED / 1000, counted.take(*backends) / COUNTED / 1000, size


def of_request(counted, server, work):
    """Thousands of PostgreSQL's instructions for what `work` has the program do; it is given the number of the turn."""
    for _ in range(5):
        for turn in range(WARM):
            work(turn)
        backends = server.backends()
        counted.take(*backends)
        for turn in range(COUNTED):
            work(turn)
        if server.backends() == backends:
            return counted.take(*backends) / COUNTED / 1000
    raise SystemExit("the program loses its connections to PostgreSQL")
