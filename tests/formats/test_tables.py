"""Tables whose texts stay bytes, and whose other columns are read when they are looked at."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from scorelite import formats, scoring
from scorelite.formats.engine.columns import Layout
from scorelite.formats.engine.further_columns import further_columns
from scorelite.formats.errors import ScoreliteError
from scorelite.formats.schema import spans

TABLES = {
    "named": "id,text,speaker,n\na-1, good d\u00e4y,x,1\na-2,\u3000you all,,2.5\n",
    "paths": "path,sentence\nw/a.wav,hi\nw/b.1.wav,{ you }\n",
    "recordings": "id,path,channel,accent,text\na,w/a.wav,1,us,hi\nb,v/a.flac,2,,you\nc,c.wav,1,us,all\n",
    "bare": "text,n\nhi you,1\nall,2\n",
    "quoted": 'id,text\r\nx,"yes, ""sir"""\r\ny,a"b\r\n',
    "lines": 'id,text,speaker\nx,"yes,\n sir",a\ny,"\n","b\nc"\nz,d,e\n',
}
CHANGES = (b'"', b",", b"\n", b"\r", b"\0", b"\xff", b"\t", b'"a\nb"', b"a-1", b"", b"start", b"\xe3\x80\x80", b"\n\n")


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them replaced, removed or added."""
    changed = bytearray(data)
    place = chance.randrange(len(changed))
    changed[place : place + chance.choice((0, 0, 1, 3))] = chance.choice(CHANGES)
    return bytes(changed)


def outcome(target: formats.Target, name: str) -> object:
    """The result of a score against itself, or the text of its error."""
    try:
        result = scoring.score_files(target, target, ref_format=name, hyp_format=name)
    except ScoreliteError as error:
        return str(error)
    return result, result.to_dict(utterances=True), str(result), result.report("pra", speakers="one"), result.notices


def content(target: formats.Target, name: str) -> object:
    """All that a table has, or the text of its error."""
    try:
        corpus = formats.by_name(name).read(formats.Source(target))
    except ScoreliteError as error:
        return str(error)
    table = corpus.table
    further = [(column, list(cells)) for column, cells in further_columns(corpus).items()]
    return [*table], [*table.ids()], [*table.texts()], [*table.lines], table.nulls, corpus.meta, corpus.path, further


def check(target: formats.Target, name: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Compares a table with one of which all columns are read at once; whether its texts are not read at once."""
    actual, score = content(target, name), outcome(target, name)
    with monkeypatch.context() as patch:
        patch.setattr(Layout, "has_times", lambda _: True)
        assert content(target, name) == actual
        assert outcome(target, name) == score
    corpus = None if isinstance(actual, str) else formats.by_name(name).read(formats.Source(target))
    return corpus is not None and isinstance(corpus.table.written, spans.SpanTexts)


@pytest.mark.parametrize("table", TABLES)
def test_columns_that_are_read_when_they_are_looked_at_are_the_same(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(table)
    data = TABLES[table].encode()
    files = [data, *(mutated(data, chance) for _ in range(25))]
    assert sum(check(file, "csv", monkeypatch) for file in files) > 5
    assert check(data.replace(b",", b"\t"), "tsv", monkeypatch)


ROWS: dict[str, list[Any]] = {
    "id": ["a", "b", "c"],
    "text": [" good day", None, "caf\u00e9"],
    "speaker": ["x", None, "y"],
    "n": [1.5, None, 2.0],
}
COLUMNS: dict[str, dict[str, list[Any]]] = {
    "plain": ROWS,
    "without ids": {"text": ROWS["text"]},
    "paths": {"path": ["w/a.wav", "b", "c.1.flac"], "sentence": ROWS["text"]},
    "numbers as ids": ROWS | {"id": [1, 2, 3]},
    "repeated ids": ROWS | {"id": ["a", "a", "b"]},
    "an empty id": ROWS | {"id": ["", "a", "b"]},
    "no id": ROWS | {"id": [None, "a", "b"]},
    "times": ROWS | {"start": [0.0, 1.0, 2.0], "end": [1.0, 2.0, 3.0]},
    "numbers as texts": ROWS | {"text": [1, 2, 3]},
    "broken texts": ROWS | {"text": [b"a", b"\xff", b"b"]},
    "broken others": ROWS | {"other": [b"a", b"\xff", b"b"]},
    "speakers that are none": ROWS | {"speaker": [True, False, None]},
    "lists": ROWS | {"words": [["a"], [], None]},  # which nobody reads
    "no rows": {"id": [], "text": []},
}


def arrow_table(columns: dict[str, list[Any]], *, large: bool) -> Any:
    """The columns as a table of pyarrow; bytes become texts, whether they are valid or not."""
    pyarrow = pytest.importorskip("pyarrow")
    table = {}
    for name, values in columns.items():
        column = pyarrow.array(values)
        if pyarrow.types.is_binary(column.type):
            column = pyarrow.StringArray.from_buffers(len(column), *column.buffers()[1:])
        table[name] = column.cast(pyarrow.large_string()) if large and column.type == pyarrow.string() else column
    return pyarrow.table(table)


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("kind", ["parquet", "hf-dataset"])
def test_batches_are_read_as_the_whole_table_is(
    kind: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = arrow_table(COLUMNS[name], large="broken" not in name and kind == "parquet")
    target: formats.Target
    if kind == "parquet":
        buffer = io.BytesIO()
        parquet.write_table(table, buffer, row_group_size=2)
        target = buffer.getvalue()
    else:
        target = str(tmp_path)
        parts = [table.slice(0, 1), table.slice(1)]
        for number, part in enumerate(parts):
            path = str(tmp_path / f"{number}.arrow")
            with pyarrow.OSFile(path, "wb") as file, pyarrow.ipc.new_stream(file, part.schema) as writer:
                writer.write_table(part)
        listed = [{"filename": f"{number}.arrow"} for number in range(2)]
        (tmp_path / "state.json").write_text(json.dumps({"_data_files": listed}))
        (tmp_path / "dataset_info.json").write_text("{}")
    if "broken" in name:
        place = list(COLUMNS[name]).index("text" if "texts" in name else "other")
        assert f"In column {place}: Invalid: Invalid UTF8 sequence" in str(content(target, kind))
        return
    is_plain = name in ("plain", "without ids", "paths", "lists", "repeated ids", "an empty id", "no id")
    assert check(target, kind, monkeypatch) == is_plain


def test_texts_stay_bytes_until_they_are_looked_at() -> None:
    data = TABLES["named"].encode()
    result = scoring.score_files(data, data, ref_format="csv", hyp_format="csv")
    assert isinstance(result.utterances.refs, spans.SpanTexts)
    assert result.utterances.refs[0] == "good d\u00e4y"


def test_names_with_a_problem_are_reported_before_rows_of_another_length() -> None:
    rows = "".join(f"u{row}\ta, b, c\n" for row in range(40))
    for names in ("id|said\n", "text,text\n", "a,b\n"):
        with pytest.raises(ScoreliteError) as caught:
            formats.by_name("csv").read(formats.Source((names + rows).encode(), name="t.csv"))
        assert re.match(r"t.csv:1:1: (no column of texts|the column 'text' is repeated)", str(caught.value))
        assert "fields" not in str(caught.value)


def test_a_column_with_another_role_is_not_said_to_be_missing() -> None:
    with pytest.raises(ScoreliteError, match="column 'id' already holds the id; expected another column for the text"):
        formats.by_name("csv").read(formats.Source(b"id,text\na,b\n"), text="id")


def test_messages_list_some_names_of_a_wide_table() -> None:
    names = ",".join(f"c{column}" for column in range(9_000))
    with pytest.raises(ScoreliteError, match=r"'c28', 'c29' and 8,970 more; expected one of: text, "):
        formats.by_name("csv").read(formats.Source(f"{names}\n".encode()))


def test_rows_of_a_table_whose_columns_are_numbered_have_their_lines() -> None:
    corpus = formats.read(b"7\ta b\n8\tc\n9\td\n", format="tsv", text="2", id="1")
    assert [segment.where.line for segment in corpus.segments if segment.where] == [1, 2, 3]


MILLISECONDS = {
    "start_ms,end_ms,text": "0,1500,good day\n1500,2007.5,yes\n",
    "text,start_time_ms,duration_ms": "good day,0,1500\nyes,1500,507.5\n",
    "offset_ms,duration_ms,text": "0,1500,good day\n1500,507.5,yes\n",
    "Start (ms),End (ms),text": "0,1500,good day\n1500,2007.5,yes\n",
    "startMs,endMs,start_note,text": "0,1500,x,good day\n1500,2007.5,y,yes\n",
    "start,end_ms,text": "0,1500,good day\n1.5,2007.5,yes\n",
}


@pytest.mark.parametrize("head", MILLISECONDS)
def test_times_are_milliseconds_where_the_name_of_their_column_says_so(head: str, tmp_path: Path) -> None:
    pandas, _, _ = (pytest.importorskip(name) for name in ("pandas", "pyarrow", "openpyxl"))
    data = f"{head}\n{MILLISECONDS[head]}"
    frame = pandas.read_csv(io.StringIO(data))
    frame.to_parquet(tmp_path / "a.parquet")
    frame.to_excel(tmp_path / "a.xlsx", index=False)
    (tmp_path / "a.csv").write_text(data)
    (tmp_path / "a.tsv").write_text(data.replace(",", "\t"))
    frame.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    (tmp_path / "a.json").write_text(json.dumps(frame.to_dict("records")))
    for target in (frame, *sorted(tmp_path.iterdir())):
        times = [(each.start, each.end) for each in formats.read(target)]
        assert times == [(0, 1.5), (1.5, 2.0075)], target


@pytest.mark.parametrize("head", MILLISECONDS)
def test_milliseconds_are_written_as_they_were_read(head: str, tmp_path: Path) -> None:
    data = f"{head}\n{MILLISECONDS[head]}"
    corpus = formats.read(data.encode(), format="csv")
    formats.write(corpus, tmp_path / "b.csv")
    assert (tmp_path / "b.csv").read_text() == data
    formats.write(corpus, tmp_path / "b.jsonl")
    again = formats.read(tmp_path / "b.jsonl", format="jsonl")
    assert [(each.start, each.end) for each in again] == [(each.start, each.end) for each in corpus]


def test_times_that_are_moved_are_written_in_milliseconds(tmp_path: Path) -> None:
    formats.convert(b"start_ms,end_ms,text\n0,1500,a\n", tmp_path / "b.csv", source_format="csv", shift=0.25)
    assert (tmp_path / "b.csv").read_text() == "start_ms,end_ms,text\n250,1750,a\n"


def test_a_clock_time_among_milliseconds_stays_one_and_a_text_is_refused() -> None:
    (segment,) = formats.read(b"start_ms,end_ms,text\n500,0:02.5,a\n", format="csv")
    assert (segment.start, segment.end) == (0.5, 2.5)
    with pytest.raises(ScoreliteError, match="start_ms: 'soon' is not a number"):
        formats.read(b"start_ms,end_ms,text\nsoon,2,a\n", format="csv")


def test_seconds_go_before_milliseconds() -> None:
    (segment,) = formats.read(b"start_ms,start,end,end_ms,text\n500,0.25,1,9000,a\n", format="csv")
    assert (segment.start, segment.end) == (0.25, 1)


def test_turns_with_milliseconds_need_no_texts() -> None:
    (segment,) = formats.read(b"speaker,start_ms,duration_ms\nann,500,1000\n", format="csv")
    assert (segment.speaker, segment.start, segment.end) == ("ann", 0.5, 1.5)
