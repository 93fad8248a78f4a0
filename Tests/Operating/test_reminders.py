"""Reminders by mail: what arrives, in which form, when and how often, and what no longer does."""

import collections
import re
import subprocess
import sys
import urllib.parse

import pytest

from container import REPOSITORY
from test_mail import LANGUAGES, House, ask, postgres  # noqa: F401, a fixture

sys.path.insert(0, str(REPOSITORY / "Tests" / "Browser"))

from postbox import Postbox, Rude, wait_until  # noqa: E402


@pytest.fixture(scope="module")
def shared(postgres):
    """One program for the tests that only differ in their people."""
    one = House(postgres, Postbox(), None)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def house(postgres):
    made = []

    def make(postbox=None):
        made.append(House(postgres, postbox, None))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def add_person(house, address, codes="{0}", language="en", zone="UTC", **settings):
    """Somebody in a household of their own who is reminded by mail; the household's id."""
    columns = {"codes": f"'{codes}'", "by_mail": "true", **settings}
    return house.sql(f"""
        WITH household AS (INSERT INTO households (id, name, time_zone) VALUES (gen_random_uuid(), 'House', '{zone}') RETURNING id),
        person AS (INSERT INTO people (household_id, id, name, language, time_zone)
          SELECT id, gen_random_uuid(), 'Ada', '{language}', '{zone}' FROM household RETURNING household_id, id),
        account AS (INSERT INTO accounts (household_id, person_id, email, password, verified_at)
          SELECT household_id, id, '{address}', 'none', now() FROM person RETURNING household_id, person_id)
        SELECT household_id FROM account;
        INSERT INTO reminder_settings (household_id, person_id, {", ".join(columns)})
        SELECT household_id, person_id, {", ".join(columns.values())} FROM accounts WHERE email = '{address}'""")


def add_item(house, address, title, due, fires_at=None, **columns):
    """An item that is due at an SQL moment; with `fires_at`, its reminder is put in as if it had been derived before."""
    columns = {"title": f"$t${title}$t$", "due_at": due, **columns}
    made = house.sql(f"""
        INSERT INTO items (household_id, id, {", ".join(columns)})
        SELECT household_id, gen_random_uuid(), {", ".join(columns.values())} FROM accounts WHERE email = '{address}' RETURNING id""")
    if fires_at:
        house.sql(f"""INSERT INTO reminders SELECT household_id, '{made}', person_id, {fires_at} FROM accounts
          WHERE email = '{address}' ON CONFLICT DO NOTHING""")
    return made


def add_items(house, address, name, due, count):
    """Many that are due at one SQL moment, with their reminders, as if these had been derived before."""
    house.sql(f"""INSERT INTO items (household_id, id, title, due_at)
      SELECT household_id, gen_random_uuid(), '{name} ' || n, {due} FROM accounts, generate_series(1, {count}) AS n
      WHERE email = '{address}';
      INSERT INTO reminders SELECT i.household_id, i.id, a.person_id, i.due_at FROM items i JOIN accounts a USING (household_id)
      WHERE email = '{address}'""")


def moment(house, expression):
    """A moment as a literal, the same in each statement that names it: `now()` is another minute a moment later."""
    return f"timestamptz '{house.sql(f'SELECT {expression}')}'"


def body(letter, kind):
    return letter.message.get_body(preferencelist=(kind,)).get_content().replace("\r\n", "\n")


def settled(house):
    wait_until(
        lambda: house.sql("SELECT count(*) FROM reminders WHERE at <= now()") == "0" and "waiting" not in house.jobs(),
        lambda: f"{house.jobs('kind, state, attempts, last_error')}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reminder_is_what_the_standards_say(shared, language):
    """Two parts and a link that ends letters (RFC 2046, 2369, 8058), read by Python's email package."""
    address = f"{language}@standards.example"
    add_person(shared, address, language=language, zone="Europe/Paris")
    title = "Bins <b>&\r\nBcc: mallory@example.org"
    item = add_item(shared, address, title, "date_trunc('second', now()) + interval '2 seconds'")
    letter = shared.postbox.wait_for(address)[0]
    message, program = letter.message, shared.programs[0]
    assert not message.defects and not any(header.defects for header in message.values())
    assert len(set(message.keys())) == len(message.keys()) and "Bcc" not in message
    assert letter.recipients == [address] and message["Content-Language"] == language
    letter.bytes.decode("ascii")
    parts = list(message.walk())
    assert [part.get_content_type() for part in parts] == ["multipart/alternative", "text/plain", "text/html"]
    assert not any(part.defects for part in parts)
    assert all(len(line) <= 76 for part in parts[1:] for line in part.get_payload().split("\r\n"))
    link = f"{program.url}/items/{item}/edit"
    assert message["Subject"].startswith("Bins <b>& Bcc: mallory@example.org")
    hour = shared.sql(f"SELECT to_char(due_at AT TIME ZONE 'Europe/Paris', 'HH24') FROM items WHERE id = '{item}'")
    assert re.search(rf"\b0?{int(hour)}\b", message["Subject"])
    assert link in body(letter, "plain") and "Bins <b>& Bcc:" in body(letter, "plain")
    assert f'<a href="{link}">Bins &lt;b&gt;&amp; Bcc:' in body(letter, "html") and f'lang="{language}"' in body(letter, "html")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    end = re.fullmatch(r"<(http\S+)>", message["List-Unsubscribe"])[1]
    assert end in body(letter, "plain") and end in body(letter, "html")


def one_click(program, path, **headers):
    """As a mail provider posts: without a cookie, from elsewhere."""
    return ask(program, "POST", path, {"Sec-Fetch-Site": "cross-site", **headers}, **{"List-Unsubscribe": "One-Click"})


def test_a_link_in_the_letter_ends_them(shared):
    program, addresses = shared.programs[0], ["stop@click.example", "go@click.example"]
    for address in addresses:
        add_person(shared, address)
        add_item(shared, address, "Bins", "now() + interval '1 second'")
        # Of another day, which is not told any more.
        add_item(shared, address, "Later", "now() + interval '2 days'")
    links = [shared.postbox.wait_for(address)[0].message["List-Unsubscribe"].strip("<>") for address in addresses]
    paths = [urllib.parse.urlsplit(link).path for link in links]
    takes_mail = f"""SELECT string_agg(by_mail::text, ' ' ORDER BY email = '{addresses[1]}') FROM reminder_settings
      JOIN accounts USING (household_id, person_id) WHERE email LIKE '%@click.example'"""
    # A scanner opens links: only the form, or the provider, changes anything.
    for _ in range(3):
        assert ask(program, "GET", paths[0]).status == 200
    assert shared.sql(takes_mail) == "true true"
    for _ in range(2):
        assert one_click(program, paths[0]).status == 200
    assert shared.sql(takes_mail) == "false true"
    assert shared.sql("""SELECT string_agg(email, ' ') FROM reminders JOIN accounts USING (household_id, person_id)
      WHERE email LIKE '%@click.example'""") == addresses[1]
    # Somebody else's id with this code, a code for nobody, and other paths.
    person, code = paths[1].removeprefix("/unsubscribe/").split(".")
    for path in [paths[0].rsplit(".", 1)[0] + "." + code, f"/unsubscribe/{person}.{'A' * 43}", f"/unsubscribe/{person}",
                 "/unsubscribe/x", f"/unsubscribe/{person}.{code}x"]:
        assert ask(program, "GET", path).status == 404 and one_click(program, path).status == 404
    assert shared.sql(takes_mail) == "false true"
    log = program.tail(10_000)
    assert "unsubscribed" in log and code not in log and addresses[0] not in log
    dump = subprocess.run(["pg_dump", "--data-only", shared.database], capture_output=True, text=True, check=True).stdout
    assert code not in dump


def test_what_has_changed_since_is_not_told(shared):
    """A job is read again at the moment of sending: done, deleted, moved, given to another, or switched off."""
    address = "changed@example.org"
    household = add_person(shared, address)
    person = shared.sql(f"SELECT person_id FROM accounts WHERE email = '{address}'")
    due = moment(shared, "date_trunc('minute', now()) + interval '1 hour'")
    items = [
        add_item(shared, address, "Still", due), add_item(shared, address, "Done", due, done_at="now()"),
        add_item(shared, address, "Deleted", due, deleted_at="now()"),
        add_item(shared, address, "Moved", due + " + interval '1 minute'"),
        add_item(shared, address, "Another's", due, people="ARRAY[gen_random_uuid()]"),
    ]

    def send():
        shared.sql(f"""INSERT INTO jobs (id, kind, payload) SELECT gen_random_uuid(), 'reminder_mail', jsonb_build_object(
          'household', '{household}', 'person', '{person}', 'count', {len(items)}, 'items', '{",".join(items)}',
          'moments', array_to_string(array_fill({due}, ARRAY[{len(items)}]), ','))""")
        wait_until(lambda: "waiting" not in shared.jobs())

    send()
    letter = shared.postbox.wait_for(address)[0]
    assert letter.message["Subject"].startswith("Still: ")
    assert not any(title in body(letter, "plain") for title in ["Done", "Deleted", "Moved", "Another's"])
    shared.sql(f"UPDATE items SET done_at = now() WHERE id = '{items[0]}'")
    send()
    shared.sql(f"UPDATE items SET done_at = NULL WHERE id = '{items[0]}'")
    shared.sql(f"UPDATE reminder_settings SET by_mail = false WHERE person_id = '{person}'")
    send()
    shared.sql(f"UPDATE reminder_settings SET by_mail = true WHERE person_id = '{person}'")
    shared.sql(f"UPDATE accounts SET verified_at = NULL WHERE person_id = '{person}'")
    send()
    assert len(shared.postbox.wait_for(address)) == 1


def test_a_program_that_was_away_tells_what_still_matters(house):
    """Yesterday's reminders are left out, what is still to come is told once, and thirty at once are one letter."""
    one = house(Postbox())
    one.start().stop()
    add_person(one, "away@example.org", codes="{0,240}")
    yesterday = moment(one, "date_trunc('hour', now()) - interval '1 day'")
    add_items(one, "away@example.org", "Yesterday", yesterday, 100)
    soon = moment(one, "date_trunc('minute', now()) + interval '1 hour'")
    add_item(one, "away@example.org", "To come", soon, fires_at=f"{soon} - interval '240 minutes'")
    now = moment(one, "date_trunc('minute', now())")
    # A thousand of one household do not hold others up.
    for address, name, count in [("many@example.org", "Thing", 30), ("crowd@example.org", "Crowd", 1000)]:
        add_person(one, address)
        add_items(one, address, name, now, count)
    one.start()
    settled(one)
    assert one.postbox.wait_for("away@example.org")[0].message["Subject"].startswith("To come: ")
    letter = one.postbox.wait_for("many@example.org")[0]
    assert re.fullmatch(r"Thing \d+ and 29 more", letter.message["Subject"])
    assert body(letter, "plain").count("Thing") == 20 and "And 10 more." in body(letter, "plain")
    letter = one.postbox.wait_for("crowd@example.org")[0]
    assert re.fullmatch(r"Crowd \d+ and 999 more", letter.message["Subject"]) and "And 980 more." in body(letter, "plain")


def test_a_digest_a_day(shared):
    add_person(shared, "day@example.org", codes="{}", zone="Europe/Paris", digest_at="'07:30'")
    add_person(shared, "empty@example.org", codes="{}", digest_at="'07:30'")
    add_person(shared, "late@example.org", codes="{}", digest_at="'07:30'")
    for address in ["day@example.org", "late@example.org"]:
        add_item(shared, address, "Late one", "now() - interval '3 days'")
    add_item(shared, "day@example.org", "Next month's", "now() + interval '30 days'")
    shared.sql("""UPDATE reminder_settings s SET digest_next = now() - CASE WHEN email LIKE 'late@%' THEN interval '7 hours' ELSE interval '1 second' END
      FROM accounts a WHERE a.person_id = s.person_id AND digest_at IS NOT NULL""")
    wait_until(lambda: shared.sql("SELECT count(*) FROM reminder_settings WHERE digest_next <= now()") == "0")
    settled(shared)
    letter = shared.postbox.wait_for("day@example.org")[0]
    assert letter.message["Subject"].startswith("Your day: ") and "Late one" in body(letter, "plain")
    assert "Next month's" not in body(letter, "plain") and letter.message["List-Unsubscribe"]
    assert shared.postbox.to("empty@example.org") == [] and shared.postbox.to("late@example.org") == []
    # Once a day, also where the clock leaves the time out or shows it twice.
    for zone, day in [("Europe/Paris", "2027-03-28"), ("Europe/Paris", "2027-10-31"), ("Australia/Lord_Howe", "2027-04-04")]:
        days = shared.sql(f"""WITH RECURSIVE next (at) AS (
            SELECT next_time('02:15', '{zone}', timestamptz '{day} 00:00Z' - interval '3 days')
            UNION ALL SELECT next_time('02:15', '{zone}', at) FROM next)
          SELECT string_agg(to_char(at AT TIME ZONE '{zone}', 'MM-DD'), ' ') FROM (SELECT at FROM next LIMIT 6) AS six""").split()
        assert len(set(days)) == 6, days


def test_quiet_hours_end_with_one_letter(shared):
    """What would come in the night comes in the morning, together."""
    add_person(shared, "night@example.org", zone="Asia/Seoul", quiet_from="'22:00'", quiet_to="'07:00'")
    tomorrow = "(((now() AT TIME ZONE 'Asia/Seoul')::date + 2)::timestamp + time '{}') AT TIME ZONE 'Asia/Seoul'"
    for clock in ["01:00", "06:59", "07:00", "21:59"]:
        add_item(shared, "night@example.org", clock, tomorrow.format(clock))
    moments = shared.sql("""SELECT string_agg(to_char(at AT TIME ZONE 'Asia/Seoul', 'HH24:MI'), ' ' ORDER BY at)
      FROM reminders JOIN accounts USING (household_id, person_id) WHERE email = 'night@example.org'""")
    assert moments == "07:00 07:00 07:00 21:59"


def test_news_of_a_stay(shared):
    """Both sides hear what the other one does, as long as it holds, and of the arrival the evening before."""
    guest, host = add_person(shared, "guest@stay.example"), add_person(shared, "host@stay.example", language="fr")
    shared.sql(f"""INSERT INTO listings (household_id, id, name, capacity, published)
      VALUES ('{host}', gen_random_uuid(), 'Ben\r\nOkoro', 2, true)""")

    def act(household, statement):
        shared.sql(f"""SELECT set_config('foyer.household', '{household}', false), set_config('foyer.person',
          (SELECT person_id::text FROM accounts WHERE household_id = '{household}'), false); {statement}""")
        settled(shared)

    act(guest, f"""INSERT INTO stay_requests (household_id, id, host_household_id, listing_id, guest_name, listing_name, arrival,
        departure, guests) SELECT '{guest}', gen_random_uuid(), household_id, id, 'Ada', name, current_date + 2, current_date + 5, 1
      FROM listings WHERE household_id = '{host}'""")
    letter = shared.postbox.wait_for("host@stay.example")[0]
    assert letter.message["Subject"].startswith("Ada demande à séjourner") and "/hosting/requests/" in body(letter, "plain")
    assert letter.message["List-Unsubscribe"]
    act(host, f"UPDATE stay_requests SET state = 'accepted' WHERE household_id = '{guest}'")
    letter = shared.postbox.wait_for("guest@stay.example")[0]
    assert letter.message["Subject"].startswith("Ben Okoro accepted your stay: ")
    assert shared.sql("SELECT count(*) FROM stay_reminders") == "2"
    # The evening before.
    shared.sql("UPDATE stay_requests SET arrival = current_date + 1; UPDATE stay_reminders SET at = now()")
    shared.postbox.wait_for("guest@stay.example", 2)
    assert shared.postbox.wait_for("guest@stay.example", 2)[1].message["Subject"].startswith("Tomorrow you go to Ben Okoro")
    assert shared.postbox.wait_for("host@stay.example", 2)[1].message["Subject"].startswith("Ada arrive demain")
    act(guest, f"UPDATE stay_requests SET state = 'withdrawn' WHERE household_id = '{guest}'")
    assert shared.postbox.wait_for("host@stay.example", 3)[2].message["Subject"].startswith("Ada ne vient plus")
    assert shared.sql("SELECT count(*) FROM stay_reminders") == "0"


def test_a_letter_that_is_refused_is_told_in_settings(house):
    one = house(Postbox())
    one.start()
    add_person(one, "gone@example.org")
    one.postbox.replies["RCPT"] = "550 5.1.1 no such mailbox"
    add_item(one, "gone@example.org", "Bins", "now() + interval '1 second'")
    wait_until(lambda: one.sql("SELECT mail_failed_at IS NOT NULL FROM reminder_settings") == "t")
    assert one.jobs("kind, state") == ["reminder_mail|dead"]
    one.postbox.replies.clear()
    add_item(one, "gone@example.org", "Glass", "now() + interval '1 second'")
    one.postbox.wait_for("gone@example.org")
    wait_until(lambda: one.sql("SELECT mail_failed_at IS NULL FROM reminder_settings") == "t")


def test_a_server_that_stalls(house):
    """Pages are served meanwhile, and the reminder arrives once, when the server is mended."""
    one = house(Postbox())
    program = one.start()
    one.postbox.stop()
    rude = Rude(one.postbox.port)
    add_person(one, "ada@example.org")
    add_item(one, "ada@example.org", "Bins", "now() + interval '1 second'")
    wait_until(lambda: rude.connections)
    assert ask(program, "GET", "/login").status == 200
    wait_until(lambda: one.jobs("state, attempts, lease IS NULL AND last_error <> ''") == ["waiting|1|t"])
    rude.stop()
    one.postbox.start()
    one.pass_time()
    one.postbox.wait_for("ada@example.org")


def test_a_thousand_reminders_and_a_killed_program(house, capsys):
    """Two programs, 1,000 people reminded at one moment, one program killed with -9 in the middle: each letter arrives, and none
    twice but those that the killed program was handing over."""
    one = house(Postbox())
    one.start()
    second = one.start()
    one.sql("""
        WITH household AS (INSERT INTO households (id, name) SELECT gen_random_uuid(), 'House' FROM generate_series(1, 1000) RETURNING id),
        person AS (INSERT INTO people (household_id, id, name) SELECT id, gen_random_uuid(), 'Ada' FROM household RETURNING household_id, id)
        INSERT INTO accounts (household_id, person_id, email, password, verified_at)
        SELECT household_id, id, 'p-' || id || '@many.example', 'none', now() FROM person;
        INSERT INTO reminder_settings (household_id, person_id, codes, by_mail) SELECT household_id, person_id, '{0}', true FROM accounts;
        INSERT INTO items (household_id, id, title, due_at)
        SELECT household_id, gen_random_uuid(), 'Bins', date_trunc('second', now()) + interval '8 seconds' FROM accounts""")
    assert one.sql("SELECT count(*) FROM reminders") == "1000"
    wait_until(lambda: len(one.postbox.letters) >= 300)
    second.kill()
    killed_at = len(one.postbox.letters)
    held = int(one.sql("SELECT count(*) FROM jobs WHERE state = 'waiting' AND lease IS NOT NULL"))
    for count in range(400, 1001 - held, 50):
        wait_until(lambda: len(one.postbox.letters) >= count)
    wait_until(lambda: one.jobs().count("finished") + held >= 1000)
    one.pass_time()
    one.wait_for_jobs(lambda jobs: jobs == ["finished"] * 1000)
    counts = collections.Counter(letter.recipients[0] for letter in one.postbox.letters)
    twice = sum(count > 1 for count in counts.values())
    with capsys.disabled():
        print(f"\nkilled after {killed_at} letters with {held} under way: {len(counts)} people reminded, {twice} twice")
    assert len(counts) == 1000 and max(counts.values()) <= 2 and twice <= held
    assert one.sql("SELECT count(*) FROM reminders") == "0" and one.sql("SELECT count(*) FROM jobs") == "1000"
