"""The card of the page of segments: the main rate in large type, and its parts in words."""

from __future__ import annotations

from scorelite.scoring.segments.api import score_segment_files

TURN = b"SPEAKER talk 1 0 4 <NA> <NA> anna <NA> <NA>\n"


def test_the_page_begins_with_what_was_scored_its_rate_and_the_parts_of_the_rate() -> None:
    late = TURN.replace(b" 4 ", b" 3 ")
    result = score_segment_files(TURN, late, measure="diarisation", ref_format="rttm", hyp_format="rttm")
    page = result.page().decode()
    assert ": DER 25.0 %</title>" in page
    assert '<td class="rate">25.0 % <small>DER</small></td>' in page
    assert '<span class="swatch deleted">25.0 % missed</span>' in page
    assert page.count("<h1>") == 1


def test_each_speaker_has_a_jaccard_error_rate_whose_mean_is_that_of_all() -> None:
    ben = TURN.replace(b" 0 4 ", b" 4 6 ").replace(b"anna", b"ben")
    carla = TURN.replace(b" 0 4 ", b" 10 2 ").replace(b"anna", b"carla")
    late = TURN.replace(b" 4 ", b" 3 ")
    result = score_segment_files(
        TURN + ben + carla, late + ben, measure="diarisation", ref_format="rttm", hyp_format="rttm"
    )
    rates = [row.jer for part in result.parts for row in part.score.speakers]
    # Anna: a second of four is missed; ben is right; nobody is carla.
    assert rates == [0.25, 0.0, 1.0]
    assert result.total.jer == sum(rates) / 3
    page = result.page().decode()
    assert "<td>25.0</td></tr>" in page
    assert "<td>100.0</td></tr>" in page
