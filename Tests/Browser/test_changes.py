"""After a change: what only a browser shows of where the reader is, and of what is there."""

import re

import pytest
from playwright.sync_api import expect

from journeys import PICTURE, row, rows, sign_up
from test_items import add


@pytest.fixture(scope="module")
def member(chromium, foyer):
    """A household whose list is longer than a page."""
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, "Émilie du Châtelet", "emilie@example.org")
    add(page, foyer, "Feed the hens #Yard")
    for number in range(30):
        page.request.post(
            foyer.url + "/items/quick", form={"text": f"Chore {number}"}, headers={"origin": foyer.url})
    state = context.storage_state()
    context.close()
    return state


@pytest.mark.parametrize("path", ["/items/new", "/recipes/new"])
def test_an_upload_shows_how_far_it_has_come(foyer, member, open_page, path):
    """R14: also on a new item, whose form has a field called "id"."""
    page = open_page(member)
    page.goto(foyer.url + path)
    page.get_by_label("Title" if "items" in path else "Name", exact=True).fill("With a picture")
    page.get_by_label("Image", exact=True).set_input_files(PICTURE)
    page.locator("progress.upload").evaluate("""bar => new MutationObserver(() => sessionStorage.setItem("bar", bar.hidden))
      .observe(bar, { attributes: true })""")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("New")
    assert page.evaluate("sessionStorage.getItem('bar')") == "false"


def test_saving_puts_the_list_in_the_place_of_the_form(foyer, member, open_page):
    """R25: the page is not loaded again; the row is marked, in sight, and has the focus."""
    page = open_page(member, height=600)
    page.goto(foyer.url + "/items?status=open")
    # A tap on the row opens it.
    row(page, "Chore 2").last.click(position={"x": 400, "y": 20})
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    page.evaluate("window.stayed = true")
    page.get_by_label("Description").fill("Before noon")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Items")
    assert page.evaluate("window.stayed")
    assert page.url == foyer.url + "/items?status=open"
    marked = page.locator(".item.new")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("Before noon")
    expect(marked).to_be_in_viewport(ratio=1)
    expect(marked.get_by_role("link", name=re.compile("^Edit "))).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_quick_added_item_is_in_sight(foyer, member, open_page, javascript):
    page = open_page(member, javascript=javascript, height=700)
    page.goto(foyer.url + "/items")
    expect(page.locator(".heads a", has_text="Yard")).to_have_count(1)
    title = f"Mend the coop {javascript}"
    page.get_by_label("Add an item").fill(title + " #Yard")
    page.get_by_label("Add an item").press("Enter")
    if javascript:
        # Nothing scrolls where one types: a link leads to what is not in sight.
        page.locator("#notice").get_by_role("link", name="Show").click()
    marked = page.locator(".item.new")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text(title)
    expect(marked).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Show the list from the start").click()
    expect(rows(page)).to_have_count(50)


@pytest.mark.parametrize("kind", ["category", "tag"])
def test_a_category_is_made_and_renamed_where_it_is_listed(foyer, member, open_page, kind):
    """R9, R11: a dialog, by keyboard; the same page without JavaScript."""
    page = open_page(member)
    page.goto(foyer.url + {"category": "/categories", "tag": "/tags"}[kind])
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name=f"New {kind}").first.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_label("Name")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_label("Name").fill(f"Attic {kind}")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".item.new")).to_contain_text(f"Attic {kind}")
    page.get_by_role("link", name=f"Edit Attic {kind}").click()
    expect(dialog.get_by_label("Name")).to_have_value(f"Attic {kind}")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("link", name=f"Edit Attic {kind}")).to_be_focused()
    page.get_by_role("link", name=f"Edit Attic {kind}").click()
    dialog.get_by_label("Name").fill(f"Loft {kind}")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".item.new")).to_contain_text(f"Loft {kind}")
    assert page.evaluate("window.stayed")

    plain = open_page(member, javascript=False)
    plain.goto(page.url)
    plain.get_by_role("link", name=f"Edit Loft {kind}").click()
    expect(plain.get_by_role("heading", level=1)).to_contain_text("Edit")


def test_what_came_in_can_be_used_at_once(foyer, member, open_page):
    """A form that is sent in the moment that it appears, by a quick hand or a slow machine, does not load the page."""
    page = open_page(member)
    page.goto(foyer.url + "/categories")
    page.evaluate("""() => {
      window.stayed = true;
      new MutationObserver((_, observer) => {
        const form = document.querySelector("dialog form");
        if (!form) return;
        observer.disconnect();
        form.querySelector("[name=name]").value = "Cellar";
        form.requestSubmit();
      }).observe(document.body, { childList: true, subtree: true });
    }""")
    page.get_by_role("link", name="New category").first.click()
    expect(page.locator(".item.new")).to_contain_text("Cellar")
    assert page.evaluate("window.stayed")


def test_samples_go_with_one_click_and_come_back(foyer, open_page):
    page = open_page()
    sign_up(page, foyer, "Laura Bassi", "laura@example.org")
    page.goto(foyer.url + "/items")
    expect(page.get_by_text("These are samples.")).to_be_visible()
    page.get_by_role("button", name="Remove them").click()
    expect(rows(page)).to_have_count(0)
    expect(page.get_by_text("These are samples.")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("These are samples.")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_each_field_of_a_conflict_is_chosen_by_itself(foyer, member, open_page, javascript):
    page, other = open_page(member, javascript=javascript), open_page(member, javascript=javascript)
    title = f"Stack the wood {javascript}"
    add(page, foyer, title)
    row(page, title).get_by_role("link", name="Edit").click()
    expect(page).to_have_url(re.compile("/items/[0-9a-f-]{36}/edit$"))
    other.goto(page.url)
    other.get_by_label("Title").fill(title + " today")
    other.get_by_label("Description").fill("In the shed")
    other.get_by_role("button", name="Save").click()
    expect(row(other, title + " today")).to_have_count(1)
    page.get_by_label("Title").fill(title + " tomorrow")
    page.get_by_label("Description").fill("By the house")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You saved another version in another window")).to_be_visible()
    expect(page.locator("mark").first).to_have_text("tomorrow")
    page.get_by_role("group", name="Description").get_by_label("Saved meanwhile").check()
    page.get_by_role("button", name="Save").click()
    kept = row(page, title + " tomorrow")
    expect(kept).to_contain_text("In the shed")
