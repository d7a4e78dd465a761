"""TRN: transcripts of sclite, one utterance in each line, with its id in parentheses at the end.

    the first train { leaves / departs } at ten (anna-001)
    ;; a comment
    ** another comment

Reading is stricter than sclite: a line without an id, a repeated id, text after the id and braces that do not match are
errors, where sclite silently drops words or utterances. A last line without a newline counts. The format has no
speakers; some id schemes hold them in the id.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat

from .errors import Problems, UsageError, Where
from .record import Format
from .schema import Comment, Corpus, Grammar, Table, sclite_text, sclite_texts
from .schema.markup import BLANKS, are_sound, check, words
from .source import MAXIMUM_LINES, Source

COMMENTS = (";;", "**")
_FORBIDDEN = frozenset("()\r\n")
# All bytes but those that only some files have, which are read line by line.
_LETTERS = bytes(byte for byte in range(256) if byte not in b"()\t\v\f\r{}")
_LETTERS_AND_BRACES = _LETTERS + b"{}"


def read(source: Source, *, markup: bool = True) -> Corpus:
    """Reads transcripts; `markup=False` takes braces, semicolons and stars literally.

    >>> corpus = read(Source(b";; day one\\ngood { day / morning } (a-1)\\n"))
    >>> corpus.ids(), corpus.texts(), corpus.comments[0].text
    (['a-1'], ['good { day / morning }'], ';; day one')
    """
    quick = _regular(source, markup)
    if quick is not None:
        return quick
    lines: dict[str, int] = {}  # line by id; its keys, in order, are the column of ids
    texts: list[str] = []
    comments: list[Comment] = []
    odd: list[tuple[int, str, str | None]] = []
    """Lines with braces and their texts, and those without an id of their own, which have no text."""
    all_lines = source.lines()
    parts = map(str.rpartition, all_lines, repeat("("))
    for number, (line, (text, parenthesis, rest)) in enumerate(zip(all_lines, parts, strict=True), 1):
        if line[:2] in COMMENTS:
            comments.append(Comment(line, len(texts)))
            continue
        if rest[-1:] != ")":
            rest = rest.rstrip(BLANKS)
        key = rest[:-1]
        if not parenthesis or not key or rest[-1] != ")" or ")" in key or key in lines:
            if parenthesis or rest:  # else the line is blank
                odd += [(number, line, None)]
            continue
        lines[key] = number
        texts += [text]
        if markup and ("{" in text or "}" in text):
            odd += [(number, line, text)]
    texts = list(map(str.strip, texts, repeat(BLANKS)))
    problems = Problems()
    marked = [text for _, _, text in odd if text is not None]
    for number, line, wrong in odd if len(marked) < len(odd) or not are_sound(marked) else ():
        if wrong is None:
            _complain(Where(source.name, number), line, lines, problems)
        else:
            check(wrong, Where(source.name, number), problems, line)
    problems.check()
    return _corpus(source, list(lines), texts, array("q", lines.values()), markup, tuple(comments))


def _regular(source: Source, markup: bool) -> Corpus | None:
    """The corpus of a file with nothing but lines of the form `words (id)`, cut in one step; None for another file."""
    if source.encoding not in (None, "utf-8"):
        return None
    text = source.text
    count = text.count("\n")
    if not 0 < count <= MAXIMUM_LINES or text[-1] != "\n" or text.startswith((" ", *COMMENTS)):
        return None
    # Opening and closing parentheses take turns; there are no other blanks, and no braces where these are marks.
    if source.data.translate(None, _LETTERS if markup else _LETTERS_AND_BRACES) != b"()" * count:
        return None
    if text.count(")\n") != count or text.count(" (") != count or "\n " in text or "  (" in text:
        return None
    if any(comment[0] in text and "\n" + comment in text for comment in COMMENTS):
        return None
    pieces = text.replace(")\n", " (").split(" (")
    ids = pieces[1::2]
    different = set(ids)
    if len(different) < count or "" in different:
        return None
    return _corpus(source, ids, pieces[:-1:2], range(1, count + 1), markup)


def _corpus(
    source: Source,
    ids: Sequence[str],
    texts: Sequence[str],
    lines: Sequence[int],
    markup: bool,
    comments: tuple[Comment, ...] = (),
) -> Corpus:
    grammar: Grammar = "sclite" if markup else "plain"
    table = Table(len(texts), grammar=grammar, path=source.name, id=ids, text=texts, lines=lines)
    return Corpus(table, comments=comments, format="trn", path=source.name)


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
        raise UsageError(f"trn cannot hold a line end inside the text of {key!r}")
    if text.startswith((";", "*")):
        text = " " + text  # else the line could be read as a comment
    return f"{text} ({key})\n" if text else f"({key})\n"


def _ends(key: str) -> tuple[str, str]:
    return "", f" ({key})\n"


def _complain(where: Where, line: str, lines: dict[str, int], problems: Problems) -> None:
    """Adds the problem of a line without an id of its own at the end."""
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
    elif ")" in line[opened:closed]:
        column, what, expected = line.index(")", opened), "')' inside the utterance id", "one '(id)'"
    else:
        key = line[opened + 1 : closed]
        column, what = opened + 1, f"utterance id {key!r} is used twice, first on line {lines[key]}"
        expected = "a different id for every utterance"
    problems.add(Where(where.path, where.line, column + 1), what, expected, line)


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
