"""Reads the events of a transcript into turns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from .. import Failure
from ..perl_number import number
from ..streams import Streams
from .markup import Attributes, Begin, End, Text
from .turns import (
    EXCLUDED,
    GAP_LIMIT,
    IGNORED,
    OFF,
    UNKNOWN,
    Section,
    Speech,
    Turn,
    by_time,
    tokens,
    with_gaps,
    without_empty,
    without_overlaps,
)

_PUNCTUATION = frozenset((b"PERIOD", b"QMARK", b"COMMA"))
# Marks that belong to a word.
_MARKS = frozenset(
    (
        b"ACOUSTICNOISE",
        b"NONSPEECH",
        b"ACRONYM",
        b"NONLEXEME",
        b"MISPRONOUNCED",
        b"MISSPELLING",
        b"PNAME",
        b"IDIOSYNCRATIC",
    )
)
_NAMES = (b"ENAMEX", b"TIMEX", b"NUMEX")
_REGIONS = (b"FOREIGN", b"UNCLEAR", b"OVERLAP", b"NOSCORE", b"ASIDE")
_UNREAD = frozenset((b"TIME", b"BN_EPISODE_TRANS"))
_CONTRACTED = re.compile(rb"\w'\w")
_POSSESSIVE = re.compile(rb"\w's\Z")
_OPENING_TAG_AND_BLANKS = re.compile(rb"(<[^/<>]+>)\s+\Z")
_DOT = re.compile(rb"\.@(['< ])")
_EXPANSION = re.compile(rb"\[(\S+)=>*(.*)\]", re.S)


@dataclass(frozen=True, slots=True)
class Choices:
    """Options of the command line."""

    entities: bool = False
    """Names of persons, places, times stay marked."""
    overlaps: bool = False
    overlap_text: bool = False
    word_times: bool = False
    focus: bool = True
    contractions: bool = True
    noises: bool = False
    """Noises and hesitations stay as they are."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole transcript: its turns, and whether rows tell the focus condition."""

    turns: tuple[Turn, ...]
    focus: bool


class Reader:
    """Gathers words into turns, and turns into a transcript."""

    def __init__(self, choices: Choices, input_name: bytes, streams: Streams) -> None:
        self._choices = choices
        self._input_name = input_name
        self._streams = streams
        self._file = b""
        self._conversation = False
        self._section = Section()
        self._all: list[Turn] = []
        self._turns: list[Turn] = []
        # The turn that is open: as its tag has it, and its part that is being read.
        self._template = Turn(self._section)
        self._turn = Turn(self._section)
        self._speech = Speech(b"", b"", b"")
        self._in_turn = False
        self._kept = True
        self._words: list[bytes] = []
        # The word that is open, and what it is marked as.
        self._word = b""
        self._marks: dict[bytes, bytes] = {}
        self._word_times: Attributes = {}
        self._bracketed = False
        self._regions: dict[bytes, tuple[bytes, bytes]] = {}
        self._region = (b"", b"")
        self._background = dict.fromkeys((b"music", b"speech", b"other"), OFF)
        self._sounding = (False, False, False)
        self._background_start = b"0"
        self._text_since_background = False
        self._begins = self._table()

    def _table(self) -> dict[bytes, Callable[[Attributes], None]]:
        """A function for the begin of each element."""
        table: dict[bytes, Callable[[Attributes], None]] = {
            b"UTF": self._begin_file,
            b"CONVERSATION_TRANS": self._begin_conversation,
            b"SECTION": self._begin_section,
            b"TURN": self._begin_turn,
            b"SEPARATOR": lambda _: self._separate(),
            b"WTIME": self._word_times.update,
            b"BACKGROUND": self._change_background,
            b"CONTRACTION": self._contract,
            b"FRAGMENT": lambda _: self._break_off(),
            b"HYPHEN": lambda _: self._hyphenate(),
        }
        for name in _UNREAD:
            table[name] = lambda _: None
        for name in _PUNCTUATION:
            table[name] = lambda _: self._end_word()
        for name in _MARKS:
            table[name] = partial(self._mark, name)
        for name in _NAMES:
            table[b"B_" + name] = partial(self._begin_name, name)
            table[b"E_" + name] = partial(self._end_name, name)
        for name in _REGIONS:
            table[b"B_" + name] = partial(self._begin_region, name)
            table[b"E_" + name] = partial(self._end_region, name)
        return table

    def read(self, event: Begin | End | Text) -> Transcript | None:
        """Takes an event; the end of the file gives the transcript."""
        if isinstance(event, Text):
            self._add(event.data)
        elif isinstance(event, Begin):
            begin = self._begins.get(event.name)
            if begin is None:
                raise Failure(b"undefined start tag " + event.name + b"\n", 255)
            begin(event.attributes)
        elif event.name == b"TURN":
            self._end_turn()
        elif event.name in (b"SECTION", b"CONVERSATION_TRANS"):
            self._end_section(event.name == b"SECTION")
        elif event.name == b"UTF":
            turns = by_time(self._all)
            if not self._conversation:
                turns = with_gaps(turns, self._file)
            return Transcript(tuple(turns), self._choices.focus and not self._conversation)
        return None

    # Files, sections and turns

    def _begin_file(self, attributes: Attributes) -> None:
        name = attributes[b"AUDIO_FILENAME"] or b""
        head, dot, tail = name.rpartition(b".")
        self._file = head if dot and head and tail else name
        if self._file.lower() == UNKNOWN:
            self._file = self._input_name

    def _begin_conversation(self, _: Attributes) -> None:
        self._conversation = True
        self._section = Section()
        self._turns = []

    def _begin_section(self, attributes: Attributes) -> None:
        names = (b"TYPE", b"STARTTIME", b"ENDTIME", b"ID")
        self._section = Section(*[attributes[name] or b"" for name in names])
        self._turns = []

    def _end_section(self, drop_empty: bool) -> None:
        turns = without_empty(self._turns) if drop_empty else self._turns
        if self._choices.overlaps:
            turns = without_overlaps(turns, self._choices.overlap_text)
        self._all += turns

    def _begin_turn(self, attributes: Attributes) -> None:
        values = {name: (value or b"").lower() for name, value in attributes.items()}
        self._speech = Speech(values[b"DIALECT"], values[b"FIDELITY"], values[b"MODE"])
        sex = b"" if b"child" in values[b"SPKRTYPE"] else values[b"SPKRTYPE"]
        times = values[b"STARTTIME"], values[b"ENDTIME"]
        self._template = Turn(self._section, values[b"SPEAKER"], sex, *times, values[b"CHANNEL"] or b"1")
        self._turn = replace(self._template)
        self._words = []
        self._describe(self._turn)
        self._turn.ctm_channel = self._template.channel
        self._in_turn = self._kept = True

    def _describe(self, turn: Turn) -> None:
        """Gives a part of a turn its file and focus condition; in ctm only a whole turn keeps its channel."""
        turn.file, turn.ctm_channel = self._file, b"1"
        turn.focus = self._speech.focus(self._background)

    def _end_turn(self) -> None:
        self._turn.text = self._gathered()
        if self._kept:
            self._turns.append(replace(self._turn))
        self._in_turn = False

    def _gathered(self) -> bytes:
        """Text of the words so far, each with a blank behind it."""
        for place, word in enumerate(self._words):
            self._words[place] = _DOT.sub(rb".\1", word).replace(b"@)", b")").replace(b"@", b" ")
        return b"".join([word + b" " for word in self._words])

    def _next_part(self) -> None:
        """Closes the part of the turn that was read."""
        self._turns.append(self._turn)
        self._turn = replace(self._template)
        self._words = []

    def _change_background(self, attributes: Attributes) -> None:
        focus = self._speech.focus(self._background)
        before = self._background_start
        kind, level = (attributes[name] or b"" for name in (b"TYPE", b"LEVEL"))
        self._background[kind.lower()] = level.lower()
        self._background_start = attributes[b"STARTTIME"] or b""
        music, speech, other = (self._background[kind] != OFF for kind in (b"music", b"speech", b"other"))
        sounding = music, speech, other
        late = number(self._background_start) - number(self._turn.end) > GAP_LIMIT
        if self._in_turn and (sounding != self._sounding or (not self._text_since_background and late)):
            end = self._turn.end
            self._turn.end = self._background_start if self._text_since_background else before
            self._turn.focus = focus
            self._turn.text = self._gathered()
            self._next_part()
            self._turn.start, self._turn.end = self._background_start, end
            self._describe(self._turn)
        self._sounding = sounding
        self._text_since_background = False

    # Words

    def _add(self, text: bytes) -> None:
        self._word += text
        self._text_since_background = True
        if self._marks.pop(b"ACRONYM", None) is not None:
            place = self._word.lower().rfind(b"'s")
            if place <= 0:
                place = self._word.lower().rfind(b"s")
            if place > 0:
                self._word = self._word[:place] + b"." + self._word[place:]
            else:
                self._word += b".@"
        if b"FRAGMENT" in self._marks:
            self._word = b"(-" + self._word + b")"

    def _mark(self, name: bytes, _: Attributes) -> None:
        self._marks[name] = b""

    def _break_off(self) -> None:
        self._marks[b"FRAGMENT"] = b""
        words = tokens(self._word)
        self._word = b"".join(
            [word if word[:1] == b"<" and word[-1:] == b">" else b"(" + word + b"-)" for word in words]
        )

    def _hyphenate(self) -> None:
        if not self._word[-1:].isspace():
            self._word += b" "
        self._word = _OPENING_TAG_AND_BLANKS.sub(rb"\1", self._word)

    def _contract(self, attributes: Attributes) -> None:
        self._marks[b"CONTRACTION"] = b"E_FORM=" + (attributes[b"E_FORM"] or b"") + b" "

    def _end_word(self) -> None:
        if self._word:
            self._separate()

    def _separate(self) -> None:
        """Ends the word that is open."""
        plain = self._choices.contractions and b"CONTRACTION" not in self._marks
        if plain and _CONTRACTED.search(self._word) and not _POSSESSIVE.search(self._word):
            self._streams.out(b'Warning: Possible non-annotated contraction "' + self._word + b'"\n')
        noises = self._choices.noises
        dropped = not noises and (b"NONSPEECH" in self._marks or b"ACOUSTICNOISE" in self._marks)
        if self._word and not dropped:
            word = self._marked(self._word)
            if self._choices.word_times:
                for name, key in ((b"STIME", b"STARTTIME"), (b"ETIME", b"ENDTIME")):
                    self._words.append(name + b"=" + (self._word_times.get(key) or b""))
            self._words.append(_bracketed(word) if self._bracketed else word)
        self._word = b""
        self._marks.clear()
        self._word_times.clear()

    def _marked(self, word: bytes) -> bytes:
        """The word as its marks want it."""
        for mark, value in self._marks.items():
            if mark == b"NONSPEECH":
                word = b"{" + word
            elif mark == b"ACOUSTICNOISE":
                word = b"[" + word
            elif mark == b"NONLEXEME":
                word = b"%" + word if self._choices.noises else _hesitation(word)
            elif mark == b"CONTRACTION" and self._choices.contractions:
                word = _expanded(word, value)
        return word

    # Names and regions

    def _begin_name(self, name: bytes, attributes: Attributes) -> None:
        if not self._choices.entities:
            return
        if self._word and not self._word[-1:].isspace():
            self._word += b" "
        written = [b' %b="%b"' % (key, value) for key, value in attributes.items() if value is not None]
        self._word += b"<" + name + b"".join(written) + b">"

    def _end_name(self, name: bytes, _: Attributes) -> None:
        if not self._choices.entities:
            return
        blank = b" " if self._word[-1:].isspace() else b""
        self._word = self._word.rstrip() + b"</" + name + b">" + blank

    def _begin_region(self, name: bytes, attributes: Attributes) -> None:
        self._end_word()
        times = (attributes.get(b"STARTTIME") or b"").strip(), (attributes.get(b"ENDTIME") or b"").strip()
        self._regions[name] = times
        if self._is_excluded(name):
            if not all(times) or any(len(time.split()) > 1 for time in times):
                raise Failure(b"Unable to process '" + name + b"' tags w/o times\n", 255)
            if number(self._turn.start) != number(times[0]):
                self._turn.end = times[0]
                self._turn.text = self._gathered()
                self._turns.append(self._turn)
            self._turn = replace(self._template)
            self._words = []
            self._turn.start, self._turn.end = times
            self._describe(self._turn)
        if name in (b"FOREIGN", b"UNCLEAR"):
            self._bracketed = True

    def _end_region(self, name: bytes, _: Attributes) -> None:
        self._end_word()
        if self._is_excluded(name):
            turn = self._turn
            turn.speaker, turn.sex, turn.focus = EXCLUDED, UNKNOWN, b""
            turn.text = b" ".join(self._words) + b" " if self._choices.overlap_text else IGNORED
            self._next_part()
            # An end without a begin has the times of the region that ended before.
            self._region = self._regions.get(name, self._region)
            end = self._region[1]
            if number(self._turn.end) != number(end) and any(self._region):
                self._turn.start = end
                self._describe(self._turn)
            else:
                self._kept = False
        if name in (b"FOREIGN", b"UNCLEAR"):
            self._bracketed = False
        self._regions.pop(name, None)

    def _is_excluded(self, name: bytes) -> bool:
        """Whether a region is a turn of its own, which is not scored."""
        return name == b"NOSCORE" or (name == b"OVERLAP" and self._choices.overlaps)


def _hesitation(word: bytes) -> bytes:
    """The word as a hesitation; tags around it stay.

    >>> _hesitation(b"uh"), _hesitation(b"<X>uh")
    (b'(%hesitation)', b'<X>(%hesitation)')
    >>> {_hesitation(b"<X>" + bytes([letter])) for letter in range(128, 256)}
    {b'<X>(%hesitation)'}
    """
    head = re.match(rb"[^<>]+", word)
    if head:
        word = b"(%hesitation)" + word[head.end() :]
    stem = word.rstrip(bytes(set(range(256)) - set(b"<>()")))
    return stem + b"(%hesitation)" if len(stem) < len(word) else word


def _expanded(word: bytes, form: bytes) -> bytes:
    """The word with each part of a contraction replaced by its full form.

    >>> _expanded(b"we're", b"E_FORM=[we=>we]['re=>are] ")
    b' we  are'
    """
    form = re.sub(rb"\s", b"", form)
    place = form.rfind(b"=[")
    form = form[place + 1 :] if place > 0 else form
    for piece in form.replace(b"][", b"] [").split():
        match = _EXPANSION.search(piece)
        changed = piece[: match.start()] + match[1] + b" " + match[2] + piece[match.end() :] if match else piece
        tag, _, value = changed.partition(b" ")
        value = value.partition(b" ")[0]
        place = word.lower().rfind(tag.lower())
        if place < 0:
            continue
        rest = word[place + len(tag) :]
        dot = b"." if rest[:1] == b"." else b""
        word = word[:place] + b" " + value + dot + b" " + rest[len(dot) :]
    return word[:-1] if word[-1:].isspace() else word


def _bracketed(word: bytes) -> bytes:
    """Each word of a text in brackets, which those that it has give way to."""
    start = word.find(b"(")
    end = word.find(b")", start)
    if 0 <= start < end:
        word = word[start + 1 : end]
    return b"".join(
        [b" " + (piece if b"<" in piece or b">" in piece else b"(" + piece + b")") for piece in tokens(word)]
    )
