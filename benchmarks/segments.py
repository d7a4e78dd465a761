"""Labels with times beside its peers: CPU time, each in a process of its own, the same rows in memory for everybody.

    pip install .[segments] pyannote.metrics spy-der sed_eval evalmate
    python benchmarks/segments.py [--files 1000] [--labels 500] [--peer-files 50] [--rounds 3] [JOB ...]

Rows are tuples of value, start and end; what a program makes of them first (turns, annotations, containers) counts.
Slow peers score fewer files, and the figure is what all would take at that pace. A peer that is not installed is left
out. evalmate is measured beside our own functions and beside the module that has its names; its release on PyPI takes
candidates of events by their starts, so that a few pairs differ, and needs a name that numpy has given up.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import sys
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

# formats.py beside this file shares its name with a package that is measured here, and its folder is searched first.
sys.path = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]

Rows = list[tuple[str, float, float]]
Corpus = dict[str, tuple[Rows, Rows]]


def workload(files: int, labels: int) -> Corpus:
    """Labels of four speakers one after the other; the hypothesis is a quarter of a second off, and errs at times."""
    source = random.Random(1)
    corpus: Corpus = {}
    for number in range(files):
        ref: Rows = []
        moment = 0.0
        for _ in range(labels):
            moment += source.choice([0.0, 0.0, source.uniform(0.1, 1.5)])
            length = source.uniform(0.5, 5.5)
            ref.append((f"S{source.randrange(4)}", round(moment, 3), round(moment + length, 3)))
            moment += length
        heard = []
        for name, start, end in ref:
            if source.random() >= 0.03:
                begin, finish = start + source.uniform(-0.25, 0.25), end + source.uniform(-0.25, 0.25)
                other = name if source.random() > 0.05 else f"S{source.randrange(4)}"
                heard.append([max(0.0, begin), finish, other])
        heard.sort()
        for earlier, following in pairwise(heard):
            earlier[1] = min(earlier[1], following[0])
        hyp = [(name, round(start, 3), round(end, 3)) for start, end, name in heard if end - start > 0.05]
        corpus[f"f{number:04d}"] = ref, hyp
    return corpus


def our_diarisation(corpus: Corpus) -> object:
    from scorelite.scoring.segments.conventions import PYANNOTE, DiarisationSettings
    from scorelite.scoring.segments.measures.diarisation import SpeakerTime, diarisation
    from scorelite.scoring.segments.turns import turns_of

    settings = DiarisationSettings(convention=PYANNOTE)
    pairs = ((turns_of(ref), turns_of(hyp)) for ref, hyp in corpus.values())
    return sum((diarisation(ref, hyp, settings=settings).time for ref, hyp in pairs), SpeakerTime()).der


def our_classes(corpus: Corpus) -> object:
    from scorelite.scoring.segments.confusions import confusions_of
    from scorelite.scoring.segments.measures.classes import class_times
    from scorelite.scoring.segments.turns import turns_of

    parts = (class_times(turns_of(ref), turns_of(hyp), merge=0.01) for ref, hyp in corpus.values())
    return confusions_of(parts).overall.error_rate


def our_events(corpus: Corpus) -> object:
    from scorelite.scoring.segments.measures.events import event_counts
    from scorelite.scoring.segments.turns import turns_of

    return event_counts([(turns_of(ref), turns_of(hyp)) for ref, hyp in corpus.values()]).overall.error_rate


def our_sound_segments(corpus: Corpus) -> object:
    from scorelite.scoring.segments.detections import SoundEvents
    from scorelite.scoring.segments.measures.sound_segments import by_segments
    from scorelite.scoring.segments.turns import turns_of

    return sum((by_segments(turns_of(ref), turns_of(hyp)) for ref, hyp in corpus.values()), SoundEvents()).overall.f1


def our_sound_events(corpus: Corpus) -> object:
    from scorelite.scoring.segments.detections import SoundEvents
    from scorelite.scoring.segments.measures.sound_events import SoundEventSettings, by_onsets
    from scorelite.scoring.segments.turns import turns_of

    settings = SoundEventSettings(length_part=0.2)
    parts = (by_onsets(turns_of(ref), turns_of(hyp), settings) for ref, hyp in corpus.values())
    return sum(parts, SoundEvents()).overall.f1


def _evaluated(corpus: Corpus, modules: Any, kind: str) -> object:
    """The error rate from a module with evalmate's names; what it prints about silent segments is hidden."""
    alignment, evaluator, annotations = modules
    outcomes = (
        evaluator.Outcome(
            {
                name: annotations.LabelList(labels=[annotations.Label(*row) for row in rows[side]])
                for name, rows in corpus.items()
            }
        )
        for side in (0, 1)
    )
    if kind == "classes":
        built = evaluator.SegmentEvaluator()
    else:
        built = evaluator.EventEvaluator(alignment.BipartiteMatchingAligner())
    with contextlib.redirect_stdout(io.StringIO()):
        return built.evaluate(*outcomes).confusion.error_rate


def _our_names() -> Any:
    from scorelite.compat.evalmate import alignment, annotations, evaluator

    return alignment, evaluator, annotations


def _their_names() -> Any:
    import numpy

    if not hasattr(numpy, "float"):
        numpy.float = float  # type: ignore[attr-defined]
    from audiomate import annotations
    from evalmate import alignment, evaluator

    return alignment, evaluator, annotations


def our_names_classes(corpus: Corpus) -> object:
    return _evaluated(corpus, _our_names(), "classes")


def our_names_events(corpus: Corpus) -> object:
    return _evaluated(corpus, _our_names(), "events")


def evalmate_classes(corpus: Corpus) -> object:
    return _evaluated(corpus, _their_names(), "classes")


def evalmate_events(corpus: Corpus) -> object:
    return _evaluated(corpus, _their_names(), "events")


def spy_der(corpus: Corpus) -> object:
    import spyder

    refs = {name: ref for name, (ref, _) in corpus.items()}
    hyps = {name: hyp for name, (_, hyp) in corpus.items()}
    return spyder.DER(refs, hyps)["Overall"].der


def pyannote(corpus: Corpus) -> object:
    from pyannote.core import Annotation, Segment
    from pyannote.metrics.diarization import DiarizationErrorRate

    metric = DiarizationErrorRate()
    for sides in corpus.values():
        annotations = [Annotation(), Annotation()]
        for annotation, rows in zip(annotations, sides, strict=True):
            for number, (name, start, end) in enumerate(rows):
                annotation[Segment(start, end), number] = name
        metric(*annotations)
    return abs(metric)


def _sed_eval(corpus: Corpus, metric: Any, score: Callable[[Any], object]) -> object:
    from dcase_util.containers import MetaDataContainer

    for sides in corpus.values():
        metric.evaluate(
            *(
                MetaDataContainer([{"event_label": name, "onset": a, "offset": b, "file": "f"} for name, a, b in rows])
                for rows in sides
            )
        )
    return score(metric.overall_f_measure())


def sed_eval_segments(corpus: Corpus) -> object:
    from sed_eval.sound_event import SegmentBasedMetrics

    metric = SegmentBasedMetrics(event_label_list=["S0", "S1", "S2", "S3"], time_resolution=1.0)
    return _sed_eval(corpus, metric, lambda scores: scores["f_measure"])


def sed_eval_events(corpus: Corpus) -> object:
    from sed_eval.sound_event import EventBasedMetrics

    metric = EventBasedMetrics(event_label_list=["S0", "S1", "S2", "S3"], t_collar=0.2, percentage_of_length=0.2)
    return _sed_eval(corpus, metric, lambda scores: scores["f_measure"])


@dataclass(frozen=True, slots=True)
class Job:
    """One line of the table: our function, the peer's, and the goal as a ratio."""

    name: str
    ours: Callable[[Corpus], object]
    peer: str
    theirs: Callable[[Corpus], object]
    goal: float
    slow: bool = True


JOBS = (
    Job("diarisation", our_diarisation, "spy-der", spy_der, 1 / 1.5, slow=False),
    Job("diarisation", our_diarisation, "pyannote", pyannote, 30),
    Job("classes", our_classes, "evalmate", evalmate_classes, 5, slow=False),
    Job("compat-classes", our_names_classes, "evalmate", evalmate_classes, 1, slow=False),
    Job("events", our_events, "evalmate", evalmate_events, 10, slow=False),
    Job("compat-events", our_names_events, "evalmate", evalmate_events, 2, slow=False),
    Job("sound-segments", our_sound_segments, "sed_eval", sed_eval_segments, 20),
    Job("sound-events", our_sound_events, "sed_eval", sed_eval_events, 20),
)


def measured(work: Callable[[Corpus], object], files: int, labels: int, rounds: int) -> tuple[float, object]:
    """The smallest CPU time of all rounds, and the answer."""
    warnings.simplefilter("ignore")
    corpus = workload(files, labels)
    best, answer = float("inf"), None
    for _ in range(rounds):
        before = time.process_time()
        answer = work(corpus)
        best = min(best, time.process_time() - before)
    return best, answer


def apart(work: Callable[[Corpus], object], files: int, labels: int, rounds: int) -> tuple[float, object]:
    """Times a job in a process of its own: memory that one job leaves behind slows the next."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return executor.submit(measured, work, files, labels, rounds).result()


def main() -> None:
    """Prints a line for every job."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(sorted({job.name for job in JOBS})))
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--labels", type=int, default=500)
    parser.add_argument("--peer-files", type=int, default=20, help="files for slow peers")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    few = min(options.peer_files, options.files)
    print(f"{'job':<16}{'ours':>8}  {'peer':<10}{'theirs':>8}{'ratio':>9}{'goal':>8}   answers on the same files")
    peers: dict[Callable[[Corpus], object], tuple[float, object]] = {}
    for job in JOBS:
        if options.jobs and job.name not in options.jobs:
            continue
        seconds, answer = apart(job.ours, options.files, options.labels, options.rounds)
        asked, rounds = (few, 1) if job.slow else (options.files, options.rounds)
        try:
            if job.theirs not in peers:
                peers[job.theirs] = apart(job.theirs, asked, options.labels, rounds)
        except ImportError:
            print(f"{job.name:<16}{seconds:>7.2f}s  {job.peer:<10} is not installed")
            continue
        other, theirs = peers[job.theirs]
        other *= options.files / asked
        if job.slow:
            answer = apart(job.ours, asked, options.labels, 1)[1]
        ratio = other / seconds
        figures = f"{seconds:>7.2f}s  {job.peer:<10}{other:>7.1f}s{ratio:>8.1f}x{job.goal:>7.1f}x"
        missed = "" if ratio >= job.goal else "  MISSED"
        print(f"{job.name:<16}{figures}   {answer:.6f} {theirs:.6f}{missed}", flush=True)


if __name__ == "__main__":
    main()
