"""Report of md-eval about one type of metadata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .metadata import Counts
from .regions import MOMENT
from .report import conditions

_KINDS = ("REF", "DEL", "INS", "SUB")
_MISS, _FALSE_ALARM = "{Miss}", "{FA}"
_FARTHEST = 3
_CORNER = "ALL - ref\\sys"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Letters of the conditions that get rows of their own: of events, and of words."""

    events: str
    words: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of all recordings, by condition."""

    words: dict[str, Counter[str]] = field(default_factory=dict)
    events: dict[str, Counter[str]] = field(default_factory=dict)
    confusions: dict[str, Counter[str]] = field(default_factory=dict)
    begins: Counter[int] = field(default_factory=Counter)
    ends: Counter[int] = field(default_factory=Counter)

    def add(self, counts: Counts, place: tuple[str, str], types: Mapping[str, str], chosen: Chosen) -> None:
        """Adds a recording, at its name and channel, with the types of its speakers."""
        for condition in ("ALL", *conditions(place, chosen.words)) if counts.words else ():
            self.words.setdefault(condition, Counter()).update(counts.words)
        self.begins.update(counts.begins)
        self.ends.update(counts.ends)
        for kind, by_subtype in counts.events.items():
            for (speaker, subtype), count in by_subtype.items():
                if count:
                    self._add_event(kind, subtype, count)
                    of_speaker = [f"s={speaker}"] * ("s" in chosen.events.lower())
                    of_speaker += [f"g={types.get(speaker, '')}"] * ("g" in chosen.events.lower())
                    for condition in ("ALL", *conditions(place, chosen.events), *of_speaker):
                        self.events.setdefault(condition, Counter())[kind] += count
        for (ref, hyp), count in counts.confusions.items():
            self._row(ref)[hyp] += count
            self._row(hyp)[ref] += 0

    def _add_event(self, kind: str, subtype: str, count: int) -> None:
        self._row(subtype)[_MISS] += count if kind == "DEL" else 0
        self._row(_FALSE_ALARM)[subtype] += count if kind == "INS" else 0

    def _row(self, name: str) -> Counter[str]:
        return self.confusions.setdefault(name, Counter())


def metadata_report(kind: str, summary: Summary) -> Iterator[str]:
    """Lines of the report of a type such as SU."""
    words = summary.words.get("ALL", Counter())
    wrong = words["DEL"] + words["INS"] + (words["SUB"] if kind in ("SU", "FILLER") else 0)
    score = 100 * wrong / max(words["REF"], MOMENT)
    yield f"\n*** Performance analysis for {kind}s ***  overall error SCORE = {score:.2f}%"
    titles = {"SU": "SU (exact) end detection", "IP": "IP (exact) detection"}
    yield f"\n{titles.get(kind, f'{kind} word coverage')} statistics -- in terms of reference words"
    yield from _table(summary.words)
    yield f"\n{kind} detection statistics -- in terms of # of {kind}s"
    yield from _table(summary.events)
    yield f"\n{kind} detection confusion matrix -- in terms of # of {kind}s"
    if summary.confusions:
        yield from _confusions(summary.confusions)
    if summary.begins:
        yield f"\n{kind} word offset statistics for ALL data"
        yield "  word offsets:  <-3  " + "".join(f"{place:5d}" for place in _near()) + "     >3"
        yield "           BEG:" + _offsets(summary.begins)
        yield "           END:" + _offsets(summary.ends)


def _table(counts: Mapping[str, Counter[str]]) -> Iterator[str]:
    yield f"{'Nref':>36}    Ndel  Nins  Nsub     %Del   %Ins   %Sub     %D+I   %Tot"
    for name in sorted(counts):
        refs, deleted, inserted, confused = (counts[name][kind] for kind in _KINDS)
        norm = 100 / max(refs, MOMENT)
        both = deleted + inserted
        values = (deleted, inserted, confused, both, both + confused)
        shares = [f"{min(999.99, norm * value):6.2f}" for value in values]
        label = " " * 17 + "ALL" if name == "ALL" else name
        told = f"{label:<28.28}   {refs:5d}   {deleted:5d} {inserted:5d} {confused:5d}"
        yield f"{told}   {' '.join(shares[:3])}   {' '.join(shares[3:])}"


def _confusions(rows: Mapping[str, Counter[str]]) -> Iterator[str]:
    columns = [name for name in sorted(rows) if name != _FALSE_ALARM]
    head = f"{_CORNER:>24}"
    yield head + "".join(f"{name:>10.8}" for name in columns) + f"    {_MISS:>10.8}"
    for name in sorted(rows):
        blank = "\n" if name == _FALSE_ALARM else ""
        cells = "".join(f"{rows[name][column]:8d}  " for column in columns)
        missed = "" if name == _FALSE_ALARM else f"    {rows[name][_MISS]:8d}  "
        yield f"{blank}{name:>24.24}{cells}{missed}"


def _near() -> Sequence[int]:
    return range(-_FARTHEST, _FARTHEST + 1)


def _offsets(counts: Counter[int]) -> str:
    below = sum(count for place, count in counts.items() if place < -_FARTHEST)
    above = sum(count for place, count in counts.items() if place > _FARTHEST)
    near = "".join(f"{counts[place]:5d}" if place in counts else "    -" for place in _near())
    return f"{below:5d}  {near}{above:7d}"
