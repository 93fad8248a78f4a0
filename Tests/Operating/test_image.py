"""`docker compose up --build`, step by step: the image is built of the files that reach the build, and serves."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

import pytest

import container

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="overlays, chroot and other users are for root")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """The compose file's database: what the entry point of its image does, on a port of 127.0.0.1."""

    def __init__(self, service, secrets, work):
        self.port, self.folder = free_port(), work / "database"
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        environment = service["environment"]
        user, name = environment["POSTGRES_USER"], environment["POSTGRES_DB"]
        self.folder.mkdir()
        (self.folder / "password").write_text(secrets["postgres-password"])
        shutil.chown(self.folder, "postgres")
        shutil.chown(self.folder / "password", "postgres")
        self.data = str(self.folder / "data")
        self.as_postgres("initdb", "-D", self.data, f"--username={user}", f"--pwfile={self.folder}/password",
                         *environment["POSTGRES_INITDB_ARGS"].split())
        self.control("start")
        psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", f"--host={self.folder}", f"--port={self.port}", f"--username={user}"]
        container.run([*psql, "-d", "postgres", "-c", f"CREATE DATABASE {name}"])
        for secret in service["secrets"]:
            if isinstance(secret, dict) and secret["target"].startswith("/docker-entrypoint-initdb.d/"):
                container.run([*psql, "-d", name], input=secrets[secret["source"]])

    def as_postgres(self, program, *arguments):
        container.run(["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", f"{self.programs}/{program}", *arguments],
                      cwd="/")

    def control(self, verb):
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self.as_postgres("pg_ctl", verb, "-D", self.data, "-w", "-m", "fast", "-l", f"{self.folder}/log", "-o", options)


def test_image_versions_stand_in_the_dockerfile_alone():
    """pg_dump has to be of the database's version, so that both come from one line."""
    images = {name: service["image"] for name, service in container.compose().items()}
    assert [name for name, image in images.items() if ":" in image] == []
    lines = [rest for name, rest in container.instructions((container.REPOSITORY / "Dockerfile").read_text()) if name == "FROM"]
    assert len([line for line in lines if line.startswith("postgres:")]) == 1
    target = container.compose()["database"]["build"]["target"]
    assert [line for line in lines if line.endswith(f" AS {target}")][0].startswith("postgres:")


@pytest.fixture(scope="module")
def work():
    folder = Path(tempfile.mkdtemp(prefix="foyer-image-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@needs_root
def test_the_image_is_built_and_serves(work):
    stage = container.build(work)
    services = container.compose()

    (work / "bin").mkdir()
    shutil.copy(container.REPOSITORY / "bin" / "setup", work / "bin")
    container.run([str(work / "bin" / "setup"), "--docker"])
    secrets = {path.name: path.read_text() for path in (work / "secrets").iterdir()}
    # A second time nothing changes.
    container.run([str(work / "bin" / "setup"), "--docker"])
    assert secrets == {path.name: path.read_text() for path in (work / "secrets").iterdir()}

    database = Server(services["database"], secrets, work)
    try:
        for name in ("database-url", "owner-url"):
            secrets[name] = secrets[name].replace("@database/", f"@127.0.0.1:{database.port}/")
        port = free_port()
        listen = {"FOYER_LISTEN": f"127.0.0.1:{port}", "FOYER_DRAIN": "0"}

        early = container.start(stage, services["app"], secrets, listen)
        assert early.wait(60) == 1 and "the owner of the tables" in early.stdout.read()
        migration = container.start(stage, services["migrate"], secrets, {})
        output, _ = migration.communicate(timeout=120)
        assert migration.returncode == 0 and "applied 0001" in output and "starter recipes" in output, output

        app = container.start(stage, services["app"], secrets, listen)
        try:
            health = [word.replace(":8080", f":{port}") for word in stage.settings["HEALTHCHECK"]][1:]
            deadline = time.monotonic() + 60
            while container.start(stage, services["app"], secrets, {}, health).wait() != 0:
                assert app.poll() is None and time.monotonic() < deadline, app.stdout.read() if app.poll() is not None else ""
            doctor, _ = container.start(stage, services["app"], secrets, {}, ["doctor"]).communicate(timeout=60)
            for line in ("pictures: can be converted", "login: an ordinary role", "migrations: up to date"):
                assert line in doctor, doctor
            browse(port)
            back_up(stage, services["backup"], secrets, work)
            # Process 1 takes its signals, and what it started ends with it.
            first = int(Path(f"/proc/{app.pid}/task/{app.pid}/children").read_text().split()[0])
            assert Path(f"/proc/{first}/status").read_text().split("Uid:")[1].split()[0] == "10001"
            os.kill(first, signal.SIGTERM)
            assert app.wait(15) == 0
            assert " stopping" in app.stdout.read()
        finally:
            if app.poll() is None:
                app.kill()
    finally:
        database.control("stop")


def back_up(stage, service, secrets, work):
    """One at once and then each night, until the container is stopped; and its health check."""
    folder = work / "backups"
    folder.mkdir()
    container_ = container.start(stage, service, secrets, {}, volumes={"backups": folder})
    deadline = time.monotonic() + 60
    while not list(folder.glob("foyer-*.tar")):
        assert container_.poll() is None and time.monotonic() < deadline, container_.stdout.read() if container_.poll() is not None else ""
        time.sleep(0.1)
    health = container.start(stage, service, secrets, {}, service["healthcheck"]["test"][2:], volumes={"backups": folder})
    said, _ = health.communicate(timeout=60)
    assert health.returncode == 0 and "backups: 1 in /backups" in said, said
    first = int(Path(f"/proc/{container_.pid}/task/{container_.pid}/children").read_text().split()[0])
    os.kill(first, signal.SIGTERM)
    assert container_.wait(30) == 0


def browse(port):
    """Signs up, looks at the recipes, sends a picture, and a file that moves in."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers, cookies = {"Sec-Fetch-Site": "same-origin"}, {}

    def ask(method, path, body=None, kind="application/x-www-form-urlencoded"):
        connection.request(method, path, body, headers | ({"Content-Type": kind} if body else {}))
        answer = connection.getresponse()
        text = answer.read()
        cookies.update(cookie.split(";")[0].split("=", 1) for cookie in answer.headers.get_all("Set-Cookie", []))
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return answer.status, text

    form = urllib.parse.urlencode({"name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"})
    assert ask("POST", "/signup", form)[0] == 303
    status, page = ask("GET", "/recipes/results")
    assert status == 200 and page.count(b"/recipes/") > 50
    assert ask("GET", "/items/new")[0] == 200
    picture = next((container.REPOSITORY / "Demo").glob("*.webp")).read_bytes()
    body = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="' + name + b'"' + extra + b"\r\n\r\n" + value + b"\r\n"
        for name, extra, value in (
            (b"id", b"", b"01890000-0000-7000-8000-000000000001"), (b"title", b"", b"Seen"),
            (b"image", b'; filename="a.webp"\r\nContent-Type: image/webp', picture))) + b"--x--\r\n"
    assert ask("POST", "/items", body, "multipart/form-data; boundary=x")[0] == 303
    status, image = ask("GET", "/items/01890000-0000-7000-8000-000000000001/thumbnail")
    assert status == 200 and image.startswith(b"RIFF")
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nTitle,Done\r\nPaint the wall,no\r\n'
        b"\r\n--x--\r\n")
    assert ask("POST", "/move-in", body, "multipart/form-data; boundary=x")[0] == 303
