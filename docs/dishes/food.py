"""What is in a vessel."""

import math

from pieces import PIECES, ball, cube
from shapes import blob, dark, ellipse, light, moved, path


def above(p):
    """What may be seen of a heap in a vessel: everything above its front rim."""
    return f"M{p.x - p.rx - 60} 0H{p.x + p.rx + 60}V{p.y}H{p.x + p.rx}A{p.rx} {p.ry} 0 0 1 {p.x - p.rx} {p.y}H{p.x - p.rx - 60}Z"


def surface(p):
    if hasattr(p, "square"):
        return p.square
    return f"M{p.x - p.rx} {p.y}A{p.rx} {p.ry} 0 0 1 {p.x + p.rx} {p.y}A{p.rx} {p.ry} 0 0 1 {p.x - p.rx} {p.y}Z"


def stew(p, color, *kinds):
    """A liquid with pieces in it."""
    body = path(surface(p), color)
    body += ellipse(p.x - p.rx * 0.4, p.y - p.ry * 0.45, p.rx * 0.3, p.ry * 0.16, light(color, 0.25)) + ellipse(
        p.x + p.rx * 0.5, p.y + p.ry * 0.4, p.rx * 0.22, p.ry * 0.12, dark(color, 0.12))
    if kinds:
        body += p.scatter(kinds, 7 + 5 * min(len(kinds), 4), p.rx * 0.88, p.ry * 0.8, -2, 0.9, 40)
    p.clipped(body, surface(p) if not kinds else f"{surface(p)} {above(p)}" if p.deep else surface(p))


def sauce(p, color, *kinds):
    """A puddle on a plate."""
    p.add(ellipse(p.x, p.y + 4, p.rx * 0.92, p.ry * 0.86, color), ellipse(p.x - 50, p.y - 12, 60, 9, light(color, 0.25)))
    if kinds:
        p.add(p.scatter(kinds, 14, p.rx * 0.8, p.ry * 0.6, 0, 0.9))


def heap(p, color, *kinds):
    """A mound, with pieces in it; each is a piece's name or `name*2` for twice as many."""
    height = 112 if p.deep else 144
    w = p.rx * (0.94 if p.deep else 1.02)
    base = p.y + (0 if p.deep else p.ry * 0.5)
    d = f"M{p.x - w} {base}C{p.x - w * 0.86} {base - height * 0.72} {p.x - w * 0.4} {base - height} {p.x} {base - height}S{p.x + w * 0.86} {base - height * 0.72} {p.x + w} {base}C{p.x + w * 0.7} {base + p.ry * 0.8} {p.x - w * 0.7} {base + p.ry * 0.8} {p.x - w} {base}Z"
    body = path(d, color) + path(
        f"M{p.x + w} {base}C{p.x + w * 0.86} {base - height * 0.72} {p.x + w * 0.4} {base - height} {p.x + w * 0.1} {base - height}C{p.x + w * 0.5} {base - height * 0.5} {p.x + w * 0.5} {base} {p.x + w * 0.2} {base + p.ry * 0.6}C{p.x + w * 0.7} {base + p.ry * 0.6} {p.x + w * 0.95} {base + 8} {p.x + w} {base}Z",
        dark(color, 0.08))
    names = []
    for kind in kinds:
        name, _, times = kind.partition("*")
        names += [name] * int(times or 1)
    # Grains that show what the mound is.
    body += "".join(
        moved(ellipse(0, 0, 6, 3, c), p.x + self_x, base - height * 0.3 + self_y, p.rng.uniform(0, 180))
        for self_x, self_y, c in [(p.rng.uniform(-w * 0.8, w * 0.8), p.rng.uniform(-height * 0.45, height * 0.4), p.rng.choice([light(color, 0.4), dark(color, 0.1)])) for _ in range(60)])
    if names:
        p.rng.shuffle(names)
        body += p.scatter(names, 22, w * 0.8, height * 0.5, base - p.y - height * 0.38, 1.0, 40, 0.92)
    if p.deep:
        p.clipped(body, above(p))
    else:
        p.add(ellipse(p.x, base + p.ry * 0.5, w * 0.9, 14, "#3a1a10", 'opacity=".12"'), body)


def salad(p, *kinds):
    """Pieces of all kinds in a mound without a colour of its own."""
    heap(p, "#a9c46a", *kinds)


def noodles(p, color, *kinds):
    heap(p, dark(color, 0.1))
    base, w = p.y + (0 if p.deep else p.ry * 0.5), p.rx * 0.86
    body = ""
    for i in range(34):
        x, y = p.x + p.rng.uniform(-w * 0.62, w * 0.62), base - p.rng.uniform(0, 84)
        spread = max(0.35, 1 - (base - y) / 130)
        x = p.x + (x - p.x) * spread
        a, b = p.rng.uniform(28, 66), p.rng.uniform(14, 34)
        tone = p.rng.choice([color, light(color, 0.25), dark(color, 0.14)])
        strand = f"M{x - a:.0f} {y:.0f}C{x - a * 0.4:.0f} {y - b:.0f} {x + a * 0.2:.0f} {y + b:.0f} {x + a:.0f} {y - b * 0.3:.0f}"
        body += path(strand, "none", dark(color, 0.32), 11) + path(strand, "none", tone, 7)
    body += p.scatter(kinds, 12, w * 0.62, 46, base - p.y - 48, 0.95, 42) if kinds else ""
    if p.deep:
        p.clipped(body, above(p))
    else:
        p.add(body)


def fries(p, color="#f0c25a"):
    body = ""
    for i in range(26):
        x, y, turn = p.x + p.rng.uniform(-120, 120), p.y - p.rng.uniform(0, 70), p.rng.uniform(-70, 70)
        body += moved(path("M-8 -40H8V40H-8Z", color) + path("M4 -40H8V40H4Z", dark(color, 0.2)), x, y, turn, 0.95)
    p.add(body)


def fish(p, color="#8fa3a8", belly="#e8ecea", count=1, dy=0):
    """A whole fish, or several."""
    count = int(count)
    for i in range(count):
        y = p.y - 30 + (i - (count - 1) / 2) * 46 + dy
        s = 1.0 if count == 1 else 0.62
        body = (path("M-190 0C-140 -58 60 -66 130 -8L196 -46Q186 0 196 46L130 8C60 66 -140 58 -190 0Z", color)
                + path("M-182 8C-130 50 60 56 128 6C60 30 -110 34 -182 8Z", belly) + path("M-20 -46Q16 -84 60 -44Z", dark(color, 0.2))
                + ellipse(-146, -10, 11, 11, "#fff") + ellipse(-146, -10, 6, 6, "#2b2320") + path("M-112 -34Q-94 0 -112 32", "none", dark(color, 0.25), 5)
                + path("M-60 -20q12 8 0 20M-20 -24q12 8 0 20M20 -22q12 8 0 20M60 -18q12 8 0 18", "none", dark(color, 0.14), 5))
        p.add(moved(body, p.x + (i % 2) * 16, y, -4, s))


def fillet(p, color, count=1, crust=None):
    count = int(count)
    for i in range(count):
        x, y = p.x + (i - (count - 1) / 2) * 124, p.y - 28 + (i % 2) * 14
        body = (path("M-116 26C-128 -22 -60 -52 10 -46C70 -42 118 -16 116 18C112 46 -96 54 -116 26Z", dark(color, 0.2))
                + path("M-116 16C-128 -32 -60 -62 10 -56C70 -52 118 -26 116 8C112 36 -96 44 -116 16Z", color)
                + path("M-70 -30Q-50 0 -74 28M-26 -42Q-4 -4 -28 34M22 -44Q44 -8 22 32M66 -34Q82 -8 66 22", "none", crust or light(color, 0.35), 6))
        p.add(moved(body, x, y, -6, 1.1 if count == 1 else 0.72))


def slices(p, color, count=5, edge=None):
    """Slices of a roast, one over the other."""
    count = int(count)
    for i in range(count):
        x = p.x - 24 * (count - 1) / 2 * 1.5 + i * 36
        body = path("M-44 40C-62 -8 -34 -58 6 -56C46 -54 60 -6 44 40Q0 60 -44 40Z", edge or dark(color, 0.45)) + path(
            "M-36 36C-50 -6 -28 -48 6 -46C38 -44 48 -4 36 36Q0 52 -36 36Z", color) + path("M-14 -20Q0 -28 14 -18M-18 6Q0 -4 20 8", "none", light(color, 0.25), 4)
        p.add(moved(body, x, p.y - 26, 14))


def roast(p, color="#a8623a"):
    p.add(path(f"M{p.x - 150} {p.y + 14}C{p.x - 170} {p.y - 90} {p.x - 60} {p.y - 136} {p.x + 30} {p.y - 126}C{p.x + 130} {p.y - 116} {p.x + 168} {p.y - 50} {p.x + 146} {p.y + 14}Q{p.x} {p.y + 50} {p.x - 150} {p.y + 14}Z", color),
          path(f"M{p.x - 110} {p.y - 50}Q{p.x} {p.y - 110} {p.x + 104} {p.y - 56}M{p.x - 126} {p.y - 14}Q{p.x} {p.y - 74} {p.x + 126} {p.y - 18}", "none", dark(color, 0.25), 9),
          path(f"M{p.x - 60} {p.y - 96}Q{p.x - 10} {p.y - 116} {p.x + 40} {p.y - 104}", "none", light(color, 0.3), 9))


def shreds(p, color="#a8623a"):
    heap(p, color)
    body = ""
    for _ in range(46):
        x, y = p.x + p.rng.gauss(0, p.rx * 0.32), p.y - p.rng.uniform(-14, 78)
        body += moved(path("M-26 0Q0 -8 26 2", "none", p.rng.choice([light(color, 0.3), color, dark(color, 0.25)]), 9), x, y, p.rng.uniform(-40, 40))
    p.clipped(body, above(p)) if p.deep else p.add(body)


def ribs(p, color="#9a4226"):
    body = path("M-190 40C-196 -30 -150 -64 -20 -70C120 -74 190 -40 190 10C190 52 120 60 0 62S-184 66 -190 40Z", color)
    for i in range(6):
        x = -150 + i * 58
        body += path(f"M{x} -50Q{x + 16} 0 {x + 4} 56", "none", dark(color, 0.3), 9) + path(f"M{x + 26} -60V-84", "none", "#f3e6d0", 15)
    p.add(moved(body + path("M-140 -34Q-20 -56 130 -38", "none", light(color, 0.35), 8), p.x, p.y - 34))


def drumsticks(p, color="#b9702f", count=3):
    count = int(count)
    for i in range(count):
        x = p.x + (i - (count - 1) / 2) * 118
        body = (path("M-12 40L-26 92", "none", "#f6ead6", 16) + ellipse(-34, 96, 10, 9, "#f6ead6") + ellipse(-20, 102, 10, 9, "#f6ead6")
                + path("M-22 52C-70 20 -62 -60 0 -66C62 -60 66 14 12 54Q-4 62 -22 52Z", color) + path("M-36 -10C-34 -34 -16 -48 2 -50", "none", light(color, 0.4), 9)
                + path("M34 -20Q38 8 18 32", "none", dark(color, 0.25), 8))
        p.add(moved(body, x, p.y - 46, 24, 1.02))


def skewers(p, count, *kinds):
    count = int(count)
    for i in range(count):
        y = p.y - 44 + (i - (count - 1) / 2) * 46
        body = path("M-230 0H230", "none", "#c49a63", 7)
        for j in range(7):
            body += moved(PIECES[kinds[(j + i) % len(kinds)]](p.rng), -120 + j * 40, 0, p.rng.uniform(-20, 20), 1.16)
        p.add(moved(body, p.x, y, -8))


def sausages(p, color="#a5532f", count=3):
    count = int(count)
    for i in range(count):
        y = p.y - 46 + (i - (count - 1) / 2) * 40
        p.add(moved(path("M-120 0Q0 40 120 0", "none", dark(color, 0.25), 46) + path("M-120 -4Q0 34 120 -4", "none", color, 38) + path(
            "M-80 2l16 22M-20 12l16 20M40 12l16 18", "none", dark(color, 0.35), 6), p.x, y, -6))


def patties(p, color="#9a5a32", count=3, top=None):
    count = int(count)
    for i in range(count):
        x, y = p.x + (i - (count - 1) / 2) * (300 / max(count, 2)), p.y - 18 + (i % 2) * 20
        body = ellipse(0, 14, 74, 34, dark(color, 0.35)) + path("M-74 -4V14H74V-4Z", dark(color, 0.35)) + ellipse(0, -6, 74, 34, color)
        body += "".join(ellipse(p.rng.uniform(-48, 48), -6 + p.rng.uniform(-18, 18), 6, 4, p.rng.choice([light(color, 0.3), dark(color, 0.2)])) for _ in range(14))
        if top:
            body += ellipse(0, -12, 56, 22, top) + ellipse(-14, -18, 18, 6, light(top, 0.5))
        p.add(moved(body, x, y, 0, 1.06 if count < 4 else 0.8))


def balls(p, color="#a8723f", count=7):
    count = int(count)
    for i, (x, y) in enumerate(p.spots(count, p.rx * 0.72, p.ry * 0.9, 74, -26)):
        p.add(moved(ball(color, 38)(p.rng) + "".join(ellipse(p.rng.uniform(-20, 20), p.rng.uniform(-20, 20), 4, 3, dark(color, 0.2)) for _ in range(7)), x, y))


def dumplings(p, color="#f3e3c2", count=11):
    """Filled rounds of dough whose corners meet."""
    for x, y in p.spots(int(count), p.rx * 0.74, p.ry * 0.95, 72, -22):
        body = path("M-46 12C-58 -26 -22 -46 0 -44S58 -26 46 12C36 40 -36 40 -46 12Z", dark(color, 0.3)) + path(
            "M-46 6C-58 -32 -22 -52 0 -50S58 -32 46 6C36 32 -36 32 -46 6Z", color)
        body += ellipse(0, 6, 24, 15, dark(color, 0.12)) + ellipse(0, 3, 20, 13, light(color, 0.3)) + path(
            "M-40 -8Q-24 -38 0 -38T40 -8", "none", dark(color, 0.18), 4) + path("M-8 24Q0 16 8 24", "none", dark(color, 0.25), 4)
        p.add(moved(body, x, y, p.rng.uniform(-24, 24), 1, 0.84))


def stack(p, color="#dda453", count=5, top=None, drip=None):
    """Pancakes."""
    count = int(count)
    for i in range(count):
        y = p.y - i * 25
        x = p.x + p.rng.uniform(-9, 9)
        p.add(ellipse(x, y + 10, 150, 44, dark(color, 0.3)), path(f"M{x - 150} {y - 4}V{y + 10}H{x + 150}V{y - 4}Z", dark(color, 0.3)),
              ellipse(x, y - 4, 150, 44, light(color, 0.35)), ellipse(x, y - 4, 138, 38, color))
    y = p.y - (count - 1) * 25 - 6
    if drip:
        p.add(path(f"M{p.x - 96} {y}C{p.x - 90} {y - 32} {p.x + 90} {y - 32} {p.x + 100} {y}C{p.x + 104} {y + 16} {p.x + 98} {y + 62} {p.x + 88} {y + 62}S{p.x + 78} {y + 30} {p.x + 64} {y + 26}S{p.x + 36} {y + 84} {p.x + 22} {y + 84}S{p.x + 6} {y + 30} {p.x - 12} {y + 30}S{p.x - 46} {y + 56} {p.x - 58} {y + 54}S{p.x - 92} {y + 24} {p.x - 96} {y}Z", drip))
    if top:
        p.add(moved(cube(top)(p.rng), p.x, y - 8, 0, 2.0))


def folded(p, color="#e3b25a", count=4):
    """Thin pancakes, folded in quarters."""
    for x, y, turn in [(-96, -30, -14), (60, -38, 8), (-26, 8, -6), (118, 10, 16)][:int(count)]:
        body = path("M-120 20Q-40 -92 104 -66L112 34Q-20 66 -120 20Z", dark(color, 0.32)) + path("M-120 10Q-40 -102 104 -76L112 22Q-20 54 -120 10Z", color)
        body += path("M-112 4Q-36 -84 102 -62M-98 10Q-26 -62 104 -40", "none", dark(color, 0.18), 5) + path("M-70 -34Q-16 -84 78 -80", "none", light(color, 0.45), 6)
        body += "".join(ellipse(p.rng.uniform(-60, 90), p.rng.uniform(-34, 28), 9, 5, p.rng.choice([dark(color, 0.2), light(color, 0.35)])) for _ in range(12))
        p.add(moved(body, p.x + x, p.y - 10 + y, turn, 0.94))


def squares(p, color="#5a3226", count=4, top=None):
    """Cut cake from a tray."""
    count = int(count)
    places = [(-110, 0), (40, 14), (-30, -60), (104, -44), (-104, -64)][:count]
    for x, y in sorted(places, key=lambda at: at[1]):
        body = (path("M-82 -20L10 -52L92 -18L0 18Z", light(color, 0.18)) + path("M-82 -20L0 18V66L-82 26Z", color) + path("M92 -18L0 18V66L92 28Z", dark(color, 0.3)))
        if top:
            body += path("M-82 -20L10 -52L92 -18L0 18Z", top) + path("M-82 -20L0 18V28L-82 -8Z", dark(top, 0.1)) + path("M92 -18L0 18V28L92 -6Z", dark(top, 0.2))
        p.add(moved(body, p.x + x * 0.95, p.y - 24 + y, 0, 0.92))


def cake(p, color="#e3b36a", cream="#fdf3e3", top=None, layers=2):
    layers = int(layers)
    w, h = 170, 44
    y = p.y + 8
    for i in range(layers):
        p.add(path(f"M{p.x - w} {y - h}V{y}A{w} 46 0 0 0 {p.x + w} {y}V{y - h}Z", color), path(
            f"M{p.x + w * 0.3} {y - h + 44}V{y + 44}A{w} 46 0 0 0 {p.x + w} {y}V{y - h}Z", dark(color, 0.12)))
        y -= h
        p.add(ellipse(p.x, y, w, 46, light(color, 0.2)))
        if i < layers - 1:
            p.add(path(f"M{p.x - w} {y - 14}V{y}A{w} 46 0 0 0 {p.x + w} {y}V{y - 14}Z", cream), ellipse(p.x, y - 14, w, 46, cream))
            y -= 14
    if top:
        p.add(ellipse(p.x, y - 2, w * 0.96, 43, top), ellipse(p.x - 50, y - 14, 60, 10, light(top, 0.4)))
    p.x, p.y, p.rx, p.ry = p.x, y, w * 0.8, 32


def pie(p, crust="#d99a4a", filling=None):
    """A round pie or tart: with a lid, or open with a filling."""
    w = 208
    y = p.y - 20
    p.add(path(f"M{p.x - w} {y}L{p.x - w + 34} {y + 62}A{w - 34} 44 0 0 0 {p.x + w - 34} {y + 62}L{p.x + w} {y}Z", dark(crust, 0.15)),
          path("".join(f"M{p.x - w + 24 + i * 32} {y + 22 + 24 * math.sin(math.pi * (i + 0.5) / 13):.0f}l4 40" for i in range(13)), "none", dark(crust, 0.3), 4),
          ellipse(p.x, y, w, 66, light(crust, 0.18)))
    p.add(ellipse(p.x, y + 2, w - 22, 54, filling or crust))
    if not filling:
        p.add(path(f"M{p.x - 60} {y - 16}l24 22M{p.x} {y - 26}v30M{p.x + 60} {y - 16}l-24 22", "none", dark(crust, 0.4), 8))
    p.y, p.rx, p.ry = y, w - 40, 42


def tarts(p, crust="#dba455", filling="#f4c84f", count=4, spots="#8a4a20"):
    for x, y in [(-104, 10), (96, 16), (-10, -46), (180, -40), (-190, -36)][:int(count)]:
        body = (path("M-72 0L-54 46Q0 66 54 46L72 0Z", dark(crust, 0.18)) + ellipse(0, 0, 74, 30, light(crust, 0.2)) + ellipse(0, 1, 62, 23, filling))
        body += "".join(ellipse(p.rng.uniform(-40, 40), p.rng.uniform(-12, 12), 9, 5, spots) for _ in range(5))
        p.add(moved(body, p.x + x * 0.92, p.y - 26 + y))


def pizza(p, sauce_color="#d1492f", crust="#dba455"):
    p.add(ellipse(p.x, p.y + 4, 236, 84, dark(crust, 0.25)), ellipse(p.x, p.y - 6, 236, 84, crust), ellipse(p.x, p.y - 8, 204, 68, sauce_color))
    p.rx, p.ry, p.y = 176, 54, p.y - 8
    p.add(path(f"M{p.x} {p.y}L{p.x + 150} {p.y + 66}M{p.x} {p.y}L{p.x - 170} {p.y + 52}", "none", dark(crust, 0.4), 4))


def wheel(p, color="#e3b648", inside="#f4dc8a", floor="#f2ead9"):
    """A thick omelette or cheesecake, with a piece cut out."""
    w, h = 186, 58
    y = p.y + 4
    p.add(path(f"M{p.x - w} {y - h}V{y}A{w} 60 0 0 0 {p.x + w} {y}V{y - h}Z", dark(color, 0.15)), ellipse(p.x, y - h, w, 60, color))
    p.add("".join(ellipse(p.x + p.rng.uniform(-130, 130), y - h + p.rng.uniform(-34, 34), 16, 7, dark(color, 0.14)) for _ in range(12)))
    if floor:
        p.add(path(f"M{p.x} {y - h}L{p.x + 60} {y - h + 58}V{y + 58}L{p.x} {y}Z", inside), path(f"M{p.x} {y - h}L{p.x - 46} {y - h + 59}V{y + 59}L{p.x} {y}Z", dark(inside, 0.12)))
        p.add(path(f"M{p.x - 46} {y + 59}L{p.x} {y}L{p.x + 60} {y + 58}A{w} 60 0 0 1 {p.x - 46} {y + 59}Z", floor))


def omelette(p, color="#f2c64f"):
    p.add(path(f"M{p.x - 200} {p.y + 4}C{p.x - 190} {p.y - 86} {p.x + 120} {p.y - 120} {p.x + 200} {p.y - 20}C{p.x + 214} {p.y + 20} {p.x + 120} {p.y + 36} {p.x} {p.y + 36}S{p.x - 200} {p.y + 34} {p.x - 200} {p.y + 4}Z", color),
          path(f"M{p.x - 190} {p.y + 6}C{p.x - 100} {p.y - 40} {p.x + 90} {p.y - 50} {p.x + 196} {p.y - 8}", "none", dark(color, 0.16), 8),
          path(f"M{p.x - 110} {p.y - 52}Q{p.x - 20} {p.y - 84} {p.x + 60} {p.y - 76}", "none", light(color, 0.5), 9))


def rolls(p, color="#f5c94f", count=4, inner="#dba43a"):
    """Thick slices of a roll, standing on their side, with a spiral."""
    count = int(count)
    for i in range(count):
        x = p.x + (i - (count - 1) / 2) * (370 / count)
        body = path("M0 -52A30 52 0 0 0 0 52H44A30 52 0 0 0 44 -52Z", dark(color, 0.18)) + ellipse(0, 0, 44, 52, color) + path(
            "M4 0C4 -10 -16 -8 -14 6C-12 24 22 20 22 -4C20 -32 -32 -34 -32 2C-30 36 20 40 32 22", "none", inner, 7)
        p.add(moved(body, x - 12, p.y - 40, 0, 0.98))


def summer(p, count, *kinds):
    """Rolls of rice paper."""
    for i in range(int(count)):
        y = p.y - 60 + i * 38
        body = path("M-120 0H120", "none", "#efe9dc", 60) + "".join(
            moved(PIECES[kinds[j % len(kinds)]](p.rng), -92 + j * 38, p.rng.uniform(-6, 6), p.rng.uniform(0, 180), 0.9) for j in range(6))
        body += path("M-120 0H120", "none", "#ffffff", 60, 'opacity=".45"') + path("M-110 -18H100", "none", "#ffffff", 6, 'opacity=".8"')
        p.add(moved(body, p.x + (i % 2) * 20 - 10, y, -6))


def parcels(p, color="#b9cc7a", count=4):
    """Stuffed leaves."""
    count = int(count)
    for x, y in [(-90, 12), (86, 16), (0, -36), (150, -30), (-150, -28)][:count]:
        body = path("M-78 20C-92 -16 -60 -44 0 -46S92 -16 78 20Q0 48 -78 20Z", color) + path("M-70 10Q0 -24 72 6M-50 -18Q0 -38 52 -20M0 -44V34", "none", light(color, 0.4), 5)
        p.add(moved(body, p.x + x, p.y - 24 + y, 0, 1.0))


def tacos(p, shell="#e7b45a", *kinds):
    for i in range(3):
        x = p.x - 150 + i * 150
        body = path("M-84 30A84 92 0 0 1 84 30Z", dark(shell, 0.2))
        body += "".join(moved(PIECES[kinds[j % len(kinds)]](p.rng), -54 + j * 18, -34 - 22 * math.sin(math.pi * j / 6), p.rng.uniform(0, 360), 0.95) for j in range(7))
        body += path("M-84 44A84 78 0 0 1 84 44Q0 56 -84 44Z", shell) + "".join(
            ellipse(p.rng.uniform(-48, 48), p.rng.uniform(6, 38), 6, 4, dark(shell, 0.16)) for _ in range(7))
        p.add(moved(body, x, p.y - 12, 0, 0.92))


def flat(p, color="#f0d9a8", *kinds):
    """A flat bread or tortilla with things on it."""
    p.lift = 0.2
    p.add(ellipse(p.x, p.y + 6, 226, 68, dark(color, 0.2)), ellipse(p.x, p.y, 226, 68, color))
    p.add("".join(ellipse(p.x + p.rng.uniform(-180, 180), p.y + p.rng.uniform(-40, 40), 12, 5, dark(color, 0.2)) for _ in range(9)))
    if kinds:
        p.add(p.scatter(kinds, 16, 150, 36, -8, 1.0, 44))


def sandwich(p, bread_color="#dba455", *layers):
    y = p.y + 6
    p.add(path(f"M{p.x - 190} {y - 28}H{p.x + 190}V{y - 8}Q{p.x + 190} {y + 14} {p.x + 160} {y + 14}H{p.x - 160}Q{p.x - 190} {y + 14} {p.x - 190} {y - 8}Z", bread_color))
    for color in layers:
        y -= 24
        wave = "".join(f"q19 {12 if i % 2 else -8} 38 0" for i in range(10))
        p.add(path(f"M{p.x - 190} {y + 16}V{y - 6}{wave}V{y + 16}Z", color), path(f"M{p.x - 190} {y + 8}H{p.x + 190}V{y + 16}H{p.x - 190}Z", dark(color, 0.14)))
    y -= 12
    p.add(path(f"M{p.x - 196} {y}C{p.x - 196} {y - 70} {p.x - 120} {y - 84} {p.x} {y - 84}S{p.x + 196} {y - 70} {p.x + 196} {y}Z", bread_color),
          path(f"M{p.x - 130} {y - 58}Q{p.x} {y - 82} {p.x + 110} {y - 64}", "none", light(bread_color, 0.4), 9))


def toasts(p, bread_color="#d9a050", cheese="#f3b63a", count=2):
    """Slices of bread under molten cheese."""
    count = int(count)
    for i in range(count):
        x, y = p.x + (i - (count - 1) / 2) * 190, p.y - 26 + (i % 2) * 18
        body = path("M-92 -10L-70 -64H76L96 -10V14Q94 34 72 34H-70Q-92 34 -92 14Z", dark(bread_color, 0.25)) + path(
            "M-92 -14L-70 -68H76L96 -14Q92 16 72 16H-70Q-92 14 -92 -14Z", bread_color)
        body += path("M-84 -16L-64 -62H70L88 -16C88 0 80 30 72 30S64 8 48 8S34 24 26 24S14 6 -4 8S-22 34 -32 34S-42 10 -58 10S-82 6 -84 -16Z", cheese)
        body += "".join(ellipse(p.rng.uniform(-58, 60), p.rng.uniform(-54, -6), p.rng.uniform(6, 13), 5, p.rng.choice([dark(cheese, 0.28), light(cheese, 0.4), dark(cheese, 0.14)])) for _ in range(16))
        p.add(moved(body, x, y, -5 + i * 8, 1.05))


def wedges(p, color="#e8bd6a", count=4, *kinds):
    """Folded tortillas, cut into triangles, with what looks out of them."""
    for x, y, turn in [(-112, -26, -10), (62, -44, 14), (-30, 12, -4), (138, 6, 20)][:int(count)]:
        inner = "".join(moved(PIECES[kinds[j % len(kinds)]](p.rng), -66 + j * 19, 26, p.rng.uniform(0, 360), 0.8) for j in range(8)) if kinds else ""
        body = path("M-92 34L4 -62L100 34Q4 52 -92 34Z", dark(color, 0.28)) + inner + path("M-92 20L4 -76L100 20Q4 36 -92 20Z", color)
        body += "".join(ellipse(4 + p.rng.uniform(-44, 44), p.rng.uniform(-26, 16), p.rng.uniform(7, 14), 6, dark(color, p.rng.choice([0.15, 0.3, 0.42]))) for _ in range(9))
        p.add(moved(body, p.x + x, p.y - 10 + y, turn, 1.0))


def burgers(p, bun="#d99a4f", filling="#8a3f28"):
    """Two round buns that are filled too full."""
    for x, y in [(-108, -14), (100, 6)]:
        body = path("M-96 4V20Q-92 44 -66 44H66Q92 44 96 20V4Z", dark(bun, 0.12)) + ellipse(0, 4, 96, 24, light(bun, 0.3))
        body += "".join(moved(blob(17, p.rng.choice([filling, dark(filling, 0.2), light(filling, 0.14)]), p.rng), p.rng.uniform(-92, 92), p.rng.uniform(-22, 16)) for _ in range(34))
        body += path("M-60 14Q-64 40 -54 46Q-44 40 -46 14ZM40 16Q34 52 48 58Q60 50 56 14Z", filling)
        body += path("M-98 -18C-98 -86 -50 -104 0 -104S98 -86 98 -18Q0 8 -98 -18Z", bun) + path("M-60 -72Q-10 -98 48 -80", "none", light(bun, 0.45), 9)
        p.add(moved(body, p.x + x, p.y - 40 + y, -3, 0.94))


def loaf(p, color="#9a6236", cross=True):
    p.add(path(f"M{p.x - 190} {p.y + 24}C{p.x - 214} {p.y - 80} {p.x - 120} {p.y - 140} {p.x} {p.y - 140}S{p.x + 214} {p.y - 80} {p.x + 190} {p.y + 24}Q{p.x} {p.y + 46} {p.x - 190} {p.y + 24}Z", color),
          path(f"M{p.x + 60} {p.y - 134}C{p.x + 190} {p.y - 110} {p.x + 206} {p.y - 40} {p.x + 190} {p.y + 24}Q{p.x + 120} {p.y + 38} {p.x + 60} {p.y + 38}C{p.x + 130} {p.y} {p.x + 130} {p.y - 90} {p.x + 60} {p.y - 134}Z", dark(color, 0.16)))
    if cross:
        p.add(path(f"M{p.x - 150} {p.y - 46}Q{p.x} {p.y - 96} {p.x + 150} {p.y - 50}M{p.x - 6} {p.y - 138}Q{p.x + 14} {p.y - 60} {p.x - 4} {p.y + 34}", "none", light(color, 0.45), 14))
    p.add("".join(ellipse(p.x + p.rng.uniform(-130, 130), p.y + p.rng.uniform(-100, 10), 5, 3, light(color, 0.5)) for _ in range(26)))


def buns(p, color="#c98445", count=4, swirl=None):
    for x, y in [(-112, 12), (108, 16), (0, -30), (-176, -44), (176, -40)][:int(count)]:
        body = path("M-84 26C-92 -34 -50 -62 0 -62S92 -34 84 26Q0 50 -84 26Z", dark(color, 0.16)) + path(
            "M-80 12C-84 -40 -46 -60 0 -60S84 -40 80 12Q0 34 -80 12Z", color)
        body += path("M0 -14C-12 -14 -18 -26 -2 -32C20 -38 38 -24 34 -8C28 14 -36 14 -46 -10C-52 -36 -10 -54 20 -50", "none", swirl, 9) if swirl else path(
            "M-40 -36Q-10 -54 24 -48", "none", light(color, 0.45), 9)
        if swirl:
            body += "".join(ellipse(p.rng.uniform(-46, 46), p.rng.uniform(-46, 4), 4, 3.4, "#fffdf8") for _ in range(9))
        p.add(moved(body, p.x + x * 0.94, p.y - 22 + y, 0, 0.96))


def scones(p, color="#dba85f", cream="#fffaf0", jam="#b92943"):
    for x in (-96, 96):
        p.add(moved(path("M-86 0V34A86 26 0 0 0 86 34V0Z", dark(color, 0.14)) + ellipse(0, 0, 86, 28, light(color, 0.4)) + ellipse(0, -4, 74, 22, jam)
                    + path("M-58 -12C-60 -40 -20 -60 4 -52C44 -52 66 -28 54 -10Q0 10 -58 -12Z", cream) + ellipse(-12, -34, 18, 7, "#ffffff"), p.x + x, p.y - 16 + (x > 0) * 10))


def pudding(p, color="#f8ecd8", top=None):
    """Panna cotta, flan."""
    p.add(path(f"M{p.x - 132} {p.y + 10}L{p.x - 98} {p.y - 104}A98 28 0 0 1 {p.x + 98} {p.y - 104}L{p.x + 132} {p.y + 10}A132 36 0 0 1 {p.x - 132} {p.y + 10}Z", color),
          path(f"M{p.x + 98} {p.y - 104}L{p.x + 132} {p.y + 10}Q{p.x + 100} {p.y + 34} {p.x + 40} {p.y + 44}Q{p.x + 76} {p.y - 40} {p.x + 50} {p.y - 90}Z", dark(color, 0.08)),
          ellipse(p.x, p.y - 104, 98, 28, top or light(color, 0.4)))
    if top:
        p.add(path(f"M{p.x - 98} {p.y - 104}C{p.x - 96} {p.y - 76} {p.x - 84} {p.y - 40} {p.x - 76} {p.y - 40}S{p.x - 62} {p.y - 84} {p.x - 40} {p.y - 80}S{p.x - 14} {p.y - 16} {p.x} {p.y - 16}S{p.x + 22} {p.y - 80} {p.x + 44} {p.y - 80}S{p.x + 66} {p.y - 52} {p.x + 76} {p.y - 52}S{p.x + 96} {p.y - 84} {p.x + 98} {p.y - 104}Z", top),
              ellipse(p.x - 30, p.y - 110, 36, 7, light(top, 0.4)))
    p.y, p.rx, p.ry = p.y - 110, 66, 12


def corn_cobs(p, count=3):
    for i in range(int(count)):
        y = p.y - 58 + i * 42
        body = path("M-150 0C-150 -34 120 -40 158 0C120 40 -150 34 -150 0Z", "#f2c33c") + "".join(
            ellipse(-130 + (j % 15) * 18, -18 + (j // 15) * 18, 8, 7, p.rng.choice(["#f7d565", "#e8ab2c", "#f7d565", "#8a5a20"])) for j in range(45)) + path("M-150 0H-200", "none", "#d9c48a", 20)
        p.add(moved(body, p.x + 20, y, -5, 0.94))


def dip(p, color, *kinds):
    """A thick cream with a swirl."""
    base = p.y
    body = path(surface(p), color) + path(
        f"M{p.x - p.rx * 0.72} {base}C{p.x - p.rx * 0.6} {base - p.ry * 0.9} {p.x + p.rx * 0.7} {base - p.ry * 0.8} {p.x + p.rx * 0.6} {base + 2}C{p.x + p.rx * 0.5} {base + p.ry * 0.66} {p.x - p.rx * 0.4} {base + p.ry * 0.5} {p.x - p.rx * 0.3} {base}C{p.x - p.rx * 0.16} {base - p.ry * 0.4} {p.x + p.rx * 0.24} {base - p.ry * 0.34} {p.x + p.rx * 0.2} {base}",
        "none", dark(color, 0.14), 12) + path(
        f"M{p.x - p.rx * 0.6} {base - p.ry * 0.2}C{p.x - p.rx * 0.4} {base - p.ry * 0.7} {p.x + p.rx * 0.4} {base - p.ry * 0.7} {p.x + p.rx * 0.52} {base - p.ry * 0.1}", "none", light(color, 0.4), 6)
    p.clipped(body, surface(p))
    if kinds:
        p.add(p.scatter(kinds, 8, p.rx * 0.6, p.ry * 0.5, -6, 0.9, 50))


def mash(p, color="#f6e3a8", *kinds):
    heap(p, color, *kinds)
    p.add(path(f"M{p.x - 70} {p.y - 66}q36 -26 70 -6t70 -6", "none", light(color, 0.5), 9))


def gratin(p, color="#e3a94a", *kinds):
    """A browned top in a dish or pot."""
    body = path(surface(p), color)
    for _ in range(70):
        x, y = p.x + p.rng.uniform(-p.rx, p.rx), p.y + p.rng.uniform(-p.ry, p.ry)
        body += ellipse(x, y, p.rng.uniform(8, 18), p.rng.uniform(4, 8), p.rng.choice([light(color, 0.35), dark(color, 0.18), dark(color, 0.3), light(color, 0.2)]))
    if kinds:
        body += p.scatter(kinds, 14, p.rx * 0.84, p.ry * 0.74, 0, 0.9)
    p.clipped(body, surface(p))


def peaks(p, color="#f3dfa8"):
    """Mashed potato in waves on a pie."""
    body = path(surface(p), color)
    for row in range(4):
        y = p.y - p.ry * 0.7 + row * p.ry * 0.5
        for i in range(12):
            x = p.x - p.rx * 1.05 + i * p.rx * 0.2 + (row % 2) * 16
            body += path(f"M{x:.0f} {y + 10:.0f}q16 -26 34 0", light(color, 0.3), dark(color, 0.3), 5)
    p.clipped(body, surface(p))


def leaves(p, color, *kinds):
    """Cooked greens."""
    heap(p, dark(color, 0.15))
    body = p.scatter(list(kinds) or ["spinach"], 26, p.rx * 0.76, 46, -40 if p.deep else -20, 1.1, 36)
    p.clipped(body, above(p)) if p.deep else p.add(body)


def halves(p, skin, inside, count=2, *kinds):
    """Halves of a vegetable, filled or baked."""
    count = int(count)
    for i in range(count):
        x, y = p.x + (i - (count - 1) / 2) * 196, p.y - 30 + (i % 2) * 14
        body = path("M-92 -8C-92 46 92 46 92 -8Z", skin) + ellipse(0, -8, 92, 34, light(skin, 0.2)) + ellipse(0, -8, 80, 26, inside)
        body += "".join(moved(PIECES[kinds[j % len(kinds)]](p.rng), -50 + j * 25, -12 + (j % 2) * 8, p.rng.uniform(0, 360), 0.8) for j in range(5)) if kinds else path(
            "M-40 -12Q0 -22 44 -10", "none", light(inside, 0.4), 6)
        p.add(moved(body, x, y, -4, 1.25))


def rings(p, *kinds):
    """Slices laid in rows that overlap."""
    for row in range(3):
        for i in range(8):
            x = p.x - p.rx * 0.8 + i * p.rx * 0.23 + (row % 2) * 14
            y = p.y - 26 + row * 26 - (0 if p.deep else 6)
            p.add(moved(PIECES[kinds[(i + row) % len(kinds)]](p.rng), x, y, 0, 1.5, 0.72))


def cups(p, color, *kinds):
    """Small leaves or cups that hold something."""
    for x, y in [(-130, 0), (130, 4), (0, 18), (-66, -50), (74, -48)]:
        body = path("M-70 -10C-76 40 76 40 70 -10Q36 10 0 2T-70 -10Z", color) + path("M-60 4Q0 34 60 4", "none", dark(color, 0.14), 5)
        inner = "".join(moved(PIECES[kinds[j % len(kinds)]](p.rng), -38 + j * 19, -14 - (j % 2) * 9, p.rng.uniform(0, 360), 0.72) for j in range(5))
        p.add(moved(inner + body, p.x + x, p.y - 22 + y, 0, 1.0))


def squashed(p, color="#e3b04a", count=7):
    """Fried slices, pressed flat."""
    for x, y in p.spots(int(count), p.rx * 0.78, p.ry, 90, -26):
        p.add(moved(blob(50, dark(color, 0.25), p.rng, 11, 0.1) + moved(blob(44, color, p.rng, 11, 0.1), 0, -5) + ellipse(0, -6, 14, 9, light(color, 0.35)), x, y, 0, 1, 0.62))


def spears(p, color="#86ab4f", count=9, tip=None):
    for i in range(int(count)):
        y = p.y - 50 + i * 9
        p.add(moved(path("M-150 0H120", "none", p.rng.choice([color, dark(color, 0.1), light(color, 0.12)]), 15) + path("M120 -9L164 0L120 9Z", tip or dark(color, 0.25)), p.x + p.rng.uniform(-14, 14), y, p.rng.uniform(-7, 3)))


def bird(p, color="#c98a3f"):
    """A whole roast chicken."""
    x, y = p.x, p.y - 12
    p.add(path(f"M{x - 190} {y - 6}C{x - 176} {y - 110} {x - 50} {y - 150} {x + 40} {y - 132}C{x + 140} {y - 116} {x + 186} {y - 40} {x + 150} {y + 20}Q{x} {y + 62} {x - 150} {y + 26}Q{x - 188} {y + 16} {x - 190} {y - 6}Z", color),
          path(f"M{x + 30} {y + 8}C{x + 20} {y - 66} {x + 110} {y - 96} {x + 150} {y - 48}C{x + 176} {y - 14} {x + 130} {y + 40} {x + 70} {y + 36}Z", dark(color, 0.12)),
          path(f"M{x + 160} {y - 50}L{x + 206} {y - 84}", "none", "#f6ead6", 17), ellipse(x + 210, y - 94, 11, 9, "#f6ead6"), ellipse(x + 218, y - 80, 10, 9, "#f6ead6"),
          path(f"M{x - 110} {y - 20}C{x - 90} {y - 74} {x - 30} {y - 76} {x - 16} {y - 34}Q{x - 50} {y + 6} {x - 110} {y - 20}Z", dark(color, 0.16)),
          path(f"M{x - 130} {y - 68}Q{x - 60} {y - 126} {x + 30} {y - 116}", "none", light(color, 0.4), 11))


def crabs(p, color="#d9482f", count=2):
    """Crabs or crayfish, from above."""
    for x, y in [(-92, 4), (92, 10), (0, -44), (-170, -46), (170, -44)][:int(count)]:
        legs = "".join(path(f"M{side * 50} {dy}q{side * 34} {dy - 6} {side * 52} 26", "none", dark(color, 0.12), 8) for side in (-1, 1) for dy in (-6, 8, 20))
        claws = "".join(path(f"M{side * 44} -26q{side * 40} -20 {side * 34} -52", "none", color, 13) + moved(
            path("M-18 6C-24 -22 -4 -34 4 -30L-2 -14L14 -26C26 -10 14 10 -18 6Z", color), side * 78, -82, 0, 1) for side in (-1, 1))
        body = ellipse(0, 0, 66, 42, dark(color, 0.15)) + ellipse(0, -6, 64, 38, color) + ellipse(-18, -34, 7, 9, "#2b2320") + ellipse(
            18, -34, 7, 9, "#2b2320") + path("M-30 0Q0 16 30 0", "none", dark(color, 0.25), 5)
        p.add(moved(legs + claws + body, p.x + x, p.y - 20 + y, 0, 0.86, 0.82))


def steak(p, color="#6f3f2c", count=1):
    for i in range(int(count)):
        x, y = p.x + (i - (int(count) - 1) / 2) * 150, p.y - 24 + (i % 2) * 12
        body = path("M-120 24C-140 -26 -80 -66 0 -60C60 -56 76 -20 118 -14C146 6 120 46 60 50C0 56 -106 60 -120 24Z", dark(color, 0.3)) + path(
            "M-120 14C-140 -36 -80 -76 0 -70C60 -66 76 -30 118 -24C146 -4 120 36 60 40C0 46 -106 50 -120 14Z", color) + path(
            "M-80 -40L-30 34M-34 -58L30 36M18 -62L80 30M66 -28L104 20", "none", dark(color, 0.35), 9)
        p.add(moved(body, x, y, -4, 1.05 if int(count) == 1 else 0.66))


def fans(p, color="#e3b456", count=3):
    """Potatoes cut like fans."""
    for x, y in [(-104, 6), (104, 8), (0, -38), (-180, -34), (180, -34)][:int(count)]:
        body = ellipse(0, 10, 92, 44, dark(color, 0.25)) + ellipse(0, 0, 92, 46, color) + "".join(
            path(f"M{i * 13} {-44 + abs(i) ** 1.7 * 0.9:.0f}q9 20 0 44", "none", dark(color, 0.35), 5) for i in range(-6, 7))
        p.add(moved(body, p.x + x, p.y - 26 + y, -4, 0.95))


def potatoes(p, color="#e3b456", count=9):
    """Roast or boiled potatoes in pieces."""
    for x, y in p.spots(int(count), p.rx * 0.78, p.ry * 0.95, 74, -28):
        body = blob(46, dark(color, 0.2), p.rng, 8, 0.14) + moved(blob(39, color, p.rng, 8, 0.14), -3, -6) + ellipse(-12, -18, 14, 7, light(color, 0.5))
        p.add(moved(body, x, y, p.rng.uniform(-30, 30), 1, 0.8))


def block(p, top, *layers):
    """A piece of something in layers, cut from a dish; the layers are from the top down."""
    height = 22 * len(layers)
    y = p.y + 30 - height
    for i, color in enumerate(layers):
        a, b = y + i * 22, y + i * 22 + 23
        p.add(path(f"M{p.x - 186} {a - 40}L{p.x - 20} {a}V{b}L{p.x - 186} {b - 40}Z", color),
              path(f"M{p.x + 176} {a - 50}L{p.x - 20} {a}V{b}L{p.x + 176} {b - 50}Z", dark(color, 0.14)))
    lid = f"M{p.x - 186} {y - 40}L{p.x + 6} {y - 88}L{p.x + 176} {y - 50}L{p.x - 20} {y}Z"
    spots = "".join(ellipse(p.x + p.rng.uniform(-170, 160), y - 44 + p.rng.uniform(-40, 40), 13, 6, p.rng.choice([light(top, 0.3), dark(top, 0.2)])) for _ in range(34))
    p.clipped(path(lid, top) + spots, lid)
    p.y, p.rx, p.ry = y - 14, 120, 26


def crepes(p, color="#f0cd85", count=4):
    """Thin pancakes, folded to quarters."""
    count = int(count)
    for i in range(count):
        x, y = p.x - 90 + (i - (count - 1) / 2) * 84, p.y - 34 + (i % 2) * 10
        body = path("M-18 46L70 -54C108 -46 150 -6 158 40Q70 64 -18 46Z", dark(color, 0.28)) + path("M-18 40L70 -60C108 -52 150 -12 158 34Q70 58 -18 40Z", color)
        body += path("M158 34C150 -12 108 -52 70 -60M150 24C140 -14 106 -44 74 -50", "none", light(color, 0.4), 5)
        body += "".join(ellipse(p.rng.uniform(40, 116), p.rng.uniform(-14, 32), p.rng.uniform(5, 10), p.rng.uniform(3, 5), dark(color, 0.24)) for _ in range(9))
        p.add(moved(body, x, y, 0, 1.1))


def tin_loaf(p, color="#9a6236", inside="#e3b878", *kinds):
    """A loaf baked in a tin, with slices cut off."""
    face = "M-62 50V-34C-62 -74 62 -74 62 -34V50Z"
    p.add(path(f"M{p.x - 190} {p.y + 22}V{p.y - 64}C{p.x - 190} {p.y - 108} {p.x + 50} {p.y - 120} {p.x + 76} {p.y - 70}V{p.y + 32}Z", color),
          path(f"M{p.x - 150} {p.y - 84}Q{p.x - 60} {p.y - 104} {p.x + 30} {p.y - 92}", "none", dark(color, 0.3), 9))
    for x, y, turn in ((60, 0, 0), (122, 12, 14)):
        body = path(face, dark(color, 0.12)) + moved(path(face, inside), 4, 3, 0, 0.86)
        body += "".join(ellipse(p.rng.uniform(-40, 44), p.rng.uniform(-36, 38), 4, 3, dark(inside, 0.22)) for _ in range(16))
        body += "".join(moved(PIECES[kind](p.rng), p.rng.uniform(-30, 32), p.rng.uniform(-28, 30), p.rng.uniform(0, 360), 0.6) for kind in kinds * 3)
        p.add(moved(body, p.x + x, p.y - 18 + y, turn))


def toast(p, crust="#c98a45", spread="#f0d3a0", count=2, *kinds):
    """Slices of bread from a tin, with something on them."""
    for i in range(int(count)):
        x, y = p.x + (i - (int(count) - 1) / 2) * 190, p.y - 20 + (i % 2) * 14
        slice_ = "M-104 30L-92 -26C-96 -48 -52 -50 -40 -48H44C60 -50 100 -46 94 -26L106 30Q0 46 -104 30Z"
        body = moved(path(slice_, dark(crust, 0.25)), 0, 16) + path(slice_, crust) + moved(path(slice_, spread), 0, 0, 0, 0.9)
        if kinds:
            for j in range(18):
                body += moved(PIECES[kinds[j % len(kinds)]](p.rng), p.rng.uniform(-74, 76), p.rng.uniform(-34, 26), p.rng.uniform(0, 360), 0.8)
        else:
            body += "".join(ellipse(p.rng.uniform(-70, 70), p.rng.uniform(-30, 24), p.rng.uniform(8, 18), p.rng.uniform(4, 8), p.rng.choice([dark(spread, 0.24), light(spread, 0.3), dark(spread, 0.12)])) for _ in range(26))
        p.add(moved(body, x, y, -3))


def pile(p, color, *kinds):
    """A smaller heap of sauce or meat on top of what lies there."""
    y = p.y - (30 if p.deep else 56)
    p.add(path(f"M{p.x - 112} {y + 20}C{p.x - 120} {y - 14} {p.x - 50} {y - 54} {p.x + 8} {y - 54}S{p.x + 124} {y - 10} {p.x + 110} {y + 18}Q{p.x + 84} {y + 46} {p.x + 52} {y + 30}Q{p.x + 6} {y + 52} {p.x - 40} {y + 32}Q{p.x - 90} {y + 44} {p.x - 112} {y + 20}Z", color))
    p.add("".join(ellipse(p.x + p.rng.gauss(0, 42), y + p.rng.uniform(-30, 24), 8, 5, p.rng.choice([light(color, 0.3), dark(color, 0.25), light(color, 0.15)])) for _ in range(30)))
    if kinds:
        p.add(p.scatter(kinds, 7, 74, 22, y - p.y, 0.7, 34))


def toasted(p, cheese="#e8b24a", filling="#e79c90"):
    """A sandwich of two slices under a cheese that runs, cut in half."""
    for x, y in ((-100, -6), (96, 8)):
        body = path("M-88 0L0 22L92 -14V40L0 78L-88 54Z", "#c98a45") + path("M-88 20L0 43L92 6V18L0 56L-88 33Z", filling) + path("M-88 30L0 54L92 17V23L0 61L-88 38Z", "#f6d978")
        body += path("M-88 0L0 22V78L-88 54Z", "#5a2a10", more='opacity=".07"')
        body += path("M-90 -2L4 -46L94 -18L0 24Z", cheese) + path("M-90 -4C-88 10 -78 30 -70 14S-52 14 -44 30S-26 18 -16 40S4 30 8 24S30 34 40 16S60 22 68 8S90 8 94 -18L0 20Z", light(cheese, 0.12))
        body += "".join(ellipse(p.rng.uniform(-40, 50), p.rng.uniform(-30, 8), p.rng.uniform(8, 15), p.rng.uniform(4, 6), p.rng.choice([dark(cheese, 0.32), dark(cheese, 0.18), light(cheese, 0.3)])) for _ in range(16))
        p.add(moved(body, p.x + x, p.y - 58 + y, 0, 1.05))


def rounds(p, cheese="#fdf6e4", bread_color="#d9a45f"):
    """Slices of cheese on toasts, on a salad."""
    for x, y in ((-96, -34), (92, -30), (0, -78)):
        p.add(moved(ellipse(0, 12, 66, 34, dark(bread_color, 0.25)) + ellipse(0, 4, 66, 34, bread_color) + ellipse(0, 2, 48, 23, dark(cheese, 0.16)) + ellipse(0, -7, 48, 23, cheese)
                    + ellipse(0, -7, 30, 13, dark(cheese, 0.1)) + path("M-16 -8q8 -8 18 0M2 -2l12 -6", "none", "#7d8f5a", 4), p.x + x, p.y + y))


def oval(p, cream="#f7ecd4", rim="#a5713a", *kinds):
    """A thin oval tart with a dark rim, cut across."""
    p.add(ellipse(p.x, p.y + 8, 236, 66, dark(rim, 0.35)), ellipse(p.x, p.y, 236, 66, rim), ellipse(p.x, p.y, 214, 54, cream))
    p.add("".join(ellipse(p.x + p.rng.uniform(-160, 160), p.y + p.rng.uniform(-34, 34), 14, 6, dark(cream, 0.18)) for _ in range(12)))
    p.add("".join(ellipse(p.x + 225 * math.cos(a / 3), p.y + 60 * math.sin(a / 3), 12, 6, dark(rim, 0.45)) for a in range(0, 19, 2)))
    p.add(p.scatter(kinds, 30, 186, 42, 0, 0.8, 34))
    p.add(path(f"M{p.x - 70} {p.y - 64}L{p.x - 92} {p.y + 62}M{p.x + 74} {p.y - 64}L{p.x + 96} {p.y + 62}", "none", dark(cream, 0.4), 4))


def roll(p, bread_color="#e3b878", meat="#b87a4f", juice="#c9562f"):
    """A soft roll from which thin slices of meat hang."""
    x, y = p.x, p.y - 10
    p.add(path(f"M{x - 178} {y - 8}H{x + 178}C{x + 184} {y + 44} {x + 130} {y + 52} {x} {y + 52}S{x - 184} {y + 44} {x - 178} {y - 8}Z", dark(bread_color, 0.08)))
    for i in range(7):
        a = x - 168 + i * 48
        p.add(path(f"M{a} {y - 24}H{a + 62}C{a + 74} {y + 8} {a + 58} {y + 30 + (i % 3) * 6} {a + 34} {y + 26}S{a - 12} {y + 10} {a} {y - 24}Z", (meat, light(meat, 0.18), dark(meat, 0.12))[i % 3]),
              path(f"M{a + 8} {y - 2}Q{a + 30} {y + 12} {a + 56} {y - 2}", "none", light(meat, 0.4), 5), ellipse(a + 40, y + 14, 9, 5, juice))
    p.add(path(f"M{x - 186} {y - 18}C{x - 190} {y - 92} {x - 110} {y - 112} {x} {y - 112}S{x + 190} {y - 92} {x + 186} {y - 18}Q{x} {y - 4} {x - 186} {y - 18}Z", bread_color),
          path(f"M{x - 130} {y - 74}Q{x - 10} {y - 112} {x + 110} {y - 86}", "none", light(bread_color, 0.5), 10))


def kefta(p, color="#8a4a2c", count=3):
    """Flat sausages of mince on a flat bread."""
    for i in range(int(count)):
        y = p.y - 38 + i * 26
        body = path("M-92 0C-96 -24 -60 -24 0 -22S98 -22 92 2C90 24 50 20 0 20S-92 24 -92 0Z", dark(color, 0.25)) + path("M-90 -4C-92 -24 -60 -26 0 -24S94 -24 90 -2C88 14 50 12 0 12S-90 16 -90 -4Z", color)
        p.add(moved(body + path("M-50 -16l18 22M-6 -16l18 22M38 -16l18 22", "none", dark(color, 0.4), 5), p.x + (i % 2) * 26 - 14, y, -6))


def slabs(p, color="#f6e6b8", count=3):
    """Fried slices of a firm cheese, on a heap."""
    for i in range(int(count)):
        x, y = p.x + (i - (int(count) - 1) / 2) * 92, p.y - 62 + abs(i - 1) * 26
        body = path("M-62 14L-50 -22H58L66 12V24H-62Z", dark(color, 0.24)) + path("M-62 12L-50 -24H58L66 12Z", color)
        p.add(moved(body + path("M-40 2L-34 -14M-14 4L-10 -16M14 4L16 -16M42 2L40 -14", "none", "#b9752f", 8) + path("M-52 6Q0 12 54 6", "none", "#d9a04a", 4), x, y, (i - 1) * 9))


def chops(p, color="#b87a4a"):
    """Pork chops with their bone, in a gravy."""
    for x, y, turn in ((-78, -22, -8), (80, -8, 6)):
        body = path("M-84 6C-92 -34 -30 -52 20 -44C66 -36 92 -10 84 10C74 34 10 30 -20 32S-80 30 -84 6Z", dark(color, 0.3)) + path("M-84 0C-92 -40 -30 -58 20 -50C66 -42 92 -16 84 4C74 28 10 24 -20 26S-80 24 -84 0Z", color)
        body += path("M-70 -14C-50 -46 20 -50 62 -22", "none", "#f3dfb8", 8) + path("M66 -6L104 12", "none", "#f6ead6", 14) + path("M-40 -4L-14 12M0 -18L30 6", "none", dark(color, 0.3), 6)
        p.add(moved(body, p.x + x, p.y + y, turn, 1, 0.86))


def thighs(p, color="#a84a22", count=4):
    """Boneless chicken thighs, glazed and grilled."""
    for x, y in [(-112, 8), (70, 14), (-40, -40), (130, -36)][:int(count)]:
        body = path("M-90 8C-98 -32 -50 -50 -6 -46C50 -48 96 -28 88 10C80 40 20 34 -10 40S-84 40 -90 8Z", dark(color, 0.35)) + path("M-90 0C-98 -40 -50 -58 -6 -54C50 -56 96 -36 88 2C80 32 20 26 -10 32S-84 32 -90 0Z", color)
        body += path("M-56 -30L-22 20M-14 -44L22 18M30 -42L60 6", "none", dark(color, 0.5), 8) + path("M-66 -28C-40 -46 0 -46 30 -42", "none", light(color, 0.4), 7)
        p.add(moved(body, p.x + x, p.y - 22 + y, 0, 0.98))
