"""SpeechBrain's error rates: golden cases, and its own modules where a folder has them."""

from __future__ import annotations

import io
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scorelite.compat.speechbrain import edit_distance, wer
from tests.compat.toolkits import CASES, loaded, original, ours, run, sentences, write_texts

OPTIONS = [
    ["--mode", "present"],
    ["--mode=all", "--print-alignments"],
    ["--mode", "present", "--print-top-wer", "--print-alignments", "--align-empty", "∅", "--align-separator", "|"],
    ["--mode", "all", "--print-top-wer", "--utt2spk", "speakers"],
]


def their_wer(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """SpeechBrain's two modules."""
    module = loaded("speechbrain/speechbrain/utils/edit_distance.py")
    package, utils = ModuleType("speechbrain"), ModuleType("speechbrain.utils")
    utils.edit_distance = module  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "speechbrain", package)
    monkeypatch.setitem(sys.modules, "speechbrain.utils", utils)
    return module, loaded("speechbrain/speechbrain/dataio/wer.py")


def script(folder: Path) -> tuple[str, Path]:
    """SpeechBrain's script, and a folder with the modules that it imports and nothing else."""
    modules = folder / "modules"
    for name in ("dataio/wer.py", "utils/edit_distance.py"):
        target = modules / "speechbrain" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(original(f"speechbrain/speechbrain/{name}").read_bytes())
    return str(original("speechbrain/tools/compute_wer.py")), modules


def write_speakers(folder: Path, number: int) -> None:
    rows = (f"utt{place} speaker{place * place % 17}\n" for place in range(number))
    (folder / "speakers").write_text("".join(rows), encoding="utf-8")


@pytest.mark.parametrize("seed", range(len(OPTIONS)))
def test_texts_are_those_of_the_script(seed: int, tmp_path: Path) -> None:
    program, modules = script(tmp_path)
    files = write_texts(tmp_path, 2000, seed)
    for name in files:
        # The script dies of an empty line.
        text = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(b"".join(line for line in text.splitlines(keepends=True) if line.strip()))
    write_speakers(tmp_path, 2000)
    wanted = run([program, *OPTIONS[seed], *files], tmp_path, modules)
    assert wanted[0] == 0
    assert ours(["speechbrain", "compute_wer", *OPTIONS[seed], *files], tmp_path) == wanted


WRONG = {
    "a missing hypothesis": (b"u1 a\nu2 b\n", b"u1 a\n", []),
    "an empty line": (b"u1 a\n\n", b"u1 a\n", []),
    "nothing to score": (b"u1 a\n", b"", ["--mode", "present"]),
    "no speakers": (b"u1 a\n", b"u1 a\n", ["--utt2spk", "no"]),
    "an unknown speaker": (b"u1 a\nu3 b\n", b"u1 a\nu3 b\n", ["--utt2spk", "speakers"]),
    "words behind a speaker": (b"u1 a\n", b"u1 a\n", ["--utt2spk", "ref"]),
    "no words at all": (b"u1\n", b"u1 a\n", ["--print-alignments"]),
    "no words of a speaker": (b"u1\n", b"u1 a\n", ["--utt2spk", "speakers"]),
    "an unknown mode": (b"u1 a\n", b"u1 a\n", ["--mode", "no"]),
    "help": (b"", b"", ["--help"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_odd_uses_end_as_with_the_script(name: str, tmp_path: Path) -> None:
    program, modules = script(tmp_path)
    ref, hyp, words = WRONG[name]
    (tmp_path / "ref").write_bytes(ref)
    (tmp_path / "hyp").write_bytes(hyp)
    (tmp_path / "speakers").write_bytes(b"u1 anna\n")
    wanted = run([program, *words, "ref", "hyp"], tmp_path, modules)
    assert ours(["speechbrain", "compute_wer.py", *words, "ref", "hyp"], tmp_path) == wanted


def tokens() -> tuple[list[str], list[list[str]], list[list[str]]]:
    names, refs, hyps = zip(*sentences(1000, 5), strict=True)
    return list(names), list(refs), list(hyps)


def folded(a: str, b: str) -> bool:
    return a.lower() == b.lower()


@pytest.mark.parametrize("alignments", [False, True])
@pytest.mark.parametrize("comparator", [None, folded])
def test_details_and_texts_are_those_of_speechbrain(
    alignments: bool, comparator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, their_texts = their_wer(monkeypatch)
    options = {"equality_comparator": comparator} if comparator else {}
    wanted = theirs.wer_details_for_batch(*tokens(), compute_alignments=alignments, **options)
    details = edit_distance.wer_details_for_batch(*tokens(), compute_alignments=alignments, **options)
    assert details == wanted
    assert [*map(list, details)] == [*map(list, wanted)]
    summary = edit_distance.wer_summary(details)
    assert [*summary.items()] == [*theirs.wer_summary(wanted).items()]
    assert edit_distance.top_wer_utts(details, 7) == theirs.top_wer_utts(wanted, 7)
    texts = io.StringIO(), io.StringIO()
    for printed, module in zip(texts, (wer, their_texts), strict=True):
        module.print_wer_summary(summary, printed)
        if alignments:
            module.print_alignments(details, printed, sample_separator="--")
            module.print_alignments(details, printed, "", " ", print_header=False)
    assert texts[0].getvalue() == texts[1].getvalue()


def test_sums_of_batches_and_tables_are_those_of_speechbrain() -> None:
    theirs = loaded("speechbrain/speechbrain/utils/edit_distance.py")
    _, refs, hyps = tokens()
    sums: list[Counter[str]] = []
    for module in (theirs, edit_distance):
        stats: Counter[str] = Counter()
        for place in range(0, len(refs), 100):
            stats = module.accumulatable_wer_stats(refs[place : place + 100], hyps[place : place + 100], stats)
        sums.append(stats)
    assert sums[0] == sums[1]
    for ref, hyp in zip(refs[:200], hyps, strict=False):
        table = theirs.op_table(ref, hyp)
        assert edit_distance.op_table(ref, hyp) == table
        assert edit_distance.alignment(table) == theirs.alignment(table)
        assert edit_distance.count_ops(table) == theirs.count_ops(table)


@pytest.mark.parametrize("name", ["summary", "alignments", "all"])
def test_texts_are_those_that_the_script_printed(name: str) -> None:
    folder = CASES / "speechbrain"
    words = {
        "summary": ["--mode", "present"],
        "alignments": ["--mode", "all", "--print-alignments"],
        "all": ["--mode=all", "--print-top-wer", "--utt2spk", "speakers", "--align-empty", "-", "--print-alignments"],
    }
    code, out, err = ours(["speechbrain", "compute_wer", *words[name], "ref", "hyp"], folder)
    assert (code, err) == (0, b"")
    assert out == (folder / f"{name}.out").read_bytes()


def test_a_missing_hypothesis_is_an_error() -> None:
    with pytest.raises(KeyError, match="Key u2 in reference but missing in hypothesis and strict mode on"):
        edit_distance.wer_details_by_utterance({"u2": ["a"]}, {})
    with pytest.raises(ValueError, match="Invalid scoring mode: odd"):
        edit_distance.wer_details_by_utterance({"u2": ["a"]}, {}, scoring_mode="odd")


def test_arrays_are_sequences_of_tokens() -> None:
    numpy = pytest.importorskip("numpy")
    (details,) = edit_distance.wer_details_for_batch(["u1"], [numpy.array([1, 2, 3])], [numpy.array([1, 3])], True)
    assert (details["deletions"], details["alignment"]) == (1, [("=", 0, 0), ("D", 1, None), ("=", 2, 1)])
