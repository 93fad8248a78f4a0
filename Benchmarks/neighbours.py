"""What one household notices while another sends the largest input that a route takes; `bin/soak` runs it.

A member asks for the list of items, one page after the other on one connection. Meanwhile four connections of another
household (wrk) send the same input again and again. Each line: the 50th and 99th percentile of the member's page in
milliseconds, and what the other household was answered.
"""

import http.client
import io
import multiprocessing
import random
import re
import signal
import subprocess
import time
import zipfile
import zlib

from bench import HERE, resident_mb

FORM = "application/x-www-form-urlencoded"
WORDS = ["milk", "garden", "lamp", "хлеб", "우유", "école", "window", "paper", "boiler", "bicycle", "letter", "candle"]


def long_text(length):
    text = ""
    while len(text) < length:
        text += random.choice(WORDS) + random.choice(["", "s", "ing", "er"]) + " "
    return text[:length].strip()


def fields(*names, text="a+b,", length=(1 << 20) - 4096):
    """A form of that many bytes, with these fields of equal length."""
    each = length // len(names)
    return "&".join(f"{name}={(text * (each // len(text) + 1))[:each]}" for name in names).encode()


def multipart(name, filename, kind, data):
    return (b'--x\r\nContent-Disposition: form-data; name="' + name.encode() + b'"; filename="' + filename.encode()
            + b'"\r\nContent-Type: ' + kind.encode() + b"\r\n\r\n" + data + b"\r\n--x--\r\n")


def bitmap():
    """A PNG of 4,000 × 4,000 pixels of noise rows: within the limits, and slow to shrink."""
    side = 4000
    row = b"\0" + random.randbytes(3 * side)
    data = zlib.compress(row * side, 1)

    def chunk(name, content):
        return len(content).to_bytes(4, "big") + name + content + zlib.crc32(name + content).to_bytes(4, "big")

    head = side.to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def archive():
    """A small archive of many long recipes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as content:
        for number in range(400):
            steps = " ".join(f"Stir {word} for {number} minutes." for word in WORDS * 20)
            content.writestr(
                f"{number}.json",
                '{"@context":"https://schema.org","@type":"Recipe","name":"Soup %d","recipeIngredient":["1 egg"],'
                '"recipeInstructions":"%s"}' % (number, steps))
    return file.getvalue()


def page():
    return ("<html><body>" + "<div><p itemprop=recipeIngredient>1 egg" * 25_000)[:1_000_000]


def cases():
    """Name, method, path, type and body of what is sent."""
    megabyte = [
        ("/items", ("title", "description", "category", "tags")), ("/items/quick", ("text",)), ("/items/several", ("name",)),
        ("/recipes", ("name", "ingredients", "steps")), ("/recipes/ingredients", ("name",)), ("/recipes/import", ("page",)),
        ("/settings", ("name", "time_zone")), ("/hosting", ("name", "address")),
    ]
    for path, names in megabyte:
        yield f"POST {path}, 1 MiB", "POST", path, FORM, fields(*names)
    yield "POST /recipes/ingredients, a,", "POST", "/recipes/ingredients", FORM, fields("name", text="a,")
    yield "POST /items/quick, lines", "POST", "/items/quick", FORM, fields("text", text="%0Aa")
    for path in ("/login", "/signup"):
        yield f"POST {path}, 64 KiB", "POST", path, FORM, fields("name", "email", "password", length=65_000)
    yield "POST /recipes/import, a page", "POST", "/recipes/import", "multipart/form-data; boundary=x", multipart(
        "file", "page.html", "text/html", page().encode())
    yield "POST /recipes/import, an archive", "POST", "/recipes/import", "multipart/form-data; boundary=x", multipart(
        "file", "recipes.zip", "application/zip", archive())
    yield "POST /settings/photo, a picture", "POST", "/settings/photo", "multipart/form-data; boundary=x", multipart(
        "photo", "a.png", "image/png", bitmap())
    yield "GET /items?q=, long items", "GET", "/items?q=garden+ca", None, b""


def half_a_gigabyte(path):
    """A cookbook as Nextcloud keeps it, not compressed: 400 recipes with pictures of 1.2 MB that are none."""
    picture = random.randbytes(1_200_000)
    with zipfile.ZipFile(path, "w") as content:
        for number in range(400):
            content.writestr(f"Recipes/{number}/recipe.json", '{"@type":"Recipe","name":"Soup %d","recipeIngredient":["1 egg"]}' % number)
            content.writestr(f"Recipes/{number}/full.jpg", picture)


def move_in(port, cookie, path, answers):
    """Sends a file to /move-in again and again, as a browser does."""
    head = multipart("file", "recipes.zip", "application/zip", b"").removesuffix(b"\r\n--x--\r\n")
    tail = b"\r\n--x--\r\n"
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        connection.putrequest("POST", "/move-in")
        for name, value in [("Cookie", cookie), ("Sec-Fetch-Site", "same-origin"), ("Content-Type", "multipart/form-data; boundary=x"),
                            ("Content-Length", str(len(head) + path.stat().st_size + len(tail)))]:
            connection.putheader(name, value)
        connection.endheaders(head)
        with path.open("rb") as file:
            while part := file.read(1 << 20):
                connection.send(part)
        connection.send(tail)
        answers.put(connection.getresponse().status)
        connection.close()


def beside_a_large_file(foyer, member, other, folder, seconds):
    """Prints the member's times while the file is on its way and is read."""
    path = folder / "recipes.zip"
    half_a_gigabyte(path)
    # A connection that waited for that has ended.
    member.connection = None
    answers = multiprocessing.Queue()
    sender = multiprocessing.Process(target=move_in, args=(foyer.port, other.cookie, path, answers))
    sender.start()
    half, most = percentiles(member, seconds)
    # It is read once at least, however long that takes.
    statuses = [answers.get()]
    sender.terminate()
    sender.join()
    while not answers.empty():
        statuses.append(answers.get())
    print(f"neighbours_ms: POST /move-in, half a gigabyte: p50 {half:.1f}, p99 {most:.1f}; answers {statuses}", flush=True)


def percentiles(member, seconds):
    times, statuses, end = [], set(), time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        status, _ = member.get("/items")
        times.append((time.perf_counter() - began) * 1000)
        statuses.add(status)
    assert statuses == {200}, f"the member was answered {statuses}"
    times.sort()
    return times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]


def load(foyer, cookie, folder, method, path, kind, body, connections=4, seconds=3600):
    file = folder / "body"
    file.write_bytes(body)
    return subprocess.Popen(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "-s", HERE / "neighbours.lua",
         foyer.url + path, "--", method, cookie, kind or "", file],
        text=True, stdout=subprocess.PIPE)


def answers(process):
    """How often each status was answered, by status, once wrk has ended."""
    text = re.search(r"answers(.*)", process.communicate()[0])
    return {status: int(count) for status, count in re.findall(r"(\d+)=(\d+)", text[1] if text else "")}


def stop(process):
    """Ends wrk as Ctrl+C does: it still says what it was answered."""
    process.send_signal(signal.SIGINT)
    return " ".join(f"{status}={count}" for status, count in sorted(answers(process).items())) or "none"


def measure(foyer, member, other, folder, seconds=5):
    """Prints the lines. `member` and `other` are of two households; `other` has 1,200 long items afterwards."""
    for number in range(50):
        member.add(f"Item {number}")
    for number in range(1200):
        other.add(f"Item {number}", long_text(5700))
    print("neighbours_alone_ms: p50 {:.1f}, p99 {:.1f}".format(*percentiles(member, seconds)))
    for name, method, path, kind, body in cases():
        process = load(foyer, other.cookie, folder, method, path, kind, body, 12 if "GET" in name or "picture" in name else 4)
        time.sleep(0.5)
        half, most = percentiles(member, seconds)
        print(f"neighbours_ms: {name}: p50 {half:.1f}, p99 {most:.1f}; answers {stop(process)}", flush=True)
    beside_a_large_file(foyer, member, other, folder, 2 * seconds)
    for connections in (32, 512, 4000):
        before = foyer.log.stat().st_size
        counts = answers(load(foyer, member.cookie, folder, "GET", "/items", None, b"", connections, seconds))
        print(f"overload_{connections}: {counts.get('200', 0) / seconds:.0f} pages/s, {counts.get('503', 0) / seconds:.0f} "
              f"refusals/s, {(foyer.log.stat().st_size - before) / 1024:.0f} KiB of log", flush=True)
    print(f"neighbours_rss_mb: {resident_mb(foyer.pid):.1f}")
