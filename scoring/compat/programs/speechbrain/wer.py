"""SpeechBrain's module `speechbrain.dataio.wer`: the texts of a summary and of alignments."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from .edit_distance import Details, Step

__all__ = ["print_alignments", "print_top_speakers", "print_top_utterances", "print_wer_summary"]

_RULE = "=" * 80
_EXAMPLE: tuple[list[Step], list[str], list[str]] = (
    [("I", None, 0), ("S", 0, 1), ("=", 1, 2), ("=", 2, 3), ("S", 3, 4), ("D", 4, None)],
    ["reference", "on", "the", "first", "line"],
    ["and", "hypothesis", "on", "the", "third"],
)


def print_wer_summary(wer_details: Mapping[str, Any], file: TextIO | None = sys.stdout) -> None:
    """Writes a summary of `wer_summary`, much as Kaldi's compute-wer does.

    >>> from .edit_distance import wer_details_for_batch, wer_summary
    >>> print_wer_summary(wer_summary(wer_details_for_batch(["u1"], [["a", "b"]], [["a", "c"]])), sys.stdout)
    %WER 50.00 [ 1 / 2, 0 ins, 0 del, 1 sub ]
    %SER 100.00 [ 1 / 1 ]
    Scored 1 sentences, 0 not present in hyp.
    """
    partial = " [PARTIAL]" if wer_details["num_scored_sents"] < wer_details["num_ref_sents"] else ""
    print(f"%WER {_counts(wer_details, 'num_scored_tokens')}{partial}", file=file)
    print("%SER {SER:.2f} [ {num_erroneous_sents} / {num_scored_sents} ]".format(**wer_details), file=file)
    print(
        "Scored {num_scored_sents} sentences, {num_absent_sents} not present in hyp.".format(**wer_details), file=file
    )


def _counts(details: Mapping[str, Any], words: str) -> str:
    """The rate and the counts of a summary or of an utterance."""
    return (
        f"{details['WER']:.2f} [ {details['num_edits']} / {details[words]}, {details['insertions']} ins, "
        f"{details['deletions']} del, {details['substitutions']} sub ]"
    )


def print_alignments(
    details_by_utterance: Iterable[Details],
    file: TextIO | None = sys.stdout,
    empty_symbol: str = "<eps>",
    separator: str = " ; ",
    print_header: bool = True,
    sample_separator: str | None = None,
) -> None:
    """Writes the alignment of each scored utterance in three lines: reference, steps, hypothesis."""
    cells = _Cells(empty_symbol)
    if print_header:
        print(f"{_RULE}\nALIGNMENTS\n\nFormat:\n<utterance-id>, WER DETAILS", file=file)
        print(_aligned(*_EXAMPLE, cells, separator), file=file)
    for each in details_by_utterance:
        if each["scored"]:
            if print_header:
                print(f"{_RULE}\n{each['key']}, %WER {_counts(each, 'num_ref_tokens')}", file=file)
            steps, ref, hyp = each["alignment"], each["ref_tokens"], each["hyp_tokens"]
            print(_aligned(steps, ref, hyp, cells, separator), file=file)
            if sample_separator:
                print(sample_separator, file=file)


class _Cells(dict[tuple[str, Any, Any], tuple[str, str, str]]):
    """Texts of a step and its two words, centred in one width."""

    def __init__(self, empty: str) -> None:
        super().__init__()
        self.empty = empty

    def __missing__(self, key: tuple[str, Any, Any]) -> tuple[str, str, str]:
        step, ref, hyp = key
        above, below = (self.empty if step == "I" else str(ref)), (self.empty if step == "D" else str(hyp))
        width = max(len(above), len(step), len(below))
        cells = self[key] = above.center(width), step.center(width), below.center(width)
        return cells


def _aligned(steps: Iterable[Step], ref: Sequence[Any], hyp: Sequence[Any], cells: _Cells, separator: str) -> str:
    """The three lines of an alignment."""
    columns = [cells[step, None if i is None else ref[i], None if j is None else hyp[j]] for step, i, j in steps]
    return "\n".join(map(separator.join, zip(*columns, strict=True))) if columns else "\n\n"


def print_top_utterances(
    top_non_empty: Sequence[Details], top_empty: Sequence[Details], file: TextIO | None = sys.stdout
) -> None:
    """Writes the worst utterances, those with words in the hypothesis and those without."""
    print(f"{_RULE}\nUTTERANCES WITH HIGHEST WER", file=file)
    groups = (
        (top_non_empty, "Non-empty hypotheses -- utterances for which output was produced:", ""),
        (top_empty, "Empty hypotheses -- utterances for which no output was produced:", "not "),
    )
    for details, title, negation in groups:
        print(title if details else f"No utterances which had {negation}produced output!", file=file)
        for each in details:
            print(f"{each['key']} %WER {each['WER']:.2f}", file=file)


def print_top_speakers(spks_by_wer: Iterable[Mapping[str, Any]], file: TextIO | None = sys.stdout) -> None:
    """Writes the worst speakers."""
    print(f"{_RULE}\nSPEAKERS WITH HIGHEST WER", file=file)
    for each in spks_by_wer:
        print(f"{each['speaker']} %WER {each['WER']:.2f}", file=file)
