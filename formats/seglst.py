"""SegLST, the segments of MeetEval and of the CHiME challenges: a list of objects with session, speaker, words, times.

Numbers that are written as texts, as some tools do, count as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from formats.json_source import Document, Json, Node, details, dump, members, outline
from formats.json_words import bounds, number_json, plain_labels, plain_text, sealed, spoken, unsealed
from formats.record import Format
from formats.schema import Corpus, Segment
from formats.source import Source

NAME = "seglst"


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'[{"session_id": "a", "speaker": "anna", "words": "hi", "start_time": 0.5, "end_time": 1.5}]'
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.speaker, segment.start, segment.end, segment.text
    ('a', 'anna', 0.5, 1.5, 'hi')
    """
    document = Document.of(source, NAME)
    segments = tuple(map(_segment, document.root.objects()))
    document.check()
    return sealed(Corpus(segments, format=NAME, path=source.name), document.value, build)


def _segment(node: Node) -> Segment:
    start, end = node.time("start_time", quoted=True), node.time("end_time", quoted=True)
    node.order(start, end)
    return Segment(
        session=node.name("session_id"),
        channel=node.name("channel"),
        speaker=node.name("speaker"),
        start=start,
        end=end,
        text=node.text("words", required=True).strip(),
        attributes=node.rest("session_id", "channel", "speaker", "words", "start_time", "end_time"),
    )


def build(corpus: Corpus) -> Json:
    """The list of a corpus."""
    listed: list[Json] = []
    for segment in spoken(corpus):
        start, end = bounds(segment, plain_labels(segment) if segment.labels is not None else ())
        known: dict[str, Json] = {
            "session_id": segment.session or None,
            "speaker": segment.speaker or None,
            "start_time": number_json(start),
            "end_time": number_json(end),
            "words": plain_text(segment),
            "channel": segment.channel or None,
        }
        listed.append(members(known, details(segment.attributes, NAME)))
    return listed


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the list."""
    yield from dump(unsealed(corpus, build, NAME))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there is a list of objects with sessions and words."""
    return {"/*/session_id", "/*/words"} <= outline(lines, "session_id", "words")


FORMAT = Format(
    name=NAME,
    suffixes=(".seglst.json", ".seglst"),
    summary="MeetEval SegLST: a list of segments",
    carries=frozenset({"sessions", "channels", "speakers", "segment times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"sessions"}),
)
