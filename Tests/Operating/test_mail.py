"""Letters and the jobs that send them: what arrives, what happens when a server refuses, stalls or lies, and what is left
when a program is killed."""

import collections
import email.utils
import http.client
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from container import REPOSITORY
from test_readme import Server, free_port

sys.path.insert(0, str(REPOSITORY / "Tests" / "Browser"))

from postbox import Certificate, Postbox, Rude, wait_until  # noqa: E402
from server import Foyer  # noqa: E402

PASSWORD = "a quiet harbour"
LANGUAGES = ["en", "fr", "ko", "ru"]


@pytest.fixture(scope="module")
def postgres():
    # Not under a folder that only we may enter: started by root, PostgreSQL runs as somebody else.
    folder = Path(tempfile.mkdtemp(prefix="foyer-mail-", dir=os.environ.get("TEST_FOLDER")))
    folder.chmod(0o755)
    server = Server(folder)
    # Each test's database is a copy of one that a program has made ready.
    url = f"postgresql://postgres@127.0.0.1:{server.port}"
    psql(f"{url}/postgres", "CREATE DATABASE prepared")
    Foyer(os.environ["PROGRAM"], "http://127.0.0.1:9/", DATABASE_URL=f"{url}/prepared").run("migrate")
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("certificate"))


class House:
    """Programs on one database, and a postbox."""

    count = 0

    def __init__(self, postgres, postbox, url, **settings):
        House.count += 1
        self.postbox = postbox
        self.database = f"postgresql://postgres@127.0.0.1:{postgres.port}/mail{House.count}"
        psql(f"postgresql://postgres@127.0.0.1:{postgres.port}/postgres", f"CREATE DATABASE mail{House.count} TEMPLATE prepared")
        self._settings = {
            "DATABASE_URL": self.database, "FOYER_SMTP_URL": url or f"smtp://127.0.0.1:{postbox.port}",
            "FOYER_MAIL_FROM": "foyer@example.org", **settings}
        self.programs = []

    def start(self):
        program = Foyer(os.environ["PROGRAM"], "http://127.0.0.1:9/", **self._settings)
        self.programs.append(program)
        program.start()
        return program

    def stop(self):
        for program in self.programs:
            program.stop()
            program.remove()
        if self.postbox:
            self.postbox.held = False
            self.postbox.stop()

    def sql(self, statement):
        return psql(self.database, statement)

    def jobs(self, columns="state"):
        return self.sql(f"SELECT {columns} FROM jobs ORDER BY created_at").splitlines()

    def wait_for_jobs(self, condition):
        wait_until(lambda: condition(self.jobs()), lambda: f"{self.jobs('kind, state, attempts, last_error')}")

    def pass_time(self):
        """As if the pause after a failure, or the lease of a program that was killed, had ended."""
        self.sql("UPDATE jobs SET run_after = now() WHERE state = 'waiting'")


@pytest.fixture
def house(postgres):
    made = []

    def make(postbox=None, url=None, **settings):
        made.append(House(postgres, postbox, url, **settings))
        made[-1].start()
        return made[-1]

    yield make
    for one in made:
        one.stop()


def psql(url, statement):
    result = subprocess.run(
        ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def ask(program, method, path, headers=(), **fields):
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(program.url).netloc, timeout=60)
    try:
        connection.request(
            method, path, urllib.parse.urlencode(fields) if method == "POST" else None,
            {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", **dict(headers)})
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        return answer
    finally:
        connection.close()


def add_account(house, address, name="Ada", language=None):
    """An account whose password nobody knows."""
    language = f"'{language}'" if language else "NULL"
    house.sql(f"""
        WITH household AS (INSERT INTO households (id, name) VALUES (gen_random_uuid(), 'House') RETURNING id),
        person AS (INSERT INTO people (household_id, id, name, language)
          SELECT id, gen_random_uuid(), '{name}', {language} FROM household RETURNING household_id, id)
        INSERT INTO accounts (household_id, person_id, email, password)
        SELECT household_id, id, '{address}', 'none' FROM person""")


def forget(program, address, **headers):
    answer = ask(program, "POST", "/password/forgot", headers, email=address)
    assert answer.status == 303, answer.text
    return answer


def test_a_letter_is_what_the_standards_say(house):
    """RFC 5322, 2045 and 2047, read by Python's email package; in the person's language, else the browser's."""
    one = house(Postbox())
    program = one.programs[0]
    subjects = set()
    for number, language in enumerate([*LANGUAGES, None]):
        address = f"ada-{number}@example.org"
        add_account(one, address, language=language)
        asked = datetime.now(timezone.utc)
        forget(program, address.upper(), **{"Accept-Language": "ru"})
        letter = one.postbox.wait_for(address)[0]
        message = letter.message
        assert not message.defects and not any(header.defects for header in message.values())
        assert len(set(message.keys())) == len(message.keys())
        assert (letter.sender, str(message["From"])) == ("foyer@example.org", "Foyer <foyer@example.org>")
        assert [(a.addr_spec) for a in message["To"].addresses] == [address]
        assert abs(email.utils.parsedate_to_datetime(message["Date"]) - asked) < timedelta(minutes=2)
        assert re.fullmatch(r"<[0-9a-f.-]+@example\.org>", message["Message-ID"])
        assert message["Auto-Submitted"] == "auto-generated"
        assert message.get_content_type() == "text/plain" and message.get_content_charset() == "utf-8"
        assert message["Content-Language"] == (language or "ru")
        letter.bytes.decode("ascii")
        assert all(len(line) <= 76 for line in letter.bytes.split(b"\r\n"))
        assert letter.link.startswith(program.url + "/password/reset/")
        subjects.add(message["Subject"])
        assert ask(program, "GET", urllib.parse.urlsplit(letter.link).path).status == 200
    assert len(subjects) == len(LANGUAGES)
    log = program.tail(1000)
    assert "@example.org" not in log and "/password/reset/" not in log
    tokens = [letter.link.rsplit("/", 1)[1] for letter in one.postbox.letters]
    dump = subprocess.run(["pg_dump", "--data-only", one.database], capture_output=True, text=True, check=True).stdout
    assert not any(token in dump for token in tokens)
    assert set(one.jobs("payload")) == {"{}"}


def test_the_operator_s_new_password_is_told(house):
    one = house(Postbox())
    add_account(one, "ada@example.org")
    one.programs[0].run("user", "password", "ada@example.org", said=PASSWORD)
    letter = one.postbox.wait_for("ada@example.org")[0]
    assert "was changed" in letter.message["Subject"]
    assert letter.link == one.programs[0].url + "/password/forgot"


def test_every_address_gets_the_same_answer(house):
    one = house(Postbox())
    program = one.programs[0]
    add_account(one, "ada@example.org")
    answers = [forget(program, address) for address in ["ada@example.org", "nobody@example.org"]]
    seen = [[(name, value) for name, value in answer.getheaders() if name.lower() != "date"] for answer in answers]
    assert seen[0] == seen[1]
    one.wait_for_jobs(lambda jobs: jobs == ["finished", "finished"])
    assert [letter.recipients for letter in one.postbox.letters] == [["ada@example.org"]]
    # Five in an hour, with an account or without.
    for address in ["ada@example.org", "nobody@example.org"]:
        for _ in range(4):
            forget(program, address)
        answer = ask(program, "POST", "/password/forgot", email=address.title())
        assert (answer.status, int(answer.getheader("Retry-After")) > 0) == (429, True)


@pytest.mark.parametrize("where", ["RCPT", "DATA"])
@pytest.mark.parametrize("reply", ["451 4.3.0 not now", "554 5.7.1 never"])
def test_a_refused_letter(house, where, reply):
    """4xx is tried again, 5xx is given up at once; the operator sees both."""
    one = house(Postbox())
    program = one.programs[0]
    add_account(one, "ada@example.org")
    one.postbox.replies[where] = reply
    forget(program, "ada@example.org")
    wait_until(lambda: reply in "".join(one.jobs("last_error")))
    said = program.run("doctor")
    if reply.startswith("5"):
        assert one.jobs("state, attempts, payload->>'email'") == ["dead|1|ada@example.org"]
        assert "jobs: 0 waiting, 1 given up" in said and reply in said
        assert "job_given_up kind=password_reset" in program.tail()
        return
    assert one.jobs("state, attempts") == ["waiting|1"]
    assert "jobs: 1 waiting, 0 given up" in said
    one.postbox.replies.clear()
    one.pass_time()
    one.wait_for_jobs(lambda jobs: jobs == ["finished"])
    assert len(one.postbox.wait_for("ada@example.org")) == 1


def test_the_pauses_grow_and_the_eighth_try_is_the_last(house):
    one = house(Postbox())
    program = one.programs[0]
    add_account(one, "ada@example.org")
    one.postbox.replies["RCPT"] = "451 later"
    forget(program, "ada@example.org")
    for attempt, minutes in enumerate([1, 5, 25, 120, 360, 720, 1440], 1):
        wait_until(lambda: one.jobs("attempts, lease IS NULL") == [f"{attempt}|t"])
        left = float(one.jobs("extract(epoch FROM run_after - now()) / 60")[0])
        assert minutes - 1 < left <= minutes
        one.pass_time()
    one.wait_for_jobs(lambda jobs: jobs == ["dead"])
    assert one.jobs("attempts, payload->>'email'") == ["8|ada@example.org"]
    # An operator who finds the server mended has it tried again.
    one.postbox.replies.clear()
    one.sql("""UPDATE jobs SET state = 'waiting', ended_at = NULL, attempts = 0, run_after = now(), created_at = now()
      WHERE state = 'dead' AND payload <> '{}'""")
    one.wait_for_jobs(lambda jobs: jobs == ["finished"])
    assert len(one.postbox.wait_for("ada@example.org")) == 1
    assert one.jobs("payload") == ["{}"]


@pytest.mark.parametrize("kind", ["nobody", "silent", "cut at once", "cut while greeting", "cut in the letter", "refuses"])
def test_a_server_that_does_not_work(house, kind):
    """The letter waits, pages are served meanwhile, and it arrives once, when the server is mended."""
    one = house(Postbox())
    program = one.programs[0]
    add_account(one, "ada@example.org")
    rude = None
    if kind == "cut in the letter":
        one.postbox.replies["cut"] = True
    else:
        one.postbox.stop()
        greetings = {"silent": b"", "cut at once": b"", "cut while greeting": b"220 postbox.exam", "refuses": b"554 no\r\n"}
        if kind in greetings:
            rude = Rude(one.postbox.port, greetings[kind], closes=kind != "silent")
    forget(program, "ada@example.org")
    if kind == "silent":
        wait_until(lambda: rude.connections)
        assert ask(program, "GET", "/login").status == 200
        assert ask(program, "GET", "/readyz").status == 200
    wait_until(lambda: one.jobs("state, attempts, lease IS NULL AND last_error <> ''") == ["waiting|1|t"])
    if rude:
        rude.stop()
    one.postbox.replies.clear()
    if kind != "cut in the letter":
        one.postbox.start()
    one.pass_time()
    one.wait_for_jobs(lambda jobs: jobs == ["finished"])
    assert len(one.postbox.wait_for("ada@example.org")) == 1


def test_encryption_and_sign_in_at_the_server(house, certificate):
    """By STARTTLS and from the first byte on; user and password as the URL has them."""
    users = [("foyer@example.org", "p:ss/w@rd é")]
    login = "foyer%40example.org:p%3Ass%2Fw%40rd%20%C3%A9"
    for scheme, options in [("smtp", {"starttls": certificate.context}), ("smtps", {"smtps": certificate.context})]:
        postbox = Postbox(users=users, **options)
        secret = certificate.path.parent / f"{scheme}-url"
        secret.write_text(f"{scheme}://{login}@localhost:{postbox.port}\n")
        one = house(postbox, url="", FOYER_SMTP_URL_FILE=str(secret), SSL_CERT_FILE=str(certificate.path), FOYER_SMTP_URL="")
        add_account(one, "ada@example.org")
        forget(one.programs[0], "ada@example.org")
        assert postbox.wait_for("ada@example.org")[0].encrypted
        assert set(postbox.users_seen) == set(users)
        assert "w@rd" not in one.programs[0].tail(1000)


@pytest.mark.parametrize("fault", ["no STARTTLS", "untrusted", "smtps untrusted", "wrong password", "wrong name"])
def test_neither_letter_nor_password_reaches_the_wrong_server(house, certificate, fault):
    """Nothing is given up: an operator can mend each of these."""
    trusted = {"SSL_CERT_FILE": str(certificate.path)}
    if fault == "no STARTTLS":
        postbox, url, settings = Postbox(users=[("foyer", "right")]), "smtp://foyer:right@localhost:{}", {}
    elif fault == "untrusted":
        postbox, url, settings = Postbox(starttls=certificate.context), "smtp://foyer:right@localhost:{}", {}
    elif fault == "smtps untrusted":
        postbox, url, settings = Postbox(smtps=certificate.context), "smtps://foyer:right@127.0.0.1:{}", {}
    elif fault == "wrong name":
        postbox, url, settings = Postbox(smtps=certificate.context), "smtps://foyer:right@127.0.0.2:{}", trusted
    else:
        postbox = Postbox(starttls=certificate.context, users=[("foyer", "right")])
        url, settings = "smtp://foyer:wrong@localhost:{}", trusted
    one = house(postbox, url=url.format(postbox.port), **settings)
    add_account(one, "ada@example.org")
    forget(one.programs[0], "ada@example.org")
    wait_until(lambda: one.jobs("state, attempts, lease IS NULL AND last_error <> ''") == ["waiting|1|t"])
    assert postbox.letters == []
    assert postbox.users_seen == ([("foyer", "wrong")] if fault == "wrong password" else [])
    assert "job_failed kind=password_reset" in one.programs[0].tail()


def ask_for_many(one, count):
    for number in range(count):
        add_account(one, f"ada-{number}@example.org")
    one.sql("""INSERT INTO jobs (id, kind, payload)
      SELECT gen_random_uuid(), 'password_reset', jsonb_build_object('email', email) FROM accounts""")


def test_two_programs_send_each_letter_once(house):
    one = house(Postbox())
    second = one.start()
    # Else one could send them all while the other waits a second for the next.
    one.postbox.held = True
    ask_for_many(one, 60)
    # Four at once of each.
    wait_until(lambda: one.postbox.waiting == 8)
    one.postbox.held = False
    one.wait_for_jobs(lambda jobs: jobs == ["finished"] * 60)
    counts = collections.Counter(letter.recipients[0] for letter in one.postbox.letters)
    assert (len(counts), set(counts.values())) == (60, {1})
    # Both have worked.
    assert all("job_finished" in program.tail(1000) for program in [one.programs[0], second])


@pytest.mark.parametrize("turn", range(3))
def test_a_killed_program_loses_no_letter(house, turn):
    """Two programs, each with four letters on their way; one is killed. Its letters are sent again when their leases end."""
    one = house(Postbox())
    second = one.start()
    one.postbox.held = True
    ask_for_many(one, 20)
    wait_until(lambda: one.postbox.waiting == 8)
    second.kill()
    one.postbox.held = False
    one.wait_for_jobs(lambda jobs: jobs.count("finished") == 16)
    assert one.jobs().count("waiting") == 4
    one.pass_time()
    one.wait_for_jobs(lambda jobs: jobs == ["finished"] * 20)
    counts = collections.Counter(letter.recipients[0] for letter in one.postbox.letters)
    # The server had the killed program's letters already, which nobody acknowledged.
    assert len(counts) == 20 and 20 <= sum(counts.values()) <= 24


def test_a_letter_is_not_sent_again_because_the_database_was_away(house, postgres):
    one = house(Postbox())
    one.postbox.held = True
    ask_for_many(one, 1)
    wait_until(lambda: one.postbox.waiting == 1)
    postgres.stop()
    one.postbox.held = False
    wait_until(lambda: "job_not_noted" in one.programs[0].tail(1000))
    postgres.start()
    one.wait_for_jobs(lambda jobs: jobs == ["finished"])
    assert one.jobs("attempts") == ["1"] and len(one.postbox.letters) == 1


def test_a_stopped_program_gives_its_letter_back(house):
    one = house(Postbox())
    one.postbox.held = True
    ask_for_many(one, 3)
    wait_until(lambda: one.postbox.waiting == 3)
    assert one.programs[0].stop() == 0
    assert one.jobs("state, attempts, lease IS NULL") == ["waiting|0|t"] * 3
    one.postbox.held = False
    one.start()
    one.wait_for_jobs(lambda jobs: jobs == ["finished"] * 3)


def test_what_is_over_is_deleted(house):
    one = house(Postbox())
    ask_for_many(one, 3)
    one.wait_for_jobs(lambda jobs: jobs == ["finished"] * 3)
    one.programs[0].stop()
    one.sql("UPDATE jobs SET ended_at = now() - interval '31 days' WHERE id = (SELECT id FROM jobs LIMIT 1)")
    one.sql("UPDATE mail_links SET created_at = now() - interval '31 minutes'")
    # Nobody sent mail for a week.
    one.sql("""INSERT INTO jobs (id, kind, payload, created_at)
      SELECT gen_random_uuid(), kind, jsonb_build_object('email', 'ada-0@example.org'), now() - interval '8 days'
      FROM jobs LIMIT 1""")
    one.start()
    wait_until(lambda: len(one.jobs()) == 2 and one.sql("SELECT count(*) FROM mail_links") == "0")
    assert one.jobs() == ["finished"] * 2 and len(one.postbox.letters) == 3


def test_configuration_that_cannot_send(house):
    environment = {"PATH": os.environ["PATH"], "FOYER_LISTEN": f"127.0.0.1:{free_port()}"}
    cases = [
        ({"FOYER_SMTP_URL": "smtp://127.0.0.1"}, ["FOYER_MAIL_FROM", "FOYER_PUBLIC_URL"]),
        ({"FOYER_MAIL_FROM": "foyer@example.org"}, ["FOYER_SMTP_URL"]),
        ({"FOYER_SMTP_URL": "http://127.0.0.1", "FOYER_MAIL_FROM": "Foyer <a@b>"}, ["smtps://", "without a name"]),
        ({"FOYER_SMTP_URL": "smtp://user:geheim@host/path"}, ["FOYER_SMTP_URL"]),
    ]
    for settings, words in cases:
        result = subprocess.run(
            [os.environ["PROGRAM"], "serve"], cwd=REPOSITORY, env=environment | settings, capture_output=True, text=True)
        assert result.returncode == 1 and all(word in result.stderr for word in words), result.stderr
        assert "geheim" not in result.stderr
