"""Pictures of words by system and by group, their files, and messages about what cannot be drawn."""

from __future__ import annotations

import io
import json
import sys
import warnings
from itertools import combinations
from pathlib import Path

import pytest

from scorelite import scoring
from scorelite.formats.values import replace
from scorelite.scoring.compare.api import compare
from scorelite.scoring.compare.results import of_result
from scorelite.scoring.compare.sources import read
from scorelite.scoring.compare.systems import tournament
from scorelite.scoring.report import plotted
from scorelite.scoring.report.engine import pictures
from scorelite.scoring.report.engine.pictures import saved
from scorelite.scoring.words.leaderboard import score_table
from scorelite.scoring.words.result import Result
from tests.conftest import ROOT, Run
from tests.peers import peer
from tests.report.pictures import marks, svg, texts

DEMO = ROOT / "resources" / "demo"
BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-"}
REFS = {"ann-1": "a b c d", "ann-2": "e f", "bob-1": "g h i"}
HYPS = ({"ann-1": "a x c d", "ann-2": "e f", "bob-1": "g"}, {"ann-1": "a b c d", "ann-2": "e y", "bob-1": "g h i j"})


def system(number: int = 0, name: str = "") -> Result:
    return replace(scoring.score(REFS, HYPS[number]), hyp_name=name or f"system{number}.trn")


BOTH = [system(0), system(1)]


def test_rates_are_bars_with_intervals_the_best_first() -> None:
    shown = texts(BOTH, "rates")
    reach = 100 * BOTH[1].interval().reach
    assert f"22.2 % ± {reach:.1f}" in shown
    assert shown.index("system1.trn") < shown.index("system0.trn")
    assert (marks(BOTH, "rates"), marks(BOTH, "rates", "interval")) == (2, 2)
    assert "WER (% of words), lines: 95 % intervals" in shown


def test_errors_are_divided_into_substitutions_deletions_and_insertions() -> None:
    shown = texts(BOTH, "errors")
    assert {"substitutions", "deletions", "insertions", "33.3 %", "22.2 %", "11.1"} <= set(shown)
    assert marks(BOTH, "errors") == 6


@pytest.mark.slow
def test_groups_of_one_system_are_bars_and_of_several_dots() -> None:
    shown = texts(BOTH[0], "groups")
    assert {"ann", "bob", "66.7 %", "system0.trn"} <= set(shown)
    assert shown.index("bob") < shown.index("ann")  # the worst first
    assert marks(BOTH[0], "groups") == 2
    assert {"ann", "bob", "system0.trn", "system1.trn"} <= set(texts(BOTH, "groups"))
    assert marks(BOTH, "groups") == 2  # a line of dots for each system


def test_groups_are_what_by_names() -> None:
    result = scoring.score_files(DEMO / "ref.stm", DEMO / "hyp.ctm")
    assert set(result.by("session")) <= {*texts(result, "groups", by="session")}
    with pytest.raises(scoring.UsageError, match="nosuch"):
        result.plot("groups", by="nosuch")
    with pytest.raises(scoring.UsageError, match="has no effect on the picture 'rates'"):
        result.plot("rates", by="session")


@pytest.mark.slow
def test_more_groups_than_fit_are_counted() -> None:
    refs = {f"s{number:03}-1": "a b" for number in range(50)}
    shown = texts(scoring.score(refs, refs), "groups")
    assert sum(text.startswith("s0") for text in shown) == 40
    assert "WER (% of words) (10 more rows)" in shown


@pytest.mark.sweep(3)
@pytest.mark.parametrize("kind", ["errors", "rates", "groups"])
@pytest.mark.parametrize(
    ("refs", "hyps"),
    [([], []), (["a"], ["a"]), (["a"], [""]), ([""], ["a"])],
    ids=["nothing", "one right utterance", "nothing heard", "nothing said"],
)
def test_the_smallest_results_give_pictures(kind: str, refs: list[str], hyps: list[str]) -> None:
    result = scoring.score(refs, hyps)
    shown = texts(result, kind)
    assert "hypothesis" in shown
    if result.wer is None and kind != "groups":
        assert "-" in shown


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", ["errors", "rates"])
@pytest.mark.parametrize("most", [20, pytest.param(pictures.MOST_ROWS, marks=pytest.mark.slow)])
def test_systems_have_a_row_each_and_more_are_counted(kind: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_ROWS", most)
    systems = [replace(system(), hyp_name=f"s{number:03}") for number in range(most + 3)]
    shown = texts(systems, kind)
    assert sum(text[:1] == "s" and text[1:].isdecimal() for text in shown) == most
    assert any(text.endswith("(3 more rows)") for text in shown)


ODD = ("<b> & 'c'", "$x^2$", "שלום", "a\x00b\x1b", "中文", "half \udcff", "", "  ")


@pytest.mark.slow
def test_names_are_shown_as_they_are_and_control_characters_as_visible_ones() -> None:
    shown = set(texts([system(0, name) for name in ODD], "errors"))
    assert {"<b> & 'c'", "$x^2$", "שלום", "a␀b␛", "中文", "half <FF>", "system0.trn"} <= shown


def test_letters_that_no_font_has_are_told_where_they_are_drawn(recwarn: pytest.WarningsRecorder) -> None:
    made = plotted([system(0, "\U000e0fff ꙮ\U0010fffd")], None, "rates")
    assert saved(made, "svg")
    assert not recwarn.list
    with pytest.warns(UserWarning, match="no font on this machine has all letters"):
        saved(made, "png")


@pytest.mark.slow
def test_names_that_run_to_the_left_are_told_where_matplotlib_turns_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made = plotted([system(0, "שלום")], None, "rates")
    monkeypatch.setattr(peer("matplotlib"), "__version_info__", (3, 10, 0))
    with pytest.warns(UserWarning, match="from right to left in the wrong direction; write the picture as .svg"):
        saved(made, "pdf")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        saved(made, "svg")
        saved(plotted([system(0, "é")], None, "rates"), "png")
        monkeypatch.setattr(peer("matplotlib"), "__version_info__", (3, 11, 0))
        saved(made, "pdf")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["errors", "rates", "groups"])
def test_no_text_lies_on_another_with_12_systems_of_long_names(kind: str) -> None:
    peer("matplotlib")
    systems = [system(number % 2, f"model-{number:02}-" + "very-long-" * 8 + str(number)) for number in range(12)]
    made = plotted(systems, None, kind)
    made.savefig(io.BytesIO())
    from matplotlib.text import Text

    shown = [text for text in made.findobj(Text) if text.get_text() and text.get_visible()]
    boxes = [text.get_window_extent() for text in shown]
    pairs = zip(combinations(shown, 2), combinations(boxes, 2), strict=True)
    overlapping = [
        (one.get_text(), other.get_text()) for (one, other), (a, b) in pairs if a.shrunk(0.9, 0.9).overlaps(b)
    ]
    assert overlapping == []


@pytest.mark.slow
def test_dark_is_light_on_dark() -> None:
    light, dark = (saved(plotted(BOTH, None, "errors", dark=each), "svg").decode() for each in (False, True))
    assert "#ffffff" in light
    assert "#14181c" in dark
    assert "#14181c" not in light


@pytest.mark.sweep(1)
@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_a_path_is_written_and_always_alike(suffix: str, tmp_path: Path) -> None:
    peer("matplotlib")
    path = tmp_path / f"det.{suffix}"  # the name says nothing about the kind
    assert BOTH[0].plot(path, kind="rates") is None
    data = path.read_bytes()
    assert data.startswith(BEGINNINGS[suffix])
    BOTH[0].plot(str(path), "rates")
    assert path.read_bytes() == data
    with path.open("wb") as file:
        BOTH[0].plot(file, "rates")
    assert path.read_bytes() == data


def test_without_a_path_there_is_a_figure_that_a_notebook_shows() -> None:
    peer("matplotlib")
    made = BOTH[0].plot("rates")
    data, size = made._repr_png_()
    assert data.startswith(BEGINNINGS["png"])
    assert size["width"] > size["height"] > 0
    assert type(made) is type(BOTH[0].plot())


@pytest.mark.slow
def test_axes_of_others_are_drawn_into(tmp_path: Path) -> None:
    made = peer("matplotlib.figure").Figure()
    left, right = made.subplots(1, 2)
    assert BOTH[0].plot("errors", ax=left) is made
    assert left.patches
    assert not right.patches
    with pytest.raises(scoring.UsageError, match="ax= draws into your axes"):
        BOTH[0].plot(tmp_path / "a.svg", "errors", ax=right)


@pytest.mark.slow
def test_sums_and_comparisons_have_pictures() -> None:
    comparison = scoring.score(REFS, HYPS[0]).compare(scoring.score(REFS, HYPS[1]))
    assert {"A", "B", "substitutions"} <= set(texts_of(comparison.plot()))
    assert "WER (% of words), lines: 95 % intervals" in texts_of(comparison.plot("rates"))
    systems = tournament([of_result(result) for result in BOTH], level=0.05, replications=10)
    assert {"system0.trn", "system1.trn", "ann", "bob"} <= set(texts_of(systems.plot("groups")))
    assert "33.3 %" in texts_of(BOTH[0].totals().plot("errors"))


@pytest.mark.slow
def test_scores_from_files_have_the_rates_of_their_results(tmp_path: Path) -> None:
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path, result in zip(paths, BOTH, strict=True):
        path.write_text(json.dumps(result.to_dict()))
    compared = compare(*map(read, paths))
    rates = [f"{100 * result.wer:.1f} %" for result in BOTH if result.wer]
    assert {*rates} <= {*texts_of(compared.plot("rates"))}


def texts_of(made: object) -> list[str]:
    from matplotlib.text import Text

    return [text.get_text() for text in made.findobj(Text)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "kind", "message"),
    [
        ("rates.gif", "rates", "rates.gif: a picture is written as .svg, .png or .pdf"),
        ("x", "rates", "x: a picture is written as .svg, .png or .pdf"),
        ("x.svg", "bars", "picture 'bars' is unknown; expected one of: errors, rates, groups"),
        (
            "rates.svg",
            "",
            "rates.svg: no kind of picture is named, and a file name does not choose one; expected kind='rates'",
        ),
        ("bars", "", "picture 'bars' is unknown; expected one of: errors, rates, groups"),
    ],
)
def test_wrong_suffixes_and_kinds_are_refused_with_the_right_ones(
    path: str, kind: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(scoring.UsageError) as caught:
        BOTH[0].plot(path, kind)
    assert str(caught.value).startswith(message)
    assert not list(tmp_path.iterdir())


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(scoring.UsageError) as caught:
        BOTH[0].plot()
    assert str(caught.value) == "pictures need matplotlib, which is not installed: pip install 'scorelite[plot]'"


FILES = str(DEMO / "ref.stm"), str(DEMO / "hyp.ctm")


@pytest.mark.slow
def test_the_command_draws_beside_the_summary(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    done = scorelite("score", *FILES, "--plot", "det=a.svg", "--plot", "reliability=b=c.png", "--dark")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"NCE    0.418" in done.stdout
    assert b"#14181c" in (tmp_path / "a.svg").read_bytes()
    assert (tmp_path / "b=c.png").read_bytes().startswith(BEGINNINGS["png"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--plot", "det.svg"),
            "'det.svg' names no kind of picture; expected KIND=FILE, as in errors=det.svg, of the ",
        ),
        (
            ("--plot", "bars=a.svg"),
            "'bars' is not a kind of picture; expected one of: errors, rates, groups, reliability",
        ),
        (("--plot", "det=a.gif"), "a.gif: a picture is written as .svg, .png or .pdf"),
        (("--dark",), "--dark has no effect without --plot"),
    ],
)
def test_the_command_says_before_scoring_what_it_cannot_draw(
    arguments: tuple[str, ...], message: str, scorelite: Run, tmp_path: Path
) -> None:
    done = scorelite("score", "nothing.stm", "nothing.ctm", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_one_picture_that_cannot_be_drawn_leaves_no_other_behind(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    ref, hyp = str(DEMO / "ref.trn"), str(DEMO / "hyp.trn")
    done = scorelite("score", ref, hyp, "--plot", "rates=a.svg", "--plot", "det=b.svg")
    assert done.returncode == 2
    assert b"not every word of the hypothesis has a confidence" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_picture_does_not_replace_an_input(scorelite: Run, tmp_path: Path) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / f"{name}.svg").write_bytes((DEMO / f"{name}.trn").read_bytes())
    formats = ("--ref-format", "trn", "--hyp-format", "trn")
    done = scorelite("score", "ref.svg", "hyp.svg", *formats, "--plot", "rates=hyp.svg")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--plot hyp.svg is an input too" in done.stderr


@pytest.mark.slow
def test_systems_are_compared_in_a_picture(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    (tmp_path / "new.trn").write_bytes((DEMO / "hyp.trn").read_bytes().replace(b" the ", b" a "))
    files = ("--ref", str(DEMO / "ref.trn"), str(DEMO / "hyp.trn"), "new.trn")
    assert scorelite("compare", *files, "--plot", "rates=a.svg", "--plot", "groups=b.svg").returncode == 0
    assert b">new.trn</text>" in (tmp_path / "a.svg").read_bytes()
    assert b">anna</text>" in (tmp_path / "b.svg").read_bytes()


@pytest.mark.slow
def test_scores_of_files_have_the_pictures_that_their_numbers_allow(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    for name, text in (("a", "WER 10.00 [ 10 / 100, 2 ins, 3 del, 5 sub ]\n"), ("b", "%WER 12.5 [ 25 / 200 ]\n")):
        (tmp_path / f"{name}.wer").write_text("%" + text.lstrip("%"))
    assert scorelite("compare", "a.wer", "a.wer", "--plot", "errors=e.svg").returncode == 0
    assert b">10.0 %</text>" in (tmp_path / "e.svg").read_bytes()
    done = scorelite("compare", "a.wer", "a.wer", "--plot", "groups=g.svg")
    assert b"groups can only be drawn of texts that are scored now" in done.stderr


def manifests(folder: Path) -> None:
    for model, hyp in (("alpha", "a x"), ("beta", "a b")):
        (folder / model).mkdir()
        for dataset in ("calls", "news"):
            row = json.dumps({"text": "a b", "pred_text": hyp})
            (folder / model / f"{dataset}.jsonl").write_text(f"{row}\n" * 2)


@pytest.mark.slow
def test_models_of_a_table_are_drawn_by_data_set(tmp_path: Path) -> None:
    manifests(tmp_path)
    board = score_table([tmp_path])
    assert {"alpha, calls", "alpha, news", "beta, calls", "50.0 %", "0.0 %"} <= set(texts(board, "rates"))
    assert {"alpha", "beta", "calls", "news"} <= set(texts(board, "groups"))
    assert marks(board, "groups") == 2
    with pytest.raises(scoring.UsageError, match="whose groups are the data sets"):
        board.plot("groups", by="speaker")


@pytest.mark.slow
def test_the_command_draws_models_of_a_table(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    (tmp_path / "all").mkdir()
    manifests(tmp_path / "all")
    done = scorelite("score", "all", "--plot", "errors=e.svg", "--plot", "groups=g.pdf")
    assert done.returncode == 0
    assert b">alpha, calls</text>" in (tmp_path / "e.svg").read_bytes()
    assert (tmp_path / "g.pdf").read_bytes().startswith(BEGINNINGS["pdf"])


@pytest.mark.slow
def test_groups_are_what_the_option_by_names(scorelite: Run, tmp_path: Path) -> None:
    peer("matplotlib")
    assert scorelite("score", *FILES, "--plot", "groups=g.svg", "--by", "session").returncode == 0
    assert b">anna</text>" not in (tmp_path / "g.svg").read_bytes()
    done = scorelite("score", *FILES, "--report", "sum", "--by", "session")
    assert b"--by has no effect without the summary, --json, --csv or --plot groups" in done.stderr


def test_svg_is_one_file_without_scripts_and_links() -> None:
    root = svg(BOTH, "errors")
    tags = {part.tag.rpartition("}")[2] for part in root.iter()}
    assert "script" not in tags
    assert "image" not in tags
