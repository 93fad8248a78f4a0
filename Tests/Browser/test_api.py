"""The API and its assistants' door: the description, the examples of its page, and the public client of the Model Context Protocol."""

import asyncio
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from openapi_spec_validator import validate

from journeys import member
from server import REPOSITORY

SCOPES = ["Items: read and change", "Shopping: read and change", "Assistants (MCP): everything but deleting"]


def token_of(chromium, foyer, name, email, choose):
    """A token of somebody new; `choose` ticks its rights."""
    context = chromium.new_context(storage_state=member(chromium, foyer, name, email), locale="en-US")
    page = context.new_page()
    page.goto(foyer.url + "/settings/tokens")
    page.get_by_label("Name").fill("Script")
    choose(page)
    page.get_by_role("button", name="Create token").click()
    text = page.locator("code").first.inner_text()
    context.close()
    return text


@pytest.fixture(scope="module")
def token(chromium, foyer):
    return token_of(chromium, foyer, "Grace Hopper", "api@example.org", lambda page: [page.get_by_label(scope).check() for scope in SCOPES])


def curl(command: str, **variables: str) -> str:
    """Runs a line as the page shows it."""
    answer = subprocess.run(["bash", "-c", command], env={"PATH": "/usr/bin:/bin"} | variables, capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_the_description_is_openapi(foyer):
    document = json.loads(curl(f'curl -s "{foyer.url}/api/v1/openapi.json"'))
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_every_answer_is_as_described(foyer, chromium, tmp_path):
    """schemathesis sends what is at and beyond the bounds of each field. MINUTES=30 has it try random bodies, and sequences of
    operations that follow from one another, for so long."""
    token = token_of(chromium, foyer, "Scheme Tester", "schema@example.org",
                     lambda page: [box.check() for box in page.locator("input[name=scope]").all()])
    minutes = int(os.environ.get("MINUTES", "0"))
    phases = ["examples", "coverage", *(["fuzzing", "stateful"] if minutes else [])]
    run = subprocess.run(
        [Path(sys.executable).parent.parent / "schemathesis/bin/schemathesis", "run", f"{foyer.url}/api/v1/openapi.json", "-u", f"{foyer.url}/api/v1",
         "-H", f"Authorization: Bearer {token}", "--phases", ",".join(phases), "--rate-limit", "5000/m", "--request-timeout", "90",
         "--continue-on-failure", "--no-color", "--seed", "34", "-c",
         "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
         *(["--max-time", str(60 * minutes), "-n", "100000"] if minutes else [])],
        cwd=tmp_path, capture_output=True, text=True, timeout=60 * minutes + 600)
    assert run.returncode == 0, run.stdout[-10_000:] + run.stderr[-1_000:]


def test_the_examples_of_the_page_work(foyer, token, chromium):
    page = chromium.new_page()
    page.goto(foyer.url + "/api")
    examples = [example.inner_text() for example in page.locator("pre code").all()]
    page.close()
    listing, adding, changing, following = examples
    made = json.loads(curl(
        f"curl -s -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' -d '{{\"title\": \"From a script\"}}' {foyer.url}/api/v1/items"))
    assert any(row["id"] == made["id"] for row in json.loads(curl(listing.replace("curl ", "curl -s "), TOKEN=token))["items"])
    line = json.loads(curl(adding.replace("curl ", "curl -s ").replace("$(uuidgen)", str(uuid.uuid4())), TOKEN=token))
    assert line["text"] == "2 l milk"
    changed = json.loads(curl(changing.replace("curl ", "curl -s "), TOKEN=token, ID=made["id"], VERSION=str(made["version"])))
    assert changed["priority"] == "high" and changed["title"] == "From a script"
    everything = json.loads(curl(f"curl -s -H 'Authorization: Bearer {token}' '{foyer.url}/api/v1/changes'"))
    later = json.loads(curl(following.replace("curl ", "curl -s ").replace("wait=55", "wait=1"), TOKEN=token, STATE=everything["state"]))
    assert set(later) == {"state", "more", "created", "changed", "deleted"}


def section(title: str) -> str:
    """What docs/api.md has below a heading."""
    return re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", (REPOSITORY / "docs/api.md").read_text(), re.DOTALL | re.MULTILINE)[1]


def test_the_lines_of_the_docs_work(foyer, token):
    lines = re.search(r"```sh\n(.*?)```", section("Lines that work"), re.DOTALL)[1].replace("\\\n", " ")
    due, adding, ticking = [line.replace("https://YOUR.FOYER", foyer.url).replace("curl ", "curl -s ")
                            for line in lines.splitlines() if not line.startswith("#")]
    made = json.loads(curl(
        f"curl -s -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' -d '{{\"title\": \"Roof\", \"due_date\": \"2026-11-30\"}}'"
        f" {foyer.url}/api/v1/items"))
    assert made["id"] in [row["id"] for row in json.loads(curl(due, TOKEN=token))["items"]]
    assert json.loads(curl(adding.replace("$(uuidgen)", str(uuid.uuid4())), TOKEN=token))["text"] == "2 l milk"
    assert json.loads(curl(ticking, TOKEN=token, ID=made["id"]))["done"] is True


def test_home_assistant_and_a_shortcut_work_as_the_docs_say(foyer, token):
    """Their requests, as they send them: the sensor's, the command's with its template filled, and the shortcut's one field."""
    text = section("Home Assistant")
    sensor, command = [address.replace("https://YOUR.FOYER", foyer.url) for address in re.findall(r"(?:resource|url): (\S+)", text)]
    field = re.search(r"value_json\['(\w+)'\]", text)[1]
    assert isinstance(json.loads(curl(f"curl -s -H 'Authorization: Bearer {token}' '{sensor}'"))[field], list)
    payload = re.search(r"payload: '(.*)'", text)[1].replace("{{ text | tojson }}", json.dumps("salt"))
    assert json.loads(payload) == {"text": "salt"}
    assert "scope `caldav`" in text and "[CalDAV](caldav.md)" in text
    shortcut = section("A phone's shortcut")
    address = re.search(r"`(https://\S+)`", shortcut)[1].replace("https://YOUR.FOYER", foyer.url)
    assert address == command
    for headers in ("-H 'Idempotency-Key: 1764355200.5'", ""):
        sent = f"curl -s -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' {headers} -d '{payload}' {address}"
        assert json.loads(curl(sent))["text"] == "salt"


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_assistant_uses_the_tools(foyer, token, mode):
    import httpx2 as httpx

    async def flow():
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(headers=headers, timeout=30) as http:
            async with Client(streamable_http_client(foyer.url + "/mcp", http_client=http), mode=mode) as client:
                tools = (await client.list_tools()).tools
                assert 8 <= len(tools) <= 25
                assert not any(re.search("delete|remove", tool.name) for tool in tools)
                title = f"Water the plants {mode}"
                added = await client.call_tool("add_item", {"title": title, "due_date": "2030-01-05"})
                assert not added.is_error and added.structured_content["title"] == title
                due = await client.call_tool("due_items", {"until": "2030-01-05"})
                assert title in due.content[0].text and "not instructions" in due.content[0].text
                ticked = await client.call_tool("complete_item", {"id": added.structured_content["id"]})
                assert ticked.structured_content["done"] is True
                refused = await client.call_tool("add_item", {"titel": "A"})
                assert refused.is_error and "titel" in refused.content[0].text

    # Playwright has an event loop on this thread.
    with concurrent.futures.ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, flow()).result()
