"""What programs cost: a change and a look at changes by the API, beside the same by a page, and requests that wait."""

import base64
import hashlib
import http.client
import json
import socket
import statistics
import urllib.parse

POLLS = 1_000
REQUESTS = 800
ROUNDS = 5


def token(n):
    secret = hashlib.sha256(f"program {n}".encode()).digest()
    return "foyer_" + base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def household(n):
    return f"01900000-0000-7000-8000-{n:012x}"


def item(n, i):
    return f"0190{i:04x}-0000-7000-8000-{n:012x}"


def seed(cluster, folder):
    """Gives the members of the first households a token each, with every right."""
    rows = ", ".join(
        f"('{household(n)}', '{household(n)}', '01900000-0001-7000-8000-{n:012x}', 'benchmark', 'items:write shopping:write', "
        f"'\\x{hashlib.sha256(token(n).encode()).hexdigest()}')" for n in range(1, POLLS + 1))
    script = folder / "tokens.sql"
    script.write_text(f"INSERT INTO access_tokens (household_id, id, person_id, name, scopes, token_hash) VALUES {rows};")
    cluster.psql("-v", "ON_ERROR_STOP=1", "-f", str(script))


class Client:
    """One connection, by which a page or a program asks."""

    def __init__(self, foyer, headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", foyer.port, timeout=60)
        self.headers = headers
        # Under valgrind planning a statement for the first time may take longer than the program waits for PostgreSQL.
        self.patience = 20

    def send(self, method, path, body=None, **headers):
        try:
            self.connection.request(method, path, body, self.headers | headers)
            answer = self.connection.getresponse()
        except ConnectionError:
            # It was idle for too long.
            self.connection.close()
            self.connection.request(method, path, body, self.headers | headers)
            answer = self.connection.getresponse()
        text = answer.read()
        if answer.status == 503 and self.patience:
            self.patience -= 1
            return self.send(method, path, body, **headers)
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status} {text[:300]}")
        return text


def api(foyer, n):
    return Client(foyer, {"Authorization": f"Bearer {token(n)}", "Content-Type": "application/json"})


def tick(page, foyer, n, turn):
    """Ticks an item, or takes the tick back."""
    page.send(
        "POST", f"/items/{item(n, 1)}/done", urllib.parse.urlencode({"done": "true" if turn % 2 else "false"}),
        Origin=foyer.url, **{"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"})


class Patch:
    """Changes an item's priority, each time with the version of the answer before."""

    def __init__(self, program, n):
        self.program, self.path = program, f"/api/v1/items/{item(n, 2)}"
        self.version = json.loads(program.send("GET", self.path))["version"]

    def __call__(self, turn):
        body = json.dumps({"priority": "high" if turn % 2 else "low"})
        self.version = json.loads(
            self.program.send("PATCH", self.path, body, **{"If-Match": f'"{self.version}"'}))["version"]


def settled(program):
    """A state after which there is nothing."""
    state, named = "", True
    while named:
        answer = json.loads(program.send("GET", f"/api/v1/changes?since={state}"))
        state, named = answer["state"], answer["created"] or answer["changed"] or answer["deleted"]
    return state


def of_time(cluster):
    """How PostgreSQL's processor time is measured where there is no valgrind: microseconds a request."""
    def cost(work):
        before = cluster.cpu_seconds()
        for turn in range(REQUESTS):
            work(turn)
        return (cluster.cpu_seconds() - before) / REQUESTS * 1e6

    return cost


def costs(foyer, query, cookie, cost, rounds):
    """What a request costs PostgreSQL, by turns: the median of the rounds, of each kind."""
    rows = []
    for round_ in range(rounds):
        # A token of its own each round: the limits of one are not what is measured.
        n = 2 * round_ + 1
        page = Client(foyer, {"Cookie": cookie(n)})
        patch = Patch(api(foyer, n), n)
        program = api(foyer, n + 1)
        state = settled(program)
        query(f"UPDATE items SET version = version + 1 WHERE household_id = '{household(n + 1)}' AND id <= '{item(n + 1, 50)}'")
        path = f"/api/v1/changes?since={state}"
        found = json.loads(program.send("GET", path + "&include=rows"))
        if len(found["changed"]) != 50:
            raise SystemExit(f"{len(found['changed'])} changes, not 50")
        rows.append({
            "tick": cost(lambda turn: tick(page, foyer, n, turn)),
            "patch": cost(patch),
            "list": cost(lambda turn: page.send("GET", "/items")),
            "changes": cost(lambda turn: program.send("GET", path)),
            "changes_rows": cost(lambda turn: program.send("GET", path + "&include=rows")),
        })
    found = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    for name, other in [("patch", "tick"), ("changes", "list"), ("changes_rows", "list")]:
        found[f"{name}_vs_{other}"] = statistics.median(row[name] / row[other] for row in rows)
    return found


def followed_tick(foyer, query, cookie, cost, rounds):
    """What a page's tick costs PostgreSQL with the trigger that notes it for `/changes` ÷ without, by turns."""
    page, ratios = Client(foyer, {"Cookie": cookie(1)}), []
    for _ in range(rounds):
        row = []
        for action in ("DISABLE", "ENABLE"):
            query(f"ALTER TABLE items {action} TRIGGER items_followed_again")
            row.append(cost(lambda turn: tick(page, foyer, 1, turn)))
        ratios.append(row[1] / row[0])
    return statistics.median(ratios)


def polls(foyer, resident_mb):
    """How much larger the program is with 1,000 requests that wait for a change, which began one after the other, and then with as
    many that begin at once; and whether each is answered by a change."""
    states = {}
    for n in range(1, POLLS + 1):
        states[n] = json.loads(api(foyer, n).send("GET", "/api/v1/changes"))["state"]

    def wait(n):
        connection = socket.create_connection(("127.0.0.1", foyer.port), timeout=60)
        connection.sendall(
            f"GET /api/v1/changes?since={states[n]}&wait=55 HTTP/1.1\r\nHost: 127.0.0.1:{foyer.port}\r\n"
            f"Authorization: Bearer {token(n)}\r\n\r\n".encode())
        return connection

    def follow(n):
        """Whoever has asked before waits once another request of its own is answered."""
        api(foyer, n).send("GET", "/api/v1/people")

    before, sockets = resident_mb(foyer.pid), []
    for n in range(1, POLLS + 1):
        sockets.append(wait(n))
        follow(n)
    held = resident_mb(foyer.pid) - before
    program = api(foyer, 1)
    program.send("POST", "/api/v1/items", '{"title": "Told"}')
    answered = sockets[0].recv(65536).startswith(b"HTTP/1.1 200")
    waiting = sum(1 for connection in sockets[1:] if waits(connection))
    for connection in sockets:
        connection.close()
    sockets = [wait(n) for n in range(1, POLLS + 1)]
    follow(POLLS)
    at_once = resident_mb(foyer.pid) - before
    for connection in sockets:
        connection.close()
    return {"mb": held, "mb_at_once": at_once, "told": answered, "waiting": waiting}


def waits(connection):
    """Whether it has had no answer yet."""
    connection.setblocking(False)
    try:
        connection.recv(1, socket.MSG_PEEK)
        return False
    except BlockingIOError:
        return True


def measure(foyer, query, cookie, cost, rounds, note):
    """What requests cost PostgreSQL; the members have tokens (`seed`)."""
    found = costs(foyer, query, cookie, cost, rounds)
    note(str(found))
    return found | {"tick_followed": followed_tick(foyer, query, cookie, cost, rounds)}


def report(found, unit):
    print(f"api_patch_vs_tick: {found['patch_vs_tick']:.2f} (pg {found['patch']:.0f} and {found['tick']:.0f} {unit})")
    print(f"api_changes_vs_list: {found['changes_vs_list']:.2f}, with rows {found['changes_rows_vs_list']:.2f} "
          f"(pg {found['changes']:.0f}, {found['changes_rows']:.0f} and {found['list']:.0f} {unit})")
    print(f"followed_tick: {found['tick_followed']:.3f}")


def report_polls(found):
    print(f"long_polls_waiting: {found['waiting']} of {POLLS - 1}, told: {found['told']}")
    print(f"rss_mb_long_polls: {found['mb']:.1f}, begun at once {found['mb_at_once']:.1f}")
