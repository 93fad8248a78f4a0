"""Draws the figures of a benchmark, figures.txt, as plots/*.svg; `bin/plots` runs it.

Each plot is readable on white and on black: its background is transparent, its text grey.
"""

import re
import warnings
from pathlib import Path
from urllib.parse import unquote

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

HERE = Path(__file__).resolve().parent
GREY, BLUE, ORANGE = "#808080", "#3b82c4", "#d9822b"
# A label in Korean: the text stays text, and the reader's font draws it.
warnings.filterwarnings("ignore", message="Glyph")
# The same file for the same figures.
matplotlib.rcParams.update({
    "svg.hashsalt": "foyer", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10, "text.color": GREY,
    "axes.edgecolor": GREY, "axes.labelcolor": GREY, "xtick.color": GREY, "ytick.color": GREY, "axes.spines.top": False,
    "axes.spines.right": False,
})


def figures():
    """The text after the colon, by the name before it."""
    lines = (HERE / "figures.txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def save(figure, name):
    folder = HERE / "plots"
    folder.mkdir(exist_ok=True)
    figure.savefig(folder / f"{name}.svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


def bars(rows, title, unit, name):
    """Horizontal bars. A row: its label, its value, and its goal or None, which is drawn as a line across the bar."""
    figure, axes = plt.subplots(figsize=(7, 0.6 + 0.34 * len(rows)))
    labels = [label for label, _, _ in rows]
    axes.barh(labels, [value for _, value, _ in rows], color=BLUE, height=0.6)
    widest = max(max(value, goal or 0) for _, value, goal in rows)
    for place, (_, value, goal) in enumerate(rows):
        axes.text(widest * 1.03, place, f"{value:,.2f}" if value < 10 else f"{value:,.0f}", va="center")
        if goal is not None:
            axes.plot([goal, goal], [place - 0.42, place + 0.42], color=ORANGE, linewidth=2)
    axes.invert_yaxis()
    axes.set_xlim(0, widest * 1.02)
    axes.set_title(title, loc="left", color=GREY)
    axes.set_xlabel(unit + ("  (orange: the goal)" if any(goal is not None for _, _, goal in rows) else ""))
    save(figure, name)


def main():
    found = figures()

    def number(name):
        return float(re.match(r"[\d.]+", found[name])[0])

    beside = [("/healthz ÷ nginx", number("healthz_vs_nginx"), 0.95)]
    if "items_vs_floor" in found:
        beside.insert(0, ("items page: instructions ÷ the same page in C", number("items_vs_floor"), 2.5))
    bars(beside, "Beside nginx and a page in C", "ratio", "beside")
    growth = {name[7:]: re.findall(r"[\d.]+", text) for name, text in found.items() if name.startswith("growth ")}
    bars([(path, float(costs[2]), 1.15) for path, costs in growth.items()],
         "From 50 items to 10,000", "PostgreSQL's time for the page, ratio", "growth")
    recipes = [("search by 12 ingredients", "recipes_search", 30), ("its second page", "recipes_search_page_2", 30),
               ("narrowed by a name", "recipes_search_name", 25), ("favourites", "favorites", None),
               ("typing in favourites", "favorites_typing", 5)]
    bars([(label, number(f"{name}_pg_ms"), goal) for label, name, goal in recipes],
         "100,000 recipes with a million ingredients", "PostgreSQL's time for a page, ms", "recipes")
    stays = {name[6:]: re.findall(r"[\d.]+", text) for name, text in found.items() if name.startswith("stays ")}
    bars([(unquote(path), int(times[0]) / 1000, 5) for path, times in stays.items()],
         "20,000 hosts, 200,000 requests", "PostgreSQL's time for a page, ms", "stays")


if __name__ == "__main__":
    main()
