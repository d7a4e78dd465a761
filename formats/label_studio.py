"""Transcripts and turns of Label Studio: its JSON exports, also the short one (JSON-MIN).

    [{"id": 1, "data": {"audio": "/data/upload/1/5d995a78-talk.wav"}, "annotations": [{"result": [
      {"id": "a", "type": "labels", "value": {"start": 0.5, "end": 1.5, "labels": ["Anna"]}},
      {"id": "a", "type": "textarea", "value": {"start": 0.5, "end": 1.5, "text": ["good day"]}}]}]}]

Each region with a text becomes a segment of the recording, whose speaker is its label, but for `Speech`. Where no
region of the file has a text, all are turns. A text without a region is that of the whole recording. Of several
annotations of a recording, the ground truth is read, or else the last one, or that of an `annotator`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import TypedDict

from .engine.json import Document
from .engine.json_objects import JsonObject, objects_of
from .engine.json_places import outline
from .errors import quantity
from .record import Format, read_only
from .roles import PATHS, ROLES, first_usual
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


def read(source: Source, *, annotator: str | int | None = None) -> Corpus:
    """Reads the regions of all recordings; `annotator=2` those of one annotator.

    >>> text = b'''{"data": {"audio": "a.wav"}, "annotations": [{"result": [
    ...   {"id": "1", "type": "textarea", "value": {"start": 0.5, "end": 1, "text": ["Hi."]}}]}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.start, segment.text
    ('a', 0.5, 'Hi.')
    """
    document = Document.of(source, NAME)
    is_list = isinstance(document.value, list)
    tasks = objects_of(document, document.value if is_list else [document.value], is_list=is_list)  # type: ignore[arg-type]
    found = [(task, _annotations(task, annotator)) for task in tasks]
    read_regions = [(_recording(task), [*_regions(task, annotations)]) for task, annotations in found]
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
    notices = tuple((f"{NAME}{NOTICE}", text) for text in _notices([annotations for _, annotations in found]))
    return Corpus(segments.table(), meta=notices, format=NAME, path=source.name)


def _notices(found: Sequence[Sequence[JsonObject]]) -> Iterator[str]:
    """Notices about recordings without annotations, and with several."""
    bare, several = sum(not annotations for annotations in found), sum(len(annotations) > 1 for annotations in found)
    if bare:
        yield f"{bare:,} of {len(found):,} recordings without annotations"
    if several:
        names = ", ".join(dict.fromkeys(_annotator(annotation) for annotations in found for annotation in annotations))
        yield (
            f"{several:,} of {len(found):,} recordings with several annotations, of which the last is read: "
            f"annotator= (--option annotator= of scorelite convert) chooses one of {names}"
        )


def _recording(task: JsonObject) -> str:
    """The name of the recording: that of its file, without what Label Studio puts before it."""
    data = task.members if _is_short(task) else task.child("data", required=True).members
    texts = {name: value for name, value in data.items() if isinstance(value, str)}
    path = next((texts[name] for name in PATHS if name in texts), next(iter(texts.values()), ""))
    file = path.partition(_LOCAL)[2] or path.partition("?")[0]
    name = PurePosixPath(file).stem
    return _UPLOADED.sub("", name, count=1) if _UPLOADS in path else name


def _is_short(task: JsonObject) -> bool:
    return task.has("annotation_id")


def _annotations(task: JsonObject, annotator: str | int | None) -> list[JsonObject]:
    """The annotations to choose from: none that was cancelled, and ground truth before others."""
    listed = task.children("annotations" if task.has("annotations") else "completions")  # as older releases call them
    made = [task] if _is_short(task) else [row for row in listed if row.members.get("was_cancelled") is not True]
    if annotator is not None:
        return [annotation for annotation in made if _annotator(annotation) == str(annotator)]
    return [annotation for annotation in made if annotation.members.get("ground_truth") is True] or made


def _annotator(annotation: JsonObject) -> str:
    """The number or the address of who made an annotation."""
    value = annotation.members.get("annotator" if _is_short(annotation) else "completed_by")
    if isinstance(value, dict):
        value = value.get("email") or value.get("id")
    return value.decode() if isinstance(value, bytes) else str(value)


def _regions(task: JsonObject, annotations: Sequence[JsonObject]) -> Iterator[_Region]:
    """The regions of a recording in the order of time, or its whole text."""
    if not annotations:
        return
    if _is_short(task):
        yield from _short_regions(task)
        return
    regions: dict[str, _Region] = {}
    for row in annotations[-1].children("result"):
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


def _short_regions(task: JsonObject) -> Iterator[_Region]:
    """The regions of the short export, whose texts stand in a list next to that of the regions."""
    lists = {name: value for name, value in task.members.items() if isinstance(value, list)}
    spans = next((name for name, rows in lists.items() if rows and all(isinstance(row, dict) for row in rows)), "")
    texts = next((rows for rows in lists.values() if rows and all(isinstance(row, str) for row in rows)), [])
    if not texts:
        one = first_usual(ROLES["text"], [name for name, value in task.members.items() if isinstance(value, str)])
        texts = [task.text(one)] if one else []
    if not spans:
        yield {"text": " ".join(word for text in texts for word in str(text).split())}
        return
    rows = task.children(spans)
    if texts and len(texts) != len(rows):
        task.report(f"{quantity(len(texts), 'text')} of {quantity(len(rows), 'region')}", "the full JSON export", spans)
        return
    for row, text in zip_longest(rows, texts):
        start, end = map(_rounded, row.span("start", "end"))
        region: _Region = {"start": start, "end": end}
        if isinstance(text, str):
            region["text"] = " ".join(text.split())
        for name in row.values("labels"):
            if isinstance(name, str):
                region["label"] = name
        yield region


def _rounded(time: str | None) -> str | None:
    """A time without the digits that only the computation of a browser has."""
    _, _, digits = (time or "").partition(".")
    return time if len(digits) <= _DIGITS else f"{float(time or 0):.{_DIGITS}f}"


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are annotations with results about data."""
    shape = outline(lines)
    if {"/*/annotation_id", "/*/annotator"} <= shape:
        return True
    return any(
        f"{top}/{name}/*/result/*/from_name" in shape or ({f"{top}/data", f"{top}/{name}/*/result"} <= shape)
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
