"""evolution-data-server, which Evolution, GNOME's to-do programs and GNOME's calendar are built on, shares lists with the pages."""

import json
import os
import pathlib
import re
import subprocess
import uuid

import caldav
import pytest
from playwright.sync_api import expect

from gate import Gate
from journeys import member

MAIL = "evolution@example.org"


@pytest.fixture(scope="module")
def reader(chromium, foyer):
    """Somebody with a page of the list, and a token for calendar programs."""
    state = member(chromium, foyer, "Grace Hopper", MAIL)
    context = chromium.new_context(storage_state=state, locale="en-US")
    page = context.new_page()
    page.goto(foyer.url + "/settings/tokens")
    page.get_by_label("Name").fill("Evolution")
    page.get_by_label("To-dos in calendar programs (CalDAV)").check()
    page.get_by_role("button", name="Create token").click()
    yield page, page.locator("code").inner_text()
    context.close()


@pytest.fixture
def gate(foyer):
    gate = Gate()
    host, port = foyer.url.split("://")[1].split(":")
    gate.upstream = (host, int(port))
    yield gate
    gate.stop()


@pytest.fixture
def evolution(foyer, reader, gate, tmp_path):
    """Two categories as task lists of Evolution, `a` and `b`; runs steps of evolution.py, each time in a session of its own."""
    with caldav.DAVClient(url=foyer.url, username=MAIL, password=reader[1]) as client:
        calendars = {
            name: client.principal().make_calendar(name=f"List {name} {uuid.uuid4()}", supported_calendar_component_set=["VTODO"])
            for name in "ab"
        }
        sources = tmp_path / "config" / "evolution" / "sources"
        sources.mkdir(parents=True)
        for name, calendar in calendars.items():
            path = "/dav/calendars/" + str(calendar.url).rstrip("/").rsplit("/", 1)[-1] + "/"
            (sources / f"{name}.source").write_text(
                f"[Data Source]\nDisplayName={name}\nEnabled=true\nParent=caldav-stub\n[Task List]\nBackendName=caldav\n"
                f"[Authentication]\nHost=127.0.0.1\nPort={gate.port}\nMethod=plain/password\nUser={MAIL}\nRememberPassword=false\n"
                f"[Security]\nMethod=none\n[WebDAV Backend]\nResourcePath={path}\n[Offline]\nStaySynchronized=true\n"
                "[Refresh]\nEnabled=false\n")
        (tmp_path / "run").mkdir(mode=0o700)
        own = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": "run", "HOME": "."}
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("DBUS_", "XDG_", "VIRTUAL_ENV"))}
        environment |= {name: str(tmp_path / folder) for name, folder in own.items()}
        environment |= {"GIO_USE_NETWORK_MONITOR": "base", "GIO_USE_PROXY_RESOLVER": "dummy", "GSETTINGS_BACKEND": "memory", "LANG": "C.UTF-8"}

        def run(*steps, offline=False):
            gate.mode = "refuse" if offline else "pass"
            done = subprocess.run(
                ["dbus-run-session", "--", "/usr/bin/python3", str(pathlib.Path(__file__).parent / "evolution.py"),
                 "" if offline else reader[1]],
                input=json.dumps(steps), text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
            gate.mode = "pass"
            assert done.returncode == 0, done.stdout[-4000:]

        def titles(name):
            found = calendars[name].search(todo=True, include_completed=True)
            parts = [one.icalendar_component for one in found]
            return sorted(("✓ " if str(part.get("status")) == "COMPLETED" else "") + str(part["summary"]) for part in parts)

        yield run, titles, calendars


def test_evolution_creates_changes_ticks_moves_and_deletes(evolution, foyer, reader):
    run, titles, calendars = evolution
    page, _ = reader
    mark = str(uuid.uuid4())[:8]
    calendars["a"].save_todo(summary=f"Served {mark}", status="NEEDS-ACTION")
    run(
        ["expect", "a", [f"Served {mark}"]], ["create", "a", "Milk", None], ["create", "a", "Bins", "FREQ=WEEKLY"],
        ["retitle", "a", f"Served {mark}", f"Seen {mark}"], ["tick", "a", f"Seen {mark}"], ["tick", "a", "Bins"],
        ["expect", "a", ["Bins", "Milk", "✓ Bins", f"✓ Seen {mark}"]], ["move", "a", "Milk", "b"], ["expect", "b", ["Milk"]],
        ["create", "b", "Eggs", None], ["delete", "b", "Eggs"], ["expect", "b", ["Milk"]])
    assert titles("a") == sorted(["Bins", "✓ Bins", f"✓ Seen {mark}"]) and titles("b") == ["Milk"]
    assert "X-EVOLUTION-KEPT:yes" in calendars["b"].search(todo=True)[0].data
    # The page ticks what Evolution has made, and takes the other tick back.
    page.goto(foyer.url + "/items")
    with page.expect_response(re.compile("/done$")):
        page.get_by_role("checkbox", name="Milk").check()
    expect(page.locator("#notice")).to_contain_text("Milk")
    run(["expect", "b", ["✓ Milk"]])


def test_what_evolution_changes_offline_arrives_later(evolution):
    run, titles, calendars = evolution
    for name in ["Kept", "Gone", "Moved"]:
        calendars["a"].save_todo(summary=name, status="NEEDS-ACTION")
    run(["expect", "a", ["Gone", "Kept", "Moved"]], ["expect", "b", []])
    run(
        ["create", "a", "Offline", None], ["retitle", "a", "Kept", "Kept here"], ["delete", "a", "Gone"], ["move", "a", "Moved", "b"],
        offline=True)
    assert titles("a") == ["Gone", "Kept", "Moved"]
    (moved,) = [one for one in calendars["a"].search(todo=True) if str(one.icalendar_component["summary"]) == "Moved"]
    # Meanwhile others change what Evolution moves and what it has not touched.
    moved.icalendar_component["priority"] = 1
    moved.save()
    # What is new on the server tells that a list was synchronised: Evolution sends its own changes first.
    for name in "ab":
        calendars[name].save_todo(summary="Meanwhile", status="NEEDS-ACTION")
    wanted = {"a": ["Kept here", "Meanwhile", "Offline"], "b": ["Meanwhile", "Moved"]}
    run(*(["expect", name, there] for name, there in wanted.items()))
    assert {name: titles(name) for name in wanted} == wanted
