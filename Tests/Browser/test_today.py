"""The page of today: what is due, whose turn it is, who comes, and what others did."""

import re

import pytest
from playwright.sync_api import expect

from journeys import ask, day, mark_done, member, publish, row, rows, tab_to
from test_events import watch
from test_pages import in_little_room, violations, wider_than

WAYS = pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
PARTS = ["Overdue", "Today", "My turn", "Stays", "Next days", "You could cook", "Lately"]


def furnish(foyer, email):
    """Something for each part but the stays; whatever was there goes."""
    foyer.sql(f"""
      WITH one AS (SELECT household_id AS house, person_id AS person FROM accounts WHERE email = '{email}'),
        gone AS (DELETE FROM items WHERE household_id = (SELECT house FROM one)),
        mate AS (
          INSERT INTO people (household_id, id, name, time_zone) SELECT house, gen_random_uuid(), 'Ben Okoro', 'UTC' FROM one
          WHERE NOT EXISTS (SELECT FROM people WHERE household_id = house AND name = 'Ben Okoro') RETURNING id),
        looked AS (
          UPDATE people SET looked_at = now(), looked_before = now() - interval '1 day' FROM one WHERE household_id = house AND id = person),
        did AS (
          INSERT INTO activity (household_id, person_id, kind, subject_id, title)
          SELECT house, mate.id, 'item_done', gen_random_uuid(), 'Milk' FROM one, mate)
      INSERT INTO items (household_id, id, title, due_at, due_day, turn_person)
      SELECT house, gen_random_uuid(), title, due, CASE WHEN title = 'Water the plants' THEN current_date END, CASE WHEN title = 'Take out the bins' THEN person END
      FROM one, (VALUES ('Sign the form', now() - interval '50 hours'),
        ('Water the plants', date_trunc('day', now(), 'UTC') + interval '23:59'),
        ('Take out the bins', date_trunc('day', now(), 'UTC') + interval '3 days 12 hours'),
        ('Ring Grandma', date_trunc('day', now(), 'UTC') + interval '2 days 16:30'),
        ('Think of a name', NULL)) AS item (title, due)""")


@pytest.fixture(scope="module")
def house(chromium, foyer):
    def cook(page):
        page.goto(foyer.url + "/recipes")
        page.get_by_label("Ingredients").first.fill("eggs, butter, flour, milk, potatoes, onions")
        page.get_by_role("button", name="Add").first.click()
        publish(page, foyer, "Wangari Maathai", "Nyeri", capacity=4)

    def come(page):
        ask(page, foyer, "Wangari Maathai", 3, 5)

    state = member(chromium, foyer, "Wangari Maathai", "wangari@example.org", cook)
    for name in ["chico", "petra"]:
        member(chromium, foyer, f"{name.capitalize()} Kelly", f"{name}@example.org", come)
    return state


@pytest.fixture
def at_home(foyer, house, open_page):
    def at_home(**options):
        furnish(foyer, "wangari@example.org")
        page = open_page(house, **options)
        page.goto(foyer.url + "/")
        return page
    return at_home


def part(page, name):
    return page.get_by_role("region", name=name, exact=True)


def test_each_part_has_its_name_and_its_place(at_home):
    """R20: below what matters today stand the stages."""
    page = at_home()
    assert page.locator("main section h2").all_inner_texts() == PARTS
    for name in PARTS:
        expect(part(page, name)).to_have_count(1)
    for stage in ["Account", "Items", "Categories", "Tags", "Stays", "Recipes", "Settings"]:
        expect(page.locator(".stages").get_by_role("link", name=re.compile(f"^{stage}"))).to_have_count(1)
    expect(part(page, "Lately")).to_contain_text("Ben Okoro ticked “Milk”")


@WAYS
def test_ticking_happens_in_place(foyer, at_home, javascript):
    """R21: the ring follows."""
    page = at_home(javascript=javascript)
    mark_done(page, "Sign the form", javascript)
    expect(page).to_have_url(foyer.url + "/")
    expect(page.locator("#notice")).to_contain_text("Sign the form")
    expect(page.get_by_role("img", name="20% of all items done")).to_be_visible()
    expect(page.locator("#open")).to_have_text("4 to do")
    if javascript:
        expect(row(page, "Sign the form")).to_be_visible()
        expect(part(page, "Overdue").locator(".count")).to_have_text("0")
        row(page, "Sign the form").get_by_role("checkbox").uncheck()
        expect(page.get_by_role("img", name="0% of all items done")).to_be_visible()
        row(page, "Sign the form").get_by_role("checkbox").check()
        expect(page.get_by_role("img", name="20% of all items done")).to_be_visible()
        page.goto(foyer.url + "/")
    expect(part(page, "Overdue")).to_have_count(0)
    expect(row(page, "Sign the form")).to_have_count(0)


@WAYS
def test_one_adds_and_edits_from_today(foyer, at_home, javascript):
    page = at_home(javascript=javascript)
    page.get_by_label("Add an item").fill("Feed the cat today")
    page.get_by_label("Add an item").press("Enter")
    if not javascript:
        expect(page).to_have_url(re.compile(re.escape(foyer.url) + "/#item-"))
    expect(part(page, "Today").locator(".item.new")).to_contain_text("Feed the cat")
    part(page, "Today").get_by_role("link", name="Feed the cat").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    page.get_by_label("Title").fill("Feed both cats")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(re.escape(foyer.url) + "/#item-"))
    expect(part(page, "Today")).to_contain_text("Feed both cats")


def test_an_empty_day_says_what_one_could_do(foyer, house, open_page):
    furnish(foyer, "wangari@example.org")
    foyer.sql("DELETE FROM items WHERE due_at IS NOT NULL AND household_id = (SELECT household_id FROM accounts WHERE email = 'wangari@example.org')")
    page = open_page(house)
    page.goto(foyer.url + "/")
    expect(page.get_by_role("heading", name="Nothing is due today")).to_be_visible()
    expect(page.get_by_label("Add an item")).to_be_visible()
    page.get_by_role("link", name="See what is open").click()
    expect(rows(page)).to_have_count(1)


@WAYS
def test_a_request_is_answered_in_place(foyer, at_home, javascript):
    page = at_home(javascript=javascript)
    waiting = part(page, "Stays").locator("li").filter(has=page.get_by_role("button", name="Accept"))
    before = waiting.count()
    name = waiting.first.get_by_role("link").inner_text().removesuffix(" asks to stay")
    waiting.first.get_by_role("button", name="Accept").click()
    expect(page).to_have_url(foyer.url + "/")
    expect(waiting).to_have_count(before - 1)
    expect(part(page, "Stays")).to_contain_text(f"{name} arrives")


def test_today_by_keyboard_alone(foyer, at_home):
    page = at_home()
    box = row(page, "Water the plants").get_by_role("checkbox")
    tab_to(page, box)
    page.keyboard.press("Space")
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    expect(page.locator("#notice")).to_contain_text("Water the plants")
    tab_to(page, page.locator("#next-days summary"))
    page.keyboard.press("Enter")
    tab_to(page, row(page, "Ring Grandma").get_by_role("checkbox"))
    page.keyboard.press("Enter")
    expect(row(page, "Ring Grandma").get_by_role("checkbox")).to_be_checked()
    tab_to(page, page.get_by_label("Add an item"))
    page.keyboard.type("Sweep the yard today")
    page.keyboard.press("Enter")
    expect(part(page, "Today")).to_contain_text("Sweep the yard")


def test_what_others_change_appears_and_disturbs_nobody(foyer, at_home, house, open_page):
    here = watch(at_home(), foyer, "/")
    here.locator("#next-days summary").click()
    box = row(here, "Take out the bins").get_by_role("checkbox")
    box.focus()
    there = open_page(house)
    there.goto(foyer.url + "/")
    there.get_by_label("Add an item").fill("Open the gate today")
    there.get_by_label("Add an item").press("Enter")
    expect(row(here, "Open the gate")).to_be_visible()
    expect(row(here, "Ring Grandma")).to_be_visible()
    expect(box).to_be_focused()


def test_a_long_title_ends_above_its_details(at_home):
    """R38."""
    page = at_home(width=360)
    overlaps = page.evaluate("""() => [...document.querySelectorAll(".today-list :not(.today-did) > a + .hint")].map((hint) => {
      hint.previousElementSibling.textContent = "A title of many words ".repeat(20);
      const words = document.createRange();
      words.selectNodeContents(hint.previousElementSibling);
      return words.getBoundingClientRect().bottom - hint.getBoundingClientRect().top;
    })""")
    assert overlaps
    assert max(overlaps) <= 0, overlaps


@pytest.mark.parametrize("width, size", [(390, 175), (320, 150), (1440, 200)])
def test_large_text_leaves_the_titles_their_room(at_home, width, size):
    """R38: what is due stands below a title that would have no room beside it, and there is one column."""
    page = at_home(width=width)
    page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
    shares = page.evaluate("""() => [...document.querySelectorAll("#today .item")].map((row) =>
      row.querySelector(".item-title").getBoundingClientRect().width / row.getBoundingClientRect().width)""")
    assert shares and min(shares) > 0.4, shares
    main, side = (page.locator(f".today-{name}").bounding_box() for name in ["main", "side"])
    assert side["y"] >= main["y"] + main["height"]


@pytest.mark.parametrize("locale", ["en-US", "fr-FR", "ko-KR", "ru-RU"])
def test_today_has_room_and_is_accessible_in_four_languages(foyer, at_home, locale):
    """R38 to R40."""
    foyer.sql(f"UPDATE people SET language = '{locale[:2]}' WHERE name = 'Wangari Maathai'")
    try:
        page = at_home(locale=locale, reduced_motion="reduce")
        page.locator("#next-days summary").click()
        found = [problem for width in [320, 360, 768, 1120, 1440, 2560] for problem in wider_than(page, width)]
        found += in_little_room(page)
        for width in [360, 1440]:
            page.set_viewport_size({"width": width, "height": 900})
            for theme in ["light", "dark"]:
                found += [f"{width}: {problem}" for problem in violations(page, theme)]
        # The first row of what is due is within the thumb's sight on a phone, also on the day with the longest name.
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator(".hearth .lead > span").first.evaluate("""day => {
          const form = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "long", day: "numeric", month: "long" });
          const days = [...Array(366).keys()].map((number) => form.format(new Date(2024, 0, 1 + number)));
          day.textContent = days.reduce((one, other) => other.length > one.length ? other : one);
        }""")
        assert page.locator(".today .item").first.bounding_box()["y"] < 240
    finally:
        foyer.sql("UPDATE people SET language = NULL WHERE name = 'Wangari Maathai'")
    assert not found, "\n".join(found)
