"""The numbers of occurrences and detections of a keyword search that were scored, or are outside the regions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..notices.took_part import Part, TookPart
from .alignment import Aligned
from .excerpts import chosen_places, containing, file_patterns
from .settings import KwsSettings


def took_part_in(aligned: Aligned, settings: KwsSettings, files: Sequence[str] = ()) -> TookPart:
    """The numbers of both sides, in the recordings that `files` choose; segments as trials have none."""
    if settings.segments:
        return TookPart()
    material, spans, detections = aligned.material, aligned.spans, aligned.material.detections
    chosen = chosen_places(material.places, file_patterns(files, settings.convention))
    inside = containing(material.excerpts, detections.place, detections.begin, detections.end) >= 0
    sides = []
    for place, is_inside in ((spans.place, spans.excerpt >= 0), (detections.place, inside)):
        wanted = chosen[place]
        scored, whole = int(np.count_nonzero(is_inside & wanted)), int(np.count_nonzero(wanted))
        recordings = {material.places[number][0] for number in np.unique(place[wanted]).tolist()}
        searched = {material.places[number][0] for number in np.unique(place[wanted & is_inside]).tolist()}
        sides.append(
            Part(
                recordings=len(searched),
                all_recordings=len(recordings),
                items=scored,
                all_items=whole,
                outside=whole - scored,
            )
        )
    return TookPart(*sides)
