"""Command line of asclite: long words behind one dash, and what each takes.

A value never begins with a dash, except names of files. A word that no option takes is an error.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import Failure
from ..sclite.numbers import integer
from .log import WRONG_WORDS
from .settings import Input, Settings

_SIDES = (b"ref", b"hyp", b"both")
_REPORTS = (b"sum", b"rsum", b"sgml", b"stdout")
_MOST_REPORTS = 4
_PAIRS = ((b"trn", b"trn"), (b"ctm", b"stm"), (b"rttm", b"stm"), (b"rttm", b"rttm"))


def parse(words: list[bytes]) -> tuple[Settings, bytes]:
    """Settings, and lines for stderr; raises Failure for a wrong command line."""
    parser = _Parser(words)
    parser.run()
    settings = parser.settings
    (_check_generic if settings.generic else _check_pairs)(parser)
    if parser.failed:
        raise Failure(bytes(parser.said) + b"[  FATAL  ] type 'asclite' to display the help.\n", WRONG_WORDS)
    return settings, bytes(parser.said)


class _WrongWord(Exception):
    """A word that ends the command line, or one that is missing."""


class _Parser:
    """Words of a command line, the place among them, and what is said about them."""

    def __init__(self, words: list[bytes]) -> None:
        self._words, self._place = words, 0
        self._given: set[bytes] = set()
        self.settings = Settings()
        self.said = bytearray()
        self.failed = False

    def run(self) -> None:
        """Takes all words, up to the first one that is wrong."""
        try:
            while self.more() and not self.failed:
                word = self.take(b"")
                if word not in _OPTIONS:
                    raise _WrongWord(b"Parameter unknown: " + word)
                _OPTIONS[word](self)
        except _WrongWord as error:
            self.fail(error.args[0])

    def fail(self, reason: bytes) -> None:
        self.said += b"[  ERROR  ] " + reason + b"\n"
        self.failed = True

    def more(self) -> bool:
        return self._place < len(self._words)

    def take(self, missing: bytes) -> bytes:
        """The next word, whatever it looks like; `missing` says that there is none."""
        if not self.more():
            raise _WrongWord(missing)
        self._place += 1
        return self._words[self._place - 1]

    def value(self) -> bytes | None:
        """The next word, unless it begins with a dash."""
        return None if not self.more() or self.starts_option() else self.take(b"")

    def starts_option(self) -> bool:
        return self._words[self._place][:1] == b"-"

    def one_of(self, names: tuple[bytes, ...], default: bytes) -> bytes:
        """The next word if it is one of these names."""
        return self.take(b"") if self.more() and self._words[self._place] in names else default

    def needed(self, option: bytes, missing: bytes) -> bytes | None:
        """A value that only the first use of an option must have."""
        value = self.value()
        if value is not None:
            self._given.add(option)
        elif option not in self._given:
            raise _WrongWord(missing)
        return value


def _check_pairs(parser: _Parser) -> None:
    settings, reference = parser.settings, parser.settings.reference
    if reference is None or not settings.hypotheses:
        parser.fail(b"A least one hypothesis and one reference are needed!")
    first = settings.hypotheses[0].kind if settings.hypotheses else b""
    second = reference.kind if reference is not None else b""
    if settings.by_time and (first == b"trn" or second in (b"trn", b"stm")):
        parser.fail(b"Time based alignment can only be done with input format allowing token time: (ctm and rttm).")
    if reference is not None:
        wrong = [
            hypothesis.kind for hypothesis in settings.hypotheses if (hypothesis.kind, reference.kind) not in _PAIRS
        ]
        for kind in wrong:
            parser.fail(b"(H) " + kind + b" vs. (R) " + reference.kind)
        for reason in _EXPECTED_PAIRS if wrong else ():
            parser.fail(reason)
    if not settings.reports:
        settings.reports = [b"sum", b"stdout"]


_EXPECTED_PAIRS = (
    b"Hyp must be a ctm  and Ref a stm  or",
    b"Hyp must be a rttm and Ref a stm  or",
    b"Hyp must be a rttm and Ref a rttm or",
    b"Hyp and Ref must be trn's.",
)


def _check_generic(parser: _Parser) -> None:
    settings = parser.settings
    if not settings.hypotheses:
        parser.fail(b"A least one hypothesis is needed!")
    if settings.reference is not None:
        parser.said += (
            b"[  INFO   ] The generic process requires only hypothesis files, the reference will be ignored.\n"
        )
    if settings.gaps:
        parser.said += b"[  INFO   ] ISG will be ignored.\n"
        settings.gaps = False
    settings.reports = [b"stdout"] if b"stdout" in settings.reports else []
    if settings.overlap_side is not None:
        settings.overlap_side = b"hyp" if settings.overlap_side != b"ref" else None
    if settings.uem_side == b"ref":
        settings.uem = None
    settings.uem_side = b"hyp"
    if settings.optional == b"both":
        settings.optional = b"hyp"


def _hypothesis(parser: _Parser) -> None:
    name = parser.take(b"Hypothesis filename missing!")
    hypothesis = Input(name)
    parser.settings.hypotheses.append(hypothesis)
    kind = parser.one_of((b"ctm", b"rttm", b"trn"), b"")
    if kind:
        hypothesis.kind = kind
        hypothesis.title = parser.value() or b""
    elif parser.more() and not parser.starts_option():
        # A title without a format before it is not taken: the name is the title.
        hypothesis.title = name


def _reference(parser: _Parser) -> None:
    name = parser.take(b"Reference filename missing!")
    parser.settings.reference = Input(name, parser.one_of((b"stm", b"rttm", b"trn"), b"trn"))


def _uem(parser: _Parser) -> None:
    parser.settings.uem = parser.take(b"UEM filename missing!")
    parser.settings.uem_side = parser.one_of(_SIDES, b"both")


def _overlap(parser: _Parser) -> None:
    parser.settings.overlap_side = parser.one_of(_SIDES, b"both")


def _optional(parser: _Parser) -> None:
    parser.settings.optional = parser.value() or b"both"


def _reports(parser: _Parser) -> None:
    for _ in range(_MOST_REPORTS):
        name = parser.value()
        if name is None:
            break
        if name not in _REPORTS:
            parser.fail(b"Parameter incorrect!")
            break
        parser.settings.reports.append(name)
    if not parser.settings.reports:
        parser.fail(b"Report missing!")


def _folder(settings: Settings, value: bytes) -> None:
    settings.folder = value


def _level(settings: Settings, value: bytes) -> None:
    settings.level = integer(value)


def _line_width(settings: Settings, value: bytes) -> None:
    """Nothing: the width has no effect."""


def _threads(settings: Settings, value: bytes) -> None:
    """Checks the number of threads, which has no effect."""
    if integer(value) < 1:
        raise _WrongWord(b"Number of threads must be >= 1!")


def _property(parser: _Parser) -> None:
    parser.fail(b"--set-property is not supported: give the options of the help")


def _valued(name: str, missing: bytes, convert: Callable[[bytes], object] = bytes) -> Callable[[_Parser], None]:
    """An option with a value."""

    def take(parser: _Parser) -> None:
        value = parser.needed(name.encode(), missing)
        if value is not None:
            setattr(parser.settings, name, convert(value))

    return take


def _before_others(missing: bytes, use: Callable[[Settings, bytes], None]) -> Callable[[_Parser], None]:
    """An option whose value may be missing, but not at the end of the command line."""

    def take(parser: _Parser) -> None:
        if not parser.more():
            raise _WrongWord(missing)
        value = parser.value()
        if value is not None:
            use(parser.settings, value)

    return take


def _flag(*names: str, value: bool = True) -> Callable[[_Parser], None]:
    """An option without a value."""

    def take(parser: _Parser) -> None:
        for name in names:
            setattr(parser.settings, name, value)

    return take


_OPTIONS: dict[bytes, Callable[[_Parser], None]] = {
    b"-h": _hypothesis,
    b"-r": _reference,
    b"-uem": _uem,
    b"-spkrautooverlap": _overlap,
    b"-noisg": _flag("gaps", value=False),
    b"-spkrmap": _flag(),
    b"-i": _valued("utterances", b"Utterance missing!"),
    b"-time-prune": _valued("prune", b"Optimization prune threshold missing!", integer),
    b"-word-time-align": _valued("near", b"Optimization word threshold missing!", integer),
    b"-spkr-align": _valued("speakers", b"Speaker Optimization file missing!"),
    b"-memory-limit": _valued("memory", b"Max GB missing!"),
    b"-difficulty-limit": _valued("hardest", b"Difficulty GB missing!"),
    b"-min-difficulty-limit": _valued("easiest", b"Min Difficulty GB missing!"),
    b"-memory-compression": _valued("compression", b"block KB missing!", lambda value: True),
    b"-overlap-limit": _valued("most_speakers", b"Max number of overlaping speaker missing!", integer),
    b"-overlap-min": _valued("least_speakers", b"Min number of overlaping speaker missing!", integer),
    b"-only-SG": _valued("only_group", b"Segment Group ID missing!", integer),
    b"--set-property": _property,
    b"-s": _flag("case"),
    b"-adaptive-cost": _flag("adaptive"),
    b"-generic-cost": _flag("generic"),
    b"-time-base-cost": _flag("by_time"),
    b"-wordalign-cost": _flag("spelling"),
    b"-force-memory-compression": _flag("forced_compression", "compression"),
    b"-F": _flag("fragments"),
    b"-D": _optional,
    b"-O": _before_others(b"Output dir missing!", _folder),
    b"-f": _before_others(b"Feedback value missing!", _level),
    b"-l": _before_others(b"Width value missing!", _line_width),
    b"-o": _reports,
    b"-threads": _before_others(b"Number of threads missing!", _threads),
}
