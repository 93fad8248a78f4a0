"""Every page there is. test_pages.py looks at each: a page whose path has no parameters is found in `foyer routes`, and here is
how to get to the others."""

import base64
import hmac
import re
import secrets
import subprocess

from playwright.sync_api import expect

from journeys import PICTURE, ask, day, member, publish, row, sign_up, write_recipe

LONG = "Donaudampfschifffahrtsgesellschaft" * 6


class House:
    """A household with the texts that break layouts, and the paths of what is in it."""

    def __init__(self, chromium, foyer, account):
        self.url = foyer.url
        self.sql = foyer.sql
        self.program = foyer.program
        self.account = account
        self.english = {}
        self.furnish(chromium, foyer)

    def furnish(self, chromium, foyer):
        context = chromium.new_context(storage_state=self.account, locale="en-US")
        page = context.new_page()
        for kind in ["categories", "tags"]:
            for name in ["Garden", "مرحبا " + LONG]:
                page.goto(f"{self.url}/{kind}/new")
                page.get_by_label("Name").fill(name)
                if kind == "categories":
                    page.get_by_label("Icon").fill("👨‍👩‍👧‍👦" if name == "Garden" else "")
                page.get_by_role("button", name="Save").click()
                expect(page.locator("li.label").filter(has_text=name)).to_have_count(1)
        page.goto(self.url + "/items/new")
        page.get_by_label("Title").fill(LONG)
        page.get_by_label("Description").fill("ฉันกินข้าว" * 40 + "\n" + "مرحبا بالعالم " * 10)
        page.get_by_label("Category").fill("مرحبا " + LONG)
        page.get_by_label("Add a tag").fill("مرحبا " + LONG)
        page.get_by_label("Due date").fill("2020-02-29")
        page.get_by_role("button", name="Save").click()
        expect(row(page, LONG)).to_have_count(1)
        self.item = row(page, LONG).get_by_role("link", name="Edit").get_attribute("href")
        row(page, "Air the cellar").get_by_role("button", name="Delete").click()
        expect(row(page, "Air the cellar")).to_have_count(0)
        for kind in ["categories", "tags"]:
            page.goto(f"{self.url}/{kind}")
            edit = page.locator("li.label").filter(has_text="مرحبا").locator("a[href$='/edit']").get_attribute("href")
            setattr(self, {"categories": "category", "tags": "tag"}[kind], edit.removesuffix("/edit"))
        self.stock(page, foyer)
        self.host(page, chromium, foyer)
        for name in [LONG[:100], "مرحبا"]:
            foyer.sql(f"""INSERT INTO passkeys (household_id, person_id, id, name, credential_id, public_key, sign_count,
                is_backup_eligible, is_backed_up)
              SELECT household_id, person_id, gen_random_uuid(), '{name}', uuid_send(gen_random_uuid()), '', 0, false, false
              FROM accounts WHERE email = 'ada@example.org'""")
        context.close()

    def stock(self, page, foyer):
        """A kitchen with ingredients at hand, two recipes, a favourite, and somebody who eats them."""
        page.goto(self.url + "/household/eaters")
        page.get_by_label("Name").fill(LONG[:170])
        for allergen in ["Peanut", "Celery"]:
            page.get_by_label(allergen).check()
        page.get_by_label("Dislikes").fill("leeks, مرحبا, " + LONG[:170])
        page.get_by_role("button", name="Add").click()
        expect(page.locator(".eaters li")).to_have_count(2)
        edit = page.locator(".eaters li").last.get_by_role("link", name="Edit")
        self.eater = edit.get_attribute("href")
        write_recipe(page, foyer, LONG[:170], [LONG, "مرحبا بالعالم " * 5])
        write_recipe(page, foyer, "Packet soup", ["1 stock cube", "1 " + LONG[:170] + " stock cube"])
        self.packet = page.url.removeprefix(self.url)
        write_recipe(page, foyer, "Leek soup", ["2 leeks", "500 g potatoes", "1 pie"], Servings="4", Cuisine="French")
        self.recipe = page.url.removeprefix(self.url)
        page.get_by_role("button", name="Favourite: Leek soup").click()
        expect(page.get_by_role("button", name="Favourite: Leek soup")).to_have_attribute("aria-pressed", "true")
        page.goto(self.url + "/recipes")
        page.get_by_label("Add ingredients").fill("leeks, potatoes, " + LONG[:170])
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(".at-hand")).to_have_count(3)
        foyer.sql("""UPDATE ingredients_at_hand SET best_before = current_date + 1, place = 'fridge' WHERE name <> 'potatoes'
          AND household_id IN (SELECT household_id FROM ingredients_at_hand WHERE char_length(name) > 100)""")
        foyer.sql(f"""INSERT INTO packet_answers (household_id, key, subject, is_against, name, line, edition, person_id)
          SELECT household_id, 'food|food' || n, 'celery', n = 1, '{LONG[:170]}', 'food', 1000, person_id
          FROM accounts, generate_series(1, 2) AS n WHERE email = 'ada@example.org'""")
        page.goto(self.url + self.recipe)
        page.get_by_role("button", name="Add missing to shopping").click()
        page.goto(self.url + "/shopping")
        for text in [LONG, "مرحبا بالعالم " * 5, "123456 kg + 3 cups " + LONG, "2 leeks", "frozen peas"]:
            page.get_by_label("What to buy").fill(text)
            page.get_by_role("button", name="Add", exact=True).click()
            expect(page.get_by_label("What to buy")).to_have_value("")
        with page.expect_response("**/shopping/sync"):
            page.get_by_role("checkbox", name="2 leeks").check()
        expect(page.locator("#basket")).to_have_count(1)
        self.line = page.get_by_role("link", name="Edit frozen peas").get_attribute("href")
        page.goto(self.url + "/shopping/shops")
        page.get_by_label("Name").fill(LONG[:200])
        page.get_by_role("button", name="Save").click()
        expect(page.locator("#aisles")).to_have_count(1)
        self.shop = page.url.removeprefix(self.url)
        page.goto(self.url + "/shopping/lists")
        page.get_by_label("Name").fill(LONG[:100])
        page.get_by_role("button", name="Save").click()
        self.named_list = page.url.removeprefix(self.url)
        page.goto(self.url + "/move-in")
        page.get_by_label("Or paste a text").fill(f"Title,List,Assignee,Done,Due date\n{LONG},{LONG},{LONG},yes,03/04/2026 18:00\n,Post,,no,\n")
        page.get_by_role("button", name="See what is in it").click()
        expect(page.get_by_role("heading", name="What was found")).to_be_visible()
        self.move = page.url.removeprefix(self.url)
        self.plan(page)

    def plan(self, page):
        """A week of 2031: a recipe that clashes with somebody, a long name, and a meal with a name of its own."""
        for name, meal, text in [("lunch", 1, "Leek soup"), ("dinner", 2, LONG)]:
            page.goto(self.url + "/plan?week=2031-W01")
            box = page.locator("#day-2030-12-31 .plan-add").nth(meal)
            box.locator("summary").click()
            box.get_by_label("Recipe or words").fill(text)
            box.get_by_role("button", name="Add", exact=True).click()
            expect(page.locator(f"#day-2030-12-31 [data-meal={name}] .plan-meal")).to_have_count(1)
        box = page.locator(".plan-add", has=page.locator("#add-2031-01-01"))
        box.locator("summary").click()
        box.get_by_label("Meal", exact=True).fill("مرحبا " + LONG[:80])
        box.get_by_label("Recipe or words").fill("مرحبا بالعالم " * 5)
        box.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#day-2031-01-01 .plan-meal")).to_have_count(1)
        self.meal = page.locator("#day-2030-12-31 [data-meal=lunch] .plan-edit").get_attribute("href")

    def host(self, page, chromium, foyer):
        """Neighbours: one asks us for a bed and to move in with them, one answers our request, one we have not asked."""
        publish(page, foyer, LONG[:170], "مرحبا بالعالم" * 5)
        page.get_by_label("From").fill(day(30))
        page.get_by_label("To", exact=True).fill(day(33))
        page.get_by_role("button", name="Block these days").click()
        expect(page.locator("li[id^='blocked-']")).to_have_count(1)

        def neighbour(page):
            publish(page, foyer, "Maria Agnesi", "Bologna")
            ask(page, foyer, LONG[:34])
            page.goto(self.url + "/household")
            page.locator("form[action='/household/invitations'] button").click()
            self.invitation = "/invitations/" + page.locator("#field-link").input_value().rsplit("/", 1)[1]

        member(chromium, foyer, "Donaudampfschiff" * 5, "maria@example.org", neighbour)
        answering = member(
            chromium, foyer, "Nils Berg", "nils@example.org", lambda page: publish(page, foyer, "Nils Berg", "Ghent"))
        for days in [(40, 42), (50, 52)]:
            ask(page, foyer, "Nils", *days)
            self.asked = page.url.removeprefix(self.url)
            context = chromium.new_context(storage_state=answering, locale="en-US")
            theirs = context.new_page()
            theirs.goto(self.url + "/hosting/requests")
            if days[0] == 40:
                theirs.get_by_role("button", name="Decline").click()
            else:
                theirs.get_by_role("link", name="Reply or propose other dates").click()
                propose = theirs.get_by_role("group", name="Propose other dates")
                propose.get_by_label("Arrival").fill(day(60))
                propose.get_by_label("Departure").fill(day(62))
                theirs.get_by_label("Your message").fill("That week we paint.")
                propose.get_by_role("button", name="Propose these dates").click()
            expect(theirs.locator("#notice")).to_contain_text("Ada")
            context.close()
        page.goto(self.url + "/hosts")
        hosts = page.locator(".host > a")
        self.open_host = hosts.filter(has_text="Maria").get_attribute("href")
        self.own_listing = hosts.filter(has_text=LONG[:34]).get_attribute("href")
        page.goto(self.url + "/hosting/requests")
        self.guest = page.get_by_role("link", name="Reply or propose other dates").get_attribute("href")
        page.goto(self.url + "/requests")
        self.request = page.get_by_role("link", name="Messages").first.get_attribute("href")
        page.goto(self.url + self.request)
        page.get_by_label("Your message").fill(LONG + "\nمرحبا بالعالم")
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator(".entry-words").last).to_contain_text(LONG)


def go(page, house, path):
    """`path` may name what the house has: "{item}"."""
    page.goto(house.url + path.format_map(vars(house)))


def send(page, /, **fields):
    """The main form of the page, with these fields changed."""
    form = page.locator("main form[method=post].card, main .doorway form[method=post], main #shop-add").last
    for name, value in fields.items():
        field = form.locator(f"[name={name}]").first
        if field.get_attribute("type") == "hidden":
            field.evaluate("(field, value) => field.value = value", value)
        else:
            field.fill(value)
    form.locator("button.primary, button.danger:not(.quiet)").first.click()


def refused(path, **fields):
    def visit(page, house):
        go(page, house, path)
        send(page, **fields)
        expect(page.get_by_role("alert").first).to_be_visible()
    return visit


def archive(path, state):
    """The page where one asks for an archive, with one in this state."""
    def visit(page, house):
        kind = "household" if path.startswith("/household") else "person"
        house.sql(f"""DELETE FROM takeouts WHERE kind = '{kind}'; INSERT INTO takeouts (household_id, id, person_id, kind, state, bytes, done, total, made_at)
          SELECT household_id, gen_random_uuid(), person_id, '{kind}', '{state}', 123456789, 7, 50, CASE WHEN '{state}' = 'made' THEN now() END
          FROM accounts WHERE email = 'ada@example.org'""")
        go(page, house, path)
    return visit


def conflict(path, **fields):
    def visit(page, house):
        go(page, house, path)
        # What was refused before is a draft of the same form.
        for discard in page.locator(".draft button").all():
            discard.click()
        # Without what it was filled from, nothing is merged.
        send(page, version="0", base="", **fields)
        expect(page.locator(".difference").first).to_be_visible()
    return visit


def repeat(page, house):
    """An item that repeats by a rule of its own; its tick has been taken, and the next one changed."""
    if hasattr(house, "series"):
        return
    go(page, house, "/items/new")
    form = page.locator("#item-form")
    form.locator("[name=title]").fill("مرحبا " + LONG[:170])
    form.locator("[name=due_date]").fill("2035-01-01")
    form.locator("[name=repeat]").select_option("custom")
    form.locator("[name=repeat_unit]").select_option("month")
    form.locator("select[name=repeat_on]").select_option("-1FR")
    form.locator("[data-save]").click()
    page.locator(".item-repeat").first.wait_for()
    house.series = house.sql("SELECT id FROM items WHERE series_id IS NOT NULL AND due_at > '2034-01-01'").strip()


def snoozed(page, house, path="/items?status=later"):
    """An item that is hidden for a long time."""
    if not hasattr(house, "later"):
        go(page, house, "/items/new")
        form = page.locator("#item-form")
        form.locator("[name=title]").fill("Later: مرحبا " + LONG[:170])
        form.locator("[name=due_date]").fill("2098-01-01")
        form.locator("[name=not_before]").fill("2099-09-30")
        form.locator("[data-save]").click()
        expect(page.locator("#notice")).to_contain_text("2099")
        house.later = house.sql("SELECT id FROM items WHERE not_before > '2099-01-01'").strip()
    go(page, house, path)


def snoozed_item(page, house):
    snoozed(page, house, "/items/{later}/edit")
    expect(page.locator(".snooze-days p")).to_be_visible()


def checklist(page, house):
    snoozed(page, house, "/items/{later}/lines")
    if not page.locator(".checklist > ul > li").count():
        page.locator(".checklist-add textarea").fill("مرحبا\n" + LONG[:300] + "\n[x] 3")
        page.locator(".checklist-add button").click()
    expect(page.locator(".checklist > ul > li")).to_have_count(3)
    page.locator(".checklist summary").nth(1).click()
    expect(page.locator(".checklist details form").nth(1)).to_be_visible()


def with_files(page, house):
    snoozed(page, house, "/items/{later}/edit")
    if not page.locator(".files li").count():
        page.locator("#field-images").set_input_files([PICTURE, PICTURE])
        page.locator("#field-files").set_input_files([
            {"name": LONG[:120] + ".pdf", "mimeType": "application/pdf", "buffer": b"%PDF"},
            {"name": "مرحبا.txt", "mimeType": "text/plain", "buffer": b"1"}])
        page.locator("#item-form [data-save]").click()
        # The form's own address begins alike.
        expect(page.locator("#item-form")).to_have_count(0)
        go(page, house, "/items/{later}/edit")
    expect(page.locator(".files li")).to_have_count(3)


def repeating(page, house):
    repeat(page, house)
    go(page, house, "/items/{series}/edit")
    page.locator("[name=repeat]").select_option("custom")
    expect(page.locator(".repeat-month")).to_be_visible()


def taken_back(page, house):
    """The question what becomes of the next item."""
    repeat(page, house)
    house.sql(f"""UPDATE items SET done_at = '2026-01-01' WHERE id = '{house.series}';
      INSERT INTO items (household_id, id, title, due_at, series_id, occurrence, created_at, version)
      SELECT household_id, gen_random_uuid(), title, due_at + interval '28 days', series_id, occurrence + interval '28 days', done_at, 2
      FROM items i WHERE id = '{house.series}'
        AND NOT EXISTS (SELECT FROM items o WHERE o.series_id = i.series_id AND o.id <> i.id)""")
    go(page, house, "/items?status=done")
    page.locator(f"#item-{house.series} .check").click()
    expect(page.locator("button[name=next]").first).to_be_visible()


def refused_lines(page, house):
    go(page, house, "/items/pasted")
    form = page.locator("main form.card")
    form.locator("[name=text]").fill("مرحبا\n" + "- [ ] " + LONG[:300] + "\n" * 3 + "3\n" * 99)
    form.locator("[value=items]").click()
    expect(page.get_by_role("alert").first).to_be_visible()


def merge(page, house):
    go(page, house, "{category}/edit")
    send(page, name="GARDEN")
    expect(page.locator("h2#merge")).to_be_visible()


def invited(page, house):
    go(page, house, "/household")
    page.locator("form[action='/household/invitations'] button").click()
    expect(page.locator("#field-link")).to_be_visible()


def mail_link(house, purpose="password", email="maria@example.org"):
    """The token of a link as a letter has it."""
    token = secrets.token_urlsafe(32)
    house.sql(f"""INSERT INTO mail_links (token_hash, purpose, person_id, email)
      SELECT sha256('{token}'), '{purpose}', person_id, email FROM accounts WHERE email = '{email}'""")
    return token


def reset(page, house):
    page.goto(f"{house.url}/password/reset/{mail_link(house)}")
    expect(page.locator("#field-new_password")).to_be_visible()


def refused_reset(page, house):
    reset(page, house)
    send(page, new_password="short")
    expect(page.get_by_role("alert").first).to_be_visible()


def sign_up_link(house):
    """The token of a link that makes an account."""
    token = secrets.token_urlsafe(32)
    house.sql(f"""INSERT INTO sign_ups (id, token_hash, name, email, password, time_zone)
      VALUES (gen_random_uuid(), sha256('{token}'), 'Emmy', '{LONG[:60]}@example.org', 'none', 'UTC')""")
    return token


def unsubscribe(page, house):
    """The link of a letter."""
    key = bytes.fromhex(house.sql("SELECT encode(key, 'hex') FROM signing_keys WHERE name = 'unsubscribe'"))
    person = house.sql("SELECT person_id FROM accounts WHERE email = 'nils@example.org'")
    code = base64.urlsafe_b64encode(hmac.new(key, person.encode(), "sha256").digest()).decode().rstrip("=")
    page.goto(f"{house.url}/unsubscribe/{person}.{code}")
    expect(page.locator("main form button")).to_be_visible()


def second_factor(house, email="ada@example.org"):
    """Switched on, or as it was."""
    house.sql(f"""INSERT INTO second_factors (household_id, person_id, secret, confirmed_at)
      SELECT household_id, person_id, decode(repeat('00', 20), 'hex'), now() FROM accounts WHERE email = '{email}'
      ON CONFLICT (household_id, person_id) DO UPDATE SET confirmed_at = now()""")
    house.sql("UPDATE sessions SET confirmed_at = now()")


def without_second_factor(house):
    house.sql("DELETE FROM second_factors USING accounts a WHERE a.person_id = second_factors.person_id AND a.email = 'ada@example.org'")
    house.sql("UPDATE sessions SET confirmed_at = now()")


def second_step(page, house):
    second_factor(house, "nils@example.org")
    token = secrets.token_bytes(32)
    house.sql(f"""INSERT INTO half_sign_ins (token_hash, person_id)
      SELECT sha256(decode('{token.hex()}', 'hex')), person_id FROM accounts WHERE email = 'nils@example.org'""")
    text = base64.urlsafe_b64encode(token).decode().rstrip("=")
    page.context.add_cookies([{"name": "foyer-second", "value": text, "url": house.url}])
    page.goto(house.url + "/login/second")
    expect(page.locator("#field-code")).to_be_visible()


def refused_second_step(page, house):
    second_step(page, house)
    send(page, code="no code")
    expect(page.get_by_role("alert").first).to_be_visible()


def guarded(page, house):
    second_factor(house)
    go(page, house, "/settings/security")


def recovery_codes(page, house):
    guarded(page, house)
    page.locator("form[action='/settings/recovery-codes'] button").click()
    expect(page.locator(".recovery-codes li")).to_have_count(10)


def asked_password(page, house):
    guarded(page, house)
    page.locator("form[action='/settings/totp/delete'] button").click()
    expect(page.locator("#field-current_password")).to_be_visible()


def second_factor_setup(page, house):
    without_second_factor(house)
    go(page, house, "/settings/security")
    page.locator("form[action='/settings/totp'] button").click()
    expect(page.locator(".qr")).to_be_visible()


def refused_setup(page, house):
    second_factor_setup(page, house)
    send(page, code="000000")
    expect(page.get_by_role("alert").first).to_be_visible()


def filtering(page, house):
    go(page, house, "/items?status=open")
    page.locator(".filter-panel > summary").click()
    expect(page.locator(".choices .chip").first).to_be_visible()
    page.locator(".by-name > summary").click()
    expect(page.locator("#filter-category")).to_be_visible()


def understood(page, house):
    go(page, house, "/items?q=basil")
    page.locator("#quick-text").fill("Buy milk #Groceries @urgent 18:00")
    expect(page.locator("#understood .chip")).to_have_count(3)


def selected(page, house):
    go(page, house, "/items?select=1")
    page.locator(".choice-row .check").first.check()


def refused_request(page, house):
    go(page, house, "{open_host}")
    page.locator("#ask form button.primary").click()
    expect(page.get_by_role("alert").first).to_be_visible()


def delete_all_requests(page, house):
    go(page, house, "/requests")
    page.locator("[data-dialog]").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def refused_message(page, house):
    go(page, house, "{request}")
    page.locator(".thread-write button").first.click()
    expect(page.get_by_role("alert").first).to_be_visible()


def refused_answer(page, house):
    go(page, house, "{guest}")
    page.locator(".propose button").click()
    expect(page.get_by_role("alert").first).to_be_visible()


def refused_passkey(page, house):
    go(page, house, "/settings/security")
    page.locator("li.passkey summary").first.click()
    page.locator("li.passkey input[name=name]").first.fill("")
    page.locator("li.passkey details .button").first.click()
    expect(page.get_by_role("alert").first).to_be_visible()


def with_passkeys(path, *parts):
    """What a script shows where the address is a name."""
    def visit(page, house):
        go(page, house, path)
        for part in parts:
            page.locator(part).evaluate("part => { part.hidden = false; }")
    return visit


def asked_packet(path):
    """Whose questions about packets are unfolded."""
    def visit(page, house):
        go(page, house, path)
        expect(page.locator(".packet summary").first).to_be_visible()
        for summary in page.locator(".packet summary").all():
            summary.click()
    return visit


def unfolded(page, house):
    go(page, house, "/recipes/parameters")
    for summary in page.locator("details.fold > summary").all():
        summary.click()


def calendar(page, house):
    """A month with long words, a full day, and what is done and late."""
    house.sql(f"""INSERT INTO items (household_id, id, title, due_at, done_at)
      SELECT household_id, gen_random_uuid(), CASE n % 2 WHEN 0 THEN '{LONG}' ELSE 'مرحبا بالعالم' END,
        date_trunc('day', now()) + interval '9 hours' + n % 4 * interval '1 day', CASE WHEN n % 5 = 0 THEN now() END
      FROM accounts, generate_series(1, 24) AS n WHERE email = 'ada@example.org'
        AND NOT EXISTS (SELECT FROM items i WHERE i.household_id = accounts.household_id AND i.title = 'مرحبا بالعالم')""")
    go(page, house, "/calendar")
    expect(page.locator(".cal-more, .cal-rows").first).to_be_attached()


def feed(page, house):
    go(page, house, "/settings/feeds")
    if page.locator("li[id^='feed-']").count() == 0:
        send(page, name=LONG[:150])
        go(page, house, "/settings/feeds")
    page.locator("li[id^='feed-'] a.button").first.click()
    expect(page.locator("[id^=feed-address-]")).to_be_visible()


def webhook(page, house):
    """Webhooks that work, fail and were switched off, with deliveries."""
    house.sql("""INSERT INTO webhooks (household_id, id, person_id, url, kinds, secret, database, sent, due_at, failing_since, ended_at, ended_because)
      SELECT household_id, ('01900000-0000-7000-8000-00000000000' || n)::uuid, person_id, 'https://example.invalid/a/rather/long/address/' || repeat('x', 60) || n,
        '{items,categories,shopping-lines,meals}', sha256(n::text::bytea), 'none', pg_current_snapshot(), now() + interval '1 year',
        CASE WHEN n > 1 THEN now() END, CASE WHEN n > 2 THEN now() END, CASE WHEN n > 2 THEN 'failing' END
      FROM accounts, generate_series(1, 3) AS n WHERE email = 'ada@example.org' ON CONFLICT DO NOTHING""")
    house.sql("""INSERT INTO webhook_deliveries (household_id, webhook_id, id, body, changes, state, status, problem)
      SELECT household_id, id, gen_random_uuid(), '{}', n, CASE n WHEN 1 THEN 'sent' ELSE 'held' END,
        CASE n WHEN 1 THEN 204 WHEN 2 THEN 500 END, CASE n WHEN 3 THEN 'refused' END
      FROM webhooks, generate_series(1, 3) AS n WHERE url LIKE 'https://example.invalid/a/%' AND ended_at IS NOT NULL""")
    go(page, house, "/settings/webhooks")
    page.locator("details.fold summary").last.click()


def webhook_key(page, house):
    house.sql("DELETE FROM webhooks WHERE url = 'https://example.invalid/hook'")
    go(page, house, "/settings/webhooks")
    send(page, url="https://example.invalid/hook")
    expect(page.locator(".secret code")).to_be_visible()


def push(page, house):
    """A device that takes messages, and others that were given up."""
    house.sql(f"""INSERT INTO push_devices (household_id, person_id, id, session_id, browser, endpoint, public_key, auth,
        given_up_at, given_up_because)
      SELECT household_id, person_id, gen_random_uuid(), s.id, sha256(s.id::text::bytea), 'https://push.example.net/' || s.id,
        decode(repeat('04', 65), 'hex'), decode(repeat('00', 16), 'hex'),
        CASE WHEN n % 2 = 0 THEN now() END, CASE WHEN n % 2 = 0 THEN 'unreachable' END
      FROM accounts JOIN (SELECT *, row_number() OVER (ORDER BY created_at) AS n FROM sessions) AS s USING (household_id, person_id)
      WHERE email = 'ada@example.org' LIMIT 20 ON CONFLICT DO NOTHING""")
    go(page, house, "/settings/reminders")


PIE = """<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe", "name": "Pie",
"recipeYield": "4", "recipeIngredient": ["1 egg", "200 g flour"], "recipeInstructions": ["Mix.", "Bake."]}</script>"""


def found(page, house):
    go(page, house, "/recipes/import")
    send(page, page=PIE)
    expect(page.locator("[name=name]")).to_have_value("Pie")


def operate(page, house, minutes=0):
    """As an operator who has given the password so many minutes ago: jobs that failed, and households."""
    house.sql(f"""UPDATE accounts SET is_admin = true WHERE email = 'ada@example.org';
      UPDATE sessions SET confirmed_at = now() - interval '{minutes} minutes';
      INSERT INTO jobs (id, kind, payload, state, ended_at, last_error)
      SELECT gen_random_uuid(), 'password_reset', '{{"email": "a"}}', 'dead', now(), '550 5.1.1 {LONG} no such mailbox'
      WHERE NOT EXISTS (SELECT FROM jobs WHERE state = 'dead')""")
    go(page, house, "/admin")
    expect(page.locator("li[id^='job-']").first).to_be_visible()


def refused_staple(page, house):
    go(page, house, "/recipes/staples")
    page.locator("#staple").fill(" ")
    page.locator(".hand-add .button").click()
    expect(page.get_by_role("alert").first).to_be_visible()


def refused_quota(page, house):
    operate(page, house)
    page.locator("summary").first.click()
    page.locator("[name=quota]").first.fill("much")
    page.locator("details form .button").first.click()
    expect(page.get_by_role("alert").first).to_be_visible()


def asked_for_password(page, house):
    operate(page, house, minutes=16)
    page.locator("form[action='/admin/registration'] button").click()
    expect(page.locator("#field-confirm_password")).to_be_visible()
    house.sql("UPDATE sessions SET confirmed_at = now()")


def planning(page, house):
    """A field is open in a cell, and what puts days on the list."""
    go(page, house, "/plan?week=2031-W01")
    page.locator("#day-2031-01-02 .plan-add summary").first.click()
    expect(page.locator("#day-2031-01-02 .plan-add[open] [name=text]")).to_be_visible()


def plan_meals(house):
    """Meals of today and of a week, with names that break layouts."""
    house.sql(f"""INSERT INTO meals (household_id, id, day, meal, recipe_id, text)
      SELECT household_id, md5('meal' || n || household_id)::uuid, CASE WHEN n < 3 THEN current_date ELSE date '2031-05-05' + n END,
        (ARRAY['breakfast', 'dinner', 'مرحبا {LONG[:80]}'])[n % 3 + 1], CASE WHEN n % 3 = 1 THEN '{house.recipe[-36:]}'::uuid END, '{LONG}'
      FROM accounts, generate_series(0, 6) AS n WHERE email = 'ada@example.org' ON CONFLICT DO NOTHING""")


def home(page, house):
    plan_meals(house)
    go(page, house, "/")
    expect(page.locator("#today-meals")).to_be_visible()


def outdated_plan(page, house):
    """What is on the shopping list is for another number of people than eat."""
    plan_meals(house)
    house.sql("UPDATE meals SET listed_for = 1001 WHERE recipe_id IS NOT NULL")
    go(page, house, "/plan?week=2031-W19")
    expect(page.locator(".plan-outdated")).to_be_visible()


def could_eat(page, house):
    go(page, house, "/plan?week=2031-W19")
    page.locator(".plan-cell summary").first.click()
    page.locator(".plan-suggest").first.click()
    expect(page.locator(".could-eat")).to_be_visible()


def week_on_paper(page, house):
    plan_meals(house)
    go(page, house, "/plan/print?week=2031-W19")


def unfolded_shopping(page, house):
    page.goto(f"{house.url}/shopping?shop={house.shop.rsplit('/', 1)[1]}")
    page.locator("#basket summary").click()


# A name, and a path or a function that goes there. First what a stranger sees, then what a member sees.
OUTSIDE = [
    ("signup", "/signup"),
    ("login", with_passkeys("/login", "#passkey-sign-in")),
    ("login with a way back", "/login?next=/items"),
    ("refused signup", refused("/signup")),
    ("refused login", refused("/login", email="nobody@example.org", password="not the password")),
    ("second step", second_step),
    ("refused second step", refused_second_step),
    ("forgotten password", "/password/forgot"),
    ("refused address", refused("/password/forgot", email="nobody")),
    ("reset", reset),
    ("refused reset", refused_reset),
    ("reset that is none", "/password/reset/none"),
    ("sign-up sent", "/signup/sent"),
    ("sign-up link", lambda page, house: page.goto(f"{house.url}/signup/{sign_up_link(house)}")),
    ("invitation", "{invitation}"),
    ("invitation that is none", "/invitations/none"),
    ("letters ended", unsubscribe),
    ("offline", "/offline"),
]
INSIDE = [
    ("home", home),
    ("items by tag", "/items?tag=Garden&status=open&sort=due"),
    ("items by category", "/items?category=Garden&tag=nothing+is+called+this"),
    ("items done", "/items?status=done&sort=title"),
    ("items later", snoozed),
    ("items with filters", filtering),
    ("items selected", selected),
    ("no match", "/items?q=nothing+is+called+this"),
    ("understood", understood),
    ("refused item", refused("/items/new", title="Row", due_time="10:00")),
    ("edit item", "{item}"),
    ("conflict of items", conflict("{item}", description="Mine")),
    ("repeating item", repeating),
    ("snoozed item", snoozed_item),
    ("checklist", checklist),
    ("item with files", with_files),
    ("refused lines", refused_lines),
    ("refused snooze", refused("/items/new", title="Row", not_before="9999-01-01")),
    ("tick taken back", taken_back),
    ("what was done", "/items/done"),
    ("year of an item", "/items/{series}/year?year=2026"),
    ("refused category", refused("/categories/new", icon="three")),
    ("edit category", "{category}/edit"),
    ("delete category", "{category}/delete"),
    ("merge", merge),
    ("conflict of categories", conflict("{category}/edit", name="Mine")),
    ("edit tag", "{tag}/edit"),
    ("delete tag", "{tag}/delete"),
    ("calendar", calendar),
    ("calendar, the month", "/calendar?view=month"),
    ("calendar, an agenda", "/calendar?view=agenda"),
    ("calendar without anything", "/calendar?from=2031-02-01"),
    ("feeds", feed),
    ("refused feed", refused("/settings/feeds", name="")),
    ("tokens", "/settings/tokens"),
    ("refused token", refused("/settings/tokens", name="")),
    ("webhooks", webhook),
    ("refused webhook", refused("/settings/webhooks", url="https://10.0.0.1/")),
    ("key of a webhook", webhook_key),
    ("api", "/api"),
    ("refused reminders", refused("/settings/reminders", quiet_from="22:00")),
    ("push messages", push),
    ("no host", "/hosts?q=nobody"),
    ("hosts with room", lambda page, house: go(page, house, f"/hosts?arrival={day(200)}&departure={day(203)}&guests=2")),
    ("no host with room", lambda page, house: go(page, house, f"/hosts?arrival={day(200)}&departure={day(203)}&guests=50")),
    ("hosts, refused dates", "/hosts?arrival=2001-01-01&departure=2001-01-02"),
    ("host", "{open_host}"),
    ("host with dates", lambda page, house: go(page, house, house.open_host + f"?arrival={day(200)}&departure={day(203)}")),
    ("refused request", refused_request),
    ("host that was asked", "{asked}"),
    ("our own listing", "{own_listing}"),
    ("request", "{request}"),
    ("refused message", refused_message),
    ("withdraw a request", "{request}/withdraw"),
    ("delete all requests here", delete_all_requests),
    ("refused listing", refused("/hosting", name="", capacity="0")),
    ("conflict of listings", conflict("/hosting", name="Mine")),
    ("answer", "{guest}"),
    ("refused answer", refused_answer),
    ("results for somebody", lambda page, house: go(page, house, f"/recipes/results?unknown=show&for={house.eater[-36:]}")),
    ("found in the cookbook", "/recipes?q=leek&course=main&time=600"),
    ("no result", "/recipes/results?q=zzz"),
    ("recipe", "{recipe}"),
    ("recipe for somebody", lambda page, house: go(page, house, f"{house.recipe}?day=2031-01-01&for={house.eater[-36:]}")),
    ("question of a packet", asked_packet("{packet}")),
    ("answers about packets", "/recipes/packets"),
    ("cooking", "{recipe}/cook"),
    ("question where one cooks", asked_packet("{packet}/cook")),
    ("cooking the last step", "{recipe}/cook?step=2&servings=7"),
    ("recipe on paper", "{recipe}/print?servings=7"),
    ("refused recipe", refused("/recipes/new", name="x", servings="-1")),
    ("edit recipe", "{recipe}/edit"),
    ("conflict of recipes", conflict("{recipe}/edit", name="Mine")),
    ("parameters", unfolded),
    ("no favourite", "/favorites?q=zzz"),
    ("refused import", refused("/recipes/import", page="<html>Nothing</html>")),
    ("import preview", found),
    ("planned week", "/plan?week=2031-W01"),
    ("planned week, adding", planning),
    ("outdated plan", outdated_plan),
    ("planned meal", "{meal}"),
    ("refused meal", refused("{meal}", day="", servings="many")),
    ("conflict of meals", conflict("{meal}", servings="7")),
    ("staples of the plan", "/plan/staples?from=2031-01-01&to=2031-01-07"),
    ("refused staple", refused_staple),
    ("could eat", "/plan/suggest?day=2031-05-06"),
    ("could eat in the plan", could_eat),
    ("week on paper", week_on_paper),
    ("shopping", unfolded_shopping),
    ("shopping line", "{line}"),
    ("refused line", refused("/shopping", text=" ")),
    ("shopping at a shop on paper", lambda page, house: go(page, house, f"/shopping/print?shop={house.shop[-36:]}")),
    ("refused shop", refused("/shopping/shops", name="")),
    ("refused list", refused("/shopping/lists", name="")),
    ("move", "{move}"),
    ("refused move", refused("/move-in", text=" ")),
    ("archive", archive("/household/export", "made")),
    ("archive not made", archive("/account/export", "failed")),
    ("further list", "{named_list}"),
    ("name of a list", lambda page, house: go(page, house, f"/shopping/lists/{house.named_list[-36:]}")),
    ("shop", "{shop}"),
    ("found", "/search?q=a"),
    ("nothing found", "/search?q=nothing+is+called+this"),
    ("address link", lambda page, house: page.goto(f"{house.url}/email/confirm/{mail_link(house, 'address', 'ada@example.org')}")),
    ("security", with_passkeys("/settings/security", "#passkey-add", "#passkey-password")),
    ("refused passkey", refused_passkey),
    ("security with a second factor", guarded),
    ("recovery codes", recovery_codes),
    ("password asked", asked_password),
    ("second factor setup", second_factor_setup),
    ("refused setup", refused_setup),
    ("household", invited),
    ("moving", "{invitation}"),
    ("refused eater", refused("/household/eaters", name="", dislikes="?!")),
    ("what somebody eats", "{eater}"),
    ("conflict of eaters", conflict("{eater}", name="Mine")),
    ("operator", operate),
    ("refused quota", refused_quota),
    ("operator's password", asked_for_password),
    ("refused deletion", refused("/account/delete", password="not the password")),
    ("not found", "/nothing/here"),
    ("offline inside", "/offline"),
]


# Pages whose heading is what somebody has written.
NAMED = {"host", "checklist", "year of an item", "shopping line", "shop", "further list", "name of a list", "host with dates", "request", "refused message", "refused request", "host that was asked", "our own listing", "recipe", "recipe for somebody", "question of a packet", "cooking", "question where one cooks", "cooking the last step", "recipe on paper", "what somebody eats", "answer", "refused answer"}

# Guessing passwords is limited: these are not for every test.
GUESSES = {"refused login", "refused deletion"}


# GETs that answer a part of a page, a picture, a file or a redirect, or that need a provider to sign in through.
PARTS = {"/events", "/stays/news", "/items/quick", "/add/line", "/items/filters", "/recipes/ingredients/suggest", "/plan/recipes", "/shopping/suggest", "/categories/suggest", "/tags/suggest",
         "/login/oidc", "/login/oidc/callback", "/settings/oidc", "/readyz", "/metrics", "/api/v1/openapi.json", "/calendar/{token}", "/recipes/import/pictures/{id}", "/move-in/{id}/report.csv", "/household/export/{id}", "/account/export/{id}",
         "/items/{id}/image", "/items/{id}/thumbnail", "/items/{id}/files/{file}", "/items/{id}/files/{file}/thumbnail", "/people/{id}/photo", "/hosts/{id}/photo", "/hosts/{id}/thumbnail",
         "/hosts/{id}/place-photo", "/hosts/{id}/place-thumbnail", "/hosting/requests/{id}/photo", "/recipes/{id}/image", "/recipes/{id}/thumbnail"}


def pages(program):
    """Of each page that the program answers with: who may ask, and the path."""
    lines = subprocess.run([program, "routes"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    found = [line.split() for line in lines]
    return [(kind, path) for kind, method, path in found if method == "GET" and kind != "programs" and path not in PARTS]


def every_page(house, open_page, guesses=False, **options):
    """Each page in turn, once for a stranger and once for a member: its name, and the page."""
    left = {path for _, path in pages(house.program)}
    plain = [(path[1:], path) for kind, path in pages(house.program) if kind == "own" and "{" not in path and path != "/"]
    for page, places in [(open_page(**options), OUTSIDE), (open_page(house.account, **options), plain + INSIDE)]:
        for name, place in places:
            if name in GUESSES and not guesses:
                continue
            if callable(place):
                place(page, house)
            else:
                go(page, house, place)
            page.wait_for_load_state()
            path = page.url.removeprefix(house.url).partition("?")[0].partition("#")[0]
            left -= {path} if path in left else {route for route in left if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route), path)}
            yield name, page
    assert not left, f"places.py leads to no {sorted(left)}"
