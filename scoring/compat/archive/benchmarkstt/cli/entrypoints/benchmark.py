"""
Normalize both sides and calculate metrics of them.
"""

from __future__ import annotations

import argparse

from . import metrics, normalization

# The main program, no sub-command of the tools.
hidden = True


def argparser(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds the options."""
    metrics.argparser(parser)
    normalization.args_normalizers(parser)
    normalization.args_logs(parser)
    return parser


def run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Writes the metrics."""
    metrics.run(parser, args, normalization.get_normalizer_from_args(args))
