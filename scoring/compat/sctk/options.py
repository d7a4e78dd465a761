"""Options as Perl's Getopt::Std reads them: letters joined behind one hyphen, values joined or in the next word."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Options:
    """Options that were given, the words behind them, and the letters that are no option.

    >>> found = Options([b"-ai", b"ctm", b"-x", b"in", b"-a"], flags="a", valued="i")
    >>> found.given, found.words, found.unknown
    ({'a': b'', 'i': b'ctm'}, [b'in', b'-a'], ['x'])
    """

    __slots__ = ("given", "unknown", "words")

    def __init__(self, words: Sequence[bytes], *, flags: str, valued: str) -> None:
        self.given: dict[str, bytes] = {}
        self.unknown: list[str] = []
        rest = list(words)
        while rest and rest[0][:1] == b"-" and len(rest[0]) > 1:
            word = rest.pop(0)
            if word == b"--":
                break
            letters = word[1:].decode("latin-1")
            while letters:
                letter, letters = letters[0], letters[1:]
                if letter in valued:
                    value = letters.encode("latin-1") if letters else rest.pop(0) if rest else b""
                    self.given[letter] = value
                    break
                if letter in flags:
                    self.given[letter] = b""
                else:
                    self.unknown.append(letter)
        self.words = rest

    @property
    def complaints(self) -> bytes:
        """Perl's line about each unknown letter."""
        return b"".join(b"Unknown option: %b\n" % letter.encode("latin-1") for letter in self.unknown)
