"""The built-in normalisers, and chains by name or file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial, reduce
from operator import add
from string import ascii_lowercase, digits
from typing import TypeAlias

from formats.errors import UsageError
from scoring.normalise import plain, whisper
from scoring.normalise.chain import Chain, Step
from scoring.normalise.characters import BLANKS, LOWER, PUNCTUATION

Wanted: TypeAlias = "str | os.PathLike[str] | Chain | Sequence[str | os.PathLike[str] | Chain]"
"""A name, a rule file, a chain, or several of these that run one after another."""


@dataclass(frozen=True, slots=True)
class Normaliser:
    """A built-in normaliser."""

    name: str
    version: str
    summary: str
    steps: Callable[[], tuple[Step, ...]]
    languages: tuple[str, ...] = ()
    """Codes of the languages that it is made for; none: all."""
    idempotent: bool = True
    """Whether applying it twice changes nothing more."""

    def chain(self) -> Chain:
        """The chain of its steps under its name and version."""
        return Chain(self.steps(), f"{self.name}@{self.version}")


NORMALISERS: tuple[Normaliser, ...] = (
    Normaliser("basic", "1", "lower case, no punctuation", lambda: (LOWER, PUNCTUATION, BLANKS)),
    Normaliser(
        "basic-marks",
        "1",
        "whisper-basic that keeps vowel signs and other marks",
        partial(whisper.whisper_basic, marks=True),
    ),
    Normaliser(
        "whisper-basic",
        "20250625",
        "Whisper's for any language; breaks words of Indic scripts",
        whisper.whisper_basic,
        idempotent=False,
    ),
    Normaliser(
        "whisper-en",
        "20250625",
        "Whisper's for English: contractions, numbers, spelling",
        whisper.whisper_english,
        ("en",),
        idempotent=False,
    ),
    Normaliser(
        "whisper-normalizer-en",
        "0.1.15",
        "the package whisper-normalizer's for English: whisper-en and four more words, such as kinda",
        partial(whisper.whisper_english, "whisper-normalizer-words"),
        ("en",),
        idempotent=False,
    ),
    Normaliser(
        "leaderboard-en",
        "d1e99b2",
        "the Open ASR Leaderboard's for English",
        whisper.leaderboard_english,
        ("en",),
        idempotent=False,
    ),
    Normaliser(
        "leaderboard-multilingual",
        "d1e99b2",
        "the Open ASR Leaderboard's for other languages, without its words for digits",
        whisper.leaderboard_multilingual,
        idempotent=False,
    ),
    Normaliser("nfc", "1", "Unicode's form NFC: composed letters", partial(plain.unicode_form, "NFC")),
    Normaliser("nfkc", "1", "Unicode's form NFKC: one width, no ligatures", partial(plain.unicode_form, "NFKC")),
    Normaliser("casefold", "1", "Unicode's case folding", plain.case_folding),
    *(
        Normaliser(f"casefold-{code}", "1", f"case folding of {name}", partial(plain.case_folding, code), (code,))
        for code, name in (("tr", "Turkish"), ("az", "Azeri"), ("lt", "Lithuanian"))
    ),
    Normaliser(
        "lower,rm(.?!,)",
        "meeteval-0.4.3",
        "MeetEval's: lower case without .?!,",
        partial(plain.meeteval, removed=".?!,"),
    ),
    Normaliser(
        "lower,rm([^a-z0-9 ])",
        "meeteval-0.4.3",
        "MeetEval's: lower case, only a-z, 0-9 and blanks",
        partial(plain.meeteval, f"{ascii_lowercase}{digits} "),
    ),
    Normaliser("jiwer", "4.0", "jiwer's wer_default: single blanks", plain.jiwer_default),
    Normaliser(
        "jiwer-standardize",
        "4.0",
        "jiwer's wer_standardize: lower case, contractions, no [words] and <words>",
        plain.jiwer_standardize,
        ("en",),
        idempotent=False,
    ),
)


def chain_of(wanted: Wanted) -> Chain:
    """The chain of a name, of a rule file, or of several of them in their order.

    >>> chain_of("basic").label
    'basic@1'
    >>> chain_of(["basic", "basic"]).label
    'basic@1+basic@1'
    """
    if isinstance(wanted, Chain):
        return wanted
    if isinstance(wanted, (str, os.PathLike)):
        return _single(wanted)
    chains = [chain_of(item) for item in wanted]
    if not chains:
        raise UsageError("no normaliser; expected a name, a rule file, or several of them")
    return reduce(add, chains)


def _single(wanted: str | os.PathLike[str]) -> Chain:
    name = os.fspath(wanted)
    for normaliser in NORMALISERS:
        if normaliser.name == name:
            return normaliser.chain()
    if not isinstance(wanted, str) or os.path.isfile(name) or "." in name or os.sep in name:
        from scoring.normalise.rule_files import read_rules

        return read_rules(wanted)
    names = [normaliser.name for normaliser in NORMALISERS]
    near = "".join(f"; did you mean {match!r}?" for match in get_close_matches(name, names, 1)) or ";"
    raise UsageError(f"normaliser {name!r} is unknown{near} Expected a rule file or one of: {', '.join(names)}")
