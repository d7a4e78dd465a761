"""The trn format: reading, messages for broken files, writing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats import trn
from scorelite.formats.schema import Alternation, Comment, Corpus, Label, Segment
from scorelite.formats.schema.markup import parse
from scorelite.formats.source import Source
from tests.formats.check import check_format, read_or_refuse, written

SAMPLE = """;; LABEL "x" "X" "a label"
the first { train / tram / { old / new } bus / @ } (uh) le- -aves (anna-001)
** skipped
größe noun;N;f semi\\;colon (anna-002)
(anna-003)
;; the end
""".encode()


def test_trn_passes_what_every_format_passes(tmp_path: Path) -> None:
    broken = {
        b"one (a)\ntwo\n": (  # the place where the id would begin
            "<bytes>:2:4: no utterance id; expected '(id)' at the end of the line\n"  # after the text
            "  two\n"
            "     ^"
        ),
        b"a { b / c (a)\n": (
            "<bytes>:1:3: '{' is not closed; expected '}' after the last branch\n  a { b / c (a)\n    ^"
        ),
        b"one (a)\ntwo (a)\n": (
            "<bytes>:2:6: utterance id 'a' is used twice, first on line 1; "
            "expected a different id for every utterance\n"
            "  two (a)\n"
            "       ^"
        ),
    }
    check_format(trn.FORMAT, SAMPLE, broken, tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("word a)", "1:7: ')' without '('"),
        ("word (a", "1:6: '(' without ')'"),
        ("word )a(", "1:8: '(' without ')'"),
        ("word ()", "1:7: an empty utterance id"),
        ("word (a) more", "1:10: text after the utterance id"),
        ("word (a)b)", "1:8: ')' inside the utterance id"),
        ("x{a/b} (a)", "1:2: '{' inside a word"),
        ("a } b (a)", "1:3: '}' without '{'"),
        ("{ a / } (a)", "1:7: an empty branch of an alternation"),
        ("{ } (a)", "1:3: an empty branch of an alternation"),
        ("{ a / { b / c } (a)", "1:1: '{' is not closed"),
        ("  a { b (a)", "1:5: '{' is not closed"),
    ],
)
def test_a_broken_line_is_refused_with_its_position(line: str, message: str) -> None:
    with pytest.raises(formats.FormatError) as caught:
        trn.read(Source(line.encode()))
    assert str(caught.value).startswith(f"<bytes>:{message}; expected ")


def test_up_to_twenty_problems_are_reported_at_once() -> None:
    with pytest.raises(formats.FormatError) as caught:
        trn.read(Source(b"no id\n" * 3))
    assert [problem.where.line for problem in caught.value.problems] == [1, 2, 3]
    assert not caught.value.more
    with pytest.raises(formats.FormatError) as caught:
        trn.read(Source(b"no id\n" * 21))
    assert len(caught.value.problems) == 20
    assert str(caught.value).endswith("(the first 20 problems; there are more)")


def test_a_last_line_without_newline_counts() -> None:
    assert trn.read(Source(b"one (a)\ntwo (b)")).ids() == ["a", "b"]


def test_blank_lines_carriage_returns_and_blanks_at_the_ends_do_not_matter() -> None:
    corpus = trn.read(Source(b"\r\n  one  two (a) \t\r\n \t \n(b)\r\n"))
    assert corpus.texts() == ["one  two", ""]
    assert [str(segment.where) for segment in corpus.segments] == ["<bytes>:2:1", "<bytes>:4:1"]


def test_a_line_with_one_comment_sign_is_data_as_in_sclite() -> None:
    assert trn.read(Source(b"*laughs* yes (a)\n;x (b)\n")).texts() == ["*laughs* yes", ";x"]


def test_comments_keep_their_places() -> None:
    corpus = trn.read(Source(SAMPLE))
    assert [comment.before for comment in corpus.comments] == [0, 1, 3]
    assert corpus.comments[1] == Comment("** skipped", 1)


def test_without_markup_nothing_is_special() -> None:
    corpus = trn.read(Source(b"M^{ME} a;b } (a)\n"), markup=False)
    assert [item.value for item in corpus.segments[0].items] == ["M^{ME}", "a;b", "}"]


def test_the_marks_become_labels() -> None:
    items = trn.read(Source(SAMPLE)).segments[0].items
    assert isinstance(items[2], Alternation)
    branches = [[item.value if isinstance(item, Label) else item for item in branch] for branch in items[2].branches]
    assert branches[:2] == [["train"], ["tram"]]
    assert branches[3] == []
    assert isinstance(branches[2][0], Alternation)
    assert items[3] == Label("uh", optional=True)
    assert items[4] == Label("le-", kind="fragment")
    second = trn.read(Source(SAMPLE)).segments[1].items
    assert second[1] == Label("noun", attributes=(("tag1", "N"), ("tag2", "f")))
    assert second[2] == Label("semi;colon")


def test_an_alternation_needs_no_blanks_and_ends_a_word() -> None:
    first, second = parse("{a/b}x", "sclite")
    assert isinstance(first, Alternation)
    assert second == Label("x")


def test_a_final_star_is_no_part_of_a_word() -> None:
    assert parse("mispronounced* ** *", "sclite") == (Label("mispronounced"), Label("*"), Label("*"))


def test_deep_nesting_is_refused_and_not_a_crash() -> None:
    assert trn.read(Source(b"{ a / " * 30 + b"b" + b" }" * 30 + b"(a)\n")).segments[0].items
    for depth in (31, 5000):
        with pytest.raises(formats.FormatError, match="1:181: alternations nested too deeply; expected at most 30"):
            trn.read(Source(b"{ a / " * depth + b"b" + b" }" * depth + b"(a)\n"))


def test_an_utterance_that_would_become_a_comment_is_written_with_a_blank_before_it() -> None:
    corpus = Corpus((Segment(id="a", text="** x"), Segment(id="b", text=";; y")))
    data = written(corpus, trn.FORMAT)
    assert [segment.items for segment in trn.read(Source(data)).segments] == [
        (Label("**"), Label("x")),
        (Label(";;"), Label("y")),
    ]


@pytest.mark.parametrize(
    ("segment", "message"),
    [
        (Segment(id="", text="a"), "cannot hold the id ''"),
        (Segment(id="a(b", text="a"), "cannot hold the id 'a(b'"),
        (Segment(id="a", text="a\nb"), "cannot hold a line end"),
        (Segment(id="a", text="x {y}"), "utterance 'a': sclite's grammar cannot hold the word '{y}'"),
        (Segment(id="a", labels=(Label("two words"),)), "the word 'two words' is empty or has blanks"),
    ],
)
def test_what_trn_cannot_hold_is_refused(segment: Segment, message: str) -> None:
    with pytest.raises(formats.UsageError, match=message.replace("(", r"\(").replace("{", r"\{")):
        written(Corpus((segment,)), trn.FORMAT)


def test_alternations_of_bare_words_are_written_with_all_branches() -> None:
    branches = ((Label("a"), Label("b")), (Label("c;d"),), ())
    corpus = Corpus((Segment(id="u-1", labels=(Label("x"), Alternation(branches))),))
    assert written(corpus, trn.FORMAT) == b"x { a b / c\\;d / @ } (u-1)\n"


def test_an_id_is_not_written_twice() -> None:
    with pytest.raises(formats.UsageError, match="the id 'a' twice"):
        written(Corpus((Segment(id="a"), Segment(id="a"))), trn.FORMAT)


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], exclude_characters="{}\\"), min_size=1)
INNER = WORDS.filter(lambda word: "/" not in word and word != "@")
PLAIN_WORDS = WORDS.filter(lambda word: word != "@")


def label(word: str, tags: tuple[str, ...]) -> Label:
    """The label that a reader makes from a word written by `mark`."""
    optional = len(word) > 2 and word.startswith("(") and word.endswith(")")
    value = word[1:-1] if optional else word
    fragment = len(value) > 1 and (value.startswith("-") or value.endswith("-"))
    attributes = tuple(zip(("tag1", "tag2"), tags, strict=False))
    return Label(value, kind="fragment" if fragment else "word", optional=optional, attributes=attributes)


def labels(words: st.SearchStrategy[str]) -> st.SearchStrategy[Label]:
    tags = st.lists(words, max_size=2).map(tuple)
    return st.builds(label, words, tags)


ALTERNATIONS = st.recursive(
    labels(INNER),
    lambda inner: st.lists(st.lists(inner, max_size=3).map(tuple), min_size=1, max_size=3).map(
        lambda branches: Alternation(tuple(branches))
    ),
    max_leaves=8,
)
ITEMS = st.lists(labels(PLAIN_WORDS) | ALTERNATIONS.filter(lambda item: isinstance(item, Alternation)), max_size=5)
IDS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="()"), min_size=1)


@pytest.mark.slow
@given(st.dictionaries(IDS, ITEMS))
@example({"0": [Label("\ufeff")]})
def test_every_corpus_of_labels_survives_a_round_trip(texts: dict[str, list[Label | Alternation]]) -> None:
    corpus = Corpus(
        tuple(Segment(id=key, labels=tuple(items), grammar="sclite") for key, items in texts.items()), format="trn"
    )
    again = trn.read(Source(written(corpus, trn.FORMAT)))
    assert again.ids() == corpus.ids()
    assert [segment.items for segment in again.segments] == [segment.items for segment in corpus.segments]
    assert written(again, trn.FORMAT) == written(corpus, trn.FORMAT)


@given(st.lists(PLAIN_WORDS))
def test_every_bare_text_survives_a_round_trip(words: list[str]) -> None:
    corpus = Corpus((Segment(id="a", text=" ".join(words)),))
    buffer = io.BytesIO()
    formats.write(corpus, buffer, format="trn")
    items = formats.read(buffer.getvalue(), format="trn").segments[0].items
    assert [f"({item.value})" if item.optional else item.value for item in items if isinstance(item, Label)] == words


@given(st.binary())
def test_random_bytes_give_a_corpus_or_a_format_error(data: bytes) -> None:
    corpus = read_or_refuse(data, "trn", errors="surrogateescape")
    for segment in corpus.segments if corpus else ():
        assert segment.items is not None


@given(st.text(st.sampled_from("a{}/@()\\;*- \n")))
def test_random_marks_give_a_corpus_or_a_format_error(text: str) -> None:
    corpus = read_or_refuse(text.encode(), "trn")
    if corpus:
        assert formats.read(written(corpus, trn.FORMAT), format="trn") == corpus


def outcome(data: bytes, markup: bool) -> object:
    """Ids, texts and lines of a file, or the number of its problems."""
    try:
        corpus = trn.read(Source(data), markup=markup)
    except formats.FormatError as error:
        return str(error).replace(";; a comment", "")
    places = [str(segment.where) for segment in corpus.segments]
    return corpus.ids(), [*corpus.texts()], corpus.grammars(), places


REGULAR = "a b (u-1)\né (u-2)\n"
ODD = ("", *" \t\v\r(){};*a\n\x85", ")\n", " (", "()", ";;", "**", "{ a / b }", "(u-1)\n", " (u-2)\n")


@pytest.mark.parametrize("markup", [True, False])
@pytest.mark.parametrize("odd", ODD)
def test_a_file_of_regular_lines_is_read_as_beside_a_comment(odd: str, markup: bool) -> None:
    for place in range(len(REGULAR)):
        data = (REGULAR[:place] + odd + REGULAR[place:]).encode()
        # A file with a comment is read line by line.
        assert outcome(data, markup) == outcome(data + b";; a comment\n", markup)
