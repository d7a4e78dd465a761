"""Comments among the lines of a file that is written."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

from ..errors import UsageError
from ..schema import Corpus

_LINES = 512  # written together


def comment_line(text: str, marks: str | tuple[str, ...], format: str, mark: str = ";;") -> str:
    """The line of a comment, with a mark of the format unless it has one; an error where it is several lines."""
    if "\n" in text or "\r" in text:
        raise UsageError(f"{format} cannot hold the comment {text!r}; expected one line")
    return f"{text}\n" if text.startswith(marks) else f"{mark} {text}\n"


def with_comments(corpus: Corpus, line_of: Callable[[str], str], parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yields the lines of all segments, a part for each, and before them the comments that stand there.

    >>> from scorelite.formats.schema import Comment
    >>> corpus = Corpus(comments=(Comment("between", 1), Comment("behind", 2)))
    >>> "".join(with_comments(corpus, "; {}. ".format, (["one "], ["two "])))
    'one ; between. two ; behind. '
    """
    comments = deque(corpus.comments)
    if not comments:
        whole = chain.from_iterable(parts)
        while text := "".join(islice(whole, _LINES)):
            yield text
        return
    for place, lines in enumerate(parts):
        while comments and comments[0].before <= place:
            yield line_of(comments.popleft().text)
        yield from lines
    for comment in comments:
        yield line_of(comment.text)
