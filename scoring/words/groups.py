"""Groups of utterances by name: speakers, recordings, values of a column, ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...formats.errors import UsageError, among, argument, short
from ...formats.schema.coded import coded
from ..common.counts import Counts
from .dates import PARTS
from .ranges import EACH, Groups, column_and_edges, durations, in_few, in_ranges, seconds_of
from .speakers import column_of_speakers, speakers_of
from .utterance_table import UtteranceTable

TYPE_CHECKING = False

_OF_BEGINS = ("time", "minute", "minutes", "position", "timeline")
"""Guessed names of groups by the time in the recording."""
_OF_LABELS = ("category", "categories", "label", "labels", "tag", "tags", "condition", "conditions")
"""Guessed names of groups by the labels of segments."""
_OF_UTTERANCES = ("id", "utterance", "utterances")
_OF_FILES = ("session", "file", "files", "folder", "folders")


class ByName(dict["str | None", Counts]):
    """The counts of groups by name; the error about a name that it lacks says which name was meant.

    >>> ByName({"true": Counts(1), "false": Counts(2)})[True]
    Traceback (most recent call last):
    KeyError: "no group True; names of groups are texts; did you mean 'true'? (expected one of: 'true', 'false')"
    """

    def __missing__(self, name: object) -> Counts:
        kind = "" if isinstance(name, str) else "; names of groups are texts"
        raise KeyError(f"no group {name!r}{kind}{among(str(name), [*map(repr, self)])}")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            raise AttributeError(
                f"groups have no attribute {name!r}; expected counts by name: result.by('speaker')['anna'].wer; "
                "rows of utterances: result.to_pandas().groupby(name)"
            )


def groups_of(table: UtteranceTable, group: str, speakers: Callable[[], Groups]) -> Groups:
    """The different values of a group, and the number of that of each utterance; `duration:0-2-5` is of ranges.

    `speakers` gives those of files with times and of ids.
    """
    if not isinstance(group, str):
        fix = "result.by() takes groups by id as well: {'a-1': 'f'}"
        if isinstance(group, (list, tuple)) and {*group} <= {*table.columns, "speaker"}:
            fix = f"of several: result.slices({[*group]})"
        raise UsageError(f"the group is of type {type(group).__name__}; expected a name, such as 'speaker'; {fix}")
    if group in table.columns or ":" not in group:
        return _values(table, group, speakers)
    column, edges = column_and_edges(group)
    groups = _values(table, column, speakers)
    return in_ranges(column, edges, groups) if edges not in ("", EACH) else groups


def is_given(groups: object) -> bool:
    """Whether groups are those of a mapping from ids, a Series or a function, rather than names of columns.

    >>> is_given("speaker"), is_given({"a-1": "f"})
    (False, True)
    """
    return callable(groups) or (hasattr(groups, "items") and not hasattr(groups, "columns"))


def shown_groups(table: UtteranceTable, group: str, speakers: Callable[[], Groups]) -> Groups:
    """The groups as people see them: many different numbers are four ranges, unless `age:each` is asked for."""
    groups = groups_of(table, group, speakers)
    return in_few(group, groups) if group in table.columns or ":" not in group else groups


def _values(table: UtteranceTable, group: str, speakers: Callable[[], Groups]) -> Groups:
    timeline = table.timeline
    if group == "speaker" and timeline is None:
        group = column_of_speakers(table.columns) or group
    # Speakers and recordings of a file with times are those that it names itself.
    is_of_file = timeline is not None and group in ("speaker", "session")
    if group in table.columns and not is_of_file:
        column = table.columns[group]
        return column.values, column.codes
    if group == "speaker":
        try:
            return speakers()
        except UsageError:
            more = argument("result.with_columns('utt2spk')", "--slices utt2spk")
            advice = f"{more} reads the speakers of ids from a table, such as Kaldi's"
            speakers_of(table.names(), "spu_id", advice)
            raise
    derived = _derived(table, group)
    if derived is None:
        raise _no_group(table, group)
    made = coded(derived)
    return made.values, made.codes


def _derived(table: UtteranceTable, group: str) -> Sequence[str | None] | None:
    """The recording, the begin, the seconds, or the words of each utterance; None for another group."""
    timeline = table.timeline
    if group == "words":
        correct, substituted, deleted, _ = table.by_kind()
        return [str(sum(parts)) for parts in zip(correct, substituted, deleted, strict=True)]
    if timeline is None:
        return None
    if group == "session":
        return timeline.sessions
    if group == "start":
        if len({*zip(timeline.sessions, timeline.channels, strict=True)}) == len(timeline):
            raise UsageError(
                "a recording that is one text has no parts by time; expected a hypothesis cut at the segments of "
                "the reference: `scorelite align HYP --segments REF -o OUT.stm`"
            )
        return seconds_of(timeline.start)
    return durations(timeline.start, timeline.end) if group == "duration" else None


def _no_group(table: UtteranceTable, group: str) -> UsageError:
    """The error about a name that stands for no group, with what the name may mean."""
    timeline = table.timeline
    usual, times = (("speaker", "session"), ("start", "duration")) if timeline else (("speaker",), ())
    more = argument("result.with_columns(FILE)", "--slices FILE")
    if group == "date" or group in PARTS:
        part = group if group in PARTS else "month"
        return UsageError(f"no group {group!r}; expected a column of dates, as in COLUMN:{part}; {more} adds columns")
    if group in _OF_UTTERANCES:
        rows = argument("result.to_pandas()", "--csv --utterances")
        return UsageError(f"no group {group!r}; {rows} has a row for each utterance")
    if group in _OF_FILES and timeline is None:
        rows = argument("result.files", "--csv")
        return UsageError(
            f"no group {group!r} of texts without times; {rows} has a row for each file of two folders; {more} adds "
            "columns"
        )
    by_labels = ""
    if timeline is not None and any(timeline.tags):
        titles = {title for _, title, *_ in timeline.definitions.categories}
        labels = argument("result.report('lur')", "`scorelite score REF HYP --report lur`")
        by_labels = f"; {labels} shows rates by the labels of the reference"
        if group.casefold() in {*_OF_LABELS, *map(str.casefold, titles.union(*timeline.tags))}:
            lines = "" if timeline.definitions.labels else ", which need lines ;; CATEGORY and ;; LABEL in it"
            text = f"no group {short(group)!r}; {labels} shows the rates by labels of the reference{lines}"
            return UsageError(text)
    if times and group in _OF_BEGINS:
        return UsageError(f"no group {group!r}; expected ranges of seconds at which segments begin: start:0-60-120")
    names = [short(name) for name in dict.fromkeys((*usual, *table.columns, *times, "words"))]
    last = group.rpartition(".")[2]
    if last != group and last in names:  # the path to a member of an object
        return UsageError(f"no group {short(group)!r}; expected {short(last)}")
    several = re.split("[*+,]", group)
    if len(several) > 1 and {*several} <= {*names}:
        crossed = "*".join(several)
        cross = argument(f"result.slices({crossed!r})", f"--slice '{crossed}'")
        each = argument(f"result.slices({several})", " ".join(f"--slice {name}" for name in several))
        return UsageError(f"no group {short(group)!r}; expected one name; {cross} crosses them, {each} has each alone")
    return UsageError(
        f"no group {short(group)!r}{among(group.partition(':')[0], names)}; {more} adds columns{by_labels}"
    )
