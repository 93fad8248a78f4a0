"""Nothing that was typed is lost: while an answer is awaited, when it is no, and when it never comes."""

import re

import pytest
from playwright.sync_api import expect

from journeys import PASSWORD, ask, day, member, network, publish, rows
from postbox import wait_until


class Held:
    """Forms to some paths wait until they are let go. Not to be made while a page is coming in: Chromium may not hold what
    that one sends."""

    def __init__(self, page, path):
        self.waiting = []
        self.page = page
        page.route(re.compile(path), lambda route: self.hold(route))

    def hold(self, route):
        if route.request.method == "POST":
            self.waiting.append(route)
        else:
            route.continue_()

    def next(self):
        """The oldest form that waits."""
        for _ in range(1500):
            if self.waiting:
                return self.waiting.pop(0)
            self.page.wait_for_timeout(20)
        raise AssertionError("nothing was sent")

    def release(self):
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.next().continue_()


def test_what_is_typed_after_enter_stays(line):
    held = Held(line, "/items/quick$")
    field = line.get_by_label("Add an item")
    line.keyboard.type("Fetch apples tomorrow\n")
    expect(field).to_have_value("")
    expect(line.locator("#quick-tint mark")).to_have_count(0)
    line.keyboard.type("Bana")
    held.release()
    expect(rows(line).filter(has_text="Fetch apples")).to_have_count(1)
    line.keyboard.type("nas of the market")
    expect(field).to_have_value("Bananas of the market")
    expect(field).to_be_focused()
    line.keyboard.press("Enter")
    held.release()
    expect(rows(line).filter(has_text="Bananas of the market")).to_have_count(1)
    expect(field).to_have_value("")


def test_several_lines_in_quick_succession_keep_their_order_and_make_one_row_each(line, foyer):
    held = Held(line, "/items/quick$")
    names = [f"Errand number {number}" for number in range(1, 5)]
    for name in names:
        line.keyboard.type(name + "\n")
    line.keyboard.type("and on")
    for name in names:
        route = held.next()
        # One after the other: the next one waits for this answer.
        assert name.replace(" ", "%20") in route.request.post_data and not held.waiting
        route.continue_()
    for name in names:
        expect(rows(line).filter(has_text=name)).to_have_count(1)
    expect(line.get_by_label("Add an item")).to_have_value("and on")
    stored = foyer.sql("SELECT string_agg(title, ',' ORDER BY created_at) FROM items WHERE title LIKE 'Errand number%'")
    assert stored == ",".join(names)


def test_a_refused_line_comes_back_in_front_of_what_was_typed_meanwhile(line):
    held = Held(line, "/items/quick$")
    field = line.get_by_label("Add an item")
    # Longer than a title may be.
    long = "x" * 10_001
    field.fill(long)
    line.keyboard.press("Enter")
    line.keyboard.type("Wine of")
    held.release()
    expect(field).to_have_value(long + " Wine of")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    field.fill("Wine of")
    line.keyboard.type(" last year\n")
    held.release()
    expect(rows(line).filter(has_text="Wine of last year")).to_have_count(1)
    expect(field).to_have_value("")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(line.locator("#quick .error")).to_have_count(0)


# The pauses after which a draft is kept end when they are told to.
LATE_DRAFTS = """() => {
  const { setTimeout, clearTimeout } = window, held = new Map();
  window.setTimeout = (act, pause, ...rest) => {
    if (pause !== 200) return setTimeout(act, pause, ...rest);
    held.set(-held.size - 1, act);
    return -held.size;
  };
  window.clearTimeout = (id) => id < 0 ? held.set(id, null) : clearTimeout(id);
  window.keepLate = () => [...held.values()].filter(Boolean).map((act) => act()).length;
}"""


def test_words_that_were_sent_do_not_come_back_as_a_draft(line):
    """The form that a refused line has replaced still waits to keep what was typed into it, when that is sent by the next one."""
    line.evaluate(LATE_DRAFTS)
    held = Held(line, "/items/quick$")
    field = line.get_by_label("Add an item")
    long = "x" * 10_001
    field.fill(long)
    line.keyboard.press("Enter")
    line.keyboard.type("Pears of")
    held.release()
    expect(field).to_have_value(long + " Pears of")
    field.fill("Pears of last year")
    line.keyboard.press("Enter")
    expect(field).to_have_value("")
    line.evaluate("() => window.keepLate()")
    held.release()
    expect(rows(line).filter(has_text="Pears of last year")).to_have_count(1)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("")


@pytest.fixture
def failing_line(foyer, account, chromium):
    """The same; the browser logs what fails, which no other test allows."""
    context = chromium.new_context(storage_state=account, locale="en-US")
    page = context.new_page()
    page.goto(foyer.url + "/items")
    page.get_by_label("Add an item").focus()
    yield page
    context.close()


@pytest.mark.parametrize("failure", ["network", "answer"])
def test_what_did_not_arrive_comes_back_in_its_order(failing_line, failure):
    line = failing_line
    held = Held(line, "/items/quick$")
    field = line.get_by_label("Add an item")
    line.keyboard.type(f"Wash the tent {failure}\n")
    line.keyboard.type("dry it\n")
    line.keyboard.type("and")
    route = held.next()
    if failure == "network":
        # It waits in the browser, and is sent again, in its order.
        route.abort()
        expect(line.locator("#waits li")).to_have_text([f"Wash the tent {failure}", "dry it"])
        expect(field).to_have_value("and")
        held.release()
        held.release()
        for name in (f"Wash the tent {failure}", "dry it"):
            expect(rows(line).filter(has_text=name)).to_have_count(1)
        expect(line.locator("#waits")).to_have_count(0)
        expect(field).to_have_value("and")
        return
    route.fulfill(status=429, body="")
    expect(line.locator("#notice .problem")).to_be_visible()
    expect(field).to_have_value(f"Wash the tent {failure} dry it and")
    line.keyboard.type(" fold it\n")
    held.release()
    expect(rows(line).filter(has_text=f"Wash the tent {failure} dry it and fold it")).to_have_count(1)
    expect(field).to_have_value("")


def test_a_line_whose_answer_was_lost_makes_one_row_when_it_is_sent_again(failing_line, foyer):
    line = failing_line
    field = line.get_by_label("Add an item")
    held = Held(line, "/items/quick$")
    line.keyboard.type("Answer that got lost\n")
    route = held.next()
    route.fetch()
    route.abort()
    # It is not known to have arrived: it is sent again.
    held.release()
    expect(rows(line).filter(has_text="Answer that got lost")).to_have_count(1)
    expect(field).to_have_value("")
    assert foyer.sql("SELECT count(*) FROM items WHERE title = 'Answer that got lost'") == "1"


@pytest.mark.parametrize("arrives", [True, False])
def test_lines_that_wait_are_sent_when_the_page_is_left(line, foyer, arrives):
    if not arrives:
        # As browsers lose some of it.
        line.evaluate("() => { window.fetch = async () => { throw new TypeError(); }; }")
    first, second = f"Left behind {arrives} one", f"Left behind {arrives} two"
    # The server is slow: a browser's driver that holds a request back would lose what is sent by a page that is gone.
    with foyer.writes_wait("items"):
        with line.expect_request("**/items/quick"):
            line.keyboard.type(first + "\n")
        line.keyboard.type(second + "\n")
        line.goto(foyer.url + "/categories")
    line.goto(foyer.url + "/items")
    for name in [first, second]:
        expect(rows(line).filter(has_text=name)).to_have_count(1)
    wait_until(lambda: line.evaluate("sessionStorage.getItem('unsent')") in (None, "[]"))
    assert foyer.sql(f"SELECT count(*) FROM items WHERE title LIKE 'Left behind {arrives}%'") == "2"


# ---- The same of every form that is emptied ----


@pytest.fixture(scope="module")
def cook(chromium, foyer):
    return member(chromium, foyer, "Ana Cook", "words@example.org", lambda page: publish(page, foyer, "Ana Cook", "Porto"))


PLACES = {
    "today": ("/", "Add an item", "/items/quick$", "#today"),
    "at hand": ("/recipes", "Add ingredients", "/recipes/ingredients$", "#hand"),
    "eaters": ("/household/eaters", "Name", "/household/eaters$", "#eaters"),
}


@pytest.mark.parametrize("place", PLACES)
def test_what_is_typed_on_stays_in_every_such_form(foyer, cook, open_page, place):
    path, label, sent, part = PLACES[place]
    page = open_page(cook)
    page.goto(foyer.url + path)
    held = Held(page, sent)
    first, second = ("Rice", "Barley") if place == "at hand" else ("Wilma today", "Betty today")
    field = page.get_by_label(label, exact=True)
    field.focus()
    page.keyboard.type(first + "\n")
    expect(field).to_have_value("")
    page.keyboard.type(second[:3])
    held.release()
    expect(page.locator(part)).to_contain_text(first.removesuffix(" today"), ignore_case=True)
    page.keyboard.type(second[3:])
    expect(field).to_have_value(second)
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    held.release()
    expect(page.locator(part)).to_contain_text(second.removesuffix(" today"), ignore_case=True)
    expect(field).to_have_value("")


def test_a_meal_typed_on_stays_and_its_form_stays_open(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/plan")
    held = Held(page, "/plan$")
    cell = page.locator(".plan-cell").first
    cell.locator("summary").click()
    expect(cell.get_by_label("Recipe or words")).to_be_focused()
    page.keyboard.type("Soup of the house\n")
    page.keyboard.type("Br")
    held.release()
    expect(cell).to_contain_text("Soup of the house")
    page.keyboard.type("ead\n")
    held.release()
    expect(cell).to_contain_text("Bread")
    expect(cell.locator(".plan-meals > li")).to_have_count(2)


def test_blocking_days_leaves_what_is_typed_elsewhere(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/hosting")
    page.get_by_label("Offer", exact=True).fill("A room, and words that are not saved yet")
    held = Held(page, "/hosting/blocked-dates$")
    page.get_by_label("From").fill(day(40))
    page.get_by_label("To", exact=True).fill(day(41))
    page.get_by_role("button", name="Block these days").click()
    page.get_by_label("From").fill(day(50))
    held.release()
    expect(page.locator("#blocked li")).to_have_count(1)
    expect(page.get_by_label("From")).to_have_value(day(50))
    expect(page.get_by_label("Offer", exact=True)).to_have_value("A room, and words that are not saved yet")


def test_a_message_typed_on_stays(chromium, foyer, cook, open_page):
    guest = member(chromium, foyer, "Gus Guest", "words-guest@example.org")
    page = open_page(guest)
    ask(page, foyer, "Ana Cook")
    page.goto(foyer.url + "/requests")
    held = Held(page, "/messages$")
    # Its scripts come in after what can be typed into.
    network(page)(800)
    page.get_by_role("link", name="Messages").click()
    box = page.get_by_label("Your message")
    box.fill("Is there a bed for a dog?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(box).to_have_value("")
    box.press_sequentially("It is")
    held.release()
    expect(page.locator(".entry")).to_have_count(2)
    box.press_sequentially(" a small one.")
    expect(box).to_have_value("It is a small one.")
    page.get_by_role("button", name="Send", exact=True).click()
    held.release()
    expect(page.locator(".entry")).to_have_count(3)
    expect(page.locator(".entry").last).to_contain_text("It is a small one.")


# ---- The session has ended meanwhile ----


@pytest.fixture
def writer(request, chromium, foyer):
    name = re.sub(r"\W+", "-", request.node.name)[-50:]
    state = member(chromium, foyer, "Wanda Writer", f"{name}@example.org")
    return state, f"{name}@example.org"


@pytest.fixture
def open_page_of(chromium):
    """The browser logs that a stream of events ends with its session, which no other test allows."""
    contexts = []

    def open_page(state, **options):
        contexts.append(chromium.new_context(storage_state=state, locale="en-US", **options))
        return contexts[-1].new_page()

    yield open_page
    for context in contexts:
        context.close()


def end_sessions(foyer, email):
    foyer.sql(f"DELETE FROM sessions WHERE person_id = (SELECT person_id FROM accounts WHERE email = '{email}')")


def sign_in_again(page, email):
    expect(page.get_by_text("You were signed out while you were writing.")).to_be_visible()
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Your words are here again")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_form_is_there_again_after_signing_in(foyer, writer, open_page_of, javascript):
    state, email = writer
    page = open_page_of(state, java_script_enabled=javascript)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Write to the council")
    page.get_by_label("Description").fill("About the bench,\nand the tree")
    end_sessions(foyer, email)
    page.get_by_role("button", name="Save").click()
    sign_in_again(page, email)
    expect(page.get_by_role("heading", level=1)).to_have_text("New item")
    expect(page.get_by_label("Title")).to_have_value("Write to the council")
    expect(page.get_by_label("Description")).to_have_value("About the bench,\nand the tree")
    if javascript:
        expect(page).to_have_url(foyer.url + "/items/new")
    page.get_by_role("button", name="Save").click()
    expect(rows(page).filter(has_text="Write to the council")).to_have_count(1)


def test_the_quick_line_and_a_row_are_there_again(foyer, writer, open_page_of):
    state, email = writer
    page = open_page_of(state)
    page.goto(foyer.url + "/items")
    end_sessions(foyer, email)
    field = page.get_by_label("Add an item")
    # What is understood of the line is asked for without a session, and leads nowhere.
    with page.expect_response(re.compile(r"/items/quick\?")) as understood:
        field.fill("Call the chimney sweep")
    assert understood.value.status == 401
    field.press("Enter")
    sign_in_again(page, email)
    expect(page.get_by_label("Add an item")).to_have_value("Call the chimney sweep")
    page.get_by_label("Add an item").press("Enter")
    sweep = rows(page).filter(has_text="Call the chimney sweep")
    expect(sweep).to_have_count(1)
    # A row that was opened in its place.
    sweep.get_by_role("link", name=re.compile("^Edit")).click()
    expect(page).to_have_url(re.compile("/edit$"))
    page.get_by_label("Title").fill("Call the sweep at nine")
    end_sessions(foyer, email)
    page.get_by_role("button", name="Save").click()
    sign_in_again(page, email)
    expect(page.get_by_label("Title")).to_have_value("Call the sweep at nine")


def test_a_tab_that_signs_in_otherwise_gets_the_form_again(foyer, writer, open_page_of):
    state, email = writer
    page = open_page_of(state)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Kept in this tab")
    end_sessions(foyer, email)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You were signed out while you were writing.")).to_be_visible()
    # As after a passkey or a provider: another page of this tab, signed in.
    page.request.post(foyer.url + "/login", form={"email": email, "password": PASSWORD}, headers={"origin": foyer.url})
    page.goto(foyer.url + "/")
    expect(page.get_by_label("Title")).to_have_value("Kept in this tab")
    # Once.
    page.goto(foyer.url + "/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Wanda")


def test_somebody_else_who_signs_in_does_not_see_them(foyer, writer, open_page_of, chromium):
    state, email = writer
    member(chromium, foyer, "Otto Other", "otto-words@example.org")
    page = open_page_of(state)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Nobody else's business")
    end_sessions(foyer, email)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You were signed out while you were writing.")).to_be_visible()
    assert "business" not in page.content()
    page.get_by_label("E-mail").fill("otto-words@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert "business" not in page.content()
    page.goto(foyer.url + "/items/new")
    expect(page.get_by_label("Title")).to_have_value("")
