"""Files of a scoring: NIST's four, or files of any other format that hold the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isnan
from numbers import Real
from typing import Any, NamedTuple, TypeVar

from ...formats.ecf import Ecf, read_ecf
from ...formats.errors import FormatError, Problem, UsageError
from ...formats.kwlist import KwList, read_kwlist
from ...formats.kwslist import KwsList, read_kwslist
from ...formats.source import Source, Target
from . import labels
from .material import Inputs, splitter
from .one_best import are_all_words, found_in
from .problems import problems
from .settings import KwsSettings
from .transcripts import Rttm, read_rttm

Found = TypeVar("Found")

THRESHOLD = 0.5
"""The score from which detections without decisions are accepted."""


class _System(NamedTuple):
    """The output of a system."""

    detected: KwsList
    decided: bool = False
    """All decisions are the system's own."""
    searched: bool = False
    """The keywords were searched in its words."""


def limit_of(threshold: float | None) -> float:
    """The score from which detections without decisions are accepted."""
    if threshold is None:
        return THRESHOLD
    if not isinstance(threshold, Real) or isnan(threshold):
        raise UsageError(f"threshold is {threshold!r}; expected a number")
    return threshold


def load(
    ecf: Target, rttm: Target, kwlist: Target, kwslist: Target, settings: KwsSettings, threshold: float = THRESHOLD
) -> Inputs:
    """Reads the four files of a scoring.

    Other formats than NIST's work, too: regions (UEM) for the searched parts, words with times (CTM, TextGrid ...) as
    transcript, a text with one keyword per line, and labels with times as detections. The confidence of a label
    is its score; labels whose score reaches the threshold were accepted. Keywords are searched in words of a recogniser
    that are no detections. Nothing else is normalised yet.
    """
    control, keywords = _control(ecf), _keywords(kwlist, settings)
    system = _system(kwslist, control, keywords, settings, threshold)
    words = _words(rttm, control, keywords, settings)
    return Inputs(control, words, keywords, system.detected, None if system.decided else threshold, system.searched)


def check(
    ecf: Target, rttm: Target, kwlist: Target, kwslist: Target, settings: KwsSettings, threshold: float = THRESHOLD
) -> Iterator[Problem]:
    """Finds problems in four files: errors, suspicious entries, and why a file cannot be read."""
    unread: list[Problem] = []

    def read(reader: Callable[..., Found], *arguments: Any) -> Found | None:
        try:
            return reader(*arguments)
        except FormatError as error:
            unread.extend(error.problems)
            return None

    control, keywords = read(_control, ecf), read(_keywords, kwlist, settings)
    # An unreadable control file or keyword list does not keep the other files from being read.
    lists = (control or Ecf(()), keywords or KwList(()))
    words, system = read(_words, rttm, *lists, settings), None
    if keywords is not None or labels.opened(kwslist, "kwslist")[1] is None:
        system = read(_system, kwslist, *lists, settings, threshold)
    if control is None or words is None or keywords is None or system is None:
        yield from unread
    else:
        yield from problems(Inputs(control, words, keywords, system.detected))


def _control(ecf: Target) -> Ecf:
    source, corpus = labels.opened(ecf, "ecf")
    return read_ecf(source) if corpus is None else labels.control(corpus)


def _keywords(kwlist: Target, settings: KwsSettings) -> KwList:
    source, corpus = labels.opened(kwlist, "kwlist")
    return read_kwlist(source, strict=settings.convention.raw_files) if corpus is None else labels.keywords(corpus)


def _system(kwslist: Target, control: Ecf, keywords: KwList, settings: KwsSettings, threshold: float) -> _System:
    source, corpus = labels.opened(kwslist, "kwslist")
    if corpus is None:
        return _System(read_kwslist(source, strict=settings.convention.raw_files), decided=True)
    placed = labels.placed(labels.by_place(corpus), control)
    terms = labels.Terms(keywords.keywords)
    if are_all_words(placed, terms):
        return _System(found_in(placed, keywords, settings, threshold, corpus.path), searched=True)
    return _System(labels.detections(placed, terms, threshold=threshold, path=corpus.path))


def _words(rttm: Target, control: Ecf, keywords: KwList, settings: KwsSettings) -> Rttm:
    source, corpus = labels.opened(rttm, "rttm")
    if corpus is None:
        return read_transcript(source, keywords, settings)
    return labels.transcript(labels.placed(labels.by_place(corpus), control), corpus.path, splitter(settings))


def read_transcript(rttm: Target | Source, keywords: KwList, settings: KwsSettings) -> Rttm:
    """Reads a transcript in the encoding of the keyword list, its words split by the prefilters."""
    source = rttm if isinstance(rttm, Source) else Source(rttm)
    raw = settings.convention.raw_files
    if keywords.encoding.lower() == "gb2312":
        # F4DE takes bytes for letters, also those of UTF-8.
        text = source.data.decode("latin-1").encode() if raw else source.data
        source = Source(text, encoding=None if raw else "gb18030", name=source.name)
    split = splitter(settings) if "charsplit" in settings.prefilters else None
    return read_rttm(source, split=split, raw=raw)
