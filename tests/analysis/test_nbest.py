"""N-best lists: agwer's published figures, enumeration, and the shapes of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.formats.errors import FormatError, UsageError
from scorelite.scoring.analysis.nbest_lists import read_lists
from tests.conftest import Run

LISTS = {"u1": ["we saw cat", "we saw a cat"], "u2": ["good way", "god day", "good day"]}
REFS = {"u1": "we saw a cat", "u2": "good day"}
FIRM = (
    "a senior {} official said the firm hopes the job can be cut through attrition since the turnover in such "
    "positions tends to be high"
)


def test_the_figures_of_agwer() -> None:
    """Three lists of its README, with punctuation removed: 12/53, 10/53, 2/53, and a corrector that won 5 times."""
    refs = [
        "quote obviously we were disappointed we did not get a larger award",
        "he retired as a partner in nineteen eighty three and as counsel in nineteen eighty six",
        FIRM.format("painewebber"),
    ]
    with_if = "obviously we were disappointed if we did not get a larger award"
    year = (
        "he retired as a partner in one thousand nine hundred and eighty three and as counsel in one thousand nine "
        "hundred and eighty six"
    )
    names = ["painewebber", "payne weber", "payne weber", "paine webber", "pain weber"]
    lists = [
        [with_if, refs[0], with_if, refs[0], refs[0]],
        [year] * 5,
        [FIRM.format(name) for name in names],
    ]
    corrected = [refs[0], refs[1], FIRM.format("paine webber")]
    ids = ["a", "b", "c"]
    breakdown = scorelite.score(refs, corrected, ids=ids).nbest(dict(zip(ids, lists, strict=True)))
    assert (breakdown["first"].errors, breakdown["first"].words) == (12, 53)
    assert (breakdown.oracle.errors, breakdown["recombined"].errors) == (10, 2)
    assert (breakdown.scored_errors, breakdown.won) == (2, 5.0)


WORDS = st.lists(st.sampled_from("abc"), max_size=4).map(" ".join)


@given(st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=6)), min_size=1, max_size=4))
def test_rows_are_the_best_of_an_enumeration(texts: list[tuple[str, list[str]]]) -> None:
    ids = [f"u{place}" for place in range(len(texts))]
    refs = dict(zip(ids, (ref for ref, _ in texts), strict=True))
    lists = dict(zip(ids, (own for _, own in texts), strict=True))
    firsts = {name: own[0] for name, own in lists.items()}
    breakdown = scorelite.score(refs, firsts).nbest(lists)
    errors = {name: [scorelite.align(refs[name], text).counts.errors for text in own] for name, own in lists.items()}
    longest = max(map(len, lists.values()))
    sizes = {"first": 1, "best of 2": 2, "best of 4": 4, "best of all": longest}
    assert [row.name for row in breakdown.rows[:-1]] == [
        name for name, size in sizes.items() if size < longest or name in ("first", "best of all")
    ]
    for row in breakdown.rows[:-1]:
        assert row.errors == sum(min(own[: sizes[row.name]]) for own in errors.values())
    rates = [row.errors for row in breakdown.rows[:-1]]
    assert rates == sorted(rates, reverse=True)
    assert breakdown["recombined"].errors == sum(
        word not in " ".join(lists[name]).split() for name in ids for word in refs[name].split()
    )
    assert breakdown.ranks == sum(own.index(min(own)) + 1 for own in errors.values())
    assert breakdown.scored_errors == breakdown["first"].errors


@given(st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=6)), min_size=2, max_size=4))
def test_parts_with_lists_of_other_lengths_add_up(texts: list[tuple[str, list[str]]]) -> None:
    ids = [f"u{place}" for place in range(len(texts))]
    lists = dict(zip(ids, (own for _, own in texts), strict=True))

    def part(chosen: slice) -> Any:
        refs = dict(zip(ids[chosen], (ref for ref, _ in texts[chosen]), strict=True))
        return scorelite.score(refs, {name: lists[name][0] for name in ids[chosen]}).nbest(lists)

    assert part(slice(1)) + part(slice(1, None)) == part(slice(None))


def test_lists_are_scored_as_the_result_was() -> None:
    result = scorelite.score(REFS, {"u1": "WE SAW A CAT", "u2": "good way"}, normalise="basic")
    breakdown = result.nbest({"u1": ["We saw, cat"], "u2": ["Good. Way", "Good. Day"]})
    assert [(row.name, row.errors) for row in breakdown.rows] == [("first", 2), ("best of all", 1), ("recombined", 1)]
    assert breakdown.won == 1.0


SHAPES: dict[str, bytes] = {
    "repeated ids": b"u1 we saw cat\nu1 we saw a cat\nu2 good way\nu2 god day\nu2 good day\n",
    "numbered ids": b"u1-1 we saw cat\nu1-2 we saw a cat\nu2-1 good way\nu2-2 god day\nu2-3 good day\n",
    "numbered ids, unsorted": b"u1-2 we saw a cat\nu1-1 we saw cat\nu2-3 good day\nu2-1 good way\nu2-2 god day\n",
    "trn": b"we saw cat (u1)\nwe saw a cat (u1)\ngood way (u2)\ngod day (u2)\ngood day (u2)\n",
    "trn with numbers": b"we saw cat (u1_1)\nwe saw a cat (u1_2)\ngood way (u2_1)\ngod day (u2_2)\ngood day (u2_3)\n",
    "icefall": "".join(
        f"{name}:\tref=['x']\n{name}:\thyp={text.split()}\n" for name, own in LISTS.items() for text in own
    ).encode(),
    "lines of JSON": "".join(json.dumps({"id": name, "nbest": own}) + "\n" for name, own in LISTS.items()).encode(),
    "lists by id": json.dumps(LISTS, indent=1).encode(),
    "an array": json.dumps([{"utt_id": name, "hypotheses": own} for name, own in LISTS.items()]).encode(),
    "texts with scores": "".join(
        json.dumps({"audio_filepath": f"a/{name}.wav", "beams": [[text, -1.5] for text in own]}) + "\n"
        for name, own in LISTS.items()
    ).encode(),
    "objects": json.dumps(
        [{"id": k, "nbest": [{"text": t, "score": 1} for t in own]} for k, own in LISTS.items()]
    ).encode(),
}


@pytest.mark.parametrize("data", SHAPES.values(), ids=SHAPES)
def test_shapes_of_files(data: bytes) -> None:
    assert read_lists(data) == LISTS


def test_rows_of_nemo_are_divided_evenly() -> None:
    rows = b"we saw cat\t-1.5\nwe saw a cat\t-2\ngood way\t-1e-3\ngood day\t-3.25\n"
    breakdown = scorelite.score(REFS, REFS).nbest(rows)
    assert [(row.name, row.errors) for row in breakdown.rows] == [("first", 2), ("best of all", 0), ("recombined", 0)]
    with pytest.raises(UsageError, match="3 rows of hypotheses without ids for 2 utterances"):
        scorelite.score(REFS, REFS).nbest(rows[:-15])


def test_a_folder_of_espnet(tmp_path: Path) -> None:
    for rank in range(1, 4):
        (tmp_path / f"{rank}best_recog").mkdir()
        rows = [f"{name} {own[rank - 1]}\n" for name, own in LISTS.items() if len(own) >= rank]
        (tmp_path / f"{rank}best_recog" / "text").write_text("".join(rows))
    assert read_lists(tmp_path) == LISTS
    with pytest.raises(UsageError, match="a folder without 1best_recog"):
        read_lists(tmp_path / "1best_recog")
    with pytest.raises(UsageError, match=r"one hypothesis of each list; expected the folder"):
        read_lists(tmp_path / "2best_recog" / "text")


def test_a_folder_of_espnet_as_the_hypothesis_leads_to_lists(tmp_path: Path) -> None:
    for rank in range(1, 3):
        (tmp_path / "out" / f"{rank}best_recog").mkdir(parents=True)
        (tmp_path / "out" / f"{rank}best_recog" / "text").write_text("u1 a\nu2 b\n")
    (tmp_path / "refs").mkdir()
    for ref in (tmp_path / "text", tmp_path / "refs" / "text"):
        ref.write_text("u1 a\nu2 b\n")
        with pytest.raises(ValueError, match=r"expected result\.nbest\(lists\)"):
            scorelite.score_files(ref if ref.parent == tmp_path else ref.parent, tmp_path / "out")


def test_null_in_a_list_is_a_hypothesis_without_words() -> None:
    data = b'{"id": "u1", "nbest": ["we saw cat", null]}\n{"id": "u2", "nbest": [null, "good day", ""]}\n'
    assert read_lists(data) == {"u1": ["we saw cat", ""], "u2": ["", "good day", ""]}
    lists = scorelite.score(REFS, REFS).nbest(data)
    assert (lists["first"].errors, lists.oracle.errors) == (3, 1)
    assert "  3 hypotheses in the lists without words (empty or null)" in str(lists).splitlines()


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (b"", FormatError, "no hypotheses; expected lists of hypotheses"),
        (b'{"id": "u1", "nbest": "a"}\n', FormatError, "no list in any column"),
        (b'{"id": "u1", "nbest": []}\n', FormatError, "a list without texts"),
        (b'{"id": "u1", "nbest": [1]}\n', FormatError, "a list without texts"),
        (b'{"nbest": ["a"], "text": "b"}\n{"nbest": ["a"]}\n', FormatError, "no id; expected an id"),
        (b"[1]", FormatError, "not an object"),
        ({"u1": "a"}, UsageError, "the hypotheses of u1 are 'a'; expected a list of texts"),
        ({"u1": None}, UsageError, "the hypotheses of u1 are None; expected a list of texts"),
        ({"u1": {"a": 1}}, UsageError, "expected a list of texts"),
        ({"u1": ["a"]}, UsageError, "no hypotheses of 1 utterance, such as u2"),
    ],
)
def test_what_is_no_list_is_reported(given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        scorelite.score(REFS, REFS).nbest(given)
    assert message in str(raised.value)


def test_the_command_takes_lists_as_the_hypothesis_or_beside_one(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.ark").write_text("".join(f"{name} {text}\n" for name, text in REFS.items()))
    (tmp_path / "lists.txt").write_bytes(SHAPES["numbered ids"])
    (tmp_path / "hyp.ark").write_text("u1 we saw a cat\nu2 good way\n")
    rows = [{"id": name, "text": REFS[name], "nbest": own} for name, own in LISTS.items()]
    (tmp_path / "both.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for words in (
        ["ref.ark", "lists.txt", "--with", "nbest"],
        ["both.jsonl", "--hyp-column", "nbest", "--with", "nbest"],
    ):
        document = json.loads(scorelite("score", *words, "--json").stdout)
        assert (document["errors"], document["analyses"]["nbest"]["rows"][-2]["errors"]) == (2, 0)
        assert document["hyp"] == words[-3] if len(words) == 4 and words[0] == "ref.ark" else "both.jsonl"
    document = json.loads(scorelite("score", "ref.ark", "hyp.ark", "--with", "nbest=lists.txt", "--json").stdout)
    assert (document["errors"], document["analyses"]["nbest"]["won"]) == (1, 0.5)


def test_two_rescorers_are_compared_on_the_same_lists() -> None:
    first, other = (scorelite.score(REFS, hyps) for hyps in ({"u1": "we saw cat", "u2": "good way"}, REFS))
    rows = first.analyse_changes(other, {"nbest": LISTS})["nbest"].rows
    assert [(row.name, row.difference) for row in rows] == [
        ("scored", -2 / 6),
        ("first", 0.0),
        ("best of 2", 0.0),
        ("best of all", 0.0),
        ("recombined", 0.0),
    ]
