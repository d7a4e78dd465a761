"""
Calculate metrics based on the comparison of a hypothesis with a reference.
"""

from __future__ import annotations

import argparse
from typing import Any

from ...input.core import File, PlainText
from ...metrics import core, factory
from ...normalization.logger import normalization_logger
from ...output import Title
from ...output import factory as output_factory
from ...segmentation.core import Simple
from .. import add_objects


def argparser(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds the options."""
    parser.add_argument("-r", "--reference", help="File to use as reference", required=True)
    parser.add_argument(
        "-h",
        "--hypothesis",
        action="append",
        help="File to use as hypothesis; repeatable: each is compared with the reference",
        required=True,
    )
    kinds = {
        "infer": "a file whose kind is told by its name",
        "argument": "the argument itself is the text",
        **File.available_types(),
    }
    group = parser.add_argument_group(
        "reference and hypothesis types", "\n".join(f"{name}: {what}" for name, what in kinds.items())
    )
    keywords: dict[str, Any] = {"choices": list(kinds), "metavar": "TYPE"}
    group.add_argument(
        "-rt",
        "--reference-type",
        default="infer",
        help=f"type of the reference: {', '.join(kinds)} (default: infer)",
        **keywords,
    )
    group.add_argument(
        "-ht",
        "--hypothesis-type",
        action="append",
        help=f"type of the hypothesis: {', '.join(kinds)} (default: infer); of several, one for all or one for each",
        **keywords,
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
    """Reads the reference and each hypothesis, and writes the metrics."""
    texts = args.hypothesis
    kinds = args.hypothesis_type or ["infer"]
    if len(kinds) not in (1, len(texts)):
        parser.error(
            f"argument -ht/--hypothesis-type: {len(kinds)} types of {len(texts)} hypotheses; "
            "expected one for all, or one for each"
        )
    named = list(zip(texts, kinds * len(texts), strict=False))
    ref = _words("Reference", args.reference, args.reference_type, normalizer)
    hyps = []
    for place, (text, kind) in enumerate(named, 1):
        name = f"hypothesis {place}" if kind == "argument" else text
        title = "Hypothesis" if len(named) == 1 else f"Hypothesis {place}"
        hyps.append((name, _words(title, text, kind, normalizer)))
    if not getattr(args, "metrics", None):
        parser.error("need at least one metric")
    with output_factory.create(args.output_format) as output:
        for name, *values in args.metrics:
            cls = factory[name]
            metric = cls(*values, **_dialect(name, values, args.output_format))
            is_ours = cls.__module__ == core.__name__
            for hypothesis, hyp in hyps:
                sides = [ref, hyp] if is_ours else [list(side.segments) for side in (ref, hyp)]
                output.result(name if len(hyps) == 1 else Title(name, hypothesis), metric.compare(*sides))


class _Side(core.Words):
    """The words of a text, and its segmenter for metrics of the user."""

    segments: Any


def _words(title: str, text: str, kind: str, normalizer: Any) -> _Side:
    """The words of a text or file after the normaliser, whose log has the title."""
    normalization_logger.title = title
    try:
        source = PlainText(text, normalizer) if kind == "argument" else File(text, kind, normalizer)
        segments = (source.contents if isinstance(source, File) else source).segments
    finally:
        normalization_logger.title = None
    side = _Side(segments.words if isinstance(segments, Simple) else [item["item"] for item in segments])
    side.segments = segments
    return side


def _dialect(name: str, values: list[str], output_format: str) -> dict[str, str]:
    """The dialect of a metric that has one, where none is given: a list in JSON, else colours."""
    class_config = next(listed for listed in factory if listed.name == name)
    names = [*class_config.required_args, *class_config.optional_args]
    if "dialect" not in names or len(values) > names.index("dialect"):
        return {}
    return {"dialect": "list" if output_format == "json" else "ansi"}
