"""Sections, tags, pictures and several at once: what of them only a browser shows."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from journeys import PICTURE, row, rows, sign_up


def section(page, name):
    return page.locator("details.section").filter(has=page.locator(".section-name", has_text=re.compile(f"^{name}$")))


def add(page, foyer, text):
    """One line on top of the list."""
    page.goto(foyer.url + "/items")
    field = page.get_by_label("Add an item")
    field.fill(text)
    field.press("Enter")
    expect(page.locator("#notice")).to_contain_text(re.split(" [#@]", text)[0])


def choose_image(page):
    page.get_by_label("Image", exact=True).set_input_files(PICTURE)


def expect_picture(page, title):
    """The row's thumbnail has come in and is one."""
    image = row(page, title).locator(".thumb img")
    image.scroll_into_view_if_needed()
    expect(image).to_be_visible()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=image.element_handle())


def move_in(chromium, foyer, name, email):
    """A household of its own: other tests count the rows of theirs."""
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    sign_up(page, foyer, name, email)
    add(page, foyer, "Prune the roses #Orchard @outside")
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture(scope="module")
def member(chromium, foyer):
    return move_in(chromium, foyer, "Mary Somerville", "mary@example.org")


@pytest.fixture(scope="module")
def newcomer(chromium, foyer):
    """Somebody whose list still has room on its first page."""
    return move_in(chromium, foyer, "Lise Meitner", "lise@example.org")


def test_the_countdown_ticks_in_the_page(foyer, newcomer, open_page):
    """R19: under 24 hours the remaining time ticks every second, and the server is not asked."""
    page = open_page(newcomer)
    # People who say nothing of their time zone have UTC.
    due = datetime.now(timezone.utc) + timedelta(hours=3)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Catch the ferry")
    page.get_by_label("Due date").fill(due.strftime("%Y-%m-%d"))
    page.get_by_label("Time", exact=True).fill(due.strftime("%H:%M"))
    page.get_by_role("button", name="Save").click()
    left = row(page, "Catch the ferry").locator("time")
    expect(left).to_have_text(re.compile(r"^2 h 5\d min \d+ s$"))
    page.context.set_offline(True)
    for _ in range(3):
        expect(left).not_to_have_text(left.inner_text())
    page.context.set_offline(False)


def test_a_section_stays_folded_and_brings_its_rows_again(foyer, member, open_page):
    page = open_page(member)
    add(page, foyer, "Feed the hens #Yard")
    yard = section(page, "Yard")
    expect(row(yard, "Feed the hens")).to_be_visible()
    with page.expect_response(re.compile("/fold$")) as folded:
        yard.locator("summary").click()
    assert folded.value.ok
    expect(row(yard, "Feed the hens")).to_be_hidden()

    page.reload()
    expect(yard).not_to_have_attribute("open", re.compile(""))
    expect(row(page, "Feed the hens")).to_have_count(0)
    yard.locator("summary").click()
    expect(row(yard, "Feed the hens")).to_be_visible()
    # What came in works like the rest: its box ticks.
    box = row(yard, "Feed the hens").get_by_role("checkbox")
    with page.expect_response(re.compile("/done$")) as done:
        box.check()
    assert done.value.ok
    page.goto(foyer.url + "/items?status=all")
    expect(box).to_be_checked()


def test_tags_are_chips_in_the_form_and_on_the_row(foyer, member, open_page):
    page = open_page(member)
    add(page, foyer, "Call the vet @urgent @été")
    page.goto(foyer.url + "/items/new")
    chips = page.locator("[data-tags] .chip")
    chip = lambda name: chips.filter(has_text=re.compile(f"^\\s*{name}\\s*$"))
    field = page.get_by_label("Add a tag")
    page.get_by_label("Title").fill("Mend the gate")
    expect(chip("urgent")).to_be_visible()
    expect(chip("outside")).to_be_visible()

    field.fill("ETE")
    expect(chip("été")).to_be_visible()
    expect(chip("urgent")).to_be_hidden()
    field.fill("")
    expect(chip("urgent")).to_be_visible()
    chip("urgent").click()
    expect(chip("urgent").get_by_role("checkbox")).to_be_checked()

    field.fill("with Sam")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(chip("with Sam").get_by_role("checkbox")).to_be_checked()
    # A name that is there is chosen, not made again.
    field.fill("OUTSIDE")
    field.press("Enter")
    expect(chip("outside").get_by_role("checkbox")).to_be_checked()
    expect(chip("OUTSIDE")).to_have_count(0)

    page.get_by_role("button", name="Save").click()
    expect(row(page, "Mend the gate").locator(".tag")).to_have_count(3)
    for name in ["urgent", "with Sam", "outside"]:
        expect(row(page, "Mend the gate").locator(".tag", has_text=name)).to_be_visible()
    row(page, "Mend the gate").locator(".tag", has_text="with Sam").click()
    expect(rows(page)).to_have_count(1)


def test_categories_are_suggested(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Category").press_sequentially("orch")
    expect(page.locator("#category-options option[value='Orchard']")).to_have_count(1)
    page.get_by_label("Category").fill("nothing is called this")
    expect(page.locator("#category-options option")).to_have_count(0)


def test_a_picture_is_in_the_list_at_once(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/items/new")
    save = page.get_by_role("button", name="Save")
    choose_image(page)
    expect(save).to_be_disabled()
    page.get_by_label("Title").fill("   ")
    expect(save).to_be_disabled()
    page.get_by_label("Title").fill("Paint this shed")
    expect(save).to_be_enabled()
    save.click()
    expect_picture(page, "Paint this shed")

    row(page, "Paint this shed").get_by_role("link", name="Edit").click()
    page.get_by_label("Remove the image").check()
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Paint this shed")).to_have_count(1)
    expect(row(page, "Paint this shed").locator(".thumb")).to_have_count(0)


def test_an_upload_may_take_longer_than_any_other_request(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/items/new")
    held = []
    page.route(foyer.url + "/items", lambda route: held.append(route))
    page.evaluate("htmx.config.timeout = 200")
    page.get_by_label("Title").fill("Insulate the loft")
    choose_image(page)
    page.get_by_role("button", name="Save").click()
    page.wait_for_timeout(1_000)
    expect(page.locator("#notice")).to_be_empty()
    held.pop().continue_()
    expect_picture(page, "Insulate the loft")


def test_what_is_no_picture_is_refused_and_the_words_stay(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Frame the certificate")
    page.get_by_label("Image", exact=True).set_input_files(
        {"name": "picture.png", "mimeType": "image/png", "buffer": b"no picture at all"})
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#error-image")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("Frame the certificate")
    expect(page.get_by_label("Image", exact=True)).to_have_attribute("aria-describedby", "error-image")
    choose_image(page)
    page.get_by_role("button", name="Save").click()
    expect_picture(page, "Frame the certificate")


def test_the_line_on_top_says_what_it_understood(foyer, member, open_page):
    page = open_page(member)
    page.goto(foyer.url + "/items")
    page.evaluate("window.stayed = true")
    field = page.get_by_label("Add an item")
    field.press_sequentially("Buy pears #Orchard @market tomorrow 18:00")
    understood = page.locator("#understood")
    expect(understood).to_contain_text("Orchard")
    expect(understood).to_contain_text("market")
    expect(understood.locator(".chip")).to_have_count(3)
    field.press("Enter")
    expect(row(section(page, "Orchard"), "Buy pears")).to_be_visible()
    expect(row(page, "Buy pears").locator(".tag", has_text="market")).to_be_visible()
    expect(row(page, "Buy pears").locator("time")).to_be_visible()
    expect(understood).to_be_hidden()
    expect(field).to_have_value("")
    assert page.evaluate("window.stayed === true")


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_several_are_deleted_and_brought_back(foyer, member, open_page, javascript):
    page = open_page(member, javascript=javascript)
    titles = [f"Post the {thing} {javascript}" for thing in ("letter", "parcel", "card")]
    for title in titles:
        add(page, foyer, title)
    page.get_by_role("link", name="Select", exact=True).click()
    for title in titles[:2]:
        page.get_by_role("checkbox", name=title).check()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(row(page, titles[0])).to_have_count(0)
    expect(row(page, titles[1])).to_have_count(0)
    expect(row(page, titles[2])).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    for title in titles:
        expect(row(page, title)).to_have_count(1)


def test_sections_form_and_filter_without_javascript(foyer, member, open_page):
    page = open_page(member, javascript=False)
    page.goto(foyer.url + "/items/new")
    page.get_by_label("Title").fill("Dig the pond")
    page.get_by_label("Category").fill("Pond")
    page.get_by_label("Add a tag").fill("spade")
    page.locator("[data-tags] .chip").filter(has_text="outside").click()
    choose_image(page)
    page.get_by_role("button", name="Save").click()
    pond = section(page, "Pond")
    expect(row(pond, "Dig the pond")).to_be_visible()
    for name in ["spade", "outside"]:
        expect(row(pond, "Dig the pond").locator(".tag", has_text=name)).to_be_visible()
    image = row(pond, "Dig the pond").locator(".thumb img").get_attribute("src")
    answer = page.request.get(foyer.url + image)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/webp")

    pond.get_by_role("button", name="Fold", exact=True).click()
    expect(row(page, "Dig the pond")).to_have_count(0)
    # A folded section shows nothing but its line: the button is behind it.
    pond.locator("summary").click()
    pond.get_by_role("button", name="Unfold", exact=True).click()
    expect(row(pond, "Dig the pond")).to_be_visible()

    page.locator(".filter-panel > summary").click()
    page.get_by_text("By name", exact=True).click()
    page.get_by_label("Category").fill("pond")
    page.get_by_label("Tag", exact=True).fill("spade")
    page.get_by_label("Order").select_option("title")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(rows(page)).to_have_count(1)
    expect(row(page, "Dig the pond")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_picture_outlives_a_mistake_elsewhere_in_the_form(foyer, member, open_page, javascript):
    page = open_page(member, javascript=javascript)
    page.goto(foyer.url + "/items/new")
    title = f"Hang the painting {javascript}"
    page.get_by_label("Title").fill(title)
    page.get_by_label("Time").fill("10:00")
    choose_image(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.locator("#error-due_date")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value(title)
    # The picture is not asked for again.
    page.get_by_label("Due date").fill("2031-05-17")
    page.get_by_role("button", name="Save").click()
    expect_row_picture(page, foyer, title)


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_two_changes_at_once_with_a_picture(foyer, member, open_page, javascript):
    page = open_page(member, javascript=javascript)
    title = f"Varnish the bench {javascript}"
    add(page, foyer, title)
    row(page, title).get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit item")
    other = open_page(member, javascript=javascript)
    other.goto(page.url)
    other.get_by_label("Description").fill("Theirs: matt")
    other.get_by_role("button", name="Save").click()
    expect(row(other, title)).to_contain_text("Theirs: matt")

    page.get_by_label("Description").fill("Mine: glossy")
    choose_image(page)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".difference").first).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
    for words in ["Theirs: matt", "Mine: glossy"]:
        expect(page.get_by_text(words)).to_be_visible()
    page.get_by_role("button", name="Keep mine").click()
    expect(row(page, title)).to_contain_text("Mine: glossy")
    expect_row_picture(page, foyer, title)


def expect_row_picture(page, foyer, title):
    """The row has a thumbnail, and it is a picture."""
    image = row(page, title).locator(".thumb img")
    expect(image).to_have_count(1)
    answer = page.request.get(foyer.url + image.get_attribute("src"))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/webp")


def test_a_section_s_number_follows_its_rows(foyer, newcomer, open_page):
    page = open_page(newcomer)
    for thing in ["hammer", "saw", "plane"]:
        add(page, foyer, f"Find the {thing} #Workshop")
    page.goto(foyer.url + "/items?status=open")
    workshop = section(page, "Workshop")
    count = workshop.locator("summary .count")
    expect(count).to_have_text("3")
    box = row(page, "hammer").get_by_role("checkbox")
    box.check()
    expect(count).to_have_text("2")
    box.uncheck()
    expect(count).to_have_text("3")
    box.check()
    expect(count).to_have_text("2")
    row(page, "saw").get_by_role("button", name="Delete").click()
    expect(count).to_have_text("1")
    page.reload()
    expect(count).to_have_text("1")
    page.goto(foyer.url + "/items?status=all")
    expect(count).to_have_text("2")
    row(page, "hammer").get_by_role("checkbox").uncheck()
    row(page, "hammer").get_by_role("button", name="Delete").click()
    expect(count).to_have_text("1")


def test_two_rows_change_at_once(foyer, newcomer, open_page):
    """The list is looked up after both, but not before the deleted row has left: the notice with Undo was lost."""
    page = open_page(newcomer)
    for thing in ["tent", "skis"]:
        add(page, foyer, f"Fold the {thing}")
    page.goto(foyer.url + "/items?status=open")
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/items?" in answer.url):
        with foyer.writes_wait("items"):
            row(page, "tent").get_by_role("checkbox").check()
            row(page, "skis").get_by_role("button", name="Delete").click()
    expect(row(page, "skis")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text("Fold the skis")


def titles(section):
    return [title.strip() for title in section.locator(".item-title").all_inner_texts()]


def fill_shelf(page, foyer, name):
    for thing in ["one", "two", "three"]:
        add(page, foyer, f"{name} {thing} #{name}")
    page.goto(foyer.url + "/items?select=1")
    shelf = section(page, name)
    expect(rows(shelf)).to_have_count(3)
    return shelf


def drag(page, what, over, rest=100):
    """Takes `what` by its middle and carries it over each of these, to where a row goes behind them. All of it is in sight."""
    what.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = what.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for target in over:
        box = target.bounding_box()
        page.mouse.move(box["x"] + 100, box["y"] + box["height"] - 6, steps=8)
    page.wait_for_timeout(rest)
    page.mouse.up()


def test_a_row_is_dragged_elsewhere_in_its_section(foyer, newcomer, open_page):
    page = open_page(newcomer)
    shelf = fill_shelf(page, foyer, "Dragged")
    before = titles(shelf)
    with page.expect_response(re.compile("/move$")) as moved:
        row(shelf, before[2]).drag_to(row(shelf, before[0]), target_position={"x": 200, "y": 4})
    assert moved.value.ok
    wanted = [before[2], before[0], before[1]]
    assert titles(shelf) == wanted
    page.reload()
    assert titles(shelf) == wanted
    # Let go elsewhere, it is back where it was; nothing is sent.
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/move") else None)
    drag(page, row(shelf, wanted[0]), [row(shelf, wanted[2]), page.locator(".bulk")])
    assert titles(shelf) == wanted
    assert not sent
    # A hand that rests before it lets go is over the row it carries.
    with page.expect_response(re.compile("/move$")) as moved:
        drag(page, row(shelf, wanted[0]), [row(shelf, wanted[1])], rest=700)
    assert moved.value.ok
    page.reload()
    wanted = [wanted[1], wanted[0], wanted[2]]
    assert titles(shelf) == wanted
    # To the end, where no row follows.
    with page.expect_response(re.compile("/move$")) as moved:
        row(shelf, wanted[0]).drag_to(row(shelf, wanted[2]), target_position={"x": 200, "y": 50})
    assert moved.value.ok
    page.reload()
    assert titles(shelf) == [wanted[1], wanted[2], wanted[0]]


@pytest.mark.service_worker
def test_a_row_that_could_not_be_moved_is_where_it_was(foyer, newcomer, chromium):
    # Not by `open_page`: what htmx writes to the console then is no mistake of the page.
    context = chromium.new_context(storage_state=newcomer, locale="en-US")
    page = context.new_page()
    shelf = fill_shelf(page, foyer, "Lost")
    before = titles(shelf)
    page.route("**/move", lambda route: route.fulfill(status=500, body=""))
    drag(page, row(shelf, before[0]), [row(shelf, before[2])])
    expect(page.locator("#notice .problem")).to_be_visible()
    assert titles(shelf) == before
    page.unroute("**/move")
    # Without a connection it stays where it was put, and that waits.
    context.set_offline(True)
    drag(page, row(shelf, before[0]), [row(shelf, before[2])])
    expect(page.locator("#waits")).to_contain_text("1 change waits")
    moved = titles(shelf)
    assert moved != before
    context.set_offline(False)
    expect(page.locator("#waits")).to_have_count(0)
    page.reload()
    assert titles(shelf) == moved
    context.close()


def test_the_tools_of_selected_rows_cover_no_focus(foyer, newcomer, open_page):
    page = open_page(newcomer, height=700)
    fill_shelf(page, foyer, "Covered")
    rows(page).last.get_by_role("checkbox").focus()
    covered = """() => {
      const it = document.activeElement, box = it.getBoundingClientRect();
      const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return !it.closest(".bulk") && Boolean(over?.closest(".bulk"));
    }"""
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        assert not page.evaluate(covered)


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_row_is_moved_by_its_buttons(foyer, newcomer, open_page, javascript):
    page = open_page(newcomer, javascript=javascript)
    shelf = fill_shelf(page, foyer, f"Moved{javascript}")
    first, second, third = titles(shelf)
    page.get_by_role("button", name=f"Move “{third}” up").focus()
    page.keyboard.press("Enter")
    expect(shelf.locator(".item-title")).to_have_text([first, third, second])
    page.get_by_role("button", name=f"Move “{first}” down").focus()
    page.keyboard.press("Enter")
    expect(shelf.locator(".item-title")).to_have_text([third, first, second])


def test_the_line_on_top_keeps_the_list_as_it_is_without_javascript(foyer, member, open_page):
    page = open_page(member, javascript=False)
    add(page, foyer, "Stack the logs #Woodpile @axe")
    page.goto(foyer.url + "/items?status=open&category=Woodpile")
    expect(rows(page)).to_have_count(1)
    field = page.get_by_label("Add an item")
    field.fill("Cover the logs #Woodpile tomorrow 18:00")
    field.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Cover the logs")
    expect(rows(page)).to_have_count(2)
    expect(page).to_have_url(re.compile("category=Woodpile"))
    expect(page).to_have_url(re.compile("status=open"))
    # What is refused is in the form, to be put right there.
    page.get_by_label("Add an item").fill("   ")
    page.get_by_label("Add an item").press("Enter")
    expect(page.get_by_role("alert").first).to_be_visible()
    page.get_by_label("Title").fill("Saw the logs")
    page.get_by_role("button", name="Save").click()
    expect(row(page, "Saw the logs")).to_have_count(1)


def test_arrows_lead_from_row_to_row(foyer, member, open_page):
    page = open_page(member)
    for thing in ["left", "right"]:
        add(page, foyer, f"Boot {thing} #Boots @leather")
    page.goto(foyer.url + "/items?category=Boots")
    first, second = rows(page).first, rows(page).last
    first.get_by_role("checkbox").focus()
    # The box, the tag, Edit and Delete: the title leads where Edit does, and is no stop of its own.
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(second.get_by_role("checkbox")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(first.get_by_role("checkbox")).to_be_focused()
    first.get_by_role("button", name="Delete").focus()
    page.keyboard.press("ArrowDown")
    expect(second.get_by_role("button", name="Delete")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(second.get_by_role("button", name="Delete")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(1)


@pytest.mark.parametrize("path, first", [
    ("/items/new", "Title"), ("/recipes/new", "Name"), ("/categories/new", "Name"), ("/tags/new", "Name")])
def test_a_new_form_is_ready_to_type_in(foyer, member, open_page, path, first):
    """The first field has the focus, and Save is in view before one scrolls, on a phone and a laptop."""
    for javascript, width, height in [(True, 390, 844), (False, 1366, 650)]:
        page = open_page(member, javascript=javascript, width=width, height=height)
        page.goto(foyer.url + path)
        expect(page.get_by_label(first, exact=True)).to_be_focused()
        expect(page.get_by_role("button", name="Save")).to_be_in_viewport(ratio=1)


def test_save_stays_in_view_and_covers_no_field(foyer, member, open_page):
    page = open_page(member, width=390, height=844)
    page.goto(foyer.url + "/items/new")
    save = page.locator(".form-end")
    for label in ["Not before", "Image", "Due date"]:
        field = page.get_by_label(label, exact=True)
        field.focus()
        expect(save).to_be_in_viewport(ratio=1)
        # The form's end is below the field, or comes after it in a page that was scrolled to its end.
        assert field.bounding_box()["y"] + field.bounding_box()["height"] <= save.bounding_box()["y"]
