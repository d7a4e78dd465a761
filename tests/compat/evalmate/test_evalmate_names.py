"""The compatibility module beside its golden cases: what users derive from it, change in it, and feed it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

from formats.errors import FormatError
from scoring.compat.evalmate import alignment, confusion, evaluator
from scoring.compat.evalmate.alignment import LabelPair, Segment
from scoring.compat.evalmate.annotations import Corpus, Label, LabelList, read_label_list, write_label_list
from tests.segments.material import heard, sequence

A, B = Label("a", 0, 2), Label("b", 2, 4)


def outcomes(count: int) -> tuple[evaluator.Outcome, evaluator.Outcome]:
    source = random.Random(count)
    refs, hyps = {}, {}
    for number in range(count):
        rows = sequence(source, "abc")
        refs[f"u{number}"] = LabelList(labels=[Label(*row) for row in rows])
        # Heard labels may overlap; for segments they must not.
        found = heard(source, rows, "abc")
        hyps[f"u{number}"] = LabelList(labels=[Label(*row) for row in found])
    refs["silent"], hyps["silent"] = LabelList(), LabelList(labels=[Label("a", 1, 2)])
    return evaluator.Outcome(refs), evaluator.Outcome(hyps)


def single(outcome: evaluator.Outcome) -> evaluator.Outcome:
    """The same with no two labels at a time."""
    lists = {}
    for name, labels in outcome.label_lists.items():
        kept: list[Label] = []
        for label in labels:
            start = max(label.start, kept[-1].end if kept else 0)
            if label.end > start:
                kept.append(Label(label.value, start, label.end))
        lists[name] = LabelList(labels=kept)
    return evaluator.Outcome(lists)


def numbers(found: confusion.Confusion) -> list[float]:
    return [found.correct, found.substitutions, found.deletions, found.insertions, found.substitutions_out]


@pytest.mark.parametrize("kind", [alignment.BipartiteMatchingAligner, alignment.FullMatchingAligner])
def test_whole_corpora_are_aligned_as_each_utterance_by_itself(kind: type[alignment.ColumnAligner]) -> None:
    class Derived(kind):  # type: ignore[misc, valid-type]
        def align(self, ref_labels: alignment.Labels, hyp_labels: alignment.Labels) -> list[LabelPair]:
            return super().align(ref_labels, hyp_labels)

    ref, hyp = outcomes(5)
    together = evaluator.EventEvaluator(kind()).evaluate(ref, hyp)
    apart = evaluator.EventEvaluator(Derived()).evaluate(ref, hyp)
    assert together.utt_to_label_pairs == apart.utt_to_label_pairs
    assert together.failing_utterances == apart.failing_utterances
    assert together.label_pairs == [pair for pairs in together.utt_to_label_pairs.values() for pair in pairs]
    assert numbers(together.confusion) == numbers(apart.confusion)
    assert list(together.confusion.instances) == list(apart.confusion.instances)


def test_whole_corpora_are_cut_as_each_utterance_by_itself() -> None:
    class Derived(alignment.InvariantSegmentAligner):
        def align(self, ref_labels: alignment.Labels, hyp_labels: alignment.Labels) -> list[Segment]:
            return super().align(ref_labels, hyp_labels)

    ref, hyp = map(single, outcomes(5))
    together = evaluator.SegmentEvaluator().evaluate(ref, hyp)
    apart = evaluator.SegmentEvaluator(Derived()).evaluate(ref, hyp)
    assert together.utt_to_segments == apart.utt_to_segments
    assert numbers(together.confusion) == pytest.approx(numbers(apart.confusion))
    assert list(together.confusion.instances) == list(apart.confusion.instances)


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
            found = [(i, j) for i, r in enumerate(refs) for j, h in enumerate(hyps) if r.value[0] == h.value[0]]
            return found, set(), set()

    aligner = alignment.BipartiteMatchingAligner(SameInitial())
    late = Label("ax", 50, 51)
    assert aligner.align([A, B], [late]) == [LabelPair(A, late), LabelPair(B, None)]
    lists = LabelList(labels=[A, B]), LabelList(labels=[late])
    ref, hyp = (evaluator.Outcome({"u": labels, "v": labels}) for labels in lists)
    found = evaluator.KWSEvaluator(aligner).evaluate(ref, hyp)
    assert found.utt_to_label_pairs["v"] == [LabelPair(A, late), LabelPair(B, None)]


def test_two_negative_ends_share_nothing() -> None:
    open_ends = [Label("a", 0, -1)], [Label("a", 1, -1)]
    assert alignment.BipartiteMatchingAligner().align(*open_ends) == [
        LabelPair(open_ends[0][0], None),
        LabelPair(None, open_ends[1][0]),
    ]


def test_a_confusion_may_be_filled_by_hand() -> None:
    found = confusion.EventConfusion("a")
    found.correct_pairs.append(LabelPair(A, A))
    found.substitution_pairs["b"].append(LabelPair(A, B))
    assert (found.correct, found.total, found.recall, found.substitutions_by_count) == (1, 2, 0.5, [("b", 1)])
    seconds = confusion.SegmentConfusion("a")
    seconds.deletion_segments.append(Segment(1.0, 3.0, A))
    assert (seconds.deletions, seconds.error_rate) == (2.0, 1.0)


def test_the_lists_of_a_confusion_are_what_was_aligned() -> None:
    found = confusion.create_from_label_pairs([LabelPair(A, A), LabelPair(A, B), LabelPair(None, B)])
    assert found.instances["a"].substitution_pairs == {"b": [LabelPair(A, B)]}
    assert found.instances["b"].substitution_out_pairs == {"a": [LabelPair(A, B)]}
    found.instances["b"].insertion_pairs.append(LabelPair(None, B))
    assert (found.insertions, found.correct) == (2, 1)


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
    with pytest.raises(ValueError, match="a label must end behind its start"):
        labels.addl("x", 3, 3)
    assert len(labels) == 2


def test_audacity_files_are_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text("0,5\t1.5\tup and away\n\\\t100.0\t200.0\n2\t3\n", encoding="utf-8")
    found = read_label_list(path)
    assert found.labels == [Label("up and away", 0.5, 1.5), Label("", 2, 3)]
    write_label_list(path, found)
    assert read_label_list(path) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0 1 x\n", "labels.txt:1:1: no start and end; expected start, end and value with tabs"),
        ("0\t1\ta\n3\t2\tb\n", "labels.txt:2:1: a label from 3.0 to 2.0; expected one that ends behind its start"),
        ("nan\t2\tb\n", "labels.txt:1:1: a label from nan to 2.0"),
    ],
)
def test_audacity_files_that_are_wrong_are_told_with_the_place(text: str, said: str, tmp_path: Path) -> None:
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
    found = evaluator.ASREvaluator().evaluate(corpus, lists, label_list_idx="words")
    assert (found.confusion.total, found.confusion.substitutions, found.failing_utterances) == (5, 1, ["u1"])


@pytest.mark.parametrize(
    ("utterances", "labels", "said"),
    [
        ("u1 f9 0 1\n", "", "utterances.txt:1:1: 'f9 0 1' is no place in a file"),
        ("u1 f1 5 2\n", "", "utterances.txt:1:1: an utterance from 5.0 to 2.0"),
        ("u1 f1\n", "u1 2 1 a\n", "labels_words.txt:1:1: a label from 2.0 to 1.0"),
        ("u1 f1\n", "u9 0 1 a\n", "labels_words.txt:1:1: utterance 'u9' is unknown"),
    ],
)
def test_a_folder_of_audiomate_that_is_wrong_is_told_with_the_place(
    utterances: str, labels: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=re.escape(said)):
        Corpus.load(corpus_folder(tmp_path, labels, utterances))
