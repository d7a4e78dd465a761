"""The page of `scorelite compare --page`: all systems, and in words which of them differ by more than chance."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..compare import show
from ..compare.systems import Tournament
from ..compare.verdict import Comparison
from ..report.words.page import render
from ..report.words.page_head import Ranking
from ..report.words.page_systems import names_of
from ..words.result import Result
from .audio import audio_of
from .delivery import deliver
from .page_labels import labels


def deliver_page(results: Sequence[Result], tests: Comparison | Tournament, options: argparse.Namespace) -> None:
    """Writes the page of systems with their paired tests."""
    names = names_of(results, labels(options.name, options.sources))
    ranking = (
        _of_two(tests, results, options.level) if isinstance(tests, Comparison) else _of_all(tests, results, names)
    )
    audio = audio_of(results[0], options)
    deliver(render(results, names, ranking, audio=audio, title=options.title or ""), options.page)


def _of_two(comparison: Comparison, results: Sequence[Result], level: float) -> Ranking:
    """The tests of two systems; one utterance cannot tell what is chance."""
    samples, pairs = comparison.bootstrap, comparison.matched_pairs
    named = f"A: {comparison.a.name}, B: {comparison.b.name}: {comparison.verdict}"
    if results[0].sentences < 2 or samples is None or pairs is None:
        return Ranking((named, "paired tests: - (one utterance cannot tell what is chance)"))
    significant = {(0, 1): max(samples.p, pairs.p) < level}
    return Ranking((named, *show.tests(comparison)), significant=significant)


def _of_all(table: Tournament, results: Sequence[Result], names: Sequence[str]) -> Ranking:
    """The tests of three or more systems, the best first; a dash for a p-value that one utterance cannot give."""
    tested = results[0].sentences > 1
    place = {result.hyp_name: number for number, result in enumerate(results)}
    rows = tuple(
        (*(cell if tested or not cell or number < 2 else "-" for number, cell in enumerate(cells)), names[place[name]])
        for *cells, name in show.rank_rows(table)
    )
    significant = {
        (min(pair), max(pair)): match.winner(table.level) is not None
        for match in table.matches
        for pair in [(place[match.a], place[match.b])]
    }
    heads = ("rank", "rate", *show.rank_heads(table)[2:])
    return Ranking((show.legend(table),), heads, rows, significant if tested else {})
