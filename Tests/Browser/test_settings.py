"""What a person sets for themselves."""

import pytest
from playwright.sync_api import expect

from journeys import PASSWORD, PICTURE, member, png


@pytest.fixture(scope="module")
def grace(chromium, foyer):
    return member(chromium, foyer, "Grace Hopper", "grace@example.org")


def test_a_photo_of_any_size_has_room_at_every_width(foyer, open_page, grace):
    """R38: the page of a wide photo, as the demonstration has them, scrolled sideways up to 1,024 px."""
    page = open_page(grace)
    page.goto(foyer.url + "/settings/photo")
    page.get_by_label("Picture").set_input_files(PICTURE)
    page.route("**/people/*/photo*", lambda route: route.fulfill(body=png(1600, 300), content_type="image/png"))
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_be_visible()
    page.goto(foyer.url + "/settings/photo")
    photo = page.get_by_role("main").get_by_role("img")
    expect(photo).to_be_visible()
    photo.evaluate("photo => photo.decode()")
    assert photo.evaluate("photo => photo.naturalWidth") == 1600
    for width in [320, 360, 390, 600, 768, 1024, 1440]:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("javascript", [True, False])
def test_a_time_zone_is_chosen(foyer, open_page, grace, javascript):
    """R22: from the database's zones, by their place, with and without JavaScript."""
    page = open_page(grace, javascript=javascript, width=360)
    page.goto(foyer.url + "/settings")
    zone = page.get_by_label("Time zone")
    zone.select_option(label="Kathmandu" if javascript else "Reykjavik")
    page.locator("form[action='/settings'] button").click()
    expect(page.locator(".toast")).to_contain_text("Settings saved")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Kathmandu" if javascript else "Atlantic/Reykjavik")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_changed_password_keeps_this_browser_signed_in(foyer, open_page, grace):
    page = open_page(grace, javascript=False)
    page.goto(foyer.url + "/settings")
    page.locator("#password").get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("a lantern by the window")
    page.get_by_role("button", name="Change password").click()
    expect(page.locator(".toast")).to_contain_text("Password changed")
    page.goto(foyer.url + "/items")
    expect(page.get_by_role("heading", level=1)).to_have_text("Items")
