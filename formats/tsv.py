"""TSV: a table of utterances with a line of column names, separated by tabs, as Common Voice has them."""

from __future__ import annotations

from .engine.separated import Dialect

DIALECT = Dialect("tsv", "\t")
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format("table of utterances with named columns, separated by tabs")
