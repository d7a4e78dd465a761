"""The common label schema: every format is read into it and written from it. It knows no format.

`items` holds labels and alternations, `markup` the grammar of a text, `corpus` segments, tables of segments and the
corpus itself.
"""

from .corpus import (
    Comment,
    Corpus,
    LabelColumns,
    Later,
    Lazy,
    NamelessTable,
    OneByOne,
    Region,
    Segment,
    Table,
    TextTable,
    TimedTable,
    Times,
    UtteranceTable,
    rows,
    sclite_text,
    text_of,
)
from .items import Alternation, Attributes, Grammar, Item, Label, Written, labels_of_columns, written

__all__ = [
    "Alternation",
    "Attributes",
    "Comment",
    "Corpus",
    "Grammar",
    "Item",
    "Label",
    "LabelColumns",
    "Later",
    "Lazy",
    "NamelessTable",
    "OneByOne",
    "Region",
    "Segment",
    "Table",
    "TextTable",
    "TimedTable",
    "Times",
    "UtteranceTable",
    "Written",
    "rows",
    "sclite_text",
    "text_of",
    "labels_of_columns",
    "written",
]
