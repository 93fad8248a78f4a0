"""Items that repeat, in a browser: with and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from journeys import row, sign_up


@pytest.fixture(scope="module")
def member(chromium, foyer):
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, "Dorothy Hodgkin", "dorothy@example.org")
    state = context.storage_state()
    context.close()
    return state


def new_item(page, foyer, title, date="2035-01-01"):
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill(title)
    page.get_by_label("Due date").fill(date)


def save(page):
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Items")


def tick(page, title, javascript):
    """Of the only row of that title; a second one may come in at once."""
    if javascript:
        row(page, title).get_by_role("checkbox").click()
    else:
        row(page, title).get_by_role("button", name="Mark as done").click()


def edit(page, title):
    row(page, title).get_by_role("link", name=f"Edit {title}").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")


@pytest.mark.parametrize("javascript", [True, False])
def test_an_item_repeats(foyer, member, open_page, javascript):
    page = open_page(member, javascript=javascript)
    title = f"Water the fern {javascript}"
    new_item(page, foyer, title)
    # One calm choice; what belongs to it appears with it, by the stylesheet alone.
    repeat = page.get_by_label("Repeat", exact=True)
    expect(page.get_by_label("Until")).to_be_hidden()
    repeat.select_option(label="Every month")
    expect(page.get_by_label("Until")).to_be_visible()
    expect(page.get_by_label("Every", exact=True)).to_be_hidden()
    repeat.select_option(label="Custom…")
    page.get_by_label("Every", exact=True).fill("2")
    expect(page.get_by_label("On this day of the month")).to_be_hidden()
    page.get_by_role("checkbox", name="Monday").check()
    page.get_by_label("Until").fill("2035-05-03")
    save(page)
    words = "Every other Monday, until 3 May 2035"
    expect(row(page, title).get_by_role("img", name=words)).to_be_visible()

    tick(page, title, javascript)
    expect(page.locator("#notice")).to_contain_text("Next: 15 January 2035")
    if not javascript:
        page.goto(foyer.url + "/items?status=all")
    expect(row(page, title)).to_have_count(2)
    expect(row(page, title).get_by_role("img", name=words)).to_have_count(1)

    # Taking the tick back removes it.
    done = row(page, title).filter(has_not=page.get_by_role("img", name=words))
    if javascript:
        # What was done is what repeats again: `uncheck` would look for it afterwards.
        done.get_by_role("checkbox").click()
    else:
        done.get_by_role("button", name="Mark as not done").click()
        page.goto(foyer.url + "/items")
    expect(row(page, title)).to_have_count(1)
    expect(row(page, title).locator("time")).to_have_attribute("title", re.compile("1 January 2035"))


@pytest.mark.parametrize("javascript", [True, False])
def test_one_is_skipped_changed_and_ended(foyer, member, open_page, javascript):
    page = open_page(member, javascript=javascript)
    title = f"Change the sheets {javascript}"
    new_item(page, foyer, title)
    page.get_by_label("Repeat", exact=True).select_option("FREQ=WEEKLY")
    save(page)
    edit(page, title)
    page.get_by_role("button", name="Skip this one").click()
    expect(page.locator("#notice")).to_contain_text("Next: 8 January 2035")
    page.get_by_role("button", name="Undo").click()
    expect(row(page, title).locator("time")).to_have_attribute("title", re.compile("1 January 2035"))

    edit(page, title)
    page.get_by_label("Repeat", exact=True).select_option("FREQ=DAILY")
    page.get_by_label("Description").fill("All of them")
    page.get_by_label("This and all following").check()
    save(page)
    tick(page, title, javascript)
    expect(page.locator("#notice")).to_contain_text("Next: 2 January 2035")
    page.goto(foyer.url + "/items?status=open")
    expect(row(page, title)).to_contain_text("All of them")
    edit(page, title)
    page.get_by_role("button", name="End the series").click()
    expect(page.locator("#notice")).to_contain_text("Repeats no more")
    expect(row(page, title).get_by_role("img", name="Every day")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row(page, title).get_by_role("img", name="Every day")).to_have_count(1)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_next_one_that_was_changed_is_asked_about(foyer, member, open_page, javascript):
    page = open_page(member, javascript=javascript)
    title = f"Take out the bins {javascript}"
    new_item(page, foyer, title)
    page.get_by_label("Repeat", exact=True).select_option("FREQ=DAILY")
    save(page)
    tick(page, title, javascript)
    expect(page.locator("#notice")).to_contain_text("Next: 2 January 2035")
    page.goto(foyer.url + "/items?status=open")
    edit(page, title)
    page.get_by_label("Description").fill("And the glass")
    save(page)
    page.goto(foyer.url + "/items?status=done")
    if javascript:
        # The page that asks takes the place of the list.
        row(page, title).get_by_role("checkbox").click()
    else:
        row(page, title).get_by_role("button", name="Mark as not done").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Keep the next one?")
    page.get_by_role("button", name="Keep both").click()
    page.goto(foyer.url + "/items?status=open")
    expect(row(page, title)).to_have_count(2)


def test_a_rule_that_makes_no_sense_stays_in_the_form(foyer, member, open_page):
    page = open_page(member)
    new_item(page, foyer, "Never")
    page.get_by_label("Repeat", exact=True).select_option("FREQ=DAILY")
    page.get_by_label("Until").fill("2020-01-01")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("This never happens")
    expect(page.get_by_label("Until")).to_have_value("2020-01-01")
    expect(page.get_by_label("Title")).to_have_value("Never")
