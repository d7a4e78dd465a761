"""Files of several folders that have one name: their rows are read as those of one recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....formats.errors import arguments_in, quantity, short
from ....formats.schema import Corpus, Table
from ....formats.schema.items import names_of
from ...notices.notice import Notice
from ...notices.oddities import SIDES

_PATH = "audio_filepath"


def merged_files(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice for each side of which files of different folders are one recording, because of their names.

    >>> import scorelite
    >>> rows = "".join(f'{{"audio_filepath": "{place}/a.wav", "text": "good day"}}\\n' for place in range(3)).encode()
    >>> manifest = scorelite.read(rows, format="nemo")
    >>> print(*merged_files(manifest, scorelite.read(b"good day")))
    3 files of the reference are one recording, 'a', such as '0/a.wav' and '1/a.wav': their rows were joined; \
id_column='audio_filepath' pairs rows by path
    """
    for side, corpus in zip(SIDES, (ref, hyp), strict=True):
        table = corpus.table
        if len({*table.sessions}) == len(table):
            continue  # no file is joined with another, and attributes of a large manifest need not be read
        if table.has("id"):
            continue
        paths: dict[str, dict[str, None]] = {}
        for session, path in zip(table.sessions, _paths(table), strict=False):
            if path:
                paths.setdefault(session, {})[path] = None
        merged = {session: [*files] for session, files in paths.items() if len(files) > 1}
        for session, (first, second, *_) in merged.items():
            number = quantity(sum(map(len, merged.values())), "file")
            are = f"are {quantity(len(merged), 'recording')}, " if len(merged) > 1 else "are one recording, "
            which = f"{short(session)!r}, such as {short(first)!r} and {short(second)!r}: their rows were joined"
            fix = arguments_in(f"id_column={_PATH!r} (--id-column {_PATH}) pairs rows by path")
            yield Notice(f"files of the {side}", f"{number} of the {side} {are}{which}; {fix}")
            break


def _paths(table: Table) -> Iterable[str]:
    """The paths of recordings; none where a table has none, and empty ones where a row has none."""
    if table.files is not None:
        return table.files()
    column = table.column("attributes") or ()
    if _PATH not in {name.partition(":")[2] for name in names_of(column)}:
        return ()
    return [
        next((value.strip('"') for name, value in attributes if name.partition(":")[2] == _PATH), "")
        for attributes in column
    ]
