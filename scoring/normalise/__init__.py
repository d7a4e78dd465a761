"""Normalisation of texts before they are scored: rules as data, chains with a signature, a log of every change.

>>> from scorelite.scoring.normalise import normalise
>>> texts, changes = normalise(["Hello, World!"], "basic")
>>> texts
['hello world']
>>> print(changes[0])
0:0: 'Hello, World!' -> 'hello, world!' [lower]

A `Chain` is a tuple of steps. A step has a `name`, `lines()` that describe its rules for the signature, and
`apply(texts, log=...)`, which gives back the new texts and the changes. Rules that are a table of texts and their
replacements are a `Table`, which both cores run; everything else is a step of its own.

A new kind of rule file plugs in with one module and one line: the module has `read(source) -> Chain`, built with
`Problems` of `formats/errors.py` for what is wrong and where, and a record
`RULES = RuleFile(name, suffixes, summary, read)`; the line puts that record into
`RULE_FILES` of `scoring/normalise/rule_files.py`. A new built-in normaliser is a record
`Normaliser` in the tuple `NORMALISERS` of `scoring/normalise/catalogue.py`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .api import normalise
    from .catalogue import NORMALISERS, chain_of
    from .chain import Chain, Step
    from .change import Change, replayed
    from .rule import Rule
    from .table import Table

__all__ = ["NORMALISERS", "Chain", "Change", "Rule", "Step", "Table", "chain_of", "normalise", "replayed"]

# Modules are imported when one of their names is asked for: one rule needs no catalogue of all normalisers.
_HOMES = {
    "NORMALISERS": "catalogue",
    "Chain": "chain",
    "Change": "change",
    "Rule": "rule",
    "Step": "chain",
    "Table": "table",
    "chain_of": "catalogue",
    "normalise": "api",
    "replayed": "change",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scorelite.scoring.normalise' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"scorelite.scoring.normalise.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
