"""The compatibility package beyond its golden cases: subclasses, changed attributes, and the objects of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

from scorelite.compat.evalmate import alignment, confusion, evaluator
from scorelite.compat.evalmate.alignment import LabelPair, Segment
from scorelite.compat.evalmate.annotations import Corpus, Label, LabelList, read_label_list, write_label_list
from scorelite.compat.evalmate.utils.label import overlap_time
from scorelite.formats.errors import FormatError

INFINITY = float("inf")
AMOUNTS = ("total", "correct", "substitutions", "deletions", "insertions")
A, B = Label("a", 0, 2), Label("b", 2, 4)


def told(pairs: list[LabelPair]) -> list[tuple[Label | None, Label | None]]:
    """Both labels of all pairs; pairs themselves are equal if both lack the same side."""
    return [(pair.ref, pair.hyp) for pair in pairs]


def by_name(evaluation: evaluator.EventEvaluation) -> dict[str, list[tuple[Label | None, Label | None]]]:
    return {name: told(pairs) for name, pairs in evaluation.utt_to_label_pairs.items()}


@pytest.mark.parametrize("side", ["reference", "hypothesis"])
def test_labels_that_overlap_are_refused(side: str) -> None:
    lists = [LabelList(labels=[A, B]), LabelList(labels=[A, Label("c", 1, 3)])]
    with pytest.raises(ValueError, match=f"Overlapping labels in {side}"):
        evaluator.SegmentEvaluator().evaluate(*(lists if side == "hypothesis" else reversed(lists)))


def test_a_finder_of_ones_own_says_which_labels_may_be_a_pair() -> None:
    class SameInitial(alignment.CandidateFinder):
        def find(
            self, ref_labels: alignment.Labels, hyp_labels: alignment.Labels
        ) -> tuple[list[tuple[int, int]], set[int], set[int]]:
            refs, hyps = list(ref_labels), list(hyp_labels)
            pairs = [(i, j) for i, r in enumerate(refs) for j, h in enumerate(hyps) if r.value[0] == h.value[0]]
            return pairs, set(), set()

    aligner = alignment.BipartiteMatchingAligner(SameInitial())
    late = Label("ax", 50, 51)
    assert told(aligner.align([A, B], [late])) == [(A, late), (B, None)]
    lists = LabelList(labels=[A, B]), LabelList(labels=[late])
    ref, hyp = (evaluator.Outcome({"u": labels, "v": labels}) for labels in lists)
    actual = evaluator.KWSEvaluator(aligner).evaluate(ref, hyp)
    assert by_name(actual)["v"] == [(A, late), (B, None)]


def test_two_negative_ends_share_nothing() -> None:
    open_ends = [Label("a", 0, -1)], [Label("a", 1, -1)]
    pairs = alignment.BipartiteMatchingAligner().align(*open_ends)
    assert told(pairs) == [(open_ends[0][0], None), (None, open_ends[1][0])]


def test_a_confusion_may_be_filled_by_hand() -> None:
    actual = confusion.EventConfusion("a")
    actual.correct_pairs.append(LabelPair(A, A))
    actual.substitution_pairs["b"].append(LabelPair(A, B))
    assert (actual.correct, actual.total, actual.recall, actual.substitutions_by_count()) == (1, 2, 0.5, [("b", 1)])
    seconds = confusion.SegmentConfusion("a")
    seconds.deletion_segments.append(Segment(1.0, 3.0, A))
    assert (seconds.deletions, seconds.error_rate) == (2.0, 1.0)


def test_the_lists_of_a_confusion_are_what_was_aligned() -> None:
    pairs = confusion.create_from_label_pairs([LabelPair(A, A), LabelPair(A, B), LabelPair(None, B)])
    assert pairs.instances["a"].substitution_pairs == {"b": [LabelPair(A, B)]}
    assert pairs.instances["b"].substitution_out_pairs == {"a": [LabelPair(A, B)]}
    assert told(pairs.instances["b"].insertion_pairs) == [(None, B)]
    pairs.instances["b"].insertion_pairs.append(LabelPair(None, B))
    assert (pairs.insertions, pairs.correct) == (2, 1)


def test_a_confusion_of_ones_own_has_all_rates() -> None:
    class Fixed(confusion.Confusion):
        correct, insertions, deletions, substitutions, substitutions_out = 6.0, 1.0, 1.0, 1.0, 2.0

    assert (Fixed().total, Fixed().error_rate, Fixed().false_positives) == (8.0, 0.375, 3.0)


def test_a_list_of_labels_can_grow_and_keeps_its_order() -> None:
    labels = LabelList(labels=[B])
    labels.add(A)
    labels.addl("A", 0, 2)
    assert labels.labels == [A, B]
    assert (len(labels), labels[0].value, labels.label_values()) == (2, "a", ["a", "b"])
    with pytest.raises(ValueError, match="a label must end after its start"):
        labels.addl("x", 3, 3)
    assert len(labels) == 2


def test_audacity_files_are_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text("0,5s\t 1.5\tup and away\n\\\t100.0\t200.0\n2\t3 s\n", encoding="utf-8")
    actual = read_label_list(path)
    assert actual.labels == [Label("up and away", 0.5, 1.5), Label("", 2, 3)]
    write_label_list(path, actual)
    assert read_label_list(path) == actual


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0 1 x\n", "labels.txt:1:1: no start and end; expected start, end and value, separated by tabs"),
        ("0\t1\ta\n3\t2\tb\n", "labels.txt:2:1: a label from 3.0 to 2.0; expected one that ends after its start"),
        ("nan\t2\tb\n", "labels.txt:1:1: no start and end"),
    ],
)
def test_audacity_files_that_are_wrong_are_refused_with_the_place(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "labels.txt").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=re.escape(said)):
        read_label_list(tmp_path / "labels.txt")


def corpus_folder(folder: Path, labels: str, utterances: str = "u1 f1 0 -1\nu2 f1 1.5 3\n") -> Path:
    (folder / "files.txt").write_text("f1 a.wav\n", encoding="utf-8")
    (folder / "utterances.txt").write_text(utterances, encoding="utf-8")
    (folder / "labels_words.txt").write_text(labels, encoding="utf-8")
    return folder


def test_a_folder_of_audiomate_is_evaluated_against_label_lists(tmp_path: Path) -> None:
    corpus = Corpus.load(corpus_folder(tmp_path, "u1 0 1 hello world\nu1 1 -1 x\nu2 just text\n"))
    assert corpus.utterances["u1"].label_lists["words"].labels == [Label("hello world", 0, 1), Label("x", 1)]
    assert corpus.utterances["u2"].duration == 1.5
    lists = {"u1": LabelList(labels=[Label("hello word x")]), "u2": LabelList(labels=[Label("just text")])}
    actual = evaluator.ASREvaluator().evaluate(corpus, lists, label_list_idx="words")
    assert (actual.confusion.total, actual.confusion.substitutions, actual.failing_utterances) == (5, 1, ["u1"])


@pytest.mark.parametrize(
    ("utterances", "labels", "said"),
    [
        ("u1 f9 0 1\n", "", "utterances.txt:1:1: 'f9 0 1' is not a stretch of a file"),
        ("u1 f1 5 2\n", "", "utterances.txt:1:1: an utterance from 5.0 to 2.0"),
        ("u1 f1\n", "u1 2 1 a\n", "labels_words.txt:1:1: a label from 2.0 to 1.0"),
        ("u1 f1\n", "u9 0 1 a\n", "labels_words.txt:1:1: utterance 'u9' is unknown"),
    ],
)
def test_a_folder_of_audiomate_that_is_wrong_is_refused_with_the_place(
    utterances: str, labels: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=re.escape(said)):
        Corpus.load(corpus_folder(tmp_path, labels, utterances))


class Foreign:
    """A label as audiomate has it: it has no hash, cannot be compared with None, and knows where its utterance ends."""

    utterance_end = 100.0

    def __init__(self, value: str, start: float = 0, end: float = float("inf"), meta: object = None) -> None:
        self.value, self.start, self.end = value, start, end

    @property
    def duration(self) -> float:
        return min(self.end, self.utterance_end) - self.start

    def _key(self) -> tuple[float, float, str]:
        return self.start, self.end, self.value.lower()

    def __eq__(self, other: object) -> bool:
        return self._key() == (other.start, other.end, other.value.lower())  # type: ignore[attr-defined]

    def __lt__(self, other: Foreign) -> bool:
        return self._key() < other._key()

    __hash__ = None  # type: ignore[assignment]


class ForeignList:
    """A label list as audiomate has it, in any order."""

    def __init__(self, *labels: Foreign) -> None:
        self.labels = list(labels)

    def __iter__(self) -> Iterator[Foreign]:
        return iter(self.labels)

    def label_values(self) -> list[str]:
        return sorted({label.value for label in self.labels})


class ForeignCorpus:
    """A corpus as audiomate has it, with one utterance."""

    def __init__(self, idx: str, label_list_idx: str, labels: ForeignList, duration: float) -> None:
        utterance = SimpleNamespace(idx=idx, label_lists={label_list_idx: labels}, duration=duration)
        self.utterances = {idx: utterance}


def test_label_lists_and_corpora_of_others_are_evaluated() -> None:
    ref = ForeignList(Foreign("b", 5, 9), Foreign("a", 0, 5))
    hyp = ForeignList(Foreign("a", 0, 6), Foreign("b", 6, 9), Foreign("x", 20, 21))
    seconds = evaluator.SegmentEvaluator().evaluate(ref, hyp).confusion
    assert (seconds.correct, seconds.substitutions, seconds.insertions) == (8, 1, 1)
    actual = evaluator.KWSEvaluator().evaluate(ForeignCorpus("u", "word-transcript", ref, 50), {"u": hyp})
    assert (actual.confusion.correct, actual.confusion.insertions, actual.false_alarm_rate("x")) == (2, 1, 1 / 50)
    assert actual.label_pairs[0] != LabelPair(None, ref.labels[0])
    assert {type(pair.ref) for pair in actual.label_pairs if pair.ref} == {Foreign}


def test_a_label_without_an_end_lasts_as_long_as_its_utterance() -> None:
    open_label, heard_label = Foreign("a", 0), Foreign("a", 0, 50)
    pairs = alignment.BipartiteMatchingAligner().align([open_label], [heard_label])
    assert told(pairs) == [(open_label, heard_label)]
    with pytest.raises(ValueError, match="labels without an end have no overlap ratio"):
        alignment.BipartiteMatchingAligner().align([Label("a")], [Label("a")])


def test_tokens_are_labels_of_the_class_that_was_given() -> None:
    tokens = evaluator.ASREvaluator.tokenize(ForeignList(Foreign("a  b", 0, 1)))
    assert [(type(token), token.value, token.start, token.end) for token in tokens] == [
        (Foreign, "a", 0, float("inf")),
        (Foreign, "b", 0, float("inf")),
    ]
    assert evaluator.ASREvaluator.tokenize(LabelList(labels=[A])) == [Label("a")]


def test_pairs_that_lack_one_side_are_equal_as_in_evalmate() -> None:
    assert LabelPair(None, A) == LabelPair(None, B)
    assert LabelPair(A, None) == LabelPair(B, None)
    assert LabelPair(A, None) == LabelPair(None, None)
    assert LabelPair(A, None) != LabelPair(None, B)
    assert LabelPair(A, A) != LabelPair(A, B)
    assert LabelPair(A, A) < LabelPair(None, B)


def test_segments_without_a_label_come_first() -> None:
    segments = [Segment(0, 1, A, B), Segment(0, 1, A), Segment(0, 1, None, B), Segment(0, 1), Segment(0, 0.5, B)]
    assert sorted(segments) == segments[::-1]
    assert Segment(0, 1) == Segment(0, 1)
    assert Segment(0, 1) != Segment(0, 1, A)


def test_an_alignment_of_ones_own_can_replace_ours() -> None:
    class Reversed(evaluator.KWSEvaluator):
        def create_alignment(self, ref: evaluator.Outcome, hyp: evaluator.Outcome) -> dict[str, list[LabelPair]]:
            return {name: pairs[::-1] for name, pairs in super().create_alignment(ref, hyp).items()}

    lists = LabelList(labels=[A, B]), LabelList(labels=[A, B])
    assert told(evaluator.KWSEvaluator().evaluate(*lists).label_pairs) == [(A, A), (B, B)]
    assert told(Reversed().evaluate(*lists).label_pairs) == [(B, B), (A, A)]

    class Halved(evaluator.SegmentEvaluator):
        def create_alignment(self, ref: evaluator.Outcome, hyp: evaluator.Outcome) -> dict[str, list[Segment]]:
            return {name: segments[:1] for name, segments in super().create_alignment(ref, hyp).items()}

    assert Halved().evaluate(*lists).confusion.total == 2


def test_an_evaluation_of_ones_own_needs_both_sides_and_template_data() -> None:
    class Mine(evaluator.Evaluation):
        @property
        def default_template(self) -> str:
            return "asr"

        @property
        def template_data(self) -> dict[str, Any]:
            return {"confusion": confusion.create_from_label_pairs([LabelPair(A, A)])}

    mine = Mine(evaluator.Outcome(), evaluator.Outcome())
    assert "C (correct):               1" in mine.get_report()
    with pytest.raises(TypeError, match="abstract"):
        evaluator.Evaluation(evaluator.Outcome(), evaluator.Outcome())  # type: ignore[abstract]


def test_an_outcome_keeps_the_dictionaries_that_it_was_given() -> None:
    lists: dict[str, LabelList] = {"u": LabelList(labels=[A])}
    outcome = evaluator.Outcome(label_lists=lists)
    lists["v"] = LabelList(labels=[B])
    assert outcome.all_values == {"a", "b"}


def test_pairs_that_were_replaced_are_those_that_fail() -> None:
    actual = evaluator.KWSEvaluator().evaluate(LabelList(labels=[A]), LabelList(labels=[A]))
    assert (actual.failing_utterances, actual.correct_utterances) == ([], ["noname"])
    actual.utt_to_label_pairs = {"u": [LabelPair(A, None)], "v": []}
    assert (actual.failing_utterances, actual.correct_utterances, len(actual.label_pairs)) == (["u"], ["v"], 1)


def test_events_at_one_time_stay_apart_with_a_threshold_of_zero() -> None:
    create = alignment.InvariantSegmentAligner.create_event_list
    times = [(time, [event[:3] for event in events]) for time, events in create([A, B], [], time_threshold=0)]
    assert times == [(0, [(0, "S", 0)]), (2, [(2, "E", 0)]), (2, [(2, "S", 0)]), (4, [(4, "E", 0)])]
    assert [len(events) for _, events in create([A, B], [])] == [1, 2, 1]


def test_a_time_without_end_ends_twice_if_both_sides_have_one() -> None:
    actual = alignment.InvariantSegmentAligner().align([Label("a", 1)], [Label("b", 1)])
    assert [(segment.start, segment.end) for segment in actual] == [(1, INFINITY), (INFINITY, INFINITY)]
    evaluation = evaluator.SegmentEvaluator().evaluate(LabelList(labels=[Label("a", 1)]), LabelList(labels=[B]))
    assert [segment.end for segment in evaluation.segments] == [2, 4, INFINITY]


def test_only_an_end_of_minus_one_is_open() -> None:
    assert overlap_time(Label("a", 0, -1), Label("b", 1, 3)) == 2
    assert overlap_time(Label("a", 0, -2), Label("b", 1, 3)) == 0
    finder = alignment.OverlapCandidateFinder()
    assert finder.find([Label("a", 0, -1)], [Label("b", 1, 3)])[0] == [(0, 0)]
    assert finder.find([Label("a", 0, -2)], [Label("b", 1, 3)])[0] == []


def test_the_first_utterance_that_is_wrong_is_the_error() -> None:
    overlapping = LabelList(labels=[A, Label("c", 1, 3)])
    lists = {"first": overlapping, "empty": LabelList()}
    with pytest.raises(ValueError, match="Overlapping labels in reference"):
        evaluator.SegmentEvaluator().evaluate(evaluator.Outcome(lists), evaluator.Outcome(lists))
    lists = {"empty": LabelList(), "last": overlapping}
    with pytest.raises(IndexError):
        evaluator.SegmentEvaluator().evaluate(evaluator.Outcome(lists), evaluator.Outcome(lists))


@pytest.mark.skipif(find_spec("jinja2") is None, reason="jinja2 is not installed")
def test_reports_round_amounts_and_sort_values_and_utterances_by_name() -> None:
    class Fixed(evaluator.ASREvaluation):
        @property
        def template_data(self) -> dict[str, Any]:
            return {"confusion": SimpleNamespace(error_rate=0.5, **dict.fromkeys(AMOUNTS, 169.6))}

    pairs = {name: [LabelPair(A, A), LabelPair(B, None), LabelPair(Label("C"), None)] for name in ("u10", "U2", "u1")}
    report = Fixed(evaluator.Outcome(), evaluator.Outcome(), pairs).get_report("asr")
    assert "C (correct):             170\n" in report
    report = evaluator.ASREvaluation(evaluator.Outcome(), evaluator.Outcome(), pairs).get_report("asr_detail")
    places = [report.index(f"\n{text}") for text in ("a     ", "b     ", "C     ", "u1 :", "u10 :", "U2 :")]
    assert places == sorted(places)


@pytest.mark.skipif(find_spec("jinja2") is None, reason="jinja2 is not installed")
def test_a_report_of_confusions_sorts_them_by_name() -> None:
    pairs = [LabelPair(A, B)] * 12 + [LabelPair(A, Label("C"))]
    actual = evaluator.EventEvaluation(evaluator.Outcome(), evaluator.Outcome(), {"u": pairs[::-1]})
    lines = actual.get_report("event_confusion").splitlines()
    assert [line for line in lines if " : " in line] == [f"{'b':>24} :   12", f"{'C':>24} :   1"]


def test_the_values_of_labels_are_joined_unless_labels_overlap() -> None:
    labels = LabelList(labels=[Label("b", 3.95, 6), Label("a", 0, 4), Label("c", 7, 8)])
    assert labels.join() == "a b c"
    assert LabelList().join() == ""
    assert LabelList(labels=[Label("a"), Label("b", 1, 2)][:1]).join("-") == "a"
    with pytest.raises(ValueError, match="the labels 'a' and 'b' overlap"):
        labels.join(overlap_threshold=0.04)
    with pytest.raises(ValueError, match="overlap"):
        LabelList(labels=[Label("a"), Label("b", 1, 2)]).join()
