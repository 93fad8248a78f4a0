"""Push messages, from the button in the settings to the notification: the browser's own push service alone is replaced."""

import json
import time

import pytest
from playwright.sync_api import expect

from journeys import member
from postbox import wait_until
from pushservice import PushService

pytestmark = pytest.mark.service_worker

PAGE = "/settings/reminders"
BUTTON = "Turn on push on this device"


@pytest.fixture(scope="session")
def chromium(whole_chromium):
    return whole_chromium


@pytest.fixture(scope="module")
def service():
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def mended(service):
    yield
    service.status, service.extra, service.held = 201, {}, False


def stub(subscriber):
    """What the browser would have its own push service make."""
    return f"""
      const made = (options) => {{
        const data = {json.dumps(subscriber.form)};
        return {{ endpoint: data.endpoint, options,
          toJSON: () => ({{ endpoint: data.endpoint, keys: {{ p256dh: data.p256dh, auth: data.auth }} }}) }};
      }};
      PushManager.prototype.subscribe = async function (options) {{
        if (!options.userVisibleOnly) throw new Error("not visible");
        localStorage.subscribed = options.applicationServerKey;
        return made(options);
      }};
      PushManager.prototype.getSubscription = async () => {{
        if (!localStorage.subscribed) return null;
        const text = atob(localStorage.subscribed.replace(/-/g, "+").replace(/_/g, "/"));
        return made({{ applicationServerKey: Uint8Array.from(text, (c) => c.charCodeAt(0)).buffer }});
      }};"""


def turn_on(page, foyer, subscriber):
    page.context.grant_permissions(["notifications"], origin=foyer.url)
    page.add_init_script(stub(subscriber))
    page.goto(foyer.url + PAGE)
    page.get_by_role("button", name=BUTTON).click()
    expect(page.locator(".toast")).to_contain_text("Push is on for this device")


def send_test(page):
    page.get_by_role("button", name="Send a test message").click()
    expect(page.locator(".toast")).to_contain_text("A message is on its way")


def test_a_message_from_the_button_to_the_device(foyer, service, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada@push.example"))
    subscriber = service.subscriber()
    turn_on(page, foyer, subscriber)
    panel = page.locator("#push")
    expect(panel).to_contain_text("this one")
    expect(panel).to_contain_text("no message yet")
    expect(page.get_by_role("button", name=BUTTON)).to_be_hidden()
    key = panel.get_attribute("data-key")
    send_test(page)
    message = service.wait_for(subscriber)[0]
    assert subscriber.read(message) == {
        "title": "It works", "body": "Messages of Foyer arrive on this device.", "path": PAGE, "tag": "test"}
    assert message.key == key
    assert message.claims["aud"] == service.origin and message.claims["sub"] == "mailto:foyer@example.org"
    assert 0 < message.claims["exp"] - time.time() <= 24 * 3600
    headers = message.headers
    assert (headers["Content-Encoding"], headers["TTL"], headers["Urgency"]) == ("aes128gcm", "86400", "normal")
    assert len(headers["Topic"]) == 32 and "Expect" not in headers and "Cookie" not in headers
    assert len(message.body) == 1024 and b"Messages of Foyer" not in message.body
    wait_until(lambda: foyer.sql(
        f"SELECT last_success_at IS NOT NULL FROM push_devices WHERE endpoint = '{subscriber.endpoint}'") == "t")
    page.reload()
    expect(panel).to_contain_text("last message")
    page.get_by_role("button", name="Turn off").click()
    expect(page.locator(".toast")).to_contain_text("Push is off")
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()


def test_a_device_that_is_gone_is_said(foyer, service, mended, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ben", "ben@push.example"))
    subscriber = service.subscriber()
    turn_on(page, foyer, subscriber)
    service.status = 410
    send_test(page)
    service.wait_for(subscriber)
    wait_until(lambda: foyer.sql("SELECT count(*) FROM push_devices WHERE given_up_because = 'gone'") == "1")
    page.reload()
    expect(page.locator("#push li")).to_contain_text("takes no messages any more")
    # Where it was given up it can be turned on again.
    service.status = 201
    page.get_by_role("button", name=BUTTON).click()
    expect(page.locator("#push li")).to_contain_text("no message yet")
    send_test(page)
    assert subscriber.read(service.wait_for(subscriber, 2)[1])["title"] == "It works"


def test_a_service_that_stalls_holds_up_no_letter(foyer, service, mended, postbox, chromium, open_page):
    """Nor does a household with much to be told hold up another."""
    page = open_page(member(chromium, foyer, "Carl", "carl@push.example"))
    other = open_page(member(chromium, foyer, "Dora", "dora@push.example"))
    slow, quick = service.subscriber(), PushService()
    turn_on(page, foyer, slow)
    fine = quick.subscriber()
    turn_on(other, foyer, fine)
    service.held = True
    foyer.sql("""INSERT INTO jobs (id, kind, share, place, payload)
      SELECT gen_random_uuid(), 'push', d.household_id, n, jsonb_build_object(
        'household', d.household_id, 'person', d.person_id, 'device', d.id, 'title', 'Late ' || n)
      FROM push_devices d JOIN accounts USING (household_id, person_id), generate_series(1, 300) AS n
      WHERE email = 'carl@push.example'""")
    wait_until(lambda: service.waiting == 2)
    page.goto(foyer.url + "/login")
    stranger = open_page()
    stranger.goto(foyer.url + "/password/forgot")
    stranger.get_by_label("E-mail").fill("dora@push.example")
    stranger.get_by_role("button", name="Send the link").click()
    postbox.wait_for("dora@push.example", 2)
    send_test(other)
    assert fine.read(quick.wait_for(fine)[0])["title"] == "It works"
    assert service.waiting == 2
    foyer.sql("DELETE FROM jobs WHERE payload->>'title' LIKE 'Late %' AND lease IS NULL")
    quick.stop()


DISPATCH = """async ([kind, fields]) => {
  const told = [];
  self.registration.showNotification = async (title, options) => { told.push([title, options]); };
  self.clients.openWindow = async (url) => { told.push(url); };
  const event = kind === "push" ? new PushEvent(kind, fields) : Object.assign(new Event(kind), fields);
  if (event.notification) event.notification.close = () => {};
  let done = null;
  event.waitUntil = (promise) => { done = promise; };
  self.dispatchEvent(event);
  await done;
  return told;
}"""


def test_the_service_worker_shows_what_came(foyer, chromium, open_page):
    """What the system would show, and open: a test can neither see nor click that."""
    page = open_page(member(chromium, foyer, "Emmy", "emmy@push.example"))
    page.goto(foyer.url + "/items")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = page.context.service_workers[0]

    def push(data):
        return worker.evaluate(DISPATCH, ["push", {} if data is None else {"data": data}])

    def click(path):
        return worker.evaluate(DISPATCH, ["notificationclick", {"notification": {"data": {"path": path}}}])

    [[title, options]] = push(json.dumps({"title": "Water the basil", "body": "Today at 9", "path": "/items", "tag": "a"}))
    assert title == "Water the basil" and options["data"] == {"path": "/items"}
    assert (options["body"], options["tag"], options["renotify"]) == ("Today at 9", "a", True)
    assert page.request.get(foyer.url + options["icon"]).headers["content-type"] == "image/png"
    for data in ["no JSON", None, "7", "{}"]:
        [[title, options]] = push(data)
        assert title == "Foyer" and options["renotify"] is False
    # A click opens a page of this site and no other.
    assert click("/items?status=all") == [f"{foyer.url}/items?status=all"]
    for path in ["https://evil.example/", "//evil.example/", None, "javascript:alert(1)", 7, "/\\evil.example"]:
        assert click(path) == [f"{foyer.url}/"]


def test_a_subscription_that_the_browser_replaces(foyer, service, chromium, open_page):
    page = open_page(member(chromium, foyer, "Fay", "fay@push.example"))
    old, new = service.subscriber(), service.subscriber()
    turn_on(page, foyer, old)
    worker = page.context.service_workers[0]
    worker.evaluate("""(form) => self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), {
      waitUntil() {}, newSubscription: {
        toJSON: () => ({ endpoint: form.endpoint, keys: { p256dh: form.p256dh, auth: form.auth } }) } }))""", new.form)
    wait_until(lambda: foyer.sql(
        f"SELECT string_agg(endpoint, ' ') FROM push_devices WHERE endpoint IN ('{old.endpoint}', '{new.endpoint}')") == new.endpoint)
    send_test(page)
    assert new.read(service.wait_for(new)[0])["title"] == "It works"
    assert service.to(old) == []


@pytest.mark.parametrize("script, text", [
    ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "This browser blocks notifications of Foyer"),
    ("delete window.PushManager", "This browser takes no push messages"),
    ("delete window.PushManager; navigator.standalone = false", "add Foyer to the home screen first"),
])
def test_where_it_cannot_be_turned_on_the_reason_is_said(foyer, account, open_page, script, text):
    page = open_page(account)
    page.add_init_script(script)
    page.goto(foyer.url + PAGE)
    expect(page.locator("#push-hint")).to_contain_text(text)
    expect(page.get_by_role("button", name=BUTTON)).to_be_hidden()


def test_without_scripts_a_device_is_turned_off(foyer, service, chromium, open_page):
    state = member(chromium, foyer, "Gina", "gina@push.example")
    turn_on(open_page(state), foyer, service.subscriber())
    page = open_page(state, javascript=False)
    page.goto(foyer.url + PAGE)
    expect(page.locator("#push")).to_contain_text("Turning push on needs JavaScript")
    expect(page.get_by_role("button", name=BUTTON)).to_be_hidden()
    page.get_by_role("button", name="Turn off").click()
    expect(page.locator(".toast")).to_contain_text("Push is off")
    expect(page.locator("#push li")).to_have_count(0)
