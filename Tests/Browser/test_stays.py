"""Staying with somebody: a guest asks, a host answers, each in a browser of their own."""

import re

import pytest
from playwright.sync_api import expect

from journeys import ask, day, member, publish, tab_to, visit


@pytest.fixture(scope="module")
def hosts(chromium, foyer):
    """Three hosts, by their first names."""
    return {
        name.split()[0]: member(
            chromium, foyer, name, f"host-{number}@example.org",
            lambda page: publish(page, foyer, name, place))
        for number, (name, place) in enumerate(
            [("Joe Hamilton", "Lyon"), ("Zoé Sug", "Brighton"), ("김영희", "서울")])
    }


@pytest.fixture
def guest(request, chromium, foyer, hosts):
    # Letters go to at most 64 characters before the @.
    name = re.sub(r"\W+", "-", request.node.name)[-60:]
    return member(chromium, foyer, "Ada Lovelace", f"{name}@example.org")


def requests(page):
    return page.locator("li[id^='request-']")


def only_request(page, foyer, host):
    """What a host sees of the only request of a guest: a host has requests of other tests, too."""
    page.goto(foyer.url + "/requests")
    return host.locator("#" + requests(page).get_attribute("id"))


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_request_is_sent_and_the_button_stays_disabled_until_it_is_deleted(foyer, guest, open_page, javascript):
    page = open_page(guest, javascript=javascript)
    visit(page, foyer, "Joe")
    for label in ["Arrival", "Departure"]:
        expect(page.get_by_label(label)).to_have_value("")
    page.get_by_role("button", name="Send request").click()
    expect(page.get_by_text("Please choose the day of arrival.").first).to_be_visible()
    expect(page.get_by_label("Arrival")).to_have_attribute("aria-invalid", "true")
    ask(page, foyer, "Joe")
    sent = page.get_by_role("button", name="Request sent")
    expect(sent).to_be_disabled()

    # Leave, and come back: here, and in another browser.
    page.goto(foyer.url + "/items")
    visit(page, foyer, "Joe")
    expect(sent).to_be_disabled()
    other = open_page(guest, javascript=javascript)
    visit(other, foyer, "Joe")
    expect(other.get_by_role("button", name="Request sent")).to_be_disabled()

    page.goto(foyer.url + "/hosts")
    page.get_by_role("link", name="My requests").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My requests")
    expect(requests(page)).to_have_count(1)
    expect(requests(page).locator("img")).to_be_visible()
    requests(page).get_by_role("button", name="Delete").click()
    expect(requests(page)).to_have_count(0)
    visit(page, foyer, "Joe")
    expect(page.get_by_role("button", name="Send request")).to_be_enabled()


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_one_is_deleted_all_are_deleted_and_both_come_back(foyer, guest, open_page, javascript):
    page = open_page(guest, javascript=javascript)
    for name in ["Joe", "Zoé", "김영희"]:
        ask(page, foyer, name)
    page.goto(foyer.url + "/requests")
    expect(requests(page)).to_have_count(3)
    requests(page).filter(has_text="Zoé").get_by_role("button", name="Delete").click()
    expect(requests(page)).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(requests(page)).to_have_count(3)

    page.get_by_role("link", name="Delete all").click()
    question = page.get_by_role("dialog") if javascript else page.get_by_role("main")
    expect(question).to_contain_text("Delete all requests?")
    if javascript:
        question.get_by_role("button", name="Cancel").click()
        expect(question).to_be_hidden()
        expect(requests(page)).to_have_count(3)
        page.get_by_role("link", name="Delete all").click()
        page.keyboard.press("Escape")
        expect(question).to_be_hidden()
        page.get_by_role("link", name="Delete all").click()
    question.get_by_role("button", name="Delete all").click()
    expect(requests(page)).to_have_count(0)
    expect(page.get_by_text("No requests", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(requests(page)).to_have_count(3)


def test_the_grid_is_filtered_while_one_types(foyer, guest, open_page):
    page = open_page(guest)
    page.goto(foyer.url + "/hosts")
    search = page.get_by_role("searchbox", name="Search hosts")
    cards = page.locator(".host")
    expect(cards.filter(has_text="Joe Hamilton")).to_be_visible()
    page.evaluate("window.stayed = true")
    for text, name in [("ZOE", "Zoé Sug"), ("milto", "Joe Hamilton"), ("bright", "Zoé Sug"), ("영", "김영희"), ("서우", "김영희")]:
        search.fill("")
        search.press_sequentially(text)
        # In one: between two words all of them are shown for a moment.
        expect(cards).to_have_text([re.compile(name)])
        expect(page).to_have_url(re.compile(r"\?q="))
    search.fill("nobody")
    expect(page.get_by_text("No host found")).to_be_visible()
    assert page.evaluate("window.stayed === true")
    page.go_back()
    expect(cards).to_have_count(1)


def test_a_host_accepts_and_the_guest_s_page_changes_by_itself(foyer, guest, hosts, open_page):
    page = open_page(guest)
    if page.request.get(foyer.url + "/hosts").ok and page.request.head(foyer.url + "/events").status == 404:
        pytest.skip("nothing tells open pages of changes")
    host = open_page(hosts["Zoé"])
    host.goto(foyer.url + "/hosting/requests")
    ask(page, foyer, "Zoé", 20, 22)
    # The host's open page has it, too, and the navigation says so.
    incoming = requests(host).filter(has_text="Ada Lovelace").filter(has_text="Pending").first
    expect(incoming).to_contain_text("the address becomes visible to them")
    page.evaluate("window.stayed = true")
    expect(page.locator("#ask")).not_to_contain_text("7 Quai Secret")
    incoming.get_by_role("button", name="Accept").click()
    expect(page.locator("#ask")).to_contain_text("Accepted")
    expect(page.locator("#ask")).to_contain_text("7 Quai Secret")
    expect(page.locator("#stays-news .badge")).to_be_visible()
    assert page.evaluate("window.stayed === true")

    page.goto(foyer.url + "/requests")
    expect(requests(page).first).to_contain_text("Accepted")
    expect(page.locator("#stays-news .badge")).to_have_count(0)
    host.goto(foyer.url + "/hosting/requests")
    host.get_by_role("link", name="Cancel this stay").first.click()
    host.get_by_label("Your message").fill("The roof leaks.")
    host.get_by_role("button", name="Cancel the stay").click()
    expect(requests(page).first).to_contain_text("Declined")
    expect(requests(page).first).to_contain_text("The roof leaks.")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_host_proposes_other_dates_and_the_guest_takes_them(foyer, guest, hosts, open_page, javascript):
    page = open_page(guest, javascript=javascript)
    ask(page, foyer, "김영희", *((40, 42) if javascript else (50, 52)))
    host = open_page(hosts["김영희"], javascript=javascript)
    host.goto(foyer.url + "/hosts")
    host.get_by_role("link", name="Hosting").click()
    host.get_by_role("link", name="Requests from guests").click()
    requests(host).filter(has_text="Pending").first.get_by_role("link", name="Reply or propose other dates").click()
    propose = host.get_by_role("group", name="Propose other dates")
    propose.get_by_label("Arrival").fill(day(60 if javascript else 70))
    propose.get_by_label("Departure").fill(day(62 if javascript else 72))
    host.get_by_label("Your message").fill("That week we paint.")
    propose.get_by_role("button", name="Propose these dates").click()
    expect(host.locator("#notice")).to_contain_text("Dates proposed to Ada Lovelace")
    page.goto(foyer.url + "/requests")
    expect(requests(page)).to_contain_text("That week we paint.")
    page.get_by_role("button", name="Take these dates").click()
    expect(requests(page)).to_contain_text("Accepted")
    expect(requests(page)).to_contain_text("7 Quai Secret")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_asking_and_accepting_by_keyboard(foyer, guest, hosts, open_page, javascript):
    page, days = open_page(guest, javascript=javascript), (90, 92) if javascript else (100, 102)
    page.goto(foyer.url + "/hosts")
    tab_to(page, page.get_by_role("main").get_by_role("link", name=re.compile("Zoé")))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Zoé Sug")
    for label, wanted in zip(["Arrival", "Departure"], days):
        tab_to(page, page.get_by_label(label))
        year, month, date = day(wanted).split("-")
        page.keyboard.type(month + date + year)
        expect(page.get_by_label(label)).to_have_value(day(wanted))
    tab_to(page, page.get_by_label("Message"))
    page.keyboard.type(f"In {days[0]} days")
    tab_to(page, page.get_by_role("button", name="Send request"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Request sent")).to_be_disabled()

    host = open_page(hosts["Zoé"], javascript=javascript)
    host.goto(foyer.url + "/hosting/requests")
    incoming = requests(host).filter(has_text=f"In {days[0]} days")
    tab_to(host, incoming.get_by_role("button", name="Accept"))
    host.keyboard.press("Enter")
    expect(incoming).to_contain_text("Accepted")
    page.goto(foyer.url + "/requests")
    expect(requests(page)).to_contain_text("Accepted")
    tab_to(page, requests(page).get_by_role("button", name="Delete"))
    page.keyboard.press("Enter")
    expect(requests(page)).to_have_count(0)


# ---- The calendar that is the form ----

def cell(page, days):
    return page.locator(f"#stay-calendar td[data-day='{day(days)}']")


def show(page, days):
    """Pages on until a day is there."""
    ready = page.locator("#stay-calendar .month[role=grid]")
    expect(ready).to_have_count(2)
    while cell(page, days).count() == 0:
        first = page.locator("#stay-calendar tbody").first.get_attribute("data-month")
        page.locator("#stay-next").click()
        expect(page.locator("#stay-calendar tbody").first).not_to_have_attribute("data-month", first)
        expect(ready).to_have_count(2)


def test_nights_are_chosen_in_the_calendar_with_the_mouse(foyer, guest, hosts, open_page):
    host = open_page(hosts["Zoé"])
    host.goto(foyer.url + "/hosting")
    host.get_by_label("From").fill(day(155))
    host.get_by_label("To", exact=True).fill(day(155))
    host.get_by_role("button", name="Block these days").click()
    expect(host.locator("li[id^='blocked-']").first).to_be_visible()

    page = open_page(guest)
    visit(page, foyer, "Zoé")
    show(page, 150)
    expect(page.locator("#stay-choice")).to_have_text("Choose the day you arrive.")
    cell(page, 150).click()
    expect(page.get_by_label("Arrival")).to_have_value(day(150))
    expect(page.locator("#stay-choice")).to_contain_text("Now choose the day you leave.")
    show(page, 153)
    cell(page, 153).hover()
    expect(cell(page, 152)).to_have_class(re.compile("is-between"))
    cell(page, 153).click()
    expect(page.get_by_label("Departure")).to_have_value(day(153))
    expect(page.locator("#stay-nights")).to_have_text("3 nights")
    # A night that is taken begins no stay, and lies in none; its day ends one.
    show(page, 158)
    cell(page, 155).click(force=True)
    expect(page.get_by_label("Arrival")).to_have_value(day(150))
    cell(page, 154).click()
    cell(page, 158).click()
    expect(page.get_by_label("Arrival")).to_have_value(day(158))
    expect(page.get_by_label("Departure")).to_have_value("")
    cell(page, 154).click()
    expect(cell(page, 156)).not_to_have_attribute("aria-disabled", "true")
    cell(page, 155).click()
    expect(page.get_by_label("Departure")).to_have_value(day(155))
    expect(page.locator("#stay-nights")).to_have_text("1 night")
    page.get_by_label("Message").fill("By night train.")
    page.get_by_role("button", name="Send request").click()
    expect(page.get_by_role("alert").filter(has_text="Request sent")).to_be_visible()


def test_nights_are_chosen_by_keyboard_and_the_fields_are_the_same(foyer, guest, hosts, open_page):
    page = open_page(guest)
    visit(page, foyer, "Joe")
    grid = page.get_by_role("grid").first
    expect(grid).to_be_visible()
    tab_to(page, cell(page, 0))
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(cell(page, 2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Arrival")).to_have_value(day(2))
    page.keyboard.press("ArrowDown")
    expect(cell(page, 9)).to_be_focused()
    expect(cell(page, 5)).to_have_class(re.compile("is-between"))
    page.keyboard.press("Space")
    expect(page.get_by_label("Departure")).to_have_value(day(9))
    expect(cell(page, 5)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#stay-nights")).to_have_text("7 nights")
    for _ in range(3):
        focused = page.evaluate("document.activeElement.dataset.day")
        page.keyboard.press("PageDown")
        page.wait_for_function("before => document.activeElement.dataset.day > before", arg=focused)
    later = page.evaluate("document.activeElement.dataset.day")
    assert later > day(80)
    page.keyboard.press("Home")
    page.wait_for_function("before => document.activeElement.dataset.day <= before", arg=later)
    page.keyboard.press("Escape")
    expect(page.get_by_label("Arrival")).to_have_value("")
    # What is typed is shown.
    page.get_by_label("Arrival").fill(day(3))
    page.get_by_label("Departure").fill(day(2))
    expect(page.locator("#stay-nights")).to_have_text("")
    page.get_by_label("Departure").fill(day(5))
    expect(page.locator("#stay-nights")).to_have_text("2 nights")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_hosts_are_searched_by_dates_and_guests(foyer, guest, hosts, open_page, javascript):
    page = open_page(guest, javascript=javascript)
    page.goto(foyer.url + "/hosts")
    cards = page.locator(".host")
    page.get_by_label("Arrival").fill(day(300))
    page.get_by_label("Departure").fill(day(304))
    page.get_by_label("Guests").fill("50")
    if not javascript:
        page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("Nobody has room then.")).to_be_visible()
    page.get_by_label("Guests").fill("2")
    if not javascript:
        page.get_by_role("button", name="Search").click()
    expect(page.locator(".search-note")).to_contain_text("2 guests")
    cards.filter(has_text="Joe Hamilton").get_by_role("link").click()
    expect(page.get_by_label("Arrival")).to_have_value(day(300))
    expect(page.get_by_label("Guests")).to_have_value("2")
    expect(page.locator("#stay-nights")).to_have_text("4 nights")
    page.goto(foyer.url + f"/hosts?arrival=2001-01-01&departure={day(3)}")
    expect(page.get_by_text("That day is past.")).to_be_visible()
    expect(cards.filter(has_text="Joe Hamilton")).to_be_visible()


# ---- The thread ----

@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_both_sides_write_and_the_guest_changes_the_dates(foyer, guest, hosts, open_page, javascript):
    first = 170 if javascript else 180
    page, host = open_page(guest, javascript=javascript), open_page(hosts["김영희"], javascript=javascript)
    ask(page, foyer, "김영희", first, first + 4)
    incoming = only_request(page, foyer, host)
    requests(page).get_by_role("link", name="Messages").click()
    page.get_by_label("Your message").fill("Is there a piano?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("Message sent.")

    host.goto(foyer.url + "/hosting/requests")
    incoming.get_by_role("link", name="Reply or propose other dates").click()
    expect(host.locator(".entry-words").last).to_have_text("Is there a piano?")
    expect(host.get_by_text("Has not stayed with you yet.")).to_be_visible()
    host.get_by_label("Your message").fill("Two of them.")
    host.get_by_role("button", name="Send", exact=True).click()
    expect(host.locator(".entry-words")).to_have_count(3)
    if not javascript:
        page.reload()
    expect(page.locator(".entry-words").last).to_have_text("Two of them.")

    host.get_by_role("button", name="Accept").click()
    page.goto(foyer.url + "/requests")
    requests(page).get_by_role("link", name="Messages").click()
    for departure, said in [(first + 2, "The stay is still accepted."), (first + 6, "The host is asked.")]:
        page.get_by_text("Change dates or guests").click()
        page.get_by_label("Departure").fill(day(departure))
        page.get_by_role("button", name="Save the change").click()
        expect(page.locator("#notice")).to_contain_text(said)
    expect(page.locator(".entry-act").last).to_contain_text("Changed to")
    expect(page.locator(".stay-facts")).to_contain_text("Pending")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_an_accepted_stay_is_prepared(foyer, guest, hosts, open_page, javascript):
    first = 190 if javascript else 200
    page, host = open_page(guest, javascript=javascript), open_page(hosts["Joe"], javascript=javascript)
    ask(page, foyer, "Joe", first, first + 2)
    incoming = only_request(page, foyer, host)
    host.goto(foyer.url + "/hosting/requests")
    incoming.get_by_role("button", name="Accept").click()
    expect(incoming).to_contain_text("Accepted")
    incoming.get_by_role("link", name="Messages").click()
    host.get_by_role("button", name="Add to our items").click()
    expect(host.locator("#notice")).to_contain_text("3 items added.")
    host.get_by_role("button", name="Undo").click()
    host.get_by_role("button", name="Add to our items").click()
    host.get_by_role("link", name="See them in Items").click()
    expect(host.locator("li[id^='item-']").filter(has_text="Make the bed")).to_have_count(1)
    page.goto(foyer.url + "/requests")
    requests(page).get_by_role("button", name="Withdraw").click()
    # An accepted stay asks first.
    expect(page.get_by_role("heading", level=1)).to_have_text("Withdraw the accepted stay?")
    page.get_by_role("button", name="Withdraw").click()
    expect(requests(page)).to_contain_text("Withdrawn")
    host.goto(foyer.url + "/hosting/requests")
    incoming.get_by_role("link", name="Messages").click()
    host.get_by_role("button", name="Delete them").click()
    expect(host.locator("#notice")).to_contain_text("Deleted again.")
