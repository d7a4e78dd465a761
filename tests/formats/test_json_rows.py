"""Rows of JSON: all are as the reader of the format reads them, whether the core takes them or not."""

from __future__ import annotations

import json
import pickle
import random

import pytest

from scorelite import core, formats, scoring
from scorelite.formats import seglst, vendors
from scorelite.formats.engine import json_rows
from scorelite.formats.engine.further_columns import further_columns
from scorelite.formats.errors import ScoreliteError
from scorelite.formats.schema import spans
from tests.conftest import ROOT

SAMPLES = ROOT / "tests" / "formats" / "samples"
ROWS: dict[str, list[dict[str, object]]] = {
    "jsonl": [{"id": "a-1", "text": " good d\u00e4y", "n": 1.5}, {"id": "a-2", "text": None, "n": None}],
    "nemo": [
        {"audio_filepath": "w/a.b.wav", "offset": 0.1, "duration": 0.2, "text": "good day"},
        {"audio_filepath": "w/a.b.wav", "offset": 12.340000000000002, "duration": 3, "text": "caf\u00e9 \u3000"},
    ],
    "lhotse": [
        {"id": "u1", "recording_id": "A", "start": 0.5, "duration": 1.25, "channel": 0, "text": "hi", "speaker": None},
        {"id": "u2", "recording_id": "A", "start": 2, "duration": 1.5, "channel": 0, "text": "you all", "speaker": 7},
    ],
    "seglst": [
        {"session_id": "A", "speaker": "x", "start_time": 0.5, "end_time": 1.5, "words": "hi { you"},
        {"session_id": "a", "speaker": "y", "start_time": 1.25, "end_time": 3, "words": " all  of "},
    ],
}
CHANGES = (
    *(bytes([byte]) for byte in b'"",\n{}[\\\xff\0\r\t-0.'),
    *(b"\\u00e9", b"\\ud83d"),
    *(b"1e5", b"NaN", b"null", b"true", b'"id": "a-1", ', b'"text"', b'"offset": 1, ', b"{}", b"[1]", b"\xe3\x80\x80"),
)


def written(name: str, rows: list[dict[str, object]], *, plain: bool = False) -> bytes:
    """A file of rows."""
    if name == "seglst":
        return json.dumps(rows, indent=2, ensure_ascii=plain).encode()
    return "".join(json.dumps(row, ensure_ascii=plain) + "\n" for row in rows).encode()


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them replaced, removed or added."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 2)):
        place = chance.randrange(len(changed))
        changed[place : place + chance.choice((0, 0, 1, 3))] = chance.choice(CHANGES)
    return bytes(changed)


def files(name: str) -> list[bytes]:
    """Files of a format, and mutations of these."""
    chance = random.Random(name)
    suffix = "json" if name == "seglst" else "jsonl"
    files = [written(name, ROWS[name]), written(name, ROWS[name], plain=True)]
    files += [(SAMPLES / f"{name}.{suffix}").read_bytes()]
    return [*files, *(mutated(chance.choice(files[:2]), chance) for _ in range(25))]


def outcome(ref: bytes, hyp: bytes, name: str, **keywords: object) -> object:
    """The result of a score, or the text of its error."""
    try:
        result = scoring.score_files(ref, hyp, ref_format=name, hyp_format=name, **keywords)  # type: ignore[arg-type]
    except ScoreliteError as error:
        return str(error)
    again = pickle.loads(pickle.dumps(result))
    return result == again, result, result.to_dict(utterances=True), str(result), result.report("pra"), result.notices


@pytest.mark.sweep(4)
@pytest.mark.parametrize("keywords", [{}, {"missing": "skip"}, {"case_sensitive": True, "markup": True}], ids=str)
@pytest.mark.parametrize("name", ROWS)
def test_scores_and_errors_are_those_of_segments(
    name: str, keywords: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = files(name)
    pairs = [(side, data[0]) for side in data] + [(data[1], side) for side in data[:8]]
    actual = [outcome(ref, hyp, name, **keywords) for ref, hyp in pairs]
    read_by_format(monkeypatch)
    for (ref, hyp), quick in zip(pairs, actual, strict=True):
        assert outcome(ref, hyp, name, **keywords) == quick, (ref, hyp)


def read_by_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the readers of the formats read all rows."""
    for module in (vendors, seglst):
        monkeypatch.setattr(module, "plain_rows", lambda *_: None)


def columns(name: str, data: bytes) -> object:
    """All that a file holds, and what its format writes; or the text of the error."""
    try:
        corpus = formats.read(data, format=name)
    except ScoreliteError as error:
        return str(error)
    table = corpus.table
    times = [column and [*map(repr, column)] for column in (table.start, table.end)]
    written = "".join(formats.by_name(name).write(corpus))
    further = {key: [*column] for key, column in further_columns(corpus).items()} if name == "jsonl" else None
    texts = [*table.ids()], [*table.texts()]
    return list(table), texts, table.nulls, [*table.lines], times, corpus.meta, further, written


@pytest.mark.parametrize("name", ROWS)
def test_columns_and_files_that_are_written_are_those_of_segments(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = files(name)
    actual = [columns(name, each) for each in data]
    read_by_format(monkeypatch)
    assert [columns(name, each) for each in data] == actual
    assert not all(isinstance(each, str) for each in actual)


@pytest.mark.parametrize("value", ["us", "e\u0301", 1.50, True, None, {"a": [1]}], ids=str)
def test_further_columns_are_those_of_segments(value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[dict[str, object]] = [
        {"id": f"u{place}", "text": "a", "accent": accent, "session": "w/a.wav", "speaker": "x"}
        for place, accent in enumerate(["us", value, "uk"])
    ]
    del rows[2]["accent"]
    data = written("jsonl", rows)
    actual = columns("jsonl", data)
    read_by_format(monkeypatch)
    assert columns("jsonl", data) == actual


def test_texts_stay_bytes_until_they_are_looked_at() -> None:
    data = written("nemo", ROWS["nemo"])
    result = scoring.score_files(data, data, ref_format="nemo", hyp_format="nemo")
    assert isinstance(result.utterances.refs, spans.SpanTexts)
    assert result.utterances.refs[1] == "caf\u00e9 \u3000"  # only blanks of ASCII separate words
    assert result.table.timeline is not None
    assert [str(end) for end in result.table.timeline.end] == ["0.3", "15.340000000000002"]
    assert result.table.names() == ("a.b-000", "a.b-001")


@pytest.mark.parametrize("name", ["nemo", "lhotse", "seglst"])
def test_equal_times_that_are_written_differently_are_equal(name: str) -> None:
    data = written(name, ROWS[name])
    other = data.replace(b"0.5", b"0.50").replace(b"1.25", b"1.250").replace(b"0.1,", b"0.10,")
    assert data != other
    for changed in (other, other.replace(b'": "', b'":  "', 1)):
        assert scoring.score_files(data, changed, ref_format=name, hyp_format=name).counts.errors == 0


def test_speakers_of_segments_with_ids_are_those_of_the_file_not_of_the_ids() -> None:
    row = {"id": "eve-0", "recording_id": "talk", "start": 0.0, "duration": 1.0, "channel": 1, "text": "a"}
    ref, hyp = (json.dumps(row | {"speaker": name}).encode() + b"\n" for name in ("anna", "bob"))
    result = scoring.score_files(ref, hyp, ref_format="lhotse", hyp_format="lhotse")
    assert "0:  anna" in result.report("pra")


ODD = {
    "a number": ({"text": 7}, {}),
    "another role": ({"speaker": "x"}, {"speaker": "x"}),
    "a time as text": ({}, {"offset": "0.5"}),
    "a begin with an exponent": ({}, {"offset": 1e-7}),
    "no begin": ({}, {"offset": ...}),
    "a list for a name": ({"id": [1]}, {"speaker": [1]}),
}
PLAIN = {
    "a member more": {"note": 7},
    "a nested member": {"meta": {"a": [1, {"b": None}]}},
    "an escape": {"text": "\n"},
}


def with_odd_row(name: str, changes: dict[str, object]) -> bytes:
    """A file of a format of which one row is changed."""
    basic: dict[str, object] = {"text": "good day"}
    basic |= {"id": "u"} if name == "jsonl" else {"audio_filepath": "w/a.wav", "offset": 1.5, "duration": 2}
    rows: list[dict[str, object]] = [{**basic, **({"id": f"u{place}"} if "id" in basic else {})} for place in range(9)]
    rows[4] = {key: value for key, value in {**rows[4], **changes}.items() if value is not ...}
    return written(name, rows)


@pytest.mark.parametrize("name", ["jsonl", "nemo"])
@pytest.mark.parametrize("changes", [*PLAIN.values(), *ODD.values()], ids=[*PLAIN, *ODD])
def test_one_odd_row_changes_no_other(
    name: str, changes: dict[str, object] | tuple[dict[str, object], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = with_odd_row(name, changes if isinstance(changes, dict) else changes[name == "nemo"])
    actual = columns(name, data)
    read_by_format(monkeypatch)
    assert columns(name, data) == actual


@pytest.mark.skipif(core.NAME == "python", reason="without the native core, formats read all rows")
@pytest.mark.parametrize(
    ("changes", "count"), [*((changes, 0) for changes in PLAIN.values()), ({"text": 7}, 1)], ids=str
)
def test_the_core_takes_all_rows_but_odd_ones(changes: dict[str, object], count: int) -> None:
    members = [("text", json_rows.TEXT | json_rows.STRIPPED), ("id", json_rows.NAMED)]
    rows = core.read_json(with_odd_row("jsonl", changes), members, (), False)
    assert rows is not None
    assert len(rows) == 9
    assert [(place, line) for place, line, _ in rows.odd] == [(4, 5)] * count
