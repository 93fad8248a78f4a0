"""docs/schema.sql is the schema that the migrations make."""

import difflib
import os
import sys

import pytest

from container import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "docs"))

import schema  # noqa: E402


def test_the_schema_in_the_docs_is_the_migrations():
    current = schema.current(os.environ["PROGRAM"])
    if current is None:
        pytest.skip(f"compared on PostgreSQL {schema.POSTGRESQL} alone, whose pg_dump has written it")
    changed = difflib.unified_diff(
        schema.SCHEMA.read_text().splitlines(), current.splitlines(), "docs/schema.sql", "the migrations", lineterm="", n=1)
    changed = "\n".join(list(changed)[:60])
    assert not changed, f"docs/schema.sql is not what the migrations make: bin/schema writes it again\n{changed}"
