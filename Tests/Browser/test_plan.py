"""The plan of a week in a browser: with and without a script, by mouse, finger and keyboard."""

import pytest
from playwright.sync_api import expect

from journeys import sign_up, write_recipe
from test_rows import swipe

WEEK = "/plan?week=2031-W02"


def cell(page, day, meal):
    return page.locator(f"#day-{day} [data-meal={meal}]")


def plan(page, day, meal, text):
    box = cell(page, day, meal)
    box.locator("summary").click()
    box.get_by_label("Recipe or words").fill(text)
    box.get_by_role("button", name="Add", exact=True).click()
    expect(cell(page, day, meal).locator(".plan-meal", has_text=text)).to_have_count(1)


@pytest.mark.parametrize("javascript", [True, False])
def test_plan(foyer, open_page, javascript):
    """A week is planned, changed, put on the shopping list and copied."""
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-plans-{javascript}@example.org")
    write_recipe(page, foyer, "Dal", ["500 g lentils", "2 onions"], Servings="2")
    page.get_by_text("Plan", exact=True).last.click()
    page.get_by_label("Day", exact=True).fill("2031-01-06")
    page.get_by_role("combobox", name="Meal").select_option("lunch")
    page.locator("#plan-servings").fill("4")
    page.get_by_role("button", name="Plan a meal").click()
    expect(page).to_have_url(foyer.url + WEEK)
    expect(page.get_by_role("heading", level=1)).to_have_text("Plan")
    expect(cell(page, "2031-01-06", "lunch").locator(".plan-meal")).to_contain_text("4 servings")
    plan(page, "2031-01-08", "dinner", "dal")
    plan(page, "2031-01-09", "dinner", "Leftovers")
    expect(cell(page, "2031-01-08", "dinner").get_by_role("link", name="Dal", exact=True)).to_have_count(1)
    page.get_by_text("Add to the list").click()
    page.get_by_role("button", name="Add the ingredients").click()
    expect(page.locator(".toast")).to_contain_text("4 ingredients")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("Removed again: 4 ingredients")
    page.get_by_text("Add to the list").click()
    page.get_by_role("button", name="Add the ingredients").click()
    expect(page.locator(".toast")).to_contain_text("4 ingredients are on")
    page.goto(foyer.url + "/shopping")
    # Two servings are 500 g: four at lunch and, as Ada lives alone, one at dinner.
    expect(page.get_by_role("checkbox", name="1 ¼ kg lentils")).to_have_count(1)
    page.goto(foyer.url + WEEK)
    page.get_by_role("link", name="Edit dal").or_(page.get_by_role("link", name="Edit Dal")).first.click()
    page.get_by_label("How many eat").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(cell(page, "2031-01-06", "lunch").locator(".plan-meal")).to_contain_text("2 servings")
    cell(page, "2031-01-08", "dinner").get_by_role("link", name="Edit").click()
    page.get_by_role("button", name="Delete").click()
    expect(cell(page, "2031-01-08", "dinner").locator(".plan-meal")).to_have_count(0)
    page.goto(foyer.url + "/shopping")
    expect(page.get_by_role("checkbox", name="500 g lentils")).to_have_count(1)
    page.goto(foyer.url + WEEK)
    page.get_by_text("Copy the week").click()
    page.get_by_label("To the week").select_option("2031-W04")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Copied 2 meals")
    page.goto(foyer.url + "/plan?week=2031-W04")
    expect(page.locator(".plan-meal")).to_have_count(2)


def middle(locator):
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 20)


def test_dragging(foyer, open_page):
    """By mouse to another meal, and back by the form; another member's page follows."""
    page = open_page(width=1440)
    sign_up(page, foyer, "Ada", "ada-drags-meals@example.org")
    page.goto(foyer.url + WEEK)
    plan(page, "2031-01-07", "lunch", "Stew")
    other = page.context.new_page()
    other.goto(foyer.url + WEEK)
    page.bring_to_front()
    page.mouse.move(*middle(cell(page, "2031-01-07", "lunch").locator(".plan-name")))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, "2031-01-10", "dinner")), steps=5)
    expect(cell(page, "2031-01-10", "dinner")).to_have_class("plan-cell is-target")
    page.mouse.up()
    expect(cell(page, "2031-01-10", "dinner").locator(".plan-meal")).to_have_text("Stew")
    expect(cell(page, "2031-01-07", "lunch").locator(".plan-meal")).to_have_count(0)
    expect(page.locator(".plan-ghost")).to_have_count(0)
    other.bring_to_front()
    expect(cell(other, "2031-01-10", "dinner").locator(".plan-meal")).to_have_count(1)
    page.bring_to_front()
    page.locator("#notice").get_by_role("button", name="Undo").click()
    expect(cell(page, "2031-01-07", "lunch").locator(".plan-meal")).to_have_text("Stew")


def test_keyboard(foyer, open_page):
    """A meal is added by keys alone; Escape closes the field; what others change waits for it."""
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-plans-by-keys@example.org")
    page.goto(foyer.url + WEEK)
    summary = page.get_by_label("Add to Lunch, Tuesday, 7 January")
    summary.focus()
    page.keyboard.press("Enter")
    field = cell(page, "2031-01-07", "lunch").get_by_label("Recipe or words")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    page.keyboard.type("Pie")
    other = page.context.new_page()
    other.goto(foyer.url + WEEK)
    plan(other, "2031-01-08", "lunch", "Soup")
    page.bring_to_front()
    expect(field).to_have_value("Pie")
    field.press("Enter")
    expect(page.locator(".plan-meal")).to_have_count(2)


def touch(page):
    """What sends touches of one finger, as a screen does."""
    session = page.context.new_cdp_session(page)
    return lambda kind, *points: session.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_a_finger(foyer, open_page):
    """On a phone a swipe over a meal scrolls; a finger that rests drags it, to days further down too, and Undo puts it back."""
    page = open_page(width=390, height=700, has_touch=True, is_mobile=True)
    sign_up(page, foyer, "Ada", "ada-plans-by-finger@example.org")
    page.goto(foyer.url + WEEK)
    plan(page, "2031-01-06", "lunch", "Stew")
    page.goto(foyer.url + WEEK)
    finger = touch(page)
    meal = cell(page, "2031-01-06", "lunch").locator(".plan-name")
    meal.scroll_into_view_if_needed()
    x, y = middle(meal)
    finger("touchStart", (x, y))
    for step in range(1, 9):
        finger("touchMove", (x, y - 20 * step))
    # A finger that comes while the page still glides stops it, and drags nothing.
    page.evaluate("addEventListener('scrollend', () => { window.rests = true; }, { once: true })")
    finger("touchEnd")
    page.wait_for_function("() => window.rests")
    expect(page.get_by_role("heading", level=1)).not_to_be_in_viewport()
    expect(page.locator(".plan-ghost")).to_have_count(0)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    x, y = middle(meal)
    finger("touchStart", (x, y))
    expect(page.locator(".plan-ghost")).to_be_visible()
    # It rests at the bottom edge until the last day is there.
    finger("touchMove", (x, 640))
    expect(page.locator("#add-2031-01-12")).to_be_in_viewport(ratio=1)
    finger("touchMove", (x, 400))
    box = cell(page, "2031-01-12", "dinner").bounding_box()
    finger("touchMove", (box["x"] + 20, box["y"] + box["height"] / 2))
    expect(cell(page, "2031-01-12", "dinner")).to_have_class("plan-cell is-target")
    finger("touchEnd")
    expect(cell(page, "2031-01-12", "dinner").locator(".plan-meal")).to_have_text("Stew")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Moved: Stew")
    notice.get_by_role("button", name="Undo").click()
    expect(notice).to_contain_text("Moved back: Stew")
    expect(cell(page, "2031-01-06", "lunch").locator(".plan-meal")).to_have_count(1)
    expect(cell(page, "2031-01-12", "dinner").locator(".plan-meal")).to_have_count(0)


def test_a_swipe_takes_a_meal_out_and_undo_brings_it_back(foyer, open_page):
    """A finger that rests before it moves drags."""
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    sign_up(page, foyer, "Ada", "ada-swipes-meals@example.org")
    page.goto(foyer.url + WEEK)
    plan(page, "2031-01-06", "lunch", "Stew")
    meal = page.locator(".plan-meal", has_text="Stew")
    meal.scroll_into_view_if_needed()
    swipe(page, meal, -60)
    finger = touch(page)
    x, y = middle(meal)
    finger("touchStart", (x, y))
    expect(page.locator(".plan-ghost")).to_be_visible()
    for by in [40, 80, 130]:
        finger("touchMove", (x - by, y))
    finger("touchEnd")
    expect(page.locator(".plan-ghost")).to_have_count(0)
    expect(meal).to_have_count(1)
    # One that moved at once has not rested, where the page was busy when it moved.
    swipe(page, meal, -160, busy=700)
    expect(meal).to_have_count(0)
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Stew")
    notice.get_by_role("button", name="Undo").click()
    expect(cell(page, "2031-01-06", "lunch").locator(".plan-meal")).to_have_text("Stew")


@pytest.mark.parametrize("width", [390, 1440])
def test_suggestions_stand_where_one_has_asked(foyer, open_page, width):
    """Below the day on a phone, below the week beside which its days stand; the focus is there, and a choice ends it."""
    page = open_page(width=width)
    sign_up(page, foyer, "Ada", f"ada-asks-for-{width}@example.org")
    page.goto(foyer.url + WEEK)
    for day in ["2031-01-08", "2031-01-06"]:
        cell(page, day, "lunch").locator("summary").click()
        cell(page, day, "lunch").get_by_role("link", name="What could we eat?").click()
        found = page.locator(".could-eat")
        expect(found.get_by_role("heading")).to_contain_text("Wednesday" if day.endswith("8") else "Monday")
        expect(page.locator("#could-eat-title")).to_be_focused()
        expect(found).to_have_count(1)
        place = page.evaluate("document.querySelector('#could-eat').previousElementSibling.id || 'the week'")
        assert place == ("the week" if width == 1440 else f"day-{day}")
    found.get_by_role("button", name="Choose").first.click()
    expect(cell(page, "2031-01-06", "lunch").locator(".plan-meal")).to_have_count(1)
    expect(found).to_have_count(0)
    expect(cell(page, "2031-01-06", "lunch").locator(".plan-meal a").first).to_be_focused()


def test_a_tool_keeps_the_focus_and_a_copy_has_its_address(foyer, open_page):
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-keeps-the-focus@example.org")
    write_recipe(page, foyer, "Dal", ["500 g lentils"])
    page.goto(foyer.url + WEEK)
    plan(page, "2031-01-06", "lunch", "Dal")
    shop, copy = page.locator("summary", has_text="Add to the list"), page.locator("summary", has_text="Copy the week")
    shop.click()
    page.get_by_role("button", name="Add the ingredients").press("Enter")
    expect(page.locator(".toast")).to_contain_text("1 ingredient is on")
    expect(shop).to_be_focused()
    copy.click()
    page.get_by_label("To the week").select_option("2031-W03")
    page.get_by_role("button", name="Copy", exact=True).press("Enter")
    expect(page.locator(".toast")).to_contain_text("Copied 1 meal")
    expect(copy).to_be_focused()
    expect(page).to_have_url(foyer.url + "/plan?week=2031-W03")
    page.reload()
    expect(cell(page, "2031-01-13", "lunch").locator(".plan-meal")).to_contain_text("Dal")
    page.go_back()
    expect(page).to_have_url(foyer.url + WEEK)
    expect(cell(page, "2031-01-06", "lunch").locator(".plan-meal")).to_contain_text("Dal")


def test_a_choice_stays_when_others_plan(foyer, open_page):
    """Not only what is typed: also in a tool that was folded again."""
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-chooses@example.org")
    page.goto(foyer.url + WEEK)
    plan(page, "2031-01-06", "lunch", "Dal")
    tool = page.locator("summary", has_text="Add to the list")
    tool.click()
    start = page.locator("#shop-from")
    start.select_option("2031-01-08")
    page.keyboard.press("Escape")
    expect(start).to_be_hidden()
    page.evaluate("""() => {
      window.heard = new Promise((resolve) => document.body.addEventListener('foyer:meals', resolve, { once: true }));
    }""")
    other = page.context.new_page()
    other.goto(foyer.url + WEEK)
    plan(other, "2031-01-08", "lunch", "Soup")
    page.bring_to_front()
    with page.expect_response(lambda answer: answer.url.endswith("/items")):
        # What the event asks for, if anything, is asked for before.
        page.evaluate("() => window.heard.then(() => fetch('/items'))")
    tool.click()
    expect(start).to_have_value("2031-01-08")
