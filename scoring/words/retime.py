"""A text takes the times of a timed hypothesis, by their alignment.

Words that are recognised are anchors, and have the times of the hypothesis. A stretch of other words takes the span of
what was recognised instead, or the gap between its anchors, and shares it by letters. One word takes of several that
were recognised instead those that it resembles.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, chain, count, pairwise
from math import inf, isnan
from typing import TYPE_CHECKING, Any, TypeVar
from unicodedata import category, normalize

import numpy as np

from ... import core, formats
from ...formats.engine.named_speakers import with_names_before
from ...formats.engine.plain_texts import bare_texts
from ...formats.engine.renaming import renamed
from ...formats.engine.rows import timed
from ...formats.engine.word_times import INTERPOLATED, with_word_times
from ...formats.errors import LimitError, UsageError, quantity, short
from ...formats.schema import Alternation, Attributes, Corpus, Item, LabelColumns, LabelLists, Numbers, Table
from ...formats.schema.markup import MOST_BYTES, NULL_WORD, one_word, parse, word_lists
from ...formats.schema.words import Words
from ...formats.values import dataclass, replace
from ..maths.stretches import Stretches
from .pairing.by_time import Fold
from .utterance_table import folded

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    from ...formats.source import Target
    from ..common.arrays import Floats, Integers, Mask

    Operations: TypeAlias = NDArray[np.uint8]
    Place: TypeAlias = "tuple[str, str]"  # a recording and a channel
    Policy: TypeAlias = "tuple[tuple[int, int, int], str]"  # costs, and the order of ties

Name = TypeVar("Name", bound=Hashable)
BY_WORDS = (4, 3, 3), "SID"
BY_MATCHES = (2, 1, 1), "SID"
"""Finds an equal word on both sides wherever there is one."""
BY_SEGMENTS = (1, 1, 1), "DIS"
_MARKS = re.compile(r"[^\w]+")
_POINTS = re.compile(
    r"[\u0307\u034f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a\u08ca-\u08ff\ufe00-\ufe0f]"
)
"""Marks of letters that most texts leave out: points of Arabic, Hebrew and Syriac; the dot of a Turkish i; variants."""
_MOST_INSTEAD = 4
"""Of so many words that were recognised instead of one, those that resemble it are looked for."""
_RESEMBLANCE = 0.5
_CORRECT, _INSERTED, _DELETED = b"CID"


@dataclass(frozen=True, slots=True)
class Retimed:
    """A text with times.

    >>> import scorelite
    >>> ctm = b"talk A 0.5 0.2 good 0.9\\ntalk A 0.7 0.4 day 0.9\\n"
    >>> text = scorelite.retime(b"Good, my day.\\n", ctm)
    >>> [(word.value, word.start, word.end) for word in text.corpus.segments[0].items][::2]
    [('Good,', 0.500, 0.700), ('day.', 0.700, 1.100)]
    >>> text.words, text.anchors
    (3, 2)
    """

    corpus: Corpus
    """The segments of the text, words with timestamps; a word without an anchor is marked as interpolated."""
    words: int
    anchors: int
    """Words that were recognised."""
    longest: int
    """The most words one after the other without an anchor."""
    interpolated: bool = False
    """Whether the hypothesis has times of cues alone, so that those of its words within cues are interpolated."""

    def __str__(self) -> str:
        share = 100 * self.anchors / self.words
        of_cues = "; the hypothesis has no word timings: times within its cues are interpolated" * self.interpolated
        stretch = f"; longest stretch without one: {quantity(self.longest, 'word')}" if self.longest else ""
        verb = "has" if self.words == 1 else "have"
        return f"{self.anchors:,} of {quantity(self.words, 'word')} {verb} an anchor ({share:.1f} %){stretch}{of_cues}"


def retime(text: Target | Corpus, times: Target | Corpus, *, speaker_prefix: bool = False) -> Retimed:
    """Adds the word times of a timed hypothesis to a text; the lines of the text stay.

    Recordings and channels are paired by their names, as in `score_files`; an alternation keeps the branch that was
    recognised. The confidence of a time is 1 at an anchor, and less the more words lie between two anchors, or where
    only cues have times. `speaker_prefix` reads names such as `Anna:` as speakers.
    """
    untimed, timed_corpus = opened(text), opened(times)
    if speaker_prefix:
        (untimed,) = with_names_before(untimed)
    notes: list[str] = []
    timed_rows = timed_words(timed_corpus, notes)
    # A segment of one word has the times of that word.
    is_interpolated = bool(notes) and any(len(words.split()) > 1 for words in timed_corpus.texts())
    names, timed_names = paired_names(untimed.table, timed_rows.names)
    rows = rows_by(timed_rows, timed_names)
    of_segments = _last_end_by(timed_corpus.table, dict(zip(timed_rows.names, timed_names, strict=True)))
    lines = lines_of(untimed, names, rows)
    begins, ends = (np.full(len(lines.words), np.nan) for _ in range(2))
    anchored = np.zeros(len(lines.words), np.bool_)
    runs = np.zeros(len(lines.words), np.int64)
    places_of = places_in_time(untimed.table, names, lines.first)
    check_names([name for name in places_of if name not in rows], untimed.table, names, timed_rows.names)
    for name, places in places_of.items():
        words = [lines.words[place] for place in places.tolist()]
        begins[places], ends[places], anchored[places], runs[places] = _fitted(
            words, rows[name], of_segments.get(name, inf)
        )
        if not anchored[places].any():
            named = "" if len(places_of) == 1 else f" of {_shown(untimed.table, names, name)}"
            raise UsageError(
                f"the text{named} and the timed hypothesis have no word in common; expected two texts of one recording"
            )
    corpus = _with_times(untimed, lines, (begins, ends), np.maximum(runs, 1) if is_interpolated else runs)
    if not untimed.table.has("session"):
        corpus = renamed(corpus, session=timed_rows.names[0][0])
    return Retimed(corpus, len(lines.words), int(anchored.sum()), int(runs.max()), is_interpolated)


class Lines:
    """The words of all segments, and the first word of each segment."""

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        self.words = list(chain.from_iterable(lists))
        self.first = np.array([0, *accumulate(map(len, lists))], np.int64)


class TimedRows:
    """Words with times, in the order of their begins."""

    def __init__(self, words: Sequence[str], begins: Floats, ends: Floats) -> None:
        order = np.argsort(begins, kind="stable")
        self.words = list(map(words.__getitem__, order.tolist()))
        self.begins, self.ends = begins[order], np.maximum(ends, begins)[order]


def opened(source: Target | Corpus) -> Corpus:
    return source if isinstance(source, Corpus) else formats.read(source)


def lines_of(corpus: Corpus, names: Sequence[Place] = (), rows: Mapping[Place, TimedRows] | None = None) -> Lines:
    """The words of the segments that are not ignored; of alternations, those of the first branch.

    With the names of segments, and words with times by name, a branch is taken that was heard.
    """
    table, texts = corpus.table, bare_texts(corpus.table)
    lists = [*word_lists(texts)]
    if rows and table.grammar == "sclite":
        lists = _heard_branches(table, lists, names, rows)
    if table.has("ignored"):
        lists = [[] if ignored else words for words, ignored in zip(lists, table.ignored, strict=True)]
    lines = Lines(lists)
    if not lines.words:
        raise UsageError(f"{corpus.path}: no words; expected a text")
    return lines


def timed_words(corpus: Corpus, notes: list[str] | None = None) -> Words:
    """The words of a corpus with their times, in runs of a recording and channel; a note says that some were made."""
    try:
        rows = timed(with_word_times(corpus, True, [] if notes is None else notes)).folded().table
    except UsageError:
        raise UsageError(f"{corpus.path}: words without times; expected a hypothesis with times, such as ctm") from None
    if not rows.words:
        raise UsageError(f"{corpus.path}: no words; expected a hypothesis with times")
    return rows


def rows_by(rows: Words, names: Sequence[Name]) -> dict[Name, TimedRows]:
    """The words with times of each name; each run of rows has one."""
    begins = np.array(rows.begin)
    ends = np.round(begins + np.array(rows.duration), 6)
    return {
        name: TimedRows([rows.words[place] for place in places.tolist()], begins[places], ends[places])
        for name, places in places_by(names, np.array(rows.first)).items()
    }


def _last_end_by(table: Table, names: Mapping[Place, Place]) -> dict[Place, float]:
    """The end of the last segment of each recording, or channel, of a hypothesis; none where segments have no ends."""
    last: dict[Place, float] = {}
    ends = () if table.end is None else table.end.values
    for place, end in zip(zip(table.sessions, table.channels, strict=True), ends, strict=False):
        name = names.get(place)
        if name is not None and not isnan(end):
            last[name] = max(end, last.get(name, 0.0))
    return last


# --- recordings and channels -------------------------------------------------------------------------


def paired_names(table: Table, others: Sequence[Place]) -> tuple[list[Place], list[Place]]:
    """Recording and channel of the segments of a text, and of others, by names that are equal where they are paired.

    Channels that one side does not name at all are one on the other side, too.
    """
    own = list(zip(table.sessions, table.channels, strict=True))
    sides = [own, list(others)]
    if not all(any(channel for _, channel in side) for side in sides):
        sides = [[(session, "") for session, _ in side] for side in sides]
    fold = Fold(False, *sides)
    return fold.names(sides[0]), fold.names(sides[1])


def places_by(names: Sequence[Name], first: Integers) -> dict[Name, Integers]:
    """The places of the words of each name, in their order; segments have a name, and a first word, each.

    >>> {name: places.tolist() for name, places in places_by(["a", "b", "a"], np.array([0, 2, 3, 4])).items()}
    {'a': [0, 1, 3], 'b': [2]}
    """
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    owners = np.repeat(np.array([numbers[name] for name in names], np.int64), np.diff(first))
    order = np.argsort(owners, kind="stable")
    bounds = np.searchsorted(owners[order], np.arange(len(numbers) + 1)).tolist()
    spans = zip(numbers, pairwise(bounds), strict=True)
    return {name: order[low:high] for name, (low, high) in spans if low < high}


def places_in_time(table: Table, names: Sequence[Place], first: Integers) -> dict[Place, Integers]:
    """The places of the words of each recording, or channel; those of channels that are one come in order of time.

    Where segments have no times, the order of the file stays. A segment stays together.
    """
    places_of = places_by(names, first)
    are_joined = len({*zip(table.sessions, table.channels, strict=True)}) > len({*names})
    starts = table.start
    if not are_joined or starts is None or any(map(isnan, starts.values)):
        return places_of
    begins = np.repeat(np.array(starts.values), np.diff(first))
    return {name: places[np.argsort(begins[places], kind="stable")] for name, places in places_of.items()}


def check_names(lacking: Sequence[Place], table: Table, names: Sequence[Place], others: Sequence[Place]) -> None:
    """Rejects recordings and channels of a text that the other file has not."""
    if not lacking:
        return
    place = names.index(lacking[0])
    session, channel = table.sessions[place], table.channels[place]
    there = list(dict.fromkeys(name for name, _ in others))
    single = len(there) == 1 and len({name for name, _ in names}) == 1
    of_session = (other for name, other in others if single or folded(name) == folded(session))
    channels = list(dict.fromkeys(of_session))
    raise no_channel(session, channel, channels) if channels else no_recording(session, there)


def no_channel(name: str, channel: str, there: Sequence[str]) -> UsageError:
    """The error for a channel of a recording that is not among those of the other file."""
    of_recording = f" of recording {short(name)!r}" if name else ""
    return UsageError(
        f"no channel {short(channel)!r}{of_recording} in both files; expected one channel in each, "
        f"equal names, as in {', '.join(map(short, there[:3]))}, or no names in one of them; `scorelite convert` "
        "with channel= (--channel NAME) takes one channel of several, or names the only one"
    )


def no_recording(name: str, there: Sequence[str]) -> UsageError:
    """The error for a recording that is not among those of the other file, which may have no names."""
    named = [short(other) for other in there if other][:3]
    shown = f"as in {', '.join(named)}" if named else "which one file does not have"
    what = f"no recording {short(name)!r} in both files" if name else "a file without names next to several recordings"
    return UsageError(f"{what}; expected one recording in each, or equal names, {shown}")


def _shown(table: Table, names: Sequence[Place], name: Place) -> str:
    """Recording and channel of a name as the file has them."""
    place = names.index(name)
    channel = f", channel {short(table.channels[place])!r}" if name[1] else ""
    return f"recording {short(table.sessions[place])!r}{channel}"


# --- alternations ------------------------------------------------------------------------------------


def _heard_branches(
    table: Table, lists: list[list[str]], names: Sequence[Place], rows: Mapping[Place, TimedRows]
) -> list[list[str]]:
    """The words of texts, of their alternations in sclite's grammar those of the branch that was heard."""
    forked = {row: parse(text, "sclite") for row, text in enumerate(table.texts()) if "{" in text}
    chosen = [*lists]
    for name, places in places_in_time(table, names, np.arange(len(table) + 1)).items():
        if forked.keys().isdisjoint(places.tolist()) or name not in rows:
            continue
        codes: defaultdict[str, int] = defaultdict(count().__next__)
        labels: list[tuple[int, str]] = []
        pieces: list[str] = []
        for row in places.tolist():
            if row in forked:
                pieces += _numbered(forked[row], row, labels, codes)
                chosen[row] = []
            else:
                pieces += _coded(lists[row], codes)
        if max(map(len, pieces)) >= MOST_BYTES:
            raise LimitError(f"an alternation of more than {MOST_BYTES:,} bytes; expected less")
        recognised = _coded(filter(None, keys(rows[name].words)), codes)
        for row, word in map(labels.__getitem__, _tags(" ".join(pieces), [*recognised])):
            chosen[row].append(word)
    return chosen


def _coded(words: Iterable[str], codes: Mapping[str, int]) -> Iterator[str]:
    """Words as the numbers of their letters and digits: none of them is a mark, or too long."""
    return (f"w{codes[key]}" for key in keys([*words]))


def _numbered(
    items: Iterable[Item], row: int, labels: list[tuple[int, str]], codes: Mapping[str, int]
) -> Iterator[str]:
    """Items as numbers in sclite's grammar, each word with its place among the `labels`, to which it is added."""
    for item in items:
        if isinstance(item, Alternation):
            branches = [" ".join(_numbered(branch, row, labels, codes)) or NULL_WORD for branch in item.branches]
            yield f"{{ {' / '.join(branches)} }}"
        elif item.value:
            yield f"{next(_coded([item.value], codes))};{len(labels)}"
            labels.append((row, one_word(item)))


def _tags(text: str, recognised: Sequence[str]) -> list[int]:
    """The tags of the words of a text that its alignment with what was heard takes."""
    return [int(ref[1]) for _, ref, _ in slots_of(text, recognised, BY_WORDS) if ref is not None and ref[1]]


# --- times -------------------------------------------------------------------------------------------


def operations_of(refs: Sequence[Sequence[str]], hyps: Sequence[Sequence[str]], policy: Policy) -> Operations:
    """The operations of the steps between lists of words, those of one pair after those of another.

    Words have no blanks of ASCII, by which the core cuts texts.
    """
    ref, hyp = (
        core.texts([" ".join(words).encode("utf-8", "surrogatepass") for words in side]) for side in (refs, hyps)
    )
    batch = core.align(_rules(policy, markup=False), ref, hyp)
    return np.frombuffer(batch.letters()[0], np.uint8)


def slots_of(text: str, hypothesis: Sequence[str], policy: Policy) -> Sequence[core.Slot]:
    """The steps between a text in sclite's grammar and words, each with the tags of the text's word."""
    return core.align(_rules(policy, markup=True), core.texts([text]), core.texts([_spelled(hypothesis)])).slots(0)


def _rules(policy: Policy, *, markup: bool) -> core.Rules:
    costs, ties = policy
    return core.Rules(core.Charset("ascii", {}, {}), sensitive=True, markup=markup, costs=costs, ties=ties)


def _spelled(words: Sequence[str]) -> list[bytes]:
    return [word.encode("utf-8", "surrogatepass") for word in words]


def words_until(operations: Operations) -> tuple[Integers, Integers]:
    """The last words of the reference and of the hypothesis up to each step; -1 before the first one.

    >>> [column.tolist() for column in words_until(np.frombuffer(b"ICDC", np.uint8))]
    [[-1, 0, 1, 2], [0, 1, 1, 2]]
    """
    ref, hyp = (np.cumsum(operations != lacking) - 1 for lacking in (_INSERTED, _DELETED))
    return ref, hyp


def keys(words: Sequence[str]) -> list[str]:
    """The letters and digits of words, by which they are compared; empty for marks alone.

    >>> keys(["Good,", "cafe\\u0301", "-"]), len({*keys(["\\u0915\\u093f", "\\u0915\\u093e", "\\u0915"])})
    (['good', 'caf\\xe9', ''], 3)
    """
    keys = {word: _key(word.casefold()) for word in {*words}}
    return list(map(keys.__getitem__, words))


def _key(word: str) -> str:
    """The letters and digits of a word, with the vowel signs and accents that belong to letters."""
    if word.isascii():
        return _MARKS.sub("", word)
    key = _MARKS.sub(lambda run: "".join(filter(_is_of_letter, run[0])), normalize("NFC", word))
    return key if _MARKS.fullmatch(key) is None else ""


def _is_of_letter(sign: str) -> bool:
    return category(sign) in ("Mn", "Mc") and _POINTS.match(sign) is None


def _fitted(words: Sequence[str], rows: TimedRows, last: float) -> tuple[Floats, Floats, Mask, Integers]:
    """Begins and ends of words, whether each is an anchor, and how many words its stretch without one has.

    `last` is the end of the last segment of the hypothesis.
    """
    text_keys, row_keys = keys(words), keys(rows.words)
    text_places, row_places = (
        np.flatnonzero(np.array([bool(key) for key in side], np.bool_)) for side in (text_keys, row_keys)
    )
    sides = [[*filter(None, text_keys)]], [[*filter(None, row_keys)]]
    operations = operations_of(*sides, BY_WORDS)
    if _CORRECT not in operations:
        operations = operations_of(*sides, BY_MATCHES)
    ref, hyp = words_until(operations)
    correct = operations == _CORRECT
    at, source = text_places[ref[correct]], row_places[hyp[correct]]
    begins, ends = np.full(len(words), np.nan), np.full(len(words), np.nan)
    begins[at], ends[at] = rows.begins[source], rows.ends[source]
    anchored = ~np.isnan(begins)
    runs = np.zeros(len(words), np.int64)
    if len(at):
        _fill((begins, ends, runs), (at, source), (text_keys, row_keys), rows, last)
    return begins, ends, anchored, runs


def _fill(
    columns: tuple[Floats, Floats, Integers],
    anchors: tuple[Integers, Integers],
    spelled: tuple[Sequence[str], Sequence[str]],
    rows: TimedRows,
    last_end: float,
) -> None:
    """Gives times to the words between anchors, which share the span of what was recognised instead, or the gap.

    After the last anchor they end with the last segment, where it goes on.
    """
    begins, ends, runs = columns
    at, source = anchors
    text_keys, row_keys = spelled
    letters = np.array([max(1, len(key)) for key in text_keys], np.float64)
    size = len(begins)
    edges, sources = np.array([-1, *at, size]), np.array([-1, *source, len(rows.words)])
    gaps = np.flatnonzero(np.diff(edges) > 1)
    first, last = edges[gaps] + 1, edges[gaps + 1]
    low, high = sources[gaps] + 1, sources[gaps + 1]
    for gap in np.flatnonzero((last - first == 1) & (high - low > 1) & (high - low <= _MOST_INSTEAD)).tolist():
        begin, end = _resembling(text_keys[first[gap]], row_keys[low[gap] : high[gap]])
        low[gap], high[gap] = low[gap] + begin, low[gap] + end
    total = np.concatenate([[0.0], np.cumsum(letters)])
    pace = float(np.median((ends[at] - begins[at]) / letters[at]))
    length = (total[last] - total[first]) * pace
    is_recognised = high > low
    some = np.minimum(low, len(rows.words) - 1)
    before = np.where(first > 0, ends[np.maximum(first - 1, 0)], np.nan)
    behind = np.where(last < size, begins[np.minimum(last, size - 1)], np.nan)
    # Before the first anchor and after the last one, words have the usual pace where nothing was recognised instead.
    before = np.where(np.isnan(before), np.maximum(behind - length, 0.0), before)
    partner = rows.ends[np.maximum(np.minimum(low + last - first, high) - 1, 0)]
    after = np.where(before < last_end, np.minimum(before + length, last_end), before + length)
    behind = np.where(np.isnan(behind), np.where(is_recognised, partner, after), behind)
    start = np.where(is_recognised, rows.begins[some], np.minimum(before, behind))
    # What was heard instead may go on after the next anchor begins, where several people speak at a time.
    stop = np.maximum(np.where(is_recognised, np.minimum(rows.ends[np.maximum(high - 1, 0)], behind), behind), start)
    places = Stretches(first, last).places()
    gap = np.repeat(np.arange(len(gaps)), last - first)
    whole = (total[last] - total[first])[gap]
    for column, shift in ((begins, 0), (ends, 1)):
        column[places] = start[gap] + (stop - start)[gap] * (total[places + shift] - total[first][gap]) / whole
    runs[places] = (last - first)[gap]


def _resembling(word: str, others: Sequence[str]) -> tuple[int, int]:
    """The run of words that resembles one most, such as `can not` for `cannot`; all of them where none does.

    >>> _resembling("sat", ["um", "sad"]), _resembling("cannot", ["can", "not"]), _resembling("sat", ["um", "oh"])
    ((1, 2), (0, 2), (0, 2))
    """
    best, chosen = _RESEMBLANCE, (0, len(others))
    for begin in range(len(others)):
        for end in range(begin + 1, len(others) + 1):
            ratio = SequenceMatcher(None, word, "".join(others[begin:end]), autojunk=False).ratio()
            if ratio > best:
                best, chosen = ratio, (begin, end)
    return chosen


def _with_times(corpus: Corpus, lines: Lines, times: tuple[Floats, Floats], runs: Integers) -> Corpus:
    """The segments of a text with words that have times; a segment without words keeps its own times."""
    last_ends = _last_ends(times[1], lines.first)
    begins, ends = ([f"{time:.3f}" for time in column.tolist()] for column in times)
    sure = {run: f"{1 / (1 + run):.2f}" for run in {*runs.tolist()}}
    own = _attributes(corpus, lines)
    attributes = [(*pairs, INTERPOLATED) if run else pairs for pairs, run in zip(own, runs.tolist(), strict=True)]
    confidences = [sure[run] for run in runs.tolist()]
    labels = LabelColumns(lines.words, (begins, ends, confidences), attributes if any(attributes) else None)
    spans = list(pairwise(lines.first.tolist()))
    old = [texts_or_none(column) or [None] * len(spans) for column in (corpus.table.start, corpus.table.end)]
    starts = [begins[first] if first < last else time for (first, last), time in zip(spans, old[0], strict=True)]
    stops = [
        f"{end:.3f}" if first < last else time
        for (first, last), end, time in zip(spans, last_ends, old[1], strict=True)
    ]
    of_segments = {"start": Numbers.some(starts), "end": Numbers.some(stops)}
    return like(corpus, labels=LabelLists(labels, array("q", lines.first.tolist())), **of_segments)


def _last_ends(ends: Floats, first: Integers) -> list[float]:
    """The latest end of the words of each segment, which may not be that of its last word; 0 without words."""
    latest = np.zeros(len(first) - 1)
    filled = np.flatnonzero(np.diff(first))
    latest[filled] = np.maximum.reduceat(ends, first[filled]) if len(filled) else 0.0
    return list(map(float, latest))


def _attributes(corpus: Corpus, lines: Lines) -> Sequence[Attributes]:
    """Details of the words of a text, such as marks and classes, but for doubts about its old times."""
    lists = corpus.table.label_lists() if corpus.table.column("text") is None else None
    labels = lists.labels if lists is not None and not lists.odd else None
    if labels is None or labels.attributes is None or list(labels.values) != lines.words:
        return [()] * len(lines.words)
    kept = {pairs: tuple([pair for pair in pairs if pair[0] != "time"]) for pairs in {*labels.attributes}}
    return list(map(kept.__getitem__, labels.attributes))


def like(corpus: Corpus, **columns: Any) -> Corpus:
    """A corpus with the segments of another one and their details, but with other columns in place of some."""
    table = corpus.table.changed("plain", **{"text": None, "original": None, "where": None, **columns})
    return replace(corpus, segments=table, original=None, format="")


def texts_or_none(column: Numbers | None) -> Sequence[str | None] | None:
    """The times of a column as they were written; None without a column."""
    return None if column is None else column.texts_or_none()
