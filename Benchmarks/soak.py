"""Long runs that a test suite has no time for; `bin/soak` builds what it needs.

Memory: mixed requests of eight households, and the program's resident memory over the run. Kills: the program or its
PostgreSQL is killed (SIGKILL) under load, again and again; every write that was acknowledged must be there at the end.
Both fail the run when what they look for does not hold. Neighbours (neighbours.py): a page's time beside others' largest
inputs, and the pages a second that a member gets beside thousands of connections that ignore Retry-After.
"""

import argparse
import http.client
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
from pathlib import Path

import neighbours
from bench import HERE, Foyer, note, resident_mb

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}


class Member:
    """A signed-in browser without a page: one connection, opened again when it breaks."""

    def __init__(self, foyer, name):
        self.foyer, self.name, self.cookie, self.connection = foyer, name, None, None
        status, headers = self.post("/signup", {
            "name": name, "email": f"{name}@example.org", "password": "a quiet harbour"})
        assert status == 303, f"sign-up answered {status}"
        self.cookie = headers["Set-Cookie"].split(";")[0]

    def request(self, method, path, body=None):
        self.connection = self.connection or http.client.HTTPConnection("127.0.0.1", self.foyer.port, timeout=15)
        try:
            headers = dict(FORM) if body is not None else {}
            if self.cookie:
                headers["Cookie"] = self.cookie
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            answer.read()
            return answer.status, answer.headers
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise

    def add(self, title, description=""):
        status, _ = self.post("/items", {"id": uuid7(), "title": title, "description": description})
        assert status == 303, f"adding an item answered {status}"

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, fields):
        return self.request("POST", path, urllib.parse.urlencode(fields))


def uuid7():
    value = int(time.time() * 1000) << 80 | 7 << 76 | random.getrandbits(12) << 64 | 2 << 62 | random.getrandbits(62)
    return str(uuid.UUID(int=value))


def memory(program, folder, requests):
    foyer = Foyer(program, folder / "memory")
    try:
        foyer.wait_until_ready()
        cookies = folder / "cookies"
        cookies.write_text("".join(Member(foyer, f"member{n}").cookie + "\n" for n in range(8)))
        load = subprocess.Popen(
            ["wrk", "-t2", "-c32", "-d3600s", "--timeout", "30s", "-s", HERE / "soak.lua", foyer.url, "--",
             cookies, str(requests // 2)],
            text=True, stdout=subprocess.PIPE)
        samples = []
        # wrk's threads have ended when only the first is left, which sleeps to the end of the time that it was given.
        while not samples or len(os.listdir(f"/proc/{load.pid}/task")) > 1:
            samples.append(resident_mb(foyer.pid))
            time.sleep(1)
        load.send_signal(signal.SIGINT)
        answers = re.search(r"answers (.*)", load.stdout.read())
        quarter = len(samples) // 4
        early = statistics.median(samples[quarter:2 * quarter])
        late = statistics.median(samples[-quarter:])
        print(f"soak_answers: {answers[1] if answers else 'none'}")
        print(f"soak_rss_mb: second quarter {early:.1f}, last quarter {late:.1f}, largest {max(samples):.1f}")
        return bool(answers) and answers[1].endswith("5xx=0") and late <= 1.1 * early + 2
    finally:
        foyer.stop()


def write(member, acknowledged, is_over):
    while not is_over.is_set():
        id = uuid7()
        try:
            status, _ = member.post("/items", {"id": id, "title": f"Title of {id}"})
            if status == 303:
                acknowledged.append((member, id))
        except (OSError, http.client.HTTPException):
            pass


def kills(program, folder, count):
    data = folder / "kills"
    foyer = Foyer(program, data)
    foyer.wait_until_ready()
    members = [Member(foyer, f"writer{n}") for n in range(4)]
    acknowledged, killed = [], {"program": 0, "PostgreSQL": 0}
    try:
        for number in range(count):
            is_over, before = threading.Event(), len(acknowledged)
            writers = [threading.Thread(target=write, args=(member, acknowledged, is_over)) for member in members]
            for writer in writers:
                writer.start()
            while len(acknowledged) < before + 20:
                time.sleep(0.005)
            time.sleep(random.random() / 5)
            if number % 2:
                killed["PostgreSQL"] += 1
                os.kill(int((data / "postgres" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
                before = len(acknowledged)
                while len(acknowledged) < before + 20:
                    time.sleep(0.005)
                is_over.set()
            else:
                killed["program"] += 1
                foyer.process.kill()
                is_over.set()
                foyer.process.wait()
                foyer = Foyer(program, data)
                foyer.wait_until_ready()
                for member in members:
                    member.foyer = foyer
            for writer in writers:
                writer.join()
        lost = 0
        for member, id in acknowledged:
            member.connection = None if member.connection and member.connection.port != foyer.port else member.connection
            lost += member.get(f"/items/{id}/edit")[0] != 200
        print(f"soak_kills: program {killed['program']}, PostgreSQL {killed['PostgreSQL']}")
        print(f"soak_acknowledged: {len(acknowledged)}, lost {lost}")
        return lost == 0
    finally:
        foyer.stop()


def beside_others(program, folder):
    foyer = Foyer(program, folder / "neighbours")
    try:
        foyer.wait_until_ready()
        neighbours.measure(foyer, Member(foyer, "member"), Member(foyer, "other"), folder)
    finally:
        foyer.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--neighbours", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="foyer-soak-") as folder:
        folder = Path(folder)
        folder.chmod(0o755)
        good = True
        if arguments.requests:
            good = memory(arguments.program, folder, arguments.requests) and good
        if arguments.kills:
            good = kills(arguments.program, folder, arguments.kills) and good
        if arguments.neighbours:
            beside_others(arguments.program, folder)
    if not good:
        note("bin/soak: failed")
        sys.exit(1)


main()
