"""Normalisation of texts: a program of operations that run in their order, and the log of what they changed.

An operation is a tuple of its kind and its arguments:

- `("table", rules, exact_blanks)`: rules are tuples of search, replacement and the edges before and after (0 any,
  1 word, 2 blank). All rules at once, from left to right, of those whose edges fit the one with the longest search,
  and then the first; a blank in a search matches white space of any length, unless `exact_blanks`
- `("letters", letter, whole, by_words)`: a function of a letter that gives its replacement, or None where letters
  around it matter, and the same function of a whole text, or with `by_words`, of each word between blanks
- `("whole", whole)`: a function of a whole text
- `("units", letter)`: a function of a letter that says whether it stands alone, between blanks; the kinds that it is
  of, one bit each; and the kinds of letters to which it is joined where one is before it. White space is of no kind
- `("spans", open, close, least)`: spans from one of the opening letters to the next closing one are removed, if at
  least so many letters are between them
- `("commas",)`, `("periods",)`, `("lone_symbols",)`, `("squeeze", strip)`, `("long_blanks",)`, `("strip",)`,
  `("acronyms",)`: see the functions below
- `("english_numbers", words, whole)`: spelled-out numbers, as the function of a whole text defines them; words are
  tuples of a word, its kind, its value and its suffix
- `("spoken_numbers", words, whole)`: spelled-out numbers in texts that stay otherwise as they are, in the same way; the
  kind of a word has a bit for each role that it may have
- `("stretches", whole)`: stretches of words that follow themselves stand once, as the function of a whole text defines
"""

from __future__ import annotations

from array import array

from .spans import Spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .normalise_operations import Operation


class Program:
    """Operations on texts, which run in their order."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        # Patterns cost the start of commands that need none.
        from .normalise_operations import made

        self._operations = [made(operation) for operation in operations]

    def run(self, texts: Sequence[str], log: bool = False, threads: int = 1) -> tuple[list[str], bytes, str]:
        """The texts after all operations; five columns of int32 for each change: text, start, rule, lengths of the old
        and the new piece; and these pieces in one text. An OverflowError of the number of an operation, and of the
        letters that a text may have, where a table makes more."""
        from .normalise_operations import LONGEST, TooLong

        columns = array("i")
        pieces: list[str] = []
        results = []
        for number, text in enumerate(texts):
            if not isinstance(text, str):
                raise TypeError("a text is not a str")
            first = 0
            for place, (size, operation) in enumerate(self._operations):
                try:
                    result, changes = operation(text, log)
                except TooLong:
                    raise OverflowError(place, LONGEST) from None
                for rule, (start, old, new) in changes:
                    columns.extend((number, start, first + rule, len(old), len(new)))
                    pieces += (old, new)
                first += size
                text = result
            results.append(text)
        return results, columns.tobytes(), "".join(pieces)

    def rewritten(self, spans: Spans, threads: int = 1, /) -> tuple[Spans, bytes]:
        """Utterances whose texts are those of others after all operations, without ids, or these others where no
        operation changed any; and a byte for each, 0 where no operation changed the text."""
        results, columns, _ = self.run(spans.texts(), True)
        changed = bytearray(len(results))
        for number in array("i", columns)[::5]:
            changed[number] = 1
        return Spans([""] * len(results), results) if any(changed) else spans, bytes(changed)

    def stage(
        self, texts: Sequence[str], columns: bytes, pieces: str, first: int, behind: int, /
    ) -> tuple[list[str], bytes, str]:
        """A stage of `run`: what it would give for the rules from `first` to before `behind` alone, on texts that all
        rules before have changed. That is the texts, and the columns and pieces of these changes; `columns` and
        `pieces` are those of all rules."""
        results = list(texts)
        chosen, chosen_pieces = array("i"), []
        place = 0
        for change in zip(*[iter(array("i", columns))] * 5, strict=True):
            number, start, rule, old, new = change
            if first <= rule < behind:
                text = results[number]
                results[number] = text[:start] + pieces[place + old : place + old + new] + text[start + old :]
                chosen.extend(change)
                chosen_pieces.append(pieces[place : place + old + new])
            place += old + new
        return results, chosen.tobytes(), "".join(chosen_pieces)
