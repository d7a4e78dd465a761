"""Base classes of evaluators and evaluations, with text reports."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from .....report.engine.templates import render
from ..annotations import Corpus, LabelList
from .outcome import Outcome


def default_template(name: str) -> property:
    """The property of an evaluation that names its template."""
    return property(lambda evaluation: name, doc="The template of a report without another name.")


class Evaluation(ABC):
    """The result of an evaluation: both sides, and text reports of templates."""

    def __init__(self, ref_outcome: Outcome, hyp_outcome: Outcome) -> None:
        self.ref_outcome = ref_outcome
        self.hyp_outcome = hyp_outcome

    @property
    @abstractmethod
    def template_data(self) -> dict[str, Any]:
        """The names that templates can use, with their values."""

    def _template_data(self, *names: str) -> dict[str, Any]:
        return {"evaluation": self, **{name: getattr(self, name) for name in ("ref_outcome", "hyp_outcome", *names)}}

    default_template = default_template("default")

    def write_report(
        self,
        path: str | os.PathLike[str],
        template: str | None = None,
        template_param: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes a report to a file."""
        report = self.get_report(template=template, template_param=template_param)
        with open(path, "w", encoding="utf-8") as file:
            file.write(report)

    def get_report(self, template: str | None = None, template_param: Mapping[str, Any] | None = None) -> str:
        """The report of a template: asr, asr_detail, asr_confusion, event, event_confusion, kws, kws_detail ..."""
        values = {**self.template_data, "template_param": {} if template_param is None else template_param}
        return render("evalmate", template or self.default_template, values)


class Evaluator(ABC):
    """Makes evaluations of outcomes, of label lists, or of a corpus and label lists by utterance."""

    DEFAULT_UTT_IDX = "noname"

    @classmethod
    @abstractmethod
    def default_label_list_idx(cls) -> str:
        """The name of the label lists of a corpus that are taken if no other is given."""
        return "default"

    @abstractmethod
    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> Any:
        """The evaluation of two outcomes."""

    def evaluate(self, ref: Any, hyp: Any, label_list_idx: str | None = None) -> Any:
        """The evaluation of two outcomes, two label lists, or a corpus and a dictionary of label lists.

        Label lists and corpora may be those of `annotations` or of audiomate.
        """
        if isinstance(ref, Outcome) and isinstance(hyp, Outcome):
            return self.do_evaluate(ref, hyp)
        if all(hasattr(side, "labels") and hasattr(side, "label_values") for side in (ref, hyp)):
            return self.evaluate_label_lists(ref, hyp)
        if hasattr(ref, "utterances") and isinstance(hyp, dict):
            return self.evaluate_label_lists_against_corpus(ref, hyp, label_list_idx=label_list_idx)
        raise ValueError("Invalid arguments!")

    def evaluate_label_lists(self, ll_ref: LabelList, ll_hyp: LabelList, duration: float | None = None) -> Any:
        """The evaluation of one utterance; some rates need its duration."""
        durations = None if duration is None else {self.DEFAULT_UTT_IDX: duration}
        ref, hyp = (Outcome({self.DEFAULT_UTT_IDX: labels}, durations) for labels in (ll_ref, ll_hyp))
        return self.evaluate(ref, hyp)

    def evaluate_label_lists_against_corpus(
        self, corpus: Corpus, label_lists: Mapping[str, LabelList], label_list_idx: str | None = None
    ) -> Any:
        """The evaluation of all utterances of a corpus, each of which must have a label list."""
        idx = label_list_idx or self.default_label_list_idx()
        ref, hyp = Outcome({}, {}), Outcome({}, {})
        durations: dict[str, float] = {}
        for utterance in corpus.utterances.values():
            ref.label_lists[utterance.idx] = utterance.label_lists[idx]
            if utterance.idx not in label_lists:
                raise ValueError(f"There is no hypothesis label-list with idx {utterance.idx}")
            hyp.label_lists[utterance.idx] = label_lists[utterance.idx]
            durations[utterance.idx] = utterance.duration
        ref.utterance_durations, hyp.utterance_durations = durations, dict(durations)
        return self.evaluate(ref, hyp)
