"""The files of a table of models and data sets: each holds both sides, or is a reference next to its hypothesis."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from ....formats.detection import is_one
from ....formats.engine.folder_tree import files_below
from ....formats.errors import FormatError, UsageError
from ....formats.parquet_parts import folders_of_parts
from ....formats.values import dataclass, replace
from .column_names import both_among, names_of
from .columns import Columns
from .reading import Reading
from .sides import both_sided, table_format

_MODEL, _DATASET = "MODEL_", "DATASET_"
_LINES = ".jsonl"
_SUFFIXES = (_LINES, ".json", ".csv", ".tsv", ".parquet", ".xlsx", ".txt", ".sgml")
"""Suffixes of files that may hold both sides; lines of JSON are taken to do so."""
_OF_TABLES = (".csv", ".tsv", ".parquet", ".xlsx")
_MARKERS = {"best_wer": 2, "state.json": 1}
"""Files that show that a folder so many levels above them is one corpus, such as a decoding folder of Kaldi."""
_UNIT = re.compile(r"score_(?:wer|cer|ter)")
"""Folders of ESPnet for the units of one test set."""
_WORDS = "score_wer"
_CHECKPOINT = re.compile(
    r"(?:recogs|errs)-(?P<data>.+?)-(?P<model>(?:(?:\w+_)?(?:greedy|beam|ctc|nbest|1best|attention|lm|whole)\w*-)?"
    r"(?:epoch|iter)-.*)"
)
"""Names of icefall's files: the test set, the way of decoding and the checkpoint."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The files of one model and one data set: one path that holds both sides, or two files."""

    model: str
    dataset: str
    ref: str
    hyp: str | None = None
    is_named: bool = False
    """Whether the name of the file says both, not the folder that it is in."""


def cells_of(targets: Iterable[str | os.PathLike[str]], how: Reading) -> Sequence[Cell]:
    """The cells of a table: each file, and all files of folders and of the folders below them that hold both sides."""
    cells: list[Cell] = []
    for path in targets:
        target = os.fspath(path)
        if not os.path.isdir(target) or is_one(target, None):
            cells.append(_cell(target))
            continue
        inside, problem = _inside(target, how)
        if not inside:
            raise problem or UsageError(
                f"{target}: no file in this folder or below it has both references and hypotheses; expected tables "
                "with columns of both (jsonl, csv, tsv, parquet), recogs-*.txt of icefall, decoding folders of Kaldi, "
                "or folders with ref.trn and hyp.trn"
            )
        cells += inside
    return _told_apart(cells)


def _told_apart(cells: Sequence[Cell]) -> Sequence[Cell]:
    """The cells, where several are of one model and data set by the parts in which the paths of their models differ.

    >>> pairs = [(f"exp/{model}/decode/test/score_wer/ref.trn", "hyp.trn") for model in ("conformer", "rnnt")]
    >>> [cell.model for cell in _told_apart([_cell(*pair) for pair in pairs])]
    ['conformer', 'rnnt']
    """
    by_folder = [cell for cell in cells if not cell.is_named]
    if len({(cell.model, cell.dataset) for cell in by_folder}) == len({cell.ref for cell in by_folder}):
        return cells
    paths = [_scored_path(cell.ref, cell.hyp).split(os.sep)[:-1] for cell in by_folder]
    first = _shared(paths)
    last = _shared([path[:first:-1] for path in paths])
    names = {id(cell): "/".join(path[first : len(path) - last]) for cell, path in zip(by_folder, paths, strict=True)}
    return [replace(cell, model=names.get(id(cell)) or cell.model) for cell in cells]


def _shared(paths: Sequence[Sequence[str]]) -> int:
    """The number of parts with which all paths begin."""
    return len([*takewhile(lambda parts: len({*parts}) == 1, zip(*paths, strict=False))])


def pair_in(folder: str) -> tuple[str, str] | None:
    """The one reference with a hypothesis in a folder, `ref.trn` and `hyp.trn`; None where there is none, or several.

    >>> pair_in(os.curdir)
    """
    pairs = [pair for name in sorted(os.listdir(folder)) if (pair := _pair(os.path.join(folder, name)))]
    return pairs[0] if len(pairs) == 1 else None


def has_cells(folder: str) -> bool:
    """Whether a folder has, or is, anything for a table, though columns may have to be named."""
    if is_one(folder, None):
        return True
    inside, problem = _inside(folder, Reading())
    return bool(inside) or problem is not None


def is_scored_alone(path: str, columns: Columns) -> bool:
    """Whether a file or folder has both sides, not those of one only; False where it cannot be read."""
    how = Reading(columns=columns)
    try:
        if os.path.isdir(path) and not is_one(path, None):
            return bool(_inside(path, how)[0])
        return _holds_both(path, how)
    except (FormatError, UsageError, OSError):
        return False


def _pair(path: str) -> tuple[str, str] | None:
    """A reference and the hypothesis next to it; None for the path of another file."""
    folder, name = os.path.split(path)
    stem, suffix = os.path.splitext(name)
    hyp = os.path.join(folder, f"hyp{suffix}")
    return (path, hyp) if stem == "ref" and os.path.isfile(hyp) else None


def _inside(folder: str, how: Reading) -> tuple[Sequence[Cell], Exception | None]:
    """The cells of a folder, and what is wrong with the first table that is not one."""
    cells: list[Cell] = []
    problem: Exception | None = None
    files = [*files_below(folder, _is_wanted)]
    tables = [whole or path for path, whole in zip(files, folders_of_parts(files), strict=True)]
    for path in dict.fromkeys(tables):
        name = os.path.basename(path)
        if name in _MARKERS:
            whole = path
            for _ in range(_MARKERS[name]):
                whole = os.path.dirname(whole)
            if is_one(whole, None):
                cells.append(_cell(whole))
            continue
        if name.startswith("errs-") and os.path.join(os.path.dirname(path), name.replace("errs", "recogs", 1)) in files:
            continue  # the same texts
        if pair := _pair(path):
            cells += [] if _has_words(os.path.dirname(path)) else [_cell(*pair)]
            continue
        try:
            may_hold_both = name.endswith(_SUFFIXES) or os.path.isdir(path)
            if name.endswith(_LINES) or (may_hold_both and _holds_both(path, how)):
                cells.append(_cell(path))
        except UsageError as error:
            problem = problem or error
    return cells, problem


def _is_wanted(name: str) -> bool:
    return name.endswith(_SUFFIXES) or name in _MARKERS or os.path.splitext(name)[0] == "ref"


def _has_words(folder: str) -> bool:
    """Whether a folder has characters or word pieces whose words are in the folder next to it."""
    parent, name = os.path.split(folder)
    return name != _WORDS and bool(_UNIT.fullmatch(name)) and os.path.isdir(os.path.join(parent, _WORDS))


def _holds_both(path: str, how: Reading) -> bool:
    """Whether a file has references and hypotheses; a UsageError for a table that lacks a column of one side.

    A table that cannot be read is an error, as its cell would be missing.
    """
    try:
        source = how.open(path)
        record = table_format(source, None) or both_sided(source, None)
    except UsageError:
        return False
    except FormatError:
        if path.endswith(_OF_TABLES):
            raise
        return False
    if record is None or record.both_sides:
        return record is not None
    names = names_of(source, record)
    if names:
        both_among(names, how.columns, path)
    return bool(names)


def _cell(ref: str, hyp: str | None = None) -> Cell:
    model, dataset, is_named = names_of_cell(_scored_path(ref, hyp))
    return Cell(model, dataset, ref, hyp, is_named)


def _scored_path(ref: str, hyp: str | None) -> str:
    """The file or folder that is named by its data set."""
    path = os.path.abspath(ref if hyp is None else os.path.dirname(ref))
    return os.path.dirname(path) if _UNIT.fullmatch(os.path.basename(path)) else path


def names_of_cell(path: str) -> tuple[str, str, bool]:
    """Model and data set that the path of a file, or of a folder that is scored, says; and whether its name does alone.

    >>> names_of_cell("out/MODEL_nvidia-parakeet-1.1b_DATASET_hf-audio-ami_test.jsonl")
    ('nvidia/parakeet-1.1b', 'hf-audio-ami_test', True)
    >>> names_of_cell("results/parakeet/ami.jsonl")
    ('parakeet', 'ami', False)
    >>> names_of_cell("exp/greedy_search/recogs-test-clean-greedy_search-epoch-30-avg-9.txt")
    ('greedy_search-epoch-30-avg-9', 'test-clean', True)
    """
    name, suffix = os.path.splitext(os.path.basename(path))
    name += "" if suffix in _SUFFIXES else suffix
    if found := _CHECKPOINT.fullmatch(name):
        return found["model"], found["data"], True
    _, model, rest = name.partition(_MODEL)
    named, dataset, data = rest.partition(_DATASET)
    if model and dataset:
        # The first hyphen stands for the slash after the organisation.
        return named.rstrip("_").replace("-", "/", 1), data, True
    return os.path.basename(os.path.dirname(path)), name, False
