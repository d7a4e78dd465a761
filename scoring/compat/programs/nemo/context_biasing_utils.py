"""NeMo's F-score of key phrases, of nemo.collections.asr.parts.context_biasing.context_biasing_utils.

Words are aligned as kaldialign aligns them. A phrase of the reference is right if the words beside it are the same; one
of the hypothesis beside other words is a false positive. `--with classes=nemo:FILE` has this recall; to it, each
occurrence that is no hit is a false alarm.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Sequence
from typing import Any

from ..kaldialign import align

__all__ = ["compute_fscore", "load_data"]

_LOG = logging.getLogger("nemo_logger")
_LITTLE = 1e-8
_LINE = "=" * 60
Pairs = Sequence[tuple[str, str]]


def load_data(manifest: str) -> list[dict[str, Any]]:
    """The rows of a manifest; one that is no JSON is refused."""
    with open(manifest, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    rows, wrong = [], []
    for line in filter(None, lines):
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            wrong.append(line)
    if wrong:
        _LOG.error(f"{len(wrong)} Errors encountered while reading manifest file: {manifest}")
        for line in wrong:
            _LOG.error(f"-- Failed to parse line: `{line}`")
        raise RuntimeError(f"Errors encountered while reading manifest file: {manifest}")
    return rows


def compute_fscore(
    recognition_results_manifest: str, key_words_list: list[str], eps: str = "<eps>", print_stats: bool = False
) -> tuple[float, float, float]:
    """Precision, recall and F-score of key phrases in a manifest with `text` and `pred_text`.

    `print_stats` logs them and the counts of each phrase.
    """
    assert key_words_list, "key_words_list is empty"
    assert os.path.isfile(recognition_results_manifest), f"manifest file {recognition_results_manifest} doesn't exist"
    rows = load_data(recognition_results_manifest)
    assert rows, "manifest file is empty"
    for name in ("text", "pred_text"):
        assert rows[0].get(name), f"manifest file should contain {name} field"
    counts = {phrase: [0, 0, 0] for phrase in key_words_list}  # right, in the reference, false positives
    sizes = range(2, max(len(phrase.split()) for phrase in key_words_list) + 1)
    for row in rows:
        pairs = align(row["text"].split(), row["pred_text"].split(), eps)
        _count_words(counts, pairs)
        for size in sizes:
            _count_phrases(counts, pairs, eps, size)
    right, there, false = map(sum, zip(*counts.values(), strict=True))
    precision, recall = right / (right + false + _LITTLE), right / (there + _LITTLE)
    fscore = 2 * (precision * recall) / (precision + recall + _LITTLE)
    lines = list(_table(key_words_list, counts))
    if print_stats:
        _LOG.info(_LINE)
        _LOG.info("Per words statistic (word: correct/totall | false positive):\n")
        for line in lines:
            _LOG.info(line)
        for line in (_LINE, _LINE, f"Precision: {precision:.4f} ({right}/{right + false}) fp:{false}"):
            _LOG.info(line)
        for line in (f"Recall:    {recall:.4f} ({right}/{there})", f"Fscore:    {fscore:.4f}", _LINE):
            _LOG.info(line)
    return precision, recall, fscore


def _count_words(counts: dict[str, list[int]], pairs: Pairs) -> None:
    for ref, hyp in pairs:
        if ref in counts:
            counts[ref][1] += 1
            counts[ref][0] += ref == hyp
        elif hyp in counts:
            counts[hyp][2] += 1


def _count_phrases(counts: dict[str, list[int]], pairs: Pairs, eps: str, size: int) -> None:
    """Counts the phrases of so many words on either side, and compares them with what is beside them."""
    for side in (0, 1):
        for own, other in _phrases(pairs, side, eps, size):
            if own not in counts:
                continue
            if side:
                counts[own][2] += own != other
            else:
                counts[own][1] += 1
                counts[own][0] += own == other


def _phrases(pairs: Pairs, side: int, eps: str, size: int) -> Iterator[tuple[str, str]]:
    """Each run of so many words on a side, and what is beside these words."""
    spoken = [pair if side == 0 else pair[::-1] for pair in pairs if pair[side] != eps]
    for first in range(len(spoken) - size + 1):
        own, other = zip(*spoken[first : first + size], strict=True)
        yield " ".join(own), " ".join(other)


def _table(phrases: Sequence[str], counts: dict[str, list[int]]) -> Iterator[str]:
    """A line for each phrase that is anywhere."""
    width = max(len(phrase) for phrase, (_, there, false) in counts.items() if there or false)
    for phrase in phrases:
        right, there, false = counts[phrase]
        if there or false:
            yield f"{phrase:>{width}}: {right:3}/{there:<3} |{false or '':>3}"
