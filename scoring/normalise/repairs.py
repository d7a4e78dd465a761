"""Steps that undo how programs wrote a text: escapes, cells of code, pieces of words, marks, repeated stretches."""

from __future__ import annotations

import re
import unicodedata
from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from html import unescape
from json import loads
from urllib.parse import unquote

from ...formats.engine.named_speakers import NAME, STAMP
from ...formats.schema.markup import SEGMENT_BREAK
from .chain import Step
from .operation import Function, Operation, by_letter, unless

# Pieces of words: `wo@@ rd`, `wo ##rd`, and a sign before the first piece of each word.
_OPEN_PIECE = re.compile(r"@@(?:\s+|$)")
_NEXT_PIECE = re.compile(r"(\S)\s+##(?=\S)")
_FIRST_PIECES = "\u2581\u0120"
_PIECE_SIGNS = f"@#{_FIRST_PIECES}"
_PERCENT = re.compile("%[0-9A-Fa-f]{2}")
_ENTITY = re.compile(r"&(?:[A-Za-z]\w*|#\d+|#[xX][0-9A-Fa-f]+);")
# Letters of other scripts as code writes them; several \\x in a row may be the bytes of one letter.
_CODES = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+|\\U[0-9A-Fa-f]{8}|(?:\\x[0-9A-Fa-f]{2})+|\\[nrt]")
_PLUS = re.compile(r"\w\+\w")
# A cell that holds a text as code: bytes, a text in quotes, a list, a record with a text.
_OBJECT = re.compile(r"""(?s)\s*[A-Z]\w{0,40}\((?:.*?\W)?text=('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")""")
"""An object of Python as `print` writes it, with a member `text`."""
_QUOTED = re.compile(r"""\s*[bu]?(["'])(.*)\1\s*""", re.DOTALL)
_TEXT_FIELDS = ("text", "transcript", "transcription", "sentence", "pred_text", "hypothesis", "reference", "words")
_BARE_FIELD = re.compile(rf"""\{{\s*["']?(?:{"|".join(_TEXT_FIELDS)})["']?\s*:\s*(.*?)\s*\}}""", re.DOTALL)
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?"
_SPAN = rf"[\[(]{_CLOCK}(?:\s*[-\u2013]\s*{_CLOCK})?[\])]"
# Before a text stand times, numbers and dashes, then at most one name: what follows it with a colon was said.
_DASH = r"[-*\u2022\u2013\u2014>]+\s+"
_NUMBERS = re.compile(rf"\s*(?:{STAMP}[-\s]\s*|[\[(]?\d+[\]).:]+\s+|{_DASH})")
_NAMED = re.compile(
    rf"\s*(?:{NAME}(?:\t+|\s{{3,}}){STAMP}(?:\t|\s{{3,}})\s*|{STAMP}\t+{NAME}\t\s*"  # a name and a time in columns
    rf"|(?:{NAME}|[\[(]{NAME}[\])])(?:\s+{_SPAN})?[\u00a0\u202f]?:\s+"  # a name, possibly a time, and a colon
    rf"|\*\*{NAME}(?::\*\*|\*\*:)\s+"  # the same in bold
    r"|(?:SPEAKER[_ ]?|[Ss]peaker_|[Ss][Pp][Kk]_?)\d+\s+"  # a label of diarisation
    rf"|[QA]\.\s+)(?:{_SPAN}\s*)?(?:{_DASH})?"  # a question or an answer
)
# A line above a turn: a name of up to four words in capitals and a time, as meeting services write it; or a label of
# diarisation, or one or two times, possibly with frames.
_WHO = r"(?:[Ss]peaker[ _]?\w+|(?![a-z])[^\W\d][\w.'-]*(?:\s+(?![a-z])[\w.'-]+){0,3})"
_WHEN = r"[\[(]?\d{1,2}:\d\d(?::\d\d(?:[:;.,]\d{1,3})?)?[\])]?"
_WHILE = rf"{_WHEN}(?:\s*(?:[-\u2013]+>?\s*)?{_WHEN})?"
_DIARISED = r"(?:SPEAKER|[Ss]peaker|[Ss][Pp][Kk])[ _]?\d+"
_HEADING = re.compile(rf"\s*(?:{_WHO}\s+{_WHILE}|{_WHILE}(?:\s+{_WHO})?|{_DIARISED}):?\s*")
# What captions have besides the words that are spoken: sounds and Japanese labels in brackets, music, >> where the
# speaker changes (>>> where the story does), and labels at the start, after one of these, or after a sentence.
_MARKS = ".,;:!?\u2026\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f"
_SOUND = re.compile(
    r"(?:[\[\uff3b\u3010][^\[\]\uff3b\uff3d\u3010\u3011]*[\]\uff3d\u3011]|[(\uff08][^()\uff08\uff09]*[)\uff09]"
    r"|[\u301c\uff5e]*[\u2669-\u266c]+[\u301c\uff5e]*|(?<!\S)#+(?!\S)|(?<!\S)>{2,3}(?!>))"
    rf"([{_MARKS}]*)"
)
# The dash of a speaker of whom captions write a sound alone: "- [sighs]", on a line of several.
_SILENT = re.compile(rf"(?<!\S)[-\u2013\u2014]+(?: \0[{_MARKS}]*)+(?= [-\u2013\u2014]|$)")
_CAPITALS = r"[^\W\d_a-z][^\Wa-z]*(?:[.'\u2019&-][^\Wa-z]*)*"
# Before a label: the start, a sound, or the end of a sentence, which may be broken, and the dash of a speaker. After a
# comma, capitals with a colon are text: "Today Rome: 20, NYC: 12."
_BEFORE_LABEL = "(^|\0 |(?:[.!?\u2026][\"'\u201d\u2019\u00bb]*|\\S[-\u2013\u2014]+) )((?:[-\u2013\u2014]+ )?)"
_LABEL, _LABEL_AMONG_CAPITALS = (
    re.compile(rf"{_BEFORE_LABEL}({_CAPITALS}(?: (?:{more}#?\d+)){{0,2}})(?: \0)* ?:(?!\S)")
    for more in (f"{_CAPITALS}|", "")
)
# A stretch of more words is repeated only where it is one half of its text.
_LONGEST_STRETCH = 100
_KATAKANA = range(0x30A1, 0x30F7)
_KANA = 0x60


def without_marks() -> tuple[Step, ...]:
    """The step that removes accents, points, vowel signs and all other marks of letters."""
    return (by_letter("marks", "letters without their marks", _unmarked),)


def plain_digits() -> tuple[Step, ...]:
    """The step that writes digits of all scripts as those of ASCII."""
    return (by_letter("digits", "digits of ASCII", _plain_digit),)


def _plain_digit(letter: str) -> str:
    return str(unicodedata.decimal(letter, letter))


def hiragana() -> tuple[Step, ...]:
    """The step that writes katakana as hiragana."""
    return (by_letter("hiragana", "hiragana for katakana", _as_hiragana),)


def underscores() -> tuple[Step, ...]:
    """The step that writes underscores as blanks."""
    return (by_letter("underscores", "a blank for _", partial(re.compile("_").sub, " ")),)


def _unmarked(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    return unicodedata.normalize("NFC", "".join([part for part in parts if unicodedata.category(part) != "Mn"]))


def _as_hiragana(letter: str) -> str:
    return chr(ord(letter) - _KANA) if ord(letter) in _KATAKANA else letter


def joined_pieces() -> tuple[Step, ...]:
    """The step that joins pieces of words as BPE, WordPiece and SentencePiece mark them."""
    return (Function("subwords", "words for their pieces (@@, ##, \u2581, \u0120)", joined, _signless),)


def _signless(letter: str) -> str | None:
    """A letter that marks no piece of a word."""
    return None if letter in _PIECE_SIGNS else letter


def joined(text: str) -> str:
    """The text with the pieces of its words joined.

    >>> joined("wo@@ rd"), joined("wo ##rd"), joined("\u2581wo rd \u2581two")
    ('word', 'word', 'word two')
    """
    if any(sign in text for sign in _FIRST_PIECES):
        pieces = "".join(text.split())
        for sign in _FIRST_PIECES:
            pieces = pieces.replace(sign, " ")
        return pieces.strip()
    return _NEXT_PIECE.sub(r"\1", _OPEN_PIECE.sub("", text))


def unescaping() -> tuple[Step, ...]:
    """The step that writes escapes of addresses, of HTML and of code as the letters that they stand for."""
    return (
        Function("escapes", "letters for escapes of addresses, of HTML and of code, and blanks for \\n", unescaped),
    )


def unescaped(text: str) -> str:
    """The text without escapes; where it is one word with + between letters, each is a blank, as is ``\\n`` anywhere.

    >>> unescaped("tom&#39;s%20cat"), unescaped("good+day"), unescaped("5 % of r&d"), unescaped(r"caf\\u00e9")
    ("tom's cat", 'good day', '5 % of r&d', 'café')
    """
    while True:
        plain = text
        if _ENTITY.search(plain):
            plain = unescape(plain)
        if _PERCENT.search(plain):
            plain = unquote(plain)
        if "\\" in plain:
            plain = _CODES.sub(_decoded, plain)
        if _PLUS.search(plain) and plain.split() == [plain]:
            plain = plain.replace("+", " ")
        if plain == text:
            return text
        text = plain


def _decoded(match: re.Match[str]) -> str:
    """The letters of an escape of code; the escape itself where it stands for none."""
    escape = match[0]
    if escape[1] in "nrt":
        return " "
    try:
        if escape[1] == "u":  # two may be one letter, as in JSON
            return bytes.fromhex(escape.replace("\\u", "")).decode("utf-16-be")
        if escape[1] == "U":
            return chr(int(escape[2:], 16))
        codes = bytes.fromhex(escape.replace("\\x", ""))
    except ValueError:
        return escape
    try:
        return codes.decode()
    except ValueError:
        return codes.decode("latin-1")


def unwrapping() -> tuple[Step, ...]:
    """The step that takes a text out of the code in which a cell holds it."""
    return (Function("cells", "the text of a cell that holds bytes, quotes, a list or a record", unwrapped),)


def unwrapped(text: str) -> str:
    """The text that a cell holds as code.

    >>> unwrapped("b'good day'"), unwrapped("['good', 'day']"), unwrapped('{"text": "good day", "score": 1}')
    ('good day', 'good day', 'good day')
    >>> unwrapped("Hypothesis(score=-1.2, text='good day')")
    'good day'
    """
    while True:
        inner = _unwrapped_once(text)
        if inner == text:
            return text
        text = inner


def has_several_texts(text: str) -> bool:
    """Whether a cell holds a list of texts, not one of words.

    >>> has_several_texts('["good day", "hello day"]'), has_several_texts("['good', 'day']"), has_several_texts("[a]")
    (True, False, False)
    """
    for read in (loads, literal_eval):
        try:
            value = read(text.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(value, (list, tuple)) and len(value) > 1:
            return any(isinstance(part, str) and " " in part.strip() for part in value)
    return False


def _unwrapped_once(text: str) -> str:
    if match := _OBJECT.match(text):
        return _read(match[1]) or match[1][1:-1]
    if text.lstrip()[:1] not in ("{", "[", "(", "b", "u", '"', "'"):
        return text
    if (value := _read(text)) is not None:
        return value
    if match := _BARE_FIELD.fullmatch(text.strip()):
        return match[1]
    if match := _QUOTED.fullmatch(text):
        return match[2]
    return text


def _read(text: str) -> str | None:
    """The text in a value of Python or JSON; None where it is none, or holds no text."""
    for read in (loads, literal_eval):
        try:
            return _text_in(read(text.strip()))
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return None


def _text_in(value: object) -> str | None:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dict):
        fields = [value[name] for name in _TEXT_FIELDS if name in value] or list(value.values())
        return next((inner for inner in map(_text_in, fields) if inner is not None), None)
    if isinstance(value, (list, tuple)):
        parts = [_text_in(part) for part in value]
        return " ".join(part for part in parts if part is not None) if value and None not in parts else None
    return value if isinstance(value, str) else None


def heads_removed() -> tuple[Step, ...]:
    """The step that removes what stands before a text: times, numbers, dashes, and one name with a colon."""
    summary = "no times, numbers, dashes or one name with a colon before a text, no line of a name and a time"
    return (Function("heads", summary, partial(_by_segment, without_head)),)


def _by_segment(change: Callable[[str], str], text: str) -> str:
    """The text changed segment by segment, where several are aligned as one text."""
    return SEGMENT_BREAK.join(map(change, text.split(SEGMENT_BREAK)))


def without_head(text: str) -> str:
    """The text without what programs and people write before it; nothing where it is the heading of a turn.

    >>> without_head("Anna: good day"), without_head("[12] good day"), without_head("00:01:02 - good day")
    ('good day', 'good day', 'good day')
    >>> without_head("Dr. Lee [00:05]: good day"), without_head("Speaker 1 (0:12):"), without_head("Lunch at 12:30")
    ('good day', '', 'Lunch at 12:30')
    >>> without_head("BEN: My answer: no."), without_head("He said: no."), without_head("Dr. O'Neil said: no.")
    ('My answer: no.', 'He said: no.', "Dr. O'Neil said: no.")
    >>> without_head("Anna\\t00:05\\tgood day"), without_head("0:05\\tAnna Lee\\tgood day"), without_head("a\\t0:05 b")
    ('good day', 'good day', 'a\\t0:05 b')
    """
    if is_heading(text):
        return ""
    place = 0
    while (match := _NAMED.match(text, place) or _NUMBERS.match(text, place)) is not None:
        place = match.end()
        if match.re is _NAMED:
            break
    return text[place:]


def is_heading(text: str) -> bool:
    """Whether a line is the heading of a turn: a name and a time, or a time."""
    return _HEADING.fullmatch(text) is not None


def captions() -> tuple[Step, ...]:
    """The step that leaves the spoken words of captions."""
    summary = "no sounds in brackets or parentheses, no \u266a, >> or lone #, no labels such as JOHN: before a sentence"
    return (Function("captions", summary, partial(_by_segment, spoken_words)),)


def spoken_words(text: str) -> str:
    """The text without what captions add to the spoken words.

    >>> spoken_words("[door slams] JOHN: Hello."), spoken_words("\u266a la la \u266a"), spoken_words("At 10: go")
    ('Hello.', 'la la', 'At 10: go')
    >>> spoken_words(">> JOHN: Hello. >>Hi. >>> Good evening."), spoken_words("a >> b > c")
    ('Hello. Hi. Good evening.', 'a b > c')
    >>> spoken_words("So, NYC: 12, LA: 25. MAN 2: Hot!"), spoken_words("【健太】お前（笑）")
    ('So, NYC: 12, LA: 25. Hot!', 'お前')
    >>> spoken_words("The keys (and the car). [sighs]..."), spoken_words("- [gasps] - Yes (coughs), I do.")
    ('The keys.', '- Yes, I do.')
    """
    # NUL is a sign, after which a label may stand, and marks that belong to the word before it.
    text = " ".join(_SOUND.sub(" \0\\1 ", text).split())
    pattern = _LABEL_AMONG_CAPITALS if text.isupper() else _LABEL
    text = _SILENT.sub("", pattern.sub(_unless_lower, text))
    words: list[str] = []
    for word in text.split():
        if word[0] != "\0":
            words.append(word)
        elif words and words[-1][-1] not in _MARKS:
            words[-1] += word[1:]
    return " ".join(words)


def _unless_lower(match: re.Match[str]) -> str:
    """The signs before a label of two capitals or more, without it."""
    before, label = match[1] + match[2], match[3]
    return before if label.isupper() and sum(map(str.isalpha, label)) > 1 else match[0]


def stretches_once() -> tuple[Step, ...]:
    """The step that writes stretches of words once that are repeated at once."""
    summary = "repeated stretches of words once, if one follows another directly"
    return (Operation("repeats", "stretches", (once,), summary),)


def once(text: str) -> str:
    """The text in which a stretch of words that follows itself stands once.

    >>> once("good good day good day it is"), once("a b c a b")
    ('good day it is', 'a b c a b')
    """
    words = text.split()
    count, half = len(words), len(words) // 2
    if len(set(words)) == count:
        return text
    if half > _LONGEST_STRETCH and words[:half] == words[-half:] and count == 2 * half:
        words = words[:half]
    single: list[str] = []
    places: list[int] = []  # where the word stands before that, too; -1 where it does not
    last: dict[str, int] = {}
    for word in words:
        place = last.get(word, -1)
        if place == len(single) - 1 >= 0:
            continue  # it follows itself
        places.append(place)
        last[word] = len(single)
        single.append(word)
        size = _repeated(single, places) if place >= 0 else 0
        if size:
            last.update(zip(single[: -size - 1 : -1], places[: -size - 1 : -1], strict=True))
            del single[-size:], places[-size:]
    return text if len(single) == count else " ".join(single)


def _repeated(words: list[str], places: list[int]) -> int:
    """The size of the shortest stretch at the end of the words that follows itself; 0 where there is none."""
    place, end = places[-1], len(words) - 1
    first = max(0, end - min(_LONGEST_STRETCH, len(words) // 2))
    while place >= first:
        size = end - place
        if words[-2 * size] == words[-size] and words[-2 * size : -size] == words[-size:]:
            return size
        place = places[place]
    return 0


@cache
def _pattern_of(word: str) -> str:
    """The pattern of a word of `drop:`, in which * stands for any letters."""
    marked = _is_bracketed(word)
    inner = f"[^{re.escape(word[-1])}]*" if marked else r"\S*"
    pattern = inner.join(map(re.escape, word.split("*")))
    return pattern if marked else rf"(?<!\S){pattern}(?!\S)"


def _is_bracketed(word: str) -> bool:
    return len(word) > 2 and word[0] + word[-1] in ("<>", "[]", "()", "{}") and "*" in word[1:-1]


def _pattern_of_all(words: Sequence[str]) -> str:
    """The pattern of words; those without brackets look once for the edge of a word, which saves most of the time."""
    if any(map(_is_bracketed, words)):
        return "|".join(map(_pattern_of, words))
    pieces = ("\\S*".join(map(re.escape, word.split("*"))) for word in words)
    return rf"(?<!\S)(?:{'|'.join(pieces)})(?!\S)"


def dropped(words: str) -> tuple[Step, ...]:
    """The step that removes words, in either case; * stands for any letters, in brackets also for blanks.

    >>> dropped("<eps> [*]")[0].whole("a <EPS> b [loud noise] c<eps>")
    'a  b  c<eps>'
    """
    removed = partial(re.compile(_pattern_of_all(words.split()), re.IGNORECASE).sub, _removed)
    summary = f"without the words {words}"
    if any(map(_is_bracketed, words.split())):
        return (Function("drop", summary, removed, search=words),)
    first_letters = re.compile(
        "|".join(r"\S" if word[0] == "*" else re.escape(word[0]) for word in words.split()), re.I
    )
    return (Function("drop", summary, removed, partial(unless, first_letters), True, search=words),)


def _removed(match: re.Match[str]) -> str:
    """A blank between letters that would touch each other otherwise."""
    text, (start, end) = match.string, match.span()
    return " " if text[start - 1 : start].isalnum() and text[end : end + 1].isalnum() else ""


def replaced(pairs: str) -> tuple[Step, ...]:
    r"""The step that replaces letters, of which each pair has the old and the new ones; `\s` is a blank.

    >>> replaced("ё=е oe=o")[0].whole("её oe")
    'ее o'
    >>> replaced(r"'=\s")[0].whole("l'eau")
    'l eau'
    """
    table = dict(pair.replace(r"\s", " ").split("=", 1) for pair in pairs.split())
    pattern = re.compile("|".join(map(re.escape, sorted(table, key=len, reverse=True))))
    return (Function("replace", f"letters replaced: {pairs}", partial(pattern.sub, partial(_replacement, table))),)


def _replacement(table: Mapping[str, str], match: re.Match[str]) -> str:
    return table[match[0]]
