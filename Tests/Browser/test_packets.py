"""What a packet decides: asked once on a recipe's page, remembered for the household, changed and forgotten on a page of its own."""

import re

import pytest
from playwright.sync_api import expect

from journeys import sign_up, write_recipe
from test_eaters import feed
from test_pages import violations


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_packet_is_read_once(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-packets-{javascript}@example.org")
    write_recipe(page, foyer, "Zesty stew", ["500 g carrots", "2 stock cubes"])
    write_recipe(page, foyer, "Zesty soup", ["500 g carrots", "1 stock cube"])
    feed(page, foyer, "Léa", ["Celery"])
    page.goto(foyer.url + "/recipes/results?q=zesty&unknown=show")
    page.get_by_role("link", name="Zesty soup").first.click()
    warning = page.locator("#recipe-eaters .warning")
    expect(warning).to_contain_text("read the packet of stock cube (celery)")
    page.locator(".packet summary").click()
    celery = page.get_by_role("group", name="Stock cube: celery")
    none = celery.get_by_role("button", name="Ours has none")
    none.click()
    expect(warning).to_have_text("Suits everybody who eats")
    expect(page.locator(".toast")).to_contain_text("Noted: stock cube, celery")
    if javascript:
        # The page did not move: the button that was pressed has the focus, and says so.
        expect(none).to_be_focused()
        assert list(violations(page, "light")) == []
    else:
        page.locator(".packet summary").click()
    expect(none).to_have_attribute("aria-pressed", "true")
    expect(celery.locator("xpath=following-sibling::*")).to_contain_text("Ada")
    # With the packet in hand: the step stays, and so does the choice.
    none.click()
    expect(warning).to_contain_text("read the packet of stock cube (celery)")
    page.get_by_role("link", name="Cook", exact=True).click()
    warnings = page.locator("#cook-warnings")
    expect(warnings).to_contain_text("read the packet of stock cube (celery)")
    page.locator(".packet summary").click()
    none.click()
    expect(warnings.locator(".warning")).to_have_count(0)
    expect(page.locator(".toast")).to_contain_text("Noted: stock cube, celery")
    expect(page).to_have_url(re.compile(r"/cook(\?step=1)?$"))
    if javascript:
        expect(none).to_be_focused()
        expect(none).to_have_attribute("aria-pressed", "true")
        # A key of a button turns no step.
        page.keyboard.press("Space")
        expect(warnings.locator(".warning")).to_have_count(1)
        page.keyboard.press("Space")
        expect(warnings.locator(".warning")).to_have_count(0)
    # The other recipe of that food is answered as well, and on paper.
    page.goto(foyer.url + "/recipes/results?q=zesty&unknown=show")
    page.get_by_role("link", name="Zesty stew").first.click()
    expect(warning).to_have_text("Suits everybody who eats")
    # Another brand: the answer is changed, and then forgotten.
    page.goto(foyer.url + "/recipes/packets")
    if javascript:
        assert list(violations(page, "light")) == []
    page.get_by_role("button", name="Ours has it").click()
    expect(page.get_by_role("button", name="Ours has it")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    page.goto(foyer.url + "/recipes/results?q=zesty&unknown=show")
    page.goto(foyer.url + "/recipes/packets")
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
