"""Captions of YouTube, lyrics, and the code words of television: what each line of a file means."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats import UsageError
from scorelite.formats.detection import detect
from scorelite.formats.schema import Corpus
from scorelite.formats.source import Source

BROKEN = {
    "avid": {
        b"words\n00:00:03:00 00:00:02:00\nx\n": (
            "<bytes>:1:1: no times; expected 00:00:01:00 00:00:02:12 above the lines of a caption\n  words\n  ^\n"
            "<bytes>:2:13: end 00:00:02:00 is before begin 00:00:03:00; expected end >= begin\n"
            "  00:00:03:00 00:00:02:00\n              ^"
        ),
        b"00:00:01:25 00:00:02:00\nx\n": (
            "<bytes>:1:1: a minute or second above 59, or a frame number beyond the frame rate; "
            "expected hours:minutes:seconds:frames at 25 frames per second; frame_rate= sets the rate\n"
            "  00:00:01:25 00:00:02:00\n  ^"
        ),
    },
    "lrc": {
        b"[00:01.00]a\nb\n[offset:x]\n": (
            "<bytes>:2:1: a line without a time; expected [00:12.00]text\n  b\n  ^\n"
            "<bytes>:3:1: the offset is 'x'; expected milliseconds, such as [offset:-500]\n  [offset:x]\n  ^"
        ),
    },
    "json3": {
        b'{"events": [{"tStartMs": "x", "segs": [{"utf8": 1}]}]}': (
            "<bytes>:1:26: /events/0/tStartMs: 'x' is not a number; expected milliseconds\n"
            '  {"events": [{"tStartMs": "x", "segs": [{"utf8": 1}]}]}\n' + " " * 27 + "^\n"
            "<bytes>:1:49: /events/0/segs/0/utf8: is a number; expected text\n"
            '  {"events": [{"tStartMs": "x", "segs": [{"utf8": 1}]}]}\n' + " " * 50 + "^"
        ),
    },
    "srv3": {
        b'<timedtext format="3"><body>\n<p t="x" d="1"><s t="1.5">a</s></p></body></timedtext>': (
            "<bytes>:2:1: /timedtext/body/p: t is 'x'; expected a whole number of milliseconds\n"
            "<bytes>:2:1: /timedtext/body/p/s: t is '1.5'; expected a whole number of milliseconds"
        ),
        b'<transcript>\n<text start="x">a</text></transcript>': (
            "<bytes>:2:1: /transcript/text: start is 'x'; expected seconds, such as 1.5"
        ),
        b"<tt/>": "<bytes>:1:1: /tt: the root is <tt>; expected <timedtext> or <transcript>",
    },
    "whisper-log": {
        b"[00:00.000 --> 00:61.000]  a\nb\n[2.00s -> 1.00s] c\n": (
            "<bytes>:1:1: invalid times; expected [00:00.000 --> 00:02.000] text\n  [00:00.000 --> 00:61.000]  a\n  ^\n"
            "<bytes>:3:11: end 1.00 is before begin 2.00; expected end >= begin\n  [2.00s -> 1.00s] c\n            ^"
        ),
        b"[0.5 --> 1.5]  a\nb\n": ("<bytes>:2:1: no times; expected [00:00.000 --> 00:02.000] text\n  b\n  ^"),
        b"a\n": "<bytes>:1:1: no cue; expected [00:00.000 --> 00:02.000] text",
    },
    "scc": {
        b"00:00:01:00\t9420\n": (
            "<bytes>:1:1: not an SCC file; expected 'Scenarist_SCC V1.0' in the first line\n  00:00:01:00\t9420\n  ^"
        ),
        b"Scenarist_SCC V1.0\n\n00:00:01:00\t9420 94x0\n\nwords\n00:00:00:00\t9420\n": (
            "<bytes>:3:18: '94x0' is not a code word; expected four hexadecimal digits\n"
            "  00:00:01:00\t9420 94x0\n             \t     ^\n"
            "<bytes>:5:1: not a line of captions; expected 00:00:01;15, a tab, and words such as 9420\n  words\n  ^"
        ),
    },
}
Shown = list[tuple[float, float, str]]


def shown(corpus: Corpus) -> Shown:
    """Begin, end and lines of every segment."""
    rows = []
    for segment in corpus.segments:
        text = segment.text if segment.text is not None else " ".join([item.value for item in segment.items])  # type: ignore[union-attr]
        assert segment.start is not None
        assert segment.end is not None
        rows.append((segment.start, segment.end, dict(segment.attributes).get("lines", text)))
    return rows


def words(corpus: Corpus) -> list[tuple[str, float | None, float | None]]:
    return [(item.value, item.start, item.end) for segment in corpus.segments for item in segment.items]  # type: ignore[union-attr]


def read(text: str, format: str) -> Corpus:
    return formats.read(text.encode(), format=format)


def converted(text: str, source_format: str, target_format: str) -> str:
    written = BytesIO()
    formats.convert(text.encode(), written, source_format=source_format, target_format=target_format)
    return written.getvalue().decode()


@pytest.mark.parametrize(("name", "data"), [(name, data) for name in BROKEN for data in BROKEN[name]])
def test_problems_have_their_place(name: str, data: bytes) -> None:
    with pytest.raises(formats.FormatError) as caught:
        formats.read(data, format=name)
    assert str(caught.value) == BROKEN[name][data]


# --- sbv -------------------------------------------------------------------------------------------------


def test_breaks_of_subviewer_are_line_breaks() -> None:
    text = "0:00:01.000,0:00:02.500\nGood[br]day.\n"
    assert shown(read(text, "sbv")) == [(1.0, 2.5, "Good\nday.")]
    assert converted(text, "sbv", "srt") == "1\n00:00:01,000 --> 00:00:02,500\nGood\nday.\n"


def test_a_blank_line_inside_a_cue_of_sbv_is_no_end() -> None:
    text = "0:00:01.000,0:00:02.500\na\n\nb\n\n0:00:03.000,0:00:04.000\nc\n"
    assert [line for _, _, line in shown(read(text, "sbv"))] == ["a\nb", "c"]


def test_srt_becomes_sbv() -> None:
    text = "1\n10:00:01,000 --> 10:00:02,500\na\nb\n"
    assert converted(text, "srt", "sbv") == "10:00:01.000,10:00:02.500\na\nb\n"
    with pytest.raises(formats.UsageError, match="sbv cannot hold the text"):
        converted("1\n00:00:01,000 --> 00:00:02,000\n0:00:01.000,0:00:02.000\n", "srt", "sbv")


# --- json3 -----------------------------------------------------------------------------------------------


def test_events_without_texts_are_skipped() -> None:
    text = """{"events": [{"tStartMs": 0, "dDurationMs": 9000, "id": 1}, {"tStartMs": 500, "segs": [{"utf8": "\\n"}]},
        {"tStartMs": 1000, "dDurationMs": 2000, "segs": [{"utf8": "two\\nlines"}]}]}"""
    assert shown(read(text, "json3")) == [(1.0, 3.0, "two\nlines")]


def test_words_of_a_recogniser_last_until_the_next_one_begins() -> None:
    text = """{"events": [
        {"tStartMs": 500, "dDurationMs": 4000, "segs": [{"utf8": "good"}, {"utf8": " day", "tOffsetMs": 300}]},
        {"tStartMs": 2000, "dDurationMs": 500, "segs": [{"utf8": "el"}, {"utf8": "se", "tOffsetMs": 100}]}]}"""
    corpus = read(text, "json3")
    assert words(corpus) == [("good", 0.5, 0.8), ("day", 0.8, 2.0), ("else", 2.0, 2.5)]
    # Lines that scroll are shown longer, but spoken once.
    assert [(segment.start, segment.end) for segment in corpus.segments] == [(0.5, 2.0), (2.0, 2.5)]


def test_captions_by_people_may_overlap() -> None:
    text = """{"events": [{"tStartMs": 0, "dDurationMs": 3000, "segs": [{"utf8": "above"}]},
        {"tStartMs": "1000", "dDurationMs": 1000, "segs": [{"utf8": "below"}]}]}"""
    assert shown(read(text, "json3")) == [(0.0, 3.0, "above"), (1.0, 2.0, "below")]
    assert shown(read('{"events": []}', "json3")) == []


# --- srv3 ------------------------------------------------------------------------------------------------

RULED = (
    '<timedtext format="3"><head><pen id="1" rb="1"/><pen id="2" rb="2"/><pen id="4" rb="4"/></head><body>'
    '<p t="500"><s p="1">\u6f22\u5b57</s><s p="2">(</s><s p="4">\u304b\u3093\u3058</s><s p="2">)</s>\u200b!</p>'
    '<p t="1000" d="2000">a<br/>b\nc</p></body></timedtext>'
)


def test_captions_of_a_recogniser_in_xml_scroll_and_have_words_with_times() -> None:
    text = """<timedtext format="3"><body><w t="0" id="1" wp="1" ws="1"/>
<p t="1000" d="4000" w="1"><s ac="248">welcome</s><s t="320" ac="240"> to</s></p>
<p t="1500" d="1010" w="1" a="1">\n</p>
<p t="2000" d="3000" w="1"><s ac="248">thanks</s></p></body></timedtext>"""
    corpus = read(text, "srv3")
    assert shown(corpus) == [(1.0, 2.0, "welcome to"), (2.0, 5.0, "thanks")]
    assert words(corpus) == [("welcome", 1.0, 1.32), ("to", 1.32, 2.0), ("thanks", 2.0, 5.0)]
    json3 = """{"events": [{"tStartMs": 1000, "dDurationMs": 4000, "segs": [{"utf8": "welcome"},
        {"utf8": " to", "tOffsetMs": 320}]}, {"tStartMs": 2000, "dDurationMs": 3000, "segs": [{"utf8": "thanks"}]}]}"""
    assert words(read(json3, "json3")) == words(corpus)


def test_readings_of_characters_are_no_text_of_captions_in_xml() -> None:
    assert shown(read(RULED, "srv3")) == [(0.5, 1.0, "\u6f22\u5b57!"), (1.0, 3.0, "a\nb\nc")]


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ('<timedtext><text t="1500" d="2000">', "</text></timedtext>"),
        ('<transcript><text start="1.5" dur="2">', "</text></transcript>"),
    ],
)
def test_older_forms_of_captions_are_escaped_twice(begin: str, end: str) -> None:
    escaped = "Tom &amp;amp; I&amp;#39;m &lt;i&gt;in&lt;/i&gt; 1 &lt; 2"
    data = f'<?xml version="1.0" encoding="utf-8" ?>{begin}{escaped}{end}'.encode()
    assert detect(Source(data)).name == "srv3"
    assert shown(formats.read(data)) == [(1.5, 3.5, "Tom & I'm in 1 < 2")]


# --- lrc -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "start"), [("call.txt", 90.0), ("call.lrc", 1.3)])
def test_seconds_behind_a_second_colon_are_hundredths_in_lyrics_alone(name: str, start: float, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("[00:01:30] hello there\n[00:01:35] hi\n")
    corpus = formats.read(path)
    assert (corpus.format, corpus.segments[0].start) == ("lrc", start)


def test_lines_end_where_the_next_one_begins() -> None:
    text = "[ti:x]\n[00:12.5]one\n[01:02.345] two \n[1:10]\n"
    assert shown(read(text, "lrc")) == [(12.5, 62.345, "one"), (62.345, 70.0, "two")]


def test_a_last_line_without_an_end_is_noticed() -> None:
    corpus = read("[00:01.00]one\n", "lrc")
    assert shown(corpus) == [(1.0, 6.0, "one")]
    assert corpus.notices() == ["the file has no end for the last line: it is read as 5 s long"]


def test_a_line_with_several_times_is_sung_again() -> None:
    text = "[00:10.00][00:30.00]chorus\n[00:20.00]verse\n[00:40.00]\n"
    assert shown(read(text, "lrc")) == [(10.0, 20.0, "chorus"), (20.0, 30.0, "verse"), (30.0, 40.0, "chorus")]


def test_lines_of_two_languages_end_together() -> None:
    text = "[00:10.00]one\n[00:10.00]eins\n[00:12.00]\n"
    assert shown(read(text, "lrc")) == [(10.0, 12.0, "eins"), (10.0, 12.0, "one")]


def test_an_offset_moves_all_lines_to_earlier_times() -> None:
    text = "[offset:+500]\n[00:01.00]<00:01.00>one\n[00:02.00]\n"
    assert words(read(text, "lrc")) == [("one", 0.5, 1.5)]
    assert converted(text, "lrc", "lrc") == "[00:00.50]<00:00.50>one\n[00:01.50]\n"


def test_words_have_times() -> None:
    text = "[00:01.00]One <00:01.50>two<00:01.80> <00:02.00>three four <00:03.00>fi<00:03.20>ve<00:03.50>\n[00:04.00]\n"
    assert words(read(text, "lrc")) == [
        ("One", 1.0, 1.5),
        ("two", 1.5, 1.8),
        ("three", None, None),
        ("four", None, None),
        ("five", 3.0, 3.5),
    ]


def test_dialects_of_players() -> None:
    # foobar2000 has times of words in brackets; others write seconds alone, or hours.
    expected = [("good", 5.0, 6.0), ("day", 6.0, 7.5)]
    for text in ("[00:05.000] good [00:06.000] day [00:07.500]", "[5.0]<5.0>good <6.00>day<7.5>"):
        assert words(read(f"{text}\n[00:08.00]\n", "lrc")) == expected
    assert shown(read("[01:00:05.00]late\n[61:00.00]\n", "lrc")) == [(3605.0, 3660.0, "late")]


def test_times_of_words_are_written() -> None:
    rows = "t 1 1.0 0.5 one\nt 1 1.5 0.25 two\nt 1 2.0 0.5 three\n"
    assert (
        converted(rows, "ctm", "lrc") == "[00:01.00]<00:01.00>one <00:01.50>two<00:01.75> <00:02.00>three\n[00:02.50]\n"
    )
    assert converted("t 1 1.125 0.5 one\n", "ctm", "lrc") == "[00:01.125]<00:01.125>one\n[00:01.625]\n"


# --- scc -------------------------------------------------------------------------------------------------


def scc(*lines: str) -> Shown:
    return shown(read("Scenarist_SCC V1.0\n\n" + "\n\n".join(lines) + "\n", "scc"))


def seconds(frames: int) -> float:
    return round(frames * 1001 / 30000, 3)


def test_captions_pop_on() -> None:
    # The command that shows the caption (942f) is the eighth word, seven frames after the first.
    rows = scc("00:00:01:00\t94ae 94ae 9420 9420 9470 9470 c8e9 942f 942f", "00:00:03:00\t942c 942c")
    assert rows == [(seconds(37), seconds(90), "Hi")]


def test_rows_and_columns_become_lines() -> None:
    # Row 14, then row 15 with an indent of 4 columns (9472) and a tab of 2 (97a2).
    rows = scc("00:00:01:00\t9420 94d0 c8e9 9472 97a2 c8ef 942f", "00:00:02:00\t942c")
    assert [line for _, _, line in rows] == ["Hi\nHo"]


def test_a_caption_ends_where_the_next_one_pops_on() -> None:
    rows = scc("00:00:01:00\t9420 9470 c8e9 942f", "00:00:02:00\t9420 94ae 9470 c8ef 942f", "00:00:03:00\t942c")
    assert rows == [(seconds(33), seconds(64), "Hi"), (seconds(64), seconds(90), "Ho")]


def test_captions_roll_up_row_by_row() -> None:
    rows = scc(
        "00:00:01:00\t9425 9425 94ad 94ad 9470 9470 c8e9",
        "00:00:02:00\t9425 9425 94ad 94ad 9470 9470 c8ef",
        "00:00:03:00\t942c 942c",
    )
    # A row begins with its first character and ends with the next carriage return.
    assert rows == [(seconds(36), seconds(62), "Hi"), (seconds(66), seconds(90), "Ho")]


def test_captions_are_painted_on() -> None:
    rows = scc("00:00:01:00\t9429 9470 c8e9", "00:00:02:00\t9429 94d0 c8ef", "00:00:03:00\t942c")
    assert rows == [(seconds(32), seconds(60), "Hi"), (seconds(62), seconds(90), "Ho")]


def test_characters_of_the_code() -> None:
    # á is a basic character (2a); ½ a special one (1132); ö an extended one (1333), which replaces the o before it.
    rows = scc("00:00:01:00\t9420 9470 2a80 1132 ef80 1333 942f", "00:00:02:00\t942c")
    assert rows[0][2] == "á½ö"
    assert scc("00:00:01:00\t9420 9470 1132 1132 942f", "00:00:02:00\t942c")[0][2] == "½"  # a doubled command
    assert scc("00:00:01:00\t9420 9470 c8e9 94a1 c8ef 942f", "00:00:02:00\t942c")[0][2] == "HHo"  # a backspace


def test_drop_frame_timecode() -> None:
    # Two numbers of frames a minute do not exist, but for each tenth minute: 9 * 2 in the first ten.
    for mark, frames in ((";", 18000 - 18), (":", 18000)):
        rows = scc(f"00:09:59{mark}00\t9420 9470 c8e9 942f", f"00:10:00{mark}00\t942c")
        assert rows[0][1] == seconds(frames)


def test_captions_of_the_second_channel() -> None:
    second = "00:00:01:00\t1c20 1c70 c8e9 1c2f"
    assert [line for _, _, line in scc(second, "00:00:03:00\t1c2c")] == ["Hi"]
    first = "00:00:02:00\t9420 9470 c8ef 942f"
    corpus = read(f"Scenarist_SCC V1.0\n\n{second}\n\n{first}\n\n00:00:03:00\t942c 1c2c\n", "scc")
    assert [line for _, _, line in shown(corpus)] == ["Ho"]
    assert corpus.notices() == ["captions of CC1 and CC2: only CC1 is read"]


def test_the_end_of_the_last_caption_may_be_missing() -> None:
    corpus = read("Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9470 c8e9 942f\n", "scc")
    assert shown(corpus) == [(seconds(33), round(seconds(33) + 5, 3), "Hi")]
    assert corpus.notices() == ["the file has no end for the last caption: it is read as 5 s long"]


# --- whisper-log -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "[00:01.500 --> 00:02.000]  Good day.",
        "[00:00:01.500 --> 00:00:02.000]   Good day.",
        "[00:00:01.500 --> 00:00:02.000]  (speaker 1) Good day.",
        "[1.50s -> 2.00s]  Good day.",
        "Transcript:  [1.5 --> 2.0]  Good day.",
    ],
)
def test_what_recognisers_print_is_read_as_cues(line: str) -> None:
    corpus = formats.read(f"Detected language: English\n{line}\n{line}\n".encode())
    assert (corpus.format, shown(corpus)) == ("whisper-log", [(1.5, 2.0, "Good day.")] * 2)
    assert corpus.segments[0].speaker == ("1" if "speaker" in line else "")
    assert corpus.notices() == []
    corpus = formats.read(f"a warning\n{line}\n{line}\n".encode())
    assert corpus.notices() == ["1 line before the first cue: not read"]


def test_a_text_that_quotes_a_cue_stays_a_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n[00:01.500 --> 00:02.000] two\n")
    assert formats.read(tmp_path / "a.txt").format == "txt"


@pytest.mark.parametrize("shift", ["2s", "00:00:02", float("nan")])
def test_a_shift_is_a_number_of_seconds_in_python(shift: object, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"shift is .*; expected seconds, such as 2\.5 or -2\.5"):
        formats.convert(b"t 1 1 1 a\n", tmp_path / "a.srt", source_format="ctm", shift=shift)  # type: ignore[arg-type]


def test_a_text_that_would_be_markup_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    path.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n\n00:03.000 --> 00:04.000\nuse &lt;b&gt; here\n")
    message = (
        "a.vtt:6: srt cannot hold the text 'use <b> here': part of it would be read as markup; expected other signs"
    )
    with pytest.raises(formats.UsageError, match=message):
        formats.convert(path, tmp_path / "a.srt")
    formats.convert(path, tmp_path / "a.ttml")


def test_captions_of_avid_need_no_lines_around_them_and_take_a_frame_rate() -> None:
    text = "10:00:00:12 10:00:03:00\nGood\nday.\n\n10:00:04:00 10:00:05:00\nYes.\n"
    assert shown(read(text, "avid")) == [(36000.48, 36003.0, "Good\nday."), (36004.0, 36005.0, "Yes.")]
    assert detect(Source(text.encode())).name == "avid"
    assert formats.read(text.encode(), format="avid", frame_rate=24).segments[0].start == 36000.5


def test_subviewer_is_read_though_its_suffix_is_that_of_microdvd(tmp_path: Path) -> None:
    cues = "00:02:17.44,00:02:20.38\r\nSenator,[br]good day.\r\n\r\n00:02:21.00,00:02:22.50\r\nYes.\r\n"
    head = "[INFORMATION]\r\n[TITLE]a\r\n[CD TRACK]0\r\n[END INFORMATION]\r\n[SUBTITLE]\r\n[COLF]&H000000,[STYLE]bd\r\n"
    path = tmp_path / "a.sub"
    for text in (cues, head + cues, "\ufeff" + head + cues):
        path.write_text(text, newline="")
        corpus = formats.read(path)
        assert corpus.format == "sbv"
        assert shown(corpus) == [(137.44, 140.38, "Senator,\ngood day."), (141.0, 142.5, "Yes.")]
    path.write_text("{1}{1}25\n{25}{50}good day\n")
    assert formats.read(path).format == "microdvd"
