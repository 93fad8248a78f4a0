"""What a tap does can be taken back, and the notice that offers it goes by itself."""

import re

import pytest
from playwright.sync_api import expect

from journeys import ask, day, member, publish, row, rows
from test_items import add


@pytest.fixture
def writer(request, chromium, foyer):
    return member(chromium, foyer, "Una Undo", re.sub('[^a-z0-9]+', '-', request.node.name).strip('-')[-40:] + '@example.org')


def titles(page):
    return [text.strip() for text in rows(page).locator(".item-title").all_text_contents()]


@pytest.mark.parametrize("path", ["/", "/items"])
def test_a_tick_is_taken_back_by_a_key(foyer, writer, open_page, path):
    page = open_page(writer)
    page.goto(foyer.url + "/items")
    page.get_by_label("Add an item").fill("Water the fern today")
    page.keyboard.press("Enter")
    expect(row(page, "Water the fern")).to_be_visible()
    page.goto(foyer.url + path)
    box = row(page, "Water the fern").get_by_role("checkbox")
    box.focus()
    page.keyboard.press("x")
    expect(page.locator("#notice")).to_contain_text("Done: Water the fern")
    page.keyboard.press("u")
    expect(page.locator("#notice")).to_contain_text("Water the fern")
    expect(row(page, "Water the fern").get_by_role("checkbox")).not_to_be_checked()
    expect(row(page, "Water the fern").get_by_role("checkbox")).to_be_focused()
    assert foyer.sql("SELECT count(*) FROM items WHERE title = 'Water the fern' AND NOT is_done") != "0"


def select(page, foyer, *names):
    page.goto(foyer.url + "/items?select=on")
    for name in names:
        row(page, name).get_by_role("checkbox").check()


def test_a_change_of_several_is_taken_back(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/items")
    for text in ["Fold maps #Trip", "Fill flasks", "Find torches"]:
        add(page, foyer, text)
    page.goto(foyer.url + "/items")
    page.get_by_role("link", name="Select").click()
    several = page.url
    stored = lambda: foyer.sql("""SELECT string_agg(concat_ws('/', i.title, c.name, i.is_done,
      (SELECT string_agg(t.name, ',') FROM item_tags x JOIN tags t ON t.id = x.tag_id WHERE x.item_id = i.id)), ' ' ORDER BY i.title)
      FROM items i LEFT JOIN categories c ON c.id = i.category_id WHERE i.title IN ('Fold maps', 'Fill flasks', 'Find torches')""")
    before = stored()
    for button, name in [("Move", "Attic"), ("Add tag", "soon"), ("Mark as done", None)]:
        page.goto(several)
        for title in ("Fold maps", "Fill flasks"):
            row(page, title).get_by_role("checkbox").check()
        expect(page.locator("#bulk-count")).to_have_text("2 selected")
        if name:
            page.locator("#bulk-name").fill(name)
        page.locator(".bulk").get_by_role("button", name=re.compile(button)).click()
        expect(page.locator("#notice")).to_contain_text("2 items changed")
        assert stored() != before, button
        page.keyboard.press("u")
        expect(page.locator("#notice")).to_contain_text("2 items are as they were")
        assert stored() == before, button
        page.wait_for_function("() => document.activeElement !== document.body")


def test_a_tag_without_a_name_keeps_what_is_selected(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/items")
    add(page, foyer, "Sort the post")
    page.get_by_role("link", name="Select").click()
    row(page, "Sort the post").get_by_role("checkbox").check()
    page.locator(".bulk").get_by_role("button", name=re.compile("Add tag")).click()
    expect(page.locator("#bulk-name")).to_be_focused()
    expect(row(page, "Sort the post").get_by_role("checkbox")).to_be_checked()


def test_somebody_elses_later_change_is_not_taken_back(foyer, writer, open_page):
    page, other = open_page(writer), open_page(writer)
    page.goto(foyer.url + "/items")
    add(page, foyer, "Mend the gate")
    page.get_by_role("link", name="Select").click()
    row(page, "Mend the gate").get_by_role("checkbox").check()
    page.locator("#bulk-name").fill("Garden of Una")
    page.locator(".bulk").get_by_role("button", name=re.compile("Move")).click()
    expect(page.locator("#notice")).to_contain_text("1 item changed")
    foyer.sql("UPDATE items SET title = 'Mend the gates', version = version + 1 WHERE title = 'Mend the gate'")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#notice")).to_contain_text("0 items")
    expect(row(page, "Mend the gates")).to_be_visible()


def test_a_notice_goes_by_itself_but_not_from_under_the_pointer(foyer, writer, open_page):
    page = open_page(writer)
    page.clock.install()
    page.goto(foyer.url + "/items")
    add(page, foyer, "Wash windows")
    row(page, "Wash windows").get_by_role("checkbox").check()
    toast = page.locator("#notice .toast")
    expect(toast).to_contain_text("Done")
    page.clock.run_for(6_000)
    expect(toast).to_be_visible()
    page.clock.run_for(6_000)
    expect(toast).to_have_count(0)
    row(page, "Wash windows").get_by_role("checkbox").uncheck()
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Undo").focus()
    page.clock.run_for(30_000)
    expect(toast).to_be_visible()
    row(page, "Wash windows").get_by_role("checkbox").focus()
    page.mouse.move(2, 2)
    page.clock.run_for(12_000)
    expect(toast).to_have_count(0)


def test_a_row_that_was_dragged_goes_back(foyer, writer, open_page):
    page = open_page(writer)
    page.goto(foyer.url + "/items")
    for name in ("One", "Two", "Three"):
        add(page, foyer, f"Stone {name}")
    page.goto(foyer.url + "/items")
    before = [title for title in titles(page) if title.startswith("Stone")]
    first, last = row(page, before[0]), row(page, before[2])
    first.drag_to(last, target_position={"x": 60, "y": 40})
    expect(page.locator("#notice")).to_contain_text(f"Moved: {before[0]}")
    page.reload()
    assert [title for title in titles(page) if title.startswith("Stone")] != before
    # A reload takes the notice away: once more.
    row(page, before[2]).drag_to(row(page, before[1]), target_position={"x": 60, "y": 2})
    order = foyer.sql("SELECT string_agg(title, ',' ORDER BY position) FROM items WHERE title LIKE 'Stone %'")
    page.locator("#notice").get_by_role("button", name="Undo").click()
    expect(page.locator("#notice")).to_contain_text("Moved")
    assert foyer.sql("SELECT string_agg(title, ',' ORDER BY position) FROM items WHERE title LIKE 'Stone %'") != order


def test_withdrawing_an_accepted_stay_asks_in_the_list(foyer, chromium, open_page):
    host = member(chromium, foyer, "Hanna Undo", "hanna-undo@example.org", lambda page: publish(page, foyer, "Hanna Undo", "Graz"))
    guest = member(chromium, foyer, "Gil Undo", "gil-undo@example.org", lambda page: ask(page, foyer, "Hanna Undo"))
    page, theirs = open_page(host), open_page(guest)
    theirs.goto(foyer.url + "/requests")
    theirs.get_by_role("link", name=re.compile("Messages|thread|Open", re.I)).first.click()
    theirs.get_by_label("Your message").fill("Is there a desk?")
    theirs.get_by_role("button", name="Send").first.click()
    expect(theirs.locator("#thread")).to_contain_text("Is there a desk?")
    # The latest question stands on the card, and on Today.
    page.goto(foyer.url + "/hosting/requests")
    expect(page.locator("#incoming")).to_contain_text("Is there a desk?")
    page.goto(foyer.url + "/")
    expect(page.locator("#today")).to_contain_text("Is there a desk?")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator("#notice")).to_contain_text("Undo")
    theirs.goto(foyer.url + "/requests")
    theirs.locator("#incoming, main").get_by_role("button", name="Withdraw").click()
    expect(theirs.get_by_role("heading", level=1)).to_contain_text("?")
    assert foyer.sql("SELECT state FROM stay_requests WHERE guest_name = 'Gil Undo'") == "accepted"
