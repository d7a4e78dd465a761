"""Files of a command line, read ahead by a second thread, where one is allowed, while modules are imported."""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_COMMANDS = ("score", "compare")
# With one of these, files are not read as plain transcripts in UTF-8, or not as a whole.
_OTHERWISE = {"--stream", "--encoding", "--ref-format", "--hyp-format"}


def read_ahead(words: Sequence[str]) -> None:
    """Begins to read the files that a command line names, before it is parsed; mistakes in it are found later."""
    if words and words[0] in _COMMANDS and _threads(words) not in ("", "1") and _OTHERWISE.isdisjoint(words):
        from ...formats.engine.ahead import begin

        begin(_files(words))


def _threads(words: Sequence[str]) -> str:
    """The value of -j; empty without one."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in ("-j", "--threads"):
            return following
    return ""


def _files(words: Sequence[str]) -> Iterator[str]:
    """Words that may be files to be read: the value of an option may be a file to be written."""
    for before, word in pairwise(words):
        if before == "--ref" or not before.startswith("-"):
            yield word
