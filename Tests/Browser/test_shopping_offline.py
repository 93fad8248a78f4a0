"""The shopping list where there is no network: in a shop's basement, behind a proxy, on a shared computer."""

import json
import re
import time
import uuid

import pytest
from playwright.sync_api import expect

import schedules
from gate import Gate
from journeys import PASSWORD, sign_up, tab_to
from postbox import wait_until
from schedules import Device, Launch, Schedule
from server import Foyer, running
from test_pages import in_little_room, violations

pytestmark = pytest.mark.service_worker


@pytest.fixture(scope="module")
def gated(program, samples, postbox):
    """A server behind a gate."""
    gate = Gate()
    foyer = Foyer(
        program, samples.url, FOYER_SMTP_URL=f"smtp://127.0.0.1:{postbox.port}", FOYER_MAIL_FROM="foyer@example.org",
        FOYER_PUBLIC_URL=gate.url)
    gate.upstream = ("127.0.0.1", int(foyer.url.rsplit(":", 1)[1]))
    foyer.postbox, foyer.gate, foyer.url = postbox, gate, gate.url
    yield from running(foyer)
    gate.stop()


@pytest.fixture
def gate(gated):
    yield gated.gate
    gated.gate.mode = "pass"


BAR = "#shop-bar"
READY = "async () => navigator.serviceWorker.controller !== null && Boolean(await caches.match('/shopping'))"


def module(name):
    """A module of the page, as its other modules have it."""
    return f"(await import([...document.scripts].find((script) => script.src.includes('/assets/{name}-')).src))"


WAITING = f"async () => (await {module('kept')}.pending(document.body.dataset.reader)).length"
SYNC = f"async () => {{ await {module('sync')}.sync(true); }}"
# What the browser keeps of anybody's list, and of pages.
KEPT = """async () => {
  const names = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) names.push(new URL(request.url).pathname);
  const database = await new Promise((resolve) => {
    const request = indexedDB.open("foyer");
    request.onsuccess = () => resolve(request.result);
  });
  const all = (store) => new Promise((resolve) => {
    const request = database.transaction(store).objectStore(store).getAll();
    request.onsuccess = () => resolve(request.result);
  });
  const found = database.objectStoreNames.length ? { lists: await all("lists"), changes: await all("changes") } : { lists: [], changes: [] };
  database.close();
  return { pages: names.filter((name) => !name.startsWith("/assets/")).sort(), lists: found.lists.filter((list) => list.html).length, changes: found.changes.length };
}"""


def sign_in(page, foyer, email, next=""):
    foyer.sql("DELETE FROM rate_limits")
    page.goto(foyer.url + "/login" + next)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/login"))


def open_list(page, foyer):
    """The list, which this browser can open again without a network from now on."""
    page.goto(foyer.url + "/shopping")
    wait_until(lambda: page.evaluate(READY))


def buy(page, *texts):
    field = page.get_by_label("What to buy")
    for text in texts:
        field.fill(text)
        field.press("Enter")
        expect(line(page, text)).to_have_count(1)


def line(page, name):
    return page.get_by_role("checkbox", name=name, exact=True)


def names(page):
    """What is open on the page, and what is in its basket."""
    return page.evaluate("""() => [false, true].map((checked) => [...document.querySelectorAll("#shopping .shop-line")]
      .filter((line) => line.classList.contains("is-checked") === checked)
      .map((line) => line.querySelector(".shop-label").textContent.replace(/\\s+/g, " ").trim()).sort())""")


def shopper(open_page, foyer, name, **options):
    page = open_page(reduced_motion="reduce", **options)
    sign_up(page, foyer, name, f"{name.lower()}@offline.example")
    open_list(page, foyer)
    return page


def sent(page):
    wait_until(lambda: page.evaluate(WAITING) == 0)
    expect(page.locator(BAR)).to_have_text("")


def test_a_list_opens_cold_and_is_sent_later(foyer, open_page):
    page = shopper(open_page, foyer, "Ada")
    buy(page, "2 leeks", "3 eggs", "soap")
    sent(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shopping")
    expect(page.locator(BAR)).to_have_text("Offline")
    line(page, "2 leeks").check()
    expect(page.locator("#basket")).to_contain_text("In the basket: 1")
    expect(page.locator(BAR)).to_have_text("Offline, 1 change kept")
    buy(page, "500 g flour")
    # It was changed: nobody says anything else.
    assert page.locator("#notice").inner_text() == ""
    page.get_by_role("button", name="Delete soap").click()
    expect(line(page, "soap")).to_have_count(0)
    expect(page.locator(BAR)).to_have_text("Offline, 3 changes kept")
    # Killed, and opened from the home screen.
    page.close()
    page = page.context.new_page()
    page.goto(foyer.url + "/shopping")
    expect(page.locator(BAR)).to_have_text("Offline, 3 changes kept")
    assert names(page) == [["3 eggs", "500 g flour"], ["2 leeks"]]
    page.context.set_offline(False)
    sent(page)
    page.goto(foyer.url + "/shopping")
    assert names(page) == [["3 eggs", "500 g flour"], ["2 leeks"]]
    expect(page.get_by_role("heading", name="Dry goods")).to_be_visible()


def test_each_list_opens_cold_with_its_own_lines(foyer, open_page):
    page = shopper(open_page, foyer, "Nora")
    buy(page, "2 leeks")
    page.goto(foyer.url + "/shopping/lists")
    page.get_by_label("Name").fill("Chemist")
    page.get_by_role("button", name="Save").click()
    chip = lambda name: page.locator(".shop-choice").get_by_role("link", name=name, exact=True)
    page.get_by_role("link", name="Chemist", exact=True).click()
    expect(chip("Chemist")).to_have_attribute("aria-current", "page")
    chemist = page.url
    buy(page, "plasters")
    sent(page)
    # Who opens one of them has the others.
    page.evaluate("async () => { for (const list of await (await caches.open('list')).keys()) await (await caches.open('list')).delete(list); }")
    page.goto(foyer.url + "/shopping")
    wait_until(lambda: page.evaluate("async (chemist) => Boolean(await caches.match(chemist))", chemist))
    page.context.set_offline(True)
    page.reload()
    assert names(page) == [["2 leeks"], []]
    chip("Chemist").click()
    expect(chip("Chemist")).to_have_attribute("aria-current", "page")
    assert names(page) == [["plasters"], []]
    expect(page.locator(BAR)).to_have_text("Offline")
    buy(page, "soap")
    line(page, "plasters").check()
    expect(page.locator(BAR)).to_have_text("Offline, 2 changes kept")
    page.goto(foyer.url + "/shopping")
    expect(page.locator(BAR)).to_have_text("Offline")
    buy(page, "3 eggs")
    expect(page.locator(BAR)).to_have_text("Offline, 1 change kept")
    assert names(page) == [["2 leeks", "3 eggs"], []]
    # All are sent from the page of one, and kept as they are then.
    page.context.set_offline(False)
    sent(page)
    page.context.set_offline(True)
    page.goto(chemist)
    expect(line(page, "soap")).to_have_count(1)
    assert names(page) == [["soap"], ["plasters"]]
    page.context.set_offline(False)
    for url, there in [(chemist, [["soap"], ["plasters"]]), (foyer.url + "/shopping", [["2 leeks", "3 eggs"], []])]:
        page.goto(url)
        assert names(page) == there
    # A list that somebody deletes meanwhile: what is written on it is on the first one.
    page.goto(chemist)
    page.context.set_offline(True)
    buy(page, "cotton wool")
    foyer.sql(f"UPDATE named_lists SET deleted_at = now() WHERE id = '{chemist.split('=')[1]}'")
    page.context.set_offline(False)
    wait_until(lambda: page.evaluate(WAITING) == 0)
    page.goto(foyer.url + "/shopping")
    expect(line(page, "cotton wool")).to_have_count(1)


def test_a_deletion_is_taken_back_before_it_is_sent(foyer, open_page):
    page = shopper(open_page, foyer, "Bea")
    buy(page, "2 leeks")
    sent(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Delete leeks").click()
    expect(line(page, "2 leeks")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(line(page, "2 leeks")).to_have_count(1)
    page.context.set_offline(False)
    sent(page)
    assert names(page) == [["2 leeks"], []]


def test_a_line_of_several_foods_is_ticked_and_deleted_whole(foyer, open_page):
    page = shopper(open_page, foyer, "Cleo")
    page.context.set_offline(True)
    buy(page, "milk, 6 eggs", "leeks, rice", "soap")
    line(page, "milk, 6 eggs").check()
    page.get_by_role("button", name="Delete leeks, rice").click()
    page.reload()
    expect(page.locator(BAR)).to_have_text("Offline, 5 changes kept")
    assert names(page) == [["soap"], ["milk, 6 eggs"]]
    page.context.set_offline(False)
    sent(page)
    page.goto(foyer.url + "/shopping")
    assert names(page) == [["soap"], ["6 eggs", "milk"]]


@pytest.mark.parametrize("mode, text", [
    ("bad gateway", "The server has a problem, 1 change kept"), ("portal", "The server has a problem, 1 change kept"),
    ("refuse", "Offline, 1 change kept"), ("lose", "Offline, 1 change kept")])
def test_what_goes_wrong_on_the_way_is_said(gated, gate, chromium, mode, text):
    context = chromium.new_context(locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    sign_up(page, gated, "Carl", f"carl-{mode.replace(' ', '-')}@offline.example")
    open_list(page, gated)
    buy(page, "2 leeks")
    sent(page)
    gate.mode = mode
    line(page, "2 leeks").check()
    expect(page.locator(BAR)).to_have_text(text)
    if mode != "portal":
        page.reload()
        expect(page.locator(BAR)).to_have_text(text)
        expect(page.locator("#basket")).to_contain_text("leeks")
    gate.mode = "pass"
    page.evaluate("dispatchEvent(new Event('online'))")
    sent(page)
    page.reload()
    assert names(page) == [[], ["2 leeks"]]
    context.close()


@pytest.mark.parametrize("text", ["", "x" * 1_001])
def test_a_line_that_cannot_be_added_does_not_leave_the_page_without_a_network(foyer, open_page, text):
    page = shopper(open_page, foyer, f"Lea{len(text)}")
    buy(page, "2 leeks")
    sent(page)
    field = page.get_by_label("What to buy")
    expect(field).to_have_attribute("maxlength", "1000")
    page.context.set_offline(True)
    field.evaluate("(field, text) => { field.value = text; }", text)
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_timeout(500)
    expect(page.get_by_role("heading", level=1)).to_have_text("Shopping")
    expect(field).to_have_value(text)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(BAR)).to_be_empty()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#error-shop-text")).to_be_visible()


def test_a_tick_of_what_is_gone_is_said(foyer, open_page):
    page = shopper(open_page, foyer, "Dora")
    buy(page, "2 leeks", "3 eggs")
    sent(page)
    page.context.set_offline(True)
    line(page, "2 leeks").check()
    expect(page.locator(BAR)).to_have_text("Offline, 1 change kept")
    foyer.sql("""UPDATE shopping_entries SET deleted_at = now() WHERE text = '2 leeks' AND household_id = (
      SELECT household_id FROM accounts WHERE email = 'dora@offline.example')""")
    page.context.set_offline(False)
    expect(page.locator(".toast")).to_have_text("No longer on the list: leeks")
    sent(page)
    assert names(page) == [["3 eggs"], []]


def test_a_session_that_was_ended_keeps_the_changes_and_shows_no_list(foyer, open_page):
    page = shopper(open_page, foyer, "Emmy")
    buy(page, "2 leeks")
    sent(page)
    page.context.set_offline(True)
    line(page, "2 leeks").check()
    expect(page.locator(BAR)).to_have_text("Offline, 1 change kept")
    foyer.sql("DELETE FROM sessions USING accounts a WHERE a.person_id = sessions.person_id AND a.email = 'emmy@offline.example'")
    page.context.set_offline(False)
    link = page.get_by_role("link", name="Sign in to send 1 change")
    expect(link).to_be_visible()
    expect(page.locator(".shop-line")).to_have_count(0)
    assert page.evaluate(KEPT) == {"pages": ["/offline"], "lists": 0, "changes": 1}
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text("No connection")
    page.context.set_offline(False)
    page.goto(foyer.url + "/shopping")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome back")
    # Somebody else gets neither the list nor the changes.
    other = page.context.new_page()
    sign_up(other, foyer, "Fay", "fay@offline.example")
    open_list(other, foyer)
    buy(other, "1 lemon")
    sent(other)
    assert names(other) == [["1 lemon"], []]
    kept = other.evaluate(KEPT)
    # Besides the page on which one is after signing up.
    assert kept | {"pages": [path for path in kept["pages"] if path != "/items"]} == {"pages": ["/offline", "/shopping"], "lists": 1, "changes": 1}
    other.get_by_role("button", name="Sign out").first.click()
    expect(other).to_have_url(foyer.url + "/login")
    assert other.evaluate(KEPT) == {"pages": ["/offline"], "lists": 0, "changes": 1}
    # Emmy again: whatever page it is, her change is sent.
    sign_in(page, foyer, "emmy@offline.example")
    wait_until(lambda: page.evaluate(WAITING) == 0)
    page.goto(foyer.url + "/shopping")
    assert names(page) == [[], ["2 leeks"]]


def test_signing_out_sends_what_waits_and_asks_before_something_is_lost(gated, gate, chromium):
    context = chromium.new_context(locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    sign_up(page, gated, "Gina", "gina@offline.example")
    open_list(page, gated)
    buy(page, "2 leeks")
    sent(page)
    tab = context.new_page()
    tab.goto(gated.url + "/shopping")
    gate.mode = "bad gateway"
    line(page, "2 leeks").check()
    expect(page.locator(BAR)).to_have_text("The server has a problem, 1 change kept")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Sign out").first.click()
    wait_until(lambda: page.evaluate("1") and asked)
    assert asked == ["Changes not sent yet: 1. Sign out and lose them?"]
    expect(page.locator("#basket")).to_contain_text("In the basket: 1")
    gate.mode = "pass"
    page.get_by_role("button", name="Sign out").first.click()
    expect(page).to_have_url(gated.url + "/login")
    assert gated.sql("SELECT count(*) FROM shopping_entries WHERE text = '2 leeks' AND checked_at IS NOT NULL") != "0"
    # The other tab notices, and nothing is left.
    expect(tab).to_have_url(gated.url + "/login?next=%2Fshopping")
    wait_until(lambda: page.evaluate(KEPT) == {"pages": ["/offline"], "lists": 0, "changes": 0})
    context.set_offline(True)
    page.goto(gated.url + "/shopping")
    expect(page.locator("h1")).to_have_text("No connection")
    context.close()


def test_the_end_of_the_session_does_not_overtake_signing_out(gated, gate, open_page):
    """The page learns that its session has ended before the page to sign in is there."""
    page = shopper(open_page, gated, "Greta")
    gate.mode = "late sign-out"
    page.evaluate("""() => {
      setInterval(() => dispatchEvent(new Event("online")), 50);
      setTimeout(() => document.querySelector("[data-signs-out]").requestSubmit());
    }""")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome back")
    assert page.url == gated.url + "/login"


def test_two_tabs_share_what_waits(gated, gate, open_page):
    page = shopper(open_page, gated, "Hana")
    buy(page, "2 leeks")
    sent(page)
    tab = page.context.new_page()
    tab.goto(gated.url + "/shopping")
    page.context.set_offline(True)
    page.bring_to_front()
    line(page, "2 leeks").check()
    expect(tab.locator("#basket")).to_contain_text("leeks")
    buy(tab, "3 eggs")
    for one in [page, tab]:
        expect(one.locator(BAR)).to_have_text("Offline, 2 changes kept")
    gate.synced.clear()
    page.context.set_offline(False)
    for one in [page, tab]:
        sent(one)
        expect(line(one, "3 eggs")).to_have_count(1)
    changes = [change["id"] for body in gate.synced for change in json.loads(body)["changes"]]
    assert len(changes) == len(set(changes)) == 2


def test_it_stays_accessible_without_a_network(foyer, open_page):
    """By keyboard alone, twice as large, in both themes."""
    page = shopper(open_page, foyer, "Ida", width=390, height=844)
    buy(page, "2 leeks", "3 eggs", "123456 kg " + "Donaudampfschiff" * 6)
    sent(page)
    page.context.set_offline(True)
    expect(page.locator(BAR)).to_have_text("Offline")
    assert page.locator(BAR).get_attribute("role") == "status"
    tab_to(page, line(page, "2 leeks"))
    page.keyboard.press("Space")
    expect(page.locator(BAR)).to_have_text("Offline, 1 change kept")
    # The line that sank hands the focus on.
    expect(page.locator(".shop-line .check:focus")).to_have_count(1)
    tab_to(page, page.get_by_role("button", name="Delete eggs"))
    page.keyboard.press("Enter")
    expect(line(page, "3 eggs")).to_have_count(0)
    expect(page.locator(".shop-delete:focus")).to_have_count(1)
    page.locator("#basket > summary").click()
    for text in ["sugar", "Donaudampfschiff" * 6]:
        buy(page, text)
    # What was deleted says so over the page until somebody closes it.
    page.keyboard.press("Escape")
    problems = in_little_room(page)
    page.set_viewport_size({"width": 390, "height": 844})
    problems += [*violations(page, "light"), *violations(page, "dark")]
    assert not problems, "\n".join(problems)
    boxes = page.evaluate("[...document.querySelectorAll('.shop-label')].map((label) => label.getBoundingClientRect().height)")
    assert min(box for box in boxes) >= 56


def test_the_screen_stays_on_in_a_shop(foyer, whole_chromium):
    context = whole_chromium.new_context(
        has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}, locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, "Jo", "jo@offline.example")
    page.goto(foyer.url + "/shopping")
    awake = page.get_by_role("button", name="Keep the screen on")
    expect(awake).to_have_attribute("aria-pressed", "true")
    awake.click()
    expect(awake).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(awake).to_have_attribute("aria-pressed", "false")
    # At a desk the screen goes off as it always does.
    desk = whole_chromium.new_context(storage_state=context.storage_state(), locale="en-US").new_page()
    desk.goto(foyer.url + "/shopping")
    expect(desk.get_by_role("button", name="Keep the screen on")).to_have_attribute("aria-pressed", "false")


def test_the_first_line_after_a_start_is_no_more_work_than_others(gated, gate, chromium):
    """The tables of foods are read before the server listens: an event loop that reads them answers nobody else."""
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, gated, "Olga", "olga@offline.example")
    gated.kill()
    gated.start()

    def work(lines):
        before = gated.work()
        for _ in range(lines):
            change = {"id": str(uuid.uuid4()), "kind": "add", "entry": str(uuid.uuid4()), "at": 1, "text": "2 leeks"}
            assert page.evaluate(LIST, [None, [change]])
        return gated.work() - before

    page.goto(gated.url + "/settings")
    # What a start leaves to be done beside the first requests, such as compressing files, comes to its end.
    seen = [gated.work()]
    wait_until(lambda: seen.append(gated.work()) or len(seen) > 8 and seen[-8] == seen[-1])
    assert work(1) < work(100)
    context.close()


# ---- Random schedules ----

WORDS = ["bako", "dimu", "felo", "gura", "hivo", "jote", "kanu", "lipa"]
ADD = """async ([id, text]) => {
  const { getRandomValues } = crypto;
  crypto.getRandomValues = (bytes) => {
    crypto.getRandomValues = getRandomValues;
    bytes.set(id.replaceAll("-", "").match(/../g).map((byte) => parseInt(byte, 16)));
    return bytes;
  };
  document.querySelector("#shop-text").value = text;
  document.querySelector("#shop-add").requestSubmit();
  await PENDING(document.body.dataset.reader);
}""".replace("PENDING", module("kept") + ".pending")
TICK = """async (place) => {
  const lines = [...document.querySelectorAll("#shopping .shop-line")];
  if (!lines.length) return null;
  const box = lines[place % lines.length].querySelector(".check");
  const done = [lines[place % lines.length].dataset.entries.split(" "), !box.checked];
  box.click();
  await PENDING(document.body.dataset.reader);
  return done;
}""".replace("PENDING", module("kept") + ".pending")
DELETE = """async (place) => {
  const buttons = [...document.querySelectorAll("#shopping .shop-delete")].filter((button) => button.checkVisibility());
  if (!buttons.length) return null;
  const line = buttons[place % buttons.length].closest(".shop-line");
  const entries = line.dataset.entries.split(" ");
  buttons[place % buttons.length].click();
  await PENDING(document.body.dataset.reader);
  return entries;
}""".replace("PENDING", module("kept") + ".pending")
SHOWN = """() => [...document.querySelectorAll("#shopping .shop-line")]
  .flatMap((line) => line.dataset.entries.split(" ").map((id) => [id, line.querySelector(".check").checked])).sort()"""
LIST = """async ([list, changes]) => {
  const response = await fetch("/shopping/sync", { method: "POST", body: JSON.stringify({ list, changes }) });
  const { lines } = await response.json();
  return lines.flatMap((line) => line.entries.map((id) => [id, line.checked])).sort();
}"""


class ListSchedule(Schedule):
    """What two people do with two lists, and a plain model of what must become of it: of ticks the last one counts, what was deleted
    stays so, and each line stays on its list."""

    weights = {"add": 30, "tick": 34, "delete": 12, "network": 10, "reload": 4, "close": 3, "gate": 7, "turn": 8}
    paths = []

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.checked, self.deleted, self.places = {}, set(), {}

    def turn(self, phone):
        """To the other list."""
        phone.path = next(path for path in self.paths if path != phone.path)
        phone.page.goto(self.foyer.url + phone.path)
        return phone.path

    def add(self, phone):
        id = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        text = f"{self.random.randint(1, 9)} g {self.random.choice(WORDS)}"
        phone.page.evaluate(ADD, [id, text])
        self.checked[id], self.places[id] = False, phone.path
        return id, text

    def tick(self, phone):
        done = phone.page.evaluate(TICK, self.random.randrange(1000))
        if done:
            # A page that was just opened can show for a moment a line of the schedule before: it is deleted, and stays so.
            self.checked.update({id: done[1] for id in done[0] if id in self.checked})
        return done

    def delete(self, phone):
        done = phone.page.evaluate(DELETE, self.random.randrange(1000))
        self.deleted.update(done or [])
        return done

    def end(self):
        self.foyer.gate.mode = "pass"
        for phone in self.devices:
            phone.set_offline(False)
        for phone in self.devices:
            phone.page.evaluate("dispatchEvent(new Event('online'))")
            wait_until(lambda phone=phone: phone.page.evaluate(WAITING) == 0)
        answer = lambda path, changes: self.devices[0].page.evaluate(LIST, [path.partition("=")[2] or None, changes])
        lists = {path: answer(path, []) for path in self.paths}
        listed = sorted(line for lines in lists.values() for line in lines)
        expected = sorted([id, checked] for id, checked in self.checked.items() if id not in self.deleted)
        ids = [id for id, _ in listed]
        problems = {
            "lost": [one for one in expected if one[0] not in ids],
            "doubled": sorted(id for id in ids if id not in self.checked or ids.count(id) > 1),
            "risen again": [id for id in ids if id in self.deleted],
            "on another list": [id for path, lines in lists.items() for id, _ in lines if self.places.get(id) != path],
            "wrong ticks": [one for one in expected if one[0] in ids and one not in listed],
        }
        assert not any(problems.values()), problems
        for phone in self.devices:
            phone.page.evaluate(SYNC)
            wait_until(lambda phone=phone: phone.page.evaluate(SHOWN) == lists[phone.path])
            expect(phone.page.locator(BAR)).to_have_text("")
        at = time.time_ns() // 1_000_000
        gone = [
            {"id": str(uuid.uuid4()), "entry": id, "kind": "delete", "at": at} for id in ids]
        answer(self.paths[0], gone)
        assert [answer(path, []) for path in self.paths] == [[], []]
        for phone in self.devices:
            phone.page.evaluate(SYNC)
            wait_until(lambda phone=phone: phone.page.evaluate(SHOWN) == [])


def test_nothing_is_lost_doubled_or_risen_again(gated, gate, chromium, how_to_launch, tmp_path):
    """Two phones, and whatever may happen to them, to the server and in between."""
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, gated, "Kim", "kim@offline.example")
    page.goto(gated.url + "/shopping/lists")
    page.get_by_label("Name").fill("Chemist")
    page.get_by_role("button", name="Save").click()
    other = page.locator("main").get_by_role("link", name="Chemist", exact=True).get_attribute("href")
    ListSchedule.paths = ["/shopping", other]
    states = [context.storage_state()]
    context.close()
    context = chromium.new_context(locale="en-US")
    sign_in(context.new_page(), gated, "kim@offline.example")
    states.append(context.storage_state())
    context.close()
    phones = [
        Device(Launch(chromium, how_to_launch, tmp_path / str(number)), gated, state, "/shopping", READY.replace("'/shopping'", f"'{other}'"))
        for number, state in enumerate(states)]
    # Among them three of a killed server and six of a killed browser.
    schedules.run(ListSchedule, gated, phones, 30)
