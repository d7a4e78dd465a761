"""Words: as callers see them in an alignment, and as the aligner compares them."""

from __future__ import annotations

from collections.abc import Iterator

# The words of an utterance in order, with alternations between them.
Sequence = list["TextWord | Choice"]

# A step of an alignment: the word of either side, None where it has none.
Step = tuple["TextWord | None", "TextWord | None"]

# value, first tag, second tag, begin, end, confidence, weight
Word = tuple[bytes, "bytes | None", "bytes | None", float, float, float, float]
# "C", "S", "D" or "I", the word of the reference, the word of the hypothesis
Slot = tuple[str, "Word | None", "Word | None"]

# The partner of an optional word that was not said: the pair counts as correct.
EMPTY_WORD: Word = (b"", None, None, 0.0, 0.0, 0.0, 0.0)


class TextWord:
    """A word with everything that the aligner compares and counts as cost."""

    def __init__(self, value: bytes, tag1: bytes | None = None, tag2: bytes | None = None) -> None:
        self.value = value
        self.tag1 = tag1
        self.tag2 = tag2
        self.begin = self.end = self.duration = self.confidence = 0.0
        self.weight = -1.0
        self.key = value  # compared with other keys: the value without the parentheses of an optional word
        self.optional = False
        self.fragment = False
        self.literal = False  # a ready word, which is never cut and never null
        self.null = False
        self.exact = self.inner = False  # of words that are matched as a whole; not the last of them
        self.wild = False  # stands for any words of the other side

    def public(self) -> Word:
        """The word as callers see it."""
        return self.value, self.tag1, self.tag2, self.begin, self.end, self.confidence, self.weight


class Choice:
    """An alternation: one of its branches is said."""

    def __init__(self, branches: list[Sequence]) -> None:
        self.branches = branches


def null_word() -> TextWord:
    """The word that says nothing."""
    word = TextWord(b"@")
    word.null = True
    return word


def words_in(sequence: Sequence) -> Iterator[TextWord]:
    """All words of a sequence, those of every branch included."""
    for item in sequence:
        if isinstance(item, TextWord):
            yield item
        else:
            for branch in item.branches:
                yield from words_in(branch)


def same(a: TextWord, b: TextWord) -> bool:
    """Whether the aligner takes two words as equal."""
    if a.null != b.null and (a.literal or b.literal):
        return False  # a ready word `@` is a word like any other
    ref, hyp = a.key, b.key
    if a.fragment or b.fragment:
        # The first test that applies decides; `-` alone is a fragment that stands for nothing.
        if len(ref) > 1 and ref[:1] == b"-":
            return hyp.endswith(ref[1:])
        if len(ref) > 1 and ref[-1:] == b"-":
            return hyp.startswith(ref[:-1])
        if len(hyp) > 1 and hyp[:1] == b"-":
            return ref.endswith(hyp[1:])
        if len(hyp) > 1 and hyp[-1:] == b"-":
            return ref.startswith(hyp[:-1])
    return ref == hyp
