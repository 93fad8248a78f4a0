#!/usr/bin/env python3
"""Which folders of Sources/Foyer use one another in a circle: by the names of types that each declares at the top level.

  circles.py                       the circles, their folders and how many uses they are made of
  circles.py --check FOLDERS USES  fails if there are more
  circles.py FOLDER                what FOLDER uses of others, and others of it
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "Sources/Foyer"
DECLARED = re.compile(r"^( *)(?:(?:public|private|fileprivate|final|indirect|@\w+) )*(?:struct|enum|class|actor|protocol|typealias|case) (\w+)", re.M)
CODE = re.compile(r'//[^\n]*|"""|["()]|[^"/()]+|.', re.S)
LITERAL = re.compile(r'"""|\\.|"|[^"\\]+', re.S)


def code(text):
    """The text without comments and string literals, but with what is interpolated into them."""
    kept, inside, at = [], [], 0  # inside: the quotes and parentheses that are open
    while at < len(text):
        quote = inside[-1] if inside and inside[-1] != "(" else None
        part = (LITERAL if quote else CODE).match(text, at).group()
        at += len(part)
        if part == (quote or ")") and inside:
            inside.pop()
        elif part == r"\(" if quote else part in ("(", '"', '"""'):
            inside.append(part.lstrip("\\"))
        if not quote and not part.startswith(("//", '"')):
            kept.append(part)
        else:
            kept.append(" ")
    return "".join(kept)


def uses():
    """folder → folder → the types that the first uses of the second."""
    files = {path: code(path.read_text()) for path in ROOT.glob("*/**/*.swift")}
    folder = lambda path: path.relative_to(ROOT).parts[0]
    owner = {name: folder(path) for path, text in files.items() for indent, name in DECLARED.findall(text) if not indent}
    found = defaultdict(lambda: defaultdict(set))
    for path, text in files.items():
        nested = {name for indent, name in DECLARED.findall(text) if indent}
        for name in set(re.findall(r"(?<![.\w])[A-Z]\w*", text)) & owner.keys() - nested:
            if owner[name] != folder(path):
                found[folder(path)][owner[name]].add(name)
    return {folder(path) for path in files}, found


def circles(nodes, edges):
    """Tarjan's strongly connected components of more than one folder."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            part = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(part) > 1:
                found.append(sorted(part))

    for node in sorted(nodes):
        if node not in number:
            visit(node)
    return found


nodes, edges = uses()
arguments = sys.argv[1:]
if arguments and arguments[0] != "--check":
    for other, names in sorted(edges[arguments[0]].items()):
        print(f"uses {other}: {' '.join(sorted(names))}")
    for other in sorted(nodes):
        if names := edges[other].get(arguments[0]):
            print(f"used by {other}: {' '.join(sorted(names))}")
    sys.exit()
found = circles(nodes, edges)
inside = sum(map(len, found))
held = sum(len(edges[one].keys() & set(part)) for part in found for one in part)
print(f"{inside} of {len(nodes)} folders in {len(found)} circles of {held} uses")
for part in found:
    print(" ".join(part))
if arguments and (inside > int(arguments[1]) or held > int(arguments[2])):
    sys.exit(f"more than {arguments[1]} folders or {arguments[2]} uses")
