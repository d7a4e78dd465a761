"""Transcripts and turns of Label Studio: its JSON export.

    [{"id": 1, "data": {"audio": "/data/upload/1/5d995a78-talk.wav"}, "annotations": [{"result": [
      {"id": "a", "type": "labels", "value": {"start": 0.5, "end": 1.5, "labels": ["Anna"]}},
      {"id": "a", "type": "textarea", "value": {"start": 0.5, "end": 1.5, "text": ["good day"]}}]}]}]

Each region with a text becomes a segment of the recording, whose speaker is its label, but for `Speech`. Where no
region of the file has a text, all are turns. A text without a region is that of the whole recording. Of several
annotations of a recording, the ground truth is read, or else the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import TypedDict

from .engine.json import Document
from .engine.json_objects import JsonObject, objects_of
from .engine.json_places import outline
from .record import Format, read_only
from .roles import PATHS
from .schema import NOTICE, Corpus
from .schema.filling import Filling
from .source import Source

NAME = "label-studio"
_SPEECH = "Speech"
"""The label that says of a region only that somebody speaks."""
_UPLOADED = re.compile(r"[0-9a-f]{8}-(?=.)")
_DIGITS = 4
_UPLOADS, _LOCAL = "/upload/", "?d="


class _Region(TypedDict, total=False):
    """A stretch of a recording with what is known of it; one without times is the whole."""

    start: str | None
    end: str | None
    channel: str
    label: str
    text: str


def read(source: Source) -> Corpus:
    """Reads the regions of all recordings.

    >>> text = b'''{"data": {"audio": "a.wav"}, "annotations": [{"result": [
    ...   {"id": "1", "type": "textarea", "value": {"start": 0.5, "end": 1, "text": ["Hi."]}}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.start, segment.text
    ('a', 0.5, 'Hi.')
    """
    document = Document.of(source, NAME)
    is_list = isinstance(document.value, list)
    tasks = objects_of(document, document.value if is_list else [document.value], is_list=is_list)  # type: ignore[arg-type]
    read_regions = [(_recording(task), [*_regions(task)]) for task in tasks]
    document.check()
    has_texts = any("text" in region for _, regions in read_regions for region in regions)
    segments = Filling(source.name, "id", "session", "channel", "speaker", "start", "end", "text")
    for recording, regions in read_regions:
        is_mono = {region.get("channel", "1") for region in regions} == {"1"}
        for region in regions:
            text, label = region.get("text"), region.get("label", _SPEECH)
            if "start" not in region:
                segments.add(recording, "", "", "", None, None, text)
            elif text is not None or not has_texts:
                speaker = "" if label == _SPEECH else label
                channel = "" if is_mono else region.get("channel", "")
                segments.add("", recording, channel, speaker, region["start"], region["end"], text or "")
    bare = sum(not _annotations(task) for task in tasks)
    notices = ((f"{NAME}{NOTICE}", f"{bare:,} of {len(tasks):,} recordings without annotations"),) if bare else ()
    return Corpus(segments.table(), meta=notices, format=NAME, path=source.name)


def _recording(task: JsonObject) -> str:
    """The name of the recording: that of its file, without what Label Studio puts before it."""
    data = task.child("data", required=True).members
    texts = {name: value for name, value in data.items() if isinstance(value, str)}
    path = next((texts[name] for name in PATHS if name in texts), next(iter(texts.values()), ""))
    file = path.partition(_LOCAL)[2] or path.partition("?")[0]
    name = PurePosixPath(file).stem
    return _UPLOADED.sub("", name, count=1) if _UPLOADS in path else name


def _annotations(task: JsonObject) -> list[JsonObject]:
    """The annotations that were not cancelled; older releases call them completions."""
    listed = task.children("annotations" if task.has("annotations") else "completions")
    return [annotation for annotation in listed if annotation.members.get("was_cancelled") is not True]


def _regions(task: JsonObject) -> Iterator[_Region]:
    """The regions of a recording in the order of time, or its whole text."""
    annotations = _annotations(task)
    if not annotations:
        return
    truth = [annotation for annotation in annotations if annotation.members.get("ground_truth") is True]
    regions: dict[str, _Region] = {}
    for row in (truth or annotations)[-1].children("result"):
        value = row.child("value")
        region = regions.setdefault(row.name("id"), {})
        if value.has("start") and value.has("end"):
            region["start"], region["end"] = map(_rounded, value.span("start", "end"))
        if (channel := value.number("channel")) is not None:
            region["channel"] = str(int(float(channel)) + 1)
        if value.has("text"):
            lines = value.values("text") if isinstance(value.members["text"], list) else [value.text("text")]
            region["text"] = " ".join(word for line in lines if isinstance(line, str) for word in line.split())
        for name in value.values("labels"):
            if isinstance(name, str):
                region.setdefault("label", name)
    known = [region for region in regions.values() if "start" in region or "text" in region]
    yield from sorted(known, key=lambda region: float(region.get("start") or 0))


def _rounded(time: str | None) -> str | None:
    """A time without the digits that only the computation of a browser has."""
    _, _, digits = (time or "").partition(".")
    return time if len(digits) <= _DIGITS else f"{float(time or 0):.{_DIGITS}f}"


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are annotations with results about data."""
    shape = outline(lines)
    return any(
        f"{top}/data" in shape and f"{top}/{name}/*/result" in shape
        for top in ("", "/*")
        for name in ("annotations", "completions")
    )


FORMAT = Format(
    name=NAME,
    suffixes=(".label-studio.json",),
    summary="transcripts and turns of Label Studio, as JSON",
    carries=frozenset({"sessions", "channels", "speakers", "segment times", "ids"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
