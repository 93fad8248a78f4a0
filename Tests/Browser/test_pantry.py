"""What is at hand: what expires soon, what is ticked on a recipe, and what Undo takes back; and the aisles of a shop."""

import re

import pytest
from playwright.sync_api import expect

from journeys import day, sign_up, write_recipe
from test_shopping import tick

WAYS = pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])


def have(page, foyer, names, before=None, amount=""):
    page.goto(foyer.url + "/recipes")
    page.get_by_label("Add ingredients").fill(names)
    page.get_by_text("Amount, date and place").click()
    if before:
        page.get_by_label("Best before").fill(before)
    page.get_by_label("Amount").fill(amount)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".at-hand", has_text=names.split(",")[0])).to_have_count(1)


@WAYS
def test_what_expires_is_used(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-uses-{javascript}@example.org")
    write_recipe(page, foyer, "Apple cake", ["2 apples", "200 g flour"])
    write_recipe(page, foyer, "Spinach bread", ["200 g spinach", "200 g flour"])
    have(page, foyer, "apples, flour")
    have(page, foyer, "spinach", before=day(2), amount="1 bag")
    expect(page.locator(".at-hand.is-expiring")).to_contain_text("1 bag · best before")
    expect(page.locator(".at-hand.is-expiring")).to_have_count(1)
    page.goto(foyer.url + "/")
    soon = page.get_by_role("region", name="Use soon", exact=True)
    expect(soon.get_by_role("listitem")).to_have_count(1)
    soon.get_by_role("link", name="spinach").click()
    own = page.locator(".dish", has_not_text="Starter recipe")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("uses the spinach before")
    page.get_by_role("link", name="Only with spinach: show all recipes").click()
    expect(own.locator(".dish-name")).to_have_text(["Spinach bread", "Apple cake"])
    page.get_by_role("link", name="All by name").click()
    expect(own.locator(".dish-name").first).to_have_text("Apple cake")
    expect(page.get_by_role("link", name="All by name")).to_have_attribute("aria-current", "page")


@WAYS
def test_a_tick_is_what_is_there(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-ticks-{javascript}@example.org")
    write_recipe(page, foyer, "Potato soup", ["2 leeks", "500 g potatoes", "1 onion"], Servings="4")
    path = page.url
    have(page, foyer, "leeks")
    page.goto(path)
    expect(page.get_by_role("checkbox", name="2 leeks")).to_be_checked()
    expect(page.get_by_role("checkbox", name="500 g potatoes")).not_to_be_checked()
    page.get_by_role("checkbox", name="1 onion").check()
    page.get_by_role("checkbox", name="2 leeks").uncheck()
    if javascript:
        expect(page.get_by_role("button", name="Add missing to shopping · 2")).to_be_visible()
        page.get_by_role("link", name="One more: 5").click()
        expect(page.get_by_role("checkbox", name="625 g potatoes")).not_to_be_checked()
        expect(page.get_by_role("checkbox", name=re.compile("onion"))).to_be_checked()
        expect(page.get_by_role("checkbox", name=re.compile("leeks"))).not_to_be_checked()
        page.get_by_role("checkbox", name=re.compile("leeks")).check()
        page.get_by_role("button", name="Add missing to shopping · 1").click()
    else:
        page.get_by_role("checkbox", name="2 leeks").check()
        page.get_by_role("button", name="Add missing to shopping").click()
    expect(page.locator(".toast")).to_contain_text("1 ingredient")
    page.goto(foyer.url + "/shopping")
    expect(page.locator(".shop-line")).to_have_count(1)
    expect(page.locator(".shop-line")).to_contain_text("potatoes")


@WAYS
def test_a_line_of_three_foods_is_three_lines_of_the_list(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-foods-{javascript}@example.org")
    write_recipe(page, foyer, "Broth", ["carrots, celery and onion", "2 leeks"])
    add = page.get_by_role("button", name="Add missing to shopping · 4")
    expect(add).to_be_visible()
    page.get_by_role("checkbox", name="2 leeks").check()
    if javascript:
        add = page.get_by_role("button", name="Add missing to shopping · 3")
    add.click()
    expect(page.locator(".toast")).to_contain_text("3 ingredients")
    page.goto(foyer.url + "/shopping")
    expect(page.locator(".shop-line")).to_have_count(3)


@WAYS
def test_undo_empties_the_pantry_again(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-undoes-{javascript}@example.org")
    have(page, foyer, "flour", amount="250 g")
    page.goto(foyer.url + "/shopping")
    for text in ["1 kg flour", "6 eggs"]:
        page.get_by_label("What to buy").fill(text)
        page.get_by_label("What to buy").press("Enter")
        expect(page.get_by_label("What to buy")).to_have_value("")
        tick(page, text.split(" ")[-1], javascript)
    page.get_by_role("button", name="At hand now").click()
    expect(page.locator(".toast")).to_contain_text("2 things")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".shop-line")).to_have_count(2)
    page.goto(foyer.url + "/recipes")
    expect(page.locator(".at-hand")).to_have_count(1)
    expect(page.locator(".at-hand")).to_contain_text("250 g")


def test_what_was_ticked_just_before_goes_to_the_pantry_too(foyer, open_page):
    """The browser had stored the tick, and its answer was still to come."""
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-is-quick@example.org")
    page.goto(foyer.url + "/shopping")
    for text in ["1 kg flour", "6 eggs"]:
        page.get_by_label("What to buy").fill(text)
        page.get_by_label("What to buy").press("Enter")
        expect(page.get_by_label("What to buy")).to_have_value("")
    tick(page, "flour", True)
    expect(page.get_by_role("button", name="At hand now")).to_be_visible()
    expect(page.locator("#shop-bar")).to_have_text("")

    def hold(route):
        page.wait_for_timeout(1_000)
        route.continue_()

    page.route("**/shopping/sync", hold, times=1)
    page.evaluate("""async () => {
      document.querySelector("#shopping .shop-line:not(.is-checked) .check").click();
      await new Promise((resolve) => setTimeout(resolve, 200));
      document.querySelector("#shopping [formaction^='/shopping/to-hand']").click();
    }""")
    expect(page.locator(".toast")).to_contain_text("2 things")


def shop(page, foyer, email):
    sign_up(page, foyer, "Ada", email)
    page.goto(foyer.url + "/shopping/shops")
    page.get_by_label("Name").fill("Market")
    page.get_by_role("button", name="Save").click()
    rows = page.locator("#aisles li")
    names = [text.strip().split("\n")[0] for text in rows.all_inner_texts()]
    return rows, names


def middle(row):
    box = row.bounding_box()
    return box["x"] + 60, box["y"] + box["height"] / 2


def test_aisles_are_dragged_with_the_mouse(foyer, open_page):
    page = open_page()
    rows, names = shop(page, foyer, "ada-drags@example.org")
    page.mouse.move(*middle(rows.nth(0)))
    page.mouse.down()
    for place in [1, 2, 3]:
        x, y = middle(rows.nth(place))
        page.mouse.move(x, y + 4)
    # Escape puts it back.
    page.keyboard.press("Escape")
    expect(rows.nth(0)).to_contain_text(names[0])
    page.mouse.up()
    page.mouse.move(*middle(rows.nth(3)))
    page.mouse.down()
    for place in [2, 1]:
        x, y = middle(rows.nth(place))
        page.mouse.move(x, y - 4)
    with page.expect_response("**/shops/*"):
        page.mouse.up()
    order = [names[0], names[3], names[1], names[2], *names[4:]]
    for place, name in enumerate(order):
        expect(rows.nth(place)).to_contain_text(name)
    page.reload()
    for place, name in enumerate(order):
        expect(rows.nth(place)).to_contain_text(name)


def test_aisles_are_dragged_with_a_finger(foyer, open_page):
    page = open_page(has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    rows, names = shop(page, foyer, "ada-touches@example.org")
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    grip = rows.nth(0).locator(".aisle-grip").bounding_box()
    x = grip["x"] + grip["width"] / 2
    touch("touchStart", (x, grip["y"] + grip["height"] / 2))
    touch("touchMove", (x, middle(rows.nth(1))[1]))
    touch("touchMove", (x, middle(rows.nth(1))[1] + 6))
    with page.expect_response("**/shops/*"):
        touch("touchEnd")
    expect(rows.nth(0)).to_contain_text(names[1])
    expect(rows.nth(1)).to_contain_text(names[0])
    # Elsewhere in a line a finger scrolls.
    touch("touchStart", middle(rows.nth(4)))
    touch("touchMove", middle(rows.nth(2)))
    touch("touchEnd")
    expect(rows.nth(0)).to_contain_text(names[1])
