"""splet.normalizers.basic: steps for texts in any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from ......formats.errors import UsageError, among
from ......formats.source import Source

__all__ = [
    "lowercase_setup",
    "remove_punctuation_setup",
    "remove_tokens_setup",
    "unicode_setup",
    "uppercase_setup",
    "whitespace_setup",
]

_REMOVED = ("<unk>", "<noise>", "<sos>", "<eos>", "<blank>")
_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
_MATCHES = ("token", "substring")


def lowercase_setup() -> Callable[[str], str]:
    """Lower case."""
    return str.lower


def uppercase_setup() -> Callable[[str], str]:
    """Upper case."""
    return str.upper


def remove_punctuation_setup(keep: str = "", replace_with: str = "") -> Callable[[str], str]:
    """Replaces punctuation and symbols (categories P and S of Unicode), but for those to keep."""

    def rewrite(text: str) -> str:
        return "".join(
            replace_with if unicodedata.category(letter)[0] in "PS" and letter not in keep else letter
            for letter in text
        )

    return rewrite


def whitespace_setup() -> Callable[[str], str]:
    """One blank between words, none at the ends."""
    return lambda text: re.sub(r"\s+", " ", text).strip()


def remove_tokens_setup(
    tokens: Iterable[str] | None = None, tokens_file: str | None = None, match: str = "token"
) -> Callable[[str], str]:
    """Removes symbols such as `<noise>`, also those of a file of ESPnet (`nlsyms.txt`, one in each line).

    `token` removes whole words, as for words in ESPnet; `substring` removes symbols anywhere and leaves the blanks
    around them, as for characters.

    >>> [remove_tokens_setup(["<noise>"], match=match)("a <noise> b") for match in ("token", "substring")]
    ['a b', 'a  b']
    """
    if match not in _MATCHES:
        raise UsageError(f"unknown match {match!r}{among(match, _MATCHES)}")
    symbols = {*(tokens or ())}
    if tokens_file is not None:
        symbols.update(line.rstrip() for line in Source(tokens_file).lines())
    symbols = symbols - {""} or {*_REMOVED}
    if match == "token":
        return lambda text: " ".join(word for word in text.split() if word not in symbols)
    # The longer of two symbols that begin alike.
    longest_first = sorted(symbols, key=lambda symbol: (-len(symbol), symbol))
    pattern = re.compile("|".join(map(re.escape, longest_first)))
    return lambda text: pattern.sub("", text)


def unicode_setup(form: str = "NFKC") -> Callable[[str], str]:
    """A normal form of Unicode."""
    if form not in _FORMS:
        raise UsageError(f"unknown Unicode normal form {form!r}{among(form, _FORMS)}")
    return lambda text: unicodedata.normalize(form, text)  # type: ignore[arg-type]
