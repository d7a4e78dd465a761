"""Notice about one recording on each side, whose names are labels: which two are a pair, and how they were paired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from shlex import quote

from ....formats.engine.tiers import WITH_TIERS, tier_names
from ....formats.errors import quantity
from ....formats.schema import Corpus
from ...notices.notice import ONE_PAIR, SIDES, Notice
from ..inputs.corpora import begins, is_text
from ..inputs.labels import labels
from ..utterance_table import folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..totals import Totals

NAME = "pairing"
# Fewer lines fit others by accident.
_FEWEST = 4
JOINED, BY_TIME, BY_SEGMENT = "joined as one text", "paired by time", "paired by segment"


def paired(ref: Corpus, hyp: Corpus, way: str) -> Iterator[Notice]:
    """The notice about these two recordings."""
    names = []
    differ = way == JOINED and is_text(ref) and is_text(hyp) and len(ref) != len(hyp)
    for side, name, corpus in zip(SIDES, labels(ref, hyp), (ref, hyp), strict=True):
        details = ", ".join(filter(None, (corpus.path, quantity(len(corpus), "line") if differ else "")))
        names.append(" ".join(filter(None, (name, details and f"({details})"))) or side)
    yield Notice(NAME, f"{ONE_PAIR}{names[0]} with {names[1]}, {way}")


def of_multiples(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice about a file that has several lines for each line of the other one: of systems that follow each other,
    or of the best results of one."""
    longer, other = (ref, hyp) if len(ref) > len(hyp) else (hyp, ref)
    if not is_text(ref) or not is_text(hyp) or len(other) < _FEWEST or len(longer) % len(other):
        return
    lines, expected = longer.texts(), other.texts()
    size, number = len(other), len(longer) // len(other)
    if number == 1:
        return
    file = quote(longer.path or "FILE")
    names = longer.path or "the longer side", other.path or "the other side"
    text = f"{names[0]} has {quantity(number, 'line')} for each line of {names[1]}"
    if all(_fit(lines[size * part : size * (part + 1)], expected) for part in range(number)):
        fix = f"`head -n {size} {file} > FIRST.txt` keeps the first"
        yield Notice("multiples", f"{text}: are they {quantity(number, 'system')}, one after the other? {fix}")
    elif all(_fit(lines[part::number], expected) for part in range(number)):
        fix = f"`awk 'NR % {number} == 1' {file} > FIRST.txt` keeps the first of each"
        yield Notice("multiples", f"{text}, one below the other: are they n-best lists? {fix}")


def _fit(lines: Sequence[str], others: Sequence[str]) -> bool:
    """Whether most lines share half of their words with their counterparts, and with no line after these."""
    words, expected = ([{*line.casefold().split()} for line in side] for side in (lines, others))
    shifted = [*expected[1:], expected[0]]
    right, wrong = (
        sum(2 * len(mine & its) > max(len(mine), len(its)) for mine, its in zip(words, side, strict=True))
        for side in (expected, shifted)
    )
    return 3 * right > 2 * len(lines) and 3 * wrong < right


def sorted_by_time(ref: Corpus, hyp: Corpus) -> Iterator[Notice]:
    """A notice about each file whose segments, joined as one text, are not in order of time; tiers are not expected
    to be."""
    for corpus in (ref, hyp):
        table = corpus.table
        has_tiers = corpus.format in WITH_TIERS and len({*tier_names(table)}) > 1
        if table.words is not None or table.start is None or has_tiers:
            continue
        if early := sum(after < before for before, after in pairwise(begins(table))):
            verb = "starts" if early == 1 else "start"
            text = f"{corpus.path}: {quantity(early, 'segment')} {verb} before the one above"
            yield Notice(f"order of {corpus.path}", text + "; joined in order of time, not of the file")


def are_called_alike(ref: Corpus, hyp: Corpus) -> bool:
    """Whether both files name their recording, and by one name."""
    names, others = ({folded(name) for name in {*corpus.table.sessions}} for corpus in (ref, hyp))
    return names == others and names != {""}


def of_files(notices: Iterable[Notice], files: int) -> Iterator[Notice]:
    """The notice about the pairs of many files, of which those without a notice share ids or names of recordings."""
    ways = Counter(notice.text.rpartition(", ")[2] for notice in notices if notice.text.startswith(ONE_PAIR))
    if ways:
        counted = ", ".join(f"{number:,} {way}" for way, number in sorted(ways.items()))
        by_name = files - ways.total()
        each = "" if by_name else ", one recording each"
        others = f", {by_name:,} paired by id or name" if by_name else ""
        yield Notice(NAME, f"{quantity(files, 'pair')} of files{each}: {counted}{others}")


def joined_in(notices: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A setting to compare, where the names and texts of some notices say that recordings are one text each."""
    if any(name == NAME and JOINED in text for name, text in notices):
        yield f"{NAME}:joined"


def are_cut_differently(results: Sequence[Totals]) -> bool:
    """Whether results of one reference have different utterances, because recordings were paired in different ways."""
    if not any(notice.name == NAME for result in results for notice in result.notices):
        return False
    return len({tuple(result.table.names()) for result in results}) > 1
