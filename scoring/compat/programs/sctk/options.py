"""Options as Perl's Getopt::Std and Getopt::Long read them."""

from __future__ import annotations

from collections.abc import Sequence
from time import localtime, strftime


def date_and_time() -> bytes:
    """The present moment as headings of NIST's scripts show it."""
    now = localtime()
    return (strftime("%Y %b ", now) + str(now.tm_mday) + strftime(" at %H:%M:%S", now)).encode()


class Options:
    """Options as Getopt::Std reads them: letters joined behind one hyphen, values joined or in the next word.

    Words behind the options, and letters that are no option, are kept.

    >>> options = Options([b"-ai", b"ctm", b"-x", b"in", b"-a"], flags="a", valued="i")
    >>> options.values, options.words, options.unknown
    ({'a': b'', 'i': b'ctm'}, [b'in', b'-a'], ['x'])
    """

    def __init__(self, words: Sequence[bytes], *, flags: str, valued: str) -> None:
        self.values: dict[str, bytes] = {}
        self.unknown: list[str] = []
        rest = list(words)
        while rest and rest[0][:1] == b"-" and len(rest[0]) > 1:
            word = rest.pop(0)
            if word == b"--":
                break
            if word in (b"--help", b"--version"):
                # Perl writes a note about itself, and goes on.
                continue
            letters = word[1:].decode("latin-1")
            while letters:
                letter, letters = letters[0], letters[1:]
                if letter in valued:
                    value = letters.encode("latin-1") if letters else rest.pop(0) if rest else b""
                    self.values[letter] = value
                    break
                if letter in flags:
                    self.values[letter] = b""
                else:
                    self.unknown.append(letter)
        self.words = rest

    @property
    def complaints(self) -> bytes:
        """Perl's line about each unknown letter."""
        return b"".join(b"Unknown option: %b\n" % letter.encode("latin-1") for letter in self.unknown)


class LongOptions:
    """Options as Getopt::Long reads them: one or two hyphens, abbreviations, values after `=` or in the next word.

    Options and other words may be mixed; upper and lower case are one, unless `sensitive`.

    >>> options = LongOptions([b"--eval=rt02", b"in", b"-x", b"-H"], flags=("help",), valued=("evaluation",))
    >>> options.values, options.words, options.complaints
    ({'evaluation': b'rt02', 'help': b''}, [b'in'], b'Unknown option: x\\n')
    """

    def __init__(
        self, words: Sequence[bytes], *, flags: Sequence[str] = (), valued: Sequence[str] = (), sensitive: bool = False
    ) -> None:
        self.complaints = b""
        """Perl's lines about unknown options and missing values."""
        self.values: dict[str, bytes] = {}
        self.words: list[bytes] = []
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == b"--":
                self.words += rest
                break
            if word[:1] != b"-" or word == b"-":
                self.words.append(word)
                continue
            typed, equals, _ = word[1:].removeprefix(b"-").decode("latin-1").partition("=")
            typed = typed if sensitive else typed.lower()
            fitting = [name for name in (*flags, *valued) if name == typed]
            fitting = fitting or [name for name in (*flags, *valued) if typed and name.startswith(typed)]
            if len(fitting) != 1 or (equals and fitting[0] in flags):
                self.complaints += b"Unknown option: %b\n" % typed.encode("latin-1")
            elif fitting[0] in flags:
                self.values[fitting[0]] = b""
            elif equals:
                self.values[fitting[0]] = word.partition(b"=")[2]
            elif rest:
                self.values[fitting[0]] = rest.pop(0)
            else:
                self.complaints += b"Option %b requires an argument\n" % typed.encode("latin-1")
