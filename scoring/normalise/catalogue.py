"""The built-in normalisers, and chains by name or file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from importlib import import_module
from operator import add
from typing import TYPE_CHECKING

from ...formats.errors import UsageError, argument, unknown
from ...formats.values import dataclass, field
from ..common.results import check_order
from .chain import Chain, Scoring, Step
from .log import Change

if TYPE_CHECKING:
    from typing import TypeAlias


Single: TypeAlias = "str | os.PathLike[str] | Chain | Callable[[str], str]"
Wanted: TypeAlias = "Single | Sequence[Single]"
"""A name, a rule file, a chain, a function of a text, or several of these that run one after another."""


@dataclass(frozen=True, slots=True)
class Normaliser:
    """A built-in normaliser."""

    name: str
    version: str
    summary: str
    function: str
    """The module and the name of the function that makes its steps."""
    languages: tuple[str, ...] = ()
    """Codes of the languages that it is made for; none: all."""
    idempotent: bool = True
    """Whether applying it twice changes nothing more."""
    source: str = "scorelite"
    """The program or package whose results these are."""
    licence: str = "MIT"
    """The licence of its tables."""
    package: str = ""
    """The package that must be installed; the version of that package is the normaliser's."""
    options: Mapping[str, object] | None = field(default=None, compare=False)
    """What the function is called with."""
    scoring: Scoring = Scoring()
    """The way in which the authors score what it normalised."""

    def chain(self) -> Chain:
        """The chain of its steps under its name and version."""
        label = f"{self.name}@{self._installed()}" if self.package else f"{self.name}@{self.version}"
        return Chain(_steps(self.function, **(self.options or {})), label, self.scoring)

    def _installed(self) -> str:
        """The package and its version."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return f"{self.package}-{version(self.package)}"
        except PackageNotFoundError:
            raise UsageError(
                f"{self.name} needs the package {self.package}: pip install 'scorelite[{self.name}]'"
            ) from None


_whisper = partial(Normaliser, source="openai-whisper", idempotent=False)
_leaderboard = partial(Normaliser, source="Open ASR Leaderboard", licence="Apache-2.0", idempotent=False)
_meeteval = partial(Normaliser, source="MeetEval")
_chime = partial(Normaliser, source="chime-utils", languages=("en",))
_jiwer = partial(Normaliser, source="jiwer", licence="Apache-2.0")
_arabic = partial(Normaliser, source="SCTK", licence="public domain", languages=("ar",))

NORMALISERS: tuple[Normaliser, ...] = (
    Normaliser("basic", "1", "lower case, no punctuation, one apostrophe, NFC; vowel signs stay", "plain.basic"),
    Normaliser(
        "basic-marks",
        "1",
        "`whisper-basic` that keeps vowel signs and other marks",
        "whisper.whisper_basic",
        options={"marks": True},
    ),
    Normaliser(
        "numbers-en",
        "1",
        "spelled-out English numbers in digits",
        "spoken_numbers.in_digits",
        ("en",),
    ),
    Normaliser(
        "numbers-zh",
        "1",
        "Chinese numerals in digits: 25 for 二十五, 2025 for 二零二五, 35000 for 3万5",
        "chinese_numbers.chinese_in_digits",
        ("zh",),
    ),
    Normaliser(
        "ids-en",
        "1",
        "ids, phone numbers, times, money and addresses in one writing, digits one by one; run `basic` after it",
        "one_by_one.ids_english",
        ("en",),
    ),
    _whisper(
        "whisper-basic",
        "20250625",
        "Whisper's for any language; breaks words of Indic scripts",
        "whisper.whisper_basic",
    ),
    _whisper(
        "whisper-en",
        "20250625",
        "Whisper's for English: contractions, numbers, spelling",
        "whisper.whisper_english",
        ("en",),
    ),
    _whisper(
        "whisper-normalizer-en",
        "0.1.15",
        "the package whisper-normalizer's: `whisper-en` and kinda, sorta, dunno, cause",
        "whisper.whisper_normalizer_english",
        ("en",),
        source="whisper-normalizer",
    ),
    Normaliser(
        "spelling-en",
        "20250625",
        "lower case, American spelling as in `whisper-en`",
        "whisper.american_spelling",
        ("en",),
        source="openai-whisper",
    ),
    _leaderboard(
        "leaderboard-en",
        "d1e99b2",
        "the Open ASR Leaderboard's for English, at this commit",
        "whisper.leaderboard_english",
        ("en",),
        scoring=Scoring("kaldi_wer", "merged"),
    ),
    _leaderboard(
        "leaderboard-multilingual",
        "d1e99b2",
        "the Open ASR Leaderboard's for other languages, without its words for digits",
        "whisper.leaderboard_multilingual",
        scoring=Scoring("kaldi_wer", "joined"),
    ),
    _chime("chime6", "d9be4d2", "CHiME-6's, as MeetEval names it: no marks, no [words] and <words>", "chime.chime6"),
    _chime("chime7", "d9be4d2", "CHiME-7's: `chime6` with one writing of each hesitation", "chime.chime7"),
    _chime(
        "chime8",
        "d9be4d2",
        "CHiME-8's: Whisper's with numbers in words, without hesitations",
        "chime.chime8",
        idempotent=False,
    ),
    _meeteval(
        "lower,rm(.?!,)",
        "meeteval-0.4.3",
        "MeetEval's: lower case without these letters",
        "plain.meeteval",
        options={"removed": ".?!,"},
    ),
    _meeteval(
        "lower,rm([^a-z0-9 ])",
        "meeteval-0.4.3",
        "MeetEval's: lower case, only these letters",
        "plain.meeteval",
        options={"allowed": "abcdefghijklmnopqrstuvwxyz0123456789 "},
    ),
    _jiwer("jiwer", "4.0", "jiwer's `wer_default` before words are split: single blanks", "plain.jiwer_default"),
    _jiwer(
        "jiwer-standardize",
        "4.0",
        "jiwer's `wer_standardize` before words are split: lower case, contractions, no [words] and <words>",
        "plain.jiwer_standardize",
        ("en",),
        idempotent=False,
    ),
    *(
        Normaliser(
            f"seed-tts-{code}",
            "95003fe",
            f"seed-tts-eval's for {name}: no punctuation but '{case}",
            "plain.seed_tts",
            (code,),
            source="seed-tts-eval",
            options={"language": code},
        )
        for code, name, case in (("en", "English", ", lower case"), ("zh", "Chinese", ""))
    ),
    Normaliser("nfc", "1", "Unicode's form NFC: composed letters", "plain.unicode_form", options={"form": "NFC"}),
    Normaliser(
        "nfkc", "1", "Unicode's form NFKC: one width, no ligatures", "plain.unicode_form", options={"form": "NFKC"}
    ),
    Normaliser("casefold", "1", "Unicode's case folding", "plain.case_folding"),
    *(
        Normaliser(
            f"casefold-{code}",
            "1",
            f"case folding of {name}",
            "plain.case_folding",
            (code,),
            options={"language": code},
        )
        for code, name in (
            ("tr", "Turkish: I is ı, İ is i"),
            ("az", "Azeri: I is ı, İ is i"),
            ("lt", "Lithuanian: no dot above i and j"),
        )
    ),
    Normaliser("width", "1", "full-width Latin letters, digits, signs and blanks as in ASCII", "letters.width"),
    Normaliser("cjk-width", "1", "half-width kana, hangul and signs in full width", "letters.cjk_width"),
    Normaliser("quotes-and-dashes", "1", "quotes, apostrophes and dashes as in ASCII", "letters.quotes_and_dashes"),
    Normaliser(
        "zero-width",
        "2",
        "no invisible letters: zero width space, soft hyphen, directions, fillers, tags; joiners stay",
        "letters.zero_width",
    ),
    Normaliser("joiners", "1", "no zero width joiner and non-joiner", "letters.joiners"),
    Normaliser("controls", "1", "no control characters and sequences of terminals", "letters.controls"),
    Normaliser("no-marks", "1", "no accents, points, vowel signs or other marks of letters", "repairs.without_marks"),
    Normaliser("digits", "1", "digits of all scripts as in ASCII", "repairs.plain_digits"),
    Normaliser("long-vowels", "1", "ー for dashes after kana", "letters.long_vowels", ("ja",)),
    Normaliser(
        "simplified",
        "2",
        "simplified Chinese characters for traditional ones",
        "letters.simplified",
        ("zh",),
        source="Unicode, OpenCC",
        licence="Unicode-3.0, Apache-2.0",
    ),
    Normaliser("thai", "1", "vowels of Thai and Lao as one letter each", "letters.southeast_asian_signs", ("th", "lo")),
    Normaliser("indic", "1", "one letter of Indic scripts where a sequence stands for it", "letters.indic_letters"),
    Normaliser("hebrew-points", "1", "no points and accents of Hebrew", "letters.hebrew_points", ("he", "yi")),
    Normaliser("arabic-marks", "1", "no harakat and other marks of Arabic, no tatweel", "letters.arabic_marks"),
    Normaliser("hiragana", "1", "katakana as hiragana", "repairs.hiragana"),
    Normaliser(
        "mixed-units",
        "1",
        "characters of Han, kana, Bopomofo, Hangul, Thai, Lao, Khmer, Burmese and Tibetan as words; NFC",
        "mixed.mixed_units",
    ),
    Normaliser(
        "mixed-units-ko",
        "1",
        "`mixed-units` that leaves words of Hangul whole",
        "mixed.mixed_units",
        options={"hangul": False},
    ),
    Normaliser("underscores", "1", "blanks for underscores", "repairs.underscores"),
    Normaliser("subwords", "1", "words for their pieces as @@, ##, ▁ and Ġ mark them", "repairs.joined_pieces"),
    Normaliser("timit39", "1", "39 classes of TIMIT's 61 phones (Lee and Hon 1989), without q", "phones.timit39"),
    Normaliser("stress", "1", "phones of ARPAbet without digits of stress: AH for AH0", "phones.without_stress"),
    Normaliser("spoken-phones", "1", "what was spoken of L2-ARCTIC's phones: IY for IH,IY,s", "phones.spoken"),
    Normaliser("canonical-phones", "1", "what should be spoken of these: IH for IH,IY,s", "phones.canonical"),
    Normaliser(
        "escapes",
        "2",
        "letters for escapes of addresses (%20), HTML (&amp;) and code (\\u00e9, \\n)",
        "repairs.unescaping",
    ),
    Normaliser("cells", "1", "the text of a cell that holds b'text', a list or a record", "repairs.unwrapping"),
    Normaliser(
        "captions",
        "2",
        "spoken and sung words of captions: no sounds or names in brackets, ♪, >> or labels such as JOHN: before a "
        "sentence",
        "repairs.captions",
        idempotent=False,
    ),
    Normaliser(
        "heads",
        "4",
        "no times, numbers, dashes or one name with a colon before a text; no line that is a name and a time",
        "repairs.heads_removed",
        idempotent=False,
    ),
    Normaliser(
        "repeats", "1", "repeated stretches of words once, if one follows another directly", "repairs.stretches_once"
    ),
    _arabic("arabic-hamza", "1", "plain alef at the start of words, as SCTK's hamzaNorm.pl", "letters.arabic_hamza"),
    _arabic(
        "arabic-tanween",
        "1",
        "no tanween at the end of words, as SCTK's tanweenFilt.pl",
        "letters.arabic_tanween",
    ),
    _arabic(
        "arabic-tanween-all",
        "1",
        "no tanween anywhere, as SCTK's tanweenFilt.pl -a",
        "letters.arabic_tanween",
        options={"everywhere": True},
    ),
    Normaliser(
        "ascii",
        "",
        "letters of all scripts in ASCII by the package anyascii (extra `ascii`)",
        "letters.ascii_letters",
        source="anyascii",
        licence="ISC",
        package="anyascii",
    ),
)

# Normalisers that a user writes: the name, a colon, and words or pairs between blanks.
WRITTEN: Mapping[str, tuple[str, str]] = {
    "drop": ("words between blanks, such as drop:<unk> or drop:[*]", "repairs.dropped"),
    "replace": (
        r"letters and what replaces them, such as replace:ё=е, or replace:-=\s for a blank",
        "repairs.replaced",
    ),
}


_PUBLISHED = ("whisper", "leaderboard", "chime", "lower,rm", "jiwer", "seed-tts")


def is_published(chain: Chain | None) -> bool:
    """Whether a chain has a normaliser with which others publish their rates.

    >>> is_published(chain_of(["basic", "whisper-en"])), is_published(chain_of("basic"))
    (True, False)
    """
    return chain is not None and any(name.startswith(_PUBLISHED) for name in chain.label.split("+"))


def chain_of(wanted: Wanted) -> Chain:
    """The chain of a normaliser's name, a rule file, a function of a text, or several of these in order.

    >>> chain_of("basic").label
    'basic@1'
    >>> chain_of(["basic", "basic"]).label
    'basic@1+basic@1'
    """
    if isinstance(wanted, Chain):
        return wanted
    if isinstance(wanted, (str, os.PathLike)):
        return _single(wanted)
    if callable(wanted):
        (step,) = steps = _steps("functions.signed", wanted)
        return Chain(steps, step.name)
    expected = "expected a name such as 'basic' or 'whisper-en', a rule file, a function of a text, or several of them"
    if not isinstance(wanted, Iterable):
        raise UsageError(f"a normaliser is {wanted!r}; {expected}")
    check_order("normalise", wanted, "a list of normalisers")
    chains = [chain_of(item) for item in wanted]
    if not chains:
        raise UsageError(f"no normaliser; {expected}")
    return reduce(add, chains)


def scored_chain_of(wanted: Wanted, *, alternatives: bool = False) -> Chain:
    """The chain of `chain_of`, for texts that are scored.

    Rules that make alternatives are refused, or with `alternatives`, only those whose marks other rules would change.

    >>> scored_chain_of("basic").label
    'basic@1'
    """
    chain = chain_of(wanted)
    place = chain.scoring.alternatives
    if place and not alternatives:
        raise UsageError(
            f"{place}: a rule that makes alternatives, which normalise= (--normalise) does not score here; expected "
            "rules without { a / b }"
        )
    if chain.scoring.followed:
        raise UsageError(
            f"{place}: a rule that makes alternatives, whose marks the next normaliser would change; expected this "
            "file as the last normalise= (--normalise)"
        )
    return chain


def built_in(name: str, otherwise: str = "a file of rules") -> Chain:
    """The chain of a built-in normaliser; no file is read. The message about others ends with what may stand there.

    >>> built_in("basic").label
    'basic@1'
    """
    for normaliser in NORMALISERS:
        if normaliser.name == name:
            return normaliser.chain()
    if (chain := _written(name)) is not None:
        return chain
    # The rules of another language are no answer: whisper-de is not whisper-en.
    language = _language(name)
    names = [each.name for each in NORMALISERS if not language or _language(each.name) in ("", language)]
    where = f"the command `scorelite normalisers` lists all; or {otherwise}"
    if name in _OFF:
        raise UsageError(f"normaliser {name!r} is unknown; texts stay as they are without normalise= (--normalise)")
    meant = [_MEANT.get(part.strip(), part.strip()) for part in name.split(",")]
    is_list = len(meant) > 1 and {*meant} <= {*names}
    if not is_list and (near := _near(name)):
        raise UsageError(f"normaliser {name!r} is unknown; expected {near}")
    if is_list or {*meant} <= {*names}:
        option = " ".join(f"--normalise {part}" for part in meant)
        raise UsageError(
            f"normaliser {name!r} is unknown; expected {argument('='.join(('normalise', str(meant))), option)}"
        )
    raise unknown("normaliser", name, names, where)


def _language(name: str) -> str:
    """The code of a language at the end of the name of a normaliser."""
    _, hyphen, last = name.rpartition("-")
    return last if hyphen and len(last) == 2 else ""


def _near(name: str) -> str:
    """The nearest rules to a normaliser that does not exist; empty for most names.

    >>> _near("numbers-de"), _near("fillers"), _near("basics")
    ('numbers-en or numbers-zh: numbers of other languages have no rules', "'drop:uh um', with the words to remove", '')
    """
    if name.startswith("numbers"):
        return "numbers-en or numbers-zh: numbers of other languages have no rules"
    if name in ("zh", "chinese", "mandarin", "cn"):
        return "basic, which is for all languages, or numbers-zh, simplified or width"
    if name in ("fillers", "filler", "filler-words", "disfluencies", "hesitations"):
        return "'drop:uh um', with the words to remove"
    return ""


# What others call normalisers, with ours.
_MEANT = {
    **dict.fromkeys(("lower", "lowercase", "lower-case"), "casefold"),
    **dict.fromkeys(("tr", "turkish", "lower-tr"), "casefold-tr"),
    **dict.fromkeys(("en", "english", "openai"), "whisper-en"),
    **dict.fromkeys(("hf", "huggingface", "open-asr"), "leaderboard-en"),
    **dict.fromkeys(("sdh", "subtitles", "closed-captions", "cc"), "captions"),
    **dict.fromkeys(("arpabet", "no-stress", "strip-stress", "remove-stress"), "stress"),
    **dict.fromkeys(("punctuation", "no-punctuation", "remove-punctuation", "strip-punctuation"), "basic"),
    **dict.fromkeys(("de", "german", "fr", "french", "es", "spanish"), "basic"),
    **dict.fromkeys(
        ("strip-diacritics", "no-diacritics", "remove-diacritics", "no-accents", "strip-accents"), "no-marks"
    ),
}
_OFF = ("none", "no", "off")


def _steps(function: str, *arguments: object, **options: object) -> tuple[Step, ...]:
    """The steps that a function makes; its module is imported only now, because tables of rules are large."""
    module, _, name = function.partition(".")
    steps: tuple[Step, ...] = getattr(import_module(f".{module}", __package__), name)(*arguments, **options)
    return steps


def _written(name: str) -> Chain | None:
    """The chain of a normaliser that is written out, such as `drop:<unk>`; None of other names."""
    kind, colon, words = name.partition(":")
    if not colon or kind not in WRITTEN:
        return None
    expected, function = WRITTEN[kind]
    pairs = [word.partition("=") for word in words.split()]
    ends_in_blank = words.rstrip() != words and words.rstrip()[-1:] == "="
    if not pairs or (kind == "replace" and (ends_in_blank or not all(old and sign for old, sign, _ in pairs))):
        raise UsageError(f"normaliser {name!r} has no rules for {kind}; expected {expected}")
    if kind == "drop" and any(word.count("*") > 1 for word in words.split()):
        raise UsageError(f"normaliser {name!r} has a word with more than one *; expected {expected}")
    return Chain(_steps(function, words), f"{kind}:{' '.join(words.split())}@1")


def _single(wanted: str | os.PathLike[str]) -> Chain:
    name = os.fspath(wanted)
    if isinstance(wanted, str) and (chain := _written(name)) is not None:
        return chain
    is_file = not isinstance(wanted, str) or os.path.isfile(name) or "." in name or os.path.dirname(name) != ""
    if is_file and all(normaliser.name != name for normaliser in NORMALISERS):
        from .rule_files import read_rules

        return read_rules(wanted)
    return built_in(name)


def normalise(texts: Sequence[str], wanted: Wanted, *, log: bool = True) -> tuple[list[str], Sequence[Change]]:
    """Normalises texts by a built-in normaliser, a rule file, a chain, or several of these in their order.

    Returns the new texts and every change; faster without `log`, which leaves out the changes.

    >>> normalise(["Good DAY!"], "basic", log=False)
    (['good day'], [])
    """
    result, changes = chain_of(wanted).apply(texts, log=log)
    return list(result), changes
