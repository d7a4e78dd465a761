"""Names that differ by a prefix or suffix alone, and the expression whose matches are to be removed from them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import takewhile

from ...formats.errors import short

# So many long names are compared with the longest of the short ones.
_HOSTS = 20
# A number behind names that end with one; it is told by the number of digits before it.
_COUNTER = re.compile("-([0-9]+)$")
# Names of files: their folders, their suffixes, or both.
_OF_FILES = "^.*/", "[.][A-Za-z0-9]+$", "^.*/|[.][A-Za-z0-9]+$"
# Numbers that a spreadsheet or a data frame wrote otherwise, and blanks.
_OF_TABLES = r"^0+\B", r"^0+\B|[.]0$", "^ +| +$"
# The speaker in front of an id that begins with it, as in the trn of ESPnet.
_OF_SPEAKERS = r"^(.+)-(?=\1-)"
# Parts of names that are joined otherwise.
_OF_JOINTS = "[-_]"
# The last folder is the speaker, as in TIMIT.
_OF_FOLDERS = "[-_/]", "^.*/(?=.+/)|[-_/]"
_ALWAYS = *_OF_FILES, *_OF_TABLES, _OF_SPEAKERS, _OF_JOINTS, *_OF_FOLDERS
_FEWEST = 2
_PLAIN = re.compile(r"[\w.@=:,;+~# %&-]*")


def affix_hint(refs: Collection[str], others: Collection[str], *, where: str = "in the hypothesis") -> str:
    r"""A line on the argument that makes names of one side those of the other; empty if that is not plain.

    >>> affix_hint(["u1", "u2"], ["u1.wav", "u2.wav"])
    "  strip_id='[.]wav$' (--strip-id '[.]wav$') removes the difference: u1 in the reference, u1.wav in the hypothesis"
    >>> affix_hint(["1", "10"], ["001", "010"]).split(" (")[0]
    "  strip_id='^0+\\B'"
    >>> affix_hint(["E1_final", "E2_final"], ["E1.en-GB", "E2.en-GB"]).split(" (")[0]
    "  strip_id='_final$|[.]en-GB$'"
    >>> affix_hint(["anna-u1"], ["anna_u1"]).split(" (")[0]
    "  strip_id='[-_]'"
    >>> affix_hint(["DR1/A/SA1", "DR1/B/SA1"], ["A_SA1", "B_SA1"]).split(" (--")[0]
    "  strip_id='^.*/(?=.+/)|[-_/]'"
    """
    affixes = *_affixes(refs, others), *_affixes(others, refs), *_counters(refs), *_counters(others)
    for pattern in dict.fromkeys((*affixes, *_ALWAYS, *_of_both(refs, others))):
        if pair := _first_pair(pattern, refs, others):
            example = f"{short(pair[0])} in the reference, {short(pair[1])} {where}"
            left = len(others) - len(refs)
            effect = f"makes {len(refs):,} equal and leaves {left:,}" if left > 0 else "removes the difference"
            return f"  strip_id='{pattern}' (--strip-id '{pattern}') {effect}: {example}"
    return ""


def _affixes(names: Collection[str], longer: Collection[str]) -> Iterator[str]:
    """Expressions for what stands before and after the longest of these names, in names that have it as a part."""
    name = max(names, key=len, default="")
    hosts = [host for host in longer if name and name in host][:_HOSTS]
    for digits in ("", "[0-9]+"):
        for host in hosts:
            before, _, after = host.partition(name)
            _, slash, prefix = before.rpartition("/")
            if (before or after) and _PLAIN.fullmatch(prefix + after):
                head = f"^{'.*/' * bool(slash)}{_literal(prefix, digits)}" if before else ""
                tail = f"{_literal(after, digits)}$" if after else ""
                yield "|".join(filter(None, (head, tail)))


def _counters(names: Collection[str]) -> Iterator[str]:
    """The expression for a number behind names that end with numbers of as many digits."""
    endings = [_COUNTER.search(name) for name in names]
    digits = {len(ending[1]) if ending else 0 for ending in endings}
    if len(digits) == 1 and 0 not in digits:
        yield f"(?<=-{digits.pop() * '[0-9]'})-[0-9]+$"


def _of_both(refs: Collection[str], others: Collection[str]) -> Iterator[str]:
    """Expressions for what all names of each side end with, and for that and what they begin with."""
    if min(len(refs), len(others)) < _FEWEST:
        return
    sides = refs, others
    # Digits may tell names apart.
    tails = [_common([name[::-1] for name in names])[::-1].lstrip("0123456789") for names in sides]
    heads = [_common(names).rstrip("0123456789") for names in sides]
    if not _PLAIN.fullmatch("".join(heads + tails)):
        return
    parts = [f"{_literal(tail, '')}$" for tail in dict.fromkeys(tails) if tail]
    if any(tail[:1].isalnum() for tail in tails):
        return
    if parts:
        yield "|".join(parts)
    is_case_alone = heads[0] != heads[1] and heads[0].lower() == heads[1].lower() and not parts
    if not is_case_alone and (heads[0].lower() == heads[1].lower() or not any(head[-1:].isalnum() for head in heads)):
        yield "|".join([*[f"^{_literal(head, '')}" for head in dict.fromkeys(heads) if head], *parts])


def _common(names: Collection[str]) -> str:
    """The beginning that all names share."""
    return "".join(first for first, *_ in takewhile(lambda signs: len({*signs}) == 1, zip(*names, strict=False)))


def _literal(text: str, digits: str) -> str:
    """An expression for a text, with any digits in place of its own if these are given."""
    shown = text.replace(".", "[.]").replace("+", "[+]")
    if shown.startswith("-"):
        shown = f"[-]{shown[1:]}"  # a value that begins with a hyphen would be an option
    return re.sub("[0-9]+", digits, shown) if digits else shown


def _first_pair(pattern: str, refs: Collection[str], hyps: Collection[str]) -> tuple[str, str] | None:
    """The first names that are equal without the matches, where all names of one side then have a pair."""
    sides = [{re.sub(pattern, "", name): name for name in names} for names in (refs, hyps)]
    of_refs, of_hyps = sides
    few, many = sorted(sides, key=len)
    if len(of_refs) < len(refs) or len(of_hyps) < len(hyps) or "" in of_refs or "" in of_hyps:
        return None
    if not few or any(name not in many for name in few):
        return None
    pairs = ((ref, of_hyps[name]) for name, ref in of_refs.items() if name in of_hyps)
    return next((pair for pair in pairs if pair[0] != pair[1]), None)
