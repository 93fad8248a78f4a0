"""Steps that several tests take, by the labels of the pages alone."""

import datetime
import re
import struct
import time
import zlib

from playwright.sync_api import expect

from postbox import wait_until
from server import SAMPLES

PASSWORD = "a lantern by the door"


def sign_up(page, foyer, name, email):
    """An account of which the browser of `page` is signed in, by the forms' requests alone: nothing is drawn for it."""
    allow_another(foyer, email)
    browser = page.context.request
    headers = {"Accept-Language": page.evaluate("navigator.language")}

    def send(url, **fields):
        form = browser.get(url, headers=headers)
        csrf = re.search(r'name="csrf" value="([^"]+)"', form.text())[1]
        answer = browser.post(url, headers=headers, form={**fields, "csrf": csrf})
        assert answer.ok, f"{url}: {answer.status} {answer.text()}"
        return answer.url

    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert send(foyer.url + "/signup", name=name, email=email, password=PASSWORD, time_zone=zone) == foyer.url + "/signup/sent"
    assert "/signup" not in send(foyer.postbox.wait_for(email)[0].link, password=PASSWORD)


def sign_up_by_pages(page, foyer, name, email):
    allow_another(foyer, email)
    page.goto(foyer.url + "/signup")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(foyer.url + "/signup/sent")
    page.goto(foyer.postbox.wait_for(email)[0].link)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).not_to_have_url(re.compile("/signup"))


def allow_another(foyer, email):
    """All tests sign up from one address, and too many in an hour are refused."""
    known = foyer.sql(f"DELETE FROM rate_limits; SELECT email FROM accounts WHERE lower(email) = lower('{email}')")
    assert not known, f"another test has signed up as {known}"


def rows(page):
    return page.locator("li[id^='item-']")


def row(page, title):
    return rows(page).filter(has_text=title)


def see_samples(page, foyer):
    """Waits until a new household's first to-dos have come in."""
    deadline = time.monotonic() + 120
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


def png(width=96, height=64):
    """A picture with a gradient in it."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(
        b"\0" + b"".join(bytes((x * 2 % 256, y * 3 % 256, 128)) for x in range(width)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


PICTURE = {"name": "shed.png", "mimeType": "image/png", "buffer": png()}


def day(days):
    return (datetime.date.today() + datetime.timedelta(days=days)).isoformat()


def member(chromium, foyer, name, email, steps=None):
    """Somebody in a household of their own; what a browser must know to be them."""
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, name, email)
    if steps:
        steps(page)
    state = context.storage_state()
    context.close()
    return state


def publish(page, foyer, name, place, capacity=2):
    page.goto(foyer.url + "/hosting")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Offer").fill("A bed by the window.\n\nThe cat decides who sits where.")
    page.get_by_label("Place", exact=True).fill(place)
    page.get_by_label("Address").fill("7 Quai Secret")
    page.get_by_label("Guests at once").fill(str(capacity))
    page.get_by_label("Photo of you").set_input_files(PICTURE)
    page.get_by_label("Photo of the place").set_input_files(PICTURE)
    page.get_by_label("Published").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notice")).to_contain_text("Everybody can find it now")


def visit(page, foyer, name):
    page.goto(foyer.url + "/hosts")
    page.get_by_role("main").get_by_role("link", name=re.compile(name)).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def network(page):
    """Sets by how many milliseconds everything that the page asks for is delayed."""
    session = page.context.new_cdp_session(page)

    def delay(milliseconds):
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1})

    return delay


def before_scripts(page, url):
    """Opens a page that has come in but for htmx; what lets that come."""
    waiting = []
    page.route(re.compile(r"/htmx\.min"), lambda route: waiting.append(route))
    page.goto(url, wait_until="commit")

    def come():
        wait_until(lambda: page.wait_for_timeout(20) or waiting)
        waiting.pop().continue_()

    return come


def ask(page, foyer, name, arrival=10, departure=12):
    visit(page, foyer, name)
    page.get_by_label("Arrival").fill(day(arrival))
    page.get_by_label("Departure").fill(day(departure))
    page.get_by_label("Message").fill("We come by train.")
    page.get_by_role("button", name="Send request").click()
    expect(page.get_by_role("alert").filter(has_text="Request sent")).to_be_visible()


def write_recipe(page, foyer, name, ingredients, **fields):
    page.goto(foyer.url + "/recipes/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Ingredients").fill("\n".join(ingredients))
    page.get_by_label("Steps").fill("Chop everything.\nBoil it for twenty minutes.")
    for label, text in fields.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def tab_to(page, target, most=120):
    """Presses Tab until `target` has the focus, as somebody without a mouse does."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{target} is not reached by {most} presses of Tab")
