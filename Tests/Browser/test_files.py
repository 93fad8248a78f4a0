"""Further pictures and files of an item: with a script and without one."""

import uuid

import pytest
from playwright.sync_api import expect

from journeys import PICTURE, member, row, see_samples
from test_pages import violations
from test_rows import post

BOTH = pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
PAGE = b"<script>document.title = 'ran'</script>"


@pytest.fixture
def archivist(chromium, foyer, open_page):
    """A member of a household without items."""
    def furnish(page):
        see_samples(page, foyer)
        post(page, foyer, "/items/samples/delete")

    return lambda javascript: open_page(
        member(chromium, foyer, "Ada Archivist", f"files-{uuid.uuid4().hex}@example.org", furnish), javascript=javascript)


@BOTH
def test_files_are_added_downloaded_deleted_and_brought_back(foyer, archivist, javascript):
    page = archivist(javascript)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Boiler")
    page.get_by_label("Further pictures").set_input_files([PICTURE, {**PICTURE, "name": "back.png"}])
    page.get_by_label("Files", exact=True).set_input_files([
        {"name": "manual.html", "mimeType": "text/html", "buffer": PAGE}, {"name": "bill.txt", "mimeType": "text/plain", "buffer": b"42"}])
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Boiler").get_by_role("img", name="3 files")).to_have_text("3")
    expect(row(page, "Boiler").locator(".thumb img")).to_have_count(1)

    page.goto(foyer.url + row(page, "Boiler").get_by_role("link", name="Edit").get_attribute("href"))
    files = page.locator(".files li")
    expect(files.locator("bdi")).to_have_text(["back.png", "manual.html", "bill.txt"])
    if javascript:
        assert list(violations(page, "light")) == []
    shown = files.filter(has_text="back.png").locator("img")
    shown.scroll_into_view_if_needed()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=shown.element_handle())
    with page.expect_download() as download:
        files.filter(has_text="manual.html").get_by_role("link").click()
    assert download.value.suggested_filename == "manual.html"
    assert open(download.value.path(), "rb").read() == PAGE

    page.get_by_role("button", name="Delete manual.html").click()
    expect(page.locator("#notice")).to_contain_text("“manual.html” was deleted.")
    expect(files.locator("bdi")).to_have_text(["back.png", "bill.txt"])
    page.locator("#notice").get_by_role("button", name="Undo").click()
    expect(page.locator("#notice")).to_contain_text("“manual.html” is back.")
    expect(files.locator("bdi")).to_have_text(["back.png", "manual.html", "bill.txt"])


@BOTH
def test_what_was_sent_is_kept_while_another_field_is_wrong(foyer, archivist, javascript):
    page = archivist(javascript)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Roof")
    page.get_by_label("Checklist").fill("x" * 1_001)
    page.get_by_label("Further pictures").set_input_files([PICTURE, {"name": "none.png", "mimeType": "image/png", "buffer": b"none"}])
    page.get_by_label("Files", exact=True).set_input_files({"name": "offer.txt", "mimeType": "text/plain", "buffer": b"1"})
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#error-images")).to_contain_text("none.png")
    expect(page.locator("#item-form")).to_contain_text("offer.txt")
    page.get_by_label("Checklist").fill("Tiles")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Roof").get_by_role("img", name="1 file")).to_be_visible()
    expect(row(page, "Roof").locator(".thumb img")).to_have_count(1)
