"""Files of several folders that have one name: their rows would be joined as those of one recording."""

from __future__ import annotations

from ....formats.engine.audio_files import paths_of
from ....formats.errors import MismatchError, quantity, short
from ....formats.schema import Corpus
from ...notices.notice import SIDES

_PATH = "audio_filepath"


def refuse_merged_files(ref: Corpus, hyp: Corpus) -> None:
    """Raises MismatchError if files of different folders are one recording, because of their names.

    >>> import scorelite
    >>> rows = "".join(f'{{"audio_filepath": "{place}/a.wav", "text": "good day"}}\\n' for place in range(3)).encode()
    >>> refuse_merged_files(*[scorelite.read(rows, format="nemo")] * 2)
    Traceback (most recent call last):
    scorelite.formats.errors.MismatchError: 3 files of the reference are called 'a', such as '0/a.wav' and '1/a.wav', \
and would be one recording; id_column='audio_filepath' pairs rows by path
    """
    for side, corpus in zip(SIDES, (ref, hyp), strict=True):
        table = corpus.table
        if table.has("id") or len({*table.sessions}) == len(table):
            continue  # attributes of a large manifest need not be read
        paths: dict[str, dict[str, None]] = {}
        for session, path in zip(table.sessions, paths_of(table, _PATH), strict=False):
            if path:
                paths.setdefault(session, {})[path] = None
        for session, (first, *others) in paths.items():
            if others:
                raise MismatchError(
                    f"{quantity(1 + len(others), 'file')} of the {side} are called {short(session)!r}, such as "
                    f"{short(first)!r} and {short(others[0])!r}, and would be one recording; id_column={_PATH!r} "
                    f"(--id-column {_PATH}) pairs rows by path"
                )
