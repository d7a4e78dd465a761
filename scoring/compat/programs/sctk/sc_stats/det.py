"""Curves of right words lost and wrong words kept for thresholds of confidence, one for each system (-g det)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .....report.words.det_and_histograms import File, curve_file, curve_plot, judged_words
from .systems import System


def files(systems: Sequence[System], root: bytes, description: bytes) -> list[File]:
    """The plot and the data of every system, in the order in which the reference opens them.

    The reference does not begin to count anew with each system: words of earlier ones are words of confidence 0.
    """
    title = b"DET plot for %b Test" % description if description else b"DET plot"
    alone = len(systems) == 1
    curves = [(root, system.title) for system in systems]
    files = [curve_plot(root, b"DET plot for %b" % root if alone else title, curves, keyless=alone)]
    right = wrong = 0
    for place, system in enumerate(systems):
        own_right, own_wrong = judged_words(system.scores)
        rights = array("d", sorted([0.0] * right + list(own_right)))
        wrongs = array("d", sorted([0.0] * wrong + list(own_wrong)))
        files.append(curve_file(rights, wrongs, root, place))
        right, wrong = len(rights), len(wrongs)
    return files
