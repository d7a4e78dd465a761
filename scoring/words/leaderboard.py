"""Tables of models and data sets: the scores of many manifests under one setting, with averages over data sets."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ...formats.engine.folder_tree import files_below
from ...formats.errors import MismatchError, UsageError
from ...formats.source import Source
from ..common.counts import RATES
from ..common.results import Reported
from ..common.settings import Settings, settings_of
from ..common.version import SCHEMA
from .inputs.columns import PREDICTION
from .inputs.manifests import TEXT, Manifest, read_manifest
from .result import Result
from .scored import Pairs, scored

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...formats.engine.writing import Output
    from ..common.keywords import Keywords
    from ..normalise.effect import Effect

_MODEL, _DATASET = "MODEL_", "DATASET_"
_SUFFIXES = (".jsonl", ".json")
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
    manifest: Manifest

    @property
    def wer(self) -> float | None:
        """The error rate with four decimals; None without a reference word."""
        return _rounded(self.result.main_rate)

    @property
    def rtfx(self) -> float | None:
        """Seconds of speech for each second of recognition; None without durations and times."""
        speech, work = self.manifest.speech, self.manifest.work
        return speech / work if speech is not None and work else None

    def to_dict(self, effect: bool = True) -> dict[str, Any]:
        """Fields by name, ready for JSON; `effect` adds the rate without normalisation and what each rule moved."""
        document: dict[str, Any] = {
            "dataset": self.dataset,
            "path": self.path,
            RATES[self.result.settings.unit]: self.wer,
            "audio_length": self.manifest.speech,
            "inference_time": self.manifest.work,
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
    settings: Settings

    WING: ClassVar[str] = "words"

    def plot(self, to: Output | None = None, kind: str = "", **options: Any) -> Any:
        """A picture of all models: written to a path that ends in .svg, .png or .pdf, else a figure.

        Kinds and keywords are those of `Result.plot`; `groups` are the data sets.
        """
        return Reported._reports().plotted([self], to, kind, **options)

    @property
    def signature(self) -> str:
        """The settings in one line: tables with one signature are comparable."""
        return self.settings.signature

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

    def rtfx(self, model: str) -> float | None:
        """All speech of the model by all its time; None if one manifest has no times."""
        manifests = [entry.manifest for entry in self.of(model).values()]
        speech = [manifest.speech for manifest in manifests if manifest.speech is not None]
        work = [manifest.work for manifest in manifests if manifest.work is not None]
        whole = sum(work)
        return sum(speech) / whole if len(speech) == len(work) == len(manifests) and whole else None

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


def score_manifests(
    targets: Iterable[str | os.PathLike[str]],
    *,
    ref_column: str = TEXT,
    hyp_column: str = PREDICTION,
    encoding: str | None = None,
    errors: str = "strict",
    threads: int = 1,
    **settings: Unpack[Keywords],
) -> Leaderboard:
    """Scores manifests, and all files *.jsonl in folders and the folders below them.

    A name such as MODEL_org-name_DATASET_some-set_test.jsonl says model and data set; otherwise the name of the file is
    the data set and that of its folder the model. Further keywords are those of `Settings`.
    """
    chosen = settings_of(settings)
    entries: dict[tuple[str, str], Entry] = {}
    for path in _files(targets):
        source = Source(path, encoding=encoding, errors=errors)
        manifest = read_manifest(source, ref_column, hyp_column)
        result = scored(
            Pairs(manifest.refs, manifest.hyps), chosen, threads, ref_name=source.name, hyp_name=source.name
        )
        model, dataset = names_of(path)
        entry = Entry(model, dataset, path, result, manifest)
        other = entries.setdefault((model, dataset), entry)
        if other is not entry and other.path == path:
            raise UsageError(f"{path} is given twice; expected different manifests")
        if other is not entry:
            raise MismatchError(
                f"{other.path} and {path} are both of model {model!r} and data set {dataset!r}; expected one manifest "
                "for each pair, or files named MODEL_name_DATASET_name.jsonl"
            )
    return Leaderboard(tuple(entries.values()), chosen)


def _files(targets: Iterable[str | os.PathLike[str]]) -> Sequence[str]:
    paths: list[str] = []
    given = [*targets]
    for target in given:
        if not os.path.isdir(target):
            paths.append(os.fspath(target))
            continue
        inside = _manifests(target)
        if not inside:
            named = " or ".join(f"*{suffix}" for suffix in _SUFFIXES)
            pair = _pair_in(target) or _pair_of(given)
            raise UsageError(
                f"{os.fspath(target)}: no file {named} in this folder; expected manifests of results{pair}"
            )
        paths += inside
    return paths


def _pair_in(folder: str | os.PathLike[str]) -> str:
    """The command for the first reference with a hypothesis in its folder; empty where there is none."""
    for path in files_below(folder, lambda name: os.path.splitext(name)[0] == "ref"):
        hyp = os.path.join(os.path.dirname(path), f"hyp{os.path.splitext(path)[1]}")
        if os.path.isfile(hyp):
            return f", or two files: {shlex.join(['scorelite', 'score', path, hyp])}"
    return ""


def _pair_of(targets: Sequence[str | os.PathLike[str]]) -> str:
    """The command for a folder of references and the one folder of all further files; empty for others."""
    folders = {os.path.dirname(path) for path in targets[1:] if os.path.isfile(path)}
    if len(folders) != 1 or not os.path.isdir(targets[0]) or any(map(os.path.isdir, targets[1:])):
        return ""
    command = shlex.join(["scorelite", "score", os.fspath(targets[0]), folders.pop() or "."])
    return f", or two folders: {command}; hyp_format='NAME' (--hyp-format NAME) chooses their files of one format"


def _manifests(folder: str | os.PathLike[str]) -> Sequence[str]:
    """The manifests of a folder: files with the first suffix that there is, as results of programs are json, too."""
    inside = files_below(folder, lambda name: name.endswith(_SUFFIXES))
    return [path for path in inside if path.endswith(_SUFFIXES[0])] or inside


def names_of(path: str) -> tuple[str, str]:
    """Model and data set that the name of a file says.

    >>> names_of("out/MODEL_nvidia-parakeet-1.1b_DATASET_hf-audio-ami_test.jsonl")
    ('nvidia/parakeet-1.1b', 'hf-audio-ami_test')
    >>> names_of("results/parakeet/ami.jsonl")
    ('parakeet', 'ami')
    """
    name, suffix = os.path.splitext(os.path.basename(path))
    name += "" if suffix in _SUFFIXES else suffix
    _, model, rest = name.partition(_MODEL)
    named, dataset, data = rest.partition(_DATASET)
    if model and dataset:
        # The first hyphen stands for the slash after the organisation.
        return named.rstrip("_").replace("-", "/", 1), data
    return os.path.basename(os.path.dirname(os.path.abspath(path))), name
