"""SGML alignments, read from stdin as by sclite and sc_stats (`-P`)."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence

from ...... import core
from ......core import Charset, Slot, Word, compat
from .....words.scores import (
    CHARACTERS,
    HYP_CONFIDENCE,
    HYP_TIMES,
    HYP_WEIGHT,
    REF_CONFIDENCE,
    REF_TIMES,
    REF_WEIGHT,
    SEGMENT_TIMES,
    SENSITIVE,
    WordScores,
)
from .. import Failure
from .errors import bad_text
from .labels import Definitions
from .numbers import integer, real

# Stream ("stdout" or "stderr") and a complete message.
Notice = tuple[str, bytes]

SYSTEMS = 40
OPEN_TAGS = 10
WORD_VALUES = 50
# Bytes behind the longest word of a line: its end, and as far as a word that ends too early is looked behind.
WORD_END = 4
COMMA, QUOTE = b',"'
QUOTED = b'"'

# Values that may follow a word, by the beginning of their names. Other programs use the last two.
VALUES = (
    (b"r_t1+t2", REF_TIMES),
    (b"h_t1+t2", HYP_TIMES),
    (b"r_conf", REF_CONFIDENCE),
    (b"h_conf", HYP_CONFIDENCE),
    (b"r_weight", REF_WEIGHT),
    (b"h_weight", HYP_WEIGHT),
    (b"h_spkr", 0),
    (b"h_isSpkrSub", 0),
)
# Attributes of a path without a value.
ATTRIBUTES = (
    (b"R_T1", SEGMENT_TIMES),
    (b"R_T2", SEGMENT_TIMES),
    (b"char_align", CHARACTERS),
    (b"case_sense", SENSITIVE),
    (b"hyp_weight", HYP_WEIGHT),
    (b"ref_weight", REF_WEIGHT),
)
TIMES = (REF_TIMES, HYP_TIMES)
NAMES = frozenset(name for name, _ in ATTRIBUTES)
# Names of a word's properties for the two sides, in the core's order.
REFERENCE = (REF_TIMES, REF_CONFIDENCE, REF_WEIGHT)
HYPOTHESIS = (HYP_TIMES, HYP_CONFIDENCE, HYP_WEIGHT)

# Well-formed word of a path line with its values. Lines with other words are parsed slowly.
WORD = rb'(?:[CS],"[^"]*","[^"]*"|D,"[^"]*",|I,,"[^"]*")(?:,[-+.0-9a-zA-Z]*)*(?=:|\Z)'

ATTRIBUTE = rb'[ \t\n]*([^=\n \t][^=\n]*)="([^"]*)"[ \t\n>]*'


def read(
    data: bytes,
    charset: Charset | None = None,
    notices: list[Notice] | None = None,
    most: int | None = SYSTEMS,
) -> list[WordScores]:
    """Systems in the stream; appends warnings to `notices`, and raises Failure where the reference stops.

    The reference stops after `most` systems; None sets no limit.

    >>> text = b'<SYSTEM title="t">\\n<SPEAKER id="s">\\n<PATH id="(s-1)">\\nC,"a","a":D,"b",\\n</PATH>\\n</SPEAKER>\\n'
    >>> [(system.title, system.ids, system.totals()) for system in read(text)]
    [(b't', [b'(s-1)'], [(1, 1, 0, 1, 0, 1)])]
    """
    systems = systems_in(data, charset, notices, most)
    try:
        return [system.scores() for system in systems]
    except core.TextError as error:
        raise bad_text(error) from None


def systems_in(
    data: bytes,
    charset: Charset | None = None,
    notices: list[Notice] | None = None,
    most: int | None = SYSTEMS,
) -> list[AlignedSystem]:
    """Systems in the stream, as `read` finds them, with their words still unread."""
    reader = _Reader(charset or core.Charset("ascii", {}, {}), [] if notices is None else notices, most)
    try:
        reader.read(data)
    except core.TextError as error:
        raise bad_text(error) from None
    return reader.systems


def _failure(reason: bytes) -> Failure:
    return Failure(b"Error: load_SCORES_sgml %b\nload_SCORES_sgml Failed\n" % reason)


class AlignedSystem:
    """Content of one SYSTEM element."""

    def __init__(self, attributes: Mapping[bytes, bytes], reader: _Reader) -> None:
        self._attributes = attributes
        self._reader = reader
        self.definitions = Definitions()
        self.speakers: dict[bytes, int] = {}
        # Utterances with the numbers of their speakers, in the order of the stream.
        self.parts: list[tuple[int, _Path | _Run]] = []

    @property
    def title(self) -> bytes:
        return self._attributes.get(b"title", b"")

    def confident(self) -> bool:
        """Whether every utterance has confidences; also true where there is no utterance."""
        return all(part.attribute & HYP_CONFIDENCE for _, part in self.parts)

    def lines(self) -> list[tuple[bytes, bytes, bytes]]:
        """For each speaker the ids of the utterances and their operations, both in lines, and whether each is wrong."""
        pieces: list[list[tuple[bytes, bytes, bytes]]] = [[] for _ in self.speakers]
        for speaker, part in self.parts:
            pieces[speaker].append(part.lines())
        return [tuple(map(b"".join, zip(*rows, strict=True))) or (b"", b"", b"") for rows in pieces]  # type: ignore[misc]

    def scores(self) -> WordScores:
        """System in the form that reports use."""
        paths: list[_Path] = []
        numbers: list[int] = []
        charset = self._reader.charset
        for speaker, part in self.parts:
            paths_of_part = [part] if isinstance(part, _Path) else self._reader.paths(part)
            paths += paths_of_part
            numbers += [speaker] * len(paths_of_part)
        get = self._attributes.get
        weighted = get(b"weight_ali") == b"TRUE"
        sensitive = [bool(path.attribute & SENSITIVE) for path in paths]
        bits = [path.attribute for path in paths]
        # Each path has its own attribute for case.
        batch = core.batch_of(charset, False, [path.slots for path in paths])
        return WordScores(
            batch=batch,
            charset=charset,
            ids=[path.id for path in paths],
            speakers=list(self.speakers),
            speaker_of=memoryview(array("i", numbers)),
            sequence=_sequence([path.sequence for path in paths]),
            title=self.title,
            ref_name=get(b"ref_fname", b""),
            hyp_name=get(b"hyp_fname", b""),
            date=get(b"creation_date", b""),
            sensitive=bool(paths) and all(sensitive),
            optional=get(b"opt_del") == b"TRUE",
            fragments=get(b"frag_corr") == b"TRUE",
            weighted=weighted,
            weight_name=get(b"weight_filename", b"") if weighted else b"",
            labels=self.definitions.labels,
            categories=self.definitions.categories,
            labels_of=_column([path.labels for path in paths]),
            files=_column([path.file for path in paths]),
            channels=_column([path.channel for path in paths]),
            ref_times=_times([path.times for path in paths]) if any(bit & SEGMENT_TIMES for bit in bits) else None,
            attributes=bits[0] if len(set(bits)) == 1 else bits,
            odd_confidences=True,
        )


def _column(values: list[bytes]) -> list[bytes] | None:
    return values if any(values) else None


def _times(pairs: list[tuple[float, float]]) -> tuple[bytes, bytes]:
    begins, ends = (array("d", column).tobytes() for column in zip(*pairs, strict=True))
    return begins, ends


def _sequence(numbers: list[int]) -> Sequence[int]:
    """Numbers as a range if they are one, because a range needs no sorting later."""
    first = numbers[0] if numbers else 0
    plain = range(first, first + len(numbers))
    return plain if all(map(int.__eq__, numbers, plain)) else numbers


class _Path:
    """Content of one PATH element."""

    __slots__ = ("attribute", "channel", "file", "id", "labels", "sequence", "slots", "times")

    def __init__(self, attributes: Mapping[bytes, bytes]) -> None:
        get = attributes.get
        self.id = get(b"id", b"")
        self.labels = get(b"labels", b"")
        self.file = get(b"file", b"")
        self.channel = get(b"channel", b"")
        sequence = get(b"sequence")
        self.sequence = integer(sequence) if sequence else -1
        self.times = 0.0, 0.0
        self.attribute = 0
        self.slots: list[Slot] = []
        if not NAMES.isdisjoint(attributes):
            for name, bit in ATTRIBUTES:
                if get(name):
                    self.attribute |= bit
        if self.attribute & SEGMENT_TIMES:
            self.times = real(get(b"R_T1", b"")), real(get(b"R_T2", b""))

    def lines(self) -> tuple[bytes, bytes, bytes]:
        """The id and the operations in lines, and whether the utterance is wrong."""
        kinds = "".join([kind for kind, _, _ in self.slots]).encode()
        return self.id + b"\n", kinds + b"\n", bytes((kinds.count(b"C") != len(kinds),))


class _Run:
    """Utterances of one speaker, written as usual, whose words are read when they are wanted."""

    __slots__ = ("_data", "_end", "_lines", "_places", "attribute")

    def __init__(self, data: bytes, end: int, places: bytes, lines: tuple[bytes, bytes, bytes], attribute: int) -> None:
        self._data = data
        self._end = end
        self._places = places
        self._lines = lines
        # Values that every word has, as bits; other attributes are not known before the utterances are read.
        self.attribute = attribute

    def lines(self) -> tuple[bytes, bytes, bytes]:
        """Ids and operations in lines, and whether each utterance is wrong."""
        return self._lines

    def texts(self) -> Iterator[tuple[bytes, bytes]]:
        """The tag and the line of words of each utterance."""
        begins = array("q", self._places)
        for begin, end in zip(begins, [*begins[1:], self._end], strict=True):
            words = self._data.index(b"\n", begin) + 1
            yield self._data[begin:words], self._data[words : end - len(b"</PATH>\n")]


class _Reader:
    """Parser of the stream, line by line; a tag needs a line of its own."""

    def __init__(self, charset: Charset, notices: list[Notice], most: int | None) -> None:
        self.charset = charset
        self.notices = notices
        self.most = most
        self.systems: list[AlignedSystem] = []
        self.open: list[bytes] = []
        self.system: AlignedSystem | None = None
        self.speaker = -1
        self.path: _Path | None = None
        # The reference keeps these at the end of a path, also those beyond the number declared now.
        self.values: list[int] = []
        self.declared = 0
        self.find_words = re.compile(WORD).findall
        self.match_attribute = re.compile(ATTRIBUTE).match
        self.find_values = re.compile(rb'[^\n]* word_aux="([^"\n]*)"').match
        self.begin: Mapping[bytes, Callable[[bytes, Mapping[bytes, bytes]], None]] = {
            b"SYSTEM": self.begin_system,
            b"SPEAKER": self.begin_speaker,
            b"PATH": self.begin_path,
            b"LABEL": self.label,
            b"CATEGORY": self.label,
        }

    def read(self, data: bytes) -> None:
        """Parse the whole stream; a NUL ends a line, so that utterances with one are not written as usual."""
        place, plain = 0, b"\0" not in data
        while place < len(data):
            if plain and data.startswith(b"<PATH ", place):
                place = self.run(data, place)
                if place == len(data):
                    break
            end = data.find(b"\n", place) + 1 or len(data)
            self.line(data[place:end])
            place = end

    def run(self, data: bytes, place: int) -> int:
        """Read utterances of a speaker that are written as usual; return where they end."""
        if self.system is None or self.speaker < 0 or self.path is not None or len(self.open) >= OPEN_TAGS:
            return place
        declaration = self.find_values(data, place)
        declared = declaration[1] if declaration else b""
        if not declared and self.declared:
            return place
        forms = _forms(declared)
        if forms is None:
            return place
        end, places, *lines = compat.sgml_paths(data, place, declared, forms)
        if end > place:
            if declared:
                self.declare(declared)
            attribute = sum(set(self.values[: self.declared]))
            self.system.parts.append((self.speaker, _Run(data, end, places, (lines[0], lines[1], lines[2]), attribute)))
        return end

    def paths(self, run: _Run) -> list[_Path]:
        """Utterances of a run, with their words."""
        paths = []
        self.declared, self.values = 0, []
        for tag, words in run.texts():
            attributes = self.attributes(tag[6:])
            assert attributes is not None
            path = self.new_path(attributes)
            self.words(path, words)
            paths.append(path)
        return paths

    def line(self, line: bytes) -> None:
        """Parse one line with its newline; like a C string it ends at the first NUL."""
        end = line.find(b"\0")
        if end >= 0:
            line = line[:end]
        if line[:1] != b"<":
            if self.path is not None:
                self.words(self.path, line)
            else:
                self.notices.append(("stdout", b"load_SCORES_sgml: Ignored data outside of PATH tag\n" + line))
        elif line[1:2] != b"/":
            self.begin_tag(line)
        else:
            self.end_tag(line)

    def begin_tag(self, line: bytes) -> None:
        """Open an element."""
        if len(self.open) >= OPEN_TAGS:
            raise Failure(b"Error: Too many SGML tags < %d\n" % OPEN_TAGS)
        name, blank, rest = line[1:].partition(b" ")
        attributes = self.attributes(rest) if blank else None
        if attributes is None:
            raise _failure(b"Unable to parse SGML tag '%b'" % line)
        self.open.append(name)
        if name in self.begin:
            self.begin[name](line, attributes)

    def attributes(self, text: bytes) -> dict[bytes, bytes] | None:
        """Attributes in the rest of a line, the first of each name; None if they are malformed."""
        plain = text
        if not text.isascii():
            # A broken character includes the bytes behind it, even a quote: only whole characters count as quotes.
            characters = self.charset.split(text)
            plain = b"".join(char if len(char) == 1 else b"\xff" * len(char) for char in characters)
        attributes: dict[bytes, bytes] = {}
        place = 0
        while place < len(text):
            match = self.match_attribute(plain, place)
            if match is None:
                return None
            attributes.setdefault(text[match.start(1) : match.end(1)], text[match.start(2) : match.end(2)])
            place = match.end()
        return attributes

    def begin_system(self, line: bytes, attributes: Mapping[bytes, bytes]) -> None:
        """Begin another system."""
        if self.most is not None and len(self.systems) >= self.most:
            raise _failure(b"SCORE array too small, increase size\n")
        self.system = AlignedSystem(attributes, self)
        self.systems.append(self.system)
        self.speaker = -1

    def begin_speaker(self, line: bytes, attributes: Mapping[bytes, bytes]) -> None:
        """Continue with this speaker, who may be new."""
        if self.system is None:
            raise _failure(b"SPEAKER tag '%b' found outside of SYSTEM tag" % line)
        speakers = self.system.speakers
        self.speaker = speakers.setdefault(attributes.get(b"id", b""), len(speakers))

    def begin_path(self, line: bytes, attributes: Mapping[bytes, bytes]) -> None:
        """Begin an utterance; one that is still open is lost."""
        if self.speaker < 0:
            raise _failure(b"PATH tag '%b' found outside of SPEAKER tag" % line)
        self.path = self.new_path(attributes)

    def new_path(self, attributes: Mapping[bytes, bytes]) -> _Path:
        """An utterance without words; the values that it declares follow each of them."""
        path = _Path(attributes)
        if attributes.get(b"word_aux"):
            for bit in self.declare(attributes[b"word_aux"]):
                path.attribute |= bit
        return path

    def declare(self, text: bytes) -> list[int]:
        """Set which values follow every word, and return them."""
        values = self.named_values(text)
        self.declared = len(values)
        self.values[: self.declared] = values
        return values

    def named_values(self, text: bytes) -> list[int]:
        """Values with these names."""
        values: list[int] = []
        while text:
            if len(values) == WORD_VALUES:
                reason = b"Too many auxiliary word items > %d, expand 'max_word_aux' and recompile"
                raise _failure(reason % WORD_VALUES)
            for name, bit in VALUES:
                if text.startswith(name):
                    values.append(bit)
                    break
            else:
                self.warn(b"Warning: Unknown word auxiliary info type '%b'\n" % text)
            text = text.partition(b",")[2]
        return values

    def label(self, line: bytes, attributes: Mapping[bytes, bytes]) -> None:
        """Define a label or a category, unless it already has this definition."""
        name = self.open[-1]
        if self.system is None:
            self.warn(b"Warning: %b tag '%b' found outside of SYSTEM flag\n" % (name, line))
            return
        get = attributes.get
        definition = get(b"id", b""), get(b"title", b""), get(b"desc", b"")
        if notice := self.system.definitions.add(name, definition):
            self.notices.append(("stdout", notice))

    def end_tag(self, line: bytes) -> None:
        """Close the innermost element; the reference compares only the beginning of its name."""
        ended, bracket, _ = line[2:].partition(b">")
        if not bracket or not self.open or not self.open[-1].startswith(ended):
            raise _failure(b"Unable to delete SGML end tag '%b'" % line)
        name = self.open.pop()
        if name == b"PATH":
            if self.path is None or self.system is None:
                raise _failure(b"Unable to delete SGML end tag '%b'" % line)
            self.system.parts.append((self.speaker, self.path))
        if name == b"SYSTEM":
            self.system = None
        if name in (b"SYSTEM", b"SPEAKER"):
            self.speaker = -1
        if name in (b"SYSTEM", b"SPEAKER", b"PATH"):
            self.path = None

    def words(self, path: _Path, line: bytes) -> None:
        """Parse a line of aligned words; a path may have several."""
        text = line[:-1] if line.endswith(b"\n") else line
        tokens = self.find_words(text)
        if sum(map(len, tokens)) + max(0, len(tokens) - 1) == len(text):
            path.slots += map(self.slot, tokens)
            return
        tokens = self.split(line)
        buffer = bytearray(max(map(len, tokens), default=0) + WORD_END)
        path.slots += [self.odd_slot(token, buffer) for token in tokens]

    def split(self, line: bytes) -> list[bytes]:
        """Pieces separated by colons and newlines outside quotes."""
        pieces: list[bytes] = []
        place, end = 0, len(line)
        while True:
            while place < end and line[place] in b":\n":
                place += 1
            if place == end:
                return pieces
            begin = place
            while place < end and line[place] not in b":\n":
                if line[place] == 0x22:
                    place = line.find(b'"', place + 1)
                    place = place + 1 if place >= 0 else end
                else:
                    place += self.size(line[place])
            pieces.append(line[begin:place])
            place = min(place, end)

    def size(self, lead: int) -> int:
        """Size in bytes of the character with this first byte."""
        return 1 if lead < 0x80 else len(self.charset.split(bytes((lead, 0x41, 0x41, 0x41, 0x41, 0x41)))[0])

    def slot(self, token: bytes) -> Slot:
        """Parse one aligned pair of words, both well-formed, and its values."""
        head, *words, rest = token.split(QUOTED)
        kind = head[:1]
        # Nothing stands between the commas in the place of a word that was not said.
        rest = rest[1:] if kind == b"D" else rest
        values = self.word_values(rest) if rest else {}
        reference = None if kind == b"I" else _word(words[0], values, REFERENCE)
        hypothesis = None if kind == b"D" else _word(words[-1], values, HYPOTHESIS)
        return kind.decode("ascii"), reference, hypothesis

    def odd_slot(self, token: bytes, buffer: bytearray) -> Slot:
        """Parse one pair of words that the buffer of its line held others before.

        The reference copies each piece of a line to the begin of one buffer and looks behind the end of a piece that is
        too short, where the end of a longer one before it may stand.
        """
        buffer[: len(token) + 1] = token + b"\0"
        kind, place = token[:1], 1
        if kind not in (b"C", b"S", b"D", b"I"):
            raise _failure(b"Unknown Alignment type '%b'" % kind)
        reference = hypothesis = None
        if kind == b"I":
            if buffer[place + 1] != COMMA:
                raise _failure(b"Word parse error, at %b of %b" % (_string(buffer, place), token))
            place += 1
        else:
            end = _quoted(buffer, place)
            if end < 0:
                raise _failure(b"Word parse error, at %b of %b" % (_string(buffer, place), token))
            reference, place = bytes(buffer[place + 2 : end]), end + 1
        if kind == b"D":
            place += 1
            if buffer[place] not in (COMMA, 0):
                raise _failure(b"Word parse error, at %b" % token)
        else:
            end = _quoted(buffer, place)
            if end < 0:
                raise _failure(b"Word parse error, at %b" % token)
            hypothesis, place = bytes(buffer[place + 2 : end]), end + 1
        values = self.word_values(_string(buffer, place)) if buffer[place] else {}
        ref_word = None if reference is None else _word(reference, values, REFERENCE)
        hyp_word = None if hypothesis is None else _word(hypothesis, values, HYPOTHESIS)
        return kind.decode("ascii"), ref_word, hyp_word

    def word_values(self, rest: bytes) -> dict[int, bytes]:
        """Values behind a word, without empty ones."""
        if not self.declared:
            self.warn(b"Warning: Auxiliary word values exist, but none have been defined in the 'word_aux' field\n")
            return {}
        values = {}
        # The character in the place of the first comma is skipped, whatever it is.
        for place, field in enumerate(rest[1:].split(b",")):
            if place == self.declared:
                self.warn(b"Warning: More auxiliary word values than defined\n")
            if field and place < len(self.values):
                values[self.values[place]] = field
            elif field:
                self.warn(b"Warning: Unknown auxiliary field type\n")
        return values

    def warn(self, text: bytes) -> None:
        """Keep a warning for stderr."""
        self.notices.append(("stderr", text))


def _forms(declared: bytes) -> bytes | None:
    """A letter for each of the values with these names, as `sgml_paths` takes them; None if they are unusual."""
    bits = dict(VALUES)
    names = declared.split(b",") if declared else []
    if not all(name in bits for name in names) or len(set(names)) < len(names):
        return None
    return b"".join([b"t" if bits[name] in TIMES else b"n" if bits[name] else b"x" for name in names])


def _string(buffer: bytearray, place: int) -> bytes:
    """Bytes of a buffer from a place to the next NUL."""
    return bytes(buffer[place : buffer.index(0, place)])


def _quoted(buffer: bytearray, place: int) -> int:
    """Place of the quote that closes the one behind the byte at `place`; -1 if one of them is missing."""
    if buffer[place + 1] != QUOTE:
        return -1
    return buffer.find(QUOTE, place + 2, buffer.index(0, place + 2))


def _word(value: bytes, values: Mapping[int, bytes], names: tuple[int, int, int]) -> Word:
    """Word of one side, with its tags."""
    if not values:
        return value, None, None, 0.0, 0.0, 0.0, -1.0
    times, confidence, weight = names
    begin = end = 0.0
    if times in values:
        before, plus, after = values[times].partition(b"+")
        if not plus:
            raise _failure(b"Illegal auxiliary time format ',%b'" % values[times])
        begin, end = _number(before), _number(after)
    return (
        value,
        None,
        None,
        begin,
        end,
        _number(values[confidence]) if confidence in values else 0.0,
        _number(values[weight]) if weight in values else -1.0,
    )


def _number(text: bytes) -> float:
    """Number read by Python, many times faster, where C reads the same number."""
    if b"_" not in text:
        try:
            return float(text)
        except ValueError:
            pass
    return real(text)
