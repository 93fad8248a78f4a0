"""A change that is made while another answer is under way is sent and shown, and so is the other one."""

import pytest
from playwright.sync_api import expect

from journeys import row, sign_up
from test_events import watch
from test_items import add
from test_plan import WEEK, cell, middle, plan


@pytest.fixture
def household(request, chromium, foyer):
    context = chromium.new_context(locale="en-US")
    name = request.node.name.split("[")[0].replace("_", "-")
    sign_up(context.new_page(), foyer, "Ada", f"{name}@example.org")
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def hold():
    """Holds the first request that matches back, until the function in the list is called."""

    def hold(page, url, method):
        held = []

        def handle(route):
            if held or route.request.method != method or "hx-request" not in route.request.headers:
                route.fallback()
            else:
                held.append(route.continue_)

        page.route(url, handle)
        return held

    return hold


def until(page, held):
    while not held:
        page.wait_for_timeout(20)
    return held[0]


def drag(page, start, end):
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=5)
    page.mouse.up()


def meal(page, day, name):
    return cell(page, f"2031-01-{day:02}", name).locator(".plan-meal")


def test_a_meal_is_dragged_during_a_refresh(open_page, foyer, household, hold):
    """htmx kept the change in the queue of the part that the refresh replaced, and dropped it with that part."""
    here, there = open_page(household, width=1440), open_page(household)
    here.goto(foyer.url + WEEK)
    plan(here, "2031-01-07", "lunch", "Stew")
    watch(here, foyer, WEEK)
    held = hold(here, foyer.url + WEEK, "GET")
    there.goto(foyer.url + WEEK)
    plan(there, "2031-01-08", "lunch", "Soup")
    until(here, held)
    drag(here, meal(here, 7, "lunch").locator(".plan-name"), cell(here, "2031-01-10", "dinner"))
    expect(meal(here, 10, "dinner")).to_have_text("Stew")
    expect(meal(here, 7, "lunch")).to_have_count(0)
    held[0]()
    expect(meal(here, 8, "lunch")).to_have_text("Soup")


def test_meals_are_dragged_one_right_after_the_other(open_page, foyer, household, hold):
    page = open_page(household, width=1440)
    page.goto(foyer.url + WEEK)
    for day, name in [(6, "Stew"), (7, "Soup"), (8, "Salad")]:
        plan(page, f"2031-01-{day:02}", "lunch", name)
    page.goto(foyer.url + WEEK)
    held = hold(page, "**/plan/*", "POST")
    for day in (6, 7, 8):
        drag(page, meal(page, day, "lunch").locator(".plan-name"), cell(page, f"2031-01-{day + 3:02}", "dinner"))
    # The same meal once more, with the version that the answer before has brought.
    drag(page, meal(page, 6, "lunch").locator(".plan-name"), cell(page, "2031-01-12", "dinner"))
    until(page, held)()
    for day, name in [(12, "Stew"), (10, "Soup"), (11, "Salad")]:
        expect(meal(page, day, "dinner")).to_have_text(name)
    expect(page.locator(".plan-meal")).to_have_count(3)


def test_two_forms_of_one_part_are_sent_at_once(open_page, foyer, household, hold):
    """The answer that comes second finds its place replaced by the first one's."""
    page = open_page(household)
    page.goto(foyer.url + WEEK)
    held = hold(page, foyer.url + "/plan", "POST")
    for day, name in [("2031-01-07", "Stew"), ("2031-01-08", "Soup")]:
        box = cell(page, day, "lunch")
        box.locator("summary").click()
        box.get_by_label("Recipe or words").fill(name)
        box.get_by_role("button", name="Add", exact=True).click()
        until(page, held)
    expect(meal(page, 8, "lunch")).to_have_text("Soup")
    held[0]()
    expect(meal(page, 7, "lunch")).to_have_text("Stew")
    expect(meal(page, 8, "lunch")).to_have_text("Soup")
    expect(page.locator("#notice")).to_contain_text("Stew")


def test_ingredients_are_taken_away_one_right_after_the_other(open_page, foyer, household, hold):
    page = open_page(household)
    page.goto(foyer.url + "/recipes")
    page.get_by_label("Ingredients").first.fill("leeks, salt, cumin, rice")
    page.keyboard.press("Enter")
    expect(page.locator("#hand .at-hand")).to_have_count(4)
    held = hold(page, "**/recipes/ingredients/*/delete", "POST")
    for name in ("leeks", "salt", "cumin"):
        page.locator("#hand .at-hand", has_text=name).get_by_role("button").click()
        until(page, held)
    expect(page.locator("#hand .at-hand")).to_have_count(2)
    held[0]()
    expect(page.locator("#hand .at-hand")).to_have_text(["rice"])


def test_an_item_is_ticked_during_a_refresh(open_page, foyer, household, hold):
    """What the refresh has read is older than the tick."""
    here, there = open_page(household), open_page(household)
    here.goto(foyer.url + "/items")
    add(here, foyer, "Wind the clock")
    watch(here, foyer, "/items?status=all")
    held = []

    def answer_later(route):
        if held or "hx-request" not in route.request.headers:
            return route.continue_()
        answer = route.fetch()
        held.append(lambda: route.fulfill(response=answer))

    here.route(foyer.url + "/items?status=all", answer_later)
    add(there, foyer, "Feed the sourdough")
    release = until(here, held)
    row(here, "Wind the clock").get_by_role("checkbox").check()
    release()
    expect(row(here, "Feed the sourdough")).to_be_visible()
    expect(row(here, "Wind the clock").get_by_role("checkbox")).to_be_checked()


def test_what_came_while_an_item_was_held_appears_when_it_is_let_go(open_page, foyer, household):
    here, there = open_page(household), open_page(household)
    here.goto(foyer.url + "/items")
    add(here, foyer, "Pay the rent #Home today")
    watch(here, foyer, "/calendar")
    here.mouse.move(*middle(here.locator(".cal-month .cal-line", has_text="Pay the rent")))
    here.mouse.down()
    with here.expect_event("console", lambda message: message.text == "heard"):
        here.evaluate("document.body.addEventListener('foyer:items', () => console.log('heard'))")
        add(there, foyer, "Call the sweep #Home today")
    expect(here.locator("#calendar")).not_to_contain_text("Call the sweep")
    here.mouse.move(*middle(here.get_by_role("heading", level=1)), steps=5)
    here.mouse.up()
    expect(here.locator(".cal-month .cal-line", has_text="Call the sweep")).to_have_count(1)
