"""
Calculate metrics based on the comparison of a hypothesis with a reference.
"""

from __future__ import annotations

import argparse
from typing import Any

from scoring.compat.benchmarkstt.cli import add_objects
from scoring.compat.benchmarkstt.input.core import File, PlainText
from scoring.compat.benchmarkstt.metrics import core, factory
from scoring.compat.benchmarkstt.normalization.logger import normalization_logger
from scoring.compat.benchmarkstt.output import factory as output_factory
from scoring.compat.benchmarkstt.segmentation.core import Simple


def argparser(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds the options."""
    parser.add_argument("-r", "--reference", help="File to use as reference", required=True)
    parser.add_argument("-h", "--hypothesis", help="File to use as hypothesis", required=True)
    kinds = {
        "infer": "a file whose kind is told by its name",
        "argument": "the argument itself is the text",
        **File.available_types(),
    }
    group = parser.add_argument_group(
        "reference and hypothesis types", "\n".join(f"{name}: {what}" for name, what in kinds.items())
    )
    for side in ("reference", "hypothesis"):
        group.add_argument(
            *(f"-{side[0]}t", f"--{side}-type"),
            default="infer",
            choices=list(kinds),
            metavar="TYPE",
            help=f"type of the {side}: {', '.join(kinds)} (default: infer)",
        )
    parser.add_argument(
        "-o",
        "--output-format",
        default="restructuredtext",
        choices=list(output_factory.keys()),
        metavar="FORMAT",
        help=f"format of the results: {', '.join(output_factory.keys())} (default: restructuredtext)",
    )
    add_objects(parser.add_argument_group("available metrics", "At least one has to be given."), "metrics", factory)
    return parser


def run(parser: argparse.ArgumentParser, args: argparse.Namespace, normalizer: Any = None) -> None:
    """Reads both sides, and writes the metrics."""
    sides = []
    try:
        for side in ("reference", "hypothesis"):
            normalization_logger.title = side.capitalize()
            sides.append(_words(getattr(args, side), getattr(args, f"{side}_type"), normalizer))
    finally:
        normalization_logger.title = None
    if not getattr(args, "metrics", None):
        parser.error("need at least one metric")
    with output_factory.create(args.output_format) as output:
        for name, *values in args.metrics:
            cls = factory[name]
            metric = cls(*values, **_dialect(name, values, args.output_format))
            own = cls.__module__ == core.__name__
            given = sides if own else [list(side.segments) for side in sides]
            output.result(name, metric.compare(*given))


class _Side(core.Words):
    """The words of a text, and its segmenter for metrics of the user."""

    segments: Any


def _words(text: str, kind: str, normalizer: Any) -> _Side:
    source = PlainText(text, normalizer) if kind == "argument" else File(text, kind, normalizer)
    segments = (source.contents if isinstance(source, File) else source).segments
    side = _Side(segments.words if isinstance(segments, Simple) else [item["item"] for item in segments])
    side.segments = segments
    return side


def _dialect(name: str, values: list[str], output_format: str) -> dict[str, str]:
    """The dialect of a metric that has one, where none is given: a list in JSON, else colours."""
    one = next(one for one in factory if one.name == name)
    names = [*one.required_args, *one.optional_args]
    if "dialect" not in names or len(values) > names.index("dialect"):
        return {}
    return {"dialect": "list" if output_format == "json" else "ansi"}
