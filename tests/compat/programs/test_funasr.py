"""FunASR's scorers: golden cases, and its scripts where a folder has them and NumPy counts their errors right."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scorelite.compat import funasr
from tests.compat.toolkits import CASES, loaded, original, ours, run, sentences

SCRIPTS = {
    "compute_wer.py": "FunASR/examples/aishell/paraformer/utils/compute_wer.py",
    "runtime/compute_wer.py": "FunASR/runtime/python/utils/compute_wer.py",
}
USAGE = (0, b"usage : python compute-wer.py test.ref test.hyp test.wer\n", b"")
SAID = b"scorelite: %WER differs from that of FunASR, whose numbers of 16 bits overflow beyond 327 errors with NumPy 2"


def write_lines(folder: Path, number: int, seed: int) -> None:
    """Two files of texts without empty references and lines, of which the scripts die."""
    lines: tuple[list[str], list[str]] = [], []
    for place, (name, *texts) in enumerate(sentences(number, seed)):
        if "".join(texts[0]).strip():
            for side, words in zip(lines, texts, strict=True):
                side += [" ".join([name, *words])] * ((place + len(side)) % 19 > 0)
    for name, side in zip(("ref", "hyp"), lines, strict=True):
        (folder / name).write_bytes("".join(f"{line}\n" for line in reversed(side)).encode())


@pytest.mark.parametrize("program", SCRIPTS)
@pytest.mark.parametrize("seed", range(8))
def test_texts_are_those_of_the_script(program: str, seed: int, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    script = original(SCRIPTS[program])
    write_lines(tmp_path, 50, seed)
    assert run([str(script), "ref", "hyp", "theirs"], tmp_path) == (0, b"", b"")
    assert ours(["funasr", program, "ref", "hyp", "ours"], tmp_path) == (0, b"", b"")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


@pytest.mark.parametrize("program", SCRIPTS)
def test_only_the_rate_differs_where_the_script_overflows(program: str, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    script = original(SCRIPTS[program])
    write_lines(tmp_path, 2000, 1)
    assert run([str(script), "ref", "hyp", "theirs"], tmp_path)[0] == 0
    assert ours(["funasr", program, "ref", "hyp", "ours"], tmp_path) == (0, b"", SAID)
    lines = [(tmp_path / name).read_text(encoding="utf-8").splitlines() for name in ("ours", "theirs")]
    rates = [each.pop(-3) for each in lines]
    assert lines[0] == lines[1]
    assert rates[0].partition(" ")[0] == "%WER"
    _, rate, _, errors, _, words, ins, _, deletions, _, sub, _, _ = rates[0].replace(",", "").split()
    assert int(errors) == int(ins) + int(deletions) + int(sub) > funasr._MOST
    assert float(rate) == round(100 * int(errors) / int(words), 2)


@pytest.mark.parametrize("cn_postprocess", [False, True])
def test_the_module_writes_what_funasr_s_writes(
    cn_postprocess: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    hydra, omegaconf = ModuleType("hydra"), ModuleType("omegaconf")
    hydra.main = lambda **_: lambda function: function  # type: ignore[attr-defined]
    for name in ("DictConfig", "OmegaConf", "ListConfig"):
        setattr(omegaconf, name, object)
    monkeypatch.setitem(sys.modules, "hydra", hydra)
    monkeypatch.setitem(sys.modules, "omegaconf", omegaconf)
    theirs: Any = loaded("FunASR/funasr/metrics/wer.py")
    write_lines(tmp_path, 20, 3)
    files = str(tmp_path / "ref"), str(tmp_path / "hyp")
    theirs.compute_wer(*files, str(tmp_path / "theirs"), cn_postprocess)
    funasr.compute_wer(*files, str(tmp_path / "ours"), cn_postprocess)
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    words = [f"++{name}_file={name}" for name in ("ref", "hyp", "cer")]
    ours(["funasr", "wer", *words, f"++cn_postprocess={cn_postprocess}".lower()], tmp_path)
    assert (tmp_path / "cer").read_bytes() == (tmp_path / "theirs").read_bytes()
    for ref, hyp in ((["a", "B"], ["b"]), ([], []), (["x"], ["y", "x"])):
        assert funasr.compute_wer_by_line(hyp, ref) == theirs.compute_wer_by_line(hyp, ref)


@pytest.mark.parametrize("program", [*SCRIPTS, "wer"])
def test_texts_are_those_that_the_script_printed(program: str, tmp_path: Path) -> None:
    folder = CASES / "funasr"
    files = [str(folder / "ref"), str(folder / "hyp"), "out"]
    if program == "wer":
        files = [f"++{name}_file={file}" for name, file in zip(("ref", "hyp", "cer"), files, strict=True)]
    assert ours(["funasr", program, *files], tmp_path) == (0, b"", b"")
    golden = "runtime.out" if program.startswith("runtime") else "examples.out"
    assert (tmp_path / "out").read_bytes() == (folder / golden).read_bytes()


def test_the_rate_is_right_beyond_327_errors(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("".join(f"u{place} a b c d e f g h i j\n" for place in range(400)))
    (tmp_path / "hyp").write_text("".join(f"u{place} a b c d e f g h i k\n" for place in range(400)))
    assert ours(["funasr", "compute_wer", "ref", "hyp", "out"], tmp_path) == (0, b"", SAID)
    assert "\n%WER 10.0 [ 400 / 4000, 0 ins, 0 del, 400 sub ]\n" in (tmp_path / "out").read_text()


def test_an_empty_reference_and_an_empty_line_are_no_errors(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("u1\n\nu2 a\n")
    (tmp_path / "hyp").write_text("u1 b\nu2 a\n\n")
    assert ours(["funasr", "compute_wer", "ref", "hyp", "out"], tmp_path) == (0, b"", b"")
    assert (tmp_path / "out").read_text().splitlines() == [
        "u1(nwords=0,cor=0,ins=1,del=0,sub=0) corr:-,cer:-",
        "ref:\t",
        "hyp:\tb",
        "u2(nwords=1,cor=1,ins=0,del=0,sub=0) corr:100.00%,cer:0.00%",
        "ref:\ta",
        "hyp:\ta",
        "",
        "%WER 100.0 [ 1 / 1, 1 ins, 0 del, 0 sub ]",
        "%SER 50.0 [ 1 / 2 ]",
        "Scored 2 sentences, 0 not present in hyp.",
    ]


@pytest.mark.parametrize("program", SCRIPTS)
def test_other_numbers_of_files_print_the_usage(program: str, tmp_path: Path) -> None:
    for words in ([], ["ref"], ["a", "b", "c", "d"]):
        assert ours(["funasr", program, *words], tmp_path) == USAGE
    code, out, _ = ours(["funasr", "wer", "++ref_file=a"], tmp_path)
    assert (code, out.split()[:5]) == (0, [b"usage", b":", b"python", b"-m", b"funasr.metrics.wer"])
