"""ESPnet's error calculator for transducers, on lists, numpy arrays and torch tensors, without importing torch.

Rates are pooled over a batch, as in ESPnet's code (its documentation says otherwise); `counts_of_characters` and
`counts_of_words` give the counts of each utterance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from formats.errors import UsageError
from scoring import _core as core
from scoring.compat.espnet_search import search as search_networks
from scoring.counts import Counts
from scoring.policy import KALDI_WER

__all__ = ["ErrorCalculatorTransducer"]

# A sequence of token numbers for every utterance of a batch.
Search = Callable[[Any], Sequence[Sequence[int]]]


class ErrorCalculatorTransducer:
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
        found, wanted = self.convert_to_char(self.beam_search(encoder_out), target)
        cer = self.calculate_cer(found, wanted) if self.report_cer else None
        wer = self.calculate_wer(found, wanted) if self.report_wer else None
        return cer, wer

    def convert_to_char(self, pred: Any, target: Any) -> tuple[list[str], list[str]]:
        """Texts of token numbers; the symbol of the space becomes a space, the symbol of the blank is removed.

        Surplus targets are ignored, a missing target is an IndexError; -1 is the last token.
        """
        found, wanted = [], []
        for place, numbers in enumerate(pred):
            found.append(self._text(numbers))
            wanted.append(self._text(target[place]))
        return found, wanted

    def _text(self, numbers: Any) -> str:
        listed = numbers.tolist() if hasattr(numbers, "tolist") else numbers
        text = "".join(self.token_list[int(number)] for number in listed)
        # Symbols are replaced in the whole text, also where several tokens together spell one.
        return text.replace(self.space, " ").replace(self.blank, "")

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
