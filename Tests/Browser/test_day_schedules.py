"""Today, items and the plan on two phones and at a desk, whatever may happen to them, to the server and in between."""

import json
import re
import string

import pytest
from playwright.sync_api import TimeoutError, expect

import schedules
from journeys import PASSWORD, sign_up
from postbox import wait_until
from schedules import Device, Launch, Schedule
from test_shopping_offline import gate, gated, sign_in  # noqa: F401 (fixtures)

pytestmark = pytest.mark.service_worker

KIM = "kim@day.example"
READY = "async () => navigator.serviceWorker.controller !== null && Boolean(await (await caches.open('pages')).match('/items'))"
# What this browser is still to send, wherever it keeps that, and the words that it keeps as drafts.
LEFT = """async () => {
  const { unanswered } = await import([...document.scripts].find((script) => script.src.includes('/assets/kept-')).src);
  return [await unanswered(document.body.dataset.reader), JSON.parse(sessionStorage.getItem("unsent") ?? "[]")].flat();
}"""
DRAFTS = "() => Object.entries(localStorage).filter(([key]) => key.startsWith('draft ')).map(([, value]) => value).join()"
FORGET = """() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("draft ")) localStorage.removeItem(key);
}"""
TICK = """(place) => {
  const boxes = [...document.querySelectorAll("#main li.item[id^=item-] > .item-check .check")];
  if (!boxes.length) return null;
  const box = boxes[place % boxes.length];
  box.click();
  return [box.closest("li").id.slice(5), box.checked];
}"""
DELETE = """(place) => {
  const buttons = [...document.querySelectorAll("#items li.item[id^=item-] [formaction$='/delete']")];
  if (!buttons.length) return null;
  const button = buttons[place % buttons.length];
  button.click();
  return button.closest("li").id.slice(5);
}"""
PLAN = """([place, text]) => {
  const forms = [...document.querySelectorAll("#plan form[data-emptied]")];
  if (!forms.length) return null;
  const form = forms[place % forms.length];
  if (form.elements.meal.type === "text") form.elements.meal.value = "Brunch";
  form.elements.text.value = text;
  form.requestSubmit();
  return form.elements.text.value === "";
}"""
# After the session's end a page has the form with the words.
AGAIN = """() => {
  if (!document.querySelector("[data-again]")) return null;
  const form = [...document.querySelectorAll("#main form")].find((form) => ["text", "description"].some((name) => form.elements[name]?.value));
  form.requestSubmit();
  return form.getAttribute("action");
}"""


class DaySchedule(Schedule):
    """What somebody does with three browsers, and a plain model of what must become of it: each line and each meal is there
    once, what was written into a description is there or a draft, a tick is one of the last ones of the devices (they have
    one order on each), and what was deleted stays so."""

    weights = {
        "line": 26, "tick": 18, "write": 14, "delete": 5, "meal": 9, "visit": 8, "network": 10, "reload": 5, "close": 3,
        "gate": 8, "session": 1}
    gates = ["pass", "slow", "refuse", "bad gateway", "portal", "lose"]
    paths = ["/items", "/"]

    def __init__(self, seed, foyer, devices):
        super().__init__(seed, foyer, devices)
        self.lines, self.meals, self.words, self.ticks, self.deleted = [], [], {}, {}, set()
        self.mark = "".join(self.random.choices(string.ascii_lowercase, k=5))

    def word(self, known):
        """Letters alone, so that nothing else is understood of them."""
        return f"Wox{self.mark}{string.ascii_lowercase[len(known)]}"

    def is_at(self, device, *paths):
        """Whether a device shows one of the pages; if not, it asks for the first one."""
        page = device.page
        self.sign_in(device)
        if not any(page.url == device.foyer.url + path for path in paths):
            page.goto(device.foyer.url + paths[0])
            self.sign_in(device)
        return page.url.split("?")[0] in [device.foyer.url + path for path in paths]

    def sign_in(self, device):
        page = device.page
        if not page.locator("form[action='/login']").count() or device.is_offline or self.foyer.gate.mode not in ("pass", "slow"):
            return
        self.foyer.sql("DELETE FROM rate_limits")
        page.get_by_label("E-mail").fill(KIM)
        page.get_by_label("Password").fill(PASSWORD)
        with page.expect_navigation():
            page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator("form[action='/login']")).to_have_count(0)
        path = page.evaluate(AGAIN)
        if path:
            self.story.append(("sent again", path))
            page.wait_for_function("() => !document.querySelector('#quick [name=text], #item-form')?.value && !location.pathname.endsWith('/edit')")

    def reaches(self, device, act, argument=None):
        """Whether an act is done: the session may have ended, and the page to sign in have come meanwhile."""
        try:
            act(timeout=10_000) if argument is None else act(argument, timeout=10_000)
        except TimeoutError:
            if not device.page.locator("form[action='/login']").count():
                raise
            return False
        return True

    def line(self, device):
        field = device.page.locator("#quick [name=text]")
        if not self.is_at(device, *self.random.sample(self.paths, 2)) or not field.count():
            return None
        text = self.word(self.lines)
        if not self.reaches(device, field.fill, text) or not self.reaches(device, field.press, "Enter"):
            return "signed out"
        # From now on it is safe, also where the page to sign in comes.
        device.page.wait_for_function("() => !document.querySelector('#quick [name=text]')?.value")
        self.lines.append(text)
        return text

    def tick(self, device):
        if not self.is_at(device, *self.random.sample(self.paths, 2)):
            return None
        done = device.page.evaluate(TICK, self.random.randrange(1000))
        if done:
            self.ticks.setdefault(done[0], {})[self.devices.index(device)] = done[1]
        return done

    def write(self, device):
        if not self.is_at(device, "/items"):
            return None
        ids = device.page.locator("#main li.item[id^=item-]").evaluate_all("rows => rows.map((row) => row.id)")
        if not ids:
            return None
        item = self.random.choice(ids)[5:]
        device.page.goto(f"{device.foyer.url}/items/{item}/edit")
        field = device.page.locator("#item-form [name=description]")
        if not field.count():
            return f"no form of {item}"
        text = f"{self.word(self.words)}d"
        save = device.page.locator("#item-form [data-save]")
        if not self.reaches(device, field.fill, f"{field.input_value()}\n{text}") or not self.reaches(device, save.click):
            return "signed out"
        self.words[text] = item
        device.page.wait_for_function(
            "() => !location.pathname.endsWith('/edit') || document.querySelector('.versions, .errors, form[action=\"/login\"], #notice > *')")
        return item, text

    def delete(self, device):
        if not self.is_at(device, "/items"):
            return None
        item = device.page.evaluate(DELETE, self.random.randrange(1000))
        self.deleted.add(item)
        return item

    def meal(self, device):
        if not self.is_at(device, "/plan"):
            return None
        text = f"{self.word(self.meals)}m"
        is_safe = device.page.evaluate(PLAN, [self.random.randrange(1000), text])
        if is_safe is None:
            return None
        assert is_safe, "the field is not emptied"
        self.meals.append(text)
        return text

    def visit(self, device):
        path = self.random.choice(["/", "/items", "/plan", "/calendar"])
        device.page.goto(device.foyer.url + path)
        return path

    def session(self, _):
        """It ends everywhere."""
        self.foyer.sql(f"DELETE FROM sessions USING accounts a WHERE a.person_id = sessions.person_id AND a.email = '{KIM}'")

    def rows(self, columns, table):
        return json.loads(self.foyer.sql(
            f"""SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM (SELECT {columns} FROM {table} WHERE household_id = (
              SELECT household_id FROM accounts WHERE email = '{KIM}')) AS r"""))

    def end(self):
        self.foyer.gate.mode = "pass"
        for device in self.devices:
            device.set_offline(False)
        for device in self.devices:
            device.page.goto(device.foyer.url + "/items")
            assert self.is_at(device, "/items")
            device.page.evaluate("dispatchEvent(new Event('online'))")
            wait_until(lambda device=device: device.page.evaluate(LEFT) == [])
        drafts = "".join(device.page.evaluate(DRAFTS) for device in self.devices)
        items = self.rows("id, title, description, is_done, deleted_at", "items")
        # After the session's end a line is sent as one with what was typed behind it meanwhile.
        titles = [word for item in items for word in item["title"].split() if word.startswith(f"Wox{self.mark}")]
        texts = "\n".join(item["description"] for item in items)
        by_id = {item["id"]: item for item in items}
        planned = [meal["text"] for meal in self.rows("text, deleted_at", "meals") if not meal["deleted_at"]]
        problems = {
            "lost lines": sorted(set(self.lines) - set(titles)),
            "doubled lines": sorted({title for title in titles if titles.count(title) > 1}),
            "lost meals": sorted(set(self.meals) - set(planned)),
            "doubled meals": sorted({text for text in self.meals if planned.count(text) > 1}),
            "lost words": [text for text in self.words if text not in texts and text not in drafts],
            "doubled words": [text for text in self.words if len(re.findall(text, texts)) > 1],
            "risen again": [id for id in self.deleted if id and by_id[id]["deleted_at"] is None],
            "wrong ticks": [
                (id, by_id[id]["is_done"], states) for id, states in self.ticks.items()
                if by_id[id]["deleted_at"] is None and by_id[id]["is_done"] not in states.values()],
        }
        assert not any(problems.values()), problems
        self.foyer.sql(f"DELETE FROM items; DELETE FROM meals")
        for device in self.devices:
            device.page.evaluate(FORGET)
            device.page.goto(device.foyer.url + "/items")


def test_no_word_is_lost_doubled_or_risen_again(gated, gate, chromium, how_to_launch, tmp_path):  # noqa: F811
    states = []
    for number in range(3):
        context = chromium.new_context(locale="en-US")
        if number == 0:
            sign_up(context.new_page(), gated, "Kim", KIM)
        else:
            sign_in(context.new_page(), gated, KIM)
        states.append(context.storage_state())
        context.close()
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    devices = [
        Device(Launch(chromium, how_to_launch, tmp_path / str(number), **options), gated, state, "/items", READY)
        for number, (state, options) in enumerate(zip(states, [phone, phone, {}]))]
    problems = []
    for device in devices:
        device.context.on("weberror", lambda error: problems.append(f"{error.page.url}: {error.error}"))
    schedules.run(DaySchedule, gated, devices, 20)
    assert not problems, "\n".join(problems)
