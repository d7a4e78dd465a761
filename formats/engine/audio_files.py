"""Audio files of recordings, for formats whose segments name them by their paths."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...core.file_names import file_stems
from ..errors import UsageError, short
from ..schema import Attributes, Corpus, Table
from ..schema.items import names_of
from ..values import replace

KALDI_FILE = "kaldi-data:file:"
"""Begin of the details of a corpus that keep the files of a data folder."""
KALDI_RECORDING = "kaldi-data:recording"
"""The attribute with the name of a recording in `segments` and `wav.scp`."""
_PATHS = "audio_filepath", "/path"


def kaldi_recording(session: str, channel: str) -> str:
    """The name of a recording of Kaldi, which has one channel.

    >>> kaldi_recording("talk", "A"), kaldi_recording("talk", "")
    ('talk-A', 'talk')
    """
    return f"{session}-{channel}" if channel else session


def with_audio_files(corpus: Corpus, before: int) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus with the paths of its file or of Kaldi's `wav.scp` as recordings, else with ids.

    An utterance without times is a file of its own. `before` is the number of segments in earlier pieces of the file.

    >>> from ..schema import Segment
    >>> utterances = Corpus((Segment(id="a-1", text="hi"), Segment(id="a-2", text="yes")))
    >>> [segment.session for segment in with_audio_files(utterances, 0)[0].segments]
    ['a-1', 'a-2']
    """
    table = corpus.table
    if any(own := list(paths_of(table, *_PATHS))):
        paths_and_names = zip(own, file_stems(own), table.sessions, strict=True)
        known = [path if stem == name else name for path, stem, name in paths_and_names]
        rows = table.column("attributes") or ()
        others = [tuple([pair for pair in pairs if pair[0].partition(":")[2] not in _PATHS]) for pairs in rows]
        written: dict[str, Any] = {"session": known, "attributes": others if any(others) else None}
        if [*table.ids()] == [*table.sessions]:
            written["id"] = None
        return replace(corpus, segments=table.changed(**written)), ()
    paths = _in_wav_scp(corpus.meta)
    are_files = table.words is None and not table.has("session") and table.start is None
    if not paths and not are_files:
        return corpus, ()
    ids = list(table.ids())
    if not all(ids) or ids == [str(number) for number in range(1, len(ids) + 1)]:
        ids = [str(number) for number in range(before + 1, before + len(ids) + 1)]
    names = ids if are_files else table.sessions
    keys = map(kaldi_recording, names, table.channels)
    attributes = table.column("attributes") or [()] * len(table)
    named = [dict(pairs).get(KALDI_RECORDING, key) for pairs, key in zip(attributes, keys, strict=True)]
    sessions = [paths.get(key, name) for key, name in zip(named, names, strict=True)]
    columns: dict[str, Any] = {"session": sessions} | ({"id": None} if are_files else {})
    notes = ("ids are written as the names of audio files",) if are_files and not paths else ()
    return replace(corpus, segments=table.changed(**columns)), notes


def paths_of(table: Table, *names: str) -> Iterable[str]:
    """The paths of recordings, which attributes of these names keep; none where a table has none, and empty ones where
    a row has none."""
    if table.files is not None:
        return table.files()
    column = table.column("attributes") or ()
    if {*names}.isdisjoint(name.partition(":")[2] for name in names_of(column)):
        return ()
    return [
        next((value.strip('"') for name, value in attributes if name.partition(":")[2] in names), "")
        for attributes in column
    ]


def named_apart(corpus: Corpus, known: dict[str, str]) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus in which files of one name in different folders are recordings of their own, named by their paths.

    `known` are the paths of all recordings of earlier pieces of the file, and then of this one.

    >>> from ..schema import Segment
    >>> rows = [Segment(session="a", attributes=(("nemo:audio_filepath", f'"{name}/a.wav"'),)) for name in ("en", "de")]
    >>> [segment.session for segment in named_apart(Corpus(tuple(rows)), {})[0].segments]
    ['en_a', 'de_a']
    """
    table = corpus.table
    paths = list(paths_of(table, *_PATHS))
    # A recording with another name than its file was renamed.
    rows = zip(table.sessions, paths, file_stems(paths), strict=False)
    pairs = [(name, path if name == stem else "") for name, path, stem in rows]
    first: dict[str, str] = {}
    shared = {name for name, path in dict.fromkeys(pairs) if path and first.setdefault(name, path) != path}
    names = [_by_path(path) if path and name in shared else name for name, path in pairs]
    for name, path in dict.fromkeys(zip(names, [path for _, path in pairs], strict=True)):
        if path and known.setdefault(name, path) != path:
            raise UsageError(
                f"{corpus.path}: two files would be one recording, {short(name)!r}: {short(known[name])!r} and "
                f"{short(path)!r}; expected names of files that differ"
            )
    if not shared:
        return corpus, ()
    ids = {"id": names} if [*table.ids()] == [*table.sessions] else {}
    example = next(name for name, before in zip(names, table.sessions, strict=True) if name != before)
    note = f"files of one name in several folders are named by their paths, such as {short(example)!r}"
    return replace(corpus, segments=table.changed(session=names, **ids)), (note,)


def _by_path(path: str) -> str:
    """The name of a recording from all of its path.

    >>> _by_path("../en/10000.wav"), _by_path("C:\\\\a\\\\b.1.flac")
    ('en_10000', 'C_a_b.1')
    """
    folders, dot, suffix = path.rpartition(".")
    whole = folders if dot and not re.search(r"[/\\]", suffix) else path
    return "_".join(filter(None, re.split(r"[/\\:]+", whole.lstrip("./\\"))))


def _in_wav_scp(meta: Attributes) -> dict[str, str]:
    """The paths in a file `wav.scp` by recording, without commands, which end in a pipe."""
    lines = dict(meta).get(f"{KALDI_FILE}wav.scp", "").split("\n")
    rows = [line.split(None, 1) for line in lines]
    return {row[0]: row[1].strip() for row in rows if len(row) == 2 and not row[1].rstrip().endswith("|")}
