"""A picture, and the vessels that stand in it. A vessel says where food lies in it."""

import math
import random

from pieces import PIECES
from shapes import dark, ellipse, light, moved, path

WIDTH, HEIGHT = 640, 480


class Picture:
    def __init__(self, title, wall, table):
        self.rng = random.Random(title)
        self.parts, self.front, self.clips = [], [], 0
        self.add(path("M0 0H640V480H0Z", wall) + ellipse(320, 190, 250, 190, light(wall, 0.35)) + path("M0 348H640V480H0Z", table)
                 + path("M0 348H640V358H0Z", light(table, 0.2)))
        # Where food lies: the centre and radii of an ellipse.
        self.x, self.y, self.rx, self.ry, self.deep = 320, 300, 180, 60, False
        # How high the food is: 1 for a heap, 0 for what is flat.
        self.lift = 1

    def add(self, *parts):
        self.parts += parts

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="44 56 552 414" width="{WIDTH}" height="{HEIGHT}">'
                + "".join(self.parts + self.front) + "</svg>")

    def clipped(self, body, d):
        self.clips += 1
        self.add(f'<clipPath id="c{self.clips}"><path d="{d}"/></clipPath><g clip-path="url(#c{self.clips})">{body}</g>')

    def spots(self, count, rx, ry, apart, dy=0):
        """Points inside of an ellipse, the farthest first, not too near to each other."""
        points = []
        for distance in (apart, apart * 0.75, apart * 0.5):
            for _ in range(400):
                if len(points) >= count:
                    break
                angle, radius = self.rng.uniform(0, 2 * math.pi), math.sqrt(self.rng.random())
                x, y = rx * radius * math.cos(angle), ry * radius * math.sin(angle)
                if all(math.hypot(x - a, (y - b) * rx / ry * 0.6) >= distance for a, b in points):
                    points.append((x, y))
        return sorted(((self.x + x, self.y + dy + y) for x, y in points), key=lambda point: point[1])

    def scatter(self, kinds, count, rx, ry, dy=0, scale=1.0, apart=34, flat=0.85):
        kinds = [kind for kind in kinds]
        body = ""
        for i, (x, y) in enumerate(self.spots(count, rx, ry, apart * scale, dy)):
            kind = kinds[i % len(kinds)]
            upright = kind in ("cube", "tofu", "broccoli", "cauliflower", "mushroom", "feta", "paneer", "friedtofu", "bread", "salmonpiece", "tuna",
                               "seaweed", "pumpkin", "sweetpotato", "beetroot", "turnip", "chocolate", "crouton", "dumpling", "marshmallow")
            turn = self.rng.uniform(-12, 12) if upright else self.rng.uniform(0, 360)
            body += moved(PIECES[kind](self.rng), x, y, turn, scale * self.rng.uniform(0.9, 1.1), 1 if upright else flat)
        return body


def shadow(p, y, rx):
    p.add(ellipse(320, y, rx, rx * 0.13, "#3a1a10", 'opacity=".16"'))


def bowl(p, color="#f4ead8", pattern=None):
    shadow(p, 430, 190)
    p.add(path("M112 246C118 350 214 428 262 430H378C426 428 522 350 528 246Z", color),
          path("M378 430C426 428 522 350 528 246H470C462 350 400 420 330 430Z", dark(color, 0.1)),
          path("M262 424H378V438H262Z", dark(color, 0.18)))
    if pattern:
        p.add(path("M132 316Q320 390 508 316", "none", pattern, 12))
    p.add(ellipse(320, 246, 208, 66, light(color, 0.45)), ellipse(320, 250, 190, 55, dark(color, 0.28)))
    p.x, p.y, p.rx, p.ry, p.deep = 320, 254, 182, 50, True


def plate(p, color="#fbf6ec", rim=None):
    shadow(p, 404, 262)
    p.add(ellipse(320, 356, 272, 84, dark(color, 0.12)), ellipse(320, 348, 272, 84, color))
    if rim:
        p.add(f'<ellipse cx="320" cy="348" rx="252" ry="75" fill="none" stroke="{rim}" stroke-width="8"/>')
    p.add(ellipse(320, 350, 208, 58, dark(color, 0.05)))
    p.x, p.y, p.rx, p.ry = 320, 344, 190, 50


def pot(p, color="#3f7a86"):
    shadow(p, 430, 215)
    p.add(path("M92 250h-34q-18 0 -18 18t18 18h44zM548 250h34q18 0 18 18t-18 18h-44z", dark(color, 0.12)),
          path("M108 246L130 400Q134 428 166 430H474Q506 428 510 400L532 246Z", color),
          path("M474 430Q506 428 510 400L532 246H478L462 400Q458 428 430 430Z", dark(color, 0.12)),
          ellipse(320, 246, 212, 62, light(color, 0.22)), ellipse(320, 250, 192, 51, dark(color, 0.35)))
    p.x, p.y, p.rx, p.ry, p.deep = 320, 254, 184, 46, True


def pan(p, color="#3f3a3c"):
    shadow(p, 412, 240)
    p.add(path("M470 300L626 262Q640 260 640 276V292Q638 300 626 302L480 340Z", "#8a5a3a"),
          path("M82 304Q92 402 176 408H404Q488 402 498 304Z", color), ellipse(290, 304, 208, 66, light(color, 0.2)),
          ellipse(290, 307, 192, 56, dark(color, 0.3)))
    p.x, p.y, p.rx, p.ry, p.deep = 290, 310, 184, 51, True


def dish(p, color="#c9573c"):
    """A baking dish."""
    shadow(p, 424, 260)
    p.add(path("M66 306h-26q-12 0 -12 14t12 14h30zM574 306h26q12 0 12 14t-12 14h-30z", dark(color, 0.12)),
          path("M60 300L84 402Q88 420 110 420H530Q552 420 556 402L580 300Z", color),
          path("M60 300Q60 286 82 284L132 222Q138 214 150 214H490Q502 214 508 222L558 284Q580 286 580 300Q580 312 560 312H80Q60 312 60 300Z", light(color, 0.25)),
          path("M86 292L146 232Q150 228 158 228H482Q490 228 494 232L554 292Q560 302 548 302H92Q80 302 86 292Z", dark(color, 0.35)))
    p.x, p.y, p.rx, p.ry, p.deep = 320, 266, 208, 36, True
    p.square = "M88 294L148 233Q152 229 160 229H480Q488 229 492 233L552 294Q558 301 546 301H94Q82 301 88 294Z"


def board(p, color="#b9814f"):
    shadow(p, 412, 276)
    p.add(path("M60 388L104 312Q110 304 122 304H518Q530 304 536 312L580 388Q584 404 566 406H74Q56 404 60 388Z", dark(color, 0.22)),
          path("M60 378L104 302Q110 294 122 294H518Q530 294 536 302L580 378Q584 394 566 394H74Q56 394 60 378Z", color),
          path("M110 330H530M90 362H550", "none", dark(color, 0.12), 4))
    p.x, p.y, p.rx, p.ry = 320, 340, 200, 40


def banana(p, color="#5f9447"):
    """A banana leaf."""
    shadow(p, 404, 262)
    p.add(path("M40 352C140 262 500 262 604 352C500 434 140 434 40 352Z", color), path("M40 352H604", "none", light(color, 0.3), 6))
    p.add(path("".join(f"M{x} 352L{x + 40} {352 + dy}" for x in range(100, 560, 46) for dy in (-46, 46)), "none", dark(color, 0.12), 3))
    p.x, p.y, p.rx, p.ry = 320, 346, 190, 44


def glass(p, color="#e3eef0"):
    """A glass with a foot."""
    shadow(p, 432, 110)
    p.add(ellipse(320, 426, 96, 20, dark(color, 0.12)), path("M308 330H332V420H308Z", dark(color, 0.08)),
          path("M160 180C164 300 236 346 320 346S476 300 480 180Z", light(color, 0.2)))
    p.x, p.y, p.rx, p.ry, p.deep = 320, 196, 150, 34, True
    p.add(ellipse(320, 184, 160, 42, light(color, 0.6)), ellipse(320, 190, 150, 36, dark(color, 0.1)))
