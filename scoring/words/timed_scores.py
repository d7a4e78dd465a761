"""Scores of files with times: words are paired by recording, channel and time, in segments of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import sub
from shlex import quote
from typing import TYPE_CHECKING

from ...formats.engine.features import is_timed
from ...formats.engine.labels import Definitions, definitions
from ...formats.engine.rows import timed
from ...formats.engine.word_times import span, with_word_times
from ...formats.errors import UsageError, quantity
from ...formats.schema import Corpus
from ...formats.schema.lazy import taken
from ...formats.schema.markup import words
from ...formats.schema.words import RowLabels, Words
from ...formats.values import replace
from ..common.settings import Settings
from ..common.tie_policy import policy_of
from ..notices.notice import Notice
from ..notices.took_part import Part, TookPart
from ..notices.took_part import milliseconds as milliseconds_of
from .alignment import Carried, Text
from .inputs.corpora import are_words_alone, facts_of_files, has_ids, has_windows, has_word_times
from .inputs.further import columns_of
from .inputs.labels import labels
from .pairing.affixes import strip_hint
from .pairing.by_id import Pairing
from .pairing.by_segment import SegmentIds, by_segment, places_of, segment_ids
from .pairing.by_time import PausePairing, WindowPairing, Windows, by_pauses, by_windows
from .pairing.rules import TimedRules, with_paths_as_ids
from .pairs import Pairs
from .result import Result
from .scored import scored, with_part
from .timed_words import TimedWords, is_confident, selected
from .utterance_table import MadeUpIds, Timeline

if TYPE_CHECKING:
    from typing import Any, TypeVar

    Place = TypeVar("Place", int, "int | None")


def score_timed(ref: Corpus, hyp: Corpus, rules: TimedRules) -> Result:
    """Scores a corpus with times against another.

    Segments of the reference are paired with the hypothesis words in them (stm and ctm), words with words between
    common pauses (ctm and ctm, or a tier of Praat with a word in each interval), segments with segments of equal times
    (stm and stm).
    """
    if has_word_times(hyp):
        if has_windows(ref) and not are_words_alone(ref):
            return _score_windows(ref, hyp, rules)
        if has_word_times(ref):
            return _score_pauses(ref, hyp, rules)
    elif has_windows(ref) and has_windows(hyp):
        return score_segments(ref, hyp, segment_ids(ref, hyp, rules.settings), rules)
    if not any(has_windows(side) or has_word_times(side) for side in (ref, hyp)):
        raise UsageError(
            f"a {ref.format} reference cannot be paired with a {hyp.format} hypothesis: {_without_ids(ref, hyp)}; "
            "expected a column id on both sides, both texts in one table, or two plain texts (txt)"
            f"{_in_order(ref, hyp)}"
        )
    names = (dict.fromkeys(side.ids() if side.table.has("id") else side.table.sessions) for side in (ref, hyp))
    hint = strip_hint(*names)
    swapped = "; are the sides swapped?" if has_word_times(ref) and has_windows(hyp) else ""
    problem = (
        f"a {ref.format} reference cannot be paired with a {hyp.format} hypothesis; expected segments with times (stm) "
        "and words with times (ctm), equal segments on both sides, words with times on both sides, or equal ids"
        f"{swapped}{with_paths_as_ids(ref.format, hyp.format)}"
    )
    raise UsageError(f"{problem}\n{hint}" if hint else problem)


def _in_order(ref: Corpus, hyp: Corpus) -> str:
    """How rows are paired in their order: as lists where they are in memory, or else as lines like those of the other
    side."""
    if all(side.path[:1] == "<" and side.path != "<stdin>" for side in (ref, hyp)):
        return "; lists of texts are paired in their order: refs['text'].tolist() of a frame"
    tables = [side for side in (ref, hyp) if side.format != "txt"]
    if len(tables) == 1:
        return (
            f"; `scorelite convert {quote(tables[0].path)} OUT.txt` makes lines of the rows, which are paired in order"
        )
    return ""


def _without_ids(ref: Corpus, hyp: Corpus) -> str:
    """The files that have neither ids nor times, and the argument that names the column of ids of a table."""
    # Imported only now: most files are no tables.
    from ...formats.engine.columns import shown_names
    from ...formats.engine.further_columns import column_names

    lacking = {corpus.path: column_names(corpus) for corpus in (ref, hyp) if not has_ids(corpus)}
    shown = [f"{path} (columns {shown_names(names)})" if names else path for path, names in lacking.items()]
    verb = "has" if len(shown) == 1 else "have"
    columns = "; id_column='NAME' (--id-column NAME) names the column of ids" if any(lacking.values()) else ""
    return f"{' and '.join(shown)} {verb} neither ids nor times{columns}"


# --- segments and words ----------------------------------------------------------------------------


def _score_windows(ref: Corpus, hyp: Corpus, rules: TimedRules) -> Result:
    settings, table = rules.settings, _rows(hyp, rules.settings)
    pairing = by_windows(
        _windows(ref),
        table,
        case_sensitive=settings.case_sensitive,
        missing=rules.missing,
        outside=rules.outside,
        overlap=rules.overlap,
    )
    refs = _texts(ref, pairing.segments, settings)
    confident = is_confident(table)
    timeline, ids = _timeline(ref, hyp, pairing.segments, Carried(hyp_times=True, hyp_confidence=confident))
    hyps = selected(table, pairing.hyp, confident=confident)
    result = scored(
        replace(_numbered(refs, hyps, timeline, ids, settings), columns=columns_of(ref, pairing.segments, timed=True)),
        settings,
        rules.threads,
        **_facts(ref, hyp, pairing, rules),
        outside=pairing.outside,
        outside_rule=rules.outside,
        overlap_rule=rules.overlap,
        ignored_segments=pairing.ignored_segments,
        ignored_words=pairing.ignored_words,
    )
    result = result.noted(_of_untimed(hyp, "hypothesis"))
    if policy_of(settings.policy).name == "sclite":
        result = result.noted(_of_order(ref, hyp, pairing.segments))
    return with_part(result, _part_of_segments(ref, table, hyps, pairing, result))


def _part_of_segments(ref: Corpus, table: Words, hyps: TimedWords, pairing: WindowPairing, result: Result) -> TookPart:
    """How much of the segments of a reference, and of words with times, was scored."""
    places, chosen = places_of(ref), pairing.segments
    row_of = {place: row for row, place in enumerate(chosen)}
    silent = [row_of[place] for place in pairing.silent if place in row_of]
    counted = result.table.numbers() if silent else memoryview(b"")
    spans = list(map(sub, places.end, places.start))
    scored_words, left_out = result.counts.reference, len(spans) - len(chosen)
    texts, whole = ref.texts() if left_out else (), milliseconds_of(table.duration)
    others = sum([len(words(texts[place])) for place in range(len(spans)) if place not in row_of]) if left_out else 0
    return TookPart(
        Part(
            milliseconds=milliseconds_of([spans[place] for place in chosen]),
            all_milliseconds=milliseconds_of(spans),
            items=scored_words,
            all_items=scored_words + others,
            beyond=sum([sum(counted[4 * row : 4 * row + 3]) for row in silent]),
        ),
        Part(
            milliseconds=whole if len(hyps.words) == len(table.words) else milliseconds_of(hyps.duration),
            all_milliseconds=whole,
            items=len(hyps.words),
            all_items=len(table.words),
            outside=pairing.far,
            beyond=pairing.beyond,
        ),
    )


# The columns of a table that a timeline has in addition to its times.
_NAMES = ("sessions", "channels", "speakers", "tags")


def _windows(corpus: Corpus) -> Windows:
    segments = places_of(corpus)
    names = list(zip(segments.sessions, segments.channels, strict=True))
    return Windows(names, segments.start, segments.end, segments.ignored, segments.lines, corpus.path)


# --- words and words -------------------------------------------------------------------------------


def _score_pauses(ref: Corpus, hyp: Corpus, rules: TimedRules) -> Result:
    settings = rules.settings
    refs, hyps = _rows(ref, settings), _rows(hyp, settings)
    pairing = by_pauses(refs, hyps, case_sensitive=settings.case_sensitive, missing=rules.missing)
    confident = is_confident(refs), is_confident(hyps)
    sessions, channels, start, end = zip(*pairing.pieces, strict=True) if pairing.pieces else ((), (), (), ())
    sessions = _named(sessions, ref, hyp)
    timeline = Timeline(
        sessions,
        channels,
        tuple([f"{session}-{channel}" for session, channel in zip(sessions, channels, strict=True)]),
        start,
        end,
        ((),) * len(sessions),
        windows=False,
        carried=Carried(True, confident[0], True, confident[1]),
        definitions=Definitions(),
    )
    left = selected(refs, pairing.ref, confident=confident[0])
    right = selected(hyps, pairing.hyp, confident=confident[1])
    pairs = _numbered(left, right, timeline, None, settings)
    result = scored(pairs, settings, rules.threads, sort_times=True, **_facts(ref, hyp, pairing, rules))
    result = result.noted((*_of_untimed(ref, "reference"), *_of_untimed(hyp, "hypothesis")))
    parts = (
        Part(
            milliseconds=milliseconds_of(chosen.duration),
            all_milliseconds=milliseconds_of(table.duration),
            items=len(chosen.words),
            all_items=len(table.words),
            beyond=beyond,
        )
        for chosen, table, beyond in zip((left, right), (refs, hyps), pairing.beyond, strict=True)
    )
    return with_part(result, TookPart(*parts))


# --- segments and segments -------------------------------------------------------------------------


def score_segments(
    ref: Corpus,
    hyp: Corpus,
    ids: tuple[SegmentIds, SegmentIds],
    rules: TimedRules,
) -> Result:
    """Scores segments of equal recording, channel and times, which are their ids."""
    settings, pairing = rules.settings, by_segment(*ids, rules.missing)
    places = _places_in_corpus(ids[0].places, pairing.ref)
    refs, hyps = _texts(ref, places, settings), _texts(hyp, _places_in_corpus(ids[1].places, pairing.hyp), settings)
    return scored(
        replace(
            _numbered(refs, hyps, *_timeline(ref, hyp, places, Carried()), settings),
            columns=columns_of(ref, places, timed=True),
        ),
        settings,
        rules.threads,
        **_facts(ref, hyp, pairing, rules),
        ignored_segments=len(ids[0].left_out),
        ignored_words=sum(len(hyp.segments[place].items) for place in ids[1].left_out),
    )


# --- shared by all three -----------------------------------------------------------------------------


def _places_in_corpus(places: Sequence[int], chosen: Sequence[Place]) -> Sequence[Place]:
    """The places in a corpus of those that a pairing chose."""
    if places == chosen:  # all of them, as ranges
        return chosen
    return [None if place is None else places[place] for place in chosen]


def _timeline(
    ref: Corpus, hyp: Corpus, places: Sequence[int], carried: Carried
) -> tuple[Timeline, Sequence[str] | None]:
    """Places of some segments of the reference, and their ids if any has one."""
    table = ref.table
    columns: dict[str, Any] = {name: tuple(taken(getattr(table, name), places)) for name in _NAMES}
    columns["sessions"] = _named(columns["sessions"], ref, hyp)
    columns |= {name: getattr(table, name).taken(places) for name in ("start", "end")}
    defined = definitions([*ref.comments, *hyp.comments])
    timeline = Timeline(**columns, windows=True, carried=carried, definitions=defined)
    return timeline, tuple(taken(table.ids(), places)) if table.has("id") else None


def _named(sessions: Sequence[str], ref: Corpus, hyp: Corpus) -> tuple[str, ...]:
    """The names of recordings; one without a name is called by that of its file, or as the other side calls it."""
    if any(sessions):
        return tuple(sessions)
    return (next(filter(None, labels(ref, hyp)), ""),) * len(sessions)


def _numbered(
    refs: Sequence[Text],
    hyps: Sequence[Text],
    timeline: Timeline,
    ids: Sequence[str] | None,
    settings: Settings,
) -> Pairs:
    """The pairs with the ids of their segments; a segment without one gets an id made up as in sclite."""
    made = MadeUpIds(timeline, case_sensitive=settings.case_sensitive)
    if ids is None:
        return Pairs(refs, hyps, made, timeline, numbered=True)
    if not all(ids):
        ids = tuple([written or number for written, number in zip(ids, made, strict=True)])
    return Pairs(refs, hyps, ids, timeline)


def _rows(corpus: Corpus, settings: Settings) -> Words:
    """Words of a corpus: rows with marks, or literal words, as the settings demand."""
    if _untimed(corpus):
        corpus = with_word_times(_with_windows(corpus), True, [], demanded=False)
    return timed(corpus, "sclite" if settings.markup else "plain")


def _untimed(corpus: Corpus) -> int:
    """The number of words without times in a corpus whose other words have times.

    Aligners give no times to numbers, and to words that they do not find.
    """
    table = corpus.table
    lists = table.label_lists() if table.words is None else None
    if lists is None:
        return 0
    if isinstance(lists.labels, RowLabels):
        return 0
    begins, ends, _ = lists.labels.numbers
    if begins is None or ends is None or not (None in begins or None in ends):
        return 0
    number = 0
    for row, times in enumerate(zip(begins, ends, strict=True)):
        if None in times and not (row in lists.odd and is_timed(lists.odd[row])):
            number += 1
    return number


def _with_windows(corpus: Corpus) -> Corpus:
    """The corpus with a begin and an end of each segment that has words with times."""
    if corpus.table.has_windows():
        return corpus
    segments = []
    for segment in corpus.segments:
        known = [times for times in map(span, segment.items) if times is not None]
        if known and (segment.start is None or segment.end is None):
            segment = replace(segment, start=known[0][0], end=max(end for _, end in known))
        segments.append(segment)
    return replace(corpus, segments=tuple(segments))


def _of_order(ref: Corpus, hyp: Corpus, segments: Sequence[int]) -> Iterator[Notice]:
    """A notice about segments in stm that are not in order of time, to which sclite gives other words of a ctm."""
    if (ref.format, hyp.format) != ("stm", "ctm"):
        return
    table = ref.table
    latest: dict[tuple[str, str], float] = {}
    rows = list(zip(table.sessions, table.channels, table.start or (), strict=False))
    for session, channel, start in [rows[place] for place in sorted(segments)]:
        if (start or 0.0) < latest.get((session, channel), 0.0):
            what = f"{ref.path}: segments are not in order of time, in which they are scored"
            yield Notice(f"order of {ref.path}", f"{what}; sclite reads in order of the file, and finds other errors")
            return
        latest[session, channel] = start or 0.0


def _of_untimed(corpus: Corpus, side: str) -> tuple[Notice, ...]:
    """A notice about words without times, whose places are made up."""
    if not (number := _untimed(corpus)):
        return ()
    have, each = ("has", "it is") if number == 1 else ("have", "each is")
    text = f"{quantity(number, 'word')} of the {side} {have} no times: {each} placed between the words around it"
    return (Notice(f"words without times {side}", text),)


def _texts(corpus: Corpus, places: Sequence[int | None], settings: Settings) -> Sequence[Text]:
    """Texts of some segments; where marks are read, bare text is split into words, so that its braces stay words."""
    row_texts: list[Text] = []
    texts, grammars = corpus.texts(), corpus.grammars()
    bare = settings.markup and "plain" in grammars
    if not bare and places == range(len(texts)):
        return texts
    for place in places:
        text = "" if place is None else texts[place]
        if bare and place is not None and (len(grammars) == 1 or corpus.segments[place].grammar == "plain"):
            row_texts.append(words(text))
        else:
            row_texts.append(text)
    return row_texts


def _facts(
    ref: Corpus, hyp: Corpus, pairing: Pairing | WindowPairing | PausePairing, rules: TimedRules
) -> dict[str, Any]:
    """Fields of the result about the files, and about what only one of them has."""
    of_one_side = {"missing": pairing.missing, "extra": pairing.extra, "missing_rule": rules.missing}
    return {**of_one_side, **facts_of_files(ref, hyp)}
