"""Formulas in csv and tsv: bytes as they are, or an apostrophe before cells that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.errors import UsageError
from scorelite.formats.schema import Corpus, Segment
from tests.conftest import Run

TEXTS = ('=HYPERLINK("http://x")', "+1 and more", "-ing", "@SUM(1)", "a=b", "-1.5", "good day")
QUOTED = ('\'=HYPERLINK("http://x")', "'+1 and more", "'-ing", "'@SUM(1)", "a=b", "-1.5", "good day")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "in.csv"
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("id", "text"), *((f"u{i}", t) for i, t in enumerate(TEXTS))])
    return path


def written(path: Path, separator: str) -> tuple[str, ...]:
    return tuple(row["text"] for row in csv.DictReader(io.StringIO(path.read_text()), delimiter=separator))


@pytest.mark.parametrize(("name", "separator"), [("out.csv", ","), ("out.tsv", "\t")])
@pytest.mark.parametrize(("words", "expected"), [((), TEXTS), (("--csv-formulas", "quote"), QUOTED)])
@pytest.mark.parametrize("command", [("convert",), ("normalise", "--normalise", "nfc")])
def test_an_option_makes_formulas_text(
    name: str,
    separator: str,
    words: tuple[str, ...],
    expected: tuple[str, ...],
    command: tuple[str, ...],
    table: Path,
    scorelite: Run,
) -> None:
    done = scorelite(*command, str(table), name, *words)
    assert done.returncode == 0, done.stderr
    assert written(table.with_name(name), separator) == expected


def test_a_table_without_the_option_keeps_its_bytes(table: Path, scorelite: Run) -> None:
    assert scorelite("convert", str(table), "out.csv").returncode == 0
    assert table.with_name("out.csv").read_bytes() == table.read_bytes()


def test_names_of_columns_and_cells_that_begin_with_a_tab_or_line_end_are_quoted(tmp_path: Path) -> None:
    source = b'id,text,=extra\nu1,a,"\tb"\nu2,c,"\r=d"\n'
    formats.convert(source, tmp_path / "o.csv", source_format="csv", csv_formulas="quote")
    expected = [["id", "text", "'=extra"], ["u1", "a", "'\tb"], ["u2", "c", "'\r=d"]]
    with (tmp_path / "o.csv").open(newline="") as file:
        assert list(csv.reader(file)) == expected


def test_the_keyword_of_write_and_the_formats_that_take_it(tmp_path: Path) -> None:
    corpus = Corpus((Segment(id="u1", text="=1+1"), Segment(id="u2", text="b")))
    formats.write(corpus, tmp_path / "o.tsv", csv_formulas="quote")
    assert written(tmp_path / "o.tsv", "\t") == ("'=1+1", "b")
    formats.write(corpus, tmp_path / "o.trn", csv_formulas="keep")
    with pytest.raises(UsageError, match="has no effect on trn; expected csv or tsv"):
        formats.write(corpus, tmp_path / "o.trn", csv_formulas="quote")
    with pytest.raises(UsageError, match="csv_formulas 'drop' is unknown; expected 'keep' or 'quote'"):
        formats.write(corpus, tmp_path / "o.csv", csv_formulas="drop")  # type: ignore[arg-type]


def test_without_a_table_the_option_is_refused(table: Path, scorelite: Run) -> None:
    done = scorelite("convert", str(table), "out.stm", "--csv-formulas", "quote")
    assert done.returncode == 2
    assert b"--csv-formulas quote has no effect on stm; expected csv or tsv" in done.stderr
    assert not table.with_name("out.stm").exists()
