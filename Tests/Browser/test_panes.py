"""Two panes on a wide screen: the list stays, and what is chosen opens beside it."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from journeys import ask, member, publish, row, rows, see_samples
from test_pages import violations
from test_rows import add, post


@pytest.fixture
def desk(chromium, foyer, open_page):
    """The list of a household with three items, on a wide screen."""
    def furnish(page):
        see_samples(page, foyer)
        post(page, foyer, "/items/samples/delete")
        add(page, foyer, "Three #Desk", "Two #Desk @ink", "One #Desk")

    page = open_page(
        member(chromium, foyer, "Ida Wide", f"wide-{uuid.uuid4().hex}@example.org", furnish), width=1440, height=900,
        reduced_motion="reduce")
    page.goto(foyer.url + "/items")
    return page


def pane(page):
    return page.get_by_role("region", name="Chosen item")


def open_row(page, title):
    row(page, title).get_by_role("link", name=title).first.click()
    expect(pane(page).get_by_label("Title")).to_have_value(title)


def test_an_item_opens_beside_the_list_and_is_saved_there(foyer, desk):
    expect(pane(desk)).to_contain_text("Choose an item")
    desk.evaluate("window.stayed = true")
    before = [item.bounding_box() for item in rows(desk).all()]
    open_row(desk, "Two")
    expect(pane(desk).get_by_label("Title")).to_be_focused()
    expect(desk).to_have_url(re.compile("/items/[0-9a-f-]{36}/edit$"))
    # The list is as it was, and says which row it is.
    assert [item.bounding_box() for item in desk.locator("#items .item").all()] == before
    expect(desk.locator("#items .is-current")).to_contain_text("Two")
    assert pane(desk).bounding_box()["x"] > before[0]["x"] + before[0]["width"]
    assert not list(violations(desk, "light")) and not list(violations(desk, "dark"))
    pane(desk).get_by_label("Title").fill("Two and a half")
    pane(desk).get_by_role("button", name="Save").click()
    expect(row(desk, "Two and a half")).to_have_count(1)
    expect(desk.locator("#items .item").nth(1)).to_contain_text("Two and a half")
    expect(pane(desk)).to_contain_text("Choose an item")
    expect(desk).to_have_url(foyer.url + "/items")
    assert desk.evaluate("window.stayed && document.activeElement !== document.body")


def test_back_escape_and_another_row(foyer, desk):
    open_row(desk, "One")
    pane(desk).get_by_label("Title").fill("One more")
    # Another row: one step of the history, and the words wait.
    open_row(desk, "Three")
    expect(desk.locator("#items .is-current")).to_have_count(1)
    desk.keyboard.press("Escape")
    expect(pane(desk).get_by_label("Title")).to_have_count(0)
    expect(row(desk, "Three").get_by_role("link", name="Edit Three")).to_be_focused()
    expect(desk).to_have_url(foyer.url + "/items")
    row(desk, "One").get_by_role("link", name="One").first.click()
    expect(pane(desk).get_by_label("Title")).to_have_value("One more")
    pane(desk).get_by_role("link", name="Cancel").click()
    open_row(desk, "One")
    desk.go_back()
    expect(pane(desk).get_by_label("Title")).to_have_count(0)
    expect(desk.get_by_role("heading", level=1)).to_have_text("Items")
    desk.go_forward()
    expect(pane(desk).get_by_label("Title")).to_have_value("One")


def test_the_list_goes_on_beside_what_is_open(foyer, desk):
    open_row(desk, "Two")
    pane(desk).get_by_label("Description").fill("In blue")
    # What others add comes into the list, and a row is moved there.
    row(desk, "Three").evaluate("row => { row.dataset.isOld = '' }")
    desk.evaluate("document.body.dispatchEvent(new CustomEvent('foyer:items'))")
    expect(desk.locator("#items [data-is-old]")).to_have_count(0)
    expect(desk.locator("#items .is-current")).to_contain_text("Two")
    row(desk, "Three").get_by_role("checkbox").focus()
    desk.keyboard.press("t")
    expect(row(desk, "Three").locator(".item-due")).to_be_visible()
    expect(desk.locator("#items .item")).to_have_count(rows(desk).count() - 1)
    expect(pane(desk).get_by_label("Description")).to_have_value("In blue")
    expect(desk.locator("#items .is-current")).to_contain_text("Two")
    pane(desk).get_by_role("button", name="Save").click()
    expect(row(desk, "Two")).to_contain_text("In blue")
    expect(desk).to_have_url(foyer.url + "/items")


def test_a_narrower_window_has_the_form_in_its_row(foyer, desk):
    open_row(desk, "Two")
    desk.get_by_label("Title").fill("Two, too")
    desk.set_viewport_size({"width": 1000, "height": 900})
    expect(desk.locator("#items .item.is-open").get_by_label("Title")).to_have_value("Two, too")
    desk.set_viewport_size({"width": 1440, "height": 900})
    expect(pane(desk).get_by_label("Title")).to_have_value("Two, too")
    pane(desk).get_by_role("button", name="Save").click()
    expect(row(desk, "Two, too")).to_have_count(1)


def test_a_title_that_is_missing_is_said_there(foyer, desk):
    open_row(desk, "Three")
    pane(desk).get_by_label("Due date").evaluate("field => { field.type = 'text'; field.value = 'someday' }")
    pane(desk).get_by_role("button", name="Save").click()
    expect(pane(desk).locator("#errors")).to_be_visible()
    expect(pane(desk).get_by_label("Title")).to_have_value("Three")


def test_the_inbox_is_beside_the_thread(foyer, chromium, open_page):
    name = f"Wide House {uuid.uuid4().hex[:6]}"
    host = member(
        chromium, foyer, "Hedy Host", f"host-{uuid.uuid4().hex}@example.org", lambda page: publish(page, foyer, name, "Lyon", 4))
    for number, guest in enumerate(["Gus", "Gail"]):
        page = open_page(member(chromium, foyer, guest, f"guest-{uuid.uuid4().hex}@example.org"))
        ask(page, foyer, name, 10 + 5 * number, 12 + 5 * number)
    page = open_page(host, width=1440, height=900, reduced_motion="reduce")
    page.goto(foyer.url + "/hosting/requests")
    page.get_by_role("listitem").filter(has_text="Gus").get_by_role("link", name=re.compile("Reply or propose")).click()
    inbox = page.locator(".stay-inbox")
    expect(inbox.get_by_role("link")).to_have_count(2)
    expect(inbox.locator("[aria-current=page]")).to_contain_text("Gus")
    assert inbox.bounding_box()["x"] < page.locator("#thread").bounding_box()["x"]
    assert not list(violations(page, "light")) and not list(violations(page, "dark"))
    inbox.get_by_role("link", name="Gail").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Gail")
    page.set_viewport_size({"width": 1000, "height": 800})
    expect(inbox).to_be_hidden()


def test_what_comes_meanwhile_is_in_the_inbox_and_takes_no_words(foyer, chromium, open_page):
    name = f"Live House {uuid.uuid4().hex[:6]}"
    host = member(
        chromium, foyer, "Lena Live", f"live-{uuid.uuid4().hex}@example.org", lambda page: publish(page, foyer, name, "Lyon", 4))
    gus = open_page(member(chromium, foyer, "Gus", f"guest-{uuid.uuid4().hex}@example.org"))
    ask(gus, foyer, name, 10, 12)
    page = open_page(host, width=1440, height=900, reduced_motion="reduce")
    page.goto(foyer.url + "/hosting/requests")
    with page.expect_response("**/events"):
        page.get_by_role("listitem").filter(has_text="Gus").get_by_role("link", name=re.compile("Reply or propose")).click()
    inbox, field = page.locator(".stay-inbox"), page.locator("#field-message")
    expect(inbox.get_by_role("link")).to_have_count(1)
    field.press_sequentially("Half a sen")
    page.evaluate("window.stayed = true")
    # A request of somebody else.
    ask(open_page(member(chromium, foyer, "Gail", f"guest-{uuid.uuid4().hex}@example.org")), foyer, name, 15, 17)
    gail = inbox.get_by_role("link", name="Gail")
    expect(gail).to_contain_text("New")
    expect(inbox.locator("[aria-current=page]")).to_contain_text("Gus")
    # A message of this guest is in the thread, and its entry has no news: it is read already.
    gus.goto(foyer.url + "/requests")
    gus.get_by_role("main").get_by_role("link", name="Messages").click()
    gus.locator("#field-message").fill("Is there a cot?")
    gus.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#thread")).to_contain_text("Is there a cot?")
    expect(inbox.locator("[aria-current=page]")).not_to_contain_text("New")
    expect(field).to_have_value("Half a sen")
    expect(field).to_be_focused()
    # With the focus in the inbox, it stays on its entry.
    gail.focus()
    ask(open_page(member(chromium, foyer, "Greta", f"guest-{uuid.uuid4().hex}@example.org")), foyer, name, 20, 22)
    expect(inbox.get_by_role("link", name="Greta")).to_be_visible()
    expect(gail).to_be_focused()
    expect(field).to_have_value("Half a sen")
    assert page.evaluate("window.stayed")


@pytest.mark.parametrize("path", ["/hosting/requests", "/requests"])
def test_the_lists_of_requests_are_live(foyer, chromium, open_page, path):
    name = f"Listed House {uuid.uuid4().hex[:6]}"
    host = member(
        chromium, foyer, "Lili List", f"list-{uuid.uuid4().hex}@example.org", lambda page: publish(page, foyer, name, "Lyon", 4))
    guest = member(chromium, foyer, "Gil", f"guest-{uuid.uuid4().hex}@example.org")
    page = open_page(host if path == "/hosting/requests" else guest)
    with page.expect_response("**/events"):
        page.goto(foyer.url + path)
    # The same person at another device hears of it, too.
    ask(open_page(guest), foyer, name, 10, 12)
    expect(page.locator("li[id^='request-']")).to_have_count(1)
