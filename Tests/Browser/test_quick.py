"""The line that adds an item, as one types: what is understood is tinted, and can be taken back."""

import pytest
from playwright.sync_api import expect

from journeys import before_scripts, rows


def tinted(page):
    return page.locator("#quick-tint mark")


def test_what_is_understood_is_tinted_where_it_stands(line):
    line.keyboard.type("Swim with Ann every Tuesday at 18:00 #Sports")
    expect(tinted(line)).to_have_text(["every Tuesday", "at 18:00", "#Sports"])
    expect(line.locator("#understood .chip")).to_contain_text(["Sports", "18:00", "Every Tuesday"])
    # The tint lies behind the same letters.
    field, mark = line.locator("#quick-text").bounding_box(), tinted(line).first.bounding_box()
    assert field["x"] < mark["x"] < mark["x"] + mark["width"] < field["x"] + field["width"]
    line.keyboard.press("Enter")
    expect(rows(line).filter(has_text="Swim with Ann")).to_have_count(1)
    expect(tinted(line)).to_have_count(0)


def test_what_is_typed_before_the_scripts_come_is_understood(foyer, account, open_page):
    page = open_page(account)
    let_htmx_come = before_scripts(page, foyer.url + "/items")
    page.get_by_label("Add an item").fill("Swim on Friday")
    let_htmx_come()
    expect(page.locator("#understood .chip")).to_have_count(1)
    expect(tinted(page)).to_have_text(["on Friday"])


def test_a_click_makes_plain_words_of_it_again(line):
    line.keyboard.type("Rent Notting Hill on Friday")
    expect(tinted(line)).to_have_text(["on Friday"])
    line.locator("#understood .chip").click()
    expect(tinted(line)).to_have_count(0)
    expect(line.locator("#understood .chip")).to_have_count(0)
    expect(line.get_by_label("Add an item")).to_be_focused()
    # What comes after it is understood all the same.
    line.keyboard.type(" tomorrow")
    expect(tinted(line)).to_have_text(["tomorrow"])
    line.keyboard.press("Enter")
    expect(rows(line).filter(has_text="Rent Notting Hill on Friday")).to_have_count(1)


def test_backspace_behind_it_takes_it_back_before_it_deletes(line):
    line.keyboard.type("Read Freedom tomorrow")
    expect(tinted(line)).to_have_text(["tomorrow"])
    line.keyboard.press("Backspace")
    expect(tinted(line)).to_have_count(0)
    expect(line.get_by_label("Add an item")).to_have_value("Read Freedom tomorrow")
    line.keyboard.press("Backspace")
    expect(line.get_by_label("Add an item")).to_have_value("Read Freedom tomorro")


def test_tab_takes_a_suggested_name(line):
    line.keyboard.type("Chair #Living-room-of-Tab")
    line.keyboard.press("Enter")
    expect(rows(line).filter(has_text="Chair")).to_have_count(1)
    line.get_by_label("Add an item").focus()
    line.keyboard.type("Lamp #living")
    expect(line.locator("#quick-names button").first).to_have_text("#Living-room-of-Tab")
    line.keyboard.press("Tab")
    expect(line.get_by_label("Add an item")).to_have_value("Lamp #Living-room-of-Tab ")
    expect(line.get_by_label("Add an item")).to_be_focused()
    expect(line.locator("#quick-names button")).to_have_count(0)
    # Without suggestions Tab goes on.
    line.keyboard.press("Tab")
    expect(line.get_by_label("Add an item")).not_to_be_focused()


def paste(page, text):
    """As the clipboard brings it; whether the page has taken it."""
    return page.evaluate("""(text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      return !document.activeElement.dispatchEvent(event);
    }""", text)


def test_several_pasted_lines_are_asked_about(line):
    assert not paste(line, "one line alone\n")
    line.keyboard.type("Mow ")
    assert paste(line, "the lawn\n- [ ] Wash the car of Paste\n")
    expect(line.get_by_role("heading", level=1)).to_have_text("Several at once")
    expect(line.get_by_label("Lines")).to_have_value("Mow the lawn\n- [ ] Wash the car of Paste\n")
    line.get_by_role("button", name="Add each as an item").click()
    expect(line.locator("#notice")).to_contain_text("2 items added.")
    for title in ["Mow the lawn", "Wash the car of Paste"]:
        expect(rows(line).filter(has_text=title)).to_have_count(1)
    line.locator("#notice form button").first.click()
    expect(rows(line).filter(has_text="Wash the car of Paste")).to_have_count(0)


def test_pasted_lines_become_a_checklist_from_the_sheet_too(line):
    line.locator("a[data-adds]").click()
    expect(line.locator("#adder #add-text")).to_be_focused()
    assert paste(line, "Picnic\nBlanket\nCheese")
    line.get_by_role("button", name="Add one item with a checklist").click()
    expect(rows(line).filter(has_text="Picnic")).to_contain_text("0 of 2")
