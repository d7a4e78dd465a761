"""Tables of utterances read as columns: what their cells mean, and the problems of these."""

from __future__ import annotations

import csv
import io
import json
import pickle
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from scorelite import formats, scoring
from scorelite.formats.engine.further_columns import further_columns
from scorelite.formats.errors import ScoreliteError, UsageError
from scorelite.formats.schema import Corpus, Segment
from scorelite.scoring.common.settings import Settings
from scorelite.scoring.words.pairing.rules import TimedRules
from scorelite.scoring.words.timed_scores import score_timed
from tests.conftest import Run
from tests.formats.check import check_columns, written

SAMPLES = Path(__file__).parent / "samples"
CSV = b'id,speaker,text,note\na-1,eve,good day,x\na-2,,  two \xc3\xa4 ,\na-3,bob,"a, ""b""",7\n'
TSV = b"path\tsentence\nclips/a.1.mp3\tgood day\nclips\\b.mp3\t[noise] {x}\n"
JSONL = b'{"id": 7, "text": "good [x] day", "n": 1.50}\n{"id": null, "text": null, "n": null}\n'
NEMO = (
    b'{"audio_filepath": "a/t.1.wav", "offset": 0.50, "duration": 1, "text": " good {x} ", "speaker": "eve", "n": 1}\n'
    b'{"audio_filepath": "a\\\\t.wav", "offset": 1e1, "duration": 1.25, "text": "", "speaker": "", "n": null}\n'
)
PARTS = (b"\n", b"\r", b'"', b",", b"\t", b"{", b"}", b"[1]", b"\\", b" ", b"0", b"-1", b"null", b"\xff", b"true", b":")
SPECIAL = {
    "csv": (
        b",id,text\n0,a,b\n",
        b"id,text\n",
        b"id,text\na,b\n\nc,d\n",
        b"id,id,text\na,b,c\n",
        b"id,start,end,text\na,1,2,b\na,2,1,c\n",
        b'id,text\na,"b\nc"\nd,e,f\n',
        b'id,text\na,"b\n',
        b"id,number\na,b\n",
        b"id,text\r\na,b\r\nc,d\r\n",
    ),
    "tsv": (b"path\tsentence\ta\n1\t2\n",),
    "jsonl": (
        b'{"id": "a", "id": "b", "text": "c"}\n',
        b'{"id": "a", "text": "b"}\n{"text": "b", "id": "c"}\n',
        b'{"id": "a", "text": "b", "c": ' + b"[" * 200 + b"]" * 200 + b"}\n",
        b'{"id": true, "text": 5}\n{"id": "a", "text": [1]}\n',
        b'{"id": "a", "text": "b"}\n\n{"id": "c", "text": "d"}',
        b'{"id": "a", "text": "b"} x\n',
        b'{"id": -0, "text": "b"}\n{"id": 1.50, "text": "b"}\n{"id": 12345678901234567890, "text": "b"}\n',
        b'{"": "a", "text": "b"}\n',
        b'{"audio": {"path": "a/b.wav"}, "text": "b"}\n',
        b'{"id": NaN, "text": "b"}\n',
        b"[]\n",
        b"{}\n",
        b"",
    ),
    "nemo": (
        b'{"audio_filepath": "t.wav", "duration": 3.5, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": 3.5, "pred_text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": -1, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": true, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": NaN, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": 0e9999, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": 1e999, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": 1, "offset": -0, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": 1, "offset": -0.0, "text": "a"}\n',
        b'{"audio_filepath": "t.wav", "duration": "1", "text": "a"}\n',
        b'{"audio_filepath": "", "duration": 1, "text": "a", "speaker": 5}\n',
        b'{"audio_filepath": "t.wav", "offset": 1, "text": "a"}\n',
        b"",
    ),
}
TABLES = {
    "csv": (CSV, (SAMPLES / "csv.csv").read_bytes(), *SPECIAL["csv"]),
    "tsv": (TSV, (SAMPLES / "tsv.tsv").read_bytes(), *SPECIAL["tsv"]),
    "jsonl": (JSONL, (SAMPLES / "jsonl.jsonl").read_bytes(), *SPECIAL["jsonl"]),
    "nemo": (NEMO, (SAMPLES / "nemo.jsonl").read_bytes(), *SPECIAL["nemo"]),
}


def outcome(data: bytes, name: str) -> object:
    """Everything that a reader gives: the corpus with places and originals, or the error."""
    try:
        corpus = formats.read(data, format=name)
    except ScoreliteError as error:
        return type(error), str(error)
    segments = tuple(corpus.segments)
    check_columns(corpus.table)
    places = [(segment.where, getattr(segment.original, "text", None)) for segment in segments]
    return corpus.ids(), corpus.texts(), corpus.grammars(), segments, places, corpus.meta, corpus.path


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The data with one to three places replaced, removed or doubled."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.choice((b"", data[at : at + 9] * 2, *PARTS)) + data[at + chance.randint(0, 2) :]
    return data


def test_columns_of_manifests_are_those_of_their_segments() -> None:
    chance = random.Random("nemo")
    for data in TABLES["nemo"]:
        for case in (data, *(mutated(data, chance) for _ in range(60))):
            outcome(case, "nemo")


@pytest.mark.parametrize("name", [name for name in TABLES if name != "nemo"])
def test_columns_are_those_of_segments(name: str) -> None:
    chance = random.Random(name)
    for data in TABLES[name]:
        for case in (data, *(mutated(data, chance) for _ in range(60))):
            outcome(case, name)


def test_problems_of_cells_are_told_in_the_order_of_rows() -> None:
    rows = (
        {"id": True, "path": 5, "start": "x", "end": 1, "text": 7},
        {"id": {"a": 1}, "path": {"path": [1]}, "start": -1, "end": "nan", "text": [1.50]},
        {"id": 7, "path": {"path": "a/b.wav"}, "start": 2.50, "end": 1.0, "text": None},
        {"id": None, "path": None, "start": "1e999", "end": None, "text": ""},
    )
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    with pytest.raises(ScoreliteError) as caught:
        formats.read(data, format="jsonl")
    told = re.findall(r"^<bytes>:(\d+):\d+: (.*)", str(caught.value), re.MULTILINE)
    assert told == [
        ("1", "/id: true is not a name; expected text or a number"),
        ("1", "/path: 5 is not a path; expected text"),
        ("1", "/start: 'x' is not a number; expected seconds, or a clock time such as 00:00:01.500"),
        ("1", "/text: 7 is not text; expected text"),
        ("2", '/id: {"a": 1} is not a name; expected text or a number'),
        ("2", "/path: [1] is not a path; expected text"),
        ("2", "/start: -1 is not a time; expected finite seconds >= 0"),
        ("2", "/end: 'nan' is not a number; expected seconds, or a clock time such as 00:00:01.500"),
        ("2", "/text: [1.5] is not text; expected text"),
        ("3", "/end: end 1.0 is before begin 2.5; expected end >= begin"),
        ("4", "/start: 1e999 is not a time; expected finite seconds >= 0"),
    ]


def test_a_list_of_references_is_answered_with_the_ways_to_write_them() -> None:
    with pytest.raises(ScoreliteError, match=r"is not text; expected text; several .* \{ good day / hello there \} "):
        formats.read(b'{"id": "1", "text": ["good day", "hello there"]}\n', format="jsonl")


def test_of_many_problems_twenty_are_told() -> None:
    data = b"id,start,text\n" + b"".join(b"a,x%d,b\n" % row for row in range(30))
    with pytest.raises(ScoreliteError) as caught:
        formats.read(data, format="csv")
    told = re.findall(r"^<bytes>:(\d+):1: start: 'x(\d+)' is not a number", str(caught.value), re.MULTILINE)
    assert told == [(str(row + 2), str(row)) for row in range(20)]


def test_what_segments_do_not_hold_is_written_again() -> None:
    data = (
        b'{"id": 7, "path": {"path": "a/b.wav"}, "start": 1, "duration": 2.5, "text": " h ", "n": [1.50, {}]}\n'
        b'{"path": "b.wav", "n": 1, "start": null, "duration": null, "text": null, "id": null}\n'
        b'{"id": "c", "text": "d", "speaker": 5}\n'
    )
    corpus = formats.read(data, format="jsonl")
    assert [segment.end for segment in corpus.segments] == [3.5, None, None]
    assert corpus.table.sessions == ["b", "b", ""]
    assert written(corpus, formats.by_name("jsonl")) == data
    check_columns(corpus.table)


@pytest.mark.parametrize(("name", "data"), [("csv", CSV), ("tsv", TSV), ("jsonl", JSONL)])
def test_plain_table_is_read_as_columns(name: str, data: bytes) -> None:
    corpus = formats.read(data, format=name)
    assert corpus.table.written is not None
    assert corpus.segments[0] == next(iter(corpus.segments))
    assert pickle.loads(pickle.dumps(corpus)) == corpus
    assert len(corpus.segments[1:]) == len(corpus) - 1


def test_a_manifest_with_times_is_scored_as_its_segments_are() -> None:
    hyp = NEMO.replace(b"good", b"god")
    sides = [formats.read(data, format="nemo") for data in (NEMO, hyp)]
    assert all(side.table.written is not None and side.table.has_windows() for side in sides)
    assert pickle.loads(pickle.dumps(sides[0])) == sides[0]
    rules = TimedRules(settings=Settings())
    results = [score_timed(*sides, rules), score_timed(*map(by_segments, sides), rules)]
    assert results[0].to_dict(utterances=True) == results[1].to_dict(utterances=True)
    assert results[0] == results[1]
    assert results[0].counts.errors == 1
    words = formats.read(b"t.1 1 0.6 0.2 good 0.5\nt 1 10.1 0.2 hm 0.5\n", format="ctm")
    columns, segments = (
        score_timed(side, words, TimedRules(settings=Settings(), missing="skip")).to_dict(utterances=True)
        for side in (sides[0], by_segments(sides[0]))
    )
    assert columns == segments


def by_segments(corpus: formats.Corpus) -> formats.Corpus:
    """The corpus with its segments in place of columns."""
    return replace(corpus, segments=tuple(corpus.segments))


def packed(**columns: object) -> bytes:
    """A Parquet file of columns."""
    arrow, writer = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    buffer = io.BytesIO()
    writer.write_table(arrow.table(columns), buffer)
    return buffer.getvalue()


def test_columns_of_parquet_are_those_of_segments() -> None:
    arrow = pytest.importorskip("pyarrow")
    broken = arrow.Array.from_buffers(arrow.utf8(), 1, arrow.array([b"\xff"]).buffers())
    tables = (
        packed(id=["a", None], text=[" b ", None], n=[1.5, None]),
        packed(id=[1, 2], text=["b", "c"], speaker=[1.5, 2.5]),
        packed(id=[True], text=["b"]),
        packed(id=["a"], text=[5]),
        packed(id=["a"], text=["b"], start=[2.0], end=[1.0]),
        packed(audio=[{"path": "a/b.wav", "bytes": b"x"}], text=["b"]),
        packed(id=["a"], text=["b"], note=broken),
        packed(id=["a"], text=broken),
        packed(id=arrow.array([], arrow.utf8()), text=arrow.array([], arrow.utf8())),
    )
    for data in tables:
        outcome(data, "parquet")
    assert formats.read(tables[0], format="parquet").table.written is not None


@pytest.mark.parametrize("separator", [",", "\t"])
def test_a_column_without_a_name_has_no_role(separator: str) -> None:
    data = ",id,text\n7,u1,a b\n8,u2,d\n".replace(",", separator).encode()
    name = "csv" if separator == "," else "tsv"
    corpus = formats.read(data, format=name)
    assert corpus.ids() == ["u1", "u2"]
    for segment in corpus.segments:
        assert (segment.session, segment.channel, segment.speaker) == ("", "", "")
        assert (segment.start, segment.end) == (None, None)
    assert written(corpus, formats.by_name(name)) == data


@pytest.mark.parametrize("name", ["csv", "tsv"])
@pytest.mark.parametrize("word", ["good", 'a",\tb'])
def test_the_text_of_a_long_recording_is_one_field(name: str, word: str) -> None:
    limit, text = csv.field_size_limit(), " ".join([word] * 50_000)
    buffer = io.BytesIO()
    formats.write(Corpus((Segment(id="talk", text=text),)), buffer, format=name)
    assert formats.read(buffer.getvalue(), format=name).segments[0].text == text
    assert csv.field_size_limit() == limit


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl"])
@pytest.mark.parametrize(("column", "expected"), [("session", ["x/talk.1", "y/talk.2"]), ("path", ["talk", "talk"])])
def test_names_of_sessions_stay_whole_and_paths_lose_folders_and_suffixes(
    name: str, column: str, expected: list[str]
) -> None:
    rows = [{column: "x/talk.1", "text": "a", "id": "u"}, {column: "y/talk.2", "text": "b", "id": "v"}]
    separator = "\t" if name == "tsv" else ","
    lines = [separator.join(rows[0]), *(separator.join(row.values()) for row in rows)]
    data = "\n".join(map(json.dumps, rows) if name == "jsonl" else lines).encode()
    corpus = formats.read(data, format=name)
    assert [segment.session for segment in corpus.segments] == expected
    assert formats.read(written(corpus, formats.by_name(name)), format=name).segments == corpus.segments


@pytest.mark.parametrize(
    ("rows", "starts"),
    [
        ("0\t1200\thello there\n1200\t20000\tgood day\n", [0, 1.2]),  # as Whisper writes them
        ("0\t1200\thello there\n1200\t\tgood day\n", [0, 1.2]),
        ("0\t2\thello there\n2\t9\tgood day\n", [0, 2]),
        ("0.0\t1200.0\thello there\n1200.0\t2000.0\tgood day\n", [0, 1200]),
    ],
)
def test_a_table_of_whisper_has_milliseconds(rows: str, starts: list[float]) -> None:
    corpus = formats.read(f"start\tend\ttext\n{rows}".encode(), format="tsv")
    assert [segment.start for segment in corpus.segments] == starts
    notices = [value for key, value in corpus.meta if key == "tsv:notice"]
    assert notices == ["times are read as milliseconds, as Whisper writes them"] * (starts[1] == 1.2)


def test_times_of_whisper_cpp_are_milliseconds_next_to_a_speaker_too() -> None:
    data = b'start,end,speaker,text\n0,5200,"0"," hello there"\n5200,12000,"1"," good bye"\n'
    times = [(segment.speaker, segment.start, segment.end) for segment in formats.read(data, format="csv").segments]
    assert times == [("0", 0, 5.2), ("1", 5.2, 12)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("csv", b'id,start,end,text\na,"00:00:01,000",0:02.25,good day\nb,2.5,1:02:03,yes\n'),
        ("tsv", b"id\tstart\tduration\ttext\na\t0:00:01.000\t00:01.25\tgood day\nb\t2.5\t1:02:00.5\tyes\n"),
        ("jsonl", (b'{"id":"a","start":"0:01.000","end":2.25,"text":"good day"}\n'
                   b'{"id":"b","start":2.5,"end":"1:02:03","text":""}\n')),
        ("seglst", (b'[{"session_id":"s","words":"good day","start_time":"0:00:01.000","end_time":"0:00:02.25"},'
                   b'{"session_id":"s","words":"yes","start_time":2.5,"end_time":"1:02:03"}]')),
        ("seglst", (b'[{"session_id":"s","words":"x","start_time":{"U01":"0:00:01.10","original":"0:00:01.000"},'
                   b'"end_time":{"U01":"0:00:02.35","original":"0:00:02.25"}},'
                   b'{"session_id":"s","words":"yes","start_time":2.5,"end_time":3723}]')),
    ],
)  # fmt: skip
def test_times_of_tables_may_be_clock_times(name: str, data: bytes) -> None:
    times = [(segment.start, segment.end) for segment in formats.read(data, format=name).segments]
    assert times == [(1.0, 2.25), (2.5, 3723.0)]
    assert str(times[0][0]) == "1.000"


def test_segments_of_dipco_have_times_by_device_and_speakers_by_their_ids() -> None:
    times = '"start_time":{"U01":"0:00:01.10","close-talk":"0:00:01.00"},"end_time":{"close-talk":"0:00:02.5"}'
    text = f'[{{"session_id":"S01","speaker_id":"P01","words":"good day","ref":"close-talk",{times}}}]'
    (segment,) = formats.read(text.encode(), format="seglst").segments
    assert (segment.speaker, segment.start, segment.end) == ("P01", 1.0, 2.5)
    assert [name for name, _ in segment.attributes] == ["seglst:ref"]


def test_times_of_tables_may_have_decimal_commas() -> None:
    corpus = formats.read(b"ID;Start;Ende;end;text\na;0,50;x;5,00;good day\nb;5.5;x;1:00,25;yes\n", format="csv")
    assert [(segment.start, segment.end) for segment in corpus.segments] == [(0.5, 5.0), (5.5, 60.25)]


@pytest.mark.parametrize("date", ["2026-09-01T10:00:00", "2026-09-01 10:00:00.5+02:00", "2026-09-01"])
def test_dates_under_a_name_of_times_are_a_further_column(date: str, tmp_path: Path, scorelite: Run) -> None:
    rows = f"id;start_time;reference;hypothesis\n1;{date};good day;good day\n2;;a b;a c\n"
    (tmp_path / "calls.csv").write_text(rows)
    corpus = formats.read(tmp_path / "calls.csv", text="reference")
    assert corpus.notices() == ["start_time: dates, not times in a recording; read as a further column"]
    assert corpus.table.start is None
    assert [*further_columns(corpus)["start_time"]] == [date, ""]
    done = scorelite("score", "calls.csv", "--by", "start_time:month", cwd=tmp_path)
    assert b"\n2026-09                    1      2   0.0 %" in done.stdout


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"start,text\n2026-09-01,a\n1.5,b\n", "csv"),
        (b'{"start": "2026-09-01", "text": "a"}\n{"start": 1.5, "text": "b"}\n', "jsonl"),
    ],
)
def test_a_date_among_times_is_rejected_with_a_way(data: bytes, name: str) -> None:
    with pytest.raises(
        formats.FormatError, match="'2026-09-01' is not a number; .*; a column of dates needs another name"
    ):
        formats.read(data, format=name)


def test_clock_times_that_count_frames_are_rejected() -> None:
    with pytest.raises(ScoreliteError) as caught:
        formats.read(b"id,start,end,text\na,00:00:01:12,00:00:02:00,x\n", format="csv")
    assert "start: '00:00:01:12' counts frames; expected seconds, or a clock time such as 00:00:01.500" in str(
        caught.value
    )
    with pytest.raises(ScoreliteError, match=r"00:00:01\.500; frame_rate=25 of convert reads frames"):
        formats.read(b"id,start,end,text\na,00:00:01:12,00:00:02:00,x\n", format="csv")


@pytest.mark.parametrize(("mark", "name"), [(",", "csv"), ("\t", "tsv")])
def test_times_of_an_editing_program_count_frames_at_a_given_rate(mark: str, name: str) -> None:
    rows = ("Speaker Name", "Start Time", "End Time", "Text"), ("Ann", "00:00:01:12", "00:00:03:00", "Good day")
    data = "".join(f"{mark.join(row)}\n" for row in rows).encode()
    (segment,) = formats.read(data, format=name, frame_rate=25).segments
    assert (segment.start, segment.end, segment.speaker, segment.text) == (1.48, 3.0, "Ann", "Good day")
    with pytest.raises(ScoreliteError, match=r"'00:00:01:12' counts frames; .*; a frame number below 10"):
        formats.read(data, format=name, frame_rate=10)


def test_bars_are_between_columns_with_usual_names(tmp_path: Path) -> None:
    (tmp_path / "val.csv").write_text("wav_filename|wav_filesize|transcript\nc/1.wav|100|Hello, you.\n")
    corpus = formats.read(tmp_path / "val.csv")
    assert (corpus.ids(), corpus.texts()) == (["1"], ["Hello, you."])


def test_words_of_names_may_be_joined(tmp_path: Path) -> None:
    (tmp_path / "TRANS.txt").write_text("UtteranceID\tSpeakerID\tTranscription\n38_5.wav\t38\tgood day\n")
    (segment,) = formats.read(tmp_path / "TRANS.txt").segments
    assert (segment.id, segment.speaker, segment.text) == ("38_5.wav", "38", "good day")


def test_transcripts_in_the_columns_of_coraal_are_segments(tmp_path: Path) -> None:
    path = tmp_path / "DCB_se1_ag3_m_02_2.txt"
    path.write_text("Line\tSpkr\tStTime\tContent\tEnTime\n1\tDCB_se1_ag3_m_02\t0.4436\tGood day\t2.4068\n")
    (segment,) = formats.read(path).segments
    assert (segment.start, segment.end, segment.speaker) == (0.4436, 2.4068, "DCB_se1_ag3_m_02")
    assert segment.text == "Good day"


def test_a_frame_rate_reads_a_table_and_writes_frames() -> None:
    data, written = b"start,end,text\n00:00:01:12,00:00:03:00,x\n", io.BytesIO()
    formats.convert(data, written, source_format="csv", target_format="stl", frame_rate=50)
    assert written.getvalue() == b"00:00:01:12 , 00:00:03:00 , x\n"


OF_ALIGNER = b"Begin,End,Label,Type,Speaker\n0.0,0.5,hello,words,S1\n0.0,0.2,HH,phones,S1\n0.2,0.5,AH0,phones,S1\n"


def test_words_of_a_forced_aligner_are_read_without_its_phones() -> None:
    corpus = formats.read(OF_ALIGNER, format="csv")
    assert [(word.text, word.speaker, word.start, word.end) for word in corpus.segments] == [("hello", "S1", 0.0, 0.5)]
    assert corpus.notices() == [
        (
            "words are read from 'Label', and rows of phones are left out; tiers='phones' of segments and convert "
            "reads these, text=Label of convert all rows"
        )
    ]
    assert formats.read(OF_ALIGNER, format="csv", text="Label").texts() == ["hello", "HH", "AH0"]
    assert formats.read(OF_ALIGNER, format="csv", tiers="phones").texts() == ["HH", "AH0"]
    assert formats.read(OF_ALIGNER, format="csv", tiers=["words", "phones"]).texts() == ["hello", "HH", "AH0"]
    with pytest.raises(UsageError, match="has no tier 'phone'; its tiers are: 'words', 'phones'"):
        formats.read(OF_ALIGNER, format="csv", tiers="phone")
    with pytest.raises(UsageError, match="tiers= is for tables of an aligner"):
        formats.read(b"id,text\n1,a\n", format="csv", tiers="phones")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("first", ["sep=;", "SEP=;", '"sep=;"'])
def test_the_line_with_which_excel_names_the_separator_is_no_data(encoding: str, first: str) -> None:
    data = f"{first}\r\nid;text\r\na;good, day\r\nb;yes\r\n".encode(encoding)
    for name in ("csv", None):
        corpus = formats.read(data, format=name)
        assert (corpus.format, corpus.ids(), corpus.texts()) == ("csv", ["a", "b"], ["good, day", "yes"])
    with pytest.raises(ScoreliteError, match="4:1: 1 field; expected 2, as in the first line"):
        formats.read(f"{first}\nid;text\na;x\nb\n".encode(), format="csv")


@pytest.mark.parametrize("empty", [",,", ", ,", ",,\t"])
def test_rows_of_a_spreadsheet_without_any_cell_are_skipped_with_a_notice(empty: str) -> None:
    data = f'id,text,note\na,good day,x\n{empty}\nb,"a\n,,\nb",y\n{empty}\n'.encode()
    corpus = formats.read(data, format="csv")
    assert (corpus.ids(), corpus.texts()) == (["a", "b"], ["good day", "a\n,,\nb"])
    assert list(corpus.notices()) == ["2 empty rows are skipped"]
    with pytest.raises(ScoreliteError, match="6:1: 2 fields"):
        formats.read(data.replace(b'"a\n,,\nb"', b"x") + b"c,d\n", format="csv")
    assert list(formats.read(b"id,text\na,\n,x\n", format="csv").notices()) == []


def test_sums_and_errors_of_a_spreadsheet_are_named() -> None:
    notices = list(formats.read(b"id,text\na,good day\nb,#NAME?\nTotal:,2\n", format="csv").notices())
    text = "1 cell of 'text' with an error of a spreadsheet, such as #NAME?; the last row begins with 'Total:': it is "
    assert notices == [f"{text}read as any other; remove it if it sums up the others"]
    average = b"id,text,wer\na,good day,1\n,,\nAVERAGE,,0.5\n"
    assert "'AVERAGE'" in next(iter(formats.read(average, format="csv").notices()))
    assert list(formats.read(b"id,text\na,the total is #1\nb,mean\n", format="csv").notices()) == []


def test_titles_above_the_names_of_columns_are_named_with_their_line() -> None:
    table = b"Report,,\n,,\nid,reference,hypothesis\na,x,y\n"
    below = r"; line 3 looks like the names of the columns: remove the lines above it \(tail -n \+3\)"
    with pytest.raises(ScoreliteError, match=f"among 'Report', '', ''; .*{below}"):
        scoring.score_files(table, ref_format="csv")
    with pytest.raises(ScoreliteError, match=f"no column 'reference' among 'Report'.*{below}"):
        scoring.score_files(table, ref_format="csv", ref_column="reference", hyp_column="hypothesis")
    one = table.replace(b"reference", b"text")
    with pytest.raises(ScoreliteError, match=below):
        formats.read(one, format="csv")
    with pytest.raises(ScoreliteError, match=below):
        scoring.score_files(one, b"id,text\na,x\n", ref_format="csv", hyp_format="csv")


@pytest.mark.parametrize(
    ("rows", "texts"),
    [
        ('a\t"Yes" she said\nb\tno\n', ['"Yes" she said', "no"]),
        ('a\t"Yes she said\nb\tno\nc\tso"\n', ['"Yes she said', "no", 'so"']),
        ('a\t"Yes"\nb\t"He said ""no"""\n', ["Yes", 'He said "no"']),
        ('a\t"Yes\nor no"\nb\tno\n', ["Yes or no", "no"]),
    ],
)
def test_quotes_of_tsv_are_letters_where_they_do_not_stand_around_cells(rows: str, texts: list[str]) -> None:
    for end in ("\n", "\r\n"):
        corpus = formats.read(f"id\ttext\n{rows}".replace("\n", end).encode(), format="tsv")
        assert (corpus.ids(), [" ".join(text.split()) for text in corpus.texts()]) == ([*"abc"][: len(texts)], texts)
        assert bool(corpus.notices()) == texts[0].startswith('"')
