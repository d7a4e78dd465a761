"""The guide's page with every public name, made from signatures and docstrings."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from .. import analysis, batches, compare, kws, meetings, normalise

HOMES = {
    "scorelite": "Texts, files, words and formats. `import scorelite` loads nothing else until it is used.",
    "scorelite.meetings": "Recordings of several speakers: see [meetings.md](../guides/meetings.md).",
    "scorelite.analysis": "What the errors of words are: classes, and what `--with` names.",
    "scorelite.kws": "Keyword spotting: see [keywords.md](../guides/keywords.md).",
    "scorelite.batches": "Corpora beyond one machine: see [scale.md](../guides/scale.md).",
    "scorelite.scoring.compare": "Comparisons with other scores: see [compare.md](../guides/compare.md).",
    "scorelite.scoring.normalise": "Normalisers: see [normalisation.md](../guides/normalisation.md).",
}
HEAD = """\
# Python

Every public name, with its keywords and what it does. This page is made from the code. Names that it does not have may
change at any time: [stability](../stability.md).
"""
PACKAGES = {
    "analysis": analysis,
    "batches": batches,
    "compare": compare,
    "kws": kws,
    "meetings": meetings,
    "normalise": normalise,
}
_PUBLIC = "__all__"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def page() -> str:
    """The page in Markdown."""
    return HEAD + "".join(part for home, text in HOMES.items() for part in _home(home, text))


def _home(home: str, text: str) -> Iterator[str]:
    yield f"\n## {home}\n\n{text}\n"
    module = PACKAGES.get(home.rpartition(".")[2]) or sys.modules[home]
    for name in sorted(
        {*getattr(module, _PUBLIC)}, key=lambda name: (name.isupper(), name[:1].isupper(), name.lower())
    ):
        value = getattr(module, name)
        if inspect.ismodule(value):
            continue
        yield f"\n### {home}.{name}\n\n"
        yield from _class(name, value) if inspect.isclass(value) else _value(name, value)


def _value(name: str, value: Any) -> Iterator[str]:
    """A function, or a constant."""
    if not callable(value):
        yield f"{_constant(value)}\n"
        return
    yield f"```text\n{name}{_parameters(value)}\n```\n\n{_summary(value)}\n"


def _constant(value: Any) -> str:
    """A constant: an alias of types, the names of its members, its fields, or its docstring."""
    if isinstance(value, str):
        return f"`{value}`"
    if not isinstance(value, (tuple, dict)):
        return f"`{value!r}`" if is_dataclass(value) else _summary(value)
    names = [str(member if isinstance(member, str) else getattr(member, "name", member)) for member in value]
    return f"`{type(value).__name__}`: {', '.join(f'`{name}`' for name in names)}."


def _class(name: str, kind: type) -> Iterator[str]:
    """A class: what it is, how it is made, and its public members."""
    yield f"{_summary(kind)}\n"
    if is_dataclass(kind):
        yield f"\nFields: {', '.join(f'`{field.name}`' for field in fields(kind) if field.name[0] != '_')}.\n"
    members = {
        name: inspect.getattr_static(kind, name)
        for name in dir(kind)
        if name[0] != "_" and not _is_inherited(kind, name)
    }
    rows = [(name, member) for name, member in members.items() if _is_shown(kind, name, member)]
    if rows:
        yield "\n| member | what it is |\n|---|---|\n"
    for member_name, member in rows:
        shown = member_name if isinstance(member, property) else f"{member_name}{_short(getattr(kind, member_name))}"
        yield f"| `{_cell(shown)}` | {_cell(_summary(member).partition(chr(10))[0])} |\n"


def _is_inherited(kind: type, name: str) -> bool:
    """Whether a member is that of a built-in type."""
    owner = next((base for base in kind.__mro__ if name in vars(base)), object)
    return owner.__module__.partition(".")[0] not in ("scorelite", "__main__")


def _is_shown(kind: type, name: str, member: object) -> bool:
    return isinstance(member, (property, staticmethod, classmethod)) or inspect.isfunction(member)


def _parameters(function: Any) -> str:
    """The parameters, a line each where they are many, without annotations."""
    signature = _bare(function)
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
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()]
    return inspect.Signature(plain)


def _summary(value: object) -> str:
    """The docstring; examples and lists of keywords stay as they are written."""
    return "\n\n".join(map(_fenced, (inspect.getdoc(value) or "").split("\n\n"))).strip()


def _fenced(paragraph: str) -> str:
    if paragraph.lstrip().startswith(">>>"):
        return f"```pycon\n{paragraph}\n```"
    return f"```text\n{paragraph}\n```" if re.search("^  ", paragraph, re.MULTILINE) else paragraph


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
