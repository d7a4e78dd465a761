"""Tables of segments, meetings and keywords: rows of recordings on the terminal, rows of keywords as csv."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from scorelite.scoring.cli.main import main
from tests.conftest import ROOT

pytest.importorskip("numpy")
pytest.importorskip("lxml")

TURN = "SPEAKER {} 1 0 {} <NA> <NA> a <NA> <NA>\n"
DEMO = ROOT / "resources" / "demo_kws"
KWS = [
    word
    for key, name in (("ecf", "ecf.xml"), ("rttm", "ref.rttm"), ("kwlist", "kwlist.xml"), ("kwslist", "kwslist.xml"))
    for word in (f"--{key}", str(DEMO / name))
]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, size in (("r", 4), ("h", 3)):
        Path(f"{name}.rttm").write_text(TURN.format("walk", size) + TURN.format("talk", size))
        Path(f"{name}.stm").write_text(f"walk 1 a 0 {size} x y\ntalk 1 a 0 {size} x\n")


COMMANDS = {
    "segments": (["segments", "r.rttm", "h.rttm"], ["--report", "sys", "--rows", "file"], {"walk", "talk"}),
    "meetings": (["meetings", "r.stm", "h.stm"], ["--report", "sys"], {"walk", "talk"}),
    "kws": (["kws", *KWS], ["--report", "sys", "--rows", "recording"], {"garden", "market", "office"}),
}


@pytest.mark.parametrize(("words", "long", "names"), COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize(
    "guess", [["--per-file"], ["--by", "file"], ["--by=recording"], ["--per-session"]], ids=" ".join
)
def test_rows_of_recordings(
    words: list[str], long: list[str], names: set[str], guess: list[str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    main([*words, *long])
    expected = capfdbinary.readouterr().out
    main([*words, *guess])
    printed = capfdbinary.readouterr().out
    assert printed == expected
    assert names <= set(printed.decode().split())


def test_csv_has_a_row_for_each_keyword(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    main(["kws", *KWS, "--csv"])
    rows = [*csv.DictReader(capfdbinary.readouterr().out.decode().splitlines())]
    assert [row["id"] for row in rows] == [f"KW-0{number}" for number in range(1, 7)]
    # fresh: four targets, of which one is missed, and two false alarms in 180 trials, four of them of targets.
    fresh = rows[1]
    assert [fresh[name] for name in ("targets", "hits", "misses", "false_alarms")] == ["4", "3", "1", "2"]
    assert float(fresh["false_alarm_rate"]) == pytest.approx(2 / 176)
    main(["kws", *KWS, "--csv", "rows.csv"])
    assert capfdbinary.readouterr().out.startswith(b"5 keywords scored")
    assert [*csv.DictReader(Path("rows.csv").read_text().splitlines())] == rows


def test_csv_is_an_option_of_kwseval_beside_its_options(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["kws", "-e", str(DEMO / "ecf.xml"), "--csv"]) == 1
    assert b"file root" in capfdbinary.readouterr().out


MANIFEST = """\
{"audio_filepath": "a.wav", "duration": 1, "text": "good day", "pred_text": "good way", "room": "x"}
{"audio_filepath": "b.wav", "duration": 1, "text": "hi", "pred_text": "hi", "room": "y"}
"""


def test_one_manifest_is_a_pair_of_files_where_an_option_asks_for_one(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    Path("m.jsonl").write_text(MANIFEST)

    def rows(*options: str) -> list[dict[str, str]]:
        main(["score", "m.jsonl", "--csv", *options])
        return [*csv.DictReader(capfdbinary.readouterr().out.decode().splitlines())]

    assert [(row["id"], row["errors"]) for row in rows("--utterances")] == [("a", "1"), ("b", "0")]
    assert [(row["room"], row["wer"]) for row in rows("--by", "room")] == [("x", "0.5"), ("y", "0.0")]
    assert rows("--page", "p.html")[0]["wer"] == str(1 / 3)
    assert Path("p.html").exists()
    # Without such options it is a table of one model.
    assert rows()[0]["average"] == "0.3333"
    assert main(["score", "m.jsonl", "m.jsonl", "--csv", "--utterances"]) == 2


def test_the_row_of_two_files_has_the_name_of_the_hypothesis(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("ref.trn").write_text("a b (1)\n")
    for name in ("google", "aws"):
        Path(f"{name}.trn").write_text("a b (1)\n")
        main(["score", "ref.trn", f"{name}.trn", "--csv"])
        assert capfdbinary.readouterr().out.splitlines()[1] == f"{name},2,0,0,0,0,0.0".encode()


def test_csv_has_a_row_for_each_utterance(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("r.trn").write_text("a b (ann-1)\nc d (ann-2)\n")
    Path("h.trn").write_text("a b (ann-1)\nc =x (ann-2)\n")
    assert main(["score", "r.trn", "h.trn", "--csv", "--utterances"]) == 0
    rows = [*csv.DictReader(capfdbinary.readouterr().out.decode().splitlines())]
    assert [(row["id"], row["hyp"], row["substitutions"], row["wer"]) for row in rows] == [
        ("ann-1", "a b", "0", "0.0"),
        ("ann-2", "c =x", "1", "0.5"),
    ]
    assert main(["score", "r.trn", "h.trn", "--by", "id"]) == 2
    assert b"--csv --utterances has a row for each utterance" in capfdbinary.readouterr().err
