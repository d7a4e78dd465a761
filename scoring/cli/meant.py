"""Words of other programs on the command line: understood where they can mean one thing, else answered with ours."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

COMMANDS = {
    "wer": ("score",),
    "cer": ("score", "-c"),
    **dict.fromkeys(("evaluate", "eval", "leaderboard"), ("score",)),
    **dict.fromkeys(("cpwer", "cp-wer", "meeting"), ("meetings",)),
    **{f"{name}wer": ("meetings", "--measure", name) for name in ("tcp", "orc", "tcorc", "mimo", "tcmimo")},
    **dict.fromkeys(("der", "jer", "diarisation", "diarization"), ("segments", "--measure", "diarisation")),
    **dict.fromkeys(("align", "pra"), ("show",)),
    **dict.fromkeys(("normalize", "normaliser", "normalizer"), ("normalise",)),
    **dict.fromkeys(("format", "list-formats"), ("formats",)),
    **dict.fromkeys(("diff", "significance"), ("compare",)),
    **dict.fromkeys(("rover", "combine"), ("vote",)),
    **dict.fromkeys(("twv", "atwv", "keywords", "kwseval"), ("kws",)),
    "server": ("serve",),
    "version": ("--version",),
}
"""Names of measures and of other programs' commands, with our command line."""
_OPTIONS = {
    **dict.fromkeys(("--normalize", "--normaliser", "--normalizer", "--normalization"), ("--normalise",)),
    "--html": ("--page",),
    **dict.fromkeys(("--cer", "--chars", "--char"), ("--characters",)),
    **dict.fromkeys(("--reference", "--reference-file", "--ref-file", "--truth", "-r"), ("--ref",)),
    **dict.fromkeys(("--hypothesis", "--hypothesis-file", "--hyp-file", "--prediction", "--predictions"), ("--hyp",)),
    **dict.fromkeys(("--output-file", "--out"), ("--output",)),
    **dict.fromkeys(("--jobs", "--workers", "--num-threads", "--num-workers"), ("--threads", "--jobs")),
    **dict.fromkeys(("--from-format", "--input-format"), ("--from",)),
    **dict.fromkeys(("--to-format", "--target-format"), ("--to",)),
    **dict.fromkeys(("--ref-fmt", "--reference-format"), ("--ref-format",)),
    **dict.fromkeys(("--hyp-fmt", "--hypothesis-format"), ("--hyp-format",)),
    **dict.fromkeys(("--confidence-interval", "--bootstrap"), ("--interval",)),
}
"""Other names of options, with ours; the first that a command has is taken."""
_FORMS = ("--output-format", "--out-format", "--format")
_INSTEAD = {
    "--ci": ("--interval", "--page"),
    "--confidence": ("--interval", "--page"),
    "--csv": ("--csv", "--json"),
    "--html-report": ("--page",),
    "--metric": ("--measure",),
    "--metrics": ("--measure",),
    "--per-utterance": ("--utterances",),
    "--details": ("--utterances",),
    "--lowercase": ("--ignore-case", "--case-sensitive"),
    "--lower": ("--ignore-case", "--case-sensitive"),
    "--ignore-case": ("--case-sensitive",),
    "--remove-punctuation": ("--normalise",),
    "--unit": ("--characters",),
    "--align": ("--report",),
    "--alignment": ("--report",),
    "--verbose": ("--report",),
    "--threshold": ("--max-wer", "--max-wer-increase", "--max-rate"),
    "--fail-above": ("--max-wer", "--max-wer-increase", "--max-rate"),
    **dict.fromkeys(("--latex", "--tex"), ("--csv", "--markdown")),
    **dict.fromkeys(_FORMS, ("--json", "--report", "--to")),
}
"""Options that others have, with ours that serve the purpose; the first ones that a command has are named."""
_NOTES = {
    "--interval": "--interval N: the 95 % interval of the rate",
    "--page": "--page FILE, which shows the interval",
    "--case-sensitive": "no option, for case is ignored unless -s is given",
    "--normalise": "--normalise basic",
    "--characters": "-c for characters; words are the default",
    "--utterances": "--json --utterances",
    "--csv": "--csv and then pandoc --from csv --to latex",
    "--markdown": "--markdown and then pandoc --to latex",
}
_ELSEWHERE = {
    **{f"--{name}": f"in Python: scorelite.{name}(ref, hyp)" for name in ("wil", "wip")},
    "--uem": "scorelite meetings REF HYP --measure wer --uem FILE",
}
"""Options that others have, with what serves the purpose outside the command."""
_VALUES = {
    **dict.fromkeys((("--report", "html"), ("--report", "page")), "--page FILE"),
    ("--report", "csv"): "--json, or --csv for a table of files",
}
_SIDES = {"--ref": "ref", "--hyp": "hyp", "-h": "hyp"}


def command_line(words: Sequence[str]) -> list[str]:
    """The command line with our command, where its first word is a name that others have for it.

    >>> command_line(["cer", "a", "b"]), command_line(["help", "score"]), command_line(["score", "wer"])
    (['score', '-c', 'a', 'b'], ['score', '--help'], ['score', 'wer'])
    """
    if words[:1] == ["help"]:
        return [*words[1:2], "--help"]
    ours = COMMANDS.get(words[0].lower()) if words else None
    return list(words) if ours is None else [*ours, *words[1:]]


def in_our_words(words: Sequence[str], options: Collection[str], operands: Collection[str]) -> list[str]:
    """The words of a command with our options and operands; those that it does not understand stay.

    >>> in_our_words(["--hyp", "b", "-r", "a", "--cer"], ["--characters"], ["ref", "hyp"])
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
        ours = _option(word, options)
        name, _, value = ours.partition("=")
        side = _SIDES.get(name) if name not in options or name == "-h" else None
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


def _option(word: str, options: Collection[str]) -> str:
    """An option under our name, with its value if one follows after an equals sign."""
    name, equals, value = word.partition("=")
    if not name.startswith("-") or name in options:
        return word
    for ours in _OPTIONS.get(name, ()):
        if ours in options or ours in _SIDES:
            return ours + equals + value
    return word


def _form(word: str, waiting: list[str], options: Collection[str]) -> list[str]:
    """The option --json, --csv ... in place of `--output-format json` or `--report json`; any other word as it is."""
    name, equals, value = word.partition("=")
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

    >>> instead_of_value(["--report"], "html"), instead_of_value(["--report"], "pdf")
    ('; expected --page FILE', '')
    """
    return next(
        (f"; expected {ours}" for (name, other), ours in _VALUES.items() if name in names and other == value), ""
    )


def instead_of(name: str, options: Collection[str]) -> str:
    """The end of a message about an option of others: what does the same here; empty for other options.

    >>> instead_of("--lower", ["--case-sensitive"]), instead_of("--lower", []), instead_of("--no", [])
    ('; expected no option, for case is ignored unless -s is given', '', '')
    """
    ours = [option for option in _INSTEAD.get(name, ()) if option in options and option != name]
    expected = _NOTES.get(ours[0], " or ".join(ours)) if ours else _ELSEWHERE.get(name)
    return f"; expected {expected}" if expected else ""
