"""Beam search through a transducer's decoder and joint network, as described by Graves (2012) and run by ESPnet.

The networks have ESPnet's interface: `decoder.init_state(1)`; `decoder.score(hypothesis, cache)`, which returns the
network's output for a hypothesis, the next state and the last label; `joint_network(frame, output)`, which returns the
weights of all tokens. Results are torch tensors or sequences of numbers; torch itself is not imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from typing import Any

from ....formats.errors import LimitError

BEAM = 2
BLANK = 0
# Without a limit, the search never ends with a network that never prefers the blank.
EXPANSIONS = 10_000


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Tokens so far, their log probability, and the decoder's state before the last token. The names are ESPnet's."""

    score: float
    yseq: list[int]
    dec_state: Any
    lm_state: Any = None


def search(decoder: Any, joint_network: Any, frames: Any, *, expansions: int = EXPANSIONS) -> list[int]:
    """Most likely tokens of one utterance, without the initial blank."""
    if hasattr(decoder, "set_device") and hasattr(frames, "device"):
        decoder.set_device(frames.device)
    cache: dict[str, Any] = {}
    beam = [Hypothesis(0.0, [BLANK], decoder.init_state(1))]
    for place, frame in enumerate(frames):
        beam = _next(decoder, joint_network, frame, beam, cache, _Budget(place, expansions))
    return max(beam, key=_score).yseq[1:]


class _Budget:
    """Number of times that the networks may still be called for a frame."""

    def __init__(self, frame: int, left: int) -> None:
        self.frame = frame
        self.allowed = self.left = left

    def spend(self) -> None:
        """Counts one call; raises when none is left."""
        if not self.left:
            raise LimitError(
                f"frame {self.frame}: the networks still prefer a token to the blank after {self.allowed} "
                "expansions; expected a trained transducer"
            )
        self.left -= 1


def _next(
    decoder: Any, joint_network: Any, frame: Any, open_: list[Hypothesis], cache: dict[str, Any], budget: _Budget
) -> list[Hypothesis]:
    """Hypotheses kept after one more frame: they ended it with a blank, and are better than all open ones."""
    open_ = list(open_)
    ended: list[Hypothesis] = []
    while True:
        best = max(open_, key=_score)
        open_.remove(best)
        budget.spend()
        output, state, _ = decoder.score(best, cache)
        blank, tokens = _likely(joint_network(frame, output))
        ended.append(Hypothesis(best.score + blank, best.yseq, best.dec_state))
        open_ += [Hypothesis(best.score + chance, [*best.yseq, token], state) for chance, token in tokens]
        limit = max(hypothesis.score for hypothesis in open_)
        safe = [hypothesis for hypothesis in ended if hypothesis.score > limit]
        if len(safe) >= BEAM:
            return sorted(safe, key=_score)


def _score(hypothesis: Hypothesis) -> float:
    return hypothesis.score


def _likely(weights: Any) -> tuple[float, list[tuple[float, int]]]:
    """Log probabilities of the blank and of the most likely other tokens, the latter with their numbers."""
    if hasattr(weights, "log_softmax"):
        chances = weights.detach().log_softmax(-1)
        top = chances[1:].topk(min(BEAM, len(chances) - 1))
        tokens = [(chance, token + 1) for chance, token in zip(top[0].tolist(), top[1].tolist(), strict=True)]
        return float(chances[BLANK]), tokens
    values: Sequence[float] = [float(weight) for weight in weights]
    highest = max(values)
    whole = highest + log(fsum(exp(value - highest) for value in values))
    order = sorted(range(1, len(values)), key=lambda token: -values[token])
    return values[BLANK] - whole, [(values[token] - whole, token) for token in order[:BEAM]]
