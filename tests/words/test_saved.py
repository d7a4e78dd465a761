"""Whole results written as JSON and read back."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.scoring.common.tie_policy import POLICIES
from tests.conftest import Run
from tests.words.test_api import DEMO

TEXTS = st.lists(st.text(st.sampled_from('abA \u00e9\u5927"{}\\-'), max_size=9), min_size=1, max_size=5)


def again(result: scorelite.Result) -> scorelite.Result:
    """The result after it was saved and loaded."""
    file = io.BytesIO()
    result.save(file)
    return scorelite.load(file.getvalue())


def properties(result: scorelite.Result) -> dict[str, Any]:
    """Every public property by name, as text where it is made when it is looked at."""
    names = [name for name in dir(result) if not name.startswith("_") and name not in ("before", "alignments")]
    values = {name: getattr(result, name) for name in names}
    shown = {name: value for name, value in values.items() if not callable(value)}
    shown["steps"] = [utterance.alignment.pairs for utterance in result]
    shown["notices"] = [notice.to_dict() for notice in result.notices]
    return shown | {"text": str(result), "dict": result.to_dict(utterances=True)}


def check(result: scorelite.Result) -> None:
    loaded = again(result)
    assert loaded == result
    assert properties(loaded) == properties(result)
    for report in ("sys", "pra"):
        assert loaded.report(report, speakers="one") == result.report(report, speakers="one")


@given(
    TEXTS, st.sampled_from([policy.name for policy in POLICIES]), st.booleans(), st.sampled_from(["word", "character"])
)
@pytest.mark.native
def test_a_result_of_texts_is_loaded_as_it_was_saved(texts: list[str], policy: str, case: bool, unit: Any) -> None:
    check(scorelite.score(texts, texts[::-1], policy=policy, case_sensitive=case, unit=unit))


@pytest.mark.parametrize(
    "keywords",
    [
        {"markup": True, "optional_words": True},
        {"normalise": "whisper-en"},
        {"normalise": "leaderboard-en"},
        {"policy": "5/3/3:SID", "fragments": True},
        {"unit": "character", "keep_ascii": True},
    ],
)
def test_settings_are_loaded(keywords: dict[str, Any]) -> None:
    refs = {"a-1": "we { will / 'll } see (uh) it", "b-1": "ice cream", "b-2": ""}
    check(scorelite.score(refs, {"a-1": "We see it", "b-1": "icecream is fifty", "b-2": "x"}, **keywords))


def test_words_and_bytes_are_loaded_as_texts() -> None:
    loaded = again(scorelite.score([["a\u00a0b", "c"], b"d \xff"], [("a\u00a0b",), b"d"]))
    assert [utterance.ref for utterance in loaded] == [["a\u00a0b", "c"], "d \udcff"]
    assert loaded.counts == scorelite.Counts(2, 0, 2, 0)


@pytest.mark.parametrize(
    ("ref", "hyp", "keywords"),
    [
        ("ref.trn", "hyp.trn", {}),
        ("ref.txt", "hyp.txt", {}),
        ("ref.stm", "hyp.ctm", {}),
        ("ref.stm", "hyp.ctm", {"normalise": "basic", "outside": "skip"}),
        ("hyp.ctm", "hyp.ctm", {}),
    ],
)
def test_a_result_of_files_is_loaded_as_it_was_saved(ref: str, hyp: str, keywords: dict[str, Any]) -> None:
    check(scorelite.score_files(DEMO / ref, DEMO / hyp, **keywords))


def test_sums_of_words_with_times_are_loaded() -> None:
    stm, ctm = b"t 1 anna 0 4 { a / e } b\n", b"t 1 0.1 0.2 a 0.5\nt 1 1 1 c 0.5\n"
    parts = [
        scorelite.score_files(stm.replace(b"t", name), ctm.replace(b"t", name), ref_format="stm", hyp_format="ctm")
        for name in (b"u", b"t")
    ]
    check(parts[0] + parts[1])


def test_the_json_of_the_command_is_loaded(scorelite: Run, tmp_path: Path) -> None:
    from scorelite import load, score_files

    done = scorelite("score", DEMO / "ref.trn", DEMO / "hyp.trn", "--json", "--utterances", "-o", tmp_path / "x.json")
    assert done.returncode == 0
    assert load(tmp_path / "x.json") == score_files(DEMO / "ref.trn", DEMO / "hyp.trn")


def test_a_name_with_gz_is_packed(tmp_path: Path) -> None:
    result = scorelite.score(["a"] * 50, ["b"] * 50)
    result.save(tmp_path / "x.json.gz")
    assert (tmp_path / "x.json.gz").read_bytes()[:2] == b"\x1f\x8b"
    assert scorelite.load(tmp_path / "x.json.gz") == result


def test_changes_stay_behind_and_their_sums_do_not() -> None:
    result = scorelite.score(["It's 5 o'clock"], ["it is five"], normalise="whisper-en")
    loaded = again(result)
    assert loaded.normalisation() == result.normalisation()
    assert loaded.page() == result.page()
    with pytest.raises(scorelite.UsageError, match=r"keep no changes; call changes\(\) before save\(\)"):
        loaded.changes()


def whole() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(scorelite.score(["a b"], ["a c"]).to_dict(utterances=True)))
    return document


BROKEN = [
    (b"{", "not JSON"),
    (b"1\n00:00:01,000 --> 00:00:02,000\nhi\n", r"; scorelite.read\(path\) reads transcripts and subtitles"),
    (b"[" * 100_000, "JSON that cannot be read: "),
    (b'{"metadata": ' + b"9" * 5000 + b"}", "JSON that cannot be read: "),
    (b"[]", r"holds no complete result; expected a file of result.save.*; scorelite.read\(path\) reads transcripts"),
    (json.dumps(scorelite.score(["a"], ["a"]).to_dict()).encode(), "holds no complete result"),
    (json.dumps(whole() | {"correct": "x"}).encode(), "not a result of scorelite"),
    (json.dumps(whole() | {"correct": 7}).encode(), "counts that are not those of the utterances"),
    (json.dumps(whole() | {"correct": float("nan")}).encode(), "counts that are not those of the utterances"),
    (json.dumps(whole() | {"sentence_errors": float("nan")}).encode(), "counts that are not those of the utterances"),
    (json.dumps(whole() | {"sentences": -1}).encode(), "counts that are not those of the utterances"),
    (
        json.dumps(whole()).replace('"correct": 1', '"correct": 99999999999').encode(),
        "not a result of scorelite: OverflowError",
    ),
    (json.dumps(whole() | {"metadata": {}}).encode(), "not a result of scorelite: KeyError"),
    (json.dumps(whole()).replace('"ref": "a b"', '"ref": "a"').encode(), "not a result of scorelite"),
    (json.dumps(whole()).replace('"correct": 1', '"correct": 2').encode(), "do not give the counts"),
    (
        json.dumps(scorelite.score_files(DEMO / "ref.stm", DEMO / "hyp.ctm").to_dict(utterances=True)).encode(),
        "no alignments of words with times; expected a file of result.save",
    ),
]


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("utterances", 0, "id"), 7, "id is (7,); expected texts"),
        (("ref",), None, "ref is None; expected a text"),
        (("metadata", "kept", "outside"), "2", "outside is '2'; expected a whole number >= 0"),
        (("metadata", "kept", "outside"), True, "outside is True; expected a whole number >= 0"),
        (("metadata", "kept", "missing"), [1], "missing is (1,); expected texts"),
        (("metadata", "kept", "speaker_map"), ["ab"], "speaker_map is ('ab',); expected pairs of texts"),
        (("metadata", "moved", 0, 1), "x", "changes is 'x'; expected a whole number >= 0"),
        (("metadata", "settings", "case_sensitive"), "no", "case_sensitive is 'no'; expected True or False"),
    ],
)
def test_members_of_other_types_are_told_with_the_file(
    tmp_path: Path, place: Sequence[Any], value: object, message: str
) -> None:
    document = json.loads(json.dumps(scorelite.score(["A b"], ["a c"], normalise="basic").to_dict(utterances=True)))
    inner = document
    for member in place[:-1]:
        inner = inner[member]
    inner[place[-1]] = value
    path = tmp_path / "saved.json"
    path.write_text(json.dumps(document))
    with pytest.raises(scorelite.UsageError, match=re.escape(f"{path}: {message}")):
        scorelite.load(path)


@pytest.mark.parametrize("equivalents", ["any-words", "hyphens", ["any-words", {"gonna": ["going to"]}]])
def test_results_with_equivalents_are_equal_and_rules_that_are_not_kept_are_not_told(equivalents: Any) -> None:
    refs, hyps = ["we <*> gonna", "a well-known b"], ["we say it going to", "a well known b"]
    result = scorelite.score(refs, hyps, equivalents=equivalents)
    loaded = again(result)
    assert loaded == result
    assert [str(each.alignment) for each in loaded] == [str(each.alignment) for each in result]
    if isinstance(equivalents, str):
        assert loaded.rules() == result.rules()
    else:
        with pytest.raises(scorelite.UsageError, match="a saved result has only their label; score the files again"):
            loaded.rules()


@pytest.mark.parametrize(("data", "message"), BROKEN)
def test_files_that_are_no_whole_results_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(scorelite.UsageError, match=message):
        scorelite.load(data)


@given(st.integers(0), st.sampled_from([b"", b"0", b'"', b"null"]))
def test_a_damaged_file_is_refused_or_read(place: int, other: bytes) -> None:
    file = io.BytesIO()
    scorelite.score_files(DEMO / "ref.stm", DEMO / "hyp.ctm").save(file)
    data = file.getvalue()
    place %= len(data)
    try:
        scorelite.load(data[:place] + other + data[place + 1 :])
    except scorelite.ScoreliteError:
        pass


def test_a_pair_of_one_recording_each_is_loaded_as_it_was(tmp_path: Path) -> None:
    stm, ctm = b"talk 1 x 0 2 we saw\n", b"take2 1 0 1 we\ntake2 1 1 1 saw\n"
    result = scorelite.score_files(stm, ctm, ref_format="stm", hyp_format="ctm")
    assert [notice.name for notice in result.notices] == ["pairing"]
    result.save(tmp_path / "result.json")
    loaded = scorelite.load(tmp_path / "result.json")
    assert loaded == result
    assert loaded.notices[0] == result.notices[0]
    other = scorelite.score_files(stm.replace(b"talk", b"b"), ctm, ref_format="stm", hyp_format="ctm")
    assert not (loaded + other).notices
