"""Default names, names of one word and unique ids, for targets that need them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

from ..record import Format
from ..schema import Corpus, Table
from ..schema.words import changed_in_texts
from ..values import replace
from .names import recording_name

# Families of formats in which a name is a field and must not hold blanks.
_COLUMNS = ("NIST", "Kaldi")
# Features of rows that a table of ids and texts has not.
_OF_ROWS = frozenset({"sessions", "channels", "times", "confidence"})
_DEFAULT_CHANNEL, DEFAULT_SPEAKER = "1", "unknown"
_NO_PARENTHESES = str.maketrans("()", "__")


def named(corpus: Corpus, target: Format, notes: list[str], before: int) -> Corpus:
    """The corpus with default names where the target needs names, and without blanks in names."""
    corpus = one_word_names(corpus, target, notes)
    table = corpus.table
    if table.words is not None and "ids" in target.needs:
        if target.needs == {"ids"} and target.carries.isdisjoint(_OF_ROWS) and not changed_in_texts(table.words.words):
            return replace(corpus, segments=_texts_of_rows(corpus, notes, before))
        table = Table.of(tuple(table))
    session = recording_name(corpus.path, corpus.format)
    needs = target.needs
    if target.name == "kaldi-data" and table.start is not None and table.start.is_complete():
        needs |= {"sessions"}  # times in its file `segments` belong to a recording
    nameless = []
    for feature, name, default in (
        ("sessions", "session", session),
        ("channels", "channel", _DEFAULT_CHANNEL),
        ("speakers", "speaker", DEFAULT_SPEAKER),
    ):
        if name == "speaker" and table.words is not None:
            continue  # rows name no speakers
        if feature in needs and "" in _values(table, name):
            nameless.append(f"{name} {default!r}")
            table = _with_names(table, name, {"": default})
    if nameless:
        notes.append(f"missing names are written as: {', '.join(nameless)}")
    if "ids" in needs:
        table = _with_ids(table, session, notes, before)
    return corpus if table is corpus.table else replace(corpus, segments=table)


def _texts_of_rows(corpus: Corpus, notes: list[str], before: int) -> Table:
    """Ids and texts of rows without marks, one for each run."""
    table, path = corpus.table, corpus.path
    size = len(table)
    bare = Table(size, session=table.sessions, channel=table.channels)
    ids = _with_ids(bare, recording_name(path, corpus.format), notes, before).ids()
    return Table(size, grammar=table.grammar, path=path, id=ids, text=table.texts(), lines=[1] * size)


def one_word_names(corpus: Corpus, target: Format, notes: list[str]) -> Corpus:
    """The corpus without blanks in names, where names are fields."""
    if target.family not in _COLUMNS:
        return corpus
    table = corpus.table
    blank = []
    for feature, name in (("sessions", "session"), ("channels", "channel"), ("speakers", "speaker")):
        values = _values(table, name) if feature in target.carries else set()
        joined = {value: "_".join(value.split()) for value in values if _has_blank(value)}
        if joined:
            blank.append(feature)
            table = _with_names(table, name, joined)
    if not blank:
        return corpus
    notes.append(f"blanks in the names of {', '.join(blank)} become '_'")
    return replace(corpus, segments=table)


def _values(table: Table, name: str) -> set[str]:
    return {*getattr(table, f"{name}s")}


def _with_names(table: Table, name: str, renamed: Mapping[str, str]) -> Table:
    """The table with new names for the `known` ones."""
    return table.changed(**{name: [renamed.get(old, old) for old in getattr(table, f"{name}s")]})


def _with_ids(table: Table, session: str, notes: list[str], before: int) -> Table:
    """The table with unique ids: missing ones are made of names and times, or of the number of the segment."""
    ids = table.ids()
    if all(ids) and len(set(ids)) == len(ids) and not any(map(_has_blank, ids)):
        return table
    if not all(ids):
        is_timed = table.start is not None and table.start[0] is not None
        notes.append("ids are made of speaker, session and times" if is_timed else "ids are made")
    taken = set(ids)
    made: list[str] = []
    for new, key in zip(_ids_of(table, session, before), ids, strict=True):
        new = "_".join(key.split()) or new
        if new != key or key in made[-1:]:
            number = 1
            base = new
            while new in taken:
                number += 1
                new = f"{base}-{number}"
            taken.add(new)
        made.append(new)
    return table.changed(id=made)


def _ids_of(table: Table, session: str, before: int) -> Iterator[str]:
    """Ids made of names and times, or of names and numbers."""
    names = table.speakers, [name or session for name in table.sessions], table.channels
    joined = {row: _joined_names(*row) for row in {*zip(*names, strict=True)}}
    nothing: Sequence[float | None] = [None] * len(table)
    times = zip(table.start or nothing, table.end or nothing, strict=True)
    for place, (row, (start, end)) in enumerate(zip(zip(*names, strict=True), times, strict=True), before + 1):
        rest = f"{place:07d}"
        if start is not None and end is not None and isfinite(start * 100) and isfinite(end * 100):
            rest = f"{round(start * 100):07d}-{round(end * 100):07d}"
        yield "-".join(filter(None, (joined[row], rest)))


def _joined_names(speaker: str, session: str, channel: str) -> str:
    names = speaker, session, "" if channel == _DEFAULT_CHANNEL else channel
    return "-".join("_".join(name.translate(_NO_PARENTHESES).split()) for name in names if name)


def _has_blank(name: str) -> bool:
    return name.split() != [name] if name else False
