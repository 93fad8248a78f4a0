"""A walk through the features by HTTP, as browsers without JavaScript take it, and what strangers may not do."""

import base64
import datetime
import http.client
import http.server
import json
import re
import struct
import threading
import time
import uuid
import zlib

from load import PASSWORD, Person, uuid7


def day(days):
    return (datetime.date.today() + datetime.timedelta(days=days)).isoformat()


def week(days):
    """The week of that day, as the plan's addresses have it."""
    year, number, _ = datetime.date.fromisoformat(day(days)).isocalendar()
    return f"{year}-W{number:02}"


def png(width=64, height=48):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\0" + b"".join(bytes((x * 3 % 256, y * 5 % 256, 90)) for x in range(width)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


class Walker(Person):
    """A person whose steps are counted; a step with another status than the expected ones is kept in `wrong`."""

    def __init__(self, url, counts=None):
        super().__init__(url)
        self.steps, self.wrong = counts or ([], [])

    def friend(self):
        return Walker(f"http://{self.authority}", (self.steps, self.wrong))

    def step(self, method, path, fields=None, expected=(200, 303), body=None):
        if body is None:
            status, content = self.ask(method, path, fields)
        else:
            status, content = self.send(path, body)
        self.steps.append(f"{method} {re.sub(r'[0-9a-f-]{36}', 'ID', path).split('?')[0]}")
        if status not in (expected if isinstance(expected, tuple) else (expected,)):
            found = re.search(rb"<code>([0-9a-z-]+)</code>", content)
            self.wrong.append(f"{method} {path}: {status} {found[1].decode() if found else ''}")
        return content.decode(errors="replace")

    def look(self, path, *texts, expected=200):
        page = self.step("GET", path, None, expected)
        for text in texts:
            self.check(text in page, f"“{text}” on {path}")
        return page

    def give(self, path, expected=303, **fields):
        return self.step("POST", path, fields, expected)

    def sync(self, *changes):
        """Changes that were made without a network, as a browser sends them; those that have no effect."""
        connection = http.client.HTTPConnection(self.authority, timeout=self.timeout)
        changes = [{"id": uuid7(), "at": int(time.time() * 1000)} | change for change in changes]
        connection.request("POST", "/shopping/sync", json.dumps({"changes": changes}),
                           self.headers() | {"Content-Type": "application/json"})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        self.steps.append("POST /shopping/sync")
        self.check(answer.status == 200, f"the list's changes are taken, and not {answer.status}")
        return json.loads(content)["refused"] if answer.status == 200 else []

    def undo(self, page, action):
        """Sends the Undo that a page offers after a change."""
        found = re.search(f'action="({action})"', page.replace("&amp;", "&"))
        self.check(found, f"an Undo of {action}")
        if found:
            self.give(found[1])

    def check(self, is_so, what):
        if not is_so:
            self.wrong.append(f"missing: {what}")

    def send(self, path, parts):
        """A form with files: values are texts, or bytes of a picture."""
        boundary = uuid.uuid4().hex
        body = b""
        for name, value in parts.items():
            kind = b'; filename="a.png"\r\nContent-Type: image/png' if isinstance(value, bytes) else b""
            data = value if isinstance(value, bytes) else value.encode()
            body += b'--%s\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (
                boundary.encode(), name.encode(), kind, data)
        body += f"--{boundary}--\r\n".encode()
        self.close()
        connection = http.client.HTTPConnection(self.authority, timeout=self.timeout)
        connection.request(
            "POST", path, body, self.headers() | {"Content-Type": f"multipart/form-data; boundary={boundary}"})
        answer = connection.getresponse()
        content = answer.read()
        for field in answer.headers.get_all("Set-Cookie", []):
            name, _, value = field.split(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answer.status, content

    def join(self, link):
        self.give(link, name="Ben", email=self.email, password=PASSWORD)
        return self


def version(page):
    found = re.search(r'name="version" value="(\d+)"', page)
    return found[1] if found else "1"


def ids(page, pattern):
    return re.findall(pattern.replace("ID", "([0-9a-f-]{36})"), page)


def starters(page):
    """The ids of the starter recipes on a page, which are hashes (UUIDs of version 8)."""
    return [id for id in ids(page, "/recipes/ID") if id[14] == "8"]


def items(anna):
    """To-dos, categories and tags."""
    first, second = uuid7(), uuid7()
    anna.look("/items", 'class="item-title"')
    anna.give("/items/samples/delete")
    anna.give("/items", id=first, title="Paint the shed", description="Green, and twice", category="Garden", tags="paint, out",
              due_date=day(3), due_time="18:00")
    anna.give("/items", id=second, title="Oil the hinges", description="", category="", tags="out")
    anna.give("/items/quick", text="Buy nails #Shop @urgent tomorrow 18:00")
    page = anna.look("/items", "Paint the shed", "Oil the hinges", "Buy nails", "Garden", "urgent")
    third = next(id for id in ids(page, "/items/ID/edit") if id not in (first, second))
    for query in ("sort=due", "sort=title", "sort=newest", "status=all", "status=done", "tag=out", "q=hinge", "category=Garden"):
        anna.look(f"/items?{query}")
    anna.look("/items?q=twice", "Paint the shed")
    # A form that is sent twice.
    anna.give("/items", id=first, title="Paint the shed", description="", category="Garden", tags="paint")
    anna.give(f"/items/{second}/done", done="true")
    anna.look("/items?status=done", "Oil the hinges")
    anna.give(f"/items/{second}/done", done="false")
    page = anna.look(f"/items/{first}/edit", "paint, out", "Garden")
    anna.give(f"/items/{first}", version=version(page), title="Paint the fence", description="Blue", category="House",
              tags="paint, ladder")
    anna.look("/items", "Paint the fence", "House", "ladder")
    anna.give(f"/items/{first}", expected=409, version=version(page), title="Paint the door", description="", category="")
    anna.give(f"/items/{second}/move", to="end")
    anna.give(f"/items/{third}/move", to="up")
    anna.give("/items/several", action="done", item=second)
    anna.give("/items/several", action="open", item=second)
    anna.give("/items/several", action="category", item=second, name="House")
    anna.give("/items/several", action="tag", item=second, name="oil")
    anna.look("/items?tag=oil", "Oil the hinges")
    anna.give("/sections/00000000-0000-0000-0000-000000000000/fold", folded="true")
    anna.give("/sections/00000000-0000-0000-0000-000000000000/fold", folded="false")
    pictured = uuid7()
    anna.step("POST", "/items", body={"id": pictured, "title": "Hang the lamp", "description": "", "category": "", "image": png()},
              expected=303)
    anna.look(f"/items/{pictured}/thumbnail")
    anna.look(f"/items/{pictured}/image")
    anna.give("/items/several", action="delete", item=third)
    anna.look("/trash", "Buy nails")
    anna.give(f"/items/{third}/restore")
    anna.look("/items", "Buy nails")
    anna.give(f"/items/{third}/delete")
    return first, pictured


def series(anna):
    """What repeats, whose turn it is, and the calendar."""
    repeated = uuid7()
    fields = {"title": "Water the fig", "description": "", "category": "Garden", "due_date": day(0), "due_time": "",
              "repeat": "FREQ=DAILY", "remind": "-18:00"}
    anna.give("/items", id=repeated, **fields)
    anna.look(f"/items/{repeated}/edit", "Water the fig")
    anna.look("/calendar", "Water the fig")
    anna.give(f"/items/{repeated}/done", done="true")
    page = anna.look("/items?status=open&q=fig", "Water the fig")
    following = [id for id in ids(page, "/items/ID/edit") if id != repeated]
    anna.check(following, "the next one of the series")
    if following:
        anna.give(f"/items/{following[0]}/skip")
        anna.give(f"/items/{following[0]}/unskip", expected=(303, 409))
        page = anna.look(f"/items/{following[0]}/edit")
        anna.give(f"/items/{following[0]}", version=version(page), **fields | {"title": "Water the figs", "scope": "following"})
        anna.give(f"/items/{following[0]}/date", version=version(anna.look(f"/items/{following[0]}/edit")), due_date=day(2))
        anna.look("/calendar", "Water the figs")
        anna.give(f"/items/{following[0]}/end")
        anna.give(f"/items/{following[0]}/resume")
    for name in ("", "Garden"):
        anna.give("/items/several", action="category", item=repeated, name=name)


def shopping(anna, eve):
    """The shopping list, the order of a shop's aisles, and what was changed without a network."""
    bread, milk = uuid7(), uuid7()
    anna.give("/shopping", id=bread, text="2 loaves of bread")
    anna.give("/shopping", id=milk, text="1 l milk")
    anna.look("/shopping", "bread", "milk")
    shop = uuid7()
    anna.give("/shopping/shops", id=shop, name="Market")
    anna.look("/shopping/shops", "Market")
    page = anna.look(f"/shopping/shops/{shop}")
    for aisle in re.findall(r'name="down" value="(\w+)"', page)[:2]:
        anna.give(f"/shopping/shops/{shop}", down=aisle)
    anna.give(f"/shopping/shops/{shop}", name="Big market")
    anna.look(f"/shopping?shop={shop}", "bread")
    anna.give(f"/shopping/{bread}/check?shop={shop}", checked="true")
    anna.give(f"/shopping/{milk}/check?shop={shop}", checked="true")
    anna.give(f"/shopping/{milk}/check", checked="false")
    anna.look(f"/shopping/{milk}")
    page = anna.look(f"/shopping/{milk}")
    anna.give(f"/shopping/{milk}", version=version(page), text="2 l milk")
    anna.give(f"/shopping/{milk}/aisle", aisle="other")
    anna.look("/shopping", "2")
    anna.give(f"/shopping/{milk}/delete")
    anna.give(f"/shopping/{milk}/restore")
    salt, tea = uuid7(), uuid7()
    change = {"id": uuid7(), "kind": "add", "entry": salt, "at": 1_700_000_000_000, "text": "salt"}
    anna.sync(change, {"kind": "check", "entry": milk, "at": 4_000_000_000_000, "shop": shop},
              {"kind": "add", "entry": tea, "text": "3 bags of tea"})
    anna.sync(change, {"kind": "check", "entry": salt, "shop": shop}, {"kind": "uncheck", "entry": salt},
              {"kind": "delete", "entry": tea})
    page = anna.look("/shopping", "salt")
    anna.check("tea" not in page, "what was deleted without a network is gone")
    gone = {"id": uuid7(), "kind": "check", "entry": uuid7()}
    anna.check(anna.sync(gone) == [gone["id"]], "a tick of what is not there is refused")
    eve.give(f"/shopping/{milk}/check", expected=404, checked="true")
    eve.look(f"/shopping/shops/{shop}", expected=404)
    anna.look("/shopping/print", "salt")
    # What is bought is at hand, twice with its amount.
    anna.give("/shopping/to-hand")
    anna.look("/recipes", "milk", "2\N{NO-BREAK SPACE}l")
    anna.look("/shopping")
    more = uuid7()
    anna.give("/shopping", id=more, text="1 l milk")
    anna.give(f"/shopping/{more}/check", checked="true")
    anna.give("/shopping/to-hand")
    page = anna.look("/shopping")
    anna.look("/recipes", "milk", "3\N{NO-BREAK SPACE}l")
    anna.undo(page, "/shopping/[0-9a-f-]{36}/restore")
    anna.look("/recipes", "milk", "2\N{NO-BREAK SPACE}l")
    anna.look("/shopping", "milk")
    anna.give("/shopping/clear")
    anna.give(f"/shopping/shops/{shop}/delete")
    anna.give(f"/shopping/shops/{shop}/restore")


def pantry(anna, eve):
    """What is at hand with its amount and its date, and which recipes use it."""
    own = uuid7()
    anna.give("/recipes", id=own, name="Spinach with rice", description="", ingredients="300 g spinach\n1 cup rice\n1 egg",
              steps="Cook.", cuisine="French", servings="2")
    anna.give("/recipes/ingredients", name="spinach", amount="", best_before="", place="")
    anna.give("/recipes/ingredients", name="spinach", amount="300 g", best_before=day(1), place="fridge")
    anna.look("/recipes", "spinach", "300 g", "fridge")
    uses = ids(anna.look("/", "spinach"), r"/recipes/results\?uses=ID")
    anna.check(uses, "what expires soon")
    for id in uses[:1]:
        anna.look(f"/recipes/results?uses={id}", "Spinach with rice")
        for query in ("q=spinach", "unknown=show", "q=s&unknown=show", "sort=name", "page=2"):
            anna.look(f"/recipes/results?uses={id}&{query}")
        # Nothing of another household's is at hand.
        page = eve.look(f"/recipes/results?uses={id}")
        eve.check("Spinach with rice" not in page, "no recipe of others that uses something")
    for query in ("unknown=show", "q=soup&unknown=show", "sort=name", "sort=name&q=so&unknown=show", "page=2"):
        anna.look(f"/recipes/results?{query}")
    return own


def plan(anna, eve, own):
    """Meals: planned, changed, copied and suggested; on Today, in the calendar and in print; what they put on the list."""
    meal, words, named, starter = uuid7(), uuid7(), uuid7(), uuid7()
    path = f"/plan?week={week(0)}"
    known = starters(anna.look("/recipes/results", "Starter recipe"))[0]
    fields = {"day": day(0), "meal": "dinner", "recipe": own, "text": "", "servings": "4"}
    anna.look("/plan")
    anna.give("/plan", id=meal, **fields)
    # A form that is sent twice.
    anna.give("/plan", id=meal, **fields)
    anna.give("/plan", id=words, day=day(0), meal="Late supper", text="Leftovers")
    anna.give("/plan", id=named, day=day(0), meal="lunch", text="spinach WITH rice")
    anna.give("/plan", id=starter, day=day(0), meal="breakfast", recipe=known)
    anna.look(path, "Spinach with rice", "Leftovers", "Late supper")
    anna.look("/plan/recipes?q=spin", "Spinach with rice")
    anna.look(f"/recipes/{own}/cook?day={day(0)}&servings=4&step=1", "Cook.")
    anna.look(f"/recipes/{own}/print?servings=6", "Spinach with rice")
    anna.look(f"/plan/print?week={week(0)}", "Spinach with rice (4)", "Leftovers")
    anna.look("/", "Leftovers")
    anna.look("/calendar?at=" + day(0), "Spinach with rice")
    # What could be eaten.
    anna.look("/plan/suggest")
    page = anna.look(f"/plan/suggest?day={day(1)}&meal=lunch", 'action="/plan"')
    chosen = re.search(
        r'name="id" value="([0-9a-f-]{36})"(?:(?!</form>).)*name="recipe" value="([0-9a-f-]{36})"', page, re.DOTALL)
    anna.check(chosen, "a suggestion")
    if chosen:
        anna.give("/plan", id=chosen[1], day=day(1), meal="lunch", recipe=chosen[2])
        anna.look(f"/plan/{chosen[1]}")
    # On the list, again after some of it was bought, and after the meal has changed.
    days = {"from": day(0), "to": day(1)}
    anna.give("/plan/shopping", **days)
    page = anna.look("/shopping", "spinach", "Spinach with rice")
    anna.give("/plan/shopping", **days)
    anna.give(f"/shopping/{ids(page, '/shopping/ID/check')[0]}/check", checked="true")
    page = anna.look(f"/plan/{meal}", "Spinach with rice")
    anna.give(f"/plan/{meal}", version=version(page), **fields | {"servings": "8", "text": "Spinach with rice"})
    anna.give(f"/plan/{meal}", expected=409, version=version(page), **fields | {"servings": "2", "text": "Spinach with rice"})
    anna.look("/shopping", "spinach")
    anna.give("/plan/shopping", **days)
    anna.give(f"/plan/{named}", version=version(anna.look(f"/plan/{named}")), day=day(0), meal="lunch", text="Bread")
    for id in (meal, words):
        anna.give(f"/plan/{id}/delete")
        anna.give(f"/plan/{id}/restore")
    anna.look(path, "Spinach with rice", "Leftovers")
    anna.give(f"/plan/{words}/delete")
    anna.look("/trash", "Leftovers")
    # Copied, undone, and copied once more.
    weeks, copied = {"from": week(0), "to": week(35)}, f"/plan?week={week(35)}"
    anna.give("/plan/copy", **weeks)
    page = anna.look(copied, "Spinach with rice")
    anna.give("/plan/shopping", **{"from": day(35), "to": day(35)})
    anna.undo(page, r"/plan/copy\?undo=\d+")
    page = anna.look(copied)
    anna.check(f'href="/recipes/{own}' not in page, "the copy is undone")
    anna.give("/plan/copy", **weeks)
    anna.look(copied, f'href="/recipes/{own}')
    anna.give("/plan/copy", **weeks)
    for method, page in (("GET", ""), ("POST", ""), ("POST", "/delete"), ("POST", "/restore")):
        eve.step(method, f"/plan/{meal}{page}", None if method == "GET" else {"version": "1"}, 404)
    # Somebody else's recipe is none that can be planned, and the id is free.
    eve.give("/plan", expected=422, id=meal, day=day(0), meal="dinner", recipe=own)
    eve.give("/plan", id=meal, day=day(0), meal="dinner", text="Soup")
    page = eve.look(path, "Soup")
    eve.check("Spinach with rice" not in page, "no meal of others")


def eaters(anna):
    """Who eats here, and a recipe's verdicts."""
    child = uuid7()
    anna.give("/household/eaters", id=child, name="Nour", dislikes="onion, leek", eats_here="true", diet="vegetarian")
    anna.look("/household/eaters", "Nour")
    page = anna.look(f"/household/eaters/{child}", "onion")
    anna.give(f"/household/eaters/{child}", version=version(page), name="Nour B", dislikes="onion", eats_here="true")
    anna.give(f"/household/eaters/{child}/delete")
    anna.give(f"/household/eaters/{child}/restore")
    page = anna.look("/household/eaters", "Nour B")
    for member in ids(page, '/household/eaters/ID"'):
        anna.look(f"/household/eaters/{member}")
    recipe = ids(anna.look("/recipes/results"), "/recipes/ID")[0]
    for path in (f"/recipes/{recipe}", f"/recipes/{recipe}/cook", f"/recipes/{recipe}/print"):
        anna.look(path)


def languages(anna):
    """The starter cookbook in the reader's language, with the same ids."""
    fields = {"name": "Camille", "time_zone": "Europe/Paris", "theme": "dark", "accent": "moss", "email": anna.email}
    page = anna.look("/recipes/results", "Starter recipe")
    recipe = ids(page, "/recipes/ID")[0]
    names = set(re.findall(r'href="/recipes/[0-9a-f-]{36}"[^>]*>(.*?)</a>', page, re.DOTALL))
    anna.give(f"/recipes/{recipe}/favorite", favorite="true")
    for language in ("fr", "ko", "ru"):
        anna.give("/settings", language=language, **fields)
        page = anna.look("/recipes/results", "/recipes/")
        others = set(re.findall(r'href="/recipes/[0-9a-f-]{36}"[^>]*>(.*?)</a>', page, re.DOTALL))
        anna.check(len(others - names) > 2, f"the recipes in {language}")
        anna.look(f"/recipes/{recipe}")
        anna.look("/favorites", recipe)
    anna.give("/settings", language="en", **fields)


def feed(anna):
    """Another program reads the calendar, without signing in."""
    category = ids(anna.look("/categories"), "/categories/ID/edit")[0]
    program = anna.friend()
    shown = {"all": ["SUMMARY:Water the figs"], "meals": ["Spinach with rice"]}
    for name, content in (("Phone", "all"), ("One", f"category:{category}"), ("Meals", "meals"), ("Guests", "stays")):
        id = uuid7()
        anna.give("/settings/feeds", id=id, name=name, content=content)
        page = anna.look(f"/settings/feeds?show={id}", name)
        found = re.search(r"/calendar/[A-Za-z0-9_-]{43}\.ics", page)
        anna.check(found, f"the address of {name}")
        if found:
            program.look(found[0], "BEGIN:VCALENDAR", *shown.get(content, []))
    anna.give(f"/settings/feeds/{id}/delete")
    if found:
        program.look(found[0], expected=404)


class Inbox:
    """A push service that takes every message and counts them."""

    def __init__(self):
        inbox = self
        self.count = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                inbox.count += 1
                self.send_response(201)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/{uuid.uuid4().hex}"


def reminders(anna, inbox):
    """A device that takes push messages, times of one's own, and an item that is due in a minute or two."""
    # The generator of P-256, and any sixteen bytes.
    key = "04" + "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" \
        + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    anna.look("/settings/reminders")
    anna.give("/settings/reminders/push", expected=(200, 303), endpoint=inbox.url, auth="AAAAAAAAAAAAAAAAAAAAAA",
              p256dh=base64.urlsafe_b64encode(bytes.fromhex(key)).decode().rstrip("="))
    anna.give("/settings/reminders", default="0", push="true", digest_at="06:00", quiet_from="", quiet_to="")
    due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=100)
    soon = uuid7()
    anna.give("/items", id=soon, title="Take the bread out", description="", category="", due_date=due.date().isoformat(),
              due_time=due.strftime("%H:%M"))
    own = uuid7()
    anna.give("/items", id=own, title="Call the plumber", description="", category="", due_date=day(4), due_time="10:00",
              remind="08:00")
    page = anna.look(f"/items/{own}/edit", "08:00")
    anna.give(f"/items/{own}", version=version(page), title="Call the plumber", description="", category="",
              due_date=day(5), due_time="10:00", remind="60")
    anna.give("/settings", name="Camille", language="en", time_zone="Asia/Seoul", theme="dark", accent="moss", email=anna.email)
    anna.give("/settings", name="Camille", language="en", time_zone="Europe/Paris", theme="dark", accent="moss", email=anna.email)


def labels(anna):
    """Categories and tags: made, renamed, merged, deleted and restored."""
    for path, attic, cellar in (("/categories", "Attic", "Cellar"), ("/tags", "dust", "damp")):
        one, two = uuid7(), uuid7()
        anna.give(path, id=one, name=attic, color="#2f8f5b", icon="")
        anna.give(path, id=two, name=cellar, color="#c2850c", icon="")
        anna.give(path, expected=(409, 422), id=uuid7(), name=attic.upper(), color="#2f8f5b", icon="")
        anna.give("/items", id=uuid7(), title=f"In the attic {path}", description="", category="Attic",
                  tags="" if path == "/categories" else "dust")
        page = anna.look(f"{path}/{one}/edit", attic)
        anna.give(f"{path}/{one}", version=version(page), name="Loft", color="#2f8f5b", icon="")
        page = anna.look(f"{path}/{one}/edit", "Loft")
        anna.give(f"{path}/{one}", version=version(page), name=cellar, color="#2f8f5b", merge=two)
        anna.look(path, cellar)
        anna.look(f"{path}/suggest?q={cellar[:3]}", cellar)
        anna.look(f"{path}/{two}/delete")
        anna.give(f"{path}/{two}/delete")
        anna.give(f"{path}/{two}/restore")
        anna.look(f"{path}?q=", cellar)


def recipes(anna):
    """What is at hand, the starter cookbook, own recipes, favourites and the shopping list."""
    anna.give("/recipes/ingredients", name="tomato, onion, rice")
    page = anna.look("/recipes/results", "Starter recipe")
    found = ids(page, "/recipes/ID")
    anna.check(found, "recipes of the starter cookbook")
    for path in ("/recipes/results?q=soup", "/recipes/results?q=a", "/recipes/results?unknown=show", "/recipes",
                 "/recipes/ingredients/suggest?name=to",
                 "/recipes/parameters", "/recipes/new", "/recipes/import"):
        anna.look(path)
    starter = found[0]
    anna.look(f"/recipes/{starter}")
    anna.give(f"/recipes/{starter}/favorite", favorite="true")
    own = uuid7()
    fields = {"name": "Leek soup", "description": "Warm", "ingredients": "2 leeks\n1 onion\n3 potatoes", "steps": "Cut.\nBoil.",
              "cuisine": "French", "servings": "2"}
    anna.give("/recipes", id=own, **fields)
    page = anna.look(f"/recipes/{own}/edit", "Leek soup")
    anna.give(f"/recipes/{own}", version=version(page), **fields | {"name": "Leek stew"})
    anna.look(f"/recipes/{own}", "Leek stew")
    anna.give(f"/recipes/{own}/favorite", favorite="true")
    anna.look("/favorites", "Leek stew")
    anna.look("/favorites?q=leek", "Leek stew")
    anna.look("/recipes/results?q=leek", "Leek stew")
    batch = uuid7()
    anna.step("POST", f"/recipes/{own}/shopping", [("id", batch), ("ingredient", "2 leeks"), ("ingredient", "3 potatoes")], 303)
    anna.look("/shopping", "leeks")
    anna.step("POST", f"/recipes/{own}/shopping", [("id", uuid7()), ("ingredient", "3 leeks")], 303)
    anna.look("/shopping", "5")
    anna.give(f"/recipes/shopping/{batch}/restore", expected=(303, 404))
    # The household's own copy of a starter recipe.
    page = anna.look(f"/recipes/{starter}/edit")
    anna.give(f"/recipes/{starter}", version=version(page), **fields | {"name": "Ours now"})
    anna.look(f"/recipes/{starter}", "Ours now")
    anna.give(f"/recipes/{own}/delete")
    anna.look("/trash", "Leek stew")
    anna.give(f"/recipes/{own}/restore")
    anna.give("/recipes/parameters", cuisine="french", diet="vegetarian")
    anna.look("/recipes/results")
    anna.give("/recipes/parameters/clear")
    anna.give("/recipes/starters", hide="true")
    page = anna.look("/recipes/results")
    anna.check("Starter recipe" not in page, "starter recipes are hidden")
    anna.give("/recipes/starters")
    page = anna.look("/recipes")
    for id in ids(page, "/recipes/ingredients/ID/delete")[:1]:
        anna.give(f"/recipes/ingredients/{id}/delete")
    anna.give("/recipes/ingredients/clear")
    anna.look("/recipes/results", "Starter recipe")
    anna.look("/recipes/results?offset=50")
    return own


def stays(anna, host):
    """A host offers a place, a guest asks, both sides answer."""
    page = host.look("/hosting")
    host.step("POST", "/hosting", body={
        "name": "Joe Hamilton", "place": "Lyon", "offer": "A sofa", "address": "7 Quai Secret", "capacity": "3",
        "published": "true", "photo": png(), "place_photo": png()}, expected=303)
    page = anna.look("/hosts?q=hamil", "Joe Hamilton")
    listing = ids(page, r'/hosts/ID"')[0]
    anna.look(f"/hosts/{listing}", "A sofa")
    anna.look(f"/hosts/{listing}/photo")
    blocked = uuid7()
    host.give("/hosting/blocked-dates", id=blocked, **{"from": day(60), "to": day(61)})
    host.give(f"/hosting/blocked-dates/{blocked}/delete")
    host.give(f"/hosting/blocked-dates/{blocked}/restore")
    request, other = uuid7(), uuid7()
    anna.give(f"/hosts/{listing}/requests", expected=422, id=uuid7(), arrival=day(60), departure=day(62), guests="1", message="")
    anna.give(f"/hosts/{listing}/requests", id=request, arrival=day(10), departure=day(12), guests="2", message="May we?")
    host.look("/items", 'id="stays-news"')
    host.look("/hosting/requests", "Camille")
    page = host.look(f"/hosting/requests/{request}")
    host.give("/hosting/requests/seen")
    host.give(f"/hosting/requests/{request}/propose", version=version(page), reply="Later?", arrival=day(20), departure=day(22))
    anna.look("/requests", "Joe Hamilton")
    page = anna.look(f"/hosts/{listing}")
    anna.check("7 Quai Secret" not in page, "no address before acceptance")
    anna.give(f"/requests/{request}/messages", id=uuid7(), message="Is there a garden?")
    host.look(f"/hosting/requests/{request}", "Is there a garden?")
    host.give(f"/hosting/requests/{request}/messages", id=uuid7(), message="There is.")
    host.look(f"/hosting/requests/{request}/photo", expected=(200, 404))
    page = anna.look(f"/requests/{request}", "There is.")
    anna.give(f"/requests/{request}/agree", version=version(page))
    anna.look(f"/hosts/{listing}", "7 Quai Secret")
    anna.give("/requests/seen")
    host.give("/hosting/tasks", tasks="Make the bed, 1\nBuy bread, 0")
    host.look("/hosting", "Make the bed")
    host.give(f"/hosting/requests/{request}/prepare")
    host.look("/items", "Make the bed")
    host.give(f"/hosting/requests/{request}/unprepare")
    host.look("/calendar?at=" + day(20))
    host.look("/", "Camille")
    # Guests eat, too.
    for path in (f"/plan?week={week(20)}", f"/plan/suggest?day={day(20)}&meal=dinner"):
        host.look(path)
    page = anna.look(f"/requests/{request}")
    anna.give(f"/requests/{request}/change", version=version(page), arrival=day(20), departure=day(22), guests="1", message="")
    page = anna.look(f"/requests/{request}")
    anna.give(f"/requests/{request}/change", version=version(page), arrival=day(20), departure=day(23), guests="1", message="")
    page = host.look(f"/hosting/requests/{request}")
    host.give(f"/hosting/requests/{request}/accept", version=version(page))
    anna.give(f"/requests/{request}/withdraw")
    anna.give(f"/requests/{request}/delete")
    anna.give(f"/requests/{request}/restore")
    anna.give(f"/hosts/{listing}/requests", expected=(303, 422), id=other,
              arrival=day(30), departure=day(31), guests="1", message="")
    page = host.look(f"/hosting/requests/{other}", expected=(200, 404))
    if 'name="version"' in page:
        host.give(f"/hosting/requests/{other}/decline", version=version(page), reply="No")
    anna.look("/stays/news", expected=(200, 204, 303))
    return listing, request


def household(anna):
    """Settings, a photo, an invitation, a second member, and moves between households."""
    anna.look("/settings", anna.email)
    anna.give("/settings", name="Camille D", language="en", time_zone="Europe/Paris", theme="dark", accent="moss",
              email=anna.email, has_shortcuts="true")
    anna.look("/settings", "Europe/Paris")
    anna.step("POST", "/settings/photo", body={"photo": png()}, expected=303)
    page = anna.look("/household", "Camille D")
    anna.give("/household", name="The mill", icon="")
    anna.look("/settings/sessions")
    anna.look("/settings/security")
    anna.look("/settings/totp", expected=(200, 303))
    page = anna.give("/household/invitations", expected=200)
    link = re.search(r"/invitations/[A-Za-z0-9_-]{43}", page)[0]
    ben = anna.friend().join(link)
    ben.look("/items", "Paint the fence")
    anna.look("/", "Ben joined the household")
    anna.give("/items", id=uuid7(), title="Tell Ben", description="", category="")
    ben.look("/", "added “Tell Ben”")
    ben.look("/household", "The mill", "Camille D")
    # Whose turn it is, and whose it is once Ben is gone.
    bens = re.search(r'name="people" value="([0-9a-f-]{36})"(?:(?!name="people").)*>Ben<', anna.look("/items/new"), re.DOTALL)
    anna.check(bens, "Ben in the form of a to-do")
    anna.give("/items", id=uuid7(), title="For Ben", description="", category="", people=bens[1] if bens else "",
              due_date=day(1), repeat="FREQ=WEEKLY")
    ben.give("/settings/reminders", default="60", push="true", digest_at="", quiet_from="22:00", quiet_to="07:00")
    ben.give("/items", id=uuid7(), title="In the old house", description="", category="")
    page = ben.look("/recipes/results")
    favorite = starters(page)[0]
    ben.give(f"/recipes/{favorite}/favorite", favorite="true")
    ben.step("POST", "/settings/photo", body={"photo": png()}, expected=303)
    photo = ids(ben.look("/settings"), "/people/ID/photo")
    ben.check(photo, "a photo")
    ben.give("/household/leave", confirm="true")
    page = ben.look("/household", "Ben")
    ben.check("Camille D" not in page, "Ben is alone")
    page = ben.look("/items")
    ben.check("Paint the fence" not in page, "Ben's new household has none of the old to-dos")
    ben.look(f"/people/{photo[0]}/photo" if photo else "/items")
    ben.look("/favorites", favorite)
    ben.give("/items", id=uuid7(), title="In the new flat", description="", category="")
    # Back again, which deletes the household of one.
    page = anna.give("/household/invitations", expected=200)
    link = re.search(r"/invitations/[A-Za-z0-9_-]{43}", page)[0]
    ben.look(link)
    ben.give(link, confirm="household")
    ben.look("/items", "Paint the fence", "In the old house")
    ben.look("/favorites", favorite)
    ben.give("/settings/password", current_password=PASSWORD, new_password="another lantern by the gate")
    ben.give("/logout")
    ben.look("/items", expected=303)
    ben.give("/login", email=ben.email, password="another lantern by the gate")
    ben.look("/items", "Paint the fence")
    ben.give("/account/delete", password="another lantern by the gate")
    ben.give("/login", expected=(200, 401, 422), email=ben.email, password="another lantern by the gate")
    page = anna.look("/household")
    anna.check("Ben" not in page, "Ben's account is deleted")


def strangers(anna, things):
    """Each of another household's ids is answered by 404, and nothing changes."""
    first, pictured, own, listing, request = things
    eve = anna.friend().sign_up()
    category = ids(anna.look("/categories"), "/categories/ID/edit")[0]
    tag = ids(anna.look("/tags"), "/tags/ID/edit")[0]
    for path in (f"/items/{first}/edit", f"/items/{pictured}/image", f"/items/{pictured}/thumbnail", f"/recipes/{own}",
                 f"/recipes/{own}/edit", f"/categories/{category}/edit", f"/tags/{tag}/edit", f"/hosting/requests/{request}",
                 f"/categories/{category}/delete"):
        eve.look(path, expected=404)
    for path, fields in (
            (f"/items/{first}", {"title": "Eve", "version": "1", "description": "", "category": ""}),
            (f"/items/{first}/done", {"done": "true"}), (f"/items/{first}/delete", {}), (f"/items/{first}/restore", {}),
            (f"/items/{first}/move", {"to": "end"}), (f"/recipes/{own}/delete", {}),
            (f"/recipes/{own}", {"name": "Eve", "version": "1", "ingredients": "x", "steps": "y"}),
            (f"/recipes/{own}/favorite", {"favorite": "true"}), (f"/categories/{category}/delete", {}),
            (f"/categories/{category}", {"name": "Eve", "version": "1", "color": "#000000"}), (f"/tags/{tag}/delete", {}),
            (f"/sections/{category}/fold", {"folded": "true"}),
            (f"/requests/{request}/withdraw", {}), (f"/hosting/requests/{request}/accept", {"version": "1"})):
        eve.give(path, expected=404, **fields)
    # Several at once: those of others are left out.
    eve.give("/items/several", expected=(303, 404), action="delete", item=first)
    anna.look(f"/items/{first}/edit", "Paint the fence")
    # An id that is taken in another household is free in this one.
    eve.give("/items", id=first, title="Eve's", description="", category="")
    anna.look(f"/items/{first}/edit", "Paint the fence")
    for text in ("Paint", "Leek", "fence"):
        page = eve.look(f"/items?q={text}")
        eve.check("Paint the fence" not in page, "a search finds nothing of others")
    page = eve.look("/recipes?q=leek")
    eve.check("Leek stew" not in page, "no recipe of others")
    eve.give("/account/delete", expected=303, password=PASSWORD)


def wait(inbox, *people):
    """Until a message has come, for two minutes and a half."""
    # The server closes what is idle for long.
    for person in people:
        person.close()
    end = time.monotonic() + 150
    while inbox.count == 0 and time.monotonic() < end:
        time.sleep(0.2)
    return inbox.count > 0


def walk(url):
    """Every journey; the steps taken, and what was wrong."""
    anna = Walker(url).sign_up()
    anna.steps.append("POST /signup")
    host = anna.friend().sign_up()
    dora, inbox = anna.friend().sign_up(), Inbox()
    # Nobody tells Dora of anything but what is due.
    reminders(dora, inbox)
    first, pictured = items(anna)
    reminders(anna, Inbox())
    series(anna)
    labels(anna)
    own = recipes(anna)
    shopping(anna, host)
    eaters(anna)
    plan(anna, host, pantry(anna, host))
    languages(anna)
    feed(anna)
    listing, request = stays(anna, host)
    household(anna)
    strangers(anna, (first, pictured, own, listing, request))
    anna.check(inbox.count > 0 or wait(inbox, anna, host), "a push message of what is due")
    for path in ("/", "/items", "/categories", "/tags", "/recipes", "/favorites", "/hosts", "/hosting", "/requests", "/trash",
                 "/household", "/settings", "/settings/reminders", "/search?q=paint", "/search?q=soup", "/calendar", "/shopping",
                 "/plan", "/plan/suggest", "/plan/print", "/shopping/print", "/offline", "/readyz"):
        anna.look(path, expected=(200, 303))
    host.give("/account/delete", expected=303, password=PASSWORD)
    return anna.steps, anna.wrong


if __name__ == "__main__":
    import sys
    steps, wrong = walk(sys.argv[1])
    print(json.dumps({"steps": len(steps), "kinds": len(set(steps)), "wrong": wrong}, indent=1, ensure_ascii=False))
