"""What every page must be: accessible, in both themes, at every width, by keyboard, in four languages."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from journeys import PASSWORD, row, rows

WIDTHS = [320, 360, 768, 1440, 2560]
LANGUAGES = {"en": "en-US", "fr": "fr-FR", "ko": "ko-KR", "ru": "ru-RU"}


@pytest.fixture(scope="module")
def furnished(chromium, foyer, account):
    """The account again, with the texts that break layouts in its list; and the path of one item."""
    context = chromium.new_context(storage_state=account, locale="en-US")
    page = context.new_page()
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Donaudampfschifffahrtsgesellschaft" * 6)
    page.get_by_label("Description").fill("ฉันกินข้าว" * 40 + "\n" + "مرحبا بالعالم " * 10)
    page.get_by_label("Due date").fill("2020-02-29")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Donaudampf")).to_have_count(1)
    row(page, "Donaudampf").get_by_role("link", name="Edit").click()
    expect(page.get_by_label("Title")).to_be_visible()
    item = page.url.removeprefix(foyer.url)
    page.goto(foyer.url + "/items?status=all")
    row(page, "Air the cellar").get_by_role("button", name="Delete").click()
    expect(row(page, "Air the cellar")).to_have_count(0)
    for kind in ["categories", "tags"]:
        for name in ["Garden", "مرحبا " + "Donaudampfschifffahrtsgesellschaft" * 6]:
            page.goto(f"{foyer.url}/{kind}/new")
            page.get_by_label("Name").fill(name)
            if kind == "categories":
                page.get_by_label("Icon").fill("👨‍👩‍👧‍👦" if name == "Garden" else "")
            page.get_by_role("button", name="Save").click()
            expect(page.locator("li.label").filter(has_text=name)).to_have_count(1)
    context.close()
    return account, item


def outside(foyer):
    """Pages of somebody who is not signed in: a name, and how to get there."""
    def go(path):
        return lambda page: page.goto(foyer.url + path)

    def refused(page):
        page.goto(foyer.url + "/signup")
        page.get_by_role("main").get_by_role("button").click()
        expect(page.get_by_role("alert").first).to_be_visible()

    return [("signup", go("/signup")), ("login", go("/login")), ("refused form", refused)]


def inside(foyer, item):
    def go(path):
        return lambda page: page.goto(foyer.url + path)

    def conflict(page):
        page.goto(foyer.url + item)
        page.locator("input[name=version]").evaluate("field => field.value = 0")
        page.locator("textarea[name=description]").fill("Mine")
        page.locator("main form[action^='/items/'] button.primary").click()
        expect(page.locator("h2#mine")).to_be_visible()

    def open_label(kind, action):
        def visit(page):
            page.goto(f"{foyer.url}/{kind}")
            edit = page.locator("li.label a[href$='/edit']").last.get_attribute("href")
            page.goto(foyer.url + edit.removesuffix("edit") + action)
        return visit

    def refused_label(page):
        page.goto(foyer.url + "/categories/new")
        page.locator("input[name=icon]").fill("three")
        page.locator("main form button.primary").click()
        expect(page.get_by_role("alert").first).to_be_visible()

    def merge(page):
        open_label("categories", "edit")(page)
        page.locator("input[name=name]").fill("GARDEN")
        page.locator("main form button.primary").click()
        expect(page.locator("h2#merge")).to_be_visible()

    def conflict_of_labels(page):
        open_label("categories", "edit")(page)
        page.locator("input[name=version]").evaluate("field => field.value = 0")
        page.locator("input[name=name]").fill("Mine")
        page.locator("main form button.primary").click()
        expect(page.locator("h2#mine")).to_be_visible()

    def invited(page):
        page.goto(foyer.url + "/household")
        page.locator("form[action='/household/invitations'] button").click()
        expect(page.locator("#field-link")).to_be_visible()

    return [
        ("categories", go("/categories")), ("tags", go("/tags")), ("new category", go("/categories/new")),
        ("edit tag", open_label("tags", "edit")), ("delete category", open_label("categories", "delete")),
        ("refused category", refused_label), ("merge", merge), ("conflict of categories", conflict_of_labels),
        ("home", go("/")), ("items", go("/items?status=all")), ("no match", go("/items?q=nothing+is+called+this")),
        ("new item", go("/items/new")), ("edit item", go(item)), ("trash", go("/trash")),
        ("not found", go("/nothing/here")), ("conflict", conflict),
        ("settings", go("/settings")), ("sessions", go("/settings/sessions")), ("how to", go("/settings/how-to")),
        ("what's new", go("/settings/whats-new")), ("delete account", go("/account/delete")), ("household", invited),
    ]


def every_page(foyer, furnished, open_page, **options):
    """Each page in turn, once for a stranger and once for a member."""
    account, item = furnished
    for page, places in [
        (open_page(**options), outside(foyer)), (open_page(account, **options), inside(foyer, item)),
    ]:
        for name, visit in places:
            visit(page)
            yield name, page


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(foyer, furnished, open_page, theme, width):
    found = []
    for name, page in every_page(foyer, furnished, open_page, color_scheme=theme, width=width, reduced_motion="reduce"):
        for violation in Axe().run(page).response["violations"]:
            for node in violation["nodes"]:
                found.append(f"{name}: {violation['id']}: {node['target']}: {node.get('failureSummary', '')}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_scrolls_sideways(foyer, furnished, open_page, language):
    found = []
    for name, page in every_page(foyer, furnished, open_page, locale=LANGUAGES[language], reduced_motion="reduce"):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.append(f"{name} at {width}: {wide} wide")
    assert not found, "\n".join(found)


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
      return box.width >= 43.5 && box.height >= 43.5;
    });
    if (big) continue;
    const box = element.getBoundingClientRect();
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const hits = [[-21.5, 0], [21.5, 0], [0, -21.5], [0, 21.5]].every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit && mine.some(part => part === hit || part.contains(hit));
    });
    if (!hits) found.push(`${element.outerHTML.slice(0, 120)}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("width", [320, 768])
def test_every_target_is_wide_enough_for_a_finger(foyer, furnished, open_page, width):
    found = []
    for name, page in every_page(
        foyer, furnished, open_page, width=width, height=740, has_touch=True, is_mobile=True, reduced_motion="reduce"
    ):
        found += [f"{name}: {target}" for target in page.evaluate(SMALL_TARGETS)]
    assert not found, "\n".join(found)


def test_every_page_says_where_one_is(foyer, furnished, open_page):
    titles = {}
    for name, page in every_page(foyer, furnished, open_page):
        expect(page.locator("h1")).to_have_count(1)
        expect(page.locator("main")).to_have_count(1)
        expect(page.locator("[style], style, script:not([src])")).to_have_count(0)
        titles[name] = page.title()
        assert titles[name].endswith("Foyer") and len(titles[name]) > len("Foyer"), titles[name]
    assert titles["signup"] != titles["login"] != titles["items"] != titles["trash"] != titles["home"]


SCRIPTS = {"en": "[A-Za-z]", "fr": "[A-Za-zÀ-ÿ]", "ko": "[가-힣]", "ru": "[А-Яа-я]"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reader_s_language(foyer, furnished, open_page, language):
    english = dict(every_heading(foyer, furnished, open_page, "en-US"))
    assert (english["items"], english["new item"], english["edit item"]) == ("Items", "New item", "Edit item")
    for name, page in every_page(foyer, furnished, open_page, locale=LANGUAGES[language]):
        expect(page.locator("html")).to_have_attribute("lang", language)
        heading = page.locator("h1").inner_text()
        assert re.search(SCRIPTS[language], heading), f"{name}: {heading}"
        assert (heading == english[name]) == (language == "en"), f"{name}: {heading}"


def every_heading(foyer, furnished, open_page, locale):
    for name, page in every_page(foyer, furnished, open_page, locale=locale):
        yield name, page.locator("h1").inner_text()


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
