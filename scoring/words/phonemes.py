"""Phoneme error rate: what was recognised against the pronunciations of a lexicon, each of which is right.

The pronunciations of a word are branches of an alternation, and the aligner takes the branches that cost least: a
listed pronunciation scores no error, whatever stands where in the lexicon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Literal

from ... import core
from ...formats.errors import MismatchError, Problems, UsageError, Where, quantity
from ...formats.source import SideFile, Target
from ...formats.values import dataclass
from ..common.counts import Counts
from ..common.tie_policy import KALDI_ALIGN, Policy, policy_of
from .alignment import Alignment
from .step import Pair

Pronunciations = Sequence[Sequence[str]]
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
        return sum((utterance.counts for utterance in self.utterances), Counts())

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
    heard = [list(prediction) for prediction in predictions]
    if len(words) != len(heard):
        sides = f"{quantity(len(words), 'sequence')} of words, but {quantity(len(heard), 'prediction')}"
        raise MismatchError(f"{sides}; expected one for each")
    pronounced = _known(words, lexicon)
    refs = core.networks([_arcs(sequence, pronounced) for sequence in words])
    chosen = policy_of(policy)
    rules = core.Rules(core.Charset("ascii", {}, {}), sensitive=True, costs=chosen.whole_costs, ties=chosen.ties)
    batch = core.align(rules, refs, core.texts(heard))
    return PhonemeResult(tuple(_scored(batch, place) for place in range(len(batch))))


def _known(sequences: list[list[str]], lexicon: Mapping[str, Pronunciations]) -> dict[str, list[tuple[str, ...]]]:
    """The pronunciations of all words, each once."""
    unknown = [word for words in sequences for word in words if word not in lexicon]
    if unknown:
        listed = ", ".join(dict.fromkeys(unknown))
        raise UsageError(f"{quantity(len(unknown), 'word')} not in the lexicon: {listed}")
    pronounced = {word: list(dict.fromkeys(map(tuple, lexicon[word]))) for words in sequences for word in words}
    for word, pronunciations in pronounced.items():
        if not pronunciations:
            raise UsageError(f"the lexicon has no pronunciation for {word!r}")
    return pronounced


def _arcs(words: list[str], pronounced: Mapping[str, list[tuple[str, ...]]]) -> list[tuple[int, int, str | None]]:
    """A network of phonemes: between two words as many ways as there are pronunciations; an empty one says nothing."""
    arcs: list[tuple[int, int, str | None]] = []
    start, nodes = 0, 0
    for word in words:
        end = None
        for pronunciation in pronounced[word]:
            node = start
            for place, phoneme in enumerate(pronunciation or (None,), 1):
                if end is not None and place >= len(pronunciation):
                    target = end
                else:
                    target = nodes = nodes + 1
                arcs.append((node, target, phoneme))
                node = target
            end = node
        start = end or 0
    return arcs


def _scored(batch: core.Batch, place: int) -> PhonemeScore:
    pairs = tuple(
        Pair(operation, _phoneme(ref), _phoneme(hyp))  # type: ignore[arg-type]
        for operation, ref, hyp in batch.slots(place)
    )
    alignment = Alignment(pairs)
    return PhonemeScore(alignment.counts, alignment)


def _phoneme(word: core.Word | None) -> str | None:
    return None if word is None else word[0].decode("utf-8", "surrogateescape")


LexiconFormat = Literal["cmudict", "kaldi", "kaldi_probabilities"]


def read_lexicon(path: Target, *, format: LexiconFormat, stress: bool = True) -> dict[str, list[list[str]]]:
    """Reads a lexicon: every word with its pronunciations, in the order of the file.

    `cmudict` has lines `WORD  P1 P2`, variants as `WORD(2)`, and comments after `;;;` or ` # `; without `stress` the
    digits of vowels are dropped. `kaldi` has lines `word p1 p2` (lexicon.txt), `kaldi_probabilities` a number after
    the word (lexiconp.txt).

    >>> read_lexicon(b"READ  R EH1 D\\nREAD(1)  R IY1 D\\n", format="cmudict", stress=False)
    {'READ': [['R', 'EH', 'D'], ['R', 'IY', 'D']]}
    """
    if format not in ("cmudict", "kaldi", "kaldi_probabilities"):
        raise UsageError(f"lexicon format {format!r} is unknown; expected cmudict, kaldi or kaldi_probabilities")
    source = SideFile(path)
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
            problems.add(Where(source.name, number), "no probability after the word", "word probability phonemes", line)
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
