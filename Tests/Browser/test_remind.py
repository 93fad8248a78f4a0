"""What a person is reminded of: the settings, the item's own times, and the letter that comes of them."""

import re

import pytest
from playwright.sync_api import expect

from journeys import day, member


@pytest.mark.parametrize("javascript", [True, False])
def test_reminders_are_turned_on_and_ended(foyer, postbox, chromium, open_page, javascript):
    """By mail: chosen in Settings, other times for one item, a letter, and its link that ends them, signed out."""
    email = f"remind-{javascript}@example.org".lower()
    page = open_page(member(chromium, foyer, "Ada Lovelace", email), javascript=javascript)
    page.goto(foyer.url + "/settings")
    page.get_by_role("link", name="Reminders").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reminders")
    page.get_by_label("By e-mail").check()
    for name in ["The previous day at 18:00", "When it is due"]:
        page.locator("label.chip", has_text=name).click()
    page.get_by_label("Quiet from").fill("22:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.get_by_label("By e-mail")).to_be_checked()
    page.get_by_label("Quiet from").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notice")).to_contain_text("Reminders saved")
    expect(page.get_by_label("1 hour earlier")).to_be_checked()
    # An item with times of its own.
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Sign the form")
    page.get_by_label("Due date").fill(day(20))
    page.get_by_label("Time", exact=True).fill("18:00")
    page.get_by_label("Remind", exact=True).select_option(label="At chosen moments")
    page.locator("label.chip", has_text="On the day at 08:00").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Sign the form").first).to_be_visible()
    moments = foyer.sql(f"""SELECT string_agg(to_char(at AT TIME ZONE p.time_zone, 'HH24:MI'), ' ') FROM reminders r
      JOIN people p ON p.household_id = r.household_id JOIN accounts a ON a.person_id = p.id WHERE a.email = '{email}'""")
    assert moments == "08:00"
    foyer.sql(f"""UPDATE items i SET due_at = date_trunc('second', now()) + interval '2 seconds' FROM accounts a
      WHERE a.household_id = i.household_id AND a.email = '{email}' AND i.title = 'Sign the form';
      UPDATE item_reminders o SET codes = '{{0}}' FROM accounts a WHERE a.person_id = o.person_id AND a.email = '{email}'""")
    letter = postbox.wait_for(email, 2)[1]
    assert re.match(r"Sign the form: (today|tomorrow|yesterday) at ", letter.message["Subject"])
    stranger = open_page(javascript=javascript)
    stranger.goto(letter.message["List-Unsubscribe"].strip("<>"))
    expect(stranger.get_by_role("heading", level=1)).to_have_text("No more e-mails with reminders?")
    stranger.get_by_role("button", name="Send no more").click()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("No more e-mails with reminders")
    page.goto(foyer.url + "/settings/reminders")
    expect(page.get_by_label("By e-mail")).not_to_be_checked()
