"""Numbers of md-eval, pyannote.metrics, spy-der, sed_eval and evalmate on seeded random labels, which ours equal."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

from scorelite.compat.evalmate import alignment, annotations, evaluator
from scorelite.scoring.segments.api import score_segment_files
from scorelite.scoring.segments.conventions import MD_EVAL, PYANNOTE, SPY_DER, DiarisationSettings
from scorelite.scoring.segments.measures.boundaries import boundaries
from scorelite.scoring.segments.measures.clusters import clusters
from scorelite.scoring.segments.measures.detection import detection
from scorelite.scoring.segments.measures.diarisation import SpeakerTime, diarisation
from scorelite.scoring.segments.measures.sound_events import SoundEventSettings, by_onsets
from scorelite.scoring.segments.measures.sound_segments import by_segments
from scorelite.scoring.segments.turns import turns_of
from tests.peers import peer
from tests.segments.material import Rows, heard, sequence, speakers

MD_EVAL_PROGRAM = Path(os.environ.get("SCTK_BIN") or "/usr/lib/sctk/bin") / "md-eval.pl"
REGIONS = [(2.0, 12.5), (15.25, 33.0)]
SEEDS = range(12)


def ours(ref: Rows, hyp: Rows, regions: Any, settings: DiarisationSettings) -> SpeakerTime:
    return diarisation(turns_of(ref), turns_of(hyp), regions=regions, settings=settings).time


def material(seed: int) -> tuple[Rows, Rows, Any, float, bool]:
    source = random.Random(seed)
    ref, hyp = speakers(source, "r"), speakers(source, "h")
    return ref, hyp, REGIONS if seed % 2 else None, source.choice([0.0, 0.1, 0.25]), bool(seed % 3 == 0)


def spoken(rows: Rows) -> str:
    return "".join(f"SPEAKER f 1 {b:.3f} {e - b:.3f} <NA> <NA> {speaker} <NA> <NA>\n" for speaker, b, e in rows)


def md_eval(folder: Path, ref: str, hyp: str, regions: Any, collar: float, single: bool) -> list[float]:
    """Seconds that md-eval scores, those of speech, missed, false alarm, and confused."""
    if not MD_EVAL_PROGRAM.is_file():
        pytest.skip("md-eval.pl is not installed (Debian: apt-get install sctk)")
    (folder / "ref").write_text(ref, encoding="utf-8")
    (folder / "hyp").write_text(hyp, encoding="utf-8")
    command = [str(MD_EVAL_PROGRAM), "-r", "ref", "-s", "hyp", "-c", str(collar)] + ["-1"] * single
    if regions:
        (folder / "uem").write_text(uem_of(regions), encoding="utf-8")
        command += ["-u", "uem"]
    printed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    names = ("SCORED", "SCORED SPEAKER", "MISSED SPEAKER", "FALARM SPEAKER", "SPEAKER ERROR")
    md_eval = [re.search(rf"{name} TIME =\s*([\d.]+)", printed) for name in names]
    return [float(match[1]) for match in md_eval if match]


def uem_of(regions: Any) -> str:
    return "".join(f"f 1 {b} {e}\n" for b, e in regions)


def amounts(time: SpeakerTime) -> list[float]:
    return [time.scored, time.total, time.missed, time.false_alarm, time.confused]


@pytest.mark.reference
@pytest.mark.parametrize("seed", SEEDS)
def test_diarisation_is_that_of_md_eval(seed: int, tmp_path: Path) -> None:
    ref, hyp, regions, collar, single = material(seed)
    time = ours(ref, hyp, regions, DiarisationSettings(collar, "exclude" if single else "include", MD_EVAL))
    assert amounts(time) == pytest.approx(
        md_eval(tmp_path, spoken(ref), spoken(hyp), regions, collar, single), abs=0.0051
    )


@pytest.mark.reference
@pytest.mark.parametrize("seed", SEEDS)
def test_where_overlaps_touch_a_piece_of_one_is_scored_as_by_md_eval(seed: int, tmp_path: Path) -> None:
    source = random.Random(seed)
    # Whole numbers of quarters: turns meet all the time.
    ref, hyp = (
        [(name, round(4 * start) / 4, round(4 * end) / 4 + 0.25) for name, start, end in speakers(source, prefix)]
        for prefix in "rh"
    )
    regions = [(2.0, 12.5), (15.25, source.randrange(64, 130) / 4)]
    time = ours(ref, hyp, regions, DiarisationSettings(0.0, "exclude", MD_EVAL))
    # Mappings may be equally good among such times, so nothing is said of confusions.
    expected = md_eval(tmp_path, spoken(ref), spoken(hyp), regions, 0.0, True)[:4]
    assert amounts(time)[:4] == pytest.approx(expected, abs=0.0051)


@pytest.mark.sweep(7)
@pytest.mark.reference
@pytest.mark.parametrize("seed", range(20))
def test_what_is_not_scored_is_that_of_md_eval(seed: int, tmp_path: Path) -> None:
    source = random.Random(seed)
    ref, hyp, regions, collar, single = material(seed)
    rows = spoken(ref).splitlines(keepends=True)
    for kind, subtype, most in (
        ("NOSCORE", "<NA>", 4),
        ("NON-LEX", "laugh", 6),
        ("LEXEME", "lex", 12),
        ("NON-SPEECH", "music", 2),
    ):
        for _ in range(source.randrange(most)):
            start, length = source.uniform(0, 45), source.uniform(0.05, 1.5)
            rows.append(f"{kind} f 1 {start:.3f} {length:.3f} word {subtype} r0 <NA> <NA>\n")
    source.shuffle(rows)
    expected = md_eval(tmp_path, "".join(rows), spoken(hyp), regions, collar, single)
    files = score_segment_files(
        "".join(rows).encode(),
        spoken(hyp).encode(),
        uem=uem_of(regions).encode() if regions else None,
        measure="diarisation",
        collar=collar,
        overlap="exclude" if single else "include",
    )
    total = files.total
    assert isinstance(total, SpeakerTime)
    assert amounts(total) == pytest.approx(expected, abs=0.0051)


def annotation(rows: Rows) -> Any:
    core = peer("pyannote.core")
    annotation = core.Annotation()
    for number, (name, start, end) in enumerate(rows):
        annotation[core.Segment(start, end), number] = name
    return annotation


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", SEEDS)
def test_diarisation_is_that_of_pyannote(seed: int) -> None:
    metrics = peer("pyannote.metrics.diarization")
    core = peer("pyannote.core")
    ref, hyp, regions, collar, single = material(seed)
    time = ours(ref, hyp, regions, DiarisationSettings(collar, "exclude" if single else "include", PYANNOTE))
    uem = None if regions is None else core.Timeline([core.Segment(*region) for region in regions])
    options = {"collar": 2 * collar, "skip_overlap": single}
    sides = annotation(ref), annotation(hyp)
    actual = metrics.DiarizationErrorRate(**options)(*sides, uem=uem, detailed=True)
    names = ("total", "missed detection", "false alarm", "confusion")
    assert [time.total, time.missed, time.false_alarm, time.confused] == pytest.approx([actual[name] for name in names])
    assert time.jer == pytest.approx(metrics.JaccardErrorRate(**options)(*sides, uem=uem))


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", SEEDS)
def test_detection_is_that_of_pyannote(seed: int) -> None:
    metrics = peer("pyannote.metrics.detection")
    core = peer("pyannote.core")
    ref, hyp, regions, collar, single = material(seed)
    settings = DiarisationSettings(collar, "exclude" if single else "include", PYANNOTE)
    speech = detection(turns_of(ref), turns_of(hyp), regions=regions, settings=settings)
    uem = None if regions is None else core.Timeline([core.Segment(*region) for region in regions])
    options = {"collar": 2 * collar, "skip_overlap": single}
    sides = annotation(ref), annotation(hyp)
    actual = metrics.DetectionErrorRate(**options)(*sides, uem=uem, detailed=True)
    names = ("total", "miss", "false alarm", "detection error rate")
    amounts = [speech.total, speech.missed, speech.false_alarm, speech.error_rate]
    assert amounts == pytest.approx([actual[name] for name in names])
    assert speech.precision == pytest.approx(metrics.DetectionPrecision(**options)(*sides, uem=uem))
    assert speech.recall == pytest.approx(metrics.DetectionRecall(**options)(*sides, uem=uem))


@pytest.mark.reference
@pytest.mark.parametrize("seed", SEEDS)
def test_diarisation_is_that_of_spy_der(seed: int) -> None:
    spyder = peer("spyder")
    ref, hyp, regions, collar, single = material(seed)
    time = ours(ref, hyp, regions, DiarisationSettings(collar, "exclude" if single else "include", SPY_DER))
    kind = "nonoverlap" if single else "all"
    actual = spyder.DER(ref, hyp, uem=regions, collar=collar, regions=kind)
    actual = next(iter(actual.values())) if isinstance(actual, dict) else actual
    total = actual.duration
    expected = [total, actual.miss * total, actual.falarm * total, actual.conf * total]
    assert [time.total, time.missed, time.false_alarm, time.confused] == pytest.approx(expected, abs=1e-3)


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", SEEDS)
def test_sound_events_are_those_of_sed_eval(seed: int) -> None:
    sed_eval = peer("sed_eval")
    containers = peer("dcase_util").containers
    source = random.Random(seed)
    ref = sequence(source, "abc", overlap=0.5)
    hyp = heard(source, ref, "abc")
    lists = [
        containers.MetaDataContainer([{"event_label": v, "onset": s, "offset": e, "file": "x"} for v, s, e in rows])
        for rows in (ref, hyp)
    ]
    names = sorted({row[0] for row in ref + hyp})
    theirs = sed_eval.sound_event.SegmentBasedMetrics(event_label_list=names, time_resolution=1.0)
    compare(theirs.evaluate(*lists), by_segments(turns_of(ref), turns_of(hyp)))
    for offset, part in ((True, 0.5), (True, 0.2), (False, 0.5)):
        theirs = sed_eval.sound_event.EventBasedMetrics(
            event_label_list=names, t_collar=0.2, evaluate_offset=offset, percentage_of_length=part
        )
        settings = SoundEventSettings(offset=offset, length_part=part)
        compare(theirs.evaluate(*lists), by_onsets(turns_of(ref), turns_of(hyp), settings))


def compare(theirs: Any, ours: Any) -> None:
    assert ours.overall.f1 == pytest.approx(theirs.overall_f_measure()["f_measure"])
    assert ours.overall.error_rate == pytest.approx(theirs.overall_error_rate()["error_rate"])
    for name, numbers in ours.classes.items():
        expected = theirs.class_wise_f_measure(name)["f_measure"]
        assert expected != expected or numbers.f1 == pytest.approx(expected)


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", SEEDS)
def test_purity_coverage_and_boundaries_are_those_of_pyannote(seed: int) -> None:
    metrics = peer("pyannote.metrics.diarization")
    segmentation = peer("pyannote.metrics.segmentation")
    source = random.Random(seed)
    ref = sequence(source, "abc", overlap=0.5)
    hyp = heard(source, ref, "abc")
    sides = turns_of(ref), turns_of(hyp)
    theirs = annotation(ref), annotation(hyp)
    merged = tuple(side.support() for side in theirs)
    actual = clusters(*sides)
    assert actual.purity == pytest.approx(metrics.DiarizationPurity()(*merged))
    assert actual.coverage == pytest.approx(metrics.DiarizationCoverage()(*merged))
    for tolerance in (0.1, 0.5):
        counted = boundaries(*sides, tolerance=tolerance)
        assert counted.precision == pytest.approx(segmentation.SegmentationPrecision(tolerance=tolerance)(*theirs))
        assert counted.recall == pytest.approx(segmentation.SegmentationRecall(tolerance=tolerance)(*theirs))


@pytest.mark.reference
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["segments", "overlapping events", "words"])
def test_confusions_are_those_of_evalmate(seed: int, kind: str) -> None:
    theirs = peer("evalmate.evaluator"), peer("evalmate.alignment")
    labels = peer("audiomate").annotations
    source = random.Random(seed)
    sides = sequence(source, "abc"), sequence(source, "abcd")

    def confusion(evaluators: Any, aligners: Any, kinds: Any) -> Any:
        lists = [kinds.LabelList(labels=[kinds.Label(*row) for row in rows]) for rows in sides]
        built = {
            "segments": lambda: evaluators.SegmentEvaluator(),
            "overlapping events": lambda: evaluators.EventEvaluator(aligners.FullMatchingAligner(0.05)),
            "words": lambda: evaluators.ASREvaluator(),
        }[kind]()
        with contextlib.redirect_stdout(io.StringIO()):
            return built.evaluate(*lists).confusion

    expected = confusion(*theirs, labels)
    names = ("correct", "substitutions", "deletions", "insertions", "substitutions_out", "error_rate", "recall")
    # Our evaluators take our labels, and audiomate's.
    for actual in (confusion(evaluator, alignment, annotations), confusion(evaluator, alignment, labels)):
        # Events keep the order of label lists; audiomate's depends on hashes.
        assert sorted(actual.instances) == sorted(expected.instances)
        assert kind == "overlapping events" or list(actual.instances) == list(expected.instances)
        pairs = [
            (actual, expected),
            *((actual.instances[value], expected_class) for value, expected_class in expected.instances.items()),
        ]
        for first, other in pairs:
            assert [getattr(first, name) for name in names] == pytest.approx([getattr(other, name) for name in names])
