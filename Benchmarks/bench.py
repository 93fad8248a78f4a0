"""Measures Foyer beside nginx and a page in C on this machine; `bin/bench` builds what it needs.

The program runs with its embedded cluster, as `bin/run` would start it, on data of its own in a temporary folder.
Peers are measured in the same round, one after the other, and compared round by round: a noisy machine slows both.
"""

import argparse
import base64
import datetime
import hashlib
import os
import platform
import re
import select
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import caldav
import instructions
import programs
import streams

HERE = Path(__file__).resolve().parent
HOUSEHOLDS = 2000
PAGE = "/items"
IDLE = 10_000
TICK = os.sysconf("SC_CLK_TCK")


def note(text):
    print(text, file=sys.stderr, flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# -- Processes ---------------------------------------------------------------------------------------------------------

def cpu_seconds(pid, with_ended_children=False):
    """User and system time of a process (proc(5), /proc/PID/stat)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15 if with_ended_children else 13]) / TICK


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def resident_mb(pid):
    return int(re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())[1]) / 1024


class Foyer:
    def __init__(self, program, data, database_url=None, under=(), variables=()):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        environment = {
            "PATH": os.environ["PATH"], "FOYER_LISTEN": f"127.0.0.1:{self.port}", "FOYER_DATA": str(data),
            # Nothing is loaded in a benchmark; if it were, it would not leave the machine.
            "FOYER_SAMPLE_TODOS_URL": "http://127.0.0.1:9/", "FOYER_DRAIN": "0",
        }
        if database_url:
            environment["DATABASE_URL"] = database_url
        environment.update(variables)
        self.log = data.parent / f"foyer-{self.port}.log"
        self.began = time.perf_counter()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*under, program, "serve"], cwd=HERE.parent, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.pid = self.process.pid

    def wait_until_ready(self, timeout=120):
        """Seconds from exec to the first answer that needs the migrated database."""
        request = f"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode()
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    connection.sendall(request)
                    if connection.recv(64).startswith(b"HTTP/1.1 200"):
                        return time.perf_counter() - self.began
            except OSError:
                pass
            if self.process.poll() is not None or time.perf_counter() - self.began > timeout:
                raise SystemExit(f"foyer did not get ready:\n{self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.0005)

    def get(self, path, cookie=None):
        request = urllib.request.Request(self.url + path, headers={"Cookie": cookie} if cookie else {})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.url, answer.read()

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Cluster:
    """The embedded cluster, by what its server writes into postmaster.pid."""

    def __init__(self, data):
        self.pid_file = data / "postgres" / "postmaster.pid"
        self.log = data / "postgres" / "server.log"
        lines = self.pid_file.read_text().splitlines()
        self.pid, self.port, self.socket = int(lines[0]), lines[3], lines[4]
        self.options = ["-h", self.socket, "-p", self.port, "-U", "foyer"]
        self.url = f"postgresql:///foyer?host={self.socket}&port={self.port}&user=foyer_program"

    def psql(self, *arguments):
        return subprocess.run(
            ["psql", "-X", "-q", "-At", *self.options, *arguments, "foyer"],
            check=True, text=True, stdout=subprocess.PIPE).stdout

    def query(self, sql):
        return self.psql("-v", "ON_ERROR_STOP=1", "-c", sql)

    def cpu_seconds(self):
        """All server processes, ended ones included."""
        total = cpu_seconds(self.pid, with_ended_children=True)
        for pid in children(self.pid):
            try:
                total += cpu_seconds(pid)
            except (FileNotFoundError, ProcessLookupError):
                pass
        return total

    def stop(self):
        """Only if the program did not: nothing outlives the benchmark."""
        try:
            os.kill(self.pid, signal.SIGINT)
        except ProcessLookupError:
            return
        while self.pid_file.exists():
            time.sleep(0.05)


class Nginx:
    def __init__(self, folder):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        configuration = folder / "nginx.conf"
        configuration.write_text(f"""
            worker_processes {os.cpu_count()};
            daemon off;
            pid {folder}/nginx.pid;
            error_log {folder}/nginx.log;
            events {{ worker_connections 4096; }}
            http {{
              access_log off;
              keepalive_requests 1000000000;
              server {{
                listen 127.0.0.1:{self.port} reuseport;
                location / {{ default_type text/plain; return 200 "ok\\n"; }}
              }}
            }}
            """)
        self.process = subprocess.Popen(
            ["/usr/sbin/nginx", "-p", str(folder), "-c", str(configuration)], stdin=subprocess.DEVNULL)
        for _ in range(200):
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
                return
            except OSError:
                time.sleep(0.02)
        raise SystemExit("nginx did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)


# -- Loads -------------------------------------------------------------------------------------------------------------

def wrk(url, connections, seconds, script=()):
    """Requests a second, p99 in milliseconds, number of requests, bytes an answer."""
    command = ["wrk", f"-t{min(2, connections)}", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "--latency"]
    if script:
        command += ["-s", script[0]]
    output = subprocess.run(
        [*command, url, *(["--", *script[1:]] if script else [])], check=True, text=True, stdout=subprocess.PIPE).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise SystemExit(f"wrk saw errors:\n{output}")
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s|m)\s", output).groups()
    requests, _, size, size_unit = re.search(r"(\d+) requests in ([\d.]+)\w+, ([\d.]+)(B|KB|MB|GB) read", output).groups()
    scale = {"B": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30}[size_unit]
    return (
        float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]),
        float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit],
        int(requests), float(size) * scale / max(int(requests), 1))


class Peak:
    """The greatest resident size of a process while the block runs, in MB."""

    def __init__(self, pid):
        self.pid, self.mb, self._over = pid, 0.0, threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def _watch(self):
        while not self._over.wait(0.1):
            self.mb = max(self.mb, resident_mb(self.pid))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()


def hold_idle(foyer, count, seconds):
    """Opens keep-alive connections with one request each, waits, and asks again; how many answered both times."""
    request = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{foyer.port}\r\n\r\n".encode()
    connections = []
    for _ in range(count):
        connection = socket.socket()
        connection.settimeout(10)
        try:
            connection.connect(("127.0.0.1", foyer.port))
        except OSError:
            connection.close()
            break
        connections.append(connection)

    def ask(connections):
        """Sends to all, then reads from all: the connections whose answer was 200."""
        answered, waiting = [], {}
        poll = select.epoll()
        for connection in connections:
            try:
                connection.sendall(request)
            except OSError:
                continue
            poll.register(connection, select.EPOLLIN)
            waiting[connection.fileno()] = connection
        deadline = time.monotonic() + 20
        while waiting and time.monotonic() < deadline:
            for descriptor, _ in poll.poll(1):
                connection = waiting.pop(descriptor)
                poll.unregister(descriptor)
                try:
                    if connection.recv(4096).startswith(b"HTTP/1.1 200"):
                        answered.append(connection)
                except OSError:
                    pass
        poll.close()
        return answered

    first = ask(connections)
    time.sleep(seconds)
    began = time.perf_counter()
    foyer.get("/healthz")
    newcomer_ms = (time.perf_counter() - began) * 1000
    mb = resident_mb(foyer.pid)
    held = len(ask(first))
    for connection in connections:
        connection.close()
    return held, mb, newcomer_ms


def cold_start_ms(program, folder, cluster, times):
    """Median of exec to the first answer, beside a database that is there and migrated."""
    measured = []
    for _ in range(times):
        foyer = Foyer(program, folder / "cold", cluster.url)
        measured.append(foyer.wait_until_ready() * 1000)
        foyer.stop()
    return statistics.median(measured)


# -- The whole ---------------------------------------------------------------------------------------------------------

def cookie(n):
    token = hashlib.sha256(f"visitor {n}".encode()).digest()
    return "foyer=" + base64.urlsafe_b64encode(token).rstrip(b"=").decode()


def cookies():
    return (cookie(n) for n in range(1, HOUSEHOLDS + 1))


def growth(foyer, cluster, folder, seconds):
    """What a page costs a household of 10,000 items, beside one of 50, by turns: PostgreSQL's time, and both programs' pages."""
    # Lists of 50 rows on both sides, but for the categories and tags themselves (5 and 200, 8 and 500).
    paths = ["/", "/calendar", "/calendar?view=agenda", "/items", "/items?sort=due", "/items?sort=title", "/items?sort=newest", "/categories", "/tags"]
    found = {}
    for path in paths:
        rows = []
        for _ in range(3):
            cost = []
            for n in (1, HOUSEHOLDS + 1):
                file = folder / "one-cookie"
                file.write_text(cookie(n) + "\n")
                before = cluster.cpu_seconds()
                speed, _, requests, _ = wrk(foyer.url + path, 8, seconds, (str(HERE / "items.lua"), str(file), path))
                cost.append(((cluster.cpu_seconds() - before) / requests * 1e6, speed))
            rows.append((cost[0][0], cost[1][0], cost[1][0] / cost[0][0], cost[0][1] / cost[1][1]))
        found[path] = [statistics.median(row[i] for row in rows) for i in range(4)]
        note(f"{path}: PostgreSQL {found[path][0]:.0f} µs with 50 items, {found[path][1]:.0f} µs with 10,000")
    return found


def report_growth(found):
    for path, (small, large, ratio, slower) in found.items():
        print(f"growth {path}: pg {small:.0f} -> {large:.0f} us ({ratio:.2f}), time {slower:.2f}")


def compression(foyer, folder, seconds):
    """What a page costs the program as zstd and as gzip, beside one that is sent as it is, by turns: its processor time,
    its speed and its bytes, all as ratios."""
    codings = ["identity", "zstd", "gzip"]
    rows = {coding: [] for coding in codings[1:]}
    for _ in range(3):
        cost = {}
        for coding in codings:
            before = cpu_seconds(foyer.pid)
            script = (str(HERE / "items.lua"), str(folder / "cookies"), PAGE, coding)
            speed, _, requests, size = wrk(foyer.url + PAGE, 32, seconds, script)
            cost[coding] = (cpu_seconds(foyer.pid) - before) / requests, speed, size
        for coding, row in rows.items():
            row.append([of_coding / plain for of_coding, plain in zip(cost[coding], cost["identity"])])
    found = {coding: [statistics.median(values) for values in zip(*row)] for coding, row in rows.items()}
    for coding, (cpu, speed, size) in found.items():
        note(f"{coding}: processor time {cpu:.2f}, speed {speed:.2f}, bytes {size:.3f} of a page that is not compressed")
    return found


PAGES = ["/items", "/", "/calendar", "/plan", "/shopping", "/search?q=milk", "/recipes/results"]
# A small household and a large one (pages.sql).
SIZES = (HOUSEHOLDS + 2, HOUSEHOLDS + 3)


def seed_pages(foyer, cluster):
    """Makes two households of all kinds of things, and has the program read what it reads once, beside serving: the recipes of a
    household, after the first look at one."""
    note("seeding two households of all kinds of things")
    cluster.psql("-f", str(HERE / "pages.sql"))
    unread = "SELECT count(*) FROM recipes WHERE reading IS NULL AND household_id::text LIKE '%-0000000007d_'"
    for n in SIZES:
        for path in PAGES:
            foyer.get(path, cookie(n))
    while int(cluster.query(unread)):
        time.sleep(0.2)


def pages(foyer, cluster, folder, seconds):
    """Where there is no valgrind: microseconds of processor time of the program and of PostgreSQL for each page, in a small
    household and in a large one, by turns, one reader."""
    found = {}
    for path in PAGES:
        rows = []
        for _ in range(3):
            row = []
            for n in SIZES:
                file = folder / "one-cookie"
                file.write_text(cookie(n) + "\n")
                before = cpu_seconds(foyer.pid), cluster.cpu_seconds()
                requests = wrk(foyer.url + path, 1, seconds, (str(HERE / "items.lua"), str(file), path))[2]
                after = cpu_seconds(foyer.pid), cluster.cpu_seconds()
                row += [(after[i] - before[i]) / requests * 1e6 for i in range(2)]
            rows.append(row)
        found[path] = [statistics.median(row[i] for row in rows) for i in range(4)]
        note(f"{path}: {found[path]}")
    return found


def user_instructions(program, folder):
    """Thousands of user instructions of the program and of PostgreSQL for each page, in a small household and in a large one, and
    what the same page in C takes of both. The cluster must have been stopped."""
    counted = instructions.Counted(folder)
    server = instructions.Server(counted, folder / "data" / "postgres")
    foyer = floor = None
    found = {}
    try:
        foyer = Foyer(program, folder / "counted", server.url, counted.command("foyer"), counted.environment)
        foyer.wait_until_ready()
        for path in PAGES:
            small, large = (instructions.of_page(counted, foyer, server, path, cookie(n)) for n in SIZES)
            found[path] = small[0], small[1], large[0], large[1]
            note(f"{path}: " + ", ".join(f"{value:.0f}" for value in found[path]) + f"; {small[2]} and {large[2]} bytes")
        page = foyer.get(PAGE, cookie(SIZES[0]))[2]
        foyer.stop()
        floor = instructions.Floor(counted, server, free_port(), page)
        floor.check(PAGE, cookie(SIZES[0]), page)
        least = instructions.of_page(counted, floor, server, PAGE, cookie(SIZES[0]))
    finally:
        for process in (foyer, floor, server):
            if process:
                process.stop()
    return found, least


def program_times(foyer, cluster):
    """What requests of programs cost, in microseconds of PostgreSQL's processor time."""
    return programs.measure(foyer, cluster.query, cookie, programs.of_time(cluster), 5, note)


def program_instructions(program, folder):
    """The same in thousands of its user instructions. The cluster must have been stopped."""
    counted = instructions.Counted(folder)
    server = instructions.Server(counted, folder / "data" / "postgres")
    foyer = None
    try:
        foyer = Foyer(program, folder / "counted", server.url)
        foyer.wait_until_ready()
        return programs.measure(
            foyer, server.query, cookie, lambda work: instructions.of_request(counted, server, work), 1, note)
    finally:
        for process in (foyer, server):
            if process:
                process.stop()


def report_instructions(found, least):
    report_pages(found, "kinstr")
    print(f"floor {PAGE}: app {least[0]:.0f} kinstr, pg {least[1]:.0f} kinstr")
    print(f"items_vs_floor: {found[PAGE][0] / least[0]:.2f}")


def report_pages(found, unit):
    for path, (app, pg, large_app, large_pg) in found.items():
        print(f"page {path}: app {app:.0f} -> {large_app:.0f} {unit}, pg {pg:.0f} -> {large_pg:.0f} {unit}")


def cooking(foyer, cluster, folder, seconds):
    """What PostgreSQL spends on recipes in a household that has 100,000 of them, milliseconds a page; one reader."""
    note("seeding 100,000 recipes")
    cluster.psql("-f", str(HERE / "recipes.sql"))
    file = folder / "one-cookie"
    file.write_text(cookie(HOUSEHOLDS + 1) + "\n")
    found = {}
    eaters = "&".join(f"for={eater}" for eater in [
        "01900000-0001-7000-8000-0000000007d1", *(f"01900000-0002-7000-8000-{n:012}" for n in [1, 2, 3])])
    for name, path in [("recipes_search", "/recipes/results"), ("recipes_search_page_2", "/recipes/results?page=2"),
                       ("recipes_search_4_eaters", f"/recipes/results?{eaters}"),
                       ("recipes_search_name", "/recipes/results?q=roast"), ("favorites", "/favorites"),
                       ("favorites_typing", "/favorites?q=dish%201"), ("shopping_100_lines", "/shopping"),
                       ("plan_week", "/plan"), ("plan_suggest", f"/plan/suggest?meal=dinner&day={datetime.date.today()}")]:
        costs = []
        for _ in range(3):
            before = cluster.cpu_seconds()
            _, _, requests, _ = wrk(foyer.url + path, 1, seconds, (str(HERE / "items.lua"), str(file), path))
            costs.append((cluster.cpu_seconds() - before) / requests * 1e3)
        found[name] = statistics.median(costs)
        note(f"{path}: PostgreSQL {found[name]:.2f} ms")
    return found


def stays(foyer, cluster, folder, seconds):
    """What the pages of stays cost PostgreSQL with 20,000 hosts and 200,000 requests, in microseconds a page: an ordinary
    household, and then one with 2,000 requests each way. The plain page of settings is what a session costs."""
    note("seeding 20,000 hosts and 200,000 requests")
    cluster.psql("-f", str(HERE / "stays.sql"))
    paths = ["/settings/how-to", "/hosts", "/hosts?q=j", "/hosts?q=joe", "/hosts?q=joe%20ham", "/hosts?q=%D0%BF%D0%B5%D1%82%D1%80",
             "/hosts?q=%EA%B9%80", "/hosts?q=nobody", "/requests", "/hosting/requests"]
    # Nights that all hosts have free, that none has, and with a word.
    today = datetime.date.today()
    for first, last, rest in [(100, 103, "&guests=2"), (3, 20, ""), (3, 20, "&q=joe")]:
        first, last = (today + datetime.timedelta(days=days) for days in (first, last))
        paths.insert(-2, f"/hosts?arrival={first}&departure={last}{rest}")
    found = {}
    for path in paths:
        file = folder / "one-cookie"
        costs = []
        for n in (15_000, 10_001):
            file.write_text(cookie(n) + "\n")
            rows = []
            for _ in range(3):
                before = cluster.cpu_seconds()
                _, _, requests, _ = wrk(foyer.url + path, 8, seconds, (str(HERE / "items.lua"), str(file), path))
                rows.append((cluster.cpu_seconds() - before) / requests * 1e6)
            costs.append(statistics.median(rows))
        found[path] = costs
        note(f"{path}: PostgreSQL {costs[0]:.0f} and {costs[1]:.0f} µs")
    return found


def check_page(foyer):
    """The page is the one that is meant: signed in, with 50 items. Its size in bytes."""
    cookie = next(cookies())
    status, url, body = foyer.get(PAGE, cookie)
    items = body.count(b'<li id="item-')
    if status != 200 or not url.endswith(PAGE) or items != 50:
        raise SystemExit(f"{PAGE} answered {status} at {url} with {items} items")
    return len(body)


def rounds(arguments, foyer, cluster, nginx, script, page_bytes):
    rows = []
    for number in range(1, arguments.rounds + 1):
        row = {}
        short = max(2, arguments.seconds // 2)
        row["nginx"], *_ = wrk(nginx.url + "/", 64, short)
        row["healthz"], *_ = wrk(foyer.url + "/healthz", 64, short)
        with Peak(foyer.pid) as peak:
            before = cpu_seconds(foyer.pid), cluster.cpu_seconds()
            row["items"], row["p99_32"], requests, size = wrk(foyer.url + PAGE, 32, arguments.seconds, script)
            after = cpu_seconds(foyer.pid), cluster.cpu_seconds()
            row["items_512"], row["p99_512"], *_ = wrk(foyer.url + PAGE, 512, arguments.seconds, script)
        if not 0.8 * page_bytes < size < 1.3 * page_bytes:
            raise SystemExit(f"answers of {size:.0f} bytes are not the page of {page_bytes}")
        row["app_us"] = (after[0] - before[0]) / requests * 1e6
        row["pg_us"] = (after[1] - before[1]) / requests * 1e6
        row["rss"] = peak.mb
        rows.append(row)
        note(f"round {number}: " + ", ".join(f"{name} {value:.1f}" for name, value in row.items()))
    return rows


def main():
    parser = argparse.ArgumentParser(prog="bin/bench")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=6, help="of each load in each round")
    parser.add_argument("--only", choices=["caldav", "growth", "pages", "programs", "streams"], help="measure this part alone")
    arguments = parser.parse_args()

    # Not under a folder that only we may enter: started by root, PostgreSQL runs as somebody else.
    folder = Path(tempfile.mkdtemp(prefix="foyer-bench-"))
    folder.chmod(0o755)
    foyer = cluster = nginx = None
    try:
        foyer = Foyer(arguments.program, folder / "data")
        foyer.wait_until_ready()
        cluster = Cluster(folder / "data")
        if arguments.only == "caldav":
            caldav.report(caldav.measure(foyer, cluster, cookie, cpu_seconds, note))
            return
        note("seeding 2,000 households")
        cluster.psql("-f", str(HERE / "seed.sql"))
        (folder / "cookies").write_text("\n".join(cookies()) + "\n")
        if arguments.only == "growth":
            report_growth(growth(foyer, cluster, folder, max(2, arguments.seconds // 2)))
            return
        if arguments.only == "pages":
            seed_pages(foyer, cluster)
            if instructions.is_here():
                foyer.stop()
                cluster.stop()
                report_instructions(*user_instructions(arguments.program, folder))
            else:
                report_pages(pages(foyer, cluster, folder, max(2, arguments.seconds // 2)), "us")
            return
        if arguments.only == "programs":
            programs.seed(cluster, folder)
            note("requests that wait")
            programs.report_polls(programs.polls(foyer, resident_mb))
            if instructions.is_here():
                foyer.stop()
                cluster.stop()
                programs.report(program_instructions(arguments.program, folder), "kinstr")
            else:
                programs.report(program_times(foyer, cluster), "us")
            return
        if arguments.only == "streams":
            streams.report(streams.measure(foyer, cluster, folder, list(cookies()), resident_mb, note))
            return
        script = (str(HERE / "items.lua"), str(folder / "cookies"), PAGE)
        page_bytes = check_page(foyer)
        nginx = Nginx(folder)
        rows = rounds(arguments, foyer, cluster, nginx, script, page_bytes)
        compressed = compression(foyer, folder, max(2, arguments.seconds // 2))
        grown = growth(foyer, cluster, folder, max(2, arguments.seconds // 2))
        seed_pages(foyer, cluster)
        of_pages = None if instructions.is_here() else pages(foyer, cluster, folder, max(2, arguments.seconds // 2))
        cooked = cooking(foyer, cluster, folder, max(2, arguments.seconds // 2))
        stayed = stays(foyer, cluster, folder, max(2, arguments.seconds // 2))
        held, idle_mb, newcomer_ms = hold_idle(foyer, IDLE, 20)
        programs.seed(cluster, folder)
        polled = programs.polls(foyer, resident_mb)
        of_programs = None if instructions.is_here() else program_times(foyer, cluster)
        streamed = streams.measure(foyer, cluster, folder, list(cookies()), resident_mb, note)
        shared = caldav.measure(foyer, cluster, cookie, cpu_seconds, note)
        cold = cold_start_ms(arguments.program, folder, cluster, 15)
        server = cluster.query("SHOW server_version").strip()
        if instructions.is_here():
            foyer.stop()
            cluster.stop()
            of_instructions = user_instructions(arguments.program, folder)
            of_programs = program_instructions(arguments.program, folder)
    finally:
        if nginx:
            nginx.stop()
        if foyer:
            foyer.stop()
        if cluster:
            cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)

    def median(value):
        return statistics.median(value(row) for row in rows)

    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    print(f"machine: {os.cpu_count()} cores, {cpu[1] if cpu else platform.machine()}, Linux {platform.release()}, "
          f"PostgreSQL {server}")
    print(f"rounds: {arguments.rounds}")
    print(f"page_bytes: {page_bytes}")
    print(f"healthz_vs_nginx: {median(lambda row: row['healthz'] / row['nginx']):.3f}")
    print(f"items_per_second: {median(lambda row: row['items']):.0f}")
    print(f"healthz_per_second: {median(lambda row: row['healthz']):.0f}")
    print(f"nginx_per_second: {median(lambda row: row['nginx']):.0f}")
    print(f"app_cpu_us_per_page: {median(lambda row: row['app_us']):.1f}")
    print(f"pg_cpu_us_per_page: {median(lambda row: row['pg_us']):.1f}")
    print(f"p99_ms_32: {median(lambda row: row['p99_32']):.2f}")
    print(f"p99_ms_512: {median(lambda row: row['p99_512']):.2f}")
    print(f"rss_mb: {max(row['rss'] for row in rows):.1f}")
    print(f"cold_start_ms: {cold:.1f}")
    for coding, (cpu, speed, size) in compressed.items():
        print(f"{coding}_vs_plain: app_cpu {cpu:.2f}, speed {speed:.2f}, bytes {size:.3f}")
    report_growth(grown)
    if of_pages:
        report_pages(of_pages, "us")
    else:
        report_instructions(*of_instructions)
    for name, milliseconds in cooked.items():
        print(f"{name}_pg_ms: {milliseconds:.2f}")
    for path, (usual, busy) in stayed.items():
        print(f"stays {path}: pg {usual:.0f}, {busy:.0f} us")
    print(f"idle_connections_held: {held}")
    print(f"rss_mb_idle: {idle_mb:.1f}")
    print(f"newcomer_ms_idle: {newcomer_ms:.1f}")
    programs.report_polls(polled)
    programs.report(of_programs, "kinstr" if of_pages is None else "us")
    streams.report(streamed)
    caldav.report(shared)


if __name__ == "__main__":
    main()
