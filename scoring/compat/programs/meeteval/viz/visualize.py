"""MeetEval's page of alignments by its name; what it writes is our page of meetings, one file that needs no network."""

from __future__ import annotations

import inspect
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from ......formats.engine.output import write_file
from .....meetings.api import score
from .....meetings.result import MeetingResult
from .....meetings.sides import Row
from ..io.seglst import SegLST, asseglst
from ..io.smart import load

__all__ = ["AlignmentVisualization"]

_logger = logging.getLogger("meeteval")
_COLLAR = 5
_MEASURES = {
    "cp": "cp",
    "tcp": "tcp",
    "orc": "orc",
    "tcorc": "tcorc",
    "greedy_orc": "greedy-orc",
    "greedy_tcorc": "greedy-tcorc",
    "greedy_dicp": "di-cp",
    "greedy_ditcp": "di-tcp",
}


class AlignmentVisualization:
    """The alignment of meetings as a page: segments and errors of each speaker on a timeline, and as a list.

    >>> row = {"session_id": "talk", "speaker": "anna", "words": "good day", "start_time": 0, "end_time": 1}
    >>> AlignmentVisualization([row], [row]).data["info"]["wer"]["errors"]
    0
    """

    available_colormaps = ("default", "diff", "seaborn_muted")

    def __init__(
        self,
        reference: Any,
        hypothesis: Any,
        alignment: str = "tcp",
        colormap: Any = "default",
        barplot_style: str = "absolute",
        barplot_scale_exclude_total: bool = False,
        num_minimaps: Any = "auto",
        show_details: bool = True,
        show_legend: bool = True,
        highlight_regex: str | None = None,
        alignment_transform: Callable[..., str] | None = None,
        markers: Any = None,
        recording_file: Any = None,
        js_debug: bool = False,
        sync_id: Any = None,
        precomputed_error_rate: Any = None,
        show_playhead: bool = True,
        system_name: str | None = None,
    ) -> None:
        if isinstance(colormap, str) and colormap not in self.available_colormaps:
            raise ValueError(f"Unknown colormap: {colormap}. Use one of {[*self.available_colormaps]}")
        if alignment not in _MEASURES:
            raise ValueError(f"{alignment!r} is unknown; expected one of: {', '.join(_MEASURES)}")
        wished = {"highlight_regex": highlight_regex, "markers": markers, "recording_file": recording_file}
        if idle := [name for name, value in {**wished, "sync_id": sync_id}.items() if value]:
            _logger.warning("The page has no place for %s.", ", ".join(idle))
        self.reference = _loaded(reference)
        self.hypothesis = _loaded(hypothesis)
        self.alignment = alignment
        self.alignment_transform = alignment_transform
        self.precomputed_error_rate = precomputed_error_rate
        self.system_name = system_name

    @cached_property
    def result(self) -> MeetingResult:
        """The score that the page shows."""
        refs, hyps = (_rows(asseglst(side), self.alignment_transform) for side in (self.reference, self.hypothesis))
        collar = _COLLAR if "tc" in self.alignment else None
        result = score(refs, hyps, measure=_MEASURES[self.alignment], collar=collar)
        expected = self.precomputed_error_rate
        if expected is not None and expected.errors != result.counts.errors:
            raise RuntimeError(
                f"Inconsistent WER statistics: {expected.errors} errors in precomputed_error_rate, "
                f"{result.counts.errors} in the alignment; expected the error rate of {self.alignment}"
            )
        return replace(result, hyp_name=self.system_name or "")

    @cached_property
    def data(self) -> dict[str, Any]:
        """The entries that overviews of several pages read."""
        sessions = sorted(part.name for part in self.result.parts)
        counts = self.result.counts
        wer = {"error_rate": counts.wer, "errors": counts.errors, "length": counts.reference}
        kinds = {name: getattr(counts, name) for name in ("insertions", "deletions", "substitutions")}
        named = {"system_name": self.system_name, "alignment_type": self.alignment}
        return {"info": {"session_id": ", ".join(sessions), **named, "wer": wer | kinds}}

    def html(self, encode_url: bool = True) -> str:
        """The page; it keeps nothing in its address, which `encode_url` is about."""
        return self.result.page().decode()

    def _repr_html_(self) -> str:
        frame = '<iframe sandbox="allow-scripts allow-downloads allow-modals" width="100%" height="720" srcdoc="'
        return f'{frame}{escape(self.html())}"></iframe>'

    def dump(self, filename: Any) -> None:
        """Writes the page to a file; folders that are missing are made."""
        path = Path(filename)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(str(path), [self.result.page()])


def _loaded(side: Any) -> Any:
    return load(side) if isinstance(side, (str, os.PathLike)) else side


def _rows(side: SegLST, transform: Callable[..., str] | None) -> dict[str, list[Row]]:
    """The segments of each session: speaker, words, and times where they have any."""
    sessions: dict[str, list[Row]] = {}
    for row in side:
        speaker, text = str(row.get("speaker", "")), _transformed(row, transform)
        times = (float(row["start_time"]), float(row["end_time"])) if "start_time" in row else ()
        sessions.setdefault(str(row.get("session_id", "")), []).append((speaker, text, *times))
    return sessions


def _transformed(row: Mapping[str, Any], transform: Callable[..., str] | None) -> str:
    """The words of a segment, each as a function makes it of the word and the keys that its other parameters name."""
    words: str = row["words"]
    if transform is None:
        return words
    parameters = list(inspect.signature(transform).parameters.values())[1:]
    named = [each.name for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    whole = any(each.kind is each.VAR_KEYWORD for each in parameters)
    fields = dict(row) if whole else {name: row[name] for name in named}
    return " ".join(filter(None, (transform(word, **fields) for word in words.split())))
