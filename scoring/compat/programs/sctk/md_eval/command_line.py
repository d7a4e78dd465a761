"""Command line of md-eval: what is scored, how, and which reports are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import Failure, resource
from ..options import date_and_time
from ..perl_number import number
from ..rttm_rows import lines_of
from ..streams import content_or_stdin
from .regions import NO_EVAL_METADATA, NO_EVAL_SPEAKERS, NO_SCORE_METADATA, NO_SCORE_SPEAKERS

Sets = Mapping[str, Mapping[str, Sequence[str]]]

DIED = 255
_SETS: tuple[tuple[str, Sets, bytes], ...] = (
    ("y", NO_EVAL_METADATA, b"no-eval conditions for metadata"),
    ("Y", NO_SCORE_METADATA, b"no-score conditions for metadata"),
    ("z", NO_EVAL_SPEAKERS, b"no-score conditions for speaker diarization"),
    ("Z", NO_SCORE_SPEAKERS, b"no-score conditions for speaker diarization"),
)


class Command:
    """Choices of a run: its options by letter, with md-eval's defaults."""

    def __init__(self, values: Mapping[str, bytes]) -> None:
        self.values = values

    def files(self, letter: str) -> list[bytes]:
        """Names of the files of a side, `r` or `s`; the capital is the option that takes a list of them."""
        if letter in self.values:
            return [self.values[letter]]
        return [line.strip() for line in lines_of(opened(self.values[letter.upper()], b"file list"))]

    def has(self, letter: str) -> bool:
        """Whether an option was given."""
        return letter in self.values

    def text(self, letter: str) -> str:
        """The value of an option, or nothing."""
        return self.values.get(letter, b"").decode("latin-1")

    def typed(self, letter: str) -> bytes:
        """The value as it was typed, or the default as Perl prints it."""
        default = b"0"
        if letter in "tT":
            default = b"1"
        elif letter == "l":
            default = b"2" if self.has("W") else b"0.5"
        if letter == "T" and self.has("W"):
            return b"0.1"
        return self.values.get(letter, default)

    def amount(self, letter: str) -> float:
        """The number that the value of an option is."""
        return number(self.typed(letter))

    def pruning(self, letter: str, by: str) -> float:
        """How much worse than the best a path may be: 10 words or 1 second, unless it was given."""
        return self.amount(letter) if self.has(letter) else 10.0 if self.has(by) else 1.0

    def excluded(self, letter: str) -> str:
        """The name of an exclusion set."""
        return self.text(letter) or "DEFAULT"


def heading(words: Sequence[bytes]) -> bytes:
    """The first line on stdout."""
    return b"command line (run on %b) Version: 22  %b\n" % (date_and_time(), b"md-eval.pl " + b" ".join(words))


def command_of(values: Mapping[str, bytes]) -> Command:
    """The choices of checked options; a wrong command line ends the run."""
    if "h" in values:
        raise Failure(b"\n\n\n" + resource("sctk/md-eval.txt"), DIED)
    for letter, several, what in (("r", "R", b"reference"), ("s", "S", b"system output")):
        if letter not in values and several not in values:
            raise _wrong(b"no " + what + b" data specified")
        if letter in values and several in values:
            raise _wrong(b"both " + what + b" file list and " + what + b" file specified")
    command = Command(values)
    if command.has("W") and command.amount("l") < 1:
        raise _wrong(b"SU extent limit must be at least 1 for word-based MD alignment")
    if not command.has("W") and command.amount("l") <= 0:
        raise _wrong(b"SU extent limit must be positive for time-based MD alignment")
    if command.amount("c") < 0:
        raise _wrong(b"Speaker Diarization scoring collar ('" + command.typed("c") + b"') must be non-negative")
    return command


def wrong_set(command: Command) -> tuple[Failure, bytes] | None:
    """An error if an exclusion set is unknown, and what the reference prints on stdout then."""
    for letter, sets, what in _SETS:
        name = command.excluded(letter)
        if name not in sets:
            lines = [f"    available {what.decode()} are:\n\n"]
            for allowed in sorted(sets):
                lines.append(f'    for "{allowed}":'.ljust(24) + "type    subtype\n")
                for kind in sorted(sets[allowed]):
                    lines += [f"{kind:>28}    {subtype}\n" for subtype in sorted(sets[allowed][kind])]
            cause = b"unknown name (" + name.encode("latin-1") + b") of " + what + b"\n" + "".join(lines).encode()
            return _wrong(cause), b"\n" * len(sets)
    return None


def parameters(command: Command) -> bytes:
    """The parameters of the run, which are printed before any result."""
    unit = b"words" if command.has("W") else b"sec"
    gap = b"Word-based metadata alignment, max gap between matching words = %b sec\n" % command.typed("t")
    names = [(command.values.get(letter, b"DEFAULT")).decode("latin-1") for letter in "yYzZ"]
    return b"".join(
        [
            b"\n" + (gap if command.has("w") else b"Time-based metadata alignment\n"),
            b"\nMetadata evaluation parameters:\n",
            b"    word-optimized" if command.has("W") else b"    time-optimized",
            b" metadata mapping\n",
            b"        max gap between matching metadata events = %b %b\n" % (command.typed("T"), unit),
            b"        max extent to match for SU's = %b %b\n" % (command.typed("l"), unit),
            b"\nSpeaker Diarization evaluation parameters:\n",
            b"    The max time to extend no-score zones for NON-LEX exclusions is 0.5 sec\n",
            b"    The no-score collar at SPEAKER boundaries is %b sec\n" % command.typed("c"),
            b"\nExclusion zones for evaluation and scoring are:\n",
            b"                             -----MetaData-----        -----SpkrData-----\n",
            "     exclusion set name:{:>12}{:>11}{:>15}{:>11}\n".format(*names).encode("latin-1"),
            b"     token type/subtype      no-eval   no-score        no-eval   no-score\n",
            b"             (UEM)              X                         X\n",
            *_exclusions(command),
        ]
    )


def _exclusions(command: Command) -> list[bytes]:
    chosen = [sets[command.excluded(letter)] for letter, sets, _ in _SETS]
    rows = sorted({(kind, subtype) for part in chosen for kind, subtypes in part.items() for subtype in subtypes})
    lines = []
    for kind, subtype in rows:
        marks = ["X" if subtype in part.get(kind, ()) else "" for part in chosen]
        lines.append(f"{kind:>15}/{subtype:<14}{marks[0]:>3}{marks[1]:>10}{marks[2]:>16}{marks[3]:>10}\n".encode())
    return lines


def _wrong(cause: bytes, code: int = DIED) -> Failure:
    return Failure(b"\nCOMMAND LINE ERROR:  " + cause + b"\n\n" + resource("sctk/md-eval.txt"), code)


def opened(name: bytes, kind: bytes) -> bytes:
    """The content of a file that the command line names, or of stdin for `-`."""
    try:
        return content_or_stdin(name)
    except (OSError, ValueError):
        raise _wrong(b"unable to open " + kind + b" '" + name + b"'", 2) from None
