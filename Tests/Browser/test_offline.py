"""Without a connection there is a page of our own, and of the household's only those that one sees all day."""

import pytest
from playwright.sync_api import expect

from postbox import wait_until

pytestmark = pytest.mark.service_worker


def test_a_page_without_a_connection(foyer, account, open_page):
    page = open_page(account)
    page.goto(foyer.url + "/items")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(foyer.url + "/trash")
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator("main .button")).to_have_css("border-radius", "10px")  # the style sheet is there, too
    kept = page.evaluate("""async () => {
      const names = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) names.push(new URL(request.url).pathname);
      return names;
    }""")
    # Of the day's pages the one that was seen.
    assert "/offline" in kept and all(path in ("/offline", "/items") or path.startswith("/assets/") for path in kept), kept
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("Trash")


def test_a_page_that_comes_while_the_service_worker_begins(foyer, account, open_page):
    """It was asked for before, and answered afterwards, when the service worker had taken over the pages that there were."""
    page = open_page(account)
    other = page.context.new_page()

    def answer(route):
        other.goto(foyer.url + "/items")
        other.wait_for_function("() => navigator.serviceWorker.controller !== null")
        route.continue_()

    page.route(foyer.url + "/", answer)
    page.goto(foyer.url + "/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


@pytest.mark.parametrize("path", ["/", "/items", "/plan", "/shopping"])
def test_the_first_page_is_kept(foyer, account, open_page, path):
    """Though it came before the service worker."""
    page = open_page(account)
    page.goto(foyer.url + path)
    wait_until(lambda: page.evaluate("async (path) => Boolean(await caches.match(path))", path))
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("body[data-kept]")).to_have_count(1)


# What a page runs and does not name.
UNNAMED = """() => performance.getEntriesByType('resource').map((entry) => entry.name).filter((url) => url.endsWith('.js'))
  .filter((url) => ![...document.scripts].some((script) => script.src === url))"""


def test_each_page_names_the_modules_that_it_runs(foyer, account, open_page):
    """One that only another module names is fetched late, and the service worker does not keep it."""
    page = open_page(account)
    paths = ["/", "/items", "/items/new", "/shopping", "/plan", "/calendar", "/recipes", "/hosts", "/settings/reminders", "/settings/security"]
    for path in paths:
        page.goto(foyer.url + path)
        assert page.evaluate(UNNAMED) == [], path
    page.context.clear_cookies()
    page.goto(foyer.url + "/login")
    assert page.evaluate(UNNAMED) == []
