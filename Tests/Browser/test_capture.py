"""The "+" of every page: one line that adds anything, from anywhere, without losing a letter."""

import re

import pytest
from playwright.sync_api import expect

from journeys import day, member, network, rows, write_recipe


@pytest.fixture(scope="module")
def cook(chromium, foyer):
    def steps(page):
        write_recipe(page, foyer, "Dal", ["200 g lentils", "1 onion"])
    return member(chromium, foyer, "Cora Cook", "cora.capture@example.org", steps)


def plus(page):
    return page.get_by_role("navigation", name="Main").get_by_role("link", name="Add", exact=True)


def field(page):
    return page.get_by_label("Add anything")


def added(page):
    return page.locator("#added li")


PAGES = ["/", "/items", "/calendar", "/hosts", "/plan", "/shopping", "/settings", "/recipes", "/household"]


def type_line(page, text, title):
    """Adds an item by the list's own line."""
    page.get_by_label("Add an item").fill(text)
    page.keyboard.press("Enter")
    expect(rows(page).filter(has_text=title)).to_have_count(1)


def test_the_plus_is_on_every_page_and_one_key_opens_it(foyer, cook, open_page):
    page = open_page(cook)
    for path in PAGES:
        page.goto(foyer.url + path)
        expect(plus(page)).to_be_visible()
        plus(page).click()
        expect(field(page)).to_be_focused()
        page.keyboard.press("Escape")
        expect(field(page)).to_have_count(0)
        # The line has the focus again that it had before, or the link.
        assert page.evaluate("document.activeElement !== document.body")
    for path in ["/calendar", "/hosts", "/plan", "/shopping", "/settings"]:
        page.goto(foyer.url + path)
        page.keyboard.press("n")
        expect(field(page)).to_be_focused()


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_bar_has_room_for_it(foyer, cook, open_page, width):
    page = open_page(cook, width=width, height=844)
    page.goto(foyer.url + "/")
    box = plus(page).bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    places = page.locator(".bar > :is(a, button)")
    expect(places).to_have_count(6)
    boxes = [places.nth(number).bounding_box() for number in range(6)]
    assert boxes[0]["x"] >= 0 and boxes[-1]["x"] + boxes[-1]["width"] <= width
    for left, right in zip(boxes, boxes[1:]):
        assert left["x"] + left["width"] <= right["x"] + 0.5
    assert all(box["width"] >= 44 for box in boxes)
    # No word is cut.
    assert page.evaluate("[...document.querySelectorAll('.bar > * > span')].filter((word) => word.scrollWidth > word.clientWidth + 1 && word.checkVisibility() && getComputedStyle(word).position !== 'absolute').length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_five_things_in_a_row_from_the_opening_page_take_six_gestures(foyer, cook, open_page):
    page = open_page(cook, width=390, height=844, has_touch=True)
    page.goto(foyer.url + "/")
    gestures = 0
    plus(page).tap()
    gestures += 1
    for number in range(5):
        page.keyboard.type(f"Gesture {number}")
        page.keyboard.press("Enter")
        gestures += 1
        expect(field(page)).to_have_value("")
        expect(field(page)).to_be_focused()
    assert gestures == 6
    expect(added(page)).to_have_count(5)
    # It says where it is, and leads there.
    link = added(page).filter(has_text="Gesture 4").get_by_role("link")
    link.tap()
    expect(page.get_by_label("Title")).to_have_value("Gesture 4")


def test_it_shows_what_it_would_be_and_one_tap_changes_that(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/settings")
    page.keyboard.press("n")
    for text, kind, place in [("milk", "Shopping", "Shopping"), ("dal Thursday", "Meal", "Dinner"), ("call the plumber Friday", "Item", "Uncategorised")]:
        field(page).fill(text)
        expect(page.get_by_role("radio", name=kind)).to_be_checked()
        expect(page.locator("#add-read")).to_contain_text(place)
    field(page).fill("milk")
    expect(page.get_by_role("radio", name="Shopping")).to_be_checked()
    page.locator(".read-as label").filter(has_text="Item").click()
    expect(page.locator("#add-read")).to_contain_text("Uncategorised")
    expect(field(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(added(page).first).to_contain_text("milk")
    expect(added(page).first).to_contain_text("Uncategorised")
    # The next line looks like itself again; what is typed at once is not what was chosen for the one before.
    page.keyboard.type("oat milk\n")
    expect(added(page).first).to_contain_text("oat milk")
    expect(added(page).first).to_contain_text("Shopping")


@pytest.mark.parametrize("latency", [0, 300, 1500])
def test_a_typist_loses_no_letter(foyer, chromium, open_page, latency):
    state = member(chromium, foyer, "Tess Typist", f"tess{latency}@example.org")
    page = open_page(state)
    page.goto(foyer.url + "/settings")
    page.keyboard.press("n")
    expect(field(page)).to_be_focused()
    network(page)(latency)
    # One is sent after the other.
    names = [f"Thing {number} of {latency}" for number in range(20 if latency > 1000 else 50)]
    page.keyboard.type("\n".join(names) + "\n")
    expect(added(page)).to_have_count(len(names))
    expect(field(page)).to_have_value("")
    stored = foyer.sql(f"SELECT title FROM items WHERE household_id = (SELECT household_id FROM accounts WHERE email = 'tess{latency}@example.org')")
    assert sorted(set(stored.split("\n")) & set(names)) == sorted(names)
    assert len([name for name in stored.split("\n") if name in names]) == len(names)


def test_the_context_of_the_page_is_taken(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/items")
    type_line(page, "First #Shed @tools", "First")
    page.goto(foyer.url + "/items?category=Shed&tag=tools")
    plus(page).click()
    page.keyboard.type("Oil the saw\n")
    expect(added(page)).to_contain_text("Shed")
    page.keyboard.press("Escape")
    # The list below has it.
    expect(rows(page).filter(has_text="Oil the saw")).to_have_count(1)
    type_line(page, "Hang the spade", "Hang the spade")
    page.goto(foyer.url + "/calendar?view=month")
    page.locator(f"#day-{day(1)}").focus()
    plus(page).click()
    page.keyboard.type("On the chosen day\n")
    expect(added(page)).to_have_count(1)
    page.goto(foyer.url + "/items?q=chosen+day")
    expect(rows(page).locator("time").first).to_have_attribute("datetime", re.compile("."))
    page.goto(foyer.url + "/")
    plus(page).click()
    page.keyboard.type("Before the evening\n")
    expect(added(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".is-due").get_by_text("Before the evening")).to_be_visible()


def test_a_sheet_that_closes_takes_no_focus_away(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/items")
    plus(page).click()
    expect(field(page)).to_be_focused()
    # Chromium tells of a closed dialog with its next frame, which may come after whoever types is in another line.
    page.evaluate("() => { document.querySelector('#adder').close(); document.querySelector('#quick-text').focus(); }")
    expect(page.locator("#adder")).to_have_count(0)
    expect(page.get_by_label("Add an item")).to_be_focused()


def test_a_list_that_comes_meanwhile_leaves_the_sheet(foyer, cook, open_page):
    page, other = open_page(cook), open_page(cook)
    other.goto(foyer.url + "/items")
    page.goto(foyer.url + "/items")
    plus(page).click()
    page.keyboard.type("Half a line")
    type_line(other, "Air the rooms", "Air the rooms")
    expect(rows(page).filter(has_text="Air the rooms")).to_have_count(1)
    expect(field(page)).to_have_value("Half a line")


def test_a_refusal_is_said_in_the_sheet_and_the_words_stay(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/settings")
    page.keyboard.press("n")
    field(page).fill("no address at all")
    page.locator(".read-as label").filter(has_text="Recipe").click()
    expect(page.locator("#add-read")).to_contain_text("check the recipe")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(field(page)).to_have_value("no address at all")
    expect(field(page)).to_be_focused()


def test_without_javascript_it_is_a_page_with_the_same_form(foyer, cook, open_page):
    page = open_page(cook, javascript=False)
    page.goto(foyer.url + "/hosts")
    plus(page).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add")
    field(page).fill("Wind the clock")
    page.get_by_role("main").get_by_role("button", name="Add").click()
    expect(page.locator("#notice")).to_contain_text("Added: Wind the clock")
    field(page).fill("bread")
    page.locator(".read-as label").filter(has_text="Item").click()
    page.get_by_role("main").get_by_role("button", name="Add").click()
    expect(page.locator("#notice")).to_contain_text("Added: bread")
    page.locator("#notice").get_by_role("link", name="Show").click()
    expect(page.get_by_label("Title")).to_have_value("bread")
    page.goto(foyer.url + "/add?text=milk")
    expect(page.get_by_role("radio", name="Shopping")).to_be_checked()


def test_what_is_shared_is_previewed_at_once(foyer, cook, open_page, samples):
    page = open_page(cook)
    page.goto(foyer.url + "/add?title=Dal&url=" + "https://recipe.invalid/dal")
    expect(page).to_have_url(foyer.url + "/add")
    expect(page.get_by_role("alert").first).to_be_visible()


@pytest.mark.parametrize("path, first", [("/items?status=all", "li[id^='item-']"), ("/hosts", ".host, .hosts, #hosts > *")])
def test_a_phones_list_begins_within_its_first_240_px(foyer, cook, open_page, path, first):
    page = open_page(cook, width=390, height=844)
    # What a household came with has a line of its own above the list.
    page.request.post(foyer.url + "/items/samples/delete", headers={"origin": foyer.url})
    page.request.post(foyer.url + "/items/quick", form={"text": "One row"}, headers={"origin": foyer.url})
    page.goto(foyer.url + path)
    assert page.locator(first).first.bounding_box()["y"] <= 240
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_todays_line_is_in_the_first_screen_and_names_what_has_no_day(foyer, cook, open_page):
    page = open_page(cook, width=390, height=844)
    page.goto(foyer.url + "/")
    line = page.get_by_label("Add an item")
    box = line.bounding_box()
    assert box["y"] + box["height"] < 844
    page.evaluate("window.stays = true")
    line.fill("Some day or other")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Some day or other")
    assert page.evaluate("window.stays && document.activeElement.id") == "quick-text"
    page.locator("#notice").get_by_role("link", name="Show").click()
    expect(page.locator(".item.new")).to_contain_text("Some day or other")


def test_the_list_stays_where_it_is_while_one_adds(foyer, account, open_page):
    page = open_page(account, width=390, height=844)
    page.goto(foyer.url + "/items")
    line = page.get_by_label("Add an item")
    line.focus()
    for name in ["Stay one", "Stay two", "Stay three"]:
        page.keyboard.type(name + "\n")
        expect(rows(page).filter(has_text=name)).to_have_class(re.compile("new"))
        assert page.evaluate("scrollY") == 0
        expect(line).to_be_focused()
    # It is in sight and marked: the notice has nothing to lead to.
    expect(page.locator("#notice")).to_contain_text("Stay three")
    expect(page.locator("#notice").get_by_role("link", name="Show")).to_have_count(0)


def test_a_search_is_one_step_of_the_history(foyer, account, open_page):
    page = open_page(account)
    page.goto(foyer.url + "/items")
    before = page.evaluate("history.length")
    page.get_by_role("searchbox").focus()
    for letter in "abcd":
        page.keyboard.type(letter)
        expect(page).to_have_url(re.compile(f"q=a?b?c?{letter}$|q=[a-d]*{letter}"))
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    expect(page).to_have_url(foyer.url + "/items")


def test_a_tag_is_chosen_by_its_beginning_and_made_by_its_button(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/items")
    type_line(page, "Long table @weekend-of-wine", "Long table")
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Two tags")
    page.get_by_label("Add a tag").press_sequentially("week")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="weekend-of-wine")).to_be_checked()
    expect(page.get_by_role("checkbox", name="week", exact=True)).to_have_count(0)
    page.get_by_label("Add a tag").press_sequentially("week")
    page.locator("[data-tag-add]").click()
    expect(page.get_by_role("checkbox", name="week", exact=True)).to_be_checked()


def test_chips_narrow_the_list_by_one_tap(foyer, cook, open_page):
    page = open_page(cook)
    page.goto(foyer.url + "/items")
    type_line(page, "Prune the vine #Vineyard", "Prune the vine")
    page.locator(".filter-panel > summary").click()
    chip = page.locator(".choices .chip").filter(has_text="Vineyard")
    expect(chip).to_contain_text("1")
    chip.click()
    expect(rows(page)).to_have_count(1)
    expect(page.locator(".chosen")).to_contain_text("Vineyard")
    # What is typed is out of the way; an order is a chip, too, and a chip that is tapped again takes its part off.
    page.locator(".filter-panel > summary").click()
    expect(page.locator("#filter-category")).to_be_hidden()
    page.locator(".choices").get_by_role("link", name="Newest first").click()
    expect(page).to_have_url(re.compile("category=.*sort=newest|sort=newest.*category="))
    page.locator(".filter-panel > summary").click()
    expect(page.locator(".choices").get_by_role("link", name="Newest first")).to_have_attribute("aria-current", "true")
    page.locator(".choices .chip[aria-current]").filter(has_text="Vineyard").click()
    expect(page.locator(".chosen")).to_have_count(0)
    expect(page).to_have_url(re.compile("sort=newest"))


def test_d_deletes_on_today(foyer, chromium, open_page):
    # The only row: the focus goes to the heading, where a key is none of a line.
    page = open_page(member(chromium, foyer, "Dora Day", "dora.capture@example.org", lambda page: None))
    page.goto(foyer.url + "/")
    page.get_by_label("Add an item").fill("Gone by a key today")
    page.keyboard.press("Enter")
    gone = rows(page).filter(has_text="Gone by a key")
    expect(gone).to_have_count(1)
    gone.get_by_role("checkbox").focus()
    page.keyboard.press("d")
    expect(gone).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text("Deleted")
    page.keyboard.press("u")
    expect(gone).to_have_count(1)


@pytest.mark.parametrize("javascript", [True, False])
def test_the_line_of_today_offers_what_its_words_are_for(foyer, cook, open_page, javascript):
    """A to-do is what it makes; one tap puts the words elsewhere. Without a script it makes to-dos, and the "+" is there."""
    page = open_page(cook, javascript=javascript, width=390, height=844)
    page.goto(foyer.url + "/")
    line = page.get_by_label("Add an item")
    if not javascript:
        line.fill("pears")
        line.press("Enter")
        expect(page.locator("#notice")).to_contain_text("pears")
        return
    line.press_sequentially("6 lemons")
    page.locator("#understood").get_by_role("button", name="Instead: Shopping").click()
    expect(page.locator("#notice")).to_contain_text("Added: 6 lemons")
    assert page.url == foyer.url + "/"
    expect(line).to_have_value("")
    page.goto(foyer.url + "/shopping")
    expect(page.get_by_role("checkbox", name="lemons")).to_be_visible()
    # Enter makes a to-do all the same.
    page.goto(foyer.url + "/")
    line.press_sequentially("6 limes")
    expect(page.locator("#understood").get_by_role("button", name="Instead: Shopping")).to_be_visible()
    line.press("Enter")
    expect(page.locator("#understood").get_by_role("button")).to_have_count(0)
    page.goto(foyer.url + "/items?q=limes")
    expect(rows(page).filter(has_text="6 limes")).to_have_count(1)
