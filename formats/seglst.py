"""SegLST, the segments of MeetEval and of the CHiME challenges: a list of objects with session, speaker, words, times.

Numbers that are written as texts, as some tools do, count as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from formats.json_source import Document, Json, Node, details, dump, members, outline
from formats.json_words import bounds, number_json, plain_labels, plain_text, sealed, spoken, unsealed
from formats.record import Format
from formats.schema import Corpus, Segment, Written
from formats.source import Source

NAME = "seglst"
_USUAL = {"session_id", "speaker", "start_time", "end_time", "words"}


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'[{"session_id": "a", "speaker": "anna", "words": "hi", "start_time": 0.5, "end_time": 1.5}]'
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.speaker, segment.start, segment.end, segment.text
    ('a', 'anna', 0.5, 1.5, 'hi')
    """
    document = Document.of(source, NAME)
    if isinstance(document.value, list):
        usual = tuple(map(_usual, document.value))
        if None not in usual:  # nothing to complain of, and nothing that would be written in another way
            return Corpus(usual, format=NAME, path=source.name)  # type: ignore[arg-type]
    segments = tuple(map(_segment, document.root.objects()))
    document.check()
    return sealed(Corpus(segments, format=NAME, path=source.name), document.value, build)


def _usual(value: Json) -> Segment | None:
    """The segment of an object with the usual members and values, and with no others; None for any other value."""
    if not isinstance(value, dict) or value.keys() != _USUAL:
        return None
    session, speaker, text = value["session_id"], value["speaker"], value["words"]
    if type(session) is not str or type(speaker) is not str or type(text) is not str:
        return None
    start, end = value["start_time"], value["end_time"]
    if type(start) is not Written or type(end) is not Written or not 0.0 <= start <= end < inf:
        return None
    if not session or not speaker or text != text.strip():
        return None
    return Segment(session=session, speaker=speaker, start=start, end=end, text=text)


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
