"""Pairs of lines with reference and hypothesis, as many scripts print them, read only; one side is read.

    utt-1
    REF: good day
    HYP: good way

`GT:` and `Pred:` are such lines, too, also of a log, behind `INFO`. A line above a pair may be its id: one word, also
after `utt:` or `id:`. Rates, rules and other lines of a log are not read. A pair may also be one line,
`good day ||| good way`, with an id in front as `utt-1 ||| good day ||| good way`. The option `side` chooses the texts:
"hyp" (default) or "ref".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from .engine.both_sides import BothSides, check_side, results
from .errors import Where, fail
from .schema import Corpus
from .source import Source

_LEVEL = r"\b(?-i:DEBUG|INFO|WARNING|ERROR)\b"
_LINE = re.compile(
    rf"(?:.*?{_LEVEL}.*?[\s|:\]>-])??"
    r"\s*(?:(?P<ref>ref|reference|gt|ground[ _-]?truth|truth|target)|(?P<hyp>hyp|hypothesis|pred|predicted|prediction))"
    r"\s*:(?P<text>.*)",
    re.IGNORECASE,
)
_ID = re.compile(r"\s*(?:(?:utt|utterance|id|key|file)\s*:)?\s*([^\s:]+)\s*", re.IGNORECASE)
_OTHER = re.compile(r"\s*(?:[WC]ER\s*[:=]?\s*[0-9.]+\s*%?|[-=*_#]{3,}" + rf"|.*{_LEVEL}.*\s.*)?\s*", re.IGNORECASE)
_BARS = "|||"
_NUMBER = re.compile(r"[-+.0-9e ]+")
_GAP = re.compile(r"(?:^|\s)\*{2,}(?:\s|$)")
_WANTED = "REF: and HYP: with their texts, and ids between the pairs on lines of their own, for all or for none"
_SNIFFED = 6


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the texts of one side.

    >>> read(Source(b"utt-1\nREF: good day\nHYP: good way\n")).texts()
    ['good way']
    """
    check_side(side)
    texts = BothSides(source)
    found: dict[str, str] = {}
    name, begin, count, named = "", 0, 0, 0
    for number, line in enumerate(source.lines(), 1):
        where = Where(source.name, number)
        if (in_bars := _in_bars(line)) and not begin:
            name, begin = in_bars[0] if len(in_bars) > 2 else "", number
            found = {"ref": in_bars[-2], "hyp": in_bars[-1]}
        elif match := _LINE.fullmatch(line):
            one = _side_of(match)
            if one in found:
                fail(where, f"a second {match[one]}: before the other side", _WANTED, line)
            if _GAP.search(match["text"]):
                fail(where, "an aligned text: *** stands for a missing word", "texts without ***", line)
            begin = begin or number
            found[one] = " ".join(match["text"].split())
        elif not _OTHER.fullmatch(line):
            is_id = _ID.fullmatch(line)
            if found or name or not is_id:
                fail(where, "neither a text nor an id", _WANTED, line)
            name, begin = is_id[1], number
        if len(found) == 2:
            count, named = count + 1, named + bool(name)
            if named not in (0, count):
                fail(Where(source.name, begin), "ids for some of the pairs", _WANTED)
            texts.add(name or str(count), found["ref"], found["hyp"], begin)
            name, begin, found = "", 0, {}
    if begin:
        fail(Where(source.name, begin), "a pair without its " + ("HYP:" if "ref" in found else "REF:"), _WANTED)
    return texts.corpus("ref-hyp", side)


def sniff(lines: Sequence[str]) -> bool:
    """Whether two of the first lines are a pair, or each is one."""
    first = [*islice((line for line in lines if _LINE.fullmatch(line) or not _OTHER.fullmatch(line)), _SNIFFED)]
    if first and all(map(_in_bars, first)):
        return True
    matches = [_LINE.fullmatch(line) for line in first]
    return any(one and two and _side_of(one) != _side_of(two) for one, two in pairwise(matches))


def _in_bars(line: str) -> list[str]:
    """The id, if there is one, and both texts between bars; nothing for other lines, such as those of n-best lists."""
    parts = [" ".join(part.split()) for part in line.split(_BARS)]
    is_pair = len(parts) == 2 or (len(parts) == 3 and " " not in parts[0] and not _NUMBER.fullmatch(parts[2]))
    return parts if is_pair else []


def _side_of(match: re.Match[str]) -> str:
    return "hyp" if match["ref"] is None else "ref"


FORMAT = results("ref-hyp", "pairs of lines REF: and HYP: with the texts of both sides", read, sniff)
