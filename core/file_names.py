"""Names of recordings from the paths of audio files, for both cores and for readers of formats."""

from __future__ import annotations

from itertools import repeat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


RECORDINGS = (".wav", ".mp3", ".flac", ".m4a", ".ogg", ".opus", ".aac", ".wma", ".mp4", ".mkv", ".mov", ".webm", ".sph")
"""The suffixes of files of sound or video."""


def file_stem(path: str) -> str:
    r"""The name of an audio file without its folder and its suffix; the folder may be a Windows one.

    >>> file_stem("data/talk.1.wav"), file_stem("C:\\data\\talk")
    ('talk.1', 'talk')
    """
    return file_stems([path])[0]


def file_stems(paths: Sequence[str]) -> list[str]:
    """The names of many audio files, as `file_stem` gives them one by one.

    >>> file_stems(["data/talk.1.wav", ".wav", ""])
    ['talk.1', '.wav', '']
    """
    distinct = list(dict.fromkeys(paths))
    slashed = map(str.replace, distinct, repeat("\\"), repeat("/"))
    names = [name for _, _, name in map(str.rpartition, slashed, repeat("/"))]
    stems = [stem for stem, _, _ in map(str.rpartition, names, repeat("."))]
    letters = map(str.strip, stems, repeat("."))
    whole = [stem if some else name for stem, some, name in zip(stems, letters, names, strict=True)]
    return list(map(dict(zip(distinct, whole, strict=True)).__getitem__, paths))
