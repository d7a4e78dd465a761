"""Results travel: they are pickled, copied, compared and added, and parts add up to the whole."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import json
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.scoring import MismatchError, Totals, UsageError
from tests.conftest import ROOT

WORDS = st.lists(st.sampled_from(["a", "b", "B", "c-", "(d)", "é"]), max_size=4).map(" ".join)
SPEAKERS = st.sampled_from(["anna", "ben", "Ben", "chloé"])
COUNTING = ("sum", "rsum", "dtl")


def parts_of(items, cuts):
    """Parts of the items, cut at some places, in the order in which machines might return them."""
    places = sorted({min(cut, len(items)) for cut in cuts} | {0, len(items)})
    parts = [items[begin:end] for begin, end in itertools.pairwise(places)] or [items]
    random.Random(len(items)).shuffle(parts)
    return parts


# Notices that a sample of texts decides about, their neighbours, or errors elsewhere: other divisions and orders may
# give others.
OF_SAMPLES = ("texts off", "before texts 0", "before texts 1", "ids and texts", "fragments", "deletable words")


def unsampled(result):
    """The result without notices of samples, which causes of errors are too: other parts have other samples."""
    unsampled = tuple(notice for notice in result.notices if notice.adds and notice.name not in OF_SAMPLES)
    return dataclasses.replace(result, notices=unsampled)


def undated(report):
    """The report without the second in which it was written."""
    return re.sub(r'creation_date="[^"]*"', "", report)


def check_same(result, whole, reports, **options):
    """Checks everything but the order of utterances, and the notices that depend on it."""
    result, whole = unsampled(result), unsampled(whole)
    assert (result.counts, result.sentences, result.sentence_errors) == (
        whole.counts,
        whole.sentences,
        whole.sentence_errors,
    )
    assert result.signature == whole.signature
    assert str(result) == str(whole)
    assert json.dumps(result.to_dict()) == json.dumps(whole.to_dict())
    for name in reports:
        assert undated(result.report(name, **options)) == undated(whole.report(name, **options)), name


# --- parts and the whole ------------------------------------------------------------------------------


@given(st.lists(st.tuples(WORDS, WORDS), max_size=12), st.lists(st.integers(0, 12), max_size=4))
def test_parts_of_a_list_add_up_to_the_whole(pairs, cuts):
    def score(some):
        return scoring.score([ref for ref, _ in some], [hyp for _, hyp in some])

    parts = [score(part) for part in parts_of(pairs, cuts)]
    check_same(sum(parts), score(pairs), COUNTING)
    check_same(sum(part.totals() for part in parts), score(pairs).totals(), COUNTING[:2])


UTTERANCES = st.lists(st.tuples(SPEAKERS, st.integers(0, 99), WORDS, WORDS), max_size=12, unique_by=lambda row: row[:2])


def trn(rows, column):
    return "".join(f"{row[column]} ({row[0]}-{row[1]})\n" for row in rows).encode()


@pytest.mark.slow
@given(UTTERANCES, st.lists(st.integers(0, 12), max_size=4), st.sampled_from(["error", "delete", "skip"]))
def test_parts_of_trn_files_add_up_to_the_whole_whatever_the_order(rows, cuts, missing):
    rows = [(speaker, number, ref.replace("(d)", "d"), hyp.replace("(d)", "d")) for speaker, number, ref, hyp in rows]

    def score(some):
        heard = some if missing == "error" else [row for row in some if row[1] % 3]
        return scoring.score_files(trn(some, 2), trn(heard, 3), ref_format="trn", hyp_format="trn", missing=missing)

    parts = [score(part) for part in parts_of(rows, cuts)]
    whole = score(rows)
    merged = scoring.Result.merged(parts)
    assert unsampled(merged) == unsampled(whole.ordered()) == unsampled(sum(parts).ordered())
    check_same(merged, whole.ordered(), (*COUNTING, "pra", "snt", "spk"), width=40)
    in_order = score(sorted(rows, key=lambda row: f"{row[0]}-{row[1]}"))
    assert unsampled(merged) == unsampled(in_order)
    check_same(merged, in_order, (*COUNTING, "pra", "snt", "spk"), width=40)
    assert [utterance.to_dict() for utterance in merged.utterances] == [
        utterance.to_dict() for utterance in in_order.utterances
    ]
    totals = [part.totals() for part in parts]
    check_same(Totals.merged(totals), whole.ordered().totals(), ("sum", "rsum"))


LABELS = ';; CATEGORY "0" "sex" ""\n;; LABEL "m" "male" "men"\n;; LABEL "f" "female" "women"\n'
CHANNELS = st.lists(
    st.tuples(
        st.sampled_from(["talk", "call"]),
        st.sampled_from(["A", "B"]),
        st.lists(st.tuples(SPEAKERS, st.sampled_from(["<m>", "<f>", ""]), WORDS, WORDS), min_size=1, max_size=5),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda row: row[:2],
)


def timed_rows(channels):
    """A row for each segment: the line of its stm, and the lines of its ctm."""
    rows = []
    for session, channel, segments in sorted(channels):
        for number, (speaker, tags, ref, hyp) in enumerate(segments):
            begin = 10 * number
            stm = " ".join(filter(None, (session, channel, speaker, str(begin), str(begin + 9.5), tags, ref)))
            words = hyp.replace("(d)", "d").split()
            ctm = [f"{session} {channel} {begin + place} 0.5 {word} 0.{place + 3}" for place, word in enumerate(words)]
            rows.append((session + channel, stm.replace("(d)", "d") + "\n", "".join(line + "\n" for line in ctm)))
    return rows


def score_rows(rows, **options):
    stm = LABELS + "".join(row[1] for row in rows)
    ctm = "".join(row[2] for row in rows)
    return scoring.score_files(
        stm.encode(), ctm.encode(), ref_format="stm", hyp_format="ctm", missing="delete", **options
    )


@pytest.mark.slow
@given(CHANNELS, st.lists(st.integers(0, 20), max_size=4))
def test_parts_of_files_with_times_add_up_to_the_whole(channels, cuts):
    rows = timed_rows(channels)
    if not all(any(row[2] for row in part) for part in parts_of(rows, cuts)):
        return  # a ctm file without a word is none
    whole = score_rows(rows)
    merged = sum(score_rows(part) for part in parts_of(rows, cuts))
    assert merged == whole == whole.ordered()
    assert [utterance.id for utterance in merged.utterances] == [utterance.id for utterance in whole.utterances]
    check_same(merged, whole, (*COUNTING, "lur", "pra", "snt", "spk", "sgml"), width=50)
    totals = sum(score_rows(part).totals() for part in parts_of(rows, cuts))
    assert totals == whole.totals()
    assert totals.report("lur") == whole.report("lur")


@given(CHANNELS)
def test_channels_of_words_with_times_add_up_to_the_whole(channels):
    rows = [row for row in timed_rows(channels) if row[2]]
    if not rows:
        return

    def score(some):
        text = "".join(row[2] for row in some).encode()
        return scoring.score_files(text, text.replace(b" b ", b" x "), ref_format="ctm", hyp_format="ctm")

    whole = score(rows)
    names = sorted({row[0] for row in rows}, reverse=True)
    merged = sum(score([row for row in rows if row[0] == name]) for name in names)
    assert unsampled(merged) == unsampled(whole)
    check_same(merged, whole, (*COUNTING, "pra"))


def test_words_outside_segments_add_up():
    def score(name):
        hyp = f"{name} A 1.2 0.2 a\n{name} A 8 1 late\n".encode()
        return scoring.score_files(f"{name} A s 1 2 a\n".encode(), hyp, ref_format="stm", hyp_format="ctm")

    merged = score("x") + score("y")
    assert merged.outside == 2
    assert "2 words outside all segments: scored with the next segment" in str(merged)


def test_a_channel_that_another_part_hears_is_not_missing():
    def score(stm, ctm, missing):
        return scoring.score_files(stm, ctm, ref_format="stm", hyp_format="ctm", missing=missing)

    first = score(b"t A s 0 1 a\nt B s 0 1 b\n", b"t A 0 1 a\n", "delete")
    second = score(b"t A s 1 2 a\nt B s 1 2 b\nt C s 1 2 c\n", b"t B 1 1 b\n", "delete")
    assert (first.missing, second.missing) == (("t B",), ("t A", "t C"))
    assert (first + second).missing == ("t C",)


def test_an_id_that_another_part_has_is_neither_missing_nor_extra():
    first = scoring.score({"a-1": "x", "a-2": "y"}, {"a-1": "x", "b-1": "z"}, missing="skip")
    second = scoring.score({"b-1": "z", "b-2": "z"}, {"b-1": "z", "c-1": "q"}, missing="skip")
    assert ((first + second).missing, (first + second).extra) == (("a-2", "b-2"), ("c-1",))
    deleted = scoring.score({"a-1": "x", "a-2": "y"}, {"a-1": "x"}, missing="delete")
    assert deleted.ordered().missing == ("a-2",)


# --- what cannot be added -----------------------------------------------------------------------------


def test_different_signatures_are_refused_and_shown():
    parts = [scoring.score({key: "a"}, {key: "A"}, case_sensitive=sensitive) for key, sensitive in (("x", 0), ("y", 1))]
    with pytest.raises(MismatchError) as caught:
        parts[0] + parts[1]
    assert str(caught.value) == (
        f"results with different settings cannot be added:\n  {parts[0].signature}\n  {parts[1].signature}\n"
        "Score both with the same settings and version"
    )
    other = dataclasses.replace(parts[0], version="0.0.9")
    with pytest.raises(MismatchError, match=r"scorelite:0\.0\.9\|"):
        parts[0] + other


def test_an_utterance_in_two_results_is_refused_and_named():
    many = scoring.score({f"u-{n}": "a" for n in range(7)}, {f"u-{n}": "a" for n in range(7)})
    with pytest.raises(MismatchError) as caught:
        many + many
    assert str(caught.value) == (
        "results with utterances in common cannot be added: 7 utterances (u-0, u-1, u-2, u-3, u-4, ...); "
        "keep each utterance in one result, or rename it"
    )
    timed = score_rows(timed_rows([("talk", "A", [("anna", "", "a", "a")])]))
    with pytest.raises(MismatchError, match=r"1 utterance \(talk A 0-9\.5\)"):
        timed + timed


def test_results_of_different_kinds_are_refused():
    with_ids, without = scoring.score({"a": "x"}, {"a": "x"}), scoring.score(["x"], ["x"])
    with pytest.raises(MismatchError, match="utterances with ids and utterances without ids; score all parts with ids"):
        with_ids + without
    with pytest.raises(MismatchError, match=r"a result cannot be added to totals.*add result\.totals\(\)"):
        with_ids + scoring.score({"b": "x"}, {"b": "x"}).totals()
    with pytest.raises(TypeError):
        with_ids + 1
    with pytest.raises(UsageError, match="no results to add; expected one or more"):
        Totals.merged([])


def test_different_definitions_of_labels_and_speakers_are_refused():
    def score(name, title):
        stm = f';; LABEL "m" "{title}" ""\n{name} A s 0 1 a\n'.encode()
        return scoring.score_files(stm, f"{name} A 0 1 a\n".encode(), ref_format="stm", hyp_format="ctm")

    with pytest.raises(MismatchError, match=r"definitions of labels cannot be added: m \(men\) and m \(male\)"):
        score("x", "men") + score("y", "male")
    maps = [
        scoring.score_files(text, text, ref_format="trn", hyp_format="trn", speaker_map={"a": name})
        for text, name in ((b"x (a-1)\n", "anna"), (b"x (a-2)\n", "ada"))
    ]
    with pytest.raises(MismatchError, match=r"1 speaker \(a\) with different names"):
        maps[0] + maps[1]


# --- ids that nobody gave -----------------------------------------------------------------------------


def test_numbers_of_results_without_ids_go_on():
    total = scoring.score(["a", "b"], ["a", "x"]) + scoring.score(["c"], ["c"])
    assert [(utterance.id, utterance.ref) for utterance in total.utterances] == [("1", "a"), ("2", "b"), ("3", "c")]


def test_lines_of_plain_text_have_no_ids_of_their_own(tmp_path):
    for name, text in (("r1.txt", "a\nb\n"), ("r2.txt", "c\n")):
        (tmp_path / name).write_text(text)
    parts = [scoring.score_files(tmp_path / name, tmp_path / name) for name in ("r1.txt", "r2.txt")]
    total = sum(parts)
    assert [utterance.id for utterance in total.utterances] == ["1", "2", "3"]
    assert (total.ref_name, parts[0].ref_name) == ("", str(tmp_path / "r1.txt"))


def test_utterances_without_ids_are_of_one_speaker():
    result = scoring.score(["a b"], ["a c"])
    assert "Speaker sentences   0:  all   #utts: 1\nid: (1)\n" in result.report("pra")
    with pytest.raises(UsageError, match=r"1 of 1 ids name no speaker \(1\)"):
        result.report("pra", speakers="spu_id")


# --- pickling, copying, comparing ---------------------------------------------------------------------

TIMED = timed_rows([("talk", "A", [("anna", "<m>", "a b", "a x"), ("ben", "", "c", "c")])])


def examples():
    return {
        "texts": scoring.score(["a b", "C"], [["a", "x"], b"c"]),
        "ids": scoring.score({"u-2": "a { b / c }", "u-1": ""}, {"u-1": "x", "u-2": "A c"}, markup=True),
        "characters": scoring.score(["大 小"], ["大 少"], unit="character", policy="kaldi_wer"),
        "times": score_rows(TIMED),
        "sum": score_rows(TIMED[:1]) + score_rows(TIMED[1:]),
    }


@pytest.mark.parametrize("name", examples())
def test_a_result_is_what_it_was_after_pickling(name):
    result = examples()[name]
    actual = pickle.loads(pickle.dumps(result))
    assert actual == result
    assert hash(actual) == hash(result)
    assert [str(utterance) for utterance in actual.utterances] == [str(utterance) for utterance in result.utterances]
    assert [utterance.segment for utterance in actual.utterances] == [
        utterance.segment for utterance in result.utterances
    ]
    assert actual.report("pra") == result.report("pra")
    assert pickle.loads(pickle.dumps(result.totals())) == result.totals()


@pytest.mark.parametrize("name", examples())
def test_a_result_says_the_same_in_a_new_process(name):
    result = examples()[name]
    code = (
        "import pickle, sys; result = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.buffer.write((result.report('pra') + result.report('dtl') + repr(result.to_dict())).encode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(result),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stderr == b""
    assert done.stdout.decode() == result.report("pra") + result.report("dtl") + repr(result.to_dict())


def test_an_utterance_travels_alone():
    result = scoring.score([f"w{n} x" for n in range(500)], [f"w{n}" for n in range(500)])
    written = pickle.dumps(result.utterances[7])
    assert len(written) < 3000
    actual = pickle.loads(written)
    assert (actual, actual.id, actual.alignment) == (result.utterances[7], "8", result.utterances[7].alignment)
    assert dataclasses.asdict(actual)["ref"] == "w7 x"


def test_a_copy_is_the_value_itself():
    result = scoring.score(["a"], ["b"])
    assert copy.copy(result) is copy.deepcopy(result) is result
    assert copy.deepcopy(result.utterances[0]) == result.utterances[0]


def test_a_result_keeps_its_texts_when_the_list_changes():
    refs = ["a b"]
    result = scoring.score(refs, ["a b"])
    refs.clear()
    assert result.utterances[0].ref == "a b"


def test_results_of_different_texts_and_equal_counts_differ():
    assert scoring.score(["a b"], ["a c"]) != scoring.score(["a b"], ["a d"])
    assert scoring.score(["a b"], ["a c"]) == scoring.score([["a", "b"]], [b"a  c"])
    assert scoring.score(["a b"], ["a c"], ids=["x"]) != scoring.score(["a b"], ["a c"], ids=["y"])
    first, other = (
        scoring.score_files(b"t A s 0 1 a\n", f"t A {begin} 0.1 a\n".encode(), ref_format="stm", hyp_format="ctm")
        for begin in (0.1, 0.2)
    )
    assert first != other
    assert first.totals() == other.totals()


# --- totals -------------------------------------------------------------------------------------------


def test_totals_say_what_they_do_not_know():
    totals = scoring.score({"a-1": "x"}, {"a-1": "y"}).totals()
    assert "| Sum/Avg|    1      1 |" in totals.report("sum")
    with pytest.raises(UsageError, match="report 'dtl' needs alignments, which totals do not store"):
        totals.report("dtl")
    confident = score_rows(TIMED).totals()
    old = dataclasses.replace(confident, table=dataclasses.replace(confident.table, information=None))
    with pytest.raises(UsageError, match="'sum' shows the cross entropy of confidences, which totals do not store"):
        old.report("sum")
    assert old.to_dict()["nce"] is None


def test_totals_keep_what_confidences_tell():
    whole = score_rows(TIMED)
    parts = [score_rows(TIMED[:1]), score_rows(TIMED[1:])]
    total = sum(part.totals() for part in parts)
    assert total.nce == whole.nce == pytest.approx(sum(parts).nce)
    assert total.to_dict() == whole.to_dict()
    for name in ("sum", "rsum"):
        assert total.report(name) == whole.report(name)


def test_totals_are_small():
    count = 1000
    texts = {f"u-{n}": "some words that are the same in all of these texts" for n in range(count)}
    result = scoring.score(texts, texts)
    assert len(pickle.dumps(result.totals())) < 40 * count
    assert not isinstance(result.totals(), scoring.Result)


def test_a_notebook_shows_a_table():
    html = scoring.score(["a <b>"], ["a c"], ids=["<u>"])._repr_html_()
    assert html.startswith(
        '<p><b style="font-size:1.8em">50.0 %</b> word error rate<br>1 error in 2 words, 1 utterance: '
    )
    assert "<table><tr><td></td><th>of 2 words, 1 utterance</th><th>rate</th></tr>" in html
    assert "<td>&lt;u&gt;</td><td>1</td><td>50.0 %</td><td>a <del>&lt;b&gt;</del> → <ins>c</ins></td>" in html
    assert "result.page(" in html
    assert "<td>WER</td><td>1</td><td>50.0 %</td>" in html
    assert "policy:sclite" in html


def test_a_table_keeps_the_label_of_equivalents() -> None:
    totals = scoring.score(["we are gonna go"], ["we are going to go"], equivalents={"gonna": ["going to"]}).totals()
    again = Totals.from_arrow(totals.to_arrow())
    assert "|equivalents:" in again.signature
    assert (again.signature, again.counts) == (totals.signature, totals.counts)


def test_a_table_keeps_the_compounds_of_a_normaliser() -> None:
    totals = scoring.score(["white paper"], ["whitepaper"], normalise="leaderboard-en").totals()
    assert "compounds:" in totals.signature
    assert Totals.from_arrow(totals.to_arrow()).signature == totals.signature


def test_a_part_whose_segments_are_all_ignored_leaves_the_cross_entropy_of_others_as_it_is() -> None:
    refs = b"x 1 s 0 9 we saw\n", b"y 1 s 0 9 ignore_time_segment_in_scoring\n"
    hyps = b"x 1 0 1 we 0.9\nx 1 1 1 was 0.8\n", b"y 1 0 1 a 0.5\n"
    pairs = [*zip(refs, hyps, strict=True), (b"".join(refs), b"".join(hyps))]
    first, other, whole = (scoring.score_files(*pair, ref_format="stm", hyp_format="ctm").totals() for pair in pairs)
    assert (first + other).nce == (other + first).nce == whole.nce is not None


def test_groups_numbered_from_0_are_refused_where_ids_begin_at_1() -> None:
    result = scoring.score(["a", "b", "c"], ["a", "b", "x"])
    groups = ["f", "f", "m"]
    with pytest.raises(UsageError, match=r"keys are 0 to 2, but ids begin at 1; expected dict\(enumerate\(groups, 1"):
        result.by(dict(enumerate(groups)))
    assert {name: counts.errors for name, counts in result.by(dict(enumerate(groups, 1))).items()} == {"f": 0, "m": 1}


def test_a_value_that_is_no_text_is_answered_with_the_names_of_groups() -> None:
    groups = scoring.score(["a b", "c"], ["a", "c"], ids=["u1", "u2"]).by({"u1": True, "u2": False})
    assert groups["true"].wer == 0.5
    with pytest.raises(KeyError, match="no group True; names of groups are texts; did you mean 'true'"):
        groups[True]
    with pytest.raises(AttributeError, match=r"'to_pandas'; expected counts by name: .*to_pandas\(\)\.groupby"):
        groups.to_pandas()


def test_groups_that_are_numbers_are_in_their_order() -> None:
    rows = [("20", "a b"), ("5", "a c"), ("100", "a b"), ("5", "a d")]
    table = "reference,hypothesis,snr\n" + "".join(f"a b,{text},{level}\n" for level, text in rows)
    result = scoring.score_files(table.encode(), ref_format="csv")
    assert [*result.by("snr")] == [*result.group_counts("snr")] == ["5", "20", "100"]


def test_speakers_are_those_of_a_column_where_ids_name_none() -> None:
    table = b"id,speaker,text,hyp\nu1,ann,a b,a c\nu2,bob,a,a\n"
    result = scoring.score_files(table, ref_format="csv", ref_column="text", hyp_column="hyp")
    assert result.speakers() == ["ann", "bob"]
    with pytest.raises(UsageError, match="2 of 2 ids name no speaker"):
        result.speakers("spu_id")
    named = scoring.score_files(table.replace(b"u1", b"x-1"), ref_format="csv", ref_column="text", hyp_column="hyp")
    assert named.speakers() == ["ann", "bob"]
    by_id = table.replace(b"u1", b"x-1").replace(b"u2", b"y-1")
    assert scoring.score_files(by_id, ref_format="csv", ref_column="text", hyp_column="hyp").speakers() == ["x", "y"]


def test_ids_without_a_speaker_are_answered_with_the_table_that_names_speakers(tmp_path: Path) -> None:
    ids = {f"BAC009S0764W012{number}": "a b" for number in range(2)}
    result = scoring.score(ids, ids)
    with pytest.raises(UsageError, match=r"result\.with_columns\('utt2spk'\) reads the speakers of ids from a table"):
        result.by("speaker")
    (tmp_path / "utt2spk").write_text("".join(f"{name} S0764\n" for name in ids))
    assert {*result.with_columns(tmp_path / "utt2spk").by("speaker")} == {"S0764"}


def test_speakers_of_a_data_folder_with_segments_are_kept_where_ids_pair_its_utterances(tmp_path: Path) -> None:
    files = {
        "text": "u1 a b\nu2 c d\n",
        "utt2spk": "u1 ann\nu2 bob\n",
        "segments": "u1 talk 0 1\nu2 talk 1 2\n",
        "wav.scp": "talk talk.wav\n",
    }
    (tmp_path / "data").mkdir()
    for name, text in files.items():
        (tmp_path / "data" / name).write_text(text)
    result = scoring.score_files(tmp_path / "data", b"u1 a b\nu2 c x\n", hyp_format="kaldi")
    assert {name: counts.errors for name, counts in result.by("speaker").items()} == {"ann": 0, "bob": 1}


@pytest.mark.parametrize(("level", "quantile"), [(0.9, 1.6449), (0.99, 2.5758), (0.5, 0.6745)])
def test_an_interval_of_another_level_has_the_quantile_of_the_normal_distribution(
    level: float, quantile: float
) -> None:
    result = scoring.score(["a b", "c d", "e f"], ["a b", "c x", "e"])
    usual, other = result.interval(100), result.interval(100, level=level)
    assert other.mean == usual.mean
    assert other.reach == pytest.approx(usual.reach / 1.96 * quantile, rel=1e-4)
    assert result.interval(100, level=0.95) == usual
