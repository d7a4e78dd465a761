"""Input of md-eval: RTTM, UEM and GLM files, as it reads them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import isfinite, isinf, isnan
from operator import add, itemgetter

from ...... import core
from .. import Failure
from ..perl_number import number
from ..rttm_rows import lines_of

Key = tuple[bytes, bytes]
Spans = list[tuple[float, float]]
Words = Mapping[str, list[str]]

TYPES = {
    "A/P": ("<na>",),
    "CB": ("clausal", "coordinating", "other"),
    "EDIT": ("complex", "other", "repetition", "restart", "revision", "simple"),
    "FILLER": ("discourse_marker", "discourse_response", "explicit_editing_term", "filled_pause", "other"),
    "IP": ("edit", "edit&filler", "filler", "other"),
    "LEXEME": ("acronym", "alpha", "for-lex", "fp", "frag", "interjection", "lex", "other", "propernoun", "un-lex"),
    "NON-LEX": ("breath", "cough", "laugh", "lipsmack", "other", "sneeze"),
    "NON-SPEECH": ("music", "noise", "other"),
    "NOSCORE": ("<na>",),
    "NO_RT_METADATA": ("<na>",),
    "SEGMENT": ("<na>", "eval"),
    "SPEAKER": ("<na>",),
    "SPKR-INFO": ("adult_female", "adult_male", "child", "unknown"),
    "SU": ("backchannel", "incomplete", "other", "question", "statement", "unannotated"),
}
"""Subtypes of each type of rows, both sorted as md-eval prints them."""

_NOT_FINITE = (b"nan", b"inf", b"infinity")
METADATA = ("EDIT", "FILLER", "IP", "SU")
_WORD_TYPES = ("fp", "frag", "un-lex", "for-lex")
_WHOLE = r"(?:[^-]+|mm-hmm|uh-huh|um-hmm)"
_OUTSIDE_EXTENT = ("NOSCORE", "NO_RT_METADATA", "NON-SPEECH")
_SIZE = 9
# Bytes of a time in a column.
_TIME_SIZE = 8
# The first begin, the last end and the shortest length where there are no turns.
_NO_TURNS = 1e30, 0.0, float("inf")


class Event:
    """A row of RTTM: a turn, a word, or what happens between or around words."""

    __slots__ = ("begin", "kind", "length", "speaker", "subtype", "word", "written")

    def __init__(
        self, kind: str, subtype: str, word: str, speaker: str, begin: float, length: float, written: str = ""
    ) -> None:
        self.kind = kind
        self.subtype = subtype
        self.word = word
        self.speaker = speaker
        self.begin = begin
        self.length = length
        self.written = written
        """The begin as the file writes it."""

    @property
    def end(self) -> float:
        """The end: begin plus length."""
        return self.begin + self.length

    @property
    def middle(self) -> float:
        """The middle in time."""
        return self.begin + self.length / 2

    @property
    def word_type(self) -> str:
        """The type of a word: fp, frag, un-lex, for-lex, or lex for all others."""
        return self.subtype if self.subtype in _WORD_TYPES else "lex"


class Talk:
    """Rows of one recording and channel of one side."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        """The names of everybody who has a turn, numbered."""
        self.codes = b""
        """The number (int32) of each turn's speaker; begins, lengths and ends (float64) are columns as well."""
        self.begins = self.lengths = self.ends = b""
        self.rows: list[tuple[int, float, float]] = []
        """Turns that are not yet in the columns: the number of the speaker, begin and length."""
        self.first, self.last, self.shortest = _NO_TURNS
        """The first begin, the last end, and the shortest length."""
        self.labels: dict[int, str] = {}
        """Orthography of turns that have one, by their place."""
        self.texts: dict[int, str] = {}
        """Begins of turns as they are written, by their place, where a row was read by itself."""
        self.pages: list[tuple[int, bytes, memoryview[int]]] = []
        """Files of plain turns: the place of the first turn, the data, and where the names of turns stand there."""
        self.events: list[Event] = []
        """All other rows, by their middles."""
        self.types: dict[str, str] = {}
        """Types of speakers by name."""

    def of(self, kind: str) -> list[Event]:
        """The rows of a type."""
        return [event for event in self.events if event.kind == kind]

    def turns(self) -> list[Event]:
        """The turns as rows."""
        names = map([*self.places].__getitem__, memoryview(self.codes).cast("i"))
        rows = enumerate(zip(names, times(self.begins), times(self.lengths), strict=True))
        return [
            Event("SPEAKER", self.types[name], self.labels.get(place, "<na>"), name, begin, length, self.written(place))
            for place, (name, begin, length) in rows
        ]

    def extent(self) -> Spans:
        """From the first begin to the last end."""
        told = [event for event in self.events if event.kind not in _OUTSIDE_EXTENT]
        begin = min([self.first, *(event.begin for event in told)])
        return [(begin, max([self.last, *(event.end for event in told)]))]

    def written(self, place: int) -> str:
        """The begin of a turn as the file writes it."""
        if place in self.texts:
            return self.texts[place]
        first, data, starts = next(page for page in reversed(self.pages) if page[0] <= place)
        name = starts[place - first]
        return data[data.rfind(b"\n", 0, name) + 1 : name].split()[3].decode("ascii")

    def add_turn(self, name: str, begin: float, length: float) -> None:
        """Adds one turn."""
        self.rows.append((self.places.setdefault(name, len(self.places)), begin, length))

    def count(self) -> int:
        """The number of turns."""
        return len(self.begins) // _TIME_SIZE + len(self.rows)

    def pack(self) -> None:
        """Moves turns that were added one by one into the columns."""
        if not self.rows:
            return
        codes, begins, lengths = zip(*self.rows, strict=True)
        ends = [*map(add, begins, lengths)]
        self.rows = []
        columns = [array("d", column).tobytes() for column in (begins, lengths, ends)]
        bounds = min(begins), max(ends), min(lengths)
        self.add_turns([*self.places], array("i", codes).tobytes(), (columns[0], columns[1], columns[2]), bounds)

    def add_turns(
        self, names: list[str], codes: bytes, columns: tuple[bytes, bytes, bytes], bounds: tuple[float, float, float]
    ) -> None:
        """Adds turns, whose codes are places among these names; `columns` has their begins, lengths and ends.

        `bounds` has the first begin, the last end and the shortest length.
        """
        self.first, self.last = min(self.first, bounds[0]), max(self.last, bounds[1])
        self.shortest = min(self.shortest, bounds[2])
        renamed = [self.places.setdefault(name, len(self.places)) for name in names]
        if renamed != [*range(len(names))]:
            codes = array("i", map(renamed.__getitem__, array("i", codes))).tobytes()
        self.codes += codes
        self.begins += columns[0]
        self.lengths += columns[1]
        self.ends += columns[2]


def times(column: bytes) -> memoryview[float]:
    """The times of a column (float64).

    >>> times(bytes(16)).tolist()
    [0.0, 0.0]
    """
    return memoryview(column).cast("d")


def read_rttm(data: bytes, name: bytes, talks: dict[Key, Talk], glm: Words) -> None:
    """Adds the rows of an RTTM file to the recordings."""
    if not _add_turns(data, talks):
        for line in lines_of(data):
            if line.strip() and line.lstrip()[:1] not in (b"#", b";"):
                _add_row(line, name, talks, glm)
    for talk in talks.values():
        talk.pack()
        talk.events.sort(key=lambda event: event.middle)
        for speaker in talk.places:
            talk.types.setdefault(speaker, "unknown")


def _add_turns(data: bytes, talks: dict[Key, Talk]) -> bool:
    """Adds rows that are all plain turns of nine fields; False where rows need a closer look."""
    turns = core.bare_turns(data)
    if turns is None or not turns:
        return False
    keys = [(file, channel.lower()) for file, channel, *_ in turns]
    if len(set(keys)) < len(keys):
        # The turns of channels whose names differ in case only are taken in the order of their rows.
        return False
    for key, (_, _, names, codes, begins, lengths, ends, places, bounds) in zip(keys, turns, strict=True):
        talk = talks.get(key)
        if talk is None:
            talk = talks[key] = Talk()
        speakers = [name.decode("latin-1") for name in names]
        talk.pages.append((talk.count(), data, memoryview(places).cast("q")))
        talk.add_turns(speakers, codes, (begins, lengths, ends), bounds)
    return True


def _add_row(line: bytes, name: bytes, talks: dict[Key, Talk], glm: Words) -> None:
    fields = line.split()
    if len(fields) < _SIZE:
        raise _fatal(b"insufficient number of fields in RTTM file '" + name + b"'", b"input RTTM", line)
    key = fields[1], fields[2].lower()
    kind, word, subtype, speaker = (fields[place].decode("latin-1") for place in (0, 5, 6, 7))
    kind, word, subtype = kind.upper(), word.lower(), subtype.lower()
    written = [text.lower().replace(b"*", b"", 1) for text in fields[3:5]]
    begin, length = map(_time, written)
    if length < 0 or isnan(length):
        # This one message has another beginning.
        cause = b" -- negative metadata duration in file " + fields[1] + b",'"
        raise Failure(b"\n\nFATAL ERROR" + cause + b"\n    input RTTM record is: '" + line + b"\n'\n\n", 255)
    if not isfinite(begin) or isinf(length):
        raise _fatal(b"a time that is not finite in RTTM file '" + name + b"'", b"input RTTM", line)
    if subtype not in TYPES.get(kind, ()):
        cause = f"unknown RTTM data type/subtype ('{kind}'/'{subtype}') in file ".encode("latin-1") + name
        raise _fatal(cause, b"input RTTM", line)
    talk = talks.setdefault(key, Talk())
    if kind == "SPKR-INFO":
        if speaker in talk.types:
            cause = b"multiple SPKR-INFO records for speaker %b in file %b" % (fields[7], fields[1])
            raise _fatal(cause, b"input RTTM", line)
        talk.types[speaker] = subtype
    elif kind == "SPEAKER":
        if word != "<na>":
            talk.labels[talk.count()] = word
        talk.texts[talk.count()] = written[0].decode("latin-1")
        talk.add_turn(speaker, begin, length)
    else:
        event = Event(kind, subtype, word, speaker, begin, length, written[0].decode("latin-1"))
        talk.events.extend(_parts(event, glm) if kind == "LEXEME" else [event])


def _time(text: bytes) -> float:
    """A time in small letters as Perl reads it, which knows NaN and infinity."""
    return float(text) if text[text[:1] in (b"-", b"+") :] in _NOT_FINITE else number(text)


def _parts(event: Event, glm: Words) -> Iterable[Event]:
    """A word, or its parts with equal shares of its time: those of a rule, or those around its last hyphen."""
    parts = glm.get(event.word)
    if parts is None:
        import re  # recordings without words are read without it

        divided = re.sub(r"(.+)-(.+)", r"\1 \2", event.word)
        if re.fullmatch(_WHOLE, event.word) or divided == event.word:
            return [event]
        parts = divided.split()
    length = event.length / len(parts)
    events, begin = [], event.begin
    for part in parts:
        events.append(Event(event.kind, event.subtype, part, event.speaker, begin, length))
        begin += length
    return events


def read_glm(data: bytes) -> dict[str, list[str]]:
    """Words by the word that they replace.

    >>> read_glm(b"* note\\ngonna => Going to / [x]\\n")
    {'gonna': ['going', 'to']}
    """
    import re

    replacements = {}
    for line in lines_of(data.lower()):
        if not line.strip() or line.lstrip()[:1] in (b"[", b"*", b"%", b";"):
            continue
        fields = re.split(r"\s+=>\s+", line.decode("latin-1"))
        fields = fields[not fields[0] :]
        if len(fields) > 1:
            old, new = fields[0].lstrip(), re.sub(r"[^-a-z'_ .].*", "", fields[1])
            if old.strip() and new.strip():
                replacements[old] = re.split(r"\s+", new.rstrip())
    return replacements


def read_uem(data: bytes, *, keep_folders: bool) -> dict[Key, Spans]:
    """Regions of each recording, sorted by start.

    >>> read_uem(b"dir/a.b.c 1 0 -4,5", keep_folders=False)
    {(b'a.c', b'1'): [(0.0, 45.0)]}
    """
    import re

    spans_by_recording: dict[Key, Spans] = {}
    for line in lines_of(data):
        if not line.strip() or line.lstrip()[:1] in (b"#", b";"):
            continue
        fields = line.split()
        if len(fields) < 4:
            raise _fatal(b"insufficient number of fields in UEM record", b"", line)
        name = fields[0] if keep_folders else fields[0].rpartition(b"/")[2]
        # The first dot, and what follows it as far as the next, is dropped.
        key = re.sub(rb"\.[^.]*", b"", name, count=1), fields[1].lower()
        start, end = (number(re.sub(rb"[^0-9.]", b"", text)) for text in fields[2:4])
        spans_by_recording.setdefault(key, []).append((start, end))
    for key, spans in spans_by_recording.items():
        spans.sort(key=itemgetter(0))
        if any(end <= start for start, end in spans):
            cause = b"non-positive evaluation segment length in UEM data for file %b, channel %b" % key
            raise Failure(b"\n\nFATAL ERROR:  " + cause + b"\n\n", 255)
        for before, after in pairwise(spans):
            if before[1] > after[0]:
                told = ", ".join(f"({start:.15g},{end:.15g})" for start, end in (before, after)).encode()
                where = b"    file %b, channel %b:  " % key + told
                raise Failure(b"\n\nFATAL ERROR:  UEM file has overlapping evaluation segments\n%b\n\n" % where, 255)
    return spans_by_recording


def _fatal(cause: bytes, what: bytes, line: bytes) -> Failure:
    record = (what + b" record").lstrip()
    return Failure(b"\n\nFATAL ERROR:  %b\n    %b is: '%b\n'\n\n" % (cause, record, line), 255)
