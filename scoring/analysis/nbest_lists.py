"""Lists of the best hypotheses of each utterance, as toolkits write them.

u1 we saw cat                        Kaldi: an id again and again, or numbered: u1-1, u1-2
we saw cat (u1)                      the same as trn
{"id": "u1", "nbest": ["we saw cat", "we saw a cat"]}
{"u1": ["we saw cat", "we saw a cat"]}
1best_recog/text, 2best_recog/text   a folder of ESPnet
u1:<TAB>hyp=['we', 'saw', 'cat']     icefall: an id with several hypotheses
we saw cat<TAB>-3.2                  NeMo: as many rows for each utterance, in the order of the references
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ...formats.engine.json_lines import json_value
from ...formats.errors import UsageError, Where, fail, quantity, short
from ...formats.icefall import words_of_line
from ...formats.roles import HYPOTHESES, ROLES
from ...formats.source import SideFile

if TYPE_CHECKING:
    from ...formats.source import Target

Lists = Mapping[str, Sequence[str]]
"""The hypotheses of each utterance by its id, the best first."""

COLUMNS = ("nbest", "n_best", "nbests", "hypotheses", "hyps", "beams", "candidates", *HYPOTHESES)
"""Usual names of columns of lists."""
_IDS = (*ROLES["id"], *ROLES["session"])
_TEXTS = ("text", "transcript", "hypothesis", "hyp", "pred_text", "sentence")
_NUMBERED = re.compile(r"(.+)[-_](\d+)")
_TRN = re.compile(r"(.*)\(([^()\s]+)\)\s*")
_FOLDER = re.compile(r"(\d+)best_recog")
_SCORE = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.IGNORECASE)
_EXPECTED = (
    'lists of hypotheses, such as {"id": "u1", "nbest": ["a", "b"]}, or lines with ids u1-1, u1-2 ... or u1, u1 ...'
)


def read_lists(given: Target | Lists, column: str | None = None) -> Lists:
    """The lists of a file, of a folder of ESPnet, or as they are given; `column` is that of lists in JSON.

    Rows of NeMo, which have no ids, are one list without a name.

    >>> read_lists(b"u1-1 we saw cat\\nu1-2 we saw a cat\\nu2-1 good day\\n")
    {'u1': ['we saw cat', 'we saw a cat'], 'u2': ['good day']}
    """
    if isinstance(given, Mapping):
        return _given(given)
    if isinstance(given, (str, os.PathLike)) and os.path.isdir(given):
        return _of_folder(os.fspath(given))
    if isinstance(given, (str, os.PathLike)) and _FOLDER.fullmatch(PurePath(given).parent.name):
        raise UsageError(f"{given}: one hypothesis of each list; expected the folder {PurePath(given).parent.parent}")
    source = SideFile(given)
    start = source.text.lstrip()[:1]
    if start in ("{", "["):
        return _of_json(source, column)
    rows = list(_rows(source))
    if not rows:
        fail(Where(source.name, 1), "no hypotheses", _EXPECTED)
    ids = [name for name, _ in rows]
    numbered = [_NUMBERED.fullmatch(name) for name in ids]
    lists: dict[str, list[str]] = {}
    if len({*ids}) < len(ids) or None in numbered:
        for name, text in rows:
            lists.setdefault(name, []).append(text)
        return lists
    ranked = sorted(
        ((match[1], int(match[2]), text) for match, (_, text) in zip(numbered, rows, strict=True) if match),
        key=lambda row: row[1],
    )
    order = dict.fromkeys(match[1] for match in numbered if match)
    lists = {name: [] for name in order}
    for name, _, text in ranked:
        lists[name].append(text)
    return lists


def _given(given: Mapping[Any, Any]) -> Lists:
    """Lists by id from Python."""
    for name, texts in given.items():
        is_list = isinstance(texts, Sequence) and not isinstance(texts, (str, bytes))
        if not is_list or not texts or not all(isinstance(text, str) for text in texts):
            raise UsageError(f"the hypotheses of {short(str(name))} are {short(repr(texts))}; expected a list of texts")
    return {str(name): list(texts) for name, texts in given.items()}


def _rows(source: SideFile) -> Iterator[tuple[str, str]]:
    """The id and the text of each line; rows of texts and scores have no id."""
    lines = [line for line in source.lines() if line.strip()]
    cells = [line.split("\t") for line in lines]
    if all(len(row) == 2 and _SCORE.fullmatch(row[1].strip()) for row in cells):
        yield from (("", text) for text, _ in cells)
        return
    recogs = [words_of_line(line) for line in lines]
    if all(recogs):
        yield from ((found[0], " ".join(found[2])) for found in recogs if found and found[1] == "hyp")
        return
    marked = [_TRN.fullmatch(line) for line in lines]
    if all(marked):
        yield from ((match[2], match[1].strip()) for match in marked if match)
        return
    for line in lines:
        name, *texts = line.split(maxsplit=1)
        yield name, texts[0].strip() if texts else ""


def _of_folder(folder: str) -> Lists:
    """The lists of `1best_recog/text`, `2best_recog/text` ... in a folder."""
    ranks = sorted(int(match[1]) for name in os.listdir(folder) if (match := _FOLDER.fullmatch(name)))
    if not ranks:
        raise UsageError(f"{folder}: a folder without 1best_recog; expected one that ESPnet wrote, or a file")
    lists: dict[str, list[str]] = {}
    for rank in ranks:
        for name, text in _rows(SideFile(os.path.join(folder, f"{rank}best_recog", "text"))):
            lists.setdefault(name, []).append(text)
    return lists


def _of_json(source: SideFile, column: str | None) -> Lists:
    """The lists of lines of JSON, or of one object or array."""
    lists: dict[str, list[str]] = {}
    for where, line, row in _objects(source):
        if not isinstance(row, dict):
            fail(where, "not an object", _EXPECTED, line)
        names = [column] if column else [name for name in COLUMNS if isinstance(row.get(name), list)]
        cell = row.get(names[0]) if names else None
        name = next((str(row[key]) for key in _IDS if row.get(key) not in (None, "")), "")
        if not isinstance(cell, list):
            fail(where, f"no list in {short(names[0]) if names else 'any column'}", _EXPECTED, line)
        if not name:
            fail(where, "no id", f"an id: one of {', '.join(_IDS[:4])}", line)
        texts = [_text_of(item) for item in cell]
        if not texts or None in texts:
            fail(where, f"a list without texts: {short(str(cell))}", _EXPECTED, line)
        key = name if any(row.get(key) not in (None, "") for key in ROLES["id"]) else PurePath(name).stem
        lists.setdefault(key, []).extend(text for text in texts if text is not None)
    return lists


def _objects(source: SideFile) -> Iterator[tuple[Where, str | None, Any]]:
    """The objects of a file: a line each, or those of one value, whose members may be lists by id."""
    lines = [(number, line) for number, line in enumerate(source.lines(), 1) if line.strip()]
    where = Where(source.name, 1)
    first = lines[0][1].strip()
    if len(lines) > 1 and first[-1] == "}":
        for number, line in lines:
            yield Where(source.name, number), line, json_value(Where(source.name, number), line, _EXPECTED)
        return
    whole = json_value(where, source.text, _EXPECTED)
    if isinstance(whole, dict) and not any(key in whole for key in _IDS):
        whole = [{"id": name, "nbest": texts} for name, texts in whole.items()]
    for row in whole if isinstance(whole, list) else [whole]:
        yield where, None, row


def _text_of(item: Any) -> str | None:
    """The text of one hypothesis: a text, an object with one, or a pair of a text and its score; null is empty."""
    if item is None:
        return ""
    if isinstance(item, dict):
        item = next((item[name] for name in _TEXTS if isinstance(item.get(name), str)), None)
    if isinstance(item, list):
        item = next((part for part in item if isinstance(part, str)), None)
    return item if isinstance(item, str) else None


def of_utterances(lists: Lists, ids: Sequence[str]) -> list[Sequence[str]]:
    """The list of each utterance; rows without ids are divided evenly.

    >>> of_utterances({"": ["a", "b", "c", "d"]}, ["u1", "u2"])
    [['a', 'b'], ['c', 'd']]
    """
    if lists.keys() == {""}:
        rows = lists[""]
        many, rest = divmod(len(rows), len(ids)) if ids else (0, 1)
        if rest or not many:
            raise UsageError(
                f"{quantity(len(rows), 'row')} of hypotheses without ids for {quantity(len(ids), 'utterance')}; "
                "expected as many rows for each utterance"
            )
        return [rows[many * place : many * (place + 1)] for place in range(len(ids))]
    if lacking := [name for name in ids if name not in lists]:
        raise UsageError(
            f"no hypotheses of {quantity(len(lacking), 'utterance')}, such as {short(lacking[0])}; expected a list for "
            f"each, such as those of {', '.join(map(short, list(lists)[:2]))}"
        )
    return [lists[name] for name in ids]
