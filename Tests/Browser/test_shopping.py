"""The shopping list in a browser."""

import io

import pypdfium2
import pytest
import zxingcpp
from playwright.sync_api import expect

from journeys import member, network, sign_up, write_recipe
from postbox import wait_until
from test_rows import swipe


def tick(page, name, javascript):
    if javascript:
        with page.expect_response("**/shopping/sync"):
            page.get_by_role("checkbox", name=name).check()
    else:
        page.get_by_role("button", name="Got it: " + name.split(" ")[-1]).click()


@pytest.mark.parametrize("javascript", [True, False])
def test_shopping(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-shops-{javascript}@example.org")
    write_recipe(page, foyer, "Dal", ["500 g lentils", "2 onions", "45 ml oil"])
    page.get_by_role("button", name="Add missing to shopping").click()
    page.goto(foyer.url + "/shopping")
    expect(page.get_by_role("heading", level=1)).to_have_text("Shopping")
    field = page.get_by_label("What to buy")
    for text in ["¾ kg lentils", "200 g onions", "soap"]:
        field.fill(text)
        field.press("Enter")
        expect(field).to_have_value("")
        expect(page.get_by_role("checkbox", name=text.split(" ")[-1])).to_have_count(1)
    expect(page.get_by_role("checkbox", name="1 ¼ kg lentils")).to_have_count(1)
    expect(page.get_by_role("checkbox", name="2 + 200 g onions")).to_have_count(1)
    expect(page.locator(".shop-line", has_text="lentils")).to_contain_text("for Dal")
    tick(page, "1 ¼ kg lentils", javascript)
    tick(page, "soap", javascript)
    expect(page.locator("#basket")).to_contain_text("In the basket: 2")
    page.get_by_role("button", name="At hand now").click()
    # Soap is no food.
    expect(page.locator(".toast")).to_contain_text("1 thing is")
    expect(page.locator(".shop-line")).to_have_count(1)
    page.goto(foyer.url + "/recipes")
    expect(page.locator(".at-hand")).to_contain_text("1 ¼ kg")
    page.goto(foyer.url + "/shopping")
    page.get_by_role("link", name="Edit onions").click()
    page.get_by_label("Amount and food").first.fill("5 onions")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("checkbox", name="5 onions")).to_have_count(1)


def test_a_new_line_is_in_sight_marked_and_said(foyer, open_page):
    """Also where its aisle is far below."""
    page = open_page(width=390, height=844)
    sign_up(page, foyer, "Ada", "ada-new-line@example.org")
    for text in ["apples", "pears", "plums", "leeks", "onions", "bread", "rolls", "ham", "chicken", "salmon", "rice", "flour", "soap"]:
        page.request.post(foyer.url + "/shopping", form={"text": text}, headers={"origin": foyer.url})
    page.goto(foyer.url + "/shopping")
    field = page.get_by_label("What to buy")
    field.fill("kitchen paper")
    field.press("Enter")
    line = page.locator(".shop-line.is-new")
    expect(line).to_contain_text("kitchen paper")
    expect(line).to_be_in_viewport(ratio=1)
    expect(page.locator("#shop-said")).to_have_text("Added: kitchen paper")
    expect(field).to_be_focused()
    expect(page.locator(".shop-line.is-new")).to_have_count(0)


PASTE = """(field, text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


@pytest.mark.service_worker
@pytest.mark.parametrize("offline", [False, True])
def test_several_pasted_lines_are_lines_of_the_list(foyer, open_page, offline):
    page = open_page()
    sign_up(page, foyer, "Ada", f"ada-pastes-shopping-{offline}@example.org")
    page.goto(foyer.url + "/shopping")
    field = page.get_by_label("What to buy")
    field.fill("2 kg ")
    page.context.set_offline(offline)
    field.evaluate(PASTE, "flour\r\n\r\n- [x] milk\n* soap\n\u2610 nails\n")
    expect(field).to_have_value("")
    boxes = page.locator(".shop-line input[type=checkbox]")
    expect(boxes).to_have_count(4)
    if offline:
        page.context.set_offline(False)
    # The server has named their aisles.
    expect(page.get_by_role("checkbox", name="2 kg flour")).to_have_count(1)
    expect(page.locator("#basket")).to_contain_text("In the basket: 1")
    expect(page.locator(".toast")).to_contain_text("Added 4 lines")
    page.get_by_role("button", name="Undo").click()
    expect(boxes).to_have_count(0)
    page.wait_for_function("() => !document.querySelector('#shop-bar').textContent")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shopping")
    expect(boxes).to_have_count(0)
    # One line stays what is typed.
    field.evaluate(PASTE, "tea\n")
    expect(page.locator(".shop-line")).to_have_count(0)


def test_a_summed_line_is_removed_by_two_taps_and_comes_back(foyer, open_page):
    page = open_page(width=390, height=844)
    sign_up(page, foyer, "Ada", "ada-removes-sums@example.org")
    for text in ["4 leeks", "3 leeks", "2 leeks", "2 leeks"]:
        page.request.post(foyer.url + "/shopping", form={"text": text}, headers={"origin": foyer.url})
    page.goto(foyer.url + "/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Shopping").click()
    page.get_by_role("button", name="Delete leeks").click()
    expect(page.locator(".shop-line")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("checkbox", name="11 leeks")).to_have_count(1)


@pytest.mark.parametrize("named", [False, True])
def test_a_swipe_takes_a_line_off_and_undo_brings_it_back(foyer, open_page, named):
    """On each list; what scrolls or goes back takes nothing off, and the button beside the line does the same."""
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    sign_up(page, foyer, "Ada", f"ada-swipes-lines-{named}@example.org")
    page.goto(foyer.url + "/shopping")
    if named:
        page.goto(foyer.url + "/shopping/lists")
        page.get_by_label("Name").fill("Chemist")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("link", name="Chemist", exact=True).click()
    for text in ["plasters", "soap"]:
        page.get_by_label("What to buy").fill(text)
        page.get_by_label("What to buy").press("Enter")
        expect(page.get_by_role("checkbox", name=text)).to_have_count(1)
    expect(page.locator(".shop-line.is-new")).to_have_count(0)
    line = page.locator(".shop-line", has_text="soap")
    for x, y in [(-60, 0), (150, 0), (-30, -150)]:
        swipe(page, line, x, y)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    expect(page.locator(".shop-line")).to_have_count(2)
    swipe(page, line, -160)
    expect(page.get_by_role("checkbox", name="soap")).to_have_count(0)
    expect(page.get_by_role("checkbox", name="plasters")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("checkbox", name="soap")).to_have_count(1)


# Parts of a line that lie on one another, a source that is not below its food, and lines that are too low for a thumb.
def test_a_deletion_is_taken_back_while_it_is_on_its_way(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-takes-back@example.org"))
    page.goto(foyer.url + "/shopping")
    page.get_by_label("What to buy").fill("soap")
    page.get_by_label("What to buy").press("Enter")
    expect(page.get_by_role("checkbox", name="soap")).to_have_count(1)
    expect(page.locator(".shop-line.is-new")).to_have_count(0)
    waiting = []
    page.route("**/shopping/sync", lambda route: waiting.append(route))
    page.get_by_role("button", name="Delete soap").click()
    wait_until(lambda: page.wait_for_timeout(20) or waiting)
    page.get_by_role("button", name="Undo").click()
    # The page does not know yet whether the deletion has arrived.
    waiting.pop(0).continue_()
    wait_until(lambda: page.wait_for_timeout(20) or waiting or page.get_by_role("checkbox", name="soap").count())
    for route in waiting:
        route.continue_()
    expect(page.get_by_role("checkbox", name="soap")).to_have_count(1)
    page.goto(foyer.url + "/shopping")
    expect(page.get_by_role("checkbox", name="soap")).to_have_count(1)


COLLISIONS = """() => [...document.querySelectorAll('.shop-line')].flatMap(line => {
  const box = name => line.querySelector(name)?.getBoundingClientRect();
  const boxes = ['.check', '.shop-amount', '.shop-food', '.shop-source', 'a.icon-button', '.shop-delete'].map(box).filter(box => box?.width);
  const food = box('.shop-food'), source = box('.shop-source');
  const lies = boxes.some((a, i) => boxes.slice(i + 1).some(b =>
    a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5));
  return lies || source && source.top < food.bottom - 0.5 || line.getBoundingClientRect().height < 55.9
    ? [line.textContent.trim().replace(/\\s+/g, ' ')] : [];
})"""


@pytest.mark.parametrize("language", ["en-US", "ru-RU"])
def test_the_parts_of_a_line_do_not_collide(foyer, chromium, open_page, language):
    """With long amounts and foods, on a phone as on a desk."""
    email = f"ada-lines-{language}@example.org".lower()
    page = open_page(member(chromium, foyer, "Ada", email), locale=language)
    foyer.sql(f"""INSERT INTO shopping_entries (household_id, id, text, source, source_name)
      SELECT household_id, gen_random_uuid(), line, CASE name WHEN '' THEN 'hand' ELSE 'recipe' END, name FROM accounts, (VALUES
        ('1 1/4 handfuls coriander leaves', 'Tarka Dal'), ('500 g lentils', 'Tarka Dal'), ('soap', ''), ('3 eggs', ''),
        ('1 kg all-purpose unbleached flour for bread', 'Bread'), ('milk', 'Pancakes with a name that is rather long'),
        ('2 ст. л. подсолнечное масло', 'Борщ'), ('1 1/2 столовые ложки растительное масло рафинированное', 'Оладьи'),
        ('{"х" * 90}', 'Борщ'), ('2 {"y" * 90}', '')) AS v (line, name) WHERE email = '{email}'""")
    for width in [320, 360, 390, 430, 768, 1440]:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(foyer.url + "/shopping")
        expect(page.locator(".shop-line")).to_have_count(10)
        assert page.evaluate(COLLISIONS) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# Words that are divided between two lines.
BROKEN_WORDS = """selector => [...document.querySelectorAll(selector)].filter(part => part.checkVisibility()).flatMap(part => {
  const broken = [];
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (getComputedStyle(walk.currentNode.parentElement).position === 'absolute') continue;
    for (const { 0: word, index } of walk.currentNode.data.matchAll(/[\\p{L}]+/gu)) {
      const range = document.createRange();
      range.setStart(walk.currentNode, index);
      range.setEnd(walk.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(word);
    }
  }
  return broken;
})"""


@pytest.mark.parametrize("language", ["en-US", "fr-FR", "ko-KR", "ru-RU"])
def test_no_word_is_broken_in_a_head(foyer, chromium, open_page, language):
    state = member(chromium, foyer, "Ada", f"ada-heads-{language}@example.org".lower())
    page = open_page(state, locale=language, has_touch=True)
    page.goto(foyer.url + "/recipes/results?sort=name")
    dish = page.locator("a.dish-name").first.get_attribute("href").split("?")[0]
    for width in [320, 360, 390, 768, 1280]:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(foyer.url + "/shopping")
        assert page.evaluate(BROKEN_WORDS, ".page-head") == [], width
        page.goto(foyer.url + dish)
        assert page.evaluate(BROKEN_WORDS, ".recipe-facts") == [], width


def test_a_phone_s_keyboard_stays_for_the_next_line(foyer, chromium, open_page):
    page = open_page(member(chromium, foyer, "Ada", "ada-keyboard-stays@example.org"), width=390, has_touch=True)
    page.goto(foyer.url + "/shopping")
    field = page.get_by_label("What to buy")
    for text in ["soap", "3 eggs"]:
        field.fill(text)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(field).to_be_focused()
        expect(page.get_by_role("checkbox", name=text)).to_have_count(1)
    # What the server has to say is a page of its own.
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.locator("#error-shop-text")).to_be_visible()


def test_two_members(foyer, open_page):
    """What one member ticks sinks on the other's page."""
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-shops-live@example.org")
    page.goto(foyer.url + "/shopping")
    other = page.context.new_page()
    other.goto(foyer.url + "/shopping")
    page.bring_to_front()
    page.get_by_label("What to buy").fill("3 eggs")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="3 eggs")).to_have_count(1)
    other.bring_to_front()
    expect(other.get_by_role("checkbox", name="3 eggs")).to_have_count(1)


def test_aisles_by_keyboard(foyer, open_page):
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-aisles@example.org")
    page.goto(foyer.url + "/shopping/shops")
    page.get_by_label("Name").fill("Market")
    page.get_by_role("button", name="Save").click()
    up = page.get_by_role("button", name="Up: Frozen")
    first = page.locator("#aisles li").first
    up.focus()
    # Each press counts, also while an answer is awaited.
    network(page)(800)
    is_last = lambda response: "order=frozen%2Cproduce" in (response.request.post_data or "")
    with page.expect_response(is_last) as answer:
        for _ in range(12):
            page.keyboard.press("Enter")
        expect(first).to_contain_text("Frozen")
        expect(first).to_be_focused()
    assert answer.value.ok
    page.reload()
    expect(first).to_contain_text("Frozen")
    page.get_by_role("link", name="Shop here").click()
    expect(page.get_by_role("link", name="Market")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("language", ["en-US", "fr-FR", "ko-KR", "ru-RU"])
def test_the_list_on_paper(foyer, chromium, open_page, language):
    """A hundred lines stand in columns on one sheet, whose code opens the list."""
    email = f"ada-list-{language}@example.org".lower()
    page = open_page(member(chromium, foyer, "Ada", email), locale=language)
    foyer.sql(f"""INSERT INTO shopping_entries (household_id, id, text, food, key, amount, aisle)
      SELECT household_id, gen_random_uuid(), 'x', 'food ' || n, 'food ' || n, n || ' kg',
        (ARRAY['produce', 'bakery', 'meat', 'dairy', 'dry', 'tins', 'spices', 'sweets', 'drinks', 'frozen'])[n % 10 + 1]
      FROM accounts, generate_series(100, 199) AS n WHERE email = '{email}'""")
    page.goto(foyer.url + "/shopping")
    page.locator("a[href='/shopping/print']").click()
    expect(page.locator("main.sheet li .paper-box")).to_have_count(100)
    sheet = pypdfium2.PdfDocument(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert len(sheet) == 1
    assert [round(side / 72 * 25.4) for side in sheet[0].get_size()] == [210, 297]
    text = sheet[0].get_textpage()
    letters = [(letter, place) for place, letter in enumerate(text.get_text_range()) if not letter.isspace()]
    words = "".join(letter for letter, _ in letters)
    assert page.locator("h1").inner_text() in words
    # Each line once, in three columns.
    assert [words.count(f"food{number}") for number in range(100, 200)] == [1] * 100
    lefts = [text.get_charbox(letters[words.index(f"food{number}")][1])[0] for number in range(100, 200)]
    assert len({round(left / 10) for left in lefts}) == 3
    [code] = zxingcpp.read_barcodes(sheet[0].render(scale=3).to_pil())
    assert code.text == foyer.url + "/shopping"
