"""The first steps of a new household: from signing up to the page of today."""

import pytest
from playwright.sync_api import expect

from journeys import PASSWORD, rows
from test_pages import violations, wider_than
from test_targets import SMALL_TARGETS


def newcomer(page, foyer, email):
    """Signs up in whichever language the browser asks for."""
    foyer.sql("DELETE FROM rate_limits")
    page.goto(foyer.url + "/signup")
    for name, value in [("name", "Nadia"), ("email", email), ("password", PASSWORD)]:
        page.locator(f"main [name={name}]").fill(value)
    page.locator("main form .primary").click()
    expect(page).to_have_url(foyer.url + "/signup/sent")
    page.goto(foyer.postbox.wait_for(email)[0].link)
    page.locator("main [name=password]").fill(PASSWORD)
    page.locator("main form .primary").click()
    expect(page).to_have_url(foyer.url + "/welcome")


@pytest.mark.parametrize("javascript", [True, False])
def test_from_signing_up_to_today(foyer, postbox, open_page, javascript):
    """One name, one invitation, two routines, letters: each on a page of its own."""
    email = f"nadia-{javascript}@welcome.example".lower()
    page = open_page(javascript=javascript)
    newcomer(page, foyer, email)
    page.get_by_label("Name").fill("The Lighthouse")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who lives here")
    page.get_by_label("E-mail of the person").fill(f"guest-{email}")
    page.get_by_role("button", name="Create a link").click()
    expect(page.locator("#notice")).to_contain_text("The invitation is on its way")
    page.get_by_role("link", name="Continue").click()
    page.get_by_label("Take out the bins").check()
    page.get_by_label("Water the plants").check()
    page.get_by_label("Remove the samples").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#notice")).to_contain_text("2 routines added")
    # The address has answered a letter just now.
    page.get_by_label("By e-mail").check()
    page.get_by_role("button", name="To Today").click()
    expect(page).to_have_url(foyer.url + "/")
    page.goto(foyer.url + "/items?status=all")
    expect(rows(page)).to_have_count(2)
    page.goto(foyer.url + "/settings/reminders")
    expect(page.get_by_label("By e-mail")).to_be_checked()
    # The one who was invited: one letter, one password.
    guest = open_page(javascript=javascript)
    guest.goto(postbox.wait_for(f"guest-{email}")[0].link)
    expect(guest.get_by_role("main")).to_contain_text("The Lighthouse")
    guest.get_by_label("Name").fill("Tove")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("button", name="Create account").click()
    expect(guest).to_have_url(foyer.url + "/")
    guest.goto(foyer.url + "/items")
    expect(rows(guest)).to_have_count(2)


@pytest.mark.parametrize("locale", ["en-US", "fr-FR", "ko-KR", "ru-RU"])
def test_each_step_fits_is_accessible_and_can_be_skipped_by_keyboard(foyer, open_page, locale):
    page = open_page(locale=locale, reduced_motion="reduce")
    newcomer(page, foyer, f"skip-{locale}@welcome.example".lower())
    for path in ["/welcome/people", "/welcome/routines", "/welcome/reach", "/"]:
        problems = [problem for width in [320, 390, 1440] for problem in wider_than(page, width)]
        problems += page.evaluate(SMALL_TARGETS)
        problems += [problem for theme in ["light", "dark"] for problem in violations(page, theme)]
        assert problems == [], page.url
        page.locator(f"main .actions a[href='{path}']").focus()
        page.keyboard.press("Enter")
        expect(page).to_have_url(foyer.url + path)
    # Nothing was asked for, and nothing was done.
    page.goto(foyer.url + "/settings/reminders")
    expect(page.locator("[name=mail]")).not_to_be_checked()


def test_a_page_without_passkeys_says_why(foyer, account, open_page):
    page = open_page(account)
    page.goto(foyer.url + "/settings/security")
    expect(page.locator("#passkey-why")).to_contain_text("opened by an IP address")
    expect(page.locator("#passkey-add")).to_be_hidden()
    page = open_page(account, javascript=False)
    page.goto(foyer.url + "/settings/security")
    expect(page.locator("noscript .hint")).to_contain_text("needs JavaScript")
