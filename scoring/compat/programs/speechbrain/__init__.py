"""SpeechBrain's error rates: `edit_distance` and `wer` are its modules of these names; its script compute_wer.py."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence

from . import edit_distance, wer

__all__ = ["edit_distance", "wer"]


class _Lines(argparse.HelpFormatter):
    """Help whose line ends stay where a text has any."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return text.splitlines() if "\n" in text else super()._split_lines(text, width)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="compute_wer.py",
        description="Compute word error rate or a Levenshtein alignmentbetween a hypothesis and a reference.",
        formatter_class=_Lines,
    )
    place = "Text file with utterance-ID on the first column."
    parser.add_argument("ref", help=f"The ground truth to compare against. {place}")
    parser.add_argument("hyp", help=f"The hypothesis, for which WER is computed. {place}")
    parser.add_argument(
        "--mode",
        help="How to treat missing hypotheses.\n"
        " 'present': only score hypotheses that were found\n"
        " 'all': treat missing hypotheses as empty\n"
        " 'strict': raise KeyError if a hypothesis is missing",
        choices=["present", "all", "strict"],
        default="strict",
    )
    parser.add_argument("--print-top-wer", action="store_true", help="Print a list of utterances with the highest WER.")
    parser.add_argument(
        "--print-alignments",
        action="store_true",
        help="Print alignments for between all refs and hyps.Also has details for individual hyps. Outputs a lot of "
        "text.",
    )
    parser.add_argument(
        "--align-separator",
        default=" ; ",
        help="When printing alignments, separate tokens with this.Note the spaces in the default.",
    )
    parser.add_argument(
        "--align-empty", default="<eps>", help="When printing alignments, empty spaces are filled with this."
    )
    parser.add_argument(
        "--utt2spk",
        help="Provide a mapping from utterance ids to speaker ids.If provided, print a list of speakers with highest "
        "WER.",
    )
    return parser


def _texts(path: str) -> dict[str, list[str]]:
    """The words of each utterance of a file; the last of a name counts."""
    texts = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, *words = line.split()
            texts[name] = words
    return texts


def _speakers(path: str) -> dict[str, str]:
    """The speaker of each utterance of a file."""
    speakers = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, speaker = line.split()
            speakers[name] = speaker
    return speakers


def compute_wer(arguments: Sequence[str]) -> Iterator[str]:
    """The output of `compute_wer.py` for the words behind its name."""
    options = _parser().parse_args(arguments)
    details = edit_distance.wer_details_by_utterance(
        _texts(options.ref),
        _texts(options.hyp),
        compute_alignments=options.print_alignments,
        scoring_mode=options.mode,
    )
    output = io.StringIO()
    wer.print_wer_summary(edit_distance.wer_summary(details), output)
    if options.print_top_wer:
        wer.print_top_utterances(*edit_distance.top_wer_utts(details), output)
    yield output.getvalue()
    if options.utt2spk:
        output = io.StringIO()
        speakers = edit_distance.wer_details_by_speaker(details, _speakers(options.utt2spk))
        wer.print_top_speakers(edit_distance.top_wer_spks(speakers), output)
        yield output.getvalue()
    if options.print_alignments:
        output = io.StringIO()
        wer.print_alignments(details, output, options.align_empty, options.align_separator)
        yield output.getvalue()


PROGRAMS = {"compute_wer.py": compute_wer}
