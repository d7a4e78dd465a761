"""The golden cases: what NIST's KWSEval wrote, byte for byte where it does not depend on addresses or hashes."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections import Counter
from pathlib import Path

import pytest

from scorelite.scoring.compat.programs.f4de import kwseval
from tests.often import slow_but_for

pytest.importorskip("lxml")
pytest.importorskip("numpy")

GOLD = Path(os.environ.get("SCORELITE_GOLD") or "/nowhere")
# What KWSEval does there is a defect that no script can want; each is a row of docs/explanation/differences.md.
DEFECTS = {
    "det_C": "-C looks for the folder of curves in the wrong place",
    "kw_gb": "a list in GB2312 with two elements in a line is read as if it had no texts",
    "s_oneline_X": "-X reads a list in one line as empty, without a word",
    "segN": "-N with -g dies",
}
# Two references that suit one detection equally well: KWSEval picks by address.
TIES = {"tiny_neg"}
# Columns of .dat.1 from the seventh on are differences of nearly equal sums, in which KWSEval's rounding shows.
EXACT_COLUMNS = 6


def folders() -> list[Path]:
    return [path for name in ("kws", "kws_micro") for path in sorted((GOLD / name).glob("*")) if path.is_dir()]


def code_of(case: Path) -> int:
    if (case / "meta.json").exists():
        return int(json.loads((case / "meta.json").read_text())["returncode"])
    return int((case / "rc.txt").read_text())


def copy_inputs(case: Path, folder: Path) -> list[str]:
    for path in case.iterdir():
        if path.suffix in (".xml", ".rttm"):
            shutil.copy(path, folder)
    (folder / "out").mkdir()
    return shlex.split((case / "cmd.txt").read_text(encoding="utf-8"))[1:]


def loosened(data: bytes) -> Counter[tuple[str, ...]]:
    """Lines of an alignment without the references of detections, and with those of misses counted."""
    loosened: Counter[tuple[str, ...]] = Counter()
    for line in data.decode("utf-8").splitlines():
        fields = line.split(",")
        loosened[(*fields[1:4], *(fields[7:] if fields[7] else ["omitted"]))] += 1
    return loosened


def assert_same_points(expected: Path, made: Path) -> None:
    """Data of a curve: equal to 1e-12."""
    left, right = expected.read_text().splitlines(), made.read_text().splitlines()
    assert len(left) == len(right)
    for theirs, ours in zip(left, right, strict=True):
        if theirs.startswith("#"):
            assert ours == theirs
            continue
        columns = list(zip(theirs.split(), ours.split(), strict=True))
        for old, new in columns[: EXACT_COLUMNS if made.suffix == ".1" else len(columns)]:
            assert new == old or abs(float(new) - float(old)) <= 1e-12 * max(1, abs(float(old))), (theirs, ours)


@pytest.mark.skipif(not GOLD.is_dir(), reason="SCORELITE_GOLD does not name the folder of golden cases")
@pytest.mark.parametrize(
    "case", slow_but_for(folders(), folders()[::2].__contains__), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_files_and_codes_are_those_of_kwseval(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    arguments = copy_inputs(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kwseval, "_draw", lambda *_: None)
    code = kwseval.run(arguments, lambda: "")
    if case.name in DEFECTS:
        assert code == 0
        return
    assert code == code_of(case)
    if code:
        said = capsysbinary.readouterr()
        assert said.err.strip() if code == 255 else b"[ERROR] " in said.out
        return
    made = tmp_path / "out" if (case / "out").is_dir() else tmp_path
    for path in sorted((case / "out" if (case / "out").is_dir() else case).iterdir()):
        if path.is_dir():
            for data in path.glob("*.dat.[123]"):
                assert_same_points(data, made / path.name / data.name)
        elif path.name.endswith("alignment.csv"):
            compare_alignments(case, path.read_bytes(), (made / path.name).read_bytes())
        elif path.name.startswith("x") or (path.parent.name == "out" and "sorted" not in path.name):
            assert (made / path.name).read_bytes() == path.read_bytes()


def compare_alignments(case: Path, theirs: bytes, ours: bytes) -> None:
    stable = case.name not in TIES
    if (case / "meta.json").exists():
        stable = json.loads((case / "meta.json").read_text())["stable_under_aslr"]
    if stable:
        assert Counter(ours.splitlines()) == Counter(theirs.splitlines())
    else:
        assert loosened(ours) == loosened(theirs)


@pytest.mark.sweep(6)
@pytest.mark.skipif(not GOLD.is_dir(), reason="SCORELITE_GOLD does not name the folder of golden cases")
@pytest.mark.parametrize("case", [path for path in folders() if (path / "det").is_dir()], ids=lambda path: path.name)
def test_points_of_curves_are_those_of_kwseval(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [word for word in copy_inputs(case, tmp_path) if word != "-c"]
    arguments += [flag for flag, report in (("-d", "-o"), ("-D", "-O")) if report in arguments]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kwseval, "_draw", lambda *_: None)
    assert kwseval.run(arguments, lambda: "") == 0
    for path in sorted((case / "det").iterdir()):
        if path.suffix == ".2" and "-inc" in arguments:
            continue  # the optimum of KWSEval depends on the order of a hash there
        assert_same_points(path, tmp_path / "out" / "dets" / path.name)
