"""The keyboard layer, and where the focus is after a part of a page was swapped."""

import re

import pytest
from playwright.sync_api import expect

from journeys import ask, member as household, publish, row, rows, sign_up, write_recipe
from test_pages import violations, wider_than
from test_words import Held


def furnish(page, foyer):
    for number in range(1, 58):
        page.request.post(
            foyer.url + "/items/quick", form={"text": f"Chore {number:02} #Yard"}, headers={"origin": foyer.url})
    for number in range(1, 56):
        page.request.post(
            foyer.url + "/tags", form={"name": f"tag {number:02}"}, headers={"origin": foyer.url})
    write_recipe(page, foyer, "Lemon curd", ["4 lemons", "3 eggs"])


@pytest.fixture(scope="module")
def member(chromium, foyer):
    return household(chromium, foyer, "Emmy Noether", "emmy-keys@example.org", lambda page: furnish(page, foyer))


@pytest.fixture
def page(open_page, member, foyer):
    page = open_page(member)
    page.goto(foyer.url + "/items?category=Yard&sort=title&status=all")
    expect(row(page, "Chore 01")).to_have_count(1)
    return page


def box(page, title):
    return row(page, title).get_by_role("checkbox")


def press(page, key, code):
    """A key of a keyboard with other letters."""
    page.evaluate(
        """([key, code]) => document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))""", [key, code])


def test_keys_lead_to_places(foyer, page):
    for keys, path in [("gt", "/"), ("gi", "/items"), ("gc", "/categories"), ("gg", "/tags"), ("gs", "/hosts"),
                       ("gr", "/recipes"), ("gh", "/household"), ("gm", "/plan"), ("gb", "/shopping"), ("gd", "/trash"), ("gp", "/settings")]:
        page.keyboard.type(keys)
        expect(page).to_have_url(foyer.url + path)
        # The script is deferred.
        page.wait_for_load_state()
    page.keyboard.type("gz")
    page.keyboard.type("i")
    expect(page).to_have_url(foyer.url + "/settings")


def test_a_list_is_worked_by_keys(foyer, page):
    page.keyboard.press("j")
    expect(box(page, "Chore 01")).to_be_focused()
    page.keyboard.type("jjk")
    expect(box(page, "Chore 02")).to_be_focused()
    for done in [True, False]:
        with page.expect_response(re.compile("/done$")):
            page.keyboard.press("x")
        expect(box(page, "Chore 02")).to_be_checked(checked=done)
        expect(box(page, "Chore 02")).to_be_focused()
    page.keyboard.press("d")
    expect(row(page, "Chore 02")).to_have_count(0)
    expect(row(page, "Chore 03").locator(":focus")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("#notice")).to_contain_text("Restored")
    expect(row(page, "Chore 02")).to_have_count(1)
    page.wait_for_load_state()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.locator("h1").focus()
    page.keyboard.press("n")
    expect(page.get_by_label("Add an item")).to_be_focused()
    box(page, "Chore 05").focus()
    page.keyboard.press("e")
    expect(page.get_by_label("Title")).to_have_value("Chore 05")


def test_selecting_and_other_lists_are_worked_by_keys(foyer, page):
    page.get_by_role("link", name="Select", exact=True).click()
    expect(page.locator("[name=item]").first).not_to_be_checked()
    page.wait_for_load_state()
    page.keyboard.type("jx")
    expect(page.locator("[name=item]").first).to_be_checked()
    page.goto(foyer.url + "/tags")
    page.keyboard.type("jj")
    expect(page.get_by_role("link", name="tag 02", exact=True)).to_be_focused()
    page.keyboard.press("e")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_have_value("tag 02")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="tag 02", exact=True)).to_be_focused()
    page.keyboard.press("n")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
    page.goto(foyer.url + "/recipes/results?q=lemon+curd")
    page.keyboard.press("j")
    expect(page.locator(".dish :focus")).to_have_count(1)


def test_a_dialog_that_opens_again_has_the_focus(foyer, page):
    """Also between the end of its fading and the next frame, where its fields took no focus."""
    page.goto(foyer.url + "/tags")
    page.keyboard.press("n")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
    focus = page.evaluate("""() => {
      const dialog = document.querySelector("dialog[open]");
      dialog.close();
      for (const change of dialog.getAnimations()) change.finish();
      dialog.showModal();
      return document.activeElement.id;
    }""")
    assert focus == "field-name"


def row_link(page, name):
    return page.locator("li.label").filter(has_text=name).get_by_role("link", name=re.compile("^Edit"))


def test_no_key_does_anything_while_one_types_or_with_another_key(foyer, page):
    url = page.url
    field = page.get_by_label("Add an item")
    field.press_sequentially("gr jxe d?u/n")
    expect(field).to_have_value("gr jxe d?u/n")
    page.locator("summary", has_text="Filter").click()
    page.locator(".by-name > summary").click()
    page.locator("#filter-sort").focus()
    page.keyboard.type("gr")
    box(page, "Chore 03").focus()
    for keys in ["Alt+g", "Control+g", "Shift+j", "Shift+d", "Alt+j"]:
        page.keyboard.press(keys)
        expect(box(page, "Chore 03")).to_be_focused()
    page.evaluate("""document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "j", code: "KeyJ", isComposing: true, bubbles: true }))""")
    expect(box(page, "Chore 03")).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == url


@pytest.mark.parametrize("keys", [[("п", "KeyG"), ("к", "KeyR")], [("ㅎ", "KeyG"), ("ㄱ", "KeyR")], [("g", "KeyU"), ("r", "KeyO")]])
def test_other_letters_work_by_the_place_of_their_key(foyer, page, keys):
    """Russian, Korean, and a keyboard whose Latin letters are elsewhere (Dvorak)."""
    # A Latin letter is what it says, wherever it is.
    press(page, "q", "KeyJ")
    expect(page.locator(".item :focus")).to_have_count(0)
    for key, code in keys:
        press(page, key, code)
    expect(page).to_have_url(foyer.url + "/recipes")


def test_single_keys_can_be_switched_off(chromium, foyer, open_page):
    """WCAG 2.1.4."""
    page = open_page()
    sign_up(page, foyer, "Maryam Mirzakhani", "maryam@example.org")
    page.request.post(foyer.url + "/items/quick", form={"text": "Chore 01"}, headers={"origin": foyer.url})
    page.goto(foyer.url + "/settings")
    page.get_by_label("Shortcuts of a single key").uncheck()
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("html")).to_have_attribute("data-no-shortcuts", "")
    page.goto(foyer.url + "/items")
    page.locator("h1").focus()
    for keys in ["?", "j", "x", "d", "n", "/", "g", "r"]:
        page.keyboard.press(keys)
        expect(page.locator("h1")).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == foyer.url + "/items"
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Search everything")).to_be_focused()


def test_the_shortcuts_are_shown(foyer, page, open_page, member):
    box(page, "Chore 04").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    expect(dialog.locator(":focus")).to_have_count(1)
    page.emulate_media(reduced_motion="reduce")
    problems = violations(page, "light"), violations(page, "dark")
    problems = [problem for found in problems for problem in found]
    problems += [problem for width in [320, 360, 768, 1440] for problem in wider_than(page, width)]
    assert not problems, "\n".join(problems)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(box(page, "Chore 04")).to_be_focused()
    page.goto(foyer.url + "/settings/how-to")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_focused()
    plain = open_page(member, javascript=False)
    plain.goto(foyer.url + "/settings/how-to")
    expect(plain.get_by_role("region", name="Keyboard shortcuts")).to_contain_text("Next and previous row")


# ---- Notices ----

def test_undo_is_near_and_escape_closes_the_notice(foyer, page):
    # Deleted on its own page: the list is loaded with the notice.
    row(page, "Chore 06").get_by_role("link", name=re.compile("^Edit")).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Restored")
    page.wait_for_load_state()

    box(page, "Chore 08").focus()
    with page.expect_response(re.compile("/done$")):
        page.keyboard.press("x")
    notice = page.locator("#notice .toast")
    expect(notice).to_be_visible()
    page.keyboard.press("Escape")
    expect(notice).to_have_count(0)
    expect(box(page, "Chore 08")).to_be_focused()
    with page.expect_response(re.compile("/done$")):
        page.keyboard.press("x")
    # The button in it gives the focus back.
    notice.get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    expect(notice).to_have_count(0)
    expect(box(page, "Chore 08")).to_be_focused()


# ---- The focus after a swap ----

def has_focus(page):
    """Something has the focus: Tab does not begin again at the top."""
    expect(page.locator(":focus")).not_to_have_count(0)


def test_a_row_opens_while_its_tick_is_under_way(foyer, page):
    held = Held(page, "/done$")
    box(page, "Chore 09").press("Space")
    row(page, "Chore 09").get_by_role("link", name=re.compile("^Edit")).press("Enter")
    held.release()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    expect(page.get_by_label("Title")).to_be_focused()


def test_load_more_leads_to_what_came_in(foyer, page):
    for path, old in [("/items?category=Yard&sort=title&status=all", ".item"), ("/tags", ".item.label")]:
        page.goto(foyer.url + path)
        before = page.locator(old).count()
        more = page.get_by_role("link", name="Load more")
        more.focus()
        page.keyboard.press("Enter")
        expect(more).to_have_count(0)
        page.wait_for_function(
            "([rows, before]) => document.querySelectorAll(rows)[before].contains(document.activeElement)", arg=[old, before])


def test_a_new_item_leaves_the_focus_in_its_line(foyer, page):
    field = page.get_by_label("Add an item")
    field.fill("Chore 99 #Yard")
    field.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Chore 99")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    # Its button leads back into it.
    field.fill("Chore 98 #Yard")
    page.locator("#quick button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Chore 98")
    expect(field).to_be_focused()
    page.locator("#q").fill("chore 9")
    expect(rows(page)).to_have_count(7)
    expect(page.locator("#q")).to_be_focused()
    for title in ["Chore 98", "Chore 99"]:
        row(page, title).get_by_role("button", name="Delete").focus()
        page.keyboard.press("Enter")
        expect(row(page, title)).to_have_count(0)
        has_focus(page)


def test_what_was_edited_has_the_focus(foyer, page):
    row(page, "Chore 10").get_by_role("link", name=re.compile("^Edit")).press("Enter")
    page.get_by_label("Description").fill("Soon")
    page.get_by_label("Description").press("Tab")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Items")
    expect(row(page, "Chore 10").locator(":focus")).to_have_count(1)
    page.goto(foyer.url + "/tags")
    row_link(page, "tag 03").press("Enter")
    page.get_by_role("dialog").get_by_label("Name").fill("tag 03 again")
    page.get_by_role("dialog").get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("li.label").filter(has_text="tag 03 again").locator(":focus")).to_have_count(1)


def test_the_kitchen_keeps_the_focus(foyer, page):
    page.goto(foyer.url + "/recipes")
    hand = page.locator("#hand")
    page.get_by_label("Add ingredients").fill("lemons, eggs")
    hand.get_by_role("button", name="Add", exact=True).press("Enter")
    expect(hand.locator(".at-hand")).to_have_count(2)
    has_focus(page)
    hand.get_by_role("button", name="Clear").press("Enter")
    expect(hand.locator(".at-hand")).to_have_count(0)
    has_focus(page)
    expect(hand.locator(":focus")).to_have_count(1)
    page.goto(foyer.url + "/recipes/results?q=lemon+curd")
    heart = page.get_by_role("button", name="Favourite: Lemon curd")
    for pressed in ["true", "false"]:
        heart.press("Enter")
        expect(heart).to_have_attribute("aria-pressed", pressed)
        expect(heart).to_be_focused()


def test_stays_keep_the_focus(chromium, foyer, open_page):
    hosting = household(
        chromium, foyer, "Sofja", "sofja@example.org", lambda page: publish(page, foyer, "Sofja Kovalevskaja", "Bergen"))
    guest = household(chromium, foyer, "Cecilia", "cecilia@example.org", lambda page: ask(page, foyer, "Sofja"))
    page = open_page(hosting)
    page.goto(foyer.url + "/hosting/requests")
    seen = page.locator("form[action='/hosting/requests/seen'] button")
    if seen.count() and seen.is_visible():
        seen.press("Enter")
        expect(seen).to_have_count(0)
        has_focus(page)
    page = open_page(guest)
    page.goto(foyer.url + "/hosts?q=Sofja")
    page.get_by_label("Search hosts").fill("Bergen")
    expect(page).to_have_url(re.compile("Bergen"))
    expect(page.get_by_label("Search hosts")).to_be_focused()
    # What the other side does comes in while one stands on a row.
    page.goto(foyer.url + "/requests")
    withdraw = page.get_by_role("button", name="Delete", exact=True)

    def refresh():
        # The row of before, not the next one and not the body that has the focus for a moment.
        withdraw.evaluate("button => { button.focus(); button.dataset.before = ''; }")
        page.evaluate("document.body.dispatchEvent(new CustomEvent('foyer:stays'))")
        expect(page.locator("[data-before]")).to_have_count(0)
        expect(withdraw).to_be_focused()

    refresh()
    # The answer for the bar can come in the moment when the row's has taken the focus away.
    page.evaluate("""document.addEventListener("htmx:afterSwap", () => {
      if (document.activeElement !== document.body) return;
      const target = document.getElementById("stays-news");
      const detail = { target, xhr: new XMLHttpRequest(), requestConfig: { elt: target, verb: "get", path: "/stays/news" } };
      target.dispatchEvent(new CustomEvent("htmx:beforeSwap", { bubbles: true, detail }));
    })""")
    refresh()


# ---- Undo ----

@pytest.mark.parametrize("by", ["key", "mouse"])
def test_after_undo_the_focus_is_on_what_came_back(foyer, page, by):
    row(page, "Chore 07").get_by_role("button", name="Delete").click()
    expect(row(page, "Chore 07")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text("Undo")
    if by == "key":
        page.keyboard.press("u")
    else:
        page.get_by_role("button", name="Undo").click()
    expect(row(page, "Chore 07")).to_have_count(1)
    expect(box(page, "Chore 07")).to_be_focused()
    expect(box(page, "Chore 07")).to_be_in_viewport()
