"""What every page of places.py must be: accessible, in both themes, at every width, by keyboard, in four languages."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from journeys import PASSWORD, row
from places import House, every_page

WIDTHS = [320, 360, 768, 1440, 2560]
LANGUAGES = {"en": "en-US", "fr": "fr-FR", "ko": "ko-KR", "ru": "ru-RU"}
SCRIPTS = {"en": "[A-Za-z]", "fr": "[A-Za-zÀ-ÿ]", "ko": "[가-힣]", "ru": "[А-Яа-я]"}


@pytest.fixture(scope="module")
def house(chromium, foyer, account):
    return House(chromium, foyer, account)


@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(house, open_page, width):
    """R39: both themes are designed, and both pass WCAG AA contrast."""
    # A wide page has the same colours as a narrow one; what has nothing to do with colours is the same in both themes.
    themes = {"light": None, "dark": {"runOnly": ["color-contrast"]}} if width == 360 else {"dark": None}
    found = []
    for name, page in every_page(house, open_page, guesses=width == 360, width=width, reduced_motion="reduce"):
        for theme, options in themes.items():
            page.emulate_media(color_scheme=theme)
            for violation in Axe().run(page, options=options).response["violations"]:
                for node in violation["nodes"]:
                    found.append(
                        f"{name}, {theme}: {violation['id']}: {node['target']}: {node.get('failureSummary', '')}")
    assert not found, "\n".join(found)


CUT_PLACES = """() => [...document.querySelectorAll('.bar a span')]
  .filter(word => word.offsetParent && word.scrollWidth > word.clientWidth).map(word => word.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_width_in_the_reader_s_language(house, open_page, language):
    """R38, R40: no page scrolls sideways, none is left in English, and the bar of a phone has room for all its words."""
    found, headings = [], {}
    for name, page in every_page(house, open_page, locale=LANGUAGES[language], reduced_motion="reduce"):
        # Other languages have longer words: they matter where there is least room.
        for width in WIDTHS if language == "en" else [320, 768]:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.append(f"{name} at {width}: {wide} wide")
            if name == "home":
                found += [f"{word}: cut at {width}" for word in page.evaluate(CUT_PLACES)]
        expect(page.locator("html")).to_have_attribute("lang", language)
        headings[name] = page.locator("h1").inner_text()
        if not re.search(SCRIPTS[language], headings[name]):
            found.append(f"{name}: the heading is {headings[name]}")
    assert not found, "\n".join(found)
    # English comes first, and the others differ from it.
    house.english = headings if language == "en" else house.english
    # "Photo" is French as well.
    same = {headings[name] for name in headings if headings[name] == house.english.get(name)} - {"Photo"}
    assert language == "en" or not same


# What a finger may hit: the element's box, its label's with it, or what a press 22 px off its centre would meet.
SMALL_TARGETS = """() => {
  const found = [];
  for (const element of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    if (!element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) || element.matches('.skip-link')) continue;
    if (getComputedStyle(element).display === 'inline' && element.closest('p')) continue;  // WCAG 2.5.8: in a sentence
    element.scrollIntoView({block: 'center'});
    const mine = [element, ...(element.labels ?? [])];
    const big = mine.some(part => {
      const box = part.getBoundingClientRect();
      return box.width >= 43.99 && box.height >= 43.99;
    });
    if (big) continue;
    const box = element.getBoundingClientRect();
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const hits = [[-21.9, 0], [21.9, 0], [0, -21.9], [0, 21.9]].every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit && mine.some(part => part === hit || part.contains(hit));
    });
    if (!hits) found.push(`${element.outerHTML.slice(0, 120)}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("width", [320, 768])
def test_every_target_is_wide_enough_for_a_finger(house, open_page, width):
    """R38: 44 px."""
    found = []
    for name, page in every_page(
        house, open_page, width=width, height=740, has_touch=True, is_mobile=True, reduced_motion="reduce"
    ):
        found += [f"{name}: {target}" for target in page.evaluate(SMALL_TARGETS)]
    assert not found, "\n".join(found)


def test_every_page_says_where_one_is(house, open_page):
    titles = {}
    for name, page in every_page(house, open_page):
        expect(page.locator("h1")).to_have_count(1)
        expect(page.locator("main")).to_have_count(1)
        expect(page.locator("[style], style, script:not([src])")).to_have_count(0)
        titles[name] = page.title()
        assert titles[name].endswith("Foyer") and len(titles[name]) > len("Foyer"), titles[name]
    assert titles["signup"] != titles["login"] != titles["items"] != titles["trash"] != titles["home"]


def tab_to(page, target, most=120):
    """Presses Tab until `target` has the focus, as somebody without a mouse does."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{target} is not reached by {most} presses of Tab")


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
    tab_to(page, page.get_by_label("Title"))
    page.keyboard.press("End")
    page.keyboard.type(" and the bay")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/items(\\?|$)"))
    page.goto(foyer.url + "/items?status=all")
    tab_to(page, row(page, "the lemon tree and the bay").get_by_role("button", name="Delete"))
    page.keyboard.press("Enter")
    expect(row(page, "the lemon tree and the bay")).to_have_count(0)
    tab_to(page, page.get_by_role("button", name="Undo"), most=250)
    page.keyboard.press("Enter")
    page.goto(foyer.url + "/items?status=all")
    expect(row(page, "the lemon tree and the bay")).to_have_count(1)
