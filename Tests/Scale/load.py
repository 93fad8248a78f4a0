"""Load: people who sign up, read and write over keep-alive connections. Nothing is ever sent a second time, so that
every request that fails is counted. Each write that was acknowledged is remembered, and looked up at the end."""

import collections
import contextlib
import http.client
import itertools
import random
import re
import threading
import time
import urllib.parse
import uuid

PASSWORD = "a lantern by the door"
_numbers = itertools.count(1)


def uuid7():
    value = int(time.time() * 1000) << 80 | 7 << 76 | random.getrandbits(12) << 64 | 2 << 62 | random.getrandbits(62)
    return str(uuid.UUID(int=value))


class Person:
    """Somebody's browser: one connection that is kept, and cookies. Each has an address of its own."""

    def __init__(self, url, timeout=15, cookies=None):
        self.authority = urllib.parse.urlsplit(url).netloc
        self.timeout = timeout
        self.cookies = dict(cookies or {})
        self._forgets = {}  # when, by the cookie's name
        number = next(_numbers)
        self.address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.email = f"person-{uuid.uuid4().hex}@example.org"
        self._connection = None

    def headers(self):
        now = time.monotonic()
        cookies = "; ".join(
            f"{name}={value}" for name, value in self.cookies.items() if self._forgets.get(name, now + 1) > now)
        headers = {"X-Forwarded-For": self.address, "Sec-Fetch-Site": "same-origin"}
        return headers | ({"Cookie": cookies} if cookies else {})

    def ask(self, method, path, fields=None):
        """The status and the body. A transport's error is raised: OSError or HTTPException."""
        body = urllib.parse.urlencode(fields) if fields is not None else None
        headers = self.headers() | ({"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {})
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self.authority, timeout=self.timeout)
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            content = answer.read()
        except BaseException:
            self.close()
            raise
        for field in answer.headers.get_all("Set-Cookie", []):
            name, _, value = field.split(";")[0].partition("=")
            self.cookies[name] = value
            if age := re.search(r"; Max-Age=(\d+)", field):
                self._forgets[name] = time.monotonic() + int(age[1])
        if answer.will_close:
            self.close()
        return answer.status, content

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, **fields):
        return self.ask("POST", path, fields)

    def close(self):
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def sign_up(self):
        status, _ = self.post("/signup", name="Camille", email=self.email, password=PASSWORD)
        assert status == 303, f"signing up answered {status}"
        return self

    def elsewhere(self, url):
        """The same session on another server or connection."""
        return Person(url, self.timeout, self.cookies)


class Load:
    """`people` of whom each sends one request after the other, to one of the `urls`, until the `with` block ends.

    They read what they have last written; a write is a new to-do. After a failure one waits for 50 ms.
    """

    def __init__(self, urls, people=8, writes=0.5, pause=0.005, timeout=15):
        self.urls = [urls] if isinstance(urls, str) else list(urls)
        self.writes, self.pause = writes, pause
        self.people = [Person(self.urls[number % len(self.urls)], timeout) for number in range(people)]
        self.statuses = collections.Counter()  # by method and status, or the name of the transport's error
        self.failures = []                     # (seconds since the start, method, status or error, seconds it took)
        self.acknowledged = set()              # ids of to-dos
        self.stale = 0                         # what somebody had written was not there for the same person
        self.longest = 0.0                     # seconds of a request
        self.longest_gap = 0.0                 # seconds without any success
        self._last_success = None
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._threads = []

    @property
    def requests(self):
        return sum(self.statuses.values())

    def __enter__(self):
        for person in self.people:
            person.sign_up()
        self._start = self._last_success = time.monotonic()
        self._threads = [threading.Thread(target=self._work, args=(person,)) for person in self.people]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def wait(self, requests=None, seconds=None):
        """Until so many more requests were made, or so many seconds have passed."""
        requests = self.requests + requests if requests else None
        end = time.monotonic() + seconds if seconds else None
        while not (requests and self.requests >= requests or end and time.monotonic() >= end):
            time.sleep(0.01)

    def _work(self, person):
        last = None
        while not self._is_over.is_set():
            start = time.monotonic()
            method = "POST" if last is None or random.random() < self.writes else "GET"
            id = uuid7() if method == "POST" else last
            try:
                if method == "POST":
                    result, _ = person.post("/items", id=id, title=f"Title {id}", description="", category="")
                else:
                    result, page = person.get(f"/items/{id}/edit")
                    # A page without it, and the sign-in page, are no success.
                    if result == 200 and id.encode() not in page:
                        result = "200 of something else"
            except (OSError, http.client.HTTPException) as error:
                result = type(error).__name__
            is_good = result == (303 if method == "POST" else 200)
            self._note(method, id, result, is_good, start)
            if is_good:
                last = id
            self._is_over.wait(self.pause if is_good else 0.05)

    def _note(self, method, id, result, is_good, start):
        now = time.monotonic()
        with self._lock:
            self.statuses[method, result] += 1
            self.longest = max(self.longest, now - start)
            if is_good:
                self.longest_gap = max(self.longest_gap, now - self._last_success)
                self._last_success = now
                if method == "POST":
                    self.acknowledged.add(id)
            else:
                self.stale += result == 404
                self.failures.append((round(start - self._start, 2), method, result, round(now - start, 2)))

    def lost(self, cluster):
        """How many acknowledged writes the database does not have."""
        ids = ",".join(self.acknowledged)
        return int(cluster.sql(
            f"SELECT count(*) FROM unnest(string_to_array('{ids}', ',')::uuid[]) AS one (id) "
            "WHERE NOT EXISTS (SELECT FROM items WHERE items.id = one.id)"))

    def counts(self, cluster):
        """For `expect`; the first failures go with them, as they tell what to mend."""
        for failure in self.failures[:5]:
            print("failure: {} s after the start, {}: {} after {} s".format(*failure))
        return {
            "requests": self.requests,
            "answers": ", ".join(f"{count} {method} {what}" for (method, what), count in self.statuses.most_common()),
            "failed": len(self.failures),
            "own writes not seen": self.stale,
            "acknowledged writes": len(self.acknowledged),
            "acknowledged writes lost": self.lost(cluster),
            "longest request, ms": round(self.longest * 1000),
            "longest time without a success, ms": round(self.longest_gap * 1000),
        }


class Listener:
    """A page's event stream, which is opened again when it ends, as browsers do, until the `with` block ends."""

    def __init__(self, person, url=None):
        self._person = person.elsewhere(url) if url else person.elsewhere(f"http://{person.authority}")
        self.events = []      # (time.monotonic(), name)
        self.opened = 0       # how often it was opened
        self.refused = collections.Counter()  # statuses but 200, and transport errors while opening
        self.is_open = False
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._connection = None

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        with contextlib.suppress(OSError, AttributeError):
            self._connection.sock.shutdown(2)
        self._thread.join(5)

    def _listen(self):
        while not self._is_over.is_set():
            self._connection = http.client.HTTPConnection(self._person.authority, timeout=60)
            try:
                self._connection.request("GET", "/events", headers=self._person.headers())
                answer = self._connection.getresponse()
                if answer.status == 200:
                    self._read(answer)
                else:
                    self.refused[answer.status] += 1
            except (OSError, http.client.HTTPException, AttributeError) as error:
                if not self.is_open:
                    self.refused[type(error).__name__] += 1
            self.is_open = False
            self._connection.close()
            # Browsers wait for 2 to 8 seconds, as the stream tells them to.
            self._is_over.wait(0.1)

    def _read(self, answer):
        while line := answer.readline():
            if line.startswith(b"retry:"):
                self.opened += 1
                self.is_open = True
            if line.startswith(b"event:"):
                self.events.append((time.monotonic(), line[6:].decode().strip()))

    def heard_after(self, moment, seconds=5, event="items"):
        """Seconds from the moment (of time.monotonic()) until the event was heard; None if it was not in time."""
        while time.monotonic() < moment + seconds:
            found = [at for at, name in list(self.events) if at >= moment and name == event]
            if found:
                return found[0] - moment
            time.sleep(0.005)
        return None
