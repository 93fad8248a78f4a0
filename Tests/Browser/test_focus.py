"""After each action the focus is on something of the page, and nothing of a page moves by itself, while it loads or afterwards."""

import datetime

import pytest
from playwright.sync_api import TimeoutError, expect

from journeys import ask, day, member, publish, row, write_recipe

# What moved, by how much, and whether within half a second of a click or a new width, which a browser's own sum leaves out.
SHIFTS = """{
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      shifts.push([value, hadRecentInput, ...sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 80))]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
SETTLED = """() => document.readyState === "complete" && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")
  && document.activeElement !== document.body && document.activeElement !== null"""
# A head that arrives in two pieces may move its own buttons by a few pixels.
MOVED = 0.001
# Two frames after everything is there, an observer has been told.
PAINTED = "() => document.fonts.ready.then(() => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(end)))))"


class Walk:
    """Does one thing after another, and notes after which one the focus was nowhere, or something moved once the answer was shown."""

    def __init__(self, page, foyer):
        self.page, self.foyer, self.lost = page, foyer, []
        page.add_init_script(SHIFTS)

    def go(self, path):
        self.page.goto(self.foyer.url + path)
        self.path = path

    def does(self, name, act, shows):
        """`shows` is what there is once the action is done."""
        act()
        shows()
        try:
            self.page.wait_for_function(SETTLED, timeout=15_000)
        except TimeoutError:
            self.lost.append(f"{self.path}: {name}")
        # What an answer brings may take the place of something. After it is painted, nothing moves.
        self.page.evaluate(PAINTED)
        self.page.evaluate("shifts.length = 0")
        self.page.evaluate(PAINTED)
        self.lost += [f"{self.path}: {name}: {shift}" for shift in self.page.evaluate("shifts") if shift[0] > MOVED]

    def presses(self, name, button, shows):
        self.does(name, lambda: button.click(), shows)


def said(page, text):
    return lambda: expect(page.locator("#notice")).to_contain_text(text)


@pytest.fixture(scope="module")
def walker(chromium, foyer):
    def furnish(page):
        write_recipe(page, foyer, "Walked dal", ["200 g lentils", "2 onions"], Servings="2")
        publish(page, foyer, "Wanda Walker", "Ghent")

    return member(chromium, foyer, "Wanda Walker", "wanda-walker@example.org", furnish)


@pytest.fixture(scope="module")
def guest(chromium, foyer, walker):
    return member(chromium, foyer, "Gus Walked", "gus-walked@example.org", lambda page: ask(page, foyer, "Wanda Walker"))


WIDTHS = pytest.mark.parametrize("width", [390, 1440])


def rows_walk(walk, name):
    """Of a row on Today and in the list."""
    page = walk.page
    walk.does("add", lambda: (page.get_by_label("Add an item").fill(f"{name} today"), page.keyboard.press("Enter")),
              lambda: expect(row(page, name)).to_be_visible())
    box = row(page, name).get_by_role("checkbox").first
    walk.presses("tick", box, said(page, "Done"))
    walk.presses("take back by its button", page.locator("#notice").get_by_role("button", name="Undo"), lambda: expect(box).not_to_be_checked())
    walk.does("tick by key", lambda: (box.focus(), page.keyboard.press("x")), said(page, "Done"))
    walk.does("take back by key", lambda: page.keyboard.press("u"), lambda: expect(box).not_to_be_checked())
    place = box.bounding_box()
    # By key: Playwright scrolls the page to try a click again.
    read = page.locator("#notice [data-dismiss]")
    walk.does("say that it is read", lambda: (read.focus(), page.keyboard.press("Enter")), lambda: expect(page.locator("#notice .toast")).to_have_count(0))
    assert box.bounding_box() == place, "A notice that goes moves no row."
    walk.does("move by two keys", lambda: (box.focus(), page.keyboard.press("m"), page.keyboard.press("2")), said(page, "was moved"))
    walk.does("move back", lambda: page.keyboard.press("u"), lambda: expect(row(page, name)).to_be_visible())
    chosen = page.get_by_role("dialog", name="Move to")
    walk.does("hide until a day", lambda: (
        box.focus(), page.keyboard.press("m"), chosen.get_by_role("button", name="Hide until").click(),
        chosen.get_by_label("Hide until").fill(day(12)), chosen.get_by_role("button", name="Move").click()), said(page, "Hidden until"))
    walk.does("show again", lambda: page.keyboard.press("u"), lambda: expect(row(page, name)).to_be_visible())
    walk.does("delete by key", lambda: (box.focus(), page.keyboard.press("d")), lambda: expect(row(page, name)).to_have_count(0))
    walk.does("undo the deletion", lambda: page.locator("#notice").get_by_role("button", name="Undo").click(), lambda: expect(row(page, name)).to_be_visible())


@WIDTHS
def test_today_and_items_keep_the_focus(foyer, walker, open_page, width):
    page = open_page(walker, width=width, height=844)
    walk = Walk(page, foyer)
    walk.go("/")
    rows_walk(walk, f"Swept {width}")
    walk.does("open the sheet", lambda: page.locator("a[data-adds]:visible").first.click(), lambda: expect(page.locator("#add-text")).to_be_focused())
    walk.does("close the sheet", lambda: page.keyboard.press("Escape"), lambda: expect(page.locator("#add-text")).to_be_hidden())
    walk.go("/items")
    rows_walk(walk, f"Waxed {width}")
    title = row(page, f"Waxed {width}").locator(".item-title")
    walk.presses("open", title, lambda: expect(page.get_by_label("Title")).to_be_visible())
    walk.presses("cancel", page.locator("#item-form [data-cancel]").first, lambda: expect(page.locator("#item-form")).to_have_count(0))
    walk.presses("open again", title, lambda: expect(page.get_by_label("Title")).to_be_visible())
    page.get_by_label("Title").fill(f"Waxed well {width}")
    walk.presses("save", page.locator("#item-form [data-save]").first, lambda: expect(row(page, f"Waxed well {width}")).to_be_visible())
    panel = page.locator(".filter-panel > summary")
    walk.presses("open the filter", panel, lambda: expect(page.locator(".choices .chip").first).to_be_visible())
    walk.presses("close the filter", panel, lambda: expect(page.locator(".choices")).to_be_hidden())
    walk.does("search", lambda: page.locator("#q").fill("Waxed"), lambda: expect(page).to_have_url(f"{foyer.url}/items?q=Waxed"))
    walk.does("search no more", lambda: page.locator("#q").fill(""), lambda: expect(page).not_to_have_url(f"{foyer.url}/items?q=Waxed"))
    walk.does("the keys", lambda: (row(page, f"Waxed well {width}").get_by_role("checkbox").focus(), page.keyboard.press("?")), lambda: expect(page.get_by_role("dialog")).to_be_visible())
    walk.does("the keys no more", lambda: page.keyboard.press("Escape"), lambda: expect(page.get_by_role("dialog")).to_have_count(0))
    walk.does("find", lambda: page.keyboard.press("Control+k"), lambda: expect(page.get_by_role("combobox", name="Search everything")).to_be_focused())
    walk.does("find no more", lambda: page.keyboard.press("Escape"), lambda: expect(page.get_by_role("combobox", name="Search everything")).to_be_hidden())
    # A page of its own has its focus where one goes on.
    walk.go("/items/new")
    walk.does("write", lambda: page.get_by_label("Title").fill(f"Oiled {width}"), lambda: None)
    page.get_by_label("Checklist").fill("Pivot\nLock")
    walk.presses("save the new one", page.locator("#item-form [data-save]").first, lambda: expect(row(page, f"Oiled {width}")).to_be_visible())
    lines = row(page, f"Oiled {width}").locator(".item-lines")
    walk.presses("unfold the checklist", lines, lambda: expect(page.get_by_role("checkbox", name="Pivot")).to_be_visible())
    walk.presses("tick a line", page.get_by_role("checkbox", name="Pivot"), lambda: expect(lines).to_have_text("1 of 2"))
    walk.does("add a line", lambda: (page.get_by_label("New line").fill("Bolt"), page.get_by_label("New line").press("Enter")),
              lambda: expect(page.get_by_role("checkbox", name="Bolt")).to_be_visible())
    walk.presses("fold the checklist", lines, lambda: expect(page.get_by_role("checkbox", name="Pivot")).to_have_count(0))
    # Several at once; each form of them is answered by a page.
    walk.go("/items?select=1")
    row(page, f"Oiled {width}").get_by_role("checkbox").check()
    walk.does("tick several", lambda: page.locator(".bulk").get_by_role("button", name="Mark as done").click(), said(page, "changed"))
    walk.does("take several back", lambda: page.keyboard.press("u"), said(page, "as"))
    assert not walk.lost


@WIDTHS
def test_shopping_and_the_plan_keep_the_focus(foyer, walker, open_page, width):
    page = open_page(walker, width=width, height=844)
    walk = Walk(page, foyer)
    walk.go("/shopping")
    food = {390: "carrots", 1440: "turnips"}[width]
    field = page.get_by_label("What to buy")
    walk.does("add", lambda: (field.fill(f"3 {food}"), field.press("Enter")), lambda: expect(page.get_by_role("checkbox", name=food)).to_be_visible())
    box = page.get_by_role("checkbox", name=food)
    walk.presses("tick", box, lambda: expect(page.locator("#basket")).to_contain_text("In the basket"))
    if not box.is_visible():
        page.locator("#basket summary").click()
    walk.presses("untick", box, lambda: expect(box).not_to_be_checked())
    walk.presses("delete", page.locator(".shop-line", has_text=food).locator(".shop-delete"), lambda: expect(box).to_have_count(0))
    walk.presses("take back", page.locator("#notice").get_by_role("button", name="Undo"), lambda: expect(box).to_have_count(1))
    walk.go("/plan")
    place = page.locator("[data-meal=lunch]").last
    name = f"Walked soup {width}"
    walk.presses("open a place", place.locator("summary").first, lambda: expect(place.get_by_label("Recipe or words")).to_be_visible())
    walk.does("plan", lambda: (place.get_by_label("Recipe or words").fill(name), place.get_by_role("button", name="Add", exact=True).click()),
              lambda: expect(page.locator(".plan-meal", has_text=name)).to_be_visible())
    meal = page.locator(".plan-meal", has_text=name)
    meal.locator("a").first.click()
    walk.presses("delete the meal", page.get_by_role("button", name="Delete"), lambda: expect(meal).to_have_count(0))
    walk.presses("plan it again", page.locator("#notice").get_by_role("button", name="Undo"), lambda: expect(meal).to_be_visible())
    assert not walk.lost


@WIDTHS
def test_recipes_keep_the_focus(foyer, walker, open_page, width):
    page = open_page(walker, width=width, height=844)
    walk = Walk(page, foyer)
    walk.go("/recipes")
    page.get_by_role("link", name="Walked dal").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Walked dal")
    walk.path, recipe = "/recipes/{id}", page.url.split("?")[0]
    heart = page.get_by_role("button", name="Favourite: Walked dal", exact=True)
    isFavorite = heart.get_attribute("aria-pressed")
    walk.presses("heart", heart, lambda: expect(heart).not_to_have_attribute("aria-pressed", isFavorite))
    stars = page.get_by_role("button", name=f"{3 if width == 390 else 4} stars")
    walk.presses("stars", stars, lambda: expect(stars).to_have_attribute("aria-pressed", "true"))
    walk.presses("one more", page.get_by_role("link", name="One more: 3"), lambda: expect(page.get_by_role("link", name="One more: 4")).to_be_visible())
    walk.presses("on the list", page.get_by_role("button", name="Add missing to shopping"), said(page, "ingredient"))
    walk.presses("off the list", page.locator("#notice").get_by_role("button", name="Undo"), lambda: expect(page.locator("#notice .toast")).to_have_count(1))
    # A place that an address names takes the focus.
    walk.does("a place of the page", lambda: page.goto(recipe + "#ingredients-title"),
              lambda: expect(page.locator("#ingredients-title")).to_be_focused())
    walk.go("/recipes/hand")
    food = {390: "leeks", 1440: "kale"}[width]
    chip = page.locator(".at-hand", has_text=food)
    walk.does("note what is at hand", lambda: (page.locator("#ingredient").fill(food), page.get_by_role("button", name="Add", exact=True).click()),
              lambda: expect(chip).to_have_count(1))
    walk.presses("it is gone", chip.get_by_role("button").last, lambda: expect(chip).to_have_count(0))
    assert not walk.lost


@WIDTHS
def test_stays_keep_the_focus_after_each_answer(foyer, walker, guest, open_page, width):
    page, theirs = open_page(walker, width=width, height=844), open_page(guest, width=width, height=844)
    walk = Walk(theirs, foyer)
    walk.go("/requests")
    theirs.get_by_role("link", name="Messages").first.click()
    walk.does("write", lambda: (theirs.get_by_label("Your message").fill(f"Is {width} far?"), theirs.get_by_role("button", name="Send").first.click()),
              lambda: expect(theirs.locator("#thread")).to_contain_text(f"Is {width} far?"))
    host = Walk(page, foyer)
    host.go("/hosting")
    date = day(60 + width % 7)
    page.locator("#block [name=from]").fill(date)
    page.locator("#block [name=to]").fill((datetime.date.fromisoformat(date) + datetime.timedelta(days=1)).isoformat())
    blocked = page.locator("#blocked [action$='/delete'], #blocked [formaction$='/delete']")
    count = blocked.count()
    host.presses("block days", page.locator("#block").get_by_role("button").last, lambda: expect(blocked).to_have_count(count + 1))
    host.presses("free them", blocked.get_by_role("button").last, lambda: expect(blocked).to_have_count(count))
    host.go("/hosting/requests")
    incoming = page.locator("#incoming")
    if width == 390:
        host.presses("accept", incoming.get_by_role("button", name="Accept"), said(page, "Undo"))
        host.presses("take it back", page.locator("#notice").get_by_role("button", name="Undo"), lambda: expect(page.locator("main").get_by_role("button", name="Accept")).to_be_visible())
    else:
        host.presses("decline", incoming.get_by_role("button", name="Decline"), said(page, "Undo"))
        host.presses("take it back", page.locator("#notice").get_by_role("button", name="Undo"), lambda: expect(page.locator("main").get_by_role("button", name="Accept")).to_be_visible())
        walk.go("/requests")
        walk.presses("withdraw", theirs.get_by_role("button", name="Withdraw").first, lambda: expect(theirs.locator("main")).to_contain_text("Withdrawn"))
    assert not walk.lost + host.lost


@WIDTHS
def test_nothing_moves_while_a_page_loads(foyer, walker, guest, open_page, width):
    moved = []
    page = open_page(walker, width=width, height=844)
    page.add_init_script(SHIFTS)
    for path in ["/", "/items", "/items/new", "/items?select=1", "/shopping", "/plan", "/recipes", "/recipes/hand", "/favorites", "/calendar", "/hosts",
                 "/requests", "/hosting", "/hosting/requests", "/categories", "/tags", "/household", "/household/eaters", "/trash", "/settings",
                 "/settings/reminders", "/add", "/search?q=a", "/move-in"]:
        # A busy machine shows a page in two pieces now and then. What moves each time is the page's own.
        for _ in range(3):
            page.goto(foyer.url + path)
            page.evaluate(PAINTED)
            found = [f"{path}: {shift}" for shift in page.evaluate("shifts") if shift[0] > MOVED and not shift[1]]
            if not found:
                break
        moved += found
    assert not moved, "\n".join(moved)
