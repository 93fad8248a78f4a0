"""Steps that several tests take, by the labels of the pages alone."""

import re
import time

from playwright.sync_api import expect

from server import SAMPLES

PASSWORD = "a lantern by the door"


def sign_up(page, foyer, name, email):
    page.goto(foyer.url + "/signup")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).not_to_have_url(re.compile("/signup"))


def rows(page):
    return page.locator("li[id^='item-']")


def row(page, title):
    return rows(page).filter(has_text=title)


def see_samples(page, foyer):
    """Waits until a new household's first to-dos have come in."""
    deadline = time.monotonic() + 20
    while True:
        page.goto(foyer.url + "/items?status=all")
        if rows(page).count() == len(SAMPLES):
            return
        assert time.monotonic() < deadline, f"{rows(page).count()} of {len(SAMPLES)} first to-dos came in"
        page.wait_for_timeout(200)


def mark_done(page, title, javascript):
    if javascript:
        box = row(page, title).get_by_role("checkbox", name=title)
        box.check()
        expect(box).to_be_checked()
    else:
        row(page, title).get_by_role("button", name="Mark as done").click()
