"""Who eats here: whom a search and a recipe answer for, and what guests of a stay may not eat."""

import re

import pytest
from playwright.sync_api import expect

from journeys import ask, member, publish, sign_up, tab_to, write_recipe

NEEDS = "Allergies and diets of the guests"


def tap(page, name):
    page.locator("label.chip", has_text=name).click()


def feed(page, foyer, name, allergies=(), dislikes="", every_day=True):
    page.goto(foyer.url + "/household/eaters")
    page.get_by_label("Name").fill(name)
    for allergy in allergies:
        page.get_by_label(allergy, exact=True).check()
    page.get_by_label("Dislikes").fill(dislikes)
    page.get_by_label("Eats here by default").set_checked(every_day)
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".toast")).to_contain_text(name)


def choose(page, name, javascript):
    """Adds somebody to those who eat, or takes them out."""
    if page.locator(".eaters-choice[open]").count() == 0:
        page.locator(".eaters-choice summary").click()
    tap(page, name)
    if not javascript:
        page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url(re.compile("for="))


@pytest.mark.parametrize("javascript", [True, False])
def test_everybody_at_the_table(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-eats-{javascript}@example.org")
    write_recipe(page, foyer, "Zesty satay", ["2 tbsp peanut butter", "200 g rice"])
    write_recipe(page, foyer, "Zesty rice", ["200 g rice", "1 bunch coriander"])
    page.goto(foyer.url + "/household")
    page.get_by_role("link", name="Who eats here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who eats here")
    feed(page, foyer, "Léa", dislikes="coriander")
    feed(page, foyer, "Max", ["Peanut", "Tree nut"], every_day=False)
    expect(page.locator(".eaters li").last).to_contain_text("Peanut, Tree nut · not every day")
    # The search is for Ada and Léa, until Max is added.
    page.goto(foyer.url + "/recipes/results?q=zesty")
    own = page.locator(".dish-name")
    expect(own).to_have_text(["Zesty rice", "Zesty satay"])
    expect(page.locator(".disliked")).to_have_text("Léa dislikes: coriander")
    choose(page, "Max", javascript)
    expect(own).to_have_text(["Zesty rice"])
    # What is typed next keeps the choice, and so does a recipe.
    search = page.get_by_label("Search by name")
    search.fill("zesty r")
    if not javascript:
        search.press("Enter")
    page.wait_for_url(re.compile("q=zesty(%20|\\+)r"))
    expect(page.get_by_label("Max")).to_be_checked()
    own.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Zesty rice")
    expect(page.get_by_label("Max")).to_be_checked()
    expect(page.locator(".warning")).to_have_text("Suits everybody who eats")
    expect(page.locator(".disliked")).to_have_text("Léa dislikes: coriander")
    choose(page, "Léa", javascript)
    expect(page.locator(".disliked")).to_have_count(0)
    page.goto(foyer.url + "/recipes/results?q=zesty+satay")
    own.first.click()
    expect(page.locator(".warning")).to_have_count(0)
    choose(page, "Max", javascript)
    expect(page.locator(".warning")).to_have_text("Max: peanut. 2 tbsp peanut butter")
    # Max comes every day now; then he is deleted, and comes back.
    page.locator(".eaters-choice").get_by_role("link", name="Who eats here").click()
    page.locator(".eaters li", has_text="Max").get_by_role("link", name="Edit").click()
    page.get_by_label("Eats here by default").check()
    page.get_by_role("button", name="Save").click()
    page.goto(foyer.url + "/recipes/results?q=zesty")
    expect(own).to_have_text(["Zesty rice"])
    page.goto(foyer.url + "/household/eaters")
    page.locator(".eaters li", has_text="Max").get_by_role("link", name="Edit").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".eaters li")).to_have_count(2)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".eaters li")).to_have_count(3)


def test_by_keyboard(foyer, open_page):
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-eats-keys@example.org")
    write_recipe(page, foyer, "Zesty satay", ["2 tbsp peanut butter"])
    path = page.url
    feed(page, foyer, "Max", ["Peanut"], every_day=False)
    page.goto(path)
    tab_to(page, page.locator(".eaters-choice summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Max"))
    page.keyboard.press("Space")
    expect(page.locator(".warning")).to_have_text("Max: peanut. 2 tbsp peanut butter")
    # The focus is where it was.
    expect(page.get_by_label("Max")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".warning")).to_have_count(0)
    page.go_back()
    expect(page.get_by_label("Max")).to_be_checked()


@pytest.mark.parametrize("javascript", [True, False])
def test_guests_say_what_they_eat(chromium, foyer, open_page, javascript):
    town = f"Trieste{javascript}"
    host = member(chromium, foyer, "Hedy", f"hedy-cooks-{javascript}@example.org", lambda page: publish(page, foyer, town, town))
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Joe", f"joe-eats-{javascript}@example.org")
    ask(page, foyer, town)
    page.goto(foyer.url + "/requests")
    page.get_by_role("link", name="Messages").click()
    page.get_by_text("Change dates or guests").click()
    page.get_by_text(NEEDS).click()
    page.get_by_label("Peanut").check()
    page.get_by_role("button", name="Save the change").click()
    expect(page.locator(".stay-facts")).to_contain_text(NEEDS)
    expect(page.locator(".stay-facts")).to_contain_text("Peanut")
    expect(page.locator(".entry-act").last).to_have_text("Changed: allergies and diets of the guests")
    theirs = open_page(host)
    theirs.goto(foyer.url + "/hosting/requests")
    expect(theirs.locator(".stay").first).to_contain_text("Peanut")
    theirs.get_by_role("button", name="Accept").click()
    theirs.goto(foyer.url + "/hosting/requests")
    theirs.get_by_role("link", name="Messages").click()
    theirs.get_by_role("link", name="What to cook for Joe").click()
    expect(theirs.locator(".eaters-choice summary")).to_contain_text("Guests: Joe (until ")
