"""The rates of evaluate's modules, by jiwer's rules: of release 4 for words, of release 3 for characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..jiwer.process import CharacterOutput, WordOutput, process_characters, process_words
from ..jiwer.transforms import Compose, ReduceToListOfListOfChars, ReduceToSingleSentence, RemoveMultipleSpaces, Strip

_CLEAN = [RemoveMultipleSpaces(), Strip()]
_EACH = Compose([*_CLEAN, ReduceToListOfListOfChars()])
_JOINED = Compose([*_CLEAN, ReduceToSingleSentence(""), ReduceToListOfListOfChars()])


def wer(predictions: Sequence[str], references: Sequence[str], concatenate_texts: bool = False) -> float:
    """The word error rate of all texts; without words of a reference a ZeroDivisionError, unless texts are joined.

    >>> wer(["a b", "c"], ["a b", "d"])
    0.3333333333333333
    """
    _check_texts(predictions, references)
    output = process_words([*references], [*predictions])
    return output.wer if concatenate_texts else _rate(output)


def cer(predictions: Sequence[str], references: Sequence[str], concatenate_texts: bool = False) -> float:
    """The character error rate of all texts, of which runs of blanks are one; empty references are refused.

    >>> cer(["were     wolf"], ["were wolf"])
    0.0
    """
    _check_texts(predictions, references)
    if not all(references):
        raise ValueError("one or more references are empty strings")
    transform = _JOINED if concatenate_texts else _EACH
    output = process_characters([*references], [*predictions], transform, transform)
    return output.cer if concatenate_texts else _rate(output)


def _rate(output: WordOutput | CharacterOutput) -> float:
    errors = output.substitutions + output.deletions + output.insertions
    return errors / (output.substitutions + output.deletions + output.hits)


def _check_texts(predictions: Sequence[str], references: Sequence[str]) -> None:
    for texts in (references, predictions):
        if None in texts:
            raise ValueError("input None was expected to be a string or list of strings")


RATES: dict[str, Callable[..., float]] = {"wer": wer, "cer": cer}
