"""Utterances of two files paired by id; an error names what pairs them."""

from __future__ import annotations

from collections.abc import Sequence

from ....formats.errors import MismatchError
from ....formats.schema import Corpus
from ....formats.schema.spans import SpanTexts
from ...common.results import Missing
from ..alignment import Text
from .by_id import Pairing, pair


def paired(ref: Corpus, hyp: Corpus, missing: Missing) -> Pairing:
    """The places of the texts of both files, paired by id."""
    try:
        return pair(ref.ids(), hyp.ids(), missing=missing, strippable=True)
    except MismatchError as error:
        if ref.format != hyp.format and "txt" in (ref.format, hyp.format):
            hint = (
                "A txt file has line numbers instead of ids; expected ids on both sides "
                "(where lines begin with ids: ref_format='kaldi' (--ref-format kaldi), and likewise for hyp)"
                f"{_in_order(ref, hyp)}"
            )
            repeated = _repeated_first_word(ref, hyp) or _repeated_first_word(hyp, ref)
            raise MismatchError(f"{repeated}{error}\n{hint}") from None
        # Imported only now: most files have other ids on both sides, and no error.
        from ....formats.engine.further_columns import path_column

        if "repeated" not in str(error):
            raise
        text = f"{error}{_places_of_repeated(ref) or _places_of_repeated(hyp)}"
        if column := path_column(ref) or path_column(hyp):
            text += f": rows are named by their files; id_column={column!r} (--id-column {column}) pairs by path"
        raise MismatchError(text) from None


def _in_order(ref: Corpus, hyp: Corpus) -> str:
    """The end of a message about texts with ids next to as many lines: how the order can pair them."""
    if len(ref) != len(hyp):
        return ""
    side, name = ("HYP", "hypothesis") if ref.format == "txt" else ("REF", "reference")
    return (
        f"; if line 1 belongs to the first text, line 2 to the second and so on, `scorelite convert {side} OUT.txt` "
        f"makes lines of the {name}, and two files of lines are paired in order"
    )


def _repeated_first_word(side: Corpus, other: Corpus) -> str:
    """A line on an id that begins two lines of a txt file, where all lines begin with ids of the other side."""
    ids = {*other.ids()}
    first_line: dict[str, int] = {}
    repeated = ""
    for text, line in zip(side.texts() if side.format == "txt" else (), side.table.lines, strict=False):
        name = text.partition(" ")[0]
        if name not in ids:
            return ""
        if name in first_line and not repeated:
            repeated = f"{side.path}: id {name!r} begins line {first_line[name]} and line {line}; expected it once\n"
        first_line.setdefault(name, line)
    return repeated


def _places_of_repeated(side: Corpus) -> str:
    """The first two lines with one id, as ` (a.csv:2 and a.csv:4)`; empty where no id repeats, or no line is known."""
    first_line: dict[str, int] = {}
    for name, line in zip(side.ids(), side.table.lines, strict=True):
        if name in first_line:
            return f" ({side.path}:{first_line[name]} and {side.path}:{line})" if line else ""
        first_line[name] = line
    return ""


def arranged(refs: Sequence[Text], hyps: Sequence[Text], pairing: Pairing) -> tuple[Sequence[Text], Sequence[Text]]:
    """Both sides in the order of the pairing."""
    return _at(refs, pairing.ref), _at(hyps, pairing.hyp)


def _at(texts: Sequence[Text], places: Sequence[int | None]) -> Sequence[Text]:
    """The texts at these places, and an empty one where there is no place."""
    if places == range(len(texts)):
        return texts
    known = [place for place in places if place is not None]
    if isinstance(texts, SpanTexts) and len(known) == len(places):
        return texts.taken(known)
    made = list(texts)
    return ["" if place is None else made[place] for place in places]
