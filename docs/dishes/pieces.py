"""Pieces of food: each is drawn around 0,0 and about 40 wide, by a function of random numbers."""

import math

from shapes import blob, dark, ellipse, light, moved, path


def disc(fill, rim=None, inner=None):
    def draw(rng):
        body = ellipse(0, 0, 19, 19, rim or dark(fill)) + ellipse(0, 0, 15.5, 15.5, fill)
        return body + (inner(rng) if inner else "")
    return draw


def cube(fill):
    def draw(rng):
        return (path("M-17 -5L0 -14L17 -5L0 5Z", light(fill, 0.35)) + path("M-17 -5L0 5V20L-17 9Z", fill)
                + path("M17 -5L0 5V20L17 9Z", dark(fill, 0.18)))
    return draw


def chunk(fill, size=17):
    def draw(rng):
        return blob(size, dark(fill, 0.16), rng) + moved(blob(size * 0.78, fill, rng), -2, -3)
    return draw


def grain(fill, size=5):
    def draw(rng):
        return ellipse(0, 0, size * 1.5, size * 0.8, fill)
    return draw


def ball(fill, size=12):
    def draw(rng):
        return (ellipse(0, 0, size, size, dark(fill, 0.22)) + ellipse(-size * 0.12, -size * 0.14, size * 0.84, size * 0.84, fill)
                + ellipse(-size * 0.34, -size * 0.4, size * 0.26, size * 0.2, light(fill, 0.55)))
    return draw


def bean(fill):
    def draw(rng):
        return (path("M-14 2C-14 -12 12 -14 14 -2C15 6 8 8 2 4C-4 0 -6 10 -10 9C-13 8 -14 6 -14 2Z", fill)
                + path("M-8 -3C-5 -7 2 -8 6 -6", "none", light(fill, 0.45), 3))
    return draw


def strip(fill, length=40, width=9):
    def draw(rng):
        bend = rng.uniform(-12, 12)
        return path(f"M{-length / 2} 0Q0 {bend:.0f} {length / 2} 0", "none", dark(fill, 0.18), width + 2) + path(
            f"M{-length / 2} -1Q0 {bend - 1:.0f} {length / 2} -1", "none", fill, width - 2)
    return draw


def leaf(fill, size=1.0):
    def draw(rng):
        s = size
        return (path(f"M0 {-24 * s}C{16 * s} {-12 * s} {14 * s} {12 * s} 0 {22 * s}C{-14 * s} {12 * s} {-16 * s} {-12 * s} 0 {-24 * s}Z", fill)
                + path(f"M0 {-16 * s}V{16 * s}", "none", light(fill, 0.35), 2 * s))
    return draw


def frill(fill):
    """A leaf of lettuce."""
    def draw(rng):
        return blob(34, dark(fill, 0.12), rng, 9, 0.3) + moved(blob(25, fill, rng, 9, 0.3), 0, -3) + path(
            "M-16 8Q0 0 18 -10", "none", light(fill, 0.5), 3)
    return draw


def ring(fill, size=15, width=5):
    def draw(rng):
        return f'<ellipse rx="{size}" ry="{size * 0.8}" fill="none" stroke="{fill}" stroke-width="{width}"/>'
    return draw


def wedge(fill, rind):
    def draw(rng):
        return (path("M-24 -6A24 22 0 0 0 24 -6Z", rind) + path("M-19 -5A19 17 0 0 0 19 -5Z", fill)
                + path("M0 -4V10M-6 -4L-9 7M6 -4L9 7", "none", light(fill, 0.5), 2))
    return draw


def citrus(fill, rind):
    def draw(rng):
        rays = "".join(f"M0 0L{15 * math.cos(a):.1f} {15 * math.sin(a):.1f}" for a in [i * math.pi / 4 for i in range(8)])
        return (ellipse(0, 0, 22, 22, rind) + ellipse(0, 0, 18.5, 18.5, light(fill, 0.75)) + ellipse(0, 0, 16, 16, fill)
                + path(rays, "none", light(fill, 0.7), 2))
    return draw


def half_egg(rng):
    return ellipse(0, 0, 25, 20, "#fffaf0") + ellipse(2, 1, 12, 11, "#f2a93b") + ellipse(-2, -3, 4, 3, "#fbd98c")


def shrimp(rng):
    return (path("M-20 -6C-14 -26 20 -24 22 -2C23 14 8 20 -4 16C6 12 8 2 2 -2C-4 -6 -12 -2 -20 -6Z", "#ee8a63")
            + path("M0 -18Q2 -10 6 -4M10 -15Q9 -8 9 0M17 -8Q13 -2 11 4", "none", "#f9c3a4", 4)
            + path("M-4 16L-16 22L-10 10Z", "#d9643f"))


def clam(rng):
    return (path("M-24 10C-24 -22 24 -22 24 10Q0 22 -24 10Z", "#cfc0b0") + path("M0 14V-12M-9 13L-14 -8M9 13L14 -8", "none", "#a99684", 3)
            + path("M-16 9Q0 -2 16 9Q0 16 -16 9Z", "#f7e3c8"))


def mushroom(rng):
    return (path("M-22 2C-22 -24 22 -24 22 2Q12 6 8 4V16Q0 21 -8 16V4Q-12 6 -22 2Z", "#d9c2a3")
            + path("M-16 0C-14 -15 14 -15 16 0Q0 5 -16 0Z", "#b8997a") + path("M-5 4V14M5 4V14", "none", "#c9b08e", 2))


def flower(fill):
    """A floret of broccoli or cauliflower."""
    def draw(rng):
        return (path("M-5 2L-8 20H8L5 2Z", light(fill, 0.4)) + ellipse(-10, -2, 12, 11, dark(fill, 0.1)) + ellipse(10, -2, 12, 11, dark(fill, 0.1))
                + ellipse(0, -9, 14, 12, fill) + ellipse(-4, -12, 4, 3, light(fill, 0.35)) + ellipse(8, -5, 3, 2.4, light(fill, 0.3)))
    return draw


def sprig(fill):
    def draw(rng):
        leaves = "".join(
            moved(leaf(fill, 0.42)(rng), side * 8, y, side * 55) for y in (-14, -2, 10) for side in (-1, 1))
        return path("M0 20V-18", "none", dark(fill), 2.5) + leaves + moved(leaf(fill, 0.5)(rng), 0, -22)
    return draw


def chilli(rng):
    return path("M-24 8C-12 14 10 8 20 -10L26 -6C20 12 -4 24 -24 8Z", "#cf3a2b") + path(
        "M20 -10Q24 -18 30 -16", "none", "#5f8a4a", 5) + path("M-10 11Q4 9 14 -2", "none", "#ec7a63", 3)


def almond(rng):
    return path("M-14 0C-6 -12 10 -10 15 0C10 10 -6 12 -14 0Z", "#c98d55") + path("M-8 0Q2 -4 10 0", "none", "#a86e3a", 2)


def berry(rng):
    dots = "".join(ellipse(x, y, 5, 5, c) for x, y, c in [
        (0, -9, "#c9324f"), (-8, -5, "#d8405c"), (8, -5, "#b92943"), (0, -1, "#e0526c"), (-8, 5, "#c9324f"), (8, 5, "#b92943"), (0, 9, "#c9324f")])
    return dots


def cherry(rng):
    return path("M2 -8Q6 -22 14 -26", "none", "#6f8a4a", 3) + ball("#a8263d", 12)(rng)


def pasta_shell(rng):
    return path("M-16 8Q-18 -12 0 -12Q18 -12 16 8Q10 -2 0 -2Q-10 -2 -16 8Z", "#f3cf7d") + path(
        "M-12 2Q-10 -8 0 -8Q10 -8 12 2", "none", "#d9a94e", 2)


def macaroni(rng):
    return path("M-13 8C-16 -14 16 -14 13 8", "none", "#d39a35", 13) + path("M-13 8C-16 -14 16 -14 13 8", "none", "#f4c659", 9)


def penne(rng):
    return (path("M-24 -8L18 -8L26 8L-16 8Z", "#f0ca70", "#c9963e", 2) + ellipse(21, 0, 4, 8, "#b98330") + path("M-16 -3H16M-14 3H18", "none", "#d9ab52", 2))


def bone(rng):
    return path("M-20 0H20", "none", "#f6ead6", 10) + ellipse(22, -6, 8, 7, "#f6ead6") + ellipse(22, 6, 8, 7, "#f6ead6")


def nacho(rng):
    return path("M-20 14L0 -20L20 14Z", "#e7b45a", "#d0933a", 3) + ellipse(-3, 2, 2, 2, "#c98d3a") + ellipse(5, 8, 2, 2, "#c98d3a")


PIECES = {
    "carrot": disc("#ee8a3c", "#dd7427"), "potato": chunk("#f0d48a"), "tomato": disc("#e05a43", "#c9402e", lambda r: path(
        "M-7 -4Q0 -9 7 -4M-7 5Q0 10 7 5", "none", "#f5a58c", 3)), "cherrytomato": ball("#d94a38", 13), "aubergine": disc("#f0e3c0", "#5a3560"),
    "courgette": disc("#e3e8b0", "#5f8a3f"), "cucumber": disc("#d9e8b8", "#4f8a4a", lambda r: "".join(
        ellipse(6 * math.cos(i), 6 * math.sin(i), 1.6, 1.6, "#b8cc8a") for i in (0, 1.57, 3.14, 4.71))),
    "redpepper": strip("#d1432f"), "greenpepper": strip("#6fa046"), "yellowpepper": strip("#eeb63a"), "onion": ring("#f3e6e0", 15, 5),
    "redonion": ring("#b8628a", 15, 4), "springonion": ring("#7fae4d", 8, 5), "pea": ball("#7fb04a", 8), "corn": ball("#f4c63f", 8),
    "chickpea": ball("#e3bd78", 11), "blackbean": bean("#3d2b33"), "redbean": bean("#8e2f33"), "whitebean": bean("#f1e6cf"),
    "greenbean": strip("#6fa34a", 50, 9), "lentil": grain("#a5783f", 6), "beef": chunk("#7d4530"), "pork": chunk("#b87a55"), "lamb": chunk("#8e5540"),
    "chicken": chunk("#e2b479"), "darkchicken": chunk("#b9702f"), "fishpiece": chunk("#f5e6d4"), "salmonpiece": cube("#ef8d68"), "tuna": cube("#b83c4a"),
    "bacon": strip("#b5483c", 34, 12), "ham": strip("#e38d86", 36, 12), "sausage": disc("#b5573a", "#8e3c28"), "meatball": ball("#8a5236", 19),
    "tofu": cube("#f7eed8"), "friedtofu": cube("#dba755"), "paneer": cube("#fbf1da"), "feta": cube("#fdf8ec"), "bread": cube("#d9a45f"), "egg": half_egg, "shrimp": shrimp,
    "clam": clam, "mushroom": mushroom, "broccoli": flower("#5f9447"), "cauliflower": flower("#f3e8cf"), "basil": leaf("#4f9145", 0.8), "spinach": leaf("#3f7d3f", 1.1),
    "mint": leaf("#5fa35a", 0.7), "bay": leaf("#7d8f4a", 0.9), "lettuce": frill("#8cba4f"), "greens": frill("#4f8a45"), "cabbage": frill("#c3d98c"),
    "redcabbage": strip("#8a3f73", 40, 10), "shredcabbage": strip("#d3e0a0", 44, 8), "shredcarrot": strip("#ee9a4a", 40, 6), "papaya": strip("#c8d98a", 50, 6),
    "beansprout": strip("#f4ecd6", 40, 6), "parsley": sprig("#5c9a48"), "coriander": sprig("#6aa84f"), "dill": sprig("#7fae5a"), "thyme": sprig("#8a9a5a"),
    "lemon": citrus("#f4d04a", "#e8b92e"), "lime": citrus("#b9d45a", "#7fae3a"), "orange": citrus("#f3a03c", "#e0842a"), "lemonwedge": wedge("#f7dc6a", "#ecbf35"),
    "limewedge": wedge("#c3dd6a", "#7fae3a"), "olive": ball("#6d7a3a", 10), "blackolive": ball("#3a2f3a", 10), "caper": ball("#7f8f45", 6), "chilli": chilli,
    "chilliring": ring("#d1432f", 8, 4), "greenchilliring": ring("#6fa046", 8, 4), "peanut": bean("#d9ab6a"), "cashew": bean("#f0d9ae"), "almond": almond, "sesame": grain("#f6e6bf", 4),
    "blacksesame": grain("#3a2f2a", 4), "rice": grain("#fffaf0", 6), "raisin": ball("#5a3a3f", 7), "berry": berry, "cherry": cherry, "plum": wedge("#8a3f63", "#5a2748"),
    "apple": wedge("#f7ebc4", "#c9402e"), "peach": wedge("#f6b45f", "#e58a4a"), "mango": strip("#f6b63a", 50, 18), "avocado": wedge("#d9e394", "#4f6f35"),
    "ginger": strip("#efd79a", 30, 5), "pineapple": wedge("#f7d65a", "#d9a62e"), "seaweed": cube("#3a5a45"), "pickle": disc("#b8c46a", "#7d8f3a"), "radish": disc("#fff6f2", "#d1436a"),
    "penne": penne, "tunaflake": chunk("#dcb9a0", 16), "smokedfish": chunk("#f3b45e", 18), "orangebean": bean("#f0a060"), "scrambled": chunk("#fbdf7a", 19), "tortilla": strip("#e0a84a", 50, 13), "beetslice": disc("#9a2850", "#7a1c40"),
    "macaroni": macaroni, "shell": pasta_shell, "bone": bone, "nacho": nacho, "cinnamon": strip("#8a5230", 52, 12), "pomegranate": ball("#c9324f", 6),
    "pumpkin": cube("#eb9440"), "sweetpotato": cube("#e58845"), "beetroot": cube("#8e2750"), "turnip": cube("#f3e6dc"), "leek": ring("#b3cc7a", 13, 6), "squid": ring("#f8e6e0", 15, 7),
    "mussel": lambda r: path("M-22 6C-20 -18 14 -20 24 4Q6 16 -22 6Z", "#37405a") + path("M-13 3C-8 -9 10 -10 16 3Q2 9 -13 3Z", "#ee9a4a"), "gnocchi": chunk("#f5e3b5", 13),
    "dumpling": lambda r: path("M-26 10C-22 -20 22 -20 26 10Q0 20 -26 10Z", "#f6e8cd") + path("M-20 4Q-14 -8 -8 -2Q-2 -12 4 -3Q10 -10 18 3", "none", "#d9c09a", 3),
    "crumb": chunk("#d99a4a", 9), "chocolate": cube("#5a3226"), "marshmallow": cube("#fdf4ee"), "walnut": chunk("#a8733f", 11), "asparagus": strip("#86ab4f", 64, 10),
    "anchovy": strip("#8a6a55", 48, 8), "crouton": cube("#dba660"), "cheese": strip("#f6c94f", 26, 6), "parmesan": strip("#f5e0a0", 24, 7), "sugar": grain("#fffdf8", 3),
    "banana": disc("#fbeec0", "#efd07a"), "mozzarella": chunk("#fdf6e6", 22), "fennel": ring("#e3ecc0", 14, 6), "blueberry": ball("#44507f", 9), "seed": grain("#8a6a3a", 4), "okra": disc("#a8c46a", "#5f8a3f"),
    "kimchi": frill("#d9683a"), "ricecake": strip("#f3a67c", 54, 22), "beefstrip": strip("#8f5538", 48, 18), "buckwheat": grain("#7a5030", 6),
}
