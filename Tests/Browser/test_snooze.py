"""Items that are hidden until a day: with a script and without one."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from journeys import day, member, row, rows, see_samples
from test_rows import add, post

BOTH = pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])


@pytest.fixture
def gardener(chromium, foyer, open_page):
    """Opens the list of a household with three items."""
    def furnish(page):
        see_samples(page, foyer)
        post(page, foyer, "/items/samples/delete")
        add(page, foyer, "Prune the vine #Yard", "Sow the peas #Yard", "Oil the gate #Yard")

    def open_list(javascript):
        email = f"hidden-{uuid.uuid4().hex}@example.org"
        page = open_page(member(chromium, foyer, "Gertrude Jekyll", email, furnish), javascript=javascript)
        page.goto(foyer.url + "/items")
        expect(row(page, "Sow the peas")).to_have_count(1)
        return page

    return open_list


def open_item(page, foyer, title):
    page.goto(foyer.url + row(page, title).get_by_role("link", name="Edit").get_attribute("href"))
    return page.get_by_role("region", name="Snooze")


@BOTH
def test_an_item_waits_under_later_and_comes_back(foyer, gardener, javascript):
    page = gardener(javascript)
    # No clock of a household reaches it while this runs.
    open_item(page, foyer, "Sow the peas").get_by_role("button", name="Next Monday").click()
    expect(page.locator("#notice")).to_contain_text("Snoozed: Sow the peas")
    page.locator("#notice").get_by_role("button", name="Undo").click()
    expect(page.locator("#notice")).to_contain_text("Back in the list: Sow the peas")
    page.goto(foyer.url + "/items")
    region = open_item(page, foyer, "Sow the peas")
    region.get_by_label("Another day").fill(day(9))
    region.get_by_role("button", name="Snooze").click()
    expect(page.locator("#notice")).to_contain_text("Hidden until")
    page.goto(foyer.url + "/items")
    expect(row(page, "Oil the gate")).to_have_count(1)
    expect(row(page, "Sow the peas")).to_have_count(0)
    page.get_by_role("navigation", name="Which items").get_by_role("link", name="Later").click()
    expect(rows(page)).to_have_count(1)
    expect(page.locator(".count")).to_have_text("1")
    expect(row(page, "Sow the peas").locator(".item-later")).to_contain_text("Not before")
    row(page, "Sow the peas").get_by_role("button", name="Show now: Sow the peas").click()
    expect(rows(page)).to_have_count(0)
    expect(page.locator(".empty")).to_contain_text("Nothing put off")
    expect(page.locator("#notice")).to_contain_text("Back in the list: Sow the peas")
    page.goto(foyer.url + "/items")
    expect(row(page, "Sow the peas")).to_have_count(1)


def test_a_row_that_opens_in_its_place_leaves_the_list(foyer, gardener):
    page = gardener(True)
    row(page, "Oil the gate").get_by_role("link", name="Oil the gate").first.click()
    form = page.locator(".item.is-open")
    form.get_by_label("Not before").fill(day(30))
    form.get_by_role("button", name="Save").click()
    expect(page.locator("#notice")).to_contain_text("Hidden until")
    expect(rows(page)).to_have_count(2)
    # The search finds it, and says why it is not in the list.
    page.get_by_role("searchbox", name=re.compile("Search")).first.fill("gate")
    expect(row(page, "Oil the gate").locator(".item-later")).to_contain_text("Not before")
    # Ended from there it stays in sight, without its day.
    row(page, "Oil the gate").get_by_role("button", name="Show now").click()
    expect(page.locator(".item-later")).to_have_count(0)
    expect(row(page, "Oil the gate")).to_have_count(1)
