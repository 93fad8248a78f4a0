"""A walk through the features by HTTP, as browsers without JavaScript take it, and what strangers may not do."""

import datetime
import http.client
import json
import re
import struct
import uuid
import zlib

from load import PASSWORD, Person, uuid7


def day(days):
    return (datetime.date.today() + datetime.timedelta(days=days)).isoformat()


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
    for path in ("/recipes/results?q=soup", "/recipes/results?q=a", "/recipes/results?unknown=true", "/recipes",
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
    anna.look("/items", "leeks")
    anna.step("POST", f"/recipes/{own}/shopping", [("id", uuid7()), ("ingredient", "3 leeks")], 303)
    anna.look("/items", "5 leeks")
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
    anna.give(f"/requests/{request}/agree", version="2")
    anna.look(f"/hosts/{listing}", "7 Quai Secret")
    anna.give("/requests/seen")
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
    ben.look("/household", "The mill", "Camille D")
    ben.give("/items", id=uuid7(), title="In the old house", description="", category="")
    page = ben.look("/recipes/results")
    ben.give(f"/recipes/{ids(page, '/recipes/ID')[0]}/favorite", favorite="true")
    ben.step("POST", "/settings/photo", body={"photo": png()}, expected=303)
    photo = ids(ben.look("/settings"), "/people/ID/photo")
    ben.check(photo, "a photo")
    ben.give("/household/leave", confirm="true")
    page = ben.look("/household", "Ben")
    ben.check("Camille D" not in page, "Ben is alone")
    page = ben.look("/items")
    ben.check("Paint the fence" not in page, "Ben's new household has none of the old to-dos")
    ben.look(f"/people/{photo[0]}/photo" if photo else "/items")
    ben.look("/favorites", "Starter recipe")
    ben.give("/items", id=uuid7(), title="In the new flat", description="", category="")
    # Back again, which deletes the household of one.
    page = anna.give("/household/invitations", expected=200)
    link = re.search(r"/invitations/[A-Za-z0-9_-]{43}", page)[0]
    ben.look(link)
    ben.give(link, confirm="household")
    ben.look("/items", "Paint the fence", "In the old house")
    ben.look("/favorites", "Starter recipe")
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


def walk(url):
    """Every journey; the steps taken, and what was wrong."""
    anna = Walker(url).sign_up()
    anna.steps.append("POST /signup")
    host = anna.friend().sign_up()
    first, pictured = items(anna)
    labels(anna)
    own = recipes(anna)
    listing, request = stays(anna, host)
    household(anna)
    strangers(anna, (first, pictured, own, listing, request))
    for path in ("/", "/items", "/categories", "/tags", "/recipes", "/favorites", "/hosts", "/hosting", "/requests", "/trash",
                 "/household", "/settings", "/offline", "/readyz"):
        anna.look(path, expected=(200, 303))
    host.give("/account/delete", expected=303, password=PASSWORD)
    return anna.steps, anna.wrong


if __name__ == "__main__":
    import sys
    steps, wrong = walk(sys.argv[1])
    print(json.dumps({"steps": len(steps), "kinds": len(set(steps)), "wrong": wrong}, indent=1, ensure_ascii=False))
