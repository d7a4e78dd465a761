"""Vote among several recognisers, word by word: what most of them say, weighed by their confidences."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, isnan, nan
from typing import Literal, TypeAlias, get_args

from ...formats.errors import LimitError, MismatchError, UsageError, Where, fail, quantity, short
from ...formats.schema import Alternation, Corpus, Label, Segment
from ...formats.schema.words import Words, mark_of
from ..common.other_names import by_keyword
from .vote_slots import HIGHEST, MEAN, NONE, SHARE_OR_ZERO, Systems, plain

Confidence: TypeAlias = Literal["mean", "highest", "share"]
Missing: TypeAlias = Literal["error", "empty"]

# Value for comparisons, begin, end, confidence, word as written. NaN stands for what is not known.
_Word: TypeAlias = "tuple[str, float, float, float, str]"
_Key: TypeAlias = "tuple[object, ...]"
_NO_WORD = ""
# The core numbers systems in bytes.
MOST_SYSTEMS = 255
# Words of one system that are aligned at once: longer recordings are cut, where all systems are silent if possible.
_LONGEST = 400
# Utterances without times cannot be cut; the time of an alignment is quadratic.
MOST_WORDS = 20_000
# Digits of mean times and confidences.
_DECIMALS = 6
_ALL_TIMES = "times of all words"
_ONE_WORDING = "words without alternatives"
# Silence of all systems where a recording is always cut.
_SILENCE = 1.0


_MEASURES: dict[Confidence, int] = {"mean": MEAN, "highest": HIGHEST, "share": SHARE_OR_ZERO}


@dataclass(frozen=True, slots=True)
class _Rule:
    """Scores of words: their share of the votes, and the confidence of those who said them."""

    confidence: Confidence
    alpha: float
    null_confidence: float
    timed: bool

    @property
    def scale(self) -> tuple[int, float]:
        """The measure of confidences and the weight of the share of votes."""
        return (NONE if self.alpha == 1.0 else _MEASURES[self.confidence]), self.alpha


@dataclass(slots=True)
class _Unit:
    """A recording or an utterance of one system."""

    segment: Segment
    words: list[_Word]


@by_keyword("a list of systems, each as read(path) gives it: vote([a, b, c])")
def vote(
    systems: Sequence[Corpus],
    *,
    confidence: Confidence = "mean",
    alpha: float = 1.0,
    null_confidence: float = 0.0,
    timed: bool = False,
    case_sensitive: bool = False,
    missing: Missing = "error",
) -> Corpus:
    """Combines the outputs of several recognisers by a vote on each word.

    In each slot, as in NIST's rover, the word with the highest score wins: `alpha` times its share of the votes, and 1
    - `alpha` times its `confidence`, the mean, the highest, or the share of all confidences in the slot. A missing word
    has `null_confidence`. With `timed`, words are aligned by their times. `missing` decides about a recording or
    utterance that a system lacks: "error" or "empty".

    >>> import scorelite
    >>> texts = b"the cat sat (a-1)", b"the bat sat (a-1)", b"a cat sat (a-1)"
    >>> vote([scorelite.read(text, format="trn") for text in texts]).texts()
    ['the cat sat']
    """
    _check(systems, confidence, alpha, null_confidence, missing)
    names = _names(systems)
    _refuse_turns(names, systems)
    rule = _Rule(confidence, alpha, null_confidence, timed)
    by_time = _are_timed(systems)
    if timed and not by_time:
        raise UsageError("timed=True (--times) needs words with times; the systems have none")
    fold = str if case_sensitive else str.casefold
    units = [_recordings(corpus, fold) if by_time else _utterances(corpus, fold) for corpus in systems]
    if alpha < 1.0:
        _demand_confidences(names, units)
    if by_time:
        _name_single_recordings(units)
    voted = []
    for key, segment in _keys(names, units, missing).items():
        sides = [unit.pop(key).words if key in unit else [] for unit in units]
        pieces = _cut(sides) if by_time else _whole(sides, key)
        labels = [label for piece in pieces for label in _voted(piece, rule)]
        voted.append(replace(segment, labels=tuple(_ordered(labels) if by_time else labels)))
    return Corpus(tuple(voted), format="ctm" if by_time else systems[0].format)


def _check(
    systems: Sequence[Corpus], confidence: Confidence, alpha: float, null_confidence: float, missing: Missing
) -> None:
    if isinstance(systems, (str, Corpus)):
        raise UsageError(f"systems are {short(repr(systems))}; expected a list of corpora: vote([read(a), read(b)])")
    if not 2 <= len(systems) <= MOST_SYSTEMS:
        raise UsageError(f"{quantity(len(systems), 'system')}; expected 2 to {MOST_SYSTEMS}")
    for system in systems:
        if not isinstance(system, Corpus):
            raise UsageError(f"{short(repr(system))} is not a corpus; expected what read(path) gives, for each system")
    for name, value, choices in (
        ("confidence", confidence, get_args(Confidence)),
        ("missing", missing, get_args(Missing)),
    ):
        if value not in choices:
            raise UsageError(f"{name}={value!r}; expected one of: {', '.join(choices)}")
    if not 0.0 <= alpha <= 1.0:
        raise UsageError(f"alpha={alpha} (--alpha {alpha}); expected 0 to 1")
    if not 0.0 <= null_confidence <= 1.0:
        raise UsageError(f"null_confidence={null_confidence} (--null-confidence {null_confidence}); expected 0 to 1")
    for name, chosen, usual in (("confidence", confidence, "mean"), ("null_confidence", null_confidence, 0.0)):
        if alpha == 1.0 and chosen != usual:
            raise UsageError(
                f"{name}={chosen} (--{name.replace('_', '-')} {chosen}) has no effect with alpha=1 (--alpha 1), which "
                "only counts votes; expected alpha below 1"
            )


def _refuse_turns(names: list[str], systems: Sequence[Corpus]) -> None:
    """Rejects turns of speakers, which a vote on words would join to one list."""
    for name, corpus in zip(names, systems, strict=True):
        table = corpus.table
        if len(corpus) and table.has("speaker") and not table.has_labels() and not any(table.texts()):
            raise UsageError(
                f"{name} has turns of speakers and no words; expected words, on which systems vote "
                "(the package dover-lap combines diarisations)"
            )


def _names(systems: Sequence[Corpus]) -> list[str]:
    """Paths of the systems; those that were no files have numbers."""
    return [
        f"system {number}" if corpus.path in ("", "<bytes>") else corpus.path
        for number, corpus in enumerate(systems, 1)
    ]


# --- recordings and utterances ------------------------------------------------------------------------


def _are_timed(systems: Sequence[Corpus]) -> bool:
    """Whether the words of all systems have times; systems without words do not count."""
    timed: dict[bool, str] = {}
    for name, corpus in zip(_names(systems), systems, strict=True):
        if len(corpus):
            timed.setdefault(corpus.table.has_word_times(), name)
    if len(timed) == 2:
        raise UsageError(
            f"{timed[True]} has words with times, {timed[False]} has none; expected times in all systems or in none"
        )
    return True in timed


def _recordings(corpus: Corpus, fold: Callable[[str], str]) -> dict[_Key, _Unit]:
    """Words by session and channel."""
    units: dict[_Key, _Unit] = {}

    def unit(session: str, channel: str) -> list[_Word]:
        key = session, channel
        return units.setdefault(key, _Unit(Segment(session=session, channel=channel), [])).words

    table = corpus.table.words
    if table is not None:
        for (session, channel), (first, last) in zip(table.names, pairwise(table.first), strict=True):
            unit(session, channel).extend(_rows(table, range(first, last), fold, corpus.path))
        return units
    for segment in corpus.segments:
        if not segment.ignored:
            words = unit(segment.session, segment.channel)
            for label in _labels(segment):
                if label.start is None or label.end is None:
                    fail(
                        label.where or segment.where or Where(corpus.path, 1),
                        f"no times of '{label.value}'",
                        _ALL_TIMES,
                    )
                words.append(_word(label, fold))
    return units


def _rows(table: Words, rows: range, fold: Callable[[str], str], path: str) -> Iterator[_Word]:
    for row in rows:
        word = table.words[row]
        if mark_of(word):
            fail(Where(path, table.lines[row]), "alternatives", _ONE_WORDING)
        begin = table.begin[row]
        yield fold(word), begin, begin + table.duration[row], table.confidence[row], word


def _utterances(corpus: Corpus, fold: Callable[[str], str]) -> dict[_Key, _Unit]:
    """Words by id; by recording, speaker and times where there are no ids."""
    units: dict[_Key, _Unit] = {}
    for segment in corpus.segments:
        if segment.ignored:
            continue
        key: _Key = (segment.id,)
        if not segment.id:
            key = (segment.session, segment.channel, segment.speaker, segment.start, segment.end)
        if key in units:
            raise MismatchError(
                f"{corpus.path or 'a system'}: {_shown(key)} occurs twice; expected one utterance of each id"
            )
        bare = replace(segment, text=None, labels=(), original=None)
        units[key] = _Unit(bare, [_word(label, fold) for label in _labels(segment)])
    return units


def _labels(segment: Segment) -> Iterator[Label]:
    for item in segment.items:
        if isinstance(item, Alternation):
            fail(item.where or segment.where or Where("", 1), "alternatives", _ONE_WORDING)
        yield item


def _word(label: Label, fold: Callable[[str], str]) -> _Word:
    numbers = [nan if value is None else value for value in (label.start, label.end, label.confidence)]
    return fold(label.value), numbers[0], numbers[1], numbers[2], label.value


def _demand_confidences(names: Sequence[str], units: Sequence[dict[_Key, _Unit]]) -> None:
    for name, units_of_system in zip(names, units, strict=True):
        for key, unit in units_of_system.items():
            for word in unit.words:
                if isnan(word[3]):
                    raise UsageError(
                        f"{name}: '{word[4]}' in {_shown(key)} has no confidence; expected confidences of all words, "
                        "or alpha=1 (--alpha 1), which needs none"
                    )


def _name_single_recordings(units: Sequence[dict[_Key, _Unit]]) -> None:
    """Gives a recording without a name the name that it has in another system, if all hold one recording."""
    keys = {key for unit in units for key in unit}
    if any(len(unit) != 1 for unit in units) or not any(not key[0] for key in keys):
        return
    named = sorted([key for key in keys if key[0]], key=str)
    if len(named) == 1:
        for recordings in units:
            ((_, unit),) = recordings.items()
            recordings.clear()
            recordings[named[0]] = _Unit(
                replace(unit.segment, session=str(named[0][0]), channel=str(named[0][1])), unit.words
            )


def _keys(names: Sequence[str], units: Sequence[dict[_Key, _Unit]], missing: Missing) -> dict[_Key, Segment]:
    """All recordings or utterances in the order of the first system that has them."""
    segments: dict[_Key, Segment] = {}
    for unit in units:
        for key, unit_of_key in unit.items():
            segments.setdefault(key, unit_of_key.segment)
    if missing == "error":
        for name, unit in zip(names, units, strict=True):
            for key in segments:
                if key not in unit:
                    names_one = "" if key[0] else "; session='NAME' (--session NAME) of a conversion names a recording"
                    raise MismatchError(
                        f"{name}: nothing of {_shown(key)}, which another system has; expected the same in all "
                        f"systems, or missing='empty' (--missing empty){names_one}"
                    )
    return segments


def _shown(key: _Key) -> str:
    if len(key) == 1:
        return f"utterance '{key[0]}'"
    if not key[0]:
        return "a recording without a name"
    if len(key) == 2:
        return f"recording '{key[0]}', channel '{key[1]}'"
    return f"recording '{key[0]}', channel '{key[1]}', speaker '{key[2]}', {key[3]} to {key[4]} s"


# --- alignment and vote -------------------------------------------------------------------------------


def _whole(sides: list[list[_Word]], key: _Key) -> Iterator[list[list[_Word]]]:
    longest = max(map(len, sides))
    if longest > MOST_WORDS:
        raise LimitError(
            f"{_shown(key)} has {quantity(longest, 'word')} without times; expected {MOST_WORDS} or "
            "fewer: cut it into utterances"
        )
    yield sides


def _cut(sides: list[list[_Word]]) -> Iterator[list[list[_Word]]]:
    """Pieces of a recording: cut where all systems are silent for long, and else where a piece would be too long."""
    order = sorted([(word[1], system, place) for system, words in enumerate(sides) for place, word in enumerate(words)])
    begin, latest = 0, -inf
    silences: list[float] = []
    counts = [0] * len(sides)
    for number, (time, system, place) in enumerate(order):
        if time - latest > _SILENCE and number > begin:
            yield _piece(sides, order[begin:number])
            begin, silences, counts = number, [], [0] * len(sides)
        elif counts[system] == _LONGEST:
            half = len(silences) // 2
            cut = begin + max(range(half, len(silences)), key=silences.__getitem__)
            yield _piece(sides, order[begin:cut])
            silences = silences[cut - begin :]
            begin, counts = cut, [0] * len(sides)
            for _, other, _ in order[cut:number]:
                counts[other] += 1
        silences.append(time - latest)
        latest = max(latest, sides[system][place][2])
        counts[system] += 1
    if order:
        yield _piece(sides, order[begin:])


def _piece(sides: list[list[_Word]], order: list[tuple[float, int, int]]) -> list[list[_Word]]:
    pieces: list[list[_Word]] = [[] for _ in sides]
    for _, system, place in order:
        pieces[system].append(sides[system][place])
    return pieces


def _voted(sides: list[list[_Word]], rule: _Rule) -> Iterator[Label]:
    """The words of a piece that win."""
    systems = Systems(
        [[word[0] for word in side] for side in sides],
        [array("d", [word[1] for word in side]).tobytes() for side in sides],
        [array("d", [word[2] for word in side]).tobytes() for side in sides],
        [array("d", [word[3] for word in side]).tobytes() for side in sides],
    )
    slots = systems.slots(plain, timed=rule.timed)
    votes = systems.votes(slots, (_NO_WORD, rule.null_confidence), rule.scale)
    if min(votes.winners, default=0) < 0:
        raise UsageError(
            "confidences below 0 leave a slot without a winner; expected confidences from 0 to 1, or alpha=1 "
            "(--alpha 1), which needs none"
        )
    for system, place, count, *sums in votes.words():
        if system >= 0:
            begin, end, confidence = [None if isnan(total) else round(total / count, _DECIMALS) for total in sums]
            yield Label(sides[system][place][4], begin, end, confidence)


def _ordered(labels: Sequence[Label]) -> Iterator[Label]:
    """Labels of which none begins before the one before it, as mean times may."""
    latest = 0.0
    for label in labels:
        begin, end = label.start or 0.0, label.end or 0.0
        yield label if begin >= latest else replace(label, start=latest, end=max(latest, end))
        latest = max(latest, begin)
