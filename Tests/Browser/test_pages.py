"""What every page of places.py must be: accessible, in both themes, at every width, in four languages; and by keyboard."""

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from journeys import PASSWORD, member, row, tab_to
from places import NAMED, every_page

# Besides the 320 of `in_little_room`.
WIDTHS = [360, 768, 1440, 2560]
LANGUAGES = {"fr": "fr-FR", "ko": "ko-KR", "ru": "ru-RU"}
SCRIPTS = {"fr": "[A-Za-zÀ-ÿ]", "ko": "[가-힣]", "ru": "[А-Яа-я]"}


def violations(page, theme, **options):
    page.wait_for_load_state()
    page.emulate_media(color_scheme=theme)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        "options => axe.run(document, options).then(results => results.violations)",
        {"resultTypes": ["violations"], **options})
    for violation in found:
        for node in violation["nodes"]:
            yield f"{theme}: {violation['id']}: {node['target']}: {node.get('failureSummary', '')}"


CUT_PLACES = """() => [...document.querySelectorAll('.bar > :is(a, button) > span:not(.bar-news)')]
  .filter(word => {
    const box = word.getBoundingClientRect();
    return word.checkVisibility() && (word.scrollWidth > word.clientWidth || box.left < 0 || box.right > innerWidth);
  }).map(word => word.textContent)"""

# The share of the window's height that stays covered while one scrolls.
COVERED = """() => [...document.querySelectorAll('body *')]
  .filter(element => ['fixed', 'sticky'].includes(getComputedStyle(element).position) && element.checkVisibility())
  .filter(element => !element.closest('dialog'))
  .map(element => element.getBoundingClientRect())
  .reduce((sum, box) => sum + Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)), 0) / innerHeight"""


def wider_than(page, width):
    page.wait_for_load_state()
    page.set_viewport_size({"width": width, "height": 800})
    wide, cut = page.evaluate(f"[document.documentElement.scrollWidth, ({CUT_PLACES})()]")
    return [f"{width}: {wide} wide"] * (wide > width) + [f"{width}: {word} is cut" for word in cut]


def large_text(page, size):
    """The browser's own size of text, as its settings have it: 16 is usual."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    session.detach()


# What of a page's head leaves the window.
OUTSIDE_WINDOW = """() => [...document.querySelectorAll('.side > :is(.brand, .find, .who) :is(a, button), .side > a')]
  .filter(element => element.checkVisibility())
  .filter(element => {
    const box = element.getBoundingClientRect();
    return box.left < -0.5 || box.right > innerWidth + 0.5;
  }).map(element => element.className + ' is outside')"""

LARGE_ROOT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { font-size: 200% !important }');
  document.adoptedStyleSheets = [sheet];
}"""


def with_a_large_root(page, widths):
    """Text twice as large without the queries of media knowing, as a style of the reader's own has it."""
    page.evaluate(LARGE_ROOT)
    problems = []
    for width in widths:
        problems += wider_than(page, width)
        problems += [f"{width}: {problem}" for problem in page.evaluate(OUTSIDE_WINDOW)]
    page.evaluate("document.adoptedStyleSheets = []")
    return [f"root at 200 %, {problem}" for problem in problems]


def in_little_room(page, widths=(360, 768, 1024, 1280)):
    """Text twice as large on a phone, and a window of 1280 × 1024 at 400 %: WCAG 1.4.4 and 1.4.10."""
    large_text(page, 32)
    problems = [f"200 %, {problem}" for problem in wider_than(page, 390)]
    large_text(page, 16)
    problems += with_a_large_root(page, widths)
    problems += wider_than(page, 320)
    page.set_viewport_size({"width": 320, "height": 256})
    covered = page.evaluate(COVERED)
    return problems + [f"320 × 256: {covered:.0%} is covered"] * (covered > 0.15)


def test_every_page_is_accessible_at_every_width(house, open_page):
    """R38, R39: both themes are designed and pass WCAG AA, and no page scrolls sideways."""
    found, titles = [], {}
    for name, page in every_page(house, open_page, guesses=True, reduced_motion="reduce"):
        problems = [problem for width in WIDTHS for problem in wider_than(page, width)] + in_little_room(page)
        # A wide page has the same colours as a narrow one; what has nothing to do with colours is the same in both themes.
        page.set_viewport_size({"width": 360, "height": 800})
        problems += violations(page, "light")
        page.set_viewport_size({"width": 1280, "height": 900})
        problems += violations(page, "dark")
        for selector, count in [("h1", 1), ("main", 1), ("[style], style, script:not([src])", 0)]:
            if page.locator(selector).count() != count:
                problems.append(f"{selector}: not {count}")
        titles[name] = page.title()
        if not titles[name].endswith("Foyer") or len(titles[name]) == len("Foyer"):
            problems.append(f"the title is {titles[name]}")
        found += [f"{name}, {problem}" for problem in problems]
        house.english[name] = page.locator("h1").inner_text()
    assert not found, "\n".join(found)
    assert len({titles[name] for name in ["signup", "login", "home", "items", "trash", "hosts", "recipes"]}) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_in_the_reader_s_language(house, open_page, language):
    """R40: none is left in English, and longer words have room where there is least of it."""
    found = []
    for name, page in every_page(house, open_page, locale=LANGUAGES[language], reduced_motion="reduce"):
        # At a phone's width and where the column of places begins: longer words differ in nothing else.
        found += [f"{name}, {problem}" for problem in in_little_room(page, widths=(360, 1024))]
        expect(page.locator("html")).to_have_attribute("lang", language)
        heading = page.locator("h1").inner_text()
        # "Photo" and "Webhooks" are French as well.
        if name not in NAMED and (not re.search(SCRIPTS[language], heading)
                                  or heading == house.english.get(name) and heading not in {"Photo", "Webhooks"}):
            found.append(f"{name}: the heading is {heading}")
    assert not found, "\n".join(found)


def test_a_phone_s_bar_opens_the_rest_by_keyboard_and_without_a_script(foyer, account, open_page):
    """R1: five places, of which the last opens the others."""
    for javascript in [True, False]:
        page = open_page(account, javascript=javascript, width=360, height=740)
        page.goto(foyer.url + "/items")
        bar = page.get_by_role("navigation", name="Main")
        # Besides them there is the "+".
        links = bar.get_by_role("link").and_(page.locator(":not(.bar-add)"))
        assert links.all_inner_texts() == ["Today", "Items", "Shopping", "Recipes"]
        tab_to(page, bar.get_by_role("button", name="More"))
        page.keyboard.press("Enter")
        expect(links).to_have_count(12)
        page.keyboard.press("Escape")
        expect(links).to_have_count(4)
        bar.get_by_role("button", name="More").click()
        bar.get_by_role("link", name="Settings").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
        page.goto(foyer.url + "/items")
        page.get_by_role("navigation", name="Items").get_by_role("link", name="Tags").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Tags")


def test_a_phone_s_bar_has_the_places_that_one_chooses(foyer, chromium, open_page):
    own = member(chromium, foyer, "Bara Bar", "bara-bar@example.org")
    page = open_page(own, width=390, height=844)
    page.goto(foyer.url + "/settings")
    choices = page.get_by_role("group", name="Places of the phone’s bar, four at most")
    assert choices.locator("input:checked").evaluate_all("(boxes) => boxes.map((box) => box.value)") == ["today", "items", "shopping", "recipes"]
    choices.get_by_role("checkbox", name="Stays").check()
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("#error-bar")).to_have_text("Choose one to 4 places.")
    choices.get_by_role("checkbox", name="Items").uncheck()
    page.get_by_role("button", name="Save").first.click()
    bar = page.get_by_role("navigation", name="Main")
    links = bar.get_by_role("link").and_(page.locator(":not(.bar-add)"))
    expect(links).to_have_text(["Today", "Shopping", "Recipes", "Stays"])
    page.goto(foyer.url + "/categories")
    expect(bar.locator(".bar-more")).to_have_attribute("aria-current", "true")
    bar.get_by_role("button", name="More").click()
    expect(links).to_have_count(12)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(links).to_have_count(12)
    assert page.evaluate("document.querySelectorAll('[id]').length === new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size")


def test_everything_by_keyboard(foyer, open_page):
    page = open_page()
    page.goto(foyer.url + "/signup")
    page.keyboard.press("Tab")
    skip = page.locator("a[href='#main']")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    tab_to(page, page.get_by_label("Name", exact=True))
    page.keyboard.type("Katherine Johnson")
    tab_to(page, page.get_by_label("E-mail"))
    page.keyboard.type("katherine@example.org")
    tab_to(page, page.get_by_label("Password"))
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(foyer.url + "/signup/sent")
    page.goto(foyer.postbox.wait_for("katherine@example.org")[0].link)
    tab_to(page, page.get_by_label("Password"))
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("/signup"))

    page.goto(foyer.url + "/items?status=all")
    tab_to(page, page.get_by_label("Add an item"))
    page.keyboard.type("Water the lemon tree")
    page.keyboard.press("Enter")
    expect(row(page, "Water the lemon tree")).to_have_count(1)

    box = row(page, "Water the lemon tree").get_by_role("checkbox")
    tab_to(page, box)
    page.keyboard.press("Space")
    expect(box).to_be_checked()
    expect(box).to_be_focused()

    tab_to(page, row(page, "Water the lemon tree").get_by_role("link", name="Edit"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    expect(page.get_by_label("Title")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.type(" and the bay")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/items(\\?|$)"))
    page.goto(foyer.url + "/items?status=all")
    tab_to(page, row(page, "the lemon tree and the bay").get_by_role("button", name="Delete"))
    page.keyboard.press("Enter")
    expect(row(page, "the lemon tree and the bay")).to_have_count(0)
    tab_to(page, page.get_by_role("button", name="Undo"), most=250)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.goto(foyer.url + "/items?status=all")
    expect(row(page, "the lemon tree and the bay")).to_have_count(1)


# The links of the bar that are not wholly in the window, or below the bar's own edge.
OUT_OF_SIGHT = """() => {
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const end = Math.min(bar.bottom, innerHeight);
  return [...document.querySelectorAll('.bar a')].filter(link => link.checkVisibility())
    .filter(link => { const box = link.getBoundingClientRect(); return box.top < bar.top || box.bottom > end; })
    .map(link => link.textContent.trim());
}"""


@pytest.mark.parametrize("locale", ["en-US", *LANGUAGES.values()])
def test_a_low_window_shows_every_place(foyer, account, open_page, locale):
    """R1: the column of a laptop has all its places in sight, and a phone on its side has the bar at its bottom."""
    page = open_page(account, width=1366, height=650, locale=locale)
    for width, height in [(1366, 650), (1024, 700), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(foyer.url + "/items")
        assert page.locator(".bar a:visible:not(.bar-add)").count() == 12
        assert page.evaluate(OUT_OF_SIGHT) == [], f"{width} × {height}"
    page.set_viewport_size({"width": 844, "height": 390})
    more = page.locator(".bar-more")
    expect(more).to_be_visible()
    assert more.bounding_box()["y"] > 390 - 48 and page.locator(".bar a:visible:not(.bar-add)").count() == 4
    assert page.evaluate(COVERED) <= 0.15
    more.click()
    expect(page.locator(".bar a:visible:not(.bar-add)")).to_have_count(12)
