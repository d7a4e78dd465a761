"""Control characters on a terminal: shown as visible characters, so that data cannot steer the terminal.

On stdout only a terminal is served so: pipes and files get every byte unchanged. The colours of this program carry a
random mark, which data cannot know, and become colours here.
"""

from __future__ import annotations

import os
import re
import sys
from codecs import getincrementaldecoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator
    from typing import TextIO

# Begins the colours of this process: `colour` adds it, `visible` takes it away.
_MARK = os.urandom(8).hex()
# Controls but for tab, newline and the carriage return before a newline; embeddings, overrides and isolates.
_UNSAFE = (
    rf"\x1b\[{_MARK}(\d+m)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)|[\ud800-\udfff]"
)


def colour(code: str) -> str:
    """A colour for a terminal, which `visible` lets through."""
    return f"\x1b[{_MARK}{code}m"


def is_terminal(stream: TextIO | None) -> bool:
    """True for an open stream that is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


def visible(text: str) -> str:
    """Text with control characters as visible ones: pictures of one column, or their number.

    >>> visible("a\\x1b[2Jb\\x7f\\x9b\\u202e\\udcff")
    'a␛[2Jb␡<U+009B><U+202E><FF>'
    """
    return re.sub(_UNSAFE, _shown, text)


def visible_bytes(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """UTF-8 with control characters as visible ones; bytes of other encodings show their numbers."""
    decoder = getincrementaldecoder("utf-8")("surrogateescape")
    pending = ""
    for chunk in chunks:
        text = pending + decoder.decode(chunk)
        # A carriage return may be the first half of a line end.
        pending = "\r" if text.endswith("\r") else ""
        yield visible(text[: len(text) - len(pending)]).encode()
    yield visible(pending + decoder.decode(b"", True)).encode()


def say(text: str) -> None:
    """Writes a message to stderr, with control characters as visible ones: a log is read on a terminal, too."""
    if sys.stderr is not None:
        sys.stderr.write(visible(text).encode("utf-8", "replace").decode())


def _shown(match: re.Match[str]) -> str:
    if match[1]:
        return f"\x1b[{match[1]}"
    number = ord(match[0])
    if number < 0x20:
        return chr(0x2400 + number)
    if number == 0x7F:
        return "␡"
    return f"<{number - 0xDC00:02X}>" if 0xDC80 <= number <= 0xDCFF else f"<U+{number:04X}>"
