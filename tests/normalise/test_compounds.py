"""Compounds that a normaliser merges: counts are those of the aligner with compounds, and rules still add up."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.formats.errors import UsageError
from scorelite.scoring.cli.main import main
from scorelite.scoring.normalise import Chain
from scorelite.scoring.normalise.chain import Scoring
from scorelite.scoring.words import compounds

TEXTS = st.lists(
    st.lists(st.sampled_from(["ab", "abb", "abab", "b", "bab", "c"]), max_size=7).map(" ".join), min_size=3, max_size=3
)


CHAIN = Chain((), "own", Scoring("kaldi_wer", "merged"))


@given(refs=TEXTS, hyps=TEXTS)
def test_counts_are_those_of_the_aligner_with_compounds(refs, hyps):
    result = scoring.score(refs, hyps, normalise=CHAIN)
    expected = compounds.counts([text.split() for text in refs], [text.split() for text in hyps], policy="kaldi_wer")
    assert [utterance.counts for utterance in result.utterances] == expected
    effect = result.normalisation()
    assert effect.raw == scoring.score(refs, hyps, policy="kaldi_wer").counts
    assert sum(row.errors for row in effect.moved) == result.counts.errors - effect.raw.errors


def test_the_hypothesis_is_spelled_as_the_reference():
    result = scoring.score(
        ["A white paper online", "short-term"], ["a whitepaper on line", "long term"], normalise="leaderboard-en"
    )
    assert result.utterances[0].hyp == "a white paper online"
    assert str(result.counts) == "WER 16.7 % [ 1 / 6: 1 substitution, 0 deletions, 0 insertions ]"
    assert "|policy:kaldi_wer|" in result.signature
    assert "|compounds:merged|" in f"{result.signature}|"
    merged = [row for row in result.normalisation().moved if row.rule == "merged compounds"]
    assert [(row.changes, row.errors) for row in merged] == [(2, -3)]
    twice = result + pickle.loads(pickle.dumps(result))
    assert twice.counts.errors == 2
    assert twice.report("pra").count("white paper online") == 4


def test_another_policy_and_characters_are_taken_as_asked():
    assert "|policy:sclite|" in scoring.score(["a"], ["a"], normalise="leaderboard-en", policy="sclite").signature
    assert "compounds" not in scoring.score(["a"], ["a"], normalise="leaderboard-en", unit="character").signature


def test_other_languages_join_stretches_of_equal_letters_first():
    result = scoring.score(["die haus tür da"], ["die haustür da"], normalise="leaderboard-multilingual")
    assert [result.utterances[0].ref, result.utterances[0].hyp] == ["die haustür da"] * 2
    assert result.counts.correct == 3


def test_words_with_times_are_not_merged_and_a_notice_says_so():
    ctm = b"r 1 0 1 white\nr 1 1 1 paper\n"
    result = scoring.score_files(
        ctm, ctm.replace(b"white", b"whit"), ref_format="ctm", hyp_format="ctm", normalise="leaderboard-en"
    )
    assert "compounds:" not in result.signature
    assert any("compounds are not merged" in str(notice) for notice in result.notices)


@pytest.mark.parametrize(
    ("ref", "setting"), [("(uh) white paper", "optional_words"), ("unfin- white paper", "fragments")]
)
def test_words_that_match_otherwise_count_and_a_notice_says_that_nothing_was_merged(ref, setting):
    result = scoring.score([ref], ["unfinished whitepaper"], normalise=CHAIN, **{setting: True})
    bare = scoring.score([ref], ["unfinished whitepaper"], policy="kaldi_wer", **{setting: True})
    assert result.counts == bare.counts
    assert any(setting.replace("_", " ") in str(notice) for notice in result.notices)


def test_halves_of_characters_are_refused():
    with pytest.raises(UsageError, match="half"):
        scoring.score(["a \ud83d"], ["a"], normalise=CHAIN)


def test_texts_without_compounds_stay_as_they_were_given():
    result = scoring.score(["A  cat", "white paper"], ["a cat", "Whitepaper"], normalise=CHAIN)
    assert [(pair.ref, pair.hyp) for pair in result.utterances] == [("A  cat", "a cat"), ("white paper",) * 2]


def test_files_whose_utterances_stand_in_another_order_are_spelled_alike():
    ref, hyp = b"white paper (a-1)\non line (a-2)\nno (a-3)\n", b"no (a-3)\nonline (a-2)\nwhitepaper (a-1)\n"
    result = scoring.score_files(ref, hyp, ref_format="trn", hyp_format="trn", normalise="leaderboard-en")
    assert [(pair.id, pair.hyp) for pair in result.utterances] == [
        ("a-1", "white paper"),
        ("a-2", "on line"),
        ("a-3", "no"),
    ]
    effect = result.normalisation()
    assert (effect.raw.errors, result.counts.errors) == (4, 0)
    assert [(row.rule, row.changes, row.errors) for row in effect.moved] == [("merged compounds", 2, -4)]


@pytest.mark.native
def test_the_log_has_the_compounds(tmp_path, capsys):
    (tmp_path / "m.jsonl").write_text('{"text": "white paper", "pred_text": "whitepaper"}\n')
    log = tmp_path / "log"
    assert main(["score", str(tmp_path / "m.jsonl"), "--normalise", "leaderboard-en", "--changes", str(log)]) == 0
    assert "-2.0   merged compounds, 1 change" in capsys.readouterr().out
    change = {"side": "hyp", "before": "whitepaper", "after": "white paper", "rule": "merged compounds", "start": 0}
    assert change.items() <= json.loads(log.read_text()).items()


@pytest.mark.parametrize("normalise", ["whisper-en", ["basic", "whisper-en"]])
def test_other_normalisers_merge_nothing(normalise):
    assert scoring.score(["white paper"], ["whitepaper"], normalise=normalise).counts.errors == 2


@pytest.mark.native
def test_each_compound_of_an_utterance_is_logged_where_it_stood(tmp_path, capsys):
    refs, hyps = ["a white paper on short term loans"], ["a whitepaper on shortterm loans"]
    (tmp_path / "m.jsonl").write_text(json.dumps({"text": refs[0], "pred_text": hyps[0]}) + "\n")
    log = tmp_path / "log"
    assert main(["score", str(tmp_path / "m.jsonl"), "--normalise", "leaderboard-en", "--changes", str(log)]) == 0
    actual = [json.loads(line) for line in log.read_text().splitlines()]
    merged = [(row["before"], row["after"], row["start"]) for row in actual if row["rule"] == "merged compounds"]
    assert merged == [("whitepaper", "white paper", 2), ("shortterm", "short term", 17)]
    assert "0.0" in capsys.readouterr().out
