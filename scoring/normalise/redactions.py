"""Redactions: marks in a reference for speech that was removed or not understood, such as [NAME], **** or [inaudible].

A normaliser would take the marks away before anything is aligned. Meanwhile a word of plain letters, which normalisers
keep, stands for each of them; it becomes `<*>` when equivalents are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...formats.schema.spans import SpanTexts
from .equivalents import STAND_IN, WILD

if TYPE_CHECKING:
    from typing import TypeAlias

    Text: TypeAlias = "str | bytes | Sequence[str] | Sequence[bytes]"

_NOT_UNDERSTOOD = (
    "inaudible unintelligible indistinct unclear indecipherable untranscribable crosstalk redacted masked censored "
    "anonymized anonymised deidentified bleep bleeped"
)
_FEW = "name person phone pii pci"
"""What is in small letters, too, where others are a remark: [name], but not [the street]."""
# As Amazon, AssemblyAI, Deepgram, Google and Presidio name what they remove: [NAME_1], [CREDIT_DEBIT_NUMBER], <PERSON>.
_REMOVED = (
    f"{_FEW} phi email mail address street city state zip zipcode postcode county country location "
    "loc gpe org organization organisation company employer school hospital telephone mobile fax ssn per nrp social "
    "security number numbers digits sequence account bank banking routing information credit debit card cvv cvc expiry "
    "expiration pin iban passport driver drivers license licence plate vehicle ip url username password date dob birth "
    "age id identifier profession occupation nationality gender medical record condition healthcare insurance policy "
    "money amount first last middle full family foreign language us uk"
)
_LATER = "of or and given time interval code type sexuality word words"


def _any_of(*words: str) -> str:
    """An expression for these words, the longest first."""
    return "|".join(sorted(" ".join(words).split(), key=len, reverse=True))


_NUMBER = "[0-9]+(?:[:.][0-9]+)*"
_FIRST = rf"(?:{_any_of(_REMOVED).upper()}|(?i:{_any_of(_NOT_UNDERSTOOD, _FEW)}))"
_LABEL = rf"{_FIRST}(?:[\s_/,-]+(?:(?i:{_any_of(_NOT_UNDERSTOOD, _REMOVED, _LATER)})|{_NUMBER}))*"
# In parentheses a word is optional in sclite's grammar: only what nobody says is a mark there.
_SPEECH = rf"(?i:inaudible|unintelligible|indistinct|redacted)(?:[\s,]+{_NUMBER})?"
_MASK = r"(?<![^\s\"'(])(?:\*{2,}|#{2,}|\u2588+|[xX]{4,})(?!\w)"
_MARK = rf"(?:<\*>|\[\s*{_LABEL}\s*\]|<{_LABEL}>|\({_SPEECH}\)|\(\({_SPEECH}\)\)|{_MASK})"
# Signs around a mark are part of it, and so is 's; a semicolon before letters begins a tag.
_WITH_SIGNS = re.compile(rf"[\"'\u201c]*{_MARK}(?:['\u2019]s\b)?(?:[.,:!?\"\u2019'\u201d\u2026]|;(?!\S))*")
_STOOD_FOR = re.compile(rf"[^\s{{}}]*{STAND_IN}[^\s{{}}]*", re.IGNORECASE)

redaction = re.compile(_MARK).search
"""The first redaction of a text."""


def with_stand_in(texts: Sequence[Text]) -> Sequence[Text]:
    """Texts with a word that normalisers keep for each redaction; words with times are looked at one by one.

    >>> with_stand_in(["call [NAME], at ****.", ["so", "[PHONE]"], "[laughter]"])
    ['call redactedspeech at redactedspeech', ['so', 'redactedspeech'], '[laughter]']
    """
    return _replaced(texts, _WITH_SIGNS, STAND_IN)


def with_any_words(texts: Sequence[Text]) -> Sequence[Text]:
    """Texts with `<*>`, which matches any words, for what stands for redactions.

    >>> with_any_words(["call redactedspeech at { redactedspeech / @ }"])
    ['call <*> at { <*> / @ }']
    """
    return _replaced(texts, _STOOD_FOR, WILD)


def _replaced(texts: Sequence[Text], pattern: re.Pattern[str], new: str) -> Sequence[Text]:
    """Texts with a word for each match of a pattern."""
    if (words := getattr(texts, "words", None)) is not None:
        # Imported only now: most texts have no times.
        from ...formats.values import replace

        return replace(texts, words=_words(words, pattern, new))  # type: ignore[type-var]
    changed = {place: made for place, text in enumerate(texts) if (made := _of_text(text, pattern, new)) != text}
    if not changed:
        return texts
    if isinstance(texts, SpanTexts):
        return texts.replaced([*changed], [*changed.values()])  # type: ignore[list-item]  # its texts are of str
    return [changed.get(place, text) for place, text in enumerate(texts)]


def _of_text(text: Text, pattern: re.Pattern[str], new: str) -> Text:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if isinstance(text, str):
        return " ".join(pattern.sub(f" {new} ", text).split()) if pattern.search(text) else text
    return _words(text, pattern, new)


def _words(words: Sequence[str] | Sequence[bytes], pattern: re.Pattern[str], new: str) -> list[str]:
    spelled = [word.decode("utf-8", "surrogateescape") if isinstance(word, bytes) else word for word in words]
    return [new if pattern.search(word) else word for word in spelled]
