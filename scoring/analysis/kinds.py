"""Kinds of written words that recognisers write in several ways: the classes `kinds-en`.

The patterns are of texts as they are printed: `$4.50`, `3:30`, `CN7347858`. Punctuation after a word does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NAME = "kinds-en"
"""The name of all of them, in place of a file of marks."""
_BEHIND = r"[.,;:!?)\]\"'’]*"
_BEFORE = r"[(\[\"'‘]*"
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_PATTERNS = {
    "money": rf"[$€£]{_NUMBER}(?:k|m|bn)?|{_NUMBER}[$€£]",
    "percent": rf"{_NUMBER}%",
    "time": r"\d{1,2}:\d{2}(?::\d{2})?(?:[ap]\.?m\.?)?|\d{1,2}[ap]\.?m\.?",
    "date": r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}",
    "phone": r"\+?(?:\d{1,3}[-.])?\(?\d{3}\)?[-.]\d{3}[-.]\d{4}|\d{3}-\d{4}|\+\d{7,15}",
    "mail": r"[^@\s]+@[^@\s]+\.[a-z]{2,}",
    "url": r"(?:https?://|www\.)\S+|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|edu|gov|io)(?:/\S*)?",
    "id": r"(?=[a-z\d-]*\d)(?=[a-z\d-]*[a-z])(?!\d+(?:st|nd|rd|th|s|am|pm|k|m|bn)\b)[a-z\d]+(?:-[a-z\d]+)*",
    "number": rf"{_NUMBER}(?:st|nd|rd|th|s)?",
}
PATTERNS: Mapping[str, str] = MappingProxyType(
    {name: rf"(?i:{_BEFORE}(?:{pattern}){_BEHIND})" for name, pattern in _PATTERNS.items()}
)
"""The pattern of the words of each kind."""
