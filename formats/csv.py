"""CSV: a table of utterances with a line of column names, as Hugging Face has them.

    file_name,transcription
    clips/a1.mp3,good day

>>> from scorelite.formats.source import Source
>>> corpus = read(Source(b"file_name,transcription\\nclips/a1.mp3,good day\\n"))
>>> corpus.ids(), corpus.texts()
(['a1'], ['good day'])
"""

from __future__ import annotations

from .engine.separated import Dialect

DIALECT = Dialect("csv", ",")
read, write, sniff = DIALECT.read, DIALECT.write, DIALECT.sniff
FORMAT = DIALECT.format("table of utterances with named columns, separated by commas")
