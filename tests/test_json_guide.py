"""The guide to JSON lists every field that comes out, and no other."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorelite.scoring.segments.measures import NAMES as SEGMENT_MEASURES
from tests.conftest import ROOT, Run
from tests.peers import peer

GUIDE = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs" / "reference" / "results.schema.json").read_text(encoding="utf-8"))
# Objects whose names are those of speakers, columns, values and the like.
NAMED = {
    *("analyses", "apart", "columns", "groups", "kinds", "lagging", "mapping", "risk", "values", "classes"),
    "verdicts",
}
SIDES = {"ref", "hyp"}
RTTM = "SPEAKER f 1 0 10 <NA> <NA> ann <NA> <NA>\nSPEAKER f 1 10 10 <NA> <NA> ben <NA> <NA>\n"
STM = "{0} 1 ann 0 4 good day to you\n{0} 1 ben 4 8 how are you\n"
MANIFEST = '{"audio_filepath": "a.wav", "duration": 1, "text": "good, day", "pred_text": "good way", "time": 0.1}\n'
KWS = ("--ecf", "ecf.xml", "--rttm", "ref.rttm", "--kwlist", "kwlist.xml", "--kwslist", "kwslist.xml")
ANALYSES = (
    *(
        "--with",
        "classes=marks.jsonl,slices=speaker,confidence,failures=dropout:1,punctuation,writing,diacritics,rules",
    ),
    *(
        "--with",
        "nbest=beams.tsv,mdd=phones.jsonl",
        "--equivalents",
        "rules.txt",
        "--measures",
        "measures.csv",
        "--references",
        "other.stm",
        "--explain",
        "11.8",
    ),
)
COMMANDS = [
    ("score", ("score", "data.csv", "--utterances", "--by", "accent", "--normalise", "basic", "--interval")),
    ("score", ("score", "data.csv", "-c", "--utterances", "--by", "accent", "--normalise", "basic")),
    ("Analyses", ("score", "data.csv", "--with", "punctuation")),
    ("score", ("score", "demo/ref.stm", "demo/hyp.ctm", "--utterances", "--entities", "names.json")),
    ("score", ("score", "demo/hyp.ctm", "demo/hyp.ctm", "--utterances")),
    ("score", ("score", "refs", "hyps", "--like", "kaldi")),
    ("segments", ("segments", "r.rttm", "h.rttm", "--explain", "50")),
    ("compare", ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "demo/ref.trn", "--explain", "11.8,0")),
    ("score", ("score", "demo/ref.trn", "demo/hyp.trn", "--verdicts", "judged.jsonl")),
    ("Analyses", ("score", "demo/ref.stm", "demo/hyp.ctm", *ANALYSES)),
    ("Analyses", ("score", "demo/hyp.ctm", "demo/hyp.ctm", "--with", "times,failures=dropout:1")),
    ("latency", ("latency", "talk.jsonl", "--ref", "talk.ctm")),
    ("audit", ("audit", "demo/ref.trn", "demo/hyp.trn", "new.trn")),
    ("compare", ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "demo/ref.trn", "--max-wer-increase", "1")),
    ("compare", ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "new.trn", "--with", "failures,writing")),
    ("compare", ("compare", "--ref", "said.trn", "heard.trn", "said.trn", "--plan", "5")),
    ("compare", ("compare", "demo/hyp.trn", "new.trn", "--judge", "9")),
    ("compare", ("compare", "other.stm", "told.stm", "--judge", "9")),
    ("compare", ("compare", "said.trn", "heard.trn", "--verdicts", "heard.jsonl")),
    ("compare", ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "new.trn", "-c", "--normalise", "casefold")),
    ("compare", ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "new.trn", "demo/ref.trn", "-c")),
    (
        "compare",
        ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "new.trn", "demo/ref.trn", "--normalise", "basic"),
    ),
    ("Tables of models", ("score", "models", "--normalise", "basic", "--interval")),
    ("Tables of models", ("score", "models", "-c")),
    ("Tables of models", ("compare", "old.json", "old.json")),
    ("check", ("check", "demo/ref.trn")),
    *(("segments", ("segments", "r.rttm", "h.rttm", "--measure", measure)) for measure in SEGMENT_MEASURES),
    ("meetings", ("meetings", "s.stm", "h.stm", "--interval", "100", "--normalise", "basic")),
    ("meetings", ("meetings", "s.stm", "h.stm", "-c", "--normalise", "basic")),
    ("meetings", ("meetings", "s.stm", "h.stm", "--sources")),
    ("meetings", ("meetings", "s.stm", "h.stm", "--sources", "--uem", "start.uem")),
    ("meetings", ("meetings", "s.stm", "h.stm", "--uem", "start.uem")),
    ("kws", ("kws", *KWS)),
    ("kws", ("kws", "wake.csv", "--threshold", "0.5")),
]
GATE = "compare --ref demo/ref.trn demo/hyp.trn new.trn --max-wer-increase 0.5 --verdict json=verdict.json"


def listed(section: str) -> set[str]:
    """The fields in the lists of a section."""
    (text,) = re.findall(rf"^## {section}\n(.*?)(?=^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    cells = re.findall(r"^- (`.*?): ", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def fields(value: Any, name: str = "") -> Iterator[str]:
    """The names of fields on all levels; those that users choose are left out."""
    if isinstance(value, list):
        for item in value:
            yield from fields(item, name)
    elif isinstance(value, dict) and name != "metadata":
        for key, inner in value.items():
            chosen = name in NAMED or (name == "length" and key not in SIDES)
            if not chosen:
                yield key
            yield from fields(inner, "length" if name == "lengths" else "" if chosen else key)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "resources" / "demo", tmp_path / "demo")
    shutil.copytree(ROOT / "resources" / "demo_kws", tmp_path, dirs_exist_ok=True)
    (tmp_path / "data.csv").write_text("id,reference,prediction,accent\n1,a b.,a c?,uk\n2,d e,d e,us\n3,f,g,us\n")
    verdict = {
        "id": "anna-002",
        "begin": 7,
        "end": 8,
        "ref": "night",
        "alt": "day",
        "verdict": "unclear",
        "judge": "ann",
    }
    (tmp_path / "judged.jsonl").write_text(json.dumps(verdict))
    (tmp_path / "marks.jsonl").write_text('{"class": "article", "phrases": ["the", "a"]}\n')
    (tmp_path / "rules.txt").write_text("that is | that's\n")
    (tmp_path / "measures.csv").write_text("id,semdist\nanna-000,0.1\nben-001,0.4\n")
    (tmp_path / "beams.tsv").write_text("a good day\t-1\ngood day\t-2.5\n" * 20)
    for name, text in (("said", "good day"), ("heard", "good")):
        lines = [f"{text if speaker < 's4' else 'good day'} ({speaker}-1)\n" for speaker in map("s{}".format, range(8))]
        (tmp_path / f"{name}.trn").write_text("".join(lines))
    ids = [f"{name}-{number:03}" for name in ("anna", "ben", "chloe", "dan") for number in range(20)]
    (tmp_path / "phones.jsonl").write_text("".join(json.dumps({"id": name, "text": "a"}) + "\n" for name in ids))
    (tmp_path / "talk.jsonl").write_text('{"at": 1, "text": "good"}\n{"at": 2, "text": "a day", "final": true}\n')
    (tmp_path / "wake.csv").write_text("id,score,label,seconds\na,0.9,1,1.5\nb,0.2,0,3600\n")
    (tmp_path / "talk.ctm").write_text("talk 1 0.1 0.4 a\ntalk 1 0.5 0.4 day\n")
    shutil.copy(tmp_path / "demo" / "ref.stm", tmp_path / "other.stm")
    (tmp_path / "told.stm").write_text((tmp_path / "other.stm").read_text().replace("the", "a"))
    heard = {"begin": 1, "end": 2, "a": "day", "b": "", "verdict": "A right"}
    (tmp_path / "heard.jsonl").write_text("".join(json.dumps({"id": f"s{n}-1", **heard}) + "\n" for n in range(4)))
    (tmp_path / "names.json").write_text('{"train": 2}')
    (tmp_path / "new.trn").write_text((tmp_path / "demo" / "hyp.trn").read_text().replace("night", "nightly"))
    for side, text in (("refs", "good day\n"), ("hyps", "good way\n")):
        (tmp_path / side).mkdir()
        for name in ("mon.txt", "tue.txt"):
            (tmp_path / side / name).write_text(text)
    (tmp_path / "models").mkdir()
    for model in ("m1", "m2"):
        (tmp_path / "models" / f"MODEL_{model}_DATASET_d1.jsonl").write_text(
            MANIFEST + MANIFEST.replace("a.wav", "b.wav")
        )
    counts = dict.fromkeys(("correct", "substitutions", "deletions", "insertions"), 1)
    models = [{"model": "m1", "datasets": [{"dataset": "d1", "wer": 1.0, "counts": counts}]}]
    table = {"settings": {"unit": "word"}, "models": models}
    (tmp_path / "old.json").write_text(json.dumps(table))
    (tmp_path / "r.rttm").write_text(RTTM)
    (tmp_path / "h.rttm").write_text(RTTM.replace(" 0 10 ", " 0 11 ").replace("ben", "ann"))
    (tmp_path / "s.stm").write_text(STM.format("m1") + STM.format("m2"))
    (tmp_path / "h.stm").write_text((STM.format("m1") + STM.format("m2")).replace("are", "were"))
    (tmp_path / "start.uem").write_text("m1 1 0 5\nm2 1 0 5\n")
    return tmp_path


def document_of(command: tuple[str, ...], scorelite: Run) -> dict[str, Any]:
    done = scorelite(*command, "--json")
    assert done.returncode in (0, 1), done.stderr
    document: dict[str, Any] = json.loads(done.stdout, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert document["schema"] == 1
    return document


@pytest.mark.slow
@pytest.mark.usefixtures("files")
def test_every_field_that_is_listed_comes_out(scorelite: Run) -> None:
    documents = [document_of(command, scorelite) for _, command in COMMANDS]
    actual = {field for document in documents for field in fields(document)} | listed("Verdicts")
    sections = re.findall(r"^## (.*)$", GUIDE, re.MULTILINE)
    assert sorted({field for section in sections for field in listed(section)} - actual) == []


def described(part: Any) -> Iterator[str]:
    """The names of fields that a part of the schema describes."""
    if isinstance(part, list):
        for item in part:
            yield from described(item)
    elif isinstance(part, dict):
        properties = part.get("properties", {})
        yield from properties
        yield from described(
            [*properties.values(), *(part[key] for key in part if key not in ("properties", "required"))]
        )


def test_the_schema_describes_fields_of_the_guide() -> None:
    names = {*described(SCHEMA["$defs"])}
    sections = re.findall(r"^## (.*)$", GUIDE, re.MULTILINE)
    assert sorted(names - {field for section in sections for field in listed(section)}) == []
    assert listed("Counts") | listed("Every document") | listed("score") - NAMED - {"rule"} <= names


def part_of(section: str, command: tuple[str, ...]) -> str:
    """The part of the schema that describes what a command writes."""
    if section == "Tables of models":
        return "cells" if command[0] == "compare" else "models"
    if section == "Analyses":
        return "score"
    if "wake.csv" in command:
        return "wake_words"
    if "--judge" in command:
        return "sample"
    if section == "compare" and "--verdicts" in command:
        return "judged"
    if "--sources" in command:
        return "sources"
    if section == "compare" and "new.trn" in command and "demo/ref.trn" in command[4:]:
        return "ranking"
    return section


def check(document: dict[str, Any], name: str) -> None:
    """Validates a document by its part of the schema, which must not take just anything."""
    validators = peer("jsonschema").Draft202012Validator
    part = validators({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
    assert [f"{error.json_path}: {error.message}" for error in part.iter_errors(document)] == []
    assert validators(SCHEMA).is_valid(document)
    required = {*document} & {
        "total",
        "wer",
        "cer",
        "verdict",
        "systems",
        "models",
        "cells",
        "atwv",
        "wake_words",
        "command",
        "stability",
    }
    required |= {"files"} if name == "check" else set()
    assert required
    for name in sorted(required):
        assert not part.is_valid({**document, name: "many"})
        assert not part.is_valid({key: value for key, value in document.items() if key != name})


def test_the_schema_is_a_schema() -> None:
    peer("jsonschema").Draft202012Validator.check_schema(SCHEMA)


def test_the_fields_of_a_verdict_are_those_that_are_listed(files: Path, scorelite: Run) -> None:
    assert scorelite(*GATE.split()).returncode == 1
    assert {*fields(json.loads((files / "verdict.json").read_bytes()))} == listed("Verdicts")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "command",
    [
        ("score", "data.csv", "-c", "--utterances", "--by", "accent", "--normalise", "basic"),
        ("score", "refs", "hyps", "-c"),
        ("score", "demo/ref.trn", "demo/hyp.trn", "-c", "--verdicts", "judged.jsonl"),
        ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "new.trn", "-c"),
        ("compare", "--ref", "demo/ref.trn", "demo/hyp.trn", "new.trn", "demo/ref.trn", "-c"),
        ("score", "models", "-c", "--normalise", "basic"),
        ("meetings", "s.stm", "h.stm", "-c"),
    ],
)
def test_the_rate_of_characters_is_nowhere_called_a_rate_of_words(
    command: tuple[str, ...], files: Path, scorelite: Run
) -> None:
    named = {*fields(document_of(command, scorelite))}
    assert "cer" in named
    assert [name for name in named if name in ("wer", "mean_utterance_wer", "median_utterance_wer")] == []
    if "meetings" not in command and "models" not in command:
        scorelite(*command, "--csv", "table.csv")
        assert "cer" in (files / "table.csv").read_text().partition("\n")[0].split(",")


@pytest.mark.usefixtures("files")
def test_a_comparison_of_diarisation_has_a_der(scorelite: Run) -> None:
    for side in ("r", "h"):
        scorelite("segments", "r.rttm", f"{side}.rttm", "--json", "--output", f"{side}.json")
    document = document_of(("compare", "r.json", "h.json"), scorelite)
    assert document["b"]["der"] > document["a"]["der"] == 0
    check(document, "compare")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("section", "command"), COMMANDS)
def test_what_comes_out_is_listed_and_valid_by_the_schema(
    section: str, command: tuple[str, ...], scorelite: Run
) -> None:
    document = document_of(command, scorelite)
    known = listed("Counts") | listed("Every document") | listed("score") | listed(section)
    known |= listed("Analyses") if "--explain" in command else set()
    assert sorted({*fields(document)} - known) == []
    check(document, part_of(section, command))


def test_a_verdict_is_valid_by_the_schema(files: Path, scorelite: Run) -> None:
    assert scorelite(*GATE.split()).returncode == 1
    check(json.loads((files / "verdict.json").read_bytes()), "verdict")
