"""WeNet's compute-wer.py and compute-cer.py: golden cases, and the scripts themselves where a folder has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compat.toolkits import CASES, original, ours, run, write_texts

GOLDEN = {
    "": [],
    "-char": ["--char=1", "--v=2"],
    "-words": ["--char=1", "--ig=words", "--splitfile=splits", "--padding-symbol=underline", "--maxw=5"],
    "-totals": ["--cs=1", "--rt=0", "--v=0"],
}


@pytest.mark.parametrize("program", ["wer", "cer"])
@pytest.mark.parametrize("name", GOLDEN)
def test_texts_are_those_that_the_script_printed(program: str, name: str) -> None:
    folder = CASES / "wenet"
    code, out, err = ours(["wenet", f"compute-{program}", *GOLDEN[name], "ref", "hyp"], folder)
    assert (code, err) == (0, b"")
    assert out == (folder / f"{program}{name}.out").read_bytes()


def test_a_file_of_clusters_is_read(tmp_path: Path) -> None:
    (tmp_path / "ref").write_bytes(b"u1 rome is far\nu2 paris\n")
    (tmp_path / "hyp").write_bytes(b"u1 rom is far paris\nu2 paris\n")
    (tmp_path / "clusters").write_bytes(b"<City> ROME\nPARIS </City> <Verb> IS </Verb> <Open> FAR\n")
    code, out, _ = ours(["wenet", "compute-wer", "--cluster=clusters", "ref", "hyp"], tmp_path)
    totals = out.partition(b"Overall")[2].splitlines()[1:4]
    assert code == 0
    assert totals == [
        b"English -> 50.00 % N=4 C=3 S=1 D=0 I=1",
        b"City -> 100.00 % N=2 C=1 S=1 D=0 I=1",
        b"Verb -> 0.00 % N=1 C=1 S=0 D=0 I=0",
    ]


def test_lines_of_no_words_are_refused(tmp_path: Path) -> None:
    code, out, err = ours(["wenet", "compute-wer", "--maxw=0", "ref", "hyp"], tmp_path)
    assert (code, out, err) == (1, b"", b"ValueError: --maxw=0: expected a number of words, from 1")


OPTIONS = [
    [],
    ["--char=1"],
    ["--char=true", "--v=0"],
    ["--v=2", "--cs=1"],
    ["--rt=0", "--padding-symbol=underline"],
    ["--char=1", "--ig=words", "--maxw=4"],
    ["--splitfile=splits", "--char=1", "--v=true"],
    ["--splitfile=splits", "--ig=words", "--cs=1", "--nonsense"],
]


@pytest.mark.parametrize("program", ["compute-wer", "compute-cer"])
@pytest.mark.parametrize("seed", range(len(OPTIONS)))
def test_texts_are_those_of_the_script(program: str, seed: int, tmp_path: Path) -> None:
    script = original(f"wenet/tools/{program}.py")
    files = write_texts(tmp_path, 2000, seed)
    (tmp_path / "words").write_text("the\n 你 \n<UNK>\n", encoding="utf-8")
    (tmp_path / "splits").write_text("cat c a t\nthe\nb2b b two b\n你好 你 好 吗\n", encoding="utf-8")
    wanted = run([str(script), *OPTIONS[seed], *files], tmp_path)
    assert wanted[0] == 0
    assert ours(["wenet", program, *OPTIONS[seed], *files], tmp_path) == wanted


ODD = {
    "control": (b"u1 a b\nu2 a\x01 b\nu3 c\n", b"u1 a c\nu2 a b\nu3 c\n"),
    "line ends": (
        "u1 a b\x0bc\nu2 a\x85b\r\nu3 x\u2028u4 y\n".encode(),
        "u1 a b\nu2 a\x85b\x0bu3 x\u2028u4 y\n".encode(),
    ),
    "damaged reference": (b"u1 a b\n" + b"u2 a\n" * 3000 + b"u3 \xff\n", b"u1 a b\nu2 a\nu3 x\n"),
    "damaged hypothesis": (b"u1 a b\n", b"u1 a b\n" * 50 + b"u2 \xe4\xbd x\n"),
    "byte order mark": (b"\xef\xbb\xbfu1 a\nu2 b\n", b"u1 a\nu2 b\n"),
    "no letters": (b"u1\n\n \n", b"\nu1\n"),
    "nothing": (b"", b""),
}


@pytest.mark.parametrize("option", ["--char=0", "--char=1"])
@pytest.mark.parametrize("name", ODD)
def test_odd_files_end_as_with_the_script(name: str, option: str, tmp_path: Path) -> None:
    script = original("wenet/tools/compute-wer.py")
    for file, data in zip(("ref", "hyp"), ODD[name], strict=True):
        (tmp_path / file).write_bytes(data)
    wanted = run([str(script), option, "ref", "hyp"], tmp_path)
    assert ours(["wenet", "compute-wer.py", option, "ref", "hyp"], tmp_path) == wanted


WRONG = [[], ["ref"], ["ref", "missing"], ["missing", "ref"], ["--maxw=x", "ref", "ref"], ["--ig=no", "ref", "ref"]]


@pytest.mark.parametrize("words", [*WRONG, ["--splitfile=no", "ref", "ref"], ["--cluster=no", "ref", "ref"]])
@pytest.mark.parametrize("program", ["compute-wer", "compute-cer"])
def test_wrong_command_lines_end_as_with_the_script(program: str, words: list[str], tmp_path: Path) -> None:
    script = original(f"wenet/tools/{program}.py")
    (tmp_path / "ref").write_bytes(b"u1 a\n")
    assert ours(["wenet", program, *words], tmp_path) == run([str(script), *words], tmp_path)
