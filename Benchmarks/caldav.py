"""Calendar programs: what a first sync, an unchanged sync and many phones that poll cost in a household of 10,000 to-dos."""

import base64
import hashlib
import http.client
import re
import statistics
import time

HOUSEHOLD = 3001
ITEMS = 10_000
# DAVx⁵, Thunderbird and Evolution ask for some at once.
PIECE = 100
PHONES = 200
LIST = "/dav/calendars/none/"
BROWSING = ["/", "/items", "/calendar", "/shopping", "/plan"]

SEED = f"""
CREATE TEMPORARY TABLE bench AS SELECT format('01900000-0000-7000-8000-%s', lpad(to_hex({HOUSEHOLD}), 12, '0'))::uuid AS household,
  format('01900000-0001-7000-8000-%s', lpad(to_hex({HOUSEHOLD}), 12, '0'))::uuid AS person;
INSERT INTO households (id, name) SELECT household, 'Large' FROM bench;
INSERT INTO people (household_id, id, name, time_zone) SELECT household, person, 'Camille', 'Europe/Paris' FROM bench;
INSERT INTO accounts (person_id, household_id, email, password) SELECT person, household, 'large@example.org', '' FROM bench;
INSERT INTO sessions (token_hash, household_id, person_id)
SELECT sha256(sha256(convert_to('visitor {HOUSEHOLD}', 'UTF8'))), household, person FROM bench;
INSERT INTO items (household_id, id, title, description, due_at, created_at, position, age_order)
SELECT household, format('019a%s-0000-7000-8000-000000000003', lpad(to_hex(i), 4, '0'))::uuid, 'Water the plants on the balcony (' || i || ')',
  CASE WHEN i % 2 = 0 THEN 'Ask Jo & Sam first; the receipt is in the blue folder, second shelf from the top.' ELSE '' END,
  CASE WHEN i % 3 = 0 THEN now() + i * interval '17 hours' END, now() - i * interval '1 minute', -i, -i
FROM generate_series(1, {ITEMS}) AS i, bench;
INSERT INTO access_tokens (household_id, id, person_id, name, scopes, token_hash)
SELECT household, format('019b0000-0000-7000-8000-%s', lpad(to_hex(n), 12, '0'))::uuid, person, 'Phone ' || n, 'caldav',
  sha256(convert_to(
    'foyer_' || translate(rtrim(encode(sha256(convert_to('phone ' || n, 'UTF8')), 'base64'), '='), '+/', '-_'), 'UTF8'))
FROM bench, generate_series(1, {PHONES}) AS n;
"""


class Phone:
    def __init__(self, foyer, number):
        token = "foyer_" + base64.urlsafe_b64encode(hashlib.sha256(f"phone {number}".encode()).digest()).rstrip(b"=").decode()
        self.headers = {"Authorization": "Basic " + base64.b64encode(f"x:{token}".encode()).decode(), "Content-Type": "application/xml"}
        self.connection = http.client.HTTPConnection("127.0.0.1", foyer.port)

    def send(self, method, path, body, depth="1"):
        self.connection.request(method, path, body.encode(), self.headers | {"Depth": depth})
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status != 207:
            raise SystemExit(f"{method} {path}: {answer.status} {text[:500]}")
        return text

    def changes(self, token):
        text = self.send(
            "REPORT", LIST,
            f'<d:sync-collection xmlns:d="DAV:"><d:sync-token>{token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/>'
            "</d:prop></d:sync-collection>")
        return re.findall("<D:href>([^<]+)", text), re.search("<D:sync-token>([^<]+)", text)[1]

    def objects(self, hrefs):
        text = self.send(
            "REPORT", LIST,
            '<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>'
            + "".join(f"<d:href>{href}</d:href>" for href in hrefs) + "</c:calendar-multiget>")
        return text.count("BEGIN:VTODO")

    def first(self):
        """The tags of all, and then the objects."""
        hrefs, token = self.changes("")
        found = sum(self.objects(hrefs[start:start + PIECE]) for start in range(0, len(hrefs), PIECE))
        if found != ITEMS:
            raise SystemExit(f"{found} objects")
        return token

    def whole(self):
        """As vdirsyncer and Home Assistant read all at once."""
        text = self.send(
            "REPORT", LIST,
            '<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>'
            '<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>')
        if text.count("BEGIN:VTODO") != ITEMS:
            raise SystemExit("not all objects")

    def state(self):
        return self.send(
            "PROPFIND", LIST,
            '<d:propfind xmlns:d="DAV:" xmlns:s="http://calendarserver.org/ns/"><d:prop><s:getctag/><d:sync-token/></d:prop></d:propfind>',
            "0")


def greatest_mb(pid, work):
    """Seconds that the work takes, and by how much the program's greatest resident size grows meanwhile."""
    status = f"/proc/{pid}/status"
    with open(f"/proc/{pid}/clear_refs", "w") as file:
        file.write("5")

    def kb(name):
        with open(status) as file:
            return int(re.search(name + r":\s+(\d+) kB", file.read())[1])

    before, began = kb("VmRSS"), time.perf_counter()
    value = work()
    return value, time.perf_counter() - began, (kb("VmHWM") - before) / 1024


def statements(cluster, work):
    """What PostgreSQL executes for some work: how many statements, and milliseconds for them."""
    cluster.query("ALTER SYSTEM SET log_min_duration_statement = 0")
    cluster.query("SELECT pg_reload_conf()")
    time.sleep(1)
    start = cluster.log.stat().st_size
    work()
    time.sleep(1)
    cluster.query("ALTER SYSTEM RESET log_min_duration_statement")
    cluster.query("SELECT pg_reload_conf()")
    with cluster.log.open(errors="replace") as file:
        file.seek(start)
        text = file.read()
    found = re.findall(r"duration: ([0-9.]+) ms  (parse|bind|execute|statement)([^\n]*)", text)
    texts = [words for _, kind, words in found if kind in ("execute", "statement") and "pg_reload_conf" not in words and "ALTER SYSTEM" not in words]
    return len(texts), sum(float(took) for took, kind, words in found if "pg_reload_conf" not in words and "ALTER SYSTEM" not in words)


def cost(cluster, times, work):
    """Milliseconds of processor time of all server processes."""
    before = cluster.cpu_seconds()
    for _ in range(times):
        work()
    return (cluster.cpu_seconds() - before) / times * 1000


def measure(foyer, cluster, cookie, cpu_seconds, note):
    note("seeding a household of 10,000 to-dos and 200 phones")
    cluster.query(SEED)
    cluster.query("VACUUM ANALYZE")
    found = {}
    phone = Phone(foyer, 1)
    phone.state()
    note("a first sync")
    token, found["first_s"], found["first_mb"] = greatest_mb(foyer.pid, phone.first)
    again = Phone(foyer, 2)
    _, found["whole_s"], found["whole_mb"] = greatest_mb(foyer.pid, again.whole)
    again, before = Phone(foyer, 3), (cpu_seconds(foyer.pid), cluster.cpu_seconds())
    found["again_s"] = greatest_mb(foyer.pid, again.first)[1]
    found["again_app_cpu_s"], found["again_pg_cpu_s"] = cpu_seconds(foyer.pid) - before[0], cluster.cpu_seconds() - before[1]
    note("an unchanged sync")
    for name, work in [("state", phone.state), ("changes", lambda: phone.changes(token))]:
        for _ in range(20):
            work()
        found[f"{name}_statements"], found[f"{name}_logged_ms"] = statements(cluster, work)
        found[f"{name}_pg_ms"] = statistics.median(cost(cluster, 100, work) for _ in range(3))

    def browse():
        for path in BROWSING:
            foyer.get(path, cookie(HOUSEHOLD))

    browse()
    page = statistics.median(cost(cluster, 20, browse) for _ in range(3)) / len(BROWSING)
    phones = [Phone(foyer, number) for number in range(1, PHONES + 1)]

    def poll():
        for one in phones:
            one.state()

    poll()
    # Four times an hour.
    found["page_pg_ms"], found["phones_pg_ms_an_hour"] = page, cost(cluster, 3, poll) * 4
    found["phones_as_pages_an_hour"] = found["phones_pg_ms_an_hour"] / page
    return found


def report(found):
    for name, value in found.items():
        print(f"caldav_{name}: {value:.0f}" if name.endswith("statements") else f"caldav_{name}: {value:.2f}")
