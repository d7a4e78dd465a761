"""The page of `scorelite compare --page`: all systems, and in words which of them differ by more than chance."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from ..compare.systems import Tournament
from ..compare.verdict import Comparison
from ..report import page_pieces
from ..report.words.page_head import Ranking
from ..report.words.page_systems import names_of
from ..words.result import Result
from .audio import audio_of
from .delivery import deliver
from .page_labels import labels


def deliver_page(
    results: Sequence[Result],
    tests: Comparison | Tournament,
    options: argparse.Namespace,
    analyses: Mapping[str, Any],
) -> None:
    """Writes the page of systems with their paired tests, and analyses of two."""
    sources = options.systems or options.hyp_column or options.sources
    named = labels(options.name, sources)
    names = names_of(sources, named)
    if isinstance(tests, Comparison):
        ranking = _of_two(tests, options.level)
    else:
        ranking = _of_all(tests, {named.get(source, source): place for place, source in enumerate(sources)}, names)
    audio = audio_of(results[0], options)
    shown: dict[str, Any] = {"names": names, "ranking": ranking, "audio": audio, "title": options.title or ""}
    if isinstance(tests, Comparison) and analyses:
        shown |= {"analyses": analyses, "made": tests.analyses}
    deliver(page_pieces(results, **shown), options.page)


def _of_two(comparison: Comparison, level: float) -> Ranking:
    """The tests of two systems; where no utterances are known, the page does not mention chance."""
    samples, pairs = comparison.bootstrap, comparison.matched_pairs
    p = [None if test is None else test.defined_p for test in (samples, pairs)]
    defined = [value for value in p if value is not None]
    named = f"A: {comparison.a.name}, B: {comparison.b.name}: {comparison.verdict}"
    are_tested = samples is not None or pairs is not None
    significant = {(0, 1): max(defined) < level if defined else None} if are_tested else {}
    return Ranking((named, *comparison.tests()), significant=significant)


def _of_all(table: Tournament, place: Mapping[str, int], names: Sequence[str]) -> Ranking:
    """The tests of three or more systems, the best first."""
    shown, ranked = table.cells()
    rows = tuple((*cells, names[place[name]]) for *cells, name in ranked)
    significant = {
        (min(pair), max(pair)): None if match.defined_p == (None, None) else match.winner(table.level) is not None
        for match in table.matches
        for pair in [(place[match.a], place[match.b])]
    }
    heads = ("rank", "rate", *shown[2:])
    return Ranking((table.legend,), heads, rows, significant)
