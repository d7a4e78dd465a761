"""The stm format: reading, messages for broken files, writing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats import stm
from scorelite.formats.engine.labels import definitions
from scorelite.formats.schema import Alternation, Corpus, Label, Segment
from scorelite.formats.source import Source
from tests.formats.check import check_format, read_or_refuse, written

LAYOUT = "file channel speaker begin end [<label>] text"
SAMPLE = """;; CATEGORY "0" "" ""
;; LABEL "O" "Overall" "All segments"
talk A anna 0.00 3.470 <O,,f0> The first { train / tram / @ } (uh) le-
** skipped
talk A ben 3.47 1e1 größe noun;N semi\\;colon
talk A ben 10. 11 <o>
talk B anna 0 0.5 \\<hm> yes
talk B anna 0.5 9.00 Ignore_Time_Segment_In_Scoring
;; the end
""".encode()


def test_stm_passes_what_every_format_passes(tmp_path: Path) -> None:
    broken = {
        b"talk A anna 0.00\n": (
            f"<bytes>:1:17: only 4 fields; expected {LAYOUT}\n  talk A anna 0.00\n                  ^"
        ),
        b"\ntalk A anna 3.0 1.0 yes\n": (
            f"<bytes>:2:17: end 1.0 is before begin 3.0; expected {LAYOUT}\n"
            "  talk A anna 3.0 1.0 yes\n"
            "                  ^"
        ),
        b"talk A anna 0 1 <O> a { b / c\n": (
            "<bytes>:1:23: '{' is not closed; expected '}' after the last branch\n"
            "  talk A anna 0 1 <O> a { b / c\n"
            "                        ^"
        ),
    }
    check_format(stm.FORMAT, SAMPLE, broken, tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("talk", "1:5: only 1 field"),
        ("t A s 0 ", "1:8: only 4 fields"),
        ("t A s x 1 w", "1:7: begin 'x' is not a number"),
        ("t A s nan 1 w", "1:7: begin 'nan' is not a number"),
        ("t A s -1 1 w", "1:7: begin '-1' is negative"),
        ("t A s 0 1e999", "1:9: end '1e999' is too large"),
        ("t A s 0 inf w", "1:9: end 'inf' is not a number"),
        ("t A s 0 -1 w", "1:9: end '-1' is negative"),
        ("t A s 2 1.5 w", "1:9: end 1.5 is before begin 2"),
        ("t A s 0 1 <a", "1:11: '<a' is not a label"),
        ("t A s 0 1 <> w", "1:11: '<>' is not a label"),
        ("t A s 0 1 <a>b w", "1:11: '<a>b' is not a label"),
        ("t A s 0 1 a } b", "1:13: '}' without '{'"),
        ("t\tA s  0 1 \t{ a / } b", "1:19: an empty branch of an alternation"),
        ("t A s 0 1 <x> x{y", "1:16: '{' inside a word"),
        ("; a comment of one sign", "1:1: a line that begins with one ';'"),
        ("*a comment of one sign", "1:1: a line that begins with one '*'"),
    ],
)
def test_a_broken_line_is_refused_with_its_position(line: str, message: str) -> None:
    with pytest.raises(formats.FormatError) as caught:
        stm.read(Source(line.encode()))
    assert str(caught.value).startswith(f"<bytes>:{message}; expected ")


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(formats.FormatError) as caught:
        stm.read(Source(b"t A s x y w\n" * 2))
    places = [(problem.where.line, problem.where.column) for problem in caught.value.problems]
    assert places == [(1, 7), (1, 9), (2, 7), (2, 9)]


def test_segments_have_names_times_tags_and_texts() -> None:
    first, second, third, fourth, fifth = stm.read(Source(SAMPLE)).segments
    assert first == Segment(
        session="talk",
        channel="A",
        speaker="anna",
        start=0.0,
        end=3.47,
        tags=("O", "", "f0"),
        text="The first { train / tram / @ } (uh) le-",
        grammar="sclite",
    )
    assert (str(first.start), str(first.end), str(first.where)) == ("0.00", "3.470", "<bytes>:3:1")
    assert isinstance(first.items[2], Alternation)
    assert first.items[3:] == (Label("uh", optional=True), Label("le-", kind="fragment"))
    assert second.end == 10.0
    assert second.items[1] == Label("noun", attributes=(("tag1", "N"),))
    assert (third.tags, third.text, third.items) == (("o",), "", ())
    assert (fourth.tags, fourth.items[0]) == ((), Label("<hm>"))
    assert fifth.ignored
    assert fifth.items == ()


@pytest.mark.parametrize(
    "text",
    ["IGNORE_TIME_SEGMENT_IN_SCORING", "a xIgnoreTimeSegmentInScoringx b", "{ ignore_time_segment_in_scoring"],
)
def test_a_segment_is_ignored_wherever_its_text_says_so(text: str) -> None:
    data = f"t A s 0 1 {text}\n".encode()
    corpus = stm.read(Source(data))
    assert corpus.segments[0].ignored
    assert written(corpus, stm.FORMAT) == data
    again = Corpus(tuple(corpus.segments))
    assert written(again, stm.FORMAT) == b"t A s 0 1 IGNORE_TIME_SEGMENT_IN_SCORING\n"


def test_comments_keep_their_places_and_define_labels() -> None:
    corpus = stm.read(Source(SAMPLE))
    assert [comment.before for comment in corpus.comments] == [0, 0, 1, 5]
    found = definitions(corpus.comments)
    assert (found.labels, found.categories) == ((("O", "Overall", "All segments"),), (("0", "", ""),))


def test_blank_lines_carriage_returns_and_a_mark_do_not_matter() -> None:
    corpus = stm.read(Source(b"\xef\xbb\xbf\r\n  t A s\t0 1 \t a  b \r\n\r\nt A s 1 2\r\nt A s 2 3 c"))
    assert corpus.texts() == ["a  b", "", "c"]


def test_wide_blanks_are_parts_of_words() -> None:
    (segment,) = stm.read(Source("t A s\xa0t 0 1 <O> \u3000a\u3000b c\n".encode())).segments
    assert (segment.speaker, segment.text) == ("s\xa0t", "\u3000a\u3000b c")
    assert [item.value for item in segment.items if isinstance(item, Label)] == ["\u3000a\u3000b", "c"]


def test_a_word_that_looks_like_a_label_is_not_swallowed() -> None:
    data = b"t A s 0 1 <hm> yes\nt A s 1 2 oh <hm>\n"
    with pytest.raises(formats.FormatError) as caught:
        stm.read(Source(data))
    assert str(caught.value).startswith(
        "<bytes>:1:11: <hm> is read as a label here, but it is a word on line 2; "
        "expected \\<hm> for a word at the start of a text\n"
    )
    defined = stm.read(Source(b';; LABEL "HM" "" ""\n' + data))
    assert defined.segments[0].tags == ("hm",)


def test_without_markup_nothing_is_special_in_texts() -> None:
    data = b"t A s 0 1 M^{ME} a;b } @\nt A s 1 2 \\<hm> a\n"
    corpus = stm.read(Source(data), markup=False)
    assert [item.value for item in corpus.segments[0].items if isinstance(item, Label)] == ["M^{ME}", "a;b", "}", "@"]
    assert corpus.texts()[1] == "<hm> a"
    assert written(Corpus((corpus.segments[1],)), stm.FORMAT) == b"t A s 1 2 \\<hm> a\n"


def test_bare_words_are_written_with_escapes() -> None:
    corpus = stm.read(Source(b"t A s 0 1.0 <x> a;b c*\n"), markup=False)
    assert written(corpus, stm.FORMAT) == b"t A s 0 1.0 <x> a\\;b c**\n"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"session": ""}, "stm cannot hold the session ''"),
        ({"session": ";x"}, "the line would be read as a comment"),
        ({"channel": "A B"}, "stm cannot hold the channel 'A B'"),
        ({"speaker": ""}, "stm cannot hold the speaker ''"),
        ({"end": None}, "stm needs a start and an end for every segment"),
        ({"start": -1.0}, "a time is -1.0"),
        ({"end": 0.0, "start": 1.0}, "stm cannot hold a segment with end 0.0 before begin 1.0"),
        ({"tags": ("a b",)}, "stm cannot hold the label '<a b>'"),
        ({"tags": ("a,b",)}, "stm cannot hold the label '<a,b>'"),
        ({"text": "a\nb"}, "stm cannot hold a line end"),
        ({"text": "ignore_time_segment_in_scoring"}, "stm would not score the text"),
        ({"text": "a {b"}, "cannot hold the word '{b'"),
    ],
)
def test_what_stm_cannot_hold_is_refused(changes: dict[str, object], message: str) -> None:
    values = {"session": "t", "channel": "A", "speaker": "s", "start": 0.0, "end": 1.0, "text": "w", **changes}
    with pytest.raises(formats.UsageError) as caught:
        written(Corpus((Segment(**values),)), stm.FORMAT)  # type: ignore[arg-type]
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"t A s 0 1 w\n;; comment\n\nt A s 1 2.5\n", True),
        (b"t A s 0.0 1 <O>\n", True),
        (b"t A 0 1.5 2 words\n", True),
        (b"t A 0 1.5 2 0.5\n", False),  # could be the word 2 with a confidence of 0.5
        (b"we need about 10 20 people\n", False),
        (b"t A 0 1 2\n", False),
        (b"t A s 1 0 w\n", False),
        (b"t A s 0\n", False),
        (b"t A 0 1 w\n", False),
        (b";; only a comment\n", False),
    ],
)
def test_segments_are_told_by_their_numbers(data: bytes, expected: bool) -> None:
    assert stm.sniff(Source(data).head()) is expected


def test_other_formats_are_converted_with_what_is_lost(tmp_path: Path) -> None:
    source, target = tmp_path / "a.stm", tmp_path / "b.txt"
    source.write_bytes(SAMPLE)
    assert formats.convert(source, target) == (
        "alternations",
        "channels",
        "comments",
        "fragments",
        "ignored segments",
        "optional words",
        "segment tags",
        "segment times",
        "sessions",
        "speakers",
        "tags",
    )
    assert target.read_text(encoding="utf-8").splitlines()[0] == "The first train (uh) le-"
    with pytest.raises(formats.UsageError, match="segments have words without times"):
        formats.convert(source, tmp_path / "b.ctm")


WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], exclude_characters="{}\\<;"), min_size=1
)
NAMES = WORDS.filter(lambda name: name[0] not in ";*")
TIMES = st.tuples(st.decimals(0, 10**6, places=2), st.decimals(0, 10**6, places=3)).map(sorted)
LINES = st.tuples(
    NAMES,
    NAMES,
    NAMES,
    TIMES.map(lambda times: f"{times[0]} {times[1]}"),
    st.sampled_from(["", " <O>", " <a,,b>"]),
    st.lists(WORDS).map(lambda words: "".join(f" {word}" for word in words)),
)


@given(st.lists(LINES))
def test_every_file_of_segments_survives_a_round_trip(lines: list[tuple[str, ...]]) -> None:
    data = "".join(f"{a} {b} {c} {times}{label}{text}\n" for a, b, c, times, label, text in lines).encode()
    corpus = stm.read(Source(data))
    assert written(corpus, stm.FORMAT) == data
    assert stm.read(Source(written(Corpus(tuple(corpus.segments)), stm.FORMAT))) == corpus


@given(st.binary())
def test_random_bytes_give_a_corpus_or_a_format_error(data: bytes) -> None:
    corpus = read_or_refuse(data, "stm", errors="surrogateescape")
    for segment in corpus.segments if corpus else ():
        assert segment.items is not None


FIELDS = ["t", "A", "0", "1.5", "-1", "<O>", "<a", "{", "}", "/", "@", ";;", "*", "\t", "", "\\<é>", "é"]


@given(st.lists(st.lists(st.sampled_from(FIELDS), max_size=9) | st.just(["t", "A", "s", "0", "1", "w"])))
def test_random_fields_give_a_corpus_or_a_format_error(rows: list[list[str]]) -> None:
    corpus = read_or_refuse("\n".join(map(" ".join, rows)).encode(), "stm")
    if corpus:
        assert formats.read(written(corpus, stm.FORMAT), format="stm") == corpus
        plain = Corpus(tuple(corpus.segments), comments=corpus.comments)
        assert formats.read(written(plain, stm.FORMAT), format="stm").segments == corpus.segments
