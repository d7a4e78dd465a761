"""JSON of OpenAI's Whisper (`--output_format json`) and of its service (`json`, `verbose_json`).

A segment has words if the file has word timestamps, else its text. The service lists words next to segments, or next to
the text alone, without a link between them: then the texts are kept, and their parts have the times of the words.

The answer of a pipeline of transformers (`chunks` with `timestamp`; insanely-fast-whisper has the same with
`speakers`), the files of whisper-timestamped and those of whisper.cpp (`-oj`, `-ojf`) are read, too; so is Voxtral's,
whose segments name their `type` and `speaker_id`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise, zip_longest
from math import inf
from typing import Any

from . import vendors
from .engine.cues import OPEN_END
from .engine.json import Document, Json, details, members
from .engine.json_objects import JsonObject, Span, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord, Run, without_runs
from .engine.spoken import Spoken
from .engine.whisper_cpp import segments_of
from .engine.whole_words import join_words
from .engine.word_lists import WordLists
from .errors import quantity
from .record import Format
from .schema import NOTICE, Attributes, Corpus, Segment
from .source import Source
from .values import dataclass, replace

NAME = "whisper"
_KNOWN = frozenset({"start", "end", "text", "words", "speaker"})
_OF_WORD = frozenset({"start", "end"})


@dataclass(frozen=True, slots=True)
class Dialect:
    """A format of the family: its name, the keys of a word's confidence and text, and the text before a word."""

    format: str
    confidence: str
    lead: str
    key: str = "word"

    def segments(self, rows: Sequence[JsonObject], path: str) -> tuple[Sequence[Segment], list[str]]:
        """The segments of a list, and the texts that would be written for them."""
        words = WordLists(self.format, lead=self.lead)
        spans = list[Span]()
        texts = list[str | None]()
        attributes = list[Attributes]()
        derived = list[str]()
        plain = self.plain
        for row in rows:
            spans.append(row.span("start", "end"))
            words.begin()
            words.read(row, "words", plain, self.add)
            read = row.text("text") if row.has("text") else None
            text = (read or "").strip()
            is_alone = not vendors.lists_words(row, "words", text)
            texts.append(text if is_alone else None)
            if not is_alone:
                derived.append(self._glue.join(words.written()))
            else:
                derived.append(self.lead + text if text else "")
            attributes.append(
                row.rest(_KNOWN) + words.before() + vendors.remembered(self.format, "/text", read, derived[-1])
            )
        segments = vendors.table_of(
            path,
            words.labels(),
            words.first,
            texts=texts,
            attributes=attributes,
            start=[start for start, _ in spans],
            end=[end for _, end in spans],
            speaker=[row.name("speaker") or row.name("speaker_id") for row in rows],
        )
        return segments, derived

    def add(self, item: JsonObject, words: WordLists) -> None:
        """Adds a word."""
        span = item.span("start", "end")
        text, confidence = item.text(self.key, required=True), item.confidence(self.confidence)
        words.add(item.members, text, span, confidence, item.rest(self._known))

    @property
    def plain(self) -> PlainWord:
        """A usual word."""
        return PlainWord(self.key, "start", "end", self.confidence, lead=self.lead)

    @property
    def _known(self) -> frozenset[str]:
        return _OF_WORD | {self.key, self.confidence}

    @property
    def _glue(self) -> str:
        """The text between words, in addition to that before each word."""
        return "" if self.lead else " "

    def spoken(self, corpus: Corpus) -> Spoken:
        """The segments and words to write for a corpus."""
        return Spoken(corpus, self.format, self.lead)

    def texts(self, spoken: Spoken) -> list[str]:
        """The texts to write for segments."""
        of_words = map(self._glue.join, [spoken.words[begin:end] for begin, end in pairwise(spoken.first)])
        return [
            joined_words if is_plain else self.lead + text if text else ""
            for is_plain, text, joined_words in zip(spoken.are_plain(), spoken.texts, of_words, strict=True)
        ]

    def objects(self, spoken: Spoken) -> list[Json]:
        """The objects to write for segments; with words only for those that have labels."""
        texts: list[Json] = list(self.texts(spoken))
        for row in [row for row, more in spoken.details.items() if "/text" in more]:
            texts[row] = vendors.restored(spoken.details[row], "/text", texts[row])
        lists = zip(spoken.lists(self.words(spoken)), spoken.is_labelled, strict=True)
        start, end = spoken.bounds()
        columns: dict[str, Sequence[Json]] = {
            "start": vendors.numerals(start),
            "end": vendors.numerals(end),
            "text": texts,
            "words": [words if is_labelled else None for words, is_labelled in lists],
            "speaker": vendors.texts_or_none(spoken.speakers),
        }
        return list(vendors.objects(columns, spoken.details))

    def words(self, spoken: Spoken) -> list[Json]:
        """The objects to write for words."""
        columns: dict[str, Sequence[Json]] = {
            self.key: spoken.words,
            "start": vendors.numerals(spoken.starts),
            "end": vendors.numerals(spoken.ends),
            self.confidence: vendors.numerals(spoken.confidences),
        }
        return list(vendors.objects(columns, spoken.extras))


def share_words(answer: Json) -> Attributes:
    """Gives the segments of an answer, or its text where it has none, the times of the words that OpenAI's service
    lists for the whole answer; or a notice that it cannot.

    These words have no punctuation: the texts are kept, and their parts have the times of the words.
    """
    whole: Any = answer if isinstance(answer, dict) else {}
    segments, words = whole.get("segments"), whole.get("words")
    if not isinstance(words, list) or not words:
        return ()
    has_segments = isinstance(segments, list) and bool(segments)
    segments = segments if has_segments else [{"text": whole.get("text")}]
    unlisted = [segment for segment in segments if isinstance(segment, dict) and segment.get("words") is None]
    texts: list[Any] = [segment.get("text") for segment in unlisted]
    if len(texts) < len(segments) or not all(isinstance(text, str) for text in texts) or not any(map(str.strip, texts)):
        return ()
    timed = _timed_words(words)
    if timed is None or (not has_segments and timed.texts == texts[0].split()):
        return ()
    parts, first, bounds = _TimedWords([], [], [], []), 0, [0]
    for text in texts:
        after = _add_parts(parts, text, timed, first, apart=not has_segments)
        if after is None:
            break
        first = after
        bounds.append(len(parts.texts))
    if len(bounds) <= len(texts) or first < len(timed.texts):
        return ((f"{NAME}{NOTICE}", _OF_SEGMENTS if has_segments else _OF_TEXT),)
    columns: list[list[Any]] = [parts.texts, parts.starts, parts.ends, parts.confidences, [()] * len(parts.texts)]
    for segment, (begin, end) in zip(segments, pairwise(bounds), strict=True):
        run = Run(_DIALECT.plain, (), columns, slice(begin, end), end - begin, list)
        segment["words"] = [run] if begin < end else []
    whole["segments"] = segments
    del whole["words"]
    return ()


_OF_SEGMENTS = "the words of the file are not those of its segments, so their times are not used"
_OF_TEXT = "the words that the file lists are not those of its text: the list is read, not the text"


@dataclass(frozen=True, slots=True)
class _TimedWords:
    """Texts with begins, ends and confidences."""

    texts: list[str]
    starts: list[str]
    ends: list[str]
    confidences: list[str | None]

    def add_part(self, text: str, words: _TimedWords, begin: int, end: int) -> None:
        """Adds a part of a text that holds some words; a mark that stands alone is where the word before ends."""
        before = words.ends[end - 1] if end else "0"
        sure = [confidence for confidence in words.confidences[begin:end] if confidence is not None]
        self.texts.append(text)
        self.starts.append(words.starts[begin] if begin < end else before)
        self.ends.append(before)
        self.confidences.append(min(sure, key=float) if sure else None)


def _timed_words(words: Sequence[Any]) -> _TimedWords | None:
    """Words that have a begin and an end in order; None where one has not."""
    timed = _TimedWords([], [], [], [])
    for word in words:
        if isinstance(word, Run):
            timed.texts.extend(map(str.strip, word.column(0)))
            timed.starts.extend(word.column(1))
            timed.ends.extend(word.column(2))
            timed.confidences.extend(word.column(3))
        elif _is_timed(word):
            confidence = word.get(_OF_SERVICE.confidence)
            timed.texts.append(word["word"].strip())
            timed.starts.append(word["start"].decode())
            timed.ends.append(word["end"].decode())
            timed.confidences.append(confidence.decode() if isinstance(confidence, bytes) else None)
        else:
            return None
    return timed


def _is_timed(word: Json) -> bool:
    """Whether a value is a word with a begin and an end in order."""
    if not isinstance(word, dict) or not isinstance(word.get("word"), str):
        return False
    start, end = word.get("start"), word.get("end")
    return isinstance(start, bytes) and isinstance(end, bytes) and 0 <= float(start) <= float(end) < inf


def _add_parts(parts: _TimedWords, text: str, words: _TimedWords, first: int, *, apart: bool) -> int | None:
    """Adds the parts of a text between blanks, with the times of the words in them; gives the place after these.

    None where the text has other words than those from `first` on. `apart` also cuts between words that touch, or have
    a mark beyond ASCII between them, as those of Chinese.
    """
    for part in text.split():
        begin, head, place = first, 0, 0
        while first < len(words.texts):
            word = words.texts[first]
            found = part.find(word, place)
            if found < 0 or _has_letters(part[place:found]):
                break
            between = part[place:found]
            if apart and begin < first and not (between and between.isascii()):
                parts.add_part(part[head:found], words, begin, first)
                begin, head = first, found
            first, place = first + 1, found + len(word)
        if place < len(part) and _has_letters(part[place:]):
            return None
        parts.add_part(part[head:], words, begin, first)
    return first


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


# Members of `json` and `verbose_json`, and of an empty file of whisper-timestamped.
_ANSWER = {"/text", "/task", "/language", "/language_probs", "/duration", "/segments", "/words", "/usage"}
_DIALECT = Dialect(NAME, "probability", " ")
_OF_SERVICE = Dialect(NAME, "probability", "")
_TIMESTAMPED = Dialect(NAME, "confidence", "", "text")  # whisper-timestamped
_WORD_OF_ANSWER = replace(_OF_SERVICE.plain, timed=True)
_PATHS = {"segments/*/words": (_DIALECT.plain, _TIMESTAMPED.plain), "words": (_WORD_OF_ANSWER,)}


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"text": " Hi you", "segments": [{"start": 0.0, "end": 1.5, "text": " Hi you"}], "language": "en"}'
    >>> segment, = read(Source(text)).segments
    >>> segment.text, segment.end
    ('Hi you', 1.5)
    """
    pipeline, notices = _of_pipeline(source)
    document = Document.of(pipeline, NAME, _PATHS)
    join_words(document.value)
    notices += share_words(document.value)
    root = root_of(document)
    text = root.text("text")
    rows = root.children("segments")
    of_cpp = root.children("transcription")
    if root.has("transcription") and all(row.has("offsets") for row in of_cpp):
        segments = _of_cpp(of_cpp, source.name)
        document.check()
        return vendors.sealed(Corpus(segments, format=NAME, path=source.name), source)
    # Some services answer with an empty list of segments next to a text.
    if root.has("segments") and (rows or not (text.strip() or root.has("words"))):
        words = [item for row in rows for item in row.values("words")]
        is_timestamped = any(_has(word, "text") for word in words) and not any(_has(word, "word") for word in words)
        segments, texts = (_TIMESTAMPED if is_timestamped else _DIALECT).segments(rows, source.name)
        notices += _of_other_words(rows, texts)
    else:
        segments, texts = _without_segments(root, text, source.name)
    document.check()
    if root.has("words"):
        root.members["words"] = without_runs(root.members["words"])
    meta = root.rest(frozenset({"text", "segments"}))
    meta += vendors.remembered(NAME, "/text", text if root.has("text") else None, "".join(texts)) + notices
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _of_other_words(rows: Sequence[JsonObject], texts: Sequence[str]) -> Attributes:
    """A notice if the words that segments list are not those of their texts."""
    both = [(row.members.get("text"), text) for row, text in zip(rows, texts, strict=True)]
    unlike = [(told, text) for told, text in both if isinstance(told, str) and told != text]
    count = sum(_letters(told) != _letters(text) for told, text in unlike)
    if not count:
        return ()
    what = f"{quantity(count, 'segment')} with other words in the list than in the text: the list is read"
    return ((f"{NAME}{NOTICE}", what),)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _has(item: Json | Run, key: str) -> bool:
    """Whether a word has a text under a key."""
    if isinstance(item, Run):
        return item.shape.text == key
    return isinstance(item, dict) and bool(item.get(key))


def _of_pipeline(source: Source) -> tuple[Source, Attributes]:
    """The segments of a pipeline of transformers as Whisper has them, with notices; any other file as it is.

    Chunks of one word each are words.
    """
    if b'"chunks"' not in source.data or b'"timestamp"' not in source.data:
        return source, ()
    try:
        answer = json.loads(source.text)
    except (ValueError, RecursionError):
        return source, ()  # the reader tells the problem with its place
    chunks = answer.get("chunks") if isinstance(answer, dict) else None
    turns = answer.get("speakers") if isinstance(answer, dict) else None
    are_turns = isinstance(turns, list) and bool(turns) and all(map(_is_turn, turns))
    if are_turns:  # of insanely-fast-whisper: the chunks again, with their speakers
        chunks = turns
    if not isinstance(chunks, list) or not all(map(_is_chunk, chunks)):
        return source, ()
    text = answer.get("text", "".join([chunk["text"] for chunk in chunks]))
    begins = [chunk["timestamp"][0] for chunk in chunks]
    ends = [chunk["timestamp"][1] for chunk in chunks]
    ends = [after if end is None else end for end, after in zip_longest(ends, begins[1:])]
    words = not are_turns and all(len(chunk["text"].split()) < 2 for chunk in chunks)
    if place := _run_backwards(begins, ends, words):
        what = f"timestamps of chunks run backwards ({place}): the text is read without times"
        return _made(source, {"text": text}), ((f"{NAME}{NOTICE}", what),)
    notices: Attributes = ()
    rows: list[dict[str, Json]] = []
    for chunk, begin, end in zip(chunks, begins, ends, strict=True):
        if end is None:  # the recording is cut off
            end = begin if words else begin + OPEN_END
            notices = ((f"{NAME}{NOTICE}", f"the last chunk has no end: it is read as {end - begin:g} s long"),)
        rows.append({"start": begin, "end": end, "word" if words else "text": chunk["text"]})
        if are_turns:
            rows[-1]["speaker"] = chunk["speaker"]
    begin, end = (rows[0]["start"], rows[-1]["end"]) if rows else (0.0, 0.0)
    segments = [{"start": begin, "end": end, "words": rows}] if words and rows else rows
    return _made(source, {"text": text, "segments": segments}), notices


def _made(source: Source, answer: Mapping[str, object]) -> Source:
    """A source with this answer in place of its own."""
    text = json.dumps(answer, ensure_ascii=False)
    return Source(text.encode("utf-8", "surrogatepass"), name=source.name)


def _is_chunk(chunk: Json) -> bool:
    """Whether a value has a text and two times, of which the second may be missing."""
    if not isinstance(chunk, dict) or not isinstance(chunk.get("text"), str):
        return False
    times = chunk.get("timestamp")
    return isinstance(times, list) and len(times) == 2 and isinstance(times[0], (int, float))


def _is_turn(turn: Json) -> bool:
    """Whether a value is a chunk with a speaker."""
    return _is_chunk(turn) and isinstance(turn, dict) and isinstance(turn.get("speaker"), str)


def _run_backwards(begins: Sequence[float], ends: Sequence[Any], words: bool) -> str:
    """The first end that is before its begin, as pipelines write it where their windows meet; empty where none is."""
    spans = [*zip(begins, ends, strict=True)]
    if words and spans:
        spans.append((begins[0], ends[-1]))  # words are one segment
    for place, (begin, end) in enumerate(spans):
        if isinstance(end, (int, float)) and end < begin:
            return f"{begin} to {end} at /chunks/{min(place, len(begins) - 1)}/timestamp"
    return ""


def _of_cpp(rows: Sequence[JsonObject], path: str) -> Sequence[Segment]:
    """The segments of whisper.cpp."""
    segments, texts, words = segments_of(rows, NAME)
    return vendors.table_of(
        path,
        words.labels(),
        words.first,
        texts=texts,
        start=[segment.start for segment in segments],
        end=[segment.end for segment in segments],
        speaker=[segment.speaker for segment in segments],
    )


def _without_segments(root: JsonObject, text: str, path: str) -> tuple[Sequence[Segment], list[str]]:
    """One segment with the words or the text of a response without segments, and the text to write for it."""
    if vendors.lists_words(root, "words", text):
        words = WordLists(NAME)
        words.begin()
        words.read(root, "words", _WORD_OF_ANSWER, _OF_SERVICE.add)
        written = "".join([_DIALECT.lead + value for value in words.values])
        return vendors.table_of(path, words.labels(), words.first), [written]
    if not root.has("text"):
        root.report("neither 'segments' nor 'text'", "a transcript of Whisper, or of whisper.cpp with 'offsets'")
    return (Segment(text=text.strip()),), [_DIALECT.lead + text.strip() if text.strip() else ""]


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = _DIALECT.spoken(corpus)
    extras = details(corpus.meta, NAME)
    text = vendors.restored(extras, "/text", "".join(_DIALECT.texts(spoken)))
    return members({"text": text, "segments": _DIALECT.objects(spoken)}, extras)


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are a text and segments with members that only Whisper has, or one answer of its service."""
    of_cpp = outline(lines)
    if {"/systeminfo", "/transcription"} <= of_cpp or "/transcription/*/offsets" in of_cpp:
        return True
    shape = outline(lines)
    if _is_answer(lines, shape):
        return True
    if {"/text", "/chunks/*/text", "/chunks/*/timestamp"} <= shape:
        whole = [line for line in lines if line.startswith("{") and line.rstrip().endswith("}")]
        return len(whole) < 2 or lines[0] != whole[0]  # lines of answers are a table
    listed = "/segments/*/text" in shape and "/text" in shape
    basics = {"/segments/*/seek", "/segments/*/tokens", "/segments/*/no_speech_prob", "/segments/*/words/*/probability"}
    basics |= {"/segments/*/words/*/confidence", "/segments/*/type"}
    pairs = bool(basics & shape) or {"/task", "/language"} <= shape
    return listed and pairs and not {"/info", "/language_probability", "/info/language_probability"} & shape


def _is_answer(lines: Sequence[str], shape: frozenset[str]) -> bool:
    """Whether one object has a text and no members but those of the service; Vosk has blanks before its colons."""
    if "/text" not in shape or "/text/*" in shape or "/segments/*/words/*/score" in shape:
        return False
    if "/words/*" in shape and "/words/*/word" not in shape:
        return False
    pairs = {path for path in shape if path.count("/") == 1}
    objects = sum(line.startswith("{") for line in lines)
    return pairs <= _ANSWER and objects == 1 and not any('"text" :' in line for line in lines)


CARRIES = frozenset({"speakers", "segment times", "times", "confidence"})
FORMAT = Format(NAME, (".whisper.json",), "OpenAI Whisper", CARRIES, read, write, sniff, vendors.FAMILY)
