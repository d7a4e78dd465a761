"""The page of the vocabulary: each measure and setting in Python, on the command line, in the service and in JSON.

It is made from the records. What a door lacks stands in `ABSENT`, with the reason.
"""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any

from ... import scoring
from .. import kws, meetings
from ..common.setting import Setting
from ..kws.declared import BY_NAME as OF_KWS
from ..kws.measures import MEASURES as KWS_MEASURES
from ..meetings.declared import BY_NAME as OF_MEETINGS
from ..meetings.measures import MEASURES as MEETING_MEASURES
from ..segments.api import score_segment_files, score_segments
from ..segments.declared import BY_NAME as OF_SEGMENTS
from ..segments.measures import MEASURES as SEGMENT_MEASURES
from ..segments.measures import measure_of
from ..service.methods import METHODS
from ..words.declared import BY_NAME as OF_WORDS
from ..words.files import score_files
from ..words.measures import MEASURES as WORD_MEASURES
from .command_line import EVERY, parser

COMMAND, SERVICE, BOTH = "command line", "service", "command line, service"
"""The doors that may lack a setting."""
_LIMIT = "a limit that the operator of the service sets"
_EVALMATE = "a rule of evalmate, for the drop-in"
ABSENT: Mapping[tuple[str, str], tuple[str, str]] = {
    ("score", "threads"): (SERVICE, _LIMIT),
    ("meetings", "memory"): (SERVICE, _LIMIT),
    ("meetings", "time"): (SERVICE, _LIMIT),
    **{("segments", name): (BOTH, _EVALMATE) for name in ("start_within", "end_within")},
    **{("segments", name): (BOTH, _EVALMATE) for name in ("substitution", "non_overlap", "deletion", "insertion")},
    ("segments", "onset"): (BOTH, "only sed_eval's own test has events without onsets"),
    ("kws", "conditions"): (BOTH, "the command has `--by-source`, `--by-term`, `--by-attribute` and others"),
    ("kws", "files"): (SERVICE, "a request brings the files that it wants scored"),
    ("kws", "corners"): (BOTH, "the curve of KWSEval, for its drop-in"),
    ("kws", "prefilters"): (SERVICE, "letters as KWSEval splits them; the normaliser is `normalise`"),
}
"""What a door lacks, by wing and setting: the door, and the reason."""
_OPTIONS = {
    ("kws", "files"): "--only",
    ("kws", "prefilters"): "--prefilter",
    ("kws", "convention"): "--strict-f4de",
}
"""Options that have another name than their keyword, and no record that says so."""
_DEFAULTS = {
    ("segments", "measure"): "diarisation of two files of turns, else classes",
    ("meetings", "measure"): "`cp`",
}
_ATTRIBUTES = {"map": "mean_average_precision"}
"""Attributes of results that have another name than the measure."""
_SHARED = {name: OF_WORDS[name] for name in ("ref_format", "hyp_format", "encoding")}
_SIDES = ("ref", "hyp", "ecf", "rttm", "kwlist", "kwslist", "settings", "changes")
_TITLES = {"score": "Words", "meetings": "Meetings", "segments": "Segments", "kws": "Keywords"}
MEASURES_EXPLAINED: Mapping[str, str] = {
    "score": "explanation/measures.md",
    "score wer": "explanation/measures.md#wer-word-error-rate",
    "score cer": "explanation/measures.md#wer-word-error-rate",
    "score mer": "explanation/measures.md#mer-match-error-rate",
    "score ser": "explanation/measures.md#ser-sentence-error-rate",
    "score mean_utterance_wer": "explanation/measures.md#mean-and-median-of-utterance-rates",
    "score nce": "explanation/measures.md#nce-normalized-cross-entropy",
    "meetings": "guides/meetings.md#what-each-measure-forgives",
    "segments": "guides/segments.md#measures",
    "segments diarisation": "explanation/measures.md#der-diarization-error-rate",
    "segments jer": "explanation/measures.md#jer-jaccard-error-rate",
    "kws": "explanation/measures.md#atwv-actual-term-weighted-value",
    "kws map": "guides/keywords.md",
}
"""Where the docs explain the measures of a wing, and single ones."""
EXPLAINED: Mapping[str, Mapping[str, Sequence[str]]] = {
    "score": {
        "guides/normalisation": ("normalise",),
        "guides/analysis": ("equivalents", "equivalents_side", "equivalents_branches", "printed"),
        "guides/python": (
            *("policy", "case_sensitive", "unit", "optional_words", "markup", "keep_ascii", "drop_hyphens"),
            "fragments",
        ),
        "guides/score": ("ref_format", "hyp_format", "missing", "strip_id", "session", "channel", "speaker_map"),
        "reference/formats": ("tier", "ref_tier", "hyp_tier"),
        "guides/times": ("outside", "overlap"),
        "guides/tables": ("ref_column", "hyp_column", "id_column"),
        "guides/audit": ("verdicts",),
        "guides/scale": ("threads",),
        "explanation/tools": ("like",),
        "troubleshooting": ("encoding", "errors"),
    },
    "meetings": {
        "reference/formats": ("tier", "ref_tier", "hyp_tier"),
        "guides/normalisation": ("normalise",),
        "guides/meetings": (
            *("measure", "uem", "speaker_prefix", "missing", "partial", "collar", "policy", "unit", "markup"),
            *("ref_timing", "hyp_timing", "ref_sort", "hyp_sort", "optional_words", "fragments", "memory", "time"),
            "case_sensitive",
        ),
        "guides/score": ("ref_format", "hyp_format", "strip_id"),
        "explanation/tools": ("like",),
        "troubleshooting": ("encoding",),
    },
    "segments": {
        "guides/segments": (
            *(
                "measure",
                "tier",
                "ref_tier",
                "hyp_tier",
                "uem",
                "by",
                "merge",
                "min_duration",
                "missing",
                "overlap",
                "minimum_overlap",
            ),
            *("every_overlap", "collar", "convention", "resolution", "length_part", "onset", "offset"),
            *("start_within", "end_within", "substitution", "non_overlap", "deletion", "insertion"),
        ),
        "guides/score": ("ref_format", "hyp_format", "strip_id"),
        "explanation/tools": ("like",),
        "troubleshooting": ("encoding",),
    },
    "kws": {
        "guides/normalisation": ("normalise",),
        "guides/keywords": (
            *("files", "threshold", "tolerance", "cost", "value", "prior", "trials_per_second", "gap", "segments"),
            *("include_empty", "prefilters", "pooled", "listed_only", "convention", "corners", "conditions"),
        ),
    },
}
"""The pages of the docs that explain settings, by wing."""
HEAD = """\
# Vocabulary

A measure or setting has one name and one default everywhere: the keyword in Python, the option (with hyphens instead of
underscores) and the field of a request to the [service](../guides/service.md). The lists of settings show keyword and
default, and the option where its name differs.

Errors have the names of [JSON](json.md) in summaries, tables, pages and csv: `substitutions`, `deletions`, `insertions`
of words; `confused`, `missed`, `false_alarm` of speech; `misses`, `false_alarms` of keywords. Reports in the form of
sclite, md-eval and KWSEval keep the words of those programs.

## Measures

A method of the service has the name of the command.

| measure | Python | command line | JSON | page |
|---|---|---|---|---|
"""
_FUNCTIONS: Mapping[str, Any] = {
    "score": score_files,
    "meetings": meetings.score_files,
    "segments": score_segment_files,
    "kws": kws.score_files,
}


@dataclass(frozen=True, slots=True)
class Row:
    """A setting of a wing: its keyword and default, its option, and whether requests have it."""

    wing: str
    name: str
    default: str
    option: str
    is_served: bool


def page() -> str:
    """The page in Markdown."""
    parts = [HEAD, *_measures()]
    for wing, title in _TITLES.items():
        parts.append(f"\n## Settings: {title.lower()}\n\n")
        parts += [f"- {_doors(row)}: {row.default}\n" for row in rows(wing)]
    parts.append("\n## Exceptions\n\n")
    lacking: dict[tuple[str, str, str], list[str]] = {}
    for (wing, name), (door, reason) in ABSENT.items():
        lacking.setdefault((wing, door, reason), []).append(f"`{name}`")
    parts += [f"- {wing}, {', '.join(names)}, {door}: {reason}\n" for (wing, door, reason), names in lacking.items()]
    return "".join(parts)


def _doors(row: Row) -> str:
    """The keyword of a setting; its option, if it has another name or none; whether the service lacks it."""
    usual = f"--{row.name.replace('_', '-')}"
    option = "no option" if not row.option else "" if row.option == usual else f"`{row.option}`"
    guide = next((name for name, settings in EXPLAINED[row.wing].items() if row.name in settings), "")
    keyword = f"[`{row.name}`](../{guide}.md)" if guide else f"`{row.name}`"
    return ", ".join(filter(None, (keyword, option, "" if row.is_served else "not in the service")))


def _measures() -> Iterator[str]:
    """A row for each measure: how each door calls it, where JSON has its number, and its name on pages."""
    wer = next(each for each in WORD_MEASURES if each.name == "wer")
    rows_of = [
        *((each.name, f'`result.measures["{each.name}"]`', "`score`", "score", each.name) for each in WORD_MEASURES),
        ("cer", '`unit="character"`', "`score --characters`", "score", "cer"),
        *(_of_measure(each.name, "meetings", "total.wer") for each in MEETING_MEASURES),
        *(_of_measure(each.name, "segments", _key(each.name)) for each in SEGMENT_MEASURES),
        ("jer", "`result.total.jer`", "`segments --measure diarisation`", "segments", "total.jer"),
        *(
            (each.name, f"`result.{_ATTRIBUTES.get(each.name, each.name)}`", "`kws`", "kws", each.name)
            for each in KWS_MEASURES
        ),
    ]
    shown = {
        ("score", "wer"): wer.title,
        ("score", "cer"): wer.of_characters,
        **{("meetings", each.name): each.title for each in MEETING_MEASURES},
        **{("segments", each.name): _figure(each.name) for each in SEGMENT_MEASURES},
        ("segments", "jer"): "JER",
        **{("kws", each.name): each.title for each in KWS_MEASURES if each.is_brief},
    }
    for name, python, command, wing, key in rows_of:
        function = function_of(name, wing)
        called = f"`scorelite.{function}`, {python}" if function and f"scorelite.{function}" not in python else python
        link = f"[{name}](../{MEASURES_EXPLAINED.get(f'{wing} {name}') or MEASURES_EXPLAINED[wing]})"
        yield f"| {link} | {called} | {command} | `{key}` | {shown.get((wing, name), '-')} |\n"


def _figure(measure: str) -> str:
    """The name of the number with which a page of this measure begins."""
    return score_segments({}, {}, measure=measure).key_figure().name


def _of_measure(name: str, wing: str, key: str) -> tuple[str, str, str, str, str]:
    function = function_of(name, wing)
    python = f"`scorelite.{function}`" if function else f'`measure="{name}"`'
    return name, python, f"`{wing} --measure {name}`", wing, key


def _key(measure: str) -> str:
    """The place in JSON of the error rate of a measure of segments, or else of all its numbers."""
    return f"total.{rate}" if (rate := measure_of(measure).error_rate) else "total"


def function_of(name: str, wing: str) -> str:
    """The function of Python that gives the number of a measure in one call; empty where there is none."""
    names = {"meetings": f"{name}wer", "segments": "der" if name == "diarisation" else name}
    function = names.get(wing, name)
    return function if function in (*dir(scoring), *dir(kws)) else ""


def rows(wing: str) -> Iterator[Row]:
    """The settings of a wing, in the order of the keywords of Python."""
    records = {"score": OF_WORDS, "meetings": OF_MEETINGS, "segments": OF_SEGMENTS, "kws": OF_KWS}[wing]
    (commands,) = (each.choices for each in parser(EVERY)._actions if isinstance(each, argparse._SubParsersAction))
    options = {option for action in commands[wing]._actions for option in action.option_strings}
    (method,) = (each for each in METHODS if each.name == wing)
    served = {parameter.name for parameter in method.parameters}
    for name, default in _keywords(wing).items():
        option = _option(wing, name, records.get(name))
        option = option if option in options else ""
        shown = _DEFAULTS.get((wing, name)) or _shown(default, records.get(name) or _SHARED.get(name))
        yield Row(wing, name, shown, option, name in served)


def _option(wing: str, name: str, record: Setting | None) -> str:
    if record is not None:
        return record.flag
    return _OPTIONS.get((wing, name)) or f"--{name.replace('_', '-')}"


def _keywords(wing: str) -> dict[str, object]:
    """The keywords of the function of a wing with their defaults; those of its records of settings, too."""
    found: dict[str, object] = {
        name: parameter.default
        for name, parameter in inspect.signature(_FUNCTIONS[wing]).parameters.items()
        if name not in _SIDES and parameter.kind is not parameter.VAR_KEYWORD
    }
    kinds: list[type] = [kws.KwsSettings] if wing == "kws" else []
    if wing == "segments":
        kinds += [measure_of(each.name).settings for each in SEGMENT_MEASURES]
    for kind in kinds:
        for field in fields(kind):
            found.setdefault(field.name, None if field.default is MISSING else field.default)
    return found


def _shown(default: object, record: Setting | None) -> str:
    """A default as the page has it: that of the record's help where it says more than none."""
    if record is not None and record.usual and (default is None or record.kind in ("number", "own")):
        return record.usual
    if default is None or default == ():
        return "none"
    return f"`{getattr(default, 'name', default)}`"
