"""Calls that read files in threads of their own, for two threads that read the same files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from scorelite import scoring
from scorelite.scoring.common.side_by_side import both
from scorelite.scoring.compare.api import compare
from scorelite.scoring.compare.results import of_result
from scorelite.scoring.compare.significance import paired_tests
from scorelite.scoring.compat.programs.sctk import RELEASES
from scorelite.scoring.compat.programs.sctk.sclite import ctm_ctm, stm_ctm, transcripts
from scorelite.scoring.compat.programs.sctk.sclite.command_line import parse
from scorelite.scoring.compat.programs.sctk.sclite.job import Job
from tests.core.batches import everything

_THREADS = 2
_COUNT = 300


class Told:
    """Streams of one run of sclite, kept in memory."""

    def __init__(self) -> None:
        self.said: list[bytes] = []

    def out(self, data: bytes) -> None:
        """Keeps output."""
        self.said.append(data)

    error = out

    def flush(self) -> None:
        """Has nothing to do."""


def write(folder: Path) -> None:
    """Writes a reference and a hypothesis in every format that sclite reads."""
    for name, seed in (("ref", 1), ("hyp", 2)):
        chance = Random(seed)
        words = [chance.choices("abcdefgh", k=8) for _ in range(_COUNT)]
        rows = [(k, place, word) for k, text in enumerate(words) for place, word in enumerate(text)]
        contents = {
            "trn": "".join(f"{' '.join(text)} (s{k % 7}-{k})\n" for k, text in enumerate(words)),
            "kaldi": "".join(f"s{k % 7}-{k} {' '.join(text)}\n" for k, text in enumerate(words)),
            "stm": "".join(f"f A s {k} {k + 1} <o> {' '.join(text)}\n" for k, text in enumerate(words)),
            "ctm": "".join(f"f A {k + place / 8} 0.1 {word} 0.5\n" for k, place, word in rows),
        }
        for form, text in contents.items():
            (folder / f"{name}.{form}").write_text(text)


def calls(folder: Path) -> Mapping[str, Callable[[], Any]]:
    """Calls by name; results are shared, files are read in each call."""
    pairs = [("trn", "trn"), ("kaldi", "kaldi"), ("stm", "ctm"), ("ctm", "ctm")]
    paths = {(one, two): (folder / f"ref.{one}", folder / f"hyp.{two}") for one, two in pairs}
    ref, hyp = paths[pairs[0]]
    first, other = (of_result(scoring.score_files(ref, file), file.name) for file in (hyp, ref))
    read = {
        f"score_files {one} {two}": lambda one=one, two=two, files=files: scoring.score_files(
            *files, ref_format=one, hyp_format=two, threads=_THREADS
        ).to_dict()
        for (one, two), files in paths.items()
    }
    sclite = {
        f"sclite {one} {two}": lambda one=one, two=two, files=files, kind=kind: _sclite(one, two, files, kind)
        for ((one, two), files), kind in zip(
            [(pair, files) for pair, files in paths.items() if "kaldi" not in pair],
            (transcripts.TranscriptScoring, stm_ctm.TimedScoring, ctm_ctm.WordScoring),
            strict=True,
        )
    }
    return {
        **read,
        **sclite,
        "compare": lambda: both(
            lambda: compare(first, other).to_dict(), lambda: paired_tests(first, other, 200, "", _THREADS), _THREADS
        ),
    }


def _sclite(first: str, two: str, files: tuple[Path, Path], scoring_of: Callable[..., Any]) -> Any:
    told = Told()
    words = ["-r", str(files[0]), first, "-h", str(files[1]), two, "-i", "spu_id"]
    command = parse([os.fsencode(word) for word in words], RELEASES[0], told.error)
    job = Job(command, told, _THREADS)
    scores = [scoring_of(job, hypothesis).run() for hypothesis in command.hypotheses]
    return [everything(score.batch) for score in scores], told.said
