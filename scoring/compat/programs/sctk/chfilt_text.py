"""Texts of CallHome's transcripts, cleaned by the rules of their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Replacements = tuple[tuple[bytes, bytes | Callable[[re.Match[bytes]], bytes]], ...]


@dataclass(frozen=True, slots=True)
class Language:
    """Rules of a language: words that are hesitations, patterns of marks that go, and upper case."""

    hesitations: tuple[bytes, ...] = ()
    marks: tuple[bytes, ...] = ()
    upper: bytes = bytes(range(256)).upper()
    first: Replacements = ()
    """What is replaced before punctuation goes."""
    hesitations_in_brackets: bool = False
    """Whether a hesitation may have a bracket or percent signs next to it."""


_LATIN = bytes(range(256)).upper()[:0xE0] + bytes(range(0xC0, 0xE0))
# Percent signs at the ends of words; those inside of Mandarin words are text.
_PERCENT_SIGNS = rb"(?<=\s)%(?=\S)", rb"(?<=\s\()%", rb"%(?=\s)"
_OUTER_PLUS = rb"(?<=\s)\+|\+(?=\s)"

# Words of hesitation as SCTK's chfilt.pl lists them: a table of facts, in the public domain (NIST).
_ENGLISH = b"UH UM EH MM AH HM HUH HA ER OOF HEE ACH EEE EW"
_SPANISH = b"AAA EEE III MMM EMM AMM IMM EH MMH OH UH EY UY PSS HM UF SHH PFF OY HA AH"
_GERMAN = b"\xc4H MM \xc4HM HM HA EI UH H\xc4 HO UFF OI HUH BAH UI"
_MANDARIN = b"\xda\xc0 \xdf\xc0 \xe0\xc5 \xdf\xed \xba\xc7"

# What Arabic transcripts mark with %: hesitations, a word that answers, a foreign word, speech to others, and noises.
_HESITATION = "%تردّد".encode()
_ARABIC: Replacements = tuple(
    (pattern.encode(), new)
    for pattern, new in (
        (r"[% ](?:أه|إيه|أم|أوو|هاي|مهم)(?=\s)", _HESITATION),
        (r"%*(أهه)(?=\s)", rb"\1"),
        (r"%أجنبي(?=\s)", b" "),
        (r"%تداخل.*%تداخل\\(?=\s)", b" "),
        (r"%(?:صمت|إنقطاع|ضجّة|تنفّس|سعال|ضحك|أصوات)\\*(?=\s)", b" "),
    )
)


def _japanese_sign(match: re.Match[bytes]) -> bytes:
    """A character of EUC-JP: some signs go, a blank follows the others but for marks of repetition."""
    sign = match[0]
    if sign[0] != 0xA1 or sign[1] in b"\xb9\xbc":
        return sign
    return b" " if sign[1] <= 0xAE or sign[1] in b"\xd6\xd7\xe3\xe4" else sign + b" "


# The name may be any part of the option's value, as `english2004`.
LANGUAGES = {
    b"mandarin": Language(
        tuple(_MANDARIN.split()),
        (rb"&", rb"\+", rb"\xa3[\xac\xad](?= )", *_PERCENT_SIGNS),
        first=(
            (rb"<[^>]*", lambda match: match[0].replace(b"_", b" ")),
            (rb"@([^@]+)@", rb"\1"),
            (rb"\*([^*]+)\*", rb"\1"),
        ),
    ),
    b"spanish": Language(tuple(_SPANISH.split()), (rb"[\xa0-\xbf]", rb"\+", rb"\*\*", rb"%"), _LATIN),
    b"japanese": Language((), (rb"\+",), first=((rb"[\x80-\xff]{2}", _japanese_sign),)),
    b"english": Language(tuple(_ENGLISH.split()), (rb"&", rb"\+", rb"\*", rb"@"), hesitations_in_brackets=True),
    b"arabic": Language((), (rb"&", _OUTER_PLUS, rb"\*\*"), bytes(range(256)), _ARABIC),
    b"german": Language(tuple(_GERMAN.split()), (rb"&", rb"\+", rb"\*\*", rb"%"), _LATIN),
}


class Cleaner:
    """Texts as the reference prints them, with words between single blanks and one at both ends."""

    def __init__(self, language: Language, values: Mapping[str, bytes]) -> None:
        self._language = language
        self._given = values
        self._optional = "d" in values
        self._translated = dict(self._pairs("t"))
        self._equal: dict[bytes, bytes] = {}
        for first, other in self._pairs("q"):
            choice = b"{ " + first + b" / " + other + b" }"
            self._equal[first] = self._equal[other] = choice
        words = b"(?:" + b"|".join(language.hesitations) + b")"
        pattern = rb"(?<=\s)" + words + rb"(?=\s)"
        if language.hesitations_in_brackets:
            pattern = rb"(?:(?<=\s)|\()%*" + words + rb"(?:(?=\s)|\))"
        self._hesitations = re.compile(pattern) if language.hesitations else None
        self.contractions: list[bytes] = []

    def _pairs(self, option: str) -> list[tuple[bytes, bytes]]:
        """The words of `-t` or `-q` in upper case, as those of the text are."""
        value = self._given.get(option, b"").upper().translate(self._language.upper)
        pairs = [pair.partition(b"=") for pair in value.split(b":") if pair]
        return [(first, other) for first, _, other in pairs]

    def cleaned(self, text: bytes) -> bytes:
        """The text of a segment."""
        text = self._contractions(text)
        text = re.sub(rb"\)\)(?!\))", rb" )) ", text.replace(b"((", b" (( "))
        text = re.sub(rb"<foreign[^>]*>(.*?)</foreign>", rb" (( \1 )) " if self._optional else rb"\1", text)
        text = b" " + text.lstrip().translate(self._language.upper) + b" "
        text = re.sub(rb"\{[^}]*\}", b"", text)
        text = self._replaced_first(text)
        lead = text[:1] if text[:1] == b" " else b""
        text = re.sub(rb"--|[.,?!;\"#]|\[[^\]]*\]|//|</?ASIDE>", b"", text)
        if "m" in self._given:
            for mark in (rb"\^(\S)", rb"\*(\S)", rb"@(\S)"):
                text = re.sub(mark, rb"\1", text)
            text = re.sub(rb"<AS/>[^<>]+</AS>", b"", text)
            text = re.sub(rb"~([^\s']+)", _spelt, text)
        text = re.sub(rb"~([A-Za-z-])", rb"\1.", text).replace(b"^", b"")
        text = self._bracketed(re.sub(rb"\(\(\s*\)\)", b"", text))
        for mark in self._language.marks:
            text = re.sub(mark, b"", text)
        text = self._hesitated(text)
        words = [part for word in text.split() for part in self._word(word)]
        if {"q", "t", "a"} & self._given.keys():
            return b" " + b" ".join(self._replaced(word) for word in words) if words else b""
        return lead + b"".join(word + b" " for word in words)

    def _replaced_first(self, text: bytes) -> bytes:
        if self._language.first:
            # Hesitations take the blank before them; the text's own first blank is single, and may be lost so.
            text = text.replace(b" ", b"  ")[1:]
        for pattern, new in self._language.first:
            optional = self._optional and new is _HESITATION
            text = re.sub(pattern, b" (" + _HESITATION + b") " if optional else new, text)
        return text

    def _hesitated(self, text: bytes) -> bytes:
        mark = b" (%HESITATION) " if self._optional else b" %HESITATION "
        return self._hesitations.sub(mark, text) if self._hesitations else text

    def _contractions(self, text: bytes) -> bytes:
        """The text with contractions that are marked expanded; those without marks are noted."""

        def expanded(match: re.Match[bytes]) -> bytes:
            parts = re.findall(rb"\[[^\]=]*=>([^\]]*)\]", match[1])
            return match[2] if "c" in self._given else b" ".join(parts)

        text = re.sub(rb"<contraction\s+e_form=\"([^\"]*)\">\s*([^\s<>()]+)", expanded, text)
        if "c" not in self._given:
            self.contractions += [
                word for word in re.findall(rb"[^\s<>()]*[a-zA-Z]'[a-zA-Z]+", text) if word[-2:].lower() != b"'s"
            ]
        return text

    def _bracketed(self, text: bytes) -> bytes:
        """The text without marks of doubtful and foreign words; with `-d` each of these words in brackets."""

        def optional(match: re.Match[bytes]) -> bytes:
            words = match[1].split()
            return b" " + b" ".join(word if word[:1] == b"(" else b"(" + word + b")" for word in words) + b" "

        if self._optional:
            text = re.sub(rb"\(\(\s+\(\(", b"((", re.sub(rb"\)\)\s+\)\)", b"))", text))
            text = re.sub(rb"\(\(\s((?:[^()]|\(%[^()\s]*\))*?)\s\)\)", optional, text)
            text = re.sub(rb"<\w+\s+([^<>]*)>", optional, text)
            text = re.sub(rb"\s+\)\)", b"))", re.sub(rb"\(\(\s+", b"((", text))
        else:
            text = text.replace(b"((", b"").replace(b"))", b"")
            text = re.sub(rb"<\w+\s+([^<>]*)>", rb" \1 ", text)
        return re.sub(rb"<[^<>]*>", b"", text)

    def _word(self, word: bytes) -> list[bytes]:
        """A word, with the fragment at its end or begin marked."""
        if word[:1] == b"=" and len(word) > 1:
            word = b"-" + word[1:]
        if word[-1:] == b"=" and len(word) > 1:
            word = word[:-1] + b"-"
        if not self._optional or word[:1] == b"(":
            return [word]
        if word[:1] == b"-":
            return [b"(" + word + b")"]
        if word[-1:] == b"-":
            whole, _, part = word[:-1].rpartition(b"-")
            return [*([whole] if whole else []), b"(" + part + b"-)"]
        return [word]

    def _replaced(self, word: bytes) -> bytes:
        """A word after `-t`, `-q` and `-a`."""
        word = self._translated.get(word, word)
        word = self._equal.get(word, word)
        inner = word[1:-1] if word[:1] == b"(" else word
        if "a" not in self._given or not re.search(rb"[^-_][-_]+[^-_]", inner) or b"{" in word:
            return word
        if inner[:1] == b"-":
            return word
        return b"{ %b / %b / %b }" % (
            re.sub(rb"[-_]", b" ", word),
            re.sub(rb"[-_]", b"", word),
            word.replace(b"_", b"-"),
        )


def _spelt(match: re.Match[bytes]) -> bytes:
    return b" ".join(bytes((letter,)) for letter in match[1])
