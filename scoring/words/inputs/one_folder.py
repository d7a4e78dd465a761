"""One file, or a folder that is one corpus, against a folder of files, whose names are its recordings or its ids."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .... import formats
from ....formats.errors import MismatchError, UsageError
from ....formats.kaldi import first_words
from ....formats.kaldi_decode import ranking_of
from ....formats.schema import NOTICE, Corpus, Segment
from ....formats.values import replace
from ...common.folders import files_in, is_folder_of_files
from ...common.results import listed
from ..pairing.affixes import nbest_argument
from .columns import TABLES
from .corpora import TEXT, has_ids, has_windows, has_word_times, recordings_of_rows
from .folders import without_transcript
from .reading import Reading
from .sides import Sides, content_of_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ....formats.source import Source
    from ...common.results import Missing
    from .taken import Taken


def is_one_folder(ref: object, hyp: object) -> bool:
    """Whether one side is a folder of files, and the other one is none, or a folder that is one corpus."""
    return is_folder_of_files(ref) != is_folder_of_files(hyp)


def read_with_folder(
    ref: Any, hyp: Any, how: Reading, one_channel: Callable[[Corpus], Corpus], missing: Missing
) -> Sides:
    """Reads a file of recordings with times, a table, lines that begin with ids, or a corpus in a folder, and a folder
    whose files have the names of these recordings, or these ids, as names. `one_channel` takes the channel of a file
    that the caller chose. What a service could not transcribe is `missing`."""
    place = 0 if is_folder_of_files(ref) else 1
    folder, file = (ref, hyp) if place == 0 else (hyp, ref)
    ranking = ranking_of(os.fspath(hyp), os.fspath(ref)) if place == 1 and isinstance(ref, (str, os.PathLike)) else ""
    found = None if ranking else _rows(how.open(file, 1 - place), Path(folder), how, place)
    if found is not None and _are_recordings(found[0]):
        rows, taken, _ = found
        files = _recordings(Path(folder), how, place, missing)
        return Sides(files, rows, taken=taken) if place == 0 else Sides(rows, files, taken=taken)
    if found is None or not (found[2].folder or found[2].name in (*TABLES, "kaldi")):
        of_espnet = os.path.isdir(os.path.join(folder, "1best_recog"))
        lists = f"{nbest_argument()}, which reads the lists of ESPnet" if of_espnet else ""
        side = ("hyp", "ref")[place]
        others = (
            "two folders whose files have the same names, a file of recordings with times (stm, ctm), a table whose "
            f"ids are the names of these files, or lines that begin with these names ({side}_format='kaldi' "
            f"(--{side}-format kaldi))"
        )
        expected = ranking or lists or others
        other = ("hypothesis", "reference")[place]
        raise UsageError(f"{os.fspath(folder)} is a folder of files, but the {other} is one file; expected {expected}")
    rows, taken, _ = found
    recordings = rows.table.sessions
    if not has_ids(rows) and all(recordings) and len({*recordings}) == len(recordings):
        rows = replace(rows, segments=rows.table.changed(id=recordings))  # a manifest names files of sound
    if not has_ids(rows):
        raise UsageError(
            f"{rows.path} has no ids; expected a column id with the names of the files in {os.fspath(folder)}; "
            "id_column='NAME' (--id-column NAME) names another column"
        )
    files = _joined(Path(folder), how, place, one_channel, missing)
    return Sides(files, rows, taken=taken) if place == 0 else Sides(rows, files, taken=taken)


def _are_recordings(corpus: Corpus) -> bool:
    """Whether a corpus is recordings with names, paired by time: without ids, and no table of a row for each."""
    is_timed = len(corpus) > 0 and (has_windows(corpus) or has_word_times(corpus))
    is_named = not corpus.table.has("id") and all(corpus.table.sessions)
    return is_timed and is_named and not (corpus.format in TABLES and recordings_of_rows(corpus))


def _rows(source: Source, folder: Path, how: Reading, place: int) -> tuple[Corpus, tuple[Taken, ...], formats.Format]:
    """The content of the file next to a folder on the side `place`; lines may begin with the names of its files."""
    of_files, name = (how.ref_format, how.hyp_format)[:: 1 - 2 * place]
    if name is None and source.folder is None and formats.detect(source).name == TEXT:
        ids, names = first_words(source), files_in(folder, of_files, ("ref", "hyp")[place])
        if len(ids) > 1 and ids.are_different and {*ids} <= names.keys():
            how = replace(how, hyp_format="kaldi") if place == 0 else replace(how, ref_format="kaldi")
    return content_of_rows(source, how, 1 - place)


def _joined(
    folder: Path, how: Reading, place: int, one_channel: Callable[[Corpus], Corpus], missing: Missing
) -> Corpus:
    """The files of a folder as utterances: all words of a file are one text, whose id is the name of the file."""
    segments: list[Segment] = []
    name_of_format = ""
    notices: dict[str, None] = {}
    for name, path, read in _each(folder, how, place, missing):
        corpus = one_channel(read)
        channels = [*dict.fromkeys(corpus.table.channels)]
        if len(channels) > 1:
            raise UsageError(
                f"{path} has {listed(channels, 'channel')}; expected a text of one channel in each file: "
                f"channel={channels[-1]!r} (--channel {channels[-1]}) takes one; `scorelite meetings REF HYP` compares "
                "each with a speaker of a table with columns session, speaker and text"
            )
        segments.append(Segment(id=name, text=" ".join(filter(None, corpus.texts())), grammar="plain"))
        name_of_format = corpus.format
        notices |= dict.fromkeys(corpus.notices())
    return _corpus(folder, name_of_format, segments, notices)


def _recordings(folder: Path, how: Reading, place: int, missing: Missing) -> Corpus:
    """The files of a folder as recordings with times; a file that names no recording is one of its own name."""
    read = [*_each(folder, how, place, missing)]
    # A recogniser that heard nothing may write a file that shows less of its format.
    heard = [row for row in read if any(row[2].texts()) or row[2].table.has("start")] or read
    names = {corpus.format for *_, corpus in heard}
    if len(names) != 1:
        expected = "files of one format, one for each recording"
        raise MismatchError(f"{folder}: a folder with {', '.join(sorted(names)) or 'no files'}; expected {expected}")
    segments: list[Segment] = []
    path_of: dict[tuple[str, str], Path] = {}
    for name, path, corpus in heard:
        for session, channel in {*zip(corpus.table.sessions, corpus.table.channels, strict=True)}:
            key = session or name, channel
            if key in path_of:
                raise MismatchError(
                    f"{path_of[key]} and {path} both have the recording {key[0]!r}; expected each in one file"
                )
            path_of[key] = path
        segments += [replace(segment, session=segment.session or name) for segment in corpus.segments]
    notices = dict.fromkeys(notice for *_, corpus in read for notice in corpus.notices())
    return _corpus(folder, names.pop(), segments, notices)


def _corpus(folder: Path, name: str, segments: list[Segment], notices: dict[str, None]) -> Corpus:
    """The files of a folder as one corpus of the format `name`, with what the reader said of them."""
    meta = tuple((name + NOTICE, text) for text in notices)
    return Corpus(tuple(segments), format=name, path=os.fspath(folder), meta=meta)


def _each(folder: Path, how: Reading, place: int, missing: Missing) -> Iterator[tuple[str, Path, Corpus]]:
    """The name, the path and the content of each file of a folder that has a transcript."""
    named = (how.ref_format, how.hyp_format)[place]
    for name, path in files_in(folder, named, ("ref", "hyp")[place]).items():
        with without_transcript(missing):
            source = how.open(os.fspath(path), place)
            record = formats.by_name(named) if named else formats.detect(source)
            yield name, path, how.read(source, record, place)
