"""Answers to a name that somebody guessed: the name of ours that means the same, or else the one spelled like it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from .errors import suggestion

TYPE_CHECKING = False

_MEASURES = """
wer cer mer wil wip ser der jer atwv mtwv wder cpwer tcpwer orcwer tcorcwer mimower tcmimower
mean_utterance_wer median_utterance_wer
"""
RATES = frozenset(_MEASURES.split())
"""Names of measures: each is another number, so one is never the answer to another one."""
# Long names of measures, with the short ones; names that contain others come first.
_PHRASES = {
    "time constrained minimum permutation": "tcp",
    "concatenated minimum permutation": "cp",
    "minimum permutation": "cp",
    "time constrained": "tc",
    "optimal reference combination": "orc",
    "multi input multi output": "mimo",
    "word diarization error rate": "wder",
    "word error rate": "wer",
    "character error rate": "cer",
    "char error rate": "cer",
    "match error rate": "mer",
    "sentence error rate": "ser",
    "sent error rate": "ser",
    "utterance error rate": "ser",
    "diarization error rate": "der",
    "diarisation error rate": "der",
    "jaccard error rate": "jer",
    "word information lost": "wil",
    "word info lost": "wil",
    "word information preserved": "wip",
    "word info preserved": "wip",
    "actual term weighted value": "atwv",
    "maximum term weighted value": "mtwv",
    "term weighted value": "twv",
    "data frame": "dataframe",
    "to file": "save",
    "from file": "read",
}
# Words that mean the same in names, a group a line; plurals are understood.
_SYNONYMS = """
ref reference truth target gold groundtruth gt
hyp hypothesis hypotheses prediction pred output decoded recognised
sub substitution substituted
del deletion deleted missed
ins insertion inserted
hit correct match matched
dataframe df frame pandas numpy array iterrows itertuples
dict dictionary
speaker spk
session recording file filename uri sess reco meeting conversation
utterance utt sentence sent sample row item example element event cue
word token
character char letter
rate score ratio percent percentage evaluate eval scorer evaluator
normalise normalize normaliser normalizer normalisation normalization standardize standardise preprocess clean
remove strip
punctuation punct
read load open parse from import
save write export dump store
show print display view visualize visualise visualizer draw pretty render repr
text string str
start begin onset
duration dur second
thread job worker
end stop offset
interval ci confidence conf standard std stderr stdev variance
align alignment backtrace trace
id key name
column col field
by per groupby group breakdown stratify pivot slice
transform transformation
filter query where select mask find search
worst hardest worse bad
format fmt type
skip ignore drop exclude
language lang locale
setting option config parameter param argument kwargs
top number k limit most first frequent common
mean average avg
error err mistake
low lower
high upper
merge concat append join combine union extend aggregate
length len
"""


def _singular(word: str) -> str:
    word = word.lower()
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "is", "us")) else word


_CANONICAL = {_singular(word): line.split()[0] for line in _SYNONYMS.strip().splitlines() for word in line.split()}
# Words that say nothing about what is wanted.
_SILENT = """
get set compute calculate calc measure the a of all my as to is has num n nb top total count list value result
corpus micro overall asr batch pooled use with return
"""
_FILLERS = frozenset(_SILENT.split())
_VERBS = ("remove", "detect", "read", "save", "show", "normalise", "align", "filter", "merge", "plot", "compare", "by")
_VAGUE = ("save", "show")
MISTYPED = 0.85
"""So alike are names with a typing error."""


def meaning(name: str) -> tuple[str, ...]:
    """The words of a name that matter, each as the first of its synonyms.

    >>> meaning("num_ref_words"), meaning("VisualizeAlignments"), meaning("concatenated_minimum_permutation_wer")
    (('ref', 'word'), ('show', 'align'), ('cp', 'wer'))
    """
    found = _words(name)
    return tuple([word for word in found if word != "error"] or found)


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    """The meaning of a name, with the word error: `word_errors` are no answer to `words`."""
    words = [_singular(word) for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+", name)]
    text = f" {' '.join(words)} "
    for phrase, short in _PHRASES.items():
        text = text.replace(f" {phrase} ", f" {short} ")
    found = [_CANONICAL.get(word, word) for word in text.split()]
    if not RATES.isdisjoint(found):
        found = [word for word in found if word != "rate"]
    return tuple([word for word in found if word not in _FILLERS] or found)


def answer(name: str, answers: Mapping[str, str], names: Iterable[str], prefix: str = "") -> str:
    """The end of a message about an unknown name: what stands for it among ours, or nothing.

    `answers` say what to use for names of others, and `names` are ours, which get the prefix.

    >>> answer("subs", {"S": "substitutions"}, ["substitutions"]), answer("dump_to_file", {"store": "save(path)"}, [])
    ('; expected substitutions', '; expected save(path)')
    >>> answer("bootstrap_wer", {}, ["wer"]), answer("alignmnt", {}, ["alignment"])
    ('', '; did you mean alignment?')
    """
    wanted = meaning(name)
    if not wanted:  # a name without letters
        return ""
    if text := same(name, answers, names, prefix):
        return f"; expected {text}"
    # A typing error (but another measure is another number), ...
    ours = sorted([each for each in names if each[0] != "_"], key=len)
    ours = [each for each in ours if each not in RATES or _squeezed(name).startswith(each)]
    if name.islower():
        ours = [each for each in ours if not each[0].isupper() or each.isupper()]  # no classes
    if near := suggestion(name, ours, MISTYPED):
        return near
    # ... a part of the name, or at last any name that looks like it.
    part = _part(name, {**answers, **{own: prefix + own for own in ours}})
    if part:
        return f"; expected {part}"
    return suggestion(name, [each for each in ours if each[0] == name[0].lower() or name in each.split("_")])


def likeness(option: str) -> float:
    """How alike an option of ours must be to be named: names of several words share words, such as max, anyway.

    >>> likeness("--alfa"), likeness("--merge-lines")
    (0.65, 0.75)
    """
    return 0.75 if "-" in option.strip("-") else 0.65


def same(name: str, answers: Mapping[str, str], names: Iterable[str], prefix: str = "") -> str:
    """The answer to the name that means the same, or nothing.

    >>> same("num_subs", {}, ["substitutions"]), same("words", {"word_errors": "confusions()"}, [])
    ('substitutions', '')
    """
    if name in answers:
        return answers[name]
    ours = sorted([each for each in names if each[0] != "_"], key=len)
    # The name without words such as num and total, or in other words, at last without the word error.
    bare = "_".join([word for word in name.lower().replace(" ", "_").split("_") if word not in _FILLERS])
    if bare in answers or bare in ours:
        return answers.get(bare, prefix + bare)
    for wanted in (_words(name), meaning(name)):
        if "".join(wanted) in ours:
            return prefix + "".join(wanted)
        for other, text in [*answers.items(), *((own, prefix + own) for own in ours)]:
            if _squeezed(other) in ("".join(wanted), _squeezed(name)) or set(_words(other)) == set(wanted):
                return text
    return ""


def _squeezed(name: str) -> str:
    return name.lower().replace("_", "")


def _part(name: str, answers: Mapping[str, str]) -> str:
    """The answer to the name with most of these words and no others: half of them at least, or the verb before them.

    A verb such as save says less than the word after it: `write_pra` wants the report, `plot_errors` a picture.
    """
    best, most = "", (0, False, False)
    wanted = meaning(name)
    for other, text in answers.items():
        words = set(_words(other))
        target = text.removeprefix("scorelite.").removeprefix("result.").partition("(")[0]
        has_verb = wanted[0] in words and wanted[0] in _VERBS
        is_named = has_verb and wanted[0] not in _VAGUE
        if name.endswith("rate") and "rate" not in words:
            continue  # a rate is another number than an amount
        if not words <= set(_words(name)) or not RATES.isdisjoint((*words, target)):
            continue
        rank = len(words), is_named, not has_verb
        is_half = 2 * len(words - {"error", "rate"}) >= len({*wanted})
        if (has_verb or is_half) and rank > most:
            best, most = text, rank
    return best


_NOTHING: Mapping[str, str] = {}


class Answering:
    """A value whose errors about attributes and items that it lacks name what stands for them."""

    __slots__ = ()
    ANSWERS = _NOTHING
    """Attributes that others expect, with ours."""

    def _attribute_for(self, name: str) -> str:
        """The end of a message about a name: the attribute that stands for it, or all."""
        names = public(type(self))
        return answer(name, self.ANSWERS, names) or listed(type(self).__name__, names)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            raise AttributeError(Missing(self, name))

        def __getitem__(self, key: object) -> object:
            # Also called by `for`, with 0.
            name = key if isinstance(key, str) or not hasattr(self, "to_dict") else "to_dict"
            raise TypeError(f"{type(self).__name__!r} object has no items{self._attribute_for(str(name))}")


class Missing:
    """The message about an attribute that a value lacks; made when it is shown, for programs try many attributes.

    >>> from scorelite.formats import Region
    >>> str(Missing(Region("talk", "1", 0, 1), "stop_time"))
    "'Region' object has no attribute 'stop_time'; expected end"
    """

    __slots__ = ("_name", "_value")

    def __init__(self, value: Answering, name: str) -> None:
        self._value = value
        self._name = name

    def __str__(self) -> str:
        text = f"{type(self._value).__name__!r} object has no attribute {self._name!r}"
        if self._name.startswith("_") or self._name in dir(type(self._value)):
            # Protocols that are only tried, and attributes whose own look-up failed.
            return text
        return text + self._value._attribute_for(self._name)

    def __repr__(self) -> str:
        return repr(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        return str, (str(self),)


def public(kind: type) -> list[str]:
    """The names of a class that are for users, but for its constants."""
    unlisted = getattr(kind, "UNLISTED", ())
    return [each for each in dir(kind) if each[0] != "_" and not each.isupper() and each not in unlisted]


def listed(kind: str, names: Collection[str]) -> str:
    """The end of a message about a name that nothing is like: all names, or where many are listed.

    >>> listed("Region", ["start", "end"]), listed("Corpus", ["texts"] * 20)
    ('; expected one of: start, end', '; dir(corpus) lists all')
    """
    if len(names) <= 12:
        return f"; expected one of: {', '.join(names)}"
    variable = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower()
    return f"; dir({variable}) lists all"
