"""Kaldi's scoring scripts: tables of wer_details, wer_report, best_wer, and the tokenizer for character scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ....common.counts import Counts
from ....words.characters import graphemes, spell
from . import best as kaldi_best
from . import ctm
from . import report_details as kaldi_details
from .console import FATAL, Ended, Program, read_stdin

# Text on stdin, which is read only after the command line has been checked.
Read = Callable[[], bytes]

# Exit codes after a usage error and for a missing file: Perl ends with the system's error number.
USAGE = 2
# Perl's white space in decoded text and in bytes.
_WIDE_BLANKS = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_BYTE_BLANKS = re.compile("[\t-\r ]+")

PER_UTT_USAGE = """\
Usage:
      Example:
        align-text ark:text.filt ark:10.txt ark,t:-  | wer_per_utt_details.pl

      Options:
        --special-symbol        special symbol used in align-text to denote empty word 
                                in case insertion or deletion ("<eps>" by default)
        --separator             special symbol used to separate individual word-pairs
                                in the align-text output (";" by default)

        --[no]output-hyp        disable/enable printing of the hyp (hypothesis) entry
        --[no]output-ref        disable/enable printing of the ref (reference) entry
        --[no]output-ops        disable/enable printing of the ops (edit operations) entry
        --[no]output-csid       disable/enable printing of the #csid entry (counts
                                of the individual edit operations)

"""  # noqa: W291
PER_SPK_USAGE = """\
Usage:
      wer_per_spk_details.pl  data/dev/utt2spk

      Options:
        --spk-field-width         Width of the first field (spk ID field)
        --field-width             Width of the fields (with exception of the SPK ID 
                                  field)

"""  # noqa: W291
OPS_USAGE = """\
Usage:
      wer_ops_details.pl

      Options:
        --special-symbol        special symbol used in align-text to denote empty word
                                in case insertion or deletion ("<eps>" by default)
        --help                  Print this help

"""
CHARACTERS_USAGE = """\
Usage:
      character_tokenizer [--graphemes] < text > characters

      Options:
        --graphemes             letters with their accents, emoji with their parts count as one
        --help                  Print this help

"""


class Text:
    """Lines of a file, decoded as UTF-8 if all of them are, otherwise one character a byte."""

    def __init__(self, program: Program, data: bytes) -> None:
        raw = data.split(b"\n")
        # The scripts take a last line `0` without newline for false, and stop before it.
        if raw[-1] in (b"", b"0"):
            raw.pop()
        try:
            self.lines = [line.decode() for line in raw]
            self.decoded = True
        except UnicodeDecodeError:
            self.lines = [line.decode("latin-1") for line in raw]
            self.decoded = False
        kind = b"utf-8 text" if self.decoded else b"byte stream"
        program.say(program.name.encode() + b": Note: handling as " + kind + b"\n")
        self._blanks = _WIDE_BLANKS if self.decoded else _BYTE_BLANKS

    def words(self, line: str) -> list[str]:
        """Words of a line."""
        return [word for word in self._blanks.split(line) if word]

    def encode(self, text: str) -> bytes:
        """Text encoded for output, in the encoding that was read."""
        if self.decoded:
            return text.encode()
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            return text.encode()


class Options:
    """Options as Perl's Getopt::Long accepts them: abbreviated, with one dash or two, in any place."""

    def __init__(
        self, program: Program, usage: str, defaults: Mapping[str, str | bool], switches: Sequence[str]
    ) -> None:
        self.program = program
        self.usage = usage
        self.values: dict[str, str | bool] = dict(defaults)
        self.switches = frozenset(switches)
        self.arguments: list[str] = []
        self.wrong = False
        self.help = False

    def parse(self, arguments: Sequence[str], count: int, too_many: str) -> None:
        """Parses the command line, which must have `count` arguments; ends the program after an error."""
        words = list(arguments)
        while words:
            word = words.pop(0)
            if word == "--":
                self.arguments += words
                break
            if len(word) < 2 or word[0] != "-":
                self.arguments.append(word)
            else:
                self.option(word, words)
        if self.wrong:
            self.program.say(self.usage.encode())
            raise Ended(USAGE)
        if self.help:
            self.program.output.append(self.usage.encode())
            raise Ended(1)
        if len(self.arguments) != count:
            self.program.say(f"{self.program.name}: {too_many}\n\n{self.usage}".encode())
            raise Ended(USAGE)

    def option(self, word: str, words: list[str]) -> None:
        """Parses one option, with its value if it has one."""
        name, equal, value = word.removeprefix("-").removeprefix("-").partition("=")
        names = self.names()
        lowered = name.lower()
        meant = {names[lowered]} if lowered in names else {names[name] for name in names if name.startswith(lowered)}
        if not meant:
            self.complain(f"Unknown option: {name}")
        elif len(meant) > 1:
            several = sorted(name for name in names if name.startswith(lowered))
            self.complain(f"Option {name} is ambiguous ({', '.join(several)})")
        else:
            self.set(name, *meant.pop(), words, value if equal else None)

    def names(self) -> dict[str, tuple[str, bool]]:
        """Every spelling with its option, and True if the spelling switches the option on."""
        spellings = {name: (name, True) for name in (*self.values, "help", "?")}
        for name in self.switches:
            spellings[f"no{name}"] = spellings[f"no-{name}"] = (name, False)
        return spellings

    def set(self, written: str, name: str, on: bool, words: list[str], value: str | None) -> None:
        """Sets the value of the option."""
        if name in ("help", "?"):
            self.help = True
        elif isinstance(self.values[name], bool):
            if value is not None:
                self.complain(f"Option {written} does not take an argument")
            else:
                self.values[name] = on
        elif value is not None:
            self.values[name] = value
        elif words:
            self.values[name] = words.pop(0)
        else:
            self.complain(f"Option {written} requires an argument")

    def complain(self, text: str) -> None:
        """Reports an error of the command line; the program ends after all errors are reported."""
        self.program.say(text.encode("utf-8", "surrogateescape") + b"\n")
        self.wrong = True

    def string(self, name: str) -> str:
        """Value of a string option."""
        return str(self.values[name])


def _die(program: Program, text: str, code: int = FATAL) -> Ended:
    program.say(text.encode("utf-8", "surrogateescape") + b"\n")
    return Ended(code)


def per_utt(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Writes the alignments of align-text, four lines for each utterance."""
    defaults: dict[str, str | bool] = {"special-symbol": "<eps>", "separator": ";"}
    switches = tuple(f"output-{name}" for name in ("hyp", "ref", "ops", "csid"))
    options = Options(program, PER_UTT_USAGE, {**defaults, **dict.fromkeys(switches, True)}, switches)
    options.parse(arguments, 0, "Too many parameters.")
    shown = kaldi_details.Shown(
        **{name: bool(options.values[f"output-{name}"]) for name in ("ref", "hyp", "ops", "csid")}
    )
    text = Text(program, stdin())
    special, separator = options.string("special-symbol"), options.string("separator")
    if text.decoded is False:
        special, separator = (
            word.encode("utf-8", "surrogateescape").decode("latin-1") for word in (special, separator)
        )
    for line in text.lines:
        key, *words = text.words(line) or [""]
        for sign in words[2::3]:
            if sign != separator:
                program.say(b"Detected incorrect separator %s (expected %s).\n" % (sign.encode(), separator.encode()))
                raise Ended(FATAL)
        hyps = words[1::3] + [""] * (len(words[::3]) - len(words[1::3]))  # the last word may have no partner
        lines = kaldi_details.utterance(key, list(zip(words[::3], hyps, strict=True)), special, shown)
        program.output.append(text.encode(lines))
    return 0


def per_spk(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Sums the counts of wer_per_utt_details for each speaker."""
    widths: dict[str, str | bool] = {"spk-field-width": False, "field-width": False}
    options = Options(program, PER_SPK_USAGE, widths, ())
    options.parse(arguments, 1, "Too many files given.")
    # The options for widths take no number: each sets its width to 1, the value of a switch in Perl.
    name_width, width = (
        1 if options.values[name] else usual for name, usual in (("spk-field-width", 15), ("field-width", 10))
    )
    speaker_of = _utt2spk(program, options.arguments[0])
    name_width = max([name_width, *map(len, speaker_of.values())])
    text = Text(program, stdin())
    by_speaker: dict[str, kaldi_details.Speaker] = {}
    for line in text.lines:
        entries = text.words(line)
        if len(entries) < 2 or entries[1] != "#csid":
            continue
        if len(entries) != 6:
            raise _die(program, f"Incompatible entry: {line}")
        speaker = speaker_of.get(entries[0])
        if speaker is None:
            program.say(text.encode(f"{program.name}: Warning: {entries[0]} is not in the utt2spk file\n"))
            speaker = ""
        correct, substitutions, insertions, deletions = (_count(program, entry) for entry in entries[2:])
        counts = Counts(correct, substitutions, deletions, insertions)
        utterance = kaldi_details.Speaker(counts, 1, int(counts.errors > 0))
        by_speaker[speaker] = by_speaker[speaker] + utterance if speaker in by_speaker else utterance
    table = kaldi_details.speakers(by_speaker, name_width, width)
    program.output.extend(text.encode(line) for line in table)
    return 0


def _count(program: Program, entry: str) -> int:
    if not entry.isdecimal():
        raise _die(program, f"Incompatible entry: {entry} is no count")
    return int(entry)


def _utt2spk(program: Program, path: str) -> dict[str, str]:
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise _die(program, f"Could not open the utt2spk file {path}", error.errno or FATAL) from None
    text = Text(program, data)
    if not text.lines:
        raise _die(program, "Cannot read file")
    speaker_of = {}
    for line in text.lines:
        words = text.words(line)
        if len(words) != 2:
            raise _die(program, f"Incompatible format of the utt2spk file: {line}")
        speaker_of[words[0]] = words[1]
    return speaker_of


def ops(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Counts the pairs of words in the output of wer_per_utt_details."""
    options = Options(program, OPS_USAGE, {"special-symbol": "<eps>", "separator": ";"}, ())
    options.parse(arguments, 0, "Too many files given.")
    text = Text(program, stdin())
    sides: dict[str, dict[str, list[str]]] = {}
    for line in text.lines:
        key, kind, *words = (*text.words(line), "", "")[: max(2, len(text.words(line)))]
        if kind not in ("ref", "hyp"):
            continue
        if not words:
            # The script should show the entry here, and shows nothing.
            said = ': Warning: skipping entry "", either an  empty phrase or incompatible format\n'
            program.say(f"{program.name}{said}".encode())
            continue
        entries = sides.setdefault(key, {})
        if kind in entries:
            raise _die(program, f"The input stream contains duplicate entry {key} {kind}")
        entries[kind] = words
    pairs = _tally(program, sides)
    program.output.extend(map(text.encode, kaldi_details.operations(pairs, options.string("special-symbol"))))
    return 0


def _tally(program: Program, sides: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[tuple[str, str], int]:
    """Count of each pair of words in the utterances."""
    pairs: dict[tuple[str, str], int] = {}
    for key in sorted(sides):
        for kind in ("hyp", "ref"):
            if kind not in sides[key]:
                raise _die(program, f'The input stream does not contain entry "{kind}" for utterance {key}')
        refs, hyps = sides[key]["ref"], sides[key]["hyp"]
        if len(refs) != len(hyps):
            raise _die(program, 'The "ref" an "hyp" entries do not have the same number of fields')
        for pair in zip(refs, hyps, strict=True):
            pairs[pair] = pairs.get(pair, 0) + 1
    return pairs


def report(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Writes one line from the table of speakers, in the style of compute-wer."""
    lowest: list[bytes] | None = None
    for line in stdin().split(b"\n"):
        if re.search(rb"SUM\s+raw", line):
            fields = [*line.split(), *[b""] * 9]
            if lowest is None or kaldi_best.number(lowest[8]) > kaldi_best.number(fields[8]):
                lowest = fields
    if lowest is None:
        return 0
    words, substitutions, insertions, deletions, errors = (lowest[place] for place in (3, 5, 6, 7, 8))
    if not kaldi_best.number(words):
        raise _die(program, "Illegal division by zero")
    rate = b"%.2f" % (100.0 * kaldi_best.number(errors) / kaldi_best.number(words))
    numbers = (rate, errors, words, insertions, deletions, substitutions)
    text = b"%%WER %s [ %s / %s,  %s ins, %s del, %s sub ]" % numbers
    label = b"".join(b" " + word.encode("utf-8", "surrogateescape") for word in arguments)
    program.output.append(text + label + b"\n")
    return 0


def best(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Writes the best of the lines that `grep WER` found in many files."""
    program.output.append(kaldi_best.best(_lines(stdin())))
    return 0


def characters(program: Program, arguments: Sequence[str], stdin: Read) -> int:
    """Separates the words of a text archive into characters, as score_kaldi_cer.sh does before it counts errors."""
    options = Options(program, CHARACTERS_USAGE, {"graphemes": False}, ())
    options.parse(arguments, 0, "Too many parameters.")
    cut = graphemes if options.values["graphemes"] else list
    for line in _lines(stdin()):
        words = [word for word in _WIDE_BLANKS.split(line.decode("utf-8", "surrogateescape")) if word]
        text = " ".join([*words[:1], *spell(words[1:], cut)])
        program.output.append(text.encode("utf-8", "surrogateescape") + b"\n")
    return 0


def _lines(data: bytes) -> Iterable[bytes]:
    return (line + b"\n" for line in data.removesuffix(b"\n").split(b"\n") if data)


Script = Callable[[Program, Sequence[str], Read], int]
_SCRIPTS: dict[str, Script] = {
    "character_tokenizer": characters,
    "wer_per_utt_details": per_utt,
    "wer_per_spk_details": per_spk,
    "wer_ops_details": ops,
    "wer_report": report,
    "best_wer": best,
    "convert_ctm": ctm.convert,
    "resolve_ctm_overlaps": ctm.resolve,
}


def run(name: str, program: Program, arguments: Sequence[str], stdin: Read | None = None) -> int:
    """Runs the script of this name and returns its exit code."""
    try:
        return _SCRIPTS[name](program, arguments, stdin or read_stdin)
    except Ended as ended:
        return ended.code
