"""Shorthand for calls of a core, so that a test shows texts and answers and little else."""

from __future__ import annotations

from array import array

EMPTY = (b"", None, None, 0.0, 0.0, 0.0, 0.0)


def integers(*numbers):
    """int64 numbers as the core takes them."""
    return array("q", numbers).tobytes()


def small_integers(*numbers):
    """int32 numbers as the core takes them."""
    return array("i", numbers).tobytes()


def floats(*numbers):
    """float64 numbers as the core takes them."""
    return array("d", numbers).tobytes()


class Ask:
    """A core with the usual settings filled in."""

    def __init__(self, core):
        self.core = core

    def charset(self, encoding="ascii", lower=None, upper=None):
        return self.core.Charset(encoding, lower or {}, upper or {})

    def rules(self, *, encoding="ascii", charset=None, **options):
        return self.core.Rules(charset or self.charset(encoding), **options)

    def batch(self, refs, hyps, **options):
        """The alignments of texts or lists of words."""
        return self.core.align(self.rules(**options), self.core.texts(refs), self.core.texts(hyps))

    def slots(self, ref, hyp, **options):
        return self.batch([ref], [hyp], **options).slots(0)

    def path(self, ref, hyp, **options):
        """An alignment in one line: a=b for a pair, a/b for a substitution, -a and +b for deletion and insertion."""
        return " ".join(_shown(slot) for slot in self.slots(ref, hyp, **options))

    def ops(self, ref, hyp, **options):
        """The operations of an alignment, such as CSDI."""
        return "".join(slot[0] for slot in self.slots(ref, hyp, **options))

    def words(self, text, **options):
        """The words of a text: all are deleted if the hypothesis is empty."""
        return [slot[1] for slot in self.slots(text, "", **options)]

    def values(self, text, **options):
        return [word[0].decode("utf-8", "surrogateescape") for word in self.words(text, **options)]

    def rows(self, *rows):
        """One utterance of ctm rows: word, begin, duration, confidence; a mark is a word alone."""
        rows = [(row, 0.0, 0.0, 0.0) if isinstance(row, str) else (*row, 0.0)[:4] for row in rows]
        words, begin, duration, confidence = zip(*rows, strict=True) if rows else ((), (), (), ())
        return self.core.rows(
            [word.encode() for word in words],
            floats(*begin),
            floats(*duration),
            floats(*confidence),
            integers(0, len(rows)),
        )

    def row_path(self, ref, hyp, **options):
        """The alignment in one line of two utterances of ctm rows, or texts."""
        sides = [self.core.texts([side]) if isinstance(side, str) else self.rows(*side) for side in (ref, hyp)]
        return " ".join(_shown(slot) for slot in self.core.align(self.rules(**options), *sides).slots(0))


def _shown(slot):
    op, ref, hyp = slot
    first = "" if ref is None else ref[0].decode("utf-8", "surrogateescape")
    two = "" if hyp is None else hyp[0].decode("utf-8", "surrogateescape")
    return {"C": f"{first}={two}", "S": f"{first}/{two}", "D": f"-{first}", "I": f"+{two}"}[op]
