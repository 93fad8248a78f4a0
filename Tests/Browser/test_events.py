"""What another member does appears without a reload, and disturbs nobody."""

import re
import time

import pytest
from playwright.sync_api import expect

from journeys import row, rows, sign_up
from test_items import add


@pytest.fixture(scope="module")
def household(chromium, foyer):
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, "Amalie Dietrich", "amalie@example.org")
    for title in ("Wind the clock", "Feed the sourdough", "Lend out the ladder"):
        add(page, foyer, title)
    state = context.storage_state()
    context.close()
    return state


def watch(page, foyer, path="/items"):
    """Opens the list and waits until it hears."""
    with page.expect_response("**/events"):
        page.goto(foyer.url + path)
    return page


def test_a_change_elsewhere_appears_and_what_is_typed_stays(open_page, foyer, household):
    here, there = watch(open_page(household), foyer, "/items?status=all"), open_page(household)
    field = here.get_by_label("Add an item")
    field.press_sequentially("Half a thou")
    add(there, foyer, "Order firewood")
    expect(row(here, "Order firewood")).to_be_visible()
    expect(field).to_have_value("Half a thou")
    expect(field).to_be_focused()
    # The numbers above the list are new, too.
    row(there, "Order firewood").get_by_role("checkbox").check()
    expect(row(here, "Order firewood").get_by_role("checkbox")).to_be_checked()
    expect(here.locator("#counts")).to_have_text(there.locator("#counts").inner_text(), use_inner_text=True)


def test_what_changed_between_the_page_and_its_stream_appears(open_page, foyer, household):
    """The answer of a page may be older than a change, and its stream younger."""
    here, there = open_page(household), watch(open_page(household), foyer)
    streams = []
    here.route("**/events", lambda route: streams.append(route))
    with here.expect_request("**/events"):
        here.goto(foyer.url + "/items")
    add(there, foyer, "Sharpen the scythe")
    expect(row(there, "Sharpen the scythe")).to_be_visible()
    expect(row(here, "Sharpen the scythe")).to_have_count(0)
    streams[0].continue_()
    expect(row(here, "Sharpen the scythe")).to_be_visible()


def test_what_one_hears_of_is_not_read_from_a_standby_that_may_not_know_it(open_page, foyer, household):
    here, there = watch(open_page(household), foyer), open_page(household)
    with here.expect_request(lambda request: request.url == f"{foyer.url}/items" and "hx-request" in request.headers) as refresh:
        add(there, foyer, "Oil the hinges")
    assert "foyer-heard=1" in refresh.value.all_headers()["cookie"]
    [cookie] = [one for one in here.context.cookies() if one["name"] == "foyer-heard"]
    assert 0 < cookie["expires"] - time.time() <= 5


def test_the_focus_stays_in_its_row(open_page, foyer, household):
    here, there = watch(open_page(household), foyer), open_page(household)
    row(here, "Wind the clock").get_by_role("link").first.focus()
    add(there, foyer, "Call the piano tuner")
    expect(row(here, "Call the piano tuner")).to_be_visible()
    expect(row(here, "Wind the clock").get_by_role("link").first).to_be_focused()


def test_while_choosing_several_the_list_only_says_that_it_changed(open_page, foyer, household):
    here, there = watch(open_page(household), foyer, "/items?select=1"), open_page(household)
    before = rows(here).count()
    box = row(here, "Wind the clock").get_by_role("checkbox")
    box.check()
    add(there, foyer, "Shake out the rugs")
    notice = here.get_by_text("The list has changed.")
    expect(notice).to_be_visible()
    expect(box).to_be_checked()
    assert rows(here).count() == before
    here.get_by_role("link", name="Refresh").click()
    expect(row(here, "Shake out the rugs")).to_be_visible()
    expect(notice).to_be_hidden()


def test_ones_own_change_is_not_fetched_again(open_page, foyer, household):
    page = watch(open_page(household), foyer)
    lists = []
    # What a script asks for: Chromium may look for the icon at any time.
    page.on("request", lambda request: lists.append(request.url) if request.method == "GET" and request.resource_type == "xhr" else None)
    box = row(page, "Lend out the ladder").get_by_role("checkbox")
    box.check()
    page.wait_for_timeout(1500)
    expect(box).to_be_checked()
    assert lists == []


def test_two_tabs_of_one_person_tell_one_another(open_page, foyer, household):
    here = watch(open_page(household), foyer, "/items?status=all")
    there = watch(here.context.new_page(), foyer, "/items?status=all")

    def box(page, title):
        return row(page, title).get_by_role("checkbox")

    box(here, "Wind the clock").check()
    # At the same moment: it is no echo of what was just changed here.
    box(there, "Feed the sourdough").check()
    expect(box(here, "Feed the sourdough")).to_be_checked()
    expect(box(there, "Wind the clock")).to_be_checked()


def count_heard(page):
    """Counts the changes of items that the page has heard of, in `window.heard`."""
    page.add_init_script("""(() => {
      const listen = EventSource.prototype.addEventListener;
      window.heard = 0;
      EventSource.prototype.addEventListener = function (name, listener) {
        listen.call(this, name, (event) => { listener(event); if (name === "items") window.heard += 1; });
      };
    })();""")


def hold_first(page, url):
    """Holds the first answer of htmx's to an address: its route and the answer, once it was asked for."""
    held = []

    def hold(route):
        if held or "hx-request" not in route.request.headers:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route(url, lambda route: hold(route))
    return held


def await_held(page, held):
    while not held:
        page.wait_for_timeout(20)
    return held[0]


@pytest.mark.parametrize("path, line", [("/items?status=all", "bicycles"), ("/calendar", "laundry #Yard today")])
def test_a_change_during_a_refresh_appears_too(open_page, foyer, household, path, line):
    """The answer that is under way was read before it."""
    here, there = open_page(household), open_page(household)
    count_heard(here)
    watch(here, foyer, path)
    held, thing = hold_first(here, foyer.url + path), line.split()[0]
    add(there, foyer, f"Bring in the {line}")
    here.wait_for_function("() => window.heard === 1")
    route, answer = await_held(here, held)
    add(there, foyer, f"Take out the {line}")
    here.wait_for_function("() => window.heard === 2")
    assert f"Take out the {thing}" not in answer.text()
    route.fulfill(response=answer)
    expect(here.locator("main").get_by_text(f"Bring in the {thing}").first).to_be_visible()
    expect(here.locator("main").get_by_text(f"Take out the {thing}").first).to_be_visible()


def test_a_search_goes_before_a_refresh_that_began_earlier(open_page, foyer, household):
    """The refresh is of the list as it was before the search."""
    here, there = open_page(household), open_page(household)
    add(there, foyer, "Trim the wick")
    watch(here, foyer)
    held = hold_first(here, foyer.url + "/items")
    add(there, foyer, "Polish the lantern")
    route, answer = await_held(here, held)
    here.get_by_role("searchbox", name="Search").fill("wick")
    expect(here).to_have_url(foyer.url + "/items?q=wick")
    expect(rows(here)).to_have_text([re.compile("Trim the wick")])
    here.evaluate("""() => new MutationObserver(() => { window.shown ||= document.body.textContent.includes("Polish the lantern"); })
      .observe(document.body, { childList: true, subtree: true })""")
    with here.expect_response(foyer.url + "/items"):
        route.fulfill(response=answer)
    # The next one is of the search.
    add(there, foyer, "Buy a wick")
    expect(rows(here)).to_have_text([re.compile("Buy a wick"), re.compile("Trim the wick")])
    assert not here.evaluate("window.shown")


def test_a_refresh_waits_for_a_search_that_is_under_way(open_page, foyer, household):
    here, there = open_page(household), open_page(household)
    add(there, foyer, "Grease the winch")
    count_heard(here)
    watch(here, foyer)
    before = rows(here).count()
    held = hold_first(here, "**/items?q=winch*")
    here.get_by_role("searchbox", name="Search").fill("winch")
    route, answer = await_held(here, held)
    add(there, foyer, "Mend the winch")
    here.wait_for_function("() => window.heard === 1")
    assert rows(here).count() == before
    route.fulfill(response=answer)
    expect(rows(here)).to_have_text([re.compile("Mend the winch"), re.compile("Grease the winch")])


def test_a_hidden_page_does_not_listen_and_looks_again_when_it_is_seen(open_page, foyer, household):
    here, there = watch(open_page(household), foyer), open_page(household)
    show = """hidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    here.evaluate(show, True)
    add(there, foyer, "Sweep the stairs")
    here.wait_for_timeout(700)
    expect(row(here, "Sweep the stairs")).to_have_count(0)
    here.evaluate(show, False)
    expect(row(here, "Sweep the stairs")).to_be_visible()
