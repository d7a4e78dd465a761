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

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .catalogue import NORMALISERS as NORMALISERS
    from .catalogue import chain_of as chain_of
    from .catalogue import normalise as normalise
    from .chain import Chain as Chain
    from .chain import Step as Step
    from .log import Change as Change
    from .log import replayed as replayed
    from .operation import Table as Table
    from .rule import Rule as Rule

# Modules are imported when one of their names is asked for: one rule needs no catalogue of all normalisers.
# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:
    from ..common.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "catalogue": "NORMALISERS chain_of normalise",
            "chain": "Chain Step",
            "log": "Change replayed",
            "operation": "Table",
            "rule": "Rule",
        },
    )
