"""The common label schema: every format is read into it and written from it. It knows no format.

`items` holds labels and alternations, `markup` the grammar of a text, `table` segments as columns, `words` words with
times as columns, `corpus` the corpus itself.
"""

from .corpus import NOTICE, Comment, Corpus, Region, rows
from .items import Alternation, Attributes, Grammar, Item, Label, LabelColumns, LabelLists, labels_of_columns
from .lazy import Later, Lazy, Made, OneByOne
from .numbers import Numbers, Written, number_text, number_texts, sum_text, written
from .table import Segment, Table, sclite_text, sclite_texts, text_of

__all__ = [
    "NOTICE",
    "Alternation",
    "Attributes",
    "Comment",
    "Corpus",
    "Grammar",
    "Item",
    "Label",
    "LabelColumns",
    "LabelLists",
    "Later",
    "Lazy",
    "Made",
    "Numbers",
    "OneByOne",
    "Region",
    "Segment",
    "Table",
    "Written",
    "labels_of_columns",
    "number_text",
    "number_texts",
    "rows",
    "sclite_text",
    "sclite_texts",
    "sum_text",
    "text_of",
    "written",
]
