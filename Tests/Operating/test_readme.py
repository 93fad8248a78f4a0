"""Every block of commands in the README and in docs/ does what the text around it says."""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

import pytest

from container import REPOSITORY, run

TEXTS = [path.read_text() for path in [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]]

# Blocks that other tests run, or that would run this one.
ELSEWHERE = {
    "bin/test": "this is what it runs",
    "bin/setup --docker": "test_image.py",
    "docker compose exec": "test_a_backup_of_the_containers_database",
    "docker compose rm": "test_a_backup_of_the_containers_database",
    "bin/package": "test_package.py",
    "sudo -u foyer": "test_package.py",
    "foyer user second-factor": "SecondFactorTests.swift",
    "Sources/": "no commands",
    '"2 ½ cups': "no commands",
    "# haproxy.cfg": "bin/scale-test rolling",
    "; pgbouncer.ini": "bin/scale-test pgbouncer",
    'DATABASE_URL="postgresql://foyer_program:password@10.0.0.20:6432': "bin/scale-test pgbouncer",
    "# /etc/default/etcd": "bin/scale-test failover, with one member",
    "scope: foyer": "bin/scale-test failover",
    "#!/bin/sh": "bin/scale-test failover",
    "DATABASE_URL='postgresql://foyer:password@10.0.0.1,": "bin/scale-test failover",
    "patch -p1": "bin/scale-test citus",
    "# postgresql.conf for Citus": "bin/scale-test citus",
    "CREATE ROLE foyer LOGIN": "bin/scale-test citus",
    "CREATE EXTENSION citus": "bin/scale-test citus",
    'DATABASE_URL="postgresql://postgres@coordinator': "bin/scale-test citus",
    "SELECT citus_add_node('worker-3'": "bin/scale-test citus",
    "bin/foyer upgrade-cluster": "ClusterTests, with the versions of PostgreSQL that there are",
    "createdb --template": "BackupTests",
}


def blocks():
    """The indented blocks, which follow an empty line, without their indentation and the remarks behind a command."""
    found = [block for text in TEXTS for block in re.findall(r"\n\n((?: {4}.*\n|\n(?= {4}))+)", text)]
    return ["\n".join(re.sub(r" {2,}#.*", "", line[4:]) for line in block.strip("\n").split("\n")) for block in found]


def block(start):
    matching = [text for text in blocks() if text.startswith(start)]
    assert len(matching) == 1, f"{len(matching)} blocks begin with {start}"
    return matching[0]


class House:
    """A checkout in which nothing was run yet: the repository's files, and the built program where `bin/run` leaves it."""

    def __init__(self, folder, program):
        self.folder = folder
        for path in REPOSITORY.iterdir():
            if path.name not in (".build", ".git", "data", "secrets"):
                (folder / path.name).symlink_to(path)
        (folder / ".build" / "release").mkdir(parents=True)
        (folder / ".build" / "release" / "foyer").symlink_to(program)
        # bin/run builds: that takes minutes and was done. This one only says where.
        tools = folder / ".build" / "tools"
        tools.mkdir()
        (tools / "swift").write_text(f"#!/bin/sh\ncase \"$*\" in *--show-bin-path*) echo {folder}/.build/release ;; esac\n")
        (tools / "swift").chmod(0o755)
        self.port = free_port()
        self.environment = {
            "PATH": f"{tools}:{os.environ['PATH']}", "HOME": os.environ.get("HOME", "/"),
            "FOYER_LISTEN": f"127.0.0.1:{self.port}", "FOYER_SAMPLE_TODOS_URL": "http://127.0.0.1:9/",
            "FOYER_DRAIN": "0",
        }
        self.process = None

    def type(self, text, **environment):
        return run(["bash", "-ec", text], cwd=self.folder, env=self.environment | environment)

    def serve(self, text="bin/run", **environment):
        self.process = subprocess.Popen(
            ["bash", "-ec", f"exec {text}"], cwd=self.folder,
            env=self.environment | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        deadline = time.monotonic() + 120
        while self.ask("GET", "/readyz")[0] != 200:
            assert self.process.poll() is None and time.monotonic() < deadline, self.process.stdout.read()
            time.sleep(0.1)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(30) == 0

    def ask(self, method, path, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, urllib.parse.urlencode(fields) if fields else None,
                               {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except OSError:
            return 0, b""
        finally:
            connection.close()

    def sign_up(self):
        return self.ask("POST", "/signup", name="Ada", email="ada@example.org", password="a quiet harbour")[0]

    def sign_in(self):
        return self.ask("POST", "/login", email="ada@example.org", password="a quiet harbour")[0]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def house():
    program = os.environ["PROGRAM"]
    made = []

    def make():
        folder = Path(tempfile.mkdtemp(prefix="foyer-readme-"))
        folder.chmod(0o755)
        made.append(House(folder, program))
        return made[-1]

    yield make
    for one in made:
        one.stop()
        shutil.rmtree(one.folder, ignore_errors=True)


def test_each_block_is_run_by_a_test():
    run_here = [start for _, start in re.findall(r"""block\((['"])(.+?)\1\)""", Path(__file__).read_text())]
    for text in blocks():
        assert text.startswith((*ELSEWHERE, *run_here)), text


def test_run_demo_back_up_and_restore(house):
    first = house()
    said = first.type(block("bin/foyer demo"))
    assert "anna@example.org" in said
    first.serve(block("bin/run"))
    assert first.sign_up() == 303
    assert " tables, " in first.type(block("bin/foyer backup"))
    first.stop()
    assert "TABLE DATA public items" in first.type(block("tar -xf"))

    # On another machine.
    second = house()
    shutil.copy(first.folder / "foyer.tar", second.folder)
    restore, serve = block("bin/foyer restore").split("\n")
    assert "restored " in second.type(restore)
    second.serve(serve)
    assert second.sign_in() == 303

    # A folder of nightly ones.
    (second.folder / "backups").mkdir()
    second.stop()
    second.serve(serve, FOYER_BACKUP_DIR="backups")
    wait_for(lambda: list((second.folder / "backups").glob("foyer-*.tar")))
    assert "backups: 1 in backups" in second.type("bin/foyer doctor", FOYER_BACKUP_DIR="backups")


def test_a_database_of_ones_own(house):
    one = house()
    server = Server(one.folder)
    try:
        url = "postgresql://{}@127.0.0.1:" + str(server.port) + "/{}"
        one.type(block('psql "$ADMIN_URL"'), ADMIN_URL=url.format("postgres", "postgres"))
        commands = block('DATABASE_URL="$OWNER_URL" bin/foyer migrate').split("\n")
        urls = {"OWNER_URL": url.format("foyer_owner", "foyer"), "PROGRAM_URL": url.format("foyer_program", "foyer")}
        assert "applied 0001" in one.type(commands[0], **urls)
        one.serve("env " + commands[1], **urls)
        assert one.sign_up() == 303
        assert "login: an ordinary role" in one.type("bin/foyer doctor", DATABASE_URL=urls["PROGRAM_URL"])
        assert "login: an ordinary role" in one.type("bin/foyer doctor", DATABASE_URL=urls["OWNER_URL"])
        (one.folder / "backups").mkdir()
        nightly = subprocess.Popen(["bash", "-ec", "exec env " + block('DATABASE_URL="$OWNER_URL" FOYER_BACKUP_DIR')],
                                   cwd=one.folder, env=one.environment | urls)
        wait_for(lambda: list((one.folder / "backups").glob("foyer-*.tar")))
        nightly.send_signal(signal.SIGTERM)
        assert nightly.wait(30) == 0
        assert "BYPASSRLS" in one.type("bin/foyer doctor", DATABASE_URL=url.format("postgres", "foyer"))
        one.stop()
    finally:
        server.stop()


def test_a_backup_of_the_containers_database(house):
    """What the container `backup` runs, on a database whose roles bin/setup has made; the containers are test_image.py's."""
    one = house()
    server = Server(one.folder, superuser="foyer")
    try:
        (one.folder / "box" / "bin").mkdir(parents=True)
        shutil.copy(REPOSITORY / "bin" / "setup", one.folder / "box" / "bin")
        run([str(one.folder / "box" / "bin" / "setup"), "--docker"])
        roles = (one.folder / "box" / "secrets" / "roles.sql").read_text()
        psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(server.port), "-U", "foyer"]
        url = f"postgresql://{{}}@127.0.0.1:{server.port}/foyer"
        run([*psql, "-d", "postgres", "-c", "CREATE DATABASE foyer"])
        run([*psql, "-d", "foyer"], input=roles)
        one.type("bin/foyer migrate", DATABASE_URL=url.format("foyer_owner"))
        one.serve("bin/foyer serve", DATABASE_URL=url.format("foyer_program"))
        assert one.sign_up() == 303
        (one.folder / "backups").mkdir()
        backup = re.search("docker compose exec backup foyer (backup .*)", block("docker compose exec"))[1]
        restore = re.search("docker compose run --rm --no-deps backup (restore .*)", block("docker compose rm"))[1]
        one.type("bin/foyer " + backup.replace("/backups", "backups"), DATABASE_URL=url.format("foyer_owner"))
        one.stop()
        # A new volume.
        run([*psql, "-d", "postgres", "-c", "DROP DATABASE foyer", "-c", "CREATE DATABASE foyer OWNER foyer_owner"])
        one.type("bin/foyer " + restore.replace("/backups", "backups"), DATABASE_URL=url.format("foyer_owner"))
        one.serve("bin/foyer serve", DATABASE_URL=url.format("foyer_program"))
        assert one.sign_in() == 303
        one.stop()
    finally:
        server.stop()


def wait_for(condition):
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


class Server:
    """A PostgreSQL on a port of 127.0.0.1."""

    def __init__(self, folder, superuser="postgres"):
        self.port, self.data = free_port(), str(folder / "server")
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        os.mkdir(self.data)
        if os.geteuid() == 0:
            shutil.chown(self.data, "postgres")
        self.call("initdb", "-D", self.data, f"--username={superuser}", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        self.start()

    def start(self):
        self.call("pg_ctl", "start", "-D", self.data, "-w", "-l", f"{self.data}/log",
                  "-o", f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.data}")

    def call(self, program, *arguments):
        drop = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        run([*drop, f"{self.programs}/{program}", *arguments], cwd="/")

    def stop(self):
        self.call("pg_ctl", "stop", "-D", self.data, "-m", "fast", "-w")
