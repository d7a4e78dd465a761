"""Formats of toolkits and of data sets: lines of JSON, lists and tables."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import scorelite
from scorelite import formats, scoring
from scorelite.formats import conversion
from scorelite.formats.errors import UsageError
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Corpus, Label, Segment, Written
from scorelite.formats.source import Source
from tests.formats.check import check_format, read_or_refuse, written
from tests.formats.lossless import check_lossless, check_robust, same, values
from tests.peers import missing, peer

FOLDER = Path(__file__).parent / "samples"
SAMPLES = sorted(FOLDER / name for name in ("nemo.jsonl", "lhotse.jsonl", "seglst.json", "jsonl.jsonl"))
TABLES = [FOLDER / "csv.csv", FOLDER / "tsv.tsv"]

BROKEN = {
    "nemo": {
        b'{"audio_filepath": "a.wav", "text": "a"}\n{"audio_filepath": "b.wav", "duration": "x"\n': (
            "<bytes>:2:44: /duration: invalid JSON: expecting ',' delimiter; expected JSON\n"
            '  {"audio_filepath": "b.wav", "duration": "x"\n'
            "                                             ^"
        ),
        b'{"text": "a"}\n': ('<bytes>:1:1: no \'audio_filepath\'; expected text under that key\n  {"text": "a"}\n  ^'),
        b'{"audio_filepath": "a", "offset": -1, "text": 5}\n': (
            "<bytes>:1:35: /offset: -1 is negative; expected seconds >= 0\n"
            '  {"audio_filepath": "a", "offset": -1, "text": 5}\n'
            "                                    ^\n"
            "<bytes>:1:47: /text: is a number; expected text\n"
            '  {"audio_filepath": "a", "offset": -1, "text": 5}\n'
            "                                                ^"
        ),
    },
    "lhotse": {
        b'{"id": "a", "recording_id": "b", "start": 0}\n': (
            "<bytes>:1:1: no 'duration'; expected seconds under that key\n"
            '  {"id": "a", "recording_id": "b", "start": 0}\n'
            "  ^"
        ),
        b'\n{"id": 1, "recording_id": "b", "start": 0, "duration": 1, "alignment": {"word": [["a", 0]]}}\n': (
            "<bytes>:2:8: /id: is a number; expected text\n"
            '  {"id": 1, "recording_id": "b", "start": 0, "duration": 1, "alignment": {"word": [["a", 0]]}}\n'
            "         ^\n"
            "<bytes>:2:82: /alignment/word/0: 2 values"
            "; expected a word, its start, its duration and an optional score\n"
            '  {"id": 1, "recording_id": "b", "start": 0, "duration": 1, "alignment": {"word": [["a", 0]]}}\n'
            "                                                                                   ^"
        ),
        b"[]\n": ("<bytes>:1:1: is a list; expected an object\n  []\n  ^"),
    },
    "seglst": {
        b'[{"session_id": "a", "words": "x", "start_time": 2, "end_time": "1"}]': (
            "<bytes>:1:2: /0: end 1 is before begin 2; expected end >= begin\n"
            '  [{"session_id": "a", "words": "x", "start_time": 2, "end_time": "1"}]\n'
            "   ^"
        ),
        b'{"session_id": "a"}': ('<bytes>:1:1: is an object; expected a list\n  {"session_id": "a"}\n  ^'),
        b'[{"session_id": "a",\n"words": ["x"]}]': (
            '<bytes>:2:10: /0/words: is a list; expected text\n  "words": ["x"]}]\n           ^'
        ),
    },
    "csv": {
        b'id,text\na,"b"c\n': (
            "<bytes>:2:1: ',' expected after '\"'; expected quotes around a whole field, with a closing quote"
        ),
        b"id,name\na,b\n": (
            "<bytes>:1:1: no column of texts among 'id', 'name'"
            "; expected one of: text, sentence, transcription, transcript, normalized_text, raw_transcription, txt, "
            "words, wrd, target, content, body, reference, hypothesis, or of turns: speaker, start and end\n"
            "  id,name\n"
            "  ^"
        ),
        b"id,text,start\na,b\nb,c,x\n": (
            "<bytes>:2:1: 2 fields; expected 3, as in the first line\n"
            "<bytes>:3:1: start: 'x' is not a number; expected seconds, or a clock time such as 00:00:01.500"
        ),
    },
    "tsv": {
        b"": ("<bytes>:1:1: no column names; expected column names in the first line\n  \n  ^"),
        b"id\tid\ttext\n": (
            "<bytes>:1:1: the column 'id' is repeated; expected every column once\n  id\tid\ttext\n  ^"
        ),
        b"id\ttext\tstart\tend\na\tb\t2\t1\n": ("<bytes>:2:1: end: end 1 is before begin 2; expected end >= begin"),
    },
    "jsonl": {
        b'{"id": "a", "text": 5}\n{"id": "b", "text": "c", "id": 1}\n': (
            "<bytes>:1:21: /text: 5 is not text; expected text\n"
            '  {"id": "a", "text": 5}\n'
            "                      ^\n"
            "<bytes>:2:32: /id: the key 'id' is repeated in one object; expected every key once\n"
            '  {"id": "b", "text": "c", "id": 1}\n'
            "                                 ^"
        ),
        b'{"id": "a"}\n': (
            "<bytes>:1:1: no column of texts among 'id'"
            "; expected one of: text, sentence, transcription, transcript, normalized_text, raw_transcription, txt, "
            "words, wrd, target, content, body, reference, hypothesis, or of turns: speaker, start and end\n"
            '  {"id": "a"}\n'
            "  ^"
        ),
        b'{"id": [], "text": "a", "start": "x"}\n': (
            "<bytes>:1:8: /id: [] is not a name; expected text or a number\n"
            '  {"id": [], "text": "a", "start": "x"}\n'
            "         ^\n"
            "<bytes>:1:34: /start: 'x' is not a number; expected seconds, or a clock time such as 00:00:01.500\n"
            '  {"id": [], "text": "a", "start": "x"}\n'
            "                                   ^"
        ),
    },
}


def sample_of(name: str) -> bytes:
    return next(path for path in FOLDER.glob(f"{name}.*")).read_bytes()


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_nothing_of_a_file_is_lost_and_no_other_format_claims_it(path: Path) -> None:
    check_lossless(formats.by_name(path.stem), path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_damaged_file_ends_with_a_message(path: Path) -> None:
    check_robust(formats.by_name(path.stem), path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_damaged_table_ends_with_a_message(path: Path) -> None:
    data = path.read_bytes()
    for place in range(len(data)):
        read_or_refuse(data[:place], path.stem)
        for sign in (b'"', b"\n", b"\t", b",", b"\xff", b"\r"):
            read_or_refuse(data[:place] + sign + data[place + 1 :], path.stem)


@pytest.mark.parametrize("name", BROKEN)
def test_toolkit_formats_pass_what_every_format_passes(name: str, tmp_path: Path) -> None:
    record = formats.by_name(name)
    sample = sample_of(name)
    canonical = written(record.read(Source(sample)), record)
    if name in ("csv", "tsv"):
        assert canonical == sample
    else:
        assert same(values(canonical.decode()), values(sample.decode()))
    check_format(record, canonical, BROKEN[name], tmp_path)


def test_every_toolkit_format_has_broken_samples() -> None:
    names = {record.name for record in FORMATS if record.family == "toolkits" and record.writable}
    assert names - {"parquet"} == set(BROKEN)


SEGMENTS = (
    Segment(
        id="a-1",
        session="a",
        channel="1",
        speaker="anna",
        start=Written("0.5"),
        end=Written("1.75"),
        labels=(Label("good", Written("0.5"), Written("1.0")), Label("day", Written("1.25"), Written("1.75"))),
    ),
    Segment(id="a-2", session="a", channel="1", speaker="bert", start=Written("2"), end=Written("2.5"), text="yes"),
)


@pytest.mark.parametrize("name", [*BROKEN, "parquet"])
def test_segments_pass_through_every_toolkit_format(name: str) -> None:
    if name == "parquet":
        peer("pyarrow")
    record = formats.by_name(name)
    again = record.read(Source(written(Corpus(SEGMENTS), record)))
    assert again.texts() == ["good day", "yes"]
    for segment, wanted in zip(again.segments, SEGMENTS, strict=True):
        assert (segment.session, segment.start, segment.end) == (wanted.session, wanted.start, wanted.end)
        assert segment.speaker == wanted.speaker
        assert segment.channel == (wanted.channel if "channels" in record.carries else "")
        assert segment.id == (wanted.id if "ids" in record.carries else "")


def test_a_manifest_is_read_by_what_was_recognised() -> None:
    data = b'{"audio_filepath": "a.wav", "duration": 2.0, "text": "yes", "pred_text": "yea"}\n'
    record = formats.by_name("nemo")
    corpus = record.read(Source(data), text="pred_text")
    assert corpus.texts() == ["yea"]
    assert same(values(written(corpus, record).decode()), values(data.decode()))
    with pytest.raises(formats.FormatError, match="1:1: no 'pred_text'; expected text under that key"):
        record.read(Source(b'{"audio_filepath": "a.wav", "text": "yes"}\n'), text="pred_text")


def _recognised(key: str = "timestamp_word", **more: object) -> bytes:
    """A line of NeMo's output with times of words."""
    spoken = [{"word": "hi", "start": 0.1, "end": 0.4}, {"word": "you.", "start": 0.5, "end": 0.9}]
    row = {"audio_filepath": "d/a.wav", "duration": 2.0, "pred_text": "hi you.", key: spoken, **more}
    return json.dumps(row).encode() + b"\n"


@pytest.mark.parametrize("key", ["timestamp_word", "timestamps_word"])
def test_recognised_words_of_a_manifest_have_their_times(key: str) -> None:
    (segment,) = formats.read(_recognised(key)).segments
    assert segment.labels == (Label("hi", 0.1, 0.4), Label("you.", 0.5, 0.9))
    corpus = formats.read(_recognised(key, text="hey", offset=10), text="pred_text")
    assert corpus.segments[0].labels == (Label("hi", 10.1, 10.4), Label("you.", 10.5, 10.9))
    assert "".join(formats.by_name("nemo").write(corpus)).encode() == _recognised(key, text="hey", offset=10)
    assert formats.read(_recognised(key, text="hey")).texts() == ["hey"]
    assert formats.read(_recognised(key, pred_text="hi all.")).segments[0].labels is None


def test_conversion_of_the_reference_of_a_manifest_with_a_hypothesis_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(_recognised(text="hey"))
    outcome = conversion.run(tmp_path / "a.json", tmp_path / "a.txt", conversion.Wishes())
    assert "text='pred_text' reads the hypothesis" in str(outcome)
    for suffix in ("srt", "ctm"):
        target = tmp_path / f"a.{suffix}"
        with pytest.raises(UsageError, match="expected text='pred_text' to convert the hypothesis, or text='text'"):
            conversion.run(tmp_path / "a.json", target, conversion.Wishes())
        assert not target.exists()
    conversion.run(tmp_path / "a.json", tmp_path / "a.srt", conversion.Wishes(options={"text": "text"}))
    assert (tmp_path / "a.srt").read_text().endswith("hey\n")
    conversion.run(tmp_path / "a.json", tmp_path / "a.ctm", conversion.Wishes(options={"text": "pred_text"}))
    assert (tmp_path / "a.ctm").read_text().startswith("a 1 0.1 0.3 hi\n")


def test_recognised_words_of_a_manifest_may_be_in_the_timestamps_of_a_hypothesis() -> None:
    spoken = [{"word": "hi", "start": 0.1, "end": 0.4}, {"word": "you.", "start": 0.5, "end": 0.9}]
    row = _recognised("timestamp", timestamp={"word": spoken, "segment": [], "char": []}, text="hey", offset=10)
    corpus = formats.read(row, text="pred_text")
    assert corpus.segments[0].labels == (Label("hi", 10.1, 10.4), Label("you.", 10.5, 10.9))
    assert formats.read(_recognised("timestamp", timestamp=[1, 2])).texts() == ["hi you."]


ERRORS = """%WER = 50.00
Errors: 1 insertions, 1 deletions, 1 substitutions, over {} reference words (4 correct)
Search below for sections starting with PER-UTT DETAILS:, ...

PER-UTT DETAILS: corr or (ref->hyp)
u1:	HE (SAT->SET DOWN) TODAY
u2:	(EARLY->*) AND {}

SUBSTITUTIONS: count ref -> hyp
1   SAT -> SET
"""


def test_a_list_of_errors_of_icefall_has_the_texts_of_both_sides(tmp_path: Path) -> None:
    text = ERRORS.format(6, "LATE").encode()
    assert formats.read(text).texts() == ["HE SET DOWN TODAY", "AND LATE"]
    assert formats.read(text, side="ref").texts() == ["HE SAT TODAY", "EARLY AND LATE"]
    (tmp_path / "errs-test.txt").write_bytes(text)
    assert scorelite.score_files(tmp_path / "errs-test.txt").counts.errors == 3


@pytest.mark.parametrize(
    ("length", "word", "message"),
    [
        (7, "LATE", ":1:1: 6 words of the reference in PER-UTT DETAILS, and 7 "),
        (6, "L(->TE", ":7:1: words that may be"),
    ],
)
def test_a_list_of_errors_of_icefall_whose_words_are_in_doubt_is_rejected(length: int, word: str, message: str) -> None:
    with pytest.raises(formats.FormatError, match=message):
        formats.read(ERRORS.format(length, word).encode())


def test_cuts_are_read_as_the_supervisions_in_them() -> None:
    spoken = {"id": "s1", "recording_id": "r", "start": 0.25, "duration": 2, "text": "good day", "speaker": "ann"}
    aligned = {"word": [["good", 0.25, 0.5], ["day", 1, 0.5]]}
    cut = {
        "id": "c1",
        "start": 10.5,
        "duration": 4,
        "type": "MonoCut",
        "supervisions": [{**spoken, "alignment": aligned}],
    }
    silence = {"id": "p", "type": "PaddingCut", "duration": 3}
    tracks = [{"cut": {**cut, "supervisions": [spoken]}, "offset": 1.5}, {"cut": silence, "offset": 2}]
    mixed = {"id": "m", "type": "MixedCut", "tracks": tracks}
    first, other = formats.read("".join(json.dumps(row) + "\n" for row in (cut, mixed)).encode()).segments
    assert (first.id, first.session, first.start, first.end, first.speaker) == ("s1", "r", 10.75, 12.75, "ann")
    assert first.labels == (Label("good", 10.75, 11.25), Label("day", 11.5, 12.0))
    assert (other.session, other.start, other.end, other.text) == ("m", 1.75, 3.75, "good day")


def test_an_utterance_without_offset_begins_its_file() -> None:
    segment = formats.read(b'{"audio_filepath": "d/a.wav", "duration": 2.50, "text": "yes"}\n').segments[0]
    assert (segment.session, str(segment.start), str(segment.end)) == ("a", "0", "2.50")
    assert formats.read(b'{"audio_filepath": "d/a.wav", "text": "yes"}\n').segments[0].end is None


def test_columns_are_named_where_they_are_called_otherwise() -> None:
    record = formats.by_name("csv")
    data = b"who,what,text\nanna,hi,ignored\n"
    corpus = record.read(Source(data), text="what", speaker="who")
    assert (corpus.segments[0].speaker, corpus.texts()) == ("anna", ["hi"])
    assert written(corpus, record) == data
    with pytest.raises(formats.FormatError, match="no column 'words' among 'who', 'what', 'text'"):
        record.read(Source(data), text="words")
    with pytest.raises(formats.UsageError, match="'word' is not a role of a column; expected one of: id, session"):
        record.read(Source(data), word="what")


def test_columns_of_other_tables_are_taken_over() -> None:
    corpus = formats.read(FOLDER / "jsonl.jsonl")
    assert written(corpus, formats.by_name("csv")).decode().splitlines()[:2] == [
        "id,audio,text,speaker_id,chapter_id,start,end,extra",
        "u1,clips/a.flac,Good day.,7,1,,,",
    ]


def test_lines_are_converted_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorelite.formats.engine.pieces.BLOCK", 1000)
    lines = [
        json.dumps({"id": f"u{i}", "recording_id": "a", "start": i, "duration": 0.5, "channel": 0, "text": f"word {i}"})
        for i in range(500)
    ]
    (tmp_path / "a.lhotse.jsonl").write_text("\n".join(lines) + "\n")
    formats.convert(tmp_path / "a.lhotse.jsonl", tmp_path / "b.nemo.jsonl")
    texts = [json.loads(line)["text"] for line in (tmp_path / "b.nemo.jsonl").read_text().splitlines()]
    assert texts == [f"word {i}" for i in range(500)]


def test_problems_of_many_lines_are_reported_at_once() -> None:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(b'{"id": 1}\nx\n{"id": "a", "recording_id": "b", "start": "c"}\n' * 10, format="lhotse")
    assert len(caught.value.problems) == 20
    assert [problem.where.line for problem in caught.value.problems[:5]] == [1, 1, 1, 1, 2]


# --- Parquet -----------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table as in data sets, with sound."""
    arrow = peer("pyarrow")
    parquet = peer("pyarrow.parquet")
    columns = {
        "audio": [{"bytes": b"x" * 1000, "path": "clips/a.flac"}, {"bytes": b"y", "path": "clips/b.flac"}],
        "sentence": ["Good day.", "yes"],
        "speaker_id": [7, 8],
        "rate": [0.5, None],
        "embedding": [[0.25, 0.5], [1.0]],
    }
    parquet.write_table(arrow.table(columns), tmp_path / "a.parquet")
    return tmp_path / "a.parquet"


def test_parquet_is_read_without_the_sound(table: Path) -> None:
    corpus = formats.read(table)
    assert corpus.format == "parquet"
    assert [(s.id, s.session, s.speaker, s.text) for s in corpus.segments] == [
        ("a", "a", "7", "Good day."),
        ("b", "b", "8", "yes"),
    ]
    assert ("parquet:rate", "0.5") in corpus.segments[0].attributes
    assert "bytes" not in str(corpus.segments[0].attributes)
    whole = formats.by_name("parquet").read(Source(table), all_columns=True)
    assert ("parquet:embedding", "[0.25, 0.5]") in whole.segments[0].attributes


def test_parquet_survives(table: Path, tmp_path: Path) -> None:
    corpus = formats.read(table)
    formats.write(corpus, tmp_path / "b.parquet")
    again = formats.read(tmp_path / "b.parquet")
    assert again == corpus
    formats.convert(table, tmp_path / "c.csv")
    assert (tmp_path / "c.csv").read_text() == (
        "audio,sentence,speaker_id,rate\nclips/a.flac,Good day.,7,0.5\nclips/b.flac,yes,8,\n"
    )


def test_broken_parquet_is_refused(table: Path) -> None:
    data = table.read_bytes()
    for broken, message in (
        (b"PAR1", "<bytes>:1:1: a broken Parquet file: "),
        (
            data[:-10],
            "<bytes>:1:1: not a Parquet file, or an incomplete one; expected PAR1 at the start and at the end",
        ),
        (data[:-12] + b"\xff\xff\xff\x7fPAR1", "<bytes>:1:1: a broken Parquet file: "),
    ):
        with pytest.raises(formats.FormatError) as caught:
            formats.read(broken, format="parquet")
        assert str(caught.value).startswith(message)
    with pytest.raises(formats.FormatError, match="no column 'words' among 'audio', 'sentence'"):
        formats.by_name("parquet").read(Source(table), text="words")


@pytest.mark.slow
def test_damaged_parquet_is_read_or_refused(table: Path) -> None:
    data = table.read_bytes()
    for place in range(4, len(data) - 4, 7):
        read_or_refuse(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :], "parquet")


def test_parquet_is_not_written_as_text() -> None:
    peer("pyarrow")
    assert formats.by_name("parquet").writable
    assert written(Corpus(SEGMENTS), formats.by_name("parquet")).startswith(b"PAR1")


# --- the libraries themselves ------------------------------------------------------------------------


def run(code: str, *arguments: str) -> str:
    """The output of a program in its own interpreter: these libraries import much."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        missing(done.stdout.partition(" ")[0], done.stdout.strip())
    assert done.returncode == 0, done.stderr
    return done.stdout


GUARD = """
import sys
try:
    import {0}
except ImportError as error:
    print("{0} is not installed:", error)
    sys.exit(77)
"""
LHOTSE = """
from lhotse import SupervisionSegment, SupervisionSet
from lhotse.supervision import AlignmentItem
good = [AlignmentItem("good", 0.5, 0.5, 0.9), AlignmentItem("day", 1.25, 0.5)]
one = SupervisionSegment("a-1", "a", 0.5, 1.25, 1, "good day", "en", "anna", "f", {"x": 1}, {"word": good})
two = SupervisionSegment("a-2", "a", 2, 0.5, [0, 1])
SupervisionSet.from_segments([one, two]).to_jsonl(sys.argv[1])
for one in SupervisionSet.from_jsonl(sys.argv[2]):
    print(one.id, one.recording_id, one.start, one.duration, one.channel, one.speaker, one.text)
    print(*(one.alignment or {}).get("word", []))
"""
MEETEVAL = """
import meeteval.io
lines = [dict(session_id="a", speaker="anna", words="good day", start_time=0.5, end_time=1.75, segment_index=1)]
meeteval.io.SegLST(lines).dump(sys.argv[1])
"""
MEETEVAL_BACK = """
import meeteval.io
for line in meeteval.io.load(sys.argv[1], format="seglst"):
    print(line["session_id"], line["speaker"], float(line["start_time"]), float(line["end_time"]), line["words"])
"""


def test_lhotse_reads_what_we_write_and_we_read_what_it_writes(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl.gz"
    formats.write(Corpus(SEGMENTS), tmp_path / "ours.jsonl", format="lhotse")
    printed = run(GUARD.format("lhotse") + LHOTSE, str(path), str(tmp_path / "ours.jsonl"))
    corpus = formats.read(path)
    assert corpus.format == "lhotse"
    first, second = corpus.segments
    assert (first.id, first.session, first.channel, first.speaker, first.start, first.end) == (
        *("a-1", "a", "1", "anna"),
        *(0.5, 1.75),
    )
    assert first.items == (Label("good", 0.5, 1.0, 0.9), Label("day", 1.25, 1.75))
    assert second.text == ""
    assert printed.splitlines() == [
        "a-1 a 0.5 1.25 1 anna good day",
        " ".join(
            (
                "AlignmentItem(symbol='good', start=0.5, duration=0.5, score=None)",
                "AlignmentItem(symbol='day', start=1.25, duration=0.5, score=None)",
            )
        ),
        "a-2 a 2 0.5 1 bert yes",
        "",
    ]


def test_meeteval_reads_what_we_write_and_we_read_what_it_writes(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    run(GUARD.format("simplejson") + GUARD.format("meeteval") + MEETEVAL, str(path))
    corpus = formats.read(path)
    assert corpus.format == "seglst"
    assert corpus.segments[0].speaker == "anna"
    assert corpus.texts() == ["good day"]
    ours = tmp_path / "ours.seglst.json"
    formats.write(Corpus(SEGMENTS), ours)
    assert run(GUARD.format("meeteval") + MEETEVAL_BACK, str(ours)).splitlines() == [
        "a anna 0.5 1.75 good day",
        "a bert 2.0 2.5 yes",
    ]


def test_usual_and_unusual_segments_are_read_alike() -> None:
    usual = {"session_id": "a", "speaker": "b", "start_time": 0.5, "end_time": 1.25, "words": "x y"}
    for other in ({"speaker": None}, {"start_time": -0.0}, {"words": " x y "}, {"end_time": 2}, {"more": 1}):
        unusual = json.dumps([usual, usual | other]).encode()
        alone = formats.read(json.dumps([usual]).encode(), format="seglst")
        both = formats.read(unusual, format="seglst")
        assert both.segments[0] == alone.segments[0]
        assert same(values(written(both, formats.by_name("seglst")).decode()), values(unusual.decode()))


def test_lines_of_wenet_are_lines_of_json_with_ids_and_texts() -> None:
    lines = b'{"key": "u1", "wav": "/x/u1.wav", "txt": "good day"}\n{"key": "u2", "wav": "/x/u2.wav", "txt": "a b"}\n'
    corpus = formats.read(lines)
    assert (corpus.format, corpus.ids(), corpus.texts()) == ("jsonl", ["u1", "u2"], ["good day", "a b"])


def test_results_of_espnet_hold_both_sides_in_words() -> None:
    data = (FOLDER / "espnet.json").read_bytes()
    assert [formats.read(data, side=side).texts() for side in ("ref", "hyp")] == [["RUBOUT G"], ["RUBO UT G"]]
    assert formats.read(data).format == "espnet"
    assert scoring.score_files(data, data).counts.errors == 2
    letters = data.replace(b"\\u2581RUBO\\u2581UT\\u2581G<eos>", b"RUBOUT<space>G")
    assert formats.read(letters, format="espnet").texts() == ["RUBOUT G"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"utts": {"u1": {"output": []}}}', "/utts/u1/output: an empty list; expected an output"),
        ('{"utts": {"u1": {"output": [{"text": "a"}]}}}', "/utts/u1/output/0: no 'rec_text'; expected text"),
        ('{"utts": []}', "/utts: is a list; expected an object"),
    ],
)
def test_a_broken_result_of_espnet_is_rejected_with_its_place(text: str, message: str) -> None:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(text.encode(), format="espnet")
    assert message in str(caught.value)


def _manifest(tmp_path: Path, source: object, **options: str) -> list[dict[str, object]]:
    goal = tmp_path / "out.nemo.jsonl"
    formats.convert(source, goal, **options)  # type: ignore[arg-type]
    return [json.loads(line) for line in goal.read_text().splitlines()]


@pytest.mark.parametrize("segments", ["", "a-1 rec1 1.00 3.50\na-2 rec2 3.50 6.00\n"])
def test_a_manifest_of_a_data_folder_has_the_paths_of_wav_scp(tmp_path: Path, segments: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.joinpath("text").write_text("a-1 hello world\na-2 fine\n")
    keys = ("rec1", "rec2") if segments else ("a-1", "a-2")
    folder.joinpath("wav.scp").write_text(f"{keys[0]} /d/x.wav\n{keys[1]} sph2pipe -f wav /d/y.sph |\n")
    if segments:
        folder.joinpath("segments").write_text(segments)
    assert [row["audio_filepath"] for row in _manifest(tmp_path, folder)] == ["/d/x.wav", keys[1]]


@pytest.mark.parametrize(
    ("data", "names"),
    [(b"hello (a-1)\nworld (a-2)\n", ["a-1", "a-2"]), (b"hello\nworld\n", ["1", "2"]), (b"u1-1 a\nu1-2 b\n", None)],
)
def test_utterances_without_times_are_files_of_their_own_in_a_manifest(
    tmp_path: Path, data: bytes, names: list[str] | None
) -> None:
    path = tmp_path / f"in.{'ark' if names is None else 'trn' if b'(' in data else 'txt'}"
    path.write_bytes(data)
    options = {"source_format": "kaldi"} if names is None else {}
    goal = tmp_path / "out.nemo.jsonl"
    dropped = formats.convert(path, goal, **options)  # type: ignore[arg-type]
    rows = [json.loads(line)["audio_filepath"] for line in goal.read_text().splitlines()]
    assert (rows, dropped) == (names or ["u1-1", "u1-2"], ())


def test_a_manifest_of_results_has_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "recogs-test.txt"
    path.write_text("u1:\tref=['GOOD', 'DAY']\nu1:\thyp=['GOOD']\n")
    expected = [{"audio_filepath": "u1", "text": "GOOD DAY", "pred_text": "GOOD"}]
    assert _manifest(tmp_path, path) == _manifest(tmp_path, path, side="ref") == expected
    assert formats.convert(path, tmp_path / "a.trn") == ("attributes",)


MERGED = (
    b'{"audio_filepath": "en/1.wav", "duration": 2, "text": "hello"}\n'
    b'{"audio_filepath": "de/1.wav", "duration": 1, "text": "hallo"}\n'
    b'{"audio_filepath": "de/2.wav", "duration": 1, "text": "ja"}\n'
)


@pytest.mark.parametrize("kind", ["stm", "seglst", "csv", "lhotse", "kaldi-data"])
def test_files_of_one_name_in_several_folders_stay_apart(tmp_path: Path, kind: str) -> None:
    goal = tmp_path / "out"
    formats.convert(MERGED, goal, source_format="nemo", target_format=kind)
    assert {segment.session for segment in formats.read(goal, format=kind)} == {"en_1", "de_1", "2"}
    with pytest.raises(formats.UsageError, match="would give several recordings"):
        formats.convert(MERGED, tmp_path / "one", source_format="nemo", target_format=kind, session="talk")
    table = b"path,text\nen/1.wav,hello\nde/1.wav,hallo\n"
    formats.convert(table, goal := tmp_path / "out.trn", source_format="csv", target_format="trn")
    assert formats.read(goal).ids() == ["en_1", "de_1"]


def test_paths_of_a_table_are_those_of_its_manifest(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text("path,text\nen/1.wav,hello\nde/1.wav,hallo\n")
    assert [row["audio_filepath"] for row in _manifest(tmp_path, path)] == ["en/1.wav", "de/1.wav"]
    assert formats.convert(path, tmp_path / "a.nemo.jsonl") == ()


@pytest.mark.slow
def test_files_of_one_name_that_are_pieces_apart_are_refused(tmp_path: Path) -> None:
    row = '{"audio_filepath": "%s.wav", "duration": 2, "text": "hello"}\n'
    path = tmp_path / "in.nemo.jsonl"
    path.write_text(row % "en/1" + "".join(row % number for number in range(2, 90_000)) + row % "de/1")
    with pytest.raises(formats.UsageError, match="two files would be one recording, '1': 'en/1.wav' and 'de/1.wav'"):
        formats.convert(path, tmp_path / "out.stm")


@pytest.mark.parametrize("side", ["ref", "hyp"])
def test_alignments_of_speechbrain_have_the_words_of_both_sides(side: str) -> None:
    corpus = formats.read(FOLDER / "speechbrain.txt", side=side)
    texts = {
        "ref": ["hello there", "good day ; now", "yes", "", "only ref"],
        "hyp": ["hello hair x", "good day ; now", "", "no", ""],
    }
    assert (corpus.format, corpus.texts()) == ("speechbrain", texts[side])
    assert [segment.id for segment in corpus.segments] == ["u1", "u2", "u3", "u4", "u5"]


def test_a_cut_alignment_of_speechbrain_is_refused() -> None:
    lines = (FOLDER / "speechbrain.txt").read_bytes().splitlines(keepends=True)
    with pytest.raises(formats.FormatError, match=":13:1: no alignment of u1; expected an id with its rate"):
        formats.read(b"".join(lines[:13]), format="speechbrain")


@pytest.mark.parametrize("suffix", [".en", ".de"])
def test_a_suffix_of_a_language_is_plain_text(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"tst{suffix}").write_text("good day\nyes\n")
    assert formats.read(tmp_path / f"tst{suffix}").format == "txt"
