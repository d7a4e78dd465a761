"""Writes the keywords of functions as types, for type checkers and editors, from the records of the settings.

python -m scorelite.scoring.words.typed_keywords
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...formats.values import field_types
from ..common.settings import Settings
from .declared import SETTINGS
from .job import Job

_OF_TEXTS = '''\
"""The settings as keywords of a function, for type checkers and editors: no start imports this.

Made from the records of the settings by `python -m scorelite.scoring.words.typed_keywords`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from ..normalise.catalogue import Wanted
from .tie_policy import Policy

Unit: TypeAlias = Literal["word", "character"]


class Keywords(TypedDict, total=False):
    """Fields of `Settings` as keywords of a function, for type checkers and editors."""

'''
_OF_FILES = '''\
"""The keywords of `score_files`, for type checkers and editors: no start imports this.

Made from the records of the settings by `python -m scorelite.scoring.words.typed_keywords`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from ..common.keywords import Keywords
from ..common.results import Missing
from .pairing.rules import Outside, Overlap
from .verdicts import Verdicts


class FileKeywords(Keywords, total=False):
    """The fields of `Job`, names to be changed, and the settings."""

'''


def modules() -> Iterator[tuple[Path, str]]:
    """The modules of both types, and their texts."""
    folder = Path(__file__).parent
    of_texts = field_types(Settings)
    types = field_types(Job) | of_texts | {each.name: each.annotation for each in SETTINGS if each.annotation}
    of_files = [setting.name for setting in SETTINGS if setting.name not in of_texts]
    for path, head, names in (
        (folder.parent / "common" / "keywords.py", _OF_TEXTS, of_texts),
        (folder / "keywords.py", _OF_FILES, of_files),
    ):
        fields = "".join([f"    {name}: {types[name]}\n" for name in names])
        yield path, head + fields.replace("'", '"')


if __name__ == "__main__":
    for path, text in modules():
        path.write_text(text, encoding="utf-8")
