"""The Model Context Protocol, spoken by its official client for Python."""

import asyncio
import json
import os
import shutil
from pathlib import Path

import pytest

import trustuqa

mcp = pytest.importorskip("mcp")
from mcp.client.stdio import stdio_client  # noqa: E402

PROGRAM = os.environ.get("TRUSTUQA_PROGRAM") or shutil.which("trustuqa")
QUERY = "get_information(relation='Amount', head_entity='O-2')"


@pytest.fixture()
def server(tmp_path: Path) -> "mcp.StdioServerParameters":
    if not PROGRAM:
        pytest.skip("the program `trustuqa` is not on the path, and TRUSTUQA_PROGRAM names none")
    (tmp_path / "orders.csv").write_text("Order,Amount\nO-1,120\nO-2,80\n")
    (tmp_path / "config.toml").write_text("")
    place = {"data_dir": tmp_path / "data", "config": tmp_path / "config.toml"}
    trustuqa.open(f"{tmp_path}/graph", encoder="off", **place).load(tmp_path / "orders.csv")
    at = ["--graph", f"{tmp_path}/graph", "--data-dir", f"{tmp_path}/data"]
    options = ["--config", f"{tmp_path}/config.toml", "--encoder", "off"]
    return mcp.StdioServerParameters(command=PROGRAM, args=[*at, *options, "serve", "--mcp"])


def speak(server: "mcp.StdioServerParameters", work) -> None:
    async def session() -> None:
        async with stdio_client(server) as (read, write), mcp.ClientSession(read, write) as client:
            await client.initialize()
            await work(client)

    asyncio.run(asyncio.wait_for(session(), 60))


def is_error(result) -> bool:
    # The client's second version spells its fields as Python does.
    return result.isError if hasattr(result, "isError") else result.is_error


def said(result) -> dict:
    assert not is_error(result), result
    return json.loads(result.content[0].text)


def test_the_tools_are_listed_and_answer_as_the_share_level_allows(server) -> None:
    async def work(client) -> None:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"list_sources", "describe_source", "query", "ask", "trace"}
        sources = said(await client.call_tool("list_sources", {}))
        assert "orders" in json.dumps(sources)
        # The level is `schema`: that there is an answer is told, and not which.
        answer = json.dumps(said(await client.call_tool("query", {"query": QUERY})))
        assert "answered" in answer and '"80"' not in answer

    speak(server, work)


def test_answers_are_seen_where_the_user_allows_it(server) -> None:
    server.args.append("--allow-answers")

    async def work(client) -> None:
        answer = said(await client.call_tool("query", {"query": QUERY}))
        assert '"80"' in json.dumps(answer)
        asked = said(await client.call_tool("ask", {"question": "How many orders are there?"}))
        assert '"2"' in json.dumps(asked)
        resources = (await client.list_resources()).resources
        assert any(str(resource.uri) == "trustuqa://sources/orders" for resource in resources)
        wrong = await client.call_tool("query", {"query": "get_information(relation="})
        assert is_error(wrong) or "hint" in json.dumps(said(wrong))

    speak(server, work)
