"""Rows of trn, stm and ctm whose words are changed by rules, as csrfilt.sh does it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable

Change = Callable[[bytes], bytes | None]

# Longer rows may be cut by the reference.
_LONGEST_ROW = 4000
_WORDS = re.compile(rb"[ \t]*((?:(?:[^\0- ()]+|\([^\0- ()]+\))(?:[ \t]+|\Z))*)")
_SEGMENT = re.compile(rb"[ \t]*((?:[^\0- <]+(?:[ \t]+|\Z)){5})([ \t]*<[^\0- <>]+>(?=[ \t]|\Z))?([^<][^\0]*)?", re.S)
_ID = re.compile(rb"\([^\0- ]*\)")
_HYPHEN = re.compile(rb"([^( ])-(?=[^) ])")
_IN_BRACKETS = re.compile(rb"\( ([^\0- ()]+(?: [^\0- ()]+)*) \)(?= |\Z)")
_CONTROL = re.compile(rb"[\0-\x1f]")
_TIME = re.compile(rb"[0-9]+(?:\.[0-9]+)?")
_LONGEST_TIME = 15
_CONFIDENCE = re.compile(rb"[0-9.-]+")


def rewritten_rows(data: bytes, kind: str, rewrite: Callable[[bytes], bytes], hyphens: bool) -> tuple[bytes, bytes]:
    """The rewritten rows, and three int64 numbers for each row that needs a closer look."""

    def change(padded: bytes) -> bytes | None:
        words = rewrite(padded)
        if hyphens:
            words = _HYPHEN.sub(rb"\1 ", words)
        return words if len(words) >= 2 and words[:1] == b" " == words[-1:] else None

    row = {"trn": _utterance, "stm": _segment, "ctm": _timed_word}[kind]
    rows: list[bytes] = []
    odd: list[int] = []
    place = begin = 0
    for line in data.split(b"\n")[:-1]:
        bare = line.rstrip(b" \t")
        if line[:2] == b";;":
            rewritten: bytes | None = line + b"\n"
        else:
            rewritten = row(bare, change) if 0 < len(bare) <= _LONGEST_ROW else None
        if rewritten is None:
            odd += (place, begin, begin + len(line))
        else:
            rows.append(rewritten)
            place += len(rewritten)
        begin += len(line) + 1
    return b"".join(rows), array("q", odd).tobytes()


def _utterance(line: bytes, change: Change) -> bytes | None:
    at = max(line.rfind(b"("), 0)
    changed = _changed(line[:at], b"", change) if _ID.fullmatch(line, at) else None
    if changed is None or changed.lstrip(b" ")[:1] == b";":
        return None
    return changed.removeprefix(b" ") + line[at:] + b"\n"


def _segment(line: bytes, change: Change) -> bytes | None:
    fields = line.split(None, 5)
    match = _SEGMENT.fullmatch(line)
    if match is None or fields[0][:1] == b";":
        return None
    head, label, rest = match[1].split(), match[2] or b"", match[3] or b""
    if not label and rest and any(b"<" in text.split()[0] for text in fields[5:]):
        return None
    changed = _changed(rest, b" ", change)
    return (b" ".join([*head, *label.split()]) + changed).rstrip(b" ") + b"\n" if changed is not None else None


def _changed(text: bytes, behind: bytes, change: Change) -> bytes | None:
    """Words with single blanks between them, before and behind them; None if the text needs a closer look."""
    match = _WORDS.fullmatch(text)
    if match is None:
        return None
    words = b" ".join(match[1].split()).replace(b"(", b"( ").replace(b")", b" )")
    blank = b" " if match[1].endswith((b" ", b"\t")) else behind if words else b""
    changed = change(b"  " + words + b" " + blank)
    if changed is None or _CONTROL.search(changed):
        return None
    result = _IN_BRACKETS.sub(lambda bracketed: b"(" + bracketed[1].replace(b" ", b") (") + b")", changed[1:-1])
    if b"( " in result or b" )" in result or result[-1:] == b"(" or result[:1] == b")":
        return None
    return re.sub(rb" +", b" ", result)


def _timed_word(line: bytes, change: Change) -> bytes | None:
    fields = line.replace(b"\t", b" ").split(b" ")
    fields = [field for field in fields if field]
    if not 5 <= len(fields) <= 6 or _CONTROL.search(b"".join(fields)) or fields[0][:1] == b";":
        return None
    if b"(" in fields[4] or b")" in fields[4]:
        return None
    changed = change(b" " + fields[4] + b" ")
    if changed is None or len(changed) < 3 or b"( " in changed or b" )" in changed or _CONTROL.search(changed):
        return None
    changed = changed[1:-1]
    single = not re.search(rb"[ {}/]", changed)
    if len(fields) == 5:
        return b" ".join([*fields[:4], changed]) + b"\n" if single else None
    begin, length, confidence = fields[2], fields[3], fields[5]
    if any(len(time) > _LONGEST_TIME or not _TIME.fullmatch(time) for time in (begin, length)):
        return None
    if not _CONFIDENCE.fullmatch(confidence):
        return None
    head = b" ".join(fields[:2])
    choices = changed.rstrip(b" ").rstrip(b"/").split(b"/")
    rows = []
    for choice in choices:
        words = choice.translate(bytes.maketrans(b"{}", b"  ")).split()
        if not words:
            return None
        step = float(length) / len(words)
        rows.append(
            b"".join(
                b"%b %.3f %.3f %b %b\n" % (head, float(begin) + step * place, step, word, confidence)
                for place, word in enumerate(words)
            )
        )
    if len(rows) == 1:
        return rows[0]
    return head + b" * * <ALT_BEGIN>\n" + (head + b" * * <ALT>\n").join(rows) + head + b" * * <ALT_END>\n"
