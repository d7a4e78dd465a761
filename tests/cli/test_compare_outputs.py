"""`compare`: text, Markdown and page say one thing, cell by cell."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from scorelite.scoring.cli.main import main
from tests.conftest import ROOT

DEMO = ROOT / "resources" / "demo"


def run(arguments: list[str]) -> None:
    """Runs a command; systems that differ end it with 1."""
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(arguments))
    assert ended.value.code in (0, 1)


def cells_of(text: str) -> list[list[str]]:
    """Cells of a table of text, which two blanks or more part; empty ones are left out."""
    lines = text.split("\n\n")[0].splitlines()
    return [[cell for cell in re.split(r"\s{2,}", line.strip()) if cell] for line in lines if line.strip()]


def cells_of_markdown(text: str) -> list[list[str]]:
    rows = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|--")]
    return [[cell for part in row.split("|")[1:-1] if (cell := part.strip().strip("`"))] for row in rows]


def cells_of_page(text: str) -> list[list[str]]:
    table = re.search(r'<table[^>]*id="ranking".*?</table>', text, re.S)
    assert table
    rows = re.findall(r"<tr.*?</tr>", table[0], re.S)
    return [
        [cell for part in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) if (cell := unescape(part))]
        for row in rows
    ]


def test_text_markdown_and_page_of_several_systems_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = (DEMO / "hyp.trn").read_text(encoding="utf-8")
    for name, text in (("x/hyp", said), ("y/hyp", said.replace(" a ", " the ")), ("z", said.replace("the ", ""))):
        path = tmp_path / f"{name}.trn"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    folder = tmp_path / "far" / "away"
    folder.mkdir(parents=True)
    (tmp_path / "x").rename(folder / "x")
    (tmp_path / "y").rename(folder / "y")
    wanted = ["compare", "--ref", str(DEMO / "ref.trn"), "far/away/x/hyp.trn", "far/away/y/hyp.trn", "z.trn"]
    run([*wanted, "--page", "c.html"])
    plain = capsys.readouterr().out
    run([*wanted, "--markdown"])
    marked = capsys.readouterr().out
    page = (tmp_path / "c.html").read_text(encoding="utf-8")
    text = cells_of(plain)
    assert len(text) == 4
    assert cells_of_markdown(marked) == text
    head, *rows = cells_of_page(page)
    assert head == ["rank", "rate", *text[0][1:]]
    # The page leaves out the folders that all systems share.
    assert rows == [[*row[:-1], row[-1].removeprefix("far/away/").removesuffix(".trn")] for row in text[1:]]
    legend = plain.strip().splitlines()[-1]
    assert legend in marked
    assert legend in unescape(page)
    # The rates of the head are those of the ranking.
    rates = re.search(r'<table[^>]*id="rates".*?</table>', page, re.S)
    assert rates
    assert sorted(re.findall(r"\d+\.\d %", rates[0])) == sorted(row[1] for row in text[1:])


def test_text_markdown_and_page_of_two_systems_agree_on_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = (DEMO / "hyp.trn").read_text(encoding="utf-8")
    for name, text in (("old", said), ("new", said.replace(" a ", " the "))):
        (tmp_path / f"{name}.trn").write_text(text, encoding="utf-8")
    wanted = ["compare", "--ref", str(DEMO / "ref.trn"), "old.trn", "new.trn"]
    run([*wanted, "--page", "c.html"])
    plain = capsys.readouterr().out
    run([*wanted, "--markdown"])
    marked = capsys.readouterr().out
    page = unescape((tmp_path / "c.html").read_text(encoding="utf-8"))
    tests = [line for line in plain.splitlines() if line.startswith(("paired bootstrap", "matched pairs", "McNemar"))]
    assert len(tests) == 3
    for line in tests:
        assert line in marked
        assert line in page
