"""Scores keyword spotting: labels in memory, or the files of NIST and of any other format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from formats.ecf import Ecf, Excerpt, read_ecf
from formats.errors import FormatError, MismatchError, Problem, UsageError, Where
from formats.kwlist import Keyword, KwList, read_kwlist
from formats.kwslist import KwsList, read_kwslist
from formats.rttm import Rttm, read_rttm
from formats.schema import Corpus, Label
from formats.source import Source, Target
from scoring.kws import lists, measures
from scoring.kws.alignment import Aligned, align
from scoring.kws.conditions import Conditions, grouped
from scoring.kws.excerpts import duration as searched
from scoring.kws.excerpts import file_patterns
from scoring.kws.lists import Labelled
from scoring.kws.material import check_keywords, material, split_text
from scoring.kws.segments import align_segments
from scoring.kws.settings import KwsSettings
from scoring.kws.trials import Trials, gather

if TYPE_CHECKING:
    from scoring.kws.material import Floats

__all__ = [
    "Conditions",
    "Job",
    "KeywordScore",
    "KwsResult",
    "KwsSettings",
    "check",
    "evaluate",
    "load",
    "recordings",
    "score_files",
]

Found = TypeVar("Found")
Side: TypeAlias = "Iterable[Labelled] | Mapping[str, Iterable[Labelled]]"


@dataclass(frozen=True, slots=True)
class KeywordScore:
    """What happened to one keyword; rates and value are None where there is nothing to divide by."""

    id: str
    text: str
    targets: int
    hits: int
    misses: int
    false_alarms: int
    rejections: int
    miss_rate: float | None
    false_alarm_rate: float | None
    twv: float | None
    best_twv: float | None
    best_threshold: float | None
    average_precision: float | None

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, eq=False)
class KwsResult:
    """The scores of one set of trials. Results of different recordings can be added, if their settings are the same."""

    trials: Trials = field(repr=False)

    @property
    def settings(self) -> KwsSettings:
        """The settings under which this was scored."""
        return self.trials.settings

    @property
    def duration(self) -> float | None:
        """The seconds that were searched; None where segments are trials."""
        return self.trials.duration

    @cached_property
    def _changes(self) -> measures.Steps:
        return measures.steps(self.trials)

    @cached_property
    def curve(self) -> measures.Sweep | None:
        """Mean rates and value at every threshold; None without a detection."""
        return measures.sweep(self.trials, self._changes)

    @cached_property
    def actual(self) -> measures.Point:
        """Mean rates and value at the decisions of the system."""
        return measures.actual(self.trials)

    @cached_property
    def maximum(self) -> measures.Point:
        """The best that one threshold for all keywords reaches."""
        return measures.maximum(self.trials, self.curve)

    @cached_property
    def optimum(self) -> measures.Optimum | None:
        """The best that a threshold for each keyword reaches."""
        return measures.optimum(self.trials, self._changes)

    @property
    def atwv(self) -> float | None:
        """Actual term-weighted value: at the decisions of the system."""
        return self.actual.value

    @property
    def mtwv(self) -> float | None:
        """Maximum term-weighted value: at the best threshold for all keywords."""
        return self.maximum.value

    @property
    def otwv(self) -> float | None:
        """Optimum term-weighted value: at the best threshold for each keyword."""
        return self.optimum.point.value if self.optimum else None

    @property
    def stwv(self) -> float | None:
        """Supremum term-weighted value: if every detection were judged right."""
        return measures.supremum(self.trials).value

    @property
    def mean_average_precision(self) -> float | None:
        """The mean over keywords of average precision."""
        return measures.mean_average_precision(self.trials)

    @cached_property
    def keywords(self) -> dict[str, KeywordScore]:
        """The scores of each keyword by its id."""
        trials = self.trials
        miss = measures.miss_rates(trials, trials.misses)
        alarm = measures.false_alarm_rates(trials, trials.false_alarms)
        value = measures.values(trials, miss, alarm)
        best = self.optimum
        none = np.full(len(trials), np.nan)
        columns = (best.value, best.threshold) if best else (none, none)
        precision = measures.average_precisions(trials)
        return {
            block: KeywordScore(
                id=block,
                text=trials.texts[number] or "",
                targets=int(trials.targets[number]),
                hits=int(trials.hits[number]),
                misses=int(trials.misses[number]),
                false_alarms=int(trials.false_alarms[number]),
                rejections=int(trials.rejections[number]),
                miss_rate=_known(miss, number),
                false_alarm_rate=_known(alarm, number),
                twv=_known(value, number),
                best_twv=_known(columns[0], number),
                best_threshold=_known(columns[1], number),
                average_precision=_known(precision, number),
            )
            for number, block in enumerate(trials.blocks)
        }

    def to_dict(self, *, keywords: bool = False) -> dict[str, Any]:
        """Everything by name, ready for JSON; `keywords=True` adds each keyword."""
        trials = self.trials
        used = trials.evaluated
        found: dict[str, Any] = {
            "name": trials.name,
            "duration": trials.duration,
            "trials": trials.total,
            "keywords_scored": int(used.sum()),
            "targets": int(trials.targets[used].sum()),
            "hits": int(trials.hits[used].sum()),
            "misses": int(trials.misses[used].sum()),
            "false_alarms": int(trials.false_alarms[used].sum()),
            "rejections": int(trials.rejections[used].sum()),
            "miss_rate": self.actual.miss,
            "false_alarm_rate": self.actual.false_alarm,
            "atwv": self.atwv,
            "mtwv": self.mtwv,
            "mtwv_threshold": None if self.curve is None else self.maximum.threshold,
            "otwv": self.otwv,
            "stwv": self.stwv,
            "map": self.mean_average_precision,
            "beta": self.settings.beta,
        }
        if keywords:
            found["keywords"] = [score.to_dict() for score in self.keywords.values()]
        return found

    def __add__(self, other: KwsResult) -> KwsResult:
        if not isinstance(other, KwsResult):
            return NotImplemented
        return KwsResult(_joined(self.trials, other.trials))

    def __radd__(self, other: int) -> KwsResult:
        # sum() begins with 0
        return self if other == 0 and isinstance(other, int) else NotImplemented

    def __str__(self) -> str:
        def text(value: float | None) -> str:
            return "undefined" if value is None else f"{value:.4f}"

        counted = self.to_dict()
        return (
            f"ATWV {text(self.atwv)}  MTWV {text(self.mtwv)}  OTWV {text(self.otwv)}  STWV {text(self.stwv)} "
            f"[ {counted['keywords_scored']} keywords, {counted['targets']} targets: {counted['hits']} hits, "
            f"{counted['misses']} misses, {counted['false_alarms']} false alarms ]"
        )


@dataclass(frozen=True, slots=True)
class Job:
    """Files that were scored together: the alignment, all trials, and the trials of subsets."""

    aligned: Aligned
    main: Trials
    subsets: tuple[Trials, ...]
    skipped: tuple[str, ...] = ()
    """Groups of source types for which no second was searched."""

    @property
    def result(self) -> KwsResult:
        """The scores of all trials."""
        return KwsResult(self.main)

    @property
    def results(self) -> dict[str, KwsResult]:
        """The scores of each subset by its name."""
        return {trials.name: KwsResult(trials) for trials in self.subsets}


def evaluate(
    ref: Side,
    hyp: Side,
    keywords: Iterable[str] | Mapping[str, str],
    duration: float | Mapping[str, float],
    *,
    threshold: float = 0.5,
    settings: KwsSettings | None = None,
    case_sensitive: bool = False,
    **changes: Any,
) -> KwsResult:
    """Scores detections against the words that were said.

    `ref` are words, `hyp` detections of keywords: labels, or (value, start, end[, score[, decision]]). Of several
    recordings they are mappings from name to list, and so is `duration`, which is in seconds. Keywords of several words
    are found in consecutive words of `ref`, or in a reference label that holds them all. A detection names its keyword
    by text or by id; without a score it has 1, and without a decision it was accepted if its score reaches `threshold`.
    Further keywords are those of `KwsSettings`.

    >>> evaluate([("good", 0.0, 0.3), ("day", 0.4, 0.8)], [("good day", 0.1, 0.8)], ["good day"], 60).atwv
    1.0
    """
    chosen = replace(settings or KwsSettings(), **changes)
    if chosen.segments:
        raise UsageError("segments need recordings with excerpts and speakers; use score_files")
    terms = _terms(keywords)
    refs, hyps = _recordings("ref", ref), _recordings("hyp", hyp)
    seconds = _seconds(duration, refs)
    unknown = sorted(set(hyps) - set(seconds))
    if unknown:
        raise MismatchError(f"hyp has recordings that ref has not: {', '.join(map(repr, unknown[:5]))}")
    excerpts = tuple(
        Excerpt(name, "1", 0.0, float("inf"), "", "0", length, Where("<duration>", 1))
        for name, length in seconds.items()
    )
    kwlist = KwList(tuple(terms), "", "UTF-8", "" if case_sensitive else "lowercase")
    check_keywords(terms, kwlist.normalize)
    found = lists.detections(_placed(hyps), terms, threshold=threshold, case_sensitive=case_sensitive)
    gathered = material(Ecf(excerpts), lists.transcript(_placed(refs)), kwlist, found, chosen)
    aligned = align(gathered, chosen)
    return KwsResult(_all(aligned, chosen, sum(seconds.values())))


def recordings(corpus: Corpus) -> dict[str, list[Label]]:
    """The labels of a file by recording and channel, for `evaluate`: from TextGrid, CTM, label files or any other.

    A segment without labels of its own is one label, whose value is its text. Of alternatives the first counts.

    >>> import formats
    >>> recordings(formats.read(b"f 1 0.5 0.25 hello 0.9\\n", format="ctm"))["f/1"][0].value
    'hello'
    """
    found: dict[str, list[Label]] = {}
    for (session, channel, _), labels in lists.by_place(corpus).items():
        found.setdefault("/".join(filter(None, (session, channel))), []).extend(labels)
    for labels in found.values():
        labels.sort(key=lambda label: (label.start or 0.0, label.end or 0.0))
    return found


def load(
    ecf: Target, rttm: Target, kwlist: Target, kwslist: Target, settings: KwsSettings, threshold: float = 0.5
) -> tuple[Ecf, Rttm, KwList, KwsList]:
    """Reads the four files of a scoring.

    They need not be NIST's: what was searched may be regions (UEM), what was said words with times (CTM, TextGrid ...),
    keywords a text with one of them a line, and what was found labels with times whose confidences are scores; of these
    those that reach the threshold were accepted.
    """
    control, keywords = _control(ecf), _keywords(kwlist, settings)
    found = _system(kwslist, control, keywords, settings, threshold)
    return control, _words(rttm, control, keywords, settings), keywords, found


def check(
    ecf: Target, rttm: Target, kwlist: Target, kwslist: Target, settings: KwsSettings, threshold: float = 0.5
) -> Iterator[Problem]:
    """Everything that is wrong with four files, or that can hardly be meant; if some cannot be read, what these say."""
    unread: list[Problem] = []

    def read(reader: Callable[..., Found], *arguments: Any) -> Found | None:
        try:
            return reader(*arguments)
        except FormatError as error:
            unread.extend(error.problems)
            return None

    control, keywords = read(_control, ecf), read(_keywords, kwlist, settings)
    # A list of keywords that cannot be read does not keep others from being read.
    known = (control or Ecf(()), keywords or KwList(()))
    words, found = read(_words, rttm, *known, settings), None
    if keywords is not None or lists.opened(kwslist, "kwslist")[1] is None:
        found = read(_system, kwslist, *known, settings, threshold)
    if control is None or words is None or keywords is None or found is None:
        yield from unread
    else:
        from scoring.kws.check import problems

        yield from problems(control, words, keywords, found)


def _control(ecf: Target) -> Ecf:
    source, corpus = lists.opened(ecf, "ecf")
    return read_ecf(source) if corpus is None else lists.control(corpus)


def _keywords(kwlist: Target, settings: KwsSettings) -> KwList:
    source, corpus = lists.opened(kwlist, "kwlist")
    return read_kwlist(source, strict=settings.strict_f4de) if corpus is None else lists.keywords(corpus)


def _system(kwslist: Target, control: Ecf, keywords: KwList, settings: KwsSettings, threshold: float) -> KwsList:
    source, corpus = lists.opened(kwslist, "kwslist")
    if corpus is None:
        return read_kwslist(source, strict=settings.strict_f4de)
    placed = lists.placed(lists.by_place(corpus), control)
    return lists.detections(placed, keywords.keywords, threshold=threshold, path=corpus.path)


def _words(rttm: Target, control: Ecf, keywords: KwList, settings: KwsSettings) -> Rttm:
    source, corpus = lists.opened(rttm, "rttm")
    if corpus is None:
        return read_transcript(source, keywords, settings)
    return lists.transcript(lists.placed(lists.by_place(corpus), control), corpus.path)


def read_transcript(rttm: Target | Source, keywords: KwList, settings: KwsSettings) -> Rttm:
    """Reads a transcript in the encoding of the keywords, cut as the prefilters say."""
    source = rttm if isinstance(rttm, Source) else Source(rttm)
    if keywords.encoding.lower() == "gb2312":
        # KWSEval leaves the bytes as they are.
        encoding = "latin-1" if settings.strict_f4de else "gb18030"
        source = Source(source.data, encoding=encoding, name=source.name)
    split = (lambda token: split_text(token, settings).split()) if "charsplit" in settings.prefilters else None
    return read_rttm(source, split=split, strict=settings.strict_f4de)


def score_files(
    ecf: Target,
    rttm: Target,
    kwlist: Target,
    kwslist: Target,
    *,
    settings: KwsSettings | None = None,
    conditions: Conditions | None = None,
    files: Sequence[str] = (),
    threshold: float = 0.5,
    **changes: Any,
) -> Job:
    """Scores a system output: control file, transcript, keywords and detections, in NIST's formats or as `load` says.

    `files` are patterns of `file/channel` to which all is limited. Further keywords are those of `KwsSettings`.
    """
    chosen = replace(settings or KwsSettings(), **changes)
    return score(*load(ecf, rttm, kwlist, kwslist, chosen, threshold), chosen, conditions, files)


def score(
    ecf: Ecf,
    rttm: Rttm,
    kwlist: KwList,
    found: KwsList,
    settings: KwsSettings,
    conditions: Conditions | None = None,
    files: Sequence[str] = (),
) -> Job:
    """Scores files that have been read."""
    check_keywords(kwlist.keywords, kwlist.normalize)
    gathered = material(ecf, rttm, kwlist, found, settings)
    aligned = (align_segments if settings.segments else align)(gathered, settings, files)
    strict = settings.strict_f4de
    seconds = None if settings.segments else searched(ecf, files=file_patterns(files, strict), strict=strict)
    main = _all(aligned, settings, seconds)
    subsets, skipped = grouped(aligned, settings, conditions or Conditions(), main, files)
    return Job(aligned, main, tuple(subsets), tuple(skipped))


def _all(aligned: Aligned, settings: KwsSettings, seconds: float | None) -> Trials:
    """All trials; keywords that were looked at belong to it also without any."""
    empty = {unit.keyword for unit in aligned.material.units}
    # In segment mode KWSEval finds no trial of any keyword where all are one, and adds them as blocks without any.
    pooled = settings.pooled and not (settings.segments and settings.strict_f4de)
    if pooled or (settings.segments and settings.listed_only):
        empty = set()
    name = "Segment" if settings.segments else "Occurrence"
    return gather(aligned, settings, name=name, duration=seconds, empty=empty, pooled=settings.pooled)


def _known(column: Floats, number: int) -> float | None:
    value = float(column[number])
    return None if np.isnan(value) else value


def _joined(left: Trials, right: Trials) -> Trials:
    """The trials of both; keywords meet by id."""
    if left.settings != right.settings:
        raise MismatchError("results with different settings cannot be added")
    if (left.duration is None) != (right.duration is None):
        raise MismatchError("results of segments and of occurrences cannot be added")
    texts = dict(zip((*left.blocks, *right.blocks), (*left.texts, *right.texts), strict=True))
    blocks = tuple(sorted(texts))
    number = {block: place for place, block in enumerate(blocks)}
    places = [np.array([number[block] for block in side.blocks], dtype=np.int64) for side in (left, right)]

    def added(name: str) -> Any:
        total = np.zeros(len(blocks), dtype=np.int64)
        for side, place in zip((left, right), places, strict=True):
            total[place] += getattr(side, name)
        return total

    def joined(name: str) -> Any:
        return np.concatenate([getattr(left, name), getattr(right, name)])

    seconds = None if left.duration is None or right.duration is None else left.duration + right.duration
    return replace(
        left,
        blocks=blocks,
        texts=tuple(texts[block] for block in blocks),
        total=left.total + right.total if seconds is None else left.settings.trials(seconds),
        duration=seconds,
        hits=added("hits"),
        target_rejections=added("target_rejections"),
        omissions=added("omissions"),
        false_alarms=added("false_alarms"),
        rejections=added("rejections"),
        score_block=np.concatenate([places[0][left.score_block], places[1][right.score_block]]),
        score=joined("score"),
        score_target=joined("score_target"),
        score_yes=joined("score_yes"),
        score_row=np.concatenate([left.score_row, right.score_row + len(left.score_texts)]),
        score_texts=joined("score_texts"),
    )


def _terms(keywords: Iterable[str] | Mapping[str, str]) -> list[Keyword]:
    if isinstance(keywords, str):
        raise UsageError("keywords is one text; expected a list of keywords, or a mapping from id to text")
    pairs = keywords.items() if isinstance(keywords, Mapping) else [(text, text) for text in keywords]
    terms = [Keyword(key, text) for key, text in pairs]
    if len({term.id for term in terms}) < len(terms):
        raise UsageError("a keyword is given twice")
    return terms


def _recordings(name: str, side: Side) -> dict[str, list[Labelled]]:
    if isinstance(side, Mapping):
        return {key: list(labels) for key, labels in side.items()}
    if isinstance(side, (str, bytes)):
        raise UsageError(f"{name} is one text; expected a list of labels")
    return {"": list(side)}


def _placed(recordings: Mapping[str, list[Labelled]]) -> dict[lists.Place, list[Labelled]]:
    return {(name, "1", ""): labels for name, labels in recordings.items()}


def _seconds(duration: float | Mapping[str, float], refs: Mapping[str, object]) -> dict[str, float]:
    if not isinstance(duration, Mapping):
        if list(refs) != [""]:
            raise UsageError("ref holds several recordings; expected duration as a mapping from name to seconds")
        return {"": float(duration)}
    missing = sorted(set(refs) - set(duration))
    if missing:
        raise MismatchError(f"there is no duration for {', '.join(map(repr, missing[:5]))}")
    return {name: float(seconds) for name, seconds in duration.items()}
