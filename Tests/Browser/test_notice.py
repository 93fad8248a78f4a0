"""Where a notice stands: over no row and no button."""

import pytest
from playwright.sync_api import expect

from journeys import member, rows

# The notice stays while it is looked at.
STAYS = "{ const later = setTimeout; window.setTimeout = (act, time, ...rest) => later(act, time === 10_000 ? 1e9 : time, ...rest); }"

# What of the page can be used and is under the notice, by how far: names and pixels.
UNDER = """() => {
  const notice = document.querySelector("#notice .toast").getBoundingClientRect();
  return [...document.querySelectorAll("main :is(a, button, input, summary, label), header :is(a, button, input)")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !control.closest("#notice"))
    .map((control) => [control, control.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.bottom > notice.top + 1 && box.top < notice.bottom - 1 && box.right > notice.left + 1 && box.left < notice.right - 1)
    .map(([control, box]) => [`${control.className} ${control.textContent.trim()}`.slice(0, 60), Math.ceil(box.bottom - notice.top)]);
}"""
LEFT = "() => document.documentElement.scrollHeight - innerHeight - Math.ceil(scrollY)"


@pytest.fixture(scope="module")
def long(chromium, foyer):
    """A household whose list is longer than every window."""
    email = "nora-notice@example.org"
    state = member(chromium, foyer, "Nora Notice", email)
    foyer.sql(f"""INSERT INTO items (household_id, id, title) SELECT household_id, gen_random_uuid(), 'Stone ' || n
      FROM accounts, generate_series(1, 40) AS n WHERE email = '{email}'""")
    return state


def tick_in_sight(page):
    """Ticks the row that is in the middle of the window."""
    box = page.evaluate_handle("""() => {
      const middle = innerHeight / 2, place = (box) => Math.abs(box.getBoundingClientRect().top - middle);
      return [...document.querySelectorAll("li[id^=item-] input[type=checkbox]:not(:checked)")].sort((one, other) => place(one) - place(other))[0];
    }""")
    box.evaluate("(box) => { box.focus({ preventScroll: true }); box.click(); }")
    expect(page.locator("#notice .toast")).to_contain_text("Done")
    page.wait_for_function("() => document.querySelector('#notice .toast').getAnimations().every(({ playState }) => playState === 'finished')")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390), (768, 1024), (1440, 900)])
@pytest.mark.parametrize("place", ["top", "middle", "end"])
def test_a_notice_covers_nothing_that_is_in_the_window(foyer, long, open_page, width, height, place):
    page = open_page(long, width=width, height=height)
    page.add_init_script(STAYS)
    page.goto(foyer.url + "/items")
    expect(rows(page).nth(20)).to_be_attached()
    page.evaluate("(part) => scrollTo(0, part * document.documentElement.scrollHeight)", {"top": 0, "middle": 0.5, "end": 1}[place])
    tick_in_sight(page)
    under, left = page.evaluate(UNDER), page.evaluate(LEFT)
    if width >= 768 and height >= 480:
        assert not under
        return
    # The band is the end of the window: as wide, right above the bar. What is behind it comes up by scrolling.
    toast, bar = page.evaluate("() => ['#notice .toast', '.bar'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON())")
    assert (toast["left"], toast["right"]) == (bar["left"], bar["right"]) and abs(bar["top"] - toast["bottom"]) <= 1
    assert all(height <= left for _, height in under), (under, left)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert not page.evaluate(UNDER)


def test_the_focus_is_never_under_the_notice(foyer, long, open_page):
    page = open_page(long, width=360, height=740)
    page.add_init_script(STAYS)
    page.goto(foyer.url + "/items")
    expect(rows(page).nth(20)).to_be_attached()
    page.evaluate("scrollTo(0, 300)")
    # The lowest row that is in the window is ticked by keyboard.
    page.evaluate("""() => {
      const end = document.querySelector(".bar").getBoundingClientRect().top;
      const boxes = [...document.querySelectorAll("li[id^=item-] input[type=checkbox]")].filter((box) => box.getBoundingClientRect().bottom < end);
      boxes.at(-1).focus({ preventScroll: true });
    }""")
    page.keyboard.press("Space")
    expect(page.locator("#notice .toast")).to_contain_text("Done")
    covered = """() => {
      const [top, box] = [document.querySelector("#notice .toast").getBoundingClientRect().top, document.activeElement.getBoundingClientRect()];
      return document.activeElement.closest("main") && box.bottom > top ? `${document.activeElement.outerHTML.slice(0, 100)} ${box.bottom} ${top}` : "";
    }"""
    page.wait_for_function(f"() => !({covered})()")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate(covered)


def test_a_keyboard_on_the_screen_does_not_hide_the_notice(foyer, long, open_page):
    page = open_page(long, width=360, height=740)
    page.add_init_script("""const screen = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
      Object.defineProperty(window, "visualViewport", { value: screen });""")
    page.goto(foyer.url + "/items")
    page.evaluate("visualViewport.height = 420; visualViewport.dispatchEvent(new Event('resize'))")
    tick_in_sight(page)
    assert abs(page.evaluate("document.querySelector('#notice .toast').getBoundingClientRect().bottom") - 420) <= 1
