"""csrfilt.sh 1.17: the rules of a GLM applied to the texts of stm, ctm, trn, txt and rttm files.

Texts are separated from the rest of their rows, changed all together, and joined with their rows again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..... import core
from .....formats.engine.glm_syntax import selected
from . import Failure, OutError, file_content, resource
from .perl_number import number
from .rfilter1 import Filter, RulesError
from .rows import whole_lines
from .rttm_rows import lines_of
from .streams import Streams, read_stdin

# Rows are texts and what stands beside them.
Rows = tuple[list[bytes], list[bytes]]

_FORMATS = (b"ctm", b"stm", b"txt", b"trn", b"rttm")
_UPPER = bytes(range(256)).upper()
_NO_BRACKETS = bytes(set(range(256)) - set(b"()\n"))
_UPPER_LATIN = _UPPER[:0xE0] + bytes(range(0xC0, 0xE0))
_LEXEME = re.compile(rb" LEXEME.* (?:lex|fp|un-lex|for-lex|alpha|acronym|interjection|propernoun|other) ")
_SINGLE_HYPHEN = re.compile(rb"-(?<=[^-( \n]-)(?=[^-) ])")
_HYPHENS = re.compile(rb"([^( \n])-(?=[^) ])")
_WORDS_IN_BRACKETS = re.compile(rb"\([^\S\n]+[^()\s]+(?:[^\S\n]+[^()\s]+)+")
# Brackets that have nothing but blanks on their inner side, so that they reach over the end of a line.
_AT_AN_END = re.compile(rb"\(\s*(?:\n|\Z)")
_AT_A_BEGIN = re.compile(rb"\n\s*\)")
_BLANKS_BEHIND = re.compile(rb"\(\s+")
_BLANKS_BEFORE = re.compile(rb"\s+\)")
_NEXT_WORD = re.compile(rb"(?<=\s)(?=\S)")
_CONFIDENCE = re.compile(rb"[0-9.-]*")
# Rows that are looked at one by one, beside an eighth of all: where there are more, all are dealt with at once.
_FEW_ODD_ROWS = 1000


@dataclass(slots=True, kw_only=True)
class Style:
    """Options of a run: the format and the purpose of the input, and what happens beside the rules."""

    format: bytes = b"trn"
    purpose: bytes = b""
    upper: bool = True
    latin: bool = False
    hyphens: bool = False


def run(words: list[bytes], streams: Streams) -> int:
    """Runs the program."""
    style, names = _options(words)
    if not 1 <= len(names) <= 2:
        raise _WrongCommandLine(b"requires one or two command line arguments")
    rules = _content(names[0], b"Global-map-file")
    if len(names) == 2:
        _content(names[1], b"Utterance-map-file")
    streams.out(filtered(read_stdin(), style, rules, names[0], streams.error))
    return 0


class _WrongCommandLine(OutError):
    def __init__(self, reason: bytes, before: bytes = b"") -> None:
        super().__init__(resource("sctk/csrfilt.txt") + before + b"\nError: " + reason + b"\n")


def _options(words: list[bytes]) -> tuple[Style, list[bytes]]:
    style = Style()
    rest = list(words)
    while rest and rest[0][:1] == b"-":
        word = rest.pop(0)
        if word == b"-dh":
            style.hyphens = True
        elif word == b"-s":
            style.upper = False
        elif word == b"-e":
            style.latin = True
        elif word == b"-i":
            style.format = _value(rest, _FORMATS, b'either "ctm", "stm", "txt", "trn", or "rttm"')
        elif word == b"-t":
            style.purpose = _value(rest, (b"ref", b"hyp"), b'either "ref", or "hyp"')
        else:
            raise _WrongCommandLine(b"Unrecognized option " + word)
    return style, rest


def _value(rest: list[bytes], choices: tuple[bytes, ...], wanted: bytes) -> bytes:
    value = rest.pop(0) if rest else b""
    if value not in choices:
        # The reference names -i in both messages.
        raise _WrongCommandLine(b"-i option requires " + wanted + b" not " + value, value)
    return value


def _content(name: bytes, what: bytes) -> bytes:
    try:
        return file_content(name)
    except OSError:
        raise _WrongCommandLine(what + b" '" + name + b"' does not exist") from None


def filtered(data: bytes, style: Style, rules: bytes, name: bytes, warn: Callable[[bytes], None]) -> bytes:
    """The input with its texts changed; `name` is that of the rules, `warn` is called with warnings."""
    ordinary = _by_rows(data, style, rules, name, warn)
    if ordinary is not None:
        return ordinary
    texts, rests = _separated(data, style.format, warn)
    # Only txt keeps a last line without a newline.
    end = b"" if style.format == b"txt" and data[-1:] != b"\n" and data.rpartition(b"\n")[2][:2] != b";;" else b"\n"
    _check_brackets(texts, end)
    changed = _lines_of(_changed(texts, end, style, _filter(rules, name, style, warn), warn))
    lines = _joined(changed, rests, style.format, warn)
    if data[-1:] != b"\n" and lines and len(rests) == data.count(b"\n") + 1:
        lines[-1] = _last(lines[-1], texts[-1], rests[-1], style.format)
    return _tidied(b"".join(lines))


def _by_rows(data: bytes, style: Style, rules: bytes, name: bytes, warn: Callable[[bytes], None]) -> bytes | None:
    """The rows of a file with their texts changed one by one; None if a row has an effect on others, or a problem."""
    if style.format not in (b"trn", b"stm", b"ctm") or data[-1:] != b"\n":
        return None
    warnings: list[bytes] = []
    try:
        compiled = _filter(rules, name, style, warnings.append)
    except Failure:
        return None
    rewriter = compiled.rewriter if compiled is not None else core.Rewriter(())
    if compiled is not None and not compiled.glm.copy_no_hit:
        return None
    kind = style.format.decode()
    text, odd = rewriter.rows(data, kind, upper=style.upper, latin=style.latin, hyphens=style.hyphens)
    places = memoryview(odd).cast("q")
    if len(places) > 3 * _FEW_ODD_ROWS and len(places) > 3 * (_FEW_ODD_ROWS + data.count(b"\n") // 8):
        return None
    pieces: list[bytes] = []
    done = 0
    for place, begin, end in zip(places[::3], places[1::3], places[2::3], strict=True):
        row = _alone(data[begin : end + 1], style, compiled)
        if row is None:
            return None
        pieces += (text[done:place], row)
        done = place
    warn(b"".join(warnings))
    return b"".join([*pieces, text[done:]]) if pieces else text


def _alone(line: bytes, style: Style, rules: Filter | None) -> bytes | None:
    """The rows that a row without an effect on others becomes; None if it may have an effect, or a problem."""
    problems: list[bytes] = []
    texts, rests = _separated(line, style.format, problems.append)
    try:
        _check_brackets(texts, b"\n")
    except OutError:
        return None
    changed = _changed(texts, b"\n", style, rules, problems.append)
    if _reaches_over(changed) or changed.count(b"\n") != 1:
        return None
    row = _tidied(b"".join(_joined(_lines_of(changed), rests, style.format, problems.append)))
    return None if any(problems) or (row and row[-1:] != b"\n") else row


def _last(line: bytes, text: bytes, rest: bytes, style: bytes) -> bytes:
    """The last line of an input that does not end with a newline."""
    # A comment loses its last character in stm; elsewhere it gets no newline, as rows of rttm that are not changed.
    if rest[:2] == b";;" and style == b"stm":
        return line[:-2] + b"\n"
    bare = rest[:2] == b";;" or (style == b"rttm" and not text and not _LEXEME.match(rest + b" "))
    return line[:-1] if bare else line


# --- rules --------------------------------------------------------------------------------------------


def _filter(rules: bytes, name: bytes, style: Style, warn: Callable[[bytes], None]) -> Filter | None:
    """The rules for this input; None if no line of the file applies to it."""
    applied = _selected(rules, style, warn)
    if rules and not applied:
        return None
    try:
        compiled = _compiled(applied, name)
    except RulesError as error:
        # The reference prints rfilter1's message instead of the text, and succeeds.
        reason = str(error).encode()
        raise Failure(error.error + b"csrfilt.sh: " + name + b": no text was filtered: " + reason + b"\n") from None
    warn(compiled.glm.warnings)
    return compiled


@lru_cache(maxsize=2)
def _compiled(rules: bytes, name: bytes) -> Filter:
    """The filter of these rules, which are mostly the same for the reference and for all hypotheses."""
    return Filter(rules, name)


def _selected(rules: bytes, style: Style, warn: Callable[[bytes], None]) -> bytes:
    """Lines of the regions that apply to the format or the purpose of the input."""
    applied, wrong = selected(rules, (style.format, style.purpose))
    if wrong is not None:
        warn(b"csrfilt.sh: '" + wrong + b"' is no regular expression; the rules behind it are lost\n")
    return applied


# --- texts and what stands beside them ----------------------------------------------------------------


def _separated(data: bytes, style: bytes, warn: Callable[[bytes], None]) -> Rows:
    """Texts and rests of all lines, without newlines; a comment is a rest without text."""
    lines = lines_of(data)
    plain = iter(_spaced([line for line in lines if line[:2] != b";;"]))
    return _parted([line if line[:2] == b";;" else next(plain) for line in lines], style, warn)


def _spaced(lines: list[bytes]) -> list[bytes]:
    """Lines with one blank for all blanks and tabs, and one at both ends."""
    if not lines:
        return []
    text = (b" " + b" \n ".join(lines) + b" ").replace(b"\t", b" ")
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    return text.split(b"\n")


def _parted(lines: list[bytes], style: bytes, warn: Callable[[bytes], None]) -> Rows:
    if style == b"txt":
        return [b"" if line[:2] == b";;" else line for line in lines], [b""] * len(lines)
    part = {b"stm": _part_stm, b"ctm": _part_ctm, b"trn": _part_trn, b"rttm": _part_rttm}[style]
    texts: list[bytes] = []
    rests: list[bytes] = []
    for line in lines:
        if line[:2] == b";;":
            texts.append(b"")
            rests.append(line)
            continue
        pair = part(line)
        if pair is None:
            shown = b"%d: this line is no %b row" % (len(texts) + 1, style)
            warn(b"csrfilt.sh: line " + shown + b"; it and the %d behind it are lost\n" % (len(lines) - len(texts) - 1))
            break
        texts.append(pair[0])
        rests.append(pair[1])
    return texts, rests


def _part_stm(line: bytes) -> tuple[bytes, bytes] | None:
    parts = line.split(b" ", 6)
    if len(parts) < 7:
        return _part_odd_stm(line)
    at = len(line) - len(parts[6])
    head, label = line[: at - 1], parts[6].partition(b" ")[0]
    # White space other than blanks and tabs separates fields too.
    if b"<" in head or len(line[:at].split()) != 5:
        return _part_odd_stm(line)
    if b"<" in label:
        at += label.rfind(b">") + 1
        return (line[at:], line[:at]) if label[:1] == b"<" and b">" in label[2:] else _part_odd_stm(line)
    return line[at - 1 :], head


def _part_odd_stm(line: bytes) -> tuple[bytes, bytes] | None:
    """Text and head of a row that may have a label or too few fields.

    Where the reference finds no label in the sixth word, or too few words, it divides words into single letters: five
    pieces of at least one letter must stand before the label, or before the text.
    """
    spans = [match.span() for match in re.finditer(rb"\S+", line)][:6]
    letters = sum(end - start for start, end in spans)
    for place in range(len(spans) - 1, -1, -1):
        start, end = spans[place]
        letters -= end - start
        close = line.rfind(b">", start, end)
        # The sixth word must begin with the label: no more than five words stand before it.
        last = start + 1 if place == 5 else end
        at = line.rfind(b"<", start, min(last, max(start, close - 1)))
        if at >= 0 and letters + at - start >= 5:
            return line[close + 1 :], line[: close + 1]
    if sum(end - start for start, end in spans[:5]) < 5:
        return None
    at = spans[min(4, len(spans) - 1)][1]
    return line[at:], line[:at]


def _part_ctm(line: bytes) -> tuple[bytes, bytes]:
    fields = line.split()
    if len(fields) < 5:
        return b"", b" " + b" ".join(fields) if fields else b""
    return fields.pop(4), b" " + b" ".join(fields)


def _part_trn(line: bytes) -> tuple[bytes, bytes] | None:
    bare = line.rstrip()
    at = bare.rfind(b"(")
    return (bare[:at], bare[at:]) if at >= 0 and bare[-1:] == b")" else None


def _part_rttm(line: bytes) -> tuple[bytes, bytes]:
    if _LEXEME.match(line) is None:
        return b"", line
    fields = line.split()
    return (fields.pop(5) if len(fields) > 5 else b""), b" " + b" ".join(fields)


# --- texts --------------------------------------------------------------------------------------------


def _check_brackets(texts: list[bytes], end: bytes) -> None:
    """Refuses texts in which a bracket has no counterpart, or stands inside others."""
    # Only the brackets of each line: pairs that hold no others vanish.
    brackets = b"\n".join(texts).translate(None, _NO_BRACKETS).replace(b"()", b"")
    if not brackets.strip(b"\n"):
        return
    bad = []
    for line, text in enumerate(texts, 1):
        if b"(" in text or b")" in text:
            left = b" " + text.replace(b"(", b"( ").replace(b")", b" )") + b" "
            left = re.sub(rb"\s\([^()]+\)", b"", left.replace(b"(", b"   (").replace(b")", b")  ", 1))
            if b"(" in left or b")" in left:
                bad.append(left + (b"\n" if line < len(texts) else end))
    if bad:
        message = b"Error: Can not filter text with illegally formatted optional deletion tags.  Look for:\n"
        raise OutError(message + b"".join(bad))


def _changed(
    texts: list[bytes], end: bytes, style: Style, rules: Filter | None, warn: Callable[[bytes], None]
) -> bytes:
    """Texts after the rules, with a newline between them and brackets around words; `end` is what follows the last."""
    if not texts:
        return b""
    if style.upper:
        table = _UPPER_LATIN if style.latin else _UPPER
        texts = [text if text[:2] == b";;" else text.translate(table) for text in texts]
    text = b" " + b" \n ".join(texts) + b" " + end
    if b"(" in text or b")" in text:
        text = text.replace(b"(", b"( ").replace(b")", b" )")
    if rules is not None:
        text, warnings = rules.apply(text)
        warn(warnings)
    if style.hyphens and b"-" in text:
        text = _SINGLE_HYPHEN.sub(b" ", text)
        if b"--" in text:
            text = _HYPHENS.sub(rb"\1 ", text)
    if b"(" in text or b")" in text:
        text = _WORDS_IN_BRACKETS.sub(_dealt, text)
    return text


def _reaches_over(text: bytes) -> bool:
    """Whether a bracket has nothing but blanks on its inner side, so that it reaches over the end of a line."""
    if b"(" not in text and b")" not in text:
        return False
    return _AT_AN_END.search(text) is not None or _AT_A_BEGIN.search(b"\n" + text) is not None


def _lines_of(text: bytes) -> list[bytes]:
    """Texts without blanks at their ends and inside of brackets, each with its newline."""
    if b"(" in text or b")" in text:
        if _reaches_over(text):
            return list(map(_without_blanks_in_brackets, _without_outer_blanks(text)))
        text = _without_blanks_in_brackets(text)
    return _without_outer_blanks(text)


def _without_outer_blanks(text: bytes) -> list[bytes]:
    """Lines without one blank at each end; a last one without a newline is none if nothing is left of it."""
    lines = [_without_ends(line) for line in whole_lines(text)]
    return lines if not lines or lines[-1] else lines[:-1]


def _without_ends(line: bytes) -> bytes:
    """The line without one blank at each end."""
    if line[:1] == b" ":
        line = line[1:]
    if line[-2:] == b" \n":
        return line[:-2] + b"\n"
    return line[:-1] if line[-1:] == b" " else line


def _without_blanks_in_brackets(text: bytes) -> bytes:
    while b" )" in text:
        text = text.replace(b" )", b")")
    if any(blank in text for blank in (b"\t", b"\v", b"\f", b"\r")):
        text = _BLANKS_BEFORE.sub(b")", text)
    return _BLANKS_BEHIND.sub(b"(", text)


def _dealt(match: re.Match[bytes]) -> bytes:
    """`( a b` as `( a ) ( b`."""
    first, *rest = _NEXT_WORD.split(match[0])
    return first + b") ( ".join(rest)


# --- rows again ---------------------------------------------------------------------------------------


def _joined(texts: list[bytes], rests: list[bytes], style: bytes, warn: Callable[[bytes], None]) -> list[bytes]:
    """Rows with their changed texts. Where the rules made more lines than there were, the last have no rest."""
    if style == b"txt":
        return texts
    count = len(texts)
    fields_behind = rests[:count] + [b""] * (count - len(rests))
    ends = [b"\n"] * min(count, len(rests)) + [b""] * (count - len(rests))
    if style == b"stm":
        return list(map(bytes.__add__, fields_behind, texts))
    bare = [text[:-1] if text[-1:] == b"\n" else text for text in texts]
    if style == b"trn":
        return [b"%b%b%b" % row for row in zip(bare, fields_behind, ends, strict=True)]
    if style == b"rttm":
        fields = zip(map(_underscored, bare), fields_behind, ends, strict=True)
        return [_inserted(rest, 5, text) if text else rest + end for text, rest, end in fields]
    rows: list[bytes] = []
    for text, rest, end in zip(bare, fields_behind, ends, strict=True):
        made, whole = _ctm_rows(_inserted(rest, 4, text) if text else rest + end)
        rows += made
        if not whole:
            shown = b" ".join(rest.split()[:4])
            warn(b"csrfilt.sh: " + shown + b": an alternative has no words; its row and all later ones are lost\n")
            break
    return rows


def _inserted(rest: bytes, place: int, text: bytes) -> bytes:
    """The row with its text; a comment, which has no blank at its begin, gets a text one field later and stays one."""
    fields = rest.split()
    if rest[:1].isspace():
        fields.insert(place, text)
        return b" " + b" ".join(fields) + b"\n"
    fields.insert(place + 1, text)
    return b" ".join(fields) + b"\n"


def _underscored(text: bytes) -> bytes:
    """Several words as one: joined by underscores, with marks of alternatives as words of their own."""
    if not any(blank in text for blank in (b" ", b"\t", b"\r", b"\f", b"\v")):
        return text
    spaced = re.sub(rb"\s+", b" ", re.sub(rb"([{}/@])", rb" \1 ", text))
    return spaced.removeprefix(b" ").removesuffix(b" ").replace(b" ", b"_")


def _ctm_rows(row: bytes) -> tuple[list[bytes], bool]:
    """Rows of the words of a row, with alternatives between their marks; False if one of these has no words."""
    if row[:2] == b";;":
        return [row], True
    fields = row.replace(b"{", b" { ").replace(b"}", b" } ").split()
    if len(fields) <= 5:
        return [row.replace(b"{", b" { ").replace(b"}", b" } ").lstrip()] if len(fields) == 5 else [], True
    confidence = fields.pop() if _CONFIDENCE.fullmatch(fields[-1]) else b""
    choices = b" ".join(fields[4:]).split(b"/")
    while choices and not choices[-1]:
        choices.pop()
    return list(_choices(fields, choices, confidence)), all(map(_words_of, choices))


def _choices(fields: list[bytes], choices: list[bytes], confidence: bytes) -> Iterable[bytes]:
    """Rows of the words of each choice, up to the first choice without words."""
    head = b" ".join(fields[:2])
    start, length = number(fields[2]), number(fields[3])
    if len(choices) > 1:
        yield head + b" * * <ALT_BEGIN>\n"
    for place, choice in enumerate(choices):
        words = _words_of(choice)
        if not words:
            return
        step = length / len(words)
        for count, word in enumerate(words):
            yield b"%b %.3f %.3f %b %b\n" % (head, start + step * count, step, word, confidence)
        if len(choices) > 1:
            yield head + (b" * * <ALT>\n" if place < len(choices) - 1 else b" * * <ALT_END>\n")


def _words_of(choice: bytes) -> list[bytes]:
    return choice.replace(b"{", b"").replace(b"}", b"").split()


def _tidied(text: bytes) -> bytes:
    """Lines with single blanks between words and none at their ends; a line that begins with `;` stays as it is."""
    if text.startswith(b";") or b"\n;" in text:
        return b"".join([line if line[:1] == b";" else _tidied_lines(line) for line in whole_lines(text)])
    return _tidied_lines(text)


def _tidied_lines(text: bytes) -> bytes:
    text = text.replace(b"\t", b" ")
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    return text.replace(b" \n", b"\n").replace(b"\n ", b"\n").removeprefix(b" ").removesuffix(b" ")
