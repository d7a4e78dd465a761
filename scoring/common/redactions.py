"""The marks of redactions in references: labels of what was removed, such as [NAME], masks, and [inaudible]."""

from __future__ import annotations

import re

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
BLEEPED = re.compile(r"\[\s*__\s*\]")
"""What YouTube writes for a word that it hides."""
_MASK = r"(?<![^\s\"'(])(?:\*{2,}|#{2,}|\u2588+|[xX]{4,})(?!\w)"
# A look at the first sign makes the search four times as fast.
_MARK = (
    rf"(?=[<\[(*#\u2588xX])(?:<\*>|\[\s*{_LABEL}\s*\]|{BLEEPED.pattern}"
    rf"|<{_LABEL}>|\({_SPEECH}\)|\(\({_SPEECH}\)\)|{_MASK})"
)
# Signs around a mark are part of it, and so is 's; a semicolon before letters begins a tag.
WITH_SIGNS = re.compile(rf"[\"'\u201c]*{_MARK}(?:['\u2019]s\b)?(?:[.,:!?\"\u2019'\u201d\u2026]|;(?!\S))*")
"""A redaction with the signs around it."""

redaction = re.compile(_MARK).search
"""The first redaction of a text."""

redactions = re.compile(_MARK).findall
"""All redactions of a text."""

STAND_IN = "redactedspeech"
"""What stands for a redaction until equivalents are read: a word of plain letters, which normalisers keep."""
