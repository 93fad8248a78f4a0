#!/usr/bin/env python3
"""Writes the line numbers of docs/hops.md again: each hop is `FILE:LINE` `DECLARATION`.

  hops.py            writes them
  hops.py --check    fails if one is not as it is written
"""
import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
page = root / "docs/hops.md"
gone = []


def located(match):
    path, declaration = match[1], match[2]
    lines = (root / "Sources" / path).read_text().splitlines()
    found = [number for number, line in enumerate(lines, 1) if declaration in line]
    if len(found) != 1:
        gone.append(f"{path}: `{declaration}` is in {len(found)} lines")
        return match[0]
    return f"`{path}:{found[0]}` `{declaration}`"


old = page.read_text()
new = re.sub(r"`([\w/]+\.swift):\d+` `([^`]+)`", located, old)
for problem in gone:
    print(f"docs/hops.md: {problem}", file=sys.stderr)
if "--check" not in sys.argv:
    page.write_text(new)
elif new != old:
    print("docs/hops.md: docs/hops.py writes its lines again", file=sys.stderr)
sys.exit(bool(gone) or ("--check" in sys.argv and new != old))
