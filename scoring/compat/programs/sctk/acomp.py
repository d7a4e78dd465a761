"""acomp.pl 1.1: German compounds divided into words of a lexicon."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import Failure, OutError
from .options import LongOptions
from .perl_number import number
from .rows import chopped, divided_ctm, missing_name, read, words_of, write
from .streams import Streams, content

_USAGE = b"Usage: acomp.pl -l LEX [ -m MIN ] [ -t -s -f ] [ -i txt|ctm|stm ] Infile|- OutFile|-\n"
_UPPER = bytes(range(256)).upper()[:0xE0] + bytes(range(0xC0, 0xE0))
# A fragment that would take longer is not divided.
_LONGEST_FRAGMENT = 2000


class Lexicon:
    """Words, known divisions, and the length of the longest part of any entry that shows its parts."""

    def __init__(self, data: bytes) -> None:
        self.words: set[bytes] = set()
        self.divisions: dict[bytes, bytes] = {}
        self.longest = 0
        for line in chopped(data):
            word = (line.split(None, 1) or [b""])[0].translate(_UPPER)
            if b"-" in word or b"_" in word:
                self._add_compound(word)
            else:
                self.words.add(word)
                self.divisions[word] = word

    def _add_compound(self, word: bytes) -> None:
        separate = re.sub(rb"[-_]+", b" ", word)
        for part in words_of(separate):
            self.words.add(part)
            self.longest = max(self.longest, len(part))
        joined = word.replace(b"_", b"")
        self.divisions[joined] = separate
        self.divisions[joined.replace(b"-", b"")] = separate


class Compounds:
    """The search for divisions, with those that were found before."""

    def __init__(self, lexicon: Lexicon, *, shortest: int = 2, inserts: bool = True, fragments: bool = False) -> None:
        self._lexicon = lexicon
        self._known = dict(lexicon.divisions)
        self._shortest = max(1, shortest)
        self._inserts = inserts
        self._fragments = fragments

    def apply(self, data: bytes, style: bytes) -> bytes:
        """The rows of a file with their words divided; comments pass."""
        return b"".join(self.lines(data, style))

    def lines(self, data: bytes, style: bytes) -> Iterator[bytes]:
        """The rows one by one."""
        change = {b"txt": self._txt, b"ctm": self._ctm, b"stm": self._stm}[style]
        for line in chopped(data):
            yield line + b"\n" if line[:2] == b";;" else change(line)

    def _txt(self, line: bytes) -> bytes:
        return self.divided(line) + b"\n"

    def _ctm(self, line: bytes) -> bytes:
        return divided_ctm(line, self.divided, b"%.2f")

    def _stm(self, line: bytes) -> bytes:
        fields = line.lstrip().split(None, 6)
        if len(fields) < 5:
            raise Failure(b"Error: Not enough fields in stm line '" + line.lstrip() + b"'\n", 255)
        head, rest = fields[:5], fields[5:]
        if rest and rest[0][:1] == b"<" and rest[0][-1:] == b">" and len(rest[0]) > 1:
            head.append(rest.pop(0))
        text = b" ".join(rest)
        return b" ".join([*head, self.divided(text)] if text else head) + b"\n"

    def divided(self, text: bytes) -> bytes:
        """The text in upper case with its compounds divided."""
        return b" ".join(part for word in words_of(text.translate(_UPPER)) for part in self._words(word))

    def _words(self, word: bytes) -> list[bytes]:
        """Parts of a word; those of a word in brackets have brackets of their own."""
        if len(word) < 2 or word[:1] != b"(" or word[-1:] != b")":
            return [self._division(word)]
        words = self._division(word[1:-1])
        if word[-2:-1] == b"-" and self._fragments:
            # A slip of the reference: the last part becomes aq(part-), the others have no brackets.
            return [re.sub(rb"(\S+-)\Z", rb"aq(\1)", words)]
        return [b"(" + part + b")" for part in words_of(words)]

    def _division(self, word: bytes) -> bytes:
        parts = self._known.get(word)
        if not parts:
            parts = self._known[word] = self._searched(word)
        return parts

    def _searched(self, word: bytes) -> bytes:
        if not (self._fragments and word.endswith(b"-")):
            return b" ".join(self._parts(word) or [word])
        for end in range(min(len(word), _LONGEST_FRAGMENT) - 2, self._shortest - 1, -1):
            parts = self._parts(word[:end])
            if parts is not None:
                return b" ".join([*parts, word[end:]])
        return word

    def _parts(self, word: bytes) -> list[bytes] | None:
        """The first division: the longest first part whose rest divides in turn; None if there is none.

        The rests are the ends of the word, which are divided from the shortest to the longest.
        """
        words, size = self._lexicon.words, len(word)
        # By the place where the end begins: the length of its first part, and where the end behind it begins.
        steps: list[tuple[int, int] | None] = [None] * (size + 1)
        for place in range(size, -1, -1):
            if word[place:] in words:
                steps[place] = size - place, -1
                continue
            for length in range(min(self._lexicon.longest, size - place), self._shortest - 1, -1):
                if word[place : place + length] in words:
                    behind = self._rest(word, place + length, steps)
                    if behind:
                        steps[place] = length, behind
                        break
        if steps[0] is None:
            return None
        parts, place = [], 0
        while place >= 0 and (step := steps[place]) is not None:
            parts.append(word[place : place + step[0]])
            place = step[1]
        return parts

    def _rest(self, word: bytes, place: int, steps: list[tuple[int, int] | None]) -> int:
        """Where the rest behind a first part begins, with or without a letter of composition; 0 if none divides."""
        last = len(word) - self._shortest
        if place <= last and steps[place] is not None:
            return place
        if not self._inserts:
            return 0
        after = place
        if word[place : place + 1] == b"S":
            after = place + 1
        if word[after : after + 2] == b"EN":
            # Behind an S, the reference drops two letters, not three.
            after = place + 2
        return after if place < after <= last and steps[after] is not None else 0


def read_lexicon(name: bytes) -> Lexicon:
    """The lexicon in a file: the first word of each line."""
    try:
        return Lexicon(content(name))
    except OSError:
        raise Failure(b"Unable to open Lexicon '" + name + b"'\n", 2) from None


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    values, names = _options(words)
    if reason := missing_name(names):
        raise OutError(b"\n" + _USAGE + b"\n" + reason + b"\n\n")
    data = read(names[0], _USAGE)
    shortest = int(number(values.get("m", b"2")))
    lexicon = read_lexicon(values["l"])
    compounds = Compounds(lexicon, shortest=shortest, inserts="s" not in values, fragments="f" in values)
    rows: list[bytes] = []
    try:
        for row in compounds.lines(data, values.get("i", b"txt")):
            rows.append(row)
    finally:
        # Rows before one that cannot be read are written.
        write(names[1], b"".join(rows), streams)
    return 0


def _options(words: list[bytes]) -> tuple[dict[str, bytes], list[bytes]]:
    options = LongOptions(words, flags="tsf", valued="lmi")
    if options.complaints:
        raise Failure(b"\n" + _USAGE + b"\nError: Failed to parse arguments\n", 255)
    values = options.values
    if "l" not in values:
        raise Failure(_USAGE + b"\n\nError: Lexicon required via -l.\n", 255)
    if values.get("i", b"txt") not in (b"txt", b"ctm", b"stm"):
        raise Failure(_USAGE + b"\n\nError: Undefined input format '" + values["i"] + b"'\n", 255)
    return values, options.words
