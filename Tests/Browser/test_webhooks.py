"""Webhooks: made in the settings, received, checked with the lines of docs/api.md, and sent again; with and without scripts."""

import json
import queue
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from journeys import member

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


def checked():
    """The function `check` as the guide has it."""
    names = {}
    exec(re.search(r"```python\n(.*?)```", GUIDE.read_text(), re.S).group(1), names)
    return names["check"]


@pytest.fixture
def receiver():
    came = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            came.put((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.came, server.url = came, f"http://127.0.0.1:{server.server_port}/hook"
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_webhook_is_made_told_checked_and_sent_again(foyer, chromium, receiver, scripts):
    state = member(chromium, foyer, "Grace Hopper", f"webhooks-{scripts}@example.org")
    context = chromium.new_context(storage_state=state, locale="en-US", java_script_enabled=scripts, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(foyer.url + "/settings")
    page.get_by_role("link", name="Webhooks").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Webhooks")
    page.get_by_label("URL").fill(receiver.url)
    page.get_by_label("Recipes").uncheck()
    page.get_by_role("button", name="Add webhook").click()
    key = page.locator("code").inner_text()
    page.get_by_role("link", name="I have kept it").click()
    expect(page.get_by_text("Nothing has been sent yet.")).to_be_visible()
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Told of")
    page.get_by_role("button", name="Save").click()
    headers, body = receiver.came.get(timeout=120)
    headers = {name.lower(): value for name, value in headers.items()}
    check = checked()
    assert check(key, headers, body)
    assert not check(key, headers, body + b" ")
    assert not check(key, headers | {"webhook-timestamp": "1700000000"}, body)
    data = json.loads(body)
    assert data["type"] == "changes" and len(data["data"]["created"]) == 1 and b"Told" not in body
    page.goto(foyer.url + "/settings/webhooks")
    while not page.get_by_text("Answer: 204").count():
        page.reload()
    page.get_by_text("Last deliveries").click()
    if scripts:
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_text("It is being sent again.")).to_be_visible()
    again, same = receiver.came.get(timeout=120)
    assert same == body and {k.lower(): v for k, v in again.items()}["webhook-id"] == headers["webhook-id"]
    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("button", name="Switch on")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Deleted. Nothing more is sent there.")).to_be_visible()
    expect(page.get_by_role("button", name="Switch on")).to_have_count(0)
    context.close()
