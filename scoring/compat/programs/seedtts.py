"""The scripts of seed-tts-eval behind the rates of text-to-speech papers: the mean of the rates of utterances.

`run_wer.py` recognises the speech itself. Here the transcripts come from a file, as one more argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from pathlib import Path

from ....formats.errors import UsageError, short
from ...normalise.plain import SEED_TTS_REMOVED
from .jiwer import process_words

__all__ = ["rated"]

_HEAD = ("utt", "wav_res", "res_wer", "text_ref", "text_res", "res_wer_ins", "res_wer_del", "res_wer_sub")


def rated(hyp: str, ref: str, language: str) -> tuple[float, float, float, float]:
    """The rate of an utterance, then its insertions, deletions and substitutions by words of the reference.

    >>> rated("we saw it.", "We saw him!", "en")
    (0.3333333333333333, 0.0, 0.0, 0.3333333333333333)
    """
    texts = [text.translate(SEED_TTS_REMOVED).replace("  ", " ") for text in (ref, hyp)]
    if language == "zh":
        texts = [" ".join(text) for text in texts]
    elif language == "en":
        texts = [text.lower() for text in texts]
    else:
        raise NotImplementedError
    output = process_words(*texts)
    words = len(texts[0].split(" "))
    return output.wer, output.insertions / words, output.deletions / words, output.substitutions / words


def _run_wer(arguments: Sequence[str]) -> Iterator[str]:
    """Writes a row for each utterance of a list that has a transcript; prints nothing."""
    if len(arguments) != 4:
        raise UsageError(
            "run_wer.py recognises speech, which this one does not; expected LIST RESULT LANGUAGE TRANSCRIPTS, "
            "the last a file with lines WAV|TEXT"
        )
    listed, result, language, transcripts = arguments
    spoken = {}
    for number, line in enumerate(_lines(transcripts), 1):
        wav, stroke, text = line.partition("|")
        if not stroke:
            raise UsageError(f"{transcripts}:{number}:1: no text; expected WAV|TEXT")
        spoken[wav] = text
    rows = []
    for line in _lines(listed):
        cells = line.split("|")
        if not 2 <= len(cells) <= 4:
            raise NotImplementedError
        wav, ref = cells[0], cells[2 if len(cells) == 4 else -1]  # four cells: of edited speech
        if wav in spoken:
            rate, *rates = rated(spoken[wav], ref, language)
            rows.append("\t".join([wav, str(rate), ref, spoken[wav], *map(str, rates)]) + "\n")
    if not rows:
        raise UsageError(f"{transcripts}: no line of a file in {listed}; expected lines WAV|TEXT, WAV as in the list")
    Path(result).write_text("".join(rows), encoding="utf-8")
    yield from ()


def _average_wer(arguments: Sequence[str]) -> Iterator[str]:
    """Prints the mean of the rates in a file of rows, and writes it below these."""
    if len(arguments) != 2:
        raise UsageError("average_wer.py: expected INFILE OUTFILE")
    rows = Path(arguments[0]).read_text(encoding="utf-8").splitlines(keepends=True)
    rates = []
    for row in rows:
        cells = row.strip().split("\t")
        if len(cells) != len(_HEAD) - 1:
            raise UsageError(f"{arguments[0]}: {short(row.strip())}; expected seven columns, as run_wer.py writes them")
        rates.append(float(cells[1]))
    if not rates:
        raise UsageError(f"{arguments[0]}: no rows; expected those that run_wer.py writes")
    mean = f"WER: {round(fsum(rates) / len(rates) * 100, 3)}%\n"
    Path(arguments[1]).write_text("".join(["\t".join(_HEAD) + "\n", *rows, mean]), encoding="utf-8")
    yield f"{mean}\n"


def _lines(path: str) -> list[str]:
    return [line.strip() for line in Path(path).read_text(encoding="utf-8").splitlines()]


PROGRAMS = {"run_wer.py": _run_wer, "average_wer.py": _average_wer}
