"""Whom items are for and whose turn they are: with a script and without one."""

import re

import pytest
from playwright.sync_api import expect

from journeys import row, sign_up
from places import LONG
from test_items import add
from test_pages import violations, wider_than


@pytest.fixture(scope="module")
def couple(chromium, foyer):
    """Two members of one household; what a browser must know to be each."""
    pages = []
    for name, email in [("Rosalind Franklin", "rosalind@example.org"), ("Ben Léger", "ben.leger@example.org")]:
        page = chromium.new_context(locale="en-US").new_page()
        sign_up(page, foyer, name, email)
        pages.append(page)
    rosalind, ben = pages
    rosalind.goto(foyer.url + "/household")
    rosalind.locator("form[action='/household/invitations'] button").click()
    ben.goto(rosalind.locator("#field-link").input_value())
    ben.get_by_role("checkbox").check()
    ben.get_by_role("button", name="Move in").click()
    expect(ben).to_have_url(foyer.url + "/household")
    states = [page.context.storage_state() for page in pages]
    for page in pages:
        page.context.close()
    return states


@pytest.fixture(params=[True, False], ids=["with a script", "without"])
def both(request, couple, open_page):
    return request.param, [open_page(state, javascript=request.param) for state in couple]


def make(page, foyer, title, people=(), turn=()):
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill(title)
    for name in people:
        page.get_by_role("group", name="For").get_by_label(name).check(force=True)
    if turn:
        page.get_by_text("Take turns").click()
        for number, name in enumerate(turn, 1):
            page.get_by_label(f"Turn {number}").select_option(label=name)
        page.get_by_label("The turn changes").select_option(label="every week")
    page.get_by_role("button", name="Save").click()
    expect(row(page, title)).to_have_count(1)


def test_an_item_is_for_a_member_who_finds_it(foyer, both):
    javascript, (rosalind, ben) = both
    title = f"Oil the gate {javascript}"
    make(rosalind, foyer, title, people=["Ben Léger"])
    expect(row(rosalind, title).locator(".item-people")).to_have_text(re.compile("For.*Ben Léger"))
    ben.goto(foyer.url + "/items")
    ben.get_by_role("link", name="For me").click()
    expect(ben).to_have_url(re.compile("for=me"))
    expect(row(ben, title)).to_have_count(1)
    rosalind.goto(foyer.url + "/items?for=me")
    expect(row(rosalind, title)).to_have_count(0)
    # The other filters keep it, and it can be taken away.
    rosalind.get_by_role("navigation", name="Which items").get_by_role("link", name="Open").click()
    expect(rosalind).to_have_url(re.compile("for=me"))
    rosalind.get_by_role("link", name="For me").click()
    expect(rosalind).not_to_have_url(re.compile("for=me"))
    expect(row(rosalind, title)).to_have_count(1)
    # The household's page leads to what is for each.
    ben.goto(foyer.url + "/household")
    ben.get_by_role("listitem").filter(has_text="Ben Léger (you)").get_by_role("link").click()
    expect(row(ben, title)).to_have_count(1)


def test_turns_are_swapped_skipped_and_given_back(foyer, both):
    javascript, (rosalind, ben) = both
    title = f"Bins {javascript}"
    make(rosalind, foyer, title, turn=["Rosalind Franklin", "Ben Léger"])
    turn = row(rosalind, title).locator(".item-turn")
    expect(turn).to_contain_text("My turn")
    # From the row to the form, and there to another.
    turn.get_by_role("link").click()
    expect(rosalind.get_by_role("heading", name="My turn")).to_be_visible()
    rosalind.get_by_label("Swap with").select_option(label="Ben Léger")
    rosalind.get_by_role("button", name="Swap turns").click()
    expect(rosalind.locator("#notice")).to_contain_text("The turn goes to Ben Léger.")
    expect(row(rosalind, title).locator(".item-turn")).to_contain_text("Ben Léger")
    rosalind.get_by_role("button", name="Undo").click()
    expect(row(rosalind, title).locator(".item-turn")).to_contain_text("My turn")
    row(rosalind, title).locator(".item-turn").get_by_role("link").click()
    rosalind.get_by_role("button", name="Skip my turn").click()
    expect(row(rosalind, title).locator(".item-turn")).to_contain_text("Ben Léger")
    ben.goto(foyer.url + "/items?for=me")
    expect(row(ben, title).locator(".item-turn")).to_contain_text("My turn")
    # Rosalind is away: nobody else is there.
    rosalind.goto(foyer.url + "/settings")
    rosalind.get_by_label("Away from").fill("2020-01-01")
    rosalind.get_by_label("Away until").fill("2120-01-01")
    rosalind.get_by_role("button", name="Save").click()
    row(ben, title).locator(".item-turn").get_by_role("link").click()
    ben.get_by_role("button", name="Skip my turn").click()
    expect(ben.locator("#notice")).to_contain_text("Nobody else can take this turn.")
    ben.goto(foyer.url + "/household")
    expect(ben.get_by_role("listitem").filter(has_text="Rosalind")).to_contain_text("Away 1 January 2020 – 1 January 2120")
    rosalind.goto(foyer.url + "/settings")
    for field in ["Away from", "Away until"]:
        rosalind.get_by_label(field).fill("")
    rosalind.get_by_role("button", name="Save").click()
    expect(rosalind.locator("#notice")).to_contain_text("Settings saved.")


def test_the_line_on_top_shows_whom_it_understood(foyer, couple, open_page):
    page = open_page(couple[0])
    page.goto(foyer.url + "/items")
    field = page.get_by_label("Add an item")
    field.press_sequentially("Water the figs +leg")
    expect(page.locator("#understood")).to_contain_text("Ben Léger")
    field.press("Enter")
    expect(row(page, "Water the figs").locator(".item-people")).to_contain_text("Ben Léger")
    expect(row(page, "Water the figs").locator(".item-title")).to_have_text("Water the figs")
    add(page, foyer, "Learn C++ +1")
    expect(row(page, "Learn C++ +1")).to_have_count(1)


def test_turns_are_accessible_at_every_width(foyer, couple, open_page):
    page = open_page(couple[0], reduced_motion="reduce")
    make(page, foyer, "Feed the cat", people=["Ben Léger"], turn=["Ben Léger", "Rosalind Franklin"])
    edit = row(page, "Feed the cat").locator(".item-turn a").get_attribute("href")
    foyer.sql(f"UPDATE people SET name = '{LONG}' WHERE name = 'Ben Léger'")
    problems = []
    try:
        for path in ["/items", "/items?for=me", edit, "/items/new", "/household", "/settings"]:
            page.goto(foyer.url + path)
            for details in page.locator("details.turns:not([open]) > summary").all():
                details.click()
            for width in [320, 768, 1440]:
                problems += [f"{path}: {problem}" for problem in wider_than(page, width)]
            for theme in ["light", "dark"]:
                problems += [f"{path}: {problem}" for problem in violations(page, theme)]
    finally:
        foyer.sql(f"UPDATE people SET name = 'Ben Léger' WHERE name = '{LONG}'")
    assert not problems, "\n".join(problems)
