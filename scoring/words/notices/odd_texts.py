"""Texts as ids: what a trn file looks like in which both are exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....formats.schema.markup import words
from ...notices.notice import Notice
from ...notices.oddities import plain
from ..alignment import Text

_SAMPLE = 200


def exchanged(refs: Sequence[Text], ids: Sequence[str] | None) -> Iterator[Notice]:
    """A notice if ids hold words, and texts ids.

    >>> print(*exchanged(["u1", "u2"], ["good day", "bad day"]))
    texts are single words such as 'u1', and ids hold several, such as 'good day': are ids and texts exchanged?
    """
    places = range(0, len(refs), len(refs) // _SAMPLE + 1)
    if ids is None or len(places) < 2 or any(len(words(ids[place])) < 2 for place in places):
        return
    texts = [words(plain(refs[place])) for place in places]
    if {*map(len, texts)} != {1} or len({*map(tuple, texts)}) < len(texts):
        return
    # Imported only now: most ids are one word.
    from ..inputs.line_ids import look_of

    if all(look_of(text) in ("id", "number") for (text,) in texts):
        text = f"texts are single words such as {texts[0][0]!r}, and ids hold several, such as {ids[places[0]]!r}"
        yield Notice("ids and texts", f"{text}: are ids and texts exchanged?")
