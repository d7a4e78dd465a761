"""Filters of hubscr.pl, one behind the other in memory: each language has its own."""

from __future__ import annotations

from collections.abc import Callable

from .. import Failure, arabic, csrfilt
from ..acomp import Compounds, read_lexicon
from ..def_art import Articles
from ..hamza_norm import normalised
from ..rttm_rows import lines_of, valid_rows
from ..rttm_sort import ordered
from ..tanween_filt import all_removed
from .command_line import Command
from .sorting import sorted_ctm, sorted_stm

# A filter: the command that the reference runs, and what it does to a file.
Filter = tuple[bytes, Callable[[bytes], bytes]]

_LEXICAL = b"perl -nae '(rows of ctm whose seventh field is lex)' "


def filters_of(
    command: Command, file: bytes, style: bytes, purpose: bytes, rules: bytes, warn: Callable[[bytes], None]
) -> list[Filter]:
    """The filters of a file in their order."""
    language = command.language
    _check_format(style, language)
    filters: list[Filter] = []
    if language == b"mandarin":
        filters.append((b"cat " + file, bytes))
    elif style == b"rttm":
        filters.append((b"rttmSort.pl <  " + file, lambda data: _sorted_rttm(data, warn)))
    elif style == b"ctm":
        filters.append((b"hubscr.pl sortCTM <  " + file, sorted_ctm))
    else:
        filters.append((b"hubscr.pl sortSTM <  " + file, sorted_stm))
    lexical = command.hub == b"rt-stt" and style == b"ctm"
    filters.append((_LEXICAL, lexical_rows) if lexical else (b"cat", bytes))
    if language == b"arabic":
        filters += _arabic(command, style, warn)
    words = [word for word in (b"-s", b"-e") if word in _CASES.get(language, ())]
    name = command.values["g"]
    line = b" ".join([b"csrfilt.sh", *words, b"-i", style, b"-t", purpose, b"-dh", name])
    options = csrfilt.Style(format=style, purpose=purpose, upper=b"-s" not in words, latin=b"-e" in words, hyphens=True)
    filters.append((line, lambda data: csrfilt.filtered(data, options, rules, name, warn)))
    if language == b"german":
        filters.append(_german(command, style, warn))
    return filters


def _check_format(style: bytes, language: bytes) -> None:
    if style not in (b"ctm", b"stm", b"rttm"):
        raise Failure(b"hubscr.pl: unknown format '" + style + b"'; expected -F stm or rttm, -f ctm or rttm\n")
    if style == b"rttm" and language in (b"arabic", b"german"):
        raise Failure(b"hubscr.pl: no words of rttm are filtered in %b; expected -F stm, -f ctm\n" % language)


def _sorted_rttm(data: bytes, warn: Callable[[bytes], None]) -> bytes:
    """Sorted rows; none if one of them is wrong: the reference does not notice that rttmSort.pl failed."""
    try:
        rows = ordered(valid_rows(lines_of(data)))
    except Failure as failure:
        warn(failure.message + b"hubscr.pl: rttmSort.pl failed; all rows of the file are lost\n")
        return b""
    return b"".join([b" ".join(row) + b"\n" for row in rows])


_CASES = {b"arabic": (b"-s",), b"spanish": (b"-e",), b"german": (b"-e",), b"italian": (b"-s", b"-e")}


def _arabic(command: Command, style: bytes, warn: Callable[[bytes], None]) -> list[Filter]:
    filters: list[Filter] = []
    lexicon = command.values.get("L", b"")
    if command.has("d"):
        filters.append((b"cat", bytes))
    else:
        articles = Articles(lexicon)
        if articles.helpless:
            warn(b"hubscr.pl: %b: entries with an unknown form of the article become text:\n" % lexicon)
            warn(b"".join(articles.helpless))
        # The reference's messages about such entries go into its pipe, in front of the first row.
        before = b"".join(articles.helpless)
        filters.append(
            (b"def_art.pl -s %b -i %b - -" % (lexicon, style), lambda data: before + articles.apply(data, style))
        )
    for letter, line, change in (
        ("H", b"hamzaNorm.pl -i %b -- - -", normalised),
        ("T", b"tanweenFilt.pl -a -i %b -- - -", all_removed),
    ):
        filters.append(_words(line % style, style, change) if command.has(letter) else (b"cat", bytes))
    return filters


def _words(line: bytes, style: bytes, change: Callable[[bytes], bytes]) -> Filter:
    return line, lambda data: arabic.apply(data, style, change)


def _german(command: Command, style: bytes, warn: Callable[[bytes], None]) -> Filter:
    lexicon = command.values.get("L", b"")
    compounds = Compounds(read_lexicon(lexicon), shortest=2, fragments=True)
    return b"acomp.pl -f -m 2 -l %b -i %b - -" % (lexicon, style), lambda data: compounds.apply(data, style)


def lexical_rows(data: bytes) -> bytes:
    """Rows of seven fields or more only if they are lexemes, without what follows the confidence.

    >>> lexical_rows(b"f 1 0 1 a NA lex s\\nf 1 1 1 b .5 fp s\\nf 1 2 1 c\\n")
    b'f 1 0 1 a\\nf 1 2 1 c\\n'
    """
    rows = []
    for line in data.split(b"\n"):
        fields = line.split()
        if line[:2] == b";;" or len(fields) < 7:
            rows.append(line)
        elif fields[6] == b"lex":
            rows.append(b" ".join(fields[: 5 if fields[5].lower() == b"na" else 6]))
    return b"\n".join(rows)
