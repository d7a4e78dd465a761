"""Texts of another language than that of the normaliser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...normalise.catalogue import NORMALISERS
from ...normalise.chain import Chain
from ...notices.notice import Notice

_ENGLISH = frozenset(["the", "and", "to", "that", "it", "you", "for", "they", "this", "with", "are", "have"])
# Words of a language that English has not, or hardly.
_USUAL = {
    "German": "der die und das ist nicht ein eine ich sie mit zu den es auf wir auch von für dem sich",
    "French": "le la les de et des est que un une pas je dans pour il vous qui du nous sur",
    "Spanish": "de la que el en los las un una por con se para del como más pero lo",
    "Italian": "di che la il un una non per è sono con del della si le mi questo ma",
    "Portuguese": "de que não um uma os para com do da em se na por mais eu isso como",
    "Dutch": "de het een en van ik is dat niet op te zijn je met voor er maar ook",
}
_WORDS = {language: frozenset(words.split()) for language, words in _USUAL.items()}
_SAMPLE = 500
# So many words at least, of which such parts are usual words.
_FEWEST, _MOST_ENGLISH, _LEAST = 20, 0.02, 0.15


def of_language(refs: Sequence[str], chain: Chain) -> Iterator[Notice]:
    """A notice if a normaliser of English changes texts of another language.

    >>> from ...normalise.catalogue import chain_of
    >>> texts = ["ich weiß es nicht und die Frau ist auch nicht da"] * 2
    >>> print(*of_language(texts, chain_of("whisper-en")))  # doctest: +ELLIPSIS
    the reference is German, by words such as 'nicht', 'auch', 'die', but whisper-en has rules of English: ...
    """
    of_english = {normaliser.name for normaliser in NORMALISERS if normaliser.languages == ("en",)}
    name = next((part for part in _names(chain) if part in of_english), "")
    if not name:
        return
    words = Counter(word.strip(".,?!;:\"'").casefold() for text in refs[:_SAMPLE] for word in text.split())
    total = words.total()
    if total < _FEWEST or _number(words, _ENGLISH) > _MOST_ENGLISH * total:
        return
    number, language = max((_number(words, usual), language) for language, usual in _WORDS.items())
    if number >= _LEAST * total:
        usual = sorted(_WORDS[language] & words.keys(), key=lambda word: (-words[word], word))[:3]
        yield Notice(
            "language",
            f"the reference is {language}, by words such as {', '.join(map(repr, usual))}, but {name} has rules of "
            "English: normalise='basic' (--normalise basic) fits all languages",
        )


def _names(chain: Chain) -> list[str]:
    return [part.partition("@")[0] for part in chain.label.split("+")]


def _number(words: Counter[str], usual: frozenset[str]) -> int:
    return sum(words[word] for word in usual)
