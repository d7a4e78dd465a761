"""Praat's TextGrid: reading, writing, and comparison with other libraries."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import formats
from formats import textgrid, textgrid_short
from formats.schema import Corpus, Label, Segment
from formats.source import Source
from tests.formats.check import check_format, written
from tests.formats.test_every_format import sample
from tests.peers import peer

HEAD = b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n'
BROKEN = {
    b'File type = "ooBinaryFile"\n': (
        "<bytes>:1:13: not a Praat text file; expected 'File type = \"ooTextFile\"' in the first line\n"
        '  File type = "ooBinaryFile"\n              ^'
    ),
    HEAD + b'0\n1\n<exists>\n1\n"IntervalTier"\n"a"\n0\n1\n1\n0\nx\n': (
        "<bytes>:14:2: the file ends here; expected xmax\n  x\n   ^"
    ),
    HEAD + b'0\n2\n<exists>\n1\n"IntervalTier"\n"a"\n0\n2\n1\n2\n1\n"x"\n': (
        "<bytes>:14:1: xmax 1 is before xmin 2; expected xmax at or after xmin\n  1\n  ^"
    ),
}


@pytest.mark.parametrize("name", ["textgrid", "textgrid-short"])
def test_textgrid_passes_what_every_format_passes(name: str, tmp_path: Path) -> None:
    check_format(formats.by_name(name), sample(name).read_bytes(), BROKEN, tmp_path)


def test_words_of_a_partner_tier_are_those_of_the_segments() -> None:
    segment = formats.read(sample("textgrid")).segments[0]
    assert (segment.speaker, segment.start, segment.end) == ("anna", 0.5, 2.25)
    assert [(item.value, item.start, item.end) for item in segment.items if isinstance(item, Label)] == [
        ("good", 0.5, 1.125),
        ("morning", 1.125, 2.25),
    ]


def test_tiers_are_chosen_by_name() -> None:
    corpus = formats.read(sample("textgrid"), tiers=("events",))
    assert [segment.text for segment in corpus.segments] == ["H*", "door shut"]
    with pytest.raises(formats.UsageError, match="has no tier 'x'; its tiers are: 'anna', 'anna - words'"):
        formats.read(sample("textgrid"), tiers=("x",))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-bom"])
def test_encodings_with_a_mark_are_read(encoding: str) -> None:
    text = sample("textgrid").read_text(encoding="utf-8")
    data = b"\xfe\xff" + text.encode("utf-16-be") if encoding == "utf-16-be-bom" else text.encode(encoding)
    assert textgrid.read(Source(data)) == formats.read(sample("textgrid"))


def test_what_praat_skips_is_skipped() -> None:
    data = b'! a comment "with" 5 things\n"ooTextFile" "TextGrid"\nxmin = 0 ! seconds\nxmax: 1\n<exists> 1 tier\n'
    data += b'"IntervalTier" "a" 0 1 1 interval\n0 1 "x y"'
    assert textgrid.read(Source(data)).segments[0].text == "x y"


def test_overlaps_and_words_without_duration_have_tiers_of_their_own() -> None:
    labels = (Label("a", 0.0, 1.0), Label("b", 0.5, 1.5), Label("c", 2.0, 2.0))
    corpus = Corpus((Segment(channel="1", labels=labels),))
    again = textgrid.read(Source(written(corpus, textgrid.FORMAT)))
    assert [(s.speaker, s.start, s.end) for s in again.segments] == [
        ("1", 0.0, 1.0),
        ("1 (2)", 0.5, 1.5),
        ("1 (points)", 2.0, 2.0),
    ]


def test_tiers_with_other_names_replace_those_of_the_file(tmp_path: Path) -> None:
    formats.convert(sample("textgrid"), tmp_path / "a.TextGrid", speakers={"anna": "Anna", 'ben "the" b': "ben"})
    names = dict.fromkeys(segment.speaker for segment in formats.read(tmp_path / "a.TextGrid").segments)
    assert set(names) == {"Anna", "ben", "events"}


TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1).filter(lambda text: text.strip() == text)
WORDS = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 300), TEXTS), min_size=1, max_size=8)


@given(WORDS, st.sampled_from([textgrid.FORMAT, textgrid_short.FORMAT]))
def test_words_and_times_survive(rows: list[tuple[int, int, str]], record: formats.Format) -> None:
    now, labels = 0, []
    for pause, length, text in rows:
        labels.append(Label(text, (now + pause) / 100, (now + pause + length) / 100))
        now += pause + length
    corpus = Corpus((Segment(speaker='a "b"', labels=tuple(labels)),))
    again = record.read(Source(written(corpus, record), encoding="utf-8"))
    assert [segment.items for segment in again.segments] == [(label,) for label in labels]


# --- other libraries ---------------------------------------------------------------------------------


def test_what_we_write_textgrid_reads_and_the_other_way_round(tmp_path: Path) -> None:
    library = peer("textgrid")
    corpus = formats.read(sample("textgrid"), tiers=("anna", "anna - words", "events"))
    formats.write(corpus, tmp_path / "a.TextGrid")
    found = library.TextGrid.fromFile(str(tmp_path / "a.TextGrid"))
    assert [tier.name for tier in found] == ["anna", "anna - words", "events"]
    assert [(i.minTime, i.maxTime, i.mark) for i in found[0]][1] == (0.5, 2.25, "good morning")
    found.write(str(tmp_path / "b.TextGrid"))
    assert formats.read(tmp_path / "b.TextGrid").segments == corpus.segments


@pytest.mark.parametrize("form", ["long_textgrid", "short_textgrid"])
def test_what_we_write_praatio_reads_and_the_other_way_round(tmp_path: Path, form: str) -> None:
    library = peer("praatio.textgrid")
    corpus = formats.read(sample("textgrid"))
    formats.write(corpus, tmp_path / "a.TextGrid", format="textgrid-short" if form.startswith("short") else None)
    found = library.openTextgrid(str(tmp_path / "a.TextGrid"), includeEmptyIntervals=False)
    assert found.tierNames == ("anna", "anna - words", 'ben "the" b', "events")
    assert [tuple(entry) for entry in found.getTier("anna - words").entries] == [
        (0.5, 1.125, "good"),
        (1.125, 2.25, "morning"),
    ]
    found.save(str(tmp_path / "b.TextGrid"), format=form, includeBlankSpaces=True)
    assert formats.read(tmp_path / "b.TextGrid").segments == corpus.segments
