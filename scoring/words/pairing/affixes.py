"""Names of both sides that differ, and the argument that makes them equal."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from ....formats.errors import argument, short
from ...common.affixes import affix_hint

_ESPNET = re.compile(r"(?:.*/)?[0-9]+best_recog/[^/]+")
_RANK = re.compile("[-_#.][0-9]+$")


def strip_hint(refs: Collection[str], hyps: Collection[str]) -> str:
    """A line on the argument that makes ids of one side those of the other; empty if that is not plain.

    >>> strip_hint(["u1"], ["u1-1", "u1-2"]).partition("; ")[0]
    '  u1-1, u1-2: lists of several hypotheses for each reference'
    """
    if example := _ranked(refs, hyps) or _of_espnet(hyps):
        return f"  {example}: lists of several hypotheses for each reference; expected {nbest_argument()}"
    return affix_hint(refs, hyps)


def nbest_argument() -> str:
    """The argument that reads lists of hypotheses."""
    return argument("result.nbest(lists)", "--with nbest")


def renaming_of_channels(names: Mapping[str, str]) -> str:
    """The argument that renames channels."""
    pairs = ", ".join(f"{old!r}: {new!r}" for old, new in names.items())
    options = " --channel ".join(f"'{old}={new}'" for old, new in names.items())
    return f"channel={{{pairs}}} (--channel {options})"


def _of_espnet(hyps: Collection[str]) -> str:
    """Two files of an N-best list of ESPnet; empty for other names."""
    ranked = [name for name in hyps if _ESPNET.fullmatch(name)]
    return ", ".join(map(short, ranked[:2])) if len(ranked) > 1 else ""


def _ranked(refs: Collection[str], hyps: Collection[str]) -> str:
    """Two hypotheses of a reference, if each has one or several, with their ranks behind its name."""
    ranked: dict[str, list[str]] = {}
    for name in hyps:
        ranked.setdefault(_RANK.sub("", name), []).append(name)
    if not len(hyps) > len(refs) > 0 or ranked.keys() != {*refs}:
        return ""
    return ", ".join(map(short, next(ranks for ranks in ranked.values() if len(ranks) > 1)[:2]))
