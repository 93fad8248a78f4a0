"""Compares what `foyer recipe-verdicts` says with the labels of en.txt, fr.txt, ko.txt and ru.txt: a row a language.

Below them are those of further/, the allergens that the EU has besides the ten of R34, and substitutions.txt: what may stand for what."""

import json
import pathlib
import subprocess
import sys
import tempfile

ALLERGENS = "dairy egg gluten peanut seafood sesame soy sulfite nut wheat".split()
FURTHER = "celery mustard lupin molluscs".split()


def labels(path):
    for row in path.read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            line, contains, depends = row.rsplit(" | ", 2)
            yield line, contains.removeprefix("contains:").split(), depends.removeprefix("depends:").split()


def verdicts(program, lines):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))
        file.flush()
        output = subprocess.run([program, "recipe-verdicts", file.name], capture_output=True, text=True, check=True).stdout
    return [json.loads(row) for row in output.splitlines()]


def row(program, path, name, allergens):
    rows = list(labels(path))
    free = missed = contained = unknown = sure = 0
    for (_, contains, depends), said in zip(rows, verdicts(program, [row[0] for row in rows]), strict=True):
        has, may = ([name.replace("tree-nut", "nut") for name in said[key]] for key in ("has", "may"))
        for allergen in allergens:
            is_open = allergen not in has and (allergen in may or not said["understood"])
            is_free = allergen not in has and not is_open
            free += is_free and allergen in contains + depends
            contained += allergen in contains
            missed += is_open and allergen in contains
            sure += allergen not in depends
            unknown += is_open and allergen not in depends
    print(f"{name:11}{len(rows):7}{free:12}{missed / contained:9.1%}{unknown / sure:9.1%}")


def main(program):
    print(f"{'':11}{'lines':>7}{'false free':>12}{'missed':>9}{'unknown':>9}")
    folder = pathlib.Path(__file__).parent
    for path in sorted(folder.glob("??.txt")):
        row(program, path, path.stem, ALLERGENS)
    for path in sorted((folder / "further").glob("??.txt")):
        row(program, path, f"further {path.stem}", FURTHER)
    pairs = [row.split(" | ") for row in (folder / "substitutions.txt").read_text(encoding="utf-8").splitlines() if row[0] != "#"]
    needed, at_hand = (verdicts(program, [pair[place] for pair in pairs]) for place in (0, 1))
    right = sum((have["hand"] in need["accepted"]) == (pair[2] == "yes") for need, have, pair in zip(needed, at_hand, pairs))
    print(f"substitutions: {right} of {len(pairs)} right")


main(sys.argv[1])
