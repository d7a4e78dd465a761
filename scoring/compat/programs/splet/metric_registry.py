"""splet.metric_registry: a list of metrics from a config, and what they report of utterances."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, NoReturn

from .....formats.engine.output import write_file
from .....formats.errors import MismatchError, UsageError, among
from .....formats.values import dataclass
from .utterance_metrics import error_rate

__all__ = [
    "METRIC_CHOICES",
    "REQUIREMENT_CHOICES",
    "TIER_CHOICES",
    "MetricSpec",
    "load_corpus_metrics",
    "load_metrics",
    "load_session_metrics",
    "measure_batch",
    "measure_corpus",
    "measure_sessions",
    "measure_utterances",
    "require_matching_keys",
    "validate_requirements",
]

TIER_CHOICES = ("utterance", "session", "corpus")
REQUIREMENT_CHOICES = ("reference", "timestamps", "speakers")
Metrics = Mapping[str, Mapping[str, Any]]
Config = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric: its tier, its two functions, the keys that it reports and what it needs."""

    tier: str
    setup: Callable[..., Any]
    metric: Callable[..., dict[str, Any]]
    outputs: Mapping[str, str]
    """Rules of `splet.summary` by what stands behind the id in a key."""
    requires: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)
    version: str = "1"

    def __post_init__(self) -> None:
        if self.tier not in TIER_CHOICES:
            raise UsageError(f"unknown tier {self.tier!r}{among(self.tier, TIER_CHOICES)}")
        unknown = [name for name in self.requires if name not in REQUIREMENT_CHOICES]
        if unknown:
            raise UsageError(f"unknown requirements {unknown}{among(unknown[0], REQUIREMENT_CHOICES)}")


METRIC_CHOICES = {
    name: MetricSpec(
        "utterance",
        error_rate.error_rate_setup,
        error_rate.error_rate_metric,
        error_rate.OUTPUTS,
        ("reference",),
        {"tokenizer": tokenizer},
    )
    for name, tokenizer in (("wer", "word"), ("cer", "char"))
}


def load_metrics(
    metrics_config: Config, tier: str = "utterance", normalize: Config | None = None
) -> dict[str, dict[str, Any]]:
    """The metrics of a tier by their ids; `normalize` is for those that have no steps of their own.

    >>> config = [{"name": "wer"}, {"name": "wer", "id": "wer_sensitive", "case": "sensitive"}]
    >>> metrics = load_metrics(config)
    >>> [result] = measure_utterances({"u1": "The cat"}, metrics, {"u1": "the cat"})
    >>> result["wer"], result["wer_sensitive"]
    (0.0, 0.5)
    """
    modules: dict[str, dict[str, Any]] = {}
    for entry in metrics_config:
        settings = dict(entry)
        name = settings.pop("name", None)
        if name is None:
            raise UsageError(f"metric {settings} has no name; expected one of: {', '.join(METRIC_CHOICES)}")
        if name not in METRIC_CHOICES:
            raise UsageError(f"unknown metric {name!r}{among(str(name), METRIC_CHOICES)}")
        spec = METRIC_CHOICES[name]
        metric_id = str(settings.pop("id", name))
        if spec.tier != tier:
            continue
        if metric_id in modules:
            raise UsageError(f"metric id {metric_id!r} is configured twice; expected an id: of its own for each metric")
        settings = {**spec.defaults, **settings}
        settings.setdefault("normalize", list(normalize) if normalize else None)
        modules[metric_id] = {
            "name": name,
            "spec": spec,
            "config": settings,
            "module": spec.metric,
            "state": spec.setup(metric_id=metric_id, **settings),
        }
    return modules


def load_session_metrics(metrics_config: Config, normalize: Config | None = None) -> dict[str, dict[str, Any]]:
    """The metrics of whole sessions; SPLET has none yet."""
    return load_metrics(metrics_config, "session", normalize)


def load_corpus_metrics(metrics_config: Config, normalize: Config | None = None) -> dict[str, dict[str, Any]]:
    """The metrics of a whole corpus; SPLET has none yet."""
    return load_metrics(metrics_config, "corpus", normalize)


def validate_requirements(metrics: Metrics, gt: object) -> None:
    """Checks that there is a reference if a metric needs one."""
    for metric_id, module in metrics.items():
        for requirement in module["spec"].requires:
            if requirement != "reference":
                raise NotImplementedError(f"metric {metric_id!r} requires {requirement}, which utterances do not have")
            if gt is None:
                raise UsageError(f"metric '{metric_id}' requires a reference; expected gt_texts= (--gt)")


def require_matching_keys(pred_texts: Mapping[str, Any], gt_texts: Mapping[str, Any] | None) -> None:
    """Checks that each utterance is on both sides. One without words has an empty text."""
    if gt_texts is None:
        return
    for texts, others, missing in (
        (gt_texts, pred_texts, "no hypothesis for reference"),
        (pred_texts, gt_texts, "no reference for hypothesis"),
    ):
        keys = [key for key in texts if key not in others]
        if keys:
            more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
            raise KeyError(f"{missing} '{keys[0]}'{more}; expected an empty text where nothing was recognised")


def measure_utterances(
    pred_texts: Mapping[str, str],
    metrics: Metrics,
    gt_texts: Mapping[str, str] | None = None,
    output_file: str | None = None,
) -> list[dict[str, Any]]:
    """Measures each utterance; returns a dictionary for each, and writes it as a line of JSON into `output_file`."""
    validate_requirements(metrics, gt_texts)
    require_matching_keys(pred_texts, gt_texts)
    refs = None if gt_texts is None else [gt_texts[key] for key in pred_texts]
    measured = measure_batch(list(pred_texts.values()), refs, metrics)
    results = [{"key": key, **result} for key, result in zip(pred_texts, measured, strict=True)]
    if output_file:
        lines = (f"{json.dumps(result, ensure_ascii=False)}\n" for result in results)
        write_file(output_file, (line.encode("utf-8", "surrogatepass") for line in lines))
    return results


def measure_batch(pred_texts: Sequence[str], gt_texts: Sequence[str] | None, metrics: Metrics) -> list[dict[str, Any]]:
    """Measures each pair of texts; `scorelite.compat.splet.Accumulator` adds the dictionaries that it returns."""
    validate_requirements(metrics, gt_texts)
    refs = [None] * len(pred_texts) if gt_texts is None else gt_texts
    if len(refs) != len(pred_texts):
        raise MismatchError(f"{len(pred_texts)} hypotheses but {len(refs)} references; expected one for each")
    results = []
    for pred, ref in zip(pred_texts, refs, strict=True):
        result: dict[str, Any] = {}
        for module in metrics.values():
            result |= module["module"](module["state"], pred, ref)
        results.append(result)
    return results


def measure_sessions(*arguments: object, **settings: object) -> NoReturn:
    """SPLET has no metric of sessions yet; `scorelite.meetings` has them."""
    raise NotImplementedError("SPLET has no metric of sessions yet; expected scorelite.score_meetings")


def measure_corpus(*arguments: object, **settings: object) -> NoReturn:
    """SPLET has no metric of a corpus yet."""
    raise NotImplementedError("SPLET has no metric of a corpus yet; expected measure_utterances and summarize")
