"""Pages of reference with every public name, made from signatures and docstrings: an index, and one for each module."""

from __future__ import annotations

import inspect
import posixpath
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ...formats.guessed import Answering
from .. import analysis, batches, compare, kws, meetings, normalise
from ..common.settings import Settings

HOMES = {
    "scorelite": "Texts, files, words and formats. `import scorelite` loads nothing else until it is used.",
    "scorelite.meetings": "Recordings of several speakers: see [meetings](../../guides/meetings.md).",
    "scorelite.analysis": "Analyses of errors, which `--with` names: see [analyses](../../guides/analysis.md).",
    "scorelite.kws": "Keyword spotting: see [keywords](../../guides/keywords.md).",
    "scorelite.batches": "Corpora larger than one machine: see [large corpora](../../guides/scale.md).",
    "scorelite.testing": "Assertions for tests: see [fail a build](../../guides/gates.md).",
    "scorelite.scoring.compare": "Comparisons with other scores: see [compare systems](../../guides/compare.md).",
    "scorelite.scoring.normalise": "Normalisers: see [normalise texts](../../guides/normalisation.md).",
}
USES = {
    "scorelite": "Score texts and files; read, write and convert formats; align; `Result`",
    "scorelite.meetings": "cpWER, tcpWER, ORC-WER and their family",
    "scorelite.analysis": "Word classes, slices, failures, confidences, timestamps, latency, audits",
    "scorelite.kws": "ATWV and its family",
    "scorelite.batches": "Arrow tables, Spark, Ray, Dask, Beam, DuckDB, Polars",
    "scorelite.testing": "Assertions that fail above a limit",
    "scorelite.scoring.compare": "Differences of systems, tests, tournaments",
    "scorelite.scoring.normalise": "Chains of normalisers, tables of rules",
}
OFTEN = {
    "scorelite": (
        "wer",
        "cer",
        "score",
        "score_files",
        "cpwer",
        "der",
        "align",
        "normalise",
        "read",
        "convert",
        "Result",
        "Metric",
    ),
    "scorelite.meetings": ("score", "score_files", "MeetingResult", "error_sources"),
    "scorelite.analysis": ("Classes", "Slices", "Failures", "Confidence", "Latency", "Audit"),
    "scorelite.kws": ("evaluate", "score_files", "KwsResult"),
    "scorelite.batches": ("score_batch", "merge", "score_pairs", "finish"),
    "scorelite.testing": ("assert_wer", "assert_cer"),
    "scorelite.scoring.compare": ("compare", "Comparison", "tournament"),
    "scorelite.scoring.normalise": ("normalise", "chain_of", "Chain", "Table"),
}
HEAD = """\
# Python

The public names, a page for each module, made from the code. Names that these pages do not have may change at any
time: [stability](../stability.md). [Score texts in Python](../guides/python.md) is the guide.

| module | what it does | names used most |
|---|---|---|
"""
TAIL = """
Modules of `scorelite.compat` have the names of other libraries: [replace libraries](../guides/libraries.md).
Exceptions are listed in [errors](errors.md).
"""
PACKAGES = {
    "analysis": analysis,
    "batches": batches,
    "compare": compare,
    "kws": kws,
    "meetings": meetings,
    "normalise": normalise,
}
INTERNAL = frozenset(
    {
        *("case_remarks", "check_addable", "check_whole", "compared", "folded", "key_figure", "unpaired_remarks"),
        *("noted", "noun"),
        *("remarks", "shown_groups", "sizes", "speaker_numbers", "summed_information", "usual_speakers"),
    }
)
"""Members that only scorelite's own code calls, and that may change at any time: the reference does not have them."""
_PUBLIC = "__all__"
_KEYWORDS_OF_ANOTHER = re.compile(r"keywords are those of `score`", re.IGNORECASE)
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def pages() -> dict[str, str]:
    """The index and a page for each module, in Markdown, by their paths below the folder `reference`."""
    shown = _Shown()
    return {"python.md": _index(), **{_path(home): _page(home, text, shown) for home, text in HOMES.items()}}


def _path(home: str) -> str:
    return f"python/{home.rpartition('.')[2]}.md"


def _anchor(name: str) -> str:
    """The anchor of the heading of a name, as a forge makes it."""
    return re.sub(r"[^\w-]", "", name.lower())


def _index() -> str:
    rows = []
    for home, use in USES.items():
        names = ", ".join(f"[`{name}`]({_path(home)}#{_anchor(f'{home}.{name}')})" for name in OFTEN[home])
        rows.append(f"| [`{home}`]({_path(home)}) | {use} | {names} |\n")
    return HEAD + "".join(rows) + TAIL


def _page(home: str, text: str, shown: _Shown) -> str:
    """A page: first all names on one screen, then each by itself."""
    names = _names(home)
    kinds: dict[str, list[str]] = {"Functions": [], "Classes": [], "Constants and types": []}
    for name in names:
        value = getattr(_module(home), name)
        kind = "Classes" if inspect.isclass(value) else "Functions" if callable(value) else "Constants and types"
        kinds[kind].append(f"[`{name}`](#{_anchor(f'{home}.{name}')})")
    lists = [f"**{kind}**: {', '.join(links)}.\n\n" for kind, links in kinds.items() if links]
    head = f"# {home}\n\n{text}\n\n{''.join(lists)}"
    return head.rstrip("\n") + "\n" + "".join(part for name in names for part in _entry(home, name, shown))


def _module(home: str) -> Any:
    top, _, name = home.partition(".")
    front = sys.modules[top]
    return PACKAGES.get(home.rpartition(".")[2]) or (getattr(front, name) if name else front)


def _names(home: str) -> list[str]:
    """The public names of a module, functions first, without those of modules."""
    module = _module(home)
    names = {name for name in getattr(module, _PUBLIC) if not inspect.ismodule(getattr(module, name))}
    return sorted(names, key=lambda name: (name.isupper(), name[:1].isupper(), name.lower()))


def _entry(home: str, name: str, shown: _Shown) -> Iterator[str]:
    value = getattr(_module(home), name)
    yield f"\n## {home}.{name}\n\n"
    there = shown.entries.setdefault(id(value), home)
    if there != home and callable(value):
        yield f"As [`{there}.{name}`]({posixpath.basename(_path(there))}#{_anchor(f'{there}.{name}')}).\n"
        return
    yield from _class(home, name, value, shown) if inspect.isclass(value) else _value(name, value, shown)


class _Shown:
    """Where each entry, member of a class and keyword of a function stands once; elsewhere, pages lead there."""

    def __init__(self) -> None:
        self.entries: dict[int, str] = {}
        self.keywords: dict[str, str] = {}
        self.members: dict[str, tuple[str, str]] = {}
        ranks: dict[str, int] = {}
        for home in HOMES:
            for name in _names(home):
                kind = getattr(_module(home), name)
                for row in _rows(kind) if inspect.isclass(kind) else ():
                    depth = len([base for base in kind.__mro__ if base is not Answering])
                    if depth < ranks.get(row, 99):  # the most basic class
                        ranks[row] = depth
                        self.members[row] = (home, name)

    def without_repeated_keywords(self, paragraph: str, function: str) -> str:
        """A list of keywords; those that another function lists alike are named only."""
        head, *entries = re.split(r"\n(?=  \S)", paragraph)
        new: list[str] = []
        known: dict[str, list[str]] = {}
        for entry in entries:
            first = self.keywords.setdefault(entry, function)
            if first == function:
                new.append(entry)
            else:
                known.setdefault(first, []).append(entry.split()[0])
        as_there = [f"  as for {first}: {', '.join(names)}" for first, names in known.items()]
        return "\n".join([head, *new, *as_there])


def _value(name: str, value: Any, shown: _Shown) -> Iterator[str]:
    """A function, or a constant."""
    if not callable(value):
        yield f"{_constant(value)}\n"
        return
    paragraphs = (inspect.getdoc(value) or "").split("\n\n")
    if any(map(_is_list_of_keywords, paragraphs)):
        paragraphs = [
            shown.without_repeated_keywords(text, name) if _is_list_of_keywords(text) else text for text in paragraphs
        ]
    summary = "\n\n".join(map(_fenced, paragraphs)).strip()
    yield f"```text\n{name}{_parameters(value)}\n```\n\n{summary}\n"


def _is_list_of_keywords(paragraph: str) -> bool:
    return paragraph.startswith("Keywords, each with its default first:")


def _constant(value: Any) -> str:
    """A constant: an alias of types, the names of its members, its fields, or its docstring."""
    if isinstance(value, str):
        return f"`{value}`"
    if not isinstance(value, (tuple, dict)):
        return f"`{value!r}`" if is_dataclass(value) else _summary(value)
    names = [str(member if isinstance(member, str) else getattr(member, "name", member)) for member in value]
    return f"`{type(value).__name__}`: {', '.join(f'`{name}`' for name in names)}."


def _class(home: str, name: str, kind: type, shown: _Shown) -> Iterator[str]:
    """A class: what it is, how it is made, and its public members; those of a base are in its entry."""
    yield f"{_summary(kind)}\n"
    if is_dataclass(kind):
        yield f"\nFields: {', '.join(f'`{field.name}`' for field in fields(kind) if field.name[0] != '_')}.\n"
    own: list[str] = []
    others: dict[tuple[str, str], list[str]] = {}
    for row in _rows(kind):
        place = shown.members[row]
        if place == (home, name):
            own.append(row)
        else:
            others.setdefault(place, []).append(re.sub(r"^- (`\w+).*", r"\1`", row.rstrip("\n")))
    if own:
        yield "\n"
    yield from own
    for (there, base), names in others.items():
        page = "" if there == home else posixpath.basename(_path(there))
        listed = "" if issubclass(kind, getattr(_module(there), base)) else f": {', '.join(names)}"
        yield f"\nMembers as in [`{base}`]({page}#{_anchor(f'{there}.{base}')}){listed}.\n"


def _rows(kind: type) -> list[str]:
    """Entries of the list of public members."""
    members = {
        name: inspect.getattr_static(kind, name)
        for name in dir(kind)
        if name[0] != "_" and name not in INTERNAL and not _is_inherited(kind, name)
    }
    rows = []
    for name, member in members.items():
        if _is_shown(kind, name, member):
            shown = name if isinstance(member, property) else f"{name}{_short(getattr(kind, name))}"
            rows.append(f"- `{shown}`: {_summary(member).partition(chr(10))[0]}\n")
    return rows


def _is_inherited(kind: type, name: str) -> bool:
    """Whether a member is that of a built-in type."""
    owner = next((base for base in kind.__mro__ if name in vars(base)), object)
    return owner.__module__.partition(".")[0] not in ("scorelite", "__main__")


def _is_shown(kind: type, name: str, member: object) -> bool:
    return isinstance(member, (property, staticmethod, classmethod)) or inspect.isfunction(member)


def _parameters(function: Any) -> str:
    """The parameters, a line each where they are many, without annotations and the keywords of another function."""
    signature = _bare(function)
    if _KEYWORDS_OF_ANOTHER.search(function.__doc__ or ""):
        own = [each for each in signature.parameters.values() if each.kind is not each.KEYWORD_ONLY]
        if len(own) < len(signature.parameters):
            return f"{str(inspect.Signature(own))[:-1]}, *, ...)"
    text = _ADDRESS.sub("", str(signature))
    if len(text) <= 100:
        return text
    lines = [f"    {_ADDRESS.sub('', str(parameter))},\n" for parameter in signature.parameters.values()]
    stars = [each.kind for each in signature.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in stars and inspect.Parameter.VAR_POSITIONAL not in stars:
        lines.insert(stars.index(inspect.Parameter.KEYWORD_ONLY), "    *,\n")
    return f"(\n{''.join(lines)})"


def _short(function: Any) -> str:
    """The parameters of a method without its object."""
    text = _ADDRESS.sub("", str(_bare(function)))
    return re.sub(r"^\((self|cls)(, )?", "(", text)


def _bare(function: Any) -> inspect.Signature:
    signature = inspect.signature(function)
    plain = [
        each.replace(annotation=inspect.Parameter.empty, default=_short_default(each.default))
        for each in signature.parameters.values()
    ]
    return inspect.Signature(plain)


class _UsualSettings:
    """The default settings, which a signature shows without their fields."""

    def __repr__(self) -> str:
        return "Settings()"


def _short_default(value: Any) -> Any:
    return _UsualSettings() if value == Settings() else value


def _summary(value: object) -> str:
    """The docstring; examples and lists of keywords stay as they are written."""
    return "\n\n".join(map(_fenced, (inspect.getdoc(value) or "").split("\n\n"))).strip()


def _fenced(paragraph: str) -> str:
    if paragraph.lstrip().startswith(">>>"):
        return f"```pycon\n{paragraph}\n```"
    return f"```text\n{paragraph}\n```" if re.search("^  ", paragraph, re.MULTILINE) else paragraph
