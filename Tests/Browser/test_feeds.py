"""Calendar feeds: other programs read in them what the calendar's own page shows."""

import datetime
import random
import re
import urllib.error
import urllib.request
import zoneinfo
from html import unescape

import icalendar
import pytest
import recurring_ical_events
from dateutil.rrule import rrulestr
from playwright.sync_api import expect

from journeys import member

# One changes its clocks by half an hour, one lies 45 minutes off, one has winter in July, one changes around Ramadan.
ZONES = [
    "Europe/Paris", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Chatham", "Africa/Casablanca", "Asia/Seoul",
]
YEAR = datetime.date.today().year + 1
# Four weeks each, in which clocks change, and the first of which also has done items.
WINDOWS = [
    datetime.date.today() - datetime.timedelta(days=20), datetime.date(YEAR, 3, 7), datetime.date(YEAR, 3, 28),
    datetime.date(YEAR, 9, 20), datetime.date(YEAR, 10, 18),
]


@pytest.fixture(scope="module")
def reader(chromium, foyer):
    """Somebody with a feed of everything: a browser's page, the household's id, and the feed's address."""
    state = member(chromium, foyer, "Ada Lovelace", "feeds@example.org")
    context = chromium.new_context(storage_state=state, locale="en-US")
    page = context.new_page()
    address = make_feed(page, foyer, "Everything")
    household = foyer.sql("SELECT household_id FROM accounts WHERE email = 'feeds@example.org'")
    yield page, household, address
    context.close()


def make_feed(page, foyer, name, content=None):
    page.goto(foyer.url + "/settings/feeds")
    page.get_by_label("Name").fill(name)
    if content:
        page.get_by_label("Content").select_option(label=content)
    page.get_by_role("button", name="Create address").click()
    expect(page.locator("#notice")).to_contain_text("Feed created")
    return page.get_by_label("Address").input_value()


def read(address):
    with urllib.request.urlopen(address) as answer:
        text = answer.read()
    calendar = icalendar.Calendar.from_ical(text)
    for part in calendar.walk():
        assert not part.errors, part.errors
    return calendar


class Household:
    """Random items and series, as SQL."""

    def __init__(self, number, household, zone):
        self.random = random.Random(f"{number} {zone}")
        self.household, self.zone = household, zone
        self.statements = [
            f"DELETE FROM items WHERE household_id = '{household}'", f"DELETE FROM series WHERE household_id = '{household}'",
            f"UPDATE households SET time_zone = '{zone}' WHERE id = '{household}'",
        ]
        for item in range(8):
            self.item(f"Item {item}", self.moment(datetime.date.today() - datetime.timedelta(days=30), 380), item % 3 == 0)
        for series in range(6):
            self.series(f"Series {series}")

    def moment(self, first, days):
        time = self.random.choice(["23:59", "23:59", "00:00", "00:30", "01:30", "02:15", "02:30", "03:00", "17:00", "21:45"])
        return datetime.datetime.fromisoformat(f"{first + datetime.timedelta(days=self.random.randrange(days))} {time}")

    def item(self, title, local, done=False, series=None, occurrence=None):
        self.statements.append(f"""INSERT INTO items (household_id, id, title, due_at, due_day, done_at, series_id, occurrence)
          VALUES ('{self.household}', gen_random_uuid(), '{title}', moment_of('{local}', '{self.zone}'),
            {f"'{local:%Y-%m-%d}'" if self.is_day(local) else 'NULL'},
            {'now()' if done else 'NULL'}, {series or 'NULL'}, {f"'{occurrence}'" if occurrence else 'NULL'})""")

    @staticmethod
    def is_day(local):
        return (local.hour, local.minute) == (23, 59)

    def rule(self, start):
        choose = self.random.choice
        days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        rule = choose([
            "FREQ=DAILY", f"FREQ=DAILY;INTERVAL={choose([2, 3, 10])}", "FREQ=WEEKLY",
            f"FREQ=WEEKLY;INTERVAL={choose([2, 3])};BYDAY={','.join(sorted(self.random.sample(days, 3), key=days.index))}",
            f"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST={choose(['MO', 'SU'])}", "FREQ=MONTHLY",
            f"FREQ=MONTHLY;BYMONTHDAY={choose([31, -1, 15])}", f"FREQ=MONTHLY;BYDAY={choose(['-1FR', '2TU', '1MO'])}",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
        ])
        if self.random.random() < 0.3:
            return f"{rule};COUNT={self.random.randrange(1, 90)}"
        if self.random.random() < 0.4:
            until = start + datetime.timedelta(days=self.random.randrange(100, 400))
            return f"{rule};UNTIL={until:{choose(['%Y%m%d', '%Y%m%dT%H%M%S'])}}"
        return rule

    def series(self, title):
        start = self.moment(datetime.date.today() - datetime.timedelta(days=200), 250)
        rule = self.rule(start)
        # A date alone as UNTIL is the whole day.
        dates = list(rrulestr(re.sub(r"(UNTIL=\d{8})(?!T)", r"\1T235959", rule), dtstart=start).xafter(start, count=200, inc=True))
        # What begins between the rule's dates may have its first item there.
        dates = sorted({start, *dates}) if self.random.random() < 0.5 else dates or [start]
        near = [number for number, date in enumerate(dates) if date > datetime.datetime.now() - datetime.timedelta(days=40)]
        place = near[0] if near else len(dates) - 1
        skipped = [date for date in dates[place + 1:place + 12] if self.random.random() < 0.2]
        number = f"'{self.random.getrandbits(128):032x}'::uuid"
        by = "done" if self.random.random() < 0.1 else "due"
        ended = "now()" if self.random.random() < 0.1 else "NULL"
        self.statements.append(f"""INSERT INTO series (household_id, id, title, rule, repeat_from, starts_at, is_day, skipped, ended_at)
          VALUES ('{self.household}', {number}, '{title}', '{rule}', '{by}', '{start}', {self.is_day(start)},
            ARRAY[{','.join(f"'{date}'" for date in skipped)}]::timestamp[], {ended})""")
        for date in dates[max(0, place - 3):place]:
            self.item(title, date, True, number, date)
        moved = self.random.random() < 0.4
        due = self.moment(dates[place].date(), 5) if moved else dates[place]
        self.item(title if self.random.random() < 0.8 else title + " changed", due, False, number, dates[place])


def agenda(page, foyer, first):
    """What the calendar shows from a day on: day, time, title."""
    html = page.request.get(f"{foyer.url}/calendar?view=agenda&from={first}").text()
    rows = []
    for section in html.split('<h3 id="agenda-')[1:]:
        for line in section.split('class="cal-line')[1:]:
            time = re.search(r'class="cal-time">([^<]*)', line.split("</li>")[0])
            title = unescape(re.search(r'class="cal-words" dir="auto">([^<]*)', line)[1])
            done = line.startswith(" is-done")
            rows.append((section[:10], time[1] if time else "", ("✓ " if done else "") + title))
    return sorted(rows)


def expanded(calendar, zone, first):
    """The same of a feed, as a calendar program reads it."""
    here = zoneinfo.ZoneInfo(zone)
    last = first + datetime.timedelta(days=27)
    rows = []
    for event in recurring_ical_events.of(calendar).between(
            first - datetime.timedelta(days=2), last + datetime.timedelta(days=3)):
        start = event["DTSTART"].dt
        if isinstance(start, datetime.datetime):
            if getattr(start.tzinfo, "key", None) != zone:
                start = start.astimezone(here)
            day, time = start.date(), start.strftime("%H:%M")
        else:
            day, time = start, ""
        if first <= day <= last:
            rows.append((day.isoformat(), time, str(event["SUMMARY"])))
    return sorted(rows)


@pytest.mark.parametrize("zone", [*ZONES, "UTC"])
def test_a_feed_expands_to_what_the_agenda_shows(foyer, reader, zone):
    page, household, address = reader
    shown = 0
    for number in range(10):
        made = Household(number, household, zone)
        foyer.sql(";\n".join(made.statements))
        calendar = read(address)
        for first in WINDOWS:
            rows = agenda(page, foyer, first)
            assert expanded(calendar, zone, first) == rows, f"household {number}, from {first}"
            shown += len(rows)
    assert shown > 500


def test_the_zone_in_a_feed_has_the_offsets_of_the_time_zone_database(foyer, reader):
    _, household, address = reader
    chosen = random.Random(1).sample(sorted(
        name for name in zoneinfo.available_timezones()
        if "/" in name and not name.startswith(("Etc/", "posix/", "right/", "SystemV/"))), 30)
    for zone in [*ZONES, "America/New_York", "Europe/Dublin", "Asia/Jerusalem", "America/Havana", *chosen]:
        foyer.sql(f"UPDATE households SET time_zone = '{zone}' WHERE id = '{household}'")
        zones = read(address).walk("VTIMEZONE")
        here = zoneinfo.ZoneInfo(zone)
        moment = datetime.datetime(YEAR - 2, 1, 2, tzinfo=datetime.UTC)
        if not zones:
            assert moment.astimezone(here).utcoffset() == datetime.timedelta(0), zone
            continue
        assert [part["TZID"] for part in zones] == [zone]
        theirs = zones[0].to_tz(lookup_tzid=False)
        while moment.year < YEAR + 11:
            ours = moment.astimezone(here)
            # Their conversion from UTC is asked for what the clock shows, away from the doubled hour.
            local = ours.replace(tzinfo=None)
            assert local.replace(tzinfo=theirs).utcoffset() == ours.utcoffset(), (zone, moment)
            moment += datetime.timedelta(hours=61)


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_feed_is_made_shown_again_and_revoked(chromium, foyer, open_page, javascript):
    state = member(chromium, foyer, "Ada Lovelace", f"feed-{javascript}@example.org".lower())
    page = open_page(state, javascript=javascript)
    page.goto(foyer.url + "/settings")
    page.get_by_role("main").get_by_role("link", name="Calendar feeds").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar feeds")
    page.get_by_role("button", name="Create address").click()
    expect(page.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    address = make_feed(page, foyer, "Kitchen wall")
    assert str(read(address)["NAME"]) == "Kitchen wall"
    expect(page.get_by_role("link", name="Open in this device’s calendar")).to_have_attribute("href", re.compile("^webcal://"))
    page.goto(foyer.url + "/settings/feeds")
    expect(page.get_by_label("Address")).to_have_count(0)
    page.get_by_role("link", name="Show address").click()
    expect(page.get_by_label("Address")).to_have_value(address)
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator("#notice")).to_contain_text("no longer answers")
    with pytest.raises(urllib.error.HTTPError) as refused:
        read(address)
    assert refused.value.code == 404
