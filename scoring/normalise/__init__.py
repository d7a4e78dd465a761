"""Normalisation of texts before they are scored: rules as data, chains with a signature, a log of every change.

>>> texts, changes = normalise(["Hello, World!"], "basic")
>>> texts
['hello world']
>>> print(changes[0])
0:0: 'Hello, World!' -> 'hello, world!' [lower]

A `Chain` is a tuple of steps. A step has a `name`, `lines()` that describe its rules for the signature, and
`apply(texts, log=...)`, which gives back the new texts and the changes. Rules that are a table of texts and their
replacements are a `Table`, which both cores run; everything else is a step of its own.

A new kind of rule file plugs in with one module and one line: the module has `read(source) -> Chain`, built with
`formats.errors.Problems` for what is wrong and where, and a record `RULES = RuleFile(name, suffixes, summary, read)`;
the line puts that record into `RULE_FILES` of `scoring/normalise/rule_files.py`. A new built-in normaliser is a record
`Normaliser` in the tuple `NORMALISERS` of `scoring/normalise/catalogue.py`.
"""

from __future__ import annotations

from scoring.normalise.api import normalise
from scoring.normalise.catalogue import NORMALISERS, chain_of
from scoring.normalise.chain import Chain, Step
from scoring.normalise.change import Change, replayed
from scoring.normalise.rule import Rule
from scoring.normalise.table import Table

__all__ = ["NORMALISERS", "Chain", "Change", "Rule", "Step", "Table", "chain_of", "normalise", "replayed"]
