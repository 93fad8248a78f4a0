"""The operator's page: numbers of the whole server, registration, jobs that failed, and quotas."""

import re

import pytest
from playwright.sync_api import expect

from journeys import PASSWORD, PICTURE, member, tab_to


def operator(chromium, foyer, email):
    """A new account that the command marks while the program serves."""
    state = member(chromium, foyer, "Olga Operator", email)
    foyer.run("user", "admin", email)
    return state


def forget_password(foyer, email):
    """As if the password was last given 16 minutes ago."""
    foyer.sql(f"""UPDATE sessions SET confirmed_at = now() - interval '16 minutes'
      WHERE person_id = (SELECT person_id FROM accounts WHERE email = '{email}')""")


def own_quota(foyer, email):
    return foyer.sql(f"""SELECT coalesce(max(quota), 0) FROM household_storage
      WHERE household_id = (SELECT household_id FROM accounts WHERE email = '{email}')""")


def test_a_quota_by_keyboard(foyer, chromium, open_page):
    """From the settings to the household's quota, past the password, without a mouse."""
    email = "keyboard@operator.example"
    page = open_page(operator(chromium, foyer, email))
    forget_password(foyer, email)
    page.goto(foyer.url + "/settings")
    tab_to(page, page.get_by_role("link", name="This server"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("This server")
    household = foyer.sql(f"SELECT household_id FROM accounts WHERE email = '{email}'")
    row = page.locator("li").filter(has=page.locator(f"#household-{household}"))
    tab_to(page, row.locator("summary"), most=400)
    page.keyboard.press("Enter")
    tab_to(page, row.get_by_label("Quota"))
    page.keyboard.type("much")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Enter a size such as 500M")
    expect(row.get_by_label("Quota")).to_have_value("much")
    tab_to(page, page.get_by_role("link", name="Enter a size"))
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("2G")
    page.keyboard.press("Enter")
    # The form is kept while the password is asked for.
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter your password")
    tab_to(page, page.get_by_label("Current password"))
    page.keyboard.type("not the password")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Current password")).to_have_attribute("aria-invalid", "true")
    assert own_quota(foyer, email) == "0"
    tab_to(page, page.get_by_label("Current password"))
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Quota saved")
    assert own_quota(foyer, email) == str(2 << 30)
    page.goto(foyer.url + "/household")
    expect(page.get_by_text("Pictures and files: 0 KB of 2 GB")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_picture_that_does_not_fit(foyer, chromium, open_page, javascript):
    """The item's form says how much there is, and keeps what was typed."""
    email = f"full-{javascript}@operator.example".lower()
    page = open_page(member(chromium, foyer, "Paula Pictures", email), javascript=javascript)
    household = foyer.sql(f"SELECT household_id FROM accounts WHERE email = '{email}'")
    foyer.run("household", "quota", household, "1M")
    foyer.sql(f"""INSERT INTO images (household_id, id, picture, thumbnail)
      VALUES ('{household}', gen_random_uuid(), convert_to(repeat('x', 1048570), 'UTF8'), 'x')""")
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("A picture of the shed")
    page.get_by_label("Image").set_input_files(PICTURE)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").first).to_contain_text("take up 1 MB of 1 MB, and this one does not fit")
    expect(page.get_by_label("Title")).to_have_value("A picture of the shed")
    foyer.run("household", "quota", household, "none")
    page.get_by_label("Image").set_input_files(PICTURE)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("li[id^='item-']").filter(has_text="A picture of the shed")).to_have_count(1)


@pytest.mark.parametrize("javascript", [True, False])
def test_registration_and_jobs(foyer, chromium, open_page, javascript):
    """Registration is closed and opened; a job that failed is tried again, another one deleted."""
    email = f"switch-{javascript}@operator.example".lower()
    page = open_page(operator(chromium, foyer, email), javascript=javascript)
    outside = open_page(javascript=javascript)
    for error in ["450 busy", "550 gone"]:
        foyer.sql(f"""INSERT INTO jobs (id, kind, payload, state, ended_at, last_error)
          VALUES (gen_random_uuid(), 'password_reset', '{{"email": "nobody@example.org"}}', 'dead', now(), '{error}')""")
    page.goto(foyer.url + "/admin")
    try:
        page.get_by_role("button", name="Close registration").click()
        expect(page.get_by_text("Closed: nobody can create an account")).to_be_visible()
        outside.goto(foyer.url + "/signup")
        expect(outside.get_by_text("New accounts can’t be created at the moment.")).to_be_visible()
        page.get_by_role("button", name="Open registration").click()
        expect(page.get_by_text("Open: anyone can create an account.")).to_be_visible()
        outside.goto(foyer.url + "/signup")
        expect(outside.get_by_label("Password")).to_be_visible()
    finally:
        foyer.sql("UPDATE server_settings SET registration_open = true")
    jobs = page.locator("li[id^='job-']")
    jobs.filter(has_text="550 gone").get_by_role("button", name="Delete").click()
    expect(jobs.filter(has_text="550 gone")).to_have_count(0)
    jobs.filter(has_text="450 busy").get_by_role("button", name="Try again").click()
    expect(jobs.filter(has_text="450 busy")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text("tried again")


def test_it_is_not_there_for_others(foyer, account, open_page):
    """A stranger and a member get the page of a path that is not there, and the settings have no link."""
    foyer.sql("UPDATE accounts SET is_admin = false WHERE email = 'ada@example.org'")
    for page in [open_page(), open_page(account)]:
        page.goto(foyer.url + "/nowhere")
        title = page.title()
        page.goto(foyer.url + "/admin")
        assert page.title() == title
        expect(page.get_by_role("heading", level=1)).not_to_have_text(re.compile("server"))
    page.goto(foyer.url + "/settings")
    expect(page.locator("a[href='/admin']")).to_have_count(0)
