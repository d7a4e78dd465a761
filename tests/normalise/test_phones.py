"""Folding of phones, counted by hand from the table of Lee and Hon (1989)."""

from __future__ import annotations

import scorelite

PHONES = """iy ih eh ey ae aa aw ay ah ao oy ow uh uw ux er ax ix axr ax-h jh ch b d g p t k dx s sh z zh f th v dh
m n ng em nx en eng l r w y hh hv el bcl dcl gcl pcl tcl kcl q pau epi h#"""


def test_the_61_phones_of_timit_are_39_classes() -> None:
    phones = PHONES.split()
    folded = scorelite.normalise(PHONES, "timit39").split()
    assert (len(phones), len({*phones}), len({*folded})) == (61, 61, 39)
    assert len(folded) == 60, "q is deleted"
    assert {*folded} - {*phones} == {"sil"}


def test_phones_are_folded_before_they_are_compared() -> None:
    result = scorelite.score(
        {"a": "h# sh ix hv eh dcl jh q ao h#"}, {"a": "sil sh ih hh eh sil jh aa sil"}, normalise="timit39"
    )
    assert (result.wer, result.counts.reference) == (0.0, 9)


def test_stress_of_arpabet_is_left_out() -> None:
    assert scorelite.normalise("HH AH0 L OW1 w er2 AH3 A1 AHH0", "stress") == "HH AH L OW w er AH3 A1 AHH0"
    assert scorelite.score(["HH AH0 L OW1"], ["HH AH1 L OW1"], normalise="stress").wer == 0


def test_annotated_phones_are_those_spoken_or_those_that_should_be() -> None:
    # Substitution, deletion and addition, as the annotations of L2-ARCTIC have them.
    annotated = "DH AH0 S,Z,s T,sil,d IH, IY, s sil,AH,a K,err,s"
    assert scorelite.normalise(annotated, "spoken-phones") == "DH AH0 Z IY AH err"
    assert scorelite.normalise(annotated, "canonical-phones") == "DH AH0 S T IH K"
    assert scorelite.normalise("yes, no, a word", "spoken-phones") == "yes, no, a word"
