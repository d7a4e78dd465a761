"""The program fstalign: its JSON log, text and tables, as the original wrote them where one alignment is best."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scorelite.scoring.compat.toolkits import program
from tests.analysis.gold import cases
from tests.compat.toolkits import CASES, ours

RUN = program("fstalign", "fstalign")
RULES = "gonna | going to ; going\n"
NLP = """\
token|speaker|ts|endTs|punctuation|case|tags|wer_tags
We|1||||UC|[]|[]
paid|1||||LC|[]|[]
$50|1|||.|LC|['0:MONEY']|['7']
I'm|2||||UC|[]|[]
gonna|2||||LC|[]|[]
go|2|||.|LC|[]|[]
"""
NORM = {"0": {"candidates": [{"verbalization": ["fifty", "dollars"]}], "class": "MONEY"}}
HEARD = "so we paid fifty dollar i'm going to stay\n"
TEXT = """\
[console] fstalign version is 1.13.0
[console] reading hypothesis plain text from hyp.txt
[console] reading json norm info from norm.json
[console] The json we just read [norm.json] has 1 elements from its root
[console] reading wer sidecar info from side.json
[console] The json we just read [side.json] has 1 elements from its root
[console] reading reference nlp from ref.nlp
[wer] best WER: 3/8 = 0.3750 (Total words in reference: 8)
[wer] best WER: INS:1 DEL:0 SUB:2
[wer] best WER: Precision:0.666667 Recall:0.750000
[wer]  -- class label information found --
[wer] class MONEY   WER: 1/2 = 0.5000
[wer] class SYN_1-2 WER: 0/2 = 0.0000
[fstalign] Calculating WER around speaker switches, using a window size of 1
[wer] Speaker switch WER: 1/2 = 0.5000 (Total reference words: 2)
[wer] Speaker switch WER: INS:0 DEL:0 SUB:1
[wer] speaker 1 WER: 2/4 = 0.5000
[wer] speaker 2 WER: 1/4 = 0.2500
[wer] Wer Entity ID 7 WER: 1/2 = 0.5000
[console] Writing JSON log output to log.json
[console] done
"""
TIES = {
    "bestWER": 2,
    "classWER": 3,
    "sentenceWer": 3,
    "speakerSwitchWER": 2,
    "speakerWER": 3,
    "wer_tag": 2,
    "caseWER": 0,
}
"""Of the big set, the cases in which the original took another of the equally good alignments, by field."""


def without_times(text: str) -> str:
    return re.sub(r"^(\[\+\+\+\] )\[[0-9:]{8}\] ", r"\1", text, flags=re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.nlp").write_text(NLP)
    (tmp_path / "hyp.txt").write_text(HEARD)
    (tmp_path / "rules.txt").write_text(RULES)
    (tmp_path / "norm.json").write_text(json.dumps(NORM))
    (tmp_path / "side.json").write_text('{"7": {"entity_type": "PRICE"}}')
    return tmp_path


FILES = ["--ref", "ref.nlp", "--hyp", "hyp.txt", "--ref-json", "norm.json", "--wer-sidecar", "side.json"]


def logged(words: list[str]) -> Mapping[str, Any]:
    """The JSON log of a run."""
    "".join(RUN(["wer", *words, "--json-log", "log.json"]))
    read: Mapping[str, Any] = json.loads(Path("log.json").read_text())["wer"]
    return read


def test_classes_speakers_and_tags_are_counted(folder: Path) -> None:
    words = ["wer", *FILES, "--syn", "rules.txt", "--speaker-switch-context", "1", "--json-log", "log.json"]
    code, out, said = ours(["fstalign", *words], folder)
    assert (code, said) == (0, b"")
    assert without_times(out.decode()) == re.sub("^", "[+++] ", TEXT, flags=re.MULTILINE).removesuffix("[+++] ")
    log = json.loads((folder / "log.json").read_text())["wer"]
    assert log["bestWER"]["numErrors"] == 3
    assert [row["numErrors"] for row in log["sentenceWer"]] == [2, 1]
    assert log["unigrams"]["going"]["correct"] == 1
    assert log["bigrams"]["fifty dollars"]["substitutions_fn"] == 1
    assert log["bigrams"]["fifty dollar"]["substitutions_fp"] == 1


def test_the_words_of_a_row_share_its_marks(folder: Path) -> None:
    logged([*FILES, "--syn", "rules.txt", "--output-nlp", "out.nlp", "--add-inserts-nlp"])
    rows = [line.split("|") for line in (folder / "out.nlp").read_text().splitlines()[1:]]
    assert [(row[0], row[4], row[6], row[11]) for row in rows] == [
        ("", "", "", "ins(so)"),
        ("We", "", "UC", ""),
        ("paid", "", "LC", ""),
        ("fifty", "", "LC", ",push_last"),
        ("dollars", ".", "LC", "sub(dollar),push_last"),
        ("I'm", "", "UC", ""),
        ("going", "", "LC", ",push_last"),
        ("to", "", "LC", ",push_last"),
        ("go", ".", "LC", "sub(stay)"),
    ]


def test_nothing_of_nothing_is_null_and_words_of_nothing_are_endless(folder: Path) -> None:
    (folder / "none.txt").write_text("")
    (folder / "some.txt").write_text("a b\n")
    nothing = logged(["--ref", "none.txt", "--hyp", "none.txt"])["bestWER"]
    assert (nothing["wer"], nothing["precision"]) == (0.0, None)
    assert '"wer" : 0.0\n' in Path("log.json").read_text()
    assert logged(["--ref", "none.txt", "--hyp", "some.txt"])["bestWER"]["wer"] == float("inf")
    assert logged(["--ref", "some.txt", "--hyp", "none.txt"])["bestWER"]["deletions"] == 2


def test_a_rule_is_read_inside_of_a_class_and_across_none(folder: Path) -> None:
    (folder / "rules.txt").write_text("fifty | 50\npaid fifty | spent\n")
    (folder / "hyp.txt").write_text("we paid 50 dollars i'm gonna go\n")
    assert logged([*FILES, "--syn", "rules.txt"])["bestWER"]["numErrors"] == 0
    (folder / "hyp.txt").write_text("we spent dollars i'm gonna go\n")
    assert logged([*FILES, "--syn", "rules.txt"])["bestWER"]["numErrors"] == 2


def test_lines_that_are_no_rules_are_said_and_skipped(folder: Path) -> None:
    (folder / "rules.txt").write_text("gonna\ngonna | going to\ngonna | go\n")
    text = "".join(RUN(["wer", "--ref", "ref.nlp", "--hyp", "hyp.txt", "--syn", "rules.txt"]))
    assert "[SynonymEngine] strangly formatted line, skipping: gonna\n" in text
    assert "the entry [gonna] was found multiple time, skipping redefinition\n" in text


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["align", "--ref", "ref.nlp"], 1, "align is not offered here: take scorelite align TEXT TIMES -o OUT"),
        (["wer", *FILES, "--composition-approach", "adapted"], 109, "take --composition-approach standard"),
        (["wer", *FILES, "--symbols", "s"], 109, "--symbols s is not offered here: no FST is read here"),
        (["wer", "--ref", "ref.fst", "--hyp", "hyp.txt"], 1, "ref.fst: an FST is not read here"),
        (["wer", *FILES, "--color"], 109, "The following argument was not expected: --color"),
        (["wer", "--ref", "ref.nlp"], 109, "--ref and --hyp are required"),
        (["wer", *FILES, "--pr_threshold", "many"], 109, "argument --pr_threshold: invalid int value: 'many'"),
        ([], 1, "expected the sub-command: fstalign wer --ref REF --hyp HYP"),
        (["wer", "--ref", "ref.nlp", "--hyp", "nosuch"], 1, "nosuch"),
    ],
)
def test_what_cannot_be_done_is_refused(
    words: list[str], code: int, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises((SystemExit, Exception)) as caught:
        "".join(RUN(words))
    heard = capsys.readouterr().err + str(caught.value)
    assert said in heard
    assert not isinstance(caught.value, SystemExit) or caught.value.code == code


@pytest.mark.parametrize("number", range(8))
def test_files_and_text_are_those_of_the_original(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (CASES / "fstalign.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    assert len(lines) == 8
    case = json.loads(lines[number])
    monkeypatch.chdir(tmp_path)
    for name, text in case["files"].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    text = without_times("".join(RUN([*case["words"], "--json-log", "j.json"])))
    assert sorted(text.splitlines()) == sorted(case["log"])
    for name, written in case["written"].items():
        assert (tmp_path / name).read_text(encoding="utf-8") == written


@pytest.mark.slow
def test_fields_of_the_log_are_those_of_the_original(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    others: Counter[str] = Counter()
    compared = cases("fstalign")
    for case in compared:
        log = logged(_words(case, tmp_path))
        gold = case["standard"]
        for name in ("numErrors", "numWordsInReference", "wer"):
            assert log["bestWER"][name] == gold["bestWER"][name]
        assert {*log} - {"unigrams", "bigrams"} == {*gold}
        others.update(name for name in gold if log[name] != gold[name])
    assert others == +Counter(TIES) or len(compared) < 85


def _words(case: dict[str, Any], folder: Path) -> list[str]:
    """The options of a case, whose files are written."""
    words = ["--syn", "rules.txt", *case.get("flags", ())]
    (folder / "rules.txt").write_text("".join(f"{rule}\n" for rule in case["synonyms"]))
    for side in ("ref", "hyp"):
        name = f"{side}.nlp" if f"{side}_rows" in case else f"{side}.txt"
        rows = ["|".join(map(str, row)) for row in case.get(f"{side}_rows", ())]
        text = "\n".join([NLP.splitlines()[0], *rows]) if rows else case[side]
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
        words += [f"--{side}", name]
    for option, key in (("--ref-json", "norm"), ("--wer-sidecar", "sidecar")):
        if key in case:
            (folder / f"{key}.json").write_text(json.dumps(case[key]))
            words += [option, f"{key}.json"]
    window = case["standard"].get("speakerSwitchWER", {}).get("meta", {}).get("windowSize")
    return words if window is None else [*words, "--speaker-switch-context", str(window)]
