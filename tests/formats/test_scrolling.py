"""Captions that scroll or grow: what a cue repeats of the cue before is read once, in every format of cues."""

from __future__ import annotations

import json

import pytest

from scorelite import formats
from scorelite.formats.schema import Comment, Corpus, Segment

from .test_ebu_stl import block, head

ROLLING = [f"LINE {place}\nLINE {place + 1}" for place in range(6)]
GROWING = ["so", "so it", "so it is", "so it is now", "and", "and then", "and then no"]
WRITTEN = ["ass", "ebu-tt", "ebu-tt-d", "imsc", "microdvd", "mpl2", "sbv", "srt", "ssa", "stl", "ttml", "vtt"]
COUNTED = "most cues repeat text of the previous cue, as scrolling captions do: the repeated text of {} cues left out"


def written(name: str, texts: list[str]) -> bytes:
    """A file with a cue a second."""
    if name == "sami":
        cues = [f"<SYNC Start={1000 * at}><P>{text}" for at, text in enumerate(texts, 1)]
        return "".join(["<SAMI><BODY>", *cues, "</BODY></SAMI>"]).replace("\n", "<br>").encode()
    if name == "json3":
        events = [
            {"tStartMs": 1000 * at, "dDurationMs": 1000, "segs": [{"utf8": text}]} for at, text in enumerate(texts, 1)
        ]
        return json.dumps({"events": events}).encode()
    if name == "ebu-stl":
        times = [((0, 0, at, 0), (0, 0, at + 1, 0)) for at in range(1, len(texts) + 1)]
        bodies = [text.replace("\n", "\x8a").encode("latin-1") for text in texts]
        return head(blocks=len(texts)) + b"".join(
            [block(body, *pair) for body, pair in zip(bodies, times, strict=True)]
        )
    segments = [
        Segment(start=float(at), end=at + 1.0, text=text.replace("\n", " "), attributes=(("lines", text),))
        for at, text in enumerate(texts, 1)
    ]
    return "".join(formats.by_name(name).write(Corpus(segments))).encode()


@pytest.mark.parametrize("name", [*WRITTEN, "ebu-stl", "json3", "sami"])
def test_text_that_the_cue_before_has_shown_is_read_once(name: str) -> None:
    rolling = formats.read(written(name, ROLLING), format=name)
    assert rolling.texts() == ["LINE 0 LINE 1", *[f"LINE {place}" for place in range(2, 7)]]
    assert COUNTED.format(5) in rolling.notices()
    growing = formats.read(written(name, GROWING), format=name)
    assert growing.texts() == ["so", "it", "is", "now", "and", "then", "no"]
    assert [segment.start for segment in growing.segments] == [1, 2, 3, 4, 5, 6, 7]
    assert COUNTED.format(5) in growing.notices()
    # Whoever says the same again says it again.
    for said in (["Yes."] * 9, ["a", "a b", "c", "d", "e f", "g"]):
        corpus = formats.read(written(name, said), format=name)
        assert (corpus.texts(), [each for each in corpus.notices() if "repeat" in each]) == (said, [])


@pytest.mark.parametrize("name", ["ass", "microdvd", "mpl2", "sbv", "stl"])
def test_captions_without_what_they_repeated_are_written_and_read_again(name: str) -> None:
    corpus = formats.read(written(name, ROLLING), format=name)
    again = formats.read("".join(formats.by_name(name).write(corpus)).encode(), format=name)
    assert (again.texts(), again.notices()) == (corpus.texts(), [])


def test_the_document_of_captions_that_scroll_is_kept_and_a_changed_one_has_the_changed_text() -> None:
    data = written("ttml", ROLLING)
    corpus = formats.read(data, format="ttml")
    assert "".join(formats.by_name("ttml").write(corpus)).split() == data.decode().split()
    segments = [*corpus.segments]
    segments[1] = Segment(
        start=segments[1].start, end=segments[1].end, text="line two", attributes=segments[1].attributes
    )
    changed = "".join(formats.by_name("ttml").write(formats.values.replace(corpus, segments=segments)))
    assert formats.read(changed.encode(), format="ttml").texts() == ["LINE 0 LINE 1", "line two", *corpus.texts()[2:]]


def test_speakers_and_italics_stay_with_the_words_that_are_left() -> None:
    lines = [
        f'<span tts:color="{colour}">one <span tts:fontStyle="italic">{word}</span></span>'
        for colour, word in zip(["red", "lime"] * 4, "abcdefgh", strict=True)
    ]
    cues = [f'<p begin="{at}s" end="{at + 1}s">{lines[at]}<br/>{lines[at + 1]}</p>' for at in range(7)]
    spaces = 'xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"'
    corpus = formats.read(f"<tt {spaces}><body><div>{''.join(cues)}</div></body></tt>".encode())
    assert [(each.speaker, each.text) for each in corpus.segments] == [
        (colour, f"one {word}") for colour, word in zip(["red", "lime"] * 4, "abcdefgh", strict=True)
    ]
    assert {dict(each.attributes)["italics"] for each in corpus.segments} == {"2"}
    growing = written("ass", GROWING[:4]).replace(b"now", b"{\\i1}now{\\i0}")
    assert dict(formats.read(growing).segments[3].attributes) == {"italics": "all"}


def test_lines_at_two_places_of_the_screen_are_one_cue() -> None:
    said = [f"line {place}" for place in range(6)]
    cues = [f'<p begin="{at}s" end="{at + 1}s">{text}</p>' for at in range(5) for text in said[at : at + 2]]
    corpus = formats.read(
        f'<tt xmlns="http://www.w3.org/ns/ttml"><body><div>{"".join(cues)}</div></body></tt>'.encode()
    )
    assert corpus.texts() == said


def test_comments_stay_before_their_cues_where_cues_are_left_out() -> None:
    texts = ["a b\nc d", "c d", "c d\ne f", "e f", "e f\ng h", "g h", "g h\ni j", "i j", "i j\nk l"]
    lines = written("stl", texts).decode().splitlines(keepends=True)
    corpus = formats.read("".join([*lines[:7], "//last but one\n", *lines[7:]]).encode(), format="stl")
    assert corpus.texts() == ["a b c d", "e f", "g h", "i j", "k l"]
    assert corpus.comments == (Comment("//last but one", 4),)
