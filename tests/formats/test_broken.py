"""Files with broken cues or lines: what `skip_broken` leaves out, and that nothing else is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats.engine.broken import OF_CUES, OF_LINES
from scorelite.formats.errors import FormatError
from tests.conftest import Run

SRT = """\
1
00:00:01,000 --> 00:00:02,000
Hello there.

2
00:00:0x,000 --> 00:00:03,000
Broken time,

and a blank line in the text.

3
00:00:04,000 --> 00:00:05,000
Still here.

4
00:00:06,000 -> 00:00:07,000
Broken arrow.

5
00:00:08,000 --> 00:00:09,000
End.
"""
REPORT = """\
talk.srt:6:1: invalid times; left out lines 5 to 9
talk.srt:16:1: times without '-->' between them; left out lines 15 to 17
talk.srt: 2 broken cues left out
"""


def test_convert_leaves_out_broken_cues_on_request_and_names_each(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "talk.srt").write_text(SRT)
    refused = scorelite("convert", "talk.srt", "talk.txt")
    assert refused.returncode == 2
    assert refused.stderr.decode().endswith("(--skip-broken leaves out broken cues)\n")
    assert not (tmp_path / "talk.txt").exists()
    done = scorelite("convert", "talk.srt", "talk.txt", "--skip-broken", "--quiet")
    assert (done.returncode, done.stderr.decode()) == (0, REPORT)
    assert (tmp_path / "talk.txt").read_text() == "Hello there.\nStill here.\nEnd.\n"


def test_several_files_name_their_broken_cues_and_a_sound_file_none(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "talk.srt").write_text(SRT)
    (tmp_path / "good.srt").write_text(SRT[:46])
    done = scorelite("convert", "talk.srt", "good.srt", "texts/", "--to", "txt", "--skip-broken", "--quiet")
    assert (done.returncode, done.stderr.decode()) == (0, REPORT)
    assert (tmp_path / "texts" / "good.txt").read_text() == "Hello there.\n"


def test_a_corpus_has_a_notice_of_what_was_left_out() -> None:
    corpus = formats.read(SRT.encode(), format="srt", skip_broken=True)
    assert [(segment.id, segment.start) for segment in corpus.segments] == [("1", 1.0), ("3", 4.0), ("5", 8.0)]
    assert corpus.notices() == ["2 broken cues left out (lines 6, 16)"]


TIMES = {
    "srt": "00:00:0{},000 --> 00:00:0{},500",
    "vtt": "00:0{}.000 --> 00:0{}.500",
    "sbv": "0:00:0{}.000,0:00:0{}.500",
}
BAD = {"srt": "x --> 00:00:09,000", "vtt": "x --> 00:09.000", "sbv": "0:00:09.000,0:00:08.000"}


@pytest.mark.parametrize("name", OF_CUES)
@given(place=st.integers(0, 5))
def test_the_other_cues_are_as_if_the_broken_one_were_not_there(name: str, place: int) -> None:
    sound = [f"{TIMES[name].format(number, number)}\nword {number}" for number in range(5)]
    cues = [*sound[:place], f"{BAD[name]}\nbroken", *sound[place:]]
    head = "WEBVTT\n\n" if name == "vtt" else ""
    whole = formats.read((head + "\n\n".join(cues)).encode(), format=name, skip_broken=True)
    plain = formats.read((head + "\n\n".join(sound)).encode(), format=name)
    assert [(each.text, each.start) for each in whole.segments] == [(each.text, each.start) for each in plain.segments]


SUFFIXES = {"nemo": "jsonl", "lhotse": "jsonl", "mpl2": "mpl", "microdvd": "sub"}


@pytest.mark.parametrize("name", [name for name in OF_LINES if name not in ("kaldi", "csv")])
def test_the_other_lines_are_as_if_the_broken_ones_were_not_there(name: str) -> None:
    sample = Path(__file__).parent / "samples" / f"{name}.{SUFFIXES.get(name, name)}"
    plain = formats.read(sample, format=name)
    lines = sample.read_text().splitlines()
    before = len(lines)
    for _ in range(30):  # more than a reader reports at once
        lines.insert(before - 1, "nothing")
    rest = formats.read("\n".join(lines).encode(), format=name, skip_broken=True)
    assert list(rest.texts()) == list(plain.texts())
    assert rest.comments == plain.comments
    shown = ", ".join([str(before + number) for number in range(10)])
    assert rest.notices()[-1] == f"30 broken lines left out (lines {shown}, ...)"


def test_a_broken_row_of_a_table_is_left_out() -> None:
    corpus = formats.read(b"id,text\na,one\nb,two,three\nc,four\n", format="csv", skip_broken=True)
    assert [(each.id, each.text) for each in corpus.segments] == [("a", "one"), ("c", "four")]


@pytest.mark.parametrize(
    ("content", "options", "end"),
    [
        (
            '{"text": "a"}\n{"error": "b"}\n',
            "--hyp-column text",
            "(convert with --skip-broken leaves out broken lines)",
        ),
        ('{"text": "a"}\n{"text": "b"}\n', "--hyp-column txt", "did you mean text?"),
        ('{"text": "a"}\n{"text": "b"}\n', "--hyp-format aws", "; the format jsonl reads an object a line"),
    ],
)
def test_a_hint_is_about_what_is_broken(content: str, options: str, end: str, scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("a\nb\n")
    (tmp_path / "h.jsonl").write_text(content)
    done = scorelite("score", "r.txt", "h.jsonl", *options.split(), cwd=tmp_path)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert [line for line in lines if not line.startswith(" ")][-1].endswith(end)


def test_a_second_line_with_an_id_is_left_out_of_kaldi_texts() -> None:
    corpus = formats.read(b"a-1 one\na-1 again\na-2 two\n", format="kaldi", skip_broken=True)
    assert list(corpus.texts()) == ["one", "two"]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"id,name\na,b\nc,d\n", "csv"),  # the names of columns are wrong
        (b'id,text\na,b\n"c\nd",e,f\n', "csv"),  # a row of two lines
        (b"1\n00:00:0x,000 --> 00:00:03,000\nAll is broken.\n", "srt"),
        (b"00:00.000 --> 00:01.000\nno head\n", "vtt"),
        (b'{"results": 1}', "aws"),
    ],
)
def test_a_file_of_which_nothing_can_be_left_out_is_refused(content: bytes, name: str) -> None:
    with pytest.raises(formats.FormatError) as plain:
        formats.read(content, format=name)
    with pytest.raises(formats.FormatError) as skipped:
        formats.read(content, format=name, skip_broken=True)
    assert skipped.value.problems == plain.value.problems


def test_python_names_the_keyword_for_what_others_call_it() -> None:
    with pytest.raises(formats.UsageError, match="skip_broken=True"):
        formats.read(SRT.encode(), format="srt", lenient=True)
    with pytest.raises(formats.UsageError, match="skip_broken=True"):
        formats.read(SRT.encode(), format="srt", errors="skip")


def test_a_table_without_a_column_of_texts_is_answered_with_the_option_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,said\nu1,go now\n")
    with pytest.raises(FormatError, match=r"no column of texts among 'id', 'said'(?s:.*)\(text=NAME reads another"):
        formats.convert(tmp_path / "a.csv", tmp_path / "a.trn")
    formats.convert(tmp_path / "a.csv", tmp_path / "a.trn", text="said")
    assert (tmp_path / "a.trn").read_text() == "go now (u1)\n"


def test_nobody_is_advised_to_leave_out_every_line() -> None:
    rows = "".join(f"a{number},x,2.0,yes\n" for number in range(30))
    with pytest.raises(FormatError) as caught:
        formats.read(f"id,start,end,text\n{rows}".encode(), format="csv")
    assert "broken lines" not in str(caught.value)
