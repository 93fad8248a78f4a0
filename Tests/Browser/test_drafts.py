"""What was typed into a form and not saved is there again."""

import re

import pytest
from playwright.sync_api import expect

from journeys import PICTURE, member, row
from test_items import add


@pytest.fixture
def writer(request, chromium, foyer):
    return member(chromium, foyer, "Dora Draft", re.sub('[^a-z0-9]+', '-', request.node.name).strip('-')[-40:] + '@example.org')


def until_kept(page):
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('draft '))")


@pytest.mark.parametrize("leaves", ["reload", "link"])
def test_a_new_item_survives(foyer, writer, open_page, leaves):
    page = open_page(writer)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Book the ferry")
    page.get_by_label("Description").fill("Two bikes.\nThe early one.")
    page.get_by_label("Due date").fill("2031-02-03")
    page.locator("input[type=file]").first.set_input_files(PICTURE)
    # At once, as fast as a finger is.
    if leaves == "reload":
        page.reload()
    else:
        page.goto(foyer.url + "/categories")
        page.goto(foyer.url + "/items/new")
    expect(page.get_by_label("Title")).to_have_value("Book the ferry")
    expect(page.get_by_label("Description")).to_have_value("Two bikes.\nThe early one.")
    expect(page.get_by_label("Due date")).to_have_value("2031-02-03")
    expect(page.locator(".draft")).to_contain_text("Draft")
    expect(page.locator(".draft")).to_contain_text("shed.png")
    expect(page.get_by_role("button", name="Save")).to_be_enabled()
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Book the ferry")).to_be_visible()
    page.goto(foyer.url + "/items/new")
    expect(page.get_by_label("Title")).to_have_value("")
    expect(page.locator(".draft")).to_have_count(0)


def test_a_draft_is_discarded(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Never mind")
    page.reload()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Title")).to_have_value("")
    expect(page.locator(".draft")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Title")).to_have_value("")


def test_a_row_says_that_it_holds_a_draft(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/items")
    for name in ("Paint the door", "Oil the hinge"):
        add(page, foyer, name)
    page.goto(foyer.url + "/items")
    row(page, "Paint the door").locator(".item-title").click()
    page.locator("#item-form").get_by_label("Description").fill("Green, not blue")
    page.keyboard.press("Escape")
    expect(row(page, "Paint the door").locator(".draft-mark")).to_have_text("Draft")
    page.reload()
    expect(row(page, "Paint the door").locator(".draft-mark")).to_have_text("Draft")
    row(page, "Paint the door").locator(".item-title").click()
    expect(page.locator("#item-form").get_by_label("Description")).to_have_value("Green, not blue")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Paint the door").locator(".item-description")).to_have_text("Green, not blue")
    expect(page.locator(".draft-mark")).to_have_count(0)


def test_a_draft_that_meets_anothers_change_merges(foyer, writer, open_page):
    page, other = open_page(writer), open_page(writer)
    page.goto(foyer.url + "/items")
    add(page, foyer, "Invite neighbours")
    page.goto(foyer.url + "/items")
    row(page, "Invite neighbours").locator(".item-title").click()
    page.locator("#item-form").get_by_label("Description").fill("Bring chairs")
    until_kept(page)
    other.goto(foyer.url + "/items")
    row(other, "Invite neighbours").locator(".item-title").click()
    other.locator("#item-form").get_by_label("Title").fill("Invite all neighbours")
    other.get_by_role("button", name="Save").click()
    expect(row(other, "Invite all neighbours")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Description")).to_have_value("Bring chairs")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Invite all neighbours")).to_contain_text("Bring chairs")


def test_signing_out_removes_drafts_and_another_sees_none(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("My secret plan")
    until_kept(page)
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_label("Password")).to_be_visible()
    assert page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')).length") == 0


def test_no_password_is_kept(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/settings/security")
    for field in page.locator("main input[type=password]").all():
        if field.is_visible():
            field.fill("a lantern by the door")
    page.wait_for_timeout(500)
    assert "lantern" not in page.evaluate("() => JSON.stringify({ ...localStorage, ...sessionStorage })")


def test_a_recipe_that_is_imported_is_not_the_one_that_is_being_written(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/recipes/new")
    page.get_by_label("Name").fill("My own soup")
    until_kept(page)
    page.goto(foyer.url + "/recipes/import")
    page.locator("[name=page]").fill("""<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
      "name": "Pie", "recipeIngredient": ["1 egg"], "recipeInstructions": ["Bake."]}</script>""")
    page.locator("main form button.primary").first.click()
    expect(page.locator("[name=name]")).to_have_value("Pie")
    page.locator("[data-save]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Pie")
    # What was being written is there still.
    page.goto(foyer.url + "/recipes/new")
    expect(page.get_by_label("Name")).to_have_value("My own soup")
