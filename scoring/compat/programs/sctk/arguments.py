"""Command lines in SCTK's grammar: words behind options, taken one by one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from .streams import Streams

    Warn = Callable[[bytes], None]
    # Takes the words of an option, and sets what they say.
    Option = Callable[[Any, "Arguments"], None]


class CommandLineError(Exception):
    """Refused command line: the program prints its usage text and this reason."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownOption(CommandLineError):
    """Unknown option: the reason goes to stdout instead of stderr."""


def refuse(error: CommandLineError, usage: bytes, before: bytes, streams: Streams) -> int:
    """Says why a command line is refused, behind the usage text; returns the exit code."""
    streams.error(usage)
    if isinstance(error, UnknownOption):
        streams.out(error.reason + b"\n")
    else:
        streams.error(before + error.reason + b"\n\n")
    return 1


class Arguments:
    """Words of a command line, the current place among them, and where warnings go."""

    def __init__(self, words: list[bytes], warn: Warn) -> None:
        self.words = words
        self.warn = warn
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

    def read(self, command: object, options: Mapping[bytes, Option]) -> set[bytes]:
        """Sets what the options say; the first word that is not one ends them, and all that follows is ignored."""
        read = set()
        while self.option_follows():
            word = self.take()
            option = options.get(word)
            if option is None:
                raise UnknownOption(b"Illegal argument: " + word)
            option(command, self)
            read.add(word)
        return read


def sets(name: str) -> Option:
    """The option that has no words: it sets an attribute to True."""
    return lambda command, arguments: setattr(command, name, True)


def takes(name: str, missing: bytes) -> Option:
    """The option whose word is the value of an attribute."""
    return lambda command, arguments: setattr(command, name, arguments.take(missing))


def takes_integer(name: str, missing: bytes) -> Option:
    """The option whose word is a number, the value of an attribute."""

    def option(command: object, arguments: Arguments) -> None:
        from .sclite.numbers import integer

        setattr(command, name, integer(arguments.take(missing)))

    return option


def switches(
    name: str,
    kind: bytes,
    missing: bytes,
    names: Collection[bytes],
    *,
    groups: Mapping[bytes, Collection[bytes]],
    whole: Mapping[bytes, Collection[bytes]],
) -> Option:
    """The option whose words are names of a set: a name that is there already is switched off again.

    A name of `groups` switches several; one of `whole` takes the place of all so far.
    """

    def option(command: object, arguments: Arguments) -> None:
        chosen: set[bytes] = getattr(command, name)
        for word in arguments.names(missing):
            if word in whole:
                chosen.clear()
                chosen.update(whole[word])
            elif word in groups:
                chosen.symmetric_difference_update(groups[word])
            elif word in names:
                chosen.symmetric_difference_update((word,))
            else:
                arguments.warn(b"Unknown " + kind + b" '" + word + b"'\n")

    return option
