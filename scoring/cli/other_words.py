"""Words of other programs on the command line: understood where they can mean one thing, else answered with ours."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

COMMANDS = {
    "wer": ("score",),
    "cer": ("score", "-c"),
    **dict.fromkeys(("evaluate", "eval"), ("score",)),
    **dict.fromkeys(("cpwer", "cp-wer", "meeting"), ("meetings",)),
    "wder": ("meetings", "--measure", "wder"),
    **{f"{name}wer": ("meetings", "--measure", name) for name in ("tcp", "orc", "tcorc", "mimo", "tcmimo")},
    **dict.fromkeys(("der", "jer", "diarisation", "diarization"), ("segments", "--measure", "diarisation")),
    **dict.fromkeys(("pra", "alignment"), ("show",)),
    **dict.fromkeys(("normalize", "normaliser", "normalizer"), ("normalise",)),
    **dict.fromkeys(("format", "list-formats"), ("formats",)),
    **dict.fromkeys(("validate", "lint", "detect", "identify"), ("check",)),
    **dict.fromkeys(("diff", "significance", "rank", "ranking"), ("compare",)),
    **dict.fromkeys(("rover", "combine", "ensemble"), ("vote",)),
    **dict.fromkeys(("twv", "atwv", "keywords", "kwseval", "wakeword", "wake-words"), ("kws",)),
    "server": ("serve",),
    **dict.fromkeys(("normalisers", "normalizers"), ("normalise", "--list")),
    **dict.fromkeys(("version", "doctor", "env"), ("--version",)),
    **dict.fromkeys(("examples", "example", "tutorial"), ("demo",)),
}
"""Names of measures and of other programs' commands, with our command line."""
_PER_FILE = ("--per-file", "--per-recording", "--per-session", "--by-file")
_FILES = ("file", "recording")
_OPTIONS = {
    "--html": ("--page",),
    "--tex": ("--latex",),
    "--help-all": ("--help",),
    **dict.fromkeys(("--reference", "--reference-file", "--ref-file", "--truth", "-r"), ("--ref",)),
    **dict.fromkeys(("--hypothesis", "--hypothesis-file", "--hyp-file", "--prediction", "--predictions"), ("--hyp",)),
    **dict.fromkeys(("--output-file", "--out"), ("--output",)),
    **dict.fromkeys(("--jobs", "--workers", "--num-threads", "--num-workers"), ("--threads", "--jobs")),
    **dict.fromkeys(("--from-format", "--input-format"), ("--from",)),
    "--from": ("--format",),
    **dict.fromkeys(("--to-format", "--target-format"), ("--to",)),
    **dict.fromkeys(("--confidence-interval", "--bootstrap"), ("--interval",)),
    **dict.fromkeys(("--n-bootstrap", "--num-bootstrap", "--bootstrap-samples"), ("--interval", "--replications")),
    "--alpha": ("--level",),
    **dict.fromkeys(("--false-alarms-per-hour", "--fa-per-hour"), ("--per-hour",)),
    **dict.fromkeys(_PER_FILE, ("--per-file",)),
}
"""Other names of options that are no settings, with ours; the first that a command has is taken."""
_FORMS = ("--output-format", "--out-format", "--format")
SIDES = {"--ref": "ref", "--hyp": "hyp", "-h": "hyp"}
"""Options that others have for the two files, with our operands."""
_NO_OPTION = "no option"


def command_line(words: Sequence[str]) -> list[str]:
    """The command line with our command, where its first word is a name that others have for it.

    >>> command_line(["cer", "a", "b"]), command_line(["help", "score"]), command_line(["score", "wer"])
    (['score', '-c', 'a', 'b'], ['score', '--help'], ['score', 'wer'])
    """
    if words[:1] == ["help"]:
        return [*words[1:2], "--help"]
    ours = COMMANDS.get(words[0].lower()) if words else None
    return list(words) if ours is None else [*ours, *words[1:]]


def in_our_words(
    words: Sequence[str], options: Collection[str], operands: Collection[str], others_names: Mapping[str, str]
) -> list[str]:
    """The words of a command with our options and operands; those that it does not understand stay.

    `others_names` are names of other programs for options of this command.

    >>> in_our_words(["--hyp", "b", "-r", "a", "--cer"], ["--characters"], ["ref", "hyp"], {"--cer": "--characters"})
    ['a', 'b', '--characters']
    """
    sides: dict[str, str] = {}
    others: list[str] = []
    waiting = [*reversed(words)]
    while waiting:
        word = waiting.pop()
        if word == "--":
            others += [word, *reversed(waiting)]
            break
        ours = _option(word, options, others_names)
        name, _, value = ours.partition("=")
        side = SIDES.get(name) if name not in options or name == "-h" else None
        if side not in operands or side in sides:
            others += _form(ours, waiting, options)
        elif value or _is_value(waiting):
            sides[str(side)] = value or waiting.pop()
        else:
            others.append(ours)
    if sides and "hyp" not in sides:
        return [sides["ref"], *others]
    front = [sides["ref"]] if "ref" in sides else []
    back = [sides["hyp"]] if "hyp" in sides else []
    return [*front, *back, *others] if front else [*others, *back]


def _is_value(waiting: Sequence[str]) -> bool:
    """Whether the next word, the last of the list, is no option."""
    return bool(waiting) and (waiting[-1] == "-" or not waiting[-1].startswith("-"))


def _option(word: str, options: Collection[str], others_names: Mapping[str, str]) -> str:
    """An option under our name, with hyphens for underscores, and its value if one follows after an equals sign."""
    name, equals, value = word.partition("=")
    if not name.startswith("-") or name in options:
        return word
    if name.startswith("--"):
        name = name.replace("_", "-")
        word = name + equals + value
    if name in others_names:
        return others_names[name] + equals + value
    for ours in _OPTIONS.get(name, ()):
        if ours in options or ours in SIDES:
            return ours + equals + value
    return word


def _form(word: str, waiting: list[str], options: Collection[str]) -> list[str]:
    """The option --json, --csv ... in place of `--output-format json`, and --per-file in place of `--by file`.

    Any other word stays as it is.
    """
    name, equals, value = word.partition("=")
    if name == "--by" and "--per-file" in options:
        if value in _FILES:
            return ["--per-file"]
        if not equals and waiting and waiting[-1] in _FILES:
            waiting.pop()
            return ["--per-file"]
    if name not in (*_FORMS, "--report") or (name in options and name != "--report"):
        return [word]
    if not equals and not _is_value(waiting):
        return [word]
    value = value if equals else waiting.pop()
    if f"--{value}" in options and value in ("json", "csv", "markdown"):
        return [f"--{value}"]
    if name != "--report" and "--to" in options:
        return ["--to", value]
    return [word] if equals else [name, value]


def instead_of_value(names: Collection[str], value: str) -> str:
    """The end of a message about a value that others have for an option of these names; empty for other values.

    Without names, the value is that of a command.

    >>> instead_of_value(["--report"], "html"), instead_of_value(["--report"], "pdf")
    ('; expected --page FILE', '')
    """
    for name in names or ("",):
        if answer := _section("values").get(f"{name}={value}"):
            return expecting(answer)
    return ""


def answered(command: str) -> Iterator[str]:
    """The options of others that have an answer: those of a command, then those of all."""
    for options in (answers_of(command), answers_of("all"), _section("elsewhere")):
        yield from options


def instead_of(name: str, command: str, options: Collection[str]) -> str:
    """The end of a message about an option of others: what does the same in a command with these options, or nothing.

    >>> instead_of("--lower", "score", ["-s", "--case-sensitive"]), instead_of("--oov", "kws", ["--by-oov"])
    (': case is ignored unless -s is given', '; expected --by-oov')
    >>> instead_of("--lower", "demo", []), instead_of("--no", "", [])
    ('', '')
    """
    ours = [option for option in answers_of("all").get(name, "").split() if option in options and option != name]
    answers = [answers_of(command).get(name)]
    if ours:
        notes = _section("notes")
        for note in (notes.get(name), notes.get(ours[0]), " or ".join(ours)):
            answers.append(note and note.replace("OPTION", ours[0]).replace("FORMAT", ours[0].lstrip("-")))
    answers.append(_section("elsewhere").get(name))
    return next((expecting(answer) for answer in answers if answer and _fits(answer, options)), "")


def _fits(answer: str, options: Collection[str]) -> bool:
    """Whether a command has all options that an answer names, but for those of a command line of its own."""
    import re  # only wrong command lines need it

    parts = [part for part in re.split("[;,:] ", answer) if not re.search("scorelite |pandoc ", part)]
    return {*re.findall(r"(?<![\w-])--?[a-z][a-z-]*", " ".join(parts))} <= {*options}


def answers_of(command: str) -> Mapping[str, str]:
    """The answers of a command to options of others; those of all commands are of `all`."""
    return _section(f"options of {command}")


def _section(section: str) -> Mapping[str, str]:
    from ..common.answers import Answers  # only wrong command lines need the answers

    return Answers(section, "options.txt")


def expecting(answer: str) -> str:
    """The end of a message with the answer to an option of others: what is expected, or why no option is.

    >>> expecting("--page FILE"), expecting("no option: blanks never count")
    ('; expected --page FILE', ': blanks never count')
    """
    return f":{answer[len(_NO_OPTION) + 1 :]}" if answer.startswith(_NO_OPTION) else f"; expected {answer}"
