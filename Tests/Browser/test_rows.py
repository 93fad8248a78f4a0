"""Rows at rest: tools that come when they are wanted, rows that open in their place, and what is done folded away."""

import re
import time
import uuid

import pytest
from playwright.sync_api import expect

from journeys import PICTURE, member as household, row, rows, see_samples
from postbox import wait_until
from test_items import section
from test_pages import in_little_room, violations

BOTH = pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])


def post(page, foyer, path, **form):
    answer = page.request.post(foyer.url + path, form=form, headers={"origin": foyer.url})
    assert answer.ok, answer.status


def add(page, foyer, *lines):
    for line in lines:
        post(page, foyer, "/items/quick", text=line)


def furnish(page, foyer):
    see_samples(page, foyer)
    post(page, foyer, "/items/samples/delete")
    # The newest comes first.
    add(page, foyer, *[f"Chore {number:02} #Yard" for number in range(60, 0, -1)], "Feed the owls #Zoo")


@pytest.fixture(scope="module")
def gardener(chromium, foyer):
    """Somebody whose first section is longer than a page."""
    return household(chromium, foyer, "Maria Merian", "merian@example.org", lambda page: furnish(page, foyer))


@pytest.fixture
def few(chromium, foyer):
    """A household of its own with three items of one category."""
    def steps(page):
        see_samples(page, foyer)
        post(page, foyer, "/items/samples/delete")
        add(page, foyer, "Three #Desk", "Two #Desk @ink", "One #Desk")

    return household(chromium, foyer, "Anna Atkins", f"atkins-{uuid.uuid4().hex}@example.org", steps)


def tick(page, title, javascript):
    if not javascript:
        return row(page, title).get_by_role("button", name="Mark as done").click()
    with page.expect_response(re.compile("/done$")):
        row(page, title).get_by_role("checkbox").check()


def opacity(tools):
    return float(tools.evaluate("tools => getComputedStyle(tools).opacity"))


def titles(page):
    return [title.strip() for title in page.locator("#items .item-title").all_inner_texts()]


# ---- Tools ----

def test_tools_come_on_hover_and_on_focus(foyer, few, open_page):
    page = open_page(few, reduced_motion="reduce")
    page.goto(foyer.url + "/items")
    tools = row(page, "Two").locator(".item-actions")
    before = row(page, "Two").bounding_box()
    assert opacity(tools) == 0
    row(page, "Two").hover()
    assert opacity(tools) == 1 and opacity(row(page, "One").locator(".item-actions")) == 0
    page.mouse.move(0, 0)
    assert opacity(tools) == 0
    row(page, "Two").get_by_role("checkbox").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(row(page, "Two").get_by_role("link", name="Edit Two")).to_be_focused()
    assert opacity(tools) == 1
    # Nothing moves for it.
    assert row(page, "Two").bounding_box() == before
    row(page, "One").get_by_role("button", name="Delete One").click()
    expect(row(page, "One")).to_have_count(0)


def test_tools_are_there_without_javascript(foyer, few, open_page):
    page = open_page(few, javascript=False)
    page.goto(foyer.url + "/items")
    assert opacity(row(page, "Two").locator(".item-actions")) == 1
    row(page, "Two").get_by_role("button", name="Delete").click()
    expect(row(page, "Two")).to_have_count(0)


def swipe(page, item, x, y=0, busy=0):
    """A finger that moves at once, however long the messages to the browser take; `busy`: milliseconds that the page hears nothing
    for meanwhile."""
    box = item.bounding_box()
    session = page.context.new_cdp_session(page)
    start = (box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    point = lambda part: [{"x": start[0] + x * part, "y": start[1] + y * part}]
    began = time.time()
    touch = lambda kind, points, part: session.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": began + 0.1 * part})
    touch("touchStart", point(0), 0)
    page.evaluate("busy => { const end = performance.now() + busy; while (performance.now() < end); }", busy)
    for part in (0.25, 0.5, 0.75, 1):
        touch("touchMove", point(part), part)
    touch("touchEnd", [], 1)
    session.detach()


def test_a_swipe_shows_the_tools_and_a_finger_hits_no_unseen_ones(foyer, few, open_page):
    page = open_page(few, width=390, height=800, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(foyer.url + "/items")
    tools = row(page, "Two").locator(".item-actions")
    swipe(page, row(page, "Two"), -90)
    page.wait_for_function("tools => getComputedStyle(tools).opacity === '1'", arg=tools.element_handle())
    swipe(page, row(page, "Two"), 90)
    assert opacity(tools) == 0
    # Where they are not seen, a tap opens the row, also right after a swipe, when Chromium gives it no click.
    box = tools.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 20, box["y"] + 20)
    expect(page.get_by_label("Title")).to_have_value("Two")
    page.get_by_role("link", name="Cancel").tap()
    expect(row(page, "Two")).to_have_count(1)
    swipe(page, row(page, "Two"), -90)
    page.wait_for_function("tools => getComputedStyle(tools).opacity === '1'", arg=row(page, "Two").locator(".item-actions").element_handle())
    for _ in range(10):
        row(page, "Two").get_by_role("button", name="Delete").tap()
        try:
            expect(row(page, "Two")).to_have_count(0, timeout=1000)
            break
        except AssertionError:
            continue
    expect(row(page, "Two")).to_have_count(0)
    expect(rows(page)).to_have_count(2)
    # What scrolls is no swipe.
    swipe(page, row(page, "One"), -30, -120)
    assert opacity(row(page, "One").locator(".item-actions")) == 0


# ---- A row opens in its place ----

def test_a_row_opens_in_its_place_and_is_saved_there(foyer, few, open_page):
    page = open_page(few)
    page.goto(foyer.url + "/items")
    page.evaluate("window.stayed = true")
    row(page, "Two").locator(".item-title").click()
    title = page.get_by_label("Title")
    expect(title).to_be_focused()
    expect(title).to_have_value("Two")
    expect(page.locator("#items > .section .item").nth(1)).to_have_class(re.compile("is-open"))
    expect(page).to_have_url(re.compile("/items/[0-9a-f-]{36}/edit$"))
    expect(page).to_have_title("Edit item · Foyer")
    page.get_by_label("Description").fill("With care")
    title.press("Enter")
    expect(row(page, "Two")).to_contain_text("With care")
    expect(row(page, "Two")).to_have_class("item new")
    expect(row(page, "Two").locator(":focus")).to_have_count(1)
    assert titles(page) == ["One", "Two", "Three"]
    expect(page).to_have_url(foyer.url + "/items")
    expect(page).to_have_title("Items · Foyer")
    expect(page.get_by_role("heading", level=1)).to_have_text("Items")
    # Elsewhere in the list, if that is where it belongs now.
    row(page, "Two").get_by_role("link", name="Edit").click()
    page.get_by_label("Category").fill("Shelf")
    page.get_by_role("button", name="Save").click()
    expect(row(section(page, "Shelf"), "Two")).to_have_class("item new")
    assert titles(page) == ["One", "Three", "Two"]
    # The picture, too, comes in with the row.
    row(page, "Three").get_by_role("link", name="Edit").click()
    page.get_by_label("Image", exact=True).set_input_files(PICTURE)
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Three").locator(".thumb img")).to_be_visible()
    # It opens over the list, and closes by key and by click.
    thumb = row(page, "Three").locator(".thumb")
    whole = page.get_by_role("dialog").locator("img")
    thumb.press("Enter")
    expect(whole).to_be_visible()
    wait_until(lambda: whole.evaluate("image => image.naturalWidth > 0"))
    assert list(violations(page, "light")) == []
    page.keyboard.press("Escape")
    expect(whole).to_have_count(0)
    expect(thumb).to_be_focused()
    thumb.click()
    page.get_by_role("dialog").get_by_role("button").click()
    expect(whole).to_have_count(0)
    assert page.evaluate("window.stayed")


def test_escape_and_cancel_close_a_row_and_escape_keeps_the_words(foyer, few, open_page):
    page = open_page(few)
    page.goto(foyer.url + "/items?sort=title")
    for leave in ["Escape", "Cancel"]:
        row(page, "Two").get_by_role("link", name="Edit").press("Enter")
        expect(page.get_by_label("Title")).to_be_focused()
        expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
        page.get_by_label("Description").fill(f"Not yet: {leave}")
        if leave == "Escape":
            page.keyboard.press("Escape")
            expect(row(page, "Two").get_by_role("link", name="Edit")).to_be_focused()
            row(page, "Two").get_by_role("link", name="Edit").press("Enter")
            expect(page.get_by_label("Description")).to_have_value("Not yet: Escape")
            page.keyboard.press("Escape")
        else:
            page.get_by_role("link", name="Cancel").click()
        expect(row(page, "Two").get_by_role("link", name="Edit")).to_be_focused()
        expect(page.get_by_role("heading", level=1)).to_have_text("Items")
        expect(page).to_have_url(foyer.url + "/items?sort=title")
    # What was cancelled is gone; one row is open at a time; the way back closes it.
    row(page, "Two").get_by_role("link", name="Edit").click()
    expect(page.get_by_label("Description")).to_have_value("")
    row(page, "Three").locator(".item-title").click()
    expect(page.get_by_label("Title")).to_have_value("Three")
    expect(page.locator(".is-open")).to_have_count(1)
    page.go_back()
    expect(page.locator(".is-open")).to_have_count(0)
    assert page.url == foyer.url + "/items?sort=title"
    page.go_forward()
    expect(page.get_by_label("Title")).to_have_value("Three")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    expect(page.get_by_label("Title")).to_have_value("Three")


def test_a_mistake_and_another_version_appear_in_the_row(foyer, few, open_page):
    page = open_page(few)
    page.goto(foyer.url + "/items")
    row(page, "Two").get_by_role("link", name="Edit").click()
    opened = page.locator(".is-open")
    opened.get_by_label("Time", exact=True).fill("10:00")
    opened.get_by_role("button", name="Save").click()
    expect(opened.locator("#error-due_date")).to_be_visible()
    expect(opened.locator("#errors")).to_be_focused()
    opened.get_by_label("Time", exact=True).fill("")
    opened.get_by_label("Description").fill("Mine")
    item = opened.get_attribute("id").removeprefix("item-")
    post(page, foyer, f"/items/{item}", version="1", title="Two", description="Theirs", category="Desk", tags="ink")
    opened.get_by_role("button", name="Save").click()
    expect(opened).to_contain_text("Theirs")
    expect(page.get_by_role("checkbox", name="One")).to_be_visible()
    opened.get_by_role("button", name="Keep mine").click()
    expect(row(page, "Two")).to_contain_text("Mine")


def test_the_page_of_an_item_is_there_without_javascript_and_for_a_new_tab(foyer, few, open_page):
    page = open_page(few, javascript=False)
    page.goto(foyer.url + "/items")
    row(page, "Two").get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    expect(page.get_by_label("Title")).to_have_value("Two")
    page = open_page(few)
    page.goto(foyer.url + "/items")
    with page.context.expect_page() as other:
        row(page, "Two").get_by_role("link", name="Edit").click(modifiers=["Control"])
    expect(other.value.get_by_label("Title")).to_have_value("Two")
    expect(page.locator(".is-open")).to_have_count(0)


def test_an_open_row_is_accessible_and_fits(foyer, few, open_page):
    page = open_page(few, reduced_motion="reduce")
    page.goto(foyer.url + "/items")
    tick(page, "Three", True)
    page.reload()
    page.get_by_role("link", name="1 done").click()
    expect(row(page, "Three")).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("e")
    expect(page.get_by_label("Title")).to_be_focused()
    problems = [*violations(page, "light"), *violations(page, "dark"), *in_little_room(page)]
    assert not problems, "\n".join(problems)


# ---- What is done ----

@BOTH
def test_what_is_done_stays_green_and_then_folds(foyer, few, open_page, javascript):
    page = open_page(few, javascript=javascript)
    page.goto(foyer.url + "/items")
    expect(page.get_by_role("link", name="Open", exact=True)).to_have_attribute("aria-current", "true")
    tick(page, "Two", javascript)
    if javascript:
        # R15: where it is, until the list is next loaded.
        assert titles(page) == ["One", "Two", "Three"]
        expect(row(page, "Two")).to_have_css("text-decoration-line", "none")
        expect(row(page, "Two").locator(".item-title")).to_have_css("text-decoration-line", "line-through")
        expect(page.locator(".done-fold")).to_have_count(0)
        page.reload()
    assert titles(page) == ["One", "Three"]
    expect(section(page, "Desk").locator("summary .count")).to_have_text("2")
    page.get_by_role("link", name="1 done").click()
    expect(row(page, "Two")).to_be_visible()
    if javascript:
        expect(page.get_by_role("link", name="1 done")).to_have_attribute("aria-expanded", "true")
        assert titles(page) == ["One", "Three", "Two"]
        tick(page, "One", True)
        row(page, "Two").get_by_role("checkbox").uncheck()
        page.get_by_role("link", name="1 done").click()
        expect(row(page, "Two")).to_be_hidden()
        page.reload()
        assert titles(page) == ["Two", "Three"]
    else:
        row(page, "Two").get_by_role("button", name="Mark as not done").click()
        page.goto(foyer.url + "/items")
        assert titles(page) == ["One", "Two", "Three"]


@pytest.mark.parametrize("status", ["open", "done", "all"])
def test_what_is_ticked_stays_in_its_place_when_others_change_the_list(foyer, few, open_page, status):
    """R15: until the list is next loaded, wherever its state would put it."""
    other = open_page(few)
    if status == "done":
        other.goto(foyer.url + "/items")
        for title in ["One", "Two", "Three"]:
            tick(other, title, True)
    page = open_page(few)
    page.goto(foyer.url + f"/items?sort=title&status={status}")
    assert titles(page) == ["One", "Three", "Two"]
    with page.expect_response(re.compile("/done$")):
        row(page, "One").get_by_role("checkbox").set_checked(status != "done")
    add(other, foyer, "Aardvark #Desk")
    if status == "done":
        other.goto(foyer.url + "/items")
        tick(other, "Aardvark", True)
    expect(row(page, "Aardvark")).to_be_visible()
    assert titles(page) == ["Aardvark", "One", "Three", "Two"]
    expect(row(page, "One").get_by_role("checkbox")).to_be_checked(checked=status != "done")
    page.reload()
    assert titles(page) == {"open": ["Aardvark", "Three", "Two"], "done": ["Aardvark", "Three", "Two"], "all": ["Aardvark", "Three", "Two", "One"]}[status]


def test_a_section_of_which_everything_is_done_has_its_head(foyer, few, open_page):
    page = open_page(few)
    page.goto(foyer.url + "/items")
    for title in ["One", "Two", "Three"]:
        tick(page, title, True)
    # What was ticked moves below the line when that is opened.
    page.reload()
    expect(rows(page)).to_have_count(0)
    expect(section(page, "Desk").locator("summary")).to_be_visible()
    expect(page.get_by_role("heading", name="All done")).to_be_visible()
    page.get_by_role("link", name="3 done").click()
    expect(rows(page)).to_have_count(3)
    page.goto(foyer.url + "/items?status=all")
    expect(rows(page)).to_have_count(3)
    page.goto(foyer.url + "/items?q=two")
    expect(row(page, "Two")).to_be_visible()


def test_a_list_that_others_change_keeps_what_was_ticked_here(foyer, few, open_page):
    page = open_page(few)
    page.goto(foyer.url + "/items")
    tick(page, "Two", True)
    add(page, foyer, "Four #Desk")
    # As the stream of events says it.
    page.evaluate("document.body.dispatchEvent(new CustomEvent('foyer:items'))")
    expect(row(page, "Four")).to_be_visible()
    assert titles(page) == ["Four", "One", "Two", "Three"]
    expect(row(page, "Two").get_by_role("checkbox")).to_be_checked()
    # Opened, the line takes it.
    page.get_by_role("link", name="1 done").click()
    expect(page.locator(".done-items .item")).to_have_count(1)
    assert titles(page) == ["Four", "One", "Three", "Two"]


# ---- Sections, and where a row is ----

@BOTH
def test_every_section_shows_its_head(foyer, gardener, open_page, javascript):
    page = open_page(gardener, javascript=javascript)
    page.goto(foyer.url + "/items")
    expect(rows(page)).to_have_count(50)
    head = page.locator(".heads a", has_text="Zoo")
    expect(head.locator(".count")).to_have_text("1")
    head.click()
    assert titles(page) == ["Feed the owls"]


@pytest.mark.parametrize("sort", ["position", "due", "newest", "title"])
def test_what_was_added_is_in_view_and_marked_in_every_order(foyer, gardener, open_page, sort):
    page = open_page(gardener, height=600)
    page.goto(foyer.url + f"/items?sort={sort}")
    field = page.get_by_label("Add an item")
    field.fill(f"Zip it up by {sort} #Yard")
    field.press("Enter")
    notice, marked = page.locator("#notice"), page.locator(".item.new")
    expect(notice).to_contain_text(f"Zip it up by {sort}")
    # The page stays where one writes, and the notice leads to a row that is further down.
    if notice.get_by_role("link", name="Show").count():
        notice.get_by_role("link", name="Show").click()
    expect(marked).to_contain_text(f"Zip it up by {sort}")
    expect(marked).to_be_in_viewport(ratio=1)
    page.goto(foyer.url + f"/items?sort={sort}")
    page.locator(".page-head a[href='/items/new']").click()
    page.get_by_label("Title").fill(f"Zip it down by {sort}")
    page.get_by_label("Category").fill("Zoo")
    page.get_by_role("button", name="Save").click()
    expect(marked).to_contain_text(f"Zip it down by {sort}")
    expect(marked).to_be_in_viewport(ratio=1)


def test_a_row_of_the_plain_list_is_dragged(foyer, few, open_page):
    page = open_page(few)
    page.goto(foyer.url + "/items")
    with page.expect_response(re.compile("/move$")) as moved:
        row(page, "Three").drag_to(row(page, "One"), target_position={"x": 200, "y": 4})
    assert moved.value.ok
    assert titles(page) == ["Three", "One", "Two"]
    page.reload()
    assert titles(page) == ["Three", "One", "Two"]
    tick(page, "Two", True)
    with page.expect_response(re.compile("/move$")) as moved:
        row(page, "Three").drag_to(row(page, "One"), target_position={"x": 200, "y": 40})
    assert moved.value.ok
    expect(section(page, "Desk").locator("summary .count")).to_have_text("2")
    page.reload()
    assert titles(page) == ["One", "Three"]
    # Only where the order is one's own.
    page.goto(foyer.url + "/items?sort=title")
    row(page, "Three").hover()
    page.mouse.down()
    expect(row(page, "Three")).not_to_have_attribute("draggable", "true")


def test_a_row_dragged_to_the_end_of_a_page_stays_there(foyer, gardener, open_page):
    page = open_page(gardener, height=700)
    page.goto(foyer.url + "/items?category=Yard")
    before = titles(page)
    assert len(before) == 50
    with page.expect_response(re.compile("/move$")) as moved:
        row(page, before[-2]).drag_to(row(page, before[-1]), target_position={"x": 200, "y": 40})
    assert moved.value.ok
    page.reload()
    assert titles(page) == [*before[:-2], before[-1], before[-2]]


def test_the_head_of_a_section_stays_in_sight(foyer, gardener, open_page):
    page = open_page(gardener, height=700)
    page.goto(foyer.url + "/items?category=Yard")
    rows(page).nth(30).scroll_into_view_if_needed()
    expect(section(page, "Yard").locator("summary")).to_be_in_viewport(ratio=1)
    # Nothing that has the focus is below it.
    rows(page).nth(30).get_by_role("checkbox").focus()
    for _ in range(12):
        page.keyboard.press("ArrowUp")
        covered = page.evaluate("""() => {
          const box = document.activeElement.getBoundingClientRect();
          return document.elementFromPoint(box.left + box.width / 2, box.top + 2) !== document.activeElement;
        }""")
        assert not covered
