"""The code of an authenticator app besides the password. The app is pyotp, its camera zxing-cpp."""

import io
import re
import time

import pyotp
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from journeys import PASSWORD, member, tab_to


def switch_on(page, foyer):
    """By the pages' own links; the authenticator app, and the recovery codes."""
    page.goto(foyer.url + "/settings")
    page.get_by_role("link", name="Security").click()
    page.get_by_role("button", name="Set up an authenticator app").click()
    app = pyotp.parse_uri(scan(page))
    page.get_by_label("Code", exact=True).fill(app.now())
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    codes = page.get_by_role("listitem").all_inner_texts()
    page.get_by_role("link", name="I have kept them").click()
    expect(page.get_by_role("main")).to_contain_text("10 recovery codes are left.")
    return app, codes


def scan(page):
    """What a camera reads off the screen."""
    picture = Image.open(io.BytesIO(page.get_by_role("img", name="QR code of the key").screenshot()))
    [code] = zxingcpp.read_barcodes(picture)
    assert code.format == zxingcpp.BarcodeFormat.QRCode
    return code.text


def next_code(app):
    """Of the step after the present one: that of the present one may have been used."""
    return app.at(time.time() + app.interval)


def give_password(page, foyer, email, path="/login"):
    page.goto(foyer.url + path)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter the code")


def give_code(page, code):
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.parametrize("javascript", [True, False])
def test_an_authenticator_app(foyer, postbox, chromium, open_page, javascript):
    email = f"ada.{javascript}+totp@second.example".lower()
    page = open_page(member(chromium, foyer, "Ada", email), javascript=javascript)
    app, codes = switch_on(page, foyer)
    assert app.name == email and app.issuer == "Foyer" and len(app.secret) == 32
    assert len(set(codes)) == 10
    assert "is on in Foyer" in postbox.wait_for(email, 2)[1].message["Subject"]

    phone = open_page(javascript=javascript)
    give_password(phone, foyer, email, "/login?next=/trash")
    give_code(phone, "000000")
    expect(phone.get_by_role("alert")).to_contain_text("This code is not valid")
    code = next_code(app)
    give_code(phone, f"{code[:3]} {code[3:]}")
    expect(phone).to_have_url(foyer.url + "/trash")

    # The same code again, and then a recovery code, in the same field.
    tablet = open_page(javascript=javascript)
    give_password(tablet, foyer, email)
    give_code(tablet, code)
    expect(tablet.get_by_role("alert")).to_contain_text("was used already")
    give_code(tablet, codes[3].upper())
    expect(tablet).to_have_url(foyer.url + "/")
    page.goto(foyer.url + "/settings/security")
    expect(page.get_by_role("main")).to_contain_text("9 recovery codes are left.")

    page.get_by_role("button", name="Make new recovery codes").click()
    new = page.get_by_role("listitem").all_inner_texts()
    assert len(set(new) - set(codes)) == 10
    page.goto(foyer.url + "/settings/security")
    page.get_by_role("button", name="Switch off two-factor authentication").click()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".toast")).to_contain_text("Two-factor authentication is off")
    assert any("is off in Foyer" in letter.message["Subject"] for letter in postbox.wait_for(email, 5))
    phone.goto(foyer.url + "/items")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Items")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_code_can_be_scanned_in_every_theme(foyer, chromium, open_page, theme, width):
    page = open_page(
        member(chromium, foyer, "Grace", f"grace-{theme}-{width}@second.example"), width=width, color_scheme=theme)
    page.goto(foyer.url + "/settings/security")
    page.get_by_role("button", name="Set up an authenticator app").click()
    app = pyotp.parse_uri(scan(page))
    # What one types instead is the same key.
    assert page.locator(".secret code").inner_text().replace(" ", "") == app.secret
    page.emulate_media(forced_colors="active")
    assert pyotp.parse_uri(scan(page)).secret == app.secret


def test_five_wrong_codes(foyer, postbox, chromium, open_page):
    email = "mary@second.example"
    app, _ = switch_on(open_page(member(chromium, foyer, "Mary", email)), foyer)
    page = open_page()
    give_password(page, foyer, email)
    for _ in range(5):
        give_code(page, "000000")
        expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Enter the code")
    expect(page.get_by_role("alert")).to_contain_text("Please sign in again")
    assert "has your Foyer password" in postbox.wait_for(email, 3)[2].message["Subject"]
    give_password(page, foyer, email)
    give_code(page, next_code(app))
    expect(page).to_have_url(foyer.url + "/")


def test_a_forgotten_password_is_no_way_around_the_code(foyer, postbox, chromium, open_page):
    email = "hedy@second.example"
    app, _ = switch_on(open_page(member(chromium, foyer, "Hedy", email)), foyer)
    page = open_page()
    page.goto(foyer.url + "/password/forgot")
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the link").click()
    page.goto(postbox.wait_for(email, 3)[2].link)
    page.get_by_label("New password").fill(PASSWORD + " again")
    page.get_by_role("button", name="Change password").click()
    expect(page.locator(".toast")).to_contain_text("New password set")
    page.goto(foyer.url + "/items")
    expect(page).to_have_url(re.compile("/login"))
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD + " again")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter the code")
    give_code(page, next_code(app))
    expect(page).to_have_url(foyer.url + "/items")


def test_by_keyboard(foyer, chromium, open_page):
    email = "emmy@second.example"
    page = open_page(member(chromium, foyer, "Emmy", email))
    page.goto(foyer.url + "/settings/security")
    tab_to(page, page.get_by_role("button", name="Set up an authenticator app"))
    page.keyboard.press("Enter")
    key = page.locator(".secret code").inner_text().replace(" ", "")
    app = pyotp.TOTP(key)
    tab_to(page, page.get_by_label("Code", exact=True))
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    tab_to(page, page.get_by_label("Code", exact=True))
    page.keyboard.type(app.now())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    tab_to(page, page.get_by_role("link", name="I have kept them"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Security")

    stranger = open_page()
    give_password(stranger, foyer, email)
    tab_to(stranger, stranger.get_by_label("Code", exact=True))
    stranger.keyboard.type(next_code(app))
    stranger.keyboard.press("Enter")
    expect(stranger).to_have_url(foyer.url + "/")
