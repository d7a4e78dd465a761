"""rttm2ctm.pl: words of an RTTM file, its LEXEME rows of subtype lex, as rows of ctm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .options import Options
from .rows import write
from .rttm_rows import input_lines, valid_rows
from .streams import Streams


def words_of(rows: Iterable[tuple[bytes, ...]]) -> Iterator[bytes]:
    """A line of ctm for each word.

    >>> list(words_of([(b"LEXEME", b"m", b"1", b".5", b"1", b"hello", b"lex", b"A", b"0.9")]))
    [b'm 1 .5 1 hello 0.9\\n']
    """
    for kind, recording, channel, start, length, word, subtype, _, confidence in rows:
        if kind == b"LEXEME" and subtype == b"lex":
            yield b" ".join((recording, channel, start, length, word, confidence)) + b"\n"


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    options = Options(words, flags="", valued="io")
    streams.error(options.complaints)
    lines = input_lines([options.values.get("i", b"-")], streams)
    lines_of_words = words_of(valid_rows(lines))
    target = options.values.get("o", b"-")
    if target == b"-":
        for line in lines_of_words:
            streams.out(line)
        return 0

    write(target, b"".join(lines_of_words), streams)
    return 0
