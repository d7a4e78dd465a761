"""Insights of Azure AI Video Indexer: lines of a transcript with clock times, and the speakers by number.

{"videos": [{"insights": {"transcript": [{"text": "Good day.", "speakerId": 1,
 "instances": [{"start": "0:00:01.2", "end": "0:00:02.5"}]}], "speakers": [{"id": 1, "name": "Anna"}]}}]}
"""

from __future__ import annotations

from collections.abc import Sequence

from .engine.json import Document
from .engine.json_objects import root_of
from .engine.json_places import outline
from .record import Format, read_only
from .schema import Corpus
from .schema.filling import Filling
from .source import Source

NAME = "video-indexer"


def read(source: Source) -> Corpus:
    """Reads the lines of all videos.

    >>> text = b'''{"videos": [{"id": "v", "insights": {"transcript": [{"text": "Good day.", "speakerId": 1,
    ...   "instances": [{"start": "0:00:01.2", "end": "0:00:02.5"}]}]}}]}'''
    >>> segment, = read(Source(text)).segments
    >>> segment.text, segment.speaker, segment.start, segment.end
    ('Good day.', '1', 1.2, 2.5)
    """
    document = Document.of(source, NAME, {})
    segments = Filling(source.name, "session", "speaker", "start", "end", "text")
    videos = root_of(document).children("videos", required=True)
    for video in videos:
        insights = video.child("insights", required=True)
        names = {speaker.name("id"): speaker.name("name") for speaker in insights.children("speakers")}
        session = video.name("id") if len(videos) > 1 else ""
        for line in insights.children("transcript"):
            speaker = line.name("speakerId")
            span = line.first_child("instances").span("start", "end", quoted=True)
            segments.add(session, names.get(speaker) or speaker, *span, line.text("text", required=True).strip())
    document.check()
    return Corpus(segments.table(), format=NAME, path=source.name)


def sniff(lines: Sequence[str]) -> bool:
    """Whether videos have insights."""
    return "/videos/*/insights" in outline(lines)


FORMAT = Format(
    NAME,
    (".video-indexer.json",),
    "Azure AI Video Indexer",
    frozenset({"sessions", "speakers", "segment times"}),
    read,
    read_only,
    sniff,
    "annotation",
)
