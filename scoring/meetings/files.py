"""Sessions read from files of any format whose segments have speakers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby
from operator import gt
from pathlib import Path
from typing import Any, TypeAlias

from ... import formats
from ...formats import uem
from ...formats.detection import detect_alone
from ...formats.engine.further_columns import check_recordings, check_texts
from ...formats.engine.gaps import without_gaps
from ...formats.engine.named_speakers import with_names_before, with_names_of_rows
from ...formats.engine.tiers import ALL_TIERS, Tiers, choice_of, refuse_levels
from ...formats.errors import MismatchError, UsageError, arguments_in, quantity
from ...formats.records import as_lines
from ...formats.schema import NOTICE, Alternation, Corpus, Item, Label, Segment, text_of
from ...formats.schema.markup import bracketed, render
from ...formats.source import Source
from ..common.folders import files_in, is_folder_of_files
from ..common.results import listed, one_recording_each
from ..common.strip_id import StripId
from ..normalise.chain import Chain
from ..normalise.corpus import normalise_corpus
from ..normalise.segments import texts_of
from ..notices.headings import headings
from ..notices.idle_rules import of_rules
from ..notices.serialised import separator_of
from ..notices.tiers import with_tiers_noted
from .looks import (
    PLACES,
    Channel,
    channels_of,
    check_order,
    check_places,
    file_order,
    has_ids_alone,
    names_before_texts,
    repeated_segments,
)
from .normalised import Made, Normalised
from .sides import Session, Side

_Columns: TypeAlias = "tuple[list[Any], list[Any], list[Any], list[Any], list[Any]]"
"""Speakers, texts, starts, ends, and the begins of the segments; a time that is not known is None."""


@dataclass(frozen=True, slots=True)
class Files:
    """Both files of meetings as they were read."""

    ref: Corpus
    hyp: Corpus

    def notices(self, chain: Chain | None, changes: Sequence[Made]) -> tuple[str, ...]:
        """Warnings about texts that begin with names, segments that stand twice, and rules without any changes."""
        looks = (_of_reader, _ignored, names_before_texts, repeated_segments)
        texts = (look(corpus) for corpus in (self.ref, self.hyp) for look in looks)
        said = (text for corpus in (self.ref, self.hyp) for segment in corpus.segments for text in texts_of(segment))
        idle = of_rules(chain, lambda: {made.change.rule for made in changes}, said)
        above = [f"{corpus.path}: {text}" for corpus in (self.ref, self.hyp) if (text := headings(corpus, chain))]
        order = file_order(self.ref, self.hyp)
        return *filter(None, texts), *above, *filter(None, [order]), *map(str, idle), *self._paired()

    def _paired(self) -> Iterator[str]:
        """A remark on one session each whose names differ."""
        names = [[*dict.fromkeys(filter(None, corpus.table.sessions))] for corpus in (self.ref, self.hyp)]
        if all(len(side) == 1 for side in names) and names[0] != names[1]:
            yield one_recording_each((names[0][0], self.ref.path), (names[1][0], self.hyp.path))

    def normalised(self, chain: Chain | None) -> Normalised:
        """The sessions after a chain: each segment is a text, and so is a channel of words with times."""
        if chain is None:
            return Normalised(*_sessions(self.ref, self.hyp), ())
        ref, hyp = (normalise_corpus(corpus, chain) for corpus in (self.ref, self.hyp))
        sessions, names = _sessions(ref.corpus, hyp.corpus)
        only = sessions[0].name if len(sessions) == 1 else ""  # may be the name that the other side has
        made = []
        for side, changed in (("ref", ref), ("hyp", hyp)):
            sessions_of = changed.corpus.table.sessions
            for change in changed.changes:
                place = changed.owners[change.utterance]
                made.append(Made(side, only or sessions_of[place], place + 1, change))
        return Normalised(sessions, names, made)


def read_files(
    sources: tuple[Source, Source],
    names: tuple[str | None, str | None],
    *,
    markup: bool = False,
    speaker_prefix: bool = False,
    stripped: StripId | None = None,
    tiers: Tiers = ALL_TIERS,
) -> Files:
    """Both files; alternations are rejected without `markup`, names before texts are speakers with `speaker_prefix`.

    `stripped` removes parts of the names of sessions, `tiers` are those to read.

    Utterances without times need the same order in both; those that have ids alone, and nothing that names a speaker
    or a recording, are rejected.

    >>> stm = Source(b"talk 1 anna 0.0 1.0 good day")
    >>> read_files((stm, stm), ("stm", "stm")).normalised(None).sessions[0].ref.speakers
    ('anna',)
    """
    ref, hyp = (
        _read(source, name, markup, tiers, place)
        for place, (source, name) in enumerate(zip(sources, names, strict=True))
    )
    tiers.check((ref.format, hyp.format))
    if stripped:
        ref, hyp = map(stripped.sessions, (ref, hyp))
    if speaker_prefix:
        ref, hyp = with_names_before(ref, hyp)
    has_places = any(corpus.table.has(place) for corpus in (ref, hyp) for place in PLACES)
    separator = "" if has_places else separator_of([*ref.texts()])
    if separator:
        ref, hyp = (_of_serialised(corpus, separator) for corpus in (ref, hyp))
    check_places(ref, hyp)
    check_order(ref, hyp)
    return Files(ref, hyp)


def _read(source: Source, format: str | None, markup: bool, tiers: Tiers, place: int) -> Corpus:
    if is_folder_of_files(source.folder, format):
        return _read_folder(source, format, markup, tiers, place)
    source = as_lines(source) if format is None else source
    record = formats.by_name(format) if format else detect_alone(source)
    chosen = tiers.of_side(place, record.name)
    corpus = with_names_of_rows(record.read(source, tiers=chosen) if chosen else record.read(source))
    refuse_levels(corpus, choice_of(place))
    if not chosen:
        corpus = with_tiers_noted(corpus, choice_of(place), as_speakers=True)
    check_recordings(corpus)
    check_texts(corpus)
    corpus = without_gaps(corpus)
    if not markup:
        _refuse_alternations(corpus, source.name)
    return replace(corpus, path=source.name, original=None)


def _read_folder(source: Source, format: str | None, markup: bool, tiers: Tiers, place: int) -> Corpus:
    """All files of a folder; a file that names no session is one of its own name, or the speaker of mixtures."""
    segments: list[Segment] = []
    path_of: dict[str, str] = {}
    formats_of: dict[str, None] = {}
    meta: dict[tuple[str, str], None] = {}
    corpora = {
        name: _read(Source(path, encoding=source.encoding, errors=source.errors), format, markup, tiers, place)
        for name, path in files_in(Path(source.name), format).items()
    }
    if _are_speakers(corpora):
        return _of_mixtures(source.name, corpora)
    for name, corpus in corpora.items():
        for session in {session or name for session in corpus.table.sessions}:
            if session in path_of:
                raise MismatchError(
                    f"{path_of[session]} and {corpus.path} both have the session {session!r}; expected each in one file"
                )
            path_of[session] = corpus.path
        segments += [replace(segment, session=segment.session or name) for segment in corpus.segments]
        formats_of[corpus.format] = None
        meta |= dict.fromkeys((corpus.format + NOTICE, text) for text in corpus.notices())
    if len(formats_of) != 1:
        expected = "files of one format, one for each session"
        raise MismatchError(f"{source.name}: a folder with {', '.join(formats_of) or 'no files'}; expected {expected}")
    return Corpus(tuple(segments), format=next(iter(formats_of)), path=source.name, meta=tuple(meta))


def _are_speakers(corpora: Mapping[str, Corpus]) -> bool:
    """Whether files of utterances have the same ids, as ESPnet's text_spk1 and text_spk2: those of mixtures."""
    if not all(has_ids_alone(corpus) for corpus in corpora.values()):
        return False
    numbers = Counter(name for corpus in corpora.values() for name in {*corpus.ids()})
    return 2 * sum(number > 1 for number in numbers.values()) > len(numbers)


def _of_mixtures(path: str, corpora: Mapping[str, Corpus]) -> Corpus:
    """The corpus of files with the same ids: each id is a recording, each file a speaker."""
    segments = [
        replace(segment, session=segment.id, speaker=name) for name, corpus in corpora.items() for segment in corpus
    ]
    text = f"files with the same ids: each id is scored as a recording, each file as a speaker ({', '.join(corpora)})"
    first = next(iter(corpora.values()))
    return Corpus(tuple(segments), format=first.format, path=path, meta=((first.format + NOTICE, text),))


def _of_serialised(corpus: Corpus, separator: str) -> Corpus:
    """The corpus of texts that hold several speakers: each text is a recording, each of its pieces a speaker."""
    segments = []
    for number, segment in enumerate(corpus, 1):
        pieces = [" ".join(piece.split()) for piece in text_of(segment).split(separator)]
        recording = replace(segment, session=segment.id or str(number), labels=None)
        spoken = [(str(place), piece) for place, piece in enumerate(pieces, 1) if piece]
        segments += [replace(recording, speaker=name, text=piece) for name, piece in spoken or [("", "")]]
    text = f"texts with {separator!r} between speakers: each text is scored as a recording, each piece as a speaker"
    return replace(corpus, segments=tuple(segments), meta=(*corpus.meta, (corpus.format + NOTICE, text)))


def _of_reader(corpus: Corpus) -> str:
    """The notices of the reader of the file, as one text."""
    return arguments_in(f"{corpus.path}: {'; '.join(notices)}") if (notices := corpus.notices()) else ""


def _ignored(corpus: Corpus) -> str:
    """A remark on segments that are left out, whose time the other side may use."""
    number = sum(corpus.table.ignored)
    if not number:
        return ""
    verb, time = ("is", "its") if number == 1 else ("are", "their")
    return f"{corpus.path}: {quantity(number, 'segment')} {verb} not scored; words of the other side in {time} time are"


def _sessions(ref_corpus: Corpus, hyp_corpus: Corpus) -> tuple[list[Session], tuple[list[str], list[str]]]:
    """The sessions of both files, sorted by name, and the names of those that each file has."""
    ref, hyp = _named_alike(_sides(ref_corpus), _sides(hyp_corpus))
    every = sorted({*ref, *hyp})
    empty = Side(starts=(), ends=())
    return [Session(name, ref.get(name, empty), hyp.get(name, empty)) for name in every], ([*ref], [*hyp])


def _sides(corpus: Corpus) -> dict[str, Side]:
    table = corpus.table
    if table.words is None and not table.has("speaker") and len({*table.channels}) > 1:
        # A recogniser of several channels names no speakers: each channel is one.
        corpus = replace(corpus, segments=table.changed(speaker=list(table.channels)))
    if corpus.table.written is not None and corpus.table.has_windows():
        by_session = _columns_of_table(corpus)
    else:
        channels = channels_of(corpus)
        by_session = _columns_of(corpus) if channels is None else _columns_of_words(channels)
    by_channel = corpus.format == "ctm" and not corpus.table.has("speaker")
    sides = {name: _side(name, corpus.path, columns) for name, columns in by_session.items()}
    return {name: replace(side, by_channel=by_channel) for name, side in sides.items()}


def _refuse_alternations(corpus: Corpus, path: str) -> None:
    """Rejects texts with alternations, whose marks would count as words."""
    if "sclite" not in corpus.grammars() or channels_of(corpus) is not None:
        return
    texts = list(_alternations(corpus))
    if texts:
        raise MismatchError(
            f"{path}: {listed(texts, 'text')} with alternations; keep one branch of each, or score wer, cp or tcp with "
            "markup=True (--markup)"
        )


def _alternations(corpus: Corpus) -> Iterator[str]:
    """The texts with alternations; in a word of a ctm row a brace means nothing."""
    if corpus.table.written is not None:
        yield from (text for text in corpus.texts() if "{" in text)
        return
    for segment in corpus.segments:
        if segment.labels is None:
            yield from (text for text in (segment.text or "",) if "{" in text)
        else:
            yield from (render((item,), "sclite") for item in segment.labels if isinstance(item, Alternation))


# Formats in which a segment without a text and a speaker is a segment, and no remark.
_ALL_SPOKEN = ("stm", "seglst")


def _columns_of_table(corpus: Corpus) -> dict[str, _Columns]:
    """The columns of each session, without making segments."""
    table = corpus.table
    assert table.start is not None
    assert table.end is not None
    starts, ends = table.start.values.tolist(), table.end.values.tolist()
    columns: list[Sequence[Any]] = [table.sessions, table.speakers, table.texts(), starts, ends, starts]
    if table.has("ignored"):
        scored = [not ignored for ignored in table.ignored]
        columns = [list(compress(column, scored)) for column in columns]
    by_session: dict[str, _Columns] = {session: ([], [], [], [], []) for session in dict.fromkeys(columns[0])}
    if corpus.format not in _ALL_SPOKEN and not all(columns[2]):
        spoken = [bool(text or speaker) for _, speaker, text, *_ in zip(*columns, strict=True)]
        columns = [list(compress(column, spoken)) for column in columns]
    begin = 0
    for session, run in groupby(columns[0]):
        end = begin + len([*run])
        for column, values in zip(by_session[session], columns[1:], strict=True):
            column += values[begin:end]
        begin = end
    return by_session


def _columns_of_words(channels: Iterable[Channel]) -> dict[str, _Columns]:
    """Columns with a row for each word; the speakers of a ctm file are its channels."""
    by_session: dict[str, _Columns] = {}
    for session, channel, words, starts, ends in channels:
        of_session = by_session.setdefault(session, ([], [], [], [], []))
        columns: tuple[list[Any], ...] = [channel] * len(words), words, starts, ends, starts
        for column, values in zip(of_session, columns, strict=True):
            column += values
    return by_session


def _columns_of(corpus: Corpus) -> dict[str, _Columns]:
    by_session: dict[str, _Columns] = {}
    for segment in corpus.segments:
        if segment.ignored:
            continue
        of_session = by_session.setdefault(segment.session, ([], [], [], [], []))
        if _is_remark(segment):
            continue
        for row in _rows(segment, corpus):
            for column, value in zip(of_session, row, strict=True):
                column.append(value)
    return by_session


def _is_remark(segment: Segment) -> bool:
    """Whether nobody says anything in a segment, as in rows of RTTM files about speakers and noises."""
    return not segment.labels and not segment.text and (segment.start is None or not segment.speaker)


def _rows(segment: Segment, corpus: Corpus) -> Iterable[tuple[str, str, float | None, float | None, float | None]]:
    """A row for the segment, or one for each of its words and alternations where these have times.

    The last cell is the begin of the segment, by which rows are sorted.
    """
    if corpus.format == "ctm":
        # The speakers of a ctm file are its channels.
        speaker = segment.speaker or segment.channel
    else:
        speaker = segment.speaker
    labels = segment.labels or ()
    spans = [_span(item) for item in labels]
    if spans and None not in spans:
        texts = map(_written, labels)
        begin = _time(segment.start)
        return [
            (speaker, text, *span, span[0] if begin is None else begin)
            for text, span in zip(texts, spans, strict=True)
            if span is not None
        ]
    start = _time(segment.start)
    return [(speaker, text_of(segment), start, _time(segment.end), start)]


def _written(item: Item) -> str:
    """A word as it is, or an alternation with its marks."""
    if isinstance(item, Label):
        return bracketed(item)
    return render((item,), "sclite")


def _span(item: Item) -> tuple[float, float] | None:
    """When a word begins and ends, or an alternation; None without times."""
    if isinstance(item, Label):
        return None if item.start is None or item.end is None else (float(item.start), float(item.end))
    spans = [_span(each) for branch in item.branches for each in branch]
    timed = [span for span in spans if span is not None]
    if not timed or len(timed) < len(spans):
        return None
    return min(start for start, _ in timed), max(end for _, end in timed)


def _time(value: float | None) -> float | None:
    return None if value is None else float(value)


def _side(name: str, path: str, columns: _Columns) -> Side:
    speakers, texts, starts, ends, begins = columns
    where = f"{path}: session {name}" if name else path
    nameless = 0 if all(speakers) else sum(not speaker for speaker in speakers)
    if 0 < nameless < len(speakers):
        raise MismatchError(
            f"{where}: {nameless} of {len(speakers)} segments without a speaker; expected one for each, as `scorelite "
            "convert` to stm writes 'unknown' for these"
        )
    if None in starts or None in ends:
        return Side(tuple(speakers), tuple(texts))
    if any(map(gt, starts, ends)):
        backwards = [(start, end) for start, end in zip(starts, ends, strict=True) if end < start]
        shown = listed([f"{start} to {end}" for start, end in backwards], "segment")
        raise UsageError(f"{where}: {shown} with an end before the start; correct the times")
    of_segments = None if begins == starts else tuple(begins)
    return Side(tuple(speakers), tuple(texts), tuple(starts), tuple(ends), begins=of_segments)


def _named_alike(ref: dict[str, Side], hyp: dict[str, Side]) -> tuple[dict[str, Side], dict[str, Side]]:
    """Both sides; one session each is a pair, whatever their names are."""
    if len(ref) == len(hyp) == 1 and set(ref) != {""}:
        return ref, dict(zip(ref, hyp.values(), strict=True))
    if set(ref) == {""} and len(hyp) == 1:
        return {next(iter(hyp)): ref[""]}, hyp
    return ref, hyp


def regions_of(source: Source) -> dict[str, list[tuple[float, float]]]:
    """The regions of a UEM file by session."""
    by_session: dict[str, list[tuple[float, float]]] = {}
    for region in uem.read_regions(source):
        by_session.setdefault(region.session, []).append((float(region.start), float(region.end)))
    return by_session
