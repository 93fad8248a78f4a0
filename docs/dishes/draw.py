"""Draws the picture of each starter dish: dishes.txt becomes Public/dishes/ID.webp, ID being the recipe's.

Run it after changing a file of Cookbook/ or the list: `python3 docs/dishes/draw.py [TITLE…]`. It needs vips. A line
of the list is

    Title | wall and table | vessel | contents … | garnishes …

Wall and table are two colours, a vessel is its kind and its colours, and contents and garnishes are functions of this file
with colours, numbers or pieces: "stew b5472f carrot potato". Pieces lie where random numbers put them whose seed is the title,
so that the same list gives the same pictures.
"""

import hashlib
import pathlib
import re
import subprocess
import sys
import uuid

import food
import garnishes
import vessels

LARGEST = 12_000  # bytes of a picture
FOLDER = pathlib.Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent


def recipe_ids():
    """The recipes' ids by title, as `StarterCookbook` makes them (RFC 9562 §5.8)."""
    ids = {}
    for file in (REPOSITORY / "Cookbook").glob("*.txt"):
        for title in re.findall(r"^# (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            digest = bytearray(hashlib.sha256(f"{file.name}/{title.strip()}".encode()).digest()[:16])
            digest[6], digest[8] = digest[6] & 0x0F | 0x80, digest[8] & 0x3F | 0x80
            ids[title.strip()] = uuid.UUID(bytes=bytes(digest))
    return ids


FUNCTIONS = {
    name.rstrip("_"): function for module in (vessels, food, garnishes) for name, function in vars(module).items()
    if getattr(function, "__module__", None) == module.__name__}


def draw(line):
    title, scene, *steps = [part.strip() for part in line.split("|")]
    wall, table = (f"#{color}" for color in scene.split())
    picture = vessels.Picture(title, wall, table)
    for step in steps:
        name, *words = step.split()
        FUNCTIONS[name](picture, *[f"#{word}" if re.fullmatch("[0-9a-f]{6}", word) else word for word in words])
    return title, picture.svg()


def main(titles):
    folder = REPOSITORY / "Public" / "dishes"
    folder.mkdir(exist_ok=True)
    ids = recipe_ids()
    lines = [line for line in (FOLDER / "dishes.txt").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    for line in lines:
        title, svg = draw(line)
        if titles and title not in titles:
            continue
        target = folder / f"{ids.pop(title)}.webp"
        source = target.with_suffix(".svg")
        source.write_text(svg, encoding="utf-8")
        for quality in range(76, 30, -6):
            subprocess.run(["vips", "webpsave", source, target, "--Q", str(quality), "--effort", "6", "--smart-subsample", "--strip"], check=True)
            if target.stat().st_size <= LARGEST:
                break
        source.unlink()
    if ids and not titles:
        raise SystemExit(f"without a picture: {', '.join(ids)}")


if __name__ == "__main__":
    main(sys.argv[1:])
