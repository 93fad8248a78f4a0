"""Photographs the demo household for the README: docs/pictures/PAGE-SCREEN-THEME.webp. `bin/pictures` runs it."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.append(str(REPOSITORY / "Tests" / "Browser"))

from server import Foyer  # noqa: E402

PASSWORD = "pictures for the README"
LARGEST = 60 << 10
# A link's text leads where a path would need an id.
PAGES = {
    "today": ["/"],
    "items": ["/items"],
    "plan": ["/plan"],
    "stays": ["/hosts"],
    "recipe": ["/recipes/results?q=crumble", "Grandma’s apple crumble"],
}
SCREENS = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 780}, "device_scale_factor": 1.5, "is_mobile": True, "has_touch": True},
}
# What the README shows.
SHOWN = {"desk": ["today", "plan", "items", "recipe"], "phone": ["today", "stays", "recipe"]}
THEMES = ["light", "dark"]


def sign_in(browser, foyer):
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(foyer.url + "/login")
    page.get_by_label("E-mail").fill("anna@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(foyer.url + "/")
    state = context.storage_state()
    context.close()
    return state


def photograph(page, foyer, steps, file):
    page.goto(foyer.url + steps[0])
    for text in steps[1:]:
        page.get_by_role("link", name=text).first.click()
        page.get_by_role("heading", name=text, level=1).wait_for()
    # Thumbnails outside of the picture, and in what is folded, stay lazy.
    page.wait_for_function(
        "[...document.images].every(i => i.complete || !i.checkVisibility() || i.getBoundingClientRect().top > innerHeight)")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=file, animations="disabled")


def compress(picture, file):
    """The best quality below the limit."""
    for quality in range(86, 30, -8):
        subprocess.run(["vips", "copy", picture, f"{file}[Q={quality},effort=6,smart_subsample,strip]"], check=True)
        if file.stat().st_size <= LARGEST:
            return
    sys.exit(f"{file} has more than {LARGEST} bytes")


def photograph_all(browser, foyer, folder):
    state = sign_in(browser, foyer)
    with tempfile.TemporaryDirectory() as scratch:
        for screen, options in SCREENS.items():
            for theme in THEMES:
                # `photograph` waits by a script, which the page's own policy refuses.
                context = browser.new_context(
                    storage_state=state, color_scheme=theme, locale="en-GB", reduced_motion="reduce", bypass_csp=True,
                    **options)
                page = context.new_page()
                for name in SHOWN[screen]:
                    photograph(page, foyer, PAGES[name], f"{scratch}/page.png")
                    compress(f"{scratch}/page.png", folder / f"{name}-{screen}-{theme}.webp")
                context.close()


def main(program):
    folder = REPOSITORY / "docs" / "pictures"
    folder.mkdir(exist_ok=True)
    chromium = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    foyer = Foyer(program, "http://127.0.0.1:9/")
    try:
        foyer.run("demo", "--language", "en", "--password", PASSWORD)
        foyer.start()
        try:
            with sync_playwright() as playwright:
                # Chromium's sandbox does not work for root.
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"] if os.geteuid() == 0 else [])
                photograph_all(browser, foyer, folder)
                browser.close()
        finally:
            foyer.stop()
    finally:
        foyer.remove()


if __name__ == "__main__":
    main(sys.argv[1])
