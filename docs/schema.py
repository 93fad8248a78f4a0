"""The schema that the migrations make, as docs/schema.sql has it; `bin/schema` runs this.

pg_dump writes the objects of a new database. Here they are put in the order in which they are read: a table with all that
belongs to it, the functions at the end; each with the comment that stands above it in migrations/.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.append(str(REPOSITORY / "Tests" / "Browser"))

from server import Foyer  # noqa: E402

SCHEMA = REPOSITORY / "docs" / "schema.sql"
# pg_dump's words differ between major versions, so the file is made and compared with one: Debian 12's.
POSTGRESQL = "15"

HEAD = """\
-- The schema of Foyer's database, as migrations/ make it. bin/schema writes this file, and a test compares it.
--
-- It is for reading: the migrations make the database. Tables come first, by name, each with its keys, indexes, triggers, row
-- level security and grants; then the functions. A comment is that of the migration it names.
--
-- Every statement of the program runs as one of two roles, which row level security holds: foyer_app within one household,
-- current_household(), and foyer_identity for what is found before the household is known (sessions, links, jobs).
"""

# The order of what belongs to a table.
ORDER = ["TABLE", "VIEW", "SEQUENCE", "CONSTRAINT", "FK CONSTRAINT", "INDEX", "TRIGGER", "ROW SECURITY", "POLICY", "ACL"]

ENTRY = re.compile(r"^--\n-- Name: (?P<name>.*); Type: (?P<type>[A-Z ]+); Schema: \S+; Owner: .*\n--\n\n", re.M)
# The table that an object belongs to, by its statement.
OWNER = {
    "TABLE": r"CREATE (?:UNLOGGED )?TABLE (?P<table>\w+)",
    "VIEW": r"CREATE VIEW (?P<table>\w+)",
    "SEQUENCE": r"(?:CREATE SEQUENCE|ALTER TABLE) (?P<table>\w+)",
    "CONSTRAINT": r"ALTER TABLE ONLY (?P<table>\w+)",
    "FK CONSTRAINT": r"ALTER TABLE ONLY (?P<table>\w+)",
    "INDEX": r"CREATE (?:UNIQUE )?INDEX \w+ ON (?P<table>\w+)",
    "TRIGGER": r"CREATE (?:CONSTRAINT )?TRIGGER .*? ON (?P<table>\w+)",
    "ROW SECURITY": r"ALTER TABLE (?P<table>\w+)",
    "POLICY": r"CREATE POLICY \w+ ON (?P<table>\w+)",
}


def dump(program):
    """What pg_dump writes of a database that the program has just made, and the server's major version."""
    foyer = Foyer(program, "http://127.0.0.1:9/")
    try:
        foyer.start()
        version = foyer.sql("SHOW server_version").split(".")[0]
        return foyer.schema(), version
    finally:
        foyer.stop()
        foyer.remove()


def comments():
    """The newest migration that makes each table and function, with the comment above the statement."""
    found = {("TABLE", "schema_migrations"): ("Sources/Postgres/Migrator.swift", "-- The migrations that were applied.\n")}
    for file in sorted((REPOSITORY / "migrations").glob("*.sql")):
        made = re.finditer(
            r"((?:^--.*\n)*)^CREATE (?:OR REPLACE )?(?:UNLOGGED )?(TABLE|SEQUENCE|VIEW|FUNCTION) (?:IF NOT EXISTS )?(\w+)", file.read_text(), re.M)
        for match in made:
            above, kind, name = match.groups()
            # A replaced function keeps the comment that explained it, unless the new one has another.
            above = above or found.get((kind, name), ("", ""))[1]
            if above.startswith("-- compatible with"):
                above = above.partition("\n")[2]
            found[kind, name] = (file.name, above)
    return found


def schema(dumped):
    """docs/schema.sql of what pg_dump has written."""
    # The schema's name says nothing where there is only one; quoted, it is part of a value.
    dumped = re.sub(r"(?<!')\bpublic\.(?=\w)", "", dumped)
    dumped = re.sub(r"^(SET .*|\\.*|-- PostgreSQL database dump complete)\n", "", dumped, flags=re.M)
    starts = list(ENTRY.finditer(dumped))
    tables, functions, rest, grants = {}, {}, [], {}
    for start, after in zip(starts, [*starts[1:], None]):
        body = dumped[start.end():after.start() if after else len(dumped)]
        body = re.sub(r"\n--\n*\Z", "", body).strip()
        kind = start["type"]
        if kind == "FUNCTION":
            functions[start["name"]] = body
        elif kind == "ACL" and start["name"].startswith("FUNCTION "):
            grants[start["name"].removeprefix("FUNCTION ")] = body
        elif kind == "ACL" and (of := re.match(r"(?:TABLE|COLUMN|SEQUENCE) (\w+)", start["name"])):
            tables.setdefault(of[1], []).append((kind, start["name"], body))
        elif kind in OWNER:
            owner = re.match(OWNER[kind], body, re.S)
            if not owner:
                raise SystemExit(f"docs/schema.py: whose is this {kind}?\n{body}")
            tables.setdefault(owner["table"], []).append((kind, start["name"], plain(body)))
        elif kind != "COMMENT":
            rest.append(body)

    made = comments()
    text = [HEAD]
    text += sorted(rest)
    for name in sorted(tables):
        file, above = made["VIEW", name] if tables[name][0][0] == "VIEW" else made.get(("TABLE", name)) or made["SEQUENCE", name]
        text.append(f"\n-- {name} ({file})\n{above}" + blocks(tables[name]))
    text.append("\n-- Functions")
    for signature in sorted(functions):
        file, above = made["FUNCTION", signature.partition("(")[0]]
        text.append(f"-- {file}\n{above}" + "\n".join(filter(None, [functions[signature], grants.get(signature)])))
    return "\n\n".join(part.strip("\n") if index else part.strip() for index, part in enumerate(text)) + "\n"


def plain(statement):
    """A statement without what PostgreSQL says at length: the type of a literal, the usual kind of index, a line break."""
    statement = re.sub(r"('[^']*')::text\b(?!\[)", r"\1", statement)
    statement = statement.replace(" USING btree ", " ")
    return re.sub(r"^ALTER TABLE ONLY (\w+)\s+", r"ALTER TABLE \1 ", statement, flags=re.M)


def blocks(objects):
    """The statements of one table: those of a kind in lines of their own, an empty line between the kinds."""
    found = []
    for kind in ORDER:
        statements = [body for of, _, body in sorted(objects, key=lambda one: one[1]) if of == kind]
        if statements:
            found.append("\n".join(re.sub(r"\n{2,}", "\n", statement) for statement in statements))
    return "\n\n".join(found)


def current(program):
    """docs/schema.sql as it should be, or None where PostgreSQL is of another version than the file's."""
    dumped, version = dump(program)
    return schema(dumped) if version == POSTGRESQL else None


if __name__ == "__main__":
    text = current(os.path.abspath(sys.argv[1]))
    if text is None:
        sys.exit(f"bin/schema: docs/schema.sql is made with PostgreSQL {POSTGRESQL}, which pg_dump's words depend on")
    SCHEMA.write_text(text)
