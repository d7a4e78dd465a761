"""
Apply normalization to given input
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from typing import Any

from .......formats.engine.output import write_file
from ... import settings
from ...normalization import NormalizationAggregate, factory
from ...normalization.logger import DiffLoggingFormatter, normalization_logger
from .. import add_objects


def argparser(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds the options."""
    args_logs(parser)
    group = parser.add_argument_group(
        "input and output files", "Each input file has its output file, or all are written to stdout."
    )
    for letter, side, stream in (("i", "input", "STDIN"), ("o", "output", "STDOUT")):
        group.add_argument(
            f"-{letter}",
            f"--{side}file",
            action="append",
            nargs=1,
            metavar="file",
            help=f"{side} file, defaults to {stream}; repeatable",
        )
    args_normalizers(parser)
    return parser


def args_logs(parser: argparse.ArgumentParser) -> None:
    """Adds the option for the log."""
    parser.add_argument("--log", action="store_true", help="show what each normalizer changes")


def args_normalizers(parser: argparse.ArgumentParser) -> None:
    """Adds the normalisers."""
    group = parser.add_argument_group("available normalizers", "They are applied in the order of the command line.")
    add_objects(group, "normalizers", factory)


def get_normalizer_from_args(args: argparse.Namespace) -> Any:
    """The normaliser of a command line, which logs to stderr if that is asked for."""
    if args.log:
        handler = logging.StreamHandler()
        handler.setFormatter(DiffLoggingFormatter("ansi", show_color_key=False))
        handler.setLevel(logging.INFO)
        normalization_logger.logger.addHandler(handler)
    composite = NormalizationAggregate()
    for name, *values in getattr(args, "normalizers", ()):
        composite.add(factory.create(name, *values))
    return composite


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Normalises the input."""
    sources, targets = ([name for (name,) in names or ()] for names in (args.inputfile, args.outputfile))
    if not getattr(args, "normalizers", None):
        parser.error("need at least one normalizer")
    if targets and not sources:
        parser.error("can only write output to stdout when reading from stdin")
    normalizer = get_normalizer_from_args(args)
    if targets:
        _check(sources, targets)
    if not sources:
        sys.stdout.write(normalizer.normalize(sys.stdin.read()))
        return
    texts = []
    for source in sources:
        with open(source, encoding=settings.default_encoding) as file:
            text = normalizer.normalize(file.read())
        if targets:
            texts.append(text.encode(settings.default_encoding))
        else:
            sys.stdout.write(text)
    if targets:
        for target, content in zip(targets, texts, strict=True):
            write_file(target, [content])


def _check(sources: list[str], targets: list[str]) -> None:
    """Refuses output files that exist, or that are not as many as the input files, before anything is written."""
    if len(sources) != len(targets):
        raise ValueError(f"{len(sources)} input files, but {len(targets)} output files; expected one -o for each -i")
    for place, target in enumerate(targets):
        if os.path.lexists(target) or target in targets[:place]:
            raise FileExistsError(17, "File exists", target)
