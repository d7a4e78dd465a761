"""Rows and cues of a file that occur twice, as in a manifest that was joined with itself, and a column that does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ....formats.errors import argument, quantity, short
from ....formats.registry import by_name
from ....formats.schema import Corpus
from ....formats.schema.coded import CodedColumn
from ...common.results import listed
from ...notices.cause import quoted
from ...notices.notice import COPIED_COLUMN, REPEATED_ROWS, SIDES, Notice

NAME = "repeated ids"
# A recogniser may be right in fewer rows, or words.
_ROWS, _WORDS = 20, 100
_PATHS = (":audio_filepath", ":/path")
"""The ends of the names of attributes that keep the path of a row's audio."""


def of_both_columns(
    ref: Corpus, hyp: Corpus, ids: Sequence[str], columns: Mapping[str, CodedColumn]
) -> Iterator[Notice]:
    """A notice about rows of a table with both sides that share an id; segments of one recording share its name, and
    repeat only with the same times. `columns` are the further columns, of which one may name the systems."""
    if ref.table.start is not None and not all(ref.table.ids()):
        if text := of_segments(ref):
            yield Notice(NAME, f"{text}: each counts")
        return
    repeated = {name: set[tuple[str, str]]() for name, times in Counter(ids).items() if name and times > 1}
    if not repeated:
        return
    for name, *texts in zip(ids, ref.texts(), hyp.texts(), strict=True):
        if name in repeated:
            repeated[name].add((texts[0], texts[1]))
    verb = "occurs" if len(repeated) == 1 else "occur"
    differ = any(len(texts) > 1 for texts in repeated.values())
    what = "with different texts" if differ else "with the same texts"
    text = f"{listed([*repeated], 'id')} {verb} in more than one row, {what}"
    text += ": each row counts, and rows are numbered from 1"
    if apart := _apart(ids, columns):
        of_each = argument(f"result.by({apart!r})", f"--by {quoted(apart)}")
        text += f"; column {short(apart)!r} tells them apart: {of_each} has the rate of each"
    yield Notice(NAME if differ else REPEATED_ROWS, text)


def of_equal_columns(ref: Corpus, hyp: Corpus, words: int, columns: Sequence[str]) -> Iterator[Notice]:
    """A notice about two columns of a table with the same texts in all of many rows."""
    if len({*columns}) < 2 or len(ref) < _ROWS or words < _WORDS or [*ref.texts()] != [*hyp.texts()]:
        return
    names = " and ".join(map(repr, columns))
    text = f"0.0 %: columns {names} have the same text in all of {quantity(len(ref), 'row')}"
    yield Notice(COPIED_COLUMN, f"{text}: is one a copy of the other?")


def _apart(ids: Sequence[str], columns: Mapping[str, CodedColumn]) -> str:
    """The first column that has another value in each row of an id, and no more values than rows of one id: systems."""
    most = max(Counter(ids).values())
    names = (name for name, column in columns.items() if len(column.values) == most)
    return next((name for name in names if len({*zip(ids, columns[name].codes, strict=True)}) == len(ids)), "")


def of_cues(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """Notices about cues that occur more than once on one side."""
    for side, corpus in zip(SIDES, (ref, hyp), strict=True):
        if _are_cues(corpus) and (text := of_segments(corpus)):
            yield Notice(f"{NAME} {side}", f"{text}: each counts in the {side}; leave out the copies")


def of_segments(corpus: Corpus) -> str:
    """The beginning of a message about segments that are equal in all that the file says of them, about cues with the
    same times and text, or about parts of one audio file with the same times and different texts; else nothing.

    >>> from scorelite.formats import Segment
    >>> one, two = Segment(session="a", start=0, end=2, text="hi"), Segment(session="a", start=2, end=3, text="hi")
    >>> of_segments(Corpus([one, two])), of_segments(Corpus([one, two, one]))
    ('', "1 segment occurs more than once, such as 'a' at 0 s, with the same times and text")
    """
    table = corpus.table
    if table.start is None or table.end is None:
        return ""
    names = [*zip(table.sessions, table.channels, table.speakers, table.start.values, table.end.values, strict=True)]
    if len({*names}) == len(names):
        return ""
    attributes = table.column("attributes") or [()] * len(table)
    are_cues = _are_cues(corpus)
    contents: Iterable[object] = zip(table.ids(), corpus.texts(), attributes, strict=True)
    if are_cues:
        contents = corpus.texts()  # a copy has another number, and may have another place on the screen
    equal = [
        name for (name, content), number in Counter(zip(names, contents, strict=True)).items() if number > 1 and content
    ]
    paths = [next((path for key, path in pairs if key.endswith(_PATHS)), "") for pairs in attributes]
    of_files = [name for (name, path), number in Counter(zip(names, paths, strict=True)).items() if number > 1 and path]
    repeated = equal or of_files
    if not repeated:
        return ""
    session, _, _, start, _ = repeated[0]
    count = f"{quantity(len(repeated), 'cue' if are_cues else 'segment')} {'occurs' if len(repeated) == 1 else 'occur'}"
    at = f"such as {short(repr(session))} at {start:g} s" if session else f"such as the one at {start:g} s"
    return f"{count} more than once, {at}, with the same times and {'text' if equal else 'different texts'}"


def _are_cues(corpus: Corpus) -> bool:
    return bool(corpus.format) and by_name(corpus.format).cues
