"""Cooking by a recipe step by step, servings without a page load, and the recipe on paper."""

import io
import re

import pypdfium2
import pytest
import zxingcpp
from playwright.sync_api import expect

from journeys import member, tab_to

STEPS = [
    "Fry 1 tbsp of the butter for 8 minutes.",
    "Beat the 2 eggs, add 200 ml of the milk and simmer for 20 to 25 minutes.",
    "Leave to rise for 1 hour at 30 °C.",
]

# Stands for what a machine without a loudspeaker and a display has not.
DEVICES = """
  window.heard = []; window.shaken = 0; window.locks = 0;
  window.AudioContext = class {
    state = 'running'; currentTime = 0; destination = {};
    resume() { return Promise.resolve(); }
    createOscillator() { return {frequency: {}, connect: to => to, start: () => heard.push(1), stop() {}}; }
    createGain() { return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: to => to}; }
  };
  Object.defineProperty(navigator, 'vibrate', {value: () => { shaken += 1; return true; }});
  Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
    locks += 1;
    const lock = new EventTarget();
    lock.release = () => { locks -= 1; lock.dispatchEvent(new Event('release')); };
    return lock;
  }}});
"""


def write(page, foyer, name="Buns", steps=STEPS, servings="4"):
    page.goto(foyer.url + "/recipes/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Ingredients").fill("2 eggs\n500 ml milk\n3 tbsp butter\n1 tsp salt")
    page.get_by_label("Steps").fill("\n".join(steps))
    page.get_by_label("Servings").fill(servings)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.wait_for_load_state()
    return page.url


def chips(page):
    return page.locator(".cook-chips li").all_inner_texts()


def expect_step(page, number):
    expect(page.get_by_role("heading", name=f"Step {number} of 3")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_recipe_is_cooked_step_by_step(foyer, chromium, open_page, javascript):
    page = open_page(member(chromium, foyer, "Ada", f"ada-at-the-stove-{javascript}@example.org".lower()), javascript=javascript)
    recipe = write(page, foyer)
    loads = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.get_by_role("link", name="One more: 5").click()
    expect(page.get_by_label("Servings")).to_have_value("5")
    page.get_by_role("link", name="One more: 6").click()
    expect(page.locator(".ingredients")).to_contain_text("3 eggs")
    expect(page.locator(".recipe-steps")).to_contain_text("300 ml")
    expect(page).to_have_url(recipe + "?servings=6")
    if javascript:
        expect(page.get_by_role("link", name="One more: 7")).to_be_focused()
    page.get_by_role("link", name="Cook", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Buns")
    expect_step(page, 1)
    assert chips(page) == ["4 ½ tbsp butter"]
    mark = "window.isSamePage = true"
    if javascript:
        page.evaluate(mark)
    page.get_by_role("link", name="Next step").click()
    expect_step(page, 2)
    assert chips(page) == ["3 eggs", "750 ml milk"]
    page.get_by_role("link", name="One fewer: 5").click()
    expect(page.locator(".cook-text")).to_contain_text("250 ml")
    page.get_by_role("link", name="Next step").click()
    expect_step(page, 3)
    expect(page).to_have_url(re.compile("step=3&servings=5$"))
    page.get_by_role("link", name="Back", exact=True).click()
    expect_step(page, 2)
    if javascript:
        assert page.evaluate("window.isSamePage")
        expect(page.locator("#cook-said")).to_contain_text("Step 2 of 3. Beat the 2 ½ eggs")
        page.go_back()
        expect_step(page, 3)
    page.get_by_role("link", name="Back to the recipe").click()
    expect(page).to_have_url(recipe + "?servings=5")
    page.goto(page.url.replace("?", "/cook?step=3&"))
    page.get_by_role("button", name="Finish").click()
    expect(page).to_have_url(recipe + "?servings=5")


def test_cooking_by_keyboard_alone(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-with-keys@example.org"))
    page.add_init_script(DEVICES)
    recipe = write(page, foyer)
    tab_to(page, page.get_by_role("link", name="One more: 5"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="One more: 6")).to_be_focused()
    tab_to(page, page.get_by_role("link", name="Cook", exact=True))
    page.keyboard.press("Enter")
    expect_step(page, 1)
    # The keys are the script's.
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.keyboard.press("Space")
    expect_step(page, 3)
    # There is none behind the last.
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    expect_step(page, 2)
    page.keyboard.press("Shift+Space")
    expect_step(page, 1)
    tab_to(page, page.get_by_role("button", name="Start a timer: 8 minutes"))
    page.keyboard.press("Space")
    expect(page.locator(".timer")).to_have_count(1)
    expect(page.get_by_role("button", name="Pause: 8:00, Step 1")).to_be_focused()
    expect_step(page, 1)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".timer")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page).to_have_url(recipe + "?servings=5")


def test_timers_run_while_pages_are_turned_and_loaded(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-with-timers@example.org"))
    page.add_init_script(DEVICES)
    page.clock.install()
    recipe = write(page, foyer)
    page.goto(recipe + "/cook")
    page.get_by_role("button", name="Start a timer: 8 minutes").click()
    page.get_by_role("link", name="Next step").click()
    expect_step(page, 2)
    page.get_by_role("button", name="Start a timer: 20 to 25 minutes").click()
    timers = page.locator(".timer")
    expect(timers).to_have_count(2)
    expect(timers.nth(1)).to_contain_text("Step 2, up to 25:00")
    page.clock.fast_forward("02:00")
    # The clock goes on while pages load.
    expect(timers.first).to_contain_text(re.compile("6:00|5:[0-5][0-9]"))
    page.reload()
    expect(timers.first).to_contain_text(re.compile("6:00|5:[0-5][0-9]"))
    page.get_by_role("button", name="Pause: 20:00, Step 2").click()
    page.clock.fast_forward("06:00")
    expect(timers.first).to_have_class("timer is-over")
    expect(page.get_by_role("alert").filter(has_text="8 minutes are over")).to_have_count(1)
    expect(page).to_have_title("⏰ 8 minutes · Buns · Foyer")
    assert page.evaluate("heard.length >= 3 && shaken === 1")
    page.get_by_role("link", name="Next step").click()
    expect_step(page, 3)
    expect(page).to_have_title("⏰ 8 minutes · Buns · Foyer")
    page.get_by_role("button", name="Stop: 8:00, Step 1").click()
    expect(timers).to_have_count(1)
    expect(page).to_have_title("Buns · Foyer")
    # The other one was paused at 18 minutes or a little less.
    expect(timers).to_contain_text(re.compile("18:00|17:[0-5][0-9]"))
    page.get_by_role("button", name="Continue: 20:00, Step 2").click()
    page.clock.fast_forward("18:00")
    expect(timers).to_have_class("timer is-over")
    page.get_by_role("button", name="Stop: 20:00, Step 2").click()
    expect(page.locator("#timers")).to_be_hidden()
    page.reload()
    expect(timers).to_have_count(0)


def test_a_swipe_turns_and_the_screen_stays_on(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-swipes@example.org"), has_touch=True, width=390, height=844)
    page.add_init_script(DEVICES)
    recipe = write(page, foyer)
    page.goto(recipe + "/cook")

    def swipe(start, end):
        finger = page.context.new_cdp_session(page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start, "y": 300}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": end, "y": 305}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()

    swipe(300, 100)
    expect_step(page, 2)
    swipe(100, 300)
    expect_step(page, 1)
    # A finger that only rests does not turn.
    swipe(200, 190)
    page.get_by_role("link", name="Next step").tap()
    expect_step(page, 2)

    awake = page.get_by_role("button", name="Keep the screen on")
    expect(awake).to_have_attribute("aria-pressed", "true")
    awake.click()
    expect(awake).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("locks") == 0
    page.reload()
    expect(awake).to_have_attribute("aria-pressed", "false")
    awake.click()
    expect(awake).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("language", ["en-US", "fr-FR", "ko-KR", "ru-RU"])
def test_a_recipe_is_printed_on_one_page(foyer, chromium, open_page, language):
    page = open_page(member(chromium, foyer, "Ada", f"ada-prints-{language}@example.org".lower()), locale=language)
    page.goto(foyer.url + "/recipes/results")
    addresses = page.locator(".dish-name").evaluate_all("links => links.map(link => link.href)")
    for address in addresses[:3]:
        page.goto(address.split("?")[0] + "/print?servings=6")
        sheet = pypdfium2.PdfDocument(io.BytesIO(page.pdf(prefer_css_page_size=True)))
        assert len(sheet) == 1, address
        assert [round(side / 72 * 25.4) for side in sheet[0].get_size()] == [210, 297]
        text = sheet[0].get_textpage().get_text_range()
        assert page.locator("h1").inner_text() in text.replace("\r\n", " ")
        [code] = zxingcpp.read_barcodes(sheet[0].render(scale=3).to_pil())
        assert code.format == zxingcpp.BarcodeFormat.QRCode
        # A dish for six is its own address.
        assert code.text in [address.split("?")[0] + rest for rest in ["", "?servings=6"]]
        page.goto(code.text)
        expect(page.locator("#servings")).to_have_value("6")


def test_nothing_of_cooking_is_printed(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-prints-nothing@example.org"))
    page.goto(write(page, foyer) + "/cook")
    sheet = pypdfium2.PdfDocument(io.BytesIO(page.pdf()))
    assert [page.get_textpage().get_text_range().strip() for page in sheet] == [""]


def test_a_timer_rings_on_every_page_and_is_named_after_its_step(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-rings-anywhere@example.org"))
    page.add_init_script(DEVICES)
    page.clock.install()
    recipe = write(page, foyer)
    page.goto(recipe + "/cook")
    page.get_by_role("button", name="Start a timer: 8 minutes").click()
    # It stands above the step, and covers nothing of it.
    timers = page.locator(".timers").bounding_box()
    assert timers["y"] + timers["height"] <= page.locator(".cook-body").bounding_box()["y"] + 1
    page.goto(foyer.url + "/shopping")
    timer = page.locator(".timer")
    expect(timer).to_contain_text("Buns, Step 1")
    expect(timer).to_contain_text(re.compile("8:00|7:5[0-9]"))
    page.clock.fast_forward("08:00")
    expect(timer).to_have_class("timer is-over")
    expect(page.get_by_role("alert").filter(has_text="8 minutes are over")).to_have_count(1)
    expect(page).to_have_title("⏰ 8 minutes · Shopping · Foyer")
    page.reload()
    expect(timer).to_have_class("timer is-over")
    page.get_by_role("link", name="Buns, Step 1").click()
    expect_step(page, 1)
    page.get_by_role("button", name="Stop: 8:00, Step 1").click()
    expect(timer).to_have_count(0)
    page.goto(foyer.url + "/")
    expect(timer).to_have_count(0)
