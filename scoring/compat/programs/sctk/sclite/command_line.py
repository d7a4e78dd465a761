"""Command line of sclite: grammar, defaults, and the checks made before any file is read."""

from __future__ import annotations

from os import stat

from .. import Failure
from ..arguments import Arguments, CommandLineError, sets, switches, takes, takes_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ......core import Charset
    from ..arguments import Option, Warn

# Size of the reference's array of hypotheses; the reference writes beyond it without a check.
MOST_HYPOTHESES = 40
_REPORTS = (b"sum", b"wws", b"rsum", b"pra", b"prf", b"lur", b"stdout", b"sgml", b"nl.sgml", b"snt", b"spk", b"dtl")
_CONFIDENCE_REPORTS = (b"det", b"bhist", b"sbhist", b"hist")
_ID_TYPES = (b"swb", b"rm", b"wsj", b"spu_id", b"sp")
_ALGORITHMS = {b"algo1": 1, b"algo2": 2}
NO_ASCII = 1
DELETE_HYPHENS = 2


class Command:
    """Parsed command line."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.ref_name: bytes | None = None
        self.ref_format = b"trn"
        self.hypotheses: list[tuple[bytes, bytes, bytes]] = []  # file, format, title
        self.id_type: bytes | None = None
        self.pipe_in = False
        self.pipe_out = False
        self.encoding = "ascii"
        self.charset: Charset | None = None  # None means ASCII
        self.profile = b"generic"
        self.sensitive = False
        self.characters = -1
        self.segment = 0
        self.lexicon: bytes | None = None
        self.ascii_too = False
        self.fragments = False
        self.optional = False
        self.time_mediated = False
        self.weights: bytes | None = None
        self.reduce: set[bytes] = set()
        self.directory: bytes | None = None
        self.name: bytes | None = None
        self.feedback = 1
        self.width = 1000
        self.reports: set[bytes] = set()
        self.confidence_reports: set[bytes] = set()
        self.to_stdout = False


def parse(words: list[bytes], release: str, warn: Warn) -> Command:
    """Parse a command line without the program's name, and check it as the reference does."""
    if not words:
        raise CommandLineError(b"Arguments reguired")
    command = Command(release)
    arguments = Arguments(words, warn)
    options = arguments.read(command, _OPTIONS)
    _set_defaults(command, options)
    _check(command)
    return command


def _set_defaults(command: Command, options: set[bytes]) -> None:
    outputs_chosen = not options.isdisjoint((b"-o", b"-C", b"-p"))
    if b"stdout" in command.reports:
        command.to_stdout = True
        command.reports.discard(b"stdout")
    if command.pipe_out:
        command.feedback = 0
        if command.to_stdout:
            raise CommandLineError(b"Error: output can not be both to stdout and a pipe")
    if not outputs_chosen:
        command.reports.add(b"sum")
        command.to_stdout = True
    elif command.to_stdout and b"-f" not in options:
        command.feedback = min(command.feedback, 0)


# --- the options -------------------------------------------------------------------------------


def _reference(command: Command, arguments: Arguments) -> None:
    command.ref_name = arguments.value(b"Not enough Ref arguments", b"Req'd Ref File name")
    # Without a format, the one of an earlier -r is used.
    if arguments.value_follows():
        command.ref_format = arguments.take()


def _hypothesis(command: Command, arguments: Arguments) -> None:
    name = arguments.value(b"Not enough Hyp arguments", b"Req'd Hyp File name")
    kind = arguments.take() if arguments.value_follows() else b"trn"
    title = arguments.take() if arguments.value_follows() else name
    command.hypotheses.append((name, kind, title))


def _language_model(command: Command, arguments: Arguments) -> None:
    raise CommandLineError(b"-L option used, but SLM toolkit not compiled into sctk\n")


def _diff(command: Command, arguments: Arguments) -> None:
    raise CommandLineError(b"Alignments via diff have been disabled")


def _reduce(command: Command, arguments: Arguments) -> None:
    command.reduce = set()
    while arguments.value_follows():
        side = arguments.take()
        if side not in (b"ref", b"hyp"):
            raise CommandLineError(b"Unrecognized -m option '" + side + b"'")
        command.reduce.add(side)
    if not command.reduce:
        command.reduce = {b"ref"}


def _characters(command: Command, arguments: Arguments) -> None:
    command.characters = 0
    while arguments.value_follows():
        flag = arguments.take()
        if flag == b"NOASCII":
            command.characters |= NO_ASCII
        elif flag == b"DH":
            command.characters |= DELETE_HYPHENS
        else:
            raise CommandLineError(b"Unrecognized character alignment option '" + flag + b"'")


def _encoding(command: Command, arguments: Arguments) -> None:
    from .charsets import charset, find_encoding, find_profile

    if not arguments.value_follows():
        raise CommandLineError(b"Argument required for character encoding\n")
    word = arguments.take()
    encoding = find_encoding(word, command.charset)
    if encoding is None:
        raise CommandLineError(b"Unrecognized character encoding option '" + word + b"'")
    command.encoding = encoding
    command.charset = charset(encoding, command.profile)
    if arguments.value_follows():
        word = arguments.take()
        profile = find_profile(word, command.charset, command.release)
        if profile is None:
            raise CommandLineError(b"Optional case conversion localization failed /" + word + b"/\n")
        command.profile = profile
        command.charset = charset(encoding, profile)


def _segmentation(command: Command, arguments: Arguments) -> None:
    if len(arguments.words) - arguments.place < 2:
        raise CommandLineError(b"Not enough Inferred Segmentation arguments")
    if not arguments.value_follows():
        raise CommandLineError(b"No Inferred Segmentation algorithm")
    algorithm = arguments.take()
    if algorithm not in _ALGORITHMS:
        raise CommandLineError(b"Unrecognize inferred segmentation algorithm '" + algorithm + b"'")
    # An algorithm given twice is switched off; both together make the number of one that does not exist.
    command.segment ^= _ALGORITHMS[algorithm]
    if not arguments.value_follows():
        raise CommandLineError(b"No Inferred Segmentation lexicon")
    command.lexicon = arguments.take()
    if not _exists(command.lexicon):
        raise CommandLineError(b"Inferred Segmentation lexicon '" + command.lexicon + b"' does not exist")
    if arguments.value_follows():
        flag = arguments.take()
        if flag != b"ASCIITOO":
            raise CommandLineError(b"Unrecognized Inferred Segmentation flag '" + flag + b"'")
        command.ascii_too = True


_OPTIONS: dict[bytes, Option] = {
    b"-r": _reference,
    b"-h": _hypothesis,
    b"-i": takes("id_type", b"Not enough ID arguments"),
    b"-P": sets("pipe_in"),
    b"-e": _encoding,
    b"-s": sets("sensitive"),
    b"-d": _diff,
    b"-c": _characters,
    b"-L": _language_model,
    b"-S": _segmentation,
    b"-F": sets("fragments"),
    b"-D": sets("optional"),
    b"-T": sets("time_mediated"),
    b"-w": takes("weights", b"Word Weight list file not specified"),
    b"-m": _reduce,
    b"-O": takes("directory", b"Output directory not specified"),
    b"-f": takes_integer("feedback", b"Not enough Feedback arguments"),
    b"-l": takes_integer("width", b"Not enough Line Width arguments"),
    b"-p": sets("pipe_out"),
    b"-o": switches(
        "reports",
        b"report",
        b"Not enough Report arguments",
        _REPORTS,
        groups={b"all": (b"sum", b"rsum", b"pra"), b"pralign": (b"pra",)},
        whole={b"none": ()},
    ),
    b"-C": switches(
        "confidence_reports",
        b"confidence report",
        b"Not enough Confidence Report arguments",
        _CONFIDENCE_REPORTS,
        groups={},
        whole={b"none": ()},
    ),
    b"-n": takes("name", b"Output name not specified"),
}


# --- the checks --------------------------------------------------------------------------------


def _check(command: Command) -> None:
    """Check the command in the reference's order."""
    _check_input(command)
    if command.hypotheses:
        _check_files(command)
        _check_formats(command)
    if command.id_type is not None and command.id_type not in _ID_TYPES:
        raise CommandLineError(b"Utterance id type '" + command.id_type + b"' not acceptable")
    _check_combinations(command)


def _check_input(command: Command) -> None:
    if not command.pipe_in and (command.ref_name is None or not command.hypotheses):
        raise CommandLineError(b"Input not specified, use transcription input or piped input")
    if command.ref_name is None and command.hypotheses:
        raise CommandLineError(b"Hypothesis input(s) specified, but no reference file")
    if command.ref_name is not None and not command.hypotheses:
        raise CommandLineError(b"Reference input specified, but no Hypothesis input(s).")
    if len(command.hypotheses) > MOST_HYPOTHESES:
        raise Failure(b"sclite: at most %d hypothesis files (-h) are possible\n" % MOST_HYPOTHESES)


def _check_files(command: Command) -> None:
    assert command.ref_name is not None
    if not _exists(command.ref_name):
        raise CommandLineError(b"Reference file '" + command.ref_name + b"' does not exist")
    for name, _, _ in command.hypotheses:
        if not _exists(name):
            raise CommandLineError(b"Hypothesis file '" + name + b"' does not exist")


def _check_formats(command: Command) -> None:
    ref = command.ref_format
    hyps = [kind for _, kind, _ in command.hypotheses]
    if ref not in (b"trn", b"ctm", b"tmk", b"stm"):
        raise CommandLineError(b"Reference file format '" + ref + b"' not acceptable")
    for kind in hyps:
        if kind not in (b"trn", b"ctm", b"tmk", b"txt"):
            raise CommandLineError(b"Hypothesis file format '" + kind + b"' not acceptable")
    if command.id_type is None and b"trn" in (ref, *hyps):
        raise CommandLineError(b"Required utterance id (option -i) for transcript mode")
    if command.time_mediated:
        if ref != b"ctm":
            raise CommandLineError(b"Time-mediated alignments require the reference file to be in CTM format")
        if any(kind != b"ctm" for kind in hyps):
            raise CommandLineError(b"Time-mediated alignments require the hypothesis file to be in CTM format")


def _check_combinations(command: Command) -> None:
    if command.reduce:
        if command.ref_name is None or command.ref_format != b"stm":
            raise CommandLineError(b"-m flag requires stm format reference file")
        if any(kind != b"ctm" for _, kind, _ in command.hypotheses):
            raise CommandLineError(b"-m flag requires ctm format hypothesis file")
    characters = command.characters >= 0
    if characters and command.ref_format == b"stm" and command.hypotheses and command.hypotheses[0][1] == b"txt":
        raise CommandLineError(b"Unable to do character alignments using diff\n")
    if command.weights is not None:
        for chosen, option in ((command.time_mediated, b"-T"), (characters, b"-c"), (command.segment, b"-S")):
            if chosen:
                raise CommandLineError(b"Flags '" + option + b"' and '-w' are mutually exclusive\n")
    elif b"wws" in command.reports:
        raise CommandLineError(
            b"-o wws option specified without a word weight file (via -w) or LM file (via -L) specified\n"
        )


def _exists(path: bytes) -> bool:
    try:
        stat(path)
    except (OSError, ValueError):
        return False
    return True
