"""Two outputs without a reference: the sample, verdicts on it, what is refused, and the page of the judge."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorelite as sl
from scorelite.formats.errors import FormatError, UsageError
from scorelite.scoring.compare import Outputs
from scorelite.scoring.compare.output_verdicts import KINDS, line_of
from tests.conftest import Run

LETTERS = st.sampled_from("abc")
Line = dict[str, Any]


def file_of(lines: list[Line]) -> io.BytesIO:
    return io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode())


def judged_by(outputs: Outputs, truths: dict[str, str], number: int = 10**6, seed: int = 0) -> list[Line]:
    """The sample, judged by what was said; texts of one word have one place."""
    lines = []
    for site in outputs.judge(number, seed=seed).sites:
        said = truths[site.id]
        kind = {site.ref: "A right", site.alt: "B right"}.get(said, "both wrong")
        lines.append({**line_of(site), "verdict": kind, "words": said, "judge": "ann"})
    return lines


def words_of_speakers(speakers: int, each: int, chances: random.Random) -> tuple[dict[str, str], ...]:
    """The words that were said, and those of two outputs; errors differ between speakers."""
    truths, first, other = {}, {}, {}
    for speaker in range(speakers):
        rates = chances.uniform(0, 0.4), chances.uniform(0, 0.3)
        for number in range(each):
            name = f"s{speaker}-{number}"
            truths[name] = "said"
            first[name], other[name] = ("x" if chances.random() < rate else "said" for rate in rates)
    return truths, first, other


@given(st.lists(st.tuples(LETTERS, LETTERS, LETTERS), min_size=1, max_size=12))
def test_a_sample_that_is_judged_to_its_end_gives_the_difference_itself(texts: list[tuple[str, str, str]]) -> None:
    truths, first, other = ({f"u{place}": row[side] for place, row in enumerate(texts)} for side in range(3))
    outputs = sl.compare_outputs(first, other)
    lines = judged_by(outputs, truths)
    if not lines:
        assert "nothing to judge" in str(outputs.judge(1))
        return
    found = outputs.with_verdicts(file_of(lines))
    errors = [sl.score(truths, hyps).counts.errors for hyps in (first, other)]
    assert (found.errors, found.reach) == (errors[1] - errors[0], 0)
    assert sum(found.verdicts.values()) == found.judged == found.differing == len(lines)


TEXTS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=9).map(" ".join)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_all_verdicts_together_give_the_difference_of_two_scores(
    texts: list[tuple[str, str]], chances: random.Random
) -> None:
    """Places that are judged singly are not scored singly: words of two places may be aligned to each other."""
    first, other = ({f"u{place}": row[side] for place, row in enumerate(texts)} for side in range(2))
    outputs = sl.compare_outputs(first, other)
    truths = {name: text.split() for name, text in first.items()}
    lines = []
    for site in reversed(outputs.judge(10**6).sites):
        said = [site.ref, site.alt, " ".join(chances.choices("abcd", k=chances.randrange(3)))]
        kind = chances.randrange(3)
        truths[site.id][site.begin : site.end] = said[kind].split()
        lines.append({**line_of(site), "verdict": KINDS[kind], "words": said[2]})
    if not lines:
        return
    refs = {name: " ".join(words) for name, words in truths.items()}
    of_first, of_other = (sl.score(refs, hyps).counts.errors for hyps in (first, other))
    assert outputs.with_verdicts(file_of(lines)).errors == of_other - of_first


def test_each_verdict_counts_errors_as_a_score_against_its_words_does() -> None:
    a, b = "we saw a grey cat by the old mill", "we saw the gray cat buy the odd mills now"
    outputs = sl.compare_outputs({"u": a}, {"u": b})
    lines = [line_of(site) for site in outputs.judge(1).sites]
    assert [(line["a"], line["b"]) for line in lines] == [
        ("a grey", "the gray"),
        ("by", "buy"),
        ("old mill", "odd mills now"),
    ]
    verdicts: list[Line] = [
        {"verdict": "both wrong", "words": "the grey"},  # an error of each
        {"verdict": "both right"},
        {"verdict": "A right"},  # two substitutions and an insertion
    ]
    found = outputs.with_verdicts(file_of([line | verdict for line, verdict in zip(lines, verdicts, strict=True)]))
    assert found.errors == 3
    assert found.per_100_words == pytest.approx(300 / 9.5)
    assert found.verdicts == {"A right": 1, "B right": 0, "both wrong": 1, "both right": 1}
    nothing = {**lines[2], "verdict": "both wrong", "words": ""}
    right = [{**line, "verdict": "both right"} for line in lines[:2]]
    assert outputs.with_verdicts(file_of([*right, nothing])).errors == 1


def test_a_normaliser_applies_to_what_the_judge_types() -> None:
    outputs = sl.compare_outputs(["I can't go there"], ["I can go there"], normalise="whisper-en")
    (site,) = outputs.judge(1).sites
    typed = {**line_of(site), "verdict": "both wrong", "words": "Can not"}
    assert outputs.with_verdicts(file_of([typed])).errors == 1


def test_an_utterance_in_which_places_are_not_known_is_one_place() -> None:
    outputs = sl.compare_outputs({"u": "we saw ;", "v": "yes"}, {"u": "they saw it", "v": "no"}, markup=True)
    lines = {line["id"]: line for line in map(line_of, outputs.judge(2).sites)}
    assert (lines["u"]["begin"], lines["u"]["end"]) == (0, 3)
    assert (lines["u"]["a"], lines["u"]["b"]) == ("we saw ;", "they saw it")
    verdicts = [{**lines["u"], "verdict": "both wrong", "words": "they saw"}, {**lines["v"], "verdict": "both right"}]
    assert outputs.with_verdicts(file_of(verdicts)).errors == -1  # A: we for they, and a word too many; B: it


def test_the_sample_is_the_same_again_and_a_smaller_one_is_its_beginning() -> None:
    _, first, other = words_of_speakers(8, 20, random.Random(1))
    outputs = sl.compare_outputs(first, other)
    ids = [site.id for site in outputs.judge(30).sites]
    assert ids == [site.id for site in sl.compare_outputs(first, other).judge(30).sites]
    assert ids[:12] == [site.id for site in outputs.judge(12).sites]
    assert ids != [site.id for site in outputs.judge(30, seed=1).sites]


def test_the_first_verdicts_are_a_sample_and_a_gap_is_refused() -> None:
    truths, first, other = words_of_speakers(8, 20, random.Random(2))
    outputs = sl.compare_outputs(first, other)
    lines = judged_by(outputs, truths, 30)
    found = outputs.with_verdicts(file_of(lines[:20]))
    assert (found.judged, found.unit, found.units, found.judges) == (20, "speaker", 8, ("ann",))
    open_lines = [{**line, "verdict": ""} for line in lines[20:]]
    assert outputs.with_verdicts(file_of([*reversed(lines[:20]), *open_lines])) == found
    with pytest.raises(FormatError, match=rf"utterance {lines[4]['id']} was drawn before it and lacks verdicts"):
        outputs.with_verdicts(file_of(lines[:4] + lines[5:]))
    with pytest.raises(UsageError, match=r"5 judged utterances of \d+ that differ; expected at least 6"):
        outputs.with_verdicts(file_of(lines[:5]))


def test_few_speakers_say_nothing_about_others() -> None:
    truths, first, other = words_of_speakers(4, 40, random.Random(3))
    outputs = sl.compare_outputs(first, other)
    found = outputs.with_verdicts(file_of(judged_by(outputs, truths, 20)))
    assert found.population_interval is None
    assert "in other speakers: not known from 4; 6 or more are needed" in str(found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"a": "griy"}, "A and B do not differ at this place: 'griy' and 'gray' in utterance u"),
        ({"id": "w"}, "A and B do not differ at this place: 'grey' and 'gray' in utterance w"),
        ({"begin": True}, "do not differ at this place"),
        ({"id": 1}, "no id; expected id, a text"),
        ({"verdict": "maybe"}, "the verdict 'maybe'; expected one of: A right, B right, both wrong, both right"),
        ({"verdict": ["A right"]}, "the verdict .* expected one of"),
        ({"verdict": "both wrong"}, "'both wrong' without words; expected what was said"),
        ({"verdict": "both wrong", "words": "\ud800"}, "with a NUL, or half a character"),
        ({"verdict": ""}, "no verdicts; expected an object such as"),
    ],
)
def test_verdicts_that_do_not_fit_are_reported(change: Line, message: str) -> None:
    outputs = sl.compare_outputs({"u": "a grey cat", "v": "day"}, {"u": "a gray cat", "v": "day"})
    line = {**line_of(outputs.judge(1).sites[0]), "verdict": "A right"}
    assert outputs.with_verdicts(file_of([line])).errors == 1
    with pytest.raises(FormatError, match=message):
        outputs.with_verdicts(file_of([line | change]))


def test_judges_who_contradict_each_other_are_reported() -> None:
    outputs = sl.compare_outputs({"u": "grey"}, {"u": "gray"})
    line = {**line_of(outputs.judge(1).sites[0]), "verdict": "A right", "judge": "bob"}
    assert outputs.with_verdicts(file_of([line, {**line, "judge": "ann"}])).judges == ("ann", "bob")
    with pytest.raises(FormatError, match="'B right' on 'grey' and 'gray' in utterance u, but line 1 says 'A right'"):
        outputs.with_verdicts(file_of([line, {**line, "verdict": "B right"}]))


@pytest.mark.slow
def test_both_intervals_hold_the_difference() -> None:
    """In these files by other samples, and in all recordings of the kind by other recordings."""
    chances = random.Random(7)
    held = held_of_kind = 0
    for trial in range(60):
        truths, first, other = words_of_speakers(40, 15, chances)
        outputs = sl.compare_outputs(first, other)
        found = outputs.with_verdicts(file_of(judged_by(outputs, truths, 80, seed=trial)), seed=trial)
        errors = [sl.score(truths, hyps).counts.errors for hyps in (first, other)]
        held += abs(found.errors - (errors[1] - errors[0])) <= found.reach
        low, high = found.population_interval or (0, 0)
        held_of_kind += low <= -5 <= high  # 15 errors in 100 words against 20
    assert 0.9 * 60 <= held < 60
    assert 0.9 * 60 <= held_of_kind < 60


@pytest.fixture
def files(tmp_path: Path) -> Path:
    _, first, other = words_of_speakers(3, 8, random.Random(4))
    for name, texts in (("a", first), ("b", other)):
        (tmp_path / f"{name}.trn").write_text("".join(f"we {text} it ({key})\n" for key, text in texts.items()))
    rows = [f"{key},r{key[1]},we {first[key]} it,we {other[key]} it\n" for key in first]
    (tmp_path / "both.csv").write_text("id,session,old,new\n" + "".join(rows))
    return tmp_path


def test_the_command_draws_a_sample_and_takes_its_verdicts(files: Path, scorelite: Run) -> None:
    document = json.loads(scorelite("compare", "a.trn", "b.trn", "--judge", "4", "--json").stdout)
    assert (document["drawn"], len(document["places"])) == (4, 4)
    everything = json.loads(scorelite("compare", "a.trn", "b.trn", "--judge", "99", "--json").stdout)
    lines = [json.dumps({**place, "verdict": "B right"}) for place in everything["places"]]
    (files / "v.jsonl").write_text("\n".join(lines))
    done = scorelite("compare", "a.trn", "b.trn", "--verdicts", "v.jsonl", "--name", "B=New")
    said = done.stdout.decode().splitlines()
    number = len(lines)
    assert said[0] == f"B makes about {number} errors fewer than A: {100 * number / 72:.2f} fewer per 100 words"
    assert said[1:3] == ["A  72 words  a.trn", "B  72 words  New"]
    assert said[3] == "every utterance that differs was judged: there is no sampling error in these files"
    assert scorelite("compare", "a.trn", "b.trn", "--verdicts", "v.jsonl", "--markdown").stdout.startswith(b"### B ")


def test_a_published_convention_decides_what_differs(files: Path, scorelite: Run) -> None:
    (files / "c.txt").write_text("u1 Yes\nu2 no\n")
    (files / "d.txt").write_text("u1 yes\nu2 No\n")
    differing = [
        json.loads(scorelite("compare", "c.txt", "d.txt", "--judge", "9", "--json", *like).stdout)["differing"]
        for like in ([], ["--like", "kaldi"], ["--like", "whisper-paper"])
    ]
    assert differing == [0, 2, 0]


def test_each_output_may_have_a_format_of_its_own(files: Path, scorelite: Run) -> None:
    (files / "c.txt").write_text("s0-0 we said it\n")
    (files / "d.trn").write_text("we saw it (s0-0)\n")
    formats = ("--ref-format", "kaldi", "--hyp-format", "trn")
    done = scorelite("compare", "c.txt", "d.trn", *formats, "--judge", "9", "--json")
    assert [(place["a"], place["b"]) for place in json.loads(done.stdout)["places"]] == [("said", "saw")]


@pytest.mark.parametrize("number", [None, 0, 1.5, True, "5"])
def test_a_sample_has_a_whole_number_of_utterances(number: Any) -> None:
    with pytest.raises(UsageError, match="expected a whole number >= 1"):
        sl.compare_outputs(["a"], ["b"]).judge(number)


@pytest.mark.parametrize("seed", [None, [], "x", 0.5])
def test_a_seed_draws_the_sample_again(seed: Any) -> None:
    with pytest.raises(UsageError, match="expected a whole number, which draws the same sample again"):
        sl.compare_outputs(["a"], ["b"]).judge(1, seed=seed)


def test_two_columns_of_a_table_are_outputs_and_its_sessions_are_recordings(files: Path, scorelite: Run) -> None:
    columns = ("--hyp-column", "old", "--hyp-column", "new")
    document = json.loads(scorelite("compare", "both.csv", *columns, "--judge", "99", "--json").stdout)
    assert document["systems"] == ["old", "new"]
    lines = [json.dumps({**place, "verdict": "A right"}) for place in document["places"]]
    (files / "v.jsonl").write_text("\n".join(lines))
    found = json.loads(scorelite("compare", "both.csv", *columns, "--verdicts", "v.jsonl", "--json").stdout)
    assert (found["more_errors"], found["population"]["unit"]) == (len(lines), "recording")


def test_equal_outputs_leave_nothing_to_judge(files: Path, scorelite: Run) -> None:
    (files / "c.trn").write_bytes((files / "a.trn").read_bytes())
    done = scorelite("compare", "a.trn", "c.trn", "--judge", "5", "--page", "judge.html")
    assert (done.returncode, done.stdout.decode()) == (
        0,
        "A and B have the same words in all of 24 utterances: nothing to judge\n",
    )
    assert not (files / "judge.html").exists()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("a.trn b.trn --judge 5", "--judge without an output for the sample; expected --page FILE for a person"),
        ("a.trn b.trn --judge 0 --json", "'0' is not a number of utterances; expected 1 or more, such as 200"),
        ("--ref a.trn b.trn --judge 5 --json", "without a reference; with one: scorelite compare --ref a.trn b.trn"),
        ("a.trn b.trn --judge 5 --verdicts v.jsonl", "--judge and --verdicts; expected --judge N to draw a sample"),
        ("a.trn b.trn --verdicts v.jsonl --page p.html", "--page has no effect without --judge"),
        ("a.trn b.trn --judge 5 --json --significant", "--significant has no effect without --ref"),
        ("a.trn --judge 5 --json", "1 file and 0 columns; expected two outputs, A B, or one table with --hyp-column"),
        ("a.trn a.trn --judge 5 --json", "a.trn twice; expected different outputs"),
        ("a.trn b.trn --judge 5 --json --explain 5", "--explain has no effect without --ref"),
        ("a.trn b.trn --judge 5 --json --dark", "--dark has no effect without --ref"),
        ("a.trn b.trn --judge 5 --json -c", "places consist of words; score without -c"),
        ("a.trn b.trn --verdicts a.trn", "a.trn:1:1: not JSON"),
    ],
)  # fmt: skip
def test_wrong_uses_are_reported_with_what_is_expected(command: str, message: str, scorelite: Run) -> None:
    done = scorelite("compare", *command.split())
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_a_person_judges_by_keyboard_types_words_saves_and_loads(files: Path, scorelite: Run, browser: Any) -> None:
    assert scorelite("compare", "a.trn", "b.trn", "--judge", "6", "--page", "judge.html").returncode == 0
    shown = browser.new_page()
    shown.goto((files / "judge.html").as_uri())
    choices = shown.locator("#choices button").all_inner_texts()
    assert choices == [*(f"{key} {kind}" for key, kind in enumerate(KINDS, 1)), "0 no verdict"]
    assert shown.locator("#place .audited").all_inner_texts()[0].startswith("A we ")
    assert len(set(shown.evaluate("[...document.querySelectorAll('#place .word')].map(word => word.className)"))) == 1
    assert not shown.locator("#typed").is_visible()
    for key in "12":
        shown.keyboard.press(key)
    shown.keyboard.press("3")
    shown.keyboard.type("4 <b>")  # keys are letters here
    shown.keyboard.press("Escape")
    assert (shown.evaluate("chosen"), shown.locator("#typed").is_visible()) == (2, False)
    shown.keyboard.press("3")
    shown.keyboard.type("4 <b>")
    shown.keyboard.press("Enter")
    for key in "444":
        shown.keyboard.press(key)
    assert shown.locator("#told").inner_text() == (
        "6 of 6 judged: 1 A right, 1 B right, 1 both wrong, 3 both right · not saved"
    )
    with shown.expect_download() as download:
        shown.keyboard.press("s")
    download.value.save_as(files / "v.jsonl")
    lines = [json.loads(line) for line in (files / "v.jsonl").read_text().splitlines()]
    assert [line.get("words") for line in lines] == [None, None, "4 <b>", *[None] * 3]
    found = json.loads(scorelite("compare", "a.trn", "b.trn", "--verdicts", "v.jsonl", "--json").stdout)
    assert (found["judged"], found["verdicts"]["both wrong"]) == (6, 1)
    again = browser.new_page()
    again.goto((files / "judge.html").as_uri())
    again.locator("#file").set_input_files(files / "v.jsonl")
    again.locator("#sites td:last-child", has_text="both wrong: 4 <b>").wait_for()
    assert again.locator("#told").inner_text() == "6 loaded"
    again.evaluate("go(2)")
    again.keyboard.press("3")
    assert again.locator("#words").input_value() == "4 <b>"
    again.keyboard.press("Enter")
    again.keyboard.press("u")
    assert again.evaluate("chosen") == 2
    again.keyboard.press("u")
    assert again.locator("#sites td:last-child", has_text="both wrong").count() == 1


def test_outputs_with_other_names_of_channels_are_judged(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "a.stm").write_text("call A anna 0 1 good day\ncall B ben 1 2 hi there\n")
    (tmp_path / "b.stm").write_text("call 1 anna 0 1 good day\ncall 2 ben 1 2 hi their\n")
    names = "--channel", "1=A", "--channel", "2=B"
    done = scorelite("compare", "a.stm", "b.stm", "--judge", "5", *names, "--page", "judge.html", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "judge.html").exists()) == (0, True)
