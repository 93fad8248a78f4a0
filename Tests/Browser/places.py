"""Every page there is. test_pages.py looks at each: a new page is one line here."""

from playwright.sync_api import expect

from journeys import row, sign_up

LONG = "Donaudampfschifffahrtsgesellschaft" * 6


class House:
    """A household with the texts that break layouts, and the paths of what is in it."""

    def __init__(self, chromium, foyer, account):
        self.url = foyer.url
        self.account = account
        self.english = {}
        self.furnish(chromium, foyer)

    def furnish(self, chromium, foyer):
        context = chromium.new_context(storage_state=self.account, locale="en-US")
        page = context.new_page()
        for kind in ["categories", "tags"]:
            for name in ["Garden", "مرحبا " + LONG]:
                page.goto(f"{self.url}/{kind}/new")
                page.get_by_label("Name").fill(name)
                if kind == "categories":
                    page.get_by_label("Icon").fill("👨‍👩‍👧‍👦" if name == "Garden" else "")
                page.get_by_role("button", name="Save").click()
                expect(page.locator("li.label").filter(has_text=name)).to_have_count(1)
        page.goto(self.url + "/items/new")
        page.get_by_label("Title").fill(LONG)
        page.get_by_label("Description").fill("ฉันกินข้าว" * 40 + "\n" + "مرحبا بالعالم " * 10)
        page.get_by_label("Category").fill("مرحبا " + LONG)
        page.get_by_label("Add a tag").fill("مرحبا " + LONG)
        page.get_by_label("Due date").fill("2020-02-29")
        page.get_by_role("button", name="Save").click()
        expect(row(page, LONG)).to_have_count(1)
        self.item = row(page, LONG).get_by_role("link", name="Edit").get_attribute("href")
        row(page, "Air the cellar").get_by_role("button", name="Delete").click()
        expect(row(page, "Air the cellar")).to_have_count(0)
        for kind in ["categories", "tags"]:
            page.goto(f"{self.url}/{kind}")
            edit = page.locator("li.label").filter(has_text="مرحبا").locator("a[href$='/edit']").get_attribute("href")
            setattr(self, {"categories": "category", "tags": "tag"}[kind], edit.removesuffix("/edit"))
        context.close()
        # The neighbours ask us to move in with them.
        context = chromium.new_context(locale="en-US")
        page = context.new_page()
        sign_up(page, foyer, "Sophie Germain", "sophie@example.org")
        page.goto(self.url + "/household")
        page.locator("form[action='/household/invitations'] button").click()
        self.invitation = "/invitations/" + page.locator("#field-link").input_value().rsplit("/", 1)[1]
        context.close()


def go(page, house, path):
    """`path` may name what the house has: "{item}"."""
    page.goto(house.url + path.format_map(vars(house)))


def send(page, **fields):
    """The main form of the page, with these fields changed."""
    form = page.locator("main form[method=post].card, main .doorway form[method=post]").last
    for name, value in fields.items():
        field = form.locator(f"[name={name}]").first
        if field.get_attribute("type") == "hidden":
            field.evaluate("(field, value) => field.value = value", value)
        else:
            field.fill(value)
    form.locator("button.primary, button.danger:not(.quiet)").first.click()


def refused(path, **fields):
    def visit(page, house):
        go(page, house, path)
        send(page, **fields)
        expect(page.get_by_role("alert").first).to_be_visible()
    return visit


def conflict(path, **fields):
    def visit(page, house):
        go(page, house, path)
        send(page, version="0", **fields)
        expect(page.locator("h2#mine")).to_be_visible()
    return visit


def merge(page, house):
    go(page, house, "{category}/edit")
    send(page, name="GARDEN")
    expect(page.locator("h2#merge")).to_be_visible()


def invited(page, house):
    go(page, house, "/household")
    page.locator("form[action='/household/invitations'] button").click()
    expect(page.locator("#field-link")).to_be_visible()


def filtering(page, house):
    go(page, house, "/items?status=open")
    page.locator(".filter-panel > summary").click()
    expect(page.locator("#filter-category")).to_be_visible()


def understood(page, house):
    go(page, house, "/items?q=basil")
    page.locator("#quick-text").fill("Buy milk #Groceries @urgent 18:00")
    expect(page.locator("#understood .chip")).to_have_count(3)


def selected(page, house):
    go(page, house, "/items?select=1")
    page.locator(".choice-row .check").first.check()


# A name, and a path or a function that goes there. First what a stranger sees, then what a member sees.
OUTSIDE = [
    ("signup", "/signup"),
    ("login", "/login"),
    ("login with a way back", "/login?next=/items"),
    ("refused signup", refused("/signup")),
    ("refused login", refused("/login", email="nobody@example.org", password="not the password")),
    ("invitation", "{invitation}"),
    ("invitation that is none", "/invitations/none"),
    ("offline", "/offline"),
]
INSIDE = [
    ("home", "/"),
    ("items", "/items"),
    ("items by tag", "/items?tag=Garden&status=open&sort=due"),
    ("items by category", "/items?category=Garden&tag=nothing+is+called+this"),
    ("items done", "/items?status=done&sort=title"),
    ("items with filters", filtering),
    ("items selected", selected),
    ("no match", "/items?q=nothing+is+called+this"),
    ("understood", understood),
    ("new item", "/items/new"),
    ("refused item", refused("/items/new", title="Row", due_time="10:00")),
    ("edit item", "{item}"),
    ("conflict of items", conflict("{item}", description="Mine")),
    ("trash", "/trash"),
    ("categories", "/categories"),
    ("new category", "/categories/new"),
    ("refused category", refused("/categories/new", icon="three")),
    ("edit category", "{category}/edit"),
    ("delete category", "{category}/delete"),
    ("merge", merge),
    ("conflict of categories", conflict("{category}/edit", name="Mine")),
    ("tags", "/tags"),
    ("new tag", "/tags/new"),
    ("edit tag", "{tag}/edit"),
    ("delete tag", "{tag}/delete"),
    ("settings", "/settings"),
    ("photo", "/settings/photo"),
    ("sessions", "/settings/sessions"),
    ("how to", "/settings/how-to"),
    ("what's new", "/settings/whats-new"),
    ("household", invited),
    ("moving", "{invitation}"),
    ("delete account", "/account/delete"),
    ("refused deletion", refused("/account/delete", password="not the password")),
    ("not found", "/nothing/here"),
    ("offline inside", "/offline"),
]


# Guessing passwords is limited: these are not for every test.
GUESSES = {"refused login", "refused deletion"}


def every_page(house, open_page, guesses=False, **options):
    """Each page in turn, once for a stranger and once for a member: its name, and the page."""
    for page, places in [(open_page(**options), OUTSIDE), (open_page(house.account, **options), INSIDE)]:
        for name, place in places:
            if name in GUESSES and not guesses:
                continue
            if callable(place):
                place(page, house)
            else:
                go(page, house, place)
            yield name, page
