"""Real engines on 127.0.0.1. Each starts with a `with` block and ends with it, whatever happens inside:

    with scratch() as folder, Cluster(folder) as cluster:
        cluster.make_database()
        with Instance(folder, "a", cluster.url()) as a, HAProxy(folder, {…}) as proxy:
"""

import contextlib
import functools
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "Tests" / "Browser"))
from server import Samples  # noqa: E402

# Engines that root may not run are run as this user.
UNPRIVILEGED = "postgres" if os.geteuid() == 0 else None


@contextlib.contextmanager
def scratch():
    """A folder that other users may enter. It is removed at the end, also after Ctrl-C and SIGTERM."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = Path(tempfile.mkdtemp(prefix="foyer-scale-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port():
    """A port below those of outgoing connections: an engine that restarts finds it free again."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_until(is_so, what, seconds=60):
    """Returns what `is_so` returns once that is true."""
    deadline = time.monotonic() + seconds
    while not (found := is_so()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"after {seconds} s not yet: {what}")
        time.sleep(0.02)
    return found


def answers(port):
    """Whether something listens."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def status(url):
    """The status that the URL answers; 0 without an answer."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as answer:
        return answer.code
    except OSError:
        return 0


def documented(start, replacements):
    """The block of docs/scaling.md that begins so, with its addresses replaced: what is documented is what runs."""
    text = (REPOSITORY / "docs" / "scaling.md").read_text()
    blocks = ["\n".join(line[4:] for line in block.strip("\n").split("\n")) + "\n"
              for block in re.findall(r"\n\n((?: {4}.*\n|\n(?= {4}))+)", text)]
    [found] = [block for block in blocks if block.startswith(start)]
    for old, new in replacements.items():
        assert old in found, f"“{old}” is not in the block “{start}”"
        found = found.replace(old, str(new))
    return found


def expect(counts, promised):
    """Prints counts as `name: value`; returns the exit status: 1 if one differs from what is promised."""
    for name, value in counts.items():
        print(f"{name}: {value}", flush=True)
    wrong = [name for name, value in promised.items() if counts[name] != value]
    for name in wrong:
        print(f"wrong: {name} is {counts[name]}, promised is {promised[name]}", file=sys.stderr)
    return 1 if wrong else 0


class Engine:
    """A program that runs until the end of its `with` block; `name` is its folder in `folder`, and its log's name."""

    stop_signal = signal.SIGTERM
    is_unprivileged = False
    process = None

    def __init__(self, folder, name):
        self.name = name
        self.folder = folder / name
        self.log = folder / f"{name}.log"
        self.folder.mkdir(exist_ok=True)
        if self.is_unprivileged and UNPRIVILEGED:
            shutil.chown(self.folder, UNPRIVILEGED)

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}

    def is_ready(self):
        return True

    def options(self):
        """How its programs are run: with an environment of their own, out of reach of the terminal's Ctrl-C."""
        return {
            "cwd": self.folder, "env": self.environment(), "stdin": subprocess.DEVNULL, "start_new_session": True,
            "user": UNPRIVILEGED if self.is_unprivileged else None,
            "extra_groups": [] if self.is_unprivileged and UNPRIVILEGED else None,
        }

    def start(self):
        """Starts it, and returns once it is ready."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, **self.options())
        wait_until(lambda: self.is_ready() or self.has_ended(), f"{self.name} is ready")
        assert not self.has_ended(), f"{self.name} ended:\n{self.tail()}"
        return self

    def has_ended(self):
        return self.process is None or self.process.poll() is not None

    def send(self, number):
        if not self.has_ended():
            self.process.send_signal(number)

    def stop(self, seconds=30):
        """Ends it as its operator would; returns the exit status. What is still there after some time is killed."""
        if self.process is None:
            return None
        self.send(signal.SIGCONT)
        self.send(self.stop_signal)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def kill(self):
        """kill -9 of it and of its children."""
        children = descendants(self.process.pid)
        for pid in [self.process.pid, *children]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def tail(self, lines=15):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise

    def __exit__(self, kind, *_):
        if kind not in (None, SystemExit, KeyboardInterrupt):
            print(f"--- {self.name}\n{self.tail()}", file=sys.stderr)
        try:
            self.stop()
        except BaseException:
            # A second Ctrl-C: nothing may stay behind all the same.
            self.kill()
            raise


def descendants(pid):
    """The processes that a process has started, and these in turn."""
    try:
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [found for child in children for found in (child, *descendants(child))]


def processor_time(pid):
    """Seconds of processor time of a process and its living children (proc(5), schedstat)."""
    nanoseconds = 0
    for task in [task for one in (pid, *descendants(pid)) for task in Path(f"/proc/{one}/task").glob("*/schedstat")]:
        with contextlib.suppress(OSError):
            nanoseconds += int(task.read_text().split()[0])
    return nanoseconds / 1e9


class Cluster(Engine):
    """A PostgreSQL cluster that trusts this machine; `settings` go into its postgresql.conf."""

    # A fast shutdown.
    stop_signal = signal.SIGINT
    is_unprivileged = True

    def __init__(self, folder, name="postgres", **settings):
        super().__init__(folder, name)
        self.port = free_port()
        self.data = self.folder / "data"
        self.settings = {
            "listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": self.folder,
            "max_connections": 200, "shared_buffers": "256MB"} | settings

    @staticmethod
    @functools.cache
    def programs():
        """The folder of the newest PostgreSQL's programs."""
        found = list(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        return max(found, key=lambda path: int(path.parts[-3])).parent

    def run(self, program, *arguments):
        command = [self.programs() / program, *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **self.options())

    def command(self):
        return [self.programs() / "postgres", "-D", self.data]

    def is_ready(self):
        command = [self.programs() / "pg_isready", "-q", "-U", "postgres", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(command).returncode == 0

    def start(self):
        if not self.data.exists():
            self.create()
            with (self.data / "postgresql.conf").open("a") as file:
                file.writelines(f"{name} = '{value}'\n" for name, value in self.settings.items())
        return super().start()

    def create(self):
        self.run(
            "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")

    def make_database(self):
        """The empty database foyer, and its owner, as whom the program logs in."""
        self.sql("CREATE ROLE foyer LOGIN CREATEROLE", database="postgres")
        self.sql("CREATE DATABASE foyer OWNER foyer", database="postgres")

    def url(self, user="foyer", database="foyer"):
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def sql(self, statements, user="postgres", database="foyer"):
        """What psql prints: rows in lines, | between values. Row level security does not hold the superuser."""
        return subprocess.run(
            ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-f", "-", self.url(user, database)],
            input=statements, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


class Standby(Cluster):
    """A hot standby of another cluster, made by pg_basebackup when it is first started."""

    def __init__(self, folder, name, primary, **settings):
        super().__init__(folder, name, **settings)
        self.primary = primary

    def create(self):
        self.run(
            "pg_basebackup", "-D", self.data, "-R", "-c", "fast",
            "-d", f"{self.primary.url('postgres', 'postgres')}?application_name={self.name}")


@functools.cache
def samples_url():
    """Where first to-dos come from; it is served until this process ends."""
    return Samples().url


class Instance(Engine):
    """`foyer serve` for a database; `settings` are further variables, `home` has its migrations, Public and Cookbook.

    - ready: the status of /readyz that tells that it serves; 503 where the database can only be read.
    """

    def __init__(self, folder, name, database_url, program=None, home=REPOSITORY, ready=200, **settings):
        super().__init__(folder, name)
        self.home, self.ready = home, ready
        self.program = Path(program or os.environ["PROGRAM"]).absolute()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # The load says for which of its people a request is (X-Forwarded-For).
        self.settings = {
            "FOYER_LISTEN": f"127.0.0.1:{self.port}", "FOYER_DATA": str(self.folder), "DATABASE_URL": database_url,
            "FOYER_SAMPLE_TODOS_URL": samples_url(), "FOYER_FETCH_ALLOW": "127.0.0.0/8",
            "FOYER_TRUSTED_PROXIES": "127.0.0.0/8"} | settings

    def command(self):
        return [self.program, "serve"]

    def environment(self):
        return super().environment() | self.settings

    def options(self):
        return super().options() | {"cwd": self.home}

    def run(self, *arguments):
        """Another command with the same settings; its exit status and what it says."""
        done = subprocess.run(
            [self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **self.options())
        return done.returncode, done.stdout

    def is_ready(self):
        return status(f"{self.url}/readyz") == self.ready


class HAProxy(Engine):
    """HAProxy with the given configuration, in which @FOLDER@ is its own folder, and where it listens."""

    def __init__(self, folder, name, configuration, port):
        super().__init__(folder, name)
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.file = self.folder / "haproxy.cfg"
        self.file.write_text(configuration.replace("@FOLDER@", str(self.folder)))

    def command(self):
        # In the foreground.
        return ["haproxy", "-db", "-f", self.file]

    def is_ready(self):
        return answers(self.port)

    def servers(self):
        """Each server's state, UP or DOWN, by its name."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self.folder / "control"))
            control.sendall(b"show stat\n")
            rows = control.makefile().read().lstrip("# ").splitlines()
        names = rows[0].split(",")
        rows = [dict(zip(names, row.split(","))) for row in rows[1:] if row]
        rows = [row for row in rows if row["svname"] not in ("FRONTEND", "BACKEND")]
        return {row["svname"]: row["status"].split()[0] for row in rows}
