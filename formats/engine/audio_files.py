"""Audio files of recordings, for formats whose segments name them by their paths."""

from __future__ import annotations

from ..schema import Attributes, Corpus
from ..values import replace

KALDI_FILE = "kaldi-data:file:"
"""Begin of the details of a corpus that keep the files of a data folder."""
KALDI_RECORDING = "kaldi-data:recording"
"""The attribute with the name of a recording in `segments` and `wav.scp`."""


def kaldi_recording(session: str, channel: str) -> str:
    """The name of a recording of Kaldi, which has one channel.

    >>> kaldi_recording("talk", "A"), kaldi_recording("talk", "")
    ('talk-A', 'talk')
    """
    return f"{session}-{channel}" if channel else session


def with_audio_files(corpus: Corpus, before: int) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus with the paths of Kaldi's `wav.scp` as recordings, else with ids where nothing names a recording.

    An utterance without times is a file of its own. `before` is the number of segments in earlier pieces of the file.

    >>> from ..schema import Segment
    >>> utterances = Corpus((Segment(id="a-1", text="hi"), Segment(id="a-2", text="yes")))
    >>> [segment.session for segment in with_audio_files(utterances, 0)[0].segments]
    ['a-1', 'a-2']
    """
    table = corpus.table
    paths = _paths(corpus.meta)
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
    columns = {"session": sessions} | ({"id": None} if are_files else {})
    notes = ("ids are written as the names of audio files",) if are_files and not paths else ()
    return replace(corpus, segments=table.changed(**columns)), notes


def _paths(meta: Attributes) -> dict[str, str]:
    """The paths in a file `wav.scp` by recording, without commands, which end in a pipe."""
    lines = dict(meta).get(f"{KALDI_FILE}wav.scp", "").split("\n")
    rows = [line.split(None, 1) for line in lines]
    return {row[0]: row[1].strip() for row in rows if len(row) == 2 and not row[1].rstrip().endswith("|")}
