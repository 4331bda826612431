"""The Python examples of the documents run."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ORDERS = "Order,Date,Customer,Amount\nO-1,2024-03-01,Ada Hill,120\nO-2,2024-03-09,Ben Moss,80\n"
FILMS = "<http://a/Chicago> <http://a/directed_by> <http://a/Rob_Marshall> .\n"


def examples(text: str) -> list[str]:
    """The blocks of Python."""
    return [block.split("```")[0] for block in text.split("```python\n")[1:]]


@pytest.mark.parametrize("document", ["docs/embedding.md", "python/README.md"])
def test_the_examples_run(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("trustuqa")
    (tmp_path / "orders.csv").write_text(ORDERS)
    (tmp_path / "films.nt").write_text(FILMS)
    (tmp_path / "config.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    for name, value in {"DATA_DIR": tmp_path / "data", "CONFIG": tmp_path / "config.toml", "ENCODER": "off"}.items():
        monkeypatch.setenv(f"TRUSTUQA_{name}", str(value))
    found = examples((ROOT / document).read_text())
    assert found, "no example is there"
    for example in found:
        scope = {"frame": pandas.DataFrame({"Customer": ["Ada Hill"], "City": ["Ulm"]})}
        exec(compile(example, document, "exec"), scope)
        assert scope["answer"].values == ["80"]
