"""Readers of scores: files and folders of Kaldi's scoring, reports of sclite, results of scorelite."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ...formats.errors import UsageError
from ...formats.source import Source
from ..common.tie_policy import KALDI_ALIGN
from .json_scores import read_json
from .kaldi_scores import read_bootci, read_ops, read_per_spk, read_per_utt, read_wer
from .sclite_scores import read_dtl, read_pra, read_raw, read_sgml, read_sys
from .scores import Scores

_SUMMARY = re.compile(r"(?:(?:PASS|FAIL): .*\n)?ref  .*\nhyp  ")


Reader = Callable[[str, str], Scores]


def read(path: str | os.PathLike[str]) -> Scores:
    """Reads a file of scores, or a folder of Kaldi's scoring; the kind is detected by content."""
    name = os.fspath(path)
    if os.path.isdir(name):
        return _folder(Path(name))
    text = Source(name, errors="surrogateescape").text
    for looks_like, reader in _READERS:
        if looks_like(text):
            return reader(name, text)
    if _SUMMARY.match(text):
        raise UsageError(f"{name}: a summary for people; expected what scorelite score --json -o FILE writes")
    raise UsageError(
        f"{name}: unknown kind of scores; a transcript needs its reference: ref=FILE (--ref FILE), as in `scorelite "
        "compare --ref REF HYP HYP`, or `scorelite score REF HYP` if this is the reference; scores are a file or "
        "folder of Kaldi's scoring (wer_*, best_wer, per_utt, per_spk, ops, wer_bootci), a report of sclite (sys, "
        "raw, dtl, sgml, pra) or what `scorelite score REF HYP --json -o FILE` writes"
    )


def _folder(folder: Path) -> Scores:
    """Scores of a decoding folder, its scoring_kaldi or its wer_details: the best rate, with details if present."""
    files = [path for path in sorted(folder.glob("wer_*")) if path.is_file() and path.name != "wer_bootci"]
    places = [folder / "scoring_kaldi", folder]
    if folder.name == "wer_details":
        places.append(folder.parent)
    candidates = [place / "best_wer" for place in places if (place / "best_wer").is_file()]
    rated = [read(path) for path in files]
    best = min(rated, key=lambda scores: _rate(scores.rate)) if rated else read(candidates[0]) if candidates else None
    details = next(
        (
            path
            for path in (folder / "scoring_kaldi" / "wer_details", folder / "wer_details", folder)
            if (path / "per_utt").is_file()
        ),
        None,
    )
    detail = read(details / "per_utt") if details else None
    interval = read(details / "wer_bootci") if details and (details / "wer_bootci").is_file() else None
    if best is None and detail is None:
        tables = sorted(path.name for path in folder.iterdir() if path.suffix in (".jsonl", ".csv", ".tsv"))
        if tables:
            raise UsageError(f"{folder}: a folder with tables; expected one of them, such as {folder / tables[0]}")
        raise UsageError(f"{folder}: not a scoring folder of Kaldi; expected wer_*, best_wer or per_utt in it")
    chosen = best or detail
    assert chosen is not None
    return Scores(
        str(folder),
        f"Kaldi's folder, {chosen.name}" if best else "Kaldi's wer_details",
        chosen.policy,
        counts=chosen.counts,
        rate=chosen.rate,
        words=chosen.words,
        sentences=chosen.sentences,
        wrong=chosen.wrong,
        interval=interval.interval if interval else None,
        detail_policy=KALDI_ALIGN.name,
        utterances=detail.utterances if detail else None,
        steps=detail.steps if detail else None,
    )


def _rate(rate: float | None) -> float:
    return float("inf") if rate is None or rate != rate else rate


def _has(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda text: compiled.search(text) is not None


_READERS: Iterable[tuple[Callable[[str], bool], Reader]] = (
    (lambda text: text[:4096].lstrip().startswith(("{", "[")), read_json),
    (_has(r"\A<SYSTEM title="), read_sgml),
    (_has(r"\A\s*DUMP OF SYSTEM ALIGNMENT STRUCTURE"), read_pra),
    (_has(r"\ADETAILED OVERALL REPORT"), read_dtl),
    (_has(r"\A(correct|insertion|deletion|substitution) +\S+ +\S+ +\d+$"), read_ops),
    # Large files first: the patterns below are searched in the whole file.
    (_has(r"\A\s*(\S+ (ref|hyp|op) .*\n)*\S+ #csid "), read_per_utt),
    (_has(r"^\s*\| *Sum/Avg *\|"), read_sys),
    (_has(r"^\s*\| *Sum *\|"), read_raw),
    (_has(r"^Set1: %WER \S+ 95% Conf Interval \["), read_bootci),
    (_has(r"%WER \S+ \["), read_wer),
    (_has(r"^SPEAKER +id "), read_per_spk),
    (_has(r"^\S+ #csid "), read_per_utt),
)
