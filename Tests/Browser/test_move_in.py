"""Files of other programs: looked at, asked about, moved in, taken back."""

import pytest
from playwright.sync_api import expect

from journeys import sign_up
from test_pages import SMALL_TARGETS, violations, wider_than

BOARD = """Title,List,Done,Assignee,Due date
Book a table,Birthday,no,Nadia,2026-04-01 18:30
Write cards,Post,no,Grace,
Blow up balloons,Birthday,yes,,
,Post,no,,
"""


def look(page, foyer, text):
    page.goto(foyer.url + "/move-in")
    expect(page.get_by_role("heading", level=1)).to_have_text("Move in")
    page.get_by_label("Files").set_input_files({"name": "party.csv", "mimeType": "text/csv", "buffer": text.encode()})
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_role("heading", name="What was found")).to_be_visible()


def check(page):
    """A page on a phone, in both themes."""
    problems = wider_than(page, 360) + page.evaluate(SMALL_TARGETS)
    assert not problems + [problem for theme in ["light", "dark"] for problem in violations(page, theme)]


@pytest.mark.parametrize("javascript", [True, False])
def test_moving_in_and_back(foyer, open_page, javascript):
    page = open_page(javascript=javascript, width=360, height=760, reduced_motion="reduce")
    sign_up(page, foyer, "Nadia", f"move-{javascript}@move.example".lower())
    page.goto(foyer.url + "/household")
    page.get_by_role("link", name="Move in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Move in")
    if javascript:
        check(page)
    look(page, foyer, BOARD)
    expect(page.get_by_text("3 to-dos, 1 of them is done")).to_be_visible()
    expect(page.get_by_label("Nadia")).to_have_value(page.locator("option", has_text="Nadia").first.get_attribute("value"))
    page.get_by_label("Post (1)").select_option(label="becomes a tag")
    page.get_by_label("Take what is done, too").uncheck()
    if javascript:
        check(page)
    page.get_by_role("button", name="Move in").click()
    expect(page.get_by_role("heading", name="What came over")).to_be_visible()
    expect(page.get_by_text("row 4")).to_be_visible()
    if javascript:
        check(page)
    with page.expect_download() as report:
        page.get_by_role("link", name="Download the report").click()
    assert "Blow up balloons" in open(report.value.path(), encoding="utf-8").read()
    page.goto(foyer.url + "/items?status=all")
    expect(page.get_by_text("Book a table")).to_be_visible()
    expect(page.get_by_text("Blow up balloons")).to_have_count(0)
    # The same file again has nothing new but what was not wanted.
    look(page, foyer, BOARD)
    expect(page.get_by_text("2 of these were moved in before")).to_be_visible()
    page.goto(foyer.url + "/move-in")
    page.get_by_role("region", name="Earlier moves").get_by_role("link").last.click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("This move was taken back.")).to_be_visible()
    page.goto(foyer.url + "/items?status=all")
    expect(page.get_by_text("Book a table")).to_have_count(0)
