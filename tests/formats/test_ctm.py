"""The ctm format: reading, messages for broken files, writing."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
from array import array
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats import ctm
from scorelite.formats.engine import rows
from scorelite.formats.engine.rows import row_of, timed
from scorelite.formats.errors import UsageError, Where
from scorelite.formats.registry import by_name
from scorelite.formats.schema import Alternation, Comment, Corpus, Grammar, Label, Segment, Written
from scorelite.formats.schema.corpus import rows as texts_of
from scorelite.formats.source import Source
from tests.formats.check import check_format, read_or_refuse, written

LAYOUT = "file channel begin duration word [confidence [type [speaker]]]"
SAMPLE = """;; LABEL "x" "X" "a label"
talk A 0.05 0.240 The 0.91
talk A 0.31 0.40 größe;noun;f NA
; one sign is enough
talk A &&1.50 .2 semi\\;colon 1e-05 lex anna
talk B 7. 0 (uh) -1.000000
talk B * * <ALT_BEGIN> 0.5
talk B 8.0 0.1 fra- 0.5
talk B * * <ALT>
talk B 8.0 0.1 two 0.5
talk B 8.1 0.1 words 0.5
talk B * * <alt>
talk B * * <Alt_End>
talk A 0.01 0.02 {back} 0.5 lex
""".encode()


def test_ctm_passes_what_every_format_passes(tmp_path: Path) -> None:
    broken = {
        b"talk A 0.05 0.24 the\ntalk A 0.05 0.24\n": (
            f"<bytes>:2:17: only 4 fields; expected {LAYOUT}\n  talk A 0.05 0.24\n                  ^"
        ),
        b"talk A 0.05 0.24 the\n\n": f"<bytes>:2:1: a blank line; expected {LAYOUT}\n  \n  ^",
        b"talk A 0.05 -0.24 the\n": (
            f"<bytes>:1:13: duration '-0.24' is negative; expected {LAYOUT}\n  talk A 0.05 -0.24 the\n              ^"
        ),
    }
    check_format(ctm.FORMAT, SAMPLE, broken, tmp_path)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("talk", "1:5: only 1 field"),
        (" \t", "1:1: a blank line"),
        ("  talk  A", "1:10: only 2 fields"),
        ("t A 0 1 w 1 lex s more", "1:19: 9 fields"),
        ("t A x 1 w", "1:5: begin 'x' is not a number"),
        ("t A nan 1 w", "1:5: begin 'nan' is not a number"),
        ("t A 1_0 1 w", "1:5: begin '1_0' is not a number"),
        ("t A ٣ 1 w", "1:5: begin '٣' is not a number"),
        ("t A 0x1 1 w", "1:5: begin '0x1' is not a number"),
        ("t A . 1 w", "1:5: begin '.' is not a number"),
        ("t A * * w", "1:5: begin '*' is not a number"),
        ("t A -0.5 1 w", "1:5: begin '-0.5' is negative"),
        ("t A &&-1 1 w", "1:5: begin '-1' is negative"),
        ("t A 1e999 1 w", "1:5: begin '1e999' is too large"),
        (f"t A {'9' * 400} 1 w", f"1:5: begin '{'9' * 400}' is too large"),
        ("t A inf 1 w", "1:5: begin 'inf' is not a number"),
        ("t A 0 -1 w", "1:7: duration '-1' is negative"),
        ("t A 0 w 1", "1:7: duration 'w' is not a number"),
        ("t A 0 1 w x", "1:11: confidence 'x' is not a number"),
        ("t A 0 1 w nan", "1:11: confidence 'nan' is not a number"),
        ("t A 0 1 w -inf", "1:11: confidence '-inf' is not a number"),
        ("t A 0 1 w 1e400", "1:11: confidence '1e400' is too large"),
        ("t A * * <ALT_BEGIN>", "1:9: <ALT_BEGIN> without <ALT_END>"),
        ("t A * * <ALT>", "1:9: <ALT> without <ALT_BEGIN>"),
        ("t A * * <alt_end>", "1:9: <ALT_END> without <ALT_BEGIN>"),
        ("t A 0 1 <altar>", "1:9: the word '<altar>' begins like a mark of an alternation"),
        ("t A * x <ALT_BEGIN>\nt A * * <ALT_END>", "1:5: begin '*' is not a number"),
        ("t A * * <ALT_BEGIN>\nt B 0 1 w\nt A * * <ALT_END>", "1:9: <ALT_BEGIN> without <ALT_END>"),
        (
            "t A * * <ALT_BEGIN>\nt A * * <ALT_BEGIN>\nt A * * <ALT_END>",
            "2:9: <ALT_BEGIN> inside an alternation",
        ),
    ],
)
@pytest.mark.parametrize("before", ["", "t A 0 1 fine\n", "; comment\n"])
def test_a_broken_row_is_refused_with_its_position(row: str, message: str, before: str) -> None:
    with pytest.raises(formats.FormatError) as caught:
        ctm.read(Source(f"{before}{row}\n".encode()))
    line, rest = message.split(":", 1)
    place = int(line) + before.count("\n")
    assert str(caught.value).startswith(f"<bytes>:{place}:{rest}; expected ")


def test_up_to_twenty_problems_are_reported_at_once() -> None:
    with pytest.raises(formats.FormatError) as caught:
        ctm.read(Source(b"t A 0 1 w\n" * 300 + b"t A 0 x w\n" * 30))
    assert [problem.where.line for problem in caught.value.problems] == list(range(301, 321))
    assert caught.value.more


def test_a_segment_is_a_run_of_rows_of_one_channel() -> None:
    corpus = ctm.read(Source(SAMPLE))
    assert [(s.session, s.channel, len(s.items), str(s.where)) for s in corpus.segments] == [
        ("talk", "A", 2, "<bytes>:2:1"),
        ("talk", "A", 1, "<bytes>:5:1"),  # comments stand between segments
        ("talk", "B", 2, "<bytes>:6:1"),
        ("talk", "A", 1, "<bytes>:14:1"),
    ]
    assert corpus.comments == (
        Comment(';; LABEL "x" "X" "a label"', 0),
        Comment("; one sign is enough", 1),
    )


def test_a_comment_inside_an_alternation_waits_for_its_end() -> None:
    data = b"t A * * <ALT_BEGIN>\n; inside\nt A 0 1 w\nt A * * <ALT_END>\nt B 0 1 w\n"
    corpus = ctm.read(Source(data))
    assert [len(segment.items) for segment in corpus.segments] == [1, 1]
    assert corpus.comments == (Comment("; inside", 1),)


def test_rows_become_labels_that_print_as_they_were_read() -> None:
    first, second, third, fourth = (segment.items for segment in ctm.read(Source(SAMPLE)).segments)
    assert first == (
        Label("The", 0.05, 0.29, 0.91),
        Label("größe", 0.31, 0.71, attributes=(("tag1", "noun"), ("tag2", "f"))),
    )
    label = first[0]
    assert isinstance(label, Label)
    assert (str(label.start), str(label.end), str(label.confidence)) == ("0.05", "0.290", "0.91")
    unsure = (("time", "unsure"), ("type", "lex"), ("speaker", "anna"))
    assert second == (Label("semi;colon", 1.5, 1.7, 1e-05, attributes=unsure),)
    assert third == (
        Label("uh", 7.0, 7.0, -1.0, optional=True),
        Alternation(
            (
                (Label("fra-", 8.0, 8.1, 0.5, "fragment"),),
                (Label("two", 8.0, 8.1, 0.5), Label("words", 8.1, 8.2, 0.5)),
                (),
            )
        ),
    )
    assert fourth == (Label("{back}", 0.01, 0.03, 0.5, attributes=(("type", "lex"),)),)


def test_numbers_are_numbers_that_print_as_written_wherever_they_go() -> None:
    item = ctm.read(Source(b"t A 0.50 1 w 1e-05\n")).segments[0].items[0]
    again = pickle.loads(pickle.dumps(copy.deepcopy(item)))
    assert again == item
    assert (str(again.start), repr(again.confidence), f"{again.start:.1f}") == ("0.50", "1e-05", "0.5")
    assert json.dumps([again.start, again.confidence]) == "[0.5, 1e-05]"


@pytest.mark.parametrize("word", ["@", "@;noun", "@*", "\\@"])
def test_the_null_word_is_no_word(word: str) -> None:
    corpus = ctm.read(Source(f"t A 0 1 {word}\n".encode()))
    assert corpus.segments[0].items == ()
    assert corpus.table.words is not None
    assert len(corpus.table.words.folded().table.words) == 0  # columns, of which most formats are written
    texts = formats.read(f"a {word} c (s-1)\n{{ {word} / c }} (s-2)\n".encode(), format="trn")
    assert texts.segments[0].items == (Label("a"), Label("c"))
    assert texts.segments[1].items == (Alternation(((), (Label("c"),))),)


def test_a_null_word_in_another_spelling_leaves_the_texts_of_other_formats() -> None:
    corpus = formats.read(b"a @;noun c (s-1)\nb { @* / c } (s-2)\n(@) (s-3)\n", format="trn")
    assert [text for _, text, _ in texts_of(corpus, is_plain=True)] == ["a c", "b", "(@)"]


def test_a_word_of_nothing_is_told_with_its_place() -> None:
    with pytest.raises(UsageError, match=r"^<bytes>:2:1: the word '' is empty or has blanks in it"):
        written(ctm.read(Source(b"t A 0 1 a\nt A 1 1 \\\n")), by_name("srt"))


def test_the_null_word_of_rows_without_marks_is_a_word() -> None:
    assert ctm.read(Source(b"t A 0 1 @\n"), markup=False).segments[0].items == (Label("@", 0.0, 1.0),)


def test_without_markup_words_are_literal_and_alternations_are_still_alternations() -> None:
    data = b"t A 0 1 a;b*\nt A * * <ALT_BEGIN>\nt A 1 1 c\\d\nt A * * <ALT_END>\n"
    items = ctm.read(Source(data), markup=False).segments[0].items
    assert items == (Label("a;b*", 0.0, 1.0), Alternation(((Label("c\\d", 1.0, 2.0),),)))


def test_bare_words_are_written_with_escapes() -> None:
    corpus = ctm.read(Source(b"t A 0.0 1.00 a;b* NA lex\n"), markup=False)
    assert written(corpus, ctm.FORMAT) == b"t A 0.0 1.00 a\\;b** NA lex\n"
    plain = ctm.read(Source(b"t A 0.0 1.00 ab\n"), markup=False)
    assert written(plain, ctm.FORMAT) == b"t A 0.0 1.00 ab\n"


def test_carriage_returns_tabs_a_mark_and_a_missing_last_newline_do_not_matter() -> None:
    corpus = ctm.read(Source(b"\xef\xbb\xbf t\tA  0.5\t1 w 0.5 \r\nt A 2 1 v"))
    assert corpus.segments[0].items == (Label("w", 0.5, 1.5, 0.5), Label("v", 2.0, 3.0))


def test_wide_blanks_are_parts_of_words() -> None:
    corpus = ctm.read(Source("t A 0.5 1 a\u3000b 0.5\nt A 2 1 c\xa0d\n".encode()))
    assert [item.value for item in corpus.segments[0].items if isinstance(item, Label)] == ["a\u3000b", "c\xa0d"]


def test_an_empty_file_has_no_segments() -> None:
    assert len(ctm.read(Source(b""))) == 0


def test_many_channels_of_one_row_each_are_as_many_segments() -> None:
    corpus = ctm.read(Source(b"".join(b"t %d 0 1 w\n" % number for number in range(100_000))))
    assert len(corpus) == 100_000
    assert corpus.segments[99_999].channel == "99999"


def test_rows_of_all_lengths_are_read_alike_together_and_one_by_one() -> None:
    ends = (b"", b" NA", b" 0.5", b" -1e-5 lex", b" na lex anna")
    rows = [
        b"t%d A %s%d.5 2.5e-1 w%d%s\n" % (n // 30, b"&&" * (n % 9 == 0), n, n % 7, ends[n % 5]) for n in range(2000)
    ]
    table = ctm.read(Source(b";; all\n".join(rows))).table.words
    assert table is not None
    assert table.lines.tolist() == [*range(1, 4000, 2)]
    alone = [ctm.read(Source(row)).table.words for row in rows]
    assert list(table.rows()) == [next(words.rows()) for words in alone if words is not None]
    assert repr(table.confidence) == repr(sum([words.confidence for words in alone if words], array("d")))
    assert table.begin == sum([words.begin for words in alone if words is not None], array("d"))
    assert table.rest == {row: words.rest[0] for row, words in enumerate(alone) if words is not None and words.rest}


@pytest.mark.parametrize(
    ("segment", "message"),
    [
        (Segment(channel="A", labels=(Label("w", 0.0, 1.0),)), "ctm cannot hold the session ''"),
        (Segment(session=";t", channel="A", labels=()), "the row would be read as a comment"),
        (Segment(session="t", channel="A B", labels=()), "ctm cannot hold the channel 'A B'"),
        (Segment(session="t", channel="A", text="w"), "the word 'w' has no times"),
        (Segment(session="t", channel="A", labels=(Label("w", 2.0, 1.0),)), "'w' ends before its start at 2.0"),
        (Segment(session="t", channel="A", labels=(Label("w", -1.0, 1.0),)), "a time is -1.0"),
        (Segment(session="t", channel="A", labels=(Label("w", 0.0, float("inf")),)), "a time is inf"),
        (Segment(session="t", channel="A", labels=(Label("<alt>", 0.0, 1.0),)), "would be read as a mark"),
        (Segment(session="t", channel="A", labels=(Label("a b", 0.0, 1.0),)), "the word 'a b' is empty or has blanks"),
        (Segment(session="t", channel="A", labels=(Label("a\\b", 0.0, 1.0),)), "cannot hold the word 'a"),
        (Segment(session="t", channel="A", labels=(Label("@", 0.0, 1.0),)), "cannot hold the word '@'"),
        (
            Segment(session="t", channel="A", labels=(Alternation(((Alternation(((),)),),)),)),
            "an alternation inside an alternation",
        ),
    ],
)
def test_what_ctm_cannot_hold_is_refused(segment: Segment, message: str) -> None:
    with pytest.raises(formats.UsageError) as caught:
        written(Corpus((segment,)), ctm.FORMAT)
    assert message in str(caught.value)


def test_labels_of_other_formats_are_written_with_exact_durations() -> None:
    labels = (Label("a", 0.1, 0.3), Label("b", 1e-7, 1.0, 0.25), Label("c", 1.0, 1.0, attributes=(("speaker", "x"),)))
    corpus = Corpus((Segment(session="t", channel="1", labels=labels),), comments=(Comment("** note", 0),))
    assert written(corpus, ctm.FORMAT) == (
        b";; ** note\nt 1 0.1 0.2 a\nt 1 0.0000001 0.9999999 b 0.25\nt 1 1.0 0.0 c NA lex x\n"
    )


GRAMMARS: tuple[Grammar, ...] = ("plain", "sclite")


def random_label(chance: random.Random, odd: float) -> Label:
    """A label of another format, at random one that rows cannot hold, or only in another form."""

    def one(plain: list[Any], others: list[Any]) -> Any:
        return chance.choice(others if chance.random() < odd else plain)

    return Label(
        one(["good", "day", "it's", "a-"], ["a;b", "{c", "@", "<alter", "d*", "e\\", "f g", "", "\xa0"]),
        one([Written("0.50"), Written("1")], [None, 0.25, Written("-1.0"), Written("1e-8"), Written("9")]),
        one([Written("2.125"), Written("2.0")], [None, 1.5, Written("1e400"), Written("0.5")]),
        one([Written("0.9")], [None, 0.5, Written("1e-3"), Written("-0.2"), Written("nan")]),
        optional=one([False], [True]),
        attributes=one([(), (("vosk:x", "1"),)], [(("speaker", "eve"),), (("tag1", "noun"),), (("time", "unsure"),)]),
        where=one([None, Where("x", 7)], [Where("x", 8)]),
    )


@pytest.mark.slow
def test_labels_become_rows_alike_by_columns_and_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows_of(labels: list[Label], grammar: Grammar) -> object:
        try:
            table = timed(Corpus((Segment(labels=tuple(labels)), Segment(labels=tuple(labels[:1])))), grammar)
        except formats.UsageError as error:
            return str(error)
        return repr([getattr(table, name) for name in ("begin", "duration", "confidence", "first", "lines", "rest")]), [
            *table.rows()
        ]

    chance = random.Random(4)
    for number in range(600):
        labels = [random_label(chance, 0.06 * (number % 3)) for _ in range(3)]
        for grammar in GRAMMARS:
            quick = rows_of(labels, grammar)
            with monkeypatch.context() as patch:
                patch.setattr(rows, "_add_lists", lambda *_: False)
                assert quick == rows_of(labels, grammar), labels


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"t A 0 1.0 w\n; comment\nt A * * <ALT_BEGIN>\n", True),
        (b"t A 0.0 1 w 0.5 lex spk\n", True),
        (b"t A 0 1 2\nt A 0.5 0.1 w\n", True),
        (b"t A 0 1.0 2\n", False),  # could be a segment of speaker 0
        (b"we need 10 20 people\n", False),
        (b"t A 0 1\n", False),
        (b"t A 0 1 w x\n", False),
        (b"t A 0 1 w\n\n", False),
        (b"t A spk 0 1 w\n", False),
        (b"; only a comment\n", False),
        (b"", False),
    ],
)
def test_rows_are_told_by_their_numbers(data: bytes, expected: bool) -> None:
    assert ctm.sniff(Source(data).head()) is expected


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1)
NOTHING = re.compile(r"@\*?(;|\Z)")
SAFE = WORDS.filter(lambda word: "\\" not in word and word[:4].upper() != "<ALT" and word[0] != ";").filter(
    lambda word: not NOTHING.match(word)
)
NAMES = WORDS.filter(lambda name: not name.startswith(";"))
TIMES = st.decimals(0, 10**6, places=3).map(str) | st.floats(0, 1e9).map(lambda value: format(value, ".5f"))
ROWS = st.tuples(
    st.sampled_from(["t A", "t B", "u A"]),
    TIMES,
    TIMES,
    SAFE,
    st.sampled_from(["", " 0.5", " NA", " na lex", " 1e-3 lex anna"]),
)


@given(st.lists(ROWS))
def test_every_file_of_rows_survives_a_round_trip(rows: list[tuple[str, ...]]) -> None:
    data = "".join(f"{name} {begin} {duration} {word}{rest}\n" for name, begin, duration, word, rest in rows).encode()
    corpus = ctm.read(Source(data))
    assert written(corpus, ctm.FORMAT) == data
    labels = Corpus(tuple(corpus.segments), format="ctm")
    again = ctm.read(Source(written(labels, ctm.FORMAT)))
    assert again == corpus


@given(SAFE, st.lists(SAFE.filter(lambda tag: not tag.startswith("{")), max_size=2))
def test_every_word_survives_a_row(word: str, tags: list[str]) -> None:
    label = Label(word, 0.0, 1.0, attributes=tuple(zip(("tag1", "tag2"), tags if word[0] != "{" else [], strict=False)))
    data = f"t A 0 1 {row_of(label)}\n".encode()
    (item,) = ctm.read(Source(data)).segments[0].items
    assert isinstance(item, Label)
    assert (f"({item.value})" if item.optional else item.value) == word
    assert item.attributes == label.attributes


@given(st.binary())
def test_random_bytes_give_a_corpus_or_a_format_error(data: bytes) -> None:
    corpus = read_or_refuse(data, "ctm", errors="surrogateescape")
    for segment in corpus.segments if corpus else ():
        assert segment.items is not None


FIELDS = ["t", "A", "0", "1.5", "-1", "*", "w", "<ALT_BEGIN>", "<ALT>", "<ALT_END>", "NA", ";", "\t", "", "&&2", "é"]


@example([["\t", ";", "t", "0", "0", "t"]])
@given(st.lists(st.lists(st.sampled_from(FIELDS), max_size=7) | st.just(["t", "A", "0", "1", "w"])))
def test_random_fields_give_a_corpus_or_a_format_error(rows: list[list[str]]) -> None:
    corpus = read_or_refuse("\n".join(map(" ".join, rows)).encode(), "ctm")
    # Behind a blank, a semicolon begins no comment but a name, which no row can be written with.
    if corpus and any(segment.session.startswith(";") for segment in corpus.segments):
        with pytest.raises(formats.UsageError, match="would be read as a comment"):
            written(corpus, ctm.FORMAT)
    elif corpus:
        again = formats.read(written(corpus, ctm.FORMAT), format="ctm")
        assert again.segments == corpus.segments
        labels = Corpus(tuple(corpus.segments), corpus.regions, corpus.comments)
        assert formats.read(written(labels, ctm.FORMAT), format="ctm").segments == corpus.segments
