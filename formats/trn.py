"""TRN: transcripts of sclite, one utterance in each line, with its id in parentheses at the end.

    the first train { leaves / departs } at ten (anna-001)
    ;; a comment
    ** another comment

Reading is stricter than sclite: a line without an id, a repeated id, text after the id and braces that do not match are
errors, where sclite silently drops words or utterances. A last line without a newline counts. The format has no
speakers; some id schemes hold them in the id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from .. import core
from .engine import ahead
from .engine.lines import Lines, corpus_of, read_lines, report_repeated
from .errors import UsageError, Where
from .record import Format
from .schema import Corpus, sclite_text, sclite_texts
from .schema.markup import BLANKS, are_sound, check, words
from .source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .engine.lines import Unusual

COMMENTS = (";;", "**")
_FORBIDDEN = frozenset("()\r\n")


def read(source: Source, *, markup: bool = True) -> Corpus:
    """Reads transcripts; `markup=False` takes braces, semicolons and stars literally.

    >>> corpus = read(Source(b";; day one\\ngood { day / morning } (a-1)\\n"))
    >>> corpus.ids(), corpus.texts(), corpus.comments[0].text
    (['a-1'], ['good { day / morning }'], ';; day one')
    """

    def reads(data: bytes, unusual: Unusual) -> core.Spans | None:
        spans = ahead.spans_of(source.name, data)
        return core.read_trn(data, unusual) if spans is None else spans

    add = Lines(source.name)
    spans = read_lines(source, reads, row, add)
    report_repeated(spans, source, add, lambda line: line.rfind("(") + 2)
    if markup:
        _report_braces(spans, source, add)
    add.problems.check()
    return corpus_of(spans, source, "trn", "sclite" if markup else "plain")


def row(line: str, add: Lines) -> None:
    """Reads one line: a comment, nothing, or words and an id in parentheses."""
    if line.startswith(COMMENTS):
        add.rows.comment(line)
        return
    text, parenthesis, rest = line.rpartition("(")
    rest = rest.rstrip(BLANKS)
    key = rest[:-1]
    if parenthesis and key and rest[-1] == ")" and ")" not in key:
        add.rows.add(text.strip(BLANKS), key)
    elif parenthesis or rest:
        _report(line, add)


def _report(line: str, add: Lines) -> None:
    """Reports the problem of a line without an id at the end."""
    opened, closed = line.rfind("("), line.rfind(")")
    if opened < 0 and closed < 0:
        column, what, expected = len(line), "no utterance id", "'(id)' at the end of the line"
    elif opened < 0:
        column, what, expected = closed, "')' without '('", "'(id)' at the end of the line"
    elif closed < opened:
        column, what, expected = opened, "'(' without ')'", "'(id)' at the end of the line"
    elif line[closed + 1 :].strip(BLANKS):
        rest = line[closed + 1 :]
        column = closed + 1 + len(rest) - len(rest.lstrip(BLANKS))
        what, expected = "text after the utterance id", "the end of the line"
    elif closed == opened + 1:
        column, what, expected = opened + 1, "an empty utterance id", "'(id)'"
    else:
        column, what, expected = line.index(")", opened), "')' inside the utterance id", "one '(id)'"
    add.problems.add(Where(add.path, add.number, column + 1), what, expected, line)


def _report_braces(spans: core.Spans, source: Source, add: Lines) -> None:
    """Reports braces that do not match."""
    if are_sound(map(spans.text, spans.marked)):
        return
    lines = source.lines()
    for place in spans.marked:
        number = spans.line(place)
        line = lines[number - 1]
        check(line[: line.rindex("(")], Where(add.path, number), add.problems, line)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a transcript file."""
    from .engine.comments import comment_line, with_comments  # reading does without them

    yield from with_comments(corpus, partial(comment_line, marks=COMMENTS, format="trn"), zip(_lines(corpus)))


def _lines(corpus: Corpus) -> Iterable[str]:
    table = corpus.table
    ids, texts = table.ids(), sclite_texts(table) or ()
    joined, keys = "\n".join(texts), "".join(ids)
    are_names = _FORBIDDEN.isdisjoint(keys) and all(ids) and len({*ids}) == len(ids)
    if texts and are_names and joined.count("\n") < len(texts) and "\r" not in joined:
        # A text that begins like a comment gets a blank.
        starts = [" " if text[:1] in (";", "*") and text else "" for text in texts]
        rows = zip(starts, texts, ids, strict=True)
        return [f"{start}{text} ({key})\n" if text else f"({key})\n" for start, text, key in rows]
    return _lines_one_by_one(corpus)


def _lines_one_by_one(corpus: Corpus) -> Iterator[str]:
    """The lines of segments; an error for the first one that the format cannot hold."""
    written: set[str] = set()
    for key, text in _texts(corpus):
        if key in written:
            raise UsageError(f"trn cannot hold the id {key!r} twice")
        written.add(key)
        yield _line(key, text)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line ends in an id, all ids differ, and some id is no word such as (uh)."""
    ids = set()
    data = [line.rstrip(BLANKS) for line in lines if line.strip(BLANKS) and not line.startswith(COMMENTS)]
    for line in data:
        key = line.rpartition("(")[2]
        if not line.endswith("(" + key) or key.find(")") != len(key) - 1 or words(key) != [key]:
            return False
        if not any(character in "-_" or character.isdigit() for character in key):
            return False
        ids.add(key)
    return len(ids) == len(data) > 0


def _texts(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Id and text of every segment, in sclite's grammar."""
    texts = sclite_texts(corpus.table)
    if texts is not None:
        yield from zip(corpus.table.ids(), texts, strict=True)
        return
    for segment in corpus.table:
        try:
            yield segment.id, sclite_text(segment)
        except UsageError as error:
            raise UsageError(f"utterance {segment.id!r}: {error}") from None


def _line(key: str, text: str) -> str:
    if not key or not _FORBIDDEN.isdisjoint(key):
        raise UsageError(f"trn cannot hold the id {key!r}; expected text without parentheses and line ends")
    if "\n" in text or "\r" in text:
        raise UsageError(f"trn cannot hold a line end inside the text of {key!r}; expected a blank in its place")
    if text.startswith((";", "*")):
        text = " " + text  # else the line could be read as a comment
    return f"{text} ({key})\n" if text else f"({key})\n"


def _ends(key: str) -> tuple[str, str]:
    return "", f" ({key})\n"


FORMAT = Format(
    name="trn",
    suffixes=(".trn",),
    summary="NIST transcripts: words (id)",
    carries=frozenset({"ids", "comments", "alternations", "optional words", "fragments", "tags"}),
    read=read,
    write=write,
    sniff=sniff,
    needs=frozenset({"ids"}),
    streams="appended",
    ends=_ends,
)
