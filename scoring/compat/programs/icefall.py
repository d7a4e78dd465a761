"""icefall's files of a decoding: `store_transcripts` writes recogs-*.txt, `write_error_stats` errs-*.txt.

Their alignments are those of kaldialign, so of Kaldi's compute-wer: the policy `kaldi_wer`.
"""

from __future__ import annotations

import io
import logging
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

from ....formats.errors import UsageError
from ....formats.icefall import recogs
from ....formats.source import Source
from .kaldialign import align

__all__ = ["store_transcripts", "write_error_stats"]

_GAP = "*"
_SECTIONS = "PER-UTT DETAILS:, SUBSTITUTIONS:, DELETIONS:, INSERTIONS:, PER-WORD STATS:"
# Counts of a word: correct, substituted, said instead, inserted, deleted.
_CORRECT, _SUBSTITUTED, _INSTEAD, _INSERTED, _DELETED = range(5)

Pair = tuple[Any, Any]


def store_transcripts(
    filename: str | os.PathLike[str], texts: Iterable[tuple[str, Any, Any]], char_level: bool = False
) -> None:
    """Writes references and hypotheses to a file, two lines an utterance: its name, a tab, `ref=` and a list of words.

    >>> store_transcripts(os.devnull, [("u1", ["a", "b"], ["a"])])
    """
    with open(filename, "w", encoding="utf8") as file:
        for name, ref, hyp in texts:
            sides = (list("".join(ref)), list("".join(hyp))) if char_level else (ref, hyp)
            file.write("{0}:\tref={1}\n{0}:\thyp={2}\n".format(name, *sides))


def write_error_stats(
    f: TextIO,
    test_set_name: str,
    results: list[tuple[str, Any, Any]],
    enable_log: bool = True,
    compute_CER: bool = False,  # noqa: N803
    sclite_mode: bool = False,
) -> float:
    """Writes the errors of utterances (name, reference, hypothesis), in several sections; returns the rate in percent.

    >>> import sys
    >>> rate = write_error_stats(sys.stdout, "test", [("u1", ["a", "b"], ["a", "c"])], enable_log=False)
    ... # doctest: +ELLIPSIS
    %WER = 50.00
    Errors: 0 insertions, 0 deletions, 1 substitutions, over 2 reference words (1 correct)
    Search below for sections starting with PER-UTT DETAILS:, ...
    """
    if compute_CER:
        # The list of the caller has characters afterwards, as with the original.
        results[:] = [(name, list("".join(ref)), list("".join(hyp))) for name, ref, hyp in results]
    steps: Counter[Pair] = Counter()
    details = []
    for name, ref, hyp in results:
        pairs = align(ref, hyp, _GAP)
        details.append(f"{name}:\t{_details(pairs)}\n")
        # Details are without the costs of sclite, as with the original.
        steps.update(align(ref, hyp, _GAP, sclite_mode=True) if sclite_mode else pairs)
    errors = _Errors(steps)
    length = sum(len(ref) for _, ref, _ in results)
    rate = f"{100.0 * errors.total / length:.2f}"
    if enable_log:
        logging.info(
            f"[{test_set_name}] %WER {errors.total / length:.2%} [{errors.total} / {length}, {errors.inserted} ins, "
            f"{errors.deleted} del, {errors.substituted} sub ]"
        )
    print(f"%WER = {rate}\n{errors.summary(length)}\nSearch below for sections starting with {_SECTIONS}\n", file=f)
    print("PER-UTT DETAILS: corr or (ref->hyp)  ", file=f)
    print("".join(details), file=f)
    print("\n".join(errors.sections()), file=f)
    return float(rate)


def _details(pairs: Iterable[Pair]) -> str:
    """The words of an utterance; errors beside each other stand in one pair of brackets."""
    shown: list[str] = []
    refs: list[str] = []
    hyps: list[str] = []
    for ref, hyp in pairs:
        if ref != hyp:
            if ref != _GAP:
                refs.append(ref)
            if hyp != _GAP:
                hyps.append(hyp)
            continue
        if refs or hyps:
            shown.append(_joined(refs, hyps))
            refs, hyps = [], []
        if ref != _GAP:
            shown.append(ref)
    if refs or hyps:
        shown.append(_joined(refs, hyps))
    return " ".join(shown)


def _joined(refs: list[str], hyps: list[str]) -> str:
    """Errors beside each other; words that differ only in the place of a gap are right when they are joined."""
    ref, hyp = (" ".join(words) if words else _GAP for words in (refs, hyps))
    return ref if ref == hyp else f"({ref}->{hyp})"


class _Errors:
    """The errors of all utterances, by word."""

    def __init__(self, steps: Mapping[Pair, int]) -> None:
        self.substitutions: dict[Pair, int] = {}
        self.deletions: dict[Any, int] = {}
        self.insertions: dict[Any, int] = {}
        self.words: defaultdict[Any, list[int]] = defaultdict(lambda: [0] * 5)
        words = self.words
        for pair, number in steps.items():
            ref, hyp = pair
            if ref == _GAP:
                self.insertions[hyp] = number
                words[hyp][_INSERTED] += number
            elif hyp == _GAP:
                self.deletions[ref] = number
                words[ref][_DELETED] += number
            elif ref != hyp:
                self.substitutions[pair] = number
                words[ref][_SUBSTITUTED] += number
                words[hyp][_INSTEAD] += number
            else:
                words[ref][_CORRECT] += number
        self.correct = sum(counts[_CORRECT] for counts in words.values())
        self.substituted, self.deleted, self.inserted = (
            sum(counts.values()) for counts in (self.substitutions, self.deletions, self.insertions)
        )
        self.total = self.substituted + self.inserted + self.deleted

    def summary(self, length: int) -> str:
        """The line of counts."""
        return (
            f"Errors: {self.inserted} insertions, {self.deleted} deletions, {self.substituted} substitutions, "
            f"over {length} reference words ({self.correct} correct)"
        )

    def sections(self) -> Iterator[str]:
        """The lists of errors, the most frequent first, and the counts of each word."""
        yield "SUBSTITUTIONS: count ref -> hyp"
        yield from (f"{number}   {ref} -> {hyp}" for number, (ref, hyp) in _sorted(self.substitutions))
        yield "\nDELETIONS: count ref"
        yield from (f"{number}   {ref}" for number, ref in _sorted(self.deletions))
        yield "\nINSERTIONS: count hyp"
        yield from (f"{number}   {hyp}" for number, hyp in _sorted(self.insertions))
        yield "\nPER-WORD STATS: word  corr tot_errs count_in_ref count_in_hyp"
        rows = sorted(((sum(counts[1:]), word, counts) for word, counts in self.words.items()), reverse=True)
        for errors, word, counts in rows:
            correct, substituted, instead, inserted, deleted = counts
            yield f"{word}   {correct} {errors} {correct + substituted + deleted} {correct + instead + inserted}"


def _sorted(counts: dict[Any, int]) -> list[tuple[int, Any]]:
    return sorted(((number, key) for key, number in counts.items()), reverse=True)


def run(arguments: Sequence[str]) -> Iterator[str]:
    """The output of `write_error_stats` for a file of texts, recogs-*.txt."""
    options = {"--compute-CER": False, "--sclite-mode": False}
    files = [word for word in arguments if word not in options]
    if len(files) != 1 or files[0].startswith("-"):
        raise UsageError(
            "icefall write_error_stats: expected [--compute-CER] [--sclite-mode] RECOGS, such as recogs-test.txt"
        )
    output = io.StringIO()
    flags = [option in arguments for option in options]
    write_error_stats(output, "", [(name, *words) for name, words in recogs(Source(files[0])).items()], False, *flags)
    yield output.getvalue()


PROGRAMS = {"write_error_stats": run}
