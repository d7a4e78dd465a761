"""A data folder of Kaldi: `text`, `segments`, `utt2spk`, `reco2file_and_channel`, `wav.scp` and further files.

    text                     anna-001 good day
    segments                 anna-001 talk-A 0.00 3.47
    utt2spk                  anna-001 anna
    reco2file_and_channel    talk-A talk A

The folder is one corpus. An utterance that is its own speaker has no speaker. Further files are kept for writing. The
output is sorted by id, as Kaldi requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from .engine.fields import check_order, number, splitter, time_text, word_of
from .engine.transform import plain_text
from .errors import Problems, UsageError, Where, fail, quantity
from .record import Format
from .schema import Corpus, Segment, Written
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
_FILE = "kaldi-data:file:"
_RECORDING = "kaldi-data:recording"


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
    keys = list((tables["text"] if tables["text"] is not None else tables["segments"]) or {})
    segments = [_segment(key, tables, problems) for key in keys]
    problems.check()
    meta = []
    for name in _KEPT:
        kept = source.beside(name)
        if kept is not None:
            meta.append((_FILE + name, kept.text))
    return Corpus(tuple(segments), meta=tuple(meta), format="kaldi-data", path=source.name)


_Row = tuple[list[str], Where, str]


def _table(source: Source, name: str, fewest: int, most: int | None, problems: Problems) -> dict[str, _Row] | None:
    """The rows of a file by their first field; None if there is no such file."""
    file = source.beside(name)
    if file is None:
        return None
    split = splitter(file.text)
    found: dict[str, _Row] = {}
    for place, line in enumerate(file.lines(), 1):
        fields = split(line)
        if not fields:
            continue
        where = Where(file.name, place)
        if len(fields) < fewest or (most is not None and len(fields) > most):
            problems.add(where, quantity(len(fields), "field"), quantity(fewest, "field"), line)
        elif fields[0] in found:
            problems.add(
                where, f"{fields[0]!r} is repeated, first on line {found[fields[0]][1].line}", "each key once", line
            )
        else:
            found[fields[0]] = fields, where, line
    return found


def _check_windows(segments: dict[str, _Row], problems: Problems) -> None:
    for fields, where, line in segments.values():
        start, end = number(fields[2]), number(fields[3])
        if start is None or end is None or start < 0 or (end < start and end != -1):
            problems.add(
                where,
                f"begin {fields[2]!r} and end {fields[3]!r} are not valid times",
                "seconds >= 0, an end at or after the begin",
                line,
            )


def _segment(key: str, tables: dict[str, dict[str, _Row] | None], problems: Problems) -> Segment:
    text, windows, speakers, recordings = (
        tables[name] for name in ("text", "segments", "utt2spk", "reco2file_and_channel")
    )
    said = text[key] if text is not None else None
    where = said[1] if said else (windows or {})[key][1]
    window = windows.get(key) if windows is not None else None
    if windows is not None and window is None:
        problems.add(
            where, f"utterance {key!r} is not in segments", "a line for each utterance", said[2] if said else None
        )
    recording = window[0][1] if window else key
    session, channel = (recording if window else ""), ""
    if recordings is not None and recording in recordings:
        session, channel = recordings[recording][0][1:3]
    speaker = (speakers or {}).get(key, ([key, key], where, ""))[0][1]
    start, end = (window[0][2], window[0][3]) if window else ("", "")
    return Segment(
        id=key,
        session=session,
        channel=channel,
        speaker="" if speaker == key else speaker,
        # Times that are not numbers are problems that `_check_windows` has noted.
        start=Written(start) if number(start) is not None else None,
        end=Written(end) if number(end) not in (None, -1) else None,
        text=" ".join(said[0][1:]) if said else "",
        attributes=((_RECORDING, recording),) if window and recording != _recording(session, channel) else (),
        where=where,
    )


def _recording(session: str, channel: str) -> str:
    return f"{session}-{channel}" if channel else session


def files(corpus: Corpus) -> Iterator[tuple[str, Iterable[str]]]:
    """Yields the files of a folder: names and lines."""
    segments = sorted(corpus.segments, key=lambda segment: segment.id)
    keys = [word_of("id", segment.id, "kaldi-data") for segment in segments]
    for key, following in pairwise(keys):
        if key == following:
            raise UsageError(f"kaldi-data cannot hold the id {key!r} twice")
    yield (
        "text",
        (f"{key} {plain_text(segment)}".rstrip(" ") + "\n" for key, segment in zip(keys, segments, strict=True)),
    )
    speakers = [word_of("speaker", segment.speaker or segment.id, "kaldi-data") for segment in segments]
    yield "utt2spk", (f"{key} {speaker}\n" for key, speaker in zip(keys, speakers, strict=True))
    spoken: dict[str, list[str]] = {}
    for key, speaker in zip(keys, speakers, strict=True):
        spoken.setdefault(speaker, []).append(key)
    yield "spk2utt", (f"{speaker} {' '.join(spoken[speaker])}\n" for speaker in sorted(spoken))
    if segments and all(segment.start is not None and segment.session for segment in segments):
        yield from _windows(segments)
    for key, value in corpus.meta:
        if key.startswith(_FILE) and key.removeprefix(_FILE) in _KEPT:
            yield key.removeprefix(_FILE), [value]


def _windows(segments: Sequence[Segment]) -> Iterator[tuple[str, Iterable[str]]]:
    rows = []
    recordings: dict[str, str] = {}
    for segment in segments:
        session = word_of("session", segment.session, "kaldi-data")
        channel = word_of("channel", segment.channel, "kaldi-data") if segment.channel else ""
        if segment.start is not None and segment.end is not None:
            check_order(segment.start, segment.end)
        recording = dict(segment.attributes).get(_RECORDING, _recording(session, channel))
        rows.append(f"{segment.id} {recording} {_time(segment.start, segment)} {_time(segment.end, segment)}\n")
        if channel:
            recordings[recording] = f"{recording} {session} {channel}\n"
    yield "segments", rows
    if recordings:
        yield "reco2file_and_channel", [recordings[recording] for recording in sorted(recordings)]


def _time(time: float | None, segment: Segment) -> str:
    """A time as text; -1 for the end of an utterance that lasts to the end of its recording."""
    return "-1" if time is None else time_text(time, segment.id)


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
    files=files,
    folder=True,
)
