"""What is planned to be eaten: suggestions, the week on paper, and meals on the page of today, in the calendar and in feeds."""

import datetime
import io
import re
import urllib.request

import icalendar
import pypdfium2
import pytest
import recurring_ical_events
import zxingcpp
from playwright.sync_api import expect

from journeys import day, member, sign_up, write_recipe

WEEK = "{0.year}-W{0.week:02}".format(datetime.date.today().isocalendar())


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_what_could_we_eat(foyer, open_page, javascript):
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-could-eat-{javascript}@example.org".lower())
    write_recipe(page, foyer, "Leek soup", ["2 leeks", "500 g potatoes"])
    page.goto(foyer.url + "/recipes")
    page.get_by_label("Add ingredients").fill("leeks, potatoes")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".chip.at-hand")).to_have_count(2)
    page.goto(foyer.url + "/plan")
    dinner = page.locator(f"[data-day='{datetime.date.today()}'][data-meal=dinner]")
    dinner.locator("summary").click()
    dinner.get_by_role("link", name="What could we eat?").click()
    found = page.get_by_role("region", name=re.compile("Dinner, "))
    expect(found.get_by_role("listitem")).to_have_count(12)
    soup = found.get_by_role("listitem").filter(has_text="Leek soup")
    expect(soup).to_contain_text("have 2 of 2")
    if javascript:
        # Below the days of the plan, where the focus is.
        expect(page).to_have_url(foyer.url + "/plan")
        expect(page.locator("#could-eat-title")).to_be_focused()
        page.keyboard.press("Tab")
        expect(found.get_by_role("link").first).to_be_focused()
    else:
        expect(page.get_by_role("heading", level=1)).to_have_text("What could we eat?")
    soup.get_by_role("button", name="Choose Leek soup").click()
    expect(page.locator("#notice")).to_contain_text("Planned: Leek soup")
    expect(dinner).to_contain_text("Leek soup")
    expect(page.locator(".could-eat")).to_have_count(0)
    page.goto(foyer.url + "/plan/suggest")
    expect(page.locator(".dish")).to_have_count(12)
    expect(page.locator(".dish", has_text="Leek soup")).to_have_count(0)


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_the_list_follows_who_eats(foyer, open_page, javascript):
    """A list that was made before somebody more eats is brought up to date from the plan."""
    page = open_page(javascript=javascript)
    sign_up(page, foyer, "Ada", f"ada-more-eat-{javascript}@example.org".lower())
    write_recipe(page, foyer, "Leek soup", ["200 g leeks"], Servings="1")
    page.locator(".plan-dish summary").click()
    page.get_by_role("button", name="Plan a meal").click()
    expect(page.locator("#notice")).to_contain_text("Planned: Leek soup")
    page.goto(foyer.url + "/plan")
    page.locator("#plan-shop summary").click()
    page.get_by_role("button", name="Add the ingredients").click()
    expect(page.locator("#notice")).to_contain_text("1 ingredient is on the shopping list.")
    expect(page.get_by_role("button", name="Update the list")).to_have_count(0)
    page.goto(foyer.url + "/household/eaters")
    page.get_by_label("Name", exact=True).fill("Léa")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".eaters li", has_text="Léa")).to_have_count(1)
    page.goto(foyer.url + "/plan")
    expect(page.locator(".plan-faces")).to_contain_text(re.compile(r"2 servings\s*on the list: 1"))
    expect(page.get_by_text("1 dish is on the shopping list for another number of people.")).to_be_visible()
    page.get_by_role("button", name="Update the list").click()
    expect(page.get_by_role("button", name="Update the list")).to_have_count(0)
    page.goto(foyer.url + "/shopping")
    expect(page.get_by_label("400 g leeks")).to_have_count(1)


def test_meals_of_today(foyer, open_page):
    """They stand on the page of today, change with it, and lead to cooking."""
    page = open_page()
    sign_up(page, foyer, "Ada", "ada-today-eats@example.org")
    write_recipe(page, foyer, "Leek soup", ["2 leeks"], Steps="Cut.\nCook.")
    page.goto(foyer.url + "/")
    expect(page.get_by_role("region", name="Meals")).to_have_count(0)
    other = page.context.new_page()
    other.goto(foyer.url + "/plan")
    lunch = other.locator(f"[data-day='{datetime.date.today()}'][data-meal=lunch]")
    lunch.locator("summary").click()
    lunch.get_by_label("Recipe or words").fill("leek soup")
    lunch.get_by_role("button", name="Add", exact=True).click()
    expect(lunch.get_by_role("link", name="Leek soup", exact=True)).to_have_count(1)
    page.bring_to_front()
    meals = page.get_by_role("region", name="Meals")
    expect(meals.get_by_role("listitem")).to_have_text(re.compile("Leek soup.*Lunch · Cook", re.S))
    page.goto(foyer.url + "/calendar?view=agenda")
    entry = page.locator(".cal-line.is-meal")
    expect(entry).to_have_text("Lunch: Leek soup")
    entry.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Leek soup")
    page.goto(foyer.url + "/")
    meals.get_by_role("link", name="Cook Leek soup").click()
    expect(page).to_have_url(re.compile(f"/cook\\?day={datetime.date.today()}"))


def test_a_feed_of_meals(chromium, foyer, open_page):
    """Read by another program: each meal is an event of its day."""
    state = member(chromium, foyer, "Ada Lovelace", "meal-feed@example.org")
    page = open_page(state, locale="fr-FR")
    meals = [(day(n), name, f"Plat {n}; \\, « été »\nA") for n, name in [(-3, "dinner"), (0, "lunch"), (0, "Goûter"), (9, "breakfast")]]
    for date, name, text in meals:
        foyer.sql(f"""INSERT INTO meals (household_id, id, day, meal, text)
          SELECT household_id, gen_random_uuid(), '{date}', '{name}', '{text}' FROM accounts WHERE email = 'meal-feed@example.org'""")
    foyer.sql("""UPDATE people SET language = 'fr'
      WHERE id = (SELECT person_id FROM accounts WHERE email = 'meal-feed@example.org')""")
    page.goto(foyer.url + "/settings/feeds")
    page.locator("[name=name]").fill("Repas")
    page.locator("[name=content]").select_option("meals")
    page.locator("form:has([name=content]) button").click()
    with urllib.request.urlopen(page.locator("input[value$='.ics']").input_value()) as answer:
        calendar = icalendar.Calendar.from_ical(answer.read())
    assert not [error for part in calendar.walk() for error in part.errors]
    found = []
    for event in recurring_ical_events.of(calendar).between(
            datetime.date.today() - datetime.timedelta(days=30), datetime.date.today() + datetime.timedelta(days=30)):
        assert event["DTEND"].dt - event["DTSTART"].dt == datetime.timedelta(days=1)
        assert str(event["TRANSP"]) == "TRANSPARENT"
        found.append((event["DTSTART"].dt.isoformat(), str(event["SUMMARY"])))
    names = {"dinner": "Dîner", "lunch": "Déjeuner", "breakfast": "Petit déjeuner", "Goûter": "Goûter"}
    assert sorted(found) == sorted((date, f"{names[name]}\u00a0: {text}") for date, name, text in meals)


@pytest.mark.parametrize("language", ["en-US", "fr-FR", "ko-KR", "ru-RU"])
def test_a_week_on_paper(foyer, chromium, open_page, language):
    email = f"ada-week-{language}@example.org".lower()
    page = open_page(member(chromium, foyer, "Ada", email), locale=language)
    foyer.sql(f"""INSERT INTO meals (household_id, id, day, meal, text)
      SELECT household_id, gen_random_uuid(), date_trunc('week', current_date)::date + n, meal, 'Dish' || n || left(meal, 1) || ' with a long name'
      FROM accounts, generate_series(0, 6) AS n, unnest(ARRAY['breakfast', 'lunch', 'dinner', 'Tea']) AS meal WHERE email = '{email}'""")
    page.goto(foyer.url + "/plan")
    page.locator("a[href^='/plan/print']").click()
    expect(page.locator(".paper-plan td p")).to_have_count(28)
    sheet = pypdfium2.PdfDocument(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert len(sheet) == 1
    assert [round(side / 72 * 25.4) for side in sheet[0].get_size()] == [297, 210]
    words = "".join(sheet[0].get_textpage().get_text_range().split())
    assert [words.count(f"Dish{n}{meal}") for n in range(7) for meal in "bldT"] == [1] * 28
    for name in page.locator(".paper-plan th[scope=col]").all_inner_texts():
        assert "".join(name.split()) in words
    [code] = zxingcpp.read_barcodes(sheet[0].render(scale=3).to_pil())
    assert code.text == f"{foyer.url}/plan?week={WEEK}"
