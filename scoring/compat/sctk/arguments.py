"""Command lines in SCTK's grammar: words behind options, taken one by one."""

from __future__ import annotations


class CommandLineError(Exception):
    """Refused command line: the program prints its usage text and this reason."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownOption(CommandLineError):
    """Unknown option: the reason goes to stdout instead of stderr."""


class Arguments:
    """Words of a command line and the current place among them."""

    __slots__ = ("place", "words")

    def __init__(self, words: list[bytes]) -> None:
        self.words = words
        self.place = 0

    def more(self) -> bool:
        return self.place < len(self.words)

    def option_follows(self) -> bool:
        """True if there is a next word and it looks like an option."""
        return self.place < len(self.words) and self.words[self.place][:1] == b"-"

    def value_follows(self) -> bool:
        """True if there is a next word and it does not look like an option."""
        return self.place < len(self.words) and self.words[self.place][:1] != b"-"

    def take(self, missing: bytes = b"") -> bytes:
        """Next word, even if it looks like an option; `missing` says that there is none."""
        if self.place >= len(self.words):
            raise CommandLineError(missing)
        self.place += 1
        return self.words[self.place - 1]

    def names(self, missing: bytes) -> list[bytes]:
        """Words up to the next option."""
        if not self.more():
            raise CommandLineError(missing)
        begin = self.place
        while self.value_follows():
            self.place += 1
        return self.words[begin : self.place]

    def value(self, missing: bytes, odd: bytes) -> bytes:
        """Next word; `odd` says that it looks like an option."""
        if self.option_follows():
            raise CommandLineError(odd)
        return self.take(missing)
