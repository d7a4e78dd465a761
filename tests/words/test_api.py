"""The Python interface: texts, lists of words, mappings and files in; frozen results out."""

from __future__ import annotations

import dataclasses
import inspect
import json
import pickle
import typing
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite import formats, scoring
from scorelite.formats.schema.markup import parse
from scorelite.scoring import Counts, MismatchError, Policy, Settings, UsageError
from scorelite.scoring.cli.main import main
from scorelite.scoring.common.keywords import Keywords
from scorelite.scoring.common.tie_policy import POLICIES
from scorelite.scoring.meetings.settings import MeetingSettings
from scorelite.scoring.words.job import KEYWORDS
from scorelite.scoring.words.keywords import FileKeywords
from tests.conftest import Run

DEMO = Path(__file__).resolve().parents[2] / "resources" / "demo"
TEXTS = st.lists(st.lists(st.sampled_from(["a", "b", "A", "c-", "(d)", "{e}"])).map(" ".join))


def test_a_score_counts_words() -> None:
    result = scoring.score(["the cat sat", ""], ["the hat sat down", "oh"])
    assert result.counts == Counts(correct=2, substitutions=1, deletions=0, insertions=2)
    assert (result.wer, result.ser, result.sentences, result.sentence_errors) == (1.0, 1.0, 2, 2)
    assert result.mer == pytest.approx(0.6)


@pytest.mark.parametrize("size", [10_000, 10_001, 25_001])
def test_words_of_any_length_are_kept_whole(size: int, tmp_path: Path) -> None:
    text = f"big {'x' * size} word"
    assert [slot.ref for slot in scoring.score([text], ["big word"])[0].alignment] == text.split()
    path = tmp_path / "ref.trn"
    path.write_text(f"{text} (u-1)\n")
    assert [slot.ref for slot in scoring.score(path, path)[0].alignment] == text.split()


def test_texts_bytes_and_lists_of_words_are_the_same() -> None:
    expected = scoring.score(["a b c"], ["a x"]).counts
    for ref, hyp in (
        ([b"a b c"], [b"a x"]),
        ([["a", "b", "c"]], [["a", "x"]]),
        ([("a", "b", "c")], ["a\tx\n"]),
        ([[b"a", b"b", b"c"]], [["a", "x"]]),
        (iter(["a b c"]), ("a x",)),
    ):
        assert scoring.score(ref, hyp).counts == expected


ODD_VALUES = [3, 3.5, [], {}, {1: "a"}, (), object(), b"x", {8}]
ACCEPTED: list[tuple[str, Any]] = [
    ("threads", 3),
    ("equivalents", {}),
    ("session", {}),
    ("channel", {}),
    ("speaker_map", {}),
    *((name, nothing) for name in ("tier", "ref_tier", "hyp_tier") for nothing in ([], ())),
]


@pytest.mark.parametrize("number", range(len(ODD_VALUES)))
def test_a_value_of_a_wrong_type_is_named(number: int, tmp_path: Path) -> None:
    path, value = tmp_path / "ref.csv", ODD_VALUES[number]
    path.write_text("id,reference,hypothesis\na,x y,x z\n")
    for name in KEYWORDS:
        if (name, value) in ACCEPTED:
            continue
        with pytest.raises(UsageError) as caught:
            scoring.score(path, **{name: value})
        assert "\n" not in str(caught.value)


def test_ids_that_are_no_list_are_named() -> None:
    with pytest.raises(UsageError, match="ids is of type int; expected a list"):
        scoring.score(["a"], ["a"], ids=3)  # type: ignore[arg-type]


def test_words_of_a_list_are_taken_literally() -> None:
    result = scoring.score([["no-break\u00a0space", "{x}"]], [["no-break\u00a0space", "{x}"]], markup=True)
    assert result.counts == Counts(correct=2)


def test_nothing_gives_no_rate() -> None:
    for result in (scoring.score([], []), scoring.score([""], [""])):
        assert result.wer is None
        assert result.counts == Counts()
    assert scoring.score([], []).ser is None
    assert "undefined" in str(scoring.score([], []))


def test_mappings_meet_by_id() -> None:
    result = scoring.score({"a": "x y", "b": "z"}, {"b": "z", "a": "x"})
    assert [(utterance.id, utterance.wer) for utterance in result.utterances] == [("a", 0.5), ("b", 0.0)]
    with pytest.raises(MismatchError, match=r"1 reference \(a\) of 2 without a hypothesis"):
        scoring.score({"a": "x y", "b": "z"}, {"b": "z"})
    deleted = scoring.score({"a": "x y", "b": "z"}, {"b": "z"}, missing="delete")
    assert (deleted.counts, deleted.missing) == (Counts(correct=1, deletions=2), ("a",))
    assert "1 reference without a hypothesis: scored as deletions" in str(deleted)
    skipped = scoring.score({"a": "x y", "b": "z"}, {"b": "z", "c": "z"}, missing="skip")
    assert (skipped.counts, skipped.missing, skipped.extra) == (Counts(correct=1), ("a",), ("c",))
    assert "1 hypothesis without a reference: left out" in str(skipped)


@pytest.mark.parametrize(
    ("refs", "hyps", "message"),
    [
        (["a"], ["a", "b"], "1 reference, but 2 hypotheses; expected one hypothesis for each reference"),
        ("a b", ["a"], "refs is a single text; expected a list of texts"),
        (["a"], 3, "hyps is of type int; expected a list"),
        ("a b", float("nan"), "hyps is NaN, a missing text; expected a text, such as '' for an empty one"),
        (float("nan"), "a b", "refs is NaN, a missing text"),
        (["a", 3], ["a", "b"], r"refs\[1\] is of type int; expected a string or a list of words"),
        (["a", None], ["a", "b"], r"refs\[1\] is of type NoneType"),
        ([["a", 3]], ["a"], r"refs\[0\]\[1\] is of type int; expected a word \(scorelite.Metric accepts ids\)"),
        ({"a": "x"}, ["x"], "one of refs and hyps is a mapping; expected two mappings"),
    ],
)
def test_what_is_no_text_is_refused(refs: typing.Any, hyps: typing.Any, message: str) -> None:
    with pytest.raises((UsageError, MismatchError), match=message):
        scoring.score(refs, hyps)


def test_ids_are_checked() -> None:
    with pytest.raises(MismatchError, match="2 ids for 1 reference"):
        scoring.score(["a"], ["a"], ids=["x", "y"])
    with pytest.raises(UsageError, match="ids= is for lists; the ids of mappings are their keys"):
        scoring.score({"a": "x"}, {"a": "x"}, ids=["a"])
    assert [utterance.id for utterance in scoring.score(["a", "b"], ["a", "b"]).utterances] == ["1", "2"]


def test_an_unknown_setting_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="setting 'kase' is unknown; expected one of: .*case_sensitive.* ids"):
        scoring.score(["a"], ["a"], kase=True)  # type: ignore[call-arg]


def test_case_is_folded_in_ascii_unless_asked_otherwise() -> None:
    assert scoring.score(["The É"], ["the é"]).counts == Counts(correct=1, substitutions=1)
    assert scoring.score(["The"], ["the"], case_sensitive=True).counts == Counts(substitutions=1)


def test_characters_are_compared_without_blanks() -> None:
    result = scoring.score(["größe mm"], ["grosse mm"], unit="character")
    assert result.counts == Counts(correct=5, substitutions=2, insertions=1)
    assert result.utterances[0].alignment.pairs[2] == scoring.Pair("I", None, "o")
    assert scoring.score(["ab 大小"], ["ab 大少"], unit="character", keep_ascii=True).counts == Counts(2, 1)
    assert scoring.score(["a-b"], ["ab"], unit="character", drop_hyphens=True).counts == Counts(2)
    with pytest.raises(UsageError, match="need unit='character'"):
        scoring.score(["a"], ["a"], keep_ascii=True)
    with pytest.raises(UsageError, match="or normalise=.mixed-units."):
        scoring.score(["a"], ["a"], unit="mixed")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="unit 'letter' is unknown"):
        scoring.score(["a"], ["a"], unit="letter")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"case_sensitive": "no"}, "case_sensitive is 'no'; expected True or False"),
        ({"markup": "false"}, "markup is 'false'; expected True or False"),
        ({"unit": ["word"]}, r"unit \['word'\] is unknown"),
        ({"equivalents": 3}, "equivalents are 3; expected a file"),
    ],
)
def test_settings_of_other_types_are_refused_and_not_guessed(setting: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        scoring.score(["A"], ["a"], **setting)  # type: ignore[arg-type]


def test_text_that_is_not_utf_8_has_no_characters_but_words() -> None:
    assert scoring.score([b"a \xff"], [b"a \xff"]).counts == Counts(2)
    with pytest.raises(UsageError, match="a text cannot be read: Error: UTF-8"):
        scoring.score([b"a \xff"], [b"a \xff"], unit="character")
    with pytest.raises(UsageError, match="a text cannot be read: Error: UTF-8"):
        scoring.align(b"a \xff", b"a \xff", unit="character")


def test_optional_words_and_fragments_count_when_asked_for() -> None:
    assert scoring.score(["(uh) yes"], ["yes"], optional_words=True).counts == Counts(2)
    assert scoring.score(["yes ye-"], ["yes yeah"], fragments=True).counts == Counts(2)
    assert scoring.score(["(uh) yes ye-"], ["yes yeah"]).counts == Counts(1, 1, 1)


def test_alternations_count_when_markup_is_asked_for() -> None:
    assert scoring.score(["{ a / b / @ } c"], ["c"], markup=True).counts == Counts(1)
    assert scoring.score(["{ a / b / @ } c"], ["c"]).counts == Counts(1, 0, 7)


@pytest.mark.parametrize(
    ("ref", "hyp", "sclite", "kaldi_wer", "kaldi_align"),
    [
        ("a b c d", "c d a b", "DDCCII", "DDCCII", "SSSS"),
        ("a", "b c", "IS", "SI", "IS"),
        ("a b a", "b a b", "DCCI", "DCCI", "ICCD"),
    ],
)
def test_policies_differ_in_cost_and_in_ties(ref: str, hyp: str, sclite: str, kaldi_wer: str, kaldi_align: str) -> None:
    assert scoring.align(ref, hyp).operations == sclite
    assert scoring.align(ref, hyp, policy=scoring.KALDI_WER).operations == kaldi_wer
    assert scoring.align(ref, hyp, policy="kaldi_align").operations == kaldi_align


def test_an_unknown_policy_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="policy 'kaldi' is unknown; did you mean kaldi_align or kaldi_wer"):
        scoring.align("a", "a", policy="kaldi")


def test_an_alignment_shows_words_as_they_were_written() -> None:
    alignment = scoring.align("The CAT sat", "the cat sits DOWN")
    assert alignment.to_list() == [["C", "The", "the"], ["C", "CAT", "cat"], ["I", None, "sits"], ["S", "sat", "DOWN"]]
    assert str(alignment) == (
        "REF:  The CAT **** SAT\n"
        "HYP:  the cat SITS DOWN\n"
        "Eval:         I    S"
    )  # fmt: skip
    assert len(alignment) == len(list(alignment)) == 4
    assert alignment.counts == Counts(2, 1, 0, 1)


def test_an_alignment_stays_in_columns_with_wide_characters() -> None:
    assert str(scoring.align("大 b", "c b")) == "REF:  大 b\nHYP:  C  b\nEval: S"


def test_an_optional_word_that_is_missing_has_no_partner() -> None:
    for markup in (False, True):
        alignment = scoring.align("(uh) yes", "yes", optional_words=True, markup=markup)
        assert alignment.to_list() == [["C", "(uh)", None], ["C", "yes", "yes"]]
    assert str(alignment) == "REF:  (uh) yes\nHYP:       yes\nEval:"


def test_settings_of_one_pair_do_not_stay_for_the_next() -> None:
    assert scoring.align("A b", "a b", case_sensitive=True).operations == "SC"
    assert scoring.align("A b", "a b").operations == "CC"
    same_names = [Policy("mine", (1, 1, 1), "SDI"), Policy("mine", (5, 3, 3), "IDS")]
    assert [scoring.align("a b", "b a", policy=policy).operations for policy in same_names] == ["SS", "DCI"]
    with pytest.raises(UsageError, match="policy"):
        scoring.align("a", "a", policy=["sclite"])  # type: ignore[arg-type]


def test_an_alignment_needs_texts() -> None:
    with pytest.raises(UsageError, match="hyp is of type NoneType; expected a string or a list of words"):
        scoring.align("a", None)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"ref\[1\] is of type int; expected a word"):
        scoring.align(["a", 1], "a")  # type: ignore[list-item]


def test_a_result_is_frozen_and_comparable() -> None:
    result = scoring.score(["a"], ["b"])
    assert result == scoring.score(["a"], ["b"])
    assert result != scoring.score(["a"], ["b"], case_sensitive=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.sentences = 3  # type: ignore[misc]


def test_utterances_are_a_sequence() -> None:
    result = scoring.score(["a b", "c", "d"], ["a b", "x", "d"])
    assert len(result.utterances) == 3
    assert result.utterances[-1].ref == "d"
    assert [utterance.id for utterance in result.utterances[1:]] == ["2", "3"]
    assert sum(utterance.counts for utterance in result.utterances) == result.counts
    assert str(result.utterances[1]) == "id: 2\nREF:  C\nHYP:  X\nEval: S"
    with pytest.raises(IndexError):
        result.utterances[3]


def test_a_dictionary_is_ready_for_json() -> None:
    result = scoring.score(["a b"], ["a"], ids=["u"])
    document = json.loads(json.dumps(result.to_dict(utterances=True)))
    assert document["wer"] == 0.5
    assert document["settings"]["policy"] == "sclite"
    assert document["signature"] == result.signature
    assert document["utterances"][0]["alignment"] == [["C", "a", "a"], ["D", "b", None]]
    assert "utterances" not in result.to_dict()


def test_the_signature_tells_every_setting() -> None:
    names = [field.name for field in dataclasses.fields(Settings)]
    assert names == list(Keywords.__annotations__)
    default = Settings()
    changes: list[Keywords] = [
        {"policy": "kaldi_wer"},
        {"case_sensitive": True},
        {"unit": "character"},
        {"unit": "character", "keep_ascii": True},
        {"unit": "character", "drop_hyphens": True},
        {"optional_words": True},
        {"fragments": True},
        {"markup": True},
        {"normalise": "basic"},
        {"equivalents": {"gonna": ["going to"]}},
        {"equivalents": {"gonna": ["going to"]}, "equivalents_side": "hyp"},
        {"equivalents": {"gonna": ["going to"]}, "equivalents_branches": "whole"},
        {"policy": "kaldi_wer", "case_sensitive": True, "like": "kaldi"},
    ]
    signatures = {Settings(**change).signature for change in changes}
    assert len(signatures) == len(changes) == len(names)
    assert default.signature not in signatures
    assert Settings(**default.to_dict()) == default  # type: ignore[arg-type]


def test_files_are_scored_with_their_marks() -> None:
    result = scoring.score_files(DEMO / "ref.trn", DEMO / "hyp.trn")
    assert result.counts == Counts(139, 7, 7, 4)
    assert (result.ref_format, result.hyp_format) == ("trn", "trn")
    assert result.settings.markup
    assert result.signature.endswith("|missing:error|ref:trn|hyp:trn")
    plain = scoring.score_files(DEMO / "ref.txt", DEMO / "hyp.txt")
    assert not plain.settings.markup
    # The text files hold only the first branch of the one alternation.
    assert plain.counts == Counts(138, 8, 7, 4)


def test_marks_can_be_switched_off() -> None:
    result = scoring.score_files(b"x{y (u-1)\n", b"x{y (u-1)\n", markup=False)
    assert result.counts == Counts(1)
    with pytest.raises(scoring.FormatError):
        scoring.score_files(b"x{y (u-1)\n", b"x{y (u-1)\n")


def test_a_bare_text_keeps_its_braces_against_a_marked_one(tmp_path: Path) -> None:
    (tmp_path / "hyp.txt").write_bytes(b"{ a b;c\n")
    result = scoring.score_files(b"{ x / y } { a / z } b;c (1)\n", tmp_path / "hyp.txt", ref_format="trn")
    assert [slot.hyp for slot in result.utterances[0].alignment] == ["{", "a", "b;c"]


def test_marks_of_one_bare_text_leave_the_other_texts_alone() -> None:
    ref = b"a b (u-1)\na {b/c} (u-2)\nwell-known a- (u-3)\n{ a / b } (u-4)\n"
    result = scoring.score_files(ref, b"u-1 a  b\nu-2 a { b\nu-3 well-known a-\nu-4 b\n", hyp_format="kaldi")
    hyps = [[slot.hyp for slot in each.alignment if slot.hyp] for each in result.utterances]
    assert hyps == [["a", "b"], ["a", "{", "b"], ["well-known", "a-"], ["b"]]


def test_a_hint_is_given_where_only_one_side_has_ids() -> None:
    with pytest.raises(MismatchError, match="A txt file has line numbers instead of ids; expected ids on both sides"):
        scoring.score_files(DEMO / "ref.txt", DEMO / "hyp.trn")


def test_a_table_with_ids_next_to_as_many_lines_is_refused_with_the_way_to_pair_them_in_order(tmp_path: Path) -> None:
    table, lines, out = tmp_path / "test.csv", tmp_path / "pred.txt", tmp_path / "out.txt"
    table.write_text("path,sentence\na.mp3,good day\nb.mp3,hi there\n")
    lines.write_text("good way\nhi there\n")
    for sides, side in (((table, lines), "REF"), ((lines, table), "HYP")):
        with pytest.raises(MismatchError, match=f"`scorelite convert {side} OUT.txt` makes lines of the "):
            scoring.score_files(*sides)
    formats.convert(table, out)
    assert scoring.score_files(out, lines).counts == Counts(3, 1)
    lines.write_text("good way\n")
    with pytest.raises(MismatchError) as caught:
        scoring.score_files(table, lines)
    assert "convert" not in str(caught.value)


def test_an_id_that_begins_two_lines_of_a_txt_file_is_named_first() -> None:
    ref, hyp = b"u1 good day\nu2 hi\n", b"u1 good day\nu2 hi\nu1 good\n"
    with pytest.raises(MismatchError, match=r"^<bytes>: id 'u1' begins line 1 and line 3; expected it once\n"):
        scoring.score_files(ref, hyp, ref_format="kaldi", hyp_format="txt")


def test_standard_input_can_only_be_one_side() -> None:
    with pytest.raises(UsageError, match="ref and hyp are both standard input"):
        scoring.score_files("-", "-")


def test_reports_are_made_from_a_result() -> None:
    result = scoring.score_files(DEMO / "ref.trn", DEMO / "hyp.trn")
    assert "| Sum/Avg|   20    153 | 90.8    4.6    4.6    2.6   11.8   65.0 |" in result.report("sum")
    assert "id: (anna-001)" in result.report("pra")
    assert "| all " in result.report("sum", speakers="one")
    with pytest.raises(UsageError, match="report 'pdf' is unknown; did you mean prf"):
        result.report("pdf")
    with pytest.raises(UsageError, match="needs word weights"):
        result.report("wws")
    with pytest.raises(UsageError, match=r"1 of 1 ids name no speaker \(u\)"):
        scoring.score(["a"], ["a"], ids=["u"]).report("sum", speakers="spu_id")
    assert "| all " in scoring.score(["a"], ["a"], ids=["u"]).report("sum")
    with pytest.raises(UsageError, match="speakers 'x' is unknown"):
        result.report("sum", speakers="x")


def test_speakers_are_told_from_ids() -> None:
    from scorelite.scoring.words.speakers import speakers_of

    assert speakers_of(["anna-b_1", "ben_1-2", "carl_1"], "rm") == ["anna", "ben_1", "carl"]
    assert speakers_of(["anna-1"], "wsj") == ["ann"]
    assert speakers_of(["anna-1"], "sp") == ["anna-1"]


@pytest.mark.native
@given(TEXTS, st.booleans(), st.sampled_from([policy.name for policy in POLICIES]))
def test_a_text_has_no_errors_against_itself(texts: list[str], sensitive: bool, policy: str) -> None:
    result = scoring.score(texts, texts, case_sensitive=sensitive, policy=policy)
    assert result.counts.errors == result.sentence_errors == 0


@pytest.mark.native
@given(TEXTS, TEXTS, st.sampled_from([policy.name for policy in POLICIES]))
def test_alignments_reproduce_both_texts_and_the_totals(refs: list[str], hyps: list[str], policy: str) -> None:
    refs, hyps = refs[: len(hyps)], hyps[: len(refs)]
    result = scoring.score(refs, hyps, policy=policy)
    for ref, hyp, utterance in zip(refs, hyps, result.utterances, strict=True):
        alignment = utterance.alignment
        assert [pair.ref for pair in alignment if pair.ref is not None] == ref.split()
        assert [pair.hyp for pair in alignment if pair.hyp is not None] == hyp.split()
        assert alignment.counts == utterance.counts
    assert sum((utterance.counts for utterance in result.utterances), Counts()) == result.counts


def steps_of(result: scoring.Result) -> list[str]:
    return [utterance.alignment.operations for utterance in result.utterances]


@pytest.mark.native
@given(TEXTS, TEXTS, st.booleans(), st.lists(st.integers(0, 99), max_size=5))
def test_operations_in_one_column_are_those_of_each_alignment(
    refs: list[str], hyps: list[str], optional: bool, order: list[int]
) -> None:
    refs, hyps = refs[: len(hyps)], hyps[: len(refs)]
    result = scoring.score(refs, hyps, optional_words=optional)
    assert result.utterances.operations() == steps_of(result)
    if order := [place % len(refs) for place in order] if refs else []:
        assert result.utterances.taken(order).operations() == [steps_of(result)[place] for place in order]
    added = scoring.score(["x y"], ["y"], optional_words=optional) + result
    assert added.utterances.operations() == steps_of(added)
    assert pickle.loads(pickle.dumps(added)).utterances.operations() == steps_of(added)


def test_operations_of_networks_and_of_added_results_stand_in_their_order() -> None:
    marked = scoring.score({"b": "{ a / b } (uh) c", "c": ""}, {"b": "b d", "c": ""}, markup=True, optional_words=True)
    assert marked.utterances.operations() == steps_of(marked) == ["CCS", ""]
    first = scoring.score({"a": "{ x / @ }"}, {"a": "y z"}, markup=True, optional_words=True)
    added = marked + first
    assert dict(zip(added.utterances.ids(), added.utterances.operations(), strict=True)) == {
        utterance.id: utterance.alignment.operations for utterance in added.utterances
    }


MARKED = st.lists(st.sampled_from(["a", "b*", "c;n", "(d)", "e-", "f\\;", "{", "}", "/", "@", "{a/b}"])).map(" ".join)


def paths(items: typing.Iterable[formats.Label | formats.Alternation]) -> list[list[str]]:
    """All paths through the alternations of a text, as lists of words."""
    reached: list[list[str]] = [[]]
    for item in items:
        if isinstance(item, formats.Alternation):
            ends = [path for branch in item.branches for path in paths(branch)]
        else:
            ends = [[f"({item.value})" if item.optional else item.value]]
        reached = [begin + end for begin in reached for end in ends][:16]
    return reached


@given(MARKED)
def test_the_core_reads_a_marked_text_as_the_format_does(text: str) -> None:
    try:
        items = parse(text, "sclite")
    except formats.FormatError:
        return
    for path in paths(items):
        alignment = scoring.align(text, path, markup=True)
        assert alignment.counts == Counts(correct=len(path))
        assert [pair.ref for pair in alignment] == path


def test_threads_change_nothing() -> None:
    refs, hyps = ["a b c", "d"] * 50, ["a c", "e"] * 50
    assert scoring.score(refs, hyps, threads=3) == scoring.score(refs, hyps)


def test_half_a_character_is_refused_with_its_text() -> None:
    with pytest.raises(UsageError, match=r"the text '\\ud800 b' has half a character, '\\ud800'; expected both halves"):
        scoring.score(["\ud800 b"], ["a"])


@pytest.mark.parametrize("text", ["\ud800 b", ["\ud800"]])
def test_half_a_character_is_refused_where_one_text_is_aligned(text: str | list[str]) -> None:
    with pytest.raises(UsageError, match=r"has half a character, '\\ud800'; expected both halves"):
        scoring.align(text, "b", unit="character")


def test_half_a_character_in_a_file_is_no_traceback(scorelite: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"audio_filepath": "", "duration": 0, "text": "\\ud800"}')
    done = scorelite("score", path, path, "--ref-format", "nemo", "--hyp-format", "nemo")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"scorelite: the text '\\ud800' has half a character")


STM = b"t 1 anna 0 4 a b\nt 1 ben 4 8 c d\n"
CTM = b"t 1 0 1 a\nt 1 1 1 b\nt 1 5 1 c\n"
TRN = b"a b (anna-1)\n"

# Both sides, their formats, the keywords, and the begin of the message.
IDLE = [
    (b"a b\n", b"a c\n", "txt", "txt", {"session": "x"}, "session= has no effect without segments or"),
    (TRN, TRN, "trn", "trn", {"session": {"t": "x"}}, "session= has no effect without segments or words"),
    (TRN, TRN, "trn", "trn", {"channel": "1"}, "channel= has no effect without segments or words"),
    (TRN, TRN, "trn", "trn", {"speaker_map": {"ben": "x"}}, "speaker_map= has no effect: the files"),
    (b"a\n", b"a\n", "txt", "txt", {"speaker_map": {"ben": "x"}}, "speaker_map= has no effect: "),
    (STM, CTM, "stm", "ctm", {"speaker_map": {"carl": "x"}}, "speaker_map= has no effect: the files"),
    (STM, CTM, "stm", "ctm", {"session": {"u": "x"}}, "session= has no effect: the files have 1"),
    (STM, CTM, "stm", "ctm", {"channel": {"2": "B"}}, "channel= has no effect: the files have 1 channel ('1')"),
    (STM, b"a b\n", "stm", "txt", {"session": "x"}, "session= has no effect on one recording compared"),
    (TRN, TRN, "trn", "trn", {"outside": "skip"}, "outside='skip' has no effect without a reference of"),
    (TRN, TRN, "trn", "trn", {"overlap": "earlier"}, "overlap='earlier' has no effect without a ref"),
]


@pytest.mark.parametrize(("ref", "hyp", "ref_format", "hyp_format", "keywords", "message"), IDLE)
def test_keywords_without_effect_on_two_files_are_refused(
    ref: bytes, hyp: bytes, ref_format: str, hyp_format: str, keywords: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        scoring.score_files(ref, hyp, ref_format=ref_format, hyp_format=hyp_format, **keywords)
    assert str(caught.value).startswith(message)


def test_keywords_with_an_effect_on_one_of_several_files_are_taken(tmp_path: Path) -> None:
    for folder in ("ref", "hyp"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.stm").write_bytes(STM)
        (tmp_path / folder / "two.stm").write_bytes(STM.replace(b"anna", b"carl").replace(b"t 1", b"u 1"))
    sides = tmp_path / "ref", tmp_path / "hyp"
    result = scoring.score_files(*sides, speaker_map={"carl": "anna"}, session={"u": "v"})
    assert sorted({*result.speakers()}) == ["anna", "ben"]
    with pytest.raises(UsageError, match=r"speaker_map= has no effect: the files have 3"):
        scoring.score_files(*sides, speaker_map={"nobody": "anna"})


def test_lists_have_no_rule_for_missing_ids() -> None:
    with pytest.raises(UsageError, match="missing='skip' has no effect on lists"):
        scoring.score(["a"], ["a"], missing="skip")


def test_texts_that_are_null_are_said() -> None:
    table = b'{"text": "a b", "pred_text": null}\n{"text": "c", "pred_text": "c"}\n'
    files = scoring.score_files(table, ref_format="jsonl")
    assert "1 text of the hypothesis is null: scored as empty" in map(str, files.notices)


@pytest.mark.parametrize("kind", ["object", "string", "category"])
def test_a_null_in_a_series_counts_as_it_does_in_its_frame(kind: str) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"reference": ["a b", "c", "d"], "hypothesis": ["a b", None, float("nan")]}, dtype=object)
    refs, hyps = (frame[name].astype(kind) for name in frame)
    for result in (scoring.score(frame), scoring.score(refs, hyps)):
        assert (result.counts.deletions, result.counts.correct) == (2, 2)
        assert "2 texts of the hypothesis are null: scored as empty" in map(str, result.notices)
    if kind != "object":  # whose values are a plain array
        assert scoring.score(refs.values, hyps.values).counts == result.counts
    arrow = pytest.importorskip("pyarrow")
    of_arrow = scoring.score(arrow.array(["a", "b"]), arrow.array(["a", None]))
    assert of_arrow.counts.deletions == 1
    assert [*map(str, of_arrow.notices)] == ["1 text of the hypothesis is null: scored as empty"]
    with pytest.raises(UsageError, match=r"hyps\[1\] is of type NoneType"):
        scoring.score(["a", "b"], ["a", None])


def test_a_problem_within_folders_names_the_files(tmp_path: Path) -> None:
    for folder, text in (("ref", "a b (u-1)\n"), ("hyp", "a b (u-2)\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.trn").write_text(text)
    with pytest.raises(MismatchError, match=r"one\.trn and .*one\.trn: reference and hypothesis have different ids"):
        scoring.score_files(tmp_path / "ref", tmp_path / "hyp")


def test_a_file_without_a_partner_in_the_other_folder_has_its_utterances(tmp_path: Path) -> None:
    cues = "1\n00:00:01,000 --> 00:00:02,000\n{}\n\n2\n00:00:03,000 --> 00:00:04,000\n{}\n"
    for folder, names in (("ref", "ab"), ("hyp", "a")):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / f"{name}.srt").write_text(cues.format("we go", "at once"))
    result = scoring.score_files(tmp_path / "ref", tmp_path / "hyp", missing="delete")
    assert (result.sentences, result.counts.deletions, result.hyp_format) == (4, 4, "srt")
    assert len(result.missing) == 1


def test_long_ids_are_cut_in_messages() -> None:
    with pytest.raises(MismatchError) as caught:
        scoring.score({"x" * 5000: "a"}, {"y": "a"})
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("kind", [None, "spu_id", "swb", "wsj", "sp", "one"])
@pytest.mark.parametrize("renamed", [{}, {"speaker_map": {"ben": "anna"}}])
def test_speakers_are_numbered_by_their_first_utterances(kind: str | None, renamed: dict[str, Any]) -> None:
    text = "x (ben_1-1)\nx (anna-1)\nx (ben-2)\nx (b\u00e9_3)\n".encode()
    result = scoring.score_files(text, text, ref_format="trn", hyp_format="trn", **renamed)
    names, numbers = result.speaker_numbers(kind)
    assert [names[number] for number in numbers] == result.speakers(kind)
    assert names == list(dict.fromkeys(result.speakers(kind)))


def test_ids_that_name_no_speaker_are_refused_with_their_number() -> None:
    result = scoring.score_files(b"x (ben-1)\nx (y)\n", b"x (ben-1)\nx (y)\n", ref_format="trn", hyp_format="trn")
    with pytest.raises(UsageError, match="1 of 2 ids name no speaker"):
        result.speaker_numbers()


@pytest.mark.parametrize("width", [0, -1])
def test_a_listing_without_columns_is_refused(width: int) -> None:
    with pytest.raises(UsageError, match=f"width is {width}; expected 1 or more"):
        scoring.score(["a"], ["a"]).report("pra", width=width)


def test_series_are_paired_by_their_index_whatever_its_order() -> None:
    pandas = pytest.importorskip("pandas")
    refs = pandas.Series(["one two", "three"], index=["a", "b"])
    hyps = pandas.Series(["three", "one two"], index=["b", "a"])
    assert scoring.score(refs, hyps).wer == 0
    assert scoring.score(refs, hyps.tolist()).counts.errors == 4


@pytest.mark.parametrize("index", [["a", "b"], [7, 3]])
def test_the_index_of_a_series_or_frame_names_the_utterances(index: list[Any]) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": ["one two", "three"], "hyp": ["one two", "tree"]}, index=index)
    expected = [str(label) for label in index]
    results = [
        scoring.score(frame),
        scoring.score(frame.rename_axis("utt"), ref_column="text", hyp_column="hyp"),
        scoring.score(frame["text"], frame["hyp"][::-1]),
        scoring.score(frame["text"], frame["hyp"].tolist()),
        scoring.score(frame[["text"]], frame[["hyp"]][::-1], hyp_column="hyp"),
    ]
    for result in results:
        assert [each.id for each in result] == expected
        assert result.to_pandas()["id"].tolist() == expected
        assert result.counts.errors == 1
    assert [each.id for each in scoring.score(frame["text"], frame["hyp"], ids=["x", "y"])] == ["x", "y"]


def test_rates_of_a_frame_are_aligned_with_its_rows() -> None:
    pandas = pytest.importorskip("pandas")
    texts = {"text": ["one two", "three", "four five"], "hyp": ["one two", "tree", "four"]}
    frame = pandas.DataFrame(texts)
    for part in (frame, frame.iloc[[2, 0]], frame.assign(id=["u", "v", "w"]).iloc[1:], frame.set_index([["a"] * 3])):
        for result in (scoring.score(part), scoring.score(part["text"], part["hyp"])):
            rates = result.to_pandas()["wer"]
            assert rates.index.equals(part.index)
            assert rates.tolist() == [scoring.wer(row.text, row.hyp) for row in part.itertuples()]
    for part in (frame, frame.iloc[[2, 0]]):
        for result in (scoring.score(part), scoring.score(part["text"], part["hyp"])):
            assert all(part.loc[int(each.id)].text == str(each.ref) for each in result)
            assert [each.id for each in result.worst(1)] == ["1" if len(part) == 3 else "2"]
    result = scoring.score(frame["text"], frame["hyp"])
    assert pickle.loads(pickle.dumps(result)).to_pandas().index.equals(frame.index)
    assert [each.id for each in result + result] == ["1", "2", "3", "4", "5", "6"]


def test_an_index_that_repeats_labels_is_no_id_and_a_column_wins() -> None:
    pandas = pytest.importorskip("pandas")
    texts = {"text": ["one two", "three"], "hyp": ["one two", "tree"]}
    for index in (["a", "a"], ["a", None]):
        frame = pandas.DataFrame(texts, index=index)
        for result in (scoring.score(frame), scoring.score(frame["text"], frame["hyp"])):
            assert result.table.made_up
    for name in ("id", "file_name"):
        frame = pandas.DataFrame({**texts, name: ["u1", "u2"]}, index=[5, 6])
        assert [each.id for each in scoring.score(frame)] == ["u1", "u2"]


@pytest.mark.parametrize("index", [["b", "c"], ["a", "a"]])
def test_series_of_other_indexes_are_refused(index: list[str]) -> None:
    pandas = pytest.importorskip("pandas")
    refs = pandas.Series(["one two", "three"], index=["a", "b"])
    with pytest.raises(
        scoring.MismatchError, match=r"indexes differ; .* hyps\.tolist\(\), which are paired by position"
    ):
        scoring.score(refs, pandas.Series(["one two", "three"], index=index))


def test_columns_that_were_chosen_stand_in_the_signature() -> None:
    table = b"id,said,one,other\n1,x y,x y,x z\n"
    chosen = [
        scoring.score_files(table, ref_format="csv", ref_column="said", hyp_column=name) for name in ("one", "other")
    ]
    assert [result.signature.split("|")[-2:] for result in chosen] == [
        ["ref:csv[said]", "hyp:csv[one]"],
        ["ref:csv[said]", "hyp:csv[other]"],
    ]


def test_a_blank_beyond_ascii_is_part_of_a_word_whatever_normalises_it() -> None:
    text = "a\u00a0b c"
    for normalise in (None, "casefold"):
        lists = scoring.score([text], [text], normalise=normalise)
        words = scoring.score([text.split(" ")], [text.split(" ")], normalise=normalise)
        assert lists.counts.correct == words.counts.correct == 2


def test_a_table_keeps_blanks_beyond_ascii_at_the_ends_of_texts() -> None:
    table = "id,ref,hyp\n1,a \u3000,a \u3000\n".encode()
    assert scoring.score_files(table, ref_format="csv").counts.correct == 2


def test_every_utterance_is_found_by_its_id_also_in_what_is_made_of_a_result() -> None:
    ids = [f"u{place * 7 % 400}" for place in range(400)]
    refs = {name: f"a {name}" for name in ids}
    result = scoring.score(refs, refs)
    assert [result[name].ref for name in ids] == [*refs.values()]
    for made in (pickle.loads(pickle.dumps(result)), result + scoring.score({"z": "b"}, {"z": "b"})):
        assert [made[name].ref for name in ids] == [*refs.values()]
    assert pickle.loads(pickle.dumps(result)) == scoring.score(refs, refs)  # which nobody asked by name
    numbered = scoring.score([*refs.values()], [*refs.values()])
    assert [numbered[str(place + 1)].ref for place in range(400)] == [*refs.values()]
    with pytest.raises(KeyError, match="no utterance has the id 'u400'; expected one of 400 ids"):
        result["u400"]


def test_a_result_has_its_ids_and_its_utterances() -> None:
    result = scoring.score({"a-1": "good day", "a-2": "hello"}, {"a-1": "good day", "a-2": "hallo"})
    assert [item in result for item in ("a-1", "a-2", "a-3", result[0])] == [True, True, False, True]
    assert scoring.score(["other"], ["other"])[0] not in result
    numbered = scoring.score(["good day"], ["good day"])
    assert ("1" in numbered, "2" in numbered) == (True, False)


@pytest.mark.parametrize("function", [scorelite.score, scorelite.score_files, scorelite.wer, scorelite.cer])
def test_signatures_show_every_keyword_with_its_default(function: Callable[..., object]) -> None:
    shown = inspect.signature(function)
    keywords = {each.name: each.default for each in shown.parameters.values() if each.kind is each.KEYWORD_ONLY}
    assert {*keywords} - {"ids", "unit"} == {*FileKeywords.__annotations__} - {"unit"}
    assert ("unit" in keywords) == (function is not scorelite.cer)
    assert (keywords["policy"], keywords["missing"], keywords["normalise"]) == ("sclite", "error", None)
    assert isinstance(shown, inspect.Signature)
    assert "case_sensitive=False" in str(shown)
    assert shown == inspect.signature(function)
    assert shown.bind("a", "b", threads=2).arguments["threads"] == 2
    with pytest.raises(TypeError, match="unexpected keyword"):
        shown.bind("a", "b", thread=2)


def test_defaults_of_signatures_are_those_that_score() -> None:
    shown = inspect.signature(scorelite.score_files).parameters.values()
    keywords = {each.name: each.default for each in shown if each.kind is each.KEYWORD_ONLY}
    ref, hyp = b"a { b / c } (u-1)\n", b"A b d (u-1)\n"
    del keywords["markup"]  # as the files' formats say
    assert scorelite.score_files(ref, hyp, **keywords) == scorelite.score_files(ref, hyp)


def test_meetings_show_their_settings() -> None:
    shown = inspect.signature(scorelite.meetings.score_files)
    assert (shown.parameters["collar"].default, shown.parameters["policy"].default) == (None, "kaldi_wer")
    assert {each.name for each in dataclasses.fields(MeetingSettings)} < {*shown.parameters}


def test_a_rate_warns_of_texts_that_are_null() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"ref": ["a b", "c d", None], "hyp": ["a b", "c x", "y"]})
    for rate in (scorelite.wer, scorelite.cer, scorelite.mer):
        with pytest.warns(UserWarning, match="1 text of the reference is null: scored as empty") as caught:
            rate(frame.ref, frame.hyp)
        assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert scorelite.wer("a b", "a b") == 0


@pytest.mark.parametrize(
    ("ref", "hyp", "text"),
    [
        ("good day to you", "Good day, to you.", "one side alone has punctuation, which counts as errors: normalise="),
        ("a b c d e f g h i j", "z y x w v u t s r q", "no word is correct: are both sides from the same recordings"),
        ("guten tag meine damen und herren wie geht es ihnen", "bonjour mes amis ca va", "no word is correct"),
        ("\u4eca\u5929\u5929\u6c14" * 2, "\u4eca\u5929" * 3, "texts have no blanks between words"),
    ],
)
def test_a_rate_warns_where_the_number_alone_misleads(ref: str, hyp: str, text: str) -> None:
    with pytest.warns(UserWarning, match=text) as caught:
        scorelite.wer(ref, hyp)
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert scorelite.wer("good day, to you.", "good way, to you.") == 0.25


def test_the_rate_of_a_result_warns_as_the_rate_alone_does(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    paths = tmp_path / "ref.trn", tmp_path / "hyp.trn"
    for path, text in zip(paths, ("a b c d e f g h i j", "z y x w v u t s r q"), strict=True):
        path.write_text(f"{text} (u-1)\n")
    result = scorelite.score_files(*paths)
    text = "no word is correct: are both sides from the same recordings"
    for rate in (lambda: result.wer, lambda: result.cer, lambda: result.totals().wer):
        with pytest.warns(UserWarning, match=text) as caught:
            rate()
        assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert result.counts.wer == result.main_rate == 1.0  # those who look at more than the number have the notices
        for options in ([], ["--json"], ["--page", str(tmp_path / "p.html")], ["--csv"]):
            assert main(["score", *map(str, paths), *options]) == 0
    assert "Warning" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("refs", "hyps", "text"),
    [
        (["na\u00efve caf\u00e9"], ["nai\u0308ve cafe\u0301"], "in one Unicode form"),
        (["we saw it go on"] * 8, ["anna: we saw it go on"] * 8, "without what precedes texts"),
        (["r&d is it"] * 4, ["r&amp;d is it"] * 4, "with letters for escapes"),
    ],
)
def test_a_rate_warns_of_what_the_notices_of_a_score_say(refs: list[str], hyps: list[str], text: str) -> None:
    for rate in (scorelite.wer, lambda *sides: scorelite.score(*sides).wer):
        with pytest.warns(UserWarning, match=text) as caught:
            rate(refs, hyps)
        assert caught[0].filename == __file__


def test_a_line_that_asks_for_many_rates_has_the_causes_of_the_first_ones() -> None:
    numbers = []
    for _ in range(200):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            scorelite.wer("caf\u00e9", "cafe\u0301")
        numbers.append(len(caught))
    assert (numbers[0], numbers[-1]) == (1, 0)


def test_a_rate_warns_of_capitals_beyond_ascii() -> None:
    with pytest.warns(UserWarning, match=r"without differences of case beyond ASCII the rate would be 0.0 %") as caught:
        assert scorelite.wer("\u00e9t\u00e9", "\u00c9t\u00e9") == 1.0
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (
            scorelite.wer("ete", "ETE") == scorelite.wer("\u00e9t\u00e9", "\u00c9t\u00e9", normalise="casefold") == 0.0
        )


def test_a_low_rate_alone_warns_of_capitals_beyond_ascii() -> None:
    refs = [f"one two three four five six seven eight nine ñ{number}" for number in range(20)]
    with pytest.warns(UserWarning, match="beyond ASCII"):
        assert scoring.wer(refs, [ref.replace("ñ", "Ñ") for ref in refs]) == 0.1
