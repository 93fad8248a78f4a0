"""The search over everything: its page, and its dialog."""

import re

import pytest
from playwright.sync_api import expect

from journeys import before_scripts, row, sign_up, write_recipe
from test_pages import violations, wider_than


@pytest.fixture(scope="module")
def member(chromium, foyer):
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, "Hedy Lamarr", "hedy@example.org")
    for text in ["Buy lemons #Market", "Water the lemon tree", "전기 밥솥 사기"]:
        page.request.post(foyer.url + "/items/quick", form={"text": text}, headers={"origin": foyer.url})
    write_recipe(page, foyer, "Lemon curd", ["4 lemons", "3 eggs"])
    state = context.storage_state()
    context.close()
    return state


def results(page):
    return page.locator("#found .found-entry")


def open_dialog(page, keys="Control+k"):
    page.keyboard.press(keys)
    field = page.get_by_role("combobox", name="Search everything")
    expect(field).to_be_focused()
    expect(results(page).first).to_be_visible()
    return field


def chosen(page):
    return page.locator("#found [aria-selected=true]")


def test_it_finds_as_one_types(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/items")
    page.get_by_role("link", name="Search", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")
    field = page.get_by_label("Search everything")
    expect(field).to_be_focused()
    expect(page.get_by_role("region", name="Pages").get_by_role("link", name="Trash")).to_be_visible()
    field.press_sequentially("lem")
    items = page.get_by_role("region", name="Items")
    expect(items.get_by_role("link")).to_have_count(2)
    expect(items.locator("mark")).to_have_text(["lem", "lem"])
    expect(page.get_by_role("region", name="Recipes").locator("mark").first).to_have_text("Lem")
    expect(page.get_by_role("status").filter(has_text="result")).to_have_text(re.compile(r"^\d+ results$"))
    expect(page).to_have_url(foyer.url + "/search?q=lem")
    expect(field).to_be_focused()
    page.reload()
    expect(items.get_by_role("link")).to_have_count(2)
    field.fill("zzzz")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    field.fill("lemon tree")
    items.get_by_role("link", name="Water the lemon tree").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")


def test_it_works_without_javascript(foyer, member, open_page):
    page = open_page(member, javascript=False)
    page.goto(foyer.url + "/")
    page.get_by_role("link", name="Search", exact=True).click()
    page.get_by_label("Search everything").fill("LEMONS")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_label("Search everything")).to_have_value("LEMONS")
    expect(results(page).locator("mark").first).to_have_text("lemons")
    results(page).first.click()
    expect(page.get_by_label("Title")).to_have_value("Buy lemons")


def test_a_syllable_is_found_while_it_is_typed(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/recipes")
    open_dialog(page)
    keyboard = page.context.new_cdp_session(page)
    for text in ["ㅂ", "바", "밥"]:
        keyboard.send("Input.imeSetComposition", {"text": text, "selectionStart": 1, "selectionEnd": 1})
        expect(page.locator("#found mark").first).to_have_text("밥")
    # The Enter that ends the composition opens nothing.
    keyboard.send("Input.insertText", {"text": "밥"})
    expect(page.get_by_role("combobox", name="Search everything")).to_have_value("밥")
    expect(page).to_have_url(foyer.url + "/recipes")


@pytest.mark.parametrize("keys", ["Control+k", "Meta+k"])
def test_the_dialog_is_worked_by_keys_alone(foyer, member, open_page, keys):
    page = open_page(member)
    page.goto(foyer.url + "/items")
    row(page, "lemon tree").get_by_role("checkbox").focus()
    field = open_dialog(page, keys)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(row(page, "lemon tree").get_by_role("checkbox")).to_be_focused()

    field = open_dialog(page, keys)
    page.keyboard.type("lem")
    expect(chosen(page)).to_contain_text("lemon")
    expect(page.locator("#found mark").first).to_be_visible()
    first = chosen(page).inner_text()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(chosen(page)).to_have_text(first)
    page.keyboard.press("ArrowDown")
    expect(chosen(page)).not_to_have_text(first)
    assert field.get_attribute("aria-activedescendant") == chosen(page).get_attribute("id")
    expect(field).to_be_focused()
    # Once more leaves it open.
    page.keyboard.press(keys)
    expect(page.get_by_role("dialog")).to_have_count(1)
    field.fill("lemon curd")
    expect(results(page)).to_have_count(1)
    expect(chosen(page)).to_contain_text("Lemon curd")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lemon curd")


def test_the_dialog_has_commands(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/trash")
    open_dialog(page)
    page.keyboard.type("new rec")
    expect(chosen(page)).to_have_text("New recipe")
    page.keyboard.press("Enter")
    expect(page).to_have_url(foyer.url + "/recipes/new")
    page.wait_for_load_state()
    # Also from a field.
    page.get_by_label("Name", exact=True).focus()
    open_dialog(page)
    page.keyboard.type("how to")
    expect(chosen(page)).to_have_text("How to use Foyer")
    chosen(page).click()
    expect(page).to_have_url(foyer.url + "/settings/how-to")
    # What is typed faster than it is found leads to the page of the search.
    open_dialog(page)
    page.keyboard.type("lemon")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/search\\?q=lemon$|/items/"))


def test_one_signs_out_by_a_command(chromium, foyer, open_page):
    page = open_page()
    sign_up(page, foyer, "Mina Rees", "mina@example.org")
    page.goto(foyer.url + "/items")
    open_dialog(page)
    page.keyboard.type("sign out")
    expect(chosen(page)).to_have_text("Sign out")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/login"))


def test_the_dialog_is_accessible_at_every_width(foyer, member, open_page):
    page = open_page(member, reduced_motion="reduce")
    page.goto(foyer.url + "/items")
    open_dialog(page)
    problems = []
    for text in ["", "lemon", "zzzz"]:
        page.get_by_role("combobox").fill(text)
        expect(results(page).first if text != "zzzz" else page.get_by_role("heading", name="Nothing found")).to_be_visible()
        if text == "lemon":
            expect(page.locator("#found mark").first).to_be_visible()
        for theme in ["light", "dark"]:
            problems += violations(page, theme)
        problems += [problem for width in [320, 360, 768, 1440] for problem in wider_than(page, width)]
        page.set_viewport_size({"width": 320, "height": 256})
        box = page.get_by_role("dialog").bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 320 and box["y"] + box["height"] <= 256
        expect(page.get_by_role("combobox")).to_be_in_viewport(ratio=1)
    assert not problems, "\n".join(problems)
    # A press beside it closes it.
    page.set_viewport_size({"width": 1280, "height": 900})
    page.mouse.click(5, 5)
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("path", ["/search", "/recipes", "/recipes/results", "/favorites", "/items", "/hosts"])
def test_what_was_typed_before_the_scripts_came_is_searched_for(foyer, member, open_page, path):
    page = open_page(member)
    let_htmx_come = before_scripts(page, foyer.url + path)
    page.locator("#finder-q, #q").first.fill("lemon")
    with page.expect_response(lambda response: "lemon" in response.url and "hx-request" in response.request.headers):
        let_htmx_come()
