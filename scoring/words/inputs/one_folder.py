"""A table of texts, or a folder that is one corpus, against a folder of files, whose names are its ids."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .... import formats
from ....formats.errors import UsageError, quantity
from ....formats.kaldi import first_words
from ....formats.kaldi_decode import ranking_of
from ....formats.schema import Corpus, Segment
from ....formats.values import replace
from ...common.folders import files_in, is_folder_of_files
from ..pairing.affixes import nbest_argument
from .columns import TABLES
from .corpora import TEXT, has_ids
from .reading import Reading
from .sides import Sides, content_of_rows

if TYPE_CHECKING:
    from typing import Any

    from ....formats.source import Source
    from .taken import Taken


def is_one_folder(ref: object, hyp: object) -> bool:
    """Whether one side is a folder of files, and the other one is none, or a folder that is one corpus."""
    return is_folder_of_files(ref) != is_folder_of_files(hyp)


def read_with_folder(ref: Any, hyp: Any, how: Reading) -> Sides:
    """Reads a table, lines that begin with ids, or a corpus in a folder, and a folder whose files have these ids as
    names."""
    place = 0 if is_folder_of_files(ref) else 1
    folder, file = (ref, hyp) if place == 0 else (hyp, ref)
    ranking = ranking_of(os.fspath(hyp), os.fspath(ref)) if place == 1 and isinstance(ref, (str, os.PathLike)) else ""
    found = None if ranking else _rows(how.open(file, 1 - place), Path(folder), how, place)
    if found is None or not (found[2].folder or found[2].name in (*TABLES, "kaldi")):
        of_espnet = os.path.isdir(os.path.join(folder, "1best_recog"))
        lists = f"{nbest_argument()}, which reads the lists of ESPnet" if of_espnet else ""
        side = ("hyp", "ref")[place]
        others = (
            "two folders whose files have the same names, a table whose ids are the names of these files, lines that "
            f"begin with these names ({side}_format='kaldi' (--{side}-format kaldi)), or two files (cat joins lines of "
            "JSON)"
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
    files = _joined(Path(folder), how, place)
    return Sides(files, rows, taken=taken) if place == 0 else Sides(rows, files, taken=taken)


def _rows(source: Source, folder: Path, how: Reading, place: int) -> tuple[Corpus, tuple[Taken, ...], formats.Format]:
    """The content of the file next to a folder on the side `place`; lines may begin with the names of its files."""
    of_files, name = (how.ref_format, how.hyp_format)[:: 1 - 2 * place]
    if name is None and source.folder is None and formats.detect(source).name == TEXT:
        ids, names = first_words(source), files_in(folder, of_files, ("ref", "hyp")[place])
        if len(ids) > 1 and ids.are_different and {*ids} <= names.keys():
            how = replace(how, hyp_format="kaldi") if place == 0 else replace(how, ref_format="kaldi")
    return content_of_rows(source, how, 1 - place)


def _joined(folder: Path, how: Reading, place: int) -> Corpus:
    """The files of a folder as utterances: all words of a file are one text, whose id is the name of the file."""
    named = (how.ref_format, how.hyp_format)[place]
    segments: list[Segment] = []
    name_of_format = ""
    for name, path in files_in(folder, named, ("ref", "hyp")[place]).items():
        source = how.open(os.fspath(path), place)
        record = formats.by_name(named) if named else formats.detect(source)
        corpus = how.read(source, record, place)
        if (channels := len({*corpus.table.channels})) > 1:
            raise UsageError(f"{path} has {quantity(channels, 'channel')}; expected a text of one channel in each file")
        segments.append(Segment(id=name, text=" ".join(filter(None, corpus.texts())), grammar="plain"))
        name_of_format = record.name
    return Corpus(tuple(segments), format=name_of_format, path=os.fspath(folder))
