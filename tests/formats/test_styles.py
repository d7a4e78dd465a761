"""Italics, bold and underlined words: attributes of cues that srt, vtt, SubStation Alpha and TTML share, and that never
make a word."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats, scoring
from scorelite.formats.engine.cues import attribute_of_numbers, styled_numbers

TIMES = "00:00:01,000 --> 00:00:02,500"
TAGS = ("<i>", "</i>", "<b>", "</b>", "<u>", "</u>")
KIN = ("srt", "vtt", "ass", "ssa", "ttml", "imsc", "ebu-tt", "ebu-tt-d")


def srt(text: str) -> bytes:
    return f"1\n{TIMES}\n{text}\n".encode()


def converted(source: bytes, source_format: str, target_format: str) -> tuple[bytes, tuple[str, ...]]:
    target = BytesIO()
    dropped = formats.convert(source, target, source_format=source_format, target_format=target_format)
    return target.getvalue(), dropped


@pytest.mark.parametrize(
    ("text", "italics", "words"),
    [
        ("<i>Good day.</i>", "all", "Good day."),
        ("Good <i>day</i>, <I >all</I >.", "2$1 3$1", "Good day, all."),
        ("<i>one</i> two <i>three\nfour</i>", "1 3-4", "one two three four"),
        ("un<i>believ</i>able <i>.</i>", "2^1$4 2", "unbelievable ."),
        ("<i> </i>none<i>", "", "none"),
        ("{\\i1}Good{\\i0} day", "1", "Good day"),
        ("no <b>bold</b>", "", "no bold"),
    ],
)
def test_words_in_italics_are_numbered(text: str, italics: str, words: str) -> None:
    (segment,) = formats.read(srt(text), format="srt").segments
    assert (dict(segment.attributes).get("italics", ""), segment.text) == (italics, words)


@pytest.mark.parametrize("first", KIN)
@pytest.mark.parametrize("second", KIN)
def test_italics_survive_from_format_to_format(first: str, second: str) -> None:
    source = srt("<i>The train</i> to\nKöln <i>& back</i>")
    there, dropped = converted(source, "srt", first)
    assert dropped == ()
    further, _ = converted(there, first, second)
    back, _ = converted(further, second, "srt")
    assert back == source


@pytest.mark.parametrize("first", KIN)
@pytest.mark.parametrize("second", KIN)
@pytest.mark.parametrize(
    "text",
    [
        "<b>The train</b> to <u>K\u00f6ln</u> <i>& back</i>",
        "<b>The <i>train</i></b> to\n<u><i>K\u00f6ln</i> & back</u>",
        "<b>The</b>, <i><u><b>train</b> leaves</u> now</i>",
    ],
)
def test_bold_and_underlined_words_survive_from_format_to_format(first: str, second: str, text: str) -> None:
    there, dropped = converted(srt(text), "srt", first)
    assert dropped == ()
    back, _ = converted(converted(there, first, second)[0], second, "srt")
    assert back == srt(text)


def test_tags_of_styles_that_overlap_are_nested() -> None:
    text = "<b>one <i>two</b> three</i>"
    assert converted(srt(text), "srt", "srt")[0] == srt(text)
    assert converted(srt(text), "srt", "vtt")[0].splitlines()[-1] == b"<b>one <i>two</i></b><i> three</i>"
    assert converted(srt(text), "srt", "sbv")[1] == ("bold", "italics")


def test_overrides_may_switch_several_styles_at_once() -> None:
    text = (
        b"[Events]\nDialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\b1\\i1}Good{\\i0\\b0} {\\b700\\u1}day{\\u0}\n"
    )
    assert converted(text, "ass", "srt")[0] == srt("<i><b>Good</b></i> <u>day</u>")


def test_a_document_in_bold_throughout_emphasises_nothing() -> None:
    head = b'<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body><div>'
    cue = b'<p begin="%ds" dur="1s" tts:fontWeight="bold">Good <span tts:fontWeight="%s">day</span></p>'
    texts = [b"".join([cue % (number, weight) for number in range(2)]) for weight in (b"bold", b"normal")]
    found = [formats.read(head + text + b"</div></body></tt>", format="ttml").segments[1] for text in texts]
    assert [dict(segment.attributes).get("bold") for segment in found] == [None, "1"]


@pytest.mark.parametrize("text", ["<i>The train</i>\n<i>leaves</i>.", "{\\i1}The train{\\i0} leaves", "<I>all</I>!"])
def test_tags_at_other_places_are_italics_all_the_same(text: str) -> None:
    assert converted(srt(text), "srt", "vtt")[1] == ()
    assert converted(srt(text), "srt", "sbv")[1] == ("italics",)
    assert converted(srt(text), "srt", "srt")[0] == srt(text)


def test_words_with_times_keep_italics() -> None:
    text = b"WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Good <00:00:01.500>day</i>\n"
    assert converted(text, "vtt", "srt")[0] == b"1\n00:00:01,000 --> 00:00:02,000\n<i>Good day</i>\n"
    timed, _ = converted(text, "vtt", "ttml")
    assert timed.count(b'<span tts:fontStyle="italic" begin=') == 2
    assert converted(timed, "ttml", "srt")[0].count(b"<i>Good day</i>") == 1


def test_styles_of_a_document_may_be_italics() -> None:
    text = b"""<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><head><styling>
<style xml:id="s" tts:fontStyle="italic"/></styling></head><body><div>
<p begin="0s" end="1s" style="s">Good <span tts:fontStyle="normal">day</span></p></div></body></tt>"""
    assert converted(text, "ttml", "srt")[0] == b"1\n00:00:00,000 --> 00:00:01,000\n<i>Good</i> day\n"


def test_a_format_without_italics_drops_them() -> None:
    assert converted(srt("<i>Good</i> day"), "srt", "sbv")[1] == ("italics",)


def test_a_changed_text_has_no_wrong_italics() -> None:
    corpus = formats.read(srt("one <i>two</i>"), format="srt")
    table = corpus.table.changed(text=["one"])
    target = BytesIO()
    formats.write(formats.Corpus(table, format="srt"), target, format="srt")
    assert target.getvalue() == srt("one")


@pytest.mark.parametrize("kind", KIN)
@pytest.mark.parametrize("text", ["<i>Word</i>! and '<i>yes</i>', you", "<i>Hello</i>, you", "a\nR&D <i>A & B</i>;"])
def test_signs_next_to_italics_stay_upright_in_every_format(text: str, kind: str) -> None:
    there, dropped = converted(srt(text), "srt", kind)
    assert dropped == ()
    assert converted(there, kind, "srt")[0] == srt(text)


def test_italics_within_a_word_and_of_a_changed_word_are_those_of_the_word() -> None:
    assert converted(converted(srt("un<i>believ</i>able"), "srt", "vtt")[0], "vtt", "srt")[0] == srt(
        "<i>unbelievable</i>"
    )
    corpus = formats.read(srt("<i>Good</i>, day"), format="srt")
    target = BytesIO()
    changed = formats.Corpus(corpus.table.changed(text=["Good day"]), format="srt")
    formats.write(changed, target, format="srt")
    assert target.getvalue() == srt("<i>Good</i> day")


def test_signs_of_words_with_times_are_in_italics() -> None:
    text = b"WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Good</i>, <00:00:01.500>day\n"
    timed, _ = converted(text, "vtt", "ttml")
    assert b'tts:fontStyle="italic" begin="0.000s" end="0.500s">Good,</span>' in timed
    assert b"<i>Good,<00:00:01.500></i> day" in converted(timed, "ttml", "vtt")[0]


@pytest.mark.slow
@given(st.lists(st.sampled_from(["a", "bc", " ", ", ", "!", "'", "&", *TAGS]), max_size=12).map("".join))
def test_no_italics_change_the_words(text: str) -> None:
    (segment,) = formats.read(srt(text), format="srt").segments
    for kind in KIN:
        back, _ = converted(converted(srt(text), "srt", kind)[0], kind, "srt")
        again, _ = converted(converted(back, "srt", kind)[0], kind, "srt")
        assert [each.text for each in formats.read(back, format="srt").segments] == [segment.text]
        assert again == back


def test_italics_do_not_change_a_score(tmp_path: Path) -> None:
    for name, text in (("ref", "<i>Good</i> day <i>to</i> you"), ("hyp", "Good <i>day to you</i>")):
        (tmp_path / f"{name}.srt").write_bytes(srt(text))
    result = scoring.score_files(tmp_path / "ref.srt", tmp_path / "hyp.srt")
    assert (result.counts.correct, result.counts.errors) == (4, 0)


@given(st.sets(st.integers(1, 30)))
def test_numbers_of_words_survive(numbers: set[int]) -> None:
    assert styled_numbers(attribute_of_numbers(sorted(numbers), 30), 30) == sorted(numbers)
