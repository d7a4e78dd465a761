"""Places where systems agree, but not with the reference, and verdicts: counted by hand, by laws, and in a browser."""

from __future__ import annotations

import json
import os
import pickle
import random
import re
import subprocess
import sys
import wave
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite
from scorelite.analysis import audit
from scorelite.formats.errors import short
from scorelite.scoring.analysis.audit import Site
from scorelite.scoring.analysis.steps import Steps
from scorelite.scoring.words.verdicts import KINDS, corrected, read_verdicts
from tests.analysis.calls import counted, elements, of_the_core
from tests.conftest import PATIENCE, Run

WORDS = st.lists(st.sampled_from("abcd"), max_size=6)
TEXTS = st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=5)
TRN = "the Grey cat sat down (u-1)\na dog ran (u-2)\n"
FIRST = "the gray cat sat (u-1)\na dog and ran (u-2)\n"
OTHER = "the gray cat sat (u-1)\na dog and ran off (u-2)\n"


def places(*systems: str, ref: str = TRN) -> list[tuple[str, int, int, str, str, int]]:
    results = [scorelite.score_files(ref.encode(), system.encode()) for system in systems]
    return [
        (site.id, site.begin, site.end, site.ref, site.alt, len(site.systems))
        for site in results[0].audit(*results[1:]).rows
    ]


def test_places_are_those_at_which_systems_have_the_same_words() -> None:
    assert sorted(places(FIRST, OTHER)) == [
        ("u-1", 1, 2, "Grey", "gray", 2),
        ("u-1", 4, 5, "down", "", 2),
        ("u-2", 2, 2, "", "and", 2),
    ]


def test_systems_may_have_their_texts_in_any_order() -> None:
    turned = "".join(reversed(TRN.splitlines(keepends=True)))
    results = [scorelite.score_files(ref.encode(), side.encode()) for ref, side in ((TRN, FIRST), (turned, OTHER))]
    sites = {
        (site.id, site.begin, site.ref, site.alt, site.left, site.right) for site in results[0].audit(results[1]).rows
    }
    alike = [scorelite.score_files(TRN.encode(), side.encode()) for side in (FIRST, OTHER)]
    assert sites == {
        (site.id, site.begin, site.ref, site.alt, site.left, site.right) for site in alike[0].audit(alike[1]).rows
    }


def test_neighbouring_words_are_one_place_for_the_same_systems_alone() -> None:
    ref = "a b c d (u-1)\n"
    assert places("a x y d (u-1)\n", "a x y d (u-1)\n", ref=ref) == [("u-1", 1, 3, "b c", "x y", 2)]
    apart = places("a x y d (u-1)\n", "a x y d (u-1)\n", "a x c d (u-1)\n", ref=ref)
    assert sorted(apart) == [("u-1", 1, 2, "b", "x", 3), ("u-1", 2, 3, "c", "y", 2)]


def test_systems_may_take_different_branches_of_one_alternation() -> None:
    ref = "a { grey / gray } cat sat (u-1)\nthe { dog / old dog } ran (u-2)\n"
    first, other = "a grey cat sad (u-1)\nthe dog rang (u-2)\n", "a gray cat sad (u-1)\nthe old dog rang (u-2)\n"
    results = [scorelite.score_files(ref.encode(), side.encode()) for side in (first, other)]
    sites = results[0].audit(results[1])
    assert [(site.id, site.begin, site.ref, site.alt) for site in sites.rows] == [("u-1", 3, "sat", "sad")]
    assert sites.to_dict()["left_out"] == 1
    assert "1 utterance left out: systems chose alternations of different lengths" in str(sites)
    elsewhere = scorelite.score_files(ref.replace("cat", "cow").encode(), other.encode())
    with pytest.raises(scorelite.MismatchError, match="the systems were scored with different references"):
        results[0].audit(elsewhere)


def test_the_systems_of_a_place_are_a_list_in_json() -> None:
    results = [scorelite.score_files(TRN.encode(), system.encode()) for system in (FIRST, OTHER)]
    sites = results[0].audit(*results[1:])
    assert [row["systems"] for row in sites.to_dict()["rows"]] == [list(site.systems) for site in sites.rows]
    assert [sites.to_dict()["rows"][0][name] for name in ("session", "speaker", "start")] == [None, None, None]


@given(*[st.lists(st.text("ab", min_size=1, max_size=25), max_size=5).map(" ".join)] * 3, st.integers(30, 60))
def test_the_context_of_a_place_is_cut_beside_its_brackets(left: str, ref: str, right: str, width: int) -> None:
    site = Site("u", 0, 1, ref, "x", (), (), 1.0, left, right)
    shown = site.in_context(width)
    before, bracket, rest = shown.partition("[")
    word, end, behind = rest.partition("]")
    assert bracket + end == "[]"
    assert word == short(ref, width - 2)
    assert len(shown) <= width
    assert left.endswith(before.removeprefix("...").strip())
    assert right.startswith(behind.removesuffix("...").strip())
    assert shown == f"{left} [{ref}] {right}".strip() or len(f"{left} [{ref}] {right}") > width


@pytest.mark.slow
def test_json_and_arrow_have_the_segment_and_the_other_systems_of_a_place(files: Path, scorelite: Run) -> None:
    (files / "r.stm").write_text("t A ann 0 2 good day\nt A ann 2 4 to you\n")
    for name, last in (("x.ctm", "all"), ("y.ctm", "all"), ("z.ctm", "them")):
        words = zip((0, 1, 2, 3), ("good", "day", "to", last), strict=True)
        (files / name).write_text("".join(f"t A {start} 0.5 {word}\n" for start, word in words))
    done = scorelite("audit", "r.stm", "x.ctm", "y.ctm", "z.ctm", "--json", "--spans", "s.jsonl")
    (row,) = json.loads(done.stdout)["rows"]
    span = json.loads((files / "s.jsonl").read_text())
    assert span == row
    assert (row["others"], row["speaker"], row["start"]) == (["z.ctm: them"], "ann", 2.0)


def test_a_system_that_has_the_reference_speaks_for_it() -> None:
    refs = {f"u{place}": f"good day number {place} to you" for place in range(50)}
    wrong = {**refs, "u7": "good day number 8 to you"}
    alone = audit([scorelite.score(refs, wrong), scorelite.score(refs, wrong)]).rows[0]
    doubted = audit([scorelite.score(refs, side) for side in (wrong, wrong, refs, refs)]).rows[0]
    assert alone.bits > 10 > doubted.bits
    assert doubted.others == ("C: 7", "D: 7")


@pytest.mark.parametrize(
    ("ref", "said", "keywords"),
    [
        ("we (uh) saw it", "we saw it", {"optional_words": True}),
        ("we (uh) saw it", "we uh saw it", {"optional_words": True}),
        ("we th- saw it", "we the saw it", {"fragments": True}),
        ("we { an / the } saw it", "we the saw it", {"markup": True}),
    ],
)
def test_a_system_that_is_right_with_other_words_has_these_and_speaks_for_the_reference(
    ref: str, said: str, keywords: Any
) -> None:
    texts = {"A": "we a saw it", "B": "we a saw it", "C": said}
    results = [scorelite.score([ref], [text], **keywords) for text in texts.values()]
    (site,) = audit(results).rows
    (alone,) = audit(results[:2]).rows
    assert (site.alt, site.systems) == ("a", ("A", "B"))
    assert site.others == (f"C: {said.removeprefix('we').removesuffix('saw it').strip()}",)
    assert site.bits < alone.bits


def test_the_bits_of_a_place_do_not_depend_on_the_order_of_systems_with_other_readings() -> None:
    refs = {"u": "we saw { a / the old } cat", "v": "we saw { an / the } dog", "w": "the the the"}
    said = {"u": "we saw a cat", "v": "we saw york dog", "w": "the the the"}
    texts = [said, {**said, "w": "york the the"}, {**said, "v": "we saw the dog"}]
    results = [scorelite.score(refs, each, markup=True) for each in texts]
    first, other = (audit(order).rows for order in (results, results[::-1]))
    assert [site.bits for site in first] == [pytest.approx(site.bits) for site in other]


@pytest.mark.parametrize(
    ("heard", "alt"),
    [
        (["the GRAY cat", "the gray, cat", "the gray, cat"], "gray,"),
        (["the gray cat", "the Gray cat"], "Gray"),
        (["the gray cat", "the Gray cat", "the green cat"], "Gray"),
        (["the thing gray cat", "the Thing Gray cat", "the so gray cat", "the So gray cat"], "Thing Gray"),
    ],
)
def test_the_words_of_a_place_do_not_depend_on_the_order_of_systems(heard: list[str], alt: str) -> None:
    options: Any = {"normalise": "basic"}
    for order in permutations(range(len(heard))):
        results = [scorelite.score(["the grey-green cat"], [heard[number]], **options) for number in order]
        (site,) = results[0].audit(*results[1:], names=[str(number) for number in order]).rows
        assert site.alt == alt


def test_optional_words_of_a_system_are_no_part_of_what_it_says_for_the_word_behind_them() -> None:
    results = [scorelite.score(["we saw it"], ["(uh) they saw it"], optional_words=True)] * 2
    assert [(site.begin, site.ref, site.alt) for site in audit(results, ["A", "B"]).rows] == [(0, "we", "they")]


def test_words_that_are_often_confused_weigh_little() -> None:
    refs = {f"u{place}": "the grey cat" for place in range(20)} | {"v": "the old dog"}
    often = {name: text.replace("grey", "gray").replace("old", "odd") for name, text in refs.items()}
    sites = {site.ref: site.bits for site in audit([scorelite.score(refs, often)] * 2, ["a", "b"]).rows}
    assert sites["old"] > sites["grey"] + 5


@given(TEXTS)
def test_places_are_sound(texts: Any) -> None:
    refs = [" ".join(ref) for ref, *_ in texts]
    results = [scorelite.score(refs, [" ".join(each[side]) for each in texts]) for side in (1, 2)]
    sites = audit(results).rows
    for site in sites:
        words = refs[int(site.id) - 1].split()
        assert words[site.begin : site.end] == site.ref.split()
        assert site.ref != site.alt
        assert " ".join(words[max(0, site.begin - 5) : site.begin]) == site.left
    assert [site.bits for site in sites] == sorted((site.bits for site in sites), reverse=True)
    if refs and results[0].counts == results[1].counts and texts[0][1] == texts[0][2] and len(texts) == 1:
        assert bool(sites) == bool(results[0].counts.errors)


def test_a_record_pickles_and_is_a_table() -> None:
    results = [scorelite.score_files(TRN.encode(), system.encode()) for system in (FIRST, OTHER)]
    found = audit(results)
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.to_dict()["places"] == 3
    assert "audit:A+B" in found.signature
    assert "3 places; the evidence is against" in str(found)


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([scorelite.score(["a"], ["b"])], "1 system; expected two or more"),
        ([scorelite.score(["a"], ["b"]), scorelite.score(["c"], ["b"])], "different references"),
        ([scorelite.score(["a"], ["b"], unit="character")] * 2, "places consist of words"),
    ],
)
def test_what_cannot_be_audited_is_refused(results: Any, message: str) -> None:
    with pytest.raises(scorelite.ScoreliteError, match=message):
        audit(results)


def test_audits_are_not_added_since_bits_depend_on_all_utterances() -> None:
    found = audit([scorelite.score_files(TRN.encode(), system.encode()) for system in (FIRST, OTHER)])
    assert sum([found]) == found
    with pytest.raises(scorelite.UsageError, match="audits cannot be added"):
        found + found


def test_an_utterance_of_one_system_alone_is_told_by_its_id() -> None:
    results = [scorelite.score_files(TRN.encode(), side, missing="skip") for side in (FIRST.encode(), b"a (u-1)\n")]
    with pytest.raises(scorelite.MismatchError, match=r"1 utterance \(u-2\) in only one of A and B"):
        results[0].audit(results[1])


REMOVED = "uh the the cat sat on a mat (u-1)\nuh so we go home now (u-2)\n"


def test_places_are_of_words_as_they_are_written() -> None:
    heard = "the a cat sat on a mat (u-1)\nso we all go home now (u-2)\n"
    results = [scorelite.score_files(REMOVED.encode(), heard.encode(), normalise="whisper-en") for _ in range(2)]
    sites = {site.id: (site.begin, site.end, site.ref, site.alt) for site in results[0].audit(results[1]).rows}
    assert sites == {"u-1": (2, 3, "the", "a"), "u-2": (3, 3, "", "all")}


def test_a_place_has_all_that_a_word_as_it_is_written_became() -> None:
    refs, heard = {"a": "I can't see twenty one"}, {"a": "I can now see 22"}
    results = [scorelite.score(refs, heard, normalise="whisper-en") for _ in range(2)]
    sites = sorted((site.begin, site.end, site.ref, site.alt) for site in results[0].audit(results[1]).rows)
    assert sites == [(1, 2, "can't", "can now"), (3, 5, "twenty one", "22")]
    read = {"equivalents": {"gonna": ["going to"]}}
    results = [scorelite.score({"a": "we are gonna go"}, {"a": "we are going too go"}, **read) for _ in range(2)]
    assert [(site.begin, site.ref, site.alt) for site in results[0].audit(results[1]).rows] == [
        (2, "gonna", "going too")
    ]


def test_systems_that_differ_in_the_rest_of_a_word_do_not_agree() -> None:
    heard = ["I can now", "I can now", "I did now"]
    results = [scorelite.score({"a": "I can't"}, {"a": text}, normalise="whisper-en") for text in heard]
    (site,) = results[0].audit(*results[1:]).rows
    assert (site.ref, site.alt, site.systems, site.others) == ("can't", "can now", ("A", "B"), ("C: did now",))


# --- verdicts


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("r.trn", TRN), ("a.trn", FIRST), ("b.trn", OTHER)):
        (tmp_path / name).write_text(text)
    return tmp_path


def verdict(begin: int, end: int, ref: str, alt: str, kind: str, name: str = "u-1", **more: Any) -> dict[str, Any]:
    return {"id": name, "begin": begin, "end": end, "ref": ref, "alt": alt, "verdict": kind, **more}


def write(folder: Path, *rows: dict[str, Any]) -> str:
    (folder / "v.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return "v.jsonl"


def judged_all(folder: Path, kind: str = KINDS[0]) -> None:
    """Gives one verdict on all places of s.jsonl."""
    lines = (folder / "s.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    write(folder, *({**json.loads(line), "verdict": kind} for line in lines))


def test_wrong_words_are_replaced_and_of_two_that_are_right_either_may_be_said(files: Path) -> None:
    path = write(
        files,
        verdict(1, 2, "grey", "gray", "both right", judge="ann"),
        verdict(4, 5, "down", "", "reference wrong", judge="bob"),
        verdict(2, 2, "", "and", "hypothesis wrong", "u-2"),
    )
    result = scorelite.score_files("r.trn", "a.trn", verdicts=path)
    assert (result.counts.errors, result.counts.reference) == (1, 7)
    assert result.ref_format == "trn"
    assert re.search(r"\|ref:trn\|hyp:trn\|verdicts:[0-9a-f]{8}:ann,bob$", result.signature)
    assert corrected(scorelite.read("r.trn"), read_verdicts(path)).texts()[0] == "the { Grey / gray } cat sat"


def test_verdicts_find_words_by_their_neighbours_after_a_normalisation(files: Path) -> None:
    path = write(files, verdict(0, 1, "sat", "sit", "reference wrong", left="cat", right="down"))
    assert corrected(scorelite.read("r.trn"), read_verdicts(path)).texts()[0] == "the Grey cat sit down"


def test_segments_with_times_are_found_by_their_begin(files: Path) -> None:
    (files / "r.stm").write_text("t A ann 0 2 good day\nt A ann 2 4 to you\n")
    path = write(files, verdict(1, 2, "you", "all", "reference wrong", "x", session="t", channel="A", start=2.0))
    assert list(corrected(scorelite.read("r.stm"), read_verdicts(path)).texts()) == ["good day", "to all"]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("kind", KINDS[:2])
@pytest.mark.parametrize("settings", [{}, {"normalise": "whisper-en"}, {"equivalents": {"gonna": ["going to"]}}])
@given(data=st.data())
def test_a_reference_corrected_by_what_all_systems_say_has_no_errors(
    settings: Any, kind: str, data: Any, tmp_path_factory: Any
) -> None:
    # whisper-en makes two numbers of `twenty (uh) twenty`, and one of `twenty twenty`.
    bracketed = [] if "normalise" in settings else ["(uh)"]
    words = ["uh", "can't", "gonna", "going", "to", "twenty", "it", *bracketed]
    texts = st.lists(st.sampled_from(words), max_size=6)
    said = data.draw(st.lists(texts, min_size=1, max_size=3)), data.draw(st.lists(texts, min_size=3, max_size=3))
    ref, hyp = ("".join(f"{' '.join(text)} (u-{n})\n" for n, text in enumerate(side)) for side in said)
    hyp = "".join(hyp.splitlines(keepends=True)[: len(said[0])])
    first = scorelite.score_files(ref.encode(), hyp.encode(), ref_format="trn", hyp_format="trn", **settings)
    sites = audit([first, first], ["a", "b"])
    folder = tmp_path_factory.mktemp("judged")
    if sites.rows:
        rows = [{**site.to_dict(), "verdict": kind} for site in sites.rows]
        path = folder / write(folder, *rows)
        files = {"ref_format": "trn", "hyp_format": "trn", "verdicts": path}
        assert scorelite.score_files(ref.encode(), hyp.encode(), **files, **settings).counts.errors == 0
    else:
        assert first.counts.errors == 0


def test_segments_with_one_begin_are_told_by_their_speakers(files: Path, scorelite: Run) -> None:
    (files / "r.stm").write_text("talk A ann 0 2 the cat sat\ntalk A bob 0 4 a cat dog ran\n")
    heard = zip((0.1, 0.4, 0.9, 2.1, 2.4, 2.6, 2.8), ("the", "cat", "sat", "a", "cow", "dog", "ran"), strict=True)
    rows = "".join(f"talk A {start} 0.2 {word}\n" for start, word in heard)
    for name in ("x.ctm", "y.ctm"):
        (files / name).write_text(rows)
    scorelite("audit", "r.stm", "x.ctm", "y.ctm", "--overlap", "earlier", "--spans", "s.jsonl")
    judged_all(files)
    told = scorelite("score", "r.stm", "x.ctm", "--overlap", "earlier", "--verdicts", "v.jsonl", "--json").stdout
    assert json.loads(told)["errors"] == 0
    path = write(files, verdict(1, 2, "cat", "cow", KINDS[0], "", session="talk", channel="A", start=0.0))
    job = scorelite("score", "r.stm", "x.ctm", "--overlap", "earlier", "--verdicts", path)
    assert b"2 utterances with the start 0.0; expected a verdict with the speaker of one" in job.stderr


@pytest.mark.parametrize("options", [(), ("--session", "zz"), ("--session", "t=zz")])
def test_recordings_are_found_under_their_new_names(options: tuple[str, ...], files: Path, scorelite: Run) -> None:
    (files / "r.stm").write_text("t A ann 0 2 good day\nt A ann 2 4 to you\n")
    for name in ("a.stm", "b.stm"):
        (files / name).write_text("t A ann 0 2 good may\nt A ann 2 4 to all\n")
    scorelite("audit", "r.stm", "a.stm", "b.stm", *options, "--spans", "s.jsonl")
    judged_all(files)
    told = scorelite("score", "r.stm", "a.stm", *options, "--verdicts", "v.jsonl", "--json").stdout
    assert json.loads(told)["errors"] == 0


def test_recordings_without_a_name_are_found(files: Path, scorelite: Run) -> None:
    for name, text in (("r.srt", "good day"), ("a.srt", "good may"), ("b.srt", "good may")):
        (files / name).write_text(f"1\n00:00:00,000 --> 00:00:02,000\n{text}\n")
    scorelite("audit", "r.srt", "a.srt", "b.srt", "--spans", "s.jsonl")
    judged_all(files)
    assert json.loads(scorelite("score", "r.srt", "a.srt", "--verdicts", "v.jsonl", "--json").stdout)["errors"] == 0


@pytest.mark.parametrize("kind", KINDS[:2])
def test_verdicts_on_folders_are_of_all_files(kind: str, files: Path, scorelite: Run) -> None:
    for folder, word in (("R", "sat"), ("H", "sit"), ("I", "sit")):
        (files / folder).mkdir()
        (files / folder / "x.txt").write_text(f"a cat {word}\n")
        (files / folder / "y.txt").write_text(f"a dog {word}\nit ran\n")
        (files / folder / "z.txt").write_text("no error\n")
    scorelite("audit", "R", "H", "I", "--spans", "s.jsonl")
    judged_all(files, kind)
    assert json.loads(scorelite("score", "R", "H", "--verdicts", "v.jsonl", "--json").stdout)["errors"] == 0
    path = write(files, verdict(0, 1, "a", "the", KINDS[0], "q"))
    assert b"no utterance q in R/x.txt, R/y.txt, R/z.txt" in scorelite("score", "R", "H", "--verdicts", path).stderr


def test_blanks_that_are_letters_to_the_aligner_are_letters_of_words(files: Path, scorelite: Run) -> None:
    for space in ("\u00a0", "\u2028", "\x85", "\u3000"):
        (files / "r.trn").write_text(f"x le 10{space}000 c (u-1)\n", encoding="utf-8")
        for name in ("a.trn", "b.trn"):
            (files / name).write_text(f"x la 10{space}001 c (u-1)\n", encoding="utf-8")
        scorelite("audit", "r.trn", "a.trn", "b.trn", "--spans", "s.jsonl")
        judged_all(files)
        assert json.loads(scorelite("score", "r.trn", "a.trn", "--verdicts", "v.jsonl", "--json").stdout)["errors"] == 0


def test_a_text_with_alternations_may_be_judged_again(files: Path) -> None:
    (files / "r.trn").write_text("a { grey / gray } cat sat (u-1)\n")
    path = write(files, verdict(1, 2, "grey", "griy", KINDS[1]), verdict(3, 4, "sat", "sit", KINDS[0]))
    assert list(corrected(scorelite.read("r.trn"), read_verdicts(path)).texts()) == ["a { grey / gray / griy } cat sit"]
    (files / "r.trn").write_text("a { going to / gonna } go (u-1)\n")
    path = write(files, verdict(2, 3, "to", "too", KINDS[0]))
    with pytest.raises(scorelite.FormatError, match="words 2 to 3 are part of an alternation"):
        corrected(scorelite.read("r.trn"), read_verdicts(path))


def test_marks_in_other_utterances_of_plain_text_do_no_harm(files: Path) -> None:
    row = '{"id": "u-2", "text": "mail me @ home {"}\n'
    (files / "r.jsonl").write_text('{"id": "u-1", "text": "the cat"}\n' + row)
    (files / "a.jsonl").write_text('{"id": "u-1", "text": "a cat"}\n' + row)
    path = write(files, verdict(0, 1, "the", "a", KINDS[1]))
    result = scorelite.score_files("r.jsonl", "a.jsonl", verdicts=path)
    assert (result.counts.errors, result.counts.reference) == (0, 7)
    path = write(files, verdict(0, 1, "the", "/", KINDS[1]))
    with pytest.raises(scorelite.FormatError, match=r"v.jsonl:1:1: sclite's grammar cannot hold the word '/'"):
        scorelite.score_files("r.jsonl", "a.jsonl", verdicts=path)
    (files / "r.trn").write_text("the cat { (u-1)\n")
    (files / "a.trn").write_text("a cat { (u-1)\n")
    path = write(files, verdict(0, 1, "the", "a", KINDS[1]))
    with pytest.raises(scorelite.FormatError, match="'both right', where marks are letters"):
        scorelite.score_files("r.trn", "a.trn", verdicts=path, markup=False)


def test_all_who_judged_are_named(files: Path) -> None:
    rows = [verdict(1, 2, "grey", "gray", KINDS[0], judge=name) for name in ("bob", "ann")]
    verdicts = read_verdicts(write(files, *rows))
    assert str(verdicts) == "1 verdict by ann, bob: 1 reference wrong"
    assert verdicts.label.endswith(":ann,bob")


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes under a name")
def test_verdicts_and_references_may_be_pipes(files: Path, scorelite: Run) -> None:
    path = write(files, verdict(1, 2, "grey", "gray", KINDS[0]))
    for command in (
        'score r.trn a.trn --verdicts "$1" --json',
        'score - a.trn --ref-format trn --verdicts "$1" --json <r.trn',
    ):
        os.mkfifo("pipe")
        shell = f"cat {path} >pipe & {sys.executable} -m scorelite {command.replace('$1', 'pipe')}"
        job = subprocess.run(["sh", "-c", shell], capture_output=True, check=False, timeout=PATIENCE)
        os.unlink("pipe")
        assert json.loads(job.stdout)["judged"]["before"]["errors"] == 3, job.stderr


def test_an_audit_reads_the_reference_once(files: Path, scorelite: Run) -> None:
    usual = scorelite("audit", "r.trn", "a.trn", "b.trn", "--json")
    piped = scorelite("audit", "-", "a.trn", "b.trn", "--ref-format", "trn", "--json", stdin=TRN.encode())
    assert json.loads(piped.stdout)["rows"] == json.loads(usual.stdout)["rows"]


def test_a_gate_knows_the_format_of_a_judged_reference(files: Path, scorelite: Run) -> None:
    path = write(files, verdict(1, 2, "grey", "gray", KINDS[0], judge="ann"))
    job = scorelite("score", "r.trn", "a.trn", "--verdicts", path, "--max-wer", "1", "--verdict", "markdown=v.md")
    assert (job.returncode, job.stderr.count(b"unknown")) == (1, 0)
    assert "u-1" in (files / "v.md").read_text()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("options", [("--stream",), ("--shards",)])
def test_verdicts_are_refused_where_references_are_not_read_as_a_whole(
    options: tuple[str, ...], files: Path, scorelite: Run
) -> None:
    path = write(files, verdict(1, 2, "grey", "gray", KINDS[0]))
    job = scorelite("score", "r.trn", "a.trn", *options, "--verdicts", path)
    assert (job.returncode, job.stdout) == (2, b"")
    assert b"--verdicts" in job.stderr


def test_results_of_different_verdicts_are_not_added(files: Path) -> None:
    result = scorelite.score_files("r.trn", "a.trn")
    judged = scorelite.score_files("r.trn", "a.trn", verdicts=write(files, verdict(1, 2, "grey", "gray", KINDS[0])))
    with pytest.raises(scorelite.MismatchError):
        result + judged
    judged.save("saved.arrow")
    assert scorelite.load("saved.arrow").signature == judged.signature


def test_the_command_prints_the_rate_before_and_after(files: Path, scorelite: Run) -> None:
    path = write(files, verdict(1, 2, "grey", "gray", "reference wrong", judge="ann"))
    job = scorelite("score", "r.trn", "a.trn", "--verdicts", path)
    assert b"WER     25.0 %   2 errors" in job.stdout
    assert b"before the verdicts: WER 37.5 %, 3 errors\n1 verdict by ann: 1 reference wrong\n" in job.stdout
    told = json.loads(scorelite("score", "r.trn", "a.trn", "--verdicts", path, "--json").stdout)
    assert (told["wer"], told["judged"]["before"]["wer"], told["judged"]["judges"]) == (0.25, 0.375, ["ann"])


def test_the_corrected_reference_has_the_format_of_the_reference(files: Path, scorelite: Run) -> None:
    path = write(files, verdict(1, 2, "grey", "gray", "reference wrong"))
    job = scorelite("audit", "r.trn", "--verdicts", path, "-o", "c.trn")
    assert job.returncode == 0, job.stderr
    assert (files / "c.trn").read_text() == TRN.replace("Grey", "gray")


def test_the_reference_is_read_by_the_options_of_input_and_only_its_words_change(files: Path, scorelite: Run) -> None:
    (files / "r.csv").write_text("nr,text,said\nu1,zz yy,the Grey cat\n")
    path = write(files, verdict(1, 2, "grey", "gray", KINDS[0], "u1"))
    assert scorelite("audit", "r.csv", "--ref-column", "said", "--verdicts", path, "-o", "c.csv").returncode == 2
    columns = ("--ref-column", "said", "--id-column", "nr")
    job = scorelite("audit", "r.csv", *columns, "--verdicts", path, "-o", "c.csv")
    assert (files / "c.csv").read_text() == "nr,text,said\nu1,zz yy,the gray cat\n", job.stderr
    (files / "r.stm").write_text("t A ann 0.00 2.50 the grey cat\n")
    row = verdict(1, 2, "grey", "gray", KINDS[0], "", session="zz", channel="A", start=0.0)
    job = scorelite("audit", "r.stm", "--session", "zz", "--verdicts", write(files, row), "-o", "c.stm")
    assert (files / "c.stm").read_text() == "t A ann 0.00 2.50 the gray cat\n", job.stderr


def test_the_corrected_reference_keeps_format_and_encoding(files: Path, scorelite: Run) -> None:
    path = write(files, verdict(1, 2, "grey", "gray", KINDS[0]))
    (files / "r.text").write_bytes("u-1 caf\xe9 grey\n".encode("latin-1"))
    kaldi = ("--ref-format", "kaldi", "--encoding", "latin-1")
    job = scorelite("audit", "r.text", *kaldi, "--verdicts", path, "-o", "c.text")
    assert (files / "c.text").read_bytes() == "u-1 caf\xe9 gray\n".encode("latin-1"), job.stderr
    (files / "r.jsonl").write_text('{"id": "u-1", "text": "the grey cat"}\n')
    job = scorelite("audit", "r.jsonl", "--verdicts", path, "-o", "c.trn")
    assert (files / "c.trn").read_text() == "the gray cat (u-1)\n", job.stderr
    (files / "r.txt").write_text("0.00\t2.00\tthe grey cat\n")
    row = verdict(1, 2, "grey", "gray", KINDS[0], "", start=0.0)
    job = scorelite("audit", "r.txt", "--verdicts", write(files, row), "-o", "c.txt")
    assert (files / "c.txt").read_text() == "0.00\t2.00\tthe gray cat\n", job.stderr


CSV = 'id;start;end;text;note\r\n"u-1";4.00;5.50;"the grey cat; sat";grey\r\nu-2;6.00;7.00;hello world;"y"\r\n'
TEXTGRID = '''File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 4.00
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "text"
        xmin = 0
        xmax = 4.00
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 2.50
            text = "a ""cat"""
        intervals [2]:
            xmin = 2.50
            xmax = 4.00
            text = "the grey ""cat"""
'''
TTML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div>\n'
    '  <p begin="00:00:04.00" end="00:00:05.00">the grey &amp; cat</p></div></body></tt>\n'
)
SRT = "1\r\n00:00:04,000 --> 00:00:05,000\r\nthe grey cat\r\n\r\n2\r\n00:00:06,00 --> 00:00:07,00\r\n<i>a\r\nb</i>\r\n"


@pytest.mark.parametrize(
    ("name", "text", "alt", "changed"),
    [
        ("r.csv", CSV, "gray", CSV.replace("the grey", "the gray")),
        ("r.csv", CSV, 'a "b"', CSV.replace("the grey", 'the a ""b""')),
        ("r.csv", "id;text\nu-1;the grey cat\n", "g;y", 'id;text\nu-1;"the g;y cat"\n'),
        ("r.csv", "text,id\nthe grey cat,u-1\nx,the grey cat\n", "gray", "text,id\nthe gray cat,u-1\nx,the grey cat\n"),
        ("r.csv", "id,a,text\nu-1,x the grey cat,the grey cat\n", "a", "id,a,text\nu-1,x the grey cat,the a cat\n"),
        ("r.tsv", "id\ttext\tn\r\nu-1\tthe grey cat\t1.0\r\n", "a", "id\ttext\tn\r\nu-1\tthe a cat\t1.0\r\n"),
        ("r.trn", ";; x\r\n\r\nthe  grey cat (u-1)\r\na  b (u-2)", "a", ";; x\r\n\r\nthe a cat (u-1)\r\na  b (u-2)"),
        ("r.trn", "\ufeffthe grey caf\xe9 (u-1)\n", "a", "\ufeffthe a caf\xe9 (u-1)\n"),
        (
            "r.jsonl",
            '{"text": "the grey caf\\u00e9 \\"q\\"",  "id": "u-1", "x": 4.00}\n',
            "\xe4",
            '{"text": "the \\u00e4 caf\\u00e9 \\"q\\"",  "id": "u-1", "x": 4.00}\n',
        ),
        ("r.csv", 'id,text\r"u-1",the grey cat\r', "a,b", 'id,text\r"u-1","the a,b cat"\r'),
        ("r.TextGrid", TEXTGRID, 'a"&', TEXTGRID.replace("the grey", 'the a""&')),
        ("r.ttml", TTML, "a<&", TTML.replace("grey", "a&lt;&amp;")),
        ("r.srt", SRT, "gray", SRT.replace("grey", "gray")),
    ],
)
def test_nothing_but_the_corrected_words_changes(
    name: str, text: str, alt: str, changed: str, files: Path, scorelite: Run
) -> None:
    (files / name).write_bytes(text.encode())
    starts = {"r.TextGrid": 2.5, "r.ttml": 4.0, "r.srt": 4.0}
    timed: dict[str, Any] = {"session": "r", "start": starts[name]} if name in starts else {}
    path = write(files, verdict(1, 2, "grey", alt, KINDS[0], "u-1", **timed))
    out = f"c{Path(name).suffix}"
    job = scorelite("audit", name, "--verdicts", path, "-o", out)
    assert (files / out).read_bytes().decode() == changed, job.stderr
    assert b"written anew" not in job.stderr


def test_a_file_of_which_nothing_is_corrected_stays_as_it_is(files: Path, scorelite: Run) -> None:
    # Most intervals have one word: these have times of their own.
    text = TEXTGRID.replace('the grey ""cat""', "cat").replace("size = 2", "size = 3").replace("4.00", "5.00", 2)
    text += '        intervals [3]:\n            xmin = 4.00\n            xmax = 5.00\n            text = "sat"\n'
    (files / "r.TextGrid").write_text(text)
    path = write(files, verdict(0, 1, "cat", "hat", "unclear", "u-1", session="r", start=2.5))
    job = scorelite("audit", "r.TextGrid", "--verdicts", path, "-o", "c.TextGrid")
    assert (files / "c.TextGrid").read_text() == text, job.stderr
    assert b"written anew" not in job.stderr


@pytest.mark.parametrize(
    ("name", "text", "changed"),
    [
        ("r.csv", 'id;text\nu-1;a b\nu-2;"a b"\n', 'id;text\nu-1;"x;y b"\nu-2;"a z"""\n'),
        (
            "r.jsonl",
            '{"id": "u-1", "text": "a \xe9"}\n{"id": "u-2", "text": "a b \\u00e9"}\n',
            '{"id": "u-1", "text": "x;y \xe9"}\n{"id": "u-2", "text": "a z\\" \xe9"}\n',
        ),
    ],
)
def test_each_row_is_quoted_or_escaped_as_it_was(
    name: str, text: str, changed: str, files: Path, scorelite: Run
) -> None:
    path = write(files, verdict(0, 1, "a", "x;y", KINDS[0]), verdict(1, 2, "b", 'z"', KINDS[0], "u-2"))
    (files / name).write_bytes(text.encode())
    job = scorelite("audit", name, "--verdicts", path, "-o", f"c{Path(name).suffix}")
    assert (files / f"c{Path(name).suffix}").read_bytes().decode() == changed, job.stderr


RECORDS = '[{"n": "the grey cat", "text": "the grey cat", "id": "u-1", "x": 4.00},\n {"id": "u-2", "text": ""}]'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_an_array_of_records_stays_one(encoding: str, files: Path, scorelite: Run) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    (files / "r.json").write_bytes((mark + RECORDS).encode(encoding))
    rows = verdict(1, 2, "grey", "gr\xe4y", KINDS[0]), verdict(0, 0, "", "x", KINDS[0], "u-2")
    job = scorelite("audit", "r.json", "--verdicts", write(files, *rows), "-o", "c.json")
    changed = RECORDS.replace('"text": "the grey', '"text": "the gr\\u00e4y').replace('""', '"x"')
    assert (files / "c.json").read_bytes() == (mark + changed).encode(encoding), job.stderr
    assert b"written anew" not in job.stderr


@pytest.mark.parametrize("column", ["text", "said"])
def test_parquet_keeps_its_columns_and_their_types(column: str, files: Path, scorelite: Run) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow")
    columns = {
        "id": ["u-1", "u-2", "u-3"],
        column: arrow.array(["the grey cat", None, " a  b"]).dictionary_encode(),
        "age": arrow.array([1, 2, None], arrow.int16()),
        "tags": [["x"], [], None],
    }
    table = arrow.table(columns).replace_schema_metadata({"made": "by us"})
    parquet.write_table(table, files / "r.parquet")
    path = write(files, verdict(1, 2, "grey", "gray", KINDS[0]))
    named = () if column == "text" else ("--ref-column", column)
    job = scorelite("audit", "r.parquet", *named, "--verdicts", path, "-o", "c.parquet")
    table, made = (parquet.read_table(files / name) for name in ("r.parquet", "c.parquet"))
    assert made.schema.equals(table.schema, check_metadata=True), job.stderr
    assert made.to_pydict() == {**table.to_pydict(), column: ["the gray cat", None, " a  b"]}


def test_words_of_an_empty_cue_do_not_come_behind_the_file(files: Path, scorelite: Run) -> None:
    (files / "r.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\n\n\n")
    row = verdict(0, 0, "", "x", KINDS[0], "", session="r", start=1.0)
    job = scorelite("audit", "r.srt", "--verdicts", write(files, row), "-o", "c.srt")
    assert (files / "c.srt").read_text() == "1\n00:00:01,000 --> 00:00:02,000\nx\n", job.stderr


def test_a_file_whose_words_do_not_stand_on_their_lines_is_written_anew(files: Path, scorelite: Run) -> None:
    (files / "r.csv").write_bytes(b'id,text\r"u-2",x\ru-1,the grey cat\n')
    job = scorelite("audit", "r.csv", "--verdicts", write(files, verdict(1, 2, "grey", "a", KINDS[0])), "-o", "c.csv")
    assert (files / "c.csv").read_text() == "id,text\nu-2,x\nu-1,the a cat\n", job.stderr
    (files / "r.vtt").write_text("WEBVTT\n\n00:00.000 --> 00:02.000\nthe grey\ncat\n")
    row = verdict(1, 2, "grey", "gray", KINDS[0], "", session="r", start=0.0)
    job = scorelite("audit", "r.vtt", "--verdicts", write(files, row), "-o", "c.vtt")
    assert (files / "c.vtt").read_text() == "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nthe gray cat\n"
    assert b"r.vtt: rewritten as a whole in vtt" in job.stderr
    (files / "r.trn").write_bytes("the grey caf\xe9 (u-1)\n".encode("utf-16"))
    job = scorelite("audit", "r.trn", "--verdicts", write(files, verdict(1, 2, "grey", "a", KINDS[0])), "-o", "c.trn")
    assert (files / "c.trn").read_bytes() == "the a caf\xe9 (u-1)\n".encode("utf-16"), job.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("r.trn", "--json"), "--json has no effect without systems: REF HYP HYP"),
        (("r.trn", "--spans", "s.jsonl"), "--spans has no effect without systems: REF HYP HYP"),
        (("r.trn", "--normalise", "basic"), "--normalise has no effect without systems: REF HYP HYP"),
        (("r.trn", "--missing", "skip"), "--missing has no effect without systems: REF HYP HYP"),
        (("r.trn", "-c"), "--characters has no effect without systems: REF HYP HYP"),
        (("r.jsonl", "--no-markup"), "--no-markup has no effect on jsonl, which has no marks to read"),
        (("r.trn", "--ref-column", "said"), "r.trn is not a table; --ref-column and --id-column are for csv"),
        (("r.trn", "--session", "x"), "--session has no effect without places of utterances with times"),
        (("r.trn", "--channel", "x"), "--channel has no effect without places of utterances with times"),
        (("r.trn", "--printed"), "--printed has no effect without a format that stores punctuation next to its words"),
    ],
)
def test_options_without_effect_on_a_reference_alone_are_refused(
    arguments: tuple[str, ...], message: str, files: Path, scorelite: Run
) -> None:
    (files / "r.jsonl").write_text('{"id": "u-1", "text": "the grey cat"}\n')
    path = write(files, verdict(1, 2, "grey", "gray", KINDS[0]))
    job = scorelite("audit", *arguments, "--verdicts", path, "-o", "c.trn")
    assert (job.returncode, job.stdout, (files / "c.trn").exists()) == (2, b"", False)
    assert message in job.stderr.decode()


def test_names_of_speakers_are_refused_where_no_place_has_one(files: Path, scorelite: Run) -> None:
    (files / "names").write_text("u ann\n")
    job = scorelite("audit", "r.trn", "a.trn", "b.trn", "--speaker-map", "names")
    assert (job.returncode, job.stdout) == (2, b"")
    assert b"--speaker-map has no effect without places of utterances with times" in job.stderr


def test_places_that_no_verdict_can_name_are_refused(files: Path, scorelite: Run) -> None:
    for name, word in (("r.ctm", "day"), ("a.ctm", "may"), ("b.ctm", "may")):
        (files / name).write_text(f"t A 0 1 good\nt A 1 1 {word}\n")
    assert scorelite("audit", "r.ctm", "a.ctm", "b.ctm").returncode == 0
    job = scorelite("audit", "r.ctm", "a.ctm", "b.ctm", "--spans", "s.jsonl")
    assert b"--spans needs utterances, because verdicts refer to them; r.ctm has only words with times" in job.stderr
    (files / "r.srt").write_text("1\n00:00:00,000 --> 00:00:02,000\ngood day\n")
    for name in ("a.srt", "b.srt"):
        (files / name).write_text("1\n00:00:00,000 --> 00:00:03,000\ngood may\n")
    job = scorelite("audit", "r.srt", "a.srt", "b.srt", "--page", "p.html")
    assert b"r.srt was joined as one text; expected a reference of utterances with times (stm, srt)" in job.stderr


def test_places_go_out_and_verdicts_come_back_as_lines_of_json(files: Path, scorelite: Run) -> None:
    assert scorelite("audit", "r.trn", "a.trn", "b.trn", "--spans", "s.jsonl").returncode == 0
    rows = [json.loads(line) for line in (files / "s.jsonl").read_text().splitlines()]
    path = write(files, *({**row, "verdict": "reference wrong"} for row in rows))
    job = scorelite("score", "r.trn", "a.trn", "--verdicts", path, "--json")
    assert json.loads(job.stdout)["errors"] == 0


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (verdict(0, 1, "the", "a", "right"), "v.jsonl:1:1: the verdict 'right'; expected one of: reference wrong"),
        (verdict(3, 2, "", "a", KINDS[0]), "begin 3, end 2; expected whole numbers begin <= end"),
        (verdict(0, 1, "", "a", KINDS[0]), "0 words in ref, 1 from begin to end"),
        (
            verdict(-1, 1, "the", "a", KINDS[0]),
            "v.jsonl:1:1: begin -1, end 1; expected whole numbers",
        ),
        ({**verdict(0, 1, "the", "a", KINDS[0]), "end": "1"}, 'v.jsonl:1:1: begin 0, end "1"; expected whole numbers'),
        (
            {"id": "u-1", "begin": 0, "ref": "the", "alt": "a", "verdict": KINDS[0]},
            "v.jsonl:1:1: begin 0, no end; expected whole numbers begin <= end, counted from 0",
        ),
        (
            verdict(0, 1, "the", "a", KINDS[0], "u-9"),
            "no utterance u-9 in r.trn; expected the reference that",
        ),
        (
            verdict(0, 1, "the", "a", KINDS[0], "", session="t", channel="A", start=3.0),
            "no utterance at 3 s, recording t, channel A in r.trn",
        ),
        (verdict(0, 1, "the", "a\0", KINDS[0]), "v.jsonl:1:1: alt 'a\\x00' contains a NUL or half a surrogate pair"),
        (
            verdict(0, 1, "the", "a", KINDS[0], judge="\ud800"),
            "v.jsonl:1:1: judge '\\ud800' contains a NUL or half a surrogate pair",
        ),
        (verdict(0, 1, "cow", "a", KINDS[0]), "the words 'cow', but the reference has 'the'"),
        (verdict(0, 1, "down", "a", KINDS[0]), "the words 'down', but the reference has 'the'"),
        (verdict(1, 1, "", "big", KINDS[0], left="a huge", right="dog ran"), "the words 'a huge dog ran', but the"),
        (verdict(0, 1, "the!", "a", KINDS[3]), "the words 'the!', but the reference has 'the'"),
        ({"id": "u-1", "begin": 0, "end": 1, "ref": "the", "atl": "a", "verdict": KINDS[0]}, "v.jsonl:1:1: no alt; "),
        (
            {"id": "u-1", "begin": 1, "end": 1, "alt": "a", "verdict": KINDS[0]},
            "v.jsonl:1:1: no ref; expected ref, which",
        ),
        (verdict(0, 1, "the", "a", ""), "v.jsonl:1:1: no verdicts"),
        (verdict(0, 1, "the", "{", KINDS[0]), "v.jsonl:1:1: sclite's grammar cannot hold the word '{'"),
    ],
)
def test_wrong_verdicts_are_refused_with_their_line(row: Any, message: str, files: Path, scorelite: Run) -> None:
    path = write(files, row)
    job = scorelite("score", "r.trn", "a.trn", "--verdicts", path)
    assert (job.returncode, job.stdout) == (2, b"")
    assert message in job.stderr.decode()


def test_places_without_a_verdict_are_counted(files: Path, scorelite: Run) -> None:
    path = write(files, verdict(0, 1, "the", "a", KINDS[3]), verdict(1, 2, "big", "a", ""))
    job = scorelite("score", "r.trn", "a.trn", "--verdicts", path)
    assert job.stdout.decode().splitlines()[-1] == "1 verdict: 1 unclear; 1 place without a verdict"


def test_verdicts_that_are_no_file_are_refused(files: Path) -> None:
    with pytest.raises(scorelite.UsageError, match=r"verdicts are \[\]; expected a file of verdicts"):
        scorelite.score_files("r.trn", "a.trn", verdicts=[])  # type: ignore[arg-type]


def test_two_verdicts_on_one_word_are_refused(files: Path) -> None:
    path = write(files, verdict(0, 1, "the", "a", KINDS[0]), verdict(0, 1, "the", "a", KINDS[1]))
    with pytest.raises(scorelite.ScoreliteError, match="but 'reference wrong' of 'a' for 'the' on line 1"):
        scorelite.score_files("r.trn", "a.trn", verdicts=path)
    path = write(files, verdict(0, 2, "the grey", "a", KINDS[0]), verdict(1, 2, "grey", "a", KINDS[0]))
    with pytest.raises(scorelite.ScoreliteError, match="overlap the words of another verdict"):
        scorelite.score_files("r.trn", "a.trn", verdicts=path)


def test_a_person_judges_by_keyboard_saves_and_loads(files: Path, scorelite: Run, browser: Any) -> None:
    assert scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html").returncode == 0
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())
    shown.locator("#judge").focus()
    shown.keyboard.type("ann")
    shown.keyboard.press("Enter")
    for key in "123":
        shown.keyboard.press(key)
    assert shown.locator("#told").inner_text().startswith("3 of 3 judged: 1 reference wrong, 1 both right")
    with shown.expect_download() as download:
        shown.keyboard.press("s")
    download.value.save_as(files / "v.jsonl")
    assert '"judge":"ann"' in (files / "v.jsonl").read_text()
    told = json.loads(scorelite("score", "r.trn", "a.trn", "--verdicts", "v.jsonl", "--json").stdout)
    assert told["errors"] == 1
    again = browser.new_page()
    again.goto((files / "audit.html").as_uri())
    again.locator("#file").set_input_files(files / "v.jsonl")
    again.locator("#sites td:last-child", has_text="reference wrong (ann)").wait_for()
    assert again.locator("#told").inner_text() == "3 loaded"


def silence(path: Path, seconds: float) -> None:
    with wave.open(str(path), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(round(16_000 * seconds)))


def test_space_plays_the_place_that_is_chosen_whatever_plays(files: Path, scorelite: Run, browser: Any) -> None:
    for name in ("u-1", "u-2"):
        silence(files / f"{name}.wav", 5)
    scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html", "--audio", ".")
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())
    played = []
    for _ in range(2):
        shown.keyboard.press(" ")
        played.append(shown.evaluate("[player.getAttribute('src'), player.paused]"))
        while shown.locator("#case h2 bdi").inner_text() in played[0][0]:
            shown.keyboard.press("j")
    shown.keyboard.press(" ")
    assert sorted(played) == [["u-1.wav", False], ["u-2.wav", False]]
    assert shown.evaluate("player.paused")


def test_a_place_is_played_up_to_the_end_of_its_utterance_and_missing_sound_is_told(
    files: Path, scorelite: Run, browser: Any
) -> None:
    segments = "".join(f"{talk} 1 s 0.5 1.0 we saw them\n" for talk in ("one", "two", "three"))
    (files / "r.stm").write_text(segments)
    for name in ("a.stm", "b.stm"):
        (files / name).write_text(segments.replace("saw", "see"))
    silence(files / "one.wav", 60)
    silence(files / "two.wav", 60)
    scorelite("audit", "r.stm", "a.stm", "b.stm", "--page", "audit.html", "--audio", ".")
    (files / "two.wav").unlink()
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())
    place = {site["session"]: number for number, site in enumerate(shown.evaluate("facts.sites"))}
    # As a person does who is not content with the first one: play, go on and play before the file is there.
    shown.evaluate(f"go({place['two']}); play(); go({place['one']}); play()")
    over = "() => { if (player.paused && player.currentTime >= 1) resolve(player.currentTime); }"
    assert shown.evaluate(f"new Promise(resolve => setInterval({over}, 50))") < 2
    assert "audio" not in shown.locator("#told").inner_text()
    shown.evaluate(f"go({place['two']})")
    shown.keyboard.press(" ")
    shown.locator("#told", has_text="cannot play two.wav").wait_for()
    shown.evaluate(f"go({place['three']})")
    shown.keyboard.press(" ")
    assert shown.locator("#told").inner_text() == "There is no audio file for this utterance."
    with shown.expect_download() as download:
        shown.keyboard.press("1")
        shown.keyboard.press("s")
    download.value.save_as(files / "v.jsonl")
    assert not {"link", "until"} & {*json.loads((files / "v.jsonl").read_text())}


def test_the_page_has_the_bits_of_the_list(files: Path, scorelite: Run, browser: Any) -> None:
    chance = random.Random(4)
    refs = [[chance.choice("abcdefgh") for _ in range(8)] for _ in range(60)]
    hyps = [[chance.choice("abcdefgh") if chance.random() < 0.2 else word for word in ref] for ref in refs]
    for name, texts in (("r.trn", refs), ("a.trn", hyps), ("b.trn", hyps)):
        (files / name).write_text("".join(f"{' '.join(text)} (u-{k})\n" for k, text in enumerate(texts)))
    told = scorelite("audit", "r.trn", "a.trn", "b.trn", "-n", "0", "--page", "audit.html").stdout.decode()
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())
    bits = shown.locator("#sites td:nth-child(5)").all_inner_texts()
    assert len(bits) > 50
    assert [f"+{text}" for text in bits] == re.findall(r"2 of 2  +(\S+)", told)


def many(files: Path) -> None:
    """Eighty places, a place an utterance."""
    (files / "r.trn").write_text("".join(f"we saw number {k} there (u-{k})\n" for k in range(80)))
    for name in ("a.trn", "b.trn"):
        (files / name).write_text("".join(f"we saw number x{k} there (u-{k})\n" for k in range(80)))


def test_the_place_to_judge_stays_in_sight_however_many_there_are(files: Path, scorelite: Run, browser: Any) -> None:
    many(files)
    scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html")
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())
    for key in ("j",) * 70:
        shown.keyboard.press(key)
    tops = "['#case', '#sites tr[aria-selected]'].map(name => document.querySelector(name).getBoundingClientRect().top)"
    assert all(0 < top < shown.evaluate("innerHeight") for top in shown.evaluate(tops))
    shown.emulate_media(media="print")
    assert shown.evaluate("places.scrollHeight <= places.clientHeight")
    shown.emulate_media(media="screen")


def test_the_last_verdict_is_undone_at_its_place_also_where_judged_places_are_hidden(
    files: Path, scorelite: Run, browser: Any
) -> None:
    many(files)
    scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html")
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())
    shown.locator("#open-only").check()
    shown.locator("#choices button").first.focus()
    shown.keyboard.press("Enter")
    assert shown.evaluate("document.activeElement.textContent") == "1 reference wrong"
    shown.keyboard.press("2")
    assert (shown.evaluate("chosen"), shown.locator("#sites tbody tr:visible").count()) == (2, 78)
    shown.keyboard.press("u")
    assert (shown.evaluate("chosen"), shown.locator("#sites tbody tr:visible").count()) == (1, 79)
    shown.keyboard.press("u")
    shown.keyboard.press("u")
    assert (shown.evaluate("chosen"), shown.locator("#told").inner_text()) == (0, "0 of 80 judged · not saved")
    shown.keyboard.press("4")
    shown.keyboard.press("k")
    shown.locator("#sites tbody tr").nth(1).click()
    shown.locator("#choices button", has_text="both right").click()
    shown.locator("#open-only").uncheck()
    shown.keyboard.press("k")
    shown.locator("#choices button", has_text="no verdict").click()
    assert shown.locator("#told").inner_text() == "1 of 80 judged: 1 unclear · not saved"


def test_signs_that_turn_or_hide_text_are_shown_and_long_words_are_cut(
    files: Path, scorelite: Run, browser: Any
) -> None:
    rows = ["\u202eturned we saw them (u-1)", f"{'x' * 9000} day (u-2)", "عالم جميل جدا (u-3)"]
    heard = ["\u202eturned we \u200bsaw them (u-1)", f"{'x' * 9000}y day (u-2)", "عالمي جميل جدا (u-3)"]
    for name, texts in (("r.trn", rows), ("a.trn", heard), ("b.trn", heard)):
        (files / name).write_text("".join(f"{text}\n" for text in texts))
    scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html")
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())
    text = shown.locator("body").inner_text()
    assert "⟨200B⟩saw" in text
    assert "\u202e" not in text + shown.evaluate("facts.sites.map((_, k) => { go(k); return place.innerText; }).join()")
    assert len(text) < 3000
    shown.locator("#judge").fill("\u202eann")
    shown.keyboard.press("Enter")
    shown.keyboard.press("1")
    assert "(⟨202E⟩ann)" in shown.locator("#sites").inner_text()
    shown.evaluate("go(facts.sites.findIndex(site => site.id === 'u-2'))")
    shown.locator("#place .more").last.click()
    assert f"{'x' * 9000}y" in shown.locator("#place").inner_text()
    # The first word of a text that is written from right to left stands at its right.
    shown.evaluate("go(facts.sites.findIndex(site => site.id === 'u-3'))")
    word = "document.querySelector('#place .word').getBoundingClientRect()"
    text = "document.querySelector('#place .audited > bdi').getBoundingClientRect()"
    assert shown.evaluate(f"Math.abs({word}.right - {text}.right) < 2")


def test_without_scripts_the_page_names_the_command_that_lists_places(
    files: Path, scorelite: Run, chromium: Any
) -> None:
    scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html")
    session = chromium.new_context(java_script_enabled=False)
    shown = session.new_page()
    shown.goto((files / "audit.html").as_uri())
    assert "scorelite audit REF HYP HYP" in shown.locator("body").inner_text()
    session.close()


def test_a_page_loads_verdicts_on_its_own_words_alone(files: Path, scorelite: Run, browser: Any) -> None:
    assert scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html", "--spans", "s.jsonl").returncode == 0
    sites = {site["ref"]: site for site in map(json.loads, (files / "s.jsonl").read_text().splitlines())}
    wrong = {**sites["Grey"], "verdict": KINDS[0]}
    shown = browser.new_page()
    shown.goto((files / "audit.html").as_uri())

    def told(*rows: dict[str, Any]) -> str:
        write(files, *rows)
        shown.locator("#told").evaluate("element => { element.textContent = ''; }")
        shown.locator("#file").set_input_files(files / "v.jsonl")
        shown.locator("#told:not(:empty)").wait_for()
        return str(shown.locator("#told").inner_text())

    strange = "2 not loaded: not a place of this page, or not a verdict"
    assert told({**wrong, "alt": "griy"}, {**wrong, "ref": "zwei"}) == f"0 loaded; {strange}"
    other = {**wrong, "verdict": KINDS[1]}
    said = f"Nothing was loaded: line 2 says {KINDS[1]}, but line 1 says {KINDS[0]}"
    assert told(wrong, other) == said
    assert told({**wrong, "judge": "ann"}, {**wrong, "judge": "bob"}, sites["down"]) == "1 loaded; 1 without a verdict"
    assert told(other) == "0 loaded; 1 not loaded: this page has other verdicts on these places"
    assert shown.locator("#sites td:last-child", has_text="reference wrong (ann, bob)").count() == 1

    def saved() -> list[tuple[str, str]]:
        with shown.expect_download() as download:
            shown.keyboard.press("s")
        download.value.save_as(files / "again.jsonl")
        rows = [json.loads(line) for line in (files / "again.jsonl").read_text().splitlines()]
        return [(row["verdict"], row["judge"]) for row in rows]

    assert saved() == [(KINDS[0], "ann"), (KINDS[0], "bob")]
    shown.locator("#sites tr", has_text="ann, bob").click()
    shown.keyboard.press("1")
    assert saved() == [(KINDS[0], "ann"), (KINDS[0], "bob")]
    shown.locator("#judge").fill("cleo")
    shown.locator("#sites tr", has_text="ann, bob").click()
    shown.keyboard.press("1")
    assert saved() == [(KINDS[0], "ann"), (KINDS[0], "bob"), (KINDS[0], "cleo")]
    shown.locator("#sites tr", has_text="cleo").click()
    shown.keyboard.press("2")
    assert saved() == [(KINDS[1], "cleo")]


def test_words_of_a_file_do_nothing_in_the_page(files: Path, scorelite: Run, browser: Any) -> None:
    evil = "</script><img/src=x/onerror=alert(1)>"
    (files / "r.trn").write_text("a b c (u-1)\n")
    for name in ("a.trn", "b.trn"):
        (files / name).write_text(f"a {evil} c (u-1)\n")
    assert scorelite("audit", "r.trn", "a.trn", "b.trn", "--page", "audit.html").returncode == 0
    shown = browser.new_page()
    problems: list[str] = []
    shown.on("dialog", lambda dialog: problems.append(dialog.message))
    shown.goto((files / "audit.html").as_uri())
    assert evil in shown.locator("#case").inner_text()
    assert problems == []


def test_words_of_all_utterances_are_not_made_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    said = Steps.said

    def counted(steps: Steps, side: str) -> Any:
        made.append(side)
        return said(steps, side)

    monkeypatch.setattr(Steps, "said", counted)
    numbers = []
    for size in (1, 20):
        made.clear()
        results = [scorelite.score(["the { grey / x } cat"] * size, ["the gray cat"] * size, markup=True)] * 2
        assert len(audit(results).rows) == size
        numbers.append(len(made))
    assert 0 < numbers[0] == numbers[1]


@of_the_core
def test_places_of_one_text_cost_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    def result_of(size: int) -> scorelite.Result:
        return scorelite.score([" ".join(["a", "b"] * size)], [" ".join(["a", "c"] * size)])

    few, many = (elements(monkeypatch, lambda each: each.audit(each), result_of(size)) for size in (200, 400))
    assert 0 < many < 2.3 * few


def test_verdicts_on_one_text_cost_calls_in_proportion(tmp_path: Path) -> None:
    def calls(size: int, moved: int) -> int:
        said = [f"w{place}" for place in range(size + moved)]
        rows = [{"id": "u-1", "begin": place, "end": place + 1, "alt": "x"} for place in range(size)]
        for place, row in enumerate(rows, moved):
            row.update(ref=said[place], left=" ".join(said[max(place - 2, 0) : place]), verdict="reference wrong")
        verdicts = read_verdicts(tmp_path / write(tmp_path, *rows))
        corpus = scorelite.read(f"{' '.join(said)} (u-1)\n".encode(), format="trn")
        assert corrected(corpus, verdicts).texts()[0].split().count("x") == size
        return counted(lambda corpus: corrected(corpus, verdicts), corpus)

    for moved in (0, 3):
        assert calls(400, moved) < 2.3 * calls(200, moved)


def test_words_behind_an_alternation_that_may_be_nothing_come_behind_its_words(files: Path, scorelite: Run) -> None:
    (files / "r.trn").write_text("go { @ / by night } now (u-1)\n")
    for name in ("a.trn", "b.trn"):
        (files / name).write_text("go by night train now (u-1)\n")
    scorelite("audit", "r.trn", "a.trn", "b.trn", "--spans", "s.jsonl")
    (row,) = [json.loads(line) for line in (files / "s.jsonl").read_text().splitlines()]
    assert (row["begin"], row["end"], row["ref"], row["alt"]) == (1, 1, "", "by night train")
    path = write(files, {**row, "verdict": "reference wrong"})
    assert json.loads(scorelite("score", "r.trn", "a.trn", "--verdicts", path, "--json").stdout)["errors"] == 0


def test_verdicts_that_would_keep_compounds_apart_are_refused(files: Path, scorelite: Run) -> None:
    (files / "r.csv").write_text("id,text\nu-1,white paper day\nu-2,good night\n")
    (files / "h.csv").write_text("id,text\nu-1,whitepaper day\nu-2,good nite\n")
    row = {"id": "u-2", "begin": 1, "end": 2, "ref": "night", "alt": "nite"}
    arguments = ("score", "r.csv", "h.csv", "--normalise", "leaderboard-en", "--json", "--verdicts")
    job = scorelite(*arguments, write(files, {**row, "verdict": "both right"}))
    assert (job.returncode, job.stdout) == (2, b"")
    assert b"verdicts 'both right' make alternations, which do not go with a normaliser" in job.stderr
    assert json.loads(scorelite(*arguments, write(files, {**row, "verdict": "reference wrong"})).stdout)["errors"] == 0


@of_the_core
def test_the_words_of_a_text_that_is_scored_as_written_cost_few_calls() -> None:
    def calls(size: int) -> int:
        ref = " ".join(f"w{place}" for place in range(size))
        results = [scorelite.score([ref], [f"x {ref}"]) for _ in range(2)]
        return counted(audit, results)

    # The words of the reference and of both systems are looked at as they are written.
    assert calls(600) - calls(100) <= 3 * 6 * 500
