"""splet.bin.measure: the program splet-measure."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from ......formats.engine.terminal import say
from ......formats.errors import FormatError, UsageError
from ......formats.optional import library
from ......formats.source import Source
from ..metadata import metadata
from ..metric_registry import METRIC_CHOICES, load_metrics, measure_utterances
from ..summary import summarize
from ..utils_shared import IO_CHOICES, text_loader_setup

__all__ = ["get_parser", "main", "measured"]


def get_parser() -> argparse.ArgumentParser:
    """The options of splet-measure."""
    parser = argparse.ArgumentParser(prog="splet-measure", description="Measures a hypothesis against a reference.")
    parser.add_argument("--pred", "--hyp", help="the hypothesis: a Kaldi text, JSON lines or a folder")
    parser.add_argument("--gt", "--ref", help="the reference, of the same kind")
    parser.add_argument("--metrics_config", help="YAML: a list of metrics, or metrics: with normalize: for all of them")
    parser.add_argument("--output_file", help="write a line of JSON for each utterance into this file")
    parser.add_argument("--io", default="kaldi", choices=IO_CHOICES, help="the kind of both inputs (default: kaldi)")
    parser.add_argument("--verbose", default=1, type=int, help="accepted; nothing is logged")
    parser.add_argument("--list_metrics", action="store_true", help="print the metrics, their tiers and what they need")
    return parser


def measured(arguments: Sequence[str]) -> Iterator[str]:
    """The summary of a command line, as JSON."""
    options = get_parser().parse_args(arguments)
    if options.list_metrics:
        for name, spec in sorted(METRIC_CHOICES.items()):
            yield f"{name}\t{spec.tier}\t{','.join(spec.requires)}\n"
        return
    if options.pred is None or options.metrics_config is None:
        raise UsageError("splet-measure has no hypothesis or no metrics; expected --pred HYP --metrics_config YAML")
    config, normalize = _config(options.metrics_config)
    metrics = load_metrics(config, normalize=normalize)
    if not metrics:
        raise UsageError(f"{options.metrics_config} has no metric; expected one of: {', '.join(METRIC_CHOICES)}")
    refs = text_loader_setup(options.gt, options.io) if options.gt else None
    results = measure_utterances(text_loader_setup(options.pred, options.io), metrics, refs, options.output_file)
    yield json.dumps(summarize(results, metrics) | {"metadata": metadata(metrics)}, ensure_ascii=False, indent=2) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs splet-measure; returns its exit code."""
    try:
        sys.stdout.writelines(measured(sys.argv[1:] if argv is None else argv))
    except (FormatError, UsageError) as error:
        say(f"{error}\n")
        return 2
    return 0


def _config(path: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]] | None]:
    """Metrics and the steps that all of them share."""
    yaml = library("yaml", purpose="configs of metrics", install="PyYAML")
    try:
        config = yaml.safe_load(Source(path).text)
    except yaml.YAMLError as error:
        raise UsageError(f"{path}: {' '.join(str(error).split())}; expected the YAML of a list of metrics") from None
    if not isinstance(config, dict):
        config = {"metrics": config}
    metrics, normalize = config.get("metrics") or [], config.get("normalize")
    for entries in (metrics, normalize or []):
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise UsageError(f"{path}: no list of metrics or steps; expected lines such as '- name: wer'")
    return metrics, normalize
