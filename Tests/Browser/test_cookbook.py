"""The cookbook: its search and shelves, the way back to a list, and the end of cooking."""

import re

import pytest
from playwright.sync_api import expect

from journeys import member, sign_up, write_recipe
from test_pantry import WAYS, have


@WAYS
def test_the_end_of_cooking_takes_what_was_used_and_undo_gives_it_back(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-finishes-{javascript}@example.org".lower())
    write_recipe(page, foyer, "Omelette", ["2 eggs", "20 g butter"], Steps="Beat.\nFry.", Servings="2")
    recipe = page.url
    have(page, foyer, "eggs", amount="6")
    have(page, foyer, "rice")
    page.goto(recipe + "/cook?step=2&servings=4")
    expect(page.get_by_role("checkbox", name="eggs")).to_be_checked()
    expect(page.get_by_label("Amount used: eggs")).to_have_value("4")
    expect(page.get_by_role("checkbox", name="rice")).to_have_count(0)
    page.get_by_label("Note").fill("Less salt")
    page.get_by_role("button", name="Finish").click()
    expect(page).to_have_url(recipe + "?servings=4")
    expect(page.locator(".toast")).to_contain_text("Cooked: Omelette")
    expect(page.locator(".recipe-facts")).to_contain_text("Last made")
    expect(page.get_by_text("Less salt")).to_be_visible()
    expect(page.locator(".ingredients")).to_contain_text("2 / 4")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("Taken back")
    page.goto(foyer.url + "/recipes/hand")
    expect(page.locator(".at-hand").first).to_contain_text("eggs6")


@WAYS
def test_what_is_at_hand_is_changed_in_its_place(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-changes-{javascript}@example.org".lower())
    have(page, foyer, "eggs", amount="6")
    have(page, foyer, "rice")
    page.get_by_role("link", name="At hand").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("At hand")
    page.get_by_role("link", name="Change rice").click()
    page.get_by_label("Amount").fill("500 g")
    page.get_by_label("Best before").fill("2031-02-03")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".at-hand").nth(1)).to_contain_text("500 g · best before 3 February 2031")
    page.get_by_role("link", name="By date").click()
    expect(page.locator(".at-hand").first).to_contain_text("rice")
    page.get_by_role("button", name="Remove rice").click()
    expect(page.locator(".at-hand")).to_have_count(1)
    expect(page).to_have_url(re.compile("sort=date"))


@WAYS
def test_a_household_says_what_is_always_there_and_one_tap_buys_it(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-always-has-{javascript}@example.org".lower())
    write_recipe(page, foyer, "Pancakes", ["200 g flour", "2 eggs", "1 tsp salt"], Steps="Fry.", Servings="2")
    recipe = page.url
    page.get_by_role("link", name="at hand anyway").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Always there")
    page.get_by_label("Add what is always there").fill("flour")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Always there: flour")
    page.get_by_role("button", name="Buy salt for each dish").click()
    expect(page.get_by_role("button", name="salt is always there")).to_be_visible()
    page.goto(recipe)
    expect(page.get_by_role("checkbox", name="1 tsp salt")).to_be_visible()
    expect(page.locator(".is-staple")).to_contain_text("200 g flour at hand anyway")
    page.get_by_role("button", name="Put on the list: 200 g flour").click()
    expect(page).to_have_url(re.compile("#ingredients-title$"))
    expect(page.locator(".is-staple")).to_contain_text("on the list")
    page.goto(foyer.url + "/shopping")
    expect(page.locator(".shop-line")).to_have_count(1)
    expect(page.locator(".shop-line")).to_contain_text("flour")


@WAYS
def test_the_cookbook_is_searched_and_filtered(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-searches-{javascript}@example.org".lower())
    write_recipe(page, foyer, "Tarka Dal of ours", ["200 g red lentils"], Labels="Weekday, quick")
    page.goto(foyer.url + "/recipes")
    expect(page.get_by_role("heading", name="New", exact=True)).to_be_visible()
    search = page.get_by_role("searchbox")
    search.fill("dahl ours")
    if not javascript:
        search.press("Enter")
    expect(page.locator(".dish-name")).to_have_text(["Tarka Dal of ours"])
    page.goto(foyer.url + "/recipes")
    page.get_by_role("navigation", name="Filters").get_by_role("link", name="weekday").click()
    expect(page.locator(".dish-name")).to_have_text(["Tarka Dal of ours"])
    page.get_by_role("link", name="Tarka Dal of ours").click()
    page.get_by_role("link", name="quick", exact=True).click()
    expect(page.locator(".dish-name")).to_have_text(["Tarka Dal of ours"])
    page.get_by_role("link", name="Tarka Dal of ours").click()
    page.get_by_role("button", name="4 stars").click()
    expect(page.get_by_role("button", name="4 stars")).to_have_attribute("aria-pressed", "true")


def test_the_way_back_leads_to_all_that_was_loaded(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-comes-back@example.org"))
    for path in ["/recipes?page=1", "/recipes/results"]:
        page.goto(foyer.url + path)
        expect(page.locator(".dish")).to_have_count(50)
        page.get_by_role("link", name="Load more").click()
        expect(page.locator(".dish")).to_have_count(100)
        dish = page.locator(".dish-name").nth(80)
        dish.scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        dish.click()
        expect(page.locator(".recipe-ingredients")).to_be_visible()
        page.go_back()
        expect(page.locator(".dish")).to_have_count(100)
        page.wait_for_function(f"() => Math.abs(scrollY - {before}) < 400")


def test_a_recipe_that_is_left_unsaved_asks(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-is-asked@example.org"))
    page.goto(foyer.url + "/recipes/new")
    page.get_by_label("Name").press_sequentially("Stew")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.get_by_role("link", name="Items").first.click()
    expect(page).to_have_url(re.compile("/items$"))
    assert asked == ["beforeunload"]
    page.goto(foyer.url + "/recipes/new")
    expect(page.get_by_label("Name")).to_have_value("Stew")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stew")
    assert asked == ["beforeunload"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ingredients_are_on_a_phones_first_screen(foyer, chromium, open_page, scheme):
    page = open_page(member(chromium, foyer, "Ada", f"ada-on-a-phone-{scheme}@example.org"), width=390, height=844, color_scheme=scheme)
    page.goto(foyer.url + "/recipes?q=ratatouille")
    page.get_by_role("link", name="Ratatouille", exact=True).click()
    box = page.get_by_role("heading", name="Ingredients").bounding_box()
    assert box["y"] < 844
