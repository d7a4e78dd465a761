"""Scores of normalised words and segments with times: words that split and join, marks, and errors that rules moved."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.scoring.cli.main import main
from scorelite.scoring.normalise import Chain, Rule, Table, chain_of

STM = b""";; a comment
rec 1 spk 0.0 2.0 <o,f0> Hello, World! { It's / its } ten
rec 1 spk 2.0 3.0 IGNORE_TIME_SEGMENT_IN_SCORING
rec 1 spk 3.0 5.0 (Uh) twenty noun;Tag
"""
CTM = b"""rec 1 0.0 0.5 hello 0.5
rec 1 0.5 0.5 world 0.7
rec 1 1.0 0.5 it's 0.8
rec 1 1.5 0.3 10 0.9
rec 1 2.5 0.3 Junk 0.9
rec 1 3.5 0.3 uh 0.9
rec 1 4.5 0.3 20 0.9
rec 1 4.8 0.1 noun 0.4
"""


def scored(ref: bytes, hyp: bytes, kinds: tuple[str, str] = ("stm", "ctm"), **settings):
    return scoring.score_files(ref, hyp, ref_format=kinds[0], hyp_format=kinds[1], **settings)


def steps(result, place):
    return [tuple(pair) for pair in result.utterances[place].alignment]


def test_segments_and_words_are_normalised_with_marks_kept():
    result = scored(STM, CTM, normalise="whisper-en")
    assert result.counts.errors == 0
    assert result.ignored_words == 1
    assert list(result.utterances.refs) == ["hello world { it is / its } 10", "20 noun;Tag"]
    assert list(result.utterances.hyps) == ["hello world it is 10", "20 noun"]
    assert "|normalise:whisper-en@20250625|" in result.signature
    assert pickle.loads(pickle.dumps(result)).normalisation() == result.normalisation()


def test_a_word_that_splits_shares_its_time_and_keeps_its_confidence():
    actual = steps(scored(STM, CTM, normalise="whisper-en"), 0)
    assert [(pair[2], *pair[6:]) for pair in actual[2:4]] == [("it", 1.0, 1.25, 0.8), ("is", 1.25, 1.5, 0.8)]


def test_words_that_join_span_their_time_with_the_least_confidence():
    ctm = b"rec 1 0.1 0.5 twenty 0.5\nrec 1 0.7 0.2 five 0.7\n"
    result = scored(ctm, ctm, ("ctm", "ctm"), normalise="whisper-en")
    ((_, ref, hyp, *data),) = steps(result, 0)
    assert (ref, hyp) == ("25", "25")
    assert data == pytest.approx([0.1, 0.9, 0.5, 0.1, 0.9, 0.5])


def test_alternatives_of_words_with_times_are_texts_of_their_own():
    ctm = b"""r 1 * * <ALT_BEGIN>
r 1 0.0 0.2 It's
r 1 * * <ALT>
r 1 0.0 0.2 Uh
r 1 * * <ALT_END>
r 1 0.3 0.2 ten
"""
    for words in (b"it is 10", b"10"):
        rows = b"".join(b"r 1 0.1 0.1 %s\n" % word for word in words.split())
        result = scored(rows, ctm, ("ctm", "ctm"), normalise="whisper-en")
        assert result.utterances[0].hyp == "{ it is / @ } 10"
        assert result.counts.errors == 0


def test_texts_with_marks_are_normalised():
    result = scoring.score_files(
        b"A { B. / c } (uh) (u-1)\n", b"a b uh (u-1)\n", normalise="basic", optional_words=True
    )
    assert result.utterances[0].ref == "a { b / c } (uh)"
    assert result.counts.errors == 0


def test_letters_that_a_normaliser_makes_are_no_marks():
    chain = Chain((Table("t", (Rule("semi", "a;b"), Rule("at", "x*"))),))
    result = scoring.score_files(b"semi at (u-1)\n", b"semi at (u-1)\n", normalise=chain)
    assert result.utterances[0].ref == "a\\;b x**"
    assert (result.counts.correct, result.counts.errors) == (2, 0)


@pytest.mark.parametrize("kinds", [("srt", "srt"), ("stm", "srt"), ("textgrid", "ctm"), ("txt", "ctm")])
def test_formats_with_times(kinds):
    samples = {
        "srt": b"1\n00:00:00,000 --> 00:00:01,000\nIt's twenty five.\n",
        "stm": b"rec 1 spk 0.000 1.000 It's twenty five.\n",
        "ctm": b"rec 1 0.0 0.2 it\nrec 1 0.2 0.2 is\nrec 1 0.5 0.3 25\n",
        "txt": b"It's twenty five.\n",
        "textgrid": b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1\n<exists>\n1\n"IntervalTier"\n'
        b'"w"\n0\n1\n1\n0\n1\n"It\'s twenty five."\n',
    }
    files = [samples[kind] for kind in kinds]
    names = {} if "txt" in kinds else {"session": "rec", "channel": "1"}
    result = scored(*files, kinds, normalise="whisper-en", **names)
    assert (result.counts.correct, result.counts.errors) == (3, 0)


WORD = st.sampled_from(
    ["It's", "twenty", "five", "10", "Uh", "(um)", "don't", "won’t", "a-b", "-", "...", "colour", "a;B"]
)
BRANCH = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
PIECE = st.one_of(WORD, st.tuples(BRANCH, BRANCH | st.just("@")).map("{{ {0[0]} / {0[1]} }}".format))


@pytest.mark.slow
@given(refs=st.lists(st.lists(PIECE, max_size=4), min_size=1, max_size=4), hyps=st.lists(WORD, min_size=1, max_size=20))
def test_the_errors_that_rules_moved_add_up(refs, hyps):
    stm = "".join(f"r 1 s {place} {place + 1} {' '.join(words)}\n" for place, words in enumerate(refs)).encode()
    ctm = "".join(f"r 1 {place / 5} 0.2 {word} 0.5\n" for place, word in enumerate(hyps)).encode()
    for ref, hyp, kinds in ((stm, ctm, ("stm", "ctm")), (ctm, ctm[: len(ctm) // 2 + 1], ("ctm", "ctm"))):
        if kinds == ("ctm", "ctm"):
            hyp = b"".join(hyp.splitlines(True)[:-1]) or ctm
        result = scored(ref, hyp, kinds, normalise=["whisper-en", "basic"])
        effect = result.normalisation()
        assert effect.raw == scored(ref, hyp, kinds).counts
        assert sum(row.errors for row in effect.moved) == result.counts.errors - effect.raw.errors


@given(hyps=st.lists(WORD, min_size=1, max_size=20))
def test_a_chain_without_a_change_changes_nothing(hyps):
    ctm = "".join(f"r 1 {place / 5} 0.2 {word} 0.5\n" for place, word in enumerate(hyps)).encode()
    none = Chain((Table("t", (Rule("absent", "x"),)),))
    plain, done = (scored(STM.replace(b"rec", b"r"), ctm, normalise=chain) for chain in (None, none))
    assert plain.counts == done.counts
    assert [steps(plain, k) for k in range(2)] == [steps(done, k) for k in range(2)]
    assert list(plain.utterances.hyps) == list(done.utterances.hyps)


@given(hyps=st.lists(WORD, min_size=1, max_size=20), name=st.sampled_from(["whisper-en", "basic", "casefold"]))
def test_words_are_those_of_the_text_in_the_order_of_time(hyps, name):
    ctm = "".join(f"r 1 {place / 5:.1f} 0.2 {word} 0.5\n" for place, word in enumerate(hyps)).encode()
    result = scored(ctm, ctm, ("ctm", "ctm"), normalise=name, markup=False)
    text = chain_of(name).apply([" ".join(hyps)])[0][0]
    assert " ".join(result.utterances.hyps).split() == text.split()
    actual = [pair for utterance in result.utterances for pair in utterance.alignment]
    times = [time for pair in actual for time in (pair.hyp_start, pair.hyp_end)]
    assert times == sorted(times)


def test_the_log_names_utterance_and_text(tmp_path, capsys):
    ref, hyp, log = (tmp_path / name for name in ("ref.stm", "hyp.ctm", "log.jsonl"))
    ref.write_bytes(STM)
    hyp.write_bytes(CTM)
    assert main(["score", str(ref), str(hyp), "--normalise", "whisper-en", "--changes", str(log)]) == 0
    assert "errors without --normalise" in capsys.readouterr().out
    changes = [json.loads(line) for line in log.read_text().splitlines()]
    first = {"side": "ref", "id": "spk-000", "text": 2, "utterance": 0, "before": "'s", "after": " is"}
    other = {"side": "hyp", "id": "spk-001", "utterance": 1, "before": "uh", "after": ""}
    for expected in (first, other):
        assert any(expected.items() <= change.items() for change in changes)


def test_a_word_that_splits_gives_each_part_its_own_stretch_of_time():
    ctm = b"r 1 1.0 0.6 it's 0.8\nr 1 2.0 1.0 a 0.9\n"
    actual = steps(scored(ctm, ctm, ("ctm", "ctm"), normalise="whisper-en"), 0)
    assert [pair[3:5] for pair in actual] == [(1.0, 1.3), (1.3, 1.6), (2.0, 3.0)]


def test_the_time_of_a_word_stays_where_a_word_before_it_is_dropped() -> None:
    ref = b"talk 1 0.50 0.55 uh-\ntalk 1 1.05 0.55 the\ntalk 1 1.60 0.55 uh-\ntalk 1 2.15 0.25 can't\n"
    result = scoring.score_files(ref, ref, ref_format="ctm", hyp_format="ctm", normalise="whisper-en")
    steps = [pair for utterance in result.utterances for pair in utterance.alignment.pairs]
    assert [(pair.ref, pair.ref_start, pair.ref_end) for pair in steps] == [
        ("the", 1.05, 1.6),
        ("can", 2.15, 2.275),
        ("not", 2.275, 2.4),
    ]


@pytest.mark.parametrize("settings", [{"normalise": "basic"}, {"equivalents": "any-words"}])
def test_a_word_that_is_nothing_but_a_tag_has_no_share_of_the_time(settings) -> None:
    ctm = b"rec 1 0 1 a 0.5\nrec 1 1 1 ; 0.6\n"
    result = scored(ctm, ctm, ("ctm", "ctm"), **settings)
    assert result.counts.errors == 0
    assert steps(result, 0)[0] == ("C", "a", "a", 0.0, 1.0, 0.5, 0.0, 1.0, 0.5)
