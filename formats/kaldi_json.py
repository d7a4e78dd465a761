"""Kaldi transcripts in the JSON of BBC services: words with times, confidence and a printed form.

A segment is a turn in `segmentation`; in a file without it, one segment holds all words. A word belongs to the last
turn that begins at or before the word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from . import vendors
from .engine.json import Document, Json, detail, details, members
from .engine.json_objects import JsonObject, root_of
from .engine.json_places import outline
from .engine.plain_words import PlainWord
from .engine.spoken import BEFORE, Spoken, others
from .engine.word_lists import WordLists, displayed
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "kaldi-json"
_OF_WORD = frozenset({"word", "start", "end", "confidence", "punct", "index"})
# Start, end and speaker.
_Turn = tuple[str, "str | None", str]
_PLAIN = PlainWord("word", "start", "end", "confidence", "punct", ignored=("index",), quoted=True)


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads words; `punctuation=True` gives them in their printed form.

    >>> text = b'{"retval": {"words": [{"start": 0.1, "end": 0.5, "confidence": 0.9, "word": "hi", "punct": "Hi."}]}}'
    >>> read(Source(text)).segments[0].items[0].attributes
    (('display', 'Hi.'),)
    """
    document = Document.of(source, NAME, {"retval/words" if b'"retval"' in source.data else "words": (_PLAIN,)})
    root = root_of(document)
    inner = root.child("retval") if root.has("retval") else root
    turns = _turns(inner.child("segmentation"))
    starts = [float(start) for start, _, _ in turns]
    words = WordLists(NAME, nobody=-1)
    words.begin()
    # The turn of a word follows from its begin.
    turn_at = partial(_turn, starts)
    words.read(inner, "words", _PLAIN, partial(_add, turn_at=turn_at), turn_at, required=True)
    document.check()
    labels = words.labels()
    nobody: _Turn = ("", None, "")
    of_segments = [turns[place] if place >= 0 else nobody for place in words.turns]
    segments = vendors.table_of(
        source.name,
        displayed(labels) if punctuation else labels,
        words.first,
        texts=words.of_lists([vendors.text_alone(inner, "punct", "words")]),
        attributes=words.of_firsts([words.before()]),
        start=[start or None for start, _, _ in of_segments],
        end=[end for _, end, _ in of_segments],
        speaker=[speaker for _, _, speaker in of_segments],
    )
    meta = inner.rest(frozenset({"words", "punct", "segmentation"}))
    if inner is not root:
        meta += (detail(NAME, "/outer", details(root.rest(frozenset({"retval"})), NAME)),)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _add(item: JsonObject, words: WordLists, turn_at: Callable[[tuple[str, ...], str | None], int]) -> None:
    span = item.span("start", "end", quoted=True)
    text, confidence = item.text("word", required=True), item.confidence("confidence", quoted=True)
    turn = turn_at((), span[0])
    words.add(item.members, text, span, confidence, item.rest(_OF_WORD), display=item.text("punct"), turn=turn)


def _turn(starts: Sequence[float], _names: tuple[str, ...], start: str | None) -> int:
    """The number of the turn of a word."""
    return bisect_right(starts, float(start or 0)) - 1


def _turns(segmentation: JsonObject) -> list[_Turn]:
    """The turns of speakers, by their begins."""
    turns: list[_Turn] = []
    for node in segmentation.children("segments"):
        start, size = node.time("start", required=True), node.time("duration")
        name = node.child("speaker").name("@id") if type(node.members.get("speaker")) is dict else node.name("speaker")
        if start is not None:
            end = vendors.end_of(start, size)
            turns.append((start, end, name))
    return sorted(turns, key=lambda turn: float(turn[0]))


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    spoken = Spoken(corpus, NAME)
    behind = spoken.after()
    before = {row: others(more, BEFORE) for row, more in spoken.details.items() if BEFORE in more}
    of_words = {
        "start": vendors.numerals(spoken.starts),
        "confidence": vendors.numerals(spoken.confidences),
        "end": vendors.numerals(spoken.ends),
        "word": spoken.words,
        "punct": [display or text for display, text in zip(spoken.displays, spoken.words, strict=True)],
        "index": _indices(spoken, before, behind),
    }
    words: list[Json] = list(chain.from_iterable(spoken.lists(vendors.objects(of_words, spoken.extras), behind)))
    turns = _written_turns(spoken)
    extras = details(corpus.meta, NAME)
    inner = members(
        {
            "punct": " ".join(filter(None, spoken.printed())),
            "words": words,
            "segmentation": {"segments": turns} if turns else None,
        },
        {key: value for key, value in extras.items() if key != "/outer"},
    )
    outer = extras.get("/outer")
    if corpus.format == NAME and not isinstance(outer, dict):
        return inner
    return members({"action": None, "retval": inner}, outer if isinstance(outer, dict) else {})


def _indices(spoken: Spoken, before: dict[int, list[Json]], behind: dict[int, list[Json]]) -> list[Json]:
    """The places of words among all items."""
    indices: list[Json] = []
    place = 0
    for row in range(spoken.size):
        place += len(before[row]) if row in before else 0
        for word in range(spoken.first[row], spoken.first[row + 1]):
            indices += [place]
            place += 1 if word not in behind else 1 + len(behind[word])
    return indices


def _written_turns(spoken: Spoken) -> list[Json]:
    """The turns of segments with a speaker and a begin."""
    starts, ends = spoken.bounds()
    # A turn ends with its last word whose end is known; a reader would take a turn without a duration to end there.
    for row in [row for row, end in enumerate(ends) if end is None and spoken.is_labelled[row]]:
        timed = [end for end in spoken.ends[spoken.first[row] : spoken.first[row + 1]] if end is not None]
        ends[row] = max(timed, key=float, default=None)
    rows = [row for row, speaker in enumerate(spoken.speakers) if speaker and starts[row] is not None]
    starts, ends = [starts[row] for row in rows], [ends[row] for row in rows]
    columns = {
        "@type": ["Segment"] * len(rows),
        "start": vendors.numerals(starts),
        "duration": vendors.lengths(starts, ends),
        "speaker": [{"@id": spoken.speakers[row]} for row in rows],
    }
    return list(vendors.objects(columns, {}))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are words with a printed form."""
    shape = outline(lines)
    return bool({"/retval/words/*/word", "/words/*/punct"} & shape)


CARRIES = frozenset({"speakers", "segment times", "times", "confidence", "printed forms"})
FORMAT = Format(
    *(NAME, (".kaldi.json",), "Kaldi transcripts as the BBC writes them", CARRIES, read, write, sniff, vendors.FAMILY),
    printed=True,
)
