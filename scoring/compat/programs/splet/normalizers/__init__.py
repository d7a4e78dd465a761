"""splet.normalizers: steps that texts go through in the order of a config."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from ......formats.errors import UsageError, among
from . import basic, whisper

__all__ = ["NORMALIZER_CHOICES", "Normalizer", "build_normalizer"]

Rewrite = Callable[[str], str]
NORMALIZER_CHOICES: dict[str, Callable[..., Rewrite]] = {
    "lowercase": basic.lowercase_setup,
    "uppercase": basic.uppercase_setup,
    "remove_punctuation": basic.remove_punctuation_setup,
    "whitespace": basic.whitespace_setup,
    "remove_tokens": basic.remove_tokens_setup,
    "unicode": basic.unicode_setup,
    "whisper": whisper.whisper_setup,
}


class Normalizer:
    """Steps in their order, with the config that they were made from."""

    def __init__(self, steps: Sequence[Rewrite], config: Sequence[Mapping[str, Any]]) -> None:
        self._steps = tuple(steps)
        self.config = deepcopy(list(config))

    def __call__(self, text: str) -> str:
        """The text behind all steps."""
        for step in self._steps:
            text = step(text)
        return text

    def __len__(self) -> int:
        return len(self._steps)

    def __repr__(self) -> str:
        return f"Normalizer([{', '.join(entry['name'] for entry in self.config)}])"


def build_normalizer(normalize_config: Sequence[Mapping[str, Any]] | None) -> Normalizer:
    """The steps that a config names; without any, texts stay as they are.

    >>> build_normalizer([{"name": "remove_punctuation", "keep": "'"}, {"name": "whitespace"}])(" Don't  stop!")
    "Don't stop"
    """
    steps = []
    for entry in normalize_config or ():
        settings = dict(entry)
        name = settings.pop("name", None)
        if name is None:
            raise UsageError(f"step {settings} has no name; expected one of: {', '.join(NORMALIZER_CHOICES)}")
        if name not in NORMALIZER_CHOICES:
            raise UsageError(f"unknown normalization step {name!r}{among(str(name), NORMALIZER_CHOICES)}")
        steps.append(NORMALIZER_CHOICES[name](**settings))
    return Normalizer(steps, normalize_config or ())
