"""Rates of marks and capitals: equal to NeMo's, counted by hand, and by laws."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from tests.analysis.calls import calls, of_the_core, texts_of
from tests.analysis.gold import cases
from tests.conftest import Run

TEXTS = st.lists(st.sampled_from(["a", "B", "b", "c.", "C,", "?", "d!", "it's"]), max_size=6).map(" ".join)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)


def of(ref: str, hyp: str, marks: str = ".,?!") -> Any:
    return scorelite.score([ref], [hyp]).punctuation(marks)


def counts(row: Any) -> tuple[int, ...]:
    return row.correct, row.substitutions, row.deletions, row.insertions


def test_marks_are_counted_as_by_nemo() -> None:
    for case in cases("nemo_punct"):
        punctuation = scorelite.score(case["refs"], case["hyps"]).punctuation("".join(case["marks"]))
        total = punctuation["nemo", "all"]
        names = ("correct_rate", "substitutions_rate", "deletions_rate", "insertions_rate")
        every = sum(counts(total))
        assert [number / max(every, 1) for number in counts(total)] == pytest.approx([case[name] for name in names])
        assert (total.rate or 0) == pytest.approx(case["punct_er"], abs=1e-9)
        for mark in case["marks"]:
            row = punctuation["nemo", mark]
            rates = case["operation_rates"][mark]
            shares = [number / max(sum(counts(row)), 1) for number in counts(row)]
            wanted = [rates[name] for name in ("Correct", "Substitutions", "Deletions", "Insertions")]
            assert shares == pytest.approx(wanted, abs=1e-9), case
            for hyp, share in case["substitution_rates"][mark].items():
                times = [
                    pair.times for pair in punctuation.pairs if (pair.rule, pair.ref, pair.hyp) == ("nemo", mark, hyp)
                ]
                assert (share or mark == hyp) or not times
                if share:
                    assert times[0] / sum(counts(row)) == pytest.approx(share, abs=1e-9)


def test_both_rules_count_by_hand() -> None:
    # Alone, `so` is deleted with its mark; NeMo's alignment takes the mark for the one of the next word.
    punctuation = of("so, we saw it.", "we saw, it?")
    assert counts(punctuation["words", "all"]) == (0, 1, 1, 1)
    assert counts(punctuation["words", ","]) == (0, 0, 1, 1)
    assert counts(punctuation["words", "."]) == (0, 1, 0, 0)
    assert (punctuation["words", "?"].taken, punctuation["words", "?"].precision) == (1, 0.0)
    assert punctuation["words", "."].f1 == 0
    assert punctuation["words", "!"].rate is None


def test_a_mark_belongs_to_the_word_before_it() -> None:
    punctuation = of("? we saw!? it", "we saw! it ,")
    assert counts(punctuation["words", "!"]) == (1, 0, 0, 0)
    assert counts(punctuation["words", "?"]) == (0, 0, 0, 0)
    assert counts(punctuation["words", ","]) == (0, 0, 0, 1)


def test_a_mark_inside_a_word_or_number_is_one_of_nemo_alone() -> None:
    punctuation = of("He took 2.5 mg. At 10:30 see www.acme.com.", "he took 2.5 mg at 10:30 see www.acme.com")
    assert counts(punctuation["words", "."]) == (0, 0, 2, 0)
    assert counts(punctuation["nemo", "."]) == (3, 0, 2, 0)
    # Scripts without blanks have marks between letters.
    assert counts(of("好,你.", "好你.")["words", ","]) == (0, 0, 1, 0)


def test_a_mark_of_the_next_text_is_not_behind_a_word() -> None:
    punctuation = scorelite.score(["a", ". b"], ["a.", "b"]).punctuation()
    assert counts(punctuation["words", "."]) == (0, 0, 0, 1)


def test_capitals_are_those_of_words_that_are_equal_but_for_case() -> None:
    capitals = of("Ann saw Émile and Bob", "ann Saw émile and Rob").capitals
    assert (capitals.words, capitals.both, capitals.ref, capitals.hyp) == (4, 0, 2, 1)
    assert (capitals.precision, capitals.recall) == (0.0, 0.0)
    assert of("Ann", "Ann").capitals.precision == 1.0
    assert of("ann", "ann").capitals.recall is None


def test_texts_are_those_before_normalisation() -> None:
    raw = scorelite.score(["Yes, we saw."], ["yes we saw."])
    result = scorelite.score(["Yes, we saw."], ["yes we saw."], normalise="basic")
    assert result.punctuation().rows == raw.punctuation().rows
    assert result.punctuation()["words", "."].correct == 1


def test_a_sum_has_the_texts_of_its_parts_before_normalisation(tmp_path: Path) -> None:
    parts = [
        scorelite.score([f"{word}, we saw."], [f"{word}. we saw."], ids=[word], normalise="basic")
        for word in ("Yes", "No", "Ah")
    ]
    whole = sum(parts[1:], parts[0])
    assert whole.punctuation() == sum((part.punctuation() for part in parts[1:]), parts[0].punctuation())
    assert counts(whole.punctuation()["words", "."]) == (3, 0, 0, 0)
    whole.save(tmp_path / "whole.json")
    with pytest.raises(scorelite.UsageError, match="a saved result has no texts from before normalisation"):
        scorelite.load(tmp_path / "whole.json").punctuation()


NLP = "token|speaker|ts|endTs|punctuation|case|tags\nWell|0|||,|UC|[]\nAnn|0||||UC|[]\nwent|0|||.|LC|[]\n"


def test_marks_beside_words_are_read_where_the_printed_form_is_asked_for(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.nlp").write_text(NLP)
    (tmp_path / "b.nlp").write_text(NLP.replace("|.|", "||"))
    bare = scorelite("score", "a.nlp", "b.nlp", "--with", "punctuation").stdout.decode()
    assert "without the punctuation that is stored next to the words of nlp: --printed reads it" in bare
    printed = scorelite("score", "a.nlp", "b.nlp", "--printed", "--normalise", "basic", "--with", "punctuation")
    told = printed.stdout.decode()
    assert "words all 50.0 % 1 0 1 0" in " ".join(told.split())
    assert "ref:nlp[printed]|hyp:nlp[printed]" in told
    assert "next to the words" not in told


@pytest.mark.parametrize("analysis", ["punctuation", "writing"])
def test_a_comparison_and_its_json_tell_of_marks_that_were_not_read(
    tmp_path: Path, scorelite: Run, analysis: str
) -> None:
    (tmp_path / "a.nlp").write_text(NLP)
    (tmp_path / "b.nlp").write_text(NLP.replace("|.|", "||"))
    command = ("compare", "--ref", "a.nlp", "a.nlp", "b.nlp", "--with", analysis)
    note = "without the punctuation that is stored next to the words of nlp: --printed reads it"
    assert note in scorelite(*command).stdout.decode()
    assert note not in scorelite(*command, "--printed").stdout.decode()
    assert json.loads(scorelite(*command, "--json").stdout)["analyses"][analysis]["unread"] == ["nlp"]
    assert json.loads(scorelite(*command, "--json", "--printed").stdout)["analyses"][analysis]["unread"] == []
    alone = json.loads(scorelite("score", "a.nlp", "b.nlp", "--with", analysis, "--json").stdout)
    assert alone["analyses"][analysis]["unread"] == ["nlp"]


def test_a_printed_form_that_no_format_has_is_refused(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.trn").write_text("a b (u)\n")
    refused = scorelite("score", "a.trn", "a.trn", "--printed")
    message = "scorelite: --printed has no effect on trn, which stores only one form of each word\n"
    assert (refused.returncode, refused.stderr.decode()) == (2, message)


def test_texts_without_marks_have_no_rate() -> None:
    punctuation = of("", "a")
    assert {row.rate for row in punctuation.rows} == {None}


def test_other_signs_are_blanks() -> None:
    assert counts(of('well-known; (yes) "it\'s".', "well known yes it's .")["words", "."]) == (1, 0, 0, 0)


@given(PAIRS)
def test_rows_of_marks_add_up_to_all(pairs: list[tuple[str, str]]) -> None:
    rows = scorelite.score(*map(list, zip(*pairs, strict=True))).punctuation().rows
    for rule in ("words", "nemo"):
        total, *each = (row for row in rows if row.rule == rule)
        assert counts(total) == tuple(map(sum, zip(*map(counts, each), strict=True)))
        refs = [text for text, _ in pairs]
        if rule == "nemo":
            in_ref = sum(text.count(mark) for text in refs for mark in ".,?!")
            assert total.correct + total.substitutions + total.deletions == in_ref


@given(PAIRS, PAIRS)
def test_parts_add_up_to_the_whole(first: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    parts = [scorelite.score(*map(list, zip(*part, strict=True))) for part in (first, other)]
    whole = scorelite.score(*map(list, zip(*first, *other, strict=True))).punctuation()
    assert sum(part.punctuation() for part in parts) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


@pytest.mark.parametrize("marks", ["", "..", ".a", ". ", "'"])
def test_odd_marks_are_refused(marks: str) -> None:
    with pytest.raises(scorelite.UsageError, match="marks are .*; expected different signs"):
        of("a", "a", marks)


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("Well, we saw Ann. (u)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("Well we saw ann. (u)\n", encoding="utf-8")
    command = ["score", "ref.trn", "hyp.trn", "--with", "punctuation"]
    shown = scorelite(*command, cwd=tmp_path).stdout.decode()
    assert "words ,      100.0 %  0  0  1  0" in shown
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)["analyses"]["punctuation"]
    assert told["capitals"]["recall"] == 0.5


def test_the_command_takes_marks_among_other_analyses(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("well, 你好。 (u)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("well 你好， (u)\n", encoding="utf-8")
    command = ("score", "ref.trn", "hyp.trn", "--json", "--with")
    told = json.loads(scorelite(*command, "punctuation=。,，,failures", cwd=tmp_path).stdout)["analyses"]
    rows = {row["mark"]: row for row in told["punctuation"]["rows"] if row["rule"] == "words"}
    assert [*rows] == ["all", "。", ",", "，"]
    assert [rows[mark]["substitutions"] for mark in rows] == [1, 1, 0, 0]
    assert [rows[mark]["deletions"] for mark in rows] == [1, 0, 1, 0]
    assert "failures" in told
    refused = scorelite(*command, "punctuation=.a", cwd=tmp_path)
    assert (refused.returncode, b"marks are '.a'; expected different signs" in refused.stderr) == (2, True)


def test_two_systems_are_compared_by_the_marks_that_are_named() -> None:
    first, other = (scorelite.score(["你好。 来，"], [hyp]) for hyp in ("你好。 来", "你好， 来"))
    rows = first.analyse_changes(other, {"punctuation": "。，"})["punctuation"].rows
    assert {row.name: (row.a, row.b) for row in rows if row.name.startswith("words")} == {
        "words all": (0.5, 1.0),
        "words 。": (0.0, 1.0),
        "words ，": (1.0, 1.0),
    }


@of_the_core
def test_texts_without_marks_and_capitals_cost_few_calls() -> None:
    assert calls(lambda result: result.punctuation()) <= 3


@of_the_core
def test_marks_and_capitals_cost_few_calls() -> None:
    def written(size: int) -> tuple[list[str], list[str]]:
        refs, hyps = texts_of(size)
        return [f"{text.capitalize()}, so \u00c9ric." for text in refs], [f"{text}; \u00e9ric!" for text in hyps]

    assert calls(lambda result: result.punctuation(), written) <= 3


@pytest.mark.parametrize(
    ("ref", "hyp", "capitals"),
    [
        ("\u00c9ric", "\u00e9ric", (1, 0, 1, 0)),
        ("\u03a3\u0391\u03a3.", "\u03c3\u03b1\u03c2", (1, 0, 1, 0)),  # whose last letter has a form of its own
        ("\U0001d400b", "\U0001d400b", (1, 1, 1, 1)),  # a capital without a small letter
        ("a \u24b6 b", "a b", (2, 0, 0, 0)),  # a sign, though of capitals
    ],
)
def test_letters_of_all_scripts_have_their_case(ref: str, hyp: str, capitals: tuple[int, ...]) -> None:
    found = of(ref, hyp).capitals
    assert (found.words, found.both, found.ref, found.hyp) == capitals


def test_texts_without_marks_and_capitals_have_equal_words() -> None:
    punctuation = scorelite.score(["we saw it", "", "don't"], ["we was it", "so", "don't"]).punctuation()
    assert (punctuation.pairs, punctuation.capitals.words, punctuation.capitals.ref) == ((), 3, 0)
