"""Taking everything out: asked for, waited for, downloaded, and read from disk without a network."""

import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from journeys import sign_up
from test_pages import violations, wider_than
from test_targets import SMALL_TARGETS


def check(page):
    """A page at each width, in both themes."""
    problems = [problem for width in (360, 768, 1440) for problem in wider_than(page, width)] + page.evaluate(SMALL_TARGETS)
    assert not problems + [problem for theme in ["light", "dark"] for problem in violations(page, theme)]


def take_out(page, path):
    expect(page.get_by_role("heading", level=1)).to_have_text("Take everything out")
    page.get_by_role("button", name="Make the archive").click()
    expect(page.get_by_role("heading", name="The archive is ready")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert re.fullmatch(r"foyer-(household|person)-\d{4}-\d\d-\d\d\.zip", download.value.suggested_filename)
    download.value.save_as(path)


@pytest.mark.parametrize("javascript", [True, False])
def test_taking_out(foyer, open_page, tmp_path, javascript):
    page = open_page(javascript=javascript, width=360, height=760, reduced_motion="reduce")
    sign_up(page, foyer, "Nadia", f"take-out-{javascript}@take.example".lower())
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Sweep the <b>chimney</b>")
    page.get_by_role("button", name="Save").click()
    page.goto(foyer.url + "/household")
    page.get_by_role("link", name="Take everything out").click()
    if javascript:
        check(page)
    take_out(page, tmp_path / "household.zip")
    if javascript:
        check(page)
    with zipfile.ZipFile(tmp_path / "household.zip") as archive:
        assert archive.testzip() is None
        index = json.loads(archive.read("foyer.json"))
        assert index["format"] == 1 and "person" not in index
        assert b"chimney" in archive.read("data/items.jsonl")
    page.get_by_role("link", name="Only what is mine").click()
    take_out(page, tmp_path / "person.zip")
    with zipfile.ZipFile(tmp_path / "person.zip") as archive:
        assert archive.testzip() is None
        assert "person" in json.loads(archive.read("foyer.json"))
        assert f"take-out-{javascript}@take.example".lower() in archive.read("data/accounts.jsonl").decode()
    page.goto(foyer.url + "/settings")
    page.get_by_role("link", name="Take everything out").click()
    expect(page).to_have_url(foyer.url + "/account/export")


def test_while_it_is_made(foyer, open_page):
    page = open_page(reduced_motion="reduce")
    sign_up(page, foyer, "Nadia", "making@take.example")
    foyer.sql("""INSERT INTO takeouts (household_id, id, person_id, kind, state, done, total)
      SELECT household_id, gen_random_uuid(), person_id, 'household', 'making', 7, 50 FROM accounts WHERE email = 'making@take.example'""")
    # Nothing is put in place of what is looked at.
    page.route("**/household/export", lambda route: route.fulfill(status=204) if route.request.resource_type == "xhr" else route.continue_())
    page.goto(foyer.url + "/household/export")
    expect(page.get_by_role("progressbar", name="The archive is being made")).to_have_attribute("value", "7")
    expect(page.get_by_role("button", name="Make the archive")).to_have_count(0)
    # What looks again by itself dims nothing.
    assert page.locator("#take-out").evaluate("""part => {
      part.classList.add("htmx-request");
      const opacity = getComputedStyle(part.querySelector(".button")).opacity;
      part.classList.remove("htmx-request");
      return opacity;
    }""") == "1"
    check(page)
    page.unroute("**/household/export")
    foyer.sql("UPDATE takeouts SET state = 'failed' WHERE household_id = (SELECT household_id FROM accounts WHERE email = 'making@take.example')")
    expect(page.get_by_role("alert")).to_contain_text("could not be made")
    check(page)


def test_an_archive_is_read_from_disk(foyer, account, open_page, chromium, tmp_path):
    """The whole household of the demonstration, and one person of it: no request leaves the page, and every picture is there."""
    page = open_page(signed_in=account)
    for path in ["/household/export", "/account/export"]:
        name = path.split("/")[1]
        page.goto(foyer.url + path)
        take_out(page, tmp_path / f"{name}.zip")
        with zipfile.ZipFile(tmp_path / f"{name}.zip") as archive:
            archive.extractall(tmp_path / name)
        context = chromium.new_context(offline=True, viewport={"width": 360, "height": 800})
        offline, requests = context.new_page(), []
        offline.on("request", lambda request: requests.append(request.url))
        offline.goto(f"file://{tmp_path}/{name}/index.html")
        offline.evaluate("for (const image of document.images) image.loading = 'eager'")
        missing = offline.evaluate("""async () => {
          await Promise.all([...document.images].map(image => image.decode().catch(() => {})));
          return [...document.images].filter(image => !image.naturalWidth).map(image => image.src);
        }""")
        assert not missing
        assert all(url.startswith(f"file://{tmp_path}/{name}/") for url in requests), requests
        # axe is put into the page, which forbids scripts of its own.
        problems = wider_than(offline, 360)
        offline.set_viewport_size({"width": 360, "height": 800})
        context.close()
        context = chromium.new_context(offline=True, viewport={"width": 360, "height": 800}, bypass_csp=True)
        offline = context.new_page()
        offline.goto(f"file://{tmp_path}/{name}/index.html")
        assert not problems + [problem for theme in ["light", "dark"] for problem in violations(offline, theme)]
        context.close()
