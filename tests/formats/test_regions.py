"""UEM, MDTM, RTTM, sclite's SGML and Kaldi's folders and alignments."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats import UsageError, kaldi_data, sgml
from scorelite.formats.engine.shifting import placed
from scorelite.formats.schema import Corpus, Label, Segment
from scorelite.formats.source import Source
from tests.conftest import ROOT
from tests.formats.check import check_format, written
from tests.formats.test_every_format import sample

GOLDEN = ROOT / "tests" / "report" / "words" / "golden_text"
BROKEN = {
    "uem": {
        b"talk 1 0\n": "<bytes>:1:9: only 3 fields; expected file channel begin end\n  talk 1 0\n          ^",
        b"talk 1 5 4\n": (
            "<bytes>:1:10: end 4 is before begin 5; expected file channel begin end\n  talk 1 5 4\n           ^"
        ),
        b"talk 1 x 4\n": (
            "<bytes>:1:8: begin 'x' is not a number; expected file channel begin end\n  talk 1 x 4\n         ^"
        ),
    },
    "mdtm": {
        b"talk 1 0 1 speaker NA unknown\n": (
            "<bytes>:1:30: only 7 fields; expected file channel begin duration type confidence subtype speaker\n"
            "  talk 1 0 1 speaker NA unknown\n                               ^"
        ),
        b"talk 1 0 -1 speaker NA unknown a\n": (
            "<bytes>:1:10: duration '-1' is negative; expected file channel begin duration type confidence subtype "
            "speaker\n  talk 1 0 -1 speaker NA unknown a\n           ^"
        ),
        b"talk 1 0 1 speaker high unknown a\n": (
            "<bytes>:1:20: confidence 'high' is neither a number nor NA; expected file channel begin duration type "
            "confidence subtype speaker\n  talk 1 0 1 speaker high unknown a\n                     ^"
        ),
    },
    "rttm": {
        b"SPEAKR t 1 0 1 <NA> <NA> a <NA>\n": (
            "<bytes>:1:1: the type 'SPEAKR' is unknown; expected type file channel begin duration token subtype "
            "speaker confidence [lookahead]; did you mean SPEAKER?\n  SPEAKR t 1 0 1 <NA> <NA> a <NA>\n  ^"
        ),
        b"SPEAKER t 1 0 x <NA> <NA> a <NA>\n": (
            "<bytes>:1:15: duration 'x' is not a number; expected type file channel begin duration token subtype "
            "speaker confidence [lookahead]\n  SPEAKER t 1 0 x <NA> <NA> a <NA>\n                ^"
        ),
        b"LEXEME t 1 0 1 <NA> lex a <NA>\n": (
            "<bytes>:1:16: a LEXEME without a word; expected type file channel begin duration token subtype speaker "
            "confidence [lookahead]\n  LEXEME t 1 0 1 <NA> lex a <NA>\n                 ^"
        ),
    },
}


@pytest.mark.parametrize("name", BROKEN)
def test_rows_pass_what_every_format_passes(name: str, tmp_path: Path) -> None:
    check_format(formats.by_name(name), sample(name).read_bytes(), BROKEN[name], tmp_path)


def test_segments_become_regions(tmp_path: Path) -> None:
    dropped = formats.convert(sample("stm"), tmp_path / "a.uem")
    assert {"words", "ignored segments"} <= {*dropped}
    assert (tmp_path / "a.uem").read_text() == "talk A 0.00 3.47\ntalk B 10 11.5\n".replace(
        "talk A 0.00", ';; LABEL "O" "Overall" "All"\ntalk A 0.00'
    )


def test_a_recording_of_several_segments_is_one_region(tmp_path: Path) -> None:
    rows = [("a", 5.5, 2.0), ("b", 0.5, 3.0), ("a", 0.25, 9.0), ("a", 7.5, 1.0)]
    text = "".join(f"SPEAKER {name} 1 {begin} {length} <NA> <NA> x <NA> <NA>\n" for name, begin, length in rows)
    formats.convert(text.encode(), tmp_path / "a.uem", source_format="rttm")
    assert (tmp_path / "a.uem").read_text() == "a 1 0.25 9.25\nb 1 0.5 3.5\n"


def test_turns_of_words_are_written_where_speakers_have_names(tmp_path: Path) -> None:
    words = [("A", 0, 400), ("A", 500, 900), ("A", 3000, 3500), ("B", 3500, 4000)]
    rows = [{"text": "w", "start": start, "end": end, "speaker": name} for name, start, end in words]
    data = json.dumps({"words": rows}).encode()
    formats.convert(data, tmp_path / "a.rttm", source_format="assemblyai")
    lines = (tmp_path / "a.rttm").read_text().splitlines()
    turns = [line.split()[3:8:4] + line.split()[4:5] for line in lines if line.startswith("SPEAKER")]
    assert turns == [["0.000", "A", "0.900"], ["3.000", "A", "0.500"], ["3.500", "B", "0.500"]]
    assert sum(line.startswith("LEXEME") for line in lines) == 4
    nobody = data.replace(b'"A"', b"null").replace(b'"B"', b"null")
    formats.convert(nobody, tmp_path / "b.rttm", source_format="assemblyai")
    assert "SPEAKER" not in (tmp_path / "b.rttm").read_text()


def test_words_of_rttm_belong_to_the_speaker_around_them() -> None:
    corpus = formats.read(sample("rttm"))
    spoken = [(s.speaker, s.start, [i.value for i in s.items if isinstance(i, Label)]) for s in corpus.segments]
    assert spoken[1] == ("anna", 0.0, ["good", "uh"])
    assert spoken[-1] == ("carl", None, ["yes"])


def test_who_speaks_is_written_without_words_that_have_no_times(tmp_path: Path) -> None:
    assert "words" in formats.convert(sample("stm"), tmp_path / "a.rttm")
    assert (tmp_path / "a.rttm").read_text().splitlines()[1] == "SPEAKER talk A 0.00 3.47 <NA> <NA> anna <NA> <NA>"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/out.sgml")), ids=lambda path: path.parent.name)
@pytest.mark.parametrize("side", ["ref", "hyp"])
def test_both_forms_of_sgml_are_the_same_alignments(path: Path, side: str) -> None:
    corpus = sgml.read(Source(path), side=side)
    assert sgml.read(Source(path.with_name("out.nl.sgml")), side=side).segments == corpus.segments
    assert len(corpus)


def test_words_of_sgml_have_times_confidences_and_results() -> None:
    segment = formats.read(GOLDEN / "radio" / "out.sgml").segments[0]
    first, second = segment.items[:2]
    assert isinstance(first, Label)
    assert isinstance(second, Label)
    assert (segment.id, segment.session, segment.speaker, segment.tags) == ("host-000", "news", "host", ("o", "in"))
    assert (first.value, first.start, first.end, first.confidence) == ("good", 0.1, 0.5, 0.91)
    assert second.attributes == (("sgml:result", "S"), ("sgml:other", "morning"))


def test_broken_sgml_is_refused_with_its_place() -> None:
    with pytest.raises(formats.FormatError, match=r"<bytes>:1:1: <PATH> in the wrong place; expected inside <SPEAKER>"):
        formats.read(b'<PATH id="(a)">\n', format="sgml")
    head = b'<SYSTEM ref_fname="x">\n<SPEAKER id="a">\n<PATH id="(a-1)">\n'
    with pytest.raises(formats.FormatError, match=r"<bytes>:4:11: not an aligned pair"):
        formats.read(head + b'C,"a","a":X,"b"\n</PATH>\n</SPEAKER>\n</SYSTEM>\n')


def test_a_data_folder_is_a_corpus(tmp_path: Path) -> None:
    corpus = formats.read(sample("kaldi-data"))
    assert corpus.format == "kaldi-data"
    first, _, last = corpus.segments
    assert (first.id, first.session, first.channel, first.speaker, first.end) == ("anna-1", "talk", "A", "anna", 3.47)
    assert last.end is None
    formats.write(corpus, tmp_path / "b")
    for path in sample("kaldi-data").iterdir():
        assert (tmp_path / "b" / path.name).read_bytes() == path.read_bytes()


def test_times_of_a_data_folder_that_are_not_numbers_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("u1 a\n")
    (tmp_path / "segments").write_text("u1 r 0 .\n")
    with pytest.raises(formats.FormatError, match="segments:1:1: begin '0' and end '.' are not valid times"):
        kaldi_data.read(Source(tmp_path))
    reversed_times = Segment(id="u1", session="r", start=2.0, end=1.0, text="a")
    with pytest.raises(formats.UsageError, match="times from 2.0 s to 1.0 s; expected end >= begin"):
        formats.write(Corpus((reversed_times,)), tmp_path / "b", format="kaldi-data")


def test_a_broken_data_folder_is_refused_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("u1 a\nu2 b\n")
    (tmp_path / "segments").write_text("u1 r 0 1\nu3 r 2 1\n")
    with pytest.raises(formats.FormatError) as caught:
        kaldi_data.read(Source(tmp_path))
    assert [str(problem).splitlines()[0].removeprefix(f"{tmp_path}/") for problem in caught.value.problems] == [
        "segments:2:1: begin '2' and end '1' are not valid times; expected seconds >= 0, end >= begin",
        "text:2:1: utterance 'u2' is not in segments; expected a line for each utterance",
    ]


def test_words_by_utterance_get_their_place_in_recordings() -> None:
    words = formats.read(b"anna-2 1 0.50 0.25 yes\n", format="ctm")
    found = placed(words, formats.read(sample("kaldi-data")))
    assert written(found, formats.by_name("ctm")) == b"talk A 3.97 0.25 yes\n"


def test_one_side_of_a_kaldi_alignment_is_read() -> None:
    assert formats.read(sample("kaldi-align"), format="kaldi-align").texts() == ["a c", "", "y"]
    assert formats.read(sample("kaldi-align"), format="kaldi-align", side="ref").texts() == ["a b", "", "x"]
    with pytest.raises(formats.FormatError, match="<bytes>:1:1: no pairs of words"):
        formats.read(b"u1 a b ; c\n", format="kaldi-align")


ROWS = """\
SPEAKER talk 1 0.00 4.00 <NA> <NA> anna <NA> <NA>
LEXEME talk 1 0.50 0.25 good lex anna 0.9 <NA>
LEXEME talk 1 3.90 0.25 day lex anna <NA> <NA>
SPEAKER talk 1 0.00 4.00 <NA> <NA> ben <NA> soon
LEXEME talk 1 0.50 0.25 yes lex ben 0.9 <NA>
NON-LEX talk 1 1 1 <NA> breath ben <NA> <NA>
LEXEME talk 1 1.00 0.25 well fp ben 0.9 later
SPKR-INFO talk 1 <NA> <NA> <NA> adult_male ben <NA> <NA>
"""


def test_columns_of_rows_say_what_rows_say_one_by_one() -> None:
    table, listed = (formats.read(text.encode(), format="rttm") for text in (ROWS, ROWS + ";; the end\n"))
    assert table.segments == listed.segments
    assert [len(segment.items) for segment in table.segments] == [1, 1, 0, 1, 0, 1, 0]
    assert table.segments[-1:] == listed.segments[-1:]


def test_speakers_are_known_without_a_suffix() -> None:
    row = b"SPEAKER talk 1 0.00 1.50 <NA> <NA> anna <NA>"
    for data in (row + b"\n", row + b" <NA>\n"):
        assert formats.detect(formats.Source(data * 3)).name == "rttm"


def test_regions_are_columns_that_are_regions_when_looked_at() -> None:
    corpus = formats.read(b"a 1 0.5 1.50\nb 1 2 3\n", format="uem")
    assert corpus.regions[1] == formats.Region("b", "1", 2.0, 3.0)
    assert corpus.regions[:1] == (formats.Region("a", "1", 0.5, 1.5),)
    assert corpus.regions == formats.read(b";; x\na 1 0.5 1.50\nb 1 2 3\n", format="uem").regions
    assert repr(corpus.regions) == repr(tuple(corpus.regions))


@pytest.mark.parametrize("target", ["rttm", "jsonl", "csv", "seglst"])
@pytest.mark.parametrize("start", [float("nan"), float("inf")])
def test_a_time_that_is_no_number_is_refused_with_its_place(target: str, start: float) -> None:
    corpus = Corpus((Segment(session="a", channel="1", start=0.0, end=1.0), Segment(session="a", start=start, end=2.0)))
    with pytest.raises(UsageError, match="segment"):
        formats.write(corpus, BytesIO(), format=target)


def test_an_odd_time_of_a_word_without_a_begin_is_not_written() -> None:
    labels = [Label("hi", end=float("nan")), Label("you", start=4.0)]
    file = BytesIO()
    formats.write(Corpus((Segment(start=0.0, end=4.0, labels=labels),)), file, format="ttml")
    assert b">hi you</p>" in file.getvalue()


def test_segments_of_seglst_that_end_before_they_begin_are_refused() -> None:
    with pytest.raises(UsageError, match=r"times from 1\.0 s to 0\.0 s"):
        formats.write(Corpus((Segment(session="a", start=1.0, end=0.0, text="b"),)), BytesIO(), format="seglst")
