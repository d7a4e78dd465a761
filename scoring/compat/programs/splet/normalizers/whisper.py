"""splet.normalizers.whisper: Whisper's normalisers, which are `whisper-en` and `whisper-basic` of scorelite."""

from __future__ import annotations

from collections.abc import Callable

from ......formats.errors import UsageError, among
from .....normalise.chain import Chain
from .....normalise.whisper import whisper_basic, whisper_english

__all__ = ["BasicTextNormalizer", "EnglishTextNormalizer", "whisper_setup"]

_LANGUAGES = ("en", "english", "whisper_en", "basic", "whisper_basic")


class EnglishTextNormalizer:
    """Whisper's normaliser for English.

    >>> EnglishTextNormalizer()("Mr. O'Brien paid $1,250.50")
    'mister 0 brien paid $1250.50'
    """

    def __init__(self) -> None:
        self._chain = Chain(whisper_english())

    def __call__(self, s: str) -> str:
        """The normalised text."""
        return self._chain.apply([s])[0][0]


class BasicTextNormalizer:
    """Whisper's normaliser for any language."""

    def __init__(self, remove_diacritics: bool = False, split_letters: bool = False) -> None:
        if split_letters:
            raise UsageError("split_letters is not offered here; expected the tokenizer 'char'")
        self._chain = Chain(whisper_basic(diacritics=not remove_diacritics))

    def __call__(self, s: str) -> str:
        """The normalised text."""
        return self._chain.apply([s])[0][0]


def whisper_setup(language: str = "en", **settings: bool) -> Callable[[str], str]:
    """Whisper's normaliser for English, or the basic one, whose settings are those of `BasicTextNormalizer`."""
    if language not in _LANGUAGES:
        raise UsageError(f"unknown whisper normalizer {language!r}{among(language, _LANGUAGES)}")
    if language.endswith("basic"):
        return BasicTextNormalizer(**settings)
    if settings:
        raise UsageError(f"whisper's normalizer for English takes no options, not {sorted(settings)}")
    return EnglishTextNormalizer()
