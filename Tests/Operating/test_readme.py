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
    "docker compose exec": "test_a_dump_of_the_containers_database",
    "Sources/": "no commands",
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
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
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
    first.type(block("bin/db pg_dump"))

    # On another machine.
    second = house()
    second.serve()
    assert second.sign_in() == 422
    shutil.copy(first.folder / "foyer.dump", second.folder)
    second.type(block("bin/db pg_restore"))
    second.stop()
    second.serve()
    assert second.sign_in() == 303

    # The folder's copy, by whoever copies.
    first.stop()
    first.type(block("cp -r data"))
    copy = first.folder / "copy-of-data"
    run(["chmod", "-R", "go+rX", str(copy)])
    first.serve("bin/run", FOYER_DATA=str(copy))
    assert first.sign_in() == 303


def test_a_database_of_ones_own(house):
    one = house()
    server = Server(one.folder)
    try:
        url = "postgresql://{}@127.0.0.1:" + str(server.port) + "/{}"
        one.type(block('psql "$ADMIN_URL"'), ADMIN_URL=url.format("postgres", "postgres"))
        commands = block('DATABASE_URL="$OWNER_URL"').split("\n")
        urls = {"OWNER_URL": url.format("foyer_owner", "foyer"), "PROGRAM_URL": url.format("foyer_program", "foyer")}
        assert "applied 0001" in one.type(commands[0], **urls)
        one.serve("env " + commands[1], **urls)
        assert one.sign_up() == 303
        assert "login: an ordinary role" in one.type("bin/foyer doctor", DATABASE_URL=urls["PROGRAM_URL"])
        assert "login: an ordinary role" in one.type("bin/foyer doctor", DATABASE_URL=urls["OWNER_URL"])
        assert "BYPASSRLS" in one.type("bin/foyer doctor", DATABASE_URL=url.format("postgres", "foyer"))
        one.stop()
    finally:
        server.stop()


def test_a_dump_of_the_containers_database(house):
    """What `docker compose exec` would run in the database's container, on a database whose roles bin/setup has made."""
    one = house()
    server = Server(one.folder, superuser="foyer")
    try:
        (one.folder / "box" / "bin").mkdir(parents=True)
        shutil.copy(REPOSITORY / "bin" / "setup", one.folder / "box" / "bin")
        run([str(one.folder / "box" / "bin" / "setup"), "--docker"])
        roles = (one.folder / "box" / "secrets" / "roles.sql").read_text()
        settings = {"PGHOST": "127.0.0.1", "PGPORT": str(server.port)}
        psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(server.port), "-U", "foyer"]
        url = f"postgresql://{{}}@127.0.0.1:{server.port}/foyer"
        commands = [line.replace("docker compose exec -T database ", "") for line in block("docker compose exec").split("\n")]
        run([*psql, "-d", "postgres", "-c", "CREATE DATABASE foyer"])
        run([*psql, "-d", "foyer"], input=roles)
        one.type("bin/foyer migrate", DATABASE_URL=url.format("foyer_owner"))
        one.serve("bin/foyer serve", DATABASE_URL=url.format("foyer_program"))
        assert one.sign_up() == 303
        one.type(commands[0], **settings)
        one.stop()
        # A new volume.
        run([*psql, "-d", "postgres", "-c", "DROP DATABASE foyer", "-c", "CREATE DATABASE foyer OWNER foyer_owner"])
        one.type("bin/foyer migrate", DATABASE_URL=url.format("foyer_owner"))
        one.type(commands[1], **settings)
        one.serve("bin/foyer serve", DATABASE_URL=url.format("foyer_program"))
        assert one.sign_in() == 303
        one.stop()
    finally:
        server.stop()


class Server:
    """A PostgreSQL on a port of 127.0.0.1."""

    def __init__(self, folder, superuser="postgres"):
        self.port, self.data = free_port(), str(folder / "server")
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        os.mkdir(self.data)
        if os.geteuid() == 0:
            shutil.chown(self.data, "postgres")
        self.call("initdb", "-D", self.data, f"--username={superuser}", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        self.call("pg_ctl", "start", "-D", self.data, "-w", "-l", f"{self.data}/log",
                  "-o", f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.data}")

    def call(self, program, *arguments):
        drop = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        run([*drop, f"{self.programs}/{program}", *arguments], cwd="/")

    def stop(self):
        self.call("pg_ctl", "stop", "-D", self.data, "-m", "fast", "-w")
