"""What lies on top, beside and around."""

from pieces import PIECES
from shapes import blob, dark, ellipse, light, moved, path


def top(p, *kinds):
    """Pieces in the middle."""
    p.add(p.scatter(kinds, 3 + 2 * len(kinds), p.rx * 0.5, p.ry * 0.5, -58 if p.deep else -62, 0.95, 40))


def strew(p, *kinds):
    """Small things over everything."""
    p.add(p.scatter(kinds, 16, p.rx * 0.78, p.ry * 0.9, -30, 0.8, 34))


def scatter_on(p, *kinds):
    """Pieces on what is flat, as on a tart."""
    p.add(p.scatter(kinds, 18, p.rx * 0.92, p.ry * 0.8, 2, 0.8, 34))


def float_(p, *kinds):
    """Pieces that lie on a liquid."""
    p.add(p.scatter(kinds, 3 + 2 * len(kinds), p.rx * 0.62, p.ry * 0.55, -4, 1.0, 56))


def side(p, *kinds):
    """Pieces at the right edge of a plate."""
    for i, kind in enumerate(kinds):
        p.front.append(moved(PIECES[kind](p.rng), 486 + (i % 2) * 38, 358 + (i // 2) * 26 + (i % 2) * 10, p.rng.uniform(-20, 20), 1.3))


def by(p, *kinds):
    """Pieces on the table."""
    for i, kind in enumerate(kinds):
        p.front.append(ellipse(96 + i * 60, 450, 28, 7, "#3a1a10", 'opacity=".15"') + moved(PIECES[kind](p.rng), 96 + i * 60, 430, p.rng.uniform(-20, 20), 1.5))


def swirl(p, color="#fffaf0"):
    """Cream."""
    p.add(path(f"M{p.x - 70} {p.y}C{p.x - 60} {p.y - 30} {p.x + 70} {p.y - 28} {p.x + 60} {p.y + 2}C{p.x + 50} {p.y + 20} {p.x - 30} {p.y + 16} {p.x - 26} {p.y}", "none", color, 10))


def dollop(p, color="#fffaf0"):
    y = p.y - (78 if not p.deep else 16)
    p.add(path(f"M{p.x - 58} {y + 14}C{p.x - 66} {y - 18} {p.x - 24} {y - 20} {p.x - 6} {y - 50}C{p.x + 26} {y - 28} {p.x + 66} {y - 16} {p.x + 56} {y + 14}Q{p.x} {y + 34} {p.x - 58} {y + 14}Z", color),
          path(f"M{p.x - 34} {y + 2}Q{p.x - 8} {y - 8} {p.x - 2} {y - 28}", "none", dark(color, 0.1), 5))


def fried(p, count=1):
    """Fried eggs."""
    for i in range(int(count)):
        x, y = p.x + (i - (int(count) - 1) / 2) * 150, p.y - p.lift * (66 if p.deep else 84)
        p.add(moved(blob(66, "#fffaf0", p.rng, 9, 0.14), x, y, 0, 1, 0.55), ellipse(x, y - 6, 29, 21, "#f2a42e"), ellipse(x - 9, y - 13, 9, 5, "#fbd98c"))


def poached(p, count=3):
    for x, y in p.spots(int(count), p.rx * 0.55, p.ry * 0.5, 96, 0):
        p.add(moved(blob(42, "#fffaf0", p.rng, 9, 0.12), x, y, 0, 1, 0.55), ellipse(x, y - 4, 18, 11, "#f2a42e"))


def steam(p):
    for x in (-70, 0, 70):
        p.add(path(f"M{p.x + x} 164c-22 -24 18 -36 0 -64c-10 -16 0 -26 6 -34", "none", "#ffffff", 11, 'opacity=".6"'))


def glaze(p, color):
    y = p.y - 70
    p.add(path(f"M{p.x - 90} {y + 6}Q{p.x} {y - 30} {p.x + 90} {y + 4}Q{p.x + 60} {y + 26} {p.x + 30} {y + 12}Q{p.x} {y + 34} {p.x - 34} {y + 14}Q{p.x - 66} {y + 26} {p.x - 90} {y + 6}Z", color))


def drizzle(p, color):
    p.add(path(f"M{p.x - p.rx * 0.6} {p.y - 44}q30 30 60 0t60 0t60 0t60 4", "none", color, 7))


def pool(p, color):
    """Oil on a cream."""
    p.add(ellipse(p.x, p.y - 2, 54, 14, color), ellipse(p.x - 14, p.y - 6, 16, 3, light(color, 0.4)))


def chopsticks(p):
    p.front.append(path("M400 468L596 384M424 476L604 400", "none", "#8a4a30", 9))


def fork(p):
    p.front.append(path("M566 470V404M548 336V384Q566 410 584 384V336M566 336V396", "none", "#b8c0c4", 8))


def spoon(p):
    p.front.append(path("M568 474V396", "none", "#b8c0c4", 9) + ellipse(568, 364, 21, 36, "#c6ced2") + ellipse(563, 356, 9, 20, "#dfe5e7"))


def jug(p, color="#f4ead8"):
    p.front.append(path("M38 396C30 440 40 462 58 466H104C122 462 130 440 122 396L128 372H34Z", color) + path("M124 396q34 2 22 36t-34 12", "none", dark(color, 0.12), 9) + ellipse(81, 374, 47, 11, light(color, 0.3)))


def cone(p, color="#dff0f2"):
    """A small bowl beside the plate, with a sauce of a colour."""
    p.front.append(path("M24 408C26 450 52 466 74 468H104C126 466 152 450 154 408Z", "#f4ead8") + ellipse(89, 408, 66, 20, "#fffaf0") + ellipse(89, 410, 56, 14, color))
