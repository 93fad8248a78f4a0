"""Programs whose answers are lost: a proxy cuts connections at random, and what was sent is sent again until it is answered."""

import http.client
import json
import os
import random
import socket
import threading
import time
import uuid

import pytest

from journeys import member

WRITES = int(os.environ.get("WRITES", "300"))
CLIENTS = 4


class Cutter:
    """A TCP proxy that hands a whole request over and then, for a part of them, cuts the connection: before the answer or within it."""

    def __init__(self, target, seed):
        self._target = target
        self._random = random.Random(seed)
        self.cut = 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            # One request a connection: what is cut is known.
            threading.Thread(target=self._serve, args=(client, self._random.choice([None, None, 0, 40])), daemon=True).start()

    def _serve(self, client, most):
        with client, socket.create_connection(self._target) as server:
            request = b""
            while b"\r\n\r\n" not in request:
                request += client.recv(65536)
            head, _, body = request.partition(b"\r\n\r\n")
            length = next((int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
            while len(body) < length:
                body += client.recv(65536)
            server.sendall(head + b"\r\n\r\n" + body)
            if most == 0 and self._random.random() < 0.5:
                # The server may not have begun.
                self.cut += 1
                return
            first = server.recv(65536)
            if most is not None:
                self.cut += 1
                client.sendall(first[:most])
                return
            while first:
                client.sendall(first)
                first = server.recv(65536)

    def stop(self):
        self._server.close()


class Program:
    """Sends each request until it is answered."""

    def __init__(self, port, token):
        self._port, self._token = port, token

    def send(self, method, path, body=None, **fields):
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=120)
            try:
                headers = {"Authorization": f"Bearer {self._token}", "Connection": "close"} | {
                    name.replace("_", "-"): value for name, value in fields.items()}
                if body is not None:
                    headers["Content-Type"] = "application/json"
                connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
                answer = connection.getresponse()
                text = answer.read()
                # Cut within its head.
                if answer.status != 204 and answer.getheader("Content-Length") is None:
                    continue
                # Thousands of writes exceed the token's share of a minute.
                if answer.status == 429:
                    time.sleep(int(answer.getheader("Retry-After")))
                    continue
                # The same request is being answered still.
                if answer.status in (409, 503) and "Idempotency_Key" in fields:
                    continue
                return answer.status, json.loads(text) if text else None
            except (OSError, http.client.HTTPException):
                continue
            finally:
                connection.close()


@pytest.fixture(scope="module")
def token(chromium, foyer):
    state = member(chromium, foyer, "Ada Lovelace", "lost@example.org")
    context = chromium.new_context(storage_state=state, locale="en-US")
    page = context.new_page()
    page.goto(foyer.url + "/settings/tokens")
    page.get_by_label("Name").fill("Script")
    for scope in ["Items: read and change", "Shopping: read and change"]:
        page.get_by_label(scope).check()
    page.get_by_role("button", name="Create token").click()
    text = page.locator("code").first.inner_text()
    context.close()
    return text


def test_nothing_is_doubled_lost_or_overwritten_unseen(foyer, token):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    host, port = foyer.url.removeprefix("http://").split(":")
    cutter = Cutter((host, int(port)), seed)
    direct = Program(int(port), token)
    # An item that all change: each adds its own mark to the text that it has read.
    _, shared = direct.send("POST", "/items", {"title": "Shared", "description": "."})
    wanted, marks, failures = [], [], []
    lock = threading.Lock()

    def work(number):
        dice = random.Random(seed + number)
        program = Program(cutter.port, token)
        for step in range(WRITES // CLIENTS):
            name = f"Article {number}-{step}"
            kind = dice.randrange(5)
            if kind == 0:
                status, row = program.send("POST", "/items", {"id": str(uuid.uuid4()), "title": name})
                good = status in (200, 201) and row["title"] == name
            elif kind == 1:
                status, row = program.send("POST", "/items", {"title": name}, Idempotency_Key=str(uuid.uuid4()))
                good = status == 201 and row["title"] == name
            elif kind == 2:
                status, row = program.send("POST", "/shopping-lines", {"text": name}, Idempotency_Key=str(uuid.uuid4()))
                good = status == 201 and row["text"] == name
            elif kind == 3:
                one = {"method": "POST", "path": "/items", "body": {"id": str(uuid.uuid4()), "title": name}}
                two = {"method": "POST", "path": "/shopping-lines", "body": {"id": str(uuid.uuid4()), "text": name}}
                status, _ = program.send("POST", "/batch", {"atomic": True, "operations": [one, two]})
                good = status == 200
            else:
                good, name = True, None
                mark = f" {number}-{step}"
                while True:
                    _, row = program.send("GET", f"/items/{shared['id']}")
                    # It was stored, and the answer lost.
                    if mark + "." in row["description"]:
                        break
                    text = row["description"] + mark + "."
                    status, _ = program.send("PATCH", f"/items/{shared['id']}", {"description": text}, If_Match=f"\"{row['version']}\"")
                    if status == 200:
                        break
                    if status != 412:
                        failures.append((status, mark))
                        break
                with lock:
                    marks.append(mark + ".")
            with lock:
                if not good:
                    failures.append((status, name))
                if name:
                    wanted.append((kind, name))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cutter.stop()
    assert not failures, failures[:5]
    assert cutter.cut > len(wanted) // 4

    def everything(part, field):
        found, path = [], f"/{part}?limit=200"
        while path:
            _, page = direct.send("GET", path.removeprefix("/api/v1"))
            found += [row[field] for row in page[part]]
            path = page["next"]
        return sorted(found)

    titles = [title for title in everything("items", "title") if title.startswith("Article")]
    assert titles == sorted(name for kind, name in wanted if kind in (0, 1, 3))
    assert everything("shopping-lines", "text") == sorted(name for kind, name in wanted if kind in (2, 3))
    _, row = direct.send("GET", f"/items/{shared['id']}")
    assert sorted(row["description"].split(" ")[1:]) == sorted(mark.strip() for mark in marks)
