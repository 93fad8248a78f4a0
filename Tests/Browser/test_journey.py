"""One household, from signing up to a crash and back, with JavaScript and without."""

import re

import pytest
from playwright.sync_api import expect

from journeys import mark_done, row, rows, see_samples, sign_up_by_pages
from server import SAMPLES


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_household_from_sign_up_to_a_crash_and_back(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up_by_pages(page, foyer, "Grace Hopper", f"grace-{'with' if javascript else 'without'}@example.org")
    see_samples(page, foyer)
    for sample in SAMPLES:
        expect(page.get_by_text(sample["todo"], exact=True)).to_be_visible()

    # Quick add: the list shows it at once; with JavaScript the page stays the one it was.
    if javascript:
        page.evaluate("window.stayed = true")
    page.get_by_label("Add an item").fill("Buy milk")
    page.get_by_label("Add an item").press("Enter")
    expect(row(page, "Buy milk")).to_have_count(1)
    expect(page.get_by_label("Add an item")).to_have_value("")
    if javascript:
        assert page.evaluate("window.stayed === true")

    # The form.
    page.locator("main a[href='/items/new']").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New item")
    save = page.get_by_role("button", name="Save")
    if javascript:
        expect(save).to_be_disabled()
    page.get_by_label("Title").fill("Paint the shed")
    page.get_by_label("Description").fill("  Two coats.\n\n<b>Green</b> & “matt” 🎨\n")
    page.get_by_label("Due date").fill("2031-05-17")
    page.get_by_label("Time").fill("18:30")
    expect(save).to_be_enabled()
    save.click()
    expect(page).to_have_url(re.compile("/items"))
    expect(row(page, "Paint the shed")).to_have_count(1)
    expect(row(page, "Paint the shed").locator("time")).to_be_visible()

    # Editing: what was typed is there, and Save keeps the change.
    page.goto(foyer.url + "/items?status=all")
    row(page, "Paint the shed").get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    expect(page.get_by_label("Title")).to_have_value("Paint the shed")
    expect(page.get_by_label("Description")).to_have_value("  Two coats.\n\n<b>Green</b> & “matt” 🎨\n")
    expect(page.get_by_label("Due date")).to_have_value("2031-05-17")
    expect(page.get_by_label("Time")).to_have_value("18:30")
    page.get_by_label("Title").fill("Paint the garden shed")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Paint the garden shed")).to_have_count(1)

    # Done.
    page.goto(foyer.url + "/items?status=all")
    mark_done(page, "Buy milk", javascript)
    page.goto(foyer.url + "/items?status=done")
    expect(row(page, "Buy milk")).to_have_count(1)
    page.goto(foyer.url + "/items?status=open")
    expect(row(page, "Paint the garden shed")).to_have_count(1)
    expect(row(page, "Buy milk")).to_have_count(0)

    # Deleting, and Undo in the notice.
    page.goto(foyer.url + "/items?status=all")
    row(page, "Repot the basil").get_by_role("button", name="Delete").click()
    expect(row(page, "Repot the basil")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.goto(foyer.url + "/items?status=all")
    expect(row(page, "Repot the basil")).to_have_count(1)

    # Deleting, and Restore among the deleted things.
    for title in ["Label the jam", "Turn the mattress"]:
        row(page, title).get_by_role("button", name="Delete").click()
        expect(row(page, title)).to_have_count(0)
    page.goto(foyer.url + "/trash")
    expect(rows(page)).to_have_count(2)
    row(page, "Label the jam").get_by_role("button", name="Restore").click()
    expect(row(page, "Label the jam")).to_have_count(0)

    foyer.kill()
    foyer.start()

    page.goto(foyer.url + "/items?status=all")
    expect(rows(page)).to_have_count(len(SAMPLES) + 2 - 1)
    expect(row(page, "Label the jam")).to_have_count(1)
    expect(row(page, "Turn the mattress")).to_have_count(0)
    expect(row(page, "Paint the garden shed")).to_have_count(1)
    page.goto(foyer.url + "/items?status=done")
    expect(row(page, "Buy milk")).to_have_count(1)
    page.goto(foyer.url + "/trash")
    expect(row(page, "Turn the mattress")).to_have_count(1)

    page.goto(foyer.url + "/")
    page.get_by_role("button", name="Sign out").first.click()
    page.goto(foyer.url + "/items")
    expect(page).to_have_url(re.compile("/login"))
    page.get_by_label("E-mail").fill(f"grace-{'with' if javascript else 'without'}@example.org")
    page.get_by_label("Password").fill("a lantern by the window")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_have_value(f"grace-{'with' if javascript else 'without'}@example.org")
    page.get_by_label("Password").fill("a lantern by the door")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Items")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_first_load_that_fails_is_a_message_and_a_second_try(foyer, samples, open_page, javascript):
    page = open_page(javascript=javascript)
    samples.broken = True
    try:
        sign_up_by_pages(page, foyer, "Joan Clarke", f"joan-{javascript}@example.org".lower())
        again = page.get_by_role("button", name="Try again")
        for _ in range(50):
            page.goto(foyer.url + "/items")
            if again.is_visible():
                break
            page.wait_for_timeout(200)
        expect(page.get_by_role("alert")).to_be_visible()
        expect(again).to_be_visible()
        expect(rows(page)).to_have_count(0)
    finally:
        samples.broken = False
    again.click()
    expect(row(page, "Descale the kettle")).to_have_count(1)
    see_samples(page, foyer)


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_two_who_edit_the_same_item_choose_between_both_texts(foyer, account, open_page, javascript):
    page = open_page(account, javascript=javascript)
    page.goto(foyer.url + "/items")
    title = f"Book the ferry {javascript}"
    page.get_by_label("Add an item").fill(title)
    page.get_by_label("Add an item").press("Enter")
    row(page, title).get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")

    other = open_page(account, javascript=javascript)
    other.goto(page.url)
    other.get_by_label("Description").fill("Theirs: on Friday")
    other.get_by_role("button", name="Save").click()
    expect(row(other, title)).to_have_count(1)

    page.get_by_label("Description").fill("Mine: on Saturday")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Theirs: on Friday")).to_be_visible()
    expect(page.get_by_text("Mine: on Saturday")).to_be_visible()
    page.get_by_role("button", name="Keep mine").click()
    expect(row(page, title)).to_contain_text("Mine: on Saturday")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_refused_form_keeps_what_was_typed(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    page.goto(foyer.url + "/signup")
    page.get_by_label("Name", exact=True).fill("Émilie “du” Châtelet <3")
    page.get_by_label("E-mail").fill("not an address")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Émilie “du” Châtelet <3")
    expect(page.get_by_label("E-mail")).to_have_value("not an address")
    expect(page.get_by_label("Password")).to_have_value("")
    for label in ["E-mail", "Password"]:
        field = page.get_by_label(label)
        expect(field).to_have_attribute("aria-invalid", "true")
        described_by = field.get_attribute("aria-describedby")
        expect(page.locator(f"#{described_by.split()[-1]}")).to_be_visible()


def test_search_narrows_the_list_and_the_address_can_be_shared(foyer, account, open_page):
    page = open_page(account)
    page.goto(foyer.url + "/items?status=all")
    page.get_by_role("searchbox").fill("congelateur")
    expect(rows(page)).to_have_count(1)
    expect(row(page, "Défroster le congélateur")).to_have_count(1)
    expect(page).to_have_url(re.compile("q=congelateur"))
    shared = open_page(account, javascript=False)
    shared.goto(page.url)
    expect(rows(shared)).to_have_count(1)
    page.get_by_role("searchbox").fill("nothing is called this")
    expect(rows(page)).to_have_count(0)
