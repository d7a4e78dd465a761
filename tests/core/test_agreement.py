"""Both cores give equal answers and equal error messages."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from tests.core.ask import Ask, integers, small_integers
from tests.core.material import MARKED, WIDE, law, marked

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "encoding": st.sampled_from(["ascii", "ext_ascii", "gb", "utf-8"]),
        "sensitive": st.booleans(),
        "optional": st.booleans(),
        "fragments": st.booleans(),
        "characters": st.integers(-1, 3),
        "weights": st.sampled_from([{}, {b"a": 0.1, b"b": 2.5}]),
        "default_weight": st.sampled_from([0.0, 0.7, 1.0]),
        "segment": st.integers(0, 2),
        "lexicon": st.sampled_from([(), (b"ab", b"ba", b"bb"), (b"b", b"aa", b"ab")]),
        "ascii_too": st.booleans(),
        "guarani": st.booleans(),
        "times": st.booleans(),
        "sort_times": st.booleans(),
        "markup": st.booleans(),
        "costs": st.sampled_from([(4, 3, 3), (1, 1, 1), (2, 1, 1), (3, 2, 1), (7, 5, 4), (1000000, 1, 999)]),
        "ties": st.sampled_from(["SID", "SDI", "ISD", "IDS", "DSI", "DIS", "DSIM", "MIDS"]),
    },
)
TEXTS = st.one_of(marked(), marked(WIDE), st.text("ab{}/@()-;\\* \t", max_size=25), st.binary(max_size=15))
ROWS = st.lists(
    st.one_of(
        st.sampled_from(["<ALT_BEGIN>", "<ALT>", "<ALT_END>", "<alt_x>"]),
        st.tuples(
            st.sampled_from([*MARKED, "{a/b}", "x{y"]),
            st.sampled_from([0.0, 0.1, 0.25, 1.0, 2.5]),
            st.sampled_from([0.0, 0.1, 0.3]),
            st.sampled_from([-1.0, 0.5]),
        ),
    ),
    max_size=8,
)


@pytest.fixture(scope="module")
def both(native, twin):
    return Ask(native), Ask(twin)


def answer(ask, sides, options):
    """Everything that a core reports for one utterance."""
    try:
        charset = ask.charset(options.get("encoding", "ascii"))
        rules = ask.core.Rules(charset, **{name: value for name, value in options.items() if name != "encoding"})
        batch = ask.core.align(rules, *sides(ask))
    except ask.core.TextError as error:
        return str(error)
    slots = batch.slots(0)
    lines = batch.blocks(integers(0), [b"head\n"], [b"tail\n"], 40, 63)
    sgml = batch.sgml(integers(0), [b""], b":", b",", 63)
    counts = batch.counts(), batch.tally(integers(0)), batch.listings(integers(0))
    return slots, counts, lines, sgml, list(batch.notices)


@pytest.mark.parametrize(("hyp", "is_read"), [(b"\x00 \x80", True), (b"a b c \x80", True), (b"a \x80", False)])
def test_characters_are_read_only_as_far_as_a_word_goes_like_one_of_the_lexicon(both, hyp, is_read):
    options = {"encoding": "utf-8", "sensitive": True, "segment": 1, "markup": False, "lexicon": (b"ab", b"ba")}
    answers = [answer(ask, lambda a: (a.core.texts([b""]), a.core.texts([hyp])), options) for ask in both]
    assert answers[0] == answers[1]
    assert isinstance(answers[0], tuple) == is_read


@pytest.mark.slow
@law(TEXTS, TEXTS, OPTIONS, examples=300)
def test_texts_are_aligned_alike(both, ref, hyp, options):
    first, two = (answer(ask, lambda a: (a.core.texts([ref]), a.core.texts([hyp])), options) for ask in both)
    assert first == two


@law(ROWS, ROWS, OPTIONS, examples=200)
def test_rows_are_aligned_alike(both, ref, hyp, options):
    first, two = (answer(ask, lambda a: (a.rows(*ref), a.rows(*hyp)), options) for ask in both)
    assert first == two


LINE = st.one_of(
    st.text("aB(){}-_;*/ \t", max_size=12).map(str.encode),
    st.sampled_from(
        [b";; LABEL", b"** x", b"; a (s-1)", b"a (s-1)", b"b (s-1)", b"a (s-2)\r", b"", b"a\0b (c)", b"(\xc3"]
    ),
    st.binary(max_size=8),
)
FILES = st.tuples(st.lists(LINE, max_size=6), st.sampled_from([b"", b"\n"])).map(lambda f: b"\n".join(f[0]) + f[1])


@law(FILES, FILES, st.sampled_from(["ascii", "gb", "utf-8"]), st.booleans())
def test_transcript_files_are_read_alike(both, first, second, encoding, sensitive):
    answers = []
    for ask in both:
        charset = ask.charset(encoding)
        hyp, ref = (ask.core.Trn(data, charset, sensitive=sensitive) for data in (first, second))
        answers.append(
            [
                (file.ids(), [file.text(i) for i in range(len(file))], file.events, file.error, file.incomplete)
                for file in (hyp, ref)
            ]
            + [hyp.match(ref), hyp.duplicated()]
            + [hyp.speakers(kind) for kind in ("wsj", "rm", "swb", "spu_id", "sp")]
        )
    assert answers[0] == answers[1]


@law(st.binary(max_size=12), st.sampled_from(["ascii", "ext_ascii", "gb", "utf-8"]))
def test_characters_are_cut_and_folded_alike(both, data, encoding):
    answers = []
    for ask in both:
        charset = ask.charset(encoding, {0x49: 0x131, 0xC9: 0xE9}, {0xE9: 0xC9, 0x69: 0x130})
        for question in (charset.fold, charset.upper, charset.split):
            try:
                answers.append(question(data))
            except ask.core.TextError as error:
                answers.append(str(error))
    assert answers[:3] == answers[3:]


@pytest.mark.parametrize(
    "question",
    [
        lambda ask: ask.charset("latin-1"),
        lambda ask: ask.rules(costs=(1, 0, 1)),
        lambda ask: ask.rules(segment=7),
        lambda ask: ask.batch(["a"], []),
        lambda ask: ask.core.Trn(b"", ask.charset(), sensitive=False).speakers("x"),
        lambda ask: ask.core.rows([b"a"], b"", b"", b"", integers(0, 1)),
        lambda ask: ask.core.rows([], b"", b"", b"", integers(0, 1)),
        lambda ask: ask.batch(["a"], ["a"]).totals(small_integers(2), 2),
        lambda ask: ask.batch(["a"], ["a"]).totals(b"abc", 2),
        lambda ask: ask.batch(["a"], ["a"]).slots(1),
        lambda ask: ask.batch(["a"], ["a"]).tally(integers(1)),
        lambda ask: ask.core.texts([["a", 1]]),
    ],
)
def test_wrong_arguments_are_refused_alike(both, question):
    messages = []
    for ask in both:
        with pytest.raises((ValueError, IndexError, TypeError)) as caught:
            question(ask)
        messages.append((caught.type, str(caught.value)))
    assert messages[0] == messages[1]
