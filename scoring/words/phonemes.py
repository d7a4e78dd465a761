"""Phoneme error rate: what was recognised beside the pronunciations of a lexicon, each of which is right.

The pronunciations of a word are branches of an alternation, and the aligner takes the branches that cost least: a
listed pronunciation scores no error, whatever stands where in the lexicon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from formats.errors import LimitError, MismatchError, Problems, UsageError, Where
from formats.source import Source, Target
from scoring import _core as core
from scoring.counts import Counts
from scoring.policy import KALDI_ALIGN, Policy, policy_of
from scoring.words.alignment import Alignment, Pair

Pronunciations = Sequence[Sequence[str]]
# The aligner cuts an alternation off where it is written with more characters than this.
_LONGEST = 9000
_VARIANT = re.compile(r"\((\d+)\)$")
_STRESS = re.compile(r"^([A-Z]+)[0-2]$")
_BLANKS = " \t\n\v\f\r"


@dataclass(frozen=True, slots=True)
class PhonemeScore:
    """The counts of one sequence of words, and its phonemes aligned with the pronunciations that were chosen."""

    counts: Counts
    alignment: Alignment

    @property
    def per(self) -> float | None:
        """Errors per phoneme of the pronunciations that were chosen."""
        return self.counts.wer


@dataclass(frozen=True, slots=True)
class PhonemeResult:
    """The score of a batch; `per` comes from the sums.

    >>> result = score_phonemes([["test"]], [["t", "ɛ", "s"]], {"test": [["t", "ɛ", "s", "t"], ["t", "ɛ", "s"]]})
    >>> result.per, result.counts.reference
    (0.0, 3)
    """

    utterances: tuple[PhonemeScore, ...]

    @property
    def counts(self) -> Counts:
        """The sums."""
        return sum((one.counts for one in self.utterances), Counts())

    @property
    def per(self) -> float | None:
        """Phoneme error rate; None if there is no phoneme."""
        return self.counts.wer


def score_phonemes(
    sequences: Iterable[Sequence[str]],
    predictions: Iterable[Sequence[str]],
    lexicon: Mapping[str, Pronunciations],
    *,
    policy: Policy | str = KALDI_ALIGN,
) -> PhonemeResult:
    """Scores recognised phonemes against sequences of words.

    A word that the lexicon does not have is an error that names it.
    """
    words = [list(sequence) for sequence in sequences]
    found = [list(prediction) for prediction in predictions]
    if len(words) != len(found):
        raise MismatchError(f"{len(words)} sequences of words, but {len(found)} predictions; give one for each")
    names = _Names()
    refs = _networks(words, lexicon, names)
    hyps = [[names.of(phoneme) for phoneme in prediction] for prediction in found]
    chosen = policy_of(policy)
    rules = core.Rules(core.Charset("ascii", {}, {}), sensitive=True, costs=chosen.whole_costs, ties=chosen.ties)
    batch = core.align(rules, core.texts(refs), core.texts(hyps))
    return PhonemeResult(tuple(_scored(batch, place, names) for place in range(len(refs))))


class _Names:
    """Names for phonemes in which nothing can be taken for a mark of the aligner."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._phonemes: list[str] = []

    def of(self, phoneme: str) -> str:
        """The name of a phoneme."""
        name = self._names.get(phoneme)
        if name is None:
            name = self._names[phoneme] = f"p{len(self._phonemes)}"
            self._phonemes.append(phoneme)
        return name

    def phoneme(self, name: bytes) -> str:
        """The phoneme of a name."""
        return self._phonemes[int(name[1:])]


def _networks(sequences: list[list[str]], lexicon: Mapping[str, Pronunciations], names: _Names) -> list[str]:
    """The words as alternations, in the grammar of the aligner."""
    unknown = [word for words in sequences for word in words if word not in lexicon]
    if unknown:
        listed = ", ".join(dict.fromkeys(unknown))
        raise UsageError(f"{len(unknown)} words are not in the lexicon: {listed}")
    known: dict[str, str] = {}
    for words in sequences:
        for word in words:
            if word not in known:
                known[word] = _alternation(word, lexicon[word], names)
    return [" ".join(known[word] for word in words) for words in sequences]


def _alternation(word: str, pronunciations: Pronunciations, names: _Names) -> str:
    branches = list(dict.fromkeys(" ".join(map(names.of, one)) or "@" for one in pronunciations))
    if not branches:
        raise UsageError(f"the lexicon has no pronunciation for {word!r}")
    text = "{ " + " / ".join(branches) + " }"
    if len(text) > _LONGEST:
        raise LimitError(f"the pronunciations of {word!r} are too many or too long to be aligned")
    return text


def _scored(batch: core.Batch, place: int, names: _Names) -> PhonemeScore:
    pairs = tuple(
        Pair(
            operation,  # type: ignore[arg-type]
            None if ref is None else names.phoneme(ref[0]),
            None if hyp is None else names.phoneme(hyp[0]),
        )
        for operation, ref, hyp in batch.slots(place)
    )
    alignment = Alignment(pairs)
    return PhonemeScore(alignment.counts, alignment)


LexiconFormat = Literal["cmudict", "kaldi", "kaldi_probabilities"]


def read_lexicon(path: Target, *, format: LexiconFormat, stress: bool = True) -> dict[str, list[list[str]]]:
    """Reads a lexicon: every word with its pronunciations, in the order of the file.

    `cmudict` has lines `WORD  P1 P2`, variants as `WORD(2)`, and comments after `;;;` or ` # `; without `stress` the
    digits of vowels are dropped. `kaldi` has lines `word p1 p2` (lexicon.txt), `kaldi_probabilities` a number behind
    the word (lexiconp.txt).

    >>> read_lexicon(b"READ  R EH1 D\\nREAD(1)  R IY1 D\\n", format="cmudict", stress=False)
    {'READ': [['R', 'EH', 'D'], ['R', 'IY', 'D']]}
    """
    if format not in ("cmudict", "kaldi", "kaldi_probabilities"):
        raise UsageError(f"lexicon format {format!r} is unknown; expected cmudict, kaldi or kaldi_probabilities")
    source = Source(path)
    lexicon: dict[str, list[list[str]]] = {}
    problems = Problems()
    for number, line in enumerate(source.lines(), 1):
        fields = [field for field in re.split(f"[{_BLANKS}]+", _uncommented(line, format)) if field]
        if not fields:
            continue
        word, *phonemes = fields
        if format == "cmudict":
            word = _VARIANT.sub("", word) or word
            if not stress:
                phonemes = [_STRESS.sub(r"\1", phoneme) for phoneme in phonemes]
        elif format == "kaldi_probabilities" and (not phonemes or not _is_probability(phonemes.pop(0))):
            problems.add(
                Where(source.name, number), "no probability behind the word", "word probability phonemes", line
            )
            continue
        if not phonemes:
            problems.add(Where(source.name, number), "a word without phonemes", "word phonemes", line)
            continue
        lexicon.setdefault(word, []).append(phonemes)
    problems.check()
    return lexicon


def _uncommented(line: str, format: str) -> str:
    if format != "cmudict":
        return line
    return "" if line.startswith((";;;", "##")) else line.partition(" #")[0]


def _is_probability(text: str) -> bool:
    try:
        return 0 < float(text) < inf
    except ValueError:
        return False
