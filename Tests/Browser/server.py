"""The built program as a user's machine runs it, and the endpoint that first to-dos come from."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

CHORES = [
    "Descale the kettle", "Oil the squeaky hinge of the pantry door", "Return the ladder to Madame Roux",
    "Bleed the radiators before winter", "Sort the batteries drawer", "Write the recipe for lentil soup down",
    "Take the glass to the container", "Sew the button back on the blue coat", "Book the chimney sweep",
    "Repot the basil", "Photograph the water meter", "Find out who has the spare key", "Fix the bell of the red bicycle",
    "Label the jam", "Défroster le congélateur", "Arroser les tomates avant huit heures", "창문 닦기", "화분에 물 주기",
    "Полить фикус", "Позвонить бабушке в воскресенье", "Try the fire alarm <test>", "Buy 5 m of rope & two hooks",
    "Sharpen the bread knife", "Air the cellar", "Clear the gutter over the kitchen window", "Borrow a drill",
    "Mend the hole in the fence", "Read the lease again", "Put the winter tyres on", "Empty the dehumidifier",
    "Bring the parcels to the post", "Wash the curtains of the small room", "Turn the mattress", "Plan the summer party 🎉",
]
SAMPLES = [
    {"id": number, "todo": chore, "completed": number % 5 == 0, "userId": 1 + number % 7}
    for number, chore in enumerate(CHORES, start=1)
]


class Samples:
    """A JSON endpoint in the shape of dummyjson.com/todos; `broken` makes it answer 500."""

    def __init__(self):
        self.broken = False
        samples = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps({"todos": SAMPLES, "total": len(SAMPLES), "skip": 0, "limit": len(SAMPLES)}).encode()
                if samples.broken:
                    body = b"<h1>Internal Server Error</h1>"
                self.send_response(500 if samples.broken else 200)
                self.send_header("Content-Type", "text/html" if samples.broken else "application/json; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/todos"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


class Foyer:
    """`foyer serve` on a free port of 127.0.0.1 with a data folder of its own; `settings` are further variables."""

    # Where its letters go, if it sends any.
    postbox = None

    def __init__(self, program, samples_url, **settings):
        self.program = program
        # Not under a folder that only we may enter: started by root, PostgreSQL runs as somebody else.
        self.data = Path(tempfile.mkdtemp(prefix="foyer-browser-", dir=os.environ.get("TEST_FOLDER")))
        self.data.chmod(0o755)
        self.log = self.data / "foyer.log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._process = None
        # Nothing else of this environment: an unknown FOYER_ name stops the start, a DATABASE_URL would be used.
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "FOYER_LISTEN": f"127.0.0.1:{port}",
            "FOYER_DATA": str(self.data / "data"),
            "FOYER_SAMPLE_TODOS_URL": samples_url,
            "FOYER_FETCH_ALLOW": "127.0.0.0/8",
            "FOYER_DRAIN": "0",
            **settings,
        }

        if "FOYER_MAIL_FROM" in settings:
            self._environment.setdefault("FOYER_PUBLIC_URL", self.url)

    def start(self, timeout=300):
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [self.program, "serve"], cwd=REPOSITORY, env=self._environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + timeout
        while not self._ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"{self.program} serve did not get ready:\n{self.tail()}")
            time.sleep(0.05)
        # Several servers share a disk: a click is not to wait until it has written what another test does.
        self.sql("ALTER SYSTEM SET fsync = off")
        self.sql("SELECT pg_reload_conf()")

    def run(self, *arguments, said=None):
        """A command on the same data, while the program does not serve; what it says."""
        return subprocess.run(
            [self.program, *arguments], cwd=REPOSITORY, env=self._environment, check=True, stdout=subprocess.PIPE,
            text=True, input=said).stdout

    def sql(self, statement):
        """What the embedded database answers to its superuser."""
        return subprocess.run(
            [str(REPOSITORY / "bin" / "db"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement],
            cwd=REPOSITORY, env=self._environment, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def schema(self):
        """What pg_dump writes of the embedded database's schema."""
        return subprocess.run(
            [str(REPOSITORY / "bin" / "db"), "pg_dump", "--schema-only", "--no-owner"],
            cwd=REPOSITORY, env=self._environment, check=True, stdout=subprocess.PIPE, text=True).stdout

    @contextlib.contextmanager
    def writes_wait(self, table):
        """Until its end no request that writes to this table is answered; what only reads is."""
        with subprocess.Popen(
                [str(REPOSITORY / "bin" / "db"), "-X", "-q", "-A", "-t"], cwd=REPOSITORY, env=self._environment,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as session:
            session.stdin.write(f"BEGIN;\nLOCK TABLE {table} IN EXCLUSIVE MODE;\n\\echo locked\n")
            session.stdin.flush()
            assert session.stdout.readline() == "locked\n"
            try:
                yield
            finally:
                session.stdin.close()

    def _ready(self):
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

    def work(self):
        """The processor time that the program has had, in ticks (proc(5), /proc/pid/stat)."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def forget_most_memory(self):
        """The most memory is counted anew (proc(5), /proc/pid/clear_refs)."""
        Path(f"/proc/{self._process.pid}/clear_refs").write_text("5")

    def most_memory(self):
        """Bytes of the program's greatest resident size."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM:"))

    def open_files(self, folder):
        """The program's open files in a folder, deleted ones too."""
        links = Path(f"/proc/{self._process.pid}/fd").iterdir()
        return [name for name in (os.readlink(link) for link in links if link.is_symlink()) if name.startswith(folder)]

    def kill(self):
        """kill -9: what was acknowledged must be there at the next start."""
        self._process.kill()
        self._process.wait()

    def stop(self):
        """A polite stop; the exit status."""
        self._process.terminate()
        try:
            status = self._process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.kill()
            status = None
        self._stop_cluster()
        return status

    def _stop_cluster(self):
        """Whatever happened to the program, its cluster does not outlive the tests."""
        pid_file = self.data / "data" / "postgres" / "postmaster.pid"
        try:
            pid = int(pid_file.read_text().split()[0])
            os.kill(pid, signal.SIGINT)
        except (OSError, ValueError, IndexError):
            return
        deadline = time.monotonic() + 120
        while pid_file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)

    def tail(self, lines=40):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def remove(self):
        shutil.rmtree(self.data, ignore_errors=True)


# The fixtures' servers, whose logs a failure shows.
RUNNING = []


def running(foyer):
    """A fixture's server, from its start to its end."""
    RUNNING.append(foyer)
    try:
        foyer.start()
        yield foyer
        assert foyer.stop() == 0, f"SIGTERM must end with exit status 0:\n{foyer.tail()}"
    finally:
        RUNNING.remove(foyer)
        foyer.stop()
        foyer.remove()
