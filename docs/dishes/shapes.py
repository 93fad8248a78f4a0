"""Shapes of SVG, and colours."""

import math


def mix(color, other, part):
    pairs = zip((1, 3, 5), (1, 3, 5))
    return "#" + "".join(f"{round(int(color[a:a+2], 16) * (1 - part) + int(other[b:b+2], 16) * part):02x}" for a, b in pairs)


def dark(color, part=0.2):
    return mix(color, "#3a1a10", part)


def light(color, part=0.3):
    return mix(color, "#fffaf0", part)


def path(d, fill="none", stroke=None, width=0, more=""):
    line = f' stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}{" " + more if more else ""}/>'


def ellipse(x, y, rx, ry, fill, more=""):
    return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{fill}"{" " + more if more else ""}/>'


def moved(body, x, y, turn=0, scale=1, flat=1):
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f}) scale({scale:.2f} {scale * flat:.2f})">{body}</g>'


def blob(radius, fill, rng, bumps=7, rough=0.16):
    points = []
    for i in range(bumps):
        angle, r = 2 * math.pi * i / bumps, radius * (1 + rng.uniform(-rough, rough))
        points.append((r * math.cos(angle), r * math.sin(angle)))
    middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1])]
    d = f"M{middle[-1][0]:.1f} {middle[-1][1]:.1f}" + "".join(
        f"Q{p[0]:.1f} {p[1]:.1f} {m[0]:.1f} {m[1]:.1f}" for p, m in zip(points, middle))
    return path(d + "Z", fill)
