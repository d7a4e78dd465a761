"""RTTM has one strict reader: all commands refuse the same rows with the same message."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats import rttm
from scorelite.formats.schema import Corpus, Label, Segment
from scorelite.formats.source import Source
from scorelite.scoring.cli.main import main
from scorelite.scoring.kws.transcripts import read_rttm
from tests.formats.check import written

pytest.importorskip("lxml")
pytest.importorskip("numpy")

GOOD = "LEXEME talk 1 0.50 0.25 good lex anna 0.9\n"
LAYOUT = "type file channel begin duration token subtype speaker confidence [lookahead]"
BLANKS = "blanks and tabs between fields, and none of the other blanks of Unicode"
BAD = {
    "SPEAKER talk 1 0.00 4.00 <NA> <NA> anna\u00a0b <NA>": f"1:40: U+00A0 in a row: some programs split fields there, "
    f"others do not; expected {BLANKS}",
    "SPEAKER talk 1 0.00 4.00 <NA> <NA> anna\u2028b <NA> <NA>": f"1:40: U+2028 in a row: some programs split fields "
    f"there, others do not; expected {BLANKS}",
    "SPEAKER talk 1 0.00 4.00 <NA> <NA> anna\x1fb <NA> <NA>": f"1:40: U+001F in a row: some programs split fields "
    f"there, others do not; expected {BLANKS}",
    "SPEAKER talk 1 \uff11.00 4.00 <NA> <NA> anna <NA>": f"1:16: begin '\uff11.00' is not a number; expected {LAYOUT}",
    "SPEAKER talk 1 1_0 4.00 <NA> <NA> anna <NA>": f"1:16: begin '1_0' is not a number; expected {LAYOUT}",
    "SPEAKER talk 1 0.00 -4.00 <NA> <NA> anna <NA>": f"1:21: duration '-4.00' is negative; expected {LAYOUT}",
    "SPEAKER talk 1 0.00 inf <NA> <NA> anna <NA>": f"1:21: duration 'inf' is not a number; expected {LAYOUT}",
    "SPEAKER talk 1 0.00 4.00 <NA> <NA> anna high <NA>": (
        f"1:41: confidence 'high' is neither a number nor <NA>; expected {LAYOUT}"
    ),
    "SPEAKR talk 1 0.00 4.00 <NA> <NA> anna <NA>": (
        f"1:1: the type 'SPEAKR' is unknown; expected {LAYOUT}; did you mean SPEAKER?"
    ),
    "SPEAKER talk 1 0.00 4.00 <NA> <NA> anna": f"1:40: 8 fields; expected {LAYOUT}",
    "SPEAKER talk 1 <NA> 4.00 <NA> <NA> anna <NA>": f"1:16: begin '<NA>' is not a number; expected {LAYOUT}",
    "LEXEME talk 1 0.00 0.50 <NA> lex anna <NA>": f"1:25: a LEXEME without a word; expected {LAYOUT}",
}


def read(path: str) -> str:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(path)
    return str(caught.value)


def code_of(arguments: list[str]) -> int:
    """The exit code of a command line."""
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.fixture
def keyword_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The other three files of a keyword scoring."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.uem").write_text("talk 1 0 10\n", encoding="utf-8")
    (tmp_path / "k.txt").write_text("good\n", encoding="utf-8")
    (tmp_path / "s.ctm").write_text("talk 1 0.50 0.25 good 0.9\n", encoding="utf-8")
    (tmp_path / "good.rttm").write_text(GOOD, encoding="utf-8")
    return tmp_path


SEGMENTS = ("segments", "FILE", "good.rttm", "--by", "speaker")
KWS = ("kws", "--ecf", "e.uem", "--kwlist", "k.txt", "--kwslist", "s.ctm", "--rttm", "FILE")
CONVERT = ("convert", "FILE", "out.ctm")


@pytest.mark.parametrize("arguments", [SEGMENTS, KWS, CONVERT], ids=lambda words: words[0])
@pytest.mark.parametrize("before", ["", GOOD], ids=["first", "second"])
@pytest.mark.parametrize("row", BAD)
def test_a_bad_row_is_refused_by_all_with_the_words_of_the_reader(
    row: str, before: str, arguments: tuple[str, ...], keyword_files: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (keyword_files / "bad.rttm").write_text(f"{before}{row}\n", encoding="utf-8", newline="\n")
    message = read("bad.rttm")
    line, place = BAD[row].split(":", 1)
    assert message.startswith(f"bad.rttm:{int(line) + before.count(chr(10))}:{place}\n  ")
    capfd.readouterr()
    assert code_of([word.replace("FILE", "bad.rttm") for word in arguments]) > 0
    said = capfd.readouterr()
    # convert alone can leave out such lines, and says so.
    assert (said.out, said.err.removesuffix("(--skip-broken leaves out broken lines)\n")) == ("", message + "\n")


def test_all_bad_rows_are_named_at_once() -> None:
    data = GOOD + "".join(f"{row}\n" for row in BAD)
    with pytest.raises(formats.FormatError) as caught:
        formats.read(data.encode(), format="rttm")
    assert [problem.where.line for problem in caught.value.problems] == list(range(2, len(BAD) + 2))


def test_a_file_without_suffix_is_refused_as_rttm_by_its_types_and_fields(keyword_files: Path) -> None:
    (keyword_files / "hyp").write_text(GOOD + "LEXEME talk 1 x 1 a lex b <NA>\n")
    assert read("hyp").startswith("hyp:2:15: begin 'x' is not a number")


def test_a_comment_between_words_keeps_both_words() -> None:
    data = b"SPEAKER t 1 0 9 <NA> <NA> a <NA>\nLEXEME t 1 0 1 x lex a <NA>\n;; c\nLEXEME t 1 1 1 y lex a <NA> ;; d\n"
    corpus = formats.read(data, format="rttm")
    (segment,) = corpus.segments
    assert [(item.value, item.start) for item in segment.items if isinstance(item, Label)] == [("x", 0.0), ("y", 1.0)]
    assert [(comment.text, comment.before) for comment in corpus.comments] == [(";; c", 1), (";; d", 1)]
    again = written(corpus, rttm.FORMAT)
    assert again == data.replace(b";; c\n", b"").replace(b" ;; d", b"") + b";; c\n;; d\n"


@pytest.mark.parametrize("blank", ["\t", "  ", "\x0b", "\x0c"])
def test_blanks_of_ascii_separate_fields_line_by_line_and_in_columns(blank: str) -> None:
    rows = "".join(f"SPEAKER t 1 {begin}.0 1.0 <NA> <NA> a <NA>\n" for begin in range(3000))
    expected = formats.read(rows.encode(), format="rttm").segments
    for data in (rows.replace(" ", blank), rows.replace(" ", blank) + ";; x\n", rows.replace("\n", "\r\n")):
        corpus = formats.read(data.encode(), format="rttm")
        assert corpus.segments == expected
        assert corpus.segments[-1].where == formats.Where("<bytes>", 3000)
    assert written(formats.read(rows.replace(" ", blank).encode(), format="rttm"), rttm.FORMAT) == rows.encode()


def test_rows_with_and_without_lookahead_stand_in_one_file() -> None:
    row = "SPEAKER t 1 0 1 <NA> <NA> a <NA>"
    data = f"{row}\n{row} <NA>\n{row} soon\n".encode()
    corpus = formats.read(data, format="rttm")
    assert written(corpus, rttm.FORMAT) == data
    assert [dict(segment.attributes).get("rttm:lookahead") for segment in corpus.segments] == [None, "<NA>", "soon"]


@pytest.mark.parametrize("name", ["a\u00a0b", "a;;b", "a b", ""])
def test_a_name_that_a_reader_would_split_is_not_written(name: str) -> None:
    segment = Segment(session="t", channel="1", start=0.0, end=1.0, labels=(Label(name, 0.0, 1.0),))
    for changed in (segment, Segment(session=name, channel="1", start=0.0, end=1.0)):
        corpus = Corpus((Segment(**{**fields(changed), "attributes": (("rttm:type", "LEXEME"),)}),))
        with pytest.raises(formats.UsageError, match="rttm cannot hold the"):
            written(corpus, rttm.FORMAT)


def fields(segment: Segment) -> dict[str, object]:
    """The fields of a segment by name."""
    return {name: getattr(segment, name) for name in segment.__dataclass_fields__}


RAW = "lexeme f 1 1.5s 0x9 a lex s <NA>\nWHAT f 1 a b c d e f\nSPEAKER f 1 0 9 <NA> <NA> s high\n"


def test_kwseval_reads_types_in_any_case_and_numbers_as_far_as_they_go() -> None:
    for data in (RAW, RAW + ";; a comment\n"):
        found = read_rttm(Source(data.encode()), raw=True)
        assert (found.lexemes.tokens, found.lexemes.begins, found.lexemes.durations) == (["a"], [1.5], [0.0])
        assert (found.lexemes.lines, found.speakers.lines, found.speakers.speakers) == ([1], [3], ["s"])
    with pytest.raises(formats.FormatError, match="<bytes>:1:29: 10 fields; expected 9 fields"):
        read_rttm(Source(b"LEXEME f 1 1 1 a lex s <NA> <NA>\n"), raw=True)


SPEAKERS = b"SPKR-INFO t 1 <NA> <NA> <NA> unknown eve <NA> <NA>\nSPEAKER t 1 0.50 1.25 <NA> <NA> eve <NA> <NA>\n"


def test_descriptions_of_speakers_are_left_out_where_times_are_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.rttm").write_bytes(SPEAKERS)
    for target, wanted in (("TextGrid", "xmax = 1.75"), ("stm", "t 1 eve 0.50 1.75\n")):
        assert main(["convert", str(tmp_path / "a.rttm"), str(tmp_path / f"a.{target}")]) == 0
        assert wanted in (tmp_path / f"a.{target}").read_text()
    assert "segments without words and times are left out: 1\n" in capsys.readouterr().err


def test_words_without_times_are_named_where_times_are_needed(tmp_path: Path) -> None:
    data = b"id,start,end,text\na,1,2,hi\nb,,,you there\n"
    with pytest.raises(formats.UsageError, match="1 segment has no times, which stm needs; <bytes>:3:1 is one of them"):
        formats.convert(data, tmp_path / "a.stm", source_format="csv")


UNSPELLED = (
    "SPEAKER talk 1 0.0 2.0 <NA> <NA> anna <NA>\n"
    "LEXEME talk 1 0.5 0.3 good lex anna <NA>\n"
    "LEXEME talk 1 0.8 0.1 <NA> un-lex anna <NA>\n"
    "LEXEME talk 1 1.0 0.3 day lex anna <NA>\n"
)


@pytest.mark.parametrize("subtype", ["un-lex", "for-lex", "frag", "fp"])
def test_speech_that_nobody_could_spell_needs_no_word(subtype: str) -> None:
    data = UNSPELLED.replace("un-lex", subtype)
    for text in (data, ";; c\n" + data, data.replace("\n", " ;; d\n", 1)):
        corpus = formats.read(text.encode(), format="rttm")
        (segment,) = corpus.segments
        assert [item.value for item in segment.items if isinstance(item, Label)] == ["good", "day"]
        assert sorted(written(corpus, rttm.FORMAT).decode().split()) == sorted(text.split())


def test_a_file_may_begin_with_speech_that_nobody_could_spell(tmp_path: Path) -> None:
    (row,) = [line for line in UNSPELLED.splitlines(keepends=True) if "un-lex" in line]
    corpus = formats.read((row + GOOD).encode(), format="rttm")
    assert corpus.texts() == ["good"]
    (tmp_path / "a.rttm").write_text(row, encoding="utf-8")
    (tmp_path / "b.rttm").write_text(UNSPELLED, encoding="utf-8")
    assert code_of(["check", str(tmp_path / "a.rttm")]) == 0
    assert code_of(["segments", str(tmp_path / "b.rttm"), str(tmp_path / "b.rttm")]) == 0


@pytest.mark.parametrize(
    ("words", "dropped"),
    [
        ('[{"word": "in", "start": 0.5, "end": 0.7}, {"word": "2024"}]', ("words without times",)),
        ('[{"word": "in"}, {"word": "2024"}]', ("words",)),
        ('[{"word": "in", "start": 0.5, "end": 0.7}, {"word": "2024", "start": 0.7, "end": 2.1}]', ()),
    ],
)
def test_only_words_without_times_are_reported_where_others_get_a_row(
    words: str, dropped: tuple[str, ...], tmp_path: Path
) -> None:
    data = f'{{"segments": [{{"start": 0.5, "end": 2.1, "text": "in 2024", "words": {words}}}]}}'
    assert formats.convert(data.encode(), tmp_path / "a.rttm", source_format="whisperx") == dropped
    assert (tmp_path / "a.rttm").read_text().count("LEXEME") == words.count("end")


def test_turns_of_other_formats_get_a_speaker_and_plain_times(tmp_path: Path) -> None:
    segments = [
        {"start": 0, "end": 1, "text": "a", "speaker": "x", "words": [{"word": "a", "start": 0.1, "end": 1.0}]},
        {"start": 4.800000000000001, "end": 5.1, "text": "b", "words": [{"word": "b"}]},
    ]
    (tmp_path / "talk.json").write_text(json.dumps({"segments": segments}))
    formats.convert(tmp_path / "talk.json", tmp_path / "talk.rttm", source_format="whisperx")
    assert "SPEAKER talk 1 4.8 0.3 <NA> <NA> unknown <NA> <NA>\n" in (tmp_path / "talk.rttm").read_text()
