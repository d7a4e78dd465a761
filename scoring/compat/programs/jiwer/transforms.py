"""The transforms of jiwer, which take a text or a list of texts.

A transform of a list does what its `process_string` does to each text; where that is one of ours and not overridden, a
whole list goes through the functions of `str` and `re` without a Python call for each text.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from operator import methodcaller
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
]

# What each pattern becomes, one after the other.
_CONTRACTIONS = {
    "won't": "will not",
    "can't": "can not",
    "let's": "let us",
    "n't": " not",
    "'re": " are",
    "'s": " is",
    "'d": " would",
    "'ll": " will",
    "'t": " not",
    "'ve": " have",
    "'m": " am",
}
_BLANKS = r"\s\s+"
_NON_WORDS = r"[<\[][^>\]]*[>\]]"


class AbstractTransform:
    """A change of texts; classes of users override `process_string`, or `process_list`."""

    def __call__(self, sentences: Any) -> Any:
        """The text, or the texts of a list, after the change."""
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        raise ValueError(f"input {sentences} was expected to be a string or list of strings")

    def process_string(self, s: str) -> Any:
        """The text after the change."""
        raise NotImplementedError

    def process_list(self, inp: list[str]) -> Any:
        """The texts after the change."""
        return [self.process_string(s) for s in inp]


class Compose:
    """Several changes, one after the other."""

    def __init__(self, transforms: list[Any]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:
        """The text or texts after all changes."""
        for transform in self.transforms:
            text = transform(text)
        return text


class BaseRemoveTransform(AbstractTransform):
    """Tokens that are replaced wherever they stand in a text."""

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        """The text without the tokens."""
        for token in self.tokens_to_remove:
            s = s.replace(token, self.replace_token)
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts without the tokens; those that are nowhere cost nothing."""
        if type(self).process_string is not BaseRemoveTransform.process_string or not are_texts(inp):
            return [self.process_string(s) for s in inp]
        texts, joined = list(inp), "".join(inp)
        for token in self.tokens_to_remove:
            if token in joined:
                texts = list(map(methodcaller("replace", token, self.replace_token), texts))
                joined = "".join(texts)  # what is left may make a token
        return texts


class ReduceToListOfListOfWords(AbstractTransform):
    """The words between delimiters, as a list for each text."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> list[list[str]]:
        """A list with the words of the text."""
        return [[word for word in s.split(self.word_delimiter) if word]]

    def process_list(self, inp: list[str]) -> list[list[str]]:
        """The words of each text; no text is one without words."""
        return [self.process_string(sentence)[0] for sentence in inp] or [[]]


class ReduceToListOfListOfChars(AbstractTransform):
    """The characters of each text as a list."""

    def process_string(self, s: str) -> list[list[str]]:
        """A list with the characters of the text."""
        return [list(s)]

    def process_list(self, inp: list[str]) -> list[list[str]]:
        """The characters of each text; no text is one without characters."""
        return [self.process_string(sentence)[0] for sentence in inp] or [[]]


class ReduceToSingleSentence(AbstractTransform):
    """All texts of a list as one."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        """The text itself."""
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        """A list with the one text; an empty list where all texts are empty."""
        filled = [text for text in inp if len(text)]
        return [f"{self.word_delimiter}".join(filled)] if filled else []


class SubstituteRegexes(AbstractTransform):
    """Regular expressions and what they become, one after the other."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """The text after all substitutions."""
        for pattern, text in self.substitutions.items():
            s = re.sub(pattern, text, s)
        return s


class SubstituteWords(AbstractTransform):
    """Words and what they become, one after the other."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        """The text after all substitutions."""
        for word, text in self.substitutions.items():
            s = re.sub(rf"\b{re.escape(word)}\b", text, s)
        return s


class RemoveSpecificWords(SubstituteWords):
    """Words that become a blank."""

    def __init__(self, words_to_remove: list[str]) -> None:
        super().__init__(dict.fromkeys(words_to_remove, " "))


class RemoveWhiteSpace(BaseRemoveTransform):
    """Blanks of ASCII, which go or become a space."""

    def __init__(self, replace_by_space: bool = False) -> None:
        super().__init__(list(string.whitespace), replace_token=" " if replace_by_space else "")


@lru_cache(1)
def _punctuation() -> set[str]:
    return {letter for letter in map(chr, range(sys.maxunicode + 1)) if category(letter).startswith("P")}


class RemovePunctuation(BaseRemoveTransform):
    """Punctuation of Unicode, which goes; symbols such as $ and + stay."""

    def __init__(self) -> None:
        super().__init__(_punctuation())

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts without punctuation."""
        if self.tokens_to_remove is not _punctuation() or not are_texts(inp):
            return super().process_list(inp)
        present = {*"".join(inp)} & _punctuation()
        return list(map(methodcaller("translate", dict.fromkeys(map(ord, present))), inp)) if present else list(inp)


class RemoveMultipleSpaces(AbstractTransform):
    """Runs of blanks, which become one space."""

    def process_string(self, s: str) -> str:
        """The text with single spaces."""
        return re.sub(_BLANKS, " ", s)

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts with single spaces."""
        return _mapped(self, RemoveMultipleSpaces, lambda: partial(re.compile(_BLANKS).sub, " "), inp)


class Strip(AbstractTransform):
    """Blanks at both ends, which go."""

    def process_string(self, s: str) -> str:
        """The text without blanks around it."""
        return s.strip()

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts without blanks around them."""
        return _mapped(self, Strip, lambda: str.strip, inp)


class RemoveEmptyStrings(AbstractTransform):
    """Texts without words, which go from a list."""

    def process_string(self, s: str) -> str:
        """The text without blanks around it."""
        return s.strip()

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts that are more than blanks."""
        return [s for s in inp if self.process_string(s) != ""]


class ExpandCommonEnglishContractions(AbstractTransform):
    """Contractions of English, as two words."""

    def process_string(self, s: str) -> str:
        """The text with whole words."""
        for contraction, words in _CONTRACTIONS.items():
            s = re.sub(contraction, words, s)
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts with whole words; those without an apostrophe have none to expand."""
        if type(self).process_string is not ExpandCommonEnglishContractions.process_string or not are_texts(inp):
            return [self.process_string(s) for s in inp]
        return [self.process_string(s) if "'" in s else s for s in inp]


class ToLowerCase(AbstractTransform):
    """Letters in lower case."""

    def process_string(self, s: str) -> str:
        """The text in lower case."""
        return s.lower()

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts in lower case."""
        return _mapped(self, ToLowerCase, lambda: str.lower, inp)


class ToUpperCase(AbstractTransform):
    """Letters in upper case."""

    def process_string(self, s: str) -> str:
        """The text in upper case."""
        return s.upper()

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts in upper case."""
        return _mapped(self, ToUpperCase, lambda: str.upper, inp)


class RemoveKaldiNonWords(AbstractTransform):
    """Text in angle or square brackets, which goes."""

    def process_string(self, s: str) -> str:
        """The text without brackets."""
        return re.sub(_NON_WORDS, "", s)

    def process_list(self, inp: list[str]) -> list[str]:
        """The texts without brackets."""
        return _mapped(self, RemoveKaldiNonWords, lambda: partial(re.compile(_NON_WORDS).sub, ""), inp)


def are_texts(values: list[Any]) -> bool:
    """Whether all values are texts and nothing else.

    >>> are_texts(["a", "b"]), are_texts(["a", None])
    (True, False)
    """
    return {*map(type, values)} <= {str}


def _mapped(
    transform: AbstractTransform,
    home: type[AbstractTransform],
    change: Callable[[], Callable[[str], str]],
    texts: list[str],
) -> list[str]:
    """The texts after a change, which stands for a `process_string` of ours that no class of users overrides."""
    if type(transform).process_string is not home.process_string or not are_texts(texts):
        return [transform.process_string(text) for text in texts]
    return list(map(change(), texts))
