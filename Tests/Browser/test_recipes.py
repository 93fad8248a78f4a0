"""Recipes in a browser: what is at hand, what can be cooked with it, and that every page is fit for everybody."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from journeys import sign_up

WIDTHS = [320, 360, 768, 1440, 2560]
LONG = "Donaudampfschifffahrtsgesellschaft" * 4


def write(page, foyer, name, ingredients, **fields):
    page.goto(foyer.url + "/recipes/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Ingredients").fill("\n".join(ingredients))
    page.get_by_label("Steps").fill("Chop everything.\nBoil it for twenty minutes.")
    for label, text in fields.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


@pytest.fixture(scope="module")
def kitchen(chromium, foyer):
    """Somebody with ingredients, recipes, favourites and parameters; and the path of one recipe."""
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, "Cook", "cook@example.org")
    write(page, foyer, "Leek soup", ["2 leeks", "500 g potatoes", "1 l vegetable stock"], Servings="4", Cuisine="French")
    recipe = page.url.removeprefix(foyer.url)
    write(page, foyer, LONG, [LONG, "مرحبا بالعالم " * 5])
    page.goto(foyer.url + "/recipes")
    page.get_by_label("Add ingredients").fill("leeks, potatoes, " + LONG)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".at-hand")).to_have_count(3)
    page.goto(foyer.url + recipe)
    page.get_by_role("button", name="Favourite: Leek soup").click()
    expect(page.get_by_role("button", name="Favourite: Leek soup")).to_have_attribute("aria-pressed", "true")
    state = context.storage_state()
    context.close()
    return state, recipe


def places(foyer, recipe):
    def go(path):
        return lambda page: page.goto(foyer.url + path)

    def refused(page):
        page.goto(foyer.url + "/recipes/new")
        page.get_by_label("Servings").fill("-1")
        page.get_by_label("Name", exact=True).fill("x")
        page.locator("#recipe-form button.primary").click()
        expect(page.get_by_role("alert").first).to_be_visible()

    def unfolded(page):
        page.goto(foyer.url + "/recipes/parameters")
        for summary in page.locator("details.fold > summary").all():
            summary.click()

    def not_imported(page):
        page.goto(foyer.url + "/recipes/import")
        page.locator("#field-page").fill("<html>Nothing</html>")
        page.locator("main form button.primary").click()
        expect(page.get_by_role("alert").first).to_be_visible()

    def preview(page):
        page.goto(foyer.url + "/recipes/import")
        page.locator("#field-page").fill(
            '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Pie",'
            '"recipeIngredient":["1 egg","200 g flour"],"recipeInstructions":["Mix.","Bake."]}</script>')
        page.locator("main form button.primary").click()
        expect(page.get_by_role("heading", name="Pie")).to_be_visible()

    def conflict(page):
        page.goto(foyer.url + recipe + "/edit")
        page.locator("input[name=version]").evaluate("field => field.value = 0")
        page.locator("#recipe-form input[name=name]").fill("Mine")
        page.locator("#recipe-form button.primary").click()
        expect(page.locator("h2#mine")).to_be_visible()

    return [
        ("recipes", go("/recipes")), ("results", go("/recipes/results")), ("no match", go("/recipes/results?q=zzz")),
        ("recipe", go(recipe)), ("edit", go(recipe + "/edit")), ("refused", refused), ("conflict", conflict),
        ("favourites", go("/favorites")), ("no favourites", go("/favorites?q=zzz")), ("parameters", unfolded),
        ("import", go("/recipes/import")), ("not imported", not_imported), ("preview", preview),
    ]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(foyer, kitchen, open_page, theme, width):
    state, recipe = kitchen
    page = open_page(state, color_scheme=theme, width=width, reduced_motion="reduce")
    found = []
    for name, visit in places(foyer, recipe):
        visit(page)
        for violation in Axe().run(page).response["violations"]:
            for node in violation["nodes"]:
                found.append(f"{name}: {violation['id']}: {node['target']}: {node.get('failureSummary', '')}")
    assert not found, "\n".join(found)


def test_no_page_scrolls_sideways(foyer, kitchen, open_page):
    state, recipe = kitchen
    page = open_page(state, reduced_motion="reduce")
    found = []
    for name, visit in places(foyer, recipe):
        visit(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.append(f"{name} at {width} px is {wide} px wide")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("javascript", [True, False])
def test_cooking(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-cooks-{javascript}@example.org")
    write(page, foyer, "Crème brûlée", ["4 eggs", "500 ml cream"])
    write(page, foyer, "Omelette", ["3 eggs", "20 g butter", "1 onion"], Servings="2")
    page.goto(foyer.url + "/recipes")
    field = page.get_by_label("Add ingredients")
    field.fill("egg, butter")
    field.press("Enter")
    expect(page.locator(".at-hand")).to_have_count(2)
    page.get_by_role("link", name="Search recipes").click()
    own = page.locator(".dish", has_not_text="Starter recipe")
    expect(own.first).to_contain_text("have 2 of 3")
    expect(own.first.locator(".missing")).to_have_text("onion")
    page.get_by_role("link", name="Omelette", exact=True).click()
    page.get_by_label("Servings").fill("4")
    page.get_by_role("button", name="Scale").click()
    expect(page.locator(".ingredients")).to_contain_text("6 eggs")
    page.get_by_role("button", name="Add missing to shopping").click()
    expect(page.locator(".toast")).to_contain_text("1 ingredient")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.goto(foyer.url + "/recipes/results?q=brulee")
    page.get_by_role("button", name="Favourite: Crème brûlée").click()
    expect(page.get_by_role("button", name="Favourite: Crème brûlée")).to_have_attribute("aria-pressed", "true")
    page.goto(foyer.url + "/favorites")
    search = page.get_by_label("Search favourites")
    search.fill("BRU")
    if not javascript:
        search.press("Enter")
    expect(page.locator(".dish-name")).to_have_text(["Crème brûlée"])
    search = page.get_by_label("Search favourites")
    search.fill("zzz")
    if not javascript:
        search.press("Enter")
    expect(page.locator(".dish-name")).to_have_count(0)
    page.goto(foyer.url + "/recipes/parameters")
    assert page.locator("details[open]").count() == 0
    page.get_by_text("Allergies", exact=True).click()
    page.get_by_label("Peanut").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Allergies", exact=True).click()
    expect(page.get_by_label("Peanut")).to_be_checked()
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("Allergies", exact=True).click()
    expect(page.get_by_label("Peanut")).not_to_be_checked()
    page.goto(foyer.url + "/recipes")
    page.get_by_role("button", name="Remove egg").click()
    expect(page.locator(".at-hand")).to_have_count(1)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".at-hand")).to_have_count(0)
    expect(page).to_have_url(re.compile("/recipes$"))
