"""Files of other programs: looked at, asked about, moved in, taken back."""

import base64
import gzip
import json
import pathlib
import random
import struct
import zipfile
import zlib

import pytest
from playwright.sync_api import expect

from journeys import sign_up
from test_pages import violations, wider_than
from test_targets import SMALL_TARGETS

ARCHIVE = pathlib.Path(__file__).parent.parent / "Archives" / "format-1.zip"
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


def test_half_a_gigabyte(foyer, open_page, tmp_path):
    """The server holds a part of it at a time: the rest is on the disk, and gone when it was read."""
    page = open_page(width=360, height=760)
    sign_up(page, foyer, "Nadia", "large@move.example")
    path = tmp_path / "board.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("party.csv", BOARD)
        noise = random.Random(1).randbytes(1 << 20)
        with archive.open("film.mov", "w", force_zip64=True) as film:
            for _ in range(511):
                film.write(noise)
    foyer.forget_most_memory()
    page.goto(foyer.url + "/move-in")
    page.get_by_label("Files").set_input_files(path)
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_role("heading", name="What was found")).to_be_visible()
    expect(page.get_by_text("3 to-dos, 1 of them is done")).to_be_visible()
    expect(page.get_by_text("film.mov")).to_be_visible()
    assert foyer.most_memory() < 200 << 20
    assert not foyer.open_files("/var/tmp/")


def noise_picture(random, side):
    """A PNG that nothing makes smaller."""
    rows = b"".join(b"\0" + random.randbytes(3 * side) for _ in range(side))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows, 0)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


def test_a_cookbook_with_its_pictures(foyer, open_page, tmp_path):
    """More than the server may hold, of which each recipe keeps its picture."""
    page = open_page(width=360, height=760)
    sign_up(page, foyer, "Nadia", "cookbook@move.example")
    path = tmp_path / "ours.paprikarecipes"
    picture = base64.b64encode(noise_picture(random.Random(1), 900)).decode()
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(1, 26):
            recipe = {"name": f"Soup {number}", "ingredients": f"{number} onions", "directions": "Boil.", "photo_hash": "1", "photo_data": picture}
            archive.writestr(f"{number}.paprikarecipe", gzip.compress(json.dumps(recipe).encode(), 1))
    assert path.stat().st_size > 50 << 20
    foyer.forget_most_memory()
    page.goto(foyer.url + "/move-in")
    page.get_by_label("Files").set_input_files(path)
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_text("25 recipes")).to_be_visible()
    page.get_by_role("button", name="Move in").click()
    expect(page.get_by_role("heading", name="What came over")).to_be_visible()
    assert foyer.most_memory() < 200 << 20
    assert not foyer.open_files("/var/tmp/")
    pictured = """
      SELECT count(*) FROM recipes JOIN people USING (household_id) JOIN accounts ON accounts.person_id = people.id
      WHERE email = 'cookbook@move.example' AND image_id IS NOT NULL
    """
    assert foyer.sql(pictured) == "25"


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
    page.get_by_label("Files").set_input_files({"name": "a.bin", "mimeType": "", "buffer": bytes(100)})
    page.get_by_role("button", name="See what is in it").click()
    expect(page.get_by_label("Files")).to_have_attribute("aria-invalid", "true")
    if javascript:
        expect(page.locator("#errors")).to_be_focused()
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


@pytest.mark.parametrize("javascript", [True, False])
def test_an_archive_of_foyer(foyer, open_page, javascript):
    page = open_page(javascript=javascript, width=360, height=760, reduced_motion="reduce")
    sign_up(page, foyer, "Anna Lind", f"archive-{javascript}@move.example".lower())

    def send(content):
        page.goto(foyer.url + "/move-in")
        page.get_by_label("Files").set_input_files({"name": "house.zip", "mimeType": "application/zip", "buffer": content})
        page.get_by_role("button", name="See what is in it").click()

    whole = ARCHIVE.read_bytes()
    send(whole[:-2000])
    expect(page.get_by_text("The archive is damaged, or was changed: nothing of it is read.").first).to_be_visible()
    if javascript:
        check(page)
    send(whole)
    expect(page.get_by_role("heading", name="What was found")).to_be_visible()
    expect(page.get_by_text("From Foyer", exact=True)).to_be_visible()
    expect(page.get_by_text("Stays: ")).to_be_visible()
    # The member of the same name is proposed; the page asks who the other one is.
    expect(page.get_by_label("Anna Lind")).to_have_value(page.locator("option", has_text="Anna Lind").first.get_attribute("value"))
    expect(page.get_by_label("Ben Okoro")).to_have_value("")
    expect(page.get_by_label("Time zone")).to_have_count(0)
    if javascript:
        check(page)
    page.get_by_role("button", name="Move in").click()
    expect(page.get_by_role("heading", name="What came over")).to_be_visible(timeout=30_000)
    if javascript:
        check(page)
    page.get_by_role("region", name="What came over").get_by_role("link", name="Items").click()
    expect(page.get_by_role("listitem").filter(has_text="Milk, eggs, butter").first).to_be_visible()
    send(whole)
    expect(page.get_by_text("were moved in before, and stay as they are.")).to_be_visible()
    page.goto(foyer.url + "/move-in")
    page.get_by_role("region", name="Earlier moves").get_by_role("link", name="Foyer").last.click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("This move was taken back.")).to_be_visible()
    page.goto(foyer.url + "/items?status=all")
    expect(page.get_by_text("Milk, eggs, butter")).to_have_count(0)
