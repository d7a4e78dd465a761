"""Failures: counted by hand, against a search by loops, and by laws."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from tests.analysis.calls import calls, of_the_core
from tests.analysis.gold import cases

WORDS = st.lists(st.sampled_from("ab"), max_size=24).map(" ".join)
PAIRS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4)


def scored(pairs: list[tuple[str, str]]) -> Any:
    return scorelite.score(*map(list, zip(*pairs, strict=True)))


def of(ref: str, hyp: str, **settings: Any) -> Any:
    return scorelite.score({"u": ref}, {"u": hyp}).failures(**settings)


def places(failures: Any, kind: str) -> list[tuple[Any, ...]]:
    return [
        (place.words, place.ref_first, place.ref_last, place.hyp_first, place.hyp_last)
        for place in failures.places
        if place.kind == kind
    ]


def test_a_phrase_is_a_loop_when_it_comes_once_less_than_a_word() -> None:
    def loops(ref: str, hyp: str, **settings: object) -> list[str]:
        failures = scorelite.score([ref], [hyp], **settings).failures()  # type: ignore[arg-type]
        return [place.text for place in failures.places if place.kind == "loop"]

    assert loops("go on now", "go on go on go on now") == ["go on go on go on"]
    assert loops("go on now", "go on go on now") == []
    assert loops("go on go on go on", "go on go on go on now") == []
    assert loops("no now", "no no no now") == []
    assert loops("no now", "no no no no now") == ["no no no no"]
    assert loops("pa", "papapa", unit="character") == []


def test_failures_of_characters_are_counted_in_characters() -> None:
    result = scorelite.score(["we saw it go"], ["we go"], unit="character")
    assert "characters" in str(result.failures()).splitlines()[1]
    assert "words" in str(scorelite.score(["we saw it go"], ["we go"]).failures()).splitlines()[1]


def test_a_dropout_is_a_run_of_deletions() -> None:
    failures = of("a b c d e f g h", "a g h", dropout=5)
    assert places(failures, "dropout") == [(5, 1, 5, None, None)]
    assert (failures["dropout"].errors, failures.points("dropout")) == (5, 5 / 8)
    assert failures.places[0].text == "b c d e f"
    assert places(of("a b c d e f g h", "a g h", dropout=6), "dropout") == []


def test_inserted_words_and_bursts_are_runs() -> None:
    failures = of("a b c d", "a p q r s b x y", inserted=4, burst=2)
    assert places(failures, "inserted") == [(4, None, None, 1, 4)]
    assert places(failures, "burst") == [(4, None, None, 1, 4), (2, 2, 3, 6, 7)]


def test_a_run_does_not_cross_texts() -> None:
    failures = scored([("a b c", "a"), ("b c d", "d")]).failures(dropout=2)
    assert places(failures, "dropout") == [(2, 1, 2, None, None), (2, 0, 1, None, None)]
    assert failures["dropout"].utterances == 2


def test_a_loop_is_not_in_the_reference() -> None:
    assert places(of("we saw it", "we saw it saw it saw it saw it"), "loop") == [(8, 1, 2, 1, 8)]
    assert places(of("no no no no", "no no no no no"), "loop") == []
    assert places(of("x saw it saw it saw it saw it", "it saw it saw it saw it saw"), "loop") == []
    assert places(of("a", "a a a", loop=3), "loop") == [(3, 0, 0, 0, 2)]


@pytest.mark.parametrize("times", [3, 4, 5])
def test_a_loop_in_a_longer_repeat_of_the_reference_is_in_the_reference(times: int) -> None:
    heard = "well no no no no yes then"
    assert places(of("no no no no yes " * times, heard), "loop") == []
    assert len(places(of("no no no yes " * times, heard), "loop")) == 1
    longer = "a a a a b a a a a b a a a a b a a a a b c c c c " * 4
    assert places(of(longer, "x a a a a x " + "a a a a b " * 4 + "x c c c c"), "loop") == []


def test_a_loop_in_the_reference_of_another_text_does_not_matter() -> None:
    failures = scored([("no no no no", "no"), ("no", "no no no no")]).failures()
    assert [place.id for place in failures.places if place.kind == "loop"] == ["2"]


def test_a_loop_has_its_smallest_period() -> None:
    assert places(of("x", "a a a a a a a a"), "loop") == [(8, 0, 0, 0, 7)]


def test_a_loop_of_more_than_eight_words_is_none() -> None:
    words = "a b c d e f g h"
    assert len(places(of("x", " ".join([words] * 4)), "loop")) == 1
    assert len(places(of("x", " ".join([f"{words} i"] * 4)), "loop")) == 0


def test_texts_are_truncated_empty_or_invented() -> None:
    failures = scored([("a b c d e f g", "a b"), ("a b", ""), ("", "x y z"), ("a b c d e f x", "x")]).failures()
    assert places(failures, "truncated") == [(5, 2, 6, None, None)]
    assert places(failures, "empty") == [(2, 0, 1, None, None)]
    assert places(failures, "invented") == [(3, None, None, 0, 2)]
    assert failures["invented"].utterances == 1


def test_insertions_at_the_end_of_a_text_are_trailing_and_a_few_inside_it_are_no_failure() -> None:
    pairs = [
        ("see you then", "see you then thank you for watching"),
        ("see you then", "see q r s t you then"),
        ("see you then", "see you then bye bye"),
        ("", "thank you for watching"),
    ]
    failures = scored(pairs).failures()
    assert [(place.id, place.kind, place.text) for place in failures.places] == [
        ("1", "trailing", "thank you for watching"),
        ("4", "invented", "thank you for watching"),
    ]
    assert (failures["trailing"].errors, failures["trailing"].longest, failures.points("trailing")) == (4, 4, 4 / 9)
    assert [place.id for place in scored(pairs).failures(trailing=2).places if place.kind == "trailing"] == [*"13"]


def test_words_in_scripts_that_the_reference_lacks_are_a_switch() -> None:
    failures = of("we saw the harbour", "we 我们 看见 harbour 7")
    assert [(place.words, place.hyp_first, place.text) for place in failures.places] == [(2, 1, "我们 看见")]
    assert places(of("我们 saw", "我们 我 saw"), "switch") == []
    assert places(of("", "我们"), "switch") == []
    assert places(of("we saw", "we 我们", switch=2), "switch") == []


def test_failures_have_times() -> None:
    stm = b"a 1 x 0 10 a b c d e f g h\n"
    ctm = b"a 1 0 1 a\na 1 1 0.5 f\na 1 1.5 1 g\na 1 2.5 0.5 h\na 1 3 0.5 q\na 1 3.5 0.5 r\n"
    failures = scorelite.score_files(stm, ctm, ref_format="stm", hyp_format="ctm").failures(dropout=4, inserted=2)
    told = {place.kind: (place.start, place.end) for place in failures.places}
    assert told == {"dropout": (1.0, 1.0), "inserted": (3.0, 4.0)}


def test_a_text_without_words_has_the_times_of_its_segment() -> None:
    stm = b"a 1 x 0 1 a\na 1 x 1 9.5 b c\n"
    result = scorelite.score_files(stm, b"a 1 0 1 a\n", ref_format="stm", hyp_format="ctm")
    assert [(place.kind, place.start, place.end) for place in result.failures().places] == [("empty", 1.0, 9.5)]


class _Looked(tuple[Any, ...]):
    """Pairs that count how many of them were looked at."""

    looks = 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        _Looked.looks += len(found) if isinstance(place, slice) else 1
        return found


def test_times_of_a_failure_look_at_the_words_around_it_alone() -> None:
    times = range(0, 2_000, 10)
    ref = " ".join(f"w{place} a b c d e" for place in times)
    ctm = "".join(f"t 1 {place} 1 w{place}\n" for place in times).encode()
    result = scorelite.score_files(f"t 1 x 0 2000 {ref}\n".encode(), ctm, ref_format="stm", hyp_format="ctm")
    listed: Any = result.failures(dropout=5).places
    alone = [(place.start, place.end) for place in listed]
    listed._pairs = 0, _Looked(result.utterances.alignment(0).pairs)
    assert [(place.start, place.end) for place in listed] == alone
    assert _Looked.looks < 20 * len(listed)


def test_the_ratio_of_zlib_is_told_on_demand_alone() -> None:
    texts = cases("compression")
    result = scorelite.score(["x"] * len(texts), [case["text"] for case in texts])
    assert [row.name for row in result.failures().rows].count("compressed") == 0
    failures = result.failures(compression=2.4)
    wanted = [str(place) for place, case in enumerate(texts, 1) if case["compression_ratio"] > 2.4]
    assert [place.id for place in failures.places if place.kind == "compressed"] == wanted
    assert wanted
    assert failures.signature.endswith("/compression=2.4")
    assert result.failures(compression=2).signature == result.failures(compression=2.0).signature


def loops_by_hand(words: list[str], times: int) -> set[tuple[int, int]]:
    """Stretches of a word that comes so often in a row, or a phrase once less, without those inside longer ones."""
    every = set()
    for period in range(1, 9):
        least = times if period == 1 else max(2, times - 1)
        begin = 0
        while begin < len(words):
            end = begin + period
            while end < len(words) and words[end] == words[end - period]:
                end += 1
            if end <= len(words) and end - begin >= least * period:
                every.add((begin, end))
            begin += 1
    return {
        stretch
        for stretch in every
        if not any(other != stretch and other[0] <= stretch[0] and stretch[1] <= other[1] for other in every)
    }


@given(WORDS, st.integers(2, 4))
def test_loops_are_those_of_a_plain_search(text: str, times: int) -> None:
    failures = of("x", text, loop=times)
    told = {(first, last + 1) for _, _, _, first, last in places(failures, "loop")}
    assert told == loops_by_hand(text.split(), times)


@given(PAIRS, st.integers(1, 4))
def test_runs_are_those_of_the_operations(pairs: list[tuple[str, str]], shortest: int) -> None:
    result = scored(pairs)
    failures = result.failures(dropout=shortest, inserted=shortest, burst=shortest)
    for kind, letters in (("dropout", "D"), ("inserted", "I"), ("burst", "SDI")):
        expected = []
        for operations in result.utterances.operations():
            masked = "".join("x" if letter in letters else " " for letter in operations)
            expected += [len(run) for run in masked.split() if len(run) >= shortest]
        assert [words for words, *_ in places(failures, kind)] == expected


@given(PAIRS)
def test_deletions_in_runs_of_one_are_all_deletions(pairs: list[tuple[str, str]]) -> None:
    result = scored(pairs)
    failures = result.failures(dropout=1, inserted=1, burst=1)
    counts = result.counts
    assert failures["dropout"].errors == failures["dropout"].words == counts.deletions
    assert failures["inserted"].errors == counts.insertions
    assert failures["burst"].errors == counts.errors


@given(PAIRS, PAIRS)
def test_parts_add_up_to_the_whole(first: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    named = [
        {f"{name}-{place}": pair for place, pair in enumerate(part)} for name, part in (("a", first), ("b", other))
    ]
    parts = [
        scorelite.score({name: pair[0] for name, pair in part.items()}, {name: pair[1] for name, pair in part.items()})
        for part in named
    ]
    settings = {"dropout": 2, "inserted": 2, "burst": 3, "loop": 2}
    whole = sum(parts).failures(**settings)
    assert sum(part.failures(**settings) for part in parts) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_loops_of_all_periods_are_looked_for_in_the_reference() -> None:
    row = of("a a b a a b", "b a b b a b a a", loop=2)["loop"]
    assert (row.places, row.words) == (2, 10)
    assert of("a a b a a b", "a a c d d", loop=2)["loop"].places == 1


def test_nothing_scored_is_no_rate() -> None:
    failures = scorelite.score([""], ["x"]).failures()
    assert failures.points("invented") is None
    assert failures["invented"].places == 1


def test_a_sum_of_other_settings_is_refused() -> None:
    with pytest.raises(scorelite.MismatchError, match="different settings"):
        of("a", "a") + of("a", "a", loop=3)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"dropout": 0}, "dropout is 0; expected a whole number of at least 1"),
        ({"loop": 1}, "loop is 1; expected a whole number of at least 2"),
        ({"burst": 2.5}, "burst is 2.5; expected a whole number"),
        ({"droput": 3}, "no setting 'droput'; expected one of dropout, inserted, burst"),
        ({"burst": 10**20}, "expected a whole number of at least 1 and at most 2,147,483,647"),
        ({"burst": 99}, "burst is 99, but no text of the alignment has more than 1 step; expected a number up to 1"),
        ({"compression": -1}, "compression is -1; expected a number of at least 0"),
        ({"compression": float("inf")}, "compression is inf; expected a number of at least 0 and at most 1,032"),
    ],
)
def test_odd_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(scorelite.UsageError) as refused:
        of("a", "a", **settings)
    assert message in str(refused.value)


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("a b c d e f g (u)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("a g (u)\n", encoding="utf-8")
    command = ["score", "ref.trn", "hyp.trn", "--with", "failures=dropout:4/burst:3"]
    shown = scorelite(*command, cwd=tmp_path).stdout.decode()
    assert "  dropout         1           1      5        5       5        71.4 %" in shown
    assert "  dropout in u: b c d e f" in shown
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)["analyses"]["failures"]
    assert told["kinds"]["dropout"]["places"] == 1
    assert [(row["kind"], row["ref_first"], row["ref_last"]) for row in told["rows"]][:1] == [("dropout", 1, 5)]
    assert told["signature"].endswith("|failures:dropout=4/inserted=5/burst=3/loop=4/truncated=5/trailing=3/switch=1")
    refused = scorelite("score", "ref.trn", "hyp.trn", "--with", "failures=dropout:x", cwd=tmp_path)
    assert (refused.returncode, b"the setting 'dropout:x' has no number" in refused.stderr) == (2, True)
    refused = scorelite("score", "ref.trn", "hyp.trn", "--with", "failures=dropout:4/loop:3/dropout:5")
    assert (refused.returncode, b"the setting 'dropout' twice; expected it once" in refused.stderr) == (2, True)


def test_a_list_that_is_cut_says_of_how_many_places() -> None:
    pairs = [("a b c d e f g", "a g")] * 6
    assert str(scored(pairs).failures()).endswith("\n  the longest 5 of 6 places; JSON has all")
    assert "JSON has all" not in str(scored(pairs[:5]).failures())
    assert len(scored(pairs).failures().to_dict()["rows"]) == 6


def failing(size: int) -> tuple[list[str], list[str]]:
    """Texts that fail in many ways: said nothing, all wrong, with loops, in another script."""
    kinds = [("a b c d e f g h i j k", ""), ("a b c d e f g h i j k", "l m n o p q r s t u v"), ("a", "b b b b b 我")]
    refs, hyps = zip(*(kinds[row % 3] for row in range(size)), strict=True)
    return [*refs], [*hyps]


@of_the_core
def test_failures_cost_no_calls_until_they_are_looked_at() -> None:
    assert calls(lambda result: result.failures(), failing) <= 1
    assert calls(lambda result: str(result.failures()), failing) <= 8  # names of the longest


def test_failures_are_alike_one_by_one_and_all_together() -> None:
    failures = scorelite.score(*failing(9)).failures()
    listed = tuple(failures.places)
    assert len(listed) == len(failures.places) > 9
    assert [failures.places[place] for place in range(len(listed))] == failures.places[:] == [*listed]
    assert failures.places == listed
    assert failures.places[-1] == listed[-1]
    assert pickle.loads(pickle.dumps(failures)).places == listed
    assert str(pickle.loads(pickle.dumps(failures))) == str(failures)
    with pytest.raises(IndexError):
        failures.places[len(listed)]


def test_a_text_is_compressed_without_the_readings_of_equivalents() -> None:
    keywords: Any = {"equivalents": {"train": ["car"]}, "equivalents_side": "hyp"}
    ref, hyp = ["we saw the train"], ["train train train train"]
    plain, result = (scorelite.score(ref, hyp, **more).failures(compression=1.0) for more in ({}, keywords))
    assert [row.kind for row in result.places] == [row.kind for row in plain.places]
    result = scorelite.score(ref, ["{ train / car } " * 4], markup=True).failures(compression=1.0)
    assert {row.kind for row in result.places} == {row.kind for row in plain.places}


def test_optional_words_that_are_missing_or_alone_are_no_failures() -> None:
    refs, hyps = ["(uh)", "a", "", "(uh)"], ["", "", "b", "(uh) c"]
    failures = scorelite.score([*refs, ""], [*hyps, "(uh)"], optional_words=True).failures()
    found = {name: [place.id for place in failures.places if place.kind == name] for name in ("empty", "invented")}
    assert found == {"empty": ["2"], "invented": ["3"]}


def test_a_text_is_truncated_though_optional_words_are_missing_behind() -> None:
    texts = ["we (um) saw (uh) it (uh)", "a b (uh)", "a (uh) b"], ["we", "a (uh)", "a b"]
    failures = scorelite.score(*texts, optional_words=True).failures(truncated=1)
    assert [(place.id, place.text) for place in failures.places if place.kind == "truncated"] == [("1", "it")]


def test_optional_words_that_stand_in_a_row_in_the_reference_are_no_loop() -> None:
    texts = ["we (uh) (uh) (uh) (uh) saw"], ["we uh uh uh uh saw"]
    for optional_words, loops in ((True, 0), (False, 1)):
        failures = scorelite.score(*texts, optional_words=optional_words).failures()
        assert [place.kind for place in failures.places].count("loop") == loops
