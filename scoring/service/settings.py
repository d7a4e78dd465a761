"""The settings of a score as parameters of methods, made from their records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...formats.errors import UsageError, among
from ..common.setting import Setting
from ..normalise.equivalent_sources import equivalents_of
from ..normalise.equivalents import KINDS, Equivalents
from ..words.declared import BY_NAME, SETTINGS
from .contents import FILE, FORMAT, RULES, chain_of, normaliser_parameters
from .inputs import Held, held
from .limits import Limits
from .parameters import FLAG, MAPPING, NAMES, NUMBER, TEXT, Kind, Parameter, choice, object_of

_OF_FILE = frozenset({"text", "base64", "file"})
_SERVED = [setting.name for setting in SETTINGS if setting.is_served and setting.name != "normalise"]
OF_FILES = tuple(name for name in _SERVED if BY_NAME[name].of_files)
"""The settings that have no effect on texts."""
OF_TEXTS = tuple(name for name in _SERVED if not BY_NAME[name].of_files and name != "missing")
"""The settings that say how words are compared, apart from normalisers."""


def _equivalents(name: str, value: object) -> tuple[object, ...]:
    """Checked equivalents: names, words by word, and files."""
    values = value if isinstance(value, (list, tuple)) else [value]
    for part in values:
        if isinstance(part, str) and part not in KINDS:
            raise UsageError(f"{name} {part!r} is unknown{among(part, KINDS)}")
        if not isinstance(part, (str, Mapping, Held)):
            raise UsageError(f'{name} is of type {type(part).__name__}; expected {{"gonna": ["going to"]}} or a file')
    return tuple(values)


_WORDS = {
    "type": "object",
    "description": "Equivalents of words, by word.",
    "additionalProperties": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
}
_PART = [{"type": "string", "enum": list(KINDS)}, _WORDS, RULES.schema["anyOf"][0]]
_EQUIVALENTS = Kind(
    _equivalents, {"anyOf": [*_PART, {"type": "array", "items": {"anyOf": _PART}}]}, object_of, several=True, file=True
)
_KINDS = {"flag": FLAG, "number": NUMBER, "text": TEXT, "format": FORMAT, "mapping": MAPPING, "file": FILE}
_OWN = {"policy": TEXT, "equivalents": _EQUIVALENTS}


def text_parameters() -> tuple[Parameter, ...]:
    """The parameters that say how words are compared."""
    return (*normaliser_parameters(), *map(parameter, map(BY_NAME.__getitem__, OF_TEXTS)))


def parameters(settings: Iterable[Setting]) -> tuple[Parameter, ...]:
    """The parameters of those settings that the service has."""
    return tuple([parameter(setting) for setting in settings if setting.is_served and setting.name != "normalise"])


def parameter(setting: Setting) -> Parameter:
    """The parameter of a setting."""
    kind = choice([*setting.values]) if setting.kind == "choice" else _KINDS.get(setting.kind) or _OWN[setting.name]
    kind = NAMES if "Sequence" in setting.annotation else kind
    return Parameter(setting.name, kind, setting.served(), example="kaldi_wer" if setting.name == "policy" else None)


def settings_of(arguments: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    """The keywords of `scorelite.score` that the arguments give."""
    settings = {name: arguments[name] for name in OF_TEXTS if name in arguments}
    if "equivalents" in settings:
        settings["equivalents"] = _read(settings["equivalents"], limits)
    chain = chain_of(arguments, limits)
    return settings if chain is None else {**settings, "normalise": chain}


def _read(values: Sequence[Any], limits: Limits) -> Equivalents:
    """Equivalents as they are given, of which none is a path of the service's machine."""
    return equivalents_of(
        [
            held("equivalents", value, limits)
            if isinstance(value, Mapping) and any(isinstance(value.get(name), str) for name in _OF_FILE)
            else value
            for value in values
        ]
    )
