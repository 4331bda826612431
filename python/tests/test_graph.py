"""A graph from Python: loading, asking, traces, frames, errors."""

import json
import threading
from pathlib import Path

import pytest

import trustuqa

ORDERS = "Order,Customer,Amount\nO-1,Ada Hill,120\nO-2,Ben Moss,80\nO-3,Ada Hill,30\n"


@pytest.fixture()
def place(tmp_path: Path) -> Path:
    (tmp_path / "orders.csv").write_text(ORDERS)
    (tmp_path / "config.toml").write_text("")
    return tmp_path


@pytest.fixture()
def graph(place: Path) -> trustuqa.Graph:
    graph = trustuqa.open(
        f"{place}/graph", data_dir=place / "data", config=place / "config.toml", encoder="off"
    )
    graph.load(place / "orders.csv")
    return graph


def test_a_question_is_answered_with_its_trace(graph: trustuqa.Graph, place: Path) -> None:
    answer = graph.ask("How many orders are there?")
    assert answer and answer.values == ["3"]
    answer = graph.query("get_information(relation='Amount', head_entity='O-2')")
    assert answer.values == ["80"] and answer.certain and answer.sources == ["orders"]
    (step,) = answer.trace.steps
    fact = next(fact for fact in step.facts if fact.relation == "Amount")
    assert (fact.relation, fact.tail, fact.line) == ("Amount", "80", 3)
    assert fact.place == f"{place}/orders.csv:3"
    assert "orders.csv" in str(answer.trace)


def test_a_trace_is_kept_and_run_again(graph: trustuqa.Graph) -> None:
    answer = graph.query("get_information(relation='Amount', head_entity='O-2')")
    again = trustuqa.Trace.from_json(answer.trace.to_json())
    assert graph.replay(again).values == ["80"]
    with pytest.raises(trustuqa.UsageError, match="not a trace"):
        graph.replay(trustuqa.Trace({"version": 2}))


def test_an_answer_is_a_frame(graph: trustuqa.Graph) -> None:
    pandas = pytest.importorskip("pandas")
    query = """Query1: "get_information(source='orders')"
Query2: "group(set='output_of_query1', by='Customer', of='Amount', with='sum')\""""
    frame = graph.query(query).to_pandas()
    assert list(frame.iloc[:, 0]) == ["Ada Hill", "Ben Moss"]
    assert list(frame.iloc[:, 1]) == [150, 80]
    assert pandas.api.types.is_numeric_dtype(frame.iloc[:, 1])
    assert frame.attrs["sources"] == ["orders"] and len(frame.attrs["facts"]) > 0


def test_a_frame_is_loaded(graph: trustuqa.Graph) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"City": ["Ulm", "Köln, \"am Rhein\""], "Opened": pandas.to_datetime(["2020-01-02", "2021-03-04"])})
    graph.load_frame(frame, "cities")
    assert {source["name"] for source in graph.sources} == {"orders", "cities"}
    assert graph.query("get_information(relation='City')", ["cities"]).values == list(frame["City"])
    graph.load_frame(frame.iloc[:1].set_index("City"), "cities")
    assert graph.query("get_information(relation='City')", ["cities"]).values == ["Ulm"]
    graph.remove("cities")
    assert [source["name"] for source in graph.sources] == ["orders"]
    with pytest.raises(trustuqa.UsageError, match="name of a source"):
        graph.load_frame(frame, "../x")


def test_no_answer_is_false_and_says_why(graph: trustuqa.Graph) -> None:
    answer = graph.query("get_information(relation='Amount', head_entity='Zzyzx')")
    assert not answer and answer.values == [] and "Zzyzx" in str(answer)
    assert "Zzyzx" in answer._repr_html_()


def test_errors_have_hints(graph: trustuqa.Graph, place: Path) -> None:
    with pytest.raises(trustuqa.QueryError):
        graph.query("get_information(")
    with pytest.raises(trustuqa.UsageError) as missing:
        graph.load(place / "none.csv")
    assert "none.csv" in str(missing.value) and missing.value.hint
    with pytest.raises(trustuqa.UsageError, match="kind"):
        graph.load(place / "orders.csv", kind="tree")
    with pytest.raises(trustuqa.UsageError):
        trustuqa.open("./graph", writer="nobody")
    with pytest.raises(trustuqa.UsageError):
        graph.remove("nothing")


def test_a_notebook_shows_text_and_no_markup_of_the_data(graph: trustuqa.Graph, place: Path) -> None:
    (place / "notes.csv").write_text("Key,Note\na,<script>alert(1)</script>\n")
    graph.load(place / "notes.csv")
    html = graph.query("get_information(relation='Note', head_entity='a')")._repr_html_()
    assert "<script>" not in html and "&lt;script&gt;" in html and "notes.csv:2" in html


def test_a_graph_is_used_from_threads_and_opened_twice(graph: trustuqa.Graph, place: Path) -> None:
    second = trustuqa.open(
        f"{place}/graph", data_dir=place / "data", config=place / "config.toml", encoder="off"
    )
    found = []

    def ask(which: trustuqa.Graph) -> None:
        for _ in range(20):
            found.append(which.query("get_information(relation='Amount', head_entity='O-1')").values)

    threads = [threading.Thread(target=ask, args=(which,)) for which in (graph, second) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["120"]] * 160


def test_nothing_is_sent_by_a_look_at_the_prompt(graph: trustuqa.Graph) -> None:
    messages = graph.prompt("How many orders are there?")
    assert "orders" in json.dumps(messages)
    assert "Ben Moss" not in json.dumps(messages), "the share level is `schema`"
