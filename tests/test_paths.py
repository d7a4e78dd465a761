"""One job by every way to score it: the command line, files, bytes, memory, halves and the service give one answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from scorelite import scoring
from scorelite.scoring.cli.main import main

pytest.importorskip("numpy")

from scorelite.scoring import kws, meetings
from scorelite.scoring.service.limits import Limits
from scorelite.scoring.service.methods import kws as kws_method
from scorelite.scoring.service.methods import score as score_method
from scorelite.scoring.service.methods import segments as segments_method
from scorelite.scoring.service.parameters import checked

TEXTS = [
    ("anna-1", "the { cat / dog / @ } sat", "the sat"),
    ("anna-2", "", "uh"),
    ("zoë-1", "(uh) Élan white paper 25", "élan whitepaper twenty five"),
    ("ben-1", "co-op don't frag- 日本 語", "coop don’t fragment 日本語"),
    ("ben-2", "A a A", "a b c d"),
]
PLAIN = [(name, ref.replace("{ cat / dog / @ }", "cat"), hyp) for name, ref, hyp in TEXTS]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("", {}),
    ("-s", {"case_sensitive": True}),
    ("-c --keep-ascii", {"unit": "character", "keep_ascii": True}),
    ("-D -F", {"optional_words": True, "fragments": True}),
    ("--policy kaldi_wer", {"policy": "kaldi_wer"}),
    ("--normalise basic", {"normalise": "basic"}),
    ("--normalise whisper-en --missing delete", {"normalise": "whisper-en", "missing": "delete"}),
]
LINES = {
    "trn": "{text} ({name})\n",
    "kaldi": "{name} {text}\n",
    "tsv": "{name}\t{text}\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has a folder of its own."""
    monkeypatch.chdir(tmp_path)


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """Everything but the names of files; of notices their names, because advice names options or keywords."""
    told = [notice["name"] if isinstance(notice, dict) else notice for notice in document["notices"]]
    left_out = ("ref", "hyp", "notices", "subsets")
    values = {name: value for name, value in document.items() if name not in left_out}
    return json.loads(json.dumps({**values, "notices": told}))  # type: ignore[no-any-return]


def commanded(*arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json", "-o", "found.json"]) == 0
    return plain(json.loads(Path("found.json").read_text()))


def served(method: Any, **arguments: Any) -> dict[str, Any]:
    return plain(method.METHOD.run(checked(method.METHOD.parameters, arguments), Limits()))


def held(path: str) -> dict[str, str]:
    return {"text": Path(path).read_text(), "name": path}


def written(suffix: str, rows: Sequence[tuple[str, str, str]], name: str = "") -> tuple[str, str]:
    """Writes both sides, the hypotheses in another order."""
    paths = f"ref{name}.{suffix}", f"hyp{name}.{suffix}"
    for path, column, order in zip(paths, (1, 2), (rows, rows[::-1]), strict=True):
        head = "id\ttext\n" if suffix == "tsv" else ""
        lines = (LINES[suffix].format(name=row[0], text=row[column]) for row in order)
        Path(path).write_text(head + "".join(lines))
    return paths


# All options with one format, and two of them with each other one.
FORMATS = [("trn", *each) for each in OPTIONS] + [(name, *each) for name in ("kaldi", "tsv") for each in OPTIONS[4:6]]


@pytest.mark.parametrize(("suffix", "options", "keywords"), FORMATS)
def test_words(suffix: str, options: str, keywords: dict[str, Any]) -> None:
    rows = TEXTS if suffix == "trn" else PLAIN
    paths = written(suffix, rows)
    names: dict[str, Any] = {"ref_format": suffix, "hyp_format": suffix}
    options_given = ["--ref-format", suffix, "--hyp-format", suffix, *options.split()]
    files = scoring.score_files(*paths, **names, **keywords)
    expected = plain(files.to_dict())
    assert commanded("score", *paths, *options_given) == expected
    assert (
        plain(scoring.score_files(*(Path(path).read_bytes() for path in paths), **names, **keywords).to_dict())
        == expected
    )
    sides = ({row[0]: row[column] for row in rows} for column in (1, 2))
    in_memory = plain(scoring.score(*sides, markup=suffix == "trn", **keywords).to_dict())
    assert in_memory.pop("signature") in expected["signature"]
    assert in_memory.items() <= expected.items()
    sides_of = {side: held(path) for side, path in zip(("ref", "hyp"), paths, strict=True)}
    assert served(score_method, **sides_of, utterances=False, **names, **keywords) == expected
    # Pieces and sums do not know what normalisation changed, and look for no causes.
    sums = {name: value for name, value in expected.items() if name not in ("rules", "without_normalisation")}
    causes = {cause.name for cause in files.causes()}
    sums["notices"] = [name for name in expected["notices"] if name not in causes]
    assert commanded("score", *paths, *options_given, "--stream") == sums
    halves = [written(suffix, part, str(number)) for number, part in enumerate((rows[:2], rows[2:]))]
    added = sum(scoring.score_files(*half, **names, **keywords) for half in halves)
    assert isinstance(added, scoring.Result)
    assert added.utterances == files.ordered().utterances
    assert {**plain(added.to_dict()), "notices": sums["notices"]} == sums


@pytest.mark.parametrize(
    ("options", "keywords"),
    [
        ("--measure classes --merge 0.1", {"measure": "classes", "merge": 0.1}),
        ("--measure events --every-overlap", {"measure": "events", "every_overlap": True}),
        ("--measure diarisation --collar 0.25", {"measure": "diarisation", "collar": 0.25}),
        ("--measure sound-segments", {"measure": "sound-segments"}),
        ("--measure sound-events --onset-only", {"measure": "sound-events", "offset": False}),
        ("--measure boundaries", {"measure": "boundaries"}),
        ("--measure clusters", {"measure": "clusters"}),
    ],
)
def test_segments(options: str, keywords: dict[str, Any]) -> None:
    refs = {"one": [("a", 0.0, 2.0), ("b", 2.0, 5.0), ("a", 4.5, 6.0)], "two": [("b", 1.0, 3.0)]}
    hyps = {"one": [("a", 0.25, 2.0), ("a", 2.0, 4.0), ("c", 4.0, 6.0)], "two": [("b", 1.5, 3.0)]}
    row = "SPEAKER {} 1 {} {} <NA> <NA> {} <NA> <NA>\n"
    paths = []
    for only in ((), ("one",), ("two",)):
        for side, sessions in (("ref", refs), ("hyp", hyps)):
            paths.append(f"{side}{len(paths)}.rttm")
            rows = ((name, *turn) for name in only or sessions for turn in sessions[name])
            Path(paths[-1]).write_text("".join(row.format(name, a, b - a, value) for name, value, a, b in rows))
    expected = plain(scoring.score_segment_files(*paths[:2], **keywords).to_dict())
    assert commanded("segments", *paths[:2], *options.split()) == expected
    assert plain(scoring.score_segments(refs, hyps, **keywords).to_dict()) == expected
    assert served(segments_method, ref=held(paths[0]), hyp=held(paths[1]), **keywords) == expected
    halves = [scoring.score_segment_files(*paths[at : at + 2], **keywords) for at in (2, 4)]
    assert plain((halves[1] + halves[0]).to_dict()) == expected


@pytest.mark.parametrize("convention", ["scorelite", "kwseval"])
@pytest.mark.parametrize("setting", ["cost", "gap", "pooled", "include_empty"])
def test_keywords(convention: str, setting: str, capsys: pytest.CaptureFixture[str]) -> None:
    value: Any = {"cost": 0.5, "gap": 0.1}.get(setting, True)
    said = {name: [("good", 1.0, 1.5), ("day", 1.75, 2.0), ("good", 8.0, 8.5)] for name in ("one", "two")}
    actual = {"one": [("good", 1.0, 1.5, 0.9), ("day", 5.0, 5.5, 0.4)], "two": [("day", 1.75, 2.0, 0.7)]}
    files = {"ecf": "e.uem", "rttm": "r.ctm", "kwlist": "k.txt", "kwslist": "s.ctm"}
    Path("k.txt").write_text("good\nday\ngood day\nrare\n")
    Path("e.uem").write_text("".join(f"{name} 1 0 60\n" for name in said))
    for path, sides in (("r.ctm", said), ("s.ctm", actual)):
        rows = ((name, value, a, b - a, *score) for name, side in sides.items() for value, a, b, *score in side)
        Path(path).write_text("".join(f"{n} 1 {a} {b} {v} {' '.join(map(str, s))}\n" for n, v, a, b, *s in rows))
    keywords = {setting: value, "convention": kws.CONVENTIONS[convention]}
    expected = plain(kws.score_files(*files.values(), **keywords).result.to_dict(keywords=True))
    options = [f"--{setting.replace('_', '-')}", *([] if value is True else [str(value)])]
    options += ["--strict-f4de"] if convention == "kwseval" else []
    assert (
        main(
            [
                "kws",
                *(word for name, path in files.items() for word in (f"--{name}", path)),
                *options,
                "--json",
                "--keywords",
            ]
        )
        == 0
    )
    assert plain(json.loads(capsys.readouterr().out)) == expected
    terms = Path("k.txt").read_text().splitlines()
    for searched in (60.0, [(0, 60)]):
        in_memory = kws.evaluate(said, actual, terms, dict.fromkeys(said, searched), **keywords)
        assert plain(in_memory.to_dict(keywords=True)) == expected
    files_sent = {name: held(path) for name, path in files.items()}
    assert served(kws_method, **files_sent, keywords=True, **{setting: value}, convention=convention) == expected
    halves = [
        kws.evaluate({name: said[name]}, {name: actual[name]}, terms, {name: 60.0}, **keywords)
        for name in ("two", "one")
    ]
    assert plain((halves[0] + halves[1]).to_dict(keywords=True)) == expected


@pytest.mark.parametrize("measure", ["cp", "tcp", "orc", "tcorc", "mimo", "di-cp", "greedy-orc"])
def test_meetings(measure: str) -> None:
    refs = {"one": [("anna", "good day to you", 0.0, 2.0), ("ben", "hi", 1.5, 2.5)], "two": [("zoë", "well", 0.0, 1.0)]}
    hyps = {"one": [("x", "good day", 0.0, 1.0), ("y", "to you hi", 1.0, 2.5)], "two": [("x", "wall", 0.0, 1.0)]}
    collar: dict[str, Any] = {"collar": 5} if measure.startswith("t") else {}
    for path, sessions in (("ref.stm", refs), ("hyp.stm", hyps)):
        rows = ((name, *row) for name, side in sessions.items() for row in side)
        Path(path).write_text("".join(f"{name} 1 {who} {a} {b} {text}\n" for name, who, text, a, b in rows))
    expected = plain(meetings.score_files("ref.stm", "hyp.stm", measure=measure, **collar).to_dict())
    options = ["--collar", "5"] if collar else []
    assert commanded("meetings", "ref.stm", "hyp.stm", "--measure", measure, *options) == expected
    assert plain(meetings.score(refs, hyps, measure=measure, **collar).to_dict()) == expected
    halves = [
        meetings.score({name: refs[name]}, {name: hyps[name]}, measure=measure, **collar) for name in ("two", "one")
    ]
    assert plain((halves[0] + halves[1]).to_dict()) == expected
