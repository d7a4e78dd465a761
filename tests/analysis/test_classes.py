"""Errors by class of words: counted by hand, equal to other programs, and by laws."""

from __future__ import annotations

import cProfile
import json
import pickle
import pstats
import re
import threading
import tracemalloc
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.analysis import Mark
from scorelite.formats.errors import FormatError
from scorelite.scoring.analysis.marks import digest, marks_of
from scorelite.scoring.normalise import expressions
from tests.analysis.gold import cases

WORDS = st.lists(st.sampled_from("abcde"), max_size=8).map(" ".join)
PAIRS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5)


def counts_of(row: Any) -> tuple[int, int, int, int]:
    return row.correct, row.substitutions, row.deletions, row.insertions


def scored(pairs: list[tuple[str, str]]) -> Any:
    return scorelite.score(*map(list, zip(*pairs, strict=True)))


def tagged(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The words of a text, and the spans between `<tag ` and `>`."""
    words: list[str] = []
    spans = []
    begin = 0
    for piece in re.findall(r"<tag |[^\s<>]+|>", text):
        if piece == "<tag ":
            begin = len(words)
        elif piece == ">":
            spans.append((begin, len(words) - 1))
        else:
            words.append(piece)
    return words, spans


def test_tagged_words_are_counted_as_by_pier() -> None:
    checked = 0
    for case in cases("pier"):
        refs, hyps, marks = [], [], []
        for ref, hyp in zip(case["refs"], case["hyps"], strict=True):
            words, spans = tagged(ref)
            if not 0 < sum(last - first + 1 for first, last in spans) < len(words):
                continue  # PIER leaves out texts without tags, and those that are all tag
            refs.append(" ".join(words))
            hyps.append(hyp)
            marks += [
                {"class": "poi", "id": str(len(refs)), "first": first, "last": last, "insertions": "right"}
                for first, last in spans
            ]
        if not refs:
            continue
        classes = scorelite.score(refs, hyps, policy="rapidfuzz").classes(marks)
        for name, expected in (("poi", case["out"]["poi"]), ("rest", case["out"]["rest"])):
            wanted = tuple(expected[key] for key in ("hits", "substitutions", "deletions", "insertions"))
            assert counts_of(classes[name]) == wanted, case
        checked += 1
    assert checked >= 10


def test_key_phrases_are_counted_as_by_nemo() -> None:
    for case in cases("nemo_keyphrase"):
        sides = ([row[name] for row in case["rows"]] for name in ("text", "pred_text"))
        row = scorelite.score(*sides, policy="kaldi_wer").classes({"key": case["keys"]})["key"]
        precision, recall = row.hits / (row.hits + row.false_alarms + 1e-8), row.hits / (row.occurrences + 1e-8)
        assert (precision, recall) == pytest.approx((case["precision"], case["recall"]), abs=1e-9), case


def test_lists_of_words_are_counted_as_by_texterrors(tmp_path: Path) -> None:
    compared = [case for case in cases("texterrors") if not case["simple_entities"]]
    assert compared
    for case in compared:
        (tmp_path / "oov.txt").write_text("\n".join(case["oov"]))
        (tmp_path / "keywords.txt").write_text("\n".join(case["keywords"]))
        result = scorelite.score(case["refs"], case["hyps"], policy="kaldi_align")
        oov = result.classes(f"texterrors:{tmp_path / 'oov.txt'}")["OOV"]
        told = case["json"]["summary"]
        assert (oov.words, oov.counts.errors) == (told["oov_word_count"], told["oov_word_error_count"])
        words = result.classes(f"nemo:{tmp_path / 'keywords.txt'}")["key phrases"]
        assert words.words == told["keyword_count"]
        if words.words:
            assert words.recall == pytest.approx(told["keyword_recall"], abs=1e-9)


def test_clusters_are_counted_as_by_wenet(tmp_path: Path) -> None:
    path = tmp_path / "clusters.txt"
    path.write_text("<Place> york london\n paris </Place> <Day> monday </Day>\n")
    result = scorelite.score(["we saw york on monday"], ["we saw yorke on monday paris"], policy="1/1/1:DIS")
    classes = result.classes(f"wenet:{path}")
    assert (counts_of(classes["Place"]), counts_of(classes["Day"])) == ((0, 1, 0, 1), (1, 0, 0, 0))


def test_spans_stand_in_any_order_and_count_once() -> None:
    pairs = [("a b c d", "a x c"), ("e f g", "e f g")]
    spans = [("1", 3, 3), ("1", 1, 1), ("2", 0, 0), ("1", 1, 1)]
    marks = [{"class": "name", "id": name, "first": first, "last": last} for name, first, last in spans]
    row = scored(pairs).classes(marks)["name"]
    assert (counts_of(row), row.occurrences, row.hits, row.missed) == ((1, 1, 1, 0), 3, 1, 2)


@pytest.mark.parametrize(
    ("profile", "text", "message"),
    [
        ("wenet", "<A> a </B>", ":1:1: </B> closes what was not opened; expected words between <Name> and </Name>"),
        ("wenet", "<A> a\n<B> b </B>", ":2:1: </B> closes what was not opened"),
        ("wenet", "word", ":1:1: the word word outside all clusters"),
        ("wenet", "<A> a", ":1:1: no </A>"),
        ("wenet", "", ":1:1: no clusters"),
        ("nemo", "\n \n", ":1:1: no phrases; expected a word or phrase a line"),
        ("texterrors", "", ":1:1: no phrases"),
    ],
)
def test_odd_lists_are_refused_with_their_place(profile: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(scorelite.FormatError, match=re.escape(message)):
        scorelite.score(["a"], ["a"]).classes(f"{profile}:{path}")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("bwerr:list.txt", "no file 'bwerr:list.txt', and no profile 'bwerr'; did you mean bwer?"),
        ("slue:list.txt", "no file 'slue:list.txt', and no profile 'slue'; expected one of: "),
        ("bwer", "classes 'bwer' without a file; expected bwer:FILE"),
        ("nemo:", "classes 'nemo:' without a file; expected nemo:FILE"),
    ],
)
def test_a_profile_without_its_file_is_refused(given: str, message: str) -> None:
    with pytest.raises(scorelite.UsageError, match=re.escape(message)):
        scorelite.score(["a"], ["a"]).classes(given)


def test_a_list_of_phrases_is_answered_with_its_profile(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("anna lee\nben\n")
    with pytest.raises(scorelite.FormatError, match=re.escape(f"is read as classes=nemo:{path}")):
        scorelite.score(["a"], ["a"]).classes(path)


def test_a_text_is_one_phrase_of_a_class() -> None:
    result = scorelite.score(["good day to g"], ["good day to g"])
    assert result.classes({"a": "good day"})["a"].hits == 1


def test_a_class_called_as_all_other_words_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text('{"class": "a", "phrases": ["a"]}\n{"class": "rest", "phrases": ["b"]}\n')
    with pytest.raises(scorelite.FormatError, match=r"marks.jsonl:2:1: a class called 'rest', the name of all other"):
        scorelite.score(["a"], ["a"]).classes(path)


@pytest.mark.parametrize(
    ("rule", "counts"),
    [
        ("inside", (2, 0, 0, 1)),  # p, between b and c
        ("left", (2, 0, 0, 2)),  # p and q, each behind a word of the span
        ("right", (2, 0, 0, 1)),  # p, before c
        ("none", (2, 0, 0, 0)),
    ],
)
def test_who_owns_an_insertion_is_said(rule: str, counts: tuple[int, ...]) -> None:
    result = scorelite.score({"u": "a b c d e f"}, {"u": "a b p c q d e f"})
    assert result.utterances[0].alignment.operations == "CCICICCC"
    classes = result.classes([{"class": "k", "id": "u", "first": 1, "last": 2, "insertions": rule}])
    assert counts_of(classes["k"]) == counts
    assert classes["k"].counts.errors + classes["rest"].counts.errors == 2


def test_blanks_around_and_in_the_name_of_a_class_are_one() -> None:
    result = scorelite.score(["new york"], ["new york"])
    marks = [{"class": "place ", "phrases": ["new"]}, {"class": "place", "phrases": ["york"]}]
    assert [row.name for row in result.classes(marks).rows] == ["place", "rest"]
    assert result.classes([{"class": "a\n b", "phrases": ["new"]}]).rows[0].name == "a b"
    with pytest.raises(scorelite.UsageError, match="a class called 'rest'"):
        result.classes({"rest ": ["new"]})


def test_a_listed_word_that_is_inserted_is_an_error_of_its_class() -> None:
    classes = scorelite.score(["a b"], ["a ann b bob"]).classes({"name": ["ann"], "other": ["zoe"]})
    assert counts_of(classes["name"]) == (0, 0, 0, 1)
    assert counts_of(classes["rest"]) == (2, 0, 0, 1)
    assert classes["name"].false_alarms == 1
    assert (classes["name"].rate, classes["name"].recall, classes["name"].precision) == (None, None, 0.0)


def test_a_list_of_one_text_holds_there_alone() -> None:
    result = scorelite.score({"u": "ann saw bob", "v": "ann saw bob"}, {"u": "an saw bob", "v": "an saw bop"})
    classes = result.classes([{"class": "k", "id": "v", "phrases": ["ann", "saw bob", "bob"]}])
    assert counts_of(classes["k"]) == (1, 2, 0, 0)
    assert (classes["k"].occurrences, classes["k"].hits) == (2, 0)  # bob is part of saw bob


def test_a_phrase_inside_a_longer_one_of_its_class_is_not_counted_again() -> None:
    refs = ["start insulin glargine tonight", "stop insulin glargine", "no insulin"]
    hyps = ["start insulin glargine tonight", "stop insulin largine", "no insulin glargine"]
    phrases = ["insulin", "insulin glargine", "glargine"]
    row = scorelite.score(refs, hyps).classes({"drug": phrases})["drug"]
    assert (row.occurrences, row.hits, row.missed, row.false_alarms) == (3, 2, 1, 1)
    assert counts_of(row) == (4, 1, 0, 1)
    apart = scorelite.score(refs, hyps).classes({"drug": phrases[1:2], "short": phrases[:1]})
    assert (apart["drug"].occurrences, apart["short"].occurrences) == (2, 3)


@pytest.mark.parametrize("spans", [[(1, 1), (3, 3)], [(3, 3), (1, 1)], [(3, 3), (1, 1), (3, 3)]])
def test_spans_come_in_any_order_and_count_once(spans: list[tuple[int, int]]) -> None:
    marks = [{"class": "name", "id": "1", "first": first, "last": last} for first, last in spans]
    row = scored([("a b c d", "a x c d")]).classes(marks)["name"]
    assert (row.occurrences, row.hits, counts_of(row)) == (2, 1, (1, 1, 0, 0))


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ({"pattern": "[0-9]+"}, 2),
        ({"script": "Han"}, 1),
        ({"script": "Latin"}, 3),
        ({"script": "Common"}, 2),
        ({"not_in": "lexicon.txt"}, 3),
    ],
)
def test_words_are_chosen_by_pattern_script_and_lexicon(mark: dict[str, str], words: int, tmp_path: Path) -> None:
    (tmp_path / "lexicon.txt").write_text("CAFé k a f e\nsaw s o\n7\n", encoding="utf-8")
    (tmp_path / "marks.jsonl").write_text(json.dumps({"class": "k", **mark}), encoding="utf-8")
    result = scorelite.score(["café saw 東京 42 7 a-b"], [""])
    assert result.classes(tmp_path / "marks.jsonl")["k"].words == words


@pytest.mark.parametrize("is_main", [True, False])
def test_patterns_mean_the_same_and_are_stopped_in_every_thread(
    is_main: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = scorelite.score(["a42 42 é7 \u2028 " + "a" * 60], ["42"])
    caught: list[str] = []

    def run() -> None:
        caught.append(str(result.classes([{"class": "k", "pattern": "(?i)[É0-9]+"}])["k"].words))
        monkeypatch.setattr(expressions, "SECONDS", 0.05)  # only now: a busy machine may take longer for the first one
        (tmp_path / "slow.jsonl").write_text('{"class": "k", "pattern": "(a+)+b"}')
        try:
            result.classes(tmp_path / "slow.jsonl")
        except FormatError as error:
            caught.append(str(error))

    if is_main:
        run()
    else:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert caught[0] == "2"
    assert "slow.jsonl:1:1: pattern '(a+)+b' takes too long on some words; expected a simpler expression" in caught[1]


@given(PAIRS)
def test_classes_of_listed_words_add_up_to_the_whole(pairs: list[tuple[str, str]]) -> None:
    result = scored(pairs)
    classes = result.classes({"one": ["a", "b"], "two": ["c"]})
    assert sum((row.counts for row in classes.rows), scorelite.Counts()) == result.counts


@given(PAIRS, PAIRS)
def test_parts_add_up_to_the_whole(first: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    marks = [{"class": "k", "phrases": ["a b", "c"]}, {"class": "n", "pattern": "[de]"}]
    parts = [scored(first).classes(marks), scored(other).classes(marks)]
    assert sum(parts) == scored(first + other).classes(marks)
    assert pickle.loads(pickle.dumps(parts[0])) == parts[0]


def test_analyses_of_other_marks_are_not_added() -> None:
    result = scorelite.score(["a"], ["a"])
    with pytest.raises(scorelite.MismatchError, match="different settings"):
        result.classes({"k": ["a"]}) + result.classes({"k": ["b"]})


def test_the_signature_names_marks_and_rule() -> None:
    signature = scorelite.score(["a"], ["a"]).classes({"k": ["a"]}).signature
    assert re.search(r"\|classes:[0-9a-f]{8}/insertions=word$", signature)


BAD = [
    ("", "marks.jsonl:1:1: no marks; expected"),
    ("{", "marks.jsonl:1:2: not JSON: "),
    ('{\n"class": "a"}', "; expected JSON lines, a whole value on each: an object such as"),
    (
        '{"class": "a", "phrases": ["a"]}\n{"class": "b", "phrases": ["b"], "phrases": ["c"]}',
        "marks.jsonl:2:45: /phrases: the key 'phrases' is repeated in one object; expected every key once",
    ),
    ('{"class": "k"}', "marks.jsonl:1:1: no words; expected one of phrases, pattern"),
    ('\n{"phrases": ["a"]}', "marks.jsonl:2:1: no class; expected"),
    ('[{"class": "k", "phrases": ["a"]}]', "marks.jsonl:1:1: no object; expected an object such as"),
    ('{"class": 1, "phrases": ["a"]}', "marks.jsonl:1:1: class 1; expected a text"),
    ('{"class": "\\ud800", "phrases": ["a"]}', 'marks.jsonl:1:1: class "\\ud800"; expected a text'),
    ('{"class": "k", "phrase": ["a"]}', "an unknown field phrase; expected one of class, "),
    ('{"class": "k", "phrases": ["a"], "side": "hyp"}', "side 'hyp'; expected ref: classes apply to words of the ref"),
    ('{"class": "k", "phrases": ["a"], "side": 5}', "side 5; expected ref: "),
    ("class,phrase,side\nk,a,both", "side 'both'; expected ref: "),
    ('{"class": "k", "phrases": ["a"], "pattern": "b"}', "phrases and pattern together"),
    ('{"class": "k", "phrases": []}', "phrases that are not texts"),
    ('{"class": "k", "pattern": "("}', "pattern '(': "),
    ('{"class": "k", "not_in": "no.txt"}', "marks.jsonl:1:1: the lexicon no.txt: No such file or directory; expected"),
    ('{"class": "k", "first": 0, "last": 1}', "a span from 0 to 1; expected an id"),
    ('{"class": "k", "id": "u", "first": 1, "last": 0}', "a span from 1 to 0; expected an id"),
    (
        '{"class": "k", "id": "u", "first": 0, "last": 9}',
        "marks.jsonl:1:1: a span up to word 9 of u, which has 2",
    ),
    ('{"class": "k", "id": "x", "phrases": ["a"]}', "marks.jsonl:1:1: no utterance x; expected the id of a scored"),
    ('{"class": "k", "phrases": ["a"], "insertions": "both"}', "insertions 'both'; expected one of word, inside"),
    ('{"class": "rest", "phrases": ["a"]}', "a class called 'rest'"),
    ("class,phrase\nk,a,b\n", "marks.jsonl:2:1: more fields than the header has"),
    ("class,,phrase\nk,a,b\n", "marks.jsonl:2:1: more fields than the header has names; expected a name for each"),
    ("class,phrase,phrase\nk,a,b\n", "marks.jsonl:1:1: phrase twice in the header; expected a line for each phrase"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_marks_are_refused_with_their_place(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text(text, encoding="utf-8")
    result = scorelite.score({"u": "a b"}, {"u": "a b"})
    with pytest.raises((scorelite.ScoreliteError, OSError)) as refused:
        result.classes(path)
    assert message in str(refused.value)


def test_marks_of_a_csv_file_are_those_of_json_lines(tmp_path: Path) -> None:
    (tmp_path / "marks.csv").write_text("class,id,first,last,phrase\nk,,,,ann lee\nk,u,0,1,\n", encoding="utf-8")
    result = scorelite.score({"u": "a b ann lee"}, {"u": "a c ann lee"})
    marks = [{"class": "k", "phrases": ["ann lee"]}, {"class": "k", "id": "u", "first": 0, "last": 1}]
    assert result.classes(tmp_path / "marks.csv").rows == result.classes(marks).rows


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_marks_of_a_table_have_any_usual_separator(separator: str, tmp_path: Path) -> None:
    text = "class,phrase,insertions\nk,ann lee,none\n".replace(",", separator)
    (tmp_path / "marks.csv").write_text(text, encoding="utf-8")
    assert scored([("ann lee said", "ann lee said")]).classes(tmp_path / "marks.csv")["k"].hits == 1


def test_a_phrase_of_csv_may_be_as_long_as_a_text(tmp_path: Path) -> None:
    phrase = "ann " * 50_000
    path = tmp_path / "marks.csv"
    path.write_text(f"class,phrase\nk,{phrase}\n")
    assert marks_of(path)[0].phrases == (tuple(phrase.split()),)


def test_a_phrase_of_csv_may_be_on_two_lines_and_columns_may_be_empty(tmp_path: Path) -> None:
    (tmp_path / "marks.csv").write_text('class,phrase,,\nk,"ann\nlee",,\n,,,\n', encoding="utf-8")
    result = scorelite.score({"u": "a b ann lee"}, {"u": "a c ann lee"})
    assert result.classes(tmp_path / "marks.csv")["k"].hits == 1


def test_the_side_of_marks_may_be_that_of_the_reference() -> None:
    result = scored([("ann saw", "an saw")])
    mark = {"class": "k", "phrases": ["ann"]}
    assert result.classes([{**mark, "side": "ref"}]) == result.classes([mark])


def test_the_command_prints_a_table_and_writes_json(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("u call ann lee\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("u call an lee\n", encoding="utf-8")
    (tmp_path / "marks.jsonl").write_text('{"class": "name", "phrases": ["ann lee"]}\n', encoding="utf-8")
    command = ["score", "ref.txt", "hyp.txt", "--with", "classes=marks.jsonl"]
    shown = scorelite(*command, cwd=tmp_path)
    assert "  name  50.0 %      2  1  1  0  0            1     0       1             0" in shown.stdout.decode()
    told = json.loads(scorelite(*command, "--json", cwd=tmp_path).stdout)
    rows = {row["class"]: row["rate"] for row in told["analyses"]["classes"]["rows"]}
    assert rows == {"name": 0.5, "rest": 0.0}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("classes", "classes without its FILE; expected classes=FILE"),
        ("clases=x", "no analysis 'clases'; did you mean classes? (expected one of classes"),
        ("classes=", "--with has 'classes='"),
        ("classes=a,classes=b", "--with names classes twice"),
    ],
)
def test_a_wrong_option_is_answered(words: str, message: str, scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("u a\n", encoding="utf-8")
    refused = scorelite("score", "ref.txt", "ref.txt", "--with", words, cwd=tmp_path)
    assert refused.returncode == 2
    assert message in refused.stderr.decode()


@pytest.mark.parametrize(
    "command", [("score", "bad.trn", "bad.trn"), ("compare", "--ref", *["bad.trn", "b.trn", "c.trn"])]
)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("clases=x", "no analysis 'clases'"),
        ("classes=none.jsonl", "none.jsonl: No such file"),
        ("classes=bad.jsonl", "bad.jsonl:2:1: no class"),
        ("classes=phrases.txt", "phrases.txt:1:1: a header without class; expected a header such as class,phrase"),
        ("classes=rare.tsv", "rare.tsv:1:1: a header without class; expected rows of an id, a text and a list of rare"),
        ("failures=loop:1", "loop is 1; expected a whole number of at least 2"),
        ("failures,confidence=bins:0", "bins is 0; expected a whole number of at least 1"),
        ("times=collar:2", "collar is 2; expected a number of at least 0 and at most 1"),
        ("writing=klingon", "language is 'klingon'; expected one of"),
    ],
)
def test_a_wrong_argument_is_told_before_the_texts_are_read(
    command: tuple[str, ...], words: str, message: str, scorelite: Any, tmp_path: Path
) -> None:
    (tmp_path / "phrases.txt").write_text("ann lee\nbob\n", encoding="utf-8")
    (tmp_path / "rare.tsv").write_text('u1\tcall ann\t["ann"]\n', encoding="utf-8")
    for name in ("bad.trn", "b.trn", "c.trn"):
        (tmp_path / name).write_text("no id\n", encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text(
        '{"class": "name", "phrases": ["ann lee"]}\n{"phrases": ["a"]}\n', encoding="utf-8"
    )
    refused = scorelite(*command, "--with", words, cwd=tmp_path)
    assert refused.returncode == 2
    assert message in refused.stderr.decode()
    assert "bad.trn" not in refused.stderr.decode()
    assert "bad.trn" in scorelite(*command, cwd=tmp_path).stderr.decode()


def test_marks_and_texts_are_not_both_read_from_standard_input(scorelite: Any, tmp_path: Path) -> None:
    (tmp_path / "ref.trn").write_text("we saw ann (s-1)\n", encoding="utf-8")
    command = ["score", "ref.trn", "-", "--missing", "delete", "--with", "classes=-"]
    refused = scorelite(*command, cwd=tmp_path, stdin=b'{"class": "name", "phrases": ["ann"]}\n')
    assert refused.returncode == 2
    assert b"standard input (-) is read twice; expected a file name for one of the inputs" in refused.stderr


def test_a_script_that_unicode_has_not_is_refused() -> None:
    result = scorelite.score(["we saw"], ["we saw"])
    with pytest.raises(scorelite.UsageError, match="no script Klingon in Unicode .class x.; expected a name"):
        result.classes([{"class": "x", "script": "Klingon"}])
    with pytest.raises(scorelite.UsageError, match="no script Roman in Unicode"):
        result.classes([{"class": "x", "script": "Roman"}])
    assert result.classes([{"class": "x", "script": "Thai"}])["x"].words == 0
    assert result.classes([{"class": "x", "script": "common"}])["x"].words == 0


def test_a_pattern_that_python_doubts_is_refused() -> None:
    result = scorelite.score(["we saw"], ["we saw"])
    with pytest.raises(
        scorelite.UsageError, match="Possible nested set at position 1 in the mark .*expected a regular"
    ):
        result.classes([{"class": "x", "pattern": "[[:alpha:]]+"}])


def test_a_class_of_which_no_text_has_a_word_is_named() -> None:
    result = scorelite.score(["we saw"], ["we saw it"])
    classes = result.classes({"it": ["it"], "zebra": ["zebra", "quagga"]})
    assert "1 class without a word in any text: zebra" in str(classes)


@pytest.mark.parametrize(
    ("normalise", "phrase", "ref", "hyp", "expected"),
    [
        ("mixed-units", "我们", "我们 saw", "我 saw", (2, 1, 0)),
        ("whisper-en", "Müller", "Call Müller", "call Mueller", (1, 1, 0)),
        ("whisper-en", "I'm here", "I'm here", "i am here", (3, 1, 1)),
        ("basic", "uh", "uh Uh.", "uh uh", (2, 2, 2)),
    ],
)
def test_phrases_count_as_the_normaliser_writes_them(
    normalise: str, phrase: str, ref: str, hyp: str, expected: tuple[int, int, int]
) -> None:
    row = scorelite.score([ref], [hyp], normalise=normalise).classes({"name": [phrase]}).rows[0]
    assert (row.words, row.occurrences, row.hits) == expected


def test_a_phrase_that_a_normaliser_removes_is_of_no_word() -> None:
    classes = scorelite.score(["uh we"], ["we"], normalise="whisper-en").classes({"uh": ["uh"]})
    assert "1 class without a word in any text: uh" in str(classes)


@pytest.mark.parametrize(
    ("word", "script"),
    [
        *(("コーヒー", "Katakana"), ("ｶﾅ", "Katakana"), ("らーめん", "Hiragana"), ("人々", "Han"), ("〆切", "Han")),
        *(("Ａ", "Latin"), ("oʼneil", "latin"), ("ߊ", "Nko"), ("𐌀", "Old_Italic"), ("က", "Burmese"), ("က", "Myanmar")),
        *(("nº", "Latin"), ("Ⅷ", "Latin"), ("ⅷ", "Latin"), ("\u212b", "Latin"), ("\u2126", "Greek")),
        *(("〇", "Han"), ("二〇二四", "Han"), ("〡", "Han")),
    ],
)
def test_words_are_of_their_script_whatever_its_letters_are_called(word: str, script: str) -> None:
    result = scorelite.score([f"{word} зебра"], [f"{word} зебра"])
    assert result.classes([{"class": "k", "script": script}])["k"].words == 1


def test_words_of_a_list_are_compared_as_the_alignment_compares_them(tmp_path: Path) -> None:
    result = scorelite.score(["école ÉCOLE Ann"], ["école ÉCOLE Ann"])
    (tmp_path / "lexicon.txt").write_text("ÉCOLE\nANN\n", encoding="utf-8")
    lexicon = {"class": "out", "not_in": str(tmp_path / "lexicon.txt")}
    assert result.classes({"k": ["ÉCOLE", "ANN"]})["k"].words == 2
    assert result.classes([lexicon])["out"].words == 1


def test_spans_are_found_beside_capitals_that_keep_their_case() -> None:
    rules = {"paris": ["Île de France"]}
    result = scorelite.score({"u": "paris NOW"}, {"u": "Île de France how"}, equivalents=rules)
    assert counts_of(result.classes([{"class": "k", "id": "u", "first": 1, "last": 1}])["k"]) == (0, 1, 0, 0)
    assert result.rules()["paris | Île de France"].read == 1


def test_the_word_that_was_left_out_is_the_one_that_is_not_there() -> None:
    keywords: Any = {"equivalents": {"uh": ["um", "@"]}}
    result = scorelite.score({"u": "uh um uh"}, {"u": "um uh"}, **keywords)
    first, last = ({"class": f"{place}", "id": "u", "first": place, "last": place} for place in (0, 2))
    classes = result.classes([first, last])
    assert (counts_of(classes["0"]), counts_of(classes["2"])) == ((0, 0, 0, 0), (1, 0, 0, 0))
    [taken] = result.rules().taken
    assert (taken.first, taken.text, taken.saved) == (0, "", 1)


def test_optional_words_stand_beside_alternations() -> None:
    keywords: Any = {"markup": True, "optional_words": True}
    result = scorelite.score({"u": "(uh) { (um) / yes } we"}, {"u": "um we"}, **keywords)
    assert counts_of(result.classes([{"class": "k", "id": "u", "first": 1, "last": 1}])["k"]) == (1, 0, 0, 0)


def test_a_phrase_that_begins_as_a_hit_does_is_a_false_alarm() -> None:
    result = scorelite.score(["new old york"], ["new york"])
    row = result.classes({"k": ["new", "new york"]})["k"]
    assert (row.occurrences, row.hits, row.false_alarms) == (1, 1, 1)
    assert result.classes({"k": ["new york"]})["k"].false_alarms == 1


@pytest.mark.parametrize("more", ["uh", "uh uh"])
def test_insertions_of_a_line_are_those_of_its_own_words(more: str) -> None:
    result = scorelite.score({"u": "ann lee a b"}, {"u": "ann x lee a y b bob uh"})
    lists = [
        {"class": "k", "phrases": ["ann", "bob"], "insertions": "word"},
        {"class": "k", "phrases": [more], "insertions": "none"},
    ]
    assert result.classes(lists)["k"].insertions == 1
    spans = [
        {"class": "k", "id": "u", "first": 0, "last": 1, "insertions": "none"},
        {"class": "k", "phrases": ["a b"], "insertions": "inside"},
    ]
    row = result.classes(spans)["k"]
    assert (row.insertions, row.occurrences, row.hits) == (1, 2, 1)


def test_spans_of_words_that_a_normaliser_moved_are_refused() -> None:
    result = scorelite.score({"u": "uh Ann saw Bob um"}, {"u": "uh Ann was Bob"}, normalise="whisper-en")
    span = {"class": "name", "id": "u"}
    with pytest.raises(scorelite.UsageError, match="a span of u after word 0, where the normaliser changes"):
        result.classes([{**span, "first": 1, "last": 1}])
    later = scorelite.score({"u": "Ann, saw Bob uh"}, {"u": "Ann was Bob"}, normalise="whisper-en")
    assert later.classes([{**span, "first": 1, "last": 1}])["name"].substitutions == 1
    # A word that is gone, and one that became two.
    as_many = scorelite.score({"u": "uh Ann saw I'm"}, {"u": "Ann was I'm"}, normalise="whisper-en")
    with pytest.raises(scorelite.UsageError, match="a span of u after word 0, where the normaliser changes"):
        as_many.classes([{**span, "first": 1, "last": 1}])


def test_spans_of_sums_and_saved_results_are_of_words_before_their_normaliser(tmp_path: Path) -> None:
    first, other = (scorelite.score({name: "uh Ann saw"}, {name: "Ann"}, normalise="whisper-en") for name in "uv")
    span = [{"class": "name", "id": "u", "first": 1, "last": 1}]
    with pytest.raises(scorelite.UsageError, match="a span of u after word 0, where the normaliser changes"):
        (first + other).classes(span)
    first.save(tmp_path / "result.json")
    with pytest.raises(scorelite.UsageError, match=r"a saved result, which has no texts before its normaliser .class"):
        scorelite.load(tmp_path / "result.json").classes(span)


def test_marks_of_texts_that_were_left_out_are_left_out() -> None:
    result = scorelite.score({"u": "anna a", "v": "bob a"}, {"u": "anna a"}, missing="skip")
    marks = [{"class": "k", "id": name, "phrases": ["anna", "bob"]} for name in "uv"]
    assert result.classes(marks)["k"].words == 1
    with pytest.raises(scorelite.UsageError, match="no utterance w"):
        result.classes([{"class": "k", "id": "w", "phrases": ["a"]}])


@pytest.mark.parametrize("given", [3, None, {"k": 3}, {"k": None}])
def test_what_are_no_classes_is_told(given: Any) -> None:
    with pytest.raises(scorelite.UsageError, match="expected a"):
        scorelite.score(["a"], ["a"]).classes(given)


def test_a_line_ends_at_a_newline_alone(tmp_path: Path) -> None:
    (tmp_path / "marks.jsonl").write_text('{"class": "k", "phrases": ["a\u2028b", "c\x85"]}\n', encoding="utf-8")
    result = scorelite.score(["a\u2028b c\x85 d"], ["a\u2028b c d"])
    assert counts_of(result.classes(tmp_path / "marks.jsonl")["k"]) == (1, 1, 0, 0)
    (tmp_path / "rare.tsv").write_text('1\ta\u2028b\t["a\u2028b"]\n', encoding="utf-8")
    assert result.classes(f"bwer:{tmp_path / 'rare.tsv'}")["B-WER"].words == 1


def test_optional_words_are_listed_without_their_brackets() -> None:
    result = scorelite.score({"u": "we (uh) saw uh it"}, {"u": "we uh saw (uh) x"}, optional_words=True, markup=True)
    with_brackets, without = result.classes({"k": ["(uh)"]}), result.classes({"k": ["uh"]})
    assert with_brackets.rows == without.rows
    assert (without["k"].words, without["k"].correct, without["k"].hits, without["k"].false_alarms) == (2, 2, 2, 0)
    assert result.classes({"k": ["we uh", "uh saw"]})["k"].hits == 2
    assert result.classes([{"class": "k", "pattern": "u."}])["k"].hits == 2
    assert result.classes([{"class": "k", "id": "u", "phrases": ["uh"]}])["k"] == without["k"]


def test_optional_words_of_a_lexicon_are_in_it(tmp_path: Path) -> None:
    (tmp_path / "lexicon.txt").write_text("uh\nwe\n", encoding="utf-8")
    result = scorelite.score(["we (uh) saw"], ["we saw"], optional_words=True, markup=True)
    assert result.classes([{"class": "oov", "not_in": str(tmp_path / "lexicon.txt")}])["oov"].words == 1


def test_lists_for_one_text_and_for_all_agree_where_words_are_optional() -> None:
    result = scorelite.score({"u": "a b"}, {"u": "(c) a b"}, optional_words=True, markup=True)
    for_all = result.classes({"k": ["c"]})
    assert for_all.rows == result.classes([{"class": "k", "id": "u", "phrases": ["c"]}]).rows
    assert for_all["rest"].counts + for_all["k"].counts == result.counts


def test_spans_are_of_first_branches_where_a_normaliser_writes_alternations(tmp_path: Path) -> None:
    rules = ";;\n[GONNA] => [{ GOING TO / GONNA }] / [ ] __ [ ]\n[SEE] => [{ SAW / SEE }] / [ ] __ [ ]\n"
    (tmp_path / "rules.glm").write_text(rules)
    glm, span = str(tmp_path / "rules.glm"), {"class": "name", "id": "u"}
    result = scorelite.score({"u": "we see ann"}, {"u": "we saw bob"}, normalise=glm, markup=True)
    assert result.classes([{**span, "first": 2, "last": 2}])["name"].substitutions == 1
    longer = scorelite.score({"u": "we gonna see ann"}, {"u": "we saw bob"}, normalise=glm, markup=True)
    with pytest.raises(scorelite.UsageError, match="a span of u after word 1, where the normaliser changes"):
        longer.classes([{**span, "first": 3, "last": 3}])


def test_spans_may_have_whole_numbers_of_numpy() -> None:
    result = scorelite.score({"u": "we saw ann"}, {"u": "we saw bob"})
    span = {"class": "name", "id": "u", "first": np.int64(2), "last": np.int32(2)}
    assert result.classes([span])["name"].substitutions == 1


def test_marks_say_the_same_with_spans_together_and_apart() -> None:
    together = Mark("k", "inside", "u", spans=((4, 5), (0, 1)))
    apart = [Mark("k", "inside", "u", spans=(span,)) for span in ((0, 1), (4, 5))]
    assert digest([together]) == digest(apart) != digest(apart[:1])


@pytest.mark.parametrize(
    "fields",
    [
        {"insertions": "both"},
        {"insertions": "inside", "spans": ((0, 1),)},
        {"insertions": "word", "id": "u", "spans": ((0, 1),)},
        {"insertions": "word", "phrases": ("ann",)},
    ],
)
def test_marks_that_say_nothing_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(scorelite.UsageError, match="class k.; expected"):
        Mark("k", **fields)


def test_the_signature_is_that_of_the_words_in_any_order() -> None:
    result = scorelite.score(["ann lee"], ["ann"])
    first, other = result.classes({"k": ["ann", "lee"]}), result.classes({"k": ["lee", "ann", "lee"]})
    assert first.signature == other.signature
    assert (first + other)["k"].deletions == 2
    assert first.signature != result.classes({"k": ["lee"]}).signature


_MARKS: dict[str, Callable[[int], dict[str, Any]]] = {
    "span": lambda place: {"id": f"u{place}", "first": 0, "last": 1},
    "list of one text": lambda place: {"id": f"u{place}", "phrases": [f"we{place} saw{place}"]},
    "phrase": lambda place: {"phrases": [f"we{place} saw{place}"]},
    "word": lambda place: {"phrases": [f"we{place}"]},
    "pattern of one text": lambda place: {"id": f"u{place}", "pattern": "we.*"},
}


@pytest.mark.parametrize("kind", _MARKS)
def test_all_words_are_looked_at_as_often_for_many_classes_as_for_few(kind: str) -> None:
    texts = [f"we{place} saw{place} it" for place in range(40)]
    result = scorelite.score(texts, texts, ids=[f"u{place}" for place in range(40)])

    def looks(size: int) -> int:
        marks = [{"class": f"c{place}", **_MARKS[kind](place)} for place in range(size)]
        profile = cProfile.Profile()
        profile.runcall(result.classes, marks)
        calls = pstats.Stats(profile).stats  # type: ignore[attr-defined]
        of_columns = {"places_of", "said_at", "rows_of", "before", "numbers_of", "first_of"}
        return sum(row[1] for (path, _, name), row in calls.items() if path.endswith("steps.py") and name in of_columns)

    assert looks(40) == looks(20)


def test_spans_that_nest_take_no_room_for_each_word_of_each() -> None:
    size = 4_000
    text = " ".join(f"w{place}" for place in range(size))
    result = scorelite.score([text], [text + " more"], ids=["u"])
    spans = [
        {"class": f"c{place % 2}", "id": "u", "first": place, "last": size - 1 - place, "insertions": rule}
        for place in range(size // 2)
        for rule in ("inside", "left")
    ]
    marks = marks_of(spans)
    tracemalloc.start()
    rows = result.classes(marks).rows
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [row.words for row in rows] == [size, size - 2, 0]
    assert [row.insertions for row in rows] == [1, 0, 0]
    assert most < 2_000 * size


def test_a_lexicon_that_many_lines_name_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("we\nsaw\n")
    lines = [json.dumps({"class": "odd", "id": f"u{place}", "not_in": "words.txt"}) for place in range(9)]
    (tmp_path / "marks.jsonl").write_text("\n".join(lines))
    lexicons = {id(mark.not_in) for mark in marks_of(str(tmp_path / "marks.jsonl"))}
    result = scorelite.score(["we saw it"] * 9, ["we saw it"] * 9, ids=[f"u{place}" for place in range(9)])
    assert (len(lexicons), result.classes(str(tmp_path / "marks.jsonl"))["odd"].words) == (1, 9)


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ({"phrases": ["uh"]}, 1),
        ({"phrases": ["(uh)"]}, 1),
        ({"pattern": "u."}, 1),
        ({"phrases": ["uh"], "insertions": "none"}, 0),
        ({"id": "u", "first": 1, "last": 2}, 3),
        ({"id": "u", "first": 1, "last": 2, "insertions": "none"}, 2),
        ({"id": "u", "first": 1, "last": 1, "insertions": "left"}, 2),
        ({"id": "u", "first": 2, "last": 2, "insertions": "right"}, 2),
        ({"id": "u", "first": 0, "last": 0, "insertions": "left"}, 1),
    ],
)
def test_an_optional_word_of_the_hypothesis_alone_is_a_correct_word_of_its_class(mark: Any, words: int) -> None:
    result = scorelite.score({"u": "we saw it"}, {"u": "we saw (uh) it too"}, optional_words=True)
    assert (result.counts.correct, result.counts.insertions) == (4, 1)
    marks = [{"class": "own", **mark}]
    own, rest = result.classes(marks).rows
    assert own.correct == own.words == words
    assert own.counts + rest.counts == result.counts
    changes = result.analyse_changes(result, {"classes": marks})["classes"]
    assert [row.a for row in changes.rows] == [own.rate, rest.rate]


def test_words_of_many_patterns_are_those_of_each_alone() -> None:
    refs = [f"w{place % 7} w{place % 90} w{place}" for place in range(200)]
    hyps = [text.replace("w1", "x") + " w3" * (place % 2) for place, text in enumerate(refs)]
    result = scorelite.score(refs, hyps)
    rules = ("word", "none", "left", "right", "inside")
    patterns = ["w.*", "w[0-3]", "nothing", *(f"w{place}[0-9]?" for place in range(100))]
    marks = [
        {"class": each, "pattern": each, "insertions": rule} for each, rule in zip(patterns, cycle(rules), strict=False)
    ]
    together = result.classes(marks)
    said = [word for text in refs for word in text.split()]
    for mark in marks:
        pattern = mark["pattern"]
        assert together[pattern] == result.classes([mark])[pattern]
        assert together[pattern].words == sum(re.fullmatch(pattern, word) is not None for word in said)
