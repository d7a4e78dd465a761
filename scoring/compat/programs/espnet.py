"""ESPnet's error calculators, on lists, numpy arrays and torch tensors, without importing torch.

Rates are pooled over a batch, as in ESPnet's code (its documentation says otherwise); `counts_of_characters` and
`counts_of_words` give the counts of each utterance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from .... import core
from ....formats.errors import UsageError
from ...common.counts import Counts
from ...common.tie_policy import KALDI_WER
from .espnet_search import search as search_networks

__all__ = ["ErrorCalculator", "ErrorCalculatorTransducer"]

# A sequence of token numbers for every utterance of a batch.
Search = Callable[[Any], Sequence[Sequence[int]]]


_PADDING = -1


class _Texts:
    """Rates and counts of texts."""

    def calculate_cer(self, char_pred: Sequence[str], char_target: Sequence[str]) -> float:
        """Errors per character over the whole batch; every character but U+0020 counts."""
        return _pooled(self.counts_of_characters(char_pred, char_target))

    def calculate_wer(self, char_pred: Sequence[str], char_target: Sequence[str]) -> float:
        """Errors per word over the whole batch."""
        return _pooled(self.counts_of_words(char_pred, char_target))

    def counts_of_characters(self, char_pred: Sequence[str], char_target: Sequence[str]) -> list[Counts]:
        """Counts of every utterance, in characters."""
        sides = ([list(text.replace(" ", "")) for text in texts] for texts in (char_target, char_pred))
        return _counted(*sides)

    def counts_of_words(self, char_pred: Sequence[str], char_target: Sequence[str]) -> list[Counts]:
        """Counts of every utterance, in words."""
        return _counted(*([text.split() for text in texts] for texts in (char_target, char_pred)))


class ErrorCalculator(_Texts):
    """Character and word error rates of attention decoders, and the character error rate of CTC.

    Targets are padded with -1. The attention decoder's output counts up to the length of its target.

    >>> calculator = ErrorCalculator(["<b>", "a", "b", "_"], "_", "<b>", report_cer=True, report_wer=True)
    >>> calculator([[1, 3, 2, 2]], [[1, 3, 1, -1]])
    (0.5, 0.5)
    >>> calculator([[0, 1, 1, 0, 1]], [[1, 2, -1]], is_ctc=True)
    0.5
    """

    def __init__(
        self,
        char_list: Sequence[str],
        sym_space: str,
        sym_blank: str,
        report_cer: bool = False,
        report_wer: bool = False,
    ) -> None:
        self.char_list = char_list
        self.space = sym_space
        self.blank = sym_blank
        self.report_cer = report_cer
        self.report_wer = report_wer
        self.idx_blank = _place_of(sym_blank, char_list)
        self.idx_space = _place_of(sym_space, char_list)

    def __call__(self, ys_hat: Any, ys_pad: Any, is_ctc: bool = False) -> Any:
        """Character and word error rate of a batch, None for a rate that is switched off; of CTC the former alone."""
        if is_ctc:
            return self.calculate_cer_ctc(ys_hat, ys_pad)
        if not self.report_cer and not self.report_wer:
            return None, None
        texts = self.convert_to_char(ys_hat, ys_pad)
        cer = self.calculate_cer(*texts) if self.report_cer else None
        return cer, self.calculate_wer(*texts) if self.report_wer else None

    def calculate_cer_ctc(self, ys_hat: Any, ys_pad: Any) -> float | None:
        """Errors per character of CTC's output, whose repeated numbers are one; None without any target.

        Blanks and spaces do not count, and neither do utterances whose target is empty.
        """
        targets, predictions = [], []
        for place, numbers in enumerate(ys_hat):
            target = self._characters(_listed(ys_pad[place]))
            if target:
                targets.append(target)
                predictions.append(self._characters([number for number, _ in groupby(_listed(numbers))]))
        return _pooled(_counted(targets, predictions)) if targets else None

    def _characters(self, numbers: Sequence[Any]) -> list[str]:
        left_out = (_PADDING, self.idx_blank, self.idx_space)
        return list("".join(self.char_list[int(number)] for number in numbers if int(number) not in left_out))

    def convert_to_char(self, ys_hat: Any, ys_pad: Any) -> tuple[list[str], list[str]]:
        """Texts of token numbers; the symbol of the space becomes a space, and in predictions the blank is removed."""
        predictions, targets = [], []
        for place, numbers in enumerate(ys_hat):
            target = _listed(ys_pad[place])
            end = target.index(_PADDING) if _PADDING in target else len(target)
            predictions.append(self._text(_listed(numbers)[:end]).replace(self.blank, ""))
            targets.append(self._text([number for number in target if int(number) != _PADDING]))
        return predictions, targets

    def _text(self, numbers: Sequence[Any]) -> str:
        # Symbols are replaced in the whole text, also where several tokens together spell one.
        return "".join(self.char_list[int(number)] for number in numbers).replace(self.space, " ")


class ErrorCalculatorTransducer(_Texts):
    """Character and word error rates of a transducer's output.

    `search` finds the token numbers for the encoder's output. Without it, decoder and joint network are searched with a
    beam of 2, as in ESPnet; ESPnet need not be installed.

    >>> calculator = ErrorCalculatorTransducer(None, None, ["<b>", "a", "b", "_"], "_", "<b>", report_wer=True)
    >>> calculator.convert_to_char([[1, 3, 2]], [[1, 2]])
    (['a b'], ['ab'])
    >>> calculator.calculate_cer(["a b"], ["ab"]), calculator.calculate_wer(["a b"], ["ab"])
    (0.0, 2.0)
    """

    def __init__(
        self,
        decoder: Any,
        joint_network: Any,
        token_list: Sequence[str],
        sym_space: str,
        sym_blank: str,
        report_cer: bool = False,
        report_wer: bool = False,
        *,
        search: Search | None = None,
    ) -> None:
        self.decoder = decoder
        self.joint_network = joint_network
        self.token_list = token_list
        self.space = sym_space
        self.blank = sym_blank
        self.report_cer = report_cer
        self.report_wer = report_wer
        self.beam_search = search

    def __call__(self, encoder_out: Any, target: Any) -> tuple[float | None, float | None]:
        """Character and word error rate of a batch; None for a rate that is switched off."""
        if self.beam_search is None:
            self.beam_search = _through(self.decoder, self.joint_network)
        hyps, wanted = self.convert_to_char(self.beam_search(encoder_out), target)
        cer = self.calculate_cer(hyps, wanted) if self.report_cer else None
        wer = self.calculate_wer(hyps, wanted) if self.report_wer else None
        return cer, wer

    def convert_to_char(self, pred: Any, target: Any) -> tuple[list[str], list[str]]:
        """Texts of token numbers; the symbol of the space becomes a space, the symbol of the blank is removed.

        Surplus targets are ignored, a missing target is an IndexError; -1 is the last token.
        """
        hyps, wanted = [], []
        for place, numbers in enumerate(pred):
            hyps.append(self._text(numbers))
            wanted.append(self._text(target[place]))
        return hyps, wanted

    def _text(self, numbers: Any) -> str:
        text = "".join(self.token_list[int(number)] for number in _listed(numbers))
        # Symbols are replaced in the whole text, also where several tokens together spell one.
        return text.replace(self.space, " ").replace(self.blank, "")


def _place_of(symbol: str, symbols: Sequence[str]) -> int | None:
    return symbols.index(symbol) if symbol in symbols else None


def _listed(numbers: Any) -> list[Any]:
    return list(numbers.tolist() if hasattr(numbers, "tolist") else numbers)


def _counted(refs: list[list[str]], hyps: list[list[str]]) -> list[Counts]:
    """Counts of every prediction against its target; surplus targets are left out."""
    if len(refs) < len(hyps):
        raise IndexError(f"{len(hyps)} predictions, but only {len(refs)} targets")
    costs, ties = KALDI_WER.whole_costs, KALDI_WER.ties
    rules = core.Rules(core.Charset("ascii", {}, {}), sensitive=True, markup=False, costs=costs, ties=ties)
    counts = memoryview(core.align(rules, _side(refs[: len(hyps)]), _side(hyps)).counts()).cast("i")
    return [Counts(*counts[place : place + 4]) for place in range(0, len(counts), 4)]


def _side(texts: list[list[str]]) -> core.Side:
    # A lone surrogate is an ordinary character here.
    return core.texts([[word.encode("utf-8", "surrogatepass") for word in words] for words in texts])


def _pooled(counts: list[Counts]) -> float:
    total = sum(counts, Counts())
    return total.errors / total.reference


def _through(decoder: Any, joint_network: Any) -> Search:
    """Search through both networks."""
    for name, network, method in (("decoder", decoder, "score"), ("joint_network", joint_network, "__call__")):
        if not hasattr(network, method):
            raise UsageError(
                f"{name} is of type {type(network).__name__}; expected a transducer's network. Instead of networks, "
                "search= accepts a function from the encoder's output to a sequence of token numbers for each utterance"
            )
    return lambda encoder_out: [search_networks(decoder, joint_network, frames) for frames in encoder_out]
