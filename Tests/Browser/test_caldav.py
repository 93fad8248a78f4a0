"""Calendar programs: python-caldav as Home Assistant calls it, and vdirsyncer, change the list that the pages show."""

import datetime
import json
import pathlib
import subprocess
import sys
import uuid

import caldav
import pytest
from caldav.lib.error import AuthorizationError
from playwright.sync_api import expect

from journeys import member

MAIL = "caldav@example.org"


@pytest.fixture(scope="module")
def reader(chromium, foyer):
    """Somebody with a page of the list, and a token for calendar programs."""
    state = member(chromium, foyer, "Ada Lovelace", MAIL)
    context = chromium.new_context(storage_state=state, locale="en-US")
    page = context.new_page()
    page.goto(foyer.url + "/settings/tokens")
    page.get_by_label("Name").fill("Phone")
    page.get_by_label("To-dos in calendar programs (CalDAV)").check()
    page.get_by_role("button", name="Create token").click()
    token = page.locator("code").inner_text()
    expect(page.get_by_text(foyer.url + "/dav/")).to_be_visible()
    expect(page.get_by_role("img", name="The code has the address")).to_be_visible()
    page.get_by_text("Home Assistant", exact=True).click()
    expect(page.get_by_text("Devices & services")).to_be_visible()
    yield page, token
    context.close()


@pytest.fixture
def client(foyer, reader):
    with caldav.DAVClient(url=foyer.url, username=MAIL, password=reader[1]) as client:
        yield client


@pytest.fixture
def calendar(client):
    """A category of its own."""
    return client.principal().make_calendar(name=f"List {uuid.uuid4()}", supported_calendar_component_set=["VTODO"])



def test_nobody_gets_in_with_another_password(foyer, reader):
    for password in ["wrong", "foyer_" + "A" * 43]:
        with caldav.DAVClient(url=foyer.url + "/dav/", username=MAIL, password=password) as client:
            with pytest.raises(AuthorizationError):
                client.principal().calendars()


def test_home_assistant_finds_its_lists(client):
    """Its to-do platform takes each calendar that supports VTODO, the one of calendars the others."""
    calendars = client.principal().calendars()
    assert all(calendar.get_display_name() for calendar in calendars)
    kinds = [calendar.get_supported_components() for calendar in calendars]
    assert kinds.count(["VTODO"]) >= 2 and kinds.count(["VEVENT"]) == 4 and len(kinds) == kinds.count(["VTODO"]) + 4


@pytest.fixture
def due(foyer, reader):
    """The title of a to-do with a deadline, made on the page."""
    page, _ = reader
    title = f"Pay {uuid.uuid4()}"
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill(title)
    page.get_by_label("Due date").fill("2031-05-06")
    page.get_by_role("button", name="Save").first.click()
    page.wait_for_url(lambda url: not url.endswith("/new"))
    return title


def test_home_assistant_shows_what_is_due(client, due, foyer):
    calendar = client.calendar(url=foyer.url + "/dav/calendars/deadlines/")
    start = datetime.datetime(2031, 5, 1, tzinfo=datetime.timezone.utc)
    found = calendar.search(start=start, end=start + datetime.timedelta(days=10), event=True, expand=True)
    (own,) = [one for one in found if str(one.icalendar_component["summary"]) == due]
    assert own.icalendar_component["dtstart"].dt == datetime.date(2031, 5, 6)
    with pytest.raises(AuthorizationError):
        calendar.save_event(summary="New", dtstart=start, dtend=start + datetime.timedelta(hours=1))
    with pytest.raises(AuthorizationError):
        own.delete()


def test_home_assistant_adds_changes_ticks_and_deletes(calendar):
    calendar.save_todo(summary="Buy milk", status="NEEDS-ACTION", due=datetime.date(2030, 5, 4))
    (todo,) = calendar.search(todo=True, include_completed=True)
    assert str(todo.icalendar_component["summary"]) == "Buy milk"
    uid = str(todo.icalendar_component["uid"])
    todo = calendar.todo_by_uid(uid)
    todo.icalendar_component["summary"] = "Buy oat milk"
    todo.icalendar_component["status"] = "COMPLETED"
    todo.save(no_create=True, obj_type="todo")
    (todo,) = calendar.search(todo=True, include_completed=True)
    assert str(todo.icalendar_component["summary"]) == "Buy oat milk"
    assert str(todo.icalendar_component["status"]) == "COMPLETED"
    assert calendar.search(todo=True, include_completed=False) == []
    todo.delete()
    assert calendar.search(todo=True, include_completed=True) == []


@pytest.mark.parametrize("mode", ["safe", "thisandfuture"])
def test_a_repeating_task_goes_on_however_it_is_completed(calendar, foyer, mode):
    start = datetime.datetime(2030, 11, 25, 18, tzinfo=datetime.timezone.utc)
    todo = calendar.save_todo(
        summary="Bins", dtstart=start, due=start + datetime.timedelta(hours=1), rrule={"FREQ": "WEEKLY"}, status="NEEDS-ACTION")
    todo.complete(handle_rrule=True, rrule_mode=mode)
    (open_one,) = calendar.search(todo=True, include_completed=False)
    assert "rrule" in open_one.icalendar_component
    assert open_one.icalendar_component["due"].dt > start + datetime.timedelta(hours=1)
    everything = calendar.search(todo=True, include_completed=True)
    done = [one for one in everything if str(one.icalendar_component.get("status")) == "COMPLETED"]
    assert len(everything) == 2 and len(done) == 1


def test_the_page_and_a_program_see_the_same(calendar, foyer, reader):
    page, _ = reader
    title = f"Sweep {uuid.uuid4()}"
    calendar.save_todo(summary=title, status="NEEDS-ACTION")
    page.goto(foyer.url + "/items")
    box = page.get_by_role("checkbox", name=title)
    expect(box).to_be_visible()
    box.check()
    expect(page.locator("#notice")).to_contain_text(title)
    (todo,) = calendar.search(todo=True, include_completed=True)
    assert str(todo.icalendar_component["status"]) == "COMPLETED"


def test_the_page_asks_which_version_counts(calendar, client, foyer, reader):
    """Both have changed the same text, and the program does not say which version it knew."""
    page, _ = reader
    title, url = f"Bins {uuid.uuid4()}", f"{str(calendar.url).rstrip('/')}/asked.ics"

    def put(description):
        client.put(
            url, f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\nBEGIN:VTODO\r\nUID:{title}\r\nDTSTAMP:20261125T202534Z\r\n"
            f"SUMMARY:{title}\r\nDESCRIPTION:{description}\r\nEND:VTODO\r\nEND:VCALENDAR\r\n", {"Content-Type": "text/calendar"})

    put("The yellow ones")
    page.goto(foyer.url + "/items")
    item = page.locator("li[id^=item-]", has_text=title).get_attribute("id").removeprefix("item-")
    page.goto(f"{foyer.url}/items/{item}/edit")
    page.get_by_label("Description").fill("The blue ones")
    page.get_by_role("button", name="Save").first.click()
    page.wait_for_url(lambda url: not url.endswith("/edit"))
    put("The green ones")
    assert "The blue ones" in calendar.todo_by_uid(title).data
    # In its row there is no place for both.
    page.goto(foyer.url + "/items")
    page.locator(f"#item-{item} a").first.click()
    expect(page.get_by_role("heading", level=1, name="Changed in the meantime")).to_be_visible()
    page.wait_for_url(f"**/items/{item}/edit**")
    expect(page.get_by_role("radio", name="The blue ones")).to_be_visible()
    page.get_by_role("radio", name="The green ones").first.check()
    page.get_by_role("button", name="Save").click()
    page.goto(f"{foyer.url}/items/{item}/edit")
    expect(page.get_by_label("Description")).to_have_value("The green ones")
    assert "The green ones" in calendar.todo_by_uid(title).data


def test_a_page_without_scripts_names_the_parts_of_an_item(calendar, chromium, foyer, reader):
    """Programs send a part as a to-do with its relation; the pages lead from one to the other."""
    whole, mark = str(uuid.uuid4()), str(uuid.uuid4())[:8]
    for name, more in [(whole, f"SUMMARY:Party {mark}"), (f"{whole}-1", f"SUMMARY:Cake {mark}\r\nRELATED-TO;RELTYPE=PARENT:{whole}")]:
        calendar.save_todo(
            f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\nBEGIN:VTODO\r\nUID:{name}\r\nDTSTAMP:20261125T202534Z\r\n{more}\r\n"
            "END:VTODO\r\nEND:VCALENDAR\r\n")
    context = chromium.new_context(
        storage_state=reader[0].context.storage_state(), java_script_enabled=False, viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(foyer.url + "/items")
    page.get_by_role("link", name=f"Cake {mark}").first.click()
    page.get_by_role("link", name=f"Party {mark}", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value(f"Party {mark}")
    expect(page.get_by_role("heading", name="Part of")).to_have_count(0)
    expect(page.get_by_role("heading", name="Parts")).to_be_visible()
    page.get_by_role("link", name=f"Cake {mark}", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value(f"Cake {mark}")
    expect(page.get_by_role("heading", name="Part of")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


@pytest.fixture
def replica(calendar, foyer, reader, tmp_path):
    """A folder of files that vdirsyncer keeps equal to a category, and how to make it so."""
    name = str(calendar.url).rstrip("/").rsplit("/", 1)[-1]
    (tmp_path / "todos").mkdir()
    config = tmp_path / "config"
    config.write_text(
        f"""[general]
status_path = "{tmp_path}/status/"
[pair list]
a = "folder"
b = "foyer"
collections = ["{name}"]
[storage folder]
type = "filesystem"
path = "{tmp_path}/todos"
fileext = ".ics"
[storage foyer]
type = "caldav"
url = "{foyer.url}/dav/"
username = "{MAIL}"
password = "{reader[1]}"
item_types = ["VTODO"]
""")

    def sync(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "vdirsyncer", "-c", str(config), *(arguments or ["sync"])], text=True, input="y\n" * 5,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        assert done.returncode == 0, done.stdout

    sync("discover")
    return tmp_path / "todos" / name, sync


def test_vdirsyncer_keeps_a_folder_and_the_list_equal(calendar, replica):
    folder, sync = replica
    calendar.save_todo(summary="On the server", status="NEEDS-ACTION")
    sync()
    (file,) = folder.iterdir()
    assert "On the server" in file.read_text()
    # Both sides change something of their own.
    file.write_text(file.read_text().replace("On the server", "Changed in the folder"))
    (folder / "new.ics").write_text(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\nBEGIN:VTODO\r\nUID:new\r\nDTSTAMP:20261125T202534Z\r\n"
        "SUMMARY:In the folder\r\nX-KEPT:yes\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
    calendar.save_todo(summary="Second", status="NEEDS-ACTION")
    sync()
    found = {str(one.icalendar_component["summary"]) for one in calendar.search(todo=True, include_completed=True)}
    assert found == {"Changed in the folder", "In the folder", "Second"}
    assert len(list(folder.iterdir())) == 3
    assert "X-KEPT:yes" in (folder / "new.ics").read_text()
    (folder / "new.ics").unlink()
    sync()
    assert len(calendar.search(todo=True, include_completed=True)) == 2


def test_todoman_ticks_a_repeating_task_and_the_next_one_is_there(calendar, replica, tmp_path):
    folder, sync = replica
    start = datetime.datetime(2030, 11, 25, 18, tzinfo=datetime.timezone.utc)
    calendar.save_todo(summary="Bins", dtstart=start, due=start, rrule={"FREQ": "WEEKLY"}, status="NEEDS-ACTION")
    sync()
    config = tmp_path / "todoman.py"
    config.write_text(
        f'path = "{folder.parent}/*"\ncache_path = "{tmp_path}/cache.sqlite3"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n')
    done = subprocess.run(
        [sys.executable, "-m", "todoman", "--config", str(config), "done", "1"], text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=60)
    assert done.returncode == 0, done.stdout
    # Once more each: nothing is doubled however often the two talk.
    for _ in range(3):
        sync()
    everything = calendar.search(todo=True, include_completed=True)
    states = sorted(str(one.icalendar_component.get("status", "NEEDS-ACTION")) for one in everything)
    assert states == ["COMPLETED", "NEEDS-ACTION"]
    (open_one,) = calendar.search(todo=True, include_completed=False)
    assert open_one.icalendar_component["due"].dt == start + datetime.timedelta(days=7)
    assert len(list(folder.iterdir())) == 2


def test_khal_shows_the_events_that_vdirsyncer_fetches(due, foyer, reader, tmp_path):
    config = tmp_path / "config"
    config.write_text(
        f"""[general]
status_path = "{tmp_path}/status/"
[pair events]
a = "folder"
b = "foyer"
collections = ["deadlines", "stays", "meals", "birthdays"]
conflict_resolution = "b wins"
[storage folder]
type = "filesystem"
path = "{tmp_path}/events"
fileext = ".ics"
[storage foyer]
type = "caldav"
url = "{foyer.url}/dav/"
username = "{MAIL}"
password = "{reader[1]}"
item_types = ["VEVENT"]
read_only = true
""")
    for command in ["discover", "sync"]:
        done = subprocess.run(
            [sys.executable, "-m", "vdirsyncer", "-c", str(config), command], text=True, input="y\n" * 10,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        assert done.returncode == 0, done.stdout
    khal = tmp_path / "khal"
    calendars = "".join(
        f"[[{name}]]\npath = {tmp_path}/events/{name}\nreadonly = True\n" for name in ["deadlines", "stays", "meals", "birthdays"])
    khal.write_text(
        f"[calendars]\n{calendars}[locale]\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
        f"datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[sqlite]\npath = {tmp_path}/khal.db\n")
    shown = subprocess.run(
        [sys.executable, "-m", "khal", "-c", str(khal), "list", "2031-05-06", "1d", "--format", "{calendar}: {title}"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    assert shown.returncode == 0, shown.stderr
    assert f"deadlines: {due}" in shown.stdout


def test_calcurse_fetches_adds_and_deletes(calendar, foyer, tmp_path):
    """calcurse-caldav keeps objects by the names that it gives them, and deletes and adds what was changed."""
    client = pathlib.Path(subprocess.run(["which", "calcurse-caldav"], text=True, stdout=subprocess.PIPE).stdout.strip())
    calendar.save_todo(summary="On the server", status="NEEDS-ACTION", priority=5)
    host = foyer.url.split("://")[1]
    path = "/dav/calendars/" + str(calendar.url).rstrip("/").rsplit("/", 1)[-1] + "/"
    (tmp_path / "config").write_text(
        f"[General]\nHostname = {host}\nPath = {path}\nHTTPS = No\nDryRun = No\nSyncFilter = todo\n"
        f"[Auth]\nUsername = {MAIL}\nPassword = {calendar.client.password}\n")
    (tmp_path / "data").mkdir()

    def sync(*arguments):
        done = subprocess.run(
            [sys.executable, str(client), "--config", str(tmp_path / "config"), "--syncdb", str(tmp_path / "db"),
             "--datadir", str(tmp_path / "data"), "--lockfile", str(tmp_path / "lock"), *arguments],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        assert done.returncode == 0, done.stdout

    def titles():
        return {str(one.icalendar_component["summary"]) for one in calendar.search(todo=True, include_completed=True)}

    sync("--init", "keep-remote")
    todos = tmp_path / "data" / "todo"
    assert "On the server" in todos.read_text()
    todos.write_text(todos.read_text() + "[3] In calcurse\n")
    for _ in range(2):
        sync()
    assert titles() == {"On the server", "In calcurse"}
    calendar.save_todo(summary="Later", status="NEEDS-ACTION")
    todos.write_text("".join(line + "\n" for line in todos.read_text().splitlines() if "On the server" not in line))
    for _ in range(2):
        sync()
    assert titles() == {"In calcurse", "Later"}
    assert sorted(line.split("] ")[1] for line in todos.read_text().splitlines()) == ["In calcurse", "Later"]


# Features of caldav-server-tester that are not "full", and why. Radicale 3.9 has the first nine.
MISSING = {
    "delete-calendar": "the page of the category asks before",
    "delete-calendar.free-namespace": "likewise",
    "synchronous-write.delete-calendar": "likewise",
    "url.encode-at.literal.collection": "likewise: the probe deletes a calendar first",
    "save-load.journal": "Foyer has none",
    "freebusy-query": "events are read-only",
    "scheduling": "nobody is invited",
    "save": "a UID that comes to another collection moves there",
    "create-calendar.with-supported-component-types": "the events of the probe are tasks here",
    "search.text.comp-type-optional": "",
    "sync-token.limit": "507 (RFC 6578 §3.6)",
    "url.encode-at.identity": "",
    "url.encode-at.literal.principal": "no address has an @",
    "well-known": "not asked on localhost",
}


def test_the_features_of_other_servers(foyer, reader):
    done = subprocess.run(
        [sys.executable, str(pathlib.Path(__file__).with_name("caldav_features.py")), foyer.url + "/dav/", MAIL, reader[1]],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    assert done.returncode == 0, done.stderr
    features = json.loads(done.stdout[done.stdout.index("{"):])["features"]
    missing = {name: its for name, its in features.items() if its.get("support", "full") not in ["full", "quirk"]}
    assert not {name: its for name, its in missing.items() if name not in MISSING}
