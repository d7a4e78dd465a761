"""Kaldi transcripts in the JSON of BBC services: words with times, confidence and a printed form.

A segment is a turn in `segmentation`; in a file without it, one segment holds all words. A word belongs to the last
turn that begins at or before the word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain, repeat

from . import vendors
from .engine.json import Document, Json, Objects, detail, details, members, outline
from .engine.spoken import BEFORE, Spoken, others
from .record import Format
from .schema import Corpus
from .source import Source

NAME = "kaldi-json"
_WORD = vendors.Vendor(NAME, "word", "start", "end", "confidence", "punct", others=("index",), quoted=True)
# Start, end and speaker.
_Turn = tuple[str, "str | None", str]


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads words; `punctuation=True` gives them in their printed form.

    >>> text = b'{"retval": {"words": [{"start": 0.1, "end": 0.5, "confidence": 0.9, "word": "hi", "punct": "Hi."}]}}'
    >>> read(Source(text)).segments[0].items[0].attributes
    (('display', 'Hi.'),)
    """
    document = Document.of(source, NAME)
    root = document.object()
    inner = root.child("retval") if root.has("retval") else root
    items = inner.objects("words", required=True)
    words = _WORD.heard(items)
    turns_of_file = _turns(inner.child("segmentation"))
    document.check()
    whole = vendors.listed(NAME, items, words)
    starts = [float(start) for start, _, _ in turns_of_file]
    places = [-1] * len(whole.labels)
    if starts and whole.labels.numbers[0]:
        times = [0.0 if text is None else float(text) for text in whole.labels.numbers[0]]
        places = [place - 1 for place in map(bisect_right, repeat(starts), times)]
    elif starts:
        places = [bisect_right(starts, 0.0) - 1] * len(places)
    cuts = vendors.turns(places)
    nobody: _Turn = ("", None, "")
    of_turns = [turns_of_file[places[cut]] if places and places[cut] >= 0 else nobody for cut in cuts[:-1]]
    segments = vendors.table_of(
        source.name,
        vendors.displayed(whole.labels) if punctuation else whole.labels,
        cuts,
        attributes=[*whole.before, *[()] * (len(of_turns) - 1)],
        start=[start or None for start, _, _ in of_turns],
        end=[end for _, end, _ in of_turns],
        speaker=[speaker for _, _, speaker in of_turns],
    )
    meta = inner.meta("words", "punct", "segmentation")
    if inner is not root:
        meta += (detail(NAME, "/outer", details(root.meta("retval"), NAME)),)
    return vendors.sealed(Corpus(segments, meta=meta, format=NAME, path=source.name), source)


def _turns(segmentation: Objects) -> list[_Turn]:
    nodes = segmentation.objects("segments")
    starts, ends = nodes.times("start", required=True), nodes.times("duration")
    cells = nodes.cells("speaker")
    bare = [row for row, cell in enumerate(cells) if type(cell) is not dict]
    inside = [row for row, cell in enumerate(cells) if type(cell) is dict]
    names = dict(zip(bare, nodes.picked(bare).names("speaker"), strict=True))
    names |= dict(zip(inside, nodes.picked(inside).child("speaker").names("@id"), strict=True))
    rows = zip(starts, vendors.sums(starts, ends), range(len(nodes)), strict=True)
    timed = [(start, end, names[row]) for start, end, row in rows if start is not None]
    times = [float(start) for start, _, _ in timed]
    return [timed[place] for place in sorted(range(len(timed)), key=times.__getitem__)]


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
    shape = outline(lines, "words", "word")
    return bool({"/retval/words/*/word", "/words/*/punct"} & shape)


CARRIES = frozenset({"speakers", "segment times", "times", "confidence", "printed forms"})
FORMAT = Format(
    *(NAME, (".kaldi.json",), "Kaldi transcripts as the BBC writes them", CARRIES, read, write, sniff, vendors.FAMILY),
    printed=True,
)
