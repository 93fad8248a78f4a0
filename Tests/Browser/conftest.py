import functools
import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect, sync_playwright

from postbox import Postbox
from server import REPOSITORY, RUNNING, Foyer, Samples, running

PICTURES = REPOSITORY / ".build" / "browser"
# Deadlines end a wait in vain, also on a busy machine.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)


def until_loaded(act):
    """The act, after which a page that it led to is there, with its scripts and styles. Playwright waits until a page begins to come
    in; what is sent from there is the browser's own form, which leads away, and what is measured there has no style yet."""

    @functools.wraps(act)
    def acted(locator, *args, **options):
        act(locator, *args, **options)
        locator.page.wait_for_load_state()

    return acted


for name in ["click", "tap", "press"]:
    setattr(Locator, name, until_loaded(getattr(Locator, name)))

# Whose pages a failure shows.
BROWSERS = []

# Files that take longest are begun first, so that no worker is left alone with one at the end.
LONGEST = ["test_pages.py", "test_targets.py", "test_shopping_offline.py", "test_day_schedules.py", "test_package.py", "test_image.py", "test_openid.py", "test_readme.py", "test_mail.py"]


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


@pytest.fixture(scope="session")
def samples():
    samples = Samples()
    yield samples
    samples.stop()


@pytest.fixture(scope="session")
def postbox():
    postbox = Postbox()
    yield postbox
    postbox.stop()


@pytest.fixture(scope="session")
def program():
    program = os.environ.get("PROGRAM", str(REPOSITORY / ".build" / "debug" / "foyer"))
    assert Path(program).exists(), f"{program} is not built"
    return program


@pytest.fixture(scope="session")
def foyer(program, samples, postbox):
    foyer = Foyer(
        program, samples.url, FOYER_SMTP_URL=f"smtp://127.0.0.1:{postbox.port}", FOYER_MAIL_FROM="foyer@example.org")
    foyer.postbox = postbox
    yield from running(foyer)


@pytest.fixture(scope="session")
def how_to_launch():
    """Arguments for Playwright: the headless shell, which needs little more than half of the whole browser's time."""
    # Not the script of this name in PATH, beside which the browser itself goes on when the script is killed.
    program = "/usr/lib/chromium/chromium-headless-shell"
    assert Path(program).exists(), f"no {program}: bin/setup --test installs it"
    # Its sandbox refuses to work for root.
    # No page of a test lives long enough for what V8's optimising compilers cost: a twelfth of the browsers' time.
    return {"executable_path": program, "args": ["--js-flags=--no-opt --no-maglev", *(["--no-sandbox"] if os.geteuid() == 0 else [])]}


@pytest.fixture(scope="session")
def browser_type():
    with sync_playwright() as playwright:
        yield playwright.chromium


# Whether the pages of the running test have a service worker.
class ServiceWorkers:
    policy = "block"


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "service_worker: the test's pages have one; in each new profile it fetches what it keeps, a quarter of a test's time")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    ServiceWorkers.policy = "allow" if item.get_closest_marker("service_worker") else "block"


def patient(browser):
    """The browser, whose every page waits as long as `expect` does: a deadline only ends what would never come."""
    new_context = browser.new_context

    def new_patient_context(**options):
        context = new_context(**{"service_workers": ServiceWorkers.policy, **options})
        context.set_default_timeout(PATIENCE)
        # A page that is loaded again goes back to where it was scrolled to at a moment of its own, also between a pointer's two steps.
        context.add_init_script(
            "if (performance.getEntriesByType('navigation')[0]?.type === 'reload') history.scrollRestoration = 'manual'")
        return context

    browser.new_context = new_patient_context
    return browser


@pytest.fixture(scope="session")
def chromium(browser_type, how_to_launch):
    browser = patient(browser_type.launch(**how_to_launch))
    BROWSERS.append(browser)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_chromium(browser_type, how_to_launch):
    """With what the headless shell lacks: push messages, and the lock that keeps a screen on."""
    browser = patient(browser_type.launch(**{**how_to_launch, "executable_path": shutil.which("chromium")}))
    BROWSERS.append(browser)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def signed_up(chromium, foyer):
    from journeys import see_samples, sign_up

    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, "Ada Lovelace", "ada@example.org")
    see_samples(page, foyer)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture(scope="module")
def account(foyer, signed_up):
    """A household that is signed in and has its first to-dos; what a browser must know to be its member. What the tests of a file add
    to its list is gone after them: of more than fifty items a page has the first ones."""
    yield signed_up
    foyer.sql("DELETE FROM items USING accounts a WHERE a.household_id = items.household_id AND a.email = 'ada@example.org' AND NOT is_sample")


@pytest.fixture(scope="module")
def house(chromium, foyer, account):
    """A household of which each page of places.py has something to show."""
    from places import House

    return House(chromium, foyer, account)


def watched_pages(chromium):
    """Opens pages in a fresh browser profile each. Whatever the page's own code does wrong fails the test at its end."""
    contexts, problems = [], []

    def open_page(signed_in=None, *, javascript=True, width=1280, height=900, locale="en-US", **options):
        context = chromium.new_context(
            java_script_enabled=javascript, viewport={"width": width, "height": height}, locale=locale,
            storage_state=signed_in, **options)
        page = context.new_page()
        contexts.append(context)
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error} {error.stack}"))
        page.on("console", lambda message: note_console(page, message))
        page.on("response", lambda response: note_response(page, response))
        return page

    def note_console(page, message):
        # A refused form is an answer, and Chromium logs it all the same; `note_response` judges those. htmx logs as errors, too, that a
        # question was given up: a newer one took its place (hx-sync), or its page was left. Playwright says of a page that it has no
        # service worker.
        known = ("Failed to load resource", "htmx:sendAbort", "htmx:afterRequest", "Service Worker registration blocked")
        is_known = message.text.startswith(known)
        if message.type in ("error", "warning") and not is_known:
            problems.append(f"{page.url}: console {message.type}: {message.text}")

    def note_response(page, response):
        is_answer = response.request.resource_type in ("document", "xhr", "fetch")
        if response.status >= 500 or response.status >= 400 and not is_answer:
            problems.append(f"{page.url}: {response.request.method} {response.url} answered {response.status}")

    yield open_page
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def open_page(chromium):
    yield from watched_pages(chromium)


@pytest.fixture(scope="module")
def open_page_once(chromium):
    """For pages that several tests of a file look at; what they do wrong fails the file's last test."""
    yield from watched_pages(chromium)


@pytest.fixture
def line(foyer, account, open_page):
    """The list of items, with the focus in the line that adds one."""
    page = open_page(account)
    page.goto(foyer.url + "/items")
    page.get_by_label("Add an item").focus()
    return page


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A picture of every open page and each server's log, when a test or its preparation fails."""
    report = (yield).get_result()
    if report.when == "teardown" or not report.failed:
        return
    for foyer in RUNNING:
        report.sections.append((f"foyer serve, {foyer.url}", foyer.tail()))
    pages = [page for browser in BROWSERS for context in browser.contexts for page in context.pages]
    for number, page in enumerate(pages):
        PICTURES.mkdir(parents=True, exist_ok=True)
        name = "".join(c if c.isalnum() or c in "-_" else "-" for c in item.name)
        path = PICTURES / f"{name}-{number}.png"
        try:
            page.screenshot(path=path, full_page=True)
            report.sections.append((f"page {number}", f"{page.url}\n{path}"))
        except Exception as problem:  # the browser itself may be what failed
            report.sections.append((f"page {number}", f"no picture: {problem}"))
