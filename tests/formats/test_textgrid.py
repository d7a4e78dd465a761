"""Praat's TextGrid: reading, writing, and comparison with other libraries."""

from __future__ import annotations

import io
import pickle
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite import formats
from scorelite.formats import textgrid, textgrid_short
from scorelite.formats.conversion import run
from scorelite.formats.engine.tiers import refuse_levels
from scorelite.formats.engine.wishes import Wishes
from scorelite.formats.schema import Corpus, Label, Segment, Written
from scorelite.formats.source import Source
from scorelite.scoring import score_segment_files
from scorelite.scoring.cli.check_counts import counts_of
from tests.formats.check import check_columns, check_format, written
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
    HEAD + b'0\n9\n<exists>\n1\n"IntervalTier"\n"a"\n0\n9\n3\n2 1 "x"\n4 3 "y"\n5\n': (
        '<bytes>:13:3: xmax 1 is before xmin 2; expected xmax at or after xmin\n  2 1 "x"\n    ^\n'
        '<bytes>:14:3: xmax 3 is before xmin 4; expected xmax at or after xmin\n  4 3 "y"\n    ^\n'
        "<bytes>:15:2: the file ends here; expected xmax\n  5\n   ^"
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


def test_the_older_head_of_the_short_form_is_read(tmp_path: Path) -> None:
    data = (
        b'File type = "ooTextFile short"\n"TextGrid"\n\n0\n2\n<exists>\n1\n"IntervalTier"\n"a"\n0\n2\n1\n0\n2\n"good"\n'
    )
    (tmp_path / "a.txt").write_bytes(data)
    assert formats.read(data, format="textgrid").texts() == formats.read(tmp_path / "a.txt").texts() == ["good"]


def test_overlaps_and_words_without_duration_have_tiers_of_their_own() -> None:
    labels = (Label("a", 0.0, 1.0), Label("b", 0.5, 1.5), Label("c", 2.0, 2.0))
    corpus = Corpus((Segment(channel="1", labels=labels),))
    again = textgrid.read(Source(written(corpus, textgrid.FORMAT)))
    assert [(s.speaker, s.start, s.end) for s in again.segments] == [
        ("1", 0.0, 1.0),
        ("1 (2)", 0.5, 1.5),
        ("1 (points)", 2.0, 2.0),
    ]


def words_again(*segments: Segment) -> list[tuple[str, list[tuple[str, float | None, float | None]]]]:
    """Speaker and words of every segment that is read again."""
    again = textgrid.read(Source(written(Corpus(segments), textgrid.FORMAT)))
    return [
        (segment.speaker, [(item.value, item.start, item.end) for item in segment.items if isinstance(item, Label)])
        for segment in again.segments
    ]


def test_words_without_duration_are_those_of_their_segment_when_read_again() -> None:
    labels = (Label("a", 0.0, 1.0), Label("b", 1.0, 1.0), Label("c", 1.0, 2.0))
    assert words_again(Segment(speaker="x", start=0.0, end=2.0, labels=labels)) == [
        ("x", [("a", 0.0, 1.0), ("b", 1.0, 1.0), ("c", 1.0, 2.0)])
    ]


def test_words_are_not_doubled_where_only_some_segments_of_a_speaker_have_times_of_words() -> None:
    timed = Segment(speaker="x", start=0.0, end=2.0, labels=(Label("a", 0.5, 1.0), Label("b", 1.0, 1.5)))
    assert words_again(timed, Segment(speaker="x", start=2.0, end=3.0, text="c d")) == [
        ("x", [("a", 0.5, 1.0), ("b", 1.0, 1.5)]),
        ("x", [("c", None, None), ("d", None, None)]),
    ]


def test_words_of_segments_that_overlap_stay_with_their_segment() -> None:
    one = Segment(speaker="x", start=0.0, end=2.0, labels=(Label("a", 0.0, 1.0), Label("b", 1.0, 2.0)))
    two = Segment(speaker="x", start=1.0, end=3.0, labels=(Label("c", 1.0, 2.0), Label("d", 2.0, 3.0)))
    assert words_again(one, two) == [
        ("x", [("a", 0.0, 1.0), ("b", 1.0, 2.0)]),
        ("x (2)", [("c", 1.0, 2.0), ("d", 2.0, 3.0)]),
    ]


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param((Label("a", 0.0, 1.0), Label("b", 5.0, 6.0)), id="beyond the segment"),
        pytest.param((Label("a", 1.0, 2.0), Label("b", 0.0, 1.0)), id="out of order"),
        pytest.param((Label("a", 0.0, 2.0), Label("b", 1.0, 2.0)), id="overlapping"),
        pytest.param((Label("a", 0.0, 1.0), Label("b")), id="not all with times"),
    ],
)
def test_words_that_cannot_be_found_again_keep_their_segment_alone(labels: tuple[Label, ...]) -> None:
    segment = Segment(speaker="x", start=0.0, end=3.0, labels=labels)
    assert words_again(segment) == [("x", [("a", None, None), ("b", None, None)])]


def test_a_word_without_times_is_not_lost_where_its_segment_has_none_either() -> None:
    with pytest.raises(formats.UsageError, match="needs times of segments or of all words; 'a b' has none or some"):
        words_again(Segment(speaker="x", labels=(Label("a", 0.0, 1.0), Label("b"))))
    with pytest.raises(formats.UsageError, match="times from 2.0 s to 1.0 s; expected end >= begin"):
        words_again(Segment(speaker="x", labels=(Label("a", 2.0, 1.0),)))


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


def test_an_empty_tier_between_others_is_kept() -> None:
    rows = [("before", "x"), ("empty", ""), ("after", "y")]
    tiers = "".join(f'"IntervalTier"\n"{name}"\n0\n2\n1\n0\n2\n"{text}"\n' for name, text in rows)
    data = f'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n3\n{tiers}'.encode()
    written = "".join(textgrid.write(formats.read(data, format="textgrid")))
    assert [name for name, _ in rows if f'"{name}"' in written] == ["before", "empty", "after"]


def test_blanks_are_silence_and_points_are_no_turns(tmp_path: Path) -> None:
    tiers = (
        '"IntervalTier" "anna" 0 6 3 0 1 "good" 1 3 "  " 3 6 "day" "TextTier" "events" 0 6 1 2.5 "click"',
        '"IntervalTier" "anna" 0 6 3 0 1 "good" 1 3 "" 3 6 "day"',
    )
    files = [f'"ooTextFile" "TextGrid" 0 6 <exists> {2 - place} {tier}'.encode() for place, tier in enumerate(tiers)]
    result = score_segment_files(*files, ref_format="textgrid", hyp_format="textgrid", measure="diarisation")
    assert result.der == 0.0
    assert [notice for notice in result.notices if "tiers" in notice.text] == []
    path = tmp_path / "talk.TextGrid"
    path.write_bytes(files[0])
    formats.convert(path, tmp_path / "talk.rttm")
    rows = [row.split() for row in (tmp_path / "talk.rttm").read_text().splitlines()]
    assert [row[7] for row in rows if row[0] == "SPEAKER"] == ["anna", "anna"]
    for name in ("stm", "seglst"):
        formats.convert(path, tmp_path / "talk", target_format=name)
        assert "click" not in (tmp_path / "talk").read_text()
    formats.convert(path, tmp_path / "talk.csv")
    assert "click" in (tmp_path / "talk.csv").read_text()
    assert counts_of(formats.read(path)).speakers == 1


def test_texts_of_tiers_are_known_before_their_segments_are_made() -> None:
    rows = "".join(
        f'{place} {place + 1} "{text}"\n' for place, text in enumerate(("good", "", "a  b", " ", "l'eau", '""'))
    )
    head = '"ooTextFile" "TextGrid" 0 6 <exists> 2\n'
    tiers = "".join(f'"IntervalTier" "{name}" 0 6 6\n{rows}' for name in ("anna", "ben"))
    corpus = formats.read(f"{head}{tiers}".encode(), format="textgrid")
    texts, ids, size = corpus.texts(), corpus.ids(), len(corpus)
    segments = tuple(corpus.segments)
    assert texts == [" ".join(item.value for item in segment.items) for segment in segments]
    assert texts == ["good", "a b", "l'eau", '"'] * 2
    assert (size, ids) == (8, [""] * 8)
    assert [segment.speaker for segment in segments] == ["anna"] * 4 + ["ben"] * 4
    assert corpus.segments == segments
    assert pickle.loads(pickle.dumps(corpus.segments)) == segments


def test_a_tier_whose_end_is_before_its_start_is_written_with_the_times_of_the_file() -> None:
    text = (
        b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n1\n"IntervalTier"\n"a"\n75.85\n14\n0\n'
    )
    for name in ("textgrid-short", "textgrid"):
        written = io.BytesIO()
        formats.write(formats.read(text, format="textgrid-short"), written, format=name)
        again = formats.read(written.getvalue(), format=name)
        assert dict(again.meta)["textgrid:tier"] == "IntervalTier 0.0 14.0 0 a"


def test_the_columns_of_single_words_and_of_texts_are_those_of_segments() -> None:
    for texts in (["good"], ["good day", "yes"], ["good day", "to  you"], [" "], []):
        spans = "".join(f'{place}\n{place + 1}\n"{text}"\n' for place, text in enumerate(texts))
        head = f'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n{len(texts) or 1}\n<exists>\n1\n'
        tier = f'"IntervalTier"\n"eve"\n0\n{len(texts) or 1}\n{len(texts)}\n'
        check_columns(formats.read((head + tier + spans).encode(), format="textgrid-short").table)


def test_speakers_are_the_texts_of_turns_as_in_conversion(tmp_path: Path) -> None:
    turns = b"SPEAKER talk 1 0.5 1.5 <NA> <NA> anna <NA> <NA>\n"
    corpus = formats.read(turns, format="rttm")
    formats.write(corpus, tmp_path / "written.TextGrid")
    formats.convert(turns, tmp_path / "converted.TextGrid", source_format="rttm")
    written = (tmp_path / "written.TextGrid").read_bytes()
    assert b'text = "anna"' in written
    assert written == (tmp_path / "converted.TextGrid").read_bytes()


def _tiers(**intervals: str) -> bytes:
    """A TextGrid of two seconds with these tiers, whose intervals are given as "begin end text" by commas."""
    tiers = [
        f'"IntervalTier" "{name}" 0 2 {rows.count(",") + 1} ' + " ".join(rows.replace(",", "").split())
        for name, rows in intervals.items()
    ]
    return f'"ooTextFile" "TextGrid" 0 2 <exists> {len(tiers)} {" ".join(tiers)}'.encode()


_LEVELS = _tiers(words='0 1.2 "the", 1.2 2 "cat"', phones='0 0.5 "dh", 0.5 1.2 "ax", 1.2 1.5 "k", 1.5 2 "t"')
_TURNS = _tiers(anna='0 1.2 "the", 1.2 2 "cat"', bob='0 0.5 "yes", 0.5 1.1 "", 1.1 1.5 "no", 1.5 2 "well"')


@pytest.mark.parametrize("suffix", [".ctm", ".stm", ".srt", ".txt", ".csv"])
def test_words_and_their_phones_are_not_mixed_in_formats_without_tiers(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "a.TextGrid").write_bytes(_LEVELS)
    with pytest.raises(formats.UsageError, match="tier 'phones' divides .* expected one tier: tiers=.NAME."):
        formats.convert(tmp_path / "a.TextGrid", tmp_path / f"a{suffix}")
    formats.convert(tmp_path / "a.TextGrid", tmp_path / f"a{suffix}", tiers=["words"])
    formats.convert(tmp_path / "a.TextGrid", tmp_path / "b.TextGrid")
    assert [*dict.fromkeys(formats.read(tmp_path / "b.TextGrid").table.speakers)] == ["words", "phones"]
    (tmp_path / "b.TextGrid").write_bytes(_TURNS)
    formats.convert(tmp_path / "b.TextGrid", tmp_path / f"b{suffix}")


def test_words_and_their_phones_are_not_scored_as_one_text(tmp_path: Path) -> None:
    (tmp_path / "a.TextGrid").write_bytes(_LEVELS)
    (tmp_path / "a.txt").write_text("the cat\n")
    (tmp_path / "a.ctm").write_text("a 1 0.0 1.2 the\na 1 1.2 0.8 cat\n")
    for other in ("a.txt", "a.ctm"):
        for sides in ((other, "a.TextGrid"), ("a.TextGrid", other)):
            with pytest.raises(formats.UsageError, match="tier 'phones' divides the segments of tier 'words'"):
                scorelite.score_files(*[tmp_path / side for side in sides])


def test_one_tier_of_both_sides_is_scored(tmp_path: Path) -> None:
    (tmp_path / "a.TextGrid").write_bytes(_LEVELS)
    (tmp_path / "b.TextGrid").write_bytes(_LEVELS.replace(b'"ax"', b'"iy"'))
    sides = tmp_path / "a.TextGrid", tmp_path / "b.TextGrid"
    phones, words = (scorelite.score_files(*sides, tier=tier) for tier in ("phones", "words"))
    assert (phones.counts.errors, phones.counts.reference) == (1, 4)
    assert (words.counts.errors, words.counts.reference) == (0, 2)
    assert "ref:textgrid[phones]" in phones.signature
    (tmp_path / "a.txt").write_text("the cat\n")
    assert scorelite.score_files(sides[0], tmp_path / "a.txt", tier="words").wer == 0
    with pytest.raises(formats.UsageError, match="no tier 'x'; its tiers are: .*; ref_tier=NAME chooses one"):
        scorelite.score_files(*sides, tier="x")
    with pytest.raises(formats.UsageError, match=r"tier='x' has no effect on trn, which has no tiers"):
        scorelite.score_files(b"a (a)\n", b"a (a)\n", ref_format="trn", hyp_format="trn", tier="x")


def test_characters_in_the_spelling_of_praat_are_reported() -> None:
    def read(*texts: str) -> formats.Corpus:
        rows = " ".join(f'{at} {at + 1} "{text}"' for at, text in enumerate(texts))
        tier = f'"IntervalTier" "a" 0 {len(texts)} {len(texts)} {rows}'
        return formats.read(f'"ooTextFile" "TextGrid" 0 {len(texts)} <exists> 1 {tier}'.encode(), format="textgrid")

    corpus = read(r"\a:pfel", "a", r'sch\o""n', "C:\\")
    assert corpus.texts() == [r"\a:pfel", "a", r'sch\o"n', "C:\\"]
    what = r"2 texts with characters in Praat's spelling (\a:): read as written"
    assert corpus.notices() == [f"{what}; Edit > Convert entire TextGrid to Unicode in Praat changes them"]
    assert read("a").notices() == []


def test_tiers_with_the_same_times_are_a_text_and_its_translation(tmp_path: Path) -> None:
    segments = [
        Segment(speaker=speaker, start=Written(begin), end=Written(end), labels=(Label("a"),))
        for begin, end in (("0", "1"), ("1", "2"))
        for speaker in ("Ana", "Ana-gloss")
    ]
    with pytest.raises(formats.UsageError, match="tiers 'Ana-gloss' and 'Ana' have the same times"):
        refuse_levels(Corpus(tuple(segments), format="eaf", path="a.eaf"))


def test_turns_of_one_speaker_that_overlap_are_joined_and_read_back_as_one_speaker(tmp_path: Path) -> None:
    spans = [("a", "0", "2"), ("b", "1", "3"), ("a", "1.5", "1.5"), ("a", "3", "1"), ("a", "2.5", "0.25")]
    rows = [f"SPEAKER t 1 {start} {length} <NA> <NA> {name} <NA> <NA>\n" for name, start, length in spans]
    (tmp_path / "t.rttm").write_text("".join(rows), encoding="utf-8")
    outcome = run(tmp_path / "t.rttm", tmp_path / "t.TextGrid", Wishes())
    assert "2 turns that overlap another one of the same speaker: joined with it" in outcome.notes
    outcome = run(tmp_path / "t.TextGrid", tmp_path / "back.rttm", Wishes())
    assert "texts are the names of their tiers: no words are written" in outcome.notes
    assert [row.split()[3:8] for row in (tmp_path / "back.rttm").read_text(encoding="utf-8").splitlines()] == [
        ["0.0", "3.0", "<NA>", "<NA>", "a"],
        ["3.0", "1.0", "<NA>", "<NA>", "a"],
        ["1.0", "3.0", "<NA>", "<NA>", "b"],
    ]


def test_silence_of_a_tier_is_no_turn(tmp_path: Path) -> None:
    def turns(*texts: str) -> tuple[list[str], bool]:
        segments = [
            Segment(speaker="x", start=float(at), end=at + 1.0, text=text, grammar="plain")
            for at, text in enumerate(texts)
        ]
        formats.write(Corpus(tuple(segments)), tmp_path / "x.TextGrid")
        outcome = run(tmp_path / "x.TextGrid", tmp_path / "x.rttm", Wishes())
        lines = (tmp_path / "x.rttm").read_text(encoding="utf-8").splitlines()
        said = any("of silence" in note for note in outcome.notes)
        return [line.split()[3] for line in lines if line.startswith("SPEAKER")], said

    assert turns("silence", "good", "sil", "day", "<p:>") == (["1.0", "3.0"], True)
    # A word of a long text may be spoken.
    assert turns(*["good"] * 10, "silence") == ([f"{at}.0" for at in range(11)], False)
    assert turns("silence", "silence")[0] == ["0.0", "1.0"]


def binary(text: str, wide: bool) -> bytes:
    """A text of a binary TextGrid."""
    if wide:
        return struct.pack(">HH", 0xFFFF, len(text)) + text.encode("utf-16-be")
    return struct.pack(">H", len(text)) + text.encode("latin-1")


def binary_textgrid(wide: bool) -> bytes:
    """Two words in a tier of intervals, and a point."""
    words = b"".join(struct.pack(">dd", at, at + 1) + binary(word, wide) for at, word in enumerate(("größe", 'a "b"')))
    return (
        b"ooBinaryFile\x08TextGrid"
        + struct.pack(">dd?i", 0, 2, True, 2)
        + (b"\x0cIntervalTier" + binary("anna", wide) + struct.pack(">ddi", 0, 2, 2) + words)
        + (b"\x08TextTier" + binary("bell", wide) + struct.pack(">ddid", 0, 2, 1, 1.5) + binary("ding", wide))
    )


@pytest.mark.parametrize("wide", [False, True])
def test_a_binary_textgrid_is_that_of_the_same_text(wide: bool, tmp_path: Path) -> None:
    data = binary_textgrid(wide)
    (tmp_path / "a.TextGrid").write_bytes(data)
    corpus = formats.read(tmp_path / "a.TextGrid")
    table = corpus.table
    shown = [*zip(table.speakers, table.start.values, table.end.values, corpus.texts(), strict=True)]
    assert shown == [("anna", 0.0, 1.0, "größe"), ("anna", 1.0, 2.0, 'a "b"'), ("bell", 1.5, 1.5, "ding")]
    (tmp_path / "unnamed").write_bytes(data)
    assert formats.read(tmp_path / "unnamed").format == "textgrid"
    for size in range(len(data) - 1, 20, -3):
        with pytest.raises(formats.FormatError, match=":1:1: a binary TextGrid that ends within a tier"):
            formats.read(data[:size], format="textgrid")
