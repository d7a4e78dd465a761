"""Tables of models and data sets: the scores of many files under one setting, with averages over data sets."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from ...formats.errors import MismatchError, UsageError
from ...formats.parquet_parts import folders_of_parts
from ..common.counts import RATES, Counts
from ..common.results import Reported
from ..common.settings import Settings
from ..common.text_tables import text_table
from ..common.version import SCHEMA
from ..notices.oddities import plain
from .files import score_pair
from .inputs.table_files import cells_of
from .job import for_parts, job_of
from .result import Result
from .totals import Totals

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...formats.engine.writing import Output
    from ..normalise.effect import Effect
    from .keywords import FileKeywords

_DIGITS = 2  # of percent: the leaderboard rounds each rate before it takes the average


def _rounded(rate: float | None) -> float | None:
    """A rate as the leaderboard rounds it."""
    return None if rate is None else round(100 * rate, _DIGITS) / 100


def _mean(rates: Sequence[float | None]) -> float | None:
    present = [rate for rate in rates if rate is not None]
    return sum(present) / len(present) if len(present) == len(rates) else None


@dataclass(frozen=True, slots=True)
class Entry:
    """The score of one model on one data set."""

    model: str
    dataset: str
    path: str
    result: Result

    @property
    def wer(self) -> float | None:
        """The error rate with four decimals; None without a reference word."""
        return _rounded(self.result.main_rate)

    @property
    def rtfx(self) -> float | None:
        """Seconds of speech for each second of recognition; None without durations and times."""
        speech, work = self.seconds
        return speech / work if speech is not None and work else None

    @property
    def seconds(self) -> tuple[float | None, float | None]:
        """Seconds of all recordings and of their recognition; None unless every row has a duration and a time."""
        columns = self.result.table.columns
        if "time" not in columns or "duration" not in columns:
            return None, None
        try:
            both = [[float(cell or 0) for cell in columns[name]] for name in ("duration", "time")]
        except ValueError:
            return None, None  # a column of another meaning, such as the time of day
        return (sum(both[0]), sum(both[1])) if all(map(all, both)) else (None, None)

    def to_dict(self, effect: bool = True) -> dict[str, Any]:
        """Fields by name, ready for JSON; `effect` adds the rate without normalisation and what each rule moved."""
        speech, work = self.seconds
        document: dict[str, Any] = {
            "dataset": self.dataset,
            "path": self.path,
            RATES[self.result.settings.unit]: self.wer,
            "audio_length": speech,
            "inference_time": work,
            "rtfx": self.rtfx,
            "counts": self.result.counts.to_dict(self.result.settings.unit),
            "utterances": self.result.sentences,
        }
        if effect and self.result.before is not None:
            document |= self.result.normalisation().to_dict(self.result.settings.unit)
        return document


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Scores of models on data sets, in the order of the files."""

    entries: tuple[Entry, ...]

    WING: ClassVar[str] = "words"

    def plot(self, to: Output | None = None, kind: str = "", **options: Any) -> Any:
        """A picture of all models: written to a path that ends in .svg, .png or .pdf, else a figure.

        Kinds and keywords are those of `Result.plot`; `groups` are the data sets.
        """
        return Reported._reports().plotted([self], to, kind, **options)

    def __str__(self) -> str:
        """Rates in percent: a row for each model, a column for each data set."""
        rows = []
        for model in self.models:
            of_model = self.of(model)
            rates = [of_model[name].wer if name in of_model else None for name in self.datasets]
            rates.append(self.average(model))
            rows.append([model, *("-" if rate is None else f"{100 * rate:.2f}" for rate in rates)])
        return "\n".join(text_table(["model", *self.datasets, "average"], rows, indent=""))

    @property
    def settings(self) -> Settings:
        """The settings of the first score."""
        return self.entries[0].result.settings

    @property
    def signature(self) -> str:
        """The settings in one line: tables with one signature are comparable."""
        return self.settings.signature

    def unlike(self) -> list[Entry]:
        """The scores with other settings than the first one, such as those of a format with marks."""
        return [entry for entry in self.entries if entry.result.settings.signature != self.signature]

    def other_references(self) -> list[tuple[Entry, Entry, int]]:
        """The scores on other references than the first one on their data set, with this one and how many differ."""
        found = []
        firsts: dict[str, tuple[Entry, Counter[str]]] = {}
        for entry in self.entries:
            refs = Counter(map(plain, entry.result.utterances.refs))
            first, others = firsts.setdefault(entry.dataset, (entry, refs))
            if differing := max(refs.total(), others.total()) - (refs & others).total():
                found.append((entry, first, differing))
        return found

    @property
    def datasets(self) -> list[str]:
        """The data sets, in the order of the files."""
        return list(dict.fromkeys(entry.dataset for entry in self.entries))

    @property
    def models(self) -> list[str]:
        """The models, the one with the best average first."""
        names = dict.fromkeys(entry.model for entry in self.entries)
        averages = {name: self.average(name) for name in names}
        return sorted(names, key=lambda name: float("inf") if averages[name] is None else averages[name] or 0.0)

    def of(self, model: str) -> dict[str, Entry]:
        """The scores of a model by data set."""
        return {entry.dataset: entry for entry in self.entries if entry.model == model}

    def average(self, model: str) -> float | None:
        """The mean of the model's rates, each of equal weight; None if one is undefined."""
        return _mean([entry.wer for entry in self.of(model).values()])

    def pooled(self, model: str) -> Totals:
        """The totals of all files of a model; files may share ids."""
        parts = [entry.result.in_file(entry.dataset).totals() for entry in self.of(model).values()]
        return parts[0].merged(parts)

    def pooled_rate(self) -> float | None:
        """The rate of all files as one corpus; None without a reference word, or where rates are averages of texts."""
        if self.settings.average != "pooled":
            return None
        return sum((entry.result.counts for entry in self.entries), Counts()).wer

    def folder_of_parts(self) -> str:
        """The folder of the one table of which all files are parts; empty where they are several tables."""
        folders = {*folders_of_parts(entry.path for entry in self.entries)}
        return folders.pop() if len(folders) == 1 < len(self.entries) else ""

    def rtfx(self, model: str) -> float | None:
        """All speech of the model by all its time; None if one file has no times."""
        seconds = [entry.seconds for entry in self.of(model).values()]
        speech = [speech for speech, _ in seconds if speech is not None]
        work = [work for _, work in seconds if work is not None]
        whole = sum(work)
        return sum(speech) / whole if len(speech) == len(work) == len(seconds) and whole else None

    def effects(self) -> dict[str, Effect]:
        """Effects of normalisation by file; empty where nothing was normalised."""
        return {entry.path: entry.result.normalisation() for entry in self.entries if entry.result.before is not None}

    def average_without(self, model: str, effects: Mapping[str, Effect]) -> float | None:
        """The mean of the model's rates without normalisation, rounded as the others."""
        before = [effects[entry.path].raw for entry in self.of(model).values()]
        return _mean([None if raw is None else _rounded(raw.wer) for raw in before])

    def uneven(self) -> list[str]:
        """The models that lack a data set: their averages cannot be compared with the others."""
        return [model for model in self.models if len(self.of(model)) < len(self.datasets)]

    def to_dict(self, effect: bool = True) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "schema": SCHEMA,
            "signature": self.signature,
            "settings": self.settings.to_dict(),
            "models": [
                {
                    "model": model,
                    "average": self.average(model),
                    "rtfx": self.rtfx(model),
                    "datasets": [entry.to_dict(effect) for entry in self.of(model).values()],
                }
                for model in self.models
            ],
        }


def score_table(targets: Iterable[str | os.PathLike[str]], **keywords: Unpack[FileKeywords]) -> Leaderboard:
    """Scores files that hold both sides, and all such files of folders and of the folders below them, as a table.

    Names such as MODEL_org-name_DATASET_some-set_test.jsonl, and those of icefall's recogs-*.txt, say model and data
    set; otherwise the name of the file is the data set and that of its folder the model, or the other way round where
    all files of a folder have the same references. A folder with `ref.trn` and `hyp.trn` is one such file, and a
    decoding folder of Kaldi, too. Keywords are those of `score_files`.
    """
    if isinstance(targets, (str, os.PathLike)):
        targets = [targets]
    elif hasattr(targets, "columns"):
        what = f"targets is a {type(targets).__name__}"
        raise UsageError(f"{what}; expected files, or score(frame) of one table, whose by(column) has groups")
    job, renaming = job_of(for_parts(keywords))
    if job.verdicts is not None:
        raise UsageError("verdicts= (--verdicts) is for one score, whose places they name; a table has several")
    entries: dict[tuple[str, str], Entry] = {}
    by_folder: dict[str, list[tuple[str, str]]] = {}
    for cell in cells_of(targets, job.how):
        result = score_pair(cell.ref, cell.hyp, job, renaming)
        entry = Entry(cell.model, cell.dataset, cell.ref, result)
        other = entries.setdefault((cell.model, cell.dataset), entry)
        if not cell.is_named:
            by_folder.setdefault(os.path.dirname(os.path.abspath(cell.ref)), []).append((cell.model, cell.dataset))
        if other is not entry and other.path == cell.ref:
            raise UsageError(f"{cell.ref} is given twice; expected different files")
        if other is not entry:
            raise MismatchError(
                f"{other.path} and {cell.ref} are both of model {cell.model!r} and data set {cell.dataset!r}; expected "
                "one file for each pair, or files named MODEL_name_DATASET_name.jsonl"
            )
    if not entries:
        raise UsageError("no files; expected files or folders with references and hypotheses")
    renaming.check(entry.result)
    folders = [[entries[place].result for place in places] for places in by_folder.values() if len(places) > 1]
    if folders and all(map(_have_same_references, folders)):
        for place in chain.from_iterable(by_folder.values()):
            entries[place] = replace(entries[place], model=entries[place].dataset, dataset=entries[place].model)
    return Leaderboard(tuple(entries.values()))


def _have_same_references(results: Sequence[Result]) -> bool:
    """Whether results are of nearly the same texts, not of one alone: several models, not several data sets."""
    first, *others = (Counter(map(plain, result.utterances.refs)) for result in results)
    return len(first) > 1 and all(
        10 * (first & other).total() >= 9 * max(first.total(), other.total()) for other in others
    )
