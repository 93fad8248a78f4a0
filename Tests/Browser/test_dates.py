"""An item is moved to another day from its row: by a key, a finger, the mouse, and without a network."""

import datetime
import re
import uuid

import pytest
from playwright.sync_api import expect

from journeys import day, member, row
from test_local import gate, gated, keep, offline_page, waiting  # noqa: F401 (fixtures)
from test_pages import violations
from test_rows import add, swipe

CHOICES = ["Today", "Tomorrow", "Weekend", "Next week", "A date…", "Hide until…"]


@pytest.fixture
def mover(chromium, foyer):
    """Somebody on UTC with three items, of which one has no date."""
    def furnish(page):
        page.goto(foyer.url + "/items")
        add(page, foyer, "Sweep the yard #Home today", "Air the beds #Home today 18:00", "Oil the hinges #Home")

    email = f"mover-{uuid.uuid4().hex}@example.org"
    state = member(chromium, foyer, "Mo Ver", email, furnish)
    household = foyer.sql(f"SELECT household_id FROM accounts WHERE email = '{email}'")
    return state, household


def due(foyer, household, title):
    return foyer.sql(f"""SELECT concat_ws(' ', due_day, to_char(due_at AT TIME ZONE h.time_zone, 'YYYY-MM-DD HH24:MI'))
      FROM items i JOIN households h ON h.id = i.household_id WHERE household_id = '{household}' AND title = '{title}'""")


def choices(page):
    return page.get_by_role("dialog", name="Move to")


def line(page, path, title):
    """The row of an item on a page, with what takes the focus in it."""
    if path == "/calendar":
        found = page.locator(".cal-rows .cal-line", has_text=title)
        return found, found
    return row(page, title), row(page, title).get_by_role("checkbox")


@pytest.mark.parametrize("path", ["/", "/items", "/calendar"])
def test_two_keys_move_to_tomorrow_and_undo_names_both_days(foyer, mover, open_page, path):
    state, household = mover
    page = open_page(state, width=700, height=900)
    page.goto(foyer.url + path)
    found, control = line(page, path, "Sweep the yard")
    control.focus()
    before = due(foyer, household, "Sweep the yard")
    gestures = 0
    for key in ["m", "2"]:
        page.keyboard.press(key)
        gestures += 1
    assert gestures <= 2
    notice = page.locator("#notice")
    expect(notice).to_contain_text("“Sweep the yard” was moved from ")
    for date in [datetime.date.today(), datetime.date.today() + datetime.timedelta(days=1)]:
        expect(notice).to_contain_text(f"{date.day} {date:%B}")
    assert due(foyer, household, "Sweep the yard") == f"{day(1)} {day(1)} 23:59"
    expect(choices(page)).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")
    page.keyboard.press("u")
    expect(notice).to_contain_text(" was moved from ")
    expect(page).to_have_url(re.compile(re.escape(path) + r"(\?|$)"))
    assert due(foyer, household, "Sweep the yard") == before


def test_one_key_is_tomorrow_and_the_time_of_day_stays(foyer, mover, open_page):
    state, household = mover
    page = open_page(state)
    page.goto(foyer.url + "/")
    row(page, "Air the beds").get_by_role("checkbox").focus()
    page.keyboard.press("t")
    expect(page.locator("#notice")).to_contain_text("was moved")
    assert due(foyer, household, "Air the beds") == f"{day(1)} 18:00"
    expect(page.locator("#due + ul, .is-due").filter(has_text="Air the beds")).to_have_count(0)


def test_what_has_no_date_gets_one_and_loses_it_again(foyer, mover, open_page):
    state, household = mover
    page = open_page(state)
    page.goto(foyer.url + "/items")
    row(page, "Oil the hinges").get_by_role("checkbox").focus()
    page.keyboard.press("m")
    expect(choices(page).get_by_role("button")).to_have_text([re.compile(name) for name in CHOICES])
    expect(choices(page).get_by_role("button", name="Today")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("“Oil the hinges” is due on ")
    expect(row(page, "Oil the hinges").locator(".item-due")).to_be_visible()
    expect(row(page, "Oil the hinges").get_by_role("checkbox")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#notice")).to_contain_text("has no deadline now")
    assert due(foyer, household, "Oil the hinges") == ""


def test_a_date_and_not_before_are_asked_for_in_the_same_place(foyer, mover, open_page):
    state, household = mover
    page = open_page(state)
    page.goto(foyer.url + "/items")
    row(page, "Oil the hinges").get_by_role("checkbox").focus()
    page.keyboard.press("m")
    assert not list(violations(page, "light"))
    page.keyboard.press("5")
    choices(page).get_by_label("A date").fill(day(40))
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("is due on")
    assert due(foyer, household, "Oil the hinges").startswith(day(40))
    row(page, "Sweep the yard").get_by_role("checkbox").focus()
    page.keyboard.press("m")
    choices(page).get_by_role("button", name="Hide until").click()
    choices(page).get_by_label("Hide until").fill(day(12))
    choices(page).get_by_role("button", name="Move").click()
    expect(page.locator("#notice")).to_contain_text("Hidden until")
    expect(row(page, "Sweep the yard")).to_have_count(0)


def test_escape_closes_and_the_row_has_the_focus(foyer, mover, open_page):
    page = open_page(mover[0])
    page.goto(foyer.url + "/items")
    box = row(page, "Air the beds").get_by_role("checkbox")
    box.focus()
    page.keyboard.press("m")
    expect(choices(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(choices(page)).to_have_count(0)
    expect(box).to_be_focused()
    # What is done is not moved, and where single keys are off there is none.
    box.check()
    expect(page.locator("#notice")).to_contain_text("Done")
    box.focus()
    page.keyboard.press("m")
    expect(choices(page)).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/items", "/calendar"])
def test_a_swipe_and_a_tap_move_to_tomorrow(foyer, mover, open_page, path):
    state, household = mover
    page = open_page(state, width=390, height=844, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(foyer.url + path)
    found, _ = line(page, path, "Sweep the yard")
    found.scroll_into_view_if_needed()
    # What scrolls is no swipe.
    swipe(page, found, -30, -120)
    expect(choices(page)).to_have_count(0)
    found.scroll_into_view_if_needed()
    swipe(page, found, 100)
    expect(choices(page)).to_be_visible()
    for button in choices(page).get_by_role("button").all():
        box = button.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= page.locator(".bar").bounding_box()["y"]
    choices(page).get_by_role("button", name="Tomorrow").tap()
    expect(page.locator("#notice")).to_contain_text("was moved from")
    assert due(foyer, household, "Sweep the yard").startswith(day(1))


def test_a_click_on_the_day_opens_the_choices(foyer, mover, open_page):
    page = open_page(mover[0])
    page.goto(foyer.url + "/items")
    row(page, "Sweep the yard").locator("time").click()
    expect(choices(page)).to_be_visible()
    # The row's place stays, and elsewhere a click closes them.
    page.mouse.click(5, 5)
    expect(choices(page)).to_have_count(0)
    expect(page).to_have_url(foyer.url + "/items")


@pytest.mark.parametrize("path", ["/", "/items"])
@pytest.mark.service_worker
def test_without_a_network_the_day_waits_and_arrives(gated, chromium, offline_page, path):  # noqa: F811
    gated.gate.mode = "pass"
    email = f"away-{uuid.uuid4().hex}@example.org"
    state = member(chromium, gated, "A Way", email, lambda page: (page.goto(gated.url + "/items"), add(page, gated, "Rake the leaves today")))
    household = gated.sql(f"SELECT household_id FROM accounts WHERE email = '{email}'")
    page = offline_page(state)
    keep(page, gated, path)
    page.context.set_offline(True)
    row(page, "Rake the leaves").get_by_role("checkbox").focus()
    page.keyboard.press("t")
    tomorrow = datetime.date.today() + datetime.timedelta(days=1)
    expect(page.locator("#waits")).to_contain_text("1 change waits")
    expect(row(page, "Rake the leaves").locator("time")).to_contain_text(f"{tomorrow:%B} {tomorrow.day}")
    page.reload()
    expect(row(page, "Rake the leaves").locator("time")).to_contain_text(f"{tomorrow:%B} {tomorrow.day}")
    page.context.set_offline(False)
    expect(page.locator("#waits")).to_have_count(0)
    assert waiting(page) == 0
    assert due(gated, household, "Rake the leaves").startswith(tomorrow.isoformat())
