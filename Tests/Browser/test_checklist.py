"""The lines of an item, and how much it matters: with a script and without one."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from journeys import day, member, row, see_samples
from test_pages import violations
from test_rows import post

BOTH = pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])


@pytest.fixture
def camper(chromium, foyer, open_page):
    """Opens the form of a new item in a household that has none."""
    def furnish(page):
        see_samples(page, foyer)
        post(page, foyer, "/items/samples/delete")

    def open_form(javascript):
        page = open_page(
            member(chromium, foyer, "Cleo Camper", f"camp-{uuid.uuid4().hex}@example.org", furnish), javascript=javascript)
        page.goto(foyer.url + "/items/new")
        page.get_by_label("Title").fill("Camp")
        page.get_by_label("Due date").fill(day(0))
        page.get_by_label("Checklist").fill("- [ ] Tent\n- [x] Stove\nRope")
        page.get_by_label("Priority").select_option("High priority")
        page.get_by_role("button", name="Save").click()
        expect(row(page, "Camp")).to_contain_text("1 of 3")
        return page

    return open_form


def lines(page):
    return page.locator(".checklist > ul > li")


@BOTH
def test_lines_are_ticked_added_moved_and_become_items(foyer, camper, javascript):
    page = camper(javascript)
    expect(row(page, "Camp").get_by_role("img", name="High priority")).to_have_text("!!!")
    page.goto(foyer.url + row(page, "Camp").get_by_role("link", name="1 of 3").get_attribute("href"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Camp")
    expect(page.get_by_role("checkbox", name="Stove")).to_be_checked()
    if javascript:
        page.get_by_role("checkbox", name="Tent").check()
    else:
        lines(page).filter(has_text="Tent").get_by_role("button", name="Mark as done").click()
    expect(page.locator(".checklist .count")).to_have_text("2 of 3")
    expect(page.get_by_role("checkbox", name="Tent")).to_be_checked()
    page.get_by_label("New line").fill("Lamp\nMap")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(lines(page).locator("label.choice")).to_have_text(["Tent", "Stove", "Rope", "Lamp", "Map"])
    lines(page).filter(has_text="Rope").locator("summary").click()
    lines(page).filter(has_text="Rope").get_by_role("button", name="Up").click()
    expect(lines(page).locator("label.choice")).to_have_text(["Tent", "Rope", "Stove", "Lamp", "Map"])
    expect(page.locator("#notice")).to_contain_text("“Rope” was moved.")
    page.locator("#notice").get_by_role("button", name="Undo").click()
    expect(lines(page).locator("label.choice")).to_have_text(["Tent", "Stove", "Rope", "Lamp", "Map"])
    lines(page).filter(has_text="Lamp").locator("summary").click()
    lines(page).filter(has_text="Lamp").get_by_label("Line", exact=True).fill("Big lamp")
    lines(page).filter(has_text="Lamp").get_by_role("button", name="Save").click()
    expect(lines(page).locator("label.choice")).to_have_text(["Tent", "Stove", "Rope", "Big lamp", "Map"])
    lines(page).filter(has_text="Map").locator("summary").click()
    lines(page).filter(has_text="Map").get_by_role("button", name="Make it an item").click()
    expect(page.locator("#notice")).to_contain_text("“Map” is an item now.")
    expect(lines(page)).to_have_count(4)
    page.goto(foyer.url + "/items")
    expect(row(page, "Map")).to_have_count(1)
    expect(row(page, "Camp")).to_contain_text("2 of 4")


def test_lines_are_ticked_where_their_row_is_by_keyboard_too(foyer, camper):
    page = camper(True)
    for path in ["/items", "/"]:
        page.goto(foyer.url + path)
        progress = row(page, "Camp").locator(".item-lines")
        before = progress.inner_text()
        progress.press("Enter")
        box = row(page, "Camp").get_by_role("checkbox", name="Tent")
        expect(box).to_be_visible()
        assert list(violations(page, "light")) == []
        box.press("Space")
        expect(progress).not_to_have_text(before)
        # The row itself is not ticked.
        expect(row(page, "Camp").locator(".item-check .check")).not_to_be_checked()
        row(page, "Camp").get_by_role("checkbox", name="Rope").click()
        row(page, "Camp").locator(".checklist summary").first.click()
        expect(row(page, "Camp").get_by_label("Line", exact=True).first).to_be_visible()
        new = row(page, "Camp").get_by_label("New line")
        new.fill(f"From {path}")
        new.press("Enter")
        expect(row(page, "Camp").get_by_role("checkbox", name=f"From {path}", exact=True)).to_be_visible()
        expect(row(page, "Camp").get_by_label("New line")).to_be_focused()
        expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))
        progress.click()
        expect(box).to_have_count(0)
    expect(row(page, "Camp").locator(".item-lines")).to_have_text("1 of 5")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_list_has_what_matters_first(foyer, camper):
    page = camper(True)
    page.goto(foyer.url + "/items")
    for text in ["Later", "Soon !!", "Whenever !"]:
        field = page.get_by_label("Add an item")
        field.fill(text)
        if "!" in text:
            expect(page.locator("#understood")).to_contain_text("priority")
        field.press("Enter")
        expect(row(page, text.rstrip(" !"))).to_have_count(1)
    page.goto(foyer.url + "/items?sort=priority")
    assert [title.split("\n")[0] for title in page.locator("#items .item-title").all_inner_texts()] == ["Camp", "Soon", "Whenever", "Later"]
    page.locator(".filter-panel > summary").click()
    page.get_by_role("link", name=re.compile("^High priority")).click()
    expect(page.locator("#items .item-title")).to_have_text(["Camp"])
