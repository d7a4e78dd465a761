"""A data folder of Kaldi: `text`, `segments`, `utt2spk`, `reco2file_and_channel`, `wav.scp` and other files.

    text                     anna-001 good day
    segments                 anna-001 talk-A 0.00 3.47
    utt2spk                  anna-001 anna
    reco2file_and_channel    talk-A talk A

The folder is one corpus. An utterance that is its own speaker has no speaker. Further files are kept for writing. The
output is sorted by id, as Kaldi requires.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from .engine.audio_files import KALDI_FILE, KALDI_RECORDING, kaldi_recording
from .engine.fields import check_order, is_usual_window, number, splitter, time_text, word_of
from .engine.plain_texts import plain_texts
from .errors import Problems, UsageError, Where, fail, quantity
from .record import Format
from .schema import Corpus, Table
from .schema.filling import Filling
from .source import Source

_KEPT = (
    "wav.scp",
    "utt2dur",
    "reco2dur",
    "utt2lang",
    "spk2gender",
    "utt2num_frames",
    "feats.scp",
    "cmvn.scp",
    "vad.scp",
)


_MAP = re.compile(r"(?:^|[/\\])(utt|spk|reco)2(\w+)$")
_KEYS = {"utt": "id", "spk": "speaker", "reco": "session"}
_VALUES = {"spk": "speaker", "dur": "duration"}
_NO_GROUPS = ("spk2utt", "utt2num_frames", "utt2uniq", "utt2spk")
"""Maps of a folder whose values are no groups of utterances, or are read anyway."""


def columns_of_map(path: str) -> tuple[str, str] | None:
    """The names of both columns of one of Kaldi's maps; None for another file.

    >>> columns_of_map("data/test/spk2gender"), columns_of_map("utt2dur"), columns_of_map("text")
    (('speaker', 'gender'), ('id', 'duration'), None)
    """
    match = _MAP.search(path)
    return match and (_KEYS[match[1]], _VALUES.get(match[2], match[2]))


def groups_of_folder(folder: str) -> Iterator[tuple[str, str, str]]:
    """The maps of a folder from utterances or speakers to groups: what is named, the group, and the path."""
    for name in sorted(os.listdir(folder)):
        found = columns_of_map(name)
        if found is not None and found[0] != "session" and name not in _NO_GROUPS:
            yield (*found, os.path.join(folder, name))


def read(source: Source) -> Corpus:
    """Reads a folder."""
    if source.folder is None:
        fail(Where(source.name, 1), "not a folder", "a data folder with a file 'text' or 'segments'")
    problems = Problems()
    tables = {}
    for name, fewest, most in (
        ("text", 1, None),
        ("segments", 4, 5),
        ("utt2spk", 2, 2),
        ("reco2file_and_channel", 3, 3),
    ):
        tables[name] = _table(source, name, fewest, most, problems)
    if tables["text"] is None and tables["segments"] is None:
        fail(Where(source.name, 1), "neither a file 'text' nor a file 'segments'", "a data folder of Kaldi")
    _check_windows(tables["segments"] or {}, problems)
    segments = _segments(source.name, tables, problems)
    meta = []
    for name in _KEPT:
        beside = source.beside(name)
        if beside is not None:
            meta.append((KALDI_FILE + name, beside.text))
    return Corpus(segments, meta=tuple(meta), format="kaldi-data", path=source.name)


# The fields of a line, its file and number, and the line.
_Row = tuple[list[str], tuple[str, int], str]


def _table(source: Source, name: str, fewest: int, most: int | None, problems: Problems) -> dict[str, _Row] | None:
    """The rows of a file by their first field; None if there is no such file."""
    file = source.beside(name)
    if file is None:
        return None
    lines = file.lines()
    rows: dict[str, _Row] = {}
    cut = list(map(splitter(file.text), lines))
    for place, (line, fields, size) in enumerate(zip(lines, cut, map(len, cut), strict=True), 1):
        if not size:
            continue
        at = file.name, place
        if size < fewest or (most is not None and size > most):
            problems.add(Where(*at), quantity(size, "field"), quantity(fewest, "field"), line)
        elif fields[0] in rows:
            what = f"{fields[0]!r} is repeated, first on line {rows[fields[0]][1][1]}"
            problems.add(Where(*at), what, "each key once", line)
        else:
            rows[fields[0]] = fields, at, line
    return rows


def _check_windows(segments: dict[str, _Row], problems: Problems) -> None:
    for fields, at, line in segments.values():
        if is_usual_window(fields[2], fields[3]):
            continue
        start, end = number(fields[2]), number(fields[3])
        if start is None or end is None or start < 0 or (end < start and end != -1):
            problems.add(
                Where(*at),
                f"begin {fields[2]!r} and end {fields[3]!r} are not valid times",
                "seconds >= 0, end >= begin",
                line,
            )


def _segments(path: str, tables: dict[str, dict[str, _Row] | None], problems: Problems) -> Table:
    """The utterances; an error where there is a problem."""
    texts, windows, speakers, recordings = (
        tables[name] for name in ("text", "segments", "utt2spk", "reco2file_and_channel")
    )
    rows = (texts if texts is not None else windows) or {}
    for key, (_, at, line) in rows.items() if windows is not None else ():
        if key not in (windows or ()):
            what = f"utterance {key!r} is not in segments"
            problems.add(Where(*at), what, "a line for each utterance", line if texts is not None else None)
    problems.check()
    names = {recording: row[0][1:3] for recording, row in (recordings or {}).items()}
    owners = {key: row[0][1] for key, row in (speakers or {}).items()}
    file = next(iter(rows.values()))[1][0] if rows else path
    filling = Filling(file, "id", "session", "channel", "speaker", "start", "end", "text", "attributes", "lines")
    for key, (fields, (_, place), _) in rows.items():
        window = windows[key][0] if windows else None
        recording = window[1] if window else key
        session, channel = names.get(recording, (recording if window else "", ""))
        speaker = owners[key] if key in owners and owners[key] != key else ""
        start, end = (window[2], None if float(window[3]) == -1 else window[3]) if window else (None, None)
        attributes = (
            ((KALDI_RECORDING, recording),) if window and recording != kaldi_recording(session, channel) else ()
        )
        text = " ".join(fields[1:]) if texts is not None else ""
        filling.add(key, session, channel, speaker, start, end, text, attributes, place)
    return filling.table()


def files(corpus: Corpus) -> Iterator[tuple[str, Iterable[str]]]:
    """Yields the files of a folder: names and lines."""
    table = corpus.table
    ids = table.ids()
    order = sorted(range(len(table)), key=ids.__getitem__)
    table = table if order == list(range(len(table))) else table.picked(order)
    keys = list(table.ids())
    if " ".join(keys).split() != keys:
        for key in keys:
            word_of("id", key, "kaldi-data")
    twice = next((key for key, following in pairwise(keys) if key == following), None)
    if twice is not None:
        raise UsageError(f"kaldi-data cannot hold the id {twice!r} twice")
    texts = plain_texts(table)
    yield "text", [f"{key} {text}\n" if text else f"{key}\n" for key, text in zip(keys, texts, strict=True)]
    speakers = [speaker or key for speaker, key in zip(table.speakers, keys, strict=True)]
    for speaker in dict.fromkeys(speakers):
        word_of("speaker", speaker, "kaldi-data")
    yield "utt2spk", list(map("{} {}\n".format, keys, speakers))
    spoken: dict[str, list[str]] = {speaker: [] for speaker in sorted({*speakers})}
    for key, speaker in zip(keys, speakers, strict=True):
        spoken[speaker] += [key]
    yield "spk2utt", [f"{speaker} {' '.join(listed)}\n" for speaker, listed in spoken.items()]
    if _has_windows(table) and all(table.sessions):
        yield from _windows(table)
    for key, value in corpus.meta:
        if key.startswith(KALDI_FILE) and key.removeprefix(KALDI_FILE) in _KEPT:
            yield key.removeprefix(KALDI_FILE), [value]


def _has_windows(table: Table) -> bool:
    """Whether all utterances begin at a time; `segments` has a line for each utterance, or is missing."""
    return len(table) > 0 and table.start is not None and table.start.is_complete()


def _drops(corpus: Corpus) -> frozenset[str]:
    """Times of some utterances, which `segments` cannot hold."""
    table = corpus.table
    has_times = table.start is not None and any(start is not None for start in table.start)
    return frozenset({"segment times"} if has_times and not _has_windows(table) else ())


def _windows(table: Table) -> Iterator[tuple[str, Iterable[str]]]:
    rows = []
    recordings: dict[str, str] = {}
    recording_of: dict[tuple[str, str], str] = {}
    ends = table.end or [None] * len(table)
    attributes = table.column("attributes") or [()] * len(table)
    columns = table.ids(), table.sessions, table.channels, table.start or (), ends, attributes
    for key, session, channel, start, end, pairs in zip(*columns, strict=True):
        if (session, channel) not in recording_of:
            word_of("session", session, "kaldi-data")
            recording_of[session, channel] = kaldi_recording(
                session, word_of("channel", channel, "kaldi-data") if channel else ""
            )
        if end is not None and end < start:
            check_order(start, end)
        recording = (
            dict(pairs).get(KALDI_RECORDING, recording_of[session, channel])
            if pairs
            else recording_of[session, channel]
        )
        # -1 is the end of an utterance that lasts to the end of its recording.
        rows.append(f"{key} {recording} {time_text(start, key)} {'-1' if end is None else time_text(end, key)}\n")
        if channel:
            recordings[recording] = f"{recording} {session} {channel}\n"
    yield "segments", rows
    if recordings:
        yield "reco2file_and_channel", [recordings[recording] for recording in sorted(recordings)]


def write(corpus: Corpus) -> Iterator[str]:
    """Never: the format is a folder."""
    raise UsageError("kaldi-data is a folder of files; expected the path of a folder")


def sniff(names: Sequence[str]) -> bool:
    """Whether these are the file names of a data folder."""
    return "text" in names and not {"utt2spk", "segments", "wav.scp"}.isdisjoint(names)


FORMAT = Format(
    name="kaldi-data",
    suffixes=(),
    summary="Kaldi data folder: text, segments, utt2spk, reco2file_and_channel",
    carries=frozenset({"channels", "ids", "segment times", "sessions", "speakers"}),
    read=read,
    write=write,
    sniff=sniff,
    family="Kaldi",
    needs=frozenset({"ids"}),
    drops=_drops,
    files=files,
    folder=True,
)
