"""Open event streams: what they cost, and how long a change takes to reach those who listen."""

import random
import re
import select
import socket
import statistics
import subprocess
import threading
import time
import urllib.parse
import urllib.request

STREAMS = 10_000


class Readers:
    """Open streams, read by one thread; notes when each was told something."""

    def __init__(self, foyer, cookies, count):
        self.poll, self.sockets, self.heard, self.lock = select.epoll(), {}, {}, threading.Lock()
        self.of = []
        self.over = threading.Event()
        for n in range(count):
            connection = socket.create_connection(("127.0.0.1", foyer.port), timeout=20)
            cookie = cookies[n % len(cookies)]
            connection.sendall(
                f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{foyer.port}\r\nCookie: {cookie}\r\n\r\n".encode())
            self.sockets[connection.fileno()] = connection
            self.of.append(connection.fileno())
            # As many at once as find their session without a queue: who comes back after a restart is spread, too.
            if n >= 200:
                self.begin(self.of[n - 200])
        for descriptor in self.of[-200:]:
            self.begin(descriptor)
        self.open = len(self.of)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def begin(self, descriptor):
        """Reads to the stream's first words; from then on the thread reads it."""
        connection, text = self.sockets[descriptor], b""
        while b"retry:" not in text:
            more = connection.recv(4096)
            if not more or b" 503 " in text:
                raise SystemExit(f"no stream: {text.decode()}")
            text += more
        connection.setblocking(False)
        self.poll.register(connection, select.EPOLLIN)

    def read(self):
        while not self.over.is_set():
            for descriptor, _ in self.poll.poll(0.2):
                try:
                    text = self.sockets[descriptor].recv(65536)
                except BlockingIOError:
                    continue
                now = time.perf_counter()
                if not text:
                    self.poll.unregister(descriptor)
                elif b"event:" in text:
                    with self.lock:
                        self.heard.setdefault(descriptor, now)

    def wait(self, expected, timeout=20):
        """When each of these was first told something since `forget`."""
        end = time.perf_counter() + timeout
        while time.perf_counter() < end:
            with self.lock:
                if all(descriptor in self.heard for descriptor in expected):
                    return [self.heard[descriptor] for descriptor in expected]
            time.sleep(0.001)
        raise SystemExit("some readers were not told")

    def forget(self):
        with self.lock:
            self.heard = {}

    def close(self):
        self.over.set()
        self.thread.join()
        for connection in self.sockets.values():
            connection.close()


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def change(foyer, cookie, item, done):
    """Ticks an item as a browser does."""
    request = urllib.request.Request(
        f"{foyer.url}/items/{item}/done", data=urllib.parse.urlencode({"done": done}).encode(),
        headers={"Cookie": cookie, "Origin": foyer.url, "HX-Request": "true"})
    urllib.request.urlopen(request, timeout=10).read()


def announced_writes(cluster, folder):
    """Transactions a second that tick an item, with the trigger that announces it and without, by turns."""
    script = folder / "tick.pgbench"
    script.write_text("""
\\set n random(1, 2000)
\\set i random(1, 50)
\\startpipeline
SELECT set_config('foyer.household', '01900000-0000-7000-8000-' || lpad(to_hex(:n::int), 12, '0'), true),
  set_config('foyer.person', '01900000-0001-7000-8000-' || lpad(to_hex(:n::int), 12, '0'), true), set_config('role', 'foyer_app', true);
UPDATE items SET done_at = CASE WHEN done_at IS NULL THEN now() END, version = version + 1
WHERE id = ('0190' || lpad(to_hex(:i::int), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(:n::int), 12, '0'))::uuid AND deleted_at IS NULL;
\\endpipeline
""")

    def speed(clients):
        output = subprocess.run(
            ["pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", "4", "-f", str(script), *cluster.options,
             "foyer"], check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout
        return float(re.search(r"tps = ([\d.]+)", output)[1])

    found = {}
    for clients in (1, 8):
        rows = []
        for _ in range(3):
            row = []
            for action in ("DISABLE", "ENABLE"):
                cluster.query(f"ALTER TABLE items {action} TRIGGER items_announced")
                row.append(speed(clients))
            rows.append(row)
        found[clients] = [statistics.median(row[i] for row in rows) for i in (0, 1)]
    return found


def measure(foyer, cluster, folder, cookies, resident_mb, note):
    found = {"writes": announced_writes(cluster, folder)}
    note("opening streams")
    before = resident_mb(foyer.pid)
    readers = Readers(foyer, cookies, STREAMS)
    time.sleep(30)  # each has had a heartbeat, and its session was looked at
    found["streams"], found["mb"] = readers.open, resident_mb(foyer.pid)
    found["kb_each"] = (found["mb"] - before) * 1024 / STREAMS
    households = len(cookies)

    note("one household's changes")
    one = []
    for _ in range(300):
        n = random.randrange(households)
        item = f"0190{random.randint(1, 50):04x}-0000-7000-8000-{n + 1:012x}"
        mine = [readers.of[k] for k in range(n, STREAMS, households)]
        readers.forget()
        began = time.perf_counter()
        # Setting both ways: one of them changes something.
        change(foyer, cookies[n], item, "true")
        change(foyer, cookies[n], item, "false")
        one += [(at - began) * 1000 for at in readers.wait(mine)]
        time.sleep(0.02)
    found["one"] = one

    note("everybody's changes at once")
    every = []
    for _ in range(10):
        readers.forget()
        began = time.perf_counter()
        cluster.query(
            "SELECT count(pg_notify('foyer_events', id || ' items')) FROM households")
        every += [(at - began) * 1000 for at in readers.wait(readers.of)]
        time.sleep(0.5)
    found["every"] = every

    # Streams that stay open must not slow the rest down.
    found["newcomer_ms"] = statistics.median(timed(lambda: foyer.get("/healthz")) for _ in range(20))
    readers.close()
    return found


def timed(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def report(found):
    print(f"streams_open: {found['streams']}")
    print(f"rss_mb_streams: {found['mb']:.1f}")
    print(f"kb_per_stream: {found['kb_each']:.2f}")
    print(f"change_ms: p50 {percentile(found['one'], 0.5):.1f}, p99 {percentile(found['one'], 0.99):.1f}")
    print(f"change_ms_all_streams: p50 {percentile(found['every'], 0.5):.0f}, p99 {percentile(found['every'], 0.99):.0f}")
    print(f"newcomer_ms_streams: {found['newcomer_ms']:.1f}")
    for clients, (without, announced) in found["writes"].items():
        print(f"announced_writes_{clients}: {announced / without:.2f} of {without:.0f} a second")
