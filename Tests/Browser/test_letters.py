"""Letters to people: a forgotten password, invitations, and news of the account. What the server behind them may do wrong is
tested in Tests/Operating."""

import re

import pytest
from playwright.sync_api import expect

from journeys import PASSWORD, ask, member, publish, sign_up
from places import mail_link
from postbox import wait_until

NEW = "a lantern by the window"


def is_signed_in(page, foyer):
    page.goto(foyer.url + "/settings")
    return not page.url.startswith(foyer.url + "/login")


def sign_in(page, foyer, email, password):
    page.goto(foyer.url + "/login")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def set_password(page, link, password=NEW):
    page.goto(link)
    page.get_by_label("New password").fill(password)
    page.get_by_role("button", name="Change password").click()


def expect_ended(page):
    expect(page.get_by_role("heading", level=1)).to_have_text("This link has ended")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_forgotten_password(foyer, postbox, chromium, open_page, javascript):
    """The link is asked for, opened, used, and over."""
    email = f"hedy-{javascript}@letters.example".lower()
    elsewhere = open_page(member(chromium, foyer, "Hedy Lamarr", email))
    assert is_signed_in(elsewhere, foyer)
    page = open_page(javascript=javascript)
    page.goto(foyer.url + "/login")
    page.get_by_role("link", name="Forgotten your password?").click()
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.locator(".toast")).to_contain_text("an e-mail with a link is on its way")
    link = postbox.wait_for(email, 2)[1].link
    page.goto(link)
    page.get_by_label("New password").fill("short")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("alert")).to_be_visible()
    set_password(page, link)
    expect(page.locator(".toast")).to_contain_text("New password set")
    assert not is_signed_in(elsewhere, foyer)
    assert "was changed" in postbox.wait_for(email, 3)[2].message["Subject"]
    sign_in(page, foyer, email, PASSWORD)
    expect(page.get_by_role("alert")).to_be_visible()
    sign_in(page, foyer, email, NEW)
    expect(page).to_have_url(foyer.url + "/")
    page.goto(link)
    expect_ended(page)


def test_a_link_twice_late_and_made_up(foyer, chromium, open_page):
    email = "mary@letters.example"
    member(chromium, foyer, "Mary Somerville", email)
    link = f"{foyer.url}/password/reset/{mail_link(foyer, email=email)}"
    first, second = open_page(), open_page()
    for page in [first, second]:
        page.goto(link)
        page.get_by_label("New password").fill(f"{NEW} {page is first}")
    first.get_by_role("button", name="Change password").click()
    expect(first.locator(".toast")).to_contain_text("New password set")
    second.get_by_role("button", name="Change password").click()
    expect_ended(second)
    sign_in(first, foyer, email, f"{NEW} True")
    expect(first).to_have_url(foyer.url + "/")
    # Half an hour later, while its form is open.
    link = f"{foyer.url}/password/reset/{mail_link(foyer, email=email)}"
    second.goto(link)
    foyer.sql("UPDATE mail_links SET created_at = created_at - interval '30 minutes'")
    second.get_by_label("New password").fill(NEW)
    second.get_by_role("button", name="Change password").click()
    expect_ended(second)
    for path in ["/password/reset/none", link.removeprefix(foyer.url)[:-1]]:
        second.goto(foyer.url + path)
        expect_ended(second)
    assert is_signed_in(first, foyer)


def test_a_link_of_another_account(foyer, chromium, open_page):
    """A link is for its account, whoever is signed in where it is opened."""
    theirs, own = "lise@letters.example", "otto@letters.example"
    member(chromium, foyer, "Lise Meitner", theirs)
    page = open_page(member(chromium, foyer, "Otto Frisch", own))
    set_password(page, f"{foyer.url}/password/reset/{mail_link(foyer, email=theirs)}")
    expect(page.locator(".toast")).to_contain_text("New password set")
    assert is_signed_in(page, foyer)
    stranger = open_page()
    sign_in(stranger, foyer, own, NEW)
    expect(stranger.get_by_role("alert")).to_be_visible()
    sign_in(stranger, foyer, theirs, NEW)
    expect(stranger).to_have_url(foyer.url + "/")


def test_an_invitation_by_mail(foyer, postbox, chromium, open_page):
    """It joins once; a name with line breaks adds no header."""
    page = open_page(javascript=False)
    sign_up(page, foyer, "Eve", "eve@letters.example")
    foyer.sql("UPDATE people SET name = E'Eve\\r\\nBcc: mallory@letters.example' WHERE name = 'Eve'")
    page.goto(foyer.url + "/household")
    page.get_by_label("E-mail of the person").fill("not an address")
    page.get_by_role("button", name="Create a link").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("E-mail of the person").fill("guest@letters.example")
    page.get_by_role("button", name="Create a link").click()
    expect(page.locator(".toast")).to_contain_text("The invitation is on its way")
    letter = postbox.wait_for("guest@letters.example")[0]
    assert letter.message["Bcc"] is None and not letter.message.defects
    assert letter.message["Subject"] == "Eve Bcc: mallory@letters.example invites you to Foyer"
    guest = open_page()
    guest.goto(letter.link)
    # The link is the answer to the letter: a name, a password, and one is at home.
    expect(guest.get_by_label("E-mail")).to_have_value("guest@letters.example")
    guest.get_by_label("Name").fill("Guest")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("button", name="Create account").click()
    expect(guest).to_have_url(foyer.url + "/")
    expect(guest.locator("#notice")).to_contain_text("Welcome to your new household")
    guest.goto(foyer.url + "/household")
    expect(guest.get_by_role("main")).to_contain_text("mallory@letters.example")
    guest.goto(foyer.url + "/settings")
    expect(guest.get_by_text("This address is confirmed.")).to_be_visible()
    stranger = open_page()
    stranger.goto(letter.link)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This invitation has ended")


@pytest.mark.parametrize("javascript", [True, False])
def test_another_address_than_the_invited_one_is_confirmed_by_a_letter(foyer, postbox, open_page, javascript):
    name = f"{javascript}".lower()
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Mallory", f"mallory-{name}@letters.example")
    page.goto(foyer.url + "/household")
    page.get_by_label("E-mail of the person").fill(f"asked-{name}@letters.example")
    page.get_by_role("button", name="Create a link").click()
    link = postbox.wait_for(f"asked-{name}@letters.example")[0].link
    guest = open_page(javascript=javascript)
    guest.goto(link)
    guest.get_by_label("Name").fill("Guest")
    guest.get_by_label("E-mail").fill(f"other-{name}@letters.example")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("button", name="Create account").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Look into your mailbox")
    guest.goto(postbox.wait_for(f"other-{name}@letters.example")[0].link)
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("button", name="Create account").click()
    expect(guest).to_have_url(foyer.url + "/")
    guest.goto(foyer.url + "/household")
    expect(guest.get_by_role("main")).to_contain_text("Mallory")
    stranger = open_page(javascript=javascript)
    stranger.goto(link)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This invitation has ended")


def fill_sign_up(page, foyer, name, email):
    page.goto(foyer.url + "/signup")
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look into your mailbox")


@pytest.mark.parametrize("javascript", [True, False])
def test_signing_up_tells_nobody_who_has_an_account(foyer, postbox, open_page, javascript):
    """The owner of a taken address is told in a letter; a free one gets a link, which works once and for a day."""
    email = f"emmy-{javascript}@letters.example".lower()
    page = open_page(javascript=javascript)
    fill_sign_up(page, foyer, "Emmy", email)
    fill_sign_up(page, foyer, "Noether", email)
    first, second = [letter.link for letter in postbox.wait_for(email, 2)]
    page.goto(first)
    page.get_by_label("Password").fill("a password of somebody else")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(foyer.url + "/welcome")
    for link in [first, second]:
        stranger = open_page(javascript=javascript)
        stranger.goto(link)
        if link == second:
            stranger.get_by_label("Password").fill(PASSWORD)
            stranger.get_by_role("button", name="Create account").click()
        expect_ended(stranger)
    fill_sign_up(stranger, foyer, "Somebody", email.upper())
    letter = postbox.wait_for(email, 3)[2]
    assert letter.message["Subject"] == "You have a Foyer account already" and letter.link == foyer.url + "/login"
    late = email.replace("emmy", "late")
    fill_sign_up(stranger, foyer, "Late", late)
    link = postbox.wait_for(late)[0].link
    foyer.sql("UPDATE sign_ups SET created_at = created_at - interval '1 day'")
    stranger.goto(link)
    expect_ended(stranger)


def change_address(page, foyer, email):
    page.goto(foyer.url + "/settings")
    page.locator("#field-email").fill(email)
    page.locator("form[action='/settings'] button.primary").click()
    expect(page.locator(".toast")).to_be_visible()


def test_a_new_address_counts_once_it_is_confirmed(foyer, postbox, chromium, open_page):
    member(chromium, foyer, "Chien-Shiung Wu", "wu@letters.example")
    page = open_page(member(chromium, foyer, "Hertha Ayrton", "hertha@letters.example"))
    change_address(page, foyer, "ayrton@letters.example")
    expect(page.get_by_label("E-mail")).to_have_value("hertha@letters.example")
    link = postbox.wait_for("ayrton@letters.example")[0].link
    elsewhere = open_page(javascript=False)
    elsewhere.goto(link)
    elsewhere.get_by_label("E-mail").fill("hertha@letters.example")
    elsewhere.get_by_label("Password").fill(PASSWORD)
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere).to_have_url(link)
    # A device that had not signed in before.
    postbox.wait_for("hertha@letters.example", 2)
    elsewhere.goto(link)
    elsewhere.get_by_role("button", name="Confirm").click()
    expect(elsewhere.locator(".toast")).to_contain_text("E-mail address confirmed")
    elsewhere.goto(link)
    expect_ended(elsewhere)
    page.goto(foyer.url + "/settings")
    expect(page.get_by_label("E-mail")).to_have_value("ayrton@letters.example")
    expect(page.get_by_text("This address is confirmed.")).to_be_visible()
    assert "was changed" in postbox.wait_for("hertha@letters.example", 3)[2].message["Subject"]
    # Another's: the answer is the same, and its owner hears of it.
    change_address(page, foyer, "wu@letters.example")
    assert postbox.wait_for("wu@letters.example", 2)[1].message["Subject"] == "You have a Foyer account already"
    page.goto(foyer.url + "/settings")
    expect(page.get_by_label("E-mail")).to_have_value("ayrton@letters.example")


def test_an_address_from_before_mail_is_confirmed(foyer, postbox, chromium, open_page):
    email = "rosalind@letters.example"
    page = open_page(member(chromium, foyer, "Rosalind Franklin", email), javascript=False)
    foyer.sql(f"UPDATE accounts SET verified_at = NULL WHERE email = '{email}'")
    page.goto(foyer.url + "/settings")
    page.get_by_role("button", name="Send the link").click()
    expect(page.locator(".toast")).to_contain_text("An e-mail with a link is on its way")
    page.goto(postbox.wait_for(email, 2)[1].link)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("This address is confirmed.")).to_be_visible()


def test_news_of_an_account(foyer, postbox, chromium, open_page):
    """A device that had not signed in before, a new password: in the person's language."""
    email = "sofia@letters.example"
    home = open_page(member(chromium, foyer, "Sofia Kovalevskaya", email))
    home.goto(foyer.url + "/settings")
    home.get_by_label("Language").select_option("fr")
    home.locator("form[action='/settings'] button.primary").click()
    expect(home.get_by_role("heading", level=1)).to_have_text(re.compile("Réglages|Paramètres"))
    page = open_page()
    sign_in(page, foyer, email, PASSWORD)
    expect(page).to_have_url(foyer.url + "/")
    letter = postbox.wait_for(email, 2)[1]
    assert letter.message["Content-Language"] == "fr" and "127.0.0.1" in letter.text and "Chrome" in letter.text
    # The same device again is no news.
    page.locator("form[action='/logout'] button").first.click()
    expect(page).to_have_url(re.compile("/login"))
    sign_in(page, foyer, email, PASSWORD)
    expect(page).to_have_url(foyer.url + "/")
    page.goto(foyer.url + "/settings")
    page.locator("#field-current_password").fill(PASSWORD)
    page.locator("#field-new_password").fill(NEW)
    page.locator("form[action='/settings/password'] button").click()
    expect(page.locator(".toast")).to_be_visible()
    assert "modifié" in postbox.wait_for(email, 3)[2].message["Subject"]


def test_news_are_in_the_language_of_the_pages(foyer, postbox, chromium, open_page):
    """R40: not in that of the browser that caused them, which may be another's."""
    email = "emilie@letters.example"
    member(chromium, foyer, "Émilie du Châtelet", email)
    foyer.sql("UPDATE people SET seen_language = 'fr' WHERE name = 'Émilie du Châtelet'")
    page = open_page()
    sign_in(page, foyer, email, PASSWORD)
    expect(page).to_have_url(foyer.url + "/")
    assert postbox.wait_for(email, 2)[1].message["Content-Language"] == "fr"
    page.goto(foyer.url + "/password/forgot")
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the link").click()
    assert postbox.wait_for(email, 3)[2].message["Content-Language"] == "fr"


def test_a_reference_that_waits_is_told_in_a_letter(foyer, postbox, chromium, open_page):
    """Once, to the side that has not written, in its language; what the other side has written is not in it."""
    email = "berthe@letters.example"
    host = member(chromium, foyer, "Berthe Morisot", email, lambda page: publish(page, foyer, "Berthe Morisot", "Bourges"))
    guest = member(chromium, foyer, "Mary Cassatt", "cassatt@letters.example", lambda page: ask(page, foyer, "Berthe Morisot"))
    page = open_page(host)
    page.goto(foyer.url + "/hosting/requests")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator("#notice")).to_contain_text("Undo")
    stay = foyer.sql(f"""UPDATE people SET language = 'fr' WHERE name = 'Berthe Morisot';
      INSERT INTO reminder_settings (household_id, person_id, by_mail) SELECT household_id, person_id, true FROM accounts WHERE email = '{email}'
      ON CONFLICT (household_id, person_id) DO UPDATE SET by_mail = true;
      UPDATE stay_requests SET arrival = current_date - 4, departure = current_date - 1 WHERE guest_name = 'Mary Cassatt' RETURNING id""")
    theirs = open_page(guest)
    theirs.goto(f"{foyer.url}/requests/{stay}")
    theirs.get_by_label("Your reference for").fill("The light in the kitchen")
    theirs.get_by_role("button", name="Send reference").click()
    told = lambda: [letter for letter in postbox.to(email) if letter.message["Subject"].startswith("Un avis sur le séjour avec Mary Cassatt")]
    wait_until(told, lambda: f"{postbox.to(email)}")
    [letter] = told()
    body = letter.message.get_body(preferencelist=("plain",)).get_content()
    assert letter.message["Content-Language"] == "fr" and "kitchen" not in letter.message.as_string()
    page.goto(re.search(rf"^https?://\S+/hosting/requests/{stay}#reference", body, re.M)[0])
    page.get_by_label("Votre avis sur").fill("Elle chantait le matin")
    page.get_by_role("button", name="Envoyer l’avis").click()
    expect(page.locator("#reference")).to_contain_text("The light in the kitchen")
    theirs.reload()
    expect(theirs.locator("#reference")).to_contain_text("Elle chantait le matin")
    assert foyer.sql("SELECT count(*) FROM jobs WHERE state = 'waiting' AND payload->>'event' = 'reference'") == "0"
    assert len(told()) == 1 and not [one for one in postbox.to("cassatt@letters.example") if "reference" in one.message["Subject"]]
