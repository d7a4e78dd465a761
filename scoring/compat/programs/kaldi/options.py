"""Command line of Kaldi's programs: `--name=value` before the arguments; `_` and `-` are equal in names."""

from __future__ import annotations

from .console import Ended, Fatal, Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789[]~#^_-+=:.,/"
_BLANKS = b" \t\n\v\f\r"
_SOURCE = "util/parse-options.cc"


class Option:
    """Option whose type is that of its default value."""

    __slots__ = ("default", "help", "name")

    def __init__(self, name: str, default: bytes | bool | int, help: str) -> None:
        self.name = name
        self.default = default
        self.help = help

    @property
    def line(self) -> str:
        """Line of the option in the usage text."""
        if isinstance(self.default, bool):
            note = f"(bool, default = {str(self.default).lower()})"
        elif isinstance(self.default, int):
            note = f"(int, default = {self.default})"
        else:
            note = f'(string, default = "{self.default.decode()}")'
        return f"  --{self.name:25} : {self.help} {note}\n"


STANDARD = (
    Option("config", b"", "Configuration file to read (this option may be repeated)"),
    Option("help", False, "Print out usage message"),
    Option("print-args", True, "Print the command line arguments (to stderr)"),
    Option("verbose", 0, "Verbose level (higher->more logging)"),
)


class CommandLine:
    """Parsed command line: the value of every option, and the arguments."""

    def __init__(self, values: Mapping[str, bytes | bool | int], arguments: tuple[bytes, ...]) -> None:
        self.values = values
        self.arguments = arguments

    def text(self, name: str) -> bytes:
        """Value of a string option."""
        value = self.values[name]
        assert isinstance(value, bytes)
        return value

    def number(self, name: str) -> int:
        """Value of a numeric option."""
        value = self.values[name]
        assert isinstance(value, int)
        return value


class Grammar:
    """Options and usage text of a program."""

    def __init__(self, usage: str, options: tuple[Option, ...] = ()) -> None:
        self.usage = usage
        self.options = options

    def parse(self, program: Program, argv: Sequence[bytes]) -> CommandLine:
        """Parses a command line, whose first word is the program's name, and echoes it to stderr."""
        reading = _Reading(self, program, argv)
        reading.first_pass()
        rest = reading.second_pass()
        if reading.values["print-args"]:
            program.say(_shown(argv) + b"\n")
        return CommandLine(reading.values, tuple(rest))

    def complain(self, program: Program) -> Ended:
        """Prints the usage because the number of arguments is wrong."""
        self.print_usage(program, ())
        return Ended(1)

    def print_usage(self, program: Program, argv: Sequence[bytes]) -> None:
        """Prints the usage and, if given, the command line."""
        # Kaldi keeps its options sorted by name.
        lines = "".join(option.line for option in sorted(self.options, key=lambda option: option.name))
        standard = "".join(option.line for option in STANDARD)
        text = f"\n{self.usage}\nOptions:\n{lines}\nStandard options:\n{standard}\n".encode()
        program.say(text + (b"Command line was: " + _shown(argv) + b"\n" if argv else b""))


class _Reading:
    """Parser of one command line."""

    def __init__(self, grammar: Grammar, program: Program, argv: Sequence[bytes]) -> None:
        self.grammar = grammar
        self.program = program
        self.argv = argv
        self.values = {option.name: option.default for option in (*grammar.options, *STANDARD)}

    def first_pass(self) -> None:
        """Reads configuration files and obeys --help, wherever these options are."""
        for word in self.argv[1:]:
            if word == b"--":
                break
            if word.startswith(b"--"):
                name, value, _ = self.split(word)
                if name == "config":
                    self.read_config(value)
                if name == "help":
                    self.grammar.print_usage(self.program, ())
                    raise Ended(0)

    def second_pass(self) -> list[bytes]:
        """Sets the options and returns the arguments."""
        words = list(self.argv[1:])
        ended = False
        while words and words[0].startswith(b"--"):
            word = words.pop(0)
            if word == b"--":
                ended = True
                break
            if not self.set(*self.split(word)):
                self.grammar.print_usage(self.program, self.argv)
                raise Fatal(f"Read():{_SOURCE}:366", b"Invalid option " + word)
        if not ended and b"--" in words:
            words.remove(b"--")
        return words

    def split(self, word: bytes) -> tuple[str, bytes, bool]:
        """Name and value of `--name=value`, and True if there is a value."""
        name, equal, value = word[2:].partition(b"=")
        if not name:
            self.grammar.print_usage(self.program, self.argv)
            raise Fatal(f"SplitLongArg():{_SOURCE}:514", b"Invalid option (no key): " + word)
        normal = name.replace(b"_", b"-").lower().decode("utf-8", "surrogateescape")
        return normal, value.strip(b" \t\n\v\f\r"), bool(equal)

    def set(self, name: str, value: bytes, has_value: bool) -> bool:
        """Sets an option; False if the name is unknown."""
        shown = name.encode("utf-8", "surrogateescape")
        default = self.values.get(name)
        if default is None:
            return False
        if isinstance(default, bool):
            if has_value and not value:
                raise Fatal(f"SetOption():{_SOURCE}:546", b"Invalid option --" + shown + b"=")
            self.values[name] = self.boolean(value)
        elif isinstance(default, int):
            digits = value.strip(_BLANKS)
            digits = digits[1:] if digits[:1] in (b"+", b"-") else digits
            if not digits.isdigit() or not -(2**31) <= int(value) < 2**31:
                raise Fatal(f"ToInt():{_SOURCE}:592", b'Invalid integer option "' + value + b'"')
            self.values[name] = int(value)
        elif not has_value:
            raise Fatal(f"SetOption():{_SOURCE}:558", b"Invalid option --" + shown + b" (option format is --x=y).")
        else:
            self.values[name] = value
        return True

    def boolean(self, value: bytes) -> bool:
        """Boolean value in Kaldi's spellings; an option without a value is true."""
        value = value.lower()
        if value in (b"true", b"t", b"1", b""):
            return True
        if value in (b"false", b"f", b"0"):
            return False
        self.grammar.print_usage(self.program, self.argv)
        text = b"Invalid format for boolean argument [expected true or false]: " + value
        raise Fatal(f"ToBool():{_SOURCE}:583", text)

    def read_config(self, path: bytes) -> None:
        """Reads options from a file, one a line; `#` begins a comment."""
        try:
            with open(path, "rb") as file:
                lines = file.read().split(b"\n")
        except OSError:
            raise Fatal(f"ReadConfigFile():{_SOURCE}:463", b"Cannot open config file: " + path) from None
        for number, line in enumerate(lines, 1):
            word = line.partition(b"#")[0].strip(b" \t\n\v\f\r")
            if not word:
                continue
            if not word.startswith(b"--"):
                raise Fatal(f"ReadConfigFile():{_SOURCE}:480", _not_an_option(path, number))
            if not self.set(*self.split(word)):
                self.grammar.print_usage(self.program, self.argv)
                text = b"Invalid option " + word + b" in config file " + path
                raise Fatal(f"ReadConfigFile():{_SOURCE}:494", text)


def _not_an_option(path: bytes, number: int) -> bytes:
    return (
        b"Reading config file %s: line %d does not look like a line from a Kaldi command-line program's config file: "
        b"should be of the form --x=y.  Note: config files intended to be sourced by shell scripts lack the '--'."
    ) % (path, number)


def escape(word: bytes) -> bytes:
    """Word quoted for a shell.

    >>> escape(b"ark:a.txt"), escape(b"ark:gunzip -c x|"), escape(b"it's")
    (b'ark:a.txt', b"'ark:gunzip -c x|'", b'"it\\'s"')
    """
    if word and not word.translate(None, _PLAIN):
        return word
    if b"'" in word and not any(sign in word for sign in (b'"', b"`", b"$", b"\\")):
        return b'"' + word + b'"'
    return b"'" + word.replace(b"'", b"'\\''") + b"'"


def _shown(argv: Sequence[bytes]) -> bytes:
    return b"".join(escape(word) + b" " for word in argv)
