"""Subtitles within limits: long cues split between words, long lines broken, and times that are moved."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats.engine.layout import LONG_LINES, OVERLAPS, Layout, characters, laid_out
from scorelite.formats.engine.word_times import span
from scorelite.formats.registry import FORMATS
from scorelite.formats.schema import Corpus, Segment
from tests.formats.test_every_format import needs_library, sample

WORDS = "Well, I think so. You do not."
ROWS = "".join([f"t 1 {0.5 * place} 0.4 {word}\n" for place, word in enumerate(WORDS.split(" "))])


def srt(*cues: tuple[str, str]) -> str:
    return "\n".join([f"{n}\n{times}\n{text}\n" for n, (times, text) in enumerate(cues, 1)])


def converted(source: str, source_format: str, target: str = "srt", **limits: Any) -> str:
    written = BytesIO()
    formats.convert(source.encode(), written, source_format=source_format, target_format=target, **limits)
    return written.getvalue().decode()


ONE_SECOND = "00:00:01,000 --> 00:00:02,000"


def test_words_with_times_become_cues_that_end_with_them() -> None:
    # 17 and 11 characters: a cue of one line holds a sentence, and ends 0.4 s after the begin of its last word.
    assert converted(ROWS, "ctm", max_chars=20, max_lines=1) == (
        "1\n00:00:00,000 --> 00:00:01,900\nWell, I think so.\n\n2\n00:00:02,000 --> 00:00:03,400\nYou do not.\n"
    )


def test_a_cue_without_times_of_words_is_split_in_proportion_to_letters() -> None:
    # 4 of 10 letters: the second cue begins after 0.4 s.
    source = srt((ONE_SECOND, "abcd efg hij"))
    assert converted(source, "srt", max_chars=8, max_lines=1) == srt(
        ("00:00:01,000 --> 00:00:01,400", "abcd"), ("00:00:01,400 --> 00:00:02,000", "efg hij")
    )


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("one two three four five six", 20, "one two three\nfour five six"),  # even lines
        ("yes, we can do it right now", 24, "yes, we can do\nit right now"),  # rather than a line of one word
        ("we came home late, and then slept", 24, "we came home late,\nand then slept"),  # after punctuation
        ("incomprehensibilities are long", 12, "incomprehensibilities\nare long"),  # never inside a word
        ("short", 20, "short"),
        ("cafe\u0301 cafe\u0301", 9, "cafe\u0301 cafe\u0301"),  # a letter with its accent is one character
    ],
)
def test_lines_are_even_and_end_with_punctuation(text: str, limit: int, expected: str) -> None:
    assert converted(srt((ONE_SECOND, text)), "srt", max_chars=limit) == srt((ONE_SECOND, expected))


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        # Small kana, marks of length and closing punctuation begin no line, and opening brackets end none.
        ("キャッチャー", 2, ["キャッ", "チャー"]),
        ("彼は「はい。」と言った。", 5, ["彼は", "「はい。」", "と言った。"]),
        ("今日はとても良い天気ですね。明日も晴れます。", 16, ["今日はとても良い天気ですね。", "明日も晴れます。"]),
        ("毎日Netflixを見る", 7, ["毎日", "Netflix", "を見る"]),
        ("价格是１００元。", 5, ["价格是", "１００元。"]),
        ("你好 今天天气很好", 4, ["你好", "今天天", "气很好"]),
    ],
)
def test_words_without_blanks_between_them_are_broken_where_lines_may_end(
    text: str, limit: int, expected: list[str]
) -> None:
    cut, notes = laid_out(Corpus((Segment(start=0.0, end=8.0, text=text),)), Layout(limit, 1))
    assert [piece.text for piece in cut.segments] == expected
    assert bool(notes) == any(len(line) > limit for line in expected)


def test_a_cue_of_japanese_becomes_cues_of_lines() -> None:
    text = "今日はとても良い天気ですね。明日もきっと晴れるでしょう。だから一緒に公園へ行きましょう。"
    done = converted(srt(("00:00:01,000 --> 00:00:09,000", f"<i>{text}</i>")), "srt", max_chars=13)
    lines = [line.replace("<i>", "").replace("</i>", "") for line in done.split("\n") if "<" in line or line[:1] > "z"]
    assert "".join(lines) == text
    assert all(len(line) <= 13 for line in lines)


@pytest.mark.parametrize("text", ["วันนี้อากาศดีมากเราไปสวนกันเถอะ", "supercalifragilisticexpialidocious"])
def test_a_cue_of_one_word_that_is_not_broken_is_reported(text: str) -> None:
    corpus = Corpus((Segment(start=0.0, end=8.0, text=text),))
    assert laid_out(corpus, Layout(13)) == (corpus, (LONG_LINES,))


def test_cues_within_the_limits_stay_as_they_are() -> None:
    source = srt((ONE_SECOND, "<i>one\ntwo</i> {\\an8}three"), (ONE_SECOND, "- a\n- b"))
    assert converted(source, "srt", max_chars=20, max_duration=1) == source


def test_places_and_signs_next_to_italics_stay_where_lines_are_broken() -> None:
    source = srt((ONE_SECOND, "{\\an8}'<i>one two</i>', three"))
    assert converted(source, "srt", max_chars=10) == srt((ONE_SECOND, "{\\an8}'<i>one two</i>',\nthree"))
    assert converted(source, "srt", max_chars=4, max_lines=1).count("{\\an8}") == 3


def test_lines_of_two_speakers_stay_apart() -> None:
    source = srt((ONE_SECOND, "- Is it you, Anna?\n- Yes."))
    assert converted(source, "srt", max_chars=24, max_duration=0.95) == srt(
        ("00:00:01,000 --> 00:00:01,737", "- Is it you, Anna?"), ("00:00:01,737 --> 00:00:02,000", "- Yes.")
    )
    assert converted(source, "srt", max_chars=12) == srt(
        ("00:00:01,000 --> 00:00:01,737", "- Is it you,\nAnna?"), ("00:00:01,737 --> 00:00:02,000", "- Yes.")
    )


def test_long_cues_are_split() -> None:
    source = srt(("00:00:00,000 --> 00:00:08,000", "Good day. All well?"), ("00:00:09,000 --> 00:00:19,000", "Yes."))
    # 8 of 16 letters; one word cannot be split, and ends early.
    assert converted(source, "srt", max_duration=5) == srt(
        ("00:00:00,000 --> 00:00:04,000", "Good day."),
        ("00:00:04,000 --> 00:00:08,000", "All well?"),
        ("00:00:09,000 --> 00:00:14,000", "Yes."),
    )


def test_limits_that_cannot_be_kept_are_noted() -> None:
    _, notes = laid_out(Corpus((Segment(start=0.0, end=9.0, text="incomprehensibilities"),)), Layout(10, 1, 5.0))
    assert [note.partition(" are too long")[0].partition(" end early")[0] for note in notes] == [
        "some cues of one word",
        "some lines",
    ]


@pytest.mark.parametrize("target", ["vtt", "ttml", "ebu-tt-d", "ass", "microdvd", "mpl2"])
def test_every_target_has_the_lines_and_the_words(target: str) -> None:
    text = converted(ROWS, "ctm", target, max_chars=11, max_lines=2)
    read = formats.read(text.encode(), format=target)
    assert [segment.text or " ".join(label.value for label in segment.items) for segment in read.segments] == [  # type: ignore[union-attr]
        "Well, I think so.",
        "You do not.",
    ]
    assert dict(read.segments[0].attributes)["lines"] == "Well,\nI think so."


def test_names_of_cues_get_numbers_and_numbers_are_counted_again() -> None:
    cue = Segment(start=0.0, end=1.0, text="one two", speaker="anna")
    for ids, expected in ((("7", "8"), ["1", "2", "3", "4"]), (("a", "b"), ["a-1", "a-2", "b-1", "b-2"])):
        named = Corpus(tuple([formats.Segment(id=key, start=0.0, end=1.0, text=cue.text) for key in ids]))
        assert list(laid_out(named, Layout(4, 1))[0].ids()) == expected


@given(
    st.lists(st.text("abc.,", min_size=1, max_size=8), min_size=1, max_size=12),
    st.integers(1, 20),
    st.integers(1, 3),
    st.sampled_from([None, 0.25, 1.0]),
)
def test_laws_of_pieces(words: list[str], most: int, lines: int, longest: float | None) -> None:
    cue = Segment(start=1.0, end=3.0, text=" ".join(words))
    pieces = laid_out(Corpus((cue,)), Layout(most, lines, longest))[0].segments
    # All words are there, in order, once.
    assert " ".join([piece.text or "" for piece in pieces]) == cue.text
    begin = 1.0
    for piece in pieces:
        assert begin <= piece.start <= piece.end <= 3.0  # type: ignore[operator]
        begin = piece.end  # type: ignore[assignment]
        assert longest is None or piece.end - piece.start <= longest + 1e-6  # type: ignore[operator]
        shown = dict(piece.attributes).get("lines", piece.text or "").split("\n")
        assert len(shown) <= lines
        assert all(len(line) <= most or " " not in line for line in shown)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_chars": 0}, "max_chars is 0; expected a whole number of characters, 1 or more"),
        ({"max_chars": 9, "max_lines": 1.5}, "max_lines is 1.5; expected a whole number of lines, 1 or more"),
        ({"max_duration": float("nan")}, "max_duration is nan; expected seconds, more than 0"),
    ],
)
def test_limits_are_checked(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(formats.UsageError, match=message):
        converted(ROWS, "ctm", **limits)


def test_characters_are_counted_as_they_are_seen() -> None:
    assert [characters(text) for text in ("a b", "e\u0301", "\u0e01\u0e33", "\u200fa")] == [3, 1, 2, 1]


# --- times that are moved -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "factor", "offset", "within"), [({"shift": 2.0}, 1, 2.0, 0.011), ({"fps": "24:12"}, 2, 0.0, 0.022)]
)
@pytest.mark.parametrize("record", [*FORMATS], ids=lambda record: record.name)
def test_all_times_of_every_format_are_moved_or_fit_another_frame_rate(
    record: formats.Format, change: dict[str, Any], factor: int, offset: float, within: float, tmp_path: Path
) -> None:
    needs_library(record)
    before = formats.read(sample(record.name), format=record.name)
    times = _times(before)
    if not record.writable or not times:
        return
    formats.convert(sample(record.name), tmp_path / "x", source_format=record.name, target_format=record.name, **change)
    after = formats.read(tmp_path / "x", format=record.name)
    assert _times(after) == pytest.approx([factor * time + offset for time in times], abs=within)
    assert after.texts() == before.texts()
    assert after.texts() == before.texts()


def _times(corpus: Corpus) -> list[float]:
    """The times of all segments, words and regions that have one."""
    times = [time for segment in corpus.segments for time in (segment.start, segment.end)]
    times += [time for segment in corpus.segments for label in segment.items for time in span(label) or ()]
    times += [time for region in corpus.regions for time in (region.start, region.end)]
    return [time for time in times if time is not None]


def test_times_are_moved_exactly_and_back() -> None:
    rows = "t 1 1.05 0.20 a\nt 1 1.250 0.1 b\n"
    later = converted(rows, "ctm", "ctm", shift=0.1)
    assert later == "t 1 1.15 0.20 a\nt 1 1.350 0.1 b\n"
    assert converted(later, "ctm", "ctm", shift=-0.1) == rows


def test_a_time_before_the_begin_is_an_error() -> None:
    with pytest.raises(
        formats.UsageError, match=r"shift=-2 .*would move the first time \(1.05 s\) below 0; expected -1.05 or more"
    ):
        converted("t 1 1.05 0.20 a\n", "ctm", "ctm", shift=-2.0)


def test_cues_rather_end_with_sentences_than_be_few() -> None:
    text = "Good evening and welcome. Tonight we look at housing costs. Our man has been to Hull. It was cold and wet."
    cues = converted(srt((ONE_SECOND, text)), "srt", max_chars=32)
    assert cues.count("-->") == 3
    assert all(cue.rstrip().endswith(".") for cue in cues.split("\n\n") if cue)


def test_cues_end_earlier_where_gaps_are_short() -> None:
    times = ("00:00:01,000 --> 00:00:02,980", "00:00:03,000 --> 00:00:04,000", "00:00:03,900 --> 00:00:05,000")
    wanted = ("00:00:01,000 --> 00:00:02,900", *times[1:])
    texts = ("one", "two", "three")
    source, expected = (srt(*zip(rows, texts, strict=True)) for rows in (times, wanted))
    assert converted(source, "srt", min_gap=0.1) == expected
    assert converted(source, "srt", min_gap=0.01) == source
    with pytest.raises(formats.UsageError, match="min_gap is 0; expected seconds, more than 0"):
        converted(source, "srt", min_gap=0)


@pytest.mark.parametrize(("begin", "notes"), [(1.9, (OVERLAPS,)), (2.0, ()), (2.5, ())])
def test_cues_that_overlap_stay_and_are_noted_where_gaps_are_made(begin: float, notes: tuple[str, ...]) -> None:
    cues = Segment(start=1.0, end=2.0, text="one"), Segment(start=begin, end=4.0, text="two")
    assert laid_out(Corpus(cues), Layout(min_gap=0.1))[1] == notes
