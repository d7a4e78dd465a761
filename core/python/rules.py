"""Rules: how texts become words, how words are compared, and the policy of the alignment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sys import maxsize

from ..work import NeedsNativeCore
from .charset import Charset
from .not_pickled import NotPickled
from .policy import check_policy

# The reference cuts a text into tokens with a buffer of this size and loses the bytes that overflow it.
TOKEN_LIMIT = 10000
# Bits of Rules.characters; -1 stands for words that are not cut into characters.
NO_ASCII = 1
DROP_HYPHENS = 2


class Rules(NotPickled):
    """Rules by which texts become words and words are compared."""

    def __init__(
        self,
        charset: Charset,
        *,
        sensitive: bool = False,
        optional: bool = False,
        fragments: bool = False,
        characters: int = -1,
        weights: Mapping[bytes, float] | None = None,
        default_weight: float = 0.0,
        times: bool = False,
        segment: int = 0,
        lexicon: Sequence[bytes] = (),
        ascii_too: bool = False,
        guarani: bool = False,
        sort_times: bool = False,
        markup: bool = True,
        overlap: bool = False,
        whole: bool = False,
        wild: bool = False,
        slash: bool = False,
        long_words: bool = False,
        costs: tuple[int, int, int] = (4, 3, 3),
        ties: str = "SID",
    ) -> None:
        check_policy(costs, ties)
        if overlap:
            raise NeedsNativeCore
        if segment not in (0, 1, 2):
            raise ValueError(f"unknown segmentation {segment!r}")
        self.charset = charset
        self.sensitive = sensitive
        self.optional = optional
        self.fragments = fragments
        self.characters = characters
        self.weights = None if weights is None else dict(weights)
        self.default_weight = default_weight
        self.times = times
        self.segment = segment
        self.lexicon = tuple(lexicon)
        self.ascii_too = ascii_too
        self.guarani = guarani
        self.sort_times = sort_times
        self.markup = markup
        self.whole = whole
        self.wild = wild
        self.slash = slash
        self.long_words = long_words
        self.costs = (costs[0], costs[1], costs[2])
        self.ties = ties

    @property
    def token_limit(self) -> int:
        """The bytes that a token may have; words of more are kept whole if the rules say so."""
        return maxsize if self.long_words else TOKEN_LIMIT
