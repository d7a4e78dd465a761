"""Lists of md-eval: errors of metadata and words one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .metadata import Line, Placed
from .reading import Event
from .words import WordPath, weight

_NOTHING = "--- "


def metadata_lines(kind: str, lines: Sequence[Line], where: str, *, mapped: bool) -> Iterator[str]:
    """The list of one type of metadata; with `mapped` it has the times of the system as mapped to the reference too."""
    yield f"\n{kind} alignment and scoring details for {where}"
    yield _head(mapped)
    for line in lines:
        yield _row(line, mapped)


def word_lines(path: WordPath, where: str, *, mapped: bool) -> Iterator[str]:
    """The list of words."""
    yield f"\nWord alignment and scoring details for {where}"
    yield _head(mapped)
    place, size = 0, len(path.hyps)

    def insertion(place: int) -> Iterator[str]:
        hyp = path.hyps[place]
        if place in path.ref_of:
            # A word that two speakers claim, which occurs with a pass for each.
            yield f"{'UNEXPECTED MAPPED SYS WORD:':>71}{_word(hyp)}"
        yield _row(Line(None, _timed(path, hyp), 0, path.errors(None, hyp), "INS"), mapped)

    for number, ref in enumerate(path.refs):
        partner = path.partner.get(number)
        if partner is None:
            yield _row(Line(ref, None, weight(ref), path.errors(ref, None), "DEL"), mapped)
            continue
        while place < size and place != partner:
            yield from insertion(place)
            place += 1
        if place < size:
            hyp = path.hyps[place]
            yield _row(Line(ref, _timed(path, hyp), weight(ref), path.errors(ref, hyp), "SUB"), mapped)
            place += 1
        else:
            yield f"{'SYS WRD NOT FOUND FOR REF WRD:':>71}{_word(ref)}"
    for rest in range(place, size):
        yield from insertion(rest)


def _word(word: Event) -> str:
    return f"{word.word:>16} {word.word_type:<7}{' ' * 18}{word.begin:8.2f}{word.length:8.2f} {word.speaker:<16}"


def _timed(path: WordPath, hyp: Event) -> Placed:
    return Placed(hyp, path.time(hyp.begin), path.time(hyp.end), 0, 0)


def _head(mapped: bool) -> str:
    def side(name: str, speaker: str, times: str) -> str:
        return f" {name:>16.16} {'type':<7}{times} {speaker:<12.12}"

    plain = f"{'tbeg':>8}{'tend':>8}"
    times = f"  {'Rtbeg':>7}{'Rtend':>8} {plain}" if mapped else plain
    hyp = side("SYS:  token", "sys-speaker" if mapped else "speaker", times)
    return " ref del ins sub" + side("REF:  token", "speaker", plain) + hyp


def _row(line: Line, mapped: bool) -> str:
    shown = {"REF": str(line.refs), "DEL": "-", "INS": "-", "SUB": "-", line.kind: str(line.errors)}
    counts = "".join(f"{value:>4}" for value in shown.values())
    hyp = line.hyp.event if line.hyp is not None else None
    times = ""
    if mapped and line.hyp is not None:
        times = f" ({line.hyp.begin:7.2f}{line.hyp.end:8.2f})"
    elif mapped:
        times = f" ({_NOTHING:>7}{_NOTHING:>8})"
    return counts + _event(line.ref, "") + _event(hyp, times)


def _event(event: Event | None, times: str) -> str:
    if event is None:
        return f" {'---':>16} {'---':<7}{times}{_NOTHING:>8}{_NOTHING:>8} {'---':<12}"
    is_word = event.kind == "LEXEME"
    name, kind = (event.word, event.word_type) if is_word else (event.subtype, event.kind)
    return f" {name:>16.16} {kind:<7}{times}{event.begin:8.2f}{event.end:8.2f} {event.speaker:<12.12}"
