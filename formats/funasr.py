"""Results of FunASR: the list that `AutoModel.generate` returns, as JSON; or its elements, one a line.

    [{"key": "talk", "text": "good day yes",
      "sentence_info": [{"text": "good day", "start": 500, "end": 1500, "spk": 0}, ...]}]

Where sentences have speakers, or the result no key, each becomes a segment of the recording `key`; times are
milliseconds. Any other result is one utterance, whose id is the key. The times in `timestamp` are those of words, if
the text has as many words; times of Chinese characters only give the begin and end of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from .engine.json import Document
from .engine.json_objects import JsonObject, Span, objects_of
from .engine.json_places import outline
from .engine.spoken import seconds
from .record import Format, read_only
from .schema import Corpus, LabelColumns, Written
from .schema.filling import Filling
from .schema.markup import BLANKS, words
from .source import Source

NAME = "funasr"
_PER_SECOND = 1000
_SENTENCES, _TIMES = "sentence_info", "timestamp"
_MEMBERS = frozenset(
    ("key", "text", "raw_text", "text_tn", "text_seg", _TIMES, "timestamps", "words", "punc_array")
    + ("ctc_text", "ctc_timestamps", _SENTENCES)
)


def read(source: Source) -> Corpus:
    """Reads results.

    >>> text = b'[{"key": "a", "sentence_info": [{"text": "Hi.", "start": 100, "end": 500, "spk": 1}]}]'
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.speaker, segment.start, segment.text
    ('a', '1', 0.100, 'Hi.')
    """
    document = Document.of(source, NAME, many=True)
    values = document.value if isinstance(document.value, list) else []
    is_list = len(values) == 1 and isinstance(values[0], list)
    results = objects_of(document, values[0] if is_list else values, is_list=is_list or len(values) > 1)  # type: ignore[arg-type]
    segments = Filling(source.name, "id", "session", "speaker", "start", "end", "text", "labels")
    for result in results:
        key = result.name("key")
        sentences = result.children(_SENTENCES)
        if not sentences or (key and not any(sentence.has("spk") for sentence in sentences)):
            text, labels = _words(result, "text")
            spans = _spans(result)
            span = (spans[0][0], spans[-1][1]) if spans and text is not None else (None, None)
            segments.add(key, key if spans else "", "", *span, text, labels)
            continue
        for sentence in sentences:
            # Some models name the text of a sentence otherwise.
            text, labels = _words(sentence, "text" if sentence.has("text") else "sentence")
            span = _in_seconds(sentence.span("start", "end", "milliseconds"))
            segments.add("", key, sentence.name("spk"), *span, text, labels)
    document.check()
    return Corpus(segments.table(), format=NAME, path=source.name)


def _words(row: JsonObject, key: str) -> tuple[str | None, LabelColumns | None]:
    """The text of a result or sentence, or in its place the words with their times."""
    text = row.text(key, required=True).strip(BLANKS)
    spans, values = _spans(row), words(text)
    if not spans or len(spans) != len(values):
        return text, None
    starts, ends = map(list, zip(*spans, strict=True))
    return None, LabelColumns(values, (starts, ends, None), None)


def _spans(row: JsonObject) -> list[Span]:
    """The times of the tokens of a result or sentence."""
    pairs = row.arrays(_TIMES, [2], "a begin and an end")
    return [_in_seconds(pair.span(0, 1, "milliseconds")) for pair in pairs]


def _in_seconds(span: Span) -> Span:
    """The seconds of a begin and an end in milliseconds."""
    start, end = (None if time is None else str(seconds(Written(time), _PER_SECOND)) for time in span)
    return start, end


def sniff(lines: Sequence[str]) -> bool:
    """Whether results have sentences with times, or keys and times of tokens.

    One with a key and further members is a row of a table.
    """
    shape = outline(lines)
    for top in ("", "/*"):
        members = {path.removeprefix(f"{top}/") for path in shape if path.startswith(f"{top}/")}
        names = {path for path in members if "/" not in path}
        has_sentences = f"{_SENTENCES}/*/start" in members
        if "key" not in names and has_sentences:
            return True
        if "key" in names <= _MEMBERS and (has_sentences or f"{_TIMES}/*/*" in members):
            return True
    return False


FORMAT = Format(
    name=NAME,
    suffixes=(".funasr.json",),
    summary="FunASR's results",
    carries=frozenset({"ids", "sessions", "speakers", "segment times", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
