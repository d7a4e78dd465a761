"""The program `jiwer`: two files with a sentence on each line."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from .alignment import visualize_alignment
from .process import process_characters, process_words
from .transformations import cer_contiguous, cer_default, wer_contiguous, wer_default

if TYPE_CHECKING:
    from typing import Any

__all__ = ["cli"]

_VALUES = {"-r": "reference", "--reference": "reference", "-h": "hypothesis", "--hypothesis": "hypothesis"}
_FLAGS = {"-c": "cer", "--cer": "cer", "-a": "align", "--align": "align", "-g": "global", "--global": "global"}
_USAGE = "Usage: jiwer [OPTIONS]\n"
_HELP = f"""{_USAGE}
  Word or character error rate of two files with a sentence on each line. Both
  have as many sentences, unless -g joins them.

Options:
  -r, --reference PATH   Path to new-line delimited text file of reference
                         sentences.  [required]
  -h, --hypothesis PATH  Path to new-line delimited text file of hypothesis
                         sentences.  [required]
  -c, --cer              Compute CER instead of WER.
  -a, --align            Print alignment of each sentence.
  -g, --global           Apply a global minimal alignment between reference
                         and hypothesis sentences before computing the WER.
  --help                 Show this message and exit.
"""


class WrongUse(Exception):
    """A command line that the program refuses; `shows_usage` says whether its usage comes before."""

    def __init__(self, text: str, *, shows_usage: bool = True) -> None:
        super().__init__(text)
        self.shows_usage = shows_usage


def cli(words: Sequence[str]) -> tuple[int, str, str]:
    """The exit code, the output and the error output of a command line.

    >>> cli(["-r", "ref.txt"])[2].splitlines()[-1]
    "Error: Missing option '-h' / '--hypothesis'."
    """
    try:
        options = _options(words)
        return 0, _HELP if "help" in options else _scored(options), ""
    except WrongUse as error:
        usage = f"{_USAGE}Try 'jiwer --help' for help.\n\n" if error.shows_usage else ""
        return 2, "", f"{usage}Error: {error}\n"
    except (OSError, ValueError) as error:
        # The program dies of these; what it prints last is its last line.
        return 1, "", f"{type(error).__name__}: {error}\n"


def _options(words: Sequence[str]) -> dict[str, str]:
    """The options of a command line by their names; flags are empty."""
    options: dict[str, str] = {}
    rest = list(words)
    extra: list[str] = []
    while rest:
        word = rest.pop(0)
        if word == "--":
            extra += rest
            break
        if word.startswith("--"):
            _read_long(word, rest, options)
        elif word.startswith("-") and len(word) > 1:
            _read_short(word, rest, options)
        else:
            extra.append(word)
    if "help" in options:
        return options
    for name, shown in (("reference", "'-r' / '--reference'"), ("hypothesis", "'-h' / '--hypothesis'")):
        if name not in options:
            raise WrongUse(f"Missing option {shown}.")
    if extra:
        plural = "s" if len(extra) > 1 else ""
        raise WrongUse(f"Got unexpected extra argument{plural} ({' '.join(extra)})")
    return options


def _read_long(word: str, rest: list[str], options: dict[str, str]) -> None:
    name, equals, value = word.partition("=")
    if name in _VALUES:
        options[_VALUES[name]] = value if equals else _next(name, rest)
    elif name in (*_FLAGS, "--help"):
        if equals:
            raise WrongUse(f"Option '{name}' does not take a value.", shows_usage=False)
        options[_FLAGS.get(name, "help")] = ""
    else:
        raise WrongUse(f"No such option '{name}'.{_meant(name)}")


def _read_short(word: str, rest: list[str], options: dict[str, str]) -> None:
    """One word with flags, and perhaps an option with its value at the end."""
    for place, letter in enumerate(word[1:], 2):
        name = f"-{letter}"
        if name in _VALUES:
            options[_VALUES[name]] = word[place:] or _next(name, rest)
            return
        if name not in _FLAGS:
            raise WrongUse(f"No such option '{name}'.")
        options[_FLAGS[name]] = ""


def _next(name: str, rest: list[str]) -> str:
    if not rest:
        raise WrongUse(f"Option '{name}' requires an argument.", shows_usage=False)
    return rest.pop(0)


def _meant(name: str) -> str:
    near = sorted(get_close_matches(name, [*(each for each in (*_VALUES, *_FLAGS) if each[:2] == "--"), "--help"]))
    if not near:
        return ""
    if len(near) == 1:
        return f" Did you mean '{near[0]}'?"
    return f" (Possible options: {', '.join(map(repr, near))})"


def _scored(options: dict[str, str]) -> str:
    paths = options["reference"], options["hypothesis"]
    refs, hyps = map(_sentences, paths)
    if "global" not in options and len(refs) != len(hyps):
        raise ValueError(
            f"Number of reference sentences ({len(refs)} in '{paths[0]}') and hypothesis sentences ({len(hyps)} in "
            f"'{paths[1]}') do not match! Use the `--global` flag to compute the measures over a global alignment of "
            "the reference and hypothesis sentences."
        )
    transform: Any
    if "cer" in options:
        transform = cer_contiguous if "global" in options else cer_default
        characters = process_characters(refs, hyps, transform, transform)
        return visualize_alignment(characters) if "align" in options else f"{characters.cer}\n"
    transform = wer_contiguous if "global" in options else wer_default
    output = process_words(refs, hyps, transform, transform)
    return visualize_alignment(output) if "align" in options else f"{output.wer}\n"


def _sentences(path: str) -> list[str]:
    """The lines of a file; those of one letter and of none are left out, as there."""
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if len(line.strip()) > 1]
