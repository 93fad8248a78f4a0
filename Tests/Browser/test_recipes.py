"""Recipes in a browser: what is at hand, and what can be cooked with it."""

import re

import pytest
from playwright.sync_api import expect

from journeys import member, sign_up, tab_to, write_recipe
from places import PIE


@pytest.mark.parametrize("javascript", [True, False])
def test_cooking(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-cooks-{javascript}@example.org")
    write_recipe(page, foyer, "Crème brûlée", ["4 eggs", "500 ml cream"])
    write_recipe(page, foyer, "Omelette", ["3 eggs", "20 g butter", "1 onion"], Servings="2")
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


def test_a_form_is_sent_while_suggestions_are_awaited(foyer, open_page):
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-types-fast@example.org")
    # Suggestions never come.
    page.route("**/suggest?*", lambda route: None)
    page.goto(foyer.url + "/recipes")
    with page.expect_request("**/suggest?*"):
        page.get_by_label("Add ingredients").press_sequentially("eggs, butter")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".at-hand")).to_have_count(2)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Prune the roses")
    with page.expect_request("**/suggest?*"):
        page.get_by_label("Category").press_sequentially("Garden")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("li.item", has_text="Prune the roses")).to_have_count(1)


@pytest.mark.parametrize("javascript", [True, False])
def test_cooking_by_keyboard(foyer, chromium, open_page, javascript):
    page = open_page(member(chromium, foyer, "Ben", f"ben-cooks-{javascript}@example.org".lower()), javascript=javascript)
    page.goto(foyer.url + "/recipes")
    tab_to(page, page.get_by_role("link", name="Import recipes"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Or the page itself"))
    page.keyboard.insert_text(PIE)
    tab_to(page, page.get_by_role("button", name="Preview"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name")).to_have_value("Pie")
    tab_to(page, page.get_by_label("Steps"))
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nEat.")
    tab_to(page, page.get_by_role("button", name="Import"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pie")
    expect(page.get_by_role("listitem").filter(has_text="Eat.")).to_have_count(1)

    page.goto(foyer.url + "/recipes")
    tab_to(page, page.get_by_label("Add ingredients"))
    page.keyboard.type("egg, butter, leek")
    page.keyboard.press("Enter")
    expect(page.locator(".at-hand")).to_have_count(3)
    tab_to(page, page.get_by_role("button", name="Remove butter"))
    page.keyboard.press("Enter")
    expect(page.locator(".at-hand")).to_have_count(2)
    if javascript:
        expect(page.get_by_role("button", name="Remove leek")).to_be_focused()

    page.goto(foyer.url + "/recipes/results?q=pie")
    heart = page.get_by_role("button", name="Favourite: Pie", exact=True)
    tab_to(page, heart)
    page.keyboard.press("Space")
    expect(heart).to_have_attribute("aria-pressed", "true")
    if javascript:
        expect(heart).to_be_focused()
    tab_to(page, page.get_by_role("link", name="Pie", exact=True), most=250)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Add missing to shopping"))
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("1 ingredient")

    page.goto(foyer.url + "/recipes/parameters")
    tab_to(page, page.locator("summary", has_text="Allergies"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Peanut"))
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("summary", has_text="Allergies").locator(".count")).to_have_text("1")
