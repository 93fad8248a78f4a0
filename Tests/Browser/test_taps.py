"""How many taps a phone needs from Today for what a kitchen does every day; typed letters are not counted."""

import re

from playwright.sync_api import expect

from journeys import sign_up, write_recipe


class Thumb:
    def __init__(self, page, url):
        self.page, self.url, self.taps = page, url, 0

    def begin(self):
        self.page.goto(self.url + "/")
        self.taps = 0

    def tap(self, locator):
        locator.tap()
        self.taps += 1


def test_daily_tasks_take_few_taps(foyer, open_page):
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True, reduced_motion="reduce")
    sign_up(page, foyer, "Ada", "ada-taps@example.org")
    write_recipe(page, foyer, "Tarka dal", ["500 g lentils", "2 onions"])
    thumb = Thumb(page, foyer.url)
    bar = page.get_by_role("navigation", name="Main")

    # Milk on the list.
    thumb.begin()
    thumb.tap(page.locator(".bar-add"))
    page.locator("#add-text").fill("milk")
    expect(page.locator("#as-shopping")).to_be_checked()
    thumb.tap(page.locator("#add button[aria-label=Add]"))
    expect(page.locator("#added")).to_contain_text("milk")
    assert thumb.taps <= 2

    # A tick in the shop.
    thumb.begin()
    thumb.tap(bar.get_by_role("link", name="Shopping"))
    page.wait_for_url("**/shopping")
    with page.expect_response("**/shopping/sync"):
        thumb.tap(page.locator(".shop-label", has_text="milk"))
    expect(page.locator("#basket")).to_contain_text("In the basket: 1")
    assert thumb.taps <= 2

    # A recipe by its name.
    thumb.begin()
    thumb.tap(page.locator(".find"))
    page.get_by_role("combobox").or_(page.get_by_role("searchbox")).first.fill("tarka")
    thumb.tap(page.locator("main, dialog").get_by_text("Tarka dal").first)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tarka dal")
    assert thumb.taps <= 2

    # A dish for Thursday.
    thumb.begin()
    thumb.tap(page.locator(".bar-add"))
    page.locator("#add-text").fill("tarka dal Thu")
    expect(page.locator("#as-meal")).to_be_checked()
    thumb.tap(page.locator("#add button[aria-label=Add]"))
    expect(page.locator("#added")).to_contain_text(re.compile("Thursday"))
    assert thumb.taps <= 4

    # What the week needs.
    thumb.begin()
    thumb.tap(bar.get_by_role("link", name="Shopping"))
    thumb.tap(page.get_by_role("button", name="Add the plan’s week"))
    expect(page.locator(".shop-line", has_text="lentils")).to_contain_text("for Tarka dal")
    expect(page.get_by_role("button", name="Add the plan’s week")).to_have_count(0)
    assert thumb.taps <= 3

    # A line that is the sum of several.
    page.request.post(foyer.url + "/shopping", form={"text": "3 onions"}, headers={"origin": foyer.url})
    thumb.begin()
    thumb.tap(bar.get_by_role("link", name="Shopping"))
    thumb.tap(page.get_by_role("button", name="Delete onions"))
    expect(page.locator(".shop-line", has_text="onions")).to_have_count(0)
    assert thumb.taps <= 2


def test_a_phones_plan_begins_with_today(foyer, open_page):
    page = open_page(width=390, height=844)
    sign_up(page, foyer, "Ada", "ada-plan-today@example.org")
    page.goto(foyer.url + "/plan")
    today = page.locator(".plan-day.is-today")
    assert today.bounding_box()["y"] <= 240
    for past in page.locator(".plan-day.is-past").all():
        assert past.bounding_box()["y"] > today.bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_full_meal_of_a_wide_plan_leaves_the_other_days_as_they_are(foyer, open_page):
    page = open_page(width=1440, height=900)
    sign_up(page, foyer, "Ada", "ada-wide-plan@example.org")
    page.goto(foyer.url + "/plan")
    days = page.locator(".plan-day")
    lunch = days.nth(6).locator("[data-meal=lunch]")
    def below():
        return lunch.bounding_box()["y"] - days.nth(6).bounding_box()["y"]

    before = below()
    for name in ["Soup", "Bread", "Salad"]:
        page.request.post(foyer.url + "/plan", form={"day": days.first.get_attribute("id")[4:], "meal": "breakfast", "text": name}, headers={"origin": foyer.url})
    page.goto(foyer.url + "/plan")
    expect(page.locator(".plan-meal")).to_have_count(3)
    assert below() == before
    assert [day.bounding_box()["y"] for day in days.all()] == [days.first.bounding_box()["y"]] * 7
