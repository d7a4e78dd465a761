"""rfilter1: the rules of a GLM, applied to lines of text."""

from __future__ import annotations

import os
import re

from ..... import core
from .....formats.engine.glm_syntax import Glm, GlmError, integer, read_glm
from . import file_content
from .streams import Streams, read_stdin

_VERSION = b"RFILTER1 Ver. 2.0"
_USAGE = b"*ERR: no command-line parameters were given.\n " + _VERSION + b" synopsis:\n"
_USAGE += b"  rfilter1 rule_file_name (db_level) < in_file > out_file\n"
# Bytes of input that the reference reads at once.
_PIECE = 99_999
_VARIABLE = re.compile(rb"\$([A-Za-z0-9_]+)")
# Longer names do not fit the reference's buffer.
_LONGEST_NAME = 131


class RulesError(Exception):
    """Rules that cannot be used: what the program prints to stdout and to stderr, and why."""

    def __init__(self, out: bytes, error: bytes, reason: str) -> None:
        super().__init__(reason)
        self.out = out
        self.error = error


class Filter:
    """Rules of a file, ready to be applied."""

    def __init__(self, data: bytes | None, name: bytes) -> None:
        try:
            if data is None:
                raise GlmError(11, b"get_rules2: can't open " + name + b"\n", 0, "the file cannot be opened")
            self.glm: Glm = read_glm(data, name)
            if self.glm.format != b"NIST1":
                # The reference crashes.
                message = b"get_rules2: format '" + self.glm.format + b"'; expected NIST1\n"
                raise GlmError(4, message, 0, "the format of the rules is not NIST1")
        except GlmError as error:
            out = b"; *ERR: Get_rules2 returned err code =%d\n" % error.code
            where = f"line {error.line}: " if error.line else ""
            raise RulesError(out, error.message, where + error.reason) from None
        rules = [rule.parts for rule in self.glm.rules]
        self.rewriter = core.Rewriter(rules, fold=not self.glm.case_sensitive, copy=self.glm.copy_no_hit)

    def apply(self, data: bytes) -> tuple[bytes, bytes]:
        """The text with the rules applied, and warnings about lines that are cut or end without a newline."""
        if _is_regular(data):
            return self.rewriter.rewrite(data), b""
        pieces, warnings = _pieces(data)
        return b"".join(map(self.rewriter.rewrite, pieces)), warnings


def _is_regular(data: bytes) -> bool:
    """Whether every line is read whole and ends with a newline."""
    if b"\0" in data or (data and data[-1:] != b"\n"):
        return False
    start = 0
    # A line that is too long reaches beyond each of these places without a newline.
    while len(data) - start > _PIECE:
        start = data.rfind(b"\n", start, start + _PIECE) + 1
        if not start:
            return False
    return True


def _pieces(data: bytes) -> tuple[list[bytes], bytes]:
    """Lines as the reference reads them, with warnings."""
    pieces, warnings = [], []
    start = 0
    while start < len(data):
        end = data.find(b"\n", start, start + _PIECE) + 1 or min(len(data), start + _PIECE)
        # After a NUL the rest of what was read is lost, the newline too.
        piece = data[start:end].partition(b"\0")[0]
        if piece[-1:] != b"\n":
            warning = b"*WARNING:" + _VERSION + b": rec w/o newline char, probably truncated.\n  Line is:'"
            warnings.append(warning + piece + b"'\n")
        pieces.append(piece)
        start = end
    return pieces, b"".join(warnings)


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    if not words:
        streams.out(_USAGE)
        return 2
    name = words[0]
    path = _VARIABLE.sub(_value, name)
    data = None
    if len(path) > _LONGEST_NAME:
        streams.error(b"make_full_fname: full path name of file too long\n  file name: '" + name + b"'\n")
        streams.error(b"  path: ''\n  Decrease name size or increase LINE_LENGTH.\n")
        name = b""
    else:
        data = _read(path)
    try:
        rules = Filter(data, name)
    except RulesError as error:
        streams.out(error.out)
        streams.error(error.error)
        return 3
    streams.error(rules.glm.warnings)
    source = read_stdin()
    result, warnings = rules.apply(source)
    streams.error(warnings)
    streams.out(result)
    if len(words) > 1 and integer(words[1]) > 0:
        streams.error(_dump(rules, source))
    return 0


def _value(match: re.Match[bytes]) -> bytes:
    return os.environb.get(match[1], match[0]) if os.supports_bytes_environ else match[0]


def _read(path: bytes) -> bytes | None:
    """The content of a file; nothing for a folder, None if there is no such file."""
    try:
        return file_content(path)
    except IsADirectoryError:
        return b""
    except OSError:
        return None


# --- the table of level 1 -----------------------------------------------------------------------------


def _dump(rules: Filter, data: bytes) -> bytes:
    """Settings, rules with their number of hits, and the index by first character."""
    glm = rules.glm
    hits = [0] * len(glm.rules)
    for piece in _pieces(data)[0]:
        for rule in memoryview(rules.rewriter.matches(piece)).cast("q")[::3]:
            hits[rule] += 1
    lines = [b"*DB:  *DB: At end of run, the rules (with val1= no. of hits) are:\n", b" RULESET2 DUMP\n"]
    settings: list[tuple[bytes, bytes]] = [(b"name", glm.name), (b"directory", b""), (b"desc", glm.description)]
    settings += [(b"format", glm.format), (b"copy_no_hit", _letter(glm.copy_no_hit))]
    settings += [(b"case_sensitive", _letter(glm.case_sensitive)), (b"indexed", b"T")]
    lines += [b"  %b = '%b'" % setting for setting in settings]
    lines += [b"  max_nrules = %d" % glm.most_rules, b"  nrules = %d\n" % len(glm.rules)]
    lines.append(b"   #  val1  l.h.s.(length)    r.h.s.(length)  l.context(length) r.context(length)")
    for place, parsed in enumerate(glm.rules):
        fields = [field for pair in zip(parsed.parts, parsed.lengths, strict=True) for field in pair]
        line = b"%4d %4d   [%b] (%d) => [%b] (%d) /  [%b] (%d) __ [%b] (%d)"
        lines.append(line % (place + 1, hits[place], *fields))
    return b"\n".join(lines) + b"\n" + _index(glm) + b"\n"


def _index(glm: Glm) -> bytes:
    """The index by first character, in the order in which the characters come up."""
    keys: dict[int, list[int]] = {}
    for number, rule in enumerate(glm.rules, 1):
        left = rule.parts[0] if glm.case_sensitive else rule.parts[0].upper()
        keys.setdefault(left[0] if left else 0, []).append(number)
    lines = [b"", b" RULE TAB-SORT INDEX TABLE:", b"     I  RULE_INDEX[I]"]
    spans = {}
    place = 0
    for key, numbers in keys.items():
        spans[key] = place + 1, place + len(numbers)
        for number in numbers:
            place += 1
            lines.append(b" %5d   %5d" % (place, number))
    lines += [b"", b" RULE KEY_CHAR INDICES:", b" KEY_CHAR  FIRST  LAST"]
    lines += [b"  %3d(%c) %6d %5d" % (key, key, *spans[key]) for key in sorted(spans)]
    return b"\n".join(lines) + b"\n"


def _letter(value: bool) -> bytes:
    return b"T" if value else b"F"
