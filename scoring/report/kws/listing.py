"""Trials of a recording and channel as rows of text, which the listings `pra` and `sgml` share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...kws.confusions import places
from ...kws.result import KwsResult
from ...kws.totals import Columns, Entry


@dataclass(frozen=True, slots=True)
class Line:
    """Trial: an occurrence, a detection, or a pair of both."""

    keyword: Entry
    verdict: str
    """C for a hit, D for a miss, I for a false alarm, R for a detection that the system rejected rightly."""
    ref: tuple[float, float] | None
    hyp: tuple[float, float] | None
    score: str
    decision: str
    """YES or NO; empty without a detection."""

    @property
    def text(self) -> str:
        """Text of the keyword, or its id where the text is not known."""
        return self.keyword.text or self.keyword.id


@dataclass(frozen=True, slots=True)
class Place:
    """Recording and channel with its trials in order of time."""

    recording: str
    channel: str
    lines: Sequence[Line]

    @property
    def name(self) -> str:
        """Name in headings."""
        return f"{self.recording}/{self.channel}"

    def counts(self) -> tuple[int, int, int, int]:
        """Number of hits, misses, false alarms and rejected detections."""
        counts = Counter(line.verdict for line in self.lines)
        return counts["C"], counts["D"], counts["I"], counts["R"]


def listed(item: KwsResult) -> Iterator[Place]:
    """Places of a result, sorted by recording and channel."""
    keywords = item.entries
    for recording, channel, part in places(item.ordered()):
        yield Place(recording, channel, list(_lines(part, keywords)))


def _lines(part: Columns, keywords: Sequence[Entry]) -> Iterator[Line]:
    refs = zip(part.ref_begin.tolist(), part.ref_end.tolist(), strict=True)
    hyps = zip(part.begin.tolist(), part.end.tolist(), strict=True)
    columns = (part.keyword, part.target, part.scored, part.yes, part.score_text)
    rows = zip(refs, hyps, *(column.tolist() for column in columns), strict=True)
    for ref, hyp, keyword, target, scored, yes, score in rows:
        yield Line(
            keywords[keyword],
            ("C" if yes else "D") if target else "I" if yes else "R",
            ref if target else None,
            hyp if scored else None,
            score.decode(),
            ("YES" if yes else "NO") if scored else "",
        )


def numbered(names: Sequence[str]) -> Iterator[str]:
    """List of names as sclite numbers its speakers."""
    return (f"   {place:2d}:  {name}\n" for place, name in enumerate(names))


def seconds(span: tuple[float, float] | None) -> tuple[str, str]:
    """Begin and end in milliseconds; empty without a span."""
    return ("", "") if span is None else (f"{span[0]:.3f}", f"{span[1]:.3f}")
