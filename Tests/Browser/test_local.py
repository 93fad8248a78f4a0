"""Today and items where there is no network: what is done there waits, shows, and arrives once, in its order."""

import random
import re

import pytest
from playwright.sync_api import expect

from journeys import PASSWORD, member, network, row, rows
from postbox import wait_until
from schedules import Device, Launch
from server import Foyer
from test_items import add
from test_shopping_offline import gate, gated, sign_in  # noqa: F401 (fixtures)

pytestmark = pytest.mark.service_worker

READY = "async (path) => navigator.serviceWorker.controller !== null && Boolean(await (await caches.open('pages')).match(path))"
WAITING = """async () => {
  const { waitingForms } = await import([...document.scripts].find((script) => script.src.includes('/assets/kept-')).src);
  return (await waitingForms(document.body.dataset.reader)).length;
}"""

STORED = """async () => {
  const { unanswered } = await import([...document.scripts].find((script) => script.src.includes('/assets/kept-')).src);
  return (await unanswered(document.body.dataset.reader)).length;
}"""

# Two lines, the second of which is sent when the first is answered.
TYPE = """(texts) => {
  const form = document.querySelector("#quick");
  for (const text of texts) {
    form.elements.text.value = text;
    form.requestSubmit();
  }
}"""


@pytest.fixture
def writer(request, chromium, gated):  # noqa: F811
    gated.gate.mode = "pass"
    return member(chromium, gated, "Lou Local", re.sub('[^a-z0-9]+', '-', request.node.name).strip('-')[-40:] + '@example.org')


@pytest.fixture
def offline_page(chromium):
    """A page whose console may say that a request has failed."""
    contexts = []

    def offline_page(state):
        context = chromium.new_context(storage_state=state, locale="en-US")
        contexts.append(context)
        return context.new_page()

    yield offline_page
    for context in contexts:
        context.close()


def keep(page, foyer, *paths):
    """Visits pages until the browser can show them without a network."""
    page.goto(foyer.url + paths[0])
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for path in paths:
        page.goto(foyer.url + path)
        wait_until(lambda: page.evaluate(READY, path))


def waiting(page):
    return page.evaluate(WAITING)


def type_line(page, text):
    page.get_by_label("Add an item").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Add an item")).to_have_value("")


@pytest.mark.parametrize("path", ["/items", "/"])
def test_what_is_done_offline_shows_and_arrives(gated, writer, offline_page, path):  # noqa: F811
    page = offline_page(writer)
    name = "home" if path == "/" else "list"
    page.goto(gated.url + "/items")
    type_line(page, f"Bread of {name} today")
    expect(row(page, f"Bread of {name}")).to_be_visible()
    keep(page, gated, path)
    wait_until(lambda: page.evaluate(STORED) == 0)
    page.context.set_offline(True)
    row(page, f"Bread of {name}").get_by_role("checkbox").check()
    type_line(page, f"Salt of {name}")
    type_line(page, f"Wine of {name}")
    expect(page.locator("#waits")).to_contain_text("3 changes wait")
    expect(page.locator("#waits li")).to_have_text([f"Salt of {name}", f"Wine of {name}"])
    # The page opens without a network, with what was done.
    page.reload()
    expect(page.locator("#waits")).to_contain_text("3 changes wait")
    expect(row(page, f"Bread of {name}").get_by_role("checkbox")).to_be_checked()
    page.context.set_offline(False)
    expect(page.locator("#waits")).to_have_count(0, timeout=20_000)
    stored = gated.sql(f"SELECT string_agg(title || ' ' || is_done, ', ' ORDER BY created_at) FROM items WHERE title LIKE '% of {name}'")
    assert stored == f"Bread of {name} true, Salt of {name} false, Wine of {name} false"


def test_the_browser_is_killed_while_it_sends(gated, writer, chromium, how_to_launch, tmp_path):  # noqa: F811
    """A line and a tick that have no answer yet."""
    device = Device(Launch(chromium, how_to_launch, tmp_path), gated, writer, "/items", READY.replace("(path)", "(path = '/items')"))
    type_line(device.page, "Line of before")
    expect(row(device.page, "Line of before")).to_be_visible()
    gated.gate.mode = "hold"
    row(device.page, "Line of before").get_by_role("checkbox").check()
    type_line(device.page, "Line that was being sent")
    type_line(device.page, "Line behind it")
    wait_until(lambda: device.page.evaluate(STORED) == 3)
    # Nobody else sends what this page is sending.
    assert waiting(device.page) == 0
    gated.gate.mode = "pass"
    device.kill()
    for name in ["Line that was being sent", "Line behind it"]:
        expect(rows(device.page).filter(has_text=name)).to_have_count(1)
    wait_until(lambda: device.page.evaluate(STORED) == 0)
    stored = gated.sql("SELECT string_agg(title || ' ' || is_done, ', ' ORDER BY created_at) FROM items WHERE title LIKE 'Line %'")
    assert stored == "Line of before true, Line that was being sent false, Line behind it false"
    device.context.close()


@pytest.mark.parametrize("mode", ["refuse", "bad gateway", "portal", "lose"])
def test_what_has_no_answer_of_the_server_waits(gated, writer, offline_page, mode):  # noqa: F811
    """A line, a tick and an edit."""
    page = offline_page(writer)
    page.goto(gated.url + "/items")
    for text in ["Bread", "Wine"]:
        type_line(page, f"{text} behind {mode}")
        expect(row(page, f"{text} behind {mode}")).to_be_visible()
    row(page, f"Wine behind {mode}").locator(".item-title").click()
    page.locator("#item-form").get_by_label("Title").fill(f"Water behind {mode}")
    gated.gate.mode = mode
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#waits")).to_contain_text("1 change waits")
    row(page, f"Bread behind {mode}").get_by_role("checkbox").check()
    type_line(page, f"Salt behind {mode}")
    expect(page.locator("#waits")).to_contain_text("3 changes wait")
    gated.gate.mode = "pass"
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_until(lambda: page.evaluate(STORED) == 0)
    stored = gated.sql(f"SELECT string_agg(title || ' ' || is_done, ', ' ORDER BY created_at) FROM items WHERE title LIKE '% behind {mode}'")
    assert stored == f"Bread behind {mode} true, Water behind {mode} false, Salt behind {mode} false"


def test_a_page_that_was_kept_makes_new_rows(gated, writer, offline_page):  # noqa: F811
    """Its form has the id of the row that it made when it was seen first."""
    page = offline_page(writer)
    keep(page, gated, "/items")
    type_line(page, "Line of the first visit")
    expect(row(page, "Line of the first visit")).to_be_visible()
    for text in ["Line of the second visit", "Line of the third visit"]:
        page.context.set_offline(True)
        page.goto(gated.url + "/items")
        type_line(page, text)
        wait_until(lambda: waiting(page) == 1)
        page.context.set_offline(False)
        wait_until(lambda: page.evaluate(STORED) == 0)
    stored = gated.sql("SELECT string_agg(title, ', ' ORDER BY created_at) FROM items WHERE title LIKE 'Line of the % visit'")
    assert stored == "Line of the first visit, Line of the second visit, Line of the third visit"


def end_sessions(page, house, email):
    """Behind the back of a page that has nothing under way: what is asked for without a session leads to the page to sign in."""
    page.goto(house.url + "/items")
    house.sql(f"DELETE FROM sessions USING accounts a WHERE a.person_id = sessions.person_id AND a.email = '{email}'")


def test_a_tick_after_the_end_of_the_session_waits_for_the_next_one(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    page.goto(gated.url + "/items")
    type_line(page, "Bread of yesterday")
    expect(row(page, "Bread of yesterday")).to_be_visible()
    email = gated.sql("SELECT email FROM accounts a JOIN items i USING (household_id) WHERE i.title = 'Bread of yesterday'")
    end_sessions(page, gated, email)
    row(page, "Bread of yesterday").get_by_role("checkbox").click()
    expect(page.get_by_label("Password")).to_be_visible()
    assert gated.sql("SELECT is_done FROM items WHERE title = 'Bread of yesterday'") == "f"
    sign_in(page, gated, email)
    wait_until(lambda: gated.sql("SELECT is_done FROM items WHERE title = 'Bread of yesterday'") == "t")
    wait_until(lambda: page.evaluate(STORED) == 0)


def titles(house, like):
    return house.sql(f"SELECT string_agg(title, ', ' ORDER BY title) FROM items WHERE title LIKE '{like}'")


def test_lines_whose_page_to_sign_in_is_lost_are_sent_after_signing_in(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    page.goto(gated.url + "/items")
    type_line(page, "Lost before")
    expect(row(page, "Lost before")).to_be_visible()
    email = gated.sql("SELECT email FROM accounts a JOIN items i USING (household_id) WHERE i.title = 'Lost before'")
    end_sessions(page, gated, email)
    gated.gate.mode = "lose pages"
    with page.expect_event("requestfailed", lambda request: request.is_navigation_request()):
        page.evaluate(TYPE, ["Lost first", "Lost second"])
    gated.gate.mode = "pass"
    page = page.context.new_page()
    sign_in(page, gated, email)
    wait_until(lambda: titles(gated, "Lost %") == "Lost before, Lost first, Lost second")
    wait_until(lambda: page.evaluate(STORED) == 0)


@pytest.mark.parametrize("words", [None, "Other words again"])
def test_a_line_that_is_there_again_is_stored_once(gated, writer, offline_page, words):  # noqa: F811
    """As it is, or with other words; what was typed behind it is sent after it."""
    page = offline_page(writer)
    page.goto(gated.url + "/items")
    mark = "changed" if words else "same"
    type_line(page, f"Known {mark}")
    expect(row(page, f"Known {mark}")).to_be_visible()
    email = gated.sql(f"SELECT email FROM accounts a JOIN items i USING (household_id) WHERE i.title = 'Known {mark}'")
    end_sessions(page, gated, email)
    page.evaluate(TYPE, [f"Again {mark}", f"Behind {mark}"])
    expect(page.get_by_label("Password")).to_be_visible()
    gated.sql("DELETE FROM rate_limits")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    field = page.locator("#quick [name=text]")
    expect(field).to_have_value(f"Again {mark}")
    if words:
        field.fill(words)
    field.press("Enter")
    expect(row(page, words or f"Again {mark}")).to_be_visible()
    wait_until(lambda: page.evaluate(STORED) == 0)
    page.reload()
    expect(row(page, words or f"Again {mark}")).to_be_visible()
    assert titles(gated, f"% {mark}") == f"Again {mark}, Behind {mark}, Known {mark}".replace(f"Again {mark}, " if words else "", "")
    wait_until(lambda: page.evaluate(STORED) == 0)


def test_the_sheet_takes_lines_without_a_network(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    keep(page, gated, "/items")
    page.locator("a[data-adds]:visible").first.click()
    page.locator("#add-text").wait_for()
    page.context.set_offline(True)
    for text in ["Paint the sheet", "Mend the sheet"]:
        page.locator("#add-text").fill(text)
        page.keyboard.press("Enter")
        expect(page.locator("#add-text")).to_have_value("")
    wait_until(lambda: waiting(page) == 2)
    page.context.set_offline(False)
    wait_until(lambda: waiting(page) == 0)
    assert gated.sql("SELECT count(*) FROM items WHERE title LIKE '% the sheet'") == "2"


@pytest.mark.parametrize("path", ["/items", "/"])
def test_a_checklist_is_ticked_and_grows_without_a_network(gated, writer, offline_page, path):  # noqa: F811
    """Below its row, on Today as well, where nobody has opened it before; a line that was added there can be ticked there."""
    page = offline_page(writer)
    name = "home" if path == "/" else "list"
    page.goto(gated.url + "/items/new")
    page.get_by_label("Title").fill(f"Camp of {name}")
    page.get_by_label("Due date").fill(gated.sql("SELECT current_date"))
    page.get_by_label("Checklist").fill("Tent\nRope")
    page.get_by_role("button", name="Save").click()
    expect(row(page, f"Camp of {name}")).to_contain_text("0 of 2")
    keep(page, gated, path)
    lines = row(page, f"Camp of {name}").locator(".item-lines").get_attribute("href")
    wait_until(lambda: page.evaluate(READY, lines))
    page.context.set_offline(True)
    page.goto(gated.url + path)
    row(page, f"Camp of {name}").locator(".item-lines").click()
    camp = row(page, f"Camp of {name}").locator(".checklist")
    camp.get_by_role("checkbox", name="Tent").check()
    expect(page.locator("#waits")).to_contain_text("1 change waits")
    for text in ["Lamp", "Map\n[ ] Pen"]:
        camp.get_by_label("New line").fill(text)
        camp.get_by_role("button", name="Add", exact=True).click()
        expect(camp.get_by_label("New line")).to_have_value("")
    camp.get_by_role("checkbox", name="Lamp").check()
    camp.get_by_role("checkbox", name="Rope").check()
    camp.get_by_role("checkbox", name="Rope").uncheck()
    expect(row(page, f"Camp of {name}").locator(".item-lines")).to_have_text("2 of 5")
    wait_until(lambda: waiting(page) == 6)
    # As it is seen again before it could be sent.
    page.goto(gated.url + lines)
    expect(page.locator(".checklist label.choice")).to_have_text(["Tent", "Rope", "Lamp", "Map", "Pen"])
    for text, is_done in [("Tent", True), ("Rope", False), ("Lamp", True), ("Map", False)]:
        expect(page.get_by_role("checkbox", name=text)).to_be_checked(checked=is_done)
    expect(page.locator(".checklist .count")).to_have_text("2 of 5")
    page.context.set_offline(False)
    wait_until(lambda: page.evaluate(STORED) == 0)
    expect(page.locator(".checklist .count")).to_have_text("2 of 5")
    stored = f"""SELECT string_agg(line->>'text' || ' ' || coalesce(line->>'done', 'false'), ', ' ORDER BY place)
      FROM items, jsonb_array_elements(checklist::jsonb) WITH ORDINALITY AS l (line, place) WHERE title = 'Camp of {name}'"""
    assert gated.sql(stored) == "Tent true, Rope false, Lamp true, Map false, Pen false"


def test_lines_whose_answer_is_lost_are_added_once(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    page.goto(gated.url + "/items/new")
    page.get_by_label("Title").fill("Camp of the lost")
    page.get_by_label("Checklist").fill("Tent")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Camp of the lost")).to_contain_text("0 of 1")
    row(page, "Camp of the lost").locator(".item-lines").click()
    camp = row(page, "Camp of the lost").locator(".checklist")
    camp.get_by_role("checkbox", name="Tent").wait_for()
    gated.gate.mode = "lose"
    camp.get_by_label("New line").fill("Lamp\nMap\nPen")
    camp.get_by_role("button", name="Add", exact=True).click()
    wait_until(lambda: gated.sql("SELECT jsonb_array_length(checklist::jsonb) FROM items WHERE title = 'Camp of the lost'") == "4")
    expect(page.locator("#waits")).to_contain_text("1 change waits")
    gated.gate.mode = "pass"
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_until(lambda: page.evaluate(STORED) == 0)
    assert gated.sql("SELECT jsonb_array_length(checklist::jsonb) FROM items WHERE title = 'Camp of the lost'") == "4"


def test_what_the_server_refuses_is_a_draft(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    page.goto(gated.url + "/items")
    add(page, gated, "Title of before")
    keep(page, gated, "/items")
    row(page, "Title of before").locator(".item-title").click()
    page.locator("#item-form").get_by_label("Title").fill("Mine")
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#waits")).to_contain_text("1 change waits")
    expect(row(page, "Mine")).to_be_visible()
    gated.sql("UPDATE items SET title = 'Theirs', version = version + 1, changed_at = now() WHERE title = 'Title of before'")
    page.context.set_offline(False)
    expect(page.locator("#notice")).to_contain_text("Mine", timeout=20_000)
    expect(page.locator(".draft-mark")).to_have_text("Draft")
    row(page, "Theirs").locator(".item-title").click()
    expect(page.locator("#item-form").get_by_label("Title")).to_have_value("Mine")
    page.get_by_role("button", name="Save").click()
    # Nobody's words are lost: both are there to choose from.
    expect(page.locator(".versions")).to_contain_text("Theirs")
    expect(page.locator(".versions")).to_contain_text("Mine")


def test_nothing_is_left_after_signing_out(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    keep(page, gated, "/items", "/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_label("Password")).to_be_visible()
    wait_until(lambda: page.evaluate("async () => !await caches.has('pages') || !(await (await caches.open('pages')).keys()).length"))
    page.context.set_offline(True)
    page.goto(gated.url + "/items")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")


# The answer of a page that the service worker asks for by itself comes when it is released.
HELD = """async (path) => {
  const fetched = self.fetch;
  const released = new Promise((resolve) => { self.release = resolve; });
  self.answered = new Promise((resolve) => {
    self.fetch = async (...request) => {
      const answer = await fetched(...request);
      if (request[0] !== path) return answer;
      resolve();
      await released;
      return answer;
    };
  });
}"""
# After it the service worker has had the time to keep a page.
RELEASED = """async () => {
  self.release();
  for (let round = 0; round < 500; round += 1) await (await caches.open("offline")).keys();
  const pages = await caches.open("pages");
  return (await pages.keys()).map((request) => new URL(request.url).pathname);
}"""


@pytest.mark.parametrize("signs_out", [True, False])
def test_what_was_asked_for_before_signing_out_is_not_kept(gated, writer, offline_page, signs_out):  # noqa: F811
    page = offline_page(writer)
    keep(page, gated, "/items", "/plan")
    [worker] = page.context.service_workers
    # Its files stay.
    worker.evaluate("async () => (await caches.open('pages')).delete('/plan')")
    worker.evaluate(HELD, "/plan")
    page.goto(gated.url + "/")
    worker.evaluate("() => self.answered")
    if signs_out:
        page.get_by_role("button", name="Sign out").first.click()
        expect(page.get_by_label("Password")).to_be_visible()
        wait_until(lambda: page.evaluate("async () => !await caches.has('pages') || !(await (await caches.open('pages')).keys()).length"))
    kept = worker.evaluate(RELEASED)
    assert ("/plan" in kept) == (not signs_out), kept


def test_forms_of_one_person_are_not_sent_by_another(gated, writer, offline_page, chromium):  # noqa: F811
    page = offline_page(writer)
    keep(page, gated, "/items")
    page.context.set_offline(True)
    type_line(page, "Mine alone")
    expect(page.locator("#waits")).to_be_visible()
    other = member(chromium, gated, "Lea Later", "lea-later@example.org")
    page.context.clear_cookies()
    page.context.add_cookies(other["cookies"])
    page.context.set_offline(False)
    page.goto(gated.url + "/items")
    expect(page.get_by_label("Add an item")).to_be_visible()
    expect(page.locator("#waits")).to_have_count(0)
    page.wait_for_timeout(1500)
    assert gated.sql("SELECT count(*) FROM items WHERE title = 'Mine alone'") == "0"
    page.context.clear_cookies()
    page.context.add_cookies(writer["cookies"])
    page.goto(gated.url + "/items")
    expect(rows(page).filter(has_text="Mine alone")).to_have_count(1, timeout=20_000)


@pytest.mark.parametrize("latency", [0, 300, 1_500])
def test_items_are_typed_without_a_pause(gated, writer, offline_page, latency):  # noqa: F811
    """Each letter is there, and the order."""
    page = offline_page(writer)
    page.goto(gated.url + "/items")
    delay = network(page)
    delay(latency)
    # Those that wait are sent one after the other.
    count = 60 if latency else 200
    names = [f"L{latency} item {index:03} " + random.Random(index).choice(["oranges", "eleven lamps", "a red door"]) for index in range(count)]
    page.get_by_label("Add an item").focus()
    for name in names:
        page.keyboard.type(name + "\n")
    page.keyboard.type("the last one stays")
    expect(page.get_by_label("Add an item")).to_have_value("the last one stays")
    # One goes after the other: most are still to be sent.
    delay(min(latency, 50))
    wait_until(lambda: gated.sql(f"SELECT count(*) FROM items WHERE title LIKE 'L{latency} item %'") == str(count))
    expect(page.get_by_label("Add an item")).to_have_value("the last one stays")
    stored = gated.sql(f"SELECT string_agg(title, '|' ORDER BY created_at, id) FROM items WHERE title LIKE 'L{latency} item %'")
    assert stored.split("|") == names


FILL = """async () => {
  const pages = await caches.open("pages");
  const reader = (await pages.match("/items")).headers.get("foyer-reader");
  for (let number = 0; number < 55; number++) {
    const body = "x".repeat(100_000);
    await pages.put(`/items?q=${number}`, new Response(body, { headers: { "content-length": String(body.length), "foyer-reader": reader } }));
  }
}"""
STORED_BYTES = """async () => {
  let bytes = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) bytes += (await (await cache.match(request)).arrayBuffer()).byteLength;
  }
  return [bytes, (await (await caches.open("pages")).keys()).length];
}"""


def test_what_is_kept_of_pages_is_less_than_five_megabytes(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    keep(page, gated, "/items")
    page.evaluate(FILL)
    assert page.evaluate(STORED_BYTES)[0] > 5_500_000
    keep(page, gated, "/plan")
    wait_until(lambda: page.evaluate(STORED_BYTES)[0] < 5_000_000)
    # The newest are those that stay.
    assert page.evaluate(READY, "/plan") and page.evaluate(READY, "/items?q=54") and not page.evaluate(READY, "/items")


def test_what_is_due_within_a_week_opens_without_a_network_unseen(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    page.goto(gated.url + "/items")
    for text in ["Bins of tomorrow tomorrow", "Tax of some day"]:
        type_line(page, text)
    expect(row(page, "Bins of tomorrow")).to_be_visible()
    due, undated = (gated.sql(f"SELECT id FROM items WHERE title = '{title}'") for title in ["Bins of tomorrow", "Tax of some day"])
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(gated.url + "/")
    wait_until(lambda: page.evaluate(READY, f"/items/{due}/edit") and page.evaluate(READY, "/plan"))
    page.context.set_offline(True)
    page.goto(f"{gated.url}/items/{due}/edit")
    expect(page.locator("#item-form").get_by_label("Title")).to_have_value("Bins of tomorrow")
    page.locator("#item-form").get_by_label("Title").fill("Bins of Thursday")
    page.evaluate("""() => new MutationObserver(() => { sessionStorage.setItem("notices", document.querySelector("#notice").textContent); })
      .observe(document.querySelector("#notice"), { childList: true })""")
    page.get_by_role("button", name="Save").click()
    # The list comes in the place of the form, and nothing is said to have failed.
    expect(page).to_have_url(gated.url + "/items")
    expect(page.locator("#waits")).to_contain_text("1 change waits")
    assert page.evaluate("sessionStorage.getItem('notices')") is None
    page.goto(f"{gated.url}/items/{undated}/edit")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.context.set_offline(False)
    page.goto(gated.url + "/")
    wait_until(lambda: gated.sql(f"SELECT title FROM items WHERE id = '{due}'") == "Bins of Thursday")


def test_the_first_page_is_today_and_what_it_leads_to_opens_without_a_network(gated, writer, offline_page):  # noqa: F811
    other = offline_page(writer)
    other.goto(gated.url + "/items")
    type_line(other, "Bins of the first page tomorrow")
    expect(row(other, "Bins of the first page")).to_be_visible()
    due = gated.sql("SELECT id FROM items WHERE title = 'Bins of the first page'")
    page = offline_page(writer)
    page.goto(gated.url + "/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_until(lambda: page.evaluate(READY, f"/items/{due}/edit") and page.evaluate(READY, "/plan"))
    page.context.set_offline(True)
    page.goto(f"{gated.url}/items/{due}/edit")
    expect(page.locator("#item-form").get_by_label("Title")).to_have_value("Bins of the first page")


def test_the_plans_week_its_recipes_and_their_steps_open_without_a_network(gated, writer, offline_page):  # noqa: F811
    page = offline_page(writer)
    page.goto(gated.url + "/recipes/new")
    page.get_by_label("Name", exact=True).fill("Dal of the week")
    page.get_by_label("Ingredients").fill("200 g lentils")
    page.get_by_label("Steps").fill("Boil the lentils.\nServe them.")
    page.get_by_label("Servings").fill("4")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dal of the week")
    recipe = page.url.split(gated.url)[1].split("?")[0]
    day = gated.sql("SELECT (now() AT TIME ZONE 'UTC')::date")
    page.request.post(gated.url + "/plan", form={"day": day, "meal": "dinner", "text": "Dal of the week"}, headers={"origin": gated.url})
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(gated.url + "/plan")
    link = page.locator("a.plan-name").get_attribute("href")
    assert link.startswith(recipe)
    cook = link.replace("?", "/cook?")
    wait_until(lambda: page.evaluate(READY, link) and page.evaluate(READY, cook))
    second = page.evaluate("async (path) => (await (await (await caches.open('pages')).match(path)).text()).match(/data-turn=\"next\" href=\"([^\"]+)/)[1].replaceAll('&amp;', '&')", cook)
    wait_until(lambda: page.evaluate(READY, second))
    page.context.set_offline(True)
    page.goto(gated.url + "/plan")
    page.locator("a.plan-name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dal of the week")
    page.goto(gated.url + cook)
    expect(page.locator("#cook-text")).to_contain_text("Boil the lentils")
    page.locator("#cook-next").click()
    expect(page.locator("#cook-text")).to_contain_text("Serve them")
    page.context.set_offline(False)
