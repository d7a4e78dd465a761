"""Pages of alignments by MeetEval's names: files, notebooks, the rate that they show, and what is refused."""

from __future__ import annotations

import logging

import pytest

from scorelite.compat.meeteval import viz, wer
from scorelite.compat.meeteval.io import STM
from tests.compat.programs.meeteval.test_wer import HYP, REF

ALIGNMENTS = ("cp", "tcp", "orc", "tcorc", "greedy_tcorc", "greedy_orc", "greedy_dicp", "greedy_ditcp")
visualization = viz.AlignmentVisualization


@pytest.mark.parametrize("alignment", ALIGNMENTS)
def test_every_alignment_has_a_page_with_the_errors_of_its_error_rate(tmp_path, alignment):
    collar = {"collar": 5} if "tc" in alignment else {}
    (rate,) = getattr(wer, f"{alignment}wer")(REF, HYP, **collar).values()
    shown = visualization(REF, HYP, alignment=alignment, precomputed_error_rate=rate, system_name="ours")
    path = tmp_path / "new" / "page.html"
    shown.dump(path)
    assert path.read_bytes() == shown.result.page() == shown.html().encode()
    info = shown.data["info"]
    assert (info["session_id"], info["system_name"], info["alignment_type"]) == ("s", "ours", alignment)
    assert {name: info["wer"][name] for name in ("errors", "length")} == {"errors": rate.errors, "length": rate.length}


def test_files_and_values_of_io_are_taken(tmp_path):
    text = "s 1 A 0 1 good day\ns 1 B 1 2 you\n"
    (tmp_path / "ref.stm").write_text(text)
    read = visualization(tmp_path / "ref.stm", str(tmp_path / "ref.stm"))
    assert read.html() == visualization(STM.parse(text), STM.parse(text)).html()


def test_a_notebook_shows_the_page_in_a_frame_that_reaches_nothing():
    shown = visualization(REF, HYP)._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts')
    assert "&lt;!DOCTYPE html&gt;" in shown[:400]


def test_words_are_aligned_as_the_function_makes_them_of_the_word_and_of_keys():
    def spelled(word, speaker):
        return {"too": "two", "three": ""}.get(word, word) if speaker in "ABxy" else word

    assert visualization(REF, HYP).result.counts.errors == 1
    counts = visualization(REF, HYP, alignment_transform=spelled).result.counts
    assert (counts.errors, counts.reference) == (0, 2)
    assert visualization(REF, HYP, alignment_transform=lambda word, **_: word).result.counts.errors == 1


def test_another_error_rate_than_that_of_the_page_is_refused():
    rate = wer.cp_word_error_rate(REF, REF)
    with pytest.raises(RuntimeError, match="Inconsistent WER statistics: 0 errors .* 1 in the alignment"):
        visualization(REF, HYP, precomputed_error_rate=rate).html()


@pytest.mark.parametrize(("options", "told"), [({"alignment": "wer"}, "'wer'"), ({"colormap": "red"}, "colormap: red")])
def test_alignments_and_colours_that_are_unknown_are_errors(options, told):
    with pytest.raises(ValueError, match=told):
        visualization(REF, HYP, **options)


def test_what_the_page_has_no_place_for_is_said(caplog):
    with caplog.at_level(logging.WARNING, "meeteval"):
        visualization(REF, HYP, highlight_regex="a", recording_file="a.wav", colormap="diff", num_minimaps=2)
    assert [record.getMessage() for record in caplog.records] == [
        "The page has no place for highlight_regex, recording_file."
    ]
