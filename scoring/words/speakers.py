"""Speakers named by utterance ids, as sclite's option -i reads them: transcripts say nothing else about speakers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...formats.errors import UsageError, short, unknown

KINDS = {
    "spu_id": "the part before the first '-', or without '-' before the first '_' (also: rm, swb)",
    "wsj": "the first three characters",
    "sp": "the whole id",
    "one": "one speaker for all utterances",
}
_OTHER_PART = "choose another part of the id, or speakers='one' (--speakers one) for a single speaker"
_SAME_AS = {"rm": "spu_id", "swb": "spu_id"}


def speakers_of(ids: Sequence[str], kind: str, advice: str = _OTHER_PART) -> list[str]:
    """The speaker of every id; an id without a speaker is an error, with the advice how to name one.

    >>> speakers_of(["anna-001", "ben_2"], "spu_id")
    ['anna', 'ben']
    """
    chosen = _SAME_AS.get(kind, kind)
    if chosen not in KINDS:
        raise unknown("speakers", kind, [*KINDS, *_SAME_AS])
    if chosen == "sp":
        return list(ids)
    if chosen == "one":
        return ["all"] * len(ids)
    if chosen == "wsj":
        return [key[:3] for key in ids]
    # A function called for each id would take twice as long.
    places = [place if (place := key.find("-")) >= 0 else key.find("_") for key in ids]
    if min(places, default=0) < 0:
        nameless = [key for key, place in zip(ids, places, strict=True) if place < 0]
        few = ", ".join(map(short, nameless[:5]))
        raise UsageError(
            f"{len(nameless)} of {len(ids)} ids name no speaker ({few}); expected a name before '-' or '_'; {advice}"
        )
    return [key[:place] for key, place in zip(ids, places, strict=True)]


def column_of_speakers(columns: Collection[str]) -> str:
    """The column of speakers under one of its usual names, such as `Speaker` or `client_id`; empty for none."""
    if not columns:
        return ""
    # Imported only now: most scores have no columns.
    from ...formats.roles import ROLES, first_usual

    return first_usual(ROLES["speaker"], columns) or ""
