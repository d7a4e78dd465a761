"""WeNet's scripts tools/compute-wer.py and tools/compute-cer.py: their options, their text, their numbers.

Of equally cheap alignments they take the one whose last step is a deletion, then an insertion: the policy `1/1/1:DIS`.
"""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from .... import core
from .sctk import resource

__all__ = ["characterize", "default_cluster", "stripoff_tags", "width"]

_RULE = "=" * 75 + "\n"
_PUNCTUATION = "!,?、。！，；？：「」︰『』《》"
_BLANKS = " \t\r\n"
# Of a line in which a blank stands before every character beyond ASCII.
_TOKEN = re.compile(f"<[^{_BLANKS}>]*>?|[^{_BLANKS}!,?<][^{_BLANKS}]*")
_TAG = re.compile("<[^>]*>?")
# What the name of a character begins with, and the cluster of a word of such characters; without one it is passed over.
_CLUSTERS = (
    (("DIGIT",), "Number"),
    (("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH"), "Mandarin"),
    (("LATIN CAPITAL LETTER", "LATIN SMALL LETTER"), "English"),
    (("HIRAGANA LETTER",), "Japanese"),
    (
        (
            *("AMPERSAND", "APOSTROPHE", "COMMERCIAL AT", "DEGREE CELSIUS", "EQUALS SIGN", "FULL STOP"),
            *("HYPHEN-MINUS", "LOW LINE", "NUMBER SIGN", "PLUS SIGN", "SEMICOLON"),
        ),
        "",
    ),
)
# Stands for an empty word in an alignment; half a character is in no word of a file in UTF-8.
_EMPTY = "\ud800"
_KINDS = "CSDI"


class _Spaced(dict[int, str]):
    """Characters with the blanks that separate them: on both sides of a letter without case, before any other."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        category = unicodedata.category(letter)
        if code < 128:
            spaced = letter
        elif letter in _PUNCTUATION or category in ("Zs", "Cn"):
            spaced = " "
        else:
            spaced = f" {letter} " if category == "Lo" else f" {letter}"
        self[code] = spaced
        return spaced


_SPACED = _Spaced()


def characterize(string: str) -> list[str]:
    """The tokens of a line with --char=1: letters of scripts without case, one by one, and runs of ASCII.

    >>> characterize("u1 你好, world <unk>吗")
    ['u1', '你', '好', 'world', '<unk>', '吗']
    """
    return _TOKEN.findall(string.translate(_SPACED))


def stripoff_tags(x: str) -> str:
    """A token without what stands between angle brackets.

    >>> stripoff_tags("a<b>c<d")
    'ac'
    """
    return _TAG.sub("", x) if "<" in x else x


def width(string: str) -> int:
    """The columns of a text on a terminal, where wide and ambiguous characters take two.

    >>> width("a你")
    3
    """
    if string.isascii():
        return len(string)
    return sum(1 + (unicodedata.east_asian_width(letter) in "AFW") for letter in string)


def default_cluster(word: str) -> str:
    """The cluster of a word: Mandarin, English, Number, Japanese or Other; ValueError for a character without a name.

    >>> default_cluster("你好"), default_cluster("it's"), default_cluster("b2b")
    ('Mandarin', 'English', 'Other')
    """
    clusters = {_cluster(unicodedata.name(letter)) for letter in word} - {""}
    return clusters.pop() if len(clusters) == 1 else "Other"


def _cluster(name: str) -> str:
    return next((cluster for beginnings, cluster in _CLUSTERS if name.startswith(beginnings)), "Other")


class _Options:
    """The options of a command line; `letters` is compute-cer.py's cutting of words."""

    def __init__(self, letters: bool) -> None:
        self.letters = letters
        self.characters = False
        self.verbose = 1
        self.padding = " "
        self.sensitive = False
        self.tags = True
        self.most = sys.maxsize
        self.cluster_file = ""
        self.ignored: set[str] = set()
        self.splits: dict[str, list[str]] = {}

    def set_verbose(self, value: str) -> None:
        """Takes a number; any other text is 1."""
        try:
            self.verbose = int(value)
        except ValueError:
            self.verbose = 1

    def set_most(self, value: str) -> None:
        """Takes the number of words in a line; with less than 1 the original never ends."""
        self.most = int(value)
        if self.most < 1:
            raise ValueError(f"--maxw={value}: expected a number of words, from 1")

    def set_padding(self, value: str) -> None:
        """Takes `space` or `underline`."""
        self.padding = {"space": " ", "underline": "_"}.get(value.lower(), self.padding)

    def read_ignored(self, path: str) -> None:
        """Adds the words to be ignored, one a line."""
        self.ignored.update(filter(None, map(str.strip, _lines(path))))

    def read_splits(self, path: str) -> None:
        """Takes the words that are replaced by several; those of an earlier file are forgotten."""
        rows = (line.split() for line in _lines(path))
        self.splits = {row[0]: row[1:] for row in rows if len(row) > 1}

    def fold(self) -> None:
        """Brings the words of the files to upper case, as those of the texts are."""
        if not self.sensitive:
            self.ignored = set(map(str.upper, self.ignored))
            self.splits = {word.upper(): [*map(str.upper, words)] for word, words in self.splits.items()}


def _flag(name: str) -> Callable[[_Options, str], None]:
    return lambda options, value: setattr(options, name, value != "0")


_GRAMMAR: dict[str, Callable[[_Options, str], None]] = {
    "--maxw": _Options.set_most,
    "--rt": _flag("tags"),
    "--cs": _flag("sensitive"),
    "--cluster": lambda options, value: setattr(options, "cluster_file", value),
    "--splitfile": _Options.read_splits,
    "--ig": _Options.read_ignored,
    "--char": _flag("characters"),
    "--v": _Options.set_verbose,
    "--padding-symbol": _Options.set_padding,
}


def _parsed(words: Sequence[str], letters: bool) -> tuple[_Options, Sequence[str]]:
    """The options, and the two files behind them; words before these that are no option are passed over."""
    options = _Options(letters)
    for word in words[:-2]:
        name, equals, value = word.partition("=")
        if equals and name in _GRAMMAR:
            _GRAMMAR[name](options, value)
    options.fold()
    return options, words[-2:]


def _lines(path: str) -> list[str]:
    """The lines of a file in UTF-8, cut at all line ends of Unicode, as the module codecs cuts them."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode().splitlines(keepends=True)
    except UnicodeDecodeError:
        with codecs.open(path, "r", "utf-8") as text:
            return list(text)  # names the place of the damage as the original does


class _Words(dict[str, list[str]]):
    """The words that a token stands for."""

    def __init__(self, options: _Options) -> None:
        super().__init__()
        self.options = options

    def __missing__(self, token: str) -> list[str]:
        words = self[token] = self._words(token)
        return words

    def _words(self, token: str) -> list[str]:
        options = self.options
        word = token if options.sensitive else token.upper()
        if word in options.ignored:
            return []
        if options.tags:
            word = stripoff_tags(word)
        if not word:
            return []
        split = options.splits.get(word, [])
        if options.letters:
            return [*split, *(word if word.isalnum() else [word])]
        return split or [word]

    def utterance(self, line: str) -> tuple[str, list[str]] | None:
        """The name and the words of a line; None for an empty one."""
        tokens = characterize(line) if self.options.characters else line.split()
        return (tokens[0], [*chain.from_iterable(map(self.__getitem__, tokens[1:]))]) if tokens else None


class _Clusters(dict[str, str]):
    """The cluster of each word; `names` are those of the clusters, in the order of their first words."""

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[str, None] = {}

    def take(self, rec: list[str], lab: list[str]) -> None:
        """Finds the clusters of the words that are new."""
        if set(rec).union(lab) <= self.keys():
            return
        for word in rec + lab:
            if word not in self:
                cluster = self[word] = default_cluster(word.replace(_EMPTY, ""))
                self.names.setdefault(cluster)


class _Cells(dict[tuple[str, str], tuple[str, str, str]]):
    """Texts of the two aligned words of a pair, padded to one width, and the letter of its step."""

    def __init__(self, padding: str) -> None:
        super().__init__()
        self.padding = padding

    def __missing__(self, pair: tuple[str, str]) -> tuple[str, str, str]:
        lab, rec = pair[0], pair[1].replace(_EMPTY, "")
        room = width(lab) - width(rec)
        cells = lab + self.padding * -room + " ", rec + self.padding * room + " ", _kind(*pair)
        self[pair] = cells
        return cells


def _kind(lab: str, rec: str) -> str:
    """The letter of a step; an empty word that is inserted is none."""
    if lab and rec:
        return "C" if lab == rec else "S"
    return "D" if lab else "I" if rec != _EMPTY else ""


def _score(counts: Sequence[int]) -> str:
    """The rate and the counts: correct, substitutions, deletions, insertions."""
    correct, substitutions, deletions, insertions = counts
    words = correct + substitutions + deletions
    rate = (insertions + substitutions + deletions) * 100.0 / words if words else 0.0
    return f"{rate:4.2f} % N={words} C={correct} S={substitutions} D={deletions} I={insertions}\n"


class _Job:
    """The scores of a run."""

    def __init__(self, options: _Options) -> None:
        self.options = options
        self.words = _Words(options)
        self.clusters = _Clusters()
        self.cells = _Cells(options.padding)
        self.steps: Counter[tuple[str, str]] = Counter()

    def utterances(self, ref: str, hyp: str) -> Iterator[str]:
        """The text about each utterance that both files have."""
        hyps = dict(filter(None, map(self.words.utterance, _lines(hyp))))
        with open(ref, encoding="utf-8") as lines:
            for line in lines:
                utterance = self.words.utterance(line)
                if utterance and utterance[0] in hyps:
                    name, lab = utterance
                    if self.options.verbose:
                        yield f"\nutt: {name}\n"
                    yield self._utterance(name, lab, hyps[name])

    def _utterance(self, name: str, lab: list[str], rec: list[str]) -> str:
        self.clusters.take(rec, lab)
        steps = core.pairs(lab, rec, "", (1, 1, 1), "DIS", False)
        self.steps.update(steps)
        # A text that is scored again has an empty word more each time.
        rec.insert(0, _EMPTY)
        if not self.options.verbose:
            return ""
        labs, recs, letters = zip(*map(self.cells.__getitem__, steps), strict=True) if steps else ((), (), ())
        kinds = "".join(letters)
        return f"WER: {_score([*map(kinds.count, _KINDS)])}" + "".join(self._rows(name, labs, recs))

    def _rows(self, name: str, labs: Sequence[str], recs: Sequence[str]) -> Iterator[str]:
        """The aligned words, a number of them in a line."""
        shown = f"({name.encode()!r})" if self.options.verbose > 1 else ""
        for first in range(0, len(labs), self.options.most):
            last = first + self.options.most
            yield f"lab{shown}: {''.join(labs[first:last])}\nrec{shown}: {''.join(recs[first:last])}\n\n"

    def totals(self) -> Iterator[str]:
        """The text behind that about utterances: all words, and those of each cluster."""
        by_word: dict[str, list[int]] = {}
        for (lab, rec), number in self.steps.items():
            if kind := _kind(lab, rec):
                by_word.setdefault(lab or rec, [0, 0, 0, 0])[_KINDS.index(kind)] += number
        verbose = self.options.verbose
        yield (_RULE + "\n" if verbose else "") + "Overall -> " + _score(_sums(by_word.values())) + "\n" * (not verbose)
        if verbose:
            for name in self.clusters.names:
                of_cluster = [counts for word, counts in by_word.items() if self.clusters[word] == name]
                yield f"{name} -> {_score(_sums(of_cluster))}"
            if self.options.cluster_file:
                for name, words in _read_clusters(self.options.cluster_file):
                    yield f"{name} -> {_score(_sums([by_word[word] for word in words if word in by_word]))}"
            yield "\n" + _RULE


def _sums(counts: Iterable[list[int]]) -> list[int]:
    return [*map(sum, zip([0, 0, 0, 0], *counts, strict=True))]


def _read_clusters(path: str) -> Iterator[tuple[str, list[str]]]:
    """The clusters of a file, such as `<City> ROME PARIS </City>`: their names and words."""
    name = ""
    words: list[str] = []
    with open(path, encoding="utf-8") as lines:
        for token in (token for line in lines for token in line.split()):
            if token.startswith("</") and token.endswith(">") and token.lstrip("</").rstrip(">") == name:
                yield name, words
                name, words = "", []
            elif token.startswith("<") and token.endswith(">") and not name:
                name, words = token.lstrip("<").rstrip(">"), []
            else:
                words.append(token)


def _run(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """The output of a program, in pieces."""
    if not arguments:
        yield resource(f"toolkits/wenet-{program}.txt").decode()
        return
    options, files = _parsed(arguments, letters=program == "compute-cer")
    if len(files) < 2:
        raise IndexError("list index out of range")
    job = _Job(options)
    yield from job.utterances(*files)
    yield from job.totals()


def compute_wer(arguments: Sequence[str]) -> Iterator[str]:
    """The output of `compute-wer.py` for the words behind its name."""
    return _run("compute-wer", arguments)


def compute_cer(arguments: Sequence[str]) -> Iterator[str]:
    """The output of `compute-cer.py`, which also cuts words of letters and digits into these."""
    return _run("compute-cer", arguments)


PROGRAMS = {"compute-wer.py": compute_wer, "compute-cer.py": compute_cer}
