"""The chains of transforms that jiwer has ready."""

from __future__ import annotations

from .transforms import (
    Compose,
    ExpandCommonEnglishContractions,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemoveWhiteSpace,
    Strip,
    ToLowerCase,
)

__all__ = [
    "cer_contiguous",
    "cer_default",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
]

wer_default = Compose([RemoveMultipleSpaces(), Strip(), ReduceToListOfListOfWords()])
"""Words between single blanks, a list for each text."""

wer_contiguous = Compose([RemoveMultipleSpaces(), Strip(), ReduceToSingleSentence(), ReduceToListOfListOfWords()])
"""As `wer_default`, with all texts as one."""

wer_standardize = Compose(
    [
        ToLowerCase(),
        ExpandCommonEnglishContractions(),
        RemoveKaldiNonWords(),
        RemoveWhiteSpace(replace_by_space=True),
        RemoveMultipleSpaces(),
        Strip(),
        ReduceToListOfListOfWords(),
    ]
)
"""As `wer_default`, in lower case, without contractions and what stands in brackets."""

wer_standardize_contiguous = Compose(
    [*wer_standardize.transforms[:-1], ReduceToSingleSentence(), ReduceToListOfListOfWords()]
)
"""As `wer_standardize`, with all texts as one."""

cer_default = Compose([Strip(), ReduceToListOfListOfChars()])
"""Characters, a list for each text; blanks inside count."""

cer_contiguous = Compose([Strip(), ReduceToSingleSentence(), ReduceToListOfListOfChars()])
"""As `cer_default`, with all texts as one."""
