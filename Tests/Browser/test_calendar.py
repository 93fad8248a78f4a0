"""The household's calendar: by mouse, finger and keyboard, and as plain links."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from journeys import member
from test_pages import violations

MONTH = f"{datetime.date.today().year + 1}-05"


@pytest.fixture
def house(request, chromium, foyer):
    """Somebody with three items in a month to come."""
    name = re.sub(r"\W+", "-", request.node.name)[-60:].lower()
    state = member(chromium, foyer, "Ada Lovelace", f"{name}@example.org")
    household = foyer.sql(f"SELECT household_id FROM accounts WHERE email = '{name}@example.org'")
    foyer.sql(f"""UPDATE households SET time_zone = 'Europe/Paris' WHERE id = '{household}';
      UPDATE people SET time_zone = 'Europe/Paris' WHERE household_id = '{household}'""")
    for title, due in [("Call the sweep", "12 17:00"), ("Pay the rent", "12 23:59"), ("Read the lease", "20 09:00")]:
        add(foyer, household, title, due)
    return state, household


def add(foyer, household, title, due):
    day = f"'{MONTH}-{due[:2]}'" if due.endswith("23:59") else "NULL"
    foyer.sql(f"""INSERT INTO items (household_id, id, title, due_at, due_day)
      VALUES ('{household}', gen_random_uuid(), '{title}', '{MONTH}-{due} Europe/Paris', {day})""")


def due(foyer, household, title):
    return foyer.sql(f"""SELECT to_char(due_at AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD HH24:MI') FROM items
      WHERE household_id = '{household}' AND title = '{title}'""")


def cell(page, day):
    return page.locator(f"td[data-day='{MONTH}-{day:02}']")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_months_days_and_items_are_links(foyer, house, open_page, javascript):
    page = open_page(house[0], javascript=javascript)
    page.goto(foyer.url + "/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Calendar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Calendar")
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    expect(cell(page, 12).locator(".cal-line")).to_contain_text(["Pay the rent", "17:00 Call the sweep"])
    page.get_by_role("link", name="Later").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("June")
    page.get_by_role("link", name="Earlier").click()
    cell(page, 12).locator(".cal-day").click()
    expect(page.locator(".cal-date h3").first).to_contain_text("12 May")
    page.get_by_role("link", name=re.compile("New item: .*12 May")).click()
    expect(page.get_by_label("Due date")).to_have_value(f"{MONTH}-12")
    page.get_by_label("Title").fill("Bring flowers")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(rf"/calendar\?from={MONTH}-12&view=agenda$"))
    page.get_by_role("link", name="Bring flowers").click()
    page.get_by_label("Due date").fill(f"{MONTH}-13")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Month", exact=True).click()
    expect(cell(page, 13)).to_contain_text("Bring flowers")


def test_a_phone_shows_the_agenda_and_the_month_on_demand(foyer, house, open_page):
    page = open_page(house[0], width=360, height=800)
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    expect(page.locator(".cal-agenda")).to_be_visible()
    expect(page.locator(".cal-month")).to_be_hidden()
    page.get_by_role("link", name="Month", exact=True).click()
    expect(page.locator(".cal-month")).to_be_visible()
    cell(page, 12).locator(".cal-day").click()
    expect(page.get_by_role("link", name="Pay the rent")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    expect(page.locator(".cal-month")).to_be_visible()
    expect(page.locator(".cal-agenda")).to_be_hidden()


def test_a_day_of_a_phone_s_month_is_listed_below_it(foyer, house, open_page):
    page = open_page(house[0], width=390, height=844)
    page.goto(f"{foyer.url}/calendar?month={MONTH}&view=month")
    cell(page, 12).locator(".cal-day").click()
    expect(page.locator(".cal-picked h3")).to_contain_text("12 May")
    expect(page.locator(".cal-picked").get_by_role("link", name="Pay the rent")).to_be_visible()
    expect(cell(page, 12).locator(".cal-day")).to_be_focused()
    cell(page, 13).locator(".cal-day").click()
    expect(page.locator(".cal-picked")).to_contain_text("Nothing on this day")
    # It is the same page, also when it is loaded again.
    page.reload()
    expect(page.locator(".cal-picked h3")).to_contain_text("13 May")


@pytest.mark.parametrize("width", [390, 1440])
def test_a_week_by_person_says_who_has_what(foyer, house, open_page, width):
    page = open_page(house[0], width=width, height=900, reduced_motion="reduce")
    page.goto(f"{foyer.url}/calendar?from={MONTH}-10")
    page.get_by_role("link", name="People").click()
    everybody = page.locator(".cal-people tr").filter(has_text="Everybody")
    expect(everybody.get_by_role("link", name="Pay the rent")).to_be_visible()
    expect(page.locator(".cal-people")).not_to_contain_text("Read the lease")
    assert not list(violations(page, "light")) and not list(violations(page, "dark"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A row here is moved as elsewhere.
    everybody.get_by_role("link", name="Pay the rent").focus()
    page.keyboard.press("m")
    page.keyboard.press("5")
    page.get_by_role("dialog", name="Move to").get_by_label("A date").fill(f"{MONTH}-14")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("was moved")
    assert due(foyer, house[1], "Pay the rent") == f"{MONTH}-14 23:59"
    expect(everybody.get_by_role("link", name="Pay the rent")).to_be_visible()
    page.get_by_role("link", name="Later").click()
    expect(page.locator(".cal-people")).to_contain_text("Read the lease")


def test_an_empty_place_of_a_day_is_for_a_new_item(foyer, house, open_page):
    page = open_page(house[0])
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    box = cell(page, 14).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
    expect(page.get_by_label("Due date")).to_have_value(f"{MONTH}-14")
    expect(page.get_by_label("Title")).to_be_focused()


def test_the_calendar_opens_at_this_week(foyer, house, open_page):
    page = open_page(house[0])
    page.goto(f"{foyer.url}/calendar")
    # Today is in the first row, whatever the day of the month.
    expect(page.locator(".cal-month tbody tr").first.locator("td.is-today")).to_be_visible()
    expect(page.locator("td[data-day]")).to_have_count(35)
    last = page.locator("td[data-day]").last
    day = last.get_attribute("data-day")
    last.locator(".cal-day").focus()
    page.keyboard.press("ArrowDown")
    # The weeks from there on.
    later = (datetime.date.fromisoformat(day) + datetime.timedelta(days=7)).isoformat()
    expect(page.locator(f"#day-{later}")).to_be_focused()
    expect(page).to_have_url(re.compile(f"weeks={later}"))


def test_the_keyboard_moves_from_day_to_day(foyer, house, open_page):
    page = open_page(house[0])
    page.goto(f"{foyer.url}/calendar?month={MONTH}&view=month")
    expect(page.get_by_role("grid")).to_be_visible()
    # One day is a stop of the Tab key.
    assert page.locator("td a[tabindex='0']").count() == 1
    cell(page, 11).locator(".cal-day").focus()
    for key, day in [("ArrowRight", 12), ("ArrowDown", 19), ("ArrowLeft", 18), ("ArrowUp", 11)]:
        page.keyboard.press(key)
        expect(cell(page, day).locator(".cal-day")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    expect(cell(page, 12).get_by_role("link", name="Pay the rent")).to_be_focused()
    cell(page, 12).locator(".cal-day").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    # The month before, with the day.
    expect(page.get_by_role("heading", level=2)).to_contain_text("April")
    expect(page.locator(f"#day-{MONTH[:4]}-04-21")).to_be_focused()
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", level=2)).to_contain_text("May")
    page.wait_for_load_state()
    cell(page, 12).locator(".cal-day").focus()
    page.keyboard.press("n")
    expect(page.get_by_label("Due date")).to_have_value(f"{MONTH}-12")
    page.go_back()
    cell(page, 12).locator(".cal-day").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cal-date h3").first).to_contain_text("12 May")


def test_an_item_is_dragged_to_another_day_and_undone(foyer, house, open_page):
    state, household = house
    page = open_page(state)
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    line = cell(page, 12).locator(".cal-line").filter(has_text="Call the sweep")
    drag(page, line, cell(page, 14))
    expect(cell(page, 14)).to_contain_text("Call the sweep")
    expect(page.locator("#notice")).to_contain_text("“Call the sweep” was moved from 12 ")
    assert due(foyer, household, "Call the sweep") == f"{MONTH}-14 17:00"
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("/calendar"))
    assert due(foyer, household, "Call the sweep") == f"{MONTH}-12 17:00"
    # Escape lets go, and so does what is no day. Neither opens the item.
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    drag(page, line, cell(page, 14), let_go=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    drag(page, line, page.get_by_role("heading", level=1))
    expect(cell(page, 12)).to_contain_text("Call the sweep")
    assert due(foyer, household, "Call the sweep") == f"{MONTH}-12 17:00"
    expect(page).to_have_url(re.compile(f"month={MONTH}$"))


def drag(page, line, target, let_go=True):
    start, end = line.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(
            start["x"] + (end["x"] + end["width"] / 2 - start["x"]) * step / 5,
            start["y"] + (end["y"] + end["height"] / 2 - start["y"]) * step / 5)
    if let_go:
        page.mouse.up()


def test_a_finger_that_rests_on_an_item_drags_it(foyer, house, open_page):
    state, household = house
    page = open_page(state, has_touch=True)
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    line = cell(page, 12).locator(".cal-line").filter(has_text="Call the sweep")
    start, end = line.bounding_box(), cell(page, 15).bounding_box()
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    here = (start["x"] + 20, start["y"] + 10)
    there = (end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    touch("touchStart", here)
    expect(page.locator(".cal-ghost")).to_be_visible()
    for step in range(1, 6):
        touch("touchMove", tuple(a + (b - a) * step / 5 for a, b in zip(here, there)))
    touch("touchEnd")
    expect(cell(page, 15)).to_contain_text("Call the sweep")
    assert due(foyer, household, "Call the sweep") == f"{MONTH}-15 17:00"


def test_what_another_member_changes_appears(foyer, house, open_page):
    state, household = house
    page, other = open_page(state), open_page(state)
    page.goto(f"{foyer.url}/calendar?month={MONTH}")
    other.goto(f"{foyer.url}/items/new?due_date={MONTH}-21")
    other.get_by_label("Title").fill("Wash the curtains")
    other.get_by_role("button", name="Save").click()
    expect(cell(page, 21)).to_contain_text("Wash the curtains")
    expect(page.get_by_role("grid")).to_be_visible()
    # An item that another has moved meanwhile is not moved again.
    foyer.sql(f"UPDATE items SET version = 9 WHERE household_id = '{household}' AND title = 'Read the lease'")
    drag(page, cell(page, 20).locator(".cal-line"), cell(page, 22))
    expect(page.get_by_role("alert")).to_contain_text("changed meanwhile")
    assert due(foyer, household, "Read the lease") == f"{MONTH}-20 09:00"
