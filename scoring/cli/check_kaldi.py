"""Files of a data folder of Kaldi that do not fit together, which Kaldi's validate_data_dir.sh rejects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...formats.errors import short
from ...formats.source import Source
from ..common.results import listed

_SORTED = ("text", "segments", "utt2spk", "spk2utt", "wav.scp", "feats.scp", "reco2file_and_channel", "utt2dur")


def of_data_folder(source: Source) -> Iterator[str]:
    """Warnings about a folder: ids that only some of its files have, orders that Kaldi does not take, empty texts."""
    rows = {name: _rows(file.lines()) for name in _SORTED if (file := source.beside(name)) is not None}
    ids = {name: [row[0] for row in file] for name, file in rows.items()}
    for name in ("utt2spk", "spk2utt"):
        if name not in ids:
            yield f"no file {name}"
    if "wav.scp" not in ids and "feats.scp" not in ids:
        yield "neither a file wav.scp nor feats.scp"
    for name, keys in ids.items():
        if late := next((key for before, key in pairwise(keys) if key < before), None):
            yield f"{name} is not in the order of LC_ALL=C sort, such as {short(late)!r}"
    speakers = [row[1] for row in rows.get("utt2spk", ()) if len(row) > 1]
    if speakers != sorted(speakers):
        yield "utt2spk is not in the order of speakers; expected ids that begin with their speakers"
    first = "text" if "text" in ids else "segments"
    for name in ("segments", "utt2spk", "feats.scp", "utt2dur"):
        if name in ids and name != first:
            yield from _missing(ids[first], ids[name], "utterance", first, name)
    if "utt2spk" in ids and "spk2utt" in ids:
        of_speakers = [key for row in rows["spk2utt"] for key in row[1:]]
        yield from _missing(ids["utt2spk"], of_speakers, "utterance", "utt2spk", "spk2utt")
    if "wav.scp" in ids and "segments" in rows:
        recordings = [*dict.fromkeys(row[1] for row in rows["segments"] if len(row) > 1)]
        yield from _missing(recordings, ids["wav.scp"], "recording", "segments", "wav.scp")
    elif "wav.scp" in ids:
        yield from _missing(ids[first], ids["wav.scp"], "utterance", first, "wav.scp")
    if empty := [row[0] for row in rows.get("text", ()) if len(row) == 1]:
        yield f"{listed(empty, 'utterance')} without words in text"


def _rows(lines: Sequence[str]) -> list[list[str]]:
    return [fields for line in lines if (fields := line.split())]


def _missing(keys: Sequence[str], others: Sequence[str], noun: str, name: str, other: str) -> Iterator[str]:
    """Warnings about keys that one of two files lacks."""
    for here, there, has, lacks in ((keys, others, name, other), (others, keys, other, name)):
        known = {*there}
        if lacking := [key for key in here if key not in known]:
            yield f"{lacks} lacks {listed(lacking, noun)} of {has}"
