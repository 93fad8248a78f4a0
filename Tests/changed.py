#!/usr/bin/env python3
"""Names the tests that a change can touch: a guess by names, for `bin/test --changed`, and no proof.

The change is what differs from the last commit, or the last commit where nothing does. Three lines are printed: a regular
expression for `swift test --filter`, files for pytest, and what led to them. An empty line stands for no tests."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DECLARED = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)|^extension\s+([\w.]+)", re.M)
ROUTE = re.compile(r'routes\.\w+\(\s*"(/[\w-]*)[^"]*",(?:\s*limits: \.\w+,)?\s*(?:\w+\.limited\()?(\w+)')


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")


def read(path):
    return path.read_text(errors="replace") if path.exists() else ""


def declared(path):
    """The types that a Swift file declares or extends, but for those of the language."""
    names = {name.split(".")[-1] for pair in DECLARED.findall(read(path)) for name in pair if name}
    return {name for name in names if len(name) > 3 and name not in {"String", "Array", "Router", "FoyerTests", "Context"}}


def mentions(text, names):
    return any(re.search(rf"\b{re.escape(name)}\b", text) for name in names)


def view_users(view):
    """The Swift files that draw a view, such as `Views/stays/_ask.html`, by the name of its function."""
    folder, name = view.parent.name, view.stem.removeprefix("_")
    camel = lambda text: "".join(part.capitalize() for part in text.split("-"))
    function = camel(name)[:1].lower() + camel(name)[1:]
    users = [path for path in (ROOT / "Sources/Foyer").rglob("*.swift") if f"Views.{camel(folder)}.{function}" in read(path)]
    includes = f"include {folder}/{view.stem}"
    for other in (ROOT / "Views").rglob("*.html"):
        if re.search(rf"{re.escape(includes)}\b", read(other)):
            users += view_users(other)
    return users


def suites(path):
    """What finds the tests of a file."""
    names = re.findall(r"@Suite[^\n{]*?struct (\w+)", read(path))
    names += re.findall(r"^(?:struct|class) (\w+Tests)\b", read(path), re.M)
    return names or re.findall(r"^extension \w+\.?(\w+)", read(path), re.M)


def main():
    changed = [ROOT / line[3:].split(" -> ")[-1] for line in git("status", "--porcelain", "-uall") if line]
    if not changed:
        changed = [ROOT / line for line in git("diff", "--name-only", "HEAD~1") if line]
    types, paths, swift, python, all_browser = set(), set(), set(), set(), False
    features = (ROOT / "Sources/Foyer").glob("*/*Feature.swift")
    routes = [route for feature in features for route in ROUTE.findall(read(feature))]
    sources = list(changed)
    for path in changed:
        if path.suffix == ".html":
            sources += view_users(path)
    for path in sources:
        place = path.relative_to(ROOT).parts
        if place[0] == "Sources" and path.suffix == ".swift":
            own = declared(path)
            types |= own
            if place[1] == "Foyer":
                handlers = own.union(*(declared(other) for other in path.parent.glob("*Routes.swift")))
                paths |= {first for first, handler in routes if handler in handlers and first != "/"}
            else:
                swift.add(f"{place[1]}Tests")
        elif place[0] == "Tests" and path.suffix == ".swift":
            swift |= set(suites(path)) or {place[1]}
        elif place[:2] in {("Tests", "Browser"), ("Tests", "Operating")}:
            if path.name.startswith("test_"):
                python.add(path)
            else:
                all_browser = True
        elif place[0] == "Public":
            named = ROOT / f"Tests/Browser/test_{path.stem}.py"
            python |= {named} if named.exists() else set((ROOT / "Tests/Browser").glob("test_[jpk]*.py"))
        elif place[0] == "Locales":
            python.add(ROOT / "Tests/Browser/test_pages.py")
        elif place[0] == "migrations":
            swift |= {"FoyerTests", "MigratorTests"}
        elif place[0] in {"Package.swift", "bin", "Plugins"}:
            swift.add(".")
    for test in (ROOT / "Tests").glob("*Tests/*.swift"):
        if types and mentions(read(test), types):
            swift |= set(suites(test))
    for test in [*(ROOT / "Tests/Browser").glob("test_*.py"), *(ROOT / "Tests/Operating").glob("test_*.py")]:
        text = read(test)
        if all_browser or any(f'"{path}' in text or f"url + '{path}" in text for path in paths):
            python.add(test)
    print("|".join(sorted(f"\\b{name}\\b" if name != "." else "." for name in swift)))
    print(" ".join(str(path.relative_to(ROOT)) for path in sorted(python) if path.exists()))
    print(f"{len(changed)} files; {len(types)} types; paths {' '.join(sorted(paths)) or 'none'}")


main()
