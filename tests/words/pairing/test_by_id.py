"""Pairing by id: ids of only one side are reported or treated by a rule, never guessed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats import read
from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring.common.affixes import affix_hint
from scorelite.scoring.common.results import Missing
from scorelite.scoring.words.api import score
from scorelite.scoring.words.files import score_files
from scorelite.scoring.words.pairing.by_id import pair


def test_the_same_ids_meet_in_any_order() -> None:
    pairing = pair(["a", "b", "c"], ["c", "a", "b"])
    assert list(pairing.ids) == ["a", "b", "c"]
    assert list(pairing.hyp) == [1, 2, 0]


def test_ids_that_differ_in_case_alone_are_paired_with_a_notice() -> None:
    result = score({"SPK1_1": "a b", "SPK1_2": "c d"}, {"spk1_2": "c x", "spk1_1": "a b"})
    assert ([each.id for each in result], result.counts.errors) == (["SPK1_1", "SPK1_2"], 1)
    text = "ids are paired that differ in case: SPK1_2 in the reference, spk1_2 in the hypothesis"
    assert [str(notice) for notice in result.notices][:1] == [text]
    with pytest.raises(MismatchError, match="3 references"):  # which of both is meant?
        score({"a": "x", "A": "y", "b": "z"}, {"B": "z", "c": "x"})


@pytest.mark.parametrize("hyp", [["a.mp3", "b.mp3", "c"], ["A", "B", "c"], ["wavs/a.WAV", "wavs\\b", "c"]])
def test_ids_that_differ_only_in_case_folder_or_suffix_are_reported_with_an_example(hyp: list[str]) -> None:
    with pytest.raises(MismatchError) as caught:
        pair(["a", "b", "c.x"], hyp)
    example = f"a in the reference, {hyp[0]} in the hypothesis"
    assert f"  2 of these differ only in case, folder or suffix: {example}\n" in str(caught.value)


@pytest.mark.parametrize(
    ("refs", "hyps", "pattern"),
    [
        (["utt1", "utt2"], ["utt1.wav", "utt2.wav"], "[.]wav$"),
        (["utt1.wav", "utt2.wav"], ["utt2", "utt1"], "[.]wav$"),
        (["utt1", "utt10"], ["utt1-1", "utt10-1"], "[-]1$"),
        (["utt1", "utt2"], ["utt1-17", "utt2-23"], "[-][0-9]+$"),
        (["utt1", "utt2"], ["data/wavs/utt1.wav", "data/b/utt2.wav"], "^.*/|[.]wav$"),
        (["utt1", "utt2"], ["S1_utt1", "S1_utt2"], "^S1_"),
        (["a-001", "b-002"], ["a-001-0", "b-002-11"], "(?<=-[0-9][0-9][0-9])-[0-9]+$"),
        (["1", "10"], ["001", "010"], r"^0+\B"),
        (["1", "10"], ["1.0", "10.0"], "[.]0$"),
        (["1.0", "10.0"], ["001", "010"], r"^0+\B|[.]0$"),
        (["1-2-7", "2-1-7"], ["1-1-2-7", "2-2-1-7"], r"^(.+)-(?=\1-)"),
        (["utt1_final", "utt2_final"], ["utt1.en-GB", "utt2.en-GB"], "_final$|[.]en-GB$"),
        (["EP01_final", "EP02_final"], ["ep01", "ep02"], "^EP|^ep|_final$"),
        (["a/utt1.wav", "a/utt2.wav"], ["b/utt1.json", "b/utt2.json"], "^.*/|[.][A-Za-z0-9]+$"),
    ],
)
def test_ids_with_another_prefix_or_suffix_are_explained_with_the_expression_that_removes_it(
    refs: list[str], hyps: list[str], pattern: str
) -> None:
    sides = ["".join(f"a b ({name})\n" for name in names).encode() for names in (refs, hyps)]
    formats = {"ref_format": "trn", "hyp_format": "trn"}
    with pytest.raises(MismatchError) as caught:
        score_files(*sides, **formats)  # type: ignore[arg-type]
    assert f"  strip_id='{pattern}' removes the difference: {refs[0]} in the reference, " in str(caught.value)
    assert score_files(*sides, strip_id=pattern, **formats).counts.correct == 4  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("refs", "hyps"),
    [
        (["u1", "u2"], ["v1", "v2"]),
        (["u1", "u2"], ["u1-1", "u1-2"]),  # parts of one utterance
        (["u1", "u2"], ["u1.wav", "u2-wav"]),
        (["1", "2"], ["11", "12"]),  # which would leave nothing of 1
        (["u1", "u2"], ["U1", "v2"]),
    ],
)
def test_no_expression_is_named_for_ids_that_differ_otherwise(refs: list[str], hyps: list[str]) -> None:
    with pytest.raises(MismatchError) as caught:
        pair(refs, hyps, strippable=True)
    assert "strip_id" not in str(caught.value)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("[.]mp3$", "strip_id= has no effect: '[.]mp3$' matches no part of 'u1', 'u2'"),
        ("(", "the expression '(' of strip_id= is not a regular expression: "),
        ("[0-9]", "the expression '[0-9]' of strip_id= makes 'u1' and 'u2' one name, 'u'; expected different names"),
        (".*", "the expression '.*' of strip_id= leaves nothing of 'u1'"),
    ],
)
def test_an_expression_for_ids_must_match_and_leave_different_names(pattern: str, message: str) -> None:
    text = b"a b (u1)\nc d (u2)\n"
    with pytest.raises(UsageError) as caught:
        score_files(text, text, ref_format="trn", hyp_format="trn", strip_id=pattern)
    assert message in str(caught.value)


def test_missing_and_extra_ids_are_reported_with_counts_and_the_first_five() -> None:
    with pytest.raises(MismatchError) as caught:
        pair([*"abcdefgh"], ["A", "h", "x"])
    assert str(caught.value) == (
        "reference and hypothesis have different ids\n"
        "  7 references (a, b, c, d, e, ...) of 8 without a hypothesis\n"
        "  2 hypotheses (A, x) of 3 without a reference\n"
        "  1 of these differ only in case, folder or suffix: a in the reference, A in the hypothesis\n"
        "Fix the ids, or choose: missing='delete' counts the words of ids without a "
        "hypothesis as deletions; missing='skip' scores only ids that both sides have"
    )


def test_skip_leaves_out_what_one_side_lacks() -> None:
    pairing = pair(["a", "b", "c"], ["c", "x", "a"], missing="skip")
    assert (pairing.ids, pairing.ref, pairing.hyp) == (["a", "c"], [0, 2], [2, 0])
    assert (pairing.missing, pairing.extra) == (("b",), ("x",))


def test_delete_gives_a_missing_hypothesis_no_words() -> None:
    pairing = pair(["a", "b"], ["b"], missing="delete")
    assert (list(pairing.ids), list(pairing.hyp), pairing.missing) == (["a", "b"], [None, 0], ("a",))


def test_delete_does_not_allow_a_hypothesis_without_reference() -> None:
    with pytest.raises(MismatchError, match=r"1 hypothesis \(x\) of 2 without a reference") as caught:
        pair(["a", "b"], ["b", "x"], missing="delete")
    assert "missing='delete' allows ids without a hypothesis, not ids without a reference" in str(caught.value)


@pytest.mark.parametrize(("ref", "hyp", "side"), [("aab", "aab", "reference"), ("ab", "abb", "hypothesis")])
def test_a_repeated_id_is_refused(ref: str, hyp: str, side: str) -> None:
    with pytest.raises(MismatchError, match=rf"the {side} has 1 repeated id \([ab]\); expected unique ids"):
        pair(list(ref), list(hyp), missing="skip")


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(UsageError, match="missing 'ignore' is unknown; expected 'error', 'skip' or 'delete'"):
        pair([], [], missing="ignore")  # type: ignore[arg-type]


IDS = st.lists(st.text("abcd", min_size=1, max_size=2), unique=True)


@given(IDS, IDS)
def test_every_id_is_paired_or_named(ref: list[str], hyp: list[str]) -> None:
    pairing = pair(ref, hyp, missing="skip")
    for key, i, j in zip(pairing.ids, pairing.ref, pairing.hyp, strict=True):
        assert j is not None
        assert ref[i] == hyp[j] == key
    assert {*pairing.ids, *pairing.missing} == set(ref)
    assert {*pairing.ids, *pairing.extra} == set(hyp)
    assert list(pairing.ids) == [key for key in ref if key in hyp]


@pytest.mark.parametrize("side", ["ref", "hyp"])
def test_a_repeated_id_of_a_file_is_named_with_both_lines(tmp_path: Path, side: str) -> None:
    twice, once = tmp_path / "twice.csv", tmp_path / "once.csv"
    twice.write_text("id,text\na,one\nb,two\na,three\n")
    once.write_text("id,text\na,one\nb,two\n")
    files = (twice, once) if side == "ref" else (once, twice)
    with pytest.raises(MismatchError) as caught:
        score_files(*files)
    assert str(caught.value).endswith(f"has 1 repeated id (a); expected unique ids ({twice}:2 and {twice}:4)")


@pytest.mark.parametrize("ref_format", ["kaldi", "txt"])
def test_texts_with_ids_next_to_a_manifest_of_nemo_are_pointed_to_its_paths(ref_format: str) -> None:
    rows = [{"audio_filepath": f"{name}.wav", "duration": 1.0, "text": "hi"} for name in "ab"]
    manifest = "".join(json.dumps(row) + "\n" for row in rows).encode()
    texts = b"a.wav hi\nb.wav ho\n"
    with pytest.raises((MismatchError, UsageError), match="id_column='audio_filepath' pairs by the paths"):
        score_files(texts, manifest, ref_format=ref_format, hyp_format="nemo")
    result = score_files(texts, manifest, ref_format="kaldi", hyp_format="nemo", id_column="audio_filepath")
    assert result.counts.errors == 1


def test_words_by_utterance_with_another_prefix_are_explained_with_the_expression_that_removes_it() -> None:
    table = b"id,text\nu1,a b\nu2,c d\n"
    words = b"S1_u1 1 0 1 a\nS1_u1 1 1 1 b\nS1_u2 1 0 1 c\n"
    formats = {"ref_format": "csv", "hyp_format": "ctm"}
    with pytest.raises(UsageError, match=r"strip_id='\^S1_' removes the difference: u1 in the reference, S1_u1 in"):
        score_files(table, words, **formats)  # type: ignore[arg-type]
    assert score_files(table, words, strip_id="^S1_", **formats).counts.errors == 1  # type: ignore[arg-type]


def test_lists_of_hypotheses_are_named_where_their_ids_have_ranks() -> None:
    refs = "".join(f"u{place} good day\n" for place in range(3)).encode()
    ranked = "".join(f"u{place}-{rank} good day\n" for place in range(3) for rank in (1, 2)).encode()
    single = "".join(f"u{place}-1 good day\n" for place in range(3)).encode()
    formats = {"ref_format": "kaldi", "hyp_format": "kaldi"}
    with pytest.raises(MismatchError) as caught:
        score_files(refs, ranked, **formats)
    expected = "u0-1, u0-2: lists of several hypotheses for each reference; expected result.nbest(lists)"
    assert expected in str(caught.value)
    # Some references may have one hypothesis alone.
    with pytest.raises(MismatchError, match="u1-1, u1-2: lists of several"):
        score_files(refs, single + b"u1-2 good day\n", **formats)
    with pytest.raises(MismatchError, match="strip_id='.*' removes the difference"):
        score_files(refs, single, **formats)
    with pytest.raises(MismatchError, match="strip_id='.*' makes 3 equal and leaves 1: u0 in the"):
        score_files(refs, single + b"u9-1 good day\n", **formats)


def test_parts_of_ids_of_mappings_are_removed() -> None:
    refs, hyps = {"u1": "a", "u2": "b"}, {"u1.wav": "a", "u2.wav": "c"}
    with pytest.raises(MismatchError, match=r"strip_id='\[\.\]wav\$' removes the difference: u1 in the reference"):
        score(refs, hyps)
    assert score(refs, hyps, strip_id="[.]wav$").counts.errors == 1
    with pytest.raises(UsageError, match=r"strip_id= has no effect: '\[\.\]mp3\$' matches no part of 'u1', 'u2'"):
        score(refs, hyps, strip_id="[.]mp3$")
    with pytest.raises(UsageError, match="strip_id= has no effect on lists, which are paired item by item"):
        score(["a"], ["a"], strip_id="x")


@pytest.mark.parametrize("keyword", ["tier", "session", "encoding", "ref_column"])
def test_keywords_of_files_are_refused_for_texts_as_such(keyword: str) -> None:
    with pytest.raises(UsageError, match=f"^{keyword}= is for files; refs and hyps are texts$"):
        score(["a"], ["a"], **{keyword: "x"})  # type: ignore[arg-type]


@given(
    st.lists(st.sampled_from("abcdefgh"), unique=True),
    st.lists(st.sampled_from("abcdefgHI"), unique=True),
    st.sampled_from(["error", "skip", "delete"]),
)
def test_ids_that_stay_bytes_are_paired_as_lists_are(ref: list[str], hyp: list[str], missing: Missing) -> None:
    columns = [read("".join(f"({name})\n" for name in side).encode(), format="trn").ids() for side in (ref, hyp)]

    def paired(*sides: Sequence[str]) -> object:
        try:
            result = pair(*sides, missing=missing)
        except MismatchError as error:
            return str(error)
        return [*result.ids], [*result.ref], [*result.hyp], result.missing, result.extra, result.in_other_case

    assert paired(*columns) == paired(ref, hyp)


def test_no_expression_is_proposed_for_ids_that_differ_in_case_alone() -> None:
    assert affix_hint(["ES2000", "ES2001"], ["es2000", "es2001"]) == ""
