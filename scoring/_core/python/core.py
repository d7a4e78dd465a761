"""The pure-Python core: reads transcripts and aligns them, and is the readable definition of what the native core does.

Everything here is about bytes: characters, words, networks of alternative words, the cheapest path through two
networks, and the lines in which a report shows that path. Names and answers are those of `scoring._core._native`.
"""

from __future__ import annotations

from array import array

from scoring._core.python.archive import archive as archive
from scoring._core.python.draws import glibc_sums as glibc_sums
from scoring._core.python.draws import twister_sums as twister_sums
from scoring._core.python.symbols import all_text as all_text
from scoring._core.python.symbols import pairs as pairs
from scoring._core.python.symbols import steps as steps
from scoring._core.python.symbols import symbol_counts as symbol_counts
from scoring._core.python.times import ctm_chunks as ctm_chunks
from scoring._core.python.times import ctm_table as ctm_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

NAME = "python"

# value, first tag, second tag, begin, end, confidence, weight
Word = tuple[bytes, "bytes | None", "bytes | None", float, float, float, float]
# "C", "S", "D" or "I", the reference's word, the hypothesis's word
Slot = tuple[str, "Word | None", "Word | None"]

# What stands against an optional word that was left out: the pair counts as correct.
EMPTY_WORD: Word = (b"", None, None, 0.0, 0.0, 0.0, 0.0)

# C's isspace, which is also what bytes.split takes.
WHITE = b" \t\n\v\f\r"
# The reference cuts a text into tokens with a buffer of this size and loses what overflows it.
TOKEN_LIMIT = 10000
TOKEN_NOTICE = b"proc: find_next_TEXT_token increase token size > 10000\n"
# Alternations inside alternations: the reference keeps a bit for each and gives up when it runs out of them.
DEPTH_LIMIT = 30
DEPTH_MESSAGE = "Network_traverse: Error, too many traversals > 31"
# The reference prints this (so spelled) when it pairs two null words.
NULLS_NOTICE = b"substition of to nulls\n"

# Bits of Rules.characters.
NO_ASCII = 1
DROP_HYPHENS = 2

# Bits of `aux`: which facts about a word are shown beside it; and whether wrong words keep their case.
REF_TIMES, REF_CONFIDENCE, HYP_TIMES, HYP_CONFIDENCE, REF_WEIGHT, HYP_WEIGHT, AS_WRITTEN = 1, 2, 4, 8, 16, 32, 64

# A path dearer than this is never found by the reference: it answers with an empty one.
UNREACHABLE = 999999.875


class TextError(ValueError):
    """Text that can not be read: bytes that are no characters, or alternations too deep inside each other."""


# ---------------------------------------------------------------------------------------------------------- characters


def _latin_table(first: int, last: int, shift: int, letters: bytes) -> bytes:
    """The byte table of ext_ascii: 00-7F by ASCII letters, first..last by a fixed distance."""
    return bytes(
        byte + shift if first <= byte <= last else letters[byte] if byte < 0x80 else byte for byte in range(256)
    )


_LATIN_LOWER = _latin_table(0xC0, 0xDF, 0x20, bytes(range(128)).lower())
_LATIN_UPPER = _latin_table(0xE0, 0xFF, -0x20, bytes(range(128)).upper())


class Charset:
    """An encoding and the case tables of a profile: how bytes become characters and how characters change case.

    >>> Charset("utf-8", {0xC9: 0xE9}, {0xE9: 0xC9}).fold("ÉTÉ".encode()).decode()
    'été'
    """

    __slots__ = ("_folded", "_lower", "_raised", "_upper", "encoding")

    def __init__(self, encoding: str, lower: Mapping[int, int], upper: Mapping[int, int]) -> None:
        if encoding not in ("ascii", "ext_ascii", "gb", "utf-8"):
            raise ValueError(f"unknown encoding {encoding!r}")
        self.encoding = encoding
        self._lower = dict(lower) if encoding == "utf-8" else {}
        self._upper = dict(upper) if encoding == "utf-8" else {}
        self._folded: dict[bytes, bytes] = {}
        self._raised: dict[bytes, bytes] = {}

    def fold(self, data: bytes) -> bytes:
        """To lower case, as everything is that was read without -s."""
        return self._convert(data, self._lower, self._folded, bytes.lower, _LATIN_LOWER)

    def upper(self, data: bytes) -> bytes:
        """To upper case, as wrong words are shown."""
        return self._convert(data, self._upper, self._raised, bytes.upper, _LATIN_UPPER)

    def split(self, data: bytes) -> list[bytes]:
        """The characters of a text.

        >>> Charset("gb", {}, {}).split(b"a\\xb0\\xa1")
        [b'a', b'\\xb0\\xa1']
        """
        return list(self.characters(data))

    def characters(self, data: bytes) -> Iterator[bytes]:
        """One character after the other; a cut one at the end of the text is what is left of it."""
        position, length = 0, len(data)
        while position < length:
            size = self.size(data, position)
            yield data[position : position + size]
            position += size

    def size(self, data: bytes, position: int) -> int:
        """How many bytes the character takes that begins there; only its first byte counts."""
        byte = data[position]
        if byte < 0x80 or self.encoding in ("ascii", "ext_ascii"):
            return 1
        if self.encoding == "gb":
            return 2
        for size, limit in ((0, 0xC0), (2, 0xE0), (3, 0xF0), (4, 0xF8), (5, 0xFC), (6, 0xFE)):
            if byte < limit and size:
                return size
            if byte < limit:
                break
        rest = data[position:].decode("utf-8", "surrogateescape")
        raise TextError(f"Error: UTF-8 parsing of character size failed. first char {byte:x} {rest}")

    def is_plain(self, data: bytes) -> bool:
        """Whether no byte of a longer character can be mistaken for an ASCII one, so that bytes may be searched."""
        if self.encoding in ("ascii", "ext_ascii") or data.isascii():
            return True
        if self.encoding == "gb":
            return False
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
        return True

    def _convert(
        self,
        data: bytes,
        table: Mapping[int, int],
        known: dict[bytes, bytes],
        change: Callable[[bytes], bytes],
        latin: bytes,
    ) -> bytes:
        if self.encoding == "ascii":
            return change(data)
        if self.encoding == "ext_ascii":
            return data.translate(latin)
        if data.isascii() and not (table and min(table) < 0x80):
            return change(data)
        parts = []
        for character in self.characters(data):
            part = known.get(character)
            if part is None:
                part = known[character] = self._convert_character(character, table, change)
            parts.append(part)
        return b"".join(parts)

    def _convert_character(self, character: bytes, table: Mapping[int, int], change: Callable[[bytes], bytes]) -> bytes:
        if self.encoding == "utf-8":
            code = _code_point(character)
            if code in table:
                return chr(table[code]).encode()
        return change(character) if len(character) == 1 else character


def _code_point(character: bytes) -> int:
    """The code point, whatever the bytes after the first one are; -1 for a character that was cut short."""
    size = len(character)
    if size == 1:
        return character[0] if character[0] < 0x80 else -1
    if character[0] >= 0xFC:
        # The reference gives up on these, even where nothing has to be folded.
        raise TextError("Error: Attempt to codepoint for 6-byte UTF8 codepoint is not supported")
    if character[0] >> (7 - size) != (1 << (size + 1)) - 2:
        return -1
    code = character[0] & (0x7F >> size)
    for byte in character[1:]:
        code = code << 6 | byte & 0x3F
    return code


# --------------------------------------------------------------------------------------------------------------- rules


class Rules:
    """How texts become words and how words are compared."""

    __slots__ = (
        "ascii_too",
        "characters",
        "charset",
        "default_weight",
        "fragments",
        "guarani",
        "lexicon",
        "markup",
        "optional",
        "policy",
        "segment",
        "sensitive",
        "sort_times",
        "times",
        "weights",
    )

    def __init__(
        self,
        charset: Charset,
        *,
        sensitive: bool = False,
        optional: bool = False,
        fragments: bool = False,
        characters: int = -1,
        weights: Mapping[bytes, float] | None = None,
        default_weight: float = 0.0,
        times: bool = False,
        segment: int = 0,
        lexicon: Sequence[bytes] = (),
        ascii_too: bool = False,
        guarani: bool = False,
        sort_times: bool = False,
        markup: bool = True,
        policy: str = "sclite",
    ) -> None:
        if policy not in ("sclite", "kaldi_wer", "kaldi_align"):
            raise ValueError(f"unknown policy {policy!r}")
        if segment not in (0, 1, 2):
            raise ValueError(f"unknown segmentation {segment!r}")
        self.charset = charset
        self.sensitive = sensitive
        self.optional = optional
        self.fragments = fragments
        self.characters = characters
        self.weights = None if weights is None else dict(weights)
        self.default_weight = default_weight
        self.times = times
        self.segment = segment
        self.lexicon = tuple(lexicon)
        self.ascii_too = ascii_too
        self.guarani = guarani
        self.sort_times = sort_times
        self.markup = markup
        self.policy = policy


# --------------------------------------------------------------------------------------------------------------- texts


class Side:
    """The texts of one side, one per utterance, not yet cut into words."""

    __slots__ = ("_items", "_unfolded")

    def __init__(self, items: list[bytes | tuple[bytes, ...] | _Rows], unfolded: list[bytes] | None = None) -> None:
        self._items = items
        self._unfolded = unfolded

    def __len__(self) -> int:
        return len(self._items)

    def item(self, i: int) -> bytes | tuple[bytes, ...] | _Rows:
        """A text, a ready list of words, or the rows of a ctm file."""
        return self._items[i]

    def unfolded(self, i: int) -> bytes | None:
        """The text before it was folded, if this side comes from a transcript file."""
        return None if self._unfolded is None else self._unfolded[i]


class _Rows:
    """The rows of one ctm segment: word, begin, duration, confidence."""

    __slots__ = ("begin", "confidence", "duration", "words")

    def __init__(self, words: list[bytes], begin: list[float], duration: list[float], confidence: list[float]) -> None:
        self.words = words
        self.begin = begin
        self.duration = duration
        self.confidence = confidence


def texts(items: Sequence[str | bytes | Sequence[str] | Sequence[bytes]]) -> Side:
    """A text per item; an item that is itself a sequence is a ready list of words and taken literally."""
    return Side([_encoded(item) if isinstance(item, (str, bytes)) else tuple(map(_encoded, item)) for item in items])


def _encoded(text: str | bytes) -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    if not isinstance(text, bytes):
        raise TypeError("a word must be str or bytes")
    return text


def rows(words: Sequence[bytes], begin: bytes, duration: bytes, confidence: bytes, first: bytes) -> Side:
    """The words of ctm rows, one utterance between each two of the offsets `first`."""
    columns = [_floats(data) for data in (begin, duration, confidence)]
    offsets = _integers("q", first)
    if any(len(column) != len(words) for column in columns):
        raise ValueError("begin, duration and confidence need one number per word")
    if not offsets or offsets[0] < 0 or offsets[-1] > len(words) or sorted(offsets) != offsets:
        raise ValueError("offsets must rise and stay inside the words")
    items: list[bytes | tuple[bytes, ...] | _Rows] = []
    for k in range(len(offsets) - 1):
        a, b = offsets[k], offsets[k + 1]
        items.append(_Rows(list(words[a:b]), *(column[a:b] for column in columns)))
    return Side(items)


def _floats(data: bytes) -> list[float]:
    column = array("d")
    column.frombytes(data)
    return column.tolist()


def _integers(code: str, data: bytes) -> list[int]:
    column: array[int] = array(code)
    column.frombytes(data)
    return column.tolist()


class Trn:
    """One transcript file as sclite reads it: ids and texts, and what else its lines said."""

    __slots__ = ("_charset", "_ids", "_sensitive", "_texts", "_unfolded", "error", "events", "incomplete")

    def __init__(self, data: bytes, charset: Charset, *, sensitive: bool) -> None:
        self._charset = charset
        self._sensitive = sensitive
        self._ids: list[bytes] = []
        self._texts: list[bytes] = []
        self._unfolded: list[bytes] = []
        self.events: list[tuple[str, bytes]] = []
        self.error: tuple[str, bytes] | None = None
        lines = data.split(b"\n")
        # A last line without newline: the reference stops at the end of the file before it looks at the line.
        self.incomplete = lines.pop() != b""
        for line in lines:
            try:
                self._read(line + b"\n")
            except TextError as error:
                self.error = ("text", str(error).encode("utf-8", "surrogateescape"))
            if self.error is not None:
                break

    def _read(self, line: bytes) -> None:
        if 0 in line:
            line = line[: line.index(0)]  # the reference's strings end there
        if line.startswith(b";;"):
            self._compare_comment(line)
            self.events.append(("comment", line))
            return
        if line.startswith(b"**"):
            return
        if line[:1] in (b";", b"*"):
            # Only a warning: the line is data all the same.
            self.events.append(("warning", line))
        start = len(line) - len(line.lstrip(WHITE))
        if start == len(line):
            return
        self._charset.size(line, start)
        folded = line if self._sensitive else self._charset.fold(line)
        split = _split_id(folded)
        if split is None:
            self.error = ("id", folded)
            return
        self._ids.append(split[1])
        self._texts.append(split[0])
        unfolded = _split_id(line)
        self._unfolded.append(split[0] if unfolded is None else unfolded[0])

    def _compare_comment(self, line: bytes) -> None:
        """Compare with the beginnings of definitions, as the reference does: not every byte begins a character."""
        for definition in (b";; LABEL ", b";; CATEGORY "):
            if line.startswith(definition):
                return
            place = next(i for i, byte in enumerate(definition) if line[i : i + 1] != bytes((byte,)))
            if place < len(line):
                self._charset.size(line, place)

    def __len__(self) -> int:
        return len(self._ids)

    def id(self, i: int) -> bytes:
        """The utterance id with its parentheses, empty if the line has none."""
        return self._ids[i]

    def text(self, i: int) -> bytes:
        """What stands before the id."""
        return self._texts[i]

    def ids(self) -> list[bytes]:
        """All utterance ids in file order."""
        return list(self._ids)

    def match(self, ref: Trn) -> tuple[bytes, list[bytes]]:
        """Per utterance of this hypothesis the first one of that id in the reference, or -1; conflicting repeats."""
        wanted = set(self._ids)
        first: dict[bytes, int] = {}
        conflicts = []
        for i, name in enumerate(ref._ids):
            if name not in wanted:
                continue
            if name not in first:
                first[name] = i
            elif not ref._texts[first[name]].startswith(ref._texts[i]):
                # A text that is a byte prefix of the first one passes as equal.
                conflicts.append(name)
        return array("q", [first.get(name, -1) for name in self._ids]).tobytes(), conflicts

    def duplicated(self) -> bool:
        """Whether an id stands in this file twice."""
        return len(set(self._ids)) != len(self._ids)

    def speakers(self, kind: str) -> tuple[list[bytes], bytes, list[bytes]]:
        """Speakers in order of appearance, the speaker of each utterance, and the ids that name none."""
        if kind not in ("wsj", "rm", "swb", "spu_id", "sp"):
            raise ValueError(f"unknown kind of utterance id {kind!r}")
        numbers: dict[bytes, int] = {}
        of_utterance = array("i")
        unnamed = []
        speaker = b""
        for name in self._ids:
            found = _speaker(name, kind)
            if found is not None:
                speaker = found
            elif kind != "wsj":
                unnamed.append(name)
            of_utterance.append(numbers.setdefault(speaker, len(numbers)))
        return list(numbers), of_utterance.tobytes(), unnamed

    def side(self, index: bytes | None = None) -> Side:
        """The texts of these utterances, or of all."""
        if index is None:
            return Side(list(self._texts), self._unfolded)
        chosen = _integers("q", index)
        return Side([self._texts[i] for i in chosen], [self._unfolded[i] for i in chosen])


def _split_id(line: bytes) -> tuple[bytes, bytes] | None:
    """Text and id: the id reaches from the last ( to the last ); None if only one of the two is there."""
    left, right = line.rfind(b"("), line.rfind(b")")
    if left < 0 and right < 0:
        return line, b""
    if left < 0 or right < 0:
        return None
    return line[:left], line[left : right + 1]


def _speaker(name: bytes, kind: str) -> bytes | None:
    if kind == "sp":
        return name
    if kind == "wsj":
        # Of an empty id the reference reads what the one before left in the buffer.
        return name[1:4] if name else None
    end = name.find(b"-")
    if end < 0:
        end = name.find(b"_")
    return None if end < 0 else name[1:end]


# --------------------------------------------------------------------------------------------------------------- words


class _Word:
    """A word on its way through the aligner."""

    __slots__ = (
        "begin",
        "confidence",
        "duration",
        "end",
        "fragment",
        "key",
        "literal",
        "null",
        "optional",
        "record",
        "tag1",
        "tag2",
        "value",
        "weight",
    )

    def __init__(self, value: bytes, tag1: bytes | None = None, tag2: bytes | None = None) -> None:
        self.value = value
        self.tag1 = tag1
        self.tag2 = tag2
        self.begin = self.end = self.duration = self.confidence = 0.0
        self.weight = -1.0
        self.key = value  # what is compared: the value without the parentheses of an optional word
        self.optional = False
        self.fragment = False
        self.literal = False  # never cut, never null: it came as a ready word
        self.null = False
        self.record: Word | None = None

    def public(self) -> Word:
        """The word as callers see it."""
        if self.record is None:
            self.record = (
                self.value,
                self.tag1,
                self.tag2,
                self.begin,
                self.end,
                self.confidence,
                self.weight,
            )
        return self.record


class _Choice:
    """An alternation: one of these sequences is said."""

    __slots__ = ("branches",)

    def __init__(self, branches: list[_Sequence]) -> None:
        self.branches = branches


_Sequence = list["_Word | _Choice"]


def _words_in(sequence: _Sequence) -> Iterator[_Word]:
    for item in sequence:
        if isinstance(item, _Word):
            yield item
        else:
            for branch in item.branches:
                yield from _words_in(branch)


def _same(a: _Word, b: _Word) -> bool:
    """Whether the aligner takes the two words as equal."""
    one, two = a.key, b.key
    if a.fragment or b.fragment:
        # The first test that applies decides; `-` alone is a fragment that stands for nothing.
        if len(one) > 1 and one[:1] == b"-":
            return two.endswith(one[1:])
        if len(one) > 1 and one[-1:] == b"-":
            return two.startswith(one[:-1])
        if len(two) > 1 and two[:1] == b"-":
            return one.endswith(two[1:])
        if len(two) > 1 and two[-1:] == b"-":
            return one.startswith(two[:-1])
    return one == two


class _Reader:
    """Turns the items of a side into sequences of words and alternations."""

    __slots__ = ("_known", "characters", "charset", "notices", "rules")

    def __init__(self, rules: Rules, characters: int) -> None:
        self.rules = rules
        self.charset = rules.charset
        self.characters = characters
        self.notices: list[bytes] = []
        self._known: dict[bytes, _Word] = {}

    def read(self, side: Side, i: int, keep_case: bool = False) -> _Sequence:
        """The words of one utterance, marked and weighted; with -c not yet cut into characters."""
        item = side.item(i)
        if isinstance(item, bytes):
            sequence = self._read_text(item, side.unfolded(i) if keep_case else None)
        elif isinstance(item, _Rows):
            sequence = self._read_rows(item)
        else:
            sequence = [self._literal(self._fold(word)) for word in item]
        return self._speakable(sequence) if self.characters >= 0 else sequence

    def _fold(self, data: bytes) -> bytes:
        return data if self.rules.sensitive else self.charset.fold(data)

    def _literal(self, value: bytes) -> _Word:
        word = _Word(value)
        word.literal = True
        self._mark(word)
        return word

    # -- text

    def _read_text(self, text: bytes, unfolded: bytes | None) -> _Sequence:
        text = self._fold(text) if unfolded is None else unfolded
        if not self.rules.markup:
            return [self._literal(token) for token in text.split()]
        if b"{" in text or not self.charset.is_plain(text):
            return self.parse(text)
        tokens = text.split()
        if tokens and max(map(len, tokens)) > TOKEN_LIMIT:
            return self.parse(text)
        known = self._known
        sequence: _Sequence = []
        for token in tokens:
            word = known.get(token)
            if word is None:
                word = self._cut(token)
                self._mark(word)
                known[token] = word
            sequence.append(word)
        return sequence

    def parse(self, text: bytes, depth: int = 0, mark: bool = True) -> _Sequence:
        """Words and alternations of a text with markup."""
        if depth > DEPTH_LIMIT:
            raise TextError(DEPTH_MESSAGE)
        sequence: _Sequence = []
        for token in self._tokens(text):
            if self.rules.sensitive:
                # Looking for semicolons the reference folds the token, and gives up on what it can not fold.
                self.charset.fold(token)
            word = None if token.startswith(b"{") else self._cut(token)
            if word is not None and mark:
                self._mark(word)
            value = token if word is None else word.value
            if b"{" in value:
                # Behind an escaped or glued brace, too, there is an alternation to the reference, without the first
                # byte of the word. It may give up on that; where it would crash the word is taken as it stands.
                branches = [self.parse(part, depth + 1, mark) for part in self._parts(value)]
                if word is None:
                    branches = [branch for branch in branches if branch]
                if value.startswith(b"{") and branches and all(branches):
                    sequence.append(_Choice(branches))
                    continue
            if word is not None and not (mark and self._is_unspeakable(word)):
                sequence.append(word)
        return sequence

    def _tokens(self, text: bytes) -> Iterator[bytes]:
        """Words and whole alternations; an alternation that is never closed is lost, and so is what overflows."""
        size, end, position = self.charset.size, len(text), 0
        while True:
            while position < end and text[position] in WHITE:
                position += 1
            if position == end:
                return
            start, depth, braces = position, 0, text[position] == 0x7B
            while position < end:
                byte = text[position]
                if braces:
                    depth += (byte == 0x7B) - (byte == 0x7D)
                elif byte in WHITE:
                    break
                position = min(position + size(text, position), end)
                if position - start > TOKEN_LIMIT:
                    break
                if braces and depth == 0:
                    break
            if position - start > TOKEN_LIMIT:
                # The first bytes are lost, perhaps in the middle of a character, and reading goes on behind them.
                position = start + TOKEN_LIMIT
                self.notices.append(TOKEN_NOTICE)
            elif not braces or depth == 0:
                yield text[start:position]

    def _parts(self, token: bytes) -> Iterator[bytes]:
        """The alternatives between the first byte and the last closing brace of a token."""
        close = token.rfind(b"}")
        text = token[1:] if close < 1 else token[1:close]
        size, end, position = self.charset.size, len(text), 0
        while True:
            while position < end and (text[position] in WHITE or text[position] == 0x2F):
                position += 1
            if position == end:
                return
            start, depth = position, 0
            while position == start or (position < end and (depth > 0 or text[position] not in b"/}")):
                depth += (text[position] == 0x7B) - (text[position] == 0x7D)
                position = min(position + size(text, position), end)
            yield text[start:position]

    def _cut(self, token: bytes) -> _Word:
        """A token cut into word;tag1;tag2 at semicolons that no backslash protects."""
        if b";" not in token and b"\\" not in token:
            word = _Word(_without_star(token))
        else:
            fields = [field.replace(b"\\", b"") for field in self._fields(token)[:3]]
            word = _Word(_without_star(fields[0]), *fields[1:])
        word.null = word.value == b"@"
        return word

    def _fields(self, token: bytes) -> list[bytes]:
        fields, start, position = [], 0, 0
        while position < len(token):
            if token[position] == 0x3B and token[position - 1 : position] != b"\\":
                fields.append(token[start:position])
                start = position + 1
            position += self.charset.size(token, position)
        fields.append(token[start:])
        return fields

    # -- marks

    def _marked(self, sequence: _Sequence) -> _Sequence:
        for word in _words_in(sequence):
            self._mark(word)
        return sequence

    def _mark(self, word: _Word) -> None:
        value = word.value
        if self.rules.optional and len(value) > 1 and value[:1] == b"(" and value[-1:] == b")":
            word.optional = True
            word.key = value[1:-1]
        if self.rules.fragments:
            word.fragment = b"-" in (value[:1], value[-1:]) or (word.optional and value[-2:-1] == b"-")
        if self.rules.weights is not None:
            word.weight = self._weight(word)

    def _weight(self, word: _Word) -> float:
        weights, default = self.rules.weights or {}, self.rules.default_weight
        if word.null or word.optional:
            return 0.0
        if b"=" not in word.value:
            return weights.get(word.value, default)
        total = 0.0
        for part in word.value.split(b"="):
            if part:
                total += weights.get(part, default)
        return total

    # -- ctm rows

    def _read_rows(self, item: _Rows) -> _Sequence:
        folded = [self.charset.fold(word) for word in item.words]
        sequence: _Sequence = []
        i = 0
        while i < len(folded):
            if folded[i].startswith(b"<alt"):
                i, choice = self._read_row_choice(item, folded, i)
                sequence.append(choice)
            else:
                sequence.append(self._row_word(item, i))
            i += 1
        return self._marked(sequence)

    def _row_word(self, item: _Rows, i: int) -> _Word:
        token = self._fold(item.words[i])
        if not self.rules.markup:
            word = _Word(token)
            word.literal = True
        elif token.startswith(b"{"):
            # Braces mean nothing here, but they keep semicolons and backslashes from being read.
            word = _Word(_without_star(token))
        else:
            word = self._cut(token)
        word.begin = item.begin[i]
        word.end = word.begin + item.duration[i]
        word.duration = word.end - word.begin
        word.confidence = item.confidence[i]
        return word

    def _read_row_choice(self, item: _Rows, folded: list[bytes], i: int) -> tuple[int, _Choice]:
        """The alternation that begins at row i and the row where it ends; an empty alternative is the null word.

        The steps from mark to mark are the reference's, also where they lose a word: behind an empty first alternative,
        or behind a mark that stands alone.
        """
        first, between, last = (self.charset.fold(mark) for mark in (b"<ALT_BEGIN>", b"<ALT>", b"<ALT_END>"))
        end = len(folded)
        branches: list[_Sequence] = []
        while i < end and folded[i] == first:
            i += 1
        while not branches or (i < end and folded[i] != last):
            branch: _Sequence = []
            while i < end and not folded[i].startswith(b"<alt"):
                branch.append(self._row_word(item, i))
                i += 1
            if not branch:
                word = _Word(b"@")
                word.null = True
                word.confidence = item.confidence[i] if i < end else 0.0
                branch.append(word)
                i += 1
            branches.append(branch)
            if folded[i : i + 2] != [between, last] and folded[i : i + 1] != [last]:
                i += 1
        return i, _Choice(branches)

    # -- characters

    def _is_unspeakable(self, word: _Word) -> bool:
        """Whether -c leaves nothing of a word, as DH does of `--`: the reference crashes, here the word is dropped."""
        return self.characters >= 0 and len(word.value) > 1 and not self._spell(word.key)

    def _speakable(self, sequence: _Sequence) -> _Sequence:
        kept: _Sequence = []
        for item in sequence:
            if isinstance(item, _Word):
                if not self._is_unspeakable(item):
                    kept.append(item)
                continue
            branches = [branch for branch in map(self._speakable, item.branches) if branch]
            if branches:
                kept.append(_Choice(branches))
        return kept

    def pieces(self, word: _Word) -> _Sequence | None:
        """The words of one character that take this word's place; None if it stays as it is."""
        if len(word.value) <= 1:
            return None
        parts = self._spell(word.key)
        if parts == [word.value]:
            return None
        # The reference reads the spelled word as a text again, so a piece `@` becomes the null word and braces, which
        # only ctm words can bring here, an alternation. Where nothing is left of that it crashes.
        sequence = [] if word.literal else self.parse(b" ".join(parts).replace(b";", b"\\;"), 1, mark=False)
        if not sequence:
            sequence.extend(_Word(part) for part in parts)
        words = list(_words_in(sequence))
        begin = word.begin
        for piece in words:
            piece.literal = word.literal
            piece.duration = word.duration / len(words)
            piece.begin = begin
            piece.end = piece.duration + begin
            piece.confidence = word.confidence
            begin += piece.duration
            if word.optional:
                piece.key = piece.value
                piece.value = b"(" + piece.value + b")"
                piece.optional = True
                piece.null = False
            if self.rules.weights is not None:
                piece.weight = self._weight(piece)
        return sequence

    def _spell(self, value: bytes) -> list[bytes]:
        """The characters of a word, with NOASCII in runs of ASCII, with DH without hyphens."""
        no_ascii, drop = self.characters & NO_ASCII, self.characters & DROP_HYPHENS
        one_byte = self.charset.encoding in ("ascii", "ext_ascii")
        parts: list[bytes] = []
        joins = False  # whether the last part is a run of ASCII that may go on
        for character in self._graphemes(value):
            if character == b" ":
                joins = False
                continue
            if drop and character == b"-":
                continue
            is_ascii = one_byte or (len(character) == 1 and character[0] < 0x80)
            if joins and is_ascii and no_ascii:
                parts[-1] += character
            else:
                parts.append(character)
            joins = is_ascii
        return parts

    def _graphemes(self, value: bytes) -> list[bytes]:
        characters = self.charset.split(value)
        if not self.rules.guarani:
            return characters
        joined: list[bytes] = []
        for character in characters:
            if character == b"\xcc\x83" and joined and joined[-1] in (b"g", b"G"):
                joined[-1] += character
            else:
                joined.append(character)
        return joined


def _without_star(value: bytes) -> bytes:
    return value[:-1] if len(value) > 1 and value.endswith(b"*") else value


# ------------------------------------------------------------------------------------------------------------ networks


class _Arc:
    """A word between two nodes."""

    __slots__ = ("source", "target", "word")

    def __init__(self, word: _Word, source: _Node, target: _Node) -> None:
        self.word = word
        self.source = source
        self.target = target


class _Node:
    """A point between words. The order of its two lists decides between paths of equal cost."""

    __slots__ = ("ins", "outs")

    def __init__(self) -> None:
        self.ins: list[_Arc] = []
        self.outs: list[_Arc] = []


class _Network:
    """All ways through one utterance."""

    __slots__ = ("end", "start")

    def __init__(self, sequence: _Sequence) -> None:
        self.start = _Node()
        self.end = _Node() if sequence else self.start
        if sequence:
            self.add(self.start, self.end, sequence)

    def add(self, source: _Node, target: _Node, sequence: _Sequence) -> None:
        """Puts a sequence between two nodes, behind what is there already."""
        for i, item in enumerate(sequence):
            follower = target if i == len(sequence) - 1 else _Node()
            if isinstance(item, _Word):
                self.connect(source, follower, item)
            else:
                for branch in item.branches:
                    self.add(source, follower, branch)
            source = follower

    def connect(self, source: _Node, target: _Node, word: _Word) -> _Arc:
        """One more arc between two nodes."""
        arc = _Arc(word, source, target)
        source.outs.append(arc)
        target.ins.append(arc)
        return arc

    def spell(self, reader: _Reader) -> None:
        """Replaces words by their characters, in the reference's order, which decides ties between alternatives.

        Nodes are visited depth first. A word that is replaced leaves its place in the two lists and its first and last
        piece go to their ends.
        """
        stack, seen = [self.start], {id(self.start)}
        while stack:
            node = stack.pop()
            for arc in node.outs:
                if id(arc.target) not in seen:
                    seen.add(id(arc.target))
                    stack.append(arc.target)
            again = []
            for arc in list(node.outs):
                pieces = reader.pieces(arc.word)
                if pieces is None:
                    continue
                node.outs.remove(arc)
                arc.target.ins.remove(arc)
                self.add(node, arc.target, pieces)
                if arc.word.optional:
                    again.append(node.outs[-1])
            # The walk meets the pieces that it has just appended. Only those of optional words are replaced once more,
            # by themselves but at the end of the lists. The reference never leaves a node with two of them.
            if len(again) == 1:
                for arcs in (node.outs, again[0].target.ins):
                    arcs.remove(again[0])
                    arcs.append(again[0])

    def combine(self, lexicon: _Lexicon) -> None:
        """Adds an arc for every chain of pieces that is a word of the lexicon."""
        queue, seen = [self.start], {id(self.start)}
        arcs: list[_Arc] = []
        for node in queue:
            for arc in node.outs:
                if id(arc.target) not in seen:
                    seen.add(id(arc.target))
                    queue.append(arc.target)
            arcs.extend(node.outs)
        for arc in arcs:
            self._combine(lexicon, arc, arc.target, arc.word, lexicon.longest - 1)

    def _combine(self, lexicon: _Lexicon, base: _Arc, node: _Node, word: _Word, depth: int) -> None:
        if depth == 0:
            return
        for arc in node.outs:
            joined = _join(word, arc.word)
            if joined.key in lexicon:
                self.connect(base.source, arc.target, joined)
            self._combine(lexicon, base, arc.target, joined, depth - 1)

    def arcs(self) -> list[_Arc]:
        """All arcs, each behind the arcs that lead to it."""
        waiting: dict[int, int] = {}
        order: list[_Arc] = []
        queue = [self.start]
        for node in queue:
            for arc in node.outs:
                order.append(arc)
                left = waiting.get(id(arc.target), len(arc.target.ins)) - 1
                waiting[id(arc.target)] = left
                if left == 0:
                    queue.append(arc.target)
        return order


class _Lexicon:
    """The words that -S may build, looked up as the reference does: by halving, whether or not the list is sorted."""

    __slots__ = ("_charset", "_keys", "longest")

    def __init__(self, words: Sequence[bytes], charset: Charset) -> None:
        self._charset = charset
        self._keys = [self._key(word) for word in words]
        self.longest = max([1, *map(len, self._keys)])

    def _key(self, word: bytes) -> list[tuple[int, bytes]]:
        # Short characters sort before long ones.
        return [(len(character), character) for character in self._charset.split(word)]

    def __contains__(self, word: bytes) -> bool:
        key, low, high = self._key(word), 0, len(self._keys)
        while low < high:
            middle = (low + high) // 2
            if self._keys[middle] == key:
                return True
            if key < self._keys[middle]:
                high = middle
            else:
                low = middle + 1
        return False


def _join(a: _Word, b: _Word) -> _Word:
    """The word that two neighbours make together."""
    if a.optional and b.optional:
        word = _Word(b"(" + a.key + b.key + b")")
        word.key = a.key + b.key
        word.optional = True
    elif a.value == b"@":
        word = _Word(b.key)
    elif b.value == b"@":
        word = _Word(a.key)
    else:
        word = _Word(a.key + b.key)
    word.null = word.value == b"@" and (a.null or b.null)
    word.fragment = a.fragment and b.fragment
    word.begin, word.end = a.begin, b.end
    word.duration = word.end - word.begin
    word.weight = a.weight + b.weight
    word.confidence = (a.confidence + b.confidence) / 2.0
    return word


# --------------------------------------------------------------------------------------------------------------- costs


def _float32(value: float) -> float:
    return array("f", [value])[0]


_NULL_COST = _float32(0.001)


class _Costs:
    """What it costs to leave a word out or to put one for another, in single precision."""

    __slots__ = ("_both", "_edit", "_mode", "_optional", "_substitution")

    def __init__(self, rules: Rules) -> None:
        self._mode = "times" if rules.times else "weights" if rules.weights is not None else "words"
        sclite = rules.policy == "sclite"
        self._edit, self._optional, self._substitution = (3.0, 2.0, 4.0) if sclite else (1.0, 1.0, 1.0)
        self._both = 1.0  # two null words

    def edit(self, word: _Word) -> float:
        """Insertion or deletion of a word."""
        if word.null:
            return _NULL_COST
        if self._mode == "times":
            return _float32(word.duration)
        if self._mode == "weights":
            return _float32(word.weight)
        return self._optional if word.optional else self._edit

    def pair(self, a: _Word, b: _Word) -> float:
        """A word of the reference against one of the hypothesis."""
        if self._mode == "times":
            apart = abs(a.begin - b.begin) + abs(a.end - b.end)
            return _float32(apart + (0.0 if _same(a, b) else 0.001))
        if self._mode == "weights":
            return 0.0 if _same(a, b) else _float32(a.weight + b.weight)
        if a.null and b.null:
            return self._both
        return 0.0 if _same(a, b) else self._substitution


# Which of three equal costs wins, by substitution, deletion, insertion.
def _sclite_choice(substitution: float, deletion: float, insertion: float) -> str:
    if substitution <= deletion and substitution <= insertion:
        return "S"
    return "D" if deletion < insertion else "I"


def _kaldi_wer_choice(substitution: float, deletion: float, insertion: float) -> str:
    if substitution < deletion and substitution < insertion:
        return "S"
    return "D" if deletion < insertion else "I"


def _kaldi_align_choice(substitution: float, deletion: float, insertion: float) -> str:
    if substitution <= deletion and substitution <= insertion:
        return "S"
    return "D" if deletion <= insertion else "I"


_CHOICES = {"sclite": _sclite_choice, "kaldi_wer": _kaldi_wer_choice, "kaldi_align": _kaldi_align_choice}

# A step of a path: the word of either side, None where it has none.
_Step = tuple["_Word | None", "_Word | None"]


# ----------------------------------------------------------------------------------------------------- words in a row


def _align_rows(rules: Rules, ref: list[_Word], hyp: list[_Word]) -> list[_Step]:
    """The path through two plain sequences, where all costs are whole numbers."""
    optional = rules.optional and any(word.optional for word in ref + hyp)
    if rules.policy == "sclite" and not optional and not rules.fragments:
        # Equal words at the end pair up on every cheapest path that the ties prefer; at the beginning they need not.
        tail = 0
        while tail < len(ref) and tail < len(hyp) and ref[-1 - tail].key == hyp[-1 - tail].key:
            tail += 1
    else:
        tail = 0
    head = _align_parts(rules, ref[: len(ref) - tail], hyp[: len(hyp) - tail])
    head.extend(zip(ref[len(ref) - tail :], hyp[len(hyp) - tail :], strict=True))
    return head


def _align_parts(rules: Rules, ref: list[_Word], hyp: list[_Word]) -> list[_Step]:
    edit, reduced, substitution = (3, 2, 4) if rules.policy == "sclite" else (1, 1, 1)
    deletions = [reduced if word.optional else edit for word in ref]
    insertions = [reduced if word.optional else edit for word in hyp]
    row = [0]
    for cost in insertions:
        row.append(row[-1] + cost)
    table = [row]
    pairs = []
    for word, deletion in zip(ref, deletions, strict=True):
        pair = _pair_costs(word, hyp, substitution, rules.fragments)
        above, row = row, [row[0] + deletion]
        left = row[0]
        for i, insertion in enumerate(insertions):
            best = above[i] + pair[i]
            left += insertion
            if left < best:
                best = left
            down = above[i + 1] + deletion
            if down < best:
                best = down
            row.append(best)
            left = best
        table.append(row)
        pairs.append(pair)
    return _trace_rows(rules, ref, hyp, table, pairs, deletions, insertions)


def _pair_costs(word: _Word, hyp: list[_Word], substitution: int, fragments: bool) -> list[int]:
    if fragments:
        return [0 if _same(word, other) else substitution for other in hyp]
    key = word.key
    return [0 if key == other.key else substitution for other in hyp]


def _trace_rows(
    rules: Rules,
    ref: list[_Word],
    hyp: list[_Word],
    table: list[list[int]],
    pairs: list[list[int]],
    deletions: list[int],
    insertions: list[int],
) -> list[_Step]:
    choose = _CHOICES[rules.policy]
    steps: list[_Step] = []
    i, j = len(ref), len(hyp)
    while i or j:
        if not i:
            move = "I"
        elif not j:
            move = "D"
        else:
            move = choose(
                table[i - 1][j - 1] + pairs[i - 1][j - 1],
                table[i - 1][j] + deletions[i - 1],
                table[i][j - 1] + insertions[j - 1],
            )
        i -= move != "I"
        j -= move != "D"
        steps.append((None if move == "I" else ref[i], None if move == "D" else hyp[j]))
    steps.reverse()
    return steps


# ---------------------------------------------------------------------------------------------- alignment of networks


class _Lattice:
    """A network as the matrix needs it: arcs by number, 0 for the null arc in front, and who precedes whom."""

    __slots__ = ("before", "last", "words")

    def __init__(self, network: _Network) -> None:
        arcs = network.arcs()
        number = {id(arc): i + 1 for i, arc in enumerate(arcs)}
        self.words = [arc.word for arc in arcs]
        self.before = [
            [number[id(other)] for other in arc.source.ins] if arc.source is not network.start else [0] for arc in arcs
        ]
        self.last = [number[id(arc)] for arc in network.end.ins] or [0]


def _lowest_left(row: array[float], before: list[int]) -> int:
    """The first of the smallest cells of a row."""
    best = before[0]
    for j in before[1:]:
        if row[j] < row[best]:
            best = j
    return best


def _lowest_above(table: list[array[float]], before: list[int], j: int) -> int:
    """The first of the smallest cells of a column."""
    best = before[0]
    for i in before[1:]:
        if table[i][j] < table[best][j]:
            best = i
    return best


def _lowest_across(table: list[array[float]], before_a: list[int], before_b: list[int]) -> tuple[int, int]:
    """The first of the smallest cells where some rows and columns meet, row by row."""
    i, j = before_a[0], before_b[0]
    for k in before_a:
        for m in before_b:
            if table[k][m] < table[i][j]:
                i, j = k, m
    return i, j


def _align_networks(rules: Rules, a: _Lattice, b: _Lattice) -> list[_Step]:
    """The cheapest path through two networks; costs add up in single precision, in the reference's order."""
    costs, choose = _Costs(rules), _CHOICES[rules.policy]
    width = len(b.words) + 1
    insertions = [costs.edit(word) for word in b.words]
    row, back = array("f", bytes(4 * width)), [0] * width
    for j, before in enumerate(b.before, 1):
        left = _lowest_left(row, before)
        row[j], back[j] = row[left] + insertions[j - 1], left
    table, backs = [row], [back]
    sums = array("f", [0.0, 0.0, 0.0])  # rounds
    for i, word in enumerate(a.words, 1):
        before_a, deletion = a.before[i - 1], costs.edit(word)
        row, back = array("f", bytes(4 * width)), [0] * width
        above = _lowest_above(table, before_a, 0)
        row[0], back[0] = table[above][0] + deletion, above * width
        for j, before_b in enumerate(b.before, 1):
            left = _lowest_left(row, before_b)
            above = _lowest_above(table, before_a, j)
            up, across = _lowest_across(table, before_a, before_b)
            sums[0] = table[up][across] + costs.pair(word, b.words[j - 1])
            sums[1] = table[above][j] + deletion
            sums[2] = row[left] + insertions[j - 1]
            move = choose(*sums)
            if move == "S":
                row[j], back[j] = sums[0], up * width + across
            elif move == "D":
                row[j], back[j] = sums[1], above * width + j
            else:
                row[j], back[j] = sums[2], i * width + left
        table.append(row)
        backs.append(back)
    return _trace_networks(a, b, table, backs)


def _trace_networks(a: _Lattice, b: _Lattice, table: list[array[float]], backs: list[list[int]]) -> list[_Step]:
    i, j = a.last[0], b.last[0]
    for k in a.last:
        for m in b.last:
            if table[k][m] < table[i][j]:
                i, j = k, m
    steps: list[_Step] = []
    if not table[i][j] < UNREACHABLE:
        return steps
    width = len(b.words) + 1
    while i or j:
        before_i, before_j = divmod(backs[i][j], width)
        steps.append((None if before_i == i else a.words[i - 1], None if before_j == j else b.words[j - 1]))
        i, j = before_i, before_j
    steps.reverse()
    return steps


# ---------------------------------------------------------------------------------------------------------- alignment


def align(rules: Rules, ref: Side, hyp: Side, threads: int = 1) -> Batch:
    """Aligns the utterances of two sides, one with one.

    >>> rules = Rules(Charset("ascii", {}, {}))
    >>> batch = align(rules, texts(["a b c"]), texts(["A x c d"]))
    >>> "".join(op for op, _, _ in batch.slots(0))
    'CSCI'
    """
    if len(ref) != len(hyp):
        raise ValueError(f"{len(ref)} references, but {len(hyp)} hypotheses")
    aligner = _Aligner(rules)
    return Batch(rules.charset, rules.sensitive, [aligner.path(ref, hyp, i) for i in range(len(ref))], aligner.notices)


class _Aligner:
    """Aligns one utterance after the other."""

    __slots__ = ("_hyp", "_lexicon", "_ref", "_rules", "notices")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.notices: list[tuple[int, str, bytes]] = []
        cut = 0 if rules.ascii_too else NO_ASCII
        self._ref = _Reader(rules, cut if rules.segment == 2 else -1 if rules.segment else rules.characters)
        self._hyp = _Reader(rules, cut if rules.segment == 1 else -1 if rules.segment else rules.characters)
        self._lexicon = _Lexicon(rules.lexicon, rules.charset) if rules.segment else None

    def path(self, ref: Side, hyp: Side, i: int) -> list[Slot]:
        """The alignment of utterance i."""
        words_a = self._ref.read(ref, i)
        # With -S algo2 the reference forgets to fold the hypothesis of a trn file.
        words_b = self._hyp.read(hyp, i, keep_case=self._rules.segment == 2)
        for reader in (self._ref, self._hyp):
            self.notices.extend((i, "stderr", notice) for notice in reader.notices)
            reader.notices.clear()
        if self._is_simple(words_a) and self._is_simple(words_b):
            steps = _align_rows(self._rules, self._row(self._ref, words_a), self._row(self._hyp, words_b))
        else:
            steps = _align_networks(self._rules, self._lattice(self._ref, words_a), self._lattice(self._hyp, words_b))
        path = self._slots(steps, i)
        if self._rules.sort_times:
            _sort_times(path)
        return path

    def _is_simple(self, sequence: _Sequence) -> bool:
        rules = self._rules
        if rules.times or rules.weights is not None or rules.segment:
            return False
        # Cut into characters, a word with one of these can be more than a row of words.
        special = b"@{" if rules.characters >= 0 else b""
        return not any(
            isinstance(item, _Choice) or item.null or any(byte in item.value for byte in special) for item in sequence
        )

    def _row(self, reader: _Reader, sequence: _Sequence) -> list[_Word]:
        row: list[_Word] = []
        for word in _words_in(sequence):
            pieces = reader.pieces(word) if reader.characters >= 0 else None
            row.extend([word] if pieces is None else _words_in(pieces))
        return row

    def _lattice(self, reader: _Reader, sequence: _Sequence) -> _Lattice:
        network = _Network(sequence)
        if reader.characters >= 0:
            network.spell(reader)
            if self._lexicon is not None:
                network.combine(self._lexicon)
        return _Lattice(network)

    def _slots(self, steps: list[_Step], i: int) -> list[Slot]:
        path: list[Slot] = []
        for a, b in steps:
            if a is not None and b is not None:
                if a.null and b.null:
                    self.notices.append((i, "stdout", NULLS_NOTICE))
                else:
                    path.append(("C" if _same(a, b) else "S", a.public(), b.public()))
            elif a is not None:
                if a.optional:
                    path.append(("C", a.public(), EMPTY_WORD))
                elif not a.null:
                    path.append(("D", a.public(), None))
            elif b is not None:
                if b.optional:
                    path.append(("C", EMPTY_WORD, b.public()))
                elif not b.null:
                    path.append(("I", None, b.public()))
        return path


def _sort_times(path: list[Slot]) -> None:
    """Sorts every run of insertions and deletions by begin time, equal ones as they are."""
    start = 0
    while start < len(path):
        end = start
        while end < len(path) and path[end][0] in "ID":
            end += 1
        path[start:end] = sorted(path[start:end], key=lambda slot: (slot[1] or slot[2] or EMPTY_WORD)[3])
        start = end + 1


def batch_of(charset: Charset, sensitive: bool, paths: Sequence[Sequence[Slot]]) -> Batch:
    """A batch of ready-made alignments."""
    return Batch(charset, sensitive, [list(path) for path in paths], [])


# ------------------------------------------------------------------------------------------------------------- results


class Batch:
    """The alignments of many utterances."""

    __slots__ = ("_charset", "_paths", "_sensitive", "notices")

    def __init__(
        self, charset: Charset, sensitive: bool, paths: list[list[Slot]], notices: list[tuple[int, str, bytes]]
    ) -> None:
        self._charset = charset
        self._sensitive = sensitive
        self._paths = paths
        # What the reference says while it aligns: utterance, "stdout" or "stderr", line.
        self.notices = notices

    def __len__(self) -> int:
        return len(self._paths)

    def slots(self, i: int) -> list[Slot]:
        """The aligned pairs of utterance i."""
        return list(self._paths[i])

    def counts(self) -> bytes:
        """Four int32 per utterance: correct, substitutions, deletions, insertions."""
        return array("i", [number for path in self._paths for number in _counted(path)]).tobytes()

    def totals(self, groups: bytes, n: int) -> list[tuple[int, int, int, int, int, int]]:
        """Per group: utterances, correct, substitutions, deletions, insertions, utterances with an error."""
        sums = [[0] * 6 for _ in range(n)]
        for group, path in zip(_integers("i", groups), self._paths, strict=True):
            if group >= n:
                raise ValueError("a group beyond the number of groups")
            if group < 0:
                continue
            correct, substitutions, deletions, insertions = _counted(path)
            wrong = int(substitutions + deletions + insertions > 0)
            for k, number in enumerate((1, correct, substitutions, deletions, insertions, wrong)):
                sums[group][k] += number
        return [(a, b, c, d, e, f) for a, b, c, d, e, f in sums]

    def tally(self, order: bytes) -> tuple[dict[tuple[bytes, bytes], int], dict[bytes, int], dict[bytes, int]]:
        """How often each pair was substituted, each word inserted, each word deleted."""
        pairs: dict[tuple[bytes, bytes], int] = {}
        inserted: dict[bytes, int] = {}
        deleted: dict[bytes, int] = {}
        for i in _integers("q", order):
            for op, a, b in self._paths[i]:
                if op == "S" and a is not None and b is not None:
                    pairs[a[0], b[0]] = pairs.get((a[0], b[0]), 0) + 1
                elif op == "I" and b is not None:
                    inserted[b[0]] = inserted.get(b[0], 0) + 1
                elif op == "D" and a is not None:
                    deleted[a[0]] = deleted.get(a[0], 0) + 1
        return pairs, inserted, deleted

    def texts(self, order: bytes) -> tuple[list[bytes], list[bytes], list[bytes]]:
        """Per utterance its operations, and the aligned words of either side with blanks between them.

        The empty word beside an optional one that was not said is none.
        """
        paths = [self._paths[i] for i in _integers("q", order)]
        operations = ["".join([slot[0] for slot in path]).encode() for path in paths]
        sides = []
        for side in (1, 2):
            texts = []
            for path in paths:
                found = b""
                for slot in path:
                    word = slot[side]
                    if word is not None and (word[0] or slot[0] != "C"):
                        found += b" " + word[0] if found else word[0]  # type: ignore[operator]
                texts.append(found)
            sides.append(texts)
        return operations, sides[0], sides[1]

    def numbers(self, order: bytes, field: str) -> tuple[bytes, bytes, bytes]:
        """Operations, and two float64 columns: what the words of both sides have there, NaN where there is no word.

        The field is "confidence" or "weight". The empty word beside an optional one that was not said has none.
        """
        if field not in ("confidence", "weight"):
            raise ValueError(f"unknown field {field!r}")
        place = 5 if field == "confidence" else 6
        operations = bytearray()
        columns = array("d"), array("d")
        for i in _integers("q", order):
            for op, ref, hyp in self._paths[i]:
                operations += op.encode()
                for column, word in zip(columns, (ref, hyp), strict=True):
                    if word is None or not (word[0] or place == 6):
                        column.append(float("nan"))
                    else:
                        column.append(word[3:][place - 3])
        return bytes(operations), columns[0].tobytes(), columns[1].tobytes()

    def blocks(
        self, order: bytes, heads: Sequence[bytes], tails: Sequence[bytes] | None, width: int, aux: int
    ) -> bytes:
        """For each utterance its head, the scores, its tail, the alignment in lines of a width, and a blank line."""
        parts = []
        for k, i in enumerate(_integers("q", order)):
            path = self._paths[i]
            parts.append(heads[k])
            parts.append(b"Scores: (#C #S #D #I) %d %d %d %d\n" % _counted(path))
            if tails is not None:
                parts.append(tails[k])
            self._write_block(parts, path, width, aux)
            parts.append(b"\n")
        return b"".join(parts)

    def _write_block(self, parts: list[bytes], path: list[Slot], width: int, aux: int) -> None:
        least = 7 if aux & ~AS_WRITTEN else 0
        widths = [_cell_width(slot, least) for slot in path]
        start = 0
        while start < len(path):
            length, end = 9 if start else 6, start
            while length < width and end < len(path):
                length += 1 + widths[end]
                end += 1
            if end < len(path):
                # The word that reached the width goes to the next line. Where that leaves none on this line the
                # reference writes for ever; here such a word gets a line of its own.
                end = max(end - 1, start + 1)
            prefix = b"\n>> " if start else b""
            for label, texts_of in self._lines(path[start:end], aux):
                cells = [b"%-*s " % (w, text) for w, text in zip(widths[start:end], texts_of, strict=True)]
                parts.append(prefix + label + b"".join(cells) + b"\n")
                prefix = b">> " if start else b""
            start = end

    def _lines(self, path: list[Slot], aux: int) -> Iterator[tuple[bytes, list[bytes]]]:
        """The lines of one block: label and cells, not yet padded."""
        yield b"REF:  ", [self._shown(slot, 1, aux) for slot in path]
        if aux & REF_TIMES:
            yield b"R_T1: ", [_number(slot[1], 0, b"%.2f") for slot in path]
            yield b"R_T2: ", [_number(slot[1], 1, b"%.2f") for slot in path]
        if aux & REF_CONFIDENCE:
            yield b"RCNF: ", [_number(slot[1], 2, b"%.4f") for slot in path]
        yield b"HYP:  ", [self._shown(slot, 2, aux) for slot in path]
        if aux & HYP_TIMES:
            yield b"H_T1: ", [_number(slot[2], 0, b"%.2f") for slot in path]
            yield b"H_T2: ", [_number(slot[2], 1, b"%.2f") for slot in path]
        if aux & HYP_CONFIDENCE:
            yield b"CONF: ", [_number(slot[2], 2, b"%.4f") for slot in path]
        if aux & REF_WEIGHT:
            yield b"R_WE: ", [_number(slot[1], 3, b"%.4f") for slot in path]
        if aux & HYP_WEIGHT:
            yield b"H_WE: ", [_number(slot[2], 3, b"%.4f") for slot in path]
        yield b"Eval: ", [b"" if slot[0] == "C" else slot[0].encode() for slot in path]

    def _shown(self, slot: Slot, side: int, aux: int) -> bytes:
        """A word as a report shows it: in capitals if it is wrong, stars where there is none."""
        word, other = (slot[1], slot[2]) if side == 1 else (slot[2], slot[1])
        if word is None:
            return b"*" * (0 if other is None else len(other[0]))
        as_written = self._sensitive or slot[0] == "C" or aux & AS_WRITTEN
        return word[0] if as_written else self._charset.upper(word[0])

    def sgml(self, i: int, outer: bytes, inner: bytes, aux: int) -> bytes:
        """The words of a PATH element in one line."""
        words = []
        for op, a, b in self._paths[i]:
            fields = [op.encode(), _sgml_word(a), _sgml_word(b)]
            for bit, word, field in (
                (REF_TIMES, a, 0),
                (HYP_TIMES, b, 0),
                (REF_CONFIDENCE, a, 2),
                (HYP_CONFIDENCE, b, 2),
                (REF_WEIGHT, a, 3),
                (HYP_WEIGHT, b, 3),
            ):
                if aux & bit:
                    fields.append(_sgml_number(word, field))
            words.append(inner.join(fields))
        return outer.join(words)


def _counted(path: list[Slot]) -> tuple[int, int, int, int]:
    ops = [slot[0] for slot in path]
    return ops.count("C"), ops.count("S"), ops.count("D"), ops.count("I")


def _cell_width(slot: Slot, least: int) -> int:
    return max(least, *(1 if word is None else len(word[0]) for word in slot[1:]))


def _number(word: Word | None, field: int, form: bytes) -> bytes:
    """Begin, end, confidence or weight of a word."""
    return b"" if word is None else form % (word[3:][field],)


def _sgml_word(word: Word | None) -> bytes:
    if word is None:
        return b""
    fields = [word[0].replace(b";", b"\\;")]
    if word[1] is not None or word[2] is not None:
        fields += [(tag or b"").replace(b";", b"\\;") for tag in word[1:3]]
    return b'"' + b";".join(fields) + b'"'


def _sgml_number(word: Word | None, field: int) -> bytes:
    if word is None:
        return b""
    numbers = word[3:]
    return b"%f" % numbers[field] if field else b"%.3f+%.3f" % numbers[:2]
