"""Word weight files (-w)."""

from __future__ import annotations

from collections.abc import Callable

from ...... import core
from .. import Failure
from ..rows import whole_lines
from .errors import bad_text, refuse_compressed
from .labels import half_mark
from .numbers import real

Warn = Callable[[bytes], None]

_HEADINGS = b"'Headings'"
_SPELLING = b"'Word Spelling'"
_DEFAULT = b"Default missing weight"
_SPACE = b" \t\n\v\f\r"


class Weights:
    """Weights of the listed words, the weight of all others, and the name for reports."""

    def __init__(self, of_word: dict[bytes, float], default: float, name: bytes) -> None:
        self.of_word = of_word
        self.default = default
        self.name = name


def load(path: bytes, charset: core.Charset, warn: Warn) -> Weights:
    """Read a word weight file; `unity` is not a file but gives every word the weight 1."""
    if path == b"unity":
        return Weights({}, 1.0, _name(path, b"Unity Weighting"))
    try:
        if not path:
            raise OSError
        with open(path, "rb") as file:
            data = file.read()
    except IsADirectoryError:
        data = b""  # a folder can be opened and is empty
    except OSError:
        if path:
            warn(b"Warning: Could not open Word-weight file: " + path + b" No words loaded ! ! ! !\n")
        raise _unreadable(path) from None
    refuse_compressed(data, path)
    reader = _Reader(path, charset, warn)
    try:
        for number, line in enumerate(whole_lines(data), 1):
            reader.line(number, line.partition(b"\0")[0])
    except core.TextError as error:
        raise bad_text(error) from None
    return reader.weights()


def _name(path: bytes, column: bytes) -> bytes:
    return path + b' Column "' + column + b'"'


def _unreadable(path: bytes) -> Failure:
    return Failure(b"Error: Unable to read WWL file '" + path + b"'\n")


class _Reader:
    """Parser of a weight file, line by line."""

    def __init__(self, path: bytes, charset: core.Charset, warn: Warn) -> None:
        self._path = path
        self._charset = charset
        self._warn = warn
        self._words: list[tuple[bytes, float]] = []
        self._titles: list[bytes] = []
        self._default = 0.0

    def line(self, number: int, line: bytes) -> None:
        """Parse a line: a word with its weights, or a comment that may describe the file."""
        if line[:1] == b";" and line[1:2] != b";":
            self._warn(half_mark(line))
        if not line.startswith(b";;") and line.strip(_SPACE):
            self._word(number, line)
            return
        begin = self._find(line, 0, _HEADINGS)
        if begin >= 0:
            self._headings(line, begin + len(_HEADINGS))
        elif self._find(line, 0, _DEFAULT) >= 0:
            fields = line.split(b"'")
            if len(fields) >= 3:
                self._default = real(fields[1])
            else:
                self._warn(b"Warning: Failure to parse 'Default missing weight' " + line)

    def _word(self, number: int, line: bytes) -> None:
        fields = line.split(None, 2)
        if len(fields) < 2:
            self._warn(b"Error: Unable to parse line %d of WWF file '%b'\n" % (number, line))
            raise _unreadable(self._path)
        # Only the first of several columns counts.
        self._words.append((fields[0], real(fields[1])))

    def _headings(self, line: bytes, begin: int) -> None:
        begin = self._find(line, begin, _SPELLING)
        if begin < 0:
            self._warn(b"Warning: Unable to parse label line " + line)
            return
        fields = line[begin + len(_SPELLING) :].split(b"'")
        # Text between quotes; a last quote without partner has no effect.
        self._titles += fields[1 : (len(fields) - 1) // 2 * 2 : 2]

    def _find(self, line: bytes, begin: int, words: bytes) -> int:
        """Place of these words in the line, compared in folded case, or -1."""
        folded = self._charset.fold(line)
        if len(folded) == len(line):
            return folded.find(self._charset.fold(words), begin)
        characters = self._charset.split(line)
        place, wanted = 0, self._charset.fold(words)
        for number, character in enumerate(characters):
            if place >= begin and self._charset.fold(b"".join(characters[number:])).startswith(wanted):
                return place
            place += len(character)
        return -1

    def weights(self) -> Weights:
        """Weights of all lines read."""
        title = self._titles[0] if self._titles else self._path + b" Col 1"
        return Weights(_searched(self._words), self._default, _name(self._path, title))


def _searched(words: list[tuple[bytes, float]]) -> dict[bytes, float]:
    """Weights that a binary search finds: for a word listed twice, not always the first one."""
    of_word = dict(words)
    if len(of_word) == len(words):
        return of_word
    words = sorted(words, key=lambda entry: entry[0])
    for wanted in of_word:
        low, high = 0, len(words) - 1
        while low <= high:
            middle = (low + high) // 2
            word, weight = words[middle]
            if word == wanted:
                of_word[wanted] = weight
                break
            if wanted < word:
                high = middle - 1
            else:
                low = middle + 1
    return of_word
