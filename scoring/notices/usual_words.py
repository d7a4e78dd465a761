"""The language of texts, told by the words that it has most often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

# Words of a language that others have not, or hardly.
USUAL = {
    language: frozenset(words.split())
    for language, words in {
        "English": "the and to that it you for they this with are have is of was he we what be my",
        "German": "der die und das ist nicht ein eine ich sie mit zu den es auf wir auch von für dem sich",
        "French": "le la les de et des est que un une pas je dans pour il vous qui du nous sur",
        "Spanish": "de la que el en los las un una por con se para del como más pero lo",
        "Italian": "di che la il un una non per è sono con del della si le mi questo ma",
        "Portuguese": "de que não um uma os para com do da em se na por mais eu isso como",
        "Dutch": "de het een en van ik is dat niet op te zijn je met voor er maar ook",
    }.items()
}
# So many words at least, of which this part are usual words.
_FEWEST, _LEAST = 12, 0.15


def counted_words(texts: Iterable[str]) -> Counter[str]:
    """The words of texts in lower case, without punctuation at their ends."""
    return Counter(word.strip(".,?!;:\"'").casefold() for text in texts for word in text.split())


def number_of_usual(words: Counter[str], language: str) -> int:
    """How many of the words are usual in a language."""
    return sum(words[word] for word in USUAL[language])


def language_of(words: Counter[str]) -> str:
    """The language of some words; empty where they are few, or no language has enough of them.

    >>> language_of(counted_words(["Ich weiß es nicht, und die Frau ist auch nicht da."] * 2))
    'German'
    """
    number, language = max((number_of_usual(words, language), language) for language in USUAL)
    return language if words.total() >= _FEWEST and number >= _LEAST * words.total() else ""


def examples_of(words: Counter[str], language: str) -> str:
    """The most frequent usual words of a language among some words, in quotes."""
    usual = sorted(USUAL[language] & words.keys(), key=lambda word: (-words[word], word))[:3]
    return ", ".join(map(repr, usual))
