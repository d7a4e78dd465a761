"""Texts without times as they are before normalisation; marks of sclite's grammar stay what they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate

from ....formats.errors import UsageError, short
from ....formats.schema import Segment, text_of
from ....formats.schema.markup import words
from ....formats.schema.spans import SpanTexts
from ....formats.values import dataclass
from ...normalise.equivalents import without_stand_ins
from ...normalise.origins import Origins
from ...normalise.segments import Done, marked_text, optional_in, segment_of
from ...normalise.segments import texts_of as texts_of_segment
from ..alignment import Text

# Hyphens are missing: a fragment is one word with its hyphen in a text as well.
_MARKS = "{}\\;*@("
_MARK = re.compile(f"[{re.escape(_MARKS)}]")


@dataclass(frozen=True, slots=True)
class Texts:
    """Utterances and their texts: one each, but for utterances with marks, which are parsed into `segments`."""

    given: Sequence[Text]
    texts: Sequence[str]
    segments: Mapping[int, Segment]
    sizes: Sequence[int]
    """The number of texts of each utterance; empty where each has one."""
    lists: bool
    """Whether some utterances are no strings."""
    markup: bool
    alternatives: str = ""
    """The place of a rule that makes alternations, of which braces of the results are marks; empty without such."""

    @property
    def logged(self) -> bool:
        """Whether the changes are needed to write the results: tags and optional words follow their words."""
        return bool(self.segments)

    @property
    def plain(self) -> bool:
        """Whether no utterance has marks, and no rule makes any."""
        return not self.segments and not self.alternatives

    def owners(self) -> Sequence[int]:
        """The utterance of each text."""
        if not self.sizes:
            return range(len(self.texts))
        return [place for place, size in enumerate(self.sizes) for _ in range(size)]

    def optional(self) -> frozenset[int]:
        """The texts that are an optional word each."""
        begins = [*accumulate(self.sizes, initial=0)]
        return frozenset(
            begins[place] + number for place in self.segments for number in optional_in(self.segments[place])
        )

    def written(self, results: Sequence[str], origins: Origins | None) -> Sequence[Text]:
        """The utterances with their results.

        Words that were given one by one stay words, so they have no marks, but where a rule made an alternation.
        """
        if not self.segments and not self.lists and not (self.markup and _have_marks(results)):
            return results
        texts: list[Text] = []
        place = 0
        for number in range(len(self.given)):
            size = self.sizes[number] if self.sizes else 1
            try:
                texts.append(self._written(number, range(place, place + size), results, origins))
            except UsageError as error:
                fix = "" if "expected" in str(error) else "; expected other words where a rule makes an alternation"
                raise UsageError(f"utterance {number + 1}: {error}{fix}") from None
            place += size
        return texts

    def chosen(self, results: Sequence[str], places: Sequence[int]) -> Sequence[Text] | None:
        """Some utterances with the results of their texts; None where words have marks, or are given one by one."""
        is_bare = self.plain and not self.lists and len(results) == len(places)
        return results if is_bare and not (self.markup and _have_marks(results)) else None

    def _written(self, number: int, places: range, results: Sequence[str], origins: Origins | None) -> Text:
        """One utterance with the results of its texts."""
        if number in self.segments:
            done = Done(iter([(place, results[place]) for place in places]), origins, bool(self.alternatives))
            return text_of(segment_of(self.segments[number], done))
        text = results[places.start]
        if not isinstance(self.given[number], (list, tuple)):
            return self._marked(text)
        if not self.alternatives:
            return words(text)
        if "{" not in text:
            return words(without_stand_ins(text))
        if odd := next((word for word in words(self.texts[places.start]) if "{" in word), ""):
            fate = f"{self.alternatives} would turn into a mark of an alternation"
            raise UsageError(
                f"the word {short(odd)!r} has a brace, which {fate}; expected words without braces, or no such rules"
            )
        return marked_text(text, "sclite", alternatives=True)

    def _marked(self, text: str) -> str:
        """The text, with letters that a normaliser made escaped where the core would read them as marks."""
        if not self.markup or _MARK.search(text) is None:
            return text
        return marked_text(text, "sclite", bool(self.alternatives))


def texts_of(written: Sequence[Text], *, markup: bool, alternatives: str = "") -> Texts:
    """Utterances as texts; with `markup` each alternative and each optional word of a string is a text of its own."""
    if isinstance(written, SpanTexts) and not (markup and written.has(_MARKS)):
        return Texts(written, written, {}, (), False, markup, alternatives)
    if not isinstance(written, (list, tuple)):
        written = list(written)  # strings that are made when they are looked at, here once
    lists = set(map(type, written)) != {str}
    plain: Sequence[str] = [_plain(text) for text in written] if lists else written  # type: ignore[assignment]
    marked = [
        place
        for place, text in enumerate(plain if markup and _have_marks(plain) else ())
        if _MARK.search(text) and not isinstance(written[place], (list, tuple))
    ]
    segments = {place: Segment(text=plain[place], grammar="sclite") for place in marked}
    if not segments:
        return Texts(written, plain, segments, (), lists, markup, alternatives)
    texts: list[str] = []
    sizes = []
    for place, text in enumerate(plain):
        texts_of_place = list(texts_of_segment(segments[place])) if place in segments else [text]
        texts += texts_of_place
        sizes.append(len(texts_of_place))
    return Texts(written, texts, segments, sizes, lists, markup, alternatives)


def _have_marks(texts: Sequence[str]) -> bool:
    """Whether one of the texts has a letter that may be a mark: much faster than a look at each of them."""
    if isinstance(texts, SpanTexts):
        return texts.has(_MARKS)
    together = "\n".join(texts)
    return any(mark in together for mark in _MARKS)


def _plain(text: Text) -> str:
    if isinstance(text, str):
        return text
    if isinstance(text, bytes):
        return text.decode("utf-8", "surrogateescape")
    if {*map(type, text)} == {str}:
        return " ".join(text)  # type: ignore[arg-type]
    return " ".join(_plain(word) if isinstance(word, (str, bytes)) else _refused(word) for word in text)


def _refused(word: object) -> str:
    raise UsageError(f"{word!r} is not a word; a normaliser expects texts or lists of words")
