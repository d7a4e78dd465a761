"""Files of SCTK's filters that divide words: reading, writing, and rows of ctm that become several rows."""

from __future__ import annotations

import os

from .....formats.engine.output import write_file
from . import Failure
from .perl_number import number
from .streams import named_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .streams import Streams


def missing_name(names: Sequence[bytes]) -> bytes:
    """The fault of the names of input and output; nothing if there are two."""
    return (b"Input and Output Not Specified", b"Output Not Specified", b"", b"Too many arguments")[min(len(names), 3)]


def read(name: bytes, usage: bytes) -> bytes:
    """The content of a file, or of stdin for `-`."""
    return named_file(name, usage + b"\nError: Input file " + name + b" does not exist\n")


def write(name: bytes, data: bytes, streams: Streams) -> None:
    """Writes a file, or stdout for `-`."""
    if name == b"-":
        streams.out(data)
        return

    try:
        write_file(os.fsdecode(name), [data])
    except OSError as error:
        reason = os.fsencode(error.strerror or str(error))
        raise Failure(b"Error: cannot write " + name + b": " + reason + b"\n", 2) from None


def chopped(data: bytes) -> list[bytes]:
    """Lines without their last character, which is the newline, if there is one.

    >>> chopped(b"ab\\ncd")
    [b'ab', b'c']
    """
    lines = data.split(b"\n")
    last = lines.pop()
    return [*lines, last[:-1]] if last else lines


def whole_lines(data: bytes) -> list[bytes]:
    """Lines with their newlines; the last one may have none.

    >>> whole_lines(b"ab\\ncd"), whole_lines(b"ab\\n")
    ([b'ab\\n', b'cd'], [b'ab\\n'])
    """
    lines = [line + b"\n" for line in data.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def divided_ctm(line: bytes, change: Callable[[bytes], bytes], duration: bytes) -> bytes:
    """Rows of the words that the word of a row becomes: they share its time, and each has its confidence.

    >>> divided_ctm(b"f 1 0 1 ab .5 lex", lambda word: b"a b", b"%.3f")
    b'f 1 0.00 0.500 a .5\\nf 1 0.50 0.500 b .5\\n'
    """
    fields = line.split()
    words = words_of(change(fields[4])) if len(fields) > 4 else []
    if not words:
        return b""
    begin, length = number(fields[2]), number(fields[3])
    rest = b" " + (fields[5] if len(fields) > 5 else b"") + b"\n"
    head = fields[0] + b" " + fields[1] + b" "
    step = length / len(words)
    times = [b"%.2f " % (begin + place * step) + duration % step for place in range(len(words))]
    return b"".join([head + time + b" " + word + rest for time, word in zip(times, words, strict=True)])


def words_of(text: bytes) -> list[bytes]:
    """Words of a text, as Perl's split finds them: white space at the begin gives an empty one.

    >>> words_of(b" a b "), words_of(b" ")
    ([b'', b'a', b'b'], [])
    """
    words = text.split()
    return [b"", *words] if words and text[:1].isspace() else words
