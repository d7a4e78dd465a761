"""Names of recordings, channels and speakers: of files, from maps of old names to new ones, and of a corpus."""

from __future__ import annotations

import os

from ..errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..schema import Corpus


def recording_name(path: str, format: str) -> str:
    """The name of a recording, from the path of the file that describes it in a format; blanks become `_`.

    >>> recording_name("a/talk one.srt.gz", "srt"), recording_name("<stdin>", "trn")
    ('talk_one', 'stdin')
    >>> recording_name("talk.whisper.json", "whisper"), recording_name("talk.kaldi.json", "kaldi-json")
    ('talk', 'talk')
    """
    name = os.path.splitext(os.path.basename(path.rstrip("/\\")).removesuffix(".gz"))[0]
    name = name.removesuffix(f".{format.removesuffix('-json')}")  # as in `talk.whisper.json`
    return "_".join((name.strip("<>") or "recording").split())


def read_speaker_map(text: str, name: str) -> dict[str, str]:
    """A map from old to new names, one pair a line, separated by a tab or, without a tab, by the first blanks.

    >>> read_speaker_map("spk_0 anna\\n# nobody\\nAnna Smith\\tanna\\n", "map")
    {'spk_0': 'anna', 'Anna Smith': 'anna'}
    """
    names: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in (line.split("\t", 1) if "\t" in line else line.split(None, 1))]
        if len(fields) != 2 or not all(fields):
            raise UsageError(f"{name}:{number}:1: only one name; expected the old and the new name of a speaker")
        if names.setdefault(fields[0], fields[1]) != fields[1]:
            raise UsageError(
                f"{name}:{number}:1: {fields[0]!r} becomes {fields[1]!r}, but {names[fields[0]]!r} on an earlier line; "
                "expected one new name for each old name"
            )
    return names


def several_channels(corpus: Corpus) -> dict[str, list[str]]:
    """The names of the channels of each recording that has several.

    >>> from scorelite.formats.schema import Corpus, Segment
    >>> several_channels(Corpus(tuple([Segment(session="t", channel=name) for name in ("A", "B", "")])))
    {'t': ['A', 'B']}
    """
    rows = dict.fromkeys(zip(corpus.table.sessions, corpus.table.channels, strict=True))
    rows |= dict.fromkeys([(region.session, region.channel) for region in corpus.regions])
    channels: dict[str, list[str]] = {}
    for session, name in rows:
        if name:
            channels.setdefault(session, []).append(name)
    return {session: names for session, names in channels.items() if len(names) > 1}
