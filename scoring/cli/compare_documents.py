"""Two documents of one kind in `scorelite compare`, such as two tables of scores: the JSON of two other commands."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Collection
from typing import Any

from ...formats.errors import UsageError
from ...formats.source import Source
from .grammar import check_effects, given_besides


def check_two(
    options: argparse.Namespace,
    is_one: Callable[[str], bool],
    kind: tuple[str, str],
    taken: Collection[str],
    needed: str,
) -> None:
    """Raises UsageError unless both operands are of a `kind`, and for options that comparing them does not take.

    `kind` is what one is, and what another one is called; an option that is not `taken` has no effect without what is
    `needed`.
    """
    paths: list[str] = options.sources
    others = [path for path in paths if not is_one(path)]
    if others or len(paths) != 2:
        one, other = kind
        first = next(path for path in paths if is_one(path))
        given = f"{others[0]} is none" if others else f"there are {len(paths)}"
        raise UsageError(f"{first} is {one}, which is compared with one other {other}; {given}")
    check_effects(options, [(name, False, needed) for name in given_besides(options, taken)])


def document(path: str, expected: str) -> Any:
    """The JSON of a file."""
    try:
        return json.loads(Source(path, errors="surrogateescape").text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}; expected {expected}") from None
    except RecursionError:
        raise UsageError(f"{path}: JSON that is nested too deeply; expected {expected}") from None
