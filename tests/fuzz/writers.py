"""Corpora in every format: what is written is read again with the same words, or is refused with a reason."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from random import Random

from scorelite import formats
from scorelite.formats.conversion import run
from scorelite.formats.engine.wishes import Wishes
from scorelite.formats.schema import Corpus, Item, Label
from tests.fuzz import corpora, readers
from tests.fuzz.case import IDENTICAL, Case, Kind, Verdict, different
from tests.fuzz.run import place_of

# What a refusal names: a line, a segment, a name, a text, or what the whole file lacks.
_PLACED = re.compile(
    r":\d+:\d+|segment|utterance|word|text|'|\"|needs|one recording|several|U\+|columns|tier|times|ids?\b"
)
# What a corpus may have that its words are not the same without.
_CHANGES_WORDS = {"words", "alternations", "optional words", "fragments"}


def make(chance: Random) -> Case:
    """A random corpus, or a sample of one format, and the format that it is written in."""
    targets = [entry for entry in readers.entries() if not entry.read_only]
    target = chance.choice(targets)
    if chance.random() < 0.7 or target.folder:
        return Case((("corpus.jsonl", corpora.lines(chance)),), (), (("target", target.name),))
    source = chance.choice([entry for entry in readers.entries() if not entry.folder])
    data = chance.choice([data for ((_, data),) in readers.samples(source.name)] or [b"a b\n"])
    return Case((("sample", data),), (), (("source", source.name), ("target", target.name)))


def check(case: Case, where: Path) -> Verdict:
    """Writing, reading, writing what was read: both files are alike, and so are the words."""
    folder = where / "written"
    folder.mkdir(exist_ok=True)
    target = formats.by_name(case.fact("target"))
    first, two = (folder / name for name in ("one", "two"))
    try:
        try:
            corpus, dropped = _written(case, target, first)
        except corpora.NotACorpus:
            return IDENTICAL  # a smaller case that says nothing
        except (formats.UsageError, formats.FormatError) as error:
            return IDENTICAL if _PLACED.search(str(error)) else different("a refusal without a place", str(error))
        except Exception as error:
            return different(f"exception: {place_of(error)}", repr(error))
        return _compared(corpus, dropped, target, first, two)
    finally:
        for path in (first, two):
            for member in sorted(path.iterdir()) if path.is_dir() else []:
                member.unlink()
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)


def _written(case: Case, target: formats.Format, path: Path) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus of a case, and what of it the target cannot carry."""
    if case.fact("source") is None:
        corpus = corpora.corpus_of(case.file("corpus.jsonl"))
        formats.write(corpus, path, format=target.name)
        return corpus, formats.lost(corpus, target)
    data = case.file("sample")
    source = str(case.fact("source"))
    # Words are compared as they are spoken; subtitles would get their printed form.
    spoken = False if formats.by_name(source).printed else None
    wishes = Wishes(source_format=source, target_format=target.name, interpolate=True, printed=spoken)
    outcome = run(io.BytesIO(data), path, wishes)
    if source == target.name and any("has no effect" in note for note in outcome.notes):
        raise corpora.NotACorpus  # nothing is interpolated: an unchanged corpus is written as it was read
    return formats.read(data, format=source), outcome.dropped


def _compared(corpus: Corpus, dropped: tuple[str, ...], target: formats.Format, first: Path, two: Path) -> Verdict:
    name = target.name
    try:
        again = formats.read(first, format=name)
        readers.look_at(again)
    except Exception as error:
        return different(f"{name} cannot be read again: {place_of(error)}", f"{error}\n{_shown(first)}")
    try:
        formats.write(_bare(again), two, format=name)
        once_more = formats.read(two, format=name)
    except Exception as error:
        return different(f"{name} cannot be written again: {place_of(error)}", f"{error}\n{_shown(first)}")
    if _content(once_more) != _content(again):
        return different(f"{name} changes each time it is written", f"{_shown(first)}\n---\n{_shown(two)}")
    if target.words != "any" or _CHANGES_WORDS & {*dropped} or not _is_plain(corpus):
        return IDENTICAL
    read_back, heard = (sorted(spoken(_without_ignored(side))) for side in (again, corpus))
    # A format without a mark for segments that are to be ignored may keep their words, or leave them out.
    expected = [heard] + [sorted(spoken(corpus))] * ("ignored segments" in dropped)
    if not heard:
        # Turns without words may be shown by their speakers.
        expected.append(sorted(" ".join(corpus.table.speakers).split()))
    if read_back not in expected:
        return different(f"{name} has other words", f"{spoken(corpus)}\n{spoken(again)}\n{_shown(first)}")
    return IDENTICAL


def _shown(path: Path) -> str:
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return "\n".join(file.read_bytes()[:1500].decode("utf-8", "backslashreplace") for file in files)


def _bare(corpus: Corpus) -> Corpus:
    """The corpus without what its format keeps of the file, so that everything is written anew."""
    segments = tuple(replace(segment, original=None) for segment in corpus.segments)
    return replace(corpus, segments=segments, original=None)


def _content(corpus: Corpus) -> str:
    """Everything that two corpora are compared by; NaN equals itself."""
    return repr([[replace(segment, where=None, labels=None, text=None) for segment in corpus.segments], spoken(corpus)])


def _is_plain(corpus: Corpus) -> bool:
    """Whether all words are bare ones, so that they mean the same in every format."""
    return corpus.grammars() <= {"plain"}


def _without_ignored(corpus: Corpus) -> Corpus:
    return replace(corpus, segments=tuple(segment for segment in corpus.segments if not segment.ignored))


def spoken(corpus: Corpus) -> list[str]:
    """All words of a corpus; a label of several words is several words, an alternation of one branch is that branch."""
    labels = [label for segment in corpus.segments for item in segment.items for label in _sure(item)]
    return [word for label in labels for word in label.value.split()]


def _sure(item: Item) -> list[Label]:
    if isinstance(item, Label):
        return [item]
    return [label for other in item.branches[0] for label in _sure(other)] if len(item.branches) == 1 else []


KIND = Kind("writers", "what is written is read again, or refused with a reason", 15, make, check, readers.lacks)
