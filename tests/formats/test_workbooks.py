"""Workbooks of Excel are tables, as their sheets saved as csv are."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from scorelite import formats, scoring
from scorelite.formats import FormatError, LimitError, workbooks
from scorelite.formats.source import Source
from scorelite.scoring import UsageError
from scorelite.scoring.cli.main import main

openpyxl: Any = pytest.importorskip("openpyxl", reason="openpyxl reads workbooks")

ROWS: list[list[object]] = [
    ["Call ID", "Reference", "Vendor A", "Vendor B", "Duration", "Day", "At"],
    [1, "hello there", "hello there", "hello here", 2.5, date(2026, 1, 2), time(0, 0, 5)],
    [],
    [2, 'good, "day"\nto you', "good day to you", "good day", 3.0, datetime(2026, 1, 3, 4, 5), True],
    [3, "fine", "fine", None, 1, None, None],
]
TEXT = (
    b"Call ID,Reference,Vendor A,Vendor B,Duration,Day,At\n"
    b"1,hello there,hello there,hello here,2.5,2026-01-02,00:00:05\n,,,,,,\n"
    b'2,"good, ""day""\nto you",good day to you,good day,3,2026-01-03 04:05:00,TRUE\n'
    b"3,fine,fine,,1,,\n"
)


def book(**sheets: list[list[object]]) -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in sheets.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(row)
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def changed(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """The workbook with other bytes in one of its parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as parts, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as written:
        for name in parts.namelist():
            written.writestr(name, parts.read(name).replace(old, new) if name == part else parts.read(name))
    return made.getvalue()


def test_a_sheet_is_read_as_csv() -> None:
    source = Source(book(Calls=ROWS, Empty=[]))
    assert (source.format, source.data) == ("csv", TEXT)


def test_a_workbook_is_scored_as_its_csv(tmp_path: Path) -> None:
    (tmp_path / "calls.xlsx").write_bytes(book(Calls=ROWS))
    (tmp_path / "calls.csv").write_bytes(TEXT)
    results = [scoring.score_files(tmp_path / f"calls.{suffix}", hyp_column="Vendor A") for suffix in ("xlsx", "csv")]
    assert results[0].counts == results[1].counts
    assert results[0].wer == pytest.approx(2 / 7)


def test_a_sheet_of_several_is_named_after_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "calls.xlsx"
    path.write_bytes(book(Ref=[["id", "text"], ["u1", "a b"]], Hyp=[["id", "text"], ["u1", "a c"]], Empty=[]))
    assert main(["score", f"{path}#Ref", f"{path}#Hyp"]) == 0
    assert "WER     50.0 %" in capsys.readouterr().out
    with pytest.raises(
        UsageError, match=r"2 sheets with cells; expected one of '.*calls.xlsx#Ref', '.*calls.xlsx#Hyp'"
    ):
        formats.read(path)
    with pytest.raises(UsageError, match="no sheet 'Other'; expected one of 'Ref', 'Hyp', 'Empty'"):
        formats.read(f"{path}#Other")


def test_titles_above_a_table_are_left_out() -> None:
    rows: list[list[object]] = [["Sample of July"], [None, "on 1 October"], [], ["id", "ref", "hyp"], [1, "a", None]]
    assert Source(book(Calls=rows)).data == b"id,ref,hyp\n1,a,\n"
    assert Source(book(Texts=[["only", None], ["a", "b"]])).data == b"only,\na,b\n"
    assert (
        Source(book(Texts=[["no", None, None], ["good day", "good way", "x"]])).data == b"no,,\ngood day,good way,x\n"
    )


def test_cells_that_are_merged_downwards_hold_for_each_row() -> None:
    made = openpyxl.Workbook()
    for row in [["agent", "id", "text"], ["anna", 1, "a"], [None, 2, "b"], ["bert", 3, "c"], [None, 4, "d"]]:
        made.active.append(row)
    for cells in ("A2:A3", "A4:A1000", "B1:C1"):
        made.active.merge_cells(cells)
    data = io.BytesIO()
    made.save(data)
    assert Source(data.getvalue()).data == b"agent,id,\nanna,1,a\nanna,2,b\nbert,3,c\nbert,4,d\n"


def typed(*rows: list[tuple[object, str]]) -> bytes:
    """A workbook with values and their number formats under two names of columns."""
    made = openpyxl.Workbook()
    made.active.append(["reference", "hypothesis"])
    for number, row in enumerate(rows, 2):
        for column, (value, code) in enumerate(row, 1):
            made.active.cell(number, column, value).number_format = code
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (12.5, "0.00", "12.50"),
        (2.345, "0.00", "2.35"),
        (-2.5, "0", "-3"),
        (0.25, "0%", "25%"),
        (0.125, "0.0%", "12.5%"),
        (7, "000", "007"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (5, '0.0" mg"', "5.0 mg"),
        (20, "$0", "$20"),
        (12.5, "General", "12.5"),
        (date(1964, 5, 3), "DD/MM/YYYY", "03/05/1964"),
        (date(1964, 5, 3), "d.m.yy;@", "3.5.64"),
        (datetime(1964, 5, 3, 14, 5, 9), "yyyy-mm-dd h:mm:ss", "1964-05-03 14:05:09"),
        (time(14, 30), "HH:MM", "14:30"),
        (time(0, 5), "[$-409]h:mm AM/PM", "12:05 AM"),
        (time(0, 5, 7), "mm:ss", "05:07"),
    ],
)
def test_cells_of_texts_are_read_as_they_are_shown(value: object, code: str, text: str) -> None:
    source = Source(typed([(value, code), ("a", "General")]))
    assert source.text.splitlines()[1] in (f"{text},a", f'"{text}",a')
    assert source.notices == []


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (date(1964, 5, 3), "mm-dd-yy", "1964-05-03"),
        (date(1964, 5, 3), "d mmmm yyyy", "1964-05-03"),
        (5, "0.00;[Red]-0.00", "5"),
        (-0.001, "0.00", "-0.001"),
    ],
)
def test_cells_that_each_language_shows_in_its_way_are_reported(value: object, code: str, text: str) -> None:
    corpus = formats.by_name("csv").read(Source(typed([(value, code), ("a", "General")])), text="reference")
    assert corpus.texts()[0] == text
    assert f"A2 '{text}'; expected text as it is shown: save the sheet as csv" in corpus.notices()[0]


def test_columns_of_numbers_or_dates_alone_keep_their_values() -> None:
    made = openpyxl.Workbook()
    made.active.append(["id", "confidence", "day", "text"])
    made.active.append([7, 0.987, date(2026, 1, 2), "a"])
    for name, code in (("A2", "000"), ("B2", "0%"), ("C2", "yyyy")):
        made.active[name].number_format = code
    data = io.BytesIO()
    made.save(data)
    assert Source(data.getvalue()).text == "id,confidence,day,text\n007,0.987,2026-01-02,a\n"


def test_a_formula_without_its_result_is_no_empty_cell() -> None:
    data = book(Calls=[["reference", "hypothesis"], ['="O"&"K"', "OK"]])
    with pytest.raises(FormatError, match=r":2:1: cell A2 has a formula without its result; expected a workbook that"):
        formats.read(data)
    for result, text in ((b't="str"><f>"O"&amp;"K"</f><v>OK</v>', "OK"), (b't="str"><f>""</f><v></v>', "")):
        calculated = changed(data, "xl/worksheets/sheet1.xml", b'><f>"O"&amp;"K"</f><v></v>', b" " + result)
        assert Source(calculated).text == f"reference,hypothesis\n{text},OK\n"


def test_a_workbook_without_cells_has_no_column() -> None:
    with pytest.raises(FormatError, match="expected"):
        formats.read(book(Empty=[]))


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [("xl/worksheets/sheet1.xml", b"</row>", b"</raw>"), ("xl/workbook.xml", b"<sheets>", b"<shoots>")],
)
def test_a_broken_part_of_a_workbook_is_refused(part: str, old: bytes, new: bytes) -> None:
    with pytest.raises(FormatError, match="a workbook that cannot be read"):
        formats.read(changed(book(Calls=ROWS), part, old, new))


def test_a_workbook_that_is_cut_off_is_refused() -> None:
    with pytest.raises(FormatError, match="a broken workbook; expected a whole file of Excel"):
        formats.read(book(Calls=ROWS)[:-300])


def test_a_workbook_that_unpacks_to_much_more_is_refused() -> None:
    data = changed(book(Calls=ROWS), "xl/worksheets/sheet1.xml", b"<sheetData>", b" " * (40 << 20) + b"<sheetData>")
    with pytest.raises(LimitError, match="rejected as a likely decompression bomb"):
        formats.read(data)


def test_cells_far_away_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    data = changed(book(Calls=ROWS), "xl/worksheets/sheet1.xml", b'r="G1"', b'r="XFD1"')
    assert len(Source(data).data.splitlines()[0]) > 16_000
    monkeypatch.setattr(workbooks, "_MOST_CELLS", 16_000)
    with pytest.raises(LimitError, match="more than 16,000 cells"):
        Source(data)


def test_hidden_rows_are_read_and_reported_once(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    for row in [["reference", "hypothesis"], ["good day", "good day"], ["yes", "no"]]:
        made.active.append(row)
    made.active.row_dimensions[3].hidden = True
    made.save(tmp_path / "calls.xlsx")
    result = scoring.score_files(tmp_path / "calls.xlsx")
    hidden = [text for text in map(str, result.notices) if "hidden" in text]
    assert (result.sentences, len(hidden)) == (2, 1)
    assert hidden[0].endswith("calls.xlsx: 1 hidden row is read, too")
