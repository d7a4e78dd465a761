"""Notices of labels with times: what a score should say in addition to its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from unicodedata import normalize

import numpy as np

from ...formats.engine.needed_names import DEFAULT_SPEAKER
from ...formats.engine.silence import labels_without_speech
from ...formats.errors import arguments_in, quantity, short
from ..common.counts import percent
from ..common.results import other_unit
from ..notices.notice import SIDES
from ..notices.oddities import of_texts
from ..notices.silence import labels_of_silence
from ..notices.speakers import lost_speakers
from .measure import Recording
from .turns import Turns

# So few labels may be doubled, or overlap, by accident.
_FEW = 10
# Less speech moves no rate by a tenth of a point.
_LEAST_SPEECH = 0.001
_ROUNDING = 1e-6
# Regions in milliseconds are about so many times as long as their labels.
_LEAST_UNIT, _MOST_UNIT = 500, 3000
_NOBODY = frozenset(("", "<NA>", DEFAULT_SPEAKER))
"""What labels without a speaker have in the place of a name."""


def notices_of(recordings: Sequence[Recording]) -> Iterator[str]:
    """Remarks on the times of both sides: their unit, ends in the place of durations, labels that occur twice.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref, hyp = turns_of([("anna", 0.0, 2.5)]), turns_of([("anna", 3.0, 4.0)])
    >>> print(*notices_of([Recording("talk", ref, hyp)]))
    no label of the hypothesis overlaps one of the reference: are the times from the same recordings?
    """
    sides = _sides(recordings)
    unit = other_unit(*(max((turns.last for turns in side), default=0.0) for side in sides))
    if unit:
        yield unit
    elif regions := _other_unit_of_regions(recordings):
        yield regions
    elif have_nothing_in_common(recordings):
        yield ("no label of the hypothesis overlaps one of the reference: are the times from the same recordings?")
    yield from _endless(recordings)
    for name, side in zip(SIDES, sides, strict=True):
        if sum(map(len, side)) < _FEW:
            continue
        if all(_is_doubled(turns) for turns in side):
            yield f"every label of the {name} occurs twice"
        if all(_has_ends(turns) for turns in side):
            yield f"labels of the {name} overlap the next ones: are durations ends?"


def _other_unit_of_regions(recordings: Sequence[Recording]) -> str:
    """A remark on regions that end a thousand times as late as the labels in them; empty for others."""
    ends = [
        (max(end for _, end in each.regions), max(each.ref.last, each.hyp.last)) for each in recordings if each.regions
    ]
    if not ends or not all(_LEAST_UNIT * last <= end <= _MOST_UNIT * last for end, last in ends):
        return ""
    end, last = max(ends)
    return f"times of the regions go up to {end:g}, those of labels to {last:g}: are both in seconds?"


def have_nothing_in_common(recordings: Sequence[Recording]) -> bool:
    """Whether both sides have labels, and none overlaps one of the other side."""
    sides = _sides(recordings)
    return all(map(any, sides)) and not any(_overlap(each.ref, each.hyp) for each in recordings)


def of_silence(recordings: Sequence[Recording], effect: str) -> Iterator[str]:
    """A remark on silence that one side labels and the other leaves out, and its effect on the measure.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref, hyp = (turns_of([("a", 0, 1), *more, ("b", 2, 3)]) for more in ([], [("sil", 1, 2)]))
    >>> print(*of_silence([Recording("talk", ref, hyp)], "its end is a boundary there alone"))  # doctest: +ELLIPSIS
    silence is labelled 'sil' in the hypothesis and left out in the reference: its end is a boundary there alone; ...
    """
    sides = _sides(recordings)
    words = [Counter(name.lower() for turns in side for name in turns.names) for side in sides]
    for place, (name, other) in enumerate((SIDES, SIDES[::-1])):
        labels = labels_of_silence(words[place], words[1 - place])
        pairs = zip(sides[place], sides[1 - place], strict=True)
        if labels and any(_leaves_out(turns, labels, others) for turns, others in pairs):
            spelled = sorted({name for turns in sides[place] for name in turns.names if name.lower() in labels})
            yield (
                f"silence is labelled {', '.join(map(repr, spelled))} in the {name} and left out in the {other}: "
                f"{effect}; `scorelite normalise FILE NEW --normalise 'drop:{' '.join(spelled)}'` writes each file "
                f"of the {name} without it"
            )


def of_silent_names(recordings: Sequence[Recording]) -> Iterator[str]:
    """A remark for each side on labels of silence, which are no speakers.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref, hyp = turns_of([("a", 0, 2), ("silence", 2, 3)]), turns_of([("x", 0, 2)])
    >>> print(*of_silent_names([Recording("talk", ref, hyp)]))
    labels of silence in the reference ('silence') are left out: they are no speakers
    """
    sides = _sides(recordings)
    for name, side in zip(SIDES, sides, strict=True):
        if silent := {label for turns in side for label in labels_without_speech(turns.names)}:
            shown = ", ".join(map(repr, sorted(silent)))
            yield f"labels of silence in the {name} ({shown}) are left out: they are no speakers"


def of_no_speech(recordings: Sequence[Recording]) -> Iterator[str]:
    """A remark for each side whose labels are all of silence, so that it has no speech.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref, hyp = turns_of([("speech", 0, 2)]), turns_of([("nonspeech", 2, 3)])
    >>> print(*of_no_speech([Recording("talk", ref, hyp)]))
    no label of the hypothesis is speech, only 'nonspeech'
    """
    for name, side in zip(SIDES, _sides(recordings), strict=True):
        names = {turns.names[code] for turns in side for code in {*turns.codes.tolist()}}
        if names and names == labels_without_speech(names):
            yield f"no label of the {name} is speech, only {', '.join(map(repr, sorted(names)))}"


def _leaves_out(turns: Turns, labels: Sequence[str], others: Turns) -> bool:
    """Whether the other side has time without labels where these turns may have silence."""
    codes = [code for code, name in enumerate(turns.names) if name.lower() in labels]
    silence = turns.where(np.isin(turns.codes, codes))
    if not len(silence) or not len(others):
        return False
    outside = silence.starts.min() < others.starts.min() - _ROUNDING or silence.ends.max() > others.last + _ROUNDING
    return bool(outside) or _has_gaps(others)


def _has_gaps(turns: Turns) -> bool:
    """Whether a label begins after the end of all labels before it."""
    order = np.argsort(turns.starts, kind="stable")
    latest = np.maximum.accumulate(turns.ends[order])
    return bool(np.any(turns.starts[order][1:] > latest[:-1] + _ROUNDING))


def of_own_overlaps(recordings: Sequence[Recording]) -> Iterator[str]:
    """A remark for each side on turns that overlap another one of their speaker, which pyannote counts twice.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> ref, hyp = turns_of([("a", 0, 2), ("a", 1, 3)]), turns_of([("a", 0, 2), ("b", 1, 3)])
    >>> print(*of_own_overlaps([Recording("talk", ref, hyp)]))
    1 turn of the reference overlaps one of the same speaker: this time counts once, and twice in pyannote
    """
    sides = _sides(recordings)
    for name, side in zip(SIDES, sides, strict=True):
        if number := sum(map(_own_overlaps, side)):
            verb = "overlaps" if number == 1 else "overlap"
            yield (
                f"{quantity(number, 'turn')} of the {name} {verb} one of the same speaker: this time counts once, and "
                "twice in pyannote"
            )


def _own_overlaps(turns: Turns) -> int:
    """The number of turns that begin before the end of the one before of their speaker."""
    order = np.lexsort((turns.starts, turns.codes))
    is_same = turns.codes[order][1:] == turns.codes[order][:-1]
    return int(np.sum(is_same & (turns.starts[order][1:] < turns.ends[order][:-1] - _ROUNDING)))


def of_outside(outside: float, speech: float) -> Iterator[str]:
    """A remark on speech of the hypothesis before or after all labels of the reference, which md-eval does not score.

    Both numbers are in seconds; `speech` is that of the reference.

    >>> [text] = of_outside(5.0, 10.0)
    >>> text.partition(";")[0]
    '5.00 s of hypothesis speech (50.0 % of the reference) before or after all labels of the reference: not scored'
    """
    if outside > _LEAST_SPEECH * speech:
        part = f" ({percent(outside / speech)} of the reference)" if speech else ""
        yield arguments_in(
            f"{outside:.2f} s of hypothesis speech{part} before or after all labels of the reference: not scored; "
            "convention='pyannote' (--convention pyannote) counts them as false alarms, uem='FILE' (--uem FILE) "
            "names the scored time"
        )


def _endless(recordings: Sequence[Recording]) -> Iterator[str]:
    """A remark on a label without an end, after which nothing shows how long the recording lasts."""
    for each in recordings:
        latest = max(each.ref.latest(), each.hyp.latest())
        for turns in (each.ref, each.hyp) if each.regions is None else ():
            for place in np.flatnonzero(np.isinf(turns.ends) & (turns.starts >= latest)):
                label = f"label {turns.names[turns.codes[place]]!r} of {each.name}"
                yield (
                    f"{label} begins at the latest time of both sides, {latest:g}, and has no end: it has no length; "
                    "add its end, or regions that cover the recording"
                )
                return


def of_nameless(refs: Set[str], hyps: Set[str]) -> Iterator[str]:
    """A remark on labels of one side that name no speaker, next to labels that do.

    >>> print(*of_nameless({"anna", "ben"}, {"<NA>"}))
    no label of the hypothesis names a speaker (<NA>): they count as one speaker
    >>> print(*of_nameless({"anna", "ben"}, {"x", ""}))
    some labels of the hypothesis name no speaker: they count as one more speaker; leave them out or name their speakers
    """
    for name, names, others in (("reference", refs, hyps), ("hypothesis", hyps, refs)):
        if names and names <= _NOBODY and len(others - _NOBODY) > 1:
            written = "".join(f" ({each})" for each in sorted(names) if each)
            yield f"no label of the {name} names a speaker{written}: they count as one speaker"
        elif names & _NOBODY and names - _NOBODY:
            yield (
                f"some labels of the {name} name no speaker: they count as one more speaker; leave them out or name "
                "their speakers"
            )


def of_lost_speakers(recordings: Sequence[Recording]) -> Iterator[str]:
    """A remark on a hypothesis of one speaker, or of far too many, where the reference has several."""
    if any({*each.hyp.names} <= _NOBODY for each in recordings):
        return  # another remark says so
    refs, hyps = ([len({*turns.codes.tolist()}) for turns in side] for side in _sides(recordings))
    if recordings and (text := lost_speakers(refs, hyps, sum(len(each.hyp) for each in recordings))):
        yield text


def _sides(recordings: Sequence[Recording]) -> tuple[list[Turns], list[Turns]]:
    return [each.ref for each in recordings], [each.hyp for each in recordings]


def of_names(refs: Set[str], hyps: Set[str]) -> Iterator[str]:
    """Remarks on values that differ from one of the other side in how they are written alone.

    >>> print(*of_names({"Dog", "music"}, {"dog", "music"}))
    values differ only in case, blanks, underscores or Unicode form, such as 'Dog' and 'dog': they count as different
    """
    only_refs, only_hyps = sorted(refs - hyps), sorted(hyps - refs)
    others = dict(zip(_plain(only_hyps), only_hyps, strict=True))
    alike = ((name, others[plain]) for name, plain in zip(only_refs, _plain(only_refs), strict=True) if plain in others)
    for name, other in alike:
        how = "case, blanks, underscores or Unicode form"
        yield f"values differ only in {how}, such as {name!r} and {other!r}: they count as different"
        break
    yield from map(str, of_texts(sorted(refs), sorted(hyps), are_names=True))


def of_sentences(refs: Set[str], hyps: Set[str]) -> Iterator[str]:
    """A remark where the values of both sides are what speakers say.

    >>> print(*of_sentences({"good day to you"}, {"good day to all"}))
    values are texts, such as 'good day to you': to compare who speaks when, use the measure diarisation
    """
    if all(2 * sum(len(name.split()) > 2 for name in names) > len(names) for names in (refs, hyps)):
        example = short(repr(min(refs)))
        yield f"values are texts, such as {example}: to compare who speaks when, use the measure diarisation"


def _plain(names: Sequence[str]) -> list[str]:
    """The names without what only case, blanks, underscores and Unicode forms make different."""
    formed = (normalize("NFKC", name).replace("_", " ") for name in names)
    return list(map(" ".join, map(str.split, map(str.casefold, formed))))


def nothing_within(recordings: Sequence[Recording]) -> bool:
    """Whether no label of either side lies in a region that is scored."""
    return not any(
        len(turns) and (each.regions is None or _overlap(turns, _turns(each.regions)))
        for each in recordings
        for turns in (each.ref, each.hyp)
    )


def _turns(regions: Sequence[tuple[float, float]]) -> Turns:
    starts, ends = np.array(regions, dtype=np.float64).reshape(-1, 2).T
    return Turns(("",), np.zeros(len(starts), dtype=np.int64), starts, ends)


def _overlap(first: Turns, other: Turns) -> bool:
    """Whether any label overlaps one of the other side."""
    begun = np.searchsorted(np.sort(other.starts), first.ends, "left")
    ended = np.searchsorted(np.sort(other.ends), first.starts, "right")
    return bool(np.any(begun > ended))


def _is_doubled(turns: Turns) -> bool:
    order = np.lexsort((turns.codes, turns.ends, turns.starts))
    columns = [column[order] for column in (turns.codes, turns.ends, turns.starts)]
    return len(turns) % 2 == 0 and all(np.array_equal(column[::2], column[1::2]) for column in columns)


def _has_ends(turns: Turns) -> bool:
    """Whether every label lasts as long as the time before it, and nearly all overlap the next."""
    order = np.argsort(turns.starts, kind="stable")
    starts, ends = turns.starts[order], turns.ends[order]
    overlapping = np.count_nonzero(ends[:-1] > starts[1:])
    return bool(np.all(ends - starts >= starts)) and 10 * overlapping >= 9 * (len(turns) - 1)
