"""Word forms: the texts of an alignment with each word in another form, which may have several words or none."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scorelite.core.python.columns import integers

from .compounds import may_be_in
from .symbols import symbol_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .symbols import Triple
    from .word_steps import WordSteps


def word_forms(steps: WordSteps, forms: Sequence[bytes], /) -> WordForms:
    """The texts of an alignment in which each word, by its number, has another form."""
    return WordForms(steps, forms)


class WordForms:
    """The texts of an alignment with each word in another form.

    >>> from scorelite import core
    >>> rules = core.Rules(core.Charset("ascii", {}, {}))
    >>> steps = core.word_steps(core.align(rules, core.texts(["a b"]), core.texts(["a x b"])))
    >>> forms = core.word_forms(steps, [b"a", b"b c", b""])
    >>> one = array("q", [0]).tobytes()
    >>> forms.texts(True, one), array("i", forms.counts(one, (1, 1, 1), "SID")).tolist()
    ([b'a  b c'], [3, 0, 0, 0])
    """

    __slots__ = ("_forms", "_steps")

    def __init__(self, steps: WordSteps, forms: Sequence[bytes]) -> None:
        if len(forms) != len(steps.words()):
            raise ValueError("a form for each word expected")
        self._steps = steps
        self._forms = [*forms]

    def texts(self, hyp: bool, utterances: bytes, /) -> list[bytes]:
        """The texts of a side in some utterances (int64)."""
        return [b" ".join(self._forms[number] for number in text) for text in self._steps.texts(hyp, utterances)]

    def counts(self, utterances: bytes, costs: Triple, ties: str, /) -> bytes:
        """Four int32 for each of some utterances (int64), which are aligned again.

        They are the numbers of correct, substituted, deleted and inserted words.
        """
        refs, hyps = (
            [[word.decode("latin-1") for word in text.split()] for text in self.texts(hyp, utterances)]
            for hyp in (False, True)
        )
        return symbol_counts(refs, hyps, costs, ties, False)

    def compounds(self, utterances: bytes, /) -> bytes:
        """Some of these utterances (int64): two words in a row of one side go as a longer word of the other there.

        The first of the two is the beginning of the longer one. All utterances with compounds, or with equal letters
        that are cut into words in two ways, are among them.
        """
        pairs = zip(*(self.texts(hyp, utterances) for hyp in (False, True)), strict=True)
        rows = zip(integers("q", utterances), pairs, strict=True)
        return array("q", [row for row, (ref, hyp) in rows if may_be_in(ref.split(), hyp.split())]).tobytes()
