"""Rule files of SCTK (GLM): header lines with settings, and rules `LEFT => RIGHT / BEFORE __ AFTER`, read as bytes.

The module imports little, because the drop-ins `rfilter1` and `csrfilt.sh` import it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# The reference reads a line in pieces of this size; the rest of a longer line is a line of its own.
_PIECE = 131
_BLANKS = b" \t\n\v\f\r"
_TRUE = (b"T", b"YES", b"TRUE")
MOST_RULES = 400
"""Number of rules that the reference allows where the file says nothing."""


class GlmError(Exception):
    """A file of rules that cannot be used: the reference's code and message, the line, and what is wrong with it."""

    def __init__(self, code: int, message: bytes, line: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.message = message
        self.line = line
        self.reason = reason


class GlmRule:
    """One rule: left side, right side and the contexts before and after; their lengths, and the number of its line.

    A part that is a lone double quote is empty; the reference reports its length as -1, but that of a context as 0.
    """

    __slots__ = ("lengths", "line", "parts")

    def __init__(self, parts: Sequence[bytes], line: int) -> None:
        lengths = [len(part) - 2 if _is_enclosed(part) else len(part) for part in parts]
        self.lengths = [*lengths[:2], *(max(0, length) for length in lengths[2:])]
        left, right, before, after = (part[1:-1] if _is_enclosed(part) else part for part in parts)
        self.parts = left, right, before, after
        self.line = line


class Glm:
    """Rules and settings of a file."""

    __slots__ = ("case_sensitive", "copy_no_hit", "description", "format", "most_rules", "name", "rules", "warnings")

    def __init__(self, name: bytes) -> None:
        self.name = name
        self.description = b""
        self.format = b"NIST1"
        self.most_rules = MOST_RULES
        self.copy_no_hit = True
        self.case_sensitive = True
        self.rules: list[GlmRule] = []
        self.warnings = b""


def read_glm(data: bytes, name: bytes, *, limited: bool = True) -> Glm:
    """Rules and settings of a file; `limited` refuses more rules than the file allows itself, as the reference does.

    >>> filter_read = read_glm(b";;\\n* case_sensitive = 'F'\\n[uh] => [%HESITATION] / [ ] __ [ ]\\n", b"g.glm")
    >>> filter_read.case_sensitive, filter_read.rules[0].parts
    (False, (b'uh', b'%HESITATION', b' ', b' '))
    """
    lines = _pieces(data)
    if not lines:
        raise GlmError(12, b"get_rules2: file " + name + b" is empty.\n", 1, "the file is empty")
    glm = Glm(name)
    mark = _comment_mark(lines[0][1])
    if mark == b"*":
        glm.warnings = b"get_rules2: WARNING: the comment_flag character in file " + name
        glm.warnings += b"\n  is '*', which also marks auxiliary lines.\n"
    try:
        for number, line in lines[1:]:
            if (mark and line.startswith(mark)) or not line:
                continue
            if line.startswith(b"*"):
                _read_header(glm, line, number)
            else:
                _read_rule(glm, _without_comment(line, mark), number, limited)
    except GlmError as error:
        error.message = glm.warnings + error.message
        raise
    return glm


def selected(data: bytes, kinds: Sequence[bytes]) -> tuple[bytes, bytes | None]:
    """Lines of the regions that apply to any of the kinds of input; an expression that is none ends the reading.

    >>> selected(b';;\\n;; INPUT_DEPENDENT_APPLICATION = "stm|ctm"\\na => b\\n', [b"trn"])
    (b';;\\n', None)
    """
    if b"INPUT_DEPENDENT_APPLICATION" not in data:
        return data, None

    region = re.compile(rb';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"')
    lines: list[bytes] = []
    applies = True
    for line in re.findall(rb"[^\n]*\n|[^\n]+", data):
        section = region.match(line) if line[:2] == b";;" else None
        if section is not None:
            pattern = section[1].lower()
            try:
                applies = bool(pattern) and any(re.search(pattern, kind) for kind in kinds)
            except (re.error, OverflowError, RecursionError):
                return b"".join(lines), pattern
        if applies:
            lines.append(line)
    return b"".join(lines), None


def _pieces(data: bytes) -> list[tuple[int, bytes]]:
    """Lines as the reference reads them, each with its number in the file, without white space at the end."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    numbered = []
    for number, line in enumerate(lines, 1):
        # The newline counts: a line of exactly this size is followed by an empty one, which makes no difference.
        for start in range(0, max(1, len(line)), _PIECE):
            piece = line[start : start + _PIECE]
            numbered.append((number, piece.partition(b"\0")[0].rstrip(_BLANKS)))
    return numbered


def _comment_mark(line: bytes) -> bytes:
    """The first word of the first line, as far as it is graphic ASCII."""
    for place, byte in enumerate(line):
        if not 0x20 < byte < 0x7F:
            return line[:place]
    return line


def _without_comment(line: bytes, mark: bytes) -> bytes:
    """The line with blanks in place of the comment, which messages show."""
    at = line.find(mark) if mark else -1
    return line if at < 0 else line[:at] + b" " * (len(line) - at)


def _read_header(glm: Glm, line: bytes, number: int) -> None:
    """Sets everything whose keyword stands anywhere in the line."""
    quotes = [place for place in (line.find(b"'"), line.find(b'"')) if place >= 0]
    if not quotes:
        message = b"r_process_aux_line: aux line contains no quoted field.\n line:'" + line + b"'\n"
        raise GlmError(3, message, number, "the header line has no value in quotes")
    value = line[min(quotes) + 1 :]
    value = value[: min((place for place in (value.find(b"'"), value.find(b'"')) if place >= 0), default=len(value))]
    words = line.upper()
    if b"NAME" in words:
        glm.name = value
    if b"DESC" in words:
        glm.description = value
    if b"FORMAT" in words:
        glm.format = value
    if b"MAX_NRULES" in words:
        glm.most_rules = integer(value)
    if b"COPY_NO_HIT" in words:
        glm.copy_no_hit = value.upper() in _TRUE
    if b"CASE_SENSITIVE" in words:
        glm.case_sensitive = value.upper() in _TRUE


def integer(value: bytes) -> int:
    """The number at the start of a text, as C's atol reads it.

    >>> integer(b" -12x"), integer(b"x")
    (-12, 0)
    """
    text = value.lstrip(_BLANKS)
    sign, digits = text[:1], text.lstrip(b"+-") if text[:1] in (b"+", b"-") else text
    count = len(digits) - len(digits.lstrip(b"0123456789"))
    return int((b"-" if sign == b"-" else b"") + (digits[:count][:18] or b"0"))


def _read_rule(glm: Glm, line: bytes, number: int, limited: bool) -> None:
    if not line.strip(_BLANKS):
        message = b"r_process_data_line invalid input:blank line.\n"
        raise GlmError(1, message, number, "a comment does not begin in the first column")
    arrow = line.find(b"=>")
    if arrow < 0:
        message = b"*ERR:r_process_data_line: no arrow, line='" + line + b"'\n"
        raise GlmError(32, message, number, "the rule has no arrow =>")
    if limited and len(glm.rules) >= glm.most_rules:
        message = b"*ERR:r_process_data_line: too many rules.\n  (max_nrules = %d)\n" % glm.most_rules
        raise GlmError(
            31, message, number, f"more than {glm.most_rules} rules; the line * MAX_NRULES = '...' allows more"
        )
    left = line[:arrow]
    slash = _context_mark(line)
    end = len(line) if slash < 0 else slash
    right = _after_blank(line[arrow:end])
    before, after = (b"", b"") if slash < 0 else _contexts(line[slash:])
    glm.rules.append(GlmRule([part.strip(_BLANKS) for part in (left, right, before, after)], number))


def _context_mark(line: bytes) -> int:
    """Place of the slash that begins the contexts: the last one, unless brackets show that it is text; -1 for none."""
    slash = line.rfind(b"/")
    if slash < 0:
        return -1
    closing, opening = (max(0, line.find(bracket, slash) - slash) for bracket in (b"]", b"["))
    return -1 if closing < opening else slash


def _contexts(text: bytes) -> tuple[bytes, bytes]:
    """Texts before and after the slot, the first underscore; what is glued to the slash or the slot is lost."""
    slot = text.find(b"_")
    if slot < 0:
        return b"", b""
    return _after_blank(text[:slot]), _after_blank(text[slot:])


def _after_blank(text: bytes) -> bytes:
    """Text after the first white space."""
    for place, byte in enumerate(text):
        if byte in _BLANKS:
            return text[place + 1 :]
    return b""


def _is_enclosed(text: bytes) -> bool:
    """Whether a pair of brackets or double quotes stands around a text."""
    return (text[:1] == b"[" and text[-1:] == b"]") or (text[:1] == b'"' and text[-1:] == b'"')
