"""CHAT, the format of TalkBank and CHILDES, read only: every main tier becomes a segment.

    *CHI:\\twhere's (th)e &-um <the dog> [//] doggie ? \\x15500_1500\\x15

Spoken words are read, with fillers, fragments (`&+fr`, as `fr-`) and retracted words; omitted words, events, pauses,
codes in brackets and punctuation are not. `no [x 3]` and `<go away> [x 2]` are read three times and twice.
`(be)cause` is read as `because`, `gonna [: going to]` as `gonna`, which was said. As in CLAN's counts, `xxx`, `yyy` and
`www` (unintelligible, phonological or not transcribed) are no words; a tier of nothing else is an ignored segment. The
times between the two marks are milliseconds. Dependent tiers (`%mor` ...) are not read. `retracings=False` leaves out
what the speaker took back or said again, such as `<the dog> [//]` and the further two of `no [x 3]`, and
`fillers=False` words such as `&-um`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from .engine.spoken import seconds
from .errors import Problems, Where
from .record import Format, read_only
from .schema import Comment, Corpus, Label, LabelColumns, Written
from .schema.filling import Filling
from .source import Source

NAME = "chat"
_MARK = "\x15"
_BULLET = re.compile(r"\x15([^\x15]*)\x15")
_TIMES = re.compile(r"(?:.*_)?([0-9]+)_([0-9]+)(?:-)?")
_CODES = re.compile(r"\[[^\]]*\]")
# A word, or words in angle brackets, with the code that the speaker said it again, in other words or not.
_RETRACED = re.compile(r"(?:<[^<>]*>|[^\s<>]+)\s*(?:\[[^\]/][^\]]*\]\s*)*\[/(?:/{0,2}|-|\?)\]")
_REPETITIONS = re.compile(r"\[x ([1-9][0-9]?)\]")
_PIECES = re.compile(r"\[[^\]]*\]|\+<|[<>]|[^\s<>\[]+")
_MOST_WORDS = 10_000
_UNTRANSCRIBED = re.compile(r"\b(?:xxx|yyy|www)\b")
_PAUSE = re.compile(r"\((?:\.{1,3}|[0-9:]+\.[0-9]*)\)")
_DROPPED = re.compile(r"&[=*{}][^ ]*|0[^\W\d]\S*|\+[^ ]*")
# Marks of intonation, lengthening and stress inside and between words.
_SIGNS = str.maketrans(
    "",
    "",
    '()<>\u2039\u203a\u201c\u201d\u2021\u201e\u2248\u224b\u2191\u2193\u21d7\u2197\u2192\u2198\u21d8\u221e\u2308\u2309\u230a\u230b\u02c8\u02cc^:,;.?!"\u00b0\u2047',
)


def read(source: Source, *, retracings: bool = True, fillers: bool = True) -> Corpus:
    """Reads main tiers, without what was said again if `retracings` is false, and without fillers if `fillers` is.

    >>> corpus = read(Source(b"@Begin\\n*CHI:\\tyeah (be)cause &-um [/] I &+w want . \\x15500_1500\\x15\\n@End\\n"))
    >>> segment, = corpus.segments
    >>> segment.speaker, segment.start, segment.end, [label.value for label in segment.items]
    ('CHI', 0.500, 1.500, ['yeah', 'because', 'um', 'I', 'w-', 'want'])
    >>> tier = b"@Begin\\n*CHI:\\t&-um <I want> [/] I want it .\\n@End\\n"
    >>> read(Source(tier), retracings=False, fillers=False).texts()
    ['I want it']
    """
    problems = Problems()
    segments = Filling(source.name, "session", "speaker", "start", "end", "labels", "ignored", "lines")
    headers: list[Comment] = []
    session = ""
    for number, line in _logical(source, problems):
        if line.startswith("@"):
            headers.append(Comment(line, len(segments)))
            if line.startswith("@Media:"):
                session = line.partition("\t")[2].split(",")[0].strip()
        elif line.startswith("*"):
            row = _row(line, Where(source.name, number), problems, retracings, fillers)
            if row is not None:
                segments.add(session, *row, number)
        elif not line.startswith("%"):
            what = "neither a header, a main tier nor a dependent tier"
            problems.add(Where(source.name, number), what, "'@', '*', '%' or a tab at the start", line)
    problems.check()
    return Corpus(segments.table(), comments=tuple(headers), format=NAME, path=source.name)


def _logical(source: Source, problems: Problems) -> Iterator[tuple[int, str]]:
    """The lines with their continuation lines (which begin with a tab), and the number of each first line."""
    first, whole = 0, ""
    for number, line in enumerate(chain.from_iterable(source.runs_of_lines()), 1):
        if line.startswith("\t") and first:
            whole += " " + line.strip()
            continue
        if first:
            yield first, whole
        first, whole = (number, line) if line.strip() else (0, "")
        if line.startswith("\t"):
            problems.add(Where(source.name, number), "a continuation line without a tier before it", "a tier", line)
            first = 0
    if first:
        yield first, whole


def _row(
    line: str, where: Where, problems: Problems, retracings: bool, fillers: bool
) -> tuple[str, Written | None, Written | None, Sequence[Label], bool] | None:
    """Speaker, begin, end and words of a tier, and whether nothing of it was transcribed."""
    speaker, colon, text = line[1:].partition(":")
    if not colon or not speaker or " " in speaker:
        problems.add(where, "a main tier without a speaker", "'*', a speaker and ':'", line)
        return None
    start: Written | None = None
    end: Written | None = None
    for bullet in _BULLET.finditer(text):
        times = _TIMES.fullmatch(bullet[1].strip())
        if times is None:
            column = len(speaker) + bullet.start() + 3
            what = f"{bullet[1]!r} is not a pair of times"
            problems.add(Where(where.path, where.line, column), what, "milliseconds such as 500_1500", line)
            return None
        start = seconds(Written(times[1]), 1000) if start is None else start
        end = seconds(Written(times[2]), 1000)
    if start is not None and end is not None and end < start:
        problems.add(where, f"end {end} is before begin {start}", "end >= begin", line)
        return None
    spoken = _BULLET.sub(" ", text).replace(_MARK, " ")
    said = _with_repetitions(spoken) if retracings else _without_retracings(spoken)
    if said is None:
        problems.add(where, f"codes such as [x 3] give more than {_MOST_WORDS:,} words", "what was said", line)
        return None
    words = list(_words(said, fillers))
    is_ignored = not words and bool(_UNTRANSCRIBED.search(text))
    if "" not in words:
        return speaker, start, end, LabelColumns(words, (None, None, None), None), is_ignored
    places = enumerate(words)
    labels = [Label(word) if word else _fragment(next(places)[1]) for _, word in places]
    return speaker, start, end, labels, is_ignored


def _without_retracings(text: str) -> str:
    """The text without what was said again; a retracing may hold others.

    >>> _without_retracings("<the <big> [/] big dog> [//] the [/] the cat [*] [/-] no").split()
    ['the', 'no']
    """
    found = 1
    while found:
        text, found = _RETRACED.subn(" ", text)
    return text


def _with_repetitions(text: str) -> str | None:
    """The text with words and groups as often as they were said; None where these are too many.

    >>> _with_repetitions("no [*] [x 3] <go <right> [/] away> [x 2] .")
    'no no no go right away go right away .'
    """
    if not _REPETITIONS.search(text):
        return text
    pieces, opened, last = list[str](), list[int](), 0
    for piece in _PIECES.findall(text, 0, text.rfind("]") + 1):
        repetitions = _REPETITIONS.fullmatch(piece)
        if piece == "<":
            opened.append(len(pieces))
        elif piece == ">":
            last = opened.pop() if opened else len(pieces)
        elif repetitions:
            said = pieces[last:]
            pieces += said * (int(repetitions[1]) - 1)
            if len(pieces) > _MOST_WORDS:
                return None
        elif piece[0] != "[":
            last = len(pieces)
            pieces.append(piece)
    return " ".join([*pieces, text[text.rfind("]") + 1 :].strip()])


def _words(text: str, fillers: bool) -> Iterator[str]:
    """The spoken words of a text; an empty one stands before each fragment."""
    text = _PAUSE.sub(" ", _without_codes(text)).replace("<", " ").replace(">", " ")
    for written in text.split():
        if _DROPPED.fullmatch(written) or (written.startswith("&-") and not fillers):
            continue
        filler = written.startswith(("&-", "&~", "&"))
        word = written.lstrip("&+-~") if filler else written
        word = word.partition("@")[0].translate(_SIGNS).strip("\u2019'" if not word.strip("\u2019'") else "")
        if _UNTRANSCRIBED.fullmatch(word) or word == "0":  # an action without speech
            continue
        if word and word.strip("-_"):
            if written.startswith("&+"):
                yield ""
            yield word


@lru_cache(maxsize=4096)
def _fragment(word: str) -> Label:
    """The label of a fragment, shared by all its places: it has neither times nor a place of its own."""
    return Label(word + "-", kind="fragment")


def _without_codes(text: str) -> str:
    """The text with a blank for every code in brackets; brackets after the last `]` are no codes."""
    end = text.rfind("]") + 1
    return _CODES.sub(" ", text[:end]) + text[end:]


def sniff(lines: Sequence[str]) -> bool:
    """Whether there is the header of every such file."""
    return any(line.strip() == "@Begin" for line in lines[:10])


FORMAT = Format(
    name=NAME,
    suffixes=(".cha",),
    summary="CHAT of TalkBank and CHILDES",
    carries=frozenset({"sessions", "speakers", "segment times", "fragments", "comments", "ignored segments"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
